"""Whole games and sessions: distributions, matches, sessions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from equity.checks import fraction
from equity.errors import RuleError
from equity.results.base import Result, frozen, plain, ratio, sealed
from equity.results.statistics import mean_stderr, share_stderr
from equity.views import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.plots import Bars, Histogram
    from equity.results.base import Floats, Ints

__all__ = ["Distribution", "Match", "Session"]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are shown."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Distribution:
    """How often each value came: a length, an amount, a number of rounds.

    Parameters
    ----------
    values : ndarray of float64, shape (n,)
        Ascending values; where different ones were counted together, their mean.
    counts : ndarray of int64, shape (n,)
        How often each came.
    total : float, optional
        The exact sum, if values were counted together.

    Examples
    --------
    >>> d = Distribution(np.array([1.0, 2.0, 9.0]), np.array([2, 1, 1]))
    >>> d.mean, d.quantile(0.5), d.quantile(0.75)
    (3.25, 1.0, 2.0)
    """

    values: Floats
    counts: Ints
    total: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen(self.values, np.float64))
        object.__setattr__(self, "counts", frozen(self.counts, np.int64))
        if self.values.ndim != 1 or self.values.shape != self.counts.shape:
            raise RuleError("a distribution needs as many counts as values")

    def __reduce__(self) -> tuple[Any, ...]:
        return Distribution, (self.values, self.counts, self.total)

    @property
    def mean(self) -> float:
        """Mean value."""
        number = int(self.counts.sum())
        if not number:
            return math.nan
        total = float(self.counts @ self.values) if self.total is None else self.total
        return total / number

    @property
    def quantiles(self) -> dict[float, float]:
        """The 5, 25, 50, 75 and 95 per cent quantiles."""
        return {q: self.quantile(q) for q in QUANTILES}

    @property
    def histogram(self) -> tuple[Floats, Ints]:
        """The values that came, and how often each did."""
        came = self.counts > 0
        return sealed(self.values[came]), sealed(self.counts[came])

    def quantile(self, q: float) -> float:
        """Give the smallest value that at least a fraction `q` does not exceed.

        Parameters
        ----------
        q : float
            From 0 to 1.

        Returns
        -------
        float
            One of `values` that came; nan if none did.

        Raises
        ------
        RuleError
            If `q` is not from 0 to 1.
        """
        q = fraction("quantile", q)
        values, counts = self.histogram
        if not values.size:
            return math.nan
        passed = np.cumsum(counts)
        # A whole number of cases that floats put just above itself is still that number.
        needed = max(1, math.ceil(q * int(passed[-1]) - 1e-9))
        return float(values[int(np.searchsorted(passed, needed))])

    def to_dict(self) -> dict[str, Any]:
        """Give mean, quantiles and histogram as plain numbers, fit for JSON."""
        values, counts = self.histogram
        return {
            "mean": plain(self.mean),
            "quantiles": plain(self.quantiles),
            "histogram": [[v, c] for v, c in zip(values.tolist(), counts.tolist(), strict=True)],
        }

    def _picture(self, title: str, axis: str) -> Histogram:
        """Give the histogram as it is drawn."""
        from equity.plots import Histogram

        return Histogram(title, axis, *self.histogram, self.mean)

    def __repr__(self) -> str:
        ends = ", ".join(f"{q:g}: {value:g}" for q, value in self.quantiles.items())
        return f"Distribution(mean={self.mean:g}, quantiles={{{ends}}})"


def _read_histogram(
    tally: Mapping[str, NDArray[Any]], name: str, start: float, step: float, scale: int = 1
) -> Distribution:
    """Read a histogram with equal steps from a tally, with its exact sums if there are any."""
    counts = tally[name]
    values = start + step * np.arange(counts.size, dtype=np.float64)
    sums = tally.get(f"{name}_sum")
    if sums is None:
        return Distribution(values, counts)
    if sums.shape == counts.shape:
        # The mean of a cell: where all in it are equal, this is what came, to the last bit.
        came = counts > 0
        whole, rest = np.divmod(sums[came], counts[came])
        values[came] = (whole + rest / counts[came]) / scale
    return Distribution(values, counts, float(sums.sum()) / scale)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Match(Result):
    """Whole games played out between seats.

    Parameters
    ----------
    labels : tuple of str, optional
        What to call each seat, such as its strategy.
    length_unit : str, default "turns"
        What the length counts.
    length_step : int, default 1
        Length between neighbouring cells of the histogram.
    **common
        See `Result`.

    Notes
    -----
    Tally, n being the number of seats:

    groups : int64[n, n, n + 1]
        [s, p, m]: games in which seat s is one of m that share the places p to p + m - 1;
        p = 0: the winners.
    length : int64[cells]
        Games of each length, cell i being length i * length_step.
    length_sum : int64[] or int64[1]
        Optional: the lengths summed, if length_step is above 1.
    unfinished, cycles : int64[] or int64[1]
        Games that reached the turn limit; games proved to repeat for ever.

    Examples
    --------
    >>> groups = np.zeros((2, 2, 3), dtype=np.int64)
    >>> groups[0, 0, 1] = groups[1, 1, 1] = 6          # seat 0 wins 6 games
    >>> groups[1, 0, 1] = groups[0, 1, 1] = 2          # seat 1 wins 2
    >>> groups[:, 0, 2] = 2                            # 2 are shared
    >>> m = Match(game="war", rules={}, method="monte-carlo", deals=10, seed=1,
    ...           tally={"groups": groups, "length": np.array([0, 4, 6])})
    >>> m.win.tolist(), m.length.mean
    ([0.7, 0.3], 1.6)
    """

    labels: tuple[str, ...] = ()
    """What each seat is called."""
    length_unit: str = "turns"
    """What the length counts."""
    length_step: int = 1
    """Length between neighbouring cells of the histogram."""

    _list_name: ClassVar[str] = "seats"
    _counted: ClassVar[tuple[str, ...]] = ("groups",)
    _same: ClassVar[tuple[str, ...]] = ("labels", "length_unit", "length_step")
    _pictures: ClassVar[Mapping[str, tuple[str, ...]]] = {"win": (), "length": ()}

    def _check(self) -> None:
        """Check the shapes of the tally."""
        groups = self.tally.get("groups")
        if groups is None or "length" not in self.tally:
            raise RuleError("a match needs a tally with groups and length")
        if groups.shape != (len(groups), len(groups), len(groups) + 1):
            raise RuleError(f"groups has shape {groups.shape}; (n, n, n + 1) is expected")
        object.__setattr__(self, "labels", tuple(self.labels))
        if self.labels and len(self.labels) != len(groups):
            raise RuleError(f"{len(self.labels)} labels for {len(groups)} seats")

    @property
    def places(self) -> Floats:
        """Probability of each place, (seats, places); seats that share places split them."""
        groups = self.tally["groups"]
        seats = len(groups)
        out = np.zeros((seats, seats))
        for first in range(seats):
            for size in range(1, seats - first + 1):
                out[:, first : first + size] += groups[:, first, size, None] / size
        with np.errstate(invalid="ignore", divide="ignore"):
            return sealed(out / self.deals)

    @property
    def win(self) -> Floats:
        """Probability of winning, by seat, a shared win being split."""
        return sealed(self.places[:, 0].copy())

    @property
    def stderr(self) -> Floats:
        """Standard error of `win`, by seat; 0 if exact."""
        groups = self.tally["groups"]
        if self.exact:
            return sealed(np.full(len(groups), self._exact_error))
        counts = groups[:, 0, :].copy()
        counts[:, 0] = self.deals - counts[:, 1:].sum(axis=1)
        return sealed(share_stderr(counts))

    @property
    def length(self) -> Distribution:
        """How long games last: mean, quantiles, histogram."""
        return _read_histogram(self.tally, "length", 0.0, self.length_step)

    def _fraction(self, name: str) -> float:
        """Give a count as a fraction of the games."""
        return ratio(self.tally[name].sum(), self.deals) if name in self.tally else 0.0

    @property
    def unfinished(self) -> float:
        """Fraction of games that reached the turn limit."""
        return self._fraction("unfinished")

    @property
    def cycles(self) -> float:
        """Fraction of games that were proved to repeat for ever."""
        return self._fraction("cycles")

    def _records(self) -> list[dict[str, object]]:
        """Give one object a seat."""
        win, stderr, places = self.win.tolist(), self.stderr.tolist(), self.places.tolist()
        records: list[dict[str, object]] = []
        for seat in range(len(win)):
            record: dict[str, object] = {"seat": seat}
            if self.labels:
                record["label"] = self.labels[seat]
            record |= {"win": win[seat], "stderr": stderr[seat], "places": places[seat]}
            records.append(record)
        return records

    def _extra(self) -> dict[str, object]:
        """Give length and how games end."""
        return {
            "length": self.length.to_dict(),
            "length_unit": self.length_unit,
            "unfinished": self.unfinished,
            "cycles": self.cycles,
        }

    def _view(self) -> View:
        """Give what is shown."""
        length = self.length
        spread = length.quantiles
        ends = ", ".join(f"{100 * q:g}%: {value:g}" for q, value in spread.items())
        written = f"mean {length.mean:.6g} {self.length_unit} ({ends})"
        if set(spread.values()) == {length.mean}:
            written = f"{length.mean:g} {self.length_unit}"
        facts = [*self._facts(), f"length: {written}"]
        if self.unfinished or self.cycles:
            facts.append(f"unfinished: {self.unfinished:.6f}, proved to repeat: {self.cycles:.6f}")
        columns = ["seat", "label"] if self.labels else ["seat"]
        columns += ["win"] if self.exact else ["win", "stderr"]
        places = [f"place {place + 1}" for place in range(len(self.win))]
        rows = []
        for record, by_place in zip(self._records(), self.places.tolist(), strict=True):
            rows.append([*(record[name] for name in columns), *by_place])
        return View(f"Match: {self.game}", facts, columns + places, rows)

    def _picture(self, name: str, options: Mapping[str, Any]) -> Bars | Histogram:
        """Give the chance of winning by seat, or how long games last."""
        from equity.plots import Bars

        if name == "length":
            return self.length._picture(self.game, self.length_unit)
        return Bars(
            f"{self.game}, {self.method}",
            "win",
            self.labels or [f"seat {seat}" for seat in range(len(self.win))],
            self.win.tolist(),
            None if self.exact else self.stderr.tolist(),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Session(Result):
    """A bankroll played for a number of rounds.

    Parameters
    ----------
    bankroll : float
        Chips at the start.
    money_step : float, default 1.0
        Chips between neighbouring cells of the histograms of money.
    money_start : float, default 0.0
        Chips of the first cell of ``final``.
    money_scale : int, default 1
        The sums of money are in ``1 / money_scale`` of a chip.
    **common
        See `Result`.

    Notes
    -----
    Tally: ``ruined`` int64[] or int64[1], sessions that ended for want of chips; histograms
    ``final`` int64[cells] (chips at the end: money_start + i * money_step), ``drawdown``
    int64[cells] (largest fall below an earlier peak: i * money_step), ``rounds`` int64[cells]
    (rounds played: i). Optional are the exact sums ``final_sum``, ``drawdown_sum`` (in 1 /
    money_scale of a chip), int64[cells] or of all cells: an amount that has a cell to itself is
    then exact, and several that share one, less than `money_step` apart, count as their mean.

    Examples
    --------
    >>> tally = {"ruined": np.array([3]), "final": np.array([3, 0, 7]),
    ...          "drawdown": np.array([0, 7, 3]), "rounds": np.array([0, 0, 3, 7])}
    >>> s = Session(game="niu_niu", rules={}, method="monte-carlo", deals=10, seed=1,
    ...             bankroll=1, tally=tally)
    >>> s.ruin, s.final.mean, s.rounds.mean
    (0.3, 1.4, 2.7)
    """

    bankroll: float
    """Chips at the start."""
    money_step: float = 1.0
    """Chips between neighbouring cells of the histograms of money."""
    money_start: float = 0.0
    """Chips of the first cell of ``final``."""
    money_scale: int = 1
    """The sums of money are in ``1 / money_scale`` of a chip."""

    _list_name: ClassVar[str] = "seats"
    _counted: ClassVar[tuple[str, ...]] = ("ruined",)
    _same: ClassVar[tuple[str, ...]] = ("bankroll", "money_step", "money_start", "money_scale")
    _pictures: ClassVar[Mapping[str, tuple[str, ...]]] = {"final": (), "drawdown": (), "rounds": ()}

    def _check(self) -> None:
        """Check that the tally has what is read from it."""
        missing = [n for n in ("ruined", "final", "drawdown", "rounds") if n not in self.tally]
        if missing:
            raise RuleError(f"a session needs a tally with {', '.join(missing)}")

    @property
    def ruin(self) -> float:
        """Probability that the chips run out."""
        return ratio(self.tally["ruined"].sum(), self.deals)

    @property
    def stderr(self) -> float:
        """Standard error of `ruin`; 0 if exact."""
        if self.exact:
            return self._exact_error
        ruined = self.tally["ruined"].sum()
        return float(mean_stderr(self.deals, ruined, ruined))

    @property
    def final(self) -> Distribution:
        """Chips at the end."""
        return _read_histogram(
            self.tally, "final", self.money_start, self.money_step, self.money_scale
        )

    @property
    def drawdown(self) -> Distribution:
        """Largest fall below an earlier peak, in chips."""
        return _read_histogram(self.tally, "drawdown", 0.0, self.money_step, self.money_scale)

    @property
    def rounds(self) -> Distribution:
        """Rounds played."""
        return _read_histogram(self.tally, "rounds", 0.0, 1.0)

    def _records(self) -> list[dict[str, object]]:
        """Give the one seat there is."""
        record: dict[str, object] = {"ruin": self.ruin, "stderr": self.stderr}
        for name in ("final", "drawdown", "rounds"):
            record[name] = getattr(self, name).to_dict()
        return [record]

    def _extra(self) -> dict[str, object]:
        """Give the chips at the start."""
        return {"bankroll": self.bankroll}

    def _view(self) -> View:
        """Give what is shown."""
        error = "" if self.exact else f" (stderr {self.stderr:.2g})"
        facts = [*self._facts(), f"bankroll: {self.bankroll:g}", f"ruin: {self.ruin:.6f}{error}"]
        columns = ["", "mean", *(f"{100 * q:g}%" for q in QUANTILES)]
        rows: list[list[object]] = []
        for name in ("final", "drawdown", "rounds"):
            spread: Distribution = getattr(self, name)
            rows.append([name, spread.mean, *spread.quantiles.values()])
        return View(f"Session: {self.game}", facts, columns, rows)

    def _picture(self, name: str, options: Mapping[str, Any]) -> Histogram:
        """Give the chips at the end, the largest falls, or the rounds played."""
        if name == "final":
            title = f"{self.game}, ruin {self.ruin:.4f}"
            return self.final._picture(title, "chips at the end")
        if name == "drawdown":
            return self.drawdown._picture(self.game, "largest fall, chips")
        return self.rounds._picture(self.game, "rounds played")
