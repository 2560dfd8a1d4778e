"""Deuce-to-seven lowball: five cards, one draw, the worst high hand wins."""

from equity.rankings.lows import DEUCE_TO_SEVEN
from equity.showdown.lowball import Lowball
from equity.showdown.spec import Deal, Pot

GAME = Lowball(
    name="deuce_to_seven",
    title="deuce-to-seven lowball",
    summary="five cards, one draw; the worst high hand wins, aces are high, 7-5-4-3-2 is the best",
    aliases=("2-7", "27", "kansas city", "deuce to seven", "2-7 single draw"),
    deal=Deal(hole=5, by_street=True),
    pots=(Pot(DEUCE_TO_SEVEN, "low"),),
)
