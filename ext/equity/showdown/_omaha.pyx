"""Hands of exactly two hole cards and three of the board, as Python calls the look-up."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from equity.errors import RuleError
from equity.rankings._evaluator import as_switch, check_rows, checked_cards
from equity.rankings._look_up cimport rank_slot

import numpy

cdef enum:
    PAIRS = 96              # 91 pairs of ranks, and room that a vector unit can use


def pair_and_triple_places():
    """Number the pairs and triples of ranks.

    Returns
    -------
    pairs : int16[13 * 13]
        Place of a pair by its two ranks in either order.
    triples : int16[13 * 13 * 13]
        Place of a triple by its three ranks in any order.
    """
    pairs = numpy.zeros(169, dtype=numpy.int16)
    triples = numpy.zeros(2197, dtype=numpy.int16)
    cdef int16_t[::1] pair = pairs
    cdef int16_t[::1] triple = triples
    cdef int a, b, c, low, middle, high
    for a in range(13):
        for b in range(13):
            low, high = min(a, b), max(a, b)
            pair[13 * a + b] = high * (high + 1) // 2 + low
            for c in range(13):
                low = min(a, min(b, c))
                high = max(a, max(b, c))
                middle = a + b + c - low - high
                triple[(13 * a + b) * 13 + c] = (
                    high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low)
    return pairs, triples


def pair_strengths(const uint64_t[::1] keys, const int32_t[::1] offsets, const uint16_t[::1] ranks,
                   const int16_t[::1] pairs, const int16_t[::1] triples):
    """Tabulate the flushless strength of every triple with every pair of ranks.

    Parameters
    ----------
    keys, offsets, ranks : uint64[64], int32[:], uint16[:]
        The look-up of five cards.
    pairs, triples : int16[169], int16[2197]
        Their places.

    Returns
    -------
    uint16[455, 96]
        By place of the triple and of the pair; 0 where a rank would be there five times.
    """
    table = numpy.zeros((455, PAIRS), dtype=numpy.uint16)
    cdef uint16_t[:, ::1] out = table
    cdef int a, b, c, d, e, rank, most
    cdef int[13] count
    cdef uint64_t key
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(13):
                    for e in range(d, 13):
                        for rank in range(13):
                            count[rank] = 0
                        most = 0
                        key = 0
                        for rank in (a, b, c, d, e):
                            count[rank] += 1
                            most = max(most, count[rank])
                            key += <uint32_t>keys[4 * rank]
                        if most <= 4:
                            out[triples[(13 * a + b) * 13 + c], pairs[13 * d + e]] = ranks[
                                rank_slot(&offsets[0], key)]
    return table


cdef class OmahaEvaluator:
    """Strengths of hole cards of which exactly two are used, with a board.

    Parameters
    ----------
    table : Tables
        The look-up of five cards.
    strengths : uint16[455, 96]
        From :func:`pair_strengths`.
    pairs, triples : int16[169], int16[2197]
        From :func:`pair_and_triple_places`.
    hole : int
        How many hole cards there are.
    deck_mask : int
        The cards of the deck, one bit a card.

    Notes
    -----
    Safe to share between threads: nothing changes after construction.
    """

    cdef const uint16_t[:, ::1] _strengths
    cdef const uint16_t[:, :, ::1] _flushes
    cdef const int16_t[::1] _pairs, _triples
    cdef int _hole
    cdef uint64_t _deck

    def __init__(self, table, strengths, pairs, triples, int hole, uint64_t deck_mask):
        if not 2 <= hole <= 6:
            raise RuleError(f"exactly two hole cards are used of 2 to 6; given {hole}")
        self._strengths, self._flushes = strengths, table.flushes
        self._pairs, self._triples = pairs, triples
        self._hole, self._deck = hole, deck_mask

    def strength(self, cards):
        """Give the strength of one hand.

        Parameters
        ----------
        cards : sequence of int
            Card numbers, ``rank * 4 + suit``: the hole cards first, then three to five board cards.

        Returns
        -------
        int
            Higher is better, equal is a tie; comparable within one game only.

        Raises
        ------
        CardError, NotationError, RuleError
            As for other games.
        """
        held = checked_cards(cards, self._deck, self._sizes())
        cdef uint8_t[11] row
        cdef int i
        for i in range(len(held)):
            row[i] = held[i]
        return self._look_up(row, len(held) - self._hole)

    def strengths(self, cards, check=True):
        """Give the strengths of many hands, uint8[n, k] to uint16[n]; hole cards come first."""
        array = check_rows(cards, self._deck, self._sizes(), as_switch(check))
        cdef Py_ssize_t n = array.shape[0], i
        cdef int board = array.shape[1] - self._hole
        result = numpy.empty(n, dtype=numpy.uint16)
        if n == 0:
            return result
        cdef const uint8_t[:, ::1] rows = array
        cdef uint16_t[::1] out = result
        cdef uint8_t[11] row
        cdef int j, k = <int>array.shape[1]
        cdef uint8_t card
        with nogil:
            for i in range(n):
                for j in range(k):
                    # Without a check, or if another thread writes to the array after it, any
                    # number may be there; the tables have places for cards only.
                    card = rows[i, j]
                    row[j] = card if card < 52 else 0
                out[i] = <uint16_t>self._look_up(row, board)
        return result

    def _sizes(self):
        return [self._hole + board for board in (3, 4, 5)]

    cdef uint32_t _look_up(self, const uint8_t *cards, int board) noexcept nogil:
        cdef const uint8_t *shared = cards + self._hole
        cdef int i, j, k, a, b, suit
        cdef int16_t[15] pair
        cdef uint32_t best = 0, mask
        cdef const uint16_t *row
        cdef int[4] on_board
        cdef int pairs = 0
        for i in range(self._hole):
            for j in range(i):
                pair[pairs] = self._pairs[13 * (cards[i] >> 2) + (cards[j] >> 2)]
                pairs += 1
        for i in range(2, board):
            for j in range(1, i):
                for k in range(j):
                    row = &self._strengths[self._triples[
                        (13 * (shared[i] >> 2) + (shared[j] >> 2)) * 13 + (shared[k] >> 2)], 0]
                    for a in range(pairs):
                        if row[pair[a]] > best:
                            best = row[pair[a]]
        for suit in range(4):
            on_board[suit] = 0
        for i in range(board):
            on_board[shared[i] & 3] += 1
        for suit in range(4):
            if on_board[suit] < 3:
                continue
            for a in range(self._hole):
                for b in range(a):
                    if (cards[a] & 3) != suit or (cards[b] & 3) != suit:
                        continue
                    for i in range(2, board):
                        for j in range(1, i):
                            for k in range(j):
                                if ((shared[i] & 3) == suit and (shared[j] & 3) == suit
                                        and (shared[k] & 3) == suit):
                                    mask = ((<uint32_t>1 << (cards[a] >> 2)) | (<uint32_t>1 << (cards[b] >> 2))
                                            | (<uint32_t>1 << (shared[i] >> 2)) | (<uint32_t>1 << (shared[j] >> 2))
                                            | (<uint32_t>1 << (shared[k] >> 2)))
                                    if self._flushes[0, suit, mask] > best:
                                        best = self._flushes[0, suit, mask]
        return best
