"""The look-up tables of a ranking, filled from its rule.

A rule is plain numbers here, so that this file knows nothing of how rankings are declared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.rankings import _tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RULED", "Rule", "Tables", "build", "card_keys", "frozen", "layout", "two_of_hole"]

RULED = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
)
"""The categories as the rule numbers them; in this order from the weakest where five count."""


class Rule(NamedTuple):
    """What orders hands, as the program that fills tables takes it."""

    size: int
    """Cards that count, 3 or 5."""
    places: tuple[int, ...]
    """The place of each of `RULED`; a larger one is stronger."""
    lowest: int
    """The lowest rank of the deck, 0 for a deuce."""
    wheel: int
    """The straight from the ace up: 0 none, 1 the lowest, 2 the second highest."""
    jokers: int
    """Jokers in the deck."""
    suits: str
    """When suits decide, as in ``Ranking``."""
    categories: tuple[str, ...]
    """The names that strengths are numbered by."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The look-up tables of one ranking for hands of one size, all read-only.

    A hand is the sum of its cards' keys and `start`; see ``ext/equity/showdown/_lookup.pxd``.
    """

    cards: int
    """How many cards a hand has."""
    start: int
    """The suit counters of an empty hand: the card that completes a flush sets a top bit."""
    keys: NDArray[np.uint64]
    """[64] by card: rank key, suit counters, jokers."""
    masks: NDArray[np.uint64]
    """[64] by card: its bit, sixteen bits a suit; none for a joker."""
    offsets: NDArray[np.int32]
    """By the upper bits of the rank key: what to add to it for its slot."""
    ranks: NDArray[np.uint16]
    """By slot: the strength without a flush."""
    flushes: NDArray[np.uint16]
    """[jokers + 1, 4, 8192] by jokers held, suit and mask of ranks: the strength of the flush, 0
    where there are too few cards for one."""
    categories: NDArray[np.uint8]
    """By strength (of four, where every tie goes by suit): index into the names; 0 is not used."""
    tops: NDArray[np.uint8]
    """Where every tie goes by suit: the rank whose suit decides, by strength; else empty."""
    straights: NDArray[np.uint8]
    """Where every tie goes by suit: whether a strength is a straight's; else empty."""

    @property
    def look_up(self) -> tuple[Any, ...]:
        """What a kernel needs to look a hand up, in the order it takes it."""
        return (
            np.uint64(self.start),
            self.keys,
            self.masks,
            self.offsets,
            self.ranks,
            self.flushes,
            self.tops,
            self.straights,
        )

    @property
    def distinct(self) -> int:
        """How many distinct strengths there are."""
        return (len(self.categories) - 1) * (4 if len(self.tops) else 1)

    def category(self, strength: int) -> int:
        """Give the category of a strength, an index into the ranking's names."""
        return int(self.categories[strength >> 2 if len(self.tops) else strength])


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only and give it back."""
    array.flags.writeable = False
    return array


@cache
def layout(cards: int, jokers: int) -> tuple[Any, ...]:
    """Give what depends on the numbers of cards alone: multisets and where they lie."""
    keys, counts = _tables.multisets(cards, jokers)
    offsets, size = _tables.displace(keys)
    return frozen(keys), frozen(counts), frozen(offsets), size


@cache
def card_keys() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Give the cards' keys and suit masks, made once so that every table shares them."""
    keys, masks = _tables.card_keys()
    return frozen(keys), frozen(masks)


@cache
def _masks_of(size: int) -> NDArray[np.int64]:
    """List the sets of so many ranks as masks."""
    return np.array([mask for mask in range(8192) if mask.bit_count() == size], np.int64)


def _by_suit(rule: Rule, values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Give the ordering values of suited hands, [4, n], with what suits add to them."""
    suits = np.arange(4, dtype=np.uint64)[:, None]
    if rule.suits == "rank_first":
        return values + suits
    if rule.suits == "suit_first":
        # Above the ranks, below the category.
        return values + (suits << np.uint64(28))
    return np.broadcast_to(values, (4, len(values)))


@cache
def _numbered(rule: Rule) -> tuple[Any, ...]:
    """Number the hands of as many cards as count, from 1 up."""
    size = rule.size
    lowest = rule.lowest
    order = (rule.places, size, lowest, rule.wheel)
    keys, counts, offsets, slots = layout(size, rule.jokers)
    in_deck = counts & np.uint64((1 << 4 * lowest) - 1) == 0
    # The values leave the lowest four bits free for a suit.
    values, kinds = _tables.hand_values(*order, counts[in_deck], False)
    parts, part_kinds = [values << np.uint64(4)], [kinds]
    suited_masks = []
    for jokers in range(min(rule.jokers, size) + 1):
        masks = _masks_of(size - jokers)
        masks = masks[masks & ((1 << lowest) - 1) == 0]
        spread = np.full(len(masks), jokers << 52, np.uint64)
        for rank in range(13):
            spread |= ((masks >> rank) & 1).astype(np.uint64) << np.uint64(4 * rank)
        suited, suited_kinds = _tables.hand_values(*order, spread, True)
        suited_masks.append(masks)
        parts.append(_by_suit(rule, suited << np.uint64(4)).ravel())
        part_kinds.append(np.tile(suited_kinds, 4))
    everything, every_kind = np.concatenate(parts), np.concatenate(part_kinds)
    found, first, number = np.unique(everything, return_index=True, return_inverse=True)
    strengths = np.split((number + 1).astype(np.uint16), np.cumsum([len(p) for p in parts])[:-1])
    ranks = np.zeros(slots, np.uint16)
    where = keys[in_deck].astype(np.int64)
    where += offsets[where >> 10]
    ranks[where] = strengths[0]
    flushes = np.zeros((len(suited_masks), 4, 8192), np.uint16)
    for jokers, masks in enumerate(suited_masks):
        flushes[jokers][:, masks] = strengths[jokers + 1].reshape(4, -1)
    _tables.best_flushes(flushes, size)
    kinds = every_kind[first]
    heights = (found >> np.uint64(20)) & np.uint64(0xFF)
    run = (kinds == RULED.index("straight")) | (kinds == RULED.index("straight flush"))
    names = np.array([rule.categories.index(n) if n in rule.categories else 0 for n in RULED])
    categories = np.zeros(len(found) + 1, np.uint8)
    categories[1:] = names[kinds]
    if size == 5:
        top = run & (kinds != RULED.index("straight")) & (heights == 24)
        categories[1:][top] = rule.categories.index("royal flush")
    tops, straights = np.zeros(0, np.uint8), np.zeros(0, np.uint8)
    if rule.suits == "all_categories":
        tops, straights = np.zeros(len(found) + 1, np.uint8), np.zeros(len(found) + 1, np.uint8)
        # A straight has twice its height there, odd where the ace is on top of a wheel.
        tops[1:] = np.where(run, (heights + 1) // 2, heights & np.uint64(0xF))
        straights[1:] = kinds == RULED.index("straight")
    return frozen(ranks), frozen(flushes), frozen(categories), frozen(tops), frozen(straights)


@cache
def build(rule: Rule, cards: int) -> Tables:
    """Build the tables of a ranking for hands of so many cards."""
    keys, masks = card_keys()
    counted, flushes, categories, tops, straights = _numbered(rule)
    multisets, counts, offsets, slots = layout(cards, rule.jokers)
    ranks = counted
    if cards != rule.size:
        ranks = np.zeros(slots, np.uint16)
        counted_offsets = layout(rule.size, rule.jokers)[2]
        extra = cards - rule.size
        _tables.best_of_more(multisets, counts, extra, counted_offsets, counted, offsets, ranks)
        frozen(ranks)
    start = (8 - rule.size) * 0x111100000000
    return Tables(cards, start, keys, masks, offsets, ranks, flushes, categories, tops, straights)


@cache
def two_of_hole(rule: Rule) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.uint16]]:
    """Give places of pairs and of triples of ranks, and strengths by triple and pair.

    Returns
    -------
    pairs : int16[169]
        By two ranks in either order.
    triples : int16[2197]
        By three ranks in any order.
    strengths : uint16[455, 96]
        Flushless strength of three board cards' ranks and two hole cards' ranks.
    """
    from equity.showdown import _omaha

    fives = build(rule, 5)
    pairs, triples = _omaha.pair_and_triple_places()
    strengths = _omaha.pair_strengths(fives.keys, fives.offsets, fives.ranks, pairs, triples)
    return frozen(pairs), frozen(triples), frozen(strengths)
