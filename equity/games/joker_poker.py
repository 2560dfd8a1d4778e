"""Joker poker, kings or better: pay-table draw poker with one joker in the deck, which is wild."""

from equity.banking.pay_tables import PayTable, pay_table

PAID = (
    "natural royal flush",
    "five of a kind",
    "wild royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "kings or better",
)
"""The categories that are paid, strongest first, as tables list them."""

GAME = PayTable(
    name="joker_poker",
    title="joker poker, kings or better",
    summary="five cards of 53, any exchanged once, the joker is wild; kings or better is paid",
    aliases=("joker poker kings or better", "joker wild", "kings or better"),
    settings=pay_table(
        dict(zip(PAID, (800, 200, 100, 50, 20, 7, 5, 3, 2, 1, 1), strict=True)),
    ),
    categories=("high card", "one pair", *reversed(PAID)),
    wild="joker",
)
