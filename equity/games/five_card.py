"""Five cards compared: dealt at once, no exchange, no bets; three to eight players."""

from equity.showdown.game import settings
from equity.showdown.rounds import Rounds
from equity.showdown.spec import Deal

GAME = Rounds(
    name="five_card",
    title="five-card showdown",
    summary="five cards each, no exchange; the best hand wins, equal hands win together",
    aliases=("five card showdown", "五張牌比大小", "五张牌比大小"),
    settings=settings(),
    deal=Deal(hole=5),
)
