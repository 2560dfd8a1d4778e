"""Games as a user declares them: every deal is counted right, or refused when it is declared."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from equity import jacks_or_better
from equity.banking.pay_tables import PayTable
from equity.errors import RuleError
from equity.rankings.ranking import Ranking
from equity.showdown.game import Showdown, settings
from equity.showdown.spec import Deal, Pot, Use
from tests.oracles import showdown as naive


def declare(
    hole: int, board: int = 0, use: int = 0, counts: int = 5, by_street: bool = False
) -> Showdown:
    return Showdown(
        name="toy",
        title="a toy",
        summary="a toy",
        settings=settings(jokers=False),
        deal=Deal(hole, board, by_street),
        use=Use(use, 3) if use else None,
        pots=(Pot(Ranking(size=counts)),),
    )


HAND = [(5, 0), (6, 0), (7, 0)]
WITH_BOARD = [
    (2, 3),
    (2, 4),
    (2, 5),
    (3, 2),
    (3, 3),
    (3, 4),
    (4, 1),
    (4, 2),
    (4, 3),
    (5, 1),
    (5, 2),
    (6, 1),
]
TWO_OF_HOLE = [(2, 5), (3, 5), (4, 5), (5, 5), (6, 5)]
DEALS = [(*deal, 0) for deal in HAND + WITH_BOARD] + [(*deal, 2) for deal in TWO_OF_HOLE]


def best(hole: tuple[int, ...], board: tuple[int, ...], use: int) -> Any:
    """Rank a hand from the rule."""
    if not use:
        return naive.best(hole + board)
    return max(
        naive.best(own + shared)
        for own in itertools.combinations(hole, 2)
        for shared in itertools.combinations(board, 3)
    )


@pytest.mark.parametrize(
    ("hole", "board", "use"),
    [pytest.param(*deal, marks=[pytest.mark.slow] * (deal[0] > 4 or deal[2])) for deal in DEALS],
)
def test_a_deal_is_counted_as_a_loop_counts_it(hole: int, board: int, use: int) -> None:
    """Two hands drawn at random, the last two board cards unknown; seats beyond two by chance."""
    game = declare(hole=hole, board=board, use=use)
    deck = random.Random(f"{hole} {board} {use}").sample(range(52), 52)
    ours, theirs = tuple(deck[:hole]), tuple(deck[hole : 2 * hole])
    known = tuple(deck[2 * hole : 2 * hole + max(0, board - 2)])
    wins, losses, ties = 0, 0, 0
    for rest in itertools.combinations(deck[2 * hole + len(known) :], board - len(known)):
        mine, other = best(ours, known + rest, use), best(theirs, known + rest, use)
        wins += mine > other
        losses += mine < other
        ties += mine == other
    asked: dict[str, Any] = {"board": naive.names(known)} if board else {}
    hands = naive.names(ours), naive.names(theirs)
    exact = game.equity(*hands, method="exact", **asked)
    assert (int(exact.wins[0]), int(exact.losses[0]), int(exact.ties[0])) == (wins, losses, ties)
    simulated = game.equity(*hands, deals=4_000, seed=1, **asked)
    assert abs(simulated.equity[0] - exact.equity[0]) < 5 * simulated.stderr[0]
    assert game.equity(hands[0], opponents=2, deals=100, seed=1, **asked).deals == 100
    assert game.odds(hands[0], **asked).total > 0


@pytest.mark.parametrize(
    "deal",
    [
        {"hole": 3, "board": 5},
        {"hole": 4, "board": 5},
        {"hole": 2, "board": 6},
        {"hole": 8},
        {"hole": 1, "board": 5},
        {"hole": 4},
        {"hole": 7, "board": 5, "use": 2},
        {"hole": 1, "board": 5, "use": 2},
        {"hole": 4, "board": 5, "use": 3},
        {"hole": 4, "board": 4, "use": 2},
        {"hole": 4, "use": 2},
        {"hole": 6, "counts": 3},
        {"hole": 2, "counts": 3, "board": 1},
        {"hole": 4, "counts": 4},
        {"hole": 2, "board": 5, "by_street": True},
    ],
    ids=str,
)
def test_a_deal_without_tables_is_refused_when_it_is_declared(deal: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match=r"toy: (hole=|4 cards)"):
        declare(**deal)


def test_two_of_the_hole_cards_know_no_jokers_and_no_suits_of_ties() -> None:
    game = Showdown(
        name="toy",
        title="a toy",
        summary="",
        settings=settings(),
        deal=Deal(hole=4, board=5),
        use=Use(hole=2, board=3),
    )
    for change in ({"jokers": 1}, {"suits": "all_categories"}):
        with pytest.raises(RuleError, match="two hole cards must be used"):
            game.with_rules(**change)


@pytest.mark.parametrize(
    "categories", [("flush",) * 20, ("one pair", "two hands"), ("flush", "flush")]
)
def test_a_pay_table_has_each_known_category_once(categories: tuple[str, ...]) -> None:
    with pytest.raises(RuleError, match="toy: categories has"):
        PayTable(
            name="toy",
            title="a toy",
            summary="",
            settings=jacks_or_better.settings,
            categories=categories,
        )
