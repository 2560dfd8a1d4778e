from typing import Any

import numpy as np
from numpy.typing import NDArray

def hands_up_to_suits(cards: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]: ...
def count_keeps(
    hand: NDArray[np.uint8], live: NDArray[np.uint8], categories: int, look_up: tuple[Any, ...]
) -> NDArray[np.int64]: ...
def sub_hand_counts(cards: int, categories: int, look_up: tuple[Any, ...]) -> NDArray[np.int32]: ...
def pay_sums(counts: NDArray[np.int32], pays: NDArray[np.int64]) -> NDArray[np.int64]: ...
def best_keeps(
    hands: NDArray[np.uint64],
    cards: int,
    sums: NDArray[np.int64],
    pays: NDArray[np.int64],
    scales: NDArray[np.int64],
    order: NDArray[np.uint8],
    look_up: tuple[Any, ...],
) -> NDArray[np.uint8]: ...
def count_outcomes(
    hands: NDArray[np.uint64],
    times: NDArray[np.int64],
    keeps: NDArray[np.uint8],
    cards: int,
    counts: NDArray[np.int32],
    scales: NDArray[np.int64],
    look_up: tuple[Any, ...],
) -> NDArray[np.int64]: ...
