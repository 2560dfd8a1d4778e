"""San gong: three cards; three faces are best, else the units of the points count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from equity.banking.game import Multipliers, Payments
from equity.banking.single_hands import SingleHand
from equity.rules import Setting

if TYPE_CHECKING:
    from numpy.typing import NDArray

CATEGORIES = (*map(str, range(10)), "three faces")


def classify(rows: NDArray[np.uint8], ties: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give category and order within it: the number of faces, then the highest card."""
    faces = (rows > 9).sum(axis=1)
    values = np.where(rows > 8, 0, rows.astype(np.int64) + 1)
    category = np.where(faces == 3, 10, values.sum(axis=1) % 10)
    within = np.zeros(len(rows), np.int64)
    if ties in ("faces", "faces_card"):
        within += faces * 16
    if ties == "faces_card":
        within += rows[:, -1]
    return category, within


GAME = SingleHand(
    name="san_gong",
    title="san gong",
    summary="three cards; three faces are best, else the units of the points, faces and tens 0",
    aliases=("sangong", "three faces", "三公"),
    settings=(
        Setting(
            "ties",
            "faces",
            ("faces", "push", "faces_card", "banker"),
            "what decides between equal points: more faces, nothing, faces and the highest card",
        ),
        Multipliers(
            "multipliers",
            Payments(dict.fromkeys(CATEGORIES, 1)),
            None,
            "units that the winner's hand pays",
        ),
        Setting(
            "settlement",
            "banker",
            ("banker", "pot"),
            "each against the banker, or the best hand takes a pot of one bet each",
        ),
    ),
    presets={"graded": {"multipliers": {"three faces": 5, "9": 3, "8": 2}}},
    size=3,
    categories=CATEGORIES,
    classify=classify,
    by_suit=("faces_card",),
)
