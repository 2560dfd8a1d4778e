"""What a hand becomes by the last card: the chance of every category, counted or simulated.

Cards to come are counted by ranks and suits as boards are, whether they are shared or not. Jokers
are taken out first: for each number of them that may come, the natural cards are counted.
"""

from __future__ import annotations

from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.cards import JOKER
from equity.showdown import _boards, _disjoint
from equity.showdown.matchups import CHUNK_STEPS, MATCHUP_STEPS, strengths_by_board
from equity.showdown.question import Job, job_of, suit_maps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from equity.ranges import Range
    from equity.rankings.tables import Tables
    from equity.run import Outcome, Tally
    from equity.showdown.spec import Spec

__all__ = ["CategoryCount", "CategorySample", "categories_of"]

WHOLE_HAND_STEPS = 100_000
"""Steps to count more than five cards to come."""
SAMPLED = 400_000
"""Hands of a chunk of a simulation."""


class _Completion(Job):
    """One hand to be completed, or none: a question of one seat or without any."""

    @property
    def hand(self) -> Range | None:
        """What is held, if anything is said of it."""
        return self.settled.ranges[0] if self.settled.ranges else None

    @property
    def on_board(self) -> bool:
        """Whether a hand is looked up board by board, which knows no jokers."""
        return self.spec.board > 0 and self.hand is not None and not self.spec.deck.jokers

    @property
    def to_come(self) -> int:
        """How many cards are to come."""
        spec, hand = self.spec, self.hand
        if hand is None:
            held = 0
        elif spec.board:
            held = spec.hole
        else:
            held = 0 if hand.is_full else hand.size
        return spec.hole + spec.board - self.settled.board.bit_count() - held


class CategoryCount(_Completion):
    """Every completion of a hand, counted."""

    @cached_property
    def _hands(self) -> tuple[NDArray[Any], ...]:
        """Hands up to suits, how often each is there, its weight, and its strengths by board."""
        settled, spec = self.settled, self.spec
        masks, weights = np.zeros(1, np.uint64), np.zeros(0)
        if self.hand is not None:
            (seat,) = settled.seats
            masks, weights = settled.holdings_of(seat) if spec.board else (seat.masks, seat.weights)
            if self.hand.is_uniform:
                weights = np.zeros(0)
        times = np.ones(len(masks), np.int64)
        if len(masks) > 1 and not spec.deck.jokers:
            keys = _disjoint.canonical_keys(
                np.ascontiguousarray(masks[:, None]),
                suit_maps(settled.live, settled.board),
                comb(52, spec.hole),
            )
            _, first, inverse, times = np.unique(
                keys, return_index=True, return_inverse=True, return_counts=True
            )
            masks = masks[first]
            if len(weights):
                weights = np.bincount(inverse, weights, len(first)).astype(np.float64)
        if self.on_board:
            live, board = settled.live, settled.board
            rows, by_rank = strengths_by_board(spec, masks, live, board, self.to_come)
        else:
            rows = np.zeros(len(masks), np.int32)
            by_rank = spec.tables(spec.hole + spec.board).ranks[None]
        return masks, times.astype(np.int64), weights, rows, by_rank

    @property
    def units(self) -> int:
        """Hands that differ by more than suit relabelling."""
        return len(self._hands[0])

    @property
    def steps(self) -> float:
        """What it takes, in steps of about 5 ns."""
        each = MATCHUP_STEPS[self.to_come] if self.to_come <= 5 else WHOLE_HAND_STEPS
        return self.units * each * (1 + self.spec.deck.jokers)

    @property
    def chunk_units(self) -> int:
        """Hands of a chunk."""
        return max(1, int(CHUNK_STEPS * self.units / self.steps))

    def count(self, start: int, stop: int) -> Tally:
        """Count deals of some hands by category."""
        settled, spec = self.settled, self.spec
        hands, times, weights, rows, by_rank = self._hands
        complete = spec.tables(spec.ranking.size if spec.used else spec.hole + spec.board)
        placed = spec.tables(5) if self.on_board else complete
        counts = np.zeros(len(spec.ranking.categories), np.int64)
        weighted = np.zeros(len(spec.ranking.categories))
        used = spec.used if self.on_board else 0
        look_up = _LookUp(complete, placed.offsets, by_rank, used, spec.ranking.size)
        for at in range(start, stop):
            part = slice(at, at + 1)
            _count_completions(
                look_up,
                (hands[part] if self.on_board else np.zeros(1, np.uint64), rows[part]),
                # Known cards in hand are like a board that others do not share.
                settled.board if self.on_board else settled.board | int(hands[at]),
                settled.live & ~int(hands[at]),
                self.to_come,
                (times[part], weights[part] if len(weights) else weights),
                (counts, weighted),
            )
        return {"counts": counts, "weighted": weighted} if len(weights) else {"counts": counts}


class _LookUp(NamedTuple):
    """How complete hands are looked up."""

    table: Tables
    """Of all cards of a hand."""
    offsets: NDArray[np.int32]
    """Where the ranks of the cards to come lie."""
    by_rank: NDArray[np.uint16]
    """Strengths by row of hole cards and place of the cards to come."""
    used: int
    """Hole cards that must count, 0 for any."""
    size: int
    """Cards that count."""


def _count_completions(
    look_up: _LookUp,
    held: tuple[NDArray[np.uint64], NDArray[np.int32]],
    known: int,
    left: int,
    to_come: int,
    each: tuple[NDArray[np.int64], NDArray[np.float64]],
    out: tuple[NDArray[np.int64], NDArray[np.float64]],
) -> None:
    """Add what one hand becomes, by category, for each number of jokers that may come.

    `held` are hole cards beside a board and their row, `known` cards that lie, `left` those that
    may come; `each` is how many hands it stands for and their weight.
    """
    table = look_up.table
    (times, weights), (counts, weighted) = each, out
    jokers = 3 << JOKER
    sure, come = (known & jokers).bit_count(), (left & jokers).bit_count()
    for wild in range(min(come, to_come) + 1):
        ways = comb(come, wild)
        _boards.count_categories(
            *held,
            look_up.by_rank,
            table.flushes[sure + wild],
            table.keys,
            look_up.offsets,
            left & ~jokers,
            known & ~jokers,
            to_come - wild,
            look_up.used,
            look_up.size,
            sure + wild,
            table.categories,
            times * ways,
            weights * ways,
            counts,
            weighted,
        )


def categories_of(spec: Spec, held: Sequence[int], live: int) -> NDArray[np.int64]:
    """Count what hands without a board become by live cards, int64[hands, categories]."""
    hole = spec.hole
    table, size = spec.tables(hole), spec.ranking.size
    look_up = _LookUp(table, table.offsets, table.ranks[None], 0, size)
    nothing = np.zeros(1, np.uint64), np.zeros(1, np.int32)
    once = np.ones(1, np.int64), np.zeros(0)
    counts = np.zeros((len(held), len(spec.ranking.categories)), np.int64)
    for row, known in zip(counts, held, strict=True):
        to_come = hole - known.bit_count()
        _count_completions(look_up, nothing, known, live, to_come, once, (row, np.zeros(len(row))))
    return counts


class CategorySample(_Completion):
    """Random completions of a hand."""

    @property
    def chunk_deals(self) -> int:
        """Hands of a chunk."""
        return SAMPLED // 8 if self.spec.used else SAMPLED

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate: deals by category."""
        from equity.showdown.simulation import Strengths

        counts = job_of(Strengths, self.settled).counts(state, deals)
        places = np.zeros(len(self.spec.ranking.categories), np.int64)
        table = self.spec.tables(5 if self.spec.used else self.spec.hole + self.spec.board)
        scale = 4 if len(table.tops) else 1
        for strength in np.flatnonzero(counts).tolist():
            places[table.categories[strength // scale]] += counts[strength]
        return {"counts": places}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of a category's probability."""
        counts = tally["counts"]
        total = counts.sum() + 2
        chance = (counts + 1) / total
        return float(np.sqrt(chance * (1 - chance) / (total - 1)).max())

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally
