# The look-up, for the compiled modules of this folder. The same ten lines stand in
# equity/showdown/kernels.py for Numba; a test proves the two equal over every hand.
#
# A card is one 64-bit key: bits 0-31 a rank key, chosen so that every multiset of at most
# seven ranks has a sum of its own; bits 32-47 a counter of four bits for each suit; bits 48 and
# up a count of jokers. The counters of a sum start so that the card that completes a flush sets
# the top bit: at three where five cards count. A card is also one bit of a 64-bit suit mask,
# sixteen bits a suit, lowest suit first; a joker is none.

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int equity_lowest_bit(unsigned __int64 x) {
        unsigned long i; _BitScanForward64(&i, x); return (int)i;
    }
    static __inline int equity_bit_count(unsigned __int64 x) { return (int)__popcnt64(x); }
    #else
    #define equity_lowest_bit(x) __builtin_ctzll(x)
    #define equity_bit_count(x) __builtin_popcountll(x)
    #endif
    """
    int lowest_bit "equity_lowest_bit"(uint64_t) noexcept nogil
    int bit_count "equity_bit_count"(uint64_t) noexcept nogil

cdef enum:
    ROW_BITS = 10           # a row of the displacement table covers 1,024 keys

ctypedef struct Lookup:
    uint64_t start              # suit counters of an empty hand
    const uint64_t *keys        # [64] by card
    const uint64_t *masks       # [64] by card
    const int32_t *offsets      # by row of the rank key
    const uint16_t *ranks       # strength by displaced rank key
    const uint16_t *flushes     # [jokers * 4 * 8192] strength by jokers, suit and mask of ranks
    const uint8_t *tops         # where every tie goes by suit: rank of the highest card of the
                                # part that makes the hand, by strength; else NULL
    const uint8_t *straights    # whether the strength is a straight's; NULL as `tops`
    uint64_t jokers             # how many jokers `flushes` knows; cards that were not checked
                                # may seem more
    uint32_t others             # where a flush counts against the hand: `flushes` is then by so many
                                # places of the other cards' ranks, and mask; else 0

cdef inline uint32_t rank_slot(const int32_t *offsets, uint64_t key) noexcept nogil:
    cdef uint32_t rank_key = <uint32_t>key
    return rank_key + <uint32_t>offsets[rank_key >> ROW_BITS]

cdef inline uint32_t flush_strength(const Lookup *look, uint64_t key, uint64_t mask) noexcept nogil:
    cdef int suit = (lowest_bit(key & 0x888800000000ULL) - 35) >> 2
    cdef uint64_t jokers = key >> 48
    if jokers > look.jokers:
        jokers = look.jokers
    return look.flushes[(jokers << 15) | <uint64_t>(suit << 13) | ((mask >> (suit << 4)) & 0x1FFF)]

cdef inline uint32_t strength_by_suits(const Lookup *look, uint64_t key, uint64_t mask) noexcept nogil:
    # Every exact tie goes by the suit of the top card. A joker that is part of what makes the
    # hand is of the best suit; in a straight it may stand below the top card.
    cdef uint32_t best = look.ranks[rank_slot(look.offsets, key)], flush
    cdef uint64_t held
    cdef int suit
    if key & 0x888800000000ULL:
        flush = flush_strength(look, key, mask)
        if flush > best:
            return 4 * flush + <uint32_t>((lowest_bit(key & 0x888800000000ULL) - 35) >> 2)
    held = (mask >> look.tops[best]) & 0x0001000100010001ULL
    if (key >> 48) and not (look.straights[best] and held):
        return 4 * best + 3
    for suit in range(3, 0, -1):
        if (held >> (suit << 4)) & 1:
            return 4 * best + <uint32_t>suit
    return 4 * best

cdef inline uint32_t strength_against(const Lookup *look, uint64_t key, uint64_t mask) noexcept nogil:
    # Five cards or more of a suit, and up to two others. Cards that were not checked may be more:
    # then the last two decide.
    cdef int suit = (lowest_bit(key & 0x888800000000ULL) - 35) >> 2
    cdef uint64_t left = mask & ~(0x1FFFULL << (suit << 4))
    cdef uint32_t others = 0, rank, high = 16
    while left:
        rank = <uint32_t>lowest_bit(left) & 15
        left &= left - 1
        if high == 16:
            others = 1 + rank
            high = rank
        else:
            if rank > high:
                others = 14 + rank * (rank + 1) // 2 + high
                high = rank
            else:
                others = 14 + high * (high + 1) // 2 + rank
    if others >= look.others:
        others = 0
    return look.flushes[(others << 13) | <uint32_t>((mask >> (suit << 4)) & 0x1FFF)]

cdef inline uint32_t hand_strength(const Lookup *look, uint64_t key, uint64_t mask) noexcept nogil:
    # `key` includes `start`; `mask` is looked at only where there is a flush, or `tops`.
    cdef uint32_t best, flush
    if look.tops != NULL:
        return strength_by_suits(look, key, mask)
    best = look.ranks[rank_slot(look.offsets, key)]
    if key & 0x888800000000ULL:
        if look.others:
            return strength_against(look, key, mask)
        # Both are needed: a user's own order may put a straight above a flush.
        flush = flush_strength(look, key, mask)
        if flush > best:
            best = flush
    return best
