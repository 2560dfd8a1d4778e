"""Exact showdowns of two or three hold'em ranges, board by board, without visiting a matchup.

On one board the combos are sorted by strength, and one sweep from weak to strong keeps what has
been passed of each range, in all and by card. What a combo beats is the weight passed less what
shares a card with it; of two rivals' combos, less the pairs that share one with each other too.
Combos of equal strength are looked at before and after their own weight is added: what comes on
top ties. Without a flush strength depends on ranks alone, so rank pairs are looked up and sorted,
not combos.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from equity.rankings._look_up cimport Lookup, bit_count, hand_strength, lowest_bit, rank_slot

import numpy

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define equity_aligned(p) __builtin_assume_aligned(p, 16)
    #else
    #define equity_aligned(p) (p)
    #endif
    """
    void *aligned "equity_aligned"(const void *) noexcept nogil

ctypedef fused Number:
    int64_t
    double

ctypedef fused Weight:
    int16_t
    double

ctypedef fused Sum:
    int32_t
    double

cdef enum:
    LOW_BITS = 7
    INDEX_BITS = 11
    INDEX_MASK = 2047
    COMBOS = 1326
    PAIRS = 91
    LANES = 48              # the 47 live cards, padded to whole vectors of eight
    SUMS = 48               # the row of sums by card
    ROWS = 49
    SIZE = 2352             # of a range's rows
    DEAD = 0
    RANKS = 1
    FLUSH = 2

ctypedef struct Spot:
    # The combos of all ranges together, sorted by their pair of ranks, and one board.
    Lookup look
    int combos
    int pairs                       # how many pairs of ranks they have
    int[PAIRS + 1] starts           # where the combos of each begin
    uint64_t[COMBOS] bits
    uint64_t[COMBOS] keys
    uint64_t[COMBOS] masks
    uint8_t[COMBOS] high
    uint8_t[COMBOS] low
    uint16_t[52][51] holding        # the combos that hold a card
    int[52] holders                 # how many they are
    int suit                        # of which a board may make a flush, -1 if none
    uint8_t[COMBOS] state           # of each combo on the board: DEAD, by its RANKS, with a FLUSH
    int count                       # items below: a combo, or a pair's combos without a flush
    uint32_t[COMBOS + PAIRS] items  # strength, and the combo or COMBOS + the pair
    uint32_t[COMBOS + PAIRS] spare


cdef void _set_spot(Spot *spot, const uint8_t[:, ::1] combos, const int32_t[::1] pair_starts, uint64_t start,
                    const uint64_t[::1] keys, const uint64_t[::1] masks, const int32_t[::1] offsets,
                    const uint16_t[::1] ranks, const uint16_t[:, :, ::1] flushes) noexcept nogil:
    cdef int i, j, card
    spot.look.keys = &keys[0]
    spot.look.masks = &masks[0]
    spot.look.offsets = &offsets[0]
    spot.look.ranks = &ranks[0]
    spot.look.flushes = &flushes[0, 0, 0]
    spot.look.jokers = flushes.shape[0] - 1
    spot.look.others = 0
    spot.look.start = start
    spot.look.tops = NULL
    spot.look.straights = NULL
    spot.combos = <int>combos.shape[0]
    spot.pairs = 0
    spot.starts[0] = 0
    for i in range(PAIRS):
        spot.starts[spot.pairs + 1] = pair_starts[i + 1]
        spot.pairs += pair_starts[i + 1] > pair_starts[i]
    memset(spot.holders, 0, sizeof(spot.holders))
    for i in range(spot.combos):
        for j in range(2):
            card = combos[i, j]
            spot.holding[card][spot.holders[card]] = i
            spot.holders[card] += 1
        spot.high[i] = combos[i, 0]
        spot.low[i] = combos[i, 1]
        spot.bits[i] = (<uint64_t>1 << combos[i, 0]) | (<uint64_t>1 << combos[i, 1])
        spot.keys[i] = keys[combos[i, 0]] + keys[combos[i, 1]]
        spot.masks[i] = masks[combos[i, 0]] | masks[combos[i, 1]]


cdef inline int _add_flush(Spot *spot, int combo, uint64_t board_key, uint64_t board_mask, int count) noexcept nogil:
    cdef uint32_t strength = hand_strength(&spot.look, board_key + spot.keys[combo],
                                           board_mask | spot.masks[combo])
    spot.state[combo] = FLUSH
    spot.items[count] = (strength << INDEX_BITS) | <uint32_t>combo
    return count + 1


cdef void _order(Spot *spot, uint64_t board) noexcept nogil:
    # Look everything up on a board, and sort it from weak to strong.
    cdef uint64_t board_key = spot.look.start, board_mask = 0, left = board, of_suit
    cdef uint32_t strength
    cdef int card, suit, pair, combo, i, count = 0
    memset(spot.state, RANKS, spot.combos)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        board_key += spot.look.keys[card]
        board_mask |= spot.look.masks[card]
        for i in range(spot.holders[card]):
            spot.state[spot.holding[card][i]] = DEAD
    left = (board_key + 0x222200000000ULL) & 0x888800000000ULL
    spot.suit = -1
    if left:
        # At least three of a suit: all five make every combo a flush, four each that has one
        # more, three those that have two.
        suit = (lowest_bit(left) - 35) >> 2
        spot.suit = suit
        of_suit = 0x1111111111111ULL << suit
        i = <int>bit_count(board & of_suit)
        if i == 5:
            for combo in range(spot.combos):
                if spot.state[combo] == RANKS:
                    count = _add_flush(spot, combo, board_key, board_mask, count)
        else:
            if i == 4:
                of_suit = ~<uint64_t>0
            for card in range(suit, 52, 4):
                for i in range(spot.holders[card]):
                    combo = spot.holding[card][i]
                    if spot.state[combo] == RANKS and spot.bits[combo] & ~of_suit == 0:
                        count = _add_flush(spot, combo, board_key, board_mask, count)
    for pair in range(spot.pairs):
        # Five of a rank has no slot; no combo of the pair is live then.
        for combo in range(spot.starts[pair], spot.starts[pair + 1]):
            if spot.state[combo] == RANKS:
                strength = spot.look.ranks[rank_slot(spot.look.offsets, board_key + spot.keys[combo])]
                spot.items[count] = (strength << INDEX_BITS) | <uint32_t>(COMBOS + pair)
                count += 1
                break
    spot.count = count
    _sort(spot.items, spot.spare, count)


cdef inline int _next_group(const Spot *spot, int *at, int *group) noexcept nogil:
    # List the combos of the next strength, and say how many they are.
    cdef uint32_t strength = spot.items[at[0]] >> INDEX_BITS
    cdef int size = 0, item, i
    while at[0] < spot.count and spot.items[at[0]] >> INDEX_BITS == strength:
        item = <int>(spot.items[at[0]] & INDEX_MASK)
        at[0] += 1
        if item < COMBOS:
            group[size] = item
            size += 1
        else:
            item -= COMBOS
            for i in range(spot.starts[item], spot.starts[item + 1]):
                group[size] = i
                size += spot.state[i] == RANKS
    return size


cdef void _sort(uint32_t *items, uint32_t *spare, int n) noexcept nogil:
    # Sort by the strength in the upper bits, at most fourteen, in two passes.
    cdef int[128] low, high
    cdef int i, at, before, count
    cdef uint32_t strength
    memset(low, 0, sizeof(low))
    memset(high, 0, sizeof(high))
    for i in range(n):
        strength = items[i] >> INDEX_BITS
        low[strength & 127] += 1
        high[strength >> LOW_BITS] += 1
    before = 0
    at = 0
    for i in range(128):
        count = low[i]
        low[i] = before
        before += count
    i = 0
    while at < n:
        count = high[i]
        high[i] = at
        at += count
        i += 1
    for i in range(n):
        strength = items[i] >> INDEX_BITS
        spare[low[strength & 127]] = items[i]
        low[strength & 127] += 1
    for i in range(n):
        strength = spare[i] >> INDEX_BITS
        items[high[strength >> LOW_BITS]] = spare[i]
        high[strength >> LOW_BITS] += 1


def sweep_two(const uint64_t[::1] boards, const int32_t[::1] times, const uint8_t[:, ::1] combos,
              const int32_t[::1] pair_starts, const Number[:, ::1] weights,
              uint64_t start, const uint64_t[::1] keys, const uint64_t[::1] masks, const int32_t[::1] offsets,
              const uint16_t[::1] ranks, const uint16_t[:, :, ::1] flushes):
    """Sweep boards for two ranges.

    Parameters
    ----------
    boards : uint64[b]
        Complete boards, one bit a card.
    times : int32[b]
        How many boards each stands for.
    combos : uint8[c, 2]
        The combos of both ranges together, sorted by their pair of ranks.
    pair_starts : int32[92]
        Where the combos of each of the 91 rank pairs begin.
    weights : int64[2, c] or float64[2, c]
        Each range's weight of each combo, 0 where it does not hold it.
    start, keys, masks, offsets, ranks, flushes
        The look-up for seven cards.

    Returns
    -------
    int64[c, 2] or float64[c, 2]
        By combo, the weight of the second range's hands that it beats and that it ties, summed
        over all boards; 0 where the first range does not hold it.
    """
    scores = numpy.zeros((combos.shape[0], 2), dtype=numpy.int64 if Number is int64_t else numpy.float64)
    cdef Number[:, ::1] out = scores
    cdef int i, j, at, size
    cdef Py_ssize_t b
    cdef int[COMBOS] group
    cdef Number[COMBOS] ours, theirs, beaten
    cdef Number[52] passed
    cdef Number total, alike
    cdef Spot *spot = <Spot *>malloc(sizeof(Spot))
    if spot == NULL:
        raise MemoryError
    _set_spot(spot, combos, pair_starts, start, keys, masks, offsets, ranks, flushes)
    for i in range(spot.combos):
        ours[i] = weights[0, i]
        theirs[i] = weights[1, i]
    with nogil:
        for b in range(boards.shape[0]):
            _order(spot, boards[b])
            alike = times[b]
            memset(passed, 0, sizeof(passed))
            total = 0
            i = 0
            while i < spot.count:
                size = _next_group(spot, &i, group)
                for j in range(size):
                    at = group[j]
                    if ours[at] != 0:
                        beaten[j] = total - passed[spot.high[at]] - passed[spot.low[at]]
                for j in range(size):
                    at = group[j]
                    total += theirs[at]
                    passed[spot.high[at]] += theirs[at]
                    passed[spot.low[at]] += theirs[at]
                for j in range(size):
                    at = group[j]
                    if ours[at] != 0:
                        out[at, 0] += alike * beaten[j]
                        # The combo itself was taken off with each of its two cards.
                        out[at, 1] += alike * (total - passed[spot.high[at]] - passed[spot.low[at]]
                                               + theirs[at] - beaten[j])
    free(spot)
    return scores


cdef inline void _score(const Weight *passed, const Weight *tied, int first, int second,
                        const Sum *passed_total, const Sum *tied_total, const Sum *passed_common,
                        const Sum *tied_common, int x, int y, Sum *found, bint ties) noexcept nogil:
    # The weight of pairs of combos, one of each rival's, that share no card with {x, y} nor with
    # each other; both passed, one tied, both tied. They are all pairs clear of x and y, less
    # those that share a card z, which counts equal combos twice.
    # A range's row z has the weight of {z, card} by card, and on the diagonal, as in the last
    # row, the sum of z: the lanes of x and y are then left with just {x, y} itself.
    cdef const Weight *a = <const Weight *>aligned(<const void *>(passed + first * SIZE))
    cdef const Weight *b = <const Weight *>aligned(<const void *>(passed + second * SIZE))
    cdef const Weight *c = <const Weight *>aligned(<const void *>(tied + first * SIZE))
    cdef const Weight *d = <const Weight *>aligned(<const void *>(tied + second * SIZE))
    cdef const Weight *ax = a + x * LANES
    cdef const Weight *ay = a + y * LANES
    cdef const Weight *bx = b + x * LANES
    cdef const Weight *by = b + y * LANES
    cdef const Weight *cx = c + x * LANES
    cdef const Weight *cy = c + y * LANES
    cdef const Weight *dx = d + x * LANES
    cdef const Weight *dy = d + y * LANES
    cdef Sum won = 0, mixed = 0, more = 0, level = 0, own_first, own_second
    cdef Weight e, f, g, h
    cdef int z
    a += SUMS * LANES
    b += SUMS * LANES
    c += SUMS * LANES
    d += SUMS * LANES
    for z in range(LANES):
        e = a[z] - ax[z] - ay[z]
        f = b[z] - bx[z] - by[z]
        won += <Sum>e * <Sum>f
        if ties:
            g = c[z] - cx[z] - cy[z]
            h = d[z] - dx[z] - dy[z]
            mixed += <Sum>e * <Sum>h
            more += <Sum>f * <Sum>g
            level += <Sum>g * <Sum>h
    cdef Sum left_first = <Sum>(passed_total[first] - a[x] - a[y])
    cdef Sum left_second = <Sum>(passed_total[second] - b[x] - b[y])
    cdef Sum tied_first, tied_second
    found[0] = left_first * left_second - won + passed_common[SUMS] - passed_common[x] - passed_common[y]
    if ties:
        own_first = <Sum>cx[y]
        own_second = <Sum>dx[y]
        tied_first = <Sum>(tied_total[first] - c[x] - c[y] + own_first)
        tied_second = <Sum>(tied_total[second] - d[x] - d[y] + own_second)
        found[1] = left_first * tied_second + tied_first * left_second - mixed - more
        found[2] = (tied_first * tied_second - level + tied_common[SUMS] - tied_common[x] - tied_common[y]
                    + 3 * own_first * own_second)


cdef inline void _add(Weight *rows, Weight weight, int x, int y) noexcept nogil:
    rows[x * LANES + y] += weight
    rows[y * LANES + x] += weight
    rows[x * LANES + x] += weight
    rows[y * LANES + y] += weight
    rows[SUMS * LANES + x] += weight
    rows[SUMS * LANES + y] += weight


cdef inline void _clear(Weight *rows, int x, int y) noexcept nogil:
    rows[x * LANES + y] = 0
    rows[y * LANES + x] = 0
    rows[x * LANES + x] = 0
    rows[y * LANES + y] = 0
    rows[SUMS * LANES + x] = 0
    rows[SUMS * LANES + y] = 0


cdef void _sweep_three(Spot *spot, const uint64_t[::1] boards, const int32_t[::1] times,
                       const Weight[:, ::1] weights, const int[:, ::1] seats, const int[::1] alike,
                       double[:, :, ::1] out, Weight *room, Sum unused) noexcept nogil:
    cdef int kinds = <int>weights.shape[0], scored = <int>seats.shape[0], n = spot.combos
    cdef int i, j, k, s, at, size, x, y, card
    cdef const Weight *held = &weights[0, 0]
    cdef const Weight *own
    cdef int[3] first, second
    cdef Sum[3][COMBOS] products
    cdef Py_ssize_t b
    cdef double copies
    cdef double *score
    cdef int[COMBOS] group
    cdef int[COMBOS] xs
    cdef int[COMBOS] ys
    cdef int[52] lane
    cdef Weight *passed = room
    cdef Weight *tied = room + 3 * SIZE
    cdef Weight weight
    cdef Sum[3] passed_total, tied_total
    cdef Sum[4 * COMBOS][3] scores
    cdef Py_ssize_t[4 * COMBOS] scored_on
    cdef Sum[3] found
    cdef int kind = 0
    cdef bint ties, shared = alike.shape[0] > 0
    cdef Sum[3][ROWS] passed_common, tied_common
    cdef Sum product
    memset(tied_common, 0, sizeof(tied_common))
    memset(scored_on, 255, sizeof(scored_on))
    for s in range(scored):
        first[s] = seats[s, 1]
        second[s] = seats[s, 2]
        for at in range(n):
            products[s][at] = <Sum>weights[first[s], at] * <Sum>weights[second[s], at]
    for b in range(boards.shape[0]):
        _order(spot, boards[b])
        copies = times[b]
        i = 0
        for card in range(52):
            lane[card] = i
            i += not (boards[b] >> card) & 1
        memset(passed, 0, kinds * SIZE * sizeof(Weight))
        memset(passed_common, 0, sizeof(passed_common))
        for k in range(3):
            passed_total[k] = 0
        i = 0
        while i < spot.count:
            size = _next_group(spot, &i, group)
            for k in range(3):
                tied_total[k] = 0
            for j in range(size):
                at = group[j]
                x = xs[j] = lane[spot.high[at]]
                y = ys[j] = lane[spot.low[at]]
                for k in range(kinds):
                    weight = held[k * n + at]
                    if weight != 0:
                        tied_total[k] += <Sum>weight
                        if size > 1:
                            _add(tied + k * SIZE, weight, x, y)
            if size > 1:
                for s in range(scored):
                    for j in range(size):
                        at = group[j]
                        product = products[s][at]
                        if product != 0:
                            tied_common[s][xs[j]] += product
                            tied_common[s][ys[j]] += product
                            tied_common[s][SUMS] += product
            for s in range(scored):
                score = &out[s, 0, 0]
                own = held + seats[s, 0] * n
                ties = size > 1 and (tied_total[first[s]] != 0 or tied_total[second[s]] != 0)
                for j in range(size):
                    at = group[j]
                    if own[at] == 0:
                        continue
                    # Combos that differ in cards of which each can stand for the other do alike.
                    if shared:
                        kind = 4 * alike[at] + 2 * (spot.high[at] & 3 == spot.suit) + (spot.low[at] & 3 == spot.suit)
                    if shared and scored_on[kind] == 3 * b + s:
                        for k in range(3):
                            found[k] = scores[kind][k]
                    else:
                        if ties:
                            _score(passed, tied, first[s], second[s], passed_total, tied_total,
                                   passed_common[s], tied_common[s], xs[j], ys[j], found, True)
                        else:
                            _score(passed, tied, first[s], second[s], passed_total, tied_total,
                                   passed_common[s], tied_common[s], xs[j], ys[j], found, False)
                        if shared:
                            scored_on[kind] = 3 * b + s
                            for k in range(3):
                                scores[kind][k] = found[k]
                    score[3 * at] += copies * found[0]
                    if ties:
                        score[3 * at + 1] += copies * found[1]
                        score[3 * at + 2] += copies * found[2]
            for j in range(size):
                at = group[j]
                for k in range(kinds):
                    weight = held[k * n + at]
                    if weight != 0:
                        _add(passed + k * SIZE, weight, xs[j], ys[j])
                        if size > 1:
                            _clear(tied + k * SIZE, xs[j], ys[j])
                for s in range(scored):
                    product = products[s][at]
                    if product != 0:
                        passed_common[s][xs[j]] += product
                        passed_common[s][ys[j]] += product
                        passed_common[s][SUMS] += product
                        tied_common[s][xs[j]] = 0
                        tied_common[s][ys[j]] = 0
                        tied_common[s][SUMS] = 0
            for k in range(kinds):
                passed_total[k] += tied_total[k]


def sweep_three(const uint64_t[::1] boards, const int32_t[::1] times, const uint8_t[:, ::1] combos,
                const int32_t[::1] pair_starts, const Weight[:, ::1] weights, const int[:, ::1] seats,
                const int[::1] alike, uint64_t start, const uint64_t[::1] keys, const uint64_t[::1] masks,
                const int32_t[::1] offsets, const uint16_t[::1] ranks, const uint16_t[:, :, ::1] flushes):
    """Sweep boards for three ranges.

    Parameters
    ----------
    boards, times, combos, pair_starts
        As for :func:`sweep_two`.
    weights : int16[k, c] or float64[k, c]
        The weights of the ranges that differ, at most 3. In whole numbers a range's sum must be
        below 2**15, and the product of two sums below 2**31.
    seats : int32[s, 3]
        By seat that is scored, the row of `weights` of its own range and of its rivals'.
    alike : int32[c], or empty
        Numbers of the combos, equal where they differ only in cards of a rank of which each can
        stand for the other in all ranges; on a board they are scored once, unless one makes a
        flush. Empty: all are scored.
    start, keys, masks, offsets, ranks, flushes
        The look-up for seven cards.

    Returns
    -------
    float64[s, c, 3]
        By seat and combo, the weight of the pairs of rivals' hands both of which it beats, of
        which it ties one and beats the other, and both of which it ties, summed over all boards;
        whole numbers are exact up to 2**53.
    """
    scores = numpy.zeros((seats.shape[0], combos.shape[0], 3))
    cdef double[:, :, ::1] out = scores
    cdef Weight *room = <Weight *>calloc(6 * SIZE, sizeof(Weight))
    cdef Spot *spot = <Spot *>malloc(sizeof(Spot))
    if spot == NULL or room == NULL:
        free(spot)
        free(room)
        raise MemoryError
    _set_spot(spot, combos, pair_starts, start, keys, masks, offsets, ranks, flushes)
    with nogil:
        if Weight is int16_t:
            _sweep_three[int16_t, int32_t](spot, boards, times, weights, seats, alike, out, room, 0)
        else:
            _sweep_three[double, double](spot, boards, times, weights, seats, alike, out, room, 0)
    free(spot)
    free(room)
    return scores


def symmetric_boards(uint64_t live, int to_come, uint64_t board, const uint8_t[:, ::1] suit_maps):
    """List the completions of a board up to the suit relabellings given.

    Parameters
    ----------
    live : int
        Cards that may come, one bit a card.
    to_come : int
        How many come, at most 5.
    board : int
        Cards that lie already, one bit a card.
    suit_maps : uint8[g, 4]
        Relabellings of suits that leave `live` and `board` as they are, a group; each row gives
        the new suit by the old.

    Returns
    -------
    boards : uint64[b]
        Complete boards, one bit a card; the smallest of each class.
    times : int32[b]
        How many boards are in the class.
    """
    cdef int maps = <int>suit_maps.shape[0], n = 0, i, g, card
    cdef int[52] cards
    cdef uint64_t[24][52] moved
    cdef uint64_t[6] chosen
    cdef int[6] at
    for card in range(52):
        if (live >> card) & 1:
            cards[n] = card
            n += 1
    for g in range(maps):
        for i in range(n):
            card = cards[i]
            moved[g][i] = <uint64_t>1 << ((card & ~3) | suit_maps[g, card & 3])
    cdef int64_t limit = 1
    for i in range(to_come):
        limit = limit * (n - i) // (i + 1)
    # A class is rarely smaller than the group; grown if it is.
    cdef int64_t room = min(limit, limit // maps * 2 + 4096), filled = 0
    board_array = numpy.empty(room, dtype=numpy.uint64)
    size_array = numpy.empty(room, dtype=numpy.int32)
    cdef uint64_t[::1] found = board_array
    cdef int32_t[::1] sizes = size_array
    cdef int depth, fixed
    cdef uint64_t mine, other
    cdef bint smallest
    with nogil:
        for i in range(to_come):
            at[i] = i
        while n >= to_come:
            mine = 0
            for i in range(to_come):
                mine |= <uint64_t>1 << cards[at[i]]
            smallest = True
            fixed = 0
            for g in range(maps):
                other = 0
                for i in range(to_come):
                    other |= moved[g][at[i]]
                if other < mine:
                    smallest = False
                    break
                fixed += other == mine
            if smallest:
                if filled == room:
                    room = limit
                    with gil:
                        # What is not written to takes no memory.
                        board_array = numpy.concatenate(
                            [board_array, numpy.empty(room - filled, dtype=numpy.uint64)])
                        size_array = numpy.concatenate(
                            [size_array, numpy.empty(room - filled, dtype=numpy.int32)])
                        found, sizes = board_array, size_array
                found[filled] = mine | board
                sizes[filled] = maps // fixed
                filled += 1
            depth = to_come - 1
            while depth >= 0 and at[depth] == n - to_come + depth:
                depth -= 1
            if depth < 0:
                break
            at[depth] += 1
            for i in range(depth + 1, to_come):
                at[i] = at[i - 1] + 1
    return board_array[:filled].copy(), size_array[:filled].copy()
