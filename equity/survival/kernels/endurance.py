"""Endurance: tricks; the winner of each alone draws."""

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
    DRAW,
    IN,
    NONE,
    ONE,
    OUT,
    TURN,
    U0,
    U1,
    U2,
    WIN,
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
    write,
)

__all__ = ["endurance", "endurance_values"]

TRUMP, LED, SEAT, STOCK, TOP, LEFT, PLAYED, TAKER, PENDING = range(9)
"""A game of endurance is one array: trump suit, led suit (-1: nobody has led), SEAT, STOCK, the
best card of the trick, LEFT, PLAYED tricks, whose the best card is, how many have still to play;
then, by seat, the cards held and when a player left (0: still in); the stock from its bottom up."""
_CARDS, _LEFT, _DRAW, E_SIZE = 10, 16, 22, 74
_SUIT = np.uint64(0x1111111111111)


@inlined
def _allowed(g: Any, seat: Any) -> Any:
    """Give the set of cards that may be played: of the suit led, if there are any."""
    hand = np.uint64(g[_CARDS + seat])
    if g[LED] < 0:
        return hand
    follow = hand & (_SUIT << np.uint64(g[LED]))
    return follow if follow != U0 else hand


@inlined
def _choose_endurance(state: Any, g: Any, loose: Any) -> Any:
    """Choose a card by a policy; `loose` int64[n]: 1 for any allowed card, 0 for a sensible one."""
    seat = g[SEAT]
    cards = _allowed(g, seat)
    if loose[seat]:
        drawn = below(state, size_of(cards))
        for i in range(5):  # of six cards; without a branch
            cards = cards & (cards - U1) if i < drawn else cards
        return first_of(cards)
    trumps = _SUIT << np.uint64(g[TRUMP])
    if g[LED] < 0:
        plain = cards & ~trumps
        if plain != U0:
            cards = plain
        # The highest rank: spread its bit down, count; then the lowest suit of that rank.
        top = cards
        for shift in (1, 2, 4, 8, 16, 32):
            top |= top >> np.uint64(shift)
        rank = np.uint64((size_of(top) - 1) & ~3)
        return first_of(cards >> rank) + np.int64(rank)
    suit = np.uint64(g[TOP] & 3)
    takes = (_SUIT << suit) & ~((U2 << np.uint64(g[TOP])) - U1)
    if g[TOP] & 3 != g[TRUMP]:
        takes |= trumps
    if cards & takes != U0:
        cards &= takes
    plain = cards & ~trumps
    return first_of(plain if plain != U0 else cards)


@inlined
def _act_endurance(g: Any, card: Any, players: Any, log: Any, ends: Any) -> None:
    """Play a card; after the last of a trick its winner draws, and who has no card is out."""
    seat = g[SEAT]
    g[_CARDS + seat] ^= np.int64(1) << card
    if log.shape[0]:
        write(log, ends, TURN, seat, card, NONE)
    suit, top = card & 3, g[TOP]
    leads = g[LED] < 0
    takes = leads | ((suit == top & 3) & (card > top)) | ((suit == g[TRUMP]) & (suit != top & 3))
    g[LED] = suit if leads else g[LED]
    g[TOP] = card if takes else top
    g[TAKER] = seat if takes else g[TAKER]
    g[PENDING] -= 1
    if g[PENDING] > 0:
        while True:
            seat = seat + 1 if seat + 1 < players else 0
            if g[_LEFT + seat] == 0:
                break
        g[SEAT] = seat
        return
    winner = g[TAKER]
    g[PLAYED] += 1
    if log.shape[0]:
        write(log, ends, WIN, winner, g[TOP], NONE)
    if g[STOCK] > 0:
        g[STOCK] -= 1
        card = g[_DRAW + g[STOCK]]
        g[_CARDS + winner] |= np.int64(1) << card
        if log.shape[0]:
            write(log, ends, DRAW, winner, card, NONE)
    for seat in range(players):
        if g[_CARDS + seat] == 0 and g[_LEFT + seat] == 0:
            g[_LEFT + seat] = g[PLAYED]
            g[LEFT] -= 1
            if log.shape[0]:
                write(log, ends, OUT, seat, NONE, NONE)
    g[SEAT] = winner
    g[LED] = -1
    g[PENDING] = g[LEFT]


@compiled
def endurance_values(
    state: Any,
    deals: Any,
    g: Any,
    choices: Any,
    loose: Any,
    turns: Any,
    work: Any,
    sums: Any,
    products: Any,
    wins: Any,
    ties: Any,
) -> None:
    """Try every allowed card on the same random deals of what its player does not see.

    The arrays are those of `ninety_nine_values`; `g` and `work` have rows of 74, `choices` int64[c]
    are cards.
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
    for i in range(E_SIZE):
        deal[i] = g[i]
    for _ in range(deals):
        n = ZERO
        for seat in range(players):
            if seat != hero:
                hand = np.uint64(g[_CARDS + seat])
                while hand != U0:
                    hidden[n] = first_of(hand)
                    hand &= hand - U1
                    n += ONE
        for i in range(g[STOCK]):
            hidden[n] = g[_DRAW + i]
            n += ONE
        shuffle(state, hidden, ZERO, n)
        n = ZERO
        for seat in range(players):
            if seat != hero:
                deal[_CARDS + seat] = 0
                for _i in range(size_of(np.uint64(g[_CARDS + seat]))):
                    deal[_CARDS + seat] |= np.int64(1) << hidden[n]
                    n += ONE
        for i in range(g[STOCK]):
            deal[_DRAW + i] = hidden[n]
            n += ONE
        for i in range(4):
            same[i] = next_word(state)
        for c in range(number):
            for i in range(E_SIZE):
                game[i] = deal[i]
            for i in range(4):
                luck[i] = same[i]
            choice = choices[c]
            while True:
                _act_endurance(game, choice, players, nothing, ends)
                if game[LEFT] <= 1 or game[PLAYED] >= turns:
                    break
                choice = _choose_endurance(luck, game, loose)
            # At the turn limit most cards win.
            above = 0
            share = 0
            own = size_of(np.uint64(game[_CARDS + hero]))
            for seat in range(players):
                held = size_of(np.uint64(game[_CARDS + seat]))
                above += held > own
                share += held == own
            won[c] = 0
            if above == 0:
                won[c] = SHARE_UNITS // share
                if share == 1:
                    wins[c] += 1
                else:
                    ties[c] += 1
        count_won(won, sums, products)


@compiled
def endurance(
    state: Any,
    deals: Any,
    dealing: Any,
    turns: Any,
    policies: Any,
    out: Any,
) -> None:
    """Play endurance: tricks; the winner of each alone draws, the last with cards wins.

    `loose` holds the policies, see `_choose_endurance`; `deep` is as for `ninety_nine`.
    """
    deck, owner, fixed = dealing
    loose, deep = policies
    groups, lengths, ends, key, log = out
    players = len(key)
    g = np.zeros(E_SIZE, np.int64)
    work = np.zeros((3, E_SIZE), np.int64)
    sensible = np.zeros(players, np.int64)
    choices = np.zeros(8, np.int64)
    sums = np.zeros(8, np.int64)
    wins = np.zeros(8, np.int64)
    ties = np.zeros(8, np.int64)
    products = np.zeros((8, 8), np.int64)
    dealt = ZERO
    for i in range(52):
        dealt += owner[i] >= 0
    for _ in range(deals):
        shuffle(state, deck, fixed, ALL)
        for i in range(_DRAW):
            g[i] = 0
        g[LEFT] = players
        g[PENDING] = players
        g[LED] = -1
        for i in range(dealt):
            g[_CARDS + owner[i]] |= np.int64(1) << deck[i]
        for i in range(52 - dealt):
            g[_DRAW + i] = deck[51 - i]
        g[STOCK] = 52 - dealt
        shown = deck[dealt - 1]  # the dealer's last card
        g[TRUMP] = shown & 3
        if log.shape[0]:
            write(log, ends, BEGIN, NONE, shown, NONE)
        while g[LEFT] > 1 and g[PLAYED] < turns:
            seat = g[SEAT]
            choice = _choose_endurance(state, g, loose)
            if deep[seat]:
                number = ZERO
                cards = _allowed(g, seat)
                while cards != U0:
                    choices[number] = first_of(cards)
                    cards &= cards - U1
                    number += ONE
                if number > 1:
                    clear(sums, products)
                    endurance_values(
                        state,
                        deep[seat],
                        g,
                        choices[:number],
                        sensible,
                        turns,
                        work,
                        sums,
                        products,
                        wins,
                        ties,
                    )
                    choice = choices[better(number, choices, choice, deep[seat], sums, products)]
            _act_endurance(g, choice, players, log, ends)
        for seat in range(players):
            out = g[_LEFT + seat]
            key[seat] = IN + size_of(np.uint64(g[_CARDS + seat])) if out == 0 else out
        place_all(key, groups)
        lengths[g[PLAYED]] += 1
        ends[0] += g[LEFT] > 1
