"""Games in which a player's hand is compared with the banker's: niu niu and san gong.

A hand is a multiset of ranks: its category, and what breaks ties but for the suit of the highest
card, depend on ranks only. So hands are counted by ranks, 6,175 multisets of five cards or 455 of
three, and of two hands with the same highest rank the higher card is in one or the other in
proportion to the cards of that rank which they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement, product
from math import comb, lcm
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from equity.banking import _pairs
from equity.banking.bundles import CardsDealt, LevelPays, Levels, Nets
from equity.banking.cards_left import read_seen
from equity.banking.game import (
    Banking,
    Left,
    as_fraction,
    check_number,
    read_suited,
)
from equity.banking.rounds import SampledRounds
from equity.cards import Cards
from equity.checks import switch
from equity.errors import RuleError, named, shown
from equity.options import Options
from equity.results import Bet, Edge, Odds, Rank
from equity.run import choose, run, timed
from equity.shield import Kernels

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

__all__ = ["Compared"]

kernels = Kernels("equity.banking.kernels")
Hand: TypeAlias = "tuple[tuple[int, int], ...]"
"""Rank, deuce 0 .. ace 12, and suit of each card."""

CHUNK_HANDS = 200
"""Multisets of ranks of a chunk, each against all others."""
STEPS_PER_PAIR = 2
SAMPLED = 200_000
"""Hands of a chunk of a simulation."""
TOP_KIND = 13
"""The kind of card that is of the hero's highest rank, and of a higher suit."""

LOWER, EQUAL, HIGHER = -1, 0, 1
"""How an opponent's hand compares with the hero's."""


@dataclass(frozen=True)
class Tables:
    """Every multiset of ranks that a hand may have; ranks are numbered from the ace, 0, up."""

    rows: NDArray[np.uint8]
    """uint8[n, size], ascending."""
    counts: NDArray[np.uint8]
    """uint8[n, 13], cards of each rank."""
    kinds: NDArray[np.uint8]
    times: NDArray[np.uint8]
    levels: NDArray[np.int32]
    """Strength but for the suit of the highest card, 0 .. number of levels - 1."""
    tops: NDArray[np.int32]
    """The highest rank."""
    top_times: NDArray[np.int64]
    """How many cards are of it."""
    categories: NDArray[np.int64]
    """Category of each level."""
    keys: NDArray[np.int64]
    """The ranks of a row in one number, ascending."""


def _key(rows: NDArray[Any]) -> NDArray[np.int64]:
    """Put the ranks of rows in one number each."""
    key = np.zeros(len(rows), np.int64)
    for column in range(rows.shape[1]):
        key = key * 16 + rows[:, column]
    return key


def _runs(counts: NDArray[np.uint8], size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """List the kinds of card that hands have, and how many of each."""
    kinds = np.zeros((len(counts), size), np.uint8)
    times = np.zeros((len(counts), size), np.uint8)
    _pairs.runs(np.ascontiguousarray(counts), kinds, times)
    return kinds, times


def _multisets(kinds: int, size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """List sorted hands, and how many cards they have of each kind."""
    rows = np.array(list(combinations_with_replacement(range(kinds), size)), np.uint8)
    counts = (rows[:, None, :] == np.arange(kinds, dtype=np.uint8)[:, None]).sum(2)
    return rows, counts.astype(np.uint8)


@lru_cache(maxsize=32)
def _tables(game: Compared) -> Tables:
    """Make the tables of a game under its rules."""
    rows, counts = _multisets(13, game.size)
    possible = (counts <= 4).all(axis=1)
    rows, counts = rows[possible], counts[possible]
    category, within = game.classify(rows, game.rules["ties"])
    keys = category.astype(np.int64) * 4096 + within
    order, levels = np.unique(keys, return_inverse=True)
    tops = rows[:, -1].astype(np.int32)
    kinds, times = _runs(counts, game.size)
    return Tables(
        rows,
        counts,
        kinds,
        times,
        levels.astype(np.int32),
        tops,
        counts[np.arange(len(rows)), tops].astype(np.int64),
        order // 4096,
        _key(rows),
    )


@lru_cache(maxsize=8)
def _by_place(game: Compared) -> NDArray[np.int16]:
    """List the level by the ranks in any order, int16[13 ** size], for the simulation."""
    table = _tables(game)
    places = np.indices((13,) * game.size, dtype=np.uint8).reshape(game.size, -1).T
    at = np.searchsorted(table.keys, _key(np.sort(places, axis=1)))
    levels = table.levels[np.minimum(at, len(table.keys) - 1)].astype(np.int16)
    levels.setflags(write=False)
    return levels


def _left_of(left: Left) -> NDArray[np.int64]:
    """Give the cards left by rank, from the ace up."""
    counts = left.counts
    return np.array([counts[-1], *counts[:-1]], np.int64)


Weights = dict[Fraction, Fraction]
"""Net win to number of deals, which is a fraction where suits are averaged over."""


# ---- exact ----


@dataclass(frozen=True, slots=True)
class AllPairs:
    """Two random hands, every pair of multisets."""

    game: Compared
    left: Left
    hands: int

    chunk_units = CHUNK_HANDS

    @property
    def units(self) -> int:
        """Multisets of the first hand."""
        return self.hands

    def count(self, start: int, stop: int) -> Tally:
        """Count pairs by level."""
        table = _tables(self.game)
        levels = len(table.categories)
        tally = {
            "pairs": np.zeros((levels, levels), np.int64),
            "higher": np.zeros(levels, np.int64),
        }
        _pairs.level_pairs(
            table.kinds,
            table.times,
            _left_of(self.left),
            table.levels,
            table.tops,
            start,
            stop,
            tally["pairs"],
            tally["higher"],
        )
        return tally


@dataclass(frozen=True, slots=True)
class GivenHand:
    """A given hand against one or two random ones."""

    game: Compared
    hand: Hand
    left: Left
    as_banker: bool
    opponents: int
    units: int
    chunk_units: int

    def count(self, start: int, stop: int) -> Tally:
        """Count pairs of opponents' hands by class, or hands of one opponent."""
        if self.opponents == 1:
            return {"done": np.ones(1, np.int64)}
        kinds, times, left, classes, outcomes = _against(self.game, self.hand, self.left)
        counts = np.zeros((len(outcomes), len(outcomes)), np.int64)
        _pairs.class_pairs(kinds, times, left, classes, start, stop, counts)
        return {"pairs": counts}


@lru_cache(maxsize=8)
def _against(
    game: Compared, hand: Hand, left: Left
) -> tuple[Any, Any, Any, Any, list[tuple[int, int]]]:
    """List opponents' hands by kind of card, and the class of each: how it compares, its level."""
    table = _tables(game)
    level, top, suit = game._place(hand)
    counts = _left_of(left)
    split = game.suits
    rows, by_kind = _multisets(14 if split else 13, game.size)
    if split:
        suits = left.suits[(top + 12) % 13]
        above = (suits >> (suit + 1)).bit_count()
        counts = np.append(counts, above)
        counts[top] -= above
    ranks = np.sort(np.where(rows == TOP_KIND, np.uint8(top), rows), axis=1)
    known = np.minimum(np.searchsorted(table.keys, _key(ranks)), len(table.keys) - 1)
    possible = table.keys[known] == _key(ranks)
    rows, by_kind, known = rows[possible], by_kind[possible], known[possible]
    levels = table.levels[known]
    relation = np.sign(levels - level)
    if split:
        equal = relation == EQUAL
        relation[equal] = np.where(by_kind[equal, TOP_KIND] > 0, HIGHER, LOWER)
    keys, classes = np.unique(relation * 4096 + levels, return_inverse=True)
    outcomes = [(int((key + 2048) // 4096), int((key + 2048) % 4096 - 2048)) for key in keys]
    kinds, times = _runs(by_kind, game.size)
    return kinds, times, counts, classes.astype(np.int32), outcomes


# ---- simulated ----


@dataclass(frozen=True, slots=True)
class Dealt(SampledRounds):
    """Hands dealt at random and settled."""

    game: Compared
    hand: Hand
    left: Left
    as_banker: bool
    opponents: int

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk."""
        return max(1, SAMPLED // (1 + self.opponents))

    @property
    def scale(self) -> int:
        """Parts of a bet that payments come in."""
        if self.game.pot:
            return lcm(*range(1, self.opponents + 2))
        return lcm(*(value.denominator for value in self.game._multipliers()))

    def deal(self, state: NDArray[np.uint64], deals: int, nets: Nets) -> None:
        """Deal and settle."""
        game = self.game
        table = _tables(game)
        deck = [
            4 * ((rank + 1) % 13) + suit
            for rank in range(13)
            for suit in range(4)
            if self.left.suits[rank] >> suit & 1
        ]
        unnamed = self.left.unnamed
        pays = [int(value * self.scale) for value in game._multipliers()]
        takes = pays if game._multiplied else [self.scale] * len(pays)
        if game.pot:
            pays, mode = [self.scale] * len(pays), 4
        else:
            mode = int(self.as_banker) + 2 * (game.rules["ties"] == "banker")
        kernels.deal_compared(
            state,
            deals,
            CardsDealt(
                np.array(deck, np.uint8),
                np.array([unnamed[-1], *unnamed[:-1]], np.int64),
                np.array([4 * ((rank + 1) % 13) + suit for rank, suit in self.hand], np.uint8),
            ),
            self.opponents,
            Levels(_by_place(game), game.size, game.suits),
            LevelPays(
                np.array(pays, np.int64)[table.categories],
                np.array(takes, np.int64)[table.categories],
                mode,
            ),
            nets,
        )


# ---- the game ----


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Compared(Banking):
    """A game in which the better hand of two wins, as its category pays."""

    size: int
    """Cards of a hand."""
    categories: tuple[str, ...]
    """Names, weakest first."""
    classify: Callable[[NDArray[np.uint8], str], tuple[NDArray[Any], NDArray[Any]]] = field(
        hash=False
    )
    """Gives, from sorted ranks (aces 0) and the setting of ties, category and order within it."""
    describe: Callable[[list[tuple[int, int]], str], str] | None = field(default=None, hash=False)
    """Says a hand in words, from its cards and the name of its category."""
    by_suit: tuple[str, ...] = ()
    """Settings of ties by which the suit of the highest card decides at last."""

    @property
    def suits(self) -> bool:
        """Whether the suit of the highest card decides at last."""
        return self.rules["ties"] in self.by_suit

    @property
    def pot(self) -> bool:
        """Whether the best hand takes a pot."""
        return bool(self.rules.get("settlement") == "pot")

    @property
    def _multiplied(self) -> bool:
        """Whether the banker is paid by the category too."""
        return bool(self.rules.get("banker_takes", "multiplied") == "multiplied")

    def _multipliers(self) -> list[Fraction]:
        """Give what a category pays."""
        return [as_fraction(self.rules["multipliers"][name]) for name in self.categories]

    def _read(self, hand: Cards) -> Hand:
        """Read a hand."""
        return read_suited(hand, self.size)

    def _place(self, hand: Iterable[tuple[int, int]]) -> tuple[int, int, int]:
        """Give level, highest rank (aces 0) and its suit of a hand."""
        cards = sorted(((rank + 1) % 13, suit) for rank, suit in hand)
        table = _tables(self)
        key = _key(np.array([[rank for rank, _ in cards]], np.uint8))
        return int(table.levels[np.searchsorted(table.keys, key)[0]]), *cards[-1]

    def rank(self, hand: Cards) -> Rank:
        """Say what a hand is.

        Parameters
        ----------
        hand : str or sequence of int
            The cards.

        Returns
        -------
        Rank
            Category, strength (comparable under these rules), the share of hands it beats, and
            words.

        Raises
        ------
        NotationError, CardError, RuleError
            No hand of this game.

        Examples
        --------
        >>> from equity import niu_niu
        >>> niu_niu.rank("Kh9d5c5s2h").words
        '1: Kh5s5c / 9d2h'
        """
        cards = self._read(hand)
        level, top, suit = self._place(cards)
        table = _tables(self)
        counts = np.zeros(len(table.rows), np.int64)
        _pairs.ways(table.kinds, table.times, np.full(13, 4, np.int64), counts)
        below = int(counts[table.levels < level].sum())
        equal = int(counts[table.levels == level].sum())
        share = Fraction(equal, 2)
        if self.suits:
            share = Fraction(0)
            for times in range(1, 5):
                chosen = (table.levels == level) & (table.top_times == times)
                lower = Fraction(comb(suit, times), comb(4, times))
                same = Fraction(comb(suit, times - 1), comb(4, times))
                share += int(counts[chosen].sum()) * (lower + same / 2)
        category = self.categories[int(table.categories[level])]
        shown = sorted(cards, key=lambda card: ((card[0] + 1) % 13, card[1]), reverse=True)
        return Rank(
            category=category,
            strength=64 * level + (4 * top + suit if self.suits else 0),
            cards=tuple(4 * r + s for r, s in shown),
            percentile=float((below + share) / int(counts.sum())),
            description=self.describe(shown, category) if self.describe else None,
        )

    @timed
    def odds(self, dead: Cards | Mapping[str, int] = "", **options: Unpack[Keywords]) -> Odds:
        """Count random hands by category.

        Parameters
        ----------
        dead : str, sequence of int or Mapping, optional
            Cards out of the deck, or how many of each rank, ``{"K": 2}``.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Odds
            Hands of each category.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood, or no hand is left.

        Examples
        --------
        >>> from equity import niu_niu
        >>> niu_niu.odds().counts["niu niu"]
        187440
        """
        choose(Options.check(**options), 1, simulates=False)
        left = Left().without(read_seen(dead))
        left.require(self.size, "a hand")
        table = _tables(self)
        ways = np.zeros(len(table.rows), np.int64)
        _pairs.ways(table.kinds, table.times, _left_of(left), ways)
        counts = np.zeros(len(self.categories), np.int64)
        np.add.at(counts, table.categories[table.levels], ways)
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=int(counts.sum()),
            question=(self, left),
            tally={"counts": counts},
            categories=self.categories,
        )

    def edge(
        self,
        hand: Cards | None = None,
        as_banker: bool = False,
        opponents: int = 1,
        dead: Cards | Mapping[str, int] = "",
        strategy: str = "best",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Compute what a round is worth, with a given hand or before any is seen.

        Parameters
        ----------
        hand : str or sequence of int, optional
            The hand of the player asked about; without one, a random hand.
        as_banker : bool, default False
            Whether it is the banker's: he settles with every opponent, each having bet one unit.
        opponents : int, default 1
            How many there are. They matter to the banker, and where the best takes a pot; a
            player who meets the banker alone has one whatever their number.
        dead : str, sequence of int or Mapping, optional
            Cards out of the deck, or how many of each rank, ``{"K": 2}``.
        strategy : str
            There is nothing to decide: ``"best"``.
        **options
            As for every calculation. Exact with one opponent, and with two if the hand is given;
            else simulated.

        Returns
        -------
        Edge
            Chances of a net win, of none and of a net loss of the whole round, and the expected
            net win in units of one bet.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than the deck has.

        Examples
        --------
        >>> from equity import san_gong
        >>> san_gong.edge("KhQd9c").win > 0.9
        True
        """
        checked = Options.check(**options)
        as_banker = switch("as_banker", as_banker)
        opponents = check_number("opponents", opponents, 51)
        if not named(strategy, "best"):
            raise RuleError(f"strategy is {shown(strategy)}; {self.title} has only 'best'")
        if self.pot and as_banker:
            raise RuleError("where the best hand takes the pot there is no banker")
        cards = () if hand is None else self._read(hand)
        left = Left().without(read_seen(dead)).without(cards)
        left.require(self.size * (opponents + (hand is None)), f"a round of {self.title}")
        if not (self.pot or as_banker):
            opponents = 1
        steps = self._steps(cards, left, opponents)
        job: Any
        if choose(checked, steps) == "monte-carlo":
            job = Dealt(self, cards, left, as_banker, opponents)
        elif not cards:
            job = AllPairs(self, left, len(_tables(self).rows))
        else:
            units = 1 if opponents == 1 else len(_against(self, cards, left)[0])
            job = GivenHand(self, cards, left, as_banker, opponents, units, CHUNK_HANDS)
        return run(job, checked, partial(_edge, job=job, as_banker=as_banker))

    def _steps(self, cards: tuple[Any, ...], left: Left, opponents: int) -> float | None:
        """Give the steps of an exact answer; ``None`` if there is none."""
        hands = len(_tables(self).rows)
        if opponents > 2 or (opponents == 2 and not cards):
            return None
        if opponents == 2:
            _, top, _ = self._place(cards)
            if self.suits and left.unnamed[(top + 12) % 13]:
                return None
        return hands * hands * STEPS_PER_PAIR * (1 if not cards or opponents == 2 else 1 / hands)

    def _net(self, relation: int, own: int, other: int, as_banker: bool) -> Fraction:
        """Give the hero's net win against an opponent who compares so; levels of both."""
        table = _tables(self)
        pays = self._multipliers()
        player, banker = (other, own) if as_banker else (own, other)
        player_won = relation == (HIGHER if as_banker else LOWER)
        take = pays[int(table.categories[banker])] if self._multiplied else Fraction(1)
        if relation == EQUAL:
            net = -take if self.rules["ties"] == "banker" else Fraction(0)
        elif player_won:
            net = pays[int(table.categories[player])]
        else:
            net = -take
        return -net if as_banker else net

    def _settle(self, others: Iterable[tuple[int, int]], own: int, as_banker: bool) -> Fraction:
        """Give the hero's net win of a round; others are (relation, level)."""
        others = list(others)
        if not self.pot:
            return sum((self._net(r, own, level, as_banker) for r, level in others), Fraction(0))
        if any(relation == HIGHER for relation, _ in others):
            return Fraction(-1)
        sharing = 1 + sum(relation == EQUAL for relation, _ in others)
        return Fraction(len(others) + 1, sharing) - 1

    def _weights_of_pairs(self, tally: Mapping[str, Any], as_banker: bool = False) -> Weights:
        """Give the distribution of the net win of a random hand."""
        weights: Weights = {}

        def add(relation: int, own: int, other: int, count: int) -> None:
            if count:
                net = self._settle([(relation, other)], own, as_banker)
                weights[net] = weights.get(net, Fraction(0)) + count

        pairs, higher = tally["pairs"].tolist(), tally["higher"].tolist()
        for own, row in enumerate(pairs):
            for other, count in enumerate(row):
                if own == other and self.suits:
                    add(LOWER, own, own, higher[own])
                    add(HIGHER, own, own, count - higher[own])
                else:
                    add((other > own) - (other < own), own, other, count)
        return weights

    def _weights_given(self, hand: Hand, left: Left, banker: bool) -> Weights:
        """Give the distribution of the net win of a hand against one random hand."""
        table = _tables(self)
        level, top, suit = self._place(hand)
        ways = np.zeros(len(table.rows), np.int64)
        _pairs.ways(table.kinds, table.times, _left_of(left), ways)
        weights: Weights = {}

        def add(relation: int, other: int, count: Fraction) -> None:
            if count:
                net = self._settle([(relation, other)], level, banker)
                weights[net] = weights.get(net, Fraction(0)) + count

        by_level = np.zeros(len(table.categories), np.int64)
        np.add.at(by_level, table.levels, ways)
        for other, count in enumerate(by_level.tolist()):
            if other != level or not self.suits:
                add((other > level) - (other < level), other, Fraction(count))
        if self.suits:
            seen = left.suits[(top + 12) % 13]
            free, lower = seen.bit_count(), (seen & ((1 << suit) - 1)).bit_count()
            for times in range(1, free + 1):
                chosen = (table.levels == level) & (table.top_times == times)
                count = int(ways[chosen].sum())
                below = Fraction(comb(lower, times), comb(free, times))
                add(LOWER, level, count * below)
                add(HIGHER, level, count * (1 - below))
        return weights

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of a player's net win of a round."""
        return _payoffs(self)


@lru_cache(maxsize=32)
def _payoffs(game: Compared) -> Weights:
    """Compute the distribution of a random hand's net win."""
    hands = len(_tables(game).rows)
    return game._weights_of_pairs(AllPairs(game, Left(), hands).count(0, hands))


def _edge(outcome: Outcome, job: Any, as_banker: bool) -> Edge:
    """Make the answer of what was counted."""
    game: Compared = job.game
    common = outcome.about(game, job) | {"unit": "units of one bet"}
    if isinstance(job, Dealt):
        return job.edge(outcome, **common)
    if isinstance(job, AllPairs):
        weights = game._weights_of_pairs(outcome.tally, as_banker)
    elif job.opponents == 1:
        weights = game._weights_given(job.hand, job.left, as_banker)
    else:
        weights = {}
        level, _, _ = game._place(job.hand)
        outcomes = _against(game, job.hand, job.left)[-1]
        pairs = outcome.tally["pairs"].tolist()
        for one, two in product(range(len(outcomes)), repeat=2):
            if pairs[one][two]:
                net = game._settle([outcomes[one], outcomes[two]], level, as_banker)
                weights[net] = weights.get(net, Fraction(0)) + pairs[one][two]
    common["deals"] = int(sum(weights.values(), Fraction(0)))
    return Edge(bets={"bet": Bet.of(weights)}, **common)
