"""Ranges of hands of more than two cards: patterns, how suits fall, and the algebra of sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import equity
from equity.cards import STANDARD, Deck, card_name, cards_of
from equity.errors import CardError, EquityError, NotationError, RuleError
from equity.hand_sets import MOST_COMBOS, MOST_TRIED
from equity.ranges import Range
from tests.effort import effort

ONE_JOKER = Deck(jokers=1)
TWO_JOKERS = Deck(jokers=2)
SHORT = Deck(lowest_rank="6")
SMALL = Deck(lowest_rank="T")
SMALL_JOKER = Deck(lowest_rank="Q", jokers=1)
Hand = frozenset[str]


@cache
def every(size: int, deck: Deck) -> tuple[Hand, ...]:
    """All hands of a deck, as sets of names."""
    names = [card_name(card, deck) for card in deck.cards]
    return tuple(frozenset(hand) for hand in combinations(names, size))


def fits(hand: tuple[str, ...], slots: tuple[str, ...]) -> bool:
    """Whether the cards, in this order, are what the slots say: ``Ah``, ``Ax``, ``A`` or ``*``."""
    suits: dict[str, str] = {}
    for card, slot in zip(hand, slots, strict=True):
        if slot == "*" or card == slot:
            continue
        if card.startswith("Jk") or card[0] != slot[0] or slot.startswith("Jk"):
            return False
        if len(slot) > 1:
            if slot[1] not in "xyzw" or suits.get(slot[1], card[1]) != card[1]:
                return False
            suits[slot[1]] = card[1]
    return len(set(suits.values())) == len(suits)


def shape(hand: Hand) -> list[int]:
    """Cards of each suit that is held, most first."""
    count = Counter(card[1] for card in hand if not card.startswith("Jk"))
    return sorted(count.values(), reverse=True)


KINDS: dict[str, Callable[[Hand], bool]] = {
    "ds": lambda hand: sum(n >= 2 for n in shape(hand)) == 2,
    "ss": lambda hand: sum(n >= 2 for n in shape(hand)) == 1 and len(shape(hand)) >= 3,
    "rainbow": lambda hand: max(shape(hand), default=0) <= 1,
}


@cache
def naive(word: str, deck: Deck, size: int) -> frozenset[Hand]:
    """The hands of a pattern with its slots apart, or of a kind of suits."""
    if word in KINDS:
        return frozenset(hand for hand in every(size, deck) if KINDS[word](hand))
    slots = tuple(word.split())
    return frozenset(
        hand
        for hand in every(size, deck)
        if any(fits(order, slots) for order in permutations(hand))
    )


def hands(text: str, size: int = 4, deck: Deck = STANDARD) -> frozenset[Hand]:
    """The hands of a range, which must all have weight 1 and be there once."""
    found = Range(text, size, deck)
    assert found.is_uniform
    assert bool((found.masks[1:] > found.masks[:-1]).all())
    return frozenset(
        frozenset(card_name(card, deck) for card in row) for row in found.cards.tolist()
    )


PATTERNS = [
    "A A * *", "A K Q J", "A A K K", "A * * *", "A A A A", "A A A *", "A A K *", "A K * *",
    "Ax Kx * *", "Ax Ky * *", "Ax Ay * *", "Ax Ay Kx Ky", "Ax Kx Qy Jy", "Ax Kx Qx Jx",
    "Ax Ky Qz Jw", "Ax A K *", "Ax Kx K *", "Ah Kh * *", "Ah Kx * *", "Ah K * *", "Ah Ax K *",
    "Ah A * *", "Ah A A *", "Ah Kh Qx Jx", "As * * *", "Ah Kd Qc Js",
]  # fmt: skip


@pytest.mark.parametrize("word", PATTERNS)
def test_patterns(word: str) -> None:
    text = word.replace(" ", "")
    assert hands(text, 4, SMALL) == naive(word, SMALL, 4)
    assert hands(f"!!{text}", 4, SMALL) == naive(word, SMALL, 4)  # asked instead of written out


@pytest.mark.parametrize("word", ["Jk * * *", "Jk A A *", "Jk Ax Kx *", "A A * *", "Jk As K *"])
def test_patterns_with_a_joker(word: str) -> None:
    assert hands(word.replace(" ", ""), 4, SMALL_JOKER) == naive(word, SMALL_JOKER, 4)


@pytest.mark.parametrize("word", ["A A *", "A K Q", "Ax Kx Qx", "Ax Kx *", "A * *", "Ax Ay *"])
def test_patterns_of_three_cards(word: str) -> None:
    assert hands(word.replace(" ", ""), 3, SMALL) == naive(word, SMALL, 3)


@pytest.mark.slow
@pytest.mark.parametrize("word", ["A A K * *", "Ax Kx Qy Jy *", "A A A A *", "Ah K * * *"])
def test_patterns_of_five_cards(word: str) -> None:
    deck = Deck(lowest_rank="J")
    assert hands(word.replace(" ", ""), 5, deck) == naive(word, deck, 5)


OMAHA: dict[str, tuple[int, Callable[[str, Counter[str]], bool]]] = {
    # the hand as text, rank and suit of each card in turn, and how many it has of each letter
    "AA**": (6_961, lambda hand, of: of["A"] >= 2),
    "AA**!AAA*": (6_768, lambda hand, of: of["A"] == 2),
    "AKQJ": (256, lambda hand, of: all(of[rank] == 1 for rank in "AKQJ")),
    "AAKK": (36, lambda hand, of: of["A"] == of["K"] == 2),
    "A***": (76_145, lambda hand, of: of["A"] > 0),
    "AxKx**": (4_894, lambda hand, of: any(f"A{s}" in hand and f"K{s}" in hand for s in "cdhs")),
    "AhKh**": (1_225, lambda hand, of: "Ah" in hand and "Kh" in hand),
    "AA**:ds": (864, lambda hand, of: of["A"] >= 2 and sum(of[s] == 2 for s in "cdhs") == 2),
    "AA**!ss": (
        2_569,
        lambda hand, of: of["A"] >= 2 and sorted(of[s] for s in "cdhs") != [0, 1, 1, 2],
    ),
    "!AA**": (263_764, lambda hand, of: of["A"] < 2),
    "ds": (36_504, lambda hand, of: sorted(of[s] for s in "cdhs") == [0, 0, 2, 2]),
    "ss": (158_184, lambda hand, of: sorted(of[s] for s in "cdhs") == [0, 1, 1, 2]),
    "rainbow": (28_561, lambda hand, of: all(of[s] == 1 for s in "cdhs")),
}


@pytest.mark.slow
def test_omaha_counts_over_all_hands() -> None:
    names = [card_name(card) for card in range(52)]
    ranges = {text: Range(text, 4) for text in OMAHA}
    found: dict[str, list[int]] = {text: [] for text in OMAHA}
    for numbers in combinations(range(52), 4):
        hand = "".join([names[number] for number in numbers])
        of = Counter(hand)
        mask = sum([1 << number for number in numbers])
        for text, (_, rule) in OMAHA.items():
            if rule(hand, of):
                found[text].append(mask)
    for text, (count, _) in OMAHA.items():
        assert len(ranges[text]) == count
        assert sorted(found[text]) == ranges[text].masks.tolist()


@pytest.mark.parametrize(
    ("text", "size", "count"),
    [
        ("AA***", 5, comb(52, 5) - comb(48, 5) - 4 * comb(48, 4)),
        ("ds", 5, 6 * 78 * 78 * 26 + 12 * 286 * 78),
        ("ss", 5, 4 * 78 * 13**3 + 12 * 286 * 169),
        ("AxKx***", 5, 4 * comb(50, 3) - 6 * comb(48, 1)),
        ("AA****", 6, comb(52, 6) - comb(48, 6) - 4 * comb(48, 5)),
        ("AKQJT9", 6, 4**6),
        ("AKQJT9:rainbow,AAKKQQ", 6, None),
        ("AAKKQQ", 6, 6**3),
        ("A******:AAAAKKQ", 7, 4 * 6 * 1),
    ],
)
def test_counts_of_other_sizes(text: str, size: int, count: int | None) -> None:
    if count is None:
        with pytest.raises(NotationError, match="6 cards cannot all be of different suits"):
            Range(text, size)
    else:
        assert len(Range(text, size)) == count


def test_every_shape_of_suits_has_one_name_at_most() -> None:
    # cards of each suit: which names they have
    shapes = {
        "AsAhKsKh": {"ds"},
        "AsKsQhJd": {"ss"},
        "AsKhQdJc": {"rainbow"},
        "AsKsQsJh": set(),
        "AsKsQsJs": set(),
        "AsKsQhJhTd": {"ds"},
        "AsKsQsJhTh": {"ds"},
        "AsKsQhJdTc": {"ss"},
        "AsKsQsJhTd": {"ss"},
        "AsKsQsJsTh": set(),
        "AsKsQhJhTdTc": {"ds"},
        "AsKsQsJhThTd": {"ds"},
        "AsKsQsJhThTc": {"ds"},
        "AsKsQsJsThTc": {"ss"},
        "AsKsQhJhTdTh": {"ds"},
        "AsKsQhJhTd9d": set(),
        "AsKsQsJsTs9h": set(),
    }
    for text, kinds in shapes.items():
        for kind in ("ds", "ss", "rainbow"):
            size = len(text) // 2
            if kind == "rainbow" and size > 4:
                continue
            if kind in kinds:
                assert len(Range(f"{text}:{kind}", size)) == 1
            else:
                with pytest.raises(NotationError, match="no hand fits"):
                    Range(f"{text}:{kind}", size)


def test_a_joker_has_no_suit_and_is_not_unknown() -> None:
    assert len(Range("JkAsAh*", 4, ONE_JOKER)) == 50
    assert hands("JkAsAh", 3, ONE_JOKER) == {frozenset(["Jk", "As", "Ah"])}
    assert len(Range("rainbow", 5, ONE_JOKER)) == 13**4
    assert len(Range("JkAA*", 4, ONE_JOKER)) == 6 * 48 + 4
    assert hands("ds", 4, SMALL_JOKER) == naive("ds", SMALL_JOKER, 4)
    assert hands("ss", 4, SMALL_JOKER) == naive("ss", SMALL_JOKER, 4)
    assert len(Range("Jk1Jk2**", 4, TWO_JOKERS)) == comb(52, 2)
    with pytest.raises(NotationError, match="has none"):
        Range("JkAsAh*", 4)
    assert Range("Jk***", 4, ONE_JOKER) != Range("****", 4, ONE_JOKER)


def test_short_deck() -> None:
    assert len(Range("66**", 4, SHORT)) == 6 * comb(32, 2) + 4 * 32 + 1
    with pytest.raises(CardError, match="not in this deck"):
        Range("55**", 4, SHORT)


WORDS = ["A A * *", "A K * *", "Ax Kx * *", "K K * *", "As * * *", "A K Q J", "ds", "ss", "rainbow"]


@st.composite
def expressions(draw: st.DrawFn, depth: int = 2) -> tuple[str, frozenset[Hand]]:
    """A list of conjunctions with their hands, by the precedence that is documented."""
    everything = frozenset(every(4, SMALL))
    words, union = [], frozenset[Hand]()
    for _ in range(draw(st.integers(1, 3))):
        text, found = "", everything
        for place in range(draw(st.integers(1, 3))):
            if depth and draw(st.integers(0, 3)) == 0:
                inner, held = draw(expressions(depth - 1))
                word = f"({inner})"
            else:
                name = draw(st.sampled_from(WORDS))
                word, held = name.replace(" ", ""), naive(name, SMALL, 4)
            sign = draw(st.sampled_from(["", "!", ":", ":!"]))
            sign = sign.lstrip(":") if place == 0 else sign or ":"
            text += sign + word
            found &= everything - held if "!" in sign else held
        if not found:
            # an entry that fits nothing is refused; see below
            text, found = "AKQJ", naive("A K Q J", SMALL, 4)
        words.append(text)
        union |= found
    return draw(st.sampled_from([",", ", ", ";"])).join(words), union


@settings(max_examples=30, deadline=None)
@given(expressions())
def test_algebra(expression: tuple[str, frozenset[Hand]]) -> None:
    text, found = expression
    assert hands(text, 4, SMALL) == found
    assert Range(str(Range(text, 4, SMALL)), 4, SMALL) == Range(text, 4, SMALL)


A, B, C = "AA**", "(AxKx**,QQ**)", "ds"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{A}!{B}", f"{A}:!{B}"),
        (f"!({A},{B})", f"!{A}:!{B}"),
        (f"!({A}:{B})", f"!{A},!{B}"),
        (f"{A}:({B},{C})", f"{A}:{B},{A}:{C}"),
        (f"{A},{B}:{C}", f"{A},({B}:{C})"),
        (f"!{A}:{C}", f"(!{A}):{C}"),
        (f"{A}:{C}", f"{C}:{A}"),
        (f"{A}", f"{A}:random"),
        (f"{A}:{B}:{C}", f"({A}:{B}):{C}"),
        (f"{A} : {C}", f"{A}:{C}"),
        (f"{A}!  {C}", f"{A}!{C}"),
        (f"{A}: ! {C}", f"{A}!{C}"),
        (f"{A}:!!{C}", f"{A}:{C}"),
        ("AA**:DS", "AA**:ds"),
        ("AA** KK**", "AA**, KK**"),
        ("As Ah * *", "AsAh**"),
        ("AA**:As Ks * *", "AA**:AsKs**"),
    ],
)
def test_laws(one: str, other: str) -> None:
    assert Range(one, 4) == Range(other, 4)


PAIR = {
    "22+!AA": ("KK-22", 72),
    "!AA": (None, 1320),
    "(AA,AK):As*": (None, 3 + 4),
    "A*:K*": ("AK", 16),
    "A*!(AA,AK)": ("AQ-A2", 176),
    "AK!AKs": ("AKo", 12),
    "random!AA": (None, 1320),
    "(15%):As*": (None, None),
    "AA:99+": ("AA", 6),
    "QQ+:As*:0.5": ("AsAh:0.5,AsAd:0.5,AsAc:0.5", 3),
    "QQ+:!(AA,KK)": ("QQ", 6),
    "AKs:rainbow,AKo": (None, None),
}


@pytest.mark.parametrize("text", PAIR)
def test_algebra_of_two_cards(text: str) -> None:
    other, count = PAIR[text]
    if text.startswith("AKs:rainbow"):
        with pytest.raises(NotationError, match="'AKs:rainbow': no hand fits"):
            Range(text)
        return
    found = Range(text)
    assert Range(str(found)) == found
    if other is not None:
        assert found == Range(other)
    if count is not None:
        assert len(found) == count


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("AA**:ds:0.5", 0.5),
        ("AA**:ds : 0.5", 0.5),
        ("AA**:ds@50", 0.5),
        ("AA**@50", 0.5),
        ("0.5(AA**:ds)", 0.5),
        ("50%(AA**:ds)", 0.5),
        ("[50]AA**:ds[/50]", 0.5),
        ("(AA**:ds):0.5", 0.5),
        ("0.5(AA**):ds", 0.5),
        ("(AA**:0.5):ds", 0.5),
        ("(AA**:0.5):ds!KK**", 0.5),
        ("AA**:!ds:1", 1.0),
        ("AA**!ds:.25", 0.25),
    ],
)
def test_weights_and_conditions(text: str, weight: float) -> None:
    found = Range(text, 4)
    assert found.is_uniform
    assert float(found.weights[0]) == weight
    assert 0 < len(found) < 6_961 or text == "AA**@50"


def test_a_weighted_group_keeps_its_weights_under_conditions() -> None:
    found = dict(Range("(AA:0.5, KK, QQ:0.25)!(AsAh, KK)"))
    assert found == {
        **dict.fromkeys(["AsAd", "AsAc", "AhAd", "AhAc", "AdAc"], 0.5),
        **dict.fromkeys([hand for hand, _ in Range("QQ")], 0.25),
    }
    assert Range("AA**:ds:0", 4) == Range("AA**:0", 4)


REFUSED = [
    # text, size, place, message
    ("AAxx", 4, 0, r"unknown card is \*, as in 'AA\*\*'"),
    ("AA", 4, 0, r"2 cards; a hand has 4; with any other cards it is AA\*\*"),
    ("AAK", 4, 0, r"AAK\*"),
    ("As", 4, 0, r"As\*\*\*"),
    ("AAKKQ", 4, 0, "5 cards; a hand has 4"),
    ("AAAAA", 5, 0, "no hand fits: one card"),
    ("AxAxK*", 4, 0, "no hand fits: one card"),
    ("AA**ds", 4, 0, r"expected AA\*\*:ds"),
    ("AAds", 4, 0, r"expected AA\*\*:ds"),
    ("AKss", 4, 0, r"expected AK\*\*:ss"),
    ("AK**rainbow", 4, 0, r"expected AK\*\*:rainbow"),
    ("KK+**", 4, 2, r"'\+' is for hands of two cards"),
    ("KK**+", 4, 4, r"'\+' is for hands of two cards"),
    ("QQ**-JJ**", 4, 4, r"'-' is for hands of two cards"),
    ("AKs**", 4, 0, r"spades here, not suited; with Ks write KsA\*\*, .* AxKx"),
    ("AAs*", 3, 0, "spades here, not suited; with As write AsA\\*"),
    ("rainbow", 5, 0, "5 cards cannot all be of different suits"),
    ("rainbow", 6, 0, "6 cards cannot"),
    ("AA*:ds", 3, 4, "four cards or more"),
    ("ss", 3, 0, "four cards or more"),
    ("AA**:", 4, 4, "a number is missing"),
    ("AA**!", 4, 4, "expected hands after it"),
    ("AA**:!", 4, 5, "expected hands after it"),
    ("!", 4, 0, "expected hands after it"),
    ("AA**!,KK**", 4, 4, "expected hands after it"),
    ("(AA**!)", 4, 5, "expected hands after it"),
    ("AA** !ss", 4, 5, "to take hands away"),
    ("AA**:hello", 4, 4, "not a weight"),
    ("AA**:0.5:ds", 4, 8, "the weight comes last"),
    ("AA**:0.5!ds", 4, 8, "the weight comes last"),
    ("AA**:(KK**:0.5)", 4, 10, "a weight in a condition"),
    ("AA**!0.5(KK**)", 4, 5, "a weight in a condition"),
    ("AA**:ds:2", 4, 7, "over the top"),
    ("AA**:KKK*", 4, 0, "no hand fits"),
    ("QQ**, AA**!A***", 4, 6, "no hand fits"),
    ("!random", 4, 0, "no hand fits"),
    ("(AA**:0.5,KK**)!(A***,K***)", 4, 0, "no hand fits"),
    ("15%", 4, 0, "1,326"),
    ("AA**:15%", 4, 4, r"misplaced; expected AA\*\*@15"),
    ("AA** 15%", 4, 5, "1,326"),
    ("AA** 100%", 4, 0, r"AA\*\*@100, or an entry of its own, AA\*\*, 100%"),
    ("100%:AA**", 4, 0, r"100%\(AA\*\*\), or .* \(100%\):AA\*\*"),
    ("Ax", 4, 0, r"with any other cards it is A\*\*\*"),
    ("AxK", 4, 0, r"it is AK\*\*"),
    ("AxKx", 4, 0, r"it is AxKx\*\*"),
    ("AxKyQ", 4, 0, r"it is AxKyQ\*"),
    ("KxAs", 4, 0, r"it is KxAs\*\*"),
    ("AA**, *", 4, 6, r"any hand is random or \*\*\*\*"),
    ("?", 4, 0, r"any hand is random or \*\*\*\*"),
    ("* *", 4, 0, r"any hand is random or \*\*\*\*"),
    ("!" * 5000 + "AA**", 4, 20, "inside each other"),
    ("AA**:" + "(" * 5000, 4, 25, "inside each other"),
]


@pytest.mark.parametrize(("text", "size", "start", "message"), REFUSED)
def test_refused_with_the_place(text: str, size: int, start: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        Range(text, size)
    assert caught.value.span is not None
    assert caught.value.span[0] == start


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("A*****", 6),
        ("!AA****", 6),
        ("ds", 6),
        ("A*****:ds", 6),
        ("AA****,KK****,QQ****,JJ****,TT****", 6),
        ("(AA****,KK****,QQ****,JJ****,TT****)!222***", 6),
        ("*******:ds", 7),
    ],
)
def test_too_many_to_write_out(text: str, size: int) -> None:
    with pytest.raises(RuleError, match=r"too many to write out"):
        Range(text, size)


def test_limits() -> None:
    assert comb(52, 5) < MOST_COMBOS < comb(52, 6) < MOST_TRIED
    assert Range("random", 6).is_full
    assert len(Range("random", 6)) == comb(52, 6)


@pytest.mark.parametrize(
    ("text", "size", "deck", "written"),
    [
        ("AA**", 4, STANDARD, "AA**"),
        ("AA**,KK**", 4, STANDARD, "AA**, KK**"),
        ("AA**:0.5,KKQQ", 4, STANDARD, "KKQQ, AA**:0.5"),
        ("AAK*", 4, STANDARD, "AAK*"),
        ("AhKh**:AhKhQsJs", 4, STANDARD, "AhKhQsJs"),
        ("random", 4, STANDARD, "random"),
        ("AA**,!AA**", 4, STANDARD, "random"),
        ("AA*", 3, STANDARD, "AA*"),
        ("A", 1, STANDARD, "A"),
        ("JkA**", 4, ONE_JOKER, "JkA**"),
        ("Jk1***", 4, TWO_JOKERS, "Jk1***"),
        ("AKQJT,2c3c4c5c6c", 5, STANDARD, "AKQJT, 6c5c4c3c2c"),
    ],
)
def test_written_form(text: str, size: int, deck: Deck, written: str) -> None:
    found = Range(text, size, deck)
    assert str(found) == written
    assert Range(written, size, deck) == found


@pytest.mark.parametrize(
    ("text", "size", "deck", "written"),
    [
        ("22Jk**", 5, ONE_JOKER, "22Jk**"),
        ("2Jk**", 4, ONE_JOKER, "2Jk**"),
        ("Jk32*", 4, ONE_JOKER, "Jk32*"),
        ("22Jk1Jk2*", 5, TWO_JOKERS, "22Jk2Jk1*"),
        ("2Jk2**,2Jk1**", 4, TWO_JOKERS, "2Jk2**, 2Jk1**"),
        ("2Jk", 2, ONE_JOKER, None),
        ("JkTTT*", 5, ONE_JOKER, "JkTTT*"),
    ],
)
def test_a_joker_beside_a_deuce(text: str, size: int, deck: Deck, written: str | None) -> None:
    if written is None:
        with pytest.raises(NotationError, match="the suit is missing"):
            Range(text, size, deck)
        return
    found = Range(text, size, deck)
    assert str(found) == written
    assert Range(written, size, deck) == found


@pytest.mark.parametrize("text", ["Jk22**", "JkJk2**", "Jk2***"])
def test_jk2_of_one_joker_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="only one joker, Jk; a deuce of any suit goes before"):
        Range(text, 5, ONE_JOKER)


WORDS_OF_GAMES = ["AA", "A2", "22", "2A", "JkA", "2Jk", "22Jk", "222Jk", "2Jk1", "22Jk2",
                  "2Jk2Jk1", "2c2dJk", "Jk2c", "Jk12c2d", "AxKx", "2xJkAx", "Jk", "Jk2",
                  "**", "Jk*"]  # fmt: skip


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize(
    "name", [name for name in equity.games.names() if hasattr(equity.game(name), "range")]
)
def test_every_game_reads_what_it_writes(name: str, jokers: int) -> None:
    game = equity.game(name)
    if jokers and "jokers" not in game.settings:
        pytest.skip("it has no jokers")
    try:
        game = game.with_rules(jokers=jokers) if jokers else game
    except RuleError:
        pytest.skip("it has fewer jokers")
    number = 0
    for word in WORDS_OF_GAMES:
        for rest in ("", "3c", "3c4d", "3c4d5h", "3c4d5h6c", "3c4d5h6c7d", "4h*", "3c4d5h6c*"):
            for weight in ("", ":0.5"):
                try:
                    found = game.range(word + rest + weight)
                except EquityError:  # other hands have as many cards
                    continue
                if len(found) < 100:
                    again = game.range(str(found))
                    assert again == found
                    assert str(again) == str(found)
                    number += 1
    assert number >= 4


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from([(4, SMALL), (3, SMALL), (4, SMALL_JOKER), (5, SMALL)]))
def test_written_and_read_again(data: st.DataObject, kind: tuple[int, Deck]) -> None:
    size, deck = kind
    hand = st.sets(st.sampled_from(deck.cards), min_size=size, max_size=size)
    names = data.draw(
        st.lists(st.sampled_from(["AAAA", "AKAK", "AA**", "K***", "QQAK"]), max_size=3)
    )
    masks = {
        int(mask) for name in names for mask in Range(f"{name[:size]:*<{size}}", size, deck).masks
    }
    for _ in range(data.draw(st.integers(0, 6))):
        masks ^= {sum(1 << card for card in data.draw(hand))}
    weights = data.draw(st.lists(st.sampled_from([1.0, 0.5, 1 / 3]), min_size=1, max_size=3))
    rows = [cards_of(mask) for mask in sorted(masks)]
    given = [weights[i * len(weights) // len(rows)] for i in range(len(rows))]
    found = Range.from_combos(rows, given, size, deck)
    text = str(found)
    assert Range(text, size, deck) == found
    assert str(Range(text, size, deck)) == text


PIECES = st.sampled_from(
    ["AA**", "A", "K", "*", "Ah", "Ax", "Ky", "ds", "ss", "rainbow", "random", "!", ":", ",", " ",
     "(", ")", ":0.5", "@50", "0.5(", "[50]", "[/50]", "Jk", "/", "+", "-", "s", "10", "%"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    st.lists(PIECES, max_size=9).map("".join),
    st.sampled_from([(4, SMALL), (4, SMALL_JOKER), (3, SMALL), (2, STANDARD), (5, SMALL)]),
)
def test_any_text_is_a_range_or_refused(text: str, kind: tuple[int, Deck]) -> None:
    try:
        found = Range(text, *kind)
    except EquityError as error:
        fault = error
    else:
        assert Range(str(found), *kind) == found
        return
    assert str(fault)
    if isinstance(fault, NotationError):
        assert fault.text == text
        assert fault.span is not None
        assert 0 <= fault.span[0] <= fault.span[1] <= len(text)


def test_with_cards() -> None:
    found = Range("AsAh, KsKh:0.5").with_cards(1 << 51 | 1)
    assert dict(found) == {"AsKsKh2c": 0.5}
    assert found.size == 4
    deuces = Range("22").with_cards(1)
    assert str(deuces) == "2s2h2c, 2s2d2c, 2h2d2c"
    assert bool((deuces.masks[1:] > deuces.masks[:-1]).all())
    assert Range("AA").with_cards(0) is Range("AA")
    assert str(Range.unknown().with_cards(1)) == "2c"
    assert np.array_equal(Range.unknown().cards, np.zeros((1, 0)))


@pytest.mark.parametrize(
    ("text", "size"), [("AA**:ds", 4), ("random", 4), ("random", 6), ("(AA**,KK**):ds!ss", 4)]
)
def test_reading_is_little_work(text: str, size: int) -> None:
    assert effort(lambda: len(Range(text, size))) < 10_000
