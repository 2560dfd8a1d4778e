"""Pineapples: hold'em with more hole cards dealt than are kept."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from equity.cards import parse_board, parse_cards
from equity.errors import CardError
from equity.options import Options
from equity.run import timed
from equity.showdown.game import Showdown
from equity.showdown.keeps import compare_keeps
from equity.showdown.spec import Use

if TYPE_CHECKING:
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords
    from equity.ranges import Seat
    from equity.results import Decision

__all__ = ["Pineapple"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Pineapple(Showdown):
    """Hold'em in which two of more hole cards are kept; those thrown away are dead."""

    dealt: int
    """Hole cards dealt."""
    thrown_on: int
    """Board cards that are open when all but two are thrown away, 0 or 3."""

    def _check_rules(self) -> None:
        """Raise RuleError if settings do not go together."""
        if "use" in self.rules:
            exactly_two = self.rules["use"] == "two"
            object.__setattr__(self, "use", Use(2, 3) if exactly_two else None)
        super()._check_rules()

    @timed
    def decide(
        self,
        hand: Cards,
        *opponents: Seat,
        board: Cards = "",
        dead: Cards = "",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Compute what each two cards that may be kept are worth.

        Parameters
        ----------
        hand : str or sequence of int
            All hole cards that were dealt.
        *opponents : str, Range or sequence of int
            The two cards that each opponent keeps, or a range of them; one opponent with any two
            cards if left out.
        board : str or sequence of int, optional
            The flop, where cards are thrown away after it.
        dead : str or sequence of int, optional
            Other cards known to be out of the deck.
        **options
            As for :meth:`equity`.

        Returns
        -------
        Decision
            An action for each two cards, ``"Ks9d"``, the best first; ``ev`` is the share of the
            pot that can be expected, the cards thrown away being dead.

        Raises
        ------
        NotationError, CardError, RuleError
            As for :meth:`equity`; also another number of hole or board cards.

        Examples
        --------
        >>> from equity import crazy_pineapple
        >>> decision = crazy_pineapple.decide("AsKs9d", board="Ts9s2h")
        >>> decision.best.keep, round(float(decision.best.ev), 6)
        ('Ks9d', 0.74879)
        """
        checked = Options.check(**options)
        held = parse_cards(hand, self.deck, "hand")
        known = parse_board(board, self.board, self.deck, self.title)
        gone = parse_cards(dead, self.deck, "dead cards")
        if len(held) != self.dealt:
            raise CardError(f"hand has {len(held)} cards; {self.title} deals {self.dealt}")
        if len(known) != self.thrown_on:
            when = "the flop" if self.thrown_on else "no board card"
            raise CardError(
                f"the board has {len(known)} cards; in {self.title} cards are thrown away when "
                f"{when} is open"
            )
        keeps = list(combinations(sorted(held, reverse=True), 2))
        return compare_keeps(self, held, keeps, opponents, checked, dict(options), known, gone)
