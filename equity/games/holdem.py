"""Texas hold'em: two hole cards, five shared cards, the best five of the seven."""

from equity.showdown.game import Showdown, settings
from equity.showdown.spec import Deal

GAME = Showdown(
    name="holdem",
    title="Texas hold'em",
    summary="two hole cards and five on the board; the best five of the seven, suits never rank",
    aliases=("texas", "texas holdem", "nlhe", "nl holdem", "h", "NT", "FT", "德州撲克", "德州扑克"),
    settings=settings(),
    deal=Deal(hole=2, board=5),
)
