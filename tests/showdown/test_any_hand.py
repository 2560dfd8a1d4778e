"""Hands against any hand, cards shown in stud, and seats that know different things."""

from __future__ import annotations

import itertools
import math

import pytest

from equity import (
    five_card,
    five_card_draw,
    five_card_stud,
)
from tests.oracles import showdown as naive
from tests.parts import slow
from tests.showdown.games_beside import GAMES, _cards, _same, check


@pytest.mark.slow
@pytest.mark.parametrize(
    ("which", "hands", "dead"),
    [
        ("five_card of 20 cards", ["AsKsQdJcTh", "random"], ""),
        ("five_card of 20 cards", ["AsAhQdQcTh", "random"], "TsTd"),
        ("zha_jin_hua", ["AsKdJh", "random"], ""),
        ("zha_jin_hua, 2-3-5 mixed", ["5s3d2h", "random"], ""),
        ("zha_jin_hua, 2-3-5 mixed", ["5s3d2d", "random"], "AsAh"),
        ("zha_jin_hua, 2-3-5 rainbow", ["5s3d2d", "random"], ""),
        ("zha_jin_hua, 2-3-5 rainbow", ["AsAdAh", "random"], ""),
        ("zha_jin_hua, the asker loses", ["AsKdJh", "random"], ""),
        ("zha_jin_hua, the asker loses", ["random", "AsKdJh"], ""),
        ("zha_jin_hua, 2-3-5 and the asker", ["5s3d2h", "random"], ""),
        ("zha_jin_hua with a joker", ["AsKdJk", "random"], ""),
        ("zha_jin_hua with a joker", ["AsKdQh", "random"], "9s"),
    ],
)
def test_against_any_hand(which: str, hands: list[str], dead: str) -> None:
    game, table = GAMES[which]
    gone = naive.cards(dead)
    anything = [(hand, 1.0) for hand in itertools.combinations(table.order.deck, table.hole)]
    seats = [anything if hand == "random" else [(tuple(_cards(hand)), 1.0)] for hand in hands]
    check(game.equity(*hands, dead=dead, method="exact"), table.equity(seats, (), gone))


@pytest.mark.parametrize(
    ("which", "players"),
    [
        ("five_card", 6),
        ("five_card", 8),
        ("five_card of 20 cards", 4),
        ("five_card with a joker", 5),
        ("zha_jin_hua", 5),
        ("zha_jin_hua, 2-3-5 mixed", 17),
        ("zha_jin_hua, the asker loses", 9),
        ("five_card_stud of 28 cards", 5),
        slow("seven_card_stud with a joker", 3),
    ],
)
def test_random_seats_beside_the_oracles_own_simulation(which: str, players: int) -> None:
    game, table = GAMES[which]
    few, many = 1500, 400_000
    right, sharing = table.simulate([()] * players, deals=few, seed=players)
    result = game.equity(players=players, method="monte-carlo", deals=many, seed=players)
    for share, mean in zip(right, result.equity, strict=True):
        assert abs(share - mean) < 4.5 * math.sqrt(mean * (1 - mean) / few) + 4 * 0.5 / many**0.5
    for count, p in result.winners.items():
        allowed = 4 * math.sqrt(p * (1 - p) / few) + 4 / few
        assert abs(sharing[count] / few - p) < allowed, count
    if not table.asker_loses:
        assert (abs(result.equity - 1 / players) < 4.5 * result.stderr).all()


def test_two_random_five_card_hands_tie_as_often_as_counted() -> None:
    """Equal ranks, no card twice: cards of each rank that both hold must differ."""
    five_ranks = 12**5 - 2 * 4 * 3**5 + 4 * 3  # neither is a flush
    flushes = 4 * 3
    pairs, two_pairs = 6 * 1 * 12**3, 6 * 1 * 6 * 1 * 12
    ties = (
        math.comb(13, 5) * (five_ranks + flushes)
        + 13 * math.comb(12, 3) * pairs
        + math.comb(13, 2) * 11 * two_pairs
    )
    deals = math.comb(52, 5) * math.comb(47, 5)
    assert ties / deals == pytest.approx(8.724e-5, rel=1e-4)
    result = five_card.equity(players=2, method="monte-carlo", deals=20_000_000, seed=2)
    p = ties / deals
    assert abs(result.winners[2] - p) < 4 * math.sqrt(p / result.deals)
    ranked = five_card.with_rules(suits="all_categories")
    assert ranked.equity(players=2, method="monte-carlo", deals=2_000_000, seed=2).winners[2] == 0


@pytest.mark.parametrize(
    ("which", "hand", "others", "dead"),
    [
        ("five_card_stud of 28 cards", "AhKd/AsTc9h", ["/KsQhJd"], ""),
        ("five_card_stud of 28 cards", "8h9d/9sTcJh", ["/AsAhJd8d"], ""),
        ("five_card_stud with all suits ranked", "AhTd/TsTcJh", ["/AsKhJd"], "Qs"),
        ("five_card_stud with all suits ranked", "AhAd/KsKcJh", ["/QsQhTd"], ""),
    ],
)
def test_the_card_to_show(which: str, hand: str, others: list[str], dead: str) -> None:
    game, table = GAMES[which]
    down, up = (naive.cards(part) for part in hand.split("/"))
    decision = game.decide(hand, *others, dead=dead, method="exact")
    assert len(decision) == 2
    seen = [[(tuple(naive.cards(other[1:])), 1.0)] for other in others]
    for card in down:
        right = table.equity([[((*up, card), 1.0)], *seen], (), naive.cards(dead))
        ours = float(right.equity[0])
        action = decision[f"show {naive.name(card)}"]
        assert action.ev == pytest.approx(1 - ours, rel=1e-12)
    assert decision.best.ev == max(action.ev for action in decision)


def test_one_of_three_cards_is_shown_in_seven_card_stud() -> None:
    game, table = GAMES["seven_card_stud, flushes by suit first"]
    hand, other = "AhKd7s/AsTc9h8d", "/KsQhJdTdTh9d"
    decision = game.decide(hand, other, method="exact")
    down, up = (naive.cards(part) for part in hand.split("/"))
    assert {action.label for action in decision} == {f"show {naive.name(c)}" for c in down}
    seen = [(tuple(naive.cards(other[1:])), 1.0)]
    for card in down:
        right = table.equity([[((*up, card), 1.0)], seen])
        assert decision[f"show {naive.name(card)}"].ev == pytest.approx(
            1 - float(right.equity[0]), rel=1e-12
        )


def test_who_sees_what_does_not_matter_without_a_decision() -> None:
    one = five_card_stud.equity("AhKd/As2c", "QsQd/Jh", method="exact", dead="7c")
    other = five_card_stud.equity("AhKdAs2c", "QsQdJh", method="exact", dead="7c")
    _same(one, other)


def test_hidden_cards_unknown_or_as_a_range() -> None:
    game, table = GAMES["five_card_stud of 28 cards"]
    ours = [(tuple(naive.cards("AhKdAsTc")), 1.0)]
    known = tuple(naive.cards("QsQdJd"))
    for text in ("??/QsQdJd", "/QsQdJd", "random/QsQdJd"):
        check(game.equity("AhKd/AsTc", text, method="exact"), table.equity([ours, [(known, 1.0)]]))
    kings = [
        ((*pair, *known[:2]), 1.0)
        for pair in itertools.combinations(naive.cards("KsKhKdKc"), 2)
        if naive.card("Kd") not in pair
    ]
    check(game.equity("AhKd/AsTc", "KK/QsQd", method="exact"), table.equity([ours, kings]))
    weighted = [(hand, 0.25) for hand, _ in kings] + [
        ((*pair, *known[:2]), 1.0) for pair in itertools.combinations(naive.cards("JsJhJdJc"), 2)
    ]
    check(
        game.equity("AhKd/AsTc", "KK:0.25,JJ/QsQd", method="exact"),
        table.equity([ours, weighted]),
    )


def test_show_hand_under_the_common_cap() -> None:
    hands = ["AhKdAs2c7h", "QsQdJhTc9h", "8s8d8h3c2h"]
    capped = five_card_stud.equity(*hands, stacks=[500, 200, 50])
    assert capped.chips.tolist() == [450, 150, 150]
    free = five_card_stud.with_rules(common_cap=False).equity(*hands, stacks=[500, 200, 50])
    assert free.chips.tolist() == [600, 0, 150]


def test_what_is_kept_before_a_draw_gets_the_missing_cards() -> None:
    result = five_card_draw.equity("AsAhKs", "QcJcTd9d8h", dead="7c2d", method="exact")
    assert result.wins[0] == 10
    assert result.deals == 861
    pair = five_card_draw.equity("AsAh", "QcJcTd9d8h", dead="Ks7c2d", method="exact")
    assert (pair.wins[0], pair.deals) == (160, 11_480)
    spades = five_card_draw.equity("AsKs", "QcJcTd9d8h", dead="Ah7c2d", method="exact")
    assert (spades.wins[0], spades.deals) == (201, 11_480)
