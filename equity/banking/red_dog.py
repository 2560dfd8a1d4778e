"""Red dog: two posts from a shoe, and a bet that may be doubled before the third card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from equity.banking.cards_left import Shoe, read_ranks, read_seen
from equity.banking.game import Banking, as_fraction
from equity.checks import is_whole
from equity.errors import CardError, RuleError, named, shown
from equity.options import Options
from equity.results import Action, Bet, Decision, Edge
from equity.run import choose, timed

if TYPE_CHECKING:
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords

__all__ = ["RedDog"]

NEXT, PAIR = 0, -1
"""Instead of the number of ranks between the posts: they are next to each other, or a pair."""

Weights = dict[Fraction, Fraction]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RedDog(Banking):
    """Two posts, the ace high: a third card between them wins."""

    def _pays(self, spread: int) -> Fraction:
        """Give what is paid where so many ranks lie between the posts."""
        names = {PAIR: "three of a kind", 1: "1", 2: "2", 3: "3"}
        return as_fraction(self.rules["pay_table"][names.get(spread, "4 or more")])

    def _weights(self, counts: list[int], low: int, high: int) -> Weights:
        """Give the net wins of a unit bet on posts, and the third cards that lead to them."""
        rest, spread = sum(counts), _spread(low, high)
        if spread == NEXT:
            return {Fraction(0): Fraction(rest)}
        wins = counts[low] if spread == PAIR else sum(counts[low + 1 : high])
        lost = Fraction(0) if spread == PAIR else Fraction(-1)
        return {self._pays(spread): Fraction(wins), lost: Fraction(rest - wins)}

    def _posts(self, shoe: Shoe) -> Iterator[tuple[int, int, int, list[int]]]:
        """List all posts: the ways they come, ranks, and what is left then."""
        for low in range(13):
            for high in range(low, 13):
                counts = list(shoe.counts)
                ways = counts[low] * (counts[high] - 1 if low == high else 2 * counts[high])
                if ways > 0:
                    counts[low] -= 1
                    counts[high] -= 1
                    yield ways, low, high, counts

    def _round(self, shoe: Shoe, strategy: str | int) -> Weights:
        """Give the distribution of the net win of a first bet."""
        found: Weights = {}
        for ways, low, high, counts in self._posts(shoe):
            weights, spread = self._weights(counts, low, high), _spread(low, high)
            if isinstance(strategy, int):
                doubles = spread >= strategy
            else:
                doubles = strategy == "best" and spread > 0 and Bet.of(weights).ev > 0
            for net, count in weights.items():
                won = 2 * net if doubles else net
                found[won] = found.get(won, Fraction(0)) + ways * count
        return found

    def _shoe(self, dead: Cards | Mapping[str, int]) -> Shoe:
        """Give the shoe without the cards seen."""
        packs = self.rules["packs"]
        return Shoe.of(packs).without(read_seen(dead), decks=packs)

    @timed
    def decide(
        self, hand: Cards, dead: Cards | Mapping[str, int] = "", **options: Unpack[Keywords]
    ) -> Decision:
        """Compute what doubling and leaving the bet are worth.

        Parameters
        ----------
        hand : str or sequence of int
            The two posts; suits may be left out.
        dead : str, sequence of int or Mapping, optional
            Cards out of the shoe, or how many of each rank, ``{"K": 2}``.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Decision
            ``stay`` and ``double``; ``stay`` alone where the posts are a pair or next to each
            other. ``ev`` is the net win in units of the first bet.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; cards that are not left.

        Examples
        --------
        >>> from equity import red_dog
        >>> red_dog.decide("3 J").best.label, red_dog.decide("3 T").best.label
        ('double', 'stay')
        """
        choose(Options.check(**options), 1, simulates=False)
        posts = read_ranks(hand, "hand")
        if len(posts) != 2:
            raise CardError(f"hand has {len(posts)} cards; {self.title} takes two posts")
        packs = self.rules["packs"]
        shoe = Shoe.of(packs).without(read_seen(dead), posts, decks=packs)
        if shoe.size < 1:
            raise CardError("the third card takes 1 more card; 0 are left")
        low, high = sorted(card.rank for card in posts)
        bet = Bet.of(self._weights(list(shoe.counts), low, high))
        actions = [Action(label="stay", ev=bet.ev, win=bet.win, tie=bet.tie)]
        if _spread(low, high) > 0:
            actions.append(Action(label="double", ev=2 * bet.ev, win=bet.win, tie=bet.tie))
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=shoe.size,
            question=(self, low, high, shoe),
            choices=tuple(actions),
            unit="units of the first bet",
            loss_ev=-2,
        )

    @timed
    def edge(
        self,
        dead: Cards | Mapping[str, int] = "",
        strategy: str | int = "best",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Compute what a first bet is worth before the posts are seen.

        Parameters
        ----------
        dead : str, sequence of int or Mapping, optional
            Cards out of the shoe, or how many of each rank, ``{"K": 2}``.
        strategy : {"best", "stay"} or int
            When the bet is doubled: where it is worth it, never, or with at least so many ranks
            between the posts.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Edge
            In units of the first bet.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than the shoe has.

        References
        ----------
        The figures are compared with M. Shackleford, The Wizard of Odds, Red Dog.

        Examples
        --------
        >>> from equity import red_dog
        >>> round(float(red_dog.edge().ev), 6)
        -0.031554
        """
        choose(Options.check(**options), 1, simulates=False)
        checked: str | int
        if is_whole(strategy) and 1 <= int(strategy) <= 12:
            checked = int(strategy)
        elif isinstance(strategy, str) and named(strategy, "best", "stay"):
            checked = strategy
        else:
            raise RuleError(
                f"strategy is {shown(strategy)}; it is 'best', 'stay', or from how many ranks "
                "between the posts on the bet is doubled, 1 to 12"
            )
        shoe = self._shoe(dead)
        if shoe.size < 3:
            raise CardError(f"a round takes 3 cards; {shoe.size} are left")
        weights = self._round(shoe, checked)
        return Edge(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=int(sum(weights.values(), Fraction(0))),
            question=(self, shoe, checked),
            bets={"bet": Bet.of(weights)},
            strategy=checked if isinstance(checked, str) else f"double from {checked} ranks on",
        )

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of the first bet's net win, played best."""
        return self._round(self._shoe(""), "best")


def _spread(low: int, high: int) -> int:
    """Give the number of ranks between two posts; `NEXT` or `PAIR`."""
    return high - low - 1
