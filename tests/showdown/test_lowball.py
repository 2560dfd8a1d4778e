"""Short deck, razz and deuce-to-seven razz, against slow loops over their rules."""

from __future__ import annotations

import itertools
import json
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from equity import deuce_to_seven_razz, razz, short_deck
from equity.cli.main import main
from equity.errors import CardError, EquityError, RuleError
from equity.rankings.lows import DEUCE_TO_SEVEN
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot
from tests.oracles import games as naive_games
from tests.oracles import lows as oracle
from tests.oracles import showdown as naive

STRAIGHT_OVER_TRIPS = (
    *("straight flush", "four of a kind", "flush", "full house", "straight"),
    *("three of a kind", "two pair", "one pair", "high card"),
)
TRIPS_OVER_STRAIGHT = (
    *("straight flush", "four of a kind", "flush", "full house", "three of a kind"),
    *("straight", "two pair", "one pair", "high card"),
)


@pytest.mark.parametrize(
    ("rule", "order"), [(True, STRAIGHT_OVER_TRIPS), (False, TRIPS_OVER_STRAIGHT)]
)
def test_all_short_deck_hands_have_the_order_of_the_rule(
    rule: bool, order: tuple[str, ...]
) -> None:
    game = short_deck.with_rules(straight_over_trips=rule)
    plain = naive_games.Order(lowest="6", order=order)
    fives = naive.combinations_array(plain.natural, 5)
    found = game.strengths(fives)
    assert len(fives) == 376_992
    _, place = np.unique(found, return_inverse=True)
    _, right = np.unique(plain.values_array(fives), return_inverse=True)
    assert np.array_equal(place, right)
    distinct = Counter(
        game.ranking.categories[game.tables(5).category(int(strength))]
        for strength in np.unique(found)
    )
    distinct["straight flush"] += distinct.pop("royal flush")
    by_name = dict(zip(STRAIGHT_OVER_TRIPS, [6, 72, 120, 72, 6, 252, 252, 504, 120], strict=True))
    assert distinct == by_name
    assert sum(distinct.values()) == 1404


def test_short_deck_straights() -> None:
    assert short_deck.rank("As6d", board="7c8h9sKdKh").words == "straight, nine high"
    assert short_deck.rank("As6s", board="7s8s9sKdKh").category == "straight flush"
    with pytest.raises(EquityError, match="2c"):
        short_deck.equity("As2c", "KdKh")


def test_razz_from_third_street_by_ranks() -> None:
    deals, wins, ties, losses = oracle.razz_by_ranks([naive.cards("As2d3c"), naive.cards("4h5c6d")])
    exact = razz.equity("As2d3c", "4h5c6d", method="exact")
    assert (exact.deals, exact.wins[0], exact.ties[0], exact.losses[0]) == (
        deals,
        wins,
        ties,
        losses,
    )
    assert Fraction(2 * wins + ties, 2 * deals) == Fraction(278637, 527137)


NAMES = ("five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
GAMES: list[tuple[Any, str]] = [(razz, "A-5"), (deuce_to_seven_razz, "2-7")]
STREETS = [
    ("As2d3c4h", "Ks5c6d7h"),
    ("2s4s5s7sKs", "2h3h4h6h8h"),  # hands that may become flushes against their will
    ("AcAdKhKsQd", "2c2d3h3s4s"),
    ("7c6d4s3h2s9c", "7d5s4h3d2hTc"),
    ("2s3s4s5s6s7s", "AhKhQhJhTh8h"),
]


@pytest.mark.parametrize(("game", "kind"), GAMES)
@pytest.mark.parametrize("hands", STREETS)
def test_stud_lows_are_the_loop(game: Any, kind: str, hands: tuple[str, str]) -> None:
    known = [naive.cards(hand) for hand in hands]
    if len(known[0]) == 4:
        known = [[*hand, card] for hand, card in zip(known, naive.cards("9cTd"), strict=True)]
    texts = [naive.names(hand) for hand in known]
    deals, parts, outcomes = oracle.stud_array(
        known, [lambda full: oracle.best_lows_array(full, kind)]
    )
    exact = game.equity(*texts, method="exact")
    assert exact.deals == deals
    assert exact.wins.tolist() == [outcomes[seat, Fraction(1)] for seat in range(2)]
    assert exact.ties.tolist() == [outcomes[seat, Fraction(1, 2)] for seat in range(2)]
    assert exact.equity == pytest.approx([float(share) for share in parts[0]], abs=1e-14)
    simulated = game.equity(*texts, deals=50_000, seed=1)
    assert (abs(simulated.equity - exact.equity) < 4 * simulated.stderr).all()


@pytest.mark.parametrize(("game", "kind"), GAMES)
def test_three_seats_dead_cards_and_side_pots(game: Any, kind: str) -> None:
    hands = ["As2d3c4h9d9s", "Ks5c6d7hQs2s", "3h5h8dTcJd4s"]
    dead = "AcAdAh2c2h3d3s4c4d5d5s6c6h6s7c7d7s8c8h8s"
    known = [naive.cards(hand) for hand in hands]
    low = [oracle.any_five(oracle.negative(kind))]
    deals, parts, _ = oracle.split_equity(known, low, 7, full=0, dead=naive.cards(dead))
    side = oracle.split_equity(known, low, 7, full=0, dead=naive.cards(dead), eligible=[1, 2])[1]
    exact = game.equity(*hands, dead=dead, stacks=[100, 300, 200], method="exact")
    assert exact.deals == deals
    assert exact.equity == pytest.approx([float(share) for share in parts[0]], abs=1e-14)
    right = [float(300 * parts[0][seat] + 200 * side[0][seat]) for seat in range(3)]
    right[1] += 100
    assert exact.chips == pytest.approx(right, abs=1e-9)
    simulated = game.equity(*hands, dead=dead, stacks=[100, 300, 200], deals=50_000, seed=3)
    assert (abs(simulated.chips - exact.chips) < 4 * simulated.chips_stderr + 1e-9).all()


@pytest.mark.parametrize(("game", "kind"), GAMES)
def test_ranges_and_relabelled_suits(game: Any, kind: str) -> None:
    one = game.equity("As2d/3c5h9s", "Ks5c6d7hQs", method="exact")
    other = game.equity("Kd5h6s7cQd", "Ad2s/3h5c9d", method="exact")
    assert one.wins.tolist() == other.wins.tolist()[::-1]
    weighted = game.equity("As2d3c5h9s, 7s7d8c8hKh:0.5", "Ks5c6d7hQs", method="exact")
    alone = game.equity("7s7d8c8hKh", "Ks5c6d7hQs", method="exact")
    mean = np.average([one.equity[0], alone.equity[0]], weights=[one.deals, alone.deals / 2])
    assert weighted.equity[0] == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize(("game", "kind"), GAMES)
@pytest.mark.parametrize("hand", ["2s3s4s5s7s", "AcKdQhJsTs", "8c8d7h6s5s2c"])
def test_odds_are_the_loop(game: Any, kind: str, hand: str) -> None:
    known = naive.cards(hand)
    live = [card for card in naive.DECK if card not in known]
    more = naive.combinations_array(live, 7 - len(known))
    full = np.hstack([np.tile(np.array(known, np.uint8), (len(more), 1)), more])
    numbers = oracle.best_lows_array(full, kind)
    values = oracle._table(kind)[1]
    low = dict(enumerate(("two", "three", "four")))
    low |= dict(enumerate(NAMES, 3))
    pairs = {1: "one pair", 2: "two pair", 3: "three of a kind", 4: "straight", 5: "flush"}
    pairs |= {6: "full house", 7: "four of a kind", 8: "straight flush"}
    counts: Counter[str] = Counter()
    for number, times in zip(*np.unique(numbers, return_counts=True), strict=True):
        value = values[number - 1]
        counts[pairs[value[0]] if value[0] else f"{low[value[1]]} low"] += int(times)
    odds = game.odds(hand)
    assert odds.counts is not None
    assert {name: times for name, times in odds.counts.items() if times} == counts
    sampled = game.odds(hand, deals=50_000, seed=4)
    for name, chance in sampled.probability.items():
        right = counts[name] / len(more)
        assert abs(chance - right) < 4 * (right * (1 - right) / 50_000) ** 0.5 + 1e-4


def test_hands_are_named_by_their_ranks() -> None:
    rank = razz.rank("8c7d5h4sAsKdKh")
    assert (rank.category, rank.words, rank.text) == ("8-7-5-4-A", "8-7-5-4-A", "8c7d5h4sAs")
    assert razz.rank("AsAd2c2d3h3sKd").words == "one pair, aces with king-three-two"
    assert razz.rank("8c7d5h4sAsKdKh") < razz.rank("8c6d5h4sAsKdKh")
    assert deuce_to_seven_razz.rank("5c4d3h2sAsAdAh").category == "A-5-4-3-2"
    flush = deuce_to_seven_razz.rank("7s6s5s4s2s3sAs")
    assert (flush.category, flush.text) == ("flush", "7s5s4s3s2s")
    assert not np.any(razz.strengths(np.array([[0, 5, 10, 15, 20, 24, 48]], np.uint8)) == 0)


def test_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(line: str) -> str:
        monkeypatch.setattr(sys, "argv", ["equity", *line.split()])
        main()
        return capsys.readouterr().out

    found = json.loads(ask("razz As2d3c 4h5c6d --method exact --json"))
    assert found["players"][0]["equity"] == pytest.approx(278637 / 527137, abs=1e-14)
    assert "0.516" in ask("short-deck 9s9d 8h7h --board 9cTd6s")
    assert "8-7-5-4-A" in ask("razz 8c7d5h4sAsKdKh --rank")
    trips = ask("6+ 9s9d 8h7h --board 9cTd6s --rule straight_over_trips=False --json")
    assert json.loads(trips)["players"][0]["equity"] == 1


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: razz.equity("As2d3c4h5c6d7h8s", "Kc"), EquityError, "at most 7|8 cards"),
        (lambda: razz.rank("As2d3c4h"), CardError, "5 to 7"),
        (lambda: razz.equity("As2d", "As3c"), CardError, "As is held by"),
        (lambda: razz.equity("As2d", "3c4c", board="7c8c9c"), EquityError, "board"),
        (lambda: short_deck.with_rules(straight_over_trips=1), RuleError, "straight_over_trips"),
    ],
)
def test_bad_input(ask: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()


def test_a_board_beside_hands_in_which_flushes_count_against_is_refused() -> None:
    with pytest.raises(RuleError, match="there is no board"):
        Showdown(
            name="x",
            title="X",
            summary="x",
            deal=Deal(hole=2, board=5),
            pots=(Pot(DEUCE_TO_SEVEN, "low"),),
        )


def test_a_low_may_have_a_board() -> None:
    """No game of the list, but declared in a line: hold'em for the lowest hand."""
    game = Showdown(
        name="x",
        title="X",
        summary="x",
        deal=Deal(hole=2, board=5),
        pots=(Pot(razz.ranking, "low"),),
    )
    hands, board = [naive.cards("As3d"), naive.cards("6h5d")], naive.cards("7c8dKs")
    low = [oracle.any_five(oracle.negative("A-5"))]
    deals, parts, _ = oracle.split_equity(hands, low, 2, board)
    exact = game.equity("As3d", "6h5d", board="7c8dKs", method="exact")
    assert exact.deals == deals
    assert exact.equity == pytest.approx([float(share) for share in parts[0]], abs=1e-14)
    simulated = game.equity("As3d", "6h5d", board="7c8dKs", deals=50_000, seed=2)
    assert (abs(simulated.equity - exact.equity) < 4 * simulated.stderr).all()
    assert list(itertools.accumulate(exact.equity))[-1] == pytest.approx(1)
