"""Crazy pineapple: hold'em with three hole cards, one of which is thrown away after the flop."""

from equity.showdown.game import settings
from equity.showdown.pineapple import Pineapple
from equity.showdown.spec import Deal

GAME = Pineapple(
    name="crazy_pineapple",
    title="crazy pineapple",
    summary="hold'em with three hole cards, of which one is thrown away after the flop",
    aliases=("crazy pineapple holdem",),
    settings=settings(),
    deal=Deal(hole=2, board=5),
    dealt=3,
    thrown_on=3,
)
