"""Rounds dealt at random and settled: what every simulated edge of one bet counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking.bundles import Nets
from equity.results import Bet, Edge, mean_stderr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.rules import Game

__all__ = ["SampledRounds", "edge_stderr"]


def edge_stderr(tally: Tally, scale: int) -> float:
    """Give the largest standard error of the bets of an edge; sums are in 1 / scale of a bet."""
    deals = int(tally["outcomes"][0].sum())
    errors = mean_stderr(deals, tally["sums"], tally["squares"], -scale, scale)
    return float(errors.max()) / scale


class SampledRounds:
    """Rounds of one bet; a game adds the rules and :meth:`deal`."""

    __slots__ = ()

    game: Game

    @property
    def scale(self) -> int:
        """Parts of a bet that payments come in."""
        return 1

    def deal(self, state: NDArray[np.uint64], deals: int, nets: Nets) -> None:
        """Deal so many rounds and write down their net wins."""
        raise NotImplementedError

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Deal and settle."""
        nets = Nets(np.zeros((1, 3), np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64))
        self.deal(state, deals, nets)
        return nets._asdict()

    def error(self, tally: Tally) -> float:
        """Give the standard error of the expected win."""
        return edge_stderr(tally, self.scale)

    def edge(self, outcome: Outcome, **common: Any) -> Edge:
        """Make the answer."""
        return Edge(bets={"bet": Bet()}, tally=outcome.tally, scale=self.scale, **common)
