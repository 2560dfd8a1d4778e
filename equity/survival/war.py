"""War: stacks played from the top, nothing to choose."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any

from equity.results import Odds
from equity.run import timed
from equity.shield import Kernels
from equity.survival.bundles import Dealing, Out
from equity.survival.game import Event, Found, Survival, Trace, _seats, seat_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords
    from equity.results import Match

__all__ = ["War"]

kernels = Kernels("equity.survival.kernels")
ORDERS = ("leader_first", "winner_first", "shuffled")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class War(Survival):
    """The highest card takes the trick; those who share it turn one more card each."""

    unit: str = "tricks"

    @cached_property
    def _numbers(self) -> tuple[int, bool]:
        """The order of stacks, and whether the last card counts again, as the engine takes it."""
        last_card = self.rules["tied_without_card"] == "last_card"
        return ORDERS.index(self.rules["stack_order"]), last_card

    def _engine(
        self, state: Any, deals: int, deal: Dealing, players: int, model: Any, out: Out
    ) -> None:
        """Play games with the compiled engine."""
        kernels.war(state, deals, deal, self.limit, *self._numbers, out)

    def _certain(self, model: Any) -> bool:
        """Only shuffled stacks leave something to chance."""
        return bool(self.rules["stack_order"] != "shuffled")

    def play(
        self,
        players: int | None = None,
        *,
        hands: Sequence[Cards] | None = None,
        **options: Unpack[Keywords],
    ) -> Match:
        """Play whole games.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said; seat 0 turns first.
        hands : sequence of cards, optional
            The stack of each seat, top card first, 52 cards in all; else the deal is random.
        **options
            ``deals`` (games), ``tolerance`` (0.005 if nothing is said), ``seconds``, ``seed``,
            ``method``, ``executor``, ``progress``.

        Returns
        -------
        Match
            Chance to win by seat, places, length in tricks. Exact, of one game, if the deal
            is given and nothing is left to chance.

        Raises
        ------
        CardError
            Cards that are missing or there twice.
        RuleError
            A wrong number of players, or a wrong option.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import war
        >>> r = war.play(players=4, deals=1000, seed=7)
        >>> r.win.sum().round(6).item(), r.length_unit
        (1.0, 'tricks')
        """
        seats, deal = self._deal(players, hands)
        return self._play(deal, seats, None, options)

    def trace(
        self,
        players: int | None = None,
        *,
        hands: Sequence[Cards] | None = None,
        seed: int | None = None,
    ) -> Trace:
        """Play one game step by step, in words.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said.
        hands : sequence of cards, optional
            The stack of each seat, top card first; else a random deal.
        seed : int, optional
            Seed of the deal and of what else is left to chance.

        Returns
        -------
        Trace
            The steps, and how the game ended.

        Examples
        --------
        >>> from equity import war
        >>> print(war.trace(players=4, seed=1)[0])
        trick 1: seat 0 Kh, seat 1 Qd, seat 2 Ts, seat 3 4s
        """
        seats, deal = self._deal(players, hands)
        return self._trace(deal, seats, None, seed)

    def search(
        self,
        seeds: int | Iterable[int] = 1000,
        players: int | None = None,
        *,
        want: str = "longest",
        most: int = 10,
    ) -> list[Found]:
        """Look for the longest games, or those that never end, among the deals of many seeds.

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
        >>> from equity import war
        >>> found = war.search(100, players=2, most=1)[0]
        >>> war.trace(players=2, seed=found.seed).length == found.length
        True
        """
        number, deal = self._deal(players, None)
        return self._search(deal, number, None, seeds, want, most)

    @timed
    def odds(self, players: int = 4) -> Odds:
        """Count how many share the highest card of the first turn.

        Parameters
        ----------
        players : int, default 4
            How many turn a card.

        Returns
        -------
        Odds
            Exact, over all sets of so many cards.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import war
        >>> round(war.odds(players=4).probability["single highest"], 6)
        0.883553
        """
        number = self._players(players)
        counts = {
            sharing: sum(comb(4, sharing) * comb(4 * rank, number - sharing) for rank in range(13))
            for sharing in range(1, min(4, number) + 1)
        }
        words = ("single highest", "two share", "three share", "four share")
        total = comb(52, number)
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            categories=tuple(words[: len(counts)]),
            probabilities=[Fraction(count, total) for count in counts.values()],
        )

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "turn":
            return seat_cards(group)
        if kind == "tie":
            return f"{_seats([event.seat for event in group])} share the highest card"
        if kind == "win":
            return f"only seat {group[0].seat} can go on, and wins"
        if kind == "stay":
            return f"none of them can turn: {group[0].other} cards stay on the table"
        return Survival._line(self, kind, seat, cards, group)
