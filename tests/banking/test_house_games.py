"""Casino war, red dog, three-card poker and let it ride against plain loops and known figures."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import equity
from equity import casino_war, let_it_ride, red_dog, three_card_poker
from equity.cards import format_cards
from equity.errors import CardError, EquityError, RuleError
from tests.oracles import house as naive
from tests.oracles import pay_tables
from tests.parts import slow

SHOE = [card for card in range(52) if card // 4 in (0, 3, 4, 8)] + [12, 13]
"""Eighteen cards of which three ranks come four times and one six, as two packs may have left."""


def dead_of(shoe: list[int], packs: int) -> dict[str, int]:
    """Count what a shoe of so many packs lacks to be that one."""
    have = Counter(card // 4 for card in shoe)
    names = "23456789TJQKA"
    return {names[rank]: 4 * packs - have[rank] for rank in range(13) if 4 * packs > have[rank]}


@pytest.mark.parametrize(
    ("packs", "tie", "ev"), [(6, 1, "-0.028771"), (6, 2, "-0.023301")], ids=str
)
def test_casino_war_is_worth_what_is_published(packs: int, tie: int, ev: str) -> None:
    game = casino_war.with_rules(packs=packs, tie_after_tie=tie)
    assert f"{float(game.edge().bets['bet'].ev):.6f}" == ev
    assert game.edge().bets["bet"] == game.edge(strategy="war").bets["bet"]


@pytest.mark.parametrize("tie", [1, 2])
@pytest.mark.parametrize("strategy", ["war", "surrender"])
def test_casino_war_card_by_card(tie: int, strategy: str) -> None:
    game = casino_war.with_rules(packs=2, tie_after_tie=tie)
    edge = game.edge(dead_of(SHOE, 2), strategy=strategy)
    chances = naive.war_round(SHOE, lambda _: strategy == "war", tie)
    bet = edge.bets["bet"]
    assert bet.ev == sum((net * chance for net, chance in chances.items()), Fraction(0))
    assert bet.win == sum(chance for net, chance in chances.items() if net > 0)
    assert bet.lose == sum(chance for net, chance in chances.items() if net < 0)
    equal = sum(one // 4 == two // 4 for one, two in itertools.permutations(SHOE, 2))
    assert game.odds(dead_of(SHOE, 2)).counts["tie"] == equal
    assert edge.bets["tie"].win == Fraction(equal, len(SHOE) * (len(SHOE) - 1))


def test_casino_war_decides() -> None:
    game = casino_war.with_rules(packs=2)
    rest = [card for card in SHOE if card // 4 != 8] + [32, 33]
    decision = game.decide("T", dead=dead_of(SHOE, 2))
    nets = Counter(
        Fraction(1 if one // 4 >= two // 4 else -2) for one, two in itertools.permutations(rest, 2)
    )
    assert decision["war"].ev == naive.mean(nets)
    assert decision["surrender"].ev == Fraction(-1, 2)
    assert decision.best.label == "war"
    # Where the cards left are all different, a war is lost as often as won.
    few = casino_war.with_rules(packs=1).decide(
        "9", dead=dict.fromkeys("2345678TJQKA", 3) | {"9": 2}
    )
    assert few["war"].ev == Fraction(-1, 2)


@pytest.mark.parametrize(("packs", "ev"), [(1, "-0.031554"), (8, "-0.027509")])
def test_red_dog_is_worth_what_is_published(packs: int, ev: str) -> None:
    game = red_dog.with_rules(packs=packs)
    assert f"{float(game.edge().ev):.6f}" == ev
    assert game.edge(strategy=7).ev == game.edge().ev


@pytest.mark.parametrize("strategy", ["stay", 3, 7])
def test_red_dog_card_by_card(strategy: Any) -> None:
    pays = {1: 5, 2: 4, 3: 2} | dict.fromkeys(range(4, 12), 1)
    for shoe, packs in ((list(range(52)), 1), (SHOE, 2)):
        nets = naive.red_dog_round(
            shoe, lambda ranks: strategy != "stay" and ranks >= strategy, pays, 11
        )
        edge = red_dog.with_rules(packs=packs).edge(dead_of(shoe, packs), strategy=strategy)
        assert edge.ev == naive.mean(nets)
        assert edge.deals == sum(nets.values())
        assert edge.tie == Fraction(nets[Fraction(0)], sum(nets.values()))


def test_red_dog_doubles_what_wins() -> None:
    """Of every pair of posts: it is doubled just where a stay is worth something."""
    for low, high in itertools.combinations_with_replacement("23456789TJQKA", 2):
        decision = red_dog.decide(f"{low} {high}")
        if len(decision.actions) > 1:
            assert (decision.best.label == "double") == (decision["stay"].ev > 0)
            assert decision["double"].ev == 2 * decision["stay"].ev


BONUS = {3: Fraction(1), 4: Fraction(4), 5: Fraction(5)}
HANDS = ("Qh6d4c", "Qh6d3c", "AhAdAc", "5h4h3h", "KsQdJc", "2c2d9s", "As2s3d", "Jh7h5h")


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("qualify", ["Q", "none"])
def test_three_card_poker_hand_by_hand(hand: str, qualify: str) -> None:
    game = three_card_poker.with_rules(qualify=qualify)
    cards = equity.cards.parse_cards(hand)
    lowest = None if qualify == "none" else 10
    nets = naive.three_card_play(cards, range(52), lowest, BONUS)
    decision = game.decide(hand)
    assert decision["play"].ev == naive.mean(nets)
    assert decision["play"].win == Fraction(
        sum(count for net, count in nets.items() if net > 0), sum(nets.values())
    )
    assert decision["fold"].ev == -1
    assert game.edge(hand, strategy="play").bets["ante"].ev == naive.mean(nets)


@pytest.mark.slow
def test_three_card_poker_with_fifteen_cards() -> None:
    """Every hand against every hand, folded and played, with and without a queen to qualify."""
    deck = sorted(random.Random(3).sample(range(52), 15))
    dead = format_cards([card for card in range(52) if card not in deck])
    for qualify, lowest in (("Q", 10), ("A", 12), ("none", None)):
        game = three_card_poker.with_rules(qualify=qualify)
        best = played = Fraction(0)
        hands = list(itertools.combinations(deck, 3))
        for hand in hands:
            ev = naive.mean(naive.three_card_play(hand, deck, lowest, BONUS))
            best += max(ev, Fraction(-1)) / len(hands)
            played += ev / len(hands)
        assert game.edge(dead=dead).bets["ante"].ev == best
        assert game.edge(dead=dead, strategy="play").bets["ante"].ev == played


def test_three_card_poker_is_worth_what_is_published() -> None:
    bets = three_card_poker.edge().bets
    assert bets["ante"].ev == Fraction(-686689, 20358520)
    assert bets["pair_plus"].ev == Fraction(-128, 5525)
    assert three_card_poker.edge(strategy="Qh6d4c").bets["ante"].ev == bets["ante"].ev
    three = three_card_poker.with_rules("flush_3").edge().bets["pair_plus"].ev
    assert three == bets["pair_plus"].ev - Fraction(1096, 22100)


def lets(hand: list[int], dead: tuple[int, ...] = ()) -> Fraction:
    """Give what a bet on a hand that is not complete is worth, draw by draw."""
    pays = {"two pair": 2, "three of a kind": 3, "straight": 5, "flush": 8, "full house": 11}
    pays |= {"four of a kind": 50, "straight flush": 200, "royal flush": 1000}
    live = [card for card in range(52) if card not in hand and card not in dead]
    nets: Counter[Fraction] = Counter()
    for drawn in itertools.combinations(live, 5 - len(hand)):
        five = [*hand, *drawn]
        name = pay_tables.category("jacks_or_better", five)
        net = pays.get(name, -1)
        if name in ("one pair", "jacks or better"):
            ranks = [card // 4 for card in five]
            net = 1 if max(rank for rank in ranks if ranks.count(rank) == 2) >= 8 else -1
        nets[Fraction(net)] += 1
    return naive.mean(nets)


@pytest.mark.parametrize("seed", range(6))
def test_let_it_ride_draw_by_draw(seed: int) -> None:
    deal = random.Random(seed)
    cards = deal.sample(range(52), 12)
    for number in (3, 4):
        hand, dead = cards[:number], tuple(cards[5:])
        decision = let_it_ride.decide(format_cards(hand), dead=format_cards(dead))
        assert decision["ride"].ev == lets(hand, dead)
        assert decision["pull"].ev == 0


@slow
def test_let_it_ride_over_all_hands() -> None:
    """Each bet is kept where it is worth more than nothing: summed over all hands, as published."""
    seen = {}
    for number in (3, 4):
        total = ways = Fraction(0)
        for hand in itertools.combinations(range(52), number):
            suits = tuple(tuple(c // 4 for c in hand if c % 4 == s) for s in range(4))
            if suits != tuple(sorted(suits, reverse=True)):
                continue
            times = len(set(itertools.permutations(suits)))
            ev = float(let_it_ride.decide(format_cards(hand))["ride"].ev)
            total += times * Fraction(max(ev, 0.0))
            ways += times
        seen[number] = float(total / ways)
    alone = float(let_it_ride.edge("pull").ev)
    assert alone + seen[3] + seen[4] == pytest.approx(-37963 / 1082900, abs=1e-12)


def test_let_it_ride_is_worth_what_is_published() -> None:
    assert let_it_ride.edge().ev == Fraction(-37963, 1082900)
    assert let_it_ride.edge("ride").ev == 3 * let_it_ride.edge("pull").ev


WRONG = [
    (lambda: casino_war.decide("9", "8"), RuleError, "not equal"),
    (lambda: casino_war.decide("98"), CardError, "one card each"),
    (lambda: casino_war.with_rules(packs=1).decide("9h", "9h"), CardError, "9h"),
    (lambda: casino_war.edge(strategy="fight"), RuleError, "'surrender'"),
    (lambda: casino_war.with_rules(packs=1).edge(dict.fromkeys("23456789TJQK", 4) | {"A": 1}),
     CardError, "takes 4"),
    (lambda: casino_war.with_rules(packs=9), RuleError, "packs is 9"),
    (lambda: red_dog.decide("5"), CardError, "two posts"),
    (lambda: red_dog.edge(strategy=0), RuleError, "1 to 12"),
    (lambda: red_dog.edge(strategy=True), RuleError, "1 to 12"),
    (lambda: red_dog.edge(dict.fromkeys("23456789TJQK", 4) | {"A": 2}), CardError, "takes 3"),
    (lambda: three_card_poker.decide("AhKh"), CardError, "2 cards"),
    (lambda: three_card_poker.decide("AKQ"), EquityError, "suit"),
    (lambda: three_card_poker.edge(dead="K"), RuleError, "suits"),
    (lambda: three_card_poker.edge(dead="5h", strategy="AK"), RuleError, "weakest hand"),
    (lambda: three_card_poker.edge(opponents=2), RuleError, "one player"),
    (lambda: three_card_poker.edge(method="monte-carlo"), RuleError, "answered exactly"),
    (lambda: let_it_ride.decide("AhKh"), CardError, "three or four"),
    (lambda: let_it_ride.decide("AhKhQh", dead="Ah"), CardError, "Ah is in the hand"),
    (lambda: let_it_ride.edge(strategy="raise"), RuleError, "'pull'"),
    (lambda: let_it_ride.with_rules(pay_table={"jacks or better": 1}), RuleError, "jacks"),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "error", "words"), WRONG, ids=[row[2] for row in WRONG])
def test_wrong_questions_are_clear_errors(ask: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        ask()


@pytest.mark.parametrize("game", [casino_war, red_dog, three_card_poker, let_it_ride], ids=str)
def test_sessions_lose_what_the_edge_says(game: Any) -> None:
    edge = game.edge()
    bet = next(iter(edge.bets.values()))
    session = game.play(rounds=50, bankroll=10_000, deals=20_000, seed=4)
    lost = session.final.mean - 10_000
    spread = 12 * (50 / 20_000) ** 0.5  # no round has a larger deviation
    assert abs(lost - 50 * float(bet.ev)) < 4 * spread
