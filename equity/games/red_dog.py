"""Red dog: two posts; a third card between them pays by how far they are apart."""

from equity.banking.game import Multipliers, Payments
from equity.banking.red_dog import RedDog
from equity.rules import Setting

GAME = RedDog(
    name="red_dog",
    title="red dog",
    summary="two posts, the ace high; a third card between them pays 5, 4, 2 or 1",
    aliases=("red dog", "yablon"),
    settings=(
        Setting("packs", 1, (1, 2, 3, 4, 5, 6, 7, 8), "decks in the shoe"),
        Multipliers(
            "pay_table",
            Payments({"1": 5, "2": 4, "3": 2, "4 or more": 1, "three of a kind": 11}),
            None,
            "units paid by the ranks between the posts, and for a third card of a pair",
        ),
    ),
)
