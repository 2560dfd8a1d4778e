"""Irish: four hole cards, two of which are thrown away after the flop."""

from equity.rules import Setting
from equity.showdown.game import settings
from equity.showdown.pineapple import Pineapple
from equity.showdown.spec import Deal

GAME = Pineapple(
    name="irish",
    title="Irish",
    summary="four hole cards, of which two are thrown away after the flop; then as hold'em",
    aliases=("irish poker",),
    settings=(
        *settings(jokers=False, suit_modes=("none", "rank_first", "suit_first")),
        Setting("use", "any", ("any", "two"), "the best five of seven, or both hole cards"),
    ),
    deal=Deal(hole=2, board=5),
    dealt=4,
    thrown_on=3,
)
