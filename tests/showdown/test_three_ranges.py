"""Three ranges board by board, and every combo's own equity, against loops over all matchups."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from equity import holdem, omaha
from equity.errors import CardError, Interrupted, RuleError
from equity.ranges import Range
from equity.results import Combos
from equity.showdown import plan as ways
from equity.showdown.matchups import Matchups
from equity.showdown.question import Settled, _job_of, job_of, settle
from equity.showdown.sweep import Sweep
from tests.oracles import showdown as naive
from tests.parts import slow
from tests.showdown.test_invariants import Spot, check, few, spots

TIGHT = "88+,ATs+,KJs+,QJs,AJo+,KQo"
SUITED = "22+,A9s+,KTs+,QTs+,JTs,T9s,98s,87s,76s,AQo+"
WIDE = "55+,A9s+,KTs+,QTs+,JTs,T9s,98s,ATo+,KQo"
BOARDS = (
    "AsKsQsJsTs",  # a royal flush for all
    "2s2h2d2c7s",
    "Ts9h2h3c4d",
    "AhKd9s9h4c",
    "7h8h9hThKc",
    "QsQhQdJsJh",
    "2s5h8dTcKs",
    "5s6s7h8d9c",
    "AsAhKsKhQd",
    "3h4h6hJhQh",
)
PAIRS = np.array(list(itertools.combinations(range(52), 2)))


def forget() -> None:
    """Forget what was settled and chosen for earlier questions."""
    for kept in (settle, _job_of, ways.plan):
        kept.cache_clear()


def only_sweeps(patch: pytest.MonkeyPatch) -> None:
    """Leave matchups out of the choice."""
    patch.setattr(ways, "matchup_steps", lambda settled: 10**8)
    forget()


def only_matchups(patch: pytest.MonkeyPatch) -> None:
    """Leave sweeps out of the choice."""
    patch.setattr(Sweep, "steps", None)
    forget()


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave matchups out of the choice."""
    only_sweeps(monkeypatch)
    yield
    forget()


@pytest.fixture
def matched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave sweeps out of the choice."""
    only_matchups(monkeypatch)
    yield
    forget()


Weights = dict[int, float]
"""A range: the number of a combo in PAIRS -> its weight."""


def triple_loop(weights: list[Weights], board: list[int]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Go through all triples of disjoint combos: weight and number by seat and winners, 0 to 3."""
    masks = (1 << PAIRS[:, 0]) | (1 << PAIRS[:, 1])
    on_board = sum(1 << card for card in board)
    live = np.flatnonzero(masks & on_board == 0)
    hands = np.concatenate([PAIRS[live], np.tile(board, (len(live), 1))], axis=1)
    value = dict(zip(live.tolist(), naive.best_values_array(hands).tolist(), strict=True))
    first, second, third = ([at for at in seat if at in value] for seat in weights)
    held = np.array(third)
    third_weight = np.array([weights[2][at] for at in third])
    third_value = np.array([value[at] for at in third])
    masses = np.zeros((3, 4), third_weight.dtype)
    deals = np.zeros((3, 4), np.int64)
    for a, b in itertools.product(first, second):
        if masks[a] & masks[b]:
            continue
        fits = masks[held] & (masks[a] | masks[b]) == 0
        worth = weights[0][a] * weights[1][b] * third_weight[fits]
        values = [np.full(len(worth), value[a]), np.full(len(worth), value[b]), third_value[fits]]
        top = np.max(values, axis=0)
        sharing = np.sum([each == top for each in values], axis=0)
        for seat, each in enumerate(values):
            cell = np.where(each == top, sharing, 0)
            deals[seat] += np.bincount(cell, minlength=4)
            for winners in range(4):
                masses[seat, winners] += worth[cell == winners].sum()
    return masses, deals


def random_ranges(kind: str, seed: int) -> list[Weights]:
    """Draw three ranges, weights being whole numbers of thousandths or just 1."""
    source = np.random.default_rng(seed)
    shares = {"some": (0.06, 0.08, 0.3), "uneven": (0.04, 0.1, 0.5), "even": (0.05, 0.1, 0.4)}
    most = 1 if kind == "even" else 1000
    return [
        {int(at): int(source.integers(1, most + 1)) for at in np.flatnonzero(chosen)}
        for chosen in (source.random(1326) < share for share in shares[kind])
    ]


def as_range(weights: Weights, scale: float = 1000) -> Range:
    return Range.from_combos({tuple(PAIRS[at].tolist()): w / scale for at, w in weights.items()})


def question_of(*seats: Any, board: str = "", dead: str = "") -> Any:
    return holdem._question(seats, 0, None, board, dead, None, 0)[0]


def settled_of(*seats: Any, board: str = "", dead: str = "") -> Settled:
    return settle(question_of(*seats, board=board, dead=dead))


@pytest.mark.parametrize("kind", [slow("some"), "uneven", slow("even")])
@pytest.mark.parametrize("board", [*BOARDS[:3], *map(slow, BOARDS[3:])])
def test_a_river_is_the_triple_loop(board: str, kind: str) -> None:
    weights = random_ranges(kind, seed=BOARDS.index(board))
    masses, deals = triple_loop(weights, naive.cards(board))
    seats = [as_range(seat) for seat in weights]
    assert isinstance(ways.plan(question_of(*seats, board=board)).job, Sweep)
    r = holdem.equity(*seats, board=board, method="exact")
    assert r.deals == deals[0].sum()
    assert r.wins.tolist() == deals[:, 1].tolist()
    assert r.ties.tolist() == deals[:, 2:].sum(axis=1).tolist()
    assert r.losses.tolist() == deals[:, 0].tolist()
    total = int(masses[0].sum())
    right = [float(Fraction(int(6 * a + 3 * b + 2 * c), 6 * total)) for _, a, b, c in masses]
    assert r.equity == pytest.approx(right, rel=2e-15)
    assert r.win == pytest.approx(masses[:, 1] / total, rel=2e-15)
    for sharing in (1, 2, 3):
        chance = masses[:, sharing].sum() / sharing / total
        assert r.winners[sharing] == pytest.approx(chance, rel=1e-14, abs=1e-300)


ANY: Weights = dict.fromkeys(range(1326), 1)


@pytest.mark.parametrize("board", ["Ts9h2h3c4d", "QsQhQdJsJh", "Jh5d9h4h3c", "3h4h6hJhQd"])
@pytest.mark.parametrize("hand", ["AhAc, KsKd", "9h8h, AcAs"])
def test_cards_that_can_stand_for_each_other(board: str, hand: str) -> None:
    # Any hand holds the suits of a rank alike: of its combos only some are scored.
    held = [sorted(naive.cards(combo)) for combo in hand.split(",")]
    ours: Weights = {PAIRS.tolist().index(cards): 1 for cards in held}
    _, deals = triple_loop([ours, ANY, ANY], naive.cards(board))
    r = holdem.equity(hand, "random", "random", board=board, method="exact")
    spot = job_of(Sweep, settled_of(hand, "random", "random", board=board)).spot
    assert len(spot.alike) == len(spot.combos)
    assert r.wins.tolist() == deals[:, 1].tolist()
    assert r.ties.tolist() == deals[:, 2:].sum(axis=1).tolist()
    combos = r.combos(1)
    for row in (combos[0], combos[len(combos) // 2], combos[-1]):
        alone = holdem.equity(hand, row.cards, "random", board=board, method="exact")
        assert row.equity == pytest.approx(alone.equity[1], abs=1e-14), row.cards


@pytest.mark.parametrize("board", BOARDS[1:8:3])
def test_weights_that_are_no_multiples_of_a_unit(board: str) -> None:
    drawn = random_ranges("some", seed=99)
    weights = [{at: w * (1 + at / 7919) for at, w in seat.items()} for seat in drawn]
    seats = [as_range(seat, 1200) for seat in weights]
    settled = settled_of(*seats, board=board)
    assert not job_of(Sweep, settled).spot.whole
    assert isinstance(ways.plan(settled.question).job, Sweep)
    masses, deals = triple_loop(weights, naive.cards(board))
    r = holdem.equity(*seats, board=board, method="exact")
    assert r.wins.tolist() == deals[:, 1].tolist()
    shares = masses[:, 1:] @ [1, 1 / 2, 1 / 3]
    assert r.equity == pytest.approx(shares / shares.sum(), rel=1e-12)


@few
@given(spot=spots(seats=(2, 3), board=(4, 5), combos=12))
@pytest.mark.usefixtures("swept")
def test_small_spots_are_the_oracle(spot: Spot) -> None:
    settled = settled_of(
        *map(naive.write, spot.seats), board=naive.names(spot.board), dead=naive.names(spot.dead)
    )
    if any(not seat.is_known for seat in settled.seats):
        assert isinstance(ways.plan(settled.question).job, Sweep)
    check(spot.ask(), spot.oracle())


@pytest.mark.slow
def test_three_ranges_before_the_flop() -> None:
    # Published with the method: 3,008,322,524,592 deals, and 40 million simulated ones agree.
    r = holdem.equity(TIGHT, SUITED, WIDE, method="exact")
    assert r.deals == 3_008_322_524_592
    assert r.equity == pytest.approx([0.365653148, 0.319163314, 0.315183538], abs=5e-10)
    assert (r.wins + r.ties + r.losses == r.deals).all()
    assert r.equity.sum() == pytest.approx(1, abs=1e-14)
    simulated = holdem.equity(TIGHT, SUITED, WIDE, deals=1_000_000, seed=11)
    assert (abs(simulated.equity - r.equity) < 4 * simulated.stderr).all()


def test_three_ranges_on_a_flop_whoever_sits_where() -> None:
    seats = (TIGHT, SUITED, WIDE)
    right = (0.329452120, 0.344265404, 0.326282476)  # as above, equal to the loop over all triples
    answers = {
        order: holdem.equity(*(seats[at] for at in order), board="Ts9h2h", method="exact")
        for order in itertools.permutations(range(3))
    }
    first = answers[0, 1, 2]
    assert first.deals == 1_451_479_491
    for order, r in answers.items():
        assert r.equity == pytest.approx([right[at] for at in order], abs=5e-10)
        assert r.wins.tolist() == first.wins[list(order)].tolist()
        assert r.ties.tolist() == first.ties[list(order)].tolist()
        for seat, at in enumerate(order):
            assert (r.combos(seat).equity == first.combos(at).equity).all()


@pytest.mark.slow
def test_a_hand_and_two_random_ones() -> None:
    r = holdem.equity("AA", "random", "random", method="exact")
    assert r.equity[0] == pytest.approx(0.734352473, abs=5e-10)
    assert r.deals == 6 * 1_894_107_877_200
    assert r.wins[1] == r.wins[2]
    all_hands = holdem.equity("random", "random", "random", method="exact")
    assert all_hands.deals == comb(52, 2) * comb(50, 2) * comb(48, 2) * comb(46, 5)
    assert all_hands.equity.tolist() == pytest.approx([1 / 3] * 3, abs=1e-15)
    grid = all_hands.grid(0)
    assert grid[0, 0] == pytest.approx(r.equity[0], abs=1e-14)
    assert all_hands.combos(0).probability @ all_hands.combos(0).equity == pytest.approx(1 / 3)
    # Three more classes, each on its own.
    for hand, place in (("72o", (12, 7)), ("T9s", (4, 5)), ("A5o", (9, 0))):
        alone = holdem.equity(hand, "random", "random", method="exact")
        assert grid[place] == pytest.approx(alone.equity[0], abs=1e-14), hand


def test_three_hands_are_enumerated() -> None:
    hands = ("AcKd", "QhQs", "9s8s")
    assert isinstance(ways.plan(question_of(*hands)).job, Matchups)
    r = holdem.equity(*hands)
    assert (r.wins.tolist(), r.ties.tolist()) == ([492_494, 599_563, 275_831], [2_866] * 3)
    assert r.winning_seats[0, 1, 2] == 2_866 / 1_370_754
    assert r.winning_seats[0, 1] == 0


SINGLE_SUITS = (
    ("AhKh, QsQd, 7c7d:0.5", "AsQs, KK, 8h7h", "T9s, 22"),
    ("AhKh", "QQ-99", "A5s-A2s, AK"),
    ("AhKh, AsKs:0.3, 5c4c", "JhJd", "87s, AA:0.25"),
    ("random", "AdKd", "QQ:0.4, JJ"),
)


@pytest.mark.parametrize("seats", [*SINGLE_SUITS[:-1], slow(SINGLE_SUITS[-1])])
@pytest.mark.parametrize("board", ["9h8h2h", "Ts9h2h", "QcQd4s9c"])
def test_sweeps_agree_with_matchups(
    seats: tuple[str, ...], board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        only_sweeps(patch)
        one = holdem.equity(*seats, board=board, method="exact")
    with monkeypatch.context() as patch:
        only_matchups(patch)
        other = holdem.equity(*seats, board=board, method="exact")
        assert one.wins.tolist() == other.wins.tolist()
        assert one.ties.tolist() == other.ties.tolist()
        assert one.equity == pytest.approx(other.equity, rel=1e-13)
        assert other.winning_seats == pytest.approx(one.winning_seats, rel=1e-12, abs=1e-16)
        for seat in range(3):
            ours, theirs = one.combos(seat), other.combos(seat)
            assert ours.cards.tolist() == theirs.cards.tolist()
            assert (ours.weight == theirs.weight).all()
            for name in ("equity", "win", "tie", "probability"):
                assert getattr(ours, name) == pytest.approx(getattr(theirs, name), rel=1e-12)


@pytest.mark.parametrize("seats", [*SINGLE_SUITS, (TIGHT, SUITED, WIDE), ("AA, AKs", "random")])
@pytest.mark.parametrize("board", ["9h8h2h", "Ts9s2s5s"])
def test_boards_up_to_relabelling_are_all_boards(
    seats: tuple[str, ...], board: str, monkeypatch: pytest.MonkeyPatch, swept: None
) -> None:
    thinned = holdem.equity(*seats, board=board, method="exact")
    by_combo = [thinned.combos(seat).equity for seat in range(len(seats))]
    monkeypatch.setattr(Settled, "kept_maps", np.array([range(4)], np.uint8))
    forget()
    walked = holdem.equity(*seats, board=board, method="exact")
    for seat, right in enumerate(by_combo):
        assert (walked.combos(seat).equity == right).all()
    assert thinned.wins.tolist() == walked.wins.tolist()
    assert thinned.ties.tolist() == walked.ties.tolist()


@pytest.mark.slow
def test_all_boards_before_the_flop_for_ranges_of_single_suits() -> None:
    seats = (f"{TIGHT}, 7h6h", SUITED, WIDE)
    r = holdem.equity(*seats, method="exact")
    simulated = holdem.equity(*seats, deals=4_000_000, seed=5)
    assert (abs(simulated.equity - r.equity) < 4 * simulated.stderr).all()
    # The one more combo, weighed with the rest, makes up the answer.
    rest = holdem.equity(TIGHT, SUITED, WIDE, method="exact")
    alone = holdem.equity("7h6h", SUITED, WIDE, method="exact")
    assert rest.deals + alone.deals == r.deals
    assert (rest.wins + alone.wins).tolist() == r.wins.tolist()
    assert (rest.ties + alone.ties).tolist() == r.ties.tolist()


def test_a_combo_that_blocks_nothing_agrees_with_enumeration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        only_matchups(patch)
        enumerated = holdem.equity("AA, KK", "QQ, JJ", "3c2d", board="Th9h4s", method="exact")
    with monkeypatch.context() as patch:
        only_sweeps(patch)
        r = holdem.equity("AA, KK", "QQ, JJ", "3c2d", board="Th9h4s", method="exact")
    forget()
    assert r.wins.tolist() == enumerated.wins.tolist()
    assert r.ties.tolist() == enumerated.ties.tolist()


def test_threads_give_the_same_counts() -> None:
    with ThreadPoolExecutor(3) as pool:
        many = holdem.equity(TIGHT, SUITED, WIDE, board="Ts", method="exact", executor=pool)
    one = holdem.equity(TIGHT, SUITED, WIDE, board="Ts", method="exact")
    assert many.wins.tolist() == one.wins.tolist()
    assert (many.combos(1).equity == one.combos(1).equity).all()


def test_the_number_of_deals_is_known_beforehand() -> None:
    cost = holdem.cost(TIGHT, SUITED, WIDE, board="Ts9h2h")
    assert (cost.method, cost.deals) == ("exact", 1_451_479_491)
    assert holdem.cost("random", "random", "random").method == "exact"
    assert holdem.cost("random", "random", "random", "random").method == "monte-carlo"


def test_combos_make_up_the_answer() -> None:
    r = holdem.equity("AA:0.3, AKs, 76s:0.5", "QQ+, AK", "TT-88, AQ", board="Ah7s6d")
    for seat in range(3):
        combos = r.combos(seat)
        assert combos.probability.sum() == pytest.approx(1, abs=1e-14)
        assert combos.probability @ combos.equity == pytest.approx(r.equity[seat], abs=1e-14)
        assert combos.probability @ combos.win == pytest.approx(r.win[seat], abs=1e-14)
        assert combos.probability @ combos.tie == pytest.approx(r.tie[seat], abs=1e-14)
    assert {row.cards: row.weight for row in r.combos(0)}["AsAd"] == 0.3


@pytest.mark.parametrize(
    "seats", [("AA, KQs, 76s", "JJ+, AQ"), ("AKs, AKo, 99", "QQ, T9s", "random")]
)
def test_a_class_is_worth_what_it_is_worth_alone(seats: tuple[str, ...]) -> None:
    board = "Ts9h2h"
    r = holdem.equity(*seats, board=board, method="exact")
    grid = r.grid(0)
    frame = r.to_frame("class")
    frame = frame[frame.seat == 0].set_index("class")
    for part in seats[0].split(", "):
        alone = holdem.equity(part, *seats[1:], board=board, method="exact").equity[0]
        assert grid[place_of(part)] == pytest.approx(alone, abs=1e-13), part
        assert frame.equity[part] == grid[place_of(part)]


def place_of(name: str) -> tuple[int, int]:
    """Give row and column of a class in the table of 13 by 13."""
    high, low = ("AKQJT98765432".index(rank) for rank in name[:2])
    return (low, high) if name[2:] == "o" else (high, low)


def test_weights_far_apart_are_not_lost_in_rounding() -> None:
    # Beside AhKh only one combo of the rival's fits, and it is 10**12 times as rare.
    ours = [((51 - 1, 47 - 1), 1.0), ((43, 42), 1.0)]  # AhKh, QsQh
    theirs = [((50, 49), 1.0), ((1, 0), 1e-12)]  # AhAd, 2d2c
    board = naive.cards("Ts9d4c3s2h")
    spot = Spot((ours, theirs), tuple(board))
    right = spot.oracle()
    r = spot.ask()
    check(r, right)
    by_cards = {row.cards: row for row in r.combos(0)}
    assert by_cards["AhKh"].equity == 0  # against three deuces
    assert by_cards["AhKh"].probability == pytest.approx(1e-12 / (1 + 2e-12), rel=1e-12)
    board_two = tuple(naive.cards("Ts9d4c3s8h"))
    assert Spot((ours, theirs), board_two).ask().combos(0)[0].equity == 0
    three = (ours, theirs, [((22, 21), 1.0), ((26, 25), 0.37)])
    check(Spot(three, tuple(board)).ask(), Spot(three, tuple(board)).oracle())


def test_the_chance_of_a_combo_beside_small_weights() -> None:
    # Beside KdKc the heavy hands are blocked: 0.001 of the 2.001 beside KsKh.
    r = holdem.equity("KK,QQ:1e-4", "AA:0.001,AKs", board="AhAs6c3sTd", method="exact")
    combos = r.combos(0)
    ratio = combos["KdKc"].probability / combos["KsKh"].probability
    assert ratio == pytest.approx(0.001 / 2.001, rel=1e-12)


SMALL = (1.0, 0.5, 0.3712, 0.01, 1e-3, 1e-4, 1e-9)


@few
@given(spot=spots(seats=(2, 3), board=(4, 5), combos=14, weights=SMALL))
def test_combos_of_any_weights(spot: Spot) -> None:
    r = spot.ask()
    chances: list[dict[naive.Combo, Fraction]] = [{} for _ in spot.seats]
    for held, weight in naive.assignments(spot.seats, [*spot.board, *spot.dead]):
        for seat, combo in enumerate(held):
            chances[seat][combo] = chances[seat].get(combo, Fraction(0)) + weight
    for seat, by_combo in enumerate(chances):
        combos = r.combos(seat)
        assert combos.probability @ combos.equity == pytest.approx(r.equity[seat], abs=1e-12)
        total = sum(by_combo.values())
        assert len(combos) == len(by_combo)
        for held, chance in by_combo.items():
            row = combos[naive.names(held)]
            assert row.probability == pytest.approx(float(chance / total), rel=1e-9)


def test_combos_are_found_by_their_cards() -> None:
    combos = holdem.equity("AA, KQs", "JJ", board="Ts9h2h").combos(0)
    assert combos["AhAs"] == combos[0]
    assert "KdQd" in combos
    assert "KdQc" not in combos
    assert combos[0] in combos
    assert [row.cards for row in combos[:2]] == ["AsAh", "AsAd"]
    with pytest.raises(CardError, match="'KdQc' is not among these 10 combos"):
        combos["KdQc"]
    for wrong in (None, [0], True, 1.5):
        with pytest.raises(RuleError, match="a combo is chosen by"):
            combos[wrong]  # type: ignore[call-overload]


def test_matchups_of_single_suits_are_not_underrated() -> None:
    # Nothing here is like anything else, so that a sweep is the cheaper way.
    settled = settled_of("As*", "Ah*", "Ad*")
    assert isinstance(ways.plan(settled.question).job, Sweep)


def test_interrupted_combos_have_no_answer() -> None:
    def stop() -> Combos:
        raise Interrupted({"shares": 1})

    r = holdem.equity("AA", "KK, QQ", board="Ts9h2h")
    object.__setattr__(r, "by_combo", (stop, None))
    with pytest.raises(Interrupted) as stopped:
        r.combos(0)
    assert stopped.value.result is None


def test_rounding_leaves_it_to_matchups() -> None:
    rare = (f"{rank}s{rank}c:{1e-9 * (1 + at / 7)}" for at, rank in enumerate("23456"))
    far = ", ".join(["AhAd, KhKd:0.7", *rare])
    settled = settled_of("AhKh, AdKd", far, board="TsTd4h8c")
    assert not job_of(Sweep, settled).spot.whole
    assert not job_of(Sweep, settled).is_accurate
    assert isinstance(ways.plan(settled.question).job, Matchups)


def test_combos_that_cannot_be_dealt_are_left_out() -> None:
    r = holdem.equity("AhAs, KK", "AhAd, AsAc", board="Ts9d4c3s2h", method="exact")
    assert {row.cards[0] for row in r.combos(0)} == {"K"}
    wide = holdem.equity("AA, KK", "AsAh, AdAc", "AsAd, AhAc, QQ", method="exact", board="Ts9d4c3s")
    for seat in range(3):
        assert wide.combos(seat).probability.sum() == pytest.approx(1, abs=1e-14)
        assert np.isfinite(wide.combos(seat).equity).all()


@pytest.mark.parametrize("board", ["", "Ts9h2h"])
def test_any_exact_answer_with_a_board_has_combos(board: str) -> None:
    r = omaha.equity("AsAhKsKh", "QsQhJsJh", board=board, method="exact")
    assert r.combos(0)[0].equity == pytest.approx(r.equity[0], abs=1e-15)
    four = holdem.equity("AA", "KK", "QQ", "JsTs, 9s9h", board="Ac7d2h", method="exact")
    combos = four.combos(3)
    assert combos.probability @ combos.equity == pytest.approx(four.equity[3], abs=1e-14)
    short = holdem.with_rules(lowest_rank="6").equity("AA", "KK, QQ, 76s", method="exact")
    combos = short.combos(1)
    assert combos.probability @ combos.equity == pytest.approx(short.equity[1], abs=1e-14)


def test_the_table_against_a_random_hand() -> None:
    # Known to all: aces 85.2 %, king and queen suited 63.4 %, seven and deuce 34.6 %.
    grid = holdem.equity("random", "random").grid(0)
    assert grid.shape == (13, 13)
    assert grid[0, 0] == pytest.approx(0.852037, abs=5e-7)
    assert grid[1, 2] == pytest.approx(0.634, abs=5e-4)
    assert grid[12, 7] == pytest.approx(0.346, abs=5e-4)
    numbers = np.where(np.eye(13), 6, np.where(np.triu(np.ones((13, 13))), 4, 12))
    assert (grid * numbers).sum() / 1326 == pytest.approx(0.5, abs=1e-14)


def test_what_has_no_combos_says_so() -> None:
    simulated = holdem.equity("AA", "KK", deals=1000, seed=1)
    with pytest.raises(RuleError, match="simulated answer of holdem has no equities by combo"):
        simulated.combos(0)
    with pytest.raises(RuleError, match="by is 'seats'"):
        simulated.to_frame("seats")


def test_an_interrupted_sweep_counts_what_it_has() -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        holdem.equity(TIGHT, SUITED, WIDE, method="exact", progress=stop)
    r = stopped.value.result
    assert r.partial
    assert (r.wins + r.ties + r.losses == r.deals).all()
    assert r.equity.sum() == pytest.approx(1, abs=1e-12)
    assert 0 < r.deals < 3_008_322_524_592
    with pytest.raises(RuleError, match="interrupted answer"):
        r.combos(0)


@few
@given(spot=spots(seats=(3, 3), board=(4, 5), combos=5))
def test_who_ties_whom(spot: Spot) -> None:
    r = spot.ask()
    chances: dict[tuple[int, ...], Fraction] = {}
    total = Fraction(0)
    for held, weight in naive.assignments(spot.seats, [*spot.board, *spot.dead]):
        used = {*spot.board, *spot.dead, *itertools.chain.from_iterable(held)}
        live = [card for card in range(52) if card not in used]
        for run_out in itertools.combinations(live, 5 - len(spot.board)):
            values = [naive.best((*combo, *spot.board, *run_out)) for combo in held]
            first = tuple(naive.winners_of(values))
            chances[first] = chances.get(first, Fraction(0)) + weight
            total += weight
    found = r.winning_seats
    assert len(found) == 7
    for seats, chance in found.items():
        assert chance == pytest.approx(float(chances.get(seats, 0) / total), rel=1e-10, abs=1e-15)


def test_a_partial_exact_answer_says_what_it_covers() -> None:
    """The deals counted first are no sample of all: no error, no interval can be told."""

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        holdem.equity(TIGHT, SUITED, WIDE, method="exact", progress=stop, stacks=[5, 5, 5])
    r = stopped.value.result
    assert 0 < r.covered < 1
    assert np.isinf(r.stderr).all()
    assert np.isinf(r.chips_stderr).all()
    assert r.confidence().tolist() == [[0, 1]] * 3
    assert f"first {100 * r.covered:.3g}% of the count" in repr(r)
    out = json.loads(json.dumps(r.to_dict(), allow_nan=False))
    assert out["covered"] == r.covered
    assert out["players"][0]["stderr"] is None
    whole = holdem.equity("AhKh", "QsQd", board="2c3c4c")
    assert whole.covered == 1.0
    assert not whole.stderr.any()
