"""Answers: equities, odds, decisions, edges, matches and sessions.

A result keeps the raw tally of its calculation (named integer arrays) and derives the rest when
asked, so making one is cheap and two simulated runs of one question merge by adding integers.
What a tally holds is written in each class, under "Tally".
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, overload

import numpy as np

from equity.errors import CardError, Interrupted, RuleError, shown

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Self, TypeAlias

    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]
    Number: TypeAlias = float | Fraction

__all__ = [
    "Action",
    "Bet",
    "Combo",
    "Combos",
    "Cost",
    "Decision",
    "Distribution",
    "Edge",
    "Equity",
    "Match",
    "Odds",
    "Pots",
    "Rank",
    "Result",
    "Session",
    "mean_stderr",
    "outcome_shares",
    "share_stderr",
]

SHARE_UNITS = 2520
"""Shares in products of pots are counted in 2520ths, the least common multiple of 1 to 10."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are shown."""


def _frozen(values: Any, dtype: Any = None) -> NDArray[Any]:
    """Give the values as a read-only array; what could still be written to is copied."""
    array = np.asarray(values, dtype=dtype)
    if array.flags.writeable:
        array = array.copy()
        array.setflags(write=False)
    return array


def _sealed(array: NDArray[Any]) -> NDArray[Any]:
    """Make a new array, not shared with anyone, read-only."""
    array.setflags(write=False)
    return array


def _plain(value: object) -> Any:
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
        return _plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, AbstractSet):
        return sorted((_plain(item) for item in value), key=str)
    if isinstance(value, Sequence):
        return [_plain(item) for item in value]
    return str(value)


def _exact_texts(values: Mapping[str, object]) -> dict[str, str]:
    """Give the fractions among some values as text, ``{"ev": "-1/30"}``."""
    return {
        name: str(value)
        for name, value in values.items()
        if isinstance(value, Rational) and not isinstance(value, Integral)
    }


class Outcomes(NamedTuple):
    """What one cell of a seat's histogram is worth, by cell."""

    share: Floats
    """Share of the whole pot."""
    high: Floats
    """The part of it won with the high hand."""
    low: Floats
    """The part of it won with the low hand."""
    units: Ints
    """The share in 2520ths, rounded."""


@lru_cache(maxsize=64)
def outcome_shares(seats: int, hi_lo: bool = False) -> Outcomes:
    """Give the share of the pot that each cell of a seat's histogram stands for.

    Parameters
    ----------
    seats : int
        Number of seats.
    hi_lo : bool, default False
        For ``joint`` of hi-lo games, flattened, instead of ``shares``.

    Returns
    -------
    Outcomes
        Arrays ``share``, ``high``, ``low`` (float64) and ``units`` (int64), one entry a cell.

    Examples
    --------
    >>> outcome_shares(4).share.tolist()[:3]
    [0.0, 1.0, 0.5]
    """
    part = np.zeros(seats + 1)
    part[1:] = 1.0 / np.arange(1, seats + 1)
    if hi_lo:
        high = np.repeat(part[:, None] / 2, seats + 2, axis=1)
        high[:, -1] = part
        low = np.zeros_like(high)
        low[:, :-1] = part / 2
    else:
        high, low = part, np.zeros_like(part)
    share = high + low
    units = np.rint(SHARE_UNITS * share).astype(np.int64)
    return Outcomes(*(_sealed(array.ravel()) for array in (share, high, low, units)))


def share_stderr(counts: Ints, shares: Floats | None = None) -> Floats:
    """Give the standard error of a mean share, from the histogram of the share.

    One win and one loss are added to the counts, so that it is never 0.

    Parameters
    ----------
    counts : ndarray of int64, shape (..., cells)
        Deals by cell; by default cell ``k`` is a share of ``1 / k`` and cell 0 a loss.
    shares : ndarray of float64, shape (cells,), optional
        The share each cell stands for (`outcome_shares`).

    Returns
    -------
    ndarray of float64, shape (...)
        One standard error each.

    Examples
    --------
    >>> round(float(share_stderr(np.array([49, 49, 0]))), 6)
    0.050252
    """
    counts = np.asarray(counts)
    if shares is None:
        shares = outcome_shares(counts.shape[-1] - 1).share
    deals = counts.sum(axis=-1) + 2
    mean = (counts @ shares + 1.0) / deals
    spread = (counts * (shares - mean[..., None]) ** 2).sum(axis=-1) + (1 - mean) ** 2 + mean**2
    return np.asarray(np.sqrt(spread / (deals - 1.0) / deals), dtype=np.float64)


def mean_stderr(deals: int, sums: Ints, squares: Ints, low: int = 0, high: int = 1) -> Floats:
    """Give the standard error of means from sums and sums of squares, in the unit of the sums.

    One deal at `low` and one at `high` are added, so that it is never 0. Computed in
    integers of any size: nothing cancels.

    Parameters
    ----------
    deals : int
        Number of deals summed.
    sums, squares : ndarray of int64, same shape
        Sums, and sums of squares, of integer outcomes.
    low, high : int, default 0 and 1
        What a loss and a win are worth in the same unit.

    Returns
    -------
    ndarray of float64
        One standard error each.

    Examples
    --------
    >>> round(float(mean_stderr(98, np.array(49), np.array(49))), 6)
    0.050252
    """
    total = int(deals) + 2
    sums, squares = np.asarray(sums), np.asarray(squares)
    out = np.empty(sums.shape)
    for place in np.ndindex(sums.shape):
        first = int(sums[place]) + low + high
        second = int(squares[place]) + low * low + high * high
        out[place] = math.sqrt((total * second - first * first) / (total * total * (total - 1)))
    return out


class View(NamedTuple):
    """What is shown of a result, whatever it is shown on."""

    title: str
    facts: list[str]
    columns: list[str]
    rows: list[list[object]]


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
    question: Hashable = None
    """What was asked; two runs merge only if theirs are equal."""
    tally: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """The counts, named read-only arrays."""

    _list_name: ClassVar[str] = "rows"
    _counted: ClassVar[tuple[str, ...]] = ()
    """The numbers are read from one of these in the tally; without it, runs do not merge."""
    _same: ClassVar[tuple[str, ...]] = ()
    """The fields, beyond the question, that runs must share to merge."""

    def __post_init__(self) -> None:
        self._settle()
        self._check()

    def _settle(self) -> None:
        """Check the common fields and freeze the tally."""
        if self.method not in ("exact", "monte-carlo"):
            raise RuleError(f'method is {shown(self.method)}; it is "exact" or "monte-carlo"')
        object.__setattr__(
            self, "tally", {name: _frozen(array) for name, array in self.tally.items()}
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
            facts.append("partial: interrupted before the end")
        changed = getattr(self.rules, "changed", self.rules)
        if changed:
            facts.append("rules: " + ", ".join(f"{name}={changed[name]!r}" for name in changed))
        return facts

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
            ``game``, ``rules``, ``method``, ``deals``, ``seed``, ``elapsed``, ``partial``, what
            the kind of answer adds, and one list of objects. Ratios of counts are floats, with
            their exact text in ``exact``.
        """
        out: dict[str, Any] = {
            "game": self.game,
            "rules": _plain(self.rules),
            "method": self.method,
            "deals": int(self.deals),
            "seed": _plain(self.seed),
            "elapsed": float(self.elapsed),
            "partial": bool(self.partial),
        }
        extra = self._extra()
        out.update(_plain(extra))
        if texts := _exact_texts(extra):
            out["exact"] = texts
        items = []
        for record in self._records():
            item = _plain(record)
            if texts := _exact_texts(record):
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
        from equity.plots import plot

        if kind is not None and not isinstance(kind, str):
            if ax is not None:
                raise RuleError(f"the kind of plot is {shown(kind)}; it is a name")
            kind, ax = None, kind
        return plot(self, kind, ax, options)

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
        out[name] = _sealed(np.asarray(array + other))
    return out


def _label(hand: Any) -> str:
    """Write what a seat holds for people to read."""
    label = getattr(hand, "_label", None)
    return str(hand) if label is None else str(label())


def _check_seat(seat: object, seats: int) -> int:
    """Check a seat number."""
    if isinstance(seat, bool) or not isinstance(seat, Integral) or not 0 <= int(seat) < seats:
        raise RuleError(f"seat is {shown(seat)}; it is a whole number from 0 to {seats - 1}")
    return int(seat)


def _number(value: object) -> float:
    """Give a real number as a float; nan if it is none."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _check_fraction(value: object, what: str) -> float:
    """Check a number from 0 to 1."""
    number = _number(value)
    if not 0 <= number <= 1:
        raise RuleError(f"{what} is {shown(value)}; it is a number from 0 to 1")
    return number


def _check_amount(value: object, what: str) -> float:
    """Check an amount of chips."""
    number = _number(value)
    if not math.isfinite(number) or number < 0:
        raise RuleError(f"{what} is {shown(value)}; it is a finite number, 0 or more")
    return number


def _ratio(part: Any, whole: Any) -> float:
    """Divide two integers; nan if nothing was counted."""
    return int(part) / int(whole) if whole else math.nan


@dataclass(frozen=True, slots=True)
class Pots:
    """Main and side pots: how much is in each, and who can win it.

    Parameters
    ----------
    players : int
        Number of seats.
    amounts : tuple of float
        Chips in each pot.
    eligible : tuple of tuple of int
        The seats that can win each pot, ascending. A pot of one seat is returned to it.

    See Also
    --------
    equity.showdown.money.side_pots : Build them from stacks.

    Examples
    --------
    >>> pots = Pots(3, (90.0, 40.0, 10.0), ((0, 1, 2), (1, 2), (2,)))
    >>> pots.rows, pots.side
    ((0, 1, -1), ((1, 2),))
    """

    players: int
    amounts: tuple[float, ...]
    eligible: tuple[tuple[int, ...], ...]

    @property
    def side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each contested pot that not everybody can win: pots 1.. of a tally."""
        return tuple(seats for seats in self.eligible if 1 < len(seats) < self.players)

    @property
    def rows(self) -> tuple[int, ...]:
        """The pot of the tally that tells who wins each pot; -1 if it is returned."""
        rows, side = [], 0
        for seats in self.eligible:
            if len(seats) == 1:
                rows.append(-1)
            elif len(seats) == self.players:
                rows.append(0)
            else:
                side += 1
                rows.append(side)
        return tuple(rows)

    @property
    def total(self) -> float:
        """All chips."""
        return math.fsum(self.amounts)

    def contested(self) -> Floats:
        """Give the chips that are won by each pot of a tally, float64[1 + len(side)]."""
        out = np.zeros(1 + len(self.side))
        for amount, row in zip(self.amounts, self.rows, strict=True):
            if row >= 0:
                out[row] += amount
        return out

    def returned(self) -> Floats:
        """Give the chips returned to each seat uncontested, float64[players]."""
        out = np.zeros(self.players)
        for amount, seats in zip(self.amounts, self.eligible, strict=True):
            if len(seats) == 1:
                out[seats[0]] += amount
        return out


RANK_LETTERS = "AKQJT98765432"
CLASSES = tuple(
    RANK_LETTERS[min(row, column)]
    + RANK_LETTERS[max(row, column)]
    + ("" if row == column else "s" if row < column else "o")
    for row in range(13)
    for column in range(13)
)
"""The classes of two cards by place in the 13 by 13 table, row by row."""


def _classes(cards: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Give the place of two-card hands in the 13 by 13 table, row by row."""
    if cards.shape[1] != 2 or (cards > 51).any():
        raise RuleError("classes and a grid need hands of two cards without jokers")
    ranks = np.sort(12 - cards.astype(np.intp) // 4, axis=1)  # the higher rank first
    suited = cards[:, 0] % 4 == cards[:, 1] % 4
    first, second = ranks.T
    return np.asarray(np.where(suited, 13 * first + second, 13 * second + first))


class Combo(NamedTuple):
    """One combo of a range and how it fares."""

    cards: str
    weight: float
    equity: float
    win: float
    tie: float
    probability: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Combos:
    """Every combo of one seat with its weight, equity, win and tie.

    Iterating gives a `Combo` each, with the cards as text; so does ``combos[0]``, and
    ``combos["AsAh"]``.

    Parameters
    ----------
    cards : ndarray of uint8, shape (n, k)
        Card numbers, the highest first.
    weight, equity, win, tie : ndarray of float64, shape (n,)
        Weight of each combo in its range as it was given, and its probabilities.
    probability : ndarray of float64, shape (n,)
        How likely the seat is to hold it, given all that is known of the others; adds up to 1.
    """

    cards: NDArray[np.uint8]
    weight: Floats
    equity: Floats
    win: Floats
    tie: Floats
    probability: Floats

    def __post_init__(self) -> None:
        cards = _frozen(self.cards, np.uint8)
        if cards.ndim != 2:
            raise RuleError(f"cards of combos have shape {cards.shape}; it is (combos, cards)")
        object.__setattr__(self, "cards", cards)
        for name in ("weight", "equity", "win", "tie", "probability"):
            values = _frozen(getattr(self, name), np.float64)
            if values.shape != cards.shape[:1]:
                raise RuleError(f"{name} of combos has shape {values.shape}; one each is expected")
            object.__setattr__(self, name, values)

    def __reduce__(self) -> tuple[Any, ...]:
        return Combos, tuple(getattr(self, item.name) for item in fields(self))

    def __len__(self) -> int:
        return len(self.cards)

    @overload
    def __getitem__(self, index: int | str) -> Combo: ...
    @overload
    def __getitem__(self, index: slice) -> list[Combo]: ...
    def __getitem__(self, index: Any) -> Combo | list[Combo]:
        from equity.cards import format_cards

        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if isinstance(index, str):
            place = self._place(index)
            if place is None:
                raise CardError(f"{shown(index)} is not among these {len(self):,} combos")
            index = place
        if isinstance(index, bool) or not isinstance(index, Integral):
            raise RuleError(
                f"a combo is chosen by its number, a slice or its cards, not by {shown(index)}"
            )
        return Combo(
            format_cards(self.cards[index].tolist()),
            float(self.weight[index]),
            float(self.equity[index]),
            float(self.win[index]),
            float(self.tie[index]),
            float(self.probability[index]),
        )

    def __contains__(self, combo: object) -> bool:
        cards = combo.cards if isinstance(combo, Combo) else combo
        return isinstance(cards, str) and self._place(cards) is not None

    def _place(self, text: str) -> int | None:
        """Find a combo by its cards in any order."""
        from equity.cards import parse_cards

        wanted = sorted(parse_cards(text, what="combo"))
        if len(wanted) != self.cards.shape[1]:
            return None
        found = np.nonzero((np.sort(self.cards, axis=1) == wanted).all(axis=1))[0]
        return int(found[0]) if len(found) else None

    def __iter__(self) -> Iterator[Combo]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        from equity.display import text

        return text(self._view())

    def _repr_html_(self) -> str:
        from equity.display import html

        return html(self._view())

    def _view(self) -> View:
        """Give what is shown."""
        return View(f"Combos: {len(self):,}", [], list(Combo._fields), [list(c) for c in self])

    def _by_class(self) -> list[dict[str, object]]:
        """Sum up the classes of two cards: how many combos, their chance and how they fare."""
        place = _classes(self.cards)
        number, chance = (
            np.bincount(place, minlength=169),
            np.bincount(place, self.probability, 169),
        )
        fares = [
            np.bincount(place, self.probability * values, 169)
            for values in (self.weight, self.equity, self.win, self.tie)
        ]
        names = ("weight", "equity", "win", "tie")
        return [
            {"class": CLASSES[at], "combos": int(number[at])}
            | {name: float(sums[at] / chance[at]) for name, sums in zip(names, fares, strict=True)}
            | {"probability": float(chance[at])}
            for at in np.nonzero(number)[0]
        ]

    def to_frame(self) -> Any:
        """Give the combos as a pandas data frame.

        Returns
        -------
        pandas.DataFrame
            Columns ``cards``, ``weight``, ``equity``, ``win``, ``tie``, ``probability``.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        from equity.display import frame

        return frame([combo._asdict() for combo in self])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Equity(Result):
    """Who wins: equity, wins and ties by seat.

    Parameters
    ----------
    hands : tuple
        One entry a seat, text or a range; its text is shown.
    pots : Pots, optional
        Main and side pots, for `chips`.
    by_combo : sequence, optional
        One entry a seat: `Combos`, or its arrays, or what gives them when asked, or ``None``.
    board, dead : str, optional
        Cards on the board and out of the deck, to be shown.
    **common
        See `Result`.

    Notes
    -----
    Tally, n being the number of seats:

    shares : int64[pots, n, n + 1]
        [p, s, k]: deals in which seat s is one of the k winners of pot p; k = 0: not a winner.
        Pot 0 is the whole showdown; pot 1 + i is contested by the seats ``pots.side[i]`` alone.
    joint : int64[pots, n, n + 1, n + 2]
        Hi-lo games, instead of shares. [p, s, h, l]: deals in which seat s is one of the h
        winners of the high half and of the l winners of the low half (0: not a winner).
        l = n + 1: nobody has a low, and the high half is the whole pot.
    products : int64[n, pots, pots]
        Only simulated with side pots, for the error of the chips: the sum over deals of
        round(2520 share_p) * round(2520 share_q).
    weighted : float64[(pots,) n, ...]
        Only exact with unequal weights: like shares (or joint), the weights of the deals being
        summed. Side pots need the axis of pots.
    sharers : int64[n + 1]
        Hi-lo games, optional, for `winners`: deals in which k seats get something (with
        ``weighted``: their weights, float64).

    Examples
    --------
    >>> tally = {"shares": np.array([[[40, 50, 10], [50, 40, 10]]])}
    >>> r = Equity(game="holdem", rules={}, method="exact", deals=100, hands=("AA", "KK"),
    ...            tally=tally)
    >>> r.equity.tolist(), r.winners
    ([0.55, 0.45], {1: 0.9, 2: 0.1})
    """

    hands: tuple[object, ...]
    """What each seat was given, text or range."""
    pots: Pots | None = None
    """Main and side pots; ``None`` without stacks."""
    by_combo: Sequence[Any] | None = None
    """Combos by seat, where the method gives them."""
    board: str = ""
    """Cards on the board, as text."""
    dead: str = ""
    """Dead cards, as text."""

    _list_name: ClassVar[str] = "players"
    _counted: ClassVar[tuple[str, ...]] = ("shares", "joint")
    _same: ClassVar[tuple[str, ...]] = ("hands", "pots", "board", "dead")

    def _check(self) -> None:
        """Check the shapes of the tally."""
        object.__setattr__(self, "hands", tuple(self.hands))
        seats = len(self.hands)
        name = "joint" if self.hi_lo else "shares"
        if name not in self.tally:
            raise RuleError("an equity needs a tally with shares or joint")
        counts = self.tally[name]
        cells = (seats + 1, seats + 2) if self.hi_lo else (seats + 1,)
        pots = 1 if self.pots is None else 1 + len(self.pots.side)
        if counts.shape[1:] != (seats, *cells) or counts.shape[0] < pots:
            raise RuleError(f"{name} has shape {counts.shape}; {(pots, seats, *cells)} is expected")
        weighted = self.tally.get("weighted")
        if weighted is not None:
            shape = weighted.shape if weighted.ndim > 1 + len(cells) else (1, *weighted.shape)
            if shape[1:] != (seats, *cells) or shape[0] < pots:
                raise RuleError(
                    f"weighted has shape {weighted.shape}; {(pots, seats, *cells)} is expected"
                )
        if self.pots is not None and self.pots.players != seats:
            raise RuleError(f"pots are for {self.pots.players} seats; there are {seats}")
        if self.by_combo is not None:
            if len(self.by_combo) != seats:
                raise RuleError(f"combos of {len(self.by_combo)} seats; there are {seats}")
            combos = tuple(
                Combos(*item) if isinstance(item, (tuple, list)) else item for item in self.by_combo
            )
            object.__setattr__(self, "by_combo", combos)

    def _unmerged(self) -> dict[str, Any]:
        """Combos are not counts: a merged answer has none."""
        return {"by_combo": None}

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.hands)

    @property
    def hi_lo(self) -> bool:
        """Whether the pot is split between a high and a low hand."""
        return "joint" in self.tally

    def _outcomes(self) -> Outcomes:
        """Give what the cells of a histogram are worth."""
        return outcome_shares(len(self.hands), self.hi_lo)

    def _counts(self) -> Ints:
        """Give deals by pot, seat and cell, int64[pots, seats, cells]."""
        counts = self.tally["joint" if self.hi_lo else "shares"]
        return counts.reshape(counts.shape[0], counts.shape[1], -1)

    def _masses(self) -> NDArray[Any]:
        """Give what probabilities are read from, deals or weights, [pots, seats, cells]."""
        weighted = self.tally.get("weighted")
        if weighted is None:
            return self._counts()
        return weighted.reshape(-1, len(self.hands), self._outcomes().share.size)

    def _mean(self, worth: NDArray[Any]) -> Floats:
        """Give the expectation by seat, over the whole showdown, of what cells are worth."""
        masses = self._masses()[0]
        with np.errstate(invalid="ignore", divide="ignore"):
            return _sealed(np.asarray(masses @ worth / masses.sum(axis=1), dtype=np.float64))

    def _deals_where(self, cells: NDArray[np.bool_]) -> Ints:
        """Give the number of deals by seat that fall into some cells."""
        return _sealed(np.asarray(self._counts()[0][:, cells].sum(axis=1), dtype=np.int64))

    @property
    def equity(self) -> Floats:
        """Expected share of the pot, by seat."""
        return self._mean(self._outcomes().share)

    @property
    def win(self) -> Floats:
        """Probability of winning the whole pot alone, by seat."""
        return self._mean((self._outcomes().share == 1.0).astype(np.float64))

    @property
    def tie(self) -> Floats:
        """Probability of getting some of the pot but not all, by seat."""
        share = self._outcomes().share
        return self._mean(((share > 0.0) & (share < 1.0)).astype(np.float64))

    @property
    def tie_share(self) -> Floats:
        """Expected share of the pot that comes from ties, ``equity - win``, by seat."""
        share = self._outcomes().share
        return self._mean(np.where(share < 1.0, share, 0.0))

    @property
    def wins(self) -> Ints:
        """Deals won alone, by seat."""
        return self._deals_where(self._outcomes().share == 1.0)

    @property
    def ties(self) -> Ints:
        """Deals in which the pot was shared, by seat."""
        share = self._outcomes().share
        return self._deals_where((share > 0.0) & (share < 1.0))

    @property
    def losses(self) -> Ints:
        """Deals that brought nothing, by seat."""
        return self._deals_where(self._outcomes().share == 0.0)

    @property
    def stderr(self) -> Floats:
        """Standard error of the equity, by seat; 0 for exact answers."""
        if self.exact:
            return _sealed(np.zeros(len(self.hands)))
        return _sealed(share_stderr(self._counts()[0], self._outcomes().share))

    @property
    def winners(self) -> dict[int, float]:
        """Probability that exactly k seats share the pot, by k."""
        seats = len(self.hands)
        number = np.arange(1, seats + 1)
        if self.hi_lo:
            if "sharers" not in self.tally:
                raise RuleError(f"the number of winners was not counted in {self.game}")
            masses = self.tally["sharers"][1:]
        else:
            masses = self._masses()[0][:, 1:].sum(axis=0) / number
        with np.errstate(invalid="ignore", divide="ignore"):
            chance = masses / masses.sum()
        return {int(k): float(p) for k, p in zip(number, chance, strict=True)}

    @property
    def winning_seats(self) -> dict[tuple[int, ...], float]:
        """Probability that exactly these seats share the pot, by seats: who wins, who ties whom.

        Told apart for two and three seats of a game without a low.
        """
        seats = len(self.hands)
        if self.hi_lo or seats > 3:
            raise RuleError("who ties whom is told for two or three seats of a game without a low")
        masses = self._masses()[0][:, 1:]
        alone, by_two = masses[:, 0], masses[:, 1]
        found: dict[tuple[int, ...], Any] = {(seat,): alone[seat] for seat in range(seats)}
        if seats == 2:
            found[0, 1] = by_two[0]
        else:
            for first, second, other in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
                # What two seats tie with somebody, less what either ties with the other seat.
                tied = (by_two[first] + by_two[second] - by_two[other]) / 2
                found[first, second] = max(0.0, float(tied))  # weights are summed in floats
            found[0, 1, 2] = masses[0, 2]
        total = float(self._masses()[0][0].sum())
        with np.errstate(invalid="ignore", divide="ignore"):
            return {shared: float(np.divide(mass, total)) for shared, mass in found.items()}

    def _hi_lo_mean(self, worth: NDArray[Any]) -> Floats | None:
        """Give an expectation by seat, or nothing in a game without a low."""
        return self._mean(worth) if self.hi_lo else None

    @property
    def high(self) -> Floats | None:
        """Expected share of the whole pot won with the high hand; ``None`` without a low."""
        return self._hi_lo_mean(self._outcomes().high)

    @property
    def low(self) -> Floats | None:
        """Expected share of the whole pot won with the low hand; ``None`` without a low."""
        return self._hi_lo_mean(self._outcomes().low)

    @property
    def scoop(self) -> Floats | None:
        """Probability of winning everything; ``None`` in games without a low."""
        return self.win if self.hi_lo else None

    @property
    def three_quarters(self) -> Floats | None:
        """Probability of exactly three quarters of the pot; ``None`` without a low."""
        return self._hi_lo_mean(np.isclose(self._outcomes().share, 0.75, 0, 1e-9).astype(float))

    @property
    def quarter(self) -> Floats | None:
        """Probability of exactly a quarter of the pot; ``None`` in games without a low."""
        return self._hi_lo_mean(np.isclose(self._outcomes().share, 0.25, 0, 1e-9).astype(float))

    @property
    def chips(self) -> Floats | None:
        """Expected chips by seat, over all pots; ``None`` without stacks."""
        if self.pots is None:
            return None
        amounts = self.pots.contested()
        masses = self._masses()[: amounts.size]
        with np.errstate(invalid="ignore", divide="ignore"):
            means = masses @ self._outcomes().share / masses.sum(axis=2)
        return _sealed(np.asarray(amounts @ means + self.pots.returned(), dtype=np.float64))

    @property
    def chips_stderr(self) -> Floats | None:
        """Standard error of the chips, by seat; ``None`` without stacks."""
        if self.pots is None:
            return None
        if self.exact:
            return _sealed(np.zeros(len(self.hands)))
        amounts, side = self.pots.contested(), self.pots.side
        if not side:
            return _sealed(amounts[0] * self.stderr)
        if "products" not in self.tally:
            raise RuleError("the error of the chips was not counted in this run")
        # As for the equity, a deal that wins every pot and one that loses every pot are added.
        out = np.zeros(len(self.hands))
        sums = self._counts()[: amounts.size] @ self._outcomes().units
        deals = int(self.deals) + 2
        for seat in range(len(self.hands)):
            won = [SHARE_UNITS, *(SHARE_UNITS * (seat in seats) for seats in side)]
            first = [int(value) + extra for value, extra in zip(sums[:, seat], won, strict=True)]
            products = self.tally["products"][seat].tolist()
            spread = np.array(
                [
                    [
                        float(deals * (products[p][q] + won[p] * won[q]) - first[p] * first[q])
                        for q in range(len(won))
                    ]
                    for p in range(len(won))
                ]
            )
            variance = float(amounts @ spread @ amounts) / (deals * deals * (deals - 1.0))
            out[seat] = math.sqrt(max(0.0, variance)) / SHARE_UNITS
        return _sealed(out)

    def call_value(self, pot: float, call: float, seat: int = 0) -> float:
        """Give what calling is worth, ``equity * (pot + call) - call``.

        Parameters
        ----------
        pot : float
            Chips in the pot before the call.
        call : float
            Chips it costs to call.
        seat : int, default 0
            Who calls.

        Returns
        -------
        float
            Expected chips won; folding is worth 0.

        Raises
        ------
        RuleError
            If an amount is negative or not finite, or there is no such seat.

        Examples
        --------
        >>> tally = {"shares": np.array([[[60, 40, 0], [40, 60, 0]]])}
        >>> r = Equity(game="holdem", rules={}, method="exact", deals=100,
        ...            hands=("AK", "QQ"), tally=tally)
        >>> round(r.call_value(pot=100, call=50), 9)
        10.0
        """
        seat = _check_seat(seat, len(self.hands))
        pot, call = _check_amount(pot, "pot"), _check_amount(call, "call")
        if not math.isfinite(pot + call):
            raise RuleError("pot and call together are no finite number of chips")
        return float(self.equity[seat]) * (pot + call) - call

    def confidence(self, level: float = 0.95) -> Floats:
        """Give a confidence interval of each equity, by the normal approximation.

        Parameters
        ----------
        level : float, default 0.95
            How often the interval should hold the true equity, between 0 and 1.

        Returns
        -------
        ndarray of float64, shape (seats, 2)
            Lower and upper end, within [0, 1]; equal for exact answers.

        Raises
        ------
        RuleError
            If the level is not between 0 and 1.

        Examples
        --------
        >>> tally = {"shares": np.array([[[49, 49, 0], [49, 49, 0]]])}
        >>> r = Equity(game="holdem", rules={}, method="monte-carlo", deals=98, seed=1,
        ...            hands=("AK", "AK"), tally=tally)
        >>> r.confidence(0.95).round(3).tolist()[0]
        [0.402, 0.598]
        """
        level = _check_fraction(level, "confidence level")
        if level == 0.0 or (1 + level) / 2 == 1.0:
            raise RuleError(
                f"confidence level is {level!r}; it is a number between 0 and 1, not too near to 1"
            )
        equity = self.equity
        if self.exact:
            return _sealed(np.stack([equity, equity], axis=1))
        from statistics import NormalDist

        reach = NormalDist().inv_cdf((1 + level) / 2) * self.stderr
        ends = np.stack([equity - reach, equity + reach], axis=1)
        return _sealed(np.clip(ends, 0.0, 1.0))

    def combos(self, seat: int = 0) -> Combos:
        """Give every combo of a seat with its weight, equity, win and tie.

        Combos beside which the others cannot be held are left out.

        Parameters
        ----------
        seat : int, default 0
            Whose combos.

        Returns
        -------
        Combos
            Arrays ``cards``, ``weight``, ``equity``, ``win``, ``tie``, ``probability``, the
            highest cards first; iterating gives rows. Where it was not found on the way to the
            answer it is computed when first asked for, in about the time of the answer itself.

        Raises
        ------
        RuleError
            If there is no such seat, or the answer is simulated, interrupted, or of a game
            without a board.

        Examples
        --------
        >>> from equity import holdem
        >>> r = holdem.equity("AA, KK", "QQ", board="Qs7d2c")
        >>> best = r.combos(0)[0]
        >>> best.cards, round(best.equity, 4)
        ('AsAh', 0.0859)
        """
        seat = _check_seat(seat, len(self.hands))
        found = None if self.by_combo is None else self.by_combo[seat]
        if found is None:
            if self.partial:
                state, why = "interrupted", "only a complete one has them"
            elif self.exact:
                state, why = "exact", "only those of games with a board have them"
            else:
                state, why = "simulated", "an exact one has them (method='exact')"
            what = f"this {state} answer of {self.game}"
            raise RuleError(f"{what} has no equities by combo for seat {seat}; {why}")
        if callable(found):
            try:
                found = found()
            except Interrupted:
                raise Interrupted from None  # there are no combos yet
            combos = [found if at == seat else item for at, item in enumerate(self.by_combo or ())]
            object.__setattr__(self, "by_combo", tuple(combos))
        return found  # type: ignore[no-any-return]

    def grid(self, seat: int = 0) -> Floats:
        """Give the equities of the 169 classes of two cards.

        Parameters
        ----------
        seat : int, default 0
            Whose classes.

        Returns
        -------
        ndarray of float64, shape (13, 13)
            Row and column 0 are aces, 12 deuces; pairs on the diagonal, suited classes above it,
            offsuit below; nan where the range has no combo. Each is the equity of the part of
            the range that is of the class.

        Raises
        ------
        RuleError
            As for `combos`, or if hands are not two plain cards.

        Examples
        --------
        >>> from equity import holdem
        >>> round(float(holdem.equity("AA, AKs", "QQ").grid(0)[0, 1]), 4)
        0.4605
        """
        combos = self.combos(seat)
        place = _classes(combos.cards)
        total, weight = (
            np.bincount(place, values, 169).reshape(13, 13)
            for values in (combos.probability * combos.equity, combos.probability)
        )
        with np.errstate(invalid="ignore", divide="ignore"):
            return _sealed(np.where(weight > 0, total / weight, np.nan))

    def _grid_view(self, seat: int) -> View:
        """Give the grid of a seat as it is shown, in per cent."""
        rows = [
            [
                RANK_LETTERS[at],
                *("" if math.isnan(x) else f"{100 * x:.1f}"[:4].rstrip(".") for x in row),
            ]
            for at, row in enumerate(self.grid(seat).tolist())
        ]
        title = f"seat {seat}: {self._labels[seat]}, equity by class in per cent"
        facts = ["suited hands above the diagonal, offsuit below"]
        return View(title, facts, ["", *RANK_LETTERS], [list(row) for row in rows])

    def to_frame(self, by: str = "seat") -> Any:
        """Give the answer as a pandas data frame.

        Parameters
        ----------
        by : {"seat", "combo", "class"}, default "seat"
            A row for each seat; or for each of its combos, or of its classes of two cards, with
            the columns of `combos`.

        Returns
        -------
        pandas.DataFrame
            One row per seat, combo or class.

        Raises
        ------
        ImportError
            If pandas is not installed.
        RuleError
            If `by` is something else; for combos and classes, as for `combos` and `grid`.
        """
        from equity.display import frame

        if by == "seat":
            return frame(self._records())
        if by not in ("combo", "class"):
            raise RuleError(f'by is {shown(by)}; it is "seat", "combo" or "class"')
        records: list[dict[str, object]] = []
        for seat in range(len(self.hands)):
            combos = self.combos(seat)
            rows = combos._by_class() if by == "class" else (combo._asdict() for combo in combos)
            records += [{"seat": seat, **row} for row in rows]
        return frame(records)

    @property
    def _labels(self) -> list[str]:
        """What each seat holds, as it is shown: long ranges by their number of hands."""
        return [hand if isinstance(hand, str) else _label(hand) for hand in self.hands]

    def _columns(self, hands: Sequence[str]) -> dict[str, Sequence[Any]]:
        """Give the columns of the table, raw."""
        columns: dict[str, Sequence[Any]] = {"hand": hands}
        names = ["equity", "win", "tie", "tie_share", "stderr", "wins", "ties", "losses"]
        if self.hi_lo:
            names += ["high", "low", "scoop", "three_quarters", "quarter"]
        if self.pots is not None:
            names += ["chips"]
            if self.exact or not self.pots.side or "products" in self.tally:
                names += ["chips_stderr"]
        for name in names:
            columns[name] = getattr(self, name).tolist()
        return columns

    def _records(self) -> list[dict[str, object]]:
        """Give one object a seat."""
        columns = self._columns([str(hand) for hand in self.hands])
        return [
            dict(zip(columns, values, strict=True))
            for values in zip(*columns.values(), strict=True)
        ]

    def _extra(self) -> dict[str, object]:
        """Give the number of winners, the cards known to all, and the pots."""
        extra: dict[str, object] = {}
        if self.board:
            extra["board"] = self.board
        if self.dead:
            extra["dead"] = self.dead
        if self.pots is not None:
            amounts = zip(self.pots.amounts, self.pots.eligible, strict=True)
            extra["pots"] = [{"amount": amount, "seats": seats} for amount, seats in amounts]
        if not self.hi_lo or "sharers" in self.tally:
            extra["winners"] = self.winners
        if not self.hi_lo and len(self.hands) <= 3:
            extra["winning_seats"] = [
                {"seats": seats, "probability": chance}
                for seats, chance in self.winning_seats.items()
            ]
        return extra

    def _view(self) -> View:
        """Give what is shown."""
        facts = self._facts()
        if self.board:
            facts.append(f"board: {self.board}")
        if self.dead:
            facts.append(f"dead: {self.dead}")
        columns = self._columns(self._labels)
        for name in ("tie_share", "wins", "ties", "losses"):
            columns.pop(name)
        if self.exact:
            columns.pop("stderr")
            columns.pop("chips_stderr", None)
        columns = {"seat": range(len(self.hands)), **columns}
        rows = [list(row) for row in zip(*columns.values(), strict=True)]
        return View(f"Equity: {self.game}", facts, list(columns), rows)


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
            return dict.fromkeys(self.categories, 0.0)
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
        Standard error of the margin, where there is no tally; if not given, that of independent
        actions.
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
            errors = np.zeros(len(choices))
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
                "ev": _ratio(sums[index], self.deals * self.scale),
                "stderr": float(errors[index]),
            }
            for name, counts in (("win", "wins"), ("tie", "ties")):
                if counts in self.tally:
                    changes[name] = _ratio(self.tally[counts][index], self.deals)
            filled.append(replace(choice, **changes))
        return tuple(filled)

    def __getitem__(self, label: str) -> Action:
        """Find an action by its label."""
        for action in self.actions:
            if action.label == label:
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
        return _sealed(np.array([float(action.ev) for action in self.actions]))

    @property
    def stderr(self) -> Floats:
        """Standard errors of the expected values, best action first; 0 if exact."""
        return _sealed(np.array([float(action.stderr) for action in self.actions]))

    @property
    def margin(self) -> Number | None:
        """What the best action is worth more than the second; ``None`` with one action."""
        if len(self.actions) < 2:
            return None
        return self.actions[0].ev - self.actions[1].ev

    @property
    def margin_stderr(self) -> float | None:
        """Standard error of the margin; ``None`` with one action, 0 if exact."""
        if len(self.actions) < 2:
            return None
        if self.exact:
            return 0.0
        if self.pair_stderr is not None:
            return self.pair_stderr
        if "products" not in self.tally:
            return math.hypot(self.actions[0].stderr, self.actions[1].stderr)
        first, second = self._order()[:2]
        sums, products = self.tally["sums"], self.tally["products"]
        difference = int(sums[first]) - int(sums[second])
        squares = (
            int(products[first, first])
            + int(products[second, second])
            - 2 * int(products[first, second])
        )
        # Added: one deal that only the best wins, one that only the second wins.
        span = self.scale * (1 - self.loss_ev)
        total = int(self.deals) + 2
        spread = total * (squares + 2 * span * span) - difference * difference
        return math.sqrt(spread / (total * total * (total - 1))) / self.scale

    def _records(self) -> list[dict[str, object]]:
        """Give one object an action."""
        return [action._record() for action in self.actions]

    def _extra(self) -> dict[str, object]:
        """Give the unit and the margin."""
        return {"unit": self.unit, "margin": self.margin, "margin_stderr": self.margin_stderr}

    def _view(self) -> View:
        """Give what is shown."""
        facts = [*self._facts(), f"ev: {self.unit}"]
        if self.margin is not None:
            error = "" if self.exact else f" (stderr {self.margin_stderr:.2g})"
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
            win, tie, lose = (_ratio(count, self.deals) for count in outcomes[index])
            ev = _ratio(sums[index], self.deals * self.scale)
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
            [name, paid.get(name, 0), count, _ratio(count, total)]
            for name, count in list(counts.items())[::-1]
        ]
        return ["category", "pays", "count", "probability"], rows


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Distribution:
    """How often each value came: a length, an amount, a number of rounds.

    Parameters
    ----------
    values : ndarray of float64, shape (n,)
        Ascending values.
    counts : ndarray of int64, shape (n,)
        How often each came.
    total : float, optional
        The exact sum, if values were rounded into bins.

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
        object.__setattr__(self, "values", _frozen(self.values, np.float64))
        object.__setattr__(self, "counts", _frozen(self.counts, np.int64))
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
        return _sealed(self.values[came]), _sealed(self.counts[came])

    def quantile(self, q: float) -> float:
        """Give the smallest value that at least a fraction `q` does not exceed.

        Parameters
        ----------
        q : float
            From 0 to 1.

        Returns
        -------
        float
            One of the values that came; nan if none did.

        Raises
        ------
        RuleError
            If `q` is not from 0 to 1.
        """
        q = _check_fraction(q, "quantile")
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
            "mean": _plain(self.mean),
            "quantiles": _plain(self.quantiles),
            "histogram": [[v, c] for v, c in zip(values.tolist(), counts.tolist(), strict=True)],
        }

    def __repr__(self) -> str:
        ends = ", ".join(f"{q:g}: {value:g}" for q, value in self.quantiles.items())
        return f"Distribution(mean={self.mean:g}, quantiles={{{ends}}})"


def _read_histogram(
    tally: Mapping[str, NDArray[Any]], name: str, start: float, step: float
) -> Distribution:
    """Read a histogram with equal steps from a tally, with its exact sum if there is one."""
    counts = tally[name]
    values = start + step * np.arange(counts.size, dtype=np.float64)
    total = tally.get(f"{name}_sum")
    return Distribution(values, counts, None if total is None else float(total.sum()))


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
            return _sealed(out / self.deals)

    @property
    def win(self) -> Floats:
        """Probability of winning, by seat, a shared win being split."""
        return _sealed(self.places[:, 0].copy())

    @property
    def stderr(self) -> Floats:
        """Standard error of `win`, by seat; 0 if exact."""
        groups = self.tally["groups"]
        if self.exact:
            return _sealed(np.zeros(len(groups)))
        counts = groups[:, 0, :].copy()
        counts[:, 0] = self.deals - counts[:, 1:].sum(axis=1)
        return _sealed(share_stderr(counts))

    @property
    def length(self) -> Distribution:
        """How long games last: mean, quantiles, histogram."""
        return _read_histogram(self.tally, "length", 0.0, self.length_step)

    def _fraction(self, name: str) -> float:
        """Give a count as a fraction of the games."""
        return _ratio(self.tally[name].sum(), self.deals) if name in self.tally else 0.0

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
    **common
        See `Result`.

    Notes
    -----
    Tally: ``ruined`` int64[] or int64[1], sessions that ended for want of chips; histograms
    ``final`` int64[cells] (chips at the end: money_start + i * money_step), ``drawdown``
    int64[cells] (largest fall below an earlier peak: i * money_step), ``rounds`` int64[cells]
    (rounds played: i). The exact sums ``final_sum``, ``drawdown_sum`` (chips) and
    ``rounds_sum`` are optional, for histograms whose cells round.

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

    _list_name: ClassVar[str] = "seats"
    _counted: ClassVar[tuple[str, ...]] = ("ruined",)
    _same: ClassVar[tuple[str, ...]] = ("bankroll", "money_step", "money_start")

    def _check(self) -> None:
        """Check that the tally has what is read from it."""
        missing = [n for n in ("ruined", "final", "drawdown", "rounds") if n not in self.tally]
        if missing:
            raise RuleError(f"a session needs a tally with {', '.join(missing)}")

    @property
    def ruin(self) -> float:
        """Probability that the chips run out."""
        return _ratio(self.tally["ruined"].sum(), self.deals)

    @property
    def stderr(self) -> float:
        """Standard error of `ruin`; 0 if exact."""
        if self.exact:
            return 0.0
        ruined = self.tally["ruined"].sum()
        return float(mean_stderr(self.deals, ruined, ruined))

    @property
    def final(self) -> Distribution:
        """Chips at the end."""
        return _read_histogram(self.tally, "final", self.money_start, self.money_step)

    @property
    def drawdown(self) -> Distribution:
        """Largest fall below an earlier peak, in chips."""
        return _read_histogram(self.tally, "drawdown", 0.0, self.money_step)

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


@dataclass(frozen=True, slots=True)
class Cost:
    """What a calculation would cost.

    Parameters
    ----------
    method : {"exact", "monte-carlo"}
        The method that would be used.
    deals : int or None
        Deals it would look at; ``None`` if that cannot be told without counting them.
    steps : int or None
        Units of work of about 5 ns; ``None`` if only the time is limited.
    seconds : float or None
        Forecast at a nominal rate of one core, the same on every machine.
    """

    method: str
    deals: int | None
    steps: int | None
    seconds: float | None

    def to_dict(self) -> dict[str, Any]:
        """Give the fields as plain numbers and text, fit for JSON."""
        return {item.name: _plain(getattr(self, item.name)) for item in fields(self)}


RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
"""Names of the ranks, 0 to 12."""


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """What a hand is. Ranks compare by strength: greater is better, equal is a tie.

    Parameters
    ----------
    category : str
        Name of the category.
    strength : int
        Higher is better; comparable within one ranking only.
    cards : tuple of int
        The cards used, as numbers.
    percentile : float, optional
        Share of all hands that it beats, a tie counting half.
    description : str, optional
        The hand in words, where the standard words do not fit.

    Examples
    --------
    >>> a = Rank("full house", 300, (47, 46, 45, 31, 30))
    >>> a.words
    'full house, kings over nines'
    >>> a > Rank("flush", 200, (48, 44, 28, 12, 0))
    True
    """

    category: str = field(compare=False)
    """Name of the category."""
    strength: int
    """Higher is better; comparable within one ranking only."""
    cards: tuple[int, ...] = field(compare=False, default=())
    """The cards used, as numbers."""
    percentile: float | None = field(compare=False, default=None)
    """Share of all hands that it beats, a tie counting half; ``None`` if not computed."""
    description: str | None = field(compare=False, default=None, repr=False)
    """The hand in words, if not the standard ones."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(int(card) for card in self.cards))
        object.__setattr__(self, "strength", int(self.strength))

    @property
    def text(self) -> str:
        """The cards used, as text."""
        from equity.cards import Deck, format_cards

        return format_cards(self.cards, Deck(jokers=2) if 53 in self.cards else None)

    @property
    def words(self) -> str:
        """The hand in words."""
        if self.description is not None:
            return self.description
        return _words(self.category, self.cards)

    def __str__(self) -> str:
        return f"{self.words} ({self.text})" if self.cards else self.words

    def to_dict(self) -> dict[str, Any]:
        """Give category, strength, cards, words and percentile, fit for JSON."""
        return {
            "category": self.category,
            "strength": self.strength,
            "cards": self.text,
            "words": self.words,
            "percentile": _plain(self.percentile),
        }


_SHAPES = {
    "high card": (1, 1, 1, 1, 1),
    "one pair": (2, 1, 1, 1),
    "two pair": (2, 2, 1),
    "three of a kind": (3, 1, 1),
    "flush": (1, 1, 1, 1, 1),
    "full house": (3, 2),
    "four of a kind": (4, 1),
    "five of a kind": (5,),
}
"""How many cards of each rank a category of five cards has."""


def _groups(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """Give (number of cards, rank), the larger number first, then the higher rank."""
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def _straight_top(ranks: Sequence[int]) -> int | None:
    """Give the highest rank of a straight; an ace that does not fit above counts as lowest."""
    order = sorted(set(ranks))
    if len(order) < len(ranks):
        return None
    if order[-1] - order[0] == len(order) - 1:
        return order[-1]
    if order[-1] == 12 and order[-2] - order[0] == len(order) - 2:
        return order[-2]
    return None


def _with_jokers(category: str, cards: Sequence[int]) -> list[int] | None:
    """Give the ranks of a hand, jokers standing for what makes the best of the category."""
    from itertools import combinations_with_replacement

    ranks = [card // 4 for card in cards if card < 52]
    jokers = len(cards) - len(ranks)
    straight = "straight" in category
    shape = _SHAPES.get(category, ())
    while sum(shape) > len(cards):  # hands of three or four cards: fewer kickers
        shape = shape[:-1]
    best: tuple[Any, list[int]] | None = None
    for extra in combinations_with_replacement(range(13), jokers):
        filled = ranks + list(extra)
        groups = _groups(filled)
        if straight:
            top = _straight_top(filled)
            if top is None:
                continue
            key: Any = top
        else:
            if shape and tuple(size for size, _ in groups) != shape:
                continue
            key = [rank for _, rank in groups]
        if best is None or key > best[0]:
            best = key, filled
    return None if best is None else best[1]


def _words(category: str, cards: Sequence[int]) -> str:
    """Put a standard hand in words; the category itself if it is not standard."""
    straight = "straight" in category
    if len(cards) < 3 or (category not in _SHAPES and not straight):
        return category
    ranks = _with_jokers(category, cards)
    if ranks is None:
        return category
    one = RANK_WORDS.__getitem__
    if straight:
        top = _straight_top(ranks)
        return category if top is None else f"{category}, {one(top)} high"
    groups = _groups(ranks)
    single = [one(rank) for size, rank in groups if size == 1]
    many = [one(rank) + ("es" if rank == 4 else "s") for size, rank in groups if size > 1]
    if not many:
        return f"{category}, {'-'.join(single)}"
    joint = " over " if category == "full house" else " and "
    kickers = f" with {'-'.join(single)}" if single else ""
    return f"{category}, {joint.join(many)}{kickers}"
