"""What is written: answers on standard output, complaints on standard error, exit codes."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

from equity.cli.options import flag_of
from equity.errors import EquityError, Interrupted, NotationError, RuleError

__all__ = [
    "BAD_INPUT",
    "FAILED",
    "INTERRUPTED",
    "WIDTH",
    "complain",
    "lost",
    "need_output",
    "reported",
    "show",
    "watched",
    "write",
    "write_json",
    "write_rich",
]

WIDTH = 80
"""Columns of plain output."""
FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
"""Exit codes other than 0."""


def complain(error: object, names: Sequence[str] = ()) -> None:
    """Write one line on standard error, and where the fault is in the text."""
    message = " ".join(str(error).split())
    if names:  # what Python calls name= is --name here
        pattern = rf"\b({'|'.join(map(re.escape, names))})=(?:'([^']*)')?"
        message = re.sub(pattern, lambda m: flag_of(m[1]) + (f" {m[2]}" if m[2] else ""), message)
    lines = [f"equity: {message}"]
    if isinstance(error, NotationError):
        lines += [f"  {line}" for line in error.pointer().splitlines()]
    if sys.stderr is not None:
        print("\n".join(lines), file=sys.stderr)


def lost(error: OSError) -> NoReturn:
    """End after standard output was closed by its reader, quietly, or failed."""
    with suppress(OSError, ValueError):  # else the interpreter writes again at exit, and complains
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        sys.exit(BROKEN_PIPE)
    complain(f"cannot write the answer: {error.strerror or error}")
    sys.exit(FAILED)


def need_output() -> None:
    """End if standard output was closed before the start."""
    if sys.stdout is None:
        complain("cannot write the answer: standard output is closed")
        sys.exit(FAILED)


def write(text: str) -> None:
    """Write lines on standard output."""
    need_output()
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as error:
        lost(error)


def write_json(value: Any) -> None:
    """Write a value as JSON."""
    import json

    write(json.dumps(value, indent=2, allow_nan=False))


def write_rich(table: Any, instead: Callable[[], str] | None = None) -> None:
    """Write a rich table on the terminal; what is `instead` of it if it is too narrow."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console()
    # What the table takes without breaking a word or a number.
    if instead is not None:
        needed = Measurement.get(console, console.options.update(width=10_000), table).minimum
        if needed > console.width:
            write(instead())
            return
    try:
        console.print(table)
    except OSError as error:
        lost(error)


def watched() -> bool:
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


def show(answer: Any, as_json: bool, grid: bool = False) -> None:
    """Write an answer, and the table of starting hands of the first seat if asked for."""
    view = getattr(answer, "_view", None)
    if as_json:
        found = answer.to_dict()
        if grid:
            from equity.results.base import plain

            found["players"][0]["grid"] = plain(answer.grid(0))
        write_json(found)
    elif view is None:
        facts = [str(answer)]
        for name in ("strength", "percentile"):
            if (value := getattr(answer, name, None)) is not None:
                facts.append(
                    f"{name} {value:,}" if isinstance(value, int) else f"{name} {value:.6f}"
                )
        write("\n".join(facts))
    elif watched():
        write_rich(answer.__rich__(), lambda: _narrow(view()))
    else:
        write(_narrow(view()))
    if grid and not as_json:
        write(f"\n{_narrow(answer._grid_view(0))}")


@contextmanager
def reported(
    as_json: bool = False,
    names: Callable[[], Sequence[str]] = tuple,
    hint: Callable[[], str | None] | None = None,
) -> Iterator[None]:
    """Turn what goes wrong into a line on standard error and an exit code.

    The names of options, and the hint at what may have been meant, are found if they are needed.
    """
    try:
        yield
    except EquityError as error:
        misread = None if hint is None or isinstance(error, RuleError) else hint()
        complain(misread or error, names())
        sys.exit(BAD_INPUT)
    except Interrupted as stopped:
        if stopped.result is None:
            complain("interrupted before anything was counted")
        else:
            show(stopped.result, as_json)
        sys.exit(INTERRUPTED)
    except KeyboardInterrupt:
        complain("interrupted")
        sys.exit(INTERRUPTED)
