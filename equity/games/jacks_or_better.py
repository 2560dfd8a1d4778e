"""Jacks or better: pay-table draw poker without wild cards; 9/6 is the full-pay table.

The bonus games are other tables of it, which pay four of a kind by rank and kicker.
"""

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


def _bonus(
    full_house: int, flush: int, straight: int, two_pair: int, **fours: int
) -> dict[str, int]:
    """Give the table of a bonus game; four fives to kings are ``four of a kind``."""
    table = _table(full_house, flush) | {"straight": straight, "two pair": two_pair}
    names = {
        "kings": "four of a kind",
        "fours": "four 2s-4s",
        "fours_kicker": "four 2s-4s with A-4",
        "aces": "four aces",
        "aces_kicker": "four aces with 2-4",
    }
    return table | {names[name]: units for name, units in fours.items()}


GAME = PayTable(
    name="jacks_or_better",
    title="jacks or better",
    summary="five cards, any exchanged once; a pair of jacks or better is paid by a table",
    aliases=("jacks", "JoB", "video poker"),
    settings=pay_table(_table(9, 6)),
    presets={
        f"{full_house}/{flush}": {"pay_table": _table(full_house, flush)}
        for full_house, flush in ((9, 6), (9, 5), (8, 6), (8, 5), (7, 5), (6, 5))
    }
    | {
        "bonus": {"pay_table": _bonus(8, 5, 4, 2, kings=25, fours=40, aces=80)},
        "double_bonus": {"pay_table": _bonus(10, 7, 5, 1, kings=50, fours=80, aces=160)},
        "double_double_bonus": {
            "pay_table": _bonus(
                9, 6, 4, 1, kings=50, fours=80, fours_kicker=160, aces=160, aces_kicker=400
            )
        },
    },
    finer=("four 5s-Ks", "four 2s-4s", "four 2s-4s with A-4", "four aces", "four aces with 2-4"),
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
