"""Sessions: bets won and lost one after the other, by the chances of one."""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import book
from equity.jit import compiled, next_bits


@compiled
def play_sessions(
    state: Any,
    sessions: Any,
    ticks: Any,
    purse: Any,
    cells: Any,
    count: Any,
) -> None:
    """Play sessions; money is counted in ticks.

    ticks: ``Ticks``; purse: ``Purse``; cells: ticks of the first cell of final money, and ticks of
    each cell. Written: count, a ``SessionCount``.
    """
    limits, pays, scale, capped = ticks
    rounds, bankroll, bet = purse
    ruined, final, drawdown, lengths, final_ticks, drawdown_ticks = count
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    worst = max(scale, -pays[0]) if capped else scale
    for _ in range(sessions):
        money = bankroll * scale
        peak = money
        fall = np.int64(0)
        played = np.int64(0)
        while played < rounds:
            stake = min(bet, money // worst)
            if stake <= 0:
                break
            bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
            at = 0
            for limit in limits:
                at += bits >= limit
            money = max(0, money + stake * pays[at])
            played += 1
            peak = max(peak, money)
            fall = max(fall, peak - money)
        if money < worst:
            ruined[0] += 1
        book(money, fall, played, cells, final, drawdown, lengths, final_ticks, drawdown_ticks)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
