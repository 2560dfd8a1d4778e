"""Short deck hold'em: 36 cards, sixes up; a flush beats a full house."""

from equity.rankings.ranking import Ranking
from equity.rules import Setting
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot

ORDER = (
    "straight flush",
    "four of a kind",
    "flush",
    "full house",
    "straight",
    "three of a kind",
    "two pair",
    "one pair",
    "high card",
)

GAME = Showdown(
    name="short_deck",
    title="short deck hold'em",
    summary="hold'em with sixes up, A-6-7-8-9 the lowest straight; a flush beats a full house",
    aliases=("6+", "6 plus", "six plus", "short deck holdem", "short deck hold'em", "sixplus"),
    settings=(
        Setting("straight_over_trips", True, (True, False), "a straight beats three of a kind"),
    ),
    deal=Deal(hole=2, board=5),
    pots=(Pot(Ranking(lowest_rank="6", order=ORDER)),),
)
