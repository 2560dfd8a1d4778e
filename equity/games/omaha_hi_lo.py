"""Omaha hi-lo, eight or better: two of four hole cards with three of the board for each half."""

from equity.rankings.lows import EIGHT_LOW
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot, Use

GAME = Showdown(
    name="omaha_hi_lo",
    title="Omaha hi-lo",
    summary="Omaha; half to the best hand, half to the lowest with no card above an eight",
    aliases=("omaha8", "omaha 8", "o8", "plo8", "omaha eight or better", "FO/8"),
    deal=Deal(hole=4, board=5),
    use=Use(hole=2, board=3),
    pots=(Pot(), Pot(EIGHT_LOW, "low", unclaimed_to="high")),
)
