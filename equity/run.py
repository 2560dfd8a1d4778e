"""A calculation as independent chunks: options, random streams, executors, stopping, merging.

A question becomes a *job*: a small frozen object that can be pickled and can do any of its
chunks alone. There are two kinds, :class:`Enumeration` (exact) and :class:`Sampling` (simulated).
A chunk returns a *tally*, named arrays of counts and sums; tallies are added in chunk order, so
one thread, many threads, processes and clusters give the same numbers to the last bit.

A simulation goes in rounds of chunks. Whether it stops, and how long the next round is, is
decided between rounds from the tally so far, never from the number of workers.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import wraps
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    NamedTuple,
    ParamSpec,
    TypeVar,
    cast,
)

import numpy as np

from equity import options as settings
from equity.errors import ExecutorError, Interrupted, RuleError, cut, shown
from equity.jobs import Enumeration, Outcome, Sampling, Tally, stream
from equity.options import (
    EXACT_SECONDS,
    EXACT_STEPS,
    MAX_DEALS,
    STEPS_PER_SECOND,
    Method,
    Options,
    duration,
    fresh_seed,
)
from equity.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["choose", "forecast", "interruptible", "merge", "run", "timed"]
P = ParamSpec("P")
R = TypeVar("R")
OUTSTANDING: Final = (16, 1024)
"""Fewest and most chunks in an executor at once; more workers than the most are not all fed."""
AHEAD_SECONDS: Final = 1.0
"""Between these, as many as it does in this time: few are left over when the run stops."""
PACE_SECONDS: Final = 0.25
"""How often that is measured."""
START_SECONDS: Final = 600.0
"""An executor that has begun nothing after this time is given up."""
LEAST_START_SECONDS: Final = 30.0
"""If ``seconds`` is given it is that time, but so many at least: workers set up first."""
CANCEL_SECONDS: Final = 0.05
"""Chunks that cannot be withdrawn in this time are withdrawn in the background."""
THREADED_CHUNKS: Final = 4
"""Own threads are started when at least this many chunks of the round are left."""
GROWTH: Final = 8.0
"""A round ends at most at this multiple of what is done: an early error is only an estimate."""
MARGIN: Final = 1.01
"""A round aims this much past the predicted number of deals, to be the last one."""
WAKE_SECONDS: Final = 0.05
"""How often a waiting calculation looks for Ctrl-C and the clock."""
OF_CHUNK: Final = "raised_in_a_chunk"
"""Marks what a chunk raises, also on its way from another process."""
GRACE_SECONDS: Final = 0.1
"""How long Ctrl-C may reach this process after it has killed a worker."""


def timed(ask: Callable[P, R]) -> Callable[P, R]:
    """Let the answers of a method that does not go through `run` say how long they took.

    Parameters
    ----------
    ask : callable
        A method that gives a result, made by itself or of several runs.

    Returns
    -------
    callable
        The same, its answers with ``elapsed``.

    Examples
    --------
    >>> from equity import bank
    >>> bank.odds().elapsed > 0
    True
    """

    @wraps(ask)
    def asked(*args: P.args, **keywords: P.kwargs) -> R:
        started = time.perf_counter()
        answer: Any = ask(*args, **keywords)
        return cast("R", replace(answer, elapsed=time.perf_counter() - started))

    return asked


def forecast(steps: float) -> float:
    """Give the seconds that so many steps are expected to take on one core.

    Parameters
    ----------
    steps : int or float
        Steps of an exact calculation, of any size.

    Returns
    -------
    float
        Seconds at a fixed nominal rate, the same on every machine; ``inf`` if beyond a float.

    Examples
    --------
    >>> forecast(STEPS_PER_SECOND)
    1.0
    """
    try:
        return steps / STEPS_PER_SECOND
    except OverflowError:
        return math.inf


def choose(options: Options, steps: float | None, *, simulates: bool = True) -> Method:
    """Choose between an exact answer and a simulation.

    Parameters
    ----------
    options : Options
        The checked keywords.
    steps : int or float or None
        Steps of the exact calculation; ``None`` if there is none.
    simulates : bool, optional
        Whether the question can be simulated.

    Returns
    -------
    {"exact", "monte-carlo"}
        Depends on the arguments only, never on the machine.

    Raises
    ------
    RuleError
        The method asked for does not exist for this question, or the exact run is forecast to
        take longer than `seconds` (an hour, if not given).

    Examples
    --------
    >>> choose(Options.check(), steps=1_000_000)
    'exact'
    >>> choose(Options.check(deals=1000), steps=1_000_000)
    'monte-carlo'
    """
    if options.method == "monte-carlo" or options.deals is not None:
        if not simulates:
            raise RuleError("this question is answered exactly; leave out method and deals")
        return "monte-carlo"
    if steps is None:
        if options.method == "exact" or not simulates:
            raise RuleError("there is no exact method for this question; it can be simulated")
        return "monte-carlo"
    limit = EXACT_SECONDS if options.seconds is None else options.seconds
    expected = forecast(steps)
    if options.method == "auto" and simulates and (steps > EXACT_STEPS or expected > limit):
        return "monte-carlo"
    if expected > limit:
        raise RuleError(
            f"an exact answer is forecast to take {duration(expected)}, longer than "
            f"{duration(limit)}; allow more with seconds="
            + (", or simulate with method='monte-carlo'" if simulates else "")
        )
    return "exact"


def interruptible(call: Callable[P, R]) -> Callable[P, R]:
    """Make Ctrl-C an :class:`Interrupted` wherever it arrives, before the first chunk too.

    Parameters
    ----------
    call : callable
        A calculation.

    Returns
    -------
    callable
        The same, of the same signature.

    Examples
    --------
    >>> @interruptible
    ... def prepare():
    ...     raise KeyboardInterrupt
    >>> try:
    ...     prepare()
    ... except Interrupted as stopped:
    ...     print(stopped.result)
    None
    """

    @wraps(call)
    def calculation(*arguments: P.args, **keywords: P.kwargs) -> R:
        try:
            return call(*arguments, **keywords)
        except Interrupted:
            raise
        except KeyboardInterrupt:
            pass
        raise Interrupted

    return calculation


@interruptible
def run(job: Enumeration | Sampling, options: Options, finish: Callable[[Outcome], R]) -> R:
    """Do a job and turn what it counted into an answer.

    Parameters
    ----------
    job : Enumeration or Sampling
        An enumeration is done to the end. A simulation stops at whichever of `deals`,
        `tolerance` and `seconds` comes first, after at least one chunk. `seconds` began when the
        options were checked; the set-up is part of them.
    options : Options
        The checked keywords; `method` is not looked at, the kind of job says it.
    finish : callable
        Makes the answer of an :class:`Outcome`; quick, for it runs after Ctrl-C too.

    Returns
    -------
    R
        What `finish` returns.

    Raises
    ------
    Interrupted
        On Ctrl-C, within a quarter of a second if the chunks are short enough; `result` is
        `finish` of the chunks done so far, ``None`` if there are none.
    ExecutorError
        The executor failed, gave what no chunk gives, or began nothing for ten minutes (if
        `seconds` is given: for that long, but at least half a minute); `result` is as above.
    Exception
        Whatever a chunk or the progress callable raises, as it is; chunks that have not begun
        are cancelled.

    Examples
    --------
    >>> class Squares:
    ...     units, chunk_units = 10, 4
    ...     def count(self, start, stop):
    ...         return {"sum": np.sum(np.arange(start, stop) ** 2, keepdims=True)}
    >>> run(Squares(), Options.check(), lambda outcome: int(outcome.tally["sum"][0]))
    285
    """
    work = _Work(job, options)
    try:
        work.complete()
    except _FailedError as failed:
        raise ExecutorError(str(failed), work.partial_result(finish)) from failed.__cause__
    except KeyboardInterrupt:
        pass
    else:
        try:
            return finish(work.outcome())
        except Interrupted:
            # Of another calculation, which has its own answer.
            raise
        except KeyboardInterrupt:
            pass
    raise Interrupted(work.partial_result(finish))


class _Merged(NamedTuple):
    """The chunks added so far; replaced whole, so that Ctrl-C never finds half a sum."""

    chunks: int
    done: int
    tally: Tally | None


class _FailedError(Exception):
    """The executor failed, as its cause says."""


class _Work:
    """One calculation under way."""

    def __init__(self, job: Enumeration | Sampling, options: Options) -> None:
        self.job = job
        self.started = options.started
        self.seed: int | None = None
        self.tolerance: float | None = None
        self.deadline = predicted = math.inf
        self.bounded = True
        if _is_sampling(job):
            sampling = cast("Sampling", job)
            self.method: Method = "monte-carlo"
            self.step = sampling.chunk_deals
            self.bounded = options.deals is not None
            self.total = MAX_DEALS if options.deals is None else options.deals
            self.seed = fresh_seed() if options.seed is None else options.seed
            self.tolerance = options.tolerance
            if options.tolerance is not None:
                # Until the first error is known: no share varies more than that of a coin.
                predicted = 0.25 / options.tolerance / options.tolerance
            if options.seconds is not None:
                self.deadline = self.started + options.seconds
        else:
            enumeration = cast("Enumeration", job)
            self.method = "exact"
            self.step = enumeration.chunk_units
            self.total = enumeration.units
        self.chunks = max(1, -(-self.total // self.step))
        self.predicted = predicted
        self.merged = _Merged(0, 0, None)
        self.executor = options.executor
        self.start_limit = START_SECONDS
        if options.seconds is not None:
            self.start_limit = max(options.seconds, LEAST_START_SECONDS)
        self.submitted: float | None = None
        self.token = os.urandom(8)
        self.threads: Executor | None = None
        self.futures: deque[Future[Tally]] = deque()
        self.worker_interrupted = False
        self.watched = options.progress

    def complete(self) -> None:
        """Do all rounds and leave nothing running."""
        expected = self.estimate()
        unit = "deals" if self.method == "monte-carlo" else "units"
        self.progress = Progress(self.watched, unit, self.started)
        try:
            self.progress.open(expected)
            goal = self.chunks if self.tolerance is None else 1
            while self.reach(goal) and goal < self.chunks:
                error = float(cast("Sampling", self.job).error(self.tally()))
                if error <= cast("float", self.tolerance):
                    break
                goal = self.next_goal(error)
            self.progress.end(self.merged.done)
        except BaseException as error:
            failed = isinstance(error, _FailedError)
            try:
                if failed:
                    self.gather()
            finally:
                self.stop()
            if self.executor is not None and (failed or self.worker_interrupted):
                # Ctrl-C on a terminal reaches the workers too, sometimes before it comes here.
                time.sleep(GRACE_SECONDS)
            raise
        if self.threads is not None:
            self.threads.shutdown(cancel_futures=True)

    def next_goal(self, error: float) -> int:
        """Give the number of chunks after the next round, from the error after this one."""
        done = self.merged.chunks
        # Also for an error that is nan or inf, and without overflow.
        ratio = error / cast("float", self.tolerance)
        growth = min(GROWTH, MARGIN * ratio * ratio) if ratio < GROWTH else GROWTH
        self.predicted = self.merged.done * MARGIN * ratio * ratio if ratio < 1e100 else math.inf
        return min(self.chunks, max(math.ceil(done * growth), done + max(1, done // 16)))

    def reach(self, goal: int) -> bool:
        """Do and merge the chunks before `goal`; tell whether there was time for all."""
        if self.executor is None and self.threads is None:
            self.work_here(goal)
        if self.executor is not None or self.threads is not None:
            self.work_elsewhere(goal)
        return self.merged.chunks >= goal

    def work_here(self, goal: int) -> None:
        """Work in the calling thread until the round is done or is worth threads."""
        while self.merged.chunks < goal and not self.late():
            self.add(_chunk(*self.arguments(self.merged.chunks)))
            # After the first chunk: its tables are then made once, not by each thread.
            if goal - self.merged.chunks >= THREADED_CHUNKS and (workers := _cpus()) > 1:
                from concurrent.futures import ThreadPoolExecutor

                self.threads = ThreadPoolExecutor(workers, thread_name_prefix="equity")
                return

    def work_elsewhere(self, goal: int) -> None:
        """Keep the executor supplied, a bounded number of chunks ahead, and merge in order."""
        executor = cast("Executor", self.threads if self.executor is None else self.executor)
        allowed, most = OUTSTANDING
        ahead = before = self.merged.chunks
        since = settings.clock()
        while self.merged.chunks < goal:
            while not self.late() and ahead < goal and len(self.futures) < allowed:
                self.submit(executor, ahead)
                ahead += 1
            tally = self.wait(self.futures[0]) if self.futures else None
            if tally is None:
                _withdraw(self.futures)
                return
            self.futures.popleft()
            self.add(tally)
            elapsed = settings.clock() - since
            if elapsed > PACE_SECONDS:
                pace = (self.merged.chunks - before) / elapsed
                allowed = min(most, max(OUTSTANDING[0], int(pace * AHEAD_SECONDS)))
                before = self.merged.chunks
                since += elapsed

    def submit(self, executor: Executor, chunk: int) -> None:
        """Give a chunk to an executor."""
        with _blamed_on_executor():
            future = executor.submit(_chunk, *self.arguments(chunk))
        if not callable(getattr(future, "result", None)):
            raise _FailedError(f"submit of the executor gave {shown(future)}, which is no future")
        self.futures.append(future)
        if self.submitted is None:
            self.submitted = settings.clock()

    def wait(self, future: Future[Tally]) -> Tally | None:
        """Wait for a chunk, waking up for Ctrl-C; ``None`` if the time is over before."""
        with _blamed_on_executor():
            while not (self.late() and not future.done()):
                try:
                    return _checked(future.result(timeout=WAKE_SECONDS))
                except TimeoutError:
                    if future.done():
                        return _checked(future.result())
                    self.check_begun()
                except KeyboardInterrupt:
                    self.worker_interrupted = future.done()
                    raise
        return None

    def check_begun(self) -> None:
        """Refuse to wait for ever for an executor without workers; a slow one has begun."""
        if (
            self.merged.chunks
            or settings.clock() - cast("float", self.submitted) < self.start_limit
        ):
            return
        if not any(_begun(future) for future in self.futures):
            raise _FailedError(
                f"the executor has begun nothing in {duration(self.start_limit)}: "
                "has it any workers? seconds= gives it more time"
            )

    def add(self, tally: Tally) -> None:
        """Merge the next chunk and show progress."""
        chunks, _, before = self.merged
        done = min(self.total, (chunks + 1) * self.step)
        try:
            after = tally if before is None else merge(before, tally)
        except ValueError as error:
            raise _FailedError(f"the executor gave {error}") from None
        self.merged = _Merged(chunks + 1, done, after)
        if self.progress.shown:
            self.progress.update(done, self.estimate())

    def gather(self) -> None:
        """Merge, after a failure, the next chunks that are done already."""
        with suppress(Exception):
            while self.futures and self.futures[0].done():
                self.add(_checked(self.futures.popleft().result(timeout=0)))

    def arguments(
        self, chunk: int
    ) -> tuple[Enumeration | Sampling, int | None, int, int, int, bytes]:
        """Give the arguments of `_chunk`."""
        start = chunk * self.step
        stop = min(self.total, start + self.step)
        return self.job, self.seed, chunk, start, stop, self.token

    def late(self) -> bool:
        """Tell whether the time is over; never before the first chunk."""
        return self.merged.chunks > 0 and settings.clock() >= self.deadline

    def estimate(self) -> int:
        """Give the deals or units that there will be in the end, as far as can be told."""
        done = self.merged.done
        total: float = self.total if self.bounded else math.inf
        if self.tolerance is not None:
            total = min(total, self.predicted)
        if self.deadline < math.inf and done:
            elapsed = max(settings.clock() - self.started, 1e-9)
            total = min(total, done * ((self.deadline - self.started) / elapsed))
        if math.isinf(total):
            total = self.step
        return max(done, math.ceil(total))

    def tally(self) -> Tally:
        """Give the sums so far; there are some."""
        assert self.merged.tally is not None
        return self.merged.tally

    def outcome(self, partial: bool = False) -> Outcome:
        """Give what is counted so far."""
        elapsed = settings.clock() - self.started
        done = self.merged.done
        covered = done / self.total if self.seed is None and self.total else 1.0
        return Outcome(self.method, self.tally(), done, self.seed, elapsed, partial, covered)

    def partial_result(self, finish: Callable[[Outcome], R]) -> R | None:
        """Make the answer of an interrupted calculation; a third Ctrl-C does without."""
        for _ in range(2 if self.merged.chunks else 0):
            try:
                return finish(self.outcome(partial=True))
            except KeyboardInterrupt:
                continue
        return None

    def stop(self) -> None:
        """Leave early: withdraw what has not begun, wait for nothing; Ctrl-C twice is once."""
        for _ in range(2):
            try:
                if self.threads is not None:
                    self.threads.shutdown(wait=False, cancel_futures=True)
                _withdraw(self.futures)
                self.progress.close()
                return
            except KeyboardInterrupt:
                continue


def merge(a: Tally, b: Tally) -> Tally:
    """Add two tallies of the same job.

    Parameters
    ----------
    a, b : dict of str to numpy.ndarray
        Arrays with the same names, shapes and types; neither is changed.

    Returns
    -------
    dict of str to numpy.ndarray
        The sums, in new arrays.

    Raises
    ------
    ValueError
        Names, shapes or types differ: these are not tallies of the same job.

    Examples
    --------
    >>> merge({"wins": np.array([1, 2])}, {"wins": np.array([10, 20])})
    {'wins': array([11, 22])}
    """
    if a.keys() != b.keys():
        raise ValueError(f"tallies of different jobs: {sorted(a)} and {sorted(b)}")
    total = {}
    for name, left in a.items():
        right = b[name]
        if left.shape != right.shape or left.dtype != right.dtype:
            raise ValueError(
                f"tallies of different jobs: {name} is {left.dtype}{list(left.shape)} "
                f"and {right.dtype}{list(right.shape)}"
            )
        total[name] = np.asarray(left + right)
    return total


def _chunk(
    job: Enumeration | Sampling,
    seed: int | None,
    chunk: int,
    start: int,
    stop: int,
    token: bytes,
) -> Tally:
    """Do one chunk; this is the task that executors are given.

    The token tells runs apart. Dask shares the result of equal calls, so that a run which
    withdraws its chunks would withdraw those of another run of the same question.
    """
    try:
        if seed is None:
            return cast("Enumeration", job).count(start, stop)
        return cast("Sampling", job).sample(stream(seed, chunk), stop - start)
    except Exception as error:
        with suppress(Exception):
            setattr(error, OF_CHUNK, True)
        raise


@contextmanager
def _blamed_on_executor() -> Iterator[None]:
    """Tell what an executor raises from what a chunk raises, which goes on as it is."""
    try:
        yield
    except Exception as error:
        if isinstance(error, _FailedError) or hasattr(error, OF_CHUNK):
            raise
        what = f"{type(error).__name__}: {cut(str(error))}".removesuffix(": ")
        raise _FailedError(f"the executor failed: {what}") from error


def _checked(tally: Tally) -> Tally:
    """Refuse what is no tally: an executor may give anything."""
    good = isinstance(tally, dict) and tally
    if not good or not all(isinstance(array, np.ndarray) for array in tally.values()):
        raise _FailedError(
            f"the executor gave {shown(tally)} for a chunk; a chunk gives named arrays"
        )
    return tally


def _begun(future: Future[Tally]) -> bool:
    """Tell whether a chunk is begun or done, as far as the executor says so."""
    return future.done() or getattr(future, "running", lambda: False)()


def _withdraw(futures: deque[Future[Tally]]) -> None:
    """Cancel chunks, the newest first; what takes long, as on a cluster, in the background."""
    until = settings.clock() + CANCEL_SECONDS
    while futures and settings.clock() < until:
        futures.pop().cancel()
    if futures:
        from threading import Thread

        Thread(target=_cancel, args=(list(futures),), daemon=True).start()
        futures.clear()


def _cancel(futures: list[Future[Tally]]) -> None:
    """Cancel chunks, of an executor that may be closed meanwhile."""
    with suppress(Exception):
        while futures:
            futures.pop().cancel()


def _is_sampling(job: Enumeration | Sampling) -> bool:
    """Tell the kind of a job."""
    return hasattr(job, "sample")


def _cpus() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
