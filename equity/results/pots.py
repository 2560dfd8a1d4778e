"""The pots that are won."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from equity.results.base import Floats

__all__ = ["Pots"]


@dataclass(frozen=True, slots=True)
class Pots:
    """Main and side pots: how much is in each, and who can win it.

    Parameters
    ----------
    players : int
        Number of seats.
    amounts : tuple of float
        Chips in each pot.
    eligible : tuple of tuple of int
        The seats that can win each pot, ascending. A pot of one seat is returned to it.

    See Also
    --------
    equity.showdown.pots.side_pots : Build them from stacks.

    Examples
    --------
    >>> pots = Pots(3, (90.0, 40.0, 10.0), ((0, 1, 2), (1, 2), (2,)))
    >>> pots.rows, pots.side
    ((0, 1, -1), ((1, 2),))
    """

    players: int
    amounts: tuple[float, ...]
    eligible: tuple[tuple[int, ...], ...]

    @property
    def side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each contested pot that not everybody can win: pots 1.. of a tally."""
        return tuple(seats for seats in self.eligible if 1 < len(seats) < self.players)

    @property
    def rows(self) -> tuple[int, ...]:
        """The pot of the tally that tells who wins each pot; -1 if it is returned."""
        rows, side = [], 0
        for seats in self.eligible:
            if len(seats) == 1:
                rows.append(-1)
            elif len(seats) == self.players:
                rows.append(0)
            else:
                side += 1
                rows.append(side)
        return tuple(rows)

    @property
    def total(self) -> float:
        """All chips."""
        return math.fsum(self.amounts)

    def contested(self) -> Floats:
        """Give the chips that are won by each pot of a tally, float64[1 + len(side)]."""
        out = np.zeros(1 + len(self.side))
        for amount, row in zip(self.amounts, self.rows, strict=True):
            if row >= 0:
                out[row] += amount
        return out

    def returned(self) -> Floats:
        """Give the chips returned to each seat uncontested, float64[players]."""
        out = np.zeros(self.players)
        for amount, seats in zip(self.amounts, self.eligible, strict=True):
            if len(seats) == 1:
                out[seats[0]] += amount
        return out
