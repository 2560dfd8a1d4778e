"""Runs on executors of every kind, also such as fail."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor

import numpy as np
import pytest

import equity.options
import equity.progress
import equity.run
from equity.errors import ExecutorError, Interrupted, RuleError
from equity.run import OUTSTANDING
from tests.core.runs import (
    Inline,
    Slow,
    Stuck,
    ask,
    assert_same_counts,
    in_process,
    settle,
)
from tests.toy_jobs import Coin, Faulty, Squares, Where


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
