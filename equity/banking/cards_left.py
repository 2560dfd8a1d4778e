"""Shoes: how many cards of each rank are left, of any number of decks.

Suits do not matter for what is dealt from a shoe, but they do for what may have been seen: of two
decks there are two kings of hearts. So cards seen are kept as they were named, and checked card by
card and rank by rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from equity.cards import RANKS, SUITS, labelled, read_cards, read_rank, read_symbol
from equity.errors import CardError, EquityError, NotationError, RuleError, several, shown

if TYPE_CHECKING:
    from equity.cards import Cards

    SeenCards: TypeAlias = Cards | Mapping[str, int]
    """Cards as callers give them: text, card numbers, or how many of each rank."""

__all__ = ["INFINITE", "Seen", "Shoe", "read_ranks", "read_seen"]

INFINITE: Final = "infinite"
"""The number of decks of a shoe from which cards are drawn as if they were put back."""
NO_SUIT: Final = -1
_SEPARATORS = ",;"


class Seen(NamedTuple):
    """A card that was seen: its rank, 0 (a deuce) to 12 (an ace), and its suit, -1 if not said."""

    rank: int
    suit: int = NO_SUIT

    @property
    def text(self) -> str:
        """The card as text, ``"Kh"`` or ``"K"``."""
        return RANKS[self.rank] + (SUITS[self.suit] if self.suit >= 0 else "")


def read_ranks(cards: Cards, what: str = "cards") -> list[Seen]:
    """Read cards of which the suits need not be named; equal ones may come several times.

    Parameters
    ----------
    cards : str or iterable
        Text such as ``"Th 6d"``, ``"T6"``, ``"10 6"``; or card numbers, or texts of one card.
    what : str
        What the cards are, for messages.

    Returns
    -------
    list of Seen
        In the order given.

    Raises
    ------
    NotationError
        The text is not understood, or names an unknown card.
    RuleError
        What is given does not name cards.

    Examples
    --------
    >>> [card.text for card in read_ranks("Th 6 10")]
    ['Th', '6', 'T']
    """
    try:
        if isinstance(cards, str):
            return _read_text(cards)
        if several(cards):
            return [seen for item in cards for seen in _read_item(item)]
        read_cards(cards)  # says what is wrong
    except EquityError as error:
        raise labelled(error, what) from None
    raise AssertionError(cards)


def _read_text(text: str) -> list[Seen]:
    """Read cards from text, whatever separates them."""
    from equity.cards import STANDARD, fault

    found: list[Seen] = []
    at, comma = 0, -1
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif char in _SEPARATORS:
            if comma >= 0 or not found:
                raise fault(text, at, at + 1, "expected a card before the separator")
            comma = at
            at += 1
        else:
            rank, suit, end = read_symbol(text, at, STANDARD)
            if end == at:
                raise fault(text, at, at + 1, "expected a card such as 6 or Th")
            if rank < 0:
                raise fault(text, at, end, "an unknown card; leave out cards that are not seen")
            found.append(Seen(rank, suit))
            at, comma = end, -1
    if comma >= 0:
        raise fault(text, comma, comma + 1, "expected a card after the separator")
    return found


def _read_item(item: object) -> list[Seen]:
    """Read one element of a sequence: text of one card, or whatever else names a card."""
    if isinstance(item, Seen):
        return [item]
    if isinstance(item, str):
        found = _read_text(item)
        if len(found) != 1:
            raise NotationError(f"{shown(item)}: {len(found)} cards; expected one", item, 0)
        return found
    (card,) = read_cards([item])
    if card is None:
        raise NotationError(f"{shown(item)}: an unknown card; leave out cards that are not seen")
    return [Seen(card >> 2, card & 3)]


def read_seen(cards: SeenCards, what: str = "dead cards") -> list[Seen]:
    """Read cards that are out of a shoe: as :func:`read_ranks`, or how many of each rank.

    Raises
    ------
    NotationError, RuleError
        As for :func:`read_ranks`; a rank that is none; a count that is no whole number.

    Examples
    --------
    >>> [card.text for card in read_seen({"K": 2, "5": 1})]
    ['K', 'K', '5']
    """
    if not isinstance(cards, Mapping):
        return read_ranks(cards, what)
    found: list[Seen] = []
    for name, count in cards.items():
        rank, end = read_rank(name, 0) if isinstance(name, str) else (-1, 0)
        if rank < 0 or end != len(name):
            raise RuleError(f"{what}: {shown(name)} is no rank; expected one of {', '.join(RANKS)}")
        from equity.checks import whole

        number = whole(f"{what}: the count of {RANKS[rank]}", count, 0)
        if number is None:
            raise RuleError(f"{what}: the count of {RANKS[rank]} is None")
        if number > MOST_CARDS:
            raise CardError(
                f"{what}: {shown(number)} cards of rank {RANKS[rank]}; no shoe has so many"
            )
        found += [Seen(rank)] * number
    return found


MOST_CARDS: Final = 10_000
"""Counts above this are refused before anything is listed."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """How many cards of each rank there are to be dealt.

    Parameters
    ----------
    counts : tuple of int
        Cards of each rank, deuces (0) to aces (12). Of an infinite shoe: those of one deck.
    infinite : bool
        Cards are drawn as if they were put back.

    Examples
    --------
    >>> shoe = Shoe.of(6).without(read_ranks("Th 6d"))
    >>> shoe.size, shoe.counts[8], shoe.counts[4]
    (310, 23, 23)
    """

    counts: tuple[int, ...]
    infinite: bool = False

    @classmethod
    def of(cls, decks: int | Literal["infinite"] = 1) -> Shoe:
        """Give a full shoe of so many decks of 52, or of infinitely many."""
        if decks == INFINITE:
            return cls((4,) * 13, True)
        return cls((4 * int(decks),) * 13)

    @property
    def size(self) -> int:
        """Number of cards; of an infinite shoe, of one deck."""
        return sum(self.counts)

    def without(self, *groups: Iterable[Seen], decks: int | None = None) -> Shoe:
        """Give the shoe after some cards were seen; an infinite one stays as it is.

        Parameters
        ----------
        *groups : iterable of Seen
            Cards that are out of the shoe, all at once.
        decks : int, optional
            How often the shoe has each single card, if it was full before; by default as often
            as its fullest rank allows.

        Raises
        ------
        CardError
            More cards of a rank were seen, or the same card more often, than there are.

        Examples
        --------
        >>> Shoe.of(1).without(read_ranks("Kh"), read_ranks("K K")).counts[11]
        1
        """
        if self.infinite:
            return self
        most = -(-max(self.counts) // 4) if decks is None else decks
        counts = list(self.counts)
        copies: dict[Seen, int] = {}
        for card in (card for group in groups for card in group):
            counts[card.rank] -= 1
            if counts[card.rank] < 0:
                raise CardError(
                    f"more cards of rank {RANKS[card.rank]} were seen than the "
                    f"{self.counts[card.rank]} in the shoe"
                )
            if card.suit >= 0:
                copies[card] = copies.get(card, 0) + 1
                if copies[card] > most:
                    times = "once" if most == 1 else f"{most} times"
                    raise CardError(
                        f"{card.text} was seen more often than the shoe has it, {times}"
                    )
        return Shoe(tuple(counts))

    def by_value(self, values: Iterable[int]) -> tuple[int, ...]:
        """Give the number of cards of each value, from the value of each rank, deuce to ace.

        Examples
        --------
        >>> Shoe.of(1).by_value([*range(2, 10), 0, 0, 0, 0, 1])
        (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
        """
        worth = list(values)
        out = [0] * (max(worth) + 1)
        for value, count in zip(worth, self.counts, strict=True):
            out[value] += count
        return tuple(out)
