"""Omaha: four hole cards, exactly two of them with exactly three of the board."""

from equity.showdown.game import Showdown, settings
from equity.showdown.spec import Deal, Use

GAME = Showdown(
    name="omaha",
    title="Omaha",
    summary="four hole cards and five on the board; exactly two with exactly three",
    aliases=("omaha high", "omaha_four", "plo", "plo4", "omahahi", "o", "PO", "奧馬哈", "奥马哈"),
    settings=settings(jokers=False, suit_modes=("none", "rank_first", "suit_first")),
    deal=Deal(hole=4, board=5),
    use=Use(hole=2, board=3),
)
