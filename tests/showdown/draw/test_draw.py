"""Five-card draw beside the oracle: what to keep, what counts tell, openers, matches."""

from __future__ import annotations

import itertools
import math
import pickle
import random
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from equity import five_card_draw
from equity.errors import CardError, EquityError, RuleError
from equity.ranges import Range
from equity.run import stream
from equity.showdown.draw.decisions import DrawDeals, DrawDecision
from equity.showdown.draw.openers import OpeningDeals
from equity.showdown.draw.strategies import Strategy
from tests.oracles import draw as naive_draw
from tests.oracles import showdown as naive
from tests.oracles.draw import Rules, Seat, follows
from tests.oracles.games import Order, cards, names
from tests.parts import slow

GOLDEN = tomllib.loads(
    (Path(__file__).parents[2] / "golden" / "keeps" / "five_card_draw.toml").read_text("utf-8")
)

# name: the game, and its rules as the oracle has them
GAMES: dict[str, tuple[Any, Rules]] = {
    "3 or 4": (five_card_draw, Rules()),
    "3": (five_card_draw.with_rules(draw_limit=3), Rules(limit=3)),
    "5": (five_card_draw.with_rules(draw_limit=5), Rules(limit=5)),
    "joker": (five_card_draw.with_rules(jokers=1), Rules(Order(jokers=1))),
    "blinds": (five_card_draw.with_rules("blinds"), Rules(Order(suits="rank_first"), 5)),
    "20 cards": (
        five_card_draw.with_rules(lowest_rank="T", draw_limit=5),
        Rules(Order(lowest="T"), 5),
    ),
}


HAND = "AsKdQh7c2d"
SHAPE = math.comb(52, 5)


def hands_of(rules: Rules, number: int, seed: int) -> list[list[int]]:
    source = random.Random(seed)
    return [sorted(source.sample(rules.order.deck, 5)) for _ in range(number)]


def label(kept: Sequence[int]) -> str:
    return {5: "pat", 0: "draw five"}.get(len(kept), names(sorted(kept, reverse=True)))


def close(found: float, error: float, wanted: float, spread: float = 0.0) -> None:
    """Four standard errors of both, and what one deal in a few thousand may be off."""
    assert abs(found - wanted) < 4 * math.hypot(error, spread) + 1e-9, (
        found,
        wanted,
        error,
        spread,
    )


# ---- what a keep becomes ----------------------------------------------------------------------


@pytest.mark.parametrize("entry", GOLDEN["becomes"], ids=lambda entry: entry["keep"])
def test_what_a_keep_becomes(entry: dict[str, Any]) -> None:
    odds = five_card_draw.odds(entry["hand"], keep=entry["keep"])
    found = {name: count for name, count in odds.counts.items() if count}
    assert found == entry["counts"]
    assert odds.total == sum(entry["counts"].values())
    decision = five_card_draw.decide(entry["hand"], against="pat", deals=100, seed=1)
    action = decision[entry["keep"]]
    for name, chance in action.becomes.items():
        assert chance == pytest.approx(entry["counts"].get(name, 0) / odds.total, rel=1e-12)


@pytest.mark.parametrize("name", ["3 or 4", slow("joker"), "20 cards"])
def test_what_every_keep_becomes(name: str) -> None:
    game, rules = GAMES[name]
    for hand in hands_of(rules, 3, seed=5):
        decision = game.decide(names(hand), against="pat", deals=50, seed=1)
        keeps = rules.keeps(hand)
        assert {action.label for action in decision} == {label(kept) for kept in keeps}
        for kept in keeps:
            if len(kept) < (0 if name == "20 cards" else 3):
                continue
            action = decision[label(kept)]
            assert action.drawn == 5 - len(kept)
            assert cards(action.keep) == sorted(kept, reverse=True)
            wanted = naive_draw.becomes(rules, hand, kept)
            for category, chance in action.becomes.items():
                assert chance == pytest.approx(float(wanted.get(category, 0)), rel=1e-12)


def test_dead_and_known_cards_cannot_be_drawn() -> None:
    hand = "AsAhKs7c2d"
    decision = five_card_draw.decide(hand, against="QcJcTd9d8h", dead="AcKd")
    wanted = naive_draw.becomes(Rules(), cards(hand), cards("AsAhKs"), cards("QcJcTd9d8hAcKd"))
    for category, chance in decision["AsAhKs"].becomes.items():
        assert chance == pytest.approx(float(wanted.get(category, 0)), rel=1e-12)


# ---- exact ------------------------------------------------------------------------------------


def test_known_straight() -> None:
    decision = five_card_draw.decide("AsAhKs7c2d", against="QcJcTd9d8h")
    assert decision.method == "exact"
    for keep, ways, draws in (("AsAhKs", 10, 861), ("AsAh", 160, 11480), ("AsKs", 201, 11480)):
        action = decision[keep]
        total = math.comb(42, 5 - len(keep) // 2)
        assert total == draws
        assert Fraction(action.win).limit_denominator(draws) == Fraction(ways, draws)
        assert action.ev == ways / draws
        assert action.tie == 0
    assert decision.best.label == "AsKs"
    assert decision.margin == pytest.approx(201 / 11480 - 160 / 11480, rel=1e-12)
    assert decision.margin_stderr == 0
    assert [action.ev for action in decision] == sorted((a.ev for a in decision), reverse=True)


def check_exact(game: Any, rules: Rules, hand: list[int], keeps: Sequence[tuple[int, ...]]) -> None:
    decision = game.decide(names(hand), against="pat")
    assert decision.method == "exact"
    counted = naive_draw.against_a_pat_hand(rules, hand, keeps)
    for kept, (wins, ties, losses) in zip(keeps, counted, strict=True):
        action, total = decision[label(kept)], wins + ties + losses
        assert action.win == wins / total
        assert action.tie == ties / total
        assert action.ev == (wins + ties / 2) / total


@pytest.mark.parametrize("seed", [*range(3), *map(slow, range(3, 20))])
def test_exact_against_a_pat_hand_drawing_one(seed: int) -> None:
    hand = hands_of(Rules(), 1, seed)[0]
    check_exact(five_card_draw, Rules(), hand, [k for k in Rules().keeps(hand) if len(k) >= 4])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 25))
def test_exact_against_a_pat_hand_drawing_two(seed: int) -> None:
    hand = hands_of(Rules(), 1, seed)[0]
    check_exact(five_card_draw, Rules(), hand, [k for k in Rules().keeps(hand) if len(k) == 3])


@pytest.mark.parametrize("seed", range(6))
def test_exact_against_a_pat_hand_all_keeps_of_twenty_cards(seed: int) -> None:
    game, rules = GAMES["20 cards"]
    hand = hands_of(rules, 1, seed)[0]
    keeps = rules.keeps(hand)
    assert len(keeps) == 32
    check_exact(game, rules, hand, keeps)


@pytest.mark.slow
def test_exact_with_a_joker_and_with_ranked_suits() -> None:
    for name in ("joker", "blinds"):
        game, rules = GAMES[name]
        hand = cards("JkAhKd7c2d") if name == "joker" else cards("AhKhQh7h2d")
        keeps = [kept for kept in rules.keeps(hand) if len(kept) >= 4]
        check_exact(game, rules, hand, keeps)


@pytest.mark.parametrize("name", ["3 or 4", "joker", slow("blinds")])
def test_simulated_is_near_exact(name: str) -> None:
    game, rules = GAMES[name]
    for at, hand in enumerate(hands_of(rules, 2, seed=11)):
        for against in ("pat", "KhKd" if at else "9s8s7h6h5h"):
            if set(cards(against if against != "pat" else "")) & set(hand):
                continue
            exact = game.decide(names(hand), against=against, method="exact")
            found = game.decide(names(hand), against=against, deals=60_000, seed=3)
            assert (exact.method, found.method) == ("exact", "monte-carlo")
            for action in found:
                wanted = exact[action.label]
                close(action.ev, action.stderr, float(wanted.ev))
                close(action.win, action.stderr, float(wanted.win))


def test_exact_against_a_short_hand_and_a_range() -> None:
    game, rules = GAMES["20 cards"]
    hand = cards("AsKsQdJhTc")
    for text, held in (
        ("AhAd", [cards("AhAd")]),
        ("AhAd, KhKd", [cards("AhAd"), cards("KhKd")]),
    ):
        decision = game.decide(names(hand), against=text)
        assert decision.method == "exact"
        live = [c for c in rules.order.deck if c not in hand]
        for kept in ([], cards("AsKs"), hand):
            wins = ties = total = 0
            for combo in held:
                rest = [c for c in live if c not in combo]
                for mine in itertools.combinations(rest, 5 - len(kept)):
                    own = rules.order.value([*kept, *mine])
                    for more in itertools.combinations([c for c in rest if c not in mine], 3):
                        other = rules.order.value([*combo, *more])
                        wins += own > other
                        ties += own == other
                        total += 1
            action = decision[label(kept)]
            assert (action.win, action.tie) == (wins / total, ties / total)


def test_weights_of_a_range_count() -> None:
    weighted = Range("AcAdAh5c4c:0.25, KcKdKh5d4d:1", size=5)
    decision = five_card_draw.decide("QsQhQd7c2d", against=weighted, deals=200_000, seed=1)
    assert decision.method == "monte-carlo"
    # Standing pat loses to both; a fourth queen, one of 42 cards drawn twice, wins.
    alone = [
        five_card_draw.decide("QsQhQd7c2d", against=hand)["QsQhQd"].ev
        for hand in ("AcAdAh5c4c", "KcKdKh5d4d")
    ]
    action = decision["QsQhQd"]
    close(action.ev, action.stderr, (0.25 * alone[0] + alone[1]) / 1.25)
    beaten = five_card_draw.decide(
        "KsKhQd7c2d", against=Range("AcAdAh5c4c:0.2, 9c8d6c5h2s", 5), deals=50_000, seed=1
    )
    close(beaten["pat"].ev, beaten["pat"].stderr, 1 / 1.2)


@pytest.mark.slow
def test_a_users_strategy_called_pat_is_not_pat() -> None:
    mine = five_card_draw.strategy(lambda hand: hand[:4], name="pat")
    decision = five_card_draw.decide("AsAhKs7c2d", against=mine, deals=1000, seed=1)
    assert decision.method == "monte-carlo"
    with pytest.raises(RuleError):
        five_card_draw.decide("AsAhKs7c2d", against=mine, method="exact")


# ---- strategies -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("strategy", list(naive_draw.STRATEGIES))
def test_named_strategies(name: str, strategy: str) -> None:
    game, rules = GAMES[name]
    table, plain = game.strategy(strategy), naive_draw.STRATEGIES[strategy]
    source = random.Random(7)
    joker = [[*sorted(source.sample(range(52), 4)), 52] for _ in range(150 * rules.order.jokers)]
    for hand in [*hands_of(rules, 600, seed=3), *joker]:
        kept = plain(rules, hand)
        assert strategy == "pat" or rules.allows(kept)
        assert table.keep(names(hand)) == names(sorted(kept, reverse=True)), names(hand)


def test_the_array_strategies_of_the_oracle() -> None:
    for name in ("3 or 4", "3"):
        _, rules = GAMES[name]
        hands = np.array(hands_of(rules, 2000, seed=4))
        for plain, array in (
            (naive_draw.advice, naive_draw.advice_array),
            (naive_draw.always_three, naive_draw.always_three_array),
        ):
            kept = array(rules, hands)
            for hand, columns in zip(hands.tolist(), kept, strict=True):
                wanted = sorted(plain(rules, hand))
                assert [c for c, keep in zip(hand, columns, strict=True) if keep] == wanted


def test_a_function_becomes_a_table() -> None:
    asked: list[str] = []

    def highest(hand: str) -> str:
        asked.append(hand)
        return "pat" if hand[0] == "2" else hand[:4]

    game, rules = GAMES["20 cards"]
    strategy = game.strategy(highest)
    assert strategy.name == "highest"
    assert len(asked) < 1500  # once for hands that differ by suits only
    assert len(asked) == len(set(asked))
    for hand in hands_of(rules, 200, seed=1):
        ranks = [c // 4 for c in cards(strategy.keep(names(hand)))]
        assert ranks == [c // 4 for c in sorted(hand)[:2:-1]]
    assert game.strategy(lambda hand: "").keep("AsKsQsJsTs") == ""
    with pytest.raises(RuleError, match="None"):  # a function that forgets to answer
        game.strategy(lambda hand: None)
    again = game.strategy(highest)
    assert again == strategy
    assert hash(again) == hash(strategy)


def test_a_function_may_be_any_callable() -> None:
    class Keeper:
        __hash__ = None  # type: ignore[assignment]

        def __call__(self, hand: str) -> str:
            return "pat"

    game, _ = GAMES["20 cards"]
    keeper = Keeper()
    assert game.strategy(keeper, name="keeper").keep("AsKsQsJsTs") == "AsKsQsJsTs"


def test_two_jokers() -> None:
    game = five_card_draw.with_rules(jokers=2, lowest_rank="T", draw_limit=5)
    rules = Rules(Order(lowest="T", jokers=2), 5)
    hands = [
        *hands_of(rules, 150, seed=2),
        *([*hand[:3], 52, 53] for hand in hands_of(rules, 9, 3)),
    ]
    for name in ("advice", "standard"):
        table = game.strategy(name)
        for hand in hands:
            if len(set(hand)) == 5:
                kept = sorted(naive_draw.STRATEGIES[name](rules, sorted(hand)), reverse=True)
                assert table.keep(names(hand, 2)) == names(kept, 2), names(hand, 2)
    every = game.strategy(lambda hand: hand)
    exact = game.decide("AsKsQdTcJk2", against="pat")
    found = game.decide("AsKsQdTcJk2", against=every, deals=40_000, seed=1, method="monte-carlo")
    for action in found:
        close(action.ev, action.stderr, float(exact[action.label].ev))
    assert len(game.posterior(0, every)) == math.comb(22, 5)


def test_a_question_can_be_sent_to_another_process() -> None:
    mine = five_card_draw.strategy(np.full(SHAPE, 31, np.uint8), name="mine")
    job = five_card_draw.decide(HAND, against=["advice", mine], deals=16, seed=1).question
    again = pickle.loads(pickle.dumps(job))
    assert again == job
    tallies = [one.sample(stream(1, 0), 100) for one in (job, again)]
    for key in tallies[0]:
        assert (tallies[0][key] == tallies[1][key]).all()


def test_a_table_is_copied() -> None:
    table = five_card_draw.strategy("advice").table.copy()
    strategy = five_card_draw.strategy(table, name="mine")
    table[:] = 31
    assert strategy.keep("AsAhKs7c2d") == "AsAh"
    assert strategy.table.shape == (1, math.comb(52, 5))


def test_a_strategy_of_other_rules_is_checked() -> None:
    free = five_card_draw.with_rules(draw_limit=5).strategy(
        np.zeros((1, math.comb(52, 5)), np.uint8), name="all new"
    )
    with pytest.raises(RuleError, match="draws more than the limit"):
        five_card_draw.decide("AsAhKs7c2d", against=free)
    joker = five_card_draw.with_rules(jokers=1).strategy("advice")
    with pytest.raises(RuleError, match="table"):
        five_card_draw.decide("AsAhKs7c2d", against=joker)


# ---- several opponents who draw ---------------------------------------------------------------


def oracle_seat(rules: Rules, against: Any) -> Seat:
    """Make a seat of the oracle of the name of a strategy, known cards, or both."""
    arrays = {
        "advice": naive_draw.advice_array,
        "always_three": naive_draw.always_three_array,
        "pat": naive_draw.pat_array,
    }
    if against in arrays:
        return Seat(draw=follows(arrays[against], rules))
    if isinstance(against, tuple):
        hold = [(tuple(cards(hand)), 1.0) for hand in against[0].split(",")]
        return Seat(hold, follows(arrays[against[1]], rules))
    return Seat([(tuple(cards(hand)), 1.0) for hand in against.split(",")])


def oracle_shares(
    rules: Rules,
    hand: Sequence[int],
    kept: Sequence[int],
    others: Sequence[Seat],
    seed: int,
    deals: int = 80_000,
    drawn: Sequence[int] = (),
    points: bool = False,
) -> tuple[float, float]:
    """Simulate one keep of a hand: its mean share (or points a round) and the error."""
    thrown = tuple(c for c in hand if c not in kept)
    # The hero holds what it keeps; what it has thrown away is gone.
    hero = Seat([(tuple(kept), 1.0)], thrown=thrown) if kept else Seat(thrown=thrown)
    seats = [*others[: len(drawn)], hero, *others[len(drawn) :]]
    best = naive_draw.simulate(rules, seats, deals, seed, drawn=drawn)
    if points:
        won = best[:, len(drawn)]
        return float(won.mean()), float(won.std() / math.sqrt(len(won)))
    return naive_draw.shares(best, len(drawn))


OPPONENTS: list[Any] = [
    ["advice", "advice"],
    ["pat", "advice", "always_three"],
    slow(["KcKd", "advice"]),
    slow(["9c8c7h6h5s", "KcKd", "always_three"]),
    slow([("KcKd8c7c2h,QcQd9c9d3h", "advice"), "advice"]),
    slow(["KcKd,KcKh,9c9d", "TcTd,JcJd", "advice"]),
    slow(["advice"] * 5),
]


@pytest.mark.parametrize("against", OPPONENTS, ids=str)
def test_drawing_opponents(against: list[Any]) -> None:
    game, rules = GAMES["3 or 4"]
    hand = cards("AsAhKs7d2d")
    decision = game.decide(names(hand), against=against, deals=200_000, seed=2)
    assert decision.method == "monte-carlo"
    others = [oracle_seat(rules, one) for one in against]
    for at, keep in enumerate(("AsAh", "AsAhKs", "AsKs", "As")):
        share, error = oracle_shares(rules, hand, cards(keep), others, seed=at)
        close(decision[keep].ev, decision[keep].stderr, share, error)


@pytest.mark.parametrize("name", ["3", "5", slow("joker"), "blinds"])
def test_drawing_opponents_under_other_rules(name: str) -> None:
    game, rules = GAMES[name]
    if name == "joker":
        hand, keeps = cards("JkAhKs7d2d"), ("JkAh", "JkAhKs")

        def draw(hands: Any, drawn: Any) -> Any:
            kept = np.zeros(hands.shape, bool)
            for row, some in enumerate(hands.tolist()):
                wanted = naive_draw.advice(rules, some)
                kept[row] = [c in wanted for c in some]
            return kept

        others = [Seat(draw=draw)] * 2
    else:
        hand, keeps = cards("QsQhKs7d2d"), ("QsQh", "KsQsQh")
        others = [oracle_seat(rules, "advice")] * 2
    decision = game.decide(names(hand), opponents=2, deals=200_000, seed=2)
    for at, keep in enumerate(keeps):
        share, error = oracle_shares(rules, hand, cards(keep), others, seed=at, deals=30_000)
        action = decision[label(cards(keep))]
        close(action.ev, action.stderr, share, error)


@pytest.mark.slow
def test_a_function_and_a_table_as_opponents() -> None:
    game, rules = GAMES["3 or 4"]

    def three_highest(hand: str) -> str:
        return hand[:6]

    table = np.full(math.comb(52, 5), 0b11100, np.uint8)
    hand = cards("AsAhKs7d2d")
    seat = Seat(
        draw=lambda hands, drawn: np.tile([False, False, True, True, True], (len(hands), 1))
    )
    share, error = oracle_shares(rules, hand, cards("AsAh"), [seat, seat], seed=1)
    for against in ([three_highest, table[None]], game.strategy(table, name="three")):
        decision = game.decide(names(hand), 2, against, deals=60_000, seed=3)
        close(decision["AsAh"].ev, decision["AsAh"].stderr, share, error)


def seeing() -> np.ndarray[Any, Any]:
    """Fill a table that follows the advice, unless the two before it drew what frightens it."""
    table = np.repeat(five_card_draw.strategy("advice").table, 36, axis=0)
    for last, earlier in itertools.product(range(6), repeat=2):
        if last == 0:
            table[last + 6 * earlier] = 0b00011
        elif earlier == 3:
            table[last + 6 * earlier] = 0b00111
    return table


def sees_two(hands: Any, drawn: Any) -> Any:
    kept = naive_draw.advice_array(Rules(), hands)
    # Where fewer have drawn, those missing count as having drawn none.
    none = np.zeros(len(hands), int)
    last = drawn[-1] if drawn else none
    earlier = drawn[-2] if len(drawn) > 1 else none
    kept[earlier == 3] = [True, True, True, False, False]
    kept[last == 0] = [True, True, False, False, False]
    return kept


@pytest.mark.slow
def test_a_strategy_that_sees_what_was_drawn_before() -> None:
    game, rules = GAMES["3 or 4"]
    strategy = game.strategy(seeing(), name="watchful", sees=2)
    assert strategy.keep("AsAhKs7d2d", (0, 3, 1)) == "Ks7d2d"
    assert strategy.keep("AsAhKs7d2d", (3, 0)) == "7d2d"
    assert strategy.keep("AsAhKs7d2d", (0, 2)) == strategy.keep("AsAhKs7d2d", (2,)) == "AsAh"
    hand = cards("AsAhKs7d2d")
    watchful = Seat(draw=sees_two)
    others = [watchful, oracle_seat(rules, "pat"), watchful]
    against = [strategy, "pat", strategy]
    found = game.decide(names(hand), against=against, deals=200_000, seed=2)
    others = [oracle_seat(rules, "advice"), watchful, watchful]
    against = ["advice", strategy, strategy]
    second = game.decide(names(hand), against=against, deals=200_000, seed=2)
    for at, keep in enumerate(("AsAh", "AsAhKs7d", "AsAhKs7d2d")):
        for wanted, seats in (
            (found, [watchful, oracle_seat(rules, "pat"), watchful]),
            (second, others),
        ):
            share, error = oracle_shares(rules, hand, cards(keep), seats, seed=at)
            action = wanted[label(cards(keep))]
            close(action.ev, action.stderr, share, error)
    found = game.decide(names(hand), against=against, drawn_before=[3], deals=200_000, seed=2)
    share, error = oracle_shares(rules, hand, cards("AsAh"), others, 5, 120_000, drawn=[3])
    close(found["AsAh"].ev, found["AsAh"].stderr, share, error)


@pytest.mark.parametrize("drawn", [slow([1]), [2, 1], slow([0]), slow([3, 3])], ids=str)
def test_drawn_before(drawn: list[int]) -> None:
    game, rules = GAMES["3 or 4"]
    hand = cards("QsQhKs7d2d")
    found = game.decide(names(hand), opponents=2, drawn_before=drawn, deals=200_000, seed=2)
    others = [oracle_seat(rules, "advice")] * 2
    share, error = oracle_shares(rules, hand, cards("QsQh"), others, 1, 250_000, drawn=drawn)
    close(found["QsQh"].ev, found["QsQh"].stderr, share, error)


def test_drawn_before_of_known_hands_and_ranges() -> None:
    game = five_card_draw
    hand = "QsQhKs7d2d"
    known = game.decide(hand, against="KcKd", drawn_before=[3])
    assert known.method == "exact"
    assert [a.ev for a in known] == [a.ev for a in game.decide(hand, against="KcKd")]
    pat = game.decide(hand, against="pat", drawn_before=[0])
    assert pat.method == "exact"
    # Of a range only the hands that draw so many are left, with their weights.
    held = Range("KcKd8c7c2h:1, AcAd9c9d3h:0.5, 9s8s7h6h5h:0.25", size=5)
    found = game.decide(hand, against=[(held, "advice")], drawn_before=[1], deals=20_000, seed=1)
    alone = game.decide(
        hand, against=[("AcAd9c9d3h", "advice")], drawn_before=[1], deals=20_000, seed=2
    )
    for action in found:
        one = alone[action.label]
        close(action.ev, action.stderr, one.ev, one.stderr)
    two = Range("AcAd9c9d3h:0.5, JcJd8s8d3h:1", size=5)
    found = game.decide(hand, against=[(two, "advice")], drawn_before=[1], deals=40_000, seed=1)
    parts = [
        game.decide(hand, against=[(one, "advice")], deals=40_000, seed=2)["QsQh"]
        for one in ("AcAd9c9d3h", "JcJd8s8d3h")
    ]
    wanted = (parts[0].ev + 2 * parts[1].ev) / 3
    close(found["QsQh"].ev, found["QsQh"].stderr, wanted, parts[0].stderr)


def test_equity_before_any_hand_is_seen() -> None:
    game, rules = GAMES["3 or 4"]
    against = ["advice", "always_three", "pat", "AsAhKs7d2d"]
    found = game.equity(against=against, deals=100_000, seed=1)
    best = naive_draw.simulate(rules, [oracle_seat(rules, one) for one in against], 60_000, 1)
    for seat in range(4):
        share, error = naive_draw.shares(best, seat)
        close(float(found.equity[seat]), float(found.stderr[seat]), share, error)
    alike = game.equity(players=4, against="advice", deals=100_000, seed=1)
    assert (abs(alike.equity - 0.25) < 4 * alike.stderr).all()
    assert (alike.wins + alike.ties + alike.losses == 100_000).all()
    assert alike.equity.sum() == pytest.approx(1, abs=1e-12)


def test_equity_with_side_pots() -> None:
    found = five_card_draw.equity(
        players=3, against="advice", stacks=[100, 50, 20], pot=10, deals=40_000, seed=1
    )
    assert found.chips.sum() == pytest.approx(180, rel=1e-9)
    # All play alike: 70 from three, 60 from two, 50 back.
    wanted = np.array([70 / 3 + 30 + 50, 70 / 3 + 30, 70 / 3])
    assert (abs(found.chips - wanted) < 4 * found.chips_stderr).all()


# ---- what a count tells -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["3 or 4", slow("joker"), slow("5")])
@pytest.mark.parametrize("strategy", ["advice", "standard"])
def test_posterior(name: str, strategy: str) -> None:
    game, rules = GAMES[name]
    plain = naive_draw.STRATEGIES[strategy]
    dead = cards("AsAh7c")
    sample = []
    source = random.Random(1)
    live = [c for c in rules.order.deck if c not in dead]
    for _ in range(6000):
        hand = tuple(sorted(source.sample(live, 5)))
        sample.append((hand, 5 - len(plain(rules, hand))))
    total = 0
    for drawn in range(6):
        those = [hand for hand, number in sample if number == drawn]
        if not those and (drawn == 5 or (drawn == 4 and rules.limit == 3)):
            with pytest.raises(CardError, match="no hand draws"):
                game.posterior(drawn, strategy, dead=names(dead))
            continue
        posterior = game.posterior(drawn, strategy, dead=names(dead))
        assert posterior.is_uniform
        total += len(posterior)
        # Exactly the hands that draw so many, and so the frequencies too.
        bits = {int(mask) for mask in posterior.masks}
        for hand, number in sample[:1500]:
            assert (sum(1 << c for c in hand) in bits) == (number == drawn)
        chance = len(posterior) / math.comb(len(live), 5)
        spread = math.sqrt(chance * (1 - chance) / len(sample))
        assert abs(len(those) / len(sample) - chance) < 4 * spread + 1e-9
    assert total == math.comb(len(live), 5)


@pytest.mark.slow
def test_posterior_of_an_opener() -> None:
    game, rules = five_card_draw.with_rules(openers="jacks"), Rules()
    jacks = rules.order.value(cards("JcJd4c3c2d"))
    for drawn in (0, 1, 2, 3):
        everybody = game.posterior(drawn)
        opened = game.posterior(drawn, opened=True)
        bits = {int(mask) for mask in opened.masks}
        assert bits <= {int(mask) for mask in everybody.masks}
        source = np.random.default_rng(drawn)
        for row in source.choice(everybody.cards, 300):
            opens = rules.order.value(row.tolist()) >= jacks
            assert (sum(1 << int(c) for c in row) in bits) == opens
    with pytest.raises(CardError, match="no hand draws 4"):
        game.posterior(4, opened=True)


def test_posterior_plays_on() -> None:
    game = five_card_draw
    hand = cards("QsQhKs7d2d")
    posterior = game.posterior(1, dead=names(hand))
    found = game.decide(names(hand), against=[(posterior, "advice")], deals=200_000, seed=2)
    told = game.decide(names(hand), drawn_before=[1], deals=60_000, seed=3)
    close(found["QsQh"].ev, found["QsQh"].stderr, told["QsQh"].ev, told["QsQh"].stderr)
    result = game.equity("QsQhKs7d2d", posterior, method="monte-carlo", deals=1000, seed=1)
    assert result.seats == 2


def test_posterior_of_all_five() -> None:
    game = five_card_draw.with_rules(draw_limit=5)
    new = game.strategy(np.zeros(math.comb(52, 5), np.uint8), name="all new")
    assert len(game.posterior(5, new)) == math.comb(52, 5)
    hand = "QsQhKs7d2d"
    told = game.decide(hand, against=new, drawn_before=[5], deals=40_000, seed=2)
    # Who draws five holds any hand.
    wanted = game.decide(hand, against="random")["QsQh"]
    close(told["QsQh"].ev, told["QsQh"].stderr, float(wanted.ev))


def test_posterior_given_what_was_drawn_before() -> None:
    strategy = five_card_draw.strategy(seeing(), name="watchful", sees=2)
    everything = math.comb(52, 5)
    assert len(five_card_draw.posterior(3, strategy, drawn_before=[1, 0])) == everything
    assert len(five_card_draw.posterior(2, strategy, drawn_before=[3, 1])) == everything
    assert five_card_draw.posterior(1, strategy, drawn_before=[4]) == five_card_draw.posterior(1)
    with pytest.raises(CardError):
        five_card_draw.posterior(1, strategy, drawn_before=[0])


# ---- the stock --------------------------------------------------------------------------------


def test_the_deck_is_just_enough() -> None:
    hand = "AsKdQh7c2d"
    joker = five_card_draw.with_rules(jokers=1)
    for game, most in (
        (five_card_draw, 6),
        (joker, 6),
        (five_card_draw.with_rules(draw_limit=3), 6),
        (five_card_draw.with_rules(draw_limit=5), 9),
    ):
        game.decide(hand, opponents=most - 1, deals=100, seed=1)
        game.equity(players=most, against="advice", deals=100, seed=1)
        with pytest.raises(CardError, match="cards"):
            game.decide(hand, opponents=most)
        with pytest.raises(CardError, match="cards"):
            game.equity(players=most + 1, against="advice")
    with pytest.raises(CardError, match="there are 51"):
        five_card_draw.decide(hand, opponents=5, dead="3c")
    # All 52 are needed where four keep an ace and draw four each, and two draw three; 53 with
    # the joker.
    shared = ["AhTd8c6h4c", "Ad9s7s5d3d", "AcTh8h6c4h", "KhJs8s6s4d"]
    for game, hand, last, size in (
        (five_card_draw, "As9d7d5s3s", "KsJh9h7h5c", 52),
        (joker, "Jk9d7d5s3s", "AsJh9h7h5c", 53),
    ):
        held = [*shared, last]
        drawn = [5 - len(naive_draw.advice(Rules(), sorted(cards(text)))) for text in held]
        assert 6 * 5 + 4 + sum(drawn) == size == game.deck.size
        decision = game.decide(
            hand, against=[(text, "advice") for text in held], deals=2000, seed=1
        )
        assert decision[hand[:2]].drawn == 4


def stock_shares(
    rules: Rules,
    hands: Sequence[Sequence[int] | None],
    keeps: Sequence[Callable[[list[int]], list[int]]],
    seat: int,
    deals: int,
) -> tuple[float, float]:
    """Play rounds one by one with a stock that runs out: mean share of a seat, and its error."""
    source = random.Random(9)
    rounds = [naive_draw.play_round(rules, keeps, source, hands) for _ in range(deals)]
    finals = np.array(rounds)
    values = np.stack(
        [naive_draw.values_array(rules.order, finals[:, at]) for at in range(len(keeps))], axis=1
    )
    return naive_draw.shares(values == values.max(axis=1, keepdims=True), seat)


@pytest.mark.slow
def test_the_stock_runs_out() -> None:
    game, rules = GAMES["5"]
    new = game.strategy(np.zeros(math.comb(52, 5), np.uint8), name="all new")
    low = game.strategy(np.full(math.comb(52, 5), 0b00001, np.uint8), name="keeps the lowest")
    hand = cards("AsAhKs7d2d")
    plays: dict[Any, Callable[[list[int]], list[int]]] = {
        low: lambda some: some[:1],
        new: lambda some: [],
        "advice": lambda some: naive_draw.advice(rules, some),
    }
    # What those drew who always draw as many tells nothing.
    for against, drawn in (
        ([low, "advice", new, new, new, new, low], []),
        ([low, new, new, "advice", new, new, low], [4, 5, 5]),
    ):
        before = len(drawn)
        others = [plays[one] for one in against]
        found = game.decide(
            names(hand), against=against, drawn_before=drawn, deals=40_000, seed=before
        )
        for keep in ("AsAh", "AsAhKs7d2d") if before else ("AsAh", ""):
            kept = cards(keep)
            seats = [*others[:before], lambda some, kept=kept: kept, *others[before:]]
            known: list[Any] = [None] * 8
            known[before] = hand
            share, error = stock_shares(rules, known, seats, before, 8_000)
            action = found[label(kept)]
            close(action.ev, action.stderr, share, error)


@pytest.mark.slow
@pytest.mark.parametrize("before", [0, 1, 2])
def test_what_was_thrown_comes_back_in_order(before: int) -> None:
    # 20 cards for three: five are left. One throws the highest away, which come back first.
    game, rules = GAMES["20 cards"]
    lowest = game.strategy(np.full(SHAPE, 0b00011, np.uint8), name="keeps the lowest")
    highest = game.strategy(np.full(SHAPE, 0b11000, np.uint8), name="keeps the highest")
    hand = cards("KsKhQdJcTc")
    found = game.decide(
        names(hand), against=[lowest, highest], drawn_before=[3] * before, deals=200_000, seed=1
    )
    plays: list[Callable[[list[int]], list[int]]] = [lambda some: some[:2], lambda some: some[3:]]
    for keep in ("KsKh", "KsKhTc", "JcTc", ""):
        kept = cards(keep)
        seats = [*plays[:before], lambda some, kept=kept: kept, *plays[before:]]
        known = [hand if seat == before else None for seat in range(3)]
        share, error = stock_shares(rules, known, seats, before, 25_000)
        action = found[label(kept)]
        close(action.ev, action.stderr, share, error)
    seats = [plays[0], plays[1], plays[1]]
    result = game.equity(against=[lowest, highest, highest], deals=200_000, seed=1)
    for seat in range(3):
        share, error = stock_shares(rules, [None] * 3, seats, seat, 25_000)
        close(float(result.equity[seat]), float(result.stderr[seat]), share, error)


@pytest.mark.slow
def test_the_stock_runs_out_before_any_hand_is_seen() -> None:
    game, rules = GAMES["5"]
    new = game.strategy(np.zeros(math.comb(52, 5), np.uint8), name="all new")
    against = ["advice", "always_three", new, new, new, "advice", new, "advice"]
    found = game.equity(against=against, deals=60_000, seed=1)
    plain = {"advice": naive_draw.advice, "always_three": naive_draw.always_three}
    plays = [
        (lambda some, play=plain[one]: play(rules, some))
        if isinstance(one, str)
        else lambda some: []
        for one in against
    ]
    source = random.Random(2)
    finals = np.array(
        [naive_draw.play_round(rules, plays, source, [None] * 8) for _ in range(12_000)]
    )
    values = np.stack(
        [naive_draw.values_array(rules.order, finals[:, at]) for at in range(8)], axis=1
    )
    best = values == values.max(axis=1, keepdims=True)
    for seat in range(8):
        share, error = naive_draw.shares(best, seat)
        close(float(found.equity[seat]), float(found.stderr[seat]), share, error)


# ---- openers, points, matches -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["3 or 4", "joker", "20 cards"])
def test_who_can_open(name: str) -> None:
    game, rules = GAMES[name]
    game = game.with_rules(openers="jacks")
    source = random.Random(3)
    place = rules.order.place("one pair")
    for _ in range(400):
        hand = source.sample(rules.order.deck, 5)
        value = rules.order.value(hand)
        opens = value[0] > place or (value[0] == place and value[1][0] >= naive.RANKS.index("J"))
        assert game.can_open(names(hand)) == opens
    assert five_card_draw.can_open("2c3d4h5s7c")


def test_opening_is_counted_for_one_hand() -> None:
    game = five_card_draw.with_rules(openers="jacks")
    odds = game.opening(players=1)
    assert odds.method == "exact"
    # Pairs of jacks to aces, and all better hands.
    pairs = 4 * 6 * math.comb(12, 3) * 64
    better = 123_552 + 54_912 + 10_200 + 5_108 + 3_744 + 624 + 40
    assert odds.counts == {
        "nobody can open": 2_598_960 - pairs - better,
        "somebody can open": pairs + better,
    }
    assert game.opening(players=1, hand="JsJh7c5d2s").probability["somebody can open"] == 1
    assert game.opening(players=1, hand="TsTh7c5d2s").probability["somebody can open"] == 0
    two = game.opening(players=2, hand="JsTh7c5d2s")
    assert two.method == "exact"
    live = [c for c in range(52) if c not in cards("JsTh7c5d2s")]
    values = naive_draw.values_array(Order(), naive.combinations_array(live, 5))
    least = naive_draw.values_array(Order(), np.array([cards("JcJd4c3c2d")]))[0]
    assert two.counts["somebody can open"] == int((values >= least).sum())


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_opening_is_simulated_for_more(players: int) -> None:
    game, rules = five_card_draw.with_rules(openers="jacks"), Rules()
    odds = game.opening(players=players, deals=40_000, seed=players)
    source = np.random.default_rng(players)
    deals = 30_000
    dealt = np.argsort(source.random((deals, 52)), axis=1)[:, : 5 * players].reshape(-1, 5)
    least = naive_draw.values_array(rules.order, np.array([cards("JcJd4c3c2d")]))[0]
    opens = (naive_draw.values_array(rules.order, dealt) >= least).reshape(deals, players)
    share = float(opens.any(axis=1).mean())
    found = odds.probability["somebody can open"]
    close(
        found,
        math.sqrt(share * (1 - share) / 40_000),
        share,
        math.sqrt(share * (1 - share) / deals),
    )


def test_points_without_betting() -> None:
    game, rules = five_card_draw.with_rules(mode="no_betting"), Rules()
    hand = cards("9s9h8d7c2d")
    # The second hand is the first in other suits: ties are common.
    exact = game.decide(names(hand), against="9c9d8c7d2h")
    for action in exact:
        assert action.ev == pytest.approx(action.win + action.tie, abs=1e-12)
    assert exact["pat"].ev == exact["pat"].tie == 1
    assert exact.unit == "points a round"
    found = game.decide(names(hand), against="9c9d8c7d2h", deals=30_000, seed=1)
    for action in found:
        assert action.ev == pytest.approx(action.win + action.tie, abs=1e-12)
        close(action.ev, action.stderr, float(exact[action.label].ev))
    others = [oracle_seat(rules, "9c9d8c7d2h"), oracle_seat(rules, "advice")]
    found = game.decide(names(hand), against=["9c9d8c7d2h", "advice"], deals=60_000, seed=1)
    for at, keep in enumerate(("9s9h", "9s9h8d7c2d")):
        share, error = oracle_shares(rules, hand, cards(keep), others, at, points=True)
        action = found[label(cards(keep))]
        close(action.ev, action.stderr, share, error)


def test_known_hands_share() -> None:
    hand, against = "AsKsQhJd9c", ["AcKcQdJh9s", "AdKdQcJc9h"]
    exact = five_card_draw.decide(hand, against=against)
    assert exact.method == "exact"
    assert exact["pat"].ev == pytest.approx(1 / 3, abs=1e-15)
    found = five_card_draw.decide(hand, against=against, deals=20_000, seed=1)
    assert found["pat"].ev == pytest.approx(1 / 3, abs=1e-12)
    assert found["pat"].tie == 1
    for action in found:
        close(action.ev, action.stderr, float(exact[action.label].ev))


def test_matches() -> None:
    game, rules = GAMES["3 or 4"]
    against = ["advice", "always_three", "pat"]
    match = game.play(players=3, rounds=4, against=against, deals=60_000, seed=1)
    assert match.win.sum() == pytest.approx(1, abs=1e-12)
    matches = 15_000
    best = naive_draw.simulate(rules, [oracle_seat(rules, one) for one in against], 4 * matches, 3)
    points = best.reshape(matches, 4, 3).sum(axis=1)
    first = points == points.max(axis=1, keepdims=True)
    for seat in range(3):
        share, error = naive_draw.shares(first, seat)
        close(float(match.win[seat]), float(match.stderr[seat]), share, error)
    assert game.play(players=2, deals=100, seed=1).length.mean == game.rules["rounds"]


# ---- errors that can be trusted ---------------------------------------------------------------


def test_margin_is_of_the_same_deals() -> None:
    seeds = range(60)
    runs = [five_card_draw.decide("AsAhKs7d2d", 2, deals=1500, seed=seed) for seed in seeds]
    pairs = np.array([run["AsAh"].ev - run["AsAhKs"].ev for run in runs])
    margins = [run for run in runs if {a.label for a in run.actions[:2]} == {"AsAh", "AsAhKs"}]
    assert len(margins) > 40
    told = np.array([run.margin_stderr for run in margins])
    # The spread of the difference from seed to seed; both keeps in the same deals vary together.
    assert pairs.std() / told.mean() == pytest.approx(1, abs=4 / math.sqrt(2 * len(pairs)))
    apart = np.hypot(runs[0]["AsAh"].stderr, runs[0]["AsAhKs"].stderr)
    assert told.mean() < 0.75 * apart
    ev = np.array([run["AsAh"].ev for run in runs])
    assert ev.std() / runs[0]["AsAh"].stderr == pytest.approx(1, abs=4 / math.sqrt(2 * len(ev)))


def test_intervals_cover() -> None:
    # Against a known hand that draws three by a strategy the exact answer is known too.
    hand, times = "AsAhKs7c2d", 200
    exact = five_card_draw.decide(hand, against="KcKd")
    margin = float(exact["AsAh"].ev) - float(exact["AsAhKs"].ev)
    assert exact.best.label == "AsAh"
    hit = near = 0
    for seed in range(times):
        found = five_card_draw.decide(hand, against="KcKd", deals=1200, seed=seed)
        action = found["AsAh"]
        hit += abs(action.ev - float(exact["AsAh"].ev)) < 1.96 * action.stderr
        sums, products = found.tally["sums"], found.tally["products"]
        at = [choice.label for choice in found.choices].index("AsAh")
        other = [choice.label for choice in found.choices].index("AsAhKs")
        squares = products[at, at] + products[other, other] - 2 * products[at, other]
        mean = (sums[at] - sums[other]) / 1200 / found.scale
        error = math.sqrt(max(squares / found.scale**2 / 1200 - mean**2, 1e-9) / 1200)
        near += abs(mean - margin) < 1.96 * error
    spread = 4 * math.sqrt(times * 0.05 * 0.95)
    assert abs(hit - 0.95 * times) < spread
    assert abs(near - 0.95 * times) < spread


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "against"),
    [
        ("9d7hQsAhJh", "Kd6d"),
        ("8sAhQd3cJh", "Td5d"),
        ("AsAhKs7c2d", "KcKd"),
        ("9h8dQc4d5h", "AdAc"),
    ],
)
def test_margin_confidence_covers(hand: str, against: str) -> None:
    """What the keep that came out best is truly worth more than the best of the others."""
    true = {
        action.label: float(action.ev) for action in five_card_draw.decide(hand, against=against)
    }
    times, covered, over = 120, 0, []
    for seed in range(times):
        found = five_card_draw.decide(hand, against=against, deals=3000, seed=seed)
        best = found.best.label
        margin = true[best] - max(ev for label, ev in true.items() if label != best)
        low, high = found.margin_confidence()
        covered += low <= margin <= high
        over.append(float(found.margin) - margin)
    assert covered >= 0.95 * times - 3 * math.sqrt(times * 0.05 * 0.95)
    # The margin itself is too large on average: the luckiest keep is picked.
    assert np.mean(over) > 4 * np.std(over) / math.sqrt(times)


def test_head_to_head() -> None:
    runs = [
        five_card_draw.head_to_head("standard", "always_three", deals=2000, seed=2 * seed)
        for seed in range(60)
    ]
    shares = np.array([run["standard"].ev for run in runs])
    told = np.array([run["standard"].stderr for run in runs])
    assert shares.std() / told.mean() == pytest.approx(1, abs=4 / math.sqrt(2 * len(runs)))
    for run in runs:
        assert run["standard"].ev + run["always_three"].ev == pytest.approx(1, abs=1e-12)
        assert run.margin_stderr == pytest.approx(2 * run.best.stderr)
    one = five_card_draw.head_to_head("standard", "always_three", deals=100_000, seed=5)
    assert abs(one["standard"].ev - shares.mean()) < 4 * math.hypot(
        one["standard"].stderr, told.mean() / math.sqrt(60)
    )
    rules = Rules()
    seats = [oracle_seat(rules, "advice"), oracle_seat(rules, "always_three")]
    share, error = naive_draw.shares(naive_draw.simulate(rules, seats, 60_000, 1), 0)
    found = five_card_draw.head_to_head("advice", "always_three", deals=60_000, seed=1)
    close(found["advice"].ev, found["advice"].stderr, share, error)
    same = five_card_draw.head_to_head("advice", "advice", deals=1000, seed=1)
    assert len(same) == 2


# ---- repeatable -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["3 or 4", "5"])
def test_same_counts_on_threads_and_prefixes(name: str) -> None:
    game, _ = GAMES[name]
    hand, asked = "AsAhKs7d2d", {"opponents": 8 if name == "5" else 3, "seed": 5}
    with ThreadPoolExecutor(2) as pool:
        one = game.decide(hand, deals=40_000, **asked)
        two = game.decide(hand, deals=40_000, executor=pool, **asked)
        tolerance = [
            game.decide(hand, tolerance=0.004, executor=executor, **asked)
            for executor in (None, pool)
        ]
    for a, b in ((one, two), tolerance):
        assert a.deals == b.deals
        for key in a.tally:
            assert (a.tally[key] == b.tally[key]).all()
    assert (one.tally["products"] == one.tally["products"].T).all()


def test_fewer_deals_are_the_first_of_more() -> None:
    openers = five_card_draw.with_rules(openers="jacks")
    for game in (five_card_draw, GAMES["5"][0]):
        seats = 6 if game is five_card_draw else 9
        decision = game.decide("AsAhKs7d2d", opponents=seats - 1, deals=16, seed=1)
        deal = game.equity(players=seats, against="advice", deals=16, seed=1)
        jobs = [decision.question, deal.question, OpeningDeals(openers.spec, 0, 3, False)]
        assert isinstance(jobs[0], DrawDecision)
        assert isinstance(jobs[1], DrawDeals)
        for job in jobs:
            # Deals come one by one from the stream: eight and the ninth are nine.
            tallies = [job.sample(stream(3, 0), deals) for deals in (1, 8, 9)]
            for key in tallies[0]:
                assert (tallies[0][key] <= tallies[1][key]).all() or key == "shares"
                grown = tallies[2][key].astype(int) - tallies[1][key]
                assert (grown >= 0).all() or key == "shares"


def test_runs_of_the_same_question_add_up() -> None:
    runs = [five_card_draw.decide("AsAhKs7d2d", 2, deals=2000, seed=seed) for seed in (1, 2)]
    both = runs[0] + runs[1]
    assert both.deals == 4000
    assert both["AsAh"].ev == pytest.approx((runs[0]["AsAh"].ev + runs[1]["AsAh"].ev) / 2)
    other = five_card_draw.decide("AsAhKs7d2d", 2, "standard", deals=2000, seed=3)
    with pytest.raises(RuleError):
        _ = both + other


# ---- bad input --------------------------------------------------------------------------------

BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "hand of four": (lambda: five_card_draw.decide("AsKdQh7c"), "has 4 cards"),
    "hand of six": (lambda: five_card_draw.decide("AsKdQh7c2d3d"), "has 6 cards"),
    "card twice": (lambda: five_card_draw.decide("AsAsQh7c2d"), "twice"),
    "joker": (lambda: five_card_draw.decide("JkKdQh7c2d"), "Jk|joker"),
    "low card": (lambda: GAMES["20 cards"][0].decide("AsKdQh7cTd"), "7c"),
    "keep not held": (lambda: five_card_draw.odds(HAND, keep="AsKs"), "Ks is not in the hand"),
    "keep twice": (lambda: five_card_draw.odds(HAND, keep="AsAs"), "twice"),
    "keep one king": (lambda: five_card_draw.odds(HAND, keep="Kd"), "drawing 4: the limit is 3"),
    "keep none": (lambda: five_card_draw.odds(HAND, keep=""), "drawing 5: the limit is 3"),
    "fixed limit": (lambda: GAMES["3"][0].odds(HAND, keep="As"), "drawing 4: the limit is 3"),
    "keep of four": (lambda: five_card_draw.odds("AsKdQh7c", keep="As"), "has 4 cards"),
    "keep of nothing": (lambda: five_card_draw.odds(keep="As"), "has 0 cards"),
    "keep dead": (lambda: five_card_draw.odds(HAND, keep="As", dead="2d"), "2d"),
    "seven players": (lambda: five_card_draw.decide(HAND, opponents=6), "7 players"),
    "seven by strategy": (lambda: five_card_draw.equity(players=7, against="pat"), "7 players"),
    "seven in a match": (lambda: five_card_draw.play(players=7), "7 players"),
    "no opponents": (lambda: five_card_draw.decide(HAND, opponents=0), "opponents"),
    "empty list": (lambda: five_card_draw.decide(HAND, against=[]), "opponents"),
    "negative": (lambda: five_card_draw.decide(HAND, opponents=-1), "opponents"),
    "half": (lambda: five_card_draw.decide(HAND, opponents=1.5), "opponents"),  # type: ignore
    "list too short": (
        lambda: five_card_draw.decide(HAND, opponents=3, against=["pat"]),
        "against has 1 entries",
    ),
    "unknown strategy": (lambda: five_card_draw.decide(HAND, against="bluff"), "no strategy"),
    "unknown name": (lambda: five_card_draw.strategy("bluff"), "no strategy is called 'bluff'"),
    "unknown in a pair": (
        lambda: five_card_draw.decide(HAND, against=[("KsKc8h8d3d", "bluff")]),
        "no strategy is called 'bluff'",
    ),
    "nothing": (lambda: five_card_draw.decide(HAND, against=None), "opponent 1"),  # type: ignore
    "a number": (lambda: five_card_draw.decide(HAND, against=3), "opponent 1"),  # type: ignore
    "short with strategy": (
        lambda: five_card_draw.decide(HAND, against=[("KsKc", "advice")]),
        "2 known cards",
    ),
    "six cards": (lambda: five_card_draw.decide(HAND, against="KsKc8h8d3d3c"), "6"),
    "table of other shape": (
        lambda: five_card_draw.strategy(np.zeros((2, 10), np.uint8)),
        "table is uint8",
    ),
    "table of floats": (lambda: five_card_draw.strategy(np.full(SHAPE, 31.0)), "table is uint8"),
    "table over 31": (lambda: five_card_draw.strategy(np.full(SHAPE, 32, np.uint8)), "0 to 31"),
    "table below 0": (lambda: five_card_draw.strategy(np.full(SHAPE, -1)), "0 to 31"),
    "table of ragged rows": (lambda: five_card_draw.strategy([[1], [1, 2]]), "table"),
    "table that sees": (
        lambda: five_card_draw.strategy(np.full(SHAPE, 31, np.uint8), sees=1),
        r"uint8\[6, ",
    ),
    "sees": (lambda: five_card_draw.strategy(np.full(SHAPE, 31), sees=-1), "sees"),
    "table draws five": (
        lambda: five_card_draw.strategy(np.zeros(SHAPE, np.uint8)),
        "draws more than the limit",
    ),
    "function keeps a king": (
        lambda: GAMES["3"][0].strategy(lambda hand: hand[:2]),
        "asked about .* drawing 4: the limit is 3",
    ),
    "function invents": (
        lambda: five_card_draw.strategy(lambda hand: "AsAh"),
        "asked about .* is not in the hand",
    ),
    "function of nonsense": (
        lambda: five_card_draw.strategy(lambda hand: "best"),
        "asked about",
    ),
    "function of a number": (lambda: five_card_draw.strategy(lambda hand: 3), "asked about"),
    "drawn a number": (
        lambda: five_card_draw.decide(HAND, drawn_before=3),  # type: ignore
        "drawn_before",
    ),
    "drawn text": (lambda: five_card_draw.decide(HAND, drawn_before="3"), "drawn_before"),
    "drawn six": (lambda: five_card_draw.decide(HAND, drawn_before=[6]), "drawn_before"),
    "drawn below none": (lambda: five_card_draw.decide(HAND, drawn_before=[-1]), "drawn_before"),
    "drawn half": (lambda: five_card_draw.decide(HAND, drawn_before=[0.5]), "drawn_before"),
    "drawn by nobody": (
        lambda: five_card_draw.decide(HAND, drawn_before=[1, 1]),
        "drawn_before has 2 numbers for 1 opponents",
    ),
    "drawn five": (lambda: five_card_draw.decide(HAND, drawn_before=[5]), "no hand draws 5"),
    "pat draws": (
        lambda: five_card_draw.decide(HAND, against="pat", drawn_before=[1]),
        "no hand draws 1",
    ),
    "known draws": (
        lambda: five_card_draw.decide(HAND, against="KsKc8h8d3d", drawn_before=[1]),
        "draws 0",
    ),
    "short draws": (
        lambda: five_card_draw.decide(HAND, against="KsKc", drawn_before=[1]),
        "draws 3",
    ),
    "held and dead": (lambda: five_card_draw.decide(HAND, dead="As"), "As is in the hand and dead"),
    "held twice": (lambda: five_card_draw.decide(HAND, against="AsAc"), "As"),
    "known and dead": (lambda: five_card_draw.decide(HAND, against="AcAh", dead="Ac"), "Ac"),
    "known hands share": (lambda: five_card_draw.decide(HAND, against=["AcAh", "AcKs"]), "Ac|deal"),
    "hands and against": (
        lambda: five_card_draw.equity("AsAh", against="advice"),
        "no hands",
    ),
    "players missing": (lambda: five_card_draw.equity(against="advice"), "players is missing"),
    "one player": (lambda: five_card_draw.equity(players=1, against="advice"), "at least 2"),
    "one in a match": (lambda: five_card_draw.play(players=1), "at least 2"),
    "endless match": (lambda: five_card_draw.play(rounds=10**9), "at most"),
    "no rounds": (lambda: five_card_draw.play(rounds=0), "rounds"),
    "posterior of none": (lambda: five_card_draw.posterior(drawn=6), "0 to 5"),
    "posterior of text": (lambda: five_card_draw.posterior(drawn="2"), "drawn"),  # type: ignore
    "posterior of a hand": (lambda: five_card_draw.posterior(1, against="AsAh"), "no strategy"),
    "posterior after seven": (lambda: five_card_draw.posterior(1, drawn_before=[7]), "0 to 5"),
    "nobody draws five": (lambda: five_card_draw.posterior(5), "no hand draws 5"),
    "open with four": (lambda: five_card_draw.can_open("AsKdQh7c"), "has 4 cards"),
    "opening of nobody": (lambda: five_card_draw.opening(players=0), "players"),
    "opening of eleven": (lambda: five_card_draw.opening(players=11), "55 cards"),
    "exact with many": (
        lambda: five_card_draw.decide(HAND, opponents=2, method="exact"),
        "no exact",
    ),
    "option": (lambda: five_card_draw.decide(HAND, deal=1), "unknown option"),  # type: ignore
}


@pytest.mark.parametrize("name", list(BAD))
def test_bad_input(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import equity.showdown.draw.game as module

    def work(*args: Any) -> Any:
        raise AssertionError("work was started")

    monkeypatch.setattr(module, "run", work)
    ask, message = BAD[name]
    with pytest.raises(EquityError, match=message):
        ask()


def test_equity_error_from_a_strategy_table() -> None:
    with pytest.raises(CardError, match="some of 5"):
        five_card_draw.strategy("advice").keep("AsAh")
    with pytest.raises(RuleError, match="0 to 5"):
        five_card_draw.strategy("advice").keep(HAND, (9,))
    assert isinstance(five_card_draw.strategy("pat"), Strategy)


@pytest.mark.parametrize("suit", "cdhs")
def test_four_of_a_suit_and_a_joker_are_a_flush(suit: str) -> None:
    game = five_card_draw.with_rules(jokers=1)
    hand = "".join(f"{rank}{suit}" for rank in "K964") + "Jk"
    for name in ("advice", "standard"):
        assert len(game.strategy(name).keep(hand)) == len(hand)
