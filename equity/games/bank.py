"""Bank: one card each of A K Q J against the banker's; the higher wins, equal ranks tie."""

from equity.banking.bank import Bank
from equity.rules import Setting

GAME = Bank(
    name="bank",
    title="bank",
    summary="one card each of A K Q J against the banker's; the higher rank wins, equal is a tie",
    aliases=("yin hang", "銀行"),
    settings=(
        Setting("start", 27000, None, "money of the first banker; the others share as much"),
        Setting("smallest_bet", 1000, None, "the smallest bet; bets are multiples of it"),
    ),
)
