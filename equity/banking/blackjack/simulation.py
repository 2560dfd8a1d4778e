"""Blackjack simulated: rounds for the edge, and sessions, by tables of what to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from equity.banking import _blackjack
from equity.banking.blackjack.rules import NO_CARD, VALUES, Numbers, without
from equity.banking.blackjack.strategy import Policy, Strategy, named_strategy
from equity.banking.bundles import (
    BlackjackRules,
    Hands,
    Nets,
    Plan,
    Purse,
    SessionCount,
    Short,
)
from equity.banking.rounds import edge_stderr
from equity.banking.sessions import Cells, cells_of, empty_tally, ruin_stderr
from equity.memory import remembered
from equity.shield import Kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.banking.cards_left import Shoe
    from equity.banking.game import Banking
    from equity.jobs import Tally

__all__ = ["SCALE", "EdgeSample", "RoundSessions"]

kernels = Kernels("equity.banking.kernels")
SCALE: Final = 10
"""Payoffs come in tenths of a bet."""
SAMPLED: Final = 100_000
"""Rounds of a chunk of a simulation."""


@remembered(8)
def _tables(game: Banking, shoe: Shoe, strategy: Strategy, numbers: Numbers) -> Plan:
    """Tabulate a strategy, and keep it.

    Best play by the cards that are seen of a casino's shoe takes about as long as the exact edge,
    of which the tables are a by-product.
    """
    hands = _blackjack.number_of_hands()
    ups = range(10) if game.rules["banker_up_card"] else (NO_CARD,)
    whole = np.full((len(ups), hands), -1, np.int8)
    split = np.full((len(ups), 10, hands), -1, np.int8)
    most = np.full((len(ups), 10), 2, np.int8)
    policy = named_strategy(strategy, numbers)[1]
    counts = shoe.by_value(VALUES)
    for row, up in enumerate(ups):
        left = without(counts, shoe.infinite, up)
        if left is None:
            continue
        asked = None if policy is None else Policy(policy, up)
        solver = _blackjack.Solver(left, shoe.infinite, numbers, asked)
        solver.acts(up, whole[row], split[row], most[row])
    for table in (whole, split, most):
        table.setflags(write=False)
    return Plan(whole, split, most)


@lru_cache(maxsize=1)
def _hands() -> Hands:
    """Give what cards make of every hand, its total, and its number of cards."""
    after = np.zeros((_blackjack.number_of_hands(), 10), np.int32)
    _blackjack.transitions(after)
    totals = np.zeros((len(after), 2), np.int8)
    for hand in range(len(totals)):
        totals[hand] = _blackjack.total_of(hand)[0], len(_blackjack.cards_of(hand))
    for array in (after, totals):
        array.setflags(write=False)
    return Hands(after, totals)


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

    @property
    def cards(self) -> NDArray[np.int64]:
        """The shoe by value."""
        return np.array(self.shoe.by_value(VALUES), np.int64)

    @property
    def rules(self) -> BlackjackRules:
        """The rules for the kernels."""
        numbers = self.numbers
        return BlackjackRules(
            infinite=self.shoe.infinite,
            shown=self.game.rules["banker_up_card"],
            hits_soft_17=numbers.hits_soft_17,
            five_ends=numbers.five_ends,
            peek=numbers.peek,
            insures=self.game.rules["insurance"] and self.strategy == "best",
            natural_pays=round(SCALE * numbers.natural_pays),
            five_pays=round(SCALE * numbers.five_pays),
        )

    @property
    def tables(self) -> Plan:
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
        nets = Nets(np.zeros((1, 3), np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64))
        kernels.deal_blackjack(state, deals, self.cards, self.rules, _hands(), self.tables, nets)
        return nets._asdict()

    def error(self, tally: Tally) -> float:
        """Give the standard error of the ev."""
        return edge_stderr(tally, SCALE)


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
    def short_tables(self) -> Short:
        """What to do without the money for another bet."""
        single = self.numbers._replace(double_from=99, double_to=0)
        whole = _tables(self.game, self.shoe, self.strategy, single._replace(split_cards=0))
        return Short(whole.whole, _tables(self.game, self.shoe, self.strategy, single).split)

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
            self.cards,
            self.rules,
            _hands(),
            self.tables,
            self.short_tables,
            Purse(self.rounds, self.bankroll, self.bet),
            tuple(self.cells),
            SessionCount(*tally.values()),
        )
        return tally

    def error(self, tally: Tally) -> float:
        """Give the standard error of ruin."""
        return ruin_stderr(tally)
