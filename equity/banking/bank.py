"""Bank: one card each of the sixteen A K Q J against the banker's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import factorial, perm
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from equity.banking.bundles import BankMatch, Nets, Places, SessionCount
from equity.banking.cards_left import Seen, read_ranks, read_seen
from equity.banking.compared import Asked, Compared, Weights
from equity.banking.game import MOST_ROUNDS, Left, check_number
from equity.banking.rounds import SampledRounds
from equity.banking.sessions import Cells, cells_of, empty_tally
from equity.cards import RANKS, Cards
from equity.checks import whole
from equity.errors import CardError, RuleError, several, shown
from equity.options import Options
from equity.results import Match, Odds, Session, share_stderr
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
LOWEST = 9
"""The rank of a jack, the lowest of the deck."""
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
class Count(Asked):
    """The joint outcomes of some bettors, with the card of one side known or not."""

    units: ClassVar[int] = 1
    chunk_units: ClassVar[int] = 1

    def count(self, start: int, stop: int) -> Tally:
        """Count deals by bettors' wins and losses, int64[opponents + 1, opponents + 1]."""
        out = np.zeros((self.opponents + 1, self.opponents + 1), np.int64)
        counts, rank = _counts(self.left), _rank(self.hand)
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

    def weights(self, tally: Mapping[str, NDArray[Any]]) -> Weights:
        """Give the distribution of the net win."""
        weights: Weights = {}
        for win, row in enumerate(tally["counts"].tolist()):
            for lose, count in enumerate(row):
                net = Fraction(lose - win if self.as_banker else win - lose)
                weights[net] = weights.get(net, Fraction(0)) + count
        return weights


@dataclass(frozen=True, slots=True)
class Dealt(SampledRounds, Asked):
    """Rounds dealt at random."""

    chunk_deals: ClassVar[int] = SAMPLED

    def deal(self, state: NDArray[np.uint64], deals: int, nets: Nets) -> None:
        """Deal and settle."""
        deck = [rank for rank, count in enumerate(_counts(self.left)) for _ in range(count)]
        own = _rank(self.hand)
        kernels.deal_bank(
            state,
            deals,
            np.array(deck, np.int64),
            -1 if own is None else own,
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
class Bank(Compared):
    """One card each against the banker's card."""

    size: int = 1

    most_opponents: ClassVar[int] = MOST_BETTORS

    def _check_rules(self) -> None:
        """Check the amounts."""
        for name in ("start", "smallest_bet"):
            check_number(name, self.rules[name])
        if self.rules["smallest_bet"] > self.rules["start"]:
            raise RuleError("smallest_bet is above start")

    def _read(self, hand: Cards) -> Sequence[Any]:
        """Read the card of a hand."""
        known = read_ranks(hand, "hand")
        if len(known) != 1:
            raise CardError(f"hand has {len(known)} cards; {self.title} takes 1")
        return self._of_deck(known)

    def _whole(self, dead: Cards | Mapping[str, int]) -> Left:
        """Give the cards left before the hero's are taken out."""
        deck = Left(suits=(0,) * LOWEST + (15,) * (13 - LOWEST))
        return deck.without(self._of_deck(read_seen(dead)))

    def _of_deck(self, cards: list[Seen]) -> list[Seen]:
        """Give cards back; raise CardError for one that is not in the deck."""
        for card in cards:
            if card.rank < LOWEST:
                raise CardError(
                    f"{RANKS[card.rank]} is not in the 16 cards J Q K A of {self.title}"
                )
        return cards

    def _counted(self, asked: Asked) -> Any:
        """Give the job that counts rounds."""
        return asked.into(Count)

    def _sampled(self, asked: Asked) -> Any:
        """Give the job that deals rounds."""
        return asked.into(Dealt)

    def _steps(self, asked: Asked) -> float | None:
        """Give the steps of an exact answer."""
        return 1000

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
        left = self._whole(dead)
        left.require(1 + bettors, f"a round of {self.title}")
        counts = _counts(left)
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


def _counts(left: Left) -> tuple[int, ...]:
    """Give the cards left, jacks to aces."""
    return left.counts[LOWEST:]


def _rank(hand: tuple[Any, ...]) -> int | None:
    """Give the rank of the known card, a jack being 0."""
    return hand[0].rank - LOWEST if hand else None


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
