"""Results: numbers read from small tallies worked out by hand, merging, display, pictures."""

from __future__ import annotations

import copy
import json
import math
import pickle
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.errors import RuleError
from equity.results import (
    Action,
    Bet,
    Combos,
    Cost,
    Decision,
    Distribution,
    Edge,
    Equity,
    Match,
    Odds,
    Pots,
    Rank,
    Result,
    Session,
    mean_stderr,
    outcome_shares,
    share_stderr,
)
from equity.showdown.pots import side_pots

EXACT: dict[str, Any] = {"game": "holdem", "rules": {"jokers": 0}, "method": "exact"}
SIMULATED: dict[str, Any] = {**EXACT, "method": "monte-carlo", "seed": 1, "question": "q"}


def counts(*values: Any) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def heads_up(win: int, tie: int, lose: int, **changes: Any) -> Equity:
    """Two seats; a tie is shared by both."""
    shares = counts([[lose, win, tie], [win, lose, tie]])
    values = {**EXACT, "deals": win + tie + lose, "hands": ("AA", "KK"), **changes}
    return Equity(tally={"shares": shares}, **values)


def tally_of(deals: list[tuple[int, ...]], seats: int, pots: Pots | None = None) -> dict[str, Any]:
    """Tally strengths by seat, deal by deal, the slow way."""
    groups = [tuple(range(seats)), *(pots.side if pots else ())]
    shares = np.zeros((len(groups), seats, seats + 1), dtype=np.int64)
    products = np.zeros((seats, len(groups), len(groups)), dtype=np.int64)
    for strengths in deals:
        units = np.zeros((seats, len(groups)), dtype=np.int64)
        for p, group in enumerate(groups):
            best = max(strengths[seat] for seat in group)
            winners = [seat for seat in group if strengths[seat] == best]
            for seat in range(seats):
                k = len(winners) if seat in winners else 0
                shares[p, seat, k] += 1
                units[seat, p] = round(2520 / k) if k else 0
        products += units[:, :, None] * units[:, None, :]
    tally = {"shares": shares}
    if len(groups) > 1:
        tally["products"] = products
    return tally


def payouts(strengths: tuple[int, ...], stacks: list[float], pot: float) -> np.ndarray:
    """Pay one showdown chip by chip: everybody wins at most his own stack from each other."""
    left = list(stacks)
    out = np.zeros(len(stacks))
    dead = pot
    alive = list(range(len(stacks)))
    while alive:
        level = min(left[seat] for seat in alive)
        chips = dead + level * len(alive)
        dead = 0.0
        best = max(strengths[seat] for seat in alive)
        winners = [seat for seat in alive if strengths[seat] == best]
        for seat in winners:
            out[seat] += chips / len(winners)
        for seat in alive:
            left[seat] -= level
        alive = [seat for seat in alive if left[seat] > 0]
    return out


# Equity


def test_heads_up_numbers() -> None:
    r = heads_up(40, 10, 50)
    assert r.equity.tolist() == [0.45, 0.55]
    assert r.win.tolist() == [0.4, 0.5]
    assert r.tie.tolist() == [0.1, 0.1]
    assert r.tie_share.tolist() == [0.05, 0.05]
    assert r.wins.tolist() == [40, 50]
    assert r.ties.tolist() == [10, 10]
    assert r.losses.tolist() == [50, 40]
    assert (r.wins + r.ties + r.losses).tolist() == [r.deals] * 2
    assert r.wins.dtype == np.int64
    assert r.equity.dtype == np.float64
    assert r.stderr.tolist() == [0.0, 0.0]
    assert r.winners == {1: 0.9, 2: 0.1}
    for name in ("high", "low", "scoop", "three_quarters", "quarter", "chips", "chips_stderr"):
        assert getattr(r, name) is None


def test_three_seats_by_hand() -> None:
    # 5 deals to seat 0, 3 shared by 0 and 1, 4 to seat 2, 6 shared by all three.
    shares = counts([[4, 5, 3, 6], [9, 0, 3, 6], [8, 4, 0, 6]])
    r = Equity(**EXACT, deals=18, hands=("a", "b", "c"), tally={"shares": shares})
    assert r.equity == pytest.approx([(5 + 1.5 + 2) / 18, (1.5 + 2) / 18, (4 + 2) / 18])
    assert r.tie_share == pytest.approx(r.equity - r.win)
    assert r.tie == pytest.approx([9 / 18, 9 / 18, 6 / 18])
    assert r.winners == pytest.approx({1: 9 / 18, 2: 3 / 18, 3: 6 / 18})
    assert r.equity.sum() == pytest.approx(1)


def test_weighted_two_and_three_seats() -> None:
    # Deals: seat 0 wins (weight 0.5), seat 1 wins twice (0.25 each), a tie (weight 1).
    weighted = np.array([[0.5, 0.5, 1.0], [0.5, 0.5, 1.0]])
    shares = counts([[2, 1, 1], [1, 2, 1]])
    tally = {"shares": shares, "weighted": weighted}
    r = Equity(**EXACT, deals=4, hands=("AA:0.5", "KK"), tally=tally)
    assert r.equity.tolist() == [0.5, 0.5]
    assert r.win.tolist() == [0.25, 0.25]
    assert r.tie.tolist() == [0.5, 0.5]
    assert r.wins.tolist() == [1, 2]
    assert r.losses.tolist() == [2, 1]
    assert r.winners == {1: 0.5, 2: 0.5}

    # Three seats, with side pots: two deals of weights 1 and 3.
    pots = side_pots([10, 20, 20])
    one, two = (tally_of([s], 3, pots)["shares"] for s in ((3, 2, 1), (2, 1, 2)))
    tally = {"shares": one + two, "weighted": one * 1.0 + two * 3.0}
    r = Equity(**EXACT, deals=2, hands=("a", "b", "c"), tally=tally, pots=pots)
    assert r.equity == pytest.approx([0.25 + 0.75 / 2, 0, 0.75 / 2])
    assert r.chips == pytest.approx([30 * 0.625, 20 * 0.25, 30 * 0.375 + 20 * 0.75])
    with pytest.raises(RuleError, match="weighted has shape"):
        Equity(
            **EXACT,
            deals=2,
            hands=("a", "b", "c"),
            tally={**tally, "weighted": tally["weighted"][0]},
            pots=pots,
        )


def test_twenty_three_seats() -> None:
    rng = np.random.default_rng(5)
    deals = [tuple(rng.integers(0, 12, 23).tolist()) for _ in range(300)]
    tally = tally_of(deals, 23)
    r = Equity(**EXACT, deals=300, hands=("random",) * 23, tally=tally)
    share = np.zeros(23)
    number: dict[int, int] = dict.fromkeys(range(1, 24), 0)
    for deal in deals:
        winners = [seat for seat in range(23) if deal[seat] == max(deal)]
        share[winners] += 1 / len(winners)
        number[len(winners)] += 1
    assert r.equity == pytest.approx(share / 300)
    assert r.winners == pytest.approx({k: v / 300 for k, v in number.items()})
    assert repr(r).count("random") == 23
    assert json.loads(json.dumps(r.to_dict()))["players"][22]["hand"] == "random"


def test_stderr_is_the_sample_error_of_the_outcomes() -> None:
    rng = np.random.default_rng(3)
    deals = [tuple(rng.integers(0, 3, 4).tolist()) for _ in range(200)]
    r = Equity(**SIMULATED, deals=200, hands=("x",) * 4, tally=tally_of(deals, 4))
    for seat in range(4):
        outcomes = [
            (deal[seat] == max(deal)) / sum(value == max(deal) for value in deal) for deal in deals
        ]
        outcomes += [1.0, 0.0]
        expected = np.std(outcomes, ddof=1) / math.sqrt(len(outcomes))
        assert r.stderr[seat] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("win", [0, 100])
def test_simulated_stderr_is_never_zero(win: int) -> None:
    r = heads_up(win, 0, 100 - win, **SIMULATED)
    outcomes = [1.0] * (win + 1) + [0.0] * (101 - win)
    expected = np.std(outcomes, ddof=1) / math.sqrt(102)
    assert r.stderr == pytest.approx([expected] * 2)
    low, high = r.confidence()[0]
    assert 0 <= low < high <= 1


def test_confidence() -> None:
    r = heads_up(600, 0, 400, **SIMULATED)
    ends = r.confidence(0.95)
    assert ends.shape == (2, 2)
    assert ends[0] == pytest.approx(0.6 + np.array([-1, 1]) * 1.959964 * r.stderr[0], rel=1e-6)
    assert (r.confidence(0.5)[:, 0] > ends[:, 0]).all()
    assert heads_up(6, 0, 4).confidence().tolist() == [[0.6, 0.6], [0.4, 0.4]]
    for level in (0, 1, 1.5, math.nan, "0.9", True, None):
        with pytest.raises(RuleError, match="confidence level"):
            r.confidence(level)  # type: ignore[arg-type]


def test_call_value() -> None:
    r = heads_up(60, 0, 40)
    assert r.call_value(pot=100, call=50) == pytest.approx(40)
    assert r.call_value(100, 50, seat=1) == pytest.approx(10)
    assert r.call_value(Fraction(1, 2), 0) == pytest.approx(0.3)  # type: ignore[arg-type]
    for bad in (-1, math.nan, math.inf, "5", True, None, 10**400):
        with pytest.raises(RuleError, match="pot is"):
            r.call_value(bad, 1)  # type: ignore[arg-type]
        with pytest.raises(RuleError, match="call is"):
            r.call_value(1, bad)  # type: ignore[arg-type]
    for seat in (2, -1, True, 0.0, "0"):
        with pytest.raises(RuleError, match=r"seat is .* from 0 to 1"):
            r.call_value(1, 1, seat=seat)  # type: ignore[arg-type]


def test_arrays_are_read_only_and_nothing_is_shared() -> None:
    shares = counts([[50, 40, 10], [40, 50, 10]])
    r = Equity(**SIMULATED, deals=100, hands=("a", "b"), tally={"shares": shares})
    shares[:] = 0
    assert r.equity.tolist() == [0.45, 0.55]
    again = pickle.loads(pickle.dumps(r))
    for one in (r, again, copy.copy(r), copy.deepcopy(r)):
        for name in ("equity", "win", "tie", "tie_share", "stderr", "wins", "ties", "losses"):
            with pytest.raises(ValueError, match="read-only"):
                getattr(one, name)[0] = 1
        with pytest.raises(ValueError, match="read-only"):
            one.tally["shares"][0] = 1
        with pytest.raises(ValueError, match="read-only"):
            one.confidence()[0] = 1
    with pytest.raises(AttributeError):
        r.deals = 3  # type: ignore[misc]
    assert again.to_dict() == r.to_dict()


def test_wrong_shapes_are_refused() -> None:
    good = counts([[5, 4, 1], [4, 5, 1]])
    with pytest.raises(RuleError, match="shares has shape"):
        Equity(**EXACT, deals=10, hands=("a", "b", "c"), tally={"shares": good})
    with pytest.raises(RuleError, match="shares or joint"):
        Equity(**EXACT, deals=10, hands=("a", "b"), tally={})
    with pytest.raises(RuleError, match="shares has shape"):
        Equity(
            **EXACT, deals=10, hands=("a", "b"), tally={"shares": good}, pots=side_pots([1, 2, 2])
        )
    with pytest.raises(RuleError, match="pots are for 3 seats"):
        Equity(
            **EXACT, deals=10, hands=("a", "b"), tally={"shares": good}, pots=side_pots([1, 1, 1])
        )
    with pytest.raises(RuleError, match="method is"):
        heads_up(1, 1, 1, method="guess")
    with pytest.raises(RuleError, match="combos of 1 seats"):
        heads_up(1, 1, 1, by_combo=[None])


# Hi-lo


def test_hi_lo_by_hand() -> None:
    # Three seats, in order (high winners, low winners) of each deal; none: no low.
    deals = [
        ({0}, {0}),  # 0 scoops
        ({0}, None),  # 0 scoops, no low
        ({0}, {1}),  # halves
        ({0}, {0, 1}),  # three quarters, a quarter
        ({0, 1}, {2}),  # quarters and a half
        ({0, 1}, None),  # halves
        ({0, 1, 2}, {2}),  # 1/6, 1/6, 2/3
    ]
    joint = np.zeros((1, 3, 4, 5), dtype=np.int64)
    sharers = np.zeros(4, dtype=np.int64)
    for high, low in deals:
        for seat in range(3):
            h = len(high) if seat in high else 0
            column = 4 if low is None else len(low) if seat in low else 0
            joint[0, seat, h, column] += 1
        sharers[len(high | (low or set()))] += 1
    r = Equity(**EXACT, deals=7, hands=("a", "b", "c"), tally={"joint": joint, "sharers": sharers})
    high = np.array([4 * 0.5 + 0.5 - 0.5 + 0.25 + 0.5 + 1 / 6, 0.25 + 0.5 + 1 / 6, 1 / 6]) / 7
    high[0] = (0.5 + 1 + 0.5 + 0.5 + 0.25 + 0.5 + 1 / 6) / 7
    low = np.array([0.5 + 0.25, 0.5 + 0.25, 0.5 + 0.5]) / 7
    assert r.high == pytest.approx(high)
    assert r.low == pytest.approx(low)
    assert r.equity == pytest.approx(high + low)
    assert r.equity.sum() == pytest.approx(1)
    assert r.scoop is not None
    assert r.scoop.tolist() == r.win.tolist()
    assert r.wins.tolist() == [2, 0, 0]
    assert r.losses.tolist() == [0, 2, 5]
    assert r.ties.tolist() == [5, 5, 2]
    assert r.three_quarters == pytest.approx([1 / 7, 0, 0])
    assert r.quarter == pytest.approx([1 / 7, 2 / 7, 0])
    assert r.winners == pytest.approx({1: 2 / 7, 2: 3 / 7, 3: 2 / 7})
    assert r.tie_share == pytest.approx(r.equity - r.win)
    player = r.to_dict()["players"][0]
    assert {"high", "low", "scoop", "three_quarters", "quarter"} <= set(player)
    bare = Equity(**EXACT, deals=7, hands=("a", "b", "c"), tally={"joint": joint})
    with pytest.raises(RuleError, match="not counted"):
        _ = bare.winners
    assert "winners" not in bare.to_dict()
    assert "three_quarters" in repr(bare)


def test_hi_lo_shares_of_every_cell() -> None:
    share = outcome_shares(6, hi_lo=True).share.reshape(7, 8)
    for h, low in product(range(7), range(8)):
        expected = Fraction(0)
        if low == 7:
            expected = Fraction(1, h) if h else Fraction(0)
        else:
            expected += Fraction(1, 2 * h) if h else 0
            expected += Fraction(1, 2 * low) if low else 0
        assert share[h, low] == pytest.approx(float(expected))
        assert (share[h, low] == 1.0) == (expected == 1)
        assert (share[h, low] == 0.0) == (expected == 0)


# Money


def test_side_pots_by_hand() -> None:
    assert side_pots([100, 100, 100]).amounts == (300.0,)
    pots = side_pots([500, 300, 900], pot=30)
    assert pots.amounts == (930.0, 400.0, 400.0)
    assert pots.eligible == ((0, 1, 2), (0, 2), (2,))
    assert pots.rows == (0, 1, -1)
    assert pots.side == ((0, 2),)
    # Nothing in: only dead money can be won.
    pots = side_pots([0, 40, 40], pot=30)
    assert (pots.amounts, pots.rows) == ((30.0, 80.0), (0, 1))
    pots = side_pots([0, 40, 40])
    assert (pots.eligible, pots.rows) == (((1, 2),), (1,))
    pots = side_pots([0, 40])
    assert (pots.eligible, pots.rows, pots.side) == (((1,),), (-1,), ())
    assert side_pots([0, 0]).amounts == ()
    assert side_pots([0, 0], pot=5).eligible == ((0, 1),)
    assert side_pots(np.array([1, 2])).total == 3


@pytest.mark.parametrize(
    ("stacks", "pot", "text"),
    [
        ([1, 2, 3], 0, "3 stacks for 2 seats"),
        ([1], 0, "1 stack for 2 seats"),
        ([1, -2], 0, "stack of seat 1 is -2"),
        ([math.nan, 2], 0, "stack of seat 0 is nan"),
        ([math.inf, 2], 0, "stack of seat 0 is inf"),
        ([1, True], 0, "stack of seat 1 is True"),
        ([1, "2"], 0, "stack of seat 1 is '2'"),
        ("12", 0, "stacks is '12'"),
        (5, 0, "stacks is 5"),
        ([1, 2], -1, "pot is -1"),
        ([1, 2], math.nan, "pot is nan"),
        ([1, 2], "9", "pot is '9'"),
    ],
)
def test_side_pots_refuse(stacks: Any, pot: Any, text: str) -> None:
    with pytest.raises(RuleError, match=text):
        side_pots(stacks, pot, seats=2)


stack_lists = st.lists(st.integers(0, 6), min_size=2, max_size=6)


@settings(max_examples=60, deadline=None)
@given(stack_lists, st.integers(0, 5), st.randoms(use_true_random=False))
def test_chips_are_what_chip_by_chip_payment_gives(stacks: list[float], pot: int, rng: Any) -> None:
    seats = len(stacks)
    pots = side_pots(stacks, pot)
    deals = [tuple(rng.randrange(3) for _ in range(seats)) for _ in range(20)]
    tally = tally_of(deals, seats, pots)
    hands = ("x",) * seats
    r = Equity(**EXACT, deals=20, hands=hands, tally=tally, pots=pots)
    paid = np.array([payouts(deal, stacks, pot) for deal in deals])
    assert r.chips == pytest.approx(paid.mean(axis=0))
    assert r.chips is not None
    assert r.chips.sum() == pytest.approx(sum(stacks) + pot)
    assert r.chips_stderr is not None
    assert r.chips_stderr.tolist() == [0.0] * seats

    r = Equity(**SIMULATED, deals=20, hands=hands, tally=tally, pots=pots)
    best = [payouts(tuple(int(i == s) for i in range(seats)), stacks, pot)[s] for s in range(seats)]
    worst = [
        sum(a for a, e in zip(pots.amounts, pots.eligible, strict=True) if e == (s,))
        for s in range(seats)
    ]
    sample = np.vstack([paid, best, worst])
    expected = sample.std(axis=0, ddof=1) / math.sqrt(22)
    assert r.chips_stderr == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_chips_with_one_pot_are_equity_times_pot() -> None:
    r = heads_up(60, 20, 20, **SIMULATED, pots=side_pots([50, 50], pot=10))
    assert r.chips == pytest.approx(110 * r.equity)
    assert r.chips_stderr == pytest.approx(110 * r.stderr)
    assert r.to_dict()["players"][0]["chips"] == pytest.approx(77)
    r = heads_up(60, 20, 20, pots=side_pots([50, 80]))
    assert r.chips == pytest.approx([70, 30 + 30])


def test_chips_error_needs_products() -> None:
    pots = side_pots([1, 2, 2])
    tally = tally_of([(1, 2, 3)], 3, pots)
    tally.pop("products")
    r = Equity(**SIMULATED, deals=1, hands=("a", "b", "c"), tally=tally, pots=pots)
    with pytest.raises(RuleError, match="error of the chips"):
        _ = r.chips_stderr
    assert "chips_stderr" not in r.to_dict()["players"][0]
    assert "chips" in repr(r)


# Combos


def card(name: str) -> int:
    return "23456789TJQKA".index(name[0]) * 4 + "cdhs".index(name[1])


def combos(*rows: tuple[str, float, float]) -> Combos:
    cards = np.array([[card(name[:2]), card(name[2:])] for name, _, _ in rows], dtype=np.uint8)
    weight = np.array([w for _, w, _ in rows])
    value = np.array([e for _, _, e in rows])
    return Combos(cards, weight, value, value, np.zeros(len(rows)), weight / weight.sum())


def test_combos_and_grid() -> None:
    held = combos(
        ("AsAh", 1.0, 0.8),
        ("AsAd", 3.0, 0.4),
        ("KhAh", 1.0, 0.6),
        ("AhKd", 1.0, 0.3),
        ("2c3d", 1.0, 0.1),
        ("3c2c", 1.0, 0.2),
    )
    r = heads_up(5, 1, 4, by_combo=[held, None])
    grid = r.grid(0)
    assert grid.shape == (13, 13)
    assert grid[0, 0] == pytest.approx(0.5)
    assert grid[0, 1] == 0.6  # AKs above the diagonal
    assert grid[1, 0] == 0.3  # AKo below it
    assert grid[12, 11] == 0.1
    assert grid[11, 12] == 0.2
    assert np.isnan(grid).sum() == 169 - 5
    got = r.combos(0)
    assert len(got) == 6
    first = next(iter(got))
    assert (first.cards, first.weight, first.equity) == ("AsAh", 1.0, 0.8)
    assert got.equity.tolist() == [0.8, 0.4, 0.6, 0.3, 0.1, 0.2]
    assert "AsAh" in repr(got)
    assert "AsAh" in got._repr_html_()
    again = pickle.loads(pickle.dumps(r))
    assert again.combos(0).cards.tolist() == held.cards.tolist()
    with pytest.raises(ValueError, match="read-only"):
        again.combos(0).equity[0] = 1
    with pytest.raises(RuleError, match="no equities by combo for seat 1"):
        r.combos(1)
    with pytest.raises(RuleError, match="no equities by combo"):
        heads_up(1, 0, 0).grid(0)
    with pytest.raises(RuleError, match="seat is 2"):
        r.combos(2)
    arrays = (held.cards, held.weight, held.equity, held.win, held.tie, held.probability)
    assert heads_up(5, 1, 4, by_combo=[arrays, None]).grid(0)[0, 1] == 0.6


def test_grid_needs_two_plain_cards() -> None:
    one = np.ones(1)
    omaha = Combos(np.array([[0, 1, 2, 3]], dtype=np.uint8), one, one, one, one, one)
    joker = Combos(np.array([[0, 52]], dtype=np.uint8), one, one, one, one, one)
    for held in (omaha, joker):
        with pytest.raises(RuleError, match="two cards without jokers"):
            heads_up(1, 0, 0, by_combo=[held, None]).grid(0)
    with pytest.raises(RuleError, match="weight of combos"):
        Combos(np.array([[0, 1]], dtype=np.uint8), np.ones(2), one, one, one, one)


# Merging


def simulated(win: int, tie: int, lose: int, seed: Any, **changes: Any) -> Equity:
    return heads_up(win, tie, lose, **{**SIMULATED, "seed": seed, **changes})


def test_merging() -> None:
    a = simulated(40, 10, 50, 1, elapsed=0.5)
    b = simulated(50, 10, 40, 2, elapsed=0.25, partial=True)
    r = a + b
    assert (r.deals, r.seed, r.elapsed, r.partial) == (200, (1, 2), 0.75, True)
    assert r.equity.tolist() == [0.5, 0.5]
    assert r.wins.tolist() == [90, 90]
    assert r.stderr[0] < a.stderr[0]
    assert (a.seed, a.deals) == (1, 100)
    assert (r + simulated(1, 0, 0, 3)).seed == (1, 2, 3)
    assert json.loads(json.dumps(r.to_dict()))["seed"] == [1, 2]
    assert "seeds 1, 2" in repr(r)


def test_merging_drops_combos() -> None:
    held = combos(("AsAh", 1.0, 0.8))
    a = simulated(4, 1, 5, 1, by_combo=[held, None])
    assert len(a.combos(0)) == 1
    with pytest.raises(RuleError, match="no equities by combo"):
        (a + simulated(4, 1, 5, 2)).combos(0)


def test_merging_refuses() -> None:
    a = simulated(4, 1, 5, 1)
    for other, text in [
        (simulated(4, 1, 5, 1), "both runs used seed 1"),
        (simulated(4, 1, 5, (3, 1)), "both runs used seed 1"),
        (heads_up(4, 1, 5), "exact"),
        (simulated(4, 1, 5, 2, question="another"), "same question"),
        (simulated(4, 1, 5, 2, question=None), "does not know"),
        (simulated(4, 1, 5, 2, game="omaha"), "same question"),
        (simulated(4, 1, 5, 2, rules={"jokers": 1}), "same question"),
        (1, "cannot add int"),
        (None, "cannot add NoneType"),
        (odds_simulated(2), "same question"),
    ]:
        with pytest.raises(RuleError, match=text):
            _ = a + other
    with pytest.raises(RuleError, match="exact"):
        _ = heads_up(4, 1, 5) + a


def test_merging_beyond_32_bits_adds_integers() -> None:
    big = 2**61 + 1  # no float64 holds this
    r = simulated(big, 3, big, 1) + simulated(1, 2**33, 1, 2)
    assert r.wins.tolist() == [big + 1, big + 1]
    assert r.ties.tolist() == [2**33 + 3] * 2
    assert r.deals == 2 * big + 3 + 2 + 2**33
    assert r.equity == pytest.approx([0.5, 0.5], abs=1e-15)
    assert r.stderr == pytest.approx([0.5 / math.sqrt(r.deals)] * 2, rel=1e-6)
    assert r.to_dict()["players"][0]["wins"] == big + 1


triples = st.tuples(*[st.integers(0, 2**60)] * 3)


@settings(max_examples=50, deadline=None)
@given(triples, triples, triples)
def test_merging_is_associative(x: Any, y: Any, z: Any) -> None:
    a, b, c = (simulated(*t, seed) for seed, t in enumerate((x, y, z)))
    left, right = (a + b) + c, a + (b + c)
    assert left.seed == right.seed == (0, 1, 2)
    assert left.deals == right.deals == sum(x) + sum(y) + sum(z)
    assert left.tally["shares"].tolist() == right.tally["shares"].tolist()
    assert (c + b + a).tally["shares"].tolist() == left.tally["shares"].tolist()


def test_merging_with_side_pots() -> None:
    pots = side_pots([1, 2, 3, 3])
    rng = np.random.default_rng(2)
    deals = [tuple(rng.integers(0, 4, 4).tolist()) for _ in range(60)]
    common = {"hands": ("a", "b", "c", "d"), "pots": pots}
    whole = Equity(**SIMULATED, deals=60, tally=tally_of(deals, 4, pots), **common)
    parts = [
        Equity(**{**SIMULATED, "seed": seed}, deals=20, tally=tally_of(part, 4, pots), **common)
        for seed, part in enumerate((deals[:20], deals[20:40], deals[40:]))
    ]
    merged = parts[0] + parts[1] + parts[2]
    assert merged.chips == pytest.approx(whole.chips)
    assert merged.chips_stderr == pytest.approx(whole.chips_stderr)


# Odds


def odds_simulated(seed: int) -> Odds:
    values = {**SIMULATED, "seed": seed}
    tally = {"counts": counts(*[70, 30, 0])}
    return Odds(**values, deals=100, categories=("low", "mid", "high"), tally=tally)


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


# Matches and sessions


def match(games: list[list[tuple[int, ...]]], seed: int = 1, **changes: Any) -> Match:
    """Games as groups of seats from the first place down."""
    seats = sum(map(len, games[0]))
    groups = np.zeros((seats, seats, seats + 1), dtype=np.int64)
    for game in games:
        place = 0
        for group in game:
            for seat in group:
                groups[seat, place, len(group)] += 1
            place += len(group)
    tally = {
        "groups": groups,
        "length": np.bincount([10 + i for i in range(len(games))], minlength=20),
        "unfinished": counts(1),
        "cycles": np.array(1),
    }
    values = {**SIMULATED, "seed": seed, "deals": len(games), "tally": tally, **changes}
    return Match(**values)


GAMES: list[list[tuple[int, ...]]] = [
    [(0,), (1,), (2,)],
    [(0, 1), (2,)],
    [(2,), (0, 1)],
    [(0, 1, 2)],
    [(0,), (2,), (1,)],
]


def test_long_ranges_are_counted_where_they_are_shown() -> None:
    from equity import Range, holdem

    most = Range("random").without(1)
    r = holdem.equity(most, "AhKh", deals=100, seed=1)
    for shown in (repr(r), r._repr_html_()):
        assert "1,275 hands" in shown
        assert "AhKh" in shown
    assert r.to_dict()["players"][0]["hand"] == str(most)


def test_a_fixed_length_is_one_number() -> None:
    from equity import five_card

    assert "  length: 3 rounds\n" in repr(five_card.play(players=2, rounds=3, deals=20, seed=1))


def test_match_places_are_shared() -> None:
    m = match(GAMES)
    third = Fraction(1, 3)
    expected = [
        [1 + Fraction(1, 2) + third + 1, Fraction(1, 2) + Fraction(1, 2) + third, third],
        [Fraction(1, 2) + third, 1 + Fraction(1, 2) + Fraction(1, 2) + third, third],
        [1 + third, third + 1, 1 + 1 + third],
    ]
    expected[0][2] += Fraction(1, 2)
    expected[1][2] += Fraction(1, 2) + 1
    assert m.places == pytest.approx(np.array(expected, dtype=float) / 5)
    assert m.places.sum(axis=0) == pytest.approx([1, 1, 1])
    assert m.places.sum(axis=1) == pytest.approx([1, 1, 1])
    assert m.win.tolist() == m.places[:, 0].tolist()
    sample = [1, 0.5, 0, 1 / 3, 1, 1, 0]
    assert m.stderr[0] == pytest.approx(np.std(sample, ddof=1) / math.sqrt(7))
    assert m.unfinished == 0.2
    assert m.cycles == 0.2
    assert m.length.mean == 12
    assert m.length.quantiles[0.5] == 12
    out = json.loads(json.dumps(m.to_dict()))
    assert out["seats"][0]["win"] == pytest.approx(m.win[0])
    assert out["length"]["quantiles"]["0.5"] == 12
    assert out["length"]["histogram"] == [[10 + i, 1] for i in range(5)]
    with pytest.raises(ValueError, match="read-only"):
        m.places[0, 0] = 1


def test_matches_merge() -> None:
    m = match(GAMES[:2], 1) + match(GAMES[2:], 2)
    assert m.places == pytest.approx(match(GAMES).places)
    assert m.length.histogram[1].tolist() == [2, 2, 1]
    exact = match([[(0,), (1,)]], method="exact", seed=None, labels=("random", "sensible"))
    assert exact.stderr.tolist() == [0, 0]
    assert exact.win.tolist() == [1, 0]
    assert exact.to_dict()["seats"][1]["label"] == "sensible"
    with pytest.raises(RuleError, match="1 labels for 2 seats"):
        match([[(0,), (1,)]], labels=("x",))
    with pytest.raises(RuleError, match="groups and length"):
        Match(**EXACT, deals=1)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=40), st.sampled_from([0, 5, 50, 95, 100]))
@settings(max_examples=60, deadline=None)
def test_quantiles(sample: list[int], percent: int) -> None:
    d = Distribution(np.arange(31), np.bincount(sample, minlength=31))
    got = d.quantile(percent / 100)
    order = sorted(sample)
    # The smallest value that at least q of the sample does not exceed, in whole numbers.
    needed = max(1, -(-percent * len(order) // 100))
    assert got == order[needed - 1]
    assert d.mean == pytest.approx(np.mean(sample))


def test_quantiles_survive_rounding() -> None:
    assert 0.07 * 100 > 7  # which would pass the seventh value
    assert Distribution(np.arange(100), np.ones(100, dtype=np.int64)).quantile(0.07) == 6


def test_distribution() -> None:
    d = Distribution(np.array([0.0, 10.0]), counts(1, 1), total=13.0)
    assert d.mean == 6.5  # exact although the values are bins
    assert math.isnan(Distribution(np.array([1.0]), counts(0)).mean)
    assert math.isnan(Distribution(np.array([1.0]), counts(0)).quantile(0.5))
    assert "mean=6.5" in repr(d)
    again = pickle.loads(pickle.dumps(d))
    assert again.to_dict() == d.to_dict()
    with pytest.raises(ValueError, match="read-only"):
        again.counts[0] = 9
    for q in (-0.1, 1.1, math.nan, True, "0.5"):
        with pytest.raises(RuleError, match="quantile is"):
            d.quantile(q)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="as many counts"):
        Distribution(np.array([1.0]), counts(1, 2))


def session(seed: int = 1, ruined: int = 3) -> Session:
    final = [ruined, 0, 10 - ruined]
    tally = {
        "ruined": counts(ruined),
        "final": counts(*final),
        "drawdown": counts(0, 10 - ruined, ruined),
        "rounds": counts(0, 0, ruined, 10 - ruined),
    }
    values = {**SIMULATED, "seed": seed}
    return Session(**values, deals=10, bankroll=1.0, money_step=0.5, tally=tally)


def test_session() -> None:
    s = session(1, 3) + session(2, 5)
    assert s.ruin == 0.4
    padded = [1.0] * 9 + [0.0] * 13
    assert s.stderr == pytest.approx(np.std(padded, ddof=1) / math.sqrt(22))
    assert s.final.mean == pytest.approx(0.6)
    assert s.final.quantiles == {0.05: 0.0, 0.25: 0.0, 0.5: 1.0, 0.75: 1.0, 0.95: 1.0}
    assert s.drawdown.mean == pytest.approx(0.4 * 1 + 0.6 * 0.5)
    assert s.rounds.mean == pytest.approx(2.6)
    out = json.loads(json.dumps(s.to_dict()))
    assert out["seats"][0]["ruin"] == 0.4
    assert out["seats"][0]["final"]["mean"] == pytest.approx(0.6)
    assert "ruin: 0.400000" in repr(s)
    with pytest.raises(RuleError, match="drawdown, rounds"):
        Session(
            **SIMULATED,
            deals=1,
            bankroll=1.0,
            tally={"ruined": counts(1), "final": counts(1)},
        )


def test_amounts_counted_together() -> None:
    """A cell with one amount is that amount, one with several their mean."""
    tally = {
        "ruined": counts(0),
        "final": counts(3, 0, 4),
        "final_sum": counts(3 * 7, 0, 21 + 22 + 22 + 25),  # tenths of a chip
        "drawdown": counts(7),
        "rounds": counts(0, 7),
    }
    about = {**SIMULATED, "deals": 7, "bankroll": 1.0, "money_step": 1.0, "money_scale": 10}
    s = Session(**about, tally=tally)
    assert s.final.histogram[0].tolist() == [0.7, 2.25]
    assert s.final.quantile(0.3) == 0.7
    assert s.final.mean == pytest.approx((2.1 + 9) / 7)


# Ranks and costs


@pytest.mark.parametrize(
    ("category", "hand", "words"),
    [
        ("high card", "AsKd9h5c2s", "high card, ace-king-nine-five-two"),
        ("one pair", "KsKdAh9c4s", "one pair, kings with ace-nine-four"),
        ("one pair", "6s6dAh", "one pair, sixes with ace"),
        ("two pair", "KsKd9h9cAs", "two pair, kings and nines with ace"),
        ("three of a kind", "9s9d9hAcKs", "three of a kind, nines with ace-king"),
        ("three of a kind", "9s9d9h", "three of a kind, nines"),
        ("straight", "5s4d3h2cAs", "straight, five high"),
        ("straight", "9s8d7h6cAs", "straight, nine high"),
        ("straight", "AsKdQhJcTs", "straight, ace high"),
        ("straight", "3s2dAh", "straight, three high"),
        ("flush", "AsKs9s5s2s", "flush, ace-king-nine-five-two"),
        ("full house", "KsKdKh9c9s", "full house, kings over nines"),
        ("full house", "3s3d3hAcAs", "full house, threes over aces"),
        ("four of a kind", "2s2d2h2cAs", "four of a kind, twos with ace"),
        ("straight flush", "9s8s7s6s5s", "straight flush, nine high"),
        ("royal flush", "AsKsQsJsTs", "royal flush"),
        ("four-card 7", "7s5d3hAc", "four-card 7"),
        ("one pair", "AsKd9h5cJk", "one pair, aces with king-nine-five"),
        ("three of a kind", "9s9dAh5cJk", "three of a kind, nines with ace-five"),
        ("straight", "9s8d7h6cJk", "straight, ten high"),
        ("straight", "5s4d2hAcJk", "straight, five high"),
        ("full house", "KsKd9h9cJk", "full house, kings over nines"),
        ("flush", "AsQs9s5sJk", "flush, ace-king-queen-nine-five"),
        ("five of a kind", "AsAdAhAcJk", "five of a kind, aces"),
        ("four of a kind", "9s9dAhJkJk", "four of a kind, nines with ace"),
    ],
)
def test_words(category: str, hand: str, words: str) -> None:
    names = [hand[i : i + 2] for i in range(0, len(hand), 2)]
    cards, jokers = [], iter((52, 53))
    for name in names:
        cards.append(next(jokers) if name == "Jk" else card(name))
    assert Rank(category, 1, tuple(cards)).words == words


def test_rank() -> None:
    a = Rank("one pair", 20, (50, 49, 3), percentile=0.5)
    b = Rank("one pair", 20, (51, 48, 3))
    c = Rank("flush", 30)
    assert a == b
    assert hash(a) == hash(b)
    assert c > a
    assert max(a, c) is c
    assert sorted([c, a]) == [a, c]
    assert a.cards == (50, 49, 3)
    assert a.text == "AhAd2s"
    assert str(a) == "one pair, aces with two (AhAd2s)"
    assert Rank("one pair", 1, description="a pair").words == "a pair"
    assert json.loads(json.dumps(a.to_dict())) == {
        "category": "one pair",
        "strength": 20,
        "cards": "AhAd2s",
        "words": "one pair, aces with two",
        "percentile": 0.5,
    }
    assert pickle.loads(pickle.dumps(a)) == a
    assert type(Rank("x", np.uint16(3)).strength) is int  # type: ignore[arg-type]


def test_cost() -> None:
    cost = Cost("exact", 1712304, 5 * 10**6, 0.002)
    assert json.loads(json.dumps(cost.to_dict()))["steps"] == 5 * 10**6
    assert cost == Cost("exact", 1712304, 5 * 10**6, 0.002)


# The family


def family() -> list[Result]:
    bet = Bet(win=0.5, lose=0.5, ev=Fraction(-1, 7))
    return [
        heads_up(40, 10, 50),
        simulated(40, 10, 50, 7, pots=side_pots([5, 5])),
        odds_simulated(1),
        Decision(
            **EXACT, deals=1, choices=(Action(label="a", becomes={"flush": 0.2}), Action(label="b"))
        ),
        Edge(**EXACT, deals=1, bets={"bet": bet}),
        match(GAMES, labels=("a", "b", "c")),
        session(),
    ]


@pytest.mark.parametrize("result", family(), ids=lambda r: type(r).__name__)
def test_every_result_is_shown_and_kept(result: Result) -> None:
    out = result.to_dict()
    assert list(out)[:6] == ["game", "rules", "method", "deals", "seed", "elapsed"]
    assert json.loads(json.dumps(out, allow_nan=False)) == out
    lists = {"players", "actions", "categories", "bets", "seats"} & set(out)
    assert len(lists) == 1
    assert pickle.loads(pickle.dumps(result)).to_dict() == out
    shown = repr(result)
    assert f"{type(result).__name__}: holdem" in shown
    assert result.method in shown
    assert ("seed 1" in shown or "seed 7" in shown) == (not result.exact)
    assert ("stderr" in shown) == (not result.exact)
    assert str(result) == shown
    assert result._repr_html_().startswith("<table>")
    frame = result.to_frame()
    assert len(frame) == len(out[lists.pop()])


def test_json_of_an_equity_player() -> None:
    out = heads_up(40, 10, 50).to_dict()
    names = ["hand", "equity", "win", "tie", "tie_share", "stderr", "wins", "ties", "losses"]
    assert list(out["players"][0]) == names
    assert out["winners"] == {"1": 0.9, "2": 0.1}
    assert out["seed"] is None
    assert out["partial"] is False


def test_rules_are_shown_and_kept() -> None:
    class Rules(Mapping[str, object]):
        changed: Mapping[str, object] = {"jokers": 1}

        def __getitem__(self, name: str) -> object:
            return {"jokers": 1, "pay": {"pair": Fraction(1, 2)}, "order": ("a", "b")}[name]

        def __iter__(self) -> Any:
            return iter(("jokers", "pay", "order"))

        def __len__(self) -> int:
            return 3

    r = heads_up(1, 0, 1, rules=Rules(), partial=True, board="2c7d9h", dead="As")
    assert "rules: jokers=1\n" in repr(r)
    assert "board: 2c7d9h" in repr(r)
    assert "partial" in repr(r)
    out = json.loads(json.dumps(r.to_dict()))
    assert out["rules"] == {"jokers": 1, "pay": {"pair": 0.5}, "order": ["a", "b"]}
    assert (out["board"], out["dead"], out["partial"]) == ("2c7d9h", "As", True)
    assert "rules: jokers=0" in repr(heads_up(1, 0, 1))


def test_nothing_dealt_is_no_number() -> None:
    r = heads_up(0, 0, 0, **SIMULATED, partial=True)
    assert np.isnan(r.equity).all()
    assert json.dumps(r.to_dict(), allow_nan=False)
    assert "partial" in repr(r)
    zero = counts(0, 0)
    d = Decision(
        **SIMULATED,
        deals=0,
        choices=(Action(label="a"), Action(label="b")),
        tally={"sums": zero, "squares": zero},
    )
    tally = {"sums": zero[:1], "squares": zero[:1], "outcomes": counts([0, 0, 0])}
    e = Edge(**SIMULATED, deals=0, bets={"bet": Bet()}, tally=tally)
    for result in (d, e):
        assert math.isnan(result.to_frame()["ev"][0])
        assert json.dumps(result.to_dict(), allow_nan=False)


def test_html_and_rich_escape() -> None:
    r = heads_up(1, 0, 1, hands=("[50]AKs[/50]<b>", "x" * 100))
    assert "&lt;b&gt;" in r._repr_html_()
    assert "<b>" not in r._repr_html_()
    assert "..." in repr(r)
    console = pytest.importorskip("rich.console")
    with open("/dev/null" if sys.platform != "win32" else "nul", "w", encoding="utf-8") as sink:
        screen = console.Console(record=True, width=300, file=sink)
        for result in (r, *family()):
            screen.print(result)
    text = screen.export_text()
    assert "[50]AKs[/50]<b>" in text
    assert "Session: holdem" in text


def test_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = heads_up(40, 10, 50).to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["equity"].tolist() == [0.45, 0.55]
    assert frame["wins"].tolist() == [40, 50]
    assert match(GAMES).to_frame()["places_1"].tolist() == pytest.approx(match(GAMES).win.tolist())
    assert session().to_frame()["final_mean"].tolist() == pytest.approx([0.7])
    assert combos(("AsAh", 1.0, 0.5)).to_frame()["cards"].tolist() == ["AsAh"]
    edge = Edge(**EXACT, deals=1, bets={"bet": Bet(ev=Fraction(1, 4))})
    assert edge.to_frame()["ev"].dtype == float


@pytest.fixture
def axes() -> Any:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    _, ax = pyplot.subplots()
    yield ax
    pyplot.close("all")


@pytest.mark.parametrize("result", family(), ids=lambda r: type(r).__name__)
def test_every_result_is_drawn(result: Result, axes: Any) -> None:
    assert result.plot(ax=axes) is axes
    assert axes.has_data()
    assert axes.get_title()
    assert result.plot() is not axes
    with pytest.raises(RuleError, match="no plot 'pie' here; there are"):
        result.plot("pie")
    with pytest.raises(RuleError, match="takes no colour"):
        result.plot(colour="red")


def test_named_plots(axes: Any) -> None:
    assert match(GAMES).plot("length", ax=axes) is axes
    assert match(GAMES).plot(axes) is axes
    for kind in ("final", "drawdown", "rounds"):
        assert session().plot(kind).get_xlabel()
    held = combos(("AsAh", 1.0, 0.8), ("AsKs", 1.0, 0.6))
    r = heads_up(5, 1, 4, by_combo=[None, held])
    drawn = r.plot("grid", seat=1, ax=axes)
    texts = [text.get_text() for text in drawn.texts]
    assert texts[:2] == ["AA\n80", "AKs\n60"]
    assert texts[13] == "AKo"
    with pytest.raises(RuleError, match="no equities by combo"):
        r.plot("grid")


def test_bars_have_the_right_length(axes: Any) -> None:
    ax = heads_up(40, 10, 50).plot(ax=axes)
    assert [bar.get_width() for bar in ax.containers[0]] == [0.45, 0.55]
    assert [bar.get_width() for bar in ax.containers[1]] == [0.4, 0.5]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["AA", "KK"]


@pytest.mark.parametrize(
    ("library", "call", "text"),
    [
        ("pandas", "to_frame", 'pip install "card-equity\\[pandas\\]"'),
        ("matplotlib", "plot", 'pip install "card-equity\\[plot\\]"'),
        ("rich", "__rich__", "pip install rich"),
    ],
)
def test_missing_library_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, library: str, call: str, text: str
) -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] == library:
            monkeypatch.delitem(sys.modules, name)

    class Missing:
        def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
            if name.partition(".")[0] == library:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    with pytest.raises(ImportError, match=text):
        getattr(heads_up(1, 0, 1), call)()


def test_importing_results_brings_nothing_heavy() -> None:
    heavy = "pandas matplotlib rich numba typer tqdm statistics html fractions equity.display"
    code = (
        "import numpy, sys; before = set(sys.modules); import equity.results;"
        f"print([m for m in {heavy.split()!r} if m in set(sys.modules) - before])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
