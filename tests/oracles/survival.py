"""Slow players of the survival games, in plain Python, from the rules alone.

Nothing here comes from the package. A stack is a list with its top card first; seats are numbered
clockwise and seat 0 acts first. What is left to chance is asked of a `Chance`, so that the same
player can draw its own luck or repeat the luck of another game.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"


def rank(card: int) -> int:
    return card // 4


@dataclass
class Ended:
    """How a game ended."""

    players: int
    length: int = 0
    left: list[tuple[int, ...]] = field(default_factory=list)
    """Groups of players in the order in which they left; those of a group left together."""
    held: dict[int, int] = field(default_factory=dict)
    """Cards of those still in at the end."""
    cards: list[int] = field(default_factory=list)
    """Cards in the order in which they were turned, laid or played."""
    unfinished: bool = False
    period: int | None = None

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each player, 1 the best; a shared place is the best of those shared."""
        order: list[list[int]] = []
        for cards in sorted(set(self.held.values()), reverse=True):
            order.append([seat for seat in self.held if self.held[seat] == cards])
        order += [list(group) for group in reversed(self.left)]
        places = {}
        taken = 1
        for group in order:
            for seat in group:
                places[seat] = taken
            taken += len(group)
        assert len(places) == self.players
        return tuple(places[seat] for seat in range(self.players))

    @property
    def shares(self) -> list[float]:
        """What each player has of the win."""
        first = self.places.count(1)
        return [1 / first if place == 1 else 0.0 for place in self.places]


class Chance:
    """Luck of its own."""

    def __init__(
        self,
        seed: int = 0,
        speed: list[float] | None = None,
        error: list[float] | None = None,
        notice: list[float] | None = None,
        spread: float = 0.25,
    ) -> None:
        self.random = random.Random(seed)
        self.speed, self.error, self.notice, self.spread = speed, error, notice, spread

    def begin(self) -> None:
        """A turn begins."""

    def deck(self) -> list[int]:
        cards = list(range(52))
        self.random.shuffle(cards)
        return cards

    def shuffled(self, cards: list[int]) -> list[int]:
        cards = list(cards)
        self.random.shuffle(cards)
        return cards

    def pick(self, choices: list[int]) -> int:
        return self.random.choice(choices)

    def choose(self, choices: list[Any], seat: int, number: int) -> Any:
        """What a player does by lot, so many cards having been played."""
        return self.random.choice(choices)

    def restocked(self, cards: list[int]) -> list[int]:
        """The heap as a new stock."""
        return self.shuffled(cards)

    def notices(self, seat: int) -> bool:
        return self.notice is None or self.random.random() < self.notice[seat]

    def order(self, seats: list[int]) -> list[int]:
        """Who reacts first, second ..."""
        if self.speed is None:
            return self.shuffled(seats)
        time = {}
        for seat in seats:
            # A log-normal time of the given mean.
            middle = math.log(self.speed[seat]) - self.spread**2 / 2
            time[seat] = self.random.lognormvariate(middle, self.spread)
        return sorted(seats, key=lambda seat: time[seat])

    def errs(self, seat: int) -> bool:
        return self.error is not None and self.random.random() < self.error[seat]


def dealt(deck: list[int], players: int, each: int = 52) -> list[list[int]]:
    """Deal one card at a time from seat 0, at most so many to each."""
    return [deck[seat : players * each : players] for seat in range(players)]


def clockwise(first: int, players: int) -> list[int]:
    return [(first + i) % players for i in range(players)]


def limited(ended: Ended, stacks: dict[int, int], alive: list[int]) -> Ended:
    """Note who is left, when one is or when the limit is reached."""
    ended.held = {seat: stacks[seat] for seat in alive}
    ended.unfinished = len([seat for seat in alive if stacks[seat]]) > 1
    return ended


def repeated(ended: Ended, seen: dict[Any, int], position: object, limit: int) -> None:
    """Notice a position that comes again; whole periods up to the limit need not be played."""
    if ended.period is None and position in seen:
        ended.period = ended.length - seen[position]
        ended.length += (limit - ended.length) // ended.period * ended.period
    seen.setdefault(position, ended.length)


def war(
    hands: list[list[int]],
    chance: Chance,
    order: str = "leader_first",
    tied_without_card: str = "loses",
    limit: int = 5000,
    cycles: bool = True,
) -> Ended:
    stacks = [list(hand) for hand in hands]
    players = len(stacks)
    ended = Ended(players)
    alive = list(range(players))
    leader = 0
    table: list[int] = []  # left by tricks that nobody won
    seen = {(leader, tuple(table), tuple(map(tuple, stacks))): 0}
    while len(alive) > 1 and ended.length < limit:
        ended.length += 1
        turns: list[list[tuple[int, int]]] = []  # by turn: who turned what
        contest = [seat for seat in clockwise(leader, players) if stacks[seat]]
        last: dict[int, int] = {}
        winner = None
        while True:
            turns.append([])
            for seat in contest:
                if stacks[seat]:
                    last[seat] = stacks[seat].pop(0)
                    turns[-1].append((seat, last[seat]))
                    ended.cards.append(last[seat])
            highest = max(rank(last[seat]) for seat in contest)
            contest = [seat for seat in contest if rank(last[seat]) == highest]
            if len(contest) == 1:
                winner = contest[0]
                break
            able = [seat for seat in contest if stacks[seat]]
            if not able:
                if not any(stacks):
                    winner = contest[0]
                break
            if tied_without_card == "loses":
                contest = able
                if len(able) == 1:
                    winner = able[0]
                    break
        if winner is None:
            table += [card for turn in turns for _, card in turn]
            leader = next(seat for seat in clockwise(leader, players) if stacks[seat])
        else:
            taken = list(table)
            for turn in turns:
                if order == "winner_first":
                    place = clockwise(winner, players)
                    turn = sorted(turn, key=lambda item: place.index(item[0]))
                taken += [card for _, card in turn]
            if order == "shuffled":
                taken = chance.shuffled(taken)
            stacks[winner] += taken
            table = []
            leader = winner
        out = tuple(seat for seat in alive if not stacks[seat])
        if out:
            ended.left.append(out)
            alive = [seat for seat in alive if stacks[seat]]
        if cycles and order != "shuffled":
            repeated(ended, seen, (leader, tuple(table), tuple(map(tuple, stacks))), limit)
    return limited(ended, dict(enumerate(map(len, stacks))), alive)


def la_da_che(
    hands: list[list[int]],
    chance: Chance,
    order: str = "as_laid",
    limit: int = 5000,
    cycles: bool = True,
) -> Ended:
    stacks = [list(hand) for hand in hands]
    players = len(stacks)
    ended = Ended(players)
    alive = list(range(players))
    row: list[int] = []
    seat = 0
    seen = {(seat, tuple(row), tuple(map(tuple, stacks))): 0}
    while sum(1 for stack in stacks if stack) > 1 and ended.length < limit:
        if not stacks[seat]:
            if seat in alive:
                alive.remove(seat)
                ended.left.append((seat,))
            seat = (seat + 1) % players
            continue
        ended.length += 1
        while True:
            card = stacks[seat].pop(0)
            ended.cards.append(card)
            equal = [i for i, other in enumerate(row) if rank(other) == rank(card)]
            row.append(card)
            if not equal or not chance.notices(seat):
                break
            run = row[equal[-1] :]
            del row[equal[-1] :]
            stacks[seat] += chance.shuffled(run) if order == "shuffled" else run
        seat = (seat + 1) % players
        if cycles and any(stacks):
            on_turn = next(other for other in clockwise(seat, players) if stacks[other])
            repeated(ended, seen, (on_turn, tuple(row), tuple(map(tuple, stacks))), limit)
    return limited(ended, dict(enumerate(map(len, stacks))), alive)


def bao_shu(hands: list[list[int]], chance: Chance, limit: int = 5000) -> Ended:
    stacks = [list(hand) for hand in hands]
    players = len(stacks)
    ended = Ended(players)
    alive = list(range(players))
    heap: list[int] = []
    said = 0
    turner = 0

    def next_in(seat: int) -> int:
        return next(other for other in clockwise(seat + 1, players) if other in alive)

    while len(alive) > 1 and ended.length < limit:
        ended.length += 1
        chance.begin()
        said = said % 13 + 1
        card = stacks[turner].pop(0)
        ended.cards.append(card)
        heap.append(card)
        number = "A23456789TJQK".index(RANKS[rank(card)]) + 1
        after = next_in(turner)
        if number == said:
            after = chance.order(list(alive))[0]
            assert after in alive
            stacks[after] += heap
            heap = []
            said = 0
        else:
            for seat in clockwise(turner + 1, players):
                if seat in alive and chance.errs(seat) and stacks[seat]:
                    to = turner if seat != turner else next_in(turner)
                    stacks[to].append(stacks[seat].pop(0))
        out = tuple(seat for seat in alive if not stacks[seat])
        if out:
            ended.left.append(out)
            alive = [seat for seat in alive if stacks[seat]]
        turner = after if after in alive else next_in(after) if alive else 0
    return limited(ended, dict(enumerate(map(len, stacks))), alive)


def nickname(
    hands: list[list[int]], chance: Chance, limit: int = 5000, cycles: bool = False
) -> Ended:
    down = [list(hand) for hand in hands]
    players = len(down)
    up: list[list[int]] = [[] for _ in down]
    ended = Ended(players)
    alive = list(range(players))
    seen: dict[Any, int] = {}

    def position() -> object:
        """What lies where; a heap about to be turned over is turned over."""
        return tuple((*down[s], None, *up[s]) if down[s] else (*up[s], None) for s in alive)

    seen[position()] = 0
    while len(alive) > 1 and ended.length < limit:
        ended.length += 1
        chance.begin()
        for seat in alive:
            if not down[seat]:
                down[seat], up[seat] = up[seat], []
            up[seat].append(down[seat].pop(0))
            ended.cards.append(up[seat][-1])
        shown = {seat: rank(up[seat][-1]) for seat in alive}
        for value in sorted(set(shown.values())):
            equal = [seat for seat in alive if shown[seat] == value]
            if len(equal) < 2:
                continue
            showing = list(equal)
            for caller in chance.order(equal):
                others = [seat for seat in showing if seat != caller]
                if caller in showing and others:
                    called = chance.pick(others)
                    down[caller] += up[called]
                    up[called] = []
                    showing.remove(called)
        for seat in alive:
            if list(shown.values()).count(shown[seat]) == 1 and chance.errs(seat):
                called = chance.pick([other for other in alive if other != seat])
                given = down[seat] if down[seat] else up[seat]
                down[called].append(given.pop(0))
        out = tuple(seat for seat in alive if not down[seat] and not up[seat])
        if out:
            ended.left.append(out)
            alive = [seat for seat in alive if seat not in out]
        if cycles:
            if len(set(shown.values())) < len(shown):
                seen.clear()  # chance had a part in it
            if position() in seen and ended.period is None:
                ended.period = ended.length - seen[position()]
            seen.setdefault(position(), ended.length)
    return limited(ended, {s: len(down[s]) + len(up[s]) for s in range(players)}, alive)


def ninety_nine_actions(
    hand: list[int], total: int, limit: int = 99, ace_of_spades: str = "one"
) -> list[tuple[int, int]]:
    """Every playable card with the sum that it makes."""
    actions = []
    for card in hand:
        name = RANKS[rank(card)]
        if name == "T":
            sums = [total + 10, total - 10]
        elif name == "Q":
            sums = [total + 20, total - 20]
        elif name == "K":
            sums = [limit]
        elif name in "45J":
            sums = [total]
        elif name == "A":
            sums = [0 if card == 51 and ace_of_spades == "zero" else total + 1]
        else:
            sums = [total + int(name)]
        actions += [(card, after) for after in sums if 0 <= after <= limit]
    return actions


def ninety_nine_sensible(
    actions: list[tuple[int, int]], total: int, ace_of_spades: str = "one"
) -> tuple[int, int]:
    """The largest plain card that fits, else the first of a list."""

    def preference(action: tuple[int, int]) -> tuple[int, int, int]:
        card, after = action
        name = RANKS[rank(card)]
        suit = card % 4
        if card == 51 and ace_of_spades == "zero":
            return (2, 0, suit)
        if name in "236789A":
            return (0, -(1 if name == "A" else int(name)), suit)
        if name in "QT" and after < total:
            return (1, 6 if name == "T" else 7, suit)
        return (1, "QTJ45K".index(name), suit)

    return min(actions, key=preference)


def ninety_nine(
    hands: list[list[int]],
    stock: list[int],
    chance: Chance,
    policies: list[str],
    limit: int = 99,
    five: str = "skip",
    ace_of_spades: str = "one",
    turn_limit: int = 5000,
    total: int | None = None,
) -> Ended:
    """Play from the deal or, with a total, on from a sum that the starter has made."""
    hands = [list(hand) for hand in hands]
    players = len(hands)
    ended = Ended(players)
    alive = list(range(players))
    stock = list(stock)
    heap = [stock.pop(0)]
    way = 1

    def after(seat: int) -> int:
        while True:
            seat = (seat + way) % players
            if seat in alive:
                return seat

    seat = 0
    start = RANKS[rank(heap[0])]
    first = ninety_nine_actions(heap, 0, limit, ace_of_spades)
    if total is None:
        total = max(value for _, value in first)  # plus, where there is a choice
    if start == "4":
        way = -1
    elif start == "5":
        seat = 1
    while len(alive) > 1 and ended.length < turn_limit:
        actions = ninety_nine_actions(hands[seat], total, limit, ace_of_spades)
        if not actions:
            following = after(seat)
            heap += hands[seat]
            hands[seat] = []
            alive.remove(seat)
            ended.left.append((seat,))
            seat = following
            continue
        names = [other for other in alive if other != seat]
        named = None
        if policies[seat] == "sensible":
            card, value = ninety_nine_sensible(actions, total, ace_of_spades)
            if five == "name" and RANKS[rank(card)] == "5":
                named = after(after(seat))
                if named == seat:
                    named = after(seat)
        else:
            choices = []
            for action in actions:
                if five == "name" and RANKS[rank(action[0])] == "5":
                    choices += [(*action, name) for name in names]
                else:
                    choices.append((*action, None))
            card, value, named = chance.choose(choices, seat, len(ended.cards))
        total = value
        hands[seat].remove(card)
        heap.append(card)
        ended.cards.append(card)
        ended.length += 1
        if not stock:
            stock, heap = chance.restocked(heap), []
        hands[seat].append(stock.pop(0))
        if RANKS[rank(card)] == "4":
            way = -way
        if named is not None:
            seat = named
        elif RANKS[rank(card)] == "5":
            seat = after(after(seat))
        else:
            seat = after(seat)
    ended.held = {seat: len(hands[seat]) for seat in alive}
    ended.unfinished = len(alive) > 1
    return ended


def endurance(
    hands: list[list[int]],
    stock: list[int],
    chance: Chance,
    policies: list[str],
    turn_limit: int = 5000,
    trump: int | None = None,
    first: int | None = None,
) -> Ended:
    """Play from the deal, or, with a trump suit, from any lead; the first card may be given."""
    if trump is None:
        trump = hands[-1][-1] % 4
    hands = [list(hand) for hand in hands]
    stock = list(stock)
    players = len(hands)
    ended = Ended(players)
    alive = list(range(players))
    leader = 0

    def takes(card: int, best: int) -> bool:
        if card % 4 == best % 4:
            return card > best
        return card % 4 == trump

    def weakness(card: int) -> tuple[bool, int, int]:
        return (card % 4 == trump, rank(card), card % 4)

    while len(alive) > 1 and ended.length < turn_limit:
        ended.length += 1
        trick: list[tuple[int, int]] = []
        best = -1
        winner = leader
        for seat in [seat for seat in clockwise(leader, players) if seat in alive]:
            hand = hands[seat]
            allowed = [card for card in hand if trick and card % 4 == trick[0][1] % 4] or hand
            if first is not None:
                card, first = first, None
            elif policies[seat] != "sensible":
                card = chance.choose(list(allowed), seat, len(ended.cards))
            elif not trick:
                plain = [card for card in allowed if card % 4 != trump] or allowed
                high = max(rank(card) for card in plain)
                card = min(card for card in plain if rank(card) == high)
            else:
                winning = [card for card in allowed if takes(card, best)]
                card = min(winning or allowed, key=weakness)
            hand.remove(card)
            if not trick or takes(card, best):
                best, winner = card, seat
            trick.append((seat, card))
            ended.cards.append(card)
        hands[winner].append(stock.pop(0))
        out = tuple(seat for seat in alive if not hands[seat])
        if out:
            ended.left.append(out)
            alive = [seat for seat in alive if seat not in out]
        leader = winner
    return limited(ended, {seat: len(hands[seat]) for seat in range(players)}, alive)
