"""The table of ratios: every workload, ours and the peers' calls taking turns, on one core.

python -m benchmarks [--only TEXT] [--repeats N] [--markdown]
"""

from __future__ import annotations

import argparse
import math
import platform
import statistics
import time
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.machine import one_core
from benchmarks.paytables import PAY_TABLES
from benchmarks.processes import PROCESSES
from benchmarks.workload import OURS, Runner, Workload
from benchmarks.workloads import EVALUATION, EXACT, SIMULATION, SURVIVAL, TABLES

TARGETS = Path(__file__).with_name("targets.toml")
SHORTEST = 0.002  # a timing shorter than this is repeated inside one measurement
HEADINGS = ("workload", "tool", "min", "median", "rate", "ours / theirs", "target", "met")


@dataclass(frozen=True)
class Line:
    """One line of the table: a tool at a workload."""

    workload: str
    tool: str
    minimum: float
    """Shortest time of one call, in seconds."""
    median: float
    rate: float
    """Units of work in a second, by the shortest time."""
    unit: str
    ratio: float | None = None
    """Our rate over this tool's rate."""
    target: str = ""
    met: bool | None = None

    def cells(self) -> tuple[str, ...]:
        """Give the line as text."""
        return (
            self.workload,
            self.tool,
            seconds(self.minimum),
            seconds(self.median),
            "" if self.unit == "process" else f"{number(self.rate)} {self.unit}s/s",
            "" if self.ratio is None else f"{self.ratio:.3g}",
            self.target,
            "" if self.met is None else ("yes" if self.met else "NO"),
        )


def seconds(value: float) -> str:
    """Write a time with three digits and its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} us"


def number(value: float) -> str:
    """Write a rate with three digits, in thousands or millions where that is shorter."""
    for unit, size in ((" M", 1e6), (" k", 1e3)):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def measure(workload: Workload, repeats: int) -> dict[str, list[float]]:
    """Time every tool at the workload, taking turns, and check every tool's answer first."""
    inner: dict[str, int] = {}
    for tool, runner in workload.ready.items():
        workload.check(tool, runner.call())
        inner[tool] = max(1, math.ceil(SHORTEST / timed(runner, 1)))
    times: dict[str, list[float]] = {tool: [] for tool in workload.ready}
    for _ in range(repeats):
        for tool, runner in workload.ready.items():
            times[tool].append(timed(runner, inner[tool]))
    return times


def timed(runner: Runner, calls: int) -> float:
    """Give the mean time of some calls in a row."""
    call = runner.call
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


def lines(
    workload: Workload, times: dict[str, list[float]], targets: dict[str, list[dict[str, Any]]]
) -> list[Line]:
    """Compare the times of a workload and judge them by its targets."""
    rate = {tool: workload.ready[tool].work / min(taken) for tool, taken in times.items()}
    ratios = {
        row["beside"]: row["at_least"] for row in targets["ratio"] if row["workload"] == workload.id
    }
    limits = [row for row in targets["limit"] if row["workload"] == workload.id]
    result = []
    for tool, taken in times.items():
        target, met = "", None
        ratio = rate[OURS] / rate[tool] if OURS in rate and tool != OURS else None
        if tool in ratios and ratio is not None:
            target, met = f">= {ratios[tool]:g}", ratio >= ratios[tool]
        for row in limits if tool == OURS else ():
            over = row.get("over")
            allowed = row["seconds"] + (min(times[over]) if over else 0.0)
            target = f"<= {seconds(row['seconds'])}" + (f" over {over}" if over else "")
            met = min(taken) <= allowed
        result.append(
            Line(
                workload.id,
                tool,
                min(taken),
                statistics.median(taken),
                rate[tool],
                workload.unit,
                ratio,
                target,
                met,
            )
        )
    return result


def load_targets() -> dict[str, list[dict[str, Any]]]:
    """Read the targets."""
    return tomllib.loads(TARGETS.read_text(encoding="utf-8"))


def show(rows: Iterable[Line], markdown: bool, title: str) -> None:
    """Print the table."""
    cells = [row.cells() for row in rows]
    if markdown:
        print(f"{title}\n")
        for row in (HEADINGS, ("---",) * 2 + ("---:",) * 4 + ("---",) * 2, *cells):
            print("| " + " | ".join(row) + " |")
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*HEADINGS, title=title)
    last = ""
    for row in cells:
        if last and row[0] != last:
            table.add_section()
        table.add_row("" if row[0] == last else row[0], *row[1:])
        last = row[0]
    console = Console()
    if not console.is_terminal:
        console = Console(width=140)
    console.print(table)


def main() -> None:
    """Measure, print the table, say which targets are missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", default="", help="workloads whose name contains this text")
    parser.add_argument("--repeats", type=int, default=7, help="measurements of each tool")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    options = parser.parse_args()

    targets = load_targets()
    rows: list[Line] = []
    with one_core() as pinned:
        for workload in (
            *EVALUATION,
            *EXACT,
            *SIMULATION,
            *PAY_TABLES,
            *TABLES,
            *SURVIVAL,
            *PROCESSES,
        ):
            if options.only in workload.id:
                rows += lines(workload, measure(workload, options.repeats), targets)
    title = (
        f"Python {platform.python_version()}, {platform.machine()}, one thread, {pinned}; "
        f"{options.repeats} repeats, ratios of the shortest times"
    )
    show(rows, options.markdown, title)
    judged = [row for row in rows if row.met is not None]
    missed = [f"{row.workload} ({row.tool}: {row.target})" for row in judged if not row.met]
    print(f"{len(judged) - len(missed)} of {len(judged)} targets met")
    for text in missed:
        print(f"missed: {text}")


if __name__ == "__main__":
    main()
