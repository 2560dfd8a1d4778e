"""Numba kernels of banking games: sessions, and rounds dealt card by card.

Imported only when something is simulated. All arrays are arguments; tables are read-only. The
kernels never raise, print or allocate per deal. Random numbers are xoshiro256++ (Blackman and
Vigna, 2018) on a state that the caller gives; an index below n is ``bits * n >> 32`` with 32
bits, which is off by less than n / 2**32.
"""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import called, compiled, inlined, next_bits

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_HALF = np.uint64(32)


@inlined
def _below(n: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Give a random index below n and the next state."""
    bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
    return np.int64(((bits >> _HALF) * np.uint64(n)) >> _HALF), s0, s1, s2, s3


# ---- sessions ----


@inlined
def _book(
    money: Any,
    fall: Any,
    played: Any,
    cells: Any,
    final: Any,
    drawdown: Any,
    lengths: Any,
    final_ticks: Any,
    drawdown_ticks: Any,
) -> None:
    """Count a session that is over; as :func:`play_sessions` writes it."""
    low, step = cells
    cell = min(len(final) - 1, max(0, money - low) // step)
    final[cell] += 1
    final_ticks[cell] += money
    cell = min(len(drawdown) - 1, fall // step)
    drawdown[cell] += 1
    drawdown_ticks[cell] += fall
    lengths[played] += 1


@compiled
def play_sessions(
    state: Any,
    sessions: Any,
    limits: Any,
    pays: Any,
    rounds: Any,
    bankroll: Any,
    bet: Any,
    scale: Any,
    capped: Any,
    cells: Any,
    ruined: Any,
    final: Any,
    drawdown: Any,
    lengths: Any,
    final_ticks: Any,
    drawdown_ticks: Any,
) -> None:
    """Play sessions; money is counted in ``scale`` ticks a chip.

    limits uint64[k - 1]: a round pays ``pays[i]`` ticks a chip, int64[k] ascending, i being the
    number of limits that are not above 64 random bits. Written: ruined int64[1], the histograms
    final, drawdown and lengths, and by cell the sums final_ticks and drawdown_ticks. cells: ticks
    of the first cell of final, and ticks of each of final and drawdown.
    """
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
        _book(money, fall, played, cells, final, drawdown, lengths, final_ticks, drawdown_ticks)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


# ---- niu niu, san gong: hands compared with the banker's ----


@compiled
def deal_compared(
    state: Any,
    deals: Any,
    deck: Any,
    burnt: Any,
    given: Any,
    opponents: Any,
    levels: Any,
    width: Any,
    suits: Any,
    player_pays: Any,
    banker_takes: Any,
    mode: Any,
    outcomes: Any,
    sums: Any,
    squares: Any,
) -> None:
    """Deal hands of `width` cards and settle them.

    deck uint8[n]: cards left, numbered rank * 4 + suit with aces low. burnt int64[13]: how many
    of them are gone by rank, any of those left. given uint8[width] or [0]: the hero's hand.
    levels int16[13 ** width]: strength by the ranks in any order; the suit of the highest card
    decides between equal ones if `suits`. player_pays, banker_takes int64[levels]: what a
    winner gets by his level. mode: 0 the hero is a player, 1 the banker, 2 the banker's ties
    won by him and the hero a player, 3 the same and the hero the banker, 4 the highest hand
    takes a pot of one unit each (counted in units of ``player_pays[0]``). Written: outcomes
    int64[1, 3], sums and squares int64[1] of the hero's net win.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    hands = opponents + 1
    strength = np.zeros(hands, np.int64)
    burning = False
    for rank in range(13):
        burning = burning or burnt[rank] > 0
    for _ in range(deals):
        used = _ZERO
        if burning:
            for rank in range(13):
                gone = burnt[rank]
                while gone > 0:
                    at, s0, s1, s2, s3 = _below(len(deck), s0, s1, s2, s3)
                    card = np.uint64(deck[at])
                    if np.int64(card >> np.uint64(2)) == rank and (used >> card) & _ONE == _ZERO:
                        used |= _ONE << card
                        gone -= 1
        for hand in range(hands):
            place = np.int64(0)
            top = np.int64(0)
            for i in range(width):
                if hand == 0 and len(given) > 0:
                    card = np.uint64(given[i])
                else:
                    while True:
                        at, s0, s1, s2, s3 = _below(len(deck), s0, s1, s2, s3)
                        card = np.uint64(deck[at])
                        if (used >> card) & _ONE == _ZERO:
                            break
                    used |= _ONE << card
                place = place * 13 + np.int64(card >> np.uint64(2))
                top = max(top, np.int64(card))
            strength[hand] = np.int64(levels[place]) * 64 + (top if suits else 0)
        net = np.int64(0)
        own = strength[0]
        if mode == 4:
            best = own
            sharing = 0
            for hand in range(hands):
                if strength[hand] > best:
                    best = strength[hand]
                    sharing = 1
                elif strength[hand] == best:
                    sharing += 1
            net = -player_pays[0]
            if own == best:
                net += hands * player_pays[0] // sharing
        elif mode == 0 or mode == 2:
            if own > strength[1]:
                net = player_pays[own >> 6]
            elif own < strength[1] or mode == 2:
                net = -banker_takes[strength[1] >> 6]
        else:
            for hand in range(1, hands):
                if strength[hand] > own:
                    net -= player_pays[strength[hand] >> 6]
                elif strength[hand] < own or mode == 3:
                    net += banker_takes[own >> 6]
        outcomes[0, 0 if net > 0 else 1 if net == 0 else 2] += 1
        sums[0] += net
        squares[0] += net * net
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


# ---- four knives ----


@compiled
def deal_knives(
    state: Any,
    deals: Any,
    deck: Any,
    given: Any,
    opponents: Any,
    as_banker: Any,
    players: Any,
    bankers: Any,
    tied: Any,
    scale: Any,
    pay: Any,
    outcomes: Any,
    sums: Any,
    squares: Any,
) -> None:
    """Deal four cards each and settle piles with the banker.

    deck uint8[n]: the ranks left, the given hand's too; given uint8[4] or [0]: the hero's ranks.
    players, bankers int16[13 ** 4, 3]: first pile, second pile and four knives by ranks in any
    order. tied: 0 a tied pile is not won, 1 it is ignored, 2 it is the banker's. A round pays
    ``scale``, or ``pay`` for four knives. Written as in :func:`deal_compared`.
    """
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
            at, s0, s1, s2, s3 = _below(cards - i, s0, s1, s2, s3)
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


# ---- bank ----


@compiled
def deal_bank(
    state: Any,
    deals: Any,
    deck: Any,
    given: Any,
    opponents: Any,
    as_banker: Any,
    outcomes: Any,
    sums: Any,
    squares: Any,
) -> None:
    """Deal one card each and settle.

    deck int64[n]: the ranks left; given: the hero's rank, or -1. Written as in
    :func:`deal_compared`.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    shuffled = deck.copy()
    for _ in range(deals):
        hands = opponents if given >= 0 else opponents + 1
        for i in range(hands):
            at, s0, s1, s2, s3 = _below(len(shuffled) - i, s0, s1, s2, s3)
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
    players: Any,
    rounds: Any,
    start: Any,
    smallest: Any,
    bets: Any,
    seat: Any,
    cells: Any,
    groups: Any,
    length: Any,
    unfinished: Any,
    broke: Any,
    final: Any,
    drawdown: Any,
    lengths: Any,
    final_ticks: Any,
    drawdown_ticks: Any,
) -> None:
    """Play matches; money is in ticks.

    bets int64[players]. Written: groups int64[players, players, players + 1], length and
    lengths int64[rounds + 1], unfinished int64[1], broke int64[players]; of one seat, the
    histograms final and drawdown and the sums of both, as :func:`play_sessions` writes them.
    """
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
            at, s0, s1, s2, s3 = _below(16, s0, s1, s2, s3)
            card = deck[at]
            deck[at] = deck[0]
            deck[0] = card
            drawn = 1
            for turn in range(1, players):
                player = (banker + turn) % players
                if staked[player] == 0:
                    continue
                at, s0, s1, s2, s3 = _below(16 - drawn, s0, s1, s2, s3)
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
        _book(
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


# ---- blackjack, dealt card by card ----

_HIT, _STAND, _DOUBLE, _SPLIT = 0, 1, 2, 3
_SOFT_17, _FIVE_ENDS, _PEEK, _NATURAL_PAYS, _FIVE_PAYS, _INSURES, _INFINITE, _SHOWN = range(8)
_TENTHS = 10
_MOST_HANDS = 4
_NO_LIMIT = 99


@inlined
def _card(left: Any, number: Any, infinite: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Draw a card of the shoe: the card, the number left, and the next state."""
    at, s0, s1, s2, s3 = _below(number, s0, s1, s2, s3)
    card = 0
    while at >= left[card]:
        at -= left[card]
        card += 1
    if not infinite:
        left[card] -= 1
        number -= 1
    return card, number, s0, s1, s2, s3


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
        card, number, s0, s1, s2, s3 = _card(left, number, infinite, s0, s1, s2, s3)
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
    up, number, s0, s1, s2, s3 = _card(left, number, infinite, s0, s1, s2, s3)
    first, number, s0, s1, s2, s3 = _card(left, number, infinite, s0, s1, s2, s3)
    second, number, s0, s1, s2, s3 = _card(left, number, infinite, s0, s1, s2, s3)
    side = 0
    if rules[_INSURES] and rules[_SHOWN] and up == 0 and 3 * left[9] > number and extra >= 1:
        side = 1
        extra -= 1
    hole, number, s0, s1, s2, s3 = _card(left, number, infinite, s0, s1, s2, s3)
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
            drawn, number, s0, s1, s2, s3 = _card(left, number, infinite, s0, s1, s2, s3)
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
        card, number, s0, s1, s2, s3 = _card(left, number, infinite, s0, s1, s2, s3)
        points += card + 1
        ace = ace or card == 0
        held += 1
    chosen = 0
    if hands > 1:
        chosen, s0, s1, s2, s3 = _below(hands, s0, s1, s2, s3)
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
        _book(
            money, fall, played, cells, final_money, drawdown, lengths, final_ticks, drawdown_ticks
        )


# ---- in-between ----


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
            at, s0, s1, s2, s3 = _below(len(shuffled) - i, s0, s1, s2, s3)
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
                    at, s0, s1, s2, s3 = _below(52 - i, s0, s1, s2, s3)
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
        _book(
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


# ---- baccarat, dealt card by card ----


@called
def _baccarat_round(
    state: Any, left: Any, number: Any, points: Any, known: Any, naturals: Any, six_draws: Any
) -> Any:
    """Deal a round: who wins (0 banker, 1 player, 2 tie), banker's and player's pair, cards left.

    left int64[13]: cards by rank, changed. known int64[4]: ranks of the player's two cards and
    of the banker's, -1 where they are dealt.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    a, b, c, d = known[0], known[1], known[2], known[3]
    if a < 0:
        a, number, s0, s1, s2, s3 = _card(left, number, False, s0, s1, s2, s3)
    if b < 0:
        b, number, s0, s1, s2, s3 = _card(left, number, False, s0, s1, s2, s3)
    if c < 0:
        c, number, s0, s1, s2, s3 = _card(left, number, False, s0, s1, s2, s3)
    if d < 0:
        d, number, s0, s1, s2, s3 = _card(left, number, False, s0, s1, s2, s3)
    player = (points[a] + points[b]) % 10
    banker = (points[c] + points[d]) % 10
    if not (naturals and (player >= 8 or banker >= 8)):
        third = -1
        if player <= 5:
            card, number, s0, s1, s2, s3 = _card(left, number, False, s0, s1, s2, s3)
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
            card, number, s0, s1, s2, s3 = _card(left, number, False, s0, s1, s2, s3)
            banker = (banker + points[card]) % 10
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    won = 0 if banker > player else 1 if player > banker else 2
    return won, c == d, a == b, number


@compiled
def deal_baccarat(
    state: Any,
    deals: Any,
    shoe: Any,
    points: Any,
    known: Any,
    naturals: Any,
    six_draws: Any,
    came: Any,
) -> None:
    """Deal rounds of baccarat, each from the same shoe, int64[13] by rank.

    points int64[13]; known as for a round. Written: came int64[5], rounds won by the banker, by
    the player, tied, with a pair of the banker's, of the player's.
    """
    left = np.zeros(13, np.int64)
    size = np.int64(0)
    for rank in range(13):
        size += shoe[rank]
    for _ in range(deals):
        for rank in range(13):
            left[rank] = shoe[rank]
        won, banker_pair, player_pair, _number = _baccarat_round(
            state, left, size, points, known, naturals, six_draws
        )
        came[won] += 1
        came[3] += banker_pair
        came[4] += player_pair


@compiled
def run_down_baccarat(
    state: Any,
    shoes: Any,
    shoe: Any,
    points: Any,
    naturals: Any,
    six_draws: Any,
    on: Any,
    pays: Any,
    scale: Any,
    bankroll: Any,
    bet: Any,
    cells: Any,
    ruined: Any,
    final: Any,
    drawdown: Any,
    lengths: Any,
    final_ticks: Any,
    drawdown_ticks: Any,
) -> None:
    """Play shoes of baccarat until fewer than six cards are left; money in ``scale`` a chip.

    on: 0 banker, 1 player, 2 tie, 3 banker's pair, 4 player's pair; a win pays ``pays`` ticks a
    chip. Written as by :func:`play_sessions`.
    """
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
            won, banker_pair, player_pair, number = _baccarat_round(
                state, left, number, points, known, naturals, six_draws
            )
            hit = won == on
            if on == 3:
                hit = banker_pair
            elif on == 4:
                hit = player_pair
            if hit:
                money += stake * pays
            elif on >= 2 or won != 2:
                money -= stake * scale
            played += 1
            peak = max(peak, money)
            fall = max(fall, peak - money)
        if money < scale:
            ruined[0] += 1
        _book(money, fall, played, cells, final, drawdown, lengths, final_ticks, drawdown_ticks)


# ---- ten-and-a-half ----


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
            at, s0, s1, s2, s3 = _below(cards - drawn, s0, s1, s2, s3)
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
                at, s0, s1, s2, s3 = _below(cards - drawn, s0, s1, s2, s3)
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
