"""A question about a showdown, and what it is once it has been proved and worked out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise, permutations
from math import comb
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from equity.cards import cards_of, format_cards
from equity.errors import CardError, cut
from equity.hand_sets import frozen, subsets
from equity.memory import remembered
from equity.ranges import Range
from equity.showdown import _disjoint

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.rankings.tables import Tables
    from equity.showdown.spec import Spec

__all__ = [
    "Job",
    "Question",
    "Seat",
    "Settled",
    "count_fitting",
    "job_of",
    "relabelled",
    "settle",
    "suit_maps",
]

MOST_SETTLED = 4
"""Questions, and jobs, that are kept with what was worked out of them."""
MOST_TRIED = 100_000_000
"""Combos that the search for one fitting deal tries before it gives up."""


@dataclass(frozen=True, slots=True)
class Question:
    """Who holds what, what is known, and which pots are contested; hashable and picklable."""

    spec: Spec
    ranges: tuple[Range, ...]
    """One a seat, as given; hands may have fewer cards than the game deals."""
    board: int = 0
    """Known board cards, one bit a card."""
    dead: int = 0
    """Cards out of the deck, one bit a card."""
    eligible: tuple[int, ...] = ()
    """By pot, the seats that may win it, one bit a seat; the first has all seats."""
    names: tuple[str, ...] = ()
    """What messages call the seats, if not by their numbers."""
    asker: int = 0
    """Of the dead cards, those in the hand of who asks, one bit a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """What a seat can hold, once cards that others surely hold are gone."""

    masks: NDArray[np.uint64]
    """Combos of known cards, one bit a card; a single empty one if nothing is known."""
    weights: NDArray[np.float64]
    """Their weights, the largest being 1."""
    draws: int
    """Cards that the seat is still dealt, from all that are left."""

    @property
    def is_uniform(self) -> bool:
        """Whether all its weights are equal."""
        return self.weights.strides == (0,) or bool((self.weights == self.weights[0]).all())

    @property
    def is_known(self) -> bool:
        """Whether all its cards are known."""
        return len(self.masks) == 1 and self.draws == 0

    @property
    def held(self) -> int:
        """The cards it surely holds, one bit a card."""
        return int(np.bitwise_and.reduce(self.masks))

    def holdings(self, live: int) -> int:
        """Count its complete hands from live cards."""
        size = int(self.masks[0]).bit_count()
        return len(self.masks) * comb(live.bit_count() - size, self.draws)


class Settled:
    """A question that can be answered, with what has been worked out of it.

    Made by :func:`settle`, which proves that the hands can be dealt together. It pickles as the
    question alone and is settled again where it arrives.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.spec = question.spec
        self.used = question.spec.used
        """Hole cards that must count, 0 for any."""
        self.board = question.board
        self.ranges = question.ranges
        self.eligible = question.eligible
        self.live = question.spec.deck.mask & ~question.board & ~question.dead
        """Cards neither on the board nor dead, one bit a card."""
        self.to_come = question.spec.board - question.board.bit_count()
        """How many board cards are to come."""
        self.seats, self.combos = _prove(question)
        """What each seat can hold, and the combos of all seats that have several, seat by seat."""
        self.uniform = all(seat.is_uniform for seat in self.seats)
        """Whether the weights of what each seat can hold are equal."""

    def __reduce__(self) -> tuple[Any, ...]:
        return settle, (self.question,)

    @cached_property
    def fives(self) -> Tables:
        """The look-up of five cards."""
        return self.spec.tables(5)

    @cached_property
    def holdings(self) -> tuple[tuple[NDArray[np.uint64], NDArray[np.float64]], ...]:
        """Every seat's hands and weights over a shared board."""
        return tuple(self.holdings_of(seat) for seat in self.seats)

    def holdings_of(self, seat: Seat) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """List a seat's hands over a shared board, with what it is dealt, and their weights."""
        if not seat.draws:
            return seat.masks, seat.weights
        others = sum(other.held for other in self.seats if other is not seat)
        masks = subsets(cards_of(self.live & ~others), seat.draws)
        return masks, np.broadcast_to(1.0, len(masks))

    def given_weights(self, seat: int, masks: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Give the weights of some combos of a seat as they were given."""
        given = self.ranges[seat]
        return np.asarray(given.weights[np.searchsorted(given.masks, masks)])

    @cached_property
    def kept_maps(self) -> NDArray[np.uint8]:
        """The relabellings of suits that leave all ranges, the board and the deck as they are."""
        kept = suit_maps(self.live, self.board)
        for seat in self.seats:
            if not seat.draws:
                kept = np.array([order for order in kept if _keeps(seat, order)], np.uint8)
        return kept


@remembered(MOST_SETTLED, grows=True)
def settle(question: Question) -> Settled:
    """Prove that a question can be answered, and keep what is worked out of it for a while.

    Parameters
    ----------
    question : Question
        The seats, the board and the dead cards.

    Returns
    -------
    Settled
        The same one while the question is among the last few.

    Raises
    ------
    CardError
        Too few cards, nothing left of a range, or ranges that do not fit together.
    """
    return Settled(question)


class Job:
    """A calculation about a settled question; it pickles as its kind and the question.

    What it works out stays with it, so a worker that does several chunks works it out once.
    """

    def __init__(self, settled: Settled) -> None:
        self.settled = settled
        self.spec = settled.spec

    def __reduce__(self) -> tuple[Any, ...]:
        return job_of, (type(self), self.settled)


J = TypeVar("J", bound=Job)


def job_of(kind: type[J], settled: Settled) -> J:
    """Give the job of a kind for a question; the same one while it is among the last few."""
    return cast("J", _job_of(kind, settled))


@remembered(MOST_SETTLED, grows=True)
def _job_of(kind: type[Job], settled: Settled) -> Job:
    """Make the job."""
    return kind(settled)


def _prove(question: Question) -> tuple[tuple[Seat, ...], NDArray[np.uint64]]:
    """Give what each seat can hold, after proving that all can be dealt together.

    The combos of all seats that have several are given as one array too.
    """
    _check_number(question)
    seats, combos = _side_by_side(_seats(question))
    _check_together(seats, combos, question)
    return seats, combos


def _seats(question: Question) -> tuple[Seat, ...]:
    """Give what each seat can hold, without what others surely hold."""
    gone = question.board | question.dead
    hands: list[Range | None] = []
    for at, given in enumerate(question.ranges):
        if given.is_full:
            # Any hand: nothing is known of it, it is dealt like the board.
            hands.append(None)
            continue
        left = given.without(gone)
        if not len(left):
            raise CardError(f"{_who(question, at)}: {_why_nothing(given, question)}")
        hands.append(left)
    _remove_held(hands, question)
    hole = question.spec.hole
    return tuple(
        Seat(np.zeros(1, np.uint64), np.ones(1), hole)
        if left is None
        else Seat(left.masks, _scaled(left), hole - left.size)
        for left in hands
    )


def _side_by_side(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], NDArray[np.uint64]]:
    """Put the combos of seats that have several into one array, of which the seats have parts.

    Simulations read them so, and of hands of six cards there is no room for them twice.
    """
    ranged = [at for at, seat in enumerate(seats) if len(seat.masks) > 1]
    if len(ranged) < 2:
        return seats, seats[ranged[0]].masks if ranged else frozen(np.zeros(0, np.uint64))
    combos = frozen(np.concatenate([seats[at].masks for at in ranged]))
    placed, start = list(seats), 0
    for at in ranged:
        end = start + len(seats[at].masks)
        placed[at] = replace(seats[at], masks=combos[start:end])
        start = end
    return tuple(placed), combos


def _scaled(hands: Range) -> NDArray[np.float64]:
    """Give the weights of a range, the largest being 1."""
    if hands.is_uniform:
        return np.broadcast_to(1.0, len(hands))
    largest = hands.weights.max()
    return hands.weights if largest == 1 else np.asarray(hands.weights / largest)


def _who(question: Question, at: int) -> str:
    """Name a seat in a message; a hand alone has no number."""
    if question.names:
        return question.names[at]
    return f"seat {at}" if len(question.ranges) > 1 else "hand"


def _check_number(question: Question) -> None:
    """Refuse a question that needs more cards than the deck has."""
    spec = question.spec
    seats = len(question.ranges)
    dead = question.dead.bit_count()
    needed = max(1, seats) * spec.hole + spec.board + dead
    if needed > spec.deck.size and seats < 2 and not question.names:
        raise CardError(f"a hand needs {needed} cards; the deck has {spec.deck.size}")
    if needed > spec.deck.size:
        parts = f"{seats * spec.hole} hole cards" if spec.board else f"{seats} hands of {spec.hole}"
        parts += f", {spec.board} board cards" if spec.board else ""
        parts += f", {dead} dead cards" if dead else ""
        raise CardError(
            f"{seats} seats need {needed} cards ({parts}); the deck has {spec.deck.size}"
        )


def _why_nothing(given: Range, question: Question) -> str:
    """Say what took the last hand of a range away."""
    used = int(np.bitwise_or.reduce(given.masks))
    places = []
    for mask, place in (
        (question.board, "on the board"),
        (question.asker, "in the hand"),
        (question.dead & ~question.asker, "dead"),
    ):
        if used & mask:
            cards = cards_of(used & mask)
            verb = "is" if len(cards) == 1 else "are"
            places.append(f"{format_cards(reversed(cards))} {verb} {place}")
    return f"nothing of {cut(str(given))} is left; {' and '.join(places)}"


def _remove_held(hands: list[Range | None], question: Question) -> None:
    """Take combos away that have a card which another seat surely holds, until none is left."""
    before: list[int] = []
    while True:
        held = [0 if left is None else int(np.bitwise_and.reduce(left.masks)) for left in hands]
        _refuse_held_twice(held, question)
        if held == before:
            return
        before = held
        everything = sum(held)
        for at, left in enumerate(hands):
            others = everything & ~held[at]
            if left is None or not others:
                continue
            rest = left.without(others)
            if not len(rest):
                cards = format_cards(
                    reversed(cards_of(others & int(np.bitwise_or.reduce(left.masks))))
                )
                others_are = "others hold" if question.names else "other seats hold"
                raise CardError(
                    f"{_who(question, at)}: nothing of {cut(str(question.ranges[at]))} is left; "
                    f"{others_are} {cards}"
                )
            hands[at] = rest


def _refuse_held_twice(held: list[int], question: Question) -> None:
    """Refuse a card that two seats surely hold."""
    seen = 0
    for at, mask in enumerate(held):
        if mask & seen:
            card = cards_of(mask & seen)[-1]
            first = next(other for other, cards in enumerate(held) if cards >> card & 1)
            two = f"{_who(question, first)} and {_who(question, at)}"
            raise CardError(f"{format_cards([card])} is held by {two}")
        seen |= mask


def _check_together(
    seats: tuple[Seat, ...], combos: NDArray[np.uint64], question: Question
) -> None:
    """Refuse ranges of which no choice of combos has every card once."""
    parts = [seat.masks for seat in seats if len(seat.masks) > 1]
    if len(parts) < 2:
        return
    sizes = np.array([len(part) for part in parts], np.int64)
    starts = np.cumsum(sizes) - sizes
    # equal ranges beside each other
    marks = [int(np.bitwise_xor.reduce(part)) for part in parts]
    order = sorted(range(len(parts)), key=lambda at: (len(parts[at]), marks[at]))
    same = [False, *(np.array_equal(parts[a], parts[b]) for a, b in pairwise(order))]
    found = _disjoint.fits(
        combos,
        starts[order],
        sizes[order],
        np.array(same, np.uint8),
        np.array([int(parts[at][0]).bit_count() for at in order], np.int32),
        MOST_TRIED,
    )
    if found is None:
        raise CardError("it could not be settled whether these ranges fit together")
    if not found:
        names = ", ".join(
            f"{_who(question, at)} ({cut(str(hands))})"
            for at, hands in enumerate(question.ranges)
            if not hands.is_full
        )
        raise CardError(f"these ranges cannot be held at the same time: {names}")


@lru_cache(maxsize=256)
def suit_maps(*masks: int) -> NDArray[np.uint8]:
    """Give the relabellings of suits that leave sets of cards as they are.

    Parameters
    ----------
    *masks : int
        Sets of cards, one bit a card.

    Returns
    -------
    ndarray of uint8, shape (g, 4)
        Each row gives the new suit by the old; they form a group.
    """
    ranks = [
        [sum(1 << r for r in range(13) if mask >> (4 * r + s) & 1) for s in range(4)]
        for mask in masks
    ]
    kept = [
        order
        for order in permutations(range(4))
        if all(of_suit[order[s]] == of_suit[s] for of_suit in ranks for s in range(4))
    ]
    return np.array(kept, np.uint8)


def relabelled(masks: NDArray[np.uint64], maps: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Relabel the suits of sets of cards: uint64[maps, sets]."""
    moved = np.zeros((len(maps), len(masks)), np.uint64)
    for row, order in zip(moved, maps, strict=True):
        for suit in range(4):
            of_suit = (masks >> np.uint64(suit)) & np.uint64(0x1111111111111)
            row |= of_suit << np.uint64(order[suit])
    return moved


def _keeps(seat: Seat, order: NDArray[np.uint8]) -> bool:
    """Tell whether relabelling suits leaves a seat's combos and weights as they are."""
    moved = relabelled(seat.masks, order[None])[0]
    at = np.argsort(moved)
    return bool((moved[at] == seat.masks).all() and (seat.weights[at] == seat.weights).all())


def count_fitting(seats: tuple[Seat, ...], live: int) -> int | None:
    """Count the ways to deal every seat, ``None`` where that would take listing them."""
    ranged = [seat for seat in seats if len(seat.masks) > 1]
    if len(ranged) > 2:
        return None
    ways = 1
    if len(ranged) == 2:
        pairs = disjoint_pairs(ranged[0].masks, ranged[1].masks)
        if pairs is None:
            return None
        ways = pairs
    elif ranged:
        ways = len(ranged[0].masks)
    left = live.bit_count() - sum(int(seat.masks[0]).bit_count() for seat in seats)
    for seat in seats:
        ways *= comb(left, seat.draws)
        left -= seat.draws
    return ways


def disjoint_pairs(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> int | None:
    """Count the pairs of combos, one of each array, that share no card.

    Two-card combos are counted by card; others are compared, ``None`` if that takes long.
    """
    if int(first[0]).bit_count() == 2 == int(second[0]).bit_count():
        by_card = [
            np.array([int(((masks >> np.uint64(card)) & np.uint64(1)).sum()) for card in range(54)])
            for masks in (first, second)
        ]
        both = len(np.intersect1d(first, second, assume_unique=True))
        return len(first) * len(second) - int(by_card[0] @ by_card[1]) + both
    if len(first) * len(second) > 20_000_000:
        return None
    return sum(int(((second & mask) == 0).sum()) for mask in first)
