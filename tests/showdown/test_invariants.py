"""Properties that every equity has, on spots that nobody chose, and the oracle beside it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from equity import holdem
from equity.errors import CardError
from tests.oracles import showdown as naive
from tests.parts import slow

few = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@dataclass(frozen=True)
class Spot:
    """A question: a range for each seat, board and dead cards."""

    seats: tuple[naive.WeightedRange, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...] = ()

    def ask(self, **options: Any) -> Any:
        """Ask the package."""
        return holdem.equity(
            *(naive.write(seat) for seat in self.seats),
            board=naive.names(self.board),
            dead=naive.names(self.dead),
            method="exact",
            **options,
        )

    def oracle(self) -> naive.Answer:
        """Ask the oracle."""
        return naive.equity(self.seats, self.board, self.dead)

    @property
    def assignments(self) -> int:
        """In how many ways the seats can hold cards."""
        return sum(1 for _ in naive.assignments(self.seats, [*self.board, *self.dead]))


def combo(pair: Sequence[int]) -> naive.Combo:
    return max(pair), min(pair)


@st.composite
def spots(
    draw: st.DrawFn,
    seats: tuple[int, int] = (2, 4),
    board: tuple[int, int] = (4, 5),
    combos: int = 5,
    dead: int = 3,
    weights: Sequence[float] = (1.0, 0.5, 0.25, 0.3, 0.07),
) -> Spot:
    """Random spots; ranges are drawn from a narrow deck, so that they conflict now and then."""
    count = draw(st.integers(*seats))
    order = draw(st.permutations(range(52)))
    board_size = draw(st.integers(*board))
    dead_size = draw(st.integers(0, dead))
    known, rest = order[:board_size], order[board_size:]
    gone, live = rest[:dead_size], rest[dead_size:]
    narrow = live[: 2 * count + 6]
    pairs = [combo(pair) for pair in itertools.combinations(narrow, 2)]
    ranges = []
    for _ in range(count):
        chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=combos, unique=True))
        shares = draw(
            st.lists(st.sampled_from(weights), min_size=len(chosen), max_size=len(chosen))
        )
        ranges.append(list(zip(chosen, shares, strict=True)))
    spot = Spot(tuple(ranges), tuple(known), tuple(gone))
    assume(spot.assignments > 0)
    return spot


def check(result: Any, right: naive.Answer) -> None:
    """Compare an exact answer with the oracle's: counts to the last one, shares to rounding."""
    assert result.method == "exact"
    assert result.deals == right.deals
    assert list(result.wins) == right.wins
    assert list(result.ties) == right.ties
    assert list(result.losses) == right.losses
    for what in ("equity", "win", "tie"):
        exact = [float(x) for x in getattr(right, what)]
        assert getattr(result, what) == pytest.approx(exact, rel=1e-12, abs=1e-14), what
    share = [float(e - w) for e, w in zip(right.equity, right.win, strict=True)]
    assert result.tie_share == pytest.approx(share, rel=1e-9, abs=1e-14)
    for count in range(1, len(right.wins) + 1):
        expected = float(right.winners.get(count, Fraction(0)))
        assert result.winners.get(count, 0) == pytest.approx(expected, rel=1e-12, abs=1e-14)
    assert not np.any(result.stderr)
    assert result.seed is None


@few
@given(spots())
def test_exact_is_the_oracle(spot: Spot) -> None:
    check(spot.ask(), spot.oracle())


@few
@given(spots(seats=(2, 2), combos=40, weights=(1.0,)))
def test_two_wide_ranges_of_equal_weights(spot: Spot) -> None:
    check(spot.ask(), spot.oracle())


@few
@given(spots(seats=(2, 2), combos=40))
def test_two_wide_ranges_of_unequal_weights(spot: Spot) -> None:
    check(spot.ask(), spot.oracle())


@few
@given(spots(seats=(3, 3), combos=8))
def test_three_ranges(spot: Spot) -> None:
    check(spot.ask(), spot.oracle())


@pytest.mark.slow
@settings(few, max_examples=8)
@given(spots(seats=(2, 3), board=(3, 3), combos=2))
def test_from_the_flop(spot: Spot) -> None:
    check(spot.ask(), spot.oracle())


@pytest.mark.slow
@few
@given(spots(seats=(5, 9), board=(4, 5), combos=2, dead=0))
def test_many_seats(spot: Spot) -> None:
    check(spot.ask(), spot.oracle())


@pytest.mark.parametrize("board", ["2h7h9cKd", "AsKsQsJsTs", "2c2d2h2s5c", "9h8h7h6h2c"])
@pytest.mark.parametrize("hand", ["AhKh", "5s4h", "QQ", "AKs:0.5,JTs:0.25,88"])
def test_against_any_hand(hand: str, board: str) -> None:
    right = naive.heads_up_array(naive.expand(hand), naive.expand("random"), naive.cards(board))
    check(holdem.equity(hand, "random", board=board, method="exact"), right)


@pytest.mark.parametrize("board", ["Ah9h8h7c2d", "QsJsTs9s", "7c7d7h2s", "AsKdQcJh"])
def test_any_hand_against_any_hand(board: str) -> None:
    whole = naive.expand("random")
    right = naive.heads_up_array(whole, whole, naive.cards(board))
    check(holdem.equity("random", "random", board=board, method="exact"), right)


@pytest.mark.parametrize(
    ("first", "second", "board", "dead"),
    [
        ("QQ+,AKs,AKo", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+", "9h8h2c", ""),
        ("22+,AT+,KTs+", "random", "KsTs4d2s", "AsAd"),
        slow("99+:0.3,AK:0.9,T9s", "TT+:0.25,AQ,98s:0.6", "Th9h3c", "Tc2d"),
        ("A*", "K*,QJ:0.5,QTs:0.1", "Ac7c5s4d", ""),
    ],
)
def test_wide_ranges(first: str, second: str, board: str, dead: str) -> None:
    seats = naive.expand(first), naive.expand(second)
    right = naive.heads_up_array(*seats, naive.cards(board), naive.cards(dead))
    check(holdem.equity(first, second, board=board, dead=dead, method="exact"), right)


def test_one_or_two_board_cards_that_will_come() -> None:
    for board in ("As", "As7d"):
        spot = [naive.cards("AhKh"), naive.cards("QsQd"), naive.cards("7c7h")]
        result = holdem.equity("AhKh", "QsQd", "7c7h", board=board, method="exact")
        check(result, naive.equity_array(spot, naive.cards(board)))


def test_a_hole_in_the_board_is_a_card_to_come() -> None:
    with_hole = holdem.equity("AhKh", "QsQd", board="2c7d9h*Ks", method="exact")
    right = naive.equity_array([naive.cards("AhKh"), naive.cards("QsQd")], naive.cards("2c7d9hKs"))
    check(with_hole, right)


@few
@given(spots())
def test_counts_and_shares_add_up(spot: Spot) -> None:
    result = spot.ask()
    assert (result.wins + result.ties + result.losses == result.deals).all()
    assert result.equity.sum() == pytest.approx(1, rel=1e-12)
    assert sum(result.winners.values()) == pytest.approx(1, rel=1e-12)
    assert result.equity == pytest.approx(result.win + result.tie_share, rel=1e-12, abs=1e-15)
    assert (result.tie_share <= result.tie * 0.5 + 1e-15).all()


@few
@given(spots(), st.permutations(range(4)))
def test_suits_may_be_relabelled(spot: Spot, suits: list[int]) -> None:
    def move(card: int) -> int:
        return card // 4 * 4 + suits[card % 4]

    moved = Spot(
        tuple(
            [(combo([move(c) for c in held]), weight) for held, weight in seat]
            for seat in spot.seats
        ),
        tuple(move(c) for c in spot.board),
        tuple(move(c) for c in spot.dead),
    )
    _same(spot.ask(), moved.ask())


@few
@given(spots(), st.randoms(use_true_random=False))
def test_seats_may_change_places(spot: Spot, source: Any) -> None:
    order = list(range(len(spot.seats)))
    source.shuffle(order)
    moved = Spot(tuple(spot.seats[i] for i in order), spot.board, spot.dead)
    _same(spot.ask(), moved.ask(), order)


@few
@given(spots(), st.randoms(use_true_random=False))
def test_order_of_cards_and_combos_does_not_matter(spot: Spot, source: Any) -> None:
    def shuffled(things: Sequence[Any]) -> list[Any]:
        return source.sample(list(things), len(things))

    moved = Spot(
        tuple(shuffled(seat) for seat in spot.seats),
        tuple(shuffled(spot.board)),
        tuple(shuffled(spot.dead)),
    )
    _same(spot.ask(), moved.ask())


@few
@given(spots(), st.sampled_from([0.5, 0.125, 0.3]))
def test_only_ratios_of_weights_matter(spot: Spot, factor: float) -> None:
    scaled = [[(held, weight * factor) for held, weight in spot.seats[0]], *spot.seats[1:]]
    _same(spot.ask(), Spot(tuple(scaled), spot.board, spot.dead).ask())


def _same(one: Any, other: Any, order: Sequence[int] | None = None) -> None:
    """Compare two exact answers, the seats of the second having been put in that order."""
    order = list(range(len(one.wins))) if order is None else list(order)
    assert one.deals == other.deals
    for what in ("wins", "ties", "losses"):
        assert getattr(one, what)[order].tolist() == getattr(other, what).tolist(), what
    for what in ("equity", "win", "tie", "tie_share"):
        first, second = getattr(one, what)[order], getattr(other, what)
        assert first == pytest.approx(second, rel=1e-12, abs=1e-14), what
    assert one.winners == pytest.approx(other.winners, rel=1e-12, abs=1e-14)


@few
@given(spots(combos=12), st.data())
def test_a_range_is_the_sum_of_its_parts(spot: Spot, data: st.DataObject) -> None:
    assume(len(spot.seats[0]) > 1)
    cut = data.draw(st.integers(1, len(spot.seats[0]) - 1))
    parts = [
        Spot((half, *spot.seats[1:]), spot.board, spot.dead)
        for half in (spot.seats[0][:cut], spot.seats[0][cut:])
    ]
    assume(all(part.assignments for part in parts))
    whole, answers = spot.ask(), [part.ask() for part in parts]
    assert whole.deals == sum(answer.deals for answer in answers)
    for what in ("wins", "ties", "losses"):
        total = sum(getattr(answer, what) for answer in answers)
        assert getattr(whole, what).tolist() == total.tolist(), what
    # Run-outs are equally many for every assignment, so a part counts by the weight of its deals.
    masses = [
        float(sum(weight for _, weight in naive.assignments(part.seats, [*part.board, *part.dead])))
        for part in parts
    ]
    mixed = sum(mass * answer.equity for mass, answer in zip(masses, answers, strict=True))
    assert whole.equity == pytest.approx(mixed / sum(masses), rel=1e-11, abs=1e-13)


@pytest.mark.slow
@few
@given(spots(board=(4, 4)))
def test_total_probability_over_the_river(spot: Spot) -> None:
    before = spot.ask()
    after = _after_each(spot, to_board=True)
    for what in ("deals", "wins", "ties", "losses"):
        total = sum(np.asarray(getattr(result, what)) for result in after)
        assert np.array_equal(total, getattr(before, what)), what


@pytest.mark.slow
@settings(few, max_examples=6)
@given(spots(board=(3, 3), combos=3))
def test_total_probability_over_the_turn(spot: Spot) -> None:
    before = spot.ask()
    after = _after_each(spot, to_board=True)
    for what in ("deals", "wins", "ties", "losses"):
        # Each run-out is met twice: either of its cards may be the first to come.
        total = sum(np.asarray(getattr(result, what)) for result in after)
        assert np.array_equal(total, 2 * np.asarray(getattr(before, what))), what


@pytest.mark.slow
@few
@given(spots(board=(4, 4)))
def test_total_probability_over_a_dead_card(spot: Spot) -> None:
    before = spot.ask()
    after = _after_each(spot, to_board=False)
    unused = 52 - len(spot.board) - 1 - len(spot.dead) - 2 * len(spot.seats)
    for what in ("deals", "wins", "ties", "losses"):
        total = sum(np.asarray(getattr(result, what)) for result in after)
        assert np.array_equal(total, unused * np.asarray(getattr(before, what))), what


def test_total_probability_of_known_hands_before_the_flop() -> None:
    hands = ("AhKh", "QsQd")
    before = holdem.equity(*hands, method="exact")
    live = [c for c in naive.DECK if c not in naive.cards("AhKhQsQd")]
    after = [holdem.equity(*hands, board=naive.name(c), method="exact") for c in live]
    assert np.mean([result.equity[0] for result in after]) == pytest.approx(before.equity[0])
    assert sum(result.wins[0] for result in after) == 5 * before.wins[0]


def _after_each(spot: Spot, *, to_board: bool) -> list[Any]:
    """Ask again with each card of the rest put on the board, or thrown away."""
    answers = []
    for one in naive.DECK:
        if one in spot.board or one in spot.dead:
            continue
        next_spot = Spot(
            spot.seats,
            (*spot.board, one) if to_board else spot.board,
            spot.dead if to_board else (*spot.dead, one),
        )
        if next_spot.assignments:
            answers.append(next_spot.ask())
        else:
            with pytest.raises(CardError):
                next_spot.ask()
    return answers


def test_weights_count_in_shares_and_not_in_deals() -> None:
    spot = Spot(
        (naive.expand("AA:0.25,77"), naive.expand("KK,QQ:0.5")), tuple(naive.cards("2c5dTh9s"))
    )
    result = spot.ask()
    check(result, spot.oracle())
    assert result.win[0] != pytest.approx(result.wins[0] / result.deals, abs=1e-6)
    even = Spot((naive.expand("AA,77"), naive.expand("KK,QQ")), spot.board).ask()
    assert result.deals == even.deals
    assert result.wins.tolist() == even.wins.tolist()
    assert even.win[0] == pytest.approx(even.wins[0] / even.deals, rel=1e-14)


def test_equal_weights_below_one_are_equal_weights() -> None:
    board = "2c5dTh9s"
    one = holdem.equity("AA:0.3,77:0.3", "KK:0.7", board=board, method="exact")
    other = holdem.equity("AA,77", "KK", board=board, method="exact")
    _same(one, other)


@few
@given(spots(seats=(2, 2), combos=6), st.integers(0, 1))
def test_every_combo_has_its_own_equity(spot: Spot, seat: int) -> None:
    rows = {tuple(naive.cards(row.cards)): row for row in spot.ask().combos(seat)}
    for held, weight in spot.seats[seat]:
        seats = list(spot.seats)
        seats[seat] = [(held, 1.0)]
        alone = Spot(tuple(seats), spot.board, spot.dead)
        if alone.assignments:
            right = alone.oracle()
            assert rows[held].weight == weight
            assert rows[held].equity == pytest.approx(float(right.equity[seat]), abs=1e-12)
            assert rows[held].win == pytest.approx(float(right.win[seat]), abs=1e-12)
            assert rows[held].tie == pytest.approx(float(right.tie[seat]), abs=1e-12)
