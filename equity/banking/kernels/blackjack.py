"""Blackjack, dealt card by card."""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import book, random_below, shoe_card
from equity.jit import called, compiled

_HIT, _STAND, _DOUBLE, _SPLIT = 0, 1, 2, 3
_SOFT_17, _FIVE_ENDS, _PEEK, _NATURAL_PAYS, _FIVE_PAYS, _INSURES, _INFINITE, _SHOWN = range(8)
_TENTHS = 10
_MOST_HANDS = 4
_NO_LIMIT = 99


@called
def _blackjack_hand(
    hand: Any,
    extra: Any,
    left: Any,
    number: Any,
    infinite: Any,
    next_hand: Any,
    acts: Any,
    short_acts: Any,
    state: Any,
) -> Any:
    """Play a hand: the hand it becomes (-1 if bust), its last action, its stake, the number left.

    ``extra`` bets can still be made; without one, ``short_acts`` says what to do.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    stake = 1
    act = np.int64(_HIT)
    while hand >= 0:
        act = np.int64(acts[hand])
        if _DOUBLE <= act <= _SPLIT and extra < 1:
            act = np.int64(short_acts[hand])
        if act == _STAND or act > _DOUBLE:
            break
        card, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
        hand = np.int64(next_hand[hand, card])
        if act == _DOUBLE:
            stake = 2
            break
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return hand, act, stake, number


@called
def _blackjack_round(
    state: Any,
    shoe: Any,
    rules: Any,
    next_hand: Any,
    totals: Any,
    whole: Any,
    split: Any,
    most: Any,
    short: Any,
    short_split: Any,
    extra: Any,
    left: Any,
    final: Any,
    stakes: Any,
) -> Any:
    """Play a round: its net in tenths of a bet, and whether a hand won (1), tied (0), lost (-1).

    After a split that is a hand taken at random. ``extra`` bets can be made beside the first.
    ``left``, ``final`` and ``stakes`` are room to work in.
    """
    infinite = rules[_INFINITE] != 0
    natural_pays = rules[_NATURAL_PAYS]
    number = np.int64(0)
    for card in range(10):
        left[card] = shoe[card]
        number += shoe[card]
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    up, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
    first, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
    second, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
    side = 0
    if rules[_INSURES] and rules[_SHOWN] and up == 0 and 3 * left[9] > number and extra >= 1:
        side = 1
        extra -= 1
    hole, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    banker_natural = (up == 0 and hole == 9) or (up == 9 and hole == 0)
    net = np.int64(0)
    if side:
        net += _TENTHS if banker_natural else -_TENTHS // 2
    own_natural = (first == 0 and second == 9) or (first == 9 and second == 0)
    if natural_pays > 0:
        if own_natural:
            if banker_natural:
                return net, 0
            return net + natural_pays, 1
        if banker_natural and rules[_PEEK]:
            return net - _TENTHS, -1
    row = up if rules[_SHOWN] else 0
    hand = np.int64(next_hand[next_hand[0, first], second])
    hands = 1
    hand, act, stake, number = _blackjack_hand(
        hand, extra, left, number, infinite, next_hand, whole[row], short[row], state
    )
    if act > _SPLIT:
        # Surrender: half the bet, all of it against a natural that the banker did not look for.
        if banker_natural and natural_pays > 0:
            return net - _TENTHS, -1
        return net - _TENTHS // 2, -1
    if act == _SPLIT:
        card = first
        alone = np.int64(next_hand[0, card])
        hands = 2
        waiting = 2
        done = 0
        extra -= 1
        while waiting > 0:
            s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
            drawn, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
            state[0], state[1], state[2], state[3] = s0, s1, s2, s3
            if drawn == card and hands < most[row, card] and extra >= 1:
                hands += 1
                waiting += 1
                extra -= 1
                continue
            hand, act, stake, number = _blackjack_hand(
                np.int64(next_hand[alone, drawn]),
                extra,
                left,
                number,
                infinite,
                next_hand,
                split[row, card],
                short_split[row, card],
                state,
            )
            extra -= stake - 1
            final[done] = hand
            stakes[done] = stake
            done += 1
            waiting -= 1
    else:
        if rules[_FIVE_PAYS] > 0 and hand >= 0 and totals[hand, 1] >= 5:
            return net + rules[_FIVE_PAYS], 1
        final[0] = hand
        stakes[0] = stake
    # The banker draws.
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    points = up + hole + 2
    ace = up == 0 or hole == 0
    held = 2
    five = False
    while True:
        best = points + 10 if ace and points <= 11 else points
        if rules[_FIVE_ENDS] and held == 5 and best <= 21:
            five = True
            break
        if best > 17 or (best == 17 and not (rules[_SOFT_17] and points == 7)):
            break
        card, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
        points += card + 1
        ace = ace or card == 0
        held += 1
    chosen = 0
    if hands > 1:
        chosen, s0, s1, s2, s3 = random_below(hands, s0, s1, s2, s3)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    outcome = 0
    for i in range(hands):
        hand = final[i]
        result = -1
        if hand >= 0:
            total = totals[hand, 0]
            if five or (natural_pays > 0 and banker_natural):
                result = -1
            elif best > 21 or total > best:
                result = 1
            elif total == best:
                result = 0
        net += result * stakes[i] * _TENTHS
        if i == chosen:
            outcome = result
    return net, outcome


@compiled
def deal_blackjack(
    state: Any,
    deals: Any,
    shoe: Any,
    rules: Any,
    next_hand: Any,
    totals: Any,
    whole: Any,
    split: Any,
    most: Any,
    outcomes: Any,
    sums: Any,
    squares: Any,
) -> None:
    """Play rounds of blackjack, each from the full shoe.

    shoe int64[10]: cards by value, aces first. rules int64[8]: soft 17 hit, five cards end the
    banker's hand, peek, what naturals and five cards pay in tenths, insures when it pays,
    infinite, up card shown. next_hand int32[hands, 10], -1 bust; totals int8[hands, 2]: best
    total, cards. whole int8[ups, hands], split int8[ups, 10, hands]: hit 0, stand 1, double 2,
    split 3, surrender 4. most int8[ups, 10]: hands up to which pairs are split again. Written:
    outcomes int64[1, 3], sums and squares int64[1] in tenths of a bet.
    """
    left = np.zeros(10, np.int64)
    final = np.zeros(_MOST_HANDS, np.int64)
    stakes = np.zeros(_MOST_HANDS, np.int64)
    for _ in range(deals):
        net, outcome = _blackjack_round(
            state,
            shoe,
            rules,
            next_hand,
            totals,
            whole,
            split,
            most,
            whole,
            split,
            _NO_LIMIT,
            left,
            final,
            stakes,
        )
        outcomes[0, 1 - outcome] += 1
        sums[0] += net
        squares[0] += net * net


@compiled
def play_blackjack(
    state: Any,
    sessions: Any,
    shoe: Any,
    rules: Any,
    next_hand: Any,
    totals: Any,
    whole: Any,
    split: Any,
    most: Any,
    short: Any,
    short_split: Any,
    rounds: Any,
    bankroll: Any,
    bet: Any,
    cells: Any,
    ruined: Any,
    final_money: Any,
    drawdown: Any,
    lengths: Any,
    final_ticks: Any,
    drawdown_ticks: Any,
) -> None:
    """Play sessions of blackjack; money is counted in tenths of a chip.

    As :func:`deal_blackjack`; short and short_split: what to do without the money for another
    bet. Written as by :func:`play_sessions`.
    """
    left = np.zeros(10, np.int64)
    final = np.zeros(_MOST_HANDS, np.int64)
    stakes = np.zeros(_MOST_HANDS, np.int64)
    for _ in range(sessions):
        money = bankroll * _TENTHS
        peak = money
        fall = np.int64(0)
        played = np.int64(0)
        while played < rounds:
            stake = min(bet, money // _TENTHS)
            if stake <= 0:
                break
            extra = money // (stake * _TENTHS) - 1
            net, _outcome = _blackjack_round(
                state,
                shoe,
                rules,
                next_hand,
                totals,
                whole,
                split,
                most,
                short,
                short_split,
                extra,
                left,
                final,
                stakes,
            )
            money += stake * net
            played += 1
            peak = max(peak, money)
            fall = max(fall, peak - money)
        if money < _TENTHS:
            ruined[0] += 1
        book(
            money, fall, played, cells, final_money, drawdown, lengths, final_ticks, drawdown_ticks
        )
