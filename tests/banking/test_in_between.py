"""In-between: posts, laps and how much to bet."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from equity import (
    in_between,
)
from tests.banking.games import left_and_dead
from tests.oracles import banking as naive


def test_in_between_values() -> None:
    for between in range(12):
        high = between + 1
        text = f"A {'A23456789TJQK'[high]}"
        assert in_between.decide(text)["bet"].ev == Fraction(8 * between - 56, 50)
    assert float(in_between.edge().ev) == pytest.approx(0.0646757, abs=5e-8)
    counts = in_between.odds().counts
    assert Fraction(counts["between"], in_between.odds().total) == Fraction(352, 1275)


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


def test_settings_of_in_between() -> None:
    high = in_between.with_rules(ace="high")
    assert in_between.decide("A 8")["bet"].ev > high.decide("A 8")["bet"].ev
    assert high.edge().ev == in_between.edge().ev  # the ace changes posts, not their number
    dear = in_between.with_rules(pair_hit_costs=3)
    assert dear.decide("2 2")["larger"].ev < in_between.decide("2 2")["larger"].ev
    assert dear.decide("2 9")["bet"].ev == in_between.decide("2 9")["bet"].ev


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
