"""Endurance: tricks; the winner of each alone draws, the last with cards wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import STANDARD, SUITS, card_name, parse_cards
from equity.checks import whole
from equity.errors import CardError, RuleError, several, shown
from equity.results import Decision
from equity.shield import Kernels
from equity.survival.bundles import Dealing, Out, Policies
from equity.survival.game import Event, Survival, seat_cards

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.options import Keywords

from equity.survival.choices import POLICIES, Choices, Skills, Trials, refuse_shared

__all__ = ["Endurance"]

kernels = Kernels("equity.survival.kernels")
MOST_DEALT = 25
"""Cards held by all players at the start, at most."""
# Places in the array of a game, as in the kernels.
_TRUMP, _LED, _SEAT, _STOCK, _TOP, _LEFT, _PLAYED, _TAKER, _PENDING = range(9)
_CARDS, _DRAW, _SIZE = 10, 22, 74


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Endurance(Choices):
    """Tricks; their winner alone draws a card, the last player with cards wins."""

    least: int = 4
    most: int = 6
    unit: str = "tricks"

    def _sizes(self, players: int) -> list[int]:
        """Six, five or four cards each."""
        return [{4: 6, 5: 5, 6: 4}[players]] * players

    def _engine(
        self, state: Any, deals: int, deal: Dealing, players: int, model: Any, out: Out
    ) -> None:
        """Play games with the compiled engine."""
        policies = Policies(model.loose(), model.deep())
        kernels.endurance(state, deals, deal, self.limit, policies, out)

    def _values(
        self,
        state: Any,
        deals: int,
        position: NDArray[np.int64],
        choices: NDArray[np.int64],
        skills: Skills,
        out: Any,
    ) -> None:
        """Try choices with the compiled engine."""
        work = np.zeros((3, _SIZE), np.int64)
        played = skills.loose(), self.limit
        kernels.endurance_values(state, deals, position, choices, *played, work, *out)

    def decide(
        self,
        hand: Cards,
        *,
        trump: str,
        cards_left: Sequence[int],
        trick: Cards = "",
        played: Cards = "",
        policy: str | Sequence[str] = "sensible",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Tell each playable card's chance to win the game, by simulation.

        Parameters
        ----------
        hand : cards
            The cards of the player who acts, seat 0.
        trump : str
            The trump suit, ``"c"``, ``"d"``, ``"h"`` or ``"s"``, or the card that was shown.
        cards_left : sequence of int
            What the other players still in hold, clockwise from seat 1. Those who have played
            to this trick come last, with what they hold after it.
        trick : cards, optional
            The cards played to this trick so far, in order; none if the player leads.
        played : cards, optional
            The cards of earlier tricks.
        policy : str or sequence of str, default "sensible"
            How all go on playing, or each seat: "random" or "sensible".
        **options
            ``deals``, ``tolerance`` (0.005 if nothing is said), ``seconds``, ``seed``,
            ``method``, ``executor``, ``progress``.

        Returns
        -------
        Decision
            The allowed cards, best first, all played out on the same deals. What others showed
            by not following suit is not used.

        Raises
        ------
        CardError
            A card that is there twice, or more cards than there are.
        RuleError
            An unknown suit, numbers that cannot be, or a wrong option.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import endurance
        >>> d = endurance.decide("As 2d 3d", trump="s", cards_left=[2, 1], deals=2000, seed=7)
        >>> len(d), d.unit
        (3, 'probability of winning')
        """
        held = parse_cards(hand, what="hand")
        laid = parse_cards(trick, what="trick")
        gone = parse_cards(played, what="played")
        refuse_shared(held, laid, "in the hand", "in the trick")
        refuse_shared(held, gone, "in the hand", "played")
        refuse_shared(laid, gone, "in the trick", "played before")
        if not 1 <= len(held) <= 6:
            raise CardError(f"the hand has {len(held)} cards; it is from 1 to 6")
        suit = _suit(trump)
        if not several(cards_left):
            raise RuleError(
                f"cards_left is {shown(cards_left)}; it is a number for each other player"
            )
        left = [whole("cards_left", number, 0) or 0 for number in cards_left]
        seats = len(left) + 1
        if not 2 <= seats <= self.most:
            raise RuleError(f"cards_left has {len(left)} numbers; it is of 1 to 5 other players")
        if len(laid) >= seats:
            raise RuleError(f"the trick has {len(laid)} cards; {seats} players are in")
        for seat, number in enumerate(left, 1):
            if number > 6 or (number == 0 and seat < seats - len(laid)):
                raise RuleError(
                    f"seat {seat} holds {number} cards; a player who is in and has not played to "
                    "the trick holds 1 to 6"
                )
        holding = len(held) + sum(left)
        if holding + len(laid) > MOST_DEALT:
            raise RuleError(
                f"{holding + len(laid)} cards are held; {MOST_DEALT} are dealt at most, and "
                "cards_left is of the other players"
            )
        seen = {*held, *laid, *gone}
        hidden = [card for card in STANDARD.cards if card not in seen]
        stock = len(hidden) - sum(left)
        if stock < holding:
            raise CardError(
                f"{len(hidden)} cards are not seen, {sum(left)} of them held by others; the stock "
                f"would be {stock}, too few for {holding} cards held"
            )
        skills = self._skills(policy, seats, POLICIES[:2])
        position = np.zeros(_SIZE, np.int64)
        position[[_TRUMP, _LED, _LEFT, _STOCK]] = suit, -1, seats, stock
        position[_PENDING] = seats - len(laid)
        for seat, card in enumerate(laid, seats - len(laid)):
            top = int(position[_TOP])
            if position[_LED] < 0:
                position[_LED] = card % 4
            elif not (card > top if card % 4 == top % 4 else card % 4 == suit):
                continue
            position[_TOP], position[_TAKER] = card, seat
        position[_CARDS] = sum(1 << card for card in held)
        at = 0
        for seat, number in enumerate(left, 1):
            position[_CARDS + seat] = sum(1 << card for card in hidden[at : at + number])
            at += number
        position[_DRAW : _DRAW + stock] = hidden[at:]
        cards = [card for card in held if laid and card % 4 == laid[0] % 4] or held
        labels = tuple(card_name(card) for card in cards)
        trials = Trials(self, tuple(position.tolist()), tuple(cards), labels, skills)
        return self._decide(trials, options)

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "begin":
            return f"{cards} is shown: trump"
        if kind == "turn":
            return seat_cards(group)
        if kind == "win":
            return f"seat {group[0].seat} takes the trick"
        if kind == "draw":
            return f"seat {seat} draws {cards}"
        return Survival._line(self, kind, seat, cards, group)


def _suit(trump: Any) -> int:
    """Read a suit."""
    if isinstance(trump, str):
        text = trump.strip()
        if len(text) == 1 and text.lower() in SUITS:
            return SUITS.index(text.lower())
        cards = parse_cards("A" + text if len(text) == 1 else text, what="trump")
        if len(cards) == 1:
            return cards[0] % 4
    raise RuleError(f"trump is {shown(trump)}; it is a suit, c, d, h or s, or the card shown")
