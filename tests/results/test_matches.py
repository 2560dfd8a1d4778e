"""Matches, sessions, distributions, ranks and costs as results."""

from __future__ import annotations

import json
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.errors import RuleError
from equity.results import (
    Cost,
    Distribution,
    Match,
    Rank,
    Session,
)
from tests.results.made_results import EXACT, GAMES, SIMULATED, card, counts, match, session


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
