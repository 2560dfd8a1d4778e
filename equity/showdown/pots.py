"""All-in money: who can win how much."""

from __future__ import annotations

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from equity.checks import amount
from equity.errors import RuleError, shown
from equity.results import Pots

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["side_pots"]


def side_pots(
    stacks: Iterable[float],
    pot: float = 0.0,
    seats: int | None = None,
    *,
    common_cap: bool = False,
) -> Pots:
    """Split what each seat has put in, and dead money, into main and side pots.

    A seat can win from each other seat at most what it has put in itself. Dead money lies in
    the pot that everybody can win, also a seat that has put in nothing. What nobody else can
    win is returned.

    Parameters
    ----------
    stacks : iterable of float
        Chips each seat has put in.
    pot : float, default 0.0
        Dead money: chips of players no longer in the hand.
    seats : int, optional
        Number of seats, to be checked.
    common_cap : bool, default False
        Nobody may put in more than the smallest stack; what is above it is returned.

    Returns
    -------
    Pots
        Main pot first.

    Raises
    ------
    RuleError
        If there is not one stack a seat, or an amount is negative or not finite.

    Examples
    --------
    >>> side_pots([500, 300, 900], pot=30)
    Pots(players=3, amounts=(930.0, 400.0, 400.0), eligible=((0, 1, 2), (0, 2), (2,)))
    """
    # A mapping or a set has no order of seats.
    if isinstance(stacks, (str, bytes, Mapping, AbstractSet)):
        raise RuleError(f"stacks is {shown(stacks)}; it is a list of numbers, one for each seat")
    try:
        given = list(stacks)
    except TypeError:
        message = f"stacks is {shown(stacks)}; it is a list of numbers, one for each seat"
        raise RuleError(message) from None
    if seats is not None and len(given) != seats:
        raise RuleError(
            f"{len(given)} {'stack' if len(given) == 1 else 'stacks'} for {seats} seats; "
            "give one for each seat"
        )
    if not given:
        raise RuleError("no stacks; give one for each seat")
    amounts = [amount(f"stack of seat {i}", stack) for i, stack in enumerate(given)]
    dead = amount("pot", pot)
    if not math.isfinite(sum(amounts) + dead):
        raise RuleError("stacks and pot together are no finite number of chips")
    pots: list[tuple[float, tuple[int, ...]]] = []
    everybody = tuple(range(len(amounts)))
    if dead > 0:
        pots.append((dead, everybody))
    if common_cap:
        cap = min(amounts)
        if cap > 0:
            main = cap * len(amounts) + dead
            pots = [(main, everybody)]
        pots += [(amount - cap, (seat,)) for seat, amount in enumerate(amounts) if amount > cap]
        return Pots(
            len(amounts), tuple(chips for chips, _ in pots), tuple(eligible for _, eligible in pots)
        )
    below = 0.0
    for level in sorted(set(amounts) - {0.0}):
        eligible = tuple(seat for seat in everybody if amounts[seat] >= level)
        chips = (level - below) * len(eligible)
        if pots and pots[-1][1] == eligible:
            pots[-1] = pots[-1][0] + chips, eligible
        else:
            pots.append((chips, eligible))
        below = level
    return Pots(
        len(amounts), tuple(chips for chips, _ in pots), tuple(eligible for _, eligible in pots)
    )
