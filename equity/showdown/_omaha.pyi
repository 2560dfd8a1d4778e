from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

def pair_and_triple_places() -> tuple[NDArray[np.int16], NDArray[np.int16]]: ...
def pair_strengths(
    keys: NDArray[np.uint64],
    offsets: NDArray[np.int32],
    ranks: NDArray[np.uint16],
    pairs: NDArray[np.int16],
    triples: NDArray[np.int16],
) -> NDArray[np.uint16]: ...

class OmahaEvaluator:
    def __init__(
        self,
        table: Any,
        strengths: NDArray[np.uint16],
        pairs: NDArray[np.int16],
        triples: NDArray[np.int16],
        hole: int,
        deck_mask: int,
    ) -> None: ...
    def strength(self, cards: Sequence[int]) -> int: ...
    def strengths(self, cards: ArrayLike, check: bool = True) -> NDArray[np.uint16]: ...
