"""Every ranking of the games over its whole space: both look-ups against the rules written out."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from equity import five_card, five_card_stud, seven_card_stud, zha_jin_hua
from equity.errors import RuleError
from equity.showdown import kernels
from equity.showdown.bundles import look_up_of
from tests.oracles import showdown as naive
from tests.oracles.games import FIFTH, JOKER, JOKERS, SECOND_JOKER, USUAL, Order

SUITS = ("none", "rank_first", "suit_first", "all_categories")
GAMES = {3: zha_jin_hua, 5: five_card}

# Weakest first. Without a joker: every textbook. With one, wild: recounted here, and the figures
# of https://wizardofodds.com/games/poker/ for a fully wild joker.
COUNTS = {
    0: [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4],
    1: [1302540, 1268088, 123552, 137280, 20532, 7804, 6552, 3120, 180, 24, 13],
}
# Of the hands that hold the joker.
WITH_JOKER = [0, 169848, 0, 82368, 10332, 2696, 2808, 2496, 144, 20, 13]
ZHA_JIN_HUA = {
    # wheel: high card, pair, straight, flush, straight flush, three of a kind
    "lowest": [16440, 3744, 720, 1096, 48, 52],
    "second": [16440, 3744, 720, 1096, 48, 52],
    "none": [16500, 3744, 660, 1100, 44, 52],
}


def game_of(order: Order, base: Any = None) -> Any:
    """Give the package's game with that order of hands."""
    base = base or GAMES[order.size]
    return base.with_rules(
        jokers=order.jokers,
        lowest_rank=order.lowest,
        suits=order.suits,
        wheel=order.wheel,
        order=order.order,
    )


def with_joker(order: Order) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Give all hands of one joker, the joker last, and their values by the rules."""
    rest = naive.combinations_array(order.natural, order.size - 1)
    values = order.one_joker_array(rest)
    return np.hstack([rest, np.full((len(rest), 1), JOKER, dtype=np.uint8)]), values


def whole(order: Order) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Give all hands of a deck with at most one joker, and their values by the rules."""
    hands = naive.combinations_array(order.natural, order.size)
    values = order.values_array(hands)
    if order.jokers:
        more, more_values = with_joker(order)
        hands, values = np.vstack([hands, more]), np.concatenate([values, more_values])
    return hands, values


def check(game: Any, order: Order, hands: NDArray[np.uint8], values: NDArray[np.int64]) -> int:
    """Compare both look-ups with the rules, hand by hand; give how many strengths were met."""
    strengths = game.strengths(hands)
    assert strengths.dtype == np.uint16
    assert strengths.min() > 0  # 0 means: does not qualify
    twin = np.zeros(len(hands), dtype=np.uint16)
    tables = game.tables(hands.shape[1])
    kernels.strengths(hands, look_up_of(tables), twin)
    assert np.array_equal(twin, strengths)
    value_of = np.zeros(1 << 16, dtype=np.int64)
    value_of[strengths] = values
    assert np.array_equal(value_of[strengths], values), "hands of equal strength are not equal"
    met = np.flatnonzero(np.bincount(strengths))
    assert (np.diff(value_of[met]) > 0).all(), "the stronger hand is not stronger, or is equal"
    # Category names too: the place of the category is the first part of a value.
    weakest_first = (order.order or USUAL[order.size])[::-1]
    for strength, place in zip(met.tolist(), order.categories_array(value_of[met]), strict=True):
        name = game.ranking.categories[tables.category(strength)]
        assert name.replace("royal", "straight") == weakest_first[place - 1]
    return len(met)


def random_hand(order: Order, source: random.Random, jokers: int = 0) -> list[int]:
    """Give a hand, suited or of few ranks now and then, so that every category comes up."""
    kind = source.choice(("any", "suited", "few ranks"))
    live = order.natural
    if kind == "suited":
        live = [c for c in live if c % 4 == source.randrange(4)] or live
    elif kind == "few ranks":
        ranks = source.sample(range(live[0] // 4, 13), 3)
        live = [c for c in live if c // 4 in ranks]
    if len(live) < order.size:
        live = order.natural
    return sorted(source.sample(live, order.size - jokers)) + list(JOKERS[:jokers])


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize("size", [3, 5])
def test_the_oracle_on_arrays_is_the_oracle(size: int, suits: str) -> None:
    source = random.Random(size)
    for lowest, wheel in itertools.product(("2", "7", "T"), ("lowest", "none", "second")):
        order = Order(size, lowest, 1, wheel, suits)
        hands = [random_hand(order, source) for _ in range(150)]
        values = order.values_array(np.array(hands, dtype=np.uint8)).tolist()
        rest = [random_hand(order, source, jokers=1)[:-1] for _ in range(50)]
        values += order.one_joker_array(np.array(rest, dtype=np.uint8)).tolist()
        plain = [order.value(hand) for hand in hands] + [order.value([*r, JOKER]) for r in rest]
        in_order = sorted(set(plain))
        assert [sorted(set(values)).index(v) for v in values] == [in_order.index(v) for v in plain]


@pytest.mark.parametrize(
    ("suits", "stronger", "weaker"),
    [
        ("none", "AsKsQsJs9s", "AhKhQhJh8h"),
        ("rank_first", "AsKsQsJs9s", "AhKhQhJh9h"),
        ("rank_first", "AcKcQcJc9c", "KsQsJs9s8s"),
        ("suit_first", "7s5s4s3s2s", "AhKhQhJh9h"),
        ("suit_first", "5s4s3s2sAs", "AhKhQhJhTh"),
        ("suit_first", "2h2d2c3h3d", "AsKsQsJs9s"),
        ("all_categories", "AsKhQhJh9h", "AhKsQsJs9s"),
        ("all_categories", "AsAcKhQhJh", "AhAdKsQsJs"),
        ("all_categories", "AsAc2h2dJh", "AhAd2s2cJs"),
        ("all_categories", "5s4h3h2hAh", "5h4s3s2sAs"),
        ("all_categories", "AsKdQdJdTd", "AhKsQsJsTs"),
    ],
)
def test_suits_by_hand(suits: str, stronger: str, weaker: str) -> None:
    order, game = Order(suits=suits), five_card.with_rules(suits=suits)
    one, other = naive.cards(stronger), naive.cards(weaker)
    assert order.value(one) > order.value(other)
    assert game.strength(one) > game.strength(other)


@pytest.mark.parametrize(
    ("suits", "one", "other"),
    [
        ("none", "AsKsQsJs9s", "AhKhQhJh9h"),
        ("rank_first", "AsKhQsJs9s", "AhKsQhJh9h"),
        ("rank_first", "AsAhQsJs9s", "AdAcQhJh9h"),
        ("suit_first", "AsKhQsJsTs", "AhKsQhJhTh"),
    ],
)
def test_equal_hands(suits: str, one: str, other: str) -> None:
    game = five_card.with_rules(suits=suits)
    assert game.strength(naive.cards(one)) == game.strength(naive.cards(other))


@pytest.mark.parametrize("suits", SUITS)
def test_all_five_card_hands(suits: str) -> None:
    order = Order(suits=suits)
    distinct = check(game_of(order), order, *whole(order))
    if suits != "all_categories":
        assert distinct == {"none": 7462, "rank_first": 11323, "suit_first": 11323}[suits]


@pytest.mark.slow
@pytest.mark.parametrize("suits", SUITS)
def test_all_five_card_hands_with_a_joker(suits: str) -> None:
    order = Order(jokers=1, suits=suits)
    hands, values = whole(order)
    assert len(hands) == math.comb(53, 5) == 2_869_685
    check(game_of(order), order, hands, values)
    if suits == "none":
        royal = order.value(naive.cards("AsKsQsJsTs"))
        assert royal == (order.place("straight flush"), (12,))
        top = values[-len(values) :].max()
        assert order.categories_array(np.array([top]))[0] == order.place("five of a kind")


@pytest.mark.slow
def test_counts_with_a_joker() -> None:
    order = Order(jokers=1)
    _, natural = whole(Order())
    _, wild = with_joker(order)
    places = order.categories_array(wild)
    counts = np.bincount(places, minlength=11)[1:].tolist()
    royal = int((wild == wild[places == order.place("straight flush")].max()).sum())
    counts[8] -= royal
    counts.insert(9, royal)
    assert counts == WITH_JOKER
    assert sum(WITH_JOKER) == 270_725
    assert [a + b for a, b in zip([*COUNTS[0], 0], counts, strict=True)] == COUNTS[1]
    assert len(natural) == sum(COUNTS[0])


@pytest.mark.parametrize("jokers", [0, 1])
def test_odds_of_a_random_hand(jokers: int) -> None:
    odds = five_card.with_rules(jokers=jokers).odds()
    assert list(odds.counts.values()) == COUNTS[jokers]
    names = [*naive.CATEGORIES, "five of a kind"][: len(COUNTS[jokers])]
    assert list(odds.counts) == names


@pytest.mark.slow
@pytest.mark.parametrize("suits", SUITS)
def test_all_five_card_hands_with_two_jokers(suits: str) -> None:
    """The first joker may be any card not held, which leaves a hand of one joker."""
    order = Order(jokers=2, suits=suits)
    game = game_of(order)
    one, one_values = with_joker(order)
    _check_parts(game, order, [(one, one_values), *_two_jokers(order, one, one_values)])


def _two_jokers(
    order: Order, one: NDArray[np.uint8], one_values: NDArray[np.int64]
) -> list[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Give the hands of the second joker alone and those of both, and their values."""
    other = one.copy()
    other[:, -1] = SECOND_JOKER
    value_of = np.zeros((52,) * 4, dtype=np.int64)
    value_of[tuple(one[:, :4].T)] = one_values
    three = naive.combinations_array(order.natural, 3)
    best = np.zeros(len(three), dtype=np.int64)
    for card in order.natural:
        free = (three != card).all(axis=1)
        four = np.sort(
            np.hstack([three[free], np.full((int(free.sum()), 1), card, np.uint8)]), axis=1
        )
        best[free] = np.maximum(best[free], value_of[tuple(four.T)])
    both = np.hstack([three, np.tile(np.array(JOKERS, dtype=np.uint8), (len(three), 1))])
    return [(other, one_values), (both, best)]


def _check_parts(game: Any, order: Order, parts: list[Any]) -> None:
    check(game, order, np.vstack([p[0] for p in parts]), np.concatenate([p[1] for p in parts]))


@pytest.mark.slow
def test_two_jokers_by_the_plain_rule() -> None:
    """Every pair of cards that two jokers may be, for some hands in plain Python."""
    source = random.Random(2)
    for suits in SUITS:
        order = Order(jokers=2, suits=suits)
        game = game_of(order)
        hands = [random_hand(order, source, jokers=2) for _ in range(12)]
        hands += [random_hand(order, source, jokers=1) for _ in range(150)]
        hands += [random_hand(order, source) for _ in range(150)]
        strengths = [game.strength(hand) for hand in hands]
        values = [order.value(hand) for hand in hands]
        for (s, v), (t, w) in itertools.combinations(zip(strengths, values, strict=True), 2):
            assert (s > t, s == t) == (v > w, v == w)


@pytest.mark.parametrize("wheel", ["lowest", "none"])
@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize(
    ("lowest", "hands"),
    [("6", 376_992), ("7", 201_376), ("8", 98_280), ("9", 42_504), ("T", 15_504)],
)
def test_all_hands_of_short_decks(lowest: str, hands: int, suits: str, wheel: str) -> None:
    order = Order(lowest=lowest, suits=suits, wheel=wheel)
    cards, values = whole(order)
    assert len(cards) == hands
    check(game_of(order), order, cards, values)


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize("lowest", ["7", "T"])
def test_short_decks_with_a_joker(lowest: str, suits: str) -> None:
    order = Order(lowest=lowest, jokers=1, suits=suits)
    check(game_of(order), order, *whole(order))


@pytest.mark.parametrize("preset", ["asian_32", "asian_28"])
def test_stud_of_short_decks(preset: str) -> None:
    game = five_card_stud.with_rules(preset)
    order = Order(lowest={"asian_32": "7", "asian_28": "8"}[preset], suits="rank_first")
    check(game, order, *whole(order))


def test_stud_ranks_by_ranks_and_then_the_suit_of_a_flush() -> None:
    order = Order(suits="rank_first")
    hands, values = whole(order)
    assert check(five_card_stud, order, hands, values) == 11_323
    western = five_card_stud.with_rules("western")
    assert check(western, Order(), hands, Order().values_array(hands)) == 7462


def shuffled(names: tuple[str, ...], source: random.Random) -> tuple[str, ...]:
    """Put categories in any order in which one suit makes a hand stronger, not weaker."""
    order = source.sample(names, len(names))
    for suited, plain in (("flush", "high card"), ("straight flush", "straight")):
        first, second = order.index(suited), order.index(plain)
        if first > second:
            order[first], order[second] = plain, suited
    return tuple(order)


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [0, 1])
def test_any_order_of_categories(jokers: int) -> None:
    source = random.Random(jokers)
    for suits in (SUITS[:3] if jokers else SUITS) * 2:
        names = shuffled(USUAL[5] if jokers else USUAL[5][1:], source)
        order = Order(lowest="7", jokers=jokers, suits=suits, order=names)
        check(game_of(order), order, *whole(order))


@pytest.mark.parametrize(
    ("weaker", "than"), [("flush", "high card"), ("straight flush", "straight")]
)
def test_one_suit_placed_below_what_the_ranks_make_is_refused(weaker: str, than: str) -> None:
    """The source: a flush is not also a straight, a straight is not all one suit."""
    names = [name for name in USUAL[5][1:] if name != weaker]
    names.insert(names.index(than) + 1, weaker)
    with pytest.raises(RuleError, match="must rank above"):
        game_of(Order(order=tuple(names)))


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        (five_card, {"order": ("full house", *(n for n in USUAL[5] if n != "full house"))}),
        (seven_card_stud, {}),
    ],
)
def test_jokers_whose_card_the_strength_does_not_tell(game: Any, changes: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match="all_categories"):
        game.with_rules(jokers=1, suits="all_categories", **changes)


def test_flush_over_full_house() -> None:
    names = list(USUAL[5][1:])
    names.remove("flush")
    names.insert(names.index("full house"), "flush")
    order = Order(lowest="6", order=tuple(names))
    game = five_card.with_rules(lowest_rank="6", order=tuple(names))
    check(game, order, *whole(order))
    assert game.strength(naive.cards("As8s7s6sKs")) > game.strength(naive.cards("AsAhAdKsKh"))


@pytest.mark.parametrize("jokers", [0, 1])
@pytest.mark.parametrize("wheel", ["lowest", "second", "none"])
@pytest.mark.parametrize("suits", SUITS)
def test_all_three_card_hands(suits: str, wheel: str, jokers: int) -> None:
    order = Order(3, jokers=jokers, suits=suits, wheel=wheel)
    hands, values = whole(order)
    assert len(hands) == math.comb(52 + jokers, 3)
    distinct = check(game_of(order), order, hands, values)
    if not jokers and suits != "all_categories":
        assert distinct == (741 if suits == "none" else 1599)
    if not jokers:
        counts = np.bincount(order.categories_array(values), minlength=7)[1:].tolist()
        assert counts == ZHA_JIN_HUA[wheel]
        assert list(game_of(order).odds().counts.values()) == counts


@pytest.mark.parametrize("suits", SUITS)
def test_three_cards_in_plain_python(suits: str) -> None:
    """The whole space by the plain rule, without arrays."""
    order, game = Order(3, suits=suits), zha_jin_hua.with_rules(suits=suits)
    hands = list(itertools.combinations(range(52), 3))
    strengths = [game.strength(list(hand)) for hand in hands]
    values = [order.value_of_cards(hand) for hand in hands]
    numbers = {value: number for number, value in enumerate(sorted(set(values)))}
    met = {strength: number for number, strength in enumerate(sorted(set(strengths)))}
    assert [met[s] for s in strengths] == [numbers[v] for v in values]


@pytest.mark.slow
@pytest.mark.parametrize("suits", SUITS)
def test_three_cards_with_two_jokers(suits: str) -> None:
    order = Order(3, jokers=2, suits=suits)
    game = game_of(order)
    hands = [hand for hand in itertools.combinations([*range(52), *JOKERS], 3) if hand[1] == JOKER]
    source = random.Random(1)
    hands += [tuple(random_hand(order, source, jokers)) for jokers in (0, 1) for _ in range(400)]
    strengths = [game.strength(list(hand)) for hand in hands]
    values = [order.value(hand) for hand in hands]
    assert [sorted(set(strengths)).index(s) for s in strengths] == [
        sorted(set(values)).index(v) for v in values
    ]


@pytest.mark.parametrize("lowest", ["6", "8", "T"])
@pytest.mark.parametrize("suits", SUITS)
def test_three_cards_of_short_decks(suits: str, lowest: str) -> None:
    for wheel in ("lowest", "second", "none"):
        order = Order(3, lowest, suits=suits, wheel=wheel)
        check(game_of(order), order, *whole(order))


def test_any_order_of_three_card_categories() -> None:
    source = random.Random(3)
    for suits in SUITS:
        names = shuffled(USUAL[3], source)
        order = Order(3, suits=suits, order=names)
        check(game_of(order), order, *whole(order))


def test_the_largest_and_smallest_hands_of_zha_jin_hua() -> None:
    """The source: spade QKA the largest straight flush, club A23 the smallest, AAK, 223."""

    def of(text: str) -> int:
        return zha_jin_hua.strength(naive.cards(text))

    runs = [of("AsKsQs"), of("AhKhQh"), of("KsQsJs"), of("4c3c2c"), of("As3s2s"), of("Ac3c2c")]
    assert runs == sorted(runs, reverse=True)
    assert of("AsKdQh") > of("KsQdJh") > of("4s3d2h") > of("As3d2h") > of("AsAdKh")
    assert of("AsAdKh") > of("AsAdQh") > of("2s2d3h") > of("AsKdJh")
    assert of("2s2d2h") > of("AsKsQs")
    assert of("AsKsJs") > of("AhKhJh") > of("AdKdJd") > of("AcKcJc") > of("KsQsTs")


@pytest.mark.parametrize("lowest", ["2", "7"])
@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize("size", [6, 7])
def test_the_best_five_of_more(size: int, suits: str, lowest: str) -> None:
    order = Order(lowest=lowest, suits=suits)
    game = game_of(order, seven_card_stud)
    generator = np.random.default_rng(size)
    natural = np.array(order.natural, dtype=np.uint8)
    picked = np.argsort(generator.random((60_000, len(natural))), axis=1)[:, :size]
    hands = natural[picked]
    # Flushes are rare among random hands: as many hands again from two suits.
    two_suits = natural[np.isin(natural % 4, (1, 3))]
    picked = np.argsort(generator.random((60_000, len(two_suits))), axis=1)[:, :size]
    hands = np.vstack([hands, two_suits[picked]])
    check(game, order, hands, order.best_array(hands))


@pytest.mark.slow
@pytest.mark.parametrize("suits", SUITS[:3])
def test_the_best_five_of_seven_with_a_joker(suits: str) -> None:
    """The joker may be any card of the deck not held, or the fifth of a rank."""
    order = Order(jokers=1, suits=suits)
    game = game_of(order, seven_card_stud)
    generator = np.random.default_rng(7)
    rest = np.argsort(generator.random((12_000, 52)), axis=1)[:, :6].astype(np.uint8)
    two_suits = np.array([c for c in range(52) if c % 4 in (0, 2)], dtype=np.uint8)
    rest = np.vstack([rest, two_suits[np.argsort(generator.random((6000, 26)), axis=1)[:, :6]]])
    few = np.argsort(generator.random((6000, 12)), axis=1)[:, :6] + 20
    rest = np.vstack([rest, few.astype(np.uint8)])
    best = order.best_array(rest)
    for four in itertools.combinations(range(6), 4):
        best = np.maximum(best, _joker_values(order)[tuple(np.sort(rest[:, four], axis=1).T)])
    hands = np.hstack([rest, np.full((len(rest), 1), JOKER, dtype=np.uint8)])
    check(game, order, hands, best)


def _joker_values(order: Order) -> NDArray[np.int64]:
    """Give a table by four cards, rising, of their values with a joker."""
    if order not in _TABLES:
        hands, values = with_joker(order)
        table = np.zeros((52,) * 4, dtype=np.int64)
        table[tuple(hands[:, :4].T)] = values
        _TABLES.clear()
        _TABLES[order] = table
    return _TABLES[order]


_TABLES: dict[Order, NDArray[np.int64]] = {}


def test_a_joker_by_hand() -> None:
    game = five_card.with_rules(jokers=1)

    def of(text: str) -> tuple[str, int]:
        hand = [*naive.cards(text), JOKER]
        return game.rank(hand).category, game.strength(hand)

    assert of("AsAhAdAc")[0] == "five of a kind"
    assert of("KsQsJsTs")[0] == "royal flush"
    assert of("AsAhAdKs")[0] == "four of a kind"
    assert of("AsAhKdKs")[0] == "full house"
    assert of("AsAhKdQs")[0] == "three of a kind"
    assert of("AsKhQd9s")[0] == "one pair"
    assert of("2s2h2d2c")[1] > of("AsKsQsJs")[1]
    # No flush with two aces: the joker is the king, as it is in the natural hand.
    natural = game.strength(naive.cards("AhKhJh9h2h"))
    assert of("AsJs9s2s") == ("flush", natural)
    assert FIFTH > SECOND_JOKER
