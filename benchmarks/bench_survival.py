"""Whole survival games of four players."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.workload import Workload, cases
from benchmarks.workloads import SURVIVAL


@pytest.mark.parametrize(
    ("workload", "tool"), [pytest.param(w, t, id=f"{w.id}-{t}") for w, t in cases(SURVIVAL)]
)
def test_survival(benchmark: BenchmarkFixture, workload: Workload, tool: str) -> None:
    runner = workload.ready.get(tool)
    if runner is None:
        pytest.skip(f"{tool} is not installed")
    benchmark.group = workload.id
    benchmark.extra_info["work"] = runner.work
    if benchmark.enabled:
        runner.call()  # kernels are compiled and tables built outside the timing
    workload.check(tool, benchmark(runner.call))
