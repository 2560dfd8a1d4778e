"""Deuce-to-seven razz: seven-card stud for the worst high hand of five cards."""

from equity.rankings.lows import DEUCE_TO_SEVEN
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot

GAME = Showdown(
    name="deuce_to_seven_razz",
    title="deuce-to-seven razz",
    summary="stud of seven cards; the lowest five, aces high, straights and flushes count",
    aliases=("2-7 razz", "27 razz", "deuce to seven razz"),
    deal=Deal(hole=7, by_street=True),
    pots=(Pot(DEUCE_TO_SEVEN, "low"),),
)
