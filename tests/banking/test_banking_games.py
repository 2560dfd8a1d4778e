"""The smaller banking games: exact answers against the naive program, counts that are known."""

from __future__ import annotations

import random
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from equity import (
    baccarat,
    bank,
    blackjack,
    four_knives,
    in_between,
    niu_niu,
    san_gong,
    ten_and_half,
)
from equity.cards import parse_cards
from equity.errors import CardError, EquityError, NotationError, RuleError
from tests.oracles import banking as naive

DECK = range(52)
HANDED = {niu_niu.name: niu_niu, san_gong.name: san_gong, four_knives.name: four_knives}
ALL = [bank, four_knives, in_between, niu_niu, san_gong, ten_and_half]
EACH = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


def left_and_dead(seed: int, size: int) -> tuple[list[int], list[int]]:
    """Choose some cards that are left; the others are dead."""
    left = sorted(random.Random(seed).sample(DECK, size))
    return left, [card for card in DECK if card not in left]


def same(bet: Any, expected: dict[str, Any]) -> None:
    assert {name: getattr(bet, name) for name in expected} == expected


GOLDEN = [
    (game, kind, entry)
    for game in ALL
    for kind, entries in tomllib.loads(
        (Path(__file__).parents[1] / "golden" / f"{game.name}.toml").read_text("utf-8")
    ).items()
    for entry in entries
]


@pytest.mark.parametrize(
    ("game", "kind", "entry"),
    GOLDEN,
    ids=[f"{g.name}-{k}-{n}" for n, (g, k, _) in enumerate(GOLDEN)],
)
def test_golden(game: Any, kind: str, entry: dict[str, Any]) -> None:
    assert entry["source"]
    found = getattr(game, kind)(**entry.get("question", {}))
    if kind == "odds":
        assert found.counts == entry["counts"]
    elif kind == "decide":
        assert {action.label for action in found} == set(entry["actions"])
        for label, ev in entry["actions"].items():
            assert float(found[label].ev) == pytest.approx(float(Fraction(ev)), abs=1e-12)
    elif "near" in entry:
        assert found.ev == pytest.approx(float(entry["near"]), abs=5e-7)
    else:
        for name in {"ev", "win"} & entry.keys():
            assert getattr(found, name) == Fraction(entry[name])


# ---- known counts ----


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


def test_in_between_values() -> None:
    for between in range(12):
        high = between + 1
        text = f"A {'A23456789TJQK'[high]}"
        assert in_between.decide(text)["bet"].ev == Fraction(8 * between - 56, 50)
    assert float(in_between.edge().ev) == pytest.approx(0.0646757, abs=5e-8)
    counts = in_between.odds().counts
    assert Fraction(counts["between"], in_between.odds().total) == Fraction(352, 1275)


def test_bank_values() -> None:
    edge = bank.edge()
    assert (edge.win, edge.tie, edge.lose, edge.ev) == (
        Fraction(2, 5),
        Fraction(1, 5),
        Fraction(2, 5),
        0,
    )


def test_ten_and_half_values() -> None:
    """With a single 8, one card busts with 31 of 51; ten and a half in two cards is 48 of 1,326."""
    bust = sum(naive.half_points(card) + 16 > 21 for card in DECK) - 1
    assert bust == 31
    games = ten_and_half.with_rules(banker_draws_below=0.5)
    assert games.odds().probability["10"] == pytest.approx(4 / 52)
    assert ten_and_half.odds().probability["bust"] == pytest.approx(0.198371, abs=5e-7)


# ---- exact equals naive ----


NIU_RULES: list[dict[str, Any]] = [
    {},
    {"ties": "high_card"},
    {"ties": "push"},
    {"ties": "banker"},
    {"banker_takes": "single"},
    {"ties": "banker", "multipliers": {"none": 2, "niu niu": 4, "7": 1.5}},
]


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


KNIVES_RULES: list[dict[str, Any]] = [
    {},
    {"pair_order": "ace_high"},
    {"pair_order": "equal", "luo_suo_order": "ranked"},
    {"tied_pile": "neutral"},
    {"tied_pile": "banker", "four_knives_pay": 5},
    {"banker_splits": "first_pile"},
    {"banker_splits": "best"},
]


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


@pytest.mark.parametrize("bettors", [1, 2, 3, 4])
def test_bank_equals_naive(bettors: int) -> None:
    cards = [*range(36, 52)][: 16 if bettors < 4 else 11]
    dead = [card for card in range(36, 52) if card not in cards]
    nets = list(naive.bank_nets(cards, bettors))
    same(
        bank.edge(as_banker=True, opponents=bettors, dead=dead),
        naive.distribution(-sum(net) for net in nets),
    )
    same(bank.edge(dead=dead), naive.distribution(net[0] for net in nets))
    found = bank.odds(bettors, dead=dead).counts
    assert found is not None
    joint = Counter((net.count(1), net.count(0), net.count(-1)) for net in nets)
    if bettors > 1:
        assert {name: n for name, n in found.items() if n} == {
            "{} win, {} tie, {} lose".format(*key): n for key, n in joint.items()
        }
    else:
        assert list(found.values()) == [joint[0, 0, 1], joint[0, 1, 0], joint[1, 0, 0]]
    kings = [
        net
        for (first, *_), net in zip(permutations(cards, bettors + 1), nets, strict=True)
        if first == 44
    ]
    same(
        bank.edge("Kc", as_banker=True, opponents=bettors, dead=dead),
        naive.distribution(-sum(net) for net in kings),
    )


@pytest.mark.parametrize("rules", [{}, {"ace": "high"}, {"pair_hit_costs": 3}], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_in_between_equals_naive(rules: dict[str, Any], seed: int) -> None:
    game = in_between.with_rules(**rules)
    ace, costs = game.rules["ace"], game.rules["pair_hit_costs"]
    left, dead = left_and_dead(seed, 20)
    total = Fraction(0)
    wins = 0
    for posts in permutations(left, 2):
        rest = [card for card in left if card not in posts]
        evs = {
            call: naive.between_ev(posts, rest, call, ace, costs)
            for call in naive.between_calls(posts)
        }
        best = max(evs, key=lambda call: evs[call])
        total += max(Fraction(0), evs[best])
        if evs[best] > 0:
            nets = [naive.between_net(posts, third, best, ace, costs) for third in rest]
            wins += nets.count(1)
        if posts == (left[seed], left[7]) or posts == (left[3], left[4]):
            choice = game.decide(posts, dead=dead)
            assert {a.label: a.ev for a in choice if a.label != "pass"} == evs
    edge = game.edge(dead=dead)
    assert edge.ev == total / (20 * 19)
    assert edge.win == Fraction(wins, 20 * 19 * 18)


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


# ---- exact against simulated ----

SIMULATED: list[tuple[Any, dict[str, Any]]] = [
    (niu_niu, {}),
    (niu_niu, {"hand": "Kh9d5c5s2h"}),
    (niu_niu, {"hand": "Kh9d5c5s2h", "as_banker": True, "opponents": 2}),
    (niu_niu, {"hand": "Kh9d5c5s2h", "dead": {"K": 2, "5": 1}}),
    (niu_niu.with_rules(ties="push", banker_takes="single"), {"dead": "AsKs"}),
    (niu_niu.with_rules(ties="banker"), {"as_banker": True}),
    (niu_niu.with_rules(ties="banker", multipliers={"none": 0.5}), {}),
    (san_gong, {}),
    (san_gong.with_rules("graded", ties="faces_card"), {"hand": "KhQd9c", "dead": {"K": 1}}),
    (san_gong.with_rules(settlement="pot"), {"hand": "KhQd6c", "opponents": 2}),
    (san_gong.with_rules(ties="banker"), {"hand": "KhQd6c", "as_banker": True, "opponents": 2}),
    (four_knives, {}),
    (four_knives.with_rules(banker_splits="best", tied_pile="banker"), {"strategy": "first_pile"}),
    (
        four_knives.with_rules(tied_pile="neutral"),
        {"hand": "A9 2T", "as_banker": True, "opponents": 2},
    ),
    (bank, {}),
    (bank, {"hand": "K", "as_banker": True, "opponents": 3, "dead": "AsAh"}),
    (in_between, {}),
    (in_between.with_rules(ace="high", pair_hit_costs=3), {"strategy": "always", "dead": "AsAh"}),
    (ten_and_half, {}),
    (ten_and_half.with_rules(ties="push", ten_and_half_pays=2), {"strategy": 7, "dead": {"K": 4}}),
    (ten_and_half.with_rules(banker_draws_below="best"), {"strategy": "mimic"}),
]


@pytest.mark.parametrize(
    ("game", "question"), SIMULATED, ids=[f"{g.name}-{n}" for n, (g, _) in enumerate(SIMULATED)]
)
def test_simulated_agrees_with_exact(game: Any, question: dict[str, Any]) -> None:
    exact = game.edge(**question, method="exact")
    found = game.edge(**question, deals=400_000, seed=11)
    assert found.stderr > 0
    assert abs(found.ev - float(exact.ev)) < 4 * found.stderr
    for name in ("win", "tie", "lose"):
        chance = float(getattr(exact, name))
        error = (chance * (1 - chance) / found.deals) ** 0.5
        assert abs(getattr(found, name) - chance) <= 4 * error + 1e-12
    again = game.edge(**question, deals=400_000, seed=11)
    assert again.ev == found.ev


@EACH
def test_workers_change_nothing(game: Any) -> None:
    from concurrent.futures import ThreadPoolExecutor

    deals = 450_000 if game is not bank else 1_100_000
    alone = game.edge(deals=deals, seed=9)
    with ThreadPoolExecutor(2) as pool:
        shared = game.edge(deals=deals, seed=9, executor=pool)
        first = game.play(rounds=20, deals=60_000, seed=9, executor=pool)
    assert shared.ev == alone.ev
    again = game.play(rounds=20, deals=60_000, seed=9)
    assert all((first.tally[name] == again.tally[name]).all() for name in again.tally)


@EACH
def test_simulated_answers_merge(game: Any) -> None:
    one, two = (game.edge(deals=20_000, seed=seed) for seed in (1, 2))
    both = one + two
    assert both.deals == 40_000
    assert both.ev == pytest.approx((one.ev + two.ev) / 2)


def test_more_opponents_are_simulated_without_bias() -> None:
    """The banker's expectation is that against each, whatever their number."""
    hand = "Kh9d5c5s2h"
    alone = niu_niu.edge(hand, as_banker=True).ev
    three = niu_niu.edge(hand, as_banker=True, opponents=3, deals=400_000, seed=3)
    assert three.method == "monte-carlo"
    assert abs(three.ev - 3 * float(alone)) < 4 * three.stderr
    assert niu_niu.edge(hand, as_banker=True, opponents=2).ev == 2 * alone


# ---- every setting changes an answer as the rule implies ----


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


def test_settings_of_bank() -> None:
    assert bank.with_rules(start=54_000).session(bet=5_000, deals=2000, seed=1).bankroll == 18_000
    rich = bank.with_rules(start=100_000).session(bet=5_000, rounds=40, deals=4000, seed=1)
    assert rich.ruin < bank.session(bet=5_000, rounds=40, deals=4000, seed=1).ruin
    dear = bank.with_rules(smallest_bet=3_000).session(rounds=40, deals=4000, seed=1)
    assert dear.ruin > bank.session(rounds=40, deals=4000, seed=1).ruin
    with pytest.raises(RuleError, match="multiple of 1000"):
        bank.play(bet=1_500)


def test_settings_of_in_between() -> None:
    high = in_between.with_rules(ace="high")
    assert in_between.decide("A 8")["bet"].ev > high.decide("A 8")["bet"].ev
    assert high.edge().ev == in_between.edge().ev  # the ace changes posts, not their number
    dear = in_between.with_rules(pair_hit_costs=3)
    assert dear.decide("2 2")["larger"].ev < in_between.decide("2 2")["larger"].ev
    assert dear.decide("2 9")["bet"].ev == in_between.decide("2 9")["bet"].ev


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


# ---- strategies ----


def test_best_play_is_at_least_as_good() -> None:
    for rules in ({}, {"banker_draws_below": 8}, {"ten_and_half_pays": 2, "ties": "push"}):
        game = ten_and_half.with_rules(**rules)
        best = game.edge().ev
        for strategy in ("mimic", 6.5, 7, 7.5, 8, 9, 10.5, lambda hand: len(hand) < 3):
            assert best >= game.edge(strategy=strategy).ev - 1e-12
    best = in_between.edge().ev
    for strategy in ("always", *range(14)):
        assert best >= in_between.edge(strategy=strategy).ev


def test_growth_bet_is_the_best_of_all() -> None:
    """Against a search through all bets."""
    for hand, pool, bankroll in [
        ("2 J", 40, 100),
        ("A K", 90, 100),
        ("2 T", 30, 50),
        ("4 4", 9, 20),
    ]:
        choice = in_between.decide(hand, pool=pool, bankroll=bankroll)
        counts = in_between.odds(hand).counts
        for action in choice:
            if action.label == "pass":
                continue
            p = {k: v / 50 for k, v in counts.items()}
            win = p["between"] + p["larger" if action.label != "smaller" else "smaller"]
            lose = p["outside"] + p["smaller" if action.label != "smaller" else "larger"]
            hit = p["post"] + p["equal"]
            bets = np.linspace(0, min(pool, bankroll / 2), 200_001)[:-1]
            growth = (
                win * np.log(bankroll + bets)
                + lose * np.log(bankroll - bets)
                + hit * np.log(bankroll - 2 * bets)
            )
            best = bets[growth.argmax()]
            expected = best if best >= 1 else 0
            assert action.stakes["growth"] == pytest.approx(expected, abs=1e-3)
            assert action.stakes["full pool"] == min(pool, bankroll / 2)


def test_lap_empties_the_pool_more_often_with_larger_bets() -> None:
    kept = [
        in_between.lap(deals=20_000, seed=1, strategy=strategy).probability["not emptied"]
        for strategy in ("full pool", "growth", "stake")
    ]
    assert kept == sorted(kept)


def test_first_turn_of_a_lap() -> None:
    """Two players, full pool: the first empties it with the chance of a good deal that wins."""
    won = in_between.edge().win
    lap = in_between.lap(players=2, bankroll=1000, deals=200_000, seed=2)
    # The second has seen two or three cards: some posts seven apart are then worth a bet.
    most = in_between.edge(strategy=7).win
    kept = lap.probability["not emptied"]
    assert (1 - float(won)) * (1 - float(most)) < kept < (1 - float(won)) ** 2


def test_chips_are_kept() -> None:
    """In-between is a game between the players: on average a player ends as he began."""
    session = in_between.play(rounds=10, players=3, deals=20_000, seed=4)
    assert session.final.mean == pytest.approx(100, abs=1)
    match = [bank.session(seat, players=3, rounds=30, deals=20_000, seed=4) for seat in range(3)]
    assert sum(one.final.mean for one in match) == pytest.approx(54_000)


def test_bank_with_two_is_a_fair_walk() -> None:
    """One bettor and one chip: broke in one round with 2/5."""
    game = bank.with_rules(start=1000)
    found = game.play(players=2, rounds=1, deals=100_000, seed=1)
    assert found.win[0] == pytest.approx(0.5, abs=0.01)
    assert found.tally["broke"].sum() / found.deals == pytest.approx(0.8, abs=0.01)
    assert found.unfinished == pytest.approx(0.2, abs=0.01)


@EACH
def test_sessions(game: Any) -> None:
    if game is bank:
        found = bank.session(deals=500, seed=1)
    else:
        found = game.play(rounds=50, bankroll=30, deals=500, seed=1)
    for name in ("final", "drawdown", "rounds"):
        assert getattr(found, name).counts.sum() == 500
    assert 0 <= found.ruin <= 1


def test_a_session_drifts_by_the_edge() -> None:
    game = ten_and_half.with_rules(banker_draws_below=7.5)
    found = game.play(rounds=20, bankroll=1000, deals=20_000, seed=3)
    assert found.final.mean - 1000 == pytest.approx(20 * game.edge().ev, abs=0.15)


# ---- odds and ranks ----


def test_rank_of_niu_niu() -> None:
    hand = niu_niu.rank("Kh9d6c5s2h")
    assert hand.category == "2"
    assert hand.words == "2: 9d6c5s / Kh2h"
    assert niu_niu.rank("KhKdQsJcTh").category == "ultimate"
    assert niu_niu.rank("KsTh2c8dAd") > niu_niu.rank("KhTs2d8cAc")
    edge = niu_niu.edge("Kh9d6c5s2h")
    assert hand.percentile == pytest.approx(float(edge.win), abs=0.02)


@EACH
def test_dead_cards_change_odds(game: Any) -> None:
    assert game.odds().probability != game.odds(dead={"K": 3}).probability
    assert sum(game.odds(dead="KhKd").probability.values()) == pytest.approx(1)


# ---- refused ----

BAD: list[tuple[Any, str, tuple[Any, ...], dict[str, Any], type[Exception], str]] = [
    (niu_niu, "edge", ("Kh9d5c5s",), {}, CardError, "4 cards"),
    (niu_niu, "edge", ("Kh9d5c5s5s",), {}, CardError, "5s"),
    (niu_niu, "edge", ("Kh9d5c5s2",), {}, NotationError, "suit"),
    (niu_niu, "edge", ("Kh9d5c5s2h",), {"dead": "Kh"}, CardError, "Kh"),
    (niu_niu, "edge", (), {"dead": {"K": 5}}, CardError, "rank K"),
    (niu_niu, "edge", ("Kh9d5c5s2h",), {"dead": {"K": 4}}, CardError, "rank K"),
    (niu_niu, "edge", (), {"dead": list(range(43))}, CardError, "9 are left"),
    (niu_niu, "edge", (), {"as_banker": True, "opponents": 10}, CardError, "left"),
    (niu_niu, "edge", (), {"opponents": 0}, RuleError, "opponents"),
    (niu_niu, "edge", (), {"as_banker": 1}, RuleError, "as_banker"),
    (niu_niu, "edge", (), {"strategy": "bold"}, RuleError, "strategy"),
    (
        niu_niu,
        "edge",
        (),
        {"opponents": 2, "as_banker": True, "method": "exact"},
        RuleError,
        "exact",
    ),
    (niu_niu, "with_rules", (), {"multipliers": {"ten": 2}}, RuleError, "ten"),
    (niu_niu, "with_rules", (), {"multipliers": {"9": -2}}, RuleError, "above 0"),
    (niu_niu, "with_rules", (), {"multipliers": 3}, RuleError, "mapping"),
    (niu_niu, "with_rules", (), {"ties": "none"}, RuleError, "ties"),
    (niu_niu, "rank", ("Kh9d5c5s",), {}, CardError, "4 cards"),
    (niu_niu, "odds", (), {"deals": 100}, RuleError, "exact"),
    (niu_niu, "odds", (), {"dead": {"X": 1}}, EquityError, "X"),
    (niu_niu, "odds", (), {"dead": {"K": 1.5}}, RuleError, "K"),
    (niu_niu, "play", (), {"rounds": 0}, RuleError, "rounds"),
    (niu_niu, "play", (), {"bankroll": 10, "bet": 11}, RuleError, "bet"),
    (niu_niu, "play", (), {"bet": 0.5}, RuleError, "bet"),
    (niu_niu, "play", (), {"method": "exact"}, RuleError, "exact"),
    (san_gong, "edge", ("KhQd",), {}, CardError, "2 cards"),
    (san_gong.with_rules(settlement="pot"), "edge", (), {"as_banker": True}, RuleError, "pot"),
    (san_gong, "with_rules", ("poor",), {}, RuleError, "graded"),
    (four_knives, "decide", ("AhKd",), {}, CardError, "2 cards"),
    (four_knives, "decide", ("AhKdQsQs",), {}, CardError, "Qs"),
    (four_knives, "decide", ("AhKdQs1c",), {}, NotationError, "1c"),
    (four_knives, "decide", ("AhKdQsQc",), {"strategy": "best"}, RuleError, "strategy"),
    (four_knives, "decide", ("AhKdQsQc",), {"deals": 10}, RuleError, "exact"),
    (four_knives, "edge", (), {"strategy": "third_pile"}, RuleError, "third_pile"),
    (four_knives, "with_rules", (), {"four_knives_pay": 0}, RuleError, "above 0"),
    (four_knives, "odds", (), {"strategy": "best"}, RuleError, "best"),
    (bank, "odds", (7,), {}, RuleError, "bettors"),
    (bank, "edge", ("T",), {}, CardError, "T"),
    (bank, "edge", ("KQ",), {}, CardError, "2 cards"),
    (bank, "edge", (), {"dead": "2c"}, CardError, "2"),
    (bank, "edge", (), {"dead": {"A": 4, "K": 4, "Q": 4, "J": 3}}, CardError, "left"),
    (bank, "play", (), {"players": 8}, RuleError, "players"),
    (bank, "play", (), {"players": 1}, RuleError, "players"),
    (bank, "play", (), {"bet": [1000, 2000]}, RuleError, "2 amounts"),
    (bank, "session", (4,), {}, RuleError, "seat"),
    (bank, "with_rules", (), {"start": 0}, RuleError, "start"),
    (in_between, "decide", ("5h",), {}, CardError, "1 card"),
    (in_between, "decide", ("5h5h",), {}, CardError, "5h"),
    (in_between, "decide", ("5hJc",), {"pool": 0}, RuleError, "pool"),
    (in_between, "decide", ("5hJc",), {"bankroll": float("nan")}, RuleError, "bankroll"),
    (in_between, "decide", ("5hJc",), {"bet": "1"}, RuleError, "bet"),
    (in_between, "decide", ("5 5",), {"dead": {"5": 3}}, CardError, "rank 5"),
    (in_between, "edge", (), {"strategy": "never"}, RuleError, "never"),
    (in_between, "edge", (), {"dead": list(range(50))}, CardError, "left"),
    (in_between, "play", (), {"players": 11}, RuleError, "players"),
    (in_between, "lap", (), {"strategy": "best"}, RuleError, "growth"),
    (ten_and_half, "decide", ("9 8",), {}, CardError, "bust"),
    (ten_and_half, "decide", ("",), {}, CardError, "0 cards"),
    (ten_and_half, "decide", ("A A A J J",), {}, CardError, "5 cards"),
    (ten_and_half, "decide", ("7",), {"strategy": "best"}, RuleError, "named"),
    (ten_and_half, "decide", ("7",), {"dead": {"7": 4}}, CardError, "rank 7"),
    (ten_and_half, "decide", ("7",), {"ups": "J"}, RuleError, "as_banker"),
    (ten_and_half, "decide", ("7",), {"ups": "J J J J", "as_banker": True}, CardError, "4 up"),
    (ten_and_half, "decide", ("7",), {"ups": "J", "as_banker": True}, RuleError, "stand"),
    (ten_and_half, "edge", (), {"strategy": "bold"}, RuleError, "bold"),
    (ten_and_half, "edge", (), {"strategy": 11}, RuleError, "11"),
    (ten_and_half, "edge", (), {"strategy": lambda hand: None}, RuleError, "hit"),
    (ten_and_half, "with_rules", (), {"banker_draws_below": 6.2}, RuleError, "halves"),
    (ten_and_half, "with_rules", (), {"must_draw_below": 8}, RuleError, "0 to 6"),
    (ten_and_half.with_rules(banker_draws_below="best"), "odds", (), {}, RuleError, "rule"),
]


@pytest.mark.parametrize(
    ("game", "method", "given", "options", "error", "named"),
    BAD,
    ids=[f"{g.name}-{m}-{n}" for n, (g, m, *_) in enumerate(BAD)],
)
def test_bad_input(
    game: Any,
    method: str,
    given: tuple[Any, ...],
    options: dict[str, Any],
    error: type[Exception],
    named: str,
) -> None:
    with pytest.raises(error) as raised:
        getattr(game, method)(*given, **options)
    assert named in str(raised.value)
    assert isinstance(raised.value, EquityError)


# ---- the command line, and speed ----

COMMANDS = [
    "niu_niu Kh9d5c5s2h --as-banker --opponents 2",
    "niu_niu --rule multipliers=9=4,8=3 --rule ties=push",
    "niu_niu --rank Kh9d5c5s2h",
    "san_gong KhQd9c --preset graded --json",
    "four_knives AhKdQsQc --rule banker_splits=best",
    "four_knives --strategy first_pile",
    "bank",
    "bank --odds --bettors 3 --dead K=2",
    "bank --play --players 3 --deals 500 --seed 1 --bet 2000",
    "in_between 5hJc --pool 40 --bankroll 100 --dead K=3,5=1",
    "in_between --strategy 8",
    "in_between --play --deals 100 --seed 1",
    "ten_and_half 7h --dead K=2 --rule banker_draws_below=7.5",
    "ten_and_half --rule banker_draws_below=best --strategy 7",
    "ten_and_half --play --rounds 20 --deals 100 --seed 1",
]


@pytest.mark.parametrize("line", COMMANDS)
def test_command_line(line: str, monkeypatch: Any, capsys: Any) -> None:
    from equity.cli import main

    monkeypatch.setattr(sys, "argv", ["equity", *line.split()])
    main()
    out, err = capsys.readouterr()
    assert out
    assert not err


def test_exact_answers_do_not_import_numba() -> None:
    script = """
import sys
from equity import bank, four_knives, in_between, niu_niu, san_gong, ten_and_half
niu_niu.edge("Kh9d5c5s2h"), san_gong.edge(), four_knives.decide("AhKdQsQc")
bank.edge(), in_between.decide("5h Jc"), ten_and_half.decide("7"), niu_niu.odds()
assert not {"numba", "pandas", "matplotlib"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@EACH
def test_rules_are_values(game: Any) -> None:
    import pickle

    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(game) == hash(game.with_rules())
    edge = game.edge()
    assert pickle.loads(pickle.dumps(edge)).ev == edge.ev
    assert edge.to_dict()["bets"][0]["ev"] == float(edge.ev)


@pytest.mark.parametrize("aces", [4, 2, 1])
def test_too_few_cards_to_end_a_round_of_ten_and_a_half(aces: int) -> None:
    """A banker who must draw would stand for want of cards."""
    dead = dict.fromkeys("23456789TJQK", 4) | {"A": 4 - aces}
    for ask in (ten_and_half.odds, ten_and_half.edge):
        with pytest.raises(CardError, match="left"):
            ask(dead=dead)


SESSIONS: list[tuple[Any, dict[str, Any], set[float]]] = [
    (bank.session, {"seat": 1, "players": 5, "bet": 1000}, {5750, 6750, 7750}),
    (
        bank.with_rules(start=27_001, smallest_bet=1).session,
        {"seat": 2, "players": 4, "bet": 1},
        {27_001 / 3 + n for n in (-1, 0, 1)},
    ),
    (baccarat.with_rules(commission=0.05).play, {"bet": 20, "on": "banker"}, {80, 100, 119}),
    (niu_niu.play, {"bankroll": 10**6, "bet": 7}, {10**6 + 7 * n for n in range(-5, 6)}),
    (
        blackjack.with_rules("casino").play,
        {"bankroll": 10**5, "bet": 1},
        {10**5 + n / 2 for n in range(-16, 17)},
    ),
]


@pytest.mark.parametrize(("play", "question", "amounts"), SESSIONS, ids=range(len(SESSIONS)))
def test_quantiles_of_sessions_are_amounts_that_came(
    play: Any, question: dict[str, Any], amounts: set[float]
) -> None:
    """Not the lower ends of the cells that they are counted in."""
    runs = [play(rounds=1, deals=2000, seed=seed, **question) for seed in (1, 2)]
    for run in (*runs, runs[0] + runs[1]):
        values, came = run.final.histogram
        assert set(values.tolist()) <= amounts
        assert set(run.final.quantiles.values()) <= amounts
        assert run.final.mean == pytest.approx(values @ came / came.sum(), rel=1e-12)
        assert run.drawdown.quantile(1) == max(0, run.bankroll - values.min())
    assert sorted(set(runs[0].final.quantiles.values())) == sorted(
        {sorted(np.repeat(*runs[0].final.histogram))[at - 1] for at in (100, 500, 1000, 1500, 1900)}
    )
