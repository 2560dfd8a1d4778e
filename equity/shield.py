"""Work that Ctrl-C must not break off half done: it goes on in a thread of its own.

Python raises KeyboardInterrupt between any two steps of the main thread, and only there. Large
libraries do not bear it while they are imported or set up (numpy cannot be imported a second time,
Numba lacks its parts for ever), and their compilers neither. So all of that, and every call of a
kernel, which may be the first one, is left to another thread, and the main thread only waits.
Interrupted, it leaves at once; the thread comes to its end, and who asks again waits for the same
locks of the import system and of the compiler, or finds the work done.
"""

from __future__ import annotations

import os
import threading
import time
from _thread import allocate_lock, get_ident, start_new_thread
from contextvars import copy_context
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:  # the command line must start fast: typing is left out
    from collections.abc import Callable
    from typing import Any, TypeVar

    R = TypeVar("R")

__all__ = ["Kernels", "shielded"]

WAKE_SECONDS = 0.05
"""How often the main thread looks for Ctrl-C, where a signal does not wake it."""
FORK_SECONDS = 60.0
"""How long a fork waits for shielded work at most."""

_at_work: set[_Task] = set()


def shielded(function: Callable[..., R], *arguments: Any) -> R:
    """Call a function so that Ctrl-C ends the wait for it, but not what it does.

    Parameters
    ----------
    function : callable
        Called in another thread if this is the main one, else here: no other is interrupted.
    *arguments
        Its arguments.

    Returns
    -------
    R
        What it returns.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C; the function goes on, and nobody hears what becomes of it.
    Exception
        Whatever the function raises.

    Examples
    --------
    >>> shielded(max, 3, 5)
    5
    """
    if get_ident() != threading.main_thread().ident:
        return function(*arguments)
    task = _Task(function, arguments)
    try:
        # Not a Thread, whose start() is itself left in disorder by Ctrl-C.
        start_new_thread(task.work, ())
    except RuntimeError:  # no thread can be had: at the end of the process, or by its limits
        return function(*arguments)
    while not task.done.acquire(timeout=WAKE_SECONDS):
        pass
    if task.error is not None:
        raise task.error
    result: R = task.result
    return result


class _Task:
    """A call, and what came of it."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.call = function, *arguments
        self.context = copy_context()
        self.result: Any = None
        self.error: BaseException | None = None
        self.done = allocate_lock()
        self.done.acquire()

    def work(self) -> None:
        """Make the call."""
        _at_work.add(self)
        try:
            self.result = self.context.run(*self.call)
        except BaseException as error:
            self.error = error
        finally:
            _at_work.discard(self)
            self.done.release()


class Kernels:
    """The kernels of a module, loaded and called out of reach of Ctrl-C.

    Parameters
    ----------
    module : str
        Its full name; it is imported when a kernel is first called.

    Examples
    --------
    >>> Kernels("math").sqrt(4)
    2.0
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Give a kernel."""

        def call(*arguments: Any) -> Any:
            return shielded(_call, self._module, name, arguments)

        return call


def _call(module: str, name: str, arguments: tuple[Any, ...]) -> Any:
    """Import and call."""
    return getattr(import_module(module), name)(*arguments)


def _settle() -> None:
    """Wait for what goes on: a child would find its locks held by a thread that it has not."""
    until = time.monotonic() + FORK_SECONDS
    while _at_work and time.monotonic() < until:
        time.sleep(WAKE_SECONDS / 10)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_settle)
