"""The same chances as the plain programs; figures, symmetry, decisions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from equity import bao_shu, endurance, la_da_che, nickname, ninety_nine, war
from equity.cards import parse_cards
from tests.oracles import survival as naive
from tests.parts import slow
from tests.survival.survival_games import game_of

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


@pytest.mark.slow
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
