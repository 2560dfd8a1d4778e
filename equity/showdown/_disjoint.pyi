import numpy as np
from numpy.typing import NDArray

def fits(
    masks: NDArray[np.uint64],
    starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    same: NDArray[np.uint8],
    cards: NDArray[np.int32],
    limit: int,
) -> bool | None: ...
def list_fitting(
    masks: NDArray[np.uint64], weights: NDArray[np.float64], starts: NDArray[np.int64], room: int
) -> tuple[NDArray[np.int32], NDArray[np.float64]] | None: ...
def canonical_keys(
    hands: NDArray[np.uint64], suit_maps: NDArray[np.uint8], base: int
) -> NDArray[np.uint64]: ...
def pairs_on_boards(
    boards: NDArray[np.uint64],
    times: NDArray[np.int32],
    combos: NDArray[np.uint8],
    weights: NDArray[np.float64],
) -> float: ...
def alias(chances: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]: ...
