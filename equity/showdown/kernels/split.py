"""Dealing for a pot of two parts, each hand looked up for both.

Each kernel is the twin of one for a single pot, with one more look-up a hand: of a low, which knows
no flushes.
"""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import called, compiled, inlined, next_bits
from equity.showdown.kernels.deal import (
    FIRST,
    ONCE,
    best_pairs_of_board,
    choose_by_call,
    deal_cards,
    flush_of_two,
)
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

__all__ = ["deal_boards_split", "deal_hands_split", "deal_two_of_hole_split", "settle_parts"]


_TALLIED = 4
"""Seats up to which deals of one pot are counted by sets of winners first."""


@called
def settle_parts(
    strength: Any, times: Any, eligible: Any, units: Any, won: Any, counts: Any, sharers: Any
) -> None:
    """Count who wins which part of each pot, so many times; units are by cell of winners of both.

    With one row of strengths there is one part.
    """
    parts, seats = strength.shape
    winners = np.empty((2, seats), np.int64)
    for pot in range(len(eligible)):
        for part in range(2):
            best = np.int64(0)
            sharing = np.int64(0)
            for seat in range(seats):
                if part < parts and (eligible[pot] >> np.uint64(seat)) & np.uint64(1):
                    if strength[part, seat] > best:
                        best = strength[part, seat]
                        sharing = np.int64(0)
                    sharing += strength[part, seat] == best
            for seat in range(seats):
                able = (eligible[pot] >> np.uint64(seat)) & np.uint64(1) != 0
                if part < parts and best > 0 and able and strength[part, seat] == best:
                    winners[part, seat] = sharing
                else:
                    # Nobody qualifies: the first part is the whole pot.
                    winners[part, seat] = seats + 1 if part and parts == 2 and best == 0 else 0
        getting = 0
        for seat in range(seats):
            cell = winners[0, seat]
            if parts == 2:
                cell = cell * (seats + 2) + winners[1, seat]
            counts[pot, seat, cell] += times
            won[pot, seat] = units[cell]
            getting += units[cell] > 0
        if pot == 0:
            sharers[getting] += times


@inlined
def _winners_of(strength: Any, best: Any) -> Any:
    """Give the seats that have the best strength, one bit a seat."""
    winners = np.int64(0)
    for seat in range(len(strength)):
        winners |= np.int64(strength[seat] == best) << seat
    return winners


@called
def _share_parts(high: Any, low: Any, times: Any, seats: Any, counts: Any, sharers: Any) -> None:
    """Count deals of one pot by the seats that win its parts; no seat: nobody qualifies."""
    of_high = np.int64(0)
    of_low = np.int64(0)
    getting = np.int64(0)
    for seat in range(seats):
        of_high += high >> seat & 1
        of_low += low >> seat & 1
        getting += (high | low) >> seat & 1
    for seat in range(seats):
        cell = of_high * (seats + 2) * (high >> seat & 1)
        # Nobody qualifies: the first part is the whole pot.
        cell += of_low * (low >> seat & 1) if low else seats + 1
        counts[0, seat, cell] += times
    sharers[getting] += times


@called
def _share_tallied(tally: Any, seats: Any, counts: Any, sharers: Any) -> None:
    """Count deals that were tallied by the seats that win the parts of one pot."""
    for at in range(len(tally)):
        if tally[at]:
            _share_parts(at >> seats, at & ((1 << seats) - 1), tally[at], seats, counts, sharers)


@called
def _settle(
    strength: Any,
    times: Any,
    eligible: Any,
    units: Any,
    won: Any,
    counts: Any,
    products: Any,
    sharers: Any,
) -> None:
    """Count who wins which part of each pot, and the products of what a seat wins of two pots."""
    settle_parts(strength, times, eligible, units, won, counts, sharers)
    if len(eligible) > 1:
        for seat in range(strength.shape[1]):
            for pot in range(len(eligible)):
                for other in range(len(eligible)):
                    products[seat, pot, other] += times * won[pot, seat] * won[other, seat]


@compiled
def deal_boards_split(
    state: Any,
    deals: Any,
    board: Any,
    first: Any,
    second: Any,
    ranks: Any,
    lows: Any,
    flushes: Any,
    pots: Any,
    joint: Any,
) -> None:
    """Deal boards to known hands, as ``deal_boards`` does.

    ===================  ===================  =======================================
    ranks                Ranks                flushless strengths for the first part
    lows                 uint16[seats, slots] strengths for the second part by the same slots
    pots                 Pots                 units by cell of winners of both parts
    joint                Joint                written
    the others                                as for ``deal_boards``
    ===================  ===================  =======================================
    """
    _, start, board_mask = board
    first_keys, first_masks = first
    second_keys, second_masks = second
    offsets, by_rank = ranks
    tables, flush_rows, holes = flushes
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    first_size = np.uint64(len(first_keys))
    second_size = np.uint64(len(second_keys))
    seats = by_rank.shape[0]
    eligible, units = pots
    counts, products, sharers = joint
    both = np.empty((2, seats), np.int64)
    strength, low_of = both[0], both[1]
    won = np.empty((len(eligible), seats), np.int64)
    one_pot = len(eligible) == 1
    few = seats <= _TALLIED
    tally = np.zeros(1 << 2 * min(seats, _TALLIED), np.int64)
    # Without a flush the ranks decide: such boards are counted now and settled at the end.
    boards = np.zeros(by_rank.shape[1], np.int32)
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
        highest = np.int64(0)
        lowest = np.int64(0)
        for seat in range(seats):
            suited = np.int64(tables[flush_rows[seat, suit], held | holes[seat, suit]])
            strength[seat] = max(suited, np.int64(by_rank[seat, slot]))
            low_of[seat] = lows[seat, slot]
            highest = max(highest, strength[seat])
            lowest = max(lowest, low_of[seat])
        if one_pot:
            high = _winners_of(strength, highest)
            low = _winners_of(low_of, lowest) * np.int64(lowest > 0)
            if few:
                tally[high << seats | low] += 1
            else:
                _share_parts(high, low, ONCE, seats, counts, sharers)
        else:
            _settle(both, ONCE, eligible, units, won, counts, products, sharers)
    for slot in range(len(boards)):
        if boards[slot]:
            times = np.int64(boards[slot])
            for seat in range(seats):
                strength[seat] = by_rank[seat, slot]
                low_of[seat] = lows[seat, slot]
            _settle(both, times, eligible, units, won, counts, products, sharers)
    _share_tallied(tally, seats, counts, sharers)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@compiled
def deal_hands_split(
    state: Any,
    deals: Any,
    deck: Any,
    board: Any,
    seated: Any,
    groups: Any,
    combos: Any,
    look_up: Any,
    lows: Any,
    pots: Any,
    joint: Any,
) -> None:
    """Deal whole hands, as ``deal_hands`` does.

    ===================  ===================  =======================================
    look_up              LookUp               of a complete hand for the first part
    lows                 uint16[slots]        strengths for the second part by the same slots
    pots                 Pots                 units by cell of winners of both parts
    joint                Joint                written
    the others                                as for ``deal_hands``
    ===================  ===================  =======================================
    """
    to_come, start, board_mask = board
    known, draws, seat_keys, seat_masks = seated
    group_starts, group_widths, group_rows, group_weighted = groups[:4]
    entry_cards, entry_keep, entry_other, rows = groups[4:]
    combo_keys, combo_masks = combos
    _, keys, masks, offsets, ranks, flushes, tops, straights = look_up
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats = len(draws)
    number = len(group_widths)
    wanted = to_come
    for seat in range(seats):
        wanted += np.int64(draws[seat])
    eligible, units = pots
    counts, products, sharers = joint
    both = np.empty((2, seats), np.int64)
    strength, low_of = both[0], both[1]
    won = np.empty((len(eligible), seats), np.int64)
    one_pot = len(eligible) == 1
    few = seats <= _TALLIED
    tally = np.zeros(1 << 2 * min(seats, _TALLIED), np.int64)
    chosen = np.empty(max(number, 1), np.int64)
    used = ZERO
    board_end = np.uint64(to_come)
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
        highest = np.int64(0)
        lowest = np.int64(0)
        for seat in range(seats):
            first = at
            hand_key = key + seat_keys[seat]
            last = at + draws[seat]
            while at < last:
                hand_key += keys[deck[at]]
                at += ONE
            slot = slot_of(offsets, hand_key)
            value = np.int64(ranks[slot])
            if hand_key & FLUSH:
                mask = board_mask | seat_masks[seat]
                for i in range(to_come):
                    mask |= masks[deck[i]]
                for i in range(first, last):
                    mask |= masks[deck[i]]
                value = by_suits(hand_key, mask, value, flushes, tops, straights)
            low = np.int64(lows[slot])
            strength[seat] = value
            low_of[seat] = low
            highest = max(highest, value)
            lowest = max(lowest, low)
        if one_pot:
            high = _winners_of(strength, highest)
            low = _winners_of(low_of, lowest) * np.int64(lowest > 0)
            if few:
                tally[high << seats | low] += 1
            else:
                _share_parts(high, low, ONCE, seats, counts, sharers)
        else:
            _settle(both, ONCE, eligible, units, won, counts, products, sharers)
    _share_tallied(tally, seats, counts, sharers)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@called
def _low_ranks(board: Any) -> Any:
    """Count the different ranks of a board that an eight-or-better low can use."""
    ranks = 0
    for i in range(5):
        ranks |= 1 << (board[i] >> 2)
    ranks = (ranks & 127) | ((ranks >> 12 & 1) << 7)
    count = 0
    while ranks:
        ranks &= ranks - 1
        count += 1
    return count


@compiled
def deal_two_of_hole_split(
    state: Any,
    deals: Any,
    deck: Any,
    known_board: Any,
    seated: Any,
    groups: Any,
    combos: Any,
    look_up: Any,
    lows: Any,
    pots: Any,
    joint: Any,
) -> None:
    """Deal hands of which exactly two hole cards count, as ``deal_two_of_hole`` does.

    ===================  ===================  =======================================
    look_up              TwoOfHole            strengths for the first part
    lows                 uint16[455, 96]      strengths for the second part by triple and pair
    pots                 Pots                 units by cell of winners of both parts
    joint                Joint                written
    the others                                as for ``deal_two_of_hole``
    ===================  ===================  =======================================
    """
    known, draws, seat_cards = seated
    group_starts, group_widths, group_rows, group_weighted = groups[:4]
    entry_cards, entry_keep, entry_other, rows = groups[4:]
    pairs, triples, table, flushes = look_up
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
    best_lows = np.empty(table.shape[1], np.uint16)
    triple_rows = np.empty(10, np.int64)
    eligible, units = pots
    counts, products, sharers = joint
    both = np.empty((2, seats), np.int64)
    strength, low_of = both[0], both[1]
    won = np.empty((len(eligible), seats), np.int64)
    one_pot = len(eligible) == 1
    few = seats <= _TALLIED
    tally = np.zeros(1 << 2 * min(seats, _TALLIED), np.int64)
    chosen = np.empty(max(number, 1), np.int64)
    of_suit = np.empty(4, np.int64)
    used = ZERO
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
        best_pairs_of_board(board, triples, table, triple_rows, best_pairs)
        # Two boards of five have no three low ranks, so nobody has a low.
        is_low = _low_ranks(board) >= 3
        if is_low:
            best_pairs_of_board(board, triples, lows, triple_rows, best_lows)
        highest = np.int64(0)
        lowest = np.int64(0)
        for seat in range(seats):
            for i in range(hole - np.int64(draws[seat]), hole):
                seat_cards[seat, i] = deck[at]
                at += 1
            value = np.int64(0)
            low = np.int64(0)
            for i in range(1, hole):
                first = 13 * (seat_cards[seat, i] >> 2)
                for j in range(i):
                    pair = pairs[first + (seat_cards[seat, j] >> 2)]
                    value = max(value, np.int64(best_pairs[pair]))
                    if is_low:
                        low = max(low, np.int64(best_lows[pair]))
            if suit >= 0:
                held = 0
                for i in range(hole):
                    held += seat_cards[seat, i] & 3 == suit
                if held >= 2:
                    value = max(value, flush_of_two(seat_cards[seat], board, suit, flushes))
            strength[seat] = value
            low_of[seat] = low
            highest = max(highest, value)
            lowest = max(lowest, low)
        if one_pot:
            high = _winners_of(strength, highest)
            low = _winners_of(low_of, lowest) * np.int64(lowest > 0)
            if few:
                tally[high << seats | low] += 1
            else:
                _share_parts(high, low, ONCE, seats, counts, sharers)
        else:
            _settle(both, ONCE, eligible, units, won, counts, products, sharers)
    _share_tallied(tally, seats, counts, sharers)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
