from typing import Any

import numpy as np
from numpy.typing import NDArray

def complete_hands(
    table: Any, combos: NDArray[np.uint64], live: int, draws: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]: ...
def sweep_hands(
    first: NDArray[np.uint64],
    first_strengths: NDArray[np.uint16],
    first_weights: NDArray[Any],
    second: NDArray[np.uint64],
    second_strengths: NDArray[np.uint16],
    second_weights: NDArray[Any],
) -> tuple[float, float, float]: ...
def count_hands(
    masks: NDArray[np.uint64],
    strengths: NDArray[np.uint16],
    weights: NDArray[np.float64],
    starts: NDArray[np.int64],
    begin: int,
    end: int,
    eligible: NDArray[np.uint32],
    victims: int,
    last_victim: int,
    shares: NDArray[np.int64],
    weighted: NDArray[np.float64],
) -> None: ...
def count_split(
    masks: NDArray[np.uint64],
    strengths: NDArray[np.uint16],
    weights: NDArray[np.float64],
    starts: NDArray[np.int64],
    begin: int,
    end: int,
    eligible: NDArray[np.uint32],
    joint: NDArray[np.int64],
    weighted: NDArray[np.float64],
    sharers: NDArray[np.float64],
) -> None: ...
def sweep_groups(
    first: NDArray[np.uint64],
    first_strengths: NDArray[np.uint16],
    group: NDArray[np.int32],
    groups: int,
    second: NDArray[np.uint64],
    second_strengths: NDArray[np.uint16],
) -> NDArray[np.int64]: ...
