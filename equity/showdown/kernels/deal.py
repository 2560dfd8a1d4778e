"""Dealing, and counting who wins.

Tables are read-only, all arrays are arguments; what belongs together comes as a bundle of
``equity.showdown.bundles``. The kernels never raise, print or allocate per deal. An index below n
is ``bits * n >> 32`` with 32 bits, which is off by less than n / 2**32.
"""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import called, compiled, inlined, next_bits
from equity.showdown.kernels.look_up import (
    FLUSH,
    HALF,
    LOW,
    ONE,
    RANKS,
    ZERO,
    by_suits,
    combo_at,
    put_cards,
    slot_of,
    suit_of,
)

__all__ = [
    "FIRST",
    "ONCE",
    "choose_by_call",
    "deal_boards",
    "deal_cards",
    "deal_hands",
    "deal_strengths",
    "deal_two_of_hole",
    "settle_pots",
    "share_pot",
]

_BEYOND = 1 << 20
_TWO_OF_SUIT = np.uint64(0x1111 << 32)
_UNIT, _UNIT_32 = 2.0**-53, 2.0**-32
_SHORT = 1 << 12
# Numba compiles a function again for every plain integer that it is called with; not for these.
FIRST, ONCE = np.int64(0), np.int64(1)


@inlined
def share_pot(strength: Any, best: Any, shares: Any) -> None:
    """Count who shares the one pot."""
    sharing = 0
    for seat in range(len(strength)):
        sharing += strength[seat] == best
    for seat in range(len(strength)):
        if strength[seat] == best:
            shares[0, seat, sharing] += 1


@called
def settle_pots(
    strength: Any, times: Any, eligible: Any, shares: Any, products: Any, units: Any, won: Any
) -> None:
    """Count who wins each pot, so many times, and the products of what a seat wins of two pots."""
    seats = len(strength)
    pots = len(eligible)
    for pot in range(pots):
        best = np.int64(-1)
        sharing = 0
        for seat in range(seats):
            if (eligible[pot] >> np.uint64(seat)) & ONE:
                if strength[seat] > best:
                    best = strength[seat]
                    sharing = 1
                elif strength[seat] == best:
                    sharing += 1
        for seat in range(seats):
            won[pot, seat] = 0
            if (eligible[pot] >> np.uint64(seat)) & ONE and strength[seat] == best:
                shares[pot, seat, sharing] += times
                won[pot, seat] = units[sharing]
    if pots > 1:
        for seat in range(seats):
            for pot in range(pots):
                if won[pot, seat]:
                    for other in range(pots):
                        products[seat, pot, other] += times * won[pot, seat] * won[other, seat]


@compiled
def deal_boards(
    state: Any,
    deals: Any,
    board: Any,
    first: Any,
    second: Any,
    ranks: Any,
    flushes: Any,
    pots: Any,
    count: Any,
) -> None:
    """Deal boards to known hands, two table entries a board.

    ===================  ===================  =======================================
    state                uint64[4]            written: the random stream
    board                Board                its suit counters overflow when somebody has a flush
    first, second        CardSums             the sets of cards to deal
    ranks                Ranks                flushless strengths by complete board
    flushes              Flushes              flushes by suit
    pots, count          Pots, Count          who may win what; written
    ===================  ===================  =======================================
    """
    _, start, board_mask = board
    first_keys, first_masks = first
    second_keys, second_masks = second
    offsets, by_rank = ranks
    tables, flush_rows, holes = flushes
    eligible, units = pots
    shares, products = count
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    first_size = np.uint64(len(first_keys))
    second_size = np.uint64(len(second_keys))
    seats = by_rank.shape[0]
    strength = np.empty(seats, np.int64)
    won = np.empty((len(eligible), seats), np.int64)
    # Without a flush the ranks decide: such boards are counted now and settled at the end.
    boards = np.zeros(by_rank.shape[1], np.int32)
    one_pot = len(eligible) == 1
    done = 0
    while done < deals:
        bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        i = ((bits & LOW) * first_size) >> HALF
        j = ((bits >> HALF) * second_size) >> HALF
        if first_masks[i] & second_masks[j]:
            continue
        done += 1
        key = start + first_keys[i] + second_keys[j]
        slot = slot_of(offsets, key)
        flush = key & FLUSH
        if flush == ZERO:
            boards[slot] += 1
            continue
        suit = suit_of(flush)
        mask = first_masks[i] | second_masks[j] | board_mask
        held = (mask >> (suit << np.uint64(4))) & RANKS
        best = np.int64(-1)
        for seat in range(seats):
            suited = np.int64(tables[flush_rows[seat, suit], held | holes[seat, suit]])
            strength[seat] = max(suited, np.int64(by_rank[seat, slot]))
            best = max(best, strength[seat])
        if one_pot:
            share_pot(strength, best, shares)
        else:
            settle_pots(strength, ONCE, eligible, shares, products, units, won)
    for slot in range(len(boards)):
        if boards[slot]:
            for seat in range(seats):
                strength[seat] = by_rank[seat, slot]
            settle_pots(strength, np.int64(boards[slot]), eligible, shares, products, units, won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@inlined
def deal_cards(
    deck: Any, begin: Any, end: Any, used: Any, s0: Any, s1: Any, s2: Any, s3: Any
) -> Any:
    """Deal cards into ``deck[begin:end]``, none of them among `used` or before `begin`.

    A partial Fisher-Yates shuffle of a deck that is never put back in order: whatever its order,
    every choice of the next card is equally likely. Two cards take one word of random bits.
    """
    cards = np.uint64(len(deck))
    bits = ZERO
    spare = False
    drawn = np.uint64(begin)
    last = np.uint64(end)
    if used == ZERO:
        # No card is drawn anew, so both halves of a word are used at once: 5 % of a deal.
        while drawn + ONE < last:
            bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
            i = drawn + (((bits & LOW) * (cards - drawn)) >> HALF)
            card = deck[i]
            deck[i] = deck[drawn]
            deck[drawn] = card
            drawn += ONE
            i = drawn + (((bits >> HALF) * (cards - drawn)) >> HALF)
            card = deck[i]
            deck[i] = deck[drawn]
            deck[drawn] = card
            drawn += ONE
    while drawn < last:
        if spare:
            bits >>= HALF
        else:
            bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        spare = not spare
        i = drawn + (((bits & LOW) * (cards - drawn)) >> HALF)
        card = deck[i]
        if (used >> np.uint64(card)) & ONE:
            continue
        deck[i] = deck[drawn]
        deck[drawn] = card
        drawn += ONE
    return s0, s1, s2, s3


@inlined
def choose_entries(
    group_starts: Any,
    group_weighted: Any,
    entry_cards: Any,
    entry_keep: Any,
    entry_other: Any,
    chosen: Any,
    s0: Any,
    s1: Any,
    s2: Any,
    s3: Any,
) -> Any:
    """Draw an entry of each group by weight, all anew until no card is there twice."""
    used = ZERO
    group = 0
    while group < len(group_weighted):
        bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        size = group_starts[group + 1] - group_starts[group]
        if size < _SHORT:
            at = group_starts[group] + np.int64(((bits & LOW) * np.uint64(size)) >> HALF)
        else:
            # So long a list takes 53 bits, and the alias table, if any, a word of its own.
            at = group_starts[group] + np.int64(np.float64(bits >> np.uint64(11)) * _UNIT * size)
            if group_weighted[group]:
                bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        if group_weighted[group] and np.float64(bits >> HALF) * _UNIT_32 >= entry_keep[at]:
            at = entry_other[at]
        if entry_cards[at] & used:
            used = ZERO
            group = 0
            continue
        used |= entry_cards[at]
        chosen[group] = at
        group += 1
    return used, s0, s1, s2, s3


@called
def _special(strength: Any, hand_keys: Any, favours: Any, special: Any, rainbow: Any) -> Any:
    """Apply what one number a hand cannot say; give the best strength and its seat, as one."""
    seats = len(strength)
    slain = False
    for seat in range(seats):
        slain = slain or (special[2] > 0 and special[2] <= strength[seat] <= special[3])
    best = np.int64(-1)
    for seat in range(seats):
        value = strength[seat]
        if slain and special[0] <= value <= special[1]:
            key = hand_keys[seat]
            if not rainbow or (key & (key >> ONE)) & _TWO_OF_SUIT == ZERO:
                value = np.int64(_BEYOND)
        value = 2 * value + favours[seat]
        strength[seat] = value
        best = max(best, (value << 6) | seat)
    return best


choose_by_call = called(choose_entries)
"""The same as a function of its own: kernels that do more a deal compile faster with a call."""


@compiled
def deal_hands(
    state: Any,
    deals: Any,
    deck: Any,
    board: Any,
    seated: Any,
    groups: Any,
    combos: Any,
    look_up: Any,
    special_rules: Any,
    pots: Any,
    count: Any,
) -> None:
    """Deal whole hands: what seats hold, what they draw, and the board.

    Seats whose cards are known (perhaps none) come first, then seats with ranges. These come in
    groups, each with a list of the ways its seats can be dealt, drawn by weight; a draw whose
    groups share a card is drawn anew as a whole, which keeps the joint distribution exact.

    ===================  ===================  =======================================
    state                uint64[4]            written: the random stream
    deck                 uint8[d]             cards that nobody surely holds; shuffled in place
    board                Board                what lies and what is to come
    seated               Seats                the seats' cards
    groups               Groups               the seats with ranges
    combos               CardSums             keys and masks of combos
    look_up              LookUp               of a complete hand
    special_rules        Special              ties and 2-3-5
    pots, count          Pots, Count          who may win what; written
    ===================  ===================  =======================================
    """
    to_come, start, board_mask = board
    known, draws, seat_keys, seat_masks = seated
    group_starts, group_widths, group_rows, group_weighted = groups[:4]
    entry_cards, entry_keep, entry_other, rows = groups[4:]
    combo_keys, combo_masks = combos
    _, keys, masks, offsets, ranks, flushes, tops, straights = look_up
    favours, slayers, rainbow = special_rules
    eligible, units = pots
    shares, products = count
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats = len(draws)
    number = len(group_widths)
    wanted = to_come
    for seat in range(seats):
        wanted += np.int64(draws[seat])
    strength = np.empty(seats, np.int64)
    won = np.empty((len(eligible), seats), np.int64)
    chosen = np.empty(max(number, 1), np.int64)
    used = ZERO
    one_pot = len(eligible) == 1
    by_suit = len(tops) > 0
    special = slayers[0] > 0
    for seat in range(seats):
        special = special or favours[seat] != 0
    hand_keys = np.empty(seats, np.uint64)
    board_end = np.uint64(to_come)
    for _ in range(deals):
        if number:
            used, s0, s1, s2, s3 = choose_entries(
                group_starts,
                group_weighted,
                entry_cards,
                entry_keep,
                entry_other,
                chosen,
                s0,
                s1,
                s2,
                s3,
            )
            seat = known
            for group in range(number):
                row = (
                    group_rows[group] + (chosen[group] - group_starts[group]) * group_widths[group]
                )
                for i in range(group_widths[group]):
                    combo = combo_at(rows, row + i)
                    seat_keys[seat] = combo_keys[combo]
                    seat_masks[seat] = combo_masks[combo]
                    seat += 1
        s0, s1, s2, s3 = deal_cards(deck, FIRST, wanted, used, s0, s1, s2, s3)
        key = start
        at = ZERO
        while at < board_end:
            key += keys[deck[at]]
            at += ONE
        best = np.int64(-1)
        for seat in range(seats):
            first = at
            hand_key = key + seat_keys[seat]
            last = at + draws[seat]
            while at < last:
                hand_key += keys[deck[at]]
                at += ONE
            value = np.int64(ranks[slot_of(offsets, hand_key)])
            if hand_key & FLUSH or by_suit:
                mask = board_mask | seat_masks[seat]
                for i in range(to_come):
                    mask |= masks[deck[i]]
                for i in range(first, last):
                    mask |= masks[deck[i]]
                value = by_suits(hand_key, mask, value, flushes, tops, straights)
            if special:
                hand_keys[seat] = hand_key
            strength[seat] = value
            # The seat goes below the strength: one maximum finds both, without a branch.
            best = max(best, (value << 6) | seat)
        if special:
            best = _special(strength, hand_keys, favours, slayers, rainbow)
        winner = best & 63
        best >>= 6
        if one_pot:
            sharing = 0
            for seat in range(seats):
                sharing += strength[seat] == best
            if sharing == 1:
                shares[0, winner, 1] += 1
            else:
                share_pot(strength, best, shares)
        else:
            settle_pots(strength, ONCE, eligible, shares, products, units, won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@compiled
def deal_strengths(
    state: Any,
    deals: Any,
    deck: Any,
    board: Any,
    groups: Any,
    combos: Any,
    look_up: Any,
    counts: Any,
) -> None:
    """Complete one seat's hands, drawn by weight, and count their strengths.

    ===================  ===================  =======================================
    board                Board                to come: all cards to deal, shared or not
    groups, combos                            the seat's combos, as for :func:`deal_hands`
    counts               int64[:]             written: hands by strength
    ===================  ===================  =======================================
    """
    wanted, start, board_mask = board
    group_starts, _, _, group_weighted = groups[:4]
    entry_cards, entry_keep, entry_other, _ = groups[4:]
    combo_keys, combo_masks = combos
    _, keys, masks, offsets, ranks, flushes, tops, straights = look_up
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    chosen = np.empty(1, np.int64)
    for _ in range(deals):
        used, s0, s1, s2, s3 = choose_by_call(
            group_starts,
            group_weighted,
            entry_cards,
            entry_keep,
            entry_other,
            chosen,
            s0,
            s1,
            s2,
            s3,
        )
        s0, s1, s2, s3 = deal_cards(deck, FIRST, wanted, used, s0, s1, s2, s3)
        key = start + combo_keys[chosen[0]]
        for i in range(wanted):
            key += keys[deck[i]]
        value = np.int64(ranks[slot_of(offsets, key)])
        if key & FLUSH or len(tops):
            mask = board_mask | combo_masks[chosen[0]]
            for i in range(wanted):
                mask |= masks[deck[i]]
            value = by_suits(key, mask, value, flushes, tops, straights)
        counts[value] += 1
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@called
def _best_pairs(board: Any, triples: Any, table: Any, rows: Any, best: Any) -> None:
    """Fill the best strength of each pair of ranks with three of five board cards, no flushes."""
    n = 0
    for i in range(2, 5):
        for j in range(1, i):
            for k in range(j):
                rows[n] = triples[(13 * (board[i] >> 2) + (board[j] >> 2)) * 13 + (board[k] >> 2)]
                n += 1
    r0, r1, r2, r3, r4 = rows[0], rows[1], rows[2], rows[3], rows[4]
    r5, r6, r7, r8, r9 = rows[5], rows[6], rows[7], rows[8], rows[9]
    for pair in range(best.shape[0]):
        # Written out, without max(): only so do compilers keep to sixteen bits and use vectors.
        value = table[r0, pair]
        value = table[r1, pair] if table[r1, pair] > value else value
        value = table[r2, pair] if table[r2, pair] > value else value
        value = table[r3, pair] if table[r3, pair] > value else value
        value = table[r4, pair] if table[r4, pair] > value else value
        value = table[r5, pair] if table[r5, pair] > value else value
        value = table[r6, pair] if table[r6, pair] > value else value
        value = table[r7, pair] if table[r7, pair] > value else value
        value = table[r8, pair] if table[r8, pair] > value else value
        value = table[r9, pair] if table[r9, pair] > value else value
        best[pair] = value


@called
def _flush_of_two(cards: Any, board: Any, suit: Any, flushes: Any) -> Any:
    """Give the best flush of two hole cards and three of the board, 0 if there is none."""
    best = np.int64(0)
    for a in range(len(cards)):
        if cards[a] & 3 != suit:
            continue
        for b in range(a):
            if cards[b] & 3 != suit:
                continue
            hole = (1 << (cards[a] >> 2)) | (1 << (cards[b] >> 2))
            for i in range(2, len(board)):
                if board[i] & 3 != suit:
                    continue
                for j in range(1, i):
                    if board[j] & 3 != suit:
                        continue
                    for k in range(j):
                        if board[k] & 3 == suit:
                            ranks = hole | (1 << (board[i] >> 2)) | (1 << (board[j] >> 2))
                            ranks |= 1 << (board[k] >> 2)
                            best = max(best, np.int64(flushes[0, suit, ranks]))
    return best


@compiled
def deal_two_of_hole(
    state: Any,
    deals: Any,
    deck: Any,
    known_board: Any,
    seated: Any,
    groups: Any,
    combos: Any,
    look_up: Any,
    pots: Any,
    count: Any,
    counts: Any,
) -> None:
    """Deal hands of which exactly two hole cards count, with three of a board of five.

    ===================  ===================  =======================================
    known_board          uint8[b]             board cards that lie
    seated               CardSeats            the seats' cards
    combos               uint64[c]            hole cards of combos, one bit a card
    look_up              TwoOfHole            strengths by ranks, and flushes
    counts               int64[:]             written if not empty: the first seat's strengths
    the others                                as for :func:`deal_hands`
    ===================  ===================  =======================================
    """
    known, draws, seat_cards = seated
    group_starts, group_widths, group_rows, group_weighted = groups[:4]
    entry_cards, entry_keep, entry_other, rows = groups[4:]
    pairs, triples, table, flushes = look_up
    eligible, units = pots
    shares, products = count
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats, hole = seat_cards.shape
    number = len(group_widths)
    lying = len(known_board)
    wanted = 5 - lying
    for seat in range(seats):
        wanted += np.int64(draws[seat])
    board = np.empty(5, np.uint8)
    board[:lying] = known_board
    best_pairs = np.empty(table.shape[1], np.uint16)
    triple_rows = np.empty(10, np.int64)
    strength = np.empty(seats, np.int64)
    won = np.empty((len(eligible), seats), np.int64)
    chosen = np.empty(max(number, 1), np.int64)
    of_suit = np.empty(4, np.int64)
    used = ZERO
    one_pot = len(eligible) == 1
    for _ in range(deals):
        if number:
            used, s0, s1, s2, s3 = choose_by_call(
                group_starts,
                group_weighted,
                entry_cards,
                entry_keep,
                entry_other,
                chosen,
                s0,
                s1,
                s2,
                s3,
            )
            seat = known
            for group in range(number):
                width = group_widths[group]
                row = group_rows[group] + (chosen[group] - group_starts[group]) * width
                for i in range(width):
                    put_cards(combos[combo_at(rows, row + i)], seat_cards, seat)
                    seat += 1
        s0, s1, s2, s3 = deal_cards(deck, FIRST, wanted, used, s0, s1, s2, s3)
        at = 0
        for i in range(lying, 5):
            board[i] = deck[at]
            at += 1
        of_suit[:] = 0
        for i in range(5):
            of_suit[board[i] & 3] += 1
        suit = -1
        for i in range(4):
            if of_suit[i] >= 3:
                suit = i
        _best_pairs(board, triples, table, triple_rows, best_pairs)
        best = np.int64(-1)
        for seat in range(seats):
            for i in range(hole - np.int64(draws[seat]), hole):
                seat_cards[seat, i] = deck[at]
                at += 1
            value = np.int64(0)
            for i in range(1, hole):
                first = 13 * (seat_cards[seat, i] >> 2)
                for j in range(i):
                    pair = pairs[first + (seat_cards[seat, j] >> 2)]
                    value = max(value, np.int64(best_pairs[pair]))
            if suit >= 0:
                held = 0
                for i in range(hole):
                    held += seat_cards[seat, i] & 3 == suit
                if held >= 2:
                    value = max(value, _flush_of_two(seat_cards[seat], board, suit, flushes))
            strength[seat] = value
            best = max(best, value)
        if len(counts):
            counts[strength[0]] += 1
        elif one_pot:
            share_pot(strength, best, shares)
        else:
            settle_pots(strength, ONCE, eligible, shares, products, units, won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
