"""Draw games: strategies, the stock, decisions."""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import called, compiled, inlined, next_bits
from equity.showdown.kernels.deal import (
    FIRST,
    ONCE,
    choose_by_call,
    deal_cards,
    settle_pots,
    share_pot,
)
from equity.showdown.kernels.look_up import HALF, LOW, ONE, ZERO, value_of
from equity.showdown.kernels.rounds import place_points

__all__ = [
    "deal_draws",
    "decide_draw",
]

_FIVE = np.int64(5)


@inlined
def _place_of(cards: Any, seat: Any, choose: Any) -> Any:
    """Sort a seat's five cards in place, ascending, and give the hand's place among all."""
    a, b, c = np.int64(cards[seat, 0]), np.int64(cards[seat, 1]), np.int64(cards[seat, 2])
    d, e = np.int64(cards[seat, 3]), np.int64(cards[seat, 4])
    # A sorting network: branches on random cards would cost more than all of it.
    a, d = min(a, d), max(a, d)
    b, e = min(b, e), max(b, e)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    a, b = min(a, b), max(a, b)
    c, e = min(c, e), max(c, e)
    b, c = min(b, c), max(b, c)
    d, e = min(d, e), max(d, e)
    c, d = min(c, d), max(c, d)
    cards[seat, 0], cards[seat, 1], cards[seat, 2] = a, b, c
    cards[seat, 3], cards[seat, 4] = d, e
    return choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[d, 4] + choose[e, 5]


@inlined
def _kept(tables: Any, start: Any, hands: Any, sees: Any, drawn: Any, at: Any, place: Any) -> Any:
    """Look up what a hand keeps, given the numbers drawn by the players before, last one first."""
    state = 0
    scale = 1
    for back in range(sees):
        if at - 1 - back >= 0:
            state += scale * drawn[at - 1 - back]
        scale *= 6
    return np.int64(tables[start + state * hands + place])


@inlined
def _hold(cards: Any, seat: Any, size: Any, kept: Any, keys: Any, masks: Any, key: Any) -> Any:
    """Add up the cards that a seat keeps: key, mask, and how many cards are missing to five."""
    mask = ZERO
    missing = 5
    for i in range(size):
        if (kept >> i) & 1:
            key += keys[cards[seat, i]]
            mask |= masks[cards[seat, i]]
            missing -= 1
    return key, mask, missing


@called
def _draw_short(
    deck: Any,
    at: Any,
    room: Any,
    missing: Any,
    pile: Any,
    ends: Any,
    keys: Any,
    masks: Any,
    key: Any,
    mask: Any,
) -> Any:
    """Draw from a stock that may run out: key, mask, and where the stock stands.

    ``pile`` is what was thrown away, ``pile[:ends[0]]`` the part of it that was shuffled into a new
    stock, ``ends[1]`` its end. When the new stock is used up too, all that lies there is shuffled.
    ``ends[2]`` is the state of its own random stream (splitmix64).
    """
    for _ in range(missing):
        if at < room:
            card = deck[at]
            at += 1
        else:
            if ends[0] == ZERO:
                ends[0] = ends[1]
            ends[2] += np.uint64(0x9E3779B97F4A7C15)
            word = ends[2]
            word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            word ^= word >> np.uint64(31)
            i = ((word & LOW) * ends[0]) >> HALF
            card = pile[i]
            ends[0] -= ONE
            ends[1] -= ONE
            pile[i] = pile[ends[0]]
            pile[ends[0]] = pile[ends[1]]
        key += keys[card]
        mask |= masks[card]
    return key, mask, at


@inlined
def _throw(cards: Any, seat: Any, size: Any, kept: Any, pile: Any, ends: Any) -> None:
    """Put what a seat does not keep onto the pile."""
    for i in range(size):
        if not (kept >> i) & 1:
            pile[ends[1]] = cards[seat, i]
            ends[1] += ONE


@called
def _copy(pile: Any, ends: Any, to_pile: Any, to_ends: Any) -> None:
    """Copy what was thrown away; written out, for a slice takes longer to compile."""
    for i in range(len(pile)):
        to_pile[i] = pile[i]
    for i in range(len(ends)):
        to_ends[i] = ends[i]


@inlined
def _deal_players(
    cards: Any,
    sizes: Any,
    group_seat: Any,
    combo_cards: Any,
    chosen: Any,
    deck: Any,
) -> None:
    """Put what every seat holds before the draw into `cards`, random hands from the deck."""
    at = 0
    for seat in range(len(sizes)):
        group = group_seat[seat]
        if group >= 0:
            for i in range(sizes[seat]):
                cards[seat, i] = combo_cards[chosen[group], i]
        else:
            for i in range(sizes[seat]):
                cards[seat, i] = deck[at]
                at += 1


@inlined
def count_bits(mask: Any) -> Any:
    """Count the cards of a set."""
    held = 0
    while mask != ZERO:
        mask &= mask - ONE
        held += 1
    return held


@compiled
def deal_draws(
    state: Any,
    deals: Any,
    deck: Any,
    groups: Any,
    players: Any,
    strategies: Any,
    look_up: Any,
    pots: Any,
    count: Any,
    rounds: Any,
    groups_won: Any,
) -> None:
    """Deal, draw in seat order by strategies, and compare; or whole matches of such rounds.

    ===================  ===================  =======================================
    deck                 uint8[d]             cards that may be dealt; shuffled in place
    groups               Groups               the ranges, a seat a group
    players, strategies  Players, Strategies  what seats hold and how they draw
    look_up              LookUp               of five cards
    pots, count          Pots, Count          who may win what; written
    rounds               int                  0: count deals; else points over so many rounds
    groups_won           int64[n, n, n + 1]   written if there are rounds: see ``Match``
    ===================  ===================  =======================================
    """
    group_starts, group_widths, _, group_weighted = groups[:4]
    entry_cards, entry_keep, entry_other, _ = groups[4:]
    combo_cards, sizes, group_seat = players
    tables, table_starts, sees, hands, choose = strategies
    start, keys, masks, offsets, ranks, flushes, tops, straights = look_up
    eligible, units = pots
    shares, products = count
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats = len(sizes)
    cards = np.empty((seats, 5), np.uint8)
    drawn = np.empty(seats, np.int64)
    strength = np.empty(seats, np.int64)
    points = np.empty(seats, np.int64)
    won = np.empty((len(eligible), seats), np.int64)
    chosen = np.empty(max(len(group_widths), 1), np.int64)
    pile = np.empty(64, np.uint8)
    ends = np.empty(3, np.uint64)
    dealt = 0
    for seat in range(seats):
        if group_seat[seat] < 0:
            dealt += sizes[seat]
    used = ZERO
    room = len(deck)
    one_pot = len(eligible) == 1
    for _ in range(deals):
        points[:] = 0
        for _round in range(max(rounds, 1)):
            if len(group_widths):
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
                room = len(deck) - count_bits(used)
            s0, s1, s2, s3 = deal_cards(deck, FIRST, dealt, used, s0, s1, s2, s3)
            _deal_players(cards, sizes, group_seat, combo_cards, chosen, deck)
            at = dealt
            ends[0], ends[1] = ZERO, ZERO
            best = np.int64(-1)
            for seat in range(seats):
                kept = np.int64(31)
                if table_starts[seat] >= 0:
                    place = _place_of(cards, seat, choose)
                    kept = _kept(tables, table_starts[seat], hands, sees[seat], drawn, seat, place)
                key, mask, missing = _hold(cards, seat, sizes[seat], kept, keys, masks, start)
                drawn[seat] = missing
                end = min(at + missing, room)
                s0, s1, s2, s3 = deal_cards(deck, at, end, used, s0, s1, s2, s3)
                if at + missing > room:
                    ends[2], s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
                key, mask, at = _draw_short(
                    deck, at, room, missing, pile, ends, keys, masks, key, mask
                )
                _throw(cards, seat, sizes[seat], kept, pile, ends)
                value = value_of(key, mask, offsets, ranks, flushes, tops, straights)
                strength[seat] = value
                best = max(best, value)
            if rounds:
                for seat in range(seats):
                    points[seat] += strength[seat] == best
            elif one_pot:
                share_pot(strength, best, shares)
            else:
                settle_pots(strength, ONCE, eligible, shares, products, units, won)
        if rounds:
            place_points(points, groups_won)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@compiled
def decide_draw(
    state: Any,
    deals: Any,
    deck: Any,
    asked: Any,
    groups: Any,
    players: Any,
    strategies: Any,
    look_up: Any,
    points: Any,
    units: Any,
    decided: Any,
) -> None:
    """Play every keep of one hand against the same deals.

    The opponents who act before draw first, then the hero, then the others, all from one stock in
    one order. What the others draw depends on the number that the hero draws, so they are dealt
    once for each number, or once for each keep where the stock may run out: then they may be given
    what the hero threw away.

    ===================  ===================  =======================================
    asked                Keeps                the hand and its choices
    points               int                  1: a point for every best hand, else shares
    units                int64[n + 2]         a share of 1/k
    decided              Decided              written
    the others                                as for :func:`deal_draws`, of the opponents
    ===================  ===================  =======================================
    """
    hero, keeps, variants, keep_variant, before = asked
    group_starts, group_widths, _, group_weighted = groups[:4]
    entry_cards, entry_keep, entry_other, _ = groups[4:]
    combo_cards, sizes, group_seat = players
    tables, table_starts, sees, hands, choose = strategies
    start, keys, masks, offsets, ranks, flushes, tops, straights = look_up
    sums, wins, ties, products = decided
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seats = len(sizes)
    choices = len(keeps)
    cards = np.empty((seats, 5), np.uint8)
    drawn = np.empty(seats + 1, np.int64)
    chosen = np.empty(max(len(group_widths), 1), np.int64)
    pile = np.empty(64, np.uint8)
    ends = np.empty(3, np.uint64)
    old_pile, old_ends = np.empty(64, np.uint8), np.empty(3, np.uint64)
    # By opponent: what is kept and missing, if it does not depend on who drew what before.
    place = np.empty(seats, np.int64)
    keep = np.empty(seats, np.int64)
    held_key = np.empty(seats, np.uint64)
    held_mask = np.empty(seats, np.uint64)
    lacking = np.empty(seats, np.int64)
    # By variant: the number drawn, the cards drawn, the best opponent and how many have that.
    number = np.empty(len(variants), np.int64)
    draw_key = np.empty(len(variants), np.uint64)
    draw_mask = np.empty(len(variants), np.uint64)
    best_of = np.empty(len(variants), np.int64)
    sharing_of = np.empty(len(variants), np.int64)
    # By keep.
    hero_key = np.empty(choices, np.uint64)
    hero_mask = np.empty(choices, np.uint64)
    share = np.empty(choices, np.int64)
    hits = np.empty(choices, np.int64)
    for seat in range(seats):
        keep[seat] = 31
        lacking[seat] = 5
    for choice in range(choices):
        hero_key[choice], hero_mask[choice], _m = _hold(
            hero, FIRST, _FIVE, keeps[choice], keys, masks, start
        )
    most = 0
    for variant in range(len(variants)):
        number[variant] = 5 - count_bits(np.uint64(variants[variant]))
        most = max(most, number[variant])
    dealt = 0
    for seat in range(seats):
        if group_seat[seat] < 0:
            dealt += sizes[seat]
    used = ZERO
    room = len(deck)
    first_best = np.int64(-1)
    first_sharing = 0
    first_at = FIRST
    for _ in range(deals):
        if len(group_widths):
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
            room = len(deck) - count_bits(used)
        s0, s1, s2, s3 = deal_cards(deck, FIRST, dealt, used, s0, s1, s2, s3)
        _deal_players(cards, sizes, group_seat, combo_cards, chosen, deck)
        needed = dealt + most
        for seat in range(seats):
            if table_starts[seat] >= 0:
                place[seat] = _place_of(cards, seat, choose)
            if sees[seat] == 0:
                if table_starts[seat] >= 0:
                    keep[seat] = tables[table_starts[seat] + place[seat]]
                held_key[seat], held_mask[seat], lacking[seat] = _hold(
                    cards, seat, sizes[seat], keep[seat], keys, masks, start
                )
            needed += lacking[seat]
        short = needed > room
        s0, s1, s2, s3 = deal_cards(deck, dealt, min(needed, room), used, s0, s1, s2, s3)
        if short:
            ends[0], ends[1] = ZERO, ZERO
            ends[2], s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        at = dealt
        # Variant -1 plays those who act before, the others the hero and those who act after.
        for variant in range(-1, len(variants)):
            first, last = 0, before
            best = np.int64(-1)
            sharing = 0
            if variant >= 0:
                first, last = before, seats
                best, sharing, at = first_best, first_sharing, first_at
                drawn[before] = number[variant]
                key, mask = ZERO, ZERO
                if short:
                    _copy(old_pile, old_ends, pile, ends)
                    key, mask, at = _draw_short(
                        deck, at, room, number[variant], pile, ends, keys, masks, key, mask
                    )
                    _throw(hero, FIRST, _FIVE, variants[variant], pile, ends)
                else:
                    for i in range(at, at + number[variant]):
                        key += keys[deck[i]]
                        mask |= masks[deck[i]]
                    at += number[variant]
                draw_key[variant], draw_mask[variant] = key, mask
            for seat in range(first, last):
                turn = seat + (seat >= before)
                if sees[seat]:
                    keep[seat] = _kept(
                        tables, table_starts[seat], hands, sees[seat], drawn, turn, place[seat]
                    )
                    key, mask, missing = _hold(cards, seat, _FIVE, keep[seat], keys, masks, start)
                else:
                    key, mask, missing = held_key[seat], held_mask[seat], lacking[seat]
                drawn[turn] = missing
                if short:
                    key, mask, at = _draw_short(
                        deck, at, room, missing, pile, ends, keys, masks, key, mask
                    )
                    _throw(cards, seat, sizes[seat], keep[seat], pile, ends)
                else:
                    for i in range(at, at + missing):
                        key += keys[deck[i]]
                        mask |= masks[deck[i]]
                    at += missing
                value = value_of(key, mask, offsets, ranks, flushes, tops, straights)
                if value > best:
                    best = value
                    sharing = 1
                elif value == best:
                    sharing += 1
            if variant >= 0:
                best_of[variant], sharing_of[variant] = best, sharing
            else:
                first_best, first_sharing, first_at = best, sharing, at
                if short:
                    _copy(pile, ends, old_pile, old_ends)
        found = 0
        for choice in range(choices):
            variant = keep_variant[choice]
            key = hero_key[choice] + draw_key[variant]
            value = value_of(
                key,
                hero_mask[choice] | draw_mask[variant],
                offsets,
                ranks,
                flushes,
                tops,
                straights,
            )
            if value > best_of[variant]:
                share[choice] = units[1]
                wins[choice] += 1
            elif value == best_of[variant]:
                share[choice] = units[1] if points else units[1 + sharing_of[variant]]
                ties[choice] += 1
            else:
                continue
            hits[found] = choice
            found += 1
        for i in range(found):
            choice = hits[i]
            sums[choice] += share[choice]
            for j in range(i + 1):
                products[choice, hits[j]] += share[choice] * share[hits[j]]
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
