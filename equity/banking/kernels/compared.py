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
    cards: Any,
    opponents: Any,
    ranking: Any,
    payoffs: Any,
    nets: Any,
) -> None:
    """Deal hands and settle them.

    cards: ``CardsDealt``; ranking: ``Levels``; payoffs: ``LevelPays``. Written: nets, ``Nets`` of
    the hero's wins.
    """
    deck, burnt, given = cards
    levels, width, suits = ranking
    player_pays, banker_takes, mode = payoffs
    outcomes, sums, squares = nets
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
