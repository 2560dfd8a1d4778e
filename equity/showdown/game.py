"""Showdown games: what a game declares, and the questions it answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from equity.cards import JOKER, Deck, cards_of, format_cards, mask_of, parse_board, parse_cards
from equity.checks import amount, whole
from equity.errors import CardError, RuleError, several, shown
from equity.memory import remembered
from equity.options import MAX_DEALS, Options
from equity.partial_hands import as_partial_hand
from equity.ranges import Range, as_range
from equity.rankings.lows import Low
from equity.rankings.ranking import Ranking
from equity.rankings.sets import CardSets, SetEvaluator, SplitEvaluator
from equity.rankings.tables import two_of_hole
from equity.results import Cost, Equity, Odds, Rank
from equity.rules import Game, Setting
from equity.run import choose, forecast, run
from equity.showdown.combos import by_combo, check_weighed
from equity.showdown.odds import CategoryCount, CategorySample
from equity.showdown.plan import plan
from equity.showdown.question import Question, job_of, settle
from equity.showdown.spec import Deal, Draws, Pot, Spec, Use
from equity.showdown.sweep import Sweep

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.jobs import Outcome
    from equity.options import Keywords
    from equity.ranges import Seat
    from equity.rankings.tables import Tables

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

    deal: Deal
    """How many cards are dealt."""
    use: Use | None = None
    """Which cards count with a board, if not any."""
    pots: tuple[Pot, ...] = (Pot(),)
    """The parts of the pot and what wins them, before settings change the order of hands."""

    @property
    def hole(self) -> int:
        """Hole cards of a player."""
        return self.deal.hole

    @property
    def board(self) -> int:
        """Shared cards on a full board."""
        return self.deal.board

    @property
    def by_street(self) -> bool:
        """Whether hands may have fewer cards than a full one; the missing cards are dealt."""
        return self.deal.by_street

    @property
    def counts(self) -> int:
        """Cards that count in a hand."""
        return self.pots[0].ranking.size

    def _check_deal(self) -> None:
        """Raise RuleError for a deal that the tables of hands have no room for."""
        deal = f"{self.name}: hole={shown(self.hole)}, board={shown(self.board)}"
        if self.counts not in (3, 5):
            raise RuleError(f"{self.name}: {shown(self.counts)} cards count; 3 or 5 do")
        if self.board and (self.counts != 5 or not 0 < self.board <= 5 or self.hole < 2):
            raise RuleError(
                f"{deal}, of which {self.counts} count; with a board of 1 to 5 cards a player has "
                "2 or more, and 5 count"
            )
        if self.board and self.by_street:
            raise RuleError(f"{deal}, by_street=True; hands beside a board are complete")
        if self.use:
            if self.use != Use(2, 3) or not 2 <= self.hole <= 6 or self.board != 5:
                raise RuleError(
                    f"{deal}, {shown(self.use)}; hole cards that must be used are 2 of 2 to 6, "
                    "with 3 of a board of 5"
                )
        elif not 0 <= self.hole + self.board - self.counts <= 2:
            raise RuleError(
                f"{deal}; {self.counts} cards that count are the best of {self.counts} to "
                f"{self.counts + 2} in all, or of hole cards of which two must be used"
            )

    def _check_rules(self) -> None:
        """Raise RuleError if what is declared, or settings, do not go together."""
        if not isinstance(self.deal, Deal) or not (self.use is None or isinstance(self.use, Use)):
            raise RuleError(
                f"{self.name} has deal={shown(self.deal)}, use={shown(self.use)}; it is declared "
                "with Deal(...), and Use(...) or None"
            )
        parts = self.pots
        if not isinstance(parts, tuple) or not all(isinstance(part, Pot) for part in parts):
            raise RuleError(f"{self.name} has pots={shown(parts)}; it is a tuple of Pot(...)")
        if not self.pots:
            raise RuleError(f"{self.name} has no pot; a pot has one part or two")
        if self.spec.is_split:
            self._check_parts()
        if self.spec.by_sets:
            self._check_sets()
            return
        self._check_deal()
        ranking = self.ranking
        if self.spec.is_split:
            self._check_split(ranking)
        if self.use and (ranking.jokers or ranking.suits == "all_categories"):
            raise RuleError(
                f"{self.title}: where two hole cards must be used there are no jokers, and suits "
                'do not decide "all_categories"'
            )
        if self.board and ranking.tables(5).against:
            raise RuleError(f"{self.title}: where a flush counts against a hand there is no board")
        if self.spec.slayer != "off" and self.rules.get("lowest_rank", "2") != "2":
            raise RuleError("two_three_five needs a deck with deuces; lowest_rank is not 2")
        by_suit = ranking.jokers and ranking.suits == "all_categories"
        if by_suit and (ranking.order is not None or self.hole + self.board > self.counts):
            # Which card a joker is then would need more than the strength of the hand.
            raise RuleError(
                'jokers and suits="all_categories" go together only in the usual order and where '
                f"every card counts, not in {self.title} like this"
            )

    def _check_parts(self) -> None:
        """Refuse a pot of too many parts, or of parts that cannot be told apart."""
        if len(self.pots) > 2:
            raise RuleError(f"{self.title} has {len(self.pots)} pots; a pot has one part or two")
        if len({part.name for part in self.pots}) < len(self.pots):
            raise RuleError(f"{self.title} has two parts of the pot called {self.pots[0].name!r}")

    def _check_split(self, ranking: Ranking | Low) -> None:
        """Refuse what a pot of two parts does not know where hands have a board, or streets."""
        second = self.spec.pots[1].ranking
        if not isinstance(second, Low) or second.runs:
            raise RuleError(
                f"{self.title}: the second part of a split pot goes to a low in which straights "
                "and flushes do not count"
            )
        if self.use and (second.qualifier is None or second.qualifier > "8"):
            raise RuleError(
                f"{self.title}: where two hole cards must be used a low qualifies with an eight"
            )
        if second.qualifier is not None and not self.spec.falls_back:
            raise self._nobody_takes(self.pots[1])
        if ranking.jokers or ranking.suits == "all_categories" or ranking.tables(5).against:
            raise RuleError(
                f'{self.title}: a split pot has no jokers, no suits="all_categories" and no first '
                "part in which a flush counts against a hand"
            )
        if self.spec.slayer != "off" or self.spec.first_loses_ties or self.counts != 5:
            raise RuleError(f"{self.title}: a split pot is for five cards, equal hands sharing it")

    def _nobody_takes(self, part: Pot) -> RuleError:
        """Give the error of a part of the pot that may be left over."""
        return RuleError(
            f"{self.title}: a hand may not qualify for the pot {part.name!r}, and nobody "
            "takes it then; say who with unclaimed_to="
        )

    def _check_sets(self) -> None:
        """Refuse what rankings by card sets, and split pots without a board, do not know."""
        if self.board:
            raise RuleError(
                f"{self.title} has a board; hands ranked by card sets, and this split pot, are "
                "for hands dealt at once without one"
            )
        for part in self.pots:
            if part.ranking.size != self.hole:
                raise RuleError(
                    f"{self.title} deals {self.hole} hole cards; the pot {part.name!r} ranks "
                    f"{part.ranking.size}: without a board all of them count"
                )
        if self.spec.deck.jokers or self.spec.slayer != "off" or self.by_street:
            raise RuleError(
                f"{self.title}: rankings by card sets and split pots are for hands dealt at once, "
                "without a board, jokers or two_three_five"
            )

        for part, strengths in zip(self.pots, self.spec.parts, strict=True):
            if not strengths.all() and not (part is self.pots[-1] and self.spec.falls_back):
                raise self._nobody_takes(part)

    @cached_property
    def deck(self) -> Deck:
        """The deck."""
        lowest = getattr(self.pots[0].ranking, "lowest_rank", "2") if self.pots else "2"
        return Deck(self.rules.get("lowest_rank", lowest), self.rules.get("jokers", 0))

    @cached_property
    def ranking(self) -> Ranking | Low:
        """How hands are ordered, where one ranking by rank multisets decides."""
        return self.spec.ranking

    def _under_rules(self, part: Pot) -> Pot:
        """Give a part of the pot with the settings that change the order of hands."""
        rules = self.rules
        if isinstance(part.ranking, Low) and rules.get("qualifier") == "none":
            return replace(part, ranking=replace(part.ranking, qualifier=None))
        if not isinstance(part.ranking, Ranking):
            return part
        names = ("lowest_rank", "jokers", "wheel", "suits")
        fields: dict[str, Any] = {name: rules[name] for name in names if name in rules}
        order = rules.get("order")
        if order is not None:
            if not several(order):
                raise RuleError(f"order is {shown(order)}; it is a sequence of category names")
            fields["order"] = tuple(order)
        ranking = replace(part.ranking, **fields)
        if rules.get("straight_over_trips") is False:
            ranking = replace(ranking, order=_trips_over_straight(ranking))
        return replace(part, ranking=ranking)

    @cached_property
    def spec(self) -> Spec:
        """The game under its rules, as engines see it."""
        return Spec(
            title=self.title,
            deck=self.deck,
            deal=self.deal,
            use=self.use,
            pots=tuple(map(self._under_rules, self.pots)),
            draws=self._draws,
            slayer=str(self.rules.get("two_three_five", "off")),
            first_loses_ties=self.rules.get("ties") == "asker_loses",
        )

    @property
    def _draws(self) -> Draws | None:
        """How cards are exchanged, if they are."""
        return None

    def tables(self, cards: int) -> Tables:
        """Give the look-up tables for hands of so many cards."""
        number = whole("cards", cards, 1)
        if number is None or number > self.deck.size:
            raise RuleError(f"cards is {shown(cards)}; it is the number of cards of a hand")
        return self.ranking.tables(number)

    @cached_property
    def _evaluator(self) -> Any:
        """The compiled look-up, for every number of cards from those that count to a full hand."""
        if self.spec.by_sets:
            return SetEvaluator(self.spec.parts, self.hole, self.deck)
        found = [self._evaluator_of(part.ranking) for part in self.spec.alone]
        return SplitEvaluator(found) if self.spec.is_split else found[0]

    def _evaluator_of(self, ranking: Ranking | Low) -> Any:
        """The compiled look-up for one part of the pot."""
        if self.use:
            from equity.showdown._omaha import OmahaEvaluator

            pairs, triples, strengths = two_of_hole(ranking.rule)
            fives = ranking.tables(5)
            return OmahaEvaluator(fives, strengths, pairs, triples, self.hole, self.deck.mask)
        from equity.rankings._evaluator import Evaluator

        sizes = range(ranking.size, self.hole + self.board + 1)
        return Evaluator([(size, ranking.tables(size)) for size in sizes], self.deck.mask)

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
        known = parse_board(board, self.board, self.deck, self.title)
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
        ranges = [self._seat(hand, f"seat {at}") for at, hand in enumerate(hands)]
        if seats > len(hands):
            ranges += [Range("random", self.hole, self.deck)] * (seats - len(hands))
        known = self._board(board)
        gone = parse_cards(dead, self.deck, "dead cards")
        cards = mask_of(known), mask_of(gone)
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


def _refuse_shared(first: list[int], second: list[int], here: str, there: str) -> None:
    """Refuse a card that is in two places."""
    for card in first:
        if card in second:
            raise CardError(f"{format_cards([card])} is {here} and {there}")


def _trips_over_straight(ranking: Ranking) -> tuple[str, ...]:
    """Give an order of hands with three of a kind just above a straight, strongest first."""
    order = [name for name in ranking.order or ranking.usual_order if name != "three of a kind"]
    order.insert(order.index("straight"), "three of a kind")
    return tuple(order)


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
        board=format_cards(cards_of(question.board), game.deck),
        dead=format_cards(cards_of(question.dead), game.deck),
        part_names=tuple(part.name for part in game.pots),
    )


def _odds(outcome: Outcome, game: Showdown, question: Question) -> Odds:
    """Make the answer of what was counted."""
    tally = outcome.tally
    return Odds(
        **outcome.about(game, question, int(tally["counts"].sum())),
        tally=tally,
        categories=question.spec.ranking.categories,
    )
