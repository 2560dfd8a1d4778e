"""The oracle for low hands and split pots, written from their rules, slow and obvious.

Nothing here imports the package. Cards are those of :mod:`tests.oracles.showdown`. Here a smaller
value is a better hand, and ``None`` is a hand that does not qualify.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.oracles import showdown as naive

Hand = Sequence[int]
Value = tuple[int, ...]
KINDS = ("A-5", "A-6", "2-7", "eight")


def shape(heights: Sequence[int]) -> tuple[int, Value]:
    """Give how bad the pairs of a hand are, and its ranks in the order compared."""
    count = Counter(heights)
    by_count = sorted(count, key=lambda height: (count[height], height), reverse=True)
    sizes = tuple(count[height] for height in by_count)
    order = [(1,) * 5, (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), "straight", "flush", (3, 2), (4, 1)]
    return order.index(sizes), tuple(by_count)


def low_of_ranks(ranks: Sequence[int], one_suit: bool, kind: str) -> Value | None:
    """Give the value of five ranks."""
    # The ace is rank 12; as the lowest card it stands at -1.
    heights = sorted(ranks if kind == "2-7" else [-1 if rank == 12 else rank for rank in ranks])
    pairs, order = shape(heights)
    if kind == "eight":
        return order if pairs == 0 and heights[-1] <= 6 else None  # an eight is rank 6
    straight = len(set(heights)) == 5 and heights[-1] - heights[0] == 4
    if kind == "A-5":
        return (pairs, *order)
    if straight and one_suit:
        return (8, *order)
    if straight:
        return (4, *order)
    if one_suit:
        return (5, *order)
    return (pairs, *order)


def low_of_five(hand: Hand, kind: str) -> Value | None:
    """Give the value of five cards."""
    return low_of_ranks([c // 4 for c in hand], len({c % 4 for c in hand}) == 1, kind)


@functools.lru_cache(maxsize=1_000_000)
def _best(hand: tuple[int, ...], kind: str) -> Value | None:
    found = [low_of_five(five, kind) for five in itertools.combinations(hand, 5)]
    return min((value for value in found if value is not None), default=None)


def best_low(hand: Hand, kind: str) -> Value | None:
    """Give the value of the best five of more cards, by trying every five."""
    return _best(tuple(sorted(hand)), kind)


@functools.cache
def _table(kind: str) -> tuple[NDArray[np.int32], list[Value]]:
    """Number the values of five ranks, the best last and 0 for none: by one suit, and ranks."""
    values: dict[tuple[int, int], Value] = {}
    for ranks in itertools.combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        key = functools.reduce(lambda total, rank: total * 13 + rank, ranks, 0)
        for one_suit in (False, True):
            if one_suit and len(set(ranks)) < 5:
                continue
            value = low_of_ranks(ranks, one_suit, kind)
            if value is not None:
                values[int(one_suit), key] = value
    ordered = sorted(set(values.values()), reverse=True)
    number = {value: at + 1 for at, value in enumerate(ordered)}
    table = np.zeros((2, 13**5), np.int32)
    for place, value in values.items():
        table[place] = number[value]
    return table, ordered


def lows_array(hands: NDArray[np.integer], kind: str) -> NDArray[np.int32]:
    """Number five-card hands, cards of a row ascending: larger is better, 0 does not qualify."""
    table = _table(kind)[0]
    ranks, suits = (hands // 4).astype(np.int32), hands % 4
    key, one_suit = np.zeros(len(hands), np.int32), np.ones(len(hands), bool)
    for column in range(5):
        key = key * 13 + ranks[:, column]
        one_suit &= suits[:, column] == suits[:, 0]
    return table[one_suit.astype(np.intp), key]


def best_lows_array(hands: NDArray[np.integer], kind: str) -> NDArray[np.int32]:
    """Number the best five cards of each row of five to seven."""
    hands = np.sort(hands, axis=1)
    best = np.zeros(len(hands), np.int32)
    for five in itertools.combinations(range(hands.shape[1]), 5):
        np.maximum(best, lows_array(hands[:, list(five)], kind), out=best)
    return best


def badugi(hand: Hand, aces: str = "low") -> Value:
    """Give the value of the best choice of cards of different ranks and suits."""
    best: Value = (5,)
    for number in range(1, 5):
        for kept in itertools.combinations(hand, number):
            if len({c // 4 for c in kept}) == len({c % 4 for c in kept}) == number:
                low = aces == "low"
                heights = [-1 if low and c // 4 == 12 else c // 4 for c in kept]
                best = min(best, (4 - number, *sorted(heights, reverse=True)))
    return best


# ---- split pots -------------------------------------------------------------------------------

Strength = Callable[[Hand, Hand], Any]
"""From hole cards and board: larger is better, ``None`` does not qualify."""


def any_five(value: Callable[[Hand], Any]) -> Strength:
    """Let any five of all cards count, for a value of which larger is better."""
    return lambda hole, board: value([*hole, *board])


def two_of_hole(value: Callable[[Hand], Any]) -> Strength:
    """Let exactly two hole cards count, with three of the board."""

    def best(hole: Hand, board: Hand) -> Any:
        found = [
            value([*own, *shared])
            for own in itertools.combinations(hole, 2)
            for shared in itertools.combinations(board, 3)
        ]
        return max((one for one in found if one is not None), default=None)

    return best


def negative(kind: str) -> Callable[[Hand], Any]:
    """Turn a low around, so that larger is better."""

    def value(hand: Hand) -> Any:
        found = best_low(hand, kind)
        return None if found is None else tuple(-x for x in found)

    return value


def shares_of(values: Sequence[Sequence[Any]], eligible: Sequence[int]) -> list[list[Fraction]]:
    """Split a pot: [part][seat], each part equal; one that nobody claims goes with the first."""
    parts = [[Fraction(0)] * len(values[0]) for _ in values]
    for part, by_seat in enumerate(values):
        able = [seat for seat in eligible if by_seat[seat] is not None]
        to, source = (part, by_seat) if able else (0, values[0])
        able = able or list(eligible)
        top = max(source[seat] for seat in able)
        first = [seat for seat in able if source[seat] == top]
        for seat in first:
            parts[to][seat] += Fraction(1, len(values) * len(first))
    return parts


def run_outs(
    hole: Sequence[Hand], size: int, board: Hand, full: int, live: Hand
) -> Iterator[tuple[list[list[int]], list[int]]]:
    """Go through every way to complete hands, seat by seat, and the board."""

    def complete(seat: int, left: Hand, done: list[list[int]]) -> Iterator[Any]:
        if seat == len(hole):
            for rest in itertools.combinations(left, full - len(board)):
                yield done, [*board, *rest]
            return
        for more in itertools.combinations(left, size - len(hole[seat])):
            rest = [card for card in left if card not in more]
            yield from complete(seat + 1, rest, [*done, [*hole[seat], *more]])

    yield from complete(0, live, [])


def split_equity(
    hole: Sequence[Hand],
    strengths: Sequence[Strength],
    size: int,
    board: Hand = (),
    full: int = 5,
    dead: Hand = (),
    eligible: Sequence[int] | None = None,
) -> tuple[int, list[list[Fraction]], Counter[tuple[int, Fraction]]]:
    """Deal everything: deals, mean share by part and seat, and deals by seat and share."""
    used = {*board, *dead, *itertools.chain.from_iterable(hole)}
    live = [card for card in naive.DECK if card not in used]
    total = [[Fraction(0)] * len(hole) for _ in strengths]
    outcomes: Counter[tuple[int, Fraction]] = Counter()
    deals = 0
    for hands, shared in run_outs(hole, size, board, full, live):
        deals += 1
        values = [[strength(hand, shared) for hand in hands] for strength in strengths]
        parts = shares_of(values, range(len(hole)) if eligible is None else eligible)
        for seat in range(len(hole)):
            for part in range(len(parts)):
                total[part][seat] += parts[part][seat]
            outcomes[seat, sum((part[seat] for part in parts), Fraction(0))] += 1
    return deals, [[share / deals for share in part] for part in total], outcomes


def sevens_by_top(kind: str = "A-5") -> Counter[int]:
    """Count the sets of seven cards by the top card of their best low of different ranks.

    By rank: at least five different low ranks decide, however the others lie.
    """
    counts: Counter[int] = Counter()
    for ranks in itertools.combinations_with_replacement(range(-1, 12), 7):
        times = Counter(ranks)
        if max(times.values()) <= 4 and len(times) >= 5:
            ways = math.prod(math.comb(4, number) for number in times.values())
            counts[sorted(times)[4]] += ways
    return counts


def stud_array(
    hands: Sequence[Hand],
    values: Sequence[Callable[[NDArray[np.integer]], NDArray[np.int32]]],
    dead: Hand = (),
) -> tuple[int, list[list[Fraction]], Counter[tuple[int, Fraction]]]:
    """Complete two hands to seven cards in all ways: as `split_equity`, of arrays of values.

    A value numbers hands, one a row: larger is better and 0 does not qualify.
    """
    used = {*dead, *itertools.chain.from_iterable(hands)}
    live = [card for card in naive.DECK if card not in used]
    rows, by_part = [], []
    for hand in hands:
        more = naive.combinations_array(live, 7 - len(hand))
        full = np.hstack([np.tile(np.array(hand, np.uint8), (len(more), 1)), more])
        rows.append(more)
        by_part.append([value(full) for value in values])
    bits = [(np.uint64(1) << more.astype(np.uint64)).sum(axis=1) for more in rows]
    total = [[Fraction(0), Fraction(0)] for _ in values]
    outcomes: Counter[tuple[int, Fraction]] = Counter()
    deals = 0
    for at in range(len(rows[0])):
        apart = (bits[1] & bits[0][at]) == 0
        deals += int(apart.sum())
        # Who wins each part, as +1, 0, -1; 2 where nobody qualifies.
        results = []
        for ours, theirs in zip(*by_part, strict=True):
            other = theirs[apart]
            sign = np.sign(ours[at] - other)
            results.append(np.where((ours[at] == 0) & (other == 0), 2, sign))
        for cell, times in _cells(results):
            won = [Fraction(0), Fraction(0)]
            for part, sign in enumerate(cell):
                to, shown = (0, cell[0]) if sign == 2 else (part, sign)
                for seat, share in enumerate((Fraction(shown + 1, 2), Fraction(1 - shown, 2))):
                    won[seat] += share / len(values)
                    total[to][seat] += times * share / len(values)
            for seat in range(2):
                outcomes[seat, won[seat]] += times
    return deals, [[share / deals for share in part] for part in total], outcomes


def _cells(results: Sequence[NDArray[np.integer]]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Count how often each combination of results is there."""
    found, times = np.unique(np.array(results), axis=1, return_counts=True)
    for cell, number in zip(found.T.tolist(), times.tolist(), strict=True):
        yield tuple(cell), number


def razz_by_ranks(hands: Sequence[Hand]) -> tuple[int, int, int, int]:
    """Complete two razz hands by ranks alone: deals, wins of the first, ties, its losses."""
    taken = Counter(card // 4 for hand in hands for card in hand)
    live = np.array([4 - taken[rank] for rank in range(13)])
    choose = np.array([[math.comb(n, k) for k in range(5)] for n in range(5)], np.int64)
    parts = []
    for hand in hands:
        more = [
            ranks
            for ranks in itertools.combinations_with_replacement(range(13), 7 - len(hand))
            if all(ranks.count(rank) <= live[rank] for rank in set(ranks))
        ]
        counts = np.array([[ranks.count(rank) for rank in range(13)] for ranks in more])
        values = []
        for ranks in more:
            # Suits do not matter: any that make the cards different.
            all_ranks = [*(card // 4 for card in hand), *ranks]
            cards = [4 * rank + all_ranks[:at].count(rank) for at, rank in enumerate(all_ranks)]
            best = best_low(cards, "A-5")
            assert best is not None
            values.append(best)
        parts.append((counts, values))
    order = {v: at for at, v in enumerate(sorted({*parts[0][1], *parts[1][1]}, reverse=True))}
    ours, theirs = (np.array([order[value] for value in values]) for _, values in parts)
    deals = wins = ties = 0
    for counts, value in zip(parts[0][0], ours, strict=True):
        left = live - counts
        possible = (parts[1][0] <= left).all(axis=1)
        ways = choose[left, np.where(possible[:, None], parts[1][0], 0)].prod(axis=1) * possible
        each = int(choose[live, counts].prod())
        deals += each * int(ways.sum())
        wins += each * int(ways[theirs < value].sum())
        ties += each * int(ways[theirs == value].sum())
    return deals, wins, ties, deals - wins - ties
