"""The benchmarks run on one core."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.machine import one_core


@pytest.fixture(scope="session", autouse=True)
def pinned() -> Iterator[None]:
    """Keep the run on one core, then give the others back."""
    with one_core():
        yield
