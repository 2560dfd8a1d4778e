from collections.abc import Sequence
from typing import Any

class Engine:
    def __init__(
        self,
        left: Sequence[int],
        must: int,
        below: int,
        push: bool,
        pays: Sequence[float],
        at_once: bool,
        actions: Any,
        states: Any,
        memory: Any,
        policy: Any,
    ) -> None: ...
    def outcomes(self, hand: Sequence[int], action: int, best: bool) -> list[float]: ...
    def gains_of(self, ups: Sequence[int], state: int) -> list[float]: ...
    def banker(self) -> list[float]: ...
