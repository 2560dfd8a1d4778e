"""Every hand: the package's two look-ups against the rules written out, and published counts."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from numpy.typing import NDArray

from equity import holdem
from equity.showdown import kernels
from equity.showdown.bundles import look_up_of
from tests.oracles import showdown as naive

# Weakest first. Published in every textbook of the field; see for example
# https://en.wikipedia.org/wiki/Poker_probability (5 and 7 cards); the six-card
# counts and the numbers of distinct strengths are those of Cactus Kev's and Steve Brecher's tables.
PUBLISHED = {
    5: [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4],
    6: [6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188],
    7: [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324],
}
DISTINCT = {5: 7462, 6: 6075, 7: 4824}


@pytest.fixture(scope="module")
def fives() -> NDArray[np.uint8]:
    """All five-card hands in lexicographic order."""
    return naive.combinations_array(naive.DECK, 5)


@pytest.fixture(scope="module")
def values(fives: NDArray[np.uint8]) -> NDArray[np.int32]:
    """What the rules say of them."""
    return naive.five_values_array(fives)


@pytest.fixture(scope="module")
def strengths(fives: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """What the package says of them."""
    return holdem.strengths(fives)


@pytest.fixture(scope="module")
def category_of(values: NDArray[np.int32], strengths: NDArray[np.uint16]) -> NDArray[np.integer]:
    """Table from the package's strengths to the rules' categories; -1 for no strength."""
    table = np.full(1 << 16, -1, dtype=np.int64)
    table[strengths] = naive.categories_array(values)
    return table


def twin(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Look hands up as the simulation does."""
    tables = holdem.tables(hands.shape[1])
    out = np.zeros(len(hands), dtype=np.uint16)
    kernels.strengths(hands, look_up_of(tables), out)
    return out


@pytest.mark.parametrize("size", [5, 6, 7])
def test_published_counts_cover_all_sets_of_cards(size: int) -> None:
    assert sum(PUBLISHED[size]) == math.comb(52, size)


def test_five_cards_by_the_rules_give_the_published_counts(values: NDArray[np.int32]) -> None:
    assert np.bincount(naive.categories_array(values)).tolist() == PUBLISHED[5]
    assert len(np.unique(values)) == DISTINCT[5]


def test_five_cards_have_the_order_of_the_rules(
    values: NDArray[np.int32], strengths: NDArray[np.uint16]
) -> None:
    assert strengths.dtype == np.uint16
    assert strengths.shape == (math.comb(52, 5),)
    distinct, place = np.unique(strengths, return_inverse=True)
    _, right_place = np.unique(values, return_inverse=True)
    assert len(distinct) == DISTINCT[5]
    assert distinct[0] > 0  # 0 means: does not qualify
    assert np.array_equal(place, right_place)


def test_five_cards_are_the_same_without_the_check(
    fives: NDArray[np.uint8], strengths: NDArray[np.uint16]
) -> None:
    assert np.array_equal(holdem.strengths(fives, check=False), strengths)


def test_five_cards_are_the_same_in_the_twin(
    fives: NDArray[np.uint8], strengths: NDArray[np.uint16]
) -> None:
    assert np.array_equal(twin(fives), strengths)


@pytest.mark.parametrize("size", [6, 7])
def test_longer_hands_are_the_same_in_the_twin(size: int) -> None:
    generator = np.random.default_rng(20 + size)
    hands = np.argsort(generator.random((400_000, 52)), axis=1)[:, :size].astype(np.uint8)
    # Flushes are rare among random hands: as many hands again from two suits.
    two_suits = np.array([c for c in naive.DECK if c % 4 in (1, 3)], dtype=np.uint8)
    picked = np.argsort(generator.random((400_000, 26)), axis=1)[:, :size]
    hands = np.vstack([hands, two_suits[picked]])
    assert np.array_equal(twin(hands), holdem.strengths(hands))


def test_all_six_card_hands_give_the_published_counts(
    fives: NDArray[np.uint8], category_of: NDArray[np.integer]
) -> None:
    frequency = np.zeros(1 << 16, dtype=np.int64)
    for lowest in naive.DECK:
        rest = fives[fives[:, 0] > lowest]
        if len(rest):
            hands = np.hstack([np.full((len(rest), 1), lowest, dtype=np.uint8), rest])
            frequency += np.bincount(holdem.strengths(hands), minlength=1 << 16)
    _check_frequency(frequency, category_of, 6)


@pytest.mark.slow
def test_all_seven_card_hands_give_the_published_counts(
    fives: NDArray[np.uint8], category_of: NDArray[np.integer]
) -> None:
    frequency = np.zeros(1 << 16, dtype=np.int64)
    for lowest in naive.DECK:
        for second in range(lowest + 1, 52):
            rest = fives[np.searchsorted(fives[:, 0], second, side="right") :]
            if len(rest):
                hands = np.empty((len(rest), 7), dtype=np.uint8)
                hands[:, 0] = lowest
                hands[:, 1] = second
                hands[:, 2:] = rest
                frequency += np.bincount(holdem.strengths(hands, check=False), minlength=1 << 16)
    _check_frequency(frequency, category_of, 7)


def _check_frequency(
    frequency: NDArray[np.int64], category_of: NDArray[np.integer], size: int
) -> None:
    met = np.flatnonzero(frequency)
    assert (category_of[met] >= 0).all(), "a strength that no five-card hand has"
    assert len(met) == DISTINCT[size]
    counts = np.zeros(10, dtype=np.int64)
    np.add.at(counts, category_of[met], frequency[met])
    assert counts.tolist() == PUBLISHED[size]


@pytest.mark.parametrize("size", [6, 7])
def test_random_hands_are_worth_their_best_five(size: int) -> None:
    generator = np.random.default_rng(size)
    hands = np.argsort(generator.random((50_000, 52)), axis=1)[:, :size].astype(np.uint8)
    one_suit_most = np.argsort(generator.random((20_000, 16)), axis=1)[:, :size] * 4
    hands = np.vstack([hands, np.where(one_suit_most < 52, one_suit_most, one_suit_most - 51)])
    hands = hands.astype(np.uint8)
    _, place = np.unique(holdem.strengths(hands), return_inverse=True)
    _, right_place = np.unique(naive.best_values_array(hands), return_inverse=True)
    assert np.array_equal(place, right_place)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_one_hand_at_a_time_gives_the_same_strength(size: int) -> None:
    source = random.Random(size)
    hands = [source.sample(naive.DECK, size) for _ in range(2000)]
    many = holdem.strengths(np.array(hands, dtype=np.uint8))
    assert [holdem.strength(hand) for hand in hands] == many.tolist()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_order_of_the_cards_does_not_matter(size: int) -> None:
    source = random.Random(10 + size)
    for _ in range(200):
        hand = source.sample(naive.DECK, size)
        assert holdem.strength(hand) == holdem.strength(sorted(hand))


def test_strengths_of_all_sizes_are_on_one_scale() -> None:
    source = random.Random(1)
    for _ in range(500):
        seven = source.sample(naive.DECK, 7)
        fives = max(
            holdem.strength([seven[i] for i in five])
            for five in naive.itertools.combinations(range(7), 5)
        )
        assert holdem.strength(seven) == fives


def test_odds_of_seven_unknown_cards() -> None:
    odds = holdem.odds()
    assert odds.total == 133_784_560
    assert list(odds.counts.items())[:10] == list(zip(naive.CATEGORIES, PUBLISHED[7], strict=True))
    assert sum(odds.counts.values()) == odds.total
    for category, count in odds.counts.items():
        assert odds.probability[category] == pytest.approx(count / odds.total, rel=1e-14)


def test_odds_of_a_random_hand_count_deals() -> None:
    odds = holdem.odds("random")
    assert odds.total == 2_809_475_760
    assert [odds.counts[category] for category in naive.CATEGORIES] == [
        21 * count for count in PUBLISHED[7]
    ]
