"""Every game of the showdown family beside the oracle."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from equity import (
    five_card,
    five_card_draw,
    five_card_stud,
    holdem,
    omaha,
    seven_card_stud,
    zha_jin_hua,
)
from equity.errors import RuleError
from tests.oracles import showdown as naive
from tests.oracles.games import Order, Table, WeightedRange, names, write
from tests.parts import slow
from tests.showdown.games_beside import GAMES, _same, check

BY_STREET = ("five_card_draw", "five_card_stud", "seven_card_stud")
ONLY_SIMULATED = ("holdem with a joker", "holdem of 36 cards with two jokers")
every_game = pytest.mark.parametrize("which", GAMES)
exact_games = pytest.mark.parametrize(
    "which", [which for which in GAMES if which not in ONLY_SIMULATED]
)


@dataclass(frozen=True)
class Spot:
    """A question about a game of the table."""

    which: str
    seats: tuple[WeightedRange, ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    @property
    def game(self) -> Any:
        return GAMES[self.which][0]

    @property
    def table(self) -> Table:
        return GAMES[self.which][1]

    def question(self) -> dict[str, Any]:
        """Give the keywords of a question."""
        jokers = self.table.order.jokers
        board = {"board": names(self.board, jokers)} if self.table.board else {}
        return {"dead": names(self.dead, jokers), **board}

    def hands(self) -> list[str]:
        """Give what the seats hold, as text."""
        return [write(seat, self.table.order.jokers) for seat in self.seats]

    def ask(self, **options: Any) -> Any:
        """Ask the package."""
        options = {"method": "exact", **options}
        return self.game.equity(*self.hands(), **self.question(), **options)

    def oracle(self, **money: Any) -> naive.Answer:
        """Ask the oracle."""
        return self.table.equity(self.seats, self.board, self.dead, **money)


WEIGHTS = (1.0, 0.5, 0.25, 0.3, 0.07)


def spots(
    which: str, count: int, seed: int, weights: Sequence[float] = WEIGHTS, most: int = 3000
) -> Iterator[Spot]:
    """Make spots of at most so many deals, from a narrow deck so that hands meet and conflict."""
    _, table = GAMES[which]
    source = random.Random(f"{which} {seed}")
    while count:
        deck = table.order.deck
        source.shuffle(deck)
        if source.random() < 0.3:
            # More of one suit, or of few ranks: flushes and pairs.
            suit = source.randrange(4)
            deck.sort(key=lambda card: card % 4 != suit)
        elif source.random() < 0.3:
            ranks = source.sample(range(13), 5)
            deck.sort(key=lambda card: card // 4 not in ranks)
        if table.order.jokers and source.random() < 0.7:
            deck.remove(52)
            deck.insert(source.randrange(8), 52)
        if table.two_three_five != "off":
            # 2, 3, 5 and three of a kind are wanted often.
            wanted = source.sample([c for c in deck if c // 4 in (0, 1, 3, 7)], 12)
            deck = wanted + [c for c in deck if c not in wanted]
        players = source.choice((2, 2, 2, 3, 4))
        board_size = source.choice((table.board, max(0, table.board - 1))) if table.board else 0
        board, deck = deck[:board_size], deck[board_size:]
        dead_size = source.choice((0, 0, 1, 3))
        dead, deck = deck[len(deck) - dead_size :], deck[: len(deck) - dead_size]
        seats: list[WeightedRange] = []
        for _ in range(players):
            hold = table.hole
            if which.startswith(BY_STREET):
                hold -= source.choice((0, 0, 1, 1, 2))
            narrow = deck[: hold * players + 4]
            hands = {
                tuple(sorted(source.sample(narrow, min(hold, len(narrow))), reverse=True))
                for _ in range(source.choice((1, 2, 4)))
            }
            seats.append([(hand, source.choice(weights)) for hand in hands])
        left = len(table.order.deck) - len(board) - len(dead)
        deals = math.prod(len(seat) for seat in seats)
        for seat in seats:
            deals *= math.comb(max(0, left), table.hole - len(seat[0][0]))
        deals *= math.comb(max(0, left), table.board - len(board))
        if deals > most * 4:
            continue
        spot = Spot(which, tuple(seats), tuple(board), tuple(dead))
        if next(table.deals(seats, board, dead), None) is None:
            continue
        count -= 1
        yield spot


@exact_games
def test_exact_is_the_oracle(which: str) -> None:
    for spot in spots(which, 12, 1):
        check(spot.ask(), spot.oracle())


@pytest.mark.slow
@exact_games
def test_exact_is_the_oracle_with_equal_weights(which: str) -> None:
    for spot in spots(which, 12, 2, weights=(1.0,)):
        check(spot.ask(), spot.oracle())


@every_game
def test_simulated_is_the_oracle(which: str) -> None:
    for number, spot in enumerate(spots(which, 3, 3)):
        right = np.array([float(x) for x in spot.oracle().equity])
        result = spot.ask(method="monte-carlo", deals=40_000, seed=number)
        assert (abs(result.equity - right) < 4 * result.stderr).all(), spot
        assert (result.stderr > 0).all()
        assert (result.wins + result.ties + result.losses == result.deals).all()


@pytest.mark.slow
@exact_games
def test_side_pots(which: str) -> None:
    game, table = GAMES[which]
    if table.two_three_five != "off" or table.asker_loses:
        pytest.skip("the winner of a side pot depends on who contests it")
    source = random.Random(which)
    capped = game.rules.get("common_cap", False)
    for number, spot in enumerate(spots(which, 5, 4)):
        stacks = [source.choice((10, 25, 40, 100)) for _ in spot.seats]
        paid = [min(stacks)] * len(stacks) if capped else stacks
        right = spot.oracle(stacks=paid, pot=7)
        back = [stack - given for stack, given in zip(stacks, paid, strict=True)]
        chips = [float(x) + more for x, more in zip(right.chips, back, strict=True)]
        result = spot.ask(stacks=stacks, pot=7)
        check(result, right)
        assert result.chips == pytest.approx(chips, rel=1e-12)
        simulated = spot.ask(method="monte-carlo", deals=20_000, seed=number, stacks=stacks, pot=7)
        assert (abs(simulated.chips - chips) <= 4 * simulated.chips_stderr).all()


@exact_games
def test_seats_may_change_places(which: str) -> None:
    _, table = GAMES[which]
    if table.asker_loses:
        pytest.skip("the first seat is not like the others")
    source = random.Random(5)
    for spot in spots(which, 8, 5):
        order = source.sample(range(len(spot.seats)), len(spot.seats))
        moved = dataclasses.replace(spot, seats=tuple(spot.seats[i] for i in order))
        _same(spot.ask(), moved.ask(), order)


def relabelled(spot: Spot, suits: Sequence[int]) -> Spot:
    """Give every card another suit."""

    def move(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(c if c >= 52 else c // 4 * 4 + suits[c % 4] for c in cards)

    return Spot(
        spot.which,
        tuple([(move(hand), weight) for hand, weight in seat] for seat in spot.seats),
        move(spot.board),
        move(spot.dead),
    )


@pytest.mark.parametrize(
    "which",
    [
        name
        for name, (_, table) in GAMES.items()
        if table.order.suits == "none" and name not in ONLY_SIMULATED
    ],
)
def test_suits_may_be_relabelled_where_they_do_not_rank(which: str) -> None:
    source = random.Random(6)
    for spot in spots(which, 8, 6):
        _same(spot.ask(), relabelled(spot, source.sample(range(4), 4)).ask())


@pytest.mark.parametrize("suits", ["rank_first", "suit_first", "all_categories"])
def test_suits_matter_where_they_rank(suits: str) -> None:
    hands = [naive.cards("AhQh9h6h2h"), naive.cards("AsQs9s6s2s")]
    for game in (five_card, five_card_stud, five_card_draw, seven_card_stud):
        ranked = game.with_rules(suits=suits)
        more = [
            hand + naive.cards(text) for hand, text in zip(hands, ("3d4d", "3c4c"), strict=True)
        ]
        full = more if game is seven_card_stud else hands
        assert ranked.equity(*full).wins.tolist() == [0, 1]
        assert ranked.equity(*full[::-1]).wins.tolist() == [1, 0]
        assert game.with_rules(suits="none").equity(*full).ties.tolist() == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "which",
    [slow(which) if which == "holdem of 36 cards with two jokers" else which for which in GAMES],
)
def test_odds_are_the_oracle(which: str) -> None:
    for spot in spots(which, 6, 7):
        hand = write(spot.seats[0], spot.table.order.jokers)
        right, chance = spot.table.odds(spot.seats[0], spot.dead, spot.board)
        odds = spot.game.odds(hand, **spot.question(), method="exact")
        assert odds.total == sum(right.values())
        assert {k: n for k, n in odds.counts.items() if n} == dict(right)
        for category, probability in odds.probability.items():
            exact = float(chance.get(category, 0))
            assert probability == pytest.approx(exact, rel=1e-12, abs=1e-15), category


@every_game
def test_odds_simulated(which: str) -> None:
    deals = 40_000
    for number, spot in enumerate(spots(which, 2, 8)):
        hand = write(spot.seats[0], spot.table.order.jokers)
        _, chance = spot.table.odds(spot.seats[0], spot.dead, spot.board)
        odds = spot.game.odds(
            hand, **spot.question(), method="monte-carlo", deals=deals, seed=number
        )
        assert odds.counts is None
        for category, probability in odds.probability.items():
            p = float(chance.get(category, 0))
            assert abs(probability - p) < 4 * math.sqrt(p * (1 - p) / deals) + 4 / deals, category


@every_game
def test_rank_names_the_category_and_the_cards(which: str) -> None:
    game, table = GAMES[which]
    source = random.Random(9)
    for _ in range(60):
        dealt = source.sample(table.order.deck, table.hole + table.board)
        if table.order.jokers and source.random() < 0.5 and 52 not in dealt:
            dealt[0] = 52
        hole, board = dealt[: table.hole], dealt[table.hole :]
        rank = game.rank(hole, board=board) if board else game.rank(hole)
        used = list(rank.cards)
        assert len(set(used)) == table.order.size
        assert set(used) <= set(dealt)
        if table.exactly_two:
            assert len(set(used) & set(hole)) == 2
        assert table.order.value(used) == table.value(hole, board)
        assert rank.category == table.order.category(used)
        assert rank.strength == game.strength(dealt)
        assert str(rank)


@every_game
def test_strengths_have_the_order_of_values(which: str) -> None:
    game, table = GAMES[which]
    source = random.Random(10)
    hands = [source.sample(table.order.deck, table.hole + table.board) for _ in range(80)]
    strengths = game.strengths(np.array(hands, dtype=np.uint8))
    assert [game.strength(hand) for hand in hands] == strengths.tolist()
    assert game.strengths(np.array(hands, dtype=np.uint8), check=False).tolist() == (
        strengths.tolist()
    )
    values = [table.value(hand[: table.hole], hand[table.hole :]) for hand in hands]
    for (s, v), (t, w) in itertools.combinations(zip(strengths, values, strict=True), 2):
        assert (s > t, s == t) == (v > w, v == w)


@pytest.mark.parametrize("which", ONLY_SIMULATED)
def test_no_exact_method_is_said(which: str) -> None:
    for spot in spots(which, 2, 1):
        with pytest.raises(RuleError, match="exact"):
            spot.ask()


def test_every_tie_of_holdem_by_suit() -> None:
    spot = Table(Order(suits="all_categories"), hole=2, board=5)
    game = holdem.with_rules(suits="all_categories")
    seats = [[(tuple(naive.cards(text)), 1.0)] for text in ("7d2h", "7h4d")]
    board = naive.cards("Jc5d8sTh")
    with pytest.raises(RuleError, match="exact"):
        game.equity("7d2h", "7h4d", board=board, method="exact")
    right = spot.equity(seats, board)
    deals = 200_000
    found = game.equity("7d2h", "7h4d", board=board, deals=deals, seed=1)
    for share, count in ((found.win[0], right.wins[0]), (found.tie[0], right.ties[0])):
        assert abs(share - count / right.deals) < 4 * (0.25 / deals) ** 0.5


def test_omaha_does_not_rank_every_tie_by_suit() -> None:
    with pytest.raises(RuleError, match="all_categories"):
        omaha.with_rules(suits="all_categories")


@pytest.mark.parametrize(
    "game", [five_card, five_card_draw, five_card_stud, seven_card_stud, zha_jin_hua]
)
def test_odds_of_any_hand_are_those_of_all_hands(game: Any) -> None:
    for jokers in (0, 1):
        wild = game.with_rules(jokers=jokers)
        assert wild.odds("random").counts == wild.odds().counts
        assert wild.odds("random", dead="AsKd").counts == wild.odds(dead="AsKd").counts
        assert wild.odds().total == math.comb(52 + jokers, game.hole)


def test_odds_without_a_hand_where_exactly_two_count() -> None:
    board = "2c3c4c5c9h"
    exact = omaha.odds(board=board, method="exact")
    assert exact.total == math.comb(47, 4)
    assert exact.counts == omaha.odds("random", board=board, method="exact").counts
    odds = omaha.odds(method="monte-carlo", deals=1000, seed=1)
    assert sum(odds.probability.values()) == pytest.approx(1)


def test_odds_of_any_hand_and_a_board_with_a_joker() -> None:
    wild = holdem.with_rules(jokers=1)
    sets, deals = wild.odds(), wild.odds("random")
    assert sets.total == math.comb(53, 7)
    assert deals.counts == {category: 21 * n for category, n in sets.counts.items()}


def test_teen_patti_orders_hands_as_it_does() -> None:
    """Trail, pure sequence, sequence, colour, pair, high card; A-2-3 is just below A-K-Q."""
    game = zha_jin_hua.with_rules("teen_patti")
    hands = ("2s2h2d", "AsKsQs", "As3s2s", "KhQhJh", "AsKhQd", "As3h2d", "KsQhJd", "AsKsJs")
    hands += ("3s4s6s", "AsAhKd", "2s2h3d", "AsKhJd", "5s3h2d")
    strengths = [game.rank(hand).strength for hand in hands]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)
    assert game.rank("AsKsQs").strength == game.rank("AhKhQh").strength
