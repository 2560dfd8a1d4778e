"""Write what is said of every game from the registry: ``python docs/games_table.py``.

The table of games in README.md, the settings in docs/games.md, and the names that type checkers
read in equity/__init__.py, each between its marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import equity

DOCS = Path(__file__).parent
README, GAMES = DOCS.parent / "README.md", DOCS / "games.md"
PACKAGE = Path(equity.__file__)
SHARED = equity.holdem.settings
OTHER_DOCS = {
    "banking": ("Banking games", "banking.md"),
    "survival": ("Survival games", "survival.md"),
}
"""Packages of games that are described in a document of their own; pay tables have sections."""


def marks(name: str, path: Path) -> tuple[str, str]:
    """Give what stands before and after a generated part of a file."""
    if path.suffix == ".py":
        return f"    # <{name}>\n", f"    # </{name}>\n"
    return f"<!-- {name} -->\n", f"<!-- /{name} -->"


def games() -> list[Any]:
    """List the games in the order of the registry."""
    return [equity.game(name) for name in equity.games.names()]


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Give a Markdown table."""
    head = f"| {' | '.join(headings)} |\n|{'---|' * len(headings)}\n"
    return head + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def code(value: object) -> str:
    """Write a value as Python takes it."""
    return f"`{value!r}`".replace("'", '"')


def others(setting: Any) -> str:
    """List the values of a setting besides its default."""
    if setting.choices is None:
        return "free"
    return ", ".join(code(value) for value in setting.choices if value != setting.default)


def settings(found: Iterable[Any]) -> str:
    """Give the table of some settings."""
    return table(
        ("setting", "default", "other values", "meaning"),
        [(f"`{item.name}`", code(item.default), others(item), item.meaning) for item in found],
    )


def settings_of(game: Any) -> str:
    """Say which settings a game has, those that all games share left out.

    A kind of games that has a document of its own has no sections here, so that the heading of
    each is generated too.
    """
    _, family, kind = type(game).__module__.split(".")[:3]
    described = None if kind == "pay_tables" else OTHER_DOCS.get(family)
    if described:
        name, link = described
        text = f"\n## {game.title[0].upper()}{game.title[1:]}\n\n"
        text += f"`{game.name}`: {game.summary}. Rules and questions: [{name}]({link}).\n\n"
        return text + own_settings(game) + "\n"
    return own_settings(game)


def own_settings(game: Any) -> str:
    """Give the settings that not all games share, and the presets."""
    names = {item.name for item in game.settings}
    own = [item for item in game.settings if item not in SHARED]
    missing = [f"`{item.name}`" for item in SHARED if item.name not in names]
    if not game.settings:
        text = "No settings.\n"
    elif len(missing) == len(SHARED):
        text = "None of the shared settings, but these:\n\n" + settings(own)
    else:
        text = "The shared settings" + (f" without {', '.join(missing)}" if missing else "")
        text += ", and these:\n\n" + settings(own) if own else ".\n"
    if game.presets:
        rows = [
            (f"`{name}`", ", ".join(f"`{key}=`{code(value)}" for key, value in preset.items()))
            for name, preset in game.presets.items()
        ]
        text += "\n" + table(("preset", "settings"), rows).replace("=``", "=")
    return text


def parts() -> dict[Path, dict[str, str]]:
    """Give the generated parts of every document."""
    names = sorted(equity.games.names())
    rows = [(game.title, f"`{game.name}`", game.summary) for game in games()]
    return {
        README: {"games": table(("game", "name", "in short"), rows)},
        GAMES: {
            "shared settings": settings(SHARED),
            **{f"settings of {game.name}": settings_of(game) for game in games()},
        },
        PACKAGE: {
            "imports of games": "".join(
                f"    from equity.games.{name} import GAME as {name}\n" for name in names
            )
            + "\n",
            "names of games": "".join(f'    "{name}",\n' for name in names),
        },
    }


def main() -> None:
    """Put the parts between their marks."""
    for path, found in parts().items():
        text = path.read_text(encoding="utf-8")
        for name, part in found.items():
            start, end = marks(name, path)
            before, _, rest = text.partition(start)
            _, _, after = rest.partition(end)
            text = before + start + part + end + after
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
