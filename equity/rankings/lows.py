"""Low hands as data: the lowest cards win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from equity.errors import RuleError, shown
from equity.rankings.tables import LowRule, Tables, build
from equity.results.rank import RANK_WORDS

__all__ = ["ACE_TO_FIVE", "ACE_TO_SIX", "DEUCE_TO_SEVEN", "EIGHT_LOW", "Low"]

_PAIRED = ("four of a kind", "full house", "three of a kind", "two pair", "one pair")
_WITH_RUNS = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "one pair",
)


@dataclass(frozen=True)
class Low:
    """How low hands of five cards are ordered; the best of them count if there are more.

    A hand is compared by its highest card, then by the next; one without a pair beats one with a
    pair. Strengths are higher for better hands, as everywhere, so the lowest hand has the highest.

    Examples
    --------
    >>> ACE_TO_FIVE.tables(5).distinct, EIGHT_LOW.tables(5).distinct
    (6175, 56)
    >>> ACE_TO_FIVE.named("five low", [0, 5, 10, 15, 48])
    ('5-4-3-2-A', '5-4-3-2-A')
    """

    aces: str = "low"
    """``"low"``: below the deuce; ``"high"``: above the king only, so A-2-3-4-5 is no straight."""
    runs: bool = False
    """Whether straights and flushes count against a hand. Where aces are low T-J-Q-K-A is none."""
    qualifier: str | None = None
    """The highest rank of a hand that qualifies, which then has five different ranks; ``None``:
    every hand qualifies."""

    def __post_init__(self) -> None:
        if self.aces not in ("low", "high"):
            raise RuleError(f'aces is {shown(self.aces)}; it is "low" or "high"')
        if self.qualifier is not None and self.qualifier not in tuple("56789TJQK"):
            raise RuleError(f"qualifier is {shown(self.qualifier)}; it is a rank from 5 to K")
        if self.qualifier is not None and (self.runs or self.aces == "high"):
            raise RuleError("a low with a qualifier has aces low and no straights or flushes")

    size = 5
    jokers = 0
    suits = "none"
    order = None

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the categories, weakest first: by what pairs there are or the top card."""
        if self.aces == "high":
            first, top = 5, 12
        else:
            # By the natural rank of the top card, the lowest ace being no top card.
            first, top = 4 if self.runs else 3, 11
        if self.qualifier is not None:
            top = "23456789TJQKA".index(self.qualifier)
        lows = tuple(f"{RANK_WORDS[rank]} low" for rank in range(top, first - 1, -1))
        if self.qualifier is not None:
            return ("no low", *lows)
        return (*(_WITH_RUNS if self.runs else _PAIRED), *lows)

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables for hands of so many cards, built at the first request."""
        return build(self.rule, cards)

    @cached_property
    def rule(self) -> LowRule:
        """The order as the program that fills tables takes it."""
        most = 12 if self.qualifier is None else "A23456789TJQK".index(self.qualifier)
        return LowRule(self.aces == "low", self.runs, most, self.categories)

    def named(self, category: str, cards: Sequence[int]) -> tuple[str, str | None]:
        """Give the name of a hand and its words; ``None`` for the standard words.

        A hand without a pair is called by its ranks, highest first.
        """
        if not category.endswith(" low") or category == "no low":
            return category, category if category == "no low" else None
        name = "-".join("23456789TJQKA"[card >> 2] for card in self.in_order(cards))
        return name, name

    def in_order(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Put the cards that count in the order in which they count."""
        ranks = [self._height(card) for card in cards]

        def weight(card: int) -> tuple[int, int, int]:
            return ranks.count(self._height(card)), self._height(card), card & 3

        return tuple(sorted(cards, key=weight, reverse=True))

    def _height(self, card: int) -> int:
        """Give the rank of a card from the lowest up."""
        return ((card >> 2) + 1) % 13 if self.aces == "low" else card >> 2


ACE_TO_FIVE = Low()
"""Aces low, straights and flushes do not count: 5-4-3-2-A is the best hand."""
ACE_TO_SIX = Low(runs=True)
"""Aces low, straights and flushes count against a hand: 6-4-3-2-A is the best."""
DEUCE_TO_SEVEN = Low(aces="high", runs=True)
"""The worst high hand wins; aces are high only: 7-5-4-3-2 is the best hand."""
EIGHT_LOW = Low(qualifier="8")
"""Five different ranks, none above an eight; other hands do not qualify."""
