"""Pay-table draw poker: published returns and counts, the oracle, users' tables, bad input."""

from __future__ import annotations

import itertools
import json
import math
import pickle
import random
import subprocess
import sys
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equity
from equity import deuces_wild, jacks_or_better, joker_poker
from equity.banking import pay_hands, pay_tables
from equity.cards import cards_of, format_cards, mask_of, parse_cards
from equity.errors import CardError, EquityError, NotationError, RuleError
from tests.oracles import pay_tables as naive

GAMES = (jacks_or_better, deuces_wild, joker_poker)
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def dealt(game: Any, seed: int, cards: int = 5) -> list[int]:
    """Give a few cards at random, highest first."""
    return sorted(random.Random(seed).sample(list(naive.deck(game.name)), cards), reverse=True)


def written(game: Any, cards: Any) -> str:
    return format_cards(cards, game.deck)


GOLDEN = {
    game.name: tomllib.loads(
        (Path(__file__).parents[1] / "golden" / f"{game.name}.toml").read_text("utf-8")
    )
    for game in GAMES
}


def entries(kind: str) -> Any:
    """Parametrise over the entries of a kind, all games'."""
    found = [(game, entry) for game in GAMES for entry in GOLDEN[game.name][kind]]
    assert all(entry["source"] for _, entry in found)
    ids = [f"{game.name}-{entry.get('name', entry.get('hand'))}" for game, entry in found]
    return pytest.mark.parametrize(("game", "entry"), found, ids=ids)


@entries("edge")
def test_published_returns(game: Any, entry: dict[str, Any]) -> None:
    """Counts to the unit; only where keeps are equally good does it matter which is taken."""
    played = game.with_rules(entry["name"]) if entry["name"] in game.presets else game
    edge = played.edge()
    assert edge.method == "exact"
    assert edge.seed is None
    assert isinstance(edge.payback, Fraction)
    digits = len(entry["payback"].partition(".")[2])
    assert abs(float(edge.payback) - float(entry["payback"])) < 0.51 * 10**-digits
    assert edge.ev == edge.payback - 1
    assert edge.stderr == 0
    assert edge.win + edge.tie + edge.lose == 1
    assert edge.strategy == "best"
    assert sum(edge.counts.values()) == edge.deals
    published = played.edge(strategy="published")
    assert published.payback == edge.payback
    counts = entry.get("counts", {})
    assert {category: published.counts[category] for category in counts} == counts


@entries("decide")
def test_known_outcomes(game: Any, entry: dict[str, Any]) -> None:
    odds = game.odds(entry["hand"], keep=entry["keep"])
    assert {name: count for name, count in odds.counts.items() if count} == entry["counts"]


def test_ties_leave_the_payback_alone() -> None:
    """In deuces wild they move counts; jacks or better has none that do."""
    best, published = deuces_wild.edge(), deuces_wild.edge(strategy="published")
    assert best.payback == published.payback
    assert best.variance < published.variance
    assert best.counts["full house"] == published.counts["full house"]
    assert best.counts["straight"] > published.counts["straight"]
    best, published = jacks_or_better.edge(), jacks_or_better.edge(strategy="published")
    assert best.counts == published.counts
    assert best.deals == 2_598_960 * 7_669_695


def test_published_spread() -> None:
    """Variance of 9/6 jacks or better (gaminganddestinations.com), deviation of deuces wild and
    how rare royal flushes are (wizardofodds.com, a column on joker poker)."""
    jacks = jacks_or_better.edge()
    assert float(jacks.variance) == pytest.approx(19.51468, abs=5e-6)
    assert jacks.deals / jacks.counts["royal flush"] == pytest.approx(40_391, abs=1)
    assert math.sqrt(deuces_wild.edge().variance) == pytest.approx(5.08, abs=0.005)
    joker = joker_poker.edge()
    assert joker.deals == 2_869_685 * 8_561_520
    assert joker.deals / joker.counts["natural royal flush"] == pytest.approx(41_214, abs=1)


def test_hands_dealt() -> None:
    """Five cards, as counted everywhere; with the joker the known counts of wild cards."""
    jacks = jacks_or_better.odds().counts
    assert jacks == {
        "high card": 1_302_540,
        "one pair": 760_320,
        "jacks or better": 337_920,
        "two pair": 123_552,
        "three of a kind": 54_912,
        "straight": 10_200,
        "flush": 5_108,
        "full house": 3_744,
        "four of a kind": 624,
        "straight flush": 36,
        "royal flush": 4,
    }
    joker = joker_poker.odds()
    assert joker.total == 2_869_685
    assert joker.counts["one pair"] + joker.counts["kings or better"] == 1_268_088
    known = {
        "five of a kind": 13,
        "straight flush": 180,
        "four of a kind": 3_120,
        "full house": 6_552,
        "flush": 7_804,
        "straight": 20_532,
        "three of a kind": 137_280,
        "two pair": 123_552,
        "high card": 1_302_540,
    }
    assert {name: joker.counts[name] for name in known} == known
    assert joker.counts["natural royal flush"] + joker.counts["wild royal flush"] == 24
    deuces = deuces_wild.odds().counts
    known = {  # as published for poker with wild deuces
        "natural royal flush": 4,
        "four deuces": 48,
        "wild royal flush": 480,
        "five of a kind": 624,
        "straight flush": 2_068,
        "four of a kind": 31_552,
        "full house": 12_672,
        "flush": 14_472,
        "straight": 62_232,
        "three of a kind": 355_080,
    }
    assert {name: deuces[name] for name in known} == known


@EACH
def test_categories_of_random_hands(game: Any) -> None:
    """Seven thousand hands, many with wild cards, counted one by one."""
    cards = list(naive.deck(game.name))
    deal = random.Random(5)
    wild = [0, 1, 2, 3] if game.wild == "deuces" else [52] if game.wild == "joker" else []
    assert game.categories == naive.CATEGORIES[game.name]
    live = np.zeros(0, np.uint8)
    for number in range(7_000):
        held = deal.sample(wild, deal.randint(0, len(wild))) if number % 2 else []
        natural = [card for card in cards if card not in held]
        if number % 3 == 0:  # of one suit
            natural = [card for card in natural if card % 4 == 1 and card < 52]
        hand = sorted(held + deal.sample(natural, 5 - len(held)))
        counts = pay_tables._paytable.count_keeps(
            np.array(hand, np.uint8),
            live,
            len(game.categories),
            pay_hands.look_up(game.categories, game.wild),
        )
        assert game.categories[counts[31].argmax()] == naive.category(game.name, hand), hand


BONUS = [jacks_or_better.with_rules(name) for name in ("bonus", "double_bonus")]
BONUS += [jacks_or_better.with_rules("double_double_bonus")]


@pytest.mark.parametrize("game", BONUS, ids=["bonus", "double", "double double"])
def test_four_of_a_kind_by_rank_and_kicker(game: Any) -> None:
    """All 624 fours of a kind, each as the table names it, one by one."""
    named = game.rules["pay_table"]
    told = game._told
    table, live = pay_hands.look_up(told, "none"), np.zeros(0, np.uint8)
    for rank, other in itertools.permutations(range(13), 2):
        for suit in range(4):
            hand = sorted([4 * rank + s for s in range(4)] + [4 * other + suit])
            counts = pay_tables._paytable.count_keeps(
                np.array(hand, np.uint8), live, len(told), table
            )
            assert told[counts[31].argmax()] == naive.finer(hand, named), hand
    full = naive.outcomes_of_four(named)
    assert {name: n for name, n in game.odds().counts.items() if name in full} == full


def test_a_bonus_table_plays_and_pays_for_others() -> None:
    """Fours of a kind are counted as the table that pays tells them apart."""
    bonus, double = BONUS[0], BONUS[2]
    counts = double.edge("bonus").counts
    fine = {name: counts[name] for name in counts if name.startswith("four")}
    assert list(fine) == [
        *("four of a kind", "four 2s-4s", "four 2s-4s with A-4", "four aces"),
        "four aces with 2-4",
    ]
    coarse = bonus.edge("best").counts
    assert fine["four aces"] + fine["four aces with 2-4"] == coarse["four aces"]
    assert sum(fine.values()) == sum(coarse[name] for name in coarse if name.startswith("four"))
    assert bonus.edge("9/6").payback < bonus.edge().payback
    table = dict(jacks_or_better.rules["pay_table"])
    same = jacks_or_better.with_rules(pay_table=table | {"four aces": 25, "four 2s-4s": 25})
    assert same.edge().payback == jacks_or_better.edge().payback
    with pytest.raises(RuleError, match="four deuces"):
        jacks_or_better.with_rules(pay_table={"four deuces": 5})


@EACH
@pytest.mark.parametrize("seed", range(3))
def test_keeps_against_the_oracle(game: Any, seed: int) -> None:
    """Every keep that draws at most three, draw by draw, with and without dead cards."""
    cards = dealt(game, seed, 5 + 4 * seed)
    deal = random.Random(seed)
    deal.shuffle(cards)
    hand, dead = sorted(cards[:5], reverse=True), cards[5:]
    decision = game.decide(written(game, hand), dead=written(game, dead))
    assert len(decision) == 32
    assert decision.unit == "units returned per unit bet"
    pays = game.rules["pay_table"]
    for action in decision:
        kept = parse_cards(action.keep, game.deck)
        assert action.drawn == 5 - len(kept)
        if action.drawn > 3:
            continue
        right = naive.becomes(game.name, hand, kept, dead)
        total = sum(right.values())
        expected = {name: Fraction(right[name], total) for name in game.categories}
        assert action.becomes == expected
        assert action.ev == naive.expectation(right, pays)
        assert isinstance(action.ev, Fraction)
        assert action.label == {5: "pat"}.get(len(kept), action.keep)


@pytest.mark.slow
@EACH
def test_all_keeps_against_the_oracle(game: Any) -> None:
    """Draw five and draw four too; one hand takes the oracle several seconds."""
    hand = dealt(game, 77)
    decision = game.decide(hand)
    for action in decision:
        right = naive.becomes(game.name, hand, parse_cards(action.keep, game.deck))
        assert action.ev == naive.expectation(right, game.rules["pay_table"])


@pytest.mark.slow
def test_edge_against_the_oracle() -> None:
    """All hands, in plain Python: a minute or two. The other games have published counts."""
    right = naive.outcomes("joker_poker", joker_poker.rules["pay_table"])
    assert joker_poker.edge().counts == right


@EACH
def test_edge_against_decide(game: Any) -> None:
    """The whole analysis takes the keep that is best by the other way of counting."""
    hands, times = pay_hands.all_hands(game.deck.jokers)
    assert times.sum() == math.comb(game.deck.size, 5)
    for at in random.Random(1).sample(range(len(hands)), 12):
        cards = tuple(cards_of(int(hands[at])))
        decision = game.decide(cards)
        job = pay_tables._Outcomes(game, game, None)
        counts = job.count(at, at + 1)["counts"]
        total = int(counts.sum())
        outcome = {
            name: Fraction(n, total)
            for name, n in zip(game.categories, counts.tolist(), strict=True)
        }
        assert outcome == decision.best.becomes


def test_suits_are_alike() -> None:
    """Relabelled suits, the same values."""
    one = jacks_or_better.decide("AhKhQh4h2c")
    two = jacks_or_better.decide("AsKsQs4s2d")
    assert one.ev.tolist() == two.ev.tolist()


def test_known_decisions() -> None:
    """Three to the royal over four to the flush; what the keeps of cases draw to, to the card."""
    d = jacks_or_better.decide("AhKhQh4h2c")
    assert d.best.label == "AhKhQh"
    assert d.best.ev == Fraction(1499, 1081)
    four = d["AhKhQh4h"]
    assert four.becomes["flush"] == Fraction(9, 47)
    assert four.drawn == 1
    assert d["pat"].ev == 0
    assert d["draw five"].keep == ""
    assert d.margin == Fraction(1499, 1081) - four.ev


def test_equal_keeps_go_by_cards_kept() -> None:
    """A hand that is paid already and cannot better itself is kept whole."""
    d = jacks_or_better.decide("AsKsQsJsTs")
    assert d.best.label == "pat"
    assert d.best.ev == 800
    four = deuces_wild.decide("2c2d2h2s7s")
    assert [action.label for action in four.actions[:2]] == ["pat", "2s2h2d2c"]
    assert four.actions[0].ev == four.actions[1].ev == 200
    # With published figures: deuces have keeps of three and of four cards that are worth the same.
    equal = deuces_wild.decide("8c6d5c4c3d")
    assert equal.margin == 0
    assert [action.drawn for action in equal.actions[:3]] == [1, 1, 2]


def test_wild_cards() -> None:
    assert joker_poker.decide("JkAhAdAcAs").best.becomes["five of a kind"] == 1
    assert joker_poker.decide("JkKhQhJhTh")["pat"].becomes["wild royal flush"] == 1
    assert joker_poker.decide("AhKhQhJhTh").best.becomes["natural royal flush"] == 1
    assert joker_poker.decide("JkKh9d7c3s")["pat"].ev == 1
    assert joker_poker.decide("JkQh9d7c3s")["pat"].becomes["one pair"] == 1
    # Three aces, two wild cards: five of a kind, never a full house.
    assert deuces_wild.decide("AdAsAc2h2d")["pat"].becomes["five of a kind"] == 1
    assert deuces_wild.decide("2hAhKhQhJh")["pat"].becomes["wild royal flush"] == 1
    # A deuce is no two of its own: 2-3-4-5-6 of one suit is a straight flush with one wild card.
    assert deuces_wild.decide("2h3h4h5h6h")["pat"].becomes["straight flush"] == 1
    assert deuces_wild.decide("2h2d5s7sKs")["pat"].becomes["flush"] == 1
    assert deuces_wild.decide("2h2d2s7sKs")["pat"].becomes["four of a kind"] == 1


def test_order_of_the_hand_is_immaterial() -> None:
    a, b = jacks_or_better.decide("2c 4h Qh Kh Ah"), jacks_or_better.decide("AhKhQh4h2c")
    assert [x.label for x in a] == [x.label for x in b]
    assert a.ev.tolist() == b.ev.tolist()


def test_dead_cards_are_not_drawn() -> None:
    d = jacks_or_better.decide("AhKhQhJh2c", dead="Th")
    assert d["AhKhQhJh"].becomes["royal flush"] == 0
    assert d["AhKhQhJh"].becomes["flush"] == Fraction(8, 46)


@EACH
def test_odds(game: Any) -> None:
    hand = dealt(game, 9)
    decision = game.decide(hand)
    odds = game.odds(hand)
    assert odds.probability == {n: float(p) for n, p in decision.best.becomes.items()}
    for action in decision.actions[::7]:
        kept = game.odds(hand, keep=action.label)
        assert kept.total == math.comb(game.deck.size - 5, action.drawn)
        assert kept.probability == {n: float(p) for n, p in action.becomes.items()}
    dealt_hands = game.odds(dead="AsKs")
    assert dealt_hands.total == math.comb(game.deck.size - 2, 5)
    assert sum(dealt_hands.counts.values()) == dealt_hands.total


def test_users_own_table() -> None:
    usual = jacks_or_better.rules["pay_table"]
    mine = jacks_or_better.with_rules(pay_table={**usual, "full house": 8, "flush": 5})
    assert mine == jacks_or_better.with_rules("8/5")
    assert hash(mine) == hash(jacks_or_better.with_rules("8/5"))
    assert mine.edge().payback == jacks_or_better.with_rules("8/5").edge().payback
    assert mine.decide("AhKhQh4h2c")["AhKhQh4h"].ev < Fraction(13, 10)
    assert mine.edge().rules["pay_table"]["flush"] == 5
    # What the table does not name pays nothing.
    only = jacks_or_better.with_rules(pay_table={"royal flush": 1})
    edge = only.edge()
    assert edge.payback == Fraction(edge.counts["royal flush"], edge.deals)
    assert edge.payback > jacks_or_better.edge().counts["royal flush"] / edge.deals
    nothing = jacks_or_better.with_rules(pay_table={})
    assert nothing.edge().payback == 0
    assert nothing.decide("AhKhQh4h2c").best.label == "pat"


def test_payoffs_are_exact() -> None:
    """Halves and tenths are what they are written as."""
    usual = jacks_or_better.rules["pay_table"]
    tenth = jacks_or_better.with_rules(pay_table={**usual, "two pair": 2.1})
    same = jacks_or_better.with_rules(pay_table={**usual, "two pair": Fraction(21, 10)})
    assert tenth.rules == same.rules
    assert tenth.decide("AsAhKsKh2c")["pat"].ev == Fraction(21, 10)
    ten = jacks_or_better.with_rules(pay_table={name: 10 * pay for name, pay in usual.items()})
    assert ten.edge().payback == 10 * jacks_or_better.edge().payback
    assert ten.edge().variance == 100 * jacks_or_better.edge().variance
    numpys = {name: np.int64(pay) for name, pay in usual.items()}
    assert jacks_or_better.with_rules(pay_table=numpys) == jacks_or_better


def test_moments() -> None:
    edge = deuces_wild.edge()
    pays = deuces_wild.rules["pay_table"]
    mean = sum(Fraction(count, edge.deals) * pays.get(n, 0) for n, count in edge.counts.items())
    square = sum(Fraction(c, edge.deals) * pays.get(n, 0) ** 2 for n, c in edge.counts.items())
    assert edge.payback == mean
    assert edge.variance == square - mean**2
    assert edge.tie == Fraction(edge.counts["three of a kind"], edge.deals)


def test_other_strategies_are_never_better() -> None:
    short = jacks_or_better.with_rules("6/5")
    best, misplayed = short.edge(), short.edge(strategy="9/6")
    assert misplayed.payback < best.payback
    assert float(best.payback - misplayed.payback) < 0.001
    assert misplayed.strategy == "best for 9/6"
    assert misplayed.counts == jacks_or_better.edge().counts
    assert short.edge(strategy=jacks_or_better).payback == misplayed.payback


@pytest.mark.slow
def test_strategies_as_functions() -> None:
    pat = jacks_or_better.edge(strategy=lambda hand: "pat")
    dealt_hands = jacks_or_better.odds()
    assert {n: float(Fraction(c, pat.deals)) for n, c in pat.counts.items()} == pytest.approx(
        dealt_hands.probability, rel=1e-12
    )
    blind = jacks_or_better.edge(strategy=lambda hand: "draw five")
    assert blind.counts == {
        n: c * (pat.deals // dealt_hands.total) for n, c in dealt_hands.counts.items()
    }

    class Pairs:
        """Keeps pairs and better, one by one; anything with ``keep`` is a strategy."""

        def keep(self, hand: str) -> str:
            cards = [hand[i : i + 2] for i in range(0, 10, 2)]
            ranks = Counter(card[0] for card in cards)
            return "".join(card for card in cards if ranks[card[0]] > 1)

    paired = jacks_or_better.edge(strategy=Pairs())
    assert pat.payback == blind.payback < paired.payback < jacks_or_better.edge().payback


def test_results_as_data() -> None:
    edge = jacks_or_better.edge()
    out = json.loads(json.dumps(edge.to_dict()))
    assert out["rules"]["pay_table"]["royal flush"] == 800
    assert out["counts"]["royal flush"] == 493_512_264
    assert out["payback"] == pytest.approx(0.995439, abs=1e-6)
    assert Fraction(out["exact"]["payback"]) == edge.payback
    assert "royal flush" in repr(edge)
    decision = jacks_or_better.decide("AhKhQh4h2c")
    out = json.loads(json.dumps(decision.to_dict()))
    assert len(out["actions"]) == 32
    assert Fraction(out["actions"][0]["exact"]["ev"]) == decision.best.ev
    assert out["actions"][0]["becomes"]["flush"] == float(decision.best.becomes["flush"])
    for result in (edge, decision):
        again = pickle.loads(pickle.dumps(result))
        assert again.to_dict() == result.to_dict()


@EACH
def test_games_are_values(game: Any) -> None:
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)
    changed = game.with_rules(pay_table={"flush": 2.5})
    assert repr(changed) == f"<game {game.name} with pay_table={{'flush': 2.5}}>"
    assert pickle.loads(pickle.dumps(changed)) == changed
    assert changed != game
    assert equity.game(game.title) is game


def test_options_of_every_calculation() -> None:
    from concurrent.futures import ThreadPoolExecutor

    told: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as pool:
        spread = jacks_or_better.edge(
            method="exact", executor=pool, progress=lambda done, total: told.append((done, total))
        )
    assert spread.counts == jacks_or_better.edge().counts
    assert told[-1] == (134_459, 134_459)


HAND = "AhKhQh4h2c"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda g: g.decide("AhKhQh4h"), CardError, "4 cards; jacks or better deals 5"),
        (lambda g: g.decide("AhKhQh4h2c3c"), CardError, "6 cards"),
        (lambda g: g.decide("AhKhQh4hAh"), CardError, "twice"),
        (lambda g: g.decide("AhKhQh4hJk"), EquityError, "joker|Jk"),
        (lambda g: g.decide("AhKhQh4h?"), NotationError, "unknown card"),
        (lambda g: g.decide("AhKhQh4hZz"), NotationError, "Z"),
        (lambda g: g.decide(""), CardError, "0 cards"),
        (lambda g: g.decide(None), RuleError, "does not name cards"),
        (lambda g: g.decide(HAND, dead="Ah"), CardError, "in the hand and dead"),
        (
            lambda g: g.decide(HAND, dead=[c for c in range(47) if c not in (0, 10, 42, 46)]),
            CardError,
            "cards are left",
        ),
        (lambda g: g.decide(HAND, method="monte-carlo"), RuleError, "exactly"),
        (lambda g: g.decide(HAND, deals=1000), RuleError, "exactly"),
        (lambda g: g.edge(deals=1000), RuleError, "exactly"),
        (lambda g: g.edge(what=1), RuleError, "unknown option"),
        (lambda g: g.edge(strategy="worst"), RuleError, "no strategy 'worst'; there are 'best'"),
        (lambda g: g.edge(strategy=7), RuleError, "a name, a game or a callable"),
        (lambda g: g.edge(strategy=deuces_wild), RuleError, "does not fit"),
        (lambda g: g.edge(strategy=lambda hand: "7h"), CardError, "is not in the hand"),
        (lambda g: g.odds(keep="Ah"), RuleError, "needs a hand"),
        (lambda g: g.odds(HAND, keep="As"), CardError, "As is not in the hand"),
        (lambda g: g.odds(HAND, keep="AhAh"), CardError, "twice"),
        (lambda g: g.odds(dead=list(range(48))), CardError, "needs 5 cards; 4 are left"),
        (lambda g: g.with_rules("10/7"), RuleError, "no preset '10/7'"),
        (lambda g: g.with_rules(pays={}), RuleError, "unknown setting 'pays'"),
        (lambda g: g.with_rules(pay_table={"flsh": 6}), RuleError, "did you mean 'flush'"),
        (lambda g: g.with_rules(pay_table={"four deuces": 6}), RuleError, "no category"),
        (lambda g: g.with_rules(pay_table={5: 6}), RuleError, "no category 5"),
        (lambda g: g.with_rules(pay_table={"flush": -1}), RuleError, "flush pays -1; .* 0 or more"),
        (lambda g: g.with_rules(pay_table={"flush": math.nan}), RuleError, "finite"),
        (lambda g: g.with_rules(pay_table={"flush": math.inf}), RuleError, "finite"),
        (lambda g: g.with_rules(pay_table={"flush": True}), RuleError, "finite number"),
        (lambda g: g.with_rules(pay_table={"flush": "6"}), RuleError, "finite number"),
        (lambda g: g.with_rules(pay_table={"flush": None}), RuleError, "finite number"),
        (lambda g: g.with_rules(pay_table={"flush": 1e30}), RuleError, "too large or too fine"),
        (lambda g: g.with_rules(pay_table={"flush": 1 + 1e-13}), RuleError, "too fine"),
        (lambda g: g.with_rules(pay_table=[6, 9]), RuleError, "mapping of categories"),
        (lambda g: g.with_rules(pay_table="9/6"), RuleError, "mapping of categories"),
    ],
)
def test_bad_input(call: Any, error: type[EquityError], message: str) -> None:
    with pytest.raises(error, match=message):
        call(jacks_or_better)


def test_largest_payoffs_do_not_overflow() -> None:
    edge = jacks_or_better.with_rules(pay_table=dict.fromkeys(jacks_or_better.categories, 10**11))
    assert edge.edge().payback == 10**11
    joker = joker_poker.with_rules(pay_table=dict.fromkeys(joker_poker.categories, 10**11))
    assert joker.edge().payback == 10**11


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "equity", *arguments], capture_output=True, text=True, timeout=60
    )


def test_command_decides() -> None:
    done = command("jacks-or-better", "AhKhQh4h2c")
    assert done.returncode == 0, done.stderr
    assert "best: AhKhQh, by 0.046253" in done.stdout
    done = command("deuces-wild", "2hAsKd7c7d", "--json")
    assert len(json.loads(done.stdout)["actions"]) == 32


def test_command_gives_the_edge() -> None:
    done = command("jacks-or-better")
    assert done.returncode == 0, done.stderr
    assert "payback: 0.995439" in done.stdout
    assert "493,512,264" in done.stdout
    done = command("jacks-or-better", "--preset", "8/5", "--strategy", "9/6", "--json")
    out = json.loads(done.stdout)
    assert out["strategy"] == "best for 9/6"
    assert out["payback"] < 0.9730
    done = command("joker-poker", "--rule", "pay_table=flush=5,natural royal flush=800", "--json")
    assert json.loads(done.stdout)["rules"]["pay_table"] == {"flush": 5, "natural royal flush": 800}


def test_command_gives_odds() -> None:
    done = command("jacks-or-better", "TsTh2c5h8s", "--odds", "--keep", "TsTh", "--json")
    assert done.returncode == 0, done.stderr
    counts = {row["category"]: row["count"] for row in json.loads(done.stdout)["categories"]}
    assert counts["full house"] == 165


@pytest.mark.parametrize(
    "arguments",
    [
        ["jacks-or-better", "AhKhQh4h"],
        ["jacks-or-better", "AhKhQh4hJk"],
        ["jacks-or-better", "--rule", "pay_table=flsh=5"],
        ["jacks-or-better", "--rule", "pay_table=flush=minus"],
        ["jacks-or-better", "--strategy", "worst"],
        ["deuces-wild", "AhKhQh4h2c", "--deals", "100"],
    ],
)
def test_command_refuses(arguments: list[str]) -> None:
    done = command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("equity: ")


def test_games_are_listed_as_json() -> None:
    done = command("games", "--json")
    listed = {game["name"]: game for game in json.loads(done.stdout)}
    (setting,) = listed["jacks_or_better"]["settings"]
    assert setting["default"]["flush"] == 6
    assert listed["deuces_wild"]["presets"]["full_pay"]["pay_table"]["four deuces"] == 200


def test_masks() -> None:
    """The hands listed up to suits are five cards each."""
    hands, _ = pay_hands.all_hands(1)
    assert len(hands) == len(np.unique(hands)) == 134_459 + 16_432
    assert (np.bitwise_count(hands) == 5).all()
    assert mask_of([52]) == int(hands[-1]) & (1 << 52)
