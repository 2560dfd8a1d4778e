"""Ninety-nine: the sum may not pass the limit."""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import compiled, inlined
from equity.results.statistics import SHARE_UNITS
from equity.survival.kernels.common import (
    ALL,
    BEGIN,
    CALL,
    DRAW,
    IN,
    NONE,
    ONE,
    OUT,
    SHUFFLE,
    TURN,
    U0,
    U1,
    ZERO,
    below,
    better,
    clear,
    count_won,
    first_of,
    next_word,
    place_all,
    shuffle,
    size_of,
    without,
    write,
)

__all__ = ["ninety_nine", "ninety_nine_values"]

TOTAL, WAY, SEAT, STOCK, HEAP, LEFT, PLAYED, GONE = range(8)
"""A game of ninety-nine is one array: the sum, the direction, who acts, how many cards are in the
stock and the heap, how many players are in, cards played, players gone; then, by seat, when a
player left (0: still in); whether a five names a player; by seat, the set of actions in hand; the
stock from its bottom up, the heap."""
_OUT, _NAMING, _HAND, _STOCK, _HEAP, SIZE = 8, 15, 16, 24, 76, 128
_CARD, _ADD, _SET, _ACTIONS, _EVERY, _FIVES, _LEGAL = 0, 60, 120, 180, 232, 233, 234
"""The rules are one array too: by action its card, what it adds to the sum, what it makes it (-1:
nothing); by card its set of actions; the set of one action of every card, that of fives; by sum the
set of legal actions. The 60 actions stand in the order in which the sensible policy takes them."""


@inlined
def _sum_after(g: Any, action: Any, rules: Any) -> Any:
    """Give the sum after an action."""
    made = rules[_SET + action]
    return made if made >= 0 else g[TOTAL] + rules[_ADD + action]


@inlined
def _next_in(g: Any, seat: Any, players: Any) -> Any:
    """Give the next player still in, in the direction of play."""
    while True:
        seat += g[WAY]
        if seat < 0:
            seat += players
        elif seat >= players:
            seat -= players
        if g[_OUT + seat] == 0:
            return seat


@inlined
def _choose_ninety(state: Any, g: Any, loose: Any, rules: Any, players: Any) -> Any:
    """Choose by a policy: an action, and 64 times who is named; -1 if there is none.

    `loose` int64[n]: 1 to take every legal action equally often, 0 the first of them.
    """
    seat = g[SEAT]
    legal = np.uint64(g[_HAND + seat]) & np.uint64(rules[_LEGAL + g[TOTAL]])
    if legal == U0:
        return NONE
    naming = g[_NAMING] != 0
    free = loose[seat] != 0
    if free:
        number = size_of(legal)
        fives = legal & np.uint64(rules[_FIVES])
        if naming and fives != U0:
            # A five counts once for every other player.
            times = g[LEFT] - 2
            drawn = below(state, number + times * size_of(fives))
            if drawn >= number:
                legal = without(fives, (drawn - number) // times)
            else:
                legal = without(legal, drawn)
        else:
            legal = without(legal, below(state, number))
    action = first_of(legal)
    if naming and rules[_CARD + action] >> 2 == 3:
        named = _next_in(g, seat, players)
        if free:
            for _i in range(below(state, g[LEFT] - 1)):
                named = _next_in(g, named, players)
        else:
            after = _next_in(g, named, players)
            if after != seat:
                named = after
        return action + 64 * named
    return action


@inlined
def _act_ninety(
    state: Any, g: Any, choice: Any, rules: Any, players: Any, log: Any, ends: Any
) -> None:
    """Play a chosen card and draw, or leave if there is none."""
    seat = g[SEAT]
    hand = np.uint64(g[_HAND + seat])
    if choice < 0:
        hand &= np.uint64(rules[_EVERY])
        while hand != U0:
            g[_HEAP + g[HEAP]] = rules[_CARD + first_of(hand)]
            g[HEAP] += 1
            hand &= hand - U1
        g[GONE] += 1
        g[_OUT + seat] = g[GONE]
        g[LEFT] -= 1
        if log.shape[0]:
            write(log, ends, OUT, seat, NONE, NONE)
        g[SEAT] = _next_in(g, seat, players)
        return
    action = choice & 63
    card = rules[_CARD + action]
    g[TOTAL] = _sum_after(g, action, rules)
    g[_HEAP + g[HEAP]] = card
    g[HEAP] += 1
    g[PLAYED] += 1
    if log.shape[0]:
        write(log, ends, TURN, seat, card, g[TOTAL])
    if g[STOCK] == 0:
        for i in range(g[HEAP]):
            g[_STOCK + i] = g[_HEAP + i]
        g[STOCK] = g[HEAP]
        g[HEAP] = 0
        shuffle(state, g, np.int64(_STOCK), _STOCK + g[STOCK])
        if log.shape[0]:
            for i in range(g[STOCK]):
                write(log, ends, SHUFFLE, NONE, g[_STOCK + g[STOCK] - 1 - i], NONE)
    g[STOCK] -= 1
    drawn = g[_STOCK + g[STOCK]]
    g[_HAND + seat] ^= rules[_ACTIONS + card] ^ rules[_ACTIONS + drawn]
    if log.shape[0]:
        write(log, ends, DRAW, seat, drawn, NONE)
    rank = card >> 2
    if rank == 2:
        g[WAY] = -g[WAY]
    if rank == 3 and g[_NAMING]:
        g[SEAT] = choice >> 6
        if log.shape[0]:
            write(log, ends, CALL, seat, NONE, g[SEAT])
        return
    g[SEAT] = _next_in(g, seat, players)
    if rank == 3:
        g[SEAT] = _next_in(g, g[SEAT], players)


@compiled
def ninety_nine_values(
    state: Any,
    deals: Any,
    g: Any,
    choices: Any,
    loose: Any,
    rules: Any,
    turns: Any,
    work: Any,
    sums: Any,
    products: Any,
    wins: Any,
    ties: Any,
) -> None:
    """Try every choice of who acts on the same random deals of what that player does not see.

    ===================  ===================  ============================================
    state                uint64[4]            written: the random stream
    g                    int64[128]           the position; hidden cards lie anywhere in it
    choices              int64[c]             the choices, as `_choose_ninety` gives them
    loose, rules                              policies and rules
    work                 int64[3, 128]        written: scratch
    sums                 int64[c]             written: shares of the win, in 2520ths
    products             int64[c, c]          written: their products
    wins, ties           int64[c]             written: games won alone, and shared
    ===================  ===================  ============================================
    """
    hero = g[SEAT]
    players = len(loose)
    nothing = np.empty((0, 4), np.int32)
    ends = np.zeros(3, np.int64)
    luck = np.zeros(4, np.uint64)
    same = np.zeros(4, np.uint64)
    deal, game, hidden = work[0], work[1], work[2]
    number = len(choices)
    won = np.zeros(number, np.int64)
    for i in range(SIZE):
        deal[i] = g[i]
    for _ in range(deals):
        n = ZERO
        for seat in range(players):
            if seat != hero and g[_OUT + seat] == 0:
                hand = np.uint64(g[_HAND + seat]) & np.uint64(rules[_EVERY])
                while hand != U0:
                    hidden[n] = rules[_CARD + first_of(hand)]
                    hand &= hand - U1
                    n += ONE
        for i in range(g[STOCK]):
            hidden[n] = g[_STOCK + i]
            n += ONE
        shuffle(state, hidden, ZERO, n)
        n = ZERO
        for seat in range(players):
            if seat != hero and g[_OUT + seat] == 0:
                deal[_HAND + seat] = 0
                for _i in range(5):
                    deal[_HAND + seat] |= rules[_ACTIONS + hidden[n]]
                    n += ONE
        for i in range(g[STOCK]):
            deal[_STOCK + i] = hidden[n]
            n += ONE
        for i in range(4):
            same[i] = next_word(state)
        for c in range(number):
            for i in range(SIZE):
                game[i] = deal[i]
            for i in range(4):
                luck[i] = same[i]
            choice = choices[c]
            while True:
                _act_ninety(luck, game, choice, rules, players, nothing, ends)
                if game[LEFT] == 1 or game[PLAYED] >= turns:
                    break
                choice = _choose_ninety(luck, game, loose, rules, players)
            won[c] = 0
            if game[_OUT + hero] == 0:
                won[c] = SHARE_UNITS // game[LEFT]
                if game[LEFT] == 1:
                    wins[c] += 1
                else:
                    ties[c] += 1
        count_won(won, sums, products)


@compiled
def ninety_nine(
    state: Any,
    deals: Any,
    dealing: Any,
    turns: Any,
    policies: Any,
    rules: Any,
    naming: Any,
    out: Any,
) -> None:
    """Play ninety-nine: the sum may not pass the limit; who cannot play is out.

    `loose` holds the policies, see `_choose_ninety`. A seat of which `deep` int64[n] is k > 0 tries
    each action in k games that all go on sensibly, and takes what is clearly better than that.
    """
    deck, owner, fixed = dealing
    loose, deep = policies
    groups, lengths, ends, key, log = out
    players = len(key)
    g = np.zeros(SIZE, np.int64)
    work = np.zeros((3, SIZE), np.int64)
    sensible = np.zeros(players, np.int64)
    choices = np.zeros(32, np.int64)
    sums = np.zeros(32, np.int64)
    wins = np.zeros(32, np.int64)
    ties = np.zeros(32, np.int64)
    products = np.zeros((32, 32), np.int64)
    dealt = 5 * players
    for _ in range(deals):
        shuffle(state, deck, fixed, ALL)
        for i in range(_STOCK):
            g[i] = 0
        g[WAY] = 1
        g[LEFT] = players
        g[_NAMING] = naming
        # The stock is kept from its bottom up, without its top card, which is turned.
        for i in range(dealt):
            g[_HAND + owner[i]] |= rules[_ACTIONS + deck[i]]
        for i in range(52 - dealt):
            g[_STOCK + i] = deck[51 - i]
        g[STOCK] = 51 - dealt
        card = g[_STOCK + g[STOCK]]
        g[_HEAP] = card
        g[HEAP] = 1
        # The first action of a card is the one that adds.
        g[TOTAL] = _sum_after(g, first_of(np.uint64(rules[_ACTIONS + card])), rules)
        if card >> 2 == 2:
            g[WAY] = -1
        if card >> 2 == 3:
            g[SEAT] = 1
        if log.shape[0]:
            write(log, ends, BEGIN, NONE, card, g[TOTAL])
        while g[LEFT] > 1 and g[PLAYED] < turns:
            seat = g[SEAT]
            choice = _choose_ninety(state, g, loose, rules, players)
            if deep[seat] and choice >= 0:
                number = ZERO
                legal = np.uint64(g[_HAND + seat]) & np.uint64(rules[_LEGAL + g[TOTAL]])
                while legal != U0:
                    action = first_of(legal)
                    legal &= legal - U1
                    if naming and rules[_CARD + action] >> 2 == 3:
                        for other in range(players):
                            if other != seat and g[_OUT + other] == 0:
                                choices[number] = action + 64 * other
                                number += ONE
                    else:
                        choices[number] = action
                        number += ONE
                if number > 1:
                    clear(sums, products)
                    ninety_nine_values(
                        state,
                        deep[seat],
                        g,
                        choices[:number],
                        sensible,
                        rules,
                        turns,
                        work,
                        sums,
                        products,
                        wins,
                        ties,
                    )
                    choice = choices[better(number, choices, choice, deep[seat], sums, products)]
            _act_ninety(state, g, choice, rules, players, log, ends)
        for seat in range(players):
            key[seat] = IN if g[_OUT + seat] == 0 else g[_OUT + seat]
        place_all(key, groups)
        lengths[g[PLAYED]] += 1
        ends[0] += g[LEFT] > 1


TRUMP, LED, TOP, TAKER, PENDING = 0, 1, 4, 7, 8
"""A game of endurance is one array: trump suit, led suit (-1: nobody has led), SEAT, STOCK, the
best card of the trick, LEFT, PLAYED tricks, whose the best card is, how many have still to play;
then, by seat, the cards held and when a player left (0: still in); the stock from its bottom up."""
_CARDS, _LEFT, _DRAW, E_SIZE = 10, 16, 22, 74
_SUIT = np.uint64(0x1111111111111)
