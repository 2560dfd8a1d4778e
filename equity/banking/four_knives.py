"""Four knives: four cards in two piles of two, each compared with the banker's.

Suits never matter: there are 1,820 hands by rank, each with at most three splits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from equity.banking import _pairs
from equity.banking.bundles import Nets, PileRules, Piles
from equity.banking.cards_left import read_ranks, read_seen
from equity.banking.compared import Asked, Classes, Compared, GivenHand, Weights
from equity.banking.game import Left, as_fraction
from equity.banking.multisets import Multisets, by_ace, every_hand
from equity.banking.rounds import SampledRounds
from equity.cards import RANKS, Cards, card_name
from equity.errors import CardError, RuleError
from equity.memory import remembered
from equity.options import Options
from equity.results import Action, Bet, Decision, Odds
from equity.run import choose, timed
from equity.shield import Kernels

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.jobs import Tally
    from equity.options import Keywords

__all__ = ["FourKnives"]

kernels = Kernels("equity.banking.kernels")
POLICIES = ("second_pile", "first_pile")
"""Ways to split that need no thought: the best second pile, then first; or the other way round."""
CATEGORIES = ("points", "luo suo", "pair", "four knives")
PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
FACES = (10, 11, 12)
LUO_SUO, PAIR = 20, 30
"""Strengths of the weakest of these piles; points are 0 .. 19 halves."""
RESULTS = (-2, -1, 0, 1, 2)
"""How a hand ends for the player; 2: by four knives."""
TIED = ("strict", "neutral", "banker")
STEPS = 3_000_000
CHUNK_HANDS = 500
SAMPLED = 100_000


def pile_strength(one: int, two: int, pairs: str, luo_suo: str) -> int:
    """Give the strength of two cards of these ranks, aces 0 .. kings 12."""
    if one == two:
        order = {"king_high": one, "ace_high": (one - 1) % 13, "equal": 0}
        return PAIR + order[pairs]
    if one in FACES and two in FACES:
        return LUO_SUO + (one + two - 21 if luo_suo == "ranked" else 0)
    return sum(1 if rank in FACES else 2 * (rank + 1) for rank in (one, two)) % 20


@dataclass(frozen=True)
class Tables:
    """Every hand by rank, aces 0, and its splits."""

    hands: Multisets
    first: NDArray[np.int64]
    """int64[3, n]: strength of the first pile of each split."""
    second: NDArray[np.int64]
    """The same of the second, which is at least equal."""
    knives: NDArray[np.int64]
    """Rank order of four equal cards, else 0."""
    policies: Mapping[str, NDArray[np.int64]]
    """By name, the split of each hand."""


@remembered(16)
def _tables(game: FourKnives) -> Tables:
    """Make the tables of a game under its rules."""
    pairs, luo_suo = game.rules["pair_order"], game.rules["luo_suo_order"]
    hands = every_hand(4)
    rows = hands.rows
    table = np.array(
        [[pile_strength(a, b, pairs, luo_suo) for b in range(13)] for a in range(13)], np.int64
    )
    piles = [[table[rows[:, i], rows[:, j]] for i, j in pairing] for pairing in PAIRINGS]
    first = np.array([np.minimum(*both) for both in piles])
    second = np.array([np.maximum(*both) for both in piles])
    four = hands.counts.max(axis=1) == 4
    rank = rows[:, 0].astype(np.int64)
    knives = np.where(four, 1 + ((rank - 1) % 13 if pairs == "ace_high" else rank), 0)
    return Tables(
        hands,
        first,
        second,
        knives,
        {
            "second_pile": np.argmax(second * 64 + first, axis=0),
            "first_pile": np.argmax(first * 64 + second, axis=0),
        },
    )


def _count(
    game: FourKnives,
    left: Left,
    own: NDArray[np.int64],
    others: NDArray[np.int64],
    as_banker: bool,
    start: int = 0,
    stop: int | None = None,
) -> NDArray[np.int64]:
    """Count how some hands, split so, fare against all, int64[n, 5]; own splits come first."""
    table = _tables(game)
    hands = len(table.hands)
    out = np.zeros((hands, len(RESULTS)), np.int64)
    _pairs.pile_results(
        table.hands.kinds,
        table.hands.times,
        by_ace(left),
        _piles(game, own),
        _piles(game, others),
        as_banker,
        TIED.index(game.rules["tied_pile"]),
        start,
        hands if stop is None else stop,
        out,
    )
    return out


def _piles(game: FourKnives, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give first pile, second pile and four knives of every hand, int64[n, 3]."""
    table = _tables(game)
    every = np.arange(len(table.hands))
    return np.stack([table.first[chosen, every], table.second[chosen, every], table.knives], 1)


@dataclass(frozen=True, slots=True)
class Dealt(SampledRounds, Asked):
    """Rounds dealt at random and settled."""

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk."""
        return max(1, SAMPLED // (1 + self.opponents))

    @property
    def scale(self) -> int:
        """Parts of a bet that payments come in."""
        return int(self.game.knives_pay.denominator)

    def deal(self, state: NDArray[np.uint64], deals: int, nets: Nets) -> None:
        """Deal and settle."""
        game = self.game
        deck = [rank for rank, n in enumerate(by_ace(self.whole).tolist()) for _ in range(n)]
        kernels.deal_knives(
            state,
            deals,
            np.array(deck, np.uint8),
            np.array(_by_ace(self.hand), np.uint8),
            self.opponents,
            self.as_banker,
            Piles(
                _by_place(game, self.whole, self.strategy, False),
                _by_place(game, self.whole, self.strategy, True),
            ),
            PileRules(
                TIED.index(game.rules["tied_pile"]), self.scale, int(game.knives_pay * self.scale)
            ),
            nets,
        )


@remembered(8)
def _by_place(game: FourKnives, left: Left, strategy: str, banker: bool) -> NDArray[np.int16]:
    """Give first pile, second pile and four knives by the ranks in any order, int16[13**4, 3]."""
    chosen = game._splits(strategy, left)[banker]
    return _tables(game).hands.by_place(_piles(game, chosen))


@dataclass(frozen=True, slots=True)
class AllPairs(Asked):
    """Two random hands, every pair of multisets."""

    chunk_units: ClassVar[int] = CHUNK_HANDS

    @property
    def units(self) -> int:
        """Multisets of the player's hand."""
        return len(_tables(self.game).hands)

    def count(self, start: int, stop: int) -> Tally:
        """Count rounds by how they end for the player."""
        players, bankers = self.game._splits(self.strategy, self.whole)
        counts = _count(self.game, self.left, players, bankers, False, start, stop)
        return {"classes": counts.sum(axis=0)}

    def weights(self, tally: Mapping[str, NDArray[Any]]) -> Weights:
        """Give the distribution of the net win."""
        counts = zip(RESULTS, tally["classes"].tolist(), strict=True)
        return {self.game._settle(self, [code]): Fraction(count) for code, count in counts if count}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class FourKnives(Compared):
    """Four cards in two piles against the banker's two."""

    size: int = 4

    strategies: ClassVar[tuple[str, ...]] = ("best", *POLICIES)

    @property
    def knives_pay(self) -> Fraction:
        """What four knives pay."""
        return as_fraction(self.rules["four_knives_pay"])

    def _against(
        self,
        players: NDArray[np.int64],
        bankers: NDArray[np.int64],
        player: int | None = None,
        banker: int | None = None,
    ) -> NDArray[np.int64]:
        """Give the results of one fixed hand, the player's or the banker's, against all."""
        table = _tables(self)
        every = np.arange(len(table.hands))

        def piles(chosen: NDArray[np.int64], fixed: int | None) -> list[Any]:
            found = [table.first[chosen, every], table.second[chosen, every], table.knives]
            return found if fixed is None else [values[fixed] for values in found]

        first, second, knives = piles(players, player)
        banker_first, banker_second, banker_knives = piles(bankers, banker)
        one = np.sign(first - banker_first)
        two = np.sign(second - banker_second)
        if self.rules["tied_pile"] == "banker":
            one, two = np.where(one == 0, -1, one), np.where(two == 0, -1, two)
        both = one + two
        if self.rules["tied_pile"] == "strict":
            results = np.sign(both) * (abs(both) == 2)
        else:
            results = np.sign(both)
        special = np.sign(knives - banker_knives)
        return np.asarray(np.where(special != 0, 2 * special, results), np.int64)

    def _best(self, at: int, bankers: NDArray[np.int64], seen: Left) -> int:
        """Give the split of a hand that does best against a banker's splits; the first of equals.

        The hand itself is among the cards seen.
        """
        table = _tables(self)
        ways = _tables(self).hands.ways(seen)
        values = []
        for split in range(3):
            chosen = np.full(len(table.hands), split)
            results = self._against(chosen, bankers, player=at)
            values.append(int(ways @ np.sign(results)))
        order = _tables(self).policies["second_pile"][at]
        return max(range(3), key=lambda split: (values[split], split == order))

    def _splits(self, strategy: str, left: Left) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Give the split of every hand by the player and by the banker."""
        return _splits(self, strategy, left)

    def _said(self, strategy: str) -> str:
        """Say how player and banker split."""
        banker = self.rules["banker_splits"]
        if banker == "best":
            to = POLICIES[0] if strategy == "best" else strategy
            banker = f"best reply to {to}"
        return f"player: {strategy}, banker: {banker}"

    def _read(self, hand: Cards) -> list[tuple[int, int]]:
        """Read a hand."""
        cards = read_ranks(hand, "hand")
        if len(cards) != 4:
            raise CardError(f"hand has {len(cards)} cards; {self.title} takes 4")
        return [(card.rank, card.suit) for card in cards]

    @timed
    def decide(
        self,
        hand: Cards,
        dead: Cards | Mapping[str, int] = "",
        strategy: str = "second_pile",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Compute what each split of a hand is worth against the banker.

        Parameters
        ----------
        hand : str or sequence of int
            Four cards; suits may be left out.
        dead : str, sequence of int or Mapping, optional
            Cards out of the deck, or how many of each rank, ``{"K": 2}``.
        strategy : {"second_pile", "first_pile"}
            What a banker whose splits are the best reply expects of the player.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Decision
            Actions such as ``"AhKd / QsQc"``, first pile / second pile, with ``ev`` in bets.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than the deck has.

        Examples
        --------
        >>> from equity import four_knives
        >>> four_knives.decide("Ah Kd Qs Qc").best.split
        'AhKd / QsQc'
        """
        choose(Options.check(**options), STEPS, simulates=False)
        cards = self._read(hand)
        if self._check_strategy(strategy) == "best":
            raise RuleError("strategy is 'best'; the banker replies to a named one")
        whole = Left().without(read_seen(dead))
        seen = whole.without(cards)
        seen.require(4, "the banker's hand")
        whole = whole if self.rules["banker_splits"] == "best" else Left()
        table = _tables(self)
        bankers = self._splits(strategy, whole)[1]
        cards = sorted(cards, key=lambda card: ((card[0] + 1) % 13, card[1]))
        ranks = [(rank + 1) % 13 for rank, _ in cards]
        at = table.hands.at(ranks)
        ways = table.hands.ways(seen)
        total = int(ways.sum())
        actions: list[Action] = []
        for split, pairing in enumerate(PAIRINGS):
            results = self._against(np.full(len(ways), split), bankers, player=at)
            counts = [int(ways[results == code].sum()) for code in RESULTS]
            bet = Bet.of(dict(zip(map(self._value, RESULTS), counts, strict=True)))
            piles = [[cards[i] for i in pile] for pile in pairing]
            piles.sort(key=lambda pile: self._strength(pile))
            label = " / ".join("".join(map(_name, sorted(pile, reverse=True))) for pile in piles)
            if all(action.label != label for action in actions):
                actions.append(
                    Action(label=label, split=label, ev=bet.ev, win=bet.win, tie=bet.tie)
                )
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=total,
            question=(self, tuple(cards), seen, strategy),
            choices=tuple(actions),
            unit=f"units of one bet; {self._said(strategy).partition(', ')[2]}",
            loss_ev=-1,
        )

    def _strength(self, pile: list[tuple[int, int]]) -> int:
        """Give the strength of a pile."""
        one, two = ((rank + 1) % 13 for rank, _ in pile)
        return pile_strength(one, two, self.rules["pair_order"], self.rules["luo_suo_order"])

    def _value(self, result: int) -> Fraction:
        """Give what a result pays the player."""
        return self.knives_pay * (result // 2) if abs(result) == 2 else Fraction(result)

    @timed
    def odds(
        self,
        strategy: str = "second_pile",
        dead: Cards | Mapping[str, int] = "",
        **options: Unpack[Keywords],
    ) -> Odds:
        """Count random hands by the category of the second pile.

        Parameters
        ----------
        strategy : {"second_pile", "first_pile"}
            How hands are split.
        dead : str, sequence of int or Mapping, optional
            As for :meth:`decide`.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Odds
            Hands of each category; four knives is the whole hand.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood, or no hand is left.

        Examples
        --------
        >>> from equity import four_knives
        >>> four_knives.odds().counts
        {'points': 145920, 'luo suo': 37120, 'pair': 87672, 'four knives': 13}
        """
        choose(Options.check(**options), 1, simulates=False)
        if self._check_strategy(strategy) == "best":
            raise RuleError("strategy is 'best'; odds need 'second_pile' or 'first_pile'")
        left = Left().without(read_seen(dead))
        left.require(4, "a hand")
        table = _tables(self)
        second = table.second[table.policies[strategy], np.arange(len(table.hands))]
        place = np.where(table.knives > 0, 3, (second >= LUO_SUO) * 1 + (second >= PAIR) * 1)
        counts = np.zeros(4, np.int64)
        np.add.at(counts, place, table.hands.ways(left))
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=int(counts.sum()),
            question=(self, left, strategy),
            tally={"counts": counts},
            categories=CATEGORIES,
        )

    def _steps(self, asked: Asked) -> float | None:
        """Give the steps of an exact answer; ``None`` if there is none."""
        exact = asked.opponents == 1 or (asked.opponents == 2 and bool(asked.hand))
        return STEPS * 10 if exact else None

    def _counted(self, asked: Asked) -> Any:
        """Give the job that counts rounds."""
        return asked.into(GivenHand if asked.hand else AllPairs)

    def _sampled(self, asked: Asked) -> Any:
        """Give the job that deals rounds."""
        return asked.into(Dealt)

    def _classes(self, asked: Asked) -> Classes:
        """Put opponents' hands in classes by how a round ends for the player."""
        return _classes(self, asked)

    def _settle(self, asked: Asked, others: Sequence[Any]) -> Fraction:
        """Give the hero's net win of a round against hands of these classes."""
        net = sum(map(self._value, others), Fraction(0))
        return -net if asked.as_banker else net

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of a player's net win of a round, playing best."""
        job = AllPairs(self, (), Left(), False, 1)
        return job.weights(job.count(0, job.units))


@remembered(8)
def _classes(game: FourKnives, asked: Asked) -> Classes:
    """Put opponents' hands in classes by how they fare against a given hand."""
    hands = _tables(game).hands
    at = hands.at(_by_ace(asked.hand))
    players, bankers = game._splits(asked.strategy, asked.whole)
    if asked.as_banker:
        results = game._against(players, bankers, banker=at)
    else:
        own = players.copy()
        if asked.strategy == "best":
            own[at] = game._best(at, bankers, asked.left)
        results = game._against(own, bankers, player=at)
    classes = (results + 2).astype(np.int32)
    return Classes(hands.kinds, hands.times, by_ace(asked.left), classes, RESULTS)


def _by_ace(hand: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Give the ranks of a hand from the ace, 0, up."""
    return tuple(sorted((rank + 1) % 13 for rank, _ in hand))


@remembered(16)
def _splits(
    game: FourKnives, strategy: str, left: Left
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the split of every hand by the player and by the banker."""
    table = _tables(game)
    named = table.policies[POLICIES[0] if strategy == "best" else strategy]
    banker = game.rules["banker_splits"]
    bankers = _reply(game, named, left, True) if banker == "best" else table.policies[banker]
    players = _reply(game, bankers, left, False) if strategy == "best" else named
    return players, bankers


def _reply(
    game: FourKnives, others: NDArray[np.int64], left: Left, by_banker: bool
) -> NDArray[np.int64]:
    """Give the best split of every hand against the other side's splits."""
    table = _tables(game)
    # Equal values keep the best second pile.
    usual = table.policies["second_pile"]
    best = np.full(len(usual), np.iinfo(np.int64).min)
    chosen = usual.copy()
    for split in range(3):
        counts = _count(game, left, np.full(len(usual), split), others, by_banker)
        values = counts[:, 3:].sum(axis=1) - counts[:, :2].sum(axis=1)
        if by_banker:
            values = -values
        better = (values > best) | ((values == best) & (usual == split))
        best[better] = values[better]
        chosen[better] = split
    return chosen


def _name(card: tuple[int, int]) -> str:
    """Name a card, or a rank alone."""
    rank, suit = card
    return RANKS[rank] if suit < 0 else card_name(4 * rank + suit)
