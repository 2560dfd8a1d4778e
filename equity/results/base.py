"""What every answer has, and the checks and conversions that all kinds share."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, replace
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from equity.errors import RuleError, shown

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Self, TypeAlias

    from numpy.typing import NDArray

    from equity.plots import Picture
    from equity.views import View

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]
    Number: TypeAlias = float | Fraction

__all__ = [
    "Result",
    "exact_texts",
    "frozen",
    "label_of",
    "plain",
    "ratio",
    "sealed",
]


def frozen(values: Any, dtype: Any = None) -> NDArray[Any]:
    """Give the values as a read-only array; what could still be written to is copied."""
    array = np.asarray(values, dtype=dtype)
    if array.flags.writeable:
        array = array.copy()
        array.setflags(write=False)
    return array


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """Make a new array, not shared with anyone, read-only."""
    array.setflags(write=False)
    return array


def plain(value: object) -> Any:
    """Turn a value into what JSON can hold: plain numbers, text, lists and objects."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        number = float(value)
        return number if math.isfinite(number) else None
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, AbstractSet):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    return str(value)


def exact_texts(values: Mapping[str, object]) -> dict[str, str]:
    """Give the fractions among some values as text, ``{"ev": "-1/30"}``."""
    return {
        name: str(value)
        for name, value in values.items()
        if isinstance(value, Rational) and not isinstance(value, Integral)
    }


def _rebuild(kind: type[Any], values: dict[str, Any]) -> Any:
    """Make a result again from its fields (pickling)."""
    return kind(**values)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Result:
    """What every answer has: where it comes from, and how it is shown.

    Parameters
    ----------
    game : str
        Name of the game.
    rules : Mapping
        All settings of the game, name to value. If it has an attribute ``changed`` (those that
        differ from the default), only these are shown.
    method : {"exact", "monte-carlo"}
        How it was computed.
    deals : int
        Deals (games, sessions) looked at.
    seed : int or tuple of int, optional
        Seed of a simulation; a tuple after merging. ``None`` for exact answers.
    elapsed : float
        Seconds it took.
    partial : bool
        The calculation was interrupted; this is what it had.
    covered : float
        The part of an exact count that is done; below 1 only if interrupted.
    question : hashable, optional
        What was asked; two runs merge only if theirs are equal.
    tally : Mapping of str to ndarray
        The counts; what they are is written in each class.
    """

    game: str
    """Name of the game."""
    rules: Mapping[str, object]
    """All settings of the game, name to value."""
    method: str
    """``"exact"`` or ``"monte-carlo"``."""
    deals: int
    """Deals (games, sessions) looked at."""
    seed: int | tuple[int, ...] | None = None
    """Seed of a simulation; a tuple after merging; ``None`` for exact answers."""
    elapsed: float = 0.0
    """Seconds it took."""
    partial: bool = False
    """The calculation was interrupted; this is what it had."""
    covered: float = 1.0
    """The part of an exact count that is done. Below 1 the numbers are those of the deals counted,
    which are no fair sample of all."""
    question: Hashable = None
    """What was asked; two runs merge only if theirs are equal."""
    tally: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """The counts, named read-only arrays."""

    _list_name: ClassVar[str] = "rows"
    _counted: ClassVar[tuple[str, ...]] = ()
    """The numbers are read from one of these in the tally; without it, runs do not merge."""
    _same: ClassVar[tuple[str, ...]] = ()
    """The fields, beyond the question, that runs must share to merge."""
    _pictures: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The pictures by name, the first drawn if none is named, and the options each takes."""

    def __post_init__(self) -> None:
        self._settle()
        self._check()

    def _settle(self) -> None:
        """Check the common fields and freeze the tally."""
        if self.method not in ("exact", "monte-carlo"):
            raise RuleError(f'method is {shown(self.method)}; it is "exact" or "monte-carlo"')
        object.__setattr__(
            self, "tally", {name: frozen(array) for name, array in self.tally.items()}
        )

    def _check(self) -> None:
        """Check, and settle, what a kind of result adds."""

    def __reduce__(self) -> tuple[Any, ...]:
        values = {item.name: getattr(self, item.name) for item in fields(self) if item.init}
        return _rebuild, (type(self), values)

    @property
    def exact(self) -> bool:
        """Whether the answer is exact."""
        return self.method == "exact"

    def __add__(self, other: object) -> Self:
        """Merge two simulated runs of the same question with different seeds."""
        if not isinstance(other, Result):
            raise RuleError(f"cannot add {type(other).__name__} to a result")
        for one in (self, other):
            if one.exact:
                raise RuleError("only simulated answers can be added; this one is exact")
            if one.question is None or one.seed is None:
                raise RuleError("cannot add an answer that does not know its question and seed")
            if not any(name in one.tally for name in one._counted):
                raise RuleError("cannot add an answer that has kept no counts")
        if (
            type(self) is not type(other)
            or self.game != other.game
            or self.question != other.question
            or dict(self.rules) != dict(other.rules)
        ):
            raise RuleError("only runs of the same question can be added; these differ")
        for name in self._same:
            if getattr(self, name) != getattr(other, name):
                what = name.strip("_")
                raise RuleError(
                    f"only runs of the same question can be added; these differ in {what}"
                )
        seeds = self._seeds() + other._seeds()
        if len(set(seeds)) < len(seeds):
            twice = sorted({seed for seed in seeds if seeds.count(seed) > 1})
            raise RuleError(
                f"both runs used seed {twice[0]}: they are not independent; use different seeds"
            )
        return replace(
            self,
            deals=self.deals + other.deals,
            seed=seeds,
            elapsed=self.elapsed + other.elapsed,
            partial=self.partial or other.partial,
            tally=_added(self.tally, other.tally),
            **self._unmerged(),
        )

    def _unmerged(self) -> dict[str, Any]:
        """Give what a merged answer does not take from its first part."""
        return {}

    def _seeds(self) -> tuple[int, ...]:
        """Give the seeds as a tuple."""
        if self.seed is None:
            return ()
        return self.seed if isinstance(self.seed, tuple) else (self.seed,)

    def _records(self) -> list[dict[str, object]]:
        """Give one object per seat, action, category or bet, with raw values."""
        raise NotImplementedError

    def _extra(self) -> dict[str, object]:
        """Give what belongs to the whole answer, beyond the common fields."""
        return {}

    def _view(self) -> View:
        """Give what is shown."""
        raise NotImplementedError

    def _picture(self, name: str, options: Mapping[str, Any]) -> Picture:
        """Give what one of the pictures shows."""
        raise NotImplementedError

    def _facts(self) -> list[str]:
        """Give the lines above a table that every result has."""
        facts = [self.method]
        if self.deals or not self.exact:  # recursions deal nothing one by one
            facts[0] += f", {self.deals:,} deal{'s' * (self.deals != 1)}"
        seeds = self._seeds()
        if seeds:
            facts[0] += f", seed{'s' * (len(seeds) > 1)} {', '.join(map(str, seeds))}"
        if not self.exact:
            facts[0] += f", largest stderr {self._largest_stderr():.2g}"
        if self.partial:
            facts.append("partial: interrupted before the end" + self._coverage())
        changed = getattr(self.rules, "changed", self.rules)
        if changed:
            facts.append("rules: " + ", ".join(f"{name}={changed[name]!r}" for name in changed))
        return facts

    def _coverage(self) -> str:
        """Say what the numbers of an exact answer cover that is not complete."""
        if self.covered == 1.0:
            return ""
        return (
            f"; these are the numbers of the first {100 * self.covered:.3g}% of the count alone, "
            "no estimate of the whole"
        )

    @property
    def _exact_error(self) -> float:
        """The standard error of the numbers of an exact answer: none, or not known at all."""
        return math.inf if self.covered < 1.0 else 0.0

    def _largest_stderr(self) -> float:
        """Give the largest standard error among the main numbers."""
        values = self.stderr
        if isinstance(values, Mapping):
            values = list(values.values())
        return float(np.max(values, initial=0.0))

    if TYPE_CHECKING:

        @property
        def stderr(self) -> Any:
            """Standard error of the main numbers; 0 for exact answers."""

    def to_dict(self) -> dict[str, Any]:
        """Give the answer as plain numbers, text, lists and dicts, fit for JSON.

        Returns
        -------
        dict
            ``game``, ``rules``, ``method``, ``deals``, ``seed``, ``elapsed``, ``partial``,
            ``covered``, what the kind of answer adds, and one list of objects. Ratios of counts are
            floats, with their exact text in ``exact``.
        """
        out: dict[str, Any] = {
            "game": self.game,
            "rules": plain(self.rules),
            "method": self.method,
            "deals": int(self.deals),
            "seed": plain(self.seed),
            "elapsed": float(self.elapsed),
            "partial": bool(self.partial),
            "covered": float(self.covered),
        }
        extra = self._extra()
        out.update(plain(extra))
        if texts := exact_texts(extra):
            out["exact"] = texts
        items = []
        for record in self._records():
            item = plain(record)
            if texts := exact_texts(record):
                item["exact"] = texts
            items.append(item)
        out[self._list_name] = items
        return out

    def to_frame(self) -> Any:
        """Give the rows of the answer as a pandas data frame.

        Returns
        -------
        pandas.DataFrame
            One row per seat, action, category or bet.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        from equity.display import frame

        return frame(self._records())

    def plot(self, kind: Any = None, ax: Any = None, **options: Any) -> Any:
        """Draw the answer with matplotlib.

        Parameters
        ----------
        kind : str, optional
            Which picture, where there are several: ``"grid"`` for an equity with combos,
            ``"length"`` for a match, ``"drawdown"`` and ``"rounds"`` for a session.
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if not given.
        **options
            What the picture takes, such as ``seat=`` of the grid.

        Returns
        -------
        matplotlib.axes.Axes
            The axes drawn on.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        RuleError
            If there is no such picture.
        """
        from equity.plots import draw

        if kind is not None and not isinstance(kind, str):
            if ax is not None:
                raise RuleError(f"the kind of plot is {shown(kind)}; it is a name")
            kind, ax = None, kind
        if not self._pictures:
            raise RuleError(f"there is no picture of {type(self).__name__}")
        name = next(iter(self._pictures)) if kind is None else kind
        if name not in self._pictures:
            known = ", ".join(map(repr, self._pictures))
            raise RuleError(f"no plot {shown(name)} here; there are {known}")
        if unknown := sorted(options.keys() - self._pictures[name]):
            raise RuleError(f"plot {name!r} takes no {', '.join(unknown)}")
        return draw(self._picture(name, options), ax)

    def __repr__(self) -> str:
        from equity.display import text

        return text(self._view())

    def __rich__(self) -> Any:
        from equity.display import rich_table

        return rich_table(self._view())

    def _repr_html_(self) -> str:
        from equity.display import html

        return html(self._view())


def _added(
    first: Mapping[str, NDArray[Any]], second: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """Add two tallies of integers, name by name."""
    if first.keys() != second.keys():
        raise RuleError("only runs of the same question can be added; these counted other things")
    out = {}
    for name, array in first.items():
        other = second[name]
        if array.dtype.kind not in "iu" or other.dtype.kind not in "iu":
            raise RuleError(f"only integers can be merged; {name} is not")
        if array.shape != other.shape:
            raise RuleError(f"only runs of the same question can be added; {name} differ in shape")
        out[name] = sealed(np.asarray(array + other))
    return out


def label_of(hand: Any) -> str:
    """Write what a seat holds for people to read."""
    label = getattr(hand, "_label", None)
    return str(hand) if label is None else str(label())


def ratio(part: Any, whole: Any) -> float:
    """Divide two integers; nan if nothing was counted."""
    return int(part) / int(whole) if whole else math.nan
