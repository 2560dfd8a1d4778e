"""What the kernels of survival games share: chance, stacks, the log, the end, sets of cards.

Random numbers are xoshiro256++ (Blackman and Vigna, 2018) on a state that the caller gives; an
index below n is ``bits * n >> 32`` with 32 bits, which is off by less than n / 2**32. The kernels
never raise, print or allocate per game; what they take beside their own rules stands in
``equity.survival.bundles``.
"""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

import math
from typing import Any

import numpy as np

from equity.jit import called, inlined, next_bits

__all__ = [
    "ALL",
    "BEGIN",
    "BITS",
    "CALL",
    "CYCLE",
    "DRAW",
    "IN",
    "MISS",
    "NO",
    "NONE",
    "ONE",
    "OUT",
    "OVER",
    "RING",
    "SHUFFLE",
    "STAY",
    "TAKE",
    "TIE",
    "TURN",
    "U0",
    "U1",
    "U2",
    "WIN",
    "WRONG",
    "YES",
    "ZERO",
    "below",
    "better",
    "clear",
    "count_won",
    "deal_all",
    "finish",
    "first_of",
    "judge",
    "next_word",
    "place_all",
    "pop",
    "push",
    "react",
    "same_position",
    "shuffle",
    "size_of",
    "unit",
    "without",
    "write",
]

# Numba compiles a function again for every plain integer that it is called with; not for these.
BEGIN, TURN, TAKE, OUT, CYCLE, TIE, STAY = map(np.int64, range(7))
OVER, CALL, WRONG, DRAW, SHUFFLE, MISS, WIN = map(np.int64, range(7, 14))
"""Codes of the log."""
NONE, ZERO, ONE, ALL = np.int64(-1), np.int64(0), np.int64(1), np.int64(52)
NO, YES = np.bool_(False), np.bool_(True)
IN = 1 << 40
"""Added to the cards of a player still in: more than any time of leaving."""
RING, BITS = 63, 6
"""Stacks are rings of 64 places, one after the other in one array."""


@inlined
def next_word(state: Any) -> Any:
    """Give 64 random bits."""
    bits, s0, s1, s2, s3 = next_bits(state[0], state[1], state[2], state[3])
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return bits


@inlined
def below(state: Any, n: Any) -> Any:
    """Draw an index below n."""
    return np.int64(((next_word(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@inlined
def unit(state: Any) -> Any:
    """Draw a number from 0 up to 1."""
    return np.float64(next_word(state) >> np.uint64(11)) * 2.0**-53


@called
def shuffle(state: Any, cards: Any, low: Any, high: Any) -> None:
    """Put the cards from low up to high in random order; two indices from 64 bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    i = high - 1
    while i > low:
        bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        j = low + np.int64(((bits >> np.uint64(32)) * np.uint64(i - low + 1)) >> np.uint64(32))
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
        if i > low:
            bits &= np.uint64(0xFFFFFFFF)
            j = low + np.int64((bits * np.uint64(i - low + 1)) >> np.uint64(32))
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@called
def react(state: Any, seats: Any, n: Any, mean: Any, spread: Any, times: Any) -> None:
    """Put the first n seats in the order in which they react.

    `mean` holds the mean of the logarithm of each seat's time; with none every order is equally
    likely.
    """
    if len(mean) == 0:
        shuffle(state, seats, ZERO, n)
        return
    for i in range(n):
        # Box and Muller; the second number is not kept, so that every event is alike.
        radius = math.sqrt(-2.0 * math.log(1.0 - unit(state)))
        time = mean[seats[i]] + spread * radius * math.cos(2.0 * math.pi * unit(state))
        seat = seats[i]
        j = i
        while j > 0 and times[j - 1] > time:
            times[j] = times[j - 1]
            seats[j] = seats[j - 1]
            j -= 1
        times[j] = time
        seats[j] = seat


@inlined
def pop(stacks: Any, head: Any, count: Any, seat: Any) -> Any:
    """Take the top card of a stack."""
    card = np.int64(stacks[(seat << BITS) + head[seat]])
    head[seat] = (head[seat] + 1) & RING
    count[seat] -= 1
    return card


@inlined
def push(stacks: Any, head: Any, count: Any, seat: Any, card: Any) -> None:
    """Put a card under a stack."""
    stacks[(seat << BITS) + ((head[seat] + count[seat]) & RING)] = card
    count[seat] += 1


@called
def write(log: Any, ends: Any, code: Any, seat: Any, card: Any, other: Any) -> None:
    """Write a row of the log, and count those that do not fit."""
    row = ends[2]
    if row < log.shape[0]:
        log[row, 0] = code
        log[row, 1] = seat
        log[row, 2] = card
        log[row, 3] = other
    ends[2] = row + 1


@called
def deal_all(
    state: Any, deck: Any, owner: Any, fixed: Any, stacks: Any, head: Any, count: Any, key: Any
) -> Any:
    """Deal the whole deck, everyone being in; give the number of players."""
    shuffle(state, deck, fixed, np.int64(len(deck)))
    for seat in range(len(count)):
        head[seat] = 0
        count[seat] = 0
        key[seat] = IN
    for i in range(len(deck)):
        push(stacks, head, count, owner[i], deck[i])
    return len(count)


@called
def place_all(key: Any, groups: Any) -> None:
    """Count who shares which places."""
    for seat in range(len(key)):
        above = 0
        equal = 0
        for other in range(len(key)):
            above += key[other] > key[seat]
            equal += key[other] == key[seat]
        groups[seat, above, equal] += 1


@called
def same_position(
    stacks: Any,
    head: Any,
    count: Any,
    place: Any,
    lying: Any,
    number: Any,
    memory: Any,
    keep: Any,
) -> Any:
    """Tell whether a position is the one that was kept, or keep it.

    A position is all stacks, whose turn it is, and the `number` cards `lying` on the table. The
    `memory` of the kept one has its stacks; after their n sizes, in int64[n + 2], whose turn it
    was and the number of cards; and these.
    """
    kept, kept_count, kept_lying = memory
    players = len(count)
    if keep:
        for seat in range(players):
            kept_count[seat] = count[seat]
        kept_count[players] = place
        kept_count[players + 1] = number
    if kept_count[players] != place or kept_count[players + 1] != number:
        return False
    for seat in range(players):
        if kept_count[seat] != count[seat]:
            return False
    for i in range(number):
        if keep:
            kept_lying[i] = lying[i]
        elif kept_lying[i] != lying[i]:
            return False
    for seat in range(players):
        low = seat << BITS
        for i in range(count[seat]):
            card = stacks[low + ((head[seat] + i) & RING)]
            if keep:
                kept[low + i] = card
            elif kept[low + i] != card:
                return False
    return True


@called
def judge(turn: Any, count: Any, key: Any, log: Any, ends: Any) -> Any:
    """Put those out who have no card; give the number still in."""
    left = 0
    for seat in range(len(count)):
        if key[seat] >= IN:
            if count[seat] == 0:
                key[seat] = turn
                if log.shape[0]:
                    write(log, ends, OUT, seat, NONE, NONE)
            else:
                left += 1
    return left


@called
def finish(
    turn: Any,
    left: Any,
    repeats: Any,
    count: Any,
    key: Any,
    groups: Any,
    lengths: Any,
    ends: Any,
) -> None:
    """Count a game that is over."""
    for seat in range(len(key)):
        if key[seat] >= IN:
            key[seat] = IN + count[seat]
    place_all(key, groups)
    lengths[turn] += 1
    ends[0] += left > 1
    ends[1] += repeats


@called
def clear(sums: Any, products: Any) -> None:
    """Begin to count the results of actions."""
    for i in range(len(sums)):
        sums[i] = 0
        for j in range(len(sums)):
            products[i, j] = 0


@inlined
def count_won(won: Any, sums: Any, products: Any) -> None:
    """Count what the choices won of one deal, and the products of it."""
    for c in range(len(won)):
        sums[c] += won[c]
        for other in range(len(won)):
            products[c, other] += won[c] * won[other]


@called
def better(number: Any, choices: Any, usual: Any, deals: Any, sums: Any, products: Any) -> Any:
    """Give the action that did best; the usual one unless two standard errors are between them."""
    base = ZERO
    best = ZERO
    for c in range(number):
        if choices[c] == usual:
            base = np.int64(c)
        if sums[c] > sums[best]:
            best = np.int64(c)
    gain = sums[best] - sums[base]
    squares = products[best, best] + products[base, base] - 2 * products[best, base]
    # Variance of the sum of the differences, times the deals.
    if gain * gain * deals > 4 * (squares * deals - gain * gain):
        return best
    return base


U0, U1, U2 = np.uint64(0), np.uint64(1), np.uint64(2)
_ODD = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


@inlined
def size_of(mask: Any) -> Any:
    """Count the bits of a set; compilers know this form."""
    mask -= (mask >> U1) & _ODD
    mask = (mask & _PAIRS) + ((mask >> U2) & _PAIRS)
    mask = (mask + (mask >> np.uint64(4))) & _NIBBLES
    return np.int64((mask * _BYTES) >> np.uint64(56))


@inlined
def first_of(mask: Any) -> Any:
    """Give the lowest bit of a set that is not empty."""
    return size_of((mask & (~mask + U1)) - U1)


@inlined
def without(mask: Any, number: Any) -> Any:
    """Take the lowest bits away, so many."""
    for _ in range(number):
        mask &= mask - U1
    return mask
