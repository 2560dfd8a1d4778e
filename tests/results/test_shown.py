"""Every kind of result is shown, kept, framed and drawn."""

from __future__ import annotations

import json
import math
import pickle
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from equity.errors import RuleError
from equity.results import (
    Action,
    Bet,
    Decision,
    Edge,
    Result,
)
from equity.showdown.pots import side_pots
from tests.results.made_results import (
    EXACT,
    GAMES,
    SIMULATED,
    combos,
    counts,
    heads_up,
    match,
    odds_simulated,
    session,
    simulated,
)

# The family


def family() -> list[Result]:
    bet = Bet(win=0.5, lose=0.5, ev=Fraction(-1, 7))
    return [
        heads_up(40, 10, 50),
        simulated(40, 10, 50, 7, pots=side_pots([5, 5])),
        odds_simulated(1),
        Decision(
            **EXACT, deals=1, choices=(Action(label="a", becomes={"flush": 0.2}), Action(label="b"))
        ),
        Edge(**EXACT, deals=1, bets={"bet": bet}),
        match(GAMES, labels=("a", "b", "c")),
        session(),
    ]


@pytest.mark.parametrize("result", family(), ids=lambda r: type(r).__name__)
def test_every_result_is_shown_and_kept(result: Result) -> None:
    out = result.to_dict()
    assert list(out)[:6] == ["game", "rules", "method", "deals", "seed", "elapsed"]
    assert json.loads(json.dumps(out, allow_nan=False)) == out
    lists = {"players", "actions", "categories", "bets", "seats"} & set(out)
    assert len(lists) == 1
    assert pickle.loads(pickle.dumps(result)).to_dict() == out
    shown = repr(result)
    assert f"{type(result).__name__}: holdem" in shown
    assert result.method in shown
    assert ("seed 1" in shown or "seed 7" in shown) == (not result.exact)
    assert ("stderr" in shown) == (not result.exact)
    assert str(result) == shown
    assert result._repr_html_().startswith("<table>")
    frame = result.to_frame()
    assert len(frame) == len(out[lists.pop()])


def test_json_of_an_equity_player() -> None:
    out = heads_up(40, 10, 50).to_dict()
    names = ["hand", "equity", "win", "tie", "tie_share", "stderr", "wins", "ties", "losses"]
    assert list(out["players"][0]) == names
    assert out["winners"] == {"1": 0.9, "2": 0.1}
    assert out["seed"] is None
    assert out["partial"] is False


def test_rules_are_shown_and_kept() -> None:
    class Rules(Mapping[str, object]):
        changed: Mapping[str, object] = {"jokers": 1}

        def __getitem__(self, name: str) -> object:
            return {"jokers": 1, "pay": {"pair": Fraction(1, 2)}, "order": ("a", "b")}[name]

        def __iter__(self) -> Any:
            return iter(("jokers", "pay", "order"))

        def __len__(self) -> int:
            return 3

    r = heads_up(1, 0, 1, rules=Rules(), partial=True, board="2c7d9h", dead="As")
    assert "rules: jokers=1\n" in repr(r)
    assert "board: 2c7d9h" in repr(r)
    assert "partial" in repr(r)
    out = json.loads(json.dumps(r.to_dict()))
    assert out["rules"] == {"jokers": 1, "pay": {"pair": 0.5}, "order": ["a", "b"]}
    assert (out["board"], out["dead"], out["partial"]) == ("2c7d9h", "As", True)
    assert "rules: jokers=0" in repr(heads_up(1, 0, 1))


def test_nothing_dealt_is_no_number() -> None:
    r = heads_up(0, 0, 0, **SIMULATED, partial=True)
    assert np.isnan(r.equity).all()
    assert json.dumps(r.to_dict(), allow_nan=False)
    assert "partial" in repr(r)
    zero = counts(0, 0)
    d = Decision(
        **SIMULATED,
        deals=0,
        choices=(Action(label="a"), Action(label="b")),
        tally={"sums": zero, "squares": zero},
    )
    tally = {"sums": zero[:1], "squares": zero[:1], "outcomes": counts([0, 0, 0])}
    e = Edge(**SIMULATED, deals=0, bets={"bet": Bet()}, tally=tally)
    for result in (d, e):
        assert math.isnan(result.to_frame()["ev"][0])
        assert json.dumps(result.to_dict(), allow_nan=False)


def test_html_and_rich_escape() -> None:
    r = heads_up(1, 0, 1, hands=("[50]AKs[/50]<b>", "x" * 100))
    assert "&lt;b&gt;" in r._repr_html_()
    assert "<b>" not in r._repr_html_()
    assert "..." in repr(r)
    console = pytest.importorskip("rich.console")
    with open("/dev/null" if sys.platform != "win32" else "nul", "w", encoding="utf-8") as sink:
        screen = console.Console(record=True, width=300, file=sink)
        for result in (r, *family()):
            screen.print(result)
    text = screen.export_text()
    assert "[50]AKs[/50]<b>" in text
    assert "Session: holdem" in text


def test_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = heads_up(40, 10, 50).to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["equity"].tolist() == [0.45, 0.55]
    assert frame["wins"].tolist() == [40, 50]
    assert match(GAMES).to_frame()["places_1"].tolist() == pytest.approx(match(GAMES).win.tolist())
    assert session().to_frame()["final_mean"].tolist() == pytest.approx([0.7])
    assert combos(("AsAh", 1.0, 0.5)).to_frame()["cards"].tolist() == ["AsAh"]
    edge = Edge(**EXACT, deals=1, bets={"bet": Bet(ev=Fraction(1, 4))})
    assert edge.to_frame()["ev"].dtype == float


@pytest.fixture
def axes() -> Any:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    _, ax = pyplot.subplots()
    yield ax
    pyplot.close("all")


@pytest.mark.parametrize("result", family(), ids=lambda r: type(r).__name__)
def test_every_result_is_drawn(result: Result, axes: Any) -> None:
    assert result.plot(ax=axes) is axes
    assert axes.has_data()
    assert axes.get_title()
    assert result.plot() is not axes
    with pytest.raises(RuleError, match="no plot 'pie' here; there are"):
        result.plot("pie")
    with pytest.raises(RuleError, match="takes no colour"):
        result.plot(colour="red")


def test_named_plots(axes: Any) -> None:
    assert match(GAMES).plot("length", ax=axes) is axes
    assert match(GAMES).plot(axes) is axes
    for kind in ("final", "drawdown", "rounds"):
        assert session().plot(kind).get_xlabel()
    held = combos(("AsAh", 1.0, 0.8), ("AsKs", 1.0, 0.6))
    r = heads_up(5, 1, 4, by_combo=[None, held])
    drawn = r.plot("grid", seat=1, ax=axes)
    texts = [text.get_text() for text in drawn.texts]
    assert texts[:2] == ["AA\n80", "AKs\n60"]
    assert texts[13] == "AKo"
    with pytest.raises(RuleError, match="no equities by combo"):
        r.plot("grid")


def test_bars_have_the_right_length(axes: Any) -> None:
    ax = heads_up(40, 10, 50).plot(ax=axes)
    assert [bar.get_width() for bar in ax.containers[0]] == [0.45, 0.55]
    assert [bar.get_width() for bar in ax.containers[1]] == [0.4, 0.5]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["AA", "KK"]


@pytest.mark.parametrize(
    ("library", "call", "text"),
    [
        ("pandas", "to_frame", 'pip install "card-equity\\[pandas\\]"'),
        ("matplotlib", "plot", 'pip install "card-equity\\[plot\\]"'),
        ("rich", "__rich__", "pip install rich"),
    ],
)
def test_missing_library_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, library: str, call: str, text: str
) -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] == library:
            monkeypatch.delitem(sys.modules, name)

    class Missing:
        def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
            if name.partition(".")[0] == library:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    with pytest.raises(ImportError, match=text):
        getattr(heads_up(1, 0, 1), call)()


def test_importing_results_brings_nothing_heavy() -> None:
    heavy = "pandas matplotlib rich numba typer tqdm statistics html fractions equity.display"
    code = (
        "import numpy, sys; before = set(sys.modules); import equity.results;"
        f"print([m for m in {heavy.split()!r} if m in set(sys.modules) - before])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
