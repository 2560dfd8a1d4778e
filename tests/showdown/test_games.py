"""Every game beside the oracle, deal by deal, on small spots that nobody chose."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import equity
from equity import (
    five_card,
    five_card_draw,
    five_card_stud,
    holdem,
    omaha,
    omaha_five,
    omaha_six,
    seven_card_stud,
    zha_jin_hua,
)
from equity.errors import CardError, NotationError, RuleError
from tests.oracles import showdown as naive
from tests.oracles.games import Order, Table, WeightedRange, names, write
from tests.parts import slow

SUITED = "rank_first"
FLUSH_FIRST = (
    "straight flush",
    "four of a kind",
    "flush",
    "full house",
    "straight",
    "three of a kind",
    "two pair",
    "one pair",
    "high card",
)

# name: the game, and its rules as the oracle has them
GAMES: dict[str, tuple[Any, Table]] = {
    "holdem with a joker": (
        holdem.with_rules(jokers=1),
        Table(Order(jokers=1), hole=2, board=5),
    ),
    "holdem of 36 cards with two jokers": (
        holdem.with_rules(jokers=2, lowest_rank="6", suits="rank_first", wheel="none"),
        Table(Order(lowest="6", jokers=2, suits=SUITED, wheel="none"), hole=2, board=5),
    ),
    "holdem, flush over full house": (
        holdem.with_rules(lowest_rank="6", order=FLUSH_FIRST),
        Table(Order(lowest="6", order=FLUSH_FIRST), hole=2, board=5),
    ),
    "omaha": (omaha, Table(hole=4, board=5, exactly_two=True)),
    "omaha, flushes by suit first": (
        omaha.with_rules(suits="suit_first"),
        Table(Order(suits="suit_first"), hole=4, board=5, exactly_two=True),
    ),
    "omaha of 36 cards": (
        omaha.with_rules(lowest_rank="6"),
        Table(Order(lowest="6"), hole=4, board=5, exactly_two=True),
    ),
    "omaha_five": (omaha_five, Table(hole=5, board=5, exactly_two=True)),
    "omaha_six": (omaha_six, Table(hole=6, board=5, exactly_two=True)),
    "five_card": (five_card, Table()),
    "five_card with ranked suits": (
        five_card.with_rules(suits="all_categories"),
        Table(Order(suits="all_categories")),
    ),
    "five_card with a joker": (five_card.with_rules(jokers=1), Table(Order(jokers=1))),
    "five_card with two jokers": (
        five_card.with_rules(jokers=2, lowest_rank="9", suits="suit_first"),
        Table(Order(jokers=2, lowest="9", suits="suit_first")),
    ),
    "five_card of 20 cards": (five_card.with_rules(lowest_rank="T"), Table(Order(lowest="T"))),
    "five_card_draw": (five_card_draw, Table()),
    "five_card_draw with a joker": (five_card_draw.with_rules(jokers=1), Table(Order(jokers=1))),
    "five_card_draw of 24 cards": (
        five_card_draw.with_rules("blinds", lowest_rank="9"),
        Table(Order(lowest="9", suits=SUITED)),
    ),
    "five_card_stud": (five_card_stud, Table(Order(suits=SUITED))),
    "five_card_stud western": (five_card_stud.with_rules("western"), Table()),
    "five_card_stud of 32 cards": (
        five_card_stud.with_rules("asian_32"),
        Table(Order(lowest="7", suits=SUITED)),
    ),
    "five_card_stud of 28 cards": (
        five_card_stud.with_rules("asian_28", wheel="none"),
        Table(Order(lowest="8", suits=SUITED, wheel="none")),
    ),
    "five_card_stud with all suits ranked": (
        five_card_stud.with_rules(lowest_rank="T", suits="all_categories"),
        Table(Order(lowest="T", suits="all_categories")),
    ),
    "seven_card_stud": (seven_card_stud, Table(Order(suits=SUITED), hole=7)),
    "seven_card_stud western": (seven_card_stud.with_rules("western"), Table(hole=7)),
    "seven_card_stud, flushes by suit first": (
        seven_card_stud.with_rules("asian_32", suits="suit_first"),
        Table(Order(lowest="7", suits="suit_first"), hole=7),
    ),
    "seven_card_stud with a joker": (
        seven_card_stud.with_rules("asian_28", jokers=1),
        Table(Order(lowest="8", jokers=1, suits=SUITED), hole=7),
    ),
    "zha_jin_hua": (zha_jin_hua, Table(Order(3, suits=SUITED), hole=3)),
    "zha_jin_hua without suits": (zha_jin_hua.with_rules(suits="none"), Table(Order(3), hole=3)),
    "zha_jin_hua, flushes by suit first, A23 second": (
        zha_jin_hua.with_rules(suits="suit_first", wheel="second"),
        Table(Order(3, suits="suit_first", wheel="second"), hole=3),
    ),
    "zha_jin_hua, every tie by suit, no A23": (
        zha_jin_hua.with_rules(suits="all_categories", wheel="none"),
        Table(Order(3, suits="all_categories", wheel="none"), hole=3),
    ),
    "zha_jin_hua with a joker": (
        zha_jin_hua.with_rules(jokers=1, lowest_rank="9"),
        Table(Order(3, "9", 1, suits=SUITED), hole=3),
    ),
    "zha_jin_hua, 2-3-5 mixed": (
        zha_jin_hua.with_rules(two_three_five="mixed"),
        Table(Order(3, suits=SUITED), hole=3, two_three_five="mixed"),
    ),
    "zha_jin_hua, 2-3-5 rainbow": (
        zha_jin_hua.with_rules(two_three_five="rainbow"),
        Table(Order(3, suits=SUITED), hole=3, two_three_five="rainbow"),
    ),
    "zha_jin_hua, the asker loses": (
        zha_jin_hua.with_rules(ties="asker_loses"),
        Table(Order(3, suits=SUITED), hole=3, asker_loses=True),
    ),
    "zha_jin_hua, 2-3-5 and the asker": (
        zha_jin_hua.with_rules(two_three_five="mixed", ties="asker_loses", suits="none"),
        Table(Order(3), hole=3, two_three_five="mixed", asker_loses=True),
    ),
}
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


def check(result: Any, right: naive.Answer) -> None:
    """Compare an exact answer with the oracle's: counts to the last one, shares to rounding."""
    assert result.method == "exact"
    assert result.deals == right.deals
    assert list(result.wins) == right.wins
    assert list(result.ties) == right.ties
    assert list(result.losses) == right.losses
    for what in ("equity", "win", "tie"):
        exact = [float(x) for x in getattr(right, what)]
        assert getattr(result, what) == pytest.approx(exact, rel=1e-12, abs=1e-14), what
    for count in range(1, len(right.wins) + 1):
        expected = float(right.winners.get(count, Fraction(0)))
        assert result.winners.get(count, 0) == pytest.approx(expected, rel=1e-12, abs=1e-14)
    assert not np.any(result.stderr)
    assert (result.wins + result.ties + result.losses == result.deals).all()
    assert result.equity.sum() == pytest.approx(1, rel=1e-12)


@exact_games
def test_exact_is_the_oracle(which: str) -> None:
    for spot in spots(which, 12, 1):
        check(spot.ask(), spot.oracle())


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


def _same(one: Any, other: Any, order: Sequence[int] | None = None) -> None:
    """Compare two exact answers, the seats of the second having been put in that order."""
    order = list(range(len(one.wins))) if order is None else list(order)
    assert one.deals == other.deals
    for what in ("wins", "ties", "losses"):
        assert getattr(one, what)[order].tolist() == getattr(other, what).tolist(), what
    for what in ("equity", "win", "tie", "tie_share"):
        first, second = getattr(one, what)[order], getattr(other, what)
        assert first == pytest.approx(second, rel=1e-12, abs=1e-14), what
    assert one.winners == pytest.approx(other.winners, rel=1e-12, abs=1e-14)


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


# ---- any hand ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("which", "hands", "dead"),
    [
        ("five_card of 20 cards", ["AsKsQdJcTh", "random"], ""),
        ("five_card of 20 cards", ["AsAhQdQcTh", "random"], "TsTd"),
        ("zha_jin_hua", ["AsKdJh", "random"], ""),
        ("zha_jin_hua, 2-3-5 mixed", ["5s3d2h", "random"], ""),
        ("zha_jin_hua, 2-3-5 mixed", ["5s3d2d", "random"], "AsAh"),
        ("zha_jin_hua, 2-3-5 rainbow", ["5s3d2d", "random"], ""),
        ("zha_jin_hua, 2-3-5 rainbow", ["AsAdAh", "random"], ""),
        ("zha_jin_hua, the asker loses", ["AsKdJh", "random"], ""),
        ("zha_jin_hua, the asker loses", ["random", "AsKdJh"], ""),
        ("zha_jin_hua, 2-3-5 and the asker", ["5s3d2h", "random"], ""),
        ("zha_jin_hua with a joker", ["AsKdJk", "random"], ""),
        ("zha_jin_hua with a joker", ["AsKdQh", "random"], "9s"),
    ],
)
def test_against_any_hand(which: str, hands: list[str], dead: str) -> None:
    game, table = GAMES[which]
    gone = naive.cards(dead)
    anything = [(hand, 1.0) for hand in itertools.combinations(table.order.deck, table.hole)]
    seats = [anything if hand == "random" else [(tuple(_cards(hand)), 1.0)] for hand in hands]
    check(game.equity(*hands, dead=dead, method="exact"), table.equity(seats, (), gone))


def _cards(text: str) -> list[int]:
    return [
        52 if text[i : i + 2] == "Jk" else naive.card(text[i : i + 2])
        for i in range(0, len(text), 2)
    ]


@pytest.mark.parametrize(
    ("which", "players"),
    [
        ("five_card", 6),
        ("five_card", 8),
        ("five_card of 20 cards", 4),
        ("five_card with a joker", 5),
        ("zha_jin_hua", 5),
        ("zha_jin_hua, 2-3-5 mixed", 17),
        ("zha_jin_hua, the asker loses", 9),
        ("five_card_stud of 28 cards", 5),
        slow("seven_card_stud with a joker", 3),
    ],
)
def test_random_seats_beside_the_oracles_own_simulation(which: str, players: int) -> None:
    game, table = GAMES[which]
    few, many = 1500, 400_000
    right, sharing = table.simulate([()] * players, deals=few, seed=players)
    result = game.equity(players=players, method="monte-carlo", deals=many, seed=players)
    for share, mean in zip(right, result.equity, strict=True):
        assert abs(share - mean) < 4.5 * math.sqrt(mean * (1 - mean) / few) + 4 * 0.5 / many**0.5
    for count, p in result.winners.items():
        allowed = 4 * math.sqrt(p * (1 - p) / few) + 4 / few
        assert abs(sharing[count] / few - p) < allowed, count
    if not table.asker_loses:
        assert (abs(result.equity - 1 / players) < 4.5 * result.stderr).all()


def test_two_random_five_card_hands_tie_as_often_as_counted() -> None:
    """Equal ranks, no card twice: cards of each rank that both hold must differ."""
    five_ranks = 12**5 - 2 * 4 * 3**5 + 4 * 3  # neither is a flush
    flushes = 4 * 3
    pairs, two_pairs = 6 * 1 * 12**3, 6 * 1 * 6 * 1 * 12
    ties = (
        math.comb(13, 5) * (five_ranks + flushes)
        + 13 * math.comb(12, 3) * pairs
        + math.comb(13, 2) * 11 * two_pairs
    )
    deals = math.comb(52, 5) * math.comb(47, 5)
    assert ties / deals == pytest.approx(8.724e-5, rel=1e-4)
    result = five_card.equity(players=2, method="monte-carlo", deals=20_000_000, seed=2)
    p = ties / deals
    assert abs(result.winners[2] - p) < 4 * math.sqrt(p / result.deals)
    ranked = five_card.with_rules(suits="all_categories")
    assert ranked.equity(players=2, method="monte-carlo", deals=2_000_000, seed=2).winners[2] == 0


# ---- stud: which card to show -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("which", "hand", "others", "dead"),
    [
        ("five_card_stud of 28 cards", "AhKd/AsTc9h", ["/KsQhJd"], ""),
        ("five_card_stud of 28 cards", "8h9d/9sTcJh", ["/AsAhJd8d"], ""),
        ("five_card_stud with all suits ranked", "AhTd/TsTcJh", ["/AsKhJd"], "Qs"),
        ("five_card_stud with all suits ranked", "AhAd/KsKcJh", ["/QsQhTd"], ""),
    ],
)
def test_the_card_to_show(which: str, hand: str, others: list[str], dead: str) -> None:
    game, table = GAMES[which]
    down, up = (naive.cards(part) for part in hand.split("/"))
    decision = game.decide(hand, *others, dead=dead, method="exact")
    assert len(decision) == 2
    seen = [[(tuple(naive.cards(other[1:])), 1.0)] for other in others]
    for card in down:
        right = table.equity([[((*up, card), 1.0)], *seen], (), naive.cards(dead))
        ours = float(right.equity[0])
        action = decision[f"show {naive.name(card)}"]
        assert action.ev == pytest.approx(1 - ours, rel=1e-12)
    assert decision.best.ev == max(action.ev for action in decision)


def test_one_of_three_cards_is_shown_in_seven_card_stud() -> None:
    game, table = GAMES["seven_card_stud, flushes by suit first"]
    hand, other = "AhKd7s/AsTc9h8d", "/KsQhJdTdTh9d"
    decision = game.decide(hand, other, method="exact")
    down, up = (naive.cards(part) for part in hand.split("/"))
    assert {action.label for action in decision} == {f"show {naive.name(c)}" for c in down}
    seen = [(tuple(naive.cards(other[1:])), 1.0)]
    for card in down:
        right = table.equity([[((*up, card), 1.0)], seen])
        assert decision[f"show {naive.name(card)}"].ev == pytest.approx(
            1 - float(right.equity[0]), rel=1e-12
        )


# ---- unequal knowledge ------------------------------------------------------------------------


def test_who_sees_what_does_not_matter_without_a_decision() -> None:
    one = five_card_stud.equity("AhKd/As2c", "QsQd/Jh", method="exact", dead="7c")
    other = five_card_stud.equity("AhKdAs2c", "QsQdJh", method="exact", dead="7c")
    _same(one, other)


def test_hidden_cards_unknown_or_as_a_range() -> None:
    game, table = GAMES["five_card_stud of 28 cards"]
    ours = [(tuple(naive.cards("AhKdAsTc")), 1.0)]
    known = tuple(naive.cards("QsQdJd"))
    for text in ("??/QsQdJd", "/QsQdJd", "random/QsQdJd"):
        check(game.equity("AhKd/AsTc", text, method="exact"), table.equity([ours, [(known, 1.0)]]))
    kings = [
        ((*pair, *known[:2]), 1.0)
        for pair in itertools.combinations(naive.cards("KsKhKdKc"), 2)
        if naive.card("Kd") not in pair
    ]
    check(game.equity("AhKd/AsTc", "KK/QsQd", method="exact"), table.equity([ours, kings]))
    weighted = [(hand, 0.25) for hand, _ in kings] + [
        ((*pair, *known[:2]), 1.0) for pair in itertools.combinations(naive.cards("JsJhJdJc"), 2)
    ]
    check(
        game.equity("AhKd/AsTc", "KK:0.25,JJ/QsQd", method="exact"),
        table.equity([ours, weighted]),
    )


def test_show_hand_under_the_common_cap() -> None:
    hands = ["AhKdAs2c7h", "QsQdJhTc9h", "8s8d8h3c2h"]
    capped = five_card_stud.equity(*hands, stacks=[500, 200, 50])
    assert capped.chips.tolist() == [450, 150, 150]
    free = five_card_stud.with_rules(common_cap=False).equity(*hands, stacks=[500, 200, 50])
    assert free.chips.tolist() == [600, 0, 150]


def test_what_is_kept_before_a_draw_gets_the_missing_cards() -> None:
    result = five_card_draw.equity("AsAhKs", "QcJcTd9d8h", dead="7c2d", method="exact")
    assert result.wins[0] == 10
    assert result.deals == 861
    pair = five_card_draw.equity("AsAh", "QcJcTd9d8h", dead="Ks7c2d", method="exact")
    assert (pair.wins[0], pair.deals) == (160, 11_480)
    spades = five_card_draw.equity("AsKs", "QcJcTd9d8h", dead="Ah7c2d", method="exact")
    assert (spades.wins[0], spades.deals) == (201, 11_480)


# ---- what is refused --------------------------------------------------------------------------


def test_every_game_is_proved_here() -> None:
    """Of those in which players compare hands."""
    compared = {name for name in equity.games.names() if hasattr(equity.game(name), "strengths")}
    assert {game.name for game, _ in GAMES.values()} >= compared


MOST = [
    # game, most players, cards that one more would need
    (omaha, 11, 53),
    (omaha_five, 9, 55),
    (omaha_six, 7, 53),
    (five_card, 10, 55),
    (five_card_draw, 10, 55),
    (five_card_stud, 10, 55),
    (five_card_stud.with_rules("asian_32"), 6, 35),
    (five_card_stud.with_rules("asian_28"), 5, 30),
    (seven_card_stud, 7, 56),
    (seven_card_stud.with_rules("asian_28"), 4, 35),
    (zha_jin_hua, 17, 54),
    (zha_jin_hua.with_rules(jokers=2), 18, 57),
    (five_card.with_rules(jokers=1), 10, 55),
]


@pytest.mark.parametrize(("game", "players", "needed"), MOST, ids=lambda value: str(value))
def test_as_many_players_as_the_deck_allows(game: Any, players: int, needed: int) -> None:
    deals = 4000
    result = game.equity(players=players, method="monte-carlo", deals=deals, seed=1)
    assert len(result.equity) == players
    assert (abs(result.equity - 1 / players) < 5 * result.stderr).all()
    size = game.deck.size
    for options in ({"players": players + 1}, {"opponents": players + 1}):
        with pytest.raises(CardError, match=rf"\b{needed} cards.*\b{size}\b"):
            game.equity(**options)
    if needed - game.hole <= size - 1:
        return
    with pytest.raises(CardError, match=rf"\b{size}\b"):
        game.equity(players=players, dead="As")


def test_dead_cards_count_among_those_needed() -> None:
    assert len(zha_jin_hua.equity(players=17, dead="As", deals=10, seed=1).equity) == 17
    with pytest.raises(CardError, match="53 cards"):
        zha_jin_hua.equity(players=17, dead="AsKs", deals=10, seed=1)
    with pytest.raises(CardError):
        five_card_stud.equity("As", *["random"] * 9, dead="KsQsJs", deals=10, seed=1)
    with pytest.raises(CardError, match="53 cards"):
        seven_card_stud.odds("AsKs", dead=list(range(46)))


BAD = [
    (omaha, ["AsKdJh", "random"], NotationError, "3 cards; a hand has 4"),
    (omaha, ["AsKdJhTc9c", "random"], NotationError, "5 cards; a hand has 4"),
    (omaha, ["AsKdJhJk", "random"], NotationError, "joker"),
    (omaha_five, ["AsKdJhTc", "random"], NotationError, "4 cards; a hand has 5"),
    (omaha_six, ["AsKdJhTc", "random"], NotationError, "4 cards; a hand has 6"),
    (omaha, ["AsKdJhTc", "AsQdQhQc"], CardError, "As"),
    (omaha, ["AAxx", "random"], NotationError, r"AA\*\*"),
    (five_card, ["AsKdJhTc", "random"], NotationError, "4 cards; a hand has 5"),
    (five_card, ["AsKdJhTcJk", "random"], NotationError, "joker"),
    (five_card, ["AsKdJh/TcTd", "random"], NotationError, "/"),
    (zha_jin_hua, ["AsKdJhTc9c", "random"], NotationError, "5 cards; a hand has 3"),
    (zha_jin_hua, ["AsKd", "random"], NotationError, "2 cards; a hand has 3"),
    (zha_jin_hua, ["AsKdJk", "random"], NotationError, "joker"),
    (zha_jin_hua, ["AsKdAs", "random"], CardError, "As"),
    (zha_jin_hua, ["", "random"], NotationError, "."),
    (zha_jin_hua.with_rules(jokers=2), ["AsKdJk", "random"], NotationError, "Jk1"),
    (zha_jin_hua.with_rules(lowest_rank="9"), ["AsKd8h", "random"], CardError, "8h|deck"),
    (five_card_stud, ["AsKd/JhTc9c2c", "random"], CardError, "6 cards"),
    (five_card_stud, ["AsKd/Jk", "random"], NotationError, "joker"),
    (five_card_stud, ["AsKd/J?", "random"], NotationError, "."),
    (five_card_stud, ["AsKd/As", "random"], CardError, "As"),
    (five_card_stud, ["AsKd/Jh", "/Jh"], CardError, "Jh"),
    (five_card_stud.with_rules("asian_32"), ["AsKd/2h", "random"], CardError, "2h|deck"),
    (seven_card_stud, ["AsKdQhJcTc9c8c7c", "random"], NotationError, "8 cards"),
    (five_card_draw, ["AsKdQhJcTc9c", "random"], NotationError, "6 cards"),
    (five_card_draw, ["AsKdQhJcJk", "random"], NotationError, "joker"),
]


@pytest.mark.parametrize(("game", "hands", "error", "message"), BAD)
def test_bad_hands(game: Any, hands: list[str], error: type[Exception], message: str) -> None:
    with pytest.raises((CardError, NotationError), match=message) as caught:
        game.equity(*hands)
    assert isinstance(caught.value, error)
    assert "seat" in str(caught.value) or error is CardError


def test_a_board_only_where_there_is_one() -> None:
    for game, hand in ((five_card, "AsKdQhJc9c"), (zha_jin_hua, "AsKdQh"), (five_card_stud, "As")):
        with pytest.raises(CardError):
            game.equity(hand, "random", board="2c3c4c")
    with pytest.raises(CardError, match="6"):
        omaha.equity("AsKdQhJc", "random", board="2c3c4c5c6c7c")


def test_a_joker_is_not_an_unknown_card() -> None:
    game, table = (
        five_card.with_rules(jokers=1, lowest_rank="T"),
        Table(Order(lowest="T", jokers=1)),
    )
    wild = [(tuple(_cards("AsAdKcQhJk")), 1.0)]
    unknown = [
        ((*naive.cards("AsAdKcQh"), c), 1.0)
        for c in table.order.deck
        if c not in naive.cards("AsAdKcQh")
    ]
    other = [(tuple(naive.cards("KsKdQsQdTs")), 1.0)]
    one = game.equity("AsAdKcQhJk", "KsKdQsQdTs", method="exact")
    two = game.equity("AsAdKcQh?", "KsKdQsQdTs", method="exact")
    check(one, table.equity([wild, other]))
    check(two, table.equity([unknown, other]))
    assert (one.deals, two.deals) == (1, 12)


BAD_RULES = [
    (omaha, {"jokers": 1}, "jokers"),
    (five_card, {"jokers": 3}, "jokers"),
    (five_card, {"jokers": True}, "jokers"),
    (five_card, {"wheel": "second"}, "wheel"),
    (five_card, {"suits": "suit_only"}, "suits"),
    (five_card, {"lowest_rank": "3"}, "lowest_rank"),
    (five_card, {"lowest_rank": 7}, "lowest_rank"),
    (five_card, {"two_three_five": "mixed"}, "two_three_five"),
    (five_card, {"order": "flush"}, "order"),
    (five_card, {"order": ("flush", "straight")}, "order"),
    (five_card, {"order": (*FLUSH_FIRST[:-1], "high cards")}, "order"),
    (five_card.with_rules(jokers=1), {"order": FLUSH_FIRST}, "five of a kind"),
    (zha_jin_hua, {"order": FLUSH_FIRST}, "order"),
    (zha_jin_hua, {"two_three_five": True}, "two_three_five"),
    (zha_jin_hua, {"ties": "push"}, "ties"),
    (five_card_stud, {"common_cap": 1}, "common_cap"),
    (five_card_stud, {"preset": "eastern"}, "western"),
    (five_card, {"preset": "western"}, "preset"),
    (five_card_draw, {"draw_limit": 4}, "draw_limit"),
]


@pytest.mark.parametrize(("game", "rules", "message"), BAD_RULES)
def test_bad_rules(game: Any, rules: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        game.with_rules(**rules)


BAD_STRENGTHS = [
    (zha_jin_hua, [51, 50], CardError),
    (zha_jin_hua, [51, 50, 49, 48], CardError),
    (zha_jin_hua, [51, 51, 50], CardError),
    (zha_jin_hua, [51, 50, 52], NotationError),
    (zha_jin_hua, [51, 50, -1], NotationError),
    (zha_jin_hua, [51, 50, 1.5], RuleError),
    (zha_jin_hua, [51, 50, True], RuleError),
    (zha_jin_hua.with_rules(jokers=1), [51, 50, 53], NotationError),
    (zha_jin_hua.with_rules(jokers=1), [51, 52, 52], CardError),
    (five_card_stud.with_rules("asian_32"), [51, 47, 43, 39, 0], NotationError),
    (five_card, [51, 47, 43, 39], CardError),
    (seven_card_stud, [51, 47, 43, 39], CardError),
    (omaha, [51, 47, 43, 39, 35], CardError),
    (omaha, [51, 47, 43, 39, 35, 31, 27, 23, 19, 15], CardError),
    (omaha, [51, 47, 43, 39, 35, 31, 51], CardError),
]


@pytest.mark.parametrize(("game", "hand", "error"), BAD_STRENGTHS)
def test_bad_cards_have_no_strength(game: Any, hand: list[Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        game.strength(hand)
    if all(isinstance(card, int) and card >= 0 and card is not True for card in hand):
        with pytest.raises(error):
            game.strengths(np.array([hand], dtype=np.uint8))


def test_percentile_is_the_share_of_hands_beaten() -> None:
    for which in ("zha_jin_hua", "zha_jin_hua without suits", "zha_jin_hua with a joker"):
        game, table = GAMES[which]
        every = [table.value(hand, ()) for hand in itertools.combinations(table.order.deck, 3)]
        for text in ("AsKdJh", "AsAdAh", "QdJhTs", "AcTc9c"):
            value = table.value(naive.cards(text), ())
            beaten = (
                sum(other < value for other in every) + sum(other == value for other in every) / 2
            )
            assert game.rank(text).percentile == pytest.approx(beaten / len(every), rel=1e-12)
    assert five_card.rank("AsKsQsJsTs").percentile == pytest.approx(1 - 2 / 2_598_960, rel=1e-12)


@pytest.mark.parametrize(
    "hands",
    [
        "2c3d4h5s7c8dKh, 2c3d4h5s7c8dAh",
        "2c3d7h9sJcQdKh, 2c3d7h9sJcQdAh, 2c3d7h9sJcQdQh",
        "2c4c6c8c9dTdKc, 2c4c6c8c9dTdKd",
        "7c7d7h2s3c4dTs, 7c7d7h2s3c4dKs, 7c7d7h2s3c4d4s",
    ],
)
def test_odds_of_complete_hands_that_differ_in_their_highest_card(hands: str) -> None:
    expected = Counter(naive.category(naive.cards(hand)) for hand in hands.split(", "))
    found = seven_card_stud.odds(hands)
    assert {name: count for name, count in found.counts.items() if count} == expected
