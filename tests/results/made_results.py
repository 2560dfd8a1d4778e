"""What the tests of results share."""

from __future__ import annotations

from typing import Any

import numpy as np

from equity.results import (
    Combos,
    Equity,
    Match,
    Odds,
    Session,
)

EXACT: dict[str, Any] = {"game": "holdem", "rules": {"jokers": 0}, "method": "exact"}
SIMULATED: dict[str, Any] = {**EXACT, "method": "monte-carlo", "seed": 1, "question": "q"}


def counts(*values: Any) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def heads_up(win: int, tie: int, lose: int, **changes: Any) -> Equity:
    """Two seats; a tie is shared by both."""
    shares = counts([[lose, win, tie], [win, lose, tie]])
    values = {**EXACT, "deals": win + tie + lose, "hands": ("AA", "KK"), **changes}
    return Equity(tally={"shares": shares}, **values)


# Combos


def card(name: str) -> int:
    return "23456789TJQKA".index(name[0]) * 4 + "cdhs".index(name[1])


def combos(*rows: tuple[str, float, float]) -> Combos:
    cards = np.array([[card(name[:2]), card(name[2:])] for name, _, _ in rows], dtype=np.uint8)
    weight = np.array([w for _, w, _ in rows])
    value = np.array([e for _, _, e in rows])
    return Combos(cards, weight, value, value, np.zeros(len(rows)), weight / weight.sum())


# Merging


def simulated(win: int, tie: int, lose: int, seed: Any, **changes: Any) -> Equity:
    return heads_up(win, tie, lose, **{**SIMULATED, "seed": seed, **changes})


# Odds


def odds_simulated(seed: int) -> Odds:
    values = {**SIMULATED, "seed": seed}
    tally = {"counts": counts(*[70, 30, 0])}
    return Odds(**values, deals=100, categories=("low", "mid", "high"), tally=tally)


# Matches and sessions


def match(games: list[list[tuple[int, ...]]], seed: int = 1, **changes: Any) -> Match:
    """Games as groups of seats from the first place down."""
    seats = sum(map(len, games[0]))
    groups = np.zeros((seats, seats, seats + 1), dtype=np.int64)
    for game in games:
        place = 0
        for group in game:
            for seat in group:
                groups[seat, place, len(group)] += 1
            place += len(group)
    tally = {
        "groups": groups,
        "length": np.bincount([10 + i for i in range(len(games))], minlength=20),
        "unfinished": counts(1),
        "cycles": np.array(1),
    }
    values = {**SIMULATED, "seed": seed, "deals": len(games), "tally": tally, **changes}
    return Match(**values)


GAMES: list[list[tuple[int, ...]]] = [
    [(0,), (1,), (2,)],
    [(0, 1), (2,)],
    [(2,), (0, 1)],
    [(0, 1, 2)],
    [(0,), (2,), (1,)],
]


def session(seed: int = 1, ruined: int = 3) -> Session:
    final = [ruined, 0, 10 - ruined]
    tally = {
        "ruined": counts(ruined),
        "final": counts(*final),
        "drawdown": counts(0, 10 - ruined, ruined),
        "rounds": counts(0, 0, ruined, 10 - ruined),
    }
    values = {**SIMULATED, "seed": seed}
    return Session(**values, deals=10, bankroll=1.0, money_step=0.5, tally=tally)
