"""The oracle for five-card draw, written from its rules: what is kept, drawn, and who wins then.

Nothing here imports the package. Cards are those of :mod:`naive_games`. A strategy is a function
that is given five cards in rising order and gives those it keeps; the ``_array`` ones do the same
for many hands without jokers and give which columns are kept. :func:`simulate` deals many rounds
at once, as long as the stock lasts; :func:`play_round` plays one, and shuffles what others threw
away when the stock has run out.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.oracles import showdown as naive
from tests.oracles.games import JOKER, Order

Hand = Sequence[int]
ACE, TEN = 12, 8


@dataclass(frozen=True)
class Rules:
    """How hands compare, and how many cards may be drawn: ``"3_or_4"``, 3 or 5."""

    order: Order = field(default_factory=Order)
    limit: str | int = "3_or_4"

    def allows(self, kept: Hand) -> bool:
        """Tell whether these cards may be kept and the others drawn."""
        drawn = 5 - len(kept)
        if self.limit == "3_or_4":
            single_ace = len(kept) == 1 and (kept[0] >= JOKER or kept[0] // 4 == ACE)
            return drawn <= 3 or single_ace
        return drawn <= self.limit

    def keeps(self, hand: Hand) -> list[tuple[int, ...]]:
        """List all that may be kept of a hand."""
        return [
            kept
            for size in range(6)
            for kept in itertools.combinations(sorted(hand), size)
            if self.allows(kept)
        ]

    def stands(self, hand: Hand) -> bool:
        """Tell whether a hand is a straight or better."""
        return self.order.value(hand)[0] >= self.order.place("straight")


def _of_a_kind(hand: Hand) -> dict[int, list[int]]:
    """Give for each rank its cards, and the jokers with them."""
    wild = [c for c in hand if c >= JOKER]
    natural = [c for c in hand if c < JOKER]
    return {c // 4: [x for x in natural if x // 4 == c // 4] + wild for c in natural}


def _two_pair(hand: Hand) -> list[int]:
    count = Counter(c // 4 for c in hand if c < JOKER)
    paired = [c for c in hand if c < JOKER and count[c // 4] == 2]
    return paired if len(paired) == 4 else []


def _largest(hand: Hand, least: int, lowest: int = 0) -> list[int]:
    """Give the highest cards of one rank, jokers with them, of which there are `least` or more."""
    groups = _of_a_kind(hand)
    good = [rank for rank, held in groups.items() if len(held) >= least and rank >= lowest]
    return groups[max(good)] if good else []


def _four_flush(hand: Hand) -> list[int]:
    for suit in range(4):
        held = [c for c in hand if c >= JOKER or c % 4 == suit]
        if len(held) >= 4:
            return held
    return []


def _open_ended(hand: Hand) -> list[int]:
    """Give four cards of following ranks without an ace, which a card at either end completes."""
    if max(hand) >= JOKER:
        return []
    by_rank = {c // 4: c for c in hand}
    for low in range(8, -1, -1):
        if all(low + i in by_rank for i in range(4)):
            return [by_rank[low + i] for i in range(4)]
    return []


def _ace(hand: Hand) -> list[int]:
    aces = [c for c in hand if c >= JOKER or c // 4 == ACE]
    return aces[-1:]


def advice(rules: Rules, hand: Hand) -> list[int]:
    """Keep as the text advises; else an ace if four may be drawn; else the two highest cards."""
    if rules.stands(hand):
        return list(hand)
    for kept in (
        _largest(hand, 3),
        _two_pair(hand),
        _largest(hand, 2),
        _four_flush(hand),
        _ace(hand),
    ):
        if kept and rules.allows(kept):
            return kept
    return sorted(hand)[3:]


def standard(rules: Rules, hand: Hand) -> list[int]:
    """Draw to a flush or an open straight rather than to a pair below tens."""
    if rules.stands(hand):
        return list(hand)
    for kept in (
        _largest(hand, 3),
        _two_pair(hand),
        _largest(hand, 2, TEN),
        _four_flush(hand),
        _open_ended(hand),
        _largest(hand, 2),
        _ace(hand),
    ):
        if kept and rules.allows(kept):
            return kept
    return sorted(hand)[3:]


def always_three(rules: Rules, hand: Hand) -> list[int]:
    """Keep two of a kind, else the two highest cards."""
    return _largest(hand, 2)[-2:] or sorted(hand)[3:]


def pat(rules: Rules, hand: Hand) -> list[int]:
    """Keep everything."""
    return list(hand)


STRATEGIES = {"advice": advice, "standard": standard, "always_three": always_three, "pat": pat}

Hands = NDArray[np.integer]
Kept = NDArray[np.bool_]


def _same(hands: Hands) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give for every card how many of the hand have its rank, and its suit."""
    ranks, suits = hands // 4, hands % 4
    of_rank = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    of_suit = (suits[:, :, None] == suits[:, None, :]).sum(axis=2)
    return of_rank, of_suit


def advice_array(rules: Rules, hands: Hands) -> Kept:
    """Give what `advice` keeps of many hands, their cards in rising order."""
    of_rank, of_suit = _same(hands)
    kept = np.zeros(hands.shape, bool)
    kept[:, 3:] = True
    if rules.limit != 3:
        kept[hands[:, 4] // 4 == ACE] = [False, False, False, False, True]
    flush = (of_suit == 4).any(axis=1)
    kept[flush] = of_suit[flush] == 4
    matched = (of_rank >= 2).any(axis=1)
    kept[matched] = of_rank[matched] >= 2
    place = rules.order.categories_array(rules.order.values_array(hands))
    kept[place >= rules.order.place("straight")] = True
    return kept


def always_three_array(rules: Rules, hands: Hands) -> Kept:
    """Give what `always_three` keeps of many hands."""
    of_rank, _ = _same(hands)
    kept = np.zeros(hands.shape, bool)
    for row, (cards, count) in enumerate(zip(hands, of_rank, strict=True)):
        paired = [i for i in range(5) if count[i] >= 2]
        top = [i for i in paired if cards[i] // 4 == cards[paired[-1]] // 4] or [3, 4]
        kept[row, top[-2:]] = True
    return kept


def pat_array(rules: Rules, hands: Hands) -> Kept:
    """Keep everything."""
    return np.ones(hands.shape, bool)


@dataclass(frozen=True)
class Seat:
    """What a seat holds before the draw (None: any five cards), and how it draws."""

    hold: list[tuple[tuple[int, ...], float]] | None = None
    draw: Callable[..., Kept] | None = None
    """Given hands and the numbers drawn by those before, or None: missing cards are filled up."""
    thrown: tuple[int, ...] = ()
    """Cards that it has thrown away already."""


def follows(function: Callable[..., Kept], rules: Rules) -> Callable[..., Kept]:
    """Make a way to draw of a strategy that looks at its hand alone."""
    return lambda hands, drawn: function(rules, hands)


def simulate(
    rules: Rules,
    seats: Sequence[Seat],
    deals: int,
    seed: int,
    dead: Hand = (),
    drawn: Sequence[int] = (),
) -> NDArray[np.bool_]:
    """Deal, draw in turn and show: bool[deals, seats], who has the best hand.

    Only deals are kept in which the first seats drew as many as `drawn` says.
    """
    source = np.random.default_rng(seed)
    gone = {*dead, *(c for seat in seats for c in seat.thrown)}
    live = np.array([c for c in rules.order.deck if c not in gone])
    keys = source.random((deals, len(live)))
    place = {int(card): at for at, card in enumerate(live)}
    fits = np.ones(deals, bool)
    held: list[NDArray[Any] | None] = []
    for seat in seats:
        if seat.hold is None:
            held.append(None)
            continue
        combos = np.array([hand for hand, _ in seat.hold])
        weights = np.array([weight for _, weight in seat.hold])
        rows = source.choice(len(combos), deals, p=weights / weights.sum())
        held.append(combos[rows])
        for column in combos[rows].T:
            at = np.array([place.get(int(c), -1) for c in column])
            # A card that is not there or in another hand already: the whole deal is dealt anew.
            fits &= (at >= 0) & (keys[np.arange(deals), at] < 2)
            keys[np.arange(deals), at] = 2
    stock = live[np.argsort(keys, axis=1)][fits]
    held = [None if cards is None else cards[fits] for cards in held]
    rows = np.arange(len(stock))
    at = np.zeros(len(stock), int)
    for number, cards in enumerate(held):
        if cards is None:
            held[number] = np.stack([stock[rows, at + i] for i in range(5)], axis=1)
            at += 5
    numbers: list[NDArray[Any]] = []
    hands: list[NDArray[Any]] = []
    for seat, cards in zip(seats, held, strict=True):
        assert cards is not None
        cards = np.sort(cards, axis=1)
        missing = 5 - cards.shape[1]
        kept = np.ones(cards.shape, bool) if seat.draw is None else seat.draw(cards, numbers)
        kept = np.hstack([kept, np.zeros((len(cards), missing), bool)])
        full = np.hstack([cards, np.zeros((len(cards), missing), cards.dtype)])
        for column in range(5):
            drawing = ~kept[:, column]
            full[drawing, column] = stock[rows[drawing], at[drawing]]
            at += drawing
        assert at.max() <= stock.shape[1]
        numbers.append((~kept).sum(axis=1))
        hands.append(full)
    right = np.ones(len(stock), bool)
    for number, wanted in zip(numbers, drawn, strict=False):
        right &= number == wanted
    values = np.stack([values_array(rules.order, full[right]) for full in hands], axis=1)
    best: NDArray[np.bool_] = values == values.max(axis=1, keepdims=True)
    return best


def values_array(order: Order, hands: Hands) -> NDArray[np.int64]:
    """Give sortable values of five-card hands, one joker among them or not."""
    hands = np.sort(hands, axis=1)
    values = np.zeros(len(hands), np.int64)
    wild = hands[:, 4] >= JOKER
    values[~wild] = order.values_array(hands[~wild])
    if wild.any():
        values[wild] = order.one_joker_array(hands[wild, :4])
    return values


def shares(best: NDArray[np.bool_], seat: int) -> tuple[float, float]:
    """Give the mean share of a seat and its standard error."""
    share = best[:, seat] / best.sum(axis=1)
    return float(share.mean()), float(share.std() / math.sqrt(len(share)))


def play_round(
    rules: Rules,
    seats: Sequence[Callable[[list[int]], list[int]]],
    source: random.Random,
    known: Sequence[Hand | None],
) -> list[list[int]]:
    """Play one round and give the final hands; `known` hands are dealt, the others at random."""
    used = {c for hand in known if hand for c in hand}
    stock = [c for c in rules.order.deck if c not in used]
    source.shuffle(stock)
    hands = [list(hand) if hand else [stock.pop() for _ in range(5)] for hand in known]
    thrown: list[int] = []  # by the players before, since the stock was shuffled last
    for seat, decide in enumerate(seats):
        hand = sorted(hands[seat])
        kept = decide(hand)
        drawn: list[int] = []
        while len(kept) + len(drawn) < 5:
            if not stock:
                stock, thrown = thrown, []
                source.shuffle(stock)
            drawn.append(stock.pop())
        thrown += [c for c in hand if c not in kept]
        hands[seat] = [*kept, *drawn]
    return hands


@functools.lru_cache(maxsize=2)
def _all_hands(order: Order, live: tuple[int, ...]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give all hands of live cards, weakest first: masks and values."""
    hands = naive.combinations_array(live, 5)
    values = values_array(order, hands)
    first = np.argsort(values, kind="stable")
    masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return masks[first], values[first]


def against_a_pat_hand(
    rules: Rules, hand: Hand, keeps: Sequence[Hand], dead: Hand = ()
) -> list[tuple[int, int, int]]:
    """Count wins, ties and losses of keeps against one hand of which nothing is known."""
    order = rules.order
    live = tuple(c for c in order.deck if c not in hand and c not in dead)
    masks, values = _all_hands(order, live)
    counts = [[0, 0, 0] for _ in keeps]
    by_draw: dict[tuple[int, ...], list[int]] = {}
    for at, kept in enumerate(keeps):
        for drawn in itertools.combinations(live, 5 - len(kept)):
            by_draw.setdefault(drawn, []).append(at)
    for drawn, some in by_draw.items():
        free = masks & np.uint64(sum(1 << c for c in drawn)) == 0
        total = int(np.count_nonzero(free))
        finals = np.array([sorted([*keeps[at], *drawn]) for at in some])
        for at, value in zip(some, values_array(order, finals), strict=True):
            low, high = np.searchsorted(values, [value, value + 1])
            wins, ties = (int(np.count_nonzero(part)) for part in (free[:low], free[low:high]))
            counts[at][0] += wins
            counts[at][1] += ties
            counts[at][2] += total - wins - ties
    return [tuple(count) for count in counts]  # type: ignore[misc]


def becomes(rules: Rules, hand: Hand, kept: Hand, dead: Hand = ()) -> dict[str, Fraction]:
    """Count what a keep becomes."""
    live = [c for c in rules.order.deck if c not in hand and c not in dead]
    counts = Counter(
        rules.order.category([*kept, *drawn])
        for drawn in itertools.combinations(live, 5 - len(kept))
    )
    return {name: Fraction(count, counts.total()) for name, count in counts.items()}
