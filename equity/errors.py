"""What can go wrong, in one small hierarchy.

Everything a caller can get wrong is an :class:`EquityError`, which is a :class:`ValueError`;
it is raised before any work starts. :class:`Interrupted` and :class:`ExecutorError` are
different: the work had started, and the partial answer comes with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard
from unicodedata import category, east_asian_width

__all__ = [
    "CardError",
    "EquityError",
    "ExecutorError",
    "Interrupted",
    "NotationError",
    "RuleError",
]

_SHOWN = 60
"""Longer values are cut in messages."""


_LINE_BREAK = re.compile("[\r\n]")


def cut(text: str) -> str:
    """Shorten text for a message."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def shown(value: object) -> str:
    """Write a value for a message: its ``repr``, cut if it is long."""
    if isinstance(value, str):
        quoted = repr(cut(value))
        # an escape takes up to ten characters
        return quoted if len(quoted) <= 2 * _SHOWN else repr(value[: _SHOWN // 10] + "...")
    try:
        written = repr(value)
    except Exception:  # a number of too many digits, or somebody else's fault
        if isinstance(value, int):
            return f"a number of some {int(value.bit_length() * 0.30103) + 1:,} digits"
        return f"what cannot be shown ({type(value).__name__})"
    return cut(written)


def _columns(text: str) -> int:
    """Give how wide a text is on a terminal."""
    marks = sum(category(char) in ("Mn", "Me", "Cf") for char in text)
    return len(text) - marks + sum(east_asian_width(char) in "WF" for char in text)


def named(value: object, *names: str) -> TypeGuard[str]:
    """Tell whether a value is one of some words; an array, which has no one answer, is not."""
    return isinstance(value, str) and value in names


def several(value: object) -> TypeGuard[Iterable[Any]]:
    """Tell whether a value is a sequence of others: neither text, nor a mapping, nor one number."""
    if isinstance(value, (str, bytes, bytearray, Mapping)):
        return False
    # An array of no dimensions is one number, though it has the method.
    return isinstance(value, Iterable) and getattr(value, "ndim", 1) != 0


class EquityError(ValueError):
    """The request cannot be answered; the message says what was given and what was expected."""


class NotationError(EquityError):
    """Text that is not understood.

    Parameters
    ----------
    message : str
        What was read and what was expected.
    text : str, optional
        The whole text that was being read.
    start, end : int, optional
        The place of the fault in `text`, as a half-open span of characters.
    """

    text: str | None
    """The whole text that was being read, if known."""
    span: tuple[int, int] | None
    """The place of the fault in `text`, as a half-open span of characters, if known."""

    def __init__(
        self,
        message: str,
        text: str | None = None,
        start: int | None = None,
        end: int | None = None,
    ) -> None:
        super().__init__(message)
        self.text = text
        self.span = None if start is None else (start, start + 1 if end is None else end)

    def pointer(self) -> str:
        """Give the line of the text that has the fault, with carets under it: two lines.

        It is empty if the place is not known. Tabs and the like are shown as spaces.

        Examples
        --------
        >>> print(NotationError("no such rank", "QQ,1s", 3, 4).pointer())
        QQ,1s
           ^
        """
        if self.text is None or self.span is None:
            return ""
        text = self.text.rstrip("\r\n")
        start, end = (min(place, len(text)) for place in self.span)
        # in front of a line break it is still the line that ends there
        first = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        line = _LINE_BREAK.split(text[first:], maxsplit=1)[0]
        line = "".join(char if char.isprintable() else " " for char in line)
        before, token = line[: start - first], line[start - first : end - first]
        return f"{line}\n{' ' * _columns(before)}{'^' * max(1, _columns(token))}"


class CardError(EquityError):
    """Cards that cannot be dealt: one held twice, not enough of them, a range with nothing left."""


class RuleError(EquityError):
    """A setting that does not exist, or a request that the game or the method does not allow."""


class Interrupted(KeyboardInterrupt):
    """The calculation was interrupted.

    Parameters
    ----------
    result : Any
        The answer so far, marked as partial; ``None`` if nothing was finished.
    """

    result: Any
    """The answer so far, with ``partial`` set; ``None`` if nothing was finished."""

    def __init__(self, result: Any = None) -> None:
        super().__init__("interrupted; the answer so far is in .result")
        self.result = result


class ExecutorError(RuntimeError):
    """The executor did not do its work: a worker died, a pool was shut down, a client closed.

    What the executor raised is the ``__cause__``.

    Parameters
    ----------
    message : str
        What happened.
    result : Any
        The answer so far, marked as partial; ``None`` if nothing was finished.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from equity import holdem
    >>> pool = ThreadPoolExecutor(1)
    >>> pool.shutdown()
    >>> try:
    ...     holdem.equity("AhKh", "QsQd", deals=1000, executor=pool)
    ... except ExecutorError as error:
    ...     print(error, error.result)
    the executor failed: RuntimeError: cannot schedule new futures after shutdown None
    """

    result: Any
    """The answer so far, with ``partial`` set; ``None`` if nothing was finished."""

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message)
        self.result = result
