"""One core, one thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any


class InlineExecutor(Executor):
    """Runs every task at once in the calling thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the task and return its finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def one_core() -> Iterator[str]:
    """Keep this process, and those it starts, on one core where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield "not pinned"
        return
    before = os.sched_getaffinity(0)
    core = max(before)  # the first core often serves the interrupts
    os.sched_setaffinity(0, {core})
    try:
        yield f"pinned to core {core}"
    finally:
        os.sched_setaffinity(0, before)
