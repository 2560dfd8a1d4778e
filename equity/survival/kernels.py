"""Numba kernels of survival games: one engine for each way of play.

Imported only when something is played. All arrays are arguments; the kernels never raise, print
or allocate per game. Random numbers are xoshiro256++ (Blackman and Vigna, 2018) on a state that
the caller gives; an index below n is ``bits * n >> 32`` with 32 bits, which is off by less than
n / 2**32.

Every engine takes these arrays beside those of its game:

===========  ===================  ==============================================================
state        uint64[4]            written: the random stream
deck         int64[52]            all cards in the order in which they are dealt; before each deal
                                  those after the first `fixed` are shuffled in place
owner        int64[52]            the seat that each of them goes to, -1 the stock; top card first
groups       int64[n, n, n + 1]   written: see ``Match``
lengths      int64[limit + 1]     written: games by length
ends         int64[3]             written: games unfinished, games proved to repeat, rows of `log`
key          int64[n]             written: how the last game ended; more is better, equal shares
log          int32[rows, 4]       written: what happened, (code, seat, card, other); 0 rows: nothing
===========  ===================  ==============================================================
"""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

import math
from typing import Any

import numpy as np

from equity.jit import called, compiled, inlined, next_bits
from equity.results.statistics import SHARE_UNITS

__all__ = [
    "bao_shu",
    "endurance",
    "endurance_values",
    "la_da_che",
    "nickname",
    "ninety_nine",
    "ninety_nine_values",
    "war",
]


# Numba compiles a function again for every plain integer that it is called with; not for these.
BEGIN, TURN, TAKE, OUT, CYCLE, TIE, STAY = map(np.int64, range(7))
OVER, CALL, WRONG, DRAW, SHUFFLE, MISS, WIN = map(np.int64, range(7, 14))
"""Codes of the log."""
NONE, ZERO, ONE, ALL = np.int64(-1), np.int64(0), np.int64(1), np.int64(52)
NO, YES = np.bool_(False), np.bool_(True)
IN = 1 << 40
"""Added to the cards of a player still in: more than any time of leaving."""
RING, BITS = 63, 6
"""Stacks are rings of 64 places, one after the other in one array."""


# ---- chance ----


@inlined
def _bits(state: Any) -> Any:
    """Give 64 random bits."""
    bits, s0, s1, s2, s3 = next_bits(state[0], state[1], state[2], state[3])
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return bits


@inlined
def _below(state: Any, n: Any) -> Any:
    """Draw an index below n."""
    return np.int64(((_bits(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@inlined
def _unit(state: Any) -> Any:
    """Draw a number from 0 up to 1."""
    return np.float64(_bits(state) >> np.uint64(11)) * 2.0**-53


@called
def _shuffle(state: Any, cards: Any, low: Any, high: Any) -> None:
    """Put the cards from low up to high in random order; two indices from 64 bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    i = high - 1
    while i > low:
        bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        j = low + np.int64(((bits >> np.uint64(32)) * np.uint64(i - low + 1)) >> np.uint64(32))
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
        if i > low:
            bits &= np.uint64(0xFFFFFFFF)
            j = low + np.int64((bits * np.uint64(i - low + 1)) >> np.uint64(32))
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@called
def _react(state: Any, seats: Any, n: Any, mean: Any, spread: Any, times: Any) -> None:
    """Put the first n seats in the order in which they react.

    `mean` holds the mean of the logarithm of each seat's time; with none every order is equally
    likely.
    """
    if len(mean) == 0:
        _shuffle(state, seats, ZERO, n)
        return
    for i in range(n):
        # Box and Muller; the second number is not kept, so that every event is alike.
        radius = math.sqrt(-2.0 * math.log(1.0 - _unit(state)))
        time = mean[seats[i]] + spread * radius * math.cos(2.0 * math.pi * _unit(state))
        seat = seats[i]
        j = i
        while j > 0 and times[j - 1] > time:
            times[j] = times[j - 1]
            seats[j] = seats[j - 1]
            j -= 1
        times[j] = time
        seats[j] = seat


# ---- stacks, the log, the end ----


@inlined
def _pop(stacks: Any, head: Any, count: Any, seat: Any) -> Any:
    """Take the top card of a stack."""
    card = np.int64(stacks[(seat << BITS) + head[seat]])
    head[seat] = (head[seat] + 1) & RING
    count[seat] -= 1
    return card


@inlined
def _push(stacks: Any, head: Any, count: Any, seat: Any, card: Any) -> None:
    """Put a card under a stack."""
    stacks[(seat << BITS) + ((head[seat] + count[seat]) & RING)] = card
    count[seat] += 1


@called
def _write(log: Any, ends: Any, code: Any, seat: Any, card: Any, other: Any) -> None:
    """Write a row of the log, and count those that do not fit."""
    row = ends[2]
    if row < log.shape[0]:
        log[row, 0] = code
        log[row, 1] = seat
        log[row, 2] = card
        log[row, 3] = other
    ends[2] = row + 1


@called
def _deal(
    state: Any, deck: Any, owner: Any, fixed: Any, stacks: Any, head: Any, count: Any, key: Any
) -> Any:
    """Deal the whole deck, everyone being in; give the number of players."""
    _shuffle(state, deck, fixed, np.int64(len(deck)))
    for seat in range(len(count)):
        head[seat] = 0
        count[seat] = 0
        key[seat] = IN
    for i in range(len(deck)):
        _push(stacks, head, count, owner[i], deck[i])
    return len(count)


@called
def _end(key: Any, groups: Any) -> None:
    """Count who shares which places."""
    for seat in range(len(key)):
        above = 0
        equal = 0
        for other in range(len(key)):
            above += key[other] > key[seat]
            equal += key[other] == key[seat]
        groups[seat, above, equal] += 1


@called
def _same(
    stacks: Any,
    head: Any,
    count: Any,
    place: Any,
    lying: Any,
    number: Any,
    memory: Any,
    keep: Any,
) -> Any:
    """Tell whether a position is the one that was kept, or keep it.

    A position is all stacks, whose turn it is, and the `number` cards `lying` on the table. The
    `memory` of the kept one has its stacks; after their n sizes, in int64[n + 2], whose turn it
    was and the number of cards; and these.
    """
    kept, kept_count, kept_lying = memory
    players = len(count)
    if keep:
        for seat in range(players):
            kept_count[seat] = count[seat]
        kept_count[players] = place
        kept_count[players + 1] = number
    if kept_count[players] != place or kept_count[players + 1] != number:
        return False
    for seat in range(players):
        if kept_count[seat] != count[seat]:
            return False
    for i in range(number):
        if keep:
            kept_lying[i] = lying[i]
        elif kept_lying[i] != lying[i]:
            return False
    for seat in range(players):
        low = seat << BITS
        for i in range(count[seat]):
            card = stacks[low + ((head[seat] + i) & RING)]
            if keep:
                kept[low + i] = card
            elif kept[low + i] != card:
                return False
    return True


@called
def _judge(turn: Any, count: Any, key: Any, log: Any, ends: Any) -> Any:
    """Put those out who have no card; give the number still in."""
    left = 0
    for seat in range(len(count)):
        if key[seat] >= IN:
            if count[seat] == 0:
                key[seat] = turn
                if log.shape[0]:
                    _write(log, ends, OUT, seat, NONE, NONE)
            else:
                left += 1
    return left


@called
def _finish(
    turn: Any,
    left: Any,
    repeats: Any,
    count: Any,
    key: Any,
    groups: Any,
    lengths: Any,
    ends: Any,
) -> None:
    """Count a game that is over."""
    for seat in range(len(key)):
        if key[seat] >= IN:
            key[seat] = IN + count[seat]
    _end(key, groups)
    lengths[turn] += 1
    ends[0] += left > 1
    ends[1] += repeats


# ---- war ----


@compiled
def war(
    state: Any,
    deals: Any,
    deck: Any,
    owner: Any,
    fixed: Any,
    limit: Any,
    order: Any,
    last_card: Any,
    groups: Any,
    lengths: Any,
    ends: Any,
    key: Any,
    log: Any,
) -> None:
    """Play war: the highest card takes all; those who share it turn one more each.

    `order` of the cards taken: 0 from the leader, 1 from the winner, 2 shuffled. `last_card`:
    the last card of a tied player without another counts again. Cycles are found by comparing
    with a position kept at turns that grow by a quarter (after Brent, 1980). A game that reaches
    the limit before that is played again, compared with its last position: if any has come
    again, that one has.
    """
    players = len(key)
    logged = log.shape[0] > 0
    stacks = np.empty(players << BITS, np.uint8)
    kept = np.empty(players << BITS, np.uint8)
    head = np.zeros(players, np.int64)
    count = np.zeros(players, np.int64)
    kept_count = np.zeros(players + 2, np.int64)
    kept_table = np.empty(52, np.int64)
    memory = (kept, kept_count, kept_table)
    shown = np.zeros(players, np.int64)
    contest = np.zeros(players, np.int64)
    table = np.empty(52, np.int64)
    turner = np.zeros(52, np.int64)
    rounds = np.zeros(54, np.int64)
    for _ in range(deals):
        left = _deal(state, deck, owner, fixed, stacks, head, count, key)
        leader = ZERO
        turn = ZERO
        on_table = ZERO
        repeats = ZERO
        watch = order < 2
        again = False
        rows = ZERO
        kept_turn = ZERO
        kept_leader = NONE
        keep_next = 1
        while left > 1 and turn < limit:
            turn += 1
            if logged:
                _write(log, ends, BEGIN, leader, NONE, turn)
            carried = on_table
            segments = 0
            emptied = False
            # In the first round all those in take part, in later ones those who are tied.
            tied = 0
            seat = leader
            for _i in range(players):
                if count[seat] > 0:
                    contest[tied] = seat
                    tied += 1
                seat = seat + 1 if seat + 1 < players else 0
            winner = NONE
            while True:
                rounds[segments] = on_table
                segments += 1
                best = -1
                sharing = 0
                for i in range(tied):
                    seat = contest[i]
                    if count[seat] > 0:
                        card = _pop(stacks, head, count, seat)
                        emptied = emptied or count[seat] == 0
                        table[on_table] = card
                        turner[on_table] = seat
                        on_table += 1
                        shown[seat] = card >> 2
                        if logged:
                            _write(log, ends, TURN, seat, card, NONE)
                    if shown[seat] > best:
                        best = shown[seat]
                        winner = seat
                        sharing = 1
                    elif shown[seat] == best:
                        sharing += 1
                if sharing == 1:
                    break
                winner = NONE
                share = 0
                for i in range(tied):
                    if shown[contest[i]] == best:
                        contest[share] = contest[i]
                        share += 1
                tied = share
                able = ZERO
                for i in range(tied):
                    able += count[contest[i]] > 0
                    if logged:
                        _write(log, ends, TIE, contest[i], NONE, NONE)
                if able == 0:
                    break
                if not last_card:
                    share = 0
                    for i in range(tied):
                        if count[contest[i]] > 0:
                            contest[share] = contest[i]
                            share += 1
                    tied = share
                    if tied == 1:
                        winner = contest[0]
                        if logged:
                            _write(log, ends, WIN, winner, NONE, NONE)
                        break
            rounds[segments] = on_table
            if winner < 0:
                held = 0
                for seat in range(players):
                    held += count[seat]
                if held == 0:
                    winner = contest[0]
                    if logged:
                        _write(log, ends, WIN, winner, NONE, NONE)
            if winner < 0:
                if logged:
                    _write(log, ends, STAY, NONE, NONE, on_table)
                while count[leader] == 0:
                    leader = leader + 1 if leader + 1 < players else 0
            else:
                if order == 2:
                    _shuffle(state, table, ZERO, on_table)
                # Cards left by an earlier trick had no winner: they stay as they lie.
                for i in range(carried if order == 1 else on_table):
                    _push(stacks, head, count, winner, table[i])
                    if logged:
                        _write(log, ends, TAKE, winner, table[i], NONE)
                if order == 1:
                    behind = (winner - leader + players) % players
                    for segment in range(segments):
                        low, high = rounds[segment], rounds[segment + 1]
                        first = low
                        while (
                            first < high and (turner[first] - leader + players) % players < behind
                        ):
                            first += 1
                        for i in range(high - low):
                            j = first + i
                            if j >= high:
                                j -= high - low
                            _push(stacks, head, count, winner, table[j])
                            if logged:
                                _write(log, ends, TAKE, winner, table[j], NONE)
                on_table = ZERO
                leader = winner
            if emptied:
                left = _judge(turn, count, key, log, ends)
            if watch and (again or on_table == 0):
                # A call costs more than what tells most positions apart.
                if (
                    kept_leader == leader
                    and kept_count[leader] == count[leader]
                    and kept[leader << BITS] == stacks[(leader << BITS) + head[leader]]
                    and _same(stacks, head, count, leader, table, on_table, memory, NO)
                ):
                    if again and kept_turn < 0:
                        kept_turn = turn
                    else:
                        repeats = ONE
                        watch = False
                        if again:
                            ends[2] = rows
                        if logged:
                            _write(log, ends, CYCLE, NONE, NONE, turn - kept_turn)
                        # Whole periods are skipped.
                        turn = limit - (limit - turn) % (turn - kept_turn)
                elif turn >= keep_next and not again:
                    _same(stacks, head, count, leader, table, on_table, memory, YES)
                    kept_leader = leader
                    kept_turn = turn
                    keep_next = turn + turn // 4 + 1
            if turn == limit and watch and left > 1 and not again:
                _same(stacks, head, count, leader, table, on_table, memory, YES)
                kept_leader = leader
                again = True
                rows = ends[2]
                left = _deal(state, deck, owner, ALL, stacks, head, count, key)
                leader = ZERO
                turn = ZERO
                on_table = ZERO
                # The deal itself may come again.
                start = _same(stacks, head, count, leader, table, on_table, memory, NO)
                kept_turn = ZERO if start else NONE
        if again and repeats == 0:
            ends[2] = rows
        _finish(turn, left, repeats, count, key, groups, lengths, ends)


# ---- la da che ----


@compiled
def la_da_che(
    state: Any,
    deals: Any,
    deck: Any,
    owner: Any,
    fixed: Any,
    limit: Any,
    shuffled: Any,
    notice: Any,
    groups: Any,
    lengths: Any,
    ends: Any,
    key: Any,
    log: Any,
) -> None:
    """Play la da che: a card laid that equals one in the row takes the run between them.

    `notice` float64[n] is each seat's chance of noticing; `shuffled`: a run is shuffled before
    it goes under the stack. Cycles are found as in `war`.
    """
    players = len(key)
    logged = log.shape[0] > 0
    stacks = np.empty(players << BITS, np.uint8)
    kept = np.empty(players << BITS, np.uint8)
    head = np.zeros(players, np.int64)
    count = np.zeros(players, np.int64)
    kept_count = np.zeros(players + 2, np.int64)
    row = np.empty(52, np.int64)
    latest = np.empty(13, np.int64)
    before = np.empty(52, np.int64)
    kept_row = np.empty(52, np.int64)
    memory = (kept, kept_count, kept_row)
    certain = not shuffled
    for seat in range(players):
        certain = certain and (notice[seat] <= 0.0 or notice[seat] >= 1.0)
    for _ in range(deals):
        left = _deal(state, deck, owner, fixed, stacks, head, count, key)
        seat = ZERO
        turn = ZERO
        gone = ZERO
        laid = ZERO
        latest[:] = -1
        repeats = ZERO
        watch = certain
        again = False
        rows = ZERO
        kept_turn = ZERO
        kept_seat = NONE
        keep_next = 1
        while left > 1 and turn < limit:
            if count[seat] == 0:
                if key[seat] >= IN:
                    gone += 1
                    key[seat] = gone
                    if logged:
                        _write(log, ends, OUT, seat, NONE, NONE)
                seat = seat + 1 if seat + 1 < players else 0
                continue
            turn += 1
            if logged:
                _write(log, ends, BEGIN, seat, NONE, turn)
            while True:
                card = _pop(stacks, head, count, seat)
                if logged:
                    _write(log, ends, TURN, seat, card, NONE)
                # The latest card of each rank in the row, and the one before each card.
                match = latest[card >> 2]
                latest[card >> 2] = laid
                before[laid] = match
                row[laid] = card
                laid += 1
                if match < 0:
                    break
                chance = notice[seat]
                if chance < 1.0 and (chance <= 0.0 or _unit(state) >= chance):
                    if logged:
                        _write(log, ends, MISS, seat, card, NONE)
                    break
                for i in range(laid - 1, match - 1, -1):
                    latest[row[i] >> 2] = before[i]
                if shuffled:
                    _shuffle(state, row, match, laid)
                for i in range(match, laid):
                    _push(stacks, head, count, seat, row[i])
                    if logged:
                        _write(log, ends, TAKE, seat, row[i], NONE)
                laid = match
            left -= count[seat] == 0
            seat = seat + 1 if seat + 1 < players else 0
            if watch and left > 1:
                place = seat
                while count[place] == 0:
                    place = place + 1 if place + 1 < players else 0
                if (
                    kept_seat == place
                    and kept_count[place] == count[place]
                    and kept[place << BITS] == stacks[(place << BITS) + head[place]]
                    and _same(stacks, head, count, place, row, laid, memory, NO)
                ):
                    if again and kept_turn < 0:
                        kept_turn = turn
                    else:
                        repeats = ONE
                        watch = False
                        if again:
                            ends[2] = rows
                        if logged:
                            _write(log, ends, CYCLE, NONE, NONE, turn - kept_turn)
                        turn = limit - (limit - turn) % (turn - kept_turn)
                elif turn >= keep_next and not again:
                    _same(stacks, head, count, place, row, laid, memory, YES)
                    kept_seat = place
                    kept_turn = turn
                    keep_next = turn + turn // 4 + 1
                if turn == limit and watch and not again:
                    _same(stacks, head, count, place, row, laid, memory, YES)
                    kept_seat = place
                    again = True
                    rows = ends[2]
                    left = _deal(state, deck, owner, ALL, stacks, head, count, key)
                    seat = ZERO
                    turn = ZERO
                    gone = ZERO
                    laid = ZERO
                    latest[:] = -1
                    # The deal does not come again: cards lie in the row from then on.
                    kept_turn = NONE
        if again and repeats == 0:
            ends[2] = rows
        _finish(turn, left, repeats, count, key, groups, lengths, ends)


# ---- bao shu ----


@compiled
def bao_shu(
    state: Any,
    deals: Any,
    deck: Any,
    owner: Any,
    fixed: Any,
    limit: Any,
    mean: Any,
    spread: Any,
    wrong: Any,
    groups: Any,
    lengths: Any,
    ends: Any,
    key: Any,
    log: Any,
) -> None:
    """Play bao shu: the card that equals the number said goes, with its heap, to the quickest.

    `mean` float64[n or 0] is of the logarithms of the reaction times, `spread` their standard
    deviation; `wrong` float64[n or 0] each seat's chance of slapping at a card that is no match.
    """
    players = len(key)
    logged = log.shape[0] > 0
    stacks = np.empty(players << BITS, np.uint8)
    head = np.zeros(players, np.int64)
    count = np.zeros(players, np.int64)
    heap = np.empty(52, np.int64)
    quick = np.zeros(players, np.int64)
    times = np.zeros(players, np.float64)
    for _ in range(deals):
        left = _deal(state, deck, owner, fixed, stacks, head, count, key)
        seat = ZERO
        turn = ZERO
        said = ZERO
        turned = ZERO
        while left > 1 and turn < limit:
            turn += 1
            said = said + 1 if said < 13 else 1
            card = _pop(stacks, head, count, seat)
            heap[turned] = card
            turned += 1
            if logged:
                _write(log, ends, TURN, seat, card, said)
            value = np.int64(card >> 2) + 2
            if value == 14:
                value = 1
            if value == said:
                n = ZERO
                for other in range(players):
                    if key[other] >= IN:
                        quick[n] = other
                        n += 1
                if len(mean):
                    _react(state, quick, n, mean, spread, times)
                    seat = quick[0]
                else:
                    seat = quick[_below(state, n)]
                if logged:
                    _write(log, ends, CALL, seat, card, NONE)
                for i in range(turned):
                    _push(stacks, head, count, seat, heap[i])
                    if logged:
                        _write(log, ends, TAKE, seat, heap[i], NONE)
                turned = 0
                said = 0
                left = _judge(turn, count, key, log, ends)
                continue
            following = seat
            while True:
                following = following + 1 if following + 1 < players else 0
                if key[following] >= IN:
                    break
            paid = False
            if len(wrong):
                for i in range(1, players + 1):
                    other = seat + i
                    if other >= players:
                        other -= players
                    if key[other] >= IN and _unit(state) < wrong[other] and count[other] > 0:
                        paid = True
                        to = following if other == seat else seat
                        card = _pop(stacks, head, count, other)
                        _push(stacks, head, count, to, card)
                        if logged:
                            _write(log, ends, WRONG, other, card, to)
            if paid or count[seat] == 0:
                left = _judge(turn, count, key, log, ends)
                if left > 1:
                    while key[following] < IN:
                        following = following + 1 if following + 1 < players else 0
            seat = following
        _finish(turn, left, ZERO, count, key, groups, lengths, ends)


# ---- nickname ----


@compiled
def nickname(
    state: Any,
    deals: Any,
    deck: Any,
    owner: Any,
    fixed: Any,
    limit: Any,
    mean: Any,
    spread: Any,
    wrong: Any,
    groups: Any,
    lengths: Any,
    ends: Any,
    key: Any,
    log: Any,
) -> None:
    """Play nickname: all turn a card; of equal ones the quicker takes the other's heap.

    The arrays are those of `bao_shu`.
    """
    players = len(key)
    logged = log.shape[0] > 0
    stacks = np.empty(players << BITS, np.uint8)
    heaps = np.empty(players << BITS, np.uint8)
    head = np.zeros(players, np.int64)
    count = np.zeros(players, np.int64)
    up = np.zeros(players, np.int64)
    held = np.zeros(players, np.int64)
    shown = np.zeros(players, np.int64)
    showing = np.zeros(players, np.int64)
    single = np.zeros(players, np.int64)
    equal = np.zeros(players, np.int64)
    choice = np.zeros(players, np.int64)
    by_rank = np.zeros(13, np.int64)
    times = np.zeros(players, np.float64)
    for _ in range(deals):
        left = _deal(state, deck, owner, fixed, stacks, head, count, key)
        for seat in range(players):
            up[seat] = 0
            held[seat] = count[seat]
        turn = ZERO
        repeats = ZERO
        since = 0
        period = 0
        while left > 1 and turn < limit:
            turn += 1
            if logged:
                _write(log, ends, BEGIN, NONE, NONE, turn)
            by_rank[:] = 0
            for seat in range(players):
                showing[seat] = 0
                if key[seat] < IN:
                    continue
                if count[seat] == 0:
                    for i in range(up[seat]):
                        _push(stacks, head, count, seat, np.int64(heaps[(seat << BITS) + i]))
                    up[seat] = 0
                    if logged:
                        _write(log, ends, OVER, seat, NONE, count[seat])
                card = _pop(stacks, head, count, seat)
                heaps[(seat << BITS) + up[seat]] = card
                up[seat] += 1
                shown[seat] = card >> 2
                by_rank[card >> 2] += 1
                showing[seat] = 1
                if logged:
                    _write(log, ends, TURN, seat, card, NONE)
            matched = False
            for seat in range(players):
                single[seat] = showing[seat] and by_rank[shown[seat]] == 1
                matched = matched or by_rank[shown[seat]] * showing[seat] > 1
            if matched:
                for rank in range(13):
                    if by_rank[rank] < 2:
                        continue
                    n = ZERO
                    for seat in range(players):
                        if showing[seat] and shown[seat] == rank:
                            equal[n] = seat
                            n += 1
                    _react(state, equal, n, mean, spread, times)
                    for i in range(n):
                        seat = equal[i]
                        if not showing[seat]:
                            continue
                        able = ZERO
                        for j in range(n):
                            if j != i and showing[equal[j]]:
                                choice[able] = equal[j]
                                able += 1
                        if able == 0:
                            break
                        other = choice[0] if able == 1 else choice[_below(state, able)]
                        showing[other] = 0
                        if logged:
                            _write(log, ends, CALL, seat, NONE, other)
                        for j in range(up[other]):
                            card = np.int64(heaps[(other << BITS) + j])
                            _push(stacks, head, count, seat, card)
                            if logged:
                                _write(log, ends, TAKE, seat, card, other)
                        up[other] = 0
            paid = False
            if len(wrong):
                for seat in range(players):
                    if single[seat] and _unit(state) < wrong[seat]:
                        able = ZERO
                        for other in range(players):
                            if other != seat and key[other] >= IN:
                                choice[able] = other
                                able += 1
                        other = choice[_below(state, able)]
                        if count[seat] > 0:
                            card = _pop(stacks, head, count, seat)
                        else:
                            card = np.int64(heaps[seat << BITS])
                            up[seat] -= 1
                            for i in range(up[seat]):
                                heaps[(seat << BITS) + i] = heaps[(seat << BITS) + i + 1]
                        _push(stacks, head, count, other, card)
                        paid = True
                        if logged:
                            _write(log, ends, WRONG, seat, card, other)
            if matched or paid:
                for seat in range(players):
                    held[seat] = count[seat] + up[seat]
                left = _judge(turn, held, key, log, ends)
                since = 0
                period = 0
            elif len(wrong) == 0:
                since += 1
                # Without a match everyone shows the same cards again and again, after as many turns
                # as the largest heap has cards at least.
                if since * left >= len(deck):
                    if period == 0:
                        period = 1
                        for seat in range(players):
                            if held[seat]:
                                a, b = period, held[seat]
                                while b:
                                    a, b = b, a % b
                                period = period // a * held[seat]
                    if since >= period:
                        repeats = ONE
                        if logged:
                            _write(log, ends, CYCLE, NONE, NONE, period)
                        turn = limit
        _finish(turn, left, repeats, held, key, groups, lengths, ends)


# ---- choosing by trying out ----


@called
def _clear(sums: Any, products: Any) -> None:
    """Begin to count the results of actions."""
    for i in range(len(sums)):
        sums[i] = 0
        for j in range(len(sums)):
            products[i, j] = 0


@inlined
def _count(won: Any, sums: Any, products: Any) -> None:
    """Count what the choices won of one deal, and the products of it."""
    for c in range(len(won)):
        sums[c] += won[c]
        for other in range(len(won)):
            products[c, other] += won[c] * won[other]


@called
def _better(number: Any, choices: Any, usual: Any, deals: Any, sums: Any, products: Any) -> Any:
    """Give the action that did best; the usual one unless two standard errors are between them."""
    base = ZERO
    best = ZERO
    for c in range(number):
        if choices[c] == usual:
            base = np.int64(c)
        if sums[c] > sums[best]:
            best = np.int64(c)
    gain = sums[best] - sums[base]
    squares = products[best, best] + products[base, base] - 2 * products[best, base]
    # Variance of the sum of the differences, times the deals.
    if gain * gain * deals > 4 * (squares * deals - gain * gain):
        return best
    return base


# ---- sets of cards and actions ----

U0, U1, U2 = np.uint64(0), np.uint64(1), np.uint64(2)
_ODD = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


@inlined
def _size(mask: Any) -> Any:
    """Count the bits of a set; compilers know this form."""
    mask -= (mask >> U1) & _ODD
    mask = (mask & _PAIRS) + ((mask >> U2) & _PAIRS)
    mask = (mask + (mask >> np.uint64(4))) & _NIBBLES
    return np.int64((mask * _BYTES) >> np.uint64(56))


@inlined
def _first(mask: Any) -> Any:
    """Give the lowest bit of a set that is not empty."""
    return _size((mask & (~mask + U1)) - U1)


@inlined
def _without(mask: Any, number: Any) -> Any:
    """Take the lowest bits away, so many."""
    for _ in range(number):
        mask &= mask - U1
    return mask


# ---- ninety-nine ----

TOTAL, WAY, SEAT, STOCK, HEAP, LEFT, PLAYED, GONE = range(8)
"""A game of ninety-nine is one array: the sum, the direction, who acts, how many cards are in the
stock and the heap, how many players are in, cards played, players gone; then, by seat, when a
player left (0: still in); whether a five names a player; by seat, the set of actions in hand; the
stock from its bottom up, the heap."""
_OUT, _NAMING, _HAND, _STOCK, _HEAP, SIZE = 8, 15, 16, 24, 76, 128
_CARD, _ADD, _SET, _ACTIONS, _EVERY, _FIVES, _LEGAL = 0, 60, 120, 180, 232, 233, 234
"""The rules are one array too: by action its card, what it adds to the sum, what it makes it (-1:
nothing); by card its set of actions; the set of one action of every card, that of fives; by sum the
set of legal actions. The 60 actions stand in the order in which the sensible policy takes them."""


@inlined
def _sum_after(g: Any, action: Any, rules: Any) -> Any:
    """Give the sum after an action."""
    made = rules[_SET + action]
    return made if made >= 0 else g[TOTAL] + rules[_ADD + action]


@inlined
def _next_in(g: Any, seat: Any, players: Any) -> Any:
    """Give the next player still in, in the direction of play."""
    while True:
        seat += g[WAY]
        if seat < 0:
            seat += players
        elif seat >= players:
            seat -= players
        if g[_OUT + seat] == 0:
            return seat


@inlined
def _choose_ninety(state: Any, g: Any, loose: Any, rules: Any, players: Any) -> Any:
    """Choose by a policy: an action, and 64 times who is named; -1 if there is none.

    `loose` int64[n]: 1 to take every legal action equally often, 0 the first of them.
    """
    seat = g[SEAT]
    legal = np.uint64(g[_HAND + seat]) & np.uint64(rules[_LEGAL + g[TOTAL]])
    if legal == U0:
        return NONE
    naming = g[_NAMING] != 0
    free = loose[seat] != 0
    if free:
        number = _size(legal)
        fives = legal & np.uint64(rules[_FIVES])
        if naming and fives != U0:
            # A five counts once for every other player.
            times = g[LEFT] - 2
            drawn = _below(state, number + times * _size(fives))
            if drawn >= number:
                legal = _without(fives, (drawn - number) // times)
            else:
                legal = _without(legal, drawn)
        else:
            legal = _without(legal, _below(state, number))
    action = _first(legal)
    if naming and rules[_CARD + action] >> 2 == 3:
        named = _next_in(g, seat, players)
        if free:
            for _i in range(_below(state, g[LEFT] - 1)):
                named = _next_in(g, named, players)
        else:
            after = _next_in(g, named, players)
            if after != seat:
                named = after
        return action + 64 * named
    return action


@inlined
def _act_ninety(
    state: Any, g: Any, choice: Any, rules: Any, players: Any, log: Any, ends: Any
) -> None:
    """Play a chosen card and draw, or leave if there is none."""
    seat = g[SEAT]
    hand = np.uint64(g[_HAND + seat])
    if choice < 0:
        hand &= np.uint64(rules[_EVERY])
        while hand != U0:
            g[_HEAP + g[HEAP]] = rules[_CARD + _first(hand)]
            g[HEAP] += 1
            hand &= hand - U1
        g[GONE] += 1
        g[_OUT + seat] = g[GONE]
        g[LEFT] -= 1
        if log.shape[0]:
            _write(log, ends, OUT, seat, NONE, NONE)
        g[SEAT] = _next_in(g, seat, players)
        return
    action = choice & 63
    card = rules[_CARD + action]
    g[TOTAL] = _sum_after(g, action, rules)
    g[_HEAP + g[HEAP]] = card
    g[HEAP] += 1
    g[PLAYED] += 1
    if log.shape[0]:
        _write(log, ends, TURN, seat, card, g[TOTAL])
    if g[STOCK] == 0:
        for i in range(g[HEAP]):
            g[_STOCK + i] = g[_HEAP + i]
        g[STOCK] = g[HEAP]
        g[HEAP] = 0
        _shuffle(state, g, np.int64(_STOCK), _STOCK + g[STOCK])
        if log.shape[0]:
            for i in range(g[STOCK]):
                _write(log, ends, SHUFFLE, NONE, g[_STOCK + g[STOCK] - 1 - i], NONE)
    g[STOCK] -= 1
    drawn = g[_STOCK + g[STOCK]]
    g[_HAND + seat] ^= rules[_ACTIONS + card] ^ rules[_ACTIONS + drawn]
    if log.shape[0]:
        _write(log, ends, DRAW, seat, drawn, NONE)
    rank = card >> 2
    if rank == 2:
        g[WAY] = -g[WAY]
    if rank == 3 and g[_NAMING]:
        g[SEAT] = choice >> 6
        if log.shape[0]:
            _write(log, ends, CALL, seat, NONE, g[SEAT])
        return
    g[SEAT] = _next_in(g, seat, players)
    if rank == 3:
        g[SEAT] = _next_in(g, g[SEAT], players)


@compiled
def ninety_nine_values(
    state: Any,
    deals: Any,
    g: Any,
    choices: Any,
    loose: Any,
    rules: Any,
    turns: Any,
    work: Any,
    sums: Any,
    products: Any,
    wins: Any,
    ties: Any,
) -> None:
    """Try every choice of who acts on the same random deals of what that player does not see.

    ===================  ===================  ============================================
    state                uint64[4]            written: the random stream
    g                    int64[128]           the position; hidden cards lie anywhere in it
    choices              int64[c]             the choices, as `_choose_ninety` gives them
    loose, rules                              policies and rules
    work                 int64[3, 128]        written: scratch
    sums                 int64[c]             written: shares of the win, in 2520ths
    products             int64[c, c]          written: their products
    wins, ties           int64[c]             written: games won alone, and shared
    ===================  ===================  ============================================
    """
    hero = g[SEAT]
    players = len(loose)
    nothing = np.empty((0, 4), np.int32)
    ends = np.zeros(3, np.int64)
    luck = np.zeros(4, np.uint64)
    same = np.zeros(4, np.uint64)
    deal, game, hidden = work[0], work[1], work[2]
    number = len(choices)
    won = np.zeros(number, np.int64)
    for i in range(SIZE):
        deal[i] = g[i]
    for _ in range(deals):
        n = ZERO
        for seat in range(players):
            if seat != hero and g[_OUT + seat] == 0:
                hand = np.uint64(g[_HAND + seat]) & np.uint64(rules[_EVERY])
                while hand != U0:
                    hidden[n] = rules[_CARD + _first(hand)]
                    hand &= hand - U1
                    n += ONE
        for i in range(g[STOCK]):
            hidden[n] = g[_STOCK + i]
            n += ONE
        _shuffle(state, hidden, ZERO, n)
        n = ZERO
        for seat in range(players):
            if seat != hero and g[_OUT + seat] == 0:
                deal[_HAND + seat] = 0
                for _i in range(5):
                    deal[_HAND + seat] |= rules[_ACTIONS + hidden[n]]
                    n += ONE
        for i in range(g[STOCK]):
            deal[_STOCK + i] = hidden[n]
            n += ONE
        for i in range(4):
            same[i] = _bits(state)
        for c in range(number):
            for i in range(SIZE):
                game[i] = deal[i]
            for i in range(4):
                luck[i] = same[i]
            choice = choices[c]
            while True:
                _act_ninety(luck, game, choice, rules, players, nothing, ends)
                if game[LEFT] == 1 or game[PLAYED] >= turns:
                    break
                choice = _choose_ninety(luck, game, loose, rules, players)
            won[c] = 0
            if game[_OUT + hero] == 0:
                won[c] = SHARE_UNITS // game[LEFT]
                if game[LEFT] == 1:
                    wins[c] += 1
                else:
                    ties[c] += 1
        _count(won, sums, products)


@compiled
def ninety_nine(
    state: Any,
    deals: Any,
    deck: Any,
    owner: Any,
    fixed: Any,
    turns: Any,
    loose: Any,
    deep: Any,
    rules: Any,
    naming: Any,
    groups: Any,
    lengths: Any,
    ends: Any,
    key: Any,
    log: Any,
) -> None:
    """Play ninety-nine: the sum may not pass the limit; who cannot play is out.

    `loose` holds the policies, see `_choose_ninety`. A seat of which `deep` int64[n] is k > 0 tries
    each action in k games that all go on sensibly, and takes what is clearly better than that.
    """
    players = len(key)
    g = np.zeros(SIZE, np.int64)
    work = np.zeros((3, SIZE), np.int64)
    sensible = np.zeros(players, np.int64)
    choices = np.zeros(32, np.int64)
    sums = np.zeros(32, np.int64)
    wins = np.zeros(32, np.int64)
    ties = np.zeros(32, np.int64)
    products = np.zeros((32, 32), np.int64)
    dealt = 5 * players
    for _ in range(deals):
        _shuffle(state, deck, fixed, ALL)
        for i in range(_STOCK):
            g[i] = 0
        g[WAY] = 1
        g[LEFT] = players
        g[_NAMING] = naming
        # The stock is kept from its bottom up, without its top card, which is turned.
        for i in range(dealt):
            g[_HAND + owner[i]] |= rules[_ACTIONS + deck[i]]
        for i in range(52 - dealt):
            g[_STOCK + i] = deck[51 - i]
        g[STOCK] = 51 - dealt
        card = g[_STOCK + g[STOCK]]
        g[_HEAP] = card
        g[HEAP] = 1
        # The first action of a card is the one that adds.
        g[TOTAL] = _sum_after(g, _first(np.uint64(rules[_ACTIONS + card])), rules)
        if card >> 2 == 2:
            g[WAY] = -1
        if card >> 2 == 3:
            g[SEAT] = 1
        if log.shape[0]:
            _write(log, ends, BEGIN, NONE, card, g[TOTAL])
        while g[LEFT] > 1 and g[PLAYED] < turns:
            seat = g[SEAT]
            choice = _choose_ninety(state, g, loose, rules, players)
            if deep[seat] and choice >= 0:
                number = ZERO
                legal = np.uint64(g[_HAND + seat]) & np.uint64(rules[_LEGAL + g[TOTAL]])
                while legal != U0:
                    action = _first(legal)
                    legal &= legal - U1
                    if naming and rules[_CARD + action] >> 2 == 3:
                        for other in range(players):
                            if other != seat and g[_OUT + other] == 0:
                                choices[number] = action + 64 * other
                                number += ONE
                    else:
                        choices[number] = action
                        number += ONE
                if number > 1:
                    _clear(sums, products)
                    ninety_nine_values(
                        state,
                        deep[seat],
                        g,
                        choices[:number],
                        sensible,
                        rules,
                        turns,
                        work,
                        sums,
                        products,
                        wins,
                        ties,
                    )
                    choice = choices[_better(number, choices, choice, deep[seat], sums, products)]
            _act_ninety(state, g, choice, rules, players, log, ends)
        for seat in range(players):
            key[seat] = IN if g[_OUT + seat] == 0 else g[_OUT + seat]
        _end(key, groups)
        lengths[g[PLAYED]] += 1
        ends[0] += g[LEFT] > 1


# ---- endurance ----

TRUMP, LED, TOP, TAKER, PENDING = 0, 1, 4, 7, 8
"""A game of endurance is one array: trump suit, led suit (-1: nobody has led), SEAT, STOCK, the
best card of the trick, LEFT, PLAYED tricks, whose the best card is, how many have still to play;
then, by seat, the cards held and when a player left (0: still in); the stock from its bottom up."""
_CARDS, _LEFT, _DRAW, E_SIZE = 10, 16, 22, 74
_SUIT = np.uint64(0x1111111111111)


@inlined
def _allowed(g: Any, seat: Any) -> Any:
    """Give the set of cards that may be played: of the suit led, if there are any."""
    hand = np.uint64(g[_CARDS + seat])
    if g[LED] < 0:
        return hand
    follow = hand & (_SUIT << np.uint64(g[LED]))
    return follow if follow != U0 else hand


@inlined
def _choose_endurance(state: Any, g: Any, loose: Any) -> Any:
    """Choose a card by a policy; `loose` int64[n]: 1 for any allowed card, 0 for a sensible one."""
    seat = g[SEAT]
    cards = _allowed(g, seat)
    if loose[seat]:
        drawn = _below(state, _size(cards))
        for i in range(5):  # of six cards; without a branch
            cards = cards & (cards - U1) if i < drawn else cards
        return _first(cards)
    trumps = _SUIT << np.uint64(g[TRUMP])
    if g[LED] < 0:
        plain = cards & ~trumps
        if plain != U0:
            cards = plain
        # The highest rank: spread its bit down, count; then the lowest suit of that rank.
        top = cards
        for shift in (1, 2, 4, 8, 16, 32):
            top |= top >> np.uint64(shift)
        rank = np.uint64((_size(top) - 1) & ~3)
        return _first(cards >> rank) + np.int64(rank)
    suit = np.uint64(g[TOP] & 3)
    takes = (_SUIT << suit) & ~((U2 << np.uint64(g[TOP])) - U1)
    if g[TOP] & 3 != g[TRUMP]:
        takes |= trumps
    if cards & takes != U0:
        cards &= takes
    plain = cards & ~trumps
    return _first(plain if plain != U0 else cards)


@inlined
def _act_endurance(g: Any, card: Any, players: Any, log: Any, ends: Any) -> None:
    """Play a card; after the last of a trick its winner draws, and who has no card is out."""
    seat = g[SEAT]
    g[_CARDS + seat] ^= np.int64(1) << card
    if log.shape[0]:
        _write(log, ends, TURN, seat, card, NONE)
    suit, top = card & 3, g[TOP]
    leads = g[LED] < 0
    takes = leads | ((suit == top & 3) & (card > top)) | ((suit == g[TRUMP]) & (suit != top & 3))
    g[LED] = suit if leads else g[LED]
    g[TOP] = card if takes else top
    g[TAKER] = seat if takes else g[TAKER]
    g[PENDING] -= 1
    if g[PENDING] > 0:
        while True:
            seat = seat + 1 if seat + 1 < players else 0
            if g[_LEFT + seat] == 0:
                break
        g[SEAT] = seat
        return
    winner = g[TAKER]
    g[PLAYED] += 1
    if log.shape[0]:
        _write(log, ends, WIN, winner, g[TOP], NONE)
    if g[STOCK] > 0:
        g[STOCK] -= 1
        card = g[_DRAW + g[STOCK]]
        g[_CARDS + winner] |= np.int64(1) << card
        if log.shape[0]:
            _write(log, ends, DRAW, winner, card, NONE)
    for seat in range(players):
        if g[_CARDS + seat] == 0 and g[_LEFT + seat] == 0:
            g[_LEFT + seat] = g[PLAYED]
            g[LEFT] -= 1
            if log.shape[0]:
                _write(log, ends, OUT, seat, NONE, NONE)
    g[SEAT] = winner
    g[LED] = -1
    g[PENDING] = g[LEFT]


@compiled
def endurance_values(
    state: Any,
    deals: Any,
    g: Any,
    choices: Any,
    loose: Any,
    turns: Any,
    work: Any,
    sums: Any,
    products: Any,
    wins: Any,
    ties: Any,
) -> None:
    """Try every allowed card on the same random deals of what its player does not see.

    The arrays are those of `ninety_nine_values`; `g` and `work` have rows of 74, `choices` int64[c]
    are cards.
    """
    hero = g[SEAT]
    players = len(loose)
    nothing = np.empty((0, 4), np.int32)
    ends = np.zeros(3, np.int64)
    luck = np.zeros(4, np.uint64)
    same = np.zeros(4, np.uint64)
    deal, game, hidden = work[0], work[1], work[2]
    number = len(choices)
    won = np.zeros(number, np.int64)
    for i in range(E_SIZE):
        deal[i] = g[i]
    for _ in range(deals):
        n = ZERO
        for seat in range(players):
            if seat != hero:
                hand = np.uint64(g[_CARDS + seat])
                while hand != U0:
                    hidden[n] = _first(hand)
                    hand &= hand - U1
                    n += ONE
        for i in range(g[STOCK]):
            hidden[n] = g[_DRAW + i]
            n += ONE
        _shuffle(state, hidden, ZERO, n)
        n = ZERO
        for seat in range(players):
            if seat != hero:
                deal[_CARDS + seat] = 0
                for _i in range(_size(np.uint64(g[_CARDS + seat]))):
                    deal[_CARDS + seat] |= np.int64(1) << hidden[n]
                    n += ONE
        for i in range(g[STOCK]):
            deal[_DRAW + i] = hidden[n]
            n += ONE
        for i in range(4):
            same[i] = _bits(state)
        for c in range(number):
            for i in range(E_SIZE):
                game[i] = deal[i]
            for i in range(4):
                luck[i] = same[i]
            choice = choices[c]
            while True:
                _act_endurance(game, choice, players, nothing, ends)
                if game[LEFT] <= 1 or game[PLAYED] >= turns:
                    break
                choice = _choose_endurance(luck, game, loose)
            # At the turn limit most cards win.
            above = 0
            share = 0
            own = _size(np.uint64(game[_CARDS + hero]))
            for seat in range(players):
                held = _size(np.uint64(game[_CARDS + seat]))
                above += held > own
                share += held == own
            won[c] = 0
            if above == 0:
                won[c] = SHARE_UNITS // share
                if share == 1:
                    wins[c] += 1
                else:
                    ties[c] += 1
        _count(won, sums, products)


@compiled
def endurance(
    state: Any,
    deals: Any,
    deck: Any,
    owner: Any,
    fixed: Any,
    turns: Any,
    loose: Any,
    deep: Any,
    groups: Any,
    lengths: Any,
    ends: Any,
    key: Any,
    log: Any,
) -> None:
    """Play endurance: tricks; the winner of each alone draws, the last with cards wins.

    `loose` holds the policies, see `_choose_endurance`; `deep` is as for `ninety_nine`.
    """
    players = len(key)
    g = np.zeros(E_SIZE, np.int64)
    work = np.zeros((3, E_SIZE), np.int64)
    sensible = np.zeros(players, np.int64)
    choices = np.zeros(8, np.int64)
    sums = np.zeros(8, np.int64)
    wins = np.zeros(8, np.int64)
    ties = np.zeros(8, np.int64)
    products = np.zeros((8, 8), np.int64)
    dealt = ZERO
    for i in range(52):
        dealt += owner[i] >= 0
    for _ in range(deals):
        _shuffle(state, deck, fixed, ALL)
        for i in range(_DRAW):
            g[i] = 0
        g[LEFT] = players
        g[PENDING] = players
        g[LED] = -1
        for i in range(dealt):
            g[_CARDS + owner[i]] |= np.int64(1) << deck[i]
        for i in range(52 - dealt):
            g[_DRAW + i] = deck[51 - i]
        g[STOCK] = 52 - dealt
        shown = deck[dealt - 1]  # the dealer's last card
        g[TRUMP] = shown & 3
        if log.shape[0]:
            _write(log, ends, BEGIN, NONE, shown, NONE)
        while g[LEFT] > 1 and g[PLAYED] < turns:
            seat = g[SEAT]
            choice = _choose_endurance(state, g, loose)
            if deep[seat]:
                number = ZERO
                cards = _allowed(g, seat)
                while cards != U0:
                    choices[number] = _first(cards)
                    cards &= cards - U1
                    number += ONE
                if number > 1:
                    _clear(sums, products)
                    endurance_values(
                        state,
                        deep[seat],
                        g,
                        choices[:number],
                        sensible,
                        turns,
                        work,
                        sums,
                        products,
                        wins,
                        ties,
                    )
                    choice = choices[_better(number, choices, choice, deep[seat], sums, products)]
            _act_endurance(g, choice, players, log, ends)
        for seat in range(players):
            out = g[_LEFT + seat]
            key[seat] = IN + _size(np.uint64(g[_CARDS + seat])) if out == 0 else out
        _end(key, groups)
        lengths[g[PLAYED]] += 1
        ends[0] += g[LEFT] > 1
