"""What a hand is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from equity.results.base import plain

__all__ = ["Rank"]


RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
"""Names of the ranks, 0 to 12."""


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """What a hand is. Ranks compare by strength: greater is better, equal is a tie.

    Parameters
    ----------
    category : str
        Name of the category.
    strength : int
        Higher is better; comparable within one ranking only.
    cards : tuple of int
        The cards used, as numbers.
    percentile : float, optional
        Share of all hands that it beats, a tie counting half.
    description : str, optional
        The hand in words, where the standard words do not fit.
    parts : mapping of str to Rank, optional
        What the hand is for each part of a split pot.

    Examples
    --------
    >>> a = Rank("full house", 300, (47, 46, 45, 31, 30))
    >>> a.words
    'full house, kings over nines'
    >>> a > Rank("flush", 200, (48, 44, 28, 12, 0))
    True
    """

    category: str = field(compare=False)
    """Name of the category."""
    strength: int
    """Higher is better; comparable within one ranking only."""
    cards: tuple[int, ...] = field(compare=False, default=())
    """The cards used, as numbers."""
    percentile: float | None = field(compare=False, default=None)
    """Share of all hands that it beats, a tie counting half; ``None`` if not computed."""
    description: str | None = field(compare=False, default=None, repr=False)
    """The hand in words, if not the standard ones."""
    parts: Mapping[str, Rank] | None = field(compare=False, default=None, repr=False, hash=False)
    """What the hand is for each part of a split pot, by its name; else ``None``. The rank itself
    is that for the first part."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(int(card) for card in self.cards))
        object.__setattr__(self, "strength", int(self.strength))

    @property
    def text(self) -> str:
        """The cards used, as text."""
        from equity.cards import Deck, format_cards

        return format_cards(self.cards, Deck(jokers=2) if 53 in self.cards else None)

    @property
    def words(self) -> str:
        """The hand in words."""
        if self.description is not None:
            return self.description
        return _words(self.category, self.cards)

    def __str__(self) -> str:
        if self.parts is not None:
            found = {name: str(replace(part, parts=None)) for name, part in self.parts.items()}
            return "; ".join(f"{name}: {text}" for name, text in found.items())
        return f"{self.words} ({self.text})" if self.cards else self.words

    def to_dict(self) -> dict[str, Any]:
        """Give category, strength, cards, words and percentile, fit for JSON; of each part, too."""
        found: dict[str, Any] = {
            "category": self.category,
            "strength": self.strength,
            "cards": self.text,
            "words": self.words,
            "percentile": plain(self.percentile),
        }
        if self.parts is not None:
            found["parts"] = {name: part.to_dict() for name, part in self.parts.items()}
        return found


_SHAPES = {
    "high card": (1, 1, 1, 1, 1),
    "one pair": (2, 1, 1, 1),
    "two pair": (2, 2, 1),
    "three of a kind": (3, 1, 1),
    "flush": (1, 1, 1, 1, 1),
    "full house": (3, 2),
    "four of a kind": (4, 1),
    "five of a kind": (5,),
}
"""How many cards of each rank a category of five cards has."""


def _groups(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """Give (number of cards, rank), the larger number first, then the higher rank."""
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def _straight_top(ranks: Sequence[int]) -> int | None:
    """Give the highest rank of a straight; an ace that does not fit above counts as lowest."""
    order = sorted(set(ranks))
    if len(order) < len(ranks):
        return None
    if order[-1] - order[0] == len(order) - 1:
        return order[-1]
    if order[-1] == 12 and order[-2] - order[0] == len(order) - 2:
        return order[-2]
    return None


def _with_jokers(category: str, cards: Sequence[int]) -> list[int] | None:
    """Give the ranks of a hand, jokers standing for what makes the best of the category."""
    from itertools import combinations_with_replacement

    ranks = [card // 4 for card in cards if card < 52]
    jokers = len(cards) - len(ranks)
    straight = "straight" in category
    shape = _SHAPES.get(category, ())
    while sum(shape) > len(cards):  # hands of three or four cards: fewer kickers
        shape = shape[:-1]
    best: tuple[Any, list[int]] | None = None
    for extra in combinations_with_replacement(range(13), jokers):
        filled = ranks + list(extra)
        groups = _groups(filled)
        if straight:
            top = _straight_top(filled)
            if top is None:
                continue
            key: Any = top
        else:
            if shape and tuple(size for size, _ in groups) != shape:
                continue
            key = [rank for _, rank in groups]
        if best is None or key > best[0]:
            best = key, filled
    return None if best is None else best[1]


def _words(category: str, cards: Sequence[int]) -> str:
    """Put a standard hand in words; the category itself if it is not standard."""
    straight = "straight" in category
    if len(cards) < 3 or (category not in _SHAPES and not straight):
        return category
    ranks = _with_jokers(category, cards)
    if ranks is None:
        return category
    one = RANK_WORDS.__getitem__
    if straight:
        top = _straight_top(ranks)
        return category if top is None else f"{category}, {one(top)} high"
    groups = _groups(ranks)
    single = [one(rank) for size, rank in groups if size == 1]
    many = [one(rank) + ("es" if rank == 4 else "s") for size, rank in groups if size > 1]
    if not many:
        return f"{category}, {'-'.join(single)}"
    joint = " over " if category == "full house" else " and "
    kickers = f" with {'-'.join(single)}" if single else ""
    return f"{category}, {joint.join(many)}{kickers}"
