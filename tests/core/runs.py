"""What the tests of runs share: executors, a clock, jobs that stop."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import equity.options
import equity.progress
import equity.run
from equity.jobs import Outcome
from equity.options import Options
from equity.run import run
from tests.toy_jobs import Coin


def same(outcome: Outcome) -> Outcome:
    return outcome


def ask(job, **options) -> Outcome:
    return run(job, Options.check(**options), same)


def assert_same_counts(a: Outcome, b: Outcome) -> None:
    assert (a.deals, a.seed, a.method, a.partial) == (b.deals, b.seed, b.method, b.partial)
    assert a.tally.keys() == b.tally.keys()
    for name in a.tally:
        assert a.tally[name].dtype == b.tally[name].dtype
        assert a.tally[name].tobytes() == b.tally[name].tobytes(), name


def settle(future, task, arguments):
    try:
        future.set_result(task(*arguments))
    except Exception as error:
        future.set_exception(error)


class Inline:
    """An executor that works at once, and keeps account of what is asked of it."""

    def __init__(self):
        self.submitted = 0

    def __len__(self):
        return 0

    def submit(self, task, /, *arguments):
        self.submitted += 1
        future = Future()
        settle(future, task, arguments)
        return future


class Slow:
    """An executor that works only while it is waited for, the newest chunk first."""

    class Pending(Future):
        executor: Slow

        def result(self, timeout=None):
            self.executor.work()
            return super().result(timeout)

    def __init__(self):
        self.waiting = []
        self.most = 0
        self.done = 0

    def submit(self, task, /, *arguments):
        future = self.Pending()
        future.executor = self
        self.waiting.append((future, task, arguments))
        self.most = max(self.most, len(self.waiting))
        return future

    def work(self):
        while self.waiting:
            future, task, arguments = self.waiting.pop()
            if future.set_running_or_notify_cancel():
                self.done += 1
                settle(future, task, arguments)


class Stuck(Inline):
    """An executor that does its first chunks; the others stay as they are for ever."""

    def __init__(self, good=0, future=Future):
        super().__init__()
        self.good = good
        self.future = future

    def submit(self, task, /, *arguments):
        if self.submitted < self.good:
            return super().submit(task, *arguments)
        self.submitted += 1
        return self.future()


class Clock:
    """A clock that goes on when it is told to, and by a step at every look."""

    def __init__(self, step=0.0):
        self.now = 100.0
        self.step = step

    def __call__(self):
        self.now += self.step
        return self.now


class Stopping:
    """An argument that is Ctrl-C as soon as it is looked at."""

    def stop(self, *_):
        raise KeyboardInterrupt

    __bool__ = __contains__ = __eq__ = __float__ = __format__ = __getitem__ = __hash__ = stop
    __index__ = __int__ = __iter__ = __len__ = __lt__ = __le__ = __repr__ = __str__ = stop


@dataclass(frozen=True)
class Timed(Coin):
    """A chunk takes a sixteenth of a second of a test's clock."""

    clock: Clock | None = None

    def sample(self, state, deals):
        self.clock.now += 1 / 16
        return super().sample(state, deals)


def in_process(
    code: str, group: bool = False, quiet: bool = True, flags: Sequence[str] = ()
) -> list[str]:
    """Run code in a fresh interpreter and give the lines that it printed."""
    # The package under test, which need not be the one beside the tests.
    folders = [Path(__file__).resolve().parents[1], Path(equity.run.__file__).resolve().parents[1]]
    path = os.pathsep.join([*map(str, folders), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, *flags, "-W", "error", "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONPATH": path},
        start_new_session=group,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" or not quiet
    return done.stdout.split("\n")[:-1]
