"""Matches of several rounds, a point for each best hand."""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import called, compiled
from equity.showdown.kernels.deal import FIRST, deal_cards
from equity.showdown.kernels.look_up import FLUSH, ZERO, by_suits, slot_of

__all__ = [
    "deal_matches",
    "place_points",
]


@called
def place_points(points: Any, groups: Any) -> None:
    """Count a match: groups[seat, place, sharing] by points, equal points sharing places."""
    seats = len(points)
    for seat in range(seats):
        ahead = 0
        sharing = 0
        for other in range(seats):
            ahead += points[other] > points[seat]
            sharing += points[other] == points[seat]
        groups[seat, ahead, sharing] += 1


@compiled
def deal_matches(
    state: Any,
    deals: Any,
    deck: Any,
    seats: Any,
    hole: Any,
    rounds: Any,
    look_up: Any,
    groups: Any,
) -> None:
    """Play matches of `rounds` hands dealt at once, a point for each best hand of a round.

    ===================  ===================  =======================================
    state                uint64[4]            written: the random stream
    deck                 uint8[d]             all cards; shuffled in place
    look_up              LookUp               of a hand
    groups               int64[n, n, n + 1]   written: see ``Match``
    ===================  ===================  =======================================
    """
    start, keys, masks, offsets, ranks, flushes, tops, straights = look_up
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    points = np.empty(seats, np.int64)
    strength = np.empty(seats, np.int64)
    by_suit = len(tops) > 0
    for _ in range(deals):
        points[:] = 0
        for _round in range(rounds):
            s0, s1, s2, s3 = deal_cards(deck, FIRST, seats * hole, ZERO, s0, s1, s2, s3)
            at = 0
            best = np.int64(-1)
            for seat in range(seats):
                key = start
                first = at
                for _i in range(hole):
                    key += keys[deck[at]]
                    at += 1
                value = np.int64(ranks[slot_of(offsets, key)])
                if key & FLUSH or by_suit:
                    mask = ZERO
                    for i in range(first, at):
                        mask |= masks[deck[i]]
                    value = by_suits(key, mask, value, flushes, tops, straights)
                strength[seat] = value
                best = max(best, value)
            for seat in range(seats):
                points[seat] += strength[seat] == best
        place_points(points, groups)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
