"""In-between: bet from the pool that the third card falls between the first two."""

from equity.banking.in_between import InBetween
from equity.rules import Setting

GAME = InBetween(
    name="in_between",
    title="in-between",
    summary="bet that the third card falls between two posts; a post hit costs double",
    aliases=("inbetween", "acey deucey", "red dog pool", "shoot the gate", "射龍門"),
    settings=(
        Setting("ace", "low", ("low", "high"), "the ace is the lowest rank, or the highest"),
        Setting(
            "pair_hit_costs",
            2,
            (2, 3),
            "bets lost when the third card equals a pair of posts",
        ),
    ),
)
