"""The questions that a game answers, found from its methods, and which of them is asked."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from equity.cli.options import (
    CALCULATION,
    COMMON,
    Option,
    flag_of,
    kind_of,
    read_counts,
    read_number,
    repeats,
)
from equity.errors import EquityError, RuleError

if TYPE_CHECKING:
    from equity.rules import Game

__all__ = [
    "COMMANDS",
    "QUESTIONS",
    "Question",
    "choose",
    "grammar",
    "has_grid",
    "keywords_of",
    "loose_cards",
    "options_of",
    "questions_of",
]

QUESTIONS = ("equity", "decide", "edge", "play", "odds", "rank", "trace")
"""The methods that can be asked, in the order in which they are listed."""
COMMANDS = ("games", "selfcheck")
"""What is asked of no game."""
OF_ONE_HAND = ("decide", "edge", "equity")
"""What one hand asks: the first of these that the game has."""
OF_NO_HAND = ("edge", "play", "odds")
"""What no hand asks: the first of these that the game has."""


@dataclass(frozen=True)
class Question:
    """What a method of a game takes."""

    name: str
    method: Callable[..., Any]
    hand: str | None = None
    """The parameter that takes the hands; ``None`` if the method takes none."""
    many: bool = False
    """It takes any number of hands."""
    needs_hand: bool = False
    needs: tuple[str, ...] = ()
    """Options that must be given."""
    options: Mapping[str, Option] = field(default_factory=dict)
    mappings: frozenset[str] = frozenset()
    """Options that can also be given as ``K=3,5=4``."""

    @property
    def flag(self) -> str:
        """The option that asks this question."""
        return f"--{self.name}"


def question_of(name: str, method: Callable[..., Any]) -> Question:
    """Find what a method takes."""
    parameters = list(inspect.signature(method).parameters.values())
    named = [item for item in parameters if item.name == "hand"]
    required = [
        item
        for item in parameters[:1]
        if item.kind is item.POSITIONAL_OR_KEYWORD and item.default is item.empty
    ]
    every = [item for item in parameters if item.kind is item.VAR_POSITIONAL]
    hand = next(iter(every or named or required), None)
    options: dict[str, Option] = {}
    for item in parameters:
        if item is hand or (every and item in required):
            # decide(hand, *opponents): the first hand is one's own.
            continue
        if item.kind is item.VAR_KEYWORD:
            options.update((option.name, option) for option in CALCULATION)
        elif item.name == "executor":
            options["threads"] = next(one for one in CALCULATION if one.name == "threads")
        elif item.kind is not item.VAR_POSITIONAL:
            kind = "texts" if repeats(item) and kind_of(item) == "text" else kind_of(item)
            options[item.name] = Option(item.name, kind)
    return Question(
        name,
        method,
        hand=None if hand is None else hand.name,
        many=bool(every),
        needs_hand=bool(every and required)
        or (hand is not None and not every and hand.default is hand.empty),
        needs=tuple(
            item.name for item in parameters if item.name in options and item.default is item.empty
        ),
        options=options,
        mappings=frozenset(
            item.name for item in parameters if re.search("Mapping|dict", str(item.annotation))
        ),
    )


def questions_of(game: Game) -> dict[str, Question]:
    """Find the questions that a game answers."""
    methods = ((name, getattr(game, name, None)) for name in QUESTIONS)
    return {name: question_of(name, method) for name, method in methods if callable(method)}


def options_of(known: Mapping[str, Question]) -> dict[str, Option]:
    """Give all options that some question of a game takes."""
    options: dict[str, Option] = {}
    for question in known.values():
        for name, option in question.options.items():
            options.setdefault(name, option)
    return options


def grammar(game: Game) -> dict[str, Option]:
    """Give all that can be written after the name of a game, beside hands, by name."""
    asking = {name: Option(name, "switch") for name in QUESTIONS}
    return {**asking, **options_of(questions_of(game)), **{one.name: one for one in COMMON}}


def has_grid(game: Game) -> bool:
    """Tell whether a game has a table of starting hands."""
    return getattr(game, "hole", 0) == 2 and getattr(game, "board", 0) > 0


def choose(
    game: Game, known: Mapping[str, Question], given: Sequence[str], asked: Sequence[str]
) -> Question:
    """Choose the question."""
    answered = ", ".join(question.flag for question in known.values())
    count = len(given)
    if len(asked) > 1:
        raise RuleError(f"ask one question at a time, {' or '.join(f'--{one}' for one in asked)}")
    # As many single cards as a hand has are its cards, unless the question says otherwise.
    if not asked and 1 < count == getattr(game, "hole", 0) and (misread := _one_hand(game, given)):
        raise RuleError(misread)
    order = tuple(asked) or (("equity",) if count > 1 else OF_ONE_HAND if count else OF_NO_HAND)
    name = next((name for name in order if name in known), None)
    if asked and name is None:
        raise RuleError(f"{game.title} has no --{asked[0]}; it answers {answered}")
    question = None if name is None else known[name]
    if count > 1 and not (question and question.many) and (misread := loose_cards(game, given)):
        raise RuleError(misread)
    if question is None:
        hands = "several hands" if count > 1 else "one hand" if count else "no hand"
        raise RuleError(f"{game.title} answers nothing about {hands}; it answers {answered}")
    if count and question.hand is None:
        raise RuleError(f"{question.flag} of {game.title} takes no hand")
    if count > 1 and not question.many:
        raise RuleError(f"{question.flag} takes one hand, not {count}")
    if not count and question.needs_hand:
        raise RuleError(f"{question.flag} needs a hand")
    return question


def keywords_of(question: Question, given: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the options given into keywords of the method; refuse what it does not take."""
    keywords: dict[str, Any] = {}
    for name, value in given.items():
        option = question.options.get(name)
        if option is None:
            takes = ", ".join(one.flag for one in question.options.values()) or "no options"
            raise RuleError(f"{flag_of(name)} does not go with {question.flag}; it takes {takes}")
        if option.kind in ("float", "floats", "int", "ints"):
            value = read_number(option, value)
        elif option.kind == "texts":
            value = value[0] if len(value) == 1 else list(value)
        elif name in question.mappings and isinstance(value, str) and "=" in value:
            value = read_counts(option, value)
        keywords[name] = value
    if missing := [name for name in question.needs if name not in keywords]:
        raise RuleError(f"{question.flag} needs {flag_of(missing[0])}")
    return keywords


def _one_hand(game: Game, hands: Sequence[str]) -> str | None:
    """Say how to write a hand of which all cards were given one by one."""
    from equity.cards import STANDARD, parse_cards

    for hand in hands:
        try:
            if len(parse_cards(hand, getattr(game, "deck", STANDARD))) != 1:
                return None
        except EquityError:
            return None
    return f"{loose_cards(game, hands)}; hands of one card need --equity"


def loose_cards(game: Game, hands: Sequence[str]) -> str | None:
    """Say how to write hands of which the cards were given one by one."""
    from equity.cards import STANDARD, parse_cards

    def single(text: str) -> bool:
        with suppress(EquityError):
            return len(parse_cards(text, getattr(game, "deck", STANDARD))) == 1
        return False

    cards = [hand for hand in hands if single(hand)]
    if len(cards) < 2:
        return None
    size = getattr(game, "hole", len(cards))
    size = size if size and len(cards) % size == 0 else len(cards)
    groups = [cards[i : i + size] for i in range(0, len(cards), size)]
    together = " ".join("".join(group) for group in groups)
    quoted = " ".join(f'"{" ".join(group)}"' for group in groups)
    return (
        f"{' '.join(cards)}: an argument of one card is a hand of one card; "
        f"write {together}, or {quoted} in quotes"
    )
