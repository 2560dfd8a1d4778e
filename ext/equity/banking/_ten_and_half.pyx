"""Ten-and-a-half by recursion over the cards left, in half points.

Class 0 is a face, half a point; class k is the rank k, ace to ten. A player's hand is an index:
the classes plus one, in the order dealt, as digits of base 12; the first card is hidden. The
banker's hand is a multiset of classes, a state.
"""

from libc.math cimport isnan
from libc.string cimport memset

DEF CLASSES = 11
DEF BASE = 12
DEF HANDS = 20736
DEF OUTCOMES = 6
DEF BEST = 21

LOSE, TIE, WIN, FIVE, FIVE_EXACT, AT_ONCE = range(6)


cdef inline int value_of(int card) noexcept nogil:
    """Give the half points of a class."""
    return 1 if card == 0 else 2 * card


cdef class Engine:
    """One shoe under one set of rules.

    left: cards of each class. must: half points below which a player has to draw; below: the same
    of the banker, or -1 if he plays the best reply to the actions of a named strategy, uint8 by
    hand, 1 to draw. push: equal totals are a push. pays: five cards, five cards of exactly ten and
    a half, and ten and a half with fewer; at_once: the last is paid at once. states: counts,
    totals, numbers of cards, orders and next states of the banker's hands, by total.
    """

    cdef int left[CLASSES]
    cdef int cards, must, below, at_once, push, number
    cdef double pays[OUTCOMES]
    cdef const unsigned char[::1] actions
    cdef const int[:, ::1] counts
    cdef const int[::1] totals
    cdef const int[::1] sizes
    cdef const double[::1] orders
    cdef const int[:, ::1] follow
    cdef double[:, ::1] stand
    cdef double[:, :, ::1] found
    cdef unsigned char[:, ::1] known
    cdef unsigned char[::1] chosen
    cdef double[:, :, ::1] reply
    cdef double[:, ::1] gains
    cdef unsigned char[:, ::1] policy

    def __init__(
        self, left, must, below, push, pays, at_once, actions, states, memory, policy
    ):
        cdef int k
        for k in range(CLASSES):
            self.left[k] = left[k]
        self.cards = sum(left)
        self.must, self.below, self.push, self.at_once = must, below, push, at_once
        for k in range(OUTCOMES):
            self.pays[k] = pays[k]
        self.actions = actions
        self.counts, self.totals, self.sizes, self.orders, self.follow = states
        self.number = self.totals.shape[0]
        self.stand, self.found, self.known, self.chosen, self.reply, self.gains = memory
        self.policy = policy

    cdef void _against_fixed(self, int* used, int size, int total, double* out) noexcept nogil:
        """Settle a hand with a banker who draws below a number."""
        cdef int s, k, j, d, held, after, last
        cdef int rest = self.cards - size
        cdef double weight, p
        out[0] = out[1] = out[2] = 0
        for s in range(self.number):
            if s and self.totals[s] >= self.below:
                continue
            weight = self.orders[s]
            for k in range(CLASSES):
                held = self.left[k] - used[k]
                for j in range(self.counts[s, k]):
                    weight *= max(0, held - j)
            if weight == 0:
                continue
            for j in range(self.sizes[s]):
                weight /= rest - j
            after = rest - self.sizes[s]
            if after <= 0:
                self._compare(total, self.totals[s], weight, out)
                continue
            for d in range(CLASSES):
                held = self.left[d] - used[d] - self.counts[s, d]
                if held > 0:
                    last = self.totals[s] + value_of(d)
                    p = weight * held / after
                    if last > BEST:
                        out[2] += p
                    elif last >= self.below:
                        self._compare(total, last, p, out)

    cdef void _compare(self, int total, int banker, double p, double* out) noexcept nogil:
        """Add to lose, tie or win."""
        if total > banker:
            out[2] += p
        elif total == banker and self.push:
            out[1] += p
        else:
            out[0] += p

    cdef int _draws(self, int hand, int total) noexcept nogil:
        """Tell whether the named strategy draws."""
        return total < self.must or self.actions[hand]

    cdef void _against_reply(self, int ups) noexcept nogil:
        """Settle every hand with these up cards with a banker who replies best."""
        cdef int[CLASSES] used
        cdef int[4] drawn
        cdef int[CLASSES] totals
        cdef int[CLASSES] consistent
        cdef double[CLASSES] weight
        cdef double[CLASSES] here
        cdef int n = 0, c, j, k, s, d, held, hand, total, rest, after, draws, nobody = 1
        cdef double w, stands, goes, mass
        cdef int at = ups, power
        memset(used, 0, sizeof(used))
        while at:
            n += 1
            at //= BASE
        at = ups
        for j in range(n - 1, -1, -1):
            drawn[j] = at % BASE - 1
            used[drawn[j]] += 1
            at //= BASE
        for c in range(CLASSES):
            # The hidden card, then the up cards in order; what the strategy would have done.
            w = self.left[c]
            used[c] += 1
            total = value_of(c)
            hand = c + 1
            consistent[c] = 1
            for j in range(n):
                if (self.at_once and total == BEST) or not self._draws(hand, total):
                    consistent[c] = 0
                held = self.left[drawn[j]] - (drawn[j] == c)
                for k in range(j):
                    held -= drawn[k] == drawn[j]
                w *= max(0, held)
                total += value_of(drawn[j])
                hand = hand * BASE + drawn[j] + 1
            if total > BEST or (self.at_once and total == BEST) or self._draws(hand, total):
                consistent[c] = 0
            if total > BEST:
                w = 0
            used[c] -= 1
            weight[c] = w
            totals[c] = total
            if consistent[c] and w > 0:
                nobody = 0
        rest = self.cards - n - 1
        for s in range(self.number - 1, -1, -1):
            after = rest - self.sizes[s]
            stands = goes = mass = 0
            self.gains[s, 0] = self.gains[s, 1] = self.gains[s, 2] = 0
            if after < 0:
                for c in range(CLASSES):
                    self.reply[s, c, 0] = self.reply[s, c, 1] = self.reply[s, c, 2] = 0
                continue
            for c in range(CLASSES):
                w = weight[c]
                for k in range(CLASSES):
                    if self.counts[s, k]:
                        held = self.left[k] - used[k] - (k == c)
                        for j in range(self.counts[s, k]):
                            w *= max(0, held - j)
                for j in range(self.sizes[s]):
                    w /= rest - j
                here[c] = w
                self.reply[s, c, 0] = self.reply[s, c, 1] = self.reply[s, c, 2] = 0
                if w == 0:
                    continue
                for d in range(CLASSES):
                    held = self.left[d] - used[d] - (d == c) - self.counts[s, d]
                    if held <= 0 or after == 0:
                        continue
                    if self.follow[s, d] < 0:
                        self.reply[s, c, 2] += w * held / after
                    else:
                        for j in range(3):
                            self.reply[s, c, j] += self.reply[self.follow[s, d], c, j]
                if consistent[c]:
                    mass += w
                    goes += self.reply[s, c, 0] - self.reply[s, c, 2]
                    if self.totals[s] > totals[c] or (
                        self.totals[s] == totals[c] and not self.push
                    ):
                        stands += w
                    elif self.totals[s] < totals[c]:
                        stands -= w
            self.gains[s, 0], self.gains[s, 1], self.gains[s, 2] = stands, goes, mass
            if s == 0:
                draws = 1
            elif after == 0 or self.totals[s] == BEST:
                draws = 0
            elif self.totals[s] < self.must:
                draws = 1
            else:
                # A reach of 1e-15 keeps rounding from deciding between equal values.
                draws = not nobody and goes > stands + 1e-15
            if self.policy.shape[0] > ups:
                self.policy[ups, s] = draws
            if not draws:
                for c in range(CLASSES):
                    self.reply[s, c, 0] = self.reply[s, c, 1] = self.reply[s, c, 2] = 0
                    if here[c] > 0:
                        self._compare(totals[c], self.totals[s], here[c], &self.reply[s, c, 0])
        power = 1
        for j in range(n):
            power *= BASE
        for c in range(CLASSES):
            hand = (c + 1) * power + ups
            for j in range(3):
                self.stand[hand, j] = self.reply[0, c, j] / weight[c] if weight[c] > 0 else 0

    cdef void _stand(self, int hand, int* used, int size, int total, double* out) noexcept nogil:
        """Give lose, tie and win of standing."""
        cdef int power = 1
        cdef int k
        if isnan(self.stand[hand, 0]):
            if self.below >= 0:
                self._against_fixed(used, size, total, &self.stand[hand, 0])
            else:
                for k in range(size - 1):
                    power *= BASE
                self._against_reply(hand % power)
        for k in range(OUTCOMES):
            out[k] = self.stand[hand, k] if k < 3 else 0

    cdef void _hit(
        self, int hand, int* used, int size, int total, int best, double* out
    ) noexcept nogil:
        """Give the outcomes of drawing, and then going on."""
        cdef int d, held, after, k
        cdef int rest = self.cards - size
        cdef double p
        cdef double[OUTCOMES] then
        for k in range(OUTCOMES):
            out[k] = 0
        for d in range(CLASSES):
            held = self.left[d] - used[d]
            if held <= 0:
                continue
            p = held / <double>rest
            after = total + value_of(d)
            if after > BEST:
                out[0] += p
            elif size == 4:
                out[4 if after == BEST else 3] += p
            else:
                used[d] += 1
                self._go(hand * BASE + d + 1, used, size + 1, after, best, then)
                used[d] -= 1
                for k in range(OUTCOMES):
                    out[k] += p * then[k]

    cdef void _go(
        self, int hand, int* used, int size, int total, int best, double* out
    ) noexcept nogil:
        """Give the outcomes of a hand, played best or by the named strategy."""
        cdef double[OUTCOMES] one
        cdef double[OUTCOMES] two
        cdef int k, draws
        if not self.known[best, hand]:
            for k in range(OUTCOMES):
                one[k] = two[k] = 0
            draws = 0
            if self.at_once and total == BEST:
                one[5] = 1
            elif self.cards - size <= 1:
                self._stand(hand, used, size, total, one)
            elif total < self.must:
                draws = 1
            elif not best:
                draws = self._draws(hand, total)
            else:
                self._stand(hand, used, size, total, one)
                if total < BEST:
                    self._hit(hand, used, size, total, best, two)
                    draws = self._worth(two) > self._worth(one)
            if draws and two[0] + two[1] + two[2] + two[3] + two[4] + two[5] == 0:
                self._hit(hand, used, size, total, best, two)
            if not best and not draws and one[5] == 0:
                self._stand(hand, used, size, total, one)
            for k in range(OUTCOMES):
                self.found[best, hand, k] = two[k] if draws else one[k]
            if best:
                self.chosen[hand] = draws
            self.known[best, hand] = 1
        for k in range(OUTCOMES):
            out[k] = self.found[best, hand, k]

    cdef double _worth(self, double* outcomes) noexcept nogil:
        """Give the expected net win."""
        cdef int k
        cdef double sum_ = 0
        for k in range(OUTCOMES):
            sum_ += self.pays[k] * outcomes[k]
        return sum_

    def outcomes(self, hand, action, best):
        """Give the six chances of a hand, a list of classes: by standing, drawing or going on."""
        cdef int[CLASSES] used
        cdef double[OUTCOMES] out
        cdef int index = 0, total = 0, k, size = len(hand), go_best = best, what = action
        memset(used, 0, sizeof(used))
        for card in hand:
            used[card] += 1
            total += value_of(card)
            index = index * BASE + <int>card + 1
        with nogil:
            if what == 0:
                self._stand(index, used, size, total, out)
            elif what == 1:
                self._hit(index, used, size, total, go_best, out)
            else:
                self._go(index, used, size, total, go_best, out)
        return [out[k] for k in range(OUTCOMES)]

    def gains_of(self, ups, state):
        """Give what standing and drawing gain a banker's hand, and the chance of the situation.

        The player is one of the named strategy who stands with these up cards, a list of classes.
        """
        cdef int index = 0
        for card in ups:
            index = index * BASE + <int>card + 1
        self._against_reply(index)
        return [self.gains[<int>state, k] for k in range(3)]

    def banker(self):
        """Give the chance of every total of a banker who draws below a number; 22 is a bust."""
        cdef int s, k, j, d, held, after, last
        cdef double weight
        out = [0.0] * (BEST + 2)
        for s in range(self.number):
            if s and self.totals[s] >= self.below:
                continue
            weight = self.orders[s]
            for k in range(CLASSES):
                for j in range(self.counts[s, k]):
                    weight *= max(0, self.left[k] - j)
            if weight == 0:
                continue
            for j in range(self.sizes[s]):
                weight /= self.cards - j
            after = self.cards - self.sizes[s]
            if after == 0:
                out[self.totals[s]] += weight
                continue
            for d in range(CLASSES):
                held = self.left[d] - self.counts[s, d]
                if held > 0:
                    last = min(BEST + 1, self.totals[s] + value_of(d))
                    if last >= self.below:
                        out[last] += weight * held / after
        return out
