"""How seats with ranges are drawn together: lists of the combos that fit, chosen by weight.

Seats are drawn anew as a whole if two of them hold a card; where that would nearly always happen,
their ranges are first joined into lists of the combos that fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.errors import RuleError
from equity.hand_sets import cards_of_masks
from equity.rankings.tables import frozen
from equity.showdown import _disjoint
from equity.showdown.bundles import Groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from equity.showdown.question import Seat

__all__ = [
    "Drawn",
    "alias",
    "draw_groups",
    "group_arrays",
    "joined",
    "range_arrays",
]

LEAST_ACCEPTED = 1 / 50
"""Ranges are joined while a draw of all seats fits more seldom than this."""
MOST_JOINED = 4_000_000
"""Entries of a joined list, at most."""
TRIED_DRAWS, MOST_TRIES = 20_000, 100
"""Draws that estimate how often seats fit, and how often that is tried until one does; their
stream is fixed, so that chunks are."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Seats whose combos are drawn from one list."""

    seats: tuple[int, ...]
    rows: NDArray[np.int32] | None
    """[entries, seats]: the combo of each seat, counted from the seat's first; ``None`` if the
    entries are the combos of one seat: there are a million of some hands of six cards."""
    cards: NDArray[np.uint64]
    """[entries]: all cards of an entry, one bit a card."""
    weights: NDArray[np.float64]
    """[entries]: products of weights, less a power of two: they may be too small for a float."""
    powers: NDArray[np.int32]
    """[entries]: that power."""

    @classmethod
    def of_seat(cls, at: int, seat: Seat) -> Group:
        """Make the group of one seat."""
        powers = np.broadcast_to(np.int32(0), len(seat.masks))
        return cls((at,), None, seat.masks, seat.weights, powers)

    @property
    def chances(self) -> NDArray[np.float64]:
        """[entries]: how likely each is, up to a factor that makes the likeliest about one."""
        if self.rows is None:
            return self.weights
        return np.asarray(np.ldexp(self.weights, self.powers - self.powers.max()))

    def rows_of(self, entries: NDArray[np.int64]) -> NDArray[np.int32]:
        """Give the combos of some entries, int32[n, seats]."""
        return entries.astype(np.int32)[:, None] if self.rows is None else self.rows[entries]


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """How the seats with ranges are drawn."""

    groups: tuple[Group, ...]
    accepted: float
    """About how often a draw of all groups fits."""


def draw_groups(seats: tuple[Seat, ...]) -> Drawn:
    """Join ranges until draws fit often enough, or the lists would grow too long."""
    groups = [Group.of_seat(at, seat) for at, seat in enumerate(seats) if len(seat.masks) > 1]
    accepted = _acceptance(groups)
    while accepted < LEAST_ACCEPTED and len(groups) > 1:
        groups.sort(key=lambda group: len(group.cards))
        joined = _join(groups[0], groups[1])
        if joined is None:
            break
        groups = [joined, *groups[2:]]
        accepted = _acceptance(groups)
    return Drawn(tuple(groups), accepted or _patient_acceptance(groups))


def _patient_acceptance(groups: Sequence[Group]) -> float:
    """Estimate it by as many draws as it takes; refuse what would be drawn for ever."""
    accepted = _acceptance(groups, patient=True)
    if not accepted:
        raise RuleError("these ranges fit together too seldom to be simulated")
    return accepted


def _acceptance(groups: Sequence[Group], patient: bool = False) -> float:
    """Estimate how often a draw of all groups has every card once."""
    if len(groups) < 2:
        return 1.0
    random = np.random.default_rng(0)
    chances = [group.chances for group in groups]
    for tries in range(1, MOST_TRIES + 1):
        used = np.zeros(TRIED_DRAWS, np.uint64)
        fits = np.ones(TRIED_DRAWS, bool)
        for group, chance in zip(groups, chances, strict=True):
            if not _differ(chance):
                drawn = random.integers(len(group.cards), size=TRIED_DRAWS)
            else:
                total = np.cumsum(chance)
                drawn = np.searchsorted(total, random.random(TRIED_DRAWS) * total[-1], side="right")
            cards = group.cards[np.minimum(drawn, len(group.cards) - 1)]
            fits &= (cards & used) == 0
            used |= cards
        if fits.any():
            return float(fits.sum()) / (tries * TRIED_DRAWS)
        if not patient:
            break
    return 0.0


def _differ(weights: NDArray[np.float64]) -> bool:
    """Tell whether weights differ; a single one for all takes no array."""
    return weights.strides != (0,) and bool((weights != weights[0]).any())


def _join(first: Group, second: Group) -> Group | None:
    """List the pairs of entries that fit; ``None`` if there would be too many."""
    if len(first.cards) * len(second.cards) > 16 * MOST_JOINED:
        return None
    masks = np.concatenate([first.cards, second.cards])
    weights = np.concatenate([first.weights, second.weights])
    starts = np.array([0, len(first.cards), len(masks)], np.int64)
    found = _disjoint.list_fitting(masks, weights, starts, MOST_JOINED)
    if found is None:
        return None
    at, other = found[0].T
    (ours, our_powers), (theirs, their_powers) = np.frexp(first.weights), np.frexp(second.weights)
    our_powers, their_powers = our_powers + first.powers, their_powers + second.powers
    return Group(
        first.seats + second.seats,
        np.concatenate([first.rows_of(at), second.rows_of(other)], axis=1),
        first.cards[at] | second.cards[other],
        ours[at] * theirs[other],
        our_powers[at] + their_powers[other],
    )


def alias(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Make an alias table (Vose 1991): stay at an entry with this chance, else go to that one."""
    keep, other = _disjoint.alias(weights / weights.sum() * len(weights))
    return frozen(keep), frozen(other)


def group_arrays(
    groups: tuple[Group, ...], combos: NDArray[np.uint64], firsts_of: dict[int, int]
) -> Groups:
    """Give groups as the kernels read them.

    `combos` are those of all seats that the groups have, seat by seat; `firsts_of` says where each
    seat's begin.
    """
    starts = np.cumsum([0, *(len(group.cards) for group in groups)]).astype(np.int64)
    rows, firsts, cards = [np.zeros(0, np.int32)], starts[:-1], combos
    if any(group.rows is not None for group in groups):
        rows = [
            (
                group.rows_of(np.arange(len(group.cards)))
                + np.array([firsts_of[seat] for seat in group.seats], np.int32)
            ).ravel()
            for group in groups
        ]
        firsts = np.cumsum([0, *map(len, rows)])[:-1]
        cards = joined([group.cards for group in groups], np.uint64)
    chances = [group.chances for group in groups]
    weighted = [_differ(chance) for chance in chances]
    # Entries of one weight are drawn without a look at these.
    size = starts[-1] if any(weighted) else 0
    keep, other = np.ones(size), np.arange(size)
    for at, chance in enumerate(chances):
        if weighted[at]:
            part = slice(starts[at], starts[at + 1])
            keep[part], other[part] = alias(chance)
            other[part] += starts[at]
    return Groups(
        frozen(starts),
        frozen(np.array([len(group.seats) for group in groups], np.int64)),
        frozen(firsts.astype(np.int64)),
        frozen(np.array(weighted, np.uint8)),
        cards,
        frozen(keep),
        frozen(other.astype(np.int64)),
        joined(rows, np.int32),
    )


def joined(parts: list[NDArray[Any]], dtype: type) -> NDArray[Any]:
    """Put arrays one after the other, read-only; a single one is not copied."""
    if len(parts) == 1:
        return frozen(np.ascontiguousarray(parts[0], dtype))
    return frozen(np.concatenate(parts) if parts else np.zeros(0, dtype))


def range_arrays(seats: tuple[Seat, ...], hole: int) -> tuple[Groups, NDArray[np.uint8]]:
    """Give seats with ranges as groups of one seat each, and the cards of their combos.

    Raises
    ------
    RuleError
        They hardly ever fit together.
    """
    groups = tuple(Group.of_seat(at, seat) for at, seat in enumerate(seats))
    _patient_acceptance(groups)
    combos = joined([seat.masks for seat in seats], np.uint64)
    cards = np.zeros((len(combos), hole), np.uint8)
    at = 0
    for seat in seats:
        held = cards_of_masks(seat.masks, int(seat.masks[0]).bit_count())
        cards[at : at + len(held), : held.shape[1]] = held[:, ::-1]
        at += len(held)
    return group_arrays(groups, combos, {}), frozen(cards)
