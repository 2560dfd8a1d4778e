"""What a calculation is made of: jobs that do any chunk alone, tallies, random streams.

There are two kinds of jobs, :class:`Enumeration` (exact) and :class:`Sampling` (simulated). A chunk
returns a *tally*, named arrays of counts and sums.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Protocol,
    TypeAlias,
    cast,
)

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

from equity.options import Method

__all__ = ["Enumeration", "Outcome", "Played", "Sampling", "Tally", "stream"]

Tally: TypeAlias = dict[str, np.ndarray[Any, np.dtype[Any]]]


class Enumeration(Protocol):
    """An exact job: `units` independent units of work, done in chunks.

    Implementations are small, frozen and picklable, and build their tables where they run.
    """

    @property
    def units(self) -> int:
        """Number of units, 0 or more."""

    @property
    def chunk_units(self) -> int:
        """Units of a chunk, at least 1; a chunk lasts less than 0.1 s."""

    def count(self, start: int, stop: int) -> Tally:
        """Count units ``start`` to ``stop - 1``; the names and shapes are always the same."""


class Sampling(Protocol):
    """A simulated job: any number of random deals, done in chunks.

    Implementations are small, frozen and picklable, and build their tables where they run.
    """

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk, at least 1; a chunk lasts less than 0.1 s."""

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate the first `deals` deals of the stream that starts at `state`, uint64[4].

        The first n deals are the same whatever `deals` is; names and shapes never change.
        """

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of what is asked; ``tolerance`` bounds it.

        It may be ``inf`` or ``nan`` while there is too little to tell.
        """


class Played(Protocol):
    """What an answer tells of its game."""

    @property
    def name(self) -> str:
        """The name of the game."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """The settings in force, name to value."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a calculation counted."""

    method: Method
    tally: Tally
    """The tallies of all chunks done, added in chunk order."""
    deals: int
    """Simulated: deals drawn. Exact: units counted (deals are then read from the tally)."""
    seed: int | None
    """The seed used; ``None`` if exact."""
    elapsed: float
    """Seconds of real time."""
    partial: bool = False
    """Interrupted: the deals or units are only the first of those asked for."""
    covered: float = 1.0
    """Exact: the part of the units that was counted, 1 if all were."""

    def about(self, game: Played, question: Hashable, deals: int | None = None) -> dict[str, Any]:
        """Give what every result says of how it was made, as keyword arguments of a result.

        Parameters
        ----------
        game : equity.rules.Game
            The game, whose name and rules are told.
        question : hashable
            What was asked; ``None`` if answers are never added.
        deals : int, optional
            The deals of an exact answer, read from the tally; those of the outcome if not given.

        Returns
        -------
        dict of str to object
            game, rules, method, deals, seed, elapsed, partial, covered, question.

        Examples
        --------
        >>> from equity import war
        >>> Outcome("exact", {}, 1, None, 0.5).about(war, None, deals=26)["deals"]
        26
        """
        return {
            "game": game.name,
            "rules": game.rules,
            "method": self.method,
            "deals": self.deals if deals is None else deals,
            "seed": self.seed,
            "elapsed": self.elapsed,
            "partial": self.partial,
            "covered": self.covered,
            "question": question,
        }


def stream(seed: int, chunk: int) -> NDArray[np.uint64]:
    """Give the start of the random stream of a chunk.

    Parameters
    ----------
    seed : int
        0 or more, of any size.
    chunk : int
        0 or more.

    Returns
    -------
    numpy.ndarray
        uint64[4], from ``numpy.random.SeedSequence(seed, spawn_key=(chunk,))``.

    Examples
    --------
    >>> stream(7, 0).shape
    (4,)
    >>> bool((stream(7, 0) == stream(7, 1)).any())
    False
    """
    sequence = np.random.SeedSequence(seed, spawn_key=(chunk,))
    return cast("NDArray[np.uint64]", sequence.generate_state(4, np.uint64))
