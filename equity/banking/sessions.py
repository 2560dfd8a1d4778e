"""Sessions: a bankroll played round after round, and what is counted of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.banking.bundles import Purse, SessionCount, Ticks
from equity.results import Session, mean_stderr
from equity.shield import Kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.rules import Game

__all__ = [
    "CELLS",
    "CHUNK_ROUNDS",
    "Sessions",
    "Cells",
    "cells_of",
    "empty_tally",
    "ruin_stderr",
    "session_of",
]

kernels = Kernels("equity.banking.kernels")
CHUNK_ROUNDS = 1_000_000
"""Rounds of a chunk of sessions."""
CELLS = 1 << 14
"""Cells of a histogram of money, at most."""


def empty_tally(rounds: int) -> Tally:
    """Give what the kernels write, in the order they take it, for up to so many rounds."""
    return {
        "ruined": np.zeros(1, np.int64),
        "final": np.zeros(CELLS, np.int64),
        "drawdown": np.zeros(CELLS, np.int64),
        "rounds": np.zeros(rounds + 1, np.int64),
        "final_sum": np.zeros(CELLS, np.int64),
        "drawdown_sum": np.zeros(CELLS, np.int64),
    }


class Cells(NamedTuple):
    """The cells of a histogram of money, in ticks."""

    low: int
    """Of the first cell."""
    step: int
    """Of each; of those of the largest fall too, the first being 0."""

    def about(self, scale: int) -> dict[str, Any]:
        """Give what a session says of them, with so many ticks a chip."""
        return {
            "money_start": self.low / scale,
            "money_step": self.step / scale,
            "money_scale": scale,
        }


def cells_of(start: int, down: int, up: int) -> Cells:
    """Give the cells for money that begins at `start` ticks, and goes down and up so far at most.

    They are one tick each if there are enough of them. Else they are spread over what can be
    reached, so that amounts far apart, as those of large bets are, still have a cell each.
    """
    low, high = max(0, start - down), start + up
    if high <= CELLS - 2:
        return Cells(0, 1)
    return Cells(low, max(1, -(-(high - low) // (CELLS - 2))))


def ruin_stderr(tally: Tally) -> float:
    """Give the standard error of ruin."""
    ruined = tally["ruined"].sum()
    return float(mean_stderr(int(tally["final"].sum()), ruined, ruined))


def session_of(outcome: Outcome, job: Any, game: Game) -> Session:
    """Make the answer of sessions played."""
    return Session(
        **outcome.about(game, job),
        tally=outcome.tally,
        bankroll=job.bankroll,
        **job.cells.about(job.scale),
    )


@dataclass(frozen=True, slots=True)
class Sessions:
    """A bankroll played round after round, each round paying by one distribution."""

    payoffs: tuple[tuple[Fraction, Fraction], ...]
    """Net win in units of the bet, and its probability."""
    rounds: int
    bankroll: int
    bet: int
    capped: bool

    @property
    def chunk_deals(self) -> int:
        """Sessions of a chunk."""
        return max(1, CHUNK_ROUNDS // self.rounds)

    @property
    def scale(self) -> int:
        """Parts of a chip that payoffs come in."""
        return math.lcm(*(value.denominator for value, _ in self.payoffs))

    @property
    def cells(self) -> Cells:
        """The cells of the histograms of money."""
        staked = self.rounds * self.bet * self.scale
        values = [Fraction(0), *(value for value, _ in self.payoffs)]
        return cells_of(
            self.bankroll * self.scale, int(staked * -min(values)), int(staked * max(values))
        )

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play sessions."""
        total = sum((chance for _, chance in self.payoffs), Fraction(0))
        passed, limits = Fraction(0), []
        for _, chance in self.payoffs[:-1]:
            passed += chance
            limits.append(min((1 << 64) - 1, int(passed / total * (1 << 64))))
        pays = [int(value * self.scale) for value, _ in self.payoffs]
        tally = empty_tally(self.rounds)
        kernels.play_sessions(
            state,
            deals,
            Ticks(np.array(limits, np.uint64), np.array(pays, np.int64), self.scale, self.capped),
            Purse(self.rounds, self.bankroll, self.bet),
            tuple(self.cells),
            SessionCount(*tally.values()),
        )
        return tally

    def error(self, tally: Tally) -> float:
        """Give the standard error of ruin."""
        return ruin_stderr(tally)
