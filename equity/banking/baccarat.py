"""Baccarat: exact odds of every bet from any shoe, and decks that are run down.

Cards count by their points, 0 (tens and court cards) to 9. Every question is answered by
counting ordered deals of six cards: four that are dealt, and two that are drawn or not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from equity.banking import _baccarat
from equity.banking.bundles import Drawing, SessionCount, Wager
from equity.banking.cards_left import Seen, Shoe, read_ranks, read_seen
from equity.banking.game import (
    MOST_ROUNDS,
    Amount,
    Banking,
    as_fraction,
    check_money,
    check_number,
)
from equity.banking.rounds import edge_stderr
from equity.banking.sessions import Cells, Sessions, cells_of, empty_tally, ruin_stderr, session_of
from equity.checks import switch
from equity.errors import CardError, RuleError, shown
from equity.options import Options
from equity.results import Bet, Edge, Odds, Session
from equity.rules import Setting
from equity.run import choose, run, timed
from equity.shield import Kernels

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

__all__ = ["Baccarat", "settings"]

kernels = Kernels("equity.banking.kernels")
POINTS: Final = (*range(2, 10), 0, 0, 0, 0, 1)
"""Points of each rank, deuce to ace."""
OUTCOMES: Final = ("banker", "player", "tie")
"""Who wins, in the order in which deals are counted."""
BETS: Final = ("banker", "player", "tie", "banker_pair", "player_pair")
"""The bets."""
ROUND_CARDS: Final = 6
"""Cards that a round may take."""
SAMPLED: Final = 400_000
"""Rounds of a chunk of a simulation."""
EXACT_STEPS: Final = 1_000_000
"""What counting takes at most, in steps of about 5 ns."""
UNIT: Final = "units of the bet"


class _Share(Setting):
    """A setting that is a part of one."""

    __slots__ = ()

    def check(self, value: Any) -> Any:
        """Give the number; raise RuleError if it is none from 0 to below 1."""
        good = isinstance(value, Real) and not isinstance(value, (bool, np.bool_))
        if not good or not 0 <= value < 1:
            raise RuleError(f"{self.name} is {shown(value)}; it is a number from 0 to below 1")
        if value == 0:
            return 0
        return value if isinstance(value, Fraction) else float(value)


class _Six(Amount):
    """What a bet on the banker wins who has six, if that is something else."""

    __slots__ = ()

    def check(self, value: Any) -> Any:
        """Give the number, or nothing; raise RuleError if it is none."""
        return None if value is None else super().check(value)


def settings() -> tuple[Setting, ...]:
    """Give the settings of baccarat."""
    return (
        Setting("decks", 1, tuple(range(1, 9)), "decks in the shoe"),
        Setting("naturals", True, (True, False), "8 or 9 in two cards on either side ends it"),
        Setting("banker_six", "stand", ("stand", "draw"), "the banker on 6 when the player stood"),
        _Share("commission", 0, None, "part of a win on the banker that is kept"),
        _Six("six_pays", None, None, "units won by a bet on the banker who has 6; None: as others"),
        Amount("tie_pays", 8, None, "units won by a bet on the tie"),
        Amount("pair_pays", 11, None, "units won by a bet on a pair"),
    )


PRESETS: Final = {
    "casino_8": {"decks": 8, "naturals": True, "banker_six": "stand", "commission": 0.05},
    "casino_6": {"decks": 6, "naturals": True, "banker_six": "stand", "commission": 0.05},
    "no_commission": {"decks": 8, "naturals": True, "banker_six": "stand", "six_pays": 0.5},
}
"""The casino's rule sets."""


@dataclass(frozen=True, slots=True)
class _Coup:
    """What may come in one round: the shoe, and the cards of it that are known."""

    game: Baccarat
    shoe: Shoe
    player: tuple[int, ...]
    """Ranks of the player's cards that are known."""
    banker: tuple[int, ...]

    @property
    def known(self) -> tuple[int, ...]:
        """Ranks of the player's two cards and of the banker's, -1 where not known."""
        return tuple((*hand, -1, -1)[i] for hand in (self.player, self.banker) for i in range(2))

    def totals(self) -> list[list[int]]:
        """Count ordered deals by the player's points, and in each row by the banker's."""
        rules = self.game.rules
        known = [-1 if rank < 0 else POINTS[rank] for rank in self.known]
        left = self.shoe.by_value(POINTS)
        return _baccarat.count(left, known, rules["naturals"], rules["banker_six"] == "draw")

    def counts(self) -> tuple[int, int, int]:
        """Count ordered deals: banker, player, tie."""
        totals = self.totals()
        banker = sum(sum(row[points + 1 :]) for points, row in enumerate(totals))
        tie = sum(row[points] for points, row in enumerate(totals))
        return banker, sum(map(sum, totals)) - banker - tie, tie

    def sixes(self) -> int:
        """Count ordered deals that the banker wins with six."""
        return sum(row[6] for row in self.totals()[:6])

    def payoffs(self, name: str) -> dict[Fraction, Fraction]:
        """Give the net wins of a bet, and their chances."""
        chances, pays = self.chances(), self.game._pays()[name]
        win = chances[name]
        tie = chances["tie"] if name in ("banker", "player") else Fraction(0)
        found = {Fraction(0): tie, Fraction(-1): 1 - win - tie}
        six = Fraction(self.sixes(), sum(self.counts())) if name == "banker" else Fraction(0)
        for net, chance in ((pays, win - six), (self.game._six_pays(), six)):
            found[net] = found.get(net, Fraction(0)) + chance
        return found

    def pair(self, hand: tuple[int, ...]) -> Fraction:
        """Give the chance that the first two cards of a side are a pair."""
        counts, size = self.shoe.counts, self.shoe.size
        if len(hand) == 2:
            return Fraction(hand[0] == hand[1])
        if len(hand) == 1:
            return Fraction(counts[hand[0]], size)
        return Fraction(sum(n * (n - 1) for n in counts), size * (size - 1))

    def chances(self) -> dict[str, Fraction]:
        """Give the chance of each side, of a tie, and of the pairs."""
        counts = self.counts()
        total = sum(counts)
        out = {name: Fraction(n, total) for name, n in zip(OUTCOMES, counts, strict=True)}
        out["banker_pair"] = self.pair(self.banker)
        out["player_pair"] = self.pair(self.player)
        return out


@dataclass(frozen=True, slots=True)
class _EdgeSample(_Coup):
    """The bets, simulated."""

    @property
    def chunk_deals(self) -> int:
        """Rounds of a chunk."""
        return SAMPLED

    @property
    def scale(self) -> int:
        """Parts of a bet that payoffs come in."""
        pays = (*self.game._pays().values(), self.game._six_pays())
        return math.lcm(*(units.denominator for units in pays))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Deal rounds, and settle the bets by what came."""
        came = np.zeros(6, np.int64)
        kernels.deal_baccarat(
            state,
            deals,
            np.array(self.shoe.counts, np.int64),
            np.array(self.known, np.int64),
            self.game._drawing(),
            came,
        )
        outcomes = np.zeros((len(BETS), 3), np.int64)
        outcomes[0] = came[[0, 2, 1]]
        outcomes[1] = came[[1, 2, 0]]
        for at in range(2, 5):
            outcomes[at] = came[at], 0, deals - came[at]
        pays = np.array([int(p * self.scale) for p in self.game._pays().values()], np.int64)
        sums = outcomes[:, 0] * pays - outcomes[:, 2] * self.scale
        squares = outcomes[:, 0] * pays**2 + outcomes[:, 2] * self.scale**2
        six_pays = int(self.game._six_pays() * self.scale)
        sums[0] += came[5] * (six_pays - pays[0])
        squares[0] += came[5] * (six_pays**2 - pays[0] ** 2)
        return {"outcomes": outcomes, "sums": sums, "squares": squares}

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of a bet's ev."""
        return edge_stderr(tally, self.scale)


@dataclass(frozen=True, slots=True)
class _RunDown:
    """A bankroll played through a shoe, round after round, until too few cards are left."""

    game: Baccarat
    shoe: Shoe
    on: str
    bankroll: int
    bet: int

    @property
    def most_rounds(self) -> int:
        """The most rounds that the shoe can give."""
        return max(1, (self.shoe.size - ROUND_CARDS) // 4 + 1)

    @property
    def chunk_deals(self) -> int:
        """Shoes of a chunk."""
        return max(1, SAMPLED // self.most_rounds)

    @property
    def scale(self) -> int:
        """Parts of a chip that payoffs come in."""
        return math.lcm(self.game._pays()[self.on].denominator, self._six_pays.denominator)

    @property
    def _six_pays(self) -> Fraction:
        """What a win of the banker's with six pays this bet."""
        return self.game._six_pays() if self.on == "banker" else self.game._pays()[self.on]

    @property
    def cells(self) -> Cells:
        """The cells of the histograms of money."""
        staked = self.most_rounds * self.bet * self.scale
        best = max(self.game._pays()[self.on], self._six_pays)
        return cells_of(self.bankroll * self.scale, staked, int(staked * best))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play shoes."""
        pays = int(self.game._pays()[self.on] * self.scale)
        tally = empty_tally(self.most_rounds)
        kernels.run_down_baccarat(
            state,
            deals,
            np.array(self.shoe.counts, np.int64),
            self.game._drawing(),
            Wager(
                BETS.index(self.on),
                pays,
                int(self._six_pays * self.scale),
                self.scale,
                self.bankroll,
                self.bet,
            ),
            tuple(self.cells),
            SessionCount(*tally.values()),
        )
        return tally

    def error(self, tally: Tally) -> float:
        """Give the standard error of ruin."""
        return ruin_stderr(tally)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Baccarat(Banking):
    """Baccarat under any rules: the source's deck of 52, or a casino's shoe."""

    def _pays(self) -> dict[str, Fraction]:
        """Give what a bet that wins pays, by bet."""
        rules = self.rules
        tie, pair = as_fraction(rules["tie_pays"]), as_fraction(rules["pair_pays"])
        banker = 1 - as_fraction(rules["commission"])
        return dict(zip(BETS, (banker, Fraction(1), tie, pair, pair), strict=True))

    def _six_pays(self) -> Fraction:
        """Give what a bet on the banker wins who has six."""
        six = self.rules["six_pays"]
        return self._pays()["banker"] if six is None else as_fraction(six)

    def _drawing(self) -> Drawing:
        """Give what cards count and who draws, for the kernels."""
        six_draws = self.rules["banker_six"] == "draw"
        return Drawing(np.array(POINTS, np.int64), self.rules["naturals"], six_draws)

    def _coup(self, hand: Cards, banker: Cards, dead: Cards | Mapping[str, int]) -> tuple[Any, ...]:
        """Read what is known: the shoe, and the ranks of each side."""
        player, bank, gone = read_ranks(hand, "hand"), read_ranks(banker, "banker"), read_seen(dead)
        for name, cards in (("hand", player), ("banker", bank)):
            if len(cards) > 2:
                raise CardError(f"{name} has {len(cards)} cards; at most two are dealt")
        shoe = self._shoe(player, bank, gone)
        needed = ROUND_CARDS - len(player) - len(bank)
        if shoe.size < needed:
            raise CardError(f"a round may take {needed} more cards; {shoe.size} are left")
        ranks = (tuple(card.rank for card in cards) for cards in (player, bank))
        return self, shoe, *ranks

    def _shoe(self, *seen: Sequence[Seen]) -> Shoe:
        """Give the shoe after some cards were seen."""
        return Shoe.of(self.rules["decks"]).without(*seen, decks=self.rules["decks"])

    @timed
    def odds(
        self,
        hand: Cards = "",
        banker: Cards = "",
        dead: Cards | Mapping[str, int] = "",
        totals: bool = False,
    ) -> Odds:
        """Count how often banker and player win, and how often they tie.

        Parameters
        ----------
        hand : str or sequence of int, optional
            The player's first cards that are known, one or two; suits need not be named.
        banker : str or sequence of int, optional
            The banker's first cards that are known.
        dead : str, sequence of int or mapping of rank to count, optional
            Other cards that are out of the shoe: ``"Kh 5d"`` or ``{"K": 3, "5": 4}``.
        totals : bool, default False
            Apart by the points of the winner, ``banker 6``; of a tie by those of both.

        Returns
        -------
        Odds
            ``banker``, ``player``, ``tie``: counts of ordered deals of the cards not known, six
            with those that are; cards that are not drawn are counted too.

        Raises
        ------
        NotationError, CardError
            Cards that are not understood, or that the shoe does not have; too few cards.

        References
        ----------
        Figures are compared with M. Shackleford, The Wizard of Odds, Baccarat.

        Examples
        --------
        >>> from equity import baccarat
        >>> baccarat.with_rules("casino_8").odds().counts["tie"]
        475627426473216
        """
        coup = _Coup(*self._coup(hand, banker, dead))
        names: tuple[str, ...] = OUTCOMES
        found: Sequence[int] = coup.counts()
        if switch("totals", totals):
            table = coup.totals()
            apart = {f"banker {at}": sum(row[at] for row in table[:at]) for at in range(1, 10)}
            apart |= {f"player {at}": sum(table[at][:at]) for at in range(1, 10)}
            apart |= {f"tie {at}": table[at][at] for at in range(10)}
            names, found = tuple(apart), list(apart.values())
        counts = np.array(found, np.int64)
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=int(counts.sum()),
            categories=names,
            tally={"counts": counts},
        )

    @timed
    def edge(
        self,
        hand: Cards = "",
        banker: Cards = "",
        dead: Cards | Mapping[str, int] = "",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Say what every bet is worth.

        Parameters
        ----------
        hand : str or sequence of int, optional
            The player's first cards that are known, one or two; suits need not be named.
        banker : str or sequence of int, optional
            The banker's first cards that are known.
        dead : str, sequence of int or mapping of rank to count, optional
            Other cards that are out of the shoe: ``"Kh 5d"`` or ``{"K": 3, "5": 4}``.
        **options
            As for every calculation; exact unless ``deals`` or ``method`` say otherwise.

        Returns
        -------
        Edge
            Bets ``banker``, ``player``, ``tie``, ``banker_pair``, ``player_pair``; exact numbers
            are fractions. Pairs are of rank.

        Raises
        ------
        NotationError, CardError
            As for :meth:`odds`.
        RuleError
            A wrong option.

        References
        ----------
        Figures are compared with M. Shackleford, The Wizard of Odds, Baccarat.

        Examples
        --------
        >>> from equity import baccarat
        >>> casino = baccarat.with_rules("casino_8").edge()
        >>> round(float(casino.bets["banker"].ev), 6), round(float(casino.bets["tie"].ev), 6)
        (-0.010579, -0.143596)
        >>> baccarat.edge(hand="7h 2c").bets["player"].lose
        Fraction(0, 1)
        """
        checked = Options.check(**options)
        known = self._coup(hand, banker, dead)
        if choose(checked, EXACT_STEPS) == "monte-carlo":
            job = _EdgeSample(*known)
            return run(job, checked, partial(_simulated_edge, job=job))
        coup = _Coup(*known)
        return Edge(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=sum(coup.counts()),
            bets={name: Bet.of(coup.payoffs(name)) for name in BETS},
            unit=UNIT,
        )

    def _check_bet(self, on: object) -> str:
        """Check the name of a bet."""
        if not isinstance(on, str) or on.replace(" ", "_") not in BETS:
            raise RuleError(f"on is {shown(on)}; the bets are {', '.join(BETS)}")
        return on.replace(" ", "_")

    def play(
        self,
        rounds: int = 1000,
        bankroll: int = 100,
        bet: int = 1,
        on: str = "player",
        **options: Unpack[Keywords],
    ) -> Session:
        """Play sessions: a bankroll, the same bet every round, until the end or until broke.

        Each round is dealt from the full shoe; :meth:`run_down` deals it to its end.

        Parameters
        ----------
        rounds : int, default 1000
            Rounds of a session.
        bankroll : int, default 100
            Chips at the start.
        bet : int, default 1
            Chips bet each round; whoever has less bets the whole chips that are left, and is
            ruined without any.
        on : str, default "player"
            The bet: ``banker``, ``player``, ``tie``, ``banker_pair`` or ``player_pair``.
        **options
            As for every calculation; ``deals`` are sessions.

        Returns
        -------
        Session
            Ruin, final chips, largest fall, rounds played.

        Raises
        ------
        RuleError
            Numbers that make no session, an unknown bet, or a wrong option.

        Examples
        --------
        >>> from equity import baccarat
        >>> s = baccarat.play(rounds=100, bankroll=10, deals=1000, seed=7)
        >>> 0 < s.ruin < 1
        True
        """
        checked = Options.check(**options)
        rounds = check_number("rounds", rounds, MOST_ROUNDS)
        bankroll, bet = check_money(bankroll, bet)
        name = self._check_bet(on)
        choose(checked, None)
        payoffs = _Coup(self, self._shoe(), (), ()).payoffs(name)
        job = Sessions(tuple(sorted(payoffs.items())), rounds, bankroll, bet, True)
        return run(job, checked, partial(session_of, job=job, game=self))

    def run_down(
        self,
        bankroll: int = 100,
        bet: int = 1,
        on: str = "player",
        dead: Cards | Mapping[str, int] = "",
        **options: Unpack[Keywords],
    ) -> Session:
        """Play a shoe to its end: each round from what the rounds before have left.

        The match ends when fewer than six cards are left, as many as a round may take, or when
        the chips are gone. From what is left at any moment, :meth:`edge` and :meth:`odds` with
        `dead` tell the next round exactly.

        Parameters
        ----------
        bankroll : int, default 100
            Chips at the start.
        bet : int, default 1
            Chips bet each round; whoever has less bets the whole chips that are left, and is
            ruined without any.
        on : str, default "player"
            The bet: ``banker``, ``player``, ``tie``, ``banker_pair`` or ``player_pair``.
        dead : str, sequence of int or mapping of rank to count, optional
            Cards that are out of the shoe at the start.
        **options
            As for every calculation; ``deals`` are shoes.

        Returns
        -------
        Session
            Ruin, final chips, largest fall, and how many rounds the shoe gave.

        Raises
        ------
        NotationError, CardError
            As for :meth:`odds`.
        RuleError
            Numbers that make no session, an unknown bet, or a wrong option.

        Examples
        --------
        >>> from equity import baccarat
        >>> s = baccarat.run_down(deals=2000, seed=7)
        >>> 9 < s.rounds.mean < 10
        True
        """
        checked = Options.check(**options)
        bankroll, bet = check_money(bankroll, bet)
        name = self._check_bet(on)
        shoe = self._coup("", "", dead)[1]
        choose(checked, None)
        job = _RunDown(self, shoe, name, bankroll, bet)
        return run(job, checked, partial(session_of, job=job, game=self))


def _simulated_edge(outcome: Outcome, job: _EdgeSample) -> Edge:
    """Make the answer of rounds dealt."""
    return Edge(
        **outcome.about(job.game, job),
        tally=outcome.tally,
        bets=dict.fromkeys(BETS, Bet()),
        unit=UNIT,
        scale=job.scale,
    )
