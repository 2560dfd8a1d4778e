"""Four knives: four cards in two piles of two; win both to win."""

from equity.banking.four_knives import FourKnives
from equity.banking.game import Amount
from equity.rules import Setting

GAME = FourKnives(
    name="four_knives",
    title="four knives",
    summary="four cards in two piles; four equal cards > pair > two different faces > points",
    aliases=("si zhi dao", "四支刀"),
    settings=(
        Setting(
            "pair_order",
            "king_high",
            ("king_high", "ace_high", "equal"),
            "which of two pairs is better",
        ),
        Setting(
            "luo_suo_order",
            "equal",
            ("equal", "ranked"),
            "two different faces are all equal, or KQ > KJ > QJ",
        ),
        Setting(
            "tied_pile",
            "strict",
            ("strict", "neutral", "banker"),
            "a tied pile is not won, is ignored, or is the banker's",
        ),
        Amount("four_knives_pay", 10, None, "units that four equal cards pay, to the banker too"),
        Setting(
            "banker_splits",
            "second_pile",
            ("second_pile", "first_pile", "best"),
            "the banker's way: the best second pile, the best first, the best reply to the player",
        ),
    ),
)
