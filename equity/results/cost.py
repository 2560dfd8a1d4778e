"""What a calculation would cost."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from equity.results.base import plain

__all__ = ["Cost"]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a calculation would cost.

    Parameters
    ----------
    method : {"exact", "monte-carlo"}
        The method that would be used.
    deals : int or None
        Deals it would look at; ``None`` if that cannot be told without counting them.
    steps : int or None
        Units of work of about 5 ns; ``None`` if only the time is limited.
    seconds : float or None
        Forecast at a nominal rate of one core, the same on every machine.
    """

    method: str
    deals: int | None
    steps: int | None
    seconds: float | None

    def to_dict(self) -> dict[str, Any]:
        """Give the fields as plain numbers and text, fit for JSON."""
        return {item.name: plain(getattr(self, item.name)) for item in fields(self)}
