"""What the tests of survival share."""

from __future__ import annotations

from typing import Any

import numpy as np

from equity.survival.game import KINDS, Event
from tests.oracles import survival as naive


def game_of(
    game: Any, players: int, model: Any, seed: int
) -> tuple[list[list[int]], list[Event], Any, int, bool]:
    """Play the first game of a seed: hands, events, key, length, unfinished."""
    _, deal = game._deal(players, None)
    deck, lengths, ends, key, log = game._one(deal, players, model, seed, 1 << 14)
    events = [Event(KINDS[row[0]], *row[1:]) for row in log[: ends[2]].tolist()]
    hands = [deck[np.array(deal.owner) == seat].tolist() for seat in range(players)]
    return hands, events, key, int(lengths.argmax()), bool(ends[0])


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
