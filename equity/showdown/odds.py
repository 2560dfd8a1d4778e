"""What a hand becomes by the last card: the chance of every category, counted or simulated.

Cards to come are counted by ranks and suits as boards are, whether they are shared or not. Jokers
are taken out first: for each number of them that may come, the natural cards are counted. Hands
that suit relabelling makes equal are counted once. Those of five and six unknown hole cards are too
many to be listed: each chunk makes its own, by their ranks, which relabelling leaves as they are.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from equity.cards import JOKER, cards_of
from equity.hand_sets import subsets
from equity.showdown import _boards, _disjoint
from equity.showdown.matchups import CHUNK_STEPS, MATCHUP_STEPS, strengths_by_board
from equity.showdown.question import Job, job_of, suit_maps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.ranges import Range
    from equity.rankings.tables import Tables
    from equity.showdown.spec import Spec

__all__ = ["CategoryCount", "CategorySample", "categories_of"]

WHOLE_HAND_STEPS = 100_000
"""Steps to count more than five cards to come."""
SAMPLED = 400_000
"""Hands of a chunk of a simulation."""
MOST_AT_ONCE = 1_000_000
"""Unknown hands that are listed at once."""


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
    def number(self) -> int:
        """How many hands there are."""
        if self.hand is None:
            return 1
        (seat,) = self.settled.seats
        return seat.holdings(self.settled.live) if self.spec.board else len(seat.masks)

    @property
    def by_ranks(self) -> bool:
        """Whether a unit is all hands of the same ranks: nothing is known of too many to list."""
        hand = self.hand
        return hand is not None and hand.is_full and self.on_board and self.number > MOST_AT_ONCE

    @cached_property
    def _hands(self) -> _Listed:
        """Hands up to suits."""
        settled, spec = self.settled, self.spec
        masks, weights = np.zeros(1, np.uint64), np.zeros(0)
        if self.hand is not None:
            (seat,) = settled.seats
            masks, weights = settled.holdings_of(seat) if spec.board else (seat.masks, seat.weights)
            if self.hand.is_uniform:
                weights = np.zeros(0)
        if len(masks) > 1 and not spec.deck.jokers:
            return self._tabulated(*self._relabelled_once(masks, weights))
        return self._tabulated(masks, np.ones(len(masks), np.int64), weights)

    @cached_property
    def _ranks(self) -> list[tuple[int, ...]]:
        """The ranks that a hand of live cards can have, low rank first."""
        left = [(self.settled.live >> 4 * rank & 15).bit_count() for rank in range(13)]
        return [
            ranks
            for ranks in combinations_with_replacement(range(13), self.spec.hole)
            if all(ranks.count(rank) <= left[rank] for rank in set(ranks))
        ]

    def _of_ranks(self, ranks: tuple[int, ...]) -> NDArray[np.uint64]:
        """List the hands of live cards that have these ranks."""
        hands = np.zeros(1, np.uint64)
        for rank in sorted(set(ranks)):
            cards = cards_of(self.settled.live & 15 << 4 * rank)
            hands = (hands[:, None] | subsets(cards, ranks.count(rank))).ravel()
        return hands

    def _relabelled_once(
        self, masks: NDArray[np.uint64], weights: NDArray[np.float64]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.float64]]:
        """Give hands that relabelling makes equal once: hands, how often each is there, weights."""
        keys = _disjoint.canonical_keys(
            np.ascontiguousarray(masks[:, None]), self._maps, comb(52, self.spec.hole)
        )
        if not len(weights):
            _, first, times = np.unique(keys, return_index=True, return_counts=True)
            return masks[first], times.astype(np.int64), weights
        _, first, inverse, times = np.unique(
            keys, return_index=True, return_inverse=True, return_counts=True
        )
        weights = np.bincount(inverse, weights, len(first)).astype(np.float64)
        return masks[first], times.astype(np.int64), weights

    def _tabulated(
        self,
        masks: NDArray[np.uint64],
        times: NDArray[np.int64],
        weights: NDArray[np.float64],
    ) -> _Listed:
        """Add the rows of hands, and their strengths by board."""
        settled, spec = self.settled, self.spec
        if self.on_board:
            live, board = settled.live, settled.board
            rows, by_rank = strengths_by_board(spec, masks, live, board, self.to_come)
        else:
            rows = np.zeros(len(masks), np.int32)
            by_rank = spec.tables(spec.hole + spec.board).ranks[None]
        return _Listed(masks, times, weights, rows, by_rank)

    @property
    def _maps(self) -> NDArray[np.uint8]:
        """The relabellings of suits that leave the known cards as they are."""
        return suit_maps(self.settled.live, self.settled.board)

    @property
    def units(self) -> int:
        """Hands that differ by more than suit relabelling, or by their ranks."""
        return len(self._ranks if self.by_ranks else self._hands.masks)

    @property
    def _steps_each(self) -> int:
        """Steps of a hand."""
        each = MATCHUP_STEPS[self.to_come] if self.to_come <= 5 else WHOLE_HAND_STEPS
        return each * (1 + self.spec.deck.jokers)

    @property
    def least_steps(self) -> float:
        """A bound of the steps from below, for which no hand is listed."""
        if self.by_ranks:
            return self.steps
        relabelled = self.number > 1 and not self.spec.deck.jokers
        return -(-self.number // (len(self._maps) if relabelled else 1)) * self._steps_each

    @cached_property
    def steps(self) -> float:
        """What it takes, in steps of about 5 ns."""
        if self.by_ranks:
            return _orbits(self.settled.live, self.spec.hole, self._maps) * self._steps_each
        return self.units * self._steps_each

    @property
    def chunk_units(self) -> int:
        """Units of a chunk."""
        return max(1, int(CHUNK_STEPS * self.units / self.steps))

    def count(self, start: int, stop: int) -> Tally:
        """Count deals of some hands by category."""
        if self.by_ranks:
            masks = np.concatenate([self._of_ranks(ranks) for ranks in self._ranks[start:stop]])
            return self._count(self._tabulated(*self._relabelled_once(masks, np.zeros(0))))
        part, hands = slice(start, stop), self._hands
        return self._count(
            _Listed(
                hands.masks[part],
                hands.times[part],
                hands.weights[part],
                hands.rows[part],
                hands.by_rank,
            )
        )

    def _count(self, hands: _Listed) -> Tally:
        """Count deals of hands by category."""
        settled, spec = self.settled, self.spec
        complete = spec.tables(spec.ranking.size if spec.used else spec.hole + spec.board)
        placed = spec.tables(5) if self.on_board else complete
        counts = np.zeros(len(spec.ranking.categories), np.int64)
        weighted = np.zeros(len(spec.ranking.categories))
        used = spec.used if self.on_board else 0
        look_up = _LookUp(complete, placed.offsets, hands.by_rank, used, spec.ranking.size)
        out, left, to_come = (counts, weighted), settled.live, self.to_come
        if self.on_board:
            held, each = (hands.masks, hands.rows), (hands.times, hands.weights)
            _count_completions(look_up, held, settled.board, left, to_come, each, out)
        else:
            for at, mask in enumerate(hands.masks.tolist()):
                part = slice(at, at + 1)
                held = np.zeros(1, np.uint64), hands.rows[part]
                weights = hands.weights[part] if len(hands.weights) else hands.weights
                each = hands.times[part], weights
                # Known cards in hand are like a board that others do not share.
                known = settled.board | mask
                _count_completions(look_up, held, known, left & ~mask, to_come, each, out)
        return (
            {"counts": counts, "weighted": weighted} if len(hands.weights) else {"counts": counts}
        )


class _Listed(NamedTuple):
    """Hands that are counted, each for all that relabelling makes equal to it."""

    masks: NDArray[np.uint64]
    times: NDArray[np.int64]
    """How often each is there."""
    weights: NDArray[np.float64]
    """Summed over these; empty if weights do not differ."""
    rows: NDArray[np.int32]
    """Their rows of `by_rank`."""
    by_rank: NDArray[np.uint16]
    """Strengths by ranks of hole cards and board."""


def _orbits(live: int, size: int, maps: NDArray[np.uint8]) -> int:
    """Count the hands of live cards that differ by more than these relabellings of suits.

    They are as many as the hands that a relabelling leaves as they are, on average over all
    (Burnside); such a hand has all cards that the relabelling takes to each other, or none.
    """
    total = 0
    for order in maps.tolist():
        ways = [1] + [0] * size
        left = live
        while left:
            card = first = left.bit_length() - 1
            cycle = 0
            while left >> card & 1:
                left ^= 1 << card
                cycle += 1
                card = card & ~3 | order[card & 3]
            assert card == first
            for held in range(size, cycle - 1, -1):
                ways[held] += ways[held - cycle]
        total += ways[size]
    return total // len(maps)


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
