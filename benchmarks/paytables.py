"""Pay tables: one decision and the whole analysis, beside the oracle of the tests.

The unit is a hand: all 32 keeps of it, 2,598,960 outcomes. The oracle goes through 16,215 outcomes
of one keep and is rated by that share of a hand.
"""

from __future__ import annotations

import importlib
import runpy
from math import comb
from pathlib import Path
from typing import Any

from benchmarks.tools import cached, game_of
from benchmarks.workload import OURS, Entry, Runner, Workload

ORACLE = Path(__file__).parents[1] / "tests" / "oracles" / "pay_tables.py"
PLAIN = "plain Python"
HAND, KEEP = "TsTh8s5h2c", "TsTh"
KEPT = 1_854 / 16_215  # three tens of two: the check of both
HANDS = 2_598_960
PAYBACK = {
    "jacks_or_better": 0.9954390436951225,
    "deuces_wild": 1.0076196120393501,
    "joker_poker": 1.0064629663458813,
}


def our_decision(game: str) -> Entry:
    """Decide one hand; the answer is the chance of three of a kind."""

    def make() -> Runner:
        ours = game_of(game, {})
        return Runner(
            lambda: ours.decide(HAND),
            lambda decision: float(decision["TsTh"].becomes["three of a kind"]),
        )

    return Entry(OURS, make)


def our_analysis(game: str, *, fresh: bool, tool: str = OURS) -> Entry:
    """The whole analysis; a fresh one counts sub-hands anew, as the first call does."""

    def make() -> Runner:
        ours = game_of(game, {})
        importlib.import_module("equity.banking.pay_tables")
        kept = cached("equity.banking.pay_tables") if fresh else []

        def call() -> Any:
            for item in kept:
                item.cache_clear()
            return ours.edge()

        work = comb(ours.deck.size, 5)
        return Runner(call, lambda edge: float(edge.payback), work)

    return Entry(tool, make)


def plain_python(answer: float) -> Entry:
    """The oracle at one keep; it gives `answer` if it counts the three of a kind rightly."""

    def make() -> Runner | None:
        if not ORACLE.exists():
            return None
        oracle = runpy.run_path(str(ORACLE))
        hand, keep = (35, 34, 27, 14, 0), (35, 34)
        oracle["becomes"]("jacks_or_better", hand, hand[2:])  # fills what it remembers

        def call() -> Any:
            return oracle["becomes"]("jacks_or_better", hand, keep)

        def read(counts: Any) -> float:
            return answer if counts["three of a kind"] == 1_854 else float("nan")

        return Runner(call, read, 16_215 / HANDS)

    return Entry(PLAIN, make)


PAY_TABLES = [
    Workload(
        "jacks_or_better-deal-decide-hand",
        "hand",
        KEPT,
        (our_decision("jacks_or_better"), plain_python(KEPT)),
    ),
    *(
        Workload(
            f"{game}-deal-edge-all",
            "hand",
            payback,
            (
                our_analysis(game, fresh=True),
                our_analysis(game, fresh=False, tool="equity, asked again"),
                *([plain_python(payback)] if game == "jacks_or_better" else []),
            ),
        )
        for game, payback in PAYBACK.items()
    ),
]
