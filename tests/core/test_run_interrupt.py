"""Ctrl-C in a run."""

from __future__ import annotations

import inspect
import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor, Future

import pytest

import equity.options
import equity.progress
import equity.run
from equity.errors import ExecutorError, Interrupted
from equity.options import Options
from equity.run import OUTSTANDING, run
from tests.core.runs import (
    Inline,
    Slow,
    Stopping,
    Stuck,
    ask,
    in_process,
)
from tests.toy_jobs import Busy, Coin, Squares

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
            if not method.startswith("_")
            and inspect.ismethod(getattr(equity.game(name), method))
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
