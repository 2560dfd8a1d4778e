"""Hands that are not complete yet: stud on the way, and what is kept before a draw."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from equity.cards import (
    STANDARD,
    Deck,
    cards_of,
    check_in_deck,
    format_cards,
    labelled,
    mask_of,
    read_cards,
    read_symbol,
)
from equity.errors import CardError, EquityError, RuleError
from equity.hand_sets import Every, Pattern, Space
from equity.notation import Entry, Reader, plural
from equity.ranges import Range, in_deck, join

if TYPE_CHECKING:
    from equity.ranges import Seat

__all__ = ["PartialHand", "as_partial_hand"]


@dataclass(frozen=True, slots=True)
class PartialHand:
    """What is known of a hand that may get more cards; made by :func:`as_partial_hand`.

    Attributes
    ----------
    hands : Range
        The known cards, down and up; all hands have the same number of cards, ``hands.size``. If
        nothing is known it is the range of the one hand of no cards, of size 0, so that
        ``most - hands.size`` is always the number of cards to come.
    up : tuple of int
        The up cards, in the order given; they are in every hand of `hands` too.
    unknown_down : int
        Cards said to be held without being known. Like cards to come they may be any.
    """

    hands: Range
    up: tuple[int, ...] = ()
    unknown_down: int = 0

    @property
    def held(self) -> int:
        """Number of cards that are held, known or not."""
        return self.hands.size + self.unknown_down


def as_partial_hand(
    seat: Seat, most: int, deck: Deck = STANDARD, what: str = "seat 0"
) -> PartialHand:
    """Make a hand of at most so many cards of whatever a caller gives for a seat.

    Parameters
    ----------
    seat : str, Range or iterable
        Down cards or a range of them, then up cards after a slash; or a range; or known cards
        (``"?"`` among them is an unknown card). The first hand named says how many cards the range
        has: ``AA`` two, ``A`` one, ``AK*`` three.
    most : int
        Cards of a full hand in this game.
    deck : Deck
        The deck of this game.
    what : str
        Whose hand it is, for messages.

    Returns
    -------
    PartialHand
        Known cards as a range, up cards, and a count of unknown down cards.

    Raises
    ------
    NotationError
        If text is not understood.
    CardError
        If cards are double, too many or not in the deck, or no hand is left.
    RuleError
        If it is nothing that names a hand, or a range of hands with too many cards.

    Examples
    --------
    >>> hand = as_partial_hand("AA,KK/QsJd", 7)
    >>> len(hand.hands), hand.hands.size, hand.up
    (12, 4, (43, 37))
    >>> hand = as_partial_hand("Ah?/Qs", 7)
    >>> str(hand.hands), hand.unknown_down
    ('AhQs', 1)
    >>> as_partial_hand("random", 7).hands.size
    0
    """
    try:
        if isinstance(seat, Range):
            if seat.size > most:
                raise RuleError(f"a range of {seat.size}-card hands; a hand has at most {most}")
            hand = _with_up(in_deck(seat, seat.size, deck), [], most)
        elif isinstance(seat, str):
            hand = _read(seat, most, deck)
        else:
            found = read_cards(seat, deck, "")
            known = mask_of(card for card in found if card is not None)
            hand = PartialHand(_known(known, deck), unknown_down=len(found) - known.bit_count())
            _check_held(hand, most)
        if not len(hand.hands):
            raise CardError("no hand is left; every weight is 0")
    except EquityError as error:
        raise labelled(error, what) from None
    return hand


def _known(mask: int, deck: Deck) -> Range:
    """Give the range of one hand of known cards, maybe of none."""
    cards = cards_of(mask)
    return Range.single(cards, deck) if cards else Range.unknown(deck)


def _check_held(hand: PartialHand, most: int) -> None:
    """Refuse a hand of too many cards."""
    if hand.held > most:
        raise CardError(f"{plural(hand.held)}; a hand has at most {most}")


def _read(text: str, most: int, deck: Deck) -> PartialHand:
    """Read down cards, a slash and up cards."""
    reader = Reader(text, None, deck, most)
    entries: list[Entry] = []
    reader.skip()
    if not reader.ends_down_cards():
        entries = reader.everything()
        _check_meant(entries, reader)
    up = _read_up(reader) if reader.ends_down_cards() else []
    only = entries[0].hands if len(entries) == 1 and entries[0].weight else None
    if not entries or isinstance(only, Every):
        down, unknown = Range.unknown(deck), reader.size or 0
    elif isinstance(only, Pattern) and only.known and reader.size:
        # known cards and unknown ones: those that are not known need not be written out
        down = _known(only.known, deck)
        unknown = reader.size - down.size
    else:
        down, unknown = join(entries, reader.size or 1, deck, text), 0
    return _with_up(down, up, most, unknown)


def _check_meant(entries: list[Entry], reader: Reader) -> None:
    """Refuse what names no number of cards, and ``As,Ks`` or ``A K`` for two cards."""
    text = reader.text
    if reader.size is None and (len(entries) > 1 or not isinstance(entries[0].hands, Every)):
        reader.fail("expected the cards that are held, or random", entries[0].start, reader.at)
    if reader.size != 1:
        return
    one, opened = Space(1, reader.deck), text.find("(")
    for entry, after in pairwise(entries):
        known = 1 in (entry.hands.bound(one), after.hands.bound(one))
        spaced = text[entry.end : after.start].isspace()
        if not 0 <= opened < after.start and (known or spaced):
            names = [text[part.start : part.end] for part in entries]
            reader.fail(
                "is one card held or the other, or are both? Cards of one hand are written AsKs, "
                f"a card that is one or the other ({','.join(names)})",
                after.start,
                after.end,
            )


def _read_up(reader: Reader) -> list[int]:
    """Read the up cards after the slash: known cards, whatever separates them."""
    text, deck, slash = reader.text, reader.deck, reader.at
    found: list[int] = []
    at, comma = slash + 1, slash
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if text[at] in ",;" and comma < 0:
            comma = at
            at += 1
            continue
        rank, suit, end = read_symbol(text, at, deck)
        if end == at:
            reader.fail("expected an up card such as As", at, at + 1)
        if rank < 0:
            reader.fail("everybody sees an up card; expected a card such as As", at, end)
        if suit < 0:
            reader.fail("the suit is missing; expected an up card such as As", at, end)
        card = check_in_deck(rank * 4 + suit, deck)
        if card in found:
            raise CardError(f"{format_cards([card], deck)} is given twice")
        found.append(card)
        at, comma = end, -1
    if comma >= 0:
        reader.fail("expected an up card after it", comma, comma + 1)
    return found


def _with_up(down: Range, up: list[int], most: int, unknown: int = 0) -> PartialHand:
    """Add up cards to every hand of a range; hands that have one of them already fall away."""
    if down.is_full and down.size:
        # any so many cards: nothing is known of them
        unknown, down = down.size, Range.unknown(down.deck)
    seen = mask_of(up)
    left = down.without(seen)
    if len(down) and not len(left):
        both = seen & int(np.bitwise_and.reduce(down.masks))
        name = format_cards(cards_of(both)[-1:], down.deck)
        raise CardError(
            f"{name} is both down and up" if both else "no hand is left without the up cards"
        )
    hand = PartialHand(left.with_cards(seen), tuple(up), unknown)
    _check_held(hand, most)
    return hand
