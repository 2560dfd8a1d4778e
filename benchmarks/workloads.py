"""The workloads: question, right answer, who answers it. Their targets are in targets.toml.

Exact answers are known counts. Where nobody can enumerate, the expected equity is an independent
simulation of at least 12 million deals, good to 0.00013.
"""

from __future__ import annotations

from typing import Any

from benchmarks import tools
from benchmarks.machine import InlineExecutor
from benchmarks.workload import Workload

PAIR = ("AhKh", "QsQd")
RANGES = ("QQ+,AKs,AKo", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+")
THREE = ("AcKd", "QhQs", "9s8s")
SIX = ("AsKd", "QhQs", "9s8s", "JcTc", "7d7h", "Ac2c")
TEN = (*SIX, "KhJh", "6c5c", "3s3h", "Qd9d")
FLOP = "Ts9h2h"
ON_RANGES = "pokerfast on the range pair"

PAIR_EQUITY = (787_966 + 6_732 / 2) / 1_712_304
RANGES_EQUITY = 0.6782445357631665
INLINE: dict[str, Any] = {"executor": InlineExecutor(), "progress": False}

ORDER = 277_430_849_034.0  # fingerprint of the order of the hands; all four peers agree on it

EVALUATION = [
    Workload(
        "holdem-seven-cards-array",
        "hand",
        ORDER,
        (
            tools.our_array(1_000_000, check=False),
            tools.poker_equity_batch(),
            tools.pokerfast_batch(),
        ),
    ),
    Workload(
        "holdem-seven-cards-array-checked",
        "hand",
        ORDER,
        (
            tools.our_array(1_000_000, check=True),
            tools.poker_equity_batch(),
            tools.pokerfast_batch(),
        ),
    ),
    Workload(
        "holdem-seven-cards-single",
        "hand",
        ORDER,
        (
            tools.our_single(),
            tools.eval7_single(),
            tools.phevaluator_single(),
            tools.phevaluator_private(),
        ),
    ),
]

EXACT = [
    Workload(
        "holdem-preflop-exact-pair",
        "answer",
        PAIR_EQUITY,
        (
            tools.our_exact(*PAIR),
            tools.pokerfast_exact(*PAIR),
            tools.poker_equity_exact(*PAIR),
        ),
    ),
    Workload(
        "holdem-flop-exact-pair",
        "answer",
        530 / 990,
        (
            tools.our_exact(*PAIR, board=FLOP),
            tools.pokerfast_exact(*PAIR, board=FLOP),
            tools.poker_equity_exact(*PAIR, board=FLOP),
        ),
    ),
    Workload(
        "holdem-preflop-exact-three",
        "answer",
        0.35998387262290193,
        (
            tools.our_exact(*THREE),
            tools.pokerfast_exact(*THREE),
            tools.poker_equity_exact(*THREE),
        ),
    ),
    Workload(
        "holdem-preflop-exact-ranges",
        "answer",
        RANGES_EQUITY,
        (
            tools.our_exact(*RANGES, **INLINE),
            tools.pokerfast_exact(*RANGES),
        ),
    ),
    Workload(
        "holdem-flop-exact-ranges",
        "answer",
        0.6209213291516364,
        (
            tools.our_exact(*RANGES, board=FLOP, **INLINE),
            tools.pokerfast_exact(*RANGES, board=FLOP),
        ),
    ),
    Workload(
        "holdem-preflop-exact-aces-random",
        "answer",
        0.8520371330210104,
        (
            tools.our_exact("AA", "random", **INLINE),
            tools.pokerfast_exact("AA", "random"),
        ),
    ),
    Workload(
        "holdem-preflop-exact-random",
        "answer",
        0.5,
        (
            tools.our_exact("random", "random", **INLINE),
            # No peer answers this one in a minute; its time is set beside a smaller question.
            tools.pokerfast_exact(*RANGES, tool=ON_RANGES),
        ),
        extra={ON_RANGES: RANGES_EQUITY},
    ),
    Workload(
        "holdem-flop-exact-random",
        "answer",
        0.5,
        (
            tools.our_exact("random", "random", board=FLOP, **INLINE),
            tools.pokerfast_exact("random", "random", board=FLOP),
        ),
    ),
]

SIMULATION = [
    Workload(
        "holdem-preflop-simulated-2-hands",
        "deal",
        PAIR_EQUITY,
        (
            tools.our_simulation(*PAIR, deals=20_000_000),
            tools.poker_equity_simulation(*PAIR, deals=500_000),
            tools.eval7_simulation(*PAIR, deals=2_000_000),
            tools.pokerfast_simulation(*PAIR, deviation=0.4976, stderr=7e-5),
        ),
        deviation=0.4976,
    ),
    Workload(
        "holdem-preflop-simulated-3-hands",
        "deal",
        0.35998387262290193,
        (
            tools.our_simulation(*THREE, deals=10_000_000),
            tools.poker_equity_simulation(*THREE, deals=400_000),
        ),
        deviation=0.48,
    ),
    Workload(
        "holdem-preflop-simulated-6-hands",
        "deal",
        131_734.3333333333 / 658_008,
        (
            tools.our_simulation(*SIX, deals=5_000_000),
            tools.poker_equity_simulation(*SIX, deals=300_000),
        ),
        deviation=0.4,
    ),
    Workload(
        "holdem-preflop-simulated-10-hands",
        "deal",
        15_826.8 / 201_376,
        (
            tools.our_simulation(*TEN, deals=3_000_000),
            tools.poker_equity_simulation(*TEN, deals=200_000),
        ),
        deviation=0.27,
    ),
    Workload(
        "holdem-preflop-simulated-2-ranges",
        "deal",
        RANGES_EQUITY,
        (
            tools.our_simulation(*RANGES, deals=10_000_000),
            tools.poker_equity_simulation(*RANGES, deals=500_000),
            tools.pokerfast_simulation(*RANGES, deviation=0.46, stderr=7e-5),
        ),
        deviation=0.46,
    ),
    Workload(
        "holdem-preflop-simulated-3-ranges",
        "deal",
        0.53994,
        (
            tools.our_simulation(*RANGES, "random", deals=5_000_000),
            tools.poker_equity_simulation(*RANGES, "random", deals=300_000),
        ),
        deviation=0.4916,
    ),
    Workload(
        "holdem-preflop-simulated-6-ranges",
        "deal",
        0.49177,
        (
            tools.our_simulation("AhAd", *["random"] * 5, deals=5_000_000),
            tools.poker_equity_simulation("AhAd", *["random"] * 5, deals=200_000),
        ),
        deviation=0.4987,
    ),
    Workload(
        "holdem-preflop-simulated-10-ranges",
        "deal",
        0.31081,
        (
            tools.our_simulation("AhAd", *["random"] * 9, deals=3_000_000),
            tools.poker_equity_simulation("AhAd", *["random"] * 9, deals=150_000),
        ),
        deviation=0.4616,
    ),
]

SENSIBLE = ("sensible",) * 4


def survival(
    name: str,
    expected: float,
    games: int,
    slow_games: int,
    each: int = 13,
    policies: tuple[str, ...] = (),
) -> Workload:
    """Whole games of four beside the slow player of the tests; the chance of the first seat."""
    options = {"policy": policies} if policies else {}
    return Workload(
        f"{name.replace('_', '-')}-deal-simulated-4-players",
        "deal",
        expected,
        (
            tools.our_games(name, games, **options),
            tools.naive_games(name, slow_games, each, policies),
        ),
        deviation=0.45,
    )


# Expected: 400,000 and more games of ours, which the tests compare with the slow player's.
SURVIVAL = [
    survival("war", 0.25, 20_000, 100),
    survival("la_da_che", 0.242, 20_000, 100),
    survival("bao_shu", 0.2347, 100_000, 500),
    survival("nickname", 0.25, 20_000, 50),
    survival("ninety_nine", 0.2518, 50_000, 200, 5, SENSIBLE),
    survival("endurance", 0.2093, 100_000, 1_000, 6, SENSIBLE),
]
