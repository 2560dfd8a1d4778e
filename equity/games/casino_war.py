"""Casino war: one card each; equal cards may be given up for half, or fought over."""

from equity.banking.casino_war import CasinoWar
from equity.banking.game import Amount
from equity.rules import Setting

GAME = CasinoWar(
    name="casino_war",
    title="casino war",
    summary="one card each, the ace high; equal cards: give up half of the bet, or double and draw",
    aliases=("casino war",),
    settings=(
        Setting("packs", 6, (1, 2, 3, 4, 5, 6, 7, 8), "decks in the shoe"),
        Setting("tie_after_tie", 1, (1, 2), "units that equal cards in a war win"),
        Amount("tie_pays", 10, None, "units that the bet on equal first cards wins"),
    ),
)
