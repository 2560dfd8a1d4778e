"""Blackjack and baccarat: decisions, edges and odds, each with its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from equity import baccarat, blackjack

CASINO = blackjack.with_rules("casino")
EIGHT = baccarat.with_rules("casino_8")

ANSWERS: dict[str, tuple[Callable[[], Any], float]] = {
    "blackjack-decide-home": (lambda: blackjack.decide("T6", banker="9").best.ev, -0.479306),
    "blackjack-decide-six-decks": (lambda: CASINO.decide("22", banker="5").best.ev, 0.174105),
    "blackjack-odds-six-decks": (
        lambda: CASINO.odds(banker="6").probability["bust"],
        0.422842,
    ),
    "blackjack-edge-home": (lambda: blackjack.edge().ev, -0.018935),
    "blackjack-edge-six-decks": (lambda: CASINO.edge().ev, -0.004029),
    "blackjack-strategy-six-decks": (lambda: len(CASINO.strategy().rows), 34),
    "baccarat-edge-eight-decks": (lambda: float(EIGHT.edge().bets["tie"].ev), -0.143596),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_exact(benchmark: BenchmarkFixture, name: str) -> None:
    call, answer = ANSWERS[name]
    benchmark.group = name
    assert benchmark(call) == pytest.approx(answer, abs=1e-6)


@pytest.mark.parametrize("game", [blackjack, CASINO], ids=["home", "six-decks"])
def test_rounds_simulated(benchmark: BenchmarkFixture, game: Any) -> None:
    benchmark.group = "blackjack-rounds"

    def rounds() -> Any:
        return game.edge(deals=1_000_000, seed=1, progress=False)

    if benchmark.enabled:
        rounds()  # kernels are compiled and the strategy tabulated outside the timing
    found = benchmark.pedantic(rounds, rounds=3)
    assert abs(found.ev - game.edge().ev) < 4 * found.stderr
