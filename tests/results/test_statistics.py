"""Simulation told the truth by: coverage, agreement with exact answers, fit, streams, merging."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from equity import holdem, jobs
from equity.errors import CardError
from equity.run import merge
from tests.oracles import showdown as naive

COVERAGE = [
    ("heads-up before the flop", ["AhKh", "QsQd"], {}, 2000),
    ("three hands", ["AcKd", "QhQs", "9s8s"], {}, 2000),
    (
        "weighted ranges on a turn",
        ["TT+:0.1,AKs:0.7,T9s", "99,AQ,87s:0.3"],
        {"board": "9s8dTc2h", "dead": "AsTd"},
        2000,
    ),
]


@pytest.mark.parametrize(
    ("hands", "more", "deals"), [row[1:] for row in COVERAGE], ids=[row[0] for row in COVERAGE]
)
def test_the_95_per_cent_interval_covers_the_exact_value(
    hands: list[str], more: dict[str, str], deals: int
) -> None:
    exact = holdem.equity(*hands, **more, method="exact").equity
    runs = [holdem.equity(*hands, **more, deals=deals, seed=seed) for seed in range(400)]
    for seat in range(len(hands)):
        covered = 0
        for result in runs:
            low, high = result.confidence(0.95)[seat]
            covered += low <= exact[seat] <= high
        assert 0.92 <= covered / len(runs) <= 0.98
    # The reported error is the spread that the runs have, and they differ from seed to seed.
    equities = np.array([result.equity for result in runs])
    reported = np.array([result.stderr for result in runs]).mean(axis=0)
    assert equities.std(axis=0) == pytest.approx(reported, rel=0.15)
    assert abs(equities.mean(axis=0) - exact) == pytest.approx(0, abs=4 * reported.max() / 20)
    assert len({tuple(result.wins) for result in runs}) > 50


def test_certainty_is_never_claimed() -> None:
    sure = holdem.equity("AhKh", "2c3d", board="QhJhTh5s", deals=1000, seed=1)
    assert sure.wins.tolist() == [1000, 0]
    assert (sure.stderr > 0).all()
    more = holdem.equity("AhKh", "2c3d", board="QhJhTh5s", deals=100_000, seed=1)
    assert (more.stderr < sure.stderr).all()
    low, high = sure.confidence(0.95)[0]
    assert low < 1
    assert high >= 1 or math.isclose(high, 1)


NINE = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h"]
SPOTS: list[tuple[str, list[str], dict[str, str]]] = [
    ("hands", ["AhKh", "QsQd"], {}),
    ("a range before the flop", ["AhKh", "22+"], {}),
    ("wide ranges before the flop", ["QQ+,AKs,AKo", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+"], {}),
    ("any hands before the flop", ["random", "random"], {}),
    ("weights before the flop", ["AA:0.1,72o", "KK:0.9,QQ:0.05,54s@20"], {}),
    ("weights on a flop", ["QQ+:0.5,AKs,AKo:0.25", "22+:0.75,KQs"], {"board": "Qs8d3c"}),
    ("dead cards", ["TT+:0.1,T9s", "99,AQ,87s:0.3"], {"board": "9s8dTc", "dead": "As"}),
    ("two that share cards", ["AA,AKs:0.5", "AA,AKs"], {"board": "2c7d9h"}),
    ("three that share cards", ["AA,AK", "AK,KK", "AQ,KQ,AA"], {"board": "Ac7d2hKs"}),
    ("few fitting deals", ["AA,KcKd", "AsKs,AhKh,7c7d", "AA,AcKc:0.2"], {"board": "2c7h9hTs"}),
    ("three weighted ranges", ["AK,QQ:0.3", "JJ,ATs:0.6", "random"], {"board": "Jh8s4d2c"}),
    ("three hands", ["AcKd", "QhQs", "9s8s"], {}),
    ("four hands", ["AhKh", "QsQd", "JcTc", "7d7h"], {}),
    ("six hands", ["AsKd", "AhKc", "QsQd", "JhTh", "9c9d", "8s7s"], {"board": "2h3h4c"}),
    ("nine hands", NINE, {}),
    ("nine hands on a flop", NINE, {"board": "5c7d8c", "dead": "2c"}),
    ("river", ["AK,QJs,77:0.5", "99,T8s:0.25,A2"], {"board": "9h7s6d2cKd"}),
    ("one card that will come", ["AhKh", "QsQd", "Jc9c"], {"board": "Tc"}),
]


@pytest.mark.parametrize(
    ("hands", "more"), [row[1:] for row in SPOTS], ids=[row[0] for row in SPOTS]
)
def test_simulated_is_exact_within_four_errors(hands: list[str], more: dict[str, str]) -> None:
    exact = holdem.equity(*hands, **more, method="exact")
    result = holdem.equity(*hands, **more, deals=400_000, seed=2024)
    assert (abs(result.equity - exact.equity) < 4 * result.stderr).all()
    for what in ("win", "tie"):
        p = getattr(exact, what)
        error = np.sqrt(p * (1 - p) / result.deals) + 1 / result.deals
        assert (abs(getattr(result, what) - p) < 4 * error).all(), what
    for count, p in exact.winners.items():
        error = math.sqrt(p * (1 - p) / result.deals) + 1 / result.deals
        assert abs(result.winners.get(count, 0) - p) < 4 * error
    # An error that is too large would hide anything: it is that of a share between 0 and 1.
    assert (result.stderr <= 0.5 / math.sqrt(result.deals) + 1e-5).all()


def test_dealing_one_seat_after_the_other_would_be_seen() -> None:
    """Conflicting ranges: the joint distribution, far from that of dealing in turn."""
    board = "2c7h9hTs"
    texts = ["AA,KcKd", "AsKs,AhKh,7c7d", "AA,AcKc:0.2"]
    seats = [naive.expand(text) for text in texts]
    joint = naive.equity(seats, naive.cards(board))
    in_turn = _equity_dealt_in_turn(seats, naive.cards(board))
    result = holdem.equity(*texts, board=board, deals=400_000, seed=3)
    right = np.array([float(x) for x in joint.equity])
    assert abs(np.array(in_turn) - right).max() > 40 * result.stderr.max()
    assert (abs(result.equity - right) < 4 * result.stderr).all()


def _equity_dealt_in_turn(
    seats: Sequence[naive.WeightedRange], board: Sequence[int]
) -> list[float]:
    """What comes out if each seat draws from what the seats before it left: a known mistake."""
    total = [0.0] * len(seats)
    reached = 0.0

    def give(held: list[naive.Combo], chance: float) -> None:
        nonlocal reached
        used = {*board, *itertools.chain.from_iterable(held)}
        if len(held) == len(seats):
            reached += chance
            alone = [[(combo, 1.0)] for combo in held]
            for seat, share in enumerate(naive.equity(alone, board).equity):
                total[seat] += chance * float(share)
            return
        open_combos = [(c, w) for c, w in seats[len(held)] if not used.intersection(c)]
        mass = sum(weight for _, weight in open_combos)
        for combo, weight in open_combos:
            give([*held, combo], chance * weight / mass)

    give([], 1.0)
    return [share / reached for share in total]


@pytest.mark.slow
def test_eight_seats_of_four_pairs_answer_alike() -> None:
    result = holdem.equity(*["AA,KK,QQ,JJ"] * 8, deals=50_000, seed=9)
    assert result.deals == 50_000
    assert (abs(result.equity - 1 / 8) < 4 * result.stderr).all()
    # All sixteen cards are out, so the two seats of a pair win or tie together: aces never lose
    # to them alone. The oracle deals the pairs out itself.
    seats = [naive.expand(pair) for pair in ("AsAh", "AdAc", "KsKh", "KdKc")]
    seats += [naive.expand(pair) for pair in ("QsQh", "QdQc", "JsJh", "JdJc")]
    shares = naive.simulate(seats, deals=4000, seed=4)
    assert sum(shares) / 8 == pytest.approx(1 / 8)


def test_nine_seats_of_four_pairs_are_refused() -> None:
    with pytest.raises(CardError):
        holdem.equity(*["AA,KK,QQ,JJ"] * 9, deals=1000)


@pytest.mark.parametrize("seats", [2, 3, 6, 10, 23])
def test_any_hands_are_alike(seats: int) -> None:
    result = holdem.equity(*["random"] * seats, deals=100_000, seed=seats)
    assert (abs(result.equity - 1 / seats) < 4.5 * result.stderr).all()


def chi_square_limit(freedom: int) -> float:
    """Four and a half standard deviations out (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 4.5 * math.sqrt(part)) ** 3


def test_every_card_comes_as_often_as_it_should() -> None:
    """A set against a higher set, the board paired: the last card of its rank alone wins."""
    deals = 88_000
    squares = 0.0
    outs = [c for c in naive.DECK if c // 4 < 11]
    for out in outs:
        rank = out // 4
        others = [c for c in range(4 * rank, 4 * rank + 4) if c != out]
        higher = [4 * (rank + 1) + suit for suit in range(3)]
        kicker = [c for c in naive.DECK if c // 4 == (rank + 5) % 13][:2]
        board = [others[2], higher[2], *kicker]
        hands = [others[:2], higher[:2]]
        right = naive.equity_array(hands, board)
        assert right.wins == [1, 43]
        assert naive.best([*hands[0], *board, out]) > naive.best([*hands[1], *board, out])
        result = holdem.equity(*hands, board=board, deals=deals, seed=out)
        expected = deals / 44
        spread = math.sqrt(deals / 44 * 43 / 44)
        assert abs(result.wins[0] - expected) < 4.5 * spread, naive.name(out)
        squares += ((result.wins[0] - expected) / spread) ** 2
    assert squares < chi_square_limit(len(outs))
    # Neither may the counts lie too close to what is expected.
    assert squares > len(outs) - 4 * math.sqrt(2 * len(outs))


@pytest.mark.parametrize("board", ["", "Td", "Td9c", "Td9c4h", "Td9c4h4s"])
def test_run_outs_of_known_hands_fit_closely(board: str) -> None:
    deals = 20_000_000
    hands = ["AhKh", "QsQd", "JcTc"]
    exact = holdem.equity(*hands, board=board, method="exact")
    result = holdem.equity(*hands, board=board, deals=deals, seed=len(board))
    for what in ("win", "tie"):
        p = getattr(exact, what)
        error = np.sqrt(p * (1 - p) / deals) + 1e-12
        assert (abs(getattr(result, what) - p) < 4.5 * error).all(), what


@pytest.mark.parametrize("hand", ["AA", "AKs", "72o", "T9s"])
def test_random_hands_and_boards_fit_closely(hand: str) -> None:
    deals = 3_000_000
    exact = holdem.equity(hand, "random", method="exact")
    result = holdem.equity(hand, "random", deals=deals, seed=12)
    for what in ("win", "tie"):
        p = getattr(exact, what)
        assert (abs(getattr(result, what) - p) < 4.5 * np.sqrt(p * (1 - p) / deals)).all(), what


def test_combos_of_a_weighted_range_come_by_weight() -> None:
    """On the river, pairs against pairs between them: the wins add up the weights above."""
    board = naive.cards("2c7d9hTsKd")
    ladder = ["3c3d", "5c5d", "8c8d", "QcQd", "AcAd"]
    weights = [0.05, 0.3, 0.9, 0.15, 0.6]
    text = ",".join(f"{hand}:{weight}" for hand, weight in zip(ladder, weights, strict=True))
    deals = 200_000
    for step, rung in enumerate(["4c4s", "6c6s", "JcJs", "KhQh"], start=1):
        p = sum(weights[step:]) / sum(weights)
        right = naive.equity([naive.expand(text), naive.expand(rung)], board)
        assert float(right.win[0]) == pytest.approx(p)
        result = holdem.equity(text, rung, board=board, deals=deals, seed=step)
        assert abs(result.win[0] - p) < 4 * math.sqrt(p * (1 - p) / deals)


def test_any_hand_is_any_of_its_combos_alike() -> None:
    """Against rungs all the way up: the distribution of a random hand's strength."""
    board = naive.cards("2c7d9hTsKd")
    deals = 100_000
    rungs = ["3c4d", "4h5h", "Jc4d", "Ac3d", "2d3s", "7c3h", "9c3c", "Tc3d", "KcQs", "9s7s", "QcJc"]
    for step, rung in enumerate(rungs):
        right = naive.equity([naive.expand("random"), naive.expand(rung)], board)
        result = holdem.equity("random", rung, board=board, deals=deals, seed=step)
        for what in ("win", "tie"):
            p = float(getattr(right, what)[0])
            error = math.sqrt(p * (1 - p) / deals) + 1 / deals
            assert abs(getattr(result, what)[0] - p) < 4 * error, (rung, what)


def counts(result: Any) -> list[list[int]]:
    return [result.wins.tolist(), result.ties.tolist(), result.losses.tolist()]


STREAMS: list[tuple[str, list[str], dict[str, Any]]] = [
    ("hands", ["AhKh", "QsQd"], {"deals": 3_000_001}),
    ("ranges", ["22+,A2s+:0.5", "random"], {"deals": 1_000_003, "board": "2c7d9h"}),
    ("six seats", ["AhKh", *["random"] * 5], {"deals": 400_001}),
    ("sharing cards", ["AA,AK", "AK,KK", "AQ,KQ,AA"], {"deals": 200_001, "board": "Ac7d2hKs"}),
    ("tolerance", ["AhKh", "22+"], {"tolerance": 0.0004, "method": "monte-carlo"}),
]


@pytest.mark.parametrize(
    ("hands", "more"), [row[1:] for row in STREAMS], ids=[row[0] for row in STREAMS]
)
def test_threads_do_not_change_the_counts(hands: list[str], more: dict[str, Any]) -> None:
    plain = holdem.equity(*hands, **more, seed=42)
    assert plain.seed == 42
    for workers in (1, 2, 5):
        with ThreadPoolExecutor(workers) as pool:
            other = holdem.equity(*hands, **more, seed=42, executor=pool)
        assert counts(other) == counts(plain), workers
        assert other.deals == plain.deals
    assert counts(holdem.equity(*hands, **more, seed=43)) != counts(plain)


@pytest.mark.slow
def test_processes_do_not_change_the_counts() -> None:
    for _, hands, more in STREAMS:
        plain = holdem.equity(*hands, **more, seed=42)
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            other = holdem.equity(*hands, **more, seed=42, executor=pool)
        assert counts(other) == counts(plain)


def test_exact_counts_are_the_same_on_threads() -> None:
    seats = ["QQ+,AKs", "22+:0.5,AK"]
    plain = holdem.equity(*seats, board="2c7d9h", method="exact")
    with ThreadPoolExecutor(3) as pool:
        other = holdem.equity(*seats, board="2c7d9h", method="exact", executor=pool)
    assert counts(other) == counts(plain)
    assert other.equity.tolist() == plain.equity.tolist()


def test_a_run_by_the_clock_can_be_repeated_by_its_deals() -> None:
    first = holdem.equity("AhKh", "random", method="monte-carlo", seconds=0.2, seed=8)
    again = holdem.equity("AhKh", "random", deals=first.deals, seed=8)
    assert counts(again) == counts(first)


def test_a_fresh_seed_is_reported_and_repeats_the_run() -> None:
    first = holdem.equity("AhKh", "QsQd", deals=10_000)
    second = holdem.equity("AhKh", "QsQd", deals=10_000)
    assert isinstance(first.seed, int)
    assert 0 <= first.seed < 2**53
    assert first.seed != second.seed
    assert counts(holdem.equity("AhKh", "QsQd", deals=10_000, seed=first.seed)) == counts(first)


def test_fewer_deals_are_a_prefix_of_more() -> None:
    """Growing the number of deals never takes a win back."""
    before = np.zeros((3, 2), dtype=np.int64)
    sizes = [1, 2, 3, 10, 100, 1000, 10_000, 65_536, 65_537, 100_000, 1_000_000]
    for deals in sizes:
        now = np.array(counts(holdem.equity("AhKh", "QsQd", deals=deals, seed=5)))
        assert (now >= before).all()
        assert now.sum(axis=0).tolist() == [deals, deals]
        before = now


def test_chunks_and_seeds_start_from_different_states() -> None:
    """Those of the contract, so that a run can be repeated chunk by chunk elsewhere."""
    starts = [(seed, chunk) for seed in (0, 1, 2, 2**53 - 1, 2**200) for chunk in range(500)]
    words: set[int] = set()
    for seed, chunk in starts:
        state = jobs.stream(seed, chunk)
        assert state.dtype == np.uint64
        right = np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, np.uint64)
        assert state.tolist() == right.tolist()
        words.update(state.tolist())
    assert len(words) == 4 * len(starts)


@pytest.mark.slow
def test_chunks_are_independent_of_each_other() -> None:
    """Wins of consecutive stretches of deals vary as independent deals do."""
    size, steps = 20_000, 150
    exact = float(holdem.equity("AhKh", "QsQd", method="exact").win[0])
    totals = [
        holdem.equity("AhKh", "QsQd", deals=size * step, seed=6).wins[0]
        for step in range(1, steps + 1)
    ]
    parts = np.diff([0, *totals])
    spread = math.sqrt(size * exact * (1 - exact))
    z = (parts - size * exact) / spread
    assert (z**2).sum() < chi_square_limit(steps)
    assert (z**2).sum() > steps - 4 * math.sqrt(2 * steps)
    assert abs((z[1:] * z[:-1]).sum()) / math.sqrt(steps - 1) < 4


def test_merged_runs_are_one_run() -> None:
    one = holdem.equity("AhKh", "22+", deals=100_000, seed=1)
    two = holdem.equity("AhKh", "22+", deals=50_000, seed=2)
    both = one + two
    assert both.deals == 150_000
    assert both.seed == (1, 2)
    assert (np.array(counts(one)) + np.array(counts(two))).tolist() == counts(both)
    exact = holdem.equity("AhKh", "22+", method="exact")
    assert (abs(both.equity - exact.equity) < 4 * both.stderr).all()
    assert (both.stderr < one.stderr).all()


def test_merged_tallies_go_past_two_to_the_32() -> None:
    part = {"shares": np.full((1, 2, 3), 3_000_000_000, dtype=np.int64)}
    total = part
    for _ in range(3):
        total = merge(total, part)
    assert total["shares"].dtype == np.int64
    assert total["shares"].tolist() == [[[12_000_000_000] * 3] * 2]
    assert part["shares"].max() == 3_000_000_000


@pytest.mark.slow
def test_exact_counts_go_past_two_to_the_32() -> None:
    exact = holdem.equity("random", "random", method="exact")
    assert exact.deals == 2_781_381_002_400 > 2**32
    assert (exact.wins + exact.ties + exact.losses == exact.deals).all()
    assert exact.wins[0] == exact.wins[1] > 2**32
    assert exact.equity == pytest.approx([0.5, 0.5], abs=1e-12)
    assert int(exact.ties[0]) == pytest.approx(exact.tie[0] * exact.deals, rel=1e-12)
