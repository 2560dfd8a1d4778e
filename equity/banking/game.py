"""Banking games: what all of them share, and the cards that one deck has left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from numbers import Rational, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking.cards_left import Seen
from equity.banking.sessions import Sessions, session_of
from equity.cards import RANKS, STANDARD, card_name, parse_cards
from equity.checks import whole
from equity.errors import CardError, RuleError, shown
from equity.options import Options
from equity.rules import Game, Setting
from equity.run import choose, run

if TYPE_CHECKING:
    from typing import Unpack

    from equity.cards import Cards
    from equity.options import Keywords
    from equity.results import Session

__all__ = ["Amount", "Banking", "Left", "Multipliers", "Payments", "read_suited"]

MOST_ROUNDS = 100_000
MOST_CHIPS = 10**9


def read_suited(cards: Cards, size: int, what: str = "hand") -> tuple[Seen, ...]:
    """Read a hand of which the suits matter.

    Parameters
    ----------
    cards : str or iterable
        Text, card numbers, or objects whose text is a card.
    size : int
        How many cards it has.
    what : str
        What they are, for messages.

    Returns
    -------
    tuple of Seen
        In the order given.

    Raises
    ------
    NotationError, CardError, RuleError
        What is not understood; another number of cards; a card given twice.

    Examples
    --------
    >>> read_suited("Th6d", 2)
    (Seen(rank=8, suit=2), Seen(rank=4, suit=1))
    """
    known = parse_cards(cards, STANDARD, what)
    if len(known) != size:
        raise CardError(f"{what} has {len(known)} cards; {size} are expected")
    return tuple(Seen(card >> 2, card & 3) for card in known)


@dataclass(frozen=True, slots=True)
class Left:
    """What one deck has left; of some of the cards that are gone only the rank is known.

    Parameters
    ----------
    suits : tuple of int
        By rank, deuce to ace, the suits not seen gone: a bit each.
    unnamed : tuple of int
        By rank, how many of these are gone all the same.

    Examples
    --------
    >>> Left().without([Seen(11), Seen(11), Seen(11)]).counts[11]
    1
    """

    suits: tuple[int, ...] = (15,) * 13
    unnamed: tuple[int, ...] = (0,) * 13

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards left of each rank."""
        return tuple(
            suits.bit_count() - gone for suits, gone in zip(self.suits, self.unnamed, strict=True)
        )

    @property
    def size(self) -> int:
        """Cards left."""
        return sum(self.counts)

    def without(self, cards: Iterable[tuple[int, int]]) -> Left:
        """Give what is left without some more cards; raise CardError if they are not there."""
        suits, unnamed = list(self.suits), list(self.unnamed)
        for rank, suit in cards:
            if suit < 0:
                unnamed[rank] += 1
            elif suits[rank] >> suit & 1:
                suits[rank] ^= 1 << suit
            else:
                raise CardError(f"{card_name(4 * rank + suit)} is given twice, in hand or dead")
            if suits[rank].bit_count() < unnamed[rank]:
                raise CardError(f"there are only four cards of rank {RANKS[rank]}; more are seen")
        return Left(tuple(suits), tuple(unnamed))

    def require(self, cards: int, what: str) -> None:
        """Raise CardError unless so many cards are left."""
        if self.size < cards:
            raise CardError(f"{what} takes {cards} more cards; {self.size} are left")


class Payments(dict[str, Any]):
    """Units paid by category: a mapping that does not change, and can be hashed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))

    def _refuse(self, *_: Any, **__: Any) -> Any:
        """Refuse a change."""
        raise TypeError("payments of a game do not change; use with_rules")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return Payments, (dict(self),)

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.items())


class Multipliers(Setting):
    """A setting of units by category; what is not named keeps its default."""

    __slots__ = ()

    def check(self, value: Any) -> Any:
        """Give all payments; raise RuleError for an unknown category or a wrong number."""
        if not isinstance(value, Mapping):
            raise RuleError(f"{self.name} is {shown(value)}; it is a mapping of category to units")
        merged = dict(self.default)
        for name, units in value.items():
            if str(name) not in merged:
                known = ", ".join(map(repr, merged))
                raise RuleError(f"{self.name}: no category {shown(name)}; there are {known}")
            merged[str(name)] = check_units(f"{self.name}[{str(name)!r}]", units)
        return Payments(merged)


def check_units(name: str, value: Any) -> Any:
    """Give a payment as it is kept: an int, a float or a Fraction above 0."""
    good = isinstance(value, Real) and not isinstance(value, (bool, np.bool_))
    if not good or not 0 < value <= 1000:
        raise RuleError(f"{name} is {shown(value)}; it is a number above 0 and at most 1000")
    if isinstance(value, Rational):
        exact = Fraction(value)
        return exact.numerator if exact.denominator == 1 else exact
    return int(value) if float(value).is_integer() else float(value)


class Amount(Setting):
    """A setting that is a payment: a number above 0."""

    __slots__ = ()

    def check(self, value: Any) -> Any:
        """Give the number; raise RuleError if it is none."""
        return check_units(self.name, value)


def as_fraction(value: Any) -> Fraction:
    """Give a payment as the fraction that was meant: 0.95 is 19/20."""
    return Fraction(value) if isinstance(value, Rational) else Fraction(repr(float(value)))


def check_number(name: str, value: Any, most: int = MOST_CHIPS, least: int = 1) -> int:
    """Check a whole number from 1, or from 0."""
    number = whole(name, value, least)
    if number is None or number > most:
        raise RuleError(f"{name} is {shown(value)}; it is a whole number from {least} to {most}")
    return number


def check_money(bankroll: Any, bet: Any) -> tuple[int, int]:
    """Check the chips of a session, and those of a bet."""
    bankroll, bet = check_number("bankroll", bankroll), check_number("bet", bet)
    if bet > bankroll:
        raise RuleError(f"bet is {shown(bet)}; the bankroll is {shown(bankroll)}")
    return bankroll, bet


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Banking(Game):
    """A game in which every player settles with a banker."""

    def _payoffs(self) -> Mapping[Fraction, Fraction]:
        """Give the distribution of a player's net win of a round, in units of the bet."""
        raise RuleError(f"{self.title} has no sessions")

    def play(
        self, rounds: int = 1000, bankroll: int = 100, bet: int = 1, **options: Unpack[Keywords]
    ) -> Session:
        """Play sessions: a bankroll, the same bet every round, until the end or until broke.

        Parameters
        ----------
        rounds : int, default 1000
            Rounds of a session.
        bankroll : int, default 100
            Chips at the start.
        bet : int, default 1
            Chips bet each round. A player who has less bets what is left in whole chips; where
            more than the bet can be lost and bets are capped, only so many chips that the worst
            loss can be paid. Who cannot bet a chip any more is ruined.
        **options
            As for every calculation; ``deals`` are sessions.

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
        >>> from equity import niu_niu
        >>> s = niu_niu.play(rounds=100, bankroll=50, deals=2000, seed=7)
        >>> 0 < s.ruin < 1
        True
        """
        checked = Options.check(**options)
        rounds = check_number("rounds", rounds, MOST_ROUNDS)
        bankroll, bet = check_money(bankroll, bet)
        choose(checked, None)
        payoffs = tuple(sorted(self._payoffs().items()))
        capped = bool(self.rules.get("bet_cap", True))
        job = Sessions(payoffs, rounds, bankroll, bet, capped)
        return run(job, checked, partial(session_of, job=job, game=self))
