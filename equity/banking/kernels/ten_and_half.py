"""Ten-and-a-half: rounds dealt.

What the bundles hold is said in :mod:`equity.banking.bundles`.
"""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import random_below
from equity.jit import compiled

_BEST = 21
_HAND = 5
_BASE = 12
_LOSE, _TIE, _WIN, _FIVE, _FIVE_BEST, _AT_ONCE = range(6)
_STANDS = -1


@compiled
def deal_halves(
    state: Any, deals: Any, deck: Any, actions: Any, banker: Any, rules: Any, nets: Any
) -> None:
    """Deal and play rounds of ten-and-a-half; points are halves.

    deck int64[n]: classes of card left, 0 a face, else the points. actions uint8[12 ** 4]: 1 to
    draw, by the player's cards plus one as digits of base 12.
    """
    policy, follow, totals = banker
    must, push, at_once, pays = rules
    outcomes, sums, squares = nets
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    shuffled = deck.copy()
    cards = len(shuffled)
    for _ in range(deals):
        drawn = 0
        hand = np.int64(0)
        ups = np.int64(0)
        total = np.int64(0)
        result = _STANDS
        while True:
            at, s0, s1, s2, s3 = random_below(cards - drawn, s0, s1, s2, s3)
            card = shuffled[drawn + at]
            shuffled[drawn + at] = shuffled[drawn]
            shuffled[drawn] = card
            drawn += 1
            total += 1 if card == 0 else 2 * card
            if total > _BEST:
                result = _LOSE
            elif drawn == _HAND:
                result = _FIVE_BEST if total == _BEST else _FIVE
            elif at_once and total == _BEST:
                result = _AT_ONCE
            if result >= 0:
                break
            hand = hand * _BASE + card + 1
            if drawn > 1:
                ups = ups * _BASE + card + 1
            draws = total < must or actions[hand] > 0
            if not draws or cards - drawn <= 1:
                break
        if result == _STANDS:
            row = ups if len(policy) > 1 else 0
            held = np.int64(0)
            while held >= 0 and policy[row, held] > 0 and drawn < cards:
                at, s0, s1, s2, s3 = random_below(cards - drawn, s0, s1, s2, s3)
                card = shuffled[drawn + at]
                shuffled[drawn + at] = shuffled[drawn]
                shuffled[drawn] = card
                drawn += 1
                held = np.int64(follow[held, card])
            if held < 0 or totals[held] < total:
                result = _WIN
            elif totals[held] == total and push:
                result = _TIE
            else:
                result = _LOSE
        net = pays[result]
        outcomes[0, 0 if net > 0 else 1 if net == 0 else 2] += 1
        sums[0] += net
        squares[0] += net * net
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
