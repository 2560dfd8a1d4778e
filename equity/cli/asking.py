"""Asking a game: what is written after its name, read and answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from equity.cli.options import under_rules
from equity.cli.output import reported, show
from equity.cli.questions import (
    QUESTIONS,
    choose,
    grammar,
    has_grid,
    keywords_of,
    loose_cards,
    options_of,
    questions_of,
)
from equity.errors import RuleError

if TYPE_CHECKING:
    from equity.rules import Game

__all__ = ["Request", "ask", "scan"]


@dataclass
class Request:
    """What is written after the name of a game."""

    hands: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Questions asked for by name."""
    given: dict[str, Any] = field(default_factory=dict)
    """Options of the question, as text, by keyword."""
    rules: list[str] = field(default_factory=list)
    preset: str | None = None
    as_json: bool = False
    grid: bool = False
    """The table of starting hands of the first seat, too."""

    @classmethod
    def of(cls, hands: Sequence[str], values: Mapping[str, Any]) -> Request:
        """Sort what is written by what it is for; options that are not given may be ``None``."""
        given = {name: value for name, value in values.items() if value not in (None, [], ())}
        return cls(
            hands=list(hands),
            asked=[name for name in QUESTIONS if given.pop(name, False)],
            rules=list(given.pop("rule", ())),
            preset=given.pop("preset", None),
            as_json=given.pop("json", False),
            grid=given.pop("grid", False),
            given=given,
        )


def ask(game: Game, request: Request) -> None:
    """Answer a request; exit if there is anything to complain of."""
    with reported(
        request.as_json,
        lambda: list(options_of(questions_of(game))),
        lambda: loose_cards(game, request.hands),
    ):
        played = under_rules(game, request.preset, request.rules)
        if request.grid:
            _check_grid(played, request)
        answer = answer_of(played, request.hands, request.asked, request.given)
        show(answer, request.as_json, request.grid)


def _check_grid(game: Game, request: Request) -> None:
    """Refuse a grid of what has none before anything is computed."""
    asked = choose(game, questions_of(game), request.hands, request.asked)
    if asked.name != "equity" or not has_grid(game):
        raise RuleError("--grid goes with an equity of hands of two cards and a board")
    simulated = request.given.get("method") == "monte-carlo"
    if simulated or {"deals", "tolerance"} & request.given.keys():
        raise RuleError("--grid needs an exact answer; it does not go with a simulation")
    request.given.setdefault("method", "exact")


def answer_of(game: Game, hands: list[str], asked: list[str], given: dict[str, Any]) -> Any:
    """Ask a game."""
    question = choose(game, questions_of(game), hands, asked)
    keywords = keywords_of(question, given)
    others = {"opponents", "players", "against"}
    if question.name == "equity" and len(hands) == 1 and "opponents" in question.options:
        keywords.update({} if others & keywords.keys() else {"opponents": 1})
    positional: list[str] = []
    if question.many:
        positional = hands
    elif hands and question.hand is not None:
        keywords[question.hand] = hands[0]
    threads = keywords.pop("threads", None)
    if threads is None:
        return question.method(*positional, **keywords)
    if threads < 1:
        raise RuleError(f"--threads is {threads}; it is a whole number above 0")
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads, thread_name_prefix="equity")
    try:
        return question.method(*positional, **keywords, executor=pool)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def scan(game: Game, arguments: Sequence[str]) -> Request | None:
    """Read a plain request; give nothing where there is help to show or a mistake to explain."""
    known = {option.flag: option for option in grammar(game).values()}
    hands: list[str] = []
    values: dict[str, Any] = {}
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            hands += rest
            continue
        if not argument.startswith("-"):
            hands.append(argument)
            continue
        flag, sign, text = argument.partition("=")
        option = known.get(flag) or known.get(flag.replace("--no-", "--", 1))
        if option is None:
            return None
        if option.kind in ("flag", "switch"):
            if sign or (option.kind == "switch" and flag != option.flag):
                return None
            values[option.name] = flag == option.flag
            continue
        value = text if sign else next(rest, None)
        if flag != option.flag or value is None:
            return None
        if option.kind == "texts":
            values.setdefault(option.name, []).append(value)
        else:
            values[option.name] = value
    return Request.of(hands, values)
