"""Rounds, streams, stopping, progress: `equity.run` without other processes."""

from __future__ import annotations

import itertools
import math
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import equity.options
import equity.progress
import equity.run
from equity.jobs import stream
from equity.options import Options
from equity.run import OUTSTANDING, merge, run
from tests.core.runs import (
    Inline,
    Stuck,
    Timed,
    ask,
    assert_same_counts,
    same,
)
from tests.toy_jobs import Busy, Coin, Recorder, Squares


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
