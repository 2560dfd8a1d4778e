"""The axes of a game as values: what is dealt, what counts, which pots are won by what, draws.

Engines read these and never the game that declares them, so a new game is a new choice of values.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from equity.checks import switch, whole
from equity.errors import RuleError, shown
from equity.rankings.lows import Low
from equity.rankings.ranking import HIGH, Ranking
from equity.rankings.sets import CardSets, by_place
from equity.rankings.tables import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.cards import Deck
    from equity.rankings.tables import Tables

__all__ = ["Deal", "Draws", "Pot", "Spec", "Use"]

AnyRanking: TypeAlias = Ranking | Low | CardSets


@dataclass(frozen=True, slots=True)
class Deal:
    """How many cards are dealt.

    Examples
    --------
    >>> Deal(hole=2, board=5)
    Deal(hole=2, board=5, by_street=False, open=0)
    """

    hole: int
    """Hole cards of a player."""
    board: int = 0
    """Shared cards on a full board."""
    by_street: bool = False
    """Whether hands may have fewer cards than a full one; the missing cards are dealt."""
    open: int = 0
    """Board cards that are open before the first bet: a question names at least so many."""

    def __post_init__(self) -> None:
        for name in ("hole", "board", "open"):
            if whole(name, getattr(self, name), name == "hole") is None:
                raise RuleError(f"{name} is None; it is a number of cards")
        switch("by_street", self.by_street)


@dataclass(frozen=True, slots=True)
class Use:
    """Which cards of a hand count: exactly so many hole cards with so many of the board.

    Examples
    --------
    >>> Use().hole, Use().board
    (2, 3)
    """

    hole: int = 2
    board: int = 3


@dataclass(frozen=True, slots=True)
class Pot:
    """An equal part of the pot, and which hand wins it.

    Examples
    --------
    >>> Pot(HIGH).name
    'high'
    """

    ranking: AnyRanking = HIGH
    """How hands are ordered for this part; one that does not qualify has the strength 0."""
    name: str = "high"
    """What results call the part."""
    unclaimed_to: str | None = None
    """The part whose winners take this one too if no hand qualifies."""

    def __post_init__(self) -> None:
        if not isinstance(self.ranking, (Ranking, Low, CardSets)):
            raise RuleError(
                f"a pot goes by {shown(self.ranking)}; it goes by a Ranking, a Low or CardSets"
            )
        if not isinstance(self.name, str) or not self.name:
            raise RuleError(f"a pot is called {shown(self.name)}; it is called by a word")


@dataclass(frozen=True, slots=True)
class Draws:
    """How cards are exchanged.

    Examples
    --------
    >>> Draws(rounds=3).most
    5
    """

    rounds: int = 1
    """How often."""
    most: int = 5
    """Cards exchanged at once, at most."""
    four_with_ace: bool = False
    """Whether one more may be exchanged by a hand that keeps an ace."""

    @property
    def limit(self) -> str | int:
        """The limit as the setting ``draw_limit`` has it."""
        return f"{self.most}_or_{self.most + 1}" if self.four_with_ace else self.most


@dataclass(frozen=True)
class Spec:
    """A game under its rules, as engines see it; hashable and picklable."""

    title: str
    """The game's name, for messages."""
    deck: Deck
    deal: Deal
    use: Use | None = None
    """``None``: any cards count."""
    pots: tuple[Pot, ...] = (Pot(),)
    """The parts of the pot; the first is the one that others fall to."""
    draws: Draws | None = None
    slayer: str = "off"
    """Which 2-3-5 beats three of a kind: ``"off"``, ``"mixed"`` or ``"rainbow"``."""
    first_loses_ties: bool = False
    """Whether the first seat loses every tie."""

    def __getstate__(self) -> dict[str, Any]:
        """Give what was declared, without what was made of it since (pickling)."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @property
    def hole(self) -> int:
        """Hole cards of a player."""
        return self.deal.hole

    @property
    def board(self) -> int:
        """Shared cards on a full board."""
        return self.deal.board

    @property
    def used(self) -> int:
        """Hole cards that must count, 0 for any."""
        return self.use.hole if self.use else 0

    @property
    def by_sets(self) -> bool:
        """Whether hands are ranked by the place of their card set: any ranking, or a split pot."""
        if any(isinstance(part.ranking, CardSets) for part in self.pots):
            return True
        return self.is_split and not self.board and not self.deal.by_street

    @property
    def is_split(self) -> bool:
        """Whether the pot has more than one part."""
        return len(self.pots) > 1

    @cached_property
    def alone(self) -> tuple[Spec, ...]:
        """The game for each part of the pot, as if it were the whole."""
        return tuple(replace(self, pots=(replace(part, unclaimed_to=None),)) for part in self.pots)

    @property
    def falls_back(self) -> bool:
        """Whether the second part of the pot goes to the first if no hand qualifies for it."""
        return len(self.pots) > 1 and self.pots[1].unclaimed_to == self.pots[0].name

    @cached_property
    def parts(self) -> NDArray[np.uint16]:
        """Strengths by part and place of the card set, uint16[parts, sets]; 0: does not qualify."""
        size = self.hole
        tables = [
            part.ranking.table.strengths
            if isinstance(part.ranking, CardSets)
            else by_place(part.ranking.tables(size), size)
            for part in self.pots
        ]
        return frozen(np.array(tables))

    @property
    def ranking(self) -> Ranking | Low:
        """The ranking of the first part of the pot."""
        ranking = self.pots[0].ranking
        if isinstance(ranking, CardSets):
            raise RuleError(f"{self.title} has no tables: hands are ranked by their card set")
        return ranking

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables of the first part of the pot for hands of so many cards."""
        return self.ranking.tables(cards)

    @cached_property
    def slayer_strengths(self) -> tuple[int, int, int, int]:
        """The strengths of 2-3-5 and those it beats, each from and to; 0 if the rule is off."""
        if self.slayer == "off":
            return 0, 0, 0, 0
        table = self.tables(self.ranking.size)
        scale = 4 if len(table.tops) else 1
        two_three_five = self.strength_of([0, 5, 14]) // scale
        trips = self.ranking.categories.index("three of a kind")
        beaten = [at for at, category in enumerate(table.categories) if category == trips]
        beaten = [strength for strength in beaten if strength]
        return (
            scale * two_three_five,
            scale * two_three_five + scale - 1,
            scale * min(beaten),
            scale * max(beaten) + scale - 1,
        )

    def strength_of(self, cards: list[int]) -> int:
        """Look up one hand of no more cards than count."""
        from equity.rankings._evaluator import Evaluator

        look_up = Evaluator([(len(cards), self.tables(len(cards)))], self.deck.mask)
        return int(look_up.strength(cards))

    def favours(self, seat: int) -> int:
        """Give 1 to a seat that wins a tie against those with 0."""
        return int(self.first_loses_ties and seat > 0)
