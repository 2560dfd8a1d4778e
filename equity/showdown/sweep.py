"""Two or three hold'em ranges against each other, board by board.

The cost is that of the boards, however many matchups there are, and every combo of the ranges gets
its own equity on the way. Three ranges take the weight of *pairs* of rivals' combos that share no
card with a combo nor with each other, which is found by inclusion and exclusion; no public program
was found that answers three ranges before the flop.

The sweeps are compiled C without instructions of newer processors. On one core of an AMD EPYC with
AVX-512, in one run, three ranges of 118, 162 and 172 combos took 12.4 us a board so, 14.5 us built
for AVX2 and 11.5 us built for that very machine: with 0 and 1 as weights sixteen-bit numbers do,
and even the baseline multiplies and adds eight of them at once. A sweep in Numba with 32-bit
floats, which compiles for the machine at hand, took 12.7 us for the shares alone. Weights that are
no whole multiples of a unit took 31, 27 and 31 us, and 18 us in Numba, again for the shares alone:
not worth a kernel of their own.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.memory import remembered
from equity.options import Options
from equity.results.combos import Combos
from equity.run import run
from equity.showdown import _disjoint, _sweep
from equity.showdown.question import Job, Settled, settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally

__all__ = ["LEAST_FITTING", "Sweep", "two_seats"]

BOARD_STEPS, COMBO_STEPS = 60, 1
"""Steps of a board in a sweep of two ranges: for itself, and for each combo."""
PAIR_BOARD_STEPS, SCORE_STEPS = 300, 3
"""The same for three ranges: for itself, and for each combo of each seat beside COMBO_STEPS."""
REAL_STEPS = 2.5
"""How many times as long three ranges take whose weights are no small whole numbers."""
LISTING_STEPS = 8
"""Steps to list a board."""
CHUNK_STEPS = 6_000_000
"""Steps of a chunk, some 30 ms."""
LEAST_FITTING = 1e-3
"""Of the product of the rivals' weights, what must fit beside every combo. A sweep takes off what
does not fit: its rounding errors are relative to the whole product. Whole numbers have none."""
MOST_UNITS = 1000
"""Weights are counted in whole numbers if they are multiples of one part in so many."""


class Spot(NamedTuple):
    """The ranges of a question as a sweep reads them."""

    combos: NDArray[np.uint8]
    """Of all ranges together, by pair of ranks; the higher card first."""
    starts: NDArray[np.int32]
    """Where each of the 91 pairs begins."""
    present: NDArray[np.int64]
    """By seat and combo, 1 where the range holds it."""
    weights: NDArray[np.float64]
    """By seat and combo, 0 where the range does not hold it; whole numbers where they can be."""
    whole: bool
    """Whether they are."""
    unit: float
    """What a deal of the largest weight weighs with them, where each seat's is 1."""
    kinds: NDArray[np.intp]
    """By seat, which of the ranges that differ it has; they are numbered as they come."""
    rivals: NDArray[np.int32]
    """By such a range, itself and the two others of the first seat that holds it."""
    alike: NDArray[np.int32]
    """Numbers of the combos for three seats, or empty."""
    counting: NDArray[Any]
    """What each range weighs if combos count once, as the sweep takes it."""
    weighing: NDArray[Any]
    """What each range weighs, as the sweep takes it."""


class Sweep(Job):
    """Two or three ranges against each other, board by board."""

    @cached_property
    def spot(self) -> Spot:
        """The ranges as a sweep reads them."""
        return _spot(self.settled)

    @cached_property
    def boards(self) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        """Complete boards up to the relabellings under which the question stays the same."""
        settled = self.settled
        maps = settled.kept_maps.tobytes()
        return _complete(settled.live, settled.to_come, settled.board, maps)

    @cached_property
    def steps_of_board(self) -> float:
        """Steps of one board."""
        settled = self.settled
        held = {(seat.masks.tobytes(), seat.weights.tobytes()): seat for seat in settled.seats}
        each = [seat.holdings(settled.live) for seat in held.values()]
        combos = min(sum(each), comb(settled.live.bit_count(), 2))
        if len(settled.seats) == 2:
            steps = BOARD_STEPS + COMBO_STEPS * combos
            return float(steps if settled.uniform else 2 * steps)
        steps = PAIR_BOARD_STEPS + COMBO_STEPS * combos + SCORE_STEPS * sum(each)
        if settled.uniform:
            return float(steps)
        return steps * (1 + (1.0 if self.spot.weighing.dtype == np.int16 else REAL_STEPS))

    @property
    def steps(self) -> float | None:
        """Steps of all boards; ``None`` if there is no sweep.

        It takes two or three seats of two hole cards, and a pot that all contest.
        """
        settled, spec = self.settled, self.spec
        if len(settled.seats) not in (2, 3) or spec.hole != 2 or spec.used or settled.eligible[1:]:
            return None
        if spec.tables(7).distinct >= 1 << 14:
            return None
        boards = comb(settled.live.bit_count(), settled.to_come)
        alike = max(1.0, 0.8 * len(settled.kept_maps))
        return boards / alike * self.steps_of_board + LISTING_STEPS * boards

    @cached_property
    def is_accurate(self) -> bool:
        """Whether a sweep is as accurate as counting matchups.

        Weights that are no whole numbers must not differ so much that what fits beside a combo is
        lost in the rounding of what does not.
        """
        spot = self.spot
        if self.settled.uniform or spot.whole:
            return True
        for seat, (held, rivals, ways) in enumerate(
            zip(spot.weights, _rivals(spot, spot.weights), _rivals(spot, spot.present), strict=True)
        ):
            product = np.delete(spot.weights.sum(axis=1), seat).prod()
            if (rivals[(held > 0) & (ways > 0)] < LEAST_FITTING * product).any():
                return False
        return True

    @cached_property
    def all_deals(self) -> int:
        """How many deals there are, counted independently of any board."""
        ways = float(self.spot.present[0] @ _rivals(self.spot, self.spot.present)[0])
        return round(ways) * self._run_outs

    @property
    def _run_outs(self) -> int:
        """The ways in which the board can be completed once all hands are dealt."""
        settled = self.settled
        return comb(settled.live.bit_count() - 2 * len(settled.seats), settled.to_come)

    @property
    def units(self) -> int:
        """Boards that differ by more than suit relabelling."""
        return len(self.boards[0])

    @property
    def chunk_units(self) -> int:
        """Boards of a chunk."""
        return max(1, int(CHUNK_STEPS / self.steps_of_board))

    def count(self, start: int, stop: int) -> Tally:
        """Count, by seat and combo, the rivals' hands that it beats and ties on some boards."""
        spot = self.spot
        boards, times = self.boards
        part = boards[start:stop], times[start:stop]
        table = self.spec.tables(7)
        look_up = table.start, table.keys, table.masks, table.offsets, table.ranks, table.flushes
        deals = _swept(part, spot, spot.counting, look_up)
        tally: Tally = {"deals": deals.astype(np.int64, copy=False)}
        if not self.settled.uniform:
            weights = _swept(part, spot, spot.weighing, look_up)
            tally["weights"] = weights.astype(np.float64, copy=False)
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Add up the combos, and add what is lost: all deals less those won and tied."""
        boards = outcome.deals if outcome.partial else None
        spot = self.spot
        deals = _by_seat(outcome.tally["deals"], spot, spot.present)
        tally: Tally = {"shares": self._with_losses(deals, boards, False)[None]}
        if "weights" in outcome.tally:
            masses = _by_seat(outcome.tally["weights"], spot, spot.weights)
            tally["weighted"] = self._with_losses(masses, boards, True)[None] / spot.unit
        return tally

    def _with_losses(self, won: NDArray[Any], boards: int | None, weighted: bool) -> NDArray[Any]:
        """Give deals by seat and number of winners, 0 being a loss; `boards` if not all swept."""
        total: float
        if boards is None:
            total = self._weight_of_deals() if weighted else self.all_deals
        elif len(won) == 1:
            total = self._on_boards(boards, weighted)
        else:
            # Each deal is won by one seat, or shared by two or three.
            total = float((won / [1, 2, 3]).sum()) if weighted else _deals_of(won)
        if len(won) == 1:
            wins, ties = won[0].tolist()
            return two_seats(wins, ties, total - wins - ties, won.dtype)
        lost_by = np.maximum(0, np.array(total, won.dtype) - won.sum(axis=1))
        return np.concatenate([lost_by[:, None], won], axis=1)

    def _weight_of_deals(self) -> float:
        """Weigh all deals."""
        spot = self.spot
        return float(spot.weights[0] @ _rivals(spot, spot.weights)[0]) * self._run_outs

    def _on_boards(self, boards: int, weighted: bool) -> float:
        """Give the number or the weight of two seats' deals on the first boards."""
        spot = self.spot
        where, times = self.boards
        held = np.asarray(spot.weights if weighted else spot.present, np.float64)
        total = _disjoint.pairs_on_boards(where[:boards], times[:boards], spot.combos, held)
        return total if weighted else round(total)

    def by_combo(self, outcome: Outcome) -> tuple[Callable[[], Combos], ...]:
        """Give what makes every combo's own equity, by seat."""
        scores = outcome.tally.get("weights", outcome.tally["deals"])
        seats = range(len(self.settled.seats))
        return tuple(partial(self._combos_of, seat, scores) for seat in seats)

    def _combos_of(self, seat: int, scores: NDArray[Any]) -> Combos:
        """Make the equities of a seat's combos of what each won and tied on the boards swept."""
        settled, spot = self.settled, self.spot
        kind = int(spot.kinds[seat])
        if kind >= len(scores):
            # Of two ranges the first was scored: another sweep, with the seats exchanged.
            return self._second()
        weights = spot.present if settled.uniform else spot.weights
        # The boards stand for their relabellings, on which relabelled combos do as well.
        high, low = spot.combos.T.astype(np.intp)
        place = np.zeros((52, 52), np.intp)
        place[high, low] = place[low, high] = np.arange(len(spot.combos))
        moved = [
            place[high & ~3 | order[high & 3], low & ~3 | order[low & 3]]
            for order in settled.kept_maps.astype(np.intp)
        ]
        won = np.mean([scores[kind][where] for where in moved], axis=0)
        ways = _rivals(spot, weights)[seat]
        # Those beside which the others cannot be held are never dealt.
        dealt = (spot.present[seat] > 0) & (_rivals(spot, spot.present)[seat] > 0)
        cards = spot.combos[dealt]
        shares = won[dealt] / (ways[dealt, None] * self._run_outs)
        chances = (weights[seat] * ways)[dealt]
        worth = 1 / np.arange(1, shares.shape[1] + 1)
        masks = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        order = np.argsort(masks)[::-1]
        return Combos(
            cards[order],
            settled.given_weights(seat, masks)[order],
            np.clip(shares @ worth, 0, 1)[order],
            np.clip(shares[:, 0], 0, 1)[order],
            np.clip(shares[:, 1:].sum(axis=1), 0, 1)[order],
            (chances / chances.sum())[order],
        )

    def _second(self) -> Combos:
        """Sweep for the combos of the second of two ranges, with the seats exchanged."""
        question = self.settled.question
        job = Sweep(settle(replace(question, ranges=question.ranges[::-1])))
        return run(job, Options.check(), lambda outcome: job.by_combo(outcome)[0]())


def _swept(
    part: tuple[NDArray[np.uint64], NDArray[np.int32]],
    spot: Spot,
    held: NDArray[Any],
    look_up: tuple[Any, ...],
) -> NDArray[Any]:
    """Score combos: of the first of two ranges, or of all that differ; by number of winners."""
    if len(spot.kinds) == 2:
        scores = _sweep.sweep_two(*part, spot.combos, spot.starts, held, *look_up)
        return np.asarray(scores[None])
    return _sweep.sweep_three(
        *part, spot.combos, spot.starts, held, spot.rivals, spot.alike, *look_up
    )


def _spot(settled: Settled) -> Spot:
    """Lay out the ranges of a question."""
    held = settled.holdings
    seats = range(len(held))
    masks = np.unique(np.concatenate([hands for hands, _ in held]))
    high = np.array([int(mask).bit_length() - 1 for mask in masks])
    low = np.array([(int(mask) & -int(mask)).bit_length() - 1 for mask in masks])
    pair = (high >> 2) * ((high >> 2) + 1) // 2 + (low >> 2)
    # Within a pair of ranks neighbours share no card: no sum waits for the one before.
    order = np.lexsort((high & 3, (high - low) & 3, pair))
    combos = np.stack([high, low], axis=1).astype(np.uint8)[order]
    in_units = [_in_units(each) for _, each in held]
    weights = np.zeros((len(held), len(masks)))
    for seat, (hands, _) in enumerate(held):
        weights[seat, np.searchsorted(masks, hands)] = in_units[seat][0]
    weights = np.ascontiguousarray(weights[:, order])
    whole = all(units is not None for _, units in in_units)
    same = [next(at for at in seats if (weights[at] == weights[seat]).all()) for seat in seats]
    first, kinds = np.unique(same, return_inverse=True)
    counting: NDArray[Any] = (weights > 0).astype(np.int64)
    weighing: NDArray[Any] = weights.astype(np.int64) if whole else weights
    present, rivals, alike = counting, np.zeros((0, 3), np.int32), np.zeros(0, np.int32)
    if len(held) == 3:
        counting, weighing = counting[first].astype(np.int16), weights[first]
        if _fits_in_words(weighing, whole):
            weighing = weighing.astype(np.int16)
        rivals = np.array([[kinds[at], *np.delete(kinds, at)] for at in first], np.int32)
        alike = _alike(combos, weights)
    return Spot(
        combos,
        np.searchsorted(pair[order], np.arange(92)).astype(np.int32),
        present,
        weights,
        whole,
        float(np.prod([units or 1 for _, units in in_units])),
        kinds,
        rivals,
        alike,
        counting,
        weighing,
    )


def _fits_in_words(weights: NDArray[np.float64], whole: bool) -> bool:
    """Tell whether sums by card fit 16 bits, and the weights of pairs of combos 32 bits."""
    most = float(weights.sum(axis=1).max())
    return whole and most < 1 << 15 and most**2 < 1 << 31


def _alike(combos: NDArray[np.uint8], weights: NDArray[np.float64]) -> NDArray[np.int32]:
    """Number the combos, alike those that differ in cards that can stand for each other.

    Two cards of a rank can if exchanging them leaves every range as it is: all can where nothing
    but any hand and pairs are held. Empty where that would save little.
    """
    high, low = combos.T.astype(np.intp)
    rows = np.zeros((len(weights), 52, 52))
    rows[:, high, low] = rows[:, low, high] = weights
    cards, others = (side.ravel() for side in np.meshgrid(range(52), range(52)))
    pairs = (cards >> 2 == others >> 2) & (others < cards)
    cards, others = cards[pairs], others[pairs]
    same = (rows[:, cards] == rows[:, others]).all(axis=0)
    at = np.arange(len(cards))
    same[at, cards] = same[at, others] = True  # what holds both stays as it is
    like = np.arange(52)
    for card, other in zip(cards[same.all(axis=1)], others[same.all(axis=1)], strict=True):
        like[card] = min(like[card], like[other])
    kinds, alike = np.unique(52 * like[high] + like[low], return_inverse=True)
    return alike.astype(np.int32) if 2 * len(kinds) < len(alike) else np.zeros(0, np.int32)


def _in_units(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], int | None]:
    """Give weights, the largest being 1, as whole numbers and what they count, if they can be."""
    distinct = np.unique(weights)
    if len(distinct) > MOST_UNITS:
        return weights, None
    units = np.arange(1, MOST_UNITS + 1)
    scaled = distinct * units[:, None]
    # A weight and its multiple are each rounded once.
    fits = (np.abs(scaled - np.rint(scaled)) <= 4e-16 * scaled).all(axis=1)
    if not fits.any():
        return weights, None
    return np.rint(weights * units[fits][0]), int(units[fits][0])


def _rivals(spot: Spot, weights: NDArray[Any]) -> NDArray[np.float64]:
    """Weigh, by seat and combo, the ways in which the other seats can be held beside it."""
    seats = range(len(weights))
    return np.array([_beside(spot.combos, np.delete(weights, seat, axis=0)) for seat in seats])


def _beside(combos: NDArray[np.uint8], others: NDArray[Any]) -> NDArray[np.float64]:
    """Weigh, by combo, the combos, or pairs of combos, that share no card with it or each other."""
    high, low = combos.T.astype(np.intp)
    left, by_card = [], []
    for weights in others:
        rows = np.zeros((52, 52))
        rows[high, low] = rows[low, high] = weights
        sums = rows.sum(axis=1)
        left.append(weights.sum() - sums[high] - sums[low] + weights)
        lanes = sums - rows[high] - rows[low]
        lanes[np.arange(len(combos)), high] = 0
        lanes[np.arange(len(combos)), low] = 0
        by_card.append(lanes)
    if len(others) == 1:
        return np.asarray(left[0])
    # What shares a card is taken off, which counts equal combos twice.
    equal = _beside(combos, others[:1] * others[1:])
    return np.asarray(left[0] * left[1] - (by_card[0] * by_card[1]).sum(axis=1) + equal)


def _by_seat(scores: NDArray[Any], spot: Spot, weights: NDArray[Any]) -> NDArray[Any]:
    """Add up the scores of combos: by seat that is scored, deals by winners from 1 up."""
    if len(weights) == 2:
        return np.asarray(weights[:1] @ scores[0])
    return np.array([weights[seat] @ scores[kind] for seat, kind in enumerate(spot.kinds)])


def two_seats(wins: float, ties: float, lost: float, dtype: Any) -> NDArray[Any]:
    """Give deals by seat and number of winners from the first seat's wins, ties and losses."""
    wins, ties, lost = (max(0, count) for count in (wins, ties, lost))  # weights add up in floats
    return np.array([[lost, wins, ties], [wins, lost, ties]], dtype)


def _deals_of(won: NDArray[np.int64]) -> int:
    """Count the deals of three seats that were won alone, or shared by two or three."""
    alone, by_two, by_three = won.sum(axis=0).tolist()
    return int(alone + by_two // 2 + by_three // 3)


@remembered(4)
def _complete(
    live: int, to_come: int, board: int, maps: bytes
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """List completions; kept apart, for the boards before the flop serve many questions."""
    group = np.frombuffer(maps, np.uint8).reshape(-1, 4)
    found: tuple[NDArray[np.uint64], NDArray[np.int32]] = _sweep.symmetric_boards(
        live, to_come, board, group
    )
    return found
