"""A user's program, for type checkers: run from another folder, they find the package's types.

``.ci/run`` checks it with ``mypy --strict`` and pyright in the environment of the README, from a
folder where the package is not. A checker that does not find the package takes everything for
``Any``, which ``assert_type`` refuses.
"""

from __future__ import annotations

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import equity
from equity import five_card_draw, holdem
from equity.errors import EquityError
from equity.results import Decision, Equity, Odds


def best_seat(*hands: str) -> int:
    """Give the seat with the highest equity, -1 if the hands are not understood."""
    try:
        answer = holdem.equity(*hands, seed=1, deals=10_000)
    except EquityError as error:
        assert_type(error, EquityError)
        return -1
    assert_type(answer, Equity)
    assert_type(answer.equity, NDArray[np.float64])
    return int(answer.equity.argmax())


if __name__ == "__main__":
    assert_type(best_seat("AhKh", "QsQd"), int)
    assert_type(holdem.odds("AhKh"), Odds)
    assert_type(five_card_draw.decide("AsAhKs7c2d", opponents=1), Decision)
    assert_type(equity.__version__, str)
