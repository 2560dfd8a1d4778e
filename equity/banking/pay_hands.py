"""What hands of five cards with wild cards are, for games that pay by a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking import _paytable
from equity.memory import remembered
from equity.rankings.tables import card_keys, frozen, layout

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    Flags: TypeAlias = NDArray[np.bool_]

__all__ = [
    "CATEGORY_RULES",
    "COARSER",
    "HAND",
    "Hands",
    "all_hands",
    "categories_of",
    "look_up",
    "sub_hands",
]

HAND = 5


@dataclass(frozen=True)
class Hands:
    """Many hands of five cards as the rules of the categories see them, one an element."""

    counts: NDArray[np.int64]
    """[13, n] natural cards of each rank, deuce to ace; wild cards are none."""
    wild: NDArray[np.int64]
    """[n] wild cards."""
    suited: Flags
    """[n] whether the natural cards are all of one suit."""

    @classmethod
    def of(cls, cards: NDArray[np.int64]) -> Hands:
        """See hands without wild cards, int64[n, 5], as the rules do."""
        ranks, suits = cards >> 2, cards & 3
        counts = (ranks[None] == np.arange(13)[:, None, None]).sum(axis=2)
        suited = (suits == suits[:, :1]).all(axis=1)
        return cls(counts, np.zeros(len(cards), np.int64), suited)

    @property
    def alike(self) -> NDArray[np.int64]:
        """The most cards of one rank, wild ones included."""
        return np.asarray(self.counts.max(axis=0) + self.wild)

    @property
    def ranks(self) -> NDArray[np.int64]:
        """How many ranks the natural cards have."""
        return np.asarray((self.counts > 0).sum(axis=0))

    @property
    def pairs(self) -> NDArray[np.int64]:
        """How many ranks have two natural cards or more."""
        return np.asarray((self.counts >= 2).sum(axis=0))

    def within(self, lowest: int) -> Flags:
        """Tell whether the ranks differ and are all among five from the lowest on; -1: A2345."""
        run = [rank % 13 for rank in range(lowest, lowest + HAND)]
        inside = self.counts[run].sum(axis=0) + self.wild == HAND
        return np.asarray(inside & (self.counts.max(axis=0) <= 1), bool)

    @property
    def straight(self) -> Flags:
        """Whether the ranks make a straight."""
        return np.asarray(np.any([self.within(lowest) for lowest in range(-1, 9)], axis=0))

    @property
    def royal(self) -> Flags:
        """Whether the ranks make the straight to the ace."""
        return self.within(8)

    def four_of(self, first: int, last: int) -> Flags:
        """Tell whether there are four natural cards of one of these ranks."""
        return np.asarray((self.counts[first : last + 1] == 4).any(axis=0), bool)

    def pair_of(self, lowest: int) -> Flags:
        """Tell whether there is a pair of that rank or a higher one."""
        high = self.counts[lowest:]
        return np.asarray(np.any((high > 0) & (high + self.wild >= 2), axis=0))


CATEGORY_RULES: dict[str, Callable[[Hands], Flags]] = {
    "high card": lambda hands: hands.wild >= 0,
    "one pair": lambda hands: hands.alike >= 2,
    "tens or better": lambda hands: hands.pair_of(8),
    "jacks or better": lambda hands: hands.pair_of(9),
    "kings or better": lambda hands: hands.pair_of(11),
    "two pair": lambda hands: hands.pairs >= 2,
    "three of a kind": lambda hands: hands.alike >= 3,
    "straight": lambda hands: hands.straight,
    "flush": lambda hands: hands.suited,
    "full house": lambda hands: (hands.ranks == 2) & (hands.alike >= 3),
    "four of a kind": lambda hands: hands.alike >= 4,
    "four 5s-Ks": lambda hands: hands.four_of(3, 11),
    "four 2s-4s": lambda hands: hands.four_of(0, 2),
    "four 2s-4s with A-4": lambda hands: (
        hands.four_of(0, 2) & (hands.counts[[12, 0, 1, 2]].sum(axis=0) == HAND)
    ),
    "four aces": lambda hands: hands.four_of(12, 12),
    "four aces with 2-4": lambda hands: hands.four_of(12, 12) & (hands.counts[:3].sum(axis=0) == 1),
    "straight flush": lambda hands: hands.suited & hands.straight,
    "five of a kind": lambda hands: hands.alike >= 5,
    "royal flush": lambda hands: hands.suited & hands.royal,
    "wild royal flush": lambda hands: hands.suited & hands.royal,
    "four deuces": lambda hands: hands.wild >= 4,
    "natural royal flush": lambda hands: hands.suited & hands.royal & (hands.wild == 0),
}
"""The rule of each category. A hand is of the strongest category of its game whose rule it meets,
so a rule need not exclude what is stronger."""

COARSER = {
    "four aces with 2-4": "four aces",
    "four aces": "four of a kind",
    "four 2s-4s with A-4": "four 2s-4s",
    "four 2s-4s": "four of a kind",
    "four 5s-Ks": "four of a kind",
}
"""What a hand is where its own category is not named: four of a kind by rank and kicker."""


@remembered(16)
def look_up(categories: tuple[str, ...], wild: str) -> tuple[Any, ...]:
    """Make the table that gives a hand's category: what a kernel takes as `look_up`."""
    jokers = int(wild == "joker")
    keys, masks = card_keys()
    if wild == "deuces":
        keys, masks = keys.copy(), masks.copy()
        for suit in range(4):
            # A deuce keeps its rank key and is a card of every suit, in the mask of none.
            keys[suit] = (keys[suit] & np.uint64(0xFFFFFFFF)) | np.uint64(0x111100000000)
            masks[suit] = 0
    at, packed, offsets, slots = layout(HAND, jokers)
    counts = np.stack([(packed >> np.uint64(4 * r)) & np.uint64(15) for r in range(13)]).astype(int)
    wilds = (packed >> np.uint64(52)).astype(int)
    every = np.arange(8192)
    suited = np.stack([(every >> rank) & 1 for rank in range(13)])
    if wild == "deuces":
        wilds, counts[0], suited[0] = counts[0].copy(), 0, 0
    ranks = np.zeros(slots, np.uint8)
    place = at.astype(np.int64)
    place += offsets[place >> 10]
    ranks[place] = categories_of(categories, Hands(counts, wilds, np.zeros(len(wilds), bool)))
    flushes = categories_of(
        categories, Hands(suited, np.maximum(HAND - suited.sum(axis=0), 0), np.ones(8192, bool))
    )
    start = (8 - HAND) * 0x111100000000
    return start, frozen(keys), frozen(masks), offsets, frozen(ranks), frozen(flushes)


def categories_of(names: tuple[str, ...], hands: Hands) -> NDArray[np.uint8]:
    """Give the category of each hand, an index into the names, which go from weak to strong."""
    kinds = np.zeros(len(hands.wild), np.uint8)
    for index, name in enumerate(names):
        kinds[CATEGORY_RULES[name](hands)] = index
    return kinds


@remembered(8)
def sub_hands(categories: tuple[str, ...], wild: str) -> NDArray[np.int32]:
    """Count the hands by category that hold each set of at most four cards."""
    counts = _paytable.sub_hand_counts(
        52 + (wild == "joker"), len(categories), look_up(categories, wild)
    )
    return frozen(counts)


@cache
def all_hands(jokers: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """List the hands of the deck up to suits, and how many hands each stands for."""
    hands, times = _paytable.hands_up_to_suits(52 + jokers)
    return frozen(hands), frozen(times)
