"""Simulated equities: a question becomes arrays, and Numba deals them.

Hands that are all known share one board, dealt from tables of pairs and triples of live cards.
Everything else is dealt hand by hand. Seats with ranges are drawn together, by weight, and drawn
anew as a whole if two of them hold a card; where that would nearly always happen, their ranges
are first joined into lists of the combos that fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import cards_of
from equity.errors import RuleError
from equity.hand_sets import cards_of_masks
from equity.rankings.ranking import frozen, two_of_hole
from equity.results.statistics import outcome_shares, share_stderr
from equity.showdown import _boards, _disjoint
from equity.showdown.matchups import strengths_by_board
from equity.showdown.question import Question, Seat, seats_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.run import Outcome, Tally

__all__ = ["Simulation", "range_arrays", "sample_strengths"]

CHUNK_LOOKUPS = 1_500_000
"""Hands looked up in a chunk, some 20 ms."""
OMAHA_LOOKUPS = 8
"""Hands looked up in the time of one Omaha hand."""
LEAST_ACCEPTED = 1 / 50
"""Ranges are joined while a draw of all seats fits more seldom than this."""
MOST_JOINED = 4_000_000
"""Entries of a joined list, at most."""
TRIED_DRAWS, MOST_TRIES = 20_000, 100
"""Draws that estimate how often seats fit, and how often that is tried until one does; their
stream is fixed, so that chunks are."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Random deals of a question."""

    question: Question

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk, from the question alone."""
        seats = len(self.question.ranges)
        if _share_board_only(self.question):
            return CHUNK_LOOKUPS // seats
        each = seats + 0.25 / _groups(self.question).accepted
        if self.question.game.use:
            each *= OMAHA_LOOKUPS
        return max(16, int(CHUNK_LOOKUPS / each))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate deals: shares by pot, seat and number of winners."""
        seats = len(self.question.ranges)
        pots = len(self.question.eligible)
        shares = np.zeros((pots, seats, seats + 1), np.int64)
        products = np.zeros((seats, pots, pots), np.int64)
        if _share_board_only(self.question):
            _sample_boards(self.question, state, deals, shares, products)
        else:
            _sample_hands(self.question, state, deals, shares, products)
        shares[:, :, 0] = deals - shares.sum(axis=2)
        return {"shares": shares, "products": products} if pots > 1 else {"shares": shares}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of the equities."""
        return float(share_stderr(tally["shares"][0]).max())

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally


def _share_board_only(question: Question) -> bool:
    """Tell whether nothing but board cards is to be dealt."""
    game = question.game
    return (
        game.board > 0
        and not game.deck.jokers
        and not len(game.tables(5).tops)
        and all(seat.is_known for seat in seats_of(question))
    )


def _eligible(question: Question, order: list[int]) -> NDArray[np.uint64]:
    """Give the seats of each pot, renumbered by their place in `order`."""
    masks = [
        sum((mask >> seat & 1) << at for at, seat in enumerate(order)) for mask in question.eligible
    ]
    return frozen(np.array(masks, np.uint64))


@lru_cache(maxsize=8)
def _board_arrays(question: Question) -> tuple[Any, ...]:
    """Give what :func:`equity.showdown.kernels.deal_boards` reads."""
    game = question.game
    fives = game.tables(5)
    seats = seats_of(question)
    hands = np.array([[seat.masks[0] for seat in seats]], np.uint64)
    rows, by_rank = strengths_by_board(game, hands, question.live, question.board, question.to_come)
    holes = np.zeros((len(seats), 4), np.int64)
    for at, seat in enumerate(seats):
        for card in cards_of(int(seat.masks[0])):
            holes[at, card & 3] |= 1 << (card >> 2)
    tables = [*fives.flushes[0]]
    flush_rows = np.tile(np.arange(4), (len(seats), 1))
    needs = np.array([[5 - int(ranks).bit_count() for ranks in row] for row in holes])
    if game.use:
        needs = np.where(needs <= 3, 3, 9)
        for at, suit in zip(*np.nonzero(needs == 3), strict=True):
            flush_rows[at, suit] = len(tables)
            tables.append(_boards.flush_of_two(int(holes[at, suit]), fives.flushes[0, suit]))
        flush_rows[needs == 9] = len(tables)
        tables.append(np.zeros(8192, np.uint16))
        holes[:] = 0
    # A suit's counter reaches eight with the first board card that can make somebody a flush.
    start = sum(
        (8 - min(8, int(need))) << (32 + 4 * suit) for suit, need in enumerate(needs.min(axis=0))
    )
    mask = 0
    for card in cards_of(question.board):
        start += int(fives.keys[card])
        mask |= int(fives.masks[card])
    taken = int(np.bitwise_or.reduce(hands[0]))
    live = np.array(cards_of(question.live & ~taken), np.int64)
    first, second = _SETS[question.to_come]
    return (
        np.uint64(start),
        np.uint64(mask),
        *_card_sets(fives.keys, fives.masks, live, first),
        *_card_sets(fives.keys, fives.masks, live, second),
        fives.offsets,
        frozen(by_rank[rows[0]]),
        frozen(np.array(tables)),
        frozen(flush_rows.astype(np.int64)),
        frozen(holes.astype(np.uint64)),
        _eligible(question, list(range(len(seats)))),
        outcome_shares(len(seats)).units,
    )


_SETS = {5: (2, 3), 4: (2, 2), 3: (3, 0), 2: (2, 0), 1: (1, 0), 0: (0, 0)}
"""The two sets of cards that make up so many board cards."""


def _card_sets(
    keys: NDArray[np.uint64], masks: NDArray[np.uint64], live: NDArray[np.int64], size: int
) -> list[NDArray[np.uint64]]:
    """Give summed keys and joined masks of every set of so many live cards."""
    if size == 0:
        return [frozen(np.zeros(1, np.uint64)), frozen(np.zeros(1, np.uint64))]
    places = np.arange(len(live))[:, None]
    for _ in range(size - 1):
        # Every set with one more card above its last.
        more = np.arange(len(live))
        grown = [np.repeat(places, len(live), axis=0), np.tile(more, len(places))[:, None]]
        places = np.concatenate(grown, axis=1)
        places = places[places[:, -1] > places[:, -2]]
    cards = live[places]
    return [frozen(keys[cards].sum(axis=1)), frozen(np.bitwise_or.reduce(masks[cards], axis=1))]


def _sample_boards(
    question: Question,
    state: NDArray[np.uint64],
    deals: int,
    shares: NDArray[np.int64],
    products: NDArray[np.int64],
) -> None:
    """Deal boards to known hands."""
    from equity.showdown import kernels

    kernels.deal_boards(state, deals, *_board_arrays(question), shares, products)


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Seats whose combos are drawn from one list."""

    seats: tuple[int, ...]
    rows: NDArray[np.int32]
    """[entries, seats]: the combo of each seat, counted from the seat's first."""
    cards: NDArray[np.uint64]
    """[entries]: all cards of an entry, one bit a card."""
    weights: NDArray[np.float64]
    """[entries]: products of weights."""


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """How the seats with ranges are drawn."""

    groups: tuple[_Group, ...]
    accepted: float
    """About how often a draw of all groups fits."""


@lru_cache(maxsize=8)
def _groups(question: Question) -> _Groups:
    """Join ranges until draws fit often enough, or the lists would grow too long."""
    seats = seats_of(question)
    groups = [
        _Group((at,), np.arange(len(seat.masks), dtype=np.int32)[:, None], seat.masks, seat.weights)
        for at, seat in enumerate(seats)
        if len(seat.masks) > 1
    ]
    accepted = _acceptance(groups)
    while accepted < LEAST_ACCEPTED and len(groups) > 1:
        groups.sort(key=lambda group: len(group.cards))
        joined = _join(groups[0], groups[1])
        if joined is None:
            break
        groups = [joined, *groups[2:]]
        accepted = _acceptance(groups)
    accepted = accepted or _acceptance(groups, patient=True)
    if not accepted:
        raise RuleError("these ranges fit together too seldom to be simulated")
    return _Groups(tuple(groups), accepted)


def _acceptance(groups: list[_Group], patient: bool = False) -> float:
    """Estimate how often a draw of all groups has every card once."""
    if len(groups) < 2:
        return 1.0
    random = np.random.default_rng(0)
    for tries in range(1, MOST_TRIES + 1):
        used = np.zeros(TRIED_DRAWS, np.uint64)
        fits = np.ones(TRIED_DRAWS, bool)
        for group in groups:
            if (group.weights == group.weights[0]).all():
                drawn = random.integers(len(group.cards), size=TRIED_DRAWS)
            else:
                total = np.cumsum(group.weights)
                drawn = np.searchsorted(total, random.random(TRIED_DRAWS) * total[-1], side="right")
            cards = group.cards[np.minimum(drawn, len(group.cards) - 1)]
            fits &= (cards & used) == 0
            used |= cards
        if fits.any():
            return float(fits.sum()) / (tries * TRIED_DRAWS)
        if not patient:
            break
    return 0.0


def _join(first: _Group, second: _Group) -> _Group | None:
    """List the pairs of entries that fit; ``None`` if there would be too many."""
    if len(first.cards) * len(second.cards) > 16 * MOST_JOINED:
        return None
    masks = np.concatenate([first.cards, second.cards])
    weights = np.concatenate([first.weights, second.weights])
    starts = np.array([0, len(first.cards), len(masks)], np.int64)
    found = _disjoint.list_fitting(masks, weights, starts, MOST_JOINED)
    if found is None:
        return None
    (at, other), products = found[0].T, found[1]
    return _Group(
        first.seats + second.seats,
        np.concatenate([first.rows[at], second.rows[other]], axis=1),
        first.cards[at] | second.cards[other],
        products,
    )


def _alias(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Make an alias table (Vose 1991): stay at an entry with this chance, else go to that one."""
    size = len(weights)
    chance = weights / weights.sum() * size
    other = np.arange(size)
    small = list(np.flatnonzero(chance < 1))
    large = list(np.flatnonzero(chance >= 1))
    keep = chance.copy()
    while small and large:
        low, high = small.pop(), large[-1]
        other[low] = high
        keep[high] -= 1 - keep[low]
        if keep[high] < 1:
            small.append(large.pop())
    # What is left is one up to rounding.
    keep[small + large] = 1
    return frozen(keep), frozen(other)


@lru_cache(maxsize=8)
def _hand_arrays(question: Question) -> tuple[Any, ...]:
    """Give the seats' order, the deck, the known cards, and what ``deal_hands`` reads after it."""
    game = question.game
    table = game.tables(5 if game.use else game.hole + game.board)
    seats = seats_of(question)
    groups = _groups(question).groups
    known = [at for at, seat in enumerate(seats) if len(seat.masks) == 1]
    ranged = [at for group in groups for at in group.seats]
    order = [*known, *ranged]
    held = sum(int(seats[at].masks[0]) for at in known)
    combos = [seats[at].masks for at in ranged]
    return (
        order,
        np.array(cards_of(question.live & ~held), np.uint8),
        table,
        np.array([seats[at].masks[0] for at in known], np.uint64),
        np.concatenate(combos) if combos else np.zeros(0, np.uint64),
        frozen(np.array([seats[at].draws for at in order], np.uint64)),
        _group_arrays(groups, [len(masks) for masks in combos]),
        (_eligible(question, order), outcome_shares(len(seats)).units),
    )


def _group_arrays(groups: tuple[_Group, ...], sizes: list[int]) -> tuple[Any, ...]:
    """Give groups as the kernels read them; `sizes` are the seats' numbers of combos, in order."""
    firsts = iter(np.cumsum([0, *sizes]).tolist())
    rows = [(group.rows + [next(firsts) for _ in group.seats]).ravel() for group in groups]
    weighted = [bool((group.weights != group.weights[0]).any()) for group in groups]
    starts = np.cumsum([0, *(len(group.cards) for group in groups)]).astype(np.int64)
    keep, other = np.ones(starts[-1]), np.arange(starts[-1])
    for at, group in enumerate(groups):
        if weighted[at]:
            part = slice(starts[at], starts[at + 1])
            keep[part], other[part] = _alias(group.weights)
            other[part] += starts[at]
    nothing = np.zeros(0, np.uint64)
    return (
        frozen(starts),
        frozen(np.array([len(group.seats) for group in groups], np.int64)),
        frozen(np.cumsum([0, *(len(part) for part in rows)])[: len(groups)].astype(np.int64)),
        frozen(np.array(weighted, np.uint8)),
        frozen(np.concatenate([group.cards for group in groups]) if groups else nothing),
        frozen(keep),
        frozen(other.astype(np.int64)),
        frozen(np.concatenate(rows).astype(np.int32) if rows else np.zeros(0, np.int32)),
    )


def range_arrays(seats: tuple[Seat, ...], hole: int) -> tuple[tuple[Any, ...], NDArray[np.uint8]]:
    """Give seats with ranges as groups of one seat each, and the cards of their combos."""
    groups = tuple(
        _Group((at,), np.arange(len(seat.masks), dtype=np.int32)[:, None], seat.masks, seat.weights)
        for at, seat in enumerate(seats)
    )
    cards = np.zeros((sum(len(seat.masks) for seat in seats), hole), np.uint8)
    at = 0
    for seat in seats:
        held = cards_of_masks(seat.masks, int(seat.masks[0]).bit_count())
        cards[at : at + len(held), : held.shape[1]] = held[:, ::-1]
        at += len(held)
    return _group_arrays(groups, [len(seat.masks) for seat in seats]), cards


def _sums(
    keys: NDArray[np.uint64], masks: NDArray[np.uint64], hands: NDArray[np.uint64]
) -> list[NDArray[np.uint64]]:
    """Give summed keys and joined masks of hands."""
    total, joined = np.zeros(len(hands), np.uint64), np.zeros(len(hands), np.uint64)
    for card in range(54):
        held = (hands >> np.uint64(card)) & np.uint64(1)
        total += held * keys[card]
        joined |= held * masks[card]
    return [frozen(total), frozen(joined)]


@lru_cache(maxsize=8)
def _look_up(question: Question) -> tuple[Any, ...]:
    """Give the board and the seats' cards as keys and masks, and the look-up of complete hands."""
    _, _, table, known, combos, draws, _, _ = _hand_arrays(question)
    start, mask = table.start, 0
    for card in cards_of(question.board):
        start += int(table.keys[card])
        mask |= int(table.masks[card])
    keys, masks = np.zeros(len(draws), np.uint64), np.zeros(len(draws), np.uint64)
    keys[: len(known)], masks[: len(known)] = _sums(table.keys, table.masks, known)
    return np.uint64(start), np.uint64(mask), keys, masks, _sums(table.keys, table.masks, combos)


def _sample_hands(
    question: Question,
    state: NDArray[np.uint64],
    deals: int,
    shares: NDArray[np.int64],
    products: NDArray[np.int64],
) -> None:
    """Deal whole hands, then put the seats back in their order."""
    from equity.showdown import kernels

    game = question.game
    order, deck, table, known, _, draws, groups, pots = _hand_arrays(question)
    counted, crossed = np.zeros_like(shares), np.zeros_like(products)
    if game.use:
        _deal_two_of_hole(question, state, deals, counted, crossed, np.zeros(0, np.int64))
    else:
        start, mask, keys, masks, combos = _look_up(question)
        favours = np.array([game.favours(seat, len(order)) for seat in order], np.int64)
        kernels.deal_hands(
            state,
            deals,
            deck.copy(),
            question.to_come,
            start,
            mask,
            len(known),
            draws,
            keys.copy(),
            masks.copy(),
            *groups,
            *combos,
            *table.look_up[1:],
            favours,
            np.array(game.slayer_strengths, np.int64),
            game.slayer == "rainbow",
            *pots,
            counted,
            crossed,
        )
    shares[:, order] = counted
    products[order] = crossed


def _deal_two_of_hole(
    question: Question,
    state: NDArray[np.uint64],
    deals: int,
    shares: NDArray[np.int64],
    products: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Deal hands of which two hole cards count, seats in the kernel's order."""
    from equity.showdown import kernels

    game = question.game
    order, deck, table, known, combos, draws, groups, pots = _hand_arrays(question)
    cards = np.zeros((len(order), game.hole), np.uint8)
    for row, mask in zip(cards, known.tolist(), strict=False):
        held = cards_of(mask)
        row[: len(held)] = held
    combo_cards = np.array([cards_of(mask) for mask in combos.tolist()], np.uint8)
    kernels.deal_two_of_hole(
        state,
        deals,
        deck.copy(),
        frozen(np.array(cards_of(question.board), np.uint8)),
        len(known),
        draws,
        cards,
        *groups,
        frozen(combo_cards.reshape(-1, game.hole)),
        *two_of_hole(game.ranking),
        table.flushes,
        *pots,
        shares,
        products,
        counts,
    )


def sample_strengths(
    question: Question, state: NDArray[np.uint64], deals: int
) -> NDArray[np.int64]:
    """Complete the hands of the one seat of a question and count their strengths, int64[:]."""
    from equity.showdown import kernels

    game = question.game
    (seat,) = seats_of(question)
    table = game.tables(5 if game.use else game.hole + game.board)
    counts = np.zeros(table.distinct + 5, np.int64)
    if game.use:
        _deal_two_of_hole(
            question,
            state,
            deals,
            np.zeros((1, 1, 2), np.int64),
            np.zeros((1, 1, 1), np.int64),
            counts,
        )
        return counts
    keep, other = _alias(seat.weights)
    deck = np.array(cards_of(question.live), np.uint8)
    start, mask = table.start, 0
    for card in cards_of(question.board):
        start += int(table.keys[card])
        mask |= int(table.masks[card])
    keys, masks = _sums(table.keys, table.masks, seat.masks)
    kernels.deal_strengths(
        state,
        deals,
        deck,
        question.to_come + seat.draws,
        np.uint64(start),
        np.uint64(mask),
        frozen(np.array([0, len(seat.masks)], np.int64)),
        frozen(np.ones(1, np.uint8)),
        frozen(seat.masks.copy()),
        keep,
        other,
        keys,
        masks,
        *table.look_up[1:],
        counts,
    )
    return counts
