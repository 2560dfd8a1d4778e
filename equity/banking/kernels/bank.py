"""Bank: rounds dealt, and sessions of them."""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import book, random_below
from equity.jit import compiled


@compiled
def deal_bank(
    state: Any,
    deals: Any,
    deck: Any,
    given: Any,
    opponents: Any,
    as_banker: Any,
    nets: Any,
) -> None:
    """Deal one card each and settle.

    deck int64[n]: the ranks left; given: the hero's rank, or -1. Written: nets, ``Nets``.
    """
    outcomes, sums, squares = nets
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    shuffled = deck.copy()
    for _ in range(deals):
        hands = opponents if given >= 0 else opponents + 1
        for i in range(hands):
            at, s0, s1, s2, s3 = random_below(len(shuffled) - i, s0, s1, s2, s3)
            card = shuffled[i + at]
            shuffled[i + at] = shuffled[i]
            shuffled[i] = card
        own = given if given >= 0 else shuffled[0]
        net = np.int64(0)
        for i in range(hands - opponents, hands):
            net += np.int64(own > shuffled[i]) - np.int64(own < shuffled[i])
        outcomes[0, 0 if net > 0 else 1 if net == 0 else 2] += 1
        sums[0] += net
        squares[0] += net * net
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@compiled
def play_bank(
    state: Any,
    matches: Any,
    match: Any,
    cells: Any,
    places: Any,
    count: Any,
) -> None:
    """Play matches.

    match: ``BankMatch``; cells as for :func:`play_sessions`. Written: places, ``Places``, and of
    one seat's money count, a ``SessionCount`` (broke is counted by seat).
    """
    players, rounds, start, smallest, bets, seat = match
    groups, length, unfinished, broke = places
    _, final, drawdown, lengths, final_ticks, drawdown_ticks = count
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    deck = np.zeros(16, np.int64)
    for card in range(16):
        deck[card] = card // 4
    money = np.zeros(players, np.int64)
    staked = np.zeros(players, np.int64)
    left = np.zeros(players, np.int64)  # round in which a player left, 0 if he did not
    for _ in range(matches):
        for player in range(players):
            money[player] = start if player == 0 else start // (players - 1)
            left[player] = 0
        banker = 0
        remaining = players
        played = 0
        peak = money[seat]
        fall = np.int64(0)
        own_rounds = 0
        while played < rounds and remaining > 1:
            cover = money[banker]
            for turn in range(1, players):
                player = (banker + turn) % players
                wanted = min(bets[player], money[player])
                amount = min(wanted, cover)
                if amount < wanted and amount >= smallest:
                    amount -= amount % smallest
                staked[player] = amount
                cover -= amount
            at, s0, s1, s2, s3 = random_below(16, s0, s1, s2, s3)
            card = deck[at]
            deck[at] = deck[0]
            deck[0] = card
            drawn = 1
            for turn in range(1, players):
                player = (banker + turn) % players
                if staked[player] == 0:
                    continue
                at, s0, s1, s2, s3 = random_below(16 - drawn, s0, s1, s2, s3)
                card = deck[drawn + at]
                deck[drawn + at] = deck[drawn]
                deck[drawn] = card
                drawn += 1
                if card > deck[0]:
                    money[player] += staked[player]
                    money[banker] -= staked[player]
                elif card < deck[0]:
                    money[player] -= staked[player]
                    money[banker] += staked[player]
            played += 1
            if left[seat] == 0:
                own_rounds = played
                peak = max(peak, money[seat])
                fall = max(fall, peak - money[seat])
            for player in range(players):
                if money[player] == 0 and left[player] == 0:
                    left[player] = played
                    remaining -= 1
                    broke[player] += 1
            if money[banker] == 0:
                richest = banker
                for turn in range(1, players):
                    player = (banker + turn) % players
                    if money[player] > money[richest]:
                        richest = player
                banker = richest
        length[played] += 1
        unfinished[0] += remaining > 1
        book(
            money[seat],
            fall,
            own_rounds,
            cells,
            final,
            drawdown,
            lengths,
            final_ticks,
            drawdown_ticks,
        )
        for player in range(players):
            better = 0
            equal = 0
            for other in range(players):
                if money[other] == money[player] and left[other] == left[player]:
                    equal += 1
                elif money[other] > money[player] or (
                    money[other] == money[player] and left[other] > left[player]
                ):
                    better += 1
            groups[player, better, equal] += 1
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
