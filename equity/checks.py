"""Checks of what people give: each gives the value as it is kept, or a RuleError that names it."""

from __future__ import annotations

import math
import operator
from numbers import Integral, Real
from typing import Any, Final, cast

import numpy as np

from equity.errors import RuleError, shown

__all__ = ["amount", "fraction", "is_real", "is_whole", "positive", "seat_number", "whole"]

_NO_NUMBERS: Final = (bool, np.bool_, np.timedelta64)
"""What calls itself a number and is none here: numpy counts a span of time among the integers."""


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number, numpy's included; True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, _NO_NUMBERS)


def is_real(value: object) -> bool:
    """Tell whether a value is a real number, numpy's included; True and False are none."""
    return isinstance(value, Real) and not isinstance(value, _NO_NUMBERS)


def whole(name: str, value: Any, least: int) -> int | None:
    """Check a whole number from 0 or 1; ``None`` stays."""
    if value is None:
        return None
    expected = "a whole number above 0" if least else "a whole number, 0 or more"
    try:
        if isinstance(value, _NO_NUMBERS):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise RuleError(f"{name} is {shown(value)}; it must be {expected}") from None
    if number < least:
        raise RuleError(f"{name} is {shown(number)}; it must be {expected}")
    return number


def seat_number(seat: Any, seats: int) -> int:
    """Check the number of one of so many seats."""
    if not is_whole(seat) or not 0 <= seat < seats:
        raise RuleError(f"seat is {shown(seat)}; it is a whole number from 0 to {seats - 1}")
    return int(seat)


def _real(value: object) -> float:
    """Give a real number as a float; nan if it is none."""
    if not is_real(value):
        return math.nan
    try:
        return float(cast("float", value))
    except OverflowError:
        return math.inf  # or less: neither is taken anywhere


def positive(name: str, value: Any) -> float | None:
    """Check a positive, finite number; ``None`` stays."""
    if value is None:
        return None
    number = _real(value)
    if not 0 < number < math.inf:
        raise RuleError(f"{name} is {shown(value)}; it must be a finite number above 0")
    return number


def fraction(name: str, value: object) -> float:
    """Check a number from 0 to 1."""
    number = _real(value)
    if not 0 <= number <= 1:
        raise RuleError(f"{name} is {shown(value)}; it is a number from 0 to 1")
    return number


def amount(name: str, value: object) -> float:
    """Check an amount of chips."""
    number = _real(value)
    if not 0 <= number < math.inf:
        raise RuleError(f"{name} is {shown(value)}; it is a finite number, 0 or more")
    return number


def switch(name: str, value: object) -> bool:
    """Check what is True or False, numpy's included."""
    if not isinstance(value, (bool, np.bool_)):
        raise RuleError(f"{name} is {shown(value)}; it is True or False")
    return bool(value)


def level_of_confidence(value: object) -> float:
    """Check a confidence level."""
    level = fraction("confidence level", value)
    if level == 0.0 or (1 + level) / 2 == 1.0:
        raise RuleError(
            f"confidence level is {level!r}; it is a number between 0 and 1, not too near to 1"
        )
    return level
