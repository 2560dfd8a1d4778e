"""What a player may do, and what it is worth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from equity.checks import level_of_confidence
from equity.errors import RuleError, named, shown
from equity.results.base import Result, ratio, sealed
from equity.results.statistics import mean_stderr
from equity.views import View

if TYPE_CHECKING:
    from equity.plots import Points
    from equity.results.base import Floats, Number

__all__ = ["Action", "Decision"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something a player may do now, and what it is worth.

    Parameters
    ----------
    label : str
        What it is called; unique within a decision.
    ev : float or Fraction
        Expected value, in the unit of the decision.
    stderr : float
        Standard error of `ev`; 0 if exact.
    win, tie : float or Fraction, optional
        Probability of winning and of a tie, where the game has them.
    keep : str, optional
        The cards kept.
    drawn : int, optional
        How many cards are drawn; fewer comes first among equal actions.
    split : str, optional
        How the hand is split.
    becomes : Mapping of str to float or Fraction, optional
        What the hand becomes: probability by category.
    stakes : Mapping of str to float, optional
        How much to bet, by what it is for.
    """

    label: str
    ev: Number = 0.0
    stderr: float = 0.0
    win: Number | None = None
    tie: Number | None = None
    keep: str | None = None
    drawn: int | None = None
    split: str | None = None
    becomes: Mapping[str, Number] | None = None
    stakes: Mapping[str, float] | None = None

    def _record(self) -> dict[str, object]:
        """Give the fields, without those the game does not have."""
        record: dict[str, object] = {
            "label": self.label,
            "ev": self.ev,
            "stderr": self.stderr,
            "win": self.win,
            "tie": self.tie,
        }
        for name in ("keep", "drawn", "split", "becomes", "stakes"):
            value = getattr(self, name)
            if value is not None:
                record[name] = value
        return record


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Decision(Result):
    """What each action is worth, the best first.

    Parameters
    ----------
    choices : tuple of Action
        The actions in the order of the game. With sums in the tally their ``ev``, ``stderr``,
        ``win`` and ``tie`` are filled in from it.
    unit : str
        What `ev` is counted in.
    scale : int, default 1
        Sums in the tally are in ``1 / scale`` of the unit (2520 for shares of a pot).
    loss_ev : int, default 0
        What a plain loss is worth: 0 for shares of a pot, -1 against a banker.
    pair_stderr : float, optional
        Standard error of the difference between the best two, where there is no tally.
    **common
        See `Result`.

    Notes
    -----
    Tally (simulated), a the number of choices: ``sums`` int64[a], results summed in units of
    1 / scale; ``products`` int64[a, a], of the same deals played each way (or ``squares``
    int64[a] if actions were simulated apart); ``wins``, ``ties`` int64[a], optional.

    Examples
    --------
    >>> d = Decision(game="blackjack", rules={}, method="exact", deals=0, unit="bets",
    ...              choices=(Action(label="hit", ev=-0.4), Action(label="stand", ev=-0.3)))
    >>> d.best.label, d["hit"].ev, round(d.margin, 3)
    ('stand', -0.4, 0.1)
    """

    choices: tuple[Action, ...]
    """The actions in the order of the game."""
    unit: str = "share of the pot"
    """What `ev` is counted in."""
    scale: int = 1
    """Sums in the tally are in ``1 / scale`` of the unit."""
    loss_ev: int = 0
    """What a plain loss is worth."""
    pair_stderr: float | None = None
    """Standard error of the margin, if given."""
    actions: tuple[Action, ...] = field(init=False)
    """The actions, best first; equal ones by cards kept, then in the order of the game."""

    _list_name: ClassVar[str] = "actions"
    _counted: ClassVar[tuple[str, ...]] = ("sums",)
    _same: ClassVar[tuple[str, ...]] = ("_labels", "unit", "scale", "loss_ev")
    _pictures: ClassVar[Mapping[str, tuple[str, ...]]] = {"decision": ()}

    def _check(self) -> None:
        """Read the values of the actions and put them in order."""
        choices = tuple(self.choices)
        if not choices:
            raise RuleError("a decision needs an action")
        if len({choice.label for choice in choices}) < len(choices):
            raise RuleError("two actions of a decision have the same label")
        if "sums" in self.tally:
            if self.pair_stderr is not None:
                raise RuleError("the error of the margin is read from the tally")
            choices = self._read(choices)
        elif not self.exact and any(choice.stderr <= 0 for choice in choices):
            raise RuleError("a simulated action needs a standard error above 0")
        object.__setattr__(self, "choices", choices)
        object.__setattr__(self, "actions", tuple(choices[i] for i in self._order()))

    def _order(self) -> list[int]:
        """Give the choices by number, best first."""

        def key(index: int) -> tuple[Any, ...]:
            choice = self.choices[index]
            return (-choice.ev, 0 if choice.drawn is None else choice.drawn, index)

        return sorted(range(len(self.choices)), key=key)

    def _read(self, choices: tuple[Action, ...]) -> tuple[Action, ...]:
        """Fill the choices from the tally."""
        sums = self.tally["sums"]
        if sums.shape != (len(choices),):
            raise RuleError(f"sums has shape {sums.shape}; {(len(choices),)} is expected")
        if self.exact:
            errors = np.full(len(choices), self._exact_error)
        else:
            if "products" in self.tally:
                squares = np.diagonal(self.tally["products"])
            elif "squares" in self.tally:
                squares = self.tally["squares"]
            else:
                raise RuleError("simulated sums need products or squares")
            low, high = self.loss_ev * self.scale, self.scale
            errors = mean_stderr(self.deals, sums, squares, low, high) / self.scale
        filled = []
        for index, choice in enumerate(choices):
            changes: dict[str, Any] = {
                "ev": ratio(sums[index], self.deals * self.scale),
                "stderr": float(errors[index]),
            }
            for name, counts in (("win", "wins"), ("tie", "ties")):
                if counts in self.tally:
                    changes[name] = ratio(self.tally[counts][index], self.deals)
            filled.append(replace(choice, **changes))
        return tuple(filled)

    def __getitem__(self, label: str) -> Action:
        """Find an action by its label."""
        for action in self.actions:
            if named(label, action.label):
                return action
        names = ", ".join(repr(action.label) for action in self.actions)
        raise RuleError(f"no action {shown(label)} here; there are {names}")

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    @property
    def _labels(self) -> tuple[str, ...]:
        """The labels of the actions, in the order of the game."""
        return tuple(choice.label for choice in self.choices)

    @property
    def best(self) -> Action:
        """The best action."""
        return self.actions[0]

    @property
    def ev(self) -> Floats:
        """Expected values, best first."""
        return sealed(np.array([float(action.ev) for action in self.actions]))

    @property
    def stderr(self) -> Floats:
        """Standard errors of the expected values, best action first; 0 if exact."""
        return sealed(np.array([float(action.stderr) for action in self.actions]))

    @property
    def margin(self) -> Number | None:
        """What the best action is worth more than the second; ``None`` with one action."""
        if len(self.actions) < 2:
            return None
        return self.actions[0].ev - self.actions[1].ev

    @property
    def margin_stderr(self) -> float | None:
        """Standard error of the margin; ``None`` with one action, 0 if exact.

        It is that of the difference between these two actions, as if they had been named before
        the deals. That they came out first and second of several favours the first: the margin
        of actions near each other is too large on average, by more than this error tells.
        `margin_confidence` allows for it.
        """
        if len(self.actions) < 2:
            return None
        if self.exact:
            return self._exact_error
        first, second = self._order()[:2]
        if self.pair_stderr is None and "sums" not in self.tally:
            return math.hypot(self.choices[first].stderr, self.choices[second].stderr)
        return self._difference_stderr(first, second)

    def margin_confidence(self, level: float = 0.95) -> tuple[float, float] | None:
        """Give a confidence interval of what the best action is worth more than all others.

        It holds the true difference between the action that came out best here and the best of
        the others, so often at least, however many there are and whichever it was: the error is
        shared among all pairs of actions (Bonferroni). If it reaches below 0, another action may
        be the best.

        Parameters
        ----------
        level : float, default 0.95
            How often the interval should hold the true difference, between 0 and 1.

        Returns
        -------
        tuple of float
            Lower and upper end, by the normal approximation; equal for exact answers (and
            without bounds if interrupted), ``None`` with one action.

        Raises
        ------
        RuleError
            If the level is not between 0 and 1.

        Examples
        --------
        >>> d = Decision(game="draw", rules={}, method="monte-carlo", deals=100, seed=1,
        ...              choices=(Action(label="pat", ev=0.30, stderr=0.01),
        ...                       Action(label="draw", ev=0.31, stderr=0.01)))
        >>> [round(end, 3) for end in d.margin_confidence()]
        [-0.029, 0.049]
        """
        level = level_of_confidence(level)
        number = len(self.actions)
        if number < 2:
            return None
        best, *others = self._order()
        if self.exact and self.covered < 1.0:
            return -math.inf, math.inf
        if self.exact:
            margin = float(self.choices[best].ev) - float(self.choices[others[0]].ev)
            return margin, margin
        from statistics import NormalDist

        reach = -NormalDist().inv_cdf((1 - level) / (number * (number - 1)))
        low = high = math.inf
        for other in others:
            difference = float(self.choices[best].ev) - float(self.choices[other].ev)
            error = reach * self._difference_stderr(best, other)
            low, high = min(low, difference - error), min(high, difference + error)
        return low, high

    def _difference_stderr(self, first: int, second: int) -> float:
        """Give the standard error of the difference between two choices."""
        if "products" not in self.tally:
            errors = self.choices[first].stderr, self.choices[second].stderr
            if "sums" in self.tally:
                return math.hypot(*errors)
            if self.pair_stderr is not None and {first, second} == set(self._order()[:2]):
                return self.pair_stderr
            # Nothing is known of how they hang together; it cannot be more.
            return sum(errors)
        sums, products = self.tally["sums"], self.tally["products"]
        difference = int(sums[first]) - int(sums[second])
        squares = (
            int(products[first, first])
            + int(products[second, second])
            - 2 * int(products[first, second])
        )
        # Added: one deal that only the one wins, one that only the other wins.
        span = self.scale * (1 - self.loss_ev)
        total = int(self.deals) + 2
        spread = total * (squares + 2 * span * span) - difference * difference
        return math.sqrt(spread / (total * total * (total - 1))) / self.scale

    def _records(self) -> list[dict[str, object]]:
        """Give one object an action."""
        return [action._record() for action in self.actions]

    def _extra(self) -> dict[str, object]:
        """Give the unit and the margin."""
        return {
            "unit": self.unit,
            "margin": self.margin,
            "margin_stderr": self.margin_stderr,
            "margin_confidence": self.margin_confidence(),
        }

    def _view(self) -> View:
        """Give what is shown."""
        facts = [*self._facts(), f"ev: {self.unit}"]
        if self.margin is not None:
            error = ""
            if not self.exact and (ends := self.margin_confidence()):
                error = f" (stderr {self.margin_stderr:.2g}, 95%: {ends[0]:.4f} to {ends[1]:.4f})"
            facts.append(f"best: {self.best.label}, by {float(self.margin):.6f}{error}")
        columns = ["action", "ev"]
        if not self.exact:
            columns.append("stderr")
        for name in ("win", "tie", "drawn", "split"):
            if any(getattr(action, name) is not None for action in self.actions):
                columns.append(name)
        rows = [
            [action.label if name == "action" else getattr(action, name) for name in columns]
            for action in self.actions
        ]
        stakes = {name for action in self.actions for name in action.stakes or ()}
        for name in sorted(stakes):
            columns.append(name)
            for action, row in zip(self.actions, rows, strict=True):
                row.append((action.stakes or {}).get(name))
        return View(f"Decision: {self.game}", facts, columns, rows)

    def _picture(self, name: str, options: Mapping[str, Any]) -> Points:
        """Give what each action is worth, at most twenty."""
        from equity.plots import Points

        shown = self.actions[:20]
        return Points(
            f"{self.game}, {self.method}",
            f"ev ({self.unit})",
            [action.label for action in shown],
            [float(action.ev) for action in shown],
            [float(action.stderr) for action in shown],
        )
