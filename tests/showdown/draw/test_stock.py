"""What a count of cards drawn tells, and a stock that runs out."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from equity import five_card_draw
from equity.errors import CardError
from tests.oracles import draw as naive_draw
from tests.oracles.draw import Rules
from tests.oracles.games import cards, names
from tests.parts import slow
from tests.showdown.draw.draw_games import GAMES, SHAPE, close, label, seeing


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
