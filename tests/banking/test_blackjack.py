"""Blackjack: known values, the oracle, published edges, settings, strategies, sessions."""

from __future__ import annotations

import math
import pickle
import random
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from equity import blackjack
from equity.banking import _blackjack
from equity.banking.blackjack.game import Blackjack
from equity.banking.blackjack.rules import ACTIONS
from equity.banking.blackjack.strategy import Situation
from equity.banking.cards_left import Shoe, read_ranks, read_seen
from equity.errors import CardError, EquityError, NotationError, RuleError
from tests.oracles.blackjack import Naive

CASINO: Blackjack = blackjack.with_rules("casino")
PLAIN: Blackjack = CASINO.with_rules(insurance=False)
GOLDEN = tomllib.loads((Path(__file__).parents[1] / "golden" / "blackjack.toml").read_text("utf-8"))
TABLE = {
    "must_draw_below": 0,
    "five_cards_pay": None,
    "natural_pays": "3:2",
    "split": "pairs",
    "double": "any",
    "double_after_split": True,
    "peek": True,
}


def test_shoe_counts_ranks_and_single_cards() -> None:
    shoe = Shoe.of(2).without(read_ranks("Th T 10"), read_seen({"K": 3, "5": 8}))
    assert shoe.counts[8] == 5
    assert shoe.counts[11] == 5
    assert shoe.counts[3] == 0
    assert Shoe.of("infinite").without(read_ranks("K" * 9)).counts == (4,) * 13


@pytest.mark.parametrize(
    ("decks", "cards"), [(1, "Kh Kh"), (1, "KKKKK"), (2, "Kh Kh Kh"), (1, {"5": 5})]
)
def test_more_cards_seen_than_the_shoe_has(decks: int, cards: Any) -> None:
    with pytest.raises(CardError):
        Shoe.of(decks).without(read_seen(cards), decks=decks)


INFINITE_BUST = {
    "3": 0.373875,
    "4": 0.394468,
    "5": 0.416404,
    "7": 0.262312,
    "8": 0.244741,
    "9": 0.228425,
}


def near(text: str) -> Any:
    """Accept what rounds to the digits written."""
    digits = len(text.partition(".")[2])
    return pytest.approx(float(text), abs=0.5000001 * 10**-digits, rel=0)


def entries(kind: str) -> Any:
    """Parametrise over the known answers of a kind."""
    chosen = GOLDEN[kind]
    assert all(entry["source"] for entry in chosen)
    names = [entry.get("name") or f"{entry.get('hand', '')}v{entry['banker']}" for entry in chosen]
    return pytest.mark.parametrize("entry", chosen, ids=names)


@entries("odds")
def test_published_odds_of_the_banker(entry: dict[str, Any]) -> None:
    odds = PLAIN.with_rules(**entry["rules"]).odds(banker=entry["banker"]).probability
    assert list(odds) == ["17", "18", "19", "20", "21", "bust"]
    assert list(odds.values()) == [near(text) for text in entry["probability"]]


def test_banker_busts_of_an_infinite_shoe() -> None:
    game = blackjack.with_rules(decks="infinite")
    for up, bust in INFINITE_BUST.items():
        assert game.odds(banker=up).probability["bust"] == pytest.approx(bust, abs=5.1e-7)


def test_odds_are_exact_fractions_and_average_over_the_up_card() -> None:
    hidden = blackjack.odds()
    assert hidden.probabilities is not None
    assert sum(hidden.probabilities) == 1
    mean = [Fraction(0)] * 6
    for rank in "23456789TJQKA":
        shown = blackjack.odds(banker=rank).probabilities
        assert shown is not None
        mean = [a + Fraction(p) / 13 for a, p in zip(mean, shown, strict=True)]
    assert tuple(mean) == tuple(hidden.probabilities)


def test_five_cards_of_the_banker_are_a_category_of_their_own() -> None:
    odds = blackjack.with_rules(banker_five_cards_win=True).odds(banker="2")
    assert list(odds.probability)[5:] == ["five cards", "bust"]
    assert odds.probability["five cards"] > 0.05


SMALL = [
    ({}, [10, 6], [9], {10: 3, 9: 1, 5: 2, 2: 1, 1: 1, 8: 1}),
    ({}, [1, 1], [], {10: 3, 9: 1, 6: 2, 1: 1, 8: 1}),
    ({}, [2, 3], [10], {10: 3, 9: 1, 6: 1, 2: 1, 1: 2, 8: 1}),
    (TABLE, [10, 6], [10], {10: 3, 9: 1, 5: 1, 1: 1, 8: 1, 7: 1}),
    (TABLE, [5, 6], [1], {10: 2, 9: 1, 5: 1, 1: 1, 8: 1, 7: 1}),
    (TABLE, [8, 8], [6], {10: 3, 9: 1, 5: 1, 8: 1, 7: 1, 1: 1}),
    (TABLE, [1, 10], [10], {10: 3, 9: 1, 5: 1, 8: 1, 7: 1, 1: 1}),
    ({**TABLE, "peek": False}, [1, 10], [10], {10: 3, 9: 1, 5: 1, 8: 1, 7: 1, 1: 1}),
    ({**TABLE, "soft_17": "hit"}, [1, 6], [1], {10: 3, 9: 1, 5: 1, 8: 1, 6: 1, 1: 1}),
    ({**TABLE, "max_hands": 3}, [9, 9], [10], {10: 3, 9: 2, 8: 1, 7: 1, 1: 1}),
    ({**TABLE, "max_hands": 4}, [9, 9], [1], {10: 5, 9: 3, 8: 2, 7: 1}),
    ({**TABLE, "max_hands": 4}, [10, 10], [6], {10: 4, 8: 3, 7: 2, 5: 1}),
    (
        {**TABLE, "max_hands": 4, "peek": False, "surrender": "late"},
        [9, 9],
        [10],
        {10: 5, 9: 2, 8: 2, 1: 2},
    ),
    (
        {
            **TABLE,
            "max_hands": 3,
            "resplit_aces": True,
            "split_aces_hit": True,
            "soft_17": "hit",
        },
        [1, 1],
        [6],
        {10: 4, 9: 3, 8: 3, 1: 2},
    ),
    ({**TABLE, "max_hands": 4, "resplit_aces": True}, [1, 1], [], {10: 5, 9: 3, 8: 3, 1: 2, 7: 1}),
    (
        {
            "banker_five_cards_win": True,
            "double": "9-11",
            "natural_pays": "2:1",
            "five_cards_pay": None,
        },
        [3, 2, 4],
        [2],
        {10: 1, 9: 1, 2: 2, 1: 2, 7: 1, 3: 1},
    ),
]


@pytest.mark.parametrize(("rules", "hand", "up", "left"), SMALL)
def test_every_action_equals_a_plain_recursion(
    rules: dict[str, Any], hand: list[int], up: list[int], left: dict[int, int]
) -> None:
    expected = Naive(**rules).decide(hand, up, Counter(left))
    numbers = blackjack.with_rules(**rules).numbers
    solver = _blackjack.Solver([left.get(card, 0) for card in range(1, 11)], False, numbers)
    found = solver.decide(up[0] - 1 if up else -1, [card - 1 for card in hand])
    values = {ACTIONS[number]: ev for number, ev, _, _ in found}
    if "won" in expected:
        expected["stand"] = expected.pop("won")
    assert values == pytest.approx({act: float(ev) for act, ev in expected.items()}, abs=1e-13)


def random_case(rng: random.Random) -> tuple[Blackjack, list[int], list[int], Counter[int]]:
    """Draw rules, a hand, an up card, and a small shoe that cannot run out."""
    while True:
        rules: dict[str, Any] = {
            setting.name: rng.choice(setting.choices or ())
            for setting in blackjack.settings
            if setting.name not in ("decks", "banker_up_card", "insurance", "must_draw_below")
        }
        game = blackjack.with_rules(**rules, must_draw_below=rng.choice([0, 12, 15, 17, 19]))
        pair = [rng.choice([1, 1, 6, 7, 8, 9, 10])] * 2
        loose = [rng.randint(1, 10) for _ in range(rng.choice([2, 2, 3, 4]))]
        hand = rng.choice([pair, loose])
        up = rng.choice([[], [1], [10], [rng.randint(2, 9)]])
        left = Counter({rank: rng.randint(1, 3) for rank in [*rng.sample(range(1, 11), 3), 10]})
        hands = game._hands(hand[0] - 1) if len(hand) == 2 and hand[0] == hand[1] else 1
        held = sum(hand) + sum(up)
        while sum(k * n for k, n in left.items()) <= 37 - held + 31 * (hands - 1):
            left[rng.choice([9, 10])] += 1
        small = sum(left.values()) <= 12 and left[1] < 2 and left[2] < 3 and left[3] < 3
        if small and sum(hand) <= 21 and Naive(**dict(game.rules)).goes_on(up, left):
            return game, hand, up, left


@pytest.mark.parametrize("seed", range(4))
def test_random_rules_and_shoes_equal_a_plain_recursion(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        game, hand, up, left = random_case(rng)
        expected = Naive(**dict(game.rules)).decide(hand, up, left)
        if "won" in expected:
            expected["stand"] = expected.pop("won")
        solver = _blackjack.Solver([left[card] for card in range(1, 11)], False, game.numbers)
        found = solver.decide(up[0] - 1 if up else -1, [card - 1 for card in hand])
        values = {ACTIONS[number]: ev for number, ev, _, _ in found}
        assert values == pytest.approx(
            {act: float(ev) for act, ev in expected.items()}, abs=1e-13
        ), (game.rules, hand, up, left)


def test_decide_takes_what_was_seen_out_of_the_shoe() -> None:
    # The whole deck but ten cards is dead.
    left = {10: 3, 9: 2, 5: 1, 1: 1, 8: 2, 7: 1}
    hand, up = [10, 6], [9]
    full = dict.fromkeys(range(1, 10), 4)
    dead = {"A" if c == 1 else str(c): full[c] - left.get(c, 0) for c in full}
    dead["6"] -= 1
    dead["9"] -= 1
    dead |= {"T": 3, "J": 4, "Q": 4, "K": 1}  # the hand's ten is the fourth
    expected = Naive().decide(hand, up, Counter(left))
    found = blackjack.decide("T6", banker="9", dead=dead)
    assert {a.label: a.ev for a in found} == pytest.approx(
        {act: float(ev) for act, ev in expected.items()}, abs=1e-13
    )


@entries("edge")
def test_published_edges(entry: dict[str, Any]) -> None:
    percent = 100 * float(PLAIN.with_rules(**entry["rules"]).edge().ev)
    if "within" in entry:
        assert percent == pytest.approx(float(entry["percent"]), abs=entry["within"], rel=0)
    else:
        assert percent == near(entry["percent"])


@entries("decide")
def test_published_values_of_hands(entry: dict[str, Any]) -> None:
    d = PLAIN.with_rules(**entry["rules"]).decide(entry["hand"], banker=entry["banker"])
    assert [d[name].ev for name in ("stand", "hit", "double")] == [
        near(text) for text in entry["ev"]
    ]


@pytest.mark.slow
def test_published_effects_of_removal() -> None:
    # Ask the Wizard 294, from the analyzer of bjstrat.net, per cent: six decks, strip rules.
    game = PLAIN.with_rules(resplit_aces=True, surrender="late")
    effects = game.effect_of_removal().effects
    assert [round(100 * effects[rank], 3) for rank in "23456789TA"] == pytest.approx(
        [0.070, 0.084, 0.114, 0.146, 0.079, 0.041, -0.010, -0.041, -0.092, -0.101], abs=0.0011
    )


def test_naturals() -> None:
    # A player's natural, by its chance: 1 deck 4.8265 %, 6 decks 4.7489 %.
    for decks, chance in ((1, 0.048265), (6, 0.047489)):
        cards = 52 * decks
        assert 2 * 4 * decks * 16 * decks / (cards * (cards - 1)) == pytest.approx(chance, abs=1e-6)
        game = PLAIN.with_rules(decks=decks)
        paid = game.with_rules(natural_pays="2:1").edge("mimic the banker").ev
        less = game.edge("mimic the banker").ev
        # Half a bet more for each natural that the banker does not tie.
        tied = chance * 2 * (4 * decks - 1) * (16 * decks - 1) / ((cards - 2) * (cards - 3))
        assert paid - less == pytest.approx(0.5 * (chance - tied), abs=1e-6)


def test_home_game() -> None:
    edge = blackjack.edge()
    assert edge.ev == pytest.approx(-0.018934897, abs=1e-9)
    assert float(edge.win) + float(edge.tie) + float(edge.lose) == pytest.approx(1, abs=1e-12)
    assert edge.unit == "units of the first bet"
    assert "split ace" in edge.strategy


GAMES = {
    "home": blackjack,
    "home, up card": blackjack.with_rules(banker_up_card=True),
    "casino, one deck": PLAIN.with_rules(decks=1),
    "casino, infinite": PLAIN.with_rules(decks="infinite"),
    "european": PLAIN.with_rules(decks=2, peek=False, surrender="late", soft_17="hit"),
    "all splits": blackjack.with_rules(
        split="pairs", max_hands=4, resplit_aces=True, split_aces_hit=True, double="any"
    ),
}


def cautious(asked: Situation) -> str:
    """Never risk to bust."""
    return "stand" if "stand" in asked.actions and asked.total > 11 else "hit"


def greedy(asked: Situation) -> str:
    """Do the most that is allowed."""
    for act in ("split", "double", "surrender"):
        if act in asked.actions:
            return act
    return cautious(asked)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_best_play_is_at_least_as_good_as_every_strategy(name: str) -> None:
    game = GAMES[name]
    best = float(game.edge().ev)
    strategies = ["mimic the banker", "draw below 12", "draw below 15", "draw below 17"]
    for strategy in [*strategies, "draw below 20", cautious, greedy, game.strategy()]:
        assert game.edge(strategy).ev <= best + 1e-12


@pytest.mark.parametrize("name", ["home", "european"])
def test_best_action_is_at_least_as_good_as_what_a_strategy_does(name: str) -> None:
    game = GAMES[name]
    up = "T" if game.rules["banker_up_card"] else None
    left = list(game._shoe(read_ranks(up or "")).by_value([*range(1, 9), 9, 9, 9, 9, 0]))
    row = -1 if up is None else 9
    best = {
        hand: ev for hand, _, ev, _, _, _ in _blackjack.Solver(left, False, game.numbers).round(row)
    }

    def follow(hand: int, actions: int, after_split: bool) -> int:
        return (actions & -actions).bit_length() - 1 if hand % 3 else actions.bit_length() - 1

    other = _blackjack.Solver(left, False, game.numbers, follow).round(row)
    assert all(ev <= best[hand] + 1e-12 for hand, _, ev, _, _, _ in other)


def test_mimicking_the_banker_of_a_casino_costs_what_is_known() -> None:
    # 5.5 to 5.7 per cent in the literature.
    assert -0.058 < PLAIN.edge("mimic the banker").ev < -0.055


def test_basic_strategy_of_six_decks() -> None:
    table = PLAIN.strategy()
    known = {  # the usual chart: six decks, stands on soft 17, doubling after a split
        "hard 9": "H D D D D H H H H H",
        "hard 10": "D D D D D D D D H H",
        "hard 11": "D D D D D D D D D H",
        "hard 12": "H H S S S H H H H H",
        "hard 16": "S S S S S H H H H H",
        "soft 13": "H H H D D H H H H H",
        "soft 17": "H D D D D H H H H H",
        "soft 18": "S D D D D S S H H H",
        "soft 19": "S S S S S S S S S S",
        "A,A": "P P P P P P P P P P",
        "2,2": "P P P P P P H H H H",
        "4,4": "H H H P P H H H H H",
        "8,8": "P P P P P P P P P P",
        "9,9": "P P P P P S P P S S",
    }
    letters = {"hit": "H", "stand": "S", "double": "D", "split": "P"}
    for row, cells in known.items():
        assert " ".join(letters[table[row, up][0]] for up in "23456789TA") == cells, row
    assert table["soft 18", "4"] == ("double", "stand")
    frame = table.to_frame()
    assert list(frame.columns) == ["hand", *"23456789TA"]
    assert "hard 16" in repr(table) or len(table.rows) > 30
    assert pickle.loads(pickle.dumps(table)).cells == table.cells
    best, basic = PLAIN.edge().ev, PLAIN.edge(table).ev
    assert best - 0.0001 < basic <= best


def test_strategy_and_removal_are_drawn() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    axes = blackjack.strategy().plot()
    assert len(axes.texts) == len(blackjack.strategy().rows)
    removal = blackjack.effect_of_removal()
    assert len(removal.plot().patches) == 10
    assert set(removal.to_frame()["rank"]) == set("23456789TA")
    pyplot.close("all")
    with pytest.raises(RuleError):
        removal.plot("pie")


def test_a_strategy_is_asked_what_it_needs() -> None:
    seen: list[Situation] = []

    def watch(asked: Situation) -> str:
        seen.append(asked)
        return cautious(asked)

    PLAIN.edge(watch)
    assert {asked.banker for asked in seen} == set("23456789TA")
    assert Situation("A6", 17, True, "9", ("hit", "stand", "double"), False) in seen
    assert all(asked.actions for asked in seen)
    blackjack.edge(watch)
    assert seen[-1].banker is None


def ev(game: Blackjack, **rules: Any) -> float:
    return float(game.with_rules(**rules).edge().ev)


SMALL_CASINO = PLAIN.with_rules(decks=1)
BETTER: dict[str, tuple[Blackjack, list[dict[str, Any]]]] = {
    # From the worst for the player to the best.
    "decks": (PLAIN, [{"decks": n} for n in ("infinite", 8, 6, 2, 1)]),
    "banker_up_card": (blackjack, [{}, {"banker_up_card": True}]),
    "must_draw_below": (
        blackjack.with_rules(banker_up_card=True),
        [{"must_draw_below": n} for n in (17, 15, 13, 0)],
    ),
    "soft_17": (SMALL_CASINO, [{"soft_17": "hit"}, {"soft_17": "stand"}]),
    "five_cards_pay": (blackjack, [{"five_cards_pay": None}, {"five_cards_pay": 2}]),
    "banker_five_cards_win": (
        blackjack,
        [{"banker_five_cards_win": True}, {"banker_five_cards_win": False}],
    ),
    "natural_pays": (SMALL_CASINO, [{"natural_pays": n} for n in ("6:5", "3:2", "2:1")]),
    "split": (SMALL_CASINO, [{"split": s} for s in ("none", "aces", "pairs")]),
    "max_hands": (SMALL_CASINO, [{"max_hands": n} for n in (2, 3, 4)]),
    "resplit_aces": (SMALL_CASINO, [{}, {"resplit_aces": True}]),
    "split_aces_hit": (SMALL_CASINO, [{}, {"split_aces_hit": True}]),
    "double": (SMALL_CASINO, [{"double": d} for d in ("none", "10-11", "9-11", "any")]),
    "double_after_split": (SMALL_CASINO, [{"double_after_split": False}, {}]),
    "surrender": (SMALL_CASINO, [{}, {"surrender": "late"}]),
    "peek": (SMALL_CASINO, [{"peek": False}, {"peek": True}]),
}


@pytest.mark.slow
@pytest.mark.parametrize("setting", BETTER)
def test_setting_moves_the_edge(setting: str) -> None:
    game, steps = BETTER[setting]
    values = [ev(game, **rules) for rules in steps]
    assert all(a < b for a, b in pairwise(values)), values


def test_naturals_that_are_ordinary_pay_less() -> None:
    assert ev(SMALL_CASINO, natural_pays=None) < ev(SMALL_CASINO, natural_pays="3:2")
    ordinary = PLAIN.with_rules(natural_pays=None)
    assert ordinary.decide("AT", banker="9")["stand"].ev < 1
    assert PLAIN.decide("AT", banker="9")["stand"].ev == 1.5
    # And then there is nothing to look for.
    assert ev(PLAIN, natural_pays=None, decks=1, peek=True) == ev(
        PLAIN, natural_pays=None, decks=1, peek=False
    )


def test_insurance_is_worth_it_when_tens_are_left() -> None:
    few = dict.fromkeys("23456789", 3)
    one = CASINO.with_rules(decks=1)
    rich = one.edge(dead=few).ev
    assert rich > one.with_rules(insurance=False).edge(dead=few).ev
    assert one.edge().ev == pytest.approx(one.with_rules(insurance=False).edge().ev, abs=1e-15)
    d = one.decide("T9", banker="A", dead=few)
    assert d.best.label == "insurance"
    assert d.margin == pytest.approx(0.5 * (3 * d["insurance"].win - 1), abs=1e-15)
    poor = one.decide("T9", banker="A")
    assert poor.best.label != "insurance"
    assert poor["insurance"].win == 15 / 49
    assert "insurance" not in [a.label for a in one.decide("T9", banker="6")]
    assert "insurance" not in [a.label for a in one.decide("T23", banker="A")]


def test_every_setting_has_a_test() -> None:
    tested = {*BETTER, "insurance"}
    assert {setting.name for setting in blackjack.settings} == tested


def test_below_fifteen_must_draw() -> None:
    assert [a.label for a in blackjack.decide("T4")] == ["hit"]
    assert {a.label for a in blackjack.decide("T5")} == {"hit", "stand"}
    assert {a.label for a in blackjack.decide("A4")} == {"hit", "stand"}  # soft 15 may stand


def test_five_cards_win_two_units_at_once() -> None:
    d = blackjack.decide("23456")
    assert [(a.label, a.ev, a.win) for a in d] == [("stand", 2.0, 1.0)]
    # A soft hand of four cannot bust: drawing wins two units.
    assert blackjack.decide("A234")["hit"].ev == pytest.approx(2.0)


def test_split_aces_get_one_card_even_below_fifteen() -> None:
    d = blackjack.decide("AA")
    assert {a.label for a in d} == {"hit", "split"}  # a soft 12 must draw
    assert d["split"].split == "2 hands, one card each"
    assert [a.label for a in blackjack.decide("88")] == ["stand", "hit"]


def test_split_is_named_in_the_result() -> None:
    assert "shoe without the pair" in (PLAIN.decide("88", banker="T")["split"].split or "")
    assert "shoe without the pair" in PLAIN.edge("mimic the banker").strategy


def test_any_two_cards_of_ten_are_a_pair() -> None:
    assert "split" in [a.label for a in PLAIN.decide("KQ", banker="6")]


def test_surrender_gives_half_back_unless_a_natural_takes_all() -> None:
    late = PLAIN.with_rules(surrender="late")
    assert late.decide("T6", banker="A")["surrender"].ev == -0.5
    open_ = late.with_rules(peek=False).decide("T6", banker="A")["surrender"].ev
    assert open_ == pytest.approx(-0.5 - 0.5 * 95 / 309, abs=1e-15)


@pytest.mark.parametrize("strategy", ["best", "mimic the banker", cautious])
@pytest.mark.parametrize("name", GAMES)
def test_simulation_agrees(name: str, strategy: Any) -> None:
    game = GAMES[name]
    exact = game.edge(strategy)
    drawn = game.edge(strategy, deals=200_000, seed=11)
    assert drawn.method == "monte-carlo"
    assert abs(drawn.ev - exact.ev) < 4 * drawn.stderr
    for field in ("win", "tie", "lose"):
        p = float(getattr(exact, field))
        error = math.sqrt(p * (1 - p) / drawn.deals)
        assert abs(getattr(drawn, field) - p) < 4 * error


@pytest.mark.parametrize("decks", [1, 6, "infinite"])
def test_split_hands_of_best_play_are_found_again_by_a_strategy(decks: Any) -> None:
    """Best play notes them as it splits; a strategy, here of the same acts, is asked apart."""
    numbers = CASINO.with_rules(decks=decks).numbers
    shoe = Shoe.of(decks)
    left = shoe.by_value([*range(1, 9), 9, 9, 9, 9, 0])
    eights = 7

    def tables(choose: Any) -> tuple[Any, Any, Any]:
        whole = np.full(_blackjack.number_of_hands(), -1, np.int8)
        split = np.full((10, len(whole)), -1, np.int8)
        most = np.full(10, 2, np.int8)
        _blackjack.Solver(left, shoe.infinite, numbers, choose).acts(8, whole, split, most)
        return whole, split, most

    whole, split, most = tables(None)

    def follow(hand: int, actions: int, after_split: bool) -> int:
        rows = (
            split[:, hand] if not after_split or split[eights, hand] < 0 else split[[eights], hand]
        )
        return int(rows[rows >= 0][0] if after_split else whole[hand])

    again = tables(follow)
    assert whole[_blackjack.hand_of([eights, eights])] == _blackjack.SPLIT
    assert most[eights] == 4
    for first, second in ((whole, again[0]), (split[eights], again[1][eights])):
        reached = second >= 0
        assert reached.sum() > 30
        assert (first[reached] == second[reached]).all()


def test_simulation_of_insurance_agrees() -> None:
    game = CASINO.with_rules(decks=1)
    few = dict.fromkeys("23456789", 3)
    exact, drawn = game.edge(dead=few), game.edge(dead=few, deals=300_000, seed=3)
    assert abs(drawn.ev - exact.ev) < 4 * drawn.stderr


def test_simulations_merge_and_repeat() -> None:
    one, two = (blackjack.edge(deals=5_000, seed=seed) for seed in (1, 2))
    both = one + two
    assert both.deals == 10_000
    assert both.ev == pytest.approx((one.ev + two.ev) / 2)
    assert blackjack.edge(deals=5_000, seed=1).ev == one.ev


def test_sessions() -> None:
    s = blackjack.play(rounds=50, bankroll=1000, deals=4_000, seed=5)
    assert s.ruin == 0
    assert s.rounds.mean == 50
    expected = 1000 + 50 * float(blackjack.edge().ev)
    assert abs(s.final.mean - expected) < 4 * math.sqrt(50 * 1.3 / 4_000)
    assert blackjack.play(rounds=500, bankroll=5, deals=500, seed=5).ruin > 0.3
    again = blackjack.play(rounds=50, bankroll=1000, deals=4_000, seed=5)
    assert again.to_dict()["seats"] == s.to_dict()["seats"]


def test_a_short_stack_neither_doubles_nor_splits_nor_owes() -> None:
    s = PLAIN.with_rules(decks=1).play(rounds=300, bankroll=2, bet=2, deals=500, seed=5)
    assert s.final.values[s.final.counts > 0].min() >= 0
    assert s.ruin > 0.7


def test_a_decision_needs_no_numba() -> None:
    code = (
        "import sys; from equity import blackjack as b; c = b.with_rules('casino');"
        "b.decide('Th 6d', banker='9c'); c.decide('22', banker='5');"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="signals")
def test_an_edge_is_interrupted() -> None:
    # After so much work of the processor, however busy the machine is.
    code = (
        "import signal; from equity import blackjack as b; from equity.errors import Interrupted\n"
        "c = b.with_rules('casino')\n"
        "signal.signal(signal.SIGVTALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)\n"
        "try:\n    c.effect_of_removal()\n"
        "except Interrupted as e:\n    print(e.result)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "None\n"


BAD: list[tuple[Callable[[], Any], type[EquityError], str]] = [
    (lambda: blackjack.decide("T"), CardError, "1 cards"),
    (lambda: blackjack.decide("TT5"), CardError, "bust"),
    (lambda: blackjack.decide("Th Th"), CardError, "Th"),
    (lambda: blackjack.decide("55", banker="5", dead="5 5"), CardError, "rank 5"),
    (lambda: blackjack.decide("Tx"), NotationError, "expected a card"),
    (lambda: blackjack.decide("T?"), NotationError, "unknown card"),
    (lambda: blackjack.decide("T6", banker="95"), CardError, "shows 2"),
    (lambda: CASINO.decide("T6"), RuleError, "banker="),
    (lambda: blackjack.decide("T6", dead={"Z": 1}), RuleError, "no rank"),
    (lambda: blackjack.decide("T6", dead={"K": -1}), RuleError, "whole number"),
    (lambda: blackjack.decide("T6", dead={"K": 1.5}), RuleError, "whole number"),
    (lambda: blackjack.decide("T6", deals=100), RuleError, "exactly"),
    (
        lambda: blackjack.decide("T6", dead={**dict.fromkeys("2345789JQK", 4), "T": 3, "A": 2}),
        CardError,
        "too few",
    ),
    (lambda: blackjack.edge("bset"), RuleError, "unknown strategy"),
    (lambda: blackjack.edge(7), RuleError, "strategy is 7"),
    (lambda: blackjack.edge(lambda _: "fold"), RuleError, "'fold'"),
    (lambda: blackjack.with_rules(decks=9), RuleError, "decks"),
    (lambda: blackjack.with_rules(decks=True), RuleError, "decks"),
    (lambda: blackjack.with_rules(natural_pays="7:5"), RuleError, "natural_pays"),
    (lambda: blackjack.with_rules("vegas"), RuleError, "preset"),
    (lambda: blackjack.play(bankroll=1, bet=2), RuleError, "bankroll"),
    (lambda: blackjack.play(rounds=0), RuleError, "rounds"),
    (
        lambda: blackjack.with_rules(decks="infinite").effect_of_removal(),
        RuleError,
        "infinite",
    ),
]


@pytest.mark.parametrize(("call", "kind", "words"), BAD)
def test_bad_input(call: Callable[[], Any], kind: type[EquityError], words: str) -> None:
    with pytest.raises(kind, match=words):
        call()


def test_cards_are_taken_in_every_form() -> None:
    d = blackjack.decide("Th 6d", banker="9c")
    for hand in ("T6", "10h6", "♥T 6♦", [34, 17], ["T", "6"]):
        assert blackjack.decide(hand, banker="9").ev.tolist() == d.ev.tolist()
    assert blackjack.decide("J6", banker="9").ev.tolist() == d.ev.tolist()


def test_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from equity import cli

    def ask(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["equity", *arguments])
        cli.main()
        return capsys.readouterr().out

    assert "best: stand" in ask("blackjack", "Th 6d", "--banker", "9c", "--dead", "K=3,5=4")
    assert "-0.018935" in ask("blackjack")
    assert "-0.050277" in ask("blackjack", "--strategy", "mimic the banker")
    assert "0.423150" in ask("blackjack", "--odds", "--banker", "6", "--rule", "decks=infinite")
    assert "double" in ask("blackjack", "65", "--banker", "6", "--preset", "casino")
    assert "ruin" in ask("blackjack", "--play", "--rounds", "10", "--deals", "50", "--seed", "1")
