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

MOST_GROWING = 4
"""How many of the answers used last are taken to be still at work: they are weighed again later."""

P = ParamSpec("P")
R = TypeVar("R")

Key = tuple[Hashable, ...]


class Kept:
    """An answer in the store; told apart by itself, since to hash a question is work."""

    __slots__ = ("answer", "key", "of", "size")

    def __init__(self, of: Remembered[..., Any], key: Key, answer: Any) -> None:
        self.of = of
        self.key = key
        self.answer = answer
        self.size = 0


_store: OrderedDict[Kept, None] = OrderedDict()  # the one used last at the end
_total = 0  # of the sizes, so that a new answer costs the same however many are kept
_used: OrderedDict[Kept, None] = OrderedDict()  # may grow, and used since they were weighed
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
        self._kept: dict[Key, Kept] = {}
        self._own: OrderedDict[Kept, None] = OrderedDict()
        self.__qualname__ = function.__qualname__
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **keywords: P.kwargs) -> R:
        """Give the answer, kept or new."""
        key: Key = (*args, *sorted(keywords.items())) if keywords else args
        with _lock:
            kept = self._kept.get(key)
            if kept is not None:
                _store.move_to_end(kept)
                self._own.move_to_end(kept)
                if self._grows:
                    _used[kept] = None
                    _used.move_to_end(kept)
                return cast("R", kept.answer)
        # Outside of the lock: it may take long, and may ask for other answers.
        answer = self._function(*args, **keywords)
        with _lock:
            if key in self._kept:  # another thread was faster
                self._drop(self._kept[key])
            kept = self._kept[key] = Kept(self, key, answer)
            _store[kept] = self._own[kept] = None
            _weigh(kept)
            while len(self._own) > self._most:
                self._drop(next(iter(self._own)))
            if self._grows:
                _used[kept] = None
                _weigh_used()
            while _store and _total > MOST_BYTES:
                oldest = next(iter(_store))
                oldest.of._drop(oldest)
        return answer

    def __reduce__(self) -> str:
        """Pickle as a function is: by name, for jobs and results that hold one."""
        return self.__qualname__

    def cache_clear(self) -> None:
        """Forget all answers."""
        with _lock:
            for kept in list(self._own):
                self._drop(kept)

    def _drop(self, kept: Kept) -> None:
        """Forget an answer."""
        global _total
        del _store[kept], self._own[kept], self._kept[kept.key]
        _total -= kept.size
        _used.pop(kept, None)


def _weigh(kept: Kept) -> None:
    """Note what an answer takes now."""
    global _total
    _total -= kept.size
    kept.size = weight(kept.answer)
    _total += kept.size


def _weigh_used() -> None:
    """Weigh again what was at work; not for each small answer, a weighing is work."""
    for kept in _used:
        _weigh(kept)
    while len(_used) > MOST_GROWING:
        _used.popitem(last=False)


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
