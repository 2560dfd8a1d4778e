"""Exact showdowns of known hands on every completion of a shared board.

Suits matter only where a flush is possible, so a board counts by its ranks first, weighted with
the number of ways to suit them; then, for each suit in which somebody can have a flush, the
boards with enough cards of it are counted anew by the set of ranks in that suit and the
multiset of the other ranks. A pre-flop matchup of 1,712,304 boards takes 6,175 rank multisets
and some tens of thousands of flush boards.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from equity.rankings._look_up cimport bit_count, lowest_bit, rank_slot

import numpy

# The module's own: if others could see them, each board would be counted some per cent slower.
cdef uint64_t[13] RANK_KEYS
cdef uint64_t[8192] KEY_OF_MASK             # summed rank keys of a set of ranks
cdef uint16_t[8192] MASKS                   # sets of ranks, by how many, then ascending
cdef int[15] MASKS_FROM                     # where the sets of so many ranks begin
cdef int64_t[5][6] CHOOSE
cdef uint16_t[8192] NO_FLUSH

cdef void _set_up():
    from equity.rankings import _tables

    keys, _ = _tables.card_keys()
    cdef int rank, mask, size, filled = 0, n, k
    for rank in range(13):
        RANK_KEYS[rank] = int(keys[4 * rank]) & 0xFFFFFFFF
    for size in range(14):
        MASKS_FROM[size] = filled
        for mask in range(8192):
            if bit_count(mask) == size:
                MASKS[filled] = mask
                filled += 1
    MASKS_FROM[14] = filled
    for mask in range(1, 8192):
        KEY_OF_MASK[mask] = KEY_OF_MASK[mask & (mask - 1)] + RANK_KEYS[lowest_bit(mask)]
    for n in range(5):
        for k in range(6):
            CHOOSE[n][k] = 1 if k == 0 else (0 if n == 0 else CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k])

_set_up()


cdef void copy_sets(uint64_t *rank_keys, uint64_t *key_of_mask, uint16_t *masks, int *masks_from) noexcept:
    # For another module's walk.
    memcpy(rank_keys, RANK_KEYS, sizeof(RANK_KEYS))
    memcpy(key_of_mask, KEY_OF_MASK, sizeof(KEY_OF_MASK))
    memcpy(masks, MASKS, sizeof(MASKS))
    memcpy(masks_from, MASKS_FROM, sizeof(MASKS_FROM))


cdef inline void _count(Walk *walk, int pot, uint32_t winners, int64_t weight) noexcept nogil:
    # Add a deal's weight under its set of winners.
    cdef int sharing, seat
    if walk.tally != NULL:
        walk.tally[(<int64_t>pot << walk.seats) + winners] += weight
        return
    sharing = bit_count(winners)
    while winners:
        seat = lowest_bit(winners)
        walk.shares[(pot * walk.seats + seat) * (walk.seats + 1) + sharing] += weight
        winners &= winners - 1


cdef inline uint32_t _winners(const uint32_t *strengths, int seats, uint32_t eligible) noexcept nogil:
    cdef uint32_t best = 0, found = 0
    cdef int seat
    for seat in range(seats):
        if (eligible >> seat) & 1:
            if strengths[seat] > best:
                best = strengths[seat]
                found = <uint32_t>1 << seat
            elif strengths[seat] == best:
                found |= <uint32_t>1 << seat
    return found


cdef inline void _board_without_flush(Walk *walk, uint64_t key, int64_t weight) noexcept nogil:
    cdef uint32_t slot = rank_slot(walk.offsets, key)
    cdef uint32_t[26] strengths
    cdef uint32_t a, b, outcome
    cdef int seat, pot
    if walk.categories != NULL:
        outcome = walk.categories[walk.seat[0].ranks[slot]]
        walk.outcomes[slot] = outcome
        walk.tally[outcome] += weight
        return
    if walk.seats == 2 and walk.pots == 1:
        a = walk.seat[0].ranks[slot]
        b = walk.seat[1].ranks[slot]
        outcome = <uint32_t>(a >= b) | (<uint32_t>(b >= a) << 1)
        walk.outcomes[slot] = outcome
        walk.tally[outcome] += weight
        return
    for seat in range(walk.seats):
        strengths[seat] = walk.seat[seat].ranks[slot]
    for pot in range(walk.pots):
        outcome = _winners(strengths, walk.seats, walk.eligible[pot])
        walk.outcomes[pot * walk.slots + slot] = outcome
        _count(walk, pot, outcome, weight)


cdef void _by_ranks(Walk *walk, int from_rank, int left, uint64_t key, int64_t weight) noexcept nogil:
    # Every multiset of `left` more live ranks from `from_rank` up.
    cdef int rank, taken, most
    if left == 0:
        _board_without_flush(walk, key, weight)
        return
    if left == 1:
        for rank in range(from_rank, 13):
            if walk.live[rank]:
                _board_without_flush(walk, key + RANK_KEYS[rank], weight * walk.live[rank])
        return
    for rank in range(from_rank, 13):
        most = min(left, walk.live[rank])
        for taken in range(1, most + 1):
            _by_ranks(walk, rank + 1, left - taken, key + taken * RANK_KEYS[rank],
                      weight * CHOOSE[walk.live[rank]][taken])


cdef void list_rest(Walk *walk, int suit) noexcept nogil:
    # The ways to add none, one or two cards of the other suits.
    cdef int[13] live
    cdef int rank, other, n = 0
    for rank in range(13):
        live[rank] = walk.live[rank] - <int>((walk.live_suit[suit] >> rank) & 1)
    walk.rest_count[0] = 1
    walk.rest_key[0][0] = 0
    walk.rest_weight[0][0] = 1
    for rank in range(13):
        if live[rank]:
            walk.rest_key[1][n] = RANK_KEYS[rank]
            walk.rest_weight[1][n] = live[rank]
            n += 1
    walk.rest_count[1] = n
    n = 0
    for rank in range(13):
        for other in range(rank, 13):
            walk.rest_weight[2][n] = CHOOSE[live[rank]][2] if other == rank else live[rank] * live[other]
            if walk.rest_weight[2][n]:
                walk.rest_key[2][n] = RANK_KEYS[rank] + RANK_KEYS[other]
                n += 1
    walk.rest_count[2] = n


cdef inline void _boards_with_flush(Walk *walk, int suit, uint32_t mask, int others) noexcept nogil:
    # Move the boards with these ranks in the suit from what they were counted as.
    cdef uint32_t board = walk.board_suit[suit] | mask, slot, a, b, outcome, old
    cdef uint64_t base = walk.board_key + KEY_OF_MASK[mask]
    cdef uint32_t[26] flushes, strengths
    cdef int seat, pot, i
    cdef int64_t weight
    cdef const uint16_t *first = walk.seat[0].ranks
    cdef const uint16_t *second
    for seat in range(walk.seats):
        flushes[seat] = walk.seat[seat].flush[suit][board | walk.seat[seat].hole[suit]]
    if walk.categories != NULL:
        for i in range(walk.rest_count[others]):
            slot = rank_slot(walk.offsets, base + walk.rest_key[others][i])
            weight = walk.rest_weight[others][i]
            walk.tally[walk.outcomes[slot]] -= weight
            walk.tally[walk.categories[max(flushes[0], <uint32_t>first[slot])]] += weight
        return
    if walk.seats == 2 and walk.pots == 1:
        second = walk.seat[1].ranks
        for i in range(walk.rest_count[others]):
            slot = rank_slot(walk.offsets, base + walk.rest_key[others][i])
            weight = walk.rest_weight[others][i]
            a = max(flushes[0], <uint32_t>first[slot])
            b = max(flushes[1], <uint32_t>second[slot])
            outcome = <uint32_t>(a >= b) | (<uint32_t>(b >= a) << 1)
            walk.tally[walk.outcomes[slot]] -= weight
            walk.tally[outcome] += weight
        return
    for i in range(walk.rest_count[others]):
        slot = rank_slot(walk.offsets, base + walk.rest_key[others][i])
        weight = walk.rest_weight[others][i]
        for seat in range(walk.seats):
            strengths[seat] = max(flushes[seat], <uint32_t>walk.seat[seat].ranks[slot])
        for pot in range(walk.pots):
            outcome = _winners(strengths, walk.seats, walk.eligible[pot])
            old = walk.outcomes[pot * walk.slots + slot]
            if outcome != old:
                _count(walk, pot, old, -weight)
                _count(walk, pot, outcome, weight)


cdef void walk_boards(Walk *walk) noexcept nogil:
    """Count every completion of the board once, into `tally` or `shares`."""
    cdef int suit, seat, need, of_suit, i
    cdef uint32_t mask
    _by_ranks(walk, 0, walk.to_come, walk.board_key, 1)
    for suit in range(4):
        need = 9
        for seat in range(walk.seats):
            need = min(need, walk.seat[seat].need[suit])
        need = max(0, need - <int>bit_count(walk.board_suit[suit]))
        if need > walk.to_come or need > <int>bit_count(walk.live_suit[suit]):
            continue
        list_rest(walk, suit)
        for of_suit in range(need, walk.to_come + 1):
            for i in range(MASKS_FROM[of_suit], MASKS_FROM[of_suit + 1]):
                mask = MASKS[i]
                if mask & ~walk.live_suit[suit] == 0:
                    _boards_with_flush(walk, suit, mask, walk.to_come - of_suit)


cdef void set_cards(Walk *walk, uint64_t live, uint64_t board, const uint64_t *keys) noexcept nogil:
    cdef int card
    memset(walk.live, 0, sizeof(walk.live))
    memset(walk.live_suit, 0, sizeof(walk.live_suit))
    memset(walk.board_suit, 0, sizeof(walk.board_suit))
    walk.board_key = 0
    while live:
        card = lowest_bit(live)
        live &= live - 1
        walk.live[card >> 2] += 1
        walk.live_suit[card & 3] |= <uint32_t>1 << (card >> 2)
    while board:
        card = lowest_bit(board)
        board &= board - 1
        walk.board_key += <uint32_t>keys[card]
        walk.board_suit[card & 3] |= <uint32_t>1 << (card >> 2)


cdef void _list_boards(int from_rank, int left, uint64_t key, uint64_t counts, const int *live,
                       uint64_t *keys, uint64_t *packed, int *filled) noexcept nogil:
    cdef int rank, taken
    if left == 0:
        keys[filled[0]] = key
        packed[filled[0]] = counts
        filled[0] += 1
        return
    for rank in range(from_rank, 13):
        for taken in range(1, min(left, live[rank]) + 1):
            _list_boards(rank + 1, left - taken, key + taken * RANK_KEYS[rank],
                         counts + (<uint64_t>taken << (4 * rank)), live, keys, packed, filled)


def board_multisets(uint64_t live, uint64_t board, int to_come, const uint64_t[::1] card_keys):
    """List every complete board by its ranks alone.

    Parameters
    ----------
    live, board : int
        Cards that may come and cards that lie, one bit a card.
    to_come : int
        How many cards come, at most 5.
    card_keys : uint64[64]
        Card keys.

    Returns
    -------
    keys, counts : uint64[n]
        Summed rank keys, and how many of each rank, four bits a rank.
    """
    cdef Walk walk
    cdef uint64_t counts = 0
    cdef int card
    set_cards(&walk, live, board, &card_keys[0])
    while board:
        card = lowest_bit(board)
        board &= board - 1
        counts += <uint64_t>1 << (4 * (card >> 2))
    keys = numpy.empty(6188, dtype=numpy.uint64)
    packed = numpy.empty(6188, dtype=numpy.uint64)
    cdef uint64_t[::1] key = keys
    cdef uint64_t[::1] pack = packed
    cdef int filled = 0
    _list_boards(0, to_come, walk.board_key, counts, walk.live, &key[0], &pack[0], &filled)
    return keys[:filled], packed[:filled]


def hold_em_ranks(const uint64_t[::1] boards, const uint64_t[::1] board_counts,
                  const uint64_t[::1] holes, const uint64_t[::1] hole_counts,
                  const int32_t[::1] board_offsets, const int32_t[::1] offsets,
                  const uint16_t[::1] ranks, uint16_t[:, ::1] out):
    """Fill the flushless strengths of hole cards on every board: any five of all the cards.

    Parameters
    ----------
    boards, board_counts : uint64[b]
        The boards, as :func:`board_multisets` lists them.
    holes, hole_counts : uint64[h]
        The hole cards in the same form.
    board_offsets : int32[:]
        Displacement of the boards' keys.
    offsets, ranks : int32[:], uint16[:]
        The look-up for hole cards and board together.
    out : uint16[h, slots]
        Written: the strength by hole cards and slot of the board; other slots are left alone.
    """
    cdef Py_ssize_t hole, i
    cdef uint64_t key
    with nogil:
        for hole in range(holes.shape[0]):
            for i in range(boards.shape[0]):
                # Five of a rank cannot be dealt, and their keys have no slot.
                if (board_counts[i] + hole_counts[hole] + 0x3333333333333ULL) & 0x8888888888888ULL:
                    continue
                key = boards[i]
                out[hole, rank_slot(&board_offsets[0], key)] = ranks[
                    rank_slot(&offsets[0], key + holes[hole])]


cdef void _fill_flush_of_two(uint32_t hole, const uint16_t *flushes, uint16_t *out) noexcept nogil:
    # By the board's ranks in a suit: the best flush of exactly two of the hole cards' ranks and
    # three of the board's.
    cdef int i, size
    cdef uint32_t mask, left, bit, other, rest, best
    for i in range(MASKS_FROM[3], MASKS_FROM[4]):
        mask = MASKS[i]
        best = 0
        left = hole
        while left:
            bit = left & (~left + 1)
            left ^= bit
            rest = left
            while rest:
                other = rest & (~rest + 1)
                rest ^= other
                best = max(best, <uint32_t>flushes[mask | bit | other])
        out[mask] = <uint16_t>best
    for size in range(4, 6):
        for i in range(MASKS_FROM[size], MASKS_FROM[size + 1]):
            mask = MASKS[i]
            best = 0
            left = mask
            while left:
                bit = left & (~left + 1)
                left ^= bit
                best = max(best, <uint32_t>out[mask ^ bit])
            out[mask] = <uint16_t>best


cdef void set_flushes(Seat *seat, uint64_t hole, int used, uint64_t board, int to_come,
                       const uint16_t *flushes, uint16_t *room) noexcept nogil:
    # `used`: how many hole cards must be used, 0 for any number. `room` takes four tables of 8,192.
    cdef int card, suit
    memset(seat.hole, 0, sizeof(seat.hole))
    while hole:
        card = lowest_bit(hole)
        hole &= hole - 1
        seat.hole[card & 3] |= <uint32_t>1 << (card >> 2)
    for suit in range(4):
        seat.flush[suit] = flushes + (suit << 13)
        seat.need[suit] = 5 - <int>bit_count(seat.hole[suit])
        if used:
            # The board too must be able to have three of the suit.
            seat.need[suit] = 3 if (bit_count(seat.hole[suit]) >= 2 and
                                    bit_count(board & (0x1111111111111ULL << suit)) + to_come >= 3) else 9
            # Not even five board cards of a suit make a flush for who holds fewer than two.
            seat.flush[suit] = NO_FLUSH
            if seat.need[suit] == 3:
                _fill_flush_of_two(seat.hole[suit], flushes + (suit << 13), room + (suit << 13))
                seat.flush[suit] = room + (suit << 13)
            seat.hole[suit] = 0


def flush_of_two(int hole, const uint16_t[::1] flushes):
    """Give the best flush of exactly two hole cards, by the board's ranks in the suit.

    Parameters
    ----------
    hole : int
        The ranks of the hole cards in the suit, as a mask.
    flushes : uint16[8192]
        Strength by mask of five ranks.

    Returns
    -------
    uint16[8192]
        By mask of three to five board ranks; 0 elsewhere.
    """
    table = numpy.zeros(8192, dtype=numpy.uint16)
    cdef uint16_t[::1] out = table
    _fill_flush_of_two(hole, &flushes[0], &out[0])
    return table


def ranks_of_two(const uint64_t[::1] boards, const uint64_t[::1] board_counts, const uint64_t[::1] hole_counts,
                 const int32_t[::1] offsets, const uint16_t[::1] ranks, uint16_t[:, ::1] out):
    """Fill the flushless strengths of hole cards of which exactly two are used.

    Parameters
    ----------
    boards, board_counts : uint64[b]
        The boards, as :func:`board_multisets` lists them.
    hole_counts : uint64[h]
        How many of each rank are held, four bits a rank.
    offsets, ranks : int32[:], uint16[:]
        The look-up of five cards; `offsets` also place the boards.
    out : uint16[h, slots]
        Written: the strength by hole cards and slot of the board; other slots are left alone.
    """
    cdef Py_ssize_t hole, i
    cdef int a, b, c, d, e, n
    cdef uint64_t held, pair, key
    cdef uint16_t best, found
    cdef uint16_t[2197] triples
    cdef int[5] on_board
    cdef uint64_t counts
    with nogil:
        for hole in range(hole_counts.shape[0]):
            held = hole_counts[hole]
            for a in range(13):
                for b in range(a, 13):
                    for c in range(b, 13):
                        # The best two hole cards for each three ranks of the board.
                        best = 0
                        counts = (<uint64_t>1 << (4 * a)) + (<uint64_t>1 << (4 * b)) + (<uint64_t>1 << (4 * c))
                        for d in range(13):
                            if not (held >> (4 * d)) & 15:
                                continue
                            for e in range(d, 13):
                                if ((held >> (4 * e)) & 15) < <uint64_t>(2 if d == e else 1):
                                    continue
                                pair = (<uint64_t>1 << (4 * d)) + (<uint64_t>1 << (4 * e))
                                if (counts + pair + 0x3333333333333ULL) & 0x8888888888888ULL:
                                    continue
                                key = RANK_KEYS[a] + RANK_KEYS[b] + RANK_KEYS[c] + RANK_KEYS[d] + RANK_KEYS[e]
                                found = ranks[rank_slot(&offsets[0], key)]
                                best = max(best, found)
                        triples[(a * 13 + b) * 13 + c] = best
            for i in range(boards.shape[0]):
                if (board_counts[i] + held + 0x3333333333333ULL) & 0x8888888888888ULL:
                    continue
                n = 0
                for a in range(13):
                    for b in range(<int>((board_counts[i] >> (4 * a)) & 15)):
                        on_board[n] = a
                        n += 1
                best = 0
                for a in range(3):
                    for b in range(a + 1, 4):
                        for c in range(b + 1, 5):
                            best = max(best, triples[(on_board[a] * 13 + on_board[b]) * 13 + on_board[c]])
                out[hole, rank_slot(&offsets[0], boards[i])] = best


def count_matchups(const uint64_t[:, ::1] holes, const int32_t[:, ::1] rows, const uint16_t[:, ::1] by_rank,
                   const uint16_t[:, ::1] flushes, const uint64_t[::1] keys, const int32_t[::1] offsets,
                   uint64_t live, uint64_t board, int to_come, int used, const uint32_t[::1] eligible,
                   const int64_t[::1] times, const double[::1] weights,
                   int64_t[:, :, ::1] shares, double[:, :, ::1] weighted):
    """Count the showdowns of known hands over a shared board, matchup by matchup.

    Parameters
    ----------
    holes : uint64[m, seats]
        Hole cards by matchup and seat, one bit a card; disjoint within a matchup.
    rows : int32[m, seats]
        Which row of `by_rank` belongs to those hole cards.
    by_rank : uint16[:, slots]
        Flushless strengths by slot of the board.
    flushes : uint16[4, 8192]
        Strength of a flush by suit and mask of ranks.
    keys, offsets : uint64[64], int32[:]
        Card keys, and the displacement of the boards' rank keys.
    live, board : int
        Cards outside board and dead cards, and the board, one bit a card.
    to_come : int
        How many board cards come.
    used : int
        How many hole cards must be used, 2, or 0 for any number.
    eligible : uint32[pots]
        By pot, the seats that may win it, one bit a seat.
    times : int64[m]
        How many matchups a row stands for.
    weights : float64[m]
        Their summed weight; empty if weights do not differ.
    shares : int64[pots, seats, seats + 1]
        Added to: deals by pot, seat and number of winners it shares with, 0 when it loses.
    weighted : float64[pots, seats, seats + 1]
        Added to: the same by weight; not touched without `weights`.
    """
    cdef Py_ssize_t matchup, n = holes.shape[0]
    cdef int seats = <int>holes.shape[1], pots = <int>eligible.shape[0], seat, pot, sharing
    cdef int64_t cells = pots * seats * (seats + 1), i, deals, rest, count
    cdef uint64_t taken, hole
    cdef uint32_t winners
    cdef bint failed = False
    cdef Walk *walk = <Walk *>calloc(1, sizeof(Walk))
    if walk == NULL:
        raise MemoryError
    walk.seats = seats
    walk.pots = pots
    walk.to_come = to_come
    walk.offsets = &offsets[0]
    walk.slots = by_rank.shape[1]
    for pot in range(pots):
        walk.eligible[pot] = eligible[pot]
    walk.outcomes = <uint32_t *>malloc(pots * walk.slots * sizeof(uint32_t))
    walk.shares = <int64_t *>malloc(cells * sizeof(int64_t))
    # A tally by set of winners is the faster one, as long as it stays small.
    walk.tally = <int64_t *>malloc((<int64_t>pots << seats) * sizeof(int64_t)) if seats <= 8 else NULL
    cdef uint16_t *room = <uint16_t *>malloc((<int64_t>seats << 15) * sizeof(uint16_t))
    if walk.outcomes == NULL or walk.shares == NULL or (seats <= 8 and walk.tally == NULL) or room == NULL:
        failed = True
        n = 0
    with nogil:
        for matchup in range(n):
            taken = 0
            for seat in range(seats):
                hole = holes[matchup, seat]
                taken |= hole
                walk.seat[seat].ranks = &by_rank[rows[matchup, seat], 0]
                set_flushes(&walk.seat[seat], hole, used, board, to_come, &flushes[0, 0], room + (seat << 15))
            set_cards(walk, live & ~taken, board, &keys[0])
            memset(walk.shares, 0, cells * sizeof(int64_t))
            if walk.tally != NULL:
                memset(walk.tally, 0, (<int64_t>pots << seats) * sizeof(int64_t))
            walk_boards(walk)
            if walk.tally != NULL:
                for pot in range(pots):
                    for winners in range(1, <uint32_t>1 << seats):
                        count = walk.tally[(<int64_t>pot << seats) + winners]
                        if count:
                            sharing = bit_count(winners)
                            for seat in range(seats):
                                if (winners >> seat) & 1:
                                    walk.shares[(pot * seats + seat) * (seats + 1) + sharing] += count
            # Losses are what is left of all deals: any seat's or pot's total is the same.
            deals = 1
            rest = bit_count(live & ~taken)
            for i in range(to_come):
                deals = deals * (rest - i) // (i + 1)
            for pot in range(pots):
                for seat in range(seats):
                    count = deals
                    for sharing in range(1, seats + 1):
                        i = (pot * seats + seat) * (seats + 1) + sharing
                        count -= walk.shares[i]
                        shares[pot, seat, sharing] += times[matchup] * walk.shares[i]
                        if weights.shape[0]:
                            weighted[pot, seat, sharing] += weights[matchup] * <double>walk.shares[i]
                    shares[pot, seat, 0] += times[matchup] * count
                    if weights.shape[0]:
                        weighted[pot, seat, 0] += weights[matchup] * <double>count
    free(room)
    free(walk.outcomes)
    free(walk.shares)
    free(walk.tally)
    free(walk)
    if failed:
        raise MemoryError


def count_categories(const uint64_t[::1] holes, const int32_t[::1] rows, const uint16_t[:, ::1] by_rank,
                     const uint16_t[:, ::1] flushes, const uint64_t[::1] keys, const int32_t[::1] offsets,
                     uint64_t live, uint64_t board, int to_come, int used, int size, int jokers,
                     const uint8_t[::1] categories,
                     const int64_t[::1] times, const double[::1] weights,
                     int64_t[::1] counts, double[::1] weighted):
    """Count what hands become, by category.

    Parameters
    ----------
    holes, rows : uint64[m], int32[m]
        Hole cards, one bit a card, and their rows of `by_rank`.
    by_rank, flushes, keys, offsets, live, board, to_come, used
        As for :func:`count_matchups`; `live` and `board` without jokers.
    size : int
        Cards that count, 3 or 5.
    jokers : int
        Jokers in the hand; `flushes` are those with so many.
    categories : uint8[:]
        Category by strength.
    times, weights : int64[m], float64[m] or empty
        How many hands each stands for, and their summed weight.
    counts, weighted : int64[c], float64[c]
        Added to: deals, and their weight, by category.
    """
    cdef Py_ssize_t at, n = holes.shape[0]
    cdef int category, suit
    cdef int64_t[16] tally
    cdef Walk *walk = <Walk *>calloc(1, sizeof(Walk))
    if walk == NULL:
        raise MemoryError
    walk.seats = walk.pots = 1
    walk.to_come = to_come
    walk.offsets = &offsets[0]
    walk.slots = by_rank.shape[1]
    walk.categories = &categories[0]
    walk.tally = tally
    walk.outcomes = <uint32_t *>malloc(walk.slots * sizeof(uint32_t))
    cdef uint16_t *room = <uint16_t *>malloc(32768 * sizeof(uint16_t))
    if walk.outcomes == NULL or room == NULL:
        free(room)
        free(walk.outcomes)
        free(walk)
        raise MemoryError
    with nogil:
        for at in range(n):
            walk.seat[0].ranks = &by_rank[rows[at], 0]
            set_flushes(&walk.seat[0], holes[at], used, board, to_come, &flushes[0, 0], room)
            set_cards(walk, live & ~holes[at], board, &keys[0])
            walk.board_key += jokers * <uint64_t><uint32_t>keys[52]
            for suit in range(4):
                if not used:
                    walk.seat[0].need[suit] += size - jokers - 5
            memset(tally, 0, sizeof(tally))
            walk_boards(walk)
            for category in range(counts.shape[0]):
                counts[category] += times[at] * tally[category]
                if weights.shape[0]:
                    weighted[category] += weights[at] * <double>tally[category]
    free(room)
    free(walk.outcomes)
    free(walk)
