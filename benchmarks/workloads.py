"""The workloads: question, right answer, who answers it. Their targets are in targets.toml.

Exact answers are known counts. Where nobody can enumerate, the expected equity is an independent
simulation of at least 12 million deals, good to 0.00013.
"""

from __future__ import annotations

from typing import Any

from benchmarks import tools
from benchmarks.machine import InlineExecutor
from benchmarks.workload import Workload

PAIR = ("AhKh", "QsQd")
RANGES = ("QQ+,AKs,AKo", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+")
THREE = ("AcKd", "QhQs", "9s8s")
THREE_RANGES = (
    "88+,ATs+,KJs+,QJs,AJo+,KQo",
    "22+,A9s+,KTs+,QTs+,JTs,T9s,98s,87s,76s,AQo+",
    "55+,A9s+,KTs+,QTs+,JTs,T9s,98s,ATo+,KQo",
)
SIX = ("AsKd", "QhQs", "9s8s", "JcTc", "7d7h", "Ac2c")
TEN = (*SIX, "KhJh", "6c5c", "3s3h", "Qd9d")
FLOP = "Ts9h2h"
ON_RANGES = "pokerfast on the range pair"
ON_FLOP = "pokerfast on the flop"
UNDIVIDED = "pokerfast, no combos"

PAIR_EQUITY = (787_966 + 6_732 / 2) / 1_712_304
RANGES_EQUITY = 0.6782445357631665
FLOP_EQUITY = 0.3294521201517044  # of the first of three ranges
ACES = {1: 0.8520371330210104, 2: 0.7343524734758966}  # against so many random hands
INLINE: dict[str, Any] = {"executor": InlineExecutor(), "progress": False}

ORDER = 277_430_849_034.0  # fingerprint of the order of the hands; all four peers agree on it

EVALUATION = [
    Workload(
        "holdem-seven-cards-array",
        "hand",
        ORDER,
        (
            tools.our_array(1_000_000, check=False),
            tools.poker_equity_batch(),
            tools.pokerfast_batch(),
        ),
    ),
    Workload(
        "holdem-seven-cards-array-checked",
        "hand",
        ORDER,
        (
            tools.our_array(1_000_000, check=True),
            tools.poker_equity_batch(),
            tools.pokerfast_batch(),
        ),
    ),
    Workload(
        "holdem-seven-cards-single",
        "hand",
        ORDER,
        (
            tools.our_single(),
            tools.eval7_single(),
            tools.phevaluator_single(),
            tools.phevaluator_private(),
        ),
    ),
]

EXACT = [
    Workload(
        "holdem-preflop-exact-pair",
        "answer",
        PAIR_EQUITY,
        (
            tools.our_exact(*PAIR),
            tools.pokerfast_exact(*PAIR),
            tools.poker_equity_exact(*PAIR),
        ),
    ),
    Workload(
        "holdem-flop-exact-pair",
        "answer",
        530 / 990,
        (
            tools.our_exact(*PAIR, board=FLOP),
            tools.pokerfast_exact(*PAIR, board=FLOP),
            tools.poker_equity_exact(*PAIR, board=FLOP),
        ),
    ),
    Workload(
        "holdem-preflop-exact-three",
        "answer",
        0.35998387262290193,
        (
            tools.our_exact(*THREE),
            tools.pokerfast_exact(*THREE),
            tools.poker_equity_exact(*THREE),
        ),
    ),
    Workload(
        "holdem-preflop-exact-ranges",
        "answer",
        RANGES_EQUITY,
        (
            tools.our_exact(*RANGES, **INLINE),
            tools.pokerfast_exact(*RANGES),
        ),
    ),
    Workload(
        "holdem-flop-exact-ranges",
        "answer",
        0.6209213291516364,
        (
            tools.our_exact(*RANGES, board=FLOP, **INLINE),
            tools.pokerfast_exact(*RANGES, board=FLOP),
        ),
    ),
    Workload(
        "holdem-preflop-exact-aces-random",
        "answer",
        ACES[1],
        (
            tools.our_exact("AA", "random", **INLINE),
            tools.pokerfast_exact("AA", "random"),
        ),
    ),
    Workload(
        "holdem-preflop-exact-random",
        "answer",
        0.5,
        (
            tools.our_exact("random", "random", **INLINE),
            # No peer answers this one in a minute; its time is set beside a smaller question.
            tools.pokerfast_exact(*RANGES, tool=ON_RANGES),
        ),
        extra={ON_RANGES: RANGES_EQUITY},
    ),
    Workload(
        "holdem-flop-exact-random",
        "answer",
        0.5,
        (
            tools.our_exact("random", "random", board=FLOP, **INLINE),
            tools.pokerfast_exact("random", "random", board=FLOP),
        ),
    ),
    Workload(
        "holdem-preflop-exact-three-ranges",
        "answer",
        0.36565314817627576,
        (
            tools.our_exact(*THREE_RANGES, **INLINE),
            # Three million million deals: no peer answers in a minute.
            tools.pokerfast_exact(*THREE_RANGES, board=FLOP, tool=ON_FLOP),
        ),
        extra={ON_FLOP: FLOP_EQUITY},
    ),
    Workload(
        "holdem-flop-exact-three-ranges",
        "answer",
        FLOP_EQUITY,
        (
            tools.our_exact(*THREE_RANGES, board=FLOP, **INLINE),
            tools.pokerfast_exact(*THREE_RANGES, board=FLOP),
        ),
    ),
    # No peer answers these in a minute. The table adds 0.1 ms to the answer.
    *(
        Workload(
            f"holdem-preflop-grid-{name}",
            "answer",
            ACES[opponents],
            (tools.our_grid(*["random"] * (1 + opponents), **INLINE),),
        )
        for opponents, name in ((1, "random"), (2, "three-random"))
    ),
    # The sum of both ranges' mean equities, a combo counting once.
    Workload(
        "holdem-preflop-combos-ranges",
        "answer",
        1.0031249758674314,
        (
            tools.our_combos(*RANGES, **INLINE),
            # Asked for each combo alone it takes more than ten times as long.
            tools.pokerfast_exact(*RANGES, tool=UNDIVIDED),
        ),
        extra={UNDIVIDED: RANGES_EQUITY},
    ),
    Workload(
        "holdem-flop-combos-ranges",
        "answer",
        0.9916715064531108,
        (
            tools.our_combos(*RANGES, board=FLOP, **INLINE),
            tools.pokerfast_combos(*RANGES, board=FLOP),
        ),
    ),
]

SIMULATION = [
    Workload(
        "holdem-preflop-simulated-2-hands",
        "deal",
        PAIR_EQUITY,
        (
            tools.our_simulation(*PAIR, deals=20_000_000),
            tools.poker_equity_simulation(*PAIR, deals=500_000),
            tools.eval7_simulation(*PAIR, deals=2_000_000),
            tools.pokerfast_simulation(*PAIR, deviation=0.4976, stderr=7e-5),
        ),
        deviation=0.4976,
    ),
    Workload(
        "holdem-preflop-simulated-3-hands",
        "deal",
        0.35998387262290193,
        (
            tools.our_simulation(*THREE, deals=10_000_000),
            tools.poker_equity_simulation(*THREE, deals=400_000),
        ),
        deviation=0.48,
    ),
    Workload(
        "holdem-preflop-simulated-6-hands",
        "deal",
        131_734.3333333333 / 658_008,
        (
            tools.our_simulation(*SIX, deals=5_000_000),
            tools.poker_equity_simulation(*SIX, deals=300_000),
        ),
        deviation=0.4,
    ),
    Workload(
        "holdem-preflop-simulated-10-hands",
        "deal",
        15_826.8 / 201_376,
        (
            tools.our_simulation(*TEN, deals=3_000_000),
            tools.poker_equity_simulation(*TEN, deals=200_000),
        ),
        deviation=0.27,
    ),
    Workload(
        "holdem-preflop-simulated-2-ranges",
        "deal",
        RANGES_EQUITY,
        (
            tools.our_simulation(*RANGES, deals=10_000_000),
            tools.poker_equity_simulation(*RANGES, deals=500_000),
            tools.pokerfast_simulation(*RANGES, deviation=0.46, stderr=7e-5),
        ),
        deviation=0.46,
    ),
    Workload(
        "holdem-preflop-simulated-3-ranges",
        "deal",
        0.53994,
        (
            tools.our_simulation(*RANGES, "random", deals=5_000_000),
            tools.poker_equity_simulation(*RANGES, "random", deals=300_000),
        ),
        deviation=0.4916,
    ),
    Workload(
        "holdem-preflop-simulated-6-ranges",
        "deal",
        0.49177,
        (
            tools.our_simulation("AhAd", *["random"] * 5, deals=5_000_000),
            tools.poker_equity_simulation("AhAd", *["random"] * 5, deals=200_000),
        ),
        deviation=0.4987,
    ),
    Workload(
        "holdem-preflop-simulated-10-ranges",
        "deal",
        0.31081,
        (
            tools.our_simulation("AhAd", *["random"] * 9, deals=3_000_000),
            tools.poker_equity_simulation("AhAd", *["random"] * 9, deals=150_000),
        ),
        deviation=0.4616,
    ),
]

# The other games. Counts are poker-equity's too, where it can enumerate.

OMAHA = {
    "omaha": (("AhKhAsKs", "QsJsQdJd"), (730_442 + 56 / 2) / 1_086_008),
    "omaha_five": (("AhKhAsKs2c", "QsJsQdJd9c"), (539_386 + 56 / 2) / 850_668),
    "omaha_six": (("AhKhAsKs2c3c", "QsJsQdJd9c8c"), (362_777 + 30 / 2) / 658_008),
}
WESTERN = {"preset": "western"}
STUD = ("AhKhAs", "QsJsQd")
STUD_EQUITY = (11_769_403_608 + 594_143 / 2) / 18_265_297_050
DRAW = ("AhAc", "KhKcQd")
DRAW_EQUITY = (12_284_217 + 3 / 2) / 15_339_390

EXACT += [
    *(
        Workload(
            f"{game}-preflop-exact-pair",
            "answer",
            expected,
            (
                tools.our_exact(*hands, game=game, fresh=True),
                tools.poker_equity_exact(*hands, game=game),
            ),
        )
        for game, (hands, expected) in OMAHA.items()
    ),
    Workload(
        "omaha-flop-exact-pair",
        "answer",
        630 / 820,
        (
            tools.our_exact(*OMAHA["omaha"][0], game="omaha", board=FLOP, fresh=True),
            tools.poker_equity_exact(*OMAHA["omaha"][0], game="omaha", board=FLOP),
        ),
    ),
    Workload(
        "five_card_draw-kept-exact-pair",
        "answer",
        DRAW_EQUITY,
        (
            tools.our_exact(*DRAW, game="five_card_draw", fresh=True, **INLINE),
            tools.poker_equity_exact(*DRAW, game="five_card_draw"),
        ),
    ),
    # No peer enumerates these.
    Workload(
        "seven_card_stud-third-exact-pair",
        "answer",
        STUD_EQUITY,
        (tools.our_exact(*STUD, game="seven_card_stud", rules=WESTERN, fresh=True, **INLINE),),
    ),
    Workload(
        "five_card-deal-exact-aces-random",
        "answer",
        (154_659_324_952 + 2_337_984 / 2) / 166_180_815_504,
        (tools.our_exact("AA***", "random", game="five_card", fresh=True, **INLINE),),
    ),
    Workload(
        "five_card-deal-odds-joker",
        "answer",
        137_280,
        (tools.our_odds("three of a kind", game="five_card", rules={"jokers": 1}, **INLINE),),
    ),
    Workload(
        "zha_jin_hua-deal-exact-random",
        "answer",
        (13_672 + 26 / 2) / 18_424,
        (
            tools.our_exact(
                "AsKdJh",
                "random",
                game="zha_jin_hua",
                rules={"suits": "none"},
                fresh=True,
                **INLINE,
            ),
        ),
    ),
    Workload(
        "zha_jin_hua-deal-odds",
        "answer",
        1_096,
        (tools.our_odds("flush", game="zha_jin_hua", **INLINE),),
    ),
    Workload(
        "holdem-preflop-odds-random",
        "answer",
        4_047_644,
        (tools.our_odds("flush", **INLINE),),
    ),
    Workload(
        "omaha-flop-odds-hand",
        "answer",
        398,
        (tools.our_odds("flush", "AhKhAsKs", game="omaha", board=FLOP, **INLINE),),
    ),
]

SIMULATION += [
    *(
        Workload(
            f"{game}-preflop-simulated-2-hands",
            "deal",
            expected,
            (
                tools.our_simulation(*hands, deals=5_000_000, game=game),
                tools.poker_equity_simulation(*hands, deals=150_000, game=game),
            ),
            deviation=0.5,
        )
        for game, (hands, expected) in OMAHA.items()
    ),
    *(
        Workload(
            f"{game}-preflop-simulated-{seats}-random",
            "deal",
            1 / seats,
            (
                tools.our_simulation(*["random"] * seats, deals=1_200_000 // seats, game=game),
                tools.poker_equity_simulation(
                    *["random"] * seats, deals=200_000 // seats, game=game
                ),
            ),
            deviation=(1 / seats * (1 - 1 / seats)) ** 0.5,
        )
        for game in OMAHA
        for seats in (2, 6)
    ),
    Workload(
        "seven_card_stud-third-simulated-2-hands",
        "deal",
        STUD_EQUITY,
        (
            tools.our_simulation(*STUD, deals=3_000_000, game="seven_card_stud", rules=WESTERN),
            tools.poker_equity_simulation(*STUD, deals=300_000, game="stud"),
        ),
        deviation=0.4787,
    ),
    Workload(
        "seven_card_stud-deal-simulated-2-random",
        "deal",
        0.5,
        (
            tools.our_simulation(
                "random", "random", deals=3_000_000, game="seven_card_stud", rules=WESTERN
            ),
            tools.poker_equity_simulation("random", "random", deals=200_000, game="stud"),
        ),
        deviation=0.5,
    ),
    Workload(
        "five_card_draw-kept-simulated-2-hands",
        "deal",
        DRAW_EQUITY,
        (
            tools.our_simulation(*DRAW, deals=5_000_000, game="five_card_draw"),
            tools.poker_equity_simulation(*DRAW, deals=400_000, game="five_card_draw"),
        ),
        deviation=0.4,
    ),
    Workload(
        "five_card_draw-deal-simulated-2-random",
        "deal",
        0.5,
        (
            tools.our_simulation("random", "random", deals=4_000_000, game="five_card_draw"),
            tools.poker_equity_simulation("random", "random", deals=300_000, game="five_card_draw"),
        ),
        deviation=0.5,
    ),
    # The same deal as a random hand each of five-card draw, which stands pat.
    Workload(
        "five_card-deal-simulated-6-random",
        "deal",
        1 / 6,
        (
            tools.our_simulation(*["random"] * 6, deals=1_500_000, game="five_card"),
            tools.poker_equity_simulation(*["random"] * 6, deals=100_000, game="five_card_draw"),
        ),
        deviation=0.3727,
    ),
    # Nobody else plays this one.
    Workload(
        "zha_jin_hua-deal-simulated-6-random",
        "deal",
        1 / 6,
        (tools.our_simulation(*["random"] * 6, deals=2_000_000, game="zha_jin_hua"),),
        deviation=0.3727,
    ),
]

# Draw decisions; no peer answers these. The expected shares are good to 0.0002.

DRAW_HAND = "AsAhKs7c2d"

EXACT += [
    Workload(
        "five_card_draw-decide-exact-pat",
        "answer",
        0.9363079003881333,
        (tools.our_decision(DRAW_HAND, "AsAhKs", against="pat", method="exact"),),
    ),
]

SIMULATION += [
    Workload(
        "five_card_draw-decide-simulated-3-advice",
        "answer",
        0.53859,
        (
            tools.our_decision(
                DRAW_HAND,
                "AsAh",
                opponents=3,
                against="advice",
                tolerance=0.001,
                seed=tools.SEED,
            ),
        ),
        deviation=0.001,  # of an answer, which is simulated until its standard error is this
    ),
    Workload(
        "five_card_draw-deal-simulated-2-strategies",
        "deal",
        0.50296,
        (tools.our_duel("advice", "standard", 2_000_000),),
        deviation=0.5,
    ),
]

TABLES = [
    Workload(f"tables-{name}", "answer", distinct, (tools.our_tables(cards, **ranking),))
    for name, distinct, cards, ranking in (
        ("five-cards", 7_462, 5, {}),
        ("five-cards-ranked-suits", 11_323, 5, {"suits": "rank_first"}),
        ("seven-cards", 7_462, 7, {}),
        ("seven-cards-two-jokers", 7_475, 7, {"jokers": 2}),
        ("three-cards-ranked-suits", 1_599, 3, {"size": 3, "suits": "rank_first"}),
    )
]

# Survival games.

SENSIBLE = ("sensible",) * 4


def survival(
    name: str,
    expected: float,
    games: int,
    slow_games: int,
    each: int = 13,
    policies: tuple[str, ...] = (),
) -> Workload:
    """Whole games of four beside the slow player of the tests; the chance of the first seat."""
    options = {"policy": policies} if policies else {}
    return Workload(
        f"{name.replace('_', '-')}-deal-simulated-4-players",
        "deal",
        expected,
        (
            tools.our_games(name, games, **options),
            tools.naive_games(name, slow_games, each, policies),
        ),
        deviation=0.45,
    )


# Expected: 400,000 and more games of ours, which the tests compare with the slow player's.
SURVIVAL = [
    survival("war", 0.25, 20_000, 100),
    survival("la_da_che", 0.242, 20_000, 100),
    survival("bao_shu", 0.2347, 100_000, 500),
    survival("nickname", 0.25, 20_000, 50),
    survival("ninety_nine", 0.2518, 50_000, 200, 5, SENSIBLE),
    survival("endurance", 0.2093, 100_000, 1_000, 6, SENSIBLE),
]
