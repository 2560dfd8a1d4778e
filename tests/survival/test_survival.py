"""Survival games against the slow players: the same games card by card, and the same chances."""

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
from tests.parts import in_parts, slow


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


def game_of(
    game: Any, players: int, model: Any, seed: int
) -> tuple[list[list[int]], list[Event], Any, int, bool]:
    """Play the first game of a seed: hands, events, key, length, unfinished."""
    _, deal = game._deal(players, None)
    deck, lengths, ends, key, log = game._one(deal, players, model, seed, 1 << 14)
    events = [Event(KINDS[row[0]], *row[1:]) for row in log[: ends[2]].tolist()]
    hands = [deck[np.array(deal.owner) == seat].tolist() for seat in range(players)]
    return hands, events, key, int(lengths.argmax()), bool(ends[0])


def stock_of(hands: list[list[int]], game: Any, players: int, seed: int) -> list[int]:
    """Give the stock of the same deal, top card first."""
    stock = parse_cards(game.trace(players=players, seed=seed).stock)
    assert sorted([*stock, *(card for hand in hands for card in hand)]) == list(range(52))
    return stock


def same(ended: naive.Ended, events: list[Event], key: Any, length: int, unfinished: bool) -> None:
    """Assert that a game went and ended the same way."""
    cards = [event.card for event in events if event.kind == "turn"]
    cycle = next((event.other for event in events if event.kind == "cycle"), None)
    assert cycle == ended.period
    if cycle is None:
        assert cards == ended.cards
    else:
        # Whole periods are left out, by the engine later than by who remembers every position.
        assert cards[: len(ended.cards)] == ended.cards[: len(cards)]
    assert length == ended.length
    assert unfinished == ended.unfinished
    assert tuple(1 + int((key > own).sum()) for own in key) == ended.places


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


# ---- the same chances ----

# Two of each game; most with the slow tests.
SIMULATED: list[tuple[Any, int, dict[str, Any], Callable[[naive.Chance], naive.Ended], int]] = [
    (war, 4, {}, lambda luck: naive.war(naive.dealt(luck.deck(), 4), luck, cycles=False), 800),
    (
        war.with_rules(stack_order="shuffled", turn_limit=200),
        3,
        {},
        lambda luck: naive.war(naive.dealt(luck.deck(), 3), luck, "shuffled", limit=200),
        1500,
    ),
    (
        la_da_che,
        3,
        {"notice": [1.0, 0.9, 0.7]},
        lambda luck: naive.la_da_che(naive.dealt(luck.deck(), 3), luck, cycles=False),
        1500,
    ),
    (
        la_da_che.with_rules(stack_order="shuffled"),
        2,
        {},
        lambda luck: naive.la_da_che(naive.dealt(luck.deck(), 2), luck, "shuffled"),
        1000,
    ),
    (bao_shu, 4, {}, lambda luck: naive.bao_shu(naive.dealt(luck.deck(), 4), luck), 4000),
    (
        bao_shu,
        3,
        {"speed": [0.4, 0.45, 0.5], "error": [0.1, 0.0, 0.01]},
        lambda luck: naive.bao_shu(naive.dealt(luck.deck(), 3), luck),
        4000,
    ),
    (
        nickname,
        4,
        {"speed": [0.4, 0.45, 0.5, 0.5], "error": [0.02, 0.0, 0.0, 0.01]},
        lambda luck: naive.nickname(naive.dealt(luck.deck(), 4), luck),
        1500,
    ),
    (
        nickname.with_rules(turn_limit=100),
        3,
        {},
        lambda luck: naive.nickname(naive.dealt(luck.deck(), 3), luck, limit=100),
        1500,
    ),
    (
        ninety_nine,
        3,
        {"policy": ["sensible", "random", "random"]},
        lambda luck: ninety_nine_game(luck, ["sensible", "random", "random"]),
        3000,
    ),
    (
        ninety_nine.with_rules(five="name"),
        4,
        {"policy": ["random", "sensible", "random", "sensible"]},
        lambda luck: ninety_nine_game(luck, ["random", "sensible"] * 2, five="name"),
        3000,
    ),
    (
        endurance,
        4,
        {"policy": ["sensible", "random", "random", "sensible"]},
        lambda luck: endurance_game(luck, ["sensible", "random", "random", "sensible"]),
        4000,
    ),
    (endurance, 6, {"policy": "random"}, lambda luck: endurance_game(luck, ["random"] * 6), 4000),
]


def ninety_nine_game(luck: naive.Chance, policies: list[str], **rules: Any) -> naive.Ended:
    deck = luck.deck()
    players = len(policies)
    hands = naive.dealt(deck, players, 5)
    return naive.ninety_nine(hands, deck[5 * players :], luck, policies, **rules)


def endurance_game(luck: naive.Chance, policies: list[str]) -> naive.Ended:
    deck = luck.deck()
    players = len(policies)
    each = {4: 6, 5: 5, 6: 4}[players]
    return naive.endurance(naive.dealt(deck, players, each), deck[each * players :], luck, policies)


@pytest.mark.parametrize(
    ("game", "players", "options", "play", "games"),
    [case if number in (0, 4, 10) else slow(*case) for number, case in enumerate(SIMULATED)],
    ids=[f"{case[0].name}-{case[1]}-{number}" for number, case in enumerate(SIMULATED)],
)
def test_the_same_chances(
    game: Any, players: int, options: dict[str, Any], play: Any, games: int
) -> None:
    """Of winning, of places, and the mean length, within four standard errors."""
    luck = naive.Chance(99, options.get("speed"), options.get("error"), options.get("notice"))
    ended = [play(luck) for _ in range(games)]
    result = game.play(players=players, deals=30_000, seed=5, **options)
    shares = np.array([one.shares for one in ended])
    spread = np.sqrt(shares.var(axis=0) / games + result.stderr**2)
    assert (abs(shares.mean(axis=0) - result.win) < 4 * spread).all()
    last = np.array([[place == max(one.places) for place in one.places] for one in ended]) / 1.0
    last /= last.sum(axis=1, keepdims=True)
    error = np.sqrt(last.var(axis=0) / games + 0.25 / result.deals)
    if not any(one.unfinished for one in ended):
        assert (abs(last.mean(axis=0) - result.places[:, -1]) < 4 * error).all()
    lengths = np.array([one.length for one in ended])
    ours = result.length
    values, counts = ours.histogram
    deviation = math.sqrt(float(counts @ (values - ours.mean) ** 2) / result.deals)
    assert abs(lengths.mean() - ours.mean) < 4 * deviation * math.sqrt(1 / games + 1 / result.deals)


# ---- figures, symmetry, decisions ----


def test_figures() -> None:
    odds = bao_shu.odds()
    assert 1 - odds.probability["no match"] == pytest.approx(0.983767272532805, abs=1e-15)
    assert odds.probabilities is not None
    assert sum(odds.probabilities) == 1
    assert sum(n * chance for n, chance in enumerate(odds.probabilities)) == 4
    single = war.odds(players=4).probability["single highest"]
    assert single == pytest.approx(0.883553, abs=5e-7)
    dead = ninety_nine.odds(total=99)
    assert dead.counts == {
        "dead hand": 98_280,
        **{word: count for word, count in (dead.counts or {}).items() if word != "dead hand"},
    }
    assert dead.probability["dead hand"] == pytest.approx(0.037815, abs=5e-7)
    assert dead.total == 2_598_960


def test_odds_by_counting() -> None:
    """Small cases dealt out by the naive player's own cards."""
    luck = naive.Chance(3)
    highest = [0, 0, 0, 0, 0]
    showing = {"no match": 0}
    matches: list[int] = []
    games = 20_000
    for _ in range(games):
        deck = luck.deck()
        ranks = [naive.rank(card) for card in deck[:4]]
        highest[ranks.count(max(ranks))] += 1
        if len(set(ranks)) == 4:
            showing["no match"] += 1
        matches.append(
            sum(naive.rank(card) == (place + 12) % 13 for place, card in enumerate(deck))
        )
    for sharing, chance in enumerate(war.odds(players=4).probability.values(), 1):
        assert abs(highest[sharing] / games - chance) < 4 * math.sqrt(chance / games) + 1e-4
    chance = nickname.odds(players=4).probability["no match"]
    assert abs(showing["no match"] / games - chance) < 4 * math.sqrt(chance / games)
    for number, chance in enumerate(bao_shu.odds().probability.values()):
        if number < 12:
            assert (
                abs(matches.count(number) / games - chance) < 4 * math.sqrt(chance / games) + 1e-3
            )


def test_first_turn_of_war_by_trace() -> None:
    """The share of games whose first turn has a single highest card."""
    ties = 0
    for seed in range(1500):
        _, events, *_ = game_of(war.with_rules(turn_limit=1), 4, None, seed)
        ties += any(event.kind == "tie" for event in events)
    expected = 1 - 0.883553
    assert abs(ties / 1500 - expected) < 4 * math.sqrt(expected * (1 - expected) / 1500)


@pytest.mark.parametrize(
    ("game", "players"),
    [(war, 4), (war, 2), (nickname, 4), (nickname.with_rules(turn_limit=300), 3)],
    ids=["war-4", "war-2", "nickname-4", "nickname-3"],
)
def test_seats_are_alike_where_the_rules_are(game: Any, players: int) -> None:
    """Stacks of equal size: in war the first leader leads once, in nickname all turn at once."""
    result = game.play(players=players, deals=30_000, seed=8)
    if players in (2, 4):
        assert (abs(result.win - 1 / players) < 4 * result.stderr).all()
    else:  # seat 0 has one card more
        assert abs(result.win[1] - result.win[2]) < 4 * math.hypot(*result.stderr[1:])


def test_endurance_seats_after_the_first_are_alike_but_for_the_dealer() -> None:
    """The dealer always holds a trump."""
    result = endurance.play(players=4, policy="random", deals=30_000, seed=8)
    assert result.win[3] > result.win[:3].max() + 4 * result.stderr[3]


def test_a_deal_given_is_played() -> None:
    played = war.trace(players=3, seed=5)
    again = war.trace(hands=list(played.hands))
    assert again.events == played.events
    assert again.seed is None
    exact = war.play(hands=list(played.hands))
    assert exact.method == "exact"
    assert exact.deals == 1
    assert exact.length.mean == played.length
    assert np.flatnonzero(exact.win).tolist() == list(played.winners)
    assert war.play(hands=list(played.hands), deals=3, seed=1).method == "monte-carlo"
    cards = ninety_nine.trace(players=3, seed=5)
    again = ninety_nine.trace(hands=list(cards.hands), stock=cards.stock, seed=1)
    first = [event.card for event in again.events[:20]]
    assert first == [event.card for event in cards.events[:20]]


def test_chunks_merge() -> None:
    one = bao_shu.play(deals=700, seed=1)
    other = bao_shu.play(deals=300, seed=2)
    assert (one + other).deals == 1000
    prefix = bao_shu.play(deals=200, seed=1)
    assert prefix.length.counts.sum() == 200


def test_searches_give_what_traces_play() -> None:
    for game in (war, la_da_che):
        for found in game.search(60, players=2, most=3):
            played = game.trace(players=2, seed=found.seed)
            assert (played.length, played.winners) == (found.length, found.winners)
        assert [one.seed for one in game.search([7, 3], players=2)] in ([7, 3], [3, 7])


def test_quicker_and_surer_players_win_more() -> None:
    equal = bao_shu.play(players=2, speed=0.4, deals=20_000, seed=3)
    quick = bao_shu.play(players=2, speed=[0.3, 0.4], deals=20_000, seed=3)
    assert quick.win[0] > equal.win[0] + 4 * equal.stderr[0]
    # Which of two log-normal times is the shorter: a normal distribution of the logarithms.
    share = 0.5 * (1 + math.erf(math.log(0.4 / 0.3) / 0.25 / 2))
    first = []
    for seed in range(600):
        played = bao_shu.trace(players=2, speed=[0.3, 0.4], seed=seed)
        first += [event.seat for event in played.events if event.kind == "call"][:1]
    spread = math.sqrt(share * (1 - share) / len(first))
    assert abs(first.count(0) / len(first) - share) < 4 * spread
    careless = nickname.play(players=3, error=[0.2, 0, 0], deals=20_000, seed=3)
    assert careless.win[0] < careless.win[1] - 4 * careless.stderr[1]


@pytest.mark.slow
def test_ninety_nine_decides_by_what_follows() -> None:
    """The chances of two cards, against games of the slow player from the same position."""
    hand = parse_cards("9s 4c 2d Ks Th")
    decision = ninety_nine.decide(hand, total=88, players=3, deals=20_000, seed=3)
    assert {action.label for action in decision} == {"9s", "4c", "2d", "Ks", "Th +10", "Th -10"}
    luck = naive.Chance(5)
    games = 2500
    for label, card, total in (("9s", hand[0], 97), ("Th -10", hand[4], 78)):
        won = 0
        for _ in range(games):
            rest = [c for c in luck.deck() if c not in hand]
            # As if a player before had made the sum: the card played starts the game.
            mine = [c for c in hand if c != card] + [rest.pop()]
            others = [[rest.pop() for _ in range(5)] for _ in range(2)]
            ended = naive_from(luck, [*others, mine], [card, *rest], total)
            won += ended.shares[2]
        error = math.sqrt(0.25 / games + decision[label].stderr ** 2)
        assert abs(won / games - decision[label].ev) < 4 * error, label


def naive_from(
    luck: naive.Chance, hands: list[list[int]], stock: list[int], total: int
) -> naive.Ended:
    """Go on after a plain card has made a sum, seat 0 acting."""
    return naive.ninety_nine(hands, stock, luck, ["sensible"] * len(hands), total=total)


def test_endurance_decides_by_what_follows() -> None:
    hand = parse_cards("As 9c 4d")
    decision = endurance.decide(hand, trump="d", cards_left=[3, 3, 3], deals=20_000, seed=3)
    assert len(decision) == 3
    luck = naive.Chance(5)
    games = 3000
    for card in hand:
        won = 0.0
        for _ in range(games):
            rest = [c for c in luck.deck() if c not in hand]
            others = [[rest.pop() for _ in range(3)] for _ in range(3)]
            ended = naive.endurance(
                [hand, *others], rest, luck, ["sensible"] * 4, trump=1, first=card
            )
            won += ended.shares[0]
        label = naive.RANKS[card // 4] + naive.SUITS[card % 4]
        error = math.sqrt(0.25 / games + decision[label].stderr ** 2)
        assert abs(won / games - decision[label].ev) < 4 * error, label


def test_endurance_follows_suit() -> None:
    take = {"trump": "d", "cards_left": [2, 3, 2], "deals": 500, "seed": 1}
    decision = endurance.decide("As 9c 4d", trick="Kc", **take)
    assert [action.label for action in decision] == ["9c"]
    assert decision.margin is None
    decision = endurance.decide("As 9s 4d", trick="Kc", **take)
    assert len(decision) == 3


def test_last_card_that_takes_the_trick_stays() -> None:
    decision = endurance.decide("Ad", trump="d", cards_left=[0], trick="Kc", deals=50, seed=1)
    assert decision["Ad"].win == 1
    decision = endurance.decide("Ah", trump="d", cards_left=[0], trick="Kc", deals=50, seed=1)
    assert decision["Ah"].win == 0


# ---- games without end, bad input ----


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


# ---- games that repeat: with 52 cards they are too rare to meet, with few cards they are not ----


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
