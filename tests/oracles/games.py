"""The oracle for the other games of hands compared, written from their rules, slow and obvious.

Nothing here imports the package. Cards are those of :mod:`naive`, ``rank * 4 + suit``; jokers are
52 and 53. A hand is a sequence of cards, a range a list of ``(cards, weight)``.

* :class:`Order` says how three or five cards compare: category, ranks, suits where they rank, what
  a joker is, and which cards of more count. `Order.value` is the rule in plain Python;
  `Order.values_array` does the same for arrays of hands, and the tests check one by the other.
* :class:`Table` says how a game deals and who wins: boards, exactly two of the hole cards, missing
  cards dealt, 2-3-5, ties that the asker loses. `Table.equity` goes through every deal.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.oracles import showdown as naive

RANKS = naive.RANKS
JOKER, SECOND_JOKER = 52, 53
JOKERS = (JOKER, SECOND_JOKER)
FIFTH = 100  # stands for the fifth card of a rank, which only a joker can be: FIFTH + rank
ACE = 12

# Strongest first. The royal flush is the highest straight flush, so it has no place of its own.
USUAL = {
    5: (
        "five of a kind",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",
        "one pair",
        "high card",
    ),
    3: (
        "three of a kind",
        "straight flush",
        "flush",
        "straight",
        "one pair",
        "high card",
    ),
}

Hand = Sequence[int]
Value = tuple[Any, ...]
WeightedRange = list[tuple[tuple[int, ...], float]]


def card(text: str) -> int:
    """Read one card, such as ``As`` or ``Jk``."""
    return {"Jk": JOKER, "Jk1": JOKER, "Jk2": SECOND_JOKER}.get(text) or naive.card(text)


def cards(text: str) -> list[int]:
    """Read cards written one after the other; ``Jk`` is a joker, ``Jk2`` the second."""
    text = text.replace(" ", "")
    found = []
    while text:
        length = 3 if text.startswith(("Jk1", "Jk2")) else 2
        found.append(card(text[:length]))
        text = text[length:]
    return found


def names(numbers: Iterable[int], jokers: int = 1) -> str:
    """Write cards one after the other."""
    joker = {52: "Jk" if jokers == 1 else "Jk1", 53: "Jk2"}
    return "".join(joker[n] if n in joker else naive.name(n) for n in numbers)


def write(wanted: WeightedRange, jokers: int = 1) -> str:
    """Write a range hand by hand, each with its weight."""
    return ",".join(f"{names(hand, jokers)}:{weight!r}" for hand, weight in wanted)


@dataclass(frozen=True)
class Order:
    """How hands compare."""

    size: int = 5
    lowest: str = "2"
    jokers: int = 0
    wheel: str = "lowest"
    suits: str = "none"
    order: tuple[str, ...] | None = None  # strongest first

    @property
    def natural(self) -> list[int]:
        """The deck without jokers."""
        return list(range(4 * RANKS.index(self.lowest), 52))

    @property
    def deck(self) -> list[int]:
        """The deck."""
        return self.natural + list(JOKERS[: self.jokers])

    def place(self, category: str) -> int:
        """Say how strong a category is: the greater the stronger."""
        order = self.order or USUAL[self.size]
        return len(order) - order.index(category)

    def straight_top(self, ranks: Iterable[int]) -> float | None:
        """Give the height of a straight, or None if the ranks are none."""
        have = sorted(set(ranks))
        if len(have) < self.size:
            return None
        if have[-1] - have[0] == self.size - 1:
            return have[-1]
        lowest = RANKS.index(self.lowest)
        if have == [*range(lowest, lowest + self.size - 1), ACE]:
            if self.wheel == "lowest":
                return lowest + self.size - 2  # the ace stands below the lowest rank
            if self.wheel == "second":
                return ACE - 0.5  # below the straight up to the ace, above all others
        return None

    def shape(self, ranks: Sequence[int], one_suit: bool) -> tuple[str, tuple[float, ...], int]:
        """Give category, ranks in the order compared, and the rank whose card makes the hand."""
        count = Counter(ranks)
        by_count = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
        shape = sorted(count.values(), reverse=True)
        top = self.straight_top(ranks)
        if top is not None:
            maker = ACE if top == ACE - 0.5 else int(top)
            return ("straight flush" if one_suit else "straight"), (top,), maker
        if one_suit:
            category = "flush"
        else:
            category = {
                (5,): "five of a kind",
                (4, 1): "four of a kind",
                (3, 2): "full house",
                (3, 1, 1): "three of a kind",
                (2, 2, 1): "two pair",
                (2, 1, 1, 1): "one pair",
                (1, 1, 1, 1, 1): "high card",
                (3,): "three of a kind",
                (2, 1): "one pair",
                (1, 1, 1): "high card",
            }[tuple(shape)]
        return category, tuple(by_count), by_count[0]

    def value_of_cards(self, hand: Hand) -> Value:
        """Give the value of as many cards as count, none of them a joker: greater is better."""
        ranks = [c - FIFTH if c >= FIFTH else c // 4 for c in hand]
        one_suit = len({c if c >= FIFTH else c % 4 for c in hand}) == 1
        category, compared, maker = self.shape(ranks, one_suit)
        place = self.place(category)
        if self.suits == "none":
            return place, compared
        if self.suits == "all_categories":
            of_maker = [
                3 if c >= FIFTH else c % 4 for c, r in zip(hand, ranks, strict=True) if r == maker
            ]
            return place, compared, max(of_maker)
        suit = hand[0] % 4 if one_suit else 0
        if self.suits == "suit_first":
            return place, suit, compared
        return place, compared, suit

    def value_of_five(self, hand: Hand) -> Value:
        """Give the value of as many cards as count; a joker is what makes the strongest hand."""
        joker = next((c for c in hand if c in JOKERS), None)
        if joker is None:
            return self.value_of_cards(hand)
        rest = [c for c in hand if c != joker]
        may_be = [c for c in self.natural if c not in rest]
        fourfold = [r for r, n in Counter(c // 4 for c in rest if c < JOKER).items() if n == 4]
        may_be += [FIFTH + rank for rank in fourfold]
        return max(self.value_of_five([*rest, c]) for c in may_be)

    def value(self, hand: Hand) -> Value:
        """Give the value of the best of any number of cards."""
        return _value(self, tuple(sorted(hand)))

    def category(self, hand: Hand) -> str:
        """Name the category of the best cards; the royal flush has its own name."""
        best = max(itertools.combinations(hand, self.size), key=self.value_of_five)
        place, *rest = self.value_of_five(best)
        order = self.order or USUAL[self.size]
        category = order[len(order) - place]
        if self.size == 5 and category == "straight flush" and (ACE,) in rest:
            return "royal flush"
        return category

    @functools.cached_property
    def _shapes(self) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
        """Tables [one suit, ranks in base 13, lowest first]: place and ranks; the maker's rank."""
        shapes = np.zeros((2, 13**self.size), dtype=np.int64)
        makers = np.zeros((2, 13**self.size), dtype=np.int8)
        lowest = RANKS.index(self.lowest)
        for ranks in itertools.combinations_with_replacement(range(lowest, 13), self.size):
            key = functools.reduce(lambda key, rank: key * 13 + rank, ranks)
            for one_suit in (False, True) if len(set(ranks)) == self.size else (False,):
                if ranks[0] == ranks[-1] and self.size == 5 and self.jokers == 0:
                    continue  # there is no fifth card of a rank
                category, compared, maker = self.shape(ranks, one_suit)
                number = self.place(category)
                for rank in (*compared, 0, 0, 0, 0, 0)[:5]:
                    number = number * 26 + int(2 * rank)
                shapes[int(one_suit), key] = number
                makers[int(one_suit), key] = maker
        return shapes, makers

    def values_array(self, hands: NDArray[np.integer]) -> NDArray[np.int64]:
        """Give sortable values of hands without jokers, each of as many cards as count."""
        hands = np.sort(hands, axis=1)
        shapes, makers = self._shapes
        ranks, suits = (hands // 4).astype(np.int32), (hands % 4).astype(np.int8)
        key = np.zeros(len(hands), dtype=np.int32)
        one_suit = np.ones(len(hands), dtype=bool)
        for column in range(self.size):
            key = key * 13 + ranks[:, column]
            one_suit &= suits[:, column] == suits[:, 0]
        place = one_suit.astype(np.intp), key
        shape = shapes[place]
        if self.suits == "none":
            return shape
        flush = np.where(one_suit, suits[:, 0], 0)
        if self.suits == "rank_first":
            return shape * 4 + flush
        if self.suits == "suit_first":
            return (shape // 26**5 * 4 + flush) * 26**5 + shape % 26**5
        maker = makers[place][:, None]
        return shape * 4 + np.where(ranks == maker, suits, -1).max(axis=1)

    def fifth_array(self, ranks: NDArray[np.integer]) -> NDArray[np.int64]:
        """Give sortable values of five of a kind of those ranks; the best suit is there."""
        shapes, _ = self._shapes
        key = ranks.astype(np.int64) * sum(13**i for i in range(5))
        shape = shapes[0, key]
        if self.suits == "none":
            return shape
        if self.suits == "suit_first":
            return shape // 26**5 * 4 * 26**5 + shape % 26**5
        return shape * 4 + (3 if self.suits == "all_categories" else 0)

    def one_joker_array(self, rest: NDArray[np.integer]) -> NDArray[np.int64]:
        """Give sortable values of the cards beside a joker: the best of all that it may be."""
        best = np.zeros(len(rest), dtype=np.int64)
        for card in self.natural:
            free = (rest != card).all(axis=1)
            some = rest[free]
            with_card = np.hstack([some, np.full((len(some), 1), card, dtype=rest.dtype)])
            best[free] = np.maximum(best[free], self.values_array(with_card))
        if self.size == 5:
            same = (rest // 4 == rest[:, :1] // 4).all(axis=1)
            best[same] = np.maximum(best[same], self.fifth_array(rest[same, 0] // 4))
        return best

    def best_array(self, hands: NDArray[np.integer]) -> NDArray[np.int64]:
        """Give sortable values of the best cards of each row of any number, without jokers."""
        best = np.zeros(len(hands), dtype=np.int64)
        for some in itertools.combinations(range(hands.shape[1]), self.size):
            np.maximum(best, self.values_array(hands[:, list(some)]), out=best)
        return best

    def omaha_array(self, holes: NDArray[np.integer], boards: NDArray[np.integer]) -> Any:
        """Give sortable values of hands of which exactly two count with three of the board."""
        best = np.zeros(len(holes), dtype=np.int64)
        for two in itertools.combinations(range(holes.shape[1]), 2):
            for three in itertools.combinations(range(5), 3):
                five = np.hstack([holes[:, list(two)], boards[:, list(three)]])
                np.maximum(best, self.values_array(five), out=best)
        return best

    def categories_array(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give the places of the categories of values, the weakest being 1."""
        return values // (26**5 if self.suits == "none" else 4 * 26**5)


@functools.lru_cache(maxsize=1_000_000)
def _value(order: Order, hand: tuple[int, ...]) -> Value:
    if len(hand) == order.size:
        return order.value_of_five(hand)
    return max(order.value_of_five(some) for some in itertools.combinations(hand, order.size))


@functools.lru_cache(maxsize=1_000_000)
def omaha_value(order: Order, hole: tuple[int, ...], board: tuple[int, ...]) -> Value:
    """Give the value of a hand of which exactly two count with exactly three of the board."""
    return max(
        order.value_of_cards((*two, *three))
        for two in itertools.combinations(hole, 2)
        for three in itertools.combinations(board, 3)
    )


@dataclass(frozen=True)
class Table:
    """A game: what is dealt, and who wins."""

    order: Order = field(default_factory=Order)
    hole: int = 5
    board: int = 0
    exactly_two: bool = False
    two_three_five: str = "off"
    asker_loses: bool = False

    def value(self, hole: Hand, board: Hand) -> Value:
        """Give the value of a full hand."""
        if self.exactly_two:
            return omaha_value(self.order, tuple(sorted(hole)), tuple(sorted(board)))
        return self.order.value((*hole, *board))

    def is_two_three_five(self, hand: Hand) -> bool:
        """Tell whether a hand is a 2-3-5 that may beat three of a kind."""
        if self.two_three_five == "off" or sorted(c // 4 for c in hand) != [0, 1, 3]:
            return False
        suits = len({c % 4 for c in hand})
        return suits == 3 if self.two_three_five == "rainbow" else suits > 1

    def winners(self, hands: Sequence[Hand], board: Hand = ()) -> list[int]:
        """Give the seats that share the pot."""
        values = [self.value(hand, board) for hand in hands]
        playing = list(range(len(hands)))
        special = [seat for seat in playing if self.is_two_three_five(hands[seat])]
        if special and any(self.order.category(hand) == "three of a kind" for hand in hands):
            playing = special  # the best 2-3-5 beats all
        top = max(values[seat] for seat in playing)
        first = [seat for seat in playing if values[seat] == top]
        if self.asker_loses and len(first) > 1 and 0 in first:
            first.remove(0)
        return first

    def deals(
        self, seats: Sequence[WeightedRange], board: Hand = (), dead: Hand = ()
    ) -> Iterator[tuple[list[tuple[int, ...]], tuple[int, ...], Fraction]]:
        """Go through all deals: a hand for each seat, missing cards dealt, and a full board."""

        def hold(seat: int, held: list[tuple[int, ...]], used: frozenset[int], weight: Fraction):
            if seat == len(seats):
                yield from fill(0, held, used, weight)
                return
            for combo, share in seats[seat]:
                if not used.intersection(combo):
                    now = used.union(combo)
                    yield from hold(seat + 1, [*held, combo], now, weight * Fraction(share))

        def fill(seat: int, held: list[tuple[int, ...]], used: frozenset[int], weight: Fraction):
            live = [c for c in self.order.deck if c not in used]
            if seat == len(seats):
                for more in itertools.combinations(live, self.board - len(board)):
                    yield held, (*board, *more), weight
                return
            for more in itertools.combinations(live, self.hole - len(held[seat])):
                full = [*held[:seat], (*held[seat], *more), *held[seat + 1 :]]
                yield from fill(seat + 1, full, used.union(more), weight)

        return hold(0, [], frozenset([*board, *dead]), Fraction(1))

    def equity(
        self,
        seats: Sequence[WeightedRange],
        board: Hand = (),
        dead: Hand = (),
        stacks: Sequence[Fraction | int] | None = None,
        pot: Fraction | int = 0,
    ) -> naive.Answer:
        """Go through every deal, one by one."""
        outcomes: dict[Fraction, Counter[tuple[int, ...]]] = {}
        answer = naive.Answer.of(len(seats))
        total = Fraction(0)
        for hands, full_board, weight in self.deals(seats, board, dead):
            first = tuple(self.winners(hands, full_board))
            outcomes.setdefault(weight, Counter())[first] += 1
            if stacks is not None:
                values = [self.value(hand, full_board) for hand in hands]
                for seat, chips in enumerate(naive.side_pots(values, stacks, pot)):
                    answer.chips[seat] += weight * chips
        for weight, times in outcomes.items():
            for first, deals in times.items():
                answer.deals += deals
                total += weight * deals
                sharing = len(first)
                answer.winners[sharing] = answer.winners.get(sharing, Fraction(0)) + weight * deals
                for seat in first:
                    (answer.wins if sharing == 1 else answer.ties)[seat] += deals
                    (answer.win if sharing == 1 else answer.tie)[seat] += weight * deals
                    answer.equity[seat] += weight * deals / sharing
        for seat in range(len(seats)):
            answer.losses[seat] = answer.deals - answer.wins[seat] - answer.ties[seat]
            for shares in (answer.equity, answer.win, answer.tie, answer.chips):
                shares[seat] /= total
        answer.winners = {k: x / total for k, x in sorted(answer.winners.items())}
        return answer

    def odds(
        self, hands: WeightedRange, dead: Hand = (), board: Hand = ()
    ) -> tuple[Counter[str], dict[str, Fraction]]:
        """Count what hands become by category, and weigh it."""
        counts: Counter[str] = Counter()
        weights: dict[str, Fraction] = {}
        for (hand,), full_board, weight in self.deals([hands], board, dead):
            if self.exactly_two:
                best = max(
                    (
                        (*two, *three)
                        for two in itertools.combinations(hand, 2)
                        for three in itertools.combinations(full_board, 3)
                    ),
                    key=self.order.value_of_cards,
                )
            else:
                best = (*hand, *full_board)
            category = self.order.category(best)
            counts[category] += 1
            weights[category] = weights.get(category, Fraction(0)) + weight
        total = sum(weights.values())
        return counts, {category: weight / total for category, weight in weights.items()}

    def simulate(
        self,
        seats: Sequence[Hand],
        dead: Hand = (),
        deals: int = 1000,
        seed: int = 0,
    ) -> tuple[list[float], Counter[int]]:
        """Deal at random to seats of known cards: mean shares, and how often how many share."""
        source = random.Random(seed)
        gone = {*dead, *itertools.chain.from_iterable(seats)}
        live = [c for c in self.order.deck if c not in gone]
        missing = [self.hole - len(seat) for seat in seats]
        share, sharing = [0.0] * len(seats), Counter[int]()
        for _ in range(deals):
            dealt = iter(source.sample(live, sum(missing) + self.board))
            hands = [
                (*seat, *itertools.islice(dealt, more))
                for seat, more in zip(seats, missing, strict=True)
            ]
            first = self.winners(hands, tuple(dealt))
            sharing[len(first)] += 1
            for seat in first:
                share[seat] += 1 / len(first)
        return [x / deals for x in share], sharing


def equity_array(
    table: Table, hands: Sequence[Hand], board: Hand = (), dead: Hand = ()
) -> naive.Answer:
    """Go through every deal of known hands in which only one seat, or only the board, is dealt."""
    used = {*board, *dead, *itertools.chain.from_iterable(hands)}
    live = [c for c in table.order.deck if c not in used]
    missing = [table.hole - len(hand) for hand in hands]
    to_come = table.board - len(board)
    assert sum(more > 0 for more in (*missing, to_come)) <= 1
    dealt = naive.combinations_array(live, max(*missing, to_come))
    boards = np.tile(np.array(board, dtype=np.uint8), (len(dealt), 1))
    if to_come:
        boards = np.hstack([boards, dealt])
    values = []
    for hand, more in zip(hands, missing, strict=True):
        full = np.tile(np.array(hand, dtype=np.uint8), (len(dealt), 1))
        if more:
            full = np.hstack([full, dealt])
        if table.exactly_two:
            values.append(table.order.omaha_array(full, boards))
        elif len(hand) == table.order.size and hand[-1] in JOKERS:
            values.append(table.order.one_joker_array(full[:1, :-1]).repeat(len(dealt)))
        else:
            values.append(table.order.best_array(np.hstack([full, boards])))
    first = np.array(values) == np.max(values, axis=0)
    sharing = first.sum(axis=0)
    answer = naive.Answer.of(len(hands))
    answer.deals = len(dealt)
    for seat in range(len(hands)):
        answer.wins[seat] = int((first[seat] & (sharing == 1)).sum())
        answer.ties[seat] = int((first[seat] & (sharing > 1)).sum())
        answer.losses[seat] = int((~first[seat]).sum())
        answer.equity[seat] = sum(
            (
                Fraction(int((first[seat] & (sharing == count)).sum()), count * answer.deals)
                for count in range(1, len(hands) + 1)
            ),
            Fraction(0),
        )
    return answer


def seat(text: str, table: Table) -> WeightedRange:
    """Read a seat: any hand, known cards, or a two-card range of down cards; then up cards."""
    down, _, up = text.partition("/")
    if down.strip("?") in ("", "random"):
        return [(tuple(cards(up)), 1.0)]
    if "," in down or ":" in down or (len(down) < 4 and down[-1] not in naive.SUITS):
        if up or table.hole == 2:
            found = [(hand, weight) for hand, weight in naive.expand(down)]
        else:
            parts = (entry.partition(":") for entry in down.split(","))
            found = [(tuple(cards(hand)), float(weight or 1)) for hand, _, weight in parts]
    else:
        found = [(tuple(cards(down)), 1.0)]
    shown = tuple(cards(up))
    return [((*hand, *shown), weight) for hand, weight in found if not set(hand) & set(shown)]
