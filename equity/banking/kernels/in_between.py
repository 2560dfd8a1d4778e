"""In-between: rounds dealt, and sessions of them."""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import book, random_below
from equity.jit import called, compiled, inlined


@compiled
def deal_between(
    state: Any,
    deals: Any,
    deck: Any,
    table: Any,
    pair_costs: Any,
    outcomes: Any,
    sums: Any,
    squares: Any,
) -> None:
    """Deal two posts and a third card.

    deck int64[n]: the ranks left; table int64[13, 13]: 0 no bet, 1 in between or larger, 2
    smaller. Written as in :func:`deal_compared`.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    shuffled = deck.copy()
    for _ in range(deals):
        for i in range(3):
            at, s0, s1, s2, s3 = random_below(len(shuffled) - i, s0, s1, s2, s3)
            card = shuffled[i + at]
            shuffled[i + at] = shuffled[i]
            shuffled[i] = card
        low, high = min(shuffled[0], shuffled[1]), max(shuffled[0], shuffled[1])
        net = _turn(low, high, shuffled[2], table[low, high], pair_costs)
        outcomes[0, 0 if net > 0 else 1 if net == 0 else 2] += 1
        sums[0] += net
        squares[0] += net * net
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@inlined
def _turn(low: Any, high: Any, third: Any, call: Any, pair_costs: Any) -> Any:
    """Give the net win of a unit bet: call 0 none, 1 in between or larger, 2 smaller."""
    if call == 0:
        return np.int64(0)
    if third in (low, high):
        return np.int64(-pair_costs) if low == high else np.int64(-2)
    if low < high:
        won = low < third and third < high
    else:
        won = (third > high) == (call == 1)
    return np.int64(1) if won else np.int64(-1)


@called
def _growth(p: Any, q: Any, r: Any, costs: Any, bankroll: Any, least: Any, most: Any) -> Any:
    """Give the whole bet that lets the bankroll grow fastest; the twin of ``growth_bet``."""
    linear = p * (1 + costs) + q * (1 - costs)
    root = np.sqrt(max(0.0, linear * linear - 4 * costs * (p - q - costs * r)))
    best = min(np.int64(most), np.int64(np.floor(bankroll * (linear - root) / (2 * costs) + 1e-6)))
    if best >= least:
        return best
    if costs * least >= bankroll:
        return np.int64(0)
    gain = p * np.log(1 + least / bankroll) + q * np.log(1 - least / bankroll)
    gain += r * np.log(1 - costs * least / bankroll)
    return np.int64(least) if gain > 0 else np.int64(0)


@compiled
def play_between(
    state: Any,
    sessions: Any,
    players: Any,
    laps: Any,
    bankroll: Any,
    bet: Any,
    first_pool: Any,
    amount: Any,
    ace_high: Any,
    pair_costs: Any,
    shares: Any,
    cells: Any,
    ruined: Any,
    final: Any,
    drawdown: Any,
    lengths: Any,
    final_ticks: Any,
    drawdown_ticks: Any,
    emptied: Any,
) -> None:
    """Play laps of in-between; seat 0 is followed, and deals first in the first lap.

    amount: 0 growth-optimal, 1 the full pool, 2 one stake, where the bet is worth it. Money is
    in chips, ``shares`` ticks each. Written: ruined int64[1], histograms as in
    :func:`play_sessions`, emptied int64[3]: sessions by how often the pool was emptied, 0, 1, 2+.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    deck = np.zeros(52, np.int64)
    for card in range(52):
        deck[card] = card // 4 if ace_high else (card // 4 + 1) % 13
    money = np.zeros(players, np.int64)
    inside = np.zeros(players, np.bool_)
    left = np.zeros(13, np.int64)
    for _ in range(sessions):
        for player in range(players):
            money[player] = bankroll
            inside[player] = True
        pool = np.int64(first_pool)
        number = players
        times = 0
        played = 0
        peak = np.int64(bankroll)
        fall = np.int64(0)
        while played < laps and number > 1 and inside[0]:
            for player in range(players):
                if inside[player]:
                    if money[player] < bet:
                        inside[player] = False
                        number -= 1
                    else:
                        money[player] -= bet
                        pool += bet
            fall = max(fall, peak - money[0])
            if number < 2 or not inside[0]:
                break
            drawn = 0
            for rank in range(13):
                left[rank] = 4
            turn = 0
            while turn < players:
                player = (played + 1 + turn) % players
                if not inside[player]:
                    turn += 1
                    continue
                if 52 - drawn < 3:
                    drawn = 0
                    for rank in range(13):
                        left[rank] = 4
                for i in range(drawn, drawn + 3):
                    at, s0, s1, s2, s3 = random_below(52 - i, s0, s1, s2, s3)
                    card = deck[i + at]
                    deck[i + at] = deck[i]
                    deck[i] = card
                low = min(deck[drawn], deck[drawn + 1])
                high = max(deck[drawn], deck[drawn + 1])
                third = deck[drawn + 2]
                left[low] -= 1
                left[high] -= 1
                below = np.int64(0)
                inner = np.int64(0)
                above = np.int64(0)
                for rank in range(13):
                    if rank < low:
                        below += left[rank]
                    elif rank > high:
                        above += left[rank]
                    elif low < rank and rank < high:
                        inner += left[rank]
                call = 1
                costs = np.int64(2)
                if low < high:
                    win, lose, hit = inner, below + above, left[low] + left[high]
                else:
                    costs = np.int64(pair_costs)
                    win, lose, hit = max(below, above), min(below, above), left[low]
                    if below > above:
                        call = 2
                stake = np.int64(0)
                if win - lose - costs * hit > 0:
                    least = min(bet, pool)
                    most = min(pool, money[player] // costs)
                    if most >= least and least > 0:
                        stake = most
                        if amount == 2:
                            stake = least
                        elif amount == 0:
                            total = np.float64(win + lose + hit)
                            stake = _growth(
                                win / total,
                                lose / total,
                                hit / total,
                                costs,
                                np.float64(money[player]),
                                least,
                                most,
                            )
                drawn += 2
                again = False
                if stake > 0:
                    drawn += 1
                    left[third] -= 1
                    net = stake * _turn(low, high, third, call, pair_costs)
                    money[player] += net
                    pool -= net
                    if player == 0:
                        peak = max(peak, money[0])
                        fall = max(fall, peak - money[0])
                    if pool == 0:
                        times += 1
                        again = True
                        for other in range(players):
                            if inside[other]:
                                if money[other] < bet:
                                    inside[other] = False
                                    number -= 1
                                else:
                                    money[other] -= bet
                                    pool += bet
                        fall = max(fall, peak - money[0])
                        if number < 2:
                            break
                if not (again and inside[player]):
                    turn += 1
            played += 1
        ticks = money[0] * shares
        if inside[0]:
            ticks += pool * shares // number
        else:
            ruined[0] += 1
        emptied[min(times, 2)] += 1
        book(
            ticks,
            fall * shares,
            played,
            cells,
            final,
            drawdown,
            lengths,
            final_ticks,
            drawdown_ticks,
        )
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
