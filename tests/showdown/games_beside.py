"""What the tests of games share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

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
from tests.oracles import showdown as naive
from tests.oracles.games import Order, Table

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


def _cards(text: str) -> list[int]:
    return [
        52 if text[i : i + 2] == "Jk" else naive.card(text[i : i + 2])
        for i in range(0, len(text), 2)
    ]
