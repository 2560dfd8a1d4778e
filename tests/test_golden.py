"""Known answers, each with its source, answered exactly and by simulation."""

from __future__ import annotations

import tomllib
import zlib
from pathlib import Path
from typing import Any

import naive
import numpy as np
import pytest

from equity import holdem
from equity.ranges import Range

GOLDEN = tomllib.loads((Path(__file__).parent / "golden" / "holdem.toml").read_text("utf-8"))


def entries(kind: str, name: str = "name", **wanted: Any) -> Any:
    """Parametrise over the entries of a kind."""
    chosen = [
        entry for entry in GOLDEN[kind] if all(entry.get(key) == wanted[key] for key in wanted)
    ]
    assert chosen
    assert all(entry["source"] for entry in chosen)
    return pytest.mark.parametrize("entry", chosen, ids=[entry[name] for entry in chosen])


def near(text: str) -> Any:
    """Accept what rounds to the digits written."""
    digits = len(text.partition(".")[2])
    return pytest.approx(float(text), abs=0.5000001 * 10**-digits, rel=0)


def question(entry: dict[str, Any]) -> dict[str, Any]:
    return {"board": entry.get("board", ""), "dead": entry.get("dead", "")}


@entries("equity")
def test_equity_exact(entry: dict[str, Any]) -> None:
    result = holdem.equity(*entry["hands"], **question(entry), method="exact")
    assert result.method == "exact"
    assert result.seed is None
    assert result.deals == entry["deals"]
    assert (result.wins + result.ties + result.losses == entry["deals"]).all()
    if "wins" in entry:
        assert result.wins.tolist() == entry["wins"]
        assert result.ties.tolist() == entry["ties"]
    for share, text in zip(result.equity, entry.get("equity", []), strict=False):
        assert share == near(text)
    assert result.equity.sum() == pytest.approx(1, rel=1e-12)
    assert not np.any(result.stderr)


@entries("equity")
def test_equity_simulated(entry: dict[str, Any]) -> None:
    exact = holdem.equity(*entry["hands"], **question(entry), method="exact")
    result = holdem.equity(
        *entry["hands"],
        **question(entry),
        method="monte-carlo",
        deals=200_000,
        seed=zlib.crc32(entry["name"].encode()),
    )
    assert result.method == "monte-carlo"
    assert result.deals == 200_000
    assert (result.wins + result.ties + result.losses == result.deals).all()
    assert (result.stderr > 0).all()
    assert (abs(result.equity - exact.equity) < 4 * result.stderr).all()
    for share, error, text in zip(
        result.equity, result.stderr, entry.get("equity", []), strict=False
    ):
        assert abs(share - float(text)) < 4 * error + 1e-5


@entries("equity", recount=True)
def test_equity_recounted_by_the_oracle(entry: dict[str, Any]) -> None:
    board = naive.cards(entry.get("board", ""))
    dead = naive.cards(entry.get("dead", ""))
    if all(len(hand) == 4 and hand[1] in naive.SUITS for hand in entry["hands"]):
        right = naive.equity_array([naive.cards(hand) for hand in entry["hands"]], board, dead)
    else:
        right = naive.equity([naive.expand(hand) for hand in entry["hands"]], board, dead)
    assert right.deals == entry["deals"]
    assert right.wins == entry["wins"]
    assert right.ties == entry["ties"]
    for share, text in zip(right.equity, entry.get("equity", []), strict=False):
        assert float(share) == near(text)


@entries("odds")
def test_odds_exact(entry: dict[str, Any]) -> None:
    hand = [entry["hand"]] if "hand" in entry else []
    odds = holdem.odds(*hand, **question(entry))
    assert odds.method == "exact"
    assert [odds.counts[category] for category in naive.CATEGORIES] == entry["counts"]
    assert odds.total == sum(entry["counts"])


@entries("odds")
def test_odds_simulated(entry: dict[str, Any]) -> None:
    hand = [entry["hand"]] if "hand" in entry else []
    deals = 200_000
    odds = holdem.odds(*hand, **question(entry), method="monte-carlo", deals=deals, seed=11)
    assert odds.counts is None
    total = sum(entry["counts"])
    for category, count in zip(naive.CATEGORIES, entry["counts"], strict=True):
        p = count / total
        allowed = 4 * (p * (1 - p) / deals) ** 0.5 + 4 / deals
        assert abs(odds.probability[category] - p) < allowed, category


@entries("odds", recount=True)
def test_odds_recounted_by_the_oracle(entry: dict[str, Any]) -> None:
    known = naive.cards(entry["hand"] + entry.get("board", ""))
    live = [c for c in naive.DECK if c not in [*known, *naive.cards(entry.get("dead", ""))]]
    run_outs = naive.combinations_array(live, 7 - len(known))
    held = np.tile(np.array(known, dtype=np.uint8), (len(run_outs), 1))
    values = naive.best_values_array(np.hstack([held, run_outs]))
    counts = np.bincount(naive.categories_array(values), minlength=10)
    assert counts.tolist() == entry["counts"]


@entries("rank", name="hand")
def test_rank(entry: dict[str, Any]) -> None:
    rank = holdem.rank(entry["hand"], board=entry["board"])
    assert rank.category == entry["category"]
    cards = naive.cards((entry["hand"] + entry["board"]).replace("10", "T"))
    assert naive.category(cards) == entry["category"]
    assert rank.strength == holdem.strength(cards)
    five = rank.cards if isinstance(rank.cards, str) else naive.names(rank.cards)
    assert len(five) == 10
    assert holdem.strength(naive.cards(five)) == rank.strength
    assert set(naive.cards(five)) <= set(cards)
    if "cards" in entry:
        assert set(naive.cards(five)) == set(naive.cards(entry["cards"]))


@entries("range", name="text")
def test_range(entry: dict[str, Any]) -> None:
    wanted = Range(entry["text"])
    assert len(wanted) == entry["combos"]
    assert np.unique(wanted.weights).tolist() == [entry.get("weight", 1.0)]
    assert Range(str(wanted)) == wanted
