"""Numba kernels of showdowns: the look-up, dealing, and counting who wins.

Imported only when something is simulated. All arrays are arguments; tables are read-only. The
kernels never raise, print or allocate per deal. Random numbers are xoshiro256++ (Blackman and
Vigna, 2018) on a state that the caller gives; an index below n is ``bits * n >> 32`` with 32
bits, which is off by less than n / 2**32.
"""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import called, compiled, inlined, next_bits

__all__ = [
    "decide_draw",
    "deal_boards",
    "deal_draws",
    "deal_hands",
    "deal_matches",
    "deal_strengths",
    "deal_two_of_hole",
    "strengths",
]


_LOW = np.uint64(0xFFFFFFFF)
_FLUSH = np.uint64(0x8888 << 32)
_ROW_BITS = np.uint64(10)
_RANKS = np.uint64(0x1FFF)
_RANK_OF_SUITS = np.uint64(0x0001000100010001)
_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_HALF = np.uint64(32)
_BEYOND = 1 << 20
_TWO_OF_SUIT = np.uint64(0x1111 << 32)
_UNIT, _UNIT_32 = 2.0**-53, 2.0**-32
_SHORT = 1 << 12
# Numba compiles a function again for every plain integer that it is called with; not for these.
_FIRST, _ONCE, _FIVE = np.int64(0), np.int64(1), np.int64(5)


@inlined
def _suit_of(flush: Any) -> Any:
    """Give the suit whose counter has its top bit set, from those bits of a key."""
    if flush & np.uint64(0x8 << 32):
        return np.uint64(0)
    if flush & np.uint64(0x80 << 32):
        return np.uint64(1)
    if flush & np.uint64(0x800 << 32):
        return np.uint64(2)
    return np.uint64(3)


@inlined
def _slot(offsets: Any, key: Any) -> Any:
    """Give the place of a rank key in its table."""
    rank_key = key & _LOW
    return np.int64(rank_key) + np.int64(offsets[rank_key >> _ROW_BITS])


@called
def _by_suits(key: Any, mask: Any, best: Any, flushes: Any, tops: Any, straights: Any) -> Any:
    """Finish a look-up for which suits count: there is a flush, or every tie goes by suit."""
    flush = key & _FLUSH
    suit = _ZERO
    suited = np.int64(0)
    if flush != _ZERO:
        suit = _suit_of(flush)
        suited = np.int64(
            flushes[key >> np.uint64(48), suit, (mask >> (suit << np.uint64(4))) & _RANKS]
        )
    is_flush = suited > best
    best = max(best, suited)
    if len(tops) == 0:
        return best
    if not is_flush:
        # The top card's suit; a joker in the part that makes the hand is of the best suit.
        held = (mask >> np.uint64(tops[best])) & _RANK_OF_SUITS
        suit = np.uint64(3)
        if (key >> np.uint64(48)) == _ZERO or (straights[best] and held != _ZERO):
            while suit > _ZERO and (held >> (suit << np.uint64(4))) & _ONE == _ZERO:
                suit -= _ONE
    return best * 4 + np.int64(suit)


@compiled
def strengths(
    cards: Any,
    start: Any,
    keys: Any,
    masks: Any,
    offsets: Any,
    ranks: Any,
    flushes: Any,
    tops: Any,
    straights: Any,
    out: Any,
) -> None:
    """Look many hands up, uint8[n, k] to uint16[n]; ``start`` and the rest are of ``Tables``.

    The twin of ``hand_strength`` in ext/equity/showdown/_lookup.pxd.
    """
    for i in range(cards.shape[0]):
        key = start
        for j in range(cards.shape[1]):
            key += keys[cards[i, j]]
        best = np.int64(ranks[_slot(offsets, key)])
        if key & _FLUSH or len(tops):
            mask = _ZERO
            for j in range(cards.shape[1]):
                mask |= masks[cards[i, j]]
            best = _by_suits(key, mask, best, flushes, tops, straights)
        out[i] = best


@inlined
def _share(strength: Any, best: Any, shares: Any) -> None:
    """Count who shares the one pot."""
    sharing = 0
    for seat in range(len(strength)):
        sharing += strength[seat] == best
    for seat in range(len(strength)):
        if strength[seat] == best:
            shares[0, seat, sharing] += 1


@called
def _settle(
    strength: Any, times: Any, eligible: Any, shares: Any, products: Any, units: Any, won: Any
) -> None:
    """Count who wins each pot, so many times, and the products of what a seat wins of two pots."""
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
    start: Any,
    board_mask: Any,
    first_keys: Any,
    first_masks: Any,
    second_keys: Any,
    second_masks: Any,
    offsets: Any,
    by_rank: Any,
    flushes: Any,
    flush_rows: Any,
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
    flushes              uint16[t, 8192]      strengths of flushes by mask of ranks
    flush_rows           int64[seats, 4]      which of them is a seat's, by suit
    holes                uint64[seats, 4]     ranks to join the board's with, by suit
    eligible             uint64[pots]         seats that may win a pot
    units                int64[seats + 1]     a share of 1/k in 2520ths
    shares, products     int64                written: see ``Equity``
    ===================  ===================  =======================================
    """
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
        i = ((bits & _LOW) * first_size) >> _HALF
        j = ((bits >> _HALF) * second_size) >> _HALF
        if first_masks[i] & second_masks[j]:
            continue
        done += 1
        key = start + first_keys[i] + second_keys[j]
        slot = _slot(offsets, key)
        flush = key & _FLUSH
        if flush == _ZERO:
            boards[slot] += 1
            continue
        suit = _suit_of(flush)
        mask = first_masks[i] | second_masks[j] | board_mask
        ranks = (mask >> (suit << np.uint64(4))) & _RANKS
        best = np.int64(-1)
        for seat in range(seats):
            suited = np.int64(flushes[flush_rows[seat, suit], ranks | holes[seat, suit]])
            strength[seat] = max(suited, np.int64(by_rank[seat, slot]))
            best = max(best, strength[seat])
        if one_pot:
            _share(strength, best, shares)
        else:
            _settle(strength, _ONCE, eligible, shares, products, units, won)
    for slot in range(len(boards)):
        if boards[slot]:
            for seat in range(seats):
                strength[seat] = by_rank[seat, slot]
            _settle(strength, np.int64(boards[slot]), eligible, shares, products, units, won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@inlined
def _shuffle(deck: Any, begin: Any, end: Any, used: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Deal cards into ``deck[begin:end]``, none of them among `used` or before `begin`.

    A partial Fisher-Yates shuffle of a deck that is never put back in order: whatever its order,
    every choice of the next card is equally likely. Two cards take one word of random bits.
    """
    cards = np.uint64(len(deck))
    bits = _ZERO
    spare = False
    drawn = np.uint64(begin)
    last = np.uint64(end)
    if used == _ZERO:
        # No card is drawn anew, so both halves of a word are used at once: 5 % of a deal.
        while drawn + _ONE < last:
            bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
            i = drawn + (((bits & _LOW) * (cards - drawn)) >> _HALF)
            card = deck[i]
            deck[i] = deck[drawn]
            deck[drawn] = card
            drawn += _ONE
            i = drawn + (((bits >> _HALF) * (cards - drawn)) >> _HALF)
            card = deck[i]
            deck[i] = deck[drawn]
            deck[drawn] = card
            drawn += _ONE
    while drawn < last:
        if spare:
            bits >>= _HALF
        else:
            bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        spare = not spare
        i = drawn + (((bits & _LOW) * (cards - drawn)) >> _HALF)
        card = deck[i]
        if (used >> np.uint64(card)) & _ONE:
            continue
        deck[i] = deck[drawn]
        deck[drawn] = card
        drawn += _ONE
    return s0, s1, s2, s3


@inlined
def _choose(
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
    used = _ZERO
    group = 0
    while group < len(group_weighted):
        bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        size = group_starts[group + 1] - group_starts[group]
        if size < _SHORT:
            at = group_starts[group] + np.int64(((bits & _LOW) * np.uint64(size)) >> _HALF)
        else:
            # So long a list takes 53 bits, and the alias table, if any, a word of its own.
            at = group_starts[group] + np.int64(np.float64(bits >> np.uint64(11)) * _UNIT * size)
            if group_weighted[group]:
                bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        if group_weighted[group] and np.float64(bits >> _HALF) * _UNIT_32 >= entry_keep[at]:
            at = entry_other[at]
        if entry_cards[at] & used:
            used = _ZERO
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
            if not rainbow or (key & (key >> _ONE)) & _TWO_OF_SUIT == _ZERO:
                value = np.int64(_BEYOND)
        value = 2 * value + favours[seat]
        strength[seat] = value
        best = max(best, (value << 6) | seat)
    return best


_choose_by_call = called(_choose)
"""The same as a function of its own: kernels that do more a deal compile faster with a call."""


@compiled
def deal_hands(
    state: Any,
    deals: Any,
    deck: Any,
    to_come: Any,
    start: Any,
    board_mask: Any,
    known: Any,
    draws: Any,
    seat_keys: Any,
    seat_masks: Any,
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
    keys: Any,
    masks: Any,
    offsets: Any,
    ranks: Any,
    flushes: Any,
    tops: Any,
    straights: Any,
    favours: Any,
    slayers: Any,
    rainbow: Any,
    eligible: Any,
    units: Any,
    shares: Any,
    products: Any,
) -> None:
    """Deal whole hands: what seats hold, what they draw, and the board.

    Seats whose cards are known (perhaps none) come first, then seats with ranges. These come in
    groups, each with a list of the ways its seats can be dealt, drawn by weight; a draw whose
    groups share a card is drawn anew as a whole, which keeps the joint distribution exact.

    ===================  ===================  =======================================
    state                uint64[4]            written: the random stream
    deck                 uint8[d]             cards that nobody surely holds; shuffled in place
    to_come              int                  board cards to deal
    start, board_mask    uint64               key and mask of the known board
    known                int                  seats whose cards are known
    draws                uint64[seats]        cards that each seat is still dealt
    seat_keys, _masks    uint64[seats]        working space; keys and masks of the known cards
    group_starts         int64[g + 1]         where each group's entries begin
    group_widths         int64[g]             seats of a group
    group_rows           int64[g]             where each group's rows begin
    group_weighted       uint8[g]             whether its entries have different weights
    entry_cards          uint64[e]            cards of an entry, one bit a card
    entry_keep, _other   float64[e], int64[e] alias table: stay with this chance, else go there
    rows                 int32[r]             combos of each entry, seat by seat
    combo_keys, _masks   uint64[c]            keys and masks of combos
    keys ... straights                        the look-up of a complete hand
    favours              int64[seats]         1 where a tie is won against those with 0
    slayers              int64[4]             strengths of 2-3-5, and those it beats, from and to
    rainbow              int                  whether 2-3-5 must be of three suits
    eligible, units, shares, products         as for :func:`deal_boards`
    ===================  ===================  =======================================
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats = len(draws)
    groups = len(group_widths)
    wanted = to_come
    for seat in range(seats):
        wanted += np.int64(draws[seat])
    strength = np.empty(seats, np.int64)
    won = np.empty((len(eligible), seats), np.int64)
    chosen = np.empty(max(groups, 1), np.int64)
    used = _ZERO
    one_pot = len(eligible) == 1
    by_suit = len(tops) > 0
    special = slayers[0] > 0
    for seat in range(seats):
        special = special or favours[seat] != 0
    hand_keys = np.empty(seats, np.uint64)
    board_end = np.uint64(to_come)
    for _ in range(deals):
        if groups:
            used, s0, s1, s2, s3 = _choose(
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
            for group in range(groups):
                row = (
                    group_rows[group] + (chosen[group] - group_starts[group]) * group_widths[group]
                )
                for i in range(group_widths[group]):
                    seat_keys[seat] = combo_keys[rows[row + i]]
                    seat_masks[seat] = combo_masks[rows[row + i]]
                    seat += 1
        s0, s1, s2, s3 = _shuffle(deck, _FIRST, wanted, used, s0, s1, s2, s3)
        key = start
        at = _ZERO
        while at < board_end:
            key += keys[deck[at]]
            at += _ONE
        best = np.int64(-1)
        for seat in range(seats):
            first = at
            hand_key = key + seat_keys[seat]
            last = at + draws[seat]
            while at < last:
                hand_key += keys[deck[at]]
                at += _ONE
            value = np.int64(ranks[_slot(offsets, hand_key)])
            if hand_key & _FLUSH or by_suit:
                mask = board_mask | seat_masks[seat]
                for i in range(to_come):
                    mask |= masks[deck[i]]
                for i in range(first, last):
                    mask |= masks[deck[i]]
                value = _by_suits(hand_key, mask, value, flushes, tops, straights)
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
                _share(strength, best, shares)
        else:
            _settle(strength, _ONCE, eligible, shares, products, units, won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@compiled
def deal_strengths(
    state: Any,
    deals: Any,
    deck: Any,
    wanted: Any,
    start: Any,
    board_mask: Any,
    group_starts: Any,
    group_weighted: Any,
    entry_cards: Any,
    entry_keep: Any,
    entry_other: Any,
    combo_keys: Any,
    combo_masks: Any,
    keys: Any,
    masks: Any,
    offsets: Any,
    ranks: Any,
    flushes: Any,
    tops: Any,
    straights: Any,
    counts: Any,
) -> None:
    """Complete one seat's hands, drawn by weight, and count their strengths.

    ===================  ===================  =======================================
    wanted               int                  cards to deal, shared or not
    group_starts ... combo_masks              the seat's combos, as for :func:`deal_hands`
    counts               int64[:]             written: hands by strength
    ===================  ===================  =======================================
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    chosen = np.empty(1, np.int64)
    for _ in range(deals):
        used, s0, s1, s2, s3 = _choose_by_call(
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
        s0, s1, s2, s3 = _shuffle(deck, _FIRST, wanted, used, s0, s1, s2, s3)
        key = start + combo_keys[chosen[0]]
        for i in range(wanted):
            key += keys[deck[i]]
        value = np.int64(ranks[_slot(offsets, key)])
        if key & _FLUSH or len(tops):
            mask = board_mask | combo_masks[chosen[0]]
            for i in range(wanted):
                mask |= masks[deck[i]]
            value = _by_suits(key, mask, value, flushes, tops, straights)
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
    known: Any,
    draws: Any,
    seat_cards: Any,
    group_starts: Any,
    group_widths: Any,
    group_rows: Any,
    group_weighted: Any,
    entry_cards: Any,
    entry_keep: Any,
    entry_other: Any,
    rows: Any,
    combo_cards: Any,
    pairs: Any,
    triples: Any,
    table: Any,
    flushes: Any,
    eligible: Any,
    units: Any,
    shares: Any,
    products: Any,
    counts: Any,
) -> None:
    """Deal hands of which exactly two hole cards count, with three of a board of five.

    ===================  ===================  =======================================
    known_board          uint8[b]             board cards that lie
    seat_cards           uint8[seats, hole]   working space; the known hole cards come first
    combo_cards          uint8[c, hole]       hole cards of combos
    pairs, triples       int16[:]             places of pairs and triples of ranks
    table                uint16[455, 96]      flushless strength by triple and pair
    flushes              uint16[1, 4, 8192]   strength by suit and mask of ranks
    counts               int64[:]             written if not empty: the first seat's strengths
    the others                                as for :func:`deal_hands`
    ===================  ===================  =======================================
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats, hole = seat_cards.shape
    groups = len(group_widths)
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
    chosen = np.empty(max(groups, 1), np.int64)
    of_suit = np.empty(4, np.int64)
    used = _ZERO
    one_pot = len(eligible) == 1
    for _ in range(deals):
        if groups:
            used, s0, s1, s2, s3 = _choose_by_call(
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
            for group in range(groups):
                width = group_widths[group]
                row = group_rows[group] + (chosen[group] - group_starts[group]) * width
                for i in range(width):
                    for j in range(hole):
                        seat_cards[seat, j] = combo_cards[rows[row + i], j]
                    seat += 1
        s0, s1, s2, s3 = _shuffle(deck, _FIRST, wanted, used, s0, s1, s2, s3)
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
            _share(strength, best, shares)
        else:
            _settle(strength, _ONCE, eligible, shares, products, units, won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@called
def _place(points: Any, groups: Any) -> None:
    """Count a match: groups[seat, place, sharing] by points, equal points sharing places."""
    seats = len(points)
    for seat in range(seats):
        ahead = 0
        sharing = 0
        for other in range(seats):
            ahead += points[other] > points[seat]
            sharing += points[other] == points[seat]
        groups[seat, ahead, sharing] += 1


@compiled
def deal_matches(
    state: Any,
    deals: Any,
    deck: Any,
    seats: Any,
    hole: Any,
    rounds: Any,
    start: Any,
    keys: Any,
    masks: Any,
    offsets: Any,
    ranks: Any,
    flushes: Any,
    tops: Any,
    straights: Any,
    groups: Any,
) -> None:
    """Play matches of `rounds` hands dealt at once, a point for each best hand of a round.

    ===================  ===================  =======================================
    state                uint64[4]            written: the random stream
    deck                 uint8[d]             all cards; shuffled in place
    start ... straights                       the look-up of a hand
    groups               int64[n, n, n + 1]   written: see ``Match``
    ===================  ===================  =======================================
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    points = np.empty(seats, np.int64)
    strength = np.empty(seats, np.int64)
    by_suit = len(tops) > 0
    for _ in range(deals):
        points[:] = 0
        for _round in range(rounds):
            s0, s1, s2, s3 = _shuffle(deck, _FIRST, seats * hole, _ZERO, s0, s1, s2, s3)
            at = 0
            best = np.int64(-1)
            for seat in range(seats):
                key = start
                first = at
                for _i in range(hole):
                    key += keys[deck[at]]
                    at += 1
                value = np.int64(ranks[_slot(offsets, key)])
                if key & _FLUSH or by_suit:
                    mask = _ZERO
                    for i in range(first, at):
                        mask |= masks[deck[i]]
                    value = _by_suits(key, mask, value, flushes, tops, straights)
                strength[seat] = value
                best = max(best, value)
            for seat in range(seats):
                points[seat] += strength[seat] == best
        _place(points, groups)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@inlined
def _place_of(cards: Any, seat: Any, choose: Any) -> Any:
    """Sort a seat's five cards in place, ascending, and give the hand's place among all."""
    a, b, c = np.int64(cards[seat, 0]), np.int64(cards[seat, 1]), np.int64(cards[seat, 2])
    d, e = np.int64(cards[seat, 3]), np.int64(cards[seat, 4])
    # A sorting network: branches on random cards would cost more than all of it.
    a, d = min(a, d), max(a, d)
    b, e = min(b, e), max(b, e)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    a, b = min(a, b), max(a, b)
    c, e = min(c, e), max(c, e)
    b, c = min(b, c), max(b, c)
    d, e = min(d, e), max(d, e)
    c, d = min(c, d), max(c, d)
    cards[seat, 0], cards[seat, 1], cards[seat, 2] = a, b, c
    cards[seat, 3], cards[seat, 4] = d, e
    return choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[d, 4] + choose[e, 5]


@inlined
def _kept(tables: Any, start: Any, hands: Any, sees: Any, drawn: Any, at: Any, place: Any) -> Any:
    """Look up what a hand keeps, given the numbers drawn by the players before, last one first."""
    state = 0
    scale = 1
    for back in range(sees):
        if at - 1 - back >= 0:
            state += scale * drawn[at - 1 - back]
        scale *= 6
    return np.int64(tables[start + state * hands + place])


@inlined
def _hold(cards: Any, seat: Any, size: Any, kept: Any, keys: Any, masks: Any, key: Any) -> Any:
    """Add up the cards that a seat keeps: key, mask, and how many cards are missing to five."""
    mask = _ZERO
    missing = 5
    for i in range(size):
        if (kept >> i) & 1:
            key += keys[cards[seat, i]]
            mask |= masks[cards[seat, i]]
            missing -= 1
    return key, mask, missing


@called
def _draw_short(
    deck: Any,
    at: Any,
    room: Any,
    missing: Any,
    pile: Any,
    ends: Any,
    keys: Any,
    masks: Any,
    key: Any,
    mask: Any,
) -> Any:
    """Draw from a stock that may run out: key, mask, and where the stock stands.

    ``pile`` is what was thrown away, ``pile[:ends[0]]`` the part of it that was shuffled into a new
    stock, ``ends[1]`` its end. When the new stock is used up too, all that lies there is shuffled.
    ``ends[2]`` is the state of its own random stream (splitmix64).
    """
    for _ in range(missing):
        if at < room:
            card = deck[at]
            at += 1
        else:
            if ends[0] == _ZERO:
                ends[0] = ends[1]
            ends[2] += np.uint64(0x9E3779B97F4A7C15)
            word = ends[2]
            word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            word ^= word >> np.uint64(31)
            i = ((word & _LOW) * ends[0]) >> _HALF
            card = pile[i]
            ends[0] -= _ONE
            ends[1] -= _ONE
            pile[i] = pile[ends[0]]
            pile[ends[0]] = pile[ends[1]]
        key += keys[card]
        mask |= masks[card]
    return key, mask, at


@inlined
def _throw(cards: Any, seat: Any, size: Any, kept: Any, pile: Any, ends: Any) -> None:
    """Put what a seat does not keep onto the pile."""
    for i in range(size):
        if not (kept >> i) & 1:
            pile[ends[1]] = cards[seat, i]
            ends[1] += _ONE


@called
def _copy(pile: Any, ends: Any, to_pile: Any, to_ends: Any) -> None:
    """Copy what was thrown away; written out, for a slice takes longer to compile."""
    for i in range(len(pile)):
        to_pile[i] = pile[i]
    for i in range(len(ends)):
        to_ends[i] = ends[i]


@inlined
def _value_of(
    key: Any, mask: Any, offsets: Any, ranks: Any, flushes: Any, tops: Any, straights: Any
) -> Any:
    """Look up the strength of five cards."""
    value = np.int64(ranks[_slot(offsets, key)])
    if key & _FLUSH or len(tops):
        value = _by_suits(key, mask, value, flushes, tops, straights)
    return value


@inlined
def _deal_players(
    cards: Any,
    sizes: Any,
    group_seat: Any,
    group_starts: Any,
    group_rows: Any,
    rows: Any,
    combo_cards: Any,
    chosen: Any,
    deck: Any,
) -> None:
    """Put what every seat holds before the draw into `cards`, random hands from the deck."""
    at = 0
    for seat in range(len(sizes)):
        group = group_seat[seat]
        if group >= 0:
            row = rows[group_rows[group] + chosen[group] - group_starts[group]]
            for i in range(sizes[seat]):
                cards[seat, i] = combo_cards[row, i]
        else:
            for i in range(sizes[seat]):
                cards[seat, i] = deck[at]
                at += 1


@inlined
def _bits(mask: Any) -> Any:
    """Count the cards of a set."""
    held = 0
    while mask != _ZERO:
        mask &= mask - _ONE
        held += 1
    return held


@compiled
def deal_draws(
    state: Any,
    deals: Any,
    deck: Any,
    group_starts: Any,
    group_widths: Any,
    group_rows: Any,
    group_weighted: Any,
    entry_cards: Any,
    entry_keep: Any,
    entry_other: Any,
    rows: Any,
    combo_cards: Any,
    sizes: Any,
    group_seat: Any,
    tables: Any,
    table_starts: Any,
    sees: Any,
    hands: Any,
    choose: Any,
    start: Any,
    keys: Any,
    masks: Any,
    offsets: Any,
    ranks: Any,
    flushes: Any,
    tops: Any,
    straights: Any,
    eligible: Any,
    units: Any,
    shares: Any,
    products: Any,
    rounds: Any,
    groups_won: Any,
) -> None:
    """Deal, draw in seat order by strategies, and compare; or whole matches of such rounds.

    ===================  ===================  =======================================
    deck                 uint8[d]             cards that may be dealt; shuffled in place
    group_starts ... rows                     ranges as for :func:`deal_hands`, a seat a group
    combo_cards          uint8[c, 5]          cards of combos
    sizes                int64[seats]         cards that a seat holds before its draw
    group_seat           int64[seats]         the group of a seat with a range, else -1
    tables               uint8[:]             strategies one after the other
    table_starts, sees   int64[seats]         where a seat's begins (-1: none, all missing cards are
                                              drawn), and how many players before it looks at
    hands, choose        int, int64[54, 8]    hands of a table, binomial coefficients
    start ... straights                       the look-up of five cards
    eligible ... products                     as for :func:`deal_boards`
    rounds               int                  0: count deals; else points over so many rounds
    groups_won           int64[n, n, n + 1]   written if there are rounds: see ``Match``
    ===================  ===================  =======================================
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats = len(sizes)
    cards = np.empty((seats, 5), np.uint8)
    drawn = np.empty(seats, np.int64)
    strength = np.empty(seats, np.int64)
    points = np.empty(seats, np.int64)
    won = np.empty((len(eligible), seats), np.int64)
    chosen = np.empty(max(len(group_widths), 1), np.int64)
    pile = np.empty(64, np.uint8)
    ends = np.empty(3, np.uint64)
    dealt = 0
    for seat in range(seats):
        if group_seat[seat] < 0:
            dealt += sizes[seat]
    used = _ZERO
    room = len(deck)
    one_pot = len(eligible) == 1
    for _ in range(deals):
        points[:] = 0
        for _round in range(max(rounds, 1)):
            if len(group_widths):
                used, s0, s1, s2, s3 = _choose_by_call(
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
                room = len(deck) - _bits(used)
            s0, s1, s2, s3 = _shuffle(deck, _FIRST, dealt, used, s0, s1, s2, s3)
            _deal_players(
                cards,
                sizes,
                group_seat,
                group_starts,
                group_rows,
                rows,
                combo_cards,
                chosen,
                deck,
            )
            at = dealt
            ends[0], ends[1] = _ZERO, _ZERO
            best = np.int64(-1)
            for seat in range(seats):
                kept = np.int64(31)
                if table_starts[seat] >= 0:
                    place = _place_of(cards, seat, choose)
                    kept = _kept(tables, table_starts[seat], hands, sees[seat], drawn, seat, place)
                key, mask, missing = _hold(cards, seat, sizes[seat], kept, keys, masks, start)
                drawn[seat] = missing
                end = min(at + missing, room)
                s0, s1, s2, s3 = _shuffle(deck, at, end, used, s0, s1, s2, s3)
                if at + missing > room:
                    ends[2], s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
                key, mask, at = _draw_short(
                    deck, at, room, missing, pile, ends, keys, masks, key, mask
                )
                _throw(cards, seat, sizes[seat], kept, pile, ends)
                value = _value_of(key, mask, offsets, ranks, flushes, tops, straights)
                strength[seat] = value
                best = max(best, value)
            if rounds:
                for seat in range(seats):
                    points[seat] += strength[seat] == best
            elif one_pot:
                _share(strength, best, shares)
            else:
                _settle(strength, _ONCE, eligible, shares, products, units, won)
        if rounds:
            _place(points, groups_won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@compiled
def decide_draw(
    state: Any,
    deals: Any,
    deck: Any,
    hero: Any,
    keeps: Any,
    variants: Any,
    keep_variant: Any,
    before: Any,
    group_starts: Any,
    group_widths: Any,
    group_rows: Any,
    group_weighted: Any,
    entry_cards: Any,
    entry_keep: Any,
    entry_other: Any,
    rows: Any,
    combo_cards: Any,
    sizes: Any,
    group_seat: Any,
    tables: Any,
    table_starts: Any,
    sees: Any,
    hands: Any,
    choose: Any,
    start: Any,
    keys: Any,
    masks: Any,
    offsets: Any,
    ranks: Any,
    flushes: Any,
    tops: Any,
    straights: Any,
    points: Any,
    units: Any,
    sums: Any,
    wins: Any,
    ties: Any,
    products: Any,
) -> None:
    """Play every keep of one hand against the same deals.

    The opponents who act before draw first, then the hero, then the others, all from one stock in
    one order. What the others draw depends on the number that the hero draws, so they are dealt
    once for each number, or once for each keep where the stock may run out: then they may be given
    what the hero threw away.

    ===================  ===================  =======================================
    hero                 uint8[1, 5]          the hand, ascending
    keeps                int64[k]             keeps, bit i for card i
    variants             int64[v]             a keep that stands for all dealt alike
    keep_variant         int64[k]             the variant of each keep
    before               int                  opponents who act before the hero
    points               int                  1: a point for every best hand, else shares
    units                int64[n + 2]         a share of 1/k
    sums, wins, ties     int64[k]             written: shares in their unit, wins alone, ties
    products             int64[k, k]          written: sums of products of shares, on and below the
                                              diagonal
    the others                                as for :func:`deal_draws`, of the opponents
    ===================  ===================  =======================================
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats = len(sizes)
    choices = len(keeps)
    cards = np.empty((seats, 5), np.uint8)
    drawn = np.empty(seats + 1, np.int64)
    chosen = np.empty(max(len(group_widths), 1), np.int64)
    pile = np.empty(64, np.uint8)
    ends = np.empty(3, np.uint64)
    old_pile, old_ends = np.empty(64, np.uint8), np.empty(3, np.uint64)
    # By opponent: what is kept and missing, if it does not depend on who drew what before.
    place = np.empty(seats, np.int64)
    keep = np.empty(seats, np.int64)
    held_key = np.empty(seats, np.uint64)
    held_mask = np.empty(seats, np.uint64)
    lacking = np.empty(seats, np.int64)
    # By variant: the number drawn, the cards drawn, the best opponent and how many have that.
    number = np.empty(len(variants), np.int64)
    draw_key = np.empty(len(variants), np.uint64)
    draw_mask = np.empty(len(variants), np.uint64)
    best_of = np.empty(len(variants), np.int64)
    sharing_of = np.empty(len(variants), np.int64)
    # By keep.
    hero_key = np.empty(choices, np.uint64)
    hero_mask = np.empty(choices, np.uint64)
    share = np.empty(choices, np.int64)
    hits = np.empty(choices, np.int64)
    for seat in range(seats):
        keep[seat] = 31
        lacking[seat] = 5
    for choice in range(choices):
        hero_key[choice], hero_mask[choice], _m = _hold(
            hero, _FIRST, _FIVE, keeps[choice], keys, masks, start
        )
    most = 0
    for variant in range(len(variants)):
        number[variant] = 5 - _bits(np.uint64(variants[variant]))
        most = max(most, number[variant])
    dealt = 0
    for seat in range(seats):
        if group_seat[seat] < 0:
            dealt += sizes[seat]
    used = _ZERO
    room = len(deck)
    first_best = np.int64(-1)
    first_sharing = 0
    first_at = _FIRST
    for _ in range(deals):
        if len(group_widths):
            used, s0, s1, s2, s3 = _choose_by_call(
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
            room = len(deck) - _bits(used)
        s0, s1, s2, s3 = _shuffle(deck, _FIRST, dealt, used, s0, s1, s2, s3)
        _deal_players(
            cards, sizes, group_seat, group_starts, group_rows, rows, combo_cards, chosen, deck
        )
        needed = dealt + most
        for seat in range(seats):
            if table_starts[seat] >= 0:
                place[seat] = _place_of(cards, seat, choose)
            if sees[seat] == 0:
                if table_starts[seat] >= 0:
                    keep[seat] = tables[table_starts[seat] + place[seat]]
                held_key[seat], held_mask[seat], lacking[seat] = _hold(
                    cards, seat, sizes[seat], keep[seat], keys, masks, start
                )
            needed += lacking[seat]
        short = needed > room
        s0, s1, s2, s3 = _shuffle(deck, dealt, min(needed, room), used, s0, s1, s2, s3)
        if short:
            ends[0], ends[1] = _ZERO, _ZERO
            ends[2], s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        at = dealt
        # Variant -1 plays those who act before, the others the hero and those who act after.
        for variant in range(-1, len(variants)):
            first, last = 0, before
            best = np.int64(-1)
            sharing = 0
            if variant >= 0:
                first, last = before, seats
                best, sharing, at = first_best, first_sharing, first_at
                drawn[before] = number[variant]
                key, mask = _ZERO, _ZERO
                if short:
                    _copy(old_pile, old_ends, pile, ends)
                    key, mask, at = _draw_short(
                        deck, at, room, number[variant], pile, ends, keys, masks, key, mask
                    )
                    _throw(hero, _FIRST, _FIVE, variants[variant], pile, ends)
                else:
                    for i in range(at, at + number[variant]):
                        key += keys[deck[i]]
                        mask |= masks[deck[i]]
                    at += number[variant]
                draw_key[variant], draw_mask[variant] = key, mask
            for seat in range(first, last):
                turn = seat + (seat >= before)
                if sees[seat]:
                    keep[seat] = _kept(
                        tables, table_starts[seat], hands, sees[seat], drawn, turn, place[seat]
                    )
                    key, mask, missing = _hold(cards, seat, _FIVE, keep[seat], keys, masks, start)
                else:
                    key, mask, missing = held_key[seat], held_mask[seat], lacking[seat]
                drawn[turn] = missing
                if short:
                    key, mask, at = _draw_short(
                        deck, at, room, missing, pile, ends, keys, masks, key, mask
                    )
                    _throw(cards, seat, sizes[seat], keep[seat], pile, ends)
                else:
                    for i in range(at, at + missing):
                        key += keys[deck[i]]
                        mask |= masks[deck[i]]
                    at += missing
                value = _value_of(key, mask, offsets, ranks, flushes, tops, straights)
                if value > best:
                    best = value
                    sharing = 1
                elif value == best:
                    sharing += 1
            if variant >= 0:
                best_of[variant], sharing_of[variant] = best, sharing
            else:
                first_best, first_sharing, first_at = best, sharing, at
                if short:
                    _copy(pile, ends, old_pile, old_ends)
        found = 0
        for choice in range(choices):
            variant = keep_variant[choice]
            key = hero_key[choice] + draw_key[variant]
            value = _value_of(
                key,
                hero_mask[choice] | draw_mask[variant],
                offsets,
                ranks,
                flushes,
                tops,
                straights,
            )
            if value > best_of[variant]:
                share[choice] = units[1]
                wins[choice] += 1
            elif value == best_of[variant]:
                share[choice] = units[1] if points else units[1 + sharing_of[variant]]
                ties[choice] += 1
            else:
                continue
            hits[found] = choice
            found += 1
        for i in range(found):
            choice = hits[i]
            sums[choice] += share[choice]
            for j in range(i + 1):
                products[choice, hits[j]] += share[choice] * share[hits[j]]
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
