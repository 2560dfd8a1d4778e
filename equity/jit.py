"""How kernels are compiled, and the random stream that all of them draw from.

Imported by the kernels alone: it loads Numba. A kernel is kept on disk until its own file changes.
What it took from here, or from any other file, is not looked at: functions that call each other
share a file, and whoever changes this one clears the caches (``NUMBA_CACHE_DIR``, or the
``__pycache__`` folders).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["called", "compiled", "inlined", "next_bits"]


_NO_ENTRY = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""An entry for Python or C takes as long to compile as a small function."""


def _cached(function: Callable[..., Any], **options: Any) -> Any:
    """Compile lazily; cached on disk unless there is nowhere to write."""
    try:
        return njit(cache=True, nogil=True, **options)(function)
    except RuntimeError:
        return njit(nogil=True, **options)(function)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel that Python calls."""
    return _cached(function)


def called(function: Callable[..., Any]) -> Any:
    """Compile a function that only kernels call."""
    return _cached(function, **_NO_ENTRY)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile into the kernels that call: a call that passes arrays costs more than what it does.

    Not ``inline="always"``, which infers types anew at each call: the long kernels took half as
    long again to compile.
    """
    options: Any = _NO_ENTRY
    return njit(forceinline=True, **options)(function)


@inlined
def next_bits(s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Give 64 random bits and the next state of xoshiro256++ (Blackman and Vigna, 2018)."""
    sum_ = s0 + s3
    bits = ((sum_ << np.uint64(23)) | (sum_ >> np.uint64(41))) + s0
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return bits, s0, s1, s2, s3
