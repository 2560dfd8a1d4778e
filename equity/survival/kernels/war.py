"""War: the highest card takes all."""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import compiled
from equity.survival.kernels.common import (
    ALL,
    BEGIN,
    BITS,
    CYCLE,
    NO,
    NONE,
    ONE,
    STAY,
    TAKE,
    TIE,
    TURN,
    WIN,
    YES,
    ZERO,
    deal_all,
    finish,
    judge,
    pop,
    push,
    same_position,
    shuffle,
    write,
)

__all__ = ["war"]


@compiled
def war(
    state: Any,
    deals: Any,
    dealing: Any,
    limit: Any,
    order: Any,
    last_card: Any,
    out: Any,
) -> None:
    """Play war: the highest card takes all; those who share it turn one more each.

    `order` of the cards taken: 0 from the leader, 1 from the winner, 2 shuffled. `last_card`:
    the last card of a tied player without another counts again. Cycles are found by comparing
    with a position kept at turns that grow by a quarter (after Brent, 1980). A game that reaches
    the limit before that is played again, compared with its last position: if any has come
    again, that one has.
    """
    deck, owner, fixed = dealing
    groups, lengths, ends, key, log = out
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
        left = deal_all(state, deck, owner, fixed, stacks, head, count, key)
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
                write(log, ends, BEGIN, leader, NONE, turn)
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
                        card = pop(stacks, head, count, seat)
                        emptied = emptied or count[seat] == 0
                        table[on_table] = card
                        turner[on_table] = seat
                        on_table += 1
                        shown[seat] = card >> 2
                        if logged:
                            write(log, ends, TURN, seat, card, NONE)
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
                        write(log, ends, TIE, contest[i], NONE, NONE)
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
                            write(log, ends, WIN, winner, NONE, NONE)
                        break
            rounds[segments] = on_table
            if winner < 0:
                held = 0
                for seat in range(players):
                    held += count[seat]
                if held == 0:
                    winner = contest[0]
                    if logged:
                        write(log, ends, WIN, winner, NONE, NONE)
            if winner < 0:
                if logged:
                    write(log, ends, STAY, NONE, NONE, on_table)
                while count[leader] == 0:
                    leader = leader + 1 if leader + 1 < players else 0
            else:
                if order == 2:
                    shuffle(state, table, ZERO, on_table)
                # Cards left by an earlier trick had no winner: they stay as they lie.
                for i in range(carried if order == 1 else on_table):
                    push(stacks, head, count, winner, table[i])
                    if logged:
                        write(log, ends, TAKE, winner, table[i], NONE)
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
                            push(stacks, head, count, winner, table[j])
                            if logged:
                                write(log, ends, TAKE, winner, table[j], NONE)
                on_table = ZERO
                leader = winner
            if emptied:
                left = judge(turn, count, key, log, ends)
            if watch and (again or on_table == 0):
                # A call costs more than what tells most positions apart.
                if (
                    kept_leader == leader
                    and kept_count[leader] == count[leader]
                    and kept[leader << BITS] == stacks[(leader << BITS) + head[leader]]
                    and same_position(stacks, head, count, leader, table, on_table, memory, NO)
                ):
                    if again and kept_turn < 0:
                        kept_turn = turn
                    else:
                        repeats = ONE
                        watch = False
                        if again:
                            ends[2] = rows
                        if logged:
                            write(log, ends, CYCLE, NONE, NONE, turn - kept_turn)
                        # Whole periods are skipped.
                        turn = limit - (limit - turn) % (turn - kept_turn)
                elif turn >= keep_next and not again:
                    same_position(stacks, head, count, leader, table, on_table, memory, YES)
                    kept_leader = leader
                    kept_turn = turn
                    keep_next = turn + turn // 4 + 1
            if turn == limit and watch and left > 1 and not again:
                same_position(stacks, head, count, leader, table, on_table, memory, YES)
                kept_leader = leader
                again = True
                rows = ends[2]
                left = deal_all(state, deck, owner, ALL, stacks, head, count, key)
                leader = ZERO
                turn = ZERO
                on_table = ZERO
                # The deal itself may come again.
                start = same_position(stacks, head, count, leader, table, on_table, memory, NO)
                kept_turn = ZERO if start else NONE
        if again and repeats == 0:
            ends[2] = rows
        finish(turn, left, repeats, count, key, groups, lengths, ends)
