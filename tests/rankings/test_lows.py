"""Every low hand and badugi: tables against the rules written out, and published counts."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from equity.errors import RuleError
from equity.rankings._evaluator import Evaluator
from equity.rankings.badugi import Badugi, best_of_more
from equity.rankings.lows import ACE_TO_FIVE, ACE_TO_SIX, DEUCE_TO_SEVEN, EIGHT_LOW, Low
from equity.showdown import kernels
from equity.showdown.bundles import look_up_of
from tests.oracles import lows as oracle
from tests.oracles import showdown as naive

LOWS = {"A-5": ACE_TO_FIVE, "A-6": ACE_TO_SIX, "2-7": DEUCE_TO_SEVEN, "eight": EIGHT_LOW}
DISTINCT = {"A-5": 6175, "A-6": 7462, "2-7": 7462, "eight": 56}
WHOLE = (1 << 52) - 1


def compiled(low: Low, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    size = hands.shape[1]
    found = Evaluator([(size, low.tables(size))], WHOLE).strengths(hands)
    return np.asarray(found, np.uint16)


def twin(low: Low, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    out = np.zeros(len(hands), np.uint16)
    kernels.strengths(hands, look_up_of(low.tables(hands.shape[1])), out)
    return out


@pytest.fixture(scope="module")
def fives() -> NDArray[np.uint8]:
    return naive.combinations_array(naive.DECK, 5)


@pytest.mark.parametrize("kind", oracle.KINDS)
def test_all_hands_of_five_have_the_order_of_the_rules(kind: str, fives: NDArray[np.uint8]) -> None:
    """The numbers of both are dense, so they are the same numbers."""
    right = oracle.lows_array(fives, kind)
    found = compiled(LOWS[kind], fives)
    assert np.array_equal(found, right)
    assert np.array_equal(twin(LOWS[kind], fives), right)
    assert len(np.unique(found[found > 0])) == LOWS[kind].tables(5).distinct == DISTINCT[kind]


def counts_of(low: Low, hands: NDArray[np.uint8]) -> dict[str, int]:
    categories = low.tables(5).categories[compiled(low, hands)]
    return dict(zip(low.categories, np.bincount(categories).tolist(), strict=True))


PAIRS = {  # as published for high hands
    "four of a kind": 624,
    "full house": 3744,
    "three of a kind": 54912,
    "two pair": 123552,
    "one pair": 1098240,
}
RUNS = {"straight": 10200 - 1020, "flush": 5108 + 4, "straight flush": 36}


def test_published_counts_of_five(fives: NDArray[np.uint8]) -> None:
    names = ["five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    # A top card with four lower ones, each of any suit.
    a5 = {f"{name} low": math.comb(at + 4, 4) * 1024 for at, name in enumerate(names[:-1])}
    assert counts_of(ACE_TO_FIVE, fives) == {**PAIRS, **a5}
    eight = {name: a5[name] for name in ("five low", "six low", "seven low", "eight low")}
    assert counts_of(EIGHT_LOW, fives) == {"no low": 2598960 - 57344, **eight}
    # Published for deuce to seven: 4,080 sevens, 14,280 eights, 34,680 nines.
    runs = {
        f"{name} low": (math.comb(at + 4, 4) - 1) * 1020 for at, name in enumerate(names[1:-1], 1)
    }
    assert counts_of(ACE_TO_SIX, fives) == {**PAIRS, **RUNS, **runs}
    high = {
        f"{name} low": (math.comb(at + 3, 4) - 1) * 1020 for at, name in enumerate(names[2:], 2)
    }
    assert (high["seven low"], high["eight low"], high["nine low"]) == (4080, 14280, 34680)
    assert counts_of(DEUCE_TO_SEVEN, fives) == {**PAIRS, **RUNS, **high}


@pytest.mark.parametrize("kind", oracle.KINDS)
@pytest.mark.parametrize("size", [6, 7])
def test_longer_hands_are_the_best_five(kind: str, size: int) -> None:
    generator = np.random.default_rng(size)
    hands = np.argsort(generator.random((100_000, 52)), axis=1)[:, :size].astype(np.uint8)
    # Where flushes count against a hand they are what may go wrong: as many of one suit and a half.
    suited = np.array([c for c in naive.DECK if c % 4 == 2 or c % 12 == 1], dtype=np.uint8)
    picked = np.argsort(generator.random((100_000, len(suited))), axis=1)[:, :size]
    hands = np.vstack([hands, suited[picked]])
    right = oracle.best_lows_array(hands, kind)
    assert np.array_equal(compiled(LOWS[kind], hands), right)
    assert np.array_equal(twin(LOWS[kind], hands), right)


@pytest.mark.parametrize("kind", oracle.KINDS)
def test_arrays_of_the_oracle_are_its_plain_rule(kind: str) -> None:
    source = random.Random(kind)
    ordered = oracle._table(kind)[1]
    for _ in range(300):
        hand = sorted(source.sample(range(52), 7))
        number = int(oracle.best_lows_array(np.array([hand]), kind)[0])
        assert oracle.best_low(hand, kind) == (ordered[number - 1] if number else None)


def test_seven_cards_by_top_card() -> None:
    """All 133,784,560 by ranks; the first of them as published."""
    table, low = ACE_TO_FIVE.tables(7), ACE_TO_FIVE
    counts: Counter[str] = Counter()
    for ranks in itertools.combinations_with_replacement(range(13), 7):
        times = Counter(ranks)
        if max(times.values()) <= 4:
            key = sum(int(table.keys[4 * rank]) & 0xFFFFFFFF for rank in ranks)
            strength = int(table.ranks[key + int(table.offsets[key >> 10])])
            ways = math.prod(math.comb(4, number) for number in times.values())
            counts[low.categories[table.category(strength)]] += ways
    assert sum(counts.values()) == math.comb(52, 7)
    names = ["five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
    by_top = [counts[f"{name} low"] for name in names]
    assert by_top[:5] == [781824, 3151360, 7426560, 13171200, 19174400]
    right = oracle.sevens_by_top()
    assert by_top == [right[top] for top in range(3, 12)]


@pytest.mark.slow
@pytest.mark.parametrize("aces", ["low", "high"])
def test_all_badugis_of_four_have_the_order_of_the_rule(aces: str) -> None:
    sets = [hand[::-1] for hand in itertools.combinations(range(51, -1, -1), 4)][::-1]
    values = [oracle.badugi(hand, aces) for hand in sets]
    number = {v: at + 1 for at, v in enumerate(sorted(set(values), reverse=True))}
    table = Badugi(aces=aces).table
    assert table.strengths.tolist() == [number[value] for value in values]
    assert table.distinct == 1092
    sizes = Counter(4 - value[0] for value in values)
    assert sizes[4] == 17160
    assert sum(sizes.values()) == 270725


def test_badugis_of_five_by_size() -> None:
    table = Badugi(size=5).table
    sizes = Counter()  # type: ignore[var-annotated]
    counts = np.bincount(table.strengths, minlength=len(table.categories))
    for name, count in zip(table.categories, counts.tolist(), strict=True):
        if count:
            sizes[name.split("-")[0]] += count
    assert sizes == {"four": 514800, "three": 1647360, "two": 431652, "one": 5148}


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("aces", ["low", "high"])
def test_more_cards_are_the_best_choice(size: int, aces: str) -> None:
    source = random.Random(f"{size} {aces}")
    hands = [sorted(source.sample(range(52), size)) for _ in range(2_000)]
    found = best_of_more(np.array(hands, np.uint8), aces)
    order = sorted(range(len(hands)), key=lambda at: found[at])
    values = [oracle.badugi(hand, aces) for hand in hands]
    for one, other in itertools.pairwise(order):
        assert (found[one] == found[other]) == (values[one] == values[other])
        assert values[one] >= values[other]
    if size == 5:
        table = Badugi(size=5, aces=aces).table
        assert [table.strength(hand) for hand in hands] == found.tolist()


def test_hands_have_names() -> None:
    assert ACE_TO_FIVE.named("eight low", naive.cards("8c7d5h4sAs"))[0] == "8-7-5-4-A"
    assert DEUCE_TO_SEVEN.named("ace low", naive.cards("5c4d3h2sAs"))[0] == "A-5-4-3-2"
    assert ACE_TO_FIVE.named("one pair", naive.cards("AcAd3h2s5s")) == ("one pair", None)
    assert Badugi().named(naive.cards("7c5d2hAs")) == ("four-card 7", "badugi 7-5-2-A")
    assert Badugi().named(naive.cards("7c5c2hAs")) == ("three-card 5", "three cards 5-2-A")
    assert Badugi(aces="high").named(naive.cards("7c5d2hAs")) == ("four-card A", "badugi A-7-5-2")


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"aces": "both"}, 'it is "low" or "high"'),
        ({"qualifier": "8", "aces": "high"}, "aces low"),
        ({"qualifier": "8", "runs": True}, "no straights"),
        ({"qualifier": "A"}, "a rank from 5 to K"),
    ],
)
def test_lows_that_do_not_go_together(declared: dict[str, object], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        Low(**declared)  # type: ignore[arg-type]
