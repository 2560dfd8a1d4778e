"""Baccarat: published counts, the oracle, both tableaux, bets, settings, shoes run down."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from equity import baccarat
from equity.banking import _baccarat
from equity.banking.baccarat import Baccarat
from equity.errors import CardError, EquityError, NotationError, RuleError

GOLDEN = tomllib.loads((Path(__file__).parents[1] / "golden" / "baccarat.toml").read_text("utf-8"))
EIGHT: Baccarat = baccarat.with_rules("casino_8")
SIX: Baccarat = baccarat.with_rules("casino_6")


NOT_ON = {3: (8,), 4: (0, 1, 8, 9), 5: (0, 1, 2, 3, 8, 9), 6: (0, 1, 2, 3, 4, 5, 8, 9)}
"""The player's third cards on which a banker of so many points does not draw."""


def naive_draws(points: int, third: int | None, six_draws: bool) -> bool:
    if points <= 2:
        return True
    if points >= 7:
        return False
    if third is None:
        return points <= 5 or six_draws
    return third not in NOT_ON[points]


def naive_round(deal: tuple[int, ...], naturals: bool, six_draws: bool) -> tuple[int, int]:
    player, banker = (deal[0] + deal[1]) % 10, (deal[2] + deal[3]) % 10
    rest = list(deal[4:])
    if not (naturals and (player >= 8 or banker >= 8)):
        third = None
        if player <= 5:
            third = rest.pop(0)
            player = (player + third) % 10
        if naive_draws(banker, third, six_draws):
            banker = (banker + rest.pop(0)) % 10
    return player, banker


def naive_totals(
    cards: list[int], known: list[int], naturals: bool, six_draws: bool
) -> list[list[int]]:
    totals = [[0] * 10 for _ in range(10)]
    for dealt in permutations(cards, 2 + known.count(-1)):
        rest = iter(dealt)
        deal = (*(next(rest) if card < 0 else card for card in known), *rest)
        player, banker = naive_round(deal, naturals, six_draws)
        totals[player][banker] += 1
    return totals


def naive(cards: list[int], known: list[int], naturals: bool, six_draws: bool) -> list[int]:
    counts = [0, 0, 0]
    for player, row in enumerate(naive_totals(cards, known, naturals, six_draws)):
        for banker, count in enumerate(row):
            counts[0 if banker > player else 1 if player > banker else 2] += count
    return counts


@pytest.mark.parametrize("naturals", [True, False])
@pytest.mark.parametrize("six_draws", [True, False])
@pytest.mark.parametrize(
    ("cards", "known"),
    [
        ([0, 0, 1, 2, 5, 6, 7, 8, 3], [-1, -1, -1, -1]),
        ([4, 4, 3, 9, 8, 6, 6, 5], [-1, -1, -1, -1]),
        ([0, 0, 1, 2, 4, 5, 6, 7, 8, 9], [3, 0, -1, -1]),
        ([0, 1, 2, 4, 5, 6, 7, 8, 9], [6, -1, 2, -1]),
        ([0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9], [2, 3, 4, 2]),
    ],
)
def test_any_shoe_equals_the_oracle(
    cards: list[int], known: list[int], naturals: bool, six_draws: bool
) -> None:
    left = [cards.count(points) for points in range(10)]
    assert _baccarat.count(left, known, naturals, six_draws) == naive_totals(
        cards, known, naturals, six_draws
    )


def test_a_shoe_with_seen_cards_equals_the_oracle() -> None:
    # All of the deck is seen but nine cards; the player holds K 5.
    left = {"A": 1, "4": 2, "6": 1, "7": 1, "9": 2, "Q": 2}
    dead = {rank: 4 - left.get(rank, 0) for rank in "A23456789TJQ"} | {"K": 3}
    dead["5"] -= 1
    points = {"A": 1, "Q": 0}
    cards = [points.get(rank, int(rank) if rank.isdigit() else 0) for rank in left]
    every = [card for card, n in zip(cards, left.values(), strict=True) for _ in range(n)]
    counts = baccarat.odds(hand="K5", dead=dead).counts
    assert counts is not None
    assert list(counts.values()) == naive(every, [0, 5, -1, -1], True, False)


def test_without_commission_a_win_with_six_pays_half() -> None:
    game = baccarat.with_rules("no_commission")
    edge = game.edge()
    assert float(edge.bets["banker"].ev) == pytest.approx(-0.0146, abs=5e-5)  # published
    assert edge.bets["player"] == baccarat.with_rules("casino_8").edge().bets["player"]
    apart = game.odds(totals=True)
    whole = game.odds().counts
    for side in ("banker", "player", "tie"):
        assert sum(n for name, n in apart.counts.items() if name.startswith(side)) == whole[side]
    won, six = whole["banker"], apart.counts["banker 6"]
    ev = Fraction(won - six) + Fraction(six, 2) - whole["player"]
    assert edge.bets["banker"].ev == ev / apart.deals
    sampled = game.edge(deals=400_000, seed=3).bets["banker"]
    assert abs(sampled.ev - edge.bets["banker"].ev) < 4 * sampled.stderr
    shoe = game.run_down(on="banker", bankroll=1000, deals=4000, seed=1)
    lost = (shoe.final.mean - 1000) / shoe.rounds.mean
    assert abs(lost - float(edge.bets["banker"].ev)) < 4 / (4000 * 70) ** 0.5
    same = baccarat.with_rules(six_pays=1).edge().bets["banker"]
    assert same == baccarat.edge().bets["banker"]


@pytest.mark.parametrize("points", range(8))
@pytest.mark.parametrize("third", [None, *range(10)])
def test_tableau(points: int, third: int | None) -> None:
    drawn = _baccarat.draws(points, -1 if third is None else third)
    assert drawn == naive_draws(points, third, False)


def test_third_card_that_counts_nothing_is_a_third_card() -> None:
    assert _baccarat.draws(3, 0)  # banker 3, player drew a king
    assert not _baccarat.draws(4, 0)
    assert _baccarat.draws(5, -1)
    assert not _baccarat.draws(6, -1)
    assert _baccarat.draws(6, -1, True)


@pytest.mark.parametrize("entry", GOLDEN["odds"])
def test_published_counts(entry: dict[str, Any]) -> None:
    game = baccarat.with_rules(entry.get("preset"))
    odds = game.odds()
    assert odds.counts == {name: entry[name] for name in ("banker", "player", "tie")}
    assert odds.total == math.perm(52 * game.rules["decks"], 6)


@pytest.mark.parametrize("entry", GOLDEN["edge"])
def test_published_edges(entry: dict[str, Any]) -> None:
    bets = baccarat.with_rules(entry["preset"]).edge().bets
    assert {name: f"{float(bet.ev):.6f}" for name, bet in bets.items()} == entry["ev"]


def test_fractions_and_symmetry() -> None:
    edge = baccarat.edge()
    for bet in edge.bets.values():
        assert isinstance(bet.ev, Fraction)
        assert bet.win + bet.tie + bet.lose == 1
    assert edge.bets["banker"].ev == -edge.bets["player"].ev
    assert edge.bets["player_pair"].win == Fraction(3, 51)
    assert edge.to_dict()["bets"][0]["exact"]["ev"] == str(edge.bets["banker"].ev)


def test_averaging_over_the_next_card_gives_the_odds_before_it() -> None:
    whole = baccarat.edge(dead="5 5 9").bets["banker"]
    left = dict.fromkeys("23456789TJQKA", 4) | {"5": 2, "9": 3}
    mean = sum(
        Fraction(n, 49) * Fraction(baccarat.edge(hand=rank, dead="5 5 9").bets["banker"].ev)
        for rank, n in left.items()
    )
    assert mean == whole.ev


def test_own_two_cards() -> None:
    nine = baccarat.edge(hand="Kh 9d").bets
    assert nine["player"].lose == 0
    assert nine["player_pair"].win == 0
    assert baccarat.edge(hand="Kh Kd").bets["player_pair"].win == 1
    assert baccarat.edge(hand="KQ").bets["player_pair"].win == 0
    assert baccarat.edge(hand="K").bets["player_pair"].win == Fraction(3, 51)
    assert baccarat.edge(banker="7 2").bets["banker"].lose == 0


def test_naturals_end_the_round() -> None:
    drawn = baccarat.with_rules(naturals=False)
    assert drawn.edge(hand="A4", banker="9K").bets["player"].win == 0
    # Playing on, a player may catch up with a natural, and ties.
    assert baccarat.edge(hand="A4", banker="9K").bets["player"].tie == 0
    assert drawn.edge(hand="A4", banker="9K").bets["player"].tie > 0
    assert drawn.odds().probability["tie"] > baccarat.odds().probability["tie"]


def test_banker_on_six_when_the_player_stood() -> None:
    drawn = baccarat.with_rules(banker_six="draw")
    assert baccarat.edge(hand="K7", banker="K6").bets["player"].win == 1
    assert drawn.edge(hand="K7", banker="K6").bets["player"].win < 1
    # Against a player who stood on 6 or 7 drawing helps the banker against 7, not against 6.
    assert drawn.edge(hand="K6", banker="K6").bets["tie"].win < 1


def test_commission_and_payoffs() -> None:
    plain, kept = baccarat.edge().bets, baccarat.with_rules(commission=0.05).edge().bets
    assert plain["banker"].ev - kept["banker"].ev == plain["banker"].win * Fraction(1, 20)
    assert plain["player"] == kept["player"]
    nine = baccarat.with_rules(tie_pays=9, pair_pays=12).edge().bets
    assert nine["tie"].ev - plain["tie"].ev == plain["tie"].win
    assert nine["banker_pair"].ev > plain["banker_pair"].ev


def test_decks() -> None:
    pairs = [baccarat.with_rules(decks=n).edge().bets["player_pair"].ev for n in (1, 2, 6, 8)]
    assert pairs == sorted(pairs)
    assert len(set(pairs)) == 4


@pytest.mark.parametrize(
    "game",
    [
        baccarat,
        SIX,
        baccarat.with_rules(naturals=False),
        baccarat.with_rules(banker_six="draw", commission=0.05, tie_pays=9),
    ],
)
@pytest.mark.parametrize(
    "known", [{}, {"hand": "63", "dead": {"K": 3}}, {"hand": "5", "banker": "42"}]
)
def test_simulation_agrees(game: Baccarat, known: dict[str, Any]) -> None:
    exact = game.edge(**known)
    drawn = game.edge(**known, deals=200_000, seed=2)
    for name, bet in drawn.bets.items():
        assert abs(float(bet.ev) - float(exact.bets[name].ev)) < 4 * bet.stderr
        p = float(exact.bets[name].win)
        assert abs(float(bet.win) - p) <= 4 * math.sqrt(p * (1 - p) / 200_000)


@pytest.mark.parametrize("on", ["banker", "player", "tie", "player_pair"])
def test_sessions(on: str) -> None:
    s = EIGHT.play(rounds=60, bankroll=1000, on=on, deals=4_000, seed=1)
    assert s.ruin == 0
    bet = EIGHT.edge().bets[on]
    spread = 12 if on in ("tie", "player_pair") else 1
    assert abs(s.final.mean - 1000 - 60 * float(bet.ev)) < 4 * spread * math.sqrt(60 / 4_000)


def test_a_deck_run_down() -> None:
    s = baccarat.run_down(deals=20_000, seed=4)
    values, counts = s.rounds.histogram
    # Rounds take four to six cards; the last begins with six or more.
    assert values.min() >= 8
    assert values.max() <= 12
    assert counts.sum() == 20_000
    assert 9.8 < s.rounds.mean < 10.1
    # The expected loss is close to as many first rounds.
    assert abs(s.final.mean - 100 - 9.94 * float(baccarat.edge().bets["player"].ev)) < 0.1
    assert baccarat.run_down(deals=20_000, seed=4).final.mean == s.final.mean
    assert baccarat.run_down(bankroll=1, deals=2_000, seed=4).ruin > 0.3
    short = baccarat.run_down(dead=dict.fromkeys("23456789TJQ", 4), deals=100, seed=1)
    assert short.rounds.mean == 1  # eight cards


def test_a_round_of_the_kernel_follows_the_counted_tableau() -> None:
    # Six cards left, none to spare: each deal has a single outcome class by its order.
    dead = dict.fromkeys("23456789TJQ", 4) | {"K": 2}
    exact = baccarat.edge(dead=dead)
    drawn = baccarat.edge(dead=dead, deals=100_000, seed=8)
    for name, bet in drawn.bets.items():
        assert abs(float(bet.ev) - float(exact.bets[name].ev)) < 4 * bet.stderr


BAD: list[tuple[Callable[[], Any], type[EquityError], str]] = [
    (lambda: baccarat.edge(hand="A23"), CardError, "at most two"),
    (lambda: baccarat.edge(banker="AAA"), CardError, "at most two"),
    (lambda: baccarat.edge(hand="Kh Kh"), CardError, "Kh"),
    (lambda: baccarat.edge(dead={"5": 5}), CardError, "rank 5"),
    (lambda: baccarat.edge(dead=dict.fromkeys("23456789TJQK", 4)), CardError, "are left"),
    (lambda: baccarat.edge(hand="Z"), NotationError, "expected a card"),
    (lambda: baccarat.edge(dead=5), RuleError, "does not name cards"),
    (lambda: baccarat.with_rules(decks="infinite"), RuleError, "decks"),
    (lambda: baccarat.with_rules(commission=1), RuleError, "commission"),
    (lambda: baccarat.with_rules(tie_pays=0), RuleError, "tie_pays"),
    (lambda: baccarat.play(on="dealer"), RuleError, "the bets are"),
    (lambda: baccarat.run_down(bankroll=1, bet=5), RuleError, "bankroll"),
]


@pytest.mark.parametrize(("call", "kind", "words"), BAD)
def test_bad_input(call: Callable[[], Any], kind: type[EquityError], words: str) -> None:
    with pytest.raises(kind, match=words):
        call()


def test_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from equity import cli

    def ask(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["equity", *arguments])
        cli.main()
        return capsys.readouterr().out

    assert "-0.010579" in ask("baccarat", "--preset", "casino_8")
    assert "0.098776" in ask("baccarat", "7h 2c")
    assert "Session" in ask("baccarat", "--play", "--on", "tie", "--deals", "50", "--seed", "1")
    assert "6,548,674,432" in ask("baccarat", "--odds") or "6548674432" in ask(
        "baccarat", "--odds", "--json"
    )
