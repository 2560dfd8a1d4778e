"""Openers, points and matches of draw; errors that can be trusted; runs that repeat."""

from __future__ import annotations

import math
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from equity import five_card_draw
from equity.errors import RuleError
from equity.jobs import stream
from equity.showdown.draw.decisions import DrawDeals, DrawDecision
from equity.showdown.draw.openers import OpeningDeals
from tests.oracles import draw as naive_draw
from tests.oracles import showdown as naive
from tests.oracles.draw import Rules
from tests.oracles.games import Order, cards, names
from tests.showdown.draw.draw_games import GAMES, close, label, oracle_seat, oracle_shares


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
