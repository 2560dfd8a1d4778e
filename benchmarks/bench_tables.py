"""Look-up tables of rankings, built anew."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.workload import OURS, Workload
from benchmarks.workloads import TABLES


@pytest.mark.parametrize("workload", TABLES, ids=lambda workload: str(workload.id))
def test_tables(benchmark: BenchmarkFixture, workload: Workload) -> None:
    benchmark.group = workload.id
    workload.check(OURS, benchmark(workload.ready[OURS].call))
