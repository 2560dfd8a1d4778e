"""Omaha hi-lo with five hole cards, eight or better."""

from equity.rankings.lows import EIGHT_LOW
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot, Use

GAME = Showdown(
    name="omaha_five_hi_lo",
    title="Omaha hi-lo with five cards",
    summary="the same with five hole cards",
    aliases=("big o", "bigo", "omaha five 8", "plo5 8", "5 card omaha hi-lo"),
    deal=Deal(hole=5, board=5),
    use=Use(hole=2, board=3),
    pots=(Pot(), Pot(EIGHT_LOW, "low", unclaimed_to="high")),
)
