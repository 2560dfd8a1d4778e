"""What all smaller banking games have: golden cases, simulation, sessions, errors, commands."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equity
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
from equity.banking.game import Banking
from equity.errors import CardError, EquityError, NotationError, RuleError

HANDED = {niu_niu.name: niu_niu, san_gong.name: san_gong, four_knives.name: four_knives}


ALL = [bank, four_knives, in_between, niu_niu, san_gong, ten_and_half]


EACH = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


OWN_FORM = ("baccarat", "blackjack")
"""Games whose golden cases have a form of their own, and tests beside."""
GOLDEN = [
    (game, kind, entry)
    for game in map(equity.game, equity.games.names())
    if isinstance(game, Banking) and game.name not in OWN_FORM
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
    found = getattr(game.with_rules(**entry.get("rules", {})), kind)(**entry.get("question", {}))
    if "bet" in entry:
        found = found.bets[entry["bet"]]
    if kind == "odds":
        assert found.counts == entry["counts"]
    elif kind == "decide":
        assert {action.label for action in found} == set(entry["actions"])
        for label, ev in entry["actions"].items():
            assert float(found[label].ev) == pytest.approx(float(Fraction(ev)), abs=1e-12)
    elif "near" in entry:
        assert float(found.ev) == pytest.approx(float(entry["near"]), abs=5e-7)
    else:
        for name in {"ev", "win"} & entry.keys():
            assert getattr(found, name) == Fraction(entry[name])


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


def test_best_play_is_at_least_as_good() -> None:
    for rules in ({}, {"banker_draws_below": 8}, {"ten_and_half_pays": 2, "ties": "push"}):
        game = ten_and_half.with_rules(**rules)
        best = game.edge().ev
        for strategy in ("mimic", 6.5, 7, 7.5, 8, 9, 10.5, lambda hand: len(hand) < 3):
            assert best >= game.edge(strategy=strategy).ev - 1e-12
    best = in_between.edge().ev
    for strategy in ("always", *range(14)):
        assert best >= in_between.edge(strategy=strategy).ev


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


@EACH
def test_dead_cards_change_odds(game: Any) -> None:
    assert game.odds().probability != game.odds(dead={"K": 3}).probability
    assert sum(game.odds(dead="KhKd").probability.values()) == pytest.approx(1)


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
