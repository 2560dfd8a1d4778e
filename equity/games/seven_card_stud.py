"""Seven-card stud: two down, four up, the seventh down; the best five of the seven."""

from equity.rules import Setting
from equity.showdown.game import settings
from equity.showdown.spec import Deal
from equity.showdown.stud import Stud

GAME = Stud(
    name="seven_card_stud",
    title="seven-card stud",
    summary="two down, four up, the seventh down; the best five, equal flushes go by suit",
    aliases=("stud", "7 card stud", "seven stud", "studhi", "7s", "F7S", "7張梭哈", "7张梭哈"),
    settings=(
        *settings("rank_first"),
        Setting("common_cap", True, (True, False), "nobody puts in more than the smallest stack"),
    ),
    presets={
        "western": {"suits": "none"},
        "asian_32": {"lowest_rank": "7"},
        "asian_28": {"lowest_rank": "8"},
    },
    deal=Deal(hole=7, by_street=True),
)
