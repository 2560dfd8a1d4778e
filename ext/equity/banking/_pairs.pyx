"""Pairs of hands that are dealt from one deck, counted by rank: how many there are of each kind."""

ctypedef long long int64
ctypedef unsigned char uint8

DEF MOST = 16
"""Kinds of card, at most."""
DEF SIZE = 5
"""Cards of a hand, at most."""


cdef void _ways_of_each(const int64[::1] left, int64[MOST][SIZE + 1] out) noexcept nogil:
    """Fill in how many ways there are to take k of what is left of a kind."""
    cdef Py_ssize_t kind, k
    for kind in range(MOST):
        out[kind][0] = 1
        for k in range(1, SIZE + 1):
            out[kind][k] = 0
            if kind < left.shape[0]:
                out[kind][k] = out[kind][k - 1] * max(0, left[kind] - k + 1) // k


cdef inline int64 _ways(
    const uint8* kinds, const uint8* times, int64[MOST][SIZE + 1] each, Py_ssize_t runs
) noexcept nogil:
    """Count the ways to deal a hand."""
    cdef int64 ways = 1
    cdef Py_ssize_t i
    for i in range(runs):
        ways *= each[kinds[i]][times[i]]
    return ways


def runs(const uint8[:, ::1] counts, uint8[:, ::1] kinds, uint8[:, ::1] times):
    """List the kinds that a hand has, and how many of each; counts uint8[n, kinds]."""
    cdef Py_ssize_t i, kind, at
    with nogil:
        for i in range(counts.shape[0]):
            at = 0
            for kind in range(counts.shape[1]):
                if counts[i, kind]:
                    kinds[i, at] = kind
                    times[i, at] = counts[i, kind]
                    at += 1
            while at < kinds.shape[1]:
                kinds[i, at] = 0
                times[i, at] = 0
                at += 1


def ways(
    const uint8[:, ::1] kinds, const uint8[:, ::1] times, const int64[::1] left, int64[::1] out
):
    """Count the ways to deal each hand, int64[n], from the cards left, int64[kinds]."""
    cdef int64[MOST][SIZE + 1] each
    cdef Py_ssize_t i
    with nogil:
        _ways_of_each(left, each)
        for i in range(kinds.shape[0]):
            out[i] = _ways(&kinds[i, 0], &times[i, 0], each, kinds.shape[1])


def level_pairs(
    const uint8[:, ::1] kinds,
    const uint8[:, ::1] times,
    const int64[::1] left,
    const int[::1] levels,
    const int[::1] tops,
    Py_ssize_t start,
    Py_ssize_t stop,
    int64[:, ::1] out,
    int64[::1] higher,
):
    """Count pairs of hands by level: the first of hands start .. stop - 1, the second of all.

    levels int32[n]; tops int32[n]: the kind of the highest card. Written: out int64[levels,
    levels]; higher int64[levels], pairs of one level, and so of one top kind, in which the first
    hand has the higher card of that kind.
    """
    cdef int64[MOST][SIZE + 1] first
    cdef int64[MOST][SIZE + 1] second
    cdef int64 w, pairs
    cdef Py_ssize_t i, j, k, n = kinds.shape[0], width = kinds.shape[1]
    cdef int level, own, other
    cdef int64[::1] after = left.copy()
    with nogil:
        _ways_of_each(left, first)
        for i in range(start, stop):
            w = _ways(&kinds[i, 0], &times[i, 0], first, width)
            if w == 0:
                continue
            own = 0
            for k in range(left.shape[0]):
                after[k] = left[k]
            for k in range(width):
                after[kinds[i, k]] -= times[i, k]
                if kinds[i, k] == tops[i] and times[i, k]:
                    own = times[i, k]
            _ways_of_each(after, second)
            level = levels[i]
            for j in range(n):
                pairs = w * _ways(&kinds[j, 0], &times[j, 0], second, width)
                if pairs == 0:
                    continue
                out[level, levels[j]] += pairs
                if levels[j] == level:
                    other = 0
                    for k in range(width):
                        if kinds[j, k] == tops[i] and times[j, k]:
                            other = times[j, k]
                    # Of own + other cards of one rank each is the highest equally often.
                    higher[level] += pairs // (own + other) * own


def class_pairs(
    const uint8[:, ::1] kinds,
    const uint8[:, ::1] times,
    const int64[::1] left,
    const int[::1] classes,
    Py_ssize_t start,
    Py_ssize_t stop,
    int64[:, ::1] out,
):
    """Count pairs of hands by class, int64[classes, classes], as :func:`level_pairs` does."""
    cdef int64[MOST][SIZE + 1] first
    cdef int64[MOST][SIZE + 1] second
    cdef int64 w
    cdef Py_ssize_t i, j, k, n = kinds.shape[0], width = kinds.shape[1]
    cdef int64[::1] after = left.copy()
    with nogil:
        _ways_of_each(left, first)
        for i in range(start, stop):
            w = _ways(&kinds[i, 0], &times[i, 0], first, width)
            if w == 0:
                continue
            for k in range(left.shape[0]):
                after[k] = left[k]
            for k in range(width):
                after[kinds[i, k]] -= times[i, k]
            _ways_of_each(after, second)
            for j in range(n):
                out[classes[i], classes[j]] += w * _ways(
                    &kinds[j, 0], &times[j, 0], second, width
                )


def pile_results(
    const uint8[:, ::1] kinds,
    const uint8[:, ::1] times,
    const int64[::1] left,
    const int64[:, ::1] own,
    const int64[:, ::1] others,
    bint as_banker,
    int tied,
    Py_ssize_t start,
    Py_ssize_t stop,
    int64[:, ::1] out,
):
    """Count how hands start .. stop - 1 of two piles fare against all, int64[n, 5].

    own, others int64[n, 3]: first pile, second pile, four knives. tied: 0 a tied pile is not won,
    1 it is ignored, 2 it is the banker's. Results are the player's, -2 .. 2 in columns 0 .. 4,
    whether the hands are his or the banker's.
    """
    cdef int64[MOST][SIZE + 1] first
    cdef int64[MOST][SIZE + 1] second
    cdef int64[::1] after = left.copy()
    cdef int64 w, one, two, special
    cdef int sign = -1 if as_banker else 1
    cdef int won, lost, result
    cdef Py_ssize_t i, j, k, n = kinds.shape[0], width = kinds.shape[1]
    with nogil:
        _ways_of_each(left, first)
        for i in range(start, stop):
            w = _ways(&kinds[i, 0], &times[i, 0], first, width)
            if w == 0:
                continue
            for k in range(left.shape[0]):
                after[k] = left[k]
            for k in range(width):
                after[kinds[i, k]] -= times[i, k]
            _ways_of_each(after, second)
            for j in range(n):
                one = sign * (own[i, 0] - others[j, 0])
                two = sign * (own[i, 1] - others[j, 1])
                special = sign * (own[i, 2] - others[j, 2])
                won = (one > 0) + (two > 0)
                lost = 2 - won if tied == 2 else (one < 0) + (two < 0)
                if special != 0:
                    result = 2 if special > 0 else -2
                elif tied == 0:
                    result = (won == 2) - (lost == 2)
                else:
                    result = (won > lost) - (won < lost)
                out[i, result + 2] += w * _ways(&kinds[j, 0], &times[j, 0], second, width)
