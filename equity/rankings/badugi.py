"""Badugi hands: the most cards of different ranks and suits, then the lowest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from equity.errors import RuleError, shown
from equity.memory import remembered
from equity.rankings.sets import CardSets, SetTable, choose_table
from equity.rankings.tables import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Badugi", "best_of_more"]

_NUMBERS = ("", "one", "two", "three", "four")


@dataclass(frozen=True)
class Badugi(CardSets):
    """How badugi hands are ordered: the best of at most four cards of different ranks and suits.

    More cards are better; of as many, the lower top card is, then the next.

    Parameters
    ----------
    size : int
        Cards of a hand, 4 or 5.
    aces : str
        ``"low"`` or ``"high"``.

    Examples
    --------
    >>> Badugi().table.distinct
    1092
    >>> Badugi().named([48, 5, 14, 19])
    ('four-card 6', 'badugi 6-5-3-A')
    """

    name: str = "badugi"
    size: int = 4
    aces: str = "low"
    value: None = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        if self.size not in (4, 5):
            raise RuleError(f"a badugi of {shown(self.size)} cards; tables have 4 or 5")
        if self.aces not in ("low", "high"):
            raise RuleError(f'aces is {shown(self.aces)}; it is "low" or "high"')

    @property
    def table(self) -> SetTable:
        """The strengths by place, filled at the first request."""
        return _table(self.aces, self.size)

    def best(self, cards: list[int]) -> list[int]:
        """Give the cards that make the hand, highest first."""
        choices = [
            [*kept]
            for number in range(1, 5)
            for kept in combinations(cards, number)
            if len({card >> 2 for card in kept}) == len({card & 3 for card in kept}) == number
        ]
        heights = {
            card: ((card >> 2) + 1) % 13 if self.aces == "low" else card >> 2 for card in cards
        }
        ordered = [sorted(kept, key=lambda card: -heights[card]) for kept in choices]
        return max(ordered, key=lambda kept: (len(kept), [-heights[card] for card in kept]))

    def named(self, cards: list[int]) -> tuple[str, str]:
        """Give the category of a hand and its words."""
        ranks = ["23456789TJQKA"[card >> 2] for card in self.best(cards)]
        category = f"{_NUMBERS[len(ranks)]}-card {ranks[0]}"
        first = "badugi" if len(ranks) == 4 else f"{_NUMBERS[len(ranks)]} cards"
        return category, f"{first} {'-'.join(ranks)}"


def _sets(size: int) -> NDArray[np.uint8]:
    """List all sets of so many of 52 cards in colexicographic order, ascending in a row."""
    found = np.arange(52, dtype=np.uint8)[:, None]
    for more in range(1, size):
        grown = [np.insert(found[: comb(top, more)], more, top, axis=1) for top in range(more, 52)]
        found = np.concatenate(grown)
    return found


@remembered(4)
def _fours(aces: str) -> tuple[NDArray[np.uint16], tuple[str, ...]]:
    """Number the hands of four cards, and name their categories."""
    sets = _sets(4).astype(np.int64)
    heights, suits = sets >> 2, sets & 3
    if aces == "low":
        heights = (heights + 1) % 13
    clash = {
        (i, j): (heights[:, i] == heights[:, j]) | (suits[:, i] == suits[:, j])
        for i, j in combinations(range(4), 2)
    }
    best = np.zeros(len(sets), np.int64)
    for number in range(1, 5):
        for kept in combinations(range(4), number):
            fits = np.ones(len(sets), bool)
            for pair in combinations(kept, 2):
                fits &= ~clash[pair]
            # Of as many ranks, the set that is the smaller number is the lower hand.
            ranks = (1 << heights[:, kept]).sum(axis=1)
            best = np.maximum(best, np.where(fits, number << 13 | (8191 - ranks), 0))
    found, place = np.unique(best, return_inverse=True)
    names = [""]
    for value in found.tolist():
        top = (8191 - (value & 8191)).bit_length() - 1
        rank = ("A23456789TJQK" if aces == "low" else "23456789TJQKA")[top]
        names.append(f"{_NUMBERS[value >> 13]}-card {rank}")
    return frozen((place + 1).astype(np.uint16)), tuple(names)


@remembered(4)
def _table(aces: str, size: int) -> SetTable:
    """Fill the table of hands of so many cards."""
    strengths, names = _fours(aces)
    if size == 5:
        strengths = frozen(best_of_more(_sets(5), aces))
    return SetTable(size, strengths, names)


def best_of_more(cards: NDArray[np.uint8], aces: str = "low") -> NDArray[np.uint16]:
    """Give the strengths of hands of more than four cards, a hand a row, ascending.

    The numbers are those of hands of four.

    Examples
    --------
    >>> hand = np.array([[0, 5, 10, 15, 20, 24, 48]], np.uint8)
    >>> Badugi().table.categories[best_of_more(hand)[0]]
    'four-card 5'
    """
    fours, choose = _fours(aces)[0], choose_table()
    best = np.zeros(len(cards), np.uint16)
    for kept in combinations(range(cards.shape[1]), 4):
        place = np.zeros(len(cards), np.int64)
        for at, column in enumerate(kept):
            place += choose[cards[:, column], at + 1]
        np.maximum(best, fours[place], out=best)
    return best
