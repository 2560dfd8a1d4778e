"""What a workload is: our call and the peers' calls that do the same work, and the right answer."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

OURS = "equity"


@dataclass(frozen=True)
class Runner:
    """One tool's way of doing the work."""

    call: Callable[[], Any]
    """What is timed."""
    read: Callable[[Any], float]
    """Gives the number to check from what `call` returned; not timed."""
    work: float = 1.0
    """Units of work in one call: answers, hands or deals. Rates are compared, not times."""


@dataclass(frozen=True)
class Entry:
    """A tool that takes part in a workload; its runner is made when it is needed."""

    tool: str
    make: Callable[[], Runner | None]
    """Gives ``None`` if the tool is not installed."""


@dataclass(frozen=True)
class Workload:
    """One row group of the table; `id` is game-street-method-size."""

    id: str
    unit: str
    """The unit of work: "answer", "hand", "deal" or "process"."""
    expected: float
    """The right answer."""
    entries: tuple[Entry, ...]
    """Ours first."""
    deviation: float | None = None
    """Standard deviation of a unit of work; ``None`` if the answer must be exact."""
    extra: dict[str, float] = field(default_factory=dict)
    """Right answers of runners that are measured on other work, by tool."""

    @functools.cached_property
    def ready(self) -> dict[str, Runner]:
        """The runners of the tools that are installed, by tool."""
        made = {entry.tool: entry.make() for entry in self.entries}
        return {tool: runner for tool, runner in made.items() if runner is not None}

    def check(self, tool: str, result: Any) -> None:
        """Assert the answer: to nine digits, or within five standard errors if it is simulated."""
        runner = self.ready[tool]
        value = runner.read(result)
        expected = self.extra.get(tool, self.expected)
        margin = 1e-9 * max(1.0, abs(expected))
        if self.deviation is not None:
            margin = 5 * self.deviation / math.sqrt(runner.work)
        assert abs(value - expected) <= margin, (
            f"{self.id}: {tool} gives {value!r}, expected {expected!r} within {margin:.1g}"
        )


def cases(workloads: Iterable[Workload]) -> list[tuple[Workload, str]]:
    """List the (workload, tool) pairs."""
    return [(workload, entry.tool) for workload in workloads for entry in workload.entries]
