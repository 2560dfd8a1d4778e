"""Baccarat, dealt card by card.

What the bundles hold is said in :mod:`equity.banking.bundles`.
"""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.banking.kernels.common import book, shoe_card
from equity.jit import called, compiled


@called
def _baccarat_round(
    state: Any, left: Any, number: Any, points: Any, known: Any, naturals: Any, six_draws: Any
) -> Any:
    """Deal a round: who wins, banker's and player's pair, the banker wins with six, cards left.

    0 the banker wins, 1 the player, 2 nobody.

    left int64[13]: cards by rank, changed. known int64[4]: ranks of the player's two cards and
    of the banker's, -1 where they are dealt.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    a, b, c, d = known[0], known[1], known[2], known[3]
    if a < 0:
        a, number, s0, s1, s2, s3 = shoe_card(left, number, False, s0, s1, s2, s3)
    if b < 0:
        b, number, s0, s1, s2, s3 = shoe_card(left, number, False, s0, s1, s2, s3)
    if c < 0:
        c, number, s0, s1, s2, s3 = shoe_card(left, number, False, s0, s1, s2, s3)
    if d < 0:
        d, number, s0, s1, s2, s3 = shoe_card(left, number, False, s0, s1, s2, s3)
    player = (points[a] + points[b]) % 10
    banker = (points[c] + points[d]) % 10
    if not (naturals and (player >= 8 or banker >= 8)):
        third = -1
        if player <= 5:
            card, number, s0, s1, s2, s3 = shoe_card(left, number, False, s0, s1, s2, s3)
            third = points[card]
            player = (player + third) % 10
        draws = banker <= 2
        if 3 <= banker <= 6:
            if third < 0:
                draws = banker <= 5 or six_draws
            elif banker == 3:
                draws = third != 8
            else:
                # 4: on 2 to 7; 5: on 4 to 7; 6: on 6 and 7.
                draws = 2 * (banker - 3) <= third <= 7
        if draws:
            card, number, s0, s1, s2, s3 = shoe_card(left, number, False, s0, s1, s2, s3)
            banker = (banker + points[card]) % 10
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    won = 0 if banker > player else 1 if player > banker else 2
    return won, c == d, a == b, won == 0 and banker == 6, number


@compiled
def deal_baccarat(state: Any, deals: Any, shoe: Any, known: Any, drawing: Any, came: Any) -> None:
    """Deal rounds of baccarat, each from the same shoe, int64[13] by rank.

    known as for a round. Written: came int64[6], rounds won by the banker, by the player, tied,
    with a pair of the banker's, of the player's, won by the banker with six.
    """
    points, naturals, six_draws = drawing
    left = np.zeros(13, np.int64)
    size = np.int64(0)
    for rank in range(13):
        size += shoe[rank]
    for _ in range(deals):
        for rank in range(13):
            left[rank] = shoe[rank]
        won, banker_pair, player_pair, six, _number = _baccarat_round(
            state, left, size, points, known, naturals, six_draws
        )
        came[won] += 1
        came[3] += banker_pair
        came[4] += player_pair
        came[5] += six


@compiled
def run_down_baccarat(
    state: Any, shoes: Any, shoe: Any, drawing: Any, wager: Any, cells: Any, count: Any
) -> None:
    """Play shoes of baccarat, int64[13] by rank, until fewer than six cards are left."""
    points, naturals, six_draws = drawing
    on, pays, six_pays, scale, bankroll, bet = wager
    ruined, final, drawdown, lengths, final_ticks, drawdown_ticks = count
    left = np.zeros(13, np.int64)
    known = np.full(4, -1, np.int64)
    for _ in range(shoes):
        number = np.int64(0)
        for rank in range(13):
            left[rank] = shoe[rank]
            number += shoe[rank]
        money = bankroll * scale
        peak = money
        fall = np.int64(0)
        played = np.int64(0)
        while number >= 6:
            stake = min(bet, money // scale)
            if stake <= 0:
                break
            won, banker_pair, player_pair, six, number = _baccarat_round(
                state, left, number, points, known, naturals, six_draws
            )
            hit = won == on
            if on == 3:
                hit = banker_pair
            elif on == 4:
                hit = player_pair
            if hit:
                money += stake * (six_pays if six and on == 0 else pays)
            elif on >= 2 or won != 2:
                money -= stake * scale
            played += 1
            peak = max(peak, money)
            fall = max(fall, peak - money)
        if money < scale:
            ruined[0] += 1
        book(money, fall, played, cells, final, drawdown, lengths, final_ticks, drawdown_ticks)
