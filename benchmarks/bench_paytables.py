"""Pay tables: one decision and the whole analysis."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.paytables import PAY_TABLES
from benchmarks.workload import Workload, cases


@pytest.mark.parametrize(
    ("workload", "tool"), [pytest.param(w, t, id=f"{w.id}-{t}") for w, t in cases(PAY_TABLES)]
)
def test_pay_table(benchmark: BenchmarkFixture, workload: Workload, tool: str) -> None:
    runner = workload.ready.get(tool)
    if runner is None:
        pytest.skip(f"{tool} is not installed")
    benchmark.group = workload.id
    benchmark.extra_info["work"] = runner.work
    workload.check(tool, benchmark(runner.call))
