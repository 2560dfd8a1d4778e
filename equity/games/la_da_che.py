"""La da che: a card laid in the row takes back to the card that it equals."""

from equity.rules import Setting
from equity.survival.game import turn_limit
from equity.survival.la_da_che import LaDaChe

GAME = LaDaChe(
    name="la_da_che",
    title="la da che",
    summary="cards are laid in a row; one that equals a card there takes both and all between",
    aliases=("pull the big cart", "拉大車", "拉大车"),
    settings=(
        turn_limit("turns"),
        Setting("stack_order", "as_laid", ("as_laid", "shuffled"), "order of cards under a stack"),
    ),
)
