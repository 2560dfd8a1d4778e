"""In-between: rounds dealt, and sessions of them.

What the bundles hold is said in :mod:`equity.banking.bundles`.
"""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import book, random_below
from equity.jit import called, compiled, inlined

_GROWTH, _POOL, _STAKE = range(3)


@inlined
def _deal_three(deck: Any, drawn: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Deal three cards to the places after those drawn; give the next state."""
    for i in range(drawn, drawn + 3):
        at, s0, s1, s2, s3 = random_below(len(deck) - i, s0, s1, s2, s3)
        card = deck[i + at]
        deck[i + at] = deck[i]
        deck[i] = card
    return s0, s1, s2, s3


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
def deal_between(state: Any, deals: Any, deck: Any, table: Any, pair_costs: Any, nets: Any) -> None:
    """Deal two posts and a third card.

    deck int64[n]: the ranks left; table int64[13, 13]: 0 no bet, 1 in between or larger, 2
    smaller.
    """
    outcomes, sums, squares = nets
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    shuffled = deck.copy()
    for _ in range(deals):
        s0, s1, s2, s3 = _deal_three(shuffled, 0, s0, s1, s2, s3)
        low, high = min(shuffled[0], shuffled[1]), max(shuffled[0], shuffled[1])
        net = _turn(low, high, shuffled[2], table[low, high], pair_costs)
        outcomes[0, 0 if net > 0 else 1 if net == 0 else 2] += 1
        sums[0] += net
        squares[0] += net * net
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@inlined
def _pay_stakes(money: Any, inside: Any, bet: Any, players: Any, pool: Any, number: Any) -> Any:
    """Let all who are inside pay the base stake, or leave: the pool, and how many are inside."""
    for player in range(players):
        if inside[player]:
            if money[player] < bet:
                inside[player] = False
                number -= 1
            else:
                money[player] -= bet
                pool += bet
    return pool, number


@inlined
def _look(low: Any, high: Any, left: Any, pair_costs: Any) -> Any:
    """Count the cards left that win, lose and hit a post; what a hit costs, and the call."""
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
    if low < high:
        return inner, below + above, left[low] + left[high], np.int64(2), 1
    call = 2 if below > above else 1
    return max(below, above), min(below, above), left[low], np.int64(pair_costs), call


@inlined
def _stake(
    win: Any, lose: Any, hit: Any, costs: Any, money: Any, bet: Any, pool: Any, amount: Any
) -> Any:
    """Give the bet on posts, 0 for none."""
    stake = np.int64(0)
    if win - lose - costs * hit > 0:
        least = min(bet, pool)
        most = min(pool, money // costs)
        if most >= least and least > 0:
            stake = most
            if amount == _STAKE:
                stake = least
            elif amount == _GROWTH:
                total = np.float64(win + lose + hit)
                p, q, r = win / total, lose / total, hit / total
                stake = _growth(p, q, r, costs, np.float64(money), least, most)
    return stake


@compiled
def play_between(
    state: Any, sessions: Any, rules: Any, shares: Any, cells: Any, count: Any, emptied: Any
) -> None:
    """Play laps of in-between; seat 0 is followed, and deals first in the first lap.

    Money is in chips, ``shares`` ticks each. Written: emptied int64[3], sessions by how often the
    pool was emptied, 0, 1, 2+.
    """
    players, laps, bankroll, bet, first_pool, amount, ace_high, pair_costs = rules
    ruined, final, drawdown, lengths, final_ticks, drawdown_ticks = count
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
            pool, number = _pay_stakes(money, inside, bet, players, pool, number)
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
                s0, s1, s2, s3 = _deal_three(deck, drawn, s0, s1, s2, s3)
                low = min(deck[drawn], deck[drawn + 1])
                high = max(deck[drawn], deck[drawn + 1])
                third = deck[drawn + 2]
                drawn += 2
                left[low] -= 1
                left[high] -= 1
                win, lose, hit, costs, call = _look(low, high, left, pair_costs)
                stake = _stake(win, lose, hit, costs, money[player], bet, pool, amount)
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
                        pool, number = _pay_stakes(money, inside, bet, players, pool, number)
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
