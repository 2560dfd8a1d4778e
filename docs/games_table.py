"""Write the table of games in README.md from the registry: ``python docs/games_table.py``."""

from __future__ import annotations

from pathlib import Path

import equity

README = Path(__file__).parents[1] / "README.md"
START, END = "<!-- games -->\n", "<!-- /games -->"


def table() -> str:
    """Give the table, a line for each game."""
    lines = ["| game | name | in short |", "|---|---|---|"]
    for name in equity.games.names():
        game = equity.game(name)
        lines.append(f"| {game.title} | `{name}` | {game.summary} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Put the table between its marks."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    README.write_text(before + START + table() + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
