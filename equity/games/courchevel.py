"""Courchevel: Omaha with five hole cards, the first board card open before the flop."""

from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Use

GAME = Showdown(
    name="courchevel",
    title="Courchevel",
    summary="Omaha with five hole cards; the first board card is open before the flop",
    aliases=("courchevel high", "courchevel hi"),
    deal=Deal(hole=5, board=5, open=1),
    use=Use(hole=2, board=3),
)
