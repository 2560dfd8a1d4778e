"""What was worked out and is kept for a while: one store for all of it, bounded by bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import update_wrapper
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar, cast

import numpy as np

__all__ = ["Remembered", "remembered"]

MOST_BYTES = 150_000_000
"""What all answers kept may take together; the one used longest ago goes first."""

P = ParamSpec("P")
R = TypeVar("R")

_store: OrderedDict[tuple[Hashable, ...], Any] = OrderedDict()
_bytes: dict[tuple[Hashable, ...], int] = {}
_growing: set[tuple[Hashable, ...]] = set()
_lock = RLock()


def remembered(most: int, *, grows: bool = False) -> Callable[[Callable[P, R]], Remembered[P, R]]:
    """Keep what a function gave for its last arguments.

    Parameters
    ----------
    most : int
        How many answers are kept, if they are small enough.
    grows : bool, default False
        Answers work more out later: they are weighed again.

    Examples
    --------
    >>> @remembered(2)
    ... def square(n):
    ...     print("working")
    ...     return n * n
    >>> square(3), square(3)
    working
    (9, 9)
    """

    def decorate(function: Callable[P, R]) -> Remembered[P, R]:
        return Remembered(function, most, grows)

    return decorate


class Remembered(Generic[P, R]):
    """A function whose answers are kept in the store; call it with hashable arguments."""

    def __init__(self, function: Callable[P, R], most: int, grows: bool) -> None:
        self._function = function
        self._most = most
        self._grows = grows
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **keywords: P.kwargs) -> R:
        """Give the answer, kept or new."""
        key = (id(self), *args, *sorted(keywords.items()))
        with _lock:
            if key in _store:
                _store.move_to_end(key)
                return cast("R", _store[key])
        # Outside of the lock: it may take long, and may ask for other answers.
        answer = self._function(*args, **keywords)
        with _lock:
            _store[key] = answer
            _bytes[key] = weight(answer)
            if self._grows:
                _growing.add(key)
            own = [other for other in _store if other[0] == id(self)]
            for other in own[: max(0, len(own) - self._most)]:
                _drop(other)
            _shrink()
        return answer

    def cache_clear(self) -> None:
        """Forget all answers."""
        with _lock:
            for key in [key for key in _store if key[0] == id(self)]:
                _drop(key)


def _drop(key: tuple[Hashable, ...]) -> None:
    """Forget an answer."""
    del _store[key], _bytes[key]
    _growing.discard(key)


def _shrink() -> None:
    """Forget the answers used longest ago until the rest is small enough."""
    for key in _growing:
        _bytes[key] = weight(_store[key])
    while _store and sum(_bytes.values()) > MOST_BYTES:
        _drop(next(iter(_store)))


def weight(value: Any) -> int:
    """Give about how many bytes the arrays of a value take.

    Examples
    --------
    >>> weight((np.zeros(1000), {"more": np.zeros(10)}))
    8080
    """
    seen: set[int] = set()
    left, total = [value], 0
    while left:
        item = left.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, np.ndarray):
            if isinstance(item.base, np.ndarray):
                left.append(item.base)
            else:
                total += item.nbytes
        elif isinstance(item, (tuple, list)):
            left += [part for part in item if not isinstance(part, (int, float, str))]
        elif isinstance(item, dict):
            left += item.values()
        elif isinstance(item, type) or type(item).__module__.partition(".")[0] != "equity":
            continue
        elif is_dataclass(item):
            left += [getattr(item, field.name) for field in fields(item)]
            left += getattr(item, "__dict__", {}).values()
        elif hasattr(item, "__dict__"):
            left += vars(item).values()
        else:
            left += [getattr(item, name, None) for name in getattr(type(item), "__slots__", ())]
    return total
