"""Games in which one hand is compared with the banker's, as its category pays: niu niu, san gong.

A hand is a multiset of ranks: its category, and what breaks ties but for the suit of the highest
card, depend on ranks only. So hands are counted by ranks, 6,175 multisets of five cards or 455 of
three, and of two hands with the same highest rank the higher card is in one or the other in
proportion to the cards of that rank which they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from equity.banking import _pairs
from equity.banking.bundles import CardsDealt, LevelPays, Levels, Nets
from equity.banking.cards_left import read_seen
from equity.banking.compared import CHUNK_HANDS, Asked, Classes, Compared, GivenHand, Weights
from equity.banking.game import Left, as_fraction, read_suited
from equity.banking.multisets import Multisets, by_ace, every_hand, key_of, multisets, runs
from equity.banking.rounds import SampledRounds
from equity.cards import Cards
from equity.memory import remembered
from equity.options import Options
from equity.results import Odds, Rank
from equity.run import choose, timed
from equity.shield import Kernels

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.jobs import Tally
    from equity.options import Keywords

__all__ = ["SingleHand"]

kernels = Kernels("equity.banking.kernels")
Hand: TypeAlias = "tuple[tuple[int, int], ...]"
"""Rank, deuce 0 .. ace 12, and suit of each card."""

STEPS_PER_PAIR = 2
SAMPLED = 200_000
"""Hands of a chunk of a simulation."""
TOP_KIND = 13
"""The kind of card that is of the hero's highest rank, and of a higher suit."""

LOWER, EQUAL, HIGHER = -1, 0, 1
"""How an opponent's hand compares with the hero's."""


@dataclass(frozen=True, eq=False)
class Tables:
    """What the hands of a game are worth under its rules."""

    hands: Multisets
    levels: NDArray[np.int32]
    """Strength but for the suit of the highest card, 0 .. number of levels - 1."""
    tops: NDArray[np.int32]
    """The highest rank."""
    top_times: NDArray[np.int64]
    """How many cards are of it."""
    categories: NDArray[np.int64]
    """Category of each level."""


@remembered(32)
def _tables(game: SingleHand) -> Tables:
    """Make the tables of a game under its rules."""
    hands = every_hand(game.size)
    category, within = game.classify(hands.rows, game.rules["ties"])
    keys = category.astype(np.int64) * 4096 + within
    order, levels = np.unique(keys, return_inverse=True)
    tops = hands.rows[:, -1].astype(np.int32)
    top_times = hands.counts[np.arange(len(hands)), tops].astype(np.int64)
    return Tables(hands, levels.astype(np.int32), tops, top_times, order // 4096)


@remembered(8)
def _by_place(game: SingleHand) -> NDArray[np.int16]:
    """List the level by the ranks in any order, int16[13 ** size], for the simulation."""
    table = _tables(game)
    return table.hands.by_place(table.levels)


@dataclass(frozen=True, slots=True)
class AllPairs(Asked):
    """Two random hands, every pair of multisets."""

    chunk_units: ClassVar[int] = CHUNK_HANDS

    @property
    def units(self) -> int:
        """Multisets of the first hand."""
        return len(_tables(self.game).hands)

    def count(self, start: int, stop: int) -> Tally:
        """Count pairs by level, and of equal levels those in which the first card is higher."""
        table = _tables(self.game)
        levels = len(table.categories)
        tally = {
            "pairs": np.zeros((levels, levels), np.int64),
            "higher": np.zeros(levels, np.int64),
        }
        _pairs.level_pairs(
            table.hands.kinds,
            table.hands.times,
            by_ace(self.left),
            table.levels,
            table.tops,
            start,
            stop,
            tally["pairs"],
            tally["higher"],
        )
        return tally

    def weights(self, tally: Mapping[str, NDArray[Any]]) -> Weights:
        """Give the distribution of the net win."""
        weights: Weights = {}
        categories, split = _tables(self.game).categories.tolist(), self.game.suits
        nets: dict[tuple[int, int, int], Fraction] = {}  # they depend on categories alone

        def add(relation: int, own: int, other: int, count: int) -> None:
            if count:
                kind = relation, categories[own], categories[other]
                if kind not in nets:
                    nets[kind] = self.game._net_of([(relation, other)], own, self.as_banker)
                net = nets[kind]
                weights[net] = weights.get(net, Fraction(0)) + count

        pairs, higher = tally["pairs"].tolist(), tally["higher"].tolist()
        for own, row in enumerate(pairs):
            for other, count in enumerate(row):
                if own == other and split:
                    add(LOWER, own, own, higher[own])
                    add(HIGHER, own, own, count - higher[own])
                else:
                    add((other > own) - (other < own), own, other, count)
        return weights


@dataclass(frozen=True, slots=True)
class AgainstOne(Asked):
    """A given hand against one random hand."""

    units: ClassVar[int] = 1
    chunk_units: ClassVar[int] = 1

    def count(self, start: int, stop: int) -> Tally:
        """Count the ways to deal each multiset."""
        return {"ways": _tables(self.game).hands.ways(self.left)}

    def weights(self, tally: Mapping[str, NDArray[Any]]) -> Weights:
        """Give the distribution of the net win; of equal levels by the suits not known gone."""
        game, ways = self.game, tally["ways"]
        table = _tables(game)
        level, top, suit = game._place(self.hand)
        weights: Weights = {}

        def add(relation: int, other: int, count: Fraction) -> None:
            if count:
                net = game._net_of([(relation, other)], level, self.as_banker)
                weights[net] = weights.get(net, Fraction(0)) + count

        by_level = np.zeros(len(table.categories), np.int64)
        np.add.at(by_level, table.levels, ways)
        for other, count in enumerate(by_level.tolist()):
            if other != level or not game.suits:
                add((other > level) - (other < level), other, Fraction(count))
        if game.suits:
            seen = self.left.suits[(top + 12) % 13]
            free, lower = seen.bit_count(), (seen & ((1 << suit) - 1)).bit_count()
            for times in range(1, free + 1):
                chosen = (table.levels == level) & (table.top_times == times)
                dealt = int(ways[chosen].sum())
                below = Fraction(comb(lower, times), comb(free, times))
                add(LOWER, level, dealt * below)
                add(HIGHER, level, dealt * (1 - below))
        return weights


@remembered(8)
def _against(game: SingleHand, hand: Hand, left: Left) -> Classes:
    """Put opponents' hands by kind of card in classes: how they compare, and their level."""
    table = _tables(game)
    level, top, suit = game._place(hand)
    counts = by_ace(left)
    split = game.suits
    rows, by_kind = multisets(14 if split else 13, game.size)
    if split:
        suits = left.suits[(top + 12) % 13]
        above = (suits >> (suit + 1)).bit_count()
        counts = np.append(counts, above)
        counts[top] -= above
    ranks = np.sort(np.where(rows == TOP_KIND, np.uint8(top), rows), axis=1)
    keys = table.hands.keys
    known = np.minimum(np.searchsorted(keys, key_of(ranks)), len(keys) - 1)
    possible = keys[known] == key_of(ranks)
    by_kind, known = by_kind[possible], known[possible]
    levels = table.levels[known]
    relation = np.sign(levels - level)
    if split:
        equal = relation == EQUAL
        relation[equal] = np.where(by_kind[equal, TOP_KIND] > 0, HIGHER, LOWER)
    found, classes = np.unique(relation * 4096 + levels, return_inverse=True)
    names = tuple((int((key + 2048) // 4096), int((key + 2048) % 4096 - 2048)) for key in found)
    kinds, times = runs(by_kind, game.size)
    return Classes(kinds, times, counts, classes.astype(np.int32), names)


@dataclass(frozen=True, slots=True)
class Dealt(SampledRounds, Asked):
    """Hands dealt at random and settled."""

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


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SingleHand(Compared):
    """A game in which the better hand of two wins, as its category pays."""

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
        return int(table.levels[table.hands.at([rank for rank, _ in cards])]), *cards[-1]

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
        counts = table.hands.ways(Left())
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
        ways = table.hands.ways(left)
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

    def _counted(self, asked: Asked) -> Any:
        """Give the job that counts rounds."""
        if not asked.hand:
            return asked.into(AllPairs)
        return asked.into(AgainstOne if asked.opponents == 1 else GivenHand)

    def _sampled(self, asked: Asked) -> Any:
        """Give the job that deals rounds."""
        return asked.into(Dealt)

    def _steps(self, asked: Asked) -> float | None:
        """Give the steps of an exact answer; ``None`` if there is none."""
        hands = len(_tables(self).hands)
        cards, opponents = asked.hand, asked.opponents
        if opponents > 2 or (opponents == 2 and not cards):
            return None
        if opponents == 2:
            _, top, _ = self._place(cards)
            if self.suits and asked.left.unnamed[(top + 12) % 13]:
                return None
        return hands * hands * STEPS_PER_PAIR * (1 if not cards or opponents == 2 else 1 / hands)

    def _classes(self, asked: Asked) -> Classes:
        """Put opponents' hands in classes against the given one."""
        return _against(self, asked.hand, asked.left)

    def _settle(self, asked: Asked, others: Sequence[Any]) -> Fraction:
        """Give the hero's net win of a round against hands of these classes."""
        return self._net_of(others, self._place(asked.hand)[0], asked.as_banker)

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

    def _net_of(self, others: Iterable[tuple[int, int]], own: int, as_banker: bool) -> Fraction:
        """Give the hero's net win of a round; others are (relation, level)."""
        others = list(others)
        if not self.pot:
            return sum((self._net(r, own, level, as_banker) for r, level in others), Fraction(0))
        if any(relation == HIGHER for relation, _ in others):
            return Fraction(-1)
        sharing = 1 + sum(relation == EQUAL for relation, _ in others)
        return Fraction(len(others) + 1, sharing) - 1

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of a player's net win of a round."""
        return _payoffs(self)


@remembered(32)
def _payoffs(game: SingleHand) -> Weights:
    """Compute the distribution of a random hand's net win."""
    job = AllPairs(game, (), Left(), False, 1)
    return job.weights(job.count(0, job.units))
