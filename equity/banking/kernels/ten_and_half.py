"""Ten-and-a-half: rounds dealt."""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import random_below
from equity.jit import compiled


@compiled
def deal_halves(
    state: Any,
    deals: Any,
    deck: Any,
    actions: Any,
    policy: Any,
    follow: Any,
    totals: Any,
    must: Any,
    push: Any,
    at_once: Any,
    pays: Any,
    outcomes: Any,
    sums: Any,
    squares: Any,
) -> None:
    """Deal and play rounds of ten-and-a-half; points are halves.

    deck int64[n]: classes of card left, 0 a face, else the points. actions uint8[12 ** 4]: 1 to
    draw, by the player's cards plus one as digits of base 12. policy uint8[1 or 12 ** 3, states]:
    the same of the banker by his hand, and by the player's up cards. follow, totals: the banker's
    next hand, -1 a bust, and points. pays int64[6]: lose, tie, win, five cards, five of ten and a
    half, ten and a half at once. Written as in :func:`deal_compared`.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    shuffled = deck.copy()
    cards = len(shuffled)
    for _ in range(deals):
        drawn = 0
        size = 0
        hand = np.int64(0)
        ups = np.int64(0)
        total = np.int64(0)
        result = -1
        while True:
            at, s0, s1, s2, s3 = random_below(cards - drawn, s0, s1, s2, s3)
            card = shuffled[drawn + at]
            shuffled[drawn + at] = shuffled[drawn]
            shuffled[drawn] = card
            drawn += 1
            size += 1
            total += 1 if card == 0 else 2 * card
            if total > 21:
                result = 0
            elif size == 5:
                result = 4 if total == 21 else 3
            elif at_once and total == 21:
                result = 5
            if result >= 0:
                break
            hand = hand * 12 + card + 1
            if size > 1:
                ups = ups * 12 + card + 1
            draws = total < must or actions[hand] > 0
            if not draws or cards - drawn <= 1:
                break
        if result < 0:
            row = ups if len(policy) > 1 else 0
            banker = np.int64(0)
            while banker >= 0 and policy[row, banker] > 0 and drawn < cards:
                at, s0, s1, s2, s3 = random_below(cards - drawn, s0, s1, s2, s3)
                card = shuffled[drawn + at]
                shuffled[drawn + at] = shuffled[drawn]
                shuffled[drawn] = card
                drawn += 1
                banker = np.int64(follow[banker, card])
            if banker < 0 or totals[banker] < total:
                result = 2
            elif totals[banker] == total and push:
                result = 1
            else:
                result = 0
        net = pays[result]
        outcomes[0, 0 if net > 0 else 1 if net == 0 else 2] += 1
        sums[0] += net
        squares[0] += net * net
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
