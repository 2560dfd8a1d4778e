"""Lowball: five cards, some of them exchanged once, the lowest hand wins."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from equity.cards import parse_cards
from equity.errors import CardError
from equity.options import Options
from equity.run import timed
from equity.showdown.game import Showdown
from equity.showdown.keeps import compare_keeps

if TYPE_CHECKING:
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords
    from equity.ranges import Seat
    from equity.results import Decision

__all__ = ["Lowball"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Lowball(Showdown):
    """A draw game for the lowest hand: one of fewer cards is what was kept, and draws the rest."""

    @timed
    def decide(
        self,
        hand: Cards,
        *opponents: Seat,
        dead: Cards = "",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Compute what each keep of a hand is worth, before the draw.

        Parameters
        ----------
        hand : str or sequence of int
            The five cards dealt.
        *opponents : str, Range or sequence of int
            What each opponent has kept, five cards for one who stands pat, or a range; one
            opponent with any five cards if left out.
        dead : str or sequence of int, optional
            Other cards known to be out of the deck, such as those that opponents threw away.
        **options
            As for :meth:`equity`.

        Returns
        -------
        Decision
            The 32 keeps, the best first; ``ev`` is the share of the pot that can be expected, the
            cards thrown away being dead.

        Raises
        ------
        NotationError, CardError, RuleError
            As for :meth:`equity`; also another number of cards.

        Examples
        --------
        >>> from equity import deuce_to_seven
        >>> decision = deuce_to_seven.decide("Ts9d8c3h2s", "9s7d5c4h3d")
        >>> decision.best.keep, round(float(decision["8c3h2s"].ev), 6)
        ('8c3h2s', 0.073171)
        """
        checked = Options.check(**options)
        held = sorted(parse_cards(hand, self.deck, "hand"), reverse=True)
        gone = parse_cards(dead, self.deck, "dead cards")
        if len(held) != self.hole:
            raise CardError(f"hand has {len(held)} cards; {self.title} deals {self.hole}")
        keeps = [keep for number in range(self.hole, -1, -1) for keep in combinations(held, number)]
        return compare_keeps(self, held, keeps, opponents, checked, dict(options), dead=gone)
