"""The commands in typer: their help, what is wrong with their usage, and all that is no game."""

from __future__ import annotations

import inspect
import re
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from equity.cli.asking import Request, ask
from equity.cli.options import Option, spellings
from equity.cli.output import (
    BAD_INPUT,
    FAILED,
    INTERRUPTED,
    WIDTH,
    complain,
    lost,
    reported,
    watched,
    write,
    write_json,
    write_rich,
)
from equity.cli.questions import COMMANDS, QUESTIONS, grammar, has_grid, questions_of
from equity.errors import EquityError

if TYPE_CHECKING:
    from equity.rules import Game

__all__ = ["app"]

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": WIDTH}
METAVARS = {"int": "N", "float": "X", "floats": "X,Y,...", "ints": "N,M,..."}
"""What a value is called in the help, by the kind of option; else TEXT."""


def _keyword(name: str, kind: Any, declaration: Any) -> inspect.Parameter:
    """Declare a keyword parameter to typer; ``None`` means that it is not given."""
    annotation = Annotated[kind, declaration]
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation
    )


def _parameter(option: Option, told: str, hidden: bool) -> inspect.Parameter:
    """Declare an option to typer, as text."""
    if option.kind in ("flag", "switch"):
        opposite = f"/--no-{option.flag[2:]}" if option.kind == "flag" else ""
        declaration = typer.Option(option.flag + opposite, help=told, hidden=hidden)
        return _keyword(option.name, bool | None, declaration)
    metavar = option.metavar or METAVARS.get(option.kind, "TEXT")
    kind = list[str] if option.kind == "texts" else str
    if kind is not str and option.name != "rule":
        told = f"{told} Repeat it to give several."
    declaration = typer.Option(option.flag, help=told, metavar=metavar, hidden=hidden)
    return _keyword(option.name, kind | None, declaration)


def _summary(method: Any) -> str:
    """Give the first line of a method's documentation."""
    return (inspect.getdoc(method) or "").partition("\n")[0].replace("`", "")


def _descriptions(method: Any) -> dict[str, str]:
    """Read what is said of each parameter of a method, by a parent class where it defers to it."""
    found: dict[str, str] = {}
    for kind in reversed(type(method.__self__).__mro__):
        if (defined := vars(kind).get(method.__name__)) is not None:
            said = _documented(defined).items()
            found.update((name, text) for name, text in said if not text.startswith("As for "))
    return found


def _documented(method: Any) -> dict[str, str]:
    """Read what the documentation of a method says of each parameter."""
    section = re.search(
        r"^Parameters\n-+\n(.*?)(?:\n\n\w+\n-+\n|\Z)", inspect.getdoc(method) or "", re.S | re.M
    )
    found = {}
    for names, text in re.findall(
        r"^(\*{0,2}\w[\w, *]*) ?:?.*\n((?:[ \t]+.*\n?|\n)+)", section[1] if section else "", re.M
    ):
        for name in names.split(","):
            found[name.strip(" *")] = _plain(text)
    return found


def _plain(text: str) -> str:
    """Write documentation as it is read on a terminal, values as they are given there."""
    text = re.sub(r":\w+:`~?\.?([^`]*)`", r"\1", " ".join(text.split()))
    for mapping in re.findall(r"\{[^{}]*\}", text):
        text = text.replace(mapping, re.sub(r"[{}\" ]", "", mapping).replace(":", "="))
    return text.replace("`", "")


def _rules_text(game: Game) -> str:
    """List the settings and presets of a game."""
    lines = ["Settings for --rule:"] if game.settings else []
    for setting in game.settings:
        notes = [spellings(choice)[0] for choice in setting.choices or ()]
        choices = f"{', '.join(notes)}; " if notes else ""
        default = spellings(setting.default)[0]
        lines.append(f"{setting.name}: {setting.meaning} ({choices}default {default})")
    if game.presets:
        lines.append(f"Presets: {', '.join(game.presets)}")
    return "\n\n".join(lines)


def _command(game: Game) -> Any:
    """Make the command of a game."""
    known = questions_of(game)

    def called(hands_: list[str] | None, **values: Any) -> None:
        ask(game, Request.of(hands_ or (), values))

    told = {name: _summary(question.method) for name, question in known.items()}
    # A decision says more of opponents than an equity does.
    for question in sorted(known.values(), key=lambda question: question.name != "decide"):
        told = {**_descriptions(question.method), **told}
    absent = {name for name in QUESTIONS if name not in known}
    absent |= set() if has_grid(game) else {"grid"}
    hands = typer.Argument(metavar="HANDS", help="A hand or a range each.")
    # Not "hands": that is an option of some games.
    parameters = [_keyword("hands_", list[str] | None, hands)]
    for name, option in grammar(game).items():
        parameters.append(_parameter(option, option.help or told.get(name, ""), name in absent))
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    summary = f"{game.title}: {game.summary}."
    single.command(
        game.name,
        context_settings=CONTEXT,
        help=f"{summary}\n\n{_rules_text(game)}",
        short_help=game.title,
    )(called)
    return typer.main.get_command(single)


class _Commands(TyperGroup):
    """The commands: a game by any of its names, and the few others."""

    def list_commands(self, ctx: Any) -> list[str]:
        """List the other commands, then the games."""
        from equity.games import names

        return [*super().list_commands(ctx), *names()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Find a command, or make that of a game."""
        found = super().get_command(ctx, cmd_name)
        if found is not None or cmd_name.startswith("-"):
            return found
        from equity.games import get

        return _command(get(cmd_name))

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and exit; usage errors are one line on standard error."""
        extra["standalone_mode"] = False
        extra.setdefault("windows_expand_args", False)  # a range may have a *
        try:
            status = super().main(*args, **extra)
        except (KeyboardInterrupt, typer.Abort):
            status = INTERRUPTED
        except EquityError as error:
            complain(error)
            status = BAD_INPUT
        except OSError as error:  # help has not been written
            lost(error)
        except Exception as error:
            described = getattr(error, "format_message", None)
            if described is None:
                raise
            context = getattr(error, "ctx", None)
            path = context.command_path if context is not None else "equity"
            complain(f"{described()} ({path} --help lists what there is)")
            status = BAD_INPUT
        sys.exit(status if isinstance(status, int) else 0)


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=CONTEXT,
    subcommand_metavar="GAME [HANDS]...",
    options_metavar="[--help | --version]",
)


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Odds, equities and decisions of card games.

    Two or more hands ask for their equity: equity holdem AhKh QsQd. One hand asks what to do,
    where the game has decisions, or its equity against --opponents. equity GAME --help lists
    the questions, options and settings of a game.
    """
    if version:
        from equity import __version__

        write(f"equity {__version__}")
    elif context.invoked_subcommand is None:
        write(context.get_help())


def _games(
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, settings included.")] = False,
) -> None:
    """List the games, with their rules in a line."""
    from equity.games import get, names

    with reported(as_json):
        games = [get(name) for name in names()]
        if as_json:
            write_json([_described(game) for game in games])
        elif watched():
            from rich.table import Table
            from rich.text import Text

            table = Table("name", "game", "rules in a line")
            for game in games:
                table.add_row(*map(Text, (game.name, game.title, game.summary)))
            write_rich(table, lambda: _listed(games))
        else:
            write(_listed(games))


def _listed(games: list[Game]) -> str:
    """List games in plain text."""
    from textwrap import fill

    margin = 2 + max(len(game.name) for game in games)
    indent = " " * margin
    return "\n".join(
        fill(
            f"{game.name:{margin}}{game.title}: {game.summary}",
            WIDTH,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        for game in games
    )


def _described(game: Game) -> dict[str, Any]:
    """Describe a game for JSON."""
    from equity.results.base import plain

    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "aliases": list(game.aliases),
        "questions": list(questions_of(game)),
        "settings": [
            {
                "name": setting.name,
                "default": plain(setting.default),
                "choices": None if setting.choices is None else list(setting.choices),
                "meaning": setting.meaning,
            }
            for setting in game.settings
        ],
        "presets": plain(game.presets),
    }


def _selfcheck() -> None:
    """Check this installation against itself and known answers, about a minute."""
    from equity.selfcheck import CHECKS, run

    with reported():
        failed = None
        for check in CHECKS:
            outcome = run(check)
            write(f"{'ok  ' if outcome.ok else 'FAIL'}  {outcome}")
            if not outcome.ok and failed is None:
                failed = outcome
        if failed is not None:
            complain(f"selfcheck failed: {failed.name}: {failed.detail}")
            sys.exit(FAILED)
        write(f"all {len(CHECKS)} checks passed")


for name, command in zip(COMMANDS, (_games, _selfcheck), strict=True):
    app.command(name)(command)
