"""The look-up as Python calls it: one hand, or an array of hands."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from cpython.list cimport PyList_CheckExact, PyList_GET_ITEM, PyList_GET_SIZE
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.object cimport PyObject

from equity.errors import CardError, NotationError, RuleError, shown
from equity.rankings._look_up cimport Lookup, hand_strength

import operator

import numpy


cdef class Evaluator:
    """Strengths of hands of several sizes under one ranking.

    Parameters
    ----------
    tables : sequence of (int, Tables)
        The tables by number of cards.
    deck_mask : int
        The cards of the deck, one bit a card.

    Notes
    -----
    Safe to share between threads: nothing changes after construction.
    """

    cdef Lookup[8] _looks
    cdef bint[8] _known
    cdef uint64_t _deck
    cdef object _owner, _padded

    def __init__(self, tables, uint64_t deck_mask):
        cdef const uint64_t[::1] keys, masks
        cdef const int32_t[::1] offsets
        cdef const uint16_t[::1] ranks
        cdef const uint16_t[:, :, ::1] flushes
        cdef const uint8_t[::1] tops, straights
        self._owner = tuple(tables)
        self._padded = []
        self._deck = deck_mask
        for size, table in self._owner:
            if not 0 < size <= 7:
                raise RuleError(f"hands of {shown(size)} cards have no table; they have 1 to 7")
            # Room for any uint8: what is no card adds nothing.
            padded = [numpy.pad(part, (0, 256 - len(part))) for part in (table.keys, table.masks)]
            self._padded += padded
            keys, masks = padded
            offsets = table.offsets
            ranks, flushes, tops, straights = table.ranks, table.flushes, table.tops, table.straights
            self._looks[size].start = table.start
            self._looks[size].keys = &keys[0]
            self._looks[size].masks = &masks[0]
            self._looks[size].offsets = &offsets[0]
            self._looks[size].ranks = &ranks[0]
            self._looks[size].flushes = &flushes[0, 0, 0]
            self._looks[size].jokers = flushes.shape[0] - 1
            self._looks[size].others = <uint32_t>flushes.shape[1] if flushes.shape[1] != 4 else 0
            self._looks[size].tops = &tops[0] if tops.shape[0] else NULL
            self._looks[size].straights = &straights[0] if straights.shape[0] else NULL
            self._known[size] = True

    def strength(self, cards):
        """Give the strength of one hand.

        Parameters
        ----------
        cards : list of int
            Card numbers, ``rank * 4 + suit``: hole cards and board in any order. Other
            sequences of integers are taken too, a list is fastest.

        Returns
        -------
        int
            Higher is better, equal is a tie; comparable within one game only.

        Raises
        ------
        CardError
            A card twice, or a number of cards that the game does not compare.
        NotationError
            A number that is no card of the deck.
        RuleError
            Something that is not a card number.
        """
        cdef Py_ssize_t n, i
        cdef long card
        cdef uint64_t key, mask = 0, seen = 0, bit
        cdef int beyond
        # A borrowed reference: good for as long as nothing of Python's runs, and so for exact ints
        # alone. A bool is none, and is refused with all that is no number.
        cdef PyObject *item
        if not PyList_CheckExact(cards):
            cards = _as_list(cards)
        n = PyList_GET_SIZE(cards)
        if n > 7 or not self._known[n]:
            raise _wrong_number(n, [size for size, _ in self._owner])
        cdef const Lookup *look = &self._looks[n]
        key = look.start
        for i in range(n):
            item = PyList_GET_ITEM(cards, i)
            if not PyLong_CheckExact(<object>item):
                return self.strength(_exact_ints(cards))
            card = PyLong_AsLongAndOverflow(<object>item, &beyond)
            if beyond:
                card = -1
            bit = (<uint64_t>1 << card) if 0 <= card < 64 else 0
            if not (self._deck & bit) or (seen & bit):
                wrong = <object>item
                raise _bad_card(wrong, bool(seen & bit))
            seen |= bit
            key += look.keys[card]
            mask |= look.masks[card]
        return hand_strength(look, key, mask)

    def strengths(self, cards, check=True):
        """Give the strengths of many hands of one size.

        Parameters
        ----------
        cards : uint8[n, k]
            A hand a row: card numbers, hole cards first, then the board.
        check : bool, default True
            Look for numbers that are no cards and for cards twice in a row. Without it such
            rows give meaningless strengths.

        Returns
        -------
        uint16[n]
            Higher is better, equal is a tie.

        Raises
        ------
        CardError
            A card twice in a row, or a number of cards that the game does not compare.
        NotationError
            A number that is no card of the deck.
        RuleError
            Not a two-dimensional array of whole numbers.
        """
        cdef bint checked = as_switch(check)
        array = as_rows(cards)
        cdef Py_ssize_t n = array.shape[0], k = array.shape[1]
        if k > 7 or not self._known[k]:
            raise _wrong_number(k, [size for size, _ in self._owner])
        result = numpy.empty(n, dtype=numpy.uint16)
        if n == 0:
            return result
        cdef const uint8_t[:, ::1] rows = array
        cdef uint16_t[::1] out = result
        cdef Py_ssize_t bad = -1
        with nogil:
            if checked:
                bad = _fill_checked(&self._looks[k], &rows[0, 0], n, k, self._deck, &out[0])
            else:
                _fill(&self._looks[k], &rows[0, 0], n, k, &out[0])
        if bad >= 0:
            raise _bad_row(array, bad, self._deck)
        return result


def as_rows(cards):
    """Give hands as uint8[n, k], contiguous; RuleError or NotationError if they are no such array."""
    try:
        array = numpy.asarray(cards)
    except ValueError:
        raise RuleError("strengths takes hands of one size; the rows given differ") from None
    if array.ndim != 2 or array.dtype.kind not in "ui":
        raise RuleError(
            f"strengths takes a two-dimensional array of card numbers (uint8); given {array.ndim} "
            f"dimension{'s' if array.ndim != 1 else ''} of {array.dtype}"
        )
    if array.dtype != numpy.uint8:
        if array.size and (array.min() < 0 or array.max() > 255):
            raise NotationError("strengths takes card numbers from 0; given one outside")
        array = array.astype(numpy.uint8)
    return numpy.ascontiguousarray(array)


def as_switch(check):
    """Give whether rows are to be checked; RuleError if it is neither True nor False."""
    if not isinstance(check, (bool, numpy.bool_)):
        raise RuleError(f"check is {shown(check)}; it is True or False")
    return check


def check_rows(cards, uint64_t deck, sizes, bint check):
    """Give hands as uint8[n, k] after looking for wrong sizes and, with `check`, wrong cards."""
    array = as_rows(cards)
    cdef Py_ssize_t n = array.shape[0], k = array.shape[1], i, j
    cdef const uint8_t[:, ::1] rows = array
    cdef uint64_t seen, bit
    if k not in sizes:
        raise _wrong_number(k, sizes)
    if check:
        for i in range(n):
            seen = 0
            for j in range(k):
                bit = <uint64_t>1 << (rows[i, j] & 63)
                if rows[i, j] > 63 or not (bit & deck) or (seen & bit):
                    raise _bad_row(array, i, deck)
                seen |= bit
    return array


def checked_cards(cards, uint64_t deck, sizes):
    """Give one hand as a list of card numbers after looking for all that can be wrong with it."""
    held = _exact_ints(_as_list(cards))
    if len(held) not in sizes:
        raise _wrong_number(len(held), sizes)
    seen = set()
    for card in held:
        if not 0 <= card < 64 or not (deck >> card) & 1 or card in seen:
            raise _bad_card(card, card in seen)
        seen.add(card)
    return held


cdef object _bad_row(array, Py_ssize_t row, uint64_t deck):
    seen = set()
    for card in array[row].tolist():
        if card in seen or card > 63 or not (deck >> card) & 1:
            error = _bad_card(card, card in seen)
            return type(error)(f"row {row}: {error}")
        seen.add(card)
    return CardError(f"row {row} is no hand")


cdef object _wrong_number(Py_ssize_t n, sizes):
    wanted = " or ".join(map(str, sizes))
    return CardError(f"the game compares hands of {wanted} cards, board included; given {n}")


cdef list _as_list(object cards):
    if isinstance(cards, str):
        raise RuleError(f"strength takes card numbers; given the text {shown(cards)}; see rank")
    try:
        return list(cards)
    except TypeError:
        raise RuleError(f"strength takes a list of card numbers; given {shown(cards)}") from None


cdef list _exact_ints(list cards):
    # Of a copy: the items' own code may change the list. Each is asked once, for the same reason.
    return [_card_number(item) for item in tuple(cards)]


cdef object _card_number(object item):
    if isinstance(item, bool):
        raise RuleError(f"a card number is a whole number; given {shown(item)}")
    try:
        return int(operator.index(item))
    except TypeError:
        raise RuleError(f"a card number is a whole number from 0; given {shown(item)}") from None


cdef object _bad_card(object item, bint twice):
    if twice:
        from equity.cards import card_name

        return CardError(f"{card_name(int(item))} is there twice")
    return NotationError(
        f"{shown(item)} is no card of this deck; cards are rank * 4 + suit, 0 .. 51, and jokers 52, 53"
    )


cdef inline uint32_t _strength_of_row(const Lookup *look, const uint8_t *row, Py_ssize_t k,
                                      uint64_t key) noexcept nogil:
    # The suit mask is needed only where there is a flush, or where suits break every tie.
    cdef uint64_t mask = 0
    cdef Py_ssize_t j
    if key & 0x888800000000ULL or look.tops != NULL:
        for j in range(k):
            mask |= look.masks[row[j]]
    return hand_strength(look, key, mask)


cdef inline void _rows(const Lookup *look, const uint8_t *rows, Py_ssize_t n, Py_ssize_t k,
                       uint16_t *out) noexcept nogil:
    cdef Py_ssize_t i, j
    cdef uint64_t key
    for i in range(n):
        key = look.start
        for j in range(k):
            key += look.keys[rows[k * i + j]]
        out[i] = <uint16_t>_strength_of_row(look, rows + k * i, k, key)


cdef inline Py_ssize_t _checked_rows(const Lookup *look, const uint8_t *rows, Py_ssize_t n,
                                     Py_ssize_t k, uint64_t deck, uint16_t *out) noexcept nogil:
    # Stops at the first row with a fault and gives its number, -1 if there is none.
    cdef Py_ssize_t i, j
    cdef uint64_t key, seen, total, card, all_bits
    for i in range(n):
        key = look.start
        seen = 0
        total = 0
        all_bits = 0
        for j in range(k):
            card = rows[k * i + j]
            all_bits |= card
            card &= 63
            seen |= <uint64_t>1 << card
            total += <uint64_t>1 << card
            key += look.keys[card]
        # A card twice makes the sum of the bits differ from their union.
        if (all_bits & 0xC0) | (seen & ~deck) | (seen ^ total):
            return i
        out[i] = <uint16_t>_strength_of_row(look, rows + k * i, k, key)
    return -1


cdef void _fill(const Lookup *look, const uint8_t *rows, Py_ssize_t n, Py_ssize_t k,
                uint16_t *out) noexcept nogil:
    # With the number of cards a constant the compiler unrolls the loop over them.
    if k == 7:
        _rows(look, rows, n, 7, out)
    else:
        _rows(look, rows, n, k, out)


cdef Py_ssize_t _fill_checked(const Lookup *look, const uint8_t *rows, Py_ssize_t n, Py_ssize_t k,
                              uint64_t deck, uint16_t *out) noexcept nogil:
    if k == 7:
        return _checked_rows(look, rows, n, 7, deck, out)
    return _checked_rows(look, rows, n, k, deck, out)
