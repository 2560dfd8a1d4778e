"""Showdown games: what a game declares, and the questions it answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from equity.cards import Deck, cards_of, format_cards, mask_of, parse_board, parse_cards
from equity.errors import CardError, RuleError
from equity.ranges import Range, as_range
from equity.results import Cost, Equity, Odds, Rank
from equity.rules import Game, Setting
from equity.run import Options, choose, forecast, run
from equity.showdown import exact
from equity.showdown.deals import Question
from equity.showdown.odds import CategoryCount, CategorySample
from equity.showdown.rankings import Ranking

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.ranges import Seat
    from equity.run import Keywords, Outcome
    from equity.showdown.rankings import Tables

__all__ = ["Showdown"]

BOARD_GAME_SETTINGS = (
    Setting("lowest_rank", "2", ("2", "6", "7", "8", "9", "T"), "lowest rank of the deck"),
    Setting("wheel", "lowest", ("lowest", "none"), "the ace below the lowest rank in a straight"),
    Setting("order", None, None, "category names, strongest first"),
)
"""Settings of games with a shared board. Suits can never decide there: two players' flushes have
the board's suit."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Showdown(Game):
    """A game in which players compare hands.

    A game file declares one of these; everything else is the same for all games.
    """

    hole: int
    """Hole cards of a player."""
    board: int = 0
    """Shared cards on a full board."""
    use: int = 0
    """How many hole cards must be used with a board, 2; 0 for any number."""
    least_seats: int = 2
    """Fewest players."""

    def _check_rules(self) -> None:
        """Raise RuleError if the order is not one of the categories."""
        _ = self.ranking

    @cached_property
    def deck(self) -> Deck:
        """The deck."""
        return Deck(self.rules.get("lowest_rank", "2"), self.rules.get("jokers", 0))

    @cached_property
    def ranking(self) -> Ranking:
        """How hands are ordered."""
        rules = self.rules
        names = ("lowest_rank", "jokers", "wheel", "suits")
        fields = {name: rules[name] for name in names if name in rules}
        order = rules.get("order")
        if order is not None:
            if isinstance(order, str) or not isinstance(order, Iterable):
                raise RuleError(f"order is {order!r}; it is a sequence of category names")
            fields["order"] = tuple(order)
        return Ranking(**fields)

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables for hands of so many cards."""
        return self.ranking.tables(cards)

    @cached_property
    def _evaluator(self) -> Any:
        """The compiled look-up, for every number of cards from five to a full hand."""
        from equity.showdown._evaluator import Evaluator

        sizes = range(self.ranking.size, self.hole + self.board + 1)
        return Evaluator([(size, self.tables(size)) for size in sizes], self.deck.mask)

    @property
    def slayer(self) -> str:
        """Which 2-3-5 beats three of a kind: ``"off"``, ``"mixed"`` or ``"rainbow"``."""
        return str(self.rules.get("two_three_five", "off"))

    @cached_property
    def slayer_strengths(self) -> tuple[int, int]:
        """The strength of 2-3-5 and the least strength that it beats; 0 where the rule is off."""
        if self.slayer == "off":
            return 0, 0
        two_three_five, trips = [0, 5, 14], [0, 1, 2]
        return self.strength(two_three_five), self.strength(trips)

    def favours(self, seat: int, seats: int) -> int:
        """Give 1 to a seat that wins a tie against those with 0."""
        return int(self.rules.get("ties") == "asker_loses" and seat > 0)

    @cached_property
    def strength(self) -> Callable[[list[int]], int]:
        """The compiled function that gives one hand's strength.

        It takes a list of card numbers, hole cards and board in any order, and gives an int:
        higher is better, equal is a tie, comparable within this game only. It raises CardError
        for a card twice or a wrong number of cards, NotationError for a number that is no card
        of the deck, RuleError for what is no number.

        Examples
        --------
        >>> from equity import holdem
        >>> holdem.strength([51, 47, 43, 39, 35, 0, 5])
        7462
        """
        strength: Callable[[list[int]], int] = self._evaluator.strength
        return strength

    @cached_property
    def strengths(self) -> Callable[..., NDArray[np.uint16]]:
        """The compiled function that gives the strengths of many hands.

        ``strengths(cards, check=True)`` takes uint8[n, k], hole cards first, then the board,
        and gives uint16[n]. ``check=False`` leaves out the search for cards that are none or
        are there twice.

        Examples
        --------
        >>> import numpy as np
        >>> from equity import holdem
        >>> holdem.strengths(np.array([[51, 47, 43, 39, 35, 0, 5]], np.uint8)).tolist()
        [7462]
        """
        strengths: Callable[..., NDArray[np.uint16]] = self._evaluator.strengths
        return strengths

    def rank(self, hand: Cards, board: Cards = "") -> Rank:
        """Say what a hand is.

        Parameters
        ----------
        hand : str or sequence of int
            The hole cards.
        board : str or sequence of int, optional
            The shared cards dealt so far.

        Returns
        -------
        Rank
            Category, strength, the five cards used, in words.

        Raises
        ------
        NotationError, CardError
            The cards are not understood, are there twice, or are not five to seven in all.

        Examples
        --------
        >>> from equity import holdem
        >>> holdem.rank("AhKh", board="QhJhTh2c3d").category
        'royal flush'
        """
        from itertools import combinations

        hole = parse_cards(hand, self.deck, "hand")
        if len(hole) != self.hole:
            raise CardError(
                f"hand {format_cards(hole)} has {len(hole)} cards; {self.title} deals {self.hole}"
            )
        shared = parse_board(board, self.board, self.deck, self.title)
        _refuse_shared(hole, shared, "in the hand", "on the board")
        cards = hole + shared
        strength = self.strength(cards)
        best = max(combinations(cards, 5), key=lambda five: self.strength(list(five)))
        category = self.ranking.categories[self.tables(5).category(strength)]
        return Rank(
            category=category, strength=strength, cards=_in_order(best, category, self.deck)
        )

    def range(self, text: str) -> Range:
        """Read a range of this game's hands.

        Examples
        --------
        >>> from equity import holdem
        >>> len(holdem.range("QQ+, AKs"))
        22
        """
        return Range(text, self.hole, self.deck)

    def equity(
        self,
        *hands: Seat,
        opponents: int = 0,
        board: Cards = "",
        dead: Cards = "",
        stacks: Iterable[float] | None = None,
        pot: float = 0,
        **options: Unpack[Keywords],
    ) -> Equity:
        """Compute how often each seat wins and what share of the pot it can expect.

        Parameters
        ----------
        *hands : str, Range or sequence of int
            One a seat: a hand or a range, as text, as a range, or as card numbers.
        opponents : int, default 0
            So many more seats with any hand.
        board : str or sequence of int, optional
            Known shared cards; ``*`` is one that is not known.
        dead : str or sequence of int, optional
            Cards known to be out of the deck.
        stacks : iterable of float, optional
            What each seat has in, for ``chips`` and side pots.
        pot : float, default 0
            Dead money, won with the main pot. Needs `stacks`.
        **options
            ``method``, ``deals``, ``tolerance``, ``seconds``, ``seed``, ``executor``,
            ``progress``; see the documentation of results and options.

        Returns
        -------
        Equity
            Exact where that is cheap or asked for, else simulated.

        Raises
        ------
        NotationError
            A hand, range, board or dead card is not understood.
        CardError
            The cards cannot be dealt: one is there twice, a range has nothing left, ranges do
            not fit together, or the deck is too small.
        RuleError
            Fewer than two seats, or an option that does not exist or does not fit.
        Interrupted
            Ctrl-C; the answer so far is in its ``result``.

        Examples
        --------
        >>> from equity import holdem
        >>> r = holdem.equity("AhKh", "QsQd")
        >>> r.wins.tolist(), r.ties.tolist(), r.deals
        ([787966, 917606], [6732, 6732], 1712304)
        """
        checked = Options.check(**options)
        question, pots = self._question(hands, opponents, board, dead, stacks, pot)
        plan = exact.plan(question)
        job: Any = plan.job
        if choose(checked, None if job is None else plan.steps) == "monte-carlo":
            from equity.showdown.simulation import Simulation

            job = Simulation(question)
        finish = partial(_equity, job=job, question=question, pots=pots)
        return run(job, checked, finish)

    def cost(
        self,
        *hands: Seat,
        opponents: int = 0,
        board: Cards = "",
        dead: Cards = "",
        stacks: Iterable[float] | None = None,
        pot: float = 0,
        **options: Unpack[Keywords],
    ) -> Cost:
        """Say how :meth:`equity` would answer and what it would take, without running it.

        Returns
        -------
        Cost
            ``method``; ``deals``: exact, how many there are (``None`` if that takes counting),
            simulated, how many the tolerance asks for at most; ``steps`` of about 5 ns;
            ``seconds`` at a nominal rate of one core.

        Examples
        --------
        >>> from equity import holdem
        >>> holdem.cost("AA", "random").deals
        12585434400
        """
        from math import ceil

        checked = Options.check(**options)
        question, _ = self._question(hands, opponents, board, dead, stacks, pot)
        plan = exact.plan(question)
        if choose(checked, None if plan.job is None else plan.steps) == "exact":
            return Cost("exact", plan.deals, plan.steps, forecast(plan.steps))
        deals = checked.deals
        if checked.tolerance is not None:
            enough = ceil(0.25 / checked.tolerance**2)
            deals = enough if deals is None else min(deals, enough)
        seats = len(question.ranges)
        steps = None if deals is None else deals * (1 + seats)
        seconds = checked.seconds if steps is None else forecast(steps)
        return Cost("monte-carlo", deals, steps, seconds)

    def odds(
        self,
        hand: Seat | None = None,
        board: Cards = "",
        dead: Cards = "",
        **options: Unpack[Keywords],
    ) -> Odds:
        """Compute what a hand becomes by the last card: the chance of every category.

        Parameters
        ----------
        hand : str, Range or sequence of int, optional
            A hand or a range. Without one, all the cards not known are counted as one set:
            ``holdem.odds()`` is over the 133,784,560 sets of seven cards, while
            ``holdem.odds("random")`` counts deals of two hole cards and a board.
        board, dead : str or sequence of int, optional
            As for :meth:`equity`.
        **options
            As for :meth:`equity`.

        Returns
        -------
        Odds
            ``counts`` are deals of positive weight, ``probability`` is weighted.

        Raises
        ------
        NotationError, CardError, RuleError
            As for :meth:`equity`.

        Examples
        --------
        >>> from equity import holdem
        >>> holdem.odds("AhKh", board="2h7h9c").counts["flush"]
        378
        """
        checked = Options.check(**options)
        known = parse_board(board, self.board, self.deck, self.title)
        gone = parse_cards(dead, self.deck, "dead cards")
        _refuse_shared(known, gone, "on the board", "dead")
        holding = None if hand is None else as_range(hand, self.hole, self.deck, "hand")
        job: Any = CategoryCount(self, holding, mask_of(known), mask_of(gone))
        if choose(checked, job.steps) == "monte-carlo":
            if holding is None:
                holding = Range("random", self.hole, self.deck)
            job = CategorySample(self, holding, mask_of(known), mask_of(gone))
            job.check()
        return run(job, checked, partial(_odds, job=job))

    def _question(
        self,
        hands: tuple[Seat, ...],
        opponents: int,
        board: Cards,
        dead: Cards,
        stacks: Iterable[float] | None,
        pot: float,
    ) -> tuple[Question, Any]:
        """Read what a caller gave; the hands are checked together later."""
        if isinstance(opponents, bool) or not isinstance(opponents, int) or opponents < 0:
            raise RuleError(f"opponents is {opponents!r}; it is a whole number, 0 or more")
        seats = len(hands) + opponents
        if seats < self.least_seats:
            raise RuleError(
                f"{seats} {'seat' if seats == 1 else 'seats'}; {self.title} compares at least "
                f"{self.least_seats}: give more hands, or opponents="
            )
        most = self.deck.size // self.hole
        if opponents > most:
            needed = seats * self.hole + self.board
            raise CardError(f"{seats} seats need {needed} cards; the deck has {self.deck.size}")
        ranges = [
            as_range(hand, self.hole, self.deck, f"seat {number}")
            for number, hand in enumerate(hands, 1)
        ]
        ranges += [Range("random", self.hole, self.deck)] * opponents
        known = parse_board(board, self.board, self.deck, self.title)
        gone = parse_cards(dead, self.deck, "dead cards")
        _refuse_shared(known, gone, "on the board", "dead")
        pots = None
        eligible = [(1 << seats) - 1]
        if stacks is not None:
            from equity.showdown.money import side_pots

            pots = side_pots(stacks, pot, seats)
            eligible += [sum(1 << seat for seat in side) for side in pots.side]
        elif pot:
            raise RuleError(
                "pot= is dead money beside stacks=; give stacks= too, or ask call_value"
            )
        question = Question(self, tuple(ranges), mask_of(known), mask_of(gone), tuple(eligible))
        return question, pots


def _refuse_shared(first: list[int], second: list[int], here: str, there: str) -> None:
    """Refuse a card that is in two places."""
    for card in first:
        if card in second:
            raise CardError(f"{format_cards([card])} is {here} and {there}")


def _in_order(cards: tuple[int, ...], category: str, deck: Deck) -> tuple[int, ...]:
    """Put five cards in the order in which they count."""
    ranks = [card >> 2 for card in cards]
    wheel = category in ("straight", "straight flush") and 12 in ranks and 11 not in ranks

    def weight(card: int) -> tuple[int, int, int]:
        rank = -1 if wheel and card >> 2 == 12 else card >> 2
        return ranks.count(card >> 2), rank, card & 3

    return tuple(sorted(cards, key=weight, reverse=True))


def _equity(outcome: Outcome, job: Any, question: Question, pots: Any) -> Equity:
    """Make the answer of what was counted."""
    game = question.game
    tally = job.finish(outcome)
    if "weighted" in tally and not tally["weighted"].sum() > 0:
        raise RuleError("the weights of hands that fit together are too small to be told from 0")
    return Equity(
        game=game.name,
        rules=game.rules,
        method=outcome.method,
        deals=int(tally["shares"][0, 0].sum()),
        seed=outcome.seed,
        elapsed=outcome.elapsed,
        partial=outcome.partial,
        question=question,
        tally=tally,
        hands=question.ranges,
        pots=pots,
        board=format_cards(cards_of(question.board)),
        dead=format_cards(cards_of(question.dead)),
    )


def _odds(outcome: Outcome, job: Any) -> Odds:
    """Make the answer of what was counted."""
    tally = outcome.tally
    return Odds(
        game=job.game.name,
        rules=job.game.rules,
        method=outcome.method,
        deals=int(tally["counts"].sum()),
        seed=outcome.seed,
        elapsed=outcome.elapsed,
        partial=outcome.partial,
        question=job,
        tally=tally,
        categories=job.game.ranking.categories,
    )
