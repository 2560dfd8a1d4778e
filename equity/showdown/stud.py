"""Stud: hands dealt card by card, some of them open; which card to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from equity.cards import card_name, format_cards, parse_cards
from equity.errors import CardError, RuleError, shown
from equity.options import Options
from equity.partial_hands import as_partial_hand
from equity.results import Action, Decision
from equity.run import timed
from equity.showdown.game import Showdown

if TYPE_CHECKING:
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords
    from equity.ranges import Seat

__all__ = ["Stud"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Stud(Showdown):
    """A stud game: the missing cards of every hand are dealt."""

    @timed
    def decide(
        self,
        hand: Cards,
        *opponents: Seat,
        dead: Cards = "",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Say which face-down card to show after the last card.

        An opponent sees up cards only and takes every hidden card, ours and all others', for
        any card. The best choice is the one after which that opponent's estimate of our equity
        is lowest.

        Parameters
        ----------
        hand : str
            Down cards, a slash, up cards: all cards dealt, with one down card more than stay
            hidden, ``"AhKd/As2c7h"`` in five-card stud.
        *opponents : str, Range or sequence of int
            Up cards of the others, ``"/QsJdTc9h"``; one opponent with nothing known if left out.
        dead : str or sequence of int, optional
            Cards seen that are out of the deck, as folded up cards.
        **options
            As for :meth:`equity`.

        Returns
        -------
        Decision
            One action a face-down card, ``"show Kd"``; ``ev`` is the share of the pot that the
            opponents seem to have, so one less our equity as they see it.

        Raises
        ------
        NotationError, CardError, RuleError
            As for :meth:`equity`; also if there is no choice to make yet.

        References
        ----------
        The rules are in ``docs/games.md``; every figure is recounted by ``tests/oracles``.

        Examples
        --------
        >>> from equity import five_card_stud
        >>> five_card_stud.decide("AhKd/As2c7h", "/QsJdTc").best.label
        'show Kd'
        """
        checked = Options.check(**options)
        if not isinstance(hand, str) or "/" not in hand:
            raise RuleError(f"hand is {shown(hand)}; write down cards, a slash and up cards")
        held = as_partial_hand(hand, self.hole, self.deck, "hand")
        if held.unknown_down or len(held.hands) != 1 or held.hands.size != self.hole:
            raise CardError(
                f"hand {shown(hand)} has {held.held} cards; a card is shown after all "
                f"{self.hole} are dealt and known"
            )
        up = list(held.up)
        down = [card for card in held.hands.cards[0].tolist() if card not in up]
        hidden = self.hole - 4 if self.hole == 5 else 2
        if len(down) != hidden + 1:
            raise RuleError(
                f"hand {shown(hand)} has {len(down)} cards down; one of {hidden + 1} is shown"
            )
        gone = parse_cards(dead, self.deck, "dead cards")
        others = opponents or ("random",)
        seen = []
        taken = set(up + down + gone)
        for at, other in enumerate(others):
            shows = as_partial_hand(other, self.hole, self.deck, f"opponent {at + 1}")
            if not shows.hands.is_full and shows.hands.size > len(shows.up):
                raise RuleError(
                    f"opponent {at + 1}: {shown(other)} names cards that are down; give up cards "
                    "only, /QsJd, since an opponent's view is asked for"
                )
            for card in shows.up:
                if card in taken:
                    raise CardError(
                        f"{card_name(card, self.deck)} of opponent {at + 1} is elsewhere too"
                    )
                taken.add(card)
            seen.append(shows.up)
        if checked.seconds is not None:
            options["seconds"] = checked.seconds / len(down)
        choices = []
        worst: Any = None
        for card in down:
            open_cards = format_cards([*up, card], self.deck)
            seats = [f"/{format_cards(cards, self.deck)}" if cards else "random" for cards in seen]
            result = self.equity(f"/{open_cards}", *seats, dead=gone, **options)
            worst = result if worst is None or not result.exact else worst
            choices.append(
                Action(
                    label=f"show {card_name(card, self.deck)}",
                    ev=1 - float(result.equity[0]),
                    stderr=float(result.stderr[0]),
                    win=1 - float(result.win[0]) - float(result.tie[0]),
                    tie=float(result.tie[0]),
                )
            )
        return Decision(
            game=self.name,
            rules=self.rules,
            method=worst.method,
            deals=worst.deals,
            seed=worst.seed,
            choices=tuple(choices),
        )
