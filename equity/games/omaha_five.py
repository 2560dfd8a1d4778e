"""Omaha with five hole cards, exactly two of them with exactly three of the board."""

from equity.showdown.game import Showdown, settings
from equity.showdown.spec import Deal, Use

GAME = Showdown(
    name="omaha_five",
    title="Omaha with five cards",
    summary="five hole cards and five on the board; exactly two with exactly three",
    aliases=("plo5", "five card omaha", "omaha5", "omahahi5"),
    settings=settings(jokers=False, suit_modes=("none", "rank_first", "suit_first")),
    deal=Deal(hole=5, board=5),
    use=Use(hole=2, board=3),
)
