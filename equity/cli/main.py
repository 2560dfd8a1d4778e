"""The command line: ``equity GAME [HANDS...]``, ``equity games`` and ``equity selfcheck``.

A game's options are the keywords of its methods, found from their signatures and described by
their documentation, so that a game brings its own command line and nothing here names a game.

Typer takes as long to import as an answer takes. So plain questions are read without it, and what
is not one is left to :mod:`equity.cli.commands`, the same commands in typer: help, wrong usage, and
all that is no game.
"""

from __future__ import annotations

import sys

from equity.cli.asking import ask, scan
from equity.cli.output import need_output, reported
from equity.cli.questions import COMMANDS

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit."""
    arguments = sys.argv[1:]
    with reported():
        if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
            from equity.games import get

            game = get(arguments[0])
            request = scan(game, arguments[1:])
            if request is not None:
                ask(game, request)
                return
        from equity.cli.commands import app

        need_output()
        app(arguments, prog_name="equity")
