"""What is kept for the life of a process is small, or in the one store that is bounded by bytes."""

from __future__ import annotations

import importlib
import pkgutil
from functools import _lru_cache_wrapper

import pytest

import equity
from equity import holdem, jacks_or_better, memory, omaha, omaha_six
from equity.memory import weight

SMALL = {
    "equity.rankings.tables.layout": "a table for each number of cards and jokers: twelve",
    "equity.rankings.tables.card_keys": "two arrays of 64 numbers",
    "equity.rankings.tables._masks_of": "the sets of ranks by size: 8192 numbers",
    "equity.rankings.tables._no_flushes": "one table, 64 kB",
    "equity.rankings.sets.choose_table": "binomials, 3 kB",
    "equity.showdown.question.suit_maps": "at most 24 rows of four bytes each",
    "equity.hand_sets.class_masks": "at most sixteen numbers each, of 507 classes",
    "equity.results.statistics.outcome_shares": "by the number of seats, at most some kB each",
    "equity.games._aliases": "the names of games",
    "equity.jit._sources": "a hash for each family of kernels",
    "equity.banking.pay_hands.all_hands": "the hands up to suits of two decks, 4 MB",
    "equity.banking.ten_and_half._states": "one table",
    "equity.banking.ten_and_half._totals": "one table",
    "equity.banking.ten_and_half._below": "20 kB each, of 22",
    "equity.banking.blackjack.simulation._hands": "one table",
}
"""The caches of functools that are left, and why they stay small."""


def caches() -> dict[str, object]:
    """Find every cache of functools in the package, those of classes too."""
    found: dict[str, object] = {}
    for info in pkgutil.walk_packages(equity.__path__, "equity."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        things = list(vars(module).values())
        things += [
            item for thing in things if isinstance(thing, type) for item in vars(thing).values()
        ]
        for thing in things:
            if isinstance(thing, _lru_cache_wrapper) and thing.__module__.startswith("equity"):
                found[f"{thing.__module__}.{thing.__qualname__}"] = thing
    return found


def test_caches_without_bounds_are_known_to_be_small() -> None:
    assert set(caches()) == set(SMALL)


def test_many_rules_and_decks_stay_below_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of rankings, pay tables, ranges and questions of many kinds, one after the other."""
    monkeypatch.setattr(memory, "MOST_BYTES", 8_000_000)
    order = list(holdem.ranking.usual_order)
    for place in (2, 3, 5, 6):
        order[place], order[place - 1] = order[place - 1], order[place]
        game = holdem.with_rules(order=tuple(order))
        assert game.equity("AhKh", "QsQd", board="2c7d9h").deals == 990
        assert omaha.with_rules(lowest_rank="6").equity("AhKhQsJs", "TsTd9c8c").deals > 0
        jacks_or_better.with_rules(pay_table={"flush": place, "four aces": 3}).odds()
        omaha_six.cost("AA****", "random")
    assert memory._total == sum(kept.size for kept in memory._store)
    assert sum(weight(kept.answer) for kept in memory._store) <= memory.MOST_BYTES
