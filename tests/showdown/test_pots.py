"""Stacks, side pots and the value of a call, through `holdem.equity`, beside the oracle's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from equity import holdem
from tests.oracles import showdown as naive
from tests.parts import slow

BOARD = "2c7d9hTs"

# name, hands, stacks, dead money
SPOTS: list[tuple[str, list[str], list[float], float]] = [
    ("equal stacks", ["AhKh", "QsQd"], [100, 100], 0),
    ("equal stacks, dead money", ["AhKh", "QsQd"], [100, 100], 30),
    ("what was not matched goes back", ["AhKh", "QsQd"], [100, 250], 15),
    ("three stacks", ["AhKh", "QsQd", "JcJd"], [500, 300, 900], 30),
    ("three stacks, shortest first", ["AhKh", "QsQd", "JcJd"], [50, 300, 900], 0),
    ("two short ones", ["AhKh", "QsQd", "JcJd", "8c8d"], [100, 100, 400, 400], 10),
    ("a ladder", ["AhKh", "QsQd", "JcJd", "8c8d", "6s5s"], [10, 20, 30, 40, 50], 1),
    ("ties in every pot", ["AhKd", "AsKc", "AdKh", "QQ"], [40, 80, 120, 120], 7),
    ("odd chips are fractions", ["AhKd", "AsKc", "AdKh"], [1, 1, 1], 2),
    ("cents", ["AhKh", "QsQd", "JcJd"], [1.25, 0.75, 3.5], 0.1),
    ("large stacks", ["AhKh", "QsQd", "JcJd"], [2_000_000_000, 10_000_000_000, 9e9], 5),
    ("ranges", ["AK,99", "QQ+", "JJ,87s"], [500, 300, 900], 30),
    ("weighted ranges", ["AKs:0.5,99", "QQ+:0.25,AhTh", "JJ,87s:0.1"], [500, 300, 900], 30),
    ("nothing put in", ["AhKh", "QsQd", "JcJd"], [0, 100, 100], 30),
    ("only dead money", ["AhKh", "QsQd"], [0, 0], 30),
]
spots = pytest.mark.parametrize(
    ("hands", "stacks", "pot"),
    [slow(*row[1:]) if row[0] == "ranges" else row[1:] for row in SPOTS],
    ids=[row[0] for row in SPOTS],
)


def oracle(hands: Sequence[str], stacks: Sequence[float], pot: float) -> naive.Answer:
    return _oracle(tuple(hands), tuple(stacks), pot)


@cache  # asked for the exact answer and for the simulated one
def _oracle(hands: tuple[str, ...], stacks: tuple[float, ...], pot: float) -> naive.Answer:
    exact = [Fraction(stack) for stack in stacks]
    seats = [naive.expand(hand) for hand in hands]
    return naive.equity(seats, naive.cards(BOARD), (), exact, Fraction(pot))


@spots
def test_chips_exact(hands: list[str], stacks: list[float], pot: float) -> None:
    right = oracle(hands, stacks, pot)
    result = holdem.equity(*hands, board=BOARD, stacks=stacks, pot=pot, method="exact")
    assert result.chips == pytest.approx([float(x) for x in right.chips], rel=1e-12, abs=1e-9)
    assert result.chips.sum() == pytest.approx(sum(stacks) + pot, rel=1e-12)
    assert not np.any(result.chips_stderr)
    # The equity is that of the whole showdown, whoever put in how much.
    assert result.deals == right.deals
    assert result.wins.tolist() == right.wins
    assert result.ties.tolist() == right.ties
    assert result.equity == pytest.approx([float(x) for x in right.equity], rel=1e-12)


@spots
def test_chips_simulated(hands: list[str], stacks: list[float], pot: float) -> None:
    right = np.array([float(x) for x in oracle(hands, stacks, pot).chips])
    result = holdem.equity(*hands, board=BOARD, stacks=stacks, pot=pot, deals=100_000, seed=3)
    rounding = 1e-9 * (sum(stacks) + pot)
    assert (abs(result.chips - right) <= 4 * result.chips_stderr + rounding).all()
    assert result.chips.sum() == pytest.approx(sum(stacks) + pot, rel=1e-12)


def test_the_error_of_chips_is_the_spread_of_many_runs() -> None:
    hands, stacks, pot = ["AhKh", "QsQd", "JcJd"], [500, 300, 900], 30
    runs = [
        holdem.equity(*hands, stacks=stacks, pot=pot, deals=1000, seed=seed) for seed in range(300)
    ]
    spread = np.array([result.chips for result in runs]).std(axis=0)
    reported = np.array([result.chips_stderr for result in runs]).mean(axis=0)
    assert spread == pytest.approx(reported, rel=0.2)


@pytest.mark.slow
def test_before_the_flop_with_side_pots() -> None:
    """Main and side pots of known hands, by the counts of smaller showdowns."""
    hands, stacks = ["AsAh", "KsKh", "QsQh"], [100, 300, 500]
    result = holdem.equity(*hands, stacks=stacks, pot=20, method="exact")
    whole = naive.equity_array([naive.cards(hand) for hand in hands])
    # The side pot is contested by kings and queens, the aces lying among the dead.
    side = naive.equity_array([naive.cards(hand) for hand in hands[1:]], (), naive.cards("AsAh"))
    expected = [
        320 * whole.equity[0],
        320 * whole.equity[1] + 400 * side.equity[0],
        320 * whole.equity[2] + 400 * side.equity[1] + 200,
    ]
    assert result.chips == pytest.approx([float(x) for x in expected], rel=1e-12)
    assert result.wins.tolist() == whole.wins


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.data())
def test_chips_of_random_spots(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 6))
    deck = data.draw(st.permutations(range(52)))
    hands = [sorted(deck[2 * i : 2 * i + 2], reverse=True) for i in range(count)]
    board = deck[12:16]
    stacks = data.draw(st.lists(st.integers(0, 60), min_size=count, max_size=count))
    pot = data.draw(st.integers(0, 40))
    if not sum(stacks) + pot:
        stacks[0] = 1
    right = naive.equity([[((h, k), 1.0)] for h, k in hands], board, (), stacks, pot)
    result = holdem.equity(*hands, board=board, stacks=stacks, pot=pot, method="exact")
    assert result.chips == pytest.approx([float(x) for x in right.chips], rel=1e-12, abs=1e-12)


def test_stacks_may_be_any_numbers() -> None:
    plain = holdem.equity("AhKh", "QsQd", board=BOARD, stacks=[100, 50], pot=5, method="exact")
    for stacks in ((100, 50), np.array([100, 50]), np.array([100.0, 50.0]), [Fraction(100), 50]):
        other = holdem.equity("AhKh", "QsQd", board=BOARD, stacks=stacks, pot=5, method="exact")
        assert other.chips.tolist() == plain.chips.tolist()


def test_without_stacks_there_are_no_chips() -> None:
    result = holdem.equity("AhKh", "QsQd", board=BOARD, method="exact")
    assert result.chips is None
    assert result.chips_stderr is None


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("pot", "call"), [(100, 50), (0, 10), (75.5, 0), (10, 1000)])
def test_call_value(pot: float, call: float, seat: int) -> None:
    hands = ["AhKh", "QsQd"]
    result = holdem.equity(*hands, board=BOARD, method="exact")
    right = naive.equity([naive.expand(hand) for hand in hands], naive.cards(BOARD)).equity[seat]
    value = right * (Fraction(pot) + Fraction(call)) - Fraction(call)
    assert result.call_value(pot=pot, call=call, seat=seat) == pytest.approx(float(value))


def test_a_call_breaks_even_at_its_pot_odds() -> None:
    result = holdem.equity("AhKh", "QsQd", board=BOARD, method="exact")
    pot = 100.0
    call = pot * result.equity[0] / (1 - result.equity[0])
    assert result.call_value(pot=pot, call=call, seat=0) == pytest.approx(0, abs=1e-9)
