"""Named strategies of draw, and those of users, beside the oracle."""

from __future__ import annotations

import math
import pickle
import random

import numpy as np
import pytest

from equity import five_card_draw
from equity.errors import RuleError
from equity.jobs import stream
from tests.oracles import draw as naive_draw
from tests.oracles.draw import Rules
from tests.oracles.games import Order, cards, names
from tests.showdown.draw.draw_games import GAMES, HAND, SHAPE, close, hands_of


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
