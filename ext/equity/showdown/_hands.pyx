"""Exact showdowns of players who share no cards: stud, draw, and games dealt at once."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from cpython.exc cimport PyErr_CheckSignals

from equity.rankings._look_up cimport Lookup, bit_count, hand_strength, lowest_bit

import numpy

cdef enum:
    MOST_CARDS = 5          # cards of a hand that may vary, in a sweep
    CHECK_EVERY = 65536     # hands between two looks for Ctrl-C

ctypedef fused Number:
    int64_t
    double

cdef int64_t[55][8] CHOOSE

cdef void _set_up():
    cdef int n, k
    for n in range(55):
        for k in range(8):
            CHOOSE[n][k] = 1 if k == 0 else (0 if n == 0 else CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k])

_set_up()


cdef void _set_look(Lookup *look, table):
    cdef const uint64_t[::1] keys = table.keys, masks = table.masks
    cdef const int32_t[::1] offsets = table.offsets
    cdef const uint16_t[::1] ranks = table.ranks
    cdef const uint16_t[:, :, ::1] flushes = table.flushes
    cdef const uint8_t[::1] tops = table.tops, straights = table.straights
    look.start = table.start
    look.keys, look.masks, look.offsets, look.ranks = &keys[0], &masks[0], &offsets[0], &ranks[0]
    look.flushes = &flushes[0, 0, 0]
    look.jokers = flushes.shape[0] - 1
    look.others = <uint32_t>flushes.shape[1] if flushes.shape[1] != 4 else 0
    look.tops = &tops[0] if tops.shape[0] else NULL
    look.straights = &straights[0] if straights.shape[0] else NULL


def complete_hands(table, const uint64_t[::1] combos, uint64_t live, int draws):
    """List every complete hand: each combo with every choice of live cards dealt to it.

    Parameters
    ----------
    table : Tables
        The look-up of a complete hand.
    combos : uint64[c]
        Known cards, one bit a card.
    live : int
        Cards that may be dealt, one bit a card; those of a combo are left out.
    draws : int
        Cards dealt to each combo.

    Returns
    -------
    masks : uint64[n]
        Complete hands, combo by combo.
    strengths : uint16[n]
        Their strengths.
    """
    cdef Lookup look
    _set_look(&look, table)
    cdef int64_t n = 0, filled = 0
    cdef Py_ssize_t at
    cdef int count, i, depth, card
    cdef uint64_t left, mask, key, suits
    cdef int[54] cards
    cdef int[8] place
    cdef uint64_t[8] part_mask, part_key, part_suits
    for at in range(combos.shape[0]):
        n += CHOOSE[bit_count(live & ~combos[at])][draws]
    masks = numpy.empty(n, dtype=numpy.uint64)
    strengths = numpy.empty(n, dtype=numpy.uint16)
    if n == 0:
        return masks, strengths
    cdef uint64_t[::1] mask_out = masks
    cdef uint16_t[::1] strength_out = strengths
    with nogil:
        for at in range(combos.shape[0]):
            count = 0
            left = live & ~combos[at]
            while left:
                cards[count] = lowest_bit(left)
                left &= left - 1
                count += 1
            part_mask[0] = combos[at]
            part_key[0] = look.start
            part_suits[0] = 0
            left = combos[at]
            while left:
                card = lowest_bit(left)
                left &= left - 1
                part_key[0] += look.keys[card]
                part_suits[0] |= look.masks[card]
            depth = 0
            place[0] = -1
            # An odometer over ascending places, with sums kept for each prefix.
            while depth >= 0:
                if depth == draws:
                    mask_out[filled] = part_mask[depth]
                    strength_out[filled] = <uint16_t>hand_strength(&look, part_key[depth], part_suits[depth])
                    filled += 1
                    depth -= 1
                    continue
                place[depth] += 1
                if place[depth] > count - draws + depth:
                    depth -= 1
                    continue
                card = cards[place[depth]]
                part_mask[depth + 1] = part_mask[depth] | (<uint64_t>1 << card)
                part_key[depth + 1] = part_key[depth] + look.keys[card]
                part_suits[depth + 1] = part_suits[depth] | look.masks[card]
                depth += 1
                if depth < draws:
                    place[depth] = place[depth - 1]
    return masks, strengths


cdef inline int _subsets(uint64_t mask, const int64_t *base, int64_t *index) noexcept nogil:
    # Give every subset of a hand its place: by size, then colexicographic.
    cdef int n = 0, card, size
    cdef int i, old = 1
    cdef int[32] sizes
    index[0] = 0
    sizes[0] = 0
    while mask:
        card = lowest_bit(mask)
        mask &= mask - 1
        for i in range(old):
            size = sizes[i]
            sizes[old + i] = size + 1
            index[old + i] = index[i] + CHOOSE[card][size + 1]
        old *= 2
        n += 1
    for i in range(old):
        index[i] += base[sizes[i]]
    return old


def sweep_hands(const uint64_t[::1] first, const uint16_t[::1] first_strengths, const Number[::1] first_weights,
                const uint64_t[::1] second, const uint16_t[::1] second_strengths,
                const Number[::1] second_weights):
    """Compare every hand of one player with every disjoint hand of another.

    The weight of the second player's hands weaker than some strength is kept for every subset of
    cards that they contain. What a hand beats is then a sum over its own subsets, with the sign of
    their size: hands that share a card with it are taken off.

    Parameters
    ----------
    first, second : uint64[n], uint64[m]
        What varies of the hands, one bit a card, at most five cards; sorted by strength.
    first_strengths, second_strengths : uint16[n], uint16[m]
        Their strengths, ascending.
    first_weights, second_weights : int64 or float64 [n], [m]
        Their weights.

    Returns
    -------
    wins, ties, losses : int or float
        Weight of the disjoint pairs in which the first player is stronger, equal, weaker.
    """
    cdef Py_ssize_t n = first.shape[0], m = second.shape[0], i = 0, j = 0, k, until
    cdef int most = max(<int>bit_count(first[0]), <int>bit_count(second[0]))
    cdef int sizes = <int>bit_count(second[0]), s, count
    cdef int64_t[7] base
    cdef int64_t cells = 0
    cdef int64_t[32] index
    cdef Number wins = 0, not_losses = 0, everything = 0, found
    for s in range(7):
        base[s] = cells
        if s <= most:
            cells += CHOOSE[54][s]
    cdef Number *table = <Number *>calloc(cells, sizeof(Number))
    if table == NULL:
        raise MemoryError
    cdef int work = 0
    cdef bint stopped = False
    with nogil:
        while i < n and not stopped:
            until = i
            while until < n and first_strengths[until] == first_strengths[i]:
                until += 1
            # Weaker hands of the second player are in the table before, equal ones after.
            while j < m and second_strengths[j] < first_strengths[i]:
                count = _subsets(second[j], base, index)
                for s in range(count):
                    table[index[s]] += second_weights[j]
                j += 1
                work += 1
            for k in range(i, until):
                wins += first_weights[k] * _disjoint(table, first[k], base)
            while j < m and second_strengths[j] == first_strengths[i]:
                count = _subsets(second[j], base, index)
                for s in range(count):
                    table[index[s]] += second_weights[j]
                j += 1
                work += 1
            for k in range(i, until):
                not_losses += first_weights[k] * _disjoint(table, first[k], base)
            work += <int>(until - i)
            i = until
            if work > CHECK_EVERY:
                work = 0
                with gil:
                    stopped = _interrupted(table)
        while j < m:
            count = _subsets(second[j], base, index)
            for s in range(count):
                table[index[s]] += second_weights[j]
            j += 1
        for k in range(n):
            everything += first_weights[k] * _disjoint(table, first[k], base)
    free(table)
    return wins, not_losses - wins, everything - not_losses


def sweep_groups(const uint64_t[::1] first, const uint16_t[::1] first_strengths, const int32_t[::1] group,
                 int groups, const uint64_t[::1] second, const uint16_t[::1] second_strengths):
    """Compare hands of one player, in groups, with every disjoint hand of another.

    Parameters
    ----------
    first, first_strengths, group : uint64[n], uint16[n], int32[n]
        What varies of the first player's hands, at most five cards, sorted by strength, and the
        group of each.
    groups : int
        How many groups there are.
    second, second_strengths : uint64[m], uint16[m]
        The other player's hands, sorted by strength.

    Returns
    -------
    int64[groups, 3]
        Disjoint pairs by group in which the first player is stronger, equal, weaker.
    """
    cdef Py_ssize_t n = first.shape[0], m = second.shape[0], i = 0, j = 0, k, until
    cdef int64_t[7] base
    cdef int64_t cells = 0
    cdef int64_t[32] index
    cdef int64_t below
    cdef int s, count, work = 0
    cdef bint stopped = False
    for s in range(7):
        base[s] = cells
        if s <= MOST_CARDS:
            cells += CHOOSE[54][s]
    result = numpy.zeros((groups, 3), dtype=numpy.int64)
    cdef int64_t[:, ::1] out = result
    cdef int64_t *table = <int64_t *>calloc(cells, sizeof(int64_t))
    if table == NULL:
        raise MemoryError
    with nogil:
        while i < n and not stopped:
            until = i
            while until < n and first_strengths[until] == first_strengths[i]:
                until += 1
            while j < m and second_strengths[j] < first_strengths[i]:
                count = _subsets(second[j], base, index)
                for s in range(count):
                    table[index[s]] += 1
                j += 1
                work += 1
            for k in range(i, until):
                below = _disjoint[int64_t](table, first[k], base)
                out[group[k], 0] += below
                out[group[k], 1] -= below
            while j < m and second_strengths[j] == first_strengths[i]:
                count = _subsets(second[j], base, index)
                for s in range(count):
                    table[index[s]] += 1
                j += 1
                work += 1
            for k in range(i, until):
                below = _disjoint[int64_t](table, first[k], base)
                out[group[k], 1] += below
                out[group[k], 2] -= below
            work += <int>(until - i)
            i = until
            if work > CHECK_EVERY:
                work = 0
                with gil:
                    stopped = _interrupted(table)
        while j < m:
            count = _subsets(second[j], base, index)
            for s in range(count):
                table[index[s]] += 1
            j += 1
        for k in range(n):
            out[group[k], 2] += _disjoint[int64_t](table, first[k], base)
    free(table)
    return result


cdef bint _interrupted(void *table) except -1:
    # Ctrl-C in the calling thread: leave nothing behind.
    try:
        PyErr_CheckSignals()
    except BaseException:
        free(table)
        raise
    return False


cdef inline Number _disjoint(const Number *table, uint64_t hand, const int64_t *base) noexcept nogil:
    cdef int64_t[32] index
    cdef int s, count = _subsets(hand, base, index)
    cdef Number total = 0
    for s in range(count):
        if bit_count(<uint64_t>s) & 1:
            total -= table[index[s]]
        else:
            total += table[index[s]]
    return total


ctypedef struct Table:
    int seats
    int pots
    const uint64_t *masks
    const uint16_t *strengths
    const double *weights
    const int64_t *starts
    const uint32_t *eligible
    uint32_t victims            # the strengths that a marked hand beats, from and to; 0 where none
    uint32_t last_victim        # does
    int64_t *shares
    double *weighted
    const uint16_t *lows        # of a split pot: strengths for its second part; else NULL
    double *sharers             # of a split pot: deals, or weights, by how many get something


cdef void _split(Table *table, const uint32_t *held, double weight) noexcept nogil:
    # Who wins which part; nobody qualifying for the second is told apart from losing it.
    cdef int seat, pot, high_sharing, low_sharing, high, low, getting, seats = table.seats
    cdef uint32_t best, lowest
    cdef const uint32_t *lows = held + 64
    cdef bint can
    cdef int64_t at
    for pot in range(table.pots):
        best = lowest = 0
        high_sharing = low_sharing = getting = 0
        for seat in range(seats):
            if (table.eligible[pot] >> seat) & 1:
                if held[seat] > best:
                    best = held[seat]
                    high_sharing = 0
                high_sharing += held[seat] == best
                if lows[seat] > lowest:
                    lowest = lows[seat]
                    low_sharing = 0
                low_sharing += lows[seat] == lowest
        for seat in range(seats):
            can = (table.eligible[pot] >> seat) & 1
            high = high_sharing if can and held[seat] == best else 0
            low = seats + 1 if lowest == 0 else 0
            if lowest and can and lows[seat] == lowest:
                low = low_sharing
            getting += high > 0 or 0 < low <= seats
            at = ((pot * seats + seat) * (seats + 1) + high) * (seats + 2) + low
            table.shares[at] += 1
            if table.weighted != NULL:
                table.weighted[at] += weight
        if pot == 0:
            table.sharers[getting] += weight


cdef void _showdown(Table *table, const uint32_t *held, double weight) noexcept nogil:
    cdef int seat, pot, sharing, seats = table.seats
    cdef uint32_t best, strength
    cdef bint slain = False
    cdef int64_t at
    cdef uint32_t[64] counted
    if table.victims:
        for seat in range(seats):
            slain = slain or table.victims <= (held[seat] & 0x7FFF) <= table.last_victim
    for seat in range(seats):
        counted[seat] = held[seat]
        if table.victims and not slain:
            counted[seat] &= 0x7FFF
    for pot in range(table.pots):
        best = 0
        sharing = 0
        for seat in range(seats):
            if (table.eligible[pot] >> seat) & 1:
                strength = counted[seat]
                if strength > best:
                    best = strength
                    sharing = 1
                elif strength == best:
                    sharing += 1
        for seat in range(seats):
            at = (pot * seats + seat) * (seats + 1)
            if (table.eligible[pot] >> seat) & 1 and counted[seat] == best:
                at += sharing
            table.shares[at] += 1
            if table.weighted != NULL:
                table.weighted[at] += weight


cdef void _deal_seat(Table *table, int seat, uint64_t used, double weight, uint32_t *held) noexcept nogil:
    cdef int64_t i
    if seat == table.seats:
        if table.lows != NULL:
            _split(table, held, weight)
        else:
            _showdown(table, held, weight)
        return
    for i in range(table.starts[seat], table.starts[seat + 1]):
        if table.masks[i] & used == 0:
            held[seat] = table.strengths[i]
            if table.lows != NULL:
                held[64 + seat] = table.lows[i]
            _deal_seat(table, seat + 1, used | table.masks[i], weight * table.weights[i], held)


def count_hands(const uint64_t[::1] masks, const uint16_t[::1] strengths, const double[::1] weights,
                const int64_t[::1] starts, int64_t begin, int64_t end, const uint32_t[::1] eligible,
                uint32_t victims, uint32_t last_victim, int64_t[:, :, ::1] shares, double[:, :, ::1] weighted):
    """Deal complete hands to every seat in all ways that fit, and count who wins.

    Parameters
    ----------
    masks, strengths, weights : uint64[h], uint16[h], float64[h]
        The seats' complete hands one after the other: what varies of them, one bit a card.
    starts : int64[seats + 1]
        Where each seat's hands begin.
    begin, end : int
        Which hands of the first seat to deal.
    eligible : uint32[pots]
        By pot, the seats that may win it, one bit a seat.
    victims, last_victim : int
        The strengths that a hand marked with 0x8000 beats, which counts as unmarked where nobody has
        one of them; 0: there are no such marks.
    shares : int64[pots, seats, seats + 1]
        Added to: deals by pot, seat and number of winners it shares with, 0 when it loses.
    weighted : float64[pots, seats, seats + 1]
        Added to: the same by weight; empty if weights do not differ.
    """
    cdef Table table
    cdef uint32_t[64] held
    cdef int64_t i
    table.lows = NULL
    table.seats = <int>starts.shape[0] - 1
    table.pots = <int>eligible.shape[0]
    table.masks, table.strengths, table.weights = &masks[0], &strengths[0], &weights[0]
    table.starts, table.eligible = &starts[0], &eligible[0]
    table.victims, table.last_victim = victims, last_victim
    table.shares = &shares[0, 0, 0]
    table.weighted = &weighted[0, 0, 0] if weighted.shape[0] else NULL
    with nogil:
        for i in range(begin, end):
            held[0] = strengths[i]
            _deal_seat(&table, 1, masks[i], weights[i], held)


def count_split(const uint64_t[::1] masks, const uint16_t[:, ::1] strengths, const double[::1] weights,
                const int64_t[::1] starts, int64_t begin, int64_t end, const uint32_t[::1] eligible,
                int64_t[:, :, :, ::1] joint, double[:, :, :, ::1] weighted, double[::1] sharers):
    """Deal complete hands as :func:`count_hands` does, for a pot of two parts.

    Parameters
    ----------
    strengths : uint16[2, h]
        For each part; 0 does not qualify for it.
    joint, weighted : int64, float64[pots, seats, seats + 1, seats + 2]
        Added to: deals by pot, seat, winners of the first part and of the second, see ``Equity``.
    sharers : float64[seats + 1]
        Added to: the weight of deals by how many seats get something of the first pot.
    """
    cdef Table table
    cdef uint32_t[128] held
    cdef int64_t i
    table.seats = <int>starts.shape[0] - 1
    table.pots = <int>eligible.shape[0]
    table.masks, table.strengths, table.weights = &masks[0], &strengths[0, 0], &weights[0]
    table.lows = &strengths[1, 0]
    table.starts, table.eligible = &starts[0], &eligible[0]
    table.victims = table.last_victim = 0
    table.shares = &joint[0, 0, 0, 0]
    table.weighted = &weighted[0, 0, 0, 0] if weighted.shape[0] else NULL
    table.sharers = &sharers[0]
    with nogil:
        for i in range(begin, end):
            held[0], held[64] = table.strengths[i], table.lows[i]
            _deal_seat(&table, 1, masks[i], weights[i], held)
