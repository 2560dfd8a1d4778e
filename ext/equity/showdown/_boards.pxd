# Every completion of a shared board, for hands that are known: the walk that hold'em and its
# relatives share. What a game brings is one Seat for each hand.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MOST_SEATS = 26

ctypedef struct Seat:
    const uint16_t *ranks       # strength without a flush, by the slot of the board's ranks
    const uint16_t *flush[4]    # by suit: strength of the flush by mask of ranks
    uint32_t[4] hole            # what a suit's board mask is joined with for that look-up
    int[4] need                 # how many board cards of the suit make a flush, 9: none can

ctypedef struct Walk:
    int to_come
    int[13] live                # live cards by rank
    uint32_t[4] live_suit       # live ranks by suit
    uint32_t[4] board_suit      # ranks on the board by suit
    uint64_t board_key          # rank keys of the board
    const int32_t *offsets      # displacement of the complete board's ranks
    int seats
    Seat[26] seat
    int pots
    uint32_t[26] eligible       # by pot: the seats that may win it
    const uint8_t *categories   # if given, count categories of the one seat, not winners
    uint32_t *outcomes          # [pots, slots] who wins without a flush
    int64_t slots
    int64_t *tally              # [pots, 2**seats] by set of winners, or NULL: straight into shares
    int64_t *shares             # [pots, seats, seats + 1]
    # Completions of one or two cards outside the suit in hand.
    int[3] rest_count
    uint64_t[3][91] rest_key
    int64_t[3][91] rest_weight

cdef void walk_boards(Walk *walk) noexcept nogil

# What the walk of split pots shares with it.
cdef void copy_sets(uint64_t *rank_keys, uint64_t *key_of_mask, uint16_t *masks, int *masks_from) noexcept
cdef void set_cards(Walk *walk, uint64_t live, uint64_t board, const uint64_t *keys) noexcept nogil
cdef void set_flushes(Seat *seat, uint64_t hole, int used, uint64_t board, int to_come,
                      const uint16_t *flushes, uint16_t *room) noexcept nogil
cdef void list_rest(Walk *walk, int suit) noexcept nogil
