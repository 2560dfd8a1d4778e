# The look-up, for the compiled modules of this folder. The same ten lines stand in
# equity/showdown/kernels.py for Numba; a test proves the two equal over every hand.
#
# A card is one 64-bit key: bits 0-31 a rank key, chosen so that every multiset of at most
# seven ranks has a sum of its own; bits 32-47 a counter of four bits for each suit. The
# counters of a sum start at three, so that the fifth card of a suit sets the top bit.
# A card is also one bit of a 64-bit suit mask, sixteen bits a suit, lowest suit first.

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

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
    const uint64_t *keys        # [64] by card
    const uint64_t *masks       # [64] by card
    const int32_t *offsets      # by row of the rank key
    const uint16_t *ranks       # strength by displaced rank key
    const uint16_t *flushes     # [4 * 8192] strength by suit and mask of ranks

cdef inline uint32_t rank_slot(const int32_t *offsets, uint64_t key) noexcept nogil:
    cdef uint32_t rank_key = <uint32_t>key
    return rank_key + <uint32_t>offsets[rank_key >> ROW_BITS]

cdef inline uint32_t hand_strength(const Lookup *look, uint64_t key, uint64_t mask) noexcept nogil:
    # `key` includes the start of the counters, FLUSH_START.
    cdef uint64_t flush = key & 0x888800000000ULL
    cdef uint32_t best = look.ranks[rank_slot(look.offsets, key)]
    cdef uint32_t suited
    cdef int suit
    if flush:
        # Both are needed: a user's own order may put a straight above a flush.
        suit = (lowest_bit(flush) - 35) >> 2
        suited = look.flushes[(suit << 13) | ((mask >> (suit << 4)) & 0x1FFF)]
        if suited > best:
            best = suited
    return best

cdef enum:
    SUITS = 4

cdef inline uint64_t flush_start() noexcept nogil:
    return 0x333300000000ULL
