"""The look-up of a hand in tables, as kernels do it."""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import called, compiled, inlined

__all__ = [
    "FLUSH",
    "HALF",
    "LOW",
    "ONE",
    "RANKS",
    "ZERO",
    "by_suits",
    "combo_at",
    "put_cards",
    "slot_of",
    "strengths",
    "suit_of",
    "value_of",
]

LOW = np.uint64(0xFFFFFFFF)
FLUSH = np.uint64(0x8888 << 32)
RANKS = np.uint64(0x1FFF)
ZERO, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)
_ROW_BITS = np.uint64(10)
_RANK_OF_SUITS = np.uint64(0x0001000100010001)


@inlined
def suit_of(flush: Any) -> Any:
    """Give the suit whose counter has its top bit set, from those bits of a key."""
    if flush & np.uint64(0x8 << 32):
        return np.uint64(0)
    if flush & np.uint64(0x80 << 32):
        return np.uint64(1)
    if flush & np.uint64(0x800 << 32):
        return np.uint64(2)
    return np.uint64(3)


@inlined
def combo_at(rows: Any, row: Any) -> Any:
    """Give a combo of an entry: if no ranges are joined, the entries are the combos."""
    return np.int64(rows[row]) if len(rows) else np.int64(row)


@inlined
def put_cards(mask: Any, cards: Any, seat: Any) -> None:
    """Write the cards of a mask to a seat's places, low card first."""
    at = 0
    while mask != ZERO:
        # A power of two is its exponent as a float.
        bit = np.float64(np.int64(mask & (~mask + ONE)))
        cards[seat, at] = (bit.view(np.int64) >> 52) - 1023
        mask &= mask - ONE
        at += 1


@inlined
def slot_of(offsets: Any, key: Any) -> Any:
    """Give the place of a rank key in its table."""
    rank_key = key & LOW
    return np.int64(rank_key) + np.int64(offsets[rank_key >> _ROW_BITS])


@called
def by_suits(key: Any, mask: Any, best: Any, flushes: Any, tops: Any, straights: Any) -> Any:
    """Finish a look-up for which suits count: there is a flush, or every tie goes by suit."""
    flush = key & FLUSH
    suit = ZERO
    suited = np.int64(0)
    if flush != ZERO:
        suit = suit_of(flush)
        suited = np.int64(
            flushes[key >> np.uint64(48), suit, (mask >> (suit << np.uint64(4))) & RANKS]
        )
    is_flush = suited > best
    best = max(best, suited)
    if len(tops) == 0:
        return best
    if not is_flush:
        # The top card's suit; a joker in the part that makes the hand is of the best suit.
        held = (mask >> np.uint64(tops[best])) & _RANK_OF_SUITS
        suit = np.uint64(3)
        if (key >> np.uint64(48)) == ZERO or (straights[best] and held != ZERO):
            while suit > ZERO and (held >> (suit << np.uint64(4))) & ONE == ZERO:
                suit -= ONE
    return best * 4 + np.int64(suit)


@compiled
def strengths(cards: Any, look_up: Any, out: Any) -> None:
    """Look many hands up, uint8[n, k] to uint16[n].

    The twin of ``hand_strength`` in ext/equity/rankings/_look_up.pxd.
    """
    start, keys, masks, offsets, ranks, flushes, tops, straights = look_up
    for i in range(cards.shape[0]):
        key = start
        for j in range(cards.shape[1]):
            key += keys[cards[i, j]]
        best = np.int64(ranks[slot_of(offsets, key)])
        if key & FLUSH or len(tops):
            mask = ZERO
            for j in range(cards.shape[1]):
                mask |= masks[cards[i, j]]
            best = by_suits(key, mask, best, flushes, tops, straights)
        out[i] = best


@inlined
def value_of(
    key: Any, mask: Any, offsets: Any, ranks: Any, flushes: Any, tops: Any, straights: Any
) -> Any:
    """Look up the strength of five cards."""
    value = np.int64(ranks[slot_of(offsets, key)])
    if key & FLUSH or len(tops):
        value = by_suits(key, mask, value, flushes, tops, straights)
    return value
