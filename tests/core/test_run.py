"""Options, rounds, streams, stopping, progress: `equity.run` without other processes."""

from __future__ import annotations

import inspect
import itertools
import math
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import equity.options
import equity.progress
import equity.run
from equity.errors import EquityError, ExecutorError, Interrupted, RuleError
from equity.jobs import Outcome, merge, stream
from equity.options import EXACT_STEPS, STEPS_PER_SECOND, Options
from equity.run import OUTSTANDING, choose, forecast, run
from tests.toy_jobs import Busy, Coin, Faulty, Recorder, Squares, Where


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


@pytest.fixture
def clock(monkeypatch):
    """The clock of all calculations, which stands still."""
    clock = Clock()
    monkeypatch.setattr(equity.options, "clock", clock)
    return clock


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


class TestOptions:
    def test_defaults(self):
        options = Options.check()
        assert options == Options(tolerance=0.0005)
        assert options.method == "auto"
        assert Options.check(0.005).tolerance == 0.005

    @pytest.mark.parametrize("given", [{"deals": 5}, {"seconds": 2}, {"tolerance": 0.1}])
    def test_any_of_the_three_replaces_the_default(self, given):
        options = Options.check(**given)
        stops = {"deals": options.deals, "tolerance": options.tolerance, "seconds": options.seconds}
        assert {name: stop for name, stop in stops.items() if stop is not None} == given

    def test_numbers_become_plain(self):
        options = Options.check(
            deals=np.int32(7),
            tolerance=np.float32(0.25),
            seconds=np.int64(3),
            seed=np.uint64(2**64 - 1),
        )
        kinds = [
            type(value)
            for value in (options.deals, options.tolerance, options.seconds, options.seed)
        ]
        assert kinds == [int, float, float, int]
        assert options.seed == 2**64 - 1

    def test_good_values(self):
        assert Options.check(tolerance=Fraction(1, 1000)).tolerance == 0.001
        assert Options.check(seed=10**50).seed == 10**50
        assert Options.check(seed=0).seed == 0
        assert Options.check(deals=2**63 - 1).deals == 2**63 - 1
        assert Options.check(progress=print).progress is print
        assert Options.check(method="exact", seconds=5).seconds == 5
        assert Options.check(method="exact", deals=None, tolerance=None).method == "exact"

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"method": "fast"}, "method is 'fast'"),
            ({"method": None}, "method is None"),
            ({"method": ["exact"]}, "method is"),
            ({"deals": 0}, "deals is 0; it must be a whole number above 0"),
            ({"deals": -1}, "deals is -1"),
            ({"deals": True}, "deals is True"),
            ({"deals": np.bool_(True)}, "deals is"),
            ({"deals": 1e6}, "deals is 1000000.0; it must be a whole number"),
            ({"deals": 2.5}, "deals is 2.5"),
            ({"deals": "10"}, "deals is '10'"),
            ({"deals": 2**63}, "below 2"),
            ({"tolerance": 0}, "tolerance is 0; it must be a finite number above 0"),
            ({"tolerance": -0.1}, "tolerance is -0.1"),
            ({"tolerance": math.nan}, "tolerance is nan"),
            ({"tolerance": math.inf}, "tolerance is inf"),
            ({"tolerance": True}, "tolerance is True"),
            ({"tolerance": np.bool_(True)}, "tolerance is"),
            ({"tolerance": "1%"}, "tolerance is '1%'"),
            ({"tolerance": Decimal("0.1")}, "tolerance is"),
            ({"tolerance": 0.1j}, "tolerance is"),
            ({"tolerance": np.array([0.1])}, "tolerance is"),
            ({"tolerance": 1}, "standard error below 1"),
            ({"tolerance": 10**400}, "tolerance is"),
            ({"tolerance": Fraction(1, 10**400)}, "tolerance is"),
            ({"seconds": 0}, "seconds is 0"),
            ({"seconds": -1}, "seconds is -1"),
            ({"seconds": math.inf}, "seconds is inf"),
            ({"seconds": math.nan}, "seconds is nan"),
            ({"seconds": False}, "seconds is False"),
            ({"seed": -1}, "seed is -1; it must be a whole number, 0 or more"),
            ({"seed": True}, "seed is True"),
            ({"seed": 1.0}, "seed is 1.0"),
            ({"seed": (1, 2)}, "seed is"),
            ({"executor": 4}, "executor is 4; it must have a method submit"),
            ({"executor": ThreadPoolExecutor}, "executor is"),
            ({"progress": 1}, "progress is 1"),
            ({"progress": "bar"}, "progress is 'bar'"),
            ({"method": "exact", "deals": 5}, "deals is for a simulation"),
            ({"method": "exact", "tolerance": 0.1}, "tolerance is for a simulation"),
            ({"samples": 5}, "unknown option 'samples'; the options .* method, deals"),
        ],
    )
    def test_refused(self, given, message):
        with pytest.raises(RuleError, match=message) as caught:
            Options.check(**given)
        assert isinstance(caught.value, EquityError)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__ or caught.value.__context__ is None


class TestChoose:
    @pytest.mark.parametrize(
        ("given", "steps", "method"),
        [
            ({}, 1, "exact"),
            ({}, EXACT_STEPS, "exact"),
            ({}, EXACT_STEPS + 1, "monte-carlo"),
            ({}, None, "monte-carlo"),
            ({}, 10**400, "monte-carlo"),
            ({"tolerance": 0.01}, 1, "exact"),
            ({"seconds": 2}, STEPS_PER_SECOND, "exact"),
            ({"seconds": 0.5}, STEPS_PER_SECOND, "monte-carlo"),
            ({"deals": 10}, 1, "monte-carlo"),
            ({"method": "monte-carlo"}, 1, "monte-carlo"),
            ({"method": "exact"}, 3000 * STEPS_PER_SECOND, "exact"),
            ({"method": "exact", "seconds": 9000}, 8000 * STEPS_PER_SECOND, "exact"),
        ],
    )
    def test_method(self, given, steps, method):
        assert choose(Options.check(**given), steps) == method

    @pytest.mark.parametrize(
        ("given", "steps", "message"),
        [
            ({"method": "exact"}, 5 * 3600 * STEPS_PER_SECOND, "take 5 hours, longer than 60 min"),
            ({"method": "exact", "seconds": 1}, 90 * STEPS_PER_SECOND, "90 seconds, longer than 1"),
            ({"method": "exact"}, 10**17 * STEPS_PER_SECOND, "years"),
            ({"method": "exact"}, 10**400, "inf years"),
            ({"method": "exact"}, None, "no exact method"),
        ],
    )
    def test_refused(self, given, steps, message):
        with pytest.raises(RuleError, match=message):
            choose(Options.check(**given), steps)

    def test_a_question_that_cannot_be_simulated(self):
        assert choose(Options.check(), 2 * EXACT_STEPS, simulates=False) == "exact"
        for given in ({"deals": 5}, {"method": "monte-carlo"}):
            with pytest.raises(RuleError, match="answered exactly"):
                choose(Options.check(**given), 1, simulates=False)
        with pytest.raises(RuleError, match=r"longer than 0\.5 seconds") as caught:
            choose(Options.check(seconds=0.5), STEPS_PER_SECOND, simulates=False)
        assert "monte-carlo" not in str(caught.value)

    def test_forecast_is_proportional(self):
        assert forecast(3 * STEPS_PER_SECOND) == 3
        assert forecast(10**400) == math.inf


class TestMerge:
    def test_adds_by_name_without_changing_either(self):
        a = {"n": np.array([1, 2]), "x": np.array([[0.5]])}
        b = {"x": np.array([[1.0]]), "n": np.array([10, 20])}
        total = merge(a, b)
        assert total["n"].tolist() == [11, 22]
        assert total["x"].tolist() == [[1.5]]
        assert a["n"].tolist() == [1, 2]
        assert b["n"].tolist() == [10, 20]

    def test_scalars_stay_arrays(self):
        total = merge({"n": np.array(2)}, {"n": np.array(3)})
        assert isinstance(total["n"], np.ndarray)
        assert total["n"] == 5

    @pytest.mark.parametrize(
        "other",
        [
            {"m": np.array([1, 2])},
            {},
            {"n": np.array([1])},
            {"n": np.array([1.0, 2.0])},
            {"n": np.array([1, 2], dtype=np.uint64)},
            {"n": np.array([1, 2]), "m": np.array([1])},
        ],
    )
    def test_tallies_of_different_jobs(self, other):
        for pair in ((other, {"n": np.array([1, 2])}), ({"n": np.array([1, 2])}, other)):
            with pytest.raises(ValueError, match="tallies of different jobs"):
                merge(*pair)


class TestStreams:
    @pytest.mark.parametrize("seed", [0, 7, 2**40, 2**100])
    def test_chunk_i_uses_spawn_key_i(self, seed):
        for chunk in (0, 1, 5, 2**33):
            expected = np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, np.uint64)
            assert stream(seed, chunk).tolist() == expected.tolist()

    def test_the_run_uses_these_streams(self):
        seen = ask(Recorder(), deals=7 * 4 + 3, seed=11)
        words = sum(stream(11, chunk) for chunk in range(5))
        assert seen.tally["words"].tolist() == words.tolist()
        drawn = np.zeros(64)
        for chunk, deals in enumerate([7, 7, 7, 7, 3]):
            state = stream(11, chunk)
            draws = np.random.Generator(np.random.Philox(key=state[:2])).random(deals)
            drawn[int(state[3] % np.uint64(64))] += draws.sum()
        assert seen.tally["drawn"].tolist() == drawn.tolist()

    def test_streams_do_not_coincide(self):
        states = {
            stream(seed, chunk).tobytes() for seed, chunk in itertools.product(range(20), range(50))
        }
        assert len(states) == 1000

    def test_pinned(self):
        assert [f"{word:016x}" for word in stream(7, 3).tolist()] == [
            "5eb38dc8e5035277",
            "d7ca5baba9dd58ee",
            "2e591da2b43312b7",
            "92546e1591fafee9",
        ]


class TestDeals:
    @pytest.mark.parametrize("deals", [1, 6, 7, 8, 14, 50, 700])
    def test_exactly_so_many(self, deals):
        outcome = ask(Recorder(), deals=deals, seed=1)
        assert outcome.deals == deals
        assert outcome.tally["deals"].tolist() == [deals]
        assert (outcome.method, outcome.seed, outcome.partial) == ("monte-carlo", 1, False)

    def test_more_deals_begin_with_the_same(self):
        # Every deal of the shorter run is a deal of the longer one.
        job = Coin(chunk_deals=10)
        before = np.zeros(2, dtype=np.int64)
        for deals in range(1, 45):
            counts = ask(job, deals=deals, seed=3).tally["counts"]
            assert sorted((counts - before).tolist()) == [0, 1]
            before = counts

    def test_seeds_differ(self):
        sums = {ask(Coin(), deals=2000, seed=seed).tally["sum"][0] for seed in range(10)}
        assert len(sums) == 10

    def test_a_fresh_seed_is_reported_and_repeats_the_run(self):
        first = ask(Coin(), deals=2500)
        assert first.seed is not None
        assert 0 <= first.seed < 2**53
        assert_same_counts(first, ask(Coin(), deals=2500, seed=first.seed))
        assert ask(Coin(), deals=2500).seed != first.seed

    def test_fresh_seeds_use_all_53_bits(self):
        seeds = [equity.options.fresh_seed() for _ in range(200)]
        assert max(seeds) < 2**53
        assert np.bitwise_or.reduce(seeds) == 2**53 - 1
        assert np.bitwise_and.reduce(seeds) == 0

    def test_big_seed(self):
        assert ask(Coin(), deals=10, seed=10**60).seed == 10**60


class TestTolerance:
    @pytest.mark.parametrize("tolerance", [0.02, 0.005, 0.001, 0.0007])
    @pytest.mark.parametrize("chance", [0.5, 0.02])
    def test_stops_below_it_and_not_much_later(self, tolerance, chance):
        job = Coin(chance)
        outcome = ask(job, tolerance=tolerance, seed=5)
        assert job.error(outcome.tally) <= tolerance
        needed = chance * (1 - chance) / tolerance**2
        assert outcome.deals % job.chunk_deals == 0
        assert outcome.deals <= max(1.25 * needed, 2000) + job.chunk_deals

    def test_repeats_with_deals(self):
        first = ask(Coin(), tolerance=0.002)
        assert_same_counts(first, ask(Coin(), deals=first.deals, seed=first.seed))

    def test_deals_may_come_first(self):
        assert ask(Coin(), tolerance=1e-6, deals=12_345, seed=1).deals == 12_345

    def test_tolerance_may_come_first(self):
        both = ask(Coin(), tolerance=0.002, deals=10**15, seed=1)
        assert_same_counts(both, ask(Coin(), tolerance=0.002, seed=1))

    @pytest.mark.parametrize("error", [math.inf, math.nan, 1e308, np.float64(1e308)])
    def test_an_error_not_known_yet(self, error):
        class Late(Coin):
            def error(self, tally):
                return error if tally["counts"].sum() < 20_000 else super().error(tally)

        outcome = ask(Late(), tolerance=0.01, seed=1)
        assert 20_000 <= outcome.deals <= 8 * 20_000

    def test_rounds_grow_and_are_fed_by_the_error_alone(self):
        asked = []

        class Watched(Coin):
            def error(self, tally):
                asked.append(int(tally["counts"].sum()))
                return super().error(tally)

        ask(Watched(), tolerance=0.0005, seed=1)
        steps = [after / before for before, after in itertools.pairwise(asked)]
        assert asked[0] == 1000
        assert len(asked) <= 7
        assert all(1 < step <= 8 for step in steps)


class TestSeconds:
    @pytest.mark.parametrize(("seconds", "chunks"), [(0.5, 8), (0.51, 9), (1 / 16, 1), (1e-9, 1)])
    def test_stops_within_a_chunk(self, seconds, chunks, clock, monkeypatch):
        monkeypatch.setattr(equity.run, "_cpus", lambda: 1)
        outcome = ask(Timed(clock=clock), seconds=seconds)
        assert outcome.deals == chunks * 1000
        assert outcome.elapsed == chunks / 16
        assert not outcome.partial

    @pytest.mark.parametrize(("setup", "chunks"), [(0.25, 4), (0.4375, 1), (0.5, 1), (20, 1)])
    def test_the_setup_of_the_call_counts(self, setup, chunks, clock, monkeypatch):
        monkeypatch.setattr(equity.run, "_cpus", lambda: 1)
        options = Options.check(seconds=0.5)
        clock.now += setup
        outcome = run(Timed(clock=clock), options, same)
        assert outcome.deals == chunks * 1000
        assert outcome.elapsed == setup + chunks / 16

    def test_an_executor_is_given_no_more(self, clock):
        pool = Inline()
        outcome = ask(Timed(clock=clock), seconds=1.5, executor=pool)
        # The first are given out at once; then one for each that is merged.
        assert pool.submitted == 24
        assert outcome.deals == 24_000
        assert outcome.elapsed == 1.5

    def test_repeats_with_deals(self):
        first = ask(Coin(), seconds=0.05)
        assert first.deals % 1000 == 0
        assert_same_counts(first, ask(Coin(), deals=first.deals, seed=first.seed))

    def test_one_chunk_at_least(self):
        assert ask(Busy(), seconds=1e-9).deals == 10
        with ThreadPoolExecutor(2) as pool:
            assert 10 <= ask(Busy(), seconds=1e-9, executor=pool).deals <= 10 * OUTSTANDING[0]

    def test_waiting_for_others_stops_too(self, clock):
        clock.step = 1
        outcome = ask(Coin(), seconds=20, executor=Stuck(3))
        assert outcome.deals == 3000
        assert 20 <= outcome.elapsed < 24

    def test_deals_and_tolerance_may_come_first(self, clock):
        assert ask(Coin(), seconds=50, deals=5000).deals == 5000
        clock.step = 1e-6
        both = ask(Coin(), seconds=50, tolerance=0.01, seed=1)
        assert_same_counts(both, ask(Coin(), tolerance=0.01, seed=1))

    @pytest.mark.parametrize(
        ("game", "call", "times"),
        [
            ("five_card_draw", lambda game, **o: game.head_to_head("advice", "pat", **o), 2),
            ("five_card_stud", lambda game, **o: game.decide("AhKd/As2c7h", **o), 2),
            ("seven_card_stud", lambda game, **o: game.decide("AhKd3c/As2c7h9d", **o), 3),
        ],
    )
    def test_a_question_of_several_shares_them_out(self, game, call, times, monkeypatch):
        game, asked = equity.game(game), []
        answer = type(game).equity

        def small(self, *seats, seconds, **options):
            asked.append(seconds)
            return answer(self, *seats, deals=100, **options)

        monkeypatch.setattr(type(game), "equity", small)
        call(game, seconds=0.75, seed=1)
        assert asked == [0.75 / times] * times

    def test_exact_runs_to_the_end(self):
        assert ask(Squares(), seconds=1e-9).deals == 1000


class TestExact:
    @pytest.mark.parametrize(("units", "chunk"), [(1000, 37), (1000, 1000), (5, 10), (1, 1)])
    def test_every_unit_once(self, units, chunk):
        outcome = ask(Squares(units, chunk))
        squares = units * (units + 1) * (2 * units + 1) // 6
        assert outcome.tally["squares"].tolist() == [squares, units]
        assert (outcome.method, outcome.seed, outcome.deals) == ("exact", None, units)
        assert outcome.elapsed > 0

    def test_nothing_to_count(self):
        outcome = ask(Squares(0, 10))
        assert outcome.tally["squares"].tolist() == [0, 0]
        assert outcome.deals == 0

    def test_finish_makes_the_answer(self):
        assert run(Squares(3, 2), Options.check(), lambda o: o.tally["squares"][0]) == 14


class TestExecutors:
    """The same numbers, whoever does the work."""

    @pytest.mark.parametrize(
        "options",
        [{"deals": 61_234}, {"tolerance": 0.0015}, {"deals": 3}],
        ids=["deals", "tolerance", "few"],
    )
    def test_simulated(self, options, monkeypatch):
        results = [ask(Coin(), seed=9, executor=Inline(), **options)]
        results.append(ask(Coin(), seed=9, executor=Slow(), **options))
        for workers in (1, 2, 5):
            with ThreadPoolExecutor(workers) as pool:
                results.append(ask(Coin(), seed=9, executor=pool, **options))
        for cpus in (1, 2, 3):
            monkeypatch.setattr(equity.run, "_cpus", lambda cpus=cpus: cpus)
            results.append(ask(Coin(), seed=9, **options))
        for other in results[1:]:
            assert_same_counts(results[0], other)

    def test_exact(self, monkeypatch):
        results = [ask(Squares(), executor=Inline()), ask(Squares(), executor=Slow())]
        for workers in (1, 2, 5):
            with ThreadPoolExecutor(workers) as pool:
                results.append(ask(Squares(), executor=pool))
        for cpus in (1, 2):
            monkeypatch.setattr(equity.run, "_cpus", lambda cpus=cpus: cpus)
            results.append(ask(Squares()))
        for other in results[1:]:
            assert_same_counts(results[0], other)

    def test_an_executor_gets_all_the_work(self):
        pool = Inline()
        ask(Squares(units=100, chunk_units=7), executor=pool)
        assert pool.submitted == 15

    def test_the_task_is_small_and_picklable(self):
        sizes = []

        class Pickling(Inline):
            def submit(self, task, /, *arguments):
                data = pickle.dumps((task, arguments))
                sizes.append(len(data))
                task, arguments = pickle.loads(data)
                return super().submit(task, *arguments)

        remote = ask(Coin(), deals=5500, seed=1, executor=Pickling())
        assert_same_counts(remote, ask(Coin(), deals=5500, seed=1))
        assert len(sizes) == 6
        assert max(sizes) < 500

    @pytest.mark.parametrize("job", [Coin(chunk_deals=1), Squares(3000, 1)])
    def test_chunks_waiting_are_bounded(self, job, clock):
        pool = Slow()
        ask(job, deals=3000, executor=pool)
        assert pool.done == 3000
        assert pool.most == OUTSTANDING[0]

    @pytest.mark.parametrize(
        ("pace", "most"), [(4, 16), (16, 16), (64, 64), (512, 512), (2**20, 1024)]
    )
    def test_as_many_wait_as_are_done_in_a_second(self, pace, most, clock, monkeypatch):
        class Paced(Future):
            def result(self, timeout=None):
                pool.most = max(pool.most, pool.submitted - pool.done)
                pool.done += 1
                clock.now += 1 / pace
                return super().result(timeout)

        class Pool(Slow):
            submitted = 0

            def submit(self, task, /, *arguments):
                self.submitted += 1
                future = Paced()
                settle(future, task, arguments)
                return future

        monkeypatch.setattr(equity.run, "PACE_SECONDS", 0)
        pool = Pool()
        ask(Squares(4000, 1), executor=pool)
        assert pool.done == 4000
        assert pool.most == most

    def test_small_work_stays_here(self, monkeypatch):
        monkeypatch.setattr(equity.run, "_cpus", lambda: 2)
        before = set(threading.enumerate())
        here = threading.get_ident() % 2**62
        assert set(ask(Where(units=4)).tally["place"][:, 0]) == {here}
        assert set(threading.enumerate()) <= before

    def test_more_work_gets_threads_that_end_with_it(self, monkeypatch):
        monkeypatch.setattr(equity.run, "_cpus", lambda: 2)
        before = set(threading.enumerate())
        places = ask(Where()).tally["place"][:, 0].tolist()
        assert places[0] == threading.get_ident() % 2**62
        assert len(set(places)) >= 2
        assert places[0] not in places[1:]
        assert set(threading.enumerate()) <= before

    def test_one_processor_has_no_threads(self, monkeypatch):
        monkeypatch.setattr(equity.run, "_cpus", lambda: 1)
        here = threading.get_ident() % 2**62
        assert set(ask(Where()).tally["place"][:, 0].tolist()) == {here}

    def test_a_small_answer_does_not_import_the_thread_pool(self):
        code = """
            import sys, numpy
            from tests import toy_jobs
            from equity.options import Options
            from equity.run import run
            for job, options in ((toy_jobs.Squares(3, 1), {}), (toy_jobs.Coin(), {"deals": 2000})):
                run(job, Options.check(**options), lambda outcome: outcome)
            print([name for name in ("concurrent.futures", "tqdm") if name in sys.modules])
        """
        assert in_process(code)[0] == "[]"


class TestFailure:
    @pytest.mark.parametrize("error", [ZeroDivisionError, TimeoutError, RuleError])
    @pytest.mark.parametrize("workers", [0, 1, 3])
    def test_propagates_as_it_is(self, error, workers):
        pool = ThreadPoolExecutor(workers) if workers else None
        with pytest.raises(error, match=r"^unit 20$"):
            ask(Faulty(error_type=error), executor=pool)
        if pool:
            pool.shutdown()

    def test_the_first_in_chunk_order_is_the_one(self):
        with pytest.raises(ZeroDivisionError, match=r"^unit 20$"):
            ask(Faulty(), executor=Slow())

    def test_the_others_are_cancelled(self):
        release = threading.Event()
        with ThreadPoolExecutor(1) as pool:

            class Kept(Inline):
                def __init__(self):
                    self.futures = []

                def submit(self, task, /, *arguments):
                    if self.futures:
                        self.futures.append(pool.submit(release.wait, 20))
                    else:
                        self.futures.append(pool.submit(task, *arguments))
                    return self.futures[-1]

            kept = Kept()
            try:
                with pytest.raises(ZeroDivisionError):
                    ask(Faulty(bad=0), executor=kept)
                states = [future.cancelled() for future in kept.futures]
            finally:
                release.set()
        assert states[0] is False
        assert sum(states) >= len(states) - 2
        assert len(states) == OUTSTANDING[0]

    def test_own_threads_end(self, monkeypatch):
        monkeypatch.setattr(equity.run, "_cpus", lambda: 2)
        before = set(threading.enumerate())
        with pytest.raises(ZeroDivisionError):
            ask(Faulty())
        for thread in set(threading.enumerate()) - before:
            thread.join(60)
        assert set(threading.enumerate()) <= before

    def test_an_executor_already_shut_down(self):
        pool = ThreadPoolExecutor(1)
        pool.shutdown()
        with pytest.raises(RuntimeError, match="after shutdown") as caught:
            ask(Squares(), executor=pool)
        assert isinstance(caught.value, ExecutorError)
        assert caught.value.result is None


class TestExecutorFails:
    """What was counted is not lost with those who counted it."""

    @pytest.mark.parametrize("error", [BrokenExecutor("died"), CancelledError(), OSError("gone")])
    @pytest.mark.parametrize("good", [0, 1, 16, 20])
    @pytest.mark.parametrize("late", [True, False], ids=["in the future", "in submit"])
    def test_the_answer_so_far_comes_with_the_error(self, error, good, late):
        class Failing(Inline):
            def submit(self, task, /, *arguments):
                if self.submitted < good:
                    return super().submit(task, *arguments)
                if not late:
                    raise error
                future = Future()
                future.set_exception(error)
                return future

        with pytest.raises(ExecutorError, match=type(error).__name__) as caught:
            ask(Coin(), deals=10**9, seed=5, executor=Failing())
        assert caught.value.__cause__ is error
        partial = caught.value.result
        if good:
            assert partial.partial
            again = ask(Coin(), deals=good * 1000, seed=5)
            assert partial.deals == again.deals
            assert partial.tally["sum"].tobytes() == again.tally["sum"].tobytes()
        else:
            assert partial is None

    @pytest.mark.parametrize("cancel", [True, False])
    def test_a_pool_shut_down_meanwhile(self, cancel):
        pool = ThreadPoolExecutor(2)

        def progress(done, total):
            if done == 5000:
                pool.shutdown(wait=not cancel, cancel_futures=cancel)

        with pytest.raises(ExecutorError) as caught:
            ask(Coin(), deals=10**9, seed=5, executor=pool, progress=progress)
        partial = caught.value.result
        # Without cancelling, those that were given out before are done, and count.
        assert partial.deals >= (5000 if cancel else 5000 + 1000 * (OUTSTANDING[0] - 1))
        again = ask(Coin(), deals=partial.deals, seed=5)
        assert partial.tally["counts"].tolist() == again.tally["counts"].tolist()

    def test_exact(self):
        class Failing(Inline):
            def submit(self, task, /, *arguments):
                if self.submitted == 3:
                    raise OSError
                return super().submit(task, *arguments)

        with pytest.raises(ExecutorError, match=r"^the executor failed: OSError$") as caught:
            ask(Squares(100, 10), executor=Failing())
        assert caught.value.result.tally["squares"].tolist() == [30 * 31 * 61 // 6, 30]

    def test_of_a_game(self):
        class Failing(Inline):
            def submit(self, task, /, *arguments):
                if self.submitted == 2:
                    raise OSError
                return super().submit(task, *arguments)

        with pytest.raises(ExecutorError) as caught:
            equity.holdem.equity("AhKh", "QsQd", deals=10**9, seed=1, executor=Failing())
        partial = caught.value.result
        again = equity.holdem.equity("AhKh", "QsQd", deals=partial.deals, seed=1)
        assert partial.partial
        assert partial.wins.tolist() == again.wins.tolist()

    NO_TALLIES = (None, {}, [], 3, "wins", {"counts": 7}, {"counts": [1, 2]}, {"counts": None})

    @pytest.mark.parametrize("given", NO_TALLIES, ids=repr)
    @pytest.mark.parametrize("good", [0, 2])
    @pytest.mark.parametrize("job", [Coin(), Squares()], ids=["simulated", "exact"])
    def test_futures_that_give_no_tally(self, given, good, job):
        def full():
            future = Future()
            future.set_result(given)
            return future

        with pytest.raises(ExecutorError, match=r"gave .* a chunk gives named arrays") as caught:
            ask(job, seed=1, executor=Stuck(good, full))
        assert repr(given) in str(caught.value)
        assert (caught.value.result is None) == (good == 0)

    def test_without_assertions_too(self):
        code = """
            from concurrent.futures import Future
            import toy_jobs
            from equity.errors import ExecutorError
            from equity.options import Options
            from equity.run import run
            class Pool:
                def submit(self, *task):
                    future = Future()
                    future.set_result(given)
                    return future
            for given in (None, {}):
                for job in (toy_jobs.Coin(), toy_jobs.Squares()):
                    try:
                        run(job, Options.check(executor=Pool()), lambda outcome: outcome)
                    except ExecutorError as error:
                        print(error)
        """
        told = in_process(code, flags=["-O"])
        assert [line.split(" for ")[0] for line in told] == [
            f"the executor gave {given}" for given in ("None", "None", "{}", "{}")
        ]

    @pytest.mark.parametrize("other", [{"coins": np.zeros(2)}, {"counts": np.zeros(3)}])
    def test_tallies_of_another_job(self, other):
        def full():
            future = Future()
            future.set_result(other)
            return future

        with pytest.raises(ExecutorError, match="tallies of different jobs") as caught:
            ask(Coin(), executor=Stuck(2, full))
        assert caught.value.result.deals == 2000

    @pytest.mark.parametrize("given", [None, 3, {}], ids=repr)
    def test_submit_that_gives_no_future(self, given):
        with pytest.raises(ExecutorError, match="which is no future"):
            ask(Coin(), executor=Stuck(0, lambda: given))

    @pytest.mark.parametrize(
        ("options", "limit"), [({}, 600), ({"seconds": 2}, 30), ({"seconds": 1000}, 1000)]
    )
    @pytest.mark.parametrize("job", [Coin(), Squares()], ids=["simulated", "exact"])
    def test_one_that_begins_nothing_is_given_up(self, options, limit, job, clock):
        clock.step = limit / 10
        with pytest.raises(ExecutorError, match=r"has begun nothing in .*seconds=") as e:
            ask(job, executor=Stuck(), **options)
        assert e.value.result is None
        assert limit <= clock.now - 100 <= 5 * limit

    @pytest.mark.parametrize(("begun", "step"), [(True, 1e6), (False, 20)])
    def test_one_that_is_slow_is_not(self, begun, step, clock):
        class Slowly(Future):
            """Waits long in a queue, or is worked on for long."""

            def __init__(self, begun):
                super().__init__()
                if begun:
                    self.set_running_or_notify_cancel()

            def result(self, timeout=None):
                looks.append(clock())
                if len(looks) == 8:
                    settle(self, *tasks[0])
                return super().result(1e-3)

        class Queue(Inline):
            def submit(self, task, /, *arguments):
                if tasks:
                    return super().submit(task, *arguments)
                tasks.append((task, arguments))
                return Slowly(begun)

        clock.step = step
        looks, tasks = [], []
        assert ask(Coin(), deals=500, executor=Queue()).deals == 500
        assert len(looks) >= 8

    def test_one_that_has_begun_is_waited_for(self, clock):
        # Its workers may be replaced; Ctrl-C and seconds= end it.
        clock.step = 1e6

        class Patient(Future):
            def result(self, timeout=None):
                looks.append(timeout)
                if len(looks) == 5:
                    raise KeyboardInterrupt
                return super().result(1e-3)

        looks = []
        with pytest.raises(Interrupted) as caught:
            ask(Coin(), deals=10**6, executor=Stuck(1, Patient))
        assert caught.value.result.deals == 1000

    def test_errors_of_chunks_are_no_errors_of_the_executor(self):
        for pool in (Inline(), Slow()):
            with pytest.raises(ZeroDivisionError, match=r"^unit 20$"):
                ask(Faulty(), executor=pool)


class TestProgress:
    def test_deals(self):
        calls = []
        ask(Coin(), deals=3500, progress=lambda *call: calls.append(call))
        assert calls == [(1000, 3500), (2000, 3500), (3000, 3500), (3500, 3500)]

    def test_exact(self):
        calls = []
        ask(Squares(10, 4), progress=lambda *call: calls.append(call))
        assert calls == [(4, 10), (8, 10), (10, 10)]

    @pytest.mark.parametrize("options", [{"tolerance": 0.003}, {"seconds": 0.1}])
    def test_estimates(self, options):
        calls = []
        outcome = ask(Coin(), progress=lambda *call: calls.append(call), seed=2, **options)
        assert all(type(number) is int for call in calls for number in call)
        assert all(done <= total for done, total in calls)
        done = [call[0] for call in calls]
        assert done == sorted(done)
        assert done[0] == 1000
        assert calls[-1] == (outcome.deals, outcome.deals)

    def test_tolerance_is_foreseen(self):
        calls = []
        outcome = ask(Coin(), tolerance=0.0007, seed=2, progress=lambda *call: calls.append(call))
        for done, total in calls:
            if done > 10_000:
                assert 0.8 < total / outcome.deals < 1.2

    def test_called_from_the_calling_thread(self):
        seen = set()
        with ThreadPoolExecutor(2) as pool:
            ask(
                Coin(),
                deals=30_000,
                executor=pool,
                progress=lambda *_: seen.add(threading.get_ident()),
            )
        assert seen == {threading.get_ident()}

    @pytest.mark.parametrize("own", [True, False])
    def test_its_errors_propagate(self, own, monkeypatch):
        monkeypatch.setattr(equity.run, "_cpus", lambda: 2)

        def complain(done, total):
            if done >= 5000:
                raise LookupError("enough")

        pool = None if own else Inline()
        with pytest.raises(LookupError, match="enough"):
            ask(Coin(), deals=10**9, executor=pool, progress=complain)

    def test_a_bar_if_asked_for(self, capsys):
        ask(Squares(), progress=True)
        assert "units" in capsys.readouterr().err

    @pytest.mark.parametrize("progress", [None, False])
    def test_no_bar_where_nobody_looks(self, progress, capsys, monkeypatch):
        monkeypatch.setattr(equity.progress, "BAR_AFTER_SECONDS", 0.0)
        ask(Coin(), deals=5000, progress=progress)
        assert capsys.readouterr() == ("", "")

    def test_a_bar_on_a_terminal_after_a_while(self, capsys, monkeypatch, clock):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        ask(Coin(), deals=5000)
        assert capsys.readouterr().err == ""
        ask(Timed(clock=clock), deals=15_000)
        assert capsys.readouterr().err == ""
        ask(Timed(clock=clock), deals=16_000)
        assert "deals" in capsys.readouterr().err
        ask(Coin(), deals=5000, progress=False)
        assert capsys.readouterr().err == ""

    @pytest.mark.parametrize("stderr", [None, object()])
    def test_no_standard_error(self, stderr, monkeypatch):
        monkeypatch.setattr(sys, "stderr", stderr)
        assert ask(Coin(), deals=5000).deals == 5000


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


INTERRUPTED = """
    import os, signal, sys, threading, time
    from tests import toy_jobs
    from equity.errors import Interrupted
    from equity.options import Options
    from equity.run import run

    def measure(options, job=toy_jobs.Busy(), send=None):
        # A moment after some chunks, whenever those are done.
        send = send or (lambda: os.kill(os.getpid(), signal.SIGINT))
        timer = threading.Timer(0.1, send)
        def progress(done, total):
            if done == 3 * job.chunk_deals:
                timer.start()
        try:
            run(job, Options.check(seed=7, progress=progress, **options), lambda outcome: outcome)
        except KeyboardInterrupt as interrupted:
            assert type(interrupted) is Interrupted
            assert interrupted.__cause__ is None and interrupted.__context__ is None
            outcome = interrupted.result
            print(outcome.deals, int(outcome.tally["first"][0]), outcome.partial,
                  outcome.seed, outcome.method)
        else:
            print("not interrupted")
"""


def check_interrupted(line: str) -> None:
    deals, first, partial, seed, method = line.split()
    assert (partial, seed, method) == ("True", "7", "monte-carlo")
    assert int(deals) >= 30
    again = ask(Busy(rounds=1), deals=int(deals), seed=7)
    assert again.tally["first"].tolist() == [int(first)]


@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
class TestInterrupt:
    @pytest.mark.parametrize("options", ["'seconds': 1e5", "'tolerance': 1e-9", "'deals': 10**9"])
    def test_calling_thread(self, options):
        code = (
            INTERRUPTED
            + f"""
    import equity.run
    equity.run._cpus = lambda: 1
    measure({{{options}}})
        """
        )
        check_interrupted(*in_process(code))

    @pytest.mark.parametrize("options", ["'seconds': 1e5", "'tolerance': 1e-9", "'deals': 10**9"])
    def test_own_threads(self, options):
        code = (
            INTERRUPTED
            + f"""
    import equity.run
    equity.run._cpus = lambda: 3
    measure({{{options}}})
    own = [thread for thread in threading.enumerate() if thread.name.startswith("equity")]
    for thread in own:
        thread.join()
    print(len(own))
        """
        )
        line, own = in_process(code)
        check_interrupted(line)
        assert int(own) <= 3

    def test_given_threads_stay_usable(self):
        code = (
            INTERRUPTED
            + """
    from concurrent.futures import ThreadPoolExecutor
    with ThreadPoolExecutor(2) as pool:
        measure({"seconds": 1e5, "executor": pool})
        print(run(toy_jobs.Squares(), Options.check(executor=pool), lambda o: o.deals))
        """
        )
        line, units = in_process(code)
        check_interrupted(line)
        assert units == "1000"

    @pytest.mark.parametrize(("signals", "carried"), [(1, True), (2, False)])
    def test_again_while_the_answer_is_made(self, signals, carried):
        def stop(done, total):
            signal.raise_signal(signal.SIGINT)

        left = [None] * signals

        def finish(outcome):
            if left:
                left.pop()
                signal.raise_signal(signal.SIGINT)
            return outcome

        with pytest.raises(Interrupted) as caught:
            run(Coin(), Options.check(progress=stop), finish)
        assert (caught.value.result is not None) == carried

    def test_while_the_full_answer_is_made(self):
        left = [None]

        def finish(outcome):
            if left:
                left.pop()
                signal.raise_signal(signal.SIGINT)
            return outcome

        with pytest.raises(Interrupted) as caught:
            run(Coin(), Options.check(deals=5000), finish)
        assert caught.value.result.deals == 5000

    def test_another_calculation_in_the_answer(self):
        def stop(done, total):
            signal.raise_signal(signal.SIGINT)

        calls = []

        def finish(outcome):
            calls.append(outcome)
            return ask(Squares(100, 10), progress=stop)

        with pytest.raises(Interrupted) as caught:
            run(Coin(), Options.check(deals=5000), finish)
        assert caught.value.result.method == "exact"
        assert len(calls) == 1

    def test_again_while_work_is_withdrawn(self):
        class Withdrawn(Future):
            def cancel(self):
                if not withdrawn:
                    withdrawn.append(self)
                    signal.raise_signal(signal.SIGINT)
                return super().cancel()

        class Pool(Slow):
            def submit(self, task, /, *arguments):
                if self.most == 0:
                    return super().submit(task, *arguments)
                futures.append(Withdrawn())
                return futures[-1]

        withdrawn, futures = [], []
        with pytest.raises(Interrupted) as caught:
            ask(
                Coin(),
                deals=20_000,
                executor=Pool(),
                progress=lambda *_: signal.raise_signal(signal.SIGINT),
            )
        assert caught.value.result.deals == 1000
        assert len(futures) == OUTSTANDING[0] - 1
        assert sum(future.cancelled() for future in futures) >= len(futures) - 1

    def test_slow_withdrawal_is_not_waited_for(self, clock):
        here, elsewhere, all_done = [], [], threading.Event()

        class Remote(Future):
            def cancel(self):
                clock.now += equity.run.CANCEL_SECONDS / 2
                mine = threading.current_thread() is threading.main_thread()
                (here if mine else elsewhere).append(self)
                if len(here) + len(elsewhere) == OUTSTANDING[0] - 1:
                    all_done.set()
                return super().cancel()

        clock.step = 1e-9
        ask(Coin(), seconds=1e-9, executor=Stuck(1, Remote))
        assert len(here) == 2
        assert all_done.wait(60)
        assert all(future.cancelled() for future in here + elsewhere)

    def test_a_wait_is_cut_into_slices(self):
        # Ctrl-C is looked at between them.
        timeouts = []

        class Patient(Future):
            def result(self, timeout=None):
                timeouts.append(timeout)
                if len(timeouts) == 5:
                    signal.raise_signal(signal.SIGINT)
                return super().result(1e-3)

        with pytest.raises(Interrupted) as caught:
            ask(Coin(), deals=10_000, executor=Stuck(2, Patient))
        assert caught.value.result.deals == 2000
        assert len(timeouts) == 5
        assert max(timeouts) <= 0.1

    @pytest.mark.parametrize(
        ("game", "method"),
        [
            (name, method)
            for name in equity.games.names()
            for method in sorted(dir(equity.game(name)))
            if inspect.ismethod(getattr(equity.game(name), method))
            and not method.startswith("_")
            # These calculate nothing, or nothing but one number.
            and method not in ("with_rules", "favours", "range", "strength", "strengths")
        ],
    )
    def test_before_the_first_chunk_in_every_call(self, game, method):
        call = getattr(equity.game(game), method)
        arguments, keywords = [], {}
        for name, parameter in inspect.signature(call).parameters.items():
            if parameter.kind is parameter.VAR_POSITIONAL:
                arguments, keywords = [*keywords.values(), Stopping()], {}
            elif parameter.kind is parameter.VAR_KEYWORD:
                keywords["deals"] = Stopping()
            elif parameter.default is parameter.empty or method not in ("equity", "cost"):
                keywords[name] = Stopping()
        try:
            call(*arguments, **keywords)
            found = ["no error"]
        except BaseException as error:
            # The error itself shows its arguments, which is to be avoided.
            found = [type(error), getattr(error, "result", 0), error.__context__]
        assert found == [Interrupted, None, None]

    def test_before_the_equities_of_combos(self):
        def stop(*_):
            raise KeyboardInterrupt

        result = equity.holdem.equity("AA", "KK", board="2c7d9h")
        object.__setattr__(result, "by_combo", (stop, stop))
        with pytest.raises(Interrupted):
            result.combos(0)

    def test_nothing_done_yet(self):
        class Stopped(Coin):
            def sample(self, state, deals):
                raise KeyboardInterrupt

        with pytest.raises(Interrupted) as caught:
            ask(Stopped(), deals=10)
        assert caught.value.result is None
        assert caught.value.__context__ is None

    def test_between_chunks(self):
        def stop(done, total):
            if done == 3000:
                signal.raise_signal(signal.SIGINT)

        with pytest.raises(Interrupted) as caught:
            ask(Coin(), deals=10**9, seed=4, progress=stop, executor=Inline())
        partial = caught.value.result
        assert partial.partial
        assert partial.deals == 3000
        again = ask(Coin(), deals=3000, seed=4)
        assert partial.tally["sum"].tolist() == again.tally["sum"].tolist()

    def test_exact(self):
        def stop(done, total):
            signal.raise_signal(signal.SIGINT)

        with pytest.raises(Interrupted) as caught:
            ask(Squares(100, 10), progress=stop)
        assert caught.value.result.tally["squares"].tolist() == [385, 10]
        assert (caught.value.result.partial, caught.value.result.deals) == (True, 10)

    def test_an_error_of_the_executor_that_ctrl_c_explains(self, monkeypatch):
        # The workers die of the signal before it arrives here.
        class Dying(Inline):
            def submit(self, task, /, *arguments):
                if self.submitted < 3:
                    return super().submit(task, *arguments)
                threading.Timer(0.03, os.kill, (os.getpid(), signal.SIGINT)).start()
                raise BrokenExecutor("a worker died")

        monkeypatch.setattr(equity.run, "GRACE_SECONDS", 5)
        monkeypatch.setattr(equity.run, "OUTSTANDING", (1, 1))
        with pytest.raises(Interrupted) as caught:
            ask(Coin(), deals=10**9, executor=Dying())
        assert caught.value.result.deals == 3000

    def test_an_error_of_the_executor_alone(self):
        class Dead(Inline):
            def submit(self, task, /, *arguments):
                raise BrokenExecutor("a worker died")

        with pytest.raises(ExecutorError) as caught:
            ask(Coin(), deals=10**9, executor=Dead())
        assert isinstance(caught.value.__cause__, BrokenExecutor)
        assert caught.value.result is None
