"""Blackjack: draw towards 21 without passing it, against a banker who must draw below 17."""

from equity.banking.blackjack.game import Blackjack
from equity.banking.blackjack.rules import CASINO, settings

GAME = Blackjack(
    name="blackjack",
    title="blackjack",
    summary="nearest to 21 without passing it against the banker; five cards pay double",
    aliases=("21", "twenty-one", "black jack", "二十一點", "二十一点"),
    settings=settings(),
    presets={"casino": CASINO},
)
