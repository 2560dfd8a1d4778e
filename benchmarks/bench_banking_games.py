"""The smaller banking games: decisions, edges and sessions, each with its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from equity import bank, four_knives, in_between, niu_niu, san_gong, ten_and_half

HAND = "Kh9d5c5s2h"
REPLYING = four_knives.with_rules(banker_splits="best")
BEST_BANKER = ten_and_half.with_rules(banker_draws_below="best")

ANSWERS: dict[str, tuple[Callable[[], Any], float]] = {
    "niu_niu-hand": (lambda: niu_niu.edge(HAND).ev, -0.498831),
    "niu_niu-hand-banker-2": (
        lambda: niu_niu.edge(HAND, as_banker=True, opponents=2).ev,
        -0.997663,
    ),
    "niu_niu-edge": (lambda: niu_niu.edge().win, 0.5),
    "san_gong-hand": (lambda: san_gong.edge("KhQd9c").win, 0.986159),
    "san_gong-edge": (lambda: san_gong.edge().tie, 0.037758),
    "four_knives-decide": (lambda: four_knives.decide("AhKdQsQc").best.ev, 0.202415),
    "four_knives-edge-best": (lambda: four_knives.edge(dead="").ev, 0.022755),
    "four_knives-edge-replying": (lambda: REPLYING.edge(strategy="second_pile").ev, -0.022755),
    "in_between-decide": (
        lambda: in_between.decide("2h Jc", pool=40, bankroll=100).best.ev,
        0.16,
    ),
    "in_between-edge": (lambda: in_between.edge().ev, 0.0646757),
    "bank-odds-6": (lambda: bank.odds(6).total, 57_657_600),
    "ten_and_half-decide": (lambda: ten_and_half.decide("7").best.ev, -0.242118),
    "ten_and_half-edge": (lambda: ten_and_half.edge().ev, -0.036823),
    "ten_and_half-edge-best-banker": (lambda: BEST_BANKER.edge(strategy=7).ev, -0.131231),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_exact(benchmark: BenchmarkFixture, name: str) -> None:
    call, answer = ANSWERS[name]
    benchmark.group = name
    assert float(benchmark(call)) == pytest.approx(answer, abs=1e-6)


@pytest.mark.parametrize(
    "game",
    [bank, four_knives, in_between, niu_niu, san_gong, ten_and_half],
    ids=lambda game: game.name,
)
def test_rounds_simulated(benchmark: BenchmarkFixture, game: Any) -> None:
    benchmark.group = "banking-rounds"

    def rounds() -> Any:
        return game.edge(deals=1_000_000, seed=1, progress=False)

    if benchmark.enabled:
        rounds()  # kernels are compiled outside the timing
    found = benchmark.pedantic(rounds, rounds=1)
    assert abs(found.ev - float(game.edge().ev)) < 4 * found.stderr


@pytest.mark.parametrize("game", [in_between, niu_niu], ids=lambda game: game.name)
def test_sessions(benchmark: BenchmarkFixture, game: Any) -> None:
    benchmark.group = "banking-sessions"

    def sessions() -> Any:
        return game.play(rounds=100, deals=10_000, seed=1, progress=False)

    if benchmark.enabled:
        sessions()
    assert benchmark.pedantic(sessions, rounds=1).rounds.counts.sum() == 10_000
