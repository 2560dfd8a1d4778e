"""The work behind draw decisions: jobs that deal, draw and compare.

What a keep becomes is always counted. Against opponents whose hands do not depend on what the
hero does, winning is counted too: all completions of all keeps are compared with all of one
opponent's hands in one sweep, which takes hands that share a card off (see ``sweep_hands``). Else
every keep is played against the same random deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import cards_of
from equity.memory import remembered
from equity.rankings.tables import frozen
from equity.results.statistics import (
    SHARE_UNITS,
    mean_stderr,
    outcome_shares,
    share_stderr,
)
from equity.shield import Kernels
from equity.showdown import _hands
from equity.showdown.bundles import Count, Decided, Keeps, Players, Pots, Strategies, look_up_of
from equity.showdown.draw.strategies import always_pat, draws_of
from equity.showdown.groups import range_arrays
from equity.showdown.odds import categories_of
from equity.showdown.question import Question, settle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.jobs import Tally
    from equity.ranges import Range
    from equity.showdown.draw.strategies import Strategy
    from equity.showdown.spec import Spec

__all__ = [
    "DrawDeals",
    "DrawDecision",
    "ExactDecision",
    "Player",
    "exact_steps",
]

kernels = Kernels("equity.showdown.kernels")
CHUNK_HANDS = 400_000
"""Hands looked up in a chunk."""
SWEEP_STEPS = 60
"""Steps of a complete hand in a sweep, of about 5 ns."""
MOST_LISTED = 5_000_000
"""Complete hands of an opponent that are listed at most."""
_CHOOSE = frozen(np.array([[comb(n, k) for k in range(8)] for n in range(54)], np.int64))


@dataclass(frozen=True, slots=True)
class Player:
    """What a player holds before the draw, and how it draws."""

    held: Range | None
    """Hands of five cards or fewer; ``None`` for any five."""
    strategy: Strategy | None
    """``None``: five cards stand pat, fewer are filled up."""

    @property
    def name(self) -> str:
        """What results call the player."""
        drawing = "" if self.strategy is None else self.strategy.name
        if self.held is None:
            return drawing or "random"
        few = len(self.held) <= 24
        hands = str(self.held) if few else f"one of {len(self.held):,} hands"
        return f"{hands}, {drawing}" if drawing else hands

    @property
    def size(self) -> int:
        """Cards held before the draw."""
        return 5 if self.held is None else self.held.size


@remembered(16)
def _player_arrays(
    spec: Spec, players: tuple[Player, ...], gone: int, hero: int = 0
) -> tuple[Any, ...]:
    """Give the deck, ranges as groups, and strategies, as the kernels read them.

    `hero` are those of the cards gone that the hand of who asks has; then the players are its
    opponents, in messages too.
    """
    ranges = tuple(player.held for player in players if player.held is not None)
    names = tuple(
        f"opponent {at + 1}" if hero else f"seat {at}"
        for at, player in enumerate(players)
        if player.held is not None
    )
    question = Question(spec, ranges, 0, gone, (1,), names, hero)
    seats = settle(question).seats if ranges else ()
    groups, combo_cards = range_arrays(seats, 5)
    group_seat, at = [], 0
    for player in players:
        group_seat.append(at if player.held is not None else -1)
        at += player.held is not None
    tables, starts, sees = [np.zeros(0, np.uint8)], [], []
    known: dict[int, int] = {}
    length = 0
    for player in players:
        strategy = player.strategy
        if strategy is None:
            starts.append(-1)
            sees.append(0)
            continue
        if id(strategy.table) not in known:
            known[id(strategy.table)] = length
            tables.append(strategy.table.ravel())
            length += strategy.table.size
        starts.append(known[id(strategy.table)])
        sees.append(strategy.sees)
    hands = comb(52 + spec.deck.jokers, 5)
    deck = np.array(cards_of(spec.deck.mask & ~gone), np.uint8)
    return (
        deck,
        groups,
        (
            Players(
                frozen(combo_cards),
                frozen(np.array([player.size for player in players], np.int64)),
                frozen(np.array(group_seat, np.int64)),
            ),
            Strategies(
                frozen(tables[1] if len(tables) == 2 else np.concatenate(tables)),
                frozen(np.array(starts, np.int64)),
                frozen(np.array(sees, np.int64)),
                hands,
                _CHOOSE,
            ),
        ),
    )


@dataclass(frozen=True, slots=True)
class DrawDeals:
    """Seats that draw by strategies: deals compared, or matches of so many rounds."""

    spec: Spec
    dead: int
    players: tuple[Player, ...]
    eligible: tuple[int, ...]
    rounds: int

    def check(self) -> None:
        """Raise CardError if hands cannot be dealt together."""
        _player_arrays(self.spec, self.players, self.dead)

    @property
    def chunk_deals(self) -> int:
        """Deals or matches of a chunk."""
        return max(1, CHUNK_HANDS // (len(self.players) * max(1, self.rounds)))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate."""
        deck, groups, players = _player_arrays(self.spec, self.players, self.dead)
        seats, pots = len(self.players), len(self.eligible)
        shares = np.zeros((pots, seats, seats + 1), np.int64)
        products = np.zeros((seats, pots, pots), np.int64)
        won = np.zeros((seats, seats, seats + 1), np.int64)
        kernels.deal_draws(
            state,
            deals,
            deck.copy(),
            groups,
            *players,
            look_up_of(self.spec.tables(5)),
            Pots(frozen(np.array(self.eligible, np.uint64)), outcome_shares(seats).units),
            Count(shares, products),
            self.rounds,
            won,
        )
        if self.rounds:
            length = np.zeros(2, np.int64)
            length[1] = deals
            return {"groups": won, "length": length}
        shares[:, :, 0] = deals - shares.sum(axis=2)
        return {"shares": shares, "products": products} if pots > 1 else {"shares": shares}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of a seat's equity, or of its chance to win."""
        if not self.rounds:
            return float(share_stderr(tally["shares"][0]).max())
        won = tally["groups"][:, 0, :].copy()
        won[:, 0] = tally["length"].sum() - won.sum(axis=1)
        return float(share_stderr(won).max())


@dataclass(frozen=True, slots=True)
class DrawDecision:
    """Every keep of one hand against the same random deals."""

    spec: Spec
    hero: tuple[int, ...]
    """The five cards, ascending."""
    dead: int
    players: tuple[Player, ...]
    """The opponents, in the order in which they act."""
    before: int
    """How many of them act before."""
    keeps: tuple[int, ...]
    """Bits by place in `hero`."""
    points: bool
    """Whether a point is won for every best hand, instead of a share of the pot."""

    @property
    def gone(self) -> int:
        """Cards out of the deck: the hand and the dead cards."""
        return self.dead | self.cards_of(31)

    @property
    def scale(self) -> int:
        """What one whole pot, or a point, counts in the tally."""
        return 1 if self.points else SHARE_UNITS

    def check(self) -> None:
        """Raise CardError if hands cannot be dealt together."""
        _ = self._arrays

    @property
    def _arrays(self) -> tuple[Any, ...]:
        """The deck, ranges and strategies as the kernels read them."""
        return _player_arrays(self.spec, self.players, self.gone, self.cards_of(31))

    def becomes(self) -> list[dict[str, float]]:
        """Count what every keep becomes: probability by category."""
        known = sum(player_held(player) for player in self.players)
        held = [self.cards_of(kept) for kept in self.keeps]
        counts = categories_of(self.spec, held, self.spec.deck.mask & ~self.gone & ~known)
        names = self.spec.ranking.categories
        chances = counts / counts.sum(axis=1, keepdims=True)
        return [dict(zip(names, row, strict=True)) for row in chances.tolist()]

    def cards_of(self, kept: int) -> int:
        """Give the cards kept, one bit a card."""
        return sum(1 << card for at, card in enumerate(self.hero) if kept >> at & 1)

    @property
    def _variants(self) -> tuple[list[int], list[int]]:
        """Give keeps that stand for all whose opponents are dealt alike, and each one's variant."""
        most = 5 + sum(5 if player.strategy is None else player.size + 5 for player in self.players)
        live = (self.spec.deck.mask & ~self.gone).bit_count()
        # Under another limit the stock cannot run out: see ``Draw._check_stock``.
        if draws_of(self.spec).most == 5 and most > live:
            return list(self.keeps), list(range(len(self.keeps)))
        by_number: dict[int, int] = {}
        for kept in self.keeps:
            by_number.setdefault(kept.bit_count(), kept)
        variants = list(by_number.values())
        numbers = list(by_number)
        return variants, [numbers.index(kept.bit_count()) for kept in self.keeps]

    @property
    def chunk_deals(self) -> int:
        """Deals of a chunk."""
        variants, _ = self._variants
        return max(16, CHUNK_HANDS // (len(self.keeps) + len(variants) * len(self.players)))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate."""
        deck, groups, players = _player_arrays(
            self.spec, self.players, self.gone, self.cards_of(31)
        )
        variants, keep_variant = self._variants
        choices = len(self.keeps)
        sums, wins, ties = (np.zeros(choices, np.int64) for _ in range(3))
        products = np.zeros((choices, choices), np.int64)
        units = frozen(np.ones(len(self.players) + 2, np.int64))
        kernels.decide_draw(
            state,
            deals,
            deck.copy(),
            Keeps(
                np.array([self.hero], np.uint8),
                frozen(np.array(self.keeps, np.int64)),
                frozen(np.array(variants, np.int64)),
                frozen(np.array(keep_variant, np.int64)),
                self.before,
            ),
            groups,
            *players,
            look_up_of(self.spec.tables(5)),
            int(self.points),
            units if self.points else outcome_shares(len(self.players) + 1).units,
            Decided(sums, wins, ties, products),
        )
        products += np.tril(products, -1).T
        return {
            "sums": sums,
            "wins": wins,
            "ties": ties,
            "products": products,
            "n": np.array([deals]),
        }

    def error(self, tally: Tally) -> float:
        """Give the standard error of the best keep, or of its margin if that is larger."""
        sums, products = tally["sums"], tally["products"]
        deals = int(tally["n"][0])
        order = np.argsort(-sums)
        best = order[0]
        error = float(mean_stderr(deals, sums[best], products[best, best], 0, self.scale))
        if len(order) > 1:
            second = order[1]
            squares = products[best, best] + products[second, second] - 2 * products[best, second]
            difference = sums[best] - sums[second]
            error = max(
                error, float(mean_stderr(deals, difference, squares, -self.scale, self.scale))
            )
        return error / self.scale


def player_held(player: Player) -> int:
    """Give the cards that a player surely holds, one bit a card."""
    return 0 if player.held is None else int(np.bitwise_and.reduce(player.held.masks))


def _splits(question: DrawDecision) -> tuple[list[int], list[Player]]:
    """Part opponents into known hands that stand pat, and the others."""
    fixed, others = [], []
    for player in question.players:
        held = player.held
        if held is not None and (len(held), held.size, player.strategy) == (1, 5, None):
            fixed.append(int(held.masks[0]))
        else:
            others.append(player)
    return fixed, others


def exact_steps(question: DrawDecision) -> float | None:
    """Give the steps of an exact answer, ``None`` if there is no feasible one."""
    fixed, others = _splits(question)
    left = (question.spec.deck.mask & ~question.gone).bit_count() - 5 * len(fixed)
    mine = sum(comb(left, 5 - kept.bit_count()) for kept in question.keeps)
    if not others:
        return 10.0 * mine
    if len(others) > 1 or fixed:
        return None
    (player,) = others
    if player.strategy is not None and not always_pat(question.spec, player.strategy):
        return None
    if player.held is None:
        theirs = comb(left, 5)
    elif not player.held.is_uniform:
        return None
    else:
        # Cards of a shorter hand are drawn from the same deck as ours; who draws first is nothing.
        theirs = len(player.held) * comb(left - player.held.size, 5 - player.held.size)
    if theirs > MOST_LISTED or mine > MOST_LISTED:
        return None
    return SWEEP_STEPS * float(theirs + mine)


@dataclass(frozen=True, slots=True)
class ExactDecision:
    """Every keep of one hand against all hands of the opponents, counted."""

    question: DrawDecision

    @property
    def units(self) -> int:
        """It cannot be divided."""
        return 1

    @property
    def chunk_units(self) -> int:
        """It cannot be divided."""
        return 1

    def count(self, start: int, stop: int) -> Tally:
        """Count wins, ties (by how many share) and losses of every keep."""
        question = self.question
        spec = question.spec
        fixed, others = _splits(question)
        known = sum(fixed)
        for player in others:
            known |= player_held(player)
        live = spec.deck.mask & ~question.gone & ~known
        masks, strengths, keep = _completions(question, live)
        counts = np.zeros((len(question.keeps), 3), np.int64)
        if not others:
            best, sharing = _best_of(spec, fixed)
            for at in range(len(question.keeps)):
                own = strengths[keep == at]
                wins, ties = int((own > best).sum()), int((own == best).sum())
                counts[at] = wins, ties, len(own) - wins - ties
            return {"counts": counts, "sharing": np.array([sharing])}
        (player,) = others
        combos = np.zeros(1, np.uint64) if player.held is None else player.held.masks
        theirs, their_strengths = _hands.complete_hands(
            spec.tables(5), combos, live | player_held(player), 5 - int(combos[0]).bit_count()
        )
        theirs = theirs & ~np.uint64(player_held(player))
        order = np.argsort(their_strengths, kind="stable")
        mine = np.argsort(strengths, kind="stable")
        won = _hands.sweep_groups(
            masks[mine],
            strengths[mine],
            keep[mine],
            len(question.keeps),
            theirs[order],
            their_strengths[order],
        )
        return {"counts": won, "sharing": np.array([1])}

    def values(self, tally: Tally, at: int) -> tuple[float, float, float]:
        """Give ev, win and tie of a keep."""
        wins, ties, losses = (int(count) for count in tally["counts"][at])
        total = wins + ties + losses
        part = 1.0 if self.question.points else 1 / (1 + int(tally["sharing"][0]))
        return (wins + part * ties) / total, wins / total, ties / total


def _completions(question: DrawDecision, live: int) -> tuple[NDArray[Any], ...]:
    """List what every keep may become: the cards drawn, strengths, and which keep."""
    table = question.spec.tables(5)
    parts: list[tuple[NDArray[Any], ...]] = []
    for at, kept in enumerate(question.keeps):
        held = question.cards_of(kept)
        masks, strengths = _hands.complete_hands(
            table, np.array([held], np.uint64), live, 5 - kept.bit_count()
        )
        drawn = masks & ~np.uint64(held)
        parts.append((drawn, strengths, np.full(len(masks), at, np.int32)))
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


def _best_of(spec: Spec, hands: list[int]) -> tuple[int, int]:
    """Give the best strength of known hands, and how many have it."""
    strengths = [spec.strength_of(cards_of(hand)) for hand in hands]
    return max(strengths), strengths.count(max(strengths))
