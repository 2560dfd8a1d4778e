"""Baccarat: every ordered deal of six cards, counted by points."""

cdef enum:
    POINTS = 10


cdef inline bint banker_draws(int points, int third, bint six_draws) noexcept nogil:
    """Say whether the banker draws; ``third`` is the player's third card, -1 if he stood."""
    if points <= 2:
        return True
    if points >= 7:
        return False
    if third < 0:
        return points <= 5 or six_draws
    if points == 3:
        return third != 8
    if points == 4:
        return 2 <= third <= 7
    if points == 5:
        return 4 <= third <= 7
    return third == 6 or third == 7


def draws(int points, int third, bint six_draws=False):
    """Say whether the banker draws; ``third`` is -1 if the player stood."""
    return banker_draws(points, third, six_draws)


def count(left, known, bint naturals, bint six_draws):
    """Count ordered deals by the points of the player, and of the banker in each row.

    ``left``: cards by points that may be dealt. ``known``: points of the player's first and
    second card and of the banker's, -1 where not known. The cards that are not known, and two
    more, are dealt in order: third cards, or cards that play no part.
    """
    cdef long long cards[POINTS]
    cdef long long number = 0
    cdef long long ways
    cdef long long rest
    cdef long long won[100]
    cdef int given[4]
    cdef int first[4]
    cdef int last[4]
    cdef int a, b, c, d, i, player, banker, third
    for i in range(POINTS):
        cards[i] = left[i]
        number += cards[i]
    for i in range(4):
        given[i] = known[i]
        first[i] = given[i] if given[i] >= 0 else 0
        last[i] = given[i] + 1 if given[i] >= 0 else POINTS
        if given[i] < 0:
            number -= 1
    for i in range(100):
        won[i] = 0
    for a in range(first[0], last[0]):
        for b in range(first[1], last[1]):
            player = (a + b) % 10
            for c in range(first[2], last[2]):
                for d in range(first[3], last[3]):
                    ways = 1
                    if given[0] < 0:
                        ways *= cards[a]
                        cards[a] -= 1
                    if given[1] < 0:
                        ways *= cards[b]
                        cards[b] -= 1
                    if given[2] < 0:
                        ways *= cards[c]
                        cards[c] -= 1
                    if given[3] < 0:
                        ways *= cards[d]
                        cards[d] -= 1
                    if ways > 0:
                        banker = (c + d) % 10
                        rest = number * (number - 1)
                        if naturals and (player >= 8 or banker >= 8):
                            won[10 * player + banker] += ways * rest
                        elif player >= 6:
                            _banker(cards, number, player, banker, -1, six_draws, ways, won)
                        else:
                            for third in range(POINTS):
                                if cards[third] > 0:
                                    cards[third] -= 1
                                    _banker(
                                        cards,
                                        number - 1,
                                        (player + third) % 10,
                                        banker,
                                        third,
                                        six_draws,
                                        ways * (cards[third] + 1),
                                        won,
                                    )
                                    cards[third] += 1
                    if given[0] < 0:
                        cards[a] += 1
                    if given[1] < 0:
                        cards[b] += 1
                    if given[2] < 0:
                        cards[c] += 1
                    if given[3] < 0:
                        cards[d] += 1
    return [[won[10 * player + banker] for banker in range(10)] for player in range(10)]


cdef void _banker(
    const long long *cards,
    long long number,
    int player,
    int banker,
    int third,
    bint six_draws,
    long long ways,
    long long *won,
) noexcept:
    """Let the banker draw or stand, and count."""
    # Cards that are dealt all the same: one, or two if the player stood too.
    cdef long long idle = number - 1 if third < 0 else 1
    cdef int card
    if not banker_draws(banker, third, six_draws):
        won[10 * player + banker] += ways * number * idle
        return
    for card in range(10):
        if cards[card] > 0:
            won[10 * player + (banker + card) % 10] += ways * cards[card] * idle
