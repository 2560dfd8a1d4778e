"""Exact showdowns of two hold'em ranges, board by board, without visiting a matchup.

On one board every live combo is looked up once and the combos are sorted. One sweep from weak to
strong keeps the other range's weight passed so far, in all and by card: what a combo beats is the
total less what holds one of its two cards. Combos of equal strength are looked at before and
after their weight is added; the difference ties. Strength depends on ranks alone on boards
without three cards of a suit, so there rank pairs are looked up and sorted, not combos.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from equity.showdown._lookup cimport Lookup, hand_strength, lowest_bit, rank_slot

import numpy

ctypedef fused Number:
    int32_t
    double

cdef enum:
    LOW_BITS = 7
    INDEX_BITS = 11
    INDEX_MASK = 2047
    PAIRS = 91


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
        count = high[i]
        high[i] = at
        at += count
    for i in range(n):
        strength = items[i] >> INDEX_BITS
        spare[low[strength & 127]] = items[i]
        low[strength & 127] += 1
    for i in range(n):
        strength = spare[i] >> INDEX_BITS
        items[high[strength >> LOW_BITS]] = spare[i]
        high[strength >> LOW_BITS] += 1


def sweep(const uint64_t[::1] boards, const int32_t[::1] times, const uint8_t[:, ::1] combos,
          const int32_t[::1] pair_starts, Number[:, ::1] weights,
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
    weights : int32[2, c] or float64[2, c]
        Each range's weight of each combo, 0 where it does not hold it.
    start, keys, masks, offsets, ranks, flushes
        The look-up for seven cards.

    Returns
    -------
    wins, ties : int or float
        Weight of the deals that the first range wins, and of those that tie.
    """
    cdef Lookup look
    look.keys = &keys[0]
    look.masks = &masks[0]
    look.offsets = &offsets[0]
    look.ranks = &ranks[0]
    look.flushes = &flushes[0, 0, 0]
    look.jokers = flushes.shape[0] - 1
    look.start = start
    look.tops = NULL
    look.straights = NULL
    cdef int n = <int>combos.shape[0], i, j, at, count, in_group, pair
    cdef Py_ssize_t b
    cdef uint64_t left, board_mask, board_key, key
    cdef uint32_t[1326] items, spare
    cdef uint64_t[1326] bits, combo_keys, combo_masks
    cdef uint64_t[91] pair_keys
    cdef int[1326] group
    cdef Number[52] passed
    cdef Number[1326] ours, theirs
    cdef uint8_t[1326] high_card, low_card
    cdef Number total, before, after
    cdef uint32_t strength
    cdef int card
    cdef bint flush
    cdef int64_t wins = 0, ties = 0
    cdef double weighted_wins = 0, weighted_ties = 0
    with nogil:
        for i in range(n):
            high_card[i] = combos[i, 0]
            low_card[i] = combos[i, 1]
            ours[i] = weights[0, i]
            theirs[i] = weights[1, i]
            bits[i] = (<uint64_t>1 << combos[i, 0]) | (<uint64_t>1 << combos[i, 1])
            combo_keys[i] = keys[combos[i, 0]] + keys[combos[i, 1]]
            combo_masks[i] = masks[combos[i, 0]] | masks[combos[i, 1]]
        for pair in range(PAIRS):
            if pair_starts[pair] < pair_starts[pair + 1]:
                pair_keys[pair] = <uint32_t>combo_keys[pair_starts[pair]]
        for b in range(boards.shape[0]):
            board_key = start
            board_mask = 0
            left = boards[b]
            while left:
                card = lowest_bit(left)
                left &= left - 1
                board_key += keys[card]
                board_mask |= masks[card]
            left = boards[b]
            flush = ((board_key + 0x222200000000ULL) & 0x888800000000ULL) != 0
            count = 0
            if flush:
                for i in range(n):
                    if bits[i] & left == 0:
                        strength = hand_strength(&look, board_key + combo_keys[i], board_mask | combo_masks[i])
                        items[count] = (strength << INDEX_BITS) | <uint32_t>i
                        count += 1
            else:
                for pair in range(PAIRS):
                    if pair_starts[pair] < pair_starts[pair + 1]:
                        key = <uint32_t>board_key + pair_keys[pair]
                        # Five of a rank has no slot; no combo of the pair is live then.
                        if _pair_is_live(bits, pair_starts[pair], pair_starts[pair + 1], left):
                            strength = ranks[rank_slot(&offsets[0], key)]
                            items[count] = (strength << INDEX_BITS) | <uint32_t>pair
                            count += 1
            _sort(items, spare, count)
            memset(passed, 0, sizeof(passed))
            total = 0
            before = 0
            after = 0
            i = 0
            while i < count:
                strength = items[i] >> INDEX_BITS
                in_group = 0
                while i < count and items[i] >> INDEX_BITS == strength:
                    if flush:
                        group[in_group] = <int>(items[i] & INDEX_MASK)
                        in_group += 1
                    else:
                        pair = <int>(items[i] & INDEX_MASK)
                        for j in range(pair_starts[pair], pair_starts[pair + 1]):
                            group[in_group] = j
                            in_group += (bits[j] & left) == 0
                    i += 1
                for j in range(in_group):
                    at = group[j]
                    if ours[at] != 0:
                        before += ours[at] * (total - passed[high_card[at]] - passed[low_card[at]])
                for j in range(in_group):
                    at = group[j]
                    total += theirs[at]
                    passed[high_card[at]] += theirs[at]
                    passed[low_card[at]] += theirs[at]
                for j in range(in_group):
                    at = group[j]
                    if ours[at] != 0:
                        # The combo itself was taken off with each of its two cards.
                        after += ours[at] * (total - passed[high_card[at]] - passed[low_card[at]]
                                             + theirs[at])
            if Number is int32_t:
                wins += <int64_t>times[b] * before
                ties += <int64_t>times[b] * (after - before)
            else:
                weighted_wins += times[b] * before
                weighted_ties += times[b] * (after - before)
    if Number is int32_t:
        return wins, ties
    return weighted_wins, weighted_ties


cdef inline bint _pair_is_live(const uint64_t *bits, int first, int last, uint64_t board) noexcept nogil:
    cdef int i
    for i in range(first, last):
        if bits[i] & board == 0:
            return True
    return False


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
    cdef uint64_t *found = <uint64_t *>malloc(limit * sizeof(uint64_t)) if limit < 4096 else NULL
    if found == NULL:
        found = <uint64_t *>malloc(room * sizeof(uint64_t))
    if found == NULL:
        raise MemoryError
    cdef int32_t *sizes = <int32_t *>malloc(max(room, 4096) * sizeof(int32_t))
    if sizes == NULL:
        free(found)
        raise MemoryError
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
    boards = numpy.empty(filled, dtype=numpy.uint64)
    times = numpy.empty(filled, dtype=numpy.int32)
    cdef uint64_t[::1] board_out = boards
    cdef int32_t[::1] time_out = times
    for i in range(filled):
        board_out[i] = found[i]
        time_out[i] = sizes[i]
    free(found)
    free(sizes)
    return boards, times
