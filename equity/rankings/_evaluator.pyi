from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

class Evaluator:
    def __init__(self, tables: Iterable[tuple[int, Any]], deck_mask: int) -> None: ...
    def strength(self, cards: Sequence[int]) -> int: ...
    def strengths(self, cards: ArrayLike, check: bool = True) -> NDArray[np.uint16]: ...
