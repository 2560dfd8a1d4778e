"""The oracle of house games: plain loops over cards, written from the rules alone.

Cards are ``rank * 4 + suit``; of a shoe of several packs the same card may be there several times.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

Nets = Counter[Fraction]


def mean(nets: Mapping[Fraction, int]) -> Fraction:
    """Give the expected net win."""
    return sum((net * count for net, count in nets.items()), Fraction(0)) / sum(nets.values())


def war_round(
    shoe: Sequence[int], fight: Callable[[int], bool], tie_after_tie: int = 1
) -> dict[Fraction, Fraction]:
    """Give the chances of the net wins of a round of casino war, card by card."""
    chances: dict[Fraction, Fraction] = {}

    def add(net: Fraction, chance: Fraction) -> None:
        chances[net] = chances.get(net, Fraction(0)) + chance

    pairs = list(itertools.permutations(range(len(shoe)), 2))
    for one, two in pairs:
        own, other = shoe[one] // 4, shoe[two] // 4
        if own != other:
            add(Fraction(1 if own > other else -1), Fraction(1, len(pairs)))
        elif not fight(own):
            add(Fraction(-1, 2), Fraction(1, len(pairs)))
        else:
            rest = [card for at, card in enumerate(shoe) if at not in (one, two)]
            again = list(itertools.permutations(rest, 2))
            for mine, his in again:
                if mine // 4 == his // 4:
                    net = Fraction(tie_after_tie)
                else:
                    net = Fraction(1 if mine > his else -2)
                add(net, Fraction(1, len(pairs) * len(again)))
    return chances


def red_dog_round(
    shoe: Sequence[int], double: Callable[[int], bool], pays: Mapping[int, int], three: int
) -> Nets:
    """Count the net wins of a round of red dog over all orders of three cards."""
    nets: Nets = Counter()
    for first, second, third in itertools.permutations([card // 4 for card in shoe], 3):
        low, high = sorted((first, second))
        between = high - low - 1
        if between == 0:
            net = 0
        elif between < 0:
            net = three if third == low else 0
        else:
            net = pays[between] if low < third < high else -1
            net *= 2 if double(between) else 1
        nets[Fraction(net)] += 1
    return nets


def three_cards(hand: Iterable[int]) -> tuple[int, ...]:
    """Give what hands of three-card poker are compared by."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    counts = Counter(ranks)
    suited = len({card % 4 for card in hand}) == 1
    run = ranks == [12, 1, 0] or (len(counts) == 3 and ranks[0] - ranks[2] == 2)
    top = 1 if ranks == [12, 1, 0] else ranks[0]
    if suited and run:
        return (5, top)
    if len(counts) == 1:
        return (4, ranks[0])
    if run:
        return (3, top)
    if suited:
        return (2, *ranks)
    if len(counts) == 2:
        pair = next(rank for rank, count in counts.items() if count == 2)
        return (1, pair, next(rank for rank, count in counts.items() if count == 1))
    return (0, *ranks)


def three_card_play(
    hand: Sequence[int], deck: Iterable[int], qualify: int | None, bonus: Mapping[int, Fraction]
) -> Nets:
    """Count the net wins of a hand that plays against every hand of the banker."""
    own = three_cards(hand)
    live = [card for card in deck if card not in hand]
    nets: Nets = Counter()
    for banker in itertools.combinations(live, 3):
        other = three_cards(banker)
        if qualify is not None and other < (0, qualify):
            net = 1
        else:
            net = 2 * ((own > other) - (own < other))
        nets[net + bonus.get(own[0], Fraction(0))] += 1
    return nets
