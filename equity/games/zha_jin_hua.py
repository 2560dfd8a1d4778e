"""Zha jin hua: three cards each; three of a kind is the best, then straight flush and flush."""

from equity.rankings.ranking import THREE_CARDS
from equity.rules import Setting
from equity.showdown.game import Showdown, settings
from equity.showdown.spec import Deal, Pot

GAME = Showdown(
    name="zha_jin_hua",
    title="zha jin hua",
    summary="three cards each; three of a kind > straight flush > flush > straight > pair",
    aliases=("three card golden flower", "golden flower", "win three cards", "炸金花"),
    settings=(
        *settings("rank_first", wheels=("lowest", "second", "none")),
        Setting(
            "two_three_five",
            "off",
            ("off", "mixed", "rainbow"),
            "2-3-5 of not one suit, or of three suits, beats three of a kind",
        ),
        Setting("ties", "split", ("split", "asker_loses"), "the first seat may lose every tie"),
    ),
    presets={
        "teen_patti": {
            "order": (
                "three of a kind",
                "straight flush",
                "straight",
                "flush",
                "one pair",
                "high card",
            ),
            "wheel": "second",
            "suits": "none",
        }
    },
    deal=Deal(hole=3),
    pots=(Pot(THREE_CARDS),),
)
