"""What the games of the showdown family refuse."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from equity import (
    five_card,
    five_card_draw,
    five_card_stud,
    omaha,
    omaha_five,
    omaha_six,
    seven_card_stud,
    zha_jin_hua,
)
from equity.errors import CardError, NotationError, RuleError
from tests.oracles import showdown as naive
from tests.oracles.games import Order, Table
from tests.showdown.games_beside import FLUSH_FIRST, GAMES, _cards, check

MOST = [
    # game, most players, cards that one more would need
    (omaha, 11, 53),
    (omaha_five, 9, 55),
    (omaha_six, 7, 53),
    (five_card, 10, 55),
    (five_card_draw, 10, 55),
    (five_card_stud, 10, 55),
    (five_card_stud.with_rules("asian_32"), 6, 35),
    (five_card_stud.with_rules("asian_28"), 5, 30),
    (seven_card_stud, 7, 56),
    (seven_card_stud.with_rules("asian_28"), 4, 35),
    (zha_jin_hua, 17, 54),
    (zha_jin_hua.with_rules(jokers=2), 18, 57),
    (five_card.with_rules(jokers=1), 10, 55),
]


@pytest.mark.parametrize(("game", "players", "needed"), MOST, ids=lambda value: str(value))
def test_as_many_players_as_the_deck_allows(game: Any, players: int, needed: int) -> None:
    deals = 4000
    result = game.equity(players=players, method="monte-carlo", deals=deals, seed=1)
    assert len(result.equity) == players
    assert (abs(result.equity - 1 / players) < 5 * result.stderr).all()
    size = game.deck.size
    for options in ({"players": players + 1}, {"opponents": players + 1}):
        with pytest.raises(CardError, match=rf"\b{needed} cards.*\b{size}\b"):
            game.equity(**options)
    if needed - game.hole <= size - 1:
        return
    with pytest.raises(CardError, match=rf"\b{size}\b"):
        game.equity(players=players, dead="As")


def test_dead_cards_count_among_those_needed() -> None:
    assert len(zha_jin_hua.equity(players=17, dead="As", deals=10, seed=1).equity) == 17
    with pytest.raises(CardError, match="53 cards"):
        zha_jin_hua.equity(players=17, dead="AsKs", deals=10, seed=1)
    with pytest.raises(CardError):
        five_card_stud.equity("As", *["random"] * 9, dead="KsQsJs", deals=10, seed=1)
    with pytest.raises(CardError, match="53 cards"):
        seven_card_stud.odds("AsKs", dead=list(range(46)))


BAD = [
    (omaha, ["AsKdJh", "random"], NotationError, "3 cards; a hand has 4"),
    (omaha, ["AsKdJhTc9c", "random"], NotationError, "5 cards; a hand has 4"),
    (omaha, ["AsKdJhJk", "random"], NotationError, "joker"),
    (omaha_five, ["AsKdJhTc", "random"], NotationError, "4 cards; a hand has 5"),
    (omaha_six, ["AsKdJhTc", "random"], NotationError, "4 cards; a hand has 6"),
    (omaha, ["AsKdJhTc", "AsQdQhQc"], CardError, "As"),
    (omaha, ["AAxx", "random"], NotationError, r"AA\*\*"),
    (five_card, ["AsKdJhTc", "random"], NotationError, "4 cards; a hand has 5"),
    (five_card, ["AsKdJhTcJk", "random"], NotationError, "joker"),
    (five_card, ["AsKdJh/TcTd", "random"], NotationError, "/"),
    (zha_jin_hua, ["AsKdJhTc9c", "random"], NotationError, "5 cards; a hand has 3"),
    (zha_jin_hua, ["AsKd", "random"], NotationError, "2 cards; a hand has 3"),
    (zha_jin_hua, ["AsKdJk", "random"], NotationError, "joker"),
    (zha_jin_hua, ["AsKdAs", "random"], CardError, "As"),
    (zha_jin_hua, ["", "random"], NotationError, "."),
    (zha_jin_hua.with_rules(jokers=2), ["AsKdJk", "random"], NotationError, "Jk1"),
    (zha_jin_hua.with_rules(lowest_rank="9"), ["AsKd8h", "random"], CardError, "8h|deck"),
    (five_card_stud, ["AsKd/JhTc9c2c", "random"], CardError, "6 cards"),
    (five_card_stud, ["AsKd/Jk", "random"], NotationError, "joker"),
    (five_card_stud, ["AsKd/J?", "random"], NotationError, "."),
    (five_card_stud, ["AsKd/As", "random"], CardError, "As"),
    (five_card_stud, ["AsKd/Jh", "/Jh"], CardError, "Jh"),
    (five_card_stud.with_rules("asian_32"), ["AsKd/2h", "random"], CardError, "2h|deck"),
    (seven_card_stud, ["AsKdQhJcTc9c8c7c", "random"], NotationError, "8 cards"),
    (five_card_draw, ["AsKdQhJcTc9c", "random"], NotationError, "6 cards"),
    (five_card_draw, ["AsKdQhJcJk", "random"], NotationError, "joker"),
]


@pytest.mark.parametrize(("game", "hands", "error", "message"), BAD)
def test_bad_hands(game: Any, hands: list[str], error: type[Exception], message: str) -> None:
    with pytest.raises((CardError, NotationError), match=message) as caught:
        game.equity(*hands)
    assert isinstance(caught.value, error)
    assert "seat" in str(caught.value) or error is CardError


def test_a_board_only_where_there_is_one() -> None:
    for game, hand in ((five_card, "AsKdQhJc9c"), (zha_jin_hua, "AsKdQh"), (five_card_stud, "As")):
        with pytest.raises(CardError):
            game.equity(hand, "random", board="2c3c4c")
    with pytest.raises(CardError, match="6"):
        omaha.equity("AsKdQhJc", "random", board="2c3c4c5c6c7c")


def test_a_joker_is_not_an_unknown_card() -> None:
    game, table = (
        five_card.with_rules(jokers=1, lowest_rank="T"),
        Table(Order(lowest="T", jokers=1)),
    )
    wild = [(tuple(_cards("AsAdKcQhJk")), 1.0)]
    unknown = [
        ((*naive.cards("AsAdKcQh"), c), 1.0)
        for c in table.order.deck
        if c not in naive.cards("AsAdKcQh")
    ]
    other = [(tuple(naive.cards("KsKdQsQdTs")), 1.0)]
    one = game.equity("AsAdKcQhJk", "KsKdQsQdTs", method="exact")
    two = game.equity("AsAdKcQh?", "KsKdQsQdTs", method="exact")
    check(one, table.equity([wild, other]))
    check(two, table.equity([unknown, other]))
    assert (one.deals, two.deals) == (1, 12)


BAD_RULES = [
    (omaha, {"jokers": 1}, "jokers"),
    (five_card, {"jokers": 3}, "jokers"),
    (five_card, {"jokers": True}, "jokers"),
    (five_card, {"wheel": "second"}, "wheel"),
    (five_card, {"suits": "suit_only"}, "suits"),
    (five_card, {"lowest_rank": "3"}, "lowest_rank"),
    (five_card, {"lowest_rank": 7}, "lowest_rank"),
    (five_card, {"two_three_five": "mixed"}, "two_three_five"),
    (five_card, {"order": "flush"}, "order"),
    (five_card, {"order": ("flush", "straight")}, "order"),
    (five_card, {"order": (*FLUSH_FIRST[:-1], "high cards")}, "order"),
    (five_card.with_rules(jokers=1), {"order": FLUSH_FIRST}, "five of a kind"),
    (zha_jin_hua, {"order": FLUSH_FIRST}, "order"),
    (zha_jin_hua, {"two_three_five": True}, "two_three_five"),
    (zha_jin_hua, {"ties": "push"}, "ties"),
    (five_card_stud, {"common_cap": 1}, "common_cap"),
    (five_card_stud, {"preset": "eastern"}, "western"),
    (five_card, {"preset": "western"}, "preset"),
    (five_card_draw, {"draw_limit": 4}, "draw_limit"),
]


@pytest.mark.parametrize(("game", "rules", "message"), BAD_RULES)
def test_bad_rules(game: Any, rules: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        game.with_rules(**rules)


BAD_STRENGTHS = [
    (zha_jin_hua, [51, 50], CardError),
    (zha_jin_hua, [51, 50, 49, 48], CardError),
    (zha_jin_hua, [51, 51, 50], CardError),
    (zha_jin_hua, [51, 50, 52], NotationError),
    (zha_jin_hua, [51, 50, -1], NotationError),
    (zha_jin_hua, [51, 50, 1.5], RuleError),
    (zha_jin_hua, [51, 50, True], RuleError),
    (zha_jin_hua.with_rules(jokers=1), [51, 50, 53], NotationError),
    (zha_jin_hua.with_rules(jokers=1), [51, 52, 52], CardError),
    (five_card_stud.with_rules("asian_32"), [51, 47, 43, 39, 0], NotationError),
    (five_card, [51, 47, 43, 39], CardError),
    (seven_card_stud, [51, 47, 43, 39], CardError),
    (omaha, [51, 47, 43, 39, 35], CardError),
    (omaha, [51, 47, 43, 39, 35, 31, 27, 23, 19, 15], CardError),
    (omaha, [51, 47, 43, 39, 35, 31, 51], CardError),
]


@pytest.mark.parametrize(("game", "hand", "error"), BAD_STRENGTHS)
def test_bad_cards_have_no_strength(game: Any, hand: list[Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        game.strength(hand)
    if all(isinstance(card, int) and card >= 0 and card is not True for card in hand):
        with pytest.raises(error):
            game.strengths(np.array([hand], dtype=np.uint8))


def test_percentile_is_the_share_of_hands_beaten() -> None:
    for which in ("zha_jin_hua", "zha_jin_hua without suits", "zha_jin_hua with a joker"):
        game, table = GAMES[which]
        every = [table.value(hand, ()) for hand in itertools.combinations(table.order.deck, 3)]
        for text in ("AsKdJh", "AsAdAh", "QdJhTs", "AcTc9c"):
            value = table.value(naive.cards(text), ())
            beaten = (
                sum(other < value for other in every) + sum(other == value for other in every) / 2
            )
            assert game.rank(text).percentile == pytest.approx(beaten / len(every), rel=1e-12)
    assert five_card.rank("AsKsQsJsTs").percentile == pytest.approx(1 - 2 / 2_598_960, rel=1e-12)


@pytest.mark.parametrize(
    "hands",
    [
        "2c3d4h5s7c8dKh, 2c3d4h5s7c8dAh",
        "2c3d7h9sJcQdKh, 2c3d7h9sJcQdAh, 2c3d7h9sJcQdQh",
        "2c4c6c8c9dTdKc, 2c4c6c8c9dTdKd",
        "7c7d7h2s3c4dTs, 7c7d7h2s3c4dKs, 7c7d7h2s3c4d4s",
    ],
)
def test_odds_of_complete_hands_that_differ_in_their_highest_card(hands: str) -> None:
    expected = Counter(naive.category(naive.cards(hand)) for hand in hands.split(", "))
    found = seven_card_stud.odds(hands)
    assert {name: count for name, count in found.counts.items() if count} == expected
