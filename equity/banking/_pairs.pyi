import numpy as np
from numpy.typing import NDArray

def runs(counts: NDArray[np.uint8], kinds: NDArray[np.uint8], times: NDArray[np.uint8]) -> None: ...
def ways(
    kinds: NDArray[np.uint8],
    times: NDArray[np.uint8],
    left: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None: ...
def level_pairs(
    kinds: NDArray[np.uint8],
    times: NDArray[np.uint8],
    left: NDArray[np.int64],
    levels: NDArray[np.int32],
    tops: NDArray[np.int32],
    start: int,
    stop: int,
    out: NDArray[np.int64],
    higher: NDArray[np.int64],
) -> None: ...
def class_pairs(
    kinds: NDArray[np.uint8],
    times: NDArray[np.uint8],
    left: NDArray[np.int64],
    classes: NDArray[np.int32],
    start: int,
    stop: int,
    out: NDArray[np.int64],
) -> None: ...
def pile_results(
    kinds: NDArray[np.uint8],
    times: NDArray[np.uint8],
    left: NDArray[np.int64],
    own: NDArray[np.int64],
    others: NDArray[np.int64],
    as_banker: bool,
    tied: int,
    start: int,
    stop: int,
    out: NDArray[np.int64],
) -> None: ...
