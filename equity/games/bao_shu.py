"""Bao shu: cards are turned and counted; the quickest takes the card that equals its number."""

from equity.survival.game import turn_limit
from equity.survival.reactions import BaoShu

GAME = BaoShu(
    name="bao_shu",
    title="bao shu",
    summary="cards are turned and counted to 13; the first hand on a match takes the heap",
    aliases=("counting", "報數", "报数"),
    settings=(turn_limit("cards"),),
)
