"""Bank: one card each of the sixteen A K Q J against the banker's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import factorial, perm
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking.bundles import BankMatch, Nets, Places, SessionCount
from equity.banking.cards_left import read_ranks, read_seen
from equity.banking.game import MOST_ROUNDS, Banking, Left, check_number
from equity.banking.rounds import SampledRounds
from equity.banking.sessions import Cells, cells_of, empty_tally
from equity.cards import RANKS, Cards
from equity.checks import switch, whole
from equity.errors import CardError, RuleError, named, several, shown
from equity.options import Options
from equity.results import Bet, Edge, Match, Odds, Session, share_stderr
from equity.run import choose, run, timed
from equity.shield import Kernels

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

__all__ = ["Bank"]

kernels = Kernels("equity.banking.kernels")
MOST_BETTORS = 6
SAMPLED = 500_000
CHUNK_ROUNDS = 150_000
"""Rounds of a chunk of matches."""


def joint(counts: Sequence[int], bettors: int) -> dict[tuple[int, int, int], int]:
    """Count deals, card by card in order, by how many bettors win, tie and lose."""
    found: dict[tuple[int, int, int], int] = {}
    for rank, cards in enumerate(counts):
        same, lower, higher = cards - 1, sum(counts[:rank]), sum(counts[rank + 1 :])
        for win in range(bettors + 1):
            for tie in range(bettors - win + 1):
                lose = bettors - win - tie
                ways = cards * perm(higher, win) * perm(max(same, 0), tie) * perm(lower, lose)
                who = factorial(bettors) // (factorial(win) * factorial(tie) * factorial(lose))
                found[win, tie, lose] = found.get((win, tie, lose), 0) + ways * who
    return found


@dataclass(frozen=True, slots=True)
class Count:
    """The joint outcomes of some bettors, with the card of one side known or not."""

    game: Bank
    counts: tuple[int, ...]
    """Cards left, jacks to aces."""
    rank: int | None
    """The known card."""
    as_banker: bool
    opponents: int

    units = 1
    chunk_units = 1

    def count(self, start: int, stop: int) -> Tally:
        """Count deals by bettors' wins and losses, int64[opponents + 1, opponents + 1]."""
        out = np.zeros((self.opponents + 1, self.opponents + 1), np.int64)
        counts, rank = self.counts, self.rank
        if rank is None:
            found = joint(counts, self.opponents)
        elif self.as_banker:
            alone = tuple(count + 1 if at == rank else 0 for at, count in enumerate(counts))
            found = {}
            for (win, tie, lose), _ in joint(alone, self.opponents).items():
                ways = perm(sum(counts[rank + 1 :]), win) * perm(counts[rank], tie)
                ways *= perm(sum(counts[:rank]), lose)
                who = factorial(self.opponents)
                who //= factorial(win) * factorial(tie) * factorial(lose)
                found[win, tie, lose] = ways * who
        else:
            found = {
                (1, 0, 0): sum(counts[:rank]),
                (0, 1, 0): counts[rank],
                (0, 0, 1): sum(counts[rank + 1 :]),
            }
        for (win, _, lose), ways in found.items():
            out[win, lose] += ways
        return {"counts": out}


@dataclass(frozen=True, slots=True)
class Dealt(SampledRounds):
    """Rounds dealt at random."""

    game: Bank
    counts: tuple[int, ...]
    rank: int | None
    as_banker: bool
    opponents: int

    chunk_deals = SAMPLED

    def deal(self, state: NDArray[np.uint64], deals: int, nets: Nets) -> None:
        """Deal and settle."""
        deck = [rank for rank, count in enumerate(self.counts) for _ in range(count)]
        kernels.deal_bank(
            state,
            deals,
            np.array(deck, np.int64),
            -1 if self.rank is None else self.rank,
            self.opponents,
            self.as_banker,
            nets,
        )


@dataclass(frozen=True, slots=True)
class Matches:
    """Whole matches: a new banker when the old one is broke."""

    game: Bank
    players: int
    rounds: int
    bets: tuple[int, ...]
    seat: int

    @property
    def chunk_deals(self) -> int:
        """Matches of a chunk."""
        return max(1, CHUNK_ROUNDS // self.rounds)

    @property
    def scale(self) -> int:
        """Parts of a dollar, so that the bettors' share is whole."""
        return self.players - 1

    @property
    def cells(self) -> Cells:
        """The cells of the histograms of money."""
        start = int(self.game.rules["start"])
        money = start * self.scale if self.seat == 0 else start
        reach = self.rounds * sum(self.bets) * self.scale
        return cells_of(money, reach, min(reach, 2 * start * self.scale - money))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play matches."""
        players, rules = self.players, self.game.rules
        places = Places(
            np.zeros((players, players, players + 1), np.int64),
            np.zeros(self.rounds + 1, np.int64),
            np.zeros(1, np.int64),
            np.zeros(players, np.int64),
        )
        money = empty_tally(self.rounds)
        kernels.play_bank(
            state,
            deals,
            BankMatch(
                players,
                self.rounds,
                int(rules["start"]) * self.scale,
                int(rules["smallest_bet"]) * self.scale,
                np.array(self.bets, np.int64) * self.scale,
                self.seat,
            ),
            tuple(self.cells),
            places,
            SessionCount(*money.values()),
        )
        del money["ruined"]  # Whoever is broke is counted by seat.
        return {**places._asdict(), **money}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of a seat's chance to be the richest."""
        won = tally["groups"][:, 0, :].copy()
        won[:, 0] = tally["length"].sum() - won.sum(axis=1)
        return float(share_stderr(won).max())


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Bank(Banking):
    """One card each against the banker's card."""

    def _check_rules(self) -> None:
        """Check the amounts."""
        for name in ("start", "smallest_bet"):
            check_number(name, self.rules[name])
        if self.rules["smallest_bet"] > self.rules["start"]:
            raise RuleError("smallest_bet is above start")

    def _left(self, dead: Cards | Mapping[str, int], hand: Cards | None) -> tuple[Any, Any]:
        """Read what is seen: the cards left, jacks to aces, and the rank of the known card."""
        known = [] if hand is None else read_ranks(hand, "hand")
        if hand is not None and len(known) != 1:
            raise CardError(f"hand has {len(known)} cards; {self.title} takes 1")
        gone = read_seen(dead)
        for rank, _ in [*known, *gone]:
            if rank < 9:
                raise CardError(f"{RANKS[rank]} is not in the 16 cards J Q K A of {self.title}")
        left = Left().without(gone).without(known)
        return left.counts[9:], (known[0][0] - 9 if known else None)

    @timed
    def odds(
        self,
        bettors: int = 1,
        dead: Cards | Mapping[str, int] = "",
        **options: Unpack[Keywords],
    ) -> Odds:
        """Count deals by how many of the bettors win, tie and lose.

        Parameters
        ----------
        bettors : int, default 1
            1 to 6.
        dead : str, sequence of int or Mapping, optional
            Cards seen, or how many of each rank, ``{"K": 2}``.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Odds
            Of one bettor ``lose``, ``tie``, ``win``; of more, such as ``2 win, 1 tie, 0 lose``.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than there are.

        Examples
        --------
        >>> from equity import bank
        >>> bank.odds().probability
        {'lose': 0.4, 'tie': 0.2, 'win': 0.4}
        """
        choose(Options.check(**options), 1, simulates=False)
        bettors = check_number("bettors", bettors, MOST_BETTORS)
        counts, _ = self._left(dead, None)
        _require(counts, 1 + bettors)
        found = joint(counts, bettors)
        order = sorted(found, key=lambda key: (key[0] - key[2], key[0]))
        single = {(0, 0, 1): "lose", (0, 1, 0): "tie", (1, 0, 0): "win"}
        names = [single.get(key, "{} win, {} tie, {} lose".format(*key)) for key in order]
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=sum(found.values()),
            question=(self, counts, bettors),
            tally={"counts": np.array([found[key] for key in order], np.int64)},
            categories=tuple(names),
        )

    def edge(
        self,
        hand: Cards | None = None,
        as_banker: bool = False,
        opponents: int = 1,
        dead: Cards | Mapping[str, int] = "",
        strategy: str = "best",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Compute what a round is worth, with a given card or before any is seen.

        Parameters
        ----------
        hand : str or sequence of int, optional
            The card of the player asked about.
        as_banker : bool, default False
            Whether he is the banker, who settles with every opponent, each having bet one unit.
        opponents : int, default 1
            How many there are, 1 to 6; they matter only to the banker.
        dead : str, sequence of int or Mapping, optional
            As for :meth:`odds`.
        strategy : str
            There is nothing to decide: ``"best"``.
        **options
            As for every calculation.

        Returns
        -------
        Edge
            Chances of a net win, of none and of a net loss of the whole round, and the expected
            net win in units of one bet.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than there are.

        Examples
        --------
        >>> from equity import bank
        >>> bank.edge().win, bank.edge().tie, bank.edge().ev
        (Fraction(2, 5), Fraction(1, 5), Fraction(0, 1))
        """
        checked = Options.check(**options)
        as_banker = switch("as_banker", as_banker)
        opponents = check_number("opponents", opponents, MOST_BETTORS)
        if not named(strategy, "best"):
            raise RuleError(f"strategy is {shown(strategy)}; {self.title} has only 'best'")
        counts, rank = self._left(dead, hand)
        _require(counts, opponents + (rank is None))
        what = (self, counts, rank, as_banker, opponents if as_banker else 1)
        job: Any = Dealt(*what) if choose(checked, 1000) == "monte-carlo" else Count(*what)
        return run(job, checked, partial(_edge, job=job))

    def _matches(
        self, players: int, rounds: int, bet: int | Sequence[int] | None, seat: int
    ) -> Matches:
        """Check what makes a match."""
        players = check_number("players", players, 1 + MOST_BETTORS)
        if players < 2:
            raise RuleError(
                f"players is {shown(players)}; it is a banker and 1 to {MOST_BETTORS} bettors"
            )
        rounds = check_number("rounds", rounds, MOST_ROUNDS)
        smallest = int(self.rules["smallest_bet"])
        given = smallest if bet is None else bet
        if isinstance(given, (str, bytes)):
            raise RuleError(f"bet is {shown(given)}; it is an amount, or one for each player")
        bets: list[Any] = list(given) if several(given) else [given] * players
        bets = bets * players if len(bets) == 1 else bets
        if len(bets) != players:
            raise RuleError(f"bet has {len(bets)} amounts; there are {players} players")
        for amount in bets:
            if check_number("bet", amount) % smallest:
                raise RuleError(f"bet is {amount}; it is a multiple of {smallest}")
        place = whole("seat", seat, 0)
        if place is None or place >= players:
            raise RuleError(f"seat is {shown(seat)}; seats are 0 to {players - 1}")
        return Matches(self, players, rounds, tuple(map(int, bets)), place)

    def play(  # type: ignore[override]
        self,
        players: int = 4,
        rounds: int = 20,
        bet: int | Sequence[int] | None = None,
        **options: Unpack[Keywords],
    ) -> Match:
        """Play matches: seat 0 is the first banker; the richest after the last round wins.

        Parameters
        ----------
        players : int, default 4
            2 to 7, the banker included. He starts with the setting ``start``, the others share
            as much.
        rounds : int, default 20
            Rounds agreed; a match ends before if one player is left.
        bet : int or sequence of int, optional
            What each player bets when he is not the banker, one amount or one by seat; the
            smallest bet if not said. Who has less bets all he has. Bets together may not exceed
            the banker's money: those later in turn bet less, or nothing.
        **options
            As for every calculation; ``deals`` are matches.

        Returns
        -------
        Match
            ``win``: the chance to end richest, by seat, shared if equal; ``places``; ``length``
            in rounds; ``unfinished``: how often all rounds were played.
            ``tally["broke"]`` counts the matches in which a seat was broke.

        Raises
        ------
        RuleError
            Numbers that make no match, or a wrong option.

        Examples
        --------
        >>> from equity import bank
        >>> bank.play(players=4, rounds=20, deals=1000, seed=7).win.sum().round(6).item()
        1.0
        """
        checked = Options.check(**options)
        job = self._matches(players, rounds, bet, 0)
        choose(checked, None)
        return run(job, checked, partial(_match, job=job))

    def session(
        self,
        seat: int = 1,
        players: int = 4,
        rounds: int = 20,
        bet: int | Sequence[int] | None = None,
        **options: Unpack[Keywords],
    ) -> Session:
        """Play matches as :meth:`play` does, and follow the money of one seat.

        Parameters
        ----------
        seat : int, default 1
            Whose money; 0 is the first banker.
        players, rounds, bet, **options
            As for :meth:`play`.

        Returns
        -------
        Session
            Ruin, final money, largest fall, rounds played.

        Raises
        ------
        RuleError
            Numbers that make no match, or a wrong option.

        Examples
        --------
        >>> from equity import bank
        >>> bank.session(rounds=5, deals=1000, seed=7).ruin < 0.01
        True
        """
        checked = Options.check(**options)
        job = self._matches(players, rounds, bet, seat)
        choose(checked, None)
        return run(job, checked, partial(_session, job=job))


def _require(counts: Sequence[int], cards: int) -> None:
    """Raise CardError unless so many cards are left."""
    if sum(counts) < cards:
        raise CardError(f"a round takes {cards} more cards; {sum(counts)} are left")


def _edge(outcome: Outcome, job: Any) -> Edge:
    """Make the answer of rounds counted or dealt."""
    common = outcome.about(job.game, job) | {"unit": "units of one bet"}
    if isinstance(job, Dealt):
        return job.edge(outcome, **common)
    counts = outcome.tally["counts"]
    common["deals"] = int(counts.sum())
    sign = -1 if job.as_banker else 1
    nets: dict[int, int] = {}
    for win, row in enumerate(counts.tolist()):
        for lose, count in enumerate(row):
            net = sign * (win - lose)
            nets[net] = nets.get(net, 0) + count
    return Edge(bets={"bet": Bet.of(nets)}, **common)


def _match(outcome: Outcome, job: Matches) -> Match:
    """Make the answer of matches played."""
    names = ("groups", "length", "unfinished", "broke")
    return Match(
        tally={name: outcome.tally[name] for name in names},
        length_unit="rounds",
        **outcome.about(job.game, job),
    )


def _session(outcome: Outcome, job: Matches) -> Session:
    """Make the answer of matches played, for the money of one seat."""
    names = ("final", "final_sum", "drawdown", "drawdown_sum", "rounds")
    tally = {name: outcome.tally[name] for name in names}
    tally["ruined"] = outcome.tally["broke"][job.seat : job.seat + 1]
    start = job.game.rules["start"]
    return Session(
        tally=tally,
        bankroll=start if job.seat == 0 else start / (job.players - 1),
        **job.cells.about(job.scale),
        **outcome.about(job.game, job),
    )
