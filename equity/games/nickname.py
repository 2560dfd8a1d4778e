"""Nickname: all turn a card; equal cards call each other's name, the quicker takes the heap."""

from equity.survival.game import turn_limit
from equity.survival.reactions import Nickname

GAME = Nickname(
    name="nickname",
    title="nickname",
    summary="all turn a card at once; of two equal cards the quicker takes the other's heap",
    aliases=("綽號", "绰号"),
    settings=(turn_limit("turns"),),
)
