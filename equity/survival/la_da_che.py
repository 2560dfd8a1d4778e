"""La da che: a card that equals one in the row takes both and all between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import card_name
from equity.shield import Kernels
from equity.survival.bundles import Dealing, Out
from equity.survival.game import Event, Found, Survival, Trace, per_seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords
    from equity.results import Match

__all__ = ["LaDaChe"]

kernels = Kernels("equity.survival.kernels")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LaDaChe(Survival):
    """A card that equals one in the row takes both and all between."""

    def _engine(
        self, state: Any, deals: int, deal: Dealing, players: int, model: Any, out: Out
    ) -> None:
        """Play games with the compiled engine."""
        shuffled = self.rules["stack_order"] == "shuffled"
        kernels.la_da_che(state, deals, deal, self.limit, shuffled, np.array(model), out)

    def _certain(self, model: Any) -> bool:
        """Tell whether everybody always notices, or never, and stacks are not shuffled."""
        sure = all(chance in (0.0, 1.0) for chance in model)
        return bool(sure and self.rules["stack_order"] != "shuffled")

    def play(
        self,
        players: int | None = None,
        *,
        hands: Sequence[Cards] | None = None,
        notice: float | Sequence[float] = 1.0,
        **options: Unpack[Keywords],
    ) -> Match:
        """Play whole games.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said; seat 0 lays first.
        hands : sequence of cards, optional
            The stack of each seat, top card first, 52 cards in all; else the deal is random.
        notice : float or sequence of float, default 1.0
            Chance, for all or by seat, that a player notices a card that may be taken.
        **options
            ``deals`` (games), ``tolerance`` (0.005 if nothing is said), ``seconds``, ``seed``,
            ``method``, ``executor``, ``progress``.

        Returns
        -------
        Match
            Chance to win by seat, places, length in turns. Exact, of one game, if the deal
            is given and nothing is left to chance.

        Raises
        ------
        CardError
            Cards that are missing or there twice.
        RuleError
            A wrong number of players, a chance outside [0, 1], or a wrong option.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import la_da_che
        >>> r = la_da_che.play(players=2, notice=[1, 0.8], deals=1000, seed=7)
        >>> bool(r.win[0] > r.win[1])
        True
        """
        seats, deal = self._deal(players, hands)
        return self._play(deal, seats, per_seat("notice", notice, seats, 0, 1), options)

    def trace(
        self,
        players: int | None = None,
        *,
        hands: Sequence[Cards] | None = None,
        notice: float | Sequence[float] = 1.0,
        seed: int | None = None,
    ) -> Trace:
        """Play one game step by step, in words.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said.
        hands : sequence of cards, optional
            The stack of each seat, top card first; else a random deal.
        notice : float or sequence of float, default 1.0
            Chance that a player notices a card that may be taken.
        seed : int, optional
            Seed of the deal and of what else is left to chance.

        Returns
        -------
        Trace
            The steps, and how the game ended.

        Examples
        --------
        >>> from equity import la_da_che
        >>> print(la_da_che.trace(players=4, seed=1)[0])
        turn 1: seat 0 lays Kh
        """
        seats, deal = self._deal(players, hands)
        return self._trace(deal, seats, per_seat("notice", notice, seats, 0, 1), seed)

    def search(
        self,
        seeds: int | Iterable[int] = 1000,
        players: int | None = None,
        *,
        want: str = "longest",
        most: int = 10,
    ) -> list[Found]:
        """Look for the longest games, or those that never end, among the deals of many seeds.

        Everybody notices everything.

        Parameters
        ----------
        seeds : int or iterable of int
            The seeds, or how many from 0 on.
        players : int, optional
            Number of seats, 4 if nothing is said.
        want : {"longest", "cyclic"}
            Which deals.
        most : int, default 10
            How many to give at most.

        Returns
        -------
        list of Found
            The longest first; ``trace(players=players, seed=found.seed)`` plays one.

        Examples
        --------
        >>> from equity import la_da_che
        >>> found = la_da_che.search(100, players=2, most=1)[0]
        >>> la_da_che.trace(players=2, seed=found.seed).length == found.length
        True
        """
        number, deal = self._deal(players, None)
        return self._search(deal, number, (1.0,) * number, seeds, want, most)

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "turn":
            return f"seat {group[0].seat} lays {cards}"
        if kind == "miss":
            return f"seat {group[0].seat} does not notice that {card_name(group[0].card)} takes"
        return Survival._line(self, kind, seat, cards, group)
