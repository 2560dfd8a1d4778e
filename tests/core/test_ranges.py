"""What ranges of two cards mean, and what is refused."""

from __future__ import annotations

import pytest

from equity.cards import RANKS
from equity.errors import CardError, NotationError
from equity.ranges import Range, as_range
from tests.core.range_texts import ALL, MEANINGS, hands, of, under


@pytest.mark.parametrize("text", list(MEANINGS))
def test_meaning(text: str) -> None:
    assert hands(text) == MEANINGS[text]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AA", 6),
        ("AK", 16),
        ("AKs", 4),
        ("AKo", 12),
        ("QQ+", 18),
        ("ATs+", 16),
        ("AT+", 64),
        ("JTs+", 4),
        ("JJ-99", 18),
        ("QQ-88", 30),
        ("A5s-A2s", 16),
        ("76s-54s", 12),
        ("JTs-76s", 20),
        ("A*", 198),
        ("As*", 51),
        ("*", 1326),
        ("random", 1326),
        ("AxKx", 4),
    ],
)
def test_counts(text: str, count: int) -> None:
    assert len(Range(text)) == count


@pytest.mark.parametrize("first", RANKS)
@pytest.mark.parametrize("second", RANKS)
def test_every_class(first: str, second: str) -> None:
    name = first + second if RANKS.index(first) >= RANKS.index(second) else second + first
    for kind in ("", "s", "o"):
        if first != second:
            assert hands(first + second + kind) == of(name + kind)
    if first == second:
        assert hands(first + second) == of(name)
        assert hands(name + "+") == of(*(rank * 2 for rank in RANKS[RANKS.index(first) :]))
    else:
        for kind in ("s", "o"):
            assert hands(f"{name}{kind}+") == under(name[0], name[1], kind)


WEIGHTS = {
    "AKs:0.5": 0.5,
    "AKs@50": 0.5,
    "0.5(AKs)": 0.5,
    "50%(AKs)": 0.5,
    "[50]AKs[/50]": 0.5,
    "(AKs):0.5": 0.5,
    "(AKs)@50": 0.5,
    "AKs : 0.5": 0.5,
    "[ 50 ] AKs [/50.0]": 0.5,
    ".5(AKs)": 0.5,
    "AKs:1": 1.0,
    "AKs@100": 1.0,
    "1(AKs)": 1.0,
    "AKs@33.3": 0.333,
    "33.3%(AKs)": 0.333,
    "[33.3]AKs[/33.3]": 0.333,
    "AKs:0.1": 0.1,
    "AKs:1e-05": 1e-05,
    "AKs@1E-3": 1e-05,
    "AKs:5e-324": 5e-324,
    "AKs:0.30000000000000004": 0.30000000000000004,
    "AKs@0.5": 0.005,
}


@pytest.mark.parametrize("text", WEIGHTS)
def test_weights(text: str) -> None:
    assert dict(Range(text)) == dict.fromkeys(of("AKs"), WEIGHTS[text])


@pytest.mark.parametrize(
    "text",
    [
        "0.5(AKs, QQ), JJ",
        "50%(AKs QQ) JJ",
        "[50]AKs;QQ[/50], JJ",
        "AKs:0.5, QQ@50, JJ:1",
        "(AKs,QQ):0.5, JJ",
        "0.5((AKs),(QQ)) (JJ)",
    ],
)
def test_weighted_lists(text: str) -> None:
    expected = dict.fromkeys(of("AKs", "QQ"), 0.5) | dict.fromkeys(of("JJ"), 1.0)
    assert dict(Range(text)) == expected


def test_weight_of_a_spaced_hand() -> None:
    assert dict(Range("As Ks:0.5")) == {"AsKs": 0.5}
    assert dict(Range("AhKh QsQd:0.5")) == {"AhKh": 1.0, "QsQd": 0.5}
    assert dict(Range("random:0.25")) == dict.fromkeys(ALL, 0.25)


def test_weight_zero_leaves_out() -> None:
    assert dict(Range("AA, KK:0")) == dict.fromkeys(of("AA"), 1.0)
    for text in ("AA:0", "0(AA, KK)", "AA@0", "random:0", "0.0(AA)"):
        assert len(Range(text)) == 0
        with pytest.raises(CardError, match="seat 2: no hand is left"):
            as_range(text, what="seat 2")


def test_twice_with_one_weight_counts_once() -> None:
    assert dict(Range("AKs:0.5, 50%(AhKh), AhKh@50")) == dict.fromkeys(of("AKs"), 0.5)


@pytest.mark.parametrize(
    ("text", "name", "weights", "span"),
    [
        ("AQs+, 0.4(AsKs)", "AsKs", ("1.0", "0.4"), (10, 14)),
        ("AA:0.5, QQ+", "AdAc", ("0.5", "1.0"), (8, 11)),
        ("AhKh, AhKh:0", "AhKh", ("1.0", "0.0"), (6, 12)),
        ("random, 0.5(7d2c)", "7d2c", ("1.0", "0.5"), (12, 16)),
        ("7d2c:0.5, random", "7d2c", ("0.5", "1.0"), (10, 16)),
        ("AA:0.1, AA:0.2, AA:0.1", "AdAc", ("0.1", "0.2"), (8, 14)),
    ],
)
def test_twice_with_two_weights(
    text: str, name: str, weights: tuple[str, str], span: tuple[int, int]
) -> None:
    message = f"{name} is named twice, with weights {weights[0]} and {weights[1]}"
    with pytest.raises(NotationError, match=message) as caught:
        Range(text)
    assert caught.value.span == span


REFUSED = [
    # text, place of the fault, what the message must say
    ("", 0, "nothing given"),
    ("   ", 0, "nothing given"),
    ("KA+", 0, r"'KA\+': \+ needs the higher rank first; expected AK\+"),
    ("KAs+", 0, r"expected AKs\+"),
    ("QQ, TJo+", 4, r"'TJo\+'.*expected JTo\+.*at character 5 of 'QQ, TJo\+'"),
    ("22-", 0, "expected a second hand after the dash"),
    ("22-A", 0, "expected a second hand after the dash"),
    ("AKs--", 0, "expected a second hand"),
    ("ATs-A5o", 0, "both suited|must be suited"),
    ("ATs-A5", 0, "must be suited"),
    ("AA-KK-QQ", 0, "only two hands"),
    ("T9s-75s", 0, "same high card .* or the same gap"),
    ("A5s-K5s", 0, "same gap"),
    ("AA-AKs", 0, "a pair and two ranks"),
    ("AK-QQ", 0, "a pair and two ranks"),
    ("5As-2As", 0, "higher rank first"),
    ("A5s-2As", 0, "higher rank first"),
    ("JJ - 99", 3, "without spaces"),
    ("JJ-99+", 0, r"'\+' is not understood after the second hand"),
    ("QQ++", 0, r"'\+' is not understood after \+"),
    ("QQ+-JJ", 0, "'-JJ' is not understood"),
    ("AAxx", 0, r"unknown card is \*, as in 'AA\*\*'"),
    ("AKxx", 0, r"'AK\*\*'"),
    ("xx", 0, r"'\*\*'"),
    ("AxAx", 0, "no hand fits"),
    ("Axs", 0, "'s' is not understood after 'Ax'"),
    ("Ax", 0, r"1 card; a hand has 2; .* with any other card it is A\* \(|A\*$"),
    ("AAs", 0, "a pair is neither"),
    ("AAo", 0, "a pair is neither"),
    ("AAs+", 0, "a pair is neither"),
    ("AKss", 0, "'s' is not understood after 'AKs'"),
    ("AKos", 0, "'s' is not understood after 'AKo'"),
    ("AKh", 0, "'h' is not understood after 'AK'"),
    ("AKz", 0, "'z' stands for a suit"),
    ("AKn", 0, "'n' is not understood after 'AK'"),
    ("QQ!", 2, "expected hands after it"),
    ("QQ~88", 0, "'~88' is not understood"),
    ("QQ\u201388", 0, "is not understood"),
    ("AhKh+", 4, "right after two ranks"),
    ("AhKhs", 0, "'s' is not understood after 'AhKh'"),
    ("AhK", 2, "suit is missing"),
    ("KsA", 2, "suit is missing"),
    ("A", 0, "1 card; a hand has 2"),
    ("As", 0, r"1 card; a hand has 2; .*As\*"),
    ("as", 0, "1 card"),
    ("?", 0, "1 card"),
    ("As,Ks", 0, "'As': 1 card; a hand has 2"),
    ("As;Ks", 0, "'As': 1 card; a hand has 2"),
    ("As KsQs", 0, "'As': 1 card"),
    ("As Ks Qs", 0, "'As Ks Qs': 3 cards"),
    ("As Ks Qs Js", 0, "4 cards; a hand has 2"),
    ("AhKhQh", 0, "3 cards"),
    ("AKQ", 0, "3 cards"),
    ("***", 0, "3 cards"),
    ("A K", 0, "1 card"),
    ("AA,,KK", 3, "expected an entry before the separator"),
    ("AA,;KK", 3, "expected an entry before the separator"),
    ("AA,", 2, "expected an entry after the separator"),
    ("AA ; ", 3, "expected an entry after the separator"),
    (",AA", 0, "expected an entry before the separator"),
    ("(AA,)", 3, "expected an entry after the separator"),
    ("()", 1, "expected an entry"),
    ("0.5()", 4, "expected an entry"),
    ("[50][/50]", 4, "expected an entry"),
    ("(AA", 0, "not closed"),
    ("AA)", 2, "closes nothing"),
    ("AA]", 2, "closes nothing"),
    ("(AA]", 0, "not closed"),
    ("[50]AA", 0, r"'\[50\]': not closed; expected \[/50\]"),
    ("[50]AA]", 0, "not closed"),
    ("[50AA[/50]", 0, "is not a weight"),
    ("[50]AA[/40]", 6, r"closes \[50\]"),
    ("[50]AA[/]", 6, "a number is missing"),
    ("[/50]", 0, "closes nothing"),
    ("AA[/50]", 2, "expected a comma"),
    ("[]AA[/]", 0, "a number is missing"),
    ("(AA)KK", 4, "comma or whitespace"),
    ("AA(KK)", 2, "comma or whitespace"),
    ("[50]AA[/50]KK", 11, "comma or whitespace"),
    ("0.5 (AA)", 0, "a number alone"),
    ("15% (AA)", 0, "is it a weight"),
    ("15", 0, "a number alone"),
    ("AA:0.5:0.5", 6, "a second weight for 'AA:0.5'"),
    ("AA:0.5@50", 6, "a second weight"),
    ("0.5(0.5(AA))", 4, "give one weight"),
    ("0.5(AA:0.5)", 6, "give one weight"),
    ("0.5(AA):0.5", 7, "give one weight"),
    ("(AA:0.5):0.5", 8, "give one"),
    ("(AA:1, KK):0.5", 10, "give one"),
    ("[50][50]AA[/50][/50]", 4, "give one weight"),
    ("[50]AA:0.5[/50]", 6, "give one weight"),
    ("[50]AA[/50]:0.5", 11, "give one weight"),
    ("AA:0.5%", 2, r"a weight, AA@0.5, or a condition, .*, AA:\(0.5%\)\?"),
    ("AA:50%", 2, r"a weight, AA@50, or a condition, .*, AA:\(50%\)\?"),
    ("AA : 50%", 3, r"AA@50, .* AA:\(50%\)"),
    ("0.5(AA:50%)", 6, r"expected AA:\(50%\)"),
    ("AA@50%", 2, "misplaced; expected AA@50"),
    ("JTs 50%", 0, "a weight, JTs@50, or an entry of its own, JTs, 50%"),
    ("50% JTs", 0, r"a weight, 50%\(JTs\), or an entry of its own, 50%, JTs"),
    ("QQ+, JTs 50%, AKs", 5, "JTs@50, or an entry of its own, JTs, 50%"),
    ("QQ+ 50%\nJTs", 0, "QQ\\+@50, or an entry of its own, QQ\\+, 50%"),
    ("As Ks 50%", 0, "As Ks@50, or an entry of its own, As Ks, 50%"),
    ("(JTs, 98s) 33.3%", 0, r"\(JTs, 98s\)@33.3, or an entry of its own"),
    ("10% 20%", 0, "10%@20, or an entry of its own, 10%, 20%"),
    ("JTs:0.5 50%", 0, "write a comma before an entry of its own, JTs:0.5, 50%"),
    ("0.5(JTs 50%)", 4, "write a comma before an entry of its own, JTs, 50%"),
    ("random 100%", 0, "random@100"),
    ("QQ+,AK,(50%: KQs)", 8, r"a weight, 50%\(KQs\), or a condition .*, \(50%\):KQs\?"),
    ("50%:KQs", 0, r"a weight, 50%\(KQs\), or"),
    ("50% :(KQs, AA)", 0, r"a weight, 50%\(\.\.\.\), or .* \(50%\):\(\.\.\.\)"),
    ("50%:!AA!KK", 0, r"a weight, 50%\(!AA\), or .* \(50%\):!AA"),
    ("0.5(50%:KQs)", 4, r"is written \(50%\):KQs"),
    ("AsAh *", 5, r"1 card; a hand has 2; any hand is random or \*\*"),
    ("*, AA", 0, r"any hand is random or \*\*"),
    ("*:0.5", 0, r"any hand is random or \*\*"),
    ("AA:*", 3, r"any hand is random or \*\*"),
    ("!*", 1, r"any hand is random or \*\*"),
    ("22+ !AA", 4, r"write 22\+!AA, without the space; .* after a comma \("),
    ("QQ+, A* !(AA, AK)", 8, r"write A\*!\(\.\.\.\), without the space"),
    ("Kx", 0, r"with any other card it is K\*"),
    ("10y", 0, r"with any other card it is 10\*"),
    ("10+", 2, "right after two ranks"),
    ("AA%50", 0, "'AA' is not a number"),
    ("AA %", 3, "misplaced"),
    ("0%", 0, "more than 0"),
    ("101%", 0, "at most 100"),
    ("-5%", 0, "not a number"),
    ("nan%", 0, "not a number"),
    ("%", 0, "a number is missing"),
    ("Jk", 0, "this deck has none; for jack-king write JK"),
    ("QQ,Jks", 3, "this deck has none"),
    ("AhXx", 2, "this deck has none"),
    ("1h2h", 0, "no rank is 1"),
    ("AhKd/As2c", 4, "not understood here"),
    ("/AsKs", 0, "up cards in stud"),
    ("!", 0, "expected hands after it"),
    ("AA:KK", 0, "no hand fits"),
    ("AA:ds", 3, "four cards or more"),
    ("randomly", 0, "not understood"),
    ("all", 0, "is not understood|'all'"),
    ("AA, KK, hello", 8, "at character 9 of 'AA, KK, hello'"),
    ("♠", 0, "a suit without a rank"),
    ("♠A♥", 2, "a suit without a rank"),
    ("As\u200bKs", 0, "is not understood after 'As'"),
    ("\x00", 0, "not understood"),
    ("(" * 21 + "AA" + ")" * 21, 20, "inside each other"),
    ("(" * 9999, 20, "inside each other"),
]


@pytest.mark.parametrize(("text", "start", "message"), REFUSED)
def test_refused_with_the_place(text: str, start: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        Range(text)
    assert caught.value.text == text
    assert caught.value.span is not None
    assert caught.value.span[0] == start
    with pytest.raises(NotationError, match=f"^seat 3: .*({message})") as again:
        as_range(text, what="seat 3")
    assert again.value.span == caught.value.span


@pytest.mark.parametrize("number", ["2", "1.01", "50", "100", "1e3"])
@pytest.mark.parametrize("form", ["AA:{}", "{}(AA)", "(AA):{}"])
def test_over_the_top_names_per_cent(form: str, number: str) -> None:
    with pytest.raises(NotationError, match=r"goes from 0 to 1; per cent .* AKs@50"):
        Range(form.format(number))


@pytest.mark.parametrize("number", ["101", "100.5", "1e3"])
@pytest.mark.parametrize("form", ["AA@{}", "{}%(AA)", "[{0}]AA[/{0}]"])
def test_over_the_top_names_the_unit_form(form: str, number: str) -> None:
    with pytest.raises(NotationError, match=r"from 0 to 100; a weight from 0 to 1 is .* AKs:0.5"):
        Range(form.format(number))


@pytest.mark.parametrize(
    "number",
    ["-0.5", "-1", "nan", "inf", "-inf", "", "0,5", "1_0", "+1", "½", "٣", "0x1", "1e99999"],
)
@pytest.mark.parametrize("form", ["AA:{}", "AA@{}", "{}%(AA)", "[{0}]AA[/{0}]"])
def test_weights_that_are_none(form: str, number: str) -> None:
    with pytest.raises(NotationError):
        Range(form.format(number))
    if number not in ("0,5", "½"):
        with pytest.raises(NotationError, match=r"AKs:0.5 .*AKs@50"):
            Range(form.format(number))


def test_weights_too_small_to_hold() -> None:
    with pytest.raises(NotationError, match="too small"):
        Range("AA:1e-400")
    with pytest.raises(NotationError, match="too small"):
        Range("AA@1e-323")


def test_one_card_twice() -> None:
    for text in ("AhAh", "Ah Ah", "A♥ah"):
        with pytest.raises(CardError, match="Ah is twice in one hand"):
            Range(text)
    with pytest.raises(CardError, match=r"seat 0: .*Ah is twice"):
        as_range("AhAh")
