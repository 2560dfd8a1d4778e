"""Niu niu and san gong: exact answers against the naive program, counts that are known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from equity import (
    niu_niu,
    san_gong,
)
from tests.banking.games import DECK, left_and_dead, same
from tests.oracles import banking as naive


def test_niu_niu_categories() -> None:
    counts = niu_niu.odds().counts
    assert counts == {
        "none": 872_128,
        **dict(zip("123456789", (171_304, 168_096, 171_304, 168_096, 177_424) * 2, strict=False)),
        "6": 168_096,
        "7": 171_304,
        "8": 168_096,
        "9": 171_304,
        "niu niu": 187_440,
        "ultimate": 4_368,
    }
    assert sum(counts.values()) == 2_598_960


def test_san_gong_categories() -> None:
    counts = san_gong.odds().counts
    assert counts.pop("three faces") == 220
    assert counts == {str(n): 2_212 if n % 2 else 2_164 for n in range(10)}


NIU_RULES: list[dict[str, Any]] = [
    {},
    {"ties": "high_card"},
    {"ties": "push"},
    {"ties": "banker"},
    {"banker_takes": "single"},
    {"ties": "banker", "multipliers": {"none": 2, "niu niu": 4, "7": 1.5}},
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", NIU_RULES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_niu_niu_equals_naive(rules: dict[str, Any], seed: int) -> None:
    game = niu_niu.with_rules(**rules)
    pays = naive.NIU_PAYS | rules.get("multipliers", {})
    ties, takes = game.rules["ties"], game.rules["banker_takes"]

    def settle(player: Any, banker: Any) -> Any:
        return Fraction(naive.niu_settle(player, banker, ties, takes, pays))

    left, dead = left_and_dead(seed, 11)
    same(game.edge(dead=dead), naive.distribution(settle(*d) for d in naive.deals(left, 5, 2)))
    hand, left = tuple(left[:5]), left[5:]
    more, _ = left_and_dead(seed + 100, 52)
    left = sorted({*left, *[card for card in more if card not in hand][5 * seed : 5 * seed + 5]})
    dead = [card for card in DECK if card not in left and card not in hand]
    one = [deal[0] for deal in naive.deals(left, 5, 1)]
    same(game.edge(hand, dead=dead), naive.distribution(settle(hand, o) for o in one))
    same(
        game.edge(hand, as_banker=True, dead=dead),
        naive.distribution(-settle(o, hand) for o in one),
    )
    two = list(naive.deals(left, 5, 2))
    same(
        game.edge(hand, as_banker=True, opponents=2, dead=dead),
        naive.distribution(-settle(a, hand) - settle(b, hand) for a, b in two),
    )


GONG_RULES: list[dict[str, Any]] = [
    {},
    {"ties": "push"},
    {"ties": "faces_card"},
    {"ties": "banker"},
    {"multipliers": {"three faces": 5, "9": 3, "8": 2}},
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", GONG_RULES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_san_gong_equals_naive(rules: dict[str, Any], seed: int) -> None:
    game = san_gong.with_rules(**rules)
    ties, pays = game.rules["ties"], dict(game.rules["multipliers"])

    def settle(player: Any, banker: Any) -> Any:
        return naive.gong_settle(player, banker, ties, pays)

    left, dead = left_and_dead(seed, 12)
    same(game.edge(dead=dead), naive.distribution(settle(*d) for d in naive.deals(left, 3, 2)))
    hand, left = tuple(left[:3]), left[3:]
    two = list(naive.deals(left, 3, 2))
    same(game.edge(hand, dead=dead), naive.distribution(settle(hand, o) for o, _ in two))
    same(
        game.edge(hand, as_banker=True, opponents=2, dead=dead),
        naive.distribution(-settle(a, hand) - settle(b, hand) for a, b in two),
    )
    pot = game.with_rules(settlement="pot")
    ties = "push" if ties == "banker" else ties
    same(
        pot.edge(hand, opponents=2, dead=dead),
        naive.distribution(naive.gong_pot((hand, a, b), ties) for a, b in two),
    )


@pytest.mark.parametrize("game", [niu_niu, san_gong.with_rules(ties="faces_card")], ids=str)
def test_dead_cards_of_unknown_suit_are_averaged_over(game: Any) -> None:
    rank, kings = 11, [44, 45, 46, 47]
    hand = [46, 0, 5, 9, 22][: game.size]
    values = []
    for card in kings:
        if card not in hand:
            values.append(game.edge(hand, dead=[card]).ev)
    assert game.edge(hand, dead={"K": 1}).ev == sum(values) / len(values)
    assert rank == hand[0] // 4


def test_more_opponents_are_simulated_without_bias() -> None:
    """The banker's expectation is that against each, whatever their number."""
    hand = "Kh9d5c5s2h"
    alone = niu_niu.edge(hand, as_banker=True).ev
    three = niu_niu.edge(hand, as_banker=True, opponents=3, deals=400_000, seed=3)
    assert three.method == "monte-carlo"
    assert abs(three.ev - 3 * float(alone)) < 4 * three.stderr
    assert niu_niu.edge(hand, as_banker=True, opponents=2).ev == 2 * alone


def test_settings_of_niu_niu() -> None:
    push, high = niu_niu.with_rules(ties="push"), niu_niu.with_rules(ties="high_card")
    assert niu_niu.edge().tie == 0 < high.edge().tie < push.edge().tie
    assert niu_niu.with_rules(ties="banker").edge().ev < push.edge().ev == 0
    assert niu_niu.with_rules(banker_takes="single").edge().ev > 0
    dear = niu_niu.with_rules(multipliers={"ultimate": 50})
    assert dear.edge("KhKdQsJcTh").ev > niu_niu.edge("KhKdQsJcTh").ev
    broke = {"rounds": 500, "bankroll": 20, "deals": 4000, "seed": 5}
    capped, free = niu_niu.play(**broke), niu_niu.with_rules(bet_cap=False).play(**broke)
    assert capped.ruin > free.ruin  # with fewer than five chips there is no bet
    broke |= {"rounds": 50, "bet": 10}
    capped, free = niu_niu.play(**broke), niu_niu.with_rules(bet_cap=False).play(**broke)
    assert capped.final.mean == pytest.approx(20, abs=2)
    assert free.final.mean > capped.final.mean + 2  # who has less pays less


def test_settings_of_san_gong() -> None:
    push = san_gong.with_rules(ties="push")
    card = san_gong.with_rules(ties="faces_card")
    assert card.edge().tie == 0 < san_gong.edge().tie < push.edge().tie
    assert san_gong.edge("KhKd9c").win > push.edge("KhKd9c").win
    assert san_gong.with_rules(ties="banker").edge().ev < 0
    assert san_gong.with_rules("graded").edge("KhKdQc").ev > san_gong.edge("KhKdQc").ev
    pot = san_gong.with_rules(settlement="pot")
    assert pot.edge("KhKdQc", opponents=2).ev > 1 > san_gong.edge("KhKdQc", opponents=2).ev


def test_rank_of_niu_niu() -> None:
    hand = niu_niu.rank("Kh9d6c5s2h")
    assert hand.category == "2"
    assert hand.words == "2: 9d6c5s / Kh2h"
    assert niu_niu.rank("KhKdQsJcTh").category == "ultimate"
    assert niu_niu.rank("KsTh2c8dAd") > niu_niu.rank("KhTs2d8cAc")
    edge = niu_niu.edge("Kh9d6c5s2h")
    assert hand.percentile == pytest.approx(float(edge.win), abs=0.02)
