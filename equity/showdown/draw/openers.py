"""Who may open the betting: jacks or better, where that is the rule."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from equity.cards import cards_of, parse_cards
from equity.memory import remembered
from equity.rankings.tables import frozen
from equity.showdown import _hands, _keeps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.jobs import Tally
    from equity.showdown.spec import Spec

__all__ = ["OpeningCount", "OpeningDeals", "opens"]


def opens(spec: Spec, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Tell which five-card hands are a pair of jacks or better."""
    return _all_opens(spec)[_keeps.places(np.ascontiguousarray(masks))]


@remembered(2)
def _all_opens(spec: Spec) -> NDArray[np.bool_]:
    """By place of the hand: whether it is a pair of jacks or better."""
    nothing = np.zeros(1, np.uint64)
    masks, strengths = _hands.complete_hands(spec.tables(5), nothing, spec.deck.mask, 5)
    jacks = parse_cards("JcJd", spec.deck, "cards")
    # The worst pair of jacks has the lowest other ranks beside it.
    others = [card for card in range(0, 52, 4) if card in spec.deck and card >> 2 != jacks[0] >> 2]
    least = spec.strength_of([*jacks, *others[:3]])
    able = np.zeros(comb(52 + spec.deck.jokers, 5), bool)
    able[_keeps.places(masks)] = strengths >= least
    return frozen(able)


@dataclass(frozen=True, slots=True)
class OpeningCount:
    """Whether somebody can open, counted for one unknown hand at the most."""

    spec: Spec
    held: int
    others: int
    sure: bool
    """Whether somebody can: one's own hand does, or any hand may."""

    @property
    def units(self) -> int:
        """It cannot be divided."""
        return 1

    @property
    def chunk_units(self) -> int:
        """It cannot be divided."""
        return 1

    def count(self, start: int, stop: int) -> Tally:
        """Count the hands that cannot open, and those with which somebody can."""
        if not self.others:
            return {"counts": np.array([not self.sure, self.sure], np.int64)}
        masks, _ = _hands.complete_hands(
            self.spec.tables(5), np.zeros(1, np.uint64), self.spec.deck.mask & ~self.held, 5
        )
        able = np.ones(len(masks), bool) if self.sure else opens(self.spec, masks)
        yes = int(able.sum())
        return {"counts": np.array([len(masks) - yes, yes], np.int64)}


@dataclass(frozen=True, slots=True)
class OpeningDeals:
    """Whether somebody can open, simulated."""

    spec: Spec
    held: int
    others: int
    sure: bool
    """Whether somebody can: one's own hand does, or any hand may."""

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk."""
        return 20_000

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Deal hands and look them up."""
        random = np.random.Generator(np.random.PCG64(np.random.SeedSequence(state.tolist())))
        live = np.array(cards_of(self.spec.deck.mask & ~self.held), np.uint64)
        # Row by row, so that fewer deals are the first of more.
        order = np.argsort(random.random((deals, len(live))), axis=1)[:, : 5 * self.others]
        bits = np.uint64(1) << live[order].reshape(deals, self.others, 5)
        hands = np.bitwise_or.reduce(bits, axis=2)
        able = opens(self.spec, hands.ravel()).reshape(hands.shape).any(axis=1)
        yes = deals if self.sure else int(able.sum())
        return {"counts": np.array([deals - yes, yes], np.int64)}

    def error(self, tally: Tally) -> float:
        """Give the standard error of the chance."""
        counts = tally["counts"]
        total = int(counts.sum()) + 2
        chance = (int(counts[0]) + 1) / total
        return float((chance * (1 - chance) / (total - 1)) ** 0.5)
