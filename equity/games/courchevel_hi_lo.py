"""Courchevel hi-lo, eight or better: the first board card open before the flop."""

from equity.rankings.lows import EIGHT_LOW
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot, Use

GAME = Showdown(
    name="courchevel_hi_lo",
    title="Courchevel hi-lo",
    summary="five hole cards, a board card open; a half to the best hand, a half to the lowest",
    aliases=("courchevel 8", "courchevel8", "courchevel hi-lo"),
    deal=Deal(hole=5, board=5, open=1),
    use=Use(hole=2, board=3),
    pots=(Pot(), Pot(EIGHT_LOW, "low", unclaimed_to="high")),
)
