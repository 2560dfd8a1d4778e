"""Whole processes: imports and first answers, from starting Python to its end."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from benchmarks import tools
from benchmarks.workload import OURS, Entry, Runner, Workload
from benchmarks.workloads import PAIR_EQUITY

FIRST_DEALS = 100_000

EXACT = "from equity import holdem; print(holdem.equity('AhKh', 'QsQd', method='exact').equity[0])"
SIMULATED = (
    "from equity import holdem; "
    f"print(holdem.equity('AhKh', 'QsQd', deals={FIRST_DEALS}, seed=1).equity[0])"
)
COMMAND = (
    "import contextlib, io, json, sys; from equity.cli import main; out = io.StringIO()\n"
    "sys.argv = ['equity', 'holdem', 'AhKh', 'QsQd', '--method', 'exact', '--json']\n"
    "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(out): main()\n"
    "print(json.loads(out.getvalue())['players'][0]['equity'])"
)
POKERFAST = "from pokerfast import equity; print(equity.equity(['AhKh', 'QsQd'])[0])"
POKER_EQUITY = (
    "import poker_equity; r = poker_equity.exact_from_text('holdem', ['AhKh', 'QsQd']); "
    "print(r['share_sum'][0] / r['weight_sum'])"
)
POKER_EQUITY_SIMULATED = (
    "import poker_equity; r = poker_equity.chunk_from_text('holdem', ['AhKh', 'QsQd'], "
    f"samples={FIRST_DEALS}, seed=1, threads=1); print(r['share_sum'][0] / r['weight_sum'])"
)
EVAL7_SIMULATED = (
    "import eval7; print(eval7.py_hand_vs_range_monte_carlo("
    f"(eval7.Card('Ah'), eval7.Card('Kh')), eval7.HandRange('QsQd'), [], {FIRST_DEALS}))"
)


def run(code: str, cache: Path | None = None) -> str:
    """Run the code in a new Python and give what it printed.

    `cache` is the folder for compiled kernels; an empty one makes the process compile them.
    """
    environment: Mapping[str, str] = os.environ
    if cache is not None:
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
    ).stdout


def run_cold(code: str) -> str:
    """Run the code with no compiled kernels at hand."""
    with tempfile.TemporaryDirectory() as cache:
        return run(code, Path(cache))


def process(tool: str, code: str, module: str = "", how: Callable[[str], str] = run) -> Entry:
    """A process as an entry; `module` is the peer that it needs."""

    def make() -> Runner | None:
        if module and tools.optional(module) is None:
            return None
        return Runner(partial(how, code), lambda text: float(text))

    return Entry(tool, make)


NUMPY = process("numpy alone", "import numpy; print(0)")


def games() -> list[str]:
    """List games that compare hands, one for each way in which kernels deal and rank them."""
    equity = importlib.import_module("equity")
    found: dict[tuple[object, ...], str] = {}
    for name in equity.games.names():
        game = equity.game(name)
        if hasattr(game, "strengths"):
            spec = game.spec
            way = spec.is_split, spec.by_sets, bool(game.use), game.board > 0, game.counts
            found.setdefault(way, name)
    return list(found.values())


def first_of(game: str) -> str:
    """The first simulation of a game, three seats with any hand, and the board if some is open."""
    deal = importlib.import_module("equity").game(game).deal
    board = "2c7d9hTsQc"[: 2 * deal.open]
    return (
        f"import equity; r = equity.game({game!r}).equity(players=3, board={board!r}, "
        f"deals={FIRST_DEALS}, seed=1); print(r.equity[0])"
    )


PROCESSES = [
    Workload(
        "process-import",
        "process",
        0,
        (
            process(OURS, "import equity; print(0)"),
            NUMPY,
            process("python alone", "print(0)"),
            process("numba alone", "import numba; print(0)"),
        ),
    ),
    Workload(
        "process-first-exact",
        "process",
        PAIR_EQUITY,
        (
            process(OURS, EXACT),
            NUMPY,
            process("pokerfast", POKERFAST, "pokerfast"),
            process("poker-equity", POKER_EQUITY, "poker_equity"),
        ),
        extra={"numpy alone": 0},
    ),
    Workload(
        "process-first-exact-command",
        "process",
        PAIR_EQUITY,
        (process(OURS, COMMAND), NUMPY),
        extra={"numpy alone": 0},
    ),
    Workload(
        "process-first-simulated-warm",
        "process",
        PAIR_EQUITY,
        (
            process(OURS, SIMULATED),
            NUMPY,
            process("poker-equity", POKER_EQUITY_SIMULATED, "poker_equity"),
            process("eval7", EVAL7_SIMULATED, "eval7"),
        ),
        deviation=0.4976 / FIRST_DEALS**0.5,
        extra={"numpy alone": 0},
    ),
    Workload(
        "process-first-simulated-cold",
        "process",
        PAIR_EQUITY,
        (process(OURS, SIMULATED, how=run_cold), NUMPY),
        deviation=0.4976 / FIRST_DEALS**0.5,
        extra={"numpy alone": 0},
    ),
    *(
        Workload(
            f"process-first-simulated-cold-{game}",
            "process",
            1 / 3,
            (process(OURS, first_of(game), how=run_cold),),
            deviation=0.4715 / FIRST_DEALS**0.5,
        )
        for game in games()
    ),
]
