"""What a hand becomes by the last card: the chance of every category, counted or simulated.

Cards to come are counted by ranks and suits as boards are, whether they are shared or not. Jokers
are taken out first: for each number of them that may come, the natural cards are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.cards import JOKER
from equity.errors import CardError
from equity.showdown import _boards, _disjoint
from equity.showdown.matchups import CHUNK_STEPS, MATCHUP_STEPS, strengths_by_board
from equity.showdown.question import Question, holdings_of, seats_of, suit_maps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from equity.ranges import Range
    from equity.rankings.tables import Tables
    from equity.run import Outcome, Tally
    from equity.showdown.game import Showdown
    from equity.showdown.spec import Spec

__all__ = ["CategoryCount", "CategorySample", "categories_of"]

WHOLE_HAND_STEPS = 100_000
"""Steps to count more than five cards to come."""
SAMPLED = 400_000
"""Hands of a chunk of a simulation."""


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand to be completed, or none."""

    game: Showdown
    hand: Range | None
    board: int
    dead: int

    @property
    def live(self) -> int:
        """Cards neither on the board nor dead, one bit a card."""
        return self.game.deck.mask & ~self.board & ~self.dead

    @property
    def on_board(self) -> bool:
        """Whether a hand is looked up board by board, which knows no jokers."""
        return self.game.board > 0 and self.hand is not None and not self.game.deck.jokers

    @property
    def to_come(self) -> int:
        """How many cards are to come."""
        game = self.game
        if self.hand is None:
            held = 0
        elif game.board:
            held = game.hole
        else:
            held = 0 if self.hand.is_full else self.hand.size
        return game.hole + game.board - self.board.bit_count() - held

    def question(self) -> Question:
        """Give the hand as a question of one seat."""
        assert self.hand is not None
        return Question(self.game, (self.hand,), self.board, self.dead, (1,))

    def check(self) -> None:
        """Raise CardError if there are too few cards."""
        needed = self.game.hole + self.game.board + self.dead.bit_count()
        if needed > self.game.deck.size:
            raise CardError(f"a hand needs {needed} cards; the deck has {self.game.deck.size}")
        if self.hand is not None:
            seats_of(self.question())


@dataclass(frozen=True, slots=True)
class CategoryCount(_Hand):
    """Every completion of a hand, counted."""

    @property
    def units(self) -> int:
        """Hands that differ by more than suit relabelling."""
        return len(_hands_of(self)[0])

    @property
    def steps(self) -> float:
        """What it takes, in steps of about 5 ns."""
        each = MATCHUP_STEPS[self.to_come] if self.to_come <= 5 else WHOLE_HAND_STEPS
        return self.units * each * (1 + self.game.deck.jokers)

    @property
    def chunk_units(self) -> int:
        """Hands of a chunk."""
        return max(1, int(CHUNK_STEPS * self.units / self.steps))

    def count(self, start: int, stop: int) -> Tally:
        """Count deals of some hands by category."""
        game = self.game
        hands, times, weights, rows, by_rank = _hands_of(self)
        complete = game.tables(game.ranking.size if game.use else game.hole + game.board)
        placed = game.tables(5) if self.on_board else complete
        counts = np.zeros(len(game.ranking.categories), np.int64)
        weighted = np.zeros(len(game.ranking.categories))
        used = game.use if self.on_board else 0
        look_up = _LookUp(complete, placed.offsets, by_rank, used, game.ranking.size)
        for at in range(start, stop):
            part = slice(at, at + 1)
            _count_completions(
                look_up,
                (hands[part] if self.on_board else np.zeros(1, np.uint64), rows[part]),
                # Known cards in hand are like a board that others do not share.
                self.board if self.on_board else self.board | int(hands[at]),
                self.live & ~int(hands[at]),
                self.to_come,
                (times[part], weights[part] if len(weights) else weights),
                (counts, weighted),
            )
        return {"counts": counts, "weighted": weighted} if len(weights) else {"counts": counts}


class _LookUp(NamedTuple):
    """How complete hands are looked up."""

    table: Tables
    """Of all cards of a hand."""
    offsets: NDArray[np.int32]
    """Where the ranks of the cards to come lie."""
    by_rank: NDArray[np.uint16]
    """Strengths by row of hole cards and place of the cards to come."""
    used: int
    """Hole cards that must count, 0 for any."""
    size: int
    """Cards that count."""


def _count_completions(
    look_up: _LookUp,
    held: tuple[NDArray[np.uint64], NDArray[np.int32]],
    known: int,
    left: int,
    to_come: int,
    each: tuple[NDArray[np.int64], NDArray[np.float64]],
    out: tuple[NDArray[np.int64], NDArray[np.float64]],
) -> None:
    """Add what one hand becomes, by category, for each number of jokers that may come.

    `held` are hole cards beside a board and their row, `known` cards that lie, `left` those that
    may come; `each` is how many hands it stands for and their weight.
    """
    table = look_up.table
    (times, weights), (counts, weighted) = each, out
    jokers = 3 << JOKER
    sure, come = (known & jokers).bit_count(), (left & jokers).bit_count()
    for wild in range(min(come, to_come) + 1):
        ways = comb(come, wild)
        _boards.count_categories(
            *held,
            look_up.by_rank,
            table.flushes[sure + wild],
            table.keys,
            look_up.offsets,
            left & ~jokers,
            known & ~jokers,
            to_come - wild,
            look_up.used,
            look_up.size,
            sure + wild,
            table.categories,
            times * ways,
            weights * ways,
            counts,
            weighted,
        )


def categories_of(spec: Spec, held: Sequence[int], live: int) -> NDArray[np.int64]:
    """Count what hands without a board become by live cards, int64[hands, categories]."""
    table, size = spec.tables(spec.hole), spec.ranking.size
    look_up = _LookUp(table, table.offsets, table.ranks[None], 0, size)
    nothing = np.zeros(1, np.uint64), np.zeros(1, np.int32)
    once = np.ones(1, np.int64), np.zeros(0)
    counts = np.zeros((len(held), len(spec.ranking.categories)), np.int64)
    for row, known in zip(counts, held, strict=True):
        to_come = spec.hole - known.bit_count()
        _count_completions(look_up, nothing, known, live, to_come, once, (row, np.zeros(len(row))))
    return counts


@lru_cache(maxsize=8)
def _hands_of(job: CategoryCount) -> tuple[NDArray[Any], ...]:
    """List hands up to suits, how often each is there, its weight, and its strengths by board."""
    job.check()
    game = job.game
    if job.hand is None:
        masks, weights = np.zeros(1, np.uint64), np.zeros(0)
    else:
        question = job.question()
        (seat,) = seats_of(question)
        masks, weights = seat.masks, seat.weights
        if game.board:
            masks, weights = holdings_of(question, seat)
        if job.hand.is_uniform:
            weights = np.zeros(0)
    times = np.ones(len(masks), np.int64)
    if len(masks) > 1 and not game.deck.jokers:
        keys = _disjoint.canonical_keys(
            np.ascontiguousarray(masks[:, None]),
            suit_maps(job.live, job.board),
            comb(52, game.hole),
        )
        _, first, inverse, times = np.unique(
            keys, return_index=True, return_inverse=True, return_counts=True
        )
        masks = masks[first]
        if len(weights):
            weights = np.bincount(inverse, weights, len(first)).astype(np.float64)
    if job.on_board:
        rows, by_rank = strengths_by_board(game, masks, job.live, job.board, job.to_come)
    else:
        rows = np.zeros(len(masks), np.int32)
        by_rank = game.tables(game.hole + game.board).ranks[None]
    return masks, times.astype(np.int64), weights, rows, by_rank


@dataclass(frozen=True, slots=True)
class CategorySample(_Hand):
    """Random completions of a hand."""

    @property
    def chunk_deals(self) -> int:
        """Hands of a chunk."""
        return SAMPLED // 8 if self.game.use else SAMPLED

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate: deals by category."""
        from equity.showdown.simulation import sample_strengths

        counts = sample_strengths(self.question(), state, deals)
        places = np.zeros(len(self.game.ranking.categories), np.int64)
        table = self.game.tables(5 if self.game.use else self.game.hole + self.game.board)
        scale = 4 if len(table.tops) else 1
        for strength in np.flatnonzero(counts).tolist():
            places[table.categories[strength // scale]] += counts[strength]
        return {"counts": places}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of a category's probability."""
        counts = tally["counts"]
        total = counts.sum() + 2
        chance = (counts + 1) / total
        return float(np.sqrt(chance * (1 - chance) / (total - 1)).max())

    def finish(self, outcome: Outcome) -> Tally:
        """Give the tally that an answer is read from."""
        return outcome.tally
