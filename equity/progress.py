"""How far a calculation is: a bar, a callable, or nothing."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
)

if TYPE_CHECKING:
    pass

import equity.options as settings

__all__ = ["Progress"]

BAR_AFTER_SECONDS: Final = 1.0
"""When the progress bar appears that nobody asked for."""


class Progress:
    """Shows how far a calculation is: nothing, a bar, a bar after a while, or a callable."""

    def __init__(
        self, setting: bool | Callable[[int, int], object] | None, unit: str, started: float
    ) -> None:
        self.call = setting if callable(setting) else None
        self.unit = unit
        self.bar: Any = None
        self.bar_from = math.inf
        if setting is True:
            self.bar_from = started
        elif setting is None and _watched():
            self.bar_from = started + BAR_AFTER_SECONDS
        self.told: tuple[int, int] | None = None
        self.shown = self.call is not None or self.bar_from < math.inf  # else nobody is told

    def open(self, total: int) -> None:
        """Show a bar that was asked for before there is anything to count."""
        if self.call is None:
            self.update(0, total)

    def update(self, done: int, total: int) -> None:
        """Show that `done` of about `total` are done."""
        if self.call is not None:
            self.told = done, total
            self.call(done, total)
        elif self.bar is not None:
            self.bar.total = total
            self.bar.update(done - self.bar.n)
        elif self.bar_from < math.inf and settings.clock() >= self.bar_from:
            from tqdm import tqdm

            self.bar = tqdm(
                total=total,
                initial=done,
                unit=f" {self.unit}",
                unit_scale=True,
                dynamic_ncols=True,
                leave=False,
            )

    def end(self, done: int) -> None:
        """Tell a callable that the estimate was met exactly, and take the bar away."""
        if self.call is not None and self.told != (done, done):
            self.call(done, done)
        self.close()

    def close(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None


def _watched() -> bool:
    """Tell whether somebody may see a bar: a terminal, or a notebook."""
    ipython = sys.modules.get("IPython")
    shell = getattr(ipython, "get_ipython", lambda: None)()
    if hasattr(shell, "kernel"):
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False
