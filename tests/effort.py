"""How much Python a call runs: the same on a busy machine as on a quiet one."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable


def effort(call: Callable[[], object]) -> int:
    """Count the functions called, those of C included."""
    count = 0

    def profile(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()  # others may have asked to be called at every collection
    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return count
