"""Ask the questions of this folder, tell or write down what differs, or who is called."""

from __future__ import annotations

import argparse
import functools
import importlib
import pkgutil
import sys
import time
from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import Any

import equity

from . import FILES, ROUNDING, Entry, ask, differences, load, rounding, rounds_alike, written


def compiled_functions() -> dict[str, tuple[Any, list[tuple[ModuleType, str]]]]:
    """Find what Python calls of compiled code, kernels and extension modules, by name.

    With each, the modules that know it.
    """
    names = [info.name for info in pkgutil.walk_packages(equity.__path__, "equity.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    found: dict[str, tuple[Any, list[tuple[ModuleType, str]]]] = {}
    for module in modules:
        for name, thing in list(vars(module).items()):
            home = getattr(thing, "__module__", None) or ""
            if not home.startswith("equity.") or not callable(thing):
                continue
            options = getattr(thing, "targetoptions", None)
            if options is None:
                extension = (sys.modules[home].__file__ or "").endswith((".so", ".pyd"))
            else:
                extension = not options.get("no_cpython_wrapper")
            if extension and not name.startswith("__"):
                known = found.setdefault(f"{home}.{thing.__name__}", (thing, []))
                known[1].append((module, name))
    return found


def count_calls(tell: Callable[[str], object]) -> None:
    """Have every compiled function tell its name before it works."""
    for name, (thing, places) in compiled_functions().items():

        @functools.wraps(thing)
        def counted(*given: Any, _thing: Any = thing, _name: str = name, **named: Any) -> Any:
            tell(_name)
            return _thing(*given, **named)

        for module, known_as in places:
            setattr(module, known_as, counted)


def main() -> int:
    """Ask, and compare or write."""
    parser = argparse.ArgumentParser(prog="python -m tests.tallies", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put down the answers")
    parser.add_argument("--calls", action="store_true", help="count questions by compiled function")
    parser.add_argument("--only", default="", help="questions whose name contains this text")
    options = parser.parse_args()

    exactly = ROUNDING.exists() and rounds_alike()
    if options.write and options.only and not exactly:
        parser.error("this machine rounds otherwise than the files say; write all, without --only")
    reached: set[str] = set()
    calls: Counter[str] = Counter()
    if options.calls:
        calls.update(dict.fromkeys(compiled_functions(), 0))
        count_calls(reached.add)
    differing = 0
    for path in FILES:
        entries: list[Entry] = load(path)
        for entry in entries:
            if options.only not in entry["name"]:
                continue
            reached.clear()
            started = time.perf_counter()
            found = ask(entry)
            taken = time.perf_counter() - started
            calls.update(reached)  # nothing if nobody counts
            texts = differences(entry["gives"], found, exactly) if "gives" in entry else ["new"]
            differing += bool(texts)
            entry["gives"] = found
            print(f"{taken:7.3f} s  {entry['name']}", *texts[:20], sep="\n    ", flush=True)
        if options.write:
            path.write_text(written(entries), "utf-8")
    if options.write:
        ROUNDING.write_text(rounding() + "\n", "utf-8")
    for name, number in sorted(calls.items()):
        print(f"{number:4d}  {name}")
    to = (
        "the last bit"
        if exactly
        else "twelve digits: floats are from a machine that rounds otherwise"
    )
    print(f"{differing} of the answers differ, compared to {to}")
    return int(differing > 0 and not options.write)


if __name__ == "__main__":
    sys.exit(main())
