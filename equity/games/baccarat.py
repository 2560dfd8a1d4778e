"""Baccarat: two hands drawn by fixed rules, the units digit of their points decides."""

from equity.banking.baccarat import PRESETS, Baccarat, settings

GAME = Baccarat(
    name="baccarat",
    title="baccarat",
    summary="player and banker draw to 9 by fixed rules; the units digit of the points decides",
    aliases=("punto banco", "百家樂", "百家乐"),
    settings=settings(),
    presets=PRESETS,
)
