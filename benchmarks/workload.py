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

    tool: str
    call: Callable[[], Any]
    """What is timed."""
    read: Callable[[Any], float]
    """Gives the number to check from what `call` returned; not timed."""
    work: float = 1.0
    """Units of work in one call: answers, hands or deals. Rates are compared, not times."""


@dataclass(frozen=True)
class Workload:
    """One row group of the table; `id` is game-street-method-size."""

    id: str
    unit: str
    """The unit of work: "answer", "hand", "deal" or "process"."""
    expected: float
    """The right answer."""
    runners: tuple[Callable[[], Runner | None], ...]
    """Ours first. Each makes its runner, or ``None`` if its tool is not installed."""
    deviation: float | None = None
    """Standard deviation of one deal; ``None`` if the answer must be exact."""
    extra: dict[str, float] = field(default_factory=dict)
    """Right answers of runners that are measured on other work, by tool."""

    @functools.cached_property
    def ready(self) -> dict[str, Runner]:
        """The runners of the tools that are installed, by tool."""
        made = (make() for make in self.runners)
        return {runner.tool: runner for runner in made if runner is not None}

    def check(self, runner: Runner, result: Any) -> None:
        """Assert the answer: to nine digits, or within five standard errors if it is simulated."""
        value = runner.read(result)
        expected = self.extra.get(runner.tool, self.expected)
        margin = 1e-9 * max(1.0, abs(expected))
        if self.deviation is not None:
            margin = 5 * self.deviation / math.sqrt(runner.work)
        assert abs(value - expected) <= margin, (
            f"{self.id}: {runner.tool} gives {value!r}, expected {expected!r} within {margin:.1g}"
        )


def cases(workloads: Iterable[Workload]) -> list[tuple[Workload, str]]:
    """List the (workload, tool) pairs that can run here."""
    return [(workload, tool) for workload in workloads for tool in workload.ready]
