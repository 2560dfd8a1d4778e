"""Five-card stud: one card down, three up, the fifth down; one of the two down is shown."""

from equity.rules import Setting
from equity.showdown.game import settings
from equity.showdown.spec import Deal
from equity.showdown.stud import Stud

GAME = Stud(
    name="five_card_stud",
    title="five-card stud",
    summary="one down, three up, the fifth down, then one is shown; equal flushes go by suit",
    aliases=("show hand", "5 card stud", "梭哈"),
    settings=(
        *settings("rank_first"),
        Setting("common_cap", True, (True, False), "nobody puts in more than the smallest stack"),
    ),
    presets={
        "western": {"suits": "none"},
        "asian_32": {"lowest_rank": "7"},
        "asian_28": {"lowest_rank": "8"},
    },
    deal=Deal(hole=5, by_street=True),
)
