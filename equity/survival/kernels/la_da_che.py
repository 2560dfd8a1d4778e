"""La da che: a card that equals one in the row takes the run between them."""

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
    IN,
    MISS,
    NO,
    NONE,
    ONE,
    OUT,
    TAKE,
    TURN,
    YES,
    ZERO,
    deal_all,
    finish,
    pop,
    push,
    same_position,
    shuffle,
    unit,
    write,
)

__all__ = ["la_da_che"]


@compiled
def la_da_che(
    state: Any,
    deals: Any,
    dealing: Any,
    limit: Any,
    shuffled: Any,
    notice: Any,
    out: Any,
) -> None:
    """Play la da che: a card laid that equals one in the row takes the run between them.

    `notice` float64[n] is each seat's chance of noticing; `shuffled`: a run is shuffled before
    it goes under the stack. Cycles are found as in `war`.
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
    row = np.empty(52, np.int64)
    latest = np.empty(13, np.int64)
    before = np.empty(52, np.int64)
    kept_row = np.empty(52, np.int64)
    memory = (kept, kept_count, kept_row)
    certain = not shuffled
    for seat in range(players):
        certain = certain and (notice[seat] <= 0.0 or notice[seat] >= 1.0)
    for _ in range(deals):
        left = deal_all(state, deck, owner, fixed, stacks, head, count, key)
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
                        write(log, ends, OUT, seat, NONE, NONE)
                seat = seat + 1 if seat + 1 < players else 0
                continue
            turn += 1
            if logged:
                write(log, ends, BEGIN, seat, NONE, turn)
            while True:
                card = pop(stacks, head, count, seat)
                if logged:
                    write(log, ends, TURN, seat, card, NONE)
                # The latest card of each rank in the row, and the one before each card.
                match = latest[card >> 2]
                latest[card >> 2] = laid
                before[laid] = match
                row[laid] = card
                laid += 1
                if match < 0:
                    break
                chance = notice[seat]
                if chance < 1.0 and (chance <= 0.0 or unit(state) >= chance):
                    if logged:
                        write(log, ends, MISS, seat, card, NONE)
                    break
                for i in range(laid - 1, match - 1, -1):
                    latest[row[i] >> 2] = before[i]
                if shuffled:
                    shuffle(state, row, match, laid)
                for i in range(match, laid):
                    push(stacks, head, count, seat, row[i])
                    if logged:
                        write(log, ends, TAKE, seat, row[i], NONE)
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
                    and same_position(stacks, head, count, place, row, laid, memory, NO)
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
                        turn = limit - (limit - turn) % (turn - kept_turn)
                elif turn >= keep_next and not again:
                    same_position(stacks, head, count, place, row, laid, memory, YES)
                    kept_seat = place
                    kept_turn = turn
                    keep_next = turn + turn // 4 + 1
                if turn == limit and watch and not again:
                    same_position(stacks, head, count, place, row, laid, memory, YES)
                    kept_seat = place
                    again = True
                    rows = ends[2]
                    left = deal_all(state, deck, owner, ALL, stacks, head, count, key)
                    seat = ZERO
                    turn = ZERO
                    gone = ZERO
                    laid = ZERO
                    latest[:] = -1
                    # The deal does not come again: cards lie in the row from then on.
                    kept_turn = NONE
        if again and repeats == 0:
            ends[2] = rows
        finish(turn, left, repeats, count, key, groups, lengths, ends)
