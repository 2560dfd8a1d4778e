"""Drawing strategies: which cards a hand keeps, as tables filled from readable rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import JOKER, Deck, format_cards, mask_of, parse_cards
from equity.checks import whole
from equity.errors import CardError, EquityError, RuleError, several, shown
from equity.hand_sets import cards_of_masks
from equity.rankings.tables import frozen
from equity.showdown import _keeps
from equity.showdown._sweep import symmetric_boards
from equity.showdown.question import suit_maps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.showdown.spec import Draws, Spec

__all__ = ["NAMED", "Strategy", "legal_keeps", "named_table"]

NAMED: dict[str, tuple[str, ...]] = {
    # The source's advice: a pair keeps two, two pair four, three of a kind three, four to a flush
    # four, a straight or better stands pat. It is silent on the rest: an ace alone where four may
    # be drawn, else the two highest cards.
    "advice": (
        "pat hand",
        "three of a kind",
        "two pair",
        "pair",
        "four to a flush",
        "ace",
        "two highest",
    ),
    # A sound player draws to a flush or an open straight before a small pair.
    "standard": (
        "pat hand",
        "three of a kind",
        "two pair",
        "high pair",
        "four to a flush",
        "open-ended straight",
        "pair",
        "ace",
        "two highest",
    ),
    "pat": ("all",),
    "always_three": ("two of a kind", "two highest"),
}
"""The named strategies, as rules in order: the first that has something to say, within the draw
limit, decides. A pat hand is a straight or better; a high pair is tens or better."""


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """A drawing strategy as a table.

    Parameters
    ----------
    name : str
        What results call it.
    table : uint8[states, hands]
        The cards kept by every five-card hand, bit i for its i-th lowest card; hands in
        colexicographic order of their card numbers (52 cards, or 53 with a joker).
    sees : int, default 0
        How many players who drew before it the strategy looks at. Its state is the numbers that
        they drew, the last one first, as digits to the base 6; players who are not there
        count as 0.

    Examples
    --------
    >>> from equity import five_card_draw
    >>> five_card_draw.strategy("pat").table.shape
    (1, 2598960)
    """

    name: str
    table: NDArray[np.uint8]
    sees: int = 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Strategy):
            return NotImplemented
        if (self.name, self.sees) != (other.name, other.sees):
            return False
        return self.table is other.table or np.array_equal(self.table, other.table)

    def __hash__(self) -> int:
        return hash((self.name, self.sees))

    def keep(self, hand: Cards, drawn_before: Sequence[int] = ()) -> str:
        """Give the cards that a hand keeps, as text, high card first.

        Parameters
        ----------
        hand : str or list of int
            Five cards.
        drawn_before : tuple of int, optional
            Numbers drawn by the players before, in order.
        """
        deck = Deck(jokers=_jokers(self.table))
        cards = sorted(parse_cards(hand, deck, "hand"))
        if len(cards) != 5:
            raise CardError(f"hand has {len(cards)} cards; a strategy keeps some of 5")
        place = _keeps.places(np.array([mask_of(cards)], np.uint64))[0]
        kept = int(self.table[self.state(drawn_before), place])
        return format_cards([card for at, card in enumerate(cards) if kept >> at & 1][::-1], deck)

    def state(self, drawn_before: Sequence[int]) -> int:
        """Give the row of the table for numbers drawn by the players before, in order."""
        seen = numbers_drawn(drawn_before)[::-1][: self.sees]
        return sum(drawn * 6**at for at, drawn in enumerate(seen))


def _jokers(table: NDArray[np.uint8]) -> int:
    """Give the number of jokers in the deck that a table is for."""
    return [comb(52 + jokers, 5) for jokers in range(3)].index(table.shape[1])


def numbers_drawn(drawn_before: Any) -> tuple[int, ...]:
    """Check numbers of cards drawn."""
    if not several(drawn_before):
        raise RuleError(f"drawn_before is {shown(drawn_before)}; it is a list of numbers, 0 to 5")
    numbers = []
    for given in drawn_before:
        number = whole("drawn_before", given, 0)
        if number is None or number > 5:
            raise RuleError(f"drawn_before has {shown(given)}; numbers are 0 to 5")
        numbers.append(number)
    return tuple(numbers)


def draws_of(spec: Spec) -> Draws:
    """Give how cards are exchanged, of a game that has draws."""
    assert spec.draws is not None
    return spec.draws


def legal_keeps(spec: Spec, cards: list[int]) -> list[int]:
    """List the keeps of a hand that the draw limit allows, as bits by place in `cards`."""
    draws = draws_of(spec)
    found = []
    for kept in range(31, -1, -1):
        drawn = 5 - kept.bit_count()
        single = drawn == 4 and draws.four_with_ace and cards[kept.bit_length() - 1] >= 48
        if drawn <= draws.most or single:
            found.append(kept)
    return found


def always_pat(spec: Spec, strategy: Strategy) -> bool:
    """Tell whether a strategy keeps all cards of every hand."""
    return strategy.sees == 0 and np.array_equal(strategy.table, named_table(spec, "pat"))


@lru_cache(maxsize=16)
def named_table(spec: Spec, name: str) -> NDArray[np.uint8]:
    """Fill the table of a named strategy under the rules of drawing."""
    ranking = spec.ranking
    pats = ("straight", "flush", "full house", "four of a kind", "straight flush", "royal flush")
    stands = [category in (*pats, "five of a kind") for category in ranking.categories]
    draws = draws_of(spec)
    rules = [_keeps.FEATURES.index(feature) for feature in NAMED[name]]
    table = _keeps.fill(
        rules,
        spec.tables(5),
        np.array(stands, np.uint8),
        spec.deck.jokers,
        spec.deck.lowest,
        5 if name == "pat" else draws.most,
        draws.four_with_ace,
    )
    return frozen(table[None])


def checked_table(spec: Spec, table: Any, sees: int) -> NDArray[np.uint8]:
    """Check a user's table: shape, and every keep within the draw limit."""
    hands = len(named_table(spec, "pat")[0])
    try:
        array = np.asarray(table)
    except ValueError:
        raise RuleError("a strategy's table is not rectangular") from None
    if array.ndim == 1:
        array = array[None]
    if array.shape != (6**sees, hands) or array.dtype.kind not in "ui":
        raise RuleError(
            f"a strategy's table is uint8[{6**sees}, {hands}]; "
            f"given {array.dtype}{list(array.shape)}"
        )
    if array.size and (array.min() < 0 or array.max() > 31):
        raise RuleError("a strategy's table holds keeps of five bits, 0 to 31")
    array = np.array(array, np.uint8, order="C")
    draws = draws_of(spec)
    for row in array:
        bad = _keeps.first_illegal(row, spec.deck.lowest, draws.most, draws.four_with_ace)
        if bad is not None:
            raise RuleError(
                f"the strategy draws more than the limit, {draws.limit}, with "
                f"{format_cards(bad[::-1], spec.deck)}"
            )
    return frozen(array)


@lru_cache(maxsize=16)
def checked_strategy(spec: Spec, strategy: Strategy) -> Strategy:
    """Check a strategy, maybe made for another deck or draw limit, under the rules of drawing."""
    return Strategy(
        strategy.name, checked_table(spec, strategy.table, strategy.sees), strategy.sees
    )


def table_of_function(spec: Spec, function: Callable[[str], Any]) -> NDArray[np.uint8]:
    """Ask a function what every hand keeps, once for hands that differ by suits only."""
    table = np.zeros((1, named_table(spec, "pat").shape[1]), np.uint8)
    hands = _canonical_hands(spec)
    kept = np.array([_asked(spec, hand, function) for hand in hands.tolist()], np.uint8)
    bits = kept[:, None] >> np.arange(5, dtype=np.uint8) & 1
    for order in suit_maps(spec.deck.mask):
        moved = np.where(hands >= JOKER, hands, hands & 0xFC | order[hands & 3])
        ascending = np.argsort(moved, axis=1)
        masks = np.bitwise_or.reduce(np.uint64(1) << moved.astype(np.uint64), axis=1)
        table[0, _keeps.places(masks)] = np.packbits(
            np.take_along_axis(bits, ascending, axis=1), axis=1, bitorder="little"
        )[:, 0]
    return frozen(table)


def _asked(spec: Spec, cards: list[int], function: Callable[[str], Any]) -> int:
    """Ask a function about a hand, its cards ascending."""
    text = format_cards(cards[::-1], spec.deck)
    try:
        return keep_of(spec, cards, function(text))
    except EquityError as error:
        raise type(error)(f"the strategy, asked about {text}: {error}") from None


def _canonical_hands(spec: Spec) -> NDArray[np.uint8]:
    """List five-card hands up to suits, the cards of each ascending."""
    natural = spec.deck.mask & ((1 << JOKER) - 1)
    parts = []
    for wild in range(spec.deck.jokers + 1):
        found = symmetric_boards(natural, 5 - wild, 0, suit_maps(natural))[0]
        for jokers in combinations(range(JOKER, JOKER + spec.deck.jokers), wild):
            cards = cards_of_masks(found, 5 - wild)
            ends = np.tile(np.array(jokers, cards.dtype), (len(cards), 1))
            parts.append(np.sort(np.hstack([cards, ends]), axis=1))
    return np.concatenate(parts)


def keep_of(spec: Spec, cards: list[int], kept: Any) -> int:
    """Read which of five cards are kept; bits by place in `cards`, checked against the limit."""
    if isinstance(kept, str) and kept in ("", "draw five"):
        chosen: list[int] = []
    elif isinstance(kept, str) and kept == "pat":
        chosen = list(cards)
    else:
        chosen = parse_cards(kept, spec.deck, "keep")
    missing = [card for card in chosen if card not in cards]
    if missing:
        raise CardError(
            f"keep: {format_cards(missing[:1], spec.deck)} is not in the hand "
            f"{format_cards(cards[::-1], spec.deck)}"
        )
    bits = sum(1 << cards.index(card) for card in chosen)
    if bits not in legal_keeps(spec, cards):
        draws = draws_of(spec)
        more = ", or four to a single ace or joker" if draws.four_with_ace else ""
        raise RuleError(f"drawing {5 - len(chosen)}: the limit is {draws.most}{more}")
    return bits
