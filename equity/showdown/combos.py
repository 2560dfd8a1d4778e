"""The equity of every combo of a seat, where a game is not swept board by board."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from equity.errors import CardError, RuleError
from equity.hand_sets import cards_of_masks
from equity.ranges import Range
from equity.results.combos import Combos
from equity.results.statistics import outcome_shares
from equity.run import Options, run
from equity.showdown.plan import plan
from equity.showdown.question import Settled, relabelled, settle

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["by_combo"]

MOST_ALONE = 20_000
"""Combos whose equities are found one by one at most."""


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
    found = np.zeros((len(masks), 4))  # equity, win, tie, weight of the deals
    moved = relabelled(masks, settled.kept_maps)
    _, first, alike = np.unique(moved.min(axis=0), return_index=True, return_inverse=True)
    for number, at in enumerate(first):
        hand = Range._of_arrays(masks[at : at + 1], np.ones(1), spec.hole, spec.deck)
        ranges = (*question.ranges[:seat], hand, *question.ranges[seat + 1 :])
        alone = replace(question, ranges=ranges)
        try:
            found_alone = settle(alone)
        except CardError:
            continue  # the others cannot be held beside it
        job = plan(found_alone).job
        assert job is not None  # there was one for all of them together
        tally = run(job, options, job.finish)
        won = tally.get("weighted", tally["shares"])[0, seat]
        chances = np.array([won @ worth, won[1], won[2:].sum(), 0]) / won.sum()
        chances[3] = won.sum() * _scale(found_alone)
        found[alike == number] = chances
    dealt = np.nonzero(found[:, 3])[0][::-1]
    masks, (equity, win, tie, deals) = masks[dealt], found[dealt].T
    weight = settled.given_weights(seat, masks)
    chance = weight * deals
    return Combos(cards_of_masks(masks, spec.hole), weight, equity, win, tie, chance / chance.sum())


def _scale(settled: Settled) -> float:
    """Give what a deal's weight is to be multiplied by to be the product of weights as given."""
    return prod(
        float(settled.given_weights(at, seat.masks[:1])[0] / seat.weights[0])
        for at, seat in enumerate(settled.seats)
        if not seat.draws
    )
