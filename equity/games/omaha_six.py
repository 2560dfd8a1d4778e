"""Omaha with six hole cards, exactly two of them with exactly three of the board."""

from equity.showdown.game import Showdown, settings
from equity.showdown.spec import Deal, Use

GAME = Showdown(
    name="omaha_six",
    title="Omaha with six cards",
    summary="six hole cards and five on the board; exactly two with exactly three",
    aliases=("plo6", "six card omaha", "omaha6", "omahahi6"),
    settings=settings(jokers=False, suit_modes=("none", "rank_first", "suit_first")),
    deal=Deal(hole=6, board=5),
    use=Use(hole=2, board=3),
)
