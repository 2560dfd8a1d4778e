"""What a draw game declares, and how its players are read."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.checks import amount, whole
from equity.errors import CardError, EquityError, RuleError, shown
from equity.memory import remembered
from equity.ranges import Range
from equity.showdown import _keeps
from equity.showdown.draw.decisions import Player
from equity.showdown.draw.strategies import (
    NAMED,
    Strategy,
    checked_strategy,
    checked_table,
    named_table,
    table_of_function,
)
from equity.showdown.rounds import Rounds
from equity.showdown.spec import Draws, Spec

if TYPE_CHECKING:
    Against = str | Strategy | Callable[[str], Any] | Range | Sequence[Any] | tuple[Any, Any]

__all__ = ["MOST_SEEN", "DrawRules"]

MOST_SEEN = 8
"""Players who can draw before another: nine fit a deck."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DrawRules(Rounds):
    """The rules of a draw, and whom one may play against."""

    def _check_rules(self) -> None:
        """Raise RuleError if settings do not go together."""
        super()._check_rules()
        whole("rounds", self.rules["rounds"], 1)
        amount("ante", self.rules["ante"])

    @property
    def _draws(self) -> Draws:
        """How cards are exchanged."""
        limit = self.rules["draw_limit"]
        return Draws(1, 3, True) if limit == "3_or_4" else Draws(1, int(limit))

    @property
    def _for_points(self) -> bool:
        """Whether rounds are played for points instead of chips."""
        return bool(self.rules["mode"] == "no_betting")

    def strategy(
        self, against: str | Callable[[str], Any] | Any, name: str = "", sees: int = 0
    ) -> Strategy:
        """Make a strategy of a name, a function, or a table.

        Parameters
        ----------
        against : str, callable or array
            ``"advice"``, ``"standard"``, ``"pat"``, ``"always_three"``; a function that is given a
            hand as text, high card first, and gives the cards kept as text (``"pat"`` and ``""``
            are all and none); or a table as :class:`Strategy` has it. A function is asked once
            for hands that differ by suits only.
        name : str, optional
            What results call it.
        sees : int, default 0
            Of a table: how many players who drew before it looks at.

        Raises
        ------
        RuleError
            An unknown name, or a keep that the draw limit does not allow.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> five_card_draw.strategy("advice").keep("AsAhKs7c2d")
        'AsAh'
        """
        depth = whole("sees", sees, 0) or 0
        if not isinstance(name, str):
            raise RuleError(f"name is {shown(name)}; it is what results call the strategy")
        if depth > MOST_SEEN:
            raise RuleError(f"sees is {shown(depth)}; at most {MOST_SEEN} players draw before")
        if depth and (isinstance(against, (str, Strategy)) or callable(against)):
            raise RuleError("sees= goes with a table; names and functions look at the hand only")
        if isinstance(against, Strategy):
            return checked_strategy(self.spec, against)
        if isinstance(against, str):
            if against not in NAMED:
                names = ", ".join(map(repr, NAMED))
                raise RuleError(
                    f"no strategy is called {shown(against)}; the named ones are {names}"
                )
            return Strategy(against, named_table(self.spec, against))
        if callable(against):
            called = name or getattr(against, "__name__", "a function")
            ask = _function_table if isinstance(against, Hashable) else table_of_function
            return Strategy(called, ask(self.spec, against))
        return Strategy(name or "a table", checked_table(self.spec, against, depth), depth)

    def _check_stock(self, players: int, gone: int) -> None:
        """Refuse more players than the deck can serve.

        With a limit of five the stock may run out; what others threw away is shuffled then.
        """
        cards = self.deck.size - gone.bit_count()
        limit = self.rules["draw_limit"]
        if limit == 5:
            # The first may draw five; whoever finds the stock empty draws what those threw away.
            needed, drawn = 5 * players + 5, "the first draw"
        else:
            # All may keep an ace or a joker and draw four, as far as there are any.
            fours = min(players, 4 + self.deck.jokers) if limit == "3_or_4" else 0
            needed, drawn = 5 * players + 3 * players + fours, "the draws"
        if needed > cards:
            raise CardError(
                f"{shown(players)} players need up to {shown(needed)} cards with {drawn}; "
                f"there are {cards}"
            )

    def _players(
        self,
        number: int | None,
        against: Any,
        gone: int,
        drawn_before: tuple[int, ...],
        who: str = "seat {}",
    ) -> tuple[Player, ...]:
        """Read who plays how: one for all, or a list with one each; `who` names one by number."""
        if isinstance(against, list):
            if number is not None and whole("opponents", number, 0) != len(against):
                raise RuleError(f"against has {len(against)} entries for {number} players")
            each = list(against)
        else:
            count = 1 if number is None else whole("opponents", number, 0) or 0
            each = [against] * min(count, len(self.deck.cards))
        if not each:
            raise RuleError("no opponents; give at least one")
        if len(drawn_before) > len(each):
            raise RuleError(
                f"drawn_before has {len(drawn_before)} numbers for {len(each)} opponents"
            )
        players = []
        for at, one in enumerate(each):
            player = self._player(one, who.format(at + ("opponent" in who)))
            if at < len(drawn_before):
                player = self._having_drawn(player, drawn_before[: at + 1], gone)
            players.append(player)
        return tuple(players)

    def _player(self, one: Any, what: str) -> Player:
        """Read what one opponent holds and how it draws."""
        if isinstance(one, tuple) and len(one) == 2 and not isinstance(one[0], int):
            held = self._held(one[0], what)
            if held is not None and held.size < 5:
                raise RuleError(
                    f"{what}: {one[0]} has {held.size} known cards; a strategy draws from five "
                    "(fewer without a strategy are filled up)"
                )
            return Player(held, self.strategy(one[1]))
        if (isinstance(one, str) and one in NAMED) or isinstance(one, Strategy):
            return Player(None, self.strategy(one))
        if callable(one):
            return Player(None, self.strategy(one))
        if isinstance(one, np.ndarray) and one.ndim == 2:
            return Player(None, self.strategy(one))
        try:
            return Player(self._held(one, what), None)
        except EquityError as error:
            if isinstance(one, str):
                names = ", ".join(map(repr, NAMED))
                raise type(error)(f"{error}; it is no strategy either: those are {names}") from None
            raise

    def _held(self, one: Any, what: str) -> Range | None:
        """Read a hand or a range; ``None`` for any five cards."""
        held = self._seat(one, what)
        return held if held.size else None

    def _having_drawn(self, player: Player, drawn: tuple[int, ...], gone: int) -> Player:
        """Condition an opponent on the number it drew."""
        *earlier, number = drawn
        strategy, held = player.strategy, player.held
        if strategy is None:
            draws = number if held is None else 5 - held.size
            if number != draws:
                raise RuleError(
                    f"drawn_before has {number} for an opponent who holds {player.name} and "
                    f"draws {draws}"
                )
            return player
        live = self.deck.mask & ~gone
        masks = _keeps.hands_that_draw(strategy.table[strategy.state(earlier)], number, live)
        if held is None and len(masks) == comb(live.bit_count(), 5):
            return player
        if held is None:
            masks = np.sort(masks)
            weights = np.ones(len(masks))
        else:
            found = np.isin(held.masks, masks)
            masks, weights = held.masks[found], held.weights[found]
        if not len(masks):
            raise CardError(f"no hand draws {number} under {strategy.name}")
        return replace(player, held=Range._of_arrays(masks, weights, 5, self.deck))


@remembered(8)
def _function_table(spec: Spec, function: Callable[[str], Any]) -> Any:
    """Ask a function once and keep what it said."""
    return table_of_function(spec, function)
