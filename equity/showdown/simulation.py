"""Simulated equities: a question becomes arrays, and Numba deals them.

Hands that are all known share one board, dealt from tables of pairs and triples of live cards.
Everything else is dealt hand by hand, seats with ranges being drawn together.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import cards_of
from equity.rankings.sets import choose_table
from equity.rankings.tables import frozen, two_of_hole
from equity.results.statistics import outcome_shares, share_stderr
from equity.shield import Kernels
from equity.showdown import _boards
from equity.showdown.bundles import (
    Board,
    CardSeats,
    CardSums,
    Count,
    Flushes,
    Groups,
    Pots,
    Ranks,
    Seats,
    Special,
    TwoOfHole,
    look_up_of,
)
from equity.showdown.groups import (
    Drawn,
    alias,
    draw_groups,
    group_arrays,
)
from equity.showdown.matchups import strengths_by_board
from equity.showdown.question import Job, Settled, job_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally

__all__ = ["SetSimulation", "Simulation", "Strengths", "simulation"]

kernels = Kernels("equity.showdown.kernels")
CHUNK_LOOKUPS = 1_500_000
"""Hands looked up in a chunk, some 20 ms."""
OMAHA_LOOKUPS = 8
"""Hands looked up in the time of one Omaha hand."""


class _Dealt(Job):
    """Random deals of whole hands, and what the kernels read of a question."""

    @cached_property
    def _groups(self) -> Drawn:
        """How the seats with ranges are drawn."""
        return draw_groups(self.settled.seats)

    @cached_property
    def _hand_arrays(self) -> tuple[Any, ...]:
        """The seats' order, the deck, the known cards, and what ``deal_hands`` reads after it."""
        settled, spec = self.settled, self.spec
        size = 5 if spec.used else spec.hole + spec.board
        table = None if spec.by_sets else spec.tables(size)
        seats, groups = settled.seats, self._groups.groups
        known = [at for at, seat in enumerate(seats) if len(seat.masks) == 1]
        ranged = [at for group in groups for at in group.seats]
        order = [*known, *ranged]
        held = sum(int(seats[at].masks[0]) for at in known)
        several = [at for at, seat in enumerate(seats) if len(seat.masks) > 1]
        starts = np.cumsum([0, *(len(seats[at].masks) for at in several)]).tolist()
        return (
            order,
            np.array(cards_of(settled.live & ~held), np.uint8),
            table,
            np.array([seats[at].masks[0] for at in known], np.uint64),
            frozen(np.array([seats[at].draws for at in order], np.uint64)),
            group_arrays(groups, settled.combos, dict(zip(several, starts, strict=False))),
            _pots(settled, order),
        )

    @cached_property
    def _hole_cards(self) -> NDArray[np.uint8]:
        """The known seats' cards, with room for all seats."""
        order, _, _, known, _, _, _ = self._hand_arrays
        cards = np.zeros((len(order), self.spec.hole), np.uint8)
        for row, mask in zip(cards, known.tolist(), strict=False):
            held = cards_of(mask)
            row[: len(held)] = held
        return frozen(cards)

    def deal_two_of_hole(
        self,
        state: NDArray[np.uint64],
        deals: int,
        count: Count,
        counts: NDArray[np.int64],
    ) -> None:
        """Deal hands of which two hole cards count, seats in the kernel's order."""
        _, deck, table, known, draws, groups, pots = self._hand_arrays
        kernels.deal_two_of_hole(
            state,
            deals,
            deck.copy(),
            frozen(np.array(cards_of(self.settled.board), np.uint8)),
            CardSeats(len(known), draws, self._hole_cards.copy()),
            groups,
            self.settled.combos,
            TwoOfHole(*two_of_hole(self.spec.ranking.rule), table.flushes),
            pots,
            count,
            counts,
        )


class Simulation(_Dealt):
    """Random deals of a question."""

    @cached_property
    def _shares_board_only(self) -> bool:
        """Whether nothing but board cards is to be dealt."""
        spec = self.spec
        return (
            spec.board > 0
            and not spec.deck.jokers
            and not len(spec.tables(5).tops)
            and all(seat.is_known for seat in self.settled.seats)
        )

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk, from the question alone."""
        seats = len(self.settled.seats)
        if self._shares_board_only:
            return CHUNK_LOOKUPS // seats
        each = seats + 0.25 / self._groups.accepted
        if self.spec.used:
            each *= OMAHA_LOOKUPS
        return max(16, int(CHUNK_LOOKUPS / each))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate deals: shares by pot, seat and number of winners."""
        seats, pots = len(self.settled.seats), len(self.settled.eligible)
        shares = np.zeros((pots, seats, seats + 1), np.int64)
        products = np.zeros((seats, pots, pots), np.int64)
        if self._shares_board_only:
            kernels.deal_boards(state, deals, *self._board_arrays, Count(shares, products))
        else:
            self._deal_hands(state, deals, shares, products)
        shares[:, :, 0] = deals - shares.sum(axis=2)
        return {"shares": shares, "products": products} if pots > 1 else {"shares": shares}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of the equities."""
        return float(share_stderr(tally["shares"][0]).max())

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally

    @cached_property
    def _board_arrays(self) -> tuple[Any, ...]:
        """What :func:`equity.showdown.kernels.deal_boards` reads."""
        settled, spec = self.settled, self.spec
        fives, seats = spec.tables(5), settled.seats
        hands = np.array([[seat.masks[0] for seat in seats]], np.uint64)
        rows, by_rank = strengths_by_board(
            spec, hands, settled.live, settled.board, settled.to_come
        )
        holes = np.zeros((len(seats), 4), np.int64)
        for at, seat in enumerate(seats):
            for card in cards_of(int(seat.masks[0])):
                holes[at, card & 3] |= 1 << (card >> 2)
        tables = [*fives.flushes[0]]
        flush_rows = np.tile(np.arange(4), (len(seats), 1))
        needs = np.array([[5 - int(ranks).bit_count() for ranks in row] for row in holes])
        if spec.used:
            needs = np.where(needs <= 3, 3, 9)
            for at, suit in zip(*np.nonzero(needs == 3), strict=True):
                flush_rows[at, suit] = len(tables)
                tables.append(_boards.flush_of_two(int(holes[at, suit]), fives.flushes[0, suit]))
            flush_rows[needs == 9] = len(tables)
            tables.append(np.zeros(8192, np.uint16))
            holes[:] = 0
        # A suit's counter reaches eight with the first board card that can make somebody a flush.
        start = sum(
            (8 - min(8, int(need))) << (32 + 4 * suit)
            for suit, need in enumerate(needs.min(axis=0))
        )
        mask = 0
        for card in cards_of(settled.board):
            start += int(fives.keys[card])
            mask |= int(fives.masks[card])
        taken = int(np.bitwise_or.reduce(hands[0]))
        cards = np.array(cards_of(settled.live & ~taken), np.int64)
        first, second = _SETS[settled.to_come]
        return (
            Board(settled.to_come, np.uint64(start), np.uint64(mask)),
            _card_sets(fives.keys, fives.masks, cards, first),
            _card_sets(fives.keys, fives.masks, cards, second),
            Ranks(fives.offsets, frozen(by_rank[rows[0]])),
            Flushes(
                frozen(np.array(tables)),
                frozen(flush_rows.astype(np.int64)),
                frozen(holes.astype(np.uint64)),
            ),
            _pots(settled, list(range(len(seats)))),
        )

    @cached_property
    def _look_up(self) -> tuple[Any, ...]:
        """The board and the seats' cards as keys and masks, and the combos'."""
        _, _, table, known, draws, _, _ = self._hand_arrays
        start, mask = table.start, 0
        for card in cards_of(self.settled.board):
            start += int(table.keys[card])
            mask |= int(table.masks[card])
        keys, masks = np.zeros(len(draws), np.uint64), np.zeros(len(draws), np.uint64)
        keys[: len(known)], masks[: len(known)] = _sums(table.keys, table.masks, known)
        summed = _sums(table.keys, table.masks, self.settled.combos)
        board = Board(self.settled.to_come, np.uint64(start), np.uint64(mask))
        return board, Seats(len(known), draws, keys, masks), summed

    def _deal_hands(
        self,
        state: NDArray[np.uint64],
        deals: int,
        shares: NDArray[np.int64],
        products: NDArray[np.int64],
    ) -> None:
        """Deal whole hands, then put the seats back in their order."""
        spec = self.spec
        order, deck, table, _, _, groups, pots = self._hand_arrays
        count = Count(np.zeros_like(shares), np.zeros_like(products))
        if spec.used:
            self.deal_two_of_hole(state, deals, count, np.zeros(0, np.int64))
        else:
            board, seated, combos = self._look_up
            kernels.deal_hands(
                state,
                deals,
                deck.copy(),
                board,
                seated._replace(keys=seated.keys.copy(), masks=seated.masks.copy()),
                groups,
                combos,
                look_up_of(table),
                self._special(order),
                pots,
                count,
            )
        shares[:, order] = count.shares
        products[order] = count.products

    def _special(self, order: list[int]) -> Special:
        """What one number a hand cannot say, seats in the kernel's order."""
        spec = self.spec
        favours = np.array([spec.favours(seat) for seat in order], np.int64)
        slayers = np.array(spec.slayer_strengths, np.int64)
        return Special(favours, slayers, spec.slayer == "rainbow")


class SetSimulation(_Dealt):
    """Random deals of hands that are ranked by the place of their card set, or for a split pot."""

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk."""
        return max(16, int(CHUNK_LOOKUPS / (4 * len(self.settled.seats)) * self._groups.accepted))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate deals: by pot, seat, and winners of each part."""
        order, deck, _, known, draws, groups, pots = self._hand_arrays
        seats, split = len(order), len(self.spec.pots) > 1
        worth = outcome_shares(seats, split).units
        counts = np.zeros((len(self.settled.eligible), seats, len(worth)), np.int64)
        products = np.zeros((seats, len(counts), len(counts)), np.int64)
        sharers = np.zeros(seats + 1, np.int64)
        kernels.deal_sets(
            state,
            deals,
            deck.copy(),
            CardSeats(len(known), draws, self._hole_cards.copy()),
            groups,
            self.settled.combos,
            self.spec.parts,
            choose_table(),
            pots._replace(units=worth),
            counts,
            products,
            sharers,
        )
        placed, crossed = np.empty_like(counts), np.empty_like(products)
        placed[:, order], crossed[order] = counts, products
        tally: Tally = {"shares": placed}
        if split:
            shape = (*counts.shape[:2], seats + 1, seats + 2)
            tally = {"joint": placed.reshape(shape), "sharers": sharers}
        return tally if len(counts) == 1 else {**tally, "products": crossed}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of the equities."""
        split = "joint" in tally
        counts = tally["joint" if split else "shares"][0]
        seats = len(counts)
        worth = outcome_shares(seats, split).share
        return float(share_stderr(counts.reshape(seats, -1), worth).max())

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally


class Strengths(_Dealt):
    """Random completions of the hands of one seat, counted by strength."""

    def counts(self, state: NDArray[np.uint64], deals: int) -> NDArray[np.int64]:
        """Complete so many hands and count their strengths, int64[:]."""
        spec = self.spec
        table = spec.tables(5 if spec.used else spec.hole + spec.board)
        counts = np.zeros(table.distinct + 5, np.int64)
        if spec.used:
            nothing = Count(np.zeros((1, 1, 2), np.int64), np.zeros((1, 1, 1), np.int64))
            self.deal_two_of_hole(state, deals, nothing, counts)
            return counts
        kernels.deal_strengths(
            state,
            deals,
            np.array(cards_of(self.settled.live), np.uint8),
            *self._arrays,
            look_up_of(table),
            counts,
        )
        return counts

    @cached_property
    def _arrays(self) -> tuple[Any, ...]:
        """What ``deal_strengths`` reads of the one seat and the board."""
        settled, spec = self.settled, self.spec
        (seat,) = settled.seats
        table = spec.tables(spec.hole + spec.board)
        start, mask = table.start, 0
        for card in cards_of(settled.board):
            start += int(table.keys[card])
            mask |= int(table.masks[card])
        keep, other = alias(seat.weights)
        return (
            Board(settled.to_come + seat.draws, np.uint64(start), np.uint64(mask)),
            Groups(
                starts=frozen(np.array([0, len(seat.masks)], np.int64)),
                widths=frozen(np.ones(1, np.int64)),
                firsts=frozen(np.zeros(1, np.int64)),
                weighted=frozen(np.ones(1, np.uint8)),
                cards=frozen(seat.masks.copy()),
                keep=keep,
                other=other,
                rows=frozen(np.zeros(0, np.int32)),
            ),
            _sums(table.keys, table.masks, seat.masks),
        )


def simulation(settled: Settled) -> Job:
    """Give the job that simulates a question."""
    kind: Any = SetSimulation if settled.spec.by_sets else Simulation
    job: Job = job_of(kind, settled)
    return job


def _pots(settled: Settled, order: list[int]) -> Pots:
    """Give the seats of each pot, renumbered by their place in `order`."""
    masks = [
        sum((mask >> seat & 1) << at for at, seat in enumerate(order)) for mask in settled.eligible
    ]
    return Pots(frozen(np.array(masks, np.uint64)), outcome_shares(len(order)).units)


_SETS = {5: (2, 3), 4: (2, 2), 3: (3, 0), 2: (2, 0), 1: (1, 0), 0: (0, 0)}
"""The two sets of cards that make up so many board cards."""


def _card_sets(
    keys: NDArray[np.uint64], masks: NDArray[np.uint64], live: NDArray[np.int64], size: int
) -> CardSums:
    """Give summed keys and joined masks of every set of so many live cards."""
    if size == 0:
        return CardSums(frozen(np.zeros(1, np.uint64)), frozen(np.zeros(1, np.uint64)))
    places = np.arange(len(live))[:, None]
    for _ in range(size - 1):
        # Every set with one more card above its last.
        more = np.arange(len(live))
        grown = [np.repeat(places, len(live), axis=0), np.tile(more, len(places))[:, None]]
        places = np.concatenate(grown, axis=1)
        places = places[places[:, -1] > places[:, -2]]
    cards = live[places]
    joined_masks = np.bitwise_or.reduce(masks[cards], axis=1)
    return CardSums(frozen(keys[cards].sum(axis=1)), frozen(joined_masks))


def _sums(
    keys: NDArray[np.uint64], masks: NDArray[np.uint64], hands: NDArray[np.uint64]
) -> CardSums:
    """Give summed keys and joined masks of hands."""
    total, joined = np.zeros(len(hands), np.uint64), np.zeros(len(hands), np.uint64)
    for card in range(54):
        held = (hands >> np.uint64(card)) & np.uint64(1)
        total += held * keys[card]
        joined |= held * masks[card]
    return CardSums(frozen(total), frozen(joined))
