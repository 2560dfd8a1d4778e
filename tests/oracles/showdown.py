"""The oracle: Texas hold'em written from its rules, slow and obvious, to check the package by.

Nothing here imports the package. Cards are ``rank * 4 + suit`` with ranks 2..A = 0..12 and suits
c d h s = 0..3; a range is a list of ``(combo, weight)``, a combo a pair of cards, high card first.
Functions whose names end in ``_array`` do the same work on NumPy arrays, so that whole decks can
be gone through; the first part of the tests checks them against the plain ones.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = range(52)

CATEGORIES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)

Combo = tuple[int, int]
WeightedRange = list[tuple[Combo, float]]


def card(text: str) -> int:
    """Read one card, such as ``As``."""
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def cards(text: str) -> list[int]:
    """Read cards written one after the other, blanks between them or not."""
    text = text.replace(" ", "")
    return [card(text[i : i + 2]) for i in range(0, len(text), 2)]


def name(number: int) -> str:
    """Write one card."""
    return RANKS[number // 4] + SUITS[number % 4]


def names(numbers: Iterable[int]) -> str:
    """Write cards one after the other."""
    return "".join(name(number) for number in numbers)


ALL_COMBOS: list[Combo] = [(high, low) for high in DECK for low in DECK if high > low]


def _fits(combo: Combo, entry: str) -> bool:
    """Tell whether a combo belongs to one entry: AA, AK, AKs, AKo, 22+, ATs+, A*, AhKh, random."""
    high, low = combo
    if entry == "random":
        return True
    if len(entry) == 4 and entry[1] in SUITS:
        return set(cards(entry)) == set(combo)
    top, kicker = high // 4, low // 4
    first = RANKS.index(entry[0])
    if entry[1] == "*":
        return first in (top, kicker)
    second = RANKS.index(entry[1])
    suited = high % 4 == low % 4
    kind = entry.rstrip("+")[2:]
    if (kind == "s" and not suited) or (kind == "o" and suited):
        return False
    if not entry.endswith("+"):
        return (top, kicker) == (first, second)
    if first == second:
        return top == kicker >= first
    return top == first and second <= kicker < top


def expand(text: str) -> WeightedRange:
    """Read a comma-separated range, entries optionally with ``:weight``; heed no other notation."""
    found: dict[Combo, float] = {}
    for entry in text.split(","):
        hand, _, weight = entry.strip().partition(":")
        for combo in ALL_COMBOS:
            if _fits(combo, hand):
                found[combo] = float(weight or 1)
    return list(found.items())


def write(wanted: WeightedRange) -> str:
    """Write a range combo by combo, each with its weight."""
    return ",".join(f"{names(combo)}:{weight!r}" for combo, weight in wanted)


def rank_of_ranks(ranks: Sequence[int], one_suit: bool) -> tuple[int, tuple[int, ...]]:
    """Give category and ranks in the order in which they are compared, of five ranks."""
    count = Counter(ranks)
    by_count = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = sorted(count.values(), reverse=True)
    straight_top = None
    if len(count) == 5:
        if max(ranks) - min(ranks) == 4:
            straight_top = max(ranks)
        elif set(ranks) == {12, 0, 1, 2, 3}:
            straight_top = 3  # the wheel: the ace counts as the lowest card
    if straight_top is not None:
        if not one_suit:
            return 4, (straight_top,)
        return (9 if straight_top == 12 else 8), (straight_top,)
    if shape == [4, 1]:
        return 7, tuple(by_count)
    if shape == [3, 2]:
        return 6, tuple(by_count)
    if one_suit:
        return 5, tuple(by_count)
    if shape == [3, 1, 1]:
        return 3, tuple(by_count)
    if shape == [2, 2, 1]:
        return 2, tuple(by_count)
    if shape == [2, 1, 1, 1]:
        return 1, tuple(by_count)
    return 0, tuple(by_count)


def rank_five(hand: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Give the value of five cards: greater is better, equal shares the pot."""
    return rank_of_ranks([c // 4 for c in hand], len({c % 4 for c in hand}) == 1)


@functools.lru_cache(maxsize=1_000_000)
def _best(hand: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return max(rank_five(five) for five in itertools.combinations(hand, 5))


def best(hand: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """Give the value of the best five of five, six or seven cards, by trying every five."""
    return _best(tuple(sorted(hand)))


def category(hand: Iterable[int]) -> str:
    """Name the category of the best five cards."""
    return CATEGORIES[best(hand)[0]]


@functools.cache
def _values_of_ranks() -> NDArray[np.int32]:
    """Table [one suit, ranks in base 13, lowest first] of values, filled by `rank_of_ranks`."""
    table = np.zeros((2, 13**5), dtype=np.int32)
    for ranks in itertools.combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue  # there is no fifth card of a rank
        key = 0
        for rank in ranks:
            key = key * 13 + rank
        for one_suit in (False, True):
            if one_suit and len(set(ranks)) < 5:
                continue
            what, kickers = rank_of_ranks(ranks, one_suit)
            value = what
            for kicker in (*kickers, 0, 0, 0, 0, 0)[:5]:
                value = value * 13 + kicker
            table[int(one_suit), key] = value
    return table


def five_values_array(hands: NDArray[np.integer]) -> NDArray[np.int32]:
    """Give sortable values of five-card hands, one a row, the cards of a row in rising order."""
    table = _values_of_ranks()
    ranks = (hands // 4).astype(np.int32)
    suits = hands % 4
    key = np.zeros(len(hands), dtype=np.int32)
    one_suit = np.ones(len(hands), dtype=bool)
    for column in range(5):
        key = key * 13 + ranks[:, column]
        one_suit &= suits[:, column] == suits[:, 0]
    return table[one_suit.astype(np.intp), key]


def best_values_array(hands: NDArray[np.integer]) -> NDArray[np.int32]:
    """Give sortable values of the best five cards of each row of five, six or seven cards."""
    hands = np.sort(hands, axis=1)
    value = np.zeros(len(hands), dtype=np.int32)
    for five in itertools.combinations(range(hands.shape[1]), 5):
        np.maximum(value, five_values_array(hands[:, list(five)]), out=value)
    return value


def categories_array(values: NDArray[np.integer]) -> NDArray[np.integer]:
    """Give the category numbers of values."""
    return values // 13**5


def combinations_array(live: Sequence[int], size: int) -> NDArray[np.uint8]:
    """Give every set of `size` of the live cards, one a row, in lexicographic order."""
    flat = itertools.chain.from_iterable(itertools.combinations(sorted(live), size))
    count = math.comb(len(live), size)
    return np.fromiter(flat, dtype=np.uint8, count=count * size).reshape(count, size)


@dataclass
class Answer:
    """What an equity calculation must give, in exact numbers, by seat where there are seats."""

    deals: int = 0
    wins: list[int] = field(default_factory=list)
    ties: list[int] = field(default_factory=list)
    losses: list[int] = field(default_factory=list)
    equity: list[Fraction] = field(default_factory=list)
    win: list[Fraction] = field(default_factory=list)
    tie: list[Fraction] = field(default_factory=list)
    winners: dict[int, Fraction] = field(default_factory=dict)
    chips: list[Fraction] = field(default_factory=list)

    @classmethod
    def of(cls, seats: int) -> Answer:
        """Start an empty answer."""
        zero = [Fraction(0)] * seats
        return cls(0, [0] * seats, [0] * seats, [0] * seats, zero[:], zero[:], zero[:], {}, zero[:])


def assignments(
    seats: Sequence[WeightedRange], gone: Iterable[int]
) -> Iterator[tuple[list[Combo], Fraction]]:
    """Go through every way to give each seat a combo, no card twice, and its product of weights."""

    def give(
        seat: int, held: list[Combo], used: frozenset[int], weight: Fraction
    ) -> Iterator[tuple[list[Combo], Fraction]]:
        if seat == len(seats):
            yield held, weight
            return
        for combo, share in seats[seat]:
            if not used.intersection(combo):
                yield from give(
                    seat + 1, [*held, combo], used.union(combo), weight * Fraction(share)
                )

    return give(0, [], frozenset(gone), Fraction(1))


def winners_of(values: Sequence[object]) -> list[int]:
    """Give the seats with the best value."""
    top = max(values)  # type: ignore[type-var]
    return [seat for seat, value in enumerate(values) if value == top]


def equity(
    seats: Sequence[WeightedRange],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    stacks: Sequence[Fraction | int] | None = None,
    pot: Fraction | int = 0,
) -> Answer:
    """Go through every deal: all fitting combos times all run-outs, one by one."""
    answer = Answer.of(len(seats))
    total = Fraction(0)
    for held, weight in assignments(seats, [*board, *dead]):
        used = {*board, *dead, *itertools.chain.from_iterable(held)}
        live = [c for c in DECK if c not in used]
        # How often each seat is one of how many winners, with these cards held.
        outcomes: Counter[tuple[int, int]] = Counter()
        deals = 0
        for run_out in itertools.combinations(live, 5 - len(board)):
            values = [best((*combo, *board, *run_out)) for combo in held]
            first = winners_of(values)
            deals += 1
            for seat in first:
                outcomes[seat, len(first)] += 1
            if stacks is not None:
                for seat, chips in enumerate(side_pots(values, stacks, pot)):
                    answer.chips[seat] += weight * chips
        answer.deals += deals
        total += weight * deals
        for (seat, sharing), times in outcomes.items():
            if sharing == 1:
                answer.wins[seat] += times
                answer.win[seat] += weight * times
            else:
                answer.ties[seat] += times
                answer.tie[seat] += weight * times
            answer.equity[seat] += weight * times / sharing
            answer.winners[sharing] = (
                answer.winners.get(sharing, Fraction(0)) + weight * times / sharing
            )
    if not total:
        raise ValueError("nothing can be dealt")
    for seat in range(len(seats)):
        answer.losses[seat] = answer.deals - answer.wins[seat] - answer.ties[seat]
        answer.equity[seat] /= total
        answer.win[seat] /= total
        answer.tie[seat] /= total
        answer.chips[seat] /= total
    answer.winners = {k: x / total for k, x in sorted(answer.winners.items())}
    return answer


def equity_array(
    hands: Sequence[Sequence[int]], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> Answer:
    """Go through every run-out of known hands with arrays (before the flop: some seconds)."""
    used = {*board, *dead, *itertools.chain.from_iterable(hands)}
    run_outs = combinations_array([c for c in DECK if c not in used], 5 - len(board))
    answer = Answer.of(len(hands))
    answer.deals = len(run_outs)

    def values_of(hand: Sequence[int]) -> NDArray[np.int32]:
        known = np.tile(np.array([*hand, *board], dtype=np.uint8), (len(run_outs), 1))
        return best_values_array(np.hstack([known, run_outs]))

    values = np.stack([values_of(hand) for hand in hands])
    first = values == values.max(axis=0)
    sharing = first.sum(axis=0)
    for count in range(1, len(hands) + 1):
        if deals := int((sharing == count).sum()):
            answer.winners[count] = Fraction(deals, answer.deals)
    for seat in range(len(hands)):
        answer.wins[seat] = int((first[seat] & (sharing == 1)).sum())
        answer.ties[seat] = int((first[seat] & (sharing > 1)).sum())
        answer.losses[seat] = int((~first[seat]).sum())
        answer.win[seat] = Fraction(answer.wins[seat], answer.deals)
        answer.tie[seat] = Fraction(answer.ties[seat], answer.deals)
        answer.equity[seat] = sum(
            (
                Fraction(int((first[seat] & (sharing == count)).sum()), count * answer.deals)
                for count in range(1, len(hands) + 1)
            ),
            Fraction(0),
        )
    return answer


def heads_up_array(
    first: WeightedRange,
    second: WeightedRange,
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
) -> Answer:
    """Compare every combo of one range with every one of another, on each run-out in turn.

    Counts are exact; shares are sums of floats, written as fractions.
    """
    gone = {*board, *dead}
    ranges = [
        [(combo, weight) for combo, weight in side if not gone.intersection(combo)]
        for side in (first, second)
    ]
    hands = [np.array([combo for combo, _ in side], dtype=np.uint8) for side in ranges]
    weights = [np.array([weight for _, weight in side]) for side in ranges]
    apart = (hands[0][:, None, :, None] != hands[1][None, :, None, :]).all(axis=(2, 3))
    answer = Answer.of(2)
    mass = {1: 0.0, 0: 0.0, -1: 0.0}
    run_outs = combinations_array([c for c in DECK if c not in gone], 5 - len(board))
    for run_out in run_outs:
        values, free = [], []
        for side in hands:
            known = np.tile(np.array([*board, *run_out], dtype=np.uint8), (len(side), 1))
            values.append(best_values_array(np.hstack([side, known])))
            free.append((side[:, :, None] != run_out).all(axis=(1, 2)))
        fit = apart & free[0][:, None] & free[1][None, :]
        better = np.sign(values[0][:, None] - values[1][None, :])
        for sign in mass:
            meets = fit & (better == sign)
            mass[sign] += float(weights[0] @ meets @ weights[1])
            deals = int(meets.sum())
            answer.deals += deals
            for seat, wins in ((0, 1), (1, -1)):
                answer.wins[seat] += deals * (sign == wins)
                answer.ties[seat] += deals * (sign == 0)
                answer.losses[seat] += deals * (sign == -wins)
    total = Fraction(sum(mass.values()))
    tie = Fraction(mass[0]) / total
    for seat, wins in ((0, 1), (1, -1)):
        answer.win[seat] = Fraction(mass[wins]) / total
        answer.tie[seat] = tie
        answer.equity[seat] = answer.win[seat] + tie / 2
    answer.winners = {1: 1 - tie, 2: tie}
    return answer


def side_pots(
    values: Sequence[object], stacks: Sequence[Fraction | int], pot: Fraction | int = 0
) -> list[Fraction]:
    """Share out what is in the middle, chip level by chip level, and give what each seat takes.

    Everybody contests the dead money. A level of chips is contested by those who paid for it, so
    a level that one seat alone paid for goes back to that seat.
    """
    taken = [Fraction(0)] * len(stacks)

    def share_out(amount: Fraction, contesting: list[int]) -> None:
        best_value = max(values[seat] for seat in contesting)  # type: ignore[type-var]
        first = [seat for seat in contesting if values[seat] == best_value]
        for seat in first:
            taken[seat] += amount / len(first)

    share_out(Fraction(pot), list(range(len(stacks))))
    below = Fraction(0)
    for level in sorted({Fraction(stack) for stack in stacks if stack > 0}):
        paid = [seat for seat, stack in enumerate(stacks) if stack >= level]
        share_out((level - below) * len(paid), paid)
        below = level
    return taken


def simulate(
    seats: Sequence[WeightedRange],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    deals: int = 1000,
    seed: int = 0,
) -> list[float]:
    """Deal at random and give each seat's mean share: combos by weight, conflicts dealt anew."""
    source = random.Random(seed)
    combos = [[combo for combo, _ in seat] for seat in seats]
    weights = [[weight for _, weight in seat] for seat in seats]
    gone = {*board, *dead}
    share = [0.0] * len(seats)
    done = 0
    while done < deals:
        held = [source.choices(c, w)[0] for c, w in zip(combos, weights, strict=True)]
        used = [c for combo in held for c in combo]
        if len(set(used)) < len(used) or gone.intersection(used):
            continue
        live = [c for c in DECK if c not in gone and c not in used]
        run_out = source.sample(live, 5 - len(board))
        first = winners_of([best((*combo, *board, *run_out)) for combo in held])
        for seat in first:
            share[seat] += 1 / len(first)
        done += 1
    return [x / deals for x in share]
