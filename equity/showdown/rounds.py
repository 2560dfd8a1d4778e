"""Matches of several rounds: a point for the best hand of each, the most points win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from equity.cards import cards_of
from equity.checks import whole
from equity.errors import RuleError, shown
from equity.options import Options
from equity.results import Match, share_stderr
from equity.run import choose, run
from equity.shield import Kernels
from equity.showdown.bundles import look_up_of
from equity.showdown.game import Showdown

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

__all__ = ["Rounds", "RoundsMatch"]

kernels = Kernels("equity.showdown.kernels")
MOST_ROUNDS = 100_000
"""A longer match is refused; a chunk of one match must stay short."""
CHUNK_HANDS = 1_500_000
"""Hands looked up in a chunk."""


@dataclass(frozen=True, slots=True)
class RoundsMatch:
    """Random matches of hands dealt at once."""

    game: Rounds
    players: int
    rounds: int

    @property
    def chunk_deals(self) -> int:
        """Matches of a chunk."""
        return max(1, CHUNK_HANDS // (self.players * self.rounds))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Simulate matches: who shares which places."""
        game, players = self.game, self.players
        groups = np.zeros((players, players, players + 1), np.int64)
        deck = np.array(cards_of(game.deck.mask), np.uint8)
        kernels.deal_matches(
            state,
            deals,
            deck,
            players,
            game.hole,
            self.rounds,
            look_up_of(game.tables(game.hole)),
            groups,
        )
        length = np.zeros(2, np.int64)
        length[1] = deals
        return {"groups": groups, "length": length}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of a seat's chance to win."""
        won = tally["groups"][:, 0, :].copy()
        won[:, 0] = tally["length"].sum() - won.sum(axis=1)
        return float(share_stderr(won).max())


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Rounds(Showdown):
    """A game dealt at once, which may be played over several rounds for points."""

    def play(self, players: int = 5, rounds: int = 10, **options: Unpack[Keywords]) -> Match:
        """Play matches of several rounds.

        The best hand of a round gets one point, equal best hands one each. The most points after
        the last round win; a shared win is split.

        Parameters
        ----------
        players : int, default 5
            Number of seats.
        rounds : int, default 10
            Rounds of a match.
        **options
            As for :meth:`equity`; ``deals`` are matches.

        Returns
        -------
        Match
            Chance to win by seat, and places; the length is counted in rounds.

        Raises
        ------
        RuleError
            Numbers that make no match, or a wrong option.
        CardError
            More players than the deck has cards for.

        References
        ----------
        The rules, and what a round is worth, are in ``docs/games.md``.

        Examples
        --------
        >>> from equity import five_card
        >>> five_card.play(players=4, rounds=5, deals=1000, seed=7).win.sum().round(6).item()
        1.0
        """
        checked = Options.check(**options)
        length = whole("rounds", rounds, 1)
        if length is None:
            raise RuleError("rounds is None; it is a whole number, 1 or more")
        if length > MOST_ROUNDS:
            raise RuleError(f"rounds is {shown(rounds)}; it is at most {MOST_ROUNDS}")
        seats = self._number_of_seats(0, 0, players)
        choose(checked, None)
        job = RoundsMatch(self, seats, length)

        def finish(outcome: Outcome) -> Match:
            return Match(
                **outcome.about(self, job),
                tally=outcome.tally,
                length_unit="rounds",
                length_step=length,
            )

        return run(job, checked, finish)
