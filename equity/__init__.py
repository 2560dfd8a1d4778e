"""Odds, equities and decisions of card games, exact where feasible, else simulated.

>>> from equity import holdem
>>> holdem.equity("AhKh", "QsQd").wins.tolist()
[787966, 917606]
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # the command line must start fast: typing is left out
    from typing import Any

    from equity import errors, games
    from equity.cards import Deck
    from equity.games import get as game

    # <imports of games>
    from equity.games.ace_to_five import GAME as ace_to_five
    from equity.games.baccarat import GAME as baccarat
    from equity.games.badugi_single_draw import GAME as badugi_single_draw
    from equity.games.bank import GAME as bank
    from equity.games.bao_shu import GAME as bao_shu
    from equity.games.blackjack import GAME as blackjack
    from equity.games.casino_war import GAME as casino_war
    from equity.games.courchevel import GAME as courchevel
    from equity.games.courchevel_hi_lo import GAME as courchevel_hi_lo
    from equity.games.crazy_pineapple import GAME as crazy_pineapple
    from equity.games.deuce_to_seven import GAME as deuce_to_seven
    from equity.games.deuce_to_seven_razz import GAME as deuce_to_seven_razz
    from equity.games.deuces_wild import GAME as deuces_wild
    from equity.games.endurance import GAME as endurance
    from equity.games.five_card import GAME as five_card
    from equity.games.five_card_draw import GAME as five_card_draw
    from equity.games.five_card_stud import GAME as five_card_stud
    from equity.games.four_knives import GAME as four_knives
    from equity.games.holdem import GAME as holdem
    from equity.games.holdem_hi_lo import GAME as holdem_hi_lo
    from equity.games.in_between import GAME as in_between
    from equity.games.irish import GAME as irish
    from equity.games.jacks_or_better import GAME as jacks_or_better
    from equity.games.joker_poker import GAME as joker_poker
    from equity.games.la_da_che import GAME as la_da_che
    from equity.games.let_it_ride import GAME as let_it_ride
    from equity.games.nickname import GAME as nickname
    from equity.games.ninety_nine import GAME as ninety_nine
    from equity.games.niu_niu import GAME as niu_niu
    from equity.games.omaha import GAME as omaha
    from equity.games.omaha_five import GAME as omaha_five
    from equity.games.omaha_five_hi_lo import GAME as omaha_five_hi_lo
    from equity.games.omaha_hi_lo import GAME as omaha_hi_lo
    from equity.games.omaha_six import GAME as omaha_six
    from equity.games.omaha_six_hi_lo import GAME as omaha_six_hi_lo
    from equity.games.pineapple import GAME as pineapple
    from equity.games.razz import GAME as razz
    from equity.games.red_dog import GAME as red_dog
    from equity.games.san_gong import GAME as san_gong
    from equity.games.seven_card_stud import GAME as seven_card_stud
    from equity.games.seven_card_stud_hi_lo import GAME as seven_card_stud_hi_lo
    from equity.games.short_deck import GAME as short_deck
    from equity.games.ten_and_half import GAME as ten_and_half
    from equity.games.three_card_poker import GAME as three_card_poker
    from equity.games.war import GAME as war
    from equity.games.zha_jin_hua import GAME as zha_jin_hua

    # </imports of games>
    from equity.ranges import Range

__all__ = [
    "Deck",
    "Range",
    "__version__",
    "errors",
    "game",
    "games",
    # <names of games>
    "ace_to_five",
    "baccarat",
    "badugi_single_draw",
    "bank",
    "bao_shu",
    "blackjack",
    "casino_war",
    "courchevel",
    "courchevel_hi_lo",
    "crazy_pineapple",
    "deuce_to_seven",
    "deuce_to_seven_razz",
    "deuces_wild",
    "endurance",
    "five_card",
    "five_card_draw",
    "five_card_stud",
    "four_knives",
    "holdem",
    "holdem_hi_lo",
    "in_between",
    "irish",
    "jacks_or_better",
    "joker_poker",
    "la_da_che",
    "let_it_ride",
    "nickname",
    "ninety_nine",
    "niu_niu",
    "omaha",
    "omaha_five",
    "omaha_five_hi_lo",
    "omaha_hi_lo",
    "omaha_six",
    "omaha_six_hi_lo",
    "pineapple",
    "razz",
    "red_dog",
    "san_gong",
    "seven_card_stud",
    "seven_card_stud_hi_lo",
    "short_deck",
    "ten_and_half",
    "three_card_poker",
    "war",
    "zha_jin_hua",
    # </names of games>
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load games, and the few other public names, when they are first asked for."""
    from importlib import import_module

    from equity.shield import shielded

    if name in ("errors", "games"):
        return import_module(f"equity.{name}")
    found: Any
    if name == "game":
        from equity.games import get as found
    elif name == "Range":
        found = shielded(import_module, "equity.ranges").Range
    elif name == "Deck":
        found = shielded(import_module, "equity.cards").Deck
    else:
        from equity.games import NAMES, load

        if name not in NAMES:
            raise AttributeError(f"module 'equity' has no attribute {name!r}")
        found = load(name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
