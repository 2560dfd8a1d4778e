"""Ninety-nine: the sum may not pass the limit."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import RANKS, STANDARD, card_name, parse_cards
from equity.checks import whole
from equity.errors import CardError, RuleError, shown
from equity.memory import remembered
from equity.results import Decision, Odds
from equity.run import timed
from equity.shield import Kernels
from equity.survival.bundles import Dealing, Out, Policies
from equity.survival.game import Event, Survival

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.options import Keywords

from equity.survival.choices import POLICIES, Choices, Skills, Trials, refuse_shared

__all__ = ["NinetyNine"]

kernels = Kernels("equity.survival.kernels")
SENSIBLE = (*((rank, 0) for rank in "987632AQTJ45K"), ("T", 1), ("Q", 1))
"""Ranks, and 1 for minus, in the order in which the sensible policy plays them."""
# Places in the array of a game, as in the kernels.
_TOTAL, _WAY, _SEAT, _STOCK, _HEAP, _LEFT, _PLAYED = range(7)
_NAMING, _HAND, _STOCK_CARDS, _HEAP_CARDS, _SIZE = 15, 16, 24, 76, 128


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class NinetyNine(Choices):
    """The sum may not pass the limit; who cannot play is out."""

    most: int = 6
    unit: str = "cards"

    def _check_rules(self) -> None:
        """Raise RuleError if the limit is none."""
        Survival._check_rules(self)
        limit = self.rules["limit"]
        if isinstance(limit, bool) or not isinstance(limit, (int, np.integer)):
            raise RuleError(f"limit is {shown(limit)}; it is a whole number")
        if not 20 <= limit <= 10_000:
            raise RuleError(f"limit is {shown(limit)}; it is from 20, what a queen adds, to 10000")

    def _sizes(self, players: int) -> list[int]:
        """Five cards each."""
        return [5] * players

    @property
    def _actions(self) -> _Actions:
        """What can be done with which card."""
        return _actions(int(self.rules["limit"]), str(self.rules["ace_of_spades"]))

    def _engine(
        self, state: Any, deals: int, deal: Dealing, players: int, model: Any, out: Out
    ) -> None:
        """Play games with the compiled engine."""
        naming = int(self.rules["five"] == "name")
        policies = Policies(model.loose(), model.deep())
        kernels.ninety_nine(
            state, deals, deal, self.limit, policies, self._actions.table, naming, out
        )

    def _values(
        self,
        state: Any,
        deals: int,
        position: NDArray[np.int64],
        choices: NDArray[np.int64],
        skills: Skills,
        out: Any,
    ) -> None:
        """Try choices with the compiled engine."""
        work = np.zeros((3, _SIZE), np.int64)
        rules = self._actions.table, self.limit
        kernels.ninety_nine_values(
            state, deals, position, choices, skills.loose(), *rules, work, *out
        )

    def decide(
        self,
        hand: Cards,
        *,
        total: int,
        direction: int = 1,
        players: int = 4,
        played: Cards = "",
        policy: str | Sequence[str] = "sensible",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Tell each playable card's chance to win the game, by simulation.

        Parameters
        ----------
        hand : cards
            The five cards of the player who acts, seat 0.
        total : int
            The sum so far.
        direction : {1, -1}
            1: play goes clockwise, to seat 1 next; -1: the other way.
        players : int, default 4
            Players still in.
        played : cards, optional
            The cards that lie face up; they come again when the stock has run out.
        policy : str or sequence of str, default "sensible"
            How all go on playing, or each seat: "random" or "sensible".
        **options
            ``deals``, ``tolerance`` (0.005 if nothing is said), ``seconds``, ``seed``,
            ``method``, ``executor``, ``progress``.

        Returns
        -------
        Decision
            The actions, best first, all played out on the same deals. Labels are ``"7c"``,
            ``"Th +10"``, ``"Th -10"``; where a five names a player, ``"5c seat 2"``.

        Raises
        ------
        CardError
            A card that is there twice, a hand that is not of five cards, or too few cards left.
        RuleError
            A sum that cannot be, no card that can be played, or a wrong option.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import ninety_nine
        >>> d = ninety_nine.decide("Th 4c 9s 2d Ks", total=93, players=2, deals=2000, seed=7)
        >>> sorted(action.label for action in d)
        ['2d', '4c', 'Ks', 'Th -10']
        """
        limit = int(self.rules["limit"])
        held = parse_cards(hand, what="hand")
        if len(held) != 5:
            raise CardError(f"the hand has {len(held)} cards; {self.title} is played with 5")
        heap = parse_cards(played, what="played")
        refuse_shared(held, heap, "in the hand", "played")
        seats = self._players(players)
        number = whole("total", total, 0)
        if number is None or number > limit:
            raise RuleError(f"total is {shown(total)}; it is from 0 to {limit}")
        way: Any = direction
        if isinstance(way, bool) or not isinstance(way, Real) or way not in (1, -1):
            raise RuleError(f"direction is {shown(direction)}; it is 1, clockwise, or -1")
        skills = self._skills(policy, seats, POLICIES[:2])
        hidden = [card for card in STANDARD.cards if card not in held and card not in heap]
        others = 5 * (seats - 1)
        if len(hidden) < others:
            raise CardError(
                f"{len(hidden)} cards are not seen; the other players hold {others} of them"
            )
        naming = self.rules["five"] == "name"
        position = np.zeros(_SIZE, np.int64)
        position[[_TOTAL, _WAY, _LEFT, _NAMING]] = number, direction, seats, naming
        position[_STOCK], position[_HEAP] = len(hidden) - others, len(heap)
        actions = self._actions
        for seat in range(seats):
            cards = held if seat == 0 else hidden[5 * seat - 5 : 5 * seat]
            position[_HAND + seat] = sum(actions.of_card[card] for card in cards)
        position[_STOCK_CARDS : _STOCK_CARDS + len(hidden) - others] = hidden[others:]
        position[_HEAP_CARDS : _HEAP_CARDS + len(heap)] = heap
        choices: list[int] = []
        labels: list[str] = []
        for card in held:
            for action in actions.legal(card, number):
                name = card_name(card)
                if RANKS[card // 4] in "TQ":
                    name += f" {actions.add[action]:+d}"
                if naming and RANKS[card // 4] == "5":
                    for seat in range(1, seats):
                        choices.append(action + 64 * seat)
                        labels.append(f"{name} seat {seat}")
                else:
                    choices.append(action)
                    labels.append(name)
        if not choices:
            raise RuleError(f"no card of the hand can be played at {number}: the player is out")
        trials = Trials(self, tuple(position.tolist()), tuple(choices), tuple(labels), skills)
        return self._decide(trials, options)

    @timed
    def odds(self, total: int | None = None, seen: Cards = "") -> Odds:
        """Count how many cards of a random hand of five can be played.

        Parameters
        ----------
        total : int, optional
            The sum so far; the limit if nothing is said.
        seen : cards, optional
            Cards that the hand cannot hold.

        Returns
        -------
        Odds
            Exact, over all hands: ``"dead hand"``, ``"1 playable card"`` and so on.

        Raises
        ------
        CardError
            Fewer than five cards left.
        RuleError
            A sum that cannot be.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import ninety_nine
        >>> round(ninety_nine.odds(total=99).probability["dead hand"], 6)
        0.037815
        """
        limit = int(self.rules["limit"])
        number = whole("total", limit if total is None else total, 0) or 0
        if number > limit:
            raise RuleError(f"total is {shown(total)}; it is from 0 to {limit}")
        known = parse_cards(seen, what="seen")
        rest = [card for card in STANDARD.cards if card not in known]
        if len(rest) < 5:
            raise CardError(f"{len(rest)} cards are left for a hand of five")
        live = sum(bool(self._actions.legal(card, number)) for card in rest)
        counts = [comb(live, n) * comb(len(rest) - live, 5 - n) for n in range(6)]
        words = ("dead hand", "1 playable card", *(f"{n} playable cards" for n in range(2, 6)))
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=sum(counts),
            categories=words,
            tally={"counts": np.array(counts)},
        )

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "begin":
            return f"{cards} is turned, the sum is {group[0].other}"
        if kind == "turn":
            return f"seat {seat} plays {cards}, the sum is {group[0].other}"
        if kind == "call":
            return f"seat {seat} names seat {group[0].other}"
        if kind == "draw":
            return f"seat {seat} draws {cards}"
        if kind == "shuffle":
            return f"the {len(group)} cards played are shuffled"
        return Survival._line(self, kind, seat, cards, group)

    def _whose(self, event: Event) -> int:
        """Tell every card by itself."""
        return -1 if event.kind == "shuffle" else event.seat


class _Actions:
    """What can be done in ninety-nine, in the order of the sensible policy.

    `table` is what the kernels take: by action its card, what it adds to the sum, what it makes it
    (-1: nothing); by card its set of actions; the set of one action of every card, that of fives;
    by sum the set of legal actions.
    """

    def __init__(self, limit: int, ace_of_spades: str) -> None:
        order = [
            (RANKS.index(rank) * 4 + suit, minus) for rank, minus in SENSIBLE for suit in range(4)
        ]
        zero = ace_of_spades == "zero"
        if zero:  # kept for the end
            order.remove((51, 0))
            order.append((51, 0))
        self.card = [card for card, _ in order]
        self.add = [_added(RANKS[card // 4]) * (1 - 2 * minus) for card, minus in order]
        self.sets = [
            limit if RANKS[card // 4] == "K" else 0 if zero and card == 51 else -1
            for card in self.card
        ]
        self.of_card = [
            sum(1 << action for action, one in enumerate(self.card) if one == card)
            for card in range(52)
        ]
        self.limit = limit
        every = sum(1 << self.card.index(card) for card in range(52))
        fives = sum(1 << action for action, card in enumerate(self.card) if RANKS[card // 4] == "5")
        sums = np.arange(limit + 1)[:, None]
        after = np.where(np.array(self.sets) >= 0, np.array(self.sets), sums + np.array(self.add))
        allowed = (after >= 0) & (after <= limit)
        legal = (allowed.astype(np.int64) << np.arange(len(order))).sum(axis=1)
        parts = self.card, self.add, self.sets, self.of_card, [every, fives], legal
        self.table = np.concatenate([np.array(part, np.int64) for part in parts])

    def legal(self, card: int, total: int) -> list[int]:
        """List the legal actions of a card."""
        found = []
        for action, one in enumerate(self.card):
            after = self.sets[action] if self.sets[action] >= 0 else total + self.add[action]
            if one == card and 0 <= after <= self.limit:
                found.append(action)
        return found


def _added(rank: str) -> int:
    """Give what a card adds to the sum."""
    special = {"A": 1, "4": 0, "5": 0, "T": 10, "J": 0, "Q": 20, "K": 0}
    return special[rank] if rank in special else int(rank)


@remembered(16)
def _actions(limit: int, ace_of_spades: str) -> _Actions:
    """Keep the actions of a set of rules."""
    return _Actions(limit, ace_of_spades)
