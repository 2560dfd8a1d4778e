"""Sets of hands as masks: what an entry of a range means, before weights.

A combo is one hand as a mask, one bit per card. What notation says about hands is a `Hands`: it
can give its combos in blocks and tell which of some given combos it has, so that of several
conditions the narrowest is written out and the others only asked. How many cards a hand has and
from which deck comes in when that is done, as a `Space`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.cards import JOKER, NO_RANK, Deck
from equity.errors import RuleError
from equity.memory import remembered

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_COMBOS = 5_000_000
"""More combos than this are not written out; only a full range may have more."""
MOST_TRIED = 30_000_000
"""More combos than this are not gone through to find those that fit; every hand of six fits in."""

_BLOCK = 1 << 20
_PART = 1 << 16
_MOST_KEYS = 1 << 25
_PAIR_SUITS = ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2))
_MIXED_SUITS = tuple((a, b) for a in range(4) for b in range(4) if a != b)
_SUIT_MASKS = tuple(np.uint64(sum(1 << 4 * rank + suit for rank in range(13))) for suit in range(4))
_COUNT = np.array([number.bit_count() for number in range(16)], np.uint8)
_ONE = np.uint64(1)


class Space(NamedTuple):
    """All hands of a size from a deck."""

    size: int
    deck: Deck

    @property
    def total(self) -> int:
        """Number of hands."""
        return comb(self.deck.size, self.size)


class Slot(NamedTuple):
    """One card of a pattern: rank (or `NO_RANK`), suit (or -1), suit variable (or none)."""

    rank: int
    suit: int
    variable: str
    start: int
    end: int

    @property
    def known(self) -> bool:
        """Whether this is one certain card."""
        return self.rank >= 0 and self.suit >= 0

    @property
    def card_like(self) -> bool:
        """Whether this is a whole card, known or not: such words may be joined to one hand."""
        return self.known or self.rank == NO_RANK


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only."""
    array.flags.writeable = False
    return array


def check_count(count: int, most: int = MOST_COMBOS) -> None:
    """Refuse more combos than can be written out."""
    if count > most:
        raise RuleError(f"{count:,} combos are too many to write out; the limit is {most:,}")


@lru_cache(maxsize=1024)
def class_masks(high: int, low: int, kind: str) -> tuple[int, ...]:
    """Give the combos of a class of two cards: kind ``s``, ``o`` or nothing for both."""
    if high == low:
        return tuple(1 << 4 * high + a | 1 << 4 * high + b for a, b in _PAIR_SUITS)
    suited = tuple(1 << 4 * high + s | 1 << 4 * low + s for s in range(4))
    if kind == "s":
        return suited
    mixed = tuple(1 << 4 * high + a | 1 << 4 * low + b for a, b in _MIXED_SUITS)
    return mixed if kind == "o" else suited + mixed


def _grown(cards: Sequence[int], size: int, smaller: NDArray[np.uint64]) -> Iterator[Any]:
    """Give the sets of `size` cards by their highest card, from all sets of one card less."""
    for i in range(size - 1, len(cards)):
        # ascending sets of the first i cards are the first comb(i, size - 1) of all of them
        yield np.uint64(1 << cards[i]) | smaller[: comb(i, size - 1)]


def subsets(cards: Sequence[int], size: int) -> NDArray[np.uint64]:
    """Give all sets of `size` of the cards (ascending card numbers) as masks, ascending."""
    check_count(comb(len(cards), size))
    masks = np.zeros(1, np.uint64)
    for taken in range(1, size + 1):
        grown = np.empty(comb(len(cards), taken), np.uint64)
        at = 0
        for part in _grown(cards, taken, masks):
            grown[at : at + len(part)] = part
            at += len(part)
        masks = grown
    return masks


@remembered(8)
def all_masks(deck: Deck, size: int) -> NDArray[np.uint64]:
    """Give every combo of the deck, ascending and read-only."""
    return frozen(subsets(deck.cards, size))


@remembered(8)
def all_cards(deck: Deck, size: int) -> NDArray[np.uint8]:
    """Give the cards of every combo of the deck, read-only."""
    return frozen(cards_of_masks(all_masks(deck, size), size))


def cards_of_masks(masks: NDArray[np.uint64], size: int) -> NDArray[np.uint8]:
    """Take masks apart into cards, high card first."""
    cards = np.empty((len(masks), size), np.uint8)
    for at in range(0, len(masks), _PART):
        left = masks[at : at + _PART].copy()
        for column in range(size):
            # the exponent of a float is the highest bit: exact while a hand is not half the deck
            top = np.frexp(left.astype(np.float64))[1] - 1
            cards[at : at + _PART, column] = top
            left ^= np.left_shift(_ONE, top.astype(np.uint64))
    return cards


def distinct(masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Put masks in order, where they are, and give each once."""
    masks.sort()
    new = np.ones(len(masks), np.bool_)
    np.not_equal(masks[1:], masks[:-1], out=new[1:])
    return masks if bool(new.all()) else masks[new]


def members(masks: NDArray[np.uint64], ascending: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Tell which masks are among some ascending ones."""
    if not len(ascending):
        return np.zeros(len(masks), np.bool_)
    at = np.searchsorted(ascending, masks)
    at[at == len(ascending)] = 0
    found: NDArray[np.bool_] = ascending[at] == masks
    return found


class Hands(ABC):
    """A set of hands."""

    __slots__ = ()

    @abstractmethod
    def bound(self, space: Space) -> int:
        """Give a number of combos that the blocks together do not exceed."""

    @abstractmethod
    def blocks(self, space: Space) -> Iterable[NDArray[np.uint64]]:
        """Give the combos, a block at a time; a combo may come twice."""

    @abstractmethod
    def has(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Tell which of the combos belong to the set."""


class Listed(Hands):
    """The combos of a list, or one hand."""

    __slots__ = ("masks",)

    def __init__(self, masks: Sequence[int]) -> None:
        self.masks = masks

    def bound(self, space: Space) -> int:  # noqa: D102
        return len(self.masks)

    def blocks(self, space: Space) -> Iterable[NDArray[np.uint64]]:  # noqa: D102
        return (np.array(self.masks, np.uint64),)

    def has(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:  # noqa: D102
        return members(masks, np.sort(np.array(self.masks, np.uint64)))


class Every(Hands):
    """Every hand."""

    __slots__ = ()

    def bound(self, space: Space) -> int:  # noqa: D102
        return space.total

    def blocks(self, space: Space) -> Iterable[NDArray[np.uint64]]:  # noqa: D102
        if space.total <= MOST_COMBOS:
            return (all_masks(space.deck, space.size),)
        cards = space.deck.cards
        return _grown(cards, space.size, subsets(cards, space.size - 1))

    def has(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:  # noqa: D102
        return np.ones(len(masks), np.bool_)


class Pattern(Hands):
    """Hands that have certain cards, and at least so many cards of certain ranks.

    A pattern such as ``AhAxKx*`` is a choice of such demands, one for each way to give its suit
    variables suits; the cards that are not named may be any.
    """

    __slots__ = ("demands",)

    demands: list[tuple[int, dict[int, int]]]
    """Known cards as a mask, and the cards needed of each rank, known ones included."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        names = sorted({slot.variable for slot in slots if slot.variable})
        self.demands = []
        for suits in permutations(range(4), len(names)):
            suit_of = dict(zip(names, suits, strict=True))
            fixed, need = 0, dict[int, int]()
            for slot in slots:
                if slot.known or slot.variable:
                    suit = suit_of[slot.variable] if slot.variable else slot.suit
                    bit = 1 << 4 * slot.rank + suit
                    if fixed & bit:
                        break
                    fixed |= bit
                elif slot.rank >= 0:
                    need[slot.rank] = need.get(slot.rank, 0) + 1
            else:
                for rank in need:
                    need[rank] += (fixed >> 4 * rank & 15).bit_count()
                if all(number <= 4 for number in need.values()):
                    self.demands.append((fixed, need))

    @property
    def known(self) -> int:
        """The cards as a mask if they are known cards, else 0; any others may be any."""
        (fixed, need), *more = self.demands
        return 0 if need or more else fixed

    def bound(self, space: Space) -> int:  # noqa: D102
        return sum(self._count(fixed, need, space) for fixed, need in self.demands)

    def _count(self, fixed: int, need: dict[int, int], space: Space) -> int:
        """Count the combos that meet a demand."""
        ways = {(fixed & ~_rank_mask(need)).bit_count(): 1}
        for rank in need:
            sizes = [mask.bit_count() for mask in _holdings(rank, need[rank], fixed)]
            grown: dict[int, int] = {}
            for taken, number in ways.items():
                for size in sizes:
                    grown[taken + size] = grown.get(taken + size, 0) + number
            ways = grown
        others = (space.deck.mask & ~(fixed | _rank_mask(need))).bit_count()
        return sum(
            number * comb(others, space.size - taken)
            for taken, number in ways.items()
            if taken <= space.size
        )

    def blocks(self, space: Space) -> Iterable[NDArray[np.uint64]]:  # noqa: D102
        for fixed, need in self.demands:
            bases = [fixed & ~_rank_mask(need)]
            for rank in need:
                held = _holdings(rank, need[rank], fixed)
                grown = [base | mask for base in bases for mask in held]
                bases = [base for base in grown if base.bit_count() <= space.size]
            used = fixed | _rank_mask(need)
            others = [card for card in space.deck.cards if not used >> card & 1]
            for taken in sorted({base.bit_count() for base in bases}):
                known = np.array([base for base in bases if base.bit_count() == taken], np.uint64)
                rest = subsets(others, space.size - taken)
                step = max(1, _BLOCK // max(1, len(rest)))
                for at in range(0, len(known), step):
                    yield (known[at : at + step, None] | rest).ravel()

    def has(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:  # noqa: D102
        found = np.zeros(len(masks), np.bool_)
        for fixed, need in self.demands:
            fits = masks & np.uint64(fixed) == np.uint64(fixed)
            for rank, number in need.items():
                held = masks >> np.uint64(4 * rank) & np.uint64(15)
                fits &= _COUNT[held.astype(np.intp)] >= number
            found |= fits
        return found


def _rank_mask(ranks: Iterable[int]) -> int:
    """Give all cards of some ranks."""
    return sum(15 << 4 * rank for rank in ranks)


def _holdings(rank: int, least: int, fixed: int) -> list[int]:
    """Give the sets of at least so many cards of a rank that have the fixed ones of them."""
    fixed &= 15 << 4 * rank
    sets = (suits << 4 * rank for suits in range(16) if suits.bit_count() >= least)
    return [mask for mask in sets if mask & fixed == fixed]


class Suits(Hands):
    """Hands by how their suits fall: ``ds``, ``ss`` or ``rainbow``; a joker has no suit.

    Double-suited: exactly two suits are held twice or more. Single-suited: exactly one is, beside
    cards of at least two other suits. Rainbow: none is.
    """

    __slots__ = ("kind",)

    KINDS = ("ds", "ss", "rainbow")

    def __init__(self, kind: str) -> None:
        self.kind = kind

    @staticmethod
    def fault(kind: str, space: Space) -> str:
        """Say why no hand at all can be of that kind; nothing if some can."""
        if kind == "rainbow":
            if space.size - space.deck.jokers > 4:
                return f"{space.size} cards cannot all be of different suits"
        elif space.size < 4:
            return f"{kind} is for hands of four cards or more; suited cards are written AxKx"
        return ""

    def bound(self, space: Space) -> int:  # noqa: D102
        return space.total

    def blocks(self, space: Space) -> Iterable[NDArray[np.uint64]]:  # noqa: D102
        return (block[self.has(block)] for block in Every().blocks(space))

    def has(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:  # noqa: D102
        held = np.zeros(len(masks), np.uint8)
        twice = np.zeros(len(masks), np.uint8)
        for suit in _SUIT_MASKS:
            cards = masks & suit
            held += cards != 0
            # taking one away from no cards leaves them all, of which none is in common
            twice += cards & (cards - _ONE) != 0
        if self.kind == "ds":
            found: NDArray[np.bool_] = twice == 2
        elif self.kind == "ss":
            found = (twice == 1) & (held >= 3)
        else:
            found = twice == 0
        return found


class Either(Hands):
    """Hands that are in one of several sets."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Hands]) -> None:
        self.parts = parts

    def bound(self, space: Space) -> int:  # noqa: D102
        return sum(part.bound(space) for part in self.parts)

    def blocks(self, space: Space) -> Iterable[NDArray[np.uint64]]:  # noqa: D102
        return (block for part in self.parts for block in part.blocks(space))

    def has(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:  # noqa: D102
        found: NDArray[np.bool_] = np.logical_or.reduce([part.has(masks) for part in self.parts])
        return found


class Both(Hands):
    """Hands that are in all of several sets."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Hands]) -> None:
        self.parts = parts

    def bound(self, space: Space) -> int:  # noqa: D102
        return min(part.bound(space) for part in self.parts)

    def blocks(self, space: Space) -> Iterable[NDArray[np.uint64]]:  # noqa: D102
        narrowest = min(self.parts, key=lambda part: part.bound(space))
        for block in narrowest.blocks(space):
            left = block
            for part in self.parts:
                if part is not narrowest:
                    left = left[part.has(left)]
            yield left

    def has(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:  # noqa: D102
        found: NDArray[np.bool_] = np.logical_and.reduce([part.has(masks) for part in self.parts])
        return found


class Without(Hands):
    """Hands that are not in a set."""

    __slots__ = ("part",)

    def __init__(self, part: Hands) -> None:
        self.part = part

    def bound(self, space: Space) -> int:  # noqa: D102
        return space.total

    def blocks(self, space: Space) -> Iterable[NDArray[np.uint64]]:  # noqa: D102
        return (block[self.has(block)] for block in Every().blocks(space))

    def has(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:  # noqa: D102
        return ~self.part.has(masks)


def combos_of(hands: Hands, space: Space) -> NDArray[np.uint64]:
    """Write out the combos of a set, ascending and each once."""
    bound = hands.bound(space)
    if isinstance(hands, (Every, Pattern)):
        check_count(bound)
    check_count(bound, MOST_TRIED)
    found, total = [], 0
    for block in hands.blocks(space):
        found.append(block)
        total += len(block)
        # the parts of a union may have much in common
        if total > MOST_COMBOS and isinstance(hands, Either):
            found = [distinct(_put_together(found))]
            total = len(found[0])
        if total > MOST_COMBOS:
            raise RuleError(
                f"more than {MOST_COMBOS:,} combos fit, too many to write out; narrow it down"
            )
    if not found:
        return np.zeros(0, np.uint64)
    return distinct(_put_together(found))


def _put_together(parts: list[NDArray[np.uint64]]) -> NDArray[np.uint64]:
    """Put arrays one after the other, and let go of them."""
    masks = np.concatenate(parts)
    parts.clear()
    return masks


def pattern_of(ranks: Iterable[int]) -> Pattern:
    """Make the pattern of bare ranks, where 13 and 14 are the jokers."""
    return Pattern([Slot(min(rank, 13), max(rank - 13, -1), "", 0, 0) for rank in ranks])


def rank_sets(
    masks: NDArray[np.uint64], space: Space
) -> tuple[list[tuple[int, ...]], NDArray[np.uint64]]:
    """Find patterns of bare ranks of which every combo is among the (ascending) masks.

    Gives the patterns, those of few ranks first and none that only says again what these say, and
    the masks that fit none of them. A joker counts as a rank above the aces, 13 or 14.
    """
    cards = cards_of_masks(masks, space.size)
    ranks = np.where(cards < JOKER, cards >> 2, cards - (JOKER - 13)).astype(np.int32)
    left = np.ones(len(masks), np.bool_)
    found: list[tuple[int, ...]] = []
    for named in range(1, min(space.size, 7) + 1):
        if not left.any() or comb(space.size, named) * len(masks) > _MOST_KEYS:
            break
        # a key is the ranks of a pattern, four bits each; a row has several, some of them twice
        weights = np.left_shift(1, np.arange(4 * named - 4, -1, -4)).astype(np.int32)
        picks = combinations(range(space.size), named)
        keys = np.stack([ranks[:, pick] @ weights for pick in picks], axis=1)
        keys.sort(axis=1)
        first = np.ones(keys.shape, np.bool_)
        first[:, 1:] = keys[:, 1:] != keys[:, :-1]
        values, counts = np.unique(keys[first], return_counts=True)
        number_of = dict(zip(values.tolist(), counts.tolist(), strict=True))
        whole = []
        for key in np.unique(keys[left]).tolist()[::-1]:
            pattern = tuple(key >> bits & 15 for bits in range(4 * named - 4, -1, -4))
            if number_of[key] == pattern_of(pattern).bound(space):
                whole.append(key)
                found.append(pattern)
        if whole:
            left &= ~np.isin(keys, whole).any(axis=1)
    return found, masks[left]
