"""Games of an ante: fold, or play against a banker who needs a hand to qualify."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from equity.banking.cards_left import read_seen
from equity.banking.compared import Asked, Compared, Weights
from equity.banking.game import as_fraction, check_number, read_suited
from equity.cards import RANKS, Cards
from equity.checks import switch
from equity.errors import EquityError, RuleError, named, shown
from equity.memory import remembered
from equity.options import Options
from equity.rankings.ranking import Ranking
from equity.rankings.sets import by_place
from equity.results import Action, Bet, Decision, Edge
from equity.run import choose, run, timed

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.banking.game import Left
    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

__all__ = ["AnteGame"]

UNQUALIFIED, LOWER, EQUAL, HIGHER = range(4)
"""How the banker's hand compares with the player's."""
PLAY_NETS = (1, 2, 0, -2)
"""What a play and its ante win then: one that does not qualify pays the ante alone."""
STEPS = 5_000_000


@dataclass(frozen=True, eq=False)
class Table:
    """All hands of three cards of a deck and what they are."""

    cards: NDArray[np.uint8]
    """uint8[n, 3], the highest first."""
    strengths: NDArray[np.int64]
    """int64[n]"""
    categories: NDArray[np.int64]
    """int64[n], indexes into the ranking's names."""

    def among(self, left: Left) -> Table:
        """Give the hands of the cards left."""
        live = np.array([bool(suits >> suit & 1) for suits in left.suits for suit in range(4)])
        dealt = live[self.cards].all(axis=1)
        return Table(self.cards[dealt], self.strengths[dealt], self.categories[dealt])


@remembered(2)
def _table(ranking: Ranking) -> Table:
    """Look up all hands."""
    cards = np.array(list(combinations(range(51, -1, -1), 3))[::-1], np.uint8)
    tables = ranking.tables(3)
    strengths = by_place(tables, 3).astype(np.int64)
    return Table(cards, strengths, tables.categories[strengths].astype(np.int64))


def apart(others: Table, hands: Table, limits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count for each hand the others up to some strengths that share no card with it.

    They are all of them, less those that hold one of its cards, and those that hold two again,
    less itself.

    Parameters
    ----------
    others, hands : Table
        Each hand is among the others.
    limits : ndarray of int64, shape (hands, k)
        The strengths.

    Returns
    -------
    ndarray of int64, shape (hands, k)
    """
    out = -(hands.strengths[:, None] <= limits).astype(np.int64)
    most = int(others.strengths.max()) + 1
    for shared in range(3):
        held = list(combinations(range(3), shared))
        counts = np.zeros((52**shared, most), np.int64)
        for columns in held:
            np.add.at(counts, (_key(others.cards[:, columns]), others.strengths), 1)
        totals = counts.cumsum(axis=1)
        for columns in held:
            at = _key(hands.cards[:, columns])[:, None]
            out += (-1) ** shared * totals[at, np.minimum(limits, most - 1)]
    return out


def _key(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Put the cards of rows in one number each."""
    key = np.zeros(len(cards), np.int64)
    for column in range(cards.shape[1]):
        key = key * 52 + cards[:, column]
    return key


@dataclass(frozen=True, slots=True)
class Counted(Asked):
    """A hand, or every hand, against every hand of the banker."""

    units: ClassVar[int] = 1
    chunk_units: ClassVar[int] = 1

    @property
    def hands(self) -> Table:
        """The player's hands: the given one, or all."""
        table = _table(self.game.ranking).among(self.whole)
        if not self.hand:
            return table
        given = sorted((4 * rank + suit for rank, suit in self.hand), reverse=True)
        this = (table.cards == np.array(given, np.uint8)).all(axis=1)
        return Table(table.cards[this], table.strengths[this], table.categories[this])

    def count(self, start: int, stop: int) -> Tally:
        """Count the banker's hands by how they compare, int64[player's hands, 4]."""
        hands, weakest = self.hands, self.game._weakest_qualified - 1
        below = np.full(len(hands.strengths), weakest)
        limits = np.stack(
            [below, np.maximum(hands.strengths - 1, below), np.maximum(hands.strengths, below)], 1
        )
        found = apart(_table(self.game.ranking).among(self.whole), hands, limits)
        every = np.full((len(found), 1), comb(self.whole.size - 3, 3))
        return {"compared": np.diff(found, axis=1, prepend=0, append=every)}

    def weights(self, tally: Mapping[str, NDArray[Any]]) -> Weights:
        """Give the distribution of the net win of the ante and the play."""
        game, hands, counts = self.game, self.hands, tally["compared"]
        plays = game._plays(self.strategy, hands, counts)
        weights: Weights = {}
        if folded := int(counts[~plays].sum()):
            weights[Fraction(-1)] = Fraction(folded)
        for category in np.unique(hands.categories[plays]).tolist():
            chosen = counts[plays & (hands.categories == category)].sum(axis=0).tolist()
            for relation, count in enumerate(chosen):
                if count:
                    net = game._net(relation, category)
                    weights[net] = weights.get(net, Fraction(0)) + count
        return weights

    def bonus(self) -> Weights:
        """Give the distribution of the net win of the bet on the own hand."""
        weights: Weights = {}
        for category, count in enumerate(np.bincount(self.hands.categories).tolist()):
            if count:
                net = self.game._side_net(category)
                weights[net] = weights.get(net, Fraction(0)) + count
        return weights


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class AnteGame(Compared):
    """Three cards each: fold and lose the ante, or bet as much again against the banker."""

    size: int = 3
    ranking: Ranking
    """How hands are ordered."""
    side_bet: str
    """What the bet on the own hand is called; its setting holds what it pays."""

    most_opponents: ClassVar[int] = 1

    @cached_property
    def _weakest_qualified(self) -> int:
        """The strength of the banker's weakest hand that qualifies."""
        lowest = self.rules["qualify"]
        if lowest == "none":
            return 1
        # The weakest hand of that top card: with a trey and a deuce of other suits.
        top = RANKS.index(lowest)
        table = _table(self.ranking)
        high = self.ranking.categories[0]
        chosen = table.categories == self.ranking.categories.index(high)
        chosen &= table.cards[:, 0] >> 2 == top
        return int(table.strengths[chosen].min())

    def _pays(self, setting: str, category: int) -> Fraction | None:
        """Give what a category is paid, or nothing."""
        units = self.rules[setting].get(self.ranking.categories[category])
        return None if units is None else as_fraction(units)

    def _net(self, relation: int, category: int) -> Fraction:
        """Give the net win of a hand that plays, its bonus included."""
        return PLAY_NETS[relation] + (self._pays("ante_bonus", category) or Fraction(0))

    def _side_net(self, category: int) -> Fraction:
        """Give the net win of the bet on the own hand."""
        paid = self._pays(self.side_bet, category)
        return Fraction(-1) if paid is None else paid

    def _plays(self, strategy: str, hands: Table, counts: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which hands play, of how the banker's hands compare with each."""
        if strategy == "play":
            return np.ones(len(counts), bool)
        if strategy != "best":
            return np.asarray(hands.strengths >= self._strength(strategy))
        categories = range(len(self.ranking.categories))
        nets = [[self._net(relation, category) for relation in range(4)] for category in categories]
        scale = lcm(*(net.denominator for row in nets for net in row))
        # What it wins more than a fold, which loses one.
        more = np.array([[int((net + 1) * scale) for net in row] for row in nets], np.int64)
        return np.asarray((counts * more[hands.categories]).sum(axis=1) > 0)

    def _strength(self, hand: str) -> int:
        """Give the strength of a hand given as text, ``"Qh6d4c"``."""
        cards = sorted((4 * rank + suit for rank, suit in self._read(hand)), reverse=True)
        table = _table(self.ranking)
        return int(table.strengths[(table.cards == np.array(cards, np.uint8)).all(axis=1)][0])

    def _check_strategy(self, strategy: object) -> str:
        """Check a strategy: a name, or the weakest hand that is played."""
        if named(strategy, "best", "play"):
            return str(strategy)
        try:
            if isinstance(strategy, str):
                self._strength(strategy)
                return strategy
        except EquityError:
            pass
        raise RuleError(
            f"strategy is {shown(strategy)}; it is 'best', 'play', or the weakest hand that is "
            "played, such as 'Qh6d4c'"
        )

    def _read(self, hand: Cards) -> Sequence[Any]:
        """Read a hand."""
        return read_suited(hand, 3)

    def _whole(self, dead: Cards | Mapping[str, int]) -> Left:
        """Give the cards left before the hero's are taken out; their suits matter."""
        seen = read_seen(dead)
        if any(card.suit < 0 for card in seen):
            raise RuleError(f"dead cards of {self.title} have suits, as in 'Kh 5d'")
        return super()._whole(seen)

    def _counted(self, asked: Asked) -> Counted:
        """Give the job that counts rounds."""
        return asked.into(Counted)

    def _steps(self, asked: Asked) -> float | None:
        """Give the steps of an exact answer."""
        return STEPS

    def edge(
        self,
        hand: Cards | None = None,
        as_banker: bool = False,
        opponents: int = 1,
        dead: Cards | Mapping[str, int] = "",
        strategy: str = "best",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Compute what the bets are worth, with a given hand or before any is seen.

        Parameters
        ----------
        hand : str or sequence of int, optional
            The player's hand; without one, a random hand.
        as_banker, opponents
            The player is asked about, alone against the banker.
        dead : str or sequence of int, optional
            Cards out of the deck.
        strategy : str, default "best"
            ``"best"``, ``"play"`` (every hand), or the weakest hand that is played.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Edge
            The bets ``ante``, what follows included, and the one on the own hand, in units of the
            ante.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than the deck has.

        References
        ----------
        The figures of best play are compared with M. Shackleford, The Wizard of Odds.

        Examples
        --------
        >>> from equity import three_card_poker
        >>> edge = three_card_poker.edge()
        >>> edge.bets["ante"].ev, edge.bets["pair_plus"].ev
        (Fraction(-686689, 20358520), Fraction(-128, 5525))
        """
        checked = Options.check(**options)
        if switch("as_banker", as_banker) or check_number("opponents", opponents) != 1:
            raise RuleError(f"{self.title} knows one player against the banker")
        choose(checked, STEPS, simulates=False)
        strategy = self._check_strategy(strategy)
        cards = () if hand is None else tuple(self._read(hand))
        whole = self._whole(dead)
        left = whole.without(cards)
        left.require(3 if cards else 6, f"a round of {self.title}")
        asked = Asked(self, cards, left, False, 1, strategy, whole)
        job = self._counted(asked)
        return run(job, checked, partial(_edge, job=job))

    @timed
    def decide(
        self, hand: Cards, dead: Cards | Mapping[str, int] = "", **options: Unpack[Keywords]
    ) -> Decision:
        """Compute what folding and playing a hand are worth.

        Parameters
        ----------
        hand : str or sequence of int
            The player's cards.
        dead : str or sequence of int, optional
            Cards out of the deck.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Decision
            ``fold`` and ``play``; ``ev`` is the net win in units of the ante, its bonus included.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than the deck has.

        Examples
        --------
        >>> from equity import three_card_poker
        >>> [three_card_poker.decide(hand).best.label for hand in ("Qh6d4c", "Qh6d3c")]
        ['play', 'fold']
        """
        choose(Options.check(**options), STEPS, simulates=False)
        cards = tuple(self._read(hand))
        whole = self._whole(dead)
        left = whole.without(cards)
        left.require(3, f"a round of {self.title}")
        job = Counted(self, cards, left, False, 1, "play", whole)
        bet = Bet.of(job.weights(job.count(0, 1)))
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=comb(left.size, 3),
            question=(self, cards, left),
            choices=(
                Action(label="fold", ev=Fraction(-1), win=Fraction(0), tie=Fraction(0)),
                Action(label="play", ev=bet.ev, win=bet.win, tie=bet.tie),
            ),
            unit="units of the ante",
            loss_ev=-1,
        )

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of the ante's net win of a round, played best."""
        whole = self._whole("")
        job = Counted(self, (), whole, False, 1, "best", whole)
        return job.weights(job.count(0, 1))


def _edge(outcome: Outcome, job: Counted) -> Edge:
    """Make the answer of what was counted."""
    weights = job.weights(outcome.tally)
    bets = {"ante": Bet.of(weights), job.game.side_bet: Bet.of(job.bonus())}
    common = outcome.about(job.game, job, int(sum(weights.values(), Fraction(0))))
    return Edge(bets=bets, strategy=job.strategy, unit="units of the ante", **common)
