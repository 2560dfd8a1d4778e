"""What questions of draw refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from equity import five_card_draw
from equity.errors import CardError, EquityError, RuleError
from equity.showdown.draw.strategies import Strategy
from tests.showdown.draw.draw_games import GAMES, HAND, SHAPE

BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "hand of four": (lambda: five_card_draw.decide("AsKdQh7c"), "has 4 cards"),
    "hand of six": (lambda: five_card_draw.decide("AsKdQh7c2d3d"), "has 6 cards"),
    "card twice": (lambda: five_card_draw.decide("AsAsQh7c2d"), "twice"),
    "joker": (lambda: five_card_draw.decide("JkKdQh7c2d"), "Jk|joker"),
    "low card": (lambda: GAMES["20 cards"][0].decide("AsKdQh7cTd"), "7c"),
    "keep not held": (lambda: five_card_draw.odds(HAND, keep="AsKs"), "Ks is not in the hand"),
    "keep twice": (lambda: five_card_draw.odds(HAND, keep="AsAs"), "twice"),
    "keep one king": (lambda: five_card_draw.odds(HAND, keep="Kd"), "drawing 4: the limit is 3"),
    "keep none": (lambda: five_card_draw.odds(HAND, keep=""), "drawing 5: the limit is 3"),
    "fixed limit": (lambda: GAMES["3"][0].odds(HAND, keep="As"), "drawing 4: the limit is 3"),
    "keep of four": (lambda: five_card_draw.odds("AsKdQh7c", keep="As"), "has 4 cards"),
    "keep of nothing": (lambda: five_card_draw.odds(keep="As"), "has 0 cards"),
    "keep dead": (lambda: five_card_draw.odds(HAND, keep="As", dead="2d"), "2d"),
    "seven players": (lambda: five_card_draw.decide(HAND, opponents=6), "7 players"),
    "seven by strategy": (lambda: five_card_draw.equity(players=7, against="pat"), "7 players"),
    "seven in a match": (lambda: five_card_draw.play(players=7), "7 players"),
    "no opponents": (lambda: five_card_draw.decide(HAND, opponents=0), "opponents"),
    "empty list": (lambda: five_card_draw.decide(HAND, against=[]), "opponents"),
    "negative": (lambda: five_card_draw.decide(HAND, opponents=-1), "opponents"),
    "half": (lambda: five_card_draw.decide(HAND, opponents=1.5), "opponents"),  # type: ignore
    "list too short": (
        lambda: five_card_draw.decide(HAND, opponents=3, against=["pat"]),
        "against has 1 entries",
    ),
    "unknown strategy": (lambda: five_card_draw.decide(HAND, against="bluff"), "no strategy"),
    "unknown name": (lambda: five_card_draw.strategy("bluff"), "no strategy is called 'bluff'"),
    "unknown in a pair": (
        lambda: five_card_draw.decide(HAND, against=[("KsKc8h8d3d", "bluff")]),
        "no strategy is called 'bluff'",
    ),
    "nothing": (lambda: five_card_draw.decide(HAND, against=None), "opponent 1"),  # type: ignore
    "a number": (lambda: five_card_draw.decide(HAND, against=3), "opponent 1"),  # type: ignore
    "short with strategy": (
        lambda: five_card_draw.decide(HAND, against=[("KsKc", "advice")]),
        "2 known cards",
    ),
    "six cards": (lambda: five_card_draw.decide(HAND, against="KsKc8h8d3d3c"), "6"),
    "table of other shape": (
        lambda: five_card_draw.strategy(np.zeros((2, 10), np.uint8)),
        "table is uint8",
    ),
    "table of floats": (lambda: five_card_draw.strategy(np.full(SHAPE, 31.0)), "table is uint8"),
    "table over 31": (lambda: five_card_draw.strategy(np.full(SHAPE, 32, np.uint8)), "0 to 31"),
    "table below 0": (lambda: five_card_draw.strategy(np.full(SHAPE, -1)), "0 to 31"),
    "table of ragged rows": (lambda: five_card_draw.strategy([[1], [1, 2]]), "table"),
    "table that sees": (
        lambda: five_card_draw.strategy(np.full(SHAPE, 31, np.uint8), sees=1),
        r"uint8\[6, ",
    ),
    "sees": (lambda: five_card_draw.strategy(np.full(SHAPE, 31), sees=-1), "sees"),
    "table draws five": (
        lambda: five_card_draw.strategy(np.zeros(SHAPE, np.uint8)),
        "draws more than the limit",
    ),
    "function keeps a king": (
        lambda: GAMES["3"][0].strategy(lambda hand: hand[:2]),
        "asked about .* drawing 4: the limit is 3",
    ),
    "function invents": (
        lambda: five_card_draw.strategy(lambda hand: "AsAh"),
        "asked about .* is not in the hand",
    ),
    "function of nonsense": (
        lambda: five_card_draw.strategy(lambda hand: "best"),
        "asked about",
    ),
    "function of a number": (lambda: five_card_draw.strategy(lambda hand: 3), "asked about"),
    "drawn a number": (
        lambda: five_card_draw.decide(HAND, drawn_before=3),  # type: ignore
        "drawn_before",
    ),
    "drawn text": (lambda: five_card_draw.decide(HAND, drawn_before="3"), "drawn_before"),
    "drawn six": (lambda: five_card_draw.decide(HAND, drawn_before=[6]), "drawn_before"),
    "drawn below none": (lambda: five_card_draw.decide(HAND, drawn_before=[-1]), "drawn_before"),
    "drawn half": (lambda: five_card_draw.decide(HAND, drawn_before=[0.5]), "drawn_before"),
    "drawn by nobody": (
        lambda: five_card_draw.decide(HAND, drawn_before=[1, 1]),
        "drawn_before has 2 numbers for 1 opponents",
    ),
    "drawn five": (lambda: five_card_draw.decide(HAND, drawn_before=[5]), "no hand draws 5"),
    "pat draws": (
        lambda: five_card_draw.decide(HAND, against="pat", drawn_before=[1]),
        "no hand draws 1",
    ),
    "known draws": (
        lambda: five_card_draw.decide(HAND, against="KsKc8h8d3d", drawn_before=[1]),
        "draws 0",
    ),
    "short draws": (
        lambda: five_card_draw.decide(HAND, against="KsKc", drawn_before=[1]),
        "draws 3",
    ),
    "held and dead": (lambda: five_card_draw.decide(HAND, dead="As"), "As is in the hand and dead"),
    "held twice": (lambda: five_card_draw.decide(HAND, against="AsAc"), "As"),
    "known and dead": (lambda: five_card_draw.decide(HAND, against="AcAh", dead="Ac"), "Ac"),
    "known hands share": (lambda: five_card_draw.decide(HAND, against=["AcAh", "AcKs"]), "Ac|deal"),
    "hands and against": (
        lambda: five_card_draw.equity("AsAh", against="advice"),
        "no hands",
    ),
    "players missing": (lambda: five_card_draw.equity(against="advice"), "players is missing"),
    "one player": (lambda: five_card_draw.equity(players=1, against="advice"), "at least 2"),
    "one in a match": (lambda: five_card_draw.play(players=1), "at least 2"),
    "endless match": (lambda: five_card_draw.play(rounds=10**9), "at most"),
    "no rounds": (lambda: five_card_draw.play(rounds=0), "rounds"),
    "posterior of none": (lambda: five_card_draw.posterior(drawn=6), "0 to 5"),
    "posterior of text": (lambda: five_card_draw.posterior(drawn="2"), "drawn"),  # type: ignore
    "posterior of a hand": (lambda: five_card_draw.posterior(1, against="AsAh"), "no strategy"),
    "posterior after seven": (lambda: five_card_draw.posterior(1, drawn_before=[7]), "0 to 5"),
    "nobody draws five": (lambda: five_card_draw.posterior(5), "no hand draws 5"),
    "open with four": (lambda: five_card_draw.can_open("AsKdQh7c"), "has 4 cards"),
    "opening of nobody": (lambda: five_card_draw.opening(players=0), "players"),
    "opening of eleven": (lambda: five_card_draw.opening(players=11), "55 cards"),
    "exact with many": (
        lambda: five_card_draw.decide(HAND, opponents=2, method="exact"),
        "no exact",
    ),
    "option": (lambda: five_card_draw.decide(HAND, deal=1), "unknown option"),  # type: ignore
}


@pytest.mark.parametrize("name", list(BAD))
def test_bad_input(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import equity.showdown.draw.game as module

    def work(*args: Any) -> Any:
        raise AssertionError("work was started")

    monkeypatch.setattr(module, "run", work)
    ask, message = BAD[name]
    with pytest.raises(EquityError, match=message):
        ask()


def test_equity_error_from_a_strategy_table() -> None:
    with pytest.raises(CardError, match="some of 5"):
        five_card_draw.strategy("advice").keep("AsAh")
    with pytest.raises(RuleError, match="0 to 5"):
        five_card_draw.strategy("advice").keep(HAND, (9,))
    assert isinstance(five_card_draw.strategy("pat"), Strategy)


@pytest.mark.parametrize("suit", "cdhs")
def test_four_of_a_suit_and_a_joker_are_a_flush(suit: str) -> None:
    game = five_card_draw.with_rules(jokers=1)
    hand = "".join(f"{rank}{suit}" for rank in "K964") + "Jk"
    for name in ("advice", "standard"):
        assert len(game.strategy(name).keep(hand)) == len(hand)
