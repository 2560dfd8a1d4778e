"""Rankings by the place of a card set: any rule that can be told hand by hand.

Where no rank multiset decides (the lowest card wins, badugi), every set of so many cards has an
entry of its own: 22,100 for three cards, 270,725 for four, 2,598,960 for five.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from equity.cards import read_cards
from equity.checks import is_whole
from equity.errors import CardError, RuleError, shown
from equity.memory import remembered
from equity.rankings.tables import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.cards import Deck
    from equity.rankings.tables import Tables

__all__ = ["CardSets", "SetEvaluator", "SetTable", "SplitEvaluator", "by_place", "choose_table"]

MOST_CARDS = 5
"""Cards of a set, at most."""


class _Comparable(Hashable, Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


@dataclass(frozen=True)
class CardSets:
    """A ranking in which every set of cards has a value of its own.

    Parameters
    ----------
    name : str
        What it is called.
    size : int
        Cards of a hand, 1 to 5; all of them count.
    value : callable
        Takes the cards of a hand, ascending, as a tuple of ints, and gives what hands are compared
        by: anything that sorts, larger is better, equal is a tie; ``None`` if the hand does not
        qualify. A function of a module, so that workers of a pool find it.
    category : callable, optional
        Gives the name of the category of such a value; by default its text.

    Examples
    --------
    >>> lowest = CardSets("lowest card", 3, lambda cards: -(cards[0] >> 2))
    >>> table = lowest.table
    >>> table.distinct, int(table.strength([0, 9, 13]))
    (13, 13)
    """

    name: str
    size: int
    value: Callable[[tuple[int, ...]], Any]
    category: Callable[[Any], str] = str

    def __post_init__(self) -> None:
        if not is_whole(self.size) or not 1 <= self.size <= MOST_CARDS:
            raise RuleError(
                f"a set of {shown(self.size)} cards; rankings by sets take 1 to {MOST_CARDS}"
            )
        if not callable(self.value) or not callable(self.category):
            raise RuleError(f"{self.name} has no function that gives the value of a hand")

    def named(self, cards: list[int]) -> tuple[str, str]:
        """Give the category of a hand that qualifies and its words."""
        category = self.table.categories[self.table.strength(cards)]
        return category, category

    @property
    def table(self) -> SetTable:
        """The strengths by place, filled at the first request."""
        return _filled(self)


@dataclass(frozen=True, eq=False)
class SetTable:
    """The strengths of all sets of so many of 52 cards, read-only."""

    size: int
    """Cards of a set."""
    strengths: NDArray[np.uint16]
    """By place in colexicographic order; 0 does not qualify."""
    categories: tuple[str, ...]
    """By strength, from 1: the name of its category."""

    @property
    def distinct(self) -> int:
        """How many distinct strengths there are."""
        return len(self.categories) - 1

    def strength(self, cards: list[int]) -> int:
        """Give the strength of one hand."""
        places = (comb(card, at + 1) for at, card in enumerate(sorted(cards)))
        return int(self.strengths[sum(places)])

    def of_masks(self, masks: NDArray[np.uint64]) -> NDArray[np.uint16]:
        """Give the strengths of hands, one bit a card."""
        return np.asarray(self.strengths[places_of(masks, self.size)])


def places_of(masks: NDArray[np.uint64], size: int) -> NDArray[np.int64]:
    """Give the places of sets of so many cards in colexicographic order."""
    choose, place = choose_table(), np.zeros(len(masks), np.int64)
    left = masks.copy()
    for at in range(1, size + 1):
        # The exponent of a lowest bit is exact.
        low = left & (~left + np.uint64(1))
        place += choose[np.frexp(low.astype(np.float64))[1] - 1, at]
        left ^= low
    return place


def by_place(tables: Tables, size: int) -> NDArray[np.uint16]:
    """Give the strengths of all sets of so many cards by place, of a ranking by rank multisets."""
    from equity.rankings._evaluator import Evaluator

    sets = np.array(list(combinations(range(51, -1, -1), size))[::-1], np.uint8)
    look_up = Evaluator([(size, tables)], (1 << 52) - 1)
    return np.asarray(look_up.strengths(sets), np.uint16)


@cache
def choose_table() -> NDArray[np.int64]:
    """Give the binomials of 0 to 54 over 0 to 6, int64[55, 7]: a place is a sum of them."""
    rows = [[comb(n, k) for k in range(7)] for n in range(55)]
    return frozen(np.array(rows, np.int64))


@remembered(16)
def _filled(ranking: CardSets) -> SetTable:
    """Ask the value of every set, and number the values."""
    sets = [cards[::-1] for cards in combinations(range(51, -1, -1), ranking.size)][::-1]
    values = [ranking.value(cards) for cards in sets]
    try:
        ordered = sorted({value for value in values if value is not None})
    except TypeError as error:
        raise RuleError(f"values of {ranking.name} cannot be compared: {error}") from None
    if any(value != value for value in ordered):
        raise RuleError(f"{ranking.name} gives a value that is not equal to itself, such as nan")
    if len(ordered) >= 1 << 15:
        raise RuleError(
            f"{ranking.name} has {len(ordered):,} values; at most 32,767 are told apart"
        )
    number: dict[Any, int] = {value: at + 1 for at, value in enumerate(ordered)}
    strengths = np.array([0 if v is None else number[v] for v in values], np.uint16)
    return SetTable(ranking.size, frozen(strengths), ("", *map(ranking.category, ordered)))


class SetEvaluator:
    """Looks hands up by the place of their card set, for each part of a pot.

    Parameters
    ----------
    parts : uint16[parts, sets]
        Strengths by place.
    size : int
        Cards of a hand.
    deck : Deck
        The cards there are.
    """

    def __init__(self, parts: NDArray[np.uint16], size: int, deck: Deck) -> None:
        self.parts = parts
        self.size = size
        self.deck = deck

    def strength(self, cards: list[int]) -> Any:
        """Give the strength of a hand: one int, or a tuple with one for each part of the pot."""
        hand = read_cards(cards)
        if len(set(hand)) != len(hand) or len(hand) != self.size:
            raise CardError(f"a hand has {self.size} different cards; given {hand}")
        found = self.strengths(np.array([hand]))[0]
        return int(found) if len(self.parts) == 1 else tuple(found.tolist())

    def strengths(self, cards: Any, check: bool = True) -> NDArray[np.uint16]:
        """Give the strengths of many hands, uint16[n], or uint16[n, parts] of a split pot."""
        hands = np.asarray(cards)
        if hands.ndim != 2 or hands.dtype.kind not in "ui":
            raise RuleError(f"cards is {shown(cards)}; it is an array of integers [n, {self.size}]")
        if hands.shape[1] != self.size:
            raise CardError(f"hands of {hands.shape[1]} cards; a hand has {self.size}")
        if check:
            ordered = np.sort(hands, axis=1)
            if len(hands) and not np.isin(hands, self.deck.cards).all():
                raise CardError(f"a number is no card of the deck, {self.deck.cards[0]} to 51")
            if (ordered[:, 1:] == ordered[:, :-1]).any():
                raise CardError("a hand has a card twice")
        masks = np.bitwise_or.reduce(
            np.uint64(1) << np.minimum(hands, 53).astype(np.uint64), axis=1
        )
        # What is no hand, unchecked, has some place.
        places = np.minimum(places_of(masks, self.size), self.parts.shape[1] - 1)
        found = self.parts[:, places]
        return np.ascontiguousarray(found[0] if len(self.parts) == 1 else found.T)


class SplitEvaluator:
    """Looks hands up for each part of a pot, by an evaluator of its own.

    Parameters
    ----------
    parts : sequence
        The evaluators.
    """

    def __init__(self, parts: list[Any]) -> None:
        self.parts = parts

    def strength(self, cards: list[int]) -> tuple[int, ...]:
        """Give the strengths of a hand, one for each part of the pot; 0 does not qualify."""
        return tuple(int(part.strength(cards)) for part in self.parts)

    def strengths(self, cards: Any, check: bool = True) -> NDArray[np.uint16]:
        """Give the strengths of many hands, uint16[n, parts]."""
        return np.stack([part.strengths(cards, check) for part in self.parts], axis=1)
