"""The oracle of pay-table draw poker: plain Python, slow and obvious; nothing imports the package.

Cards are ``rank * 4 + suit`` as in ``naive.py``, the joker is 52. A wild card is tried as every
rank; it has the suit of the others where they have one. A hand is of the strongest category that
any of these gives.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

JOKER = 52

CATEGORIES = {
    "jacks_or_better": (
        *("high card", "one pair", "jacks or better", "two pair", "three of a kind", "straight"),
        *("flush", "full house", "four of a kind", "straight flush", "royal flush"),
    ),
    "deuces_wild": (
        *("high card", "one pair", "two pair", "three of a kind", "straight", "flush"),
        *("full house", "four of a kind", "straight flush", "five of a kind", "wild royal flush"),
        *("four deuces", "natural royal flush"),
    ),
    "joker_poker": (
        *("high card", "one pair", "kings or better", "two pair", "three of a kind", "straight"),
        *("flush", "full house", "four of a kind", "straight flush", "wild royal flush"),
        *("five of a kind", "natural royal flush"),
    ),
}
"""The categories of each game, weakest first."""


def deck(game: str) -> range:
    """Give the cards of a game."""
    return range(53 if game == "joker_poker" else 52)


def _of_ranks(game: str, ranks: Sequence[int], suited: bool, wild: int) -> str:
    """Name the category of five ranks, `wild` of them made by wild cards."""
    shape = sorted(Counter(ranks).values(), reverse=True)
    ascending = sorted(ranks)
    straight = ascending in [list(range(low, low + 5)) for low in range(9)]
    straight = straight or ascending == [0, 1, 2, 3, 12]
    if suited and ascending == [8, 9, 10, 11, 12]:
        if game == "jacks_or_better":
            return "royal flush"
        return "wild royal flush" if wild else "natural royal flush"
    if shape == [5]:
        return "five of a kind"
    if suited and straight:
        return "straight flush"
    if shape[0] == 4:
        return "four of a kind"
    if shape == [3, 2]:
        return "full house"
    if suited:
        return "flush"
    if straight:
        return "straight"
    if shape[0] == 3:
        return "three of a kind"
    if shape == [2, 2, 1]:
        return "two pair"
    if shape[0] == 2:
        pair = next(rank for rank in ranks if list(ranks).count(rank) == 2)
        if game == "jacks_or_better" and pair >= 9:
            return "jacks or better"
        if game == "joker_poker" and pair >= 11:
            return "kings or better"
        return "one pair"
    return "high card"


@functools.cache
def _best(game: str, ranks: tuple[int, ...], suited: bool) -> str:
    """Name the strongest category that natural cards of these ranks make with wild ones."""
    wild = 5 - len(ranks)
    if game == "deuces_wild" and wild == 4:
        return "four deuces"
    return max(
        (
            _of_ranks(game, ranks + made, suited, wild)
            for made in itertools.combinations_with_replacement(range(13), wild)
        ),
        key=CATEGORIES[game].index,
    )


def category(game: str, hand: Sequence[int]) -> str:
    """Name the category of five cards."""
    natural = [card for card in hand if card != JOKER]
    if game == "deuces_wild":
        natural = [card for card in natural if card >= 4]
    ranks = tuple(sorted(card // 4 for card in natural))
    return _best(game, ranks, len({card % 4 for card in natural}) == 1)


def finer(hand: Sequence[int], named: Mapping[str, object]) -> str:
    """Name four of a kind of five natural cards by rank and kicker, as far as a table names it."""
    counts = Counter(card // 4 for card in hand)
    four = next(rank for rank, count in counts.items() if count == 4)
    kicker = next(rank for rank, count in counts.items() if count == 1)
    names = ["four of a kind"]
    if four == 12:
        names = ["four aces", *names]
        if kicker in (0, 1, 2):
            names = ["four aces with 2-4", *names]
    elif four in (0, 1, 2):
        names = ["four 2s-4s", *names]
        if kicker in (12, 0, 1, 2):
            names = ["four 2s-4s with A-4", *names]
    else:
        names = ["four 5s-Ks", *names]
    return next(name for name in names if name in named)


def outcomes_of_four(named: Mapping[str, object]) -> dict[str, int]:
    """Count the hands of four of a kind in a deck by the names of a table."""
    return dict(
        Counter(
            finer([*range(4 * four, 4 * four + 4), kicker], named)
            for four in range(13)
            for kicker in range(52)
            if kicker // 4 != four
        )
    )


def becomes(
    game: str, hand: Sequence[int], keep: Sequence[int], dead: Sequence[int] = ()
) -> Counter[str]:
    """Count what a keep becomes, draw by draw."""
    live = [card for card in deck(game) if card not in hand and card not in dead]
    draws = itertools.combinations(live, 5 - len(keep))
    return Counter(category(game, (*keep, *drawn)) for drawn in draws)


def expectation(counts: Mapping[str, int], pays: Mapping[str, Fraction]) -> Fraction:
    """Give what an outcome returns on average."""
    returned = sum(Fraction(pays.get(name, 0)) * count for name, count in counts.items())
    return Fraction(returned) / sum(counts.values())


def _subsets(hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """List the 32 sub-hands."""
    return itertools.chain.from_iterable(itertools.combinations(hand, k) for k in range(6))


def _up_to_suits(game: str) -> Iterator[tuple[tuple[int, ...], int]]:
    """List one hand for all that differ by the names of suits, and how many they are."""
    for hand in itertools.combinations(deck(game), 5):
        suits = [tuple(c // 4 for c in hand if c % 4 == s and c != JOKER) for s in range(4)]
        if suits == sorted(suits, reverse=True):
            yield hand, 24 // math.prod(math.factorial(n) for n in Counter(suits).values())


def _alternating(
    of: Mapping[tuple[int, ...], int], keep: Sequence[int], thrown: Sequence[int]
) -> int:
    """Sum over the hands that hold what is kept and nothing of what is thrown away."""
    return sum(
        (-1) ** len(back) * of[tuple(sorted((*keep, *back)))]
        for k in range(len(thrown) + 1)
        for back in itertools.combinations(thrown, k)
    )


def outcomes(game: str, pays: Mapping[str, int]) -> Counter[str]:
    """Count what all hands become under the best keeps; ties go by most, then highest cards.

    The sums are over sub-hands, in plain Python, a minute or two; each keep's draws are brought
    to the common number of draws.
    """
    paid: defaultdict[tuple[int, ...], int] = defaultdict(int)
    number: dict[str, defaultdict[tuple[int, ...], int]] = {
        name: defaultdict(int) for name in CATEGORIES[game]
    }
    for hand in itertools.combinations(deck(game), 5):
        name = category(game, hand)
        pay, held = pays.get(name, 0), number[name]
        for part in _subsets(hand):
            held[part] += 1
            if pay:
                paid[part] += pay
    draws = [math.comb(len(deck(game)) - 5, drawn) for drawn in range(6)]
    common = math.lcm(*draws)
    counts: Counter[str] = Counter()
    for hand, times in _up_to_suits(game):
        best = max(
            _subsets(hand),
            key=lambda keep, hand=hand: (
                _alternating(paid, keep, [card for card in hand if card not in keep])
                * (common // draws[5 - len(keep)]),
                len(keep),
                keep[::-1],
            ),
        )
        thrown = [card for card in hand if card not in best]
        for name in CATEGORIES[game]:
            become = _alternating(number[name], best, thrown)
            counts[name] += times * become * (common // draws[len(thrown)])
    return counts
