"""Games made from the axes alone: a ranking by card sets, a split pot, side pots."""

from __future__ import annotations

import itertools
import math
import pickle
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from equity import zha_jin_hua
from equity.errors import CardError, RuleError
from equity.rankings.ranking import HIGH, THREE_CARDS
from equity.rankings.sets import CardSets
from equity.showdown.game import Showdown
from equity.showdown.spec import Deal, Pot, Use
from tests.parts import slow


def lowest_card(cards: tuple[int, ...]) -> int:
    """The lowest card wins."""
    return -(cards[0] >> 2)


def low_without_a_pair(cards: tuple[int, ...]) -> tuple[int, ...] | None:
    """The lowest ranks, highest first; with a pair or a card above a nine there is no low."""
    ranks = sorted({card >> 2 for card in cards}, reverse=True)
    if len(ranks) < len(cards) or ranks[0] > 7:
        return None
    return tuple(-rank for rank in ranks)


LOWEST = Showdown(
    name="lowest",
    title="lowest card",
    summary="three cards each, the lowest card wins",
    deal=Deal(hole=3),
    pots=(Pot(CardSets("lowest card", 3, lowest_card)),),
)
SPLIT = Showdown(
    name="split",
    title="half and half",
    summary="three cards each; half to the high hand, half to a low",
    deal=Deal(hole=3),
    pots=(
        Pot(THREE_CARDS),
        Pot(CardSets("low", 3, low_without_a_pair), "low", unclaimed_to="high"),
    ),
)


def cards(text: str) -> list[int]:
    return ["23456789TJQKA".index(text[i]) * 4 + "cdhs".index(text[i + 1]) for i in (0, 2, 4)]


def deals(held: Sequence[str], live: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to deal three cards to each seat that is written `*`."""
    if not held:
        yield ()
        return
    first, *others = held
    choices = itertools.combinations(live, 3) if first == "*" else [tuple(sorted(cards(first)))]
    for hand in choices:
        for rest in deals(others, [card for card in live if card not in hand]):
            yield (hand, *rest)


def high_of(hand: tuple[int, ...]) -> int:
    """The strength of three cards as the text of zha jin hua has it, without suits."""
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    flush = len({card & 3 for card in hand}) == 1
    top = 1 if ranks == [12, 1, 0] else ranks[0] if ranks[0] - ranks[2] == 2 else None
    straight = top is not None and len(set(ranks)) == 3
    order = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    kind = (
        5
        if len(set(ranks)) == 1
        else 4
        if flush and straight
        else 3
        if flush
        else 2
        if straight
        else 1
        if len(set(ranks)) == 2
        else 0
    )
    value = [top, 0, 0] if straight else order
    return int(((kind * 16 + int(value[0])) * 16 + value[1]) * 16 + value[2])


def plain(held: Sequence[str], eligible: Sequence[int], dead: str = "") -> list[Fraction]:
    """Mean share of one pot by seat, deal by deal, from the rules."""
    known = [card for text in held if text != "*" for card in cards(text)]
    gone = [*known, *itertools.chain(*(cards(dead[i : i + 6]) for i in range(0, len(dead), 6)))]
    live = [card for card in range(52) if card not in gone]
    won, number = [Fraction(0)] * len(held), 0
    for hands in deals(held, live):
        number += 1
        high = {seat: high_of(hands[seat]) for seat in eligible}
        lows = {seat: low_without_a_pair(hands[seat]) for seat in eligible}
        able = {seat: low for seat, low in lows.items() if low is not None}
        best = [seat for seat in eligible if high[seat] == max(high.values())]
        low = [seat for seat in able if able[seat] == max(able.values())]
        for seat in best:
            won[seat] += Fraction(1, (2 if low else 1) * len(best))
        for seat in low:
            won[seat] += Fraction(1, 2 * len(low))
    return [share / number for share in won]


SPOTS: list[Any] = [
    slow(["AhAd2c", "*"], ""),
    (["9c7d2h", "8s7c3d", "AsAcKh"], ""),
    (["9c7d2h", "9d7h2s", "*"], "KhKdKc"),
    (["KhKdQc", "*"], ""),
    (["5c3d2h", "5d3h2s"], ""),  # both halves tied
]


@pytest.mark.parametrize(("held", "dead"), SPOTS)
def test_a_split_pot_is_the_plain_loop(held: list[str], dead: str) -> None:
    seats = ["random" if text == "*" else text for text in held]
    exact = SPLIT.equity(*seats, dead=dead, method="exact")
    right = plain(held, range(len(held)), dead)
    assert exact.equity == pytest.approx([float(share) for share in right], abs=1e-14)
    assert exact.equity.sum() == pytest.approx(1, abs=1e-14)
    assert (exact.high + exact.low) == pytest.approx(exact.equity, abs=1e-14)  # type: ignore[operator]
    simulated = SPLIT.equity(*seats, dead=dead, deals=60_000, seed=3)
    assert (abs(simulated.equity - exact.equity) < 4 * simulated.stderr).all()
    assert simulated.winners == pytest.approx(exact.winners, abs=0.01)


def test_side_pots_of_a_split_pot() -> None:
    held = ["9c7d2h", "AsAcKh", "*"]
    stacks = [100, 300, 200]
    exact = SPLIT.equity("9c7d2h", "AsAcKh", "random", stacks=stacks, method="exact")
    main, side = plain(held, [0, 1, 2]), plain(held, [1, 2])
    right = [300 * main[seat] + 200 * side[seat] for seat in range(3)]
    right[1] += 100  # nobody else can win it
    assert exact.chips == pytest.approx([float(chips) for chips in right], abs=1e-9)
    simulated = SPLIT.equity("9c7d2h", "AsAcKh", "random", stacks=stacks, deals=60_000, seed=4)
    assert simulated.chips is not None
    assert simulated.chips_stderr is not None
    assert (abs(simulated.chips - exact.chips) < 4 * simulated.chips_stderr).all()


def test_ranges_and_weights_of_a_split_pot() -> None:
    first = "AhAd2c, 9c7d2h:0.25"
    exact = SPLIT.equity(first, "8s7c3d", "random", method="exact")
    alone = [
        SPLIT.equity(hand, "8s7c3d", "random", method="exact") for hand in ("AhAd2c", "9c7d2h")
    ]
    weights = [one.deals * weight for one, weight in zip(alone, (1, 0.25), strict=True)]
    mean = np.average([one.equity for one in alone], axis=0, weights=weights)
    assert exact.equity == pytest.approx(mean, abs=1e-14)
    simulated = SPLIT.equity(first, "8s7c3d", "random", deals=60_000, seed=5)
    assert (abs(simulated.equity - exact.equity) < 4 * simulated.stderr).all()


def test_the_lowest_card_wins() -> None:
    exact = LOWEST.equity("5h9dKc", "6c2dAs", method="exact")
    assert exact.equity.tolist() == [0, 1]
    live = [card for card in range(52) if card not in cards("5h9dKc")]
    hands = list(itertools.combinations(live, 3))
    wins = sum(hand[0] >> 2 > 3 for hand in hands)
    ties = sum(hand[0] >> 2 == 3 for hand in hands)
    exact = LOWEST.equity("5h9dKc", "random", method="exact")
    assert (exact.wins[0], exact.ties[0], exact.deals) == (wins, ties, len(hands))
    simulated = LOWEST.equity("5h9dKc", "random", deals=60_000, seed=1)
    assert (abs(simulated.equity - exact.equity) < 4 * simulated.stderr).all()


def test_seats_permuted_and_suits_relabelled() -> None:
    one = SPLIT.equity("9c7d2h", "8s7c3d", "random", method="exact")
    other = SPLIT.equity("8d7h3s", "random", "9h7s2c", method="exact")
    assert one.equity[[1, 2, 0]] == pytest.approx(other.equity, abs=1e-15)


def test_counts_do_not_depend_on_chunks_and_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    one = SPLIT.equity("9c7d2h", "random", "random", deals=400_000, seed=9)
    with ThreadPoolExecutor(2) as pool:
        two = SPLIT.equity("9c7d2h", "random", "random", deals=400_000, seed=9, executor=pool)
    assert (one.tally["joint"] == two.tally["joint"]).all()


def test_strengths_of_the_parts() -> None:
    hands = np.array([cards("9c7d2h"), cards("AsAcKh")], np.uint8)
    found = SPLIT.strengths(hands)
    assert found.shape == (2, 2)
    assert found[1, 1] == 0
    assert found[:, 0].tolist() == [
        zha_jin_hua.with_rules(suits="none").strength(hand.tolist()) for hand in hands
    ]
    with pytest.raises(CardError, match="twice"):
        SPLIT.strengths(np.array([[1, 1, 2]], np.uint8))
    assert pickle.loads(pickle.dumps(SPLIT)).spec == SPLIT.spec


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"deal": Deal(hole=2, board=5), "pots": SPLIT.pots}, "has a board"),
        ({"deal": Deal(hole=3, board=2), "pots": LOWEST.pots}, "has a board"),
        ({"deal": Deal(hole=3), "pots": (*SPLIT.pots, SPLIT.pots[1])}, "one part or two"),
        ({"deal": Deal(hole=3), "pots": (Pot(THREE_CARDS), Pot(THREE_CARDS, "high"))}, "two parts"),
        (
            {
                "deal": Deal(hole=3),
                "pots": (Pot(THREE_CARDS), Pot(CardSets("low", 3, low_without_a_pair), "low")),
            },
            "nobody takes it",
        ),
        ({"deal": Deal(hole=3), "pots": ()}, "no pot"),
        ({"deal": Deal(hole=3, board=5), "use": Use(hole=1, board=4)}, "must be used"),
        ({"deal": Deal(hole=6, board=5)}, "of which two must be used"),
        ({"deal": Deal(hole=4), "pots": (Pot(HIGH),)}, "the best of 5 to 7"),
    ],
)
def test_what_does_not_go_together_is_refused_when_declared(
    declared: dict[str, Any], message: str
) -> None:
    with pytest.raises(RuleError, match=message):
        Showdown(name="x", title="X", summary="x", **declared)


def test_a_split_hand_is_named_for_each_part() -> None:
    rank = SPLIT.rank("AhKd2c")
    assert rank.parts is not None
    assert list(rank.parts) == [part.name for part in SPLIT.pots]
    assert rank.strength == rank.parts["high"].strength == SPLIT.strength([50, 45, 0])[0]


BAD: list[tuple[str, Any]] = [
    ("tuple of Pot", lambda: declared(pots=Pot(THREE_CARDS))),
    ("tuple of Pot", lambda: declared(pots=(1,))),
    ("goes by", lambda: Pot(None)),  # type: ignore[arg-type]
    ("called by a word", lambda: Pot(name="")),
    ("number of cards", lambda: Deal(hole=None)),  # type: ignore[arg-type]
    ("hole is -2", lambda: Deal(hole=-2, board=5)),
    ("whole number", lambda: Deal(hole="2")),  # type: ignore[arg-type]
    ("True or False", lambda: Deal(2, by_street=1)),  # type: ignore[arg-type]
    ("take 1 to", lambda: CardSets("low", None, max)),  # type: ignore[arg-type]
    ("no function", lambda: CardSets("low", 3, None)),  # type: ignore[arg-type]
    ("cannot be compared", lambda: CardSets("low", 2, list).table),
    ("cannot be compared", lambda: CardSets("low", 2, mixed).table),
    ("such as nan", lambda: CardSets("low", 2, lambda _: math.nan).table),
    ("settings=None", lambda: declared(settings=None)),
    ("name=3", lambda: declared(name=3)),
    ("name=''", lambda: declared(name="")),
    ("title=None", lambda: declared(title=None)),
    ("aliases='ab'", lambda: declared(aliases="ab")),
    ("unknown setting 'nosuch'", lambda: declared(presets={"x": {"nosuch": 1}})),
    ("has a board", lambda: declared(deal=Deal(2, 5), pots=(Pot(), Pot(PAIRLESS, "low", "high")))),
]


def mixed(cards: tuple[int, ...]) -> Any:
    return cards[0] if cards[1] > 9 else "low"


PAIRLESS = CardSets("pairless", 5, lambda cards: len({card >> 2 for card in cards}))


def declared(**changes: Any) -> Showdown:
    given: dict[str, Any] = {"name": "toy", "title": "toy", "summary": "a toy", "deal": Deal(5)}
    return Showdown(**{**given, **changes})


@pytest.mark.parametrize(("named", "declare"), BAD, ids=[row[0] for row in BAD])
def test_a_wrong_declaration_is_a_clear_error(named: str, declare: Any) -> None:
    with pytest.raises(RuleError, match=re.escape(named)):
        declare()


def test_hands_ranked_by_their_set_are_named_and_have_no_odds() -> None:
    game = declared(pots=(Pot(PAIRLESS),))
    assert game.rank("AhAdKhKd2c").category == "3"
    with pytest.raises(RuleError, match="odds"):
        game.odds()
