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
import sys
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    cast,
)

import numpy as np

from equity.checks import positive, whole
from equity.errors import ExecutorError, Interrupted, RuleError, cut, shown

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from typing import Unpack

    from numpy.typing import NDArray

__all__ = [
    "DEFAULT_TOLERANCE",
    "EXACT_STEPS",
    "STEPS_PER_SECOND",
    "Enumeration",
    "Keywords",
    "Options",
    "Outcome",
    "Sampling",
    "Tally",
    "choose",
    "forecast",
    "fresh_seed",
    "interruptible",
    "merge",
    "run",
    "stream",
    "timed",
]

Method: TypeAlias = Literal["exact", "monte-carlo"]
Tally: TypeAlias = dict[str, np.ndarray[Any, np.dtype[Any]]]
P = ParamSpec("P")
R = TypeVar("R")

clock = time.perf_counter
"""The clock of every calculation; tests put their own in its place."""

EXACT_STEPS: Final = 1_000_000_000
"""``method="auto"`` is exact up to this many steps."""
STEPS_PER_SECOND: Final = 200_000_000
"""Nominal rate of one core, for forecasts only; a constant, so that choices never vary."""
EXACT_SECONDS: Final = 3600.0
"""The longest forecast that an exact run may have when ``seconds`` is not given."""
DEFAULT_TOLERANCE: Final = 0.0005
"""The tolerance when neither ``deals`` nor ``tolerance`` nor ``seconds`` is given."""
SEED_DIGITS: Final = 4000
"""Digits of a seed; Python writes numbers up to some more."""
MOST_SEED: Final = 10**SEED_DIGITS
MAX_DEALS: Final = 2**63 - 1
"""Counts are 64-bit."""

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
BAR_AFTER_SECONDS: Final = 1.0
"""When the progress bar appears that nobody asked for."""


class Enumeration(Protocol):
    """An exact job: `units` independent units of work, done in chunks.

    Implementations are small, frozen and picklable, and build their tables where they run.
    """

    @property
    def units(self) -> int:
        """Number of units, 0 or more."""

    @property
    def chunk_units(self) -> int:
        """Units of a chunk, at least 1; a chunk lasts less than 0.1 s."""

    def count(self, start: int, stop: int) -> Tally:
        """Count units ``start`` to ``stop - 1``; the names and shapes are always the same."""


class Sampling(Protocol):
    """A simulated job: any number of random deals, done in chunks.

    Implementations are small, frozen and picklable, and build their tables where they run.
    """

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk, at least 1; a chunk lasts less than 0.1 s."""

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate the first `deals` deals of the stream that starts at `state`, uint64[4].

        The first n deals are the same whatever `deals` is; names and shapes never change.
        """

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of what is asked; ``tolerance`` bounds it.

        It may be ``inf`` or ``nan`` while there is too little to tell.
        """


class Keywords(TypedDict, total=False):
    """The keywords of every calculation, for ``**options: Unpack[Keywords]``."""

    method: Literal["auto", "exact", "monte-carlo"]
    deals: int | None
    tolerance: float | None
    seconds: float | None
    seed: int | None
    executor: Executor | None
    progress: bool | Callable[[int, int], object] | None


@dataclass(frozen=True, slots=True)
class Options:
    """The keywords of a calculation, checked and with the defaults filled in.

    Make one with :meth:`check`; the fields are the keywords themselves.
    """

    method: Literal["auto", "exact", "monte-carlo"] = "auto"
    deals: int | None = None
    """Deals to simulate (survival: games; sessions: sessions)."""
    tolerance: float | None = None
    """Largest standard error to reach, in the unit of the answer."""
    seconds: float | None = None
    """Seconds of real time to simulate; the longest forecast that an exact run may have."""
    seed: int | None = None
    """Seed as given; ``None`` lets the calculation draw one."""
    executor: Executor | None = None
    progress: bool | Callable[[int, int], object] | None = None
    started: float = field(default_factory=lambda: clock(), compare=False, repr=False)
    """When the call began, by `clock`: its set-up counts as well."""

    @classmethod
    def check(
        cls, default_tolerance: float = DEFAULT_TOLERANCE, /, **keywords: Unpack[Keywords]
    ) -> Options:
        """Check the keywords of a calculation.

        Parameters
        ----------
        default_tolerance : float, optional
            The tolerance when `deals`, `tolerance` and `seconds` are all left out.
        **keywords
            ``method``, ``deals``, ``tolerance``, ``seconds``, ``seed``, ``executor``,
            ``progress``; see :class:`Options`.

        Returns
        -------
        Options
            With plain Python numbers, and at least one of `deals`, `tolerance`, `seconds`.

        Raises
        ------
        RuleError
            A keyword is unknown, or its value is of the wrong type or outside its range, or
            `deals` or `tolerance` comes with ``method="exact"``.

        Examples
        --------
        >>> Options.check(deals=1000, seed=7).deals
        1000
        >>> Options.check().tolerance
        0.0005
        """
        given = cast("dict[str, Any]", keywords)
        unknown = sorted(given.keys() - Keywords.__annotations__.keys())
        if unknown:
            raise RuleError(
                f"unknown option {shown(unknown[0])}; the options of a calculation are "
                + ", ".join(Keywords.__annotations__)
            )
        method = given.get("method", "auto")
        if not isinstance(method, str) or method not in ("auto", "exact", "monte-carlo"):
            raise RuleError(f"method is {shown(method)}; it is 'auto', 'exact' or 'monte-carlo'")
        deals = whole("deals", given.get("deals"), 1)
        tolerance = positive("tolerance", given.get("tolerance"))
        seconds = positive("seconds", given.get("seconds"))
        if deals is not None and deals > MAX_DEALS:
            raise RuleError(f"deals is {shown(deals)}; it must be below 2**63")
        if tolerance is not None and tolerance >= 1:
            raise RuleError(
                f"tolerance is {shown(tolerance)}; it is a standard error below 1, such as 0.0005"
            )
        for name, value in (("deals", deals), ("tolerance", tolerance)):
            if method == "exact" and value is not None:
                raise RuleError(f"{name} is for a simulation; it cannot go with method='exact'")
        seed = whole("seed", given.get("seed"), 0)
        if seed is not None and seed >= MOST_SEED:
            raise RuleError(f"seed is {shown(seed)}; it has at most {SEED_DIGITS:,} digits")
        executor = given.get("executor")
        if executor is not None and (
            isinstance(executor, type) or not callable(getattr(executor, "submit", None))
        ):
            raise RuleError(f"executor is {shown(executor)}; it must have a method submit")
        progress = given.get("progress")
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise RuleError(f"progress is {shown(progress)}; it is None, True, False or a callable")
        if deals is None and tolerance is None and seconds is None:
            tolerance = default_tolerance
        return cls(
            method=cast("Any", method),
            deals=deals,
            tolerance=tolerance,
            seconds=seconds,
            seed=seed,
            executor=executor,
            progress=progress,
        )


class Played(Protocol):
    """What an answer tells of its game."""

    @property
    def name(self) -> str:
        """The name of the game."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """The settings in force, name to value."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a calculation counted."""

    method: Method
    tally: Tally
    """The tallies of all chunks done, added in chunk order."""
    deals: int
    """Simulated: deals drawn. Exact: units counted (deals are then read from the tally)."""
    seed: int | None
    """The seed used; ``None`` if exact."""
    elapsed: float
    """Seconds of real time."""
    partial: bool = False
    """Interrupted: the deals or units are only the first of those asked for."""

    def about(self, game: Played, question: Hashable, deals: int | None = None) -> dict[str, Any]:
        """Give what every result says of how it was made, as keyword arguments of a result.

        Parameters
        ----------
        game : equity.rules.Game
            The game, whose name and rules are told.
        question : hashable
            What was asked; ``None`` if answers are never added.
        deals : int, optional
            The deals of an exact answer, read from the tally; those of the outcome if not given.

        Returns
        -------
        dict of str to object
            game, rules, method, deals, seed, elapsed, partial, question.

        Examples
        --------
        >>> from equity import war
        >>> Outcome("exact", {}, 1, None, 0.5).about(war, None, deals=26)["deals"]
        26
        """
        return {
            "game": game.name,
            "rules": game.rules,
            "method": self.method,
            "deals": self.deals if deals is None else deals,
            "seed": self.seed,
            "elapsed": self.elapsed,
            "partial": self.partial,
            "question": question,
        }


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


def stream(seed: int, chunk: int) -> NDArray[np.uint64]:
    """Give the start of the random stream of a chunk.

    Parameters
    ----------
    seed : int
        0 or more, of any size.
    chunk : int
        0 or more.

    Returns
    -------
    numpy.ndarray
        uint64[4], from ``numpy.random.SeedSequence(seed, spawn_key=(chunk,))``.

    Examples
    --------
    >>> stream(7, 0).shape
    (4,)
    >>> bool((stream(7, 0) == stream(7, 1)).any())
    False
    """
    sequence = np.random.SeedSequence(seed, spawn_key=(chunk,))
    return cast("NDArray[np.uint64]", sequence.generate_state(4, np.uint64))


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
            f"an exact answer is forecast to take {_duration(expected)}, longer than "
            f"{_duration(limit)}; allow more with seconds="
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
        unit = "deals" if self.method == "monte-carlo" else "units"
        self.progress = _Progress(options.progress, unit, self.started)

    def complete(self) -> None:
        """Do all rounds and leave nothing running."""
        try:
            self.progress.open(self.estimate())
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
        since = clock()
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
            elapsed = clock() - since
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
            self.submitted = clock()

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
        if self.merged.chunks or clock() - cast("float", self.submitted) < self.start_limit:
            return
        if not any(_begun(future) for future in self.futures):
            raise _FailedError(
                f"the executor has begun nothing in {_duration(self.start_limit)}: "
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
        return self.merged.chunks > 0 and clock() >= self.deadline

    def estimate(self) -> int:
        """Give the deals or units that there will be in the end, as far as can be told."""
        done = self.merged.done
        total: float = self.total if self.bounded else math.inf
        if self.tolerance is not None:
            total = min(total, self.predicted)
        if self.deadline < math.inf and done:
            elapsed = max(clock() - self.started, 1e-9)
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
        elapsed = clock() - self.started
        done = self.merged.done
        return Outcome(self.method, self.tally(), done, self.seed, elapsed, partial)

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
    until = clock() + CANCEL_SECONDS
    while futures and clock() < until:
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


class _Progress:
    """Shows how far a calculation is: nothing, a bar, a bar after a while, or a callable."""

    def __init__(
        self, setting: bool | Callable[[int, int], object] | None, unit: str, started: float
    ) -> None:
        self.call = setting if callable(setting) else None
        self.unit = unit
        self.bar: Any = None
        self.bar_from = math.inf
        if setting is True:
            self.bar_from = started
        elif setting is None and _watched():
            self.bar_from = started + BAR_AFTER_SECONDS
        self.told: tuple[int, int] | None = None

    def open(self, total: int) -> None:
        """Show a bar that was asked for before there is anything to count."""
        if self.call is None:
            self.update(0, total)

    def update(self, done: int, total: int) -> None:
        """Show that `done` of about `total` are done."""
        if self.call is not None:
            self.told = done, total
            self.call(done, total)
        elif self.bar is not None:
            self.bar.total = total
            self.bar.update(done - self.bar.n)
        elif self.bar_from < math.inf and clock() >= self.bar_from:
            from tqdm import tqdm

            self.bar = tqdm(
                total=total,
                initial=done,
                unit=f" {self.unit}",
                unit_scale=True,
                dynamic_ncols=True,
                leave=False,
            )

    def end(self, done: int) -> None:
        """Tell a callable that the estimate was met exactly, and take the bar away."""
        if self.call is not None and self.told != (done, done):
            self.call(done, done)
        self.close()

    def close(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None


def _is_sampling(job: Enumeration | Sampling) -> bool:
    """Tell the kind of a job."""
    return hasattr(job, "sample")


def fresh_seed() -> int:
    """Draw a seed below 2**53, which every JSON reader keeps."""
    return int.from_bytes(os.urandom(7), "little") >> 3


def _cpus() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _watched() -> bool:
    """Tell whether somebody may see a bar: a terminal, or a notebook."""
    ipython = sys.modules.get("IPython")
    shell = getattr(ipython, "get_ipython", lambda: None)()
    if hasattr(shell, "kernel"):
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def _duration(seconds: float) -> str:
    """Put a time in words."""
    for unit, size, limit in (
        ("seconds", 1, 120),
        ("minutes", 60, 7200),
        ("hours", 3600, 172_800),
        ("days", 86_400, 63_072_000),
    ):
        if seconds < limit:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 31_536_000:.3g} years"
