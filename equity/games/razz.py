"""Razz: seven-card stud for the lowest five cards, ace to five."""

from equity.rankings.lows import ACE_TO_FIVE
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot

GAME = Showdown(
    name="razz",
    title="razz",
    summary="stud of seven cards; the lowest five, aces low, straights and flushes do not count",
    aliases=("7 card razz", "seven card razz", "stud low"),
    deal=Deal(hole=7, by_street=True),
    pots=(Pot(ACE_TO_FIVE, "low"),),
)
