"""Ten-and-a-half: draw towards 10.5 against the banker; five cards are paid more."""

from equity.banking.game import Amount
from equity.banking.ten_and_half import BankerPoints, HalfPoints, TenAndHalf
from equity.rules import Setting

GAME = TenAndHalf(
    name="ten_and_half",
    title="ten-and-a-half",
    summary="draw towards 10.5 against the banker, faces half a point; five cards pay 2 or 3",
    aliases=("ten and a half", "shi dian ban", "十點半"),
    settings=(
        HalfPoints("must_draw_below", 6, None, "points below which one must draw, 0 to 6"),
        BankerPoints(
            "banker_draws_below",
            6,
            None,
            "points below which the banker draws, or the best reply to the cards he sees",
        ),
        Setting("ties", "banker", ("banker", "push"), "who wins equal totals"),
        Amount("five_cards_pay", 2, None, "units that five cards below 10.5 pay"),
        Amount("five_cards_exact_pay", 3, None, "units that five cards of 10.5 pay"),
        Setting(
            "ten_and_half_pays",
            1,
            (1, 2),
            "units that 10.5 of fewer cards pays; 2 is paid at once",
        ),
    ),
)
