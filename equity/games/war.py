"""War: everyone turns a card, the highest takes all; who shares it turns one more."""

from equity.rules import Setting
from equity.survival.game import turn_limit
from equity.survival.war import ORDERS, War

GAME = War(
    name="war",
    title="war",
    summary="everyone turns a card, the highest takes all, a tie is fought out with one more card",
    aliases=("戰爭", "战争"),
    settings=(
        turn_limit("tricks"),
        Setting("stack_order", "leader_first", ORDERS, "order in which cards go under a stack"),
        Setting(
            "tied_without_card",
            "loses",
            ("loses", "last_card"),
            "a tied player without a card loses, or the last card counts again",
        ),
    ),
)
