"""Hands that may get more cards: down cards, up cards, unknown ones, and ranges of them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.cards import STANDARD, Deck, parse_cards
from equity.errors import CardError, EquityError, NotationError, RuleError
from equity.partial_hands import PartialHand, as_partial_hand
from equity.ranges import Range

JOKER_DECK = Deck(jokers=1)


def up(text: str) -> tuple[int, ...]:
    """Numbers of some cards."""
    return tuple(parse_cards(text))


MEANINGS = {
    # text: known cards as a range (nothing: None), up cards, unknown down cards
    "AhKd": ("AhKd", "", 0),
    "Ah": ("Ah", "", 0),
    "Ah Kd 2c": ("AhKd2c", "", 0),
    "AhKd 2c": ("AhKd2c", "", 0),
    "AhKd/As2c": ("AhKdAs2c", "As2c", 0),
    "AhKd / As 2c": ("AhKdAs2c", "As2c", 0),
    "AhKd/As,2c": ("AhKdAs2c", "As2c", 0),
    "Ah/Kd": ("AhKd", "Kd", 0),
    "??/QsJd": ("QsJd", "QsJd", 2),
    "? ?/QsJd": ("QsJd", "QsJd", 2),
    "**/JdQs": ("QsJd", "JdQs", 2),
    "?/QsJd": ("QsJd", "QsJd", 1),
    "*/QsJd": ("QsJd", "QsJd", 1),
    "/QsJd": ("QsJd", "QsJd", 0),
    "random/QsJd": ("QsJd", "QsJd", 0),
    "Ah?/QsJd": ("AhQsJd", "QsJd", 1),
    "?Ah/QsJd": ("AhQsJd", "QsJd", 1),
    "Ah ? ?": ("Ah", "", 2),
    "random": (None, "", 0),
    "any": (None, "", 0),
    "?": (None, "", 1),
    "???????": (None, "", 7),
    "AhKdQcJsTh9d8c": ("AhKdQcJsTh9d8c", "", 0),
    "AA": ("AA", "", 0),
    "QQ+": ("QQ+", "", 0),
    "AKs": ("AKs", "", 0),
    "AA,KK/QsJd": ("AsAhQsJd,AsAdQsJd,AsAcQsJd,AhAdQsJd,AhAcQsJd,AdAcQsJd,"
                   "KsKhQsJd,KsKdQsJd,KsKcQsJd,KhKdQsJd,KhKcQsJd,KdKcQsJd", "QsJd", 0),
    "A/KsQs": ("AsKsQs,AhKsQs,AdKsQs,AcKsQs", "KsQs", 0),
    "A,K/KsQs": ("AsKsQs,AhKsQs,AdKsQs,AcKsQs,KhKsQs,KdKsQs,KcKsQs", "KsQs", 0),
    "A,10:0.5/KsQs": ("AsKsQs,AhKsQs,AdKsQs,AcKsQs,KsQsTs:0.5,KsQsTh:0.5,KsQsTd:0.5,KsQsTc:0.5",
                      "KsQs", 0),
    "(As,Ad)/KsQs": ("AsKsQs,AdKsQs", "KsQs", 0),
    "AA/As": ("AsAhAd,AsAhAc,AsAdAc", "As", 0),
    "AhKh,QsQd": ("AhKh,QsQd", "", 0),
    "AA:0.5,KK/Ks": ("AsAhKs:0.5,AsAdKs:0.5,AsAcKs:0.5,AhAdKs:0.5,AhAcKs:0.5,AdAcKs:0.5,"
                     "KsKhKd,KsKhKc,KsKdKc", "Ks", 0),
    "AA!As*/2c": ("AhAd2c,AhAc2c,AdAc2c", "2c", 0),
    "AKs/2c": ("AsKs2c,AhKh2c,AdKd2c,AcKc2c", "2c", 0),
    "AxKxQx/2c": ("AsKsQs2c,AhKhQh2c,AdKdQd2c,AcKcQc2c", "2c", 0),
    "AKQ": ("AKQ", "", 0),
}  # fmt: skip


@pytest.mark.parametrize("text", MEANINGS)
def test_meaning(text: str) -> None:
    known, seen, unknown = MEANINGS[text]
    hand = as_partial_hand(text, 7)
    assert hand.up == up(seen)
    assert hand.unknown_down == unknown
    if known is None:
        assert hand.hands == Range.unknown()
        assert (hand.hands.size, len(hand.hands), hand.held) == (0, 1, unknown)
    else:
        assert hand.hands == Range(known, hand.hands.size)
        assert hand.held == hand.hands.size + unknown


def test_patterns_and_their_sizes() -> None:
    assert as_partial_hand("AK*/2c", 7).hands.size == 4
    assert len(as_partial_hand("AK*/2c", 7).hands) == len(Range("AK*", 3).without(1))
    assert as_partial_hand("A*/2c", 7).hands == Range("A*").with_cards(1)


def test_other_seats() -> None:
    assert as_partial_hand([51, 47], 5) == as_partial_hand("AsKs", 5)
    assert as_partial_hand(np.array([51]), 5) == as_partial_hand("As", 5)
    assert as_partial_hand(["As", "?"], 5) == PartialHand(Range("As", 1), (), 1)
    assert as_partial_hand([], 5) == PartialHand(Range.unknown())
    assert as_partial_hand(Range("AA"), 5).hands == Range("AA")
    assert as_partial_hand(Range("random"), 5) == PartialHand(Range.unknown(), (), 2)
    assert as_partial_hand(Range.unknown(), 5, JOKER_DECK).hands == Range.unknown(JOKER_DECK)
    assert as_partial_hand(Range("AA"), 5, JOKER_DECK).hands == Range("AA", deck=JOKER_DECK)
    assert as_partial_hand("JkAh/As", 5, JOKER_DECK).hands == Range("JkAhAs", 3, JOKER_DECK)
    assert as_partial_hand("Ah/Jk", 5, JOKER_DECK).up == (52,)


def test_a_value() -> None:
    for text in ("AhKd/As2c", "random", "AA/2c"):
        hand = as_partial_hand(text, 7)
        assert hash(hand) == hash(as_partial_hand(text, 7))
        assert pickle.loads(pickle.dumps(hand)) == hand
        assert copy.deepcopy(hand) == hand


REFUSED = [
    ("", NotationError, "nothing given.*random if nothing is known"),
    ("   ", NotationError, "nothing given"),
    ("AhKdQcJsTh9d", NotationError, "6 cards; a hand has at most 5"),
    ("Ah?????", NotationError, "6 cards; a hand has at most 5"),
    ("AKQJT9", NotationError, "6 cards; a hand has at most 5"),
    ("AhKdQc/JsTh9d", CardError, "6 cards; a hand has at most 5"),
    ("???/JsTh9d", CardError, "6 cards; a hand has at most 5"),
    ("/AsKsQsJsTs9s", CardError, "6 cards; a hand has at most 5"),
    ("AhAh", CardError, "Ah is twice"),
    ("AhKd/Ah2c", CardError, "Ah is both down and up"),
    ("Kd/AhAh", CardError, "Ah is given twice"),
    ("AA/AsAhAdAc", CardError, "no hand is left without the up cards"),
    ("AxAy/AsAhAd", CardError, "no hand is left without the up cards"),
    ("AhKd/?", NotationError, "everybody sees an up card"),
    ("AhKd/As*", NotationError, "everybody sees an up card"),
    ("AhKd/A", NotationError, "suit is missing"),
    ("AhKd/AA", NotationError, "suit is missing"),
    ("AhKd/", NotationError, "expected an up card"),
    ("/", NotationError, "expected an up card"),
    ("AhKd/As,", NotationError, "expected an up card"),
    ("AhKd/,As", NotationError, "expected an up card"),
    ("AhKd/As/2c", NotationError, "expected an up card"),
    ("AhKd,/As", NotationError, "expected an entry after"),
    ("AhKd/As:0.5", NotationError, "expected an up card"),
    ("(AhKd/As)", NotationError, "comma or whitespace"),
    ("( /As)", NotationError, "after all down cards"),
    ("As,Ks", NotationError, r"written AsKs, .* \(As,Ks\)"),
    ("As,Ks/Qs", NotationError, r"one or the other \(As,Ks\)"),
    ("A K/Qs", NotationError, r"one or the other \(A,K\)"),
    ("As,K/Qs", NotationError, r"one or the other \(As,K\)"),
    ("AA,AKQ", NotationError, "'AKQ': 3 cards; the hands before it have 2"),
    ("Ah,AKs", NotationError, "2 cards; the hands before it have 1"),
    ("ds/As", NotationError, "expected the cards that are held"),
    ("random, random", NotationError, "expected the cards that are held"),
    ("!random", NotationError, "expected the cards that are held"),
    ("15%/As", NotationError, "order of strength"),
    ("AA:0", CardError, "no hand is left; every weight is 0"),
    ("random:0", CardError, "no hand is left; every weight is 0"),
    ("Jk/As", NotationError, "has none"),
    ("Ah/Jk", NotationError, "has none"),
    ("hello", NotationError, "not understood"),
    ("AAxx/2c", NotationError, "unknown card is"),
]


@pytest.mark.parametrize(("text", "error", "message"), REFUSED)
def test_refused(text: str, error: type[EquityError], message: str) -> None:
    with pytest.raises(error, match=f"^seat 2: .*({message})") as caught:
        as_partial_hand(text, 5, STANDARD, "seat 2")
    if isinstance(caught.value, NotationError):
        assert caught.value.text == text
        assert caught.value.span is not None


@pytest.mark.parametrize(
    ("seat", "error", "message"),
    [
        ([51, 51], CardError, "As is given twice"),
        ([51, 52], CardError, "not in this deck"),
        ([51, 50, 49, 48, 47, 46], CardError, "6 cards; a hand has at most 5"),
        (["?"] * 6, CardError, "6 cards; a hand has at most 5"),
        (None, RuleError, ""),
        (51, RuleError, ""),
        ([True], RuleError, ""),
        (Range("random", 6), RuleError, "6-card hands; a hand has at most 5"),
        (Range("AA:0"), CardError, "no hand is left"),
        (Range("22"), CardError, "not in this deck"),
    ],
)
def test_other_seats_refused(seat: object, error: type[EquityError], message: str) -> None:
    deck = Deck(lowest_rank="7")
    with pytest.raises(error, match=f"^seat 2: .*{message}"):
        as_partial_hand(seat, 5, deck, "seat 2")  # type: ignore[arg-type]


PIECES = st.sampled_from(
    ["A", "K", "?", "*", "Ah", "Ks", "Qd", "/", "/", ",", " ", "AA", "QQ+", "AKs", "!", ":", "(",
     ")", "random", ":0.5", "Jk", "x", "ds", "%"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=8).map("".join), st.sampled_from([STANDARD, JOKER_DECK]))
def test_any_text_is_a_hand_or_refused(text: str, deck: Deck) -> None:
    try:
        hand = as_partial_hand(text, 5, deck)
    except EquityError as error:
        fault = error
    else:
        assert hand.held <= 5
        assert len(hand.hands)
        seen = sum(1 << card for card in hand.up)
        assert (hand.hands.masks & np.uint64(seen) == seen).all()
        return
    assert str(fault).startswith("seat 0: ")
    if isinstance(fault, NotationError):
        assert fault.text == text
        assert fault.span is not None
        assert 0 <= fault.span[0] <= fault.span[1] <= len(text)


def test_a_joker_alone_is_one_card() -> None:
    """Not the class of jack and king, which is two."""
    deck = Deck(jokers=1)
    assert as_partial_hand("Jk", 5, deck).hands.size == 1
    assert as_partial_hand("Jk/As", 5, deck).up == (51,)
    assert as_partial_hand("JK", 5, deck).hands.size == 2
