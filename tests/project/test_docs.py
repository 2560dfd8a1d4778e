"""The documents say what is true: their examples run, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import equity
from tests.parts import slow

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(path: Path, language: str = "") -> list[str]:
    """Give the fenced blocks of a document, of one language or of all."""
    found = BLOCK.findall(path.read_text(encoding="utf-8"))
    return [body for name, body in found if language in ("", name)]


LONG = ("banking.md", "draw.md", "paytables.md", "survival.md")


@pytest.mark.parametrize(
    "path",
    [
        slow(path)
        if path.name in ("banking.md", "draw.md", "paytables.md", "survival.md")
        else path
        for path in DOCUMENTS
        if blocks(path, "python")
    ],
    ids=lambda path: path.name,
)
def test_examples_run(path: Path) -> None:
    """The Python blocks of a document are one session."""
    session = "\n".join(blocks(path, "python"))
    test = doctest.DocTestParser().get_doctest(session, {}, path.name, str(path), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    assert result.attempted
    assert not result.failed, "".join(report)


SCRIPTS = [
    pytest.param(script, id=f"{path.name}-{number}")
    for path in DOCUMENTS
    for number, script in enumerate(blocks(path, "python"))
    if ">>>" not in script
]
COMMANDS = [
    pytest.param(line, id=line)
    for path in DOCUMENTS
    for body in blocks(path, "sh")
    for line in body.splitlines()
    # The self-check has tests of its own; the commands that install are run by .ci/run.
    if line.startswith("equity ") and line != "equity selfcheck"
]


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_run(script: str, tmp_path: Path) -> None:
    """A Python block without prompts is a script: processes and clusters need one."""
    file = tmp_path / "script.py"
    file.write_text(script, encoding="utf-8")
    assert "Equity: holdem" in output_of([sys.executable, str(file)], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("line", COMMANDS)
def test_commands_run(line: str, tmp_path: Path) -> None:
    """What the documents say on the command line."""
    command, *arguments = shlex.split(line)
    assert output_of([sys.executable, "-m", command, *arguments], tmp_path)


def output_of(command: list[str], folder: Path) -> str:
    """Run a command in a folder and give what it prints; it must succeed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_readme_opens_with_two_commands() -> None:
    install, test = blocks(README)[:2]
    assert install.count("\n") == test.count("\n") == 1
    assert "pip install" in install
    assert install.endswith("equity holdem AhKh QsQd\n")
    assert "pip install" in test
    assert test.endswith("-m pytest\n")


def test_contributing_gives_three_commands() -> None:
    commands, *_ = blocks(ROOT / "CONTRIBUTING.md")
    assert commands.count("\n") == 3


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_games_are_listed_as_they_are() -> None:
    """`python docs/games_table.py` writes the table of games, the settings of each, the names."""
    script = runpy.run_path(str(ROOT / "docs" / "games_table.py"))
    for path, parts in script["parts"]().items():
        text = path.read_text(encoding="utf-8")
        for name, part in parts.items():
            start, end = script["marks"](name, path)
            assert text.count(start) == text.count(end) == 1, name
            assert text.split(start)[1].split(end)[0] == part, name


@pytest.mark.parametrize("name", equity.games.names())
def test_settings_stand_under_the_heading_of_their_game(name: str) -> None:
    """The last heading before a table of settings; longer Omahas stand under the one with four."""
    text = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    before = text.split(f"<!-- /settings of {name} -->")[0]
    title = re.sub(r" with \w+ cards$", "", equity.game(name).title)
    assert re.findall(r"^## (.+)$", before, re.MULTILINE)[-1].lower() == title.lower()


@pytest.mark.parametrize("name", equity.games.names())
def test_every_game_has_its_examples(name: str) -> None:
    """The section of a game asks that game; other families have pages of their own."""
    text = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    section = text.split(f"<!-- /settings of {name} -->")[1].split("\n## ")[0]
    for page in ("banking", "survival"):
        section += (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert re.search(rf">>> .*\b{name}\.\w+\(", section)


def test_games_are_the_files_of_their_folder(tmp_path: Path) -> None:
    folder = Path(equity.games.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert sorted(equity.games.names()) == sorted(files)
    assert equity.games.names()[:2] == ["holdem", "omaha"]
    assert set(equity.games.ORDER) <= files
    for name in ("zebra.py", "war.py", "a_new_one.py", "_shared.py", "notes.md", "holdem.py"):
        (tmp_path / name).touch()
    assert equity.games._found(str(tmp_path)) == ("holdem", "war", "a_new_one", "zebra")
