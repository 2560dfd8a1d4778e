"""Blackjack, dealt card by card.

What the bundles hold is said in :mod:`equity.banking.bundles`.
"""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import book, random_below, shoe_card
from equity.jit import called, compiled, inlined

_HIT, _STAND, _DOUBLE, _SPLIT = 0, 1, 2, 3
_TENTHS = 10
_ROOM = 3, 10
_NO_LIMIT = 99


@called
def _play_hand(
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


@inlined
def _play_pair(
    card: Any,
    extra: Any,
    left: Any,
    number: Any,
    infinite: Any,
    next_hand: Any,
    acts: Any,
    short_acts: Any,
    most: Any,
    played: Any,
    state: Any,
) -> Any:
    """Split a pair, again up to ``most`` hands: how many hands come of it, the number left.

    ``extra`` bets can be made beside the first. Written: played int64[2, hands], the hands that
    they become, and their stakes.
    """
    alone = np.int64(next_hand[0, card])
    hands = 2
    done = 0
    extra -= 1
    while done < hands:
        s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
        drawn, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
        state[0], state[1], state[2], state[3] = s0, s1, s2, s3
        if drawn == card and hands < most and extra >= 1:
            hands += 1
            extra -= 1
            continue
        hand, _act, stake, number = _play_hand(
            np.int64(next_hand[alone, drawn]),
            extra,
            left,
            number,
            infinite,
            next_hand,
            acts,
            short_acts,
            state,
        )
        extra -= stake - 1
        played[0, done] = hand
        played[1, done] = stake
        done += 1
    return hands, number


@inlined
def _banker_draws(up: Any, hole: Any, left: Any, number: Any, rules: Any, state: Any) -> Any:
    """Draw the banker's cards: his best total, and whether five cards ended his hand."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    points = up + hole + 2
    ace = up == 0 or hole == 0
    held = 2
    five = False
    while True:
        best = points + 10 if ace and points <= 11 else points
        if rules.five_ends and held == 5 and best <= 21:
            five = True
            break
        if best > 17 or (best == 17 and not (rules.hits_soft_17 and points == 7)):
            break
        card, number, s0, s1, s2, s3 = shoe_card(left, number, rules.infinite, s0, s1, s2, s3)
        points += card + 1
        ace = ace or card == 0
        held += 1
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return best, five


@called
def _play_round(
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
    room: Any,
) -> Any:
    """Play a round: its net in tenths of a bet, and whether a hand won (1), tied (0), lost (-1).

    After a split that is a hand taken at random. ``extra`` bets can be made beside the first.
    ``room`` int64[3, 10]: cards left, and two rows to work in. Arrays come singly: to take them
    out of a bundle costs some 7 % of a round.
    """
    left, played = room[0], room[1:]
    infinite = rules.infinite
    natural_pays = rules.natural_pays
    number = np.int64(0)
    for card in range(10):
        left[card] = shoe[card]
        number += shoe[card]
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    up, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
    first, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
    second, number, s0, s1, s2, s3 = shoe_card(left, number, infinite, s0, s1, s2, s3)
    side = 0
    if rules.insures and rules.shown and up == 0 and 3 * left[9] > number and extra >= 1:
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
        if banker_natural and rules.peek:
            return net - _TENTHS, -1
    row = up if rules.shown else 0
    hand = np.int64(next_hand[next_hand[0, first], second])
    hand, act, stake, number = _play_hand(
        hand, extra, left, number, infinite, next_hand, whole[row], short[row], state
    )
    many = 1
    if act > _SPLIT:
        # Surrender: half the bet, all of it against a natural that the banker did not look for.
        if banker_natural and natural_pays > 0:
            return net - _TENTHS, -1
        return net - _TENTHS // 2, -1
    if act == _SPLIT:
        many, number = _play_pair(
            first,
            extra,
            left,
            number,
            infinite,
            next_hand,
            split[row, first],
            short_split[row, first],
            most[row, first],
            played,
            state,
        )
    else:
        if rules.five_pays > 0 and hand >= 0 and totals[hand, 1] >= 5:
            return net + rules.five_pays, 1
        played[0, 0] = hand
        played[1, 0] = stake
    best, five = _banker_draws(up, hole, left, number, rules, state)
    wins = five or (natural_pays > 0 and banker_natural)
    chosen = 0
    if many > 1:
        s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
        chosen, s0, s1, s2, s3 = random_below(many, s0, s1, s2, s3)
        state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    outcome = 0
    for i in range(many):
        hand = played[0, i]
        result = -1
        if hand >= 0 and not wins:
            total = totals[hand, 0]
            if best > 21 or total > best:
                result = 1
            elif total == best:
                result = 0
        net += result * played[1, i] * _TENTHS
        if i == chosen:
            outcome = result
    return net, outcome


@compiled
def deal_blackjack(
    state: Any, deals: Any, shoe: Any, rules: Any, hands: Any, plan: Any, nets: Any
) -> None:
    """Play rounds of blackjack, each from the full shoe; nets are in tenths of a bet.

    shoe int64[10]: cards by value, aces first.
    """
    next_hand, totals = hands
    whole, split, most = plan
    outcomes, sums, squares = nets
    room = np.zeros(_ROOM, np.int64)
    for _ in range(deals):
        net, outcome = _play_round(
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
            room,
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
    hands: Any,
    plan: Any,
    short_plan: Any,
    purse: Any,
    cells: Any,
    count: Any,
) -> None:
    """Play sessions of blackjack; money is counted in tenths of a chip."""
    next_hand, totals = hands
    whole, split, most = plan
    short, short_split = short_plan
    most_rounds, bankroll, bet = purse
    ruined, final, drawdown, lengths, final_ticks, drawdown_ticks = count
    room = np.zeros(_ROOM, np.int64)
    for _ in range(sessions):
        money = bankroll * _TENTHS
        peak = money
        fall = np.int64(0)
        rounds = np.int64(0)
        while rounds < most_rounds:
            stake = min(bet, money // _TENTHS)
            if stake <= 0:
                break
            extra = money // (stake * _TENTHS) - 1
            net, _outcome = _play_round(
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
                room,
            )
            money += stake * net
            rounds += 1
            peak = max(peak, money)
            fall = max(fall, peak - money)
        if money < _TENTHS:
            ruined[0] += 1
        book(money, fall, rounds, cells, final, drawdown, lengths, final_ticks, drawdown_ticks)
