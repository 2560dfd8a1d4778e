"""What the tests of bad input share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Case:
    """A call that must be refused."""

    seats: tuple[Any, ...]
    options: dict[str, Any]
    error: type[Exception] | tuple[type[Exception], ...]
    named: tuple[str, ...]

    @property
    def id(self) -> str:
        seats = [seat if isinstance(seat, str) else repr(seat) for seat in self.seats]
        options = [f"{key}={value!r}" for key, value in self.options.items()]
        shown = " / ".join([*seats, *options])
        return shown if len(shown) < 60 else shown[:57] + "..."


def refused(case: Case, call: Any) -> None:
    with pytest.raises(case.error) as caught:
        call(*case.seats, **case.options)
    message = str(caught.value)
    assert message.strip()
    for token in case.named:
        assert token in message, f"{token!r} is not named in: {message}"
