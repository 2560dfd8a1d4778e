"""Exact equities: which way is cheapest.

Over a shared board, known hands are counted matchup by matchup; matchups that suit relabelling
makes equal are counted once. Two or three hold'em ranges may be cheaper board by board. Without a
board, complete hands are listed: those of two players are compared in one sweep, those of more one
deal at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np

from equity.memory import remembered
from equity.showdown.hands import DEAL_STEPS, HAND_STEPS, Hands, HandSweep, hand_sweep_steps
from equity.showdown.matchups import (
    LISTING_STEPS,
    MOST_LISTED,
    OMAHA_HAND_STEPS,
    RANK_HANDS,
    ManyMatchups,
    Matchups,
    has_short_keys,
    matchup_steps,
)
from equity.showdown.question import (
    MOST_SETTLED,
    Question,
    Settled,
    count_fitting,
    job_of,
    settle,
)
from equity.showdown.sweep import Sweep

__all__ = ["Plan", "plan"]

MOST_HANDS = 12_000_000
"""Complete hands that are listed at most."""
TRIED_CHOICES = 2_000
"""Choices that estimate how many fit together."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A settled question, and the cheapest exact way to answer it."""

    settled: Settled
    job: Any
    """A job that counts; ``None`` if there is no feasible one."""
    deals: int | None
    """How many deals there are; ``None`` if that is not known beforehand."""
    steps: float
    """What it takes."""


@remembered(MOST_SETTLED, grows=True)
def plan(question: Question) -> Plan:
    """Settle a question and choose how to answer it exactly.

    Raises
    ------
    CardError
        The hands cannot be dealt.
    """
    settled = settle(question)
    seats, spec = settled.seats, settled.spec
    ways = count_fitting(seats, settled.live)
    if not spec.board:
        return _plan_hands(settled, ways)
    left = settled.live.bit_count() - spec.hole * len(seats)
    deals = None if ways is None else ways * comb(left, settled.to_come)
    if spec.deck.jokers or len(spec.tables(5).tops):
        # Boards are counted by ranks, without jokers and without the suits of ties.
        return Plan(settled, None, deals, float("inf"))
    return _plan_boards(settled, deals)


def _plan_boards(settled: Settled, deals: int | None) -> Plan:
    """Choose between matchups and boards where there is a shared board."""
    holdings = [seat.holdings(settled.live) for seat in settled.seats]
    choices = prod(holdings)
    # Relabelling seldom saves its full factor; too many or too long to be listed are not.
    listed = 1 < choices <= MOST_LISTED and has_short_keys(settled)
    alike = max(1.0, 0.8 * len(settled.kept_maps)) if listed else 1.0
    fitting = choices * _fitting_share(settled)
    steps = float(choices * LISTING_STEPS * (choices > 1))
    steps += max(1.0, fitting / alike) * matchup_steps(settled)
    if settled.spec.used:
        distinct = min(sum(holdings), RANK_HANDS[settled.spec.hole])
        steps += distinct * OMAHA_HAND_STEPS[settled.to_come]
    boards = job_of(Sweep, settled)
    sweep = boards.steps if choices > 1 and not settled.spec.is_split else None
    if sweep is not None and sweep < steps and boards.is_accurate:
        return Plan(settled, boards, boards.all_deals, sweep)
    if choices > MOST_LISTED:
        return Plan(settled, job_of(ManyMatchups, settled), deals, steps)
    return Plan(settled, job_of(Matchups, settled), deals, steps)


def _fitting_share(settled: Settled) -> float:
    """Estimate how many choices of one combo a seat fit together, from a fixed stream."""
    seats = [seat for seat in settled.seats if len(seat.masks) > 1]
    if len(seats) < 2:
        return 1.0
    random = np.random.default_rng(0)
    used, fits = np.zeros(TRIED_CHOICES, np.uint64), np.ones(TRIED_CHOICES, bool)
    for seat in seats:
        cards = seat.masks[random.integers(len(seat.masks), size=TRIED_CHOICES)]
        fits &= (cards & used) == 0
        used |= cards
    return float(max(1, fits.sum())) / TRIED_CHOICES


def _plan_hands(settled: Settled, deals: int | None) -> Plan:
    """Choose between a sweep and single deals where every hand is complete in itself."""
    holdings = [seat.holdings(settled.live) for seat in settled.seats]
    steps = float(sum(holdings) * HAND_STEPS) + prod(holdings) * DEAL_STEPS
    if sum(holdings) > MOST_HANDS:
        return Plan(settled, None, deals, max(steps, 1e12))
    sweep = hand_sweep_steps(settled, sum(holdings))
    if sweep is not None and sweep < steps and job_of(HandSweep, settled).is_accurate:
        return Plan(settled, job_of(HandSweep, settled), deals, sweep)
    return Plan(settled, job_of(Hands, settled), deals, steps)
