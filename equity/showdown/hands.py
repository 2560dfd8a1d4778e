"""Hands that are complete in themselves, without a shared board, counted."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import cards_of
from equity.hand_sets import subsets
from equity.rankings.sets import places_of
from equity.showdown import _hands
from equity.showdown.matchups import CHUNK_STEPS
from equity.showdown.question import Job, Seat, Settled
from equity.showdown.sweep import LEAST_FITTING, two_seats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.showdown.spec import Spec

__all__ = ["DEAL_STEPS", "HAND_STEPS", "HandSweep", "Hands", "all_strengths", "hand_sweep_steps"]

HAND_STEPS, SUBSET_STEPS, DEAL_STEPS = 4, 1, 1
"""Steps to list a complete hand, of each of its subsets in a sweep, and of a deal one at a time."""
MOST_VARYING = 5
"""Cards of a hand that may vary in a sweep of complete hands."""
MOST_COMPARED, MOST_UNEQUAL = 5_000_000, 1e3
"""Pairs of combos that are compared to know what fits together; else, how many times the smallest
weight the largest may be."""
SLAYS = 0x8000
"""Set in the strength of a 2-3-5 that may beat three of a kind."""


class Hands(Job):
    """Complete hands of every seat, one deal at a time."""

    @cached_property
    def _complete(self) -> tuple[Any, ...]:
        """Every seat's complete hands, the seat with most first.

        The seats' order, what varies of the hands, strengths by part of the pot and weights, where
        each seat's begin.
        """
        found = [_complete_hands_of(self.settled, seat) for seat in self.settled.seats]
        order = sorted(range(len(found)), key=lambda at: -len(found[at][0]))
        parts = [
            np.ascontiguousarray(np.concatenate([found[at][part] for at in order], axis=-1))
            for part in range(3)
        ]
        starts = np.cumsum([0, *(len(found[at][0]) for at in order)]).astype(np.int64)
        return order, parts[0], (parts[1], parts[2]), starts

    @property
    def units(self) -> int:
        """Hands of the seat that has most."""
        return int(np.diff(self._complete[3])[0])

    @property
    def chunk_units(self) -> int:
        """Hands of that seat in a chunk."""
        sizes = np.diff(self._complete[3])
        return max(1, int(CHUNK_STEPS / DEAL_STEPS / max(1.0, float(np.prod(sizes[1:])))))

    def count(self, start: int, stop: int) -> Tally:
        """Count deals by pot, seat and number of winners."""
        settled, spec = self.settled, self.spec
        order, masks, (strengths, weights), starts = self._complete
        if len(strengths) > 1:
            return self._count_split(start, stop)
        seats, pots = len(order), len(settled.eligible)
        shares = np.zeros((pots, seats, seats + 1), np.int64)
        weighted = np.zeros((0 if settled.uniform else pots, seats, seats + 1))
        eligible = [
            sum((mask >> seat & 1) << at for at, seat in enumerate(order))
            for mask in settled.eligible
        ]
        _hands.count_hands(
            masks,
            strengths[0],
            weights,
            starts,
            start,
            stop,
            np.array(eligible, np.uint32),
            2 * spec.slayer_strengths[2],
            2 * spec.slayer_strengths[3] + 1,
            shares,
            weighted,
        )
        tally: Tally = {"shares": np.empty_like(shares)}
        tally["shares"][:, order] = shares
        if not settled.uniform:
            tally["weighted"] = np.empty_like(weighted)
            tally["weighted"][:, order] = weighted
        return tally

    def _count_split(self, start: int, stop: int) -> Tally:
        """Count deals by pot, seat, winners of the first part and winners of the second."""
        settled = self.settled
        order, masks, (strengths, weights), starts = self._complete
        seats, pots = len(order), len(settled.eligible)
        joint = np.zeros((pots, seats, seats + 1, seats + 2), np.int64)
        weighted = np.zeros((0 if settled.uniform else pots, *joint.shape[1:]))
        sharers = np.zeros(seats + 1)
        eligible = [
            sum((mask >> seat & 1) << at for at, seat in enumerate(order))
            for mask in settled.eligible
        ]
        _hands.count_split(
            masks,
            strengths,
            weights,
            starts,
            start,
            stop,
            np.array(eligible, np.uint32),
            joint,
            weighted,
            sharers,
        )
        tally: Tally = {"joint": np.empty_like(joint), "sharers": sharers}
        tally["joint"][:, order] = joint
        if settled.uniform:
            tally["sharers"] = sharers.astype(np.int64)
        else:
            tally["weighted"] = np.empty_like(weighted)
            tally["weighted"][:, order] = weighted
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally


def _complete_hands_of(settled: Settled, seat: Seat) -> tuple[NDArray[Any], ...]:
    """List a seat's complete hands: what varies of them, their strengths and weights."""
    spec, seats = settled.spec, settled.seats
    held = sum(other.held for other in seats)
    live = settled.live & ~held
    if spec.by_sets:
        masks = _completed(seat, live)
        strengths = np.ascontiguousarray(spec.parts[:, places_of(masks, spec.hole)])
    else:
        table = spec.tables(spec.hole)
        masks, strengths = _hands.complete_hands(table, seat.masks, live, seat.draws)
        strengths = _marked(spec, seats.index(seat), masks, strengths)[None]
    each = len(masks) // len(seat.masks)
    return masks & ~np.uint64(seat.held), strengths, np.repeat(seat.weights, each)


def _completed(seat: Seat, live: int) -> NDArray[np.uint64]:
    """List what a seat's combos may become with cards that are left."""
    return np.concatenate(
        [mask | subsets(cards_of(live & ~int(mask)), seat.draws) for mask in seat.masks]
    )


def all_strengths(spec: Spec) -> NDArray[np.int64]:
    """Count the hands of a deck by strength, where a hand has just the cards that count."""
    nothing = np.zeros(1, np.uint64)
    table = spec.tables(spec.hole)
    _, strengths = _hands.complete_hands(table, nothing, spec.deck.mask, spec.hole)
    return np.bincount(strengths, minlength=table.distinct + 5)


def _marked(
    spec: Spec, seat: int, masks: NDArray[np.uint64], strengths: NDArray[np.uint16]
) -> NDArray[np.uint16]:
    """Add what one number cannot say: the rule of 2-3-5, and who loses a tie."""
    slayer, last_slayer, _, _ = spec.slayer_strengths
    if not slayer and not any(spec.favours(other) for other in (0, 1)):
        return strengths
    marked = 2 * strengths + spec.favours(seat)
    if slayer:
        slays = (strengths >= slayer) & (strengths <= last_slayer)
        if spec.slayer == "rainbow":
            for suit in range(4):
                of_suit = masks & np.uint64(0x1111111111111 << suit)
                slays &= (of_suit & (of_suit - np.uint64(1))) == 0
        marked[slays] |= SLAYS
    return np.asarray(marked, np.uint16)


class HandSweep(Job):
    """Complete hands of two players, all pairs in one sweep."""

    @property
    def is_accurate(self) -> bool:
        """Whether it is as accurate as comparing one deal at a time."""
        return self.settled.uniform or _fits_in_hands(self.settled.seats)

    @property
    def units(self) -> int:
        """It cannot be divided."""
        return 1

    @property
    def chunk_units(self) -> int:
        """It cannot be divided."""
        return 1

    def count(self, start: int, stop: int) -> Tally:
        """Count wins, ties and losses of the first seat."""
        settled = self.settled
        hands = []
        for seat in settled.seats:
            masks, strengths, weights = _complete_hands_of(settled, seat)
            order = np.argsort(strengths[0], kind="stable")
            hands.append((masks[order], strengths[0][order], weights[order]))
        (first, first_strengths, first_weights), (second, second_strengths, second_weights) = hands
        ones = [np.ones(len(first), np.int64), np.ones(len(second), np.int64)]
        counts = _hands.sweep_hands(
            first, first_strengths, ones[0], second, second_strengths, ones[1]
        )
        tally: Tally = {"shares": two_seats(*counts, np.int64)[None]}
        if not settled.uniform:
            masses = _hands.sweep_hands(
                first, first_strengths, first_weights, second, second_strengths, second_weights
            )
            tally["weighted"] = two_seats(*masses, np.float64)[None]
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally


def hand_sweep_steps(settled: Settled, hands: int) -> float | None:
    """Give the steps of a sweep of so many complete hands; ``None`` if there is none."""
    spec = settled.spec
    if (
        len(settled.seats) != 2
        or settled.eligible[1:]
        or len(spec.pots) > 1
        or spec.slayer != "off"
    ):
        return None
    varying = max(
        int(seat.masks[0]).bit_count() - seat.held.bit_count() + seat.draws
        for seat in settled.seats
    )
    if varying > MOST_VARYING:
        return None
    return hands * (HAND_STEPS + 2.0**varying * SUBSET_STEPS * 2)


def _fits_in_hands(seats: tuple[Seat, ...]) -> bool:
    """Tell whether enough of two ranges' weight fits together for a sweep of complete hands."""
    ours, theirs = seats
    if len(ours.masks) * len(theirs.masks) > MOST_COMPARED:
        return all(seat.weights.min() * MOST_UNEQUAL >= seat.weights.max() for seat in seats)
    if len(ours.masks) > len(theirs.masks):
        ours, theirs = theirs, ours
    fitting = sum(
        float(weight) * float(theirs.weights[(theirs.masks & mask) == 0].sum())
        for mask, weight in zip(ours.masks, ours.weights, strict=True)
    )
    return fitting >= LEAST_FITTING * float(ours.weights.sum() * theirs.weights.sum())
