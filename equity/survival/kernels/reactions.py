"""Bao shu and nickname: the quickest takes."""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import compiled
from equity.survival.kernels.common import (
    BEGIN,
    BITS,
    CALL,
    CYCLE,
    IN,
    NONE,
    ONE,
    OVER,
    TAKE,
    TURN,
    WRONG,
    ZERO,
    below,
    deal_all,
    finish,
    judge,
    pop,
    push,
    react,
    unit,
    write,
)

__all__ = ["bao_shu", "nickname"]


@compiled
def bao_shu(
    state: Any,
    deals: Any,
    dealing: Any,
    limit: Any,
    quickness: Any,
    out: Any,
) -> None:
    """Play bao shu: the card that equals the number said goes, with its heap, to the quickest.

    `quickness` is ``equity.survival.bundles.Quickness``.
    """
    deck, owner, fixed = dealing
    mean, spread, wrong = quickness
    groups, lengths, ends, key, log = out
    players = len(key)
    logged = log.shape[0] > 0
    stacks = np.empty(players << BITS, np.uint8)
    head = np.zeros(players, np.int64)
    count = np.zeros(players, np.int64)
    heap = np.empty(52, np.int64)
    quick = np.zeros(players, np.int64)
    times = np.zeros(players, np.float64)
    for _ in range(deals):
        left = deal_all(state, deck, owner, fixed, stacks, head, count, key)
        seat = ZERO
        turn = ZERO
        said = ZERO
        turned = ZERO
        while left > 1 and turn < limit:
            turn += 1
            said = said + 1 if said < 13 else 1
            card = pop(stacks, head, count, seat)
            heap[turned] = card
            turned += 1
            if logged:
                write(log, ends, TURN, seat, card, said)
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
                    react(state, quick, n, mean, spread, times)
                    seat = quick[0]
                else:
                    seat = quick[below(state, n)]
                if logged:
                    write(log, ends, CALL, seat, card, NONE)
                for i in range(turned):
                    push(stacks, head, count, seat, heap[i])
                    if logged:
                        write(log, ends, TAKE, seat, heap[i], NONE)
                turned = 0
                said = 0
                left = judge(turn, count, key, log, ends)
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
                    if key[other] >= IN and unit(state) < wrong[other] and count[other] > 0:
                        paid = True
                        to = following if other == seat else seat
                        card = pop(stacks, head, count, other)
                        push(stacks, head, count, to, card)
                        if logged:
                            write(log, ends, WRONG, other, card, to)
            if paid or count[seat] == 0:
                left = judge(turn, count, key, log, ends)
                if left > 1:
                    while key[following] < IN:
                        following = following + 1 if following + 1 < players else 0
            seat = following
        finish(turn, left, ZERO, count, key, groups, lengths, ends)


@compiled
def nickname(
    state: Any,
    deals: Any,
    dealing: Any,
    limit: Any,
    quickness: Any,
    out: Any,
) -> None:
    """Play nickname: all turn a card; of equal ones the quicker takes the other's heap.

    The arrays are those of `bao_shu`.
    """
    deck, owner, fixed = dealing
    mean, spread, wrong = quickness
    groups, lengths, ends, key, log = out
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
        left = deal_all(state, deck, owner, fixed, stacks, head, count, key)
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
                write(log, ends, BEGIN, NONE, NONE, turn)
            by_rank[:] = 0
            for seat in range(players):
                showing[seat] = 0
                if key[seat] < IN:
                    continue
                if count[seat] == 0:
                    for i in range(up[seat]):
                        push(stacks, head, count, seat, np.int64(heaps[(seat << BITS) + i]))
                    up[seat] = 0
                    if logged:
                        write(log, ends, OVER, seat, NONE, count[seat])
                card = pop(stacks, head, count, seat)
                heaps[(seat << BITS) + up[seat]] = card
                up[seat] += 1
                shown[seat] = card >> 2
                by_rank[card >> 2] += 1
                showing[seat] = 1
                if logged:
                    write(log, ends, TURN, seat, card, NONE)
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
                    react(state, equal, n, mean, spread, times)
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
                        other = choice[0] if able == 1 else choice[below(state, able)]
                        showing[other] = 0
                        if logged:
                            write(log, ends, CALL, seat, NONE, other)
                        for j in range(up[other]):
                            card = np.int64(heaps[(other << BITS) + j])
                            push(stacks, head, count, seat, card)
                            if logged:
                                write(log, ends, TAKE, seat, card, other)
                        up[other] = 0
            paid = False
            if len(wrong):
                for seat in range(players):
                    if single[seat] and unit(state) < wrong[seat]:
                        able = ZERO
                        for other in range(players):
                            if other != seat and key[other] >= IN:
                                choice[able] = other
                                able += 1
                        other = choice[below(state, able)]
                        if count[seat] > 0:
                            card = pop(stacks, head, count, seat)
                        else:
                            card = np.int64(heaps[seat << BITS])
                            up[seat] -= 1
                            for i in range(up[seat]):
                                heaps[(seat << BITS) + i] = heaps[(seat << BITS) + i + 1]
                        push(stacks, head, count, other, card)
                        paid = True
                        if logged:
                            write(log, ends, WRONG, seat, card, other)
            if matched or paid:
                for seat in range(players):
                    held[seat] = count[seat] + up[seat]
                left = judge(turn, held, key, log, ends)
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
                            write(log, ends, CYCLE, NONE, NONE, period)
                        turn = limit
        finish(turn, left, repeats, held, key, groups, lengths, ends)
