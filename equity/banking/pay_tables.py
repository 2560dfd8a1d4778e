"""Pay-table draw poker: five cards, one draw, and a payment for what the hand becomes.

Nobody plays against the hand, so every answer is a ratio of counts: what each keep becomes, and
over all hands what the best keeps return. How the counting is done is in
``ext/equity/showdown/_paytable.pyx``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking import _paytable
from equity.banking.pay_hands import CATEGORY_RULES, COARSER, HAND, all_hands, look_up, sub_hands
from equity.cards import Deck, cards_of, format_cards, mask_of, parse_cards
from equity.errors import CardError, RuleError, shown
from equity.options import Options
from equity.results import Action, Bet, Decision, Edge, Odds
from equity.rules import Game, Setting
from equity.run import choose, run

if TYPE_CHECKING:
    from typing import TypeAlias, Unpack

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

    Flags: TypeAlias = NDArray[np.bool_]

__all__ = ["CATEGORY_RULES", "PayTable", "PaySetting", "Pays"]

LARGEST = 10**11
"""The largest payoff in whole units: sums over all hands and draws stay below 2**63."""
PASS_STEPS = 3_000_000
"""Steps of one pass over the hands of the deck."""
HAND_STEPS = 100
"""Steps for the best keep of one hand, and what it becomes."""
CHUNK_HANDS = 50_000
"""Hands of a chunk, which lasts less than 0.1 s with the tables made."""
MOST_FIRST = sorted(range(32), key=lambda kept: (-kept.bit_count(), -kept))
"""Keeps, bit i for the i-th lowest card: of most cards first, then of the highest."""


class Pays(Mapping[str, "int | Fraction"]):
    """What each category returns for a unit bet; frozen, hashable, printable.

    Parameters
    ----------
    table : Mapping of str to number
        Units returned, the bet included. A float counts as the decimal fraction it is written as.
        A category that is not named returns nothing.

    Raises
    ------
    RuleError
        The table is no mapping, or a payoff is not a finite number, 0 or more.

    Examples
    --------
    >>> Pays({"flush": 6, "straight": 4.5})
    {'flush': 6, 'straight': 4.5}
    """

    __slots__ = ("_units",)
    _units: dict[str, int | Fraction]

    def __init__(self, table: Mapping[str, Any]):
        if not isinstance(table, Mapping):
            raise RuleError(
                f"pay_table is {shown(table)}; it is a mapping of categories to units per unit bet"
            )
        self._units = {name: _payoff(name, value) for name, value in table.items()}

    def __getitem__(self, name: str) -> int | Fraction:
        return self._units[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    def __hash__(self) -> int:
        return hash(frozenset(self._units.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Pays, (self._units,)

    def __repr__(self) -> str:
        shown = {
            name: units if isinstance(units, int) else float(units)
            for name, units in self._units.items()
        }
        return repr(shown)


def _payoff(name: object, value: object) -> int | Fraction:
    """Check one payoff and make it an exact number."""
    wrong = f"pay_table: {name} pays {shown(value)}; it must be a finite number, 0 or more"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise RuleError(wrong)
    if isinstance(value, Integral):
        exact = Fraction(int(value))
    elif isinstance(value, Fraction):
        exact = value
    elif math.isfinite(value):
        exact = Fraction(repr(float(value)))
    else:
        raise RuleError(wrong)
    if exact < 0:
        raise RuleError(wrong)
    return int(exact) if exact.denominator == 1 else exact


@dataclass(frozen=True, slots=True)
class PaySetting(Setting):
    """The setting that holds a pay table."""

    def check(self, value: Any) -> Pays:
        """Give the table as it is kept; raise RuleError if it is none."""
        return value if isinstance(value, Pays) else Pays(value)


def pay_table(usual: Mapping[str, Any]) -> tuple[Setting, ...]:
    """Give the settings of a pay-table game by its usual table."""
    return (
        PaySetting("pay_table", Pays(usual), None, "category=units returned per unit bet, ..."),
    )


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PayTable(Game):
    """A game of five cards and one draw that pays by category.

    A game file declares one of these; another table is ``with_rules(pay_table={...})``.
    """

    categories: tuple[str, ...]
    """The categories, weakest first, named in `CATEGORY_RULES`; a hand is of the strongest that
    it meets, whatever they pay."""
    finer: tuple[str, ...] = ()
    """Kinds of four of a kind, weakest first, told apart where the pay table names them; those
    it does not name count as the next coarser one, see `COARSER`."""
    wild: str = "none"
    """``"none"``, ``"deuces"`` or ``"joker"``: which cards are wild."""

    def _check_rules(self) -> None:
        """Raise RuleError if the table names other categories or cannot be summed exactly."""
        declared = self._told_apart(self.finer)
        for name in (*self.categories, *self.finer):
            known = CATEGORY_RULES if name in self.categories else COARSER
            if name not in known or declared.count(name) > 1:
                raise RuleError(
                    f"{self.name}: categories has {shown(name)}; each is one of "
                    f"{', '.join(CATEGORY_RULES)}, once"
                )
        table = self.rules["pay_table"]
        for name in table:
            if name not in declared:
                from difflib import get_close_matches

                close = get_close_matches(str(name), declared, 1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise RuleError(
                    f"pay_table: {self.title} has no category {shown(name)}{hint}; its categories "
                    f"are {', '.join(declared)}"
                )
        _, units = self._units(declared)
        if max(units) > LARGEST:
            raise RuleError(
                "pay_table: the payoffs are too large or too fine; as multiples of their common "
                f"step they are at most {LARGEST:,}"
            )

    @property
    def deck(self) -> Deck:
        """The deck."""
        return Deck(jokers=int(self.wild == "joker"))

    def _told_apart(self, *tables: Iterable[str]) -> tuple[str, ...]:
        """List the categories that this game, or tables that name them, tell apart."""
        named = {name for table in tables for name in table}
        finer = [name for name in self.finer if name in named]
        found: list[str] = []
        for name in self.categories:
            found += [name, *finer] if name == "four of a kind" else [name]
        return tuple(found)

    @property
    def _told(self) -> tuple[str, ...]:
        """List the categories that are told apart under this pay table."""
        return self._told_apart(self.rules["pay_table"])

    def _as_told(self, categories: Sequence[str], counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Add up counts by more categories, in the last axis, to those told apart here."""
        told = self._told
        if told == tuple(categories):
            return counts
        out = np.zeros((*counts.shape[:-1], len(told)), np.int64)
        for at, name in enumerate(categories):
            out[..., told.index(_coarse(name, told))] += counts[..., at]
        return out

    def _units(self, categories: Iterable[str]) -> tuple[int, list[int]]:
        """Give the payoffs of categories as whole numbers, and what one unit is in them."""
        table = self.rules["pay_table"]
        pays = [Fraction(table.get(_coarse(name, table), 0)) for name in categories]
        one = math.lcm(*(pay.denominator for pay in pays))
        return one, [int(pay * one) for pay in pays]

    @property
    def _scales(self) -> tuple[int, NDArray[np.int64]]:
        """Give the common number of draws of all keeps, and by cards drawn what leads to it."""
        draws = [comb(self.deck.size - HAND, drawn) for drawn in range(HAND + 1)]
        total = math.lcm(*draws)
        return total, np.array([total // number for number in draws], np.int64)

    def decide(self, hand: Cards, dead: Cards = "", **options: Unpack[Keywords]) -> Decision:
        """Give the expectation of each of the 32 keeps of a hand.

        Parameters
        ----------
        hand : str or sequence of int
            The five cards dealt.
        dead : str or sequence of int, optional
            Other cards known to be out of the deck.
        **options
            As for every calculation; the answer is always exact.

        Returns
        -------
        Decision
            ``ev`` of each action is in units returned per unit bet, a Fraction; ``becomes`` has
            the exact probability of every category. Equal actions: more cards kept first.

        Raises
        ------
        NotationError, CardError
            The cards are not understood, are there twice, are not five, or too few are left.
        RuleError
            An option that does not exist or asks for a simulation.

        Examples
        --------
        >>> from equity import jacks_or_better
        >>> d = jacks_or_better.decide("AhKhQh4h2c")
        >>> d.best.label, d.best.ev, d["AhKhQh4h"].becomes["flush"]
        ('AhKhQh', Fraction(1499, 1081), Fraction(9, 47))
        """
        job = self._keeps(hand, dead)
        return run(job, _exactly(PASS_STEPS, options), partial(_decision, job=job))

    def edge(
        self, strategy: str | PayTable | Callable[[str], Any] = "best", **options: Unpack[Keywords]
    ) -> Edge:
        """Compute what the game returns over all hands, every draw counted.

        Parameters
        ----------
        strategy : str, PayTable or callable, optional
            ``"best"``: the best keep of every hand, of equal ones that of most cards.
            ``"published"``: the same but that ties are broken as widely published tables have it
            (keeps counted up in binary, the lowest card being the lowest digit, the first of
            the best is taken), so that counts agree with them to the unit; the payback
            is the same. The name of a preset, or a game of the same
            categories: what is best under that pay table is played under this one. A callable is
            given five cards as text, highest first, and gives those it keeps (``"pat"`` and
            ``"draw five"`` too); suits being alike, it is asked once for hands that differ by
            the names of suits only.
        **options
            As for every calculation; the answer is always exact.

        Returns
        -------
        Edge
            ``payback`` in units returned per unit bet, ``ev`` = payback - 1, ``variance`` of what
            a unit bet returns, all of them Fractions, and ``counts`` by category. Counts are at
            the common denominator of all draws, hands of the deck times ``lcm(C(n, 0..5))`` with
            n cards left: 2,598,960 * 7,669,695 with 52 cards, as published tables have them.
            ``deals`` is that denominator.

        Raises
        ------
        RuleError
            An unknown strategy, one that keeps cards not held, or an option that does not fit.

        Examples
        --------
        >>> from equity import jacks_or_better
        >>> edge = jacks_or_better.edge()
        >>> round(float(edge.payback), 6), edge.counts["royal flush"]
        (0.995439, 493512264)
        """
        hands, _ = all_hands(self.deck.jokers)
        checked = _exactly(2 * PASS_STEPS + HAND_STEPS * len(hands), options)
        name, chooser = self._strategy(strategy)
        if isinstance(chooser, PayTable):
            job = _Outcomes(self, chooser, None, published=name == "published")
        else:
            job = _Outcomes(self, self, _asked(self, chooser))
        return run(job, checked, partial(_edge, game=self, strategy=name))

    def odds(
        self,
        hand: Cards | None = None,
        keep: Cards | None = None,
        dead: Cards = "",
        **options: Unpack[Keywords],
    ) -> Odds:
        """Give the chance of every category: of five random cards, or of what a keep becomes.

        Parameters
        ----------
        hand : str or sequence of int, optional
            The five cards dealt; without it, any five cards of the deck.
        keep : str or sequence of int, optional
            Which of them are kept, ``"pat"`` or ``"draw five"``; without it, the best keep.
        dead : str or sequence of int, optional
            Other cards known to be out of the deck.
        **options
            As for every calculation; the answer is always exact.

        Returns
        -------
        Odds
            ``counts`` of hands.

        Raises
        ------
        NotationError, CardError, RuleError
            As for :meth:`decide`; a card kept that is not held, or a keep without a hand.

        Examples
        --------
        >>> from equity import deuces_wild
        >>> deuces_wild.odds().counts["four deuces"]
        48
        >>> deuces_wild.odds("2h2cAsKd7c", keep="2h2c").counts["five of a kind"]
        165
        """
        checked = _exactly(PASS_STEPS, options)
        kept: int | None = None
        if hand is None:
            if keep is not None:
                raise RuleError("keep= needs a hand")
            gone = mask_of(parse_cards(dead, self.deck, "dead cards"))
            live = cards_of(self.deck.mask & ~gone)
            if len(live) < HAND:
                raise CardError(f"a hand needs {HAND} cards; {len(live)} are left")
            job = _Keeps(self, tuple(live[:HAND]), mask_of(live[HAND:]))
        else:
            job = self._keeps(hand, dead)
            kept = None if keep is None else self._kept(job.hand, keep)
        finish = partial(_odds, job=job, kept=kept, all_hands=hand is None)
        return run(job, checked, finish)

    def _keeps(self, hand: Cards, dead: Cards) -> _Keeps:
        """Read a hand and the cards that are gone."""
        held = parse_cards(hand, self.deck, "hand")
        gone = parse_cards(dead, self.deck, "dead cards")
        if len(held) != HAND:
            raise CardError(
                f"hand {format_cards(held, self.deck)} has {len(held)} cards; "
                f"{self.title} deals {HAND}"
            )
        for card in held:
            if card in gone:
                raise CardError(f"{format_cards([card], self.deck)} is in the hand and dead")
        live = self.deck.mask & ~mask_of(held) & ~mask_of(gone)
        if live.bit_count() < HAND:
            raise CardError(f"{live.bit_count()} cards are left; a draw may take {HAND}")
        return _Keeps(self, tuple(sorted(held)), live)

    def _kept(self, hand: tuple[int, ...], keep: Any) -> int:
        """Read which cards of a hand are kept; bit i for its i-th lowest card."""
        if isinstance(keep, str) and keep in ("pat", "draw five"):
            return 31 if keep == "pat" else 0
        kept = 0
        for card in parse_cards(keep, self.deck, "keep"):
            if card not in hand:
                raise CardError(
                    f"keep: {format_cards([card], self.deck)} is not in the hand "
                    f"{format_cards(hand[::-1], self.deck)}"
                )
            kept |= 1 << hand.index(card)
        return kept

    def _strategy(self, strategy: Any) -> tuple[str, Any]:
        """Find a strategy: what results call it, and the game or callable that chooses."""
        if isinstance(strategy, str):
            if strategy in ("best", "published"):
                return strategy, self
            if strategy not in self.presets:
                named = ", ".join(map(repr, ("best", "published", *self.presets)))
                raise RuleError(f"no strategy {shown(strategy)}; there are {named}")
            return f"best for {strategy}", self.with_rules(strategy)
        if isinstance(strategy, PayTable):
            shape = (strategy.categories, strategy.finer, strategy.wild)
            if shape != (self.categories, self.finer, self.wild):
                raise RuleError(f"a strategy of {strategy.title} does not fit {self.title}")
            return f"best for {strategy.rules['pay_table']!r}", strategy
        keep = getattr(strategy, "keep", strategy)
        if not callable(keep):
            raise RuleError(f"strategy is {shown(strategy)}; it is a name, a game or a callable")
        return "yours", keep


def _coarse(name: str, known: Container[str]) -> str:
    """Give the next coarser category that is known, or the coarsest there is."""
    while name not in known and name in COARSER:
        name = COARSER[name]
    return name


def _exactly(steps: float, options: Any) -> Options:
    """Check the options of a question that is only answered exactly."""
    checked = Options.check(**options)
    choose(checked, steps, simulates=False)
    return checked


def _asked(game: PayTable, keep: Callable[[str], Any]) -> NDArray[np.uint8]:
    """Ask a callable what every hand keeps."""
    hands, _ = all_hands(game.deck.jokers)
    keeps = np.zeros(len(hands), np.uint8)
    for at, mask in enumerate(hands.tolist()):
        cards = tuple(cards_of(mask))
        kept = keep(format_cards(cards[::-1], game.deck))
        keeps[at] = game._kept(cards, kept)
    return keeps


@dataclass(frozen=True, slots=True)
class _Keeps:
    """What every keep of one hand becomes, as a job of one pass over the deck's hands."""

    game: PayTable
    hand: tuple[int, ...]
    """Ascending."""
    live: int
    """The cards that may be drawn, one bit a card."""
    units: int = 1
    chunk_units: int = 1

    def count(self, start: int, stop: int) -> Tally:
        """Count hands by cards kept and category."""
        counts = _paytable.count_keeps(
            np.array(self.hand, np.uint8),
            np.array(cards_of(self.live), np.uint8),
            len(self.game._told),
            look_up(self.game._told, self.game.wild),
        )
        return {"counts": counts}


@dataclass(frozen=True, slots=True, eq=False)
class _Outcomes:
    """What all hands become, as a job; a unit is a hand up to suits."""

    game: PayTable
    chooser: PayTable
    """Whose pay table the keeps are best for."""
    keeps: NDArray[np.uint8] | None
    """The keeps by hand where something else has chosen them."""
    published: bool = False
    """Whether ties are broken as published tables have it."""
    chunk_units: int = CHUNK_HANDS

    @property
    def units(self) -> int:
        """How many hands there are."""
        return len(all_hands(self.game.deck.jokers)[0])

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories that this game or the one whose keeps are taken tells apart."""
        return self.game._told_apart(self.game.rules["pay_table"], self.chooser.rules["pay_table"])

    def count(self, start: int, stop: int) -> Tally:
        """Count some hands by what they become."""
        game = self.game
        deck = game.deck
        hands, times = all_hands(deck.jokers)
        hands, times = hands[start:stop], times[start:stop]
        counts = sub_hands(self.categories, game.wild)
        categories = look_up(self.categories, game.wild)
        _, scales = game._scales
        if self.keeps is not None:
            keeps = self.keeps[start:stop]
        else:
            _, units = self.chooser._units(self.categories)
            pays = np.array(units, np.int64)
            sums = _paytable.pay_sums(counts, pays)
            order = np.array(range(32) if self.published else MOST_FIRST, np.uint8)
            keeps = _paytable.best_keeps(hands, deck.size, sums, pays, scales, order, categories)
        outcomes = _paytable.count_outcomes(
            hands, times, keeps, deck.size, counts, scales, categories
        )
        return {"counts": game._as_told(self.categories, outcomes)}


def _label(hand: tuple[int, ...], kept: int, deck: Deck) -> tuple[str, str]:
    """Give the label of a keep and its cards."""
    cards = format_cards([hand[i] for i in range(HAND - 1, -1, -1) if kept >> i & 1], deck)
    return {0: "draw five", 31: "pat"}.get(kept, cards), cards


def _decision(outcome: Outcome, job: _Keeps) -> Decision:
    """Make the answer of what was counted."""
    game = job.game
    one, units = game._units(game._told)
    choices = []
    for kept in range(31, -1, -1):
        counts = outcome.tally["counts"][kept].tolist()
        draws = sum(counts)
        label, cards = _label(job.hand, kept, game.deck)
        action = Action(
            label=label,
            ev=Fraction(sum(map(int.__mul__, counts, units)), draws * one),
            keep=cards,
            drawn=HAND - kept.bit_count(),
            becomes={
                name: Fraction(count, draws) for name, count in zip(game._told, counts, strict=True)
            },
        )
        choices.append(action)
    return Decision(
        **outcome.about(game, None, int(outcome.tally["counts"].sum())),
        choices=tuple(choices),
        unit="units returned per unit bet",
    )


def _edge(outcome: Outcome, game: PayTable, strategy: str) -> Edge:
    """Make the answer of what was counted."""
    one, units = game._units(game._told)
    counts = outcome.tally["counts"].tolist()
    total = sum(counts)
    payback = Fraction(sum(map(int.__mul__, counts, units)), total * one)
    squares = Fraction(sum(n * u * u for n, u in zip(counts, units, strict=True)), total * one**2)
    returned = list(zip(counts, units, strict=True))
    bet = Bet(
        win=Fraction(sum(count for count, unit in returned if unit > one), total),
        tie=Fraction(sum(count for count, unit in returned if unit == one), total),
        lose=Fraction(sum(count for count, unit in returned if unit < one), total),
        ev=payback - 1,
    )
    return Edge(
        **outcome.about(game, None, total),
        bets={"bet": bet},
        strategy=strategy,
        unit="net win in units of the bet",
        payback=payback,
        variance=squares - payback**2,
        counts=dict(zip(game._told, counts, strict=True)),
    )


def _odds(outcome: Outcome, job: _Keeps, kept: int | None, all_hands: bool) -> Odds:
    """Make the answer of what was counted."""
    game = job.game
    counts = outcome.tally["counts"]
    if all_hands:
        counts = counts.sum(axis=0)
    elif kept is not None:
        counts = counts[kept]
    else:
        best = _decision(outcome, job).best.keep
        assert best is not None
        counts = counts[game._kept(job.hand, best)]
    return Odds(
        **outcome.about(game, None, int(counts.sum())),
        tally={"counts": counts},
        categories=game._told,
    )
