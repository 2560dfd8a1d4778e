"""The registry of games: one small file each, found by name or alias."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from os import listdir
from typing import TYPE_CHECKING

from equity.errors import RuleError, shown
from equity.shield import shielded

if TYPE_CHECKING:
    from equity.rules import Game

__all__ = ["NAMES", "get", "names"]

ORDER = (
    "holdem",
    "omaha",
    "five_card_draw",
    "five_card",
    "five_card_stud",
    "seven_card_stud",
    "zha_jin_hua",
    "blackjack",
    "baccarat",
    "ten_and_half",
    "niu_niu",
    "four_knives",
    "san_gong",
    "in_between",
    "bank",
    "ninety_nine",
    "nickname",
    "la_da_che",
    "endurance",
    "war",
    "bao_shu",
    "omaha_five",
    "omaha_six",
    "jacks_or_better",
    "deuces_wild",
    "joker_poker",
    "short_deck",
    "holdem_hi_lo",
    "omaha_hi_lo",
    "omaha_five_hi_lo",
    "omaha_six_hi_lo",
    "courchevel",
    "courchevel_hi_lo",
    "razz",
    "seven_card_stud_hi_lo",
    "deuce_to_seven_razz",
)
"""The order in which games are listed; one that is not named here comes last, by name."""


def _found(folder: str) -> tuple[str, ...]:
    """Give the names of the games of a folder, a file each, in the order of the list."""
    files = (file.partition(".") for file in listdir(folder))
    found = {name for name, _, kind in files if kind == "py" and not name.startswith("_")}
    last = len(ORDER)
    return tuple(
        sorted(found, key=lambda name: (ORDER.index(name) if name in ORDER else last, name))
    )


NAMES = _found(__path__[0])
"""The registry keys: the files of this folder, in the order in which games are listed."""


def names() -> list[str]:
    """List the names of all games.

    Examples
    --------
    >>> "holdem" in names()
    True
    """
    return list(NAMES)


def load(name: str) -> Game:
    """Give the game of a registry key."""
    game: Game = shielded(_load, name)
    return game


def _load(name: str) -> Game:
    """Import a game."""
    # Else numpy imports it when it is first used, where Ctrl-C may come between.
    import_module("numpy.random")
    game: Game = import_module(f"equity.games.{name}").GAME
    return game


def _plain(name: str) -> str:
    """Fold what may differ between ways to write a name."""
    return "".join(char for char in name.casefold() if char.isalnum() or char == "/")


@lru_cache(maxsize=1)
def _aliases() -> dict[str, str]:
    """Give the registry key by folded name or alias."""
    known: dict[str, str] = {}
    for name in NAMES:
        for alias in (name, *load(name).aliases):
            known.setdefault(_plain(alias), name)
    return known


def get(name: str) -> Game:
    """Give a game by name or alias.

    Parameters
    ----------
    name : str
        In any case, with spaces, ``-``, ``_`` and apostrophes or without.

    Returns
    -------
    Game
        The game under its default rules.

    Raises
    ------
    RuleError
        No game is called that.

    Examples
    --------
    >>> get("Texas Hold'em")
    <game holdem>
    """
    if not isinstance(name, str):
        raise RuleError(f"a game is named by text, not by {type(name).__name__}")
    if name in NAMES:
        return load(name)
    found = _aliases().get(_plain(name))
    if found is None:
        from difflib import get_close_matches

        close = get_close_matches(_plain(name), list(_aliases()), 1)
        if close:
            hint = f"did you mean {_aliases()[close[0]]}?"
        else:  # there are too many for a line
            hint = f"{', '.join(NAMES[:3])} and {len(NAMES) - 3} more are in equity.games.names()"
        raise RuleError(f"no game is called {shown(name)}; {hint}")
    return load(found)
