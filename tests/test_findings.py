"""What users ran into, grouped by idea; each test keeps the right value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from equity import holdem, zha_jin_hua
from equity.cards import mask_of, parse_cards
from equity.ranges import Range

# -- weights of very different size ----------------------------------------------------------------


def fragile(weight: str) -> tuple[str, str]:
    """Give two ranges whose heavy combo is the same one, so that only light ones fit."""
    return (
        f"AcAd, KK-22:{weight}, A2s+:{weight}, K2s+:{weight}, Q9s+:{weight}",
        f"AcAd, KK-22:{weight}, A2o+:{weight}, K9o+:{weight}",
    )


def compared_one_by_one(game: Any, first: Range, second: Range, board: str = "") -> float:
    """Give the first seat's equity, pair of hands by pair of hands; nothing is subtracted."""
    shared = parse_cards(board)
    held = []
    for hands in (first, second):
        left = hands.without(mask_of(shared))
        strengths = [game.strength(row + shared) for row in left.cards.tolist()]
        held.append((left.masks, np.array(strengths), left.weights))
    won = total = 0.0
    masks, strengths, weights = held[1]
    for mask, strength, weight in zip(*held[0], strict=True):
        fits = weight * weights * ((masks & mask) == 0)
        total += fits.sum()
        won += fits[strengths < strength].sum() + fits[strengths == strength].sum() / 2
    return float(won / total)


@pytest.mark.parametrize("weight", ["1e-20", "1e-17", "1e-16", "1e-15", "1e-12", "1e-8", "1e-3"])
def test_equity_on_the_river_does_not_cancel(weight: str) -> None:
    first, second = fragile(weight)
    board = "Kh7d2c9s3d"
    truth = compared_one_by_one(holdem, Range(first), Range(second), board)
    found = holdem.equity(first, second, board=board, method="exact").equity
    swapped = holdem.equity(second, first, board=board, method="exact").equity
    assert found.tolist() == pytest.approx([truth, 1 - truth], abs=1e-9)
    assert swapped.tolist() == pytest.approx([1 - truth, truth], abs=1e-9)
    if float(weight) < 1e-10:
        assert truth == pytest.approx(0.569343, abs=1e-6)


@pytest.mark.parametrize("weight", ["1e-15", "1e-12", "1e-7", "1e-5"])
def test_equity_on_the_flop_is_the_sum_over_matchups(weight: str) -> None:
    from equity.showdown.exact import Matchups

    first, second = fragile(weight)
    answer = holdem.equity(first, second, board="Kh7d2c", method="exact")
    job = Matchups(answer.question)  # type: ignore[arg-type]
    lost, won, tied = job.count(0, job.units)["weighted"][0, 0]
    truth = (won + tied / 2) / (lost + won + tied)
    assert answer.equity[0] == pytest.approx(truth, abs=1e-9)
    assert answer.equity.sum() == pytest.approx(1)


@pytest.mark.parametrize("weight", ["1e-20", "1e-16", "1e-15", "1e-9", "1e-2"])
def test_complete_hands_do_not_cancel(weight: str) -> None:
    size, deck = zha_jin_hua.hole, zha_jin_hua.deck
    # Enough hands on both sides that a sweep would be the cheapest.
    first = Range(f"7c5d3h, KK*:{weight}, QQ*:{weight}", size, deck)
    second = Range(f"7c5d3h, JJ*:{weight}, TT*:{weight}, QQ*:{weight}", size, deck)
    truth = compared_one_by_one(zha_jin_hua, first, second)
    found = zha_jin_hua.equity(first, second, method="exact").equity
    assert found.tolist() == pytest.approx([truth, 1 - truth], abs=1e-9)
