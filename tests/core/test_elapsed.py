"""Every exact answer says how long it took."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import equity
from equity import games
from equity.results.base import Result

DEALT = equity.war.trace(players=4, seed=1).hands

ASKED: dict[str, list[Callable[[Any], Any]]] = {
    "holdem": [
        lambda g: g.equity("AhKh", "QsQd", board="2c7d9h"),
        lambda g: g.odds("AhKh"),
        lambda g: g.odds("AhKh", board="2h7h9c"),
    ],
    "omaha": [lambda g: g.equity("AhKhQsJs", "AsAd2c3c", board="2h7h9c")],
    "omaha_five": [lambda g: g.equity("AhKhQsJs9d", "AsAd2c3c4d", board="2h7h9cTd")],
    "omaha_six": [lambda g: g.equity("AhKhQsJs9d9s", "AsAd2c3c4d5d", board="2h7h9cTd")],
    "five_card_draw": [
        lambda g: g.odds("AhKhQh4h2c", keep="AhKhQh4h"),
        lambda g: g.decide("AsAhKs7c2d", against="QcJcTd9d8h"),
        lambda g: g.equity("AhAc", "KhKcQdJd"),
    ],
    "five_card": [lambda g: g.odds(), lambda g: g.equity("AsKsQdJhTc", "AhKhQs9h8c")],
    "five_card_stud": [
        lambda g: g.odds("AhKd/As"),
        lambda g: g.decide("AhKd/As2c7c", "/QsJdTh"),
        lambda g: g.equity("AhKdAs2c7c", "QsJdTh9c"),
    ],
    "seven_card_stud": [
        lambda g: g.odds("AhKd/As2c3d"),
        lambda g: g.equity("AhKdAs2c7c", "QsJdTh9c8d"),
    ],
    "zha_jin_hua": [lambda g: g.odds(), lambda g: g.equity("AsKdJh", "QsQdQh")],
    "blackjack": [
        lambda g: g.decide("Th 6d", banker="9c"),
        lambda g: g.edge(),
        lambda g: g.odds(),
        lambda g: g.effect_of_removal(),
    ],
    "baccarat": [lambda g: g.edge(), lambda g: g.odds()],
    "ten_and_half": [
        lambda g: g.decide("7"),
        lambda g: g.decide("7", as_banker=True, ups="A", strategy=7),
        lambda g: g.edge(),
        lambda g: g.odds(),
    ],
    "niu_niu": [lambda g: g.edge("Kh9d5c5s2h"), lambda g: g.odds()],
    "san_gong": [lambda g: g.edge("Kh9d5c"), lambda g: g.odds()],
    "four_knives": [lambda g: g.decide("A9 2T"), lambda g: g.edge("A9 2T"), lambda g: g.odds()],
    "in_between": [
        lambda g: g.decide("5h Jc"),
        lambda g: g.decide("5h Jc", pool=40, bankroll=100),
        lambda g: g.edge(),
        lambda g: g.odds(),
        lambda g: g.posts(),
    ],
    "bank": [lambda g: g.edge(), lambda g: g.odds(), lambda g: g.odds(3)],
    "casino_war": [lambda g: g.edge(), lambda g: g.odds(), lambda g: g.decide("9")],
    "red_dog": [lambda g: g.edge(), lambda g: g.decide("3 J")],
    "three_card_poker": [lambda g: g.edge(), lambda g: g.decide("Qh6d4c")],
    "let_it_ride": [lambda g: g.edge(), lambda g: g.decide("ThJhQh")],
    "ninety_nine": [lambda g: g.odds()],
    "nickname": [lambda g: g.odds()],
    "bao_shu": [lambda g: g.odds(), lambda g: g.odds(number=5)],
    "war": [lambda g: g.odds(), lambda g: g.play(hands=DEALT)],
    "la_da_che": [lambda g: g.play(hands=DEALT)],
    "endurance": [],  # chance has a part in every answer
    "jacks_or_better": [lambda g: g.decide("AhKhQh4h2c"), lambda g: g.edge(), lambda g: g.odds()],
    "deuces_wild": [lambda g: g.decide("AhKhQh4h2c"), lambda g: g.odds()],
    "joker_poker": [lambda g: g.decide("AhKhQh4h2c"), lambda g: g.odds()],
}


def showdown(game: Any) -> Any:
    """Ask for two complete hands and a board that lacks a card at most."""
    cards = game.deck.cards
    hands = [cards[seat * game.hole : (seat + 1) * game.hole] for seat in range(2)]
    return game.equity(*hands, board=cards[-game.board :][: max(game.board - 1, 0)])


@pytest.mark.parametrize("name", games.names())
def test_exact_answers_say_how_long_they_took(name: str) -> None:
    for at, ask in enumerate(ASKED.get(name, [showdown])):
        answer = ask(equity.game(name))
        assert isinstance(answer, Result)
        assert answer.exact, (name, at)
        assert answer.elapsed > 0, (name, at)
        assert answer.to_dict()["elapsed"] == answer.elapsed


def test_strategy_tables_say_how_long_they_took() -> None:
    assert equity.blackjack.strategy().elapsed > 0
