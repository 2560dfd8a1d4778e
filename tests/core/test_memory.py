"""What is kept of earlier questions, and what a question takes, is bounded by bytes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from equity import holdem, memory, omaha_five, omaha_six
from equity.cards import mask_of, read_cards
from equity.errors import RuleError
from equity.memory import remembered, weight
from equity.ranges import as_range
from equity.showdown.question import Question, settle
from equity.showdown.simulation import Simulation
from tests.effort import effort


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_BYTES", 10_000_000)


def test_answers_used_longest_ago_go_first() -> None:
    asked: list[int] = []

    @remembered(100)
    def array(number: int) -> np.ndarray:
        asked.append(number)
        return np.zeros(500_000)  # four million bytes

    array(1)
    array(2)
    array(1)
    array(3)  # 2 goes: 1 was used after it
    array(1)
    assert asked == [1, 2, 3]
    array(2)
    assert asked == [1, 2, 3, 2]


def test_no_more_answers_than_wanted_and_none_that_is_too_large() -> None:
    asked: list[int] = []

    @remembered(2)
    def array(size: int) -> np.ndarray:
        asked.append(size)
        return np.zeros(size)

    for size in (1, 2, 3, 2, 3, 1):
        array(size)
    assert asked == [1, 2, 3, 1]
    array(2_000_000)
    array(2_000_000)
    assert asked[-2:] == [2_000_000, 2_000_000]


def test_errors_are_not_kept() -> None:
    @remembered(2)
    def fail(number: int) -> None:
        raise RuleError(str(number))

    for _ in range(2):
        with pytest.raises(RuleError, match="7"):
            fail(7)


def test_large_ranges_do_not_pile_up() -> None:
    for number in range(12):
        text = f"{'AKQJT98765432'[number]}*****"[:6]
        omaha_five.cost(text[:5], "random")
        omaha_five.range(text[:5])
        holdem.equity(f"{'AKQJT98765432'[number]}*", "random", board="2c7d9h")
    assert memory._total <= memory.MOST_BYTES
    assert sum(weight(kept.answer) for kept in memory._store) <= memory.MOST_BYTES


def test_the_weight_counts_an_array_once_and_what_views_keep_alive() -> None:
    array = np.zeros(1000)
    assert weight((array, array[:10], [array])) == 8000
    assert weight(np.broadcast_to(np.float64(1), 10**9)) <= 8


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux tells it")
@pytest.mark.parametrize(
    ("question", "most"),
    [
        ("omaha_six.equity('AA****', 'random', deals=20_000, seed=1)", 200),
        # 150 of them are the interpreter with numba and the kernels.
        ("omaha_six.equity('AA****', 'KK****', 'random', board='Ts9h2h', deals=900, seed=1)", 200),
        ("omaha_six.odds('AA****', seconds=0.1)", 200),
        ("omaha_six.odds('random', board='Ts9h2h4c', seconds=0.1)", 200),
        ("omaha_six.odds('random', seconds=0.1)", 200),
        ("omaha_six.cost('AA****', 'random')", 200),
        ("omaha_six.equity('random', 'random', seconds=0.1)", 200),
    ],
)
def test_six_card_questions_take_few_megabytes(question: str, most: int) -> None:
    # What getrusage tells includes the process that started this one.
    code = f"""
from pathlib import Path
from equity import omaha_six
{question}
lines = Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
"""
    # Kernels that are compiled would be counted too.
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
        )
    assert int(done.stdout) < most * 1024, question


def test_answers_that_grow_after_they_were_given_are_weighed_again() -> None:
    @remembered(100, grows=True)
    def rows(number: int) -> list[np.ndarray]:
        return []

    for number in range(20):
        rows(number).append(np.zeros(500_000))  # four million bytes
    rows(-1)
    assert sum(weight(kept.answer) for kept in memory._store) <= memory.MOST_BYTES
    assert memory._total == sum(kept.size for kept in memory._store)


def test_one_more_answer_costs_the_same_however_many_are_kept() -> None:
    @remembered(10_000, grows=True)
    def rows(number: int) -> list[np.ndarray]:
        return [np.zeros(10)]

    def cost() -> int:
        return effort(lambda: rows(-1))

    first = cost()
    for number in range(5_000):
        rows(number)
    rows.cache_clear()
    assert memory._total == sum(kept.size for kept in memory._store)
    for number in range(5_000):
        rows(number)
    assert cost() <= first + 50


def test_what_is_remembered_is_pickled_by_name() -> None:
    from equity.showdown.question import settle

    assert pickle.loads(pickle.dumps(settle)) is settle
    exact = holdem.equity("AA", "KK", method="exact")
    assert pickle.loads(pickle.dumps(exact)).wins.tolist() == exact.wins.tolist()


@pytest.mark.parametrize(
    "ranges",
    [
        ("AA****", "KK****"),
        ("AAKK**", "random", "QQJJ**", "TT99**"),
        ("AAKK**:0.5, QQQQ**", "JJ****"),
    ],
)
def test_combos_of_simulated_ranges_are_there_once(ranges: tuple[str, ...]) -> None:
    spec = omaha_six.spec
    seats = tuple(as_range(text, 6) for text in ranges)
    settled = settle(Question(spec, seats, mask_of(read_cards("Ts9h2h", spec.deck, ""))))
    groups = Simulation(settled)._hand_arrays[-2]
    ranged = [seat.masks for seat in settled.seats if len(seat.masks) > 1]
    assert groups.cards is settled.combos
    assert not len(groups.rows)
    assert all(np.shares_memory(masks, settled.combos) for masks in ranged)
    assert sum(map(len, ranged)) == len(settled.combos)
