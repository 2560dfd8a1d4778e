"""Pineapples: which two cards to keep, against plain counting and a known answer."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from equity import crazy_pineapple, holdem, irish, pineapple
from equity.cards import format_cards, parse_cards
from equity.errors import CardError, RuleError
from tests.oracles import games as naive_games
from tests.oracles import showdown as naive
from tests.parts import slow


def test_crazy_pineapple_as_published() -> None:
    decision = crazy_pineapple.decide("AsKs9d", board="Ts9s2h")
    assert decision.best.keep == "Ks9d"
    assert decision.best.ev == pytest.approx(15938 / 21285, abs=1e-12)
    assert decision.deals == 979_110


@pytest.mark.parametrize(
    ("game", "hand", "opponents", "board", "dead"),
    [
        (crazy_pineapple, "AsKs9d", ("QhQc",), "Ts9s2h", ""),
        (crazy_pineapple, "7c7d6s", ("AhKh", "Th9h"), "8h5h2c", "Ac"),
        (irish, "AsKsQdJd", ("QhQc",), "Ts9s2h", "2c"),
    ],
)
def test_every_keep_card_by_card(
    game: Any, hand: str, opponents: tuple[str, ...], board: str, dead: str
) -> None:
    decision = game.decide(hand, *opponents, board=board, dead=dead)
    cards = parse_cards(hand)
    assert len(decision) == len(list(combinations(cards, 2)))
    for keep in combinations(sorted(cards, reverse=True), 2):
        gone = [card for card in cards if card not in keep] + naive.cards(dead)
        seats = [naive.expand(text) for text in (format_cards(keep), *opponents)]
        right = naive.equity(seats, naive.cards(board), gone)
        action = decision[format_cards(keep)]
        assert action.ev == pytest.approx(float(right.equity[0]), abs=1e-12)
        assert action.keep == format_cards(keep)


@slow
def test_pineapple_before_the_flop() -> None:
    decision = pineapple.decide("AsKs9d", "QQ")
    for action in decision:
        thrown = [card for card in parse_cards("AsKs9d") if card not in parse_cards(action.keep)]
        alone = holdem.equity(action.keep, "QQ", dead=thrown)
        assert action.ev == alone.equity[0]
    assert decision.best.keep == "AsKs"


def test_irish_with_both_hole_cards() -> None:
    """The best five of seven, or both hole cards with three of the board."""
    both = irish.with_rules(use="two")
    table = naive_games.Table(hole=2, board=5, exactly_two=True)
    for hands, board in (
        (("2s2d", "QhQc"), "TsTdThTc5s"),
        (("AsKs", "QhQc"), "Ts9s2sJs5s"),
        (("Ah2h", "KhQh"), "JhTh9h8h7h"),
    ):
        cards = parse_cards(board)
        values = [table.value(parse_cards(hand), cards) for hand in hands]
        shares = both.equity(*hands, board=board).equity
        best = [value == max(values) for value in values]
        assert shares.tolist() == [float(Fraction(won, sum(best))) for won in best]
    assert both.equity("2s2d", "QhQc", board="TsTdThTc5s").equity.tolist() == [0, 1]
    assert irish.with_rules(use="any") == irish


def test_wrong_hands_and_boards_are_clear_errors() -> None:
    with pytest.raises(CardError, match="2 cards; pineapple deals 3"):
        pineapple.decide("AsKs")
    with pytest.raises(CardError, match="no board card is open"):
        pineapple.decide("AsKs9d", board="Ts9s2h")
    with pytest.raises(CardError, match="the flop is open"):
        crazy_pineapple.decide("AsKs9d")
    with pytest.raises(CardError, match="Ts"):
        crazy_pineapple.decide("AsKsTs", board="Ts9s2h")
    with pytest.raises(RuleError, match="use is"):
        irish.with_rules(use="three")
