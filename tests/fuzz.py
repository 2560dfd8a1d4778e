"""Attack the readers of notation with random texts, for as long as wished.

``python -m tests.fuzz --seconds 60 --seed 1``; without ``--seconds`` until Ctrl-C. Four things must
hold of every text:

* only an `EquityError` is raised, short, and with a place that is in the text;
* what is read and written is read again as the same range, written in the same way;
* texts made together with their meaning are read so (a plain reader, hand by hand);
* a text eight times as long takes some eight times as long.

What breaks one is printed, with what repeats it: ``--seed S --start N``.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from random import Random

from equity.banking.cards_left import read_ranks
from equity.cards import (
    RANKS,
    STANDARD,
    SUITS,
    Deck,
    card_name,
    format_cards,
    parse_board,
    parse_card,
    parse_cards,
)
from equity.errors import EquityError, NotationError
from equity.notation import HAND_ORDER
from equity.partial_hands import as_partial_hand
from equity.ranges import Range

Hand = frozenset[str]
Rule = Callable[[Hand], bool]

SMALL = Deck(lowest_rank="T")
DECKS = [STANDARD, Deck(jokers=1), Deck(jokers=2), Deck(lowest_rank="6"), SMALL,
         Deck(lowest_rank="Q", jokers=1)]  # fmt: skip
SPACES = [(2, STANDARD)] * 4 + [(2, deck) for deck in DECKS[1:]] + [(1, STANDARD), (1, DECKS[2])]
SPACES += [(size, deck) for size in (3, 4) for deck in DECKS[4:]] + [(5, DECKS[5])]
SPACES += [(3, deck) for deck in DECKS[1:3]]
PIECES = [*"AKQJT98765432", *"cdhsxyzwo", *"AAKK22", "10", "1", "0", "9" * 30, "As", "Kh", "2c",
          "AK", "AKs", "QQ+", "JJ-99", "76s-54s", "A5s-A2s", "ATo+", "random", "any", "*", "**",
          "?", "AA**", "AxKx", "ds", "ss", "rainbow", "15%", "50%", "100%", "%", ":0.5", ":1", ":0",
          ":", "@50", "@", "0.5(", "50%(", "[50]", "[/50]", "[", "]", "(", ")", "(", ")", "!", ",",
          ",", ", ", ";", " ", " ", "\t", "\n", "/", "+", "-", ".", "1e-3", "1e", "e9999", "5e-324",
          "Jk", "Jk1", "Jk2", "JK", "joker", "Xx", "🃏", "♠", "♥\ufe0f", "♢", "黑桃", "紅心", "红",
          "梅花", "\u200b", "\x00", "é", "\ud800", "٣", "²"]  # fmt: skip
WEIGHTS = [(1.0, "{}")] * 3 + [
    (0.5, "{}:0.5"), (0.5, "{}@50"), (0.25, "0.25({})"), (0.125, "12.5%({})"),
    (0.5, "[50]{}[/50]"), (0.0, "{}:0"), (1.0, "({})"), (1e-300, "{}:1e-300"),
]  # fmt: skip
LONGEST_MESSAGE = 1_000
SHORT, TIMES = 600, 8
"""Characters of a long text, and how many times as long the longer one is."""
NOTICED, TOLERATED = 0.1, 3.0
"""Seconds of CPU time from which growth is looked at, and how far above the linear it may be."""


def any_text(random: Random) -> str:
    """Make a text of pieces of notation, or change a text that has a meaning."""
    if random.random() < 0.5:
        return "".join(random.choices(PIECES, k=random.randint(1, 12)))
    text = weighted_list(random, *random.choice(SPACES))[0]
    for _ in range(random.randint(0, 3)):
        first, last = sorted(random.randint(0, len(text)) for _ in range(2))
        piece = random.choice([*PIECES, "", text[first:last]])
        if random.random() < 0.5:
            last = min(last, first + 1)
        text = text[:first] + piece + text[last:]
    return text


def long_text(random: Random) -> Callable[[int], str]:
    """Make texts of any length: the same again and again, between two others."""
    before, after = ("".join(random.choices(PIECES, k=random.randint(0, 3))) for _ in range(2))
    unit = "".join(random.choices(PIECES, k=random.randint(1, 3)))
    return lambda length: before + unit * (length // len(unit)) + after


@cache
def every(size: int, deck: Deck) -> tuple[Hand, ...]:
    """Give all hands of a deck, as sets of names."""
    names = [card_name(card, deck) for card in deck.cards]
    return tuple(frozenset(hand) for hand in itertools.combinations(names, size))


def in_class(hand: Hand, first: str, second: str, kind: str) -> bool:
    """Tell whether two cards are of two ranks, suited or not."""
    one, other = hand
    if one.startswith("Jk") or other.startswith("Jk") or {one[0], other[0]} != {first, second}:
        return False
    return not kind or (kind == "s") == (one[1] == other[1])


def classes(random: Random, deck: Deck) -> tuple[str, Rule]:
    """Make classes of two cards: ``AK``, ``AKs+``, ``JJ-99``, ``A5s-A2s``, ``76s-54s``."""
    ranks = RANKS[deck.lowest :]
    low, high = sorted(random.choices(range(len(ranks)), k=2))
    kind = "" if low == high else random.choice(["", "s", "o"])
    form = random.choice(["", "+", "-"])
    steps = [(high, low)]
    name = ranks[high] + ranks[low] + kind
    if form == "+":
        steps = [(at, at) if low == high else (high, at) for at in range(low, len(ranks))]
        steps = [(top, under) for top, under in steps if low == high or under < top]
        name += "+"
    elif form == "-":
        shift = random.randint(0, low)
        if low == high or random.random() < 0.5:  # pairs, or the same gap
            steps = [(high - at, low - at) for at in range(shift + 1)]
        else:
            steps = [(high, low - at) for at in range(shift + 1)]
        ends = [ranks[steps[at][0]] + ranks[steps[at][1]] + kind for at in (0, -1)]
        name = "-".join(random.sample(ends, 2))
    elif random.random() < 0.2:
        name = ranks[low] + ranks[high] + kind
    if random.random() < 0.2:
        name = name.replace("T", "10")
    if random.random() < 0.2:
        name = name.lower()
    pairs = [(ranks[a], ranks[b]) for a, b in steps]
    return name, lambda hand: any(in_class(hand, a, b, kind) for a, b in pairs)


def spelled(random: Random, card: str) -> str:
    """Spell a card in one of its ways."""
    if card.startswith("Jk"):
        return card
    rank, suit = card
    sign = dict(zip(SUITS, "♣♦♥♠", strict=True))[suit]
    word = dict(zip(SUITS, ("梅花", "方塊", "红心", "黑桃"), strict=True))[suit]
    ten = "10" if rank == "T" else rank
    ways = [card] * 4 + [card.lower(), ten + suit, rank + sign, sign + ten, word + rank]
    return random.choice(ways)


def pattern(random: Random, size: int, deck: Deck) -> tuple[str, Rule]:
    """Make a pattern of cards, ranks, ranks with a letter for the suit, and any cards."""
    hand = [card_name(card, deck) for card in random.sample(deck.cards, size)]
    slots: list[str] = []
    letters = dict(zip(SUITS, random.sample("xyzw", 4), strict=True))
    whole = random.random() < 0.3
    for card in hand:
        kind = 0 if whole else random.randint(0, 3)
        if kind == 3:
            slots.append("*")
        elif kind == 0 or card.startswith("Jk"):
            slots.append(card)
        else:
            slots.append(card[0] + (letters[card[1]] if kind == 1 else ""))
    known = [slot for slot in slots if slot.startswith("Jk") or slot[-1] in SUITS]
    if size == 2 or any(
        slot[-1] in SUITS for slot in slots
    ):  # a rank alone is refused, or may be: it is not certain what is meant
        slots = [
            card[0] + letters[card[1]] if slot in RANKS else slot
            for slot, card in zip(slots, hand, strict=True)
        ]
    cards_only = all(slot == "*" or slot in known for slot in slots)
    between = " " if cards_only and random.random() < 0.3 else ""
    text = between.join(spelled(random, s) if s in known else s for s in slots)
    if not between and "Jk" in text:  # a digit after a joker is its number
        text = "".join(sorted(slots, key=lambda slot: slot.startswith("Jk")))
        slots.sort(key=lambda slot: slot.startswith("Jk"))
    fixed = frozenset(slot for slot in slots if slot in known)
    loose = [slot for slot in slots if slot not in known]
    named = [slot[0] for slot in loose if slot != "*"]

    def fits(held: Hand) -> bool:
        if not fixed <= held:
            return False
        rest = held - fixed
        ranks = [card[0] for card in rest]
        if any(ranks.count(rank) < named.count(rank) for rank in named):
            return False
        return any(in_order(order, loose) for order in itertools.permutations(rest))

    return text, fits


def in_order(cards: Iterable[str], slots: list[str]) -> bool:
    """Tell whether cards are what the slots say, one by one."""
    suit_of: dict[str, str] = {}
    for card, slot in zip(cards, slots, strict=True):
        if slot == "*":
            continue
        if card.startswith("Jk") or card[0] != slot[0]:
            return False
        if len(slot) == 2 and suit_of.setdefault(slot[1], card[1]) != card[1]:
            return False
    return len(set(suit_of.values())) == len(suit_of)


def suits(random: Random) -> tuple[str, Rule]:
    """Make a condition on how suits fall."""
    kind = random.choice(["ds", "ss", "rainbow"])

    def fits(hand: Hand) -> bool:
        held = [card[1] for card in hand if not card.startswith("Jk")]
        counts = [held.count(suit) for suit in set(held)]
        twice = sum(count > 1 for count in counts)
        if kind == "rainbow":
            return not twice
        return twice == 2 if kind == "ds" else twice == 1 and len(counts) > 2

    return kind, fits


def strongest(random: Random) -> tuple[str, Rule]:
    """Make the strongest so many per cent, in parentheses so that it can stand anywhere."""
    number = random.choice(["1", "2.5", "15", "33.3", "1e1", "60", "100"])
    names, combos = [], 0
    for name in HAND_ORDER:
        if combos >= float(number) * 13.26:
            break
        names.append(name)
        combos += 6 if len(name) == 2 else 4 if name[2] == "s" else 12
    return f"({number}%)", lambda hand: any(in_class(hand, n[0], n[1], n[2:]) for n in names)


def part(random: Random, size: int, deck: Deck, depth: int) -> tuple[str, list[Rule]]:
    """Make one part of a set: what a group lists is given one by one, for each must fit a hand."""
    kind = random.randint(0, 9)
    if kind == 0:
        return random.choice(["random", "any", "*" * size, "?" * size]), [lambda hand: True]
    if kind == 1 and depth:
        parts = [conjunction(random, size, deck, depth - 1) for _ in range(random.randint(1, 3))]
        text = ", ".join(text for text, _ in parts)
        return f"({text})", [rule for _, rules in parts for rule in rules]
    if kind == 2:
        text, rules = part(random, size, deck, depth)
        return f"!{text}", [lambda hand: not any(rule(hand) for rule in rules)]
    text, rule = plain_part(random, size, deck, kind)
    return text, [rule]


def plain_part(random: Random, size: int, deck: Deck, kind: int) -> tuple[str, Rule]:
    """Make a part that is one word or one hand."""
    if kind == 3 and size == 4:
        return suits(random)
    if kind == 3 and size == 2 and deck == STANDARD:
        return strongest(random)
    if kind < 8 and size == 2:
        return classes(random, deck)
    return pattern(random, size, deck)


def conjunction(random: Random, size: int, deck: Deck, depth: int) -> tuple[str, list[Rule]]:
    """Make a part with conditions."""
    text, rules = part(random, size, deck, depth)
    for _ in range(random.choice([0, 0, 0, 1, 2])):
        more, others = part(random, size, deck, depth)
        away = random.random() < 0.5
        if more.isdigit() and not away:  # 99 after a colon would be a weight
            more = f"({more})"
        text += ("!" if away else random.choice([":", " : "])) + more
        rules = [restricted(rules, others, away)]
    return text, rules


def restricted(rules: list[Rule], others: list[Rule], away: bool) -> Rule:
    """Join one of some rules with a condition, or with its opposite."""
    return lambda hand: (
        any(rule(hand) for rule in rules) and any(rule(hand) for rule in others) != away
    )


def weighted_list(random: Random, size: int, deck: Deck) -> tuple[str, list[tuple[Rule, float]]]:
    """Make a list of sets with weights."""
    words, entries = [], []
    for _ in range(random.choice([1, 1, 2, 3, 5])):
        text, rules = conjunction(random, size, deck, 2)
        weight, form = random.choice(WEIGHTS)
        words.append(form.format(text))
        entries += [(rule, weight) for rule in rules]
    return random.choice([",", ", ", ";", " ;\n"]).join(words), entries


def meaning(entries: list[tuple[Rule, float]], size: int, deck: Deck) -> dict[Hand, float] | None:
    """Give the hands of a list with their weights: ``None`` if it must be refused."""
    weight_of = dict[Hand, float]()
    for rule, weight in entries:
        found = [hand for hand in every(size, deck) if rule(hand)]
        if not found or any(weight_of.setdefault(hand, weight) != weight for hand in found):
            return None
    return {hand: weight for hand, weight in weight_of.items() if weight}


def check_error(error: EquityError, text: str) -> None:
    """Check a refusal."""
    assert 0 < len(str(error)) <= LONGEST_MESSAGE, f"a message of {len(str(error))} characters"
    if isinstance(error, NotationError) and error.span is not None:
        assert error.text == text
        start, end = error.span
        assert 0 <= start <= end <= max(1, len(text)), error.span
        shown = error.pointer().split("\n")
        assert len(shown) == 2, shown
        assert shown[1].strip(" ").strip("^") == "", shown
        assert shown[1].endswith("^"), shown


def check_meaning(random: Random) -> str:
    """Read a text that was made together with its meaning."""
    size, deck = random.choice([space for space in SPACES if space[0] > 1])
    text, entries = weighted_list(random, size, deck)
    expected = meaning(entries, size, deck)
    refused: EquityError | None = None
    try:
        found = Range(text, size, deck)
    except EquityError as error:
        refused = error
    if refused:
        check_error(refused, text)
        assert expected is None, f"{text!r} of {size} cards, {deck}: refused, {refused}"
        return text
    assert expected is not None, f"{text!r} of {size} cards, {deck}: read, though it is wrong"
    hands = {
        frozenset(card_name(card, deck) for card in row): weight
        for row, weight in zip(found.cards.tolist(), found.weights.tolist(), strict=True)
    }
    assert hands == expected, f"{text!r} of {size} cards, {deck}: other hands or weights"
    check_written(found)
    return text


def check_written(found: Range) -> None:
    """Write a range and read it again."""
    text = str(found)
    again = Range(text, found.size, found.deck)
    assert again == found, f"{text!r} is read as another range"
    assert str(again) == text, f"{text!r} is written again as {str(again)!r}"


def check_text(random: Random) -> str:
    """Read any text as whatever is read."""
    text = any_text(random)
    size, deck = random.choice(SPACES)
    read_all(text, size, deck, check_written)
    return text


def read_all(text: str, size: int, deck: Deck, written: Callable[[Range], None]) -> None:
    """Try all readers on a text."""
    try:
        written(Range(text, size, deck))
    except EquityError as error:
        check_error(error, text)
    readers: list[Callable[[], object]] = [
        lambda: as_partial_hand(text, 5, deck),
        lambda: parse_board(text, 5, deck),
        lambda: parse_card(text, deck),
        lambda: read_ranks(text),
    ]
    for reader in readers:
        try:
            reader()
        except EquityError as error:
            check_error(error, text)
    try:
        cards = parse_cards(text, deck)
    except EquityError as error:
        check_error(error, text)
    else:
        assert parse_cards(format_cards(cards, deck), deck) == cards


def check_time(random: Random) -> str:
    """Read a long text, and one eight times as long."""
    text = long_text(random)
    size, deck = random.choice([(2, STANDARD), (2, DECKS[1]), (4, SMALL), (3, DECKS[5])])

    def seconds(length: int) -> float:
        long = text(length)
        start = time.process_time()
        read_all(long, size, deck, lambda found: None)
        return time.process_time() - start

    longer = seconds(SHORT * TIMES)
    if longer > NOTICED:
        # other work on the machine may disturb one measurement, hardly all of three
        ratio = min(seconds(SHORT * TIMES) / max(1e-9, seconds(SHORT)) for _ in range(3))
        assert ratio < TOLERATED * TIMES, f"{text(30)!r} grows: {longer:.1f} s, ratio {ratio:.0f}"
    return text(30)


CHECKS = [check_text] * 60 + [check_meaning] * 6 + [check_time]


def attack(seed: int, number: int) -> str:
    """Make one attack and give its text."""
    random = Random(f"{seed}:{number}")
    return random.choice(CHECKS)(random)


def main(arguments: list[str] | None = None) -> int:
    """Attack until time is up, and say what broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000_000)
    parser.add_argument("--start", type=int, default=0, metavar="N", help="begin with attack N")
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}", flush=True)
    end = time.monotonic() + options.seconds
    number = options.start
    try:
        while number == options.start or time.monotonic() < end:
            attack(options.seed, number)
            number += 1
    except KeyboardInterrupt:
        pass
    except BaseException:
        print(f"broken by: python -m tests.fuzz --seed {options.seed} --start {number}")
        raise
    print(f"{number - options.start:,} attacks, nothing broke")
    return 0


if __name__ == "__main__":
    sys.exit(main())
