"""Lowball with one draw: known answers, and every keep against plain counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from equity import ace_to_five, badugi_single_draw, deuce_to_seven
from equity.cards import format_cards, parse_cards
from equity.errors import CardError, RuleError
from tests.oracles import lows


def test_known_answers() -> None:
    pat = deuce_to_seven.equity("2c3d4h7s", "9s8d6c4d3s", dead="Kd")
    assert pat.equity[1] == pytest.approx(29 / 42, abs=1e-12)
    decision = deuce_to_seven.decide("Ts9d8c3h2s", "9s7d5c4h3d")
    assert decision["8c3h2s"].ev == pytest.approx(3 / 41, abs=1e-12)
    assert decision.best.keep == "8c3h2s"


@pytest.mark.parametrize(
    ("game", "kind", "hand", "opponent"),
    [
        (deuce_to_seven, "2-7", "Td8c6h3h2s", "9s7d5c4h3d"),
        (deuce_to_seven, "2-7", "5h4h3h2hKs", "Qs8d6c4d3s"),
        (ace_to_five, "A-5", "Ah2c3d4sKh", "8h7c6d5s4h"),
        (ace_to_five.with_rules(low="a6"), "A-6", "Ah2c3d4s5h", "8h7c6d5s4h"),
    ],
)
def test_every_keep_draw_by_draw(game: Any, kind: str, hand: str, opponent: str) -> None:
    decision = game.decide(hand, opponent)
    held, other = parse_cards(hand), parse_cards(opponent)
    live = [card for card in range(52) if card not in (*held, *other)]
    theirs = lows.low_of_five(other, kind)
    assert len(decision) == 32
    for number in range(3, 6):
        for keep in combinations(sorted(held, reverse=True), number):
            draws = list(combinations(live, 5 - number))
            won = Fraction(0)
            for drawn in draws:
                own = lows.low_of_five([*keep, *drawn], kind)
                assert own is not None
                assert theirs is not None
                won += Fraction((own < theirs) + (own <= theirs), 2)
            label = "pat" if number == 5 else format_cards(keep)
            assert decision[label].ev == pytest.approx(float(won / len(draws)), abs=1e-12)
            assert decision[label].drawn == 5 - number
    assert decision["draw five"].keep == ""


def test_badugi_draw_by_draw() -> None:
    """The published answer, and every keep of at least two cards against three cards that draw."""
    known = badugi_single_draw.equity("As2d3c", "Ac2h4d", dead="KcKs")
    assert known.equity[0] == pytest.approx(1533 / 1892, abs=1e-12)
    held, other = parse_cards("As2d3cKc"), parse_cards("Ac2h4d")
    live = [card for card in range(52) if card not in (*held, *other)]
    decision = badugi_single_draw.decide("As2d3cKc", "Ac2h4d")
    assert len(decision) == 16
    theirs = {card: lows.badugi([*other, card]) for card in live}
    for number in (2, 3, 4):
        for keep in combinations(sorted(held, reverse=True), number):
            won, deals = Fraction(0), 0
            for drawn in combinations(live, 4 - number):
                own = lows.badugi([*keep, *drawn])
                for card in live:
                    if card not in drawn:
                        deals += 1
                        won += Fraction((own < theirs[card]) + (own <= theirs[card]), 2)
            label = "pat" if number == 4 else format_cards(keep)
            assert decision[label].ev == pytest.approx(float(won / deals), abs=1e-12)
    sampled = badugi_single_draw.equity("As2d3c", "Ac2h4d", deals=100_000, seed=2)
    exact = badugi_single_draw.equity("As2d3c", "Ac2h4d")
    assert abs(sampled.equity[0] - exact.equity[0]) < 4 * sampled.stderr[0]


def test_both_draw_and_any_hand_is_simulated_alike() -> None:
    exact = deuce_to_seven.equity("2c3d4h7s", "2d3h8c")
    sampled = deuce_to_seven.equity("2c3d4h7s", "2d3h8c", deals=200_000, seed=5)
    assert abs(exact.equity[0] - sampled.equity[0]) < 4 * sampled.stderr[0]
    swapped = deuce_to_seven.equity("2d3h8c", "2c3d4h7s")
    assert swapped.wins.tolist() == exact.wins.tolist()[::-1]
    decision = ace_to_five.decide("Ah2c3d4sKh", deals=20_000, seed=1)
    assert decision.best.keep == "4s3d2cAh" or decision.best.keep == "Ah4s3d2c"
    assert (decision.stderr > 0).all()


def test_wrong_hands_are_clear_errors() -> None:
    with pytest.raises(CardError, match="4 cards"):
        deuce_to_seven.decide("2c3d4h7s")
    with pytest.raises(CardError, match="2c"):
        deuce_to_seven.decide("2c3d4h7s8c", dead="2c")
    with pytest.raises(RuleError, match="low is"):
        ace_to_five.with_rules(low="eight")
