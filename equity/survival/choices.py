"""Games in which players choose: policies, and choices tried out on random deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from equity.cards import card_name
from equity.errors import CardError, RuleError, several, shown
from equity.jobs import Outcome
from equity.options import Options
from equity.results import Action, Decision
from equity.results.statistics import SHARE_UNITS
from equity.run import choose, run
from equity.survival.game import TOLERANCE, Survival, Trace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from equity.cards import Cards
    from equity.jobs import Tally
    from equity.options import Keywords
    from equity.results import Match

__all__ = ["POLICIES", "Choices", "Skills", "Trials", "refuse_shared"]

POLICIES = ("random", "sensible", "rollout")
ROLLOUTS = 50
"""Games that a player by rollout tries for each action."""
TRIALS = 200
"""Deals of a chunk of a decision."""


class Skills(NamedTuple):
    """How each seat plays."""

    policies: tuple[str, ...]

    def loose(self) -> NDArray[np.int64]:
        """Give 1 for each seat that plays anything."""
        return np.array([name == "random" for name in self.policies], np.int64)

    def deep(self) -> NDArray[np.int64]:
        """Give the games that each seat tries for an action; 0: it looks things up."""
        return np.array([ROLLOUTS * (name == "rollout") for name in self.policies], np.int64)


@dataclass(frozen=True, slots=True)
class Trials:
    """Every action played out on the same random deals: the job of ``decide``."""

    game: Choices
    position: tuple[int, ...]
    choices: tuple[int, ...]
    labels: tuple[str, ...]
    skills: Skills
    chunk_deals: int = TRIALS

    def sample(self, state: NDArray[np.uint64], deals: int) -> Tally:
        """Play the actions out: shares of the win, in 2520ths."""
        number = len(self.choices)
        tally = {
            "sums": np.zeros(number, np.int64),
            "products": np.zeros((number, number), np.int64),
            "wins": np.zeros(number, np.int64),
            "ties": np.zeros(number, np.int64),
        }
        out = tuple(tally.values())
        tally["deals"] = np.array([deals])
        position = np.array(self.position, np.int64)
        choices = np.array(self.choices, np.int64)
        self.game._values(state, deals, position, choices, self.skills, out)
        return tally

    def error(self, tally: Tally) -> float:
        """Give the larger standard error of the best action's chance and of its margin."""
        read = _decision(Outcome("monte-carlo", tally, int(tally["deals"][0]), 0, 0.0), self)
        return max(float(read.best.stderr), read.margin_stderr or 0.0)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Choices(Survival):
    """A game in which players choose."""

    def _values(
        self,
        state: Any,
        deals: int,
        position: NDArray[np.int64],
        choices: NDArray[np.int64],
        skills: Skills,
        out: Any,
    ) -> None:
        """Try choices with the compiled engine."""
        raise NotImplementedError

    def _chunk_turns(self, model: Any) -> int:
        """Games end long before the limit, but trying every action takes long."""
        return (1 if model.deep().any() else 2048) * self.limit

    def _labels(self, model: Any) -> tuple[str, ...]:
        """Call the seats by their policies."""
        return tuple(model.policies)

    def _skills(self, policy: Any, players: int, names: tuple[str, ...] = POLICIES) -> Skills:
        """Check policies."""
        if isinstance(policy, str):
            policy = [policy] * players
        if not several(policy):
            raise RuleError(f"policy is {shown(policy)}; it is a name, or one a seat")
        listed = tuple(policy)
        for name in listed:
            if not isinstance(name, str) or name not in names:
                raise RuleError(
                    f"policy {shown(name)} is none; it is {', '.join(map(repr, names))}"
                )
        if len(listed) != players:
            raise RuleError(f"{len(listed)} policies for {players} players")
        return Skills(listed)

    def play(
        self,
        players: int | None = None,
        *,
        policy: str | Sequence[str] = "sensible",
        hands: Sequence[Cards] | None = None,
        stock: Cards | None = None,
        **options: Unpack[Keywords],
    ) -> Match:
        """Play whole games.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said; seat 0 acts first.
        policy : str or sequence of str, default "sensible"
            How all play, or each seat: "random" (every legal action equally likely), "sensible"
            (by rules of thumb) or "rollout" (the action that does best in games tried out, in
            which all go on sensibly).
        hands : sequence of cards, optional
            The cards dealt to each seat; else the deal is random.
        stock : cards, optional
            The other cards, top card first; else they are in random order.
        **options
            ``deals`` (games), ``tolerance`` (0.005 if nothing is said), ``seconds``, ``seed``,
            ``method``, ``executor``, ``progress``.

        Returns
        -------
        Match
            Chance to win by seat, places, length.

        Raises
        ------
        CardError
            Cards that are missing or there twice, or hands of a wrong size.
        RuleError
            A wrong number of players, an unknown policy, or a wrong option.

        References
        ----------
        The rules, and the readings where they say nothing, are in ``docs/games.md``; plain programs
        in ``tests/oracles`` play the same deals the same way.

        Examples
        --------
        >>> from equity import ninety_nine
        >>> policies = ["sensible", "random", "random"]
        >>> r = ninety_nine.play(players=3, policy=policies, deals=1000, seed=7)
        >>> bool(r.win[0] > r.win[1])
        True
        """
        seats, deal = self._deal(players, hands, stock)
        return self._play(deal, seats, self._skills(policy, seats), options)

    def trace(
        self,
        players: int | None = None,
        *,
        policy: str | Sequence[str] = "sensible",
        hands: Sequence[Cards] | None = None,
        stock: Cards | None = None,
        seed: int | None = None,
    ) -> Trace:
        """Play one game step by step, in words.

        Parameters
        ----------
        players : int, optional
            Number of seats, 4 if nothing is said.
        policy : str or sequence of str, default "sensible"
            How all play, or each seat, as for :meth:`play`.
        hands : sequence of cards, optional
            The cards dealt to each seat; else a random deal.
        stock : cards, optional
            The other cards, top card first; else they are in random order.
        seed : int, optional
            Seed of the deal and of what else is left to chance.

        Returns
        -------
        Trace
            The steps, and how the game ended.

        Examples
        --------
        >>> from equity import endurance
        >>> played = endurance.trace(players=4, seed=1)
        >>> played[0]
        '7s is shown: trump'
        """
        seats, deal = self._deal(players, hands, stock)
        return self._trace(deal, seats, self._skills(policy, seats), seed)

    def _decide(self, trials: Trials, options: Any) -> Decision:
        """Answer a decision."""
        checked = Options.check(TOLERANCE, **options)
        choose(checked, None)

        def finish(outcome: Outcome) -> Decision:
            return _decision(outcome, trials)

        return run(trials, checked, finish)


def _decision(outcome: Outcome, trials: Trials) -> Decision:
    """Make the answer of what was counted."""
    return Decision(
        **outcome.about(trials.game, trials),
        tally={name: array for name, array in outcome.tally.items() if name != "deals"},
        choices=tuple(Action(label=label) for label in trials.labels),
        unit="probability of winning",
        scale=SHARE_UNITS,
    )


def refuse_shared(first: list[int], second: list[int], one: str, other: str) -> None:
    """Raise CardError if a card is in both places."""
    if shared := [card for card in first if card in second]:
        raise CardError(f"{card_name(shared[0])} is {one} and {other}")
