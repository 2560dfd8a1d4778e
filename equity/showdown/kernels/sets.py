"""Hands ranked by the place of their card set: any ranking, and pots of two parts."""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import called, compiled
from equity.showdown.kernels.deal import FIRST, choose_by_call, deal_cards
from equity.showdown.kernels.look_up import ZERO, combo_at, put_cards

__all__ = ["deal_sets"]


@called
def _place_of_set(cards: Any, seat: Any, choose: Any) -> Any:
    """Sort a seat's cards in place, ascending, and give the hand's place among all."""
    size = cards.shape[1]
    place = np.int64(0)
    for i in range(size):
        card = cards[seat, i]
        j = i
        while j > 0 and cards[seat, j - 1] > card:
            cards[seat, j] = cards[seat, j - 1]
            j -= 1
        cards[seat, j] = card
    for i in range(size):
        place += choose[cards[seat, i], i + 1]
    return place


@called
def _settle_parts(
    strength: Any, pots: Any, units: Any, won: Any, counts: Any, sharers: Any
) -> None:
    """Count who wins which part of each pot; units are by cell of winners of both."""
    parts, seats = strength.shape
    winners = np.empty((2, seats), np.int64)
    for pot in range(len(pots)):
        for part in range(2):
            best = np.int64(0)
            sharing = np.int64(0)
            for seat in range(seats):
                if part < parts and (pots[pot] >> np.uint64(seat)) & np.uint64(1):
                    if strength[part, seat] > best:
                        best = strength[part, seat]
                        sharing = np.int64(0)
                    sharing += strength[part, seat] == best
            for seat in range(seats):
                able = (pots[pot] >> np.uint64(seat)) & np.uint64(1) != 0
                if part < parts and best > 0 and able and strength[part, seat] == best:
                    winners[part, seat] = sharing
                else:
                    # Nobody qualifies: the first part is the whole pot.
                    winners[part, seat] = seats + 1 if part and parts == 2 and best == 0 else 0
        getting = 0
        for seat in range(seats):
            cell = winners[0, seat]
            if parts == 2:
                cell = cell * (seats + 2) + winners[1, seat]
            counts[pot, seat, cell] += 1
            won[pot, seat] = units[cell]
            getting += units[cell] > 0
        if pot == 0:
            sharers[getting] += 1


@compiled
def deal_sets(
    state: Any,
    deals: Any,
    deck: Any,
    seated: Any,
    groups: Any,
    combos: Any,
    strengths: Any,
    choose: Any,
    pots: Any,
    counts: Any,
    products: Any,
    sharers: Any,
) -> None:
    """Deal whole hands and look them up by place.

    ===================  ===================  =======================================
    seated               CardSeats            the seats' cards
    groups, combos                            as for :func:`deal_two_of_hole`
    strengths            uint16[parts, sets]  by part of the pot and place
    choose               int64[55, 7]         binomials
    pots                 Pots                 units by cell
    counts               int64[p, n, cells]   written: deals by pot, seat and cell, see ``Equity``
    products             int64[n, p, p]       written: products of what is won of two pots
    sharers              int64[n + 1]         written: deals by how many get something
    ===================  ===================  =======================================
    """
    known, draws, seat_cards = seated
    group_starts, group_widths, group_rows, group_weighted = groups[:4]
    entry_cards, entry_keep, entry_other, rows = groups[4:]
    eligible, units = pots
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats, hole = seat_cards.shape
    parts = strengths.shape[0]
    strength = np.empty((parts, seats), np.int64)
    number = len(group_widths)
    chosen = np.empty(max(number, 1), np.int64)
    won = np.empty((len(eligible), seats), np.int64)
    # Known cards are put in order with those dealt: they are kept apart.
    held = seat_cards.copy()
    wanted = 0
    for seat in range(seats):
        wanted += np.int64(draws[seat])
    used = ZERO
    for _ in range(deals):
        if number:
            used, s0, s1, s2, s3 = choose_by_call(
                group_starts,
                group_weighted,
                entry_cards,
                entry_keep,
                entry_other,
                chosen,
                s0,
                s1,
                s2,
                s3,
            )
            seat = known
            for group in range(number):
                width = group_widths[group]
                row = group_rows[group] + (chosen[group] - group_starts[group]) * width
                for i in range(width):
                    put_cards(combos[combo_at(rows, row + i)], held, seat)
                    seat += 1
        s0, s1, s2, s3 = deal_cards(deck, FIRST, wanted, used, s0, s1, s2, s3)
        at = 0
        for seat in range(seats):
            first = hole - np.int64(draws[seat])
            for i in range(first):
                seat_cards[seat, i] = held[seat, i]
            for i in range(first, hole):
                seat_cards[seat, i] = deck[at]
                at += 1
            place = _place_of_set(seat_cards, seat, choose)
            for part in range(parts):
                strength[part, seat] = strengths[part, place]
        _settle_parts(strength, eligible, units, won, counts, sharers)
        if len(eligible) > 1:
            for seat in range(seats):
                for pot in range(len(eligible)):
                    for other in range(len(eligible)):
                        products[seat, pot, other] += won[pot, seat] * won[other, seat]
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
