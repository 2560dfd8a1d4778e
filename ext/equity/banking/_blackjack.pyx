"""Blackjack by recursion over the cards of a hand, every card seen being out of the shoe.

Cards are 0 (an ace) to 9 (ten, jack, queen, king): the value less one. A hand is the number of a
multiset of cards whose hard total is at most 21, in the order of a depth-first walk that adds
cards in ascending order; 0 is no cards. The same numbers serve for the banker's draws.

The banker's hand is summed over the multisets that can end it, each with the number of orders in
which it can be drawn: a product of falling factorials along the walk.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    CARDS = 10
    MOST = 4096          # 3,219 hands have a hard total up to 21
    TOTALS = 5           # 17 to 21
    NATURAL = 5          # an ace and a ten-card: 21 in two cards
    FIVE = 6             # five cards, where that ends the hand
    BUST = 7
    ENDS = 8
    MOST_HANDS = 4       # of one player, after splits
    MOST_REMOVED = 5

# The order of actions of equal value.
HIT, STAND, DOUBLE, SPLIT, SURRENDER = range(5)
cdef enum:
    _HIT = 0
    _STAND = 1
    _DOUBLE = 2
    _SPLIT = 3
    _SURRENDER = 4
    ACTIONS = 5

cdef int hands = 0
cdef int next_hand[MOST][CARDS]
cdef int parent_hand[MOST]
cdef int last_card[MOST]
cdef int run_length[MOST]     # how often the last card comes
cdef int hand_size[MOST]
cdef int hard_total[MOST]
cdef bint has_ace[MOST]
cdef int by_size[MOST]        # hands in the order of their size


cdef int _walk(int parent, int first, int hard) noexcept:
    """Number the hands that begin with a given one."""
    global hands
    cdef int card, hand
    for card in range(first, CARDS):
        next_hand[parent][card] = -1
        if hard + card + 1 > 21:
            continue
        hand = hands
        hands += 1
        next_hand[parent][card] = hand
        parent_hand[hand] = parent
        last_card[hand] = card
        run_length[hand] = 1
        if parent and last_card[parent] == card:
            run_length[hand] = run_length[parent] + 1
        hand_size[hand] = hand_size[parent] + 1
        hard_total[hand] = hard + card + 1
        has_ace[hand] = has_ace[parent] or card == 0
        _walk(hand, card, hard + card + 1)
    return 0


cdef int _number_hands() except -1:
    """Make the tables of hands."""
    global hands
    cdef int hand, card, other, size, at
    hands = 1
    parent_hand[0] = last_card[0] = run_length[0] = hand_size[0] = hard_total[0] = 0
    has_ace[0] = False
    _walk(0, 0, 0)
    for hand in range(1, hands):
        for card in range(last_card[hand]):
            other = next_hand[parent_hand[hand]][card]
            next_hand[hand][card] = -1 if other < 0 else next_hand[other][last_card[hand]]
    at = 0
    for size in range(22):
        for hand in range(hands):
            if hand_size[hand] == size:
                by_size[at] = hand
                at += 1
    return 0


_number_hands()


cdef inline int best_total(int hard, bint ace) noexcept nogil:
    """Give the best total of a hand that is not bust."""
    return hard + 10 if ace and hard <= 11 else hard


def number_of_hands():
    """Give the number of hands, no cards included."""
    return hands


def hand_of(cards):
    """Give the number of a hand, -1 if it is bust."""
    cdef int hand = 0
    cdef int card
    for card in cards:
        if hand >= 0:
            hand = next_hand[hand][card]
    return hand


def cards_of(int hand):
    """Give the cards of a hand, ascending."""
    found = []
    while hand:
        found.append(last_card[hand])
        hand = parent_hand[hand]
    return found[::-1]


def total_of(int hand):
    """Give the best total of a hand, and whether an ace counts eleven in it."""
    cdef int total = best_total(hard_total[hand], has_ace[hand])
    return total, total != hard_total[hand]


def transitions(int[:, ::1] out):
    """Write the hand that a card makes of a hand, -1 if bust: int32[hands, 10]."""
    cdef int hand, card
    for hand in range(hands):
        for card in range(CARDS):
            out[hand, card] = next_hand[hand][card]


cdef class Banker:
    """What the banker's draws can end in, from his up card."""

    cdef int nodes
    cdef int *card
    cdef int *mult      # how many of the card are drawn before
    cdef int *depth     # how many cards are drawn before
    cdef int *parent    # node before the card
    cdef int *skip      # node after all those that contain this one
    cdef int *end       # what it ends in, -1 if it does not
    cdef double *ways
    cdef double *chance
    cdef int up

    def __cinit__(self, int up, bint hits_soft_17, bint five_ends):
        cdef int *block = <int *> calloc(6 * MOST, sizeof(int))
        cdef double *numbers = <double *> calloc(2 * MOST, sizeof(double))
        self.card = block
        self.ways = numbers
        if block == NULL or numbers == NULL:
            raise MemoryError
        self.mult = block + MOST
        self.depth = block + 2 * MOST
        self.parent = block + 3 * MOST
        self.skip = block + 4 * MOST
        self.end = block + 5 * MOST
        self.chance = numbers + MOST
        self.up = up
        self._fill(hits_soft_17, five_ends)

    def __dealloc__(self):
        free(self.card)
        free(self.ways)

    cdef int _end(self, int drawn, bint hits_soft_17, bint five_ends) noexcept:
        """Say what the banker's hand is after some draws: an end, or -1 if he draws."""
        cdef int up = self.up
        cdef int hard = hard_total[drawn] + (up + 1 if up >= 0 else 0)
        cdef int size = hand_size[drawn] + (up >= 0)
        cdef bint ace = has_ace[drawn] or up == 0
        cdef int total = best_total(hard, ace)
        if size == 2 and total == 21:
            return NATURAL
        if five_ends and size == 5:
            return FIVE
        if total < 17 or (hits_soft_17 and total == 17 and hard == 7):
            return -1
        return total - 17

    cdef int _fill(self, bint hits_soft_17, bint five_ends) except -1:
        """List the draws that can end a hand, with the number of their orders."""
        cdef int up_value = self.up + 1 if self.up >= 0 else 0
        cdef int at, hand, drawn, card, node
        cdef double *ways = <double *> calloc(MOST, sizeof(double))
        cdef int *end = <int *> calloc(MOST, sizeof(int))
        cdef int *needed = <int *> calloc(MOST, sizeof(int))
        cdef int *place = <int *> calloc(MOST, sizeof(int))
        if ways == NULL or end == NULL or needed == NULL or place == NULL:
            free(ways); free(end); free(needed); free(place)
            raise MemoryError
        ways[0] = 1
        for at in range(hands):
            hand = by_size[at]
            if hard_total[hand] + up_value > 21:
                continue
            end[hand] = self._end(hand, hits_soft_17, five_ends)
            if ways[hand] == 0:
                continue
            if end[hand] >= 0:
                needed[hand] = True
                continue
            for card in range(CARDS):
                drawn = next_hand[hand][card]
                if drawn >= 0 and hard_total[drawn] + up_value <= 21:
                    ways[drawn] += ways[hand]
        for hand in range(hands - 1, 0, -1):
            if needed[hand]:
                needed[parent_hand[hand]] = True
        node = 1
        self.end[0] = -1
        self.chance[0] = 1
        for hand in range(1, hands):
            if not needed[hand]:
                continue
            place[hand] = node
            self.card[node] = last_card[hand]
            self.mult[node] = run_length[hand] - 1
            self.depth[node] = hand_size[hand] - 1
            self.parent[node] = place[parent_hand[hand]]
            self.end[node] = end[hand] if ways[hand] > 0 else -1
            self.ways[node] = ways[hand]
            node += 1
        self.nodes = node
        for at in range(node - 1, 0, -1):
            self.skip[at] = at + 1
        for at in range(node - 1, 0, -1):
            # The subtree of a node ends where that of its last child does.
            if self.skip[self.parent[at]] < self.skip[at]:
                self.skip[self.parent[at]] = self.skip[at]
        free(ways); free(end); free(needed); free(place)
        return 0

    cdef void sum(self, const int *left, int number, bint infinite, double *out) noexcept nogil:
        """Give the chance of every end when so many of each card are left."""
        cdef double many[CARDS][24]
        cdef double part[24]
        cdef double p, rest
        cdef int at, card, mult
        for card in range(CARDS):
            for mult in range(22):
                many[card][mult] = left[card] - (0 if infinite else mult)
                if many[card][mult] < 0:
                    many[card][mult] = 0
        for mult in range(22):
            rest = number - (0 if infinite else mult)
            part[mult] = 1 / rest if rest > 0 else 0
        for at in range(ENDS):
            out[at] = 0
        at = 1
        while at < self.nodes:
            p = (
                self.chance[self.parent[at]]
                * many[self.card[at]][self.mult[at]]
                * part[self.depth[at]]
            )
            if p == 0:
                at = self.skip[at]
                continue
            self.chance[at] = p
            if self.end[at] >= 0:
                out[self.end[at]] += p * self.ways[at]
            at += 1
        rest = 1
        for at in range(BUST):
            rest -= out[at]
        out[BUST] = rest if rest > 0 else 0

    def ends(self, left, bint infinite):
        """Give the chances of 17 to 21, a natural, five cards, and bust."""
        cdef int cards[CARDS]
        cdef double out[ENDS]
        cdef int card
        for card in range(CARDS):
            cards[card] = left[card]
        self.sum(cards, sum(left), infinite, out)
        return [out[card] for card in range(ENDS)]

    def ways_to_end(self):
        """List what can be drawn: (cards drawn, what they end in, number of orders)."""
        found = []
        drawn = [()]
        cdef int at
        for at in range(1, self.nodes):
            drawn.append(drawn[self.parent[at]] + (self.card[at],))
            if self.end[at] >= 0:
                found.append((drawn[at], self.end[at], int(self.ways[at])))
        return found


cdef struct Value:
    double ev
    double win
    double tie


cdef struct Memo:
    # What hands are worth, once known: `stamp` is `now` where they are.
    int now
    bint after_split
    bint aces           # split aces
    int *acts           # what to do, if it is settled
    int *stamp
    int *stood
    int *act
    Value *value
    Value *stand


cdef int _open(Memo *memo) except -1:
    """Allocate a memo."""
    cdef int *block = <int *> calloc(3 * MOST, sizeof(int))
    cdef Value *values = <Value *> calloc(2 * MOST, sizeof(Value))
    memo.stamp = block
    memo.value = values
    if block == NULL or values == NULL:
        raise MemoryError
    memo.stood = block + MOST
    memo.act = block + 2 * MOST
    memo.stand = values + MOST
    memo.now = 0
    memo.acts = NULL
    return 0


cdef class Solver:
    """What hands are worth against the banker, from one shoe.

    ``left`` are the cards that nobody has seen; of an infinite shoe, those of one deck. ``rules``
    has the numbers of :class:`equity.banking.blackjack.rules.Numbers`. ``choose(hand, actions,
    after_split)`` gives the action of a fixed strategy, ``actions`` being a bit for each; without
    it every hand is played best.
    """

    cdef int left[CARDS]
    cdef int number
    cdef bint infinite
    cdef int up
    cdef Banker banker
    cdef Memo main
    cdef Memo half      # a split hand
    cdef Memo fewer     # the same, more of its card being out
    cdef object choose
    cdef int sums
    # rules
    cdef bint hits_soft_17, five_ends, peek, surrender, split_aces_hit, double_after_split
    cdef bint naturals
    cdef int must_draw_below, max_hands, ace_hands, double_from, double_to
    cdef int split_cards        # one bit a card
    cdef double five_pays, natural_pays
    cdef dict bankers
    cdef int split_to[CARDS]    # hands up to which pairs are split again
    cdef object noted           # int8[10, hands]: what to do with split hands, if it is kept
    cdef double known[ENDS]
    cdef bint is_known

    def __cinit__(self, left, bint infinite, rules, choose=None):
        cdef int card
        self.number = 0
        for card in range(CARDS):
            self.left[card] = left[card]
            self.number += left[card]
        self.infinite = infinite
        self.choose = choose
        self.hits_soft_17 = rules.hits_soft_17
        self.five_ends = rules.five_ends
        self.peek = rules.peek
        self.surrender = rules.surrender
        self.split_aces_hit = rules.split_aces_hit
        self.double_after_split = rules.double_after_split
        self.naturals = rules.natural_pays > 0
        self.natural_pays = rules.natural_pays
        self.five_pays = rules.five_pays
        self.must_draw_below = rules.must_draw_below
        self.max_hands = rules.max_hands
        self.ace_hands = rules.ace_hands
        self.double_from = rules.double_from
        self.double_to = rules.double_to
        self.split_cards = rules.split_cards
        self.bankers = {}
        _open(&self.main)
        _open(&self.half)
        _open(&self.fewer)
        self.half.after_split = self.fewer.after_split = True
        self._face(-1)

    def __dealloc__(self):
        free(self.main.stamp)
        free(self.main.value)
        free(self.half.stamp)
        free(self.half.value)
        free(self.fewer.stamp)
        free(self.fewer.value)

    cdef int _face(self, int up) except -1:
        """Turn to a banker's up card, -1 for none."""
        self.up = up
        if up not in self.bankers:
            self.bankers[up] = Banker(up, self.hits_soft_17, self.five_ends)
        self.banker = self.bankers[up]
        self.main.now += 1
        self.is_known = False
        return 0

    cdef inline void _take(self, int card, int times=1) noexcept:
        """Take cards out of the shoe."""
        if not self.infinite:
            self.left[card] -= times
            self.number -= times

    cdef double _natural(self) noexcept:
        """Give the chance that the banker has a natural."""
        cdef double number = self.number
        if self.up == 0:
            return self.left[9] / number
        if self.up == 9:
            return self.left[0] / number
        if self.up < 0:
            return 2.0 * self.left[0] * self.left[9] / (
                number * (number if self.infinite else number - 1)
            )
        return 0

    cdef double _open_chance(self) noexcept:
        """Give the chance that the round goes on after the banker has looked for a natural."""
        return 1 - self._natural() if self.peek else 1

    cdef int _stand(self, Memo *memo, int hand) except -1:
        """Settle a hand that stands, once."""
        cdef double ends[ENDS]
        cdef Value value
        cdef double rest, lose
        cdef int at, total
        if memo.stood[hand] == memo.now:
            return 0
        self.sums += 1
        if self.sums & 511 == 0:
            PyErr_CheckSignals()
        if self.infinite and self.is_known:
            for at in range(ENDS):
                ends[at] = self.known[at]
        else:
            self.banker.sum(self.left, self.number, self.infinite, ends)
            if self.peek:
                rest = 1 - ends[NATURAL]
                ends[NATURAL] = 0
                for at in range(ENDS):
                    ends[at] = ends[at] / rest if rest > 0 else 0
            for at in range(ENDS):
                self.known[at] = ends[at]
            self.is_known = True
        total = best_total(hard_total[hand], has_ace[hand])
        if self.naturals and not memo.after_split and hand_size[hand] == 2 and total == 21:
            value.tie = ends[NATURAL]
            value.win = 1 - value.tie
            value.ev = self.natural_pays * value.win
        else:
            value.win = ends[BUST]
            value.tie = lose = 0
            for at in range(TOTALS):
                if at + 17 < total:
                    value.win += ends[at]
                elif at + 17 == total:
                    value.tie += ends[at]
                else:
                    lose += ends[at]
            lose += ends[FIVE]
            if self.naturals or total < 21:
                lose += ends[NATURAL]
            else:
                value.tie += ends[NATURAL]
            value.ev = value.win - lose
        memo.stand[hand] = value
        memo.stood[hand] = memo.now
        return 0

    cdef int _draw(self, Memo *memo, int hand, bint last, Value *out) except -1:
        """Average over the next card; ``last``: the hand stands on it, whatever it is."""
        cdef double before = self._open_chance()
        cdef double p
        cdef int card, drawn
        cdef Value *value
        out.ev = out.win = out.tie = 0
        for card in range(CARDS):
            if self.left[card] <= 0:
                continue
            p = <double> self.left[card] / self.number
            self._take(card)
            if before < 1 and not self.infinite:
                p *= self._open_chance() / before
            drawn = next_hand[hand][card]
            if p <= 0:
                pass
            elif drawn < 0:
                out.ev -= p
            else:
                if last:
                    self._stand(memo, drawn)
                    value = &memo.stand[drawn]
                else:
                    self._play(memo, drawn)
                    value = &memo.value[drawn]
                out.ev += p * value.ev
                out.win += p * value.win
                out.tie += p * value.tie
            self._take(card, -1)
        return 0

    cdef int _actions(self, Memo *memo, int hand) noexcept:
        """Give what a player may do, one bit an action."""
        cdef int size = hand_size[hand]
        cdef int total = best_total(hard_total[hand], has_ace[hand])
        cdef int actions
        if size == 1:
            return 1 << _HIT
        if not memo.after_split:
            if self.five_pays > 0 and size >= 5:
                return 1 << _STAND
            if self.naturals and size == 2 and total == 21:
                return 1 << _STAND
        elif memo.aces and not self.split_aces_hit:
            return 1 << _STAND
        actions = 1 << _HIT
        if total >= self.must_draw_below:
            actions |= 1 << _STAND
        if size == 2:
            if self.double_from <= total <= self.double_to and (
                not memo.after_split or self.double_after_split
            ):
                actions |= 1 << _DOUBLE
            if not memo.after_split:
                if run_length[hand] == 2 and self.split_cards >> last_card[hand] & 1:
                    actions |= 1 << _SPLIT
                if self.surrender:
                    actions |= 1 << _SURRENDER
        return actions

    cdef int _act(self, Memo *memo, int hand, int action, Value *out) except -1:
        """Give what an action is worth."""
        if action == _HIT:
            self._draw(memo, hand, False, out)
        elif action == _STAND:
            if self.five_pays > 0 and not memo.after_split and hand_size[hand] >= 5:
                out.ev, out.win, out.tie = self.five_pays, 1, 0
            else:
                self._stand(memo, hand)
                out[0] = memo.stand[hand]
        elif action == _DOUBLE:
            self._draw(memo, hand, True, out)
            out.ev *= 2
        elif action == _SPLIT:
            self._split(last_card[hand], out)
        else:
            out.ev, out.win, out.tie = -0.5, 0, 0
            if self.naturals and not self.peek:
                out.ev -= 0.5 * self._natural()
        return 0

    cdef int _play(self, Memo *memo, int hand) except -1:
        """Find what a hand is worth, once."""
        cdef Value value, best
        cdef int actions, action, chosen = -1
        if memo.stamp[hand] == memo.now:
            return 0
        best.ev = best.win = best.tie = 0
        if memo.acts != NULL:
            chosen = memo.acts[hand]
            self._act(memo, hand, chosen, &best)
        else:
            actions = self._actions(memo, hand)
            if self.choose is not None and actions & (actions - 1):
                chosen = self.choose(hand, actions, memo.after_split)
                self._act(memo, hand, chosen, &best)
            else:
                for action in range(ACTIONS):
                    if actions >> action & 1:
                        self._act(memo, hand, action, &value)
                        if chosen < 0 or value.ev > best.ev:
                            chosen = action
                            best = value
        memo.value[hand] = best
        memo.act[hand] = chosen
        memo.stamp[hand] = memo.now
        return 0

    # ---- splits ----

    cdef int _split(self, int card, Value *out) except -1:
        """Give what a split pair is worth, in units of one bet.

        Every hand is played as the best, or the fixed, strategy plays one hand from the shoe
        after the pair is removed. Hands draw from one shoe, but whoever draws first, the cards
        that a hand gets are any cards of it: so the sum of the hands is the sum of what each is
        worth. Where pairs are split again, the number of hands depends on second cards alone.
        That other hands got none of the card is inclusion and exclusion over shoes of which more
        of the card are out.
        """
        cdef Value any_[MOST_REMOVED]    # a hand of the card, `removed` more being out
        cdef Value other[MOST_REMOVED]   # the same, its second card being another
        cdef double chance[MOST_REMOVED]
        cdef int removed, count, hands_allowed
        cdef int alone = next_hand[0][card]
        cdef int pair = next_hand[alone][card]
        cdef int most = self.ace_hands if card == 0 else self.max_hands
        cdef Memo *memo
        cdef Value value
        cdef double open_chance, drawn, at_first = 1, p
        for removed in range(MOST_REMOVED):
            chance[removed] = 0
            any_[removed].ev = any_[removed].win = any_[removed].tie = 0
            other[removed] = any_[removed]
        count = 1 if most <= 2 else 2 * most - 3
        p = 1
        for removed in range(count):
            if removed:
                p *= <double> self.left[card] / self.number
                if p <= 0:
                    break
                self._take(card)
                memo = &self.fewer
                memo.acts = self.half.act
            else:
                memo = &self.half
            memo.now += 1
            memo.aces = card == 0
            open_chance = self._open_chance()
            if removed == 0:
                at_first = open_chance
            chance[removed] = p
            if open_chance > 0:
                self._play(memo, alone)
                any_[removed] = self._times(memo.value[alone], open_chance)
                other[removed] = any_[removed]
                if memo.stamp[pair] == memo.now:
                    drawn = <double> self.left[card] / self.number
                    self._take(card)
                    drawn *= self._open_chance()
                    self._take(card, -1)
                    other[removed].ev -= drawn * memo.value[pair].ev
                    other[removed].win -= drawn * memo.value[pair].win
                    other[removed].tie -= drawn * memo.value[pair].tie
        for removed in range(1, count):
            if chance[removed] > 0:
                self._take(card, -1)
        out.ev = out.win = out.tie = 0
        for hands_allowed in range(2, most + 1):
            if hands_allowed < most and self.choose is not None:
                continue
            value.ev = value.win = value.tie = 0
            _hands(2, 0, hands_allowed, chance, any_, other, &value)
            value = self._times(value, 1 / at_first)
            if hands_allowed == 2 or value.ev > out.ev or self.choose is not None:
                out[0] = value
                self.split_to[card] = hands_allowed
        if self.noted is not None:
            self._note(card, self.noted)
        return 0

    cdef int _note(self, int card, signed char[:, ::1] split) except -1:
        """Write what to do with the hands of a pair that was just split."""
        cdef int hand
        for hand in range(hands):
            if self.half.stamp[hand] == self.half.now:
                split[card, hand] = self.half.act[hand]
        return 0

    cdef Value _times(self, Value value, double factor) noexcept:
        """Multiply a value."""
        value.ev *= factor
        value.win *= factor
        value.tie *= factor
        return value

    # ---- questions ----

    def decide(self, int up, cards):
        """List (action, ev, win, tie) of every action, the up card and the hand not in ``left``."""
        cdef int hand = hand_of(cards)
        cdef int action, actions
        cdef Value value
        self._face(up)
        actions = self._actions(&self.main, hand)
        found = []
        for action in range(ACTIONS):
            if actions >> action & 1:
                self._act(&self.main, hand, action, &value)
                found.append((action, value.ev, value.win, value.tie))
        return found

    def natural(self, int up):
        """Give the chance that the banker has a natural."""
        self._face(up)
        return self._natural()

    def round(self, int up):
        """Give what a round is worth after the up card (-1 for none) is taken from ``left``.

        List, for every hand of two cards, (hand, its probability, ev, win, tie, action), before
        the banker has looked for a natural.
        """
        cdef int first, second, hand
        cdef double p, natural
        cdef Value value
        cdef bint player
        self._face(up)
        found = []
        for first in range(CARDS):
            if self.left[first] <= 0:
                continue
            for second in range(first, CARDS):
                p = <double> self.left[first] / self.number * (1 if first == second else 2)
                self._take(first)
                if self.left[second] > 0:
                    p *= <double> self.left[second] / self.number
                    self._take(second)
                    hand = next_hand[next_hand[0][first]][second]
                    value.ev = value.win = value.tie = 0
                    natural = self._natural() if self.peek else 0
                    if natural < 1:
                        self._play(&self.main, hand)
                        value = self._times(self.main.value[hand], 1 - natural)
                    if self.peek:
                        player = first == 0 and second == 9
                        value.tie += natural if player else 0
                        value.ev -= 0 if player else natural
                    found.append(
                        (hand, p, value.ev, value.win, value.tie, self.main.act[hand])
                    )
                    self._take(second, -1)
                self._take(first, -1)
        return found

    def compare(self, int up):
        """List (hand, its probability, [(action, ev), ...]) for every hand of two cards.

        The up card, -1 for none, is not in ``left``; ev is after the banker has looked for a
        natural.
        """
        cdef int first, second, hand, action, actions
        cdef double p
        cdef Value value
        self._face(up)
        found = []
        for first in range(CARDS):
            for second in range(first, CARDS):
                if self.left[first] <= 0:
                    continue
                p = <double> self.left[first] / self.number * (1 if first == second else 2)
                self._take(first)
                if self.left[second] > 0:
                    p *= <double> self.left[second] / self.number
                    self._take(second)
                    p *= self._open_chance()
                    if p > 0:
                        hand = next_hand[next_hand[0][first]][second]
                        actions = self._actions(&self.main, hand)
                        values = []
                        for action in range(ACTIONS):
                            if actions >> action & 1:
                                self._act(&self.main, hand, action, &value)
                                values.append((action, value.ev))
                        found.append((hand, p, values))
                    self._take(second, -1)
                self._take(first, -1)
        return found

    def acts(
        self, int up, signed char[::1] whole, signed char[:, ::1] split, signed char[::1] most
    ):
        """Write what to do with every hand that can come up, -1 for others; see :meth:`round`.

        ``whole``: int8[hands]; ``split``: int8[10, hands], by the card that was split; ``most``:
        int8[10], the number of hands up to which it is split again.
        """
        cdef int hand, card
        cdef Value value
        for card in range(CARDS):
            for hand in range(hands):
                split[card, hand] = -1
            self.split_to[card] = 0
        # Best play splits each pair that may be split, from the shoe as it is then; a strategy
        # splits what it wants to, and is asked for the others: it may want to without a double.
        self.noted = split if self.choose is None else None
        self.round(up)
        for hand in range(hands):
            whole[hand] = self.main.act[hand] if self.main.stamp[hand] == self.main.now else -1
        if self.noted is not None:
            self.noted = None
            for card in range(CARDS):
                if self.split_to[card]:
                    most[card] = self.split_to[card]
            return
        self.noted = split
        for card in range(CARDS):
            if not self.split_cards >> card & 1 or self.left[card] < (1 if self.infinite else 2):
                continue
            self._take(card, 2)
            if self._open_chance() > 0:
                self._split(card, &value)
                most[card] = self.split_to[card]
            self._take(card, -2)
        self.noted = None


cdef int _hands(
    int number, int others, int most, double *chance, Value *any_, Value *other, Value *out
) noexcept:
    """Add up the hands that splitting makes, deciding the second cards one by one.

    ``number`` of hands so far, of which ``others`` have a second card that is not the card.
    """
    cdef int more = number - 2      # of the card that were drawn
    cdef int free_ = 0
    cdef int drawn
    cdef double sign = 1, choose = 1
    if number < most and others < number:
        _hands(number + 1, others, most, chance, any_, other, out)
        _hands(number, others + 1, most, chance, any_, other, out)
        return 0
    if number == most:
        free_ = number - others
    for drawn in range(others):
        _add(out, other[more + drawn], sign * choose * others * chance[more + drawn], number)
        sign = -sign
        choose = choose * (others - 1 - drawn) / (drawn + 1)
    sign = choose = 1
    if free_:
        for drawn in range(others + 1):
            _add(out, any_[more + drawn], sign * choose * free_ * chance[more + drawn], number)
            sign = -sign
            choose = choose * (others - drawn) / (drawn + 1)
    return 0


cdef void _add(Value *out, Value value, double weight, int number) noexcept:
    """Add a hand's value; its chances to win and tie count by its part of the hands."""
    out.ev += weight * value.ev
    out.win += weight * value.win / number
    out.tie += weight * value.tie / number
