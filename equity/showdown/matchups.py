"""Known hands against each other over a shared board, matchup by matchup."""

from __future__ import annotations

from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.showdown import _boards, _disjoint
from equity.showdown.question import Job, Settled, suit_maps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.showdown.spec import Spec

__all__ = [
    "CHUNK_STEPS",
    "MATCHUP_STEPS",
    "ManyMatchups",
    "Matchups",
    "has_short_keys",
    "matchup_steps",
    "strengths_by_board",
]

MATCHUP_STEPS = (60, 80, 300, 1_200, 4_500, 12_000)
"""Steps of a matchup for each seat, by board cards to come; a step is about 5 ns."""
OMAHA_STEPS = (200, 600, 2_500, 5_000, 12_000, 24_000)
"""The same where exactly two hole cards count, with their flushes."""
OMAHA_HAND_STEPS = (4_000, 4_000, 4_500, 6_000, 15_000, 40_000)
"""Steps to tabulate the ranks of such a hand, by board cards to come."""
RANK_HANDS = (1, 13, 91, 455, 1_820, 6_175, 18_395)
"""How many hands of so many cards there are by rank."""
LISTING_STEPS = 20
"""Steps to list a matchup and to find its like."""
CHUNK_STEPS = 6_000_000
"""Steps of a chunk, some 30 ms."""
MOST_LISTED = 5_000_000
"""Matchups that are listed at most."""


def matchup_steps(settled: Settled) -> int:
    """Give the steps of one matchup."""
    steps = OMAHA_STEPS if settled.used else MATCHUP_STEPS
    return steps[settled.to_come] * len(settled.ranges)


def has_short_keys(settled: Settled) -> bool:
    """Tell whether the hands of all seats together fit one 64-bit number."""
    return bool(comb(52, settled.spec.hole) ** len(settled.ranges) < 1 << 64)


class Matchups(Job):
    """Known hands against each other on every completion of the board."""

    @cached_property
    def _listed(self) -> tuple[NDArray[Any], ...]:
        """Hands, how often each matchup is there, and its weight (empty if weights are equal)."""
        settled = self.settled
        if all(seat.is_known for seat in settled.seats):
            hands = np.array([[seat.masks[0] for seat in settled.seats]], np.uint64)
            return hands, np.ones(1, np.int64), np.zeros(0)
        held = settled.holdings
        starts = np.cumsum([0, *(len(masks) for masks, _ in held)]).astype(np.int64)
        masks = np.concatenate([masks for masks, _ in held])
        weights = np.concatenate([weights for _, weights in held])
        found = _disjoint.list_fitting(masks, weights, starts, MOST_LISTED)
        assert found is not None  # there are no more choices than that
        rows, products = found
        hands = np.ascontiguousarray(masks[rows + starts[:-1]])
        if settled.uniform:
            products = np.zeros(0)
        if not has_short_keys(settled):
            return hands, np.ones(len(hands), np.int64), products
        keys = _disjoint.canonical_keys(
            hands, suit_maps(settled.live, settled.board), comb(52, self.spec.hole)
        )
        _, first, inverse, times = np.unique(
            keys, return_index=True, return_inverse=True, return_counts=True
        )
        if len(products):
            products = np.bincount(inverse, products, len(first)).astype(np.float64)
        return np.ascontiguousarray(hands[first]), times.astype(np.int64), products

    @cached_property
    def _strengths(self) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
        """Flushless strengths by hole ranks and board, and which row each hand has."""
        settled = self.settled
        return strengths_by_board(
            self.spec, self._listed[0], settled.live, settled.board, settled.to_come
        )

    @property
    def units(self) -> int:
        """Matchups that differ by more than suit relabelling."""
        return len(self._listed[1])

    @property
    def chunk_units(self) -> int:
        """Matchups of a chunk."""
        return max(1, CHUNK_STEPS // matchup_steps(self.settled))

    def count(self, start: int, stop: int) -> Tally:
        """Count the deals of some matchups by pot, seat and number of winners."""
        part = slice(start, stop)
        hands, times, weights = self._listed
        rows, by_rank = self._strengths
        return _count_matchups(
            self.settled, hands[part], times[part], weights[part], rows[part], by_rank
        )

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally


def _count_matchups(
    settled: Settled,
    hands: NDArray[np.uint64],
    times: NDArray[np.int64],
    weights: NDArray[np.float64],
    rows: NDArray[np.int32],
    by_rank: NDArray[np.uint16],
) -> Tally:
    """Count the deals of matchups; `weights` may be empty for none that differ."""
    fives = settled.fives
    seats = hands.shape[1]
    eligible = np.array(settled.eligible, np.uint32)
    shares = np.zeros((len(eligible), seats, seats + 1), np.int64)
    weighted = np.zeros((len(eligible), seats, seats + 1))
    _boards.count_matchups(
        hands,
        rows,
        by_rank,
        fives.flushes[0],
        fives.keys,
        fives.offsets,
        settled.live,
        settled.board,
        settled.to_come,
        settled.used,
        eligible,
        times,
        weights,
        shares,
        weighted,
    )
    return {"shares": shares} if settled.uniform else {"shares": shares, "weighted": weighted}


class ManyMatchups(Job):
    """Known hands, too many to be listed at once: a unit fixes the hands of the first seats."""

    @cached_property
    def _strengths(self) -> tuple[list[NDArray[np.int32]], NDArray[np.uint16]]:
        """Flushless strengths by hole ranks and board, and the rows of every seat's hands."""
        settled = self.settled
        masks = [masks for masks, _ in settled.holdings]
        rows, by_rank = strengths_by_board(
            self.spec, np.concatenate(masks), settled.live, settled.board, settled.to_come
        )
        return np.split(rows, np.cumsum([len(part) for part in masks])[:-1]), by_rank

    @property
    def units(self) -> int:
        """Choices of hands for the first seats."""
        sizes, fixed = self._division()
        return prod(sizes[:fixed])

    @property
    def chunk_units(self) -> int:
        """Choices of hands for the first seats in a chunk."""
        sizes, fixed = self._division()
        return max(1, CHUNK_STEPS // (prod(sizes[fixed:]) * matchup_steps(self.settled)))

    def _division(self) -> tuple[list[int], int]:
        """Give the number of hands by seat, and how many seats a unit fixes."""
        sizes = [len(masks) for masks, _ in self.settled.holdings]
        fixed = 0
        while prod(sizes[fixed:]) * matchup_steps(self.settled) > CHUNK_STEPS:
            fixed += 1
        return sizes, fixed

    def count(self, start: int, stop: int) -> Tally:
        """Count the deals of some choices by pot, seat and number of winners."""
        settled = self.settled
        sizes, fixed = self._division()
        held = settled.holdings
        rows, by_rank = self._strengths
        pots, seats = len(settled.eligible), len(sizes)
        tally: Tally = {"shares": np.zeros((pots, seats, seats + 1), np.int64)}
        if not settled.uniform:
            tally["weighted"] = np.zeros((pots, seats, seats + 1))
        for unit in range(start, stop):
            at, left = [], unit
            for size in sizes[:fixed]:
                left, place = divmod(left, size)
                at.append(slice(place, place + 1))
            at += [slice(None)] * (seats - fixed)
            masks = [held[seat][0][part] for seat, part in enumerate(at)]
            each = [held[seat][1][part] for seat, part in enumerate(at)]
            starts = np.cumsum([0, *map(len, masks)]).astype(np.int64)
            found = _disjoint.list_fitting(
                np.concatenate(masks), np.concatenate(each), starts, prod(sizes[fixed:])
            )
            assert found is not None  # there are no more choices than that
            chosen, weights = found
            if not len(chosen):
                continue
            row = np.concatenate([rows[seat][part] for seat, part in enumerate(at)])
            places = chosen + starts[:-1]
            counted = _count_matchups(
                settled,
                np.ascontiguousarray(np.concatenate(masks)[places]),
                np.ones(len(chosen), np.int64),
                np.zeros(0) if settled.uniform else weights,
                np.ascontiguousarray(row[places]),
                by_rank,
            )
            for name, value in counted.items():
                tally[name] += value
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally


def strengths_by_board(
    spec: Spec, hands: NDArray[np.uint64], live: int, board: int, to_come: int
) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Tabulate hole cards by their ranks: rows by hand, and uint16[rows, slots of the board]."""
    fives = spec.tables(5)
    counts = np.zeros(hands.shape, np.uint64)
    keys = np.zeros(hands.shape, np.uint64)
    for rank in range(13):
        number = np.zeros(hands.shape, np.uint64)
        for suit in range(4):
            number += (hands >> np.uint64(4 * rank + suit)) & np.uint64(1)
        counts |= number << np.uint64(4 * rank)
        keys += number * (fives.keys[4 * rank] & np.uint64(0xFFFFFFFF))
    if hands.size <= 8:
        holes, row = keys.ravel(), np.arange(hands.size)
        hole_counts = counts.ravel()
    else:
        holes, at, row = np.unique(keys, return_index=True, return_inverse=True)
        hole_counts = counts.ravel()[at]
    holes, hole_counts = np.ascontiguousarray(holes), np.ascontiguousarray(hole_counts)
    boards, board_counts = _boards.board_multisets(live, board, to_come, fives.keys)
    by_rank = np.empty((len(holes), len(fives.ranks)), np.uint16)
    if spec.used:
        _boards.ranks_of_two(boards, board_counts, hole_counts, fives.offsets, fives.ranks, by_rank)
    else:
        full = spec.tables(spec.hole + spec.board)
        _boards.hold_em_ranks(
            boards,
            board_counts,
            holes,
            hole_counts,
            fives.offsets,
            full.offsets,
            full.ranks,
            by_rank,
        )
    return row.reshape(hands.shape).astype(np.int32), by_rank
