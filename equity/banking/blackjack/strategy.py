"""Strategies: as callers name them, as tables of what to do; and what single cards are worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeAlias

from equity.banking import _blackjack
from equity.banking.blackjack.rules import ACTIONS, NAMES, NO_CARD, Numbers
from equity.errors import RuleError, named, shown
from equity.results.base import Result
from equity.views import View

__all__ = ["BasicStrategy", "Policy", "Removal", "Situation", "Strategy", "named_strategy"]

CODES = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}
"""What an action is called in a picture."""
COLORS = {
    "hit": "#f4a582",
    "stand": "#92c5de",
    "double": "#a6dba0",
    "split": "#fee391",
    "surrender": "#d0d0d0",
}
LEAST_STAND = 17
"""Where a table has no row, hands stand from this total up."""


class Situation(NamedTuple):
    """What a strategy sees when it has to choose.

    A callable strategy takes one of these and returns one of its ``actions``.
    """

    hand: str
    """The cards by value, ascending from the ace: ``"A6"``, ``"2TT"``."""
    total: int
    """The best total."""
    soft: bool
    """Whether an ace counts eleven in it."""
    banker: str | None
    """The banker's up card by value, ``None`` if it is not seen."""
    actions: tuple[str, ...]
    """What may be done."""
    after_split: bool
    """Whether the hand is one of a pair that was split."""


def _row_order(row: str) -> tuple[int, int]:
    """Give the place of a row: hard totals, soft totals, pairs."""
    if "," in row:
        return 2, "23456789TA".index(row[0])
    kind, total = row.split()
    return ("hard", "soft").index(kind), int(total)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class BasicStrategy(Result):
    """What to do, by the total of the hand and the banker's up card.

    Parameters
    ----------
    cells : Mapping of (str, str) to tuple of str
        By row (``"hard 16"``, ``"soft 18"``, ``"8,8"``) and column (``"2"`` .. ``"T"``, ``"A"``,
        or ``"unseen"``): the action, then what to do where it is not allowed.
    columns : tuple of str
        The columns in order.
    **common
        See `equity.results.Result`.

    Examples
    --------
    >>> from equity import blackjack
    >>> table = blackjack.with_rules("casino").strategy()
    >>> table["hard 16", "T"], table["8,8", "T"][0]
    (('hit',), 'split')
    """

    cells: Mapping[tuple[str, str], tuple[str, ...]]
    """By row and column: the action, then what to do where it is not allowed."""
    columns: tuple[str, ...]
    """The columns in order."""

    _list_name: ClassVar[str] = "rows"

    @property
    def stderr(self) -> float:
        """Nothing here is simulated."""
        return 0.0

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows in order: hard totals, soft totals, pairs."""
        return tuple(sorted({row for row, _ in self.cells}, key=_row_order))

    def __getitem__(self, place: tuple[str, str]) -> tuple[str, ...]:
        """Give a cell, by row and column."""
        if place not in self.cells:
            raise RuleError(
                f"no cell {shown(place)}; rows are such as 'hard 16', 'soft 18', '8,8', "
                f"columns {', '.join(self.columns)}"
            )
        return self.cells[place]

    def __call__(self, asked: Situation) -> str:
        """Answer as a strategy."""
        column = "unseen" if asked.banker is None else asked.banker
        if column not in self.columns:
            column = self.columns[0]
        rows = [f"{'soft' if asked.soft else 'hard'} {asked.total}"]
        if len(asked.hand) == 2 and asked.hand[0] == asked.hand[1]:
            rows.insert(0, f"{asked.hand[0]},{asked.hand[1]}")
        for row in rows:
            for action in self.cells.get((row, column), ()):
                if action in asked.actions:
                    return action
        stands = asked.total >= LEAST_STAND + asked.soft and "stand" in asked.actions
        return "stand" if stands or "hit" not in asked.actions else "hit"

    def _records(self) -> list[dict[str, object]]:
        """Give one object a row."""
        records: list[dict[str, object]] = []
        for row in self.rows:
            cells = {
                column: ", else ".join(self.cells.get((row, column), ("-",)))
                for column in self.columns
            }
            records.append({"hand": row, **cells})
        return records

    def _view(self) -> View:
        """Give what is shown."""
        rows: list[list[object]] = [
            [row, *(self._code(row, column) for column in self.columns)] for row in self.rows
        ]
        words = ", ".join(f"{code} {name}" for name, code in CODES.items())
        facts = [*self._facts(), f"{words}; a second letter: where that is not allowed"]
        return View(f"Strategy: {self.game}", facts, ["hand", *self.columns], rows)

    def _code(self, row: str, column: str) -> str:
        """Give a cell in letters: the action, and what to do where it is not allowed."""
        actions = self.cells.get((row, column), ())
        if actions and actions[0] == "split":
            return CODES["split"]
        return "".join(CODES[action] for action in actions) or "-"

    def plot(self, kind: Any = None, ax: Any = None, **options: Any) -> Any:
        """Draw the table with matplotlib.

        Parameters
        ----------
        kind : None or matplotlib.axes.Axes
            There is one picture; the axes may come first.
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if not given.

        Returns
        -------
        matplotlib.axes.Axes
            The axes drawn on.
        """
        ax = _axes(kind, ax, options, (1 + 0.5 * len(self.columns), 0.28 * len(self.rows)))
        from equity.display import optional

        rectangle = optional("matplotlib.patches", "plot").Rectangle
        for y, row in enumerate(self.rows):
            for x, column in enumerate(self.columns):
                actions = self.cells.get((row, column), ())
                color = COLORS[actions[0]] if actions else "white"
                ax.add_patch(rectangle((x, y), 1, 1, facecolor=color, edgecolor="white"))
                ax.text(
                    x + 0.5, y + 0.5, self._code(row, column), ha="center", va="center", fontsize=8
                )
        ax.set_xlim(0, len(self.columns))
        ax.set_ylim(len(self.rows), 0)
        ax.set_xticks([x + 0.5 for x in range(len(self.columns))], self.columns)
        ax.set_yticks([y + 0.5 for y in range(len(self.rows))], self.rows)
        ax.tick_params(length=0)
        ax.xaxis.tick_top()
        ax.set_xlabel("banker's up card")
        ax.xaxis.set_label_position("top")
        return ax


Strategy: TypeAlias = "str | BasicStrategy | Callable[[Situation], str]"
"""A strategy as callers give it."""
"""A strategy as callers give it."""


class Policy:
    """A fixed strategy, as the recursion asks for it."""

    def __init__(self, strategy: Callable[[Situation], str], up: int) -> None:
        self.strategy = strategy
        self.up = None if up == NO_CARD else NAMES[up]

    def __call__(self, hand: int, actions: int, after_split: bool) -> int:
        """Give the number of the action that is chosen."""
        total, soft = _blackjack.total_of(hand)
        legal = tuple(name for number, name in enumerate(ACTIONS) if actions >> number & 1)
        cards = "".join(NAMES[card] for card in _blackjack.cards_of(hand))
        asked = Situation(cards, total, soft, self.up, legal, after_split)
        answer = self.strategy(asked)
        if not named(answer, *legal):
            raise RuleError(
                f"the strategy answers {shown(answer)} with {cards} against "
                f"{self.up or 'no card'}; it may {' or '.join(legal)}"
            )
        return ACTIONS.index(answer)


def _draw_below(limit: int, hits_soft_17: bool, asked: Situation) -> str:
    """Draw below a total, else stand; on a soft 17 too if so said."""
    draws = asked.total < limit or (hits_soft_17 and asked.soft and asked.total == 17)
    return "stand" if "stand" in asked.actions and not draws else "hit"


def named_strategy(
    strategy: Strategy, numbers: Numbers
) -> tuple[str, Callable[[Situation], str] | None]:
    """Give the name of a strategy, and the function that it is; ``None`` for best play."""
    if not isinstance(strategy, str):
        if not callable(strategy):
            raise RuleError(
                f"strategy is {shown(strategy)}; it is 'best', 'mimic the banker', "
                "'draw below 17', a basic strategy or a callable"
            )
        if isinstance(strategy, BasicStrategy):
            return "basic strategy", strategy
        return getattr(strategy, "__name__", type(strategy).__name__), strategy
    text = " ".join(strategy.casefold().replace("_", " ").split())
    if text == "best":
        return "best", None
    if text in ("mimic the banker", "mimic", "banker"):
        return "mimic the banker", partial(_draw_below, 17, numbers.hits_soft_17)
    if found := re.fullmatch(r"draw below (\d{1,2})", text):
        return text, partial(_draw_below, int(found[1]), False)
    raise RuleError(
        f"unknown strategy {shown(strategy)}; there are 'best', 'mimic the banker' and "
        "'draw below 17' (any number)"
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Removal(Result):
    """How taking one card of a rank out of the shoe changes what a round is worth.

    Parameters
    ----------
    effects : Mapping of str to float
        Change of ev, by rank; ``"T"`` stands for each rank that counts ten.
    ev : float
        What a round from the full shoe is worth.
    strategy : str
        The strategy.
    unit : str
        What ev is counted in.
    **common
        See `equity.results.Result`.
    """

    effects: Mapping[str, float]
    """Change of ev, by rank."""
    ev: float
    """What a round from the full shoe is worth."""
    strategy: str = ""
    """The strategy it was computed under."""
    unit: str = "units of the first bet"
    """What ev is counted in."""

    _list_name: ClassVar[str] = "ranks"

    @property
    def stderr(self) -> float:
        """Nothing here is simulated."""
        return 0.0

    def _records(self) -> list[dict[str, object]]:
        """Give one object a rank."""
        return [{"rank": rank, "effect": effect} for rank, effect in self.effects.items()]

    def _extra(self) -> dict[str, object]:
        """Give what the effects are counted from."""
        return {"ev": self.ev, "unit": self.unit, "strategy": self.strategy or None}

    def _view(self) -> View:
        """Give what is shown."""
        facts = [*self._facts(), f"ev of the full shoe: {self.ev:.6f} {self.unit}"]
        if self.strategy:
            facts.append(f"strategy: {self.strategy}")
        rows: list[list[object]] = [[rank, effect] for rank, effect in self.effects.items()]
        return View(f"Effect of removal: {self.game}", facts, ["rank", "effect"], rows)

    def plot(self, kind: Any = None, ax: Any = None, **options: Any) -> Any:
        """Draw the effects as bars.

        Parameters
        ----------
        kind : None or matplotlib.axes.Axes
            There is one picture; the axes may come first.
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if not given.

        Returns
        -------
        matplotlib.axes.Axes
            The axes drawn on.
        """
        ax = _axes(kind, ax, options, None)
        ax.bar(list(self.effects), list(self.effects.values()))
        ax.axhline(0, color="black", linewidth=0.8)
        ax.set_xlabel("rank of the card taken out")
        ax.set_ylabel(f"change of ev ({self.unit})")
        ax.set_title(self.game)
        return ax


def _axes(kind: Any, ax: Any, options: Mapping[str, Any], size: Any) -> Any:
    """Give the axes to draw on."""
    from equity.display import optional

    if isinstance(kind, str) or options:
        raise RuleError(f"there is one picture here, without {kind or ', '.join(options)}")
    if kind is not None:
        if ax is not None:
            raise RuleError(f"the kind of plot is {shown(kind)}; it is a name")
        ax = kind
    optional("matplotlib", "plot")
    if ax is None:
        pyplot = optional("matplotlib.pyplot", "plot")
        ax = pyplot.subplots(layout="constrained", figsize=size)[1]
    return ax
