"""Equities: numbers, errors, halves, chips, combos, merging."""

from __future__ import annotations

import copy
import json
import math
import pickle
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.errors import RuleError
from equity.results import (
    Combos,
    Equity,
    Pots,
    outcome_shares,
)
from equity.showdown.pots import side_pots
from tests.results.made_results import (
    EXACT,
    SIMULATED,
    combos,
    counts,
    heads_up,
    odds_simulated,
    simulated,
)


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
