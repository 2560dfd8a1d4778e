"""The command line: ``equity GAME [HANDS...]``, ``equity games`` and ``equity selfcheck``.

A game's options are the keywords of its methods, found from their signatures and described by
their documentation, so that a game brings its own command line and nothing here names a game.

Typer takes as long to import as an answer takes. So plain questions are read here, and what is
not one is left to :mod:`equity.commands`, the same commands in typer: help, wrong usage, and all
that is no game.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from equity.errors import EquityError, Interrupted, NotationError, RuleError, shown

if TYPE_CHECKING:
    from equity.rules import Game, Setting

__all__ = ["main"]

QUESTIONS = ("equity", "decide", "edge", "play", "odds", "rank", "trace")
"""The methods that can be asked, in the order in which they are listed."""
OF_ONE_HAND = ("decide", "edge", "equity")
"""What one hand asks: the first of these that the game has."""
OF_NO_HAND = ("edge", "play", "odds")
"""What no hand asks: the first of these that the game has."""
COMMANDS = ("games", "selfcheck")
"""What is no game."""
WIDTH = 80
"""Columns of plain output."""
FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
"""Exit codes other than 0."""


# ---- options, found from signatures ----


@dataclass(frozen=True)
class _Option:
    """An option of the command line that stands for a keyword of a method."""

    name: str
    kind: str
    """``text``, ``texts`` (repeatable), ``int``, ``float``, ``floats``, ``ints``, ``flag``."""
    help: str = ""

    @property
    def flag(self) -> str:
        """The option as it is written."""
        return _flag(self.name)


CALCULATION = (
    _Option("method", "text", "How to answer: auto, exact or monte-carlo."),
    _Option("deals", "int", "Simulate so many deals (games, sessions)."),
    _Option("tolerance", "float", "Simulate until the standard error is this small."),
    _Option("seconds", "float", "Simulate for so long; the longest an exact answer may take."),
    _Option("seed", "int", "Seed of the simulation, 0 or more."),
    _Option("threads", "int", "Use so many threads."),
    _Option("progress", "flag", "Show a progress bar; after a second on a terminal if not said."),
)
"""The options of every calculation: what ``**options`` of a method stands for."""


def _flag(name: str) -> str:
    """Write a keyword as an option."""
    return f"--{name.replace('_', '-')}"


def _kind(parameter: inspect.Parameter) -> str:
    """Tell from its annotation and default how an option is read."""
    annotation = str(parameter.annotation)
    many = re.search(r"\b(Iterable|Sequence|list|tuple)\[(float|int)\]", annotation)
    if re.search(r"\b(str|Cards|Seat|Against)\b", annotation):
        return "text"
    if many:
        return f"{many[2]}s"
    if isinstance(parameter.default, bool) or annotation.startswith("bool"):
        return "flag"
    for kind in ("float", "int"):
        if re.search(rf"\b{kind}\b", annotation):
            return kind
    return "text"


def _repeats(parameter: inspect.Parameter) -> bool:
    """Tell whether a list of texts can be given: one name for all, or one each."""
    many = r"\bAgainst\b|\b(Iterable|Sequence|list)\[(?!float|int)"
    return bool(re.search(many, str(parameter.annotation)))


@dataclass(frozen=True)
class _Question:
    """What a method of a game takes."""

    name: str
    method: Callable[..., Any]
    hand: str | None = None
    """The parameter that takes the hands; ``None`` if the method takes none."""
    many: bool = False
    """It takes any number of hands."""
    needs_hand: bool = False
    needs: tuple[str, ...] = ()
    """Options that must be given."""
    options: Mapping[str, _Option] = field(default_factory=dict)
    mappings: frozenset[str] = frozenset()
    """Options that can also be given as ``K=3,5=4``."""

    @property
    def flag(self) -> str:
        """The option that asks this question."""
        return f"--{self.name}"


def _question(name: str, method: Callable[..., Any]) -> _Question:
    """Find what a method takes."""
    parameters = list(inspect.signature(method).parameters.values())
    named = [item for item in parameters if item.name == "hand"]
    required = [
        item
        for item in parameters[:1]
        if item.kind is item.POSITIONAL_OR_KEYWORD and item.default is item.empty
    ]
    every = [item for item in parameters if item.kind is item.VAR_POSITIONAL]
    hand = next(iter(every or named or required), None)
    options: dict[str, _Option] = {}
    for item in parameters:
        if item is hand or (every and item in required):
            # decide(hand, *opponents): the first hand is one's own.
            continue
        if item.kind is item.VAR_KEYWORD:
            options.update((option.name, option) for option in CALCULATION)
        elif item.name == "executor":
            options["threads"] = next(one for one in CALCULATION if one.name == "threads")
        elif item.kind is not item.VAR_POSITIONAL:
            kind = "texts" if _repeats(item) and _kind(item) == "text" else _kind(item)
            options[item.name] = _Option(item.name, kind)
    return _Question(
        name,
        method,
        hand=None if hand is None else hand.name,
        many=bool(every),
        needs_hand=bool(every and required)
        or (hand is not None and not every and hand.default is hand.empty),
        needs=tuple(
            item.name for item in parameters if item.name in options and item.default is item.empty
        ),
        options=options,
        mappings=frozenset(
            item.name for item in parameters if re.search("Mapping|dict", str(item.annotation))
        ),
    )


def _questions(game: Game) -> dict[str, _Question]:
    """Find the questions that a game answers."""
    methods = ((name, getattr(game, name, None)) for name in QUESTIONS)
    return {name: _question(name, method) for name, method in methods if callable(method)}


# ---- from arguments to a question ----


def _choose(
    game: Game, known: Mapping[str, _Question], given: Sequence[str], asked: Sequence[str]
) -> _Question:
    """Choose the question."""
    answered = ", ".join(question.flag for question in known.values())
    count = len(given)
    if len(asked) > 1:
        raise RuleError(f"ask one question at a time, {' or '.join(f'--{one}' for one in asked)}")
    # As many single cards as a hand has are its cards, unless the question says otherwise.
    if not asked and 1 < count == getattr(game, "hole", 0) and (misread := _one_hand(game, given)):
        raise RuleError(misread)
    order = tuple(asked) or (("equity",) if count > 1 else OF_ONE_HAND if count else OF_NO_HAND)
    name = next((name for name in order if name in known), None)
    if asked and name is None:
        raise RuleError(f"{game.title} has no --{asked[0]}; it answers {answered}")
    question = None if name is None else known[name]
    if count > 1 and not (question and question.many) and (misread := _loose_cards(game, given)):
        raise RuleError(misread)
    if question is None:
        hands = "several hands" if count > 1 else "one hand" if count else "no hand"
        raise RuleError(f"{game.title} answers nothing about {hands}; it answers {answered}")
    if count and question.hand is None:
        raise RuleError(f"{question.flag} of {game.title} takes no hand")
    if count > 1 and not question.many:
        raise RuleError(f"{question.flag} takes one hand, not {count}")
    if not count and question.needs_hand:
        raise RuleError(f"{question.flag} needs a hand")
    return question


def _number(option: _Option, text: str) -> Any:
    """Read a number, or a list of numbers; whether the method takes it is the method's affair."""
    read = float if option.kind.startswith("float") else int
    noun = "number" if read is float else "whole number"
    single = option.kind in ("float", "int")
    if not single:
        noun = f"list of {noun}s, such as 500,300"
    try:
        if "_" in text:  # Python's 1_000 is not how numbers are written here
            raise ValueError
        if single:
            return read(text)
        return [read(part) for part in _parts(text)]
    except ValueError:
        raise RuleError(f"{option.flag} is {shown(text)}; it must be a {noun}") from None


def _parts(text: str) -> list[str]:
    """Take a list apart; what is missing between two commas is an empty part."""
    return re.split(r"\s*[,;]\s*|\s+", text.strip())


def _counts(option: _Option, text: str) -> dict[str, int]:
    """Read counts of ranks, ``K=3,5=4``."""
    pairs = [part.partition("=") for part in _parts(text)]
    try:
        if "_" in text:
            raise ValueError
        return {name: int(count) for name, _, count in pairs}
    except ValueError:
        raise RuleError(f"{option.flag} is {shown(text)}; it is such as K=3,5=4") from None


def _arguments(question: _Question, given: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the options given into keywords of the method; refuse what it does not take."""
    keywords: dict[str, Any] = {}
    for name, value in given.items():
        option = question.options.get(name)
        if option is None:
            takes = ", ".join(one.flag for one in question.options.values()) or "no options"
            raise RuleError(f"{_flag(name)} does not go with {question.flag}; it takes {takes}")
        if option.kind in ("float", "floats", "int", "ints"):
            value = _number(option, value)
        elif option.kind == "texts":
            value = value[0] if len(value) == 1 else list(value)
        elif name in question.mappings and isinstance(value, str) and "=" in value:
            value = _counts(option, value)
        keywords[name] = value
    if missing := [name for name in question.needs if name not in keywords]:
        raise RuleError(f"{question.flag} needs {_flag(missing[0])}")
    return keywords


def _spellings(choice: Any) -> tuple[str, ...]:
    """Give the ways to write one value of a setting, the usual one first."""
    if isinstance(choice, bool):
        return ("yes", "true", "on") if choice else ("no", "false", "off")
    return ("none" if choice is None else str(choice),)


def _guess(text: str, default: Any = None) -> Any:
    """Read the value of a setting that the game checks itself."""
    text = text.strip()
    if isinstance(default, str):
        return text
    parts = re.split("[,;]", text)
    if not parts[-1].strip():  # the comma after the only part
        parts.pop()
    if "=" in text:
        pairs = [part.partition("=") for part in parts]
        return {name.strip(): _guess(value) for name, _, value in pairs}
    if re.search("[,;]", text):
        return tuple(_guess(part) for part in parts)
    for choice in (None, True, False):
        if text.casefold() in _spellings(choice):
            return choice
    for read in (int, float) if "_" not in text else ():
        with suppress(ValueError):
            return read(text)
    return text


def _value(setting: Setting, text: str) -> Any:
    """Read the value of a setting."""
    if setting.choices is None:
        return _guess(text, setting.default)
    wanted = text.strip().casefold()
    for choice in setting.choices:
        if wanted in map(str.casefold, _spellings(choice)):
            return choice
    allowed = ", ".join(_spellings(choice)[0] for choice in setting.choices)
    raise RuleError(f"{setting.name} is {shown(text)}; it is one of {allowed}")


def _under_rules(game: Game, preset: str | None, entries: Sequence[str]) -> Game:
    """Give the game under the rules asked for."""
    settings = {setting.name: setting for setting in game.settings}
    changes = {}
    for entry in entries:
        name, sign, text = entry.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or name not in settings:
            fault = (
                f"unknown setting {shown(name)}"
                if sign
                else f"--rule {shown(entry)} is not NAME=VALUE"
            )
            raise RuleError(f"{fault}; the settings of {game.title} are {', '.join(settings)}")
        if name in changes:
            raise RuleError(f"--rule {name} is given twice")
        changes[name] = _value(settings[name], text)
    if preset is None and not changes:
        return game
    changed: Game = game.with_rules(preset, **changes)
    return changed


def _answer(game: Game, hands: list[str], asked: list[str], given: dict[str, Any]) -> Any:
    """Ask a game."""
    question = _choose(game, _questions(game), hands, asked)
    keywords = _arguments(question, given)
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


def _one_hand(game: Game, hands: Sequence[str]) -> str | None:
    """Say how to write a hand of which all cards were given one by one."""
    from equity.cards import STANDARD, parse_cards

    for hand in hands:
        try:
            if len(parse_cards(hand, getattr(game, "deck", STANDARD))) != 1:
                return None
        except EquityError:
            return None
    return f"{_loose_cards(game, hands)}; hands of one card need --equity"


def _loose_cards(game: Game, hands: Sequence[str]) -> str | None:
    """Say how to write hands of which the cards were given one by one."""
    from equity.cards import STANDARD, parse_cards

    def single(text: str) -> bool:
        with suppress(EquityError):
            return len(parse_cards(text, getattr(game, "deck", STANDARD))) == 1
        return False

    cards = [hand for hand in hands if single(hand)]
    if len(cards) < 2:
        return None
    size = getattr(game, "hole", len(cards))
    size = size if size and len(cards) % size == 0 else len(cards)
    groups = [cards[i : i + size] for i in range(0, len(cards), size)]
    together = " ".join("".join(group) for group in groups)
    quoted = " ".join(f'"{" ".join(group)}"' for group in groups)
    return (
        f"{' '.join(cards)}: an argument of one card is a hand of one card; "
        f"write {together}, or {quoted} in quotes"
    )


# ---- output ----


def _complain(error: object, names: Sequence[str] = ()) -> None:
    """Write one line on standard error, and where the fault is in the text."""
    message = " ".join(str(error).split())
    if names:  # what Python calls name= is --name here
        pattern = rf"\b({'|'.join(map(re.escape, names))})=(?:'([^']*)')?"
        message = re.sub(pattern, lambda m: _flag(m[1]) + (f" {m[2]}" if m[2] else ""), message)
    lines = [f"equity: {message}"]
    if isinstance(error, NotationError):
        lines += [f"  {line}" for line in error.pointer().splitlines()]
    if sys.stderr is not None:
        print("\n".join(lines), file=sys.stderr)


def _lost(error: OSError) -> NoReturn:
    """End after standard output was closed by its reader, quietly, or failed."""
    with suppress(OSError, ValueError):  # else the interpreter writes again at exit, and complains
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        sys.exit(BROKEN_PIPE)
    _complain(f"cannot write the answer: {error.strerror or error}")
    sys.exit(FAILED)


def _need_output() -> None:
    """End if standard output was closed before the start."""
    if sys.stdout is None:
        _complain("cannot write the answer: standard output is closed")
        sys.exit(FAILED)


def _write(text: str) -> None:
    """Write lines on standard output."""
    _need_output()
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as error:
        _lost(error)


def _write_json(value: Any) -> None:
    """Write a value as JSON."""
    import json

    _write(json.dumps(value, indent=2, allow_nan=False))


def _write_rich(table: Any, instead: Callable[[], str] | None = None) -> None:
    """Write a rich table on the terminal; what is `instead` of it if it is too narrow."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console()
    # What the table takes without breaking a word or a number.
    if instead is not None:
        needed = Measurement.get(console, console.options.update(width=10_000), table).minimum
        if needed > console.width:
            _write(instead())
            return
    try:
        console.print(table)
    except OSError as error:
        _lost(error)


def _watched() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def _narrow(view: Any) -> str:
    """Write a table as plain text of at most 80 columns: long facts folded, long texts cut."""
    from textwrap import wrap

    from equity.display import text

    facts = [line for fact in view.facts for line in wrap(fact, WIDTH - 2) or [""]]
    view = view._replace(facts=facts)
    written = text(view)
    over = max(map(len, written.splitlines())) - WIDTH
    if over <= 0:
        return written
    longest = max(
        (len(item) for row in view.rows for item in row if isinstance(item, str)), default=0
    )
    most = max(12, min(longest, 44) - over)
    rows = [
        [f"{i[: most - 3]}..." if isinstance(i, str) and len(i) > most else i for i in row]
        for row in view.rows
    ]
    return text(view._replace(rows=rows))


def _show(answer: Any, as_json: bool, grid: bool = False) -> None:
    """Write an answer, and the table of starting hands of the first seat if asked for."""
    view = getattr(answer, "_view", None)
    if as_json:
        found = answer.to_dict()
        if grid:
            from equity.results.base import plain

            found["players"][0]["grid"] = plain(answer.grid(0))
        _write_json(found)
    elif view is None:
        facts = [str(answer)]
        for name in ("strength", "percentile"):
            if (value := getattr(answer, name, None)) is not None:
                facts.append(
                    f"{name} {value:,}" if isinstance(value, int) else f"{name} {value:.6f}"
                )
        _write("\n".join(facts))
    elif _watched():
        _write_rich(answer.__rich__(), lambda: _narrow(view()))
    else:
        _write(_narrow(view()))
    if grid and not as_json:
        _write(f"\n{_narrow(answer._grid_view(0))}")


@contextmanager
def _reported(
    as_json: bool = False, names: Sequence[str] = (), hint: Callable[[], str | None] | None = None
) -> Iterator[None]:
    """Turn what goes wrong into a line on standard error and an exit code."""
    try:
        yield
    except EquityError as error:
        misread = None if hint is None or isinstance(error, RuleError) else hint()
        _complain(misread or error, names)
        sys.exit(BAD_INPUT)
    except Interrupted as stopped:
        if stopped.result is None:
            _complain("interrupted before anything was counted")
        else:
            _show(stopped.result, as_json)
        sys.exit(INTERRUPTED)
    except KeyboardInterrupt:
        _complain("interrupted")
        sys.exit(INTERRUPTED)


# ---- asking ----


@dataclass
class _Request:
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


def _options(known: Mapping[str, _Question]) -> dict[str, _Option]:
    """Give all options that some question of a game takes."""
    options: dict[str, _Option] = {}
    for question in known.values():
        for name, option in question.options.items():
            options.setdefault(name, option)
    return options


def _ask(game: Game, request: _Request) -> None:
    """Answer a request; exit if there is anything to complain of."""
    names = list(_options(_questions(game)))
    with _reported(request.as_json, names, lambda: _loose_cards(game, request.hands)):
        played = _under_rules(game, request.preset, request.rules)
        if request.grid:
            _check_grid(played, request)
        answer = _answer(played, request.hands, request.asked, request.given)
        _show(answer, request.as_json, request.grid)


def _check_grid(game: Game, request: _Request) -> None:
    """Refuse a grid of what has none before anything is computed."""
    asked = _choose(game, _questions(game), request.hands, request.asked)
    if asked.name != "equity" or not (getattr(game, "hole", 0) == 2 and getattr(game, "board", 0)):
        raise RuleError("--grid goes with an equity of hands of two cards and a board")
    simulated = request.given.get("method") == "monte-carlo"
    if simulated or {"deals", "tolerance"} & request.given.keys():
        raise RuleError("--grid needs an exact answer; it does not go with a simulation")
    request.given.setdefault("method", "exact")


def _scan(game: Game, arguments: Sequence[str]) -> _Request | None:
    """Read a plain request; give nothing where there is help to show or a mistake to explain."""
    options = {option.flag: option for option in _options(_questions(game)).values()}
    request = _Request()
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            request.hands += rest
            continue
        if not argument.startswith("-"):
            request.hands.append(argument)
            continue
        flag, sign, value = argument.partition("=")
        option = options.get(flag) or options.get(flag.replace("--no-", "--", 1))
        if not sign and flag == "--json":
            request.as_json = True
        elif not sign and flag == "--grid":
            request.grid = True
        elif not sign and flag[2:] in QUESTIONS:
            request.asked.append(flag[2:])
        elif not sign and option is not None and option.kind == "flag":
            request.given[option.name] = flag == option.flag
        elif flag in options or flag in ("--rule", "--preset"):
            text = value if sign else next(rest, None)
            if text is None or (option is not None and option.kind == "flag"):
                return None
            if flag == "--rule":
                request.rules.append(text)
            elif flag == "--preset":
                request.preset = text
            elif option is not None and option.kind == "texts":
                request.given.setdefault(option.name, []).append(text)
            elif option is not None:
                request.given[option.name] = text
        else:
            return None
    request.asked = [name for name in QUESTIONS if name in request.asked]
    return request


def main() -> None:
    """Run the command line and exit."""
    arguments = sys.argv[1:]
    with _reported():
        if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
            from equity.games import get

            game = get(arguments[0])
            request = _scan(game, arguments[1:])
            if request is not None:
                _ask(game, request)
                return
        from equity.commands import app

        _need_output()
        app(arguments, prog_name="equity")
