"""The oracle itself, checked against published figures and by its own two ways of working."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from tests.oracles import showdown as naive

# One hand of each category, strongest first, as the source of the rules lists them.
EXAMPLES = [
    ("9s8s7s6s5s", "straight flush"),
    ("QcQdQhQs7c", "four of a kind"),
    ("8c8d8hKcKd", "full house"),
    ("AcKc9c6c3c", "flush"),
    ("Tc9d8h7s6c", "straight"),
    ("7c7d7hAc2d", "three of a kind"),
    ("JcJd4h4sAc", "two pair"),
    ("KcKd9h5s3c", "one pair"),
    ("AcJd8h6s2c", "high card"),
]


def test_examples_of_the_rules_fall_in_order() -> None:
    values = [naive.rank_five(naive.cards(hand)) for hand, _ in EXAMPLES]
    assert [naive.CATEGORIES[value[0]] for value in values] == [kind for _, kind in EXAMPLES]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AcJd 2c4d4h9sJc", "2dJh 2c4d4h9sJc"),  # the rules: two pair, ace kicker
        ("6c5d4h3s2c", "Ac2d3h4s5c"),  # the wheel is the smallest straight
        ("Ac2d3h4s5c", "AcAdAhKsQc"),
        ("3c3d3hTcTd", "2c2d2hAcAd"),
        ("3c3d3hTcTd", "3c3d3h9c9d"),
        ("KcKdQhQs2c", "KcKdJhJsAc"),
        ("AcKc9c6c4c", "AdKd9d6d3d"),
        ("AcKcQcJcTc", "KcQcJcTc9c"),
    ],
)
def test_one_hand_beats_another(better: str, worse: str) -> None:
    assert naive.best(naive.cards(better)) > naive.best(naive.cards(worse))


def test_suits_never_rank() -> None:
    assert naive.rank_five(naive.cards("AsKsQsJs9s")) == naive.rank_five(naive.cards("AcKcQcJc9c"))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_arrays_and_plain_code_agree(size: int) -> None:
    source = random.Random(size)
    hands = [source.sample(naive.DECK, size) for _ in range(3000)]
    values = naive.best_values_array(np.array(hands, dtype=np.uint8))
    plain = [naive.best(hand) for hand in hands]
    assert [naive.CATEGORIES[c] for c in naive.categories_array(values)] == [
        naive.CATEGORIES[value[0]] for value in plain
    ]
    by_array = np.argsort(values, kind="stable").tolist()
    by_plain = sorted(range(len(hands)), key=plain.__getitem__)
    assert by_array == by_plain
    assert len(np.unique(values)) == len(set(plain))


def test_equity_by_arrays_and_by_the_loop_agree() -> None:
    hands = ["AhKh", "QsQd", "9c8c"]
    board, dead = naive.cards("Qh7h6c"), naive.cards("Ad")
    by_loop = naive.equity([naive.expand(hand) for hand in hands], board, dead)
    by_array = naive.equity_array([naive.cards(hand) for hand in hands], board, dead)
    for what in ("deals", "wins", "ties", "losses", "equity", "win", "tie", "winners"):
        assert getattr(by_loop, what) == getattr(by_array, what), what


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "board"),
    [
        ("AK,99:0.3,T8s", "QQ+:0.5,A9s,T8s:0.1", "9s7h2cAd"),
        ("AA,K2s", "KK,A2s:0.25", "AhKd2c7s7d"),
        ("AA", "KcQc,AKs:0.5", "As9c4c"),
    ],
)
def test_ranges_by_arrays_and_by_the_loop_agree(first: str, second: str, board: str) -> None:
    seats = naive.expand(first), naive.expand(second)
    by_loop = naive.equity(seats, naive.cards(board), naive.cards("Th"))
    by_array = naive.heads_up_array(*seats, naive.cards(board), naive.cards("Th"))
    for what in ("deals", "wins", "ties", "losses"):
        assert getattr(by_loop, what) == getattr(by_array, what), what
    for what in ("equity", "win", "tie"):
        exact = [float(x) for x in getattr(by_loop, what)]
        assert [float(x) for x in getattr(by_array, what)] == pytest.approx(exact, rel=1e-12), what


def test_simulation_comes_near_the_loop() -> None:
    seats = [naive.expand("AKs:0.5,QQ"), naive.expand("JTs,99:0.25"), naive.expand("A5s")]
    board = naive.cards("Jh9s2c5d")
    exact = naive.equity(seats, board).equity
    deals = 20_000
    simulated = naive.simulate(seats, board, deals=deals, seed=1)
    for one, other in zip(simulated, exact, strict=True):
        assert abs(one - other) < 4 * 0.5 / deals**0.5


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("QQ+", 18),
        ("ATs+", 16),
        ("AT+", 64),
        ("JTs+", 4),
        ("A*", 198),
        ("AhKh", 1),
        ("random", 1326),
        ("TT+", 30),
        ("QQ+,QQ", 18),
    ],
)
def test_ranges_have_the_known_numbers_of_combos(text: str, combos: int) -> None:
    assert len(naive.expand(text)) == combos


@pytest.mark.parametrize(
    ("values", "stacks", "pot", "taken"),
    [
        # The shortest stack has the best hand: it takes its main pot, the second the side pot.
        ([3, 2, 1], [100, 300, 300], 0, [300, 400, 0]),
        ([3, 2, 1], [100, 300, 300], 30, [330, 400, 0]),
        # What nobody matched goes back.
        ([2, 1], [100, 250], 0, [200, 150]),
        ([1, 2], [100, 250], 0, [0, 350]),
        # A shared main pot, a side pot for one.
        ([5, 5, 1], [50, 100, 100], 10, [80, 180, 0]),
        ([1, 1, 1], [50, 100, 200], 0, [50, 100, 200]),
        ([5, 5, 5], [10, 10, 10], 1, [Fraction(31, 3)] * 3),
        ([1, 2, 3, 4], [40, 30, 20, 10], 0, [10, 20, 30, 40]),
        # Who has put nothing in can win the dead money.
        ([3, 2, 1], [0, 100, 100], 30, [30, 200, 0]),
        ([1, 2], [0, 0], 30, [0, 30]),
    ],
)
def test_side_pots_worked_by_hand(
    values: list[int], stacks: list[int], pot: int, taken: list[int]
) -> None:
    assert naive.side_pots(values, stacks, pot) == taken
    assert sum(taken) == sum(stacks) + pot
