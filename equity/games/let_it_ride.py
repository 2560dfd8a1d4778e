"""Let it ride: three bets on five cards, two of which may be taken back."""

from equity.banking.game import Multipliers, Payments
from equity.banking.let_it_ride import LetItRide

PAYS = {
    "tens or better": 1,
    "two pair": 2,
    "three of a kind": 3,
    "straight": 5,
    "flush": 8,
    "full house": 11,
    "four of a kind": 50,
    "straight flush": 200,
    "royal flush": 1000,
}

GAME = LetItRide(
    name="let_it_ride",
    title="let it ride",
    summary="three bets on five cards, two of which may be taken back at three and four cards",
    aliases=("let it ride",),
    settings=(Multipliers("pay_table", Payments(PAYS), None, "units that each bet wins"),),
    categories=("high card", *PAYS),
)
