"""Pots split between a high and a low hand, on boards and by street, against slow loops."""

from __future__ import annotations

import itertools
import json
import pickle
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import equity
from equity import (
    courchevel,
    courchevel_hi_lo,
    holdem,
    holdem_hi_lo,
    omaha_five_hi_lo,
    omaha_hi_lo,
    omaha_six_hi_lo,
    seven_card_stud_hi_lo,
)
from equity.cli.main import main
from equity.errors import CardError, RuleError
from equity.rankings.lows import ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_LOW
from equity.rankings.ranking import Ranking
from equity.showdown.game import Showdown
from equity.showdown.hands import Hands, HandSweep
from equity.showdown.plan import plan
from equity.showdown.spec import Deal, Pot, Use
from tests.oracles import lows as oracle
from tests.oracles import showdown as naive

HIGH, EIGHT = naive.best, oracle.negative("eight")
ANY = [oracle.any_five(HIGH), oracle.any_five(EIGHT)]
TWO = [oracle.two_of_hole(HIGH), oracle.two_of_hole(EIGHT)]


def parts_of(game: Any, hands: Sequence[str], board: str, dead: str, **more: Any) -> Any:
    """Deal by deal, from the rules."""
    known = [naive.cards(hand.replace("/", "")) for hand in hands]
    return oracle.split_equity(
        known,
        TWO if game.use else ANY,
        game.hole,
        naive.cards(board),
        game.board,
        naive.cards(dead),
        **more,
    )


SPOTS = [
    # no low can come
    (holdem_hi_lo, ["AsKs", "QdJd"], "KhKdQc", ""),
    # the same low, quarters
    (holdem_hi_lo, ["As2s", "Ad2c", "KsKh"], "3d6c8h", ""),
    (holdem_hi_lo, ["As2s", "Ad3c"], "2d6c8h7s", "KsKh"),
    # the board's low and high: everybody shares
    (holdem_hi_lo, ["KsQs", "KdQd", "KhQh"], "As2d3c4h5s", ""),
    # sixths
    (omaha_hi_lo, ["As2hTcTd", "Ad2cJsJh", "Ah2dKsQh", "KcKhQcQd"], "3d6c8h", ""),
    # counterfeited: the two comes
    (omaha_hi_lo, ["As2hKcTd", "Ad3cJsJh"], "2d6c8h", "4s4h5c"),
    # flushes
    (omaha_hi_lo, ["As2sKcTd", "KsQsJhTh"], "3s6s8h", ""),
    (omaha_five_hi_lo, ["As2h3cTdTh", "KsKhQsQhJc"], "4d6c8h9s", ""),
    (omaha_six_hi_lo, ["As2h3cTdThKd", "KsKhQsQhJc7d"], "4d6c8h9s", "4s4h4c"),
    (courchevel_hi_lo, ["As2h3cTdTh", "KsKhQsQhJc"], "4d6c8h9s", ""),
    (seven_card_stud_hi_lo, ["As2h/3cTdTh9d", "KsKh/QsQhJc7d"], "", ""),
    (seven_card_stud_hi_lo, ["As2s/3s4d5d8d6c", "Ac2c/3c4h5h8h"], "", ""),
]


@pytest.mark.parametrize(("game", "hands", "board", "dead"), SPOTS)
def test_split_pots_are_the_loop(game: Any, hands: list[str], board: str, dead: str) -> None:
    question: dict[str, Any] = {"dead": dead} | ({"board": board} if board else {})
    deals, parts, outcomes = parts_of(game, hands, board, dead)
    exact = game.equity(*hands, **question, method="exact")
    seats = range(len(hands))

    def chance(share: Fraction | None = None) -> Any:
        """The chance of such a share of the pot, or of some of it."""
        return pytest.approx(
            [
                sum(
                    times
                    for (at, won), times in outcomes.items()
                    if at == seat and (0 < won < 1 if share is None else won == share)
                )
                / deals
                for seat in seats
            ],
            abs=1e-14,
        )

    assert exact.deals == deals
    high, low = ([float(share) for share in part] for part in parts)
    assert exact.high == pytest.approx(high, abs=1e-14)
    assert exact.low == pytest.approx(low, abs=1e-14)
    assert exact.parts["high"].tolist() == exact.high.tolist()
    assert exact.parts["low"].tolist() == exact.low.tolist()
    assert exact.equity == pytest.approx(np.add(high, low), abs=1e-14)
    assert exact.scoop.tolist() == exact.win.tolist()
    assert exact.scoop == chance(Fraction(1))
    assert exact.three_quarters == chance(Fraction(3, 4))
    assert exact.quarter == chance(Fraction(1, 4))
    assert exact.tie == chance()
    assert (exact.wins + exact.ties + exact.losses == deals).all()
    assert sum(exact.winners.values()) == pytest.approx(1)
    simulated = game.equity(*hands, **question, deals=40_000, seed=3)
    assert (abs(simulated.equity - exact.equity) < 4 * simulated.stderr).all()
    for name in ("high", "low", "scoop", "three_quarters", "quarter"):
        right = getattr(exact, name)
        room = 4 * np.sqrt(right * (1 - right) / 40_000) + 1e-9
        assert (abs(getattr(simulated, name) - right) < room).all(), name
    for number, right in exact.winners.items():
        assert simulated.winners[number] == pytest.approx(right, abs=0.012)


def test_quarters_and_sixths_of_a_finished_hand() -> None:
    """By hand."""
    r = omaha_hi_lo.equity(
        "As2hTcTd", "Ad2cJsJh", "Ah2dKsKh", "QcQdQs9d", board="3d6c8hKcKd", method="exact"
    )
    # four kings take the high half; three share the low.
    assert r.equity == pytest.approx([1 / 6, 1 / 6, 1 / 2 + 1 / 6, 0])
    r = omaha_hi_lo.equity("As2h9c9d", "Ad2c9s9h", "KsKhQcQd", board="3d6c8hTcJd", method="exact")
    assert r.equity == pytest.approx([1 / 4, 1 / 4, 1 / 2])
    assert r.quarter.tolist() == [1, 1, 0]
    assert r.three_quarters.tolist() == [0, 0, 0]
    r = omaha_hi_lo.equity("As2hKcTd", "Ad2cKsQh", board="3d6c8hKhQd", method="exact")
    assert r.three_quarters.tolist() == [0, 1]
    r = omaha_hi_lo.equity("AsAhKsQs", "7c8c9d9h", board="KhKdQcJdJs", method="exact")
    assert (r.equity.tolist(), r.low.tolist(), r.scoop.tolist()) == ([1, 0], [0, 0], [1, 0])


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        (omaha_hi_lo, ["As2hTcTd", "Ad3cJsJh", "KsKhQcQd"], "3d6c8h9s"),
        (holdem_hi_lo, ["As2h", "Ad3c", "KsKh"], "3d6c8h9s"),
        (seven_card_stud_hi_lo, ["As2hTcTd3d6c8h", "Ad3cJsJh4s5c", "KsKhQcQd8s7c"], ""),
    ],
)
def test_side_pots_of_halves(game: Any, hands: list[str], board: str) -> None:
    question: dict[str, Any] = {"stacks": [100, 300, 200], "pot": 60}
    question |= {"board": board} if board else {}
    main_pot = parts_of(game, hands, board, "")[1]
    side = parts_of(game, hands, board, "", eligible=[1, 2])[1]
    exact = game.equity(*hands, **question, method="exact")
    right = [
        float(360 * sum(part[seat] for part in main_pot) + 200 * sum(part[seat] for part in side))
        for seat in range(3)
    ]
    right[1] += 100  # nobody else can win it
    assert exact.chips == pytest.approx(right, abs=1e-9)
    simulated = game.equity(*hands, **question, deals=40_000, seed=5)
    assert (abs(simulated.chips - exact.chips) < 4 * simulated.chips_stderr).all()


@pytest.mark.parametrize(
    ("game", "first", "others", "board"),
    [
        (holdem_hi_lo, ("AhAd", "7s6s", "As2s"), ["KdKc", "8h7h"], "2c9d6h"),
        (omaha_hi_lo, ("AhAd2c3c", "7s6s5s4s"), ["KdKcQdQh"], "2d9d6h8s"),
        (seven_card_stud_hi_lo, ("AhAd2c3c5h", "7s6s5s4s9c"), ["KdKcQdQhJd8c"], ""),
    ],
)
def test_ranges_are_the_mean_of_their_hands(
    game: Any, first: tuple[str, ...], others: list[str], board: str
) -> None:
    question: dict[str, Any] = {"method": "exact"} | ({"board": board} if board else {})
    weights = (1, 0.25, 0.5)[: len(first)]
    text = ", ".join(f"{hand}:{weight}" for hand, weight in zip(first, weights, strict=True))
    together = game.equity(text, *others, **question)
    alone = [game.equity(hand, *others, **question) for hand in first]
    for name in ("equity", "high", "low", "scoop", "three_quarters", "quarter", "tie"):
        of_each = [getattr(one, name) for one in alone]
        by_weight = [one.deals * weight for one, weight in zip(alone, weights, strict=True)]
        mean = np.average(of_each, axis=0, weights=by_weight)
        assert getattr(together, name) == pytest.approx(mean, abs=1e-13), name
    plain = game.equity(", ".join(first), *others, **question)
    mean = np.average([one.equity for one in alone], axis=0, weights=[one.deals for one in alone])
    assert plain.equity == pytest.approx(mean, abs=1e-13)
    simulated = game.equity(text, *others, **{**question, "method": "auto"}, deals=60_000, seed=1)
    assert (abs(simulated.equity - together.equity) < 4 * simulated.stderr).all()
    if board:
        combos = together.combos(0)
        shares = dict(zip([combo.cards for combo in combos], combos.equity, strict=True))
        assert len(shares) == len(first)
        for hand, one in zip(first, alone, strict=True):
            found = next(share for text, share in shares.items() if set_of(text) == set_of(hand))
            assert found == pytest.approx(one.equity[0], abs=1e-13)


def set_of(hand: str) -> frozenset[int]:
    return frozenset(naive.cards(hand))


def test_two_ranges_of_holdem_hi_lo() -> None:
    """All pairs of combos, and the suits relabelled."""
    board = "2c7d8h"
    one = holdem_hi_lo.equity("A3s, 99", "KK, A4s", board=board, method="exact")
    other = holdem_hi_lo.equity("KK, A4s", "A3s, 99", board="2d7h8c", method="exact")
    assert one.deals == other.deals
    assert one.equity == pytest.approx(other.equity[::-1], abs=1e-14)
    sums, deals = np.zeros(2), 0
    pairs = [("A3s", "KK"), ("A3s", "A4s"), ("99", "KK"), ("99", "A4s")]
    for first, second in pairs:
        part = holdem_hi_lo.equity(first, second, board=board, method="exact")
        sums += part.equity * part.deals
        deals += part.deals
    assert (one.equity, one.deals) == (pytest.approx(sums / deals, abs=1e-13), deals)


@pytest.mark.parametrize("game", [holdem_hi_lo, omaha_hi_lo, seven_card_stud_hi_lo])
def test_random_hands_split_the_pot_evenly(game: Any) -> None:
    r = game.equity(players=4, deals=200_000, seed=1)
    assert (abs(r.equity - 0.25) < 4 * r.stderr).all()
    assert r.equity.sum() == pytest.approx(1)


def test_many_seats() -> None:
    """More than are counted by sets of winners; from the rules on the turn."""
    hands = ["As2h", "Ad3c", "KsKh", "QsQh", "5s4s", "7d7h"]
    deals, parts, _ = parts_of(holdem_hi_lo, hands, "3d6c8h9s", "")
    exact = holdem_hi_lo.equity(*hands, board="3d6c8h9s", method="exact")
    assert exact.deals == deals
    assert exact.high == pytest.approx([float(share) for share in parts[0]], abs=1e-14)
    assert exact.low == pytest.approx([float(share) for share in parts[1]], abs=1e-14)


def test_seats_permuted() -> None:
    hands = ["As2hTcTd", "Ad3cJsJh", "KsKhQcQd"]
    one = omaha_hi_lo.equity(*hands, board="3d6c8h", method="exact")
    other = omaha_hi_lo.equity(*hands[::-1], board="3d6c8h", method="exact")
    assert (one.tally["joint"] == other.tally["joint"][:, ::-1]).all()


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        (omaha_hi_lo, ["As2hTcTd", "Ad3cJsJh"]),
        (omaha_hi_lo, ["As2hTcTd", "random", "random"]),
        (holdem_hi_lo, ["A2s", "random"]),
        (seven_card_stud_hi_lo, ["As2h3c", "random"]),
    ],
)
def test_counts_do_not_depend_on_chunks_and_threads(game: Any, hands: list[str]) -> None:
    one = game.equity(*hands, deals=700_000, seed=9)
    with ThreadPoolExecutor(2) as pool:
        two = game.equity(*hands, deals=700_000, seed=9, executor=pool)
    assert (one.tally["joint"] == two.tally["joint"]).all()
    assert one.tally["joint"][0, 0].sum() == 700_000


def test_the_high_half_is_the_game_without_a_low() -> None:
    """Where nobody can have a low the answers are those of the high game, count by count."""
    one = holdem_hi_lo.equity("AsKs", "QdJd", board="KhKdQc", method="exact")
    other = holdem.equity("AsKs", "QdJd", board="KhKdQc", method="exact")
    assert one.wins.tolist() == other.wins.tolist()
    assert one.low.tolist() == [0, 0]
    assert other.parts["high"].tolist() == other.equity.tolist()
    assert other.low is None


def test_without_a_qualifier() -> None:
    game = seven_card_stud_hi_lo.with_rules(qualifier="none")
    hands = ["As2h3cTdTh9dKd", "KsKhQsQhJc7d"]
    known = [naive.cards(hand) for hand in hands]
    rules = [oracle.any_five(HIGH), oracle.any_five(oracle.negative("A-5"))]
    deals, parts, _ = oracle.split_equity(known, rules, 7, full=0)
    exact = game.equity(*hands, method="exact")
    assert exact.deals == deals
    assert exact.low == pytest.approx([float(share) for share in parts[1]], abs=1e-14)
    assert exact.low.sum() == pytest.approx(0.5)
    simulated = game.equity(*hands, deals=40_000, seed=1)
    assert (abs(simulated.equity - exact.equity) < 4 * simulated.stderr).all()


STREETS = [
    ("As2h/3c4d9s", "KsKh/7d8dJc"),
    ("As2s/3s4s9s", "Ac2c/3c4c8c"),
    ("AsAh/AdKcKd", "5s4s/3s2s8d"),
]


@pytest.mark.parametrize("hands", STREETS)
def test_stud_from_fifth_street_on_arrays(hands: tuple[str, str]) -> None:
    known = [naive.cards(hand.replace("/", "")) for hand in hands]
    deals, parts, outcomes = oracle.stud_array(
        known, [naive.best_values_array, lambda full: oracle.best_lows_array(full, "eight")]
    )
    exact = seven_card_stud_hi_lo.equity(*hands, method="exact")
    assert exact.deals == deals
    assert exact.high == pytest.approx([float(share) for share in parts[0]], abs=1e-14)
    assert exact.low == pytest.approx([float(share) for share in parts[1]], abs=1e-14)
    for seat in range(2):
        assert exact.wins[seat] == outcomes[seat, Fraction(1)]
        assert exact.quarter[seat] == outcomes[seat, Fraction(1, 4)] / deals
        assert exact.three_quarters[seat] == outcomes[seat, Fraction(3, 4)] / deals


@pytest.mark.parametrize(
    "hands",
    [
        ("As2s3h4c9d, As2s3h4c9h:0.5", "KsKh7d8d5c"),
        ("As2s3h4c9d, As2s3h4c8h", "KsKh7d8d5c:0.3, KsKh7d8d5h"),
        ("As2s3h4c", "AdKh7d8d5c"),
    ],
)
def test_a_sweep_is_what_single_deals_are(hands: tuple[str, str]) -> None:
    """Two ways that count the same, with weights and without."""
    exact = seven_card_stud_hi_lo.equity(*hands, method="exact")
    question, _ = seven_card_stud_hi_lo._question(hands, 0, None, "", "", None, 0)
    way = plan(question)
    assert isinstance(way.job, HandSweep)
    single = Hands(way.settled)
    right = single.count(0, single.units)
    assert right.keys() == exact.tally.keys()
    for name, counts in right.items():
        assert exact.tally[name] == pytest.approx(counts, rel=1e-10), name


def test_stud_from_third_street() -> None:
    """Eighteen milliard deals in a sweep: as simulated, and the two halves add up."""
    exact = seven_card_stud_hi_lo.equity("As2s/3h", "KsKh/7d", method="exact")
    assert exact.deals == 18_265_297_050
    assert (exact.wins + exact.ties + exact.losses == exact.deals).all()
    assert exact.equity.sum() == pytest.approx(1, abs=1e-14)
    simulated = seven_card_stud_hi_lo.equity("As2s/3h", "KsKh/7d", deals=400_000, seed=1)
    assert (abs(simulated.equity - exact.equity) < 4 * simulated.stderr).all()
    high = equity.seven_card_stud.with_rules("western").equity("As2s/3h", "KsKh/7d", method="exact")
    # Who has the better high hand is counted as in the game without a low.
    joint = exact.tally["joint"][0].sum(axis=2)
    assert joint.tolist() == high.tally["shares"][0].tolist()


# ---- what a hand is, and what it becomes ----


@pytest.mark.parametrize(
    ("game", "two"), [(holdem_hi_lo, False), (omaha_hi_lo, True), (omaha_six_hi_lo, True)]
)
def test_strengths_and_ranks_of_both_parts(game: Any, two: bool) -> None:
    generator = np.random.default_rng(3)
    size = game.hole + 5
    hands = np.argsort(generator.random((300, 52)), axis=1)[:, :size].astype(np.uint8)
    found = game.strengths(hands)
    assert found.shape == (300, 2)
    rules = TWO if two else ANY
    values = [
        [rule(row[: game.hole], row[game.hole :]) for rule in rules] for row in hands.tolist()
    ]
    for one, other in zip(range(299), range(1, 300), strict=True):
        for part in range(2):
            ours, theirs = values[one][part], values[other][part]
            assert (found[one, part] == 0) == (ours is None)
            if ours is not None and theirs is not None:
                assert (found[one, part] > found[other, part]) == (ours > theirs)
                assert (found[one, part] == found[other, part]) == (ours == theirs)
    assert game.strength(hands[0].tolist()) == tuple(found[0].tolist())


def test_ranks_in_words() -> None:
    rank = omaha_hi_lo.rank("As2hKcKd", board="3d6c8hKsQd")
    assert rank.category == "three of a kind"
    assert rank.parts is not None
    assert rank.parts["low"].category == "8-6-3-2-A"
    assert rank.parts["low"].text == "8h6c3d2hAs"
    assert "low: 8-6-3-2-A" in str(rank)
    assert rank.to_dict()["parts"]["low"]["words"] == "8-6-3-2-A"
    none = omaha_hi_lo.rank("AsKhKcKd", board="3d6c8hKsQd")
    assert none.parts is not None
    assert (none.parts["low"].category, none.parts["low"].strength) == ("no low", 0)
    assert holdem.rank("AsAh", board="2c3d4h").parts is None


def test_odds_of_each_part() -> None:
    known, board = naive.cards("As2hTcTd"), naive.cards("3d6c9h")
    live = [card for card in naive.DECK if card not in [*known, *board]]
    counts: dict[str, int] = {}
    tops = {3: "five low", 4: "six low", 5: "seven low", 6: "eight low"}
    for more in itertools.combinations(live, 2):
        value = TWO[1](known, [*board, *more])
        name = "no low" if value is None else tops[-value[0]]
        counts[name] = counts.get(name, 0) + 1
    odds = omaha_hi_lo.odds("As2hTcTd", board="3d6c9h", part="low")
    assert odds.counts is not None
    assert {name: times for name, times in odds.counts.items() if times} == counts
    high = omaha_hi_lo.odds("As2hTcTd", board="3d6c9h")
    assert high.counts == equity.omaha.odds("As2hTcTd", board="3d6c9h").counts
    sampled = omaha_hi_lo.odds("As2hTcTd", board="3d6c9h", part="low", deals=50_000, seed=1)
    for name, chance in sampled.probability.items():
        assert chance == pytest.approx(counts.get(name, 0) / sum(counts.values()), abs=0.01)
    # All seven-card hands: those that qualify, by ranks alone.
    seven = seven_card_stud_hi_lo.odds(part="low").counts
    right = oracle.sevens_by_top()
    assert seven is not None
    assert [seven[name] for name in ("five low", "six low", "seven low", "eight low")] == [
        right[top] for top in (3, 4, 5, 6)
    ]


# ---- answers that travel, the command line, bad input ----


def test_answers_travel() -> None:
    r = omaha_hi_lo.equity("As2hTcTd", "Ad3cJsJh", board="3d6c8h", stacks=[50, 50])
    found = json.loads(json.dumps(r.to_dict()))["players"][0]
    for name in ("high", "low", "scoop", "three_quarters", "quarter"):
        assert found[name] == getattr(r, name)[0]
    r = omaha_hi_lo.equity("As2hTcTd", "Ad3cJsJh", board="3d6c8h", deals=1_000, seed=1)
    again = pickle.loads(pickle.dumps(r))
    assert again.equity.tolist() == r.equity.tolist()
    assert again.parts["low"].tolist() == r.parts["low"].tolist()
    assert "scoop" in str(r)
    assert "quarter" in r._repr_html_()
    frame = pytest.importorskip("pandas") and r.to_frame()
    assert frame["low"].tolist() == r.low.tolist()
    assert pickle.loads(pickle.dumps(omaha_hi_lo)).spec == omaha_hi_lo.spec


def test_merged_answers() -> None:
    one, two = (omaha_hi_lo.equity("As2hTcTd", "random", deals=20_000, seed=s) for s in (1, 2))
    both = one + two
    assert (both.tally["joint"] == one.tally["joint"] + two.tally["joint"]).all()
    assert both.equity == pytest.approx((one.equity + two.equity) / 2)


def test_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(line: str) -> str:
        monkeypatch.setattr(sys, "argv", ["equity", *line.split()])
        main()
        return capsys.readouterr().out

    found = json.loads(ask("o8 As2hTcTd Ad2cJsJh KsKhQcQd --board 3d6c8h --json"))
    assert found["players"][0]["equity"] == pytest.approx(805 / 2664, abs=1e-14)
    assert found["players"][0]["quarter"] > 0
    assert "three_quarters" in ask("o8 As2hTcTd Ad2cJsJh --board 3d6c8h")
    assert "eight low" in ask("o8 As2hTcTd --board 3d6c8h --odds --part low")
    assert "8-6-3-2-A" in ask("o8 As2hTcTd --board 3d6c8h --rank")
    assert "0.528" in ask("courchevel AsAhKsKhQd 9c8c7d6d5c --board Tc")


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: courchevel.equity("AsAhKsKhQd", "9c8c7d6d5c"), CardError, "first card is open"),
        (lambda: courchevel_hi_lo.odds("AsAhKsKhQd"), CardError, "first card is open"),
        (lambda: courchevel_hi_lo.cost("AsAhKsKhQd", "random"), CardError, "first card is open"),
        (lambda: holdem.odds("AsAh", part="low"), RuleError, "Texas hold'em has high"),
        (lambda: omaha_hi_lo.odds("AsAhKsKh", part="Low"), RuleError, "high and low"),
        (lambda: omaha_hi_lo.equity("AsAhKs", "9c8c7d6d"), Exception, "3 cards|4"),
        (
            lambda: seven_card_stud_hi_lo.with_rules(qualifier="nine"),
            RuleError,
            "qualifier",
        ),
    ],
)
def test_bad_input(ask: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"pots": (Pot(), Pot(EIGHT_LOW, "low"))}, "nobody takes it"),
        ({"pots": (Pot(), Pot(DEUCE_TO_SEVEN, "low"))}, "do not count"),
        ({"pots": (Pot(), Pot(Ranking(), "low"))}, "goes to a low"),
        ({"pots": (Pot(), Pot(EIGHT_LOW, unclaimed_to="high"))}, "two parts"),
        ({"pots": (Pot(Ranking(jokers=1)), Pot(ACE_TO_FIVE, "low"))}, "no jokers"),
        ({"pots": (Pot(), Pot(ACE_TO_FIVE, "low")), "use": Use(), "deal": Deal(4, 5)}, "an eight"),
        ({"pots": (Pot(), Pot(ACE_TO_FIVE, "low"), Pot(ACE_TO_FIVE, "other"))}, "one part or two"),
    ],
)
def test_what_does_not_go_together_is_refused_when_declared(
    declared: dict[str, Any], message: str
) -> None:
    with pytest.raises(RuleError, match=message):
        Showdown(**{"name": "x", "title": "X", "summary": "x", "deal": Deal(2, 5), **declared})
