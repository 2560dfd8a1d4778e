"""Jacks or better: pay-table draw poker without wild cards; 9/6 is the full-pay table."""

from equity.banking.pay_tables import PayTable, pay_table


def _table(full_house: int, flush: int) -> dict[str, int]:
    """Give the usual table by the two payoffs that differ from place to place."""
    return {
        "royal flush": 800,
        "straight flush": 50,
        "four of a kind": 25,
        "full house": full_house,
        "flush": flush,
        "straight": 4,
        "three of a kind": 3,
        "two pair": 2,
        "jacks or better": 1,
    }


GAME = PayTable(
    name="jacks_or_better",
    title="jacks or better",
    summary="five cards, any exchanged once; a pair of jacks or better is paid by a table",
    aliases=("jacks", "JoB", "video poker"),
    settings=pay_table(_table(9, 6)),
    presets={
        f"{full_house}/{flush}": {"pay_table": _table(full_house, flush)}
        for full_house, flush in ((9, 6), (9, 5), (8, 6), (8, 5), (7, 5), (6, 5))
    },
    categories=(
        "high card",
        "one pair",
        "jacks or better",
        "two pair",
        "three of a kind",
        "straight",
        "flush",
        "full house",
        "four of a kind",
        "straight flush",
        "royal flush",
    ),
)
