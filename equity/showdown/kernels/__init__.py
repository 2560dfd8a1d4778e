"""Numba kernels of showdowns; imported only when something is simulated."""

from equity.showdown.kernels.deal import (
    deal_boards,
    deal_hands,
    deal_strengths,
    deal_two_of_hole,
)
from equity.showdown.kernels.draw import deal_draws, decide_draw
from equity.showdown.kernels.look_up import strengths
from equity.showdown.kernels.rounds import deal_matches
from equity.showdown.kernels.sets import deal_sets
from equity.showdown.kernels.split import (
    deal_boards_split,
    deal_hands_split,
    deal_two_of_hole_split,
)

__all__ = [
    "deal_boards",
    "deal_boards_split",
    "deal_draws",
    "deal_hands",
    "deal_hands_split",
    "deal_matches",
    "deal_sets",
    "deal_strengths",
    "deal_two_of_hole",
    "deal_two_of_hole_split",
    "decide_draw",
    "strengths",
]
