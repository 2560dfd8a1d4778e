"""Chances of categories."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from equity.errors import RuleError
from equity.results.base import Result
from equity.results.statistics import mean_stderr
from equity.views import View

if TYPE_CHECKING:
    from equity.plots import Bars
    from equity.results.base import Number

__all__ = ["Odds"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Odds(Result):
    """How often each category of hand comes.

    Parameters
    ----------
    categories : tuple of str
        Names, weakest first.
    probabilities : sequence of float or Fraction, optional
        Exact probabilities that are not a ratio of counts; else they are read from the tally.
    **common
        See `Result`.

    Notes
    -----
    Tally: ``counts`` int64[categories], cases or simulated deals in each; ``weighted``
    float64[categories], optional, exact with unequal weights.

    Examples
    --------
    >>> import numpy as np
    >>> odds = Odds(game="g", rules={}, method="exact", deals=10, categories=("low", "high"),
    ...             tally={"counts": np.array([7, 3])})
    >>> odds.counts, odds.total, odds.probability["high"]
    ({'low': 7, 'high': 3}, 10, 0.3)
    """

    categories: tuple[str, ...]
    """Names, weakest first."""
    probabilities: Sequence[Number] | None = None
    """Exact probabilities that are not a ratio of counts."""

    _list_name: ClassVar[str] = "categories"
    _counted: ClassVar[tuple[str, ...]] = ("counts",)
    _same: ClassVar[tuple[str, ...]] = ("categories",)
    _pictures: ClassVar[Mapping[str, tuple[str, ...]]] = {"odds": ()}

    def _check(self) -> None:
        """Check that everything is there once per category."""
        object.__setattr__(self, "categories", tuple(self.categories))
        size = len(self.categories)
        if len(set(self.categories)) < size:
            raise RuleError("categories of odds are named twice")
        if self.probabilities is not None:
            if not self.exact:
                raise RuleError("simulated odds are read from a tally of counts")
            object.__setattr__(self, "probabilities", tuple(self.probabilities))
        elif "counts" not in self.tally:
            raise RuleError("odds need a tally with counts, or probabilities")
        for values in (*self.tally.values(), self.probabilities):
            if values is not None and len(values) != size:
                raise RuleError(f"{size} categories, but {len(values)} numbers")

    @property
    def counts(self) -> dict[str, int] | None:
        """Exact number of cases by category; ``None`` when simulated or not countable."""
        if not self.exact or "counts" not in self.tally:
            return None
        return dict(zip(self.categories, map(int, self.tally["counts"].tolist()), strict=True))

    @property
    def total(self) -> int:
        """All cases; the number of deals when simulated or not countable."""
        return int(self.deals) if "counts" not in self.tally else sum(self.tally["counts"].tolist())

    @property
    def probability(self) -> dict[str, float]:
        """Probability by category."""
        if self.probabilities is not None:
            return {
                name: float(p) for name, p in zip(self.categories, self.probabilities, strict=True)
            }
        masses = self.tally.get("weighted", self.tally["counts"]).tolist()
        total = sum(masses)
        return {
            name: mass / total if total else math.nan
            for name, mass in zip(self.categories, masses, strict=True)
        }

    @property
    def stderr(self) -> dict[str, float]:
        """Standard error of the probability, by category; 0 for exact odds."""
        if self.exact:
            return dict.fromkeys(self.categories, self._exact_error)
        counts = self.tally["counts"]
        errors = mean_stderr(self.total, counts, counts)
        return dict(zip(self.categories, errors.tolist(), strict=True))

    def _records(self) -> list[dict[str, object]]:
        """Give one object a category."""
        probability, stderr, counts = self.probability, self.stderr, self.counts
        return [
            {
                "category": name,
                "count": None if counts is None else counts[name],
                "probability": probability[name],
                "stderr": stderr[name],
            }
            for name in self.categories
        ]

    def _extra(self) -> dict[str, object]:
        """Give the number of cases."""
        return {"total": self.total}

    def _view(self) -> View:
        """Give what is shown."""
        columns = ["category", "probability"]
        if self.counts is not None:
            columns.insert(1, "count")
        if not self.exact:
            columns.append("stderr")
        rows = [[record[name] for name in columns] for record in self._records()]
        return View(f"Odds: {self.game}", self._facts(), columns, rows)

    def _picture(self, name: str, options: Mapping[str, Any]) -> Bars:
        """Give the probabilities by category."""
        from equity.plots import Bars

        return Bars(
            f"{self.game}, {self.method}",
            "probability",
            self.categories,
            list(self.probability.values()),
            None if self.exact else list(self.stderr.values()),
        )
