"""Ten-and-a-half: draw towards ten and a half against the banker.

Suits never matter, and the faces are one class of card worth half a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking._ten_and_half import Engine
from equity.banking.bundles import BankerHands, HalfRules, Nets
from equity.banking.cards_left import Seen, read_ranks, read_seen
from equity.banking.game import Banking, Left, as_fraction
from equity.banking.rounds import SampledRounds
from equity.cards import Cards
from equity.checks import switch
from equity.errors import CardError, RuleError, named, shown
from equity.memory import remembered
from equity.options import Options
from equity.results import Action, Bet, Decision, Edge, Odds
from equity.rules import Setting
from equity.run import choose, run, timed
from equity.shield import Kernels

if TYPE_CHECKING:
    from typing import TypeAlias, Unpack

    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

    Strategy: TypeAlias = str | float | Callable[[tuple[float, ...]], object]

__all__ = ["BankerPoints", "HalfPoints", "TenAndHalf"]

kernels = Kernels("equity.banking.kernels")
BASE, HANDS, CLASSES, BEST = 12, 12**4, 11, 21
OUTCOMES = ("lose", "tie", "win", "five cards", "five cards of ten and a half", "at once")
STAND, HIT, GO_ON = 0, 1, 2
FEWEST = 2
"""Cards that a round takes at least."""
THRESHOLDS = range(12, BEST + 1)
STEPS = 1_000_000
SAMPLED = 200_000
BUST = "bust"


class HalfPoints(Setting):
    """A setting of points, in halves up to six."""

    __slots__ = ()
    most = 12
    words: tuple[str, ...] = ()

    def check(self, value: Any) -> Any:
        """Give the number, or the word; raise RuleError if it is neither."""
        if isinstance(value, str) and value in self.words:
            return value
        halves = read_halves(value)
        if halves is None or halves > self.most:
            also = "".join(f", or {word!r}" for word in self.words)
            top = f"{self.most / 2:g}"
            raise RuleError(f"{self.name} is {shown(value)}; it is 0 to {top} in halves{also}")
        return halves // 2 if halves % 2 == 0 else halves / 2


class BankerPoints(HalfPoints):
    """A setting of points up to ten and a half, or the best reply."""

    __slots__ = ()
    most = 21
    words = ("best",)


def read_halves(value: Any) -> int | None:
    """Read points as half points, 0 .. 21; ``None`` if it is none."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(
        value, (int, float, Fraction, np.integer, np.floating)
    ):
        return None
    twice = 2 * value
    return int(twice) if 0 <= twice <= BEST and twice == int(twice) else None


def class_of(rank: int) -> int:
    """Give the class of a rank, deuce 0 .. ace 12: 0 is a face, else its points."""
    return 1 if rank == 12 else 0 if rank > 8 else rank + 2


def value_of(card: int) -> int:
    """Give the half points of a class."""
    return 2 * card or 1


@lru_cache(maxsize=1)
def _states() -> tuple[Any, ...]:
    """List the banker's hands: counts, totals, sizes, orders, and the next ones; -1 is a bust."""
    found: list[tuple[int, ...]] = []

    def extend(counts: list[int], card: int, total: int) -> None:
        found.append(tuple(counts))
        for more in range(card, CLASSES):
            most = 12 if more == 0 else 4
            if total + value_of(more) <= BEST and counts[more] < most:
                counts[more] += 1
                extend(counts, more, total + value_of(more))
                counts[more] -= 1

    extend([0] * CLASSES, 0, 0)
    total_of = {counts: sum(n * value_of(c) for c, n in enumerate(counts)) for counts in found}
    found.sort(key=lambda counts: (total_of[counts], counts))
    place = {counts: at for at, counts in enumerate(found)}
    orders, follow = [], []
    for counts in found:
        ways = factorial(sum(counts))
        for count in counts:
            ways //= factorial(count)
        orders.append(float(ways))
        after = (tuple(n + (c == card) for c, n in enumerate(counts)) for card in range(CLASSES))
        follow.append([place.get(counts_, -1) for counts_ in after])
    # A fifth card of a rank is no bust, but there is none.
    arrays = (
        np.array(found, np.int32),
        np.array([total_of[counts] for counts in found], np.int32),
        np.array([sum(counts) for counts in found], np.int32),
        np.array(orders),
        np.array(follow, np.int32),
    )
    for array in arrays:
        array.setflags(write=False)
    return arrays


def _hands() -> Iterator[tuple[int, tuple[int, ...]]]:
    """List every hand of one to four cards that is not bust: its index, its classes."""

    def extend(index: int, hand: tuple[int, ...], total: int) -> Iterator[Any]:
        for card in range(CLASSES):
            after = total + value_of(card)
            if after <= BEST:
                at, more = index * BASE + card + 1, (*hand, card)
                yield at, more
                if len(more) < 4:
                    yield from extend(at, more, after)

    yield from extend(0, (), 0)


@lru_cache(maxsize=1)
def _totals() -> NDArray[np.int64]:
    """Give the half points of every hand by index; more than can be for what is no hand."""
    totals = np.full(HANDS, 99, np.int64)
    for index, hand in _hands():
        totals[index] = sum(map(value_of, hand))
    totals.setflags(write=False)
    return totals


@lru_cache(maxsize=BEST + 1)  # 20 kB each
def _below(halves: int) -> NDArray[np.uint8]:
    """Give the actions of who draws below a number."""
    actions = (_totals() < halves).astype(np.uint8)
    actions.setflags(write=False)
    return actions


def _actions(strategy: Any) -> NDArray[np.uint8]:
    """Give the actions of a named strategy by hand: 1 to draw."""
    if isinstance(strategy, int):
        return _below(strategy)
    actions = np.zeros(HANDS, np.uint8)
    for index, hand in _hands():
        answer = strategy(tuple(value_of(card) / 2 for card in hand))
        if not isinstance(answer, (str, int, np.bool_)) or answer not in (
            "hit",
            "stand",
            True,
            False,
        ):
            raise RuleError(f"a strategy answers 'hit' or 'stand', not {shown(answer)}")
        actions[index] = answer in ("hit", True)
    return actions


def engine(
    game: TenAndHalf,
    left: tuple[int, ...],
    named: Any,
    policies: bool = False,
    replies: bool = False,
) -> Any:
    """Make the recursion over a shoe; `named` is what a replying banker expects."""
    memory = (
        np.full((HANDS, 3), np.nan),
        np.zeros((2, HANDS, len(OUTCOMES))),
        np.zeros((2, HANDS), np.uint8),
        np.zeros(HANDS, np.uint8),
        np.zeros((len(_states()[1]), CLASSES, 3)),
        np.zeros((len(_states()[1]), 3)),
    )
    policy = np.zeros((BASE**3 if policies else 0, len(_states()[1])), np.uint8)
    below = None if replies else game.banker_below
    made = Engine(
        left,
        game.must,
        -1 if below is None else below,
        game.rules["ties"] == "push",
        [float(pay) for pay in game.pays],
        game.pays[5] > 1,
        _actions(named),
        _states(),
        memory,
        policy,
    )
    return made, memory, policy


@dataclass(frozen=True, slots=True)
class Recursion:
    """The value of a round, by recursion; under every threshold if the best of them is wanted."""

    game: TenAndHalf
    left: tuple[int, ...]
    named: tuple[Any, ...]
    """Strategies, as half points or callables; the best of them counts."""
    best: bool
    """Whether the player plays best, against a banker who does not reply."""

    chunk_units = 1

    @property
    def units(self) -> int:
        """How many strategies are tried."""
        return len(self.named)

    def count(self, start: int, stop: int) -> Tally:
        """Give the chances of the outcomes, by strategy."""
        out = np.zeros((len(self.named), len(OUTCOMES)))
        for at in range(start, stop):
            made, _, _ = engine(self.game, self.left, self.named[at])
            for card, count in enumerate(self.left):
                if count:
                    chance = count / sum(self.left)
                    out[at] += chance * np.array(made.outcomes([card], GO_ON, self.best))
        return {"chances": out}


@dataclass(frozen=True, slots=True)
class Dealt(SampledRounds):
    """Rounds dealt card by card."""

    game: TenAndHalf
    left: tuple[int, ...]
    named: Any
    best: bool

    chunk_deals = SAMPLED

    @property
    def scale(self) -> int:
        """Parts of a bet that payments come in."""
        from math import lcm

        return lcm(*(pay.denominator for pay in self.game.pays))

    def deal(self, state: NDArray[np.uint64], deals: int, nets: Nets) -> None:
        """Deal and play."""
        actions, policy = _played(self)
        deck = [card for card, count in enumerate(self.left) for _ in range(count)]
        _, totals, _, _, follow = _states()
        pays = np.array([int(pay * self.scale) for pay in self.game.pays], np.int64)
        kernels.deal_halves(
            state,
            deals,
            np.array(deck, np.int64),
            actions,
            BankerHands(policy, follow, totals),
            HalfRules(
                self.game.must, self.game.rules["ties"] == "push", self.game.pays[5] > 1, pays
            ),
            nets,
        )


@remembered(8)
def _played(job: Dealt) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Give what the player does by hand, and the banker by up cards and state."""
    below = job.game.banker_below
    made, memory, policy = engine(job.game, job.left, job.named, policies=below is None)
    actions = _actions(job.named)
    if job.best or below is None:
        for card, count in enumerate(job.left):
            if count:
                made.outcomes([card], GO_ON, job.best)
    if job.best:
        actions = memory[3]
    if below is not None:
        totals = _states()[1]
        policy = (totals < below).astype(np.uint8)[None]
        policy[0, 0] = 1
    return actions, policy


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TenAndHalf(Banking):
    """Draw towards ten and a half against the banker."""

    def _check_rules(self) -> None:
        """Check that the banker does not stand where he has to draw by being asked to reply."""
        if self.rules["ten_and_half_pays"] not in (1, 2):
            raise RuleError("ten_and_half_pays is 1 or 2")

    @property
    def must(self) -> int:
        """Half points below which one must draw."""
        return int(2 * self.rules["must_draw_below"])

    @property
    def banker_below(self) -> int | None:
        """Half points below which the banker draws; ``None`` if he replies best."""
        below = self.rules["banker_draws_below"]
        return None if below == "best" else int(2 * below)

    @property
    def pays(self) -> tuple[Fraction, ...]:
        """What the outcomes pay."""
        rules = self.rules
        five, exact = rules["five_cards_pay"], rules["five_cards_exact_pay"]
        return (
            Fraction(-1),
            Fraction(0),
            Fraction(1),
            as_fraction(five),
            as_fraction(exact),
            as_fraction(rules["ten_and_half_pays"]),
        )

    def _strategy(self, strategy: Strategy) -> Any:
        """Read a strategy: ``"best"``, half points below which it draws, or a callable."""
        if callable(strategy) or named(strategy, "best"):
            return strategy
        if named(strategy, "mimic", "mimic the banker"):
            return self.must if self.banker_below is None else self.banker_below
        value: Any = strategy
        if isinstance(strategy, str):
            try:
                value = float(strategy.removeprefix("draw below "))
            except ValueError:
                value = None
        halves = read_halves(value)
        if halves is None:
            raise RuleError(
                f"strategy is {shown(strategy)}; it is 'best', 'mimic the banker', 'draw below 7', "
                "a number of points, or a callable"
            )
        return halves

    def _words(self, named: Any) -> str:
        """Say what a strategy is."""
        if isinstance(named, str):
            return named
        return f"draw below {max(named, self.must) / 2:g}" if isinstance(named, int) else "given"

    def _banker_words(self) -> str:
        """Say how a banker with a rule draws."""
        return f"draw below {self.rules['banker_draws_below']:g}"

    def _left(self, dead: Cards | Mapping[str, int], cards: Any = ()) -> tuple[int, ...]:
        """Give the cards of each class, the player's included, once all that is seen is checked."""
        gone = read_seen(dead)
        Left().without(gone).without(cards)
        return _by_class(Left().without(gone))

    @timed
    def decide(
        self,
        hand: Cards,
        dead: Cards | Mapping[str, int] = "",
        strategy: Strategy = "mimic the banker",
        as_banker: bool = False,
        ups: Cards = "",
        **options: Unpack[Keywords],
    ) -> Decision:
        """Compute what standing and drawing are worth, to a player or to the banker.

        Parameters
        ----------
        hand : str or sequence of int
            One to four cards in the order dealt; the first is hidden. Suits may be left out.
        dead : str, sequence of int or Mapping, optional
            Cards seen, such as the others' up cards, or how many of each rank, ``{"K": 2}``.
        strategy : str, float or callable
            What a banker who replies best expects of the player; as for :meth:`edge`.
        as_banker : bool, default False
            Whether the hand is the banker's, who meets a player of that strategy who stands. The
            banker then goes on best, whatever his rule.
        ups : str or sequence of int, optional
            The player's up cards, in the order dealt, with `as_banker`.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Decision
            ``stand``, if allowed, and ``hit``, after which the hand is played on best. ``ev`` is
            the net win, the banker's if he is asked for, in units of the bet.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; a hand that is bust or over.

        Examples
        --------
        >>> from equity import ten_and_half
        >>> ten_and_half.decide("7").best.label
        'stand'
        """
        choose(Options.check(**options), STEPS, simulates=False)
        cards = read_ranks(hand, "hand")
        named = self._strategy(strategy)
        if named == "best":
            raise RuleError("strategy is 'best'; the banker replies to a named one")
        if switch("as_banker", as_banker):
            return self._banker_decides(cards, read_ranks(ups, "up cards"), dead, named)
        if len(read_ranks(ups, "up cards")):
            raise RuleError("ups are the cards that the banker sees; they go with as_banker=True")
        if not 1 <= len(cards) <= 4:
            raise CardError(f"hand has {len(cards)} cards; there is a choice with 1 to 4")
        classes = [class_of(rank) for rank, _ in cards]
        total = sum(map(value_of, classes))
        if total > BEST:
            raise CardError(f"hand is bust: {total / 2:g} points")
        if total == BEST and self.pays[5] > 1:
            raise CardError("ten and a half is paid at once; there is nothing to decide")
        left = self._left(dead, cards)
        if sum(left) < len(cards) + FEWEST:
            raise CardError("no card is left to draw")
        if self.banker_below is not None:
            _require(left, 2 * BEST - total)
        made, _, _ = engine(self, left, named)
        actions = []
        for label, action in (("stand", STAND), ("hit", HIT)):
            if action == STAND and total < self.must:
                continue
            bet = self._bet(made.outcomes(classes, action, True))
            actions.append(Action(label=label, ev=bet.ev, win=bet.win, tie=bet.tie))
        unit = "units of the bet"
        if self.banker_below is None:
            unit += f"; the banker replies to {self._words(named)}"
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            question=(self, tuple(classes), left, named),
            choices=tuple(actions),
            unit=unit,
            loss_ev=-1,
        )

    def _banker_decides(
        self, cards: list[Seen], ups: list[Seen], dead: Cards | Mapping[str, int], named: Any
    ) -> Decision:
        """Compute what standing and drawing are worth to the banker."""
        classes = [class_of(rank) for rank, _ in cards]
        total = sum(map(value_of, classes))
        if not cards:
            raise CardError("hand has 0 cards; the banker has at least one")
        if total > BEST:
            raise CardError(f"hand is bust: {total / 2:g} points")
        if len(ups) > 3:
            raise CardError(f"{len(ups)} up cards; five cards are paid before the banker draws")
        left = self._left(dead, [*cards, *ups])
        if sum(left) < len(cards) + len(ups) + FEWEST:
            raise CardError("no card is left to draw")
        made, _, _ = engine(self, left, named, replies=True)
        counts = np.bincount(classes, minlength=CLASSES)
        state = int(np.flatnonzero((_states()[0] == counts).all(axis=1))[0])
        stand, hit, chance = made.gains_of([class_of(rank) for rank, _ in ups], state)
        if not chance > 0:
            raise RuleError(f"a player who plays {self._words(named)} does not stand there")
        actions = [Action(label="hit", ev=hit / chance)]
        if total >= self.must:
            actions.insert(0, Action(label="stand", ev=stand / chance))
        return Decision(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            question=(self, tuple(classes), tuple(ups), left, named, "banker"),
            choices=tuple(actions),
            unit=f"units of the bet, the banker's win; the player: {self._words(named)}",
            loss_ev=-1,
        )

    def _bet(self, chances: Any) -> Bet:
        """Give chances and expectation of the outcomes."""
        return Bet(
            win=float(sum(chances[2:])),
            tie=float(chances[1]),
            lose=float(chances[0]),
            ev=float(sum(float(pay) * p for pay, p in zip(self.pays, chances, strict=True))),
        )

    @timed
    def odds(self, dead: Cards | Mapping[str, int] = "", **options: Unpack[Keywords]) -> Odds:
        """Compute the banker's totals.

        Parameters
        ----------
        dead : str, sequence of int or Mapping, optional
            As for :meth:`decide`.
        **options
            As for every calculation; the answer is exact.

        Returns
        -------
        Odds
            Totals as text, such as ``"6.5"``, and ``bust``.

        Raises
        ------
        RuleError
            The banker replies to what he sees.
        NotationError, CardError
            What is not understood; more cards than there are.

        Examples
        --------
        >>> from equity import ten_and_half
        >>> round(ten_and_half.odds().probability["bust"], 4)
        0.1984
        """
        choose(Options.check(**options), STEPS, simulates=False)
        if self.banker_below is None:
            raise RuleError("this banker replies to what he sees; odds need one with a rule")
        left = self._left(dead)
        if sum(left) < 1:
            raise CardError("no card is left")
        _require(left, BEST)
        made, _, _ = engine(self, left, 0)
        chances = made.banker()
        lowest = min(max(1, self.banker_below), next((t for t, p in enumerate(chances) if p), 1))
        names = [f"{total / 2:g}" for total in range(lowest, BEST + 1)]
        return Odds(
            game=self.name,
            rules=self.rules,
            method="exact",
            deals=0,
            question=(self, left),
            categories=(*names, BUST),
            probabilities=chances[lowest:],
        )

    def edge(
        self,
        dead: Cards | Mapping[str, int] = "",
        strategy: Strategy = "best",
        **options: Unpack[Keywords],
    ) -> Edge:
        """Compute what a round is worth to a player.

        Parameters
        ----------
        dead : str, sequence of int or Mapping, optional
            As for :meth:`decide`.
        strategy : str, float or callable
            ``"best"``; ``"mimic the banker"``; ``"draw below 7"`` or 7; or a
            callable that is given the points of the cards in the order dealt, ``(0.5, 7.0)``, and
            answers ``"hit"`` or ``"stand"``; it is followed on ten and a half too, unless that is
            paid at once. Against a banker who replies best, ``"best"`` is the best of those that
            draw below a number.
        **options
            As for every calculation.

        Returns
        -------
        Edge
            Of one bet; ``strategy`` says how player and banker draw.

        Raises
        ------
        NotationError, CardError, RuleError
            What is not understood; more cards than there are.

        Examples
        --------
        >>> from equity import ten_and_half
        >>> ten_and_half.edge().ev > ten_and_half.edge(strategy="draw below 9").ev
        True
        """
        checked = Options.check(**options)
        named = self._strategy(strategy)
        left = self._left(dead)
        if sum(left) < FEWEST:
            raise CardError(f"a round takes {FEWEST} cards; {sum(left)} are left")
        if self.banker_below is not None:
            _require(left, 2 * BEST)
        best = named == "best"
        tried: tuple[Any, ...] = (named,)
        if best:
            tried = (0,) if self.banker_below is not None else tuple(THRESHOLDS)
        goes_best = best and self.banker_below is not None
        job: Any = Recursion(self, left, tried, goes_best)
        if choose(checked, STEPS * len(tried)) == "monte-carlo":
            if len(tried) > 1:
                values = [self._bet(row).ev for row in job.count(0, len(tried))["chances"]]
                tried = (tried[values.index(max(values))],)
            job = Dealt(self, left, tried[0], goes_best)
        return run(job, checked, partial(_edge, job=job))

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of a player's net win of a round, playing best."""
        fixed = self.banker_below is not None
        job = Recursion(self, _by_class(Left()), (0,) if fixed else tuple(THRESHOLDS), fixed)
        chances = max(job.count(0, job.units)["chances"], key=lambda row: self._bet(row).ev)
        payoffs: dict[Fraction, Fraction] = {}
        for pay, chance in zip(self.pays, chances.tolist(), strict=True):
            if chance:
                payoffs[pay] = payoffs.get(pay, Fraction(0)) + Fraction(chance)
        return payoffs


def _require(left: tuple[int, ...], points: int) -> None:
    """Refuse cards of so few half points that a round might not be played to its end."""
    if sum(count * value_of(card) for card, count in enumerate(left)) < points:
        raise CardError(
            f"{sum(left)} cards are left: too few to be sure of playing a round to its end"
        )


def _by_class(left: Left) -> tuple[int, ...]:
    """Give the cards left of each class."""
    counts = [0] * CLASSES
    for rank, count in enumerate(left.counts):
        counts[class_of(rank)] += count
    return tuple(counts)


def _edge(outcome: Outcome, job: Any) -> Edge:
    """Make the answer of rounds computed or dealt."""
    game: TenAndHalf = job.game
    deals = outcome.deals if outcome.method == "monte-carlo" else 0
    common = outcome.about(game, job, deals) | {"unit": "units of the bet"}
    banker = "best reply" if game.banker_below is None else game._banker_words()

    def said(named: Any) -> str:
        return f"player: {game._words('best' if job.best else named)}, banker: {banker}"

    if isinstance(job, Dealt):
        return job.edge(outcome, strategy=said(job.named), **common)
    rows = [game._bet(chances) for chances in outcome.tally["chances"]]
    at = max(range(len(rows)), key=lambda row: rows[row].ev)
    return Edge(bets={"bet": rows[at]}, strategy=said(job.named[at]), **common)
