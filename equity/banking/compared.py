"""Games in which hands are compared with the banker's: how a round is asked for and answered.

A game says how many cards a hand has, what may be decided, how hands of its opponents fall into
classes against a given one, and what a round against some classes pays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from equity.banking import _pairs
from equity.banking.cards_left import read_seen
from equity.banking.game import Banking, Left, check_number
from equity.banking.rounds import SampledRounds
from equity.checks import switch
from equity.errors import RuleError, named, shown
from equity.options import Options
from equity.results import Bet, Edge
from equity.run import choose, run

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

__all__ = ["Asked", "Classes", "Compared", "GivenHand"]

J = TypeVar("J")
CHUNK_HANDS = 200
"""Multisets of ranks of a chunk, each against all others."""

Weights = dict[Fraction, Fraction]
"""Net win to number of deals, which is a fraction where suits are averaged over."""


class Classes(NamedTuple):
    """Opponents' hands by how they fare against a given one."""

    kinds: NDArray[np.uint8]
    """uint8[n, size]: the kinds of card of each hand."""
    times: NDArray[np.uint8]
    """uint8[n, size]: how many of each."""
    left: NDArray[np.int64]
    """Cards left of each kind."""
    of: NDArray[np.int32]
    """int32[n]: the class of each hand."""
    names: tuple[Any, ...]
    """What the game calls each class."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A round that is asked about."""

    game: Any
    hand: tuple[Any, ...]
    """The hero's cards, as the game has read them; empty: any hand."""
    left: Left
    """The cards left, without the hand's."""
    as_banker: bool
    opponents: int
    strategy: str = "best"
    whole: Left = field(default_factory=Left)
    """The cards left with the hand's: what the others know."""

    def into(self, job: type[J]) -> J:
        """Make a job of the question."""
        return job(*(getattr(self, item.name) for item in fields(Asked)))


@dataclass(frozen=True, slots=True)
class GivenHand(Asked):
    """A given hand against one random hand or two, by their classes."""

    chunk_units: ClassVar[int] = CHUNK_HANDS

    @property
    def units(self) -> int:
        """Hands of the first opponent."""
        return len(self.game._classes(self).of)

    def count(self, start: int, stop: int) -> Tally:
        """Count opponents' hands, or pairs of them, by class."""
        kinds, times, left, classes, names = self.game._classes(self)
        if self.opponents == 1:
            ways = np.zeros(len(classes), np.int64)
            _pairs.ways(kinds, times, left, ways)
            alone = np.zeros(len(names), np.int64)
            np.add.at(alone, classes[start:stop], ways[start:stop])
            return {"classes": alone}
        counts = np.zeros((len(names), len(names)), np.int64)
        _pairs.class_pairs(kinds, times, left, classes, start, stop, counts)
        return {"classes": counts}

    def weights(self, tally: Mapping[str, NDArray[Any]]) -> Weights:
        """Give the distribution of the net win."""
        names, counts = self.game._classes(self).names, tally["classes"]
        weights: Weights = {}
        for at in product(range(len(names)), repeat=counts.ndim):
            if counts[at]:
                net = self.game._settle(self, [names[i] for i in at])
                weights[net] = weights.get(net, Fraction(0)) + int(counts[at])
        return weights


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Compared(Banking):
    """A game in which a hand is compared with the banker's, or the best hand takes a pot."""

    size: int
    """Cards of a hand."""

    strategies: ClassVar[tuple[str, ...]] = ("best",)
    """What players may do, if there is something to decide."""
    most_opponents: ClassVar[int] = 51

    @property
    def pot(self) -> bool:
        """Whether the best hand takes a pot."""
        return bool(self.rules.get("settlement") == "pot")

    # What a game adds.

    def _read(self, hand: Cards) -> Sequence[Any]:
        """Read a hand."""
        raise NotImplementedError

    def _counted(self, asked: Asked) -> Any:
        """Give the job that counts rounds, and gives the ``weights`` of a tally."""
        raise NotImplementedError

    def _sampled(self, asked: Asked) -> Any:
        """Give the job that deals rounds."""
        raise NotImplementedError

    def _steps(self, asked: Asked) -> float | None:
        """Give the steps of an exact answer; ``None`` if there is none."""
        raise NotImplementedError

    def _classes(self, asked: Asked) -> Classes:
        """Put opponents' hands in classes against the given one."""
        raise NotImplementedError

    def _settle(self, asked: Asked, others: Sequence[Any]) -> Fraction:
        """Give the hero's net win of a round against hands of these classes."""
        raise NotImplementedError

    def _said(self, strategy: str) -> str:
        """Say how the round was played, if there is something to decide."""
        return ""

    def _whole(self, dead: Cards | Mapping[str, int]) -> Left:
        """Give the cards left before the hero's are taken out."""
        return Left().without(read_seen(dead))

    def _check_strategy(self, strategy: object) -> str:
        """Check the name of a player's strategy."""
        if not named(strategy, *self.strategies):
            known = ", ".join(map(repr, self.strategies))
            only = f"{self.title} has only" if len(self.strategies) == 1 else "it is one of"
            raise RuleError(f"strategy is {shown(strategy)}; {only} {known}")
        return str(strategy)

    def edge(
        self,
        hand: Cards | None = None,
        as_banker: bool = False,
        opponents: int = 1,
        dead: Cards | Mapping[str, int] = "",
        strategy: str = "best",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Compute what a round is worth, with a given hand or before any is seen.

        Parameters
        ----------
        hand : str or sequence of int, optional
            The hand of the player asked about; without one, a random hand.
        as_banker : bool, default False
            Whether it is the banker's: he settles with every opponent, each having bet one unit.
        opponents : int, default 1
            How many there are. They matter to the banker, and where the best takes a pot; a
            player who meets the banker alone has one whatever their number.
        dead : str, sequence of int or Mapping, optional
            Cards out of the deck, or how many of each rank, ``{"K": 2}``.
        strategy : str, default "best"
            How players play, where there is something to decide. In four knives ``"best"``, the
            best split against the banker's way, knowing the own hand and the dead cards;
            ``"second_pile"`` or ``"first_pile"``. The banker's way is the setting
            ``banker_splits``; his best reply is to the strategy, and to ``"second_pile"`` where
            that is ``"best"``.
        **options
            As for every calculation. Exact with one opponent, and with two if the hand is given;
            else simulated. Bank is always exact.

        Returns
        -------
        Edge
            Chances of a net win, of none and of a net loss of the whole round, and the expected
            net win in units of one bet; ``strategy`` says how a round with a choice was played.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than the deck has.

        Examples
        --------
        >>> from equity import bank, four_knives, san_gong
        >>> san_gong.edge("KhQd9c").win > 0.9
        True
        >>> four_knives.edge().ev > four_knives.edge(strategy="first_pile").ev
        True
        >>> bank.edge().win, bank.edge().tie, bank.edge().ev
        (Fraction(2, 5), Fraction(1, 5), Fraction(0, 1))
        """
        checked = Options.check(**options)
        as_banker = switch("as_banker", as_banker)
        opponents = check_number("opponents", opponents, self.most_opponents)
        strategy = self._check_strategy(strategy)
        if self.pot and as_banker:
            raise RuleError("where the best hand takes the pot there is no banker")
        cards = () if hand is None else tuple(self._read(hand))
        whole = self._whole(dead)
        left = whole.without(cards)
        left.require(self.size * (opponents + (hand is None)), f"a round of {self.title}")
        if not (self.pot or as_banker):
            opponents = 1
        asked = Asked(self, cards, left, as_banker, opponents, strategy, whole)
        method = choose(checked, self._steps(asked))
        job = self._sampled(asked) if method == "monte-carlo" else self._counted(asked)
        return run(job, checked, partial(_edge, job=job))


def _edge(outcome: Outcome, job: Any) -> Edge:
    """Make the answer of rounds counted or dealt."""
    common = outcome.about(job.game, job)
    common |= {"unit": "units of one bet", "strategy": job.game._said(job.strategy)}
    if isinstance(job, SampledRounds):
        return job.edge(outcome, **common)
    weights = job.weights(outcome.tally)
    common["deals"] = int(sum(weights.values(), Fraction(0)))
    return Edge(bets={"bet": Bet.of(weights)}, **common)
