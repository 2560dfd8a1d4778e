"""Niu niu and san gong: hands compared with the banker's."""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import random_below
from equity.jit import compiled

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@compiled
def deal_compared(
    state: Any,
    deals: Any,
    deck: Any,
    burnt: Any,
    given: Any,
    opponents: Any,
    levels: Any,
    width: Any,
    suits: Any,
    player_pays: Any,
    banker_takes: Any,
    mode: Any,
    outcomes: Any,
    sums: Any,
    squares: Any,
) -> None:
    """Deal hands of `width` cards and settle them.

    deck uint8[n]: cards left, numbered rank * 4 + suit with aces low. burnt int64[13]: how many
    of them are gone by rank, any of those left. given uint8[width] or [0]: the hero's hand.
    levels int16[13 ** width]: strength by the ranks in any order; the suit of the highest card
    decides between equal ones if `suits`. player_pays, banker_takes int64[levels]: what a
    winner gets by his level. mode: 0 the hero is a player, 1 the banker, 2 the banker's ties
    won by him and the hero a player, 3 the same and the hero the banker, 4 the highest hand
    takes a pot of one unit each (counted in units of ``player_pays[0]``). Written: outcomes
    int64[1, 3], sums and squares int64[1] of the hero's net win.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    hands = opponents + 1
    strength = np.zeros(hands, np.int64)
    burning = False
    for rank in range(13):
        burning = burning or burnt[rank] > 0
    for _ in range(deals):
        used = _ZERO
        if burning:
            for rank in range(13):
                gone = burnt[rank]
                while gone > 0:
                    at, s0, s1, s2, s3 = random_below(len(deck), s0, s1, s2, s3)
                    card = np.uint64(deck[at])
                    if np.int64(card >> np.uint64(2)) == rank and (used >> card) & _ONE == _ZERO:
                        used |= _ONE << card
                        gone -= 1
        for hand in range(hands):
            place = np.int64(0)
            top = np.int64(0)
            for i in range(width):
                if hand == 0 and len(given) > 0:
                    card = np.uint64(given[i])
                else:
                    while True:
                        at, s0, s1, s2, s3 = random_below(len(deck), s0, s1, s2, s3)
                        card = np.uint64(deck[at])
                        if (used >> card) & _ONE == _ZERO:
                            break
                    used |= _ONE << card
                place = place * 13 + np.int64(card >> np.uint64(2))
                top = max(top, np.int64(card))
            strength[hand] = np.int64(levels[place]) * 64 + (top if suits else 0)
        net = np.int64(0)
        own = strength[0]
        if mode == 4:
            best = own
            sharing = 0
            for hand in range(hands):
                if strength[hand] > best:
                    best = strength[hand]
                    sharing = 1
                elif strength[hand] == best:
                    sharing += 1
            net = -player_pays[0]
            if own == best:
                net += hands * player_pays[0] // sharing
        elif mode == 0 or mode == 2:
            if own > strength[1]:
                net = player_pays[own >> 6]
            elif own < strength[1] or mode == 2:
                net = -banker_takes[strength[1] >> 6]
        else:
            for hand in range(1, hands):
                if strength[hand] > own:
                    net -= player_pays[strength[hand] >> 6]
                elif strength[hand] < own or mode == 3:
                    net += banker_takes[own >> 6]
        outcomes[0, 0 if net > 0 else 1 if net == 0 else 2] += 1
        sums[0] += net
        squares[0] += net * net
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
