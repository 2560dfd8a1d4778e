"""Let it ride: three equal bets on one hand, two of which may be taken back on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from equity.banking.game import Banking, as_fraction
from equity.banking.pay_hands import HAND, Hands, categories_of, sub_hands
from equity.cards import STANDARD, card_name, cards_of, mask_of, parse_cards
from equity.errors import CardError, RuleError, named, shown
from equity.memory import remembered
from equity.options import Options
from equity.results import Action, Bet, Decision, Edge
from equity.run import choose, timed

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.options import Keywords

__all__ = ["LetItRide"]

STRATEGIES = ("best", "ride", "pull")
STEPS = 3_000_000


class Seen(NamedTuple):
    """The hands by what is seen of them."""

    three: NDArray[np.int64]
    """int64[C(52, 3), categories]: hands of five cards by the first three."""
    four: NDArray[np.int64]
    """int64[C(52, 4), categories]: the same by the first four."""
    threes: NDArray[np.int64]
    """int64[C(52, 4), 4]: the sets of three in each set of four."""


@remembered(1)
def _seen(categories: tuple[str, ...]) -> Seen:
    """Count the hands that hold each set of three and of four cards."""
    counts = sub_hands(categories, "none")
    first = [sum(comb(52, size) for size in range(least)) for least in (3, 4, 5)]
    sets = np.array(list(combinations(range(51, -1, -1), 4))[::-1], np.int64)[:, ::-1]
    choose_of = np.array([[comb(card, k) for k in range(4)] for card in range(52)], np.int64)
    threes = np.stack(
        [
            sum(choose_of[sets[:, column], at + 1] for at, column in enumerate(columns))
            for columns in combinations(range(4), 3)
        ],
        axis=1,
    )
    three, four = (counts[a:b].astype(np.int64) for a, b in pairwise(first))
    return Seen(three, four, threes)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LetItRide(Banking):
    """Five cards, three bets: one may be taken back at three cards, one at four."""

    categories: tuple[str, ...]
    """The categories, weakest first, named in `CATEGORY_RULES`."""

    def _nets(self) -> list[Fraction]:
        """Give the net win of a bet by category."""
        pays = self.rules["pay_table"]
        return [as_fraction(pays[n]) if n in pays else Fraction(-1) for n in self.categories]

    def _units(self) -> tuple[int, NDArray[np.int64]]:
        """Give the net wins as whole numbers, and what one bet is in them."""
        nets = self._nets()
        one = lcm(*(net.denominator for net in nets))
        return one, np.array([int(net * one) for net in nets], np.int64)

    @timed
    def decide(self, hand: Cards, dead: Cards = "", **options: Unpack[Keywords]) -> Decision:
        """Compute what letting a bet ride is worth.

        Parameters
        ----------
        hand : str or sequence of int
            The three cards seen at the first decision, or the four at the second.
        dead : str or sequence of int, optional
            Cards out of the deck.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Decision
            ``ride`` and ``pull``; ``ev`` is the net win of the bet that is decided, in units of
            one bet.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; not three or four cards.

        Examples
        --------
        >>> from equity import let_it_ride
        >>> let_it_ride.decide("ThJhQh").best.label, let_it_ride.decide("ThTd5c9s").best.label
        ('ride', 'ride')
        """
        choose(Options.check(**options), STEPS, simulates=False)
        held = parse_cards(hand, STANDARD, "hand")
        gone = parse_cards(dead, STANDARD, "dead cards")
        if len(held) not in (3, 4):
            raise CardError(f"hand has {len(held)} cards; a bet is decided with three or four")
        for card in held:
            if card in gone:
                raise CardError(f"{card_name(card)} is in the hand and dead")
        live = cards_of(STANDARD.mask & ~mask_of(held) & ~mask_of(gone))
        missing = HAND - len(held)
        if len(live) < missing:
            raise CardError(f"a hand takes {missing} more cards; {len(live)} are left")
        drawn = np.array(list(combinations(live, missing)), np.int64)
        hands = np.concatenate([np.tile(held, (len(drawn), 1)), drawn], axis=1)
        counts = np.bincount(
            categories_of(self.categories, Hands.of(hands)), minlength=len(self.categories)
        )
        weights: dict[Fraction, int] = {}
        for net, count in zip(self._nets(), counts.tolist(), strict=True):
            weights[net] = weights.get(net, 0) + count
        bet = Bet.of(weights)
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=len(drawn),
            question=(self, mask_of(held), mask_of(gone)),
            choices=(
                Action(label="ride", ev=bet.ev, win=bet.win, tie=bet.tie),
                Action(label="pull", ev=Fraction(0), win=Fraction(0), tie=Fraction(1)),
            ),
            unit="units of one bet",
            loss_ev=-1,
        )

    def _weights(self, strategy: str) -> dict[Fraction, Fraction]:
        """Give the distribution of the net win of a round, of all orders of the cards."""
        seen, (_, units) = _seen(self.categories), self._units()
        if strategy == "best":
            rides_three, rides_four = seen.three @ units > 0, seen.four @ units > 0
        else:
            rides_three = np.full(len(seen.three), strategy == "ride")
            rides_four = np.full(len(seen.four), strategy == "ride")
        # How many of the sets of three within a set of four have kept the first bet.
        kept = rides_three[seen.threes].sum(axis=1)
        weights: dict[Fraction, Fraction] = {}
        for second in (0, 1):
            chosen = rides_four == bool(second)
            for first, ways in ((1, kept), (0, 4 - kept)):
                counts = ways[chosen] @ seen.four[chosen]
                for net, count in zip(self._nets(), counts.tolist(), strict=True):
                    won = net * (1 + first + second)
                    weights[won] = weights.get(won, Fraction(0)) + count
        return weights

    @timed
    def edge(self, strategy: str = "best", **options: Unpack[Keywords]) -> Edge:
        """Compute what a round is worth before a card is seen.

        Parameters
        ----------
        strategy : {"best", "ride", "pull"}
            What is done with the two bets that may be taken back.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Edge
            In units of one of the three bets; ``deals`` counts the orders of first three, fourth
            and fifth card.

        Raises
        ------
        RuleError
            An unknown strategy, or an option that does not fit.

        References
        ----------
        The figures are compared with M. Shackleford, The Wizard of Odds, Let it Ride.

        Examples
        --------
        >>> from equity import let_it_ride
        >>> let_it_ride.edge().ev
        Fraction(-37963, 1082900)
        """
        choose(Options.check(**options), STEPS, simulates=False)
        if not named(strategy, *STRATEGIES):
            names = ", ".join(map(repr, STRATEGIES))
            raise RuleError(f"strategy is {shown(strategy)}; it is one of {names}")
        weights = self._weights(strategy)
        return Edge(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=int(sum(weights.values(), Fraction(0))),
            question=(self, strategy),
            bets={"bets": Bet.of(weights)},
            strategy=strategy,
            unit="units of one bet",
        )

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of a round's net win, played best."""
        return self._weights("best")
