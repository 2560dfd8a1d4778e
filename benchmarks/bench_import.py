"""Imports and first answers, as whole processes."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.processes import PROCESSES
from benchmarks.workload import Workload, cases


@pytest.mark.parametrize(
    ("workload", "tool"), [pytest.param(w, t, id=f"{w.id}-{t}") for w, t in cases(PROCESSES)]
)
def test_import(benchmark: BenchmarkFixture, workload: Workload, tool: str) -> None:
    runner = workload.ready.get(tool)
    if runner is None:
        pytest.skip(f"{tool} is not installed")
    benchmark.group = workload.id
    if benchmark.enabled:
        runner.call()  # kernels that are kept between processes are compiled outside the timing
    workload.check(tool, benchmark.pedantic(runner.call, rounds=5))
