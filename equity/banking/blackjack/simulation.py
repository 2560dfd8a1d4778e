"""Blackjack simulated: rounds for the edge, and sessions, by tables of what to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

import numpy as np

from equity.banking import _blackjack
from equity.banking.blackjack.rules import NO_CARD, VALUES, Numbers, without
from equity.banking.blackjack.strategy import Policy, Strategy, named_strategy
from equity.banking.sessions import Cells, cells_of, empty_tally, ruin_stderr
from equity.results import mean_stderr
from equity.shield import Kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.banking.cards_left import Shoe
    from equity.banking.game import Banking
    from equity.run import Tally

__all__ = ["SCALE", "EdgeSample", "RoundSessions"]

kernels = Kernels("equity.banking.kernels")
SCALE: Final = 10
"""Payoffs come in tenths of a bet."""
SAMPLED: Final = 100_000
"""Rounds of a chunk of a simulation."""


class _Tables(NamedTuple):
    """What to do with every hand, for the kernels; first by up card, one row if it is not seen."""

    whole: NDArray[np.int8]
    split: NDArray[np.int8]
    most: NDArray[np.int8]


@lru_cache(maxsize=8)
def _tables(game: Banking, shoe: Shoe, strategy: Strategy, numbers: Numbers) -> _Tables:
    """Tabulate a strategy, and keep it."""
    hands = _blackjack.number_of_hands()
    ups = range(10) if game.rules["banker_up_card"] else (NO_CARD,)
    whole = np.full((len(ups), hands), -1, np.int8)
    split = np.full((len(ups), 10, hands), -1, np.int8)
    most = np.full((len(ups), 10), 2, np.int8)
    policy = named_strategy(strategy, numbers)[1]
    for row, up in enumerate(ups):
        left = without(shoe, up)
        if left is None:
            continue
        asked = None if policy is None else Policy(policy, up)
        solver = _blackjack.Solver(left, shoe.infinite, numbers, asked)
        solver.acts(up, whole[row], split[row], most[row])
    for table in (whole, split, most):
        table.setflags(write=False)
    return _Tables(whole, split, most)


@lru_cache(maxsize=1)
def _transitions() -> NDArray[np.int32]:
    """Give the hand that a card makes of a hand, -1 if bust."""
    out = np.zeros((_blackjack.number_of_hands(), 10), np.int32)
    _blackjack.transitions(out)
    out.setflags(write=False)
    return out


@lru_cache(maxsize=1)
def _totals() -> NDArray[np.int8]:
    """Give the best total and the number of cards of every hand, int8[hands, 2]."""
    out = np.zeros((_blackjack.number_of_hands(), 2), np.int8)
    for hand in range(len(out)):
        out[hand] = _blackjack.total_of(hand)[0], len(_blackjack.cards_of(hand))
    out.setflags(write=False)
    return out


@dataclass(frozen=True, slots=True)
class _Rounds:
    """Rounds of blackjack, dealt card by card from the full shoe each."""

    game: Banking
    shoe: Shoe
    strategy: Strategy

    @property
    def numbers(self) -> Numbers:
        """The rules as numbers."""
        return Numbers.of(self.game.rules)

    def arguments(self) -> tuple[Any, ...]:
        """Give what the kernels take: the shoe, tables and rules."""
        numbers = self.numbers
        rules = np.array(
            [
                numbers.hits_soft_17,
                numbers.five_ends,
                numbers.peek,
                round(SCALE * numbers.natural_pays),
                round(SCALE * numbers.five_pays),
                self.game.rules["insurance"] and self.strategy == "best",
                self.shoe.infinite,
                self.game.rules["banker_up_card"],
            ],
            np.int64,
        )
        left = np.array(self.shoe.by_value(VALUES), np.int64)
        return left, rules, _transitions(), _totals()

    @property
    def tables(self) -> _Tables:
        """What to do."""
        return _tables(self.game, self.shoe, self.strategy, self.numbers)

    def tabulate(self) -> None:
        """Make the tables before chunks need them: that takes longer than a chunk may."""
        _ = self.tables


@dataclass(frozen=True, slots=True)
class EdgeSample(_Rounds):
    """The edge, simulated."""

    @property
    def chunk_deals(self) -> int:
        """Rounds of a chunk."""
        return SAMPLED

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play rounds."""
        tally = {
            "outcomes": np.zeros((1, 3), np.int64),
            "sums": np.zeros(1, np.int64),
            "squares": np.zeros(1, np.int64),
        }
        kernels.deal_blackjack(state, deals, *self.arguments(), *self.tables, *tally.values())
        return tally

    def error(self, tally: Tally) -> float:
        """Give the standard error of the ev."""
        deals = int(tally["outcomes"].sum())
        errors = mean_stderr(deals, tally["sums"], tally["squares"], -SCALE, SCALE)
        return float(errors[0]) / SCALE


@dataclass(frozen=True, slots=True)
class RoundSessions(_Rounds):
    """A bankroll played round after round."""

    rounds: int
    bankroll: int
    bet: int
    scale: ClassVar[int] = SCALE

    @property
    def chunk_deals(self) -> int:
        """Sessions of a chunk."""
        return max(1, SAMPLED // self.rounds)

    @property
    def short_tables(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What to do without the money for another bet: with whole hands, with split ones."""
        single = self.numbers._replace(double_from=99, double_to=0)
        whole = _tables(self.game, self.shoe, self.strategy, single._replace(split_cards=0))
        return whole.whole, _tables(self.game, self.shoe, self.strategy, single).split

    def tabulate(self) -> None:
        """Make the tables before chunks need them: that takes longer than a chunk may."""
        _ = self.tables, self.short_tables

    @property
    def cells(self) -> Cells:
        """The cells of the histograms of money; a round may cost more, but not every round."""
        reach = (2 * self.rounds + 8) * self.bet * SCALE
        return cells_of(self.bankroll * SCALE, reach, reach)

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play sessions."""
        tally = empty_tally(self.rounds)
        kernels.play_blackjack(
            state,
            deals,
            *self.arguments(),
            *self.tables,
            *self.short_tables,
            self.rounds,
            self.bankroll,
            self.bet,
            tuple(self.cells),
            *tally.values(),
        )
        return tally

    def error(self, tally: Tally) -> float:
        """Give the standard error of ruin."""
        return ruin_stderr(tally)
