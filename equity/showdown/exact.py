"""Exact equities: which way is cheapest, and the jobs that do it.

Over a shared board, known hands are counted matchup by matchup; matchups that suit relabelling
makes equal are counted once. Two or three hold'em ranges may be cheaper board by board. Without a
board, complete hands are listed: those of two players are compared in one sweep, those of more one
deal at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.combos import cards_of_masks
from equity.errors import CardError, RuleError
from equity.ranges import Range
from equity.showdown import _boards, _fit, _private
from equity.showdown.deals import (
    Question,
    Seat,
    count_fitting,
    holdings,
    seats_of,
    suit_maps,
)
from equity.showdown.sweeps import (
    Sweep,
    all_deals,
    given_weights,
    is_accurate,
    kept_maps,
    relabelled,
    sweep_steps,
    two_seats,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from equity.results import Combos
    from equity.run import Outcome, Tally
    from equity.showdown.game import Showdown

__all__ = ["HandSweep", "Hands", "ManyMatchups", "Matchups", "Plan", "plan"]

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
HAND_STEPS, SUBSET_STEPS, DEAL_STEPS = 4, 1, 1
"""Steps to list a complete hand, of each of its subsets in a sweep, and of a deal one at a time."""
CHUNK_STEPS = 6_000_000
"""Steps of a chunk, some 30 ms."""
MOST_LISTED = 5_000_000
"""Matchups that are listed at most."""
MOST_ALONE = 20_000
"""Combos whose equities are found one by one at most."""
MOST_HANDS = 12_000_000
"""Complete hands that are listed at most."""
TRIED_CHOICES = 2_000
"""Choices that estimate how many fit together."""
MOST_VARYING = 5
"""Cards of a hand that may vary in a sweep of complete hands."""
LEAST_FITTING = 1e-3
"""Of the product of two ranges' weights, what must fit together for a sweep. It takes off what
does not fit, so that its rounding errors are relative to the whole product."""
MOST_COMPARED, MOST_UNEQUAL = 5_000_000, 1e3
"""Pairs of combos that are compared to know that; else, how many times the smallest weight the
largest may be."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The cheapest exact way to answer a question."""

    job: Matchups | ManyMatchups | Sweep | Hands | HandSweep | None
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
    ways = count_fitting(seats, question.live)
    if not question.game.board:
        return _plan_hands(question, seats, ways)
    left = question.live.bit_count() - question.game.hole * len(seats)
    deals = None if ways is None else ways * comb(left, question.to_come)
    if question.game.deck.jokers or len(question.game.tables(5).tops):
        # Boards are counted by ranks, without jokers and without the suits of ties.
        return Plan(None, deals, float("inf"))
    return _plan_boards(question, seats, deals)


def _plan_boards(question: Question, seats: tuple[Seat, ...], deals: int | None) -> Plan:
    """Choose between matchups and boards where there is a shared board."""
    game = question.game
    holdings = [seat.holdings(question.live) for seat in seats]
    choices = prod(holdings)
    # Relabelling seldom saves its full factor; too many or too long to be listed are not.
    listed = 1 < choices <= MOST_LISTED and _short_keys(question)
    alike = max(1.0, 0.8 * len(kept_maps(question))) if listed else 1.0
    fitting = choices * _fitting_share(question)
    steps = float(choices * LISTING_STEPS * (choices > 1))
    steps += max(1.0, fitting / alike) * matchup_steps(question)
    if game.use:
        distinct = min(sum(holdings), RANK_HANDS[game.hole])
        steps += distinct * OMAHA_HAND_STEPS[question.to_come]
    sweep = sweep_steps(question) if choices > 1 else None
    if sweep is not None and sweep < steps and is_accurate(question):
        return Plan(Sweep(question), all_deals(question), sweep)
    if choices > MOST_LISTED:
        return Plan(ManyMatchups(question), deals, steps)
    return Plan(Matchups(question), deals, steps)


def matchup_steps(question: Question) -> int:
    """Give the steps of one matchup."""
    steps = OMAHA_STEPS if question.game.use else MATCHUP_STEPS
    return steps[question.to_come] * len(question.ranges)


@lru_cache(maxsize=64)
def _fitting_share(question: Question) -> float:
    """Estimate how many choices of one combo a seat fit together, from a fixed stream."""
    seats = [seat for seat in seats_of(question) if len(seat.masks) > 1]
    if len(seats) < 2:
        return 1.0
    random = np.random.default_rng(0)
    used, fits = np.zeros(TRIED_CHOICES, np.uint64), np.ones(TRIED_CHOICES, bool)
    for seat in seats:
        cards = seat.masks[random.integers(len(seat.masks), size=TRIED_CHOICES)]
        fits &= (cards & used) == 0
        used |= cards
    return float(max(1, fits.sum())) / TRIED_CHOICES


def _plan_hands(question: Question, seats: tuple[Seat, ...], deals: int | None) -> Plan:
    """Choose between a sweep and single deals where every hand is complete in itself."""
    holdings = [seat.holdings(question.live) for seat in seats]
    listing = float(sum(holdings) * HAND_STEPS)
    steps = listing + prod(holdings) * DEAL_STEPS
    if sum(holdings) > MOST_HANDS:
        return Plan(None, deals, max(steps, 1e12))
    if len(seats) == 2 and not question.eligible[1:] and question.game.slayer == "off":
        varying = [
            int(seat.masks[0]).bit_count() - seat.held.bit_count() + seat.draws for seat in seats
        ]
        sweep = listing + sum(holdings) * 2.0 ** max(varying) * SUBSET_STEPS * 2
        small = max(varying) <= MOST_VARYING
        if small and sweep < steps and (question.uniform or _fits_in_hands(seats)):
            return Plan(HandSweep(question), deals, sweep)
    return Plan(Hands(question), deals, steps)


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
        return max(1, CHUNK_STEPS // matchup_steps(self.question))

    def count(self, start: int, stop: int) -> Tally:
        """Count the deals of some matchups by pot, seat and number of winners."""
        part = slice(start, stop)
        hands, times, weights = _matchups(self.question)
        rows, by_rank = _matchup_strengths(self.question)
        return _count_matchups(
            self.question, hands[part], times[part], weights[part], rows[part], by_rank
        )

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally

    def by_combo(self, outcome: Outcome) -> tuple[Callable[[], Combos], ...]:
        """Give what finds every combo's own equity, by seat."""
        seats = range(len(self.question.ranges))
        return tuple(partial(combos_one_by_one, self.question, seat) for seat in seats)


def _count_matchups(
    question: Question,
    hands: NDArray[np.uint64],
    times: NDArray[np.int64],
    weights: NDArray[np.float64],
    rows: NDArray[np.int32],
    by_rank: NDArray[np.uint16],
) -> Tally:
    """Count the deals of matchups; `weights` may be empty for none that differ."""
    fives = question.game.tables(5)
    seats = hands.shape[1]
    eligible = np.array(question.eligible, np.uint32)
    shares = np.zeros((len(eligible), seats, seats + 1), np.int64)
    weighted = np.zeros((len(eligible), seats, seats + 1))
    _boards.count_matchups(
        hands,
        rows,
        by_rank,
        fives.flushes[0],
        fives.keys,
        fives.offsets,
        question.live,
        question.board,
        question.to_come,
        question.game.use,
        eligible,
        times,
        weights,
        shares,
        weighted,
    )
    return {"shares": shares} if question.uniform else {"shares": shares, "weighted": weighted}


@dataclass(frozen=True, slots=True)
class ManyMatchups:
    """Known hands, too many to be listed at once: a unit fixes the hands of the first seats."""

    question: Question

    @property
    def units(self) -> int:
        """Choices of hands for the first seats."""
        sizes, fixed = self._division()
        return prod(sizes[:fixed])

    @property
    def chunk_units(self) -> int:
        """Choices of hands for the first seats in a chunk."""
        sizes, fixed = self._division()
        return max(1, CHUNK_STEPS // (prod(sizes[fixed:]) * matchup_steps(self.question)))

    def _division(self) -> tuple[list[int], int]:
        """Give the number of hands by seat, and how many seats a unit fixes."""
        sizes = [len(masks) for masks, _ in holdings(self.question)]
        fixed = 0
        while prod(sizes[fixed:]) * matchup_steps(self.question) > CHUNK_STEPS:
            fixed += 1
        return sizes, fixed

    def count(self, start: int, stop: int) -> Tally:
        """Count the deals of some choices by pot, seat and number of winners."""
        question = self.question
        sizes, fixed = self._division()
        held = holdings(question)
        rows, by_rank = _all_strengths(question)
        pots, seats = len(question.eligible), len(sizes)
        tally: Tally = {"shares": np.zeros((pots, seats, seats + 1), np.int64)}
        if not question.uniform:
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
            found = _fit.list_fitting(
                np.concatenate(masks), np.concatenate(each), starts, prod(sizes[fixed:])
            )
            assert found is not None  # there are no more choices than that
            chosen, weights = found
            if not len(chosen):
                continue
            row = np.concatenate([rows[seat][part] for seat, part in enumerate(at)])
            places = chosen + starts[:-1]
            counted = _count_matchups(
                question,
                np.ascontiguousarray(np.concatenate(masks)[places]),
                np.ones(len(chosen), np.int64),
                np.zeros(0) if question.uniform else weights,
                np.ascontiguousarray(row[places]),
                by_rank,
            )
            for name, value in counted.items():
                tally[name] += value
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally

    def by_combo(self, outcome: Outcome) -> tuple[Callable[[], Combos], ...]:
        """Give what finds every combo's own equity, by seat."""
        seats = range(len(self.question.ranges))
        return tuple(partial(combos_one_by_one, self.question, seat) for seat in seats)


def combos_one_by_one(question: Question, seat: int) -> Combos:
    """Answer a question for every combo of a seat alone; once for those made equal by relabelling.

    Raises
    ------
    RuleError
        The seat has too many combos.
    """
    from equity.results import Combos, outcome_shares
    from equity.run import Options, run

    game = question.game
    masks = np.sort(holdings(question)[seat][0])
    if len(masks) > MOST_ALONE:
        raise RuleError(
            f"seat {seat} has {len(masks):,} combos; equities by combo are given for {MOST_ALONE:,}"
        )
    options = Options.check(method="exact")
    worth = outcome_shares(len(question.ranges)).share
    found = np.zeros((len(masks), 4))  # equity, win, tie, weight of the deals
    moved = relabelled(masks, kept_maps(question))
    _, first, alike = np.unique(moved.min(axis=0), return_index=True, return_inverse=True)
    for number, at in enumerate(first):
        hand = Range._of_arrays(masks[at : at + 1], np.ones(1), game.hole, game.deck)
        ranges = (*question.ranges[:seat], hand, *question.ranges[seat + 1 :])
        alone = replace(question, ranges=ranges)
        try:
            job = plan(alone).job
        except CardError:
            continue  # the others cannot be held beside it
        assert job is not None  # there was one for all of them together
        tally = run(job, options, job.finish)
        won = tally.get("weighted", tally["shares"])[0, seat]
        chances = np.array([won @ worth, won[1], won[2:].sum(), 0]) / won.sum()
        chances[3] = won.sum() * _scale(alone)
        found[alike == number] = chances
    dealt = np.nonzero(found[:, 3])[0][::-1]
    masks, (equity, win, tie, deals) = masks[dealt], found[dealt].T
    weight = given_weights(question, seat, masks)
    chance = weight * deals
    return Combos(cards_of_masks(masks, game.hole), weight, equity, win, tie, chance / chance.sum())


def _scale(question: Question) -> float:
    """Give what a deal's weight is to be multiplied by to be the product of weights as given."""
    return prod(
        float(given_weights(question, at, seat.masks[:1])[0] / seat.weights[0])
        for at, seat in enumerate(seats_of(question))
        if not seat.draws
    )


@lru_cache(maxsize=8)
def _all_strengths(question: Question) -> tuple[list[NDArray[np.int32]], NDArray[np.uint16]]:
    """Give flushless strengths by hole ranks and board, and the rows of every seat's hands."""
    masks = [masks for masks, _ in holdings(question)]
    rows, by_rank = strengths_by_board(
        question.game, np.concatenate(masks), question.live, question.board, question.to_come
    )
    return np.split(rows, np.cumsum([len(part) for part in masks])[:-1]), by_rank


def _short_keys(question: Question) -> bool:
    """Tell whether the hands of all seats together fit one 64-bit number."""
    return bool(comb(52, question.game.hole) ** len(question.ranges) < 1 << 64)


@lru_cache(maxsize=8)
def _matchups(question: Question) -> tuple[NDArray[Any], ...]:
    """List hands, how often each matchup is there, and its weight (empty if weights are equal)."""
    seats = seats_of(question)
    if all(seat.is_known for seat in seats):
        hands = np.array([[seat.masks[0] for seat in seats]], np.uint64)
        return hands, np.ones(1, np.int64), np.zeros(0)
    held = holdings(question)
    starts = np.cumsum([0, *(len(masks) for masks, _ in held)]).astype(np.int64)
    masks = np.concatenate([masks for masks, _ in held])
    weights = np.concatenate([weights for _, weights in held])
    found = _fit.list_fitting(masks, weights, starts, MOST_LISTED)
    assert found is not None  # there are no more choices than that
    rows, products = found
    hands = np.ascontiguousarray(masks[rows + starts[:-1]])
    if question.uniform:
        products = np.zeros(0)
    if not _short_keys(question):
        return hands, np.ones(len(hands), np.int64), products
    keys = _fit.canonical_keys(
        hands, suit_maps(question.live, question.board), comb(52, question.game.hole)
    )
    _, first, inverse, times = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    if len(products):
        products = np.bincount(inverse, products, len(first)).astype(np.float64)
    return np.ascontiguousarray(hands[first]), times.astype(np.int64), products


@lru_cache(maxsize=8)
def _matchup_strengths(question: Question) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Give flushless strengths by hole ranks and board, and which row each hand has."""
    hands = _matchups(question)[0]
    return strengths_by_board(question.game, hands, question.live, question.board, question.to_come)


def strengths_by_board(
    game: Showdown, hands: NDArray[np.uint64], live: int, board: int, to_come: int
) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Tabulate hole cards by their ranks: rows by hand, and uint16[rows, slots of the board]."""
    fives = game.tables(5)
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
    if game.use:
        _boards.ranks_of_two(boards, board_counts, hole_counts, fives.offsets, fives.ranks, by_rank)
    else:
        full = game.tables(game.hole + game.board)
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


@dataclass(frozen=True, slots=True)
class Hands:
    """Complete hands of every seat, one deal at a time."""

    question: Question

    @property
    def units(self) -> int:
        """Hands of the seat that has most."""
        return int(np.diff(_complete_hands(self.question)[3])[0])

    @property
    def chunk_units(self) -> int:
        """Hands of that seat in a chunk."""
        sizes = np.diff(_complete_hands(self.question)[3])
        return max(1, int(CHUNK_STEPS / DEAL_STEPS / max(1.0, float(np.prod(sizes[1:])))))

    def count(self, start: int, stop: int) -> Tally:
        """Count deals by pot, seat and number of winners."""
        question = self.question
        order, masks, (strengths, weights), starts = _complete_hands(question)
        seats, pots = len(order), len(question.eligible)
        shares = np.zeros((pots, seats, seats + 1), np.int64)
        weighted = np.zeros((0 if question.uniform else pots, seats, seats + 1))
        eligible = [
            sum((mask >> seat & 1) << at for at, seat in enumerate(order))
            for mask in question.eligible
        ]
        _private.count_hands(
            masks,
            strengths,
            weights,
            starts,
            start,
            stop,
            np.array(eligible, np.uint32),
            2 * question.game.slayer_strengths[2],
            2 * question.game.slayer_strengths[3] + 1,
            shares,
            weighted,
        )
        tally: Tally = {"shares": np.empty_like(shares)}
        tally["shares"][:, order] = shares
        if not question.uniform:
            tally["weighted"] = np.empty_like(weighted)
            tally["weighted"][:, order] = weighted
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally


@lru_cache(maxsize=4)
def _complete_hands(question: Question) -> tuple[Any, ...]:
    """List every seat's complete hands, the seat with most first.

    The seats' order, what varies of the hands, strengths and weights, where each seat's begin.
    """
    seats = seats_of(question)
    found = [_complete_hands_of(question, seat) for seat in seats]
    order = sorted(range(len(seats)), key=lambda at: -len(found[at][0]))
    parts = [np.concatenate([found[at][part] for at in order]) for part in range(3)]
    starts = np.cumsum([0, *(len(found[at][0]) for at in order)]).astype(np.int64)
    return order, parts[0], (parts[1], parts[2]), starts


def _complete_hands_of(question: Question, seat: Seat) -> tuple[NDArray[Any], ...]:
    """List a seat's complete hands: what varies of them, their strengths and weights."""
    game = question.game
    seats = seats_of(question)
    held = sum(other.held for other in seats)
    live = question.live & ~held
    masks, strengths = _private.complete_hands(game.tables(game.hole), seat.masks, live, seat.draws)
    each = len(masks) // len(seat.masks)
    strengths = _marked(question, seats.index(seat), masks, strengths)
    return masks & ~np.uint64(seat.held), strengths, np.repeat(seat.weights, each)


def all_strengths(game: Showdown) -> NDArray[np.int64]:
    """Count the hands of a deck by strength, where a hand has just the cards that count."""
    nothing = np.zeros(1, np.uint64)
    table = game.tables(game.hole)
    _, strengths = _private.complete_hands(table, nothing, game.deck.mask, game.hole)
    return np.bincount(strengths, minlength=table.distinct + 5)


SLAYS = 0x8000
"""Set in the strength of a 2-3-5 that may beat three of a kind."""


def _marked(
    question: Question, seat: int, masks: NDArray[np.uint64], strengths: NDArray[np.uint16]
) -> NDArray[np.uint16]:
    """Add what one number cannot say: the rule of 2-3-5, and who loses a tie."""
    game = question.game
    slayer, last_slayer, _, _ = game.slayer_strengths
    if not slayer and not any(game.favours(other, 2) for other in (0, 1)):
        return strengths
    marked = 2 * strengths + game.favours(seat, len(question.ranges))
    if slayer:
        slays = (strengths >= slayer) & (strengths <= last_slayer)
        if game.slayer == "rainbow":
            for suit in range(4):
                of_suit = masks & np.uint64(0x1111111111111 << suit)
                slays &= (of_suit & (of_suit - np.uint64(1))) == 0
        marked[slays] |= SLAYS
    return np.asarray(marked, np.uint16)


@dataclass(frozen=True, slots=True)
class HandSweep:
    """Complete hands of two players, all pairs in one sweep."""

    question: Question

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
        question = self.question
        hands = []
        for seat in seats_of(question):
            masks, strengths, weights = _complete_hands_of(question, seat)
            order = np.argsort(strengths, kind="stable")
            hands.append((masks[order], strengths[order], weights[order]))
        (first, first_strengths, first_weights), (second, second_strengths, second_weights) = hands
        ones = [np.ones(len(first), np.int64), np.ones(len(second), np.int64)]
        counts = _private.sweep_hands(
            first, first_strengths, ones[0], second, second_strengths, ones[1]
        )
        tally: Tally = {"shares": two_seats(*counts, np.int64)[None]}
        if not question.uniform:
            masses = _private.sweep_hands(
                first, first_strengths, first_weights, second, second_strengths, second_weights
            )
            tally["weighted"] = two_seats(*masses, np.float64)[None]
        return tally

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally
