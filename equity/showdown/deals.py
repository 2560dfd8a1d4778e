"""A question about a showdown, and the deals it allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from equity.cards import cards_of, format_cards
from equity.errors import CardError
from equity.ranges import Range
from equity.showdown import _fit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.showdown.game import Showdown

__all__ = ["Question", "Seat", "seats_of", "suit_maps"]

MOST_TRIED = 100_000_000
"""Combos that the search for one fitting deal tries before it gives up."""


@dataclass(frozen=True, slots=True)
class Question:
    """Who holds what, what is known, and which pots are contested; hashable and picklable."""

    game: Showdown
    ranges: tuple[Range, ...]
    """One a seat, as given."""
    board: int = 0
    """Known board cards, one bit a card."""
    dead: int = 0
    """Cards out of the deck, one bit a card."""
    eligible: tuple[int, ...] = ()
    """By pot, the seats that may win it, one bit a seat; the first has all seats."""

    @property
    def live(self) -> int:
        """Cards neither on the board nor dead, one bit a card."""
        return self.game.deck.mask & ~self.board & ~self.dead

    @property
    def to_come(self) -> int:
        """How many board cards are to come."""
        return self.game.board - self.board.bit_count()

    @property
    def uniform(self) -> bool:
        """Whether the weights of every range are equal."""
        return all(hands.is_uniform for hands in self.ranges)


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """What a seat can hold, once cards that others surely hold are gone."""

    masks: NDArray[np.uint64]
    """Combos, one bit a card."""
    weights: NDArray[np.float64]
    """Their weights, the largest being 1."""
    is_random: bool
    """Whether the seat holds any hand of the live cards, all with one weight."""

    @property
    def is_known(self) -> bool:
        """Whether there is one combo only."""
        return len(self.masks) == 1 and not self.is_random


@lru_cache(maxsize=64)
def seats_of(question: Question) -> tuple[Seat, ...]:
    """Give what each seat can hold, after proving that all can be dealt together.

    Parameters
    ----------
    question : Question
        The seats, the board and the dead cards.

    Returns
    -------
    tuple of Seat
        One a seat; combos that a card known elsewhere rules out are gone.

    Raises
    ------
    CardError
        Too few cards, nothing left of a range, or ranges that do not fit together.
    """
    game = question.game
    _check_number(question)
    gone = question.board | question.dead
    hands = []
    for number, given in enumerate(question.ranges, 1):
        left = given.without(gone)
        if not len(left):
            raise CardError(f"seat {number}: {_why_nothing(given, question)}")
        hands.append(left)
    known = _known_cards(hands)
    while True:
        taken = 0
        for _, mask in known.items():
            taken |= mask
        changed = False
        for at, left in enumerate(hands):
            if at in known or question.ranges[at].is_full:
                continue
            rest = left.without(taken)
            if not len(rest):
                raise CardError(
                    f"seat {at + 1}: nothing of {question.ranges[at]} is left; "
                    f"{format_cards(reversed(cards_of(taken)))} are held by other seats"
                )
            changed = changed or len(rest) < len(left)
            hands[at] = rest
        more = _known_cards(hands)
        if not changed or more.keys() == known.keys():
            break
        known = more
    seats = tuple(
        Seat(
            left.masks,
            left.weights / left.weights.max(),
            question.ranges[at].is_full and len(left) > 1,
        )
        for at, left in enumerate(hands)
    )
    if game.hole == 2:
        _check_together(seats, question)
    return seats


def _check_number(question: Question) -> None:
    """Refuse a question that needs more cards than the deck has."""
    game = question.game
    seats = len(question.ranges)
    dead = question.dead.bit_count()
    needed = seats * game.hole + game.board + dead
    if needed > game.deck.size:
        parts = f"{seats * game.hole} hole cards"
        parts += f", {game.board} board cards" if game.board else ""
        parts += f", {dead} dead cards" if dead else ""
        raise CardError(
            f"{seats} seats need {needed} cards ({parts}); the deck has {game.deck.size}"
        )


def _why_nothing(given: Range, question: Question) -> str:
    """Say what took the last hand of a range away."""
    used = int(np.bitwise_or.reduce(given.masks)) if not given.is_full else question.game.deck.mask
    places = []
    for mask, place in ((question.board, "on the board"), (question.dead, "dead")):
        if used & mask:
            cards = cards_of(used & mask)
            verb = "is" if len(cards) == 1 else "are"
            places.append(f"{format_cards(reversed(cards))} {verb} {place}")
    return f"nothing of {given} is left; {' and '.join(places)}"


def _known_cards(hands: list[Range]) -> dict[int, int]:
    """Give the cards of the seats that hold one hand, by seat; refuse a card held twice."""
    known = {at: int(left.masks[0]) for at, left in enumerate(hands) if len(left) == 1}
    holder: dict[int, int] = {}
    for at, mask in known.items():
        for card in cards_of(mask):
            if card in holder:
                raise CardError(
                    f"{format_cards([card])} is held by seat {holder[card] + 1} and seat {at + 1}"
                )
            holder[card] = at
    return known


def _check_together(seats: tuple[Seat, ...], question: Question) -> None:
    """Refuse ranges of which no choice of combos has every card once."""
    ranged = sorted(
        (seat for seat in seats if not seat.is_random and not seat.is_known),
        key=lambda seat: (len(seat.masks), seat.masks.tobytes()),
    )
    if len(ranged) < 2:
        return
    masks = np.concatenate([seat.masks for seat in ranged])
    starts = np.cumsum([0, *(len(seat.masks) for seat in ranged)])
    same = [False, *(a.masks.tobytes() == b.masks.tobytes() for a, b in pairwise(ranged))]
    found = _fit.fits(masks, starts.astype(np.int64), np.array(same, np.uint8), MOST_TRIED)
    if found is None:
        raise CardError("it could not be settled whether these ranges fit together")
    if not found:
        names = ", ".join(
            f"seat {at + 1} ({hands})"
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


def count_fitting(seats: tuple[Seat, ...], live_cards: int, hole: int) -> int | None:
    """Count the ways to choose combos that fit, ``None`` where listing them would take long."""
    known = sum(seat.is_known for seat in seats)
    ranged = [seat for seat in seats if not seat.is_known and not seat.is_random]
    randoms = [seat for seat in seats if seat.is_random]
    if len(ranged) > 2:
        return None
    ways = 1
    if len(ranged) == 2:
        ways = disjoint_pairs(ranged[0].masks, ranged[1].masks)
    elif ranged:
        ways = len(ranged[0].masks)
    left = live_cards - hole * (known + len(ranged))
    for _ in randoms:
        ways *= comb(left, hole)
        left -= hole
    return ways


def disjoint_pairs(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> int:
    """Count the pairs of two-card combos, one of each array, that share no card."""
    by_card = [
        np.array([int(((masks >> np.uint64(card)) & np.uint64(1)).sum()) for card in range(52)])
        for masks in (first, second)
    ]
    both = len(np.intersect1d(first, second, assume_unique=True))
    return len(first) * len(second) - int(by_card[0] @ by_card[1]) + both
