"""Odds, decisions and edges as results."""

from __future__ import annotations

import json
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

from equity.errors import RuleError
from equity.results import (
    Action,
    Bet,
    Decision,
    Edge,
    Odds,
    mean_stderr,
    share_stderr,
)
from tests.results.made_results import EXACT, SIMULATED, counts, odds_simulated


def test_exact_odds() -> None:
    hands = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4, 0)
    names = (
        "high",
        "pair",
        "two",
        "three",
        "straight",
        "flush",
        "full",
        "four",
        "sf",
        "royal",
        "5",
    )
    o = Odds(**EXACT, deals=2598960, categories=names, tally={"counts": counts(*hands)})
    assert o.counts == dict(zip(names, hands, strict=True))
    assert o.total == 2598960
    assert o.probability["royal"] == 4 / 2598960
    assert set(o.stderr.values()) == {0.0}
    assert sum(o.probability.values()) == pytest.approx(1)
    row = o.to_dict()["categories"][1]
    assert row["category"] == "pair"
    assert row["count"] == 1098240
    assert "1,098,240" in repr(o)


def test_simulated_odds() -> None:
    o = odds_simulated(1) + odds_simulated(2)
    assert o.counts is None
    assert o.total == 200
    assert o.probability == {"low": 0.7, "mid": 0.3, "high": 0.0}
    sample = [1.0] * 61 + [0.0] * 141
    assert o.stderr["mid"] == pytest.approx(np.std(sample, ddof=1) / math.sqrt(202))
    assert o.stderr["high"] > 0
    assert o.to_dict()["categories"][0]["count"] is None


def test_odds_from_probabilities_or_weights() -> None:
    o = Odds(**EXACT, deals=0, categories=("a", "b"), probabilities=(Fraction(1, 3), 2 / 3))
    assert o.counts is None
    assert o.probability == {"a": 1 / 3, "b": 2 / 3}
    tally = {"counts": counts(1, 1), "weighted": np.array([1.0, 3.0])}
    o = Odds(**EXACT, deals=2, categories=("a", "b"), tally=tally)
    assert o.probability == {"a": 0.25, "b": 0.75}
    assert o.counts == {"a": 1, "b": 1}
    with pytest.raises(RuleError, match="2 categories, but 3 numbers"):
        Odds(**EXACT, deals=3, categories=("a", "b"), tally={"counts": counts(1, 1, 1)})
    with pytest.raises(RuleError, match="twice"):
        Odds(**EXACT, deals=3, categories=("a", "a"), tally={"counts": counts(1, 1)})
    with pytest.raises(RuleError, match="need a tally"):
        Odds(**EXACT, deals=3, categories=("a", "b"))


# Decisions


def test_decision_order_and_look_up() -> None:
    choices = (
        Action(label="draw five", ev=0.2, drawn=5),
        Action(label="As", ev=0.25, drawn=4, keep="As"),
        Action(label="AsAh", ev=0.5, drawn=3, keep="AsAh", win=0.45, tie=0.1),
        Action(label="Kd", ev=0.25, drawn=4, keep="Kd"),
        Action(label="pat", ev=0.25, drawn=0),
    )
    d = Decision(**EXACT, deals=10, choices=choices)
    assert [a.label for a in d.actions] == ["AsAh", "pat", "As", "Kd", "draw five"]
    assert d.best is d.actions[0]
    assert d["Kd"].keep == "Kd"
    assert d.ev.tolist() == [0.5, 0.25, 0.25, 0.25, 0.2]
    assert d.stderr.tolist() == [0.0] * 5
    assert d.margin == 0.25
    assert d.margin_stderr == 0.0
    assert len(d) == len(list(d)) == 5
    with pytest.raises(RuleError, match="no action 'hit' here; there are 'AsAh', 'pat'"):
        d["hit"]
    with pytest.raises(ValueError, match="read-only"):
        d.ev[0] = 1
    out = json.loads(json.dumps(d.to_dict()))
    assert out["unit"] == "share of the pot"
    assert out["actions"][0] == {
        "label": "AsAh",
        "ev": 0.5,
        "stderr": 0.0,
        "win": 0.45,
        "tie": 0.1,
        "keep": "AsAh",
        "drawn": 3,
    }
    assert pickle.loads(pickle.dumps(d)).to_dict() == d.to_dict()


def test_decision_of_one_action() -> None:
    d = Decision(**EXACT, deals=1, choices=(Action(label="pass"),))
    assert d.margin is None
    assert d.margin_stderr is None
    assert d.to_dict()["margin"] is None
    assert "pass" in repr(d)
    with pytest.raises(RuleError, match="needs an action"):
        Decision(**EXACT, deals=1, choices=())
    with pytest.raises(RuleError, match="same label"):
        Decision(**EXACT, deals=1, choices=(Action(label="a"), Action(label="a")))


def test_decision_of_fractions() -> None:
    choices = (
        Action(label="pass", ev=Fraction(0)),
        Action(label="bet", ev=Fraction(1, 3), win=Fraction(2, 3)),
    )
    d = Decision(**EXACT, deals=3, choices=choices, unit="base stakes")
    assert d.best.ev == Fraction(1, 3)
    assert d.margin == Fraction(1, 3)
    out = json.loads(json.dumps(d.to_dict()))
    assert out["actions"][0]["exact"] == {"ev": "1/3", "win": "2/3"}
    assert out["exact"] == {"margin": "1/3"}
    assert out["actions"][0]["ev"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(("loss_ev", "scale"), [(0, 2520), (-1, 2)])
def test_simulated_decision_against_explicit_outcomes(loss_ev: int, scale: int) -> None:
    rng = np.random.default_rng(8)
    outcomes = rng.integers(loss_ev * scale, scale + 1, (50, 3))
    outcomes[:, 2] = (outcomes[:, 0] + outcomes[:, 1]) // 2  # actions of a deal hang together

    def decision(rows: np.ndarray, seed: int, square: str = "products") -> Decision:
        products = rows.T @ rows
        squares = products if square == "products" else np.diagonal(products)
        return Decision(
            **{**SIMULATED, "seed": seed},
            deals=len(rows),
            choices=tuple(Action(label=name) for name in "abc"),
            scale=scale,
            loss_ev=loss_ev,
            tally={"sums": rows.sum(axis=0), square: squares, "wins": (rows > 0).sum(axis=0)},
        )

    d = decision(outcomes, 1)
    order = np.argsort(-outcomes.sum(axis=0), kind="stable")
    assert [a.label for a in d.actions] == ["abc"[i] for i in order]
    values = outcomes / scale
    assert d.ev == pytest.approx(values.mean(axis=0)[order])
    padded = np.vstack([values, np.full(3, 1.0), np.full(3, loss_ev)])
    expected = padded.std(axis=0, ddof=1) / math.sqrt(52)
    assert d.stderr == pytest.approx(expected[order])
    difference = values[:, order[0]] - values[:, order[1]]
    padded = np.append(difference, [1 - loss_ev, loss_ev - 1])
    assert d.margin == pytest.approx(difference.mean())
    assert d.margin_stderr == pytest.approx(padded.std(ddof=1) / math.sqrt(52))
    assert d["a"].win == (outcomes[:, 0] > 0).sum() / 50

    merged = decision(outcomes[:20], 1) + decision(outcomes[20:], 2)
    assert merged.ev == pytest.approx(d.ev)
    assert merged.margin_stderr == pytest.approx(d.margin_stderr)
    assert merged["a"].stderr == pytest.approx(d["a"].stderr)
    apart = decision(outcomes, 1, "squares")
    assert apart.margin_stderr == pytest.approx(math.hypot(*d.stderr[:2]))


def test_simulated_decision_of_equal_actions_has_an_error() -> None:
    products = np.full((2, 2), 10)
    d = Decision(
        **SIMULATED,
        deals=10,
        choices=(Action(label="a"), Action(label="b")),
        tally={"sums": counts(10, 10), "products": products},
    )
    assert d.margin == 0
    assert d.margin_stderr is not None
    assert d.margin_stderr > 0
    assert (d.stderr > 0).all()


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("number", [2, 5])
def test_margin_confidence_covers_though_the_best_is_picked(number: int, apart: bool) -> None:
    """Of equal actions the one that was luckiest is best; it is worth no more than the others."""
    rng = np.random.default_rng(number)
    covered = plain = 0
    for seed in range(400):
        rows = (rng.random((500, number)) < 0.4).astype(np.int64)
        products = rows.T @ rows
        d = Decision(
            **{**SIMULATED, "seed": seed},
            deals=len(rows),
            choices=tuple(Action(label=name) for name in "abcde"[:number]),
            tally={
                "sums": rows.sum(axis=0),
                "squares" if apart else "products": np.diagonal(products) if apart else products,
            },
        )
        ends = d.margin_confidence()
        assert ends is not None
        low, high = ends
        assert low < d.margin < high
        covered += low <= 0 <= high
        plain += d.margin < 1.96 * d.margin_stderr
    assert covered >= 0.95 * 400 - 3 * math.sqrt(400 * 0.05 * 0.95)
    if number == 2:  # one difference, whatever its sign
        assert covered == plain


def test_margin_confidence() -> None:
    from statistics import NormalDist

    exact = Decision(**EXACT, deals=1, choices=(Action(label="a", ev=1), Action(label="b", ev=0.5)))
    assert exact.margin_confidence() == (0.5, 0.5)
    one = Decision(**SIMULATED, deals=1, choices=(Action(label="a", stderr=1.0),))
    assert one.margin_confidence() is None
    assert one.to_dict()["margin_confidence"] is None
    # The third is near too, and less well known; three pairs share the error.
    evs, errors = (1.0, 0.9, 0.8), (0.02, 0.01, 0.1)
    choices = tuple(
        Action(label=name, ev=ev, stderr=error)
        for name, ev, error in zip("abc", evs, errors, strict=True)
    )
    reach = NormalDist().inv_cdf(1 - 0.1 / 2 / 3)
    told = Decision(**SIMULATED, deals=10, choices=choices).margin_confidence(0.9)
    assert told == pytest.approx((0.2 - reach * 0.12, 0.1 + reach * 0.03))
    known = Decision(**SIMULATED, deals=10, choices=choices[:2], pair_stderr=0.02)
    assert known.margin_confidence() == pytest.approx(
        (0.1 - 1.959964 * 0.02, 0.1 + 1.959964 * 0.02)
    )
    assert "by 0.100000 (stderr 0.02, 95%: 0.0608 to 0.1392)" in repr(known)
    for level in (0, 1, 1.5, math.nan, "0.9"):
        with pytest.raises(RuleError, match="confidence level"):
            known.margin_confidence(level)  # type: ignore[arg-type]


def test_simulated_decision_without_counts() -> None:
    choices = (Action(label="a", ev=1.0, stderr=0.3), Action(label="b", ev=0.0, stderr=0.4))
    d = Decision(**SIMULATED, deals=10, choices=choices)
    assert d.margin_stderr == pytest.approx(0.5)
    assert Decision(**SIMULATED, deals=10, choices=choices, pair_stderr=0.1).margin_stderr == 0.1
    with pytest.raises(RuleError, match="kept no counts"):
        _ = d + Decision(**{**SIMULATED, "seed": 2}, deals=10, choices=choices)
    with pytest.raises(RuleError, match="standard error above 0"):
        Decision(**SIMULATED, deals=10, choices=(Action(label="a", ev=1.0),))


def test_long_decisions_are_shortened() -> None:
    choices = tuple(Action(label=f"keep {i}", ev=-i) for i in range(32))
    d = Decision(**EXACT, deals=1, choices=choices)
    assert "keep 0" in repr(d)
    assert "keep 31" not in repr(d)
    assert "... 20 more" in repr(d)
    assert "keep 31" in d._repr_html_()


# Edges


def test_edge_of_one_bet() -> None:
    bet = Bet(win=Fraction(2, 5), tie=Fraction(1, 5), lose=Fraction(2, 5), ev=Fraction(-1, 30))
    e = Edge(**EXACT, deals=240, bets={"bet": bet}, strategy="best", unit="bets")
    assert (e.win, e.tie, e.lose, e.ev) == (bet.win, bet.tie, bet.lose, bet.ev)
    assert e.stderr == 0.0
    out = json.loads(json.dumps(e.to_dict()))
    assert out["bets"][0]["name"] == "bet"
    assert out["bets"][0]["ev"] == pytest.approx(-1 / 30)
    assert out["bets"][0]["exact"]["ev"] == "-1/30"
    assert (out["unit"], out["strategy"]) == ("bets", "best")
    assert "strategy: best" in repr(e)


def test_edge_of_several_bets() -> None:
    e = Edge(**EXACT, deals=1, bets={"banker": Bet(ev=-0.01), "tie": Bet(ev=-0.14)})
    assert e.bets["tie"].ev == -0.14
    assert e.stderr == {"banker": 0.0, "tie": 0.0}
    with pytest.raises(RuleError, match=r"several bets \(banker, tie\)"):
        _ = e.ev
    with pytest.raises(RuleError, match="needs a bet"):
        Edge(**EXACT, deals=1, bets={})


def test_edge_of_a_pay_table() -> None:
    e = Edge(
        **EXACT,
        deals=1,
        bets={"bet": Bet(ev=Fraction(-1, 200))},
        payback=Fraction(199, 200),
        variance=19.5,
        counts={"royal flush": 4},
    )
    assert e.payback is not None
    assert e.ev == e.payback - 1
    out = json.loads(json.dumps(e.to_dict()))
    assert out["payback"] == 0.995
    assert out["exact"] == {"payback": "199/200"}
    assert out["counts"] == {"royal flush": 4}
    assert "payback: 0.995" in repr(e)
    with pytest.raises(RuleError, match="are exact"):
        Edge(**SIMULATED, deals=1, bets={"bet": Bet(stderr=1.0)}, payback=0.9)


def test_simulated_edge_against_explicit_outcomes() -> None:
    rng = np.random.default_rng(4)
    nets = rng.choice([-2, 0, 2, 3], (40, 2))  # half units: a natural pays 3:2

    def edge(rows: np.ndarray, seed: int) -> Edge:
        tally = {
            "sums": rows.sum(axis=0),
            "squares": (rows * rows).sum(axis=0),
            "outcomes": np.stack([(rows > 0).sum(0), (rows == 0).sum(0), (rows < 0).sum(0)], 1),
        }
        return Edge(
            **{**SIMULATED, "seed": seed},
            deals=len(rows),
            bets={"main": Bet(), "side": Bet()},
            scale=2,
            tally=tally,
        )

    e = edge(nets[:15], 1) + edge(nets[15:], 2)
    for i, name in enumerate(("main", "side")):
        values = nets[:, i] / 2
        bet = e.bets[name]
        assert bet.ev == pytest.approx(values.mean())
        assert bet.win == (values > 0).mean()
        assert bet.tie == (values == 0).mean()
        assert bet.lose == (values < 0).mean()
        padded = np.append(values, [1, -1])
        assert bet.stderr == pytest.approx(padded.std(ddof=1) / math.sqrt(42))
    assert isinstance(e.stderr, dict)
    assert "largest stderr" in repr(e)


def test_mean_stderr_does_not_cancel() -> None:
    # A thousand million deals near a large mean: the sums have lost what floats could tell.
    deals, mean = 10**9, 10**4
    sums = np.array(deals * mean)
    squares = np.array(deals * (mean * mean + 1))
    got = float(mean_stderr(deals, sums, squares, mean - 1, mean + 1))
    assert got == pytest.approx(1 / math.sqrt(deals), rel=1e-6)
    k = np.array([7, 3])
    shares = np.array([[3, 7], [7, 3]])
    assert mean_stderr(10, k, k) == pytest.approx(share_stderr(shares))
