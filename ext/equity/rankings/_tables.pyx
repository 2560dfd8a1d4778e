"""Building the look-up tables of a ranking from its rule.

A table is filled from the strengths of five cards, which come from one short rule
(:func:`five_card_values`); the best five of more cards is the best of its sub-multisets.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from equity.rankings._look_up cimport ROW_BITS, bit_count, lowest_bit, rank_slot

import numpy

# Found by a greedy search: each is the smallest integer for which the sums over all multisets
# of at most seven ranks, at most four of a rank, stay distinct. A test checks that they are.
cdef uint64_t[13] RANK_KEYS = [
    0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181
]

# A joker counts as one more rank, with a key beyond every sum of natural cards, and as a card of
# every suit; bits 48 and up of a key count jokers.
cdef uint64_t JOKER_KEY = <uint64_t>1 << 23

cdef enum:
    HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE


def card_keys():
    """Give the 64-bit key and suit mask of each card, two uint64[64], zero from 54 on."""
    keys = numpy.zeros(64, dtype=numpy.uint64)
    masks = numpy.zeros(64, dtype=numpy.uint64)
    cdef uint64_t[::1] key = keys
    cdef uint64_t[::1] mask = masks
    cdef int card
    for card in range(52):
        key[card] = RANK_KEYS[card >> 2] + (<uint64_t>1 << (32 + 4 * (card & 3)))
        mask[card] = <uint64_t>1 << (16 * (card & 3) + (card >> 2))
    for card in (52, 53):
        key[card] = JOKER_KEY + 0x1111100000000ULL
    return keys, masks


cdef int _list_multisets(int rank, int left, uint64_t key, uint64_t packed,
                         uint64_t *keys, uint64_t *counts, int filled) noexcept nogil:
    # Every way to take `left` cards from `rank` upwards; counts are packed four bits a rank.
    cdef int taken
    if left == 0:
        keys[filled] = key
        counts[filled] = packed
        return filled + 1
    if 4 * (13 - rank) < left:
        return filled
    for taken in range(min(4, left) + 1):
        filled = _list_multisets(rank + 1, left - taken, key + taken * RANK_KEYS[rank],
                                 packed | (<uint64_t>taken << (4 * rank)), keys, counts, filled)
    return filled


def multisets(int size, int jokers):
    """List the rank multisets of `size` cards, at most four of a rank, and jokers.

    Returns
    -------
    keys, counts : uint64[n]
        The sum of the rank keys, ascending, and how many of each rank, four bits a rank, with
        the number of jokers above them.
    """
    keys = numpy.zeros(100000, dtype=numpy.uint64)
    counts = numpy.zeros(100000, dtype=numpy.uint64)
    cdef uint64_t[::1] key = keys
    cdef uint64_t[::1] count = counts
    cdef int n = 0, wild
    for wild in range(min(size, jokers) + 1):
        n = _list_multisets(0, size - wild, wild * JOKER_KEY, <uint64_t>wild << 52, &key[0], &count[0], n)
    order = numpy.argsort(keys[:n])
    return keys[:n][order], counts[:n][order]


cdef inline uint64_t _window(const uint64_t *bits, uint32_t at) noexcept nogil:
    # Sixty-four bits of a bit set from bit `at` on.
    cdef uint32_t word = at >> 6, shift = at & 63
    if shift == 0:
        return bits[word]
    return (bits[word] >> shift) | (bits[word + 1] << (64 - shift))


def displace(const uint64_t[::1] keys):
    """Pack sparse ascending keys into a dense table by moving whole rows of 1,024 keys.

    Rows with most keys are placed first, each at the first displacement at which none of its
    keys meets a taken slot; sixty-four displacements are tried at a time. Every other key up to
    that of seven jokers, which cards that were not checked may add up to, has a slot too.

    Returns
    -------
    offsets : int32[rows]
        ``key + offsets[key >> 10]`` is the slot of `key`.
    size : int
        How many slots there are.
    """
    cdef int n = <int>keys.shape[0], rows = <int>((7 * JOKER_KEY) >> ROW_BITS) + 1
    offsets = numpy.zeros(rows, dtype=numpy.int32)
    starts = numpy.searchsorted(numpy.asarray(keys) >> numpy.uint64(ROW_BITS),
                                numpy.arange(rows + 1, dtype=numpy.uint64)).astype(numpy.int32)
    by_length = numpy.argsort(-numpy.diff(starts), kind="stable").astype(numpy.int32)
    taken = numpy.zeros(8192, dtype=numpy.uint64)
    cdef int32_t[::1] offset = offsets
    cdef int32_t[::1] start = starts
    cdef int32_t[::1] order = by_length
    cdef uint64_t[::1] bits = taken
    cdef int i, row, first, last, at
    cdef uint32_t base = 0, slot, top = 0
    cdef uint64_t free
    cdef int length = 0
    with nogil:
        for i in range(rows):
            row = order[i]
            first = start[row]
            last = start[row + 1]
            if first == last:
                offset[row] = -<int32_t>(row << ROW_BITS)
                continue
            if last - first != length:
                length = last - first
                base = 0
            # Rows of one length go on where the last of them was placed: four times faster
            # than from the start, for a table a few per cent larger.
            base &= ~<uint32_t>63
            while True:
                free = ~<uint64_t>0
                for at in range(first, last):
                    free &= ~_window(&bits[0], base + <uint32_t>(keys[at] & ((1 << ROW_BITS) - 1)))
                    if free == 0:
                        break
                if free:
                    break
                base += 64
            base += lowest_bit(free)
            for at in range(first, last):
                slot = base + <uint32_t>(keys[at] & ((1 << ROW_BITS) - 1))
                bits[slot >> 6] |= <uint64_t>1 << (slot & 63)
                if slot > top:
                    top = slot
            offset[row] = <int32_t>base - <int32_t>(row << ROW_BITS)
    return offsets, int(top) + (1 << ROW_BITS)


ctypedef struct Rule:
    int size                # cards that count, 3 or 5
    int lowest              # lowest rank of the deck
    int wheel               # the straight from the ace up: 0 none, 1 the lowest, 2 the second
    int[10] places          # place of each category; a larger one is stronger


cdef int _straight_height(uint32_t ranks, const Rule *rule) noexcept nogil:
    # Twice the highest rank of a straight of exactly these ranks, -1 if they are none.
    cdef int top
    cdef uint32_t run = (1 << rule.size) - 1
    for top in range(12, rule.lowest + rule.size - 2, -1):
        if ranks == run << (top - rule.size + 1):
            return 2 * top
    if rule.wheel and ranks == (<uint32_t>1 << 12) | ((run >> 1) << rule.lowest):
        # Between the king-high and the ace-high straight, or below all others.
        return 23 if rule.wheel == 2 else 2 * (rule.lowest + rule.size - 2)
    return -1


cdef uint64_t _value(uint64_t counts, bint suited, const Rule *rule, int *category) noexcept nogil:
    # The rule: the category's place, then the ranks that make it, then the others, each from the
    # top. Larger is better. `counts` has four bits a rank.
    cdef int count, rank, kinds = 0, most = 0, pairs = 0, height
    cdef uint32_t ranks = 0
    cdef uint64_t value = 0
    for count in range(5, 0, -1):
        for rank in range(12, -1, -1):
            if (counts >> (4 * rank)) & 15 == <uint64_t>count:
                value = (value << 4) | <uint64_t>rank
                ranks |= 1 << rank
                kinds += 1
                most = max(most, count)
                pairs += count == 2
    value <<= 4 * (5 - kinds)
    height = _straight_height(ranks, rule) if kinds == rule.size else -1
    if height >= 0:
        category[0] = STRAIGHT_FLUSH if suited else STRAIGHT
        value = <uint64_t>height << 16
    elif suited:
        category[0] = FLUSH
    elif most == 5:
        category[0] = FIVE
    elif most == 4:
        category[0] = FOUR
    elif most == 3:
        category[0] = FULL_HOUSE if pairs else THREE
    elif pairs == 2:
        category[0] = TWO_PAIR
    else:
        category[0] = ONE_PAIR if pairs else HIGH_CARD
    return (<uint64_t>rule.places[category[0]] << 32) | value


cdef uint64_t _wild_value(uint64_t counts, bint suited, int jokers, int from_rank, const Rule *rule,
                          int *category) noexcept nogil:
    # The best that jokers make of natural cards. A joker may be the fifth of a rank, but no card
    # of a flush twice.
    cdef uint64_t best = 0, found
    cdef int rank, kind = 0
    if jokers == 0:
        return _value(counts, suited, rule, category)
    for rank in range(from_rank, 13):
        if rank < rule.lowest or ((counts >> (4 * rank)) & 15) >= <uint64_t>(1 if suited else 5):
            continue
        found = _wild_value(counts + (<uint64_t>1 << (4 * rank)), suited, jokers - 1, rank, rule, &kind)
        if found > best:
            best = found
            category[0] = kind
    return best


def hand_values(places, int size, int lowest, int wheel, const uint64_t[::1] counts, bint suited):
    """Order rank multisets of as many cards as count by the rule of high hands.

    Parameters
    ----------
    places : sequence of ten int
        The place of each category, high card first, five of a kind last; larger is stronger.
    size : int
        Cards that count, 3 or 5.
    lowest : int
        The lowest rank of the deck, 0 for the deuce.
    wheel : int
        The straight from the ace up: 0 is none, 1 the lowest, 2 the second highest.
    counts : uint64[n]
        How many of each rank, four bits a rank, and jokers above them.
    suited : bool
        Whether the natural cards are of one suit.

    Returns
    -------
    values : uint64[n]
        Larger is better, equal is a tie.
    categories : uint8[n]
        The category, high card 0 to straight flush 8, five of a kind 9.
    """
    values = numpy.zeros(counts.shape[0], dtype=numpy.uint64)
    categories = numpy.zeros(counts.shape[0], dtype=numpy.uint8)
    cdef uint64_t[::1] value = values
    cdef uint8_t[::1] category = categories
    cdef Rule rule
    cdef int kind = 0
    cdef Py_ssize_t i
    rule.size, rule.lowest, rule.wheel, rule.places = size, lowest, wheel, places
    for i in range(counts.shape[0]):
        value[i] = _wild_value(counts[i] & 0xFFFFFFFFFFFFFULL, suited, <int>(counts[i] >> 52), 0, &rule, &kind)
        category[i] = kind
    return values, categories


cdef uint32_t _best_of(uint64_t key, uint64_t counts, int extra, int from_rank,
                       const int32_t *offsets, const uint16_t *counted) noexcept nogil:
    # The best of the cards that count and `extra` more: throw natural cards away in every way.
    cdef uint32_t best = 0, found
    cdef int rank
    if extra == 0:
        return counted[rank_slot(offsets, key)]
    for rank in range(from_rank, 13):
        if (counts >> (4 * rank)) & 15:
            found = _best_of(key - RANK_KEYS[rank], counts - (<uint64_t>1 << (4 * rank)), extra - 1,
                             rank, offsets, counted)
            best = max(best, found)
    return best


def best_of_more(const uint64_t[::1] keys, const uint64_t[::1] counts, int extra,
                 const int32_t[::1] counted_offsets, const uint16_t[::1] counted_ranks,
                 const int32_t[::1] offsets, uint16_t[::1] ranks):
    """Fill `ranks` by slot with the best strength that `extra` cards too many leave."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(keys.shape[0]):
            ranks[rank_slot(&offsets[0], keys[i])] = <uint16_t>_best_of(
                keys[i], counts[i], extra, 0, &counted_offsets[0], &counted_ranks[0])


def best_flushes(uint16_t[:, :, ::1] flushes, int size):
    """Fill the masks of more ranks than count with the best of their sub-masks of one rank less.

    `flushes` is by jokers, suit and mask; jokers leave fewer ranks to count.
    """
    cdef int jokers, suit, mask, left, bit
    cdef uint16_t best
    with nogil:
        for jokers in range(flushes.shape[0]):
            for suit in range(4):
                for mask in range(8192):
                    if <int>bit_count(mask) > size - jokers:
                        best = 0
                        left = mask
                        while left:
                            bit = left & -left
                            left ^= bit
                            best = max(best, flushes[jokers, suit, mask ^ bit])
                        flushes[jokers, suit, mask] = best
