"""Three-card poker: fold, or play against a banker who needs a queen."""

from dataclasses import replace

from equity.banking.ante import AnteGame
from equity.banking.game import Multipliers, Payments
from equity.rankings.ranking import THREE_CARDS
from equity.rules import Setting

STRAIGHT_FLUSH_FIRST = (
    "straight flush",
    "three of a kind",
    "straight",
    "flush",
    "one pair",
    "high card",
)

GAME = AnteGame(
    name="three_card_poker",
    title="three-card poker",
    summary="three cards; fold, or bet as much again against a banker who needs a queen",
    aliases=("three card poker", "tcp"),
    settings=(
        Setting("qualify", "Q", ("none", "J", "Q", "K", "A"), "the top card the banker needs"),
        Multipliers(
            "ante_bonus",
            Payments({"straight": 1, "three of a kind": 4, "straight flush": 5}),
            None,
            "units that a hand played wins beside, whoever has the better one",
        ),
        Multipliers(
            "pair_plus",
            Payments(
                {
                    "one pair": 1,
                    "flush": 4,
                    "straight": 6,
                    "three of a kind": 30,
                    "straight flush": 40,
                }
            ),
            None,
            "units that the bet on the own hand wins",
        ),
    ),
    presets={"flush_3": {"pair_plus": {"flush": 3}}},
    ranking=replace(THREE_CARDS, order=STRAIGHT_FLUSH_FIRST),
    side_bet="pair_plus",
)
