from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

def card_keys() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
def multisets(size: int, jokers: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
def displace(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int32], int]: ...
def hand_values(
    places: Sequence[int],
    size: int,
    lowest: int,
    wheel: int,
    counts: NDArray[np.uint64],
    suited: bool,
) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]: ...
def best_of_more(
    keys: NDArray[np.uint64],
    counts: NDArray[np.uint64],
    extra: int,
    counted_offsets: NDArray[np.int32],
    counted_ranks: NDArray[np.uint16],
    offsets: NDArray[np.int32],
    ranks: NDArray[np.uint16],
) -> None: ...
def best_flushes(flushes: NDArray[np.uint16], size: int) -> None: ...
