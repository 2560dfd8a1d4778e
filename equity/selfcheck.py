"""Checks of an installation against itself and known answers, as ``equity selfcheck`` runs them.

Exact answers against simulated ones, one look-up against the other, counts that anybody can find
in a book. All seeds are fixed, so that a check passes always or never.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CHECKS", "Check", "Mismatch", "Verdict", "run"]

THREE = (
    "88+,ATs+,KJs+,QJs,AJo+,KQo",
    "22+,A9s+,KTs+,QTs+,JTs,T9s,98s,87s,76s,AQo+",
    "55+,A9s+,KTs+,QTs+,JTs,T9s,98s,ATo+,KQo",
)

KNOWN: tuple[tuple[tuple[str, ...], dict[str, Any], int, tuple[int, ...] | None, float], ...] = (
    (("AhKh", "QsQd"), {}, 1_712_304, (787_966, 917_606), 0.462145),
    (("Jc5c", "QdTd"), {}, 1_712_304, (600_384, 1_096_118), 0.355244),
    (("AhAd", "KsKc"), {"dead": "KhKd"}, 1_370_754, (1_320_466, 43_998), 0.965608),
    (("AcKd", "QhQs", "9s8s"), {}, 1_370_754, (492_494, 599_563, 275_831), 0.359984),
    (("AA", "random"), {}, 12_585_434_400, None, 0.852037),
    (("QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+"), {}, 10_653_955_488, None, 0.678245),
    (("random", "random"), {}, 2_781_381_002_400, None, 0.5),
    (THREE, {}, 3_008_322_524_592, None, 0.365653),
    (THREE, {"board": "Ts9h2h"}, 1_451_479_491, None, 0.329452),
)
"""Known hold'em answers: hands, cards, deals, wins by seat, equity of the first seat."""

CATEGORY_COUNTS = {
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4),
    7: (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324),
}
"""Published numbers of sets of five and seven cards by category, weakest first."""

SPOTS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("AhKh", "QsQd"), {}),
    (("AA", "random"), {}),
    (("random", "random"), {"board": "2c7d9h"}),
    (("AK,QQ", "JJ-99,AQs"), {"dead": "As"}),
    (("AKs:0.25,QQ", "22-KK:0.5,AA"), {}),
    (("AhKh", "22+", "76s"), {"board": "AdKd2c"}),
    (("AcKd", "QhQs", "9s8s"), {}),
    (("AhKh", "QsQd", "JcTc", "8h8d"), {}),
    (("AKs", "AQs", "AJs"), {"board": "Ah7d2c9s"}),
    (("KK,AsKs", "AA,AKs"), {"board": "2c7d9h*Ks"}),
)
"""Questions that are answered exactly and by simulation."""


DEALS = 30_000_000
"""Deals of a simulation that is compared with an exact answer."""


class Mismatch(Exception):
    """Two answers that ought to agree do not."""


@dataclass(frozen=True)
class Check:
    """One check: a name and what does it, raising `Mismatch` or giving a few words."""

    name: str
    check: Callable[[], str]


@dataclass(frozen=True)
class Verdict:
    """How a check ended."""

    name: str
    ok: bool
    detail: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.name}: {self.detail} ({self.seconds:.1f} s)"


def run(check: Check) -> Verdict:
    """Run one check; whatever goes wrong in it is a failure, not an exception.

    Examples
    --------
    >>> run(Check("two and two", lambda: "four")).ok
    True
    """
    started = time.perf_counter()
    try:
        ok, detail = True, check.check()
    except Exception as error:
        kind = "" if isinstance(error, Mismatch) else f"{type(error).__name__}: "
        ok, detail = False, kind + " ".join(str(error).split())
    return Verdict(check.name, ok, detail, time.perf_counter() - started)


def _same(what: str, found: Any, expected: Any) -> None:
    """Raise Mismatch unless two values are equal."""
    if found != expected:
        raise Mismatch(f"{what} is {found}; expected {expected}")


def _add_up(answer: Any, what: str) -> None:
    """Check that every seat's wins, ties and losses are all the deals."""
    sums = (answer.wins + answer.ties + answer.losses).tolist()
    _same(f"wins + ties + losses of {what}", sums, [answer.deals] * len(sums))
    if abs(float(answer.equity.sum()) - 1) > 1e-9:
        raise Mismatch(f"the equities of {what} add up to {answer.equity.sum()!r}")


def _sets_of_cards(cards: Iterable[int], size: int) -> NDArray[np.uint8]:
    """Give all sets of so many cards, a row each."""
    from itertools import chain, combinations

    flat = np.fromiter(chain.from_iterable(combinations(cards, size)), np.uint8)
    return flat.reshape(-1, size)


def _known_answers() -> str:
    """Exact answers that are published."""
    from equity import holdem

    for hands, cards, deals, wins, equity in KNOWN:
        what = " v ".join(hands)
        answer = holdem.equity(*hands, **cards, method="exact")
        _same(f"deals of {what}", answer.deals, deals)
        if wins is not None:
            _same(f"wins of {what}", tuple(answer.wins.tolist()), wins)
        _same(f"equity of {what}", round(float(answer.equity[0]), 6), equity)
        _add_up(answer, what)
    return f"{len(KNOWN)} exact answers are as published"


def _other_games() -> str:
    """Published numbers of other games: Omaha, a pay table, baccarat with eight decks."""
    from fractions import Fraction

    from equity import baccarat, jacks_or_better, omaha

    wins = tuple(omaha.equity("AhKhAsKs", "QsJsQdJd").wins.tolist())
    _same("wins in Omaha", wins, (730_442, 355_510))
    payback = Fraction(1_653_526_326_983, 1_661_102_543_100)
    _same("the payback of 9/6", jacks_or_better.edge().payback, payback)
    bets = baccarat.with_rules("casino_8").edge().bets
    deals = 4_998_398_275_503_360
    for bet, won in (("banker", 2_292_252_566_437_888), ("player", 2_230_518_282_592_256)):
        _same(f"the chance of the {bet}", bets[bet].win, Fraction(won, deals))
    return "Omaha, jacks or better and baccarat are as published"


def _categories() -> str:
    """Published counts of categories of five and seven cards."""
    from equity import holdem

    fives = _sets_of_cards(range(52), 5)
    strengths = holdem.strengths(fives)
    _same("the number of five-card strengths", len(np.unique(strengths)), 7462)
    categories = holdem.tables(5).categories[strengths]
    found = tuple(np.bincount(categories, minlength=10)[:10].tolist())
    _same("categories of five cards", found, CATEGORY_COUNTS[5])
    counts = holdem.odds().counts
    assert counts is not None
    _same("categories of seven cards", tuple(counts.values())[:10], CATEGORY_COUNTS[7])
    return "2,598,960 five-card hands by look-up, 133,784,560 sets of seven cards"


def _look_ups() -> str:
    """The compiled look-up against the one of the simulations."""
    from equity import holdem
    from equity.cards import format_cards
    from equity.shield import Kernels
    from equity.showdown.bundles import look_up_of

    kernels = Kernels("equity.showdown.kernels")
    random = np.random.default_rng(20240229)
    fives = _sets_of_cards(range(52), 5)
    total = 0
    for size in (5, 6, 7):
        # Every hand of five cards; one or two more drawn for each, those held already left out.
        more = random.integers(0, 52, (len(fives), size - 5), np.uint8)
        cards = np.concatenate([fives, more], axis=1)
        ordered = np.sort(cards, axis=1)
        cards = np.ascontiguousarray(cards[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)])
        tables = holdem.tables(size)
        found = np.zeros(len(cards), np.uint16)
        kernels.strengths(cards, look_up_of(tables), found)
        different = np.flatnonzero(found != holdem.strengths(cards))
        if different.size:
            where = format_cards(cards[different[0]].tolist())
            raise Mismatch(f"{different.size:,} of {len(cards):,} hands differ, such as {where}")
        total += len(cards)
    return f"Cython and Numba agree on {total:,} hands of five to seven cards"


def _every_board() -> str:
    """Exact answers against dealing every board and looking every hand up."""
    from equity import holdem
    from equity.cards import parse_cards

    total = 0
    for hands, board in ((("AhKh", "QsQd"), ""), (("JcTc", "8h8d", "Ah2s", "KdQd"), "9c")):
        known = parse_cards(board)
        holes = [parse_cards(hand) for hand in hands]
        held = {card for hole in holes for card in hole}
        left = [card for card in range(52) if card not in held | set(known)]
        boards = _sets_of_cards(left, 5 - len(known))
        strengths = []
        for hole in holes:
            fixed = np.tile(np.array(hole + known, np.uint8), (len(boards), 1))
            strengths.append(holdem.strengths(np.concatenate([fixed, boards], axis=1)))
        best = np.array(strengths) == np.max(strengths, axis=0)
        shared = best.sum(axis=0) > 1
        answer = holdem.equity(*hands, board=board, method="exact")
        what = " v ".join(hands)
        _same(f"deals of {what}", answer.deals, len(boards))
        _same(f"wins of {what}", answer.wins.tolist(), (best & ~shared).sum(axis=1).tolist())
        _same(f"ties of {what}", answer.ties.tolist(), (best & shared).sum(axis=1).tolist())
        total += len(boards)
    return f"{total:,} boards dealt one by one give the same counts"


def _simulated() -> str:
    """Exact answers against simulated ones."""
    from equity import holdem

    largest = 0.0
    for number, (hands, cards) in enumerate(SPOTS):
        what = " v ".join(hands)
        exact = holdem.equity(*hands, **cards, method="exact")
        drawn = holdem.equity(*hands, **cards, deals=DEALS, seed=number)
        _add_up(exact, what)
        _add_up(drawn, what)
        off = float(np.max(np.abs(drawn.equity - exact.equity) / drawn.stderr))
        largest = max(largest, off)
        if not off < 4.5:
            raise Mismatch(f"{what}: simulated and exact are {off:.1f} standard errors apart")
    return f"{len(SPOTS)} questions, {DEALS:,} deals each, at most {largest:.1f} stderr apart"


def _honest_errors() -> str:
    """How often the 95 % interval of a simulation holds the exact answer."""
    from equity import holdem

    runs = 1000
    exact = float(holdem.equity("AhKh", "QsQd").equity[0])
    held = 0
    for seed in range(runs):
        low, high = holdem.equity("AhKh", "QsQd", deals=20_000, seed=seed).confidence()[0]
        held += bool(low <= exact <= high)
    if not 0.93 <= held / runs <= 0.97:
        raise Mismatch(f"the 95 % interval held the answer in {held} of {runs} runs")
    return f"the 95 % interval held the exact answer in {held} of {runs} simulations"


def _symmetry() -> str:
    """Seats and suits are alike: changing them changes nothing else."""
    from equity import holdem

    one = holdem.equity("AK,QQ", "JJ-99,AQs", method="exact")
    other = holdem.equity("JJ-99,AQs", "AK,QQ", method="exact")
    _same("wins after changing seats", other.wins.tolist()[::-1], one.wins.tolist())
    suits = str.maketrans("shdc", "hdcs")
    hands = ("AhKh", "QsQd", "9s8s")
    one = holdem.equity(*hands, method="exact")
    other = holdem.equity(*(hand.translate(suits) for hand in hands), method="exact")
    _same("wins after changing suits", other.wins.tolist(), one.wins.tolist())
    seats = 9
    drawn = holdem.equity(*["random"] * seats, deals=DEALS, seed=9)
    off = float(np.max(np.abs(drawn.equity - 1 / seats) / drawn.stderr))
    if not off < 4.5:
        raise Mismatch(f"nine random seats are {off:.1f} standard errors from a ninth each")
    return "seats and suits can be changed; nine random seats get a ninth each"


def _repeatable() -> str:
    """The same seed gives the same counts, however many threads there are."""
    from concurrent.futures import ThreadPoolExecutor

    from equity import holdem

    for hands in (("AhKh", "QsQd"), ("AK,QQ", "22+", "random")):
        what = " v ".join(hands)
        alone = holdem.equity(*hands, deals=1_000_000, seed=2**40 + 7)
        for threads in (1, 2, 5):
            with ThreadPoolExecutor(threads) as pool:
                again = holdem.equity(*hands, deals=1_000_000, seed=2**40 + 7, executor=pool)
            same = bool(np.array_equal(alone.tally["shares"], again.tally["shares"]))
            _same(f"sameness of {what} on {threads} threads", same, True)
    return "the same counts in the calling thread and on 1, 2 and 5 threads"


def _money() -> str:
    """Side pots, exact against simulated; no chip is made or lost."""
    from equity import holdem

    hands, stacks, pot = ("AhKh", "QsQd", "JcTc"), [500, 300, 900], 30
    exact: Any = holdem.equity(*hands, stacks=stacks, pot=pot, method="exact")
    drawn: Any = holdem.equity(*hands, stacks=stacks, pot=pot, deals=DEALS, seed=11)
    for answer in (exact, drawn):
        chips = float(answer.chips.sum())
        if abs(chips - sum(stacks) - pot) > 1e-6:
            raise Mismatch(f"{answer.method}: {sum(stacks) + pot} chips became {chips}")
    off = float(np.max(np.abs(drawn.chips - exact.chips) / drawn.chips_stderr))
    if not off < 4.5:
        raise Mismatch(f"simulated and exact chips are {off:.1f} standard errors apart")
    return f"chips of three unequal stacks, at most {off:.1f} stderr apart"


def _merging() -> str:
    """Two runs merge to what their counts add up to."""
    from equity import holdem

    hands = ("AhKh", "22+")
    runs = [holdem.equity(*hands, deals=300_000, seed=seed) for seed in (1, 2)]
    both = runs[0] + runs[1]
    _same("deals of two runs", both.deals, 600_000)
    _same("wins of two runs", both.wins.tolist(), (runs[0].wins + runs[1].wins).tolist())
    return "two runs of different seeds add up"


CHECKS = (
    Check("known answers", _known_answers),
    Check("other games", _other_games),
    Check("category counts", _categories),
    Check("two look-ups", _look_ups),
    Check("every board", _every_board),
    Check("exact and simulated", _simulated),
    Check("honest errors", _honest_errors),
    Check("symmetric seats", _symmetry),
    Check("repeatable counts", _repeatable),
    Check("side pots", _money),
    Check("merging", _merging),
)
"""All checks, in the order in which they run."""
