"""Bao shu and nickname: nothing to choose, the quickest takes; slips cost a card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, log
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.cards import card_name, parse_cards
from equity.checks import whole
from equity.errors import CardError, RuleError, shown
from equity.results import Odds
from equity.run import timed
from equity.shield import Kernels
from equity.survival.bundles import Dealing, Out, Quickness
from equity.survival.game import Event, Survival, Trace, per_seat, seat_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords
    from equity.results import Match

__all__ = ["BaoShu", "Nickname", "Reactions"]

kernels = Kernels("equity.survival.kernels")
SPREAD = 0.25
"""Standard deviation of the logarithm of a reaction time."""
LONGEST_REACTION = 1e9
"""Seconds; a mean reaction beyond is refused."""
NUMBERS = ("A", *"23456789TJQK")


class Skill(NamedTuple):
    """How quick and how careful the players are."""

    mean: tuple[float, ...]
    """Mean of the logarithm of each player's reaction time; none if all are equal."""
    spread: float
    error: tuple[float, ...]
    """Chance of a wrong call, by player; none if nobody ever errs."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Reactions(Survival):
    """A game that the quickest player wins."""

    kernel: str
    """Name of the compiled engine."""

    def _engine(
        self, state: Any, deals: int, deal: Dealing, players: int, model: Any, out: Out
    ) -> None:
        """Play games with the compiled engine."""
        mean, error = np.array(model.mean, np.float64), np.array(model.error, np.float64)
        getattr(kernels, self.kernel)(
            state, deals, deal, self.limit, Quickness(mean, model.spread, error), out
        )

    def _skill(self, players: int, speed: Any, error: Any, spread: Any) -> Skill:
        """Check reaction times and chances of a wrong call."""
        (width,) = per_seat("spread", [spread], 1, 0, 100, above=True)
        mean: tuple[float, ...] = ()
        if speed is not None:
            seconds = per_seat("speed", speed, players, 0, LONGEST_REACTION, above=True)
            if len(set(seconds)) > 1:
                mean = tuple(log(one) - width**2 / 2 for one in seconds)
        wrong = per_seat("error", error, players, 0, 1)
        return Skill(mean, width, wrong if any(wrong) else ())

    def play(
        self,
        players: int | None = None,
        *,
        hands: Sequence[Cards] | None = None,
        speed: float | Sequence[float] | None = None,
        error: float | Sequence[float] = 0.0,
        spread: float = SPREAD,
        **options: Unpack[Keywords],
    ) -> Match:
        """Play whole games.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said; seat 0 turns first.
        hands : sequence of cards, optional
            The stack of each seat, top card first, 52 cards in all; else the deal is random.
        speed : float or sequence of float, optional
            Mean reaction in seconds, for all or by seat; else every order is equally likely.
        error : float or sequence of float, default 0.0
            Chance of a wrong call in a turn without a reason, for all or by seat.
        spread : float, default 0.25
            Standard deviation of the logarithm of a reaction time, which is log-normal.
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
            Cards that are missing or there twice.
        RuleError
            A wrong number of players, a speed that is not above 0, a chance outside [0, 1], or
            a wrong option.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import bao_shu
        >>> r = bao_shu.play(players=2, speed=[0.4, 0.5], deals=1000, seed=7)
        >>> bool(r.win[0] > r.win[1])
        True
        """
        seats, deal = self._deal(players, hands)
        return self._play(deal, seats, self._skill(seats, speed, error, spread), options)

    def trace(
        self,
        players: int | None = None,
        *,
        hands: Sequence[Cards] | None = None,
        speed: float | Sequence[float] | None = None,
        error: float | Sequence[float] = 0.0,
        spread: float = SPREAD,
        seed: int | None = None,
    ) -> Trace:
        """Play one game step by step, in words.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said.
        hands : sequence of cards, optional
            The stack of each seat, top card first; else a random deal.
        speed, error, spread : optional
            As for :meth:`play`.
        seed : int, optional
            Seed of the deal and of the reactions.

        Returns
        -------
        Trace
            The steps, and how the game ended.

        Examples
        --------
        >>> from equity import bao_shu
        >>> print(bao_shu.trace(players=4, seed=1)[0])
        seat 0 turns Kh, saying A
        """
        seats, deal = self._deal(players, hands)
        return self._trace(deal, seats, self._skill(seats, speed, error, spread), seed)

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "wrong":
            return "; ".join(
                f"seat {event.seat} is wrong: {card_name(event.card)} to seat {event.other}"
                for event in group
            )
        return Survival._line(self, kind, seat, cards, group)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BaoShu(Reactions):
    """The card that equals the number said goes, with its heap, to the quickest."""

    kernel: str = "bao_shu"
    unit: str = "cards"

    @timed
    def odds(self, seen: Cards = "", number: int | None = None) -> Odds:
        """Count the matches of one pass through the cards, or whether the next card matches.

        Parameters
        ----------
        seen : cards, optional
            The cards turned so far.
        number : int, optional
            The number said with the next card, 1 to 13. Without it, all cards that are left
            are turned, and the count goes on after those seen, never starting again.

        Returns
        -------
        Odds
            Exact: by number of matches; with `number`, ``"no match"`` and ``"match"``.

        Raises
        ------
        CardError
            A card that is there twice, or no card left.
        RuleError
            A number that is not said.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import bao_shu
        >>> round(1 - bao_shu.odds().probability["no match"], 9)
        0.983767273
        >>> bao_shu.odds(seen="5s 5h", number=5).counts
        {'no match': 48, 'match': 2}
        """
        known = parse_cards(seen, what="seen")
        rest = [card for card in range(52) if card not in known]
        if not rest:
            raise CardError("all 52 cards are seen; none is left to match")
        left = Counter((card // 4 + 1) % 13 for card in rest)
        said = whole("number", number, 1)
        if said is not None:
            if said > 13:
                raise RuleError(f"number is {shown(said)}; the numbers said are 1 to 13")
            matching = left[said - 1]
            return Odds(
                game=self.name,
                rules=self.rules,
                method="exact",
                deals=len(rest),
                categories=("no match", "match"),
                tally={"counts": np.array([len(rest) - matching, matching])},
            )
        places = Counter(place % 13 for place in range(len(known), 52))
        chances = _matches([(left[value], places[value]) for value in range(13)], len(rest))
        words = ["no match", "1 match", *(f"{n} matches" for n in range(2, len(chances)))]
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            categories=tuple(words),
            probabilities=chances,
        )

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "turn":
            (event,) = group
            said = NUMBERS[event.other - 1].replace("T", "10")
            return f"seat {event.seat} turns {cards}, saying {said}"
        if kind == "call":
            return f"seat {seat} is the first hand on the table"
        return Reactions._line(self, kind, seat, cards, group)

    def _whose(self, event: Event) -> int:
        """Tell every card by itself."""
        return event.seat if event.kind != "out" else -1


def _matches(boards: list[tuple[int, int]], cards: int) -> list[Fraction]:
    """Give the probability of each number of matches, from cards and places of each rank.

    By rook polynomials: the coefficient k counts the ways to put k cards where they match.
    """
    ways = [1]
    for held, places in boards:
        one = [comb(held, k) * comb(places, k) * factorial(k) for k in range(min(held, places) + 1)]
        ways = [
            sum(ways[i] * one[k - i] for i in range(len(ways)) if 0 <= k - i < len(one))
            for k in range(len(ways) + len(one) - 1)
        ]
    total = factorial(cards)
    return [
        Fraction(
            sum(
                (-1) ** (k - m) * comb(k, m) * ways[k] * factorial(cards - k)
                for k in range(m, len(ways))
            ),
            total,
        )
        for m in range(len(ways))
    ]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Nickname(Reactions):
    """All turn a card; of two equal ones the quicker takes the other's heap."""

    kernel: str = "nickname"
    most: int = 6

    @timed
    def odds(self, players: int = 4, seen: Cards = "") -> Odds:
        """Count which equal cards show when everyone turns one.

        Parameters
        ----------
        players : int, default 4
            How many turn a card.
        seen : cards, optional
            Cards that cannot come.

        Returns
        -------
        Odds
            Exact, over all sets of so many of the other cards.

        Raises
        ------
        CardError
            Fewer cards left than players.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import nickname
        >>> nickname.odds(players=3).counts
        {'no match': 18304, 'pair': 3744, 'three equal': 52}
        """
        number = self._players(players)
        known = parse_cards(seen, what="seen")
        left = Counter(card // 4 for card in range(52) if card not in known)
        if 52 - len(known) < number:
            raise CardError(f"{52 - len(known)} cards are left for {number} players")
        # By how many ranks show two, three and four cards; and how many cards there are.
        ways: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}
        for held in left.values():
            longer: Counter[tuple[int, int, int, int]] = Counter()
            for (cards, *shape), count in ways.items():
                for n in range(min(held, number - cards) + 1):
                    more = [shape[i] + (n == i + 2) for i in range(3)]
                    longer[(cards + n, more[0], more[1], more[2])] += count * comb(held, n)
            ways = longer
        shapes = sorted(
            ((four, three, two), count)
            for (cards, two, three, four), count in ways.items()
            if cards == number
        )
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=sum(count for _, count in shapes),
            categories=tuple(_shape(*shape) for shape, _ in shapes),
            tally={"counts": np.array([count for _, count in shapes])},
        )

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "turn":
            return seat_cards(group)
        if kind == "over":
            return ", ".join(f"seat {event.seat} turns the heap back over" for event in group)
        if kind == "call":
            return f"seat {seat} calls seat {group[0].other}"
        return Reactions._line(self, kind, seat, cards, group)

    def _tell(self, events: Any) -> Iterator[str]:
        """Tell a game, the heaps that are turned over before the cards of a turn."""
        return Survival._tell(self, _heaps_first(events))


def _heaps_first(events: Any) -> Iterator[Event]:
    """Put the heaps turned over in a turn before its cards."""
    cards: list[Event] = []
    for event in events:
        if event.kind == "turn":
            cards.append(event)
            continue
        if event.kind != "over":
            yield from cards
            cards = []
        yield event
    yield from cards


def _shape(four: int, three: int, two: int) -> str:
    """Name what shows."""
    parts = []
    if four:
        parts.append("four equal")
    if three:
        parts.append("three equal" if three == 1 else "two threes")
    if two:
        parts.append(("pair", "two pairs", "three pairs")[two - 1])
    return " and a ".join(parts) or "no match"
