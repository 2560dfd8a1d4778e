"""Five-card draw: five cards, some of them exchanged once, then a showdown."""

from equity.rules import Setting
from equity.showdown.draw.game import Draw
from equity.showdown.game import settings
from equity.showdown.spec import Deal

GAME = Draw(
    name="five_card_draw",
    title="five-card draw",
    summary="five cards, up to three exchanged once, or four when an ace is kept; best hand wins",
    aliases=("draw", "5 card draw", "FB", "五張換牌", "五張換牌撲克", "五张换牌扑克"),
    settings=(
        *settings(),
        Setting("draw_limit", "3_or_4", ("3_or_4", 3, 5), "most cards exchanged; 4 keeping an ace"),
        Setting("openers", "none", ("none", "jacks"), "what the first bet needs"),
        Setting("mode", "betting", ("betting", "no_betting"), "chips, or points for the best hand"),
        Setting("ante", 10, None, "what everybody puts in"),
        Setting("rounds", 10, None, "length of a match"),
    ),
    presets={"blinds": {"draw_limit": 5, "suits": "rank_first"}},
    deal=Deal(hole=5, by_street=True),
)
