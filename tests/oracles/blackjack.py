"""Blackjack by plain recursion: every card drawn one by one, nothing kept, nothing shared.

Rules from the description of the game; imports nothing of the package. Cards are 1 (ace) .. 10.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

HOME: dict[str, Any] = {
    "must_draw_below": 15,
    "soft_17": "stand",
    "five_cards_pay": 2,
    "banker_five_cards_win": False,
    "natural_pays": None,
    "split": "aces",
    "max_hands": 2,
    "resplit_aces": False,
    "split_aces_hit": False,
    "double": "none",
    "double_after_split": False,
    "surrender": "none",
    "peek": False,
}
PAYS = {"3:2": Fraction(3, 2), "6:5": Fraction(6, 5), "2:1": Fraction(2)}
DOUBLES = {"none": (), "any": range(4, 22), "9-11": (9, 10, 11), "10-11": (10, 11)}


def total(cards):
    points = sum(cards)
    return points + 10 if 1 in cards and points <= 11 else points


def soft(cards):
    return total(cards) != sum(cards)


def draws(left):
    """List (chance, card, what is left)."""
    size = sum(left.values())
    out = []
    for card, count in sorted(left.items()):
        if count:
            out.append((Fraction(count, size), card, left - Counter([card])))
    return out


def natural(cards):
    return len(cards) == 2 and total(cards) == 21


class Naive:
    """One game's rules."""

    def __init__(self, **rules):
        self.rules = {**HOME, **rules}
        self.pays = PAYS.get(self.rules["natural_pays"])

    def settle(self, hand, bank, split):
        """Net win of a hand that stands."""
        if self.pays:
            own = natural(hand) and not split
            if natural(bank):
                return 0 if own else -1
            if own:
                return self.pays
        if self.rules["banker_five_cards_win"] and len(bank) == 5 and total(bank) <= 21:
            return -1
        if total(bank) > 21 or total(hand) > total(bank):
            return 1
        return 0 if total(hand) == total(bank) else -1

    def banker_done(self, bank):
        if self.rules["banker_five_cards_win"] and len(bank) == 5:
            return True
        if total(bank) == 17 and soft(bank) and self.rules["soft_17"] == "hit":
            return False
        return total(bank) >= 17

    def banker(self, bank, left, payoff):
        """Sum the payoffs over how the banker's hand may end.

        Of a banker who looked for a natural, only what goes on counts: not divided by its chance.
        """
        if len(bank) >= 2:
            if self.pays and self.rules["peek"] and natural(bank):
                return 0
            if self.banker_done(bank):
                return payoff(bank)
        return sum(p * self.banker([*bank, card], rest, payoff) for p, card, rest in draws(left))

    def goes_on(self, up, left):
        """Chance that the banker, if he looks, has no natural; he need not draw on for that."""
        if not (self.pays and self.rules["peek"]):
            return Fraction(1)
        if len(up) == 2:
            return Fraction(not natural(up))
        return sum(p * self.goes_on([*up, card], rest) for p, card, rest in draws(left))

    def stand(self, hand, up, left, split=False):
        return self.banker(up, left, lambda bank: self.settle(hand, bank, split))

    def actions(self, hand, split=False):
        if not split and self.rules["five_cards_pay"] and len(hand) >= 5:
            return ["won"]
        if not split and self.pays and natural(hand):
            return ["stand"]
        if split and hand[0] == 1 and not self.rules["split_aces_hit"]:
            return ["stand"]
        found = ["hit"]
        if total(hand) >= self.rules["must_draw_below"]:
            found.append("stand")
        if len(hand) == 2:
            if total(hand) in DOUBLES[self.rules["double"]] and (
                not split or self.rules["double_after_split"]
            ):
                found.append("double")
            if not split:
                which = {"none": (), "aces": (1,), "pairs": range(1, 11)}[self.rules["split"]]
                if hand[0] == hand[1] and hand[0] in which:
                    found.append("split")
                if self.rules["surrender"] == "late":
                    found.append("surrender")
        return found

    def value(self, action, hand, up, left, split=False):
        """Value of an action, times the chance that the round goes on."""
        if action == "won":
            return self.rules["five_cards_pay"] * self.goes_on(up, left)
        if action == "stand":
            return self.stand(hand, up, left, split)
        if action in ("hit", "double"):
            out = Fraction(0)
            for p, card, rest in draws(left):
                now = [*hand, card]
                if total(now) > 21:
                    worth = -self.goes_on(up, rest)
                elif action == "double":
                    worth = self.stand(now, up, rest, split)
                else:
                    worth = self.best(now, up, rest, split)
                out += p * worth
            return 2 * out if action == "double" else out
        if action == "surrender":
            return self.banker(
                up,
                left,
                lambda bank: Fraction(-1) if self.pays and natural(bank) else Fraction(-1, 2),
            )
        assert action == "split"
        return max(
            self.split(hand[0], up, left, most) for most in range(2, self.most_hands(hand[0]) + 1)
        )

    def most_hands(self, card):
        if card == 1 and not self.rules["resplit_aces"]:
            return 2
        return self.rules["max_hands"]

    def best(self, hand, up, left, split=False):
        return max(self.value(act, hand, up, left, split) for act in self.actions(hand, split))

    def choice(self, hand, up, left):
        """What a split hand does: best for one hand from what the pair has left."""
        rest = left - Counter(hand[1:])
        found = self.actions(hand, True)
        if len(found) == 1:
            return found[0]
        return max(found, key=lambda act: self.value(act, hand, up, rest, True))

    def split(self, card, up, left, most):
        """Deal a split out as at the table: one hand after the other, then the banker."""
        choices = {}

        def play(waiting, hands, done, now):
            """Sum over the cards to come; `done` are (hand, stake)."""
            if not waiting:
                if all(total(hand) > 21 for hand, _ in done):
                    return -sum(stake for _, stake in done) * self.goes_on(up, now)
                return self.banker(
                    up,
                    now,
                    lambda bank: sum(
                        stake * (-1 if total(hand) > 21 else self.settle(hand, bank, True))
                        for hand, stake in done
                    ),
                )
            out = Fraction(0)
            for p, drawn, rest in draws(now):
                if drawn == card and hands < most:
                    out += p * play(waiting + 1, hands + 1, done, rest)
                else:
                    out += p * on([card, drawn], waiting, hands, done, rest)
            return out

        def on(hand, waiting, hands, done, now):
            key = (hand[0], *sorted(hand[1:]))
            if total(hand) > 21:
                return play(waiting - 1, hands, [*done, (hand, 1)], now)
            if key not in choices:
                choices[key] = self.choice(hand, up, left)
            act = choices[key]
            if act == "stand":
                return play(waiting - 1, hands, [*done, (hand, 1)], now)
            out = Fraction(0)
            for p, drawn, rest in draws(now):
                longer = [*hand, drawn]
                if act == "double":
                    out += p * play(waiting - 1, hands, [*done, (longer, 2)], rest)
                else:
                    out += p * on(longer, waiting, hands, done, rest)
            return out

        return play(2, 2, [], left)

    def decide(self, hand, up, left):
        """Value of every action, after the banker has looked if he does."""
        chance = self.goes_on(up, left)
        return {act: self.value(act, hand, up, left) / chance for act in self.actions(hand)}
