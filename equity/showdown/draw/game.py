"""Draw games: what to throw away, what others' draws tell, equity before any hand is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.cards import cards_of, format_cards, mask_of, parse_cards
from equity.checks import switch, whole
from equity.errors import CardError, RuleError, shown
from equity.options import Options, fresh_seed
from equity.ranges import Range
from equity.results import Action, Decision, Equity, Match, Odds
from equity.run import choose, run
from equity.showdown import _keeps
from equity.showdown.draw.decisions import (
    DrawDeals,
    DrawDecision,
    ExactDecision,
    exact_steps,
)
from equity.showdown.draw.declared import DrawRules
from equity.showdown.draw.openers import OpeningCount, OpeningDeals, opens
from equity.showdown.draw.strategies import (
    Strategy,
    keep_of,
    legal_keeps,
    numbers_drawn,
)
from equity.showdown.rounds import MOST_ROUNDS

if TYPE_CHECKING:
    from typing import Unpack

    from equity.cards import Cards
    from equity.jobs import Outcome
    from equity.options import Keywords
    from equity.ranges import Seat

    Against = str | Strategy | Callable[[str], Any] | Range | Sequence[Any] | tuple[Any, Any]

__all__ = ["Draw"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Draw(DrawRules):
    """A game in which five cards are dealt and some of them exchanged once."""

    def decide(
        self,
        hand: Cards,
        opponents: int | None = None,
        against: Against = "advice",
        dead: Cards = "",
        drawn_before: Sequence[int] = (),
        **options: Unpack[Keywords],
    ) -> Decision:
        """Say which cards to keep.

        Parameters
        ----------
        hand : str or sequence of int
            The five cards dealt. What is thrown away is out of the deck.
        opponents : int, optional
            How many; 1 if `against` does not say it.
        against : str, Strategy, callable, hand, range or list of these
            How opponents draw, one for all or a list with one each: the name of a strategy, a
            strategy, a function; or what an opponent holds: a known five-card hand stands pat, a
            shorter one draws to five, ``(hand, strategy)`` draws by the strategy.
        dead : str or sequence of int, optional
            Cards known to be out of the deck.
        drawn_before : sequence of int, optional
            Numbers drawn by the opponents who acted before; the first opponents are those.
        **options
            ``method``, ``deals``, ``tolerance``, ``seconds``, ``seed``, ``executor``,
            ``progress``. Exact against known hands that stand pat, and against one opponent who
            stands pat with an unknown hand (or one of a range, all alike) or draws to a known
            one; else simulated, every keep with the same deals.

        Returns
        -------
        Decision
            Every keep that the draw limit allows: share of the pot (without betting: points a
            round), win, tie, number drawn, and what it becomes, counted over the cards that are
            neither dead nor surely in an opponent's hand.

        Raises
        ------
        NotationError, CardError, RuleError
            As for :meth:`equity`; also for a hand that is not five cards, an unknown strategy, or
            more players than the stock allows.

        References
        ----------
        The rules, openers, blinds and the advice on drawing are those of the rule text, with its
        settled readings in ``docs/games.md``; every figure is recounted by the plain programs in
        ``tests/oracles``.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> d = five_card_draw.decide("AsAhKs7c2d", against="QcJcTd9d8h")
        >>> d.best.label, round(d.best.ev, 6), d.method
        ('AsKs', 0.017509, 'exact')
        """
        checked = Options.check(**options)
        hero = sorted(parse_cards(hand, self.deck, "hand"))
        if len(hero) != 5:
            raise CardError(
                f"hand {format_cards(hero[::-1], self.deck)} has {len(hero)} cards; "
                f"{self.title} deals 5"
            )
        gone = mask_of(parse_cards(dead, self.deck, "dead cards"))
        if gone & mask_of(hero):
            shared = format_cards(cards_of(gone & mask_of(hero)), self.deck)
            raise CardError(f"{shared} is in the hand and dead")
        before = numbers_drawn(drawn_before)
        players = self._players(opponents, against, gone | mask_of(hero), before, "opponent {}")
        self._check_stock(1 + len(players), gone)
        keeps = tuple(legal_keeps(self.spec, hero))
        question = DrawDecision(
            self.spec, tuple(hero), gone, players, len(before), keeps, self._for_points
        )
        question.check()
        steps = exact_steps(question)
        job: Any = question
        if choose(checked, steps) == "exact":
            job = ExactDecision(question)

        def finish(outcome: Outcome) -> Decision:
            return self._decision(question, job, outcome)

        return run(job, checked, finish)

    def _decision(self, question: DrawDecision, job: Any, outcome: Outcome) -> Decision:
        """Make the answer of what was counted."""
        exact = outcome.method == "exact"
        kept = [
            [card for at, card in enumerate(question.hero) if keep >> at & 1][::-1]
            for keep in question.keeps
        ]
        texts = [format_cards(cards, self.deck) for cards in kept]
        becomes = question.becomes()
        values: list[dict[str, Any]] = [{} for _ in kept]
        if exact:
            found = [job.values(outcome.tally, at) for at in range(len(kept))]
            values = [dict(zip(("ev", "win", "tie"), each, strict=True)) for each in found]
        choices = [
            Action(
                label="pat" if len(cards) == 5 else text or "draw five",
                keep=text,
                drawn=5 - len(cards),
                becomes=chances,
                **value,
            )
            for cards, text, chances, value in zip(kept, texts, becomes, values, strict=True)
        ]
        return Decision(
            **outcome.about(self, question, 0 if exact else outcome.deals),
            tally={} if exact else outcome.tally,
            choices=tuple(choices),
            unit="points a round" if self._for_points else "share of the pot",
            scale=question.scale,
        )

    def equity(  # type: ignore[override]
        self,
        *hands: Seat,
        against: Against | None = None,
        opponents: int = 0,
        players: int | None = None,
        dead: Cards = "",
        stacks: Iterable[float] | None = None,
        pot: float = 0,
        **options: Unpack[Keywords],
    ) -> Equity:
        """Compute equities: of hands given as they are kept, or before any hand is seen.

        Parameters
        ----------
        *hands : str, Range or sequence of int
            What seats kept, five cards or fewer; the missing cards are dealt. With `against`
            none are given.
        against : str, Strategy, callable or list, optional
            Before any hand is seen: how the seats draw, one for all or a list with one each;
            needs ``players=`` unless it is a list.
        opponents, players, dead, stacks, pot
            As for other games.
        **options
            The options of every calculation.

        Returns
        -------
        Equity
            By seat; seats act in order.

        References
        ----------
        The rules, openers, blinds and the advice on drawing are those of the rule text, with its
        settled readings in ``docs/games.md``; every figure is recounted by the plain programs in
        ``tests/oracles``.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> five_card_draw.equity("AhAc", "KhKcQd").method
        'exact'
        >>> five_card_draw.equity(players=3, against="advice", deals=10_000, seed=1).seats
        3
        """
        if against is None:
            return super().equity(
                *hands,
                opponents=opponents,
                players=players,
                dead=dead,
                stacks=stacks,
                pot=pot,
                **options,
            )
        if hands or opponents:
            raise RuleError(
                "with against= give players= and no hands; known hands belong into against="
            )
        return self._equity_by_strategy(against, players, dead, stacks, pot, **options)

    def _equity_by_strategy(
        self,
        against: Against,
        players: int | None,
        dead: Cards,
        stacks: Iterable[float] | None,
        pot: float,
        **options: Unpack[Keywords],
    ) -> Equity:
        """Simulate seats that draw by strategies, in order."""
        checked = Options.check(**options)
        gone = mask_of(parse_cards(dead, self.deck, "dead cards"))
        if players is None and not isinstance(against, list):
            raise RuleError("players is missing; say how many seats there are")
        seats = self._players(players, against, gone, ())
        if len(seats) < 2:
            raise RuleError(f"{len(seats)} seat; {self.title} compares at least 2")
        self._check_stock(len(seats), gone)
        pots = None
        eligible = [(1 << len(seats)) - 1]
        if stacks is not None:
            from equity.showdown.pots import side_pots

            pots = side_pots(stacks, pot, len(seats))
            eligible += [sum(1 << seat for seat in side) for side in pots.side]
        job = DrawDeals(self.spec, gone, seats, tuple(eligible), 0)
        job.check()
        choose(checked, None)

        def finish(outcome: Outcome) -> Equity:
            return Equity(
                **outcome.about(self, job),
                tally=outcome.tally,
                hands=tuple(seat.name for seat in seats),
                pots=pots,
                dead=format_cards(cards_of(gone), self.deck),
            )

        return run(job, checked, finish)

    def head_to_head(
        self, first: Against, second: Against, **options: Unpack[Keywords]
    ) -> Decision:
        """Compare two strategies heads-up, each in both seats.

        Parameters
        ----------
        first, second : str, Strategy or callable
            The strategies.
        **options
            As for :meth:`equity`.

        Returns
        -------
        Decision
            An action a strategy: its share of the pot, over both seats; ``margin`` is the
            difference and ``margin_stderr`` its error.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> d = five_card_draw.head_to_head("standard", "always_three", deals=20_000, seed=1)
        >>> d.best.label
        'standard'
        """
        checked = Options.check(**options)
        seed = fresh_seed() if checked.seed is None else checked.seed
        if checked.seconds is not None:
            options["seconds"] = checked.seconds / 2
        first_options, second_options = options.copy(), options.copy()
        first_options["seed"], second_options["seed"] = seed, seed + 1
        ahead = self.equity(against=[first, second], **first_options)
        behind = self.equity(against=[second, first], **second_options)
        names = [self.strategy(one).name for one in (first, second)]
        if names[0] == names[1]:
            names = [f"{name} ({at})" for at, name in enumerate(names)]
        share = (float(ahead.equity[0]) + float(behind.equity[1])) / 2
        win = (float(ahead.win[0]) + float(behind.win[1])) / 2
        tie = (float(ahead.tie[0]) + float(behind.tie[1])) / 2
        # Seats are dealt with seeds of their own, so the two runs are independent.
        error = float(np.hypot(ahead.stderr[0], behind.stderr[1])) / 2
        return Decision(
            game=self.name,
            rules=self.rules,
            method=ahead.method,
            deals=ahead.deals + behind.deals,
            seed=seed,
            elapsed=ahead.elapsed + behind.elapsed,
            choices=(
                Action(label=names[0], ev=share, stderr=error, win=win, tie=tie),
                Action(label=names[1], ev=1 - share, stderr=error, win=1 - win - tie, tie=tie),
            ),
            pair_stderr=2 * error,
        )

    def play(
        self,
        players: int = 4,
        rounds: int | None = None,
        against: Against = "advice",
        **options: Unpack[Keywords],
    ) -> Match:
        """Play matches without betting: a point for every best hand of a round.

        Parameters
        ----------
        players : int, default 4
            Number of seats.
        rounds : int, optional
            Rounds of a match; the game's setting if not given.
        against : str, Strategy, callable or list
            How seats draw, one for all or one each.
        **options
            As for :meth:`equity`; ``deals`` are matches.

        Returns
        -------
        Match
            The most points win; a shared win is split.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> five_card_draw.play(players=3, rounds=5, deals=500, seed=1).win.sum().round(6).item()
        1.0
        """
        checked = Options.check(**options)
        length = whole("rounds", self.rules["rounds"] if rounds is None else rounds, 1) or 1
        if length > MOST_ROUNDS:
            raise RuleError(f"rounds is {shown(length)}; it is at most {MOST_ROUNDS}")
        seats = self._players(players, against, 0, ())
        if len(seats) < 2:
            raise RuleError(f"{len(seats)} seat; {self.title} compares at least 2")
        self._check_stock(len(seats), 0)
        job = DrawDeals(self.spec, 0, seats, ((1 << len(seats)) - 1,), length)
        choose(checked, None)

        def finish(outcome: Outcome) -> Match:
            return Match(
                **outcome.about(self, job),
                tally=outcome.tally,
                labels=tuple(seat.name for seat in seats),
                length_unit="rounds",
                length_step=length,
            )

        return run(job, checked, finish)

    def posterior(
        self,
        drawn: int,
        against: Against = "advice",
        dead: Cards = "",
        opened: bool = False,
        drawn_before: Sequence[int] = (),
    ) -> Range:
        """Say what an opponent held who drew so many cards, before the draw.

        Parameters
        ----------
        drawn : int
            The number drawn, 0 to 5.
        against : str, Strategy or callable
            How the opponent draws.
        dead : str or sequence of int, optional
            Cards that the opponent cannot hold: the own hand and others seen.
        opened : bool, default False
            The opponent opened: where ``openers="jacks"`` only hands of a pair of jacks or better,
            elsewhere that tells nothing.
        drawn_before : sequence of int, optional
            Numbers drawn before, for a strategy that looks at them.

        Returns
        -------
        Range
            Five-card hands, all alike; ``(range, strategy)`` as `against` draws on from it.

        Raises
        ------
        CardError
            No hand draws so many under the strategy.

        References
        ----------
        The rules, openers, blinds and the advice on drawing are those of the rule text, with its
        settled readings in ``docs/games.md``; every figure is recounted by the plain programs in
        ``tests/oracles``.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> len(five_card_draw.posterior(drawn=2, against="advice"))
        54912
        """
        number = whole("drawn", drawn, 0)
        if number is None or number > 5:
            raise RuleError(f"drawn is {shown(drawn)}; it is 0 to 5")
        strategy = self.strategy(against)
        gone = mask_of(parse_cards(dead, self.deck, "dead cards"))
        state = strategy.state(drawn_before)
        masks = _keeps.hands_that_draw(strategy.table[state], number, self.deck.mask & ~gone)
        if switch("opened", opened) and self.rules["openers"] != "none":
            masks = masks[opens(self.spec, masks)]
        if not len(masks):
            raise CardError(f"no hand draws {number} under {strategy.name}")
        masks = np.sort(masks)
        return Range._of_arrays(masks, np.ones(len(masks)), 5, self.deck)

    def can_open(self, hand: Cards) -> bool:
        """Tell whether a hand may make the first bet.

        Parameters
        ----------
        hand : str or sequence of int
            Five cards.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> jackpots = five_card_draw.with_rules(openers="jacks")
        >>> jackpots.can_open("JsJh7c5d2s"), jackpots.can_open("TsTh7c5d2s")
        (True, False)
        """
        cards = parse_cards(hand, self.deck, "hand")
        if len(cards) != 5:
            raise CardError(f"hand has {len(cards)} cards; {self.title} deals 5")
        if self.rules["openers"] == "none":
            return True
        return bool(opens(self.spec, np.array([mask_of(cards)], np.uint64))[0])

    def opening(
        self, players: int = 4, hand: Cards | None = None, **options: Unpack[Keywords]
    ) -> Odds:
        """Compute the chance that nobody can open, and the pot is carried.

        Parameters
        ----------
        players : int, default 4
            How many hold a hand, `hand` included.
        hand : str or sequence of int, optional
            One's own five cards.
        **options
            As for :meth:`equity`. One unknown hand is counted, more are simulated.

        Returns
        -------
        Odds
            ``"somebody can open"`` and ``"nobody can open"``.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> jackpots = five_card_draw.with_rules(openers="jacks")
        >>> round(jackpots.opening(players=1).probability["somebody can open"], 4)
        0.2063
        """
        checked = Options.check(**options)
        seats = whole("players", players, 1) or 1
        held = [] if hand is None else parse_cards(hand, self.deck, "hand")
        if hand is not None and len(held) != 5:
            raise CardError(f"hand has {len(held)} cards; {self.title} deals 5")
        if seats * 5 > self.deck.size:
            raise CardError(
                f"{shown(seats)} players need {shown(seats * 5)} cards; "
                f"the deck has {self.deck.size}"
            )
        others = seats - bool(held)
        sure = self.rules["openers"] == "none" or (bool(held) and self.can_open(held))
        job: Any = OpeningDeals(self.spec, mask_of(held), others, sure)
        if choose(checked, 1.0e6 if others <= 1 else None) == "exact":
            job = OpeningCount(self.spec, mask_of(held), others, sure)

        def finish(outcome: Outcome) -> Odds:
            return Odds(
                **outcome.about(self, job, int(outcome.tally["counts"].sum())),
                tally=outcome.tally,
                categories=("nobody can open", "somebody can open"),
            )

        return run(job, checked, finish)

    def odds(  # type: ignore[override]  # what a keep becomes; the pot has one part
        self,
        hand: Seat | None = None,
        keep: Cards | None = None,
        dead: Cards = "",
        **options: Unpack[Keywords],
    ) -> Odds:
        """Compute what a hand becomes: the chance of every category.

        Parameters
        ----------
        hand : str, Range or sequence of int, optional
            Cards kept, which are filled up to five; or, with `keep`, the five cards dealt.
        keep : str or sequence of int, optional
            The cards kept of `hand`; the others are out of the deck.
        dead : str or sequence of int, optional
            Cards known to be out of the deck.
        **options
            As for :meth:`equity`.

        References
        ----------
        E. Packel, The Mathematics of Games and Gambling, MAA, 2006: numbers of five-card hands by
        category. Those of seven cards are published widely and recounted in the tests.

        Examples
        --------
        >>> from equity import five_card_draw
        >>> five_card_draw.odds("AhKhQh4h2c", keep="AhKhQh4h").counts["flush"]
        9
        """
        if keep is None:
            return super().odds(hand, dead=dead, **options)
        cards = sorted(parse_cards(hand if hand is not None else "", self.deck, "hand"))
        if len(cards) != 5:
            raise CardError(f"hand has {len(cards)} cards; with keep= it has 5")
        kept = keep_of(self.spec, cards, keep)
        gone = parse_cards(dead, self.deck, "dead cards")
        held = [card for at, card in enumerate(cards) if kept >> at & 1]
        thrown = [card for at, card in enumerate(cards) if not kept >> at & 1]
        doubled = [card for card in gone if card in cards]
        if doubled:
            raise CardError(f"{format_cards(doubled[:1], self.deck)} is in the hand and dead")
        return super().odds(held or None, dead=[*gone, *thrown], **options)
