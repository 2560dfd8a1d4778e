"""Questions with the numbers that they have always been answered with, to the last bit.

Each file beside this one lists questions of a family: the call as text, and what it gives, seen
through the public names of games and results alone. Simulations have a seed. The numbers say what
the answers *were*, not that they are right: other tests do. They are the net under a change that
should not change an answer, such as moving code about.

``python -m tests.tallies`` asks every question and tells what differs; ``--write`` puts down the
answers too, also of new entries, which need a name and a call only (and ``"slow": true`` where it
takes over two seconds); ``--calls`` counts how many questions reach each compiled function, tables
that an earlier question has left in a cache not being made again. What a release changes on purpose
(CHANGELOG says that streams may) is written anew, and the difference read before it is committed.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import equity
from equity.ranges import Range
from equity.results import Combos

from . import players

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.json"))
MOST = 40
"""Values of a list that are written out; of a longer one the sum and a hash are."""
WIDTH = 240
"""A seat or an action a line."""
HIDDEN = {"game", "rules", "elapsed", "partial", "hand", "seconds"}
"""What a result says that is part of the question, long, or never the same."""
CROWDED = {"becomes"}
"""What is written shortly however few values there are, for there is one an action."""
ROUNDING = FOLDER / "rounding.txt"
"""How the machine rounds that the floats in the files are from: see `rounding`."""

Entry = dict[str, Any]


def load(path: Path) -> list[Entry]:
    """Read the entries of a file."""
    entries: list[Entry] = json.loads(path.read_text("utf-8"))
    return entries


def ask(entry: Entry) -> Any:
    """Ask a question and give its numbers."""
    names: dict[str, Any] = {name: equity.game(name) for name in equity.games.names()}
    names |= {"np": np, "Range": Range, "players": players}
    return numbers(eval(entry["call"], names))


def numbers(value: Any) -> Any:
    """Give what an answer says as what JSON holds: ints, floats that keep every bit, text."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, np.generic):
        return numbers(value.item())
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, Combos):
        names = ("cards", "weight", "equity", "win", "tie", "probability")
        return {name: _array(getattr(value, name)) for name in names}
    if isinstance(value, Range):
        held = {"masks": _array(value.masks), "weights": _array(value.weights)}
        return {"combos": len(value), **held}
    if hasattr(value, "to_dict"):
        return _shown(value.to_dict())
    if hasattr(value, "_asdict"):
        return numbers(value._asdict())
    return _shown(value)


def _shown(value: Any) -> Any:
    """Leave out of an answer what is no number of it, and write long lists shortly."""
    if isinstance(value, Mapping):
        kept = {str(key): numbers(item) for key, item in value.items() if key not in HIDDEN}
        kept |= {key: _hashed(list(kept[key].items())) for key in CROWDED & kept.keys()}
        return {key: item for key, item in kept.items() if item is not None}
    items = [numbers(item) for item in value]
    return items if len(items) <= MOST else _hashed(items)


def _array(array: np.ndarray[Any, Any]) -> Any:
    """Give an array as a list, or shortly: its values count, not their type."""
    if array.size <= MOST:
        return array.tolist()
    floats = array.dtype.kind == "f"
    values = np.ascontiguousarray(array, "<f8" if floats else "<i8")
    total = math.fsum(values[np.isfinite(values)].tolist()) if floats else int(values.sum())
    return _short(list(array.shape), total, values.tobytes(), floats)


def _hashed(items: list[Any]) -> Entry:
    """Give a long list shortly."""
    leaves = list(_leaves(items))
    floats = any(isinstance(leaf, float) for leaf in leaves)
    values = [leaf for leaf in leaves if isinstance(leaf, (int, float)) and math.isfinite(leaf)]
    total = math.fsum(values) if floats else sum(values)
    return _short([len(items)], total, json.dumps(items).encode(), floats)


def _short(shape: list[int], total: float, data: bytes, floats: bool) -> Entry:
    """Give shape, sum, and a hash of every bit; that of floats has its name from `differences`."""
    digest = hashlib.sha256(data).hexdigest()[:16]
    return {"shape": shape, "sum": total, "bits" if floats else "hash": digest}


def _leaves(items: Any) -> Iterator[Any]:
    """Give what is in lists and dicts of lists and dicts."""
    if isinstance(items, Mapping):
        items = items.values()
    if isinstance(items, (str, int, float)) or items is None:
        yield items
        return
    for item in items:
        yield from _leaves(item)


def rounding() -> str:
    """Tell machines apart that round alike from those that do not.

    Products of matrices and logarithms differ in the last bit with the processor's instructions.
    This is a hash of some.
    """
    random = np.random.Generator(np.random.PCG64(7))
    values = []
    for rows, columns in ((1, 3), (2, 3), (3, 4), (10, 11), (169, 40)):
        left, right = random.random((rows, columns)), 1 / np.arange(1, columns + 1)
        values += [*(left @ right), *(left[0] * 1e9).astype(np.int64) @ left.T[:, :1]]
        values += [left.sum(), *np.log(left[0]), *np.exp(left[0])]
    return hashlib.sha256(np.array(values).tobytes()).hexdigest()[:16]


def rounds_alike() -> bool:
    """Tell whether this machine should give the floats of the files to the last bit."""
    return ROUNDING.read_text("utf-8").strip() == rounding()


def differences(wanted: Any, found: Any, exactly: bool = True, where: str = "") -> list[str]:
    """List in words how an answer differs from the one that is wanted.

    Where a dict is wanted the answer may say more. Floats are compared to the last bit, or, on
    another machine (not `exactly`), to twelve digits; ints and text are always equal.
    """
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        kept = [key for key in wanted if exactly or key != "bits"]
        missing = [f"{where}.{key}: missing" for key in kept if key not in found]
        pairs = [(f"{where}.{key}", wanted[key], found[key]) for key in kept if key in found]
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        missing = []
        pairs = [
            (f"{where}[{at}]", *both) for at, both in enumerate(zip(wanted, found, strict=True))
        ]
    else:
        return [] if _same(wanted, found, exactly) else [f"{where}: {wanted!r} became {found!r}"]
    return missing + [text for at, a, b in pairs for text in differences(a, b, exactly, at)]


def _same(wanted: Any, found: Any, exactly: bool) -> bool:
    """Tell whether two values are the same."""
    if isinstance(wanted, float) and isinstance(found, float):
        if math.isnan(wanted) or exactly:
            return wanted == found or (math.isnan(wanted) and math.isnan(found))
        return math.isclose(wanted, found, rel_tol=1e-12, abs_tol=1e-12)
    return type(wanted) is type(found) and wanted == found


def written(entries: Sequence[Entry]) -> str:
    """Write the entries of a file for people to read: a line for what fits on one."""
    return _text(list(entries), 0, True) + "\n"


def _text(value: Any, depth: int, opened: bool = False) -> str:
    """Write a value, on lines of its own if it is too long for one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or (not opened and len(line) + depth <= WIDTH):
        return line
    inside = " " * (depth + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_text(item, depth + 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(inside + part for part in parts) + "\n" + " " * depth + "}"
    parts = [_text(item, depth + 1, opened and depth == 0) for item in value]
    return "[\n" + ",\n".join(inside + part for part in parts) + "\n" + " " * depth + "]"
