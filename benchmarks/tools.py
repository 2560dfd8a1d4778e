"""Our calls and the peers' calls, as entries of workloads."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.machine import InlineExecutor
from benchmarks.workload import OURS, Entry, Runner

SEED = 20260101
EVALUATED = 20_000  # hands in the evaluation benchmarks of the peers
RANK_NAMES = "23456789TJQKA"
SUIT_NAMES = "cdhs"

Rules = Mapping[str, Any]
DEFAULT: Rules = {}
STARS = {  # any hand as poker-equity writes it
    "holdem": "**",
    "omaha": "****",
    "omaha_five": "*****",
    "omaha_six": "******",
    "stud": "***",
    "five_card_draw": "*****",
}


@contextmanager
def quiet() -> Iterator[None]:
    """Pass over warnings: a peer's are its own business."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def optional(name: str) -> Any:
    """Import a module if it is installed."""
    try:
        with quiet():
            return importlib.import_module(name)
    except ImportError:
        return None


def game_of(name: str, rules: Rules) -> Any:
    """Give our game, under other rules if there are any."""
    game = importlib.import_module("equity").game(name)
    return game.with_rules(**rules) if rules else game


# Equities.


def our_exact(
    *hands: str, game: str = "holdem", rules: Rules = DEFAULT, fresh: bool = False, **options: Any
) -> Entry:
    """Our exact answer; with no options, as a user calls it.

    A `fresh` one forgets before every call what earlier calls found out about the question.
    """

    def make() -> Runner:
        ours = game_of(game, rules)
        modules = ("equity.showdown.plan", "equity.showdown.question") if fresh else ()
        kept = [item for name in modules for item in cached(name)]

        def call() -> Any:
            for item in kept:
                item.cache_clear()
            return ours.equity(*hands, method="exact", **options)

        return Runner(call, lambda result: float(result.equity[0]))

    return Entry(OURS, make)


def our_combos(*hands: str, **options: Any) -> Entry:
    """Our exact answer with the equity of every combo; the answer adds up the seats' means."""

    def make() -> Runner:
        ours = game_of("holdem", DEFAULT)
        seats = range(len(hands))

        def call() -> Any:
            found = ours.equity(*hands, method="exact", **options)
            return [found.combos(seat).equity for seat in seats]

        return Runner(call, lambda shares: float(sum(each.mean() for each in shares)))

    return Entry(OURS, make)


def our_grid(*hands: str, **options: Any) -> Entry:
    """Our exact answer with the table of 169 classes; the answer is the equity of aces."""

    def make() -> Runner:
        ours = game_of("holdem", DEFAULT)
        return Runner(
            lambda: ours.equity(*hands, method="exact", **options).grid(0),
            lambda grid: float(grid[0, 0]),
        )

    return Entry(OURS, make)


def cached(module: str) -> list[Any]:
    """List the functions of a module that keep their answers."""
    found = vars(importlib.import_module(module)).values()
    return [item for item in found if hasattr(item, "cache_clear")]


def our_simulation(*hands: str, deals: int, game: str = "holdem", rules: Rules = DEFAULT) -> Entry:
    """Our simulation, all in the calling thread."""

    def make() -> Runner:
        ours = game_of(game, rules)
        options = {"deals": deals, "seed": SEED, "executor": InlineExecutor(), "progress": False}
        return Runner(
            lambda: ours.equity(*hands, **options),
            lambda result: float(result.equity[0]),
            deals,
        )

    return Entry(OURS, make)


def our_odds(
    category: str,
    hand: str | None = None,
    *,
    game: str = "holdem",
    rules: Rules = DEFAULT,
    **options: Any,
) -> Entry:
    """Our exact odds of a hand, or of any; the answer is the count of a category."""

    def make() -> Runner:
        ours = game_of(game, rules)
        return Runner(
            lambda: ours.odds(hand, method="exact", **options),
            lambda result: float(result.counts[category]),
        )

    return Entry(OURS, make)


def our_decision(hand: str, keep: str, *, game: str = "five_card_draw", **options: Any) -> Entry:
    """Our decision of one hand, in the calling thread; the answer is the ev of a keep."""

    def make() -> Runner:
        ours = game_of(game, DEFAULT)
        asked = {"executor": InlineExecutor(), "progress": False, **options}
        return Runner(lambda: ours.decide(hand, **asked), lambda result: float(result[keep].ev))

    return Entry(OURS, make)


def our_duel(first: str, second: str, deals: int, game: str = "five_card_draw") -> Entry:
    """Two strategies of ours, each in both seats; the answer is the share of the first."""

    def make() -> Runner:
        ours = game_of(game, DEFAULT)
        options = {"seed": SEED, "executor": InlineExecutor(), "progress": False}
        return Runner(
            lambda: ours.head_to_head(first, second, deals=deals // 2, **options),
            lambda result: float(result[first].ev),
            deals,
        )

    return Entry(OURS, make)


def our_tables(cards: int, **ranking: Any) -> Entry:
    """The look-up tables of a ranking for hands of so many cards, built anew."""

    def make() -> Runner:
        wanted = importlib.import_module("equity.rankings.ranking").Ranking(**ranking)
        kept = cached("equity.rankings.tables")

        def build() -> Any:
            for item in kept:
                item.cache_clear()
            return wanted.tables(cards)

        return Runner(build, lambda tables: float(tables.distinct))

    return Entry(OURS, make)


def pokerfast_exact(*hands: str, board: str = "", tool: str = "pokerfast") -> Entry:
    """OMPEval's enumeration, in one thread."""

    def make() -> Runner | None:
        peer = optional("pokerfast.equity")
        if peer is None or not peer.available():
            return None
        return Runner(
            lambda: peer.equity(list(hands), board=board, exact=True, threads=1),
            lambda result: float(result[0]),
        )

    return Entry(tool, make)


def pokerfast_combos(*hands: str, board: str) -> Entry:
    """OMPEval asked for every combo of every range alone."""

    def make() -> Runner | None:
        peer = optional("pokerfast.equity")
        if peer is None or not peer.available():
            return None
        ours = game_of("holdem", DEFAULT).equity(*hands, board=board, method="exact")
        questions = [
            [[*hands[:seat], combo.cards, *hands[seat + 1 :]] for combo in ours.combos(seat)]
            for seat in range(len(hands))
        ]

        def call() -> Any:
            return [
                [peer.equity(asked, board=board, exact=True, threads=1)[seat] for asked in each]
                for seat, each in enumerate(questions)
            ]

        return Runner(call, lambda shares: float(sum(np.mean(each) for each in shares)))

    return Entry("pokerfast, one by one", make)


def pokerfast_simulation(*hands: str, deviation: float, stderr: float) -> Entry:
    """OMPEval's sampler until a standard error; it does not report the deals it took.

    The work is the number of deals that this standard error needs. It looks at the clock every
    0.2 seconds, so it may overshoot.
    """

    def make() -> Runner | None:
        peer = optional("pokerfast.equity")
        if peer is None or not peer.available():
            return None
        return Runner(
            lambda: peer.equity(list(hands), exact=False, stdev=stderr, threads=1),
            lambda result: float(result[0]),
            (deviation / stderr) ** 2,
        )

    return Entry("pokerfast", make)


def poker_equity_exact(*hands: str, board: str = "", game: str = "holdem") -> Entry:
    """poker-equity's enumeration."""

    def make() -> Runner | None:
        peer = optional("poker_equity")
        if peer is None:
            return None
        return Runner(
            lambda: peer.exact_from_text(game, list(hands), " ".join(_pairs(board)), ""),
            lambda result: result["share_sum"][0] / result["weight_sum"],
        )

    return Entry("poker-equity", make)


def poker_equity_simulation(*hands: str, deals: int, game: str = "holdem") -> Entry:
    """poker-equity's sampler, in one thread; its random hand is written with a star a card."""

    def make() -> Runner | None:
        peer = optional("poker_equity")
        if peer is None:
            return None
        seats = [STARS[game] if hand == "random" else hand for hand in hands]
        return Runner(
            lambda: peer.chunk_from_text(game, seats, samples=deals, seed=SEED, threads=1),
            lambda result: result["share_sum"][0] / result["weight_sum"],
            deals,
        )

    return Entry("poker-equity", make)


def eval7_simulation(hand: str, other: str, deals: int) -> Entry:
    """eval7's sampler of a hand against a range."""

    def make() -> Runner | None:
        peer = optional("eval7")
        if peer is None:
            return None
        cards = tuple(map(peer.Card, _pairs(hand)))
        with quiet():
            seat = peer.HandRange(other)
        return Runner(
            lambda: peer.py_hand_vs_range_monte_carlo(cards, seat, [], deals),
            float,
            deals,
        )

    return Entry("eval7", make)


# Evaluation of seven cards.


def random_hands(count: int) -> np.ndarray:
    """Deal hands of seven distinct cards, uint8[count, 7]; fewer hands are a prefix of more."""
    rng = np.random.default_rng(SEED)
    blocks = [
        np.argsort(rng.random((EVALUATED, 52)), axis=1)[:, :7].astype(np.uint8)
        for _ in range(-(-count // EVALUATED))
    ]
    return np.ascontiguousarray(np.concatenate(blocks)[:count])


def fingerprint(strengths: Any, higher_is_better: bool = True) -> float:
    """Reduce the order of the first hands to a number, the same for every scale of strengths."""
    values = np.asarray(strengths)[:EVALUATED].astype(np.int64)
    _, order = np.unique(values if higher_is_better else -values, return_inverse=True)
    return float(np.sum(order * np.arange(1, len(order) + 1)))


def our_array(count: int, check: bool) -> Entry:
    """One call for an array of hands."""

    def make() -> Runner:
        game, hands = game_of("holdem", DEFAULT), random_hands(count)
        return Runner(lambda: game.strengths(hands, check=check), fingerprint, count)

    return Entry(OURS, make)


def our_single() -> Entry:
    """One call for each hand."""

    def make() -> Runner:
        strength = game_of("holdem", DEFAULT).strength
        hands = random_hands(EVALUATED).tolist()
        return Runner(lambda: [strength(hand) for hand in hands], fingerprint, EVALUATED)

    return Entry(OURS, make)


def poker_equity_batch() -> Entry:
    """One call for a list of hands as text."""

    def make() -> Runner | None:
        peer, hands = optional("poker_equity"), _texts()
        if peer is None:
            return None
        return Runner(lambda: peer.score_batch("high", hands), _lower, EVALUATED)

    return Entry("poker-equity", make)


def pokerfast_batch() -> Entry:
    """One call for a list of hands as tuples of text."""

    def make() -> Runner | None:
        peer = optional("pokerfast.equity")
        if peer is None or not peer.available():
            return None
        hands = [tuple(_pairs(hand)) for hand in _texts()]
        return Runner(lambda: peer.evaluate(hands), fingerprint, EVALUATED)

    return Entry("pokerfast", make)


def eval7_single() -> Entry:
    """One call for each hand, its card objects made beforehand."""

    def make() -> Runner | None:
        peer = optional("eval7")
        if peer is None:
            return None
        evaluate = peer.evaluate
        hands = [[peer.Card(card) for card in _pairs(hand)] for hand in _texts()]
        return Runner(lambda: [evaluate(hand) for hand in hands], fingerprint, EVALUATED)

    return Entry("eval7", make)


def phevaluator_single() -> Entry:
    """One public call for each hand, cards as integers."""

    def make() -> Runner | None:
        peer, hands = optional("phevaluator"), random_hands(EVALUATED).tolist()
        if peer is None:
            return None
        evaluate = peer.evaluate_cards
        return Runner(lambda: [evaluate(*hand) for hand in hands], _lower, EVALUATED)

    return Entry("phevaluator", make)


def phevaluator_private() -> Entry:
    """The compiled function under phevaluator's public one."""

    def make() -> Runner | None:
        peer, hands = optional("phevaluator._pheval"), random_hands(EVALUATED).tolist()
        if peer is None:
            return None
        evaluate = peer.evaluate_7cards
        return Runner(
            lambda: [evaluate(*hand) for hand in hands],
            _lower,
            EVALUATED,
        )

    return Entry("phevaluator, private", make)


def _lower(strengths: Any) -> float:
    """Fingerprint of strengths of which the lower is better."""
    return fingerprint(strengths, higher_is_better=False)


def _texts() -> list[str]:
    """The hands as text."""
    names = [rank + suit for rank in RANK_NAMES for suit in SUIT_NAMES]
    return ["".join(names[card] for card in hand) for hand in random_hands(EVALUATED).tolist()]


def _pairs(text: str) -> list[str]:
    """Split text into cards."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


# Survival games.


def naive_player() -> Any:
    """Give the slow players of the tests, plain Python."""
    path = Path(__file__).parents[1] / "tests" / "oracles" / "survival.py"
    spec = importlib.util.spec_from_file_location("naive_survival", path)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its data classes look themselves up
    spec.loader.exec_module(module)
    return module


def our_games(name: str, games: int, **options: Any) -> Entry:
    """Our play of whole games of four, all in the calling thread."""

    def make() -> Runner:
        game = getattr(importlib.import_module("equity"), name)
        inline: dict[str, Any] = {"executor": InlineExecutor(), "progress": False}
        return Runner(
            lambda: game.play(players=4, deals=games, seed=SEED, **options, **inline),
            lambda result: float(result.win[0]),
            games,
        )

    return Entry(OURS, make)


def naive_games(name: str, games: int, each: int = 13, policies: tuple[str, ...] = ()) -> Entry:
    """The same games by the slow player."""

    def make() -> Runner | None:
        naive = naive_player()
        if naive is None:
            return None

        def play() -> float:
            luck = naive.Chance(SEED)
            won = 0.0
            for _ in range(games):
                deck = luck.deck()
                hands = naive.dealt(deck, 4, each)
                if policies:
                    ended = getattr(naive, name)(hands, deck[4 * each :], luck, policies)
                else:
                    ended = getattr(naive, name)(hands, luck)
                won += ended.shares[0]
            return won / games

        return Runner(play, float, games)

    return Entry("plain Python", make)
