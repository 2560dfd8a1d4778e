"""Options, found from the signatures of methods, and how what is written for them is read."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from equity.errors import RuleError, shown

if TYPE_CHECKING:
    from equity.rules import Game, Setting

__all__ = [
    "CALCULATION",
    "COMMON",
    "Option",
    "flag_of",
    "kind_of",
    "read_counts",
    "read_number",
    "repeats",
    "spellings",
    "under_rules",
]


@dataclass(frozen=True)
class Option:
    """An option of a game: a keyword of a method, a question, or what goes with any of them."""

    name: str
    kind: str
    """``text``, ``texts`` (repeatable), ``int``, ``float``, ``floats``, ``ints``, ``flag`` (with
    its opposite, ``--no-...``), ``switch`` (without).
    """
    help: str = ""
    metavar: str | None = None
    """What its value is called in the help; by its kind if not given."""

    @property
    def flag(self) -> str:
        """The option as it is written."""
        return flag_of(self.name)


CALCULATION = (
    Option("method", "text", "How to answer: auto, exact or monte-carlo."),
    Option("deals", "int", "Simulate so many deals (games, sessions)."),
    Option("tolerance", "float", "Simulate until the standard error is this small."),
    Option("seconds", "float", "Simulate for so long; the longest an exact answer may take."),
    Option("seed", "int", "Seed of the simulation, 0 or more."),
    Option("threads", "int", "Use so many threads."),
    Option("progress", "flag", "Show a progress bar; after a second on a terminal if not said."),
)
"""The options of every calculation: what ``**options`` of a method stands for."""
COMMON = (
    Option("rule", "texts", "Change a setting; repeatable.", "NAME=VALUE"),
    Option("preset", "text", "Start from a named set of rules.", "NAME"),
    Option("json", "switch", "Write JSON."),
    Option("grid", "switch", "Show the equity of each class of the first hand, exactly."),
)
"""The options of every game, whatever is asked."""


def flag_of(name: str) -> str:
    """Write a keyword as an option."""
    return f"--{name.replace('_', '-')}"


def kind_of(parameter: inspect.Parameter) -> str:
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


def repeats(parameter: inspect.Parameter) -> bool:
    """Tell whether a list of texts can be given: one name for all, or one each."""
    many = r"\bAgainst\b|\b(Iterable|Sequence|list)\[(?!float|int)"
    return bool(re.search(many, str(parameter.annotation)))


def read_number(option: Option, text: str) -> Any:
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


def read_counts(option: Option, text: str) -> dict[str, int]:
    """Read counts of ranks, ``K=3,5=4``."""
    pairs = [part.partition("=") for part in _parts(text)]
    try:
        if "_" in text:
            raise ValueError
        return {name: int(count) for name, _, count in pairs}
    except ValueError:
        raise RuleError(f"{option.flag} is {shown(text)}; it is such as K=3,5=4") from None


def spellings(choice: Any) -> tuple[str, ...]:
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
        if text.casefold() in spellings(choice):
            return choice
    for read in (int, float) if "_" not in text else ():
        with suppress(ValueError):
            return read(text)
    return text


def _read_setting(setting: Setting, text: str) -> Any:
    """Read the value of a setting."""
    if setting.choices is None:
        return _guess(text, setting.default)
    wanted = text.strip().casefold()
    for choice in setting.choices:
        if wanted in map(str.casefold, spellings(choice)):
            return choice
    allowed = ", ".join(spellings(choice)[0] for choice in setting.choices)
    raise RuleError(f"{setting.name} is {shown(text)}; it is one of {allowed}")


def under_rules(game: Game, preset: str | None, entries: Sequence[str]) -> Game:
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
        changes[name] = _read_setting(settings[name], text)
    if preset is None and not changes:
        return game
    changed: Game = game.with_rules(preset, **changes)
    return changed
