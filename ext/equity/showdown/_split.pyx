"""Exact showdowns of known hands over a shared board for a pot of two parts.

The walk over boards is that of ``_boards``; what is counted is who wins the first part and who the
second. The second part is a low, which knows no flushes: where a flush changes who wins the first,
the second stays as it was.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from equity.rankings._look_up cimport bit_count, lowest_bit, rank_slot
from equity.showdown._boards cimport MOST_SEATS, Walk, copy_sets, list_rest, set_cards, set_flushes

cdef uint64_t[13] RANK_KEYS
cdef uint64_t[8192] KEY_OF_MASK
cdef uint16_t[8192] MASKS
cdef int[15] MASKS_FROM
cdef int64_t[5][5] CHOOSE

copy_sets(RANK_KEYS, KEY_OF_MASK, MASKS, MASKS_FROM)
CHOOSE = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]]

cdef enum:
    MOST_TALLIED = 4        # seats up to which deals are counted by sets of winners first

ctypedef struct Split:
    Walk walk               # its outcomes are who wins the first part
    const uint16_t *lows[26]    # by seat: strength for the second part, by slot
    uint32_t *low_outcomes  # [pots, slots] who wins the second part, 0: nobody qualifies
    int64_t *tally          # [pots, 2**seats, 2**seats] by winners of both, or NULL
    int64_t *joint          # [pots, seats, seats + 1, seats + 2]
    int64_t *sharers        # [seats + 1]


cdef inline void _into_joint(Split *split, int pot, uint32_t high, uint32_t low, int64_t weight) noexcept nogil:
    # Add deals to the cell of each seat.
    cdef int seat, seats = split.walk.seats, first = bit_count(high), second = bit_count(low)
    cdef int64_t *cells
    cdef int of_high, of_low
    for seat in range(seats):
        cells = split.joint + (pot * seats + seat) * (seats + 1) * (seats + 2)
        of_high = first if (high >> seat) & 1 else 0
        of_low = seats + 1 if low == 0 else (second if (low >> seat) & 1 else 0)
        cells[of_high * (seats + 2) + of_low] += weight
    if pot == 0:
        split.sharers[bit_count(high | low)] += weight


cdef inline void _add(Split *split, int pot, uint32_t high, uint32_t low, int64_t weight) noexcept nogil:
    cdef int seats = split.walk.seats
    if split.tally != NULL:
        split.tally[(((<int64_t>pot << seats) + high) << seats) + low] += weight
    else:
        _into_joint(split, pot, high, low, weight)


cdef inline uint32_t _winners(const uint32_t *strengths, int seats, uint32_t eligible) noexcept nogil:
    # Nobody wins with 0.
    cdef uint32_t best = 1, found = 0
    cdef int seat
    for seat in range(seats):
        if (eligible >> seat) & 1:
            if strengths[seat] > best:
                best = strengths[seat]
                found = <uint32_t>1 << seat
            elif strengths[seat] == best:
                found |= <uint32_t>1 << seat
    return found


cdef inline void _board_without_flush(Split *split, uint64_t key, int64_t weight) noexcept nogil:
    cdef Walk *walk = &split.walk
    cdef uint32_t slot = rank_slot(walk.offsets, key)
    cdef uint32_t[26] strengths, lows
    cdef uint32_t high, low
    cdef int seat, pot
    for seat in range(walk.seats):
        strengths[seat] = walk.seat[seat].ranks[slot]
        lows[seat] = split.lows[seat][slot]
    for pot in range(walk.pots):
        high = _winners(strengths, walk.seats, walk.eligible[pot])
        low = _winners(lows, walk.seats, walk.eligible[pot])
        walk.outcomes[pot * walk.slots + slot] = high
        split.low_outcomes[pot * walk.slots + slot] = low
        _add(split, pot, high, low, weight)


cdef void _by_ranks(Split *split, int from_rank, int left, uint64_t key, int64_t weight) noexcept nogil:
    # Every multiset of `left` more live ranks from `from_rank` up.
    cdef Walk *walk = &split.walk
    cdef int rank, taken
    if left == 0:
        _board_without_flush(split, key, weight)
        return
    for rank in range(from_rank, 13):
        for taken in range(1, min(left, walk.live[rank]) + 1):
            _by_ranks(split, rank + 1, left - taken, key + taken * RANK_KEYS[rank],
                      weight * CHOOSE[walk.live[rank]][taken])


cdef inline void _boards_with_flush(Split *split, int suit, uint32_t mask, int others) noexcept nogil:
    # Move the boards with these ranks in the suit from what they were counted as.
    cdef Walk *walk = &split.walk
    cdef uint32_t board = walk.board_suit[suit] | mask, slot, high, old, low
    cdef uint64_t base = walk.board_key + KEY_OF_MASK[mask]
    cdef uint32_t[26] flushes, strengths
    cdef int seat, pot, i
    for seat in range(walk.seats):
        flushes[seat] = walk.seat[seat].flush[suit][board | walk.seat[seat].hole[suit]]
    for i in range(walk.rest_count[others]):
        slot = rank_slot(walk.offsets, base + walk.rest_key[others][i])
        for seat in range(walk.seats):
            strengths[seat] = max(flushes[seat], <uint32_t>walk.seat[seat].ranks[slot])
        for pot in range(walk.pots):
            high = _winners(strengths, walk.seats, walk.eligible[pot])
            old = walk.outcomes[pot * walk.slots + slot]
            if high != old:
                low = split.low_outcomes[pot * walk.slots + slot]
                _add(split, pot, old, low, -walk.rest_weight[others][i])
                _add(split, pot, high, low, walk.rest_weight[others][i])


cdef void _walk(Split *split) noexcept nogil:
    # Count every completion of the board once.
    cdef Walk *walk = &split.walk
    cdef int suit, seat, need, of_suit, i
    _by_ranks(split, 0, walk.to_come, walk.board_key, 1)
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
                if MASKS[i] & ~walk.live_suit[suit] == 0:
                    _boards_with_flush(split, suit, MASKS[i], walk.to_come - of_suit)


def count_split_matchups(const uint64_t[:, ::1] holes, const int32_t[:, ::1] rows, const uint16_t[:, ::1] by_rank,
                         const uint16_t[:, ::1] lows, const uint16_t[:, ::1] flushes, const uint64_t[::1] keys,
                         const int32_t[::1] offsets, uint64_t live, uint64_t board, int to_come, int used,
                         const uint32_t[::1] eligible, const int64_t[::1] times, const double[::1] weights,
                         int64_t[:, :, :, ::1] joint, double[:, :, :, ::1] weighted, double[::1] sharers):
    """Count the showdowns of known hands over a shared board for a pot of two parts.

    Parameters
    ----------
    holes, rows, by_rank, flushes, keys, offsets, live, board, to_come, used, eligible, times, weights
        As for ``count_matchups``, strengths being those for the first part.
    lows : uint16[:, slots]
        Strengths for the second part by the same rows and slots; 0 does not qualify.
    joint : int64[pots, seats, seats + 1, seats + 2]
        Added to: deals by pot, seat, winners of the first part and of the second, see ``Equity``.
    weighted : float64, as `joint`
        Added to: the same by weight, if `weights` is not empty.
    sharers : float64[seats + 1]
        Added to: deals, or their weight, by how many seats get something of the first pot.
    """
    cdef Py_ssize_t matchup, n = holes.shape[0]
    cdef int seats = <int>holes.shape[1], pots = <int>eligible.shape[0], seat, pot, at
    cdef uint32_t high, low
    cdef uint64_t taken
    cdef int64_t cells = pots * seats * (seats + 1) * (seats + 2), cell, count, masks
    cdef double weight
    if seats > MOST_SEATS or pots > MOST_SEATS:
        raise ValueError("too many seats")
    cdef Split *split = <Split *>calloc(1, sizeof(Split))
    if split == NULL:
        raise MemoryError
    cdef Walk *walk = &split.walk
    walk.seats, walk.pots, walk.to_come = seats, pots, to_come
    walk.offsets = &offsets[0]
    walk.slots = by_rank.shape[1]
    for pot in range(pots):
        walk.eligible[pot] = eligible[pot]
    masks = <int64_t>pots << (2 * seats)
    walk.outcomes = <uint32_t *>malloc(2 * pots * walk.slots * sizeof(uint32_t))
    split.low_outcomes = walk.outcomes + pots * walk.slots
    split.joint = <int64_t *>malloc(cells * sizeof(int64_t))
    split.sharers = <int64_t *>malloc((seats + 1) * sizeof(int64_t))
    split.tally = <int64_t *>malloc(masks * sizeof(int64_t)) if seats <= MOST_TALLIED else NULL
    cdef uint16_t *room = <uint16_t *>malloc((<int64_t>seats << 15) * sizeof(uint16_t))
    cdef bint failed = (walk.outcomes == NULL or split.joint == NULL or split.sharers == NULL or room == NULL
                        or (seats <= MOST_TALLIED and split.tally == NULL))
    if failed:
        n = 0
    cdef double *heavy = &weighted[0, 0, 0, 0] if weighted.shape[0] else NULL
    cdef int64_t *deals = &joint[0, 0, 0, 0]
    with nogil:
        for matchup in range(n):
            taken = 0
            for seat in range(seats):
                taken |= holes[matchup, seat]
                walk.seat[seat].ranks = &by_rank[rows[matchup, seat], 0]
                split.lows[seat] = &lows[rows[matchup, seat], 0]
                set_flushes(&walk.seat[seat], holes[matchup, seat], used, board, to_come, &flushes[0, 0],
                            room + (seat << 15))
            set_cards(walk, live & ~taken, board, &keys[0])
            memset(split.joint, 0, cells * sizeof(int64_t))
            memset(split.sharers, 0, (seats + 1) * sizeof(int64_t))
            if split.tally != NULL:
                memset(split.tally, 0, masks * sizeof(int64_t))
            _walk(split)
            if split.tally != NULL:
                for pot in range(pots):
                    for high in range(<uint32_t>1 << seats):
                        for low in range(<uint32_t>1 << seats):
                            count = split.tally[(((<int64_t>pot << seats) + high) << seats) + low]
                            if count:
                                _into_joint(split, pot, high, low, count)
            weight = weights[matchup] if weights.shape[0] else <double>times[matchup]
            for cell in range(cells):
                deals[cell] += times[matchup] * split.joint[cell]
                if heavy != NULL:
                    heavy[cell] += weight * <double>split.joint[cell]
            for at in range(seats + 1):
                sharers[at] += weight * <double>split.sharers[at]
    free(room)
    free(walk.outcomes)
    free(split.joint)
    free(split.sharers)
    free(split.tally)
    free(split)
    if failed:
        raise MemoryError
