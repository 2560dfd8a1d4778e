"""Seven-card stud hi-lo: half to the high hand, half to a low of eight or better."""

from equity.rankings.lows import EIGHT_LOW
from equity.rules import Setting
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot

GAME = Showdown(
    name="seven_card_stud_hi_lo",
    title="seven-card stud hi-lo",
    summary="seven cards; half to the best hand, half to the lowest with no card above an eight",
    aliases=("stud8", "stud 8", "stud hi-lo", "stud eight or better", "7 stud 8"),
    settings=(Setting("qualifier", "eight", ("eight", "none"), "what a low hand needs"),),
    deal=Deal(hole=7, by_street=True),
    pots=(Pot(), Pot(EIGHT_LOW, "low", unclaimed_to="high")),
)
