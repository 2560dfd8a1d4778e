"""What the kernels of banking games take: numbers and arrays that belong together, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Acts = NDArray[np.int8]

__all__ = [
    "BankMatch",
    "BankerHands",
    "BlackjackRules",
    "CardsDealt",
    "Drawing",
    "HalfRules",
    "Hands",
    "LapRules",
    "LevelPays",
    "Levels",
    "Nets",
    "PileRules",
    "Piles",
    "Places",
    "Plan",
    "Purse",
    "SessionCount",
    "Short",
    "Ticks",
    "Wager",
]


class Nets(NamedTuple):
    """What is written of rounds."""

    outcomes: Ints
    """[1, 3]: rounds won, tied, lost."""
    sums: Ints
    """[1]: of net wins."""
    squares: Ints
    """[1]: of their squares."""


class SessionCount(NamedTuple):
    """What is written of sessions: see ``Session``."""

    ruined: Ints
    """[1]: sessions that ended in ruin."""
    final: Ints
    """[cells]: sessions by final money."""
    drawdown: Ints
    """[cells]: sessions by the largest fall."""
    lengths: Ints
    """[rounds + 1]: sessions by rounds played."""
    final_ticks: Ints
    """[cells]: sums of the money counted in `final`."""
    drawdown_ticks: Ints
    """[cells]: sums of the falls counted in `drawdown`."""


class CardsDealt(NamedTuple):
    """The cards that a round of compared hands is dealt from, ranks counted from the ace."""

    deck: NDArray[np.uint8]
    """[n]: cards left, ``rank * 4 + suit``."""
    burnt: Ints
    """[13]: how many of them are gone by rank, any of those left."""
    given: NDArray[np.uint8]
    """[cards of a hand], or [0]: the hero's hand."""


class Levels(NamedTuple):
    """What a hand is worth against another."""

    of: NDArray[np.int16]
    """[13 ** width]: strength by the ranks in any order."""
    width: int
    """Cards of a hand."""
    suits: bool
    """Whether the suit of the highest card decides between equal ones."""


class LevelPays(NamedTuple):
    """What a winner gets by his level, and how ties and more hands are settled."""

    player: Ints
    """[levels]: a player who wins."""
    banker: Ints
    """[levels]: a banker who wins."""
    mode: int
    """0 the hero is a player, 1 the banker; 2 and 3 the same, ties won by the banker; 4 the
    highest hand takes a pot of one unit each (counted in units of ``player[0]``)."""


class PileRules(NamedTuple):
    """How piles are compared and what a round pays."""

    tied: int
    """0 a tied pile is not won, 1 it is ignored, 2 it is the banker's."""
    scale: int
    """What a round pays."""
    pay: int
    """What four knives pay."""


class Piles(NamedTuple):
    """First pile, second pile and four knives by the ranks in any order, [13 ** 4, 3]."""

    players: NDArray[np.int16]
    bankers: NDArray[np.int16]


class BankMatch(NamedTuple):
    """What a match of bank is played with, in ticks."""

    players: int
    rounds: int
    start: int
    """Of the first banker; the others share as much."""
    smallest: int
    """The smallest bet."""
    bets: Ints
    """[players]"""
    seat: int
    """Whose money is followed."""


class Places(NamedTuple):
    """What is written of matches by player."""

    groups: Ints
    """[players, players, players + 1]: matches by how many were richer, and as rich."""
    length: Ints
    """[rounds + 1]: matches by rounds."""
    unfinished: Ints
    """[1]: matches in which all rounds were played."""
    broke: Ints
    """[players]: matches in which a player was broke."""


class Ticks(NamedTuple):
    """How sessions by the chances of one bet pay."""

    limits: NDArray[np.uint64]
    """[k - 1]: a round pays ``pays[i]``, i being the limits that are not above 64 random bits."""
    pays: Ints
    """[k]: ticks a chip, ascending."""
    scale: int
    """Ticks of a chip."""
    capped: bool
    """Whether no more is bet than the worst loss can be paid from."""


class Purse(NamedTuple):
    """What a session is played with, in chips."""

    rounds: int
    """Rounds at most."""
    bankroll: int
    bet: int


class BlackjackRules(NamedTuple):
    """How a round of blackjack is dealt and settled."""

    infinite: bool
    """Whether cards are drawn as if they were put back."""
    shown: bool
    """Whether the banker's first card is seen."""
    hits_soft_17: bool
    five_ends: bool
    """Whether five cards end the banker's hand and win."""
    peek: bool
    """Whether the banker looks for a natural first."""
    insures: bool
    """Whether the player insures when it pays."""
    natural_pays: int
    """What a natural pays in tenths of a bet; 0: it is a 21 as others."""
    five_pays: int
    """The same of five cards; 0: they are not paid at once."""


class Hands(NamedTuple):
    """All hands of blackjack by number."""

    after: NDArray[np.int32]
    """[hands, 10]: the hand that a card makes; -1 is a bust."""
    totals: Acts
    """[hands, 2]: best total, cards."""


class Plan(NamedTuple):
    """What to do, first by up card (one row if it is not seen).

    0 is hit, 1 stand, 2 double, 3 split, 4 surrender.
    """

    whole: Acts
    """[ups, hands]: with a hand that was dealt."""
    split: Acts
    """[ups, 10, hands]: with a hand of a pair that was split."""
    most: Acts
    """[ups, 10]: up to how many hands a pair is split again."""


class Short(NamedTuple):
    """What to do without the money for another bet."""

    whole: Acts
    split: Acts


class Drawing(NamedTuple):
    """What baccarat cards count, and who draws."""

    points: Ints
    """[13]: by rank."""
    naturals: bool
    """Whether 8 or 9 in two cards ends a round."""
    six_draws: bool
    """Whether the banker draws on 6 when the player stood."""


class Wager(NamedTuple):
    """A bet of baccarat, and what it is paid from."""

    on: int
    """0 banker, 1 player, 2 tie, 3 banker's pair, 4 player's pair."""
    pays: int
    """Ticks a chip for a win."""
    six_pays: int
    """The same for a win of the banker's with six."""
    scale: int
    """Ticks of a chip."""
    bankroll: int
    """Chips at the start."""
    bet: int
    """Chips bet each round."""


class LapRules(NamedTuple):
    """How laps of in-between are played; money is in chips."""

    players: int
    laps: int
    bankroll: int
    bet: int
    """The base stake."""
    pool: int
    """Chips in the pool before the stakes of the first lap."""
    amount: int
    """What is bet where a bet is worth it: 0 growth-optimal, 1 the full pool, 2 one stake."""
    ace_high: bool
    pair_costs: int
    """What a third card of the rank of a pair costs, in bets."""


class BankerHands(NamedTuple):
    """The banker's hands of ten-and-a-half by number, and what he does with them."""

    policy: NDArray[np.uint8]
    """[1 or 12 ** 3, hands]: 1 to draw, by the player's up cards or whatever they are."""
    follow: NDArray[np.int32]
    """[hands, 11]: the hand that a card makes; -1 is a bust."""
    totals: NDArray[np.int32]
    """[hands]: half points."""


class HalfRules(NamedTuple):
    """How a round of ten-and-a-half is settled."""

    must: int
    """Half points below which a player must draw."""
    push: bool
    """Whether equal points tie."""
    at_once: bool
    """Whether ten and a half is paid at once."""
    pays: Ints
    """[6]: lose, tie, win, five cards, five of ten and a half, ten and a half at once."""
