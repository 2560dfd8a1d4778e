"""Four knives: piles compared."""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import random_below
from equity.jit import compiled


@compiled
def deal_knives(
    state: Any,
    deals: Any,
    deck: Any,
    given: Any,
    opponents: Any,
    as_banker: Any,
    piles: Any,
    rules: Any,
    nets: Any,
) -> None:
    """Deal four cards each and settle piles with the banker.

    deck uint8[n]: the ranks left, the given hand's too; given uint8[4] or [0]: the hero's ranks.
    piles: ``Piles``; rules: ``PileRules``. Written: nets, ``Nets``.
    """
    players, bankers = piles
    tied, scale, pay = rules
    outcomes, sums, squares = nets
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    hands = opponents + 1
    place = np.zeros(hands, np.int64)
    shuffled = deck.copy()
    cards = len(shuffled)
    front = len(given)
    for i in range(front):
        for j in range(i, cards):
            if shuffled[j] == given[i]:
                shuffled[j] = shuffled[i]
                shuffled[i] = given[i]
                break
    for _ in range(deals):
        for i in range(front, 4 * hands):
            at, s0, s1, s2, s3 = random_below(cards - i, s0, s1, s2, s3)
            card = shuffled[i + at]
            shuffled[i + at] = shuffled[i]
            shuffled[i] = card
        for hand in range(hands):
            place[hand] = 0
            for i in range(4 * hand, 4 * hand + 4):
                place[hand] = place[hand] * 13 + np.int64(shuffled[i])
        net = np.int64(0)
        for hand in range(1, hands):
            player = place[hand] if as_banker else place[0]
            banker = place[0] if as_banker else place[hand]
            one = np.int64(players[player, 0]) - np.int64(bankers[banker, 0])
            two = np.int64(players[player, 1]) - np.int64(bankers[banker, 1])
            special = np.int64(players[player, 2]) - np.int64(bankers[banker, 2])
            won = np.int64(one > 0) + np.int64(two > 0)
            lost = np.int64(one < 0) + np.int64(two < 0)
            if tied == 2:
                lost = 2 - won
            result = np.int64(0)
            if special != 0:
                result = pay if special > 0 else -pay
            elif tied == 0:
                result = scale if won == 2 else -scale if lost == 2 else 0
            elif won != lost:
                result = scale if won > lost else -scale
            net += -result if as_banker else result
        outcomes[0, 0 if net > 0 else 1 if net == 0 else 2] += 1
        sums[0] += net
        squares[0] += net * net
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
