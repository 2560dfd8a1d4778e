"""Omaha with five hole cards, exactly two of them with exactly three of the board."""

from equity.showdown.game import Showdown, settings

GAME = Showdown(
    name="omaha_five",
    title="Omaha with five cards",
    summary="five hole cards and five on the board; exactly two with exactly three",
    aliases=("plo5", "five card omaha", "omaha5", "omahahi5"),
    settings=settings(jokers=False, suit_modes=("none", "rank_first", "suit_first")),
    hole=5,
    board=5,
    use=2,
)
