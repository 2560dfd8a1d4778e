"""Showdown games: what a game declares, and the questions it answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from equity.cards import JOKER, Deck, cards_of, format_cards, mask_of, parse_board, parse_cards
from equity.checks import amount, whole
from equity.errors import CardError, RuleError, shown
from equity.memory import remembered
from equity.options import MAX_DEALS, Options
from equity.partial_hands import as_partial_hand
from equity.ranges import Range, as_range, as_ranges
from equity.rankings.lows import Low
from equity.rankings.ranking import Ranking
from equity.rankings.sets import CardSets
from equity.results import Cost, Equity, Odds, Rank
from equity.run import choose, forecast, run
from equity.showdown.combos import by_combo, check_weighed
from equity.showdown.declared import Declared, settings
from equity.showdown.odds import CategoryCount, CategorySample
from equity.showdown.plan import plan
from equity.showdown.question import Question, job_of, settle
from equity.showdown.spec import Spec
from equity.showdown.sweep import Sweep

if TYPE_CHECKING:
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.jobs import Outcome
    from equity.options import Keywords
    from equity.ranges import Seat

__all__ = ["Showdown", "settings"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Showdown(Declared):
    """A game in which players compare hands.

    A game file declares one of these; everything else is the same for all games.
    """

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

        References
        ----------
        E. Packel, The Mathematics of Games and Gambling, MAA, 2006: numbers of five-card hands by
        category. Those of seven cards are published widely and recounted in the tests.

        Examples
        --------
        >>> from equity import holdem
        >>> holdem.rank("AhKh", board="QhJhTh2c3d").category
        'royal flush'
        """
        hole = parse_cards(hand, self.deck, "hand")
        shared = parse_board(board, self.board, self.deck, self.title)
        least = self.counts if self.by_street else self.hole
        if not least <= len(hole) <= self.hole:
            wanted = f"{least} to {self.hole}" if least < self.hole else str(self.hole)
            raise CardError(
                f"hand {format_cards(hole, self.deck)} has {len(hole)} cards; "
                f"{self.title} deals {wanted}"
            )
        if self.board and len(hole) + len(shared) < (3 + self.hole if self.use else 5):
            raise CardError(
                f"the board has {len(shared)} cards; a hand of {self.title} takes at least "
                f"{3 if self.use else 5 - self.hole} to be ranked"
            )
        _refuse_shared(hole, shared, "in the hand", "on the board")
        if not self.spec.is_split:
            percentile = None
            strength = self.strength(hole + shared)
            if not self.board and self.hole == self.counts and not self.spec.by_sets:
                percentile = self._percentile(strength, hole)
            return self._rank_of(self.spec.pots[0].ranking, strength, hole, shared, percentile)
        strengths: Any = self.strength(hole + shared)
        found = {
            part.name: self._rank_of(part.ranking, strength, hole, shared)
            for part, strength in zip(self.spec.pots, strengths, strict=True)
        }
        return replace(found[self.pots[0].name], parts=found)

    def _rank_of(
        self,
        ranking: Ranking | Low | CardSets,
        strength: int,
        hole: list[int],
        shared: list[int],
        percentile: float | None = None,
    ) -> Rank:
        """Say what a hand is for one part of the pot."""
        if isinstance(ranking, CardSets):
            if not strength:
                return Rank("none", strength, description=f"no {ranking.name}")
            value, words = ranking.named(hole)
            return Rank(value, strength, tuple(sorted(hole, reverse=True)), percentile, words)
        category = ranking.categories[ranking.tables(self.counts).category(strength)]
        if not strength:
            return Rank(category, strength, description=category)
        best = self._used(ranking, hole, shared)
        if isinstance(ranking, Low):
            category, spoken = ranking.named(category, best)
            return Rank(category, strength, ranking.in_order(best), percentile, spoken)
        return Rank(category, strength, _in_order(best, category), percentile)

    def _used(self, ranking: Ranking | Low, hole: list[int], shared: list[int]) -> tuple[int, ...]:
        """Give the cards that count, of those there are."""
        from equity.rankings._evaluator import Evaluator

        if self.use:
            choices: Iterable[tuple[int, ...]] = (
                own + of_board
                for own in combinations(hole, self.use.hole)
                for of_board in combinations(shared, self.use.board)
            )
        else:
            choices = combinations(hole + shared, self.counts)
        # Of just the cards that count, however many must be used.
        look_up = Evaluator([(self.counts, ranking.tables(self.counts))], self.deck.mask)
        return max(choices, key=lambda five: look_up.strength(list(five)))

    def _percentile(self, strength: int, cards: list[int]) -> float:
        """Give the share of all hands that a hand beats, a tie counting half."""
        counts = self._hands_by_strength
        beaten = int(counts[:strength].sum()) + int(counts[strength]) / 2
        if self.spec.slayer != "off":
            slayer, last_slayer, victim, last_victim = self.spec.slayer_strengths
            three_suits = len({card & 3 for card in cards}) == len(cards)
            if slayer <= strength <= last_slayer and (self.spec.slayer == "mixed" or three_suits):
                beaten += int(counts[victim : last_victim + 1].sum())
            elif victim <= strength <= last_victim:
                slayers = int(counts[slayer : last_slayer + 1].sum())
                # Of the sixty hands of not one suit, 4 * 3 * 2 are of three suits.
                beaten -= slayers if self.spec.slayer == "mixed" else 24
        return beaten / int(counts.sum())

    @cached_property
    def _hands_by_strength(self) -> NDArray[np.int64]:
        """How many hands of the deck have each strength."""
        from equity.showdown.hands import all_strengths

        return all_strengths(self.spec)

    def _number_of_seats(self, given: int, opponents: int, players: int | None) -> int:
        """Give the number of seats, checked against the deck before anything is read."""
        opponents = whole("opponents", opponents, 0) or 0
        players = whole("players", players, 0)
        seats = given + opponents
        if players is not None:
            if opponents and seats != players:
                raise RuleError(
                    f"{given} hands and opponents={shown(opponents)} are {shown(seats)} seats, "
                    f"not players={shown(players)}"
                )
            if players < given:
                raise RuleError(f"{given} hands for players={players}")
            seats = players
        if seats < 2:
            raise RuleError(
                f"{seats} {'seat' if seats == 1 else 'seats'}; {self.title} compares at least 2: "
                "give more hands, or opponents="
            )
        needed = seats * self.deal.hole + self.deal.board
        if needed > self.deck.size and seats > given:
            raise CardError(
                f"{shown(seats)} seats need {shown(needed)} cards; the deck has {self.deck.size}"
            )
        return seats

    def _seat(self, hand: Seat, what: str) -> Range:
        """Read what a seat holds; with fewer cards than a full hand only where that may be."""
        hole = self.deal.hole
        if not self.deal.by_street:
            return as_range(hand, hole, self.deck, what)
        if isinstance(hand, str):
            return _read_seat(hand, hole, self.deck, what)
        return as_partial_hand(hand, hole, self.deck, what).hands

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
        players: int | None = None,
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
        players : int, optional
            The number of seats in all; those not given hold any hand.
        board : str or sequence of int, optional
            Known shared cards; ``*`` is one that is not known.
        dead : str or sequence of int, optional
            Cards known to be out of the deck.
        stacks : iterable of float, optional
            What each seat has in, for ``chips`` and side pots.
        pot : float, default 0
            Dead money, won with the main pot, also by a seat that has nothing in. Needs `stacks`.
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

        References
        ----------
        Side pots: Robert's Rules of Poker (R. Ciaffone), section on all-in play. Published counts
        of known hands, and the plain programs in ``tests/oracles``, stand beside the answers.

        Examples
        --------
        >>> from equity import holdem
        >>> r = holdem.equity("AhKh", "QsQd")
        >>> r.wins.tolist(), r.ties.tolist(), r.deals
        ([787966, 917606], [6732, 6732], 1712304)
        """
        checked = Options.check(**options)
        question, pots = self._question(hands, opponents, players, board, dead, stacks, pot)
        way = plan(question)
        job: Any = way.job
        if choose(checked, None if job is None else way.steps) == "monte-carlo":
            from equity.showdown.simulation import simulation

            job = simulation(way.settled)
        return run(job, checked, partial(_equity, game=self, job=job, pots=pots))

    def cost(
        self,
        *hands: Seat,
        opponents: int = 0,
        players: int | None = None,
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
        question, _ = self._question(hands, opponents, players, board, dead, stacks, pot)
        way = plan(question)
        # However long: what is refused for its forecast has one too.
        certain = checked.method == "exact" and way.job is not None
        if certain or choose(checked, None if way.job is None else way.steps) == "exact":
            return Cost("exact", way.deals, round(way.steps), forecast(way.steps))
        deals = checked.deals
        if checked.tolerance is not None:
            enough = ceil(min(0.25 / checked.tolerance / checked.tolerance, MAX_DEALS))
            deals = enough if deals is None else min(deals, enough)
        from equity.showdown.simulation import simulation  # exact answers do without

        job: Any = simulation(way.settled)
        steps = None if deals is None else round(job.steps_of(deals))
        seconds = checked.seconds if steps is None else forecast(steps)
        return Cost("monte-carlo", deals, steps, seconds)

    def odds(
        self,
        hand: Seat | None = None,
        board: Cards = "",
        dead: Cards = "",
        part: str | None = None,
        **options: Unpack[Keywords],
    ) -> Odds:
        """Compute what a hand becomes by the last card: the chance of every category.

        Parameters
        ----------
        hand : str, Range or sequence of int, optional
            A hand or a range. Without one, all the cards not known are counted as one set:
            ``holdem.odds()`` is over the 133,784,560 sets of seven cards, while
            ``holdem.odds("random")`` counts deals of two hole cards and a board. Where exactly
            two of the hand count, it is any hand.
        board, dead : str or sequence of int, optional
            As for :meth:`equity`.
        part : str, optional
            For which part of a split pot, ``"low"``; the first part by default.
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

        References
        ----------
        E. Packel, The Mathematics of Games and Gambling, MAA, 2006: numbers of five-card hands by
        category. Those of seven cards are published widely and recounted in the tests.

        Examples
        --------
        >>> from equity import holdem
        >>> holdem.odds("AhKh", board="2h7h9c").counts["flush"]
        378
        """
        checked = Options.check(**options)
        known = self._board(board)
        gone = parse_cards(dead, self.deck, "dead cards")
        _refuse_shared(known, gone, "on the board", "dead")
        spec = self._spec_of(part)
        if spec.by_sets:
            raise RuleError(
                f"odds are not known where hands are ranked by their card set, as in {self.title}"
            )
        if hand is None and self.use:
            hand = "random"  # it matters which cards are in hand
        holding = None if hand is None else self._seat(hand, "hand")
        ranges = () if holding is None else (holding,)
        question = Question(spec, ranges, mask_of(known), mask_of(gone), (1,))
        # To know the steps exactly the hands are listed: only where they may be few enough.
        simulated = checked.deals is not None or checked.method == "monte-carlo"
        job: Any = None if simulated else job_of(CategoryCount, settle(question))
        method = choose(checked, None if job is None else job.least_steps)
        if method == "exact":
            method = choose(checked, job.steps)
        if method == "monte-carlo":
            any_hand = Range("random", self.hole, self.deck)
            question = replace(question, ranges=ranges or (any_hand,))
            job = job_of(CategorySample, settle(question))
        return run(job, checked, partial(_odds, game=self, question=question))

    def _spec_of(self, part: str | None) -> Spec:
        """Give the game for one part of the pot as if it were the whole."""
        if part is None and not self.spec.is_split:
            return self.spec
        names = [pot.name for pot in self.pots]
        if part is not None and (not isinstance(part, str) or part not in names):
            raise RuleError(f"part is {shown(part)}; {self.title} has {' and '.join(names)}")
        return self.spec.alone[0 if part is None else names.index(part)]

    def _board(self, board: Cards) -> list[int]:
        """Read the board."""
        size = self.deal.board
        known = [] if _no_cards(board) else parse_board(board, size, self.deck, self.title)
        if len(known) < self.deal.open:
            cards = "card is" if self.deal.open == 1 else f"{self.deal.open} cards are"
            raise CardError(
                f"the board has {len(known)} cards; in {self.title} the first {cards} open before "
                "the first bet: name it with board="
            )
        return known

    def _question(
        self,
        hands: tuple[Seat, ...],
        opponents: int,
        players: int | None,
        board: Cards,
        dead: Cards,
        stacks: Iterable[float] | None,
        pot: float,
    ) -> tuple[Question, Any]:
        """Read what a caller gave; the hands are checked together later."""
        seats = self._number_of_seats(len(hands), opponents, players)
        if self.deal.by_street:
            ranges = [self._seat(hand, f"seat {at}") for at, hand in enumerate(hands)]
        else:
            ranges = as_ranges(hands, self.deal.hole, self.deck)
        if seats > len(hands):
            ranges += [Range("random", self.hole, self.deck)] * (seats - len(hands))
        known = self._board(board)
        gone = [] if _no_cards(dead) else parse_cards(dead, self.deck, "dead cards")
        cards = (mask_of(known), mask_of(gone)) if known or gone else (0, 0)
        _refuse_shared(known, gone, "on the board", "dead")
        pots = None
        eligible = [(1 << seats) - 1]
        if stacks is not None:
            from equity.showdown.pots import side_pots

            pots = side_pots(stacks, pot, seats, common_cap=self.rules.get("common_cap", False))
            eligible += [sum(1 << seat for seat in side) for side in pots.side]
        elif amount("pot", pot):
            raise RuleError(
                "pot= is dead money beside stacks=; give stacks= too, or ask call_value"
            )
        return Question(self.spec, tuple(ranges), *cards, tuple(eligible)), pots


@remembered(128)
def _read_seat(text: str, hole: int, deck: Deck, what: str) -> Range:
    """Read a hand that may be incomplete; kept, since texts come again."""
    return as_partial_hand(text, hole, deck, what).hands


def _no_cards(cards: Cards) -> bool:
    """Tell whether it is said that there are no cards, the most common case."""
    return isinstance(cards, str) and not cards


def _refuse_shared(first: list[int], second: list[int], here: str, there: str) -> None:
    """Refuse a card that is in two places."""
    for card in first:
        if card in second:
            raise CardError(f"{format_cards([card])} is {here} and {there}")


def _in_order(cards: tuple[int, ...], category: str) -> tuple[int, ...]:
    """Put the cards that count in the order in which they count, jokers last."""
    ranks = [card >> 2 for card in cards]
    wheel = category in ("straight", "straight flush") and 12 in ranks and 11 not in ranks

    def weight(card: int) -> tuple[bool, int, int, int]:
        rank = -1 if wheel and card >> 2 == 12 else card >> 2
        return card < JOKER, ranks.count(card >> 2), rank, card & 3

    return tuple(sorted(cards, key=weight, reverse=True))


def _equity(outcome: Outcome, game: Showdown, job: Any, pots: Any) -> Equity:
    """Make the answer of what was counted."""
    settled = job.settled
    question = settled.question
    tally = job.finish(outcome)
    combos, on_board = None, game.deal.board > 0
    check_weighed(tally)
    if on_board and outcome.method == "exact" and not outcome.partial:
        combos = job.by_combo(outcome) if isinstance(job, Sweep) else by_combo(settled)
    return Equity(
        **outcome.about(
            game, question, int(tally["joint" if "joint" in tally else "shares"][0, 0].sum())
        ),
        tally=tally,
        hands=question.ranges,
        pots=pots,
        by_combo=combos,
        board=_written(question.board, game.deck),
        dead=_written(question.dead, game.deck),
        part_names=tuple(part.name for part in game.pots),
    )


def _written(cards: int, deck: Deck) -> str:
    """Write a set of cards."""
    return format_cards(cards_of(cards), deck) if cards else ""


def _odds(outcome: Outcome, game: Showdown, question: Question) -> Odds:
    """Make the answer of what was counted."""
    tally = outcome.tally
    return Odds(
        **outcome.about(game, question, int(tally["counts"].sum())),
        tally=tally,
        categories=question.spec.ranking.categories,
    )
