"""Slow and obvious programs for the banking games, written from the rules; no package code.

A card is rank * 4 + suit, deuces 0 to aces 12, clubs 0 to spades 3. Every function takes the cards
that are left and looks at all ways to deal them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

Deal = tuple[int, ...]
ACE, TEN, JACK, KING = 12, 8, 9, 11


def low_rank(card: int) -> int:
    """Give 1 for an ace, ..., 13 for a king."""
    rank = card // 4
    return 1 if rank == ACE else rank + 2


def highest(hand: Iterable[int]) -> tuple[int, int]:
    """Give rank and suit of the highest card, kings high and aces low."""
    return max((low_rank(card), card % 4) for card in hand)


NIU_PAYS = {"none": 1, **{str(n): 1 for n in range(1, 8)}, "8": 2, "9": 2}
NIU_PAYS |= {"niu niu": 3, "ultimate": 5}
NIU_ORDER = list(NIU_PAYS)


def niu_category(hand: Deal) -> str:
    values = [min(10, low_rank(card)) for card in hand]
    if all(value == 10 for value in values):
        return "ultimate"
    for pile in combinations(range(5), 3):
        if sum(values[i] for i in pile) % 10 == 0:
            points = sum(values[i] for i in range(5) if i not in pile) % 10
            return "niu niu" if points == 0 else str(points)
    return "none"


def niu_settle(
    player: Deal,
    banker: Deal,
    ties: str = "high_card_suit",
    takes: str = "multiplied",
    pays: dict[str, Any] | None = None,
) -> Any:
    """Give the player's net win."""
    pays = NIU_PAYS if pays is None else pays
    one, two = niu_category(player), niu_category(banker)
    a: Any = NIU_ORDER.index(one)
    b: Any = NIU_ORDER.index(two)
    if a == b:
        if one == "none" or ties.startswith("high_card"):
            a, b = highest(player)[0], highest(banker)[0]
        if a == b and ties == "high_card_suit":
            a, b = highest(player), highest(banker)
    lost = -pays[two] if takes == "multiplied" else -1
    if a == b:
        return lost if ties == "banker" else 0
    return pays[one] if a > b else lost


def gong_category(hand: Deal) -> str:
    if all(JACK <= card // 4 <= KING for card in hand):
        return "three faces"
    return str(sum(low_rank(card) for card in hand if low_rank(card) < 10) % 10)


def gong_order(hand: Deal, ties: str) -> tuple[Any, ...]:
    category = gong_category(hand)
    order: list[Any] = [10 if category == "three faces" else int(category)]
    if ties in ("faces", "faces_card"):
        order.append(sum(JACK <= card // 4 <= KING for card in hand))
    if ties == "faces_card":
        order.append(highest(hand))
    return tuple(order)


def gong_settle(
    player: Deal, banker: Deal, ties: str = "faces", pays: dict[str, Any] | None = None
) -> Any:
    """Give the player's net win."""
    a, b = gong_order(player, ties), gong_order(banker, ties)
    lost = -(pays or {}).get(gong_category(banker), 1)
    if a == b:
        return lost if ties == "banker" else 0
    return (pays or {}).get(gong_category(player), 1) if a > b else lost


def gong_pot(hands: Sequence[Deal], ties: str = "faces") -> Fraction:
    """Give the net win of the first of some hands that play for a pot of one each."""
    orders = [gong_order(hand, ties) for hand in hands]
    sharing = orders.count(max(orders))
    return Fraction(len(hands), sharing) - 1 if orders[0] == max(orders) else Fraction(-1)


def deals(cards: Iterable[int], size: int, hands: int) -> Iterable[tuple[Deal, ...]]:
    """List all ways to deal hands of a size, in order."""
    cards = tuple(cards)
    if hands == 0:
        yield ()
        return
    for hand in combinations(cards, size):
        for rest in deals([card for card in cards if card not in hand], size, hands - 1):
            yield (hand, *rest)


def distribution(nets: Iterable[Any]) -> dict[str, Any]:
    """Give chances and expectation of equally likely net wins."""
    found = Counter(nets)
    total = sum(found.values())
    return {
        "win": Fraction(sum(n for net, n in found.items() if net > 0), total),
        "tie": Fraction(found[0], total),
        "lose": Fraction(sum(n for net, n in found.items() if net < 0), total),
        "ev": sum((Fraction(net) * n for net, n in found.items()), Fraction(0)) / total,
    }


def pile_order(pile: Deal, pairs: str = "king_high", luo_suo: str = "equal") -> tuple[int, int]:
    one, two = sorted(low_rank(card) for card in pile)
    if one == two:
        height = {"king_high": one, "ace_high": 14 if one == 1 else one, "equal": 0}[pairs]
        return (2, height)
    if one > 10:
        return (1, {"QJ": 1, "KJ": 2, "KQ": 3}[_faces(one, two)] if luo_suo == "ranked" else 0)
    halves = [1 if rank > 10 else 2 * rank for rank in (one, two)]
    return (0, sum(halves) % 20)


def _faces(one: int, two: int) -> str:
    return {11: "J", 12: "Q", 13: "K"}[two] + {11: "J", 12: "Q", 13: "K"}[one]


def knives_splits(hand: Deal, **rules: str) -> list[tuple[Any, Any]]:
    """List the orders of first and second pile of every split."""
    found = []
    for other in (1, 2, 3):
        one = (hand[0], hand[other])
        two = tuple(card for card in hand if card not in one)
        found.append(tuple(sorted((pile_order(one, **rules), pile_order(two, **rules)))))
    return found


def knives_named(hand: Deal, policy: str, **rules: str) -> tuple[Any, Any]:
    """Split by a rule."""
    splits = knives_splits(hand, **rules)
    if policy == "second_pile":
        return max(splits, key=lambda split: (split[1], split[0]))
    return max(splits)


def knives_settle(
    player: Deal,
    mine: tuple[Any, Any],
    banker: Deal,
    his: tuple[Any, Any],
    tied: str = "strict",
    pay: Any = 10,
    pairs: str = "king_high",
) -> Any:
    """Give the player's net win."""

    def four(hand: Deal) -> int:
        ranks = {low_rank(card) for card in hand}
        if len(ranks) > 1:
            return 0
        (rank,) = ranks
        return 14 if rank == 1 and pairs == "ace_high" else rank

    if four(player) != four(banker):
        return pay if four(player) > four(banker) else -pay
    won = sum(a > b for a, b in zip(mine, his, strict=True))
    lost = sum(a < b for a, b in zip(mine, his, strict=True))
    if tied == "banker":
        lost = 2 - won
    if tied == "strict":
        return 1 if won == 2 else -1 if lost == 2 else 0
    return (won > lost) - (won < lost)


def bank_nets(cards: Sequence[int], bettors: int) -> Iterable[tuple[int, ...]]:
    """List the bettors' net wins over all deals of ranks, the banker's card first."""
    for banker, *others in permutations(cards, bettors + 1):
        yield tuple((card // 4 > banker // 4) - (card // 4 < banker // 4) for card in others)


def between_net(posts: Sequence[int], third: int, call: str, ace: str, pair_costs: int) -> int:
    """Give the net win of a unit bet; `call` is bet, larger or smaller."""
    rank = low_rank if ace == "low" else lambda card: card // 4
    low, high = sorted(rank(card) for card in posts)
    if low == high:
        if rank(third) == low:
            return -pair_costs
        return 1 if (rank(third) > low) == (call == "larger") else -1
    if rank(third) in (low, high):
        return -2
    return 1 if low < rank(third) < high else -1


def between_ev(
    posts: Sequence[int], left: Sequence[int], call: str, ace: str = "low", pair_costs: int = 2
) -> Fraction:
    nets = [between_net(posts, third, call, ace, pair_costs) for third in left]
    return Fraction(sum(nets), len(nets))


def between_calls(posts: Sequence[int]) -> tuple[str, ...]:
    return ("larger", "smaller") if posts[0] // 4 == posts[1] // 4 else ("bet",)


def half_points(card: int) -> int:
    rank = low_rank(card)
    return 1 if rank > 10 else 2 * rank


def halves_banker(
    total: int, left: tuple[int, ...], player: int, below: int, push: bool, drawn: bool = False
) -> Fraction:
    """Give the player's expected win against a banker with points; cards are half points."""
    if drawn and (total >= below or not left):
        if total > 21 or total < player:
            return Fraction(1)
        return Fraction(0) if total == player and push else Fraction(-1)
    value = Fraction(0)
    for card, count in Counter(left).items():
        rest = list(left)
        rest.remove(card)
        value += count * halves_banker(total + card, tuple(rest), player, below, push, True)
    return value / len(left)


class Halves:
    """Ten-and-a-half against a banker with a rule, by plain recursion."""

    def __init__(self, **rules: Any) -> None:
        self.must = 2 * rules.get("must_draw_below", 6)
        self.below = 2 * rules.get("banker_draws_below", 6)
        self.push = rules.get("ties", "banker") == "push"
        self.five = rules.get("five_cards_pay", 2)
        self.exact = rules.get("five_cards_exact_pay", 3)
        self.once = rules.get("ten_and_half_pays", 1)

    def stand(self, hand: tuple[int, ...], left: tuple[int, ...]) -> Fraction:
        return halves_banker(0, left, sum(hand), int(self.below), self.push)

    def hit(
        self, hand: tuple[int, ...], left: tuple[int, ...], strategy: Callable[..., bool] | None
    ) -> Fraction:
        value = Fraction(0)
        for card, count in Counter(left).items():
            rest = list(left)
            rest.remove(card)
            value += count * self.value((*hand, card), tuple(rest), strategy)
        return value / len(left)

    def value(
        self, hand: tuple[int, ...], left: tuple[int, ...], strategy: Callable[..., bool] | None
    ) -> Fraction:
        """Give the value of a hand, played best without a strategy."""
        total = sum(hand)
        if total > 21:
            return Fraction(-1)
        if len(hand) == 5:
            return Fraction(self.exact if total == 21 else self.five)
        if total == 21 and self.once > 1:
            return Fraction(self.once)
        if len(left) <= 1:
            return self.stand(hand, left)
        if total < self.must:
            return self.hit(hand, left, strategy)
        if strategy is not None:
            if strategy(hand):
                return self.hit(hand, left, strategy)
            return self.stand(hand, left)
        return max(self.stand(hand, left), self.hit(hand, left, strategy))
