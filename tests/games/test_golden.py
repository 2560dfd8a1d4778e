"""Known answers, each with its source, answered exactly and by simulation."""

from __future__ import annotations

import tomllib
import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equity
from equity.ranges import Range
from equity.rankings.lows import ACE_TO_FIVE, ACE_TO_SIX, DEUCE_TO_SEVEN
from tests.oracles import games as naive_games
from tests.oracles import lows
from tests.oracles import showdown as naive

FILES = sorted((Path(__file__).parents[1] / "golden").glob("*.toml"))
# Games in which hands are compared; the others' files are read by the tests of their families.
GOLDEN = {
    path.stem: tomllib.loads(path.read_text("utf-8"))
    for path in FILES
    if hasattr(equity.game(path.stem), "equity")
}
Entry = dict[str, Any]
LOWS = {ACE_TO_FIVE: "A-5", ACE_TO_SIX: "A-6", DEUCE_TO_SEVEN: "2-7"}
"""What the oracle calls low rankings."""
SHORT_DECK = (
    *("straight flush", "four of a kind", "flush", "full house", "straight"),
    *("three of a kind", "two pair", "one pair", "high card"),
)
TRIPS_FIRST = (*SHORT_DECK[:4], "three of a kind", "straight", *SHORT_DECK[6:])


def entries(kind: str, *recount: Any) -> Any:
    """Parametrise over the entries of a kind, of all games; or those recounted in such ways."""
    chosen = [
        {"game": game, "id": f"{game}-{entry.get('name') or entry.get('hand') or entry['text']}"}
        | entry
        for game, golden in GOLDEN.items()
        for entry in golden.get(kind, [])
        if not recount or entry.get("recount") in recount
    ]
    assert chosen
    assert all(entry["source"] for entry in chosen)
    return pytest.mark.parametrize("entry", chosen, ids=[entry["id"] for entry in chosen])


def near(text: str) -> Any:
    """Accept what rounds to the digits written."""
    digits = len(text.partition(".")[2])
    return pytest.approx(float(text), abs=0.5000001 * 10**-digits, rel=0)


def game_of(entry: Entry) -> Any:
    return equity.game(entry["game"]).with_rules(**entry.get("rules", {}))


def table_of(entry: Entry) -> naive_games.Table:
    """Give the oracle's rules of a game: what is dealt, and the settings in force."""
    game = game_of(entry)
    read = {"lowest_rank", "jokers", "wheel", "suits", "two_three_five", "ties"}
    read |= {"straight_over_trips"}
    assert entry.get("rules", {}).keys() <= read
    given = {name: game.rules[name] for name in read & game.rules.keys()}
    ties, slayer = given.pop("ties", "split"), given.pop("two_three_five", "off")
    lowest = given.pop("lowest_rank", "6" if entry["game"] == "short_deck" else "2")
    if "straight_over_trips" in given:
        given["order"] = SHORT_DECK if given.pop("straight_over_trips") else TRIPS_FIRST
    return naive_games.Table(
        naive_games.Order(size=game.counts, lowest=lowest, **given),
        hole=game.hole,
        board=game.board,
        exactly_two=bool(game.use),
        two_three_five=slayer,
        asker_loses=ties == "asker_loses",
    )


def question(entry: Entry) -> dict[str, Any]:
    return {"board": entry.get("board", ""), "dead": entry.get("dead", "")}


def known(entry: Entry) -> tuple[list[int], list[int]]:
    return naive.cards(entry.get("board", "")), naive.cards(entry.get("dead", ""))


def test_every_game_has_golden_cases() -> None:
    """Games played out card by card have a slow player instead, which they follow step by step."""
    played = {name for name in equity.games.names() if hasattr(equity.game(name), "trace")}
    assert {path.stem for path in FILES} == set(equity.games.names()) - played


@entries("equity")
def test_equity_exact(entry: Entry) -> None:
    result = game_of(entry).equity(*entry["hands"], **question(entry), method="exact")
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
def test_equity_simulated(entry: Entry) -> None:
    game = game_of(entry)
    exact = game.equity(*entry["hands"], **question(entry), method="exact")
    deals = 50_000 if game_of(entry).use else 200_000
    result = game.equity(
        *entry["hands"],
        **question(entry),
        method="monte-carlo",
        deals=deals,
        seed=zlib.crc32(entry["name"].encode()),
    )
    assert result.method == "monte-carlo"
    assert result.deals == deals
    assert (result.wins + result.ties + result.losses == result.deals).all()
    assert (result.stderr > 0).all()
    assert (abs(result.equity - exact.equity) < 4 * result.stderr).all()
    for share, error, text in zip(
        result.equity, result.stderr, entry.get("equity", []), strict=False
    ):
        assert abs(share - float(text)) < 4 * error + 1e-5


def check_recount(entry: Entry, right: naive.Answer) -> None:
    assert right.deals == entry["deals"]
    assert right.wins == entry["wins"]
    assert right.ties == entry["ties"]
    for share, text in zip(right.equity, entry.get("equity", []), strict=False):
        assert float(share) == near(text)


@pytest.mark.slow
@entries("equity", True)
def test_equity_recounted_by_the_oracle(entry: Entry) -> None:
    if all(len(hand) == 4 and hand[1] in naive.SUITS for hand in entry["hands"]):
        right = naive.equity_array([naive.cards(hand) for hand in entry["hands"]], *known(entry))
    else:
        right = naive.equity([naive.expand(hand) for hand in entry["hands"]], *known(entry))
    check_recount(entry, right)


@pytest.mark.slow
@entries("equity", "plain")
def test_equity_of_other_games_recounted_by_the_oracle(entry: Entry) -> None:
    table = table_of(entry)
    seats = [naive_games.seat(hand, table) for hand in entry["hands"]]
    check_recount(entry, table.equity(seats, *known(entry)))


@entries("equity", "low")
def test_equity_of_lows_recounted_by_the_oracle(entry: Entry) -> None:
    hands = [naive.cards(hand.replace("/", "")) for hand in entry["hands"]]
    game = game_of(entry)
    low = [lows.any_five(lows.negative(LOWS[game.ranking]))]
    deals, parts, outcomes = lows.split_equity(hands, low, game.hole, full=0, dead=known(entry)[1])
    right = naive.Answer(deals, equity=parts[0])
    right.wins = [outcomes[seat, Fraction(1)] for seat in range(len(hands))]
    right.ties = [outcomes[seat, Fraction(1, 2)] for seat in range(len(hands))]
    check_recount(entry, right)


@entries("equity", "split")
def test_equity_of_split_pots_recounted_by_the_oracle(entry: Entry) -> None:
    game = game_of(entry)
    rule = lows.two_of_hole if game.use else lows.any_five
    hands = [naive.cards(hand.replace("/", "")) for hand in entry["hands"]]
    rules = [rule(naive.best), rule(lows.negative("eight"))]
    deals, parts, _ = lows.split_equity(
        hands, rules, game.hole, known(entry)[0], game.board, known(entry)[1]
    )
    assert deals == entry["deals"]
    for seat, text in enumerate(entry["equity"]):
        assert float(sum(part[seat] for part in parts)) == near(text)


def recount_on_arrays(entry: Entry) -> None:
    table = table_of(entry)
    hands = [naive_games.seat(hand, table)[0][0] for hand in entry["hands"]]
    check_recount(entry, naive_games.equity_array(table, hands, *known(entry)))


@entries("equity", "array")
def test_equity_recounted_on_arrays(entry: Entry) -> None:
    recount_on_arrays(entry)


@pytest.mark.slow
@entries("equity", "slow")
def test_equity_before_the_flop_recounted_on_arrays(entry: Entry) -> None:
    recount_on_arrays(entry)


def counts_of(entry: Entry) -> dict[str, int]:
    """Give the counts by category, 0 where nothing is said."""
    names = game_of(entry).ranking.categories
    given = entry["counts"]
    if isinstance(given, list):
        given = dict(zip(naive.CATEGORIES, given, strict=True))
    assert set(given) <= set(names)
    return {name: given.get(name, 0) for name in names}


@entries("odds")
def test_odds_exact(entry: Entry) -> None:
    hand = [entry["hand"]] if "hand" in entry else []
    odds = game_of(entry).odds(*hand, **question(entry))
    assert odds.method == "exact"
    assert odds.counts == counts_of(entry)
    assert odds.total == sum(odds.counts.values())


@entries("odds")
def test_odds_simulated(entry: Entry) -> None:
    hand = [entry["hand"]] if "hand" in entry else []
    deals = 50_000 if game_of(entry).use else 200_000
    game = game_of(entry)
    odds = game.odds(*hand, **question(entry), method="monte-carlo", deals=deals, seed=11)
    assert odds.counts is None
    counts = counts_of(entry)
    for category, count in counts.items():
        p = count / sum(counts.values())
        allowed = 4 * (p * (1 - p) / deals) ** 0.5 + 4 / deals
        assert abs(odds.probability[category] - p) < allowed, category


@pytest.mark.slow
@entries("odds", True)
def test_odds_recounted_by_the_oracle(entry: Entry) -> None:
    board, dead = known(entry)
    if entry["game"] != "holdem":
        table = table_of(entry)
        seat = naive_games.seat(entry.get("hand", "random"), table)
        counts, _ = table.odds(seat, dead, board)
        assert {name: counts[name] for name in counts_of(entry)} == counts_of(entry)
        return
    held = naive.cards(entry["hand"]) + board
    live = [c for c in naive.DECK if c not in [*held, *dead]]
    run_outs = naive.combinations_array(live, 7 - len(held))
    tiled = np.tile(np.array(held, dtype=np.uint8), (len(run_outs), 1))
    values = naive.best_values_array(np.hstack([tiled, run_outs]))
    counts = np.bincount(naive.categories_array(values), minlength=10)
    assert counts.tolist() == entry["counts"]


@entries("rank")
def test_rank(entry: Entry) -> None:
    game = game_of(entry)
    board = entry.get("board", "")
    rank = game.rank(entry["hand"], board=board)
    assert rank.category == entry["category"]
    dealt = naive_games.cards((entry["hand"] + board).replace("10", "T"))
    strength = game.strength(dealt)
    assert rank.strength == (strength[0] if rank.parts else strength)
    used = naive_games.cards(rank.cards) if isinstance(rank.cards, str) else list(rank.cards)
    assert len(set(used)) == game.counts
    assert set(used) <= set(dealt)
    if "cards" in entry:
        assert set(used) == set(naive_games.cards(entry["cards"]))
    if entry["game"] == "holdem":
        assert naive.category(dealt) == naive.category(used) == entry["category"]
        assert game.strength(used) == rank.strength
    elif game.ranking in LOWS:
        kind = LOWS[game.ranking]
        assert lows.low_of_five(used, kind) == lows.best_low(dealt, kind)
    else:
        table = table_of(entry)
        assert table.order.category(used) == entry["category"]
        hole = len(naive_games.cards(entry["hand"]))
        assert table.order.value(used) == table.value(dealt[:hole], dealt[hole:])


@entries("range")
def test_range(entry: Entry) -> None:
    wanted = Range(entry["text"])
    assert len(wanted) == entry["combos"]
    assert np.unique(wanted.weights).tolist() == [entry.get("weight", 1.0)]
    assert Range(str(wanted)) == wanted
