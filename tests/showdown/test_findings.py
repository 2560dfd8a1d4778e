"""What users ran into, grouped by idea; each test keeps the right value."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import equity
from equity import five_card_draw, five_card_stud, holdem, omaha, zha_jin_hua
from equity.cards import Deck, mask_of, parse_cards
from equity.errors import CardError, EquityError, RuleError, shown
from equity.ranges import Range, as_range
from equity.rankings.ranking import Ranking


def fragile(weight: str) -> tuple[str, str]:
    """Give two ranges whose heavy combo is the same one, so that only light ones fit."""
    return (
        f"AcAd, KK-22:{weight}, A2s+:{weight}, K2s+:{weight}, Q9s+:{weight}",
        f"AcAd, KK-22:{weight}, A2o+:{weight}, K9o+:{weight}",
    )


def compared_one_by_one(game: Any, first: Range, second: Range, board: str = "") -> float:
    """Give the first seat's equity, pair of hands by pair of hands; nothing is subtracted."""
    shared = parse_cards(board)
    held = []
    for hands in (first, second):
        left = hands.without(mask_of(shared))
        strengths = [game.strength(row + shared) for row in left.cards.tolist()]
        held.append((left.masks, np.array(strengths), left.weights))
    won = total = 0.0
    masks, strengths, weights = held[1]
    for mask, strength, weight in zip(*held[0], strict=True):
        fits = weight * weights * ((masks & mask) == 0)
        total += fits.sum()
        won += fits[strengths < strength].sum() + fits[strengths == strength].sum() / 2
    return float(won / total)


@pytest.mark.parametrize("weight", ["1e-20", "1e-17", "1e-16", "1e-15", "1e-12", "1e-8", "1e-3"])
def test_equity_on_the_river_does_not_cancel(weight: str) -> None:
    first, second = fragile(weight)
    board = "Kh7d2c9s3d"
    truth = compared_one_by_one(holdem, Range(first), Range(second), board)
    found = holdem.equity(first, second, board=board, method="exact").equity
    swapped = holdem.equity(second, first, board=board, method="exact").equity
    assert found.tolist() == pytest.approx([truth, 1 - truth], abs=1e-9)
    assert swapped.tolist() == pytest.approx([1 - truth, truth], abs=1e-9)
    if float(weight) < 1e-10:
        assert truth == pytest.approx(0.569343, abs=1e-6)


@pytest.mark.parametrize("weight", ["1e-15", "1e-12", "1e-7", "1e-5"])
def test_equity_on_the_flop_is_the_sum_over_matchups(weight: str) -> None:
    from equity.showdown.matchups import Matchups
    from equity.showdown.question import settle

    first, second = fragile(weight)
    answer = holdem.equity(first, second, board="Kh7d2c", method="exact")
    job = Matchups(settle(answer.question))  # type: ignore[arg-type]
    lost, won, tied = job.count(0, job.units)["weighted"][0, 0]
    truth = (won + tied / 2) / (lost + won + tied)
    assert answer.equity[0] == pytest.approx(truth, abs=1e-9)
    assert answer.equity.sum() == pytest.approx(1)


@pytest.mark.parametrize("weight", ["1e-20", "1e-16", "1e-15", "1e-9", "1e-2"])
def test_complete_hands_do_not_cancel(weight: str) -> None:
    size, deck = zha_jin_hua.hole, zha_jin_hua.deck
    # Enough hands on both sides that a sweep would be the cheapest.
    first = Range(f"7c5d3h, KK*:{weight}, QQ*:{weight}", size, deck)
    second = Range(f"7c5d3h, JJ*:{weight}, TT*:{weight}, QQ*:{weight}", size, deck)
    truth = compared_one_by_one(zha_jin_hua, first, second)
    found = zha_jin_hua.equity(first, second, method="exact").equity
    assert found.tolist() == pytest.approx([truth, 1 - truth], abs=1e-9)


UNCHECKED = """
import numpy as np
import equity
random = np.random.default_rng(1)
games = [equity.game(name) for name in equity.games.names()]
games = [game for game in games if hasattr(game, "strengths")]
games += [equity.game("five_card").with_rules(jokers=2),
          equity.game("five_card_stud").with_rules(suits="all_categories"),
          equity.game("seven_card_stud").with_rules(jokers=1),
          equity.holdem.with_rules(lowest_rank="6")]
for game in games:
    for size in range(3, 12):
        rows = np.concatenate([
            np.zeros((2, size), np.uint8),
            *(np.full((2, size), card, np.uint8) for card in (47, 51, 52, 53, 54, 63, 64, 255)),
            random.integers(0, 52, (20_000, size), np.uint8),
            random.integers(0, 256, (20_000, size), np.uint8),
            random.integers(51, 54, (2_000, size), np.uint8),
        ])
        try:
            found = game.strengths(rows, check=False)
        except equity.errors.CardError:
            continue
        assert found.dtype == np.uint16 and len(found) == len(rows)
print("done")
"""


def test_strengths_of_any_numbers_do_not_crash() -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNCHECKED], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.parametrize("cards", [3, 5, 6, 7])
@pytest.mark.parametrize("jokers", [0, 2])
def test_every_key_has_a_slot(cards: int, jokers: int) -> None:
    table = Ranking(jokers=jokers, size=3 if cards == 3 else 5).tables(cards)
    most = 7 * int(table.keys.max() & np.uint64(0xFFFFFFFF)) if jokers else 7 << 23
    first = table.offsets.astype(np.int64) + (np.arange(len(table.offsets)) << 10)
    assert most >> 10 < len(table.offsets)
    assert first.min() >= 0
    assert first.max() + 1023 < len(table.ranks)


def test_only_runs_about_the_same_money_merge() -> None:
    def run(seed: int, **money: Any) -> Any:
        return holdem.equity("AhKh", "QsQd", deals=2000, seed=seed, **money)

    both = run(1, stacks=[100, 50], pot=10) + run(2, stacks=[100, 50], pot=10)
    assert both.pots.total == 160
    for money in ({}, {"stacks": [100, 60], "pot": 10}, {"stacks": [100, 50]}):
        with pytest.raises(RuleError, match=r"same question.*pots"):
            run(1, stacks=[100, 50], pot=10) + run(2, **money)


def test_a_range_of_hands_with_weights() -> None:
    wanted = Range("AsKs, AhKh:0.5")
    assert Range.from_combos({"AsKs": 1, "AhKh": 0.5}) == wanted
    assert Range.from_combos({(51, 47): 1.0, (50, 46): 0.5, "2c2d": 0}) == wanted
    assert Range.from_combos([("AsKs", 1.0), ([50, 46], np.float64(0.5))]) == wanted
    for text in ("QQ+, AKs:0.3", "22:1e-20, AA", "random:0.5"):
        assert Range.from_combos(list(Range(text))) == Range(text)
        assert Range.from_combos(dict(Range(text))) == Range(text)
    # Two cards are a hand, whatever names them.
    assert str(Range.from_combos([(51, 47), ("Ah", "Kh"), ("Ad", 45)])) == "AsKs, AhKh, AdKd"
    with pytest.raises(RuleError, match="weight"):
        Range.from_combos({"AsKs": 1}, [1.0])
    with pytest.raises(RuleError, match="1 of 2 hands come with a weight"):
        Range.from_combos([("AsKs", 1.0), "AhKh"])
    with pytest.raises(RuleError, match="weight 2"):
        Range.from_combos({"AsKs": 2})


@pytest.mark.parametrize("stacks", [{0: 5, 1: 7}, {5, 7}, frozenset({5, 7}), {5: 0, 7: 0}.keys()])
def test_stacks_have_an_order(stacks: Any) -> None:
    with pytest.raises(RuleError, match="a list of numbers, one for each seat"):
        holdem.equity("AA", "KK", stacks=stacks)


def test_seats_are_numbered_from_0() -> None:
    for call, words in (
        (lambda: holdem.equity("A", "KK"), "^seat 0: "),
        (lambda: holdem.equity("AA", "KK", dead="KsKhKd"), "^seat 1: nothing of KK is left"),
        (lambda: holdem.equity("AhAs", "AhKh"), "Ah is held by seat 0 and seat 1"),
        (lambda: holdem.equity("AhAs,AhAd", "AhKh,AhQh"), "seat 0 and seat 1"),
        (lambda: holdem.equity("AA", "AA", "AA"), r"seat 0 \(AA\), seat 1 \(AA\), seat 2 \(AA\)"),
        (lambda: holdem.odds("A"), "^hand: "),
        (lambda: holdem.odds("AA", dead="AsAhAd"), "^hand: nothing of AA is left"),
        (lambda: as_range("A"), "^seat 0: "),
    ):
        with pytest.raises(EquityError, match=words):
            call()


HUGE = 10**5000


@pytest.mark.parametrize(
    "call",
    [
        lambda: holdem.equity("AA", "KK", deals=HUGE),
        lambda: holdem.equity("AA", "KK", deals=-HUGE),
        lambda: holdem.equity("AA", "KK", seed=HUGE),
        lambda: holdem.equity("AA", "KK", seed=-HUGE),
        lambda: holdem.equity("AA", "KK", tolerance=HUGE),
        lambda: holdem.equity("AA", "KK", seconds=HUGE),
        lambda: holdem.equity("AA", "KK", seconds=[HUGE]),
        lambda: holdem.equity("AA", "KK", method=HUGE),
        lambda: holdem.equity("AA", "KK", progress=HUGE),
        lambda: holdem.equity("AA", "KK", executor=HUGE),
        lambda: holdem.equity("AA", "KK", opponents=HUGE),
        lambda: holdem.equity("AA", "KK", opponents=HUGE, players=HUGE),
        lambda: holdem.equity("AA", "KK", players=HUGE),
        lambda: holdem.equity("AA", "KK", stacks=HUGE),
        lambda: holdem.equity("AA", "KK", stacks=[HUGE, 1]),
        lambda: holdem.equity("AA", "KK", stacks=[1e308, 1e308]),
        lambda: holdem.equity("AA", "KK", stacks=[1e308, 1], pot=1.7e308),
        lambda: holdem.equity("AA", "KK", stacks=[1, 1], pot=HUGE),
        lambda: holdem.equity([HUGE, 1], "KK"),
        lambda: holdem.equity(HUGE, "KK"),
        lambda: holdem.equity({"A": HUGE}, "KK"),
        lambda: holdem.equity("A" * 100_000, "KK"),
        lambda: holdem.equity("AA", "KK", board=[HUGE]),
        lambda: holdem.equity("AA", "KK", board="x" * 100_000),
        lambda: holdem.equity("AA", "KK", dead=HUGE),
        lambda: holdem.rank([HUGE] * 2),
        lambda: holdem.strength([HUGE] * 7),
        lambda: holdem.strength(HUGE),
        lambda: holdem.strengths(HUGE),
        lambda: holdem.strengths([[HUGE] * 7]),
        lambda: holdem.strengths([[1, 2, 3, 4, 5], [1, 2, 3, 4]]),
        lambda: omaha.strengths([[1, 2, 3], [1, 2]], check=False),
        lambda: holdem.with_rules(lowest_rank=HUGE),
        lambda: holdem.with_rules(order=HUGE),
        lambda: holdem.with_rules("x" * 100_000),
        lambda: holdem.with_rules(order=["x" * 100_000]),
        lambda: holdem.with_rules(order=[HUGE, "flush"]),
        lambda: Range("AA", HUGE),
        lambda: Range(HUGE),  # type: ignore[arg-type]
        lambda: Range.from_combos(["AsKs"], size=HUGE),
        lambda: Range.from_combos(["AsKs"], [HUGE]),
        lambda: Range.from_combos([[HUGE, 1]]),
        lambda: Deck(jokers=HUGE),
        lambda: equity.game("x" * 100_000),
        lambda: answer().call_value(1.7e308, 1.7e308),
        lambda: answer().call_value(HUGE, 1),
        lambda: answer().call_value(1, 1, seat=HUGE),
        lambda: answer().confidence(1 - 1e-17),
        lambda: answer().confidence(1 - 2**-53),
        lambda: answer().confidence(HUGE),
        lambda: answer().combos(HUGE),
        lambda: answer().plot(3),
        lambda: answer().plot(ax=3),
        lambda: answer().plot(HUGE),
        lambda: answer().plot("x" * 100_000),
        lambda: answer().to_frame(HUGE),
        lambda: equity.jacks_or_better.with_rules(pay_table={"flush": HUGE}),
        lambda: equity.five_card.play(players=3, rounds=HUGE),
        lambda: equity.bank.play(players=3, rounds=HUGE),
        lambda: equity.five_card_draw.posterior(drawn=HUGE, against="advice"),
        lambda: equity.five_card_draw.decide("AsAhKs7c2d", opponents=1, drawn_before=[HUGE]),
        lambda: equity.war.play(players=HUGE),
        lambda: equity.niu_niu.play(rounds=10, bankroll=HUGE, bet=1),
        lambda: equity.niu_niu.play(rounds=HUGE, bankroll=100, bet=1),
        lambda: equity.niu_niu.play(rounds=10, bankroll=10, bet=HUGE),
        lambda: equity.blackjack.decide("Th 6d", banker="9c", dead={"K": HUGE}),
        lambda: equity.in_between.decide("5h Jc", pool=HUGE, bankroll=100),
        lambda: equity.in_between.play(players=HUGE),
        lambda: equity.four_knives.edge(hand="KhKd9c9s", opponents=HUGE),
    ],
)
def test_extremes_are_refused_in_a_short_line(call: Any) -> None:
    with pytest.raises(EquityError) as caught:
        call()
    assert len(str(caught.value)) < 400


def answer() -> Any:
    """Give a simulated answer."""
    return holdem.equity("AA", "KK", deals=100, seed=10**3999)


def test_what_is_just_within_bounds_is_answered() -> None:
    assert answer().seed == 10**3999
    assert str(answer())
    assert json.dumps(answer().to_dict())
    assert answer().confidence(1 - 2**-52).shape == (2, 2)
    rich = holdem.equity("AA", "KK", stacks=[8e307, 8e307], deals=100, seed=1)
    assert np.isfinite(rich.chips).all()
    assert holdem.cost("AA", "KK", tolerance=1e-300, method="monte-carlo").deals == 2**63 - 1


def test_values_in_messages() -> None:
    assert shown("a" * 100) == repr("a" * 57 + "...")
    assert shown([1] * 100) == str([1] * 100)[:57] + "..."
    assert shown(HUGE) == shown(-HUGE) == "a number of some 5,001 digits"
    assert shown({1: HUGE}) == "what cannot be shown (dict)"
    assert shown(1.5) == "1.5"


def test_the_cost_of_what_would_be_refused() -> None:
    question = ("AA, KK, QQ", "random", "random", "random")
    with pytest.raises(RuleError, match="forecast to take"):
        holdem.equity(*question, method="exact")
    cost = holdem.cost(*question, method="exact")
    assert cost.method == "exact"
    assert type(cost.steps) is int
    assert cost.seconds is not None
    assert cost.seconds > 3600
    assert type(holdem.cost("AA", "KK").steps) is int


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_forecast_knows_how_often_ranges_collide(seats: int) -> None:
    """Ranges are drawn until they fit: as often as draws by hand do, not once."""
    combos = Range("10%").masks.tolist()
    source = random.Random(1)
    fits = 0
    for _ in range(20_000):
        drawn = source.choices(combos, k=seats)
        joined = 0
        for mask in drawn:
            joined |= mask
        fits += joined.bit_count() == 2 * seats
    steps = holdem.cost(*["10%"] * seats, deals=1_000_000).steps
    assert steps is not None
    a_try = (steps / 1e6 - 5 - 2 * seats) / (20_000 / fits)
    assert 4 < a_try < 7  # steps of 5 ns, as measured for any number of seats


def test_a_forecast_of_ranges_that_hardly_fit_is_no_small_one() -> None:
    cost = holdem.cost(*["10%"] * 9, deals=300_000)
    assert cost.seconds is not None
    assert 1.1 < cost.seconds < 4.4  # 2.2 were measured


def test_progress_has_a_total_before_the_first_error() -> None:
    calls: list[tuple[int, int]] = []
    done = holdem.equity(
        "AA",
        "random",
        "random",
        method="monte-carlo",
        tolerance=0.0003,
        seed=1,
        progress=lambda *call: calls.append(call),
    )
    first = calls[0][1]
    assert first == pytest.approx(0.25 / 0.0003**2, rel=0.01)
    assert first > done.deals / 2


def command(*arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line after some Python."""
    code = f"import sys; {before or 'pass'}; sys.argv[1:] = {list(arguments)!r}; "
    return subprocess.run(
        [sys.executable, "-c", code + "from equity.cli import main; main()"],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("stacks", ["500,,3", "500,300,", ",500,300", "1_0,20", "500;;300", ""])
def test_lists_of_numbers_have_no_holes(stacks: str) -> None:
    done = command("holdem", "AA", "KK", "--stacks", stacks)
    assert done.returncode == 2
    assert done.stderr.startswith("equity: --stacks is ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("option", ["--deals", "--seed", "--tolerance", "--opponents", "--pot"])
def test_numbers_are_written_in_digits(option: str) -> None:
    done = command("holdem", "AA", "KK", option, "1_0")
    assert done.returncode == 2
    assert f"{option} is '1_0'" in done.stderr


@pytest.mark.parametrize("spaced", ["500,300", "500, 300", "500;300", "500 300", " 500 , 300 "])
def test_lists_of_numbers(spaced: str) -> None:
    done = command("holdem", "AhAd", "KhKd", "--stacks", spaced, "--json")
    players = json.loads(done.stdout)["players"]
    assert sum(player["chips"] for player in players) == pytest.approx(800)


@pytest.mark.parametrize(
    "arguments",
    [
        ("holdem", "AA", "KK"),
        ("holdem", "AA", "KK", "--json"),
        ("games",),
        ("--help",),
        ("--version",),
        ("holdem", "--help"),
    ],
)
def test_without_standard_output(arguments: tuple[str, ...]) -> None:
    done = command(*arguments, before="sys.stdout = None")
    assert done.returncode == 1
    assert done.stderr == "equity: cannot write the answer: standard output is closed\n"
    silent = command(*arguments, before="sys.stdout = sys.stderr = None")
    assert (silent.returncode, silent.stderr) == (1, "")


@pytest.mark.parametrize("width", [20, 47, 48, 200])
def test_a_narrow_terminal_gets_the_plain_table(width: int) -> None:
    watched = f"import os; os.environ.update(COLUMNS='{width}', TERM='xterm'); "
    watched += "sys.stdout.isatty = lambda: True"
    done = command("holdem", "AhKh", "QsQd", before=watched)
    assert done.returncode == 0, done.stderr
    assert "0.462145" in done.stdout
    assert "…" not in done.stdout
    assert ("━" in done.stdout) == (width >= 48)


def test_an_answer_as_plain_values_has_its_pots() -> None:
    money = {"stacks": [500, 300, 900], "pot": 30}
    found = holdem.equity("AhKh", "QsQd", "JJ", deals=1000, seed=1, **money).to_dict()
    assert found["pots"] == [
        {"amount": 930.0, "seats": [0, 1, 2]},
        {"amount": 400.0, "seats": [0, 2]},
        {"amount": 400.0, "seats": [2]},
    ]
    assert "pots" not in holdem.equity("AhKh", "QsQd").to_dict()


@pytest.mark.parametrize("width", [60, 80])
def test_a_long_range_is_folded(width: int) -> None:
    watched = f"import os; os.environ.update(COLUMNS='{width}', TERM='xterm'); "
    watched += "sys.stdout.isatty = lambda: True"
    given = "QQ+, AKs, AQs, AJs, KQs, JTs, T9s, 98s, AhKd, 72o:0.25, 55-33, 22:0.5"
    done = command("holdem", given, "KK", "--board", "2c7d9h", before=watched)
    assert "━" in done.stdout
    assert "…" not in done.stdout
    assert "72o:0.25" in done.stdout
    assert all(len(line) <= width for line in done.stdout.splitlines() if line[0] in "┏│└")


def test_settings_and_hands_that_contradict_each_other() -> None:
    """Refused where they are given, not where they would later be used."""
    with pytest.raises(RuleError, match="deuces"):
        zha_jin_hua.with_rules(two_three_five="mixed", lowest_rank="6")
    with pytest.raises(CardError, match="As of opponent 1"):
        five_card_stud.decide("AhKd/As2c7h", "/AsJdTc")
    with pytest.raises(RuleError, match="down"):
        five_card_stud.decide("AhKd/As2c7h", "7c/QsJdTc")
    for wrong in ({"ante": -5}, {"ante": float("nan")}, {"ante": "x"}, {"rounds": 0}):
        with pytest.raises(RuleError, match=next(iter(wrong))):
            five_card_draw.with_rules(**wrong)
    with pytest.raises(RuleError, match="sees"):
        five_card_draw.strategy(np.full((1, 2_598_960), 31, np.uint8), sees=10**9)
    with pytest.raises(RuleError, match="sees"):
        five_card_draw.strategy("standard", sees=2)
    with pytest.raises(EquityError):
        five_card_draw.strategy(lambda hand: None)


@pytest.mark.parametrize("pot", [np.array([1, 2]), "", [], {}, False, None, np.timedelta64(1)])
def test_dead_money_is_an_amount_without_stacks_too(pot: Any) -> None:
    for ask in (holdem.equity, holdem.cost):
        with pytest.raises(RuleError, match="pot is"):
            ask("AhKh", "QsQd", pot=pot)


def test_a_span_of_time_is_no_number() -> None:
    for call in (
        lambda: equity.in_between.decide("5h Jc", pool=np.timedelta64(40)),
        lambda: equity.bao_shu.play(players=2, speed=[np.timedelta64(1), 1]),
        lambda: holdem.equity("AA", "KK", seconds=np.timedelta64(1)),
        lambda: holdem.equity("AA", "KK", deals=np.timedelta64(1)),
    ):
        with pytest.raises(RuleError):
            call()


def test_whoever_may_open_tells_nothing_by_opening() -> None:
    assert len(five_card_draw.posterior(3, opened=True)) == len(five_card_draw.posterior(3))
    jackpots = five_card_draw.with_rules(openers="jacks")
    assert len(jackpots.posterior(3, opened=True)) == 4 * 84_480  # pairs of jacks or better
