"""Survival games: what all of them share, and the answers that are theirs alone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from equity.cards import STANDARD, card_name, format_cards, parse_cards
from equity.checks import is_real, whole
from equity.errors import CardError, RuleError, named, several, shown
from equity.jobs import stream
from equity.options import Options
from equity.results import Match, share_stderr
from equity.rules import Game, Setting
from equity.run import choose, run
from equity.survival.bundles import Dealing, Out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.jobs import Outcome, Tally
    from equity.options import Keywords

__all__ = ["TOLERANCE", "Deal", "Event", "Found", "Survival", "Trace", "per_seat", "turn_limit"]

TOLERANCE = 0.005
"""The tolerance if nothing else bounds a simulation."""
LONGEST = 1_000_000
"""The largest turn limit: a chunk of one game must stay short."""
ROWS = 4096
"""Rows of the first log of a game; a longer game is played again into a longer log."""
KINDS = (
    *("begin", "turn", "take", "out", "cycle", "tie", "stay", "over"),
    *("call", "wrong", "draw", "shuffle", "miss", "win"),
)
"""What the codes of the log mean."""


def turn_limit(what: str) -> Setting:
    """Give the setting that ends games which do not end by themselves."""
    return Setting("turn_limit", 5000, None, f"after so many {what} most cards win")


class Deal(NamedTuple):
    """The cards of a game in the order in which they are dealt, and the seat of each."""

    cards: tuple[int, ...]
    owner: tuple[int, ...]
    """Seat by card; -1 is the stock."""
    fixed: int
    """So many of the first cards are known; the others are shuffled."""

    def arrays(self) -> Dealing:
        """Give what the kernels take."""
        cards, owner = np.array(self.cards, np.int64), np.array(self.owner, np.int64)
        return Dealing(cards, owner, self.fixed)


class Event(NamedTuple):
    """Something that happened in a game."""

    kind: str
    """``begin`` (a turn, `other` its number, or the card turned at the start), ``turn`` (a card
    turned, laid or played), ``take`` (a card from the table), ``out``, ``tie``, ``stay`` (the cards
    on the table), ``over`` (a heap turned back over), ``call``, ``wrong`` (a call, and the card it
    costs), ``miss`` (not noticed), ``draw``, ``shuffle``, ``win`` (a trick), ``cycle``."""
    seat: int
    """Whose; -1 if nobody's."""
    card: int
    """Card number; -1 if there is none."""
    other: int
    """The other seat, or a number; -1 if there is none."""


class Found(NamedTuple):
    """A deal that a search has found: ``trace(players=players, seed=seed)`` plays it."""

    seed: int
    length: int
    """Turns, tricks; the turn limit if it is unfinished."""
    winners: tuple[int, ...]
    """The seats that share the first place."""
    unfinished: bool
    cycle: bool
    """It was proved to repeat for ever."""


@dataclass(frozen=True, slots=True)
class Trace(Sequence[str]):
    """One game, step by step; as a sequence, its steps in words.

    Examples
    --------
    >>> from equity import war
    >>> played = war.trace(players=2, seed=7)
    >>> played[-1], played.winners
    ('seat 1 wins after 495 tricks', (1,))
    """

    game: str
    rules: Mapping[str, object]
    hands: tuple[str, ...]
    """What each seat was dealt, the top card of a stack first."""
    stock: str
    """What is left to draw, the top card first."""
    seed: int | None
    events: tuple[Event, ...]
    """What happened, for programs."""
    steps: tuple[str, ...]
    """What happened, in words."""
    places: tuple[int, ...]
    """The place of each seat; 1 is the winner, a shared place is the best of those shared."""
    length: int
    length_unit: str
    unfinished: bool
    """It reached the turn limit."""
    cycle: int | None
    """How many turns it takes to repeat, if it was proved to go on for ever."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def cards(self) -> str:
        """All cards in the order in which they were turned, laid or played."""
        return format_cards([event.card for event in self.events if event.kind == "turn"])

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: Any) -> Any:
        return self.steps[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self.steps)

    def __str__(self) -> str:
        return "\n".join(self.steps)

    def __repr__(self) -> str:
        return f"<trace of {self.game}, {self.length} {self.length_unit}, winners {self.winners}>"

    def to_dict(self) -> dict[str, Any]:
        """Give the game as plain numbers, text and lists, fit for JSON."""
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "seed": self.seed,
            "hands": list(self.hands),
            "stock": self.stock,
            "winners": list(self.winners),
            "places": list(self.places),
            "length": self.length,
            "length_unit": self.length_unit,
            "unfinished": self.unfinished,
            "cycle": self.cycle,
            "steps": list(self.steps),
        }


@dataclass(frozen=True, slots=True)
class Games:
    """Random games: the job of ``play``."""

    game: Survival
    deal: Deal
    players: int
    model: Any
    """What the way of play adds: chances of noticing, reactions, policies."""

    @property
    def chunk_deals(self) -> int:
        """Games of a chunk."""
        return max(1, min(2048, self.game._chunk_turns(self.model) // self.game.limit))

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play games: who shares which places, and for how long."""
        limit, players = self.game.limit, self.players
        groups = np.zeros((players, players, players + 1), np.int64)
        lengths = np.zeros(limit + 1, np.int64)
        ends = np.zeros(3, np.int64)
        out = Out(groups, lengths, ends, np.zeros(players, np.int64), np.empty((0, 4), np.int32))
        self.game._engine(state, deals, self.deal.arrays(), self.players, self.model, out)
        return {
            "groups": groups,
            "length": lengths,
            "unfinished": ends[:1].copy(),
            "cycles": ends[1:2].copy(),
        }

    def error(self, tally: Tally) -> float:
        """Give the largest standard error of a seat's chance to win."""
        won = tally["groups"][:, 0, :].copy()
        won[:, 0] = tally["length"].sum() - won.sum(axis=1)
        return float(share_stderr(won).max())


@dataclass(frozen=True, slots=True)
class OneGame:
    """The game of a known deal without chance: an exact job of one unit."""

    games: Games
    units: ClassVar[int] = 1
    chunk_units: ClassVar[int] = 1

    def count(self, start: int, stop: int) -> Tally:
        """Play it."""
        return self.games.sample(stream(0, 0), stop - start)


def per_seat(
    name: str, value: Any, players: int, least: float, most: float, *, above: bool = False
) -> tuple[float, ...]:
    """Check a number for every seat, or one for all.

    Parameters
    ----------
    name : str
        What it is called, for messages.
    value : float or sequence of float
        One for all seats, or one each.
    players : int
        The number of seats.
    least, most : float
        Between these.
    above : bool
        `least` itself is refused.

    Returns
    -------
    tuple of float
        One a seat.

    Raises
    ------
    RuleError
        Something that is no number, out of bounds, or not one a seat.
    """
    if not is_real(value) and not several(value):
        raise RuleError(f"{name} is {shown(value)}; it is a number, or one a seat")
    values: list[Any] = [value] * players if is_real(value) else list(value)
    if len(values) != players:
        raise RuleError(f"{name} has {len(values)} numbers for {players} players")
    bounds = f"above {least:g} and at most {most:g}" if above else f"from {least:g} to {most:g}"
    numbers = []
    for item in values:
        if not is_real(item):
            raise RuleError(f"{name} has {shown(item)}; it must be a number {bounds}")
        number: Any = item
        if not least <= number <= most or (above and number <= least):
            raise RuleError(f"{name} has {shown(item)}; it must be a number {bounds}")
        numbers.append(float(number))
    return tuple(numbers)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Survival(Game):
    """A game in which the last player with cards wins."""

    least: int = 2
    """Fewest players."""
    most: int = 52
    """Most players."""
    seats: int = 4
    """Players if nothing is said."""
    unit: str = "turns"
    """What the length of a game counts."""

    def _check_rules(self) -> None:
        """Raise RuleError if the turn limit is none."""
        limit = self.rules["turn_limit"]
        if isinstance(limit, bool) or not isinstance(limit, (int, np.integer)):
            raise RuleError(f"turn_limit is {shown(limit)}; it is a whole number, 1 or more")
        if not 1 <= limit <= LONGEST:
            raise RuleError(f"turn_limit is {shown(limit)}; it is from 1 to {LONGEST}")

    @cached_property
    def limit(self) -> int:
        """The turn limit."""
        return int(self.rules["turn_limit"])

    # What a way of play fills in.

    def _engine(
        self, state: Any, deals: int, deal: Dealing, players: int, model: Any, out: Out
    ) -> None:
        """Play games with the compiled engine."""
        raise NotImplementedError

    def _chunk_turns(self, model: Any) -> int:
        """Give how many turns fit in a chunk, were every game as long as the limit allows."""
        return 1_500_000

    def _certain(self, model: Any) -> bool:
        """Tell whether a known deal leaves nothing to chance."""
        return False

    def _sizes(self, players: int) -> list[int] | None:
        """Give the cards that each seat is dealt; ``None`` if the whole deck is."""
        return None

    def _labels(self, model: Any) -> tuple[str, ...]:
        """Give what the seats are called in an answer."""
        return ()

    # The deal.

    def _players(self, players: Any, given: int | None = None) -> int:
        """Check the number of players."""
        number = whole("players", players, 0)
        if number is None:
            number = self.seats if given is None else given
        elif given is not None and number != given:
            raise RuleError(f"{given} hands for players={shown(number)}")
        if not self.least <= number <= self.most:
            raise RuleError(
                f"{shown(number)} player{'s' * (number != 1)}; {self.title} is for {self.least} to "
                f"{self.most}"
            )
        return number

    def _deal(self, players: Any, hands: Any, stock: Any = None) -> tuple[int, Deal]:
        """Read the deal; give the number of players too."""
        if hands is None:
            if stock is not None:
                raise RuleError("stock goes with hands: give both, or neither")
            number = self._players(players)
            sizes = self._sizes(number)
            dealt = 52 if sizes is None else sum(sizes)
            owner = [card % number if card < dealt else -1 for card in range(52)]
            return number, Deal(tuple(STANDARD.cards), tuple(owner), 0)
        if not several(hands):
            raise RuleError(
                f"hands is {shown(hands)}; it is a sequence of texts, the cards of each seat"
            )
        listed = list(hands)
        number = self._players(players, len(listed))
        held = [parse_cards(hand, what=f"seat {seat}") for seat, hand in enumerate(listed)]
        sizes = self._sizes(number)
        for seat, cards in enumerate(held):
            if not cards:
                raise CardError(f"seat {seat} has no cards")
            if sizes is not None and len(cards) != sizes[seat]:
                raise CardError(
                    f"seat {seat} has {len(cards)} cards; {self.title} deals {sizes[seat]}"
                )
        owners = [seat for seat, cards in enumerate(held) for _ in cards]
        known = [card for cards in held for card in cards]
        if stock is not None:
            drawn = parse_cards(stock, what="stock")
            owners += [-1] * len(drawn)
            known += drawn
        if len(set(known)) < len(known):
            twice = next(card for i, card in enumerate(known) if card in known[:i])
            raise CardError(f"{card_name(twice)} is dealt twice")
        rest = [card for card in STANDARD.cards if card not in known]
        if rest and (sizes is None or stock is not None):
            missing = format_cards(rest[:4]) + ("..." if len(rest) > 4 else "")
            what = "hands" if sizes is None else "hands and stock"
            raise CardError(
                f"{len(rest)} card{'s are' if len(rest) > 1 else ' is'} missing, {missing}; "
                f"{what} hold all 52 cards"
            )
        deal = Deal((*known, *rest), (*owners, *[-1] * len(rest)), len(known))
        return number, deal

    # Answers.

    def _play(self, deal: Deal, players: int, model: Any, options: Mapping[str, Any]) -> Match:
        """Play games."""
        keywords: Keywords = dict(options)  # type: ignore[assignment]
        checked = Options.check(TOLERANCE, **keywords)
        games = Games(self, deal, players, model)
        certain = deal.fixed == 52 and self._certain(model)
        exact = choose(checked, 50.0 * self.limit if certain else None) == "exact"

        def finish(outcome: Outcome) -> Match:
            return Match(
                **outcome.about(self, games),
                tally=outcome.tally,
                labels=self._labels(model),
                length_unit=self.unit,
            )

        job: Any = OneGame(games) if exact else games
        return run(job, checked, finish)

    def _one(
        self, deal: Deal, players: int, model: Any, seed: int, rows: int
    ) -> tuple[Any, Any, Any, Any, Any]:
        """Play the first game of a seed; give deck, lengths, ends, key and log."""
        lengths = np.zeros(self.limit + 1, np.int64)
        arrays = deal.arrays()
        while True:
            ends = np.zeros(3, np.int64)
            key = np.zeros(players, np.int64)
            log = np.empty((rows, 4), np.int32)
            groups = np.zeros((players, players, players + 1), np.int64)
            out = Out(groups, lengths, ends, key, log)
            self._engine(stream(seed, 0), 1, arrays, players, model, out)
            if rows == 0 or ends[2] <= rows:
                return arrays.deck, lengths, ends, key, log
            rows = int(ends[2])
            lengths[:] = 0
            arrays = deal.arrays()

    def _trace(self, deal: Deal, players: int, model: Any, seed: int | None) -> Trace:
        """Play one game step by step."""
        number = whole("seed", seed, 0)
        chance = deal.fixed < 52 or not self._certain(model)
        if number is None and chance:
            number = int.from_bytes(os.urandom(7), "little") >> 3  # below 2**53
        deck, lengths, ends, key, log = self._one(deal, players, model, number or 0, ROWS)
        events = tuple(
            Event(KINDS[code], seat, card, other)
            for code, seat, card, other in log[: ends[2]].tolist()
        )
        length = int(lengths.argmax())
        places = tuple(1 + int((key > own).sum()) for own in key)
        cycle = next((event.other for event in events if event.kind == "cycle"), None)
        steps = list(self._tell(events))
        winners = [seat for seat in range(players) if places[seat] == 1]
        if cycle is not None:
            steps.append(f"the position repeats every {cycle} {self.unit}, for ever")
        if ends[0]:
            steps.append(
                f"the limit of {length} {self.unit} is reached: "
                f"{_seats(winners)} {'have' if len(winners) > 1 else 'has'} most cards"
            )
        else:
            steps.append(f"seat {winners[0]} wins after {length} {self.unit}")
        owner = np.array(deal.owner)
        return Trace(
            game=self.name,
            rules=self.rules,
            hands=tuple(format_cards(deck[owner == seat].tolist()) for seat in range(players)),
            stock=format_cards(deck[owner < 0].tolist()),
            seed=number if chance else None,
            events=events,
            steps=tuple(steps),
            places=places,
            length=length,
            length_unit=self.unit,
            unfinished=bool(ends[0]),
            cycle=cycle,
        )

    def _search(
        self, deal: Deal, players: int, model: Any, seeds: Any, want: str, most: int
    ) -> list[Found]:
        """Look for long or repeating games."""
        if not named(want, "longest", "cyclic"):
            raise RuleError(f"want is {shown(want)}; it is 'longest' or 'cyclic'")
        kept = whole("most", most, 1) or 1
        if isinstance(seeds, int) and not isinstance(seeds, bool):
            seeds = range(whole("seeds", seeds, 1) or 1)
        if not several(seeds):
            raise RuleError(f"seeds is {shown(seeds)}; it is a number of seeds, or the seeds")
        found: list[Found] = []
        for item in seeds:
            seed = whole("seeds", item, 0)
            if seed is None:
                raise RuleError("seeds has None; it is a number of seeds, or the seeds")
            _, lengths, ends, key, _ = self._one(deal, players, model, seed, 0)
            if want == "cyclic" and not ends[1]:
                continue
            winners = tuple(np.flatnonzero(key == key.max()).tolist())
            length = int(lengths.argmax())
            found.append(Found(seed, length, winners, bool(ends[0]), bool(ends[1])))
            if len(found) >= 2 * kept:
                found = sorted(found, key=lambda one: (-one.length, one.seed))[:kept]
        return sorted(found, key=lambda one: (-one.length, one.seed))[:kept]

    # In words.

    def _tell(self, events: Iterable[Event]) -> Iterator[str]:
        """Tell a game, a line for what belongs together."""
        unit = self.unit.removesuffix("s")
        start = ""
        for (kind, seat), rows in groupby(events, lambda event: (event.kind, self._whose(event))):
            group = list(rows)
            cards = format_cards([event.card for event in group if event.card >= 0])
            if kind == "begin" and group[0].card < 0:
                start = f"{unit} {group[0].other}: "
                continue
            line = self._line(kind, seat, cards, group)
            if line:
                yield start + line
                start = ""

    def _whose(self, event: Event) -> int:
        """Give the seat by which events are told together; -1 if it does not matter."""
        return event.seat if event.kind in ("take", "call", "draw") else -1

    def _line(self, kind: str, seat: int, cards: str, group: list[Event]) -> str:
        """Tell events of one kind."""
        if kind == "take":
            return f"seat {seat} takes {cards}"
        if kind == "out":
            out = [event.seat for event in group]
            return f"{_seats(out)} {'are' if len(out) > 1 else 'is'} out"
        return ""


def _seats(seats: Sequence[int]) -> str:
    """Name seats."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def seat_cards(events: Iterable[Event]) -> str:
    """List who turned what."""
    return ", ".join(f"seat {event.seat} {card_name(event.card)}" for event in events)
