"""Hold'em hi-lo: half to the high hand, half to a low of eight or better."""

from equity.rankings.lows import EIGHT_LOW
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot

GAME = Showdown(
    name="holdem_hi_lo",
    title="hold'em hi-lo",
    summary="hold'em; half to the best hand, half to the lowest with no card above an eight",
    aliases=("holdem8", "holdem 8", "hold'em eight or better"),
    deal=Deal(hole=2, board=5),
    pots=(Pot(), Pot(EIGHT_LOW, "low", unclaimed_to="high")),
)
