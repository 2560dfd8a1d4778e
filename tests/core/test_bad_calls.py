"""Other calls that are refused; arrays where a word or an amount is wanted."""

from __future__ import annotations

import inspect
import itertools
import math
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import equity
import equity.run
from equity import holdem
from equity.errors import CardError, EquityError, NotationError, RuleError
from equity.ranges import Range

OTHER: list[tuple[str, Any, type[Exception] | tuple[type[Exception], ...], str]] = [
    ("game no_such_game", lambda: equity.game("no_such_game"), RuleError, "no_such_game"),
    ("game of a wrong type", lambda: equity.game(3), RuleError, "int"),
    ("unknown setting", lambda: holdem.with_rules(nonsense=1), RuleError, "nonsense"),
    ("unknown value", lambda: holdem.with_rules(wheel="sometimes"), RuleError, "sometimes"),
    ("unknown preset", lambda: holdem.with_rules("vegas"), RuleError, "vegas"),
    ("value of a wrong type", lambda: holdem.with_rules(jokers=True), RuleError, "jokers"),
    ("rank: a card twice", lambda: holdem.rank("AhKh", board="AhQhJhTh2c"), CardError, "Ah"),
    ("rank: a hand twice", lambda: holdem.rank("AhAh", board="QhJhTh"), CardError, "Ah"),
    ("rank: board of six", lambda: holdem.rank("AhKh", board="2c3c4c5c6c7c"), CardError, "6"),
    ("rank: a range", lambda: holdem.rank("AKs", board="QhJhTh2c3d"), EquityError, "AKs"),
    ("odds: a card twice", lambda: holdem.odds("AhKh", board="AhQhJh"), CardError, "Ah"),
    ("odds: board of six", lambda: holdem.odds("AhKh", board="2c3c4c5c6c7c"), CardError, "6"),
    ("odds: dead card", lambda: holdem.odds("AhKh", dead="Kh"), CardError, "Kh"),
    ("odds: notation", lambda: holdem.odds("AhK"), NotationError, "K"),
    ("odds: deals", lambda: holdem.odds("AhKh", deals=0), RuleError, "deals"),
    ("strength: a card twice", lambda: holdem.strength([51, 51, 3, 4, 5]), EquityError, ""),
    ("strength: four cards", lambda: holdem.strength([51, 47, 43, 39]), EquityError, "4"),
    ("strength: eight cards", lambda: holdem.strength(list(range(8))), EquityError, "8"),
    ("strength: no such card", lambda: holdem.strength([52, 1, 2, 3, 4]), EquityError, ""),
    (
        "strength: below zero",
        lambda: holdem.strength([-1, 1, 2, 3, 4]),
        EquityError,
        "",
    ),
    (
        "strength: far out",
        lambda: holdem.strength([10**30, 1, 2, 3, 4]),
        EquityError,
        "",
    ),
    ("strength: text", lambda: holdem.strength("AhKhQhJhTh"), EquityError, ""),
    ("strength: nothing", lambda: holdem.strength([]), EquityError, "0"),
    ("strengths: a card twice", lambda: holdem.strengths(_hands([9, 9, 1, 2, 3])), EquityError, ""),
    (
        "strengths: no such card",
        lambda: holdem.strengths(_hands([52, 9, 1, 2, 3])),
        EquityError,
        "",
    ),
    (
        "strengths: one hand bad",
        lambda: holdem.strengths(_hands([0, 9, 1, 2, 3], [4, 4, 1, 2, 3])),
        EquityError,
        "",
    ),
    ("strengths: four cards", lambda: holdem.strengths(_hands([1, 2, 3, 4])), EquityError, "4"),
    ("strengths: eight cards", lambda: holdem.strengths(_hands(range(8))), EquityError, "8"),
    ("strengths: flat", lambda: holdem.strengths(np.arange(5, dtype=np.uint8)), EquityError, ""),
    (
        "strengths: floats",
        lambda: holdem.strengths(np.full((1, 5), 0.5)),
        (EquityError, TypeError),
        "",
    ),
    (
        "strengths: below zero",
        lambda: holdem.strengths(np.array([[-1, 1, 2, 3, 4]])),
        EquityError,
        "",
    ),
    (
        "strengths: 256 is not 0",
        lambda: holdem.strengths(np.array([[256, 1, 2, 3, 4]])),
        EquityError,
        "",
    ),
]


def _hands(*rows: Any) -> np.ndarray:
    return np.array([list(row) for row in rows], dtype=np.uint8)


@pytest.mark.parametrize(
    ("call", "error", "named"), [row[1:] for row in OTHER], ids=[row[0] for row in OTHER]
)
def test_other_calls_refuse(
    call: Any, error: type[Exception] | tuple[type[Exception], ...], named: str
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).strip()
    assert named in str(caught.value)


def test_an_empty_array_of_hands_is_no_error() -> None:
    assert holdem.strengths(np.empty((0, 7), dtype=np.uint8)).shape == (0,)


@pytest.mark.parametrize(
    "options",
    [
        {"pot": -1, "call": 10, "seat": 0},
        {"pot": 100, "call": -10, "seat": 0},
        {"pot": math.nan, "call": 10, "seat": 0},
        {"pot": 100, "call": math.inf, "seat": 0},
        {"pot": True, "call": 10, "seat": 0},
        {"pot": 100, "call": 10, "seat": 2},
        {"pot": 100, "call": 10, "seat": -3},
        {"pot": 100, "call": 10, "seat": 0.5},
        {"pot": 100, "call": 10, "seat": True},
    ],
    ids=str,
)
def test_call_value_refuses(options: dict[str, Any]) -> None:
    result = holdem.equity("AhKh", "QsQd", board="2c7d9h", method="exact")
    with pytest.raises(RuleError):
        result.call_value(**options)


class Undecided:
    """Has no one answer to whether it equals something, as an array has."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        return np.array([True, False])


NEITHER: dict[str, Any] = {
    "numbers": np.array([1.5, 2.5]),
    "words": np.array(["a", "b"]),
    "one number": np.array(1.5),
    "one word": np.array("a"),
    "objects": np.array([{1}, None], dtype=object),
    "table": np.full((2, 2), 0.5),
    "[{1}]": [{1}],
    "({1},)": ({1},),
    "{1.5}": {1.5},
    "{1: {2}}": {1: {2}},
    "undecided": Undecided(),
    "[undecided]": [Undecided()],
    "10**400": 10**400,
    "lambda": lambda *_: np.array([1, 2]),
}
HANDS = {
    "ten_and_half": "5h",
    "in_between": "5hJc",
    "four_knives": "KhQd5c2s",
    "blackjack": "Th6d",
    "omaha_five": "AhKhQh4h2c",
    "omaha_six": "AhKhQh4h2c9d",
    "niu_niu": "Kh9d5c5s2h",
    "ninety_nine": "5h3c8d9s2c",
    "endurance": "5h3c8d",
}
GOOD: dict[str, Any] = {
    "first": "advice",
    "second": "advice",
    "against": "advice",
    "drawn": 2,
    "seat": 0,
    "seats": 2,
    "cards": 5,
    "text": "AA",
    "total": 50,
    "trump": "h",
    "cards_left": [3, 3],
}
OPTIONS = ["method", "deals", "tolerance", "seconds", "seed", "executor", "progress"]
NUMBERS = ("one number", "10**400")
"""These may be what is wanted."""
CALLS = [
    (name, method)
    for name in equity.games.names()
    for method in sorted(dir(equity.game(name)))
    if not method.startswith("_")
    and inspect.ismethod(getattr(equity.game(name), method))
    and method != "with_rules"
]


class Worked(Exception):
    """What was asked is no error."""


@pytest.mark.parametrize("kind", NEITHER)
def test_presets_and_settings_are_words_or_amounts(kind: str) -> None:
    value = NEITHER[kind]
    for name in equity.games.names():
        game = equity.game(name)
        with pytest.raises(RuleError):
            game.with_rules(value)
        for setting in game.settings:
            refused = pytest.raises(RuleError, match=setting.name)
            with suppress(RuleError) if kind in NUMBERS else refused:
                game.with_rules(**{setting.name: value})


@pytest.mark.parametrize(("name", "method"), CALLS)
def test_arguments_are_answered_or_refused(
    name: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but errors of this package, whatever an argument is."""

    def work(*_: object) -> None:
        raise Worked

    monkeypatch.setattr(equity.run, "_chunk", work)
    call = getattr(equity.game(name), method)
    parameters = inspect.signature(call).parameters.values()
    plain = [
        item for item in parameters if item.kind not in (item.VAR_POSITIONAL, item.VAR_KEYWORD)
    ]
    spread = [item.name for item in parameters if item.kind is item.VAR_POSITIONAL]
    needed = {
        item.name: HANDS.get(name, "AhKhQh4h2c") if item.name == "hand" else GOOD[item.name]
        for item in plain
        if item.default is item.empty
    }
    names = [item.name for item in plain] + spread
    if name in ("omaha_five", "omaha_six") and "hand" in names:
        needed["hand"] = HANDS[name]  # of any hand it takes long
    if any(item.kind is item.VAR_KEYWORD for item in parameters):
        names += OPTIONS
    for argument, kind in itertools.product(names, NEITHER):
        if argument in ("seed", "seeds") and kind == "10**400":
            continue  # that is one
        keywords = needed | ({} if argument in spread else {argument: NEITHER[kind]})
        if argument == "pot":
            keywords["stacks"] = [10, 10]
        seats = ["random", "random"] if spread and argument != "players" else []
        if argument in spread:
            seats = [NEITHER[kind]]
        first = [keywords.pop(item.name) for item in plain if item.name == "hand" and spread]
        with suppress(EquityError, Worked):
            call(*first, *seats, **keywords)


def test_words_and_amounts_as_arrays_that_were_foreign_errors() -> None:
    array = np.array([1, 2])
    for call in (
        lambda: holdem.with_rules(order=array),
        lambda: holdem.with_rules(order=[{1}]),
        lambda: holdem.equity("AA", "KK", stacks=[10, 10], pot=array),
        lambda: equity.niu_niu.edge(strategy=array),
        lambda: equity.five_card_draw.strategy(lambda hand: "pat", name=array),
        lambda: Range("AA").with_cards(array),
        lambda: Range("AA").with_cards(1 << 60),
        lambda: Range("AA").without([1]),
        lambda: equity.game(array),
        lambda: equity.blackjack.decide("Th6d")[array],
        lambda: holdem.equity("AA", "KK", board="2c7d9h").to_frame(array),
        lambda: holdem.strengths(np.zeros((0, 7), np.uint8), check=array),
        lambda: equity.omaha.strengths(np.zeros((0, 9), np.uint8), check=array),
    ):
        with pytest.raises(RuleError):
            call()


def test_arrays_where_a_sequence_is_wanted_are_read() -> None:
    usual = holdem.ranking.usual_order
    assert holdem.with_rules(order=np.array(usual)) == holdem.with_rules(order=list(usual))
    with pytest.raises(RuleError, match=r"order takes each of"):
        holdem.with_rules(order=np.array(["flush", "straight"]))


@pytest.mark.parametrize(
    ("speed", "named"),
    [
        ([2e9, 1], "2000000000.0"),
        ([1, 1.1e9], "1100000000.0"),
        ([0, 1], "has 0"),
        ([-1, 1], "-1"),
        ([10**400, 1], "1000"),
        ([math.inf, 1], "inf"),
        ([math.nan, 1], "nan"),
    ],
)
def test_the_limits_of_speeds_are_told(speed: Any, named: str) -> None:
    with pytest.raises(RuleError, match=r"above 0 and at most 1e\+09") as caught:
        equity.bao_shu.play(players=2, speed=speed)
    assert named in str(caught.value)


def test_every_error_is_a_value_error() -> None:
    for error in (NotationError, CardError, RuleError):
        assert issubclass(error, EquityError)
    assert issubclass(EquityError, ValueError)


class Emptying:
    """A card number whose reading empties the list that it stands in."""

    def __init__(self, held: list[object], number: int) -> None:
        self.held, self.number = held, number

    def __index__(self) -> int:
        self.held.clear()
        return self.number


class Growing(Emptying):
    def __index__(self) -> int:
        self.held.extend(range(1000))
        return self.number


class Turning:
    """A number that is a card when it is asked first, and none later."""

    def __init__(self) -> None:
        self.numbers = iter((3, 10**6, 200, -5))

    def __index__(self) -> int:
        return next(self.numbers)

    __int__ = __index__


@pytest.mark.parametrize("kind", [Emptying, Growing])
@pytest.mark.parametrize("at", [0, 3, 6])
@pytest.mark.parametrize("game", [equity.holdem, equity.omaha, equity.seven_card_stud])
def test_a_hand_that_its_own_cards_change_is_read_as_it_was(
    game: Any, at: int, kind: type[Emptying]
) -> None:
    numbers = [51, 47, 43, 39, 35, 0, 5]
    held: list[object] = list(numbers)
    held[at] = kind(held, numbers[at])
    assert game.strength(held) == game.strength(numbers)


@pytest.mark.parametrize("game", [equity.holdem, equity.omaha])
def test_a_card_is_read_once(game: Any) -> None:
    held = [51, 47, 43, 39, 35, 0, Turning()]
    assert game.strength(held) == game.strength([51, 47, 43, 39, 35, 0, 3])


def test_a_wrong_card_survives_the_list_that_it_was_in() -> None:
    held: list[object] = []
    held += [Emptying(held, 10**30), *range(6)]
    with pytest.raises(NotationError, match="is no card of this deck"):
        equity.holdem.strength(held)  # type: ignore[arg-type]


HUGE = 10**400
LONG = [
    lambda: equity.war.with_rules(turn_limit=HUGE),
    lambda: equity.ninety_nine.with_rules(limit=HUGE),
    lambda: equity.nickname.with_rules(turn_limit=-HUGE),
    lambda: equity.five_card_draw.play(rounds=HUGE),
    lambda: equity.five_card_draw.opening(players=HUGE),
    lambda: equity.five_card_draw.equity(players=HUGE),
    lambda: equity.bao_shu.odds(number=HUGE),
    lambda: equity.bao_shu.play(players=HUGE),
    lambda: equity.holdem.equity("AA", "KK", deals=HUGE),
    lambda: equity.holdem.equity("AA", "KK", opponents=HUGE),
    lambda: equity.holdem.equity("AA", "KK", stacks=[1, -HUGE]),
    lambda: equity.holdem.equity([HUGE, 1], "KK"),
    lambda: equity.holdem.odds("AA", board=[HUGE]),
    lambda: equity.blackjack.play(rounds=HUGE),
    lambda: equity.baccarat.play(bankroll=1, bet=HUGE),
    lambda: equity.bank.odds(HUGE),
    lambda: equity.red_dog.edge(strategy=HUGE),
    lambda: equity.casino_war.with_rules(packs=HUGE),
    lambda: equity.casino_war.edge({"K": HUGE}),
]


@pytest.mark.parametrize("ask", LONG, ids=range(len(LONG)))
def test_numbers_of_hundreds_of_digits_are_not_written_out(ask: Any) -> None:
    with pytest.raises(EquityError) as refused:
        ask()
    assert len(str(refused.value)) < 300
