"""Omaha hi-lo with six hole cards, eight or better."""

from equity.rankings.lows import EIGHT_LOW
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot, Use

GAME = Showdown(
    name="omaha_six_hi_lo",
    title="Omaha hi-lo with six cards",
    summary="the same with six hole cards",
    aliases=("omaha six 8", "plo6 8", "6 card omaha hi-lo"),
    deal=Deal(hole=6, board=5),
    use=Use(hole=2, board=3),
    pots=(Pot(), Pot(EIGHT_LOW, "low", unclaimed_to="high")),
)
