"""What the tests of banking games share."""

from __future__ import annotations

import random
from typing import Any

DECK = range(52)


def left_and_dead(seed: int, size: int) -> tuple[list[int], list[int]]:
    """Choose some cards that are left; the others are dead."""
    left = sorted(random.Random(seed).sample(DECK, size))
    return left, [card for card in DECK if card not in left]


def same(bet: Any, expected: dict[str, Any]) -> None:
    assert {name: getattr(bet, name) for name in expected} == expected
