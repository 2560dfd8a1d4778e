"""Equities and forecasts that are refused, and some that are not."""

from __future__ import annotations

import math
import re
import signal
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import equity
import equity.run
from equity import holdem
from equity.errors import CardError, EquityError, NotationError, RuleError
from tests.core.bad_calls import Case, refused

SECONDS = 120


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    """Fail, rather than wait for ever."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def give_up(*_: object) -> None:
        pytest.fail(f"no answer and no error within {SECONDS} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def bad(
    *seats: Any,
    error: type[Exception] | tuple[type[Exception], ...],
    named: str | tuple[str, ...] = (),
    **options: Any,
) -> Case:
    return Case(seats, options, error, (named,) if isinstance(named, str) else named)


# A range that is not understood: the text, and what the message must name.
NOTATION: list[tuple[str, str | tuple[str, ...]]] = [
    # Settled forms of the notation.
    ("As,Ks", "As"),
    ("AhKh,Qs", "Qs"),
    ("AAxx", ("AAxx", "AA**")),
    ("KA+", "KA+"),
    ("KAs+", "KAs+"),
    ("8To+", "8To+"),
    ("22-", "22-"),
    ("AKs-", "AKs-"),
    ("ATs-A5o", "ATs-A5o"),
    ("ATs-A5", "ATs-A5"),
    ("AA-KK-QQ", "AA-KK-QQ"),
    ("T9s-75s", "T9s-75s"),
    ("AKs-QJo", "AKs-QJo"),
    ("AA-AKs", "AA-AKs"),
    ("5As-2As", "5As-2As"),
    ("QQ+-99", "QQ+-99"),
    ("AhKh+", "AhKh+"),
    # Weights.
    ("AKs:1.5", ("1.5", "@")),
    ("AKs:50", ("50", "@")),
    ("AKs:-0.5", "-0.5"),
    ("AKs:nan", "nan"),
    ("AKs:inf", "inf"),
    ("AKs:1e400", "1e400"),
    ("AKs:", "AKs:"),
    ("AKs:x", "x"),
    ("AKs:0,5", "5"),
    ("AKs:0.5:0.5", "0.5"),
    ("AKs:50%", "50%"),
    ("AKs@150", "150"),
    ("AKs@-1", "-1"),
    ("AKs@nan", "nan"),
    ("AKs@inf", "inf"),
    ("AKs@", "AKs@"),
    ("2(AKs)", ("2", "%")),
    ("-0.1(AKs)", "-0.1"),
    ("nan(AKs)", "nan"),
    ("150%(AKs)", "150"),
    ("-5%(AKs)", "-5"),
    ("[150]AKs[/150]", "150"),
    ("[-1]AKs[/-1]", "-1"),
    ("[nan]AKs[/nan]", "nan"),
    ("[50]AKs[/60]", "60"),
    ("[50]AKs", "[50]"),
    ("AKs[/50]", "[/50]"),
    ("0.5(AKs", "("),
    ("AKs)", ")"),
    ("0.5()", "0.5"),
    ("0.5(AKs):0.5", "0.5"),
    (":0.5", "0.5"),
    # One combo with two weights.
    ("AQs+,0.4(AsKs)", ("1", "0.4")),
    ("AsKs:0.5,AsKs:0.25", ("0.5", "0.25")),
    ("KK@50,KK", ("0.5", "1")),
    # Per cents.
    ("101%", "101%"),
    ("-5%", "-5%"),
    ("nan%", "nan%"),
    ("%", "%"),
    # Not cards.
    ("", ""),
    ("   ", ""),
    ("A", "A"),
    ("Ah", "Ah"),
    ("AhK", "K"),
    ("1h2h", "1"),
    ("Ah1d", "1"),
    ("AhKj", "Kj"),
    ("BB", "BB"),
    ("AB", "B"),
    ("11h2c", "11"),
    ("AKq", "AKq"),
    ("AKss", "AKss"),
    ("QQs", "QQs"),
    ("QQo", "QQo"),
    ("QQs+", "QQs+"),
    ("QQ++", "QQ++"),
    ("+", "+"),
    ("AKs OR QQ", "OR"),
    ("AhKhQh", "AhKhQh"),
    ("AhKhQhJh", "AhKhQhJh"),
    ("AAA", "AAA"),
    ("AhKh/QsQd", "/"),
    ("AsJk", "Jk"),
    ("Jk1Jk2", "Jk"),
    ("AK!", "!"),
    ("AK;ZZ", "ZZ"),
    ("QQ,1s", "1s"),
    ("AA\x00", "\\x00"),
    ("AA‽", "‽"),
]
TABLE: list[Case] = [
    *(bad(text, "QQ", error=NotationError, named=named) for text, named in NOTATION),
    bad("QQ", "KA+", error=NotationError, named="KA+"),
    bad("AhAh", "QQ", error=CardError, named="Ah"),
    bad("7h 7h", "QQ", error=CardError, named="7h"),
    bad([51, 51], "QQ", error=CardError, named="As"),
    bad("AhKh", "AhQd", error=CardError, named="Ah"),
    bad("AhKh", "QsQd", "KhKd", error=CardError, named="Kh"),
    bad("AhKh", "QsQd", board="Ah7d2c", error=CardError, named="Ah"),
    bad("AhKh", "QsQd", dead="Qs", error=CardError, named="Qs"),
    bad("AhKh", "QQ", board="2c2c7d", error=CardError, named="2c"),
    bad("AhKh", "QQ", board="2c7d9h", dead="9h", error=CardError, named="9h"),
    bad("AhKh", "QQ", dead="9h9h", error=CardError, named="9h"),
    bad("AhKh", "QQ", dead=[3, 3], error=CardError, named="2s"),
    bad("AhKh", "QQ", board=[0, 0, 7], error=CardError, named="2c"),
    bad("AhKh", "QQ", board="2c 7d 9h 2c *", error=CardError, named="2c"),
    bad("AhKh", "QQ", board="9h ♥9 7d", error=CardError, named="9h"),
    bad("AA", "KK", dead="AsAhAd", error=CardError, named=("seat 0", "AA")),
    bad("KK", "AA", dead="AsAhAd", error=CardError, named="seat 1"),
    bad("AhKh", "QQ", board="QhQdQs", error=CardError, named="seat 1"),
    bad("AhKh", "AhQh,AhJh", error=CardError, named="Ah"),
    bad("AA:0", "KK", error=EquityError, named="seat 0"),
    bad("AA", "0(KK),QQ@0", error=EquityError, named=("seat 1",)),
    bad("AA", "AA", "AA", error=CardError),
    bad("AA", "AK", "AQ", board="Ah7d2c", error=CardError),
    bad("AA", "AK", "AQ", board="Ah7d2c", deals=1000, error=CardError),
    bad("AA", "AK", "AQ", board="Ah7d2c", method="exact", error=CardError),
    bad(*["AA,KK,QQ,JJ"] * 9, error=CardError),
    bad(*["AA,KK,QQ,JJ"] * 9, deals=1000, error=CardError),
    bad(
        "AhKh",
        "QQ",
        board="2c3c4c5c6c7c",
        error=CardError,
        named=("board has 6 cards", "hold'em takes at most 5"),
    ),
    bad(
        "AhKh",
        "QQ",
        board="2c3c4c5c6c*",
        error=CardError,
        named=("board has 6 cards", "hold'em takes at most 5"),
    ),
    bad(
        "AhKh",
        "QQ",
        board=[0, 4, 8, 12, 16, 20],
        error=CardError,
        named=("board has 6 cards", "hold'em takes at most 5"),
    ),
    bad(*["random"] * 24, error=CardError, named=("24", "53", "52")),
    bad("AhKh", opponents=23, error=CardError, named=("24", "53", "52")),
    bad("AhKh", opponents=10**9, error=CardError, named="52"),
    bad(*["random"] * 23, dead="2c2d", error=CardError, named="53"),
    bad(*["random"] * 23, dead="2c2d", board="3c3d3h", error=CardError, named="53"),
    bad("AhKh", "QQ", dead=list(range(46)), error=CardError),
    bad("AhKh", "QQ", board="2c7d9", error=NotationError, named="9"),
    bad("AhKh", "QQ", board="2c7d1h", error=NotationError, named="1h"),
    bad("AhKh", "QQ", board="2c7dXh", error=NotationError, named="Xh"),
    bad("AhKh", "QQ", board="2c7dJk", error=EquityError, named="Jk"),
    bad("AhKh", "QQ", board="QQ", error=NotationError, named="QQ"),
    bad("AhKh", "QQ", dead="2", error=NotationError, named="2"),
    bad("AhKh", "QQ", dead="zz", error=NotationError, named="zz"),
    bad("AhKh", "QQ", dead="?", error=EquityError, named=("dead", "unknown")),
    bad("AhKh", "QQ", dead="*", error=EquityError, named=("dead", "unknown")),
    bad("AhKh", "QQ", board=[52, 1, 2], error=EquityError, named="52"),
    bad("AhKh", "QQ", board=[-1, 1, 2], error=EquityError, named="-1"),
    bad("AhKh", "QQ", board=[True, 5, 9], error=EquityError, named="True"),
    bad("AhKh", "QQ", board=[1.5, 5, 9], error=EquityError, named="1.5"),
    bad("AhKh", "QQ", board=5, error=EquityError, named="5"),
    bad("AhKh", "QQ", board=True, error=EquityError, named="True"),
    bad("AhKh", "QQ", board=b"2c7d9h", error=EquityError),
    bad("AhKh", "QQ", dead=7, error=EquityError, named="7"),
    bad("AhKh", "QQ", dead=[99], error=EquityError, named="99"),
    bad("AhKh", "QQ", dead={"K": 3}, error=EquityError),
    bad("AhKh", "QQ", dead=object(), error=EquityError, named="object"),
    bad(None, "QQ", error=EquityError, named="None"),
    bad(3.5, "QQ", error=EquityError, named="3.5"),
    bad(51, "QQ", error=EquityError, named="51"),
    bad(True, "QQ", error=EquityError, named="True"),
    bad(object(), "QQ", error=EquityError, named="object"),
    bad(b"AhKh", "QQ", error=EquityError),
    bad([51.0, 47.0], "QQ", error=EquityError, named="51.0"),
    bad([True, 5], "QQ", error=EquityError, named="True"),
    bad([-1, 5], "QQ", error=EquityError, named="-1"),
    bad([52, 5], "QQ", error=EquityError, named="52"),
    bad([51], "QQ", error=EquityError),
    bad([51, 47, 43], "QQ", error=EquityError),
    bad([], "QQ", error=EquityError),
    bad(np.array([[51, 47]]), "QQ", error=EquityError),
    bad(error=EquityError),
    bad("AhKh", error=EquityError, named="seat"),
    bad("AhKh", opponents=0, error=RuleError, named=("1 seat", "opponents")),
    bad("AhKh", opponents=-1, error=RuleError, named="-1"),
    bad("AhKh", opponents=True, error=RuleError, named="True"),
    bad("AhKh", opponents=1.0, error=RuleError, named="1.0"),
    bad("AhKh", opponents="2", error=RuleError, named="2"),
    bad("AhKh", opponents=math.nan, error=RuleError, named="nan"),
    bad("AA", "KK", nonsense=1, error=(TypeError, EquityError), named="nonsense"),
    bad("AA", "KK", boards="2c7d9h", error=(TypeError, EquityError), named="boards"),
    bad("AA", "KK", deals=0, error=RuleError, named=("deals", "0")),
    bad("AA", "KK", deals=-5, error=RuleError, named=("deals", "-5")),
    bad("AA", "KK", deals=1.5, error=RuleError, named=("deals", "1.5")),
    bad("AA", "KK", deals=math.nan, error=RuleError, named=("deals", "nan")),
    bad("AA", "KK", deals=math.inf, error=RuleError, named=("deals", "inf")),
    bad("AA", "KK", deals=True, error=RuleError, named=("deals", "True")),
    bad("AA", "KK", deals="1000", error=RuleError, named=("deals", "1000")),
    bad("AA", "KK", deals=1000, method="exact", error=RuleError, named=("deals", "exact")),
    bad("AA", "KK", tolerance=0.001, method="exact", error=RuleError, named=("tolerance", "exact")),
    bad("AA", "KK", tolerance=0, error=RuleError, named="tolerance"),
    bad("AA", "KK", tolerance=-0.1, error=RuleError, named=("tolerance", "-0.1")),
    bad("AA", "KK", tolerance=math.nan, error=RuleError, named=("tolerance", "nan")),
    bad("AA", "KK", tolerance=True, error=RuleError, named=("tolerance", "True")),
    bad("AA", "KK", tolerance="tight", error=RuleError, named=("tolerance", "tight")),
    bad("AA", "KK", seconds=-1, error=RuleError, named=("seconds", "-1")),
    bad("AA", "KK", seconds=math.nan, error=RuleError, named=("seconds", "nan")),
    bad("AA", "KK", seconds=True, error=RuleError, named=("seconds", "True")),
    bad("AA", "KK", seconds="1", error=RuleError, named=("seconds", "1")),
    bad("AA", "KK", seed=-1, error=RuleError, named=("seed", "-1")),
    bad("AA", "KK", seed=True, error=RuleError, named=("seed", "True")),
    bad("AA", "KK", seed=False, deals=100, error=RuleError, named=("seed", "False")),
    bad("AA", "KK", seed=1.5, error=RuleError, named=("seed", "1.5")),
    bad("AA", "KK", seed="7", error=RuleError, named=("seed", "7")),
    bad("AA", "KK", seed=[1, 2], error=RuleError, named="seed"),
    bad("AA", "KK", method="fast", error=RuleError, named=("method", "fast")),
    bad("AA", "KK", method="Exact", error=RuleError, named=("method", "Exact")),
    bad("AA", "KK", method=1, error=RuleError, named=("method", "1")),
    bad("AA", "KK", executor="threads", error=RuleError, named=("executor", "threads")),
    bad("AA", "KK", executor=4, error=RuleError, named=("executor", "4")),
    bad("AA", "KK", executor=object(), error=RuleError, named=("executor", "object")),
    bad("AA", "KK", progress="yes", error=RuleError, named=("progress", "yes")),
    bad("AA", "KK", progress=3, error=RuleError, named=("progress", "3")),
    bad(*["random"] * 5, method="exact", error=RuleError, named="exact"),
    bad(*["random"] * 4, board="2c7d9h", method="exact", error=RuleError, named="exact"),
    bad(*["QQ+,AK"] * 4, method="exact", seconds=0.5, error=RuleError, named="seconds"),
    bad("random", "random", method="exact", seconds=1e-3, error=RuleError, named="seconds"),
    bad("AA", "KK", stacks=[100], error=RuleError, named=("stack", "1", "2")),
    bad("AA", "KK", stacks=[100, 100, 100], error=RuleError, named=("stacks", "3", "2")),
    bad("AA", "KK", stacks=[], error=RuleError, named="stacks"),
    bad("AhKh", opponents=2, stacks=[100, 100], error=RuleError, named=("stacks", "2", "3")),
    bad("AA", "KK", stacks=[100, -1], error=RuleError, named="-1"),
    bad("AA", "KK", stacks=[math.nan, 100], error=RuleError, named="nan"),
    bad("AA", "KK", stacks=[math.inf, 100], error=RuleError, named="inf"),
    bad("AA", "KK", stacks=[True, 100], error=RuleError, named="True"),
    bad("AA", "KK", stacks=["100", 100], error=RuleError, named="100"),
    bad("AA", "KK", stacks=[None, 100], error=RuleError, named="None"),
    bad("AA", "KK", stacks=100, error=RuleError, named="100"),
    bad("AA", "KK", stacks="100", error=RuleError, named="100"),
    bad("AA", "KK", stacks=[100, 100], pot=-1, error=RuleError, named=("pot", "-1")),
    bad("AA", "KK", stacks=[100, 100], pot=math.nan, error=RuleError, named=("pot", "nan")),
    bad("AA", "KK", stacks=[100, 100], pot=math.inf, error=RuleError, named=("pot", "inf")),
    bad("AA", "KK", stacks=[100, 100], pot=True, error=RuleError, named=("pot", "True")),
    bad("AA", "KK", stacks=[100, 100], pot="30", error=RuleError, named=("pot", "30")),
    bad("AA", "KK", pot=30, error=RuleError, named=("pot", "stacks")),
]


def unique_ids(cases: list[Case]) -> list[str]:
    seen: dict[str, int] = {}
    ids = []
    for case in cases:
        # the same in every process: without the address of an object
        text = re.sub(r" at 0x\w+", "", case.id)
        text = text.encode("ascii", "backslashreplace").decode() or "no seats"
        seen[text] = seen.get(text, 0) + 1
        ids.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
    return ids


@pytest.mark.parametrize("case", TABLE, ids=unique_ids(TABLE))
def test_equity_refuses(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(*_: object) -> None:
        pytest.fail("refused, but not before work was done")

    monkeypatch.setattr(equity.run, "_chunk", work)
    refused(case, holdem.equity)


# The forecast refuses whatever the calculation would refuse.
FORECAST = [
    case
    for case in TABLE
    if not {"seed", "executor", "progress", "pot", "stacks", "deals", "tolerance", "seconds"}
    & set(case.options)
    and case.options.get("method") is None
    and TypeError not in (case.error if isinstance(case.error, tuple) else (case.error,))
][::5]


@pytest.mark.parametrize("case", FORECAST, ids=unique_ids(FORECAST))
def test_cost_refuses(case: Case) -> None:
    refused(case, holdem.cost)


@pytest.mark.parametrize(
    ("text", "place"),
    [("QQ,KA+", "KA+"), ("AKs:1.5", "1.5"), ("TT+, T9s-75s, AA", "T9s-75s"), ("QQ;1s", "1s")],
)
def test_the_place_of_the_fault_is_marked(text: str, place: str) -> None:
    with pytest.raises(NotationError) as caught:
        holdem.equity("AhKh", text)
    error = caught.value
    assert error.text is not None
    assert error.span is not None
    start, end = error.span
    marked = error.text[start:end]
    assert marked.strip()
    assert marked in place or place in marked


ACCEPTED = [
    ("10hKh", "ThKh"),
    ("ahkh", "AhKh"),
    ("AHKH", "AhKh"),
    ("A♥K♥", "AhKh"),
    ("♥A♥K", "AhKh"),
    ("A♡K♡", "AhKh"),
    ("A\N{BLACK HEART SUIT}\N{VARIATION SELECTOR-16}K♥", "AhKh"),
    ("紅心A 紅心K", "AhKh"),
    ("黑桃A 梅花K", "AsKc"),
    ("As Ks", "AsKs"),
    ("AhKh AhQh", "AhKh,AhQh"),
    ("KAs", "AKs"),
    ("JJ-99", "99-JJ"),
    ("A2s-A5s", "A5s-A2s"),
    ("JTs+", "JTs"),
    ("AKs@50,QQ", "AKs:0.5,QQ"),
    ("50%(AKs),QQ", "AKs:0.5,QQ"),
    ("[50]AKs[/50],QQ", "AKs:0.5,QQ"),
    ("0.5(AKs),QQ", "AKs:0.5,QQ"),
    ("AA,KK:0", "AA"),
    ("AKs,AKs", "AKs"),
    ("AKs;QQ", "AKs,QQ"),
    ("AxKx", "AKs"),
    ("any", "random"),
    ("**", "random"),
    ("??", "random"),
    ("As?", "As*"),
]


@pytest.mark.parametrize(("odd", "plain"), ACCEPTED, ids=[odd for odd, _ in ACCEPTED])
def test_accepted(odd: str, plain: str) -> None:
    board = "2c7d9h3s"
    one = holdem.equity(odd, "5c5d", board=board, method="exact")
    other = holdem.equity(plain, "5c5d", board=board, method="exact")
    assert one.deals == other.deals
    assert one.wins.tolist() == other.wins.tolist()
    assert one.equity == pytest.approx(other.equity, rel=1e-13)


class Card:
    """A card of some other package: its text is what counts."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


@pytest.mark.parametrize(
    ("seat", "board"),
    [
        ([50, 46], "2c7d9h"),
        ((50, 46), [0, 21, 30]),
        (np.array([50, 46]), np.array([0, 21, 30], dtype=np.uint8)),
        ([np.int64(50), np.uint8(46)], "2c 7d 9h"),
        ("AhKh", "2c, 7d, 9h"),
        ("AhKh", "2c7d9h**"),
        ([Card("Ah"), Card("Kh")], [Card("2c"), Card("7d"), Card("9h")]),
    ],
    ids=["list", "tuple", "array", "numpy ints", "commas", "two holes", "objects"],
)
def test_cards_may_be_given_as(seat: Any, board: Any) -> None:
    result = holdem.equity(seat, "QsQd", board=board, method="exact")
    plain = holdem.equity("AhKh", "QsQd", board="2c7d9h", method="exact")
    assert result.wins.tolist() == plain.wins.tolist()
    assert result.deals == plain.deals


def test_twenty_three_seats_use_51_cards_and_are_simulated() -> None:
    result = holdem.equity(*["random"] * 23, deals=20_000, seed=5)
    assert result.method == "monte-carlo"
    assert result.deals == 20_000
    assert len(result.equity) == 23
    assert result.equity.sum() == pytest.approx(1, rel=1e-12)
    assert (abs(result.equity - 1 / 23) < 4.5 * result.stderr).all()


def test_twenty_three_seats_without_a_word_about_the_method() -> None:
    result = holdem.equity("AhKh", opponents=22, tolerance=0.01, seed=1)
    assert result.method == "monte-carlo"
    assert len(result.equity) == 23
