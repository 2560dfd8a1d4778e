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
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["bao_shu", "la_da_che", "nickname", "war"]


def _compiled(function: Callable[..., Any]) -> Any:
    """Compile lazily; cached on disk unless there is nowhere to write."""
    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)


def _inlined(function: Callable[..., Any]) -> Any:
    """Compile into the callers: a call that passes arrays costs more than what it does."""
    return njit(forceinline=True)(function)


# Numba compiles a function again for every plain integer that it is called with; not for these.
BEGIN, TURN, TAKE, OUT, CYCLE, TIE, STAY = map(np.int64, range(7))
OVER, CALL, WRONG, DRAW, SHUFFLE, MISS, WIN = map(np.int64, range(7, 14))
"""Codes of the log."""
NONE, ZERO, ONE, ALL = np.int64(-1), np.int64(0), np.int64(1), np.int64(52)
NO, YES = np.bool_(False), np.bool_(True)
IN = 1 << 40
"""Added to the cards of a player still in: more than any time of leaving."""
ROOM, RING, BITS = 64, 63, 6
"""Stacks are rings of 64 places, one after the other in one array."""


# ---- chance ----


@_compiled
def _bits(state: Any) -> Any:
    """Give 64 random bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    sum_ = s0 + s3
    bits = ((sum_ << np.uint64(23)) | (sum_ >> np.uint64(41))) + s0
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    state[0], state[1], state[2] = s0, s1, s2
    state[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return bits


@_inlined
def _below(state: Any, n: Any) -> Any:
    """Draw an index below n."""
    return np.int64(((_bits(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@_inlined
def _unit(state: Any) -> Any:
    """Draw a number from 0 up to 1."""
    return np.float64(_bits(state) >> np.uint64(11)) * 2.0**-53


@_compiled
def _shuffle(state: Any, cards: Any, low: Any, high: Any) -> None:
    """Put the cards from low up to high in random order."""
    for n in range(high - low, 1, -1):
        i = low + n - 1
        j = low + _below(state, n)
        cards[i], cards[j] = cards[j], cards[i]


@_compiled
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


@_inlined
def _pop(stacks: Any, head: Any, count: Any, seat: Any) -> Any:
    """Take the top card of a stack."""
    card = np.int64(stacks[(seat << BITS) + head[seat]])
    head[seat] = (head[seat] + 1) & RING
    count[seat] -= 1
    return card


@_inlined
def _push(stacks: Any, head: Any, count: Any, seat: Any, card: Any) -> None:
    """Put a card under a stack."""
    stacks[(seat << BITS) + ((head[seat] + count[seat]) & RING)] = card
    count[seat] += 1


@_compiled
def _write(log: Any, ends: Any, code: Any, seat: Any, card: Any, other: Any) -> None:
    """Write a row of the log, and count those that do not fit."""
    row = ends[2]
    if row < log.shape[0]:
        log[row, 0] = code
        log[row, 1] = seat
        log[row, 2] = card
        log[row, 3] = other
    ends[2] = row + 1


@_compiled
def _deal(
    state: Any, deck: Any, owner: Any, fixed: Any, stacks: Any, head: Any, count: Any, key: Any
) -> Any:
    """Deal the whole deck, everyone being in; give the number of players."""
    _shuffle(state, deck, fixed, ALL)
    for seat in range(len(count)):
        head[seat] = 0
        count[seat] = 0
        key[seat] = IN
    for i in range(52):
        _push(stacks, head, count, owner[i], deck[i])
    return len(count)


@_compiled
def _end(key: Any, groups: Any) -> None:
    """Count who shares which places."""
    for seat in range(len(key)):
        above = 0
        equal = 0
        for other in range(len(key)):
            above += key[other] > key[seat]
            equal += key[other] == key[seat]
        groups[seat, above, equal] += 1


@_compiled
def _same(stacks: Any, head: Any, count: Any, kept: Any, kept_count: Any, keep: Any) -> Any:
    """Tell whether all stacks are as they were kept, or keep them."""
    if keep:
        for seat in range(len(count)):
            kept_count[seat] = count[seat]
    for seat in range(len(count)):
        if kept_count[seat] != count[seat]:
            return False
    for seat in range(len(count)):
        low = seat << BITS
        for i in range(count[seat]):
            card = stacks[low + ((head[seat] + i) & RING)]
            if keep:
                kept[low + i] = card
            elif kept[low + i] != card:
                return False
    return True


@_compiled
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


@_compiled
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


@_compiled
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
    with a position kept at turns that grow by a quarter (after Brent, 1980).
    """
    players = len(key)
    logged = log.shape[0] > 0
    stacks = np.empty(players << BITS, np.uint8)
    kept = np.empty(players << BITS, np.uint8)
    head = np.zeros(players, np.int64)
    count = np.zeros(players, np.int64)
    kept_count = np.zeros(players, np.int64)
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
        kept_turn = ZERO
        kept_leader = -1
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
            if watch and on_table == 0:
                if (
                    kept_leader == leader
                    and kept_count[leader] == count[leader]
                    and _same(stacks, head, count, kept, kept_count, NO)
                ):
                    repeats = ONE
                    watch = False
                    if logged:
                        _write(log, ends, CYCLE, NONE, NONE, turn - kept_turn)
                    # Whole periods are skipped.
                    turn = limit - (limit - turn) % (turn - kept_turn)
                elif turn >= keep_next:
                    _same(stacks, head, count, kept, kept_count, YES)
                    kept_leader = leader
                    kept_turn = turn
                    keep_next = turn + turn // 4 + 1
        _finish(turn, left, repeats, count, key, groups, lengths, ends)


# ---- la da che ----


@_compiled
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
    it goes under the stack.
    """
    players = len(key)
    logged = log.shape[0] > 0
    stacks = np.empty(players << BITS, np.uint8)
    kept = np.empty(players << BITS, np.uint8)
    head = np.zeros(players, np.int64)
    count = np.zeros(players, np.int64)
    kept_count = np.zeros(players, np.int64)
    row = np.empty(52, np.int64)
    latest = np.empty(13, np.int64)
    before = np.empty(52, np.int64)
    kept_row = np.empty(52, np.int64)
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
        kept_turn = ZERO
        kept_seat = -1
        kept_laid = 0
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
                same = kept_seat == seat and kept_laid == laid
                if same:
                    for i in range(laid):
                        same = same and row[i] == kept_row[i]
                if same and _same(stacks, head, count, kept, kept_count, NO):
                    repeats = ONE
                    watch = False
                    if logged:
                        _write(log, ends, CYCLE, NONE, NONE, turn - kept_turn)
                    turn = limit - (limit - turn) % (turn - kept_turn)
                elif turn >= keep_next:
                    _same(stacks, head, count, kept, kept_count, YES)
                    for i in range(laid):
                        kept_row[i] = row[i]
                    kept_laid = laid
                    kept_seat = seat
                    kept_turn = turn
                    keep_next = turn + turn // 4 + 1
        _finish(turn, left, repeats, count, key, groups, lengths, ends)


# ---- bao shu ----


@_compiled
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


@_compiled
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
                if since > 52:
                    # Without a match everyone shows the same cards again and again.
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
