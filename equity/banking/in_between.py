"""In-between: bet that the third card falls between two posts, from a common pool."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.banking.bundles import LapRules, Nets, SessionCount
from equity.banking.cards_left import read_ranks, read_seen
from equity.banking.game import MOST_ROUNDS, Banking, Left, check_money, check_number
from equity.banking.rounds import SampledRounds
from equity.banking.sessions import Cells, cells_of, empty_tally
from equity.cards import RANKS, Cards
from equity.checks import is_real
from equity.errors import CardError, RuleError, named, shown
from equity.options import Options
from equity.results import Action, Bet, Decision, Edge, Odds, Session, mean_stderr
from equity.results.statistics import SHARE_UNITS
from equity.run import choose, run, timed
from equity.shield import Kernels

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

__all__ = ["InBetween"]

kernels = Kernels("equity.banking.kernels")
MOST_PLAYERS = 10
AMOUNTS = ("growth", "full pool", "stake")
"""How much to bet in a lap: what lets the bankroll grow fastest, all of the pool, one stake."""
SAMPLED = 500_000
CHUNK_TURNS = 60_000
LAPS = ("not emptied", "emptied once", "emptied again")


class Chances(NamedTuple):
    """Cards left that win, lose, and hit a post."""

    win: int
    lose: int
    hit: int

    def ev(self, hit_costs: int) -> Fraction:
        """Give the expected net win of a unit bet."""
        return Fraction(self.win - self.lose - hit_costs * self.hit, sum(self))


def growth_bet(
    chances: Chances, hit_costs: int, bankroll: float, least: float, most: float
) -> float:
    """Give the bet between two amounts that maximises the expected logarithm of the bankroll.

    0 if no bet does better than none.
    """
    total = sum(chances)
    p, q, r = chances.win / total, chances.lose / total, chances.hit / total

    edge = p - q - hit_costs * r
    if most < least or edge <= 0:
        return 0.0
    # Where the derivative is 0, a quadratic in the share of the bankroll; no bet may cost it all.
    linear = p * (1 + hit_costs) + q * (1 - hit_costs)
    root = math.sqrt(max(0.0, linear * linear - 4 * hit_costs * edge))
    best = min(most, bankroll * (linear - root) / (2 * hit_costs))
    if best >= least:
        return best
    if least >= bankroll / hit_costs and (q or r):
        return 0.0
    gain = p * math.log1p(least / bankroll) + (q and q * math.log1p(-least / bankroll))
    gain += r and r * math.log1p(-hit_costs * least / bankroll)
    return least if gain > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Count:
    """Every pair of posts and every third card, counted."""

    game: InBetween
    left: Left
    strategy: str | int

    units = 1
    chunk_units = 1

    def count(self, start: int, stop: int) -> Tally:
        """Count ordered deals of three cards by net win, -3 .. 1."""
        out = np.zeros(5, np.int64)
        for ways, _, chances, costs in self.game._choices(self.left, self.strategy):
            if chances is None:
                out[3] += ways * (self.left.size - 2)
            else:
                out[4] += ways * chances.win
                out[2] += ways * chances.lose
                out[3 - costs] += ways * chances.hit
        return {"counts": out}


@dataclass(frozen=True, slots=True)
class Dealt(SampledRounds):
    """Turns dealt at random; what is bet depends on the ranks of the posts."""

    game: InBetween
    left: Left
    strategy: str | int

    chunk_deals = SAMPLED

    def deal(self, state: NDArray[np.uint64], deals: int, nets: Nets) -> None:
        """Deal posts and a third card."""
        table = np.zeros((13, 13), np.int64)
        for _, (low, high, name), chances, _ in self.game._choices(self.left, self.strategy):
            if chances is not None:
                table[low, high] = table[high, low] = 2 if name == "smaller" else 1
        counts = self.game._ordered(self.left)
        deck = [rank for rank, count in enumerate(counts) for _ in range(count)]
        kernels.deal_between(
            state,
            deals,
            np.array(deck, np.int64),
            table,
            self.game.rules["pair_hit_costs"],
            nets,
        )


@dataclass(frozen=True, slots=True)
class Laps:
    """Whole laps, all players betting alike."""

    game: InBetween
    players: int
    laps: int
    bankroll: int
    bet: int
    pool: int
    """Chips in the pool before the stakes of the first lap."""
    amount: str
    ruins: bool
    """Whether ruin is asked for, else whether the pool is emptied."""

    @property
    def chunk_deals(self) -> int:
        """Sessions of a chunk."""
        return max(1, CHUNK_TURNS // (self.laps * self.players))

    @property
    def cells(self) -> Cells:
        """The cells of the histograms of money."""
        return cells_of(0, 0, (self.bankroll * self.players + self.pool) * SHARE_UNITS)

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play laps."""
        rules = LapRules(
            players=self.players,
            laps=self.laps,
            bankroll=self.bankroll,
            bet=self.bet,
            pool=self.pool,
            amount=AMOUNTS.index(self.amount),
            ace_high=self.game.rules["ace"] == "high",
            pair_costs=self.game.rules["pair_hit_costs"],
        )
        tally = empty_tally(self.laps)
        emptied = np.zeros(len(LAPS), np.int64)
        kernels.play_between(
            state,
            deals,
            rules,
            SHARE_UNITS,
            tuple(self.cells),
            SessionCount(*tally.values()),
            emptied,
        )
        return {**tally, "emptied": emptied}

    def error(self, tally: Tally) -> float:
        """Give the standard error of ruin, or the largest of the chances to be emptied."""
        counts = tally["ruined"] if self.ruins else tally["emptied"]
        return float(mean_stderr(int(tally["emptied"].sum()), counts, counts).max())


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class InBetween(Banking):
    """Two posts, a pool, and a third card that should fall between."""

    def _ordered(self, left: Left) -> list[int]:
        """Give the cards left by rank, the lowest first."""
        counts = list(left.counts)
        return counts if self.rules["ace"] == "high" else [counts[12], *counts[:12]]

    def _order(self, rank: int) -> int:
        """Give the place of a rank, the lowest being 0."""
        return rank if self.rules["ace"] == "high" else (rank + 1) % 13

    def _name(self, place: int) -> str:
        """Name a rank by its place."""
        return RANKS[place] if self.rules["ace"] == "high" else RANKS[(place + 12) % 13]

    def _bets(self, counts: list[int], low: int, high: int) -> Iterator[tuple[str, Chances, int]]:
        """List the bets on two posts: label, chances, what hitting costs; the posts are dealt."""
        below, above = sum(counts[:low]), sum(counts[high + 1 :])
        if low < high:
            hit = counts[low] + counts[high]
            yield "bet", Chances(sum(counts[low + 1 : high]), below + above, hit), 2
        else:
            costs = self.rules["pair_hit_costs"]
            yield "larger", Chances(above, below, counts[low]), costs
            yield "smaller", Chances(below, above, counts[low]), costs

    def _posts(self, left: Left) -> Iterator[tuple[int, int, int, list[int]]]:
        """List all posts: in how many orders and suits they come, ranks, and what is left then."""
        counts = self._ordered(left)
        for low in range(13):
            for high in range(low, 13):
                ways = counts[low] * (counts[high] - 1 if high == low else 2 * counts[high])
                if ways > 0:
                    after = counts.copy()
                    after[low] -= 1
                    after[high] -= 1
                    yield ways, low, high, after

    def _choices(
        self, left: Left, strategy: str | int
    ) -> Iterator[tuple[int, tuple[int, int, str], Chances | None, int]]:
        """List all posts and the bet of a strategy: ways, (posts, label), chances, costs."""
        for ways, low, high, after in self._posts(left):
            bets = list(self._bets(after, low, high))
            name, chances, costs = max(bets, key=lambda bet: bet[1].ev(bet[2]))
            if isinstance(strategy, int):
                ranks = high - low - 1 if name == "bet" else 12 - low if name == "larger" else low
                worth = ranks >= strategy
            else:
                worth = strategy == "always" or chances.ev(costs) > 0
            yield ways, (low, high, name), chances if worth else None, costs

    def _read(self, dead: Cards | Mapping[str, int]) -> Left:
        """Read the cards seen."""
        left = Left().without(read_seen(dead))
        left.require(3, "a turn")
        return left

    @timed
    def decide(
        self,
        hand: Cards,
        dead: Cards | Mapping[str, int] = "",
        pool: float | None = None,
        bankroll: float | None = None,
        bet: float = 1,
        **options: Unpack[Keywords],
    ) -> Decision:
        """Compute what betting on two posts is worth, and how much to bet.

        Parameters
        ----------
        hand : str or sequence of int
            The two posts; suits may be left out.
        dead : str, sequence of int or Mapping, optional
            Cards seen so far this lap, or how many of each rank, ``{"K": 2}``.
        pool : float, optional
            Chips in the pool, the largest bet.
        bankroll : float, optional
            The player's chips: no bet may cost more than he has.
        bet : float, default 1
            The base stake, the smallest bet; a pool below it may be bet whole.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Decision
            ``pass``, and ``bet`` or ``larger`` and ``smaller``. ``ev`` is the net win of one base
            stake; ``stakes`` holds amounts in chips: ``growth``, which lets the bankroll grow
            fastest (0: do not bet), and ``full pool``, the most that may be bet.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood, cards seen twice, amounts below 0.

        References
        ----------
        The bet that lets a bankroll grow fastest: J. L. Kelly, A New Interpretation of Information
        Rate, Bell System Technical Journal 35 (1956).

        Examples
        --------
        >>> from equity import in_between
        >>> d = in_between.decide("2h Jc", pool=40, bankroll=100)
        >>> d.best.label, d.best.ev, round(d.best.stakes["growth"], 2)
        ('bet', Fraction(4, 25), 10.95)
        """
        choose(Options.check(**options), 1, simulates=False)
        cards = read_ranks(hand, "hand")
        if len(cards) != 2:
            raise CardError(f"hand has {len(cards)} cards; {self.title} takes two posts")
        stake = _amount("bet", bet)
        money = None if bankroll is None else _amount("bankroll", bankroll)
        heap = None if pool is None else _amount("pool", pool)
        left = Left().without(read_seen(dead)).without(cards)
        left.require(1, "the third card")
        low, high = sorted(self._order(rank) for rank, _ in cards)
        actions = [Action(label="pass", ev=Fraction(0), win=Fraction(0), tie=Fraction(1))]
        for label, chances, costs in self._bets(self._ordered(left), low, high):
            most = math.inf if heap is None else heap
            least = min(stake, most)
            if money is not None:
                most = min(most, money / costs)
            if most < least:
                continue
            stakes = {} if math.isinf(most) else {"full pool": most}
            if money is not None:
                stakes = {"growth": growth_bet(chances, costs, money, least, most), **stakes}
            actions.append(
                Action(
                    label=label,
                    ev=chances.ev(costs),
                    win=Fraction(chances.win, sum(chances)),
                    tie=Fraction(0),
                    stakes=stakes or None,
                )
            )
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=left.size,
            question=(self, (low, high), left, pool, bankroll, bet),
            choices=tuple(actions),
            unit="units of the bet",
            loss_ev=-1,
        )

    @timed
    def odds(
        self,
        hand: Cards | None = None,
        dead: Cards | Mapping[str, int] = "",
        **options: Unpack[Keywords],
    ) -> Odds:
        """Count where the third card falls.

        Parameters
        ----------
        hand : str or sequence of int, optional
            The posts; without them, all deals of three cards are counted.
        dead : str, sequence of int or Mapping, optional
            As for :meth:`decide`.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Odds
            ``post``, ``outside``, ``between``, and ``equal``, ``smaller``, ``larger`` where the
            posts are a pair.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood, or cards seen twice.

        Examples
        --------
        >>> from equity import in_between
        >>> in_between.odds("A K").counts["between"]
        44
        """
        choose(Options.check(**options), 1, simulates=False)
        categories = ("post", "outside", "between", "equal", "smaller", "larger")
        counts = np.zeros(6, np.int64)
        if hand is None:
            left = self._read(dead)
            posts = list(self._posts(left))
        else:
            cards = read_ranks(hand, "hand")
            if len(cards) != 2:
                raise CardError(f"hand has {len(cards)} cards; {self.title} takes two posts")
            left = Left().without(read_seen(dead)).without(cards)
            left.require(1, "the third card")
            low, high = sorted(self._order(rank) for rank, _ in cards)
            posts = [(1, low, high, self._ordered(left))]
        for ways, low, high, after in posts:
            _, chances, _ = next(self._bets(after, low, high))
            base = 3 if low == high else 0
            for at, cards_ in enumerate((chances.hit, chances.lose, chances.win)):
                counts[base + at] += ways * cards_
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=int(counts.sum()),
            question=(self, left, None if hand is None else posts[0][1:3]),
            tally={"counts": counts},
            categories=categories,
        )

    @timed
    def posts(self, dead: Cards | Mapping[str, int] = "") -> Edge:
        """List every pair of posts with what betting on it is worth.

        Parameters
        ----------
        dead : str, sequence of int or Mapping, optional
            As for :meth:`decide`.

        Returns
        -------
        Edge
            Bets such as ``"3-J"`` and ``"4-4 larger"``, once those posts are dealt.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood, or cards seen twice.

        Examples
        --------
        >>> from equity import in_between
        >>> in_between.posts().bets["2-J"].ev
        Fraction(4, 25)
        """
        left = self._read(dead)
        bets = {}
        for _, low, high, after in self._posts(left):
            for label, chances, costs in self._bets(after, low, high):
                name = f"{self._name(low)}-{self._name(high)}"
                bets[name if label == "bet" else f"{name} {label}"] = Bet.of(
                    {1: chances.win, -1: chances.lose, -costs: chances.hit}
                )
        return Edge(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=left.size - 2,
            question=(self, left),
            bets=bets,
            unit="units of the bet",
        )

    def edge(
        self,
        dead: Cards | Mapping[str, int] = "",
        strategy: str | int = "best",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Compute what a turn is worth, betting one base stake.

        Parameters
        ----------
        dead : str, sequence of int or Mapping, optional
            As for :meth:`decide`.
        strategy : {"best", "always"} or int
            Bet where it is worth it, or always, or if at least so many ranks win. The better of
            larger and smaller is called on a pair.
        **options
            As for every calculation.

        Returns
        -------
        Edge
            ``ev`` in base stakes a deal; passing counts as ``tie``.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood, or cards seen twice.

        Examples
        --------
        >>> from equity import in_between
        >>> round(float(in_between.edge().ev), 7)
        0.0646757
        """
        checked = Options.check(**options)
        if isinstance(strategy, str) and strategy.strip().isdigit():
            strategy = int(strategy)
        known = strategy in ("best", "always") if isinstance(strategy, str) else False
        if not known:
            if isinstance(strategy, str | bool):
                raise RuleError(
                    f"strategy is {shown(strategy)}; it is 'best', 'always' or a number of ranks"
                )
            strategy = check_number("strategy", strategy, 13, least=0)
        left = self._read(dead)
        job: Any
        if choose(checked, 10_000) == "monte-carlo":
            job = Dealt(self, left, strategy)
        else:
            job = Count(self, left, strategy)
        return run(job, checked, partial(_edge, job=job))

    def play(
        self,
        rounds: int = 100,
        bankroll: int = 100,
        bet: int = 1,
        players: int = 5,
        strategy: str = "growth",
        **options: Unpack[Keywords],
    ) -> Session:
        """Play sessions of whole laps; every player bets alike, with the cards seen in mind.

        Parameters
        ----------
        rounds : int, default 100
            Laps of a session.
        bankroll : int, default 100
            Chips of every player at the start.
        bet : int, default 1
            The base stake that all pay into the pool before each lap, and whenever it is empty.
            Who cannot is out.
        players : int, default 5
            2 to 10.
        strategy : {"growth", "full pool", "stake"}
            How much is bet where a bet is worth it, in whole chips.
        **options
            As for every calculation; ``deals`` are sessions.

        Returns
        -------
        Session
            Of one player: ruin, final chips (the pool is shared at the end), largest fall, laps.

        Raises
        ------
        RuleError
            Numbers that make no session, or a wrong option.

        Examples
        --------
        >>> from equity import in_between
        >>> s = in_between.play(rounds=20, deals=200, seed=7)
        >>> round(s.final.mean) in range(80, 120)
        True
        """
        checked = Options.check(**options)
        laps = check_number("rounds", rounds, MOST_ROUNDS)
        job = self._laps(players, laps, bankroll, bet, 0, strategy, True)
        choose(checked, None)
        return run(job, checked, partial(_session, job=job))

    def lap(
        self,
        players: int = 5,
        bankroll: int = 100,
        bet: int = 1,
        pool: int = 0,
        strategy: str = "full pool",
        **options: Unpack[Keywords],
    ) -> Odds:
        """Simulate one lap: the chance that the pool is emptied.

        Parameters
        ----------
        players, bankroll, bet, strategy
            As for :meth:`play`.
        pool : int, default 0
            Chips left over in the pool before all put in the base stake.
        **options
            As for every calculation; ``deals`` are laps.

        Returns
        -------
        Odds
            ``not emptied``, ``emptied once``, ``emptied again``.

        Raises
        ------
        RuleError
            Numbers that make no lap, or a wrong option.

        Examples
        --------
        >>> from equity import in_between
        >>> in_between.lap(players=3, deals=1000, seed=7).probability["not emptied"] > 0.3
        True
        """
        checked = Options.check(**options)
        left_over = check_number("pool", pool, least=0)
        job = self._laps(players, 1, bankroll, bet, left_over, strategy, False)
        choose(checked, None)
        return run(job, checked, partial(_lap, job=job))

    def _laps(
        self, players: int, laps: int, bankroll: int, bet: int, pool: int, amount: str, ruins: bool
    ) -> Laps:
        """Check what makes laps."""
        players = check_number("players", players, MOST_PLAYERS)
        if players < 2:
            raise RuleError(f"players is {shown(players)}; it is 2 to {MOST_PLAYERS}")
        bankroll, bet = check_money(bankroll, bet)
        if not named(amount, *AMOUNTS):
            names = ", ".join(map(repr, AMOUNTS))
            raise RuleError(f"strategy is {shown(amount)}; it is one of {names}")
        return Laps(self, players, laps, bankroll, bet, pool, amount, ruins)


def _amount(name: str, value: Any) -> float:
    """Check an amount of chips above 0."""
    if not is_real(value) or not 0 < value <= sys.float_info.max:
        raise RuleError(f"{name} is {shown(value)}; it is a number above 0 that is finite")
    return float(value)


def _edge(outcome: Outcome, job: Any) -> Edge:
    """Make the answer of turns counted or dealt."""
    common = outcome.about(job.game, job) | {"unit": "base stakes a deal"}
    named = job.strategy
    common["strategy"] = f"bet if {named} ranks win" if isinstance(named, int) else named
    if isinstance(job, Dealt):
        return job.edge(outcome, **common)
    counts = outcome.tally["counts"].tolist()
    common["deals"] = sum(counts)
    bet = Bet.of({net - 3: count for net, count in enumerate(counts)})
    return Edge(bets={"bet": bet}, **common)


def _session(outcome: Outcome, job: Laps) -> Session:
    """Make the answer of laps played."""
    tally = {name: array for name, array in outcome.tally.items() if name != "emptied"}
    return Session(
        **outcome.about(job.game, job),
        tally=tally,
        bankroll=job.bankroll,
        **job.cells.about(SHARE_UNITS),
    )


def _lap(outcome: Outcome, job: Laps) -> Odds:
    """Make the answer of laps, for the pool."""
    tally = {"counts": outcome.tally["emptied"]}
    return Odds(tally=tally, categories=LAPS, **outcome.about(job.game, job))
