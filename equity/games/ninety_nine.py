"""Ninety-nine: cards add to a sum that may not pass 99; who cannot play is out."""

from equity.rules import Setting
from equity.survival.game import turn_limit
from equity.survival.ninety_nine import NinetyNine

GAME = NinetyNine(
    name="ninety_nine",
    title="ninety-nine",
    summary="cards add to a sum that may not pass 99; who cannot play is out",
    aliases=("99", "九十九"),
    settings=(
        turn_limit("cards"),
        Setting("limit", 99, None, "the sum that may not be passed; a king makes it"),
        Setting("five", "skip", ("skip", "name"), "a five skips a seat, or names who plays next"),
        Setting("ace_of_spades", "one", ("one", "zero"), "it adds 1, or makes the sum 0"),
    ),
)
