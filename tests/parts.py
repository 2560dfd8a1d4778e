"""Tests of many cases: some of them always, the others with the slow tests."""

from __future__ import annotations

from typing import Any

import pytest


def in_parts(name: str, some: int, number: int) -> Any:
    """Parametrize by the first of so many numbers, and by the others, which are slow."""
    return pytest.mark.parametrize(
        name,
        [
            pytest.param(range(some), id="some"),
            pytest.param(range(some, number), id="the others", marks=pytest.mark.slow),
        ],
    )


def slow(*values: Any) -> Any:
    """Mark one case of a test as slow."""
    return pytest.param(*values, marks=pytest.mark.slow)
