"""Ranges: weighted sets of hands, and the notation they are written in.

Reading goes in four steps, each with the place in the text at hand for messages: the text is cut
into entries and groups (`_Reader`), an entry becomes a set of combos, its weight is attached, and
all entries are joined in one place (`_join`), where a combo named twice is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, SupportsIndex, TypeAlias

import numpy as np

from equity.cards import (
    NO_RANK,
    RANKS,
    STANDARD,
    SUITS,
    Cards,
    Deck,
    cards_of,
    check_in_deck,
    fault,
    format_cards,
    labelled,
    mask_of,
    read_cards,
    read_rank,
    read_symbol,
    shorten,
)
from equity.errors import CardError, EquityError, NotationError, RuleError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["HAND_ORDER", "Range", "Seat", "as_range"]

Seat: TypeAlias = "str | Range | Iterable[object]"
"""A seat as callers give it: notation, a range, or the cards of one hand."""

_STRONGEST_FIRST = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o
KJo 55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44
A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s
Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s
J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o
87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s
83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o
53o 63o 32s 43o 72o 52o 62o 42o 32o
"""
HAND_ORDER = tuple(_STRONGEST_FIRST.split())
"""The 169 starting hands of hold'em, strongest first, for ranges such as ``15%``.

Ordered by exact equity against one random hand before the flop: all 2,097,572,400 deals of each
combo, counted board by board over the 134,459 boards that differ by more than a relabelling of
suits. AA has 0.852037 and 32o 0.323036; no two hands are equal.
"""

MOST_COMBOS = 5_000_000
"""More combos than this are not written out; only a full range may have more."""

_ANY = frozenset({"random", "any"})
_SEPARATORS = frozenset(",;")
_VARIABLES = frozenset("xyzwXYZW")
_NUMBER = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]{1,4}))?")
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\s,;()\[\]:@%!/]*")
_TWO_CARDS = re.compile("([2-9TJQKA])([cdhs])([2-9TJQKA])([cdhs])")
_RANK = {name: rank for rank, name in enumerate(RANKS)}
_SUIT = {name: suit for suit, name in enumerate(SUITS)}
_DEEPEST = 20
_UNIT_FORM = "a weight from 0 to 1 is written AKs:0.5 or 0.5(AKs)"
_CENT_FORM = "per cent from 0 to 100 is written AKs@50, 50%(AKs) or [50]AKs[/50]"
_PAIR_SUITS = ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2))
_MIXED_SUITS = tuple((a, b) for a in range(4) for b in range(4) if a != b)


class _Slot(NamedTuple):
    """One card of a pattern: rank (or `NO_RANK`), suit (or -1), suit variable (or none)."""

    rank: int
    suit: int
    variable: str
    start: int
    end: int

    @property
    def known(self) -> bool:
        """Whether this is one certain card."""
        return self.rank >= 0 and self.suit >= 0

    @property
    def card_like(self) -> bool:
        """Whether this is a whole card, known or not: such words may be joined to one hand."""
        return self.known or self.rank == NO_RANK


class _Entry(NamedTuple):
    """Combos with one weight; no masks stands for every combo of the deck."""

    masks: NDArray[np.uint64] | Sequence[int] | None
    weight: float
    start: int
    end: int


@lru_cache(maxsize=1024)
def _class_masks(high: int, low: int, kind: str) -> tuple[int, ...]:
    """Give the combos of a class of two cards: kind ``s``, ``o`` or nothing for both."""
    if high == low:
        return tuple(1 << 4 * high + a | 1 << 4 * high + b for a, b in _PAIR_SUITS)
    suited = tuple(1 << 4 * high + s | 1 << 4 * low + s for s in range(4))
    if kind == "s":
        return suited
    mixed = tuple(1 << 4 * high + a | 1 << 4 * low + b for a, b in _MIXED_SUITS)
    return mixed if kind == "o" else suited + mixed


def _check_count(count: int, most: int) -> None:
    """Refuse more combos than can be written out."""
    if count > most:
        raise RuleError(f"{count:,} combos are too many to write out; the limit is {most:,}")


def _subsets(cards: Sequence[int], size: int) -> NDArray[np.uint64]:
    """Give all sets of `size` of the cards (ascending card numbers) as masks, ascending."""
    _check_count(comb(len(cards), size), MOST_COMBOS)
    masks = np.zeros(1, np.uint64)
    for taken in range(1, size + 1):
        bits = [np.uint64(1 << card) for card in cards]
        # ascending sets of the first i cards are the first comb(i, taken - 1) of all of them
        parts = [bits[i] | masks[: comb(i, taken - 1)] for i in range(taken - 1, len(cards))]
        masks = np.concatenate(parts) if parts else np.zeros(0, np.uint64)
    return masks


@lru_cache(maxsize=8)
def _all_masks(deck: Deck, size: int) -> NDArray[np.uint64]:
    """Give every combo of the deck, ascending and read-only."""
    return _frozen(_subsets(deck.cards, size))


@lru_cache(maxsize=8)
def _all_cards(deck: Deck, size: int) -> NDArray[np.uint8]:
    """Give the cards of every combo of the deck, read-only."""
    return _frozen(_cards_of_masks(_all_masks(deck, size), size))


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only."""
    array.flags.writeable = False
    return array


def _cards_of_masks(masks: NDArray[np.uint64], size: int) -> NDArray[np.uint8]:
    """Take masks apart into cards, high card first."""
    cards = np.empty((len(masks), size), np.uint8)
    left = masks.copy()
    for column in range(size):
        # the exponent of a float is the highest bit: exact while a hand is not half the deck
        top = np.frexp(left.astype(np.float64))[1] - 1
        cards[:, column] = top
        left ^= np.left_shift(np.uint64(1), top.astype(np.uint64))
    return cards


def _check_size(size: object) -> int:
    """Give a hand size back, or refuse what is none."""
    if isinstance(size, (bool, np.bool_)) or not isinstance(size, (int, np.integer)) or size < 1:
        raise RuleError(f"hands of {size!r} cards; expected a number of cards, at least 1")
    return int(size)


# -- joining entries -----------------------------------------------------------------------------


def _conflict(text: str, first: _Entry, second: _Entry, name: str) -> NotationError:
    """Make the error for a combo that two entries give different weights."""
    both = f"{name} is named twice, with weights {first.weight!r} and {second.weight!r}"
    a, b = text[first.start : first.end], text[second.start : second.end]
    return NotationError(
        f"{both}, in {shorten(a)} and in {shorten(b)} (at character {second.start + 1} of "
        f"{shorten(text)}); give one weight, or take it out of one of them",
        text,
        second.start,
        second.end,
    )


def _join(entries: list[_Entry], size: int, deck: Deck, text: str) -> Range:
    """Join entries to a range: equal doubles count once, different weights are refused."""
    if len(entries) == 1 and entries[0].masks is None:
        weight = entries[0].weight
        return Range._full(weight, size, deck) if weight else Range._empty(size, deck)
    runs = [_all_masks(deck, size) if entry.masks is None else entry.masks for entry in entries]
    if any(isinstance(run, np.ndarray) for run in runs):
        masks = np.concatenate([np.asarray(run, np.uint64) for run in runs])
    else:
        masks = np.array([mask for run in runs for mask in run], np.uint64)
    source = np.repeat(np.arange(len(entries)), [len(run) for run in runs])
    weights = np.array([entry.weight for entry in entries], np.float64)[source]
    settled = _settle(masks, weights, source)
    if isinstance(settled, tuple):
        mask, first, second = settled
        name = format_cards(cards_of(mask)[::-1], deck)
        raise _conflict(text, entries[first], entries[second], name)
    keep = settled
    return Range._of_arrays(masks[keep], weights[keep], size, deck)


def _settle(
    masks: NDArray[np.uint64], weights: NDArray[np.float64], source: NDArray[np.intp]
) -> NDArray[np.intp] | tuple[int, int, int]:
    """Find which rows to keep, in order: equal doubles once, weight 0 not at all.

    A combo with two weights is given back instead: (mask, source, other source).
    """
    order = np.argsort(masks, kind="stable")
    ordered = masks[order]
    weight = weights[order]
    same = ordered[1:] == ordered[:-1]
    clash = np.flatnonzero(same & (weight[1:] != weight[:-1]))
    if len(clash):
        # the clash that comes first in the text
        at = min(clash.tolist(), key=lambda i: (source[order[i + 1]], source[order[i]]))
        return int(ordered[at]), int(source[order[at]]), int(source[order[at + 1]])
    keep = weight > 0
    keep[1:] &= ~same
    return order[keep]


# -- patterns ------------------------------------------------------------------------------------


def _expand(
    slots: list[_Slot], size: int, deck: Deck, text: str
) -> NDArray[np.uint64] | Sequence[int]:
    """Give the combos of a pattern of exactly `size` slots."""
    start, end = slots[0].start, slots[-1].end
    known = 0
    for slot in slots:
        if slot.known:
            card = slot.rank * 4 + slot.suit
            if known >> card & 1:
                raise CardError(
                    f"{text[start:end]!r}: {format_cards([card], deck)} is twice in one hand"
                )
            known |= 1 << card
    partial = [slot for slot in slots if not slot.known and slot.rank >= 0]
    unknown = sum(slot.rank == NO_RANK for slot in slots)
    names = sorted({slot.variable for slot in partial if slot.variable})
    bases: set[int] = set()
    for suits in product(range(4), repeat=len(names)):
        if len(set(suits)) < len(suits):
            continue
        suit_of = dict(zip(names, suits, strict=True))
        grown = {known}
        for slot in partial:
            choice = (suit_of[slot.variable],) if slot.variable else range(4)
            bits = [1 << 4 * slot.rank + suit for suit in choice]
            grown = {base | bit for base in grown for bit in bits if not base & bit}
            _check_count(len(grown), MOST_COMBOS // 20)
        bases |= grown
    if not bases:
        raise fault(text, start, end, "no hand fits: one card would be needed twice")
    if not unknown:
        return sorted(bases)
    _check_count(len(bases) * comb(deck.size, unknown), 4 * MOST_COMBOS)
    rest = _subsets(deck.cards, unknown)
    found = [rest[rest & np.uint64(base) == 0] | np.uint64(base) for base in sorted(bases)]
    masks = np.sort(np.concatenate(found)) if len(found) == 1 else np.unique(np.concatenate(found))
    if not len(masks):
        raise fault(text, start, end, "no hand fits: the deck has too few cards")
    return masks


# -- reading -------------------------------------------------------------------------------------


class _Reader:
    """Reads a text into entries, one character after the other; nothing is passed over."""

    def __init__(self, text: str, size: int, deck: Deck) -> None:
        self.text = text
        self.size = size
        self.deck = deck
        self.at = 0
        self.depth = 0
        self.weights = 0

    def fail(self, message: str, start: int, end: int) -> NoReturn:
        """Refuse text[start:end]."""
        raise fault(self.text, start, end, message)

    @property
    def char(self) -> str:
        """The character at hand, empty at the end."""
        return self.text[self.at : self.at + 1]

    def skip(self) -> bool:
        """Go over whitespace; whether there was any."""
        start = self.at
        self.at = end = _SPACE.match(self.text, start).end()  # type: ignore[union-attr]
        return end > start

    def word(self) -> tuple[int, int]:
        """Go over a word: everything up to whitespace or a delimiter."""
        start = self.at
        self.at = end = _WORD.match(self.text, start).end()  # type: ignore[union-attr]
        return start, end

    def everything(self) -> list[_Entry]:
        """Read the whole text."""
        if not self.text or self.text.isspace():
            self.fail("nothing given; expected a hand such as AhKh or a range such as QQ+", 0, 0)
        entries = self.entries("")
        if self.at < len(self.text):
            self.fail("closes nothing that was opened", self.at, self.at + 1)
        return entries

    def entries(self, closing: str, outer: bool = False) -> list[_Entry]:
        """Read a list of entries up to the closing character (or the end); `outer`: weighted."""
        found: list[_Entry] = []
        separator = -1
        while True:
            spaced = self.skip()
            char = self.char
            if char in ")]" or (char == closing and self.text.startswith("[/", self.at)):
                if separator >= 0:
                    self.fail("expected an entry after the separator", separator, separator + 1)
                if not found:
                    self.fail("expected an entry", self.at, self.at + len(char))
                return found
            if char in _SEPARATORS:
                if separator >= 0 or not found:
                    self.fail("expected an entry before the separator", self.at, self.at + 1)
                separator = self.at
                self.at += 1
                continue
            if found and separator < 0 and not spaced:
                self.fail("expected a comma or whitespace between entries", self.at, self.at + 1)
            found += self.item(outer)
            separator = -1

    def item(self, outer: bool) -> list[_Entry]:
        """Read one entry or group with its weight."""
        start = self.at
        char = self.char
        if char == "(":
            return self.group(start, None, outer)
        if char == "[":
            return self.bracket(start, outer)
        if char == "!":
            self.fail("'not' is not understood here; expected a hand such as AKs", start, start + 1)
        if char == "/":
            self.fail("a slash is for up cards in stud; this game has none", start, start + 1)
        masks: NDArray[np.uint64] | Sequence[int] | None
        first, last = self.word()
        if self.char == "%":
            self.at += 1
            if self.char == "(":
                cents = self.number(first, last, True, start, self.at)
                return self.group(start, cents, outer)
            masks = self.strongest(first, last)
            after = self.at
            if self.skip() and self.char == "(":
                self.fail(
                    f"is it a weight, {self.text[first:after]}(...), or an entry of its own, "
                    f"{self.text[first:after]}, (...)? Write one of them",
                    start,
                    self.at + 1,
                )
            self.at = after
        elif self.char == "(":
            if self.text[first] in "?*" or self.text[first].upper() in RANKS[8:]:
                self.fail("expected a comma or whitespace between entries", last, last + 1)
            return self.group(start, self.number(first, last, False, start, last), outer)
        elif first == last:
            self.fail("expected a hand before it, such as AKs", last, last + 1)
        else:
            masks = self.hand(first, last)
        end = self.at
        weight = self.suffix(start, end, outer)
        return [_Entry(masks, 1.0 if weight is None else weight, start, self.at)]

    def group(self, start: int, weight: float | None, outer: bool) -> list[_Entry]:
        """Read a group in parentheses; `weight` is what stood before it."""
        opening = self.at
        if weight is not None and outer:
            self.fail("a weight inside a weighted group; give one weight", start, opening)
        self.deeper()
        self.at += 1
        before = self.weights
        entries = self.entries(")", outer or weight is not None)
        inside = self.weights > before
        if self.char != ")":
            self.fail("the parenthesis is not closed", opening, opening + 1)
        self.at += 1
        self.depth -= 1
        end = self.at
        after = self.suffix(start, end, outer or weight is not None)
        if after is not None:
            if inside:
                self.fail("a weight on a group that has weights inside; give one", end, self.at)
            weight = after
        return entries if weight is None else [entry._replace(weight=weight) for entry in entries]

    def bracket(self, start: int, outer: bool) -> list[_Entry]:
        """Read ``[50]AKs, QQ[/50]``."""
        if self.text.startswith("[/", start):
            self.fail("closes nothing that was opened", start, start + 2)
        if outer:
            self.fail("a weight inside a weighted group; give one weight", start, start + 1)
        weight = self.tag(start, 1)
        self.deeper()
        opened = self.at
        entries = self.entries("[", True)
        self.depth -= 1
        if not self.text.startswith("[/", self.at):
            self.fail(
                f"not closed; expected [/{self.text[start + 1 : opened]} at the end", start, opened
            )
        closing = self.at
        if self.tag(closing, 2) != weight:
            opener = self.text[start:opened]
            self.fail(f"closes {opener}; expected the same number", closing, self.at)
        self.suffix(start, self.at, True)
        return [entry._replace(weight=weight) for entry in entries]

    def tag(self, start: int, skip: int) -> float:
        """Read the number of ``[50]`` or ``[/50]``, after `skip` characters."""
        self.at = start + skip
        self.skip()
        first, last = self.word()
        weight = self.number(first, last, True, start, last)
        self.skip()
        if self.char != "]":
            self.fail("expected ] after the number", start, self.at)
        self.at += 1
        return weight

    def deeper(self) -> None:
        """Count an opened group."""
        self.depth += 1
        if self.depth > _DEEPEST:
            self.fail(f"more than {_DEEPEST} groups inside each other", self.at, self.at + 1)

    def suffix(self, start: int, end: int, outer: bool) -> float | None:
        """Read a weight after an entry, if there is one; it ends at `end` otherwise."""
        self.skip()
        mark = self.at
        char = self.char
        if char == "%":
            self.fail(f"misplaced; {_CENT_FORM}", mark, mark + 1)
        if not char or char not in ":@":
            if char == "!" or char == "/":
                self.fail("not understood here; expected a comma or the end", mark, mark + 1)
            self.at = end
            return None
        self.at += 1
        self.skip()
        first, last = self.word()
        if outer:
            self.fail("a weight inside a weighted group; give one weight", mark, last)
        weight = self.number(first, last, char == "@", mark, last)
        end = self.at
        self.skip()
        if self.char and self.char in ":@":
            self.fail(
                f"a second weight for {self.text[start:end]!r}; give one", self.at, self.at + 1
            )
        if self.char == "%":
            self.fail(f"misplaced; {_CENT_FORM}", mark, self.at + 1)
        self.at = end
        return weight

    def number(self, first: int, last: int, cents: bool, start: int, end: int) -> float:
        """Read a weight: from 0 to 1, or per cent from 0 to 100; refusals show text[start:end]."""
        token = self.text[first:last]
        match = _NUMBER.fullmatch(token)
        if match is None:
            if not token:
                what = "a number is missing"
            elif token[0] == "-" and _NUMBER.fullmatch(token, 1):
                what = "a weight cannot be negative"
            else:
                what = f"{shorten(token)} is not a weight"
            self.fail(f"{what}; {_UNIT_FORM}; {_CENT_FORM}", start, end)
        mantissa, exponent = match.groups()
        # shifting the decimal point keeps 33.3 per cent equal to 0.333
        weight = float(f"{mantissa}e{int(exponent or 0) - 2 * cents}")
        self.weights += 1
        if weight > 1:
            most, form = (100, _UNIT_FORM) if cents else (1, _CENT_FORM)
            kind = "per cent here go" if cents else "a weight here goes"
            self.fail(f"{token} is over the top: {kind} from 0 to {most}; {form}", start, end)
        if weight == 0 and mantissa.strip("0."):
            self.fail(f"{token} is too small a weight", start, end)
        return weight

    def strongest(self, first: int, last: int) -> Sequence[int] | None:
        """Give the strongest so many per cent of the hands of hold'em; `self.at` is after it."""
        token, end = self.text[first:last], self.at
        match = _NUMBER.fullmatch(token)
        if match is None:
            what = "a number is missing" if not token else f"{shorten(token)} is not a number"
            self.fail(f"{what}; the strongest hands are written 15%, and {_CENT_FORM}", first, end)
        share = float(token)
        if not 0 < share <= 100:
            self.fail("expected more than 0 and at most 100 per cent of the hands", first, end)
        if share == 100:
            return None
        if self.size != 2 or self.deck != STANDARD:
            self.fail("only the 1,326 hands of hold'em have an order of strength", first, end)
        masks: list[int] = []
        for name in HAND_ORDER:
            masks += _class_masks(RANKS.index(name[0]), RANKS.index(name[1]), name[2:])
            if len(masks) * 100 >= share * 1326:
                break
        return masks

    def hand(self, first: int, last: int) -> NDArray[np.uint64] | Sequence[int] | None:
        """Read a hand or a class; words of single cards after it are joined to it."""
        token = self.text[first:last]
        if token.lower() in _ANY:
            return None
        if self.size == 2:
            pair = self.two_cards(token)
            if pair:
                return pair
            classes = self.classes(first, last)
            if classes is not None:
                return classes
        slots = self.slots(first, last)
        if len(slots) < self.size and all(slot.card_like for slot in slots):
            alone = True
            while True:
                mark = self.at
                self.skip()
                start, end = self.word()
                if start == end or not self.is_cards(start, end):
                    self.at = mark
                    break
                slots += self.slots(start, end)
                alone = False
            if alone and token == "*":
                return None
        start, end = slots[0].start, slots[-1].end
        if len(slots) != self.size:
            count = "1 card" if len(slots) == 1 else f"{len(slots)} cards"
            hint = ""
            if len(slots) == 1 and self.size == 2:
                card = self.text[start:end]
                hint = f"; both are written together, and with any other card it is {card}*"
            self.fail(f"{count}; a hand has {self.size}{hint}", start, end)
        for slot in slots:
            if slot.rank >= 0:
                check_in_deck(slot.rank * 4 + max(slot.suit, 0), self.deck)
        if all(slot.rank == NO_RANK for slot in slots):
            return None
        if self.size == 2:
            bare = [slot for slot in slots if slot.rank >= 0 and not slot.known]
            bare = [slot for slot in bare if not slot.variable]
            if bare and not any(slot.rank == NO_RANK for slot in slots):
                self.fail("the suit is missing; expected a card such as As", *bare[0][3:])
        return _expand(slots, self.size, self.deck, self.text)

    def two_cards(self, token: str) -> Sequence[int]:
        """Read the plain form ``AhKh`` in short; nothing if it needs a closer look."""
        match = _TWO_CARDS.fullmatch(token)
        if match is None:
            return ()
        a, b = (1 << 4 * _RANK[match[i]] + _SUIT[match[i + 1]] for i in (1, 3))
        return (a | b,) if a != b and not (a | b) & ~self.deck.mask else ()

    def is_cards(self, first: int, last: int) -> bool:
        """Whether a word is nothing but single cards, fewer than a hand: part of a spaced hand."""
        if self.text[last : last + 1] in ("(", "%"):
            return False
        at = first
        count = 0
        while at < last:
            rank, suit, end = read_symbol(self.text, at, self.deck)
            if end == at or (rank >= 0 and suit < 0):
                return False
            at = end
            count += 1
        return count < self.size

    def slots(self, first: int, last: int) -> list[_Slot]:
        """Read a word as a row of cards, ranks and unknown cards."""
        text = self.text
        found: list[_Slot] = []
        at = first
        while at < last:
            rank, suit, end = read_symbol(text, at, self.deck)
            if end == at:
                self.stray(first, at, last)
            variable = ""
            if rank >= 0 and suit < 0 and text[end : end + 1] in _VARIABLES and end < last:
                variable = text[end].lower()
                end += 1
            found.append(_Slot(rank, suit, variable, at, end))
            at = end
        return found

    def stray(self, first: int, at: int, last: int) -> NoReturn:
        """Refuse what is no card at text[at] inside a word."""
        token, char = self.text[first:last], self.text[at]
        if char in _VARIABLES:
            hint = "".join("*" if c in _VARIABLES else c for c in token)
            self.fail(
                f"{char!r} stands for a suit and only after a rank; an unknown card is *, as in "
                f"{hint!r}",
                first,
                last,
            )
        if char in "+-":
            self.fail(
                f"{char!r} belongs right after two ranks, as in ATs+ or JJ-99, without spaces",
                at,
                at + 1,
            )
        if _NUMBER.fullmatch(token):
            self.fail(
                "a number alone; expected a weight right before a group, 0.5(AKs), "
                "or the strongest hands, 15%",
                first,
                last,
            )
        if char == "1":
            self.fail("no rank is 1; the ace is A, the ten T or 10", at, at + 1)
        if at == first:
            self.fail(
                "not understood; expected a hand such as AhKh, AKs, QQ+, A* or random", first, last
            )
        self.fail(
            f"{self.text[at:last]!r} is not understood after {self.text[first:at]!r}"
            "; expected a card such as As",
            first,
            last,
        )

    def classes(self, first: int, last: int) -> Sequence[int] | None:
        """Read ``AK``, ``AKs``, ``QQ+``, ``JJ-99``, ``76s-54s``; None if it does not begin so."""
        text = self.text[:last]
        if text.startswith(("Jk", "Xx"), first):
            return None
        top, at = read_rank(text, first)
        low, at = read_rank(text, at)
        if top < 0 or low < 0:
            return None
        kind, at = self.kind(top, low, first, at, last)
        if at == last:
            return self.ladder([(max(top, low), min(top, low))], kind)
        if text[at] == "+":
            if at + 1 < last:
                self.fail(f"{text[at + 1 :]!r} is not understood after +", first, last)
            if top < low:
                name = RANKS[low] + RANKS[top] + kind
                self.fail(f"+ needs the higher rank first; expected {name}+", first, last)
            if top == low:
                return self.ladder([(rank, rank) for rank in range(12, top - 1, -1)], kind)
            return self.ladder([(top, rank) for rank in range(top - 1, low - 1, -1)], kind)
        if text[at] == "-":
            return self.dash(top, low, kind, first, at, last)
        if text[at] in "?*" or read_symbol(self.text, at, self.deck)[2] > at:
            slots = self.slots(first, last)
            self.fail(f"{len(slots)} cards; a hand has 2", first, last)
        if text[at] in _VARIABLES:
            self.stray(first, at, last)
        self.fail(
            f"{text[at:]!r} is not understood after {text[first:at]!r}; "
            "expected s, o, + or a dash and a second hand",
            first,
            last,
        )

    def kind(self, top: int, low: int, first: int, at: int, last: int) -> tuple[str, int]:
        """Read the s or o after two ranks."""
        kind = self.text[at:last][:1].lower()
        if kind not in ("s", "o"):
            return "", at
        if top == low:
            self.fail(
                "a pair is neither suited nor offsuit; expected it without s or o", first, last
            )
        return kind, at + 1

    def dash(self, top: int, low: int, kind: str, first: int, at: int, last: int) -> Sequence[int]:
        """Read the second half of ``JJ-99``, ``A5s-A2s`` or ``76s-54s``; text[at] is the dash."""
        text = self.text[:last]
        here = text[first:at]
        second, end = read_rank(text, at + 1)
        third, end = read_rank(text, end)
        if second < 0 or third < 0:
            self.fail(
                f"expected a second hand after the dash, as in JJ-99 or A5s-A2s (and {here}+ for "
                f"{here} and better)",
                first,
                last,
            )
        other, end = self.kind(second, third, first, end, last)
        if end < last:
            more = (
                "only two hands make a range with a dash"
                if text[end] == "-"
                else (f"{text[end:]!r} is not understood after the second hand")
            )
            self.fail(more, first, last)
        if (top == low) != (second == third):
            self.fail("a pair and two ranks make no ladder; expected e.g. JJ-99", first, last)
        if kind != other:
            self.fail(
                "both ends must be suited, both offsuit, or neither; expected e.g. ATs-A5s",
                first,
                last,
            )
        if top < low or second < third:
            self.fail("- needs the higher rank first in both hands, as in A5s-A2s", first, last)
        if top == second:
            steps = [(top, rank) for rank in range(max(low, third), min(low, third) - 1, -1)]
            if top == low:
                steps = [(top, top)]
        elif top - low == second - third:
            gap = top - low
            steps = [(r, r - gap) for r in range(max(top, second), min(top, second) - 1, -1)]
        else:
            self.fail(
                "expected the same high card (A5s-A2s) or the same gap (76s-54s) at both ends",
                first,
                last,
            )
        return self.ladder(steps, kind)

    def ladder(self, steps: list[tuple[int, int]], kind: str) -> Sequence[int]:
        """Give the combos of some classes; the deck must have them all."""
        masks: list[int] = []
        for top, low in steps:
            if low < self.deck.lowest:
                check_in_deck(4 * low, self.deck, RANKS[top] + RANKS[low])
            masks += _class_masks(top, low, kind)
        return masks


def _read(text: str, size: int, deck: Deck) -> Range:
    """Read a range."""
    return _join(_Reader(text, size, deck).everything(), size, deck, text)


_read_kept = lru_cache(maxsize=128)(_read)


# -- the range -----------------------------------------------------------------------------------


class Range:
    """A weighted set of hands, all of one size; cannot be changed once made.

    Parameters
    ----------
    text : str
        The range in notation: ``"AKs, QQ+"``, ``"AhKh"``, ``"random"``, ``"15%"``,
        ``"A5s-A2s:0.5"``.
    size : int
        Cards of a hand.
    deck : Deck
        The deck the hands are from.

    Raises
    ------
    NotationError
        If the text is not understood; the message and ``span`` say where.
    CardError
        If a hand has a card twice, or a card that the deck does not have.

    Notes
    -----
    Weights are kept as given, never rounded or scaled; only their ratios matter. A range may be
    empty: after removing cards, or when every weight is 0.

    Examples
    --------
    >>> r = Range("QQ-JJ, AKs:0.5")
    >>> len(r), str(r)
    (16, 'QQ-JJ, AKs:0.5')
    >>> list(Range("AhKh, 0.25(AsKs)"))
    [('AhKh', 1.0), ('AsKs', 0.25)]
    """

    __slots__ = ("_cards", "_hash", "_masks", "_weights", "deck", "is_full", "is_uniform", "size")

    size: int
    """Cards of a hand."""
    deck: Deck
    """The deck the hands are from."""
    is_full: bool
    """Whether this is every hand of the deck with one and the same weight."""
    is_uniform: bool
    """Whether all weights are equal."""
    _cards: NDArray[np.uint8] | None
    _masks: NDArray[np.uint64] | None
    _weights: NDArray[np.float64] | float
    _hash: int | None

    def __new__(cls, text: str, size: int = 2, deck: Deck = STANDARD) -> Range:
        """Read a range."""
        size = _check_size(size)
        if not isinstance(deck, Deck):
            raise RuleError(f"{deck!r} is not a deck; expected e.g. Deck(jokers=1)")
        if not isinstance(text, str):
            raise RuleError(
                f"a range is read from text, not from {type(text).__name__}; "
                "see Range.from_combos and Range.single"
            )
        if size > deck.size:
            raise CardError(f"hands of {size} cards; the deck has {deck.size}")
        return (_read_kept if size == 2 else _read)(text, size, deck)

    @classmethod
    def _make(
        cls,
        masks: NDArray[np.uint64] | None,
        weights: NDArray[np.float64] | float,
        size: int,
        deck: Deck,
        uniform: bool,
    ) -> Range:
        """Make a range of arrays that are in order; no masks: every hand of the deck."""
        self = object.__new__(cls)
        put = object.__setattr__
        put(self, "size", size)
        put(self, "deck", deck)
        put(self, "is_full", masks is None)
        put(self, "is_uniform", uniform)
        put(self, "_masks", masks)
        put(self, "_weights", weights)
        put(self, "_cards", None)
        put(self, "_hash", None)
        return self

    @classmethod
    def _full(cls, weight: float, size: int, deck: Deck) -> Range:
        """Make the range of every hand; its arrays are made when asked for."""
        return cls._make(None, float(weight), size, deck, True)

    @classmethod
    def _empty(cls, size: int, deck: Deck) -> Range:
        """Make the range of no hand."""
        return cls._of_arrays(np.zeros(0, np.uint64), np.zeros(0), size, deck)

    @classmethod
    def _of_arrays(
        cls, masks: NDArray[np.uint64], weights: NDArray[np.float64], size: int, deck: Deck
    ) -> Range:
        """Make a range of masks, ascending and different, and positive weights."""
        uniform = bool((weights == weights[:1]).all())
        if uniform and len(masks) == comb(deck.size, size):
            return cls._full(float(weights[0]), size, deck)
        return cls._make(_frozen(masks), _frozen(weights), size, deck, uniform)

    @classmethod
    def from_combos(
        cls,
        combos: Iterable[Cards],
        weights: Iterable[float] | None = None,
        size: int = 2,
        deck: Deck = STANDARD,
    ) -> Range:
        """Make a range of hands, with weights if they are not all equal.

        Parameters
        ----------
        combos : iterable
            Hands, each as text or as card numbers; or an integer array of shape (n, size).
        weights : iterable of float, optional
            One weight from 0 to 1 for each hand; 0 leaves the hand out.
        size : int
            Cards of a hand.
        deck : Deck
            The deck the hands are from.

        Returns
        -------
        Range
            The range; no hands at all give an empty one.

        Raises
        ------
        CardError
            If a hand has the wrong number of cards, a card twice, or one not in the deck, or is
            given twice with different weights.
        RuleError
            If weights are not numbers from 0 to 1, one for each hand.

        Examples
        --------
        >>> str(Range.from_combos(["AsKs", "AhKh", [49, 45], [48, 44]], [0.5] * 4))
        'AKs:0.5'
        """
        size = _check_size(size)
        if isinstance(combos, (str, bytes)) or not isinstance(combos, Iterable):
            raise RuleError("expected a sequence of hands; one text is read by Range(text)")
        masks = _masks_of_combos(combos, size, deck)
        given = np.ones(len(masks)) if weights is None else _check_weights(weights)
        if len(given) != len(masks):
            raise RuleError(f"{len(given)} weights for {len(masks)} hands")
        settled = _settle(masks, given, np.arange(len(masks)))
        if isinstance(settled, tuple):
            mask, first, second = settled
            name = format_cards(cards_of(mask)[::-1], deck)
            raise CardError(
                f"{name} is given twice, with weights {float(given[first])!r} and "
                f"{float(given[second])!r}"
            )
        return cls._of_arrays(masks[settled], given[settled], size, deck)

    @classmethod
    def single(cls, cards: Cards, deck: Deck = STANDARD) -> Range:
        """Make the range of one known hand, of as many cards as are given.

        Parameters
        ----------
        cards : str or iterable
            The cards of the hand, as text or as numbers.
        deck : Deck
            The deck the hand is from.

        Returns
        -------
        Range
            A range of one combo with weight 1.

        Examples
        --------
        >>> Range.single([51, 47, 3]).size
        3
        """
        found = read_cards(cards, deck, "hand")
        if not found or None in found:
            raise CardError("hand: expected known cards, at least one")
        mask = mask_of(card for card in found if card is not None)
        return cls._of_arrays(np.array([mask], np.uint64), np.ones(1), len(found), deck)

    @property
    def masks(self) -> NDArray[np.uint64]:
        """The hands as sets of cards, one bit per card; ascending, read-only, shape (n,)."""
        return _all_masks(self.deck, self.size) if self._masks is None else self._masks

    @property
    def cards(self) -> NDArray[np.uint8]:
        """The hands as card numbers, high card first; read-only, shape (n, size)."""
        if self._masks is None:
            return _all_cards(self.deck, self.size)
        if self._cards is None:
            object.__setattr__(self, "_cards", _frozen(_cards_of_masks(self._masks, self.size)))
        assert self._cards is not None
        return self._cards

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights as given, all positive; read-only, shape (n,)."""
        if isinstance(self._weights, float):
            whole = _frozen(np.full(len(self.masks), self._weights))
            object.__setattr__(self, "_weights", whole)
            return whole
        return self._weights

    @property
    def _weight(self) -> float:
        """The weight of every hand of a uniform range that is not empty."""
        return self._weights if isinstance(self._weights, float) else float(self._weights[0])

    def without(self, dead: SupportsIndex) -> Range:
        """Take out every hand that has one of the dead cards.

        Parameters
        ----------
        dead : int
            Mask of the dead cards.

        Returns
        -------
        Range
            What is left, with the weights as they were; it may be empty.

        Examples
        --------
        >>> len(Range("AA").without(1 << 51))
        3
        """
        mask = dead.__index__() & self.deck.mask
        if not mask:
            return self
        masks = self.masks
        keep = (masks & np.uint64(mask)) == 0
        if keep.all():
            return self
        return Range._of_arrays(masks[keep], self.weights[keep], self.size, self.deck)

    def format(self) -> str:
        """Write the range in notation; reading that gives the same range.

        Returns
        -------
        str
            Classes with plus and dash where all combos of a class have one weight, else combos.

        Examples
        --------
        >>> Range("KK,AA,JJ,22,33,AsKs").format()
        'KK+, JJ, 33-22, AsKs'
        """
        return _format(self)

    __str__ = format

    def __repr__(self) -> str:
        if self.size == 2 or self.is_full or len(self) <= 20:
            text = shorten(self.format())
        else:
            text = f"<{len(self):,} hands>"
        size = "" if self.size == 2 else f", size={self.size}"
        deck = "" if self.deck == STANDARD else f", deck={self.deck!r}"
        return f"Range({text}{size}{deck})"

    def __len__(self) -> int:
        return comb(self.deck.size, self.size) if self._masks is None else len(self._masks)

    def __iter__(self) -> Iterator[tuple[str, float]]:
        for cards, weight in zip(self.cards.tolist(), self.weights.tolist(), strict=True):
            yield format_cards(cards, self.deck), weight

    def __contains__(self, hand: Cards) -> bool:
        found = read_cards(hand, self.deck, "hand")
        if len(found) != self.size or None in found:
            raise CardError(f"hand: expected {self.size} known cards")
        if self.is_full:
            return True
        mask = np.uint64(mask_of(card for card in found if card is not None))
        at = int(np.searchsorted(self.masks, mask))
        return at < len(self) and bool(self.masks[at] == mask)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        if self is other:
            return True
        if (self.size, self.deck, self.is_full) != (other.size, other.deck, other.is_full):
            return False
        if self.is_full:
            return self._weight == other._weight
        return np.array_equal(self.masks, other.masks) and np.array_equal(
            self.weights, other.weights
        )

    def __hash__(self) -> int:
        if self._hash is None:
            what: tuple[object, ...]
            if self.is_full:
                what = (self._weight,)
            else:
                what = (self.masks.tobytes(), self.weights.tobytes())
            object.__setattr__(self, "_hash", hash((self.size, self.deck, *what)))
        assert self._hash is not None
        return self._hash

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a range cannot be changed; make a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a range cannot be changed; make a new one")

    def __copy__(self) -> Range:
        return self

    def __deepcopy__(self, memo: object) -> Range:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if self.is_full:
            return _restore, (None, self._weight, self.size, self.deck)
        return _restore, (self._masks, self._weights, self.size, self.deck)


def _restore(masks: Any, weights: Any, size: int, deck: Deck) -> Range:
    """Make a range again from its pickle."""
    if masks is None:
        return Range._full(weights, size, deck)
    return Range._of_arrays(masks, weights, size, deck)


def _check_weights(weights: Iterable[float]) -> NDArray[np.float64]:
    """Make an array of weights, or refuse what is none."""
    if isinstance(weights, (str, bytes)) or not isinstance(weights, Iterable):
        raise RuleError(f"weights {weights!r}; expected a sequence of numbers from 0 to 1")
    if isinstance(weights, np.ndarray):
        if weights.dtype.kind not in "iuf" or weights.ndim != 1:
            raise RuleError("weights: expected one row of numbers from 0 to 1")
    else:
        weights = list(weights)
        for weight in weights:
            if isinstance(weight, (bool, np.bool_)) or not isinstance(
                weight, (int, float, np.integer, np.floating)
            ):
                raise RuleError(f"{weight!r} is not a weight; expected a number from 0 to 1")
            if not 0 <= weight <= 1:
                raise RuleError(f"weight {weight!r}; expected 0 to 1 (only the ratios matter)")
    values = np.array(weights, np.float64)
    wrong = values[~((values >= 0) & (values <= 1))]
    if wrong.size:
        raise RuleError(f"weight {float(wrong[0])!r}; expected 0 to 1 (only the ratios matter)")
    return values


def _masks_of_combos(combos: Iterable[Cards], size: int, deck: Deck) -> NDArray[np.uint64]:
    """Check hands given one by one, or as an array, and make masks of them."""
    if isinstance(combos, np.ndarray) and combos.dtype.kind in "iu" and combos.ndim == 2:
        if combos.shape[1] != size:
            raise CardError(f"hands of {combos.shape[1]} cards; expected {size}")
        rows = np.sort(combos, axis=1)
        outside = rows[(rows < deck.cards[0]) | (rows > deck.cards[-1])]
        if outside.size:
            check_in_deck(int(outside[0]), deck)
        double = rows[:, 1:][rows[:, 1:] == rows[:, :-1]]
        if double.size:
            raise CardError(f"{format_cards([int(double[0])], deck)} is twice in one hand")
        bits = np.left_shift(np.uint64(1), rows.astype(np.uint64))
        masks: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
        return masks
    found = []
    for number, hand in enumerate(combos):
        cards = read_cards(hand, deck, f"hand {number}")
        known = [card for card in cards if card is not None]
        if len(known) != size or len(cards) != size:
            raise CardError(f"hand {number} has {len(known)} known cards; expected {size}")
        found.append(mask_of(known))
    return np.array(found, np.uint64)


# -- writing -------------------------------------------------------------------------------------


def _runs(ranks: list[int]) -> list[tuple[int, int]]:
    """Join descending ranks to runs, each (highest, lowest)."""
    runs: list[tuple[int, int]] = []
    for rank in ranks:
        if runs and runs[-1][1] == rank + 1:
            runs[-1] = (runs[-1][0], rank)
        else:
            runs.append((rank, rank))
    return runs


def _write_runs(names: list[str], ranks: list[int], highest: int) -> list[str]:
    """Write classes as runs; `names` by rank, `highest` the rank from which a plus counts."""
    words = []
    for high, low in _runs(ranks):
        if high == low:
            words.append(names[low])
        elif high == highest:
            words.append(names[low] + "+")
        else:
            words.append(f"{names[high]}-{names[low]}")
    return words


def _whole_classes(weight_of: dict[int, float]) -> dict[float, set[tuple[int, int, str]]]:
    """Take the classes whose combos are all there with one weight out of `weight_of`."""
    found: dict[float, set[tuple[int, int, str]]] = {}
    for high in range(13):
        for low in range(high + 1):
            for kind in ("",) if high == low else ("s", "o"):
                masks = _class_masks(high, low, kind)
                weight = weight_of.get(masks[0])
                if weight is not None and all(weight_of.get(mask) == weight for mask in masks):
                    found.setdefault(weight, set()).add((high, low, kind))
                    for mask in masks:
                        del weight_of[mask]
    return found


def _write_classes(classes: set[tuple[int, int, str]]) -> list[str]:
    """Write classes of one weight: pairs, suited and mixed hands by high card, offsuit hands."""
    pairs = [rank for rank in range(12, -1, -1) if (rank, rank, "") in classes]
    words = _write_runs([rank + rank for rank in RANKS], pairs, 12)
    tail: list[str] = []
    for high in range(12, 0, -1):
        below = range(high - 1, -1, -1)
        suited = [low for low in below if (high, low, "s") in classes]
        offsuit = [low for low in below if (high, low, "o") in classes]
        names = [RANKS[high] + low for low in RANKS]
        if suited == offsuit:
            words += _write_runs(names, suited, high - 1)
            continue
        words += _write_runs([name + "s" for name in names], suited, high - 1)
        tail += _write_runs([name + "o" for name in names], offsuit, high - 1)
    return words + tail


def _format(hands: Range) -> str:
    """Write a range so that reading it gives the same range."""
    if not len(hands):
        return "random:0"
    if hands.is_full:
        return "random" + _weight_text(hands._weight)
    weight_of = dict(zip(hands.masks.tolist(), hands.weights.tolist(), strict=True))
    classes = _whole_classes(weight_of) if hands.size == 2 else {}
    singles: dict[float, list[int]] = {}
    for mask, weight in weight_of.items():
        singles.setdefault(weight, []).append(mask)
    words: list[str] = []
    for weight in sorted(classes.keys() | singles.keys(), reverse=True):
        group = _write_classes(classes[weight]) if weight in classes else []
        for mask in reversed(singles.get(weight, [])):
            group.append(format_cards(cards_of(mask)[::-1], hands.deck))
        words += [word + _weight_text(weight) for word in group]
    return ", ".join(words)


def _weight_text(weight: float) -> str:
    """Write a weight after an entry; nothing for 1."""
    return "" if weight == 1 else f":{weight!r}"


# -- seats ---------------------------------------------------------------------------------------


def as_range(seat: Seat, size: int = 2, deck: Deck = STANDARD, what: str = "seat 1") -> Range:
    """Make a range of whatever a caller gives for a seat.

    Parameters
    ----------
    seat : str, Range or iterable
        Notation, a range, or the cards of one hand (``"?"`` among them is an unknown card).
    size : int
        Cards of a hand in this game.
    deck : Deck
        The deck of this game.
    what : str
        Whose hand it is, for messages.

    Returns
    -------
    Range
        A range of that size and deck with at least one hand.

    Raises
    ------
    NotationError
        If text is not understood.
    CardError
        If cards are double, too many, too few or not in the deck, or no hand is left.
    RuleError
        If it is nothing that names a hand, or a range of hands of another size.

    Examples
    --------
    >>> len(as_range("AA")), str(as_range([51, 47]))
    (6, 'AsKs')
    """
    try:
        if isinstance(seat, Range):
            hands = _in_deck(seat, size, deck)
        elif isinstance(seat, str):
            hands = Range(seat, size, deck)
        else:
            found = read_cards(seat, deck, "")
            if len(found) != size:
                count = "1 card" if len(found) == 1 else f"{len(found)} cards"
                raise CardError(f"{count}; a hand has {size}")
            if None in found:
                text = "".join("?" if c is None else format_cards([c], deck) for c in found)
                hands = Range(text, size, deck)
            else:
                hands = Range.single([card for card in found if card is not None], deck)
        if not len(hands):
            raise CardError("no hand is left; every weight is 0")
    except EquityError as error:
        raise labelled(error, what) from None
    return hands


def _in_deck(hands: Range, size: int, deck: Deck) -> Range:
    """Give a range for another deck that has all its cards."""
    if hands.size != size:
        raise RuleError(f"a range of {hands.size}-card hands; a hand has {size} here")
    if hands.deck == deck or not len(hands):
        return hands
    used = hands.deck.mask if hands.is_full else int(np.bitwise_or.reduce(hands.masks))
    outside = used & ~deck.mask
    if outside:
        check_in_deck(cards_of(outside)[0], deck)
    return Range._of_arrays(hands.masks.copy(), hands.weights.copy(), size, deck)
