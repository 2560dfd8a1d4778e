"""What is checked of what people give: right values are kept, others are named with what is due."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from equity import checks, five_card_draw
from equity.errors import RuleError

HUGE = 10**400


@pytest.mark.parametrize("value", [0, 7, np.int8(7), np.uint64(7), HUGE])
def test_whole_numbers(value: Any) -> None:
    assert checks.whole("n", value, 0) == value
    assert type(checks.whole("n", value, 0)) is int
    assert checks.is_whole(value)


@pytest.mark.parametrize(
    "value", [True, np.bool_(True), 1.0, "1", -1, -HUGE, [1], np.array([1, 2])]
)
def test_no_whole_numbers(value: Any) -> None:
    with pytest.raises(RuleError, match=r"^n is .*; it must be a whole number, 0 or more$"):
        checks.whole("n", value, 0)


def test_none_is_left_to_who_asks() -> None:
    assert checks.whole("n", None, 0) is None
    assert checks.positive("x", None) is None


@pytest.mark.parametrize("value", [1, 0.5, Fraction(1, 3), np.float32(0.25)])
def test_numbers(value: Any) -> None:
    for check in (checks.positive, checks.fraction, checks.amount):
        assert check("x", value) == float(value)


@pytest.mark.parametrize(
    "value",
    [
        True,
        np.bool_(False),
        "1",
        Decimal(1),
        1j,
        [1.0],
        np.ones(2),
        math.nan,
        math.inf,
        HUGE,
        -HUGE,
        -1,
    ],
    ids=lambda value: str(value)[:8],
)
def test_no_numbers(value: Any) -> None:
    for check, expected in (
        (checks.positive, "it must be a finite number above 0"),
        (checks.fraction, "it is a number from 0 to 1"),
        (checks.amount, "it is a finite number, 0 or more"),
    ):
        with pytest.raises(RuleError, match=f"^x is .*; {expected}$"):
            check("x", value)


def test_ends() -> None:
    assert checks.fraction("x", 0) == checks.amount("x", 0) == 0.0
    with pytest.raises(RuleError):
        checks.positive("x", 0)
    assert [checks.seat_number(seat, 2) for seat in (0, np.int64(1))] == [0, 1]
    for seat in (2, -1, True, 0.0, "0", HUGE, None):
        with pytest.raises(RuleError, match=r"it is a whole number from 0 to 1$"):
            checks.seat_number(seat, 2)


@pytest.mark.parametrize("ante", [-1, True, "1", math.inf, HUGE])
def test_an_ante(ante: Any) -> None:
    with pytest.raises(RuleError, match=r"^ante is .*; it is a finite number, 0 or more$"):
        five_card_draw.with_rules(ante=ante)
