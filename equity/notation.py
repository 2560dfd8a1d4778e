"""The notation of ranges: text to sets of hands with weights.

`Reader` goes over the text once, with the place at hand for messages, and nothing is passed over::

    list      entry, entry; entry entry
    entry     set:0.5     set@50     0.5(list)     50%(list)     [50]list[/50]
    set       part:part!part        all of these conditions; ! takes hands away
    part      pattern     (list)     !part
    pattern   AhKh     AKs     QQ+     JJ-99     15%     AxKx**     ds     random

so ``!`` before a part binds first, then ``:`` and ``!`` between parts, then the weight, then the
comma. What a set means is for `equity.hand_sets`; `equity.ranges` joins the entries to a range.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from equity.cards import (
    NO_RANK,
    RANKS,
    STANDARD,
    SUITS,
    Deck,
    check_in_deck,
    fault,
    format_cards,
    read_rank,
    read_symbol,
    shorten,
)
from equity.errors import CardError, cut
from equity.hand_sets import (
    Both,
    Either,
    Every,
    Hands,
    Listed,
    Pattern,
    Slot,
    Space,
    Suits,
    Without,
    class_masks,
)

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

_ANY = frozenset({"random", "any"})
_SEPARATORS = frozenset(",;")
_VARIABLES = frozenset("xyzwXYZW")
# a digit fits in one place only: a long run of digits must not be tried in all ways to divide it
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]([+-]?[0-9]{1,4}))?")
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\s,;()\[\]:@%!/]*")
_KNOWN_CARDS = re.compile("(?:[2-9TJQKA][cdhs])+")
_CLASS = re.compile(r"(?:10|[2-9TJQKA]){2}[so]?(?:[+-].*)?", re.IGNORECASE)
_KIND_AT_THE_END = re.compile(r"(.+?)(ds|ss|rainbow)", re.IGNORECASE)
_CARD = {
    rank + suit: 1 << 4 * i + j for i, rank in enumerate(RANKS) for j, suit in enumerate(SUITS)
}
_DEEPEST = 20
_UNIT_FORM = "a weight from 0 to 1 is written AKs:0.5 or 0.5(AKs)"
_CENT_FORM = "per cent from 0 to 100 is written AKs@50, 50%(AKs) or [50]AKs[/50]"
_IN_GROUP = "inside a weighted group"
_IN_CONDITION = "in a condition"


class Entry(NamedTuple):
    """Hands with one weight, and the place in the text that names them."""

    hands: Hands
    weight: float
    start: int
    end: int


class Item(NamedTuple):
    """Where an item of a list is in the text, whether it is a bare ``50%``, and has a weight."""

    start: int
    end: int
    share: bool
    weighted: bool


def plural(count: int) -> str:
    """Say how many cards."""
    return "1 card" if count == 1 else f"{count} cards"


def union(entries: Sequence[Entry]) -> Hands:
    """Give the hands of all entries, whatever their weights."""
    return entries[0].hands if len(entries) == 1 else Either([entry.hands for entry in entries])


class Reader:
    """Reads a text into entries, one character after the other.

    Parameters
    ----------
    text : str
        What to read.
    size : int, optional
        Cards of a hand; without it the first hand that is named decides.
    deck : Deck
        The deck the hands are from.
    most : int, optional
        Given where hands may have fewer cards, up to this many, and up cards may follow a slash.
    """

    def __init__(
        self, text: str, size: int | None, deck: Deck = STANDARD, most: int | None = None
    ) -> None:
        self.text = text
        self.size = size
        self.deck = deck
        self.most = most
        self.at = 0
        self.depth = 0
        self.weights = 0
        self.share = (-1, -1)

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

    def everything(self) -> list[Entry]:
        """Read the whole text, or what is before the slash where up cards may follow."""
        if not self.text or self.text.isspace():
            form = "a hand such as AhKh or a range such as QQ+"
            if self.most is not None:
                form = "cards such as AhKd, or random if nothing is known"
            self.fail(f"nothing given; expected {form}", 0, 0)
        entries = self.entries("")
        if self.at < len(self.text) and not self.ends_down_cards():
            self.fail("closes nothing that was opened", self.at, self.at + 1)
        return entries

    def ends_down_cards(self) -> bool:
        """Whether the slash before up cards is at hand."""
        return self.most is not None and self.char == "/" and not self.depth

    def entries(self, closing: str, outer: str = "") -> list[Entry]:
        """Read a list of entries up to the closing character (or the end).

        `outer` is empty where weights are welcome, else where we are.
        """
        found: list[Entry] = []
        before = None
        separator = -1
        while True:
            spaced = self.skip()
            char = self.char
            if (
                char in ")]"
                or (char == closing and self.text.startswith("[/", self.at))
                or self.ends_down_cards()
            ):
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
            start, weights = self.at, self.weights
            found += self.item(outer)
            share = self.share == (start, self.at)
            item = Item(start, self.at, share, self.weights > weights)
            if before and separator < 0 and (before.share or share):
                self.fail_share(before, item, outer)
            before = item
            separator = -1

    def fail_share(self, before: Item, item: Item, outer: str) -> NoReturn:
        """Refuse ``JTs 50%`` and ``50% JTs``, which may be a weight or an entry of its own."""
        first, second = (cut(self.text[part.start : part.end]) for part in (before, item))
        of_its_own = f"an entry of its own, {first}, {second}"
        message = f"write a comma before {of_its_own}"
        if not (outer or before.weighted or item.weighted):
            weight = f"{first}@{second[:-1]}" if item.share else f"{first}({second})"
            message = f"is it a weight, {weight}, or {of_its_own}? Write one of them"
        self.fail(message, before.start, item.end)

    def item(self, outer: str) -> list[Entry]:
        """Read one entry, with the conditions on it and its weight."""
        start, before = self.at, self.weights
        entries = self.part(outer)
        share = self.share == (start, self.at)
        conditions: list[Hands] = []
        while mark := self.operator(start):
            if share and mark == ":" and not conditions:
                self.fail_conditioned_share(start, outer)
            part = self.condition(self.at - 1)
            conditions.append(Without(part) if mark == "!" else part)
        end = self.at
        weighted = self.weights > before
        if conditions:
            groups = entries if weighted else [Entry(union(entries), 1.0, start, end)]
            entries = [
                Entry(Both([entry.hands, *conditions]), entry.weight, start, end)
                for entry in groups
            ]
        weight = self.suffix(start, end, outer, weighted)
        if weight is None:
            return entries
        if len(entries) == 1:
            return [Entry(entries[0].hands, weight, start, self.at)]
        return [entry._replace(weight=weight) for entry in entries]

    def fail_conditioned_share(self, start: int, outer: str) -> NoReturn:
        """Refuse ``50%:KQs``, which may be a weight or a condition; the colon is behind."""
        colon = self.at - 1
        share, hands = self.text[start:colon].rstrip(), self.ahead()
        group = hands if hands.startswith("(") else f"({hands})"
        message = f"a condition on the strongest hands is written ({share}):{hands}"
        if not outer:
            message = (
                f"is it a weight, {share}{group}, or a condition on the strongest hands, "
                f"({share}):{hands}? Write one of them"
            )
        self.fail(message, start, self.at)

    def ahead(self) -> str:
        """Go over what comes next and write it for a hint, in short if it is a group."""
        self.skip()
        start = self.at
        while self.char == "!":
            self.at += 1
            self.skip()
        self.word()
        return cut(self.text[start : self.at]) + ("(...)" if self.char == "(" else "")

    def suffix(self, start: int, end: int, outer: str, weighted: bool) -> float | None:
        """Read a weight after an entry, if there is one; it ends at `end` otherwise."""
        self.skip()
        mark = self.at
        char = self.char
        if char == "%":
            self.fail(f"misplaced; {_CENT_FORM}", mark, mark + 1)
        if not char or char not in ":@":
            if char == "/" and self.most is None:
                self.fail("not understood here; expected a comma or the end", mark, mark + 1)
            self.at = end
            return None
        self.at += 1
        self.skip()
        first, last = self.word()
        if self.char == "%" and _NUMBER.fullmatch(self.text, first, last):
            self.fail_share_as_weight(self.text[start:end], mark, first, last, outer or weighted)
        if outer:
            self.fail(f"a weight {outer}; give one weight, to the whole", mark, last)
        if weighted:
            entry = self.text[start:end]
            self.fail(f"a second weight for {shorten(entry)}; give one weight", mark, last)
        weight = self.number(first, last, char == "@", mark, last)
        end = self.at
        if self.operator(start):
            self.fail("the weight comes last, after all conditions", self.at - 1, self.at)
        self.skip()
        if self.char and self.char in ":@":
            entry = self.text[start:end]
            self.fail(
                f"a second weight for {shorten(entry)}; give one weight", self.at, self.at + 1
            )
        if self.char == "%":
            self.fail(f"misplaced; {_CENT_FORM}", mark, self.at + 1)
        self.at = end
        return weight

    def fail_share_as_weight(
        self, name: str, mark: int, first: int, last: int, weighted: object
    ) -> NoReturn:
        """Refuse ``AA:50%`` and ``AA@50%``: text[mark] is the sign, text[last] the ``%``."""
        name, number = cut(name), cut(self.text[first:last])
        readings = [] if weighted else [f"{name}@{number}"]
        if self.text[mark] == ":" and self.has_order:
            readings.append(f"{name}:({number}%)")
        if len(readings) == 2:
            weight, both = readings
            message = (
                f"is it a weight, {weight}, or a condition, hands that are among the strongest "
                f"too, {both}? Write one of them"
            )
        else:
            message = f"misplaced; {f'expected {readings[0]}' if readings else _CENT_FORM}"
        self.fail(message, mark, last + 1)

    @property
    def has_order(self) -> bool:
        """Whether the hands have an order of strength."""
        return self.size == 2 and self.deck == STANDARD and self.most is None

    def group(self, start: int, weight: float | None, outer: str) -> list[Entry]:
        """Read a group in parentheses; `weight` is what stood before it."""
        opening = self.at
        if weight is not None and outer:
            self.fail(f"a weight {outer}; give one weight, to the whole", start, opening)
        self.deeper()
        self.at += 1
        entries = self.entries(")", outer if weight is None else _IN_GROUP)
        if self.char != ")":
            self.fail("the parenthesis is not closed", opening, opening + 1)
        self.at += 1
        self.depth -= 1
        return entries if weight is None else [entry._replace(weight=weight) for entry in entries]

    def bracket(self, start: int, outer: str) -> list[Entry]:
        """Read ``[50]AKs, QQ[/50]``."""
        if self.text.startswith("[/", start):
            self.fail("closes nothing that was opened", start, start + 2)
        if outer:
            self.fail(f"a weight {outer}; give one weight, to the whole", start, start + 1)
        weight = self.tag(start, 1)
        self.deeper()
        opened = self.at
        entries = self.entries("[", _IN_GROUP)
        self.depth -= 1
        if not self.text.startswith("[/", self.at):
            self.fail(
                f"not closed; expected [/{cut(self.text[start + 1 : opened])} at the end",
                start,
                opened,
            )
        closing = self.at
        if self.tag(closing, 2) != weight:
            opener = self.text[start:opened]
            self.fail(f"closes {cut(opener)}; expected the same number", closing, self.at)
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
            if self.text[start] == ":" and self.slots_up_to(first, last)[1] == last:
                form += f"; hands that are a condition :({cut(token)})"
            self.fail(f"{cut(token)} is over the top: {kind} from 0 to {most}; {form}", start, end)
        if weight == 0 and mantissa.strip("0."):
            self.fail(f"{cut(token)} is too small a weight", start, end)
        return weight

    def operator(self, start: int) -> str:
        """Go over a ``!``, or over a ``:`` that no weight follows; nothing if there is none.

        The item began at `start`.
        """
        end = self.at
        spaced = self.skip()
        mark = self.char
        if mark == "!":
            place = self.at
            if spaced:
                away = cut(self.text[start:end]) + self.ahead()
                self.fail(
                    f"to take hands away write {away}, without the space; an entry of its own "
                    "comes after a comma",
                    place,
                    place + 1,
                )
            self.at += 1
            return mark
        if mark == ":":
            self.at += 1
            after = self.at
            self.skip()
            if self.starts_a_part():
                self.at = after
                return mark
        self.at = end
        return ""

    def starts_a_part(self) -> bool:
        """Whether a set begins here rather than a weight."""
        start = self.at
        first, last = self.word()
        self.at = start
        token = self.text[first:last]
        if not token:
            return self.char in ("(", "!")
        if _NUMBER.fullmatch(token):
            return False
        named = token.lower() in _ANY or token.lower() in Suits.KINDS
        return named or read_symbol(self.text, first, self.deck)[2] > first

    def condition(self, mark: int) -> Hands:
        """Read the part after text[mark], a ``:`` or a ``!``."""
        self.skip()
        if not self.char or self.char in ",;:@%/)]":
            self.fail("expected hands after it, such as AA or (AA, AKs)", mark, mark + 1)
        return union(self.part(_IN_CONDITION))

    def part(self, outer: str) -> list[Entry]:
        """Read one part of a set: a pattern, a group, or a part that is taken away."""
        start = self.at
        char = self.char
        if char == "(":
            return self.group(start, None, outer)
        if char == "[":
            return self.bracket(start, outer)
        if char == "!":
            self.deeper()
            self.at += 1
            hands: Hands = Without(self.condition(start))
            self.depth -= 1
            return [Entry(hands, 1.0, start, self.at)]
        if char == "/":
            self.fail(
                "a slash is for up cards in stud; this game has none"
                if self.most is None
                else "up cards come after all down cards",
                start,
                start + 1,
            )
        first, last = self.word()
        if self.char == "%":
            self.at += 1
            if self.char == "(":
                cents = self.number(first, last, True, start, self.at)
                return self.group(start, cents, outer)
            hands = self.strongest(first, last)
            after = self.at
            self.share = (start, after)
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
            hands = self.pattern(first, last)
        return [Entry(hands, 1.0, start, self.at)]

    def strongest(self, first: int, last: int) -> Hands:
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
            return Every()
        if not self.has_order:
            self.fail("only the 1,326 hands of hold'em have an order of strength", first, end)
        masks: list[int] = []
        for name in HAND_ORDER:
            masks += class_masks(RANKS.index(name[0]), RANKS.index(name[1]), name[2:])
            if len(masks) * 100 >= share * 1326:
                break
        return Listed(masks)

    def pattern(self, first: int, last: int) -> Hands:
        """Read a hand or a class; words of single cards after it are joined to it."""
        token = self.text[first:last]
        if token.lower() in _ANY:
            return Every()
        if token.lower() in Suits.KINDS:
            return self.suits(first, last)
        mask = self.known_hand(token)
        if mask:
            return Listed((mask,))
        if self.size is None and _CLASS.fullmatch(token) and not token.startswith("Jk"):
            self.size = 2
        if self.size == 2:
            classes = self.classes(first, last)
            if classes is not None:
                return Listed(classes)
        slots = self.slots(first, last)
        if (self.size is None or len(slots) < self.size) and all(slot.card_like for slot in slots):
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
            if alone and token == "*" and (self.size is None or self.text.strip() == "*"):
                self.size = self.size or 1
                return Every()
        space = self.space(slots)
        for slot in slots:
            if slot.rank >= 0:
                check_in_deck(slot.rank * 4 + max(slot.suit, 0), self.deck)
        if all(slot.rank == NO_RANK for slot in slots):
            return Every()
        self.check_suits(slots, space.size)
        return self.hands_of(slots, space)

    def suits(self, first: int, last: int) -> Hands:
        """Read ``ds``, ``ss`` or ``rainbow``."""
        kind = self.text[first:last].lower()
        if self.size is None:
            self.fail("expected the cards that are held", first, last)
        fault = Suits.fault(kind, Space(self.size, self.deck))
        if fault:
            self.fail(fault, first, last)
        return Suits(kind)

    def known_hand(self, token: str) -> int:
        """Read the plain form of a whole hand, ``AhKh``; 0 if it needs a closer look."""
        if self.size is None or len(token) != 2 * self.size or not _KNOWN_CARDS.fullmatch(token):
            return 0
        mask = 0
        for at in range(0, len(token), 2):
            mask |= _CARD[token[at : at + 2]]
        return mask if mask.bit_count() == self.size and not mask & ~self.deck.mask else 0

    def space(self, slots: list[Slot]) -> Space:
        """Give the space of hands with as many cards as a pattern has, if that is right here."""
        start, end = slots[0].start, slots[-1].end
        count = plural(len(slots))
        if self.most is not None and len(slots) > self.most:
            self.fail(f"{count}; a hand has at most {self.most}", start, end)
        if self.size is None:
            self.size = len(slots)
        if len(slots) != self.size:
            if self.most is not None:
                self.fail(f"{count}; the hands before it have {self.size}", start, end)
            hint = ""
            word = cut(self.text[start:end])
            letters = sum(bool(slot.variable) for slot in slots)
            if letters == 1 and not any(slot.known for slot in slots):
                # one letter for a suit says nothing; after a known card it keeps the two apart
                ends = ((slot.start, slot.end - bool(slot.variable)) for slot in slots)
                word = cut("".join(self.text[first:last] for first, last in ends))
            if all(slot.rank == NO_RANK for slot in slots):
                hint = f"; any hand is random or {'*' * self.size}"
            elif len(slots) == 1 and self.size == 2:
                hint = f"; both are written together, and with any other card it is {word}*"
            elif len(slots) < self.size > 2:
                hint = f"; with any other cards it is {word}{'*' * (self.size - len(slots))}"
            self.fail(f"{count}; a hand has {self.size}{hint}", start, end)
        return Space(self.size, self.deck)

    def check_suits(self, slots: list[Slot], size: int) -> None:
        """Refuse patterns of which it is not certain what is meant with their suits."""
        bare = [slot for slot in slots if slot.rank >= 0 > slot.suit and not slot.variable]
        known = [slot for slot in slots if slot.known]
        if size == 2:
            if bare and not any(slot.rank == NO_RANK for slot in slots):
                self.fail("the suit is missing; expected a card such as As", *bare[0][3:])
            return
        if len(known) != 1 or not bare or any(slot.variable for slot in slots):
            return
        (card,) = known
        before = slots[slots.index(card) - 1] if slots[0] != card else card
        if before in bare and self.text[card.end - 1] in "sS":
            rest = "".join("*" if slot.rank < 0 else RANKS[slot.rank] for slot in slots)
            first = format_cards([card.rank * 4 + card.suit])
            rest = rest.replace(first[0], "", 1) if first[0] in rest else rest
            self.fail(
                f"s after a rank is spades here, not suited; with {first} write {first}{rest}, "
                "and for suited cards AxKx",
                slots[0].start,
                slots[-1].end,
            )

    def hands_of(self, slots: list[Slot], space: Space) -> Hands:
        """Give the hands of a pattern that has as many cards as a hand."""
        start, end = slots[0].start, slots[-1].end
        known = 0
        for slot in slots:
            if slot.known:
                card = slot.rank * 4 + slot.suit
                if known >> card & 1:
                    name = format_cards([card], self.deck)
                    raise CardError(f"{shorten(self.text[start:end])}: {name} is twice in one hand")
                known |= 1 << card
        if known.bit_count() == len(slots):
            return Listed((known,))
        pattern = Pattern(slots)
        if not pattern.demands:
            self.fail("no hand fits: one card would be needed twice", start, end)
        if not pattern.bound(space):
            self.fail("no hand fits: the deck has too few cards", start, end)
        return pattern

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
        return self.size is None or count < self.size

    def slots(self, first: int, last: int) -> list[Slot]:
        """Read a word as a row of cards, ranks and unknown cards."""
        found, at = self.slots_up_to(first, last)
        if at < last:
            self.stray(first, at, last)
        return found

    def slots_up_to(self, first: int, last: int) -> tuple[list[Slot], int]:
        """Read as much of a word as is cards, and give the place where that ends."""
        text = self.text
        found: list[Slot] = []
        at = first
        while at < last:
            rank, suit, end = read_symbol(text, at, self.deck)
            if end == at:
                break
            variable = ""
            if rank >= 0 and suit < 0 and text[end : end + 1] in _VARIABLES and end < last:
                variable = text[end].lower()
                end += 1
            found.append(Slot(rank, suit, variable, at, end))
            at = end
        return found, at

    def stray(self, first: int, at: int, last: int) -> NoReturn:
        """Refuse what is no card at text[at] inside a word."""
        token, char = self.text[first:last], self.text[at]
        if char in _VARIABLES:
            hint = "".join("*" if c in _VARIABLES else c for c in token)
            self.fail(
                f"{char!r} stands for a suit and only after a rank; an unknown card is *, as in "
                f"{shorten(hint)}",
                first,
                last,
            )
        ending = _KIND_AT_THE_END.fullmatch(token)
        if ending and at > first:
            cards, kind = ending.groups()
            found, end = self.slots_up_to(first, first + len(cards))
            stars = "*" * ((self.size or 0) - len(found))
            if end >= first + len(cards):
                self.fail(
                    "how suits fall is a condition of its own; expected "
                    f"{cut(cards)}{stars}:{kind.lower()}",
                    first,
                    last,
                )
        if char in "+-" and self.size != 2:
            self.fail(
                f"{char!r} is for hands of two cards, as in ATs+ or JJ-99; expected each pattern "
                "by itself, as in KK**, AA**",
                at,
                at + 1,
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
            f"{shorten(self.text[at:last])} is not understood after {shorten(self.text[first:at])}"
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
                self.fail(f"{shorten(text[at + 1 :])} is not understood after +", first, last)
            if top < low:
                name = RANKS[low] + RANKS[top] + kind
                self.fail(f"+ needs the higher rank first; expected {name}+", first, last)
            if top == low:
                return self.ladder([(rank, rank) for rank in range(12, top - 1, -1)], kind)
            return self.ladder([(top, rank) for rank in range(top - 1, low - 1, -1)], kind)
        if text[at] == "-":
            return self.dash(top, low, kind, first, at, last)
        if text[at] in "?*" or read_symbol(self.text, at, self.deck)[2] > at:
            return None
        if text[at] in _VARIABLES:
            self.stray(first, at, last)
        self.fail(
            f"{shorten(text[at:])} is not understood after {shorten(text[first:at])}; "
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
                else (f"{shorten(text[end:])} is not understood after the second hand")
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
            masks += class_masks(top, low, kind)
        return masks
