"""Five-card draw beside the oracle: what a keep becomes, and exact decisions."""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from equity import five_card_draw
from equity.errors import RuleError
from equity.ranges import Range
from tests.oracles import draw as naive_draw
from tests.oracles.draw import Rules
from tests.oracles.games import cards, names
from tests.parts import slow
from tests.showdown.draw.draw_games import GAMES, close, hands_of, label

GOLDEN = tomllib.loads(
    (Path(__file__).parents[2] / "golden" / "keeps" / "five_card_draw.toml").read_text("utf-8")
)


@pytest.mark.parametrize("entry", GOLDEN["becomes"], ids=lambda entry: entry["keep"])
def test_what_a_keep_becomes(entry: dict[str, Any]) -> None:
    odds = five_card_draw.odds(entry["hand"], keep=entry["keep"])
    found = {name: count for name, count in odds.counts.items() if count}
    assert found == entry["counts"]
    assert odds.total == sum(entry["counts"].values())
    decision = five_card_draw.decide(entry["hand"], against="pat", deals=100, seed=1)
    action = decision[entry["keep"]]
    for name, chance in action.becomes.items():
        assert chance == pytest.approx(entry["counts"].get(name, 0) / odds.total, rel=1e-12)


@pytest.mark.parametrize("name", ["3 or 4", slow("joker"), "20 cards"])
def test_what_every_keep_becomes(name: str) -> None:
    game, rules = GAMES[name]
    for hand in hands_of(rules, 3, seed=5):
        decision = game.decide(names(hand), against="pat", deals=50, seed=1)
        keeps = rules.keeps(hand)
        assert {action.label for action in decision} == {label(kept) for kept in keeps}
        for kept in keeps:
            if len(kept) < (0 if name == "20 cards" else 3):
                continue
            action = decision[label(kept)]
            assert action.drawn == 5 - len(kept)
            assert cards(action.keep) == sorted(kept, reverse=True)
            wanted = naive_draw.becomes(rules, hand, kept)
            for category, chance in action.becomes.items():
                assert chance == pytest.approx(float(wanted.get(category, 0)), rel=1e-12)


def test_dead_and_known_cards_cannot_be_drawn() -> None:
    hand = "AsAhKs7c2d"
    decision = five_card_draw.decide(hand, against="QcJcTd9d8h", dead="AcKd")
    wanted = naive_draw.becomes(Rules(), cards(hand), cards("AsAhKs"), cards("QcJcTd9d8hAcKd"))
    for category, chance in decision["AsAhKs"].becomes.items():
        assert chance == pytest.approx(float(wanted.get(category, 0)), rel=1e-12)


def test_known_straight() -> None:
    decision = five_card_draw.decide("AsAhKs7c2d", against="QcJcTd9d8h")
    assert decision.method == "exact"
    for keep, ways, draws in (("AsAhKs", 10, 861), ("AsAh", 160, 11480), ("AsKs", 201, 11480)):
        action = decision[keep]
        total = math.comb(42, 5 - len(keep) // 2)
        assert total == draws
        assert Fraction(action.win).limit_denominator(draws) == Fraction(ways, draws)
        assert action.ev == ways / draws
        assert action.tie == 0
    assert decision.best.label == "AsKs"
    assert decision.margin == pytest.approx(201 / 11480 - 160 / 11480, rel=1e-12)
    assert decision.margin_stderr == 0
    assert [action.ev for action in decision] == sorted((a.ev for a in decision), reverse=True)


def check_exact(game: Any, rules: Rules, hand: list[int], keeps: Sequence[tuple[int, ...]]) -> None:
    decision = game.decide(names(hand), against="pat")
    assert decision.method == "exact"
    counted = naive_draw.against_a_pat_hand(rules, hand, keeps)
    for kept, (wins, ties, losses) in zip(keeps, counted, strict=True):
        action, total = decision[label(kept)], wins + ties + losses
        assert action.win == wins / total
        assert action.tie == ties / total
        assert action.ev == (wins + ties / 2) / total


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(3), *map(slow, range(3, 20))])
def test_exact_against_a_pat_hand_drawing_one(seed: int) -> None:
    hand = hands_of(Rules(), 1, seed)[0]
    check_exact(five_card_draw, Rules(), hand, [k for k in Rules().keeps(hand) if len(k) >= 4])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 25))
def test_exact_against_a_pat_hand_drawing_two(seed: int) -> None:
    hand = hands_of(Rules(), 1, seed)[0]
    check_exact(five_card_draw, Rules(), hand, [k for k in Rules().keeps(hand) if len(k) == 3])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_exact_against_a_pat_hand_all_keeps_of_twenty_cards(seed: int) -> None:
    game, rules = GAMES["20 cards"]
    hand = hands_of(rules, 1, seed)[0]
    keeps = rules.keeps(hand)
    assert len(keeps) == 32
    check_exact(game, rules, hand, keeps)


@pytest.mark.slow
def test_exact_with_a_joker_and_with_ranked_suits() -> None:
    for name in ("joker", "blinds"):
        game, rules = GAMES[name]
        hand = cards("JkAhKd7c2d") if name == "joker" else cards("AhKhQh7h2d")
        keeps = [kept for kept in rules.keeps(hand) if len(kept) >= 4]
        check_exact(game, rules, hand, keeps)


@pytest.mark.parametrize("name", ["3 or 4", "joker", slow("blinds")])
def test_simulated_is_near_exact(name: str) -> None:
    game, rules = GAMES[name]
    for at, hand in enumerate(hands_of(rules, 2, seed=11)):
        for against in ("pat", "KhKd" if at else "9s8s7h6h5h"):
            if set(cards(against if against != "pat" else "")) & set(hand):
                continue
            exact = game.decide(names(hand), against=against, method="exact")
            found = game.decide(names(hand), against=against, deals=60_000, seed=3)
            assert (exact.method, found.method) == ("exact", "monte-carlo")
            for action in found:
                wanted = exact[action.label]
                close(action.ev, action.stderr, float(wanted.ev))
                close(action.win, action.stderr, float(wanted.win))


def test_exact_against_a_short_hand_and_a_range() -> None:
    game, rules = GAMES["20 cards"]
    hand = cards("AsKsQdJhTc")
    for text, held in (
        ("AhAd", [cards("AhAd")]),
        ("AhAd, KhKd", [cards("AhAd"), cards("KhKd")]),
    ):
        decision = game.decide(names(hand), against=text)
        assert decision.method == "exact"
        live = [c for c in rules.order.deck if c not in hand]
        for kept in ([], cards("AsKs"), hand):
            wins = ties = total = 0
            for combo in held:
                rest = [c for c in live if c not in combo]
                for mine in itertools.combinations(rest, 5 - len(kept)):
                    own = rules.order.value([*kept, *mine])
                    for more in itertools.combinations([c for c in rest if c not in mine], 3):
                        other = rules.order.value([*combo, *more])
                        wins += own > other
                        ties += own == other
                        total += 1
            action = decision[label(kept)]
            assert (action.win, action.tie) == (wins / total, ties / total)


def test_weights_of_a_range_count() -> None:
    weighted = Range("AcAdAh5c4c:0.25, KcKdKh5d4d:1", size=5)
    decision = five_card_draw.decide("QsQhQd7c2d", against=weighted, deals=200_000, seed=1)
    assert decision.method == "monte-carlo"
    # Standing pat loses to both; a fourth queen, one of 42 cards drawn twice, wins.
    alone = [
        five_card_draw.decide("QsQhQd7c2d", against=hand)["QsQhQd"].ev
        for hand in ("AcAdAh5c4c", "KcKdKh5d4d")
    ]
    action = decision["QsQhQd"]
    close(action.ev, action.stderr, (0.25 * alone[0] + alone[1]) / 1.25)
    beaten = five_card_draw.decide(
        "KsKhQd7c2d", against=Range("AcAdAh5c4c:0.2, 9c8d6c5h2s", 5), deals=50_000, seed=1
    )
    close(beaten["pat"].ev, beaten["pat"].stderr, 1 / 1.2)


@pytest.mark.slow
def test_a_users_strategy_called_pat_is_not_pat() -> None:
    mine = five_card_draw.strategy(lambda hand: hand[:4], name="pat")
    decision = five_card_draw.decide("AsAhKs7c2d", against=mine, deals=1000, seed=1)
    assert decision.method == "monte-carlo"
    with pytest.raises(RuleError):
        five_card_draw.decide("AsAhKs7c2d", against=mine, method="exact")
