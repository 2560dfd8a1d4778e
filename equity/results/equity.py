"""Who wins: equities by seat."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from equity.checks import amount, level_of_confidence, seat_number
from equity.errors import Interrupted, RuleError, named, shown
from equity.results.base import (
    Result,
    label_of,
    sealed,
)
from equity.results.combos import CLASSES, RANK_LETTERS, Combos
from equity.results.statistics import SHARE_UNITS, Outcomes, outcome_shares, share_stderr
from equity.views import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.plots import Bars, Heat
    from equity.results.base import Floats, Ints
    from equity.results.pots import Pots

__all__ = ["Equity"]


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
    part_names : tuple of str, optional
        What the parts of the pot are called.
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
    part_names: tuple[str, ...] = ("high", "low")
    """What the parts of the pot are called."""

    _list_name: ClassVar[str] = "players"
    _counted: ClassVar[tuple[str, ...]] = ("shares", "joint")
    _same: ClassVar[tuple[str, ...]] = ("hands", "pots", "board", "dead")
    _pictures: ClassVar[Mapping[str, tuple[str, ...]]] = {"equity": (), "grid": ("seat",)}

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
            return sealed(np.asarray(masses @ worth / masses.sum(axis=1), dtype=np.float64))

    def _deals_where(self, cells: NDArray[np.bool_]) -> Ints:
        """Give the number of deals by seat that fall into some cells."""
        return sealed(np.asarray(self._counts()[0][:, cells].sum(axis=1), dtype=np.int64))

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
        """Standard error of the equity, by seat; 0 for exact answers, infinite for partial ones."""
        if self.exact:
            return sealed(np.full(len(self.hands), self._exact_error))
        return sealed(share_stderr(self._counts()[0], self._outcomes().share))

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
    def parts(self) -> dict[str, Floats]:
        """Expected share of the whole pot by seat, won with each part of it, by the part's name.

        They add up to the equity. A part that nobody claims belongs to the first.
        """
        if not self.hi_lo:
            return {self.part_names[0]: self.equity}
        outcomes = self._outcomes()
        means = (self._mean(worth) for worth in (outcomes.high, outcomes.low))
        return dict(zip(self.part_names, means, strict=True))

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
        return sealed(np.asarray(amounts @ means + self.pots.returned(), dtype=np.float64))

    @property
    def chips_stderr(self) -> Floats | None:
        """Standard error of the chips, by seat; ``None`` without stacks."""
        if self.pots is None:
            return None
        if self.exact:
            return sealed(np.full(len(self.hands), self._exact_error))
        amounts, side = self.pots.contested(), self.pots.side
        if not side:
            return sealed(amounts[0] * self.stderr)
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
        return sealed(out)

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
        seat = seat_number(seat, len(self.hands))
        pot, call = amount("pot", pot), amount("call", call)
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
            Lower and upper end, within [0, 1]; equal for exact answers, and 0 and 1 for an exact
            answer that was interrupted: it is no sample.

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
        level = level_of_confidence(level)
        equity = self.equity
        if self.exact:
            low, high = (equity, equity) if self.covered == 1.0 else (0 * equity, 0 * equity + 1.0)
            return sealed(np.stack([low, high], axis=1))
        from statistics import NormalDist

        reach = NormalDist().inv_cdf((1 + level) / 2) * self.stderr
        ends = np.stack([equity - reach, equity + reach], axis=1)
        return sealed(np.clip(ends, 0.0, 1.0))

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
        seat = seat_number(seat, len(self.hands))
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
            except KeyboardInterrupt:
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
        return sealed(combos.mean_by_class(combos.equity).reshape(13, 13))

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

        if named(by, "seat"):
            return frame(self._records())
        if not named(by, "combo", "class"):
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
        return [hand if isinstance(hand, str) else label_of(hand) for hand in self.hands]

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

    def _picture(self, name: str, options: Mapping[str, Any]) -> Bars | Heat:
        """Give equities with the wins set apart, or those of the classes of a seat's range."""
        from equity.plots import Bars, Heat

        if name == "grid":
            seat = options.get("seat", 0)
            grid = self.grid(seat)
            title = f"{self.game}, seat {seat}: {self._labels[seat][:40]}"
            # An equal share of the pot is neither good nor bad.
            return Heat(title, "equity", CLASSES, grid, 1 / self.seats)
        return Bars(
            f"{self.game}, {self.method}",
            "equity",
            self._labels,
            self.equity.tolist(),
            None if self.exact else self.stderr.tolist(),
            self.win.tolist(),
            ("wins alone", "shares of ties"),
            (0, 1),
        )
