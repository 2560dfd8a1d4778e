from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

FEATURES: tuple[str, ...]

def fill(
    rules: Sequence[int],
    table: Any,
    categories: NDArray[np.uint8],
    jokers: int,
    lowest: int,
    limit: int,
    four_with_ace: bool,
) -> NDArray[np.uint8]: ...
def first_illegal(
    table: NDArray[np.uint8], lowest: int, limit: int, four_with_ace: bool
) -> list[int] | None: ...
def places(hands: NDArray[np.uint64]) -> NDArray[np.int64]: ...
def hands_that_draw(table: NDArray[np.uint8], drawn: int, live: int) -> NDArray[np.uint64]: ...
