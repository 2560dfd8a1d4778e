"""The equity of every combo of a seat, where a game is not swept board by board."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import frexp, prod
from typing import TYPE_CHECKING

import numpy as np

from equity.errors import CardError, RuleError
from equity.hand_sets import cards_of_masks
from equity.options import Options
from equity.ranges import Range
from equity.results.combos import Combos
from equity.results.statistics import outcome_shares
from equity.run import run
from equity.showdown.plan import plan
from equity.showdown.question import Settled, relabelled

if TYPE_CHECKING:
    from collections.abc import Callable

    from equity.jobs import Tally

__all__ = ["by_combo", "check_weighed"]

MOST_ALONE = 20_000
"""Combos whose equities are found one by one at most."""
LEAST_WEIGHT = 1e-305
"""What deals must weigh on average, where a seat's heaviest hand weighs 1. Products of weights are
rounded to multiples of 5e-324."""


def by_combo(settled: Settled) -> tuple[Callable[[], Combos], ...]:
    """Give what finds every combo's own equity, by seat."""
    return tuple(partial(_one_by_one, settled, seat) for seat in range(len(settled.ranges)))


def _one_by_one(settled: Settled, seat: int) -> Combos:
    """Answer a question for every combo of a seat alone; once for those made equal by relabelling.

    Raises
    ------
    RuleError
        The seat has too many combos.
    """
    question, spec = settled.question, settled.spec
    masks = np.sort(settled.holdings[seat][0])
    if len(masks) > MOST_ALONE:
        raise RuleError(
            f"seat {seat} has {len(masks):,} combos; equities by combo are given for {MOST_ALONE:,}"
        )
    options = Options.check(method="exact")
    worth = outcome_shares(len(question.ranges)).share
    found = np.zeros((len(masks), 4))  # equity, win, tie, weight of the deals less a power of two
    powers = np.zeros(len(masks), np.int64)  # that power: the weight may be too small for a float
    moved = relabelled(masks, settled.kept_maps)
    _, first, alike = np.unique(moved.min(axis=0), return_index=True, return_inverse=True)
    for number, at in enumerate(first):
        hand = Range._of_arrays(masks[at : at + 1], np.ones(1), spec.hole, spec.deck)
        ranges = (*question.ranges[:seat], hand, *question.ranges[seat + 1 :])
        alone = replace(question, ranges=ranges)
        try:
            way = plan(alone)
        except CardError:
            continue  # the others cannot be held beside it
        job = way.job
        assert job is not None  # there was one for all of them together
        tally = run(job, options, job.finish)
        check_weighed(tally)
        won = tally.get("weighted", tally["shares"])[0, seat]
        chances = np.array([won @ worth, won[1], won[2:].sum(), 0]) / won.sum()
        same = alike == number
        chances[3], powers[same] = _product([float(won.sum()), *_scales(way.settled)])
        found[same] = chances
    dealt = np.nonzero(found[:, 3])[0][::-1]
    masks, (equity, win, tie, deals) = masks[dealt], found[dealt].T
    weight = settled.given_weights(seat, masks)
    mantissas, more = np.frexp(weight)
    powers = powers[dealt] + more
    chance = np.ldexp(mantissas * deals, powers - powers.max())
    return Combos(cards_of_masks(masks, spec.hole), weight, equity, win, tie, chance / chance.sum())


def _scales(settled: Settled) -> list[float]:
    """Give what a deal's weight is to be multiplied by to be the product of weights as given."""
    return [
        float(settled.given_weights(at, seat.masks[:1])[0] / seat.weights[0])
        for at, seat in enumerate(settled.seats)
        if not seat.draws
    ]


def _product(factors: list[float]) -> tuple[float, int]:
    """Multiply numbers that may be tiny: the product is the first times two to the second."""
    mantissas, powers = zip(*map(frexp, factors), strict=True)
    return prod(mantissas), sum(powers)


def check_weighed(tally: Tally) -> None:
    """Refuse deals whose weights are so small that products of them were rounded to nothing."""
    if "weighted" in tally:
        weight, deals = (
            float(tally["weighted"].sum()),
            int(tally["joint" if "joint" in tally else "shares"].sum()),
        )
        if not weight > LEAST_WEIGHT * deals:
            raise RuleError(
                "the weights of hands that fit together are too small to be told from 0; "
                "deals= simulates them"
            )
