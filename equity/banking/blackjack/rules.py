"""Blackjack: its settings, and what the compiled recursion takes of them.

Cards are counted by value: ``ACE`` (0), 1 .. 8 for 2 .. 9, ``TEN`` (9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from equity.banking.cards_left import INFINITE
from equity.rules import Setting

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CASINO", "Numbers", "settings", "without"]

ACE, TEN, NO_CARD = 0, 9, -1
VALUES: Final = (*range(1, 9), 9, 9, 9, 9, 0)
"""The card of each rank, deuce to ace."""
NAMES: Final = "A23456789T"
"""What the cards are called."""
HARD_POINTS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
ACTIONS: Final = ("hit", "stand", "double", "split", "surrender")
"""The actions by their number."""
PAYS: Final = {None: 0.0, "3:2": 1.5, "6:5": 1.2, "2:1": 2.0}


class Numbers(NamedTuple):
    """The rules as the compiled recursion takes them."""

    hits_soft_17: bool
    five_ends: bool
    peek: bool
    surrender: bool
    split_aces_hit: bool
    double_after_split: bool
    natural_pays: float
    five_pays: float
    must_draw_below: int
    max_hands: int
    ace_hands: int
    double_from: int
    double_to: int
    split_cards: int

    @classmethod
    def of(cls, rules: Any) -> Numbers:
        """Read the settings of a game."""
        natural = PAYS[rules["natural_pays"]]
        low, high = {"none": (99, 0), "any": (0, 21), "9-11": (9, 11), "10-11": (10, 11)}[
            rules["double"]
        ]
        return cls(
            hits_soft_17=rules["soft_17"] == "hit",
            five_ends=rules["banker_five_cards_win"],
            peek=rules["peek"] and natural > 0,
            surrender=rules["surrender"] == "late",
            split_aces_hit=rules["split_aces_hit"],
            double_after_split=rules["double_after_split"],
            natural_pays=natural,
            five_pays=float(rules["five_cards_pay"] or 0),
            must_draw_below=rules["must_draw_below"],
            max_hands=rules["max_hands"],
            ace_hands=rules["max_hands"] if rules["resplit_aces"] else 2,
            double_from=low,
            double_to=high,
            split_cards={"none": 0, "aces": 1 << ACE, "pairs": (1 << 10) - 1}[rules["split"]],
        )


def settings() -> tuple[Setting, ...]:
    """Give the settings of blackjack."""
    switch = (False, True)
    return (
        Setting("decks", 1, (*range(1, 9), INFINITE), "decks in the shoe"),
        Setting("banker_up_card", False, switch, "the banker's first card is seen"),
        Setting("must_draw_below", 15, tuple(range(22)), "totals below must draw; 0: free"),
        Setting("soft_17", "stand", ("stand", "hit"), "what the banker does on 17 with an ace"),
        Setting("five_cards_pay", 2, (2, None), "units won at once by five cards without bust"),
        Setting("banker_five_cards_win", False, switch, "five cards end the banker's hand and win"),
        Setting("natural_pays", None, (None, "3:2", "6:5", "2:1"), "an ace and a ten in two cards"),
        Setting("split", "aces", ("aces", "pairs", "none"), "which pairs may be split"),
        Setting("max_hands", 2, (2, 3, 4), "hands of a player after all splits"),
        Setting("resplit_aces", False, switch, "aces may be split more than once"),
        Setting("split_aces_hit", False, switch, "split aces may draw more than one card"),
        Setting("double", "none", ("none", "any", "9-11", "10-11"), "totals that may be doubled"),
        Setting("double_after_split", False, switch, "hands of a split pair may be doubled"),
        Setting("surrender", "none", ("none", "late"), "half the bet back for the first two cards"),
        Setting("peek", False, switch, "the banker looks for a natural before players act"),
        Setting("insurance", False, switch, "half a bet at 2 to 1 that an ace hides a natural"),
    )


CASINO: Final = {
    "decks": 6,
    "banker_up_card": True,
    "must_draw_below": 0,
    "soft_17": "stand",
    "five_cards_pay": None,
    "banker_five_cards_win": False,
    "natural_pays": "3:2",
    "split": "pairs",
    "max_hands": 4,
    "resplit_aces": False,
    "split_aces_hit": False,
    "double": "any",
    "double_after_split": True,
    "surrender": "none",
    "peek": True,
    "insurance": True,
}
"""The preset "casino"."""


def without(counts: Sequence[int], infinite: bool, card: int) -> tuple[int, ...] | None:
    """Give the cards left by value after one of a value, if any, is gone; None if there is none."""
    left = list(counts)
    if card != NO_CARD:
        if not left[card]:
            return None
        if not infinite:
            left[card] -= 1
    return tuple(left)
