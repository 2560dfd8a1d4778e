"""Numba kernels of banking games; imported only when something is simulated."""

from equity.banking.kernels.baccarat import deal_baccarat, run_down_baccarat
from equity.banking.kernels.bank import deal_bank, play_bank
from equity.banking.kernels.blackjack import deal_blackjack, play_blackjack
from equity.banking.kernels.compared import deal_compared
from equity.banking.kernels.four_knives import deal_knives
from equity.banking.kernels.in_between import deal_between, play_between
from equity.banking.kernels.sessions import play_sessions
from equity.banking.kernels.ten_and_half import deal_halves

__all__ = [
    "deal_baccarat",
    "deal_bank",
    "deal_between",
    "deal_blackjack",
    "deal_compared",
    "deal_halves",
    "deal_knives",
    "play_bank",
    "play_between",
    "play_blackjack",
    "play_sessions",
    "run_down_baccarat",
]
