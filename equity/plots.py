"""Pictures of results. matplotlib is imported only when something is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from equity.display import optional
from equity.errors import RuleError, shown
from equity.results import (
    Decision,
    Distribution,
    Edge,
    Equity,
    Match,
    Odds,
    Result,
    Session,
)
from equity.results.combos import CLASSES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["plot"]


def plot(result: Result, kind: str | None, ax: Any, options: Mapping[str, Any]) -> Any:
    """Draw a result and give the axes."""
    pictures = next(
        (pictures for family, pictures in _PICTURES.items() if isinstance(result, family)), None
    )
    if pictures is None:
        raise RuleError(f"there is no picture of {type(result).__name__}")
    name = next(iter(pictures)) if kind is None else kind
    if name not in pictures:
        raise RuleError(f"no plot {shown(name)} here; there are {', '.join(map(repr, pictures))}")
    taken = {"seat"} if name == "grid" else set()
    if unknown := sorted(set(options) - taken):
        raise RuleError(f"plot {name!r} takes no {', '.join(unknown)}")
    if name == "grid":
        result.grid(options.get("seat", 0))  # type: ignore[attr-defined]  # refuse before drawing
    optional("matplotlib", "plot")
    if ax is not None and not callable(getattr(ax, "barh", None)):
        raise RuleError(f"ax is {shown(ax)}; it is the axes of matplotlib to draw on")
    if ax is None:
        # Constrained: long labels at the side are not cut off.
        ax = optional("matplotlib.pyplot", "plot").subplots(layout="constrained")[1]
    pictures[name](result, ax, **options)
    return ax


def _bars(
    ax: Any,
    labels: Sequence[str],
    values: Sequence[float],
    errors: Sequence[float] | None,
    **look: str,
) -> None:
    """Draw horizontal bars, the first on top, with 95 % error bars."""
    places = np.arange(len(labels))
    reach = None if errors is None else [1.96 * error for error in errors]
    ax.barh(places, values, xerr=reach, capsize=3, **look)
    ax.set_yticks(places, [label if len(label) <= 30 else label[:27] + "..." for label in labels])
    ax.invert_yaxis()


def _equity(result: Equity, ax: Any) -> None:
    """Draw equities as bars of wins and shares of ties."""
    labels = result._labels
    errors = None if result.exact else result.stderr.tolist()
    _bars(ax, labels, result.equity.tolist(), errors, color="C1", label="shares of ties")
    ax.barh(np.arange(len(labels)), result.win, color="C0", label="wins alone")
    ax.legend()
    ax.set_xlim(0, 1)
    ax.set_xlabel("equity")
    ax.set_title(f"{result.game}, {result.method}")


def _grid(result: Equity, ax: Any, seat: int = 0) -> None:
    """Draw the classes of two cards as a heat map."""
    grid = result.grid(seat)
    # An equal share of the pot is neither good nor bad.
    norm = optional("matplotlib.colors", "plot").TwoSlopeNorm(1 / result.seats, 0, 1)
    image = ax.imshow(grid, norm=norm, cmap="RdYlGn")
    for place, label in enumerate(CLASSES):
        row, column = divmod(place, 13)
        held = not np.isnan(grid[row, column])
        if held:
            label += f"\n{100 * grid[row, column]:.0f}"
        color = "black" if held else "0.7"
        ax.text(column, row, label, ha="center", va="center", fontsize=6, color=color)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.figure.colorbar(image, ax=ax, label="equity")
    ax.set_title(f"{result.game}, seat {seat}: {result._labels[seat][:40]}")


def _odds(result: Odds, ax: Any) -> None:
    """Draw probabilities by category."""
    errors = None if result.exact else list(result.stderr.values())
    _bars(ax, result.categories, list(result.probability.values()), errors)
    ax.set_xlabel("probability")
    ax.set_title(f"{result.game}, {result.method}")


def _points(
    ax: Any, labels: Sequence[str], values: Sequence[float], errors: Sequence[float]
) -> None:
    """Draw values as points, the first on top, with 95 % error bars."""
    places = np.arange(len(labels))
    ax.errorbar(values, places, xerr=[1.96 * e for e in errors], fmt="o", capsize=3)
    ax.set_yticks(places, labels)
    ax.invert_yaxis()
    ax.grid(axis="x", alpha=0.3)


def _decision(result: Decision, ax: Any) -> None:
    """Draw what each action is worth, at most twenty."""
    shown = result.actions[:20]
    _points(
        ax,
        [action.label for action in shown],
        [float(action.ev) for action in shown],
        [float(action.stderr) for action in shown],
    )
    ax.set_xlabel(f"ev ({result.unit})")
    ax.set_title(f"{result.game}, {result.method}")


def _edge(result: Edge, ax: Any) -> None:
    """Draw what each bet is worth."""
    bets = result.bets.values()
    _points(
        ax, list(result.bets), [float(bet.ev) for bet in bets], [float(bet.stderr) for bet in bets]
    )
    ax.axvline(0, color="black", linewidth=0.8)
    ax.set_xlabel(f"ev ({result.unit})")
    ax.set_title(f"{result.game}, {result.method}")


def _match(result: Match, ax: Any) -> None:
    """Draw the chance of winning, by seat."""
    labels = list(result.labels) or [f"seat {seat}" for seat in range(len(result.win))]
    _bars(ax, labels, result.win.tolist(), None if result.exact else result.stderr.tolist())
    ax.set_xlabel("win")
    ax.set_title(f"{result.game}, {result.method}")


def _distribution(ax: Any, spread: Distribution, label: str, title: str) -> None:
    """Draw a histogram with its mean, in at most fifty bins."""
    values, counts = spread.histogram
    if values.size:
        bins = min(50, max(1, len(np.unique(values))))
        ax.hist(values, bins=bins, weights=counts / counts.sum())
        ax.axvline(spread.mean, color="black", linestyle="--", label=f"mean {spread.mean:.4g}")
        ax.legend()
    ax.set_xlabel(label)
    ax.set_ylabel("probability")
    ax.set_title(title)


def _length(result: Match, ax: Any) -> None:
    """Draw how long games last."""
    _distribution(ax, result.length, result.length_unit, result.game)


def _final(result: Session, ax: Any) -> None:
    """Draw the chips at the end."""
    _distribution(ax, result.final, "chips at the end", f"{result.game}, ruin {result.ruin:.4f}")


def _drawdown(result: Session, ax: Any) -> None:
    """Draw the largest falls."""
    _distribution(ax, result.drawdown, "largest fall, chips", result.game)


def _rounds(result: Session, ax: Any) -> None:
    """Draw the rounds played."""
    _distribution(ax, result.rounds, "rounds played", result.game)


_PICTURES: dict[type[Result], dict[str, Any]] = {
    Equity: {"equity": _equity, "grid": _grid},
    Odds: {"odds": _odds},
    Decision: {"decision": _decision},
    Edge: {"edge": _edge},
    Match: {"win": _match, "length": _length},
    Session: {"final": _final, "drawdown": _drawdown, "rounds": _rounds},
}
"""The pictures of each kind of result; the first is drawn if none is named."""
