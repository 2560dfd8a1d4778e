"""Cards, decks and the text that names them."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity.cards import (
    JOKER,
    RANKS,
    STANDARD,
    SUITS,
    Deck,
    card_name,
    cards_of,
    format_cards,
    mask_of,
    parse_board,
    parse_card,
    parse_cards,
)
from equity.errors import CardError, EquityError, NotationError, RuleError, shown
from equity.ranges import Range

ONE_JOKER = Deck(jokers=1)
TWO_JOKERS = Deck(jokers=2)
SHORT = Deck(lowest_rank="6")
SIGNS = ["♣♧", "♦♢", "♥♡", "♠♤"]
WORDS = [["梅花"], ["方塊", "方块"], ["紅心", "红心", "紅桃", "红桃"], ["黑桃"]]


def spellings(card: int) -> list[str]:
    """Every way to write a card, made by other means than the parser's."""
    rank, suit = RANKS[card // 4], SUITS[card % 4]
    ranks = [rank, rank.lower()] + (["10"] if rank == "T" else [])
    forms = []
    for name in ranks:
        forms += [name + suit, name + suit.upper()]
        for sign in SIGNS[card % 4]:
            for selector in ("", "\ufe0e", "\ufe0f"):
                forms += [name + sign + selector, sign + selector + name]
        forms += [word + name for word in WORDS[card % 4]]
    return forms


def test_numbers() -> None:
    assert RANKS == "23456789TJQKA"
    assert SUITS == "cdhs"
    names = [card_name(card) for card in range(52)]
    assert names[0] == "2c"
    assert names[51] == "As"
    assert names == [rank + suit for rank in RANKS for suit in SUITS]
    assert format_cards([51, 32, 0]) == "AsTc2c"


@pytest.mark.parametrize("card", range(52))
def test_every_spelling_of_every_card(card: int) -> None:
    for form in spellings(card):
        assert parse_card(form) == card, form
        assert parse_card(form, TWO_JOKERS) == card, form


@pytest.mark.parametrize("between", ["", " ", ",", ", ", ";", " ; ", "\n\t", "\u3000"])
def test_separators(between: str) -> None:
    assert parse_cards(between.join(["2d", "6s", "6c", "3d", "10c"])) == [1, 19, 16, 5, 32]
    assert parse_cards(between.join(["♠A", "K♥", "黑桃10"])) == [51, 46, 35]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("1c", 0),
        ("As0d", 2),
        ("A", 0),
        ("AsK", 2),
        ("AsX", 2),
        ("sA", 0),
        ("♠", 0),
        ("As♠", 2),
        ("As,,Kd", 3),
        ("As,", 2),
        (",As", 0),
        ("As-Kd", 2),
        ("As/Kd", 2),
        ("(As)", 0),
        ("As Ks\u200b", 5),
        ("As??", 2),
        ("As *", 3),
    ],
)
def test_what_is_not_understood_is_shown(text: str, start: int) -> None:
    with pytest.raises(NotationError, match=r"^dead: ") as caught:
        parse_cards(text, what="dead")
    assert caught.value.text == text
    assert caught.value.span is not None
    assert caught.value.span[0] == start
    assert caught.value.pointer().splitlines()[1].index("^") == start


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "carets"),
    [
        ("AA,\n1s", 4, 6, "1s", "^^"),
        ("QQ+,\nAKs,\n1s\nJJ", 10, 12, "1s", "^^"),
        ("QQ+,\r\n  1s,\r\nJJ", 8, 10, "  1s,", "  ^^"),
        ("QQ+,\r1s", 5, 7, "1s", "^^"),
        ("1s\nQQ", 0, 2, "1s", "^^"),
        ("(QQ,\nAA", 0, 8, "(QQ,", "^^^^"),  # a place of two lines: as far as the first goes
        ("QQ,\nAA(\n", 8, 8, "AA(", "   ^"),  # at the end: after what is there
        ("QQ,\nAA(\n\n", 9, 9, "AA(", "   ^"),
        ("QQ\n\nAA,", 6, 7, "AA,", "  ^"),
        ("QQ\n", 2, 3, "QQ", "  ^"),
        ("\n", 0, 1, "", "^"),
        ("QQ,\t1s", 4, 6, "QQ, 1s", "    ^^"),
        ("A\x0bx\u2028y\x1b1s", 6, 8, "A x y 1s", "      ^^"),
        ("黑桃A1s", 3, 5, "黑桃A1s", "     ^^"),  # wide on a terminal
        ("A黑桃", 1, 3, "A黑桃", " ^^^^"),
        ("A♠\ufe0f1s", 3, 5, "A♠\ufe0f1s", "  ^^"),  # of no width
    ],
)
def test_the_caret_is_under_the_fault(
    text: str, start: int, end: int, line: str, carets: str
) -> None:
    assert NotationError("fault", text, start, end).pointer() == f"{line}\n{carets}"


@pytest.mark.parametrize("text", ["QQ+,\nAKs,\n1s, JJ", "QQ+\r\nJTs 50%\r\nJJ", "\n\nQQ)\n"])
def test_the_caret_of_a_range_of_several_lines(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Range(text)
    assert caught.value.text is not None
    assert caught.value.span is not None
    start, end = caught.value.span
    line, carets = caught.value.pointer().split("\n")
    at = carets.index("^")
    assert line[at : len(carets)] == text[start:end]


@pytest.mark.parametrize("char", ["A", "\u200b", "\U000e0001", "\x00", "'", "黑"])
def test_what_is_shown_is_short(char: str) -> None:
    for number in (1, 10, 60, 61, 1000):
        assert 0 < len(shown(char * number)) <= 130
    assert shown(char) == repr(char)


def test_no_cards() -> None:
    assert parse_cards("") == []
    assert parse_cards("  ") == []
    assert parse_cards([]) == []
    assert parse_board("") == []


def test_double_cards() -> None:
    with pytest.raises(CardError, match="dead: 7h is given twice"):
        parse_cards("7h 7h", what="dead")
    with pytest.raises(CardError, match="As is given twice"):
        parse_cards([51, 3, 51])
    with pytest.raises(CardError, match="Jk is given twice"):
        parse_cards("JkJk", ONE_JOKER)


class Named:
    """An object of somebody else whose text is a card."""

    def __init__(self, text: str, representation: str = "") -> None:
        self.text, self.representation = text, representation

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.representation


@pytest.mark.parametrize(
    "cards",
    [
        [51, 33],
        (51, 33),
        np.array([51, 33]),
        np.array([51, 33], np.uint8),
        [np.int16(51), np.uint64(33)],
        ["As", "10d"],
        [Named("As"), Named("TEN OF DIAMONDS (Td)", "Td")],
        iter([51, "Td"]),
    ],
)
def test_sequences(cards: object) -> None:
    found = parse_cards(cards)  # type: ignore[arg-type]
    assert found == [51, 33]
    assert all(type(card) is int for card in found)


@pytest.mark.parametrize(
    "cards",
    [
        [True],
        [np.bool_(True)],
        [51.0],
        np.array([51.0]),
        np.array([[51, 33]]),
        [None],
        [b"As"],
        b"As",
        [[51]],
        {"K": 3},
        51,
        None,
        [object()],
    ],
)
def test_wrong_types(cards: object) -> None:
    with pytest.raises(RuleError, match=r"^dead: "):
        parse_cards(cards, what="dead")  # type: ignore[arg-type]


@pytest.mark.parametrize("card", [-1, 52, 53, 54, 1000, np.int64(-1)])
def test_numbers_outside(card: int) -> None:
    with pytest.raises(CardError, match="not in this deck"):
        parse_cards([card])


def test_one_text_of_a_sequence_is_one_card() -> None:
    for bad in ("AsKd", "", "A"):
        with pytest.raises(NotationError):
            parse_cards([bad])


def test_jokers() -> None:
    for form in ("Jk", "Xx", "joker", "Joker", "🃏", "🃏\ufe0f", "Jk1"):
        assert parse_cards(form + "Ah", ONE_JOKER) == [52, 50], form
    assert parse_cards("AhJk", ONE_JOKER) == [50, 52]
    assert parse_cards("Jk10h", ONE_JOKER) == [52, 34]
    assert parse_cards("Jk2h2♠", ONE_JOKER) == [52, 2, 3]
    assert parse_cards("Jk2Jk1", TWO_JOKERS) == [53, 52]
    assert parse_cards("joker2, Jk1", TWO_JOKERS) == [53, 52]
    assert parse_cards("Jk22h", TWO_JOKERS) == [53, 2]
    assert card_name(52) == "Jk"
    assert format_cards([53, 52], TWO_JOKERS) == "Jk2Jk1"


@pytest.mark.parametrize(
    ("text", "deck", "message"),
    [
        ("Jk", STANDARD, "this deck has none; for jack-king write JK"),
        ("Xx", STANDARD, "this deck has none"),
        ("joker", STANDARD, "this deck has none"),
        ("🃏", STANDARD, "this deck has none"),
        ("Jk2", ONE_JOKER, "only one joker"),
        ("Jk", TWO_JOKERS, "say which"),
        ("jk", ONE_JOKER, "suit is missing"),
        ("JK", ONE_JOKER, "suit is missing"),
        ("xx", ONE_JOKER, "expected a card"),
    ],
)
def test_jokers_refused(text: str, deck: Deck, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_cards(text, deck)


def test_boards() -> None:
    assert parse_board("2c7d9h*Ks") == [0, 21, 30, 47]
    assert parse_board("2c 7d 9h ? Ks") == [0, 21, 30, 47]
    assert parse_board("*****") == []
    assert parse_board([0, "*", 47]) == [0, 47]
    assert parse_board("2c") == [0]
    with pytest.raises(CardError, match=r"^board has 6 cards; hold'em takes at most 5$"):
        parse_board("2c7d9h*Ks3d", 5, game="hold'em")
    with pytest.raises(CardError, match="board: 2c is given twice"):
        parse_board("2c*2c")


def test_short_deck() -> None:
    assert parse_cards("6cAs", SHORT) == [16, 51]
    with pytest.raises(CardError, match=r"5s is not in this deck.*ranks 6 to A"):
        parse_cards("As5s", SHORT)
    with pytest.raises(CardError, match="2c is not in this deck"):
        parse_cards([0], SHORT)


def test_decks() -> None:
    assert STANDARD.size == 52
    assert STANDARD.cards == tuple(range(52))
    assert STANDARD.mask == 2**52 - 1
    assert SHORT.size == 36
    assert SHORT.cards[0] == 16
    assert SHORT.mask == mask_of(SHORT.cards)
    assert TWO_JOKERS.cards[-2:] == (JOKER, JOKER + 1)
    assert Deck() == STANDARD
    assert hash(Deck("6")) == hash(SHORT)
    assert Deck("6", 1) != SHORT
    assert Deck("t").lowest_rank == "T"
    assert pickle.loads(pickle.dumps(TWO_JOKERS)) == TWO_JOKERS
    assert 51 in STANDARD
    assert 52 not in STANDARD
    assert -1 not in STANDARD
    with pytest.raises(AttributeError):
        STANDARD.jokers = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    "arguments",
    [("1", 0), ("10", 0), ("", 0), (6, 0), ("2", 3), ("2", -1), ("2", True), ("2", 1.0)],
)
def test_impossible_decks(arguments: tuple[object, object]) -> None:
    with pytest.raises(RuleError):
        Deck(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("card", [-1, 54])
def test_no_such_card_to_name(card: int) -> None:
    with pytest.raises(CardError):
        card_name(card)


def test_exactly_one_card() -> None:
    for text in ("", "AsKs"):
        with pytest.raises(NotationError, match="expected one"):
            parse_card(text)


@given(st.sets(st.integers(0, 53)))
def test_masks(cards: set[int]) -> None:
    assert cards_of(mask_of(cards)) == sorted(cards)


@given(st.lists(st.integers(0, 53), unique=True), st.sampled_from(["", " ", ", ", ";"]))
def test_names_are_read_back(cards: list[int], between: str) -> None:
    text = between.join(card_name(card, TWO_JOKERS) for card in cards)
    assert parse_cards(text, TWO_JOKERS) == cards


JOKERS = ["Jk1", "Jk2", "Jk", "Xx", "🃏", *(f"(?i:joker{n})" for n in ("1", "2", ""))]
ANY_SPELLING = re.compile(
    "|".join(
        [re.escape(form) for card in range(52) for form in sorted(spellings(card), key=len)[::-1]]
        + JOKERS
    )
)
NOTATION = st.text(st.sampled_from("AKTJQ29 10shcdSxX♠♡黑桃紅心方块梅花\ufe0f🃏jokerJk*?,;-:%()[]"))


@given(NOTATION | st.text(), st.sampled_from([STANDARD, SHORT, ONE_JOKER, TWO_JOKERS]))
def test_any_text_is_cards_or_refused(text: str, deck: Deck) -> None:
    try:
        cards = parse_cards(text, deck)
    except EquityError as error:
        fault = error
    else:
        # nothing was passed over: take every card's spelling out, and only separators are left
        left = ANY_SPELLING.sub("", text)
        assert all(char in ",;" or char.isspace() for char in left)
        assert len(ANY_SPELLING.findall(text)) == len(cards)
        assert set(cards) <= set(deck.cards)
        return
    if isinstance(fault, NotationError) and fault.span is not None:
        start, end = fault.span
        assert 0 <= start <= end <= max(len(text), 1)
        assert fault.pointer().endswith("^")
