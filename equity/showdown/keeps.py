"""Decisions about which cards to keep, each keep being a question of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equity.cards import format_cards
from equity.results import Action, Decision

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from equity.options import Options
    from equity.ranges import Seat
    from equity.showdown.game import Showdown

__all__ = ["compare_keeps"]

NUMBERS = ("none", "one", "two", "three", "four", "five")


def compare_keeps(
    game: Showdown,
    held: Sequence[int],
    keeps: Sequence[Sequence[int]],
    opponents: Iterable[Seat],
    checked: Options,
    options: dict[str, Any],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
) -> Decision:
    """Ask what each keep of a hand is worth, the cards thrown away being dead.

    Parameters
    ----------
    game : Showdown
        The game that answers.
    held : sequence of int
        All cards of the hand.
    keeps : sequence of sequences of int
        The cards of each keep; equal values stay in this order.
    opponents : iterable of str, Range or sequences of int
        The other seats; any hand if there are none.
    checked : Options
        The options, of which ``seconds`` are shared out among the keeps.
    options : dict
        The same as keywords.
    board, dead : sequence of int
        Known shared cards; other cards out of the deck.

    Returns
    -------
    Decision
        ``ev`` is the share of the pot; ``keep`` and ``drawn`` say what is kept, and how many
        cards are drawn, if any are. All cards kept are ``"pat"``, none of five ``"draw five"``.
    """
    if checked.seconds is not None:
        options = {**options, "seconds": checked.seconds / len(keeps)}
    others = tuple(opponents) or ("random",)
    draws = len(held) == game.hole  # else those thrown away are not replaced
    choices = []
    worst: Any = None
    for keep in keeps:
        thrown = [card for card in held if card not in keep]
        # A hand of no cards is any hand.
        seat: Any = list(keep) or "random"
        result = game.equity(seat, *others, board=list(board), dead=[*dead, *thrown], **options)
        worst = result if worst is None or not result.exact else worst
        text = format_cards(keep, game.deck)
        choices.append(
            Action(
                label=(text or f"draw {NUMBERS[len(thrown)]}") if thrown else "pat",
                ev=float(result.equity[0]),
                stderr=float(result.stderr[0]),
                win=float(result.win[0]),
                tie=float(result.tie[0]),
                keep=text,
                drawn=len(thrown) if draws else None,
            )
        )
    return Decision(
        game=game.name,
        rules=game.rules,
        method=worst.method,
        deals=worst.deals,
        seed=worst.seed,
        choices=tuple(choices),
    )
