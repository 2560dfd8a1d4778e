"""Drawing strategies as tables: which cards every hand keeps, filled from rules in order."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from equity.rankings._look_up cimport Lookup, bit_count, hand_strength

import numpy

cdef enum:
    JOKER = 52

FEATURES = (
    "pat hand", "three of a kind", "two pair", "high pair", "pair", "two of a kind", "four to a flush",
    "open-ended straight", "ace", "two highest", "all",
)
"""What a rule can keep, by number; see :func:`fill`."""

cdef enum:
    PAT_HAND, THREE, TWO_PAIR, HIGH_PAIR, PAIR, TWO_OF_A_KIND, FOUR_FLUSH, OPEN_ENDED, ACE, TWO_HIGHEST, ALL


cdef int64_t[55][8] CHOOSE

cdef void _set_up():
    cdef int n, k
    for n in range(55):
        for k in range(8):
            CHOOSE[n][k] = 1 if k == 0 else (0 if n == 0 else CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k])

_set_up()


cdef inline int _same(const int *cards, int rank) noexcept nogil:
    # The places of a rank, with the joker.
    cdef int i, kept = 0
    for i in range(5):
        if cards[i] >= JOKER or cards[i] >> 2 == rank:
            kept |= 1 << i
    return kept


cdef int _feature(int feature, const int *cards, int category, const uint8_t *stands) noexcept nogil:
    # The places kept, 0 if the rule has nothing to say. Cards ascend, a joker is last.
    cdef int[13] count
    cdef int[4] suited
    cdef int i, rank, wild = 0, first = -1, second = -1, kept = 0, suit, low, held
    cdef uint32_t ranks = 0, run
    for i in range(13):
        count[i] = 0
    for i in range(4):
        suited[i] = 0
    for i in range(5):
        if cards[i] >= JOKER:
            wild += 1
        else:
            count[cards[i] >> 2] += 1
            suited[cards[i] & 3] += 1
            ranks |= 1 << (cards[i] >> 2)
    if feature == PAT_HAND:
        return 31 if stands[category] else 0
    if feature == ALL:
        return 31
    if feature == THREE:
        for rank in range(12, -1, -1):
            if count[rank] + wild >= 3 and count[rank]:
                return _same(cards, rank)
        return 0
    if feature == TWO_PAIR:
        for rank in range(13):
            if count[rank] >= 2:
                for i in range(5):
                    if cards[i] < JOKER and cards[i] >> 2 == rank:
                        kept |= 1 << i
        return kept if bit_count(kept) >= 4 else 0
    if feature == PAIR or feature == HIGH_PAIR:
        for rank in range(12, -1 if feature == PAIR else 7, -1):
            if count[rank] + wild >= 2 and count[rank]:
                return _same(cards, rank)
        return 0
    if feature == TWO_OF_A_KIND:
        for rank in range(12, -1, -1):
            if count[rank] + wild >= 2 and count[rank]:
                # The two highest places of them, the joker first.
                held = 0
                for i in range(4, -1, -1):
                    if held < 2 and (cards[i] >= JOKER or cards[i] >> 2 == rank):
                        kept |= 1 << i
                        held += 1
                return kept
        return 0
    if feature == FOUR_FLUSH:
        for suit in range(4):
            if suited[suit] + wild >= 4:
                for i in range(5):
                    if cards[i] >= JOKER or cards[i] & 3 == suit:
                        kept |= 1 << i
                return kept
        return 0
    if feature == OPEN_ENDED:
        if wild:
            return 0
        for low in range(8, -1, -1):
            run = 15 << low
            if ranks & run == run:
                for i in range(4, -1, -1):
                    # One card of each of the four ranks.
                    if (run >> (cards[i] >> 2)) & 1:
                        run &= ~(<uint32_t>1 << (cards[i] >> 2))
                        kept |= 1 << i
                return kept
        return 0
    if feature == ACE:
        for i in range(4, -1, -1):
            if cards[i] >= 48:
                return 1 << i
        return 0
    # The two highest.
    return 24


cdef inline bint _allowed(int kept, const int *cards, int limit, bint four_with_ace) noexcept nogil:
    cdef int drawn = 5 - <int>bit_count(kept), i
    if drawn <= limit:
        return True
    if drawn == 4 and four_with_ace:
        for i in range(5):
            if (kept >> i) & 1:
                return cards[i] >= 48
    return False


cdef int _cards(Py_ssize_t hands):
    # Cards of the deck that so many hands are of.
    cdef int cards = 52
    while CHOOSE[cards][5] < hands:
        cards += 1
    return cards


def fill(rules, table, categories, int jokers, int lowest, int limit, bint four_with_ace):
    """Fill a strategy: for every hand the first rule that says something the limit allows.

    Parameters
    ----------
    rules : sequence of int
        Numbers of :data:`FEATURES`, in order; the last must always say something.
    table : Tables
        The look-up of five cards.
    categories : uint8[c]
        1 for the categories that count as pat hands.
    jokers, lowest : int
        Jokers in the deck, and its lowest rank.
    limit : int
        Most cards drawn.
    four_with_ace : bool
        Whether four may be drawn to a single ace or joker.

    Returns
    -------
    uint8[n]
        By place of the hand among all hands of 52 cards and the jokers, colexicographic: the cards kept, bit
        i for the i-th lowest; 0 for cards that the deck does not have.
    """
    cdef const uint64_t[::1] keys = table.keys, masks = table.masks
    cdef const int32_t[::1] offsets = table.offsets
    cdef const uint16_t[::1] ranks = table.ranks
    cdef const uint16_t[:, :, ::1] flushes = table.flushes
    cdef const uint8_t[::1] category_of = table.categories
    cdef const uint8_t[::1] stands = categories
    cdef Lookup look
    look.start = table.start
    look.keys, look.masks, look.offsets, look.ranks = &keys[0], &masks[0], &offsets[0], &ranks[0]
    look.flushes, look.tops, look.straights = &flushes[0, 0, 0], NULL, NULL
    look.jokers = flushes.shape[0] - 1
    look.others = <uint32_t>flushes.shape[1] if flushes.shape[1] != 4 else 0
    cdef int[16] order
    cdef int n = len(rules), deck = 52 + jokers, r, kept, category
    for r in range(n):
        order[r] = rules[r]
    result = numpy.zeros(CHOOSE[deck][5], dtype=numpy.uint8)
    cdef uint8_t[::1] out = result
    cdef int[5] cards
    cdef int a, b, c, d, e, first = 4 * lowest
    cdef int64_t at = 0
    cdef uint64_t key, mask
    with nogil:
        for e in range(4, deck):
            for d in range(3, e):
                for c in range(2, d):
                    for b in range(1, c):
                        for a in range(b):
                            if a >= first:
                                cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                                key = look.start + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                                mask = masks[a] | masks[b] | masks[c] | masks[d] | masks[e]
                                category = category_of[hand_strength(&look, key, mask)]
                                for r in range(n):
                                    kept = _feature(order[r], cards, category, &stands[0])
                                    if kept and _allowed(kept, cards, limit, four_with_ace):
                                        out[at] = <uint8_t>kept
                                        break
                            at += 1
    return result


def first_illegal(const uint8_t[::1] table, int lowest, int limit, bint four_with_ace):
    """Find a hand of the deck whose keep the draw limit does not allow, or `None`.

    Returns
    -------
    list of int or None
        The five cards, ascending.
    """
    cdef int[5] cards
    cdef int a, b, c, d, e, first = 4 * lowest
    cdef int deck = _cards(table.shape[0])
    cdef int64_t at = 0
    for e in range(4, deck):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        if a >= first:
                            cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                            if not _allowed(table[at], cards, limit, four_with_ace):
                                return [a, b, c, d, e]
                        at += 1
    return None


def places(const uint64_t[::1] hands):
    """Give the place of five-card hands among all, colexicographic: uint64[n] to int64[n]."""
    result = numpy.empty(hands.shape[0], dtype=numpy.int64)
    cdef int64_t[::1] out = result
    cdef Py_ssize_t i
    cdef uint64_t left
    cdef int k
    cdef int64_t place
    for i in range(hands.shape[0]):
        left = hands[i]
        place = 0
        k = 0
        while left:
            k += 1
            place += CHOOSE[_lowest(left)][k]
            left &= left - 1
        out[i] = place
    return result


cdef inline int _lowest(uint64_t bits) noexcept nogil:
    cdef int place = 0
    while not (bits >> place) & 1:
        place += 1
    return place


def hands_that_draw(const uint8_t[::1] table, int drawn, uint64_t live):
    """List the hands of live cards that draw so many under a strategy, uint64[n]."""
    cdef int64_t at = 0, n = 0
    cdef int a, b, c, d, e
    cdef int deck = _cards(table.shape[0])
    cdef uint64_t mask
    result = numpy.empty(table.shape[0], dtype=numpy.uint64)
    cdef uint64_t[::1] out = result
    with nogil:
        for e in range(4, deck):
            for d in range(3, e):
                for c in range(2, d):
                    for b in range(1, c):
                        for a in range(b):
                            if 5 - <int>bit_count(table[at]) == drawn:
                                mask = ((<uint64_t>1 << a) | (<uint64_t>1 << b) | (<uint64_t>1 << c)
                                        | (<uint64_t>1 << d) | (<uint64_t>1 << e))
                                if mask & ~live == 0:
                                    out[n] = mask
                                    n += 1
                            at += 1
    return result[:n].copy()
