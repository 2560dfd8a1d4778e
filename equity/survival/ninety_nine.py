"""Ninety-nine and endurance: players choose their cards, by policies that are arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.cards import RANKS, STANDARD, SUITS, card_name, parse_cards
from equity.checks import whole
from equity.errors import CardError, RuleError, several, shown
from equity.results import Action, Decision, Odds
from equity.results.statistics import SHARE_UNITS
from equity.run import Options, Outcome, choose, run, timed
from equity.shield import Kernels
from equity.survival.bundles import Dealing, Out, Policies
from equity.survival.game import TOLERANCE, Event, Survival, Trace, seat_cards

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.results import Match
    from equity.run import Keywords, Tally

__all__ = ["Endurance", "NinetyNine", "Trials"]

kernels = Kernels("equity.survival.kernels")
POLICIES = ("random", "sensible", "rollout")
ROLLOUTS = 50
"""Games that a player by rollout tries for each action."""
TRIALS = 200
"""Deals of a chunk of a decision."""
MOST_DEALT = 25
"""Cards held by all players of endurance at the start, at most."""

SENSIBLE = (*((rank, 0) for rank in "987632AQTJ45K"), ("T", 1), ("Q", 1))
"""Ranks, and 1 for minus, in the order in which the sensible policy of ninety-nine plays them."""

# Places in the array of a game of ninety-nine and of endurance, as in the kernels.
_TOTAL, _WAY, _SEAT, _STOCK, _HEAP, _LEFT, _PLAYED = range(7)
_NAMING, _HAND, _STOCK_CARDS, _HEAP_CARDS, _SIZE = 15, 16, 24, 76, 128
_TRUMP, _LED, _TOP, _TAKER, _PENDING = 0, 1, 4, 7, 8
_CARDS, _DRAW, _E_SIZE = 10, 22, 74


class Skills(NamedTuple):
    """How each seat plays."""

    policies: tuple[str, ...]

    def loose(self) -> NDArray[np.int64]:
        """Give 1 for each seat that plays anything."""
        return np.array([name == "random" for name in self.policies], np.int64)

    def deep(self) -> NDArray[np.int64]:
        """Give the games that each seat tries for an action; 0: it looks things up."""
        return np.array([ROLLOUTS * (name == "rollout") for name in self.policies], np.int64)


@dataclass(frozen=True, slots=True)
class Trials:
    """Every action played out on the same random deals: the job of ``decide``."""

    game: Choices
    position: tuple[int, ...]
    choices: tuple[int, ...]
    labels: tuple[str, ...]
    skills: Skills
    chunk_deals: int = TRIALS

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play the actions out: shares of the win, in 2520ths."""
        number = len(self.choices)
        tally = {
            "sums": np.zeros(number, np.int64),
            "products": np.zeros((number, number), np.int64),
            "wins": np.zeros(number, np.int64),
            "ties": np.zeros(number, np.int64),
        }
        out = tuple(tally.values())
        tally["deals"] = np.array([deals])
        position = np.array(self.position, np.int64)
        choices = np.array(self.choices, np.int64)
        self.game._values(state, deals, position, choices, self.skills, out)
        return tally

    def error(self, tally: Tally) -> float:
        """Give the larger standard error of the best action's chance and of its margin."""
        read = _decision(Outcome("monte-carlo", tally, int(tally["deals"][0]), 0, 0.0), self)
        return max(float(read.best.stderr), read.margin_stderr or 0.0)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Choices(Survival):
    """A game in which players choose."""

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
        raise NotImplementedError

    def _chunk_turns(self, model: Any) -> int:
        """Games end long before the limit, but trying every action takes long."""
        return (1 if model.deep().any() else 2048) * self.limit

    def _labels(self, model: Any) -> tuple[str, ...]:
        """Call the seats by their policies."""
        return tuple(model.policies)

    def _skills(self, policy: Any, players: int, names: tuple[str, ...] = POLICIES) -> Skills:
        """Check policies."""
        if isinstance(policy, str):
            policy = [policy] * players
        if not several(policy):
            raise RuleError(f"policy is {shown(policy)}; it is a name, or one a seat")
        listed = tuple(policy)
        for name in listed:
            if not isinstance(name, str) or name not in names:
                raise RuleError(
                    f"policy {shown(name)} is none; it is {', '.join(map(repr, names))}"
                )
        if len(listed) != players:
            raise RuleError(f"{len(listed)} policies for {players} players")
        return Skills(listed)

    def play(
        self,
        players: int | None = None,
        *,
        policy: str | Sequence[str] = "sensible",
        hands: Sequence[Cards] | None = None,
        stock: Cards | None = None,
        **options: Unpack[Keywords],
    ) -> Match:
        """Play whole games.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said; seat 0 acts first.
        policy : str or sequence of str, default "sensible"
            How all play, or each seat: "random" (every legal action equally likely), "sensible"
            (by rules of thumb) or "rollout" (the action that does best in games tried out, in
            which all go on sensibly).
        hands : sequence of cards, optional
            The cards dealt to each seat; else the deal is random.
        stock : cards, optional
            The other cards, top card first; else they are in random order.
        **options
            ``deals`` (games), ``tolerance`` (0.005 if nothing is said), ``seconds``, ``seed``,
            ``method``, ``executor``, ``progress``.

        Returns
        -------
        Match
            Chance to win by seat, places, length.

        Raises
        ------
        CardError
            Cards that are missing or there twice, or hands of a wrong size.
        RuleError
            A wrong number of players, an unknown policy, or a wrong option.

        Examples
        --------
        >>> from equity import ninety_nine
        >>> policies = ["sensible", "random", "random"]
        >>> r = ninety_nine.play(players=3, policy=policies, deals=1000, seed=7)
        >>> bool(r.win[0] > r.win[1])
        True
        """
        seats, deal = self._deal(players, hands, stock)
        return self._play(deal, seats, self._skills(policy, seats), options)

    def trace(
        self,
        players: int | None = None,
        *,
        policy: str | Sequence[str] = "sensible",
        hands: Sequence[Cards] | None = None,
        stock: Cards | None = None,
        seed: int | None = None,
    ) -> Trace:
        """Play one game step by step, in words.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said.
        policy : str or sequence of str, default "sensible"
            How all play, or each seat, as for :meth:`play`.
        hands : sequence of cards, optional
            The cards dealt to each seat; else a random deal.
        stock : cards, optional
            The other cards, top card first; else they are in random order.
        seed : int, optional
            Seed of the deal and of what else is left to chance.

        Returns
        -------
        Trace
            The steps, and how the game ended.

        Examples
        --------
        >>> from equity import endurance
        >>> played = endurance.trace(players=4, seed=1)
        >>> played[0]
        '7s is shown: trump'
        """
        seats, deal = self._deal(players, hands, stock)
        return self._trace(deal, seats, self._skills(policy, seats), seed)

    def _decide(self, trials: Trials, options: Any) -> Decision:
        """Answer a decision."""
        checked = Options.check(TOLERANCE, **options)
        choose(checked, None)

        def finish(outcome: Outcome) -> Decision:
            return _decision(outcome, trials)

        return run(trials, checked, finish)


def _decision(outcome: Outcome, trials: Trials) -> Decision:
    """Make the answer of what was counted."""
    return Decision(
        **outcome.about(trials.game, trials),
        tally={name: array for name, array in outcome.tally.items() if name != "deals"},
        choices=tuple(Action(label=label) for label in trials.labels),
        unit="probability of winning",
        scale=SHARE_UNITS,
    )


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
            raise RuleError(f"limit is {limit}; it is from 20, what a queen adds, to 10000")

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
        _refuse_shared(held, heap, "in the hand", "played")
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


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Endurance(Choices):
    """Tricks; their winner alone draws a card, the last player with cards wins."""

    least: int = 4
    most: int = 6
    unit: str = "tricks"

    def _sizes(self, players: int) -> list[int]:
        """Six, five or four cards each."""
        return [{4: 6, 5: 5, 6: 4}[players]] * players

    def _engine(
        self, state: Any, deals: int, deal: Dealing, players: int, model: Any, out: Out
    ) -> None:
        """Play games with the compiled engine."""
        policies = Policies(model.loose(), model.deep())
        kernels.endurance(state, deals, deal, self.limit, policies, out)

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
        work = np.zeros((3, _E_SIZE), np.int64)
        played = skills.loose(), self.limit
        kernels.endurance_values(state, deals, position, choices, *played, work, *out)

    def decide(
        self,
        hand: Cards,
        *,
        trump: str,
        cards_left: Sequence[int],
        trick: Cards = "",
        played: Cards = "",
        policy: str | Sequence[str] = "sensible",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Tell each playable card's chance to win the game, by simulation.

        Parameters
        ----------
        hand : cards
            The cards of the player who acts, seat 0.
        trump : str
            The trump suit, ``"c"``, ``"d"``, ``"h"`` or ``"s"``, or the card that was shown.
        cards_left : sequence of int
            What the other players still in hold, clockwise from seat 1. Those who have played
            to this trick come last, with what they hold after it.
        trick : cards, optional
            The cards played to this trick so far, in order; none if the player leads.
        played : cards, optional
            The cards of earlier tricks.
        policy : str or sequence of str, default "sensible"
            How all go on playing, or each seat: "random" or "sensible".
        **options
            ``deals``, ``tolerance`` (0.005 if nothing is said), ``seconds``, ``seed``,
            ``method``, ``executor``, ``progress``.

        Returns
        -------
        Decision
            The allowed cards, best first, all played out on the same deals. What others showed
            by not following suit is not used.

        Raises
        ------
        CardError
            A card that is there twice, or more cards than there are.
        RuleError
            An unknown suit, numbers that cannot be, or a wrong option.

        Examples
        --------
        >>> from equity import endurance
        >>> d = endurance.decide("As 2d 3d", trump="s", cards_left=[2, 1], deals=2000, seed=7)
        >>> len(d), d.unit
        (3, 'probability of winning')
        """
        held = parse_cards(hand, what="hand")
        laid = parse_cards(trick, what="trick")
        gone = parse_cards(played, what="played")
        _refuse_shared(held, laid, "in the hand", "in the trick")
        _refuse_shared(held, gone, "in the hand", "played")
        _refuse_shared(laid, gone, "in the trick", "played before")
        if not 1 <= len(held) <= 6:
            raise CardError(f"the hand has {len(held)} cards; it is from 1 to 6")
        suit = _suit(trump)
        if not several(cards_left):
            raise RuleError(
                f"cards_left is {shown(cards_left)}; it is a number for each other player"
            )
        left = [whole("cards_left", number, 0) or 0 for number in cards_left]
        seats = len(left) + 1
        if not 2 <= seats <= self.most:
            raise RuleError(f"cards_left has {len(left)} numbers; it is of 1 to 5 other players")
        if len(laid) >= seats:
            raise RuleError(f"the trick has {len(laid)} cards; {seats} players are in")
        for seat, number in enumerate(left, 1):
            if number > 6 or (number == 0 and seat < seats - len(laid)):
                raise RuleError(
                    f"seat {seat} holds {number} cards; a player who is in and has not played to "
                    "the trick holds 1 to 6"
                )
        holding = len(held) + sum(left)
        if holding + len(laid) > MOST_DEALT:
            raise RuleError(
                f"{holding + len(laid)} cards are held; {MOST_DEALT} are dealt at most, and "
                "cards_left is of the other players"
            )
        seen = {*held, *laid, *gone}
        hidden = [card for card in STANDARD.cards if card not in seen]
        stock = len(hidden) - sum(left)
        if stock < holding:
            raise CardError(
                f"{len(hidden)} cards are not seen, {sum(left)} of them held by others; the stock "
                f"would be {stock}, too few for {holding} cards held"
            )
        skills = self._skills(policy, seats, POLICIES[:2])
        position = np.zeros(_E_SIZE, np.int64)
        position[[_TRUMP, _LED, _LEFT, _STOCK]] = suit, -1, seats, stock
        position[_PENDING] = seats - len(laid)
        for seat, card in enumerate(laid, seats - len(laid)):
            top = int(position[_TOP])
            if position[_LED] < 0:
                position[_LED] = card % 4
            elif not (card > top if card % 4 == top % 4 else card % 4 == suit):
                continue
            position[_TOP], position[_TAKER] = card, seat
        position[_CARDS] = sum(1 << card for card in held)
        at = 0
        for seat, number in enumerate(left, 1):
            position[_CARDS + seat] = sum(1 << card for card in hidden[at : at + number])
            at += number
        position[_DRAW : _DRAW + stock] = hidden[at:]
        cards = [card for card in held if laid and card % 4 == laid[0] % 4] or held
        labels = tuple(card_name(card) for card in cards)
        trials = Trials(self, tuple(position.tolist()), tuple(cards), labels, skills)
        return self._decide(trials, options)

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "begin":
            return f"{cards} is shown: trump"
        if kind == "turn":
            return seat_cards(group)
        if kind == "win":
            return f"seat {group[0].seat} takes the trick"
        if kind == "draw":
            return f"seat {seat} draws {cards}"
        return Survival._line(self, kind, seat, cards, group)


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


@lru_cache(maxsize=16)
def _actions(limit: int, ace_of_spades: str) -> _Actions:
    """Keep the actions of a set of rules."""
    return _Actions(limit, ace_of_spades)


def _suit(trump: Any) -> int:
    """Read a suit."""
    if isinstance(trump, str):
        text = trump.strip()
        if len(text) == 1 and text.lower() in SUITS:
            return SUITS.index(text.lower())
        cards = parse_cards("A" + text if len(text) == 1 else text, what="trump")
        if len(cards) == 1:
            return cards[0] % 4
    raise RuleError(f"trump is {shown(trump)}; it is a suit, c, d, h or s, or the card shown")


def _refuse_shared(first: list[int], second: list[int], one: str, other: str) -> None:
    """Raise CardError if a card is in both places."""
    if shared := [card for card in first if card in second]:
        raise CardError(f"{card_name(shared[0])} is {one} and {other}")
