"""What bets are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from equity.errors import RuleError
from equity.results.base import Result, ratio
from equity.results.statistics import mean_stderr
from equity.views import View

if TYPE_CHECKING:
    from equity.plots import Points
    from equity.results.base import Number

__all__ = ["Bet", "Edge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """How a bet fares.

    Parameters
    ----------
    win, tie, lose : float or Fraction
        Probabilities of a net win, of none, and of a net loss.
    ev : float or Fraction
        Expected net win, in the unit of the edge.
    stderr : float
        Standard error of `ev`; 0 if exact.
    """

    win: Number = 0.0
    tie: Number = 0.0
    lose: Number = 0.0
    ev: Number = 0.0
    stderr: float = 0.0

    @classmethod
    def of(cls, weights: Mapping[Any, Any]) -> Bet:
        """Make an exact bet of what it may win and how often.

        Parameters
        ----------
        weights : Mapping of int or Fraction to int or Fraction
            Net win in the unit of the edge to number of cases, or to any other weight.

        Returns
        -------
        Bet
            Fractions.

        Examples
        --------
        >>> Bet.of({1: 18, -1: 19}).ev
        Fraction(-1, 37)
        """
        from fractions import Fraction

        total = Fraction(sum(weights.values()))
        return cls(
            win=sum((n for net, n in weights.items() if net > 0), Fraction(0)) / total,
            tie=sum((n for net, n in weights.items() if net == 0), Fraction(0)) / total,
            lose=sum((n for net, n in weights.items() if net < 0), Fraction(0)) / total,
            ev=sum((net * n for net, n in weights.items()), Fraction(0)) / total,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Edge(Result):
    """What each bet of a game is worth.

    Parameters
    ----------
    bets : Mapping of str to Bet
        By name. With sums in the tally the numbers are filled in from it, in this order.
    strategy : str
        The strategy it was computed under.
    unit : str
        What `ev` is counted in.
    scale : int, default 1
        Sums in the tally are in ``1 / scale`` of the unit.
    payback, variance : float or Fraction, optional
        Pay tables: units returned per unit bet, and their variance.
    counts : Mapping of str to int, optional
        Pay tables: cases by category.
    **common
        See `Result`.

    Notes
    -----
    Tally (simulated), b the number of bets: ``outcomes`` int64[b, 3], deals won, tied, lost;
    ``sums`` and ``squares`` int64[b], net wins and their squares summed, in units of 1 / scale.

    Examples
    --------
    >>> edge = Edge(game="bank", rules={}, method="exact", deals=240, unit="first bet",
    ...             bets={"bet": Bet(win=0.4, tie=0.2, lose=0.4, ev=0.0)})
    >>> edge.win, edge.ev
    (0.4, 0.0)
    """

    bets: Mapping[str, Bet]
    """The bets, by name."""
    strategy: str = ""
    """The strategy it was computed under."""
    unit: str = "units of the first bet"
    """What `ev` is counted in."""
    scale: int = 1
    """Sums in the tally are in ``1 / scale`` of the unit."""
    payback: Number | None = None
    """Pay tables: units returned per unit bet."""
    variance: Number | None = None
    """Pay tables: variance of what a unit bet returns."""
    counts: Mapping[str, int] | None = None
    """Pay tables: cases by category."""

    _list_name: ClassVar[str] = "bets"
    _counted: ClassVar[tuple[str, ...]] = ("sums",)
    _same: ClassVar[tuple[str, ...]] = ("_names", "strategy", "unit", "scale")
    _pictures: ClassVar[Mapping[str, tuple[str, ...]]] = {"edge": ()}

    def _check(self) -> None:
        """Read the bets."""
        bets = dict(self.bets)
        if not bets:
            raise RuleError("an edge needs a bet")
        if "sums" in self.tally:
            bets = self._read(bets)
        elif not self.exact and any(bet.stderr <= 0 for bet in bets.values()):
            raise RuleError("a simulated bet needs a standard error above 0")
        pay_table = (self.payback, self.variance, self.counts)
        if not self.exact and any(value is not None for value in pay_table):
            raise RuleError("payback, variance and counts of pay tables are exact")
        object.__setattr__(self, "bets", bets)
        if self.counts is not None:
            object.__setattr__(self, "counts", dict(self.counts))

    def _read(self, bets: dict[str, Bet]) -> dict[str, Bet]:
        """Fill the bets from the tally."""
        sums, outcomes = self.tally["sums"], self.tally["outcomes"]
        if sums.shape != (len(bets),) or outcomes.shape != (len(bets), 3):
            raise RuleError(f"{len(bets)} bets, but sums of {len(sums)}")
        errors = np.zeros(len(bets))
        if not self.exact:
            squares = self.tally["squares"]
            errors = mean_stderr(self.deals, sums, squares, -self.scale, self.scale) / self.scale
        filled = {}
        for index, name in enumerate(bets):
            win, tie, lose = (ratio(count, self.deals) for count in outcomes[index])
            ev = ratio(sums[index], self.deals * self.scale)
            filled[name] = Bet(win=win, tie=tie, lose=lose, ev=ev, stderr=float(errors[index]))
        return filled

    @property
    def _names(self) -> tuple[str, ...]:
        """The names of the bets."""
        return tuple(self.bets)

    def _only(self, name: str) -> Any:
        """Give a number of the only bet."""
        if len(self.bets) > 1:
            names = ", ".join(self.bets)
            raise RuleError(f"{self.game} has several bets ({names}); ask for .bets[name].{name}")
        return getattr(next(iter(self.bets.values())), name)

    @property
    def win(self) -> Number:
        """Probability of a net win, in a game of one bet."""
        return self._only("win")  # type: ignore[no-any-return]

    @property
    def tie(self) -> Number:
        """Probability of no net win or loss, in a game of one bet."""
        return self._only("tie")  # type: ignore[no-any-return]

    @property
    def lose(self) -> Number:
        """Probability of a net loss, in a game of one bet."""
        return self._only("lose")  # type: ignore[no-any-return]

    @property
    def ev(self) -> Number:
        """Expected net win, in a game of one bet."""
        return self._only("ev")  # type: ignore[no-any-return]

    @property
    def stderr(self) -> float | dict[str, float]:
        """Standard error of `ev`: a number in a game of one bet, else by bet; 0 if exact."""
        if len(self.bets) == 1:
            return self._only("stderr")  # type: ignore[no-any-return]
        return {name: bet.stderr for name, bet in self.bets.items()}

    def _records(self) -> list[dict[str, object]]:
        """Give one object a bet."""
        names = ("win", "tie", "lose", "ev", "stderr")
        return [
            {"name": name, **{item: getattr(bet, item) for item in names}}
            for name, bet in self.bets.items()
        ]

    def _extra(self) -> dict[str, object]:
        """Give unit and strategy, and what a pay table has."""
        extra: dict[str, object] = {"unit": self.unit, "strategy": self.strategy or None}
        for name in ("payback", "variance", "counts"):
            value = getattr(self, name)
            if value is not None:
                extra[name] = value
        return extra

    def _view(self) -> View:
        """Give what is shown."""
        facts = [*self._facts(), f"ev: {self.unit}"]
        if self.strategy:
            facts.append(f"strategy: {self.strategy}")
        if self.payback is not None:
            facts.append(f"payback: {float(self.payback):.6f}")
        if self.variance is not None:
            facts.append(f"variance: {float(self.variance):.6f}")
        if self.counts is not None and len(self.bets) == 1:
            chances = (
                f"{name} {float(getattr(self, name)):.6f}" for name in ("win", "tie", "lose")
            )
            facts.append(", ".join(chances))
            return View(f"Edge: {self.game}", facts, *self._by_category(self.counts))
        columns = ["name", "win", "tie", "lose", "ev"]
        if not self.exact:
            columns.append("stderr")
        rows = [[record[name] for name in columns] for record in self._records()]
        return View(f"Edge: {self.game}", facts, ["bet", *columns[1:]], rows)

    def _by_category(self, counts: Mapping[str, int]) -> tuple[list[str], list[list[object]]]:
        """Give columns and rows of the categories of a pay table, strongest first."""
        pays = self.rules.get("pay_table")
        paid = pays if isinstance(pays, Mapping) else {}
        total = sum(counts.values())
        rows: list[list[object]] = [
            [name, paid.get(name, 0), count, ratio(count, total)]
            for name, count in list(counts.items())[::-1]
        ]
        return ["category", "pays", "count", "probability"], rows

    def _picture(self, name: str, options: Mapping[str, Any]) -> Points:
        """Give what each bet is worth."""
        from equity.plots import Points

        bets = self.bets.values()
        return Points(
            f"{self.game}, {self.method}",
            f"ev ({self.unit})",
            list(self.bets),
            [float(bet.ev) for bet in bets],
            [float(bet.stderr) for bet in bets],
            zero=True,
        )
