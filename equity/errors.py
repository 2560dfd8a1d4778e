"""What can go wrong, in one small hierarchy.

Everything a caller can get wrong is an :class:`EquityError`, which is a :class:`ValueError`;
it is raised before any work starts. :class:`Interrupted` and :class:`ExecutorError` are
different: the work had started, and the partial answer comes with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

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


def cut(text: str) -> str:
    """Shorten text for a message."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def shown(value: object) -> str:
    """Write a value for a message: its ``repr``, cut if it is long."""
    if isinstance(value, str):
        return repr(cut(value))
    try:
        written = repr(value)
    except Exception:  # a number of too many digits, or somebody else's fault
        if isinstance(value, int):
            return f"a number of some {int(value.bit_length() * 0.30103) + 1:,} digits"
        return f"what cannot be shown ({type(value).__name__})"
    return cut(written)


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
        """Give the text with carets under the fault, two lines; empty if the place is not known.

        Examples
        --------
        >>> print(NotationError("no such rank", "QQ,1s", 3, 4).pointer())
        QQ,1s
           ^
        """
        if self.text is None or self.span is None:
            return ""
        start, end = self.span
        return f"{self.text}\n{' ' * start}{'^' * max(1, end - start)}"


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
