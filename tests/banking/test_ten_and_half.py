"""Ten-and-a-half: drawing and standing, strategies, a banker who replies best."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from equity import (
    ten_and_half,
)
from equity.cards import parse_cards
from equity.errors import CardError
from tests.banking.games import DECK, left_and_dead
from tests.oracles import banking as naive


def test_ten_and_half_values() -> None:
    """With a single 8, one card busts with 31 of 51; ten and a half in two cards is 48 of 1,326."""
    bust = sum(naive.half_points(card) + 16 > 21 for card in DECK) - 1
    assert bust == 31
    games = ten_and_half.with_rules(banker_draws_below=0.5)
    assert games.odds().probability["10"] == pytest.approx(4 / 52)
    assert ten_and_half.odds().probability["bust"] == pytest.approx(0.198371, abs=5e-7)


HALVES_RULES: list[dict[str, Any]] = [
    {},
    {"ties": "push"},
    {"banker_draws_below": 7.5},
    {"ten_and_half_pays": 2},
    {"must_draw_below": 3, "five_cards_pay": 4, "five_cards_exact_pay": 5},
]


@pytest.mark.parametrize("rules", HALVES_RULES, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_ten_and_half_equals_naive(rules: dict[str, Any], seed: int) -> None:
    game = ten_and_half.with_rules(**rules)
    slow = naive.Halves(**rules)
    left, dead = left_and_dead(seed, 9)
    points = tuple(map(naive.half_points, left))

    def value(strategy: Any) -> Fraction:
        values = [
            slow.value((card,), points[:at] + points[at + 1 :], strategy)
            for at, card in enumerate(points)
        ]
        return sum(values, Fraction(0)) / len(values)

    assert game.edge(dead=dead).ev == pytest.approx(float(value(None)), abs=1e-12)
    seven = game.edge(dead=dead, strategy="draw below 7")
    assert seven.ev == pytest.approx(float(value(lambda hand: sum(hand) < 14)), abs=1e-12)
    odd = game.edge(dead=dead, strategy=lambda hand: "hit" if hand[0] < 1 else "stand")
    assert odd.ev == pytest.approx(float(value(lambda hand: hand[0] < 2)), abs=1e-12)
    for at in (0, 4):
        rest = points[:at] + points[at + 1 :]
        choice = game.decide([left[at]], dead=dead)
        assert choice["hit"].ev == pytest.approx(float(slow.hit((points[at],), rest, None)))
        if points[at] >= slow.must:
            assert choice["stand"].ev == pytest.approx(float(slow.stand((points[at],), rest)))


ON_TEN_AND_A_HALF: list[tuple[Any, Callable[[tuple[int, ...]], bool]]] = [
    (lambda seen: "hit", lambda hand: True),
    (lambda seen: "hit" if sum(seen) == 10.5 else "stand", lambda hand: sum(hand) == 21),
    (lambda seen: sum(seen) == 10.5 and len(seen) > 2, lambda hand: sum(hand) == 21 and hand[2:]),
    ("draw below 10.5", lambda hand: sum(hand) < 21),
]


@pytest.mark.parametrize(("strategy", "draws"), ON_TEN_AND_A_HALF, ids=range(4))
@pytest.mark.parametrize("rules", [{}, {"ten_and_half_pays": 2}, {"ties": "push"}], ids=str)
def test_a_strategy_may_draw_on_ten_and_a_half(
    rules: dict[str, Any], strategy: Any, draws: Any
) -> None:
    """Unless it is paid at once there."""
    game, slow = ten_and_half.with_rules(**rules), naive.Halves(**rules)
    left = parse_cards("AsAhJsJh4s4h6s6h9dTd")
    points = tuple(map(naive.half_points, left))
    dead = [card for card in DECK if card not in left]
    values = [
        slow.value((card,), points[:at] + points[at + 1 :], draws) for at, card in enumerate(points)
    ]
    right = float(sum(values, Fraction(0)) / len(values))
    assert game.edge(dead=dead, strategy=strategy).ev == pytest.approx(right, abs=1e-12)
    found = game.edge(dead=dead, strategy=strategy, deals=200_000, seed=5)
    assert abs(found.ev - right) < 4 * found.stderr


def test_always_drawing_at_ten_and_a_half() -> None:
    """Who never stands has five cards or is bust, whatever the banker does."""
    ways = {(0, 0): 1}
    for card in DECK:
        for (size, points), count in list(ways.items()):
            if size < 5:
                key = size + 1, points + naive.half_points(card)
                ways[key] = ways.get(key, 0) + count
    five = [0, 0, 0]  # below, exactly, above
    for (size, points), count in ways.items():
        if size == 5:
            five[(points > 20) + (points > 21)] += count
    right = (2 * five[0] + 3 * five[1] - five[2]) / comb(52, 5)
    assert right == pytest.approx(-0.820337, abs=5e-7)
    assert ten_and_half.edge(strategy=lambda seen: "hit").ev == pytest.approx(right, abs=1e-12)
    replies = ten_and_half.with_rules(banker_draws_below="best")
    assert replies.edge(strategy=lambda seen: "hit").ev == pytest.approx(right, abs=1e-12)
    below = ten_and_half.edge(strategy="draw below 10.5").ev
    assert below == pytest.approx(-0.640962, abs=5e-7)  # stands there


def reply_value(points: tuple[int, ...], must: int, below: int) -> float:
    """Give the value for a player who draws below a number, the banker replying best."""
    groups: dict[tuple[int, ...], dict[tuple[int, tuple[int, ...]], float]] = {}
    value = 0.0

    def deal(hand: tuple[int, ...], left: tuple[int, ...], chance: float) -> None:
        nonlocal value
        total = sum(hand)
        if total > 21:
            value -= chance
        elif len(hand) == 5:
            value += chance * (3 if total == 21 else 2)
        elif len(left) > 1 and total < max(must, below) and total < 21:
            for at, card in enumerate(left):
                deal((*hand, card), left[:at] + left[at + 1 :], chance / len(left))
        else:
            cell = groups.setdefault(hand[1:], {})
            key = (total, tuple(sorted(left)))
            cell[key] = cell.get(key, 0.0) + chance

    for at, card in enumerate(points):
        deal((card,), points[:at] + points[at + 1 :], 1 / len(points))

    def banker(total: int, worlds: dict[tuple[int, tuple[int, ...]], float], first: bool) -> float:
        """Give the banker's gain; worlds: the player's total and what is left, with chances."""
        if total > 21:
            return -sum(worlds.values())
        stand = sum(p if total >= player else -p for (player, _), p in worlds.items())
        if not first and (total == 21 or not next(iter(worlds))[1]):
            return stand
        draw = 0.0
        for card in {card for _, left in worlds for card in left}:
            after: dict[tuple[int, tuple[int, ...]], float] = {}
            for (player, left), p in worlds.items():
                if card in left:
                    rest = list(left)
                    rest.remove(card)
                    key = (player, tuple(rest))
                    after[key] = after.get(key, 0.0) + p * left.count(card) / len(left)
            draw += banker(total + card, after, False)
        return draw if first or total < must else max(stand, draw)

    return value - sum(banker(0, worlds, True) for worlds in groups.values())


@pytest.mark.parametrize("seed", range(3))
def test_best_banker_of_ten_and_half_equals_naive(seed: int) -> None:
    game = ten_and_half.with_rules(banker_draws_below="best")
    left, dead = left_and_dead(seed + 20, 8)
    points = tuple(map(naive.half_points, left))
    values = []
    for below in (6, 7.5, 9):
        expected = reply_value(points, 12, int(2 * below))
        assert game.edge(dead=dead, strategy=below).ev == pytest.approx(expected, abs=1e-12)
        values.append(expected)
    assert game.edge(dead=dead).ev >= max(values) - 1e-12


def test_banker_decides_by_the_up_cards() -> None:
    """On a small deck, against all worlds; then as the rule implies."""
    left, dead = left_and_dead(18, 9)
    order = sorted(left, key=naive.half_points)
    own, up = order[6], order[2]
    rest = [naive.half_points(card) for card in left if card not in (own, up)]
    must, total = 12, naive.half_points(own)
    gains = {"stand": 0.0, "hit": 0.0}
    worlds = 0

    def hit(total: int, player: tuple[int, ...], cards: list[list[int]]) -> float:
        """Give the banker's gain of drawing, over equally likely worlds, then going on best."""
        gain = 0.0
        for card in {card for some in cards for card in some}:
            after, weights = [], []
            for world, some in zip(player, cards, strict=True):
                for _ in range(some.count(card)):
                    remaining = list(some)
                    remaining.remove(card)
                    after.append(remaining)
                    weights.append(world)
            size = len(cards[0])
            if total + card > 21:
                gain -= len(after) / size
                continue
            stand = sum(1 if total + card >= world else -1 for world in weights)
            more = (
                hit(total + card, tuple(weights), after) if after[0] and total + card < 21 else -99
            )
            if total + card < must:
                stand = -99
            gain += max(stand, more) / size
        return gain

    players, cards = [], []
    for at, hidden in enumerate(rest):
        if hidden < must <= hidden + naive.half_points(up) <= 21:
            players.append(hidden + naive.half_points(up))
            cards.append(rest[:at] + rest[at + 1 :])
    worlds = len(players)
    assert worlds
    gains["stand"] = sum(1 if total >= player else -1 for player in players) / worlds
    gains["hit"] = hit(total, tuple(players), cards) / worlds
    found = ten_and_half.decide([own], dead=dead, as_banker=True, ups=[up])
    assert found["hit"].ev == pytest.approx(gains["hit"], abs=1e-12)
    if total >= must:
        assert found["stand"].ev == pytest.approx(gains["stand"], abs=1e-12)
    six = ten_and_half.decide("6", as_banker=True, ups="A")
    assert six.best.label == "stand"  # the player has five and an ace, and equal is the banker's
    assert six.best.ev == pytest.approx(1)
    assert ten_and_half.decide("6 J", as_banker=True).best.label == "hit"


def test_settings_of_ten_and_half() -> None:
    usual = ten_and_half.edge().ev
    assert ten_and_half.with_rules(ties="push").edge().ev > usual
    assert ten_and_half.with_rules(five_cards_pay=3).edge().ev > usual
    assert ten_and_half.with_rules(five_cards_exact_pay=10).edge().ev > usual
    assert ten_and_half.with_rules(ten_and_half_pays=2).edge().ev > usual
    assert ten_and_half.with_rules(banker_draws_below="best").edge(strategy=6).ev < (
        ten_and_half.edge(strategy=6).ev
    )
    assert ten_and_half.with_rules(banker_draws_below=10.5).edge().ev > usual  # he busts
    assert [action.label for action in ten_and_half.decide("5")] == ["hit"]
    free = ten_and_half.with_rules(must_draw_below=0)
    assert {action.label for action in free.decide("5")} == {"stand", "hit"}


@pytest.mark.parametrize("aces", [4, 2, 1])
def test_too_few_cards_to_end_a_round_of_ten_and_a_half(aces: int) -> None:
    """A banker who must draw would stand for want of cards."""
    dead = dict.fromkeys("23456789TJQK", 4) | {"A": 4 - aces}
    for ask in (ten_and_half.odds, ten_and_half.edge):
        with pytest.raises(CardError, match="left"):
            ask(dead=dead)
