"""Pictures of plain data, which results make. matplotlib is imported only when one is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.display import optional
from equity.errors import RuleError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    Picture: TypeAlias = "Bars | Points | Heat | Histogram"

__all__ = ["Bars", "Heat", "Histogram", "Points", "draw"]


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


def draw(picture: Picture, ax: Any) -> Any:
    """Draw a picture, in a new figure if there are no axes, and give the axes."""
    optional("matplotlib", "plot")
    if ax is not None and not callable(getattr(ax, "barh", None)):
        raise RuleError(f"ax is {shown(ax)}; it is the axes of matplotlib to draw on")
    if ax is None:
        # Constrained: long labels at the side are not cut off.
        ax = optional("matplotlib.pyplot", "plot").subplots(layout="constrained")[1]
    _DRAWN[type(picture)](picture, ax)
    ax.set_title(picture.title)
    return ax


def _reach(errors: Sequence[float]) -> list[float]:
    """Give how far the bars of standard errors reach, for 95 %."""
    return [1.96 * error for error in errors]


def _bars(picture: Bars, ax: Any) -> None:
    """Draw horizontal bars, a part of each set apart if there is one."""
    places = np.arange(len(picture.labels))
    reach = None if picture.stderr is None else _reach(picture.stderr)
    apart = {} if picture.inner is None else {"color": "C1", "label": picture.legend[1]}
    ax.barh(places, picture.values, xerr=reach, capsize=3, **apart)
    labels = [label if len(label) <= 30 else label[:27] + "..." for label in picture.labels]
    ax.set_yticks(places, labels)
    ax.invert_yaxis()
    if picture.inner is not None:
        ax.barh(places, picture.inner, color="C0", label=picture.legend[0])
        ax.legend()
    if picture.limits is not None:
        ax.set_xlim(*picture.limits)
    ax.set_xlabel(picture.axis)


def _points(picture: Points, ax: Any) -> None:
    """Draw values as points."""
    places = np.arange(len(picture.labels))
    ax.errorbar(picture.values, places, xerr=_reach(picture.stderr), fmt="o", capsize=3)
    ax.set_yticks(places, picture.labels)
    ax.invert_yaxis()
    ax.grid(axis="x", alpha=0.3)
    if picture.zero:
        ax.axvline(0, color="black", linewidth=0.8)
    ax.set_xlabel(picture.axis)


def _heat(picture: Heat, ax: Any) -> None:
    """Draw a heat map with its numbers in per cent."""
    norm = optional("matplotlib.colors", "plot").TwoSlopeNorm(picture.middle, 0, 1)
    image = ax.imshow(picture.values, norm=norm, cmap="RdYlGn")
    for label, ((row, column), value) in zip(
        picture.labels, np.ndenumerate(picture.values), strict=True
    ):
        held = not np.isnan(value)
        text = f"{label}\n{100 * value:.0f}" if held else label
        color = "black" if held else "0.7"
        ax.text(column, row, text, ha="center", va="center", fontsize=6, color=color)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.figure.colorbar(image, ax=ax, label=picture.axis)


def _histogram(picture: Histogram, ax: Any) -> None:
    """Draw a histogram with its mean, in at most fifty bins."""
    values, counts = picture.values, picture.counts
    if values.size:
        bins = min(50, max(1, len(np.unique(values))))
        ax.hist(values, bins=bins, weights=counts / counts.sum())
        ax.axvline(picture.mean, color="black", linestyle="--", label=f"mean {picture.mean:.4g}")
        ax.legend()
    ax.set_xlabel(picture.axis)
    ax.set_ylabel("probability")


_DRAWN: dict[type[Any], Any] = {Bars: _bars, Points: _points, Heat: _heat, Histogram: _histogram}
"""How each kind of picture is drawn."""
