"""Bank: joint outcomes and matches."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from equity import (
    bank,
    in_between,
)
from equity.errors import RuleError
from tests.banking.games import same
from tests.oracles import banking as naive


def test_bank_values() -> None:
    edge = bank.edge()
    assert (edge.win, edge.tie, edge.lose, edge.ev) == (
        Fraction(2, 5),
        Fraction(1, 5),
        Fraction(2, 5),
        0,
    )


@pytest.mark.parametrize("bettors", [1, 2, 3, 4])
def test_bank_equals_naive(bettors: int) -> None:
    cards = [*range(36, 52)][: 16 if bettors < 4 else 11]
    dead = [card for card in range(36, 52) if card not in cards]
    nets = list(naive.bank_nets(cards, bettors))
    same(
        bank.edge(as_banker=True, opponents=bettors, dead=dead),
        naive.distribution(-sum(net) for net in nets),
    )
    same(bank.edge(dead=dead), naive.distribution(net[0] for net in nets))
    found = bank.odds(bettors, dead=dead).counts
    assert found is not None
    joint = Counter((net.count(1), net.count(0), net.count(-1)) for net in nets)
    if bettors > 1:
        assert {name: n for name, n in found.items() if n} == {
            "{} win, {} tie, {} lose".format(*key): n for key, n in joint.items()
        }
    else:
        assert list(found.values()) == [joint[0, 0, 1], joint[0, 1, 0], joint[1, 0, 0]]
    kings = [
        net
        for (first, *_), net in zip(permutations(cards, bettors + 1), nets, strict=True)
        if first == 44
    ]
    same(
        bank.edge("Kc", as_banker=True, opponents=bettors, dead=dead),
        naive.distribution(-sum(net) for net in kings),
    )


def test_settings_of_bank() -> None:
    assert bank.with_rules(start=54_000).session(bet=5_000, deals=2000, seed=1).bankroll == 18_000
    rich = bank.with_rules(start=100_000).session(bet=5_000, rounds=40, deals=4000, seed=1)
    assert rich.ruin < bank.session(bet=5_000, rounds=40, deals=4000, seed=1).ruin
    dear = bank.with_rules(smallest_bet=3_000).session(rounds=40, deals=4000, seed=1)
    assert dear.ruin > bank.session(rounds=40, deals=4000, seed=1).ruin
    with pytest.raises(RuleError, match="multiple of 1000"):
        bank.play(bet=1_500)


def test_chips_are_kept() -> None:
    """In-between is a game between the players: on average a player ends as he began."""
    session = in_between.play(rounds=10, players=3, deals=20_000, seed=4)
    assert session.final.mean == pytest.approx(100, abs=1)
    match = [bank.session(seat, players=3, rounds=30, deals=20_000, seed=4) for seat in range(3)]
    assert sum(one.final.mean for one in match) == pytest.approx(54_000)


def test_bank_with_two_is_a_fair_walk() -> None:
    """One bettor and one chip: broke in one round with 2/5."""
    game = bank.with_rules(start=1000)
    found = game.play(players=2, rounds=1, deals=100_000, seed=1)
    assert found.win[0] == pytest.approx(0.5, abs=0.01)
    assert found.tally["broke"].sum() / found.deals == pytest.approx(0.8, abs=0.01)
    assert found.unfinished == pytest.approx(0.2, abs=0.01)
