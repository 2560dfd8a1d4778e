"""Hands by their ranks alone: which there are of one deck, and in how many ways each is dealt.

Ranks are numbered from the ace, 0, up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking import _pairs
from equity.memory import remembered

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.banking.game import Left

__all__ = ["Multisets", "by_ace", "every_hand", "key_of", "multisets", "runs"]


@dataclass(frozen=True, eq=False)
class Multisets:
    """Every multiset of ranks that hands of one size may have."""

    rows: NDArray[np.uint8]
    """uint8[n, size], ascending."""
    counts: NDArray[np.uint8]
    """uint8[n, 13], cards of each rank."""
    kinds: NDArray[np.uint8]
    """uint8[n, size]: the ranks of a row, each once."""
    times: NDArray[np.uint8]
    """uint8[n, size]: how many of each there are."""
    keys: NDArray[np.int64]
    """The ranks of a row in one number, ascending."""

    def __len__(self) -> int:
        return len(self.rows)

    def at(self, ranks: Any) -> int:
        """Give the place of a hand, of its ranks ascending."""
        key = key_of(np.array([ranks], np.uint8))
        return int(np.searchsorted(self.keys, key)[0])

    def ways(self, left: Left) -> NDArray[np.int64]:
        """Count the ways to deal each hand from the cards left."""
        out = np.zeros(len(self.rows), np.int64)
        _pairs.ways(self.kinds, self.times, by_ace(left), out)
        return out

    def by_place(self, values: NDArray[Any]) -> NDArray[np.int16]:
        """Spread a value by hand to the ranks in any order, int16[13 ** size, ...].

        Five cards of a rank, which no deck has, are given any value.
        """
        size = self.rows.shape[1]
        places = np.indices((13,) * size, dtype=np.uint8).reshape(size, -1).T
        at = np.searchsorted(self.keys, key_of(np.sort(places, axis=1)))
        out = values[np.minimum(at, len(self.keys) - 1)].astype(np.int16)
        out.setflags(write=False)
        return out


def key_of(rows: NDArray[Any]) -> NDArray[np.int64]:
    """Put the ranks of rows in one number each."""
    key = np.zeros(len(rows), np.int64)
    for column in range(rows.shape[1]):
        key = key * 16 + rows[:, column]
    return key


def runs(counts: NDArray[np.uint8], size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """List the kinds of card that hands have, and how many of each."""
    kinds = np.zeros((len(counts), size), np.uint8)
    times = np.zeros((len(counts), size), np.uint8)
    _pairs.runs(np.ascontiguousarray(counts), kinds, times)
    return kinds, times


def multisets(kinds: int, size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """List sorted hands, and how many cards they have of each kind."""
    rows = np.array(list(combinations_with_replacement(range(kinds), size)), np.uint8)
    counts = (rows[:, None, :] == np.arange(kinds, dtype=np.uint8)[:, None]).sum(2)
    return rows, counts.astype(np.uint8)


@remembered(5)
def every_hand(size: int) -> Multisets:
    """List the hands of so many cards of one deck."""
    rows, counts = multisets(13, size)
    possible = (counts <= 4).all(axis=1)
    rows, counts = rows[possible], counts[possible]
    kinds, times = runs(counts, size)
    return Multisets(rows, counts, kinds, times, key_of(rows))


def by_ace(left: Left) -> NDArray[np.int64]:
    """Give the cards left by rank, from the ace up."""
    counts = left.counts
    return np.array([counts[-1], *counts[:-1]], np.int64)
