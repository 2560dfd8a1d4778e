"""Rankings as data, and the look-up tables that are filled from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.errors import RuleError
from equity.showdown import _tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CATEGORIES", "HIGH", "Ranking", "Tables"]

CATEGORIES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
"""The categories of high hands, weakest first; a royal flush is the highest straight flush,
listed apart."""

_RULED = CATEGORIES[:-1]
_ROYAL = CATEGORIES.index("royal flush")
SUIT_MODES = ("none", "rank_first", "suit_first")


@dataclass(frozen=True)
class Ranking:
    """How five-card hands are ordered; the best five count where there are more cards.

    Examples
    --------
    >>> HIGH.tables(5).distinct
    7462
    """

    order: tuple[str, ...] = _RULED[::-1]
    """Category names, strongest first; the royal flush is a straight flush and not named."""
    lowest_rank: str = "2"
    """The lowest rank of the deck."""
    wheel: str = "lowest"
    """``"lowest"``: the ace also counts below the lowest rank in a straight; ``"none"``."""
    suits: str = "none"
    """``"none"``; ``"rank_first"``: an exact tie of flushes goes by suit; ``"suit_first"``:
    flushes and straight flushes go by suit before ranks."""

    def __post_init__(self) -> None:
        if sorted(self.order) != sorted(_RULED):
            raise RuleError(
                f"order takes each of {', '.join(_RULED[::-1])} once, strongest first; "
                f"given {', '.join(map(str, self.order))}"
            )

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables for hands of so many cards, built at the first request."""
        return _build(self, cards)


@dataclass(frozen=True, eq=False)
class Tables:
    """The look-up tables of one ranking for hands of one size, all read-only.

    A hand is the sum of its cards' keys and ``FLUSH_START``; see ``ext/equity/showdown``.
    """

    cards: int
    """How many cards a hand has, 5, 6 or 7."""
    keys: NDArray[np.uint64]
    """[64] by card: rank key and suit counter."""
    masks: NDArray[np.uint64]
    """[64] by card: its bit, sixteen bits a suit."""
    offsets: NDArray[np.int32]
    """By the upper bits of the rank key: what to add to it for its slot."""
    ranks: NDArray[np.uint16]
    """By slot: the strength without a flush."""
    flushes: NDArray[np.uint16]
    """[4, 8192] by suit and mask of ranks: the strength of the flush, 0 below five ranks."""
    categories: NDArray[np.uint8]
    """By strength: index into :data:`CATEGORIES`; strength 0 is not used."""

    @property
    def distinct(self) -> int:
        """How many distinct strengths five cards can have."""
        return len(self.categories) - 1


FLUSH_START = 0x3333 << 32
"""The suit counters of an empty hand: three each, so that the fifth card sets a top bit."""


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only and give it back."""
    array.flags.writeable = False
    return array


@cache
def _layout(cards: int) -> tuple[Any, ...]:
    """Give what depends on the number of cards alone: multisets and where they lie."""
    keys, counts = _tables.multisets(cards)
    offsets, size = _tables.displace(keys)
    return frozen(keys), frozen(counts), frozen(offsets), size


@cache
def _card_keys() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Give the cards' keys and suit masks, made once so that every table shares them."""
    keys, masks = _tables.card_keys()
    return frozen(keys), frozen(masks)


def _suited_values(ranking: Ranking, values: Any) -> Any:
    """Give the ordering values of the suited hands, [4, n], with what suits add to them."""
    suits = np.arange(4, dtype=np.uint64)[:, None]
    if ranking.suits == "none":
        return np.broadcast_to(values, (4, len(values)))
    # Below the ranks, or above them and below the category.
    return values + (suits if ranking.suits == "rank_first" else suits << np.uint64(28))


@cache
def _strengths_of_five(ranking: Ranking) -> tuple[Any, ...]:
    """Number all five-card hands from 1 up: ranks by slot, flushes by mask, categories."""
    places = [0] * 9
    for place, name in enumerate(reversed(ranking.order)):
        places[_RULED.index(name)] = place
    lowest = "23456789TJQKA".index(ranking.lowest_rank)
    wheel = ranking.wheel == "lowest"
    keys, counts, offsets, size = _layout(5)
    in_deck = counts & np.uint64((1 << 4 * lowest) - 1) == 0
    # All five-card values leave the lowest four bits free for a suit.
    values, kinds = _tables.five_card_values(places, lowest, wheel, counts[in_deck], False)
    masks = np.array([m for m in _masks_of_five() if not m & ((1 << lowest) - 1)], np.uint64)
    spread = np.zeros_like(masks)
    for rank in range(13):
        spread |= ((masks >> np.uint64(rank)) & np.uint64(1)) << np.uint64(4 * rank)
    suited, suited_kinds = _tables.five_card_values(places, lowest, wheel, spread, True)
    values, suited = values << np.uint64(4), suited << np.uint64(4)
    by_suit = _suited_values(ranking, suited)
    found, number = np.unique(np.concatenate([values, by_suit.ravel()]), return_inverse=True)
    strengths = (number + 1).astype(np.uint16)
    ranks = np.zeros(size, np.uint16)
    slots = keys[in_deck].astype(np.int64)
    slots += offsets[slots >> 10]
    ranks[slots] = strengths[: len(values)]
    flushes = np.zeros((4, 8192), np.uint16)
    flushes[:, masks.astype(np.int64)] = strengths[len(values) :].reshape(4, -1)
    _tables.best_flushes(flushes)
    categories = np.zeros(len(found) + 1, np.uint8)
    categories[ranks[slots]] = kinds
    for suit in range(4):
        categories[flushes[suit, masks.astype(np.int64)]] = suited_kinds
        categories[flushes[suit, 0b1111100000000]] = _ROYAL
    return frozen(ranks), frozen(flushes), frozen(categories)


@cache
def _masks_of_five() -> tuple[int, ...]:
    """List the 1,287 sets of five ranks as masks."""
    return tuple(mask for mask in range(8192) if mask.bit_count() == 5)


@cache
def _build(ranking: Ranking, cards: int) -> Tables:
    """Build the tables of a ranking for hands of so many cards."""
    keys, masks = _card_keys()
    fives, flushes, categories = _strengths_of_five(ranking)
    multisets, counts, offsets, size = _layout(cards)
    if cards == 5:
        ranks = fives
    else:
        ranks = np.zeros(size, np.uint16)
        _tables.best_of_more(multisets, counts, cards - 5, _layout(5)[2], fives, offsets, ranks)
    return Tables(cards, keys, masks, offsets, frozen(ranks), flushes, categories)


HIGH = Ranking()
"""Standard high hands: suits never rank, A2345 is the lowest straight."""
