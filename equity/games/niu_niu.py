"""Niu niu: three of five cards must make a multiple of ten; the other two count."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking.game import Multipliers, Payments
from equity.banking.single_hands import SingleHand
from equity.cards import card_name
from equity.rules import Setting

if TYPE_CHECKING:
    from numpy.typing import NDArray

CATEGORIES = ("none", *map(str, range(1, 10)), "niu niu", "ultimate")


def classify(rows: NDArray[np.uint8], ties: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give category and order within it: the highest card, for "none" even where ties are pushes.

    The points are those of all five cards, for the three are a multiple of ten: there is a niu
    if some two cards have the points of all five.
    """
    values = np.minimum(rows.astype(np.int64) + 1, 10) % 10
    points = values.sum(axis=1) % 10
    niu = np.zeros(len(rows), bool)
    for one, two in combinations(range(5), 2):
        niu |= (values[:, one] + values[:, two]) % 10 == points
    category = np.where(niu, np.where(points == 0, 10, points), 0)
    category[~values.any(axis=1)] = 11
    highest = rows[:, -1].astype(np.int64)
    plain = ties in ("push", "banker")
    return category, np.where((category > 0) & plain, 0, highest)


def describe(cards: list[tuple[int, int]], category: str) -> str:
    """Say how the cards are split."""
    names = [card_name(4 * rank + suit) for rank, suit in cards]
    values = [min((rank + 1) % 13 + 1, 10) for rank, _ in cards]
    for two in combinations(range(5), 2):
        three = [i for i in range(5) if i not in two]
        if sum(values[i] for i in three) % 10 == 0:
            piles = ("".join(names[i] for i in pile) for pile in (three, two))
            return f"{category}: {' / '.join(piles)}"
    return category


GAME = SingleHand(
    name="niu_niu",
    title="niu niu",
    summary="five cards, three of them a multiple of ten; the points of the other two count",
    aliases=("niuniu", "bull bull", "bullfight", "妞妞", "牛牛"),
    settings=(
        Setting(
            "ties",
            "high_card_suit",
            ("high_card_suit", "high_card", "push", "banker"),
            "what decides between equal points: the highest card and its suit, that card, nothing",
        ),
        Setting(
            "banker_takes",
            "multiplied",
            ("multiplied", "single"),
            "whether a banker who wins is paid by his hand too",
        ),
        Multipliers(
            "multipliers",
            Payments(
                dict.fromkeys(CATEGORIES[:8], 1) | {"8": 2, "9": 2, "niu niu": 3, "ultimate": 5}
            ),
            None,
            "units that the winner's hand pays",
        ),
        Setting(
            "bet_cap",
            True,
            (True, False),
            "in sessions, bet no more than the worst loss allows; else a loser pays what he has",
        ),
    ),
    size=5,
    categories=CATEGORIES,
    classify=classify,
    describe=describe,
    by_suit=("high_card_suit",),
)
