"""Showdown games: what a game declares, and the questions it answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from equity.cards import JOKER, Deck, cards_of, format_cards, mask_of, parse_board, parse_cards
from equity.errors import CardError, RuleError, shown
from equity.partial import as_partial_hand
from equity.ranges import Range, as_range
from equity.results import Cost, Equity, Odds, Rank
from equity.rules import Game, Setting
from equity.run import MAX_DEALS, Options, choose, forecast, run, whole
from equity.showdown import exact
from equity.showdown.deals import Question
from equity.showdown.odds import CategoryCount, CategorySample
from equity.showdown.rankings import Ranking, two_of_hole

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

SUIT_MODES = ("none", "rank_first", "suit_first", "all_categories")


def settings(
    suits: str = "none",
    *,
    jokers: bool = True,
    suit_modes: tuple[str, ...] = SUIT_MODES,
    wheels: tuple[str, ...] = ("lowest", "none"),
) -> tuple[Setting, ...]:
    """Give the settings that showdown games share.

    Parameters
    ----------
    suits : str
        How suits rank if nothing is said.
    jokers : bool
        Whether jokers may be added.
    suit_modes : tuple of str
        How suits may rank.
    wheels : tuple of str
        The places that a straight from the ace up may have.
    """
    shared = (
        Setting("jokers", 0, (0, 1, 2), "wild cards in the deck"),
        Setting("lowest_rank", "2", ("2", "6", "7", "8", "9", "T"), "lowest rank of the deck"),
        Setting("suits", suits, suit_modes, "whether and when suits decide"),
        Setting("wheel", "lowest", wheels, "the ace below the lowest rank in a straight"),
        Setting("order", None, None, "category names, strongest first"),
    )
    return shared if jokers else shared[1:]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
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
    counts: int = 5
    """Cards that count in a hand, 5 or 3."""
    by_street: bool = False
    """Whether hands may have fewer cards than a full one; the missing cards are dealt."""

    def _check_deal(self) -> None:
        """Raise RuleError for a deal that the tables of hands have no room for."""
        deal = f"{self.name}: hole={shown(self.hole)}, board={shown(self.board)}"
        if self.counts not in (3, 5):
            raise RuleError(f"{self.name}: counts={shown(self.counts)}; 3 or 5 cards count")
        if self.board and (self.counts != 5 or not 0 < self.board <= 5 or self.hole < 2):
            raise RuleError(
                f"{deal}, counts={self.counts}; with a board of 1 to 5 cards a player has 2 or "
                "more, and 5 count"
            )
        if self.board and self.by_street:
            raise RuleError(f"{deal}, by_street=True; hands beside a board are complete")
        if self.use:
            if self.use != 2 or not 2 <= self.hole <= 6 or self.board != 5:
                raise RuleError(
                    f"{deal}, use={shown(self.use)}; hole cards that must be used are 2 of 2 to 6, "
                    "with a board of 5"
                )
        elif not 0 <= self.hole + self.board - self.counts <= 2:
            raise RuleError(
                f"{deal}; {self.counts} cards that count are the best of {self.counts} to "
                f"{self.counts + 2} in all, or of hole cards of which use=2 must be used"
            )

    def _check_rules(self) -> None:
        """Raise RuleError if settings do not go together."""
        self._check_deal()
        ranking = self.ranking
        if self.use and (ranking.jokers or ranking.suits == "all_categories"):
            raise RuleError(
                f"{self.title}: where two hole cards must be used there are no jokers, and suits "
                'do not decide "all_categories"'
            )
        if self.slayer != "off" and self.rules.get("lowest_rank", "2") != "2":
            raise RuleError("two_three_five needs a deck with deuces; lowest_rank is not 2")
        by_suit = ranking.jokers and ranking.suits == "all_categories"
        if by_suit and (ranking.order is not None or self.hole + self.board > self.counts):
            # Which card a joker is then would need more than the strength of the hand.
            raise RuleError(
                'jokers and suits="all_categories" go together only in the usual order and where '
                f"every card counts, not in {self.title} like this"
            )

    @cached_property
    def deck(self) -> Deck:
        """The deck."""
        return Deck(self.rules.get("lowest_rank", "2"), self.rules.get("jokers", 0))

    @cached_property
    def ranking(self) -> Ranking:
        """How hands are ordered."""
        rules = self.rules
        names = ("lowest_rank", "jokers", "wheel", "suits")
        fields: dict[str, Any] = {name: rules[name] for name in names if name in rules}
        fields["size"] = self.counts
        order = rules.get("order")
        if order is not None:
            if isinstance(order, str) or not isinstance(order, Iterable):
                raise RuleError(f"order is {shown(order)}; it is a sequence of category names")
            fields["order"] = tuple(order)
        return Ranking(**fields)

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables for hands of so many cards."""
        return self.ranking.tables(cards)

    @cached_property
    def _evaluator(self) -> Any:
        """The compiled look-up, for every number of cards from those that count to a full hand."""
        if self.use:
            from equity.showdown._omaha import OmahaEvaluator

            pairs, triples, strengths = two_of_hole(self.ranking)
            fives = self.tables(5)
            return OmahaEvaluator(fives, strengths, pairs, triples, self.hole, self.deck.mask)
        from equity.showdown._evaluator import Evaluator

        sizes = range(self.ranking.size, self.hole + self.board + 1)
        return Evaluator([(size, self.tables(size)) for size in sizes], self.deck.mask)

    @property
    def slayer(self) -> str:
        """Which 2-3-5 beats three of a kind: ``"off"``, ``"mixed"`` or ``"rainbow"``."""
        return str(self.rules.get("two_three_five", "off"))

    @cached_property
    def slayer_strengths(self) -> tuple[int, int, int, int]:
        """The strengths of 2-3-5 and those it beats, each from and to; 0 if the rule is off."""
        if self.slayer == "off":
            return 0, 0, 0, 0
        table = self.tables(self.counts)
        scale = 4 if len(table.tops) else 1
        two_three_five = self.strength([0, 5, 14]) // scale
        trips = self.ranking.categories.index("three of a kind")
        beaten = [at for at, category in enumerate(table.categories) if category == trips]
        beaten = [strength for strength in beaten if strength]
        return (
            scale * two_three_five,
            scale * two_three_five + scale - 1,
            scale * min(beaten),
            scale * max(beaten) + scale - 1,
        )

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
        strength = self.strength(hole + shared)
        category = self.ranking.categories[self.tables(self.counts).category(strength)]
        best = _in_order(self._used(hole, shared), category)
        percentile = None
        if not self.board and self.hole == self.counts:
            percentile = self._percentile(strength, hole)
        return Rank(category=category, strength=strength, cards=best, percentile=percentile)

    def _used(self, hole: list[int], shared: list[int]) -> tuple[int, ...]:
        """Give the cards that count, of those there are."""
        if self.use:
            choices: Iterable[tuple[int, ...]] = (
                own + of_board
                for own in combinations(hole, self.use)
                for of_board in combinations(shared, self.counts - self.use)
            )
        else:
            choices = combinations(hole + shared, self.counts)
        look_up = self._plain_strength
        return max(choices, key=lambda five: look_up(list(five)))

    @cached_property
    def _plain_strength(self) -> Callable[[list[int]], int]:
        """The look-up of just the cards that count, however many must be used."""
        from equity.showdown._evaluator import Evaluator

        look_up = Evaluator([(self.counts, self.tables(self.counts))], self.deck.mask)
        strength: Callable[[list[int]], int] = look_up.strength
        return strength

    def _percentile(self, strength: int, cards: list[int]) -> float:
        """Give the share of all hands that a hand beats, a tie counting half."""
        counts = self._hands_by_strength
        beaten = int(counts[:strength].sum()) + int(counts[strength]) / 2
        if self.slayer != "off":
            slayer, last_slayer, victim, last_victim = self.slayer_strengths
            three_suits = len({card & 3 for card in cards}) == len(cards)
            if slayer <= strength <= last_slayer and (self.slayer == "mixed" or three_suits):
                beaten += int(counts[victim : last_victim + 1].sum())
            elif victim <= strength <= last_victim:
                slayers = int(counts[slayer : last_slayer + 1].sum())
                # Of the sixty hands of not one suit, 4 * 3 * 2 are of three suits.
                beaten -= slayers if self.slayer == "mixed" else 24
        return beaten / int(counts.sum())

    @cached_property
    def _hands_by_strength(self) -> NDArray[np.int64]:
        """How many hands of the deck have each strength."""
        from equity.showdown.exact import all_strengths

        return all_strengths(self)

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
        if seats * self.hole + self.board > self.deck.size and seats > given:
            needed = seats * self.hole + self.board
            raise CardError(
                f"{shown(seats)} seats need {shown(needed)} cards; the deck has {self.deck.size}"
            )
        return seats

    def _seat(self, hand: Seat, what: str) -> Range:
        """Read what a seat holds; with fewer cards than a full hand only where that may be."""
        if not self.by_street:
            return as_range(hand, self.hole, self.deck, what)
        if isinstance(hand, str):
            return _read_seat(hand, self.hole, self.deck, what)
        return as_partial_hand(hand, self.hole, self.deck, what).hands

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
        question, pots = self._question(hands, opponents, players, board, dead, stacks, pot)
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
        plan = exact.plan(question)
        # However long: what is refused for its forecast has one too.
        certain = checked.method == "exact" and plan.job is not None
        if certain or choose(checked, None if plan.job is None else plan.steps) == "exact":
            return Cost("exact", plan.deals, round(plan.steps), forecast(plan.steps))
        deals = checked.deals
        if checked.tolerance is not None:
            enough = ceil(min(0.25 / checked.tolerance / checked.tolerance, MAX_DEALS))
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
            ``holdem.odds("random")`` counts deals of two hole cards and a board. Where exactly
            two of the hand count, it is any hand.
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
        if hand is None and self.use:
            hand = "random"  # it matters which cards are in hand
        holding = None if hand is None else self._seat(hand, "hand")
        job: Any = CategoryCount(self, holding, mask_of(known), mask_of(gone))
        # Counting the steps lists the hands: not for a simulation that was asked for.
        simulated = checked.deals is not None or checked.method == "monte-carlo"
        if choose(checked, None if simulated else job.steps) == "monte-carlo":
            if holding is None:
                holding = Range("random", self.hole, self.deck)
            job = CategorySample(self, holding, mask_of(known), mask_of(gone))
            job.check()
        return run(job, checked, partial(_odds, job=job))

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
        ranges = [self._seat(hand, f"seat {at}") for at, hand in enumerate(hands)]
        ranges += [Range("random", self.hole, self.deck)] * (seats - len(hands))
        known = parse_board(board, self.board, self.deck, self.title)
        gone = parse_cards(dead, self.deck, "dead cards")
        _refuse_shared(known, gone, "on the board", "dead")
        pots = None
        eligible = [(1 << seats) - 1]
        if stacks is not None:
            from equity.showdown.money import side_pots

            pots = side_pots(stacks, pot, seats, common_cap=self.rules.get("common_cap", False))
            eligible += [sum(1 << seat for seat in side) for side in pots.side]
        elif pot:
            raise RuleError(
                "pot= is dead money beside stacks=; give stacks= too, or ask call_value"
            )
        question = Question(self, tuple(ranges), mask_of(known), mask_of(gone), tuple(eligible))
        return question, pots


@lru_cache(maxsize=128)
def _read_seat(text: str, hole: int, deck: Deck, what: str) -> Range:
    """Read a hand that may be incomplete; kept, since texts come again."""
    return as_partial_hand(text, hole, deck, what).hands


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


def _equity(outcome: Outcome, job: Any, question: Question, pots: Any) -> Equity:
    """Make the answer of what was counted."""
    game = question.game
    tally = job.finish(outcome)
    if "weighted" in tally and not tally["weighted"].sum() > 0:
        raise RuleError("the weights of hands that fit together are too small to be told from 0")
    whole = outcome.method == "exact" and game.board and not outcome.partial
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
        by_combo=job.by_combo(outcome) if whole else None,
        board=format_cards(cards_of(question.board), game.deck),
        dead=format_cards(cards_of(question.dead), game.deck),
    )


def _odds(outcome: Outcome, job: Any) -> Odds:
    """Make the answer of what was counted."""
    tally = outcome.tally
    return Odds(
        **outcome.about(job.game, job, int(tally["counts"].sum())),
        tally=tally,
        categories=job.game.ranking.categories,
    )
