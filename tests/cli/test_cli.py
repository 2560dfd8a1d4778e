"""The command line: what it asks, what it prints, how it fails."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import equity
from equity import cli, games, holdem, selfcheck
from equity.cli import asking, commands, output
from equity.cli.questions import questions_of
from equity.errors import Interrupted, RuleError
from equity.results import Rank
from equity.rules import Game, Setting

if TYPE_CHECKING:
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process of its own."""
    settings: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    command = [sys.executable, "-m", "equity", *arguments]
    return subprocess.run(command, text=True, timeout=120, **settings)


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command line in this process: (exit code, standard output, standard error)."""

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["equity", *arguments])
        code = 0
        try:
            cli.main()
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return call


FLUSH_OVER_FULL_HOUSE = (
    *("straight flush", "four of a kind", "flush", "full house", "straight", "three of a kind"),
    *("two pair", "one pair", "high card"),
)


def test_two_hands_ask_equity(ask: Any) -> None:
    code, out, err = ask("holdem", "AhKh", "QsQd")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["Equity: holdem", "  exact, 1,712,304 deals"]
    assert "0.462145" in out
    assert "\x1b" not in out


def test_json_is_to_dict(ask: Any) -> None:
    code, out, err = ask("holdem", "AhKh", "QQ+,AKs:0.5", "--board", "2c 7d 9h", "--json")
    assert (code, err) == (0, "")
    assert out.endswith("}\n")
    assert not out.endswith("\n\n")
    found = json.loads(out)
    expected = holdem.equity("AhKh", "QQ+,AKs:0.5", board="2c7d9h").to_dict()
    assert {**found, "elapsed": 0} == {**json.loads(json.dumps(expected)), "elapsed": 0}
    names = ("hand", "equity", "win", "tie", "tie_share", "stderr", "wins", "ties", "losses")
    assert set(names) <= set(found["players"][0])


def test_json_has_no_nan() -> None:
    with pytest.raises(ValueError, match="JSON"):
        output.write_json(float("nan"))


def test_one_hand_has_one_opponent(ask: Any) -> None:
    _, out, _ = ask("holdem", "AhKh", "--board", "2c7d9hKs", "--json")
    assert [player["hand"] for player in json.loads(out)["players"]] == ["AhKh", "random"]
    _, out, _ = ask("holdem", "AhKh", "--opponents", "3", "--deals", "1000", "--json")
    assert len(json.loads(out)["players"]) == 4


def test_no_hand_asks_odds(ask: Any) -> None:
    _, out, _ = ask("holdem", "--json")
    categories = {item["category"]: item["count"] for item in json.loads(out)["categories"]}
    assert categories["royal flush"] == 4324


def test_questions_by_name(ask: Any) -> None:
    assert "Odds: holdem" in ask("holdem", "AhKh", "--odds", "--board", "2h7h9c")[1]
    assert "royal flush" in ask("holdem", "AhKh", "--rank", "--board=QhJhTh2c3d")[1]
    rank = json.loads(ask("holdem", "AhKh", "--rank", "--board", "QhJhTh", "--json")[1])
    assert rank["category"] == "royal flush"


def test_options_of_a_simulation(ask: Any) -> None:
    arguments = ["holdem", "AhKh", "QsQd", "--deals", "70000", "--seed", "5", "--json"]
    alone = json.loads(ask(*arguments)[1])
    assert (alone["method"], alone["deals"], alone["seed"]) == ("monte-carlo", 70000, 5)
    threads = json.loads(ask(*arguments, "--threads", "2", "--no-progress")[1])
    assert {**threads, "elapsed": 0} == {**alone, "elapsed": 0}
    expected = holdem.equity("AhKh", "QsQd", deals=70000, seed=5)
    assert [player["wins"] for player in alone["players"]] == expected.wins.tolist()


def test_money(ask: Any) -> None:
    arguments = ["holdem", "AhKh", "QsQd", "JcTc", "--stacks", "500,300,900", "--pot", "30"]
    players = json.loads(ask(*arguments, "--json")[1])["players"]
    assert sum(player["chips"] for player in players) == pytest.approx(1730)


def test_rules(ask: Any) -> None:
    _, out, _ = ask("holdem", "AhKh", "QsQd", "--rule", "lowest-rank=t", "--rule", "wheel=none")
    assert "rules: lowest_rank='T', wheel='none'" in out
    order = ",".join(FLUSH_OVER_FULL_HOUSE)
    _, out, _ = ask("holdem", "AhKh", "QsQd", "--rule", f"order={order}", "--json")
    assert json.loads(out)["rules"]["order"] == order.split(",")


@pytest.mark.parametrize("name", ["Holdem", "texas-holdem", "nl_holdem", "FT", "德州扑克"])
def test_names_of_games(ask: Any, name: str) -> None:
    assert "0.462145" in ask(name, "AhKh", "QsQd")[1]


def test_plain_tables_fit_into_80_columns(ask: Any) -> None:
    wide = "QQ+,AKs:0.5,A5s-A2s,76s,65s,54s,KQo,AJo,ATo,22-77,99"
    code, out, _ = ask("holdem", "AhKh", wide, "--deals", "1000", "--stacks", "100,200")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    order = ",".join(FLUSH_OVER_FULL_HOUSE)
    _, out, _ = ask("holdem", "AhKh", "QsQd", "--rule", f"order={order}")
    assert max(map(len, out.splitlines())) <= 80


def test_a_terminal_gets_a_rich_table(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "watched", lambda: True)
    assert "┏" in ask("holdem", "AhKh", "QsQd")[1]


BAD = [
    (["holdm", "AhKh"], "did you mean holdem"),
    (["holdem", "Ah", "Kh", "Qs", "Qd"], "write AhKh QsQd"),
    (["holdem", "--rank", "Ah", "Kh"], "write AhKh"),
    (["five-card-draw", "As", "Ah", "Ks", "7c", "2d"], "write AsAhKs7c2d"),
    (["five-card-draw", "AsAhKs7c2d", "--keep", "As"], "--keep does not go with --decide"),
    (["five-card-draw", "AsAhKs7c2d", "--odds", "--keep", "9h"], "9h is not in the hand"),
    (["five-card-draw", "AsAhKs7c2d", "--against", "x"], "'always_three'"),
    (["holdem", "AhKh", "AhQd"], "Ah is held by seat 0 and seat 1"),
    (["holdem", "AhKh", "QsQd", "--decide"], "Texas hold'em has no --decide"),
    (["holdem", "AhKh", "QsQd", "--odds", "--rank"], "one question at a time, --odds or --rank"),
    (["holdem", "AhKh", "QsQd", "--odds"], "--odds takes one hand, not 2"),
    (["holdem", "AhKh", "--odds", "--stacks", "1,2"], "--stacks does not go with --odds"),
    (["holdem", "AhKh", "--rank", "--deals", "9"], "--deals does not go with --rank"),
    (["holdem", "--rank"], "--rank needs a hand"),
    (["holdem", "--equity"], "give more hands, or --opponents"),
    (["holdem", "AhKh", "QsQd", "--against", "x"], "--against"),
    (["holdem", "AhKh", "QsQd", "--board"], "--board"),
    (["holdem", "AhKh", "QsQd", "--json=1"], "--json"),
    (["holdem", "AhKh", "QsQd", "--board", "2c7d9hKsKd3c"], "board has 6 cards"),
    (["holdem", "AhKh", "QsQd", "--deals", "1.5"], "--deals is '1.5'; it must be a whole number"),
    (["holdem", "AhKh", "QsQd", "--deals", "0"], "deals is 0"),
    (["holdem", "AhKh", "QsQd", "--tolerance", "nan"], "tolerance is nan"),
    (["holdem", "AhKh", "QsQd", "--seed", "-1"], "seed is -1"),
    (["holdem", "AhKh", "QsQd", "--threads", "0"], "--threads is 0"),
    (["holdem", "AhKh", "QsQd", "--stacks", "1,x"], "--stacks is '1,x'"),
    (["holdem", "AhKh", "QsQd", "--pot", "3"], "give --stacks too"),
    (["holdem", "AhKh", "QsQd", "--method", "guess"], "method is 'guess'"),
    (["holdem", "AhKh", "QsQd", "--rule", "wheel"], "not NAME=VALUE"),
    (["holdem", "AhKh", "QsQd", "--rule", "x=1"], "unknown setting 'x'"),
    (["holdem", "AhKh", "QsQd", "--rule", "wheel=x"], "it is one of lowest, none"),
    (["holdem", "AhKh", "QsQd", "--rule", "order=flush"], "order"),
    (["holdem", "A", "Q", "--rule", "wheel=none", "--rule", "wheel=none"], "given twice"),
    (["holdem", "AhKh", "QsQd", "--preset", "x"], "no preset 'x'"),
    (["--json", "holdem"], "--json"),
    (["games", "x"], "x"),
]


@pytest.mark.parametrize(("arguments", "said"), BAD, ids=lambda v: " ".join(v) if v else "")
def test_bad_input_is_one_line_and_exit_2(ask: Any, arguments: list[str], said: str) -> None:
    code, out, err = ask(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("equity: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("json_too", [[], ["--json"]])
def test_notation_has_a_caret_under_the_fault(ask: Any, json_too: list[str]) -> None:
    code, out, err = ask("holdem", "QQ+,1s", "random", *json_too)
    assert (code, out) == (2, "")
    message, text, caret = err.splitlines()
    assert message.startswith("equity: seat 0")
    assert text == "  QQ+,1s"
    assert caret.index("^") == text.index("1")


def test_exit_codes_of_a_process() -> None:
    done = run("holdem", "AhKh", "QsQd")
    assert (done.returncode, done.stderr) == (0, "")
    done = run("holdem", "AhKh", "--bogus")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.match("equity: No such option:? '?--bogus", done.stderr)  # as click words it
    done = run("holdem", "A\udce9", "QQ")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices as on POSIX")
@pytest.mark.parametrize("arguments", [["holdem", "AhKh", "QsQd"], ["games"], ["--help"]])
def test_nobody_reads_the_answer(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = run(*arguments, stdout=writing)
    finally:
        os.close(writing)
    assert done.returncode not in (0, 2)
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [["holdem", "AhKh", "QsQd"], ["--help"]])
def test_no_room_for_the_answer(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = run(*arguments, stdout=full)
    assert done.returncode == 1
    assert done.stderr.startswith("equity: cannot write")
    assert done.stderr.count("\n") == 1


def test_interrupted(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is in test_interrupt.py, with real signals."""

    def stopped(result: Any) -> Any:
        def equity(self: Any, *hands: str, **options: Any) -> Any:
            raise result

        return equity

    from equity.showdown.game import Showdown

    monkeypatch.setattr(Showdown, "equity", stopped(Interrupted(None)))
    code, out, err = ask("holdem", "AhKh", "QsQd")
    assert (code, out) == (130, "")
    assert "interrupted before" in err
    monkeypatch.setattr(Showdown, "equity", stopped(KeyboardInterrupt()))
    assert ask("holdem", "AhKh", "QsQd") == (130, "", "equity: interrupted\n")


DEALS = ("--deals", "500", "--seed", "1", "--json")


def test_a_hand_asks_what_to_keep(ask: Any) -> None:
    code, out, err = ask("five-card-draw", "AsAhKs7c2d", "--against", "QcJcTd9d8h")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["Decision: five_card_draw", "  exact"]
    assert lines[-1] == "... 16 more"
    assert next(line for line in lines if line.startswith("As")).split()[0] == "AsKs"
    assert "0.017509" in out
    assert max(map(len, lines)) <= 80


def test_against_is_one_for_all_or_one_each(ask: Any) -> None:
    def answers(*arguments: str) -> Any:
        code, out, err = ask("draw", "AsAhKs7c2d", *arguments, *DEALS)
        assert (code, err) == (0, "")
        return json.loads(out)["actions"]

    every = answers("--opponents", "2", "--against", "pat")
    each = answers("--against", "pat", "--against", "pat")
    mixed = answers("--against", "advice", "--against", "pat")
    assert every == each != mixed
    assert answers("--opponents", "2") == answers("--against", "advice", "--against=advice")
    assert answers("--opponents", "2", "--drawn-before", "1") != answers("--opponents", "2")


@pytest.mark.parametrize(
    ("arguments", "listed"),
    [
        (["AhAc", "KhKcQd"], "players"),
        (["--equity", "--players", "3", "--against", "advice"], "players"),
        (["As", "Ah", "Ks", "7c", "2d", "--equity"], "players"),
        (["--play"], "seats"),
        (["--play", "--players", "2", "--rounds", "3"], "seats"),
        (["AsAhKs7c2d", "--preset", "blinds", "--opponents", "5"], "actions"),
        (["JkAhKs7c2d", "--rule", "jokers=1"], "actions"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_questions_of_a_draw_game(ask: Any, arguments: list[str], listed: str) -> None:
    code, out, err = ask("five-card-draw", *arguments, *DEALS)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["deals"] == 500
    assert len(found[listed]) > 1


def test_what_a_keep_becomes(ask: Any) -> None:
    code, out, err = ask("draw", "AhKhQh4h2c", "--odds", "--keep", "AhKhQh4h", "--json")
    assert (code, err) == (0, "")
    (flush,) = [row for row in json.loads(out)["categories"] if row["category"] == "flush"]
    assert flush["count"] == 9


@pytest.mark.parametrize("output", [[], ["--json"]])
def test_an_exact_answer_imports_little(output: list[str]) -> None:
    code = (
        "import sys\n"
        f"sys.argv = ['equity', 'holdem', 'AhKh', 'QsQd', *{output}]\n"
        "from equity.cli import main\n"
        "main()\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = set(eval(done.stderr))
    assert "numpy" in imported
    slow = {"numba", "llvmlite", "pandas", "matplotlib", "typer", "click", "rich", "pydantic"}
    assert not imported & (slow | {"tqdm", "concurrent", "asyncio"})


@pytest.mark.parametrize(
    "arguments", [[], ["--help"], ["holdem", "--help"], ["games", "-h"], ["selfcheck", "--help"]]
)
def test_help(arguments: list[str]) -> None:
    done = CliRunner().invoke(commands.app, arguments)
    assert done.exit_code == 0
    assert "Usage: " in done.output
    assert max(map(len, done.output.splitlines())) <= 80


@pytest.mark.parametrize("name", games.names())
def test_help_of_every_game(name: str) -> None:
    done = CliRunner().invoke(commands.app, [name, "--help"])
    assert done.exit_code == 0
    game = games.get(name)
    assert game.title in done.output
    for setting in game.settings:
        assert f"{setting.name}:" in done.output
    for question in questions_of(game).values():
        for option in (question.flag, *(one.flag for one in question.options.values())):
            assert option in done.output


def test_help_says_what_options_mean() -> None:
    output = " ".join(CliRunner().invoke(commands.app, ["holdem", "--help"]).output.split())
    assert "So many more seats with any hand." in output
    assert "Cards known to be out of the deck." in output
    assert "Unpack" not in output


def test_help_of_a_draw_game() -> None:
    output = " ".join(CliRunner().invoke(commands.app, ["draw", "--help"]).output.split())
    assert "--decide Say which cards to keep." in output
    assert "--against TEXT How opponents draw, one for all or a list with one each" in output
    assert "--dead TEXT Cards known to be out of the deck." in output
    assert "As for" not in output


def test_version() -> None:
    done = CliRunner().invoke(commands.app, ["--version"])
    assert done.output == f"equity {equity.__version__}\n"


def test_games() -> None:
    done = CliRunner().invoke(commands.app, ["games"])
    assert done.exit_code == 0
    assert max(map(len, done.output.splitlines())) <= 80
    listed = json.loads(CliRunner().invoke(commands.app, ["games", "--json"]).output)
    assert [game["name"] for game in listed] == games.names()
    for game in listed:
        assert game["name"] in done.output
        assert game["summary"] in " ".join(done.output.split())
        assert {"equity", "odds", "play"} & set(game["questions"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["AhKh", "QsQd"],
        ["AhKh", "--board", "2c7d9h", "--dead=Qs", "QsQd"],
        ["--odds", "AhKh", "--json"],
        ["AhKh", "QsQd", "--deals", "9", "--seed=1", "--threads", "2", "--progress"],
        ["--no-progress", "AhKh", "--rule", "wheel=none", "--rule=order=none", "--preset", "x"],
        ["--rank", "--equity", "--", "AhKh", "--odds"],
        ["--board", "--json", "AhKh"],
        ["--stacks", "1,2", "--stacks", "3,4", "AhKh"],
    ],
    ids=" ".join,
)
def test_plain_questions_are_read_as_typer_reads_them(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    monkeypatch.setattr(commands, "ask", lambda game, request: read.append(request))
    assert CliRunner().invoke(commands.app, ["holdem", *arguments]).exit_code == 0
    assert [asking.scan(holdem, arguments)] == read


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], ["--bogus"], ["--board"], ["--json=1"], ["--no-board", "x"]]
)
def test_what_is_not_plain_is_left_to_typer(arguments: list[str]) -> None:
    assert asking.scan(holdem, ["AhKh", *arguments]) is None


@dataclass
class Answer:
    """What a toy game was asked."""

    asked: str
    given: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"asked": self.asked, **self.given}


@dataclass(frozen=True, kw_only=True, repr=False)
class Banking(Game):
    """A toy game with decisions, an edge and sessions, and no equity."""

    def decide(
        self,
        hand: Cards,
        banker: Cards,
        *,
        dead: Cards | Mapping[str, int] = "",
        against: str | Sequence[str] = "advice",
        drawn_before: Sequence[int] | None = None,
        **options: Unpack[Keywords],
    ) -> Answer:
        """Decide.

        Parameters
        ----------
        hand, banker : str
            Cards of the player, of the ``banker``.
        dead : str or Mapping, optional
            Cards known to be gone.
        """
        given = {"hand": hand, "banker": banker, "dead": dead, "against": against}
        return Answer("decide", {**given, "drawn_before": drawn_before, **options})

    def edge(self, strategy: str = "best", hand: Cards | None = None) -> Answer:
        """Give the edge."""
        return Answer("edge", {"strategy": strategy, "hand": hand})

    def play(self, players: int = 4, bankroll: float = 100, as_banker: bool = False) -> Answer:
        """Play a session."""
        given = {"players": players, "bankroll": bankroll, "as_banker": as_banker}
        return Answer("play", {**given, "rules": dict(self.rules)})


TOY = Banking(
    name="toy",
    title="Toy",
    summary="a game for tests",
    settings=(
        Setting("decks", 1, (1, 2, "infinite"), "decks"),
        Setting("peek", False, (False, True), "peek"),
        Setting("pays", None, (None, "3:2"), "what a natural pays"),
        Setting("commission", 0, None, "of the banker"),
        Setting("table", None, None, "pays"),
    ),
    presets={"casino": {"decks": 2, "peek": True}},
)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, ask: Any) -> Any:
    """Ask the toy game, and give what arrived there; or what was complained of."""
    monkeypatch.setattr(games, "get", lambda name: TOY)

    def call(*arguments: str) -> Any:
        code, out, err = ask("toy", *arguments, "--json")
        return json.loads(out) if code == 0 else err

    return call


def test_one_hand_asks_for_a_decision(toy: Any) -> None:
    found = toy("Th 6d", "--banker", "9c", "--dead", "K=3,5=4", "--drawn-before", "2,1")
    assert (found["asked"], found["hand"], found["banker"]) == ("decide", "Th 6d", "9c")
    assert found["dead"] == {"K": 3, "5": 4}
    assert found["drawn_before"] == [2, 1]
    assert found["against"] == "advice"
    found = toy("Th6d", "--banker=9c", "--dead", "KsKd", "--against", "a", "--against", "b,c")
    assert (found["dead"], found["against"]) == ("KsKd", ["a", "b,c"])
    assert toy("Th6d", "--banker", "9c", "--against", "a", "--seed", "3")["seed"] == 3


def test_no_hand_asks_for_the_edge(toy: Any) -> None:
    assert toy() == {"asked": "edge", "strategy": "best", "hand": None}
    assert toy("--edge", "9c9d", "--strategy", "basic")["hand"] == "9c9d"


def test_a_session(toy: Any) -> None:
    found = toy("--play", "--players", "3", "--bankroll", "7.5", "--as-banker")
    assert (found["players"], found["bankroll"], found["as_banker"]) == (3, 7.5, True)
    assert toy("--play", "--no-as-banker")["as_banker"] is False


@pytest.mark.parametrize(
    ("entries", "rules"),
    [
        (["decks=2", "peek=yes", "pays=3:2"], {"decks": 2, "peek": True, "pays": "3:2"}),
        (["decks=Infinite", "peek=FALSE", "pays=none"], {"decks": "infinite", "peek": False}),
        (["commission=0.05"], {"commission": 0.05}),
        (["table=flush=6,full house=9"], {"table": {"flush": 6, "full house": 9}}),
        (["table=a,b"], {"table": ["a", "b"]}),
    ],
)
def test_values_of_settings(toy: Any, entries: list[str], rules: dict[str, Any]) -> None:
    arguments = [part for entry in entries for part in ("--rule", entry)]
    assert rules.items() <= toy("--play", *arguments)["rules"].items()


def test_presets(toy: Any) -> None:
    rules = toy("--play", "--preset", "casino", "--rule", "peek=no")["rules"]
    assert (rules["decks"], rules["peek"]) == (2, False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Th", "6d"], "write Th6d"),
        (["Th6d", "9c8c"], "Toy answers nothing about several hands"),
        (["Th6d"], "--decide needs --banker"),
        (["--decide"], "--decide needs a hand"),
        (["--play", "Th6d"], "--play of Toy takes no hand"),
        (["--play", "--banker", "9c"], "--banker does not go with --play"),
        (["Th6d", "--banker", "9c", "--dead", "K=x"], "--dead is 'K=x'"),
        (["--play", "--rule", "peek=perhaps"], "it is one of no, yes"),
        (["--equity", "Th6d"], "Toy has no --equity"),
    ],
)
def test_what_the_toy_refuses(toy: Any, arguments: list[str], said: str) -> None:
    assert said in toy(*arguments)


def test_help_of_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "get", lambda name: TOY)
    output = CliRunner().invoke(commands.app, ["toy", "--help"]).output
    assert "Cards of the player, of the banker." in output
    assert "--as-banker / --no-as-banker" in output
    assert "Presets: casino" in output
    assert "--decide" in output
    assert "--equity" not in output


def test_a_rank_that_knows_its_percentile(capsys: pytest.CaptureFixture[str]) -> None:
    output.show(Rank("flush", 200, (48, 44, 40), 0.97, "a flush"), False)
    assert capsys.readouterr().out == "a flush (AcKcQc)\nstrength 200\npercentile 0.970000\n"


@pytest.mark.slow
def test_selfcheck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfcheck, "DEALS", 300_000)
    done = CliRunner().invoke(commands.app, ["selfcheck"])
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert len(lines) == len(selfcheck.CHECKS) + 1
    assert all(line.startswith("ok") for line in lines[:-1])


def test_selfcheck_names_the_first_that_failed(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong() -> str:
        raise selfcheck.Mismatch("2 is not 3")

    def broken() -> str:
        raise RuleError("no such thing")

    checks = (
        selfcheck.Check("fine", lambda: "well"),
        selfcheck.Check("sums", wrong),
        selfcheck.Check("later", broken),
    )
    monkeypatch.setattr(selfcheck, "CHECKS", checks)
    code, out, err = ask("selfcheck")
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()] == ["ok", "FAIL", "FAIL"]
    assert err == "equity: selfcheck failed: sums: 2 is not 3\n"


def test_selfcheck_finds_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfcheck, "CATEGORY_COUNTS", {5: (1,), 7: (1,)})
    (counted,) = [check for check in selfcheck.CHECKS if check.name == "category counts"]
    verdict = selfcheck.run(counted)
    assert not verdict.ok
    assert "categories of five cards" in verdict.detail


def test_a_decision_against_others() -> None:
    """The first hand is one's own, the others are opponents."""
    result = json.loads(
        run("five-card-stud", "AhKd/As2c7h", "/QsJdTc", "--decide", "--json").stdout
    )
    assert [action["label"] for action in result["actions"]] == ["show Kd", "show Ah"]
    assert "hand" in run("five-card-stud", "--decide").stderr


@pytest.mark.parametrize("name", equity.games.names())
def test_help_is_written_for_the_command_line(name: str, ask: Any) -> None:
    """No marks of Python's documentation, no values that only Python takes."""
    code, text, _ = ask(name, "--help")
    assert code == 0
    assert f"equity {name}" in text
    assert not re.search(r":[a-z]+:|`|\{\"", text)
