"""Rankings as data, and the look-up tables that are filled from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.errors import RuleError, shown
from equity.rankings import _tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["HIGH", "HIGH_CATEGORIES", "THREE_CARD_CATEGORIES", "Ranking", "Tables", "frozen"]

_RULED = (
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
HIGH_CATEGORIES = (*_RULED[:-1], "royal flush", "five of a kind")
"""The categories of five cards, weakest first. A royal flush is the highest straight flush, listed
apart; five of a kind needs a joker."""
THREE_CARD_CATEGORIES = (
    "high card",
    "one pair",
    "straight",
    "flush",
    "straight flush",
    "three of a kind",
)
"""The categories of three cards, weakest first."""
_WHEELS = {"none": 0, "lowest": 1, "second": 2}


@dataclass(frozen=True)
class Ranking:
    """How hands of five or of three cards are ordered; the best of them count if there are more.

    Examples
    --------
    >>> HIGH.tables(5).distinct
    7462
    """

    size: int = 5
    """Cards that count, 3 or 5."""
    order: tuple[str, ...] | None = None
    """Category names, strongest first; ``None`` for the usual order. The royal flush goes with
    the straight flush; five of a kind is named only where there are jokers."""
    lowest_rank: str = "2"
    """The lowest rank of the deck."""
    jokers: int = 0
    """Jokers in the deck, 0 to 2; each is the card that makes the strongest hand."""
    wheel: str = "lowest"
    """``"lowest"``: the ace also counts below the lowest rank in a straight; ``"second"``: that
    straight is the second highest; ``"none"``."""
    suits: str = "none"
    """``"none"``; ``"rank_first"``: an exact tie of flushes goes by suit; ``"suit_first"``:
    flushes and straight flushes go by suit before ranks; ``"all_categories"``: every exact tie
    goes by the suit of the highest card of the part that makes the hand."""

    def __post_init__(self) -> None:
        needed = self.usual_order
        if self.order is not None and sorted(map(shown, self.order)) != sorted(map(shown, needed)):
            raise RuleError(
                f"order takes each of {', '.join(needed)} once, strongest first; "
                f"given {shown(self.order)}"
            )
        # Cards of one suit are also what they are without suits; the better of the two counts.
        for strong, weak in (("flush", "high card"), ("straight flush", "straight")):
            if self.order is not None and self.order.index(strong) > self.order.index(weak):
                raise RuleError(f"order: a {strong} must rank above a {weak}")

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the categories, weakest first in the usual order."""
        if self.size == 3:
            return THREE_CARD_CATEGORIES
        return HIGH_CATEGORIES if self.jokers else HIGH_CATEGORIES[:-1]

    @property
    def usual_order(self) -> tuple[str, ...]:
        """What `order` is when it is not given, strongest first."""
        return tuple(name for name in self.categories[::-1] if name != "royal flush")

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables for hands of so many cards, built at the first request."""
        return _build(self, cards)


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
def _layout(cards: int, jokers: int) -> tuple[Any, ...]:
    """Give what depends on the numbers of cards alone: multisets and where they lie."""
    keys, counts = _tables.multisets(cards, jokers)
    offsets, size = _tables.displace(keys)
    return frozen(keys), frozen(counts), frozen(offsets), size


@cache
def _card_keys() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Give the cards' keys and suit masks, made once so that every table shares them."""
    keys, masks = _tables.card_keys()
    return frozen(keys), frozen(masks)


@cache
def _masks_of(size: int) -> NDArray[np.int64]:
    """List the sets of so many ranks as masks."""
    return np.array([mask for mask in range(8192) if mask.bit_count() == size], np.int64)


def _by_suit(ranking: Ranking, values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Give the ordering values of suited hands, [4, n], with what suits add to them."""
    suits = np.arange(4, dtype=np.uint64)[:, None]
    if ranking.suits == "rank_first":
        return values + suits
    if ranking.suits == "suit_first":
        # Above the ranks, below the category.
        return values + (suits << np.uint64(28))
    return np.broadcast_to(values, (4, len(values)))


def _places(ranking: Ranking) -> list[int]:
    """Give the place of each category of the rule; a larger one is stronger."""
    order = ranking.order or ranking.usual_order
    places = [0] * len(_RULED)
    for place, name in enumerate(reversed(order)):
        places[_RULED.index(name)] = place
    return places


@cache
def _numbered(ranking: Ranking) -> tuple[Any, ...]:
    """Number the hands of as many cards as count, from 1 up."""
    size = ranking.size
    lowest = "23456789TJQKA".index(ranking.lowest_rank)
    rule = (_places(ranking), size, lowest, _WHEELS[ranking.wheel])
    keys, counts, offsets, slots = _layout(size, ranking.jokers)
    in_deck = counts & np.uint64((1 << 4 * lowest) - 1) == 0
    # The values leave the lowest four bits free for a suit.
    values, kinds = _tables.hand_values(*rule, counts[in_deck], False)
    parts, part_kinds = [values << np.uint64(4)], [kinds]
    suited_masks = []
    for jokers in range(min(ranking.jokers, size) + 1):
        masks = _masks_of(size - jokers)
        masks = masks[masks & ((1 << lowest) - 1) == 0]
        spread = np.full(len(masks), jokers << 52, np.uint64)
        for rank in range(13):
            spread |= ((masks >> rank) & 1).astype(np.uint64) << np.uint64(4 * rank)
        suited, suited_kinds = _tables.hand_values(*rule, spread, True)
        suited_masks.append(masks)
        parts.append(_by_suit(ranking, suited << np.uint64(4)).ravel())
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
    run = (kinds == _RULED.index("straight")) | (kinds == _RULED.index("straight flush"))
    names = np.array(
        [ranking.categories.index(n) if n in ranking.categories else 0 for n in _RULED]
    )
    categories = np.zeros(len(found) + 1, np.uint8)
    categories[1:] = names[kinds]
    if size == 5:
        top = run & (kinds != _RULED.index("straight")) & (heights == 24)
        categories[1:][top] = ranking.categories.index("royal flush")
    tops, straights = np.zeros(0, np.uint8), np.zeros(0, np.uint8)
    if ranking.suits == "all_categories":
        tops, straights = np.zeros(len(found) + 1, np.uint8), np.zeros(len(found) + 1, np.uint8)
        # A straight has twice its height there, odd where the ace is on top of a wheel.
        tops[1:] = np.where(run, (heights + 1) // 2, heights & np.uint64(0xF))
        straights[1:] = kinds == _RULED.index("straight")
    return frozen(ranks), frozen(flushes), frozen(categories), frozen(tops), frozen(straights)


@cache
def _build(ranking: Ranking, cards: int) -> Tables:
    """Build the tables of a ranking for hands of so many cards."""
    keys, masks = _card_keys()
    counted, flushes, categories, tops, straights = _numbered(ranking)
    multisets, counts, offsets, slots = _layout(cards, ranking.jokers)
    ranks = counted
    if cards != ranking.size:
        ranks = np.zeros(slots, np.uint16)
        counted_offsets = _layout(ranking.size, ranking.jokers)[2]
        extra = cards - ranking.size
        _tables.best_of_more(multisets, counts, extra, counted_offsets, counted, offsets, ranks)
        frozen(ranks)
    start = (8 - ranking.size) * 0x111100000000
    return Tables(cards, start, keys, masks, offsets, ranks, flushes, categories, tops, straights)


@cache
def two_of_hole(ranking: Ranking) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.uint16]]:
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

    fives = ranking.tables(5)
    pairs, triples = _omaha.pair_and_triple_places()
    strengths = _omaha.pair_strengths(fives.keys, fives.offsets, fives.ranks, pairs, triples)
    return frozen(pairs), frozen(triples), frozen(strengths)


HIGH = Ranking()
"""Standard high hands: suits never rank, A2345 is the lowest straight."""
