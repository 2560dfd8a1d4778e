"""The fuzzing target, for a moment; ``python -m tests.fuzz`` runs it for as long as wished."""

from __future__ import annotations

from random import Random

from tests.fuzz import check_meaning, check_text, main


def test_some_texts_and_meanings() -> None:
    for number in range(400):
        check_text(Random(number))
    for number in range(40):
        check_meaning(Random(number))


def test_the_command() -> None:
    assert main(["--seconds", "0", "--seed", "1"]) == 0
