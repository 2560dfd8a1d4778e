"""Endurance: tricks with trump; the winner alone draws a card, the last with cards wins."""

from equity.survival.endurance import Endurance
from equity.survival.game import turn_limit

GAME = Endurance(
    name="endurance",
    title="endurance",
    summary="tricks with trump; the winner alone draws a card, the last player with cards wins",
    aliases=("持久戰", "持久战"),
    settings=(turn_limit("tricks"),),
)
