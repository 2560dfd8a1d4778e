import numpy as np
from numpy.typing import NDArray

def count_split_matchups(
    holes: NDArray[np.uint64],
    rows: NDArray[np.int32],
    by_rank: NDArray[np.uint16],
    lows: NDArray[np.uint16],
    flushes: NDArray[np.uint16],
    keys: NDArray[np.uint64],
    offsets: NDArray[np.int32],
    live: int,
    board: int,
    to_come: int,
    used: int,
    eligible: NDArray[np.uint32],
    times: NDArray[np.int64],
    weights: NDArray[np.float64],
    joint: NDArray[np.int64],
    weighted: NDArray[np.float64],
    sharers: NDArray[np.float64],
) -> None: ...
