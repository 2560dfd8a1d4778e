"""What is shown of an answer, as plain data: results make it, `display` and `plots` show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    Picture: TypeAlias = "Bars | Points | Heat | Histogram"

__all__ = ["Bars", "Heat", "Histogram", "Points", "View"]


class View(NamedTuple):
    """A table: what is shown of a result, whatever it is shown on."""

    title: str
    facts: list[str]
    columns: list[str]
    rows: list[list[object]]


class Bars(NamedTuple):
    """Horizontal bars, the first on top."""

    title: str
    axis: str
    """What the values are."""
    labels: Sequence[str]
    values: Sequence[float]
    stderr: Sequence[float] | None
    """Standard errors; ``None`` if the values are exact."""
    inner: Sequence[float] | None = None
    """The part of each value that is set apart."""
    legend: tuple[str, str] = ("", "")
    """What the inner part is, and what the rest is."""
    limits: tuple[float, float] | None = None
    """The ends of the axis."""


class Points(NamedTuple):
    """Points with error bars, the first on top."""

    title: str
    axis: str
    """What the values are."""
    labels: Sequence[str]
    values: Sequence[float]
    stderr: Sequence[float]
    zero: bool = False
    """A line is drawn at zero."""


class Heat(NamedTuple):
    """A table of numbers from 0 to 1 by colour; nan is an empty cell."""

    title: str
    axis: str
    """What the values are."""
    labels: Sequence[str]
    """One a cell, row by row."""
    values: NDArray[np.float64]
    middle: float
    """What is neither good nor bad."""


class Histogram(NamedTuple):
    """How often each value came."""

    title: str
    axis: str
    """What the values are."""
    values: NDArray[np.float64]
    counts: NDArray[np.int64]
    mean: float
