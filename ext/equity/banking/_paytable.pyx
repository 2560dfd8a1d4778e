"""Drawing against a pay table: what every keep of a hand becomes, and the best keep of all hands.

Every five cards of the deck are what exactly one keep of a given hand becomes: that of the cards
they share with it. So one pass over the deck's hands counts all 32 keeps of one hand.

For all hands, the outcomes of a keep K that throws D away are, by inclusion and exclusion,

    sum over S within D of (-1)^|S| * T[K + S],

T[X] being the sum over all five-card hands that hold X. T is filled once for all sets of at most
four cards. The 32 keeps of a hand need the same 32 sums; five passes of differences over them,
one a card, give all 32 values.

A hand is looked up as in _lookup.pxd, but for wild deuces: they are a card of every suit and are
not in the mask of their own. A flush is then told by the mask of its natural ranks alone, as
what is missing of five is wild.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t

from equity.rankings._look_up cimport bit_count, lowest_bit, rank_slot

import numpy

cdef enum:
    MOST = 16               # categories, at most
    TOP_BITS = 35           # bit of the first suit counter that says flush

cdef int64_t[55][6] CHOOSE
cdef int[32] SIZE


cdef void _set_up():
    cdef int n, k
    for n in range(55):
        for k in range(6):
            CHOOSE[n][k] = 1 if k == 0 else (0 if n == 0 else CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k])
    for k in range(32):
        SIZE[k] = bit_count(k)

_set_up()

ctypedef struct Table:
    uint64_t start              # suit counters of an empty hand
    const uint64_t *keys        # [64] by card
    const uint64_t *masks       # [64] by card; 0 if wild
    const int32_t *offsets      # by row of the rank key
    const uint8_t *ranks        # category by displaced rank key
    const uint8_t *flushes      # [8192] category by mask of natural ranks


cdef Table _table(tuple look_up):
    cdef Table table
    cdef const uint64_t[::1] keys = look_up[1]
    cdef const uint64_t[::1] masks = look_up[2]
    cdef const int32_t[::1] offsets = look_up[3]
    cdef const uint8_t[::1] ranks = look_up[4]
    cdef const uint8_t[::1] flushes = look_up[5]
    table.start = look_up[0]
    table.keys = &keys[0]
    table.masks = &masks[0]
    table.offsets = &offsets[0]
    table.ranks = &ranks[0]
    table.flushes = &flushes[0]
    return table


cdef inline int _category(const Table *table, uint64_t key, uint64_t mask) noexcept nogil:
    cdef uint64_t full = key & 0x888800000000ULL
    cdef int suit
    if full:
        suit = (lowest_bit(full) - TOP_BITS) >> 2
        return table.flushes[(mask >> (suit << 4)) & 0x1FFF]
    return table.ranks[rank_slot(table.offsets, key)]


def hands_up_to_suits(int cards):
    """List one hand for all those that differ by relabelling suits.

    Parameters
    ----------
    cards : int
        Cards of the deck, numbered from 0; 53 with a joker.

    Returns
    -------
    hands : uint64[n]
        Five cards each, one bit a card: those whose masks of ranks do not ascend from suit to suit.
    times : int64[n]
        How many hands each stands for.
    """
    hands = numpy.empty(200_000, dtype=numpy.uint64)
    times = numpy.empty(200_000, dtype=numpy.int64)
    cdef uint64_t[::1] hand = hands
    cdef int64_t[::1] count = times
    cdef uint64_t[64] bit
    cdef uint64_t four, mask, one = 1
    cdef int a, b, c, d, e, n = 0, suit, run, orders
    cdef int[4] ranks
    for a in range(cards):
        bit[a] = one << (16 * (a & 3) + (a >> 2)) if a < 52 else 0
    with nogil:
        for a in range(4, cards):
            for b in range(3, a):
                for c in range(2, b):
                    for d in range(1, c):
                        four = bit[a] | bit[b] | bit[c] | bit[d]
                        for e in range(d):
                            mask = four | bit[e]
                            for suit in range(4):
                                ranks[suit] = (mask >> (16 * suit)) & 0x1FFF
                            if ranks[0] < ranks[1] or ranks[1] < ranks[2] or ranks[2] < ranks[3]:
                                continue
                            orders = 24
                            run = 1
                            for suit in range(1, 4):
                                run = run + 1 if ranks[suit] == ranks[suit - 1] else 1
                                orders = orders // run
                            hand[n] = one << a | one << b | one << c | one << d | one << e
                            count[n] = orders
                            n += 1
    return hands[:n].copy(), times[:n].copy()


def count_keeps(const uint8_t[::1] hand, const uint8_t[::1] live, int categories, tuple look_up):
    """Count what every keep of a hand becomes.

    Parameters
    ----------
    hand : uint8[5]
        The cards held.
    live : uint8[n]
        The cards that may be drawn.
    categories : int
        How many categories there are.
    look_up : tuple
        The table of categories.

    Returns
    -------
    int64[32, categories]
        By cards kept, bit i for ``hand[i]``, and category.
    """
    counts = numpy.zeros((32, MOST), dtype=numpy.int64)
    cdef int64_t[:, ::1] count = counts
    cdef Table table = _table(look_up)
    cdef int n = 5 + <int>live.shape[0], a, b, c, d, e, kept
    cdef uint64_t[64] keys, masks
    cdef int[64] bits
    cdef uint64_t key2, key3, key4, mask2, mask3, mask4
    for a in range(n):
        e = hand[a] if a < 5 else live[a - 5]
        keys[a] = table.keys[e]
        masks[a] = table.masks[e]
        bits[a] = 1 << a if a < 5 else 0
    with nogil:
        for a in range(n):
            for b in range(a + 1, n):
                key2 = table.start + keys[a] + keys[b]
                mask2 = masks[a] | masks[b]
                for c in range(b + 1, n):
                    key3 = key2 + keys[c]
                    mask3 = mask2 | masks[c]
                    for d in range(c + 1, n):
                        key4 = key3 + keys[d]
                        mask4 = mask3 | masks[d]
                        kept = bits[a] | bits[b] | bits[c] | bits[d]
                        for e in range(d + 1, n):
                            count[kept | bits[e], _category(&table, key4 + keys[e], mask4 | masks[e])] += 1
    return numpy.ascontiguousarray(counts[:, :categories])


def sub_hand_counts(int cards, int categories, tuple look_up):
    """Count, for every set of at most four cards, the five-card hands that hold it.

    Parameters
    ----------
    cards : int
        Cards of the deck, numbered from 0.
    categories : int
        How many categories there are.
    look_up : tuple
        The table of categories.

    Returns
    -------
    int32[sets, categories]
        Sets by size from 0 to 4, those of one size in colexicographic order.
    """
    cdef int64_t[6] base
    _bases(cards, base)
    counts = numpy.zeros((base[5], categories), dtype=numpy.int32)
    cdef int32_t[:, ::1] count = counts
    cdef Table table = _table(look_up)
    cdef int a, b, c, d, e, kind, k, part, left
    cdef int64_t abcd, abc, abd, acd, bcd, row
    cdef uint64_t key4, mask4
    cdef int[5] held
    with nogil:
        for a in range(4, cards):
            for b in range(3, a):
                for c in range(2, b):
                    for d in range(1, c):
                        key4 = table.start + table.keys[a] + table.keys[b] + table.keys[c] + table.keys[d]
                        mask4 = table.masks[a] | table.masks[b] | table.masks[c] | table.masks[d]
                        abcd = base[4] + CHOOSE[a][4] + CHOOSE[b][3] + CHOOSE[c][2] + d
                        abc = base[4] + CHOOSE[a][4] + CHOOSE[b][3] + CHOOSE[c][2]
                        abd = base[4] + CHOOSE[a][4] + CHOOSE[b][3] + CHOOSE[d][2]
                        acd = base[4] + CHOOSE[a][4] + CHOOSE[c][3] + CHOOSE[d][2]
                        bcd = base[4] + CHOOSE[b][4] + CHOOSE[c][3] + CHOOSE[d][2]
                        for e in range(d):
                            kind = _category(&table, key4 + table.keys[e], mask4 | table.masks[e])
                            count[abcd, kind] += 1
                            count[abc + e, kind] += 1
                            count[abd + e, kind] += 1
                            count[acd + e, kind] += 1
                            count[bcd + e, kind] += 1
        # A set of k cards is the sum over those of k + 1 that hold it, each hand 5 - k times.
        for k in range(3, -1, -1):
            for a in range(k + 1):
                held[a] = a
            for row in range(base[k + 1], base[k + 2]):
                for left in range(k + 1):
                    part = 0
                    abcd = base[k]
                    for a in range(k + 1):
                        if a != left:
                            part += 1
                            abcd += CHOOSE[held[a]][part]
                    for kind in range(categories):
                        count[abcd, kind] += count[row, kind]
                # The next set in colexicographic order.
                a = 0
                while a < k and held[a] + 1 == held[a + 1]:
                    held[a] = a
                    a += 1
                held[a] += 1
            for row in range(base[k], base[k + 1]):
                for kind in range(categories):
                    count[row, kind] = count[row, kind] // (5 - k)
    return counts


cdef void _bases(int cards, int64_t *base) noexcept nogil:
    # Where the sets of each size begin; base[5] is how many there are.
    cdef int k
    base[0] = 0
    for k in range(5):
        base[k + 1] = base[k] + CHOOSE[cards][k]


def pay_sums(const int32_t[:, ::1] counts, const int64_t[::1] pays):
    """Sum what the hands pay that hold each set of cards: counts times payoffs, int64[sets]."""
    sums = numpy.zeros(counts.shape[0], dtype=numpy.int64)
    cdef int64_t[::1] total = sums
    cdef int64_t row, kind
    with nogil:
        for row in range(counts.shape[0]):
            for kind in range(counts.shape[1]):
                total[row] += counts[row, kind] * pays[kind]
    return sums


cdef inline int _rows(uint64_t hand, const int64_t *base, const Table *table, int64_t *rows) noexcept nogil:
    # The row of each of the 32 sub-hands (none for the whole hand), and the hand's category.
    cdef uint64_t key = table.start, mask = 0
    cdef int64_t[32] place
    cdef int i, card, part
    place[0] = 0
    rows[0] = base[0]
    for i in range(5):
        card = lowest_bit(hand)
        hand &= hand - 1
        key += table.keys[card]
        mask |= table.masks[card]
        for part in range(1 << i):
            place[part | 1 << i] = place[part] + CHOOSE[card][SIZE[part] + 1]
            rows[part | 1 << i] = base[SIZE[part] + 1] + place[part | 1 << i]
    return _category(table, key, mask)


def best_keeps(const uint64_t[::1] hands, int cards, const int64_t[::1] sums, const int64_t[::1] pays,
               const int64_t[::1] scales, const uint8_t[::1] order, tuple look_up):
    """Find the keep of highest expectation of each hand.

    Parameters
    ----------
    hands : uint64[n]
        Five cards each, one bit a card.
    cards : int
        Cards of the deck.
    sums : int64[sets]
        What :func:`pay_sums` gives.
    pays : int64[categories]
        Payoffs in whole units.
    scales : int64[6]
        By number of cards drawn: what brings its draws to the common number of draws.
    order : uint8[32]
        All keeps; of equal ones the first counts.
    look_up : tuple
        The table of categories.

    Returns
    -------
    uint8[n]
        Bit i for the i-th lowest card.
    """
    keeps = numpy.zeros(hands.shape[0], dtype=numpy.uint8)
    cdef uint8_t[::1] keep = keeps
    cdef Table table = _table(look_up)
    cdef int64_t[6] base
    cdef int64_t[32] rows, value
    cdef int64_t at, best, worth
    cdef int i, part, kept
    _bases(cards, base)
    with nogil:
        for at in range(hands.shape[0]):
            kept = _rows(hands[at], base, &table, rows)
            value[31] = pays[kept]
            for part in range(31):
                value[part] = sums[rows[part]]
            for i in range(5):
                for part in range(32):
                    if not part >> i & 1:
                        value[part] -= value[part | 1 << i]
            best = -1
            for i in range(32):
                kept = order[i]
                worth = value[kept] * scales[5 - SIZE[kept]]
                if worth > best:
                    best = worth
                    keep[at] = kept
    return keeps


def count_outcomes(const uint64_t[::1] hands, const int64_t[::1] times, const uint8_t[::1] keeps, int cards,
                   const int32_t[:, ::1] counts, const int64_t[::1] scales, tuple look_up):
    """Count what hands become, int64[categories], each keep's draws brought to a common number.

    Parameters
    ----------
    hands, keeps, cards, scales, look_up
        As for :func:`best_keeps`, which gives `keeps`.
    times : int64[n]
        How often each hand counts.
    counts : int32[sets, categories]
        What :func:`sub_hand_counts` gives.
    """
    cdef int categories = <int>counts.shape[1]
    totals = numpy.zeros(MOST, dtype=numpy.int64)
    cdef int64_t[::1] total = totals
    cdef Table table = _table(look_up)
    cdef int64_t[6] base
    cdef int64_t[32] rows
    cdef int64_t[MOST] here
    cdef int64_t at, factor
    cdef int kept, thrown, part, kind, sign, own
    _bases(cards, base)
    with nogil:
        for at in range(hands.shape[0]):
            own = _rows(hands[at], base, &table, rows)
            kept = keeps[at]
            thrown = 31 ^ kept
            for kind in range(categories):
                here[kind] = 0
            part = thrown
            while True:
                sign = -1 if SIZE[part] & 1 else 1
                if part | kept == 31:
                    here[own] += sign
                else:
                    for kind in range(categories):
                        here[kind] += sign * counts[rows[part | kept], kind]
                if part == 0:
                    break
                part = (part - 1) & thrown
            factor = times[at] * scales[SIZE[thrown]]
            for kind in range(categories):
                total[kind] += factor * here[kind]
    return totals[:categories].copy()
