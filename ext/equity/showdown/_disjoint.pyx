"""Which combos of several ranges can be held at the same time."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from equity.rankings._look_up cimport bit_count, lowest_bit

import numpy


cdef int64_t _search(const uint64_t *masks, const int64_t *starts, const int64_t *sizes,
                     const uint8_t *same, const int64_t *needed, int seats,
                     int seat, uint64_t used, int64_t begin, const uint64_t *later,
                     int64_t *left) noexcept nogil:
    # Depth first; 1 if the seats from `seat` on fit, 0 if not, -1 if the search grew too long.
    cdef int64_t i, first, found, following
    if seat == seats:
        return 1
    # Fewer cards left than the remaining seats hold: no need to look.
    if <int64_t>bit_count(later[seat] & ~used) < needed[seat]:
        return 0
    # Seats with the same range may be filled in ascending order.
    first = begin if same[seat] else starts[seat]
    for i in range(first, starts[seat] + sizes[seat]):
        if masks[i] & used:
            continue
        left[0] -= 1
        if left[0] < 0:
            return -1
        # Where the next seat has the same range its combos lie at the same distance.
        following = i - starts[seat] + 1 + starts[seat + 1] if seat + 1 < seats else 0
        found = _search(masks, starts, sizes, same, needed, seats, seat + 1, used | masks[i],
                        following, later, left)
        if found:
            return found
    return 0


def fits(const uint64_t[::1] masks, const int64_t[::1] starts, const int64_t[::1] sizes,
         const uint8_t[::1] same, const int32_t[::1] cards, int64_t limit):
    """Tell whether one combo of each seat can be chosen so that no card is held twice.

    Parameters
    ----------
    masks : uint64[c]
        The seats' combos, one bit a card.
    starts, sizes : int64[seats]
        Where each seat's combos begin, and how many there are, narrowest seat first.
    same : uint8[seats]
        1 where a seat has the very combos of the seat before it.
    cards : int32[seats]
        Cards of each seat's combos.
    limit : int
        How many combos to try.

    Returns
    -------
    bool or None
        ``None`` if the limit was reached first.
    """
    cdef int seats = <int>same.shape[0], seat
    cdef int64_t i, left = limit
    cdef uint64_t[64] later
    cdef int64_t[64] needed
    later[seats] = needed[seats] = 0
    for seat in range(seats - 1, -1, -1):
        later[seat] = later[seat + 1]
        needed[seat] = needed[seat + 1] + cards[seat]
        for i in range(starts[seat], starts[seat] + sizes[seat]):
            later[seat] |= masks[i]
    with nogil:
        i = _search(&masks[0], &starts[0], &sizes[0], &same[0], needed, seats, 0, 0, 0, later, &left)
    return None if i < 0 else bool(i)


cdef int64_t _list(const uint64_t *masks, const double *weights, const int64_t *starts, int seats, int seat,
                   uint64_t used, double weight, int64_t *at, int32_t *rows, double *products,
                   int64_t filled, int64_t room) noexcept nogil:
    cdef int64_t i
    cdef int s
    if seat == seats:
        if filled < room:
            for s in range(seats):
                rows[filled * seats + s] = <int32_t>at[s]
            products[filled] = weight
        return filled + 1
    for i in range(starts[seat], starts[seat + 1]):
        if masks[i] & used == 0:
            at[seat] = i - starts[seat]
            filled = _list(masks, weights, starts, seats, seat + 1, used | masks[i], weight * weights[i],
                           at, rows, products, filled, room)
            if filled > room:
                return filled
    return filled


def list_fitting(const uint64_t[::1] masks, const double[::1] weights, const int64_t[::1] starts,
                 int64_t room):
    """List every choice of one combo for each seat in which no card is held twice.

    Parameters
    ----------
    masks, weights : uint64[c], float64[c]
        The seats' combos one after the other, one bit a card, and their weights.
    starts : int64[seats + 1]
        Where each seat's combos begin.
    room : int
        The most choices to list.

    Returns
    -------
    rows : int32[n, seats]
        The combo of each seat, counted from the seat's first.
    products : float64[n]
        The product of the weights.
    None
        Instead of both, if there are more than `room`.
    """
    cdef int seats = <int>starts.shape[0] - 1
    cdef int64_t[64] at
    # Pages of an empty array are not touched before they are written to.
    rows = numpy.empty((room, seats), dtype=numpy.int32)
    products = numpy.empty(room, dtype=numpy.float64)
    cdef int32_t[:, ::1] row = rows
    cdef double[::1] product = products
    cdef int64_t filled
    with nogil:
        filled = _list(&masks[0], &weights[0], &starts[0], seats, 0, 0, 1.0, at, &row[0, 0], &product[0],
                       0, room)
    if filled > room:
        return None
    return rows[:filled].copy(), products[:filled].copy()


def canonical_keys(const uint64_t[:, ::1] hands, const uint8_t[:, ::1] suit_maps, uint64_t base):
    """Give each row of hands one number that suit relabelling does not change.

    Parameters
    ----------
    hands : uint64[n, seats]
        Hands by row and seat, at most seven cards each, one bit a card.
    suit_maps : uint8[g, 4]
        A group of relabellings; each row gives the new suit by the old.
    base : int
        How many hands there are; a row is a number of so many digits to that base.

    Returns
    -------
    uint64[n]
        The smallest number over the group.
    """
    cdef Py_ssize_t n = hands.shape[0], i
    cdef int seats = <int>hands.shape[1], maps = <int>suit_maps.shape[0], seat, g, card, place
    cdef uint64_t hand, moved, key, best, digit
    keys = numpy.empty(n, dtype=numpy.uint64)
    cdef uint64_t[::1] out = keys
    cdef uint64_t[53][8] choose
    for card in range(53):
        for place in range(8):
            choose[card][place] = 1 if place == 0 else 0
            if card and place:
                choose[card][place] = choose[card - 1][place - 1] + choose[card - 1][place]
    with nogil:
        for i in range(n):
            best = ~<uint64_t>0
            for g in range(maps):
                key = 0
                for seat in range(seats):
                    hand = hands[i, seat]
                    moved = 0
                    while hand:
                        card = lowest_bit(hand)
                        hand &= hand - 1
                        moved |= <uint64_t>1 << ((card & ~3) | suit_maps[g, card & 3])
                    # The place of the hand among all, colexicographic.
                    digit = 0
                    place = 0
                    while moved:
                        card = lowest_bit(moved)
                        moved &= moved - 1
                        place += 1
                        digit += choose[card][place]
                    key = key * base + digit
                if key < best:
                    best = key
            out[i] = best
    return keys


def pairs_on_boards(const uint64_t[::1] boards, const int32_t[::1] times,
                    const uint8_t[:, ::1] combos, const double[:, ::1] weights):
    """Sum the weight of all disjoint pairs of two-card hands over boards.

    Parameters
    ----------
    boards, times : uint64[b], int32[b]
        Complete boards, one bit a card, and how many each stands for.
    combos : uint8[c, 2]
        The combos of both ranges together.
    weights : float64[2, c]
        Each range's weight of each combo.

    Returns
    -------
    float
        Exact below 2**53 where the weights are whole numbers.
    """
    cdef double[52][52] joint, first, second
    cdef double[52] a, b
    cdef double all_a, all_b, both, pairs, total = 0
    cdef double[52] both_by_card
    cdef int i, j, c, d, n = 0
    cdef int[5] board
    cdef uint64_t left
    cdef Py_ssize_t at
    cdef double sum_a = 0, sum_b = 0, sum_both = 0
    cdef double[52] card_a, card_b, card_both
    for i in range(52):
        card_a[i] = card_b[i] = card_both[i] = 0
        for j in range(52):
            first[i][j] = second[i][j] = joint[i][j] = 0
    for at in range(combos.shape[0]):
        c, d = combos[at, 0], combos[at, 1]
        first[c][d] = first[d][c] = weights[0, at]
        second[c][d] = second[d][c] = weights[1, at]
        joint[c][d] = joint[d][c] = weights[0, at] * weights[1, at]
        sum_a += weights[0, at]
        sum_b += weights[1, at]
        sum_both += weights[0, at] * weights[1, at]
        for i in (c, d):
            card_a[i] += weights[0, at]
            card_b[i] += weights[1, at]
            card_both[i] += weights[0, at] * weights[1, at]
    with nogil:
        for at in range(boards.shape[0]):
            left = boards[at]
            n = 0
            while left:
                board[n] = lowest_bit(left)
                left &= left - 1
                n += 1
            all_a, all_b, both = sum_a, sum_b, sum_both
            for i in range(n):
                all_a -= card_a[board[i]]
                all_b -= card_b[board[i]]
                both -= card_both[board[i]]
                for j in range(i):
                    # Taken off with each of its two cards.
                    all_a += first[board[i]][board[j]]
                    all_b += second[board[i]][board[j]]
                    both += joint[board[i]][board[j]]
            pairs = all_a * all_b + both
            for c in range(52):
                if (boards[at] >> c) & 1:
                    continue
                a[c] = card_a[c]
                b[c] = card_b[c]
                for i in range(n):
                    a[c] -= first[c][board[i]]
                    b[c] -= second[c][board[i]]
                pairs -= a[c] * b[c]
            total += times[at] * pairs
    return total


def alias(const double[::1] chances):
    """Make an alias table: stay at an entry with the chance `keep`, else go to `other`.

    Parameters
    ----------
    chances : float64[n]
        By entry, n times its chance.

    Returns
    -------
    keep, other : float64[n], int64[n]
    """
    cdef Py_ssize_t n = chances.shape[0], i, small = 0, large = 0
    cdef int64_t low, high
    kept = numpy.array(chances)
    others = numpy.arange(n, dtype=numpy.int64)
    room = numpy.empty(n, dtype=numpy.int64)
    cdef double[::1] keep = kept
    cdef int64_t[::1] other = others, stack = room
    with nogil:
        # Two stacks that grow towards each other: entries below one, and the rest.
        for i in range(n):
            if keep[i] < 1:
                stack[small] = i
                small += 1
            else:
                large += 1
                stack[n - large] = i
        while small and large:
            small -= 1
            low, high = stack[small], stack[n - large]
            other[low] = high
            keep[high] -= 1 - keep[low]
            if keep[high] < 1:
                large -= 1
                stack[small] = high
                small += 1
        # What is left is one up to rounding.
        for i in range(small):
            keep[stack[i]] = 1
        for i in range(n - large, n):
            keep[stack[i]] = 1
    return kept, others
