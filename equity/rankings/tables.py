"""The look-up tables of a ranking, filled from its rule.

A rule is plain numbers here, so that this file knows nothing of how rankings are declared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.memory import remembered
from equity.rankings import _tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "RULED",
    "LowRule",
    "Rule",
    "Tables",
    "build",
    "card_keys",
    "frozen",
    "layout",
    "two_of_hole",
]

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


class LowRule(NamedTuple):
    """What orders low hands of five cards."""

    aces_low: bool
    """Whether aces are below deuces, else above kings."""
    runs: bool
    """Whether straights and flushes count against a hand."""
    most: int
    """The highest rank of a hand that qualifies, counted from the lowest; 12: all do."""
    categories: tuple[str, ...]
    """The names that strengths are numbered by."""
    size: int = 5
    """Cards that count."""
    jokers: int = 0
    """Jokers in the deck."""


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
    where there are too few cards for one. Where a flush counts against the hand [1, others, 8192]
    by the ranks of the other cards and mask: the strength of all of them, see `others_of`."""
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
    def against(self) -> bool:
        """Whether a flush counts against the hand."""
        return bool(self.flushes.shape[1] != 4)

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


@remembered(64)
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


def _low_value(ranks: list[int], suited: bool, rule: LowRule) -> tuple[int, ...] | None:
    """Give what low hands are compared by, larger is better; ``None`` if one does not qualify."""
    heights = sorted((rank + 1) % 13 if rule.aces_low else rank for rank in ranks)
    by_count = sorted(set(heights), key=lambda height: (-heights.count(height), -height))
    shape = [heights.count(height) for height in by_count]
    if rule.most < 12 and (len(shape) < 5 or heights[-1] > rule.most):
        return None
    kind = RULED[_KIND_OF_SHAPE[tuple(shape)]]
    if rule.runs and kind == "high card":
        straight = heights[4] - heights[0] == 4
        flush = "straight flush" if straight else "flush"
        kind = flush if suited else "straight" if straight else kind
    return (-RULED.index(kind), *(-height for height in by_count))


_KIND_OF_SHAPE = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}
"""By how many cards of each rank a hand has: its place in `RULED`."""


def _low_category(value: tuple[int, ...], rule: LowRule) -> int:
    """Give the category of a value, an index into the names."""
    if value[0]:
        return rule.categories.index(RULED[-value[0]])
    # By the top card: the last of the names is that of the best hand.
    best = 5 if rule.runs else 4
    return len(rule.categories) - 1 + value[1] + best


@remembered(64)
def _low_numbered(rule: LowRule) -> tuple[Any, ...]:
    """Number the low hands of five cards, from 1 up."""
    keys, counts, offsets, slots = layout(5, 0)
    values = [
        _low_value(
            [rank for rank in range(13) for _ in range(packed >> 4 * rank & 15)], False, rule
        )
        for packed in counts.tolist()
    ]
    masks = _masks_of(5) if rule.runs else np.zeros(0, np.int64)
    suited = [
        _low_value([rank for rank in range(13) if mask >> rank & 1], True, rule)
        for mask in masks.tolist()
    ]
    ordered = sorted({value for value in (*values, *suited) if value is not None})
    number: dict[Any, int] = {value: at + 1 for at, value in enumerate(ordered)}
    ranks, flushes = np.zeros(slots, np.uint16), np.zeros(8192, np.uint16)
    where = keys.astype(np.int64)
    ranks[where + offsets[where >> 10]] = [number.get(value, 0) for value in values]
    flushes[masks] = [number[value] for value in suited]
    categories = [0, *(_low_category(value, rule) for value in ordered)]
    return frozen(ranks), frozen(flushes), frozen(np.array(categories, np.uint8))


def others_of(ranks: list[int]) -> int:
    """Give the place of the ranks of up to two cards, which are those not of a flush's suit."""
    if not ranks:
        return 0
    if len(ranks) == 1:
        return 1 + ranks[0]
    low, high = sorted(ranks)
    return 14 + high * (high + 1) // 2 + low


def _flushes_against(rule: LowRule, cards: int) -> NDArray[np.uint16]:
    """Tabulate hands with five cards or more of a suit, where a flush counts against them.

    By the ranks of the other cards and the mask of the suit's: the best of five cards not all of
    the suit, or of a flush if there are too few others.
    """
    ranks, flushes, _ = _low_numbered(rule)
    offsets, rank_keys = layout(5, 0)[2], card_keys()[0][:52:4].astype(np.uint32).astype(np.int64)
    extra = cards - 5
    table = np.zeros((1, (1, 14, 105)[extra], 8192), np.uint16)
    for more in range(extra + 1):  # how many of the others there are
        masks = _masks_of(cards - more)
        suited = np.nonzero(masks[:, None] >> np.arange(13) & 1)[1].reshape(len(masks), -1)
        fives = np.zeros(len(masks), np.uint16)
        for five in combinations(range(cards - more), 5):
            fives = np.maximum(fives, flushes[(1 << suited[:, five]).sum(axis=1)])
        for others in combinations_with_replacement(range(13), more):
            held = np.concatenate(
                [suited, np.broadcast_to(np.array(others, np.int64), (len(masks), more))], axis=1
            )
            best = fives.copy()
            for five in combinations(range(cards), 5):
                if five[-1] >= cards - more:
                    keys = rank_keys[held[:, five]].sum(axis=1)
                    best = np.maximum(best, ranks[keys + offsets[keys >> 10]])
            table[0, others_of(list(others)), masks] = best
    return frozen(table)


def _build_low(rule: LowRule, cards: int) -> Tables:
    """Build the tables of a low ranking."""
    keys, masks = card_keys()
    ranks, _, categories = _low_numbered(rule)
    multisets, counts, offsets, slots = layout(cards, 0)
    if cards != rule.size:
        counted, ranks = ranks, np.zeros(slots, np.uint16)
        counted_offsets = layout(rule.size, 0)[2]
        extra = cards - rule.size
        _tables.best_of_more(multisets, counts, extra, counted_offsets, counted, offsets, ranks)
        frozen(ranks)
    # Where flushes do not count the counters of suits start so low that none is ever seen.
    start = 3 * 0x111100000000 if rule.runs else 0
    flushes = _flushes_against(rule, cards) if rule.runs else _no_flushes()
    nothing = frozen(np.zeros(0, np.uint8))
    return Tables(cards, start, keys, masks, offsets, ranks, flushes, categories, nothing, nothing)


@cache
def _no_flushes() -> NDArray[np.uint16]:
    """Give the flushes of rankings that know none."""
    return frozen(np.zeros((1, 4, 8192), np.uint16))


@remembered(256)
def build(rule: Rule | LowRule, cards: int) -> Tables:
    """Build the tables of a ranking for hands of so many cards."""
    if isinstance(rule, LowRule):
        return _build_low(rule, cards)
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


@remembered(16)
def two_of_hole(rule: Rule | LowRule) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.uint16]]:
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
