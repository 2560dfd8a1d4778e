"""What kernels take: arrays that belong together, by name.

Named tuples cost a compiled kernel nothing, and a type checker sees an order that is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from equity.rankings.tables import Tables

    Ints = NDArray[np.int64]
    Bits = NDArray[np.uint64]
    Floats = NDArray[np.float64]

__all__ = [
    "Board",
    "CardSeats",
    "CardSums",
    "Count",
    "Decided",
    "Flushes",
    "Groups",
    "Keeps",
    "LookUp",
    "Players",
    "Pots",
    "Ranks",
    "Seats",
    "Special",
    "Strategies",
    "TwoOfHole",
    "look_up_of",
]


class LookUp(NamedTuple):
    """The look-up of a complete hand, of :class:`equity.rankings.tables.Tables`."""

    start: np.uint64
    """Suit counters of an empty hand; what lies may be added beforehand."""
    keys: Bits
    masks: Bits
    offsets: NDArray[np.int32]
    ranks: NDArray[np.uint16]
    flushes: NDArray[np.uint16]
    tops: NDArray[np.uint8]
    straights: NDArray[np.uint8]


def look_up_of(tables: Tables) -> LookUp:
    """Give the look-up of tables."""
    return LookUp(*tables.look_up)


class CardSums(NamedTuple):
    """Sets of cards: their summed keys, and their masks, sixteen bits a suit."""

    keys: Bits
    masks: Bits


class Board(NamedTuple):
    """What lies, and what is to come."""

    to_come: int
    """Board cards to deal."""
    start: np.uint64
    """Rank key of the known board, with the suit counters of an empty hand."""
    mask: np.uint64
    """The known board, sixteen bits a suit."""


class Seats(NamedTuple):
    """Seats whose cards are known (perhaps none) first, then seats with ranges."""

    known: int
    """Seats whose cards are known."""
    draws: Bits
    """[seats]: cards that each is still dealt."""
    keys: Bits
    """[seats]: working space; keys of the known cards."""
    masks: Bits
    """[seats]: working space; masks of the known cards."""


class CardSeats(NamedTuple):
    """The same with cards."""

    known: int
    draws: Bits
    cards: NDArray[np.uint8]
    """[seats, hole]: working space; the known hole cards come first."""


class Groups(NamedTuple):
    """Seats with ranges in groups, each with a list of the ways its seats can be dealt."""

    starts: Ints
    """[g + 1]: where each group's entries begin."""
    widths: Ints
    """[g]: seats of a group."""
    firsts: Ints
    """[g]: where each group's rows begin."""
    weighted: NDArray[np.uint8]
    """[g]: whether its entries have different weights."""
    cards: Bits
    """[e]: cards of an entry, one bit a card."""
    keep: Floats
    """[e]: alias table: stay at an entry with this chance."""
    other: Ints
    """[e]: else go there."""
    rows: NDArray[np.int32]
    """[r]: combos of each entry, seat by seat; none if every entry is a combo of one seat."""


class Pots(NamedTuple):
    """Who may win which pot, and what a share of it counts."""

    eligible: Bits
    """[pots]: seats that may win a pot, one bit a seat."""
    units: Ints
    """[seats + 1]: a share of 1/k in 2520ths."""


class Count(NamedTuple):
    """What is written of pots: see ``Equity``."""

    shares: Ints
    """[pots, seats, seats + 1]"""
    products: Ints
    """[seats, pots, pots]"""


class Special(NamedTuple):
    """What one number a hand cannot say."""

    favours: Ints
    """[seats]: 1 where a tie is won against those with 0."""
    slayers: Ints
    """[4]: strengths of 2-3-5, and those it beats, from and to; 0 if the rule is off."""
    rainbow: bool
    """Whether 2-3-5 must be of three suits."""


class Ranks(NamedTuple):
    """Flushless strengths of known hands by complete board."""

    offsets: NDArray[np.int32]
    by_rank: NDArray[np.uint16]
    """[seats, slots]"""


class Flushes(NamedTuple):
    """Flushes of known hands."""

    tables: NDArray[np.uint16]
    """[t, 8192]: strengths by mask of ranks."""
    rows: Ints
    """[seats, 4]: which of them is a seat's, by suit."""
    holes: Bits
    """[seats, 4]: ranks to join the board's with, by suit."""


class TwoOfHole(NamedTuple):
    """The look-up where exactly two hole cards count, with three of the board."""

    pairs: NDArray[np.int16]
    """[169]: places of pairs of ranks."""
    triples: NDArray[np.int16]
    """[2197]: places of triples of ranks."""
    strengths: NDArray[np.uint16]
    """[455, 96]: flushless strength by triple and pair."""
    flushes: NDArray[np.uint16]
    """[1, 4, 8192]: strength by suit and mask of ranks."""


class Players(NamedTuple):
    """What players of a draw game hold before they draw."""

    combo_cards: NDArray[np.uint8]
    """[c, 5]: cards of combos."""
    sizes: Ints
    """[seats]: cards that a seat holds."""
    group: Ints
    """[seats]: the group of a seat with a range, else -1."""


class Strategies(NamedTuple):
    """How players of a draw game draw."""

    tables: NDArray[np.uint8]
    """Strategies one after the other."""
    starts: Ints
    """[seats]: where a seat's begins; -1: none, all missing cards are drawn."""
    sees: Ints
    """[seats]: how many players before it looks at."""
    hands: int
    """Hands of a table."""
    choose: Ints
    """[54, 8]: binomial coefficients."""


class Keeps(NamedTuple):
    """The choices of the hand that is asked about."""

    hero: NDArray[np.uint8]
    """[1, 5]: the hand, ascending."""
    keeps: Ints
    """[k]: bit i for card i."""
    variants: Ints
    """[v]: a keep that stands for all dealt alike."""
    variant_of: Ints
    """[k]: the variant of each keep."""
    before: int
    """Opponents who act before the hero."""


class Decided(NamedTuple):
    """What is written of each keep."""

    sums: Ints
    """[k]: shares in their unit."""
    wins: Ints
    """[k]: deals won alone."""
    ties: Ints
    """[k]: deals shared."""
    products: Ints
    """[k, k]: sums of products of shares, on and below the diagonal."""
