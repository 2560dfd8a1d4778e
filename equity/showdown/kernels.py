"""Numba kernels of showdowns: the look-up, dealing, and counting who wins.

Imported only when something is simulated. All arrays are arguments; tables are read-only. The
kernels never raise, print or allocate per deal. Random numbers are xoshiro256++ (Blackman and
Vigna, 2018) on a state that the caller gives; an index below n is ``bits * n >> 32`` with 32
bits, which is off by less than n / 2**32.
"""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["deal_boards", "deal_hands", "strengths"]


def _compiled(function: Callable[..., Any]) -> Any:
    """Compile lazily; cached on disk unless there is nowhere to write."""
    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)


_LOW = np.uint64(0xFFFFFFFF)
_FLUSH = np.uint64(0x8888 << 32)
_ROW_BITS = np.uint64(10)
_RANKS = np.uint64(0x1FFF)
_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_HALF = np.uint64(32)
_UNIT = 2.0**-53


@_compiled
def _suit_of(flush: Any) -> Any:
    """Give the suit whose counter has its top bit set, from those bits of a key."""
    if flush & np.uint64(0x8 << 32):
        return np.uint64(0)
    if flush & np.uint64(0x80 << 32):
        return np.uint64(1)
    if flush & np.uint64(0x800 << 32):
        return np.uint64(2)
    return np.uint64(3)


@_compiled
def _slot(offsets: Any, key: Any) -> Any:
    """Give the place of a rank key in its table."""
    rank_key = key & _LOW
    return np.int64(rank_key) + np.int64(offsets[rank_key >> _ROW_BITS])


@_compiled
def _strength(key: Any, mask: Any, offsets: Any, ranks: Any, flushes: Any) -> Any:
    """Look a hand up; the twin of ``hand_strength`` in ext/equity/showdown/_lookup.pxd."""
    best = np.int64(ranks[_slot(offsets, key)])
    flush = key & _FLUSH
    if flush != _ZERO:
        suit = _suit_of(flush)
        suited = np.int64(flushes[suit, (mask >> (suit << np.uint64(4))) & _RANKS])
        if suited > best:
            best = suited
    return best


@_compiled
def strengths(
    cards: Any, start: Any, keys: Any, masks: Any, offsets: Any, ranks: Any, flushes: Any, out: Any
) -> None:
    """Look many hands up: uint8[n, k] of card numbers to uint16[n]; `start` as for deals."""
    for i in range(cards.shape[0]):
        key = start
        mask = _ZERO
        for j in range(cards.shape[1]):
            key += keys[cards[i, j]]
            mask |= masks[cards[i, j]]
        out[i] = _strength(key, mask, offsets, ranks, flushes)


@_compiled
def _next(s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Give 64 random bits and the next state."""
    sum_ = s0 + s3
    bits = ((sum_ << np.uint64(23)) | (sum_ >> np.uint64(41))) + s0
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return bits, s0, s1, s2, s3


@_compiled
def _settle(strength: Any, eligible: Any, shares: Any, products: Any, units: Any, won: Any) -> None:
    """Count who wins each pot, and the products of what a seat wins of two pots."""
    seats = len(strength)
    pots = len(eligible)
    for pot in range(pots):
        best = np.int64(-1)
        sharing = 0
        for seat in range(seats):
            if (eligible[pot] >> np.uint64(seat)) & _ONE:
                if strength[seat] > best:
                    best = strength[seat]
                    sharing = 1
                elif strength[seat] == best:
                    sharing += 1
        for seat in range(seats):
            won[pot, seat] = 0
            if (eligible[pot] >> np.uint64(seat)) & _ONE and strength[seat] == best:
                shares[pot, seat, sharing] += 1
                won[pot, seat] = units[sharing]
    if pots > 1:
        for seat in range(seats):
            for pot in range(pots):
                if won[pot, seat]:
                    for other in range(pots):
                        products[seat, pot, other] += won[pot, seat] * won[other, seat]


@_compiled
def deal_boards(
    state: Any,
    deals: Any,
    start: Any,
    board_mask: Any,
    first_keys: Any,
    first_masks: Any,
    second_keys: Any,
    second_masks: Any,
    offsets: Any,
    by_rank: Any,
    flushes: Any,
    holes: Any,
    eligible: Any,
    units: Any,
    shares: Any,
    products: Any,
) -> None:
    """Deal boards to known hands, two table entries a board.

    ===================  ===================  =======================================
    state                uint64[4]            written: the random stream
    start                uint64               rank key of the known board, and suit counters
                                              that overflow when somebody has a flush
    board_mask           uint64               known board, sixteen bits a suit
    first, second        uint64[a], [b]       keys and masks of the sets of cards to deal
    offsets              int32[:]             displacement of complete boards
    by_rank              uint16[seats, slots] flushless strengths by board
    flushes              uint16[4, 8192]      strength by suit and mask
    holes                uint64[seats, 4]     each seat's ranks by suit
    eligible             uint64[pots]         seats that may win a pot
    units                int64[seats + 1]     a share of 1/k in 2520ths
    shares, products     int64                written: see ``Equity``
    ===================  ===================  =======================================
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    first_size = np.uint64(len(first_keys))
    second_size = np.uint64(len(second_keys))
    seats = by_rank.shape[0]
    done = 0
    if seats == 2 and len(eligible) == 1:
        wins = 0
        ties = 0
        while done < deals:
            bits, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
            i = ((bits & _LOW) * first_size) >> _HALF
            j = ((bits >> _HALF) * second_size) >> _HALF
            if first_masks[i] & second_masks[j]:
                continue
            done += 1
            key = start + first_keys[i] + second_keys[j]
            slot = _slot(offsets, key)
            a = np.int64(by_rank[0, slot])
            b = np.int64(by_rank[1, slot])
            flush = key & _FLUSH
            if flush != _ZERO:
                suit = _suit_of(flush)
                ranks = (
                    (first_masks[i] | second_masks[j] | board_mask) >> (suit << np.uint64(4))
                ) & _RANKS
                a = max(a, np.int64(flushes[suit, ranks | holes[0, suit]]))
                b = max(b, np.int64(flushes[suit, ranks | holes[1, suit]]))
            wins += a > b
            ties += a == b
        shares[0, 0, 1] += wins
        shares[0, 1, 1] += deals - wins - ties
        shares[0, 0, 2] += ties
        shares[0, 1, 2] += ties
    else:
        strength = np.empty(seats, np.int64)
        won = np.zeros((len(eligible), seats), np.int64)
        while done < deals:
            bits, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
            i = ((bits & _LOW) * first_size) >> _HALF
            j = ((bits >> _HALF) * second_size) >> _HALF
            if first_masks[i] & second_masks[j]:
                continue
            done += 1
            key = start + first_keys[i] + second_keys[j]
            slot = _slot(offsets, key)
            for seat in range(seats):
                strength[seat] = by_rank[seat, slot]
            flush = key & _FLUSH
            if flush != _ZERO:
                suit = _suit_of(flush)
                ranks = (
                    (first_masks[i] | second_masks[j] | board_mask) >> (suit << np.uint64(4))
                ) & _RANKS
                for seat in range(seats):
                    strength[seat] = max(
                        strength[seat], np.int64(flushes[suit, ranks | holes[seat, suit]])
                    )
            _settle(strength, eligible, shares, products, units, won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@_compiled
def deal_hands(
    state: Any,
    deals: Any,
    deck: Any,
    to_come: Any,
    start: Any,
    board_mask: Any,
    known_keys: Any,
    known_masks: Any,
    group_starts: Any,
    group_widths: Any,
    group_rows: Any,
    group_weighted: Any,
    entry_cards: Any,
    entry_keep: Any,
    entry_other: Any,
    rows: Any,
    combo_keys: Any,
    combo_masks: Any,
    random_seats: Any,
    hole: Any,
    keys: Any,
    masks: Any,
    offsets: Any,
    ranks: Any,
    flushes: Any,
    eligible: Any,
    units: Any,
    shares: Any,
    products: Any,
) -> None:
    """Deal whole hands: known seats, seats with ranges, random seats, and the board.

    Seats are in that order. Seats with ranges come in groups, each with a list of the ways
    its seats can be dealt, drawn by weight; a draw whose groups share a card is drawn anew
    as a whole, which keeps the joint distribution exact.

    ===================  ===================  =======================================
    state                uint64[4]            written: the random stream
    deck                 uint8[d]             cards that no known seat holds; shuffled in place
    to_come              int                  board cards to deal
    start, board_mask    uint64               key and mask of the known board
    known_keys, _masks   uint64[a]            keys and masks of known hands
    group_starts         int64[g + 1]         where each group's entries begin
    group_widths         int64[g]             seats of a group
    group_rows           int64[g]             where each group's rows begin
    group_weighted       uint8[g]             whether its entries have different weights
    entry_cards          uint64[e]            cards of an entry, one bit a card
    entry_keep, _other   float64[e], int64[e] alias table: stay with this chance, else go there
    rows                 int32[r]             combos of each entry, seat by seat
    combo_keys, _masks   uint64[c]            keys and masks of combos
    random_seats, hole   int                  seats with any hand, and cards of a hand
    keys ... flushes                          the look-up of a complete hand
    eligible, units, shares, products         as for :func:`deal_boards`
    ===================  ===================  =======================================
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    known = len(known_keys)
    groups = len(group_widths)
    ranged = 0
    for group in range(groups):
        ranged += group_widths[group]
    seats = known + ranged + random_seats
    strength = np.empty(seats, np.int64)
    won = np.zeros((len(eligible), seats), np.int64)
    chosen = np.empty(max(groups, 1), np.int64)
    cards = np.uint64(len(deck))
    bits = _ZERO
    one_pot = len(eligible) == 1
    for _ in range(deals):
        used = _ZERO
        group = 0
        while group < groups:
            bits, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
            size = group_starts[group + 1] - group_starts[group]
            at = group_starts[group] + np.int64(np.float64(bits >> np.uint64(11)) * _UNIT * size)
            if group_weighted[group]:
                bits, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
                if np.float64(bits >> np.uint64(11)) * _UNIT >= entry_keep[at]:
                    at = entry_other[at]
            if entry_cards[at] & used:
                used = _ZERO
                group = 0
                continue
            used |= entry_cards[at]
            chosen[group] = at
            group += 1
        key = start
        mask = board_mask
        drawn = _ZERO
        spare = False
        left = to_come
        while left > 0:
            if spare:
                bits = bits >> _HALF
            else:
                bits, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
            spare = not spare
            i = drawn + (((bits & _LOW) * (cards - drawn)) >> _HALF)
            card = deck[i]
            deck[i] = deck[drawn]
            deck[drawn] = card
            drawn += _ONE
            if groups and (used >> np.uint64(card)) & _ONE:
                continue
            key += keys[card]
            mask |= masks[card]
            left -= 1
        best = np.int64(-1)
        winner = 0
        sharing = 0
        seat = 0
        for i in range(known):
            value = _strength(key + known_keys[i], mask | known_masks[i], offsets, ranks, flushes)
            strength[seat] = value
            if value > best:
                best = value
                winner = seat
                sharing = 1
            elif value == best:
                sharing += 1
            seat += 1
        for group in range(groups):
            row = group_rows[group] + (chosen[group] - group_starts[group]) * group_widths[group]
            for i in range(group_widths[group]):
                combo = rows[row + i]
                value = _strength(
                    key + combo_keys[combo], mask | combo_masks[combo], offsets, ranks, flushes
                )
                strength[seat] = value
                if value > best:
                    best = value
                    winner = seat
                    sharing = 1
                elif value == best:
                    sharing += 1
                seat += 1
        for _seat in range(random_seats):
            hand_key = key
            hand_mask = mask
            left = hole
            while left > 0:
                if spare:
                    bits = bits >> _HALF
                else:
                    bits, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
                spare = not spare
                i = drawn + (((bits & _LOW) * (cards - drawn)) >> _HALF)
                card = deck[i]
                deck[i] = deck[drawn]
                deck[drawn] = card
                drawn += _ONE
                if groups and (used >> np.uint64(card)) & _ONE:
                    continue
                hand_key += keys[card]
                hand_mask |= masks[card]
                left -= 1
            value = _strength(hand_key, hand_mask, offsets, ranks, flushes)
            strength[seat] = value
            if value > best:
                best = value
                winner = seat
                sharing = 1
            elif value == best:
                sharing += 1
            seat += 1
        if one_pot:
            if sharing == 1:
                shares[0, winner, 1] += 1
            else:
                for i in range(winner, seats):
                    if strength[i] == best:
                        shares[0, i, sharing] += 1
        else:
            _settle(strength, eligible, shares, products, units, won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
