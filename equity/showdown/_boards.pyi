import numpy as np
from numpy.typing import NDArray

def board_multisets(
    live: int, board: int, to_come: int, card_keys: NDArray[np.uint64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
def hold_em_ranks(
    boards: NDArray[np.uint64],
    board_counts: NDArray[np.uint64],
    holes: NDArray[np.uint64],
    hole_counts: NDArray[np.uint64],
    board_offsets: NDArray[np.int32],
    offsets: NDArray[np.int32],
    ranks: NDArray[np.uint16],
    out: NDArray[np.uint16],
) -> None: ...
def flush_of_two(hole: int, flushes: NDArray[np.uint16]) -> NDArray[np.uint16]: ...
def ranks_of_two(
    boards: NDArray[np.uint64],
    board_counts: NDArray[np.uint64],
    hole_counts: NDArray[np.uint64],
    offsets: NDArray[np.int32],
    ranks: NDArray[np.uint16],
    out: NDArray[np.uint16],
) -> None: ...
def count_matchups(
    holes: NDArray[np.uint64],
    rows: NDArray[np.int32],
    by_rank: NDArray[np.uint16],
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
    shares: NDArray[np.int64],
    weighted: NDArray[np.float64],
) -> None: ...
def count_categories(
    holes: NDArray[np.uint64],
    rows: NDArray[np.int32],
    by_rank: NDArray[np.uint16],
    flushes: NDArray[np.uint16],
    keys: NDArray[np.uint64],
    offsets: NDArray[np.int32],
    live: int,
    board: int,
    to_come: int,
    used: int,
    size: int,
    jokers: int,
    categories: NDArray[np.uint8],
    times: NDArray[np.int64],
    weights: NDArray[np.float64],
    counts: NDArray[np.int64],
    weighted: NDArray[np.float64],
) -> None: ...
