"""What a showdown game declares on its axes, and whether that goes together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from equity.cards import Deck
from equity.checks import whole
from equity.errors import RuleError, several, shown
from equity.rankings.lows import ACE_TO_SIX, Low
from equity.rankings.ranking import Ranking
from equity.rankings.sets import CardSets, SetEvaluator, SplitEvaluator
from equity.rankings.tables import two_of_hole
from equity.rules import Game, Setting
from equity.showdown.spec import Deal, Draws, Pot, Spec, Use

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from equity.rankings.tables import Tables

__all__ = ["Declared", "settings"]

SUIT_MODES = ("none", "rank_first", "suit_first", "all_categories")


def settings(
    suits: str = "none",
    *,
    jokers: bool = True,
    suit_modes: tuple[str, ...] = SUIT_MODES,
    wheels: tuple[str, ...] = ("lowest", "none"),
) -> tuple[Setting, ...]:
    """Give the settings that showdown games share.

    Parameters
    ----------
    suits : str
        How suits rank if nothing is said.
    jokers : bool
        Whether jokers may be added.
    suit_modes : tuple of str
        How suits may rank.
    wheels : tuple of str
        The places that a straight from the ace up may have.
    """
    shared = (
        Setting("jokers", 0, (0, 1, 2), "wild cards in the deck"),
        Setting("lowest_rank", "2", ("2", "6", "7", "8", "9", "T"), "lowest rank of the deck"),
        Setting("suits", suits, suit_modes, "whether and when suits decide"),
        Setting("wheel", "lowest", wheels, "the ace below the lowest rank in a straight"),
        Setting("order", None, None, "category names, strongest first"),
    )
    return shared if jokers else shared[1:]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Declared(Game):
    """The axes of a game in which players compare hands, and how a hand ranks in it."""

    deal: Deal
    """How many cards are dealt."""
    use: Use | None = None
    """Which cards count with a board, if not any."""
    pots: tuple[Pot, ...] = (Pot(),)
    """The parts of the pot and what wins them, before settings change the order of hands."""

    @property
    def hole(self) -> int:
        """Hole cards of a player."""
        return self.deal.hole

    @property
    def board(self) -> int:
        """Shared cards on a full board."""
        return self.deal.board

    @property
    def by_street(self) -> bool:
        """Whether hands may have fewer cards than a full one; the missing cards are dealt."""
        return self.deal.by_street

    @property
    def counts(self) -> int:
        """Cards that count in a hand."""
        return self.pots[0].ranking.size

    def _check_deal(self) -> None:
        """Raise RuleError for a deal that the tables of hands have no room for."""
        deal = f"{self.name}: hole={shown(self.hole)}, board={shown(self.board)}"
        if self.counts not in (3, 5):
            raise RuleError(f"{self.name}: {shown(self.counts)} cards count; 3 or 5 do")
        if self.board and (self.counts != 5 or not 0 < self.board <= 5 or self.hole < 2):
            raise RuleError(
                f"{deal}, of which {self.counts} count; with a board of 1 to 5 cards a player has "
                "2 or more, and 5 count"
            )
        if self.board and self.by_street:
            raise RuleError(f"{deal}, by_street=True; hands beside a board are complete")
        if self.use:
            if self.use != Use(2, 3) or not 2 <= self.hole <= 6 or self.board != 5:
                raise RuleError(
                    f"{deal}, {shown(self.use)}; hole cards that must be used are 2 of 2 to 6, "
                    "with 3 of a board of 5"
                )
        elif not 0 <= self.hole + self.board - self.counts <= 2:
            raise RuleError(
                f"{deal}; {self.counts} cards that count are the best of {self.counts} to "
                f"{self.counts + 2} in all, or of hole cards of which two must be used"
            )

    def _check_rules(self) -> None:
        """Raise RuleError if what is declared, or settings, do not go together."""
        if not isinstance(self.deal, Deal) or not (self.use is None or isinstance(self.use, Use)):
            raise RuleError(
                f"{self.name} has deal={shown(self.deal)}, use={shown(self.use)}; it is declared "
                "with Deal(...), and Use(...) or None"
            )
        parts = self.pots
        if not isinstance(parts, tuple) or not all(isinstance(part, Pot) for part in parts):
            raise RuleError(f"{self.name} has pots={shown(parts)}; it is a tuple of Pot(...)")
        if not self.pots:
            raise RuleError(f"{self.name} has no pot; a pot has one part or two")
        if self.spec.is_split:
            self._check_parts()
        if self.spec.by_sets:
            self._check_sets()
            return
        self._check_deal()
        ranking = self.spec.ranking
        if self.spec.is_split:
            self._check_split(ranking)
        if self.use and (ranking.jokers or ranking.suits == "all_categories"):
            raise RuleError(
                f"{self.title}: where two hole cards must be used there are no jokers, and suits "
                'do not decide "all_categories"'
            )
        if self.board and ranking.tables(5).against:
            raise RuleError(f"{self.title}: where a flush counts against a hand there is no board")
        if self.spec.slayer != "off" and self.rules.get("lowest_rank", "2") != "2":
            raise RuleError("two_three_five needs a deck with deuces; lowest_rank is not 2")
        by_suit = ranking.jokers and ranking.suits == "all_categories"
        if by_suit and (ranking.order is not None or self.hole + self.board > self.counts):
            # Which card a joker is then would need more than the strength of the hand.
            raise RuleError(
                'jokers and suits="all_categories" go together only in the usual order and where '
                f"every card counts, not in {self.title} like this"
            )

    def _check_parts(self) -> None:
        """Refuse a pot of too many parts, or of parts that cannot be told apart."""
        if len(self.pots) > 2:
            raise RuleError(f"{self.title} has {len(self.pots)} pots; a pot has one part or two")
        if len({part.name for part in self.pots}) < len(self.pots):
            raise RuleError(f"{self.title} has two parts of the pot called {self.pots[0].name!r}")

    def _check_split(self, ranking: Ranking | Low) -> None:
        """Refuse what a pot of two parts does not know where hands have a board, or streets."""
        second = self.spec.pots[1].ranking
        if not isinstance(second, Low) or second.runs:
            raise RuleError(
                f"{self.title}: the second part of a split pot goes to a low in which straights "
                "and flushes do not count"
            )
        if self.use and (second.qualifier is None or second.qualifier > "8"):
            raise RuleError(
                f"{self.title}: where two hole cards must be used a low qualifies with an eight"
            )
        if second.qualifier is not None and not self.spec.falls_back:
            raise self._nobody_takes(self.pots[1])
        if ranking.jokers or ranking.suits == "all_categories" or ranking.tables(5).against:
            raise RuleError(
                f'{self.title}: a split pot has no jokers, no suits="all_categories" and no first '
                "part in which a flush counts against a hand"
            )
        if self.spec.slayer != "off" or self.spec.first_loses_ties or self.counts != 5:
            raise RuleError(f"{self.title}: a split pot is for five cards, equal hands sharing it")

    def _nobody_takes(self, part: Pot) -> RuleError:
        """Give the error of a part of the pot that may be left over."""
        return RuleError(
            f"{self.title}: a hand may not qualify for the pot {part.name!r}, and nobody "
            "takes it then; say who with unclaimed_to="
        )

    def _check_sets(self) -> None:
        """Refuse what rankings by card sets, and split pots without a board, do not know."""
        if self.board:
            raise RuleError(
                f"{self.title} has a board; hands ranked by card sets, and this split pot, are "
                "for hands dealt at once without one"
            )
        for part in self.pots:
            if part.ranking.size != self.hole:
                raise RuleError(
                    f"{self.title} deals {self.hole} hole cards; the pot {part.name!r} ranks "
                    f"{part.ranking.size}: without a board all of them count"
                )
        if self.spec.deck.jokers or self.spec.slayer != "off":
            raise RuleError(
                f"{self.title}: rankings by card sets and split pots are for hands dealt at once, "
                "without a board, jokers or two_three_five"
            )

        for part, strengths in zip(self.pots, self.spec.parts, strict=True):
            if not strengths.all() and not (part is self.pots[-1] and self.spec.falls_back):
                raise self._nobody_takes(part)

    @cached_property
    def deck(self) -> Deck:
        """The deck."""
        lowest = getattr(self.pots[0].ranking, "lowest_rank", "2") if self.pots else "2"
        return Deck(self.rules.get("lowest_rank", lowest), self.rules.get("jokers", 0))

    @cached_property
    def ranking(self) -> Ranking | Low | CardSets:
        """How hands are ordered, for the first part of the pot."""
        return self.spec.pots[0].ranking

    def _under_rules(self, part: Pot) -> Pot:
        """Give a part of the pot with the settings that change the order of hands."""
        rules = self.rules
        if isinstance(part.ranking, Low) and rules.get("qualifier") == "none":
            return replace(part, ranking=replace(part.ranking, qualifier=None))
        if isinstance(part.ranking, Low) and rules.get("low") == "a6":
            return replace(part, ranking=ACE_TO_SIX)
        if not isinstance(part.ranking, Ranking):
            return part
        names = ("lowest_rank", "jokers", "wheel", "suits")
        fields: dict[str, Any] = {name: rules[name] for name in names if name in rules}
        order = rules.get("order")
        if order is not None:
            if not several(order):
                raise RuleError(f"order is {shown(order)}; it is a sequence of category names")
            fields["order"] = tuple(order)
        ranking = replace(part.ranking, **fields)
        if rules.get("straight_over_trips") is False:
            ranking = replace(ranking, order=_trips_over_straight(ranking))
        return replace(part, ranking=ranking)

    @cached_property
    def spec(self) -> Spec:
        """The game under its rules, as engines see it."""
        return Spec(
            title=self.title,
            deck=self.deck,
            deal=self.deal,
            use=self.use,
            pots=tuple(map(self._under_rules, self.pots)),
            draws=self._draws,
            slayer=str(self.rules.get("two_three_five", "off")),
            first_loses_ties=self.rules.get("ties") == "asker_loses",
        )

    @property
    def _draws(self) -> Draws | None:
        """How cards are exchanged, if they are."""
        return None

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables for hands of so many cards."""
        number = whole("cards", cards, 1)
        if number is None or number > self.deck.size:
            raise RuleError(f"cards is {shown(cards)}; it is the number of cards of a hand")
        return self.spec.tables(number)

    @cached_property
    def _evaluator(self) -> Any:
        """The compiled look-up, for every number of cards from those that count to a full hand."""
        if self.spec.by_sets:
            return SetEvaluator(self.spec.parts, self.hole, self.deck)
        found = [self._evaluator_of(part.ranking) for part in self.spec.alone]
        return SplitEvaluator(found) if self.spec.is_split else found[0]

    def _evaluator_of(self, ranking: Ranking | Low) -> Any:
        """The compiled look-up for one part of the pot."""
        if self.use:
            from equity.showdown._omaha import OmahaEvaluator

            pairs, triples, strengths = two_of_hole(ranking.rule)
            fives = ranking.tables(5)
            return OmahaEvaluator(fives, strengths, pairs, triples, self.hole, self.deck.mask)
        from equity.rankings._evaluator import Evaluator

        sizes = range(ranking.size, self.hole + self.board + 1)
        return Evaluator([(size, ranking.tables(size)) for size in sizes], self.deck.mask)

    @cached_property
    def strength(self) -> Callable[[list[int]], int]:
        """The compiled function that gives one hand's strength.

        It takes a list of card numbers, hole cards and board in any order, and gives an int:
        higher is better, equal is a tie, comparable within this game only. It raises CardError
        for a card twice or a wrong number of cards, NotationError for a number that is no card
        of the deck, RuleError for what is no number.

        Examples
        --------
        >>> from equity import holdem
        >>> holdem.strength([51, 47, 43, 39, 35, 0, 5])
        7462
        """
        strength: Callable[[list[int]], int] = self._evaluator.strength
        return strength

    @cached_property
    def strengths(self) -> Callable[..., NDArray[np.uint16]]:
        """The compiled function that gives the strengths of many hands.

        ``strengths(cards, check=True)`` takes uint8[n, k], hole cards first, then the board,
        and gives uint16[n]. ``check=False`` leaves out the search for cards that are none or
        are there twice.

        Examples
        --------
        >>> import numpy as np
        >>> from equity import holdem
        >>> holdem.strengths(np.array([[51, 47, 43, 39, 35, 0, 5]], np.uint8)).tolist()
        [7462]
        """
        strengths: Callable[..., NDArray[np.uint16]] = self._evaluator.strengths
        return strengths


def _trips_over_straight(ranking: Ranking) -> tuple[str, ...]:
    """Give an order of hands with three of a kind just above a straight, strongest first."""
    order = [name for name in ranking.order or ranking.usual_order if name != "three of a kind"]
    order.insert(order.index("straight"), "three of a kind")
    return tuple(order)
