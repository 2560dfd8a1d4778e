"""Answers are to the last bit what they have always been; see ``tests/tallies``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import equity
from tests.tallies import FILES, Entry, ask, differences, load, numbers, rounds_alike

ENTRIES = [entry for path in FILES for entry in load(path)]


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, id=entry["name"], marks=[pytest.mark.slow] if entry.get("slow") else [])
        for entry in ENTRIES
    ],
)
def test_answer_is_as_ever(entry: Entry) -> None:
    """Source: the answers themselves, written down when all other tests had passed."""
    found = differences(entry["gives"], ask(entry), rounds_alike())
    assert not found, "\n".join([entry["call"], *found])


def test_names_are_unique() -> None:
    names = [entry["name"] for entry in ENTRIES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", equity.games.names())
def test_every_method_of_every_game_is_asked(game: str) -> None:
    """What gives an answer is asked of every game that has it, or of another of its kind."""
    calls = " ".join(entry["call"] for entry in ENTRIES)
    answers = "equity odds rank strength strengths decide edge play trace search session posts lap"
    answers += " run_down strategy effect_of_removal head_to_head opening posterior can_open cost"
    for name in answers.split():
        if hasattr(equity.game(game), name):
            assert f".{name}(" in calls


@pytest.mark.parametrize(
    ("wanted", "found", "exactly", "told"),
    [
        ({"wins": 3}, {"wins": 4}, True, ".wins: 3 became 4"),
        ({"wins": 3}, {"wins": 4}, False, ".wins: 3 became 4"),
        ({"wins": 3}, {"wins": 3.0}, True, ".wins: 3 became 3.0"),
        ({"wins": 3}, {}, True, ".wins: missing"),
        ({"wins": 3}, {"wins": 3, "more": 1}, True, ""),
        ([1, 2], [1], True, ": [1, 2] became [1]"),
        ([1, [2, 0.5]], [1, [2, 0.5 + 2**-53]], True, "[1][1]: 0.5 became 0.5000000000000001"),
        ([1, [2, 0.5]], [1, [2, 0.5 + 2**-53]], False, ""),
        (0.5, 0.5 + 1e-9, False, ": 0.5 became 0.500000001"),
        (float("nan"), float("nan"), True, ""),
        ({"sum": 1.0, "bits": "a"}, {"sum": 1.0, "bits": "b"}, True, ".bits: 'a' became 'b'"),
        ({"sum": 1.0, "bits": "a"}, {"sum": 1.0, "bits": "b"}, False, ""),
        ({"hash": "a"}, {"hash": "b"}, False, ".hash: 'a' became 'b'"),
        ("1/3", "2/3", False, ": '1/3' became '2/3'"),
        (None, 1, True, ": None became 1"),
    ],
)
def test_a_difference_is_told(wanted: Any, found: Any, exactly: bool, told: str) -> None:
    assert differences(wanted, found, exactly) == ([told] if told else [])


def test_long_arrays_are_hashed_by_their_values() -> None:
    counts = np.arange(1000, dtype=np.uint16)
    assert numbers(counts) == numbers(counts.astype(np.int64)) == numbers(np.asfortranarray(counts))
    for at in (0, 500, 999):
        other = counts.copy()
        other[at] += 1
        other[(at + 7) % 1000] -= 1  # the same sum
        assert numbers(other)["sum"] == numbers(counts)["sum"]
        assert numbers(other) != numbers(counts)
    shares = counts / 7
    assert "bits" in numbers(shares)
    assert numbers(np.nextafter(shares, 1)) != numbers(shares)
