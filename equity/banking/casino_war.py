"""Casino war: one card each, and a choice where they are equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking.cards_left import Shoe, read_ranks, read_seen
from equity.banking.game import Banking, as_fraction
from equity.errors import CardError, RuleError, named, shown
from equity.options import Options
from equity.results import Action, Bet, Decision, Edge, Odds
from equity.run import choose, timed

if TYPE_CHECKING:
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords

__all__ = ["CasinoWar"]

STRATEGIES = ("best", "war", "surrender")
SURRENDERED = Fraction(-1, 2)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class CasinoWar(Banking):
    """One card each, the ace high; equal cards: give up half of the bet, or go to war."""

    def _shoe(self, dead: Cards | Mapping[str, int], *seen: Any) -> Shoe:
        """Give the shoe without the cards seen."""
        packs = self.rules["packs"]
        return Shoe.of(packs).without(read_seen(dead), *seen, decks=packs)

    def _war(self, shoe: Shoe) -> dict[Fraction, Fraction]:
        """Give the net wins of a war fought from a shoe, and how many ways there are to each."""
        counts, size = shoe.counts, shoe.size
        if size < 2:
            raise CardError(f"a war takes 2 more cards; {size} are left")
        equal = sum(count * (count - 1) for count in counts)
        decided = Fraction(size * (size - 1) - equal, 2)
        nets = (Fraction(1), decided), (Fraction(self.rules["tie_after_tie"]), Fraction(equal))
        weights = {Fraction(-2): decided}
        for net, ways in nets:
            weights[net] = weights.get(net, Fraction(0)) + ways
        return weights

    def _fights(self, war: Mapping[Fraction, Fraction], strategy: str) -> bool:
        """Tell whether a strategy goes to this war."""
        return strategy == "war" or (strategy == "best" and Bet.of(war).ev >= SURRENDERED)

    def _first_cards(self, shoe: Shoe) -> Iterator[tuple[int, int]]:
        """List the ranks of equal first cards, and the ways to deal them."""
        for rank, count in enumerate(shoe.counts):
            if count > 1:
                yield rank, count * (count - 1)

    def _weights(self, shoe: Shoe, strategy: str) -> dict[Fraction, Fraction]:
        """Give the distribution of the net win of the bet."""
        size = shoe.size
        equal = sum(ways for _, ways in self._first_cards(shoe))
        decided = Fraction(size * (size - 1) - equal, 2)
        weights = {Fraction(1): decided, Fraction(-1): decided}
        for rank, ways in self._first_cards(shoe):
            left = list(shoe.counts)
            left[rank] -= 2
            war = self._war(Shoe(tuple(left)))
            if not self._fights(war, strategy):
                war = {SURRENDERED: Fraction(1)}
            total = sum(war.values())
            for net, count in war.items():
                weights[net] = weights.get(net, Fraction(0)) + ways * count / total
        return weights

    @timed
    def decide(
        self,
        hand: Cards,
        banker: Cards | None = None,
        dead: Cards | Mapping[str, int] = "",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Compute what going to war and giving up are worth, the first cards being equal.

        Parameters
        ----------
        hand : str or sequence of int
            The player's card; its suit may be left out.
        banker : str or sequence of int, optional
            The banker's card, of the same rank; that rank if not given.
        dead : str, sequence of int or Mapping, optional
            Cards out of the shoe, or how many of each rank, ``{"K": 2}``.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Decision
            ``war`` and ``surrender``; ``ev`` is the net win in units of the bet.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; cards that are not equal, or not left.

        Examples
        --------
        >>> from equity import casino_war
        >>> decision = casino_war.decide("9", "9")
        >>> decision.best.label, round(float(decision.best.ev), 4)
        ('war', -0.389)
        """
        choose(Options.check(**options), 1, simulates=False)
        own = read_ranks(hand, "hand")
        other = own if banker is None else read_ranks(banker, "banker")
        if len(own) != 1 or len(other) != 1:
            raise CardError(f"{self.title} deals one card each, not {len(own)} and {len(other)}")
        if own[0].rank != other[0].rank:
            raise RuleError(
                f"{own[0].text} and {other[0].text} are not equal: there is nothing to decide"
            )
        other = [other[0]._replace(suit=-1)] if banker is None else other
        shoe = self._shoe(dead, own, other)
        war = Bet.of(self._war(shoe))
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=shoe.size * (shoe.size - 1),
            question=(self, own[0].rank, shoe),
            choices=(
                Action(label="war", ev=war.ev, win=war.win, tie=war.tie),
                Action(label="surrender", ev=SURRENDERED, win=Fraction(0), tie=Fraction(0)),
            ),
            unit="units of the bet",
            loss_ev=-2,
        )

    @timed
    def edge(
        self,
        dead: Cards | Mapping[str, int] = "",
        strategy: str = "best",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Compute what the bets are worth before a card is seen.

        Parameters
        ----------
        dead : str, sequence of int or Mapping, optional
            Cards out of the shoe, or how many of each rank, ``{"K": 2}``.
        strategy : {"best", "war", "surrender"}
            What is done with equal cards.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Edge
            ``bet``, in units of the first bet, and ``tie``, a bet that the first cards are equal.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than the shoe has.

        References
        ----------
        The figures are compared with M. Shackleford, The Wizard of Odds, Casino War.

        Examples
        --------
        >>> from equity import casino_war
        >>> round(float(casino_war.edge().bets["bet"].ev), 6)
        -0.028771
        """
        choose(Options.check(**options), 1, simulates=False)
        if not named(strategy, *STRATEGIES):
            names = ", ".join(map(repr, STRATEGIES))
            raise RuleError(f"strategy is {shown(strategy)}; it is one of {names}")
        shoe = self._shoe(dead)
        if shoe.size < 4:
            raise CardError(f"a round takes 4 cards; {shoe.size} are left")
        equal = sum(ways for _, ways in self._first_cards(shoe))
        deals = shoe.size * (shoe.size - 1)
        pays = as_fraction(self.rules["tie_pays"])
        return Edge(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=deals,
            question=(self, shoe, strategy),
            bets={
                "bet": Bet.of(self._weights(shoe, strategy)),
                "tie": Bet.of({pays: equal, Fraction(-1): deals - equal}),
            },
            strategy=strategy,
        )

    @timed
    def odds(self, dead: Cards | Mapping[str, int] = "", **options: Unpack[Keywords]) -> Odds:
        """Count how the first cards compare.

        Parameters
        ----------
        dead : str, sequence of int or Mapping, optional
            Cards out of the shoe, or how many of each rank, ``{"K": 2}``.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Odds
            ``lose``, ``tie``, ``win``, of ordered deals.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than the shoe has.

        Examples
        --------
        >>> from equity import casino_war
        >>> casino_war.odds().counts
        {'lose': 44928, 'tie': 7176, 'win': 44928}
        """
        choose(Options.check(**options), 1, simulates=False)
        shoe = self._shoe(dead)
        if shoe.size < 2:
            raise CardError(f"a round takes 2 cards; {shoe.size} are left")
        equal = sum(ways for _, ways in self._first_cards(shoe))
        other = (shoe.size * (shoe.size - 1) - equal) // 2
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=2 * other + equal,
            question=(self, shoe),
            tally={"counts": np.array([other, equal, other], np.int64)},
            categories=("lose", "tie", "win"),
        )

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of the bet's net win, played best."""
        return self._weights(self._shoe(""), "best")
