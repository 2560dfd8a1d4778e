"""Games without end, games that repeat, and what is refused."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from equity import bao_shu, endurance, la_da_che, nickname, ninety_nine, war
from equity.cards import parse_cards
from equity.errors import CardError, NotationError, RuleError
from equity.survival.bundles import Dealing, Out, Quickness
from equity.survival.game import KINDS, Event
from tests.oracles import survival as naive
from tests.parts import slow
from tests.survival.survival_games import same


def test_games_end_at_the_limit() -> None:
    for game in (war, la_da_che, bao_shu, nickname, ninety_nine, endurance):
        short = game.with_rules(turn_limit=3)
        result = short.play(players=4, deals=200, seed=1)
        assert result.unfinished == 1
        assert result.length.mean == 3
        assert result.win.sum() == pytest.approx(1)
        assert short.trace(players=4, seed=1).unfinished


def test_nobody_ever_notices() -> None:
    result = la_da_che.play(players=4, notice=0, deals=100, seed=1)
    assert result.unfinished == 0
    assert result.win.tolist() == [0, 0, 0, 1]
    assert result.length.mean == 51


def test_everybody_always_slaps_wrongly() -> None:
    result = bao_shu.play(players=3, error=1, deals=50, seed=1)
    assert result.win.sum() == pytest.approx(1)
    result = nickname.play(players=3, error=1, deals=50, seed=1)
    assert result.win.sum() == pytest.approx(1)


def test_nickname_that_never_ends_is_a_cycle() -> None:
    result = nickname.play(players=4, deals=3000, seed=1)
    assert result.cycles == result.unfinished > 0.05
    assert nickname.play(players=4, error=0.001, deals=300, seed=1).cycles == 0


DEALT = war.trace(players=4, seed=1).hands
MISSING = [*DEALT[:3], DEALT[3][2:]]
DOUBLE = [*DEALT[:3], DEALT[0][:2] + DEALT[3][2:]]
BAD: list[tuple[str, Callable[[], Any], type[Exception], str]] = [
    ("missing", lambda: war.play(hands=MISSING), CardError, "1 card is missing"),
    ("double", lambda: war.play(hands=DOUBLE), CardError, "dealt twice"),
    ("missing in a trace", lambda: nickname.trace(hands=MISSING), CardError, "missing"),
    ("nothing dealt", lambda: war.play(hands=["", *DEALT[1:]]), CardError, "seat 0 has no cards"),
    ("no cards", lambda: war.play(hands=["hello", "2c"]), NotationError, "seat 0"),
    ("one text", lambda: war.play(hands=DEALT[0]), RuleError, "sequence"),
    ("one hand", lambda: war.play(hands=DEALT[:1]), RuleError, "1 player"),
    ("one player", lambda: war.play(players=1), RuleError, "1 player"),
    ("nobody", lambda: bao_shu.play(players=0), RuleError, "0 players"),
    ("half a player", lambda: bao_shu.play(players=2.5), RuleError, "2.5"),
    ("seven", lambda: nickname.play(players=7), RuleError, "2 to 6"),
    ("three", lambda: endurance.play(players=3), RuleError, "4 to 6"),
    ("53", lambda: la_da_che.play(players=53), RuleError, "52"),
    ("both", lambda: war.play(players=3, hands=DEALT), RuleError, "4 hands for players=3"),
    ("slow", lambda: bao_shu.play(speed=-0.3), RuleError, "speed"),
    ("stopped", lambda: bao_shu.play(speed=[0.3, 0, 1, 1]), RuleError, "above 0"),
    ("nan", lambda: bao_shu.play(speed=[0.3, math.nan, 1, 1]), RuleError, "nan"),
    ("inf", lambda: bao_shu.play(speed=[0.3, math.inf, 1, 1]), RuleError, "inf"),
    ("few speeds", lambda: bao_shu.play(speed=[0.3]), RuleError, "1 numbers for 4"),
    ("text", lambda: bao_shu.play(speed="fast"), RuleError, "fast"),
    ("spread", lambda: bao_shu.play(spread=0), RuleError, "spread"),
    ("sure error", lambda: nickname.play(error=1.5), RuleError, "error"),
    ("minus", lambda: nickname.play(error=-0.1), RuleError, "error"),
    ("true", lambda: nickname.play(error=[True, 0, 0, 0]), RuleError, "True"),
    ("notice", lambda: la_da_che.play(notice=[1, 2]), RuleError, "notice"),
    ("notice 2", lambda: la_da_che.play(notice=2), RuleError, "notice"),
    ("policy", lambda: ninety_nine.play(policy="best"), RuleError, "best"),
    ("policies", lambda: ninety_nine.play(policy=["random"]), RuleError, "1 policies"),
    ("hand", lambda: ninety_nine.play(hands=["2c3c", "4c5c6c7c8c"]), CardError, "deals 5"),
    ("stock alone", lambda: ninety_nine.play(stock="2c"), RuleError, "hands"),
    (
        "short stock",
        lambda: ninety_nine.play(hands=["2c3c4c5c6c", "2d3d4d5d6d"], stock="7c"),
        CardError,
        "missing",
    ),
    ("total", lambda: ninety_nine.decide("2c3c4c5c6c", total=100), RuleError, "0 to 99"),
    ("below", lambda: ninety_nine.decide("2c3c4c5c6c", total=-1), RuleError, "total"),
    ("none", lambda: ninety_nine.decide("2c3c4c5c6c", total=None), RuleError, "total"),
    ("four", lambda: ninety_nine.decide("2c3c4c5c", total=10), CardError, "4 cards"),
    (
        "held and played",
        lambda: ninety_nine.decide("2c3c4c5c6c", total=10, played="2c"),
        CardError,
        "2c",
    ),
    ("dead", lambda: ninety_nine.decide("2c3c6c7c8c", total=99), RuleError, "out"),
    ("way", lambda: ninety_nine.decide("2c3c4c5c6c", total=9, direction=0), RuleError, "direction"),
    (
        "rollout",
        lambda: ninety_nine.decide("2c3c4c5c6c", total=9, policy="rollout"),
        RuleError,
        "rollout",
    ),
    ("exact", lambda: ninety_nine.play(method="exact"), RuleError, "exact"),
    ("odds", lambda: ninety_nine.odds(total=120), RuleError, "0 to 99"),
    ("number", lambda: bao_shu.odds(number=14), RuleError, "1 to 13"),
    ("trump", lambda: endurance.decide("2c", trump="x", cards_left=[1]), NotationError, "trump"),
    ("alone", lambda: endurance.decide("2c", trump="c", cards_left=[]), RuleError, "cards_left"),
    ("empty", lambda: endurance.decide("2c", trump="c", cards_left=[0]), RuleError, "seat 1"),
    (
        "by seat",
        lambda: endurance.decide("2c3c4c5c6c7c", trump="c", cards_left=[6, 6, 6, 6]),
        RuleError,
        "other players",
    ),
    (
        "in the trick",
        lambda: endurance.decide("2c", trump="c", cards_left=[1], trick="2c"),
        CardError,
        "2c is in the hand and in the trick",
    ),
    ("limit", lambda: ninety_nine.with_rules(limit=10), RuleError, "limit"),
    ("turns", lambda: war.with_rules(turn_limit=0), RuleError, "turn_limit"),
    ("turns true", lambda: war.with_rules(turn_limit=True), RuleError, "turn_limit"),
    ("order", lambda: war.with_rules(stack_order="as_laid"), RuleError, "stack_order"),
    ("want", lambda: war.search(5, want="short"), RuleError, "longest"),
    ("seeds", lambda: war.search(-5), RuleError, "seeds"),
    ("seed", lambda: war.trace(seed=-1), RuleError, "seed"),
]


@pytest.mark.parametrize(
    ("call", "error", "named"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_bad_input(call: Callable[[], Any], error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=re.escape(named)):
        call()


def small_game(
    engine: Any, cards: list[int], players: int, *model: Any, limit: int = 5000
) -> tuple[Any, ...]:
    """Play a deck of a few cards: events, key, length, unfinished, cycles."""
    deck = np.array(cards, np.int64)
    owner = np.arange(len(cards)) % players
    groups = np.zeros((players, players, players + 1), np.int64)
    lengths = np.zeros(limit + 1, np.int64)
    ends = np.zeros(3, np.int64)
    key = np.zeros(players, np.int64)
    log = np.empty((1 << 16, 4), np.int32)
    state = np.arange(1, 5, dtype=np.uint64)
    dealing, out = Dealing(deck, owner, len(cards)), Out(groups, lengths, ends, key, log)
    engine(state, 1, dealing, limit, *model, out)
    events = [Event(KINDS[row[0]], *row[1:]) for row in log[: ends[2]].tolist()]
    assert ends[1] <= ends[0]
    return events, key, int(lengths.argmax()), bool(ends[0]), int(ends[1])


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("size", [6, 9, 10, 12])
def test_war_that_repeats(order: int, size: int) -> None:
    from equity.survival import kernels

    luck = naive.Chance(size)
    found = 0
    for _ in range(300):
        cards = luck.shuffled([4 * rank for rank in range(size)])
        players = 3 if size == 9 else 2
        *played, cycles = small_game(kernels.war, cards, players, order, False)
        name = ("leader_first", "winner_first")[order]
        ended = naive.war(naive.dealt(cards, players), luck, name)
        same(ended, *played)
        assert cycles == (ended.period is not None)
        found += cycles
    if size in (6, 10) and order == (size == 10):
        assert found > 5


REPEATS = (
    "Jc5cAc8cTcKc4cTd8dJdQcKdJh",
    "4d4h7cKh7d6c3cTh Ad8h3d9cQd",
    "2cAh8s4s9dKs2d6d3h9hJs9sQh",
    "3s5dTs2h6h2s5h7hQsAs6s5s7s",
)
"""A deal of war that comes again with the winner's card taken first."""


@pytest.mark.parametrize("limit", [4359, 4360, 5000, slow(6720), slow(20_161)])
def test_war_that_repeats_late(limit: int) -> None:
    """A position is found that comes again by the limit, though the limit is no long one."""
    game = war.with_rules(stack_order="winner_first", turn_limit=limit)
    hands = [parse_cards(hand) for hand in REPEATS]
    ended = naive.war(hands, naive.Chance(), "winner_first", limit=limit)
    result = game.play(hands=REPEATS)
    assert (result.cycles, result.unfinished) == (1.0, 1.0)
    played = game.trace(hands=REPEATS)
    assert played.length == ended.length == limit
    assert played.cycle == ended.period == 3360
    assert played.places == ended.places
    assert played.steps[-2] == "the position repeats every 3360 tricks, for ever"


def first_found(play: Callable[[int], naive.Ended]) -> int | None:
    """Give the first limit by which a position has come again."""
    if play(3000).period is None:
        return None
    low, high = 0, 3000  # not by the one, by the other
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if play(middle).period else (middle, high)
    return high


@pytest.mark.parametrize("way", ["leader_first", "winner_first", "la_da_che", "nickname"])
def test_repetition_is_found_in_time(way: str) -> None:
    """It is found in a game that ends when a position comes again, not a turn before."""
    from equity.survival import kernels

    luck = naive.Chance(5)
    found = 0
    for _ in range(25 if way == "nickname" else 400):
        if way == "la_da_che":
            cards = luck.shuffled([4 * rank + suit for rank in range(3) for suit in range(3)])
            engine: Any = kernels.la_da_che
            model: tuple[Any, ...] = (False, np.ones(2))
            slow: Any = naive.la_da_che
            order: dict[str, Any] = {}
        elif way == "nickname":
            cards = luck.shuffled([4 * rank for rank in range(9)])
            engine, slow, order = kernels.nickname, naive.nickname, {"cycles": True}
            model = (Quickness(np.empty(0), 0.0, np.empty(0)),)
        else:
            cards = luck.shuffled([4 * rank for rank in range(6 if way == "leader_first" else 10)])
            engine, slow, order = kernels.war, naive.war, {"order": way}
            model = int(way == "winner_first"), False
        hands = naive.dealt(cards, 2)

        def play(
            limit: int, hands: Any = hands, slow: Any = slow, order: Any = order
        ) -> naive.Ended:
            ended: naive.Ended = slow([list(hand) for hand in hands], luck, limit=limit, **order)
            return ended

        when = first_found(play)
        for limit in range(1, 40, 13) if when is None else (when - 1, when, when + 1):
            if limit:
                *played, cycles = small_game(engine, cards, 2, *model, limit=limit)
                same(play(limit), *played)
                assert cycles == (when is not None and limit >= when)
        found += when is not None
    assert found > 5


@pytest.mark.parametrize("ranks", [3, 4, 5])
def test_la_da_che_that_repeats(ranks: int) -> None:
    from equity.survival import kernels

    luck = naive.Chance(ranks)
    found = 0
    for _ in range(300):
        cards = luck.shuffled([4 * rank + suit for rank in range(ranks) for suit in range(3)])
        *played, cycles = small_game(kernels.la_da_che, cards, 2, False, np.ones(2))
        ended = naive.la_da_che(naive.dealt(cards, 2), luck)
        same(ended, *played)
        assert cycles == (ended.period is not None)
        found += cycles
    assert found or ranks > 3
