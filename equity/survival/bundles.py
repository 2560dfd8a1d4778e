"""What the kernels of survival games take: arrays that belong together, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Dealing", "Out", "Policies", "Quickness"]


class Dealing(NamedTuple):
    """How cards are dealt."""

    deck: Ints
    """[52]: all cards in the order in which they are dealt; before each deal those after the first
    `fixed` are shuffled in place."""
    owner: Ints
    """[52]: the seat that each of them goes to, -1 the stock; top card first."""
    fixed: int
    """Cards that are not shuffled."""


class Out(NamedTuple):
    """What is written."""

    groups: Ints
    """[n, n, n + 1]: see ``Match``."""
    lengths: Ints
    """[limit + 1]: games by length."""
    ends: Ints
    """[3]: games unfinished, games proved to repeat, rows of `log`."""
    key: Ints
    """[n]: how the last game ended; more is better, equal shares."""
    log: NDArray[np.int32]
    """[rows, 4]: what happened, (code, seat, card, other); 0 rows: nothing."""


class Quickness(NamedTuple):
    """How quick and how sure players are."""

    mean: Floats
    """[n or 0]: means of the logarithms of the reaction times; with none all are alike."""
    spread: float
    """Their standard deviation."""
    wrong: Floats
    """[n or 0]: each seat's chance of slapping at a card that is no match."""


class Policies(NamedTuple):
    """How players choose."""

    loose: Ints
    """[n]: 1 to take anything allowed equally often, 0 what is sensible."""
    deep: Ints
    """[n]: games that a seat tries for each choice, 0 for none."""
