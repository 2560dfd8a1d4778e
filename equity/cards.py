"""Cards, decks, and the text that names them.

A card is an integer, ``rank * 4 + suit``: ranks ``2 .. A`` are 0 .. 12 and suits clubs, diamonds,
hearts, spades are 0 .. 3, so the deuce of clubs is 0 and the ace of spades is 51. Jokers follow,
52 and 53. A set of cards is a 64-bit mask, one bit per card, bit number = card number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from equity.errors import CardError, EquityError, NotationError, RuleError, shown

__all__ = [
    "JOKER",
    "RANKS",
    "STANDARD",
    "SUITS",
    "Cards",
    "Deck",
    "card_name",
    "cards_of",
    "format_cards",
    "mask_of",
    "parse_board",
    "parse_card",
    "parse_cards",
]

RANKS = "23456789TJQKA"
"""Rank characters, weakest first; the position is the rank."""
SUITS = "cdhs"
"""Suit characters; the position is the suit."""
JOKER = 52
"""Number of the first joker; a second one is 53."""

Cards: TypeAlias = "str | Iterable[object]"
"""Cards as callers give them: text, or card numbers, or objects whose text is a card."""

JOKER_RANK = 13
"""Rank of a joker, so that ``rank * 4 + suit`` is 52 for the first and 53 for the second."""
NO_RANK = -1
"""Rank of an unknown card."""
NO_SUIT = -1
"""Suit of a rank that stands alone."""

_RANK_OF = {char: rank for rank, name in enumerate(RANKS) for char in (name, name.lower())}
_LETTER_OF = {char: suit for suit, name in enumerate(SUITS) for char in (name, name.upper())}
_SIGN_OF = dict(zip("♣♦♥♠♧♢♡♤", (0, 1, 2, 3) * 2, strict=True))
_WORD_OF = {
    "梅花": 0,
    "方塊": 1,
    "方块": 1,
    "紅心": 2,
    "红心": 2,
    "紅桃": 2,
    "红桃": 2,
    "黑桃": 3,
}
_SELECTORS = "\ufe0e\ufe0f"
_JOKER_SIGN = "\U0001f0cf"
_SEPARATORS = ",;"


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck: which ranks it has and how many jokers.

    Parameters
    ----------
    lowest_rank : str
        The lowest rank in the deck, one of ``23456789TJQKA``; ``"6"`` is the short deck of 36.
    jokers : int
        0, 1 or 2.

    Examples
    --------
    >>> Deck().size, Deck(lowest_rank="6").size, Deck(jokers=1).size
    (52, 36, 53)
    """

    lowest_rank: str = "2"
    jokers: int = 0
    cards: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Every card of the deck, ascending."""
    mask: int = field(init=False, repr=False, compare=False)
    """The deck as a set: one bit per card."""

    def __post_init__(self) -> None:
        if not isinstance(self.lowest_rank, str) or self.lowest_rank not in _RANK_OF:
            given = shown(self.lowest_rank)
            raise RuleError(f"lowest rank {given}; expected one of {', '.join(RANKS)}")
        if type(self.jokers) is not int or not 0 <= self.jokers <= 2:
            raise RuleError(f"{shown(self.jokers)} jokers; a deck has 0, 1 or 2")
        lowest = _RANK_OF[self.lowest_rank]
        cards = tuple(range(4 * lowest, JOKER + self.jokers))
        object.__setattr__(self, "lowest_rank", RANKS[lowest])
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "mask", mask_of(cards))

    @property
    def size(self) -> int:
        """Number of cards in the deck."""
        return len(self.cards)

    @property
    def lowest(self) -> int:
        """The lowest rank as a number, 0 for a deuce."""
        return _RANK_OF[self.lowest_rank]

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and card >= 0 and bool(self.mask >> card & 1)

    def __str__(self) -> str:
        jokers = ("", " and a joker", " and two jokers")[self.jokers]
        return f"{self.size} cards, ranks {self.lowest_rank} to A{jokers}"


def card_name(card: int, deck: Deck | None = None) -> str:
    """Name a card in the standard form, such as ``As`` or ``Td``.

    Parameters
    ----------
    card : int
        Card number, 0 .. 53.
    deck : Deck, optional
        Only for jokers: in a deck of two they are ``Jk1`` and ``Jk2``.

    Examples
    --------
    >>> card_name(51), card_name(52), card_name(52, Deck(jokers=2))
    ('As', 'Jk', 'Jk1')
    """
    if 0 <= card < JOKER:
        return RANKS[card >> 2] + SUITS[card & 3]
    if card == JOKER:
        return "Jk1" if deck is not None and deck.jokers == 2 else "Jk"
    if card == JOKER + 1:
        return "Jk2"
    raise CardError(
        f"no card has the number {shown(card)}; cards are 0 (2c) to 51 (As), jokers 52 and 53"
    )


def format_cards(cards: Iterable[int], deck: Deck | None = None) -> str:
    """Name several cards, in the order given and with nothing between them.

    Examples
    --------
    >>> format_cards([51, 45])
    'AsKd'
    """
    return "".join([card_name(card, deck) for card in cards])


def mask_of(cards: Iterable[int]) -> int:
    """Give the set of some cards as a mask.

    Examples
    --------
    >>> mask_of([0, 2])
    5
    """
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


def cards_of(mask: int) -> list[int]:
    """Give the cards of a mask, ascending.

    Examples
    --------
    >>> cards_of(5)
    [0, 2]
    """
    mask = int(mask)
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


STANDARD = Deck()
"""The deck of 52 cards without jokers."""


def shorten(text: str) -> str:
    """Quote a text for a message, cut if it is long."""
    return shown(text)


def fault(text: str, start: int, end: int, message: str) -> NotationError:
    """Make the error for text[start:end], with the place in words and as a span."""
    token = text[start:end]
    if not token:
        where = "at the end" if start >= len(text) else f"at character {start + 1}"
        return NotationError(f"{message} ({where} of {shorten(text)})", text, start, end)
    place = "" if token == text else f" (at character {start + 1} of {shorten(text)})"
    return NotationError(f"{shorten(token)}: {message}{place}", text, start, end)


def read_rank(text: str, at: int) -> tuple[int, int]:
    """Read a rank at a place: (rank, end), or (NO_RANK, at) if there is none."""
    if text.startswith("10", at):
        return 8, at + 2
    rank = _RANK_OF.get(text[at : at + 1], NO_RANK)
    return rank, at + 1 if rank >= 0 else at


def _read_sign(text: str, at: int) -> tuple[int, int]:
    """Read a suit sign or a suit's Chinese name: (suit, end), or (NO_SUIT, at)."""
    suit = _SIGN_OF.get(text[at : at + 1], NO_SUIT)
    end = at + 1
    if suit < 0:
        suit = _WORD_OF.get(text[at : at + 2], NO_SUIT)
        end = at + 2
        if suit < 0:
            return NO_SUIT, at
    while text[end : end + 1] and text[end] in _SELECTORS:
        end += 1
    return suit, end


def _read_joker(text: str, at: int, deck: Deck) -> tuple[int, int]:
    """Read a joker: (its number among the jokers, end), or (-1, at) if there is none."""
    if text.startswith(("Jk", "Xx"), at):
        end = at + 2
    elif text[at : at + 5].lower() == "joker":
        end = at + 5
    elif text.startswith(_JOKER_SIGN, at):
        end = at + 1
        while text[end : end + 1] and text[end] in _SELECTORS:
            end += 1
    else:
        return -1, at
    which = 0
    # the 1 of "Jk10h" belongs to the ten
    if text[end : end + 1] in ("1", "2") and not text.startswith("10", end):
        # and the 2 of "Jk2h" to the deuce where there is only one joker
        suited = text[end + 1 : end + 2] in _LETTER_OF or _read_sign(text, end + 1)[0] >= 0
        if deck.jokers == 2 or not suited:
            which = int(text[end])
            end += 1
    if deck.jokers == 0:
        hint = "; for jack-king write JK" if text.startswith("Jk", at) else ""
        raise fault(text, at, end, f"a joker, but this deck has none{hint}")
    if which > deck.jokers:
        hint = "; a deuce of any suit goes before it, 2Jk" if which == 2 else ""
        raise fault(text, at, end, f"this deck has only one joker, Jk{hint}")
    if deck.jokers == 2 and which == 0:
        raise fault(text, at, end, "this deck has two jokers; say which, Jk1 or Jk2")
    return max(which, 1) - 1, end


def read_symbol(text: str, at: int, deck: Deck) -> tuple[int, int, int]:
    """Read what stands for one card at a place: (rank, suit, end).

    A known card has both; a bare rank has suit ``NO_SUIT``; an unknown card (``?`` or ``*``) has
    rank ``NO_RANK``; a joker has rank ``JOKER_RANK`` and its number as the suit. ``end == at``
    if no card is named there.
    """
    if text[at : at + 1] in ("?", "*"):
        return NO_RANK, NO_SUIT, at + 1
    joker, end = _read_joker(text, at, deck)
    if joker >= 0:
        return JOKER_RANK, joker, end
    rank, end = read_rank(text, at)
    if rank >= 0:
        suit = _LETTER_OF.get(text[end : end + 1], NO_SUIT)
        if suit >= 0:
            return rank, suit, end + 1
        suit, end = _read_sign(text, end)
        return rank, suit, end
    suit, end = _read_sign(text, at)
    if suit >= 0:
        rank, last = read_rank(text, end)
        if rank < 0:
            raise fault(text, at, end, "a suit without a rank; expected a card such as As")
        return rank, suit, last
    return NO_RANK, NO_SUIT, at


def check_in_deck(card: int, deck: Deck, what: str = "") -> int:
    """Give the card back, or refuse one that the deck does not have."""
    if card not in deck:
        name = card_name(card, deck) if 0 <= card <= JOKER + 1 else f"card number {shown(card)}"
        raise CardError(f"{what}{': ' if what else ''}{name} is not in this deck ({deck})")
    return card


def _read_list(text: str, deck: Deck) -> list[int | None]:
    """Read cards and holes from text, whatever separates them."""
    found: list[int | None] = []
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
            rank, suit, end = read_symbol(text, at, deck)
            if end == at:
                raise fault(text, at, at + 1, "expected a card such as As or Td")
            if rank >= 0 and suit < 0:
                raise fault(text, at, end, "the suit is missing; expected a card such as As")
            found.append(None if rank < 0 else check_in_deck(rank * 4 + suit, deck))
            at, comma = end, -1
    if comma >= 0:
        raise fault(text, comma, comma + 1, "expected a card after the separator")
    return found


def _read_item(item: object, deck: Deck) -> int | None:
    """Read one element of a sequence: a number, a text, or an object whose text is a card."""
    if isinstance(item, (bool, np.bool_)):
        raise RuleError(
            f"{shown(item)} is not a card; expected numbers such as 51 or text such as 'As'"
        )
    if isinstance(item, (int, np.integer)):
        return check_in_deck(int(item), deck)
    if isinstance(item, str):
        found = _read_list(item, deck)
        if len(found) != 1:
            raise NotationError(f"{shorten(item)}: {len(found)} cards; expected one", item, 0)
        return found[0]
    if not isinstance(item, (float, complex, np.generic, np.ndarray, bytes)) and item is not None:
        for form in (str(item), repr(item)):
            try:
                found = _read_list(form, deck)
            except NotationError:
                continue
            if len(found) == 1 and found[0] is not None:
                return found[0]
    raise RuleError(
        f"{shown(item)} ({type(item).__name__}) is not a card; "
        "expected numbers such as 51 or text such as 'As'"
    )


def read_cards(cards: Cards, deck: Deck = STANDARD, what: str = "cards") -> list[int | None]:
    """Read known cards and holes (``None``) from text or a sequence; a card given twice is refused.

    `what` names the cards in messages.
    """
    try:
        if isinstance(cards, str):
            found = _read_list(cards, deck)
        elif isinstance(cards, (bytes, bytearray, Mapping)) or not isinstance(cards, Iterable):
            raise RuleError(
                f"{shown(cards)} ({type(cards).__name__}) does not name cards; "
                "expected text such as 'AsKd' or a sequence of card numbers"
            )
        elif isinstance(cards, np.ndarray) and cards.ndim != 1:
            raise RuleError(f"an array of {cards.ndim} dimensions; expected one row of cards")
        else:
            found = [_read_item(item, deck) for item in cards]
        seen = 0
        for card in found:
            if card is not None:
                if seen >> card & 1:
                    raise CardError(f"{card_name(card, deck)} is given twice")
                seen |= 1 << card
    except EquityError as error:
        raise labelled(error, what) from None
    return found


def labelled(error: EquityError, what: str) -> EquityError:
    """Make the same error with what is being read in front; the place is kept."""
    message = f"{what}: {error}" if what else str(error)
    if isinstance(error, NotationError):
        start, end = error.span or (None, None)
        return NotationError(message, error.text, start, end)
    return type(error)(message)


def parse_card(card: str, deck: Deck = STANDARD, what: str = "card") -> int:
    """Read exactly one known card.

    Parameters
    ----------
    card : str
        The card, in any form that is understood.
    deck : Deck
        The deck it must belong to.
    what : str
        What the card is, for messages.

    Returns
    -------
    int
        The card number.

    Raises
    ------
    NotationError
        If this is not one known card.
    CardError
        If the deck does not have it.

    Examples
    --------
    >>> parse_card("10h"), parse_card("♠A"), parse_card("黑桃A")
    (34, 51, 51)
    """
    found = parse_cards(card, deck, what)
    if len(found) != 1:
        raise NotationError(f"{what}: {len(found)} cards in {shorten(card)}; expected one", card, 0)
    return found[0]


def parse_cards(cards: Cards, deck: Deck = STANDARD, what: str = "cards") -> list[int]:
    """Read known cards: dead cards, the cards of a hand, a stock.

    Parameters
    ----------
    cards : str or iterable
        Text with any separators (none, whitespace, ``,``, ``;``), card numbers, or objects whose
        text is a card. Empty text is no cards.
    deck : Deck
        The deck they must belong to.
    what : str
        What the cards are, for messages.

    Returns
    -------
    list of int
        Card numbers in the order given.

    Raises
    ------
    NotationError
        If the text is not understood, or holds an unknown card.
    CardError
        If a card is given twice or is not in the deck.
    RuleError
        If the argument is not text or a sequence of cards.

    Examples
    --------
    >>> parse_cards("As, 10d")
    [51, 33]
    """
    found = read_cards(cards, deck, what)
    known = [card for card in found if card is not None]
    if len(known) != len(found):
        text = cards if isinstance(cards, str) else None
        at = None
        if text is not None:
            at = min(place for place in (text.find("*"), text.find("?")) if place >= 0)
        raise NotationError(f"{what}: an unknown card cannot be given here", text, at)
    return known


def parse_board(
    cards: Cards,
    size: int = 5,
    deck: Deck = STANDARD,
    game: str = "this game",
    what: str = "board",
) -> list[int]:
    """Read the known cards of a board; ``*`` or ``?`` is a card still to come.

    Parameters
    ----------
    cards : str or iterable
        The board, as for :func:`parse_cards`, with holes.
    size : int
        Cards of a full board; known cards and holes together may not exceed it.
    deck : Deck
        The deck they must belong to.
    game : str
        Name of the game, for messages.
    what : str
        What the cards are, for messages.

    Returns
    -------
    list of int
        The known cards in the order given.

    Raises
    ------
    NotationError
        If the text is not understood.
    CardError
        If a card is given twice, is not in the deck, or there are too many.

    Examples
    --------
    >>> parse_board("2c7d9h*Ks")
    [0, 21, 30, 47]
    """
    found = read_cards(cards, deck, what)
    if len(found) > size:
        raise CardError(f"{what} has {len(found)} cards; {game} takes at most {size}")
    return [card for card in found if card is not None]
