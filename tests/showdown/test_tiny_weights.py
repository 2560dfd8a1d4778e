"""Weights of which products are too small for a float: scaled, or refused, never taken as equal.

Where weights are that small, all deals of any account have as few of the small ones as can be: the
right equities are the plain mean over those choices of known hands.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from equity import five_card_draw, holdem, omaha, zha_jin_hua
from equity.cards import parse_cards
from equity.errors import RuleError
from equity.ranges import Range
from equity.showdown.game import Showdown
from equity.showdown.groups import draw_groups
from equity.showdown.question import Question, settle

Seats = list[tuple[str, str]]

HOLDEM = [("AsAh", "KsKh"), ("AsAd", "QsQh"), ("AsAc", "JsJh")]
FOUR = [*HOLDEM, ("AsTc", "9s9h")]
OMAHA = [("AsAh2c2d", "KsKh3c3d"), ("AsAd4c4d", "QsQh5c5d"), ("AsAc6c6d", "JsJh7c7d")]
THREE_CARDS = [("AsAh2c", "KsKh3c"), ("AsAd4c", "QsQh5c"), ("AsAc6c", "JsJh7c")]
KEPT = [("AsAhKc", "QsQh5c"), ("AsAdKd", "JsJh6c"), ("AsAcKh", "TsTh5d")]


def ranges(seats: Seats, weight: str) -> list[str]:
    """One range a seat: the first hand with weight 1, the second with the weight."""
    return [f"{first}, {second}:{weight}" for first, second in seats]


def mean_of_likeliest(game: Showdown, seats: Seats, board: str = "") -> np.ndarray:
    """The mean equities over choices of known hands, as many of weight 1 as fit together."""
    found: dict[int, list[np.ndarray]] = {}
    for places in product((0, 1), repeat=len(seats)):
        hands = [hand[place] for hand, place in zip(seats, places, strict=True)]
        cards = [card for hand in hands for card in parse_cards(hand)]
        if len(set(cards)) == len(cards):
            keywords = {"board": board} if board else {}
            answer = game.equity(*hands, method="exact", **keywords)  # type: ignore[arg-type]
            found.setdefault(sum(places), []).append(answer.equity)
    return np.mean(found[min(found)], axis=0)


def test_three_seats_as_reported() -> None:
    found = holdem.equity(
        "AsAh, KsKh:1e-163",
        "AsAd, QsQh:1e-163",
        "AsAc, JsJh:1e-163",
        deals=2_000_000,
        seed=1,
    )
    expected = mean_of_likeliest(holdem, HOLDEM)
    assert expected == pytest.approx([0.3436, 0.3302, 0.3262], abs=1e-4)
    assert np.abs(found.equity - expected).max() < 5 * found.stderr.max()


@pytest.mark.parametrize(
    ("game", "seats", "weight", "board"),
    [
        (holdem, HOLDEM, "5e-324", "2c7d9h"),
        (holdem, HOLDEM, "1e-100", "2c7d9h"),
        (holdem, FOUR, "1e-163", "2c7d8h"),
        (holdem, FOUR, "1e-300", "2c7d8h"),
        (omaha, OMAHA, "1e-163", "8c9d2h"),
        (zha_jin_hua, THREE_CARDS, "1e-200", ""),
    ],
)
def test_simulated(game: Showdown, seats: Seats, weight: str, board: str) -> None:
    keywords = {"board": board} if board else {}
    found = game.equity(*ranges(seats, weight), deals=100_000, seed=1, **keywords)  # type: ignore[arg-type]
    expected = mean_of_likeliest(game, seats, board)
    assert np.abs(found.equity - expected).max() < 5 * found.stderr.max()


def test_a_draw_is_as_with_larger_weights() -> None:
    tiny = five_card_draw.equity(*ranges(KEPT, "1e-163"), deals=100_000, seed=1)
    small = five_card_draw.equity(*ranges(KEPT, "1e-4"), deals=100_000, seed=2)
    assert np.abs(tiny.equity - small.equity).max() < 5 * tiny.stderr.max()


def test_what_would_be_dealt_for_ever_is_refused() -> None:
    # strategies draw hand by hand: three seats, of which at most one may hold its likely hand
    with pytest.raises(RuleError, match="fit together too seldom"):
        five_card_draw.decide("9h8h7h6h2c", against=ranges(KEPT, "1e-163"), deals=1000, seed=1)


@pytest.mark.parametrize("weight", ["1e-155", "1e-161", "1e-163", "5e-324"])
@pytest.mark.parametrize(("game", "seats"), [(holdem, HOLDEM), (zha_jin_hua, THREE_CARDS)])
def test_exact_is_refused(game: Showdown, seats: Seats, weight: str) -> None:
    # 1e-161 squared is a multiple of 5e-324, to three digits
    with pytest.raises(RuleError, match="too small to be told from 0; deals= simulates them"):
        game.equity(*ranges(seats, weight), method="exact")


def test_exact_is_right_before_that() -> None:
    found = holdem.equity(*ranges(HOLDEM, "1e-150"), method="exact", board="2c7d9h")
    expected = mean_of_likeliest(holdem, HOLDEM, "2c7d9h")
    assert found.equity == pytest.approx(expected, rel=1e-12)


def test_weights_that_are_all_small_are_as_good_as_equal() -> None:
    hands = ["AsAhKsKh, QsQhJsJh:0.5", "TcTd9c9d, TcTd9c9h", "8c8d7c7d, 8c8d7c7h"]
    small = [hands[0], *(f"({hand}):1e-200" for hand in hands[1:])]
    found = omaha.equity(*small, board="2c3d5h", method="exact")
    expected = omaha.equity(*hands, board="2c3d5h", method="exact")
    assert found.equity.tolist() == expected.equity.tolist()
    assert [list(combo) for combo in found.combos(0)] == [list(c) for c in expected.combos(0)]
    assert found.combos(0).probability == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize("weight", ["5e-324", "1e-310", "1e-20"])
def test_a_class_of_little_weight_has_its_equity(weight: str) -> None:
    found = holdem.equity(f"AA, KK:{weight}", "QQ,JJ", board="2c7d9h")
    alone = holdem.equity("KK", "QQ,JJ", board="2c7d9h").equity[0]
    assert found.grid(0)[1, 1] == pytest.approx(alone, abs=1e-12)
    assert found.combos(0)["KsKh"].equity == pytest.approx(alone, abs=1e-12)


def test_joined_products_are_exact() -> None:
    question = Question(
        holdem.spec, tuple(Range(text) for text in ranges(HOLDEM, "1e-163")), 0, 0, (7,)
    )
    (group,) = draw_groups(settle(question).seats).groups
    # three choices with two small weights, one with three
    assert sorted(group.chances / group.chances.max()) == pytest.approx([1e-163, 1, 1, 1])
