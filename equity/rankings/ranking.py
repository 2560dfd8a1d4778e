"""Rankings as data: how hands are ordered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from equity.errors import RuleError, shown
from equity.rankings.tables import RULED, Rule, Tables, build

__all__ = ["HIGH", "HIGH_CATEGORIES", "THREE_CARDS", "THREE_CARD_CATEGORIES", "Ranking"]

HIGH_CATEGORIES = (*RULED[:-1], "royal flush", "five of a kind")
"""The categories of five cards, weakest first. A royal flush is the highest straight flush, listed
apart; five of a kind needs a joker."""
THREE_CARD_CATEGORIES = (
    "high card",
    "one pair",
    "straight",
    "flush",
    "straight flush",
    "three of a kind",
)
"""The categories of three cards, weakest first."""
_WHEELS = {"none": 0, "lowest": 1, "second": 2}


@dataclass(frozen=True)
class Ranking:
    """How hands of five or of three cards are ordered; the best of them count if there are more.

    Examples
    --------
    >>> HIGH.tables(5).distinct
    7462
    """

    size: int = 5
    """Cards that count, 3 or 5."""
    order: tuple[str, ...] | None = None
    """Category names, strongest first; ``None`` for the usual order. The royal flush goes with
    the straight flush; five of a kind is named only where there are jokers."""
    lowest_rank: str = "2"
    """The lowest rank of the deck."""
    jokers: int = 0
    """Jokers in the deck, 0 to 2; each is the card that makes the strongest hand."""
    wheel: str = "lowest"
    """``"lowest"``: the ace also counts below the lowest rank in a straight; ``"second"``: that
    straight is the second highest; ``"none"``."""
    suits: str = "none"
    """``"none"``; ``"rank_first"``: an exact tie of flushes goes by suit; ``"suit_first"``:
    flushes and straight flushes go by suit before ranks; ``"all_categories"``: every exact tie
    goes by the suit of the highest card of the part that makes the hand."""

    def __post_init__(self) -> None:
        needed = self.usual_order
        if self.order is not None and sorted(map(shown, self.order)) != sorted(map(shown, needed)):
            raise RuleError(
                f"order takes each of {', '.join(needed)} once, strongest first; "
                f"given {shown(self.order)}"
            )
        # Cards of one suit are also what they are without suits; the better of the two counts.
        for strong, weak in (("flush", "high card"), ("straight flush", "straight")):
            if self.order is not None and self.order.index(strong) > self.order.index(weak):
                raise RuleError(f"order: a {strong} must rank above a {weak}")

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the categories, weakest first in the usual order."""
        if self.size == 3:
            return THREE_CARD_CATEGORIES
        return HIGH_CATEGORIES if self.jokers else HIGH_CATEGORIES[:-1]

    @property
    def usual_order(self) -> tuple[str, ...]:
        """What `order` is when it is not given, strongest first."""
        return tuple(name for name in self.categories[::-1] if name != "royal flush")

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables for hands of so many cards, built at the first request."""
        return build(self.rule, cards)

    @cached_property
    def rule(self) -> Rule:
        """The order as the program that fills tables takes it."""
        order = self.order or self.usual_order
        places = [0] * len(RULED)
        for place, name in enumerate(reversed(order)):
            places[RULED.index(name)] = place
        return Rule(
            self.size,
            tuple(places),
            "23456789TJQKA".index(self.lowest_rank),
            _WHEELS[self.wheel],
            self.jokers,
            self.suits,
            self.categories,
        )


HIGH = Ranking()
"""Standard high hands: suits never rank, A2345 is the lowest straight."""
THREE_CARDS = Ranking(size=3)
"""Hands of three cards: three of a kind is the best, a straight beats a pair."""
