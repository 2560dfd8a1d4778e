"""Exact equities and odds: which way is cheapest, and the jobs that do it.

Known hands are counted matchup by matchup, matchups that suit relabelling makes equal once. Two
ranges may be cheaper board by board, which costs the same however many matchups there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.errors import CardError
from equity.showdown import _boards, _fit, _sweep
from equity.showdown.deals import (
    Question,
    Seat,
    count_fitting,
    disjoint_pairs,
    seats_of,
    suit_maps,
)
from equity.showdown.rankings import CATEGORIES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.ranges import Range
    from equity.run import Outcome, Tally
    from equity.showdown.game import Showdown

__all__ = ["CategoryCount", "Matchups", "Plan", "Sweep", "hole_strengths", "plan"]

MATCHUP_STEPS = (400, 450, 600, 1_500, 5_000, 12_000)
"""Steps of a matchup for each seat, by board cards to come; a step is about 5 ns."""
LISTING_STEPS = 20
"""Steps to list a matchup and to find its like."""
BOARD_STEPS, COMBO_STEPS = 60, 1
"""Steps of a board in a sweep: for itself, and for each combo."""
CHUNK_STEPS = 6_000_000
"""Steps of a chunk, some 30 ms."""
MOST_LISTED = 5_000_000
"""Matchups that are listed at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The cheapest exact way to answer a question."""

    job: Matchups | Sweep | None
    """``None`` if there is no feasible one."""
    deals: int | None
    """How many deals there are; ``None`` if that is not known beforehand."""
    steps: float
    """What it takes."""


def plan(question: Question) -> Plan:
    """Choose how to answer exactly.

    Raises
    ------
    CardError
        The hands cannot be dealt.
    """
    seats = seats_of(question)
    live = question.live.bit_count()
    held = question.game.hole * len(seats)
    boards = comb(live - held, question.to_come)
    ways = count_fitting(seats, live, question.game.hole)
    deals = None if ways is None else ways * boards
    maps = suit_maps(question.live, question.board)
    choices = prod(len(seat.masks) for seat in seats)
    # Relabelling seldom saves its full factor; seats beyond six are not relabelled.
    alike = max(1.0, 0.6 * len(maps)) if len(seats) <= 6 else 1.0
    steps = float(choices * LISTING_STEPS * (choices > 1))
    steps += max(1.0, choices / alike) * MATCHUP_STEPS[question.to_come] * len(seats)
    if len(seats) == 2 and choices > 1 and not question.eligible[1:]:
        combos = len(np.union1d(seats[0].masks, seats[1].masks))
        maps = _sweep_maps(question)
        count = comb(live, question.to_come) / max(1.0, 0.8 * len(maps))
        sweep = count * (BOARD_STEPS + COMBO_STEPS * combos) + 8 * comb(live, question.to_come)
        if not question.uniform:
            sweep *= 2
        if sweep < steps:
            return Plan(Sweep(question), deals, sweep)
    if choices > MOST_LISTED:
        return Plan(None, deals, steps)
    return Plan(Matchups(question), deals, steps)


@dataclass(frozen=True, slots=True)
class Matchups:
    """Known hands against each other on every completion of the board."""

    question: Question

    @property
    def units(self) -> int:
        """Matchups that differ by more than suit relabelling."""
        return len(_matchups(self.question)[1])

    @property
    def chunk_units(self) -> int:
        """Matchups of a chunk."""
        each = MATCHUP_STEPS[self.question.to_come] * len(self.question.ranges)
        return max(1, CHUNK_STEPS // each)

    def count(self, start: int, stop: int) -> Tally:
        """Count the deals of some matchups by pot, seat and number of winners."""
        question = self.question
        hands, times, weights = _matchups(question)
        rows, by_rank = hole_strengths(question)
        fives, full = question.game.tables(question.game.board), question.game.tables(7)
        seats = hands.shape[1]
        eligible = np.array(question.eligible, np.uint32)
        shares = np.zeros((len(eligible), seats, seats + 1), np.int64)
        tally = {"shares": shares}
        weighted = np.zeros((len(eligible), seats, seats + 1))
        if len(weights):
            tally["weighted"] = weighted
        _boards.count_matchups(
            hands[start:stop],
            rows[start:stop],
            by_rank,
            full.flushes,
            full.keys,
            fives.offsets,
            question.live,
            question.board,
            question.to_come,
            eligible,
            times[start:stop],
            weights[start:stop],
            shares,
            weighted,
        )
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally


@lru_cache(maxsize=8)
def _matchups(question: Question) -> tuple[NDArray[Any], ...]:
    """List hands, how often each matchup is there, and its weight (empty if weights are equal)."""
    seats = seats_of(question)
    if all(len(seat.masks) == 1 for seat in seats):
        hands = np.array([[seat.masks[0] for seat in seats]], np.uint64)
        return hands, np.ones(1, np.int64), np.zeros(0)
    starts = np.cumsum([0, *(len(seat.masks) for seat in seats)]).astype(np.int64)
    masks = np.concatenate([seat.masks for seat in seats])
    weights = np.concatenate([seat.weights for seat in seats])
    found = _fit.list_fitting(masks, weights, starts, MOST_LISTED)
    assert found is not None  # there are no more choices than that
    rows, products = found
    hands = np.ascontiguousarray(masks[rows + starts[:-1]])
    if question.uniform:
        products = np.zeros(0)
    if len(seats) > 6:
        return hands, np.ones(len(hands), np.int64), products
    keys = _fit.canonical_keys(hands, suit_maps(question.live, question.board))
    _, first, inverse, times = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    if len(products):
        products = np.bincount(inverse, products, len(first)).astype(np.float64)
    return np.ascontiguousarray(hands[first]), times.astype(np.int64), products


@lru_cache(maxsize=8)
def hole_strengths(question: Question) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Give flushless strengths by hole ranks and board, and which row each hand has."""
    hands = _matchups(question)[0]
    return _strengths_by_board(
        question.game, hands, question.live, question.board, question.to_come
    )


def _strengths_by_board(
    game: Showdown, hands: NDArray[np.uint64], live: int, board: int, to_come: int
) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Tabulate hole cards by their ranks: rows by hand, and uint16[rows, slots of the board]."""
    fives, full = game.tables(game.board), game.tables(game.hole + game.board)
    counts = np.zeros(hands.shape, np.uint64)
    keys = np.zeros(hands.shape, np.uint64)
    for rank in range(13):
        number = sum((hands >> np.uint64(4 * rank + suit)) & np.uint64(1) for suit in range(4))
        counts |= number << np.uint64(4 * rank)
        keys += number * (full.keys[4 * rank] & np.uint64(0xFFFFFFFF))
    if hands.size <= 8:
        holes, row = keys.ravel(), np.arange(hands.size)
        hole_counts = counts.ravel()
    else:
        holes, at, row = np.unique(keys, return_index=True, return_inverse=True)
        hole_counts = counts.ravel()[at]
    boards, board_counts = _boards.board_multisets(live, board, to_come, full.keys)
    by_rank = np.empty((len(holes), len(fives.ranks)), np.uint16)
    _boards.hold_em_ranks(
        boards,
        board_counts,
        np.ascontiguousarray(holes),
        np.ascontiguousarray(hole_counts),
        fives.offsets,
        full.offsets,
        full.ranks,
        by_rank,
    )
    return row.reshape(hands.shape).astype(np.int32), by_rank


@dataclass(frozen=True, slots=True)
class CategoryCount:
    """What a hand, a range, or nothing known becomes by the last card."""

    game: Showdown
    hand: Range | None
    board: int
    dead: int

    @property
    def live(self) -> int:
        """Cards neither on the board nor dead, one bit a card."""
        return self.game.deck.mask & ~self.board & ~self.dead

    @property
    def to_come(self) -> int:
        """How many cards are to come, hole cards included where none are given."""
        known = self.board.bit_count()
        return self.game.board - known + (self.game.hole if self.hand is None else 0)

    @property
    def units(self) -> int:
        """Hands that differ by more than suit relabelling."""
        return len(_hands_of(self)[0])

    @property
    def steps(self) -> float:
        """What it takes, in steps of about 5 ns."""
        return self.units * (MATCHUP_STEPS[self.to_come] if self.to_come <= 5 else 100_000)

    @property
    def chunk_units(self) -> int:
        """Hands of a chunk."""
        return max(1, int(CHUNK_STEPS * self.units / self.steps))

    def count(self, start: int, stop: int) -> Tally:
        """Count deals of some hands by category."""
        game = self.game
        hands, times, weights, rows, by_rank = _hands_of(self)
        full = game.tables(game.hole + game.board)
        boards = full if self.hand is None else game.tables(game.board)
        counts = np.zeros(len(CATEGORIES), np.int64)
        weighted = np.zeros(len(CATEGORIES))
        _boards.count_categories(
            hands[start:stop],
            rows[start:stop],
            by_rank,
            full.flushes,
            full.keys,
            boards.offsets,
            self.live,
            self.board,
            self.to_come,
            full.categories,
            times[start:stop],
            weights[start:stop],
            counts,
            weighted,
        )
        return {"counts": counts, "weighted": weighted} if len(weights) else {"counts": counts}


@lru_cache(maxsize=8)
def _hands_of(job: CategoryCount) -> tuple[NDArray[Any], ...]:
    """List hands up to suits, how often each is there, its weight, and its strengths by board."""
    game = job.game
    if job.hand is None:
        needed = game.hole + game.board + job.dead.bit_count()
        if needed > game.deck.size:
            raise CardError(f"a hand needs {needed} cards; the deck has {game.deck.size}")
        everything = game.tables(game.hole + game.board).ranks[None]
        one = np.ones(1, np.int64)
        return np.zeros(1, np.uint64), one, np.zeros(0), np.zeros(1, np.int32), everything
    question = Question(game, (job.hand,), job.board, job.dead)
    (seat,) = seats_of(question)
    hands, times = seat.masks[:, None], np.ones(len(seat.masks), np.int64)
    weights: NDArray[np.float64] = np.zeros(0) if job.hand.is_uniform else seat.weights
    if len(hands) > 1:
        keys = _fit.canonical_keys(np.ascontiguousarray(hands), suit_maps(job.live, job.board))
        _, first, inverse, times = np.unique(
            keys, return_index=True, return_inverse=True, return_counts=True
        )
        hands = hands[first]
        if len(weights):
            weights = np.bincount(inverse, weights, len(first)).astype(np.float64)
    hands = np.ascontiguousarray(hands[:, 0])
    rows, by_rank = _strengths_by_board(game, hands, job.live, job.board, job.to_come)
    return hands, times.astype(np.int64), weights, rows, by_rank


@dataclass(frozen=True, slots=True)
class Sweep:
    """Two ranges against each other, board by board."""

    question: Question

    @property
    def units(self) -> int:
        """Boards that differ by more than suit relabelling."""
        return len(_boards_of(self.question)[0])

    @property
    def chunk_units(self) -> int:
        """Boards of a chunk."""
        combos = len(_combos(self.question)[0])
        each = BOARD_STEPS + COMBO_STEPS * combos
        return max(1, CHUNK_STEPS // (each if self.question.uniform else 2 * each))

    def count(self, start: int, stop: int) -> Tally:
        """Count what the first range wins and ties on some boards."""
        boards, times = _boards_of(self.question)
        combos, starts, weights = _combos(self.question)
        table = self.question.game.tables(7)

        def swept(each: NDArray[Any]) -> Any:
            return _sweep.sweep(
                boards[start:stop],
                times[start:stop],
                combos,
                starts,
                each,
                table.keys,
                table.masks,
                table.offsets,
                table.ranks,
                table.flushes,
            )

        tally: Tally = {"deals": np.array(swept((weights > 0).astype(np.int32)), np.int64)}
        if not self.question.uniform:
            tally["weights"] = np.array(swept(weights))
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Add what is lost: all deals less those won and tied."""
        done = self.question, outcome.deals if outcome.partial else None
        tally: Tally = {"shares": _shares(outcome.tally["deals"], _all_deals(*done, False))[None]}
        if "weights" in outcome.tally:
            tally["weighted"] = _shares(outcome.tally["weights"], _all_deals(*done, True))
        return tally


def _shares(won: NDArray[Any], total: float) -> NDArray[Any]:
    """Give deals by seat and number of winners from the first seat's wins and ties."""
    wins, ties = won
    lost = max(total - wins - ties, 0)  # weights are summed in floats
    return np.array([[lost, wins, ties], [wins, lost, ties]], dtype=won.dtype)


@lru_cache(maxsize=16)
def _all_deals(question: Question, boards: int | None, weighted: bool) -> float:
    """Give the number or the weight of all deals, or of those on the first boards."""
    combos, _, weights = _combos(question)
    if not weighted:
        weights = (weights > 0).astype(np.float64)
    if boards is not None:
        where, times = _boards_of(question)
        total = _fit.pairs_on_boards(where[:boards], times[:boards], combos, weights)
        return total if weighted else round(total)
    live = question.live.bit_count() - 4
    each = comb(live, question.to_come)
    if not weighted:
        seats = seats_of(question)
        return disjoint_pairs(seats[0].masks, seats[1].masks) * each
    first, second = weights
    pairs = float(first.sum() * second.sum() + first @ second)
    for card in range(52):
        holds = (combos == card).any(axis=1)
        pairs -= float(first[holds].sum() * second[holds].sum())
    return pairs * each


@lru_cache(maxsize=8)
def _combos(question: Question) -> tuple[NDArray[Any], ...]:
    """List both ranges' combos by pair of ranks, where each pair begins, and both weights."""
    first, second = seats_of(question)
    masks = np.union1d(first.masks, second.masks)
    weights = np.zeros((2, len(masks)))
    weights[0, np.searchsorted(masks, first.masks)] = first.weights
    weights[1, np.searchsorted(masks, second.masks)] = second.weights
    high = np.array([int(mask).bit_length() - 1 for mask in masks])
    low = np.array([(int(mask) & -int(mask)).bit_length() - 1 for mask in masks])
    pair = _pair_number(low >> 2, high >> 2)
    order = np.argsort(pair, kind="stable")
    combos = np.stack([high, low], axis=1).astype(np.uint8)[order]
    starts = np.searchsorted(pair[order], np.arange(92)).astype(np.int32)
    return combos, starts, np.ascontiguousarray(weights[:, order])


def _pair_number(low: NDArray[Any], high: NDArray[Any]) -> NDArray[Any]:
    """Number the 91 pairs of ranks."""
    return np.asarray(high * (high + 1) // 2 + low)


@lru_cache(maxsize=8)
def _boards_of(question: Question) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """List complete boards up to the relabellings under which the question stays the same."""
    return _complete(
        question.live, question.to_come, question.board, _sweep_maps(question).tobytes()
    )


@lru_cache(maxsize=4)
def _complete(
    live: int, to_come: int, board: int, maps: bytes
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """List completions; kept apart, for the boards before the flop serve many questions."""
    group = np.frombuffer(maps, np.uint8).reshape(-1, 4)
    found: tuple[NDArray[np.uint64], NDArray[np.int32]] = _sweep.symmetric_boards(
        live, to_come, board, group
    )
    return found


@lru_cache(maxsize=64)
def _sweep_maps(question: Question) -> NDArray[np.uint8]:
    """Give the relabellings that leave both ranges, the board and the deck as they are."""
    kept = suit_maps(question.live, question.board)
    for seat in seats_of(question):
        if not seat.is_random:
            kept = np.array([order for order in kept if _keeps(seat, order)], np.uint8)
    return kept


def _keeps(seat: Seat, order: NDArray[np.uint8]) -> bool:
    """Tell whether relabelling suits leaves a seat's combos and weights as they are."""
    nibbles = np.uint64(0x1111111111111)
    moved = np.zeros_like(seat.masks)
    for suit in range(4):
        moved |= ((seat.masks >> np.uint64(suit)) & nibbles) << np.uint64(order[suit])
    at = np.argsort(moved)
    return bool((moved[at] == seat.masks).all() and (seat.weights[at] == seat.weights).all())
