"""Several opponents who draw, beside the oracle's simulation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from equity import five_card_draw
from equity.ranges import Range
from tests.oracles import draw as naive_draw
from tests.oracles.draw import Rules, Seat
from tests.oracles.games import cards, names
from tests.parts import slow
from tests.showdown.draw.draw_games import GAMES, close, label, oracle_seat, oracle_shares, seeing

OPPONENTS: list[Any] = [
    ["advice", "advice"],
    ["pat", "advice", "always_three"],
    slow(["KcKd", "advice"]),
    slow(["9c8c7h6h5s", "KcKd", "always_three"]),
    slow([("KcKd8c7c2h,QcQd9c9d3h", "advice"), "advice"]),
    slow(["KcKd,KcKh,9c9d", "TcTd,JcJd", "advice"]),
    slow(["advice"] * 5),
]


@pytest.mark.parametrize("against", OPPONENTS, ids=str)
def test_drawing_opponents(against: list[Any]) -> None:
    game, rules = GAMES["3 or 4"]
    hand = cards("AsAhKs7d2d")
    decision = game.decide(names(hand), against=against, deals=200_000, seed=2)
    assert decision.method == "monte-carlo"
    others = [oracle_seat(rules, one) for one in against]
    for at, keep in enumerate(("AsAh", "AsAhKs", "AsKs", "As")):
        share, error = oracle_shares(rules, hand, cards(keep), others, seed=at)
        close(decision[keep].ev, decision[keep].stderr, share, error)


@pytest.mark.parametrize("name", ["3", "5", slow("joker"), "blinds"])
def test_drawing_opponents_under_other_rules(name: str) -> None:
    game, rules = GAMES[name]
    if name == "joker":
        hand, keeps = cards("JkAhKs7d2d"), ("JkAh", "JkAhKs")

        def draw(hands: Any, drawn: Any) -> Any:
            kept = np.zeros(hands.shape, bool)
            for row, some in enumerate(hands.tolist()):
                wanted = naive_draw.advice(rules, some)
                kept[row] = [c in wanted for c in some]
            return kept

        others = [Seat(draw=draw)] * 2
    else:
        hand, keeps = cards("QsQhKs7d2d"), ("QsQh", "KsQsQh")
        others = [oracle_seat(rules, "advice")] * 2
    decision = game.decide(names(hand), opponents=2, deals=200_000, seed=2)
    for at, keep in enumerate(keeps):
        share, error = oracle_shares(rules, hand, cards(keep), others, seed=at, deals=30_000)
        action = decision[label(cards(keep))]
        close(action.ev, action.stderr, share, error)


@pytest.mark.slow
def test_a_function_and_a_table_as_opponents() -> None:
    game, rules = GAMES["3 or 4"]

    def three_highest(hand: str) -> str:
        return hand[:6]

    table = np.full(math.comb(52, 5), 0b11100, np.uint8)
    hand = cards("AsAhKs7d2d")
    seat = Seat(
        draw=lambda hands, drawn: np.tile([False, False, True, True, True], (len(hands), 1))
    )
    share, error = oracle_shares(rules, hand, cards("AsAh"), [seat, seat], seed=1)
    for against in ([three_highest, table[None]], game.strategy(table, name="three")):
        decision = game.decide(names(hand), 2, against, deals=60_000, seed=3)
        close(decision["AsAh"].ev, decision["AsAh"].stderr, share, error)


def sees_two(hands: Any, drawn: Any) -> Any:
    kept = naive_draw.advice_array(Rules(), hands)
    # Where fewer have drawn, those missing count as having drawn none.
    none = np.zeros(len(hands), int)
    last = drawn[-1] if drawn else none
    earlier = drawn[-2] if len(drawn) > 1 else none
    kept[earlier == 3] = [True, True, True, False, False]
    kept[last == 0] = [True, True, False, False, False]
    return kept


@pytest.mark.slow
def test_a_strategy_that_sees_what_was_drawn_before() -> None:
    game, rules = GAMES["3 or 4"]
    strategy = game.strategy(seeing(), name="watchful", sees=2)
    assert strategy.keep("AsAhKs7d2d", (0, 3, 1)) == "Ks7d2d"
    assert strategy.keep("AsAhKs7d2d", (3, 0)) == "7d2d"
    assert strategy.keep("AsAhKs7d2d", (0, 2)) == strategy.keep("AsAhKs7d2d", (2,)) == "AsAh"
    hand = cards("AsAhKs7d2d")
    watchful = Seat(draw=sees_two)
    others = [watchful, oracle_seat(rules, "pat"), watchful]
    against = [strategy, "pat", strategy]
    found = game.decide(names(hand), against=against, deals=200_000, seed=2)
    others = [oracle_seat(rules, "advice"), watchful, watchful]
    against = ["advice", strategy, strategy]
    second = game.decide(names(hand), against=against, deals=200_000, seed=2)
    for at, keep in enumerate(("AsAh", "AsAhKs7d", "AsAhKs7d2d")):
        for wanted, seats in (
            (found, [watchful, oracle_seat(rules, "pat"), watchful]),
            (second, others),
        ):
            share, error = oracle_shares(rules, hand, cards(keep), seats, seed=at)
            action = wanted[label(cards(keep))]
            close(action.ev, action.stderr, share, error)
    found = game.decide(names(hand), against=against, drawn_before=[3], deals=200_000, seed=2)
    share, error = oracle_shares(rules, hand, cards("AsAh"), others, 5, 120_000, drawn=[3])
    close(found["AsAh"].ev, found["AsAh"].stderr, share, error)


@pytest.mark.parametrize("drawn", [slow([1]), [2, 1], slow([0]), slow([3, 3])], ids=str)
def test_drawn_before(drawn: list[int]) -> None:
    game, rules = GAMES["3 or 4"]
    hand = cards("QsQhKs7d2d")
    found = game.decide(names(hand), opponents=2, drawn_before=drawn, deals=200_000, seed=2)
    others = [oracle_seat(rules, "advice")] * 2
    share, error = oracle_shares(rules, hand, cards("QsQh"), others, 1, 250_000, drawn=drawn)
    close(found["QsQh"].ev, found["QsQh"].stderr, share, error)


def test_drawn_before_of_known_hands_and_ranges() -> None:
    game = five_card_draw
    hand = "QsQhKs7d2d"
    known = game.decide(hand, against="KcKd", drawn_before=[3])
    assert known.method == "exact"
    assert [a.ev for a in known] == [a.ev for a in game.decide(hand, against="KcKd")]
    pat = game.decide(hand, against="pat", drawn_before=[0])
    assert pat.method == "exact"
    # Of a range only the hands that draw so many are left, with their weights.
    held = Range("KcKd8c7c2h:1, AcAd9c9d3h:0.5, 9s8s7h6h5h:0.25", size=5)
    found = game.decide(hand, against=[(held, "advice")], drawn_before=[1], deals=20_000, seed=1)
    alone = game.decide(
        hand, against=[("AcAd9c9d3h", "advice")], drawn_before=[1], deals=20_000, seed=2
    )
    for action in found:
        one = alone[action.label]
        close(action.ev, action.stderr, one.ev, one.stderr)
    two = Range("AcAd9c9d3h:0.5, JcJd8s8d3h:1", size=5)
    found = game.decide(hand, against=[(two, "advice")], drawn_before=[1], deals=40_000, seed=1)
    parts = [
        game.decide(hand, against=[(one, "advice")], deals=40_000, seed=2)["QsQh"]
        for one in ("AcAd9c9d3h", "JcJd8s8d3h")
    ]
    wanted = (parts[0].ev + 2 * parts[1].ev) / 3
    close(found["QsQh"].ev, found["QsQh"].stderr, wanted, parts[0].stderr)


def test_equity_before_any_hand_is_seen() -> None:
    game, rules = GAMES["3 or 4"]
    against = ["advice", "always_three", "pat", "AsAhKs7d2d"]
    found = game.equity(against=against, deals=100_000, seed=1)
    best = naive_draw.simulate(rules, [oracle_seat(rules, one) for one in against], 60_000, 1)
    for seat in range(4):
        share, error = naive_draw.shares(best, seat)
        close(float(found.equity[seat]), float(found.stderr[seat]), share, error)
    alike = game.equity(players=4, against="advice", deals=100_000, seed=1)
    assert (abs(alike.equity - 0.25) < 4 * alike.stderr).all()
    assert (alike.wins + alike.ties + alike.losses == 100_000).all()
    assert alike.equity.sum() == pytest.approx(1, abs=1e-12)


def test_equity_with_side_pots() -> None:
    found = five_card_draw.equity(
        players=3, against="advice", stacks=[100, 50, 20], pot=10, deals=40_000, seed=1
    )
    assert found.chips.sum() == pytest.approx(180, rel=1e-9)
    # All play alike: 70 from three, 60 from two, 50 back.
    wanted = np.array([70 / 3 + 30 + 50, 70 / 3 + 30, 70 / 3])
    assert (abs(found.chips - wanted) < 4 * found.chips_stderr).all()
