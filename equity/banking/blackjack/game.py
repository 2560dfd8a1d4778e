"""Blackjack: what every action is worth, the game's edge, the right strategy.

All numbers come from the compiled recursion over the cards of a hand; here they become answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from equity.banking import _blackjack
from equity.banking.blackjack.rules import (
    ACE,
    ACTIONS,
    HARD_POINTS,
    NAMES,
    NO_CARD,
    TEN,
    VALUES,
    Numbers,
    without,
)
from equity.banking.blackjack.simulation import SCALE, EdgeSample, RoundSessions
from equity.banking.blackjack.strategy import (
    BasicStrategy,
    Policy,
    Removal,
    Strategy,
    named_strategy,
)
from equity.banking.cards_left import INFINITE, Seen, Shoe, read_ranks, read_seen
from equity.banking.game import MOST_ROUNDS, Banking, check_money, check_number
from equity.banking.sessions import session_of
from equity.cards import RANKS
from equity.errors import CardError, RuleError
from equity.options import Options
from equity.results import Action, Bet, Decision, Edge, Odds, Session
from equity.run import choose, run, timed

if TYPE_CHECKING:
    from typing import Unpack

    from equity.banking.blackjack.strategy import Situation
    from equity.cards import Cards
    from equity.jobs import Outcome
    from equity.options import Keywords

__all__ = ["Blackjack"]

ENDS: Final = ("17", "18", "19", "20", "21", "21", "five cards", "bust")
"""What a banker's hand ends in, by its number; the second 21 is a natural."""
ROUND_POINTS: Final = 37
"""Hard points that player and banker take together before the last card they may need."""
HAND_POINTS: Final = 31
"""Hard points that one more hand of the player takes at most."""
EXACT_STEPS: Final = 100_000_000
"""What an edge takes at most, in steps of about 5 ns."""
UNIT: Final = "units of the first bet"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Blackjack(Banking):
    """Blackjack under any rules: the source's home game, or a casino's.

    After a split each hand is played by the best composition-dependent strategy for one hand
    drawn from the shoe after the pair is removed; the value of a split is exact for that.
    """

    @cached_property
    def numbers(self) -> Numbers:
        """The rules as numbers."""
        return Numbers.of(self.rules)

    @cached_property
    def _decks(self) -> int | None:
        """Decks of the shoe, ``None`` for infinitely many."""
        decks = self.rules["decks"]
        return None if decks == INFINITE else int(decks)

    @cached_property
    def _ups(self) -> tuple[int, ...]:
        """The up cards that there may be, or that there is none to see."""
        return tuple(range(10)) if self.rules["banker_up_card"] else (NO_CARD,)

    def _shoe(self, *seen: Sequence[Seen]) -> Shoe:
        """Give the shoe after some cards were seen."""
        return Shoe.of(self._decks or INFINITE).without(*seen, decks=self._decks)

    def _require(
        self,
        shoe: Shoe,
        left: Sequence[int],
        points: int,
        banker: int = NO_CARD,
        hands: int = 1,
    ) -> None:
        """Refuse a shoe, cards left by value, that may run out before the round ends."""
        if shoe.infinite:
            return
        held = points + (0 if banker == NO_CARD else HARD_POINTS[banker])
        needed = ROUND_POINTS - held + HAND_POINTS * (hands - 1)
        if sum(n * value for n, value in zip(left, HARD_POINTS, strict=True)) <= needed:
            raise CardError(
                f"{shoe.size} cards are left, {format_counts(shoe)}: "
                "too few to be sure of playing a round to its end"
            )

    def _hands(self, card: int) -> int:
        """Give the most hands that a pair of a card can become."""
        if not self.numbers.split_cards >> card & 1:
            return 1
        return self.numbers.ace_hands if card == ACE else self.numbers.max_hands

    def _up_card(self, banker: Cards | None) -> list[Seen]:
        """Read the banker's up card."""
        found = [] if banker is None else read_ranks(banker, "banker's card")
        if len(found) > 1:
            raise CardError(f"the banker shows {len(found)} cards; at most one is seen")
        return found

    @timed
    def decide(
        self,
        hand: Cards,
        banker: Cards | None = None,
        dead: Cards | Mapping[str, int] = "",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Say what every action is worth, all cards seen being out of the shoe.

        Parameters
        ----------
        hand : str or sequence of int
            The player's cards, two or more; suits need not be named.
        banker : str or sequence of int, optional
            The banker's up card. Needed where it is shown; where it is not, it may be given all
            the same if it was seen.
        dead : str, sequence of int or mapping of rank to count, optional
            Other cards that are out of the shoe: ``"Kh 5d"`` or ``{"K": 3, "5": 4}``.
        **options
            As for every calculation; the answer is always exact.

        Returns
        -------
        Decision
            ``hit``, ``stand``, ``double``, ``split``, ``surrender``, ``insurance`` as far as they
            are allowed. ev is the net win of the whole round in units of the first bet; where
            the banker looks for a natural, after he has looked. ``win`` and ``tie`` are those of
            the hand; of a split, those of a hand taken at random from those that it makes.
            ``insurance`` is insuring and then playing on as is best: it is worth more than the
            best action just if insuring pays, and `margin` says how much (its ``win`` is the
            chance that it is won). It is made before the banker looks, so its ev is that of the
            best action and of a bet not yet decided, also where the others are after he looked.

        Raises
        ------
        NotationError, CardError
            Cards that are not understood, or that the shoe does not have; a hand that is bust;
            too few cards to end the round.
        RuleError
            No up card where it is shown; a wrong option.

        Examples
        --------
        >>> from equity import blackjack
        >>> d = blackjack.decide("Th 6d", banker="9c", dead={"K": 3, "5": 4})
        >>> d.best.label, round(d.best.ev, 6)
        ('stand', -0.552912)
        """
        checked = Options.check(**options)
        choose(checked, 1, simulates=False)
        own, up_card, gone = read_ranks(hand, "hand"), self._up_card(banker), read_seen(dead)
        if len(own) < 2:
            raise CardError(f"hand {_text(own)!r} has {len(own)} cards; a decision needs two")
        if not up_card and self.rules["banker_up_card"]:
            raise RuleError("the banker's up card is shown under these rules: give banker=")
        cards = [VALUES[card.rank] for card in own]
        points = sum(HARD_POINTS[card] for card in cards)
        if points > 21:
            raise CardError(f"hand {_text(own)} is bust, {points} points")
        up = VALUES[up_card[0].rank] if up_card else NO_CARD
        shoe = self._shoe(own, up_card, gone)
        pair = len(cards) == 2 and cards[0] == cards[1]
        left = shoe.by_value(VALUES)
        self._require(shoe, left, points, up, self._hands(cards[0]) if pair else 1)
        solver = _blackjack.Solver(left, shoe.infinite, self.numbers)
        natural = solver.natural(up)
        if self.numbers.peek and natural >= 1:
            raise CardError("with these cards gone the banker has a natural for certain")
        actions = [
            Action(
                label=ACTIONS[number],
                ev=ev,
                win=win,
                tie=tie,
                split=self._split_words(cards[0]) if ACTIONS[number] == "split" else None,
            )
            for number, ev, win, tie in solver.decide(up, cards)
        ]
        if self.rules["insurance"] and up == ACE and len(cards) == 2:
            best = max(float(action.ev) for action in actions)
            worth = best + 0.5 * (3 * natural - 1)
            actions.append(Action(label="insurance", ev=worth, win=natural, tie=0.0))
        after = ", after the banker has looked for a natural" if self.numbers.peek else ""
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            choices=tuple(actions),
            unit=UNIT + after,
            loss_ev=-1,
        )

    def _split_words(self, card: int) -> str:
        """Say how a split is played."""
        most = self._hands(card)
        hands = "2 hands" if most == 2 else f"up to {most} hands"
        how = (
            "one card each"
            if card == ACE and not self.numbers.split_aces_hit
            else ("each played best as one hand from the shoe without the pair")
        )
        return f"{hands}, {how}"

    @timed
    def odds(self, banker: Cards | None = None, dead: Cards | Mapping[str, int] = "") -> Odds:
        """Give the chances of the banker's totals.

        Parameters
        ----------
        banker : str or sequence of int, optional
            His up card; without it, of two cards that are not seen.
        dead : str, sequence of int or mapping of rank to count, optional
            Cards that are out of the shoe, the player's among them.

        Returns
        -------
        Odds
            17 .. 21 (naturals included) and bust, before he has looked for a natural; also five
            cards, where they end his hand. Exact fractions in ``probabilities``.

        Raises
        ------
        NotationError, CardError
            As for :meth:`decide`.

        References
        ----------
        The banker's totals are compared with M. Shackleford, The Wizard of Odds, Blackjack,
        appendix 2B.

        Examples
        --------
        >>> from equity import blackjack
        >>> odds = blackjack.with_rules(decks="infinite").odds(banker="6")
        >>> round(odds.probability["bust"], 6)
        0.42315
        """
        up_card = self._up_card(banker)
        up = VALUES[up_card[0].rank] if up_card else NO_CARD
        shoe = self._shoe(up_card, read_seen(dead))
        self._require(shoe, shoe.by_value(VALUES), 21, up)
        numbers = self.numbers
        chances = _banker_chances(shoe, up, numbers.hits_soft_17, numbers.five_ends)
        names = tuple(dict.fromkeys(ENDS if numbers.five_ends else (*ENDS[:6], "bust")))
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            categories=names,
            probabilities=tuple(chances[name] for name in names),
        )

    @timed
    def edge(
        self,
        strategy: Strategy = "best",
        dead: Cards | Mapping[str, int] = "",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Say what a round is worth before any card is seen.

        Parameters
        ----------
        strategy : str, BasicStrategy or callable, default "best"
            ``"best"``; ``"mimic the banker"``, drawing and standing as he must; ``"draw below
            14"``, any number, standing on what is not below; what :meth:`strategy` gives; or a
            function of a :class:`Situation` that returns one of its actions. All but the best
            never insure.
        dead : str, sequence of int or mapping of rank to count, optional
            Cards that are out of the shoe.
        **options
            As for every calculation; exact unless ``deals`` or ``method`` say otherwise. Before
            rounds are simulated, the strategy is worked out for every hand, in about the time of
            an exact edge: that counts as part of ``seconds``, but is always done to its end.

        Returns
        -------
        Edge
            One bet. ``win``, ``tie`` and ``lose`` are those of the hand; where it was split, of a
            hand taken at random from those that the split made.

        Raises
        ------
        NotationError, CardError
            As for :meth:`decide`.
        RuleError
            An unknown strategy, or an action that is not allowed.
        Interrupted
            Ctrl-C.

        References
        ----------
        Edges are compared with M. Shackleford, The Wizard of Odds, Blackjack, appendices 1 and 9,
        and with P. Griffin, The Theory of Blackjack.

        Examples
        --------
        >>> from equity import blackjack
        >>> round(blackjack.edge().ev, 6), round(blackjack.edge("mimic the banker").ev, 6)
        (-0.018935, -0.050277)
        """
        checked = Options.check(**options)
        shoe = self._shoe(read_seen(dead))
        left = shoe.by_value(VALUES)
        name, policy = named_strategy(strategy, self.numbers)
        most = max((self._hands(card) for card in range(10)), default=1)
        self._require(shoe, left, 0, NO_CARD, most)
        words = f"{name}{self._split_note()}"
        if choose(checked, EXACT_STEPS) == "monte-carlo":
            if policy is None:
                strategy = "best"
            job = EdgeSample(self, shoe, strategy)
            job.tabulate()
            return run(job, checked, partial(_simulated_edge, job=job, strategy=words))
        bet = self._exact_edge(left, shoe.infinite, policy)
        return Edge(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            bets={"bet": bet},
            strategy=words,
            unit=UNIT,
        )

    def _split_note(self) -> str:
        """Say how split hands are played, where there may be any."""
        if not self.numbers.split_cards:
            return ""
        if self.numbers.split_cards == 1 << ACE and not self.numbers.split_aces_hit:
            return "; one card to each split ace"
        return "; each split hand as one hand from the shoe without the pair"

    def _exact_edge(
        self, counts: Sequence[int], infinite: bool, policy: Callable[[Situation], str] | None
    ) -> Bet:
        """Sum over the up card and the player's two cards."""
        total = sum(counts)
        ev = win = tie = 0.0
        for up in self._ups:
            left = without(counts, infinite, up)
            if left is None:
                continue
            at = 1.0 if up == NO_CARD else counts[up] / total
            asked = None if policy is None else Policy(policy, up)
            solver = _blackjack.Solver(left, infinite, self.numbers, asked)
            insured = up == ACE and policy is None and self.rules["insurance"]
            for hand, chance, own_ev, own_win, own_tie, _ in solver.round(up):
                if insured:
                    rest = sum(left) - (0 if infinite else 2)
                    tens = left[TEN]
                    if not infinite:
                        tens -= _blackjack.cards_of(hand).count(TEN)
                    own_ev += max(0.0, 0.5 * (3 * tens / rest - 1))
                ev += at * chance * own_ev
                win += at * chance * own_win
                tie += at * chance * own_tie
        return Bet(win=win, tie=tie, lose=1 - win - tie, ev=ev)

    @timed
    def strategy(self, dead: Cards | Mapping[str, int] = "") -> BasicStrategy:
        """Give the strategy that goes by totals: a table of hands by the banker's up card.

        An action is the best on average over the hands of two cards that have the total, each
        weighted by its chance; with more cards, and where doubling or surrendering is not
        allowed, the better of hitting and standing. It can be given to :meth:`edge`, and it is
        never better than best play, which goes by the cards.

        Parameters
        ----------
        dead : str, sequence of int or mapping of rank to count, optional
            Cards that are out of the shoe.

        Returns
        -------
        BasicStrategy
            ``to_frame()``, ``plot()``, and a callable for :meth:`edge`.

        Examples
        --------
        >>> from equity import blackjack
        >>> casino = blackjack.with_rules("casino")
        >>> casino.strategy()["hard 11", "6"]
        ('double', 'hit')
        """
        shoe = self._shoe(read_seen(dead))
        most = max((self._hands(card) for card in range(10)), default=1)
        left = shoe.by_value(VALUES)
        self._require(shoe, left, 0, NO_CARD, most)
        cells = self._basic(left, shoe.infinite)
        return BasicStrategy(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            cells=cells,
            columns=tuple("23456789TA") if self.rules["banker_up_card"] else ("unseen",),
        )

    def _basic(
        self, counts: Sequence[int], infinite: bool
    ) -> dict[tuple[str, str], tuple[str, ...]]:
        """Find the best actions by total."""
        cells: dict[tuple[str, str], tuple[str, ...]] = {}
        for up in self._ups:
            left = without(counts, infinite, up)
            column = "unseen" if up == NO_CARD else NAMES[up]
            if left is None:
                continue
            sums: dict[str, dict[str, float]] = {}
            solver = _blackjack.Solver(left, infinite, self.numbers)
            for hand, chance, values in solver.compare(up):
                total, soft = _blackjack.total_of(hand)
                first, second = _blackjack.cards_of(hand)
                row = f"{'soft' if soft else 'hard'} {total}"
                if first == second:
                    row = f"{NAMES[first]},{NAMES[first]}"
                means = sums.setdefault(row, {})
                for number, ev in values:
                    means[ACTIONS[number]] = means.get(ACTIONS[number], 0.0) + chance * ev
            for row, means in sums.items():
                order = sorted(means, key=lambda name: (-means[name], ACTIONS.index(name)))
                plain = next((name for name in order if name in ("hit", "stand")), None)
                kept = [order[0]]
                if order[0] == "split":
                    kept = order[: order.index(plain) + 1] if plain else order
                elif plain and order[0] != plain:
                    kept.append(plain)
                cells[row, column] = tuple(kept)
        return cells

    @timed
    def effect_of_removal(self, strategy: Strategy = "best") -> Removal:
        """Say how taking one card of each rank out of the shoe changes the edge.

        Parameters
        ----------
        strategy : str, BasicStrategy or callable, default "best"
            As for :meth:`edge`; the best is found anew for each shoe.

        Returns
        -------
        Removal
            ``effects``: rank -> ev of the shoe without one such card less ev of the full shoe.

        Raises
        ------
        RuleError
            The shoe is infinite.

        References
        ----------
        Effects are compared with M. Shackleford, Ask the Wizard, 294.

        Examples
        --------
        >>> from equity import blackjack
        >>> r = blackjack.effect_of_removal()
        >>> r.effects["5"] > 0 > r.effects["A"]
        True
        """
        if self.rules["decks"] == INFINITE:
            raise RuleError("taking a card out of an infinite shoe changes nothing")
        name, policy = named_strategy(strategy, self.numbers)
        shoe = self._shoe()
        full = self._exact_edge(shoe.by_value(VALUES), shoe.infinite, policy)
        effects = {}
        for card in range(10):
            shoe = self._shoe([Seen(VALUES.index(card))])
            bet = self._exact_edge(shoe.by_value(VALUES), shoe.infinite, policy)
            effects[NAMES[card]] = float(bet.ev) - float(full.ev)
        return Removal(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            effects={rank: effects[rank] for rank in "23456789TA"},
            ev=float(full.ev),
            strategy=name,
            unit=UNIT,
        )

    def play(
        self,
        rounds: int = 1000,
        bankroll: int = 100,
        bet: int = 1,
        strategy: Strategy = "best",
        **options: Unpack[Keywords],
    ) -> Session:
        """Play sessions: a bankroll, the same bet every round, until the end or until broke.

        Each round is dealt from the full shoe. Whoever has less than the bet bets the whole
        chips that are left; he who has too little left to double or to split plays on by the
        same strategy without, and he who has less than one chip is ruined.

        Parameters
        ----------
        rounds : int, default 1000
            Rounds of a session.
        bankroll : int, default 100
            Chips at the start.
        bet : int, default 1
            Chips bet each round.
        strategy : str, BasicStrategy or callable, default "best"
            As for :meth:`edge`.
        **options
            As for every calculation; ``deals`` are sessions. Before that the strategy is
            worked out, as for :meth:`edge`, in up to three times the time of an exact edge.

        Returns
        -------
        Session
            Ruin, final chips, largest fall, rounds played.

        Raises
        ------
        RuleError
            Numbers that make no session, or a wrong option.

        Examples
        --------
        >>> from equity import blackjack
        >>> s = blackjack.play(rounds=100, bankroll=20, deals=1000, seed=7)
        >>> 0 < s.ruin < 0.5
        True
        """
        checked = Options.check(**options)
        rounds = check_number("rounds", rounds, MOST_ROUNDS)
        bankroll, bet = check_money(bankroll, bet)
        choose(checked, None)
        if named_strategy(strategy, self.numbers)[1] is None:
            strategy = "best"
        job = RoundSessions(self, self._shoe(), strategy, rounds, bankroll, bet)
        job.tabulate()
        return run(job, checked, partial(session_of, job=job, game=self))


def format_counts(shoe: Shoe) -> str:
    """Write how many cards of each rank are left."""
    return (
        " ".join(f"{count} x {RANKS[rank]}" for rank, count in enumerate(shoe.counts) if count)
        or "none"
    )


def _text(cards: Sequence[Seen]) -> str:
    """Write cards."""
    return "".join(card.text for card in cards)


def _banker_chances(
    shoe: Shoe, up: int, hits_soft_17: bool, five_ends: bool
) -> dict[str, Fraction]:
    """Sum the chances of the banker's ends, exactly."""
    left = shoe.by_value(VALUES)
    size = sum(left)
    by_depth: dict[tuple[str, int], int] = {}
    banker = _blackjack.Banker(up, hits_soft_17, five_ends)
    for drawn, end, ways in banker.ways_to_end():
        for card in set(drawn):
            held = drawn.count(card)
            for i in range(held):
                ways *= left[card] - (0 if shoe.infinite else i)
        key = ENDS[end], len(drawn)
        by_depth[key] = by_depth.get(key, 0) + max(ways, 0)
    chances = dict.fromkeys(ENDS, Fraction(0))
    for (name, depth), cases in by_depth.items():
        every = 1
        for i in range(depth):
            every *= size - (0 if shoe.infinite else i)
        if cases:
            chances[name] += Fraction(cases, every)
    chances["bust"] = 1 - sum(chances.values(), Fraction(0))
    return chances


def _simulated_edge(outcome: Outcome, job: EdgeSample, strategy: str) -> Edge:
    """Make the answer of rounds played."""
    game = job.game
    return Edge(
        **outcome.about(game, job),
        tally=outcome.tally,
        bets={"bet": Bet()},
        strategy=strategy,
        unit=UNIT,
        scale=SCALE,
    )
