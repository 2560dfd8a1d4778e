"""Strategies that the questions name: functions, and tables of a user's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import equity
from equity.errors import Interrupted


def never_bust(asked: Any) -> str:
    """Stand in blackjack where a card may pass 21."""
    stands = asked.total > (17 if asked.soft else 11)
    return "stand" if stands and "stand" in asked.actions else "hit"


def to_seven(points: tuple[float, ...]) -> str:
    """Draw in ten-and-a-half below seven, with more cards below eight."""
    return "hit" if sum(points) < 7 + (len(points) > 2) else "stand"


def faces(hand: str) -> str:
    """Keep up to five faces and aces of a hand of draw poker; else the highest card but one."""
    cards = [hand[at : at + 2] for at in range(0, len(hand), 2)]
    kept = [card for card in cards if card[0] in "AKQJ"]
    return "".join(kept if len(kept) > 1 else cards[:2])


def copycat() -> Any:
    """Follow the advice, and stand pat after somebody who stood pat."""
    game = equity.game("five_card_draw")
    rows = game.strategy("advice").table.repeat(6, axis=0)
    rows[0] = 31
    return game.strategy(rows, name="copycat", sees=1)


def stopped(ask: Callable[..., Any], after: int) -> Any:
    """Interrupt a calculation when so much is done, and give what it has."""

    def progress(done: int, total: int) -> None:
        if after <= done < total:
            raise KeyboardInterrupt

    try:
        ask(progress=progress)
    except Interrupted as stop:
        return stop.result
    raise AssertionError("it was done before")


def deal(seed: int, players: int) -> list[str]:
    """Give a deal of the whole deck as text, a hand a player."""
    from equity.cards import format_cards

    cards = hands(seed, 1, 52)[0].tolist()
    return [format_cards(cards[at::players]) for at in range(players)]


def hands(seed: int, number: int, cards: int, deck: int = 52) -> Any:
    """Give random hands, the same for a seed on every machine."""
    import numpy as np

    state, rows = seed, []
    for _ in range(number):
        left = list(range(deck))
        row = []
        for _ in range(cards):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            row.append(left.pop((state >> 33) % len(left)))
        rows.append(row)
    return np.array(rows, np.uint8)
