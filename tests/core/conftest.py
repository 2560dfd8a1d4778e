"""A clock that tests may set."""

from __future__ import annotations

import pytest

import equity.options
from tests.core.runs import Clock


@pytest.fixture
def clock(monkeypatch):
    """The clock of all calculations, which stands still."""
    clock = Clock()
    monkeypatch.setattr(equity.options, "clock", clock)
    return clock
