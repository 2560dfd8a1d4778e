"""What the kernels of banking games share: a random place, and a session that is over.

All arrays are arguments; tables are read-only. The kernels never raise, print or allocate per
deal. Random numbers are xoshiro256++ (Blackman and Vigna, 2018) on a state that the caller gives;
an index below n is ``bits * n >> 32`` with 32 bits, which is off by less than n / 2**32.
"""

# Numba infers the types; a variable here may change from int to unsigned.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any

import numpy as np

from equity.jit import inlined, next_bits

_HALF = np.uint64(32)


@inlined
def random_below(n: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Give a random index below n and the next state."""
    bits, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
    return np.int64(((bits >> _HALF) * np.uint64(n)) >> _HALF), s0, s1, s2, s3


@inlined
def shoe_card(left: Any, number: Any, infinite: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Draw a card of the shoe: the card, the number left, and the next state."""
    at, s0, s1, s2, s3 = random_below(number, s0, s1, s2, s3)
    card = 0
    while at >= left[card]:
        at -= left[card]
        card += 1
    if not infinite:
        left[card] -= 1
        number -= 1
    return card, number, s0, s1, s2, s3


@inlined
def book(
    money: Any,
    fall: Any,
    played: Any,
    cells: Any,
    final: Any,
    drawdown: Any,
    lengths: Any,
    final_ticks: Any,
    drawdown_ticks: Any,
) -> None:
    """Count a session that is over; as :func:`play_sessions` writes it."""
    low, step = cells
    cell = min(len(final) - 1, max(0, money - low) // step)
    final[cell] += 1
    final_ticks[cell] += money
    cell = min(len(drawdown) - 1, fall // step)
    drawdown[cell] += 1
    drawdown_ticks[cell] += fall
    lengths[played] += 1
