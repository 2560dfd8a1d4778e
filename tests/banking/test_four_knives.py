"""Four knives: exact answers against the naive program, counts that are known."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from equity import (
    four_knives,
)
from tests.banking.games import DECK, left_and_dead, same
from tests.oracles import banking as naive


def test_four_knives_categories() -> None:
    assert four_knives.odds().counts == {
        "points": 145_920,
        "luo suo": 37_120,
        "pair": 87_672,
        "four knives": 13,
    }


def test_labels_of_four_knives() -> None:
    labels = [action.label for action in four_knives.decide("QcAhQsKd")]
    assert labels[0] == "AhKd / QsQc"
    assert set(labels[1:]) == {"AhQc / KdQs", "AhQs / KdQc"}


def test_four_knives_hands_with_a_real_choice() -> None:
    """Those of which no split is at least as good as the others in both piles."""
    real = 0
    ranks: Counter[tuple[int, ...]] = Counter()
    for hand in combinations(DECK, 4):
        ranks[tuple(card // 4 for card in hand)] += 1
    for hand, count in ranks.items():
        splits = set(naive.knives_splits(tuple(4 * rank + i for i, rank in enumerate(hand))))
        best = [s for s in splits if all(s[0] >= o[0] and s[1] >= o[1] for o in splits)]
        real += count * (not best)
    assert real == 144_800
    second = four_knives.edge(strategy="second_pile").ev
    first = four_knives.edge(strategy="first_pile").ev
    best_reply = four_knives.edge().ev
    assert best_reply > second > first
    assert second == 0


KNIVES_RULES: list[dict[str, Any]] = [
    {},
    {"pair_order": "ace_high"},
    {"pair_order": "equal", "luo_suo_order": "ranked"},
    {"tied_pile": "neutral"},
    {"tied_pile": "banker", "four_knives_pay": 5},
    {"banker_splits": "first_pile"},
    {"banker_splits": "best"},
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", KNIVES_RULES, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_four_knives_equals_naive(rules: dict[str, Any], seed: int) -> None:
    game = four_knives.with_rules(**rules)
    order = {"pairs": game.rules["pair_order"], "luo_suo": game.rules["luo_suo_order"]}
    left, dead = left_and_dead(seed, 7)
    left = sorted({*left, 48, 49, 50, 51})  # four aces may come
    dead = [card for card in DECK if card not in left]
    pairs = list(naive.deals(left, 4, 2))
    pay = {"tied": game.rules["tied_pile"], "pay": game.rules["four_knives_pay"]}
    pay["pairs"] = order["pairs"]

    def named(policy: str) -> dict[Any, Any]:
        return {hand: naive.knives_named(hand, policy, **order) for hand, _ in pairs}

    def reply(others: dict[Any, Any], by_banker: bool) -> dict[Any, Any]:
        values: dict[Any, dict[Any, Any]] = {}
        for own, other in pairs:
            for split in set(naive.knives_splits(own, **order)):
                if by_banker:
                    net = -naive.knives_settle(other, others[other], own, split, **pay)
                else:
                    net = naive.knives_settle(own, split, other, others[other], **pay)
                cell = values.setdefault(own, {})
                cell[split] = cell.get(split, 0) + net
        return {hand: max(cell, key=lambda s: (cell[s], s[::-1])) for hand, cell in values.items()}

    for strategy in ("second_pile", "first_pile", "best"):
        players = named("second_pile" if strategy == "best" else strategy)
        how = game.rules["banker_splits"]
        bankers = reply(players, True) if how == "best" else named(how)
        if strategy == "best":
            players = reply(bankers, False)
        expected = naive.distribution(
            naive.knives_settle(p, players[p], b, bankers[b], **pay) for p, b in pairs
        )
        found = game.edge(dead=dead, strategy=strategy)
        assert found.ev == expected["ev"]
        if strategy != "best" and how != "best":  # else equal values may be reached otherwise
            same(found, expected)
    hand = pairs[seed][0]
    choice = game.decide(hand, dead=dead)
    bankers = reply(named("second_pile"), True) if how == "best" else named(how)
    evs = set()
    for split in naive.knives_splits(hand, **order):
        evs.add(
            naive.distribution(
                naive.knives_settle(hand, split, b, bankers[b], **pay)
                for p, b in pairs
                if p == hand
            )["ev"]
        )
    assert {action.ev for action in choice} == evs


def test_settings_of_four_knives() -> None:
    def ev(hand: str, **rules: Any) -> Fraction:
        return four_knives.with_rules(**rules).decide(hand).best.ev

    assert ev("AA 94", pair_order="ace_high") > ev("AA 94", pair_order="equal") > ev("AA 94")
    ranked = four_knives.with_rules(luo_suo_order="ranked")
    assert ranked.decide("QJ 94")["94 / QJ"].ev < four_knives.decide("QJ 94")["94 / QJ"].ev
    assert ranked.decide("KQ 94")["94 / KQ"].ev > four_knives.decide("KQ 94")["94 / KQ"].ev
    assert ev("KQ 94", tied_pile="banker") < ev("KQ 94", tied_pile="strict")
    assert ev("KQ 99", tied_pile="neutral") > ev("KQ 99", tied_pile="strict")
    assert ev("5555", four_knives_pay=20) > ev("5555") > 9
    edges = {
        splits: four_knives.with_rules(banker_splits=splits).edge(strategy="second_pile").ev
        for splits in ("second_pile", "first_pile", "best")
    }
    assert edges["best"] < edges["second_pile"] < edges["first_pile"]
