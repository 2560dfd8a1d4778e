"""Deuces wild: pay-table draw poker in which every deuce stands for any card."""

from equity.banking.pay_tables import PayTable, pay_table

PAID = (
    "natural royal flush",
    "four deuces",
    "wild royal flush",
    "five of a kind",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
)
"""The categories that are paid, strongest first, as tables list them."""


def _table(*units: int) -> dict[str, int]:
    """Give a table by its payoffs from the natural royal flush down."""
    return dict(zip(PAID, units, strict=True))


GAME = PayTable(
    name="deuces_wild",
    title="deuces wild",
    summary="five cards, any exchanged once, deuces are wild; three of a kind or better is paid",
    aliases=("deuces",),
    settings=pay_table(_table(800, 200, 25, 15, 9, 5, 3, 2, 2, 1)),
    presets={
        "full_pay": {"pay_table": _table(800, 200, 25, 15, 9, 5, 3, 2, 2, 1)},
        "not_so_ugly": {"pay_table": _table(800, 200, 25, 16, 10, 4, 4, 3, 2, 1)},
    },
    categories=("high card", "one pair", "two pair", *reversed(PAID)),
    wild="deuces",
)
