"""Survival games are played as the plain programs play them."""

from __future__ import annotations

from typing import Any

import pytest

from equity import bao_shu, endurance, la_da_che, nickname, ninety_nine, war
from equity.cards import parse_cards
from equity.survival.game import Event
from tests.oracles import survival as naive
from tests.parts import in_parts
from tests.survival.survival_games import game_of, same


class Replay(naive.Chance):
    """The luck of a game of stacks that was played before, from its events."""

    def __init__(self, events: list[Event]) -> None:
        super().__init__()
        self.taken = [event.card for event in events if event.kind == "take"]
        self.noticed: list[tuple[int, bool]] = []
        last = ""
        for event in events:
            if event.kind == "miss" or (event.kind == "take" and last != "take"):
                self.noticed.append((event.seat, event.kind == "take"))
            last = event.kind

    def shuffled(self, cards: list[int]) -> list[int]:
        taken, self.taken = self.taken[: len(cards)], self.taken[len(cards) :]
        assert sorted(taken) == sorted(cards)
        return taken

    def notices(self, seat: int) -> bool:
        if not self.noticed:  # proved to repeat
            return True
        noticed = self.noticed.pop(0)
        assert noticed[0] == seat
        return noticed[1]


class Calls(naive.Chance):
    """The calls of a game that was played before, turn by turn."""

    def __init__(self, events: list[Event]) -> None:
        super().__init__()
        self.turns: list[list[Event]] = []
        self.at = -1
        by_turn = any(event.kind == "begin" for event in events)
        for event in events:
            if event.kind == ("begin" if by_turn else "turn"):
                self.turns.append([])
            elif event.kind in ("call", "wrong"):
                self.turns[-1].append(event)

    def begin(self) -> None:
        assert self.at < 0 or not self.turns[self.at], "a call was left over"
        self.at += 1
        if self.at == len(self.turns):  # proved to repeat: no call any more
            self.turns.append([])

    def order(self, seats: list[int]) -> list[int]:
        calls = [event for event in self.turns[self.at] if event.kind == "call"]
        if calls[0].other < 0:  # only the first matters
            self.turns[self.at].remove(calls[0])
            return [calls[0].seat]
        callers = [event.seat for event in calls if event.seat in seats]
        return callers + [seat for seat in seats if seat not in callers]

    def pick(self, choices: list[int]) -> int:
        called = self.turns[self.at].pop(0).other
        assert called in choices
        return called

    def errs(self, seat: int) -> bool:
        turn = self.turns[self.at]
        if turn and turn[0].kind == "wrong" and turn[0].seat == seat:
            if self.pays:
                turn.pop(0)
            return True
        return False

    pays = True
    """Whether a wrong call is passed as soon as it is known."""


class Cards(naive.Chance):
    """The cards played, the players named and the new stocks of a game that was played before."""

    def __init__(self, events: list[Event]) -> None:
        super().__init__()
        self.events = [event for event in events if event.kind in ("turn", "call")]
        self.turns = [i for i, event in enumerate(self.events) if event.kind == "turn"]
        self.stocks: list[list[int]] = []
        last = ""
        for event in events:
            if event.kind == "shuffle":
                if last != "shuffle":
                    self.stocks.append([])
                self.stocks[-1].append(event.card)
            last = event.kind

    def choose(self, choices: list[Any], seat: int, number: int) -> Any:
        at = self.turns[number]
        turn, rest = self.events[at], self.events[at + 1 : at + 2]
        assert turn.seat == seat
        if not isinstance(choices[0], tuple):
            assert turn.card in choices
            return turn.card
        named = rest[0].other if rest and rest[0].kind == "call" else None
        action = (turn.card, turn.other, named)
        assert action in choices
        return action

    def restocked(self, cards: list[int]) -> list[int]:
        stock = self.stocks.pop(0)
        assert sorted(stock) == sorted(cards)
        return stock


def stock_of(hands: list[list[int]], game: Any, players: int, seed: int) -> list[int]:
    """Give the stock of the same deal, top card first."""
    stock = parse_cards(game.trace(players=players, seed=seed).stock)
    assert sorted([*stock, *(card for hand in hands for card in hand)]) == list(range(52))
    return stock


WAR = [
    {},
    {"stack_order": "winner_first"},
    {"stack_order": "shuffled"},
    {"tied_without_card": "last_card"},
    {"tied_without_card": "last_card", "stack_order": "winner_first"},
    {"turn_limit": 60},
]


@in_parts("seeds", 10, 60)
@pytest.mark.parametrize("rules", WAR, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 7, 26])
def test_war_is_played_the_same(seeds: range, rules: dict[str, Any], players: int) -> None:
    game = war.with_rules(**rules)
    for seed in seeds:
        hands, events, *end = game_of(game, players, None, seed)
        ended = naive.war(
            hands,
            Replay(events),
            order=game.rules["stack_order"],
            tied_without_card=game.rules["tied_without_card"],
            limit=game.limit,
        )
        same(ended, events, *end)


@in_parts("seeds", 10, 60)
@pytest.mark.parametrize("rules", [{}, {"stack_order": "shuffled"}, {"turn_limit": 100}], ids=str)
@pytest.mark.parametrize("notice", [1.0, 0.7, 0.0])
@pytest.mark.parametrize("players", [2, 3, 4, 9])
def test_la_da_che_is_played_the_same(
    seeds: range, rules: dict[str, Any], notice: float, players: int
) -> None:
    game = la_da_che.with_rules(**rules)
    for seed in seeds:
        hands, events, *end = game_of(game, players, (notice,) * players, seed)
        luck = Replay(events)
        shuffled = game.rules["stack_order"] == "shuffled"
        ended = naive.la_da_che(
            hands,
            luck,
            order=game.rules["stack_order"],
            limit=game.limit,
            cycles=notice in (0, 1) and not shuffled,
        )
        same(ended, events, *end)


@in_parts("seeds", 20, 100)
@pytest.mark.parametrize("error", [0.0, 0.05, 0.5])
@pytest.mark.parametrize("players", [2, 3, 4, 9])
def test_bao_shu_is_played_the_same(seeds: range, error: float, players: int) -> None:
    for seed in seeds:
        model = bao_shu._skill(players, None, error, 0.25)
        hands, events, *end = game_of(bao_shu, players, model, seed)
        same(naive.bao_shu(hands, Calls(events), limit=bao_shu.limit), events, *end)


@in_parts("seeds", 10, 100)
@pytest.mark.parametrize("error", [0.0, 0.05, 0.5])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_nickname_is_played_the_same(seeds: range, error: float, players: int) -> None:
    for seed in seeds:
        model = nickname._skill(players, None, error, 0.25)
        hands, events, *end = game_of(nickname, players, model, seed)
        luck = Calls(events)
        luck.pays = False  # the player called is asked for next
        ended = naive.nickname(hands, luck, limit=nickname.limit, cycles=not error)
        same(ended, events, *end)


POLICIES = [["sensible"], ["random"], ["sensible", "random"], ["rollout", "sensible", "random"]]
NINETY_NINE = [
    {},
    {"five": "name"},
    {"ace_of_spades": "zero"},
    {"limit": 30, "five": "name", "ace_of_spades": "zero"},
    {"turn_limit": 40},
]


def mixed(policies: list[str], players: int) -> list[str]:
    return [policies[seat % len(policies)] for seat in range(players)]


@pytest.mark.slow
@pytest.mark.parametrize("rules", NINETY_NINE, ids=str)
@pytest.mark.parametrize("policies", POLICIES, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_ninety_nine_is_played_the_same(
    rules: dict[str, Any], policies: list[str], players: int
) -> None:
    game = ninety_nine.with_rules(**rules)
    names = mixed(policies, players)
    for seed in range(3 if "rollout" in policies else 60):
        hands, events, *end = game_of(game, players, game._skills(names, players), seed)
        ended = naive.ninety_nine(
            hands,
            stock_of(hands, game, players, seed),
            Cards(events),
            names,
            limit=game.rules["limit"],
            five=game.rules["five"],
            ace_of_spades=game.rules["ace_of_spades"],
            turn_limit=game.limit,
        )
        same(ended, events, *end)


@pytest.mark.parametrize("policies", POLICIES, ids=str)
@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("rules", [{}, {"turn_limit": 5}], ids=str)
def test_endurance_is_played_the_same(
    rules: dict[str, Any], policies: list[str], players: int
) -> None:
    game = endurance.with_rules(**rules)
    names = mixed(policies, players)
    for seed in range(20 if "rollout" in policies else 100):
        hands, events, *end = game_of(game, players, game._skills(names, players), seed)
        ended = naive.endurance(
            hands, stock_of(hands, game, players, seed), Cards(events), names, game.limit
        )
        same(ended, events, *end)
