from typing import Any

import numpy as np
from numpy.typing import NDArray

def sweep_two(
    boards: NDArray[np.uint64],
    times: NDArray[np.int32],
    combos: NDArray[np.uint8],
    pair_starts: NDArray[np.int32],
    weights: NDArray[Any],
    start: int,
    keys: NDArray[np.uint64],
    masks: NDArray[np.uint64],
    offsets: NDArray[np.int32],
    ranks: NDArray[np.uint16],
    flushes: NDArray[np.uint16],
) -> NDArray[Any]: ...
def sweep_three(
    boards: NDArray[np.uint64],
    times: NDArray[np.int32],
    combos: NDArray[np.uint8],
    pair_starts: NDArray[np.int32],
    weights: NDArray[Any],
    seats: NDArray[np.int32],
    alike: NDArray[np.int32],
    start: int,
    keys: NDArray[np.uint64],
    masks: NDArray[np.uint64],
    offsets: NDArray[np.int32],
    ranks: NDArray[np.uint16],
    flushes: NDArray[np.uint16],
) -> NDArray[np.float64]: ...
def symmetric_boards(
    live: int, to_come: int, board: int, suit_maps: NDArray[np.uint8]
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]: ...
