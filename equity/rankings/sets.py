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

from equity.errors import RuleError
from equity.rankings.tables import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CardSets", "SetTable", "choose_table"]

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
        if not 1 <= self.size <= MOST_CARDS:
            raise RuleError(f"a set of {self.size} cards; rankings by sets take 1 to {MOST_CARDS}")

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
        choose, place = choose_table(), np.zeros(len(masks), np.int64)
        left = masks.copy()
        for at in range(1, self.size + 1):
            # The exponent of a lowest bit is exact.
            low = left & (~left + np.uint64(1))
            card = np.frexp(low.astype(np.float64))[1] - 1
            place += choose[card, at]
            left ^= low
        return self.strengths[place]


@cache
def choose_table() -> NDArray[np.int64]:
    """Give the binomials of 0 to 54 over 0 to 6, int64[55, 7]: a place is a sum of them."""
    rows = [[comb(n, k) for k in range(7)] for n in range(55)]
    return frozen(np.array(rows, np.int64))


@cache
def _filled(ranking: CardSets) -> SetTable:
    """Ask the value of every set, and number the values."""
    sets = [cards[::-1] for cards in combinations(range(51, -1, -1), ranking.size)][::-1]
    values = [ranking.value(cards) for cards in sets]
    ordered = sorted({value for value in values if value is not None})
    if len(ordered) >= 1 << 15:
        raise RuleError(
            f"{ranking.name} has {len(ordered):,} values; at most 32,767 are told apart"
        )
    number: dict[Any, int] = {value: at + 1 for at, value in enumerate(ordered)}
    strengths = np.array([0 if v is None else number[v] for v in values], np.uint16)
    return SetTable(ranking.size, frozen(strengths), ("", *map(ranking.category, ordered)))
