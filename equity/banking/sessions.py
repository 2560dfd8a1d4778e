"""Sessions: a bankroll played round after round, and what is counted of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.results import Session, mean_stderr
from equity.shield import Kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.rules import Game
    from equity.run import Outcome, Tally

__all__ = [
    "CELLS",
    "CHUNK_ROUNDS",
    "Sessions",
    "cell_of",
    "empty_tally",
    "in_chips",
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
        "final_ticks": np.zeros(1, np.int64),
        "drawdown_ticks": np.zeros(1, np.int64),
    }


def cell_of(most: int) -> int:
    """Give the chips of a cell of the histograms of money, if there are at most so many."""
    return max(1, -(-most // (CELLS - 2)))


def in_chips(tally: Tally, scale: int) -> Tally:
    """Give the sums of money, counted in so many ticks a chip."""
    return {f"{name}_sum": tally[f"{name}_ticks"] / scale for name in ("final", "drawdown")}


def ruin_stderr(tally: Tally) -> float:
    """Give the standard error of ruin."""
    ruined = tally["ruined"].sum()
    return float(mean_stderr(int(tally["final"].sum()), ruined, ruined))


def session_of(outcome: Outcome, job: Any, game: Game) -> Session:
    """Make the answer of sessions played."""
    return Session(
        **outcome.about(game, job),
        tally=outcome.tally | in_chips(outcome.tally, job.scale),
        bankroll=job.bankroll,
        money_step=job.money_step,
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
    def money_step(self) -> int:
        """Chips of a cell of the histograms of money."""
        best = max((value for value, _ in self.payoffs), default=Fraction(0))
        return cell_of(self.bankroll + math.ceil(self.rounds * self.bet * max(best, Fraction(0))))

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
            np.array(limits, np.uint64),
            np.array(pays, np.int64),
            self.rounds,
            self.bankroll,
            self.bet,
            self.scale,
            self.capped,
            self.money_step * self.scale,
            *tally.values(),
        )
        return tally

    def error(self, tally: Tally) -> float:
        """Give the standard error of ruin."""
        return ruin_stderr(tally)
