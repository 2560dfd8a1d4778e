"""What the tests of draw share."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from equity import five_card_draw
from tests.oracles import draw as naive_draw
from tests.oracles.draw import Rules, Seat, follows
from tests.oracles.games import Order, cards, names

# name: the game, and its rules as the oracle has them
GAMES: dict[str, tuple[Any, Rules]] = {
    "3 or 4": (five_card_draw, Rules()),
    "3": (five_card_draw.with_rules(draw_limit=3), Rules(limit=3)),
    "5": (five_card_draw.with_rules(draw_limit=5), Rules(limit=5)),
    "joker": (five_card_draw.with_rules(jokers=1), Rules(Order(jokers=1))),
    "blinds": (five_card_draw.with_rules("blinds"), Rules(Order(suits="rank_first"), 5)),
    "20 cards": (
        five_card_draw.with_rules(lowest_rank="T", draw_limit=5),
        Rules(Order(lowest="T"), 5),
    ),
}
HAND = "AsKdQh7c2d"
SHAPE = math.comb(52, 5)


def hands_of(rules: Rules, number: int, seed: int) -> list[list[int]]:
    source = random.Random(seed)
    return [sorted(source.sample(rules.order.deck, 5)) for _ in range(number)]


def label(kept: Sequence[int]) -> str:
    return {5: "pat", 0: "draw five"}.get(len(kept), names(sorted(kept, reverse=True)))


def close(found: float, error: float, wanted: float, spread: float = 0.0) -> None:
    """Four standard errors of both, and what one deal in a few thousand may be off."""
    assert abs(found - wanted) < 4 * math.hypot(error, spread) + 1e-9, (
        found,
        wanted,
        error,
        spread,
    )


def oracle_seat(rules: Rules, against: Any) -> Seat:
    """Make a seat of the oracle of the name of a strategy, known cards, or both."""
    arrays = {
        "advice": naive_draw.advice_array,
        "always_three": naive_draw.always_three_array,
        "pat": naive_draw.pat_array,
    }
    if against in arrays:
        return Seat(draw=follows(arrays[against], rules))
    if isinstance(against, tuple):
        hold = [(tuple(cards(hand)), 1.0) for hand in against[0].split(",")]
        return Seat(hold, follows(arrays[against[1]], rules))
    return Seat([(tuple(cards(hand)), 1.0) for hand in against.split(",")])


def oracle_shares(
    rules: Rules,
    hand: Sequence[int],
    kept: Sequence[int],
    others: Sequence[Seat],
    seed: int,
    deals: int = 80_000,
    drawn: Sequence[int] = (),
    points: bool = False,
) -> tuple[float, float]:
    """Simulate one keep of a hand: its mean share (or points a round) and the error."""
    thrown = tuple(c for c in hand if c not in kept)
    # The hero holds what it keeps; what it has thrown away is gone.
    hero = Seat([(tuple(kept), 1.0)], thrown=thrown) if kept else Seat(thrown=thrown)
    seats = [*others[: len(drawn)], hero, *others[len(drawn) :]]
    best = naive_draw.simulate(rules, seats, deals, seed, drawn=drawn)
    if points:
        won = best[:, len(drawn)]
        return float(won.mean()), float(won.std() / math.sqrt(len(won)))
    return naive_draw.shares(best, len(drawn))


def seeing() -> np.ndarray[Any, Any]:
    """Fill a table that follows the advice, unless the two before it drew what frightens it."""
    table = np.repeat(five_card_draw.strategy("advice").table, 36, axis=0)
    for last, earlier in itertools.product(range(6), repeat=2):
        if last == 0:
            table[last + 6 * earlier] = 0b00011
        elif earlier == 3:
            table[last + 6 * earlier] = 0b00111
    return table
