"""`equity.run` on process pools and on a Dask cluster of processes: the same counts everywhere."""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest

import equity.run
from equity.errors import ExecutorError
from tests.core.runs import ask, assert_same_counts, in_process
from tests.core.test_run_interrupt import INTERRUPTED, check_interrupted
from tests.toy_jobs import Busy, Coin, Deadly, Faulty, Squares, Where

QUESTIONS = {
    "deals": (Coin(), {"deals": 61_234, "seed": 9}),
    "tolerance": (Coin(), {"tolerance": 0.001, "seed": 2**70}),
    "one chunk": (Coin(), {"deals": 3, "seed": 1}),
    "exact": (Squares(), {}),
}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["spawn", "forkserver", "dask"])
def executor(request):
    if request.param == "dask":
        distributed = pytest.importorskip("distributed")
        with (
            distributed.LocalCluster(
                processes=True, n_workers=2, threads_per_worker=1, dashboard_address=":0"
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor()
    else:
        if request.param not in multiprocessing.get_all_start_methods():
            pytest.skip("not on this system")
        context = multiprocessing.get_context(request.param)
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            yield pool


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_same_counts(executor, name):
    job, options = QUESTIONS[name]
    for _ in range(2):
        assert_same_counts(ask(job, **options), ask(job, executor=executor, **options))


def test_the_work_is_done_elsewhere(executor):
    import os

    processes = set(ask(Where(), executor=executor).tally["place"][:, 1].tolist())
    # A busy machine may give all to one of them.
    assert 1 <= len(processes) <= 2
    assert os.getpid() not in processes


def test_seconds(executor):
    outcome = ask(Busy(), seconds=0.5, executor=executor)
    assert_same_counts(outcome, ask(Busy(), deals=outcome.deals, seed=outcome.seed))


def test_chunks_withdrawn_are_not_those_of_the_next_run(executor):
    first = ask(Busy(), seconds=0.3, seed=7, executor=executor)
    deals = first.deals + 400
    assert_same_counts(
        ask(Busy(), deals=deals, seed=7, executor=executor),
        ask(Busy(rounds=1), deals=deals, seed=7),
    )


def test_an_error_of_a_chunk_leaves_the_executor_usable(executor):
    with pytest.raises(ZeroDivisionError, match=r"^unit 20$"):
        ask(Faulty(), executor=executor)
    assert ask(Squares(), executor=executor).deals == 1000


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_a_worker_that_dies(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("not on this system")
    with (
        ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool,
        pytest.raises(ExecutorError, match="BrokenProcessPool") as caught,
    ):
        ask(Deadly(), executor=pool)
    units = caught.value.result.deals
    # Of the chunks before it none is lost but those that were not handed over yet.
    assert 1 <= units <= Deadly().bad
    assert caught.value.result.tally["units"].tolist() == [units]


def test_a_client_that_is_closed():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        processes=True, n_workers=1, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        client = distributed.Client(cluster)

        def progress(done, total):
            if done == 50:
                client.close()

        with pytest.raises(ExecutorError) as caught:
            ask(Busy(), deals=10**6, seed=7, executor=client.get_executor(), progress=progress)
    partial = caught.value.result
    assert partial.deals >= 50
    again = ask(Busy(rounds=1), deals=partial.deals, seed=7)
    assert partial.tally["first"].tolist() == again.tally["first"].tolist()


def test_a_cluster_without_workers(monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(equity.run, "LEAST_START_SECONDS", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
        pytest.raises(ExecutorError, match="has it any workers") as caught,
    ):
        ask(Busy(), seconds=0.1, executor=client.get_executor())
    assert caught.value.result is None


def test_progress(executor):
    calls = []
    ask(Coin(), deals=5500, executor=executor, progress=lambda *call: calls.append(call))
    assert calls == [(done, 5500) for done in (1000, 2000, 3000, 4000, 5000, 5500)]


@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
class TestInterrupt:
    @pytest.mark.parametrize("method", ["spawn", "fork"])
    @pytest.mark.parametrize("send", ["None", "lambda: os.killpg(os.getpid(), signal.SIGINT)"])
    def test_process_pool(self, method, send):
        # The workers of a terminal's foreground process group get the signal as well; they print
        # their own traces, which is not looked at.
        code = (
            INTERRUPTED
            + f"""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    if __name__ == "__main__":
        context = multiprocessing.get_context("{method}")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            measure({{"seconds": 1e5, "executor": pool}}, send={send})
        """
        )
        lines = in_process(code, group=True, quiet=send == "None")
        check_interrupted(*lines)

    def test_dask(self):
        pytest.importorskip("distributed")
        code = (
            INTERRUPTED
            + """
    if __name__ == "__main__":
        from distributed import Client, LocalCluster
        with LocalCluster(
            processes=True, n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster, Client(cluster) as client:
            executor = client.get_executor()
            run(toy_jobs.Squares(), Options.check(executor=executor), lambda outcome: outcome)
            measure({"seconds": 1e5, "executor": executor})
            again = Options.check(executor=executor, seed=7, deals=500)
            print(run(toy_jobs.Busy(), again, lambda outcome: outcome.deals))
        """
        )
        # Dask may log that a chunk was finished while it was being cancelled.
        line, again = in_process(code, group=True, quiet=False)
        check_interrupted(line)
        assert again == "500"
