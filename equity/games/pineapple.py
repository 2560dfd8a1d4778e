"""Pineapple: hold'em with three hole cards, one of which is thrown away before the flop."""

from equity.showdown.game import settings
from equity.showdown.pineapple import Pineapple
from equity.showdown.spec import Deal

GAME = Pineapple(
    name="pineapple",
    title="pineapple",
    summary="hold'em with three hole cards, of which one is thrown away before the flop",
    aliases=("pineapple holdem", "pineapple hold'em"),
    settings=settings(),
    deal=Deal(hole=2, board=5),
    dealt=3,
    thrown_on=0,
)
