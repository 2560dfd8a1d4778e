"""Every combo of a seat and how it fares, and the classes of two cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from equity.checks import is_whole
from equity.errors import CardError, RuleError, shown
from equity.results.base import frozen
from equity.views import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from equity.results.base import Floats

__all__ = ["CLASSES", "Combo", "Combos", "RANK_LETTERS", "places_of"]

RANK_LETTERS = "AKQJT98765432"
CLASSES = tuple(
    RANK_LETTERS[min(row, column)]
    + RANK_LETTERS[max(row, column)]
    + ("" if row == column else "s" if row < column else "o")
    for row in range(13)
    for column in range(13)
)
"""The classes of two cards by place in the 13 by 13 table, row by row."""


def places_of(cards: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Give the place of two-card hands in the 13 by 13 table, row by row."""
    if cards.shape[1] != 2 or (cards > 51).any():
        raise RuleError("classes and a grid need hands of two cards without jokers")
    ranks = np.sort(12 - cards.astype(np.intp) // 4, axis=1)  # the higher rank first
    suited = cards[:, 0] % 4 == cards[:, 1] % 4
    first, second = ranks.T
    return np.asarray(np.where(suited, 13 * first + second, 13 * second + first))


class Combo(NamedTuple):
    """One combo of a range and how it fares."""

    cards: str
    weight: float
    equity: float
    win: float
    tie: float
    probability: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Combos:
    """Every combo of one seat with its weight, equity, win and tie.

    Iterating gives a `Combo` each, with the cards as text; so does ``combos[0]``, and
    ``combos["AsAh"]``.

    Parameters
    ----------
    cards : ndarray of uint8, shape (n, k)
        Card numbers, the highest first.
    weight, equity, win, tie : ndarray of float64, shape (n,)
        Weight of each combo in its range as it was given, and its probabilities.
    probability : ndarray of float64, shape (n,)
        How likely the seat is to hold it, given all that is known of the others; adds up to 1.
    """

    cards: NDArray[np.uint8]
    weight: Floats
    equity: Floats
    win: Floats
    tie: Floats
    probability: Floats

    def __post_init__(self) -> None:
        cards = frozen(self.cards, np.uint8)
        if cards.ndim != 2:
            raise RuleError(f"cards of combos have shape {cards.shape}; it is (combos, cards)")
        object.__setattr__(self, "cards", cards)
        for name in ("weight", "equity", "win", "tie", "probability"):
            values = frozen(getattr(self, name), np.float64)
            if values.shape != cards.shape[:1]:
                raise RuleError(f"{name} of combos has shape {values.shape}; one each is expected")
            object.__setattr__(self, name, values)

    def __reduce__(self) -> tuple[Any, ...]:
        return Combos, tuple(getattr(self, item.name) for item in fields(self))

    def __len__(self) -> int:
        return len(self.cards)

    @overload
    def __getitem__(self, index: int | str) -> Combo: ...
    @overload
    def __getitem__(self, index: slice) -> list[Combo]: ...
    def __getitem__(self, index: Any) -> Combo | list[Combo]:
        from equity.cards import format_cards

        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if isinstance(index, str):
            place = self._place(index)
            if place is None:
                raise CardError(f"{shown(index)} is not among these {len(self):,} combos")
            index = place
        if not is_whole(index):
            raise RuleError(
                f"a combo is chosen by its number, a slice or its cards, not by {shown(index)}"
            )
        return Combo(
            format_cards(self.cards[index].tolist()),
            float(self.weight[index]),
            float(self.equity[index]),
            float(self.win[index]),
            float(self.tie[index]),
            float(self.probability[index]),
        )

    def __contains__(self, combo: object) -> bool:
        cards = combo.cards if isinstance(combo, Combo) else combo
        return isinstance(cards, str) and self._place(cards) is not None

    def _place(self, text: str) -> int | None:
        """Find a combo by its cards in any order."""
        from equity.cards import parse_cards

        wanted = sorted(parse_cards(text, what="combo"))
        if len(wanted) != self.cards.shape[1]:
            return None
        found = np.nonzero((np.sort(self.cards, axis=1) == wanted).all(axis=1))[0]
        return int(found[0]) if len(found) else None

    def __iter__(self) -> Iterator[Combo]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        from equity.display import text

        return text(self._view())

    def _repr_html_(self) -> str:
        from equity.display import html

        return html(self._view())

    def _view(self) -> View:
        """Give what is shown."""
        return View(f"Combos: {len(self):,}", [], list(Combo._fields), [list(c) for c in self])

    def _by_class(self) -> list[dict[str, object]]:
        """Sum up the classes of two cards: how many combos, their chance and how they fare."""
        place = places_of(self.cards)
        number = np.bincount(place, minlength=169)
        names = ("weight", "equity", "win", "tie")
        fares = [self.mean_by_class(getattr(self, name)) for name in names]
        chance = np.bincount(place, self.probability, 169)
        return [
            {"class": CLASSES[at], "combos": int(number[at])}
            | {name: float(means[at]) for name, means in zip(names, fares, strict=True)}
            | {"probability": float(chance[at])}
            for at in np.nonzero(number)[0]
        ]

    def mean_by_class(self, values: Floats) -> Floats:
        """Average the combos of each of the 169 classes by how likely they are; nan for none."""
        place = places_of(self.cards)
        likeliest = np.zeros(169)
        np.maximum.at(likeliest, place, self.probability)
        # a class may be so unlikely that a product with it is no float any more
        powers = np.frexp(likeliest)[1]
        parts = np.ldexp(self.probability, -powers[place])
        parts[likeliest[place] == 0] = 1
        total, weight = np.bincount(place, parts * values, 169), np.bincount(place, parts, 169)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(total / weight)

    def to_frame(self) -> Any:
        """Give the combos as a pandas data frame.

        Returns
        -------
        pandas.DataFrame
            Columns ``cards``, ``weight``, ``equity``, ``win``, ``tie``, ``probability``.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        from equity.display import frame

        return frame([combo._asdict() for combo in self])
