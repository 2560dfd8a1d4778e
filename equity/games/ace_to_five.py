"""Ace-to-five lowball: five cards, one draw, the lowest hand wins."""

from equity.rankings.lows import ACE_TO_FIVE
from equity.rules import Setting
from equity.showdown.lowball import Lowball
from equity.showdown.spec import Deal, Pot

GAME = Lowball(
    name="ace_to_five",
    title="ace-to-five lowball",
    summary="five cards, one draw; the lowest hand wins, aces are low, 5-4-3-2-A is the best",
    aliases=("a-5", "a-5 lowball", "california", "california lowball", "ace to five"),
    settings=(
        Setting("low", "a5", ("a5", "a6"), "a6: straights and flushes count against a hand"),
    ),
    deal=Deal(hole=5, by_street=True),
    pots=(Pot(ACE_TO_FIVE, "low"),),
)
