"""Ranges: weighted sets of hands.

Text becomes a range in two steps: `equity.notation` makes entries of it, each a set of hands and a
weight, and `join` writes them out and puts them together, in the one place where a combo that is
named twice is looked at.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, TypeAlias

import numpy as np

from equity.cards import (
    RANKS,
    STANDARD,
    Cards,
    Deck,
    card_name,
    cards_of,
    check_in_deck,
    fault,
    format_cards,
    labelled,
    mask_of,
    read_cards,
    shorten,
)
from equity.errors import CardError, EquityError, NotationError, RuleError, shown
from equity.hand_sets import (
    Every,
    Listed,
    Space,
    all_cards,
    all_masks,
    cards_of_masks,
    check_count,
    class_masks,
    combos_of,
    frozen,
    rank_sets,
)
from equity.memory import remembered
from equity.notation import Entry, Reader, plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Range", "Seat", "as_range", "as_ranges"]

Seat: TypeAlias = "str | Range | Iterable[object]"
"""A seat as callers give it: notation, a range, or the cards of one hand."""

LABEL = 200
"""Longer notation is not shown; the number of hands is."""


def _check_size(size: object) -> int:
    """Give a hand size back, or refuse what is none."""
    if isinstance(size, (bool, np.bool_)) or not isinstance(size, (int, np.integer)) or size < 1:
        raise RuleError(f"hands of {shown(size)} cards; expected a number of cards, at least 1")
    return int(size)


def _check_enough(size: int, deck: Deck) -> None:
    """Refuse hands of more cards than the deck has."""
    if size > deck.size:
        raise CardError(f"hands of {shown(size)} cards; the deck has {deck.size}")


def _conflict(text: str, first: Entry, second: Entry, name: str) -> NotationError:
    """Make the error for a combo that two entries give different weights."""
    both = f"{name} is named twice, with weights {first.weight!r} and {second.weight!r}"
    a, b = text[first.start : first.end], text[second.start : second.end]
    return NotationError(
        f"{both}, in {shorten(a)} and in {shorten(b)} (at character {second.start + 1} of "
        f"{shorten(text)}); give one weight, or take it out of one of them",
        text,
        second.start,
        second.end,
    )


def join(entries: list[Entry], size: int, deck: Deck, text: str) -> Range:
    """Join entries to a range: equal doubles count once, different weights are refused."""
    if len(entries) == 1 and isinstance(entries[0].hands, Every):
        weight = entries[0].weight
        return Range._full(weight, size, deck) if weight else Range._empty(size, deck)
    space = Space(size, deck)
    if len(entries) == 1 and not isinstance(entries[0].hands, Listed) and entries[0].weight:
        masks = combos_of(entries[0].hands, space)
        if len(masks):
            return Range._uniform(masks, entries[0].weight, size, deck)
    runs: list[NDArray[np.uint64] | Sequence[int]] = []
    total = 0
    for entry in entries:
        hands = entry.hands
        runs.append(hands.masks if isinstance(hands, Listed) else combos_of(hands, space))
        total += len(runs[-1])
        check_count(total)
    # the parts of a weighted group with conditions share one place; not all of them need fit
    fitting = {
        (entry.start, entry.end) for entry, run in zip(entries, runs, strict=True) if len(run)
    }
    for entry in entries:
        if (entry.start, entry.end) not in fitting:
            raise fault(text, entry.start, entry.end, "no hand fits")
    if any(isinstance(run, np.ndarray) for run in runs):
        masks = np.concatenate([np.asarray(run, np.uint64) for run in runs])
    else:
        masks = np.array([mask for run in runs for mask in run], np.uint64)
    source = np.repeat(np.arange(len(entries)), [len(run) for run in runs])
    weights = np.array([entry.weight for entry in entries], np.float64)[source]
    settled = _settle(masks, weights, source)
    if isinstance(settled, tuple):
        mask, first, second = settled
        name = format_cards(cards_of(mask)[::-1], deck)
        raise _conflict(text, entries[first], entries[second], name)
    keep = settled
    return Range._of_arrays(masks[keep], weights[keep], size, deck)


def _settle(
    masks: NDArray[np.uint64], weights: NDArray[np.float64], source: NDArray[np.intp]
) -> NDArray[np.intp] | tuple[int, int, int]:
    """Find which rows to keep, in order: equal doubles once, weight 0 not at all.

    A combo with two weights is given back instead: (mask, source, other source).
    """
    order = np.argsort(masks, kind="stable")
    ordered = masks[order]
    weight = weights[order]
    same = ordered[1:] == ordered[:-1]
    clash = np.flatnonzero(same & (weight[1:] != weight[:-1]))
    if len(clash):
        # the clash that comes first in the text
        at = min(clash.tolist(), key=lambda i: (source[order[i + 1]], source[order[i]]))
        return int(ordered[at]), int(source[order[at]]), int(source[order[at + 1]])
    keep = weight > 0
    keep[1:] &= ~same
    return order[keep]


def _read(text: str, size: int, deck: Deck) -> Range:
    """Read a range."""
    return join(Reader(text, size, deck).everything(), size, deck, text)


_read_kept = remembered(128)(_read)


def _as_mask(cards: SupportsIndex) -> int:
    """Check a set of cards, a bit each."""
    try:
        return operator.index(cards)
    except TypeError:
        raise RuleError(f"cards are {shown(cards)}; a mask of cards is expected") from None


class Range:
    """A weighted set of hands, all of one size; cannot be changed once made.

    Parameters
    ----------
    text : str
        The range in notation: ``"AKs, QQ+"``, ``"AhKh"``, ``"random"``, ``"15%"``,
        ``"A5s-A2s:0.5"``.
    size : int
        Cards of a hand.
    deck : Deck
        The deck the hands are from.

    Raises
    ------
    NotationError
        If the text is not understood; the message and ``span`` say where.
    CardError
        If a hand has a card twice, or a card that the deck does not have.

    Notes
    -----
    Weights are kept as given, never rounded or scaled; only their ratios matter. A range may be
    empty: after removing cards, or when every weight is 0.

    Examples
    --------
    >>> r = Range("QQ-JJ, AKs:0.5")
    >>> len(r), str(r)
    (16, 'QQ-JJ, AKs:0.5')
    >>> list(Range("AhKh, 0.25(AsKs)"))
    [('AhKh', 1.0), ('AsKs', 0.25)]
    """

    __slots__ = ("_cards", "_hash", "_masks", "_weights", "deck", "is_full", "is_uniform", "size")

    size: int
    """Cards of a hand."""
    deck: Deck
    """The deck the hands are from."""
    is_full: bool
    """Whether this is every hand of the deck with one and the same weight."""
    is_uniform: bool
    """Whether all weights are equal."""
    _cards: NDArray[np.uint8] | None
    _masks: NDArray[np.uint64] | None
    _weights: NDArray[np.float64] | float
    _hash: int | None

    def __new__(cls, text: str, size: int = 2, deck: Deck = STANDARD) -> Range:
        """Read a range."""
        size = _check_size(size)
        if not isinstance(deck, Deck):
            raise RuleError(f"{shown(deck)} is not a deck; expected e.g. Deck(jokers=1)")
        if not isinstance(text, str):
            raise RuleError(
                f"a range is read from text, not from {type(text).__name__}; "
                "see Range.from_combos and Range.single"
            )
        _check_enough(size, deck)
        return (_read_kept if size == 2 else _read)(text, size, deck)

    @classmethod
    def _make(
        cls,
        masks: NDArray[np.uint64] | None,
        weights: NDArray[np.float64] | float,
        size: int,
        deck: Deck,
        uniform: bool,
    ) -> Range:
        """Make a range of arrays that are in order; no masks: every hand of the deck."""
        self = object.__new__(cls)
        put = object.__setattr__
        put(self, "size", size)
        put(self, "deck", deck)
        put(self, "is_full", masks is None)
        put(self, "is_uniform", uniform)
        put(self, "_masks", masks)
        put(self, "_weights", weights)
        put(self, "_cards", None)
        put(self, "_hash", None)
        return self

    @classmethod
    def _full(cls, weight: float, size: int, deck: Deck) -> Range:
        """Make the range of every hand; its arrays are made when asked for."""
        return cls._make(None, float(weight), size, deck, True)

    @classmethod
    def _empty(cls, size: int, deck: Deck) -> Range:
        """Make the range of no hand."""
        return cls._of_arrays(np.zeros(0, np.uint64), np.zeros(0), size, deck)

    @classmethod
    def _of_arrays(
        cls, masks: NDArray[np.uint64], weights: NDArray[np.float64], size: int, deck: Deck
    ) -> Range:
        """Make a range of masks, ascending and different, and positive weights."""
        if not (weights == weights[:1]).all():
            return cls._make(frozen(masks), frozen(weights), size, deck, False)
        return cls._uniform(masks, float(weights[0]) if len(weights) else 1.0, size, deck)

    @classmethod
    def _uniform(cls, masks: NDArray[np.uint64], weight: float, size: int, deck: Deck) -> Range:
        """Make a range of masks, ascending and different, of one weight, which takes no array."""
        if len(masks) == comb(deck.size, size):
            return cls._full(weight, size, deck)
        # all empty ranges are equal
        return cls._make(frozen(masks), float(weight) if len(masks) else 1.0, size, deck, True)

    @classmethod
    def from_combos(
        cls,
        combos: Iterable[Cards | tuple[Cards, float]] | Mapping[Any, float],
        weights: Iterable[float] | None = None,
        size: int = 2,
        deck: Deck = STANDARD,
    ) -> Range:
        """Make a range of hands, with weights if they are not all equal.

        Parameters
        ----------
        combos : iterable or mapping
            Hands, each as text or as card numbers; or an integer array of shape (n, size). Or
            hands with their weights: a mapping of hand to weight, or pairs of hand and weight (a
            float), such as a range gives when iterated.
        weights : iterable of float, optional
            One weight from 0 to 1 for each hand; 0 leaves the hand out. Not with hands that
            come with their weights.
        size : int
            Cards of a hand.
        deck : Deck
            The deck the hands are from.

        Returns
        -------
        Range
            The range; no hands at all give an empty one.

        Raises
        ------
        CardError
            If a hand has the wrong number of cards, a card twice, or one not in the deck, or is
            given twice with different weights.
        RuleError
            If weights are not numbers from 0 to 1, one for each hand.

        Examples
        --------
        >>> str(Range.from_combos({"AsKs": 1, "AhKh": 0.5}))
        'AsKs, AhKh:0.5'
        >>> str(Range.from_combos(["AsKs", "AhKh", [49, 45], [48, 44]], [0.5] * 4))
        'AKs:0.5'
        """
        size = _check_size(size)
        _check_enough(size, deck)
        if isinstance(combos, (str, bytes)) or not isinstance(combos, Iterable):
            raise RuleError("expected a sequence of hands; one text is read by Range(text)")
        combos, weights = _apart(combos, weights)
        masks = _masks_of_combos(combos, size, deck)
        given = np.ones(len(masks)) if weights is None else _check_weights(weights)
        if len(given) != len(masks):
            raise RuleError(f"{len(given)} weights for {len(masks)} hands")
        settled = _settle(masks, given, np.arange(len(masks)))
        if isinstance(settled, tuple):
            mask, first, second = settled
            name = format_cards(cards_of(mask)[::-1], deck)
            raise CardError(
                f"{name} is given twice, with weights {float(given[first])!r} and "
                f"{float(given[second])!r}"
            )
        return cls._of_arrays(masks[settled], given[settled], size, deck)

    @classmethod
    def single(cls, cards: Cards, deck: Deck = STANDARD) -> Range:
        """Make the range of one known hand, of as many cards as are given.

        Parameters
        ----------
        cards : str or iterable
            The cards of the hand, as text or as numbers.
        deck : Deck
            The deck the hand is from.

        Returns
        -------
        Range
            A range of one combo with weight 1.

        Examples
        --------
        >>> Range.single([51, 47, 3]).size
        3
        """
        found = read_cards(cards, deck, "hand")
        if not found or None in found:
            raise CardError("hand: expected known cards, at least one")
        mask = mask_of(card for card in found if card is not None)
        return cls._of_arrays(np.array([mask], np.uint64), np.ones(1), len(found), deck)

    @classmethod
    def unknown(cls, deck: Deck = STANDARD) -> Range:
        """Make the range of the one hand of no cards, for a hand of which nothing is known.

        Parameters
        ----------
        deck : Deck
            The deck the cards to come are from.

        Returns
        -------
        Range
            A range of size 0.

        Examples
        --------
        >>> len(Range.unknown()), Range.unknown().size
        (1, 0)
        """
        return cls._full(1.0, 0, deck)

    @property
    def masks(self) -> NDArray[np.uint64]:
        """The hands as sets of cards, one bit per card; ascending, read-only, shape (n,)."""
        return all_masks(self.deck, self.size) if self._masks is None else self._masks

    @property
    def cards(self) -> NDArray[np.uint8]:
        """The hands as card numbers, high card first; read-only, shape (n, size)."""
        if self._masks is None:
            return all_cards(self.deck, self.size)
        if self._cards is None:
            object.__setattr__(self, "_cards", frozen(cards_of_masks(self._masks, self.size)))
        assert self._cards is not None
        return self._cards

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights as given, all positive; read-only, shape (n,)."""
        if isinstance(self._weights, float):
            return np.broadcast_to(self._weights, len(self))
        return self._weights

    @property
    def _weight(self) -> float:
        """The weight of every hand of a uniform range."""
        assert isinstance(self._weights, float)
        return self._weights

    def without(self, dead: SupportsIndex) -> Range:
        """Take out every hand that has one of the dead cards.

        Parameters
        ----------
        dead : int
            Mask of the dead cards.

        Returns
        -------
        Range
            What is left, with the weights as they were; it may be empty.

        Examples
        --------
        >>> len(Range("AA").without(1 << 51))
        3
        """
        mask = _as_mask(dead) & self.deck.mask
        if not mask:
            return self
        masks = self.masks
        keep = (masks & np.uint64(mask)) == 0
        if keep.all():
            return self
        if self.is_uniform:
            return Range._uniform(masks[keep], self._weight, self.size, self.deck)
        return Range._of_arrays(masks[keep], self.weights[keep], self.size, self.deck)

    def with_cards(self, cards: SupportsIndex) -> Range:
        """Add the same cards to every hand; hands that have one of them already are taken out.

        Parameters
        ----------
        cards : int
            Mask of the cards.

        Returns
        -------
        Range
            Hands of so many cards more, with the weights as they were.

        Examples
        --------
        >>> str(Range("AsAh, KsKh").with_cards(1 << 51))
        'AsKsKh'
        """
        mask = _as_mask(cards)
        if mask & ~self.deck.mask:
            raise RuleError(f"cards is {shown(cards)}; there are no such cards in the deck")
        if not mask:
            return self
        left = self.without(mask)
        masks = left.masks | np.uint64(mask)
        order = np.argsort(masks)
        size = self.size + mask.bit_count()
        return Range._of_arrays(masks[order], left.weights[order], size, self.deck)

    def format(self) -> str:
        """Write the range in notation; reading that gives the same range.

        Returns
        -------
        str
            Classes with plus and dash where all combos of a class have one weight, else combos.

        Examples
        --------
        >>> Range("KK,AA,JJ,22,33,AsKs").format()
        'KK+, JJ, 33-22, AsKs'
        """
        return _format(self)

    __str__ = format

    def __repr__(self) -> str:
        text = self._label()
        text = f"<{text}>" if text.endswith(" hands") else repr(text)
        size = "" if self.size == 2 else f", size={self.size}"
        deck = "" if self.deck == STANDARD else f", deck={self.deck!r}"
        return f"Range({text}{size}{deck})"

    def _label(self) -> str:
        """Write the range, or say how many hands it has where that is too long to be read."""
        if self.size == 2 or self.is_full or len(self) <= LABEL:
            text = self.format()
            if len(text) <= LABEL:
                return text
        return f"{len(self):,} hands"

    def __len__(self) -> int:
        return comb(self.deck.size, self.size) if self._masks is None else len(self._masks)

    def __iter__(self) -> Iterator[tuple[str, float]]:
        masks, weights = self.masks, self.weights
        for at in range(0, len(self), 4096):
            part = slice(at, at + 4096)
            rows = cards_of_masks(masks[part], self.size).tolist()
            for cards, weight in zip(rows, weights[part].tolist(), strict=True):
                yield format_cards(cards, self.deck), weight

    def __contains__(self, hand: Cards) -> bool:
        found = read_cards(hand, self.deck, "hand")
        if len(found) != self.size or None in found:
            raise CardError(f"hand: expected {self.size} known cards")
        if self.is_full:
            return True
        mask = np.uint64(mask_of(card for card in found if card is not None))
        at = int(np.searchsorted(self.masks, mask))
        return at < len(self) and bool(self.masks[at] == mask)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        if self is other:
            return True
        if (self.size, self.deck, self.is_full) != (other.size, other.deck, other.is_full):
            return False
        if self.is_uniform != other.is_uniform:
            return False
        if self.is_uniform and self._weight != other._weight:
            return False
        if not self.is_full and not np.array_equal(self.masks, other.masks):
            return False
        return self.is_uniform or np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        if self._hash is None:
            what: tuple[object, ...]
            if self.is_full:
                what = (self._weight,)
            elif self.is_uniform:
                what = (self.masks.tobytes(), self._weight)
            else:
                what = (self.masks.tobytes(), self.weights.tobytes())
            object.__setattr__(self, "_hash", hash((self.size, self.deck, *what)))
        assert self._hash is not None
        return self._hash

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a range cannot be changed; make a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a range cannot be changed; make a new one")

    def __copy__(self) -> Range:
        return self

    def __deepcopy__(self, memo: object) -> Range:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self._masks, self._weights, self.size, self.deck)


def _restore(masks: Any, weights: Any, size: int, deck: Deck) -> Range:
    """Make a range again from its pickle."""
    if masks is None:
        return Range._full(weights, size, deck)
    if isinstance(weights, float):
        return Range._uniform(masks, weights, size, deck)
    return Range._of_arrays(masks, weights, size, deck)


def _apart(combos: Any, weights: Any) -> tuple[Any, Any]:
    """Take hands that come with their weights apart."""
    if isinstance(combos, Mapping):
        pairs = list(combos.items())
    elif isinstance(combos, np.ndarray):
        return combos, weights
    else:
        combos = list(combos)
        number = sum(map(_is_pair, combos))
        if not number:
            return combos, weights
        if number < len(combos):
            raise RuleError(f"{number} of {len(combos)} hands come with a weight; expected all")
        pairs = combos
    if weights is not None:
        raise RuleError("hands that come with their weights, and weights= too; give one of them")
    return [hand for hand, _ in pairs], [weight for _, weight in pairs]


def _is_pair(item: object) -> bool:
    """Tell whether something is a hand and its weight: no card is a float."""
    return isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], (float, np.floating))


def _check_weights(weights: Iterable[float]) -> NDArray[np.float64]:
    """Make an array of weights, or refuse what is none."""
    if isinstance(weights, (str, bytes)) or not isinstance(weights, Iterable):
        raise RuleError(f"weights {shown(weights)}; expected a sequence of numbers from 0 to 1")
    if isinstance(weights, np.ndarray):
        if weights.dtype.kind not in "iuf" or weights.ndim != 1:
            raise RuleError("weights: expected one row of numbers from 0 to 1")
    else:
        weights = list(weights)
        for weight in weights:
            if isinstance(weight, (bool, np.bool_)) or not isinstance(
                weight, (int, float, np.integer, np.floating)
            ):
                raise RuleError(f"{shown(weight)} is not a weight; expected a number from 0 to 1")
            if not 0 <= weight <= 1:
                raise RuleError(f"weight {shown(weight)}; expected 0 to 1 (only the ratios matter)")
    values = np.array(weights, np.float64)
    wrong = values[~((values >= 0) & (values <= 1))]
    if wrong.size:
        raise RuleError(f"weight {float(wrong[0])!r}; expected 0 to 1 (only the ratios matter)")
    return values


def _masks_of_combos(combos: Iterable[Cards], size: int, deck: Deck) -> NDArray[np.uint64]:
    """Check hands given one by one, or as an array, and make masks of them."""
    if isinstance(combos, np.ndarray) and combos.dtype.kind in "iu" and combos.ndim == 2:
        if combos.shape[1] != size:
            raise CardError(f"hands of {combos.shape[1]} cards; expected {size}")
        rows = np.sort(combos, axis=1)
        outside = rows[(rows < deck.cards[0]) | (rows > deck.cards[-1])]
        if outside.size:
            check_in_deck(int(outside[0]), deck)
        double = rows[:, 1:][rows[:, 1:] == rows[:, :-1]]
        if double.size:
            raise CardError(f"{format_cards([int(double[0])], deck)} is twice in one hand")
        bits = np.left_shift(np.uint64(1), rows.astype(np.uint64))
        masks: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
        return masks
    found = []
    for number, hand in enumerate(combos):
        cards = read_cards(hand, deck, f"hand {number}")
        known = [card for card in cards if card is not None]
        if len(known) != size or len(cards) != size:
            raise CardError(f"hand {number} has {len(known)} known cards; expected {size}")
        found.append(mask_of(known))
    return np.array(found, np.uint64)


def _runs(ranks: list[int]) -> list[tuple[int, int]]:
    """Join descending ranks to runs, each (highest, lowest)."""
    runs: list[tuple[int, int]] = []
    for rank in ranks:
        if runs and runs[-1][1] == rank + 1:
            runs[-1] = (runs[-1][0], rank)
        else:
            runs.append((rank, rank))
    return runs


def _write_runs(names: list[str], ranks: list[int], highest: int) -> list[str]:
    """Write classes as runs; `names` by rank, `highest` the rank from which a plus counts."""
    words = []
    for high, low in _runs(ranks):
        if high == low:
            words.append(names[low])
        elif high == highest:
            words.append(names[low] + "+")
        else:
            words.append(f"{names[high]}-{names[low]}")
    return words


def _whole_classes(weight_of: dict[int, float]) -> dict[float, set[tuple[int, int, str]]]:
    """Take the classes whose combos are all there with one weight out of `weight_of`."""
    found: dict[float, set[tuple[int, int, str]]] = {}
    for high in range(13):
        for low in range(high + 1):
            for kind in ("",) if high == low else ("s", "o"):
                masks = class_masks(high, low, kind)
                weight = weight_of.get(masks[0])
                if weight is not None and all(weight_of.get(mask) == weight for mask in masks):
                    found.setdefault(weight, set()).add((high, low, kind))
                    for mask in masks:
                        del weight_of[mask]
    return found


def _write_classes(classes: set[tuple[int, int, str]]) -> list[str]:
    """Write classes of one weight: pairs, suited and mixed hands by high card, offsuit hands."""
    pairs = [rank for rank in range(12, -1, -1) if (rank, rank, "") in classes]
    words = _write_runs([rank + rank for rank in RANKS], pairs, 12)
    tail: list[str] = []
    for high in range(12, 0, -1):
        below = range(high - 1, -1, -1)
        suited = [low for low in below if (high, low, "s") in classes]
        offsuit = [low for low in below if (high, low, "o") in classes]
        names = [RANKS[high] + low for low in RANKS]
        if suited == offsuit:
            words += _write_runs(names, suited, high - 1)
            continue
        words += _write_runs([name + "s" for name in names], suited, high - 1)
        tail += _write_runs([name + "o" for name in names], offsuit, high - 1)
    return words + tail


def _format(hands: Range) -> str:
    """Write a range so that reading it gives the same range."""
    if not len(hands):
        return "random:0"
    if hands.is_full:
        return "random" + _weight_text(hands._weight)
    groups = _classes_by_weight(hands) if hands.size == 2 else _patterns_by_weight(hands)
    words: list[str] = []
    for weight in sorted(groups, reverse=True):
        words += [word + _weight_text(weight) for word in groups[weight]]
    return ", ".join(words)


def _classes_by_weight(hands: Range) -> dict[float, list[str]]:
    """Write the hands of two cards of each weight as classes and combos."""
    weight_of = dict(zip(hands.masks.tolist(), hands.weights.tolist(), strict=True))
    classes = _whole_classes(weight_of)
    words = {weight: _write_classes(classes[weight]) for weight in classes}
    for mask in reversed(weight_of):
        name = format_cards(cards_of(mask)[::-1], hands.deck)
        words.setdefault(weight_of[mask], []).append(name)
    return words


def _patterns_by_weight(hands: Range) -> dict[float, list[str]]:
    """Write the hands of each weight as patterns of ranks and combos."""
    order = np.argsort(hands.weights, kind="stable")
    weights, starts = np.unique(hands.weights[order], return_index=True)
    words: dict[float, list[str]] = {}
    for weight, rows in zip(weights.tolist(), np.split(order, starts[1:]), strict=True):
        masks = hands.masks[rows]
        # fewer hands are hardly ever all that a pattern stands for
        patterns, left = (
            rank_sets(masks, Space(hands.size, hands.deck)) if len(rows) > 3 else ([], masks)
        )
        words[weight] = [_write_pattern(row, hands) for row in patterns] + [
            format_cards(row, hands.deck) for row in cards_of_masks(left, hands.size).tolist()[::-1]
        ]
    return words


def _write_pattern(ranks: tuple[int, ...], hands: Range) -> str:
    """Write bare ranks, 13 and 14 being jokers, and as many other cards as there are more."""
    plain = "".join(RANKS[rank] for rank in ranks if rank < 13)
    jokers = "".join(card_name(39 + rank, hands.deck) for rank in ranks if rank >= 13)
    # Jk and a deuce would be read as the second joker
    named = plain + jokers if plain.startswith("2") else jokers + plain
    return named + "*" * (hands.size - len(ranks))


def _weight_text(weight: float) -> str:
    """Write a weight after an entry; nothing for 1."""
    return "" if weight == 1 else f":{weight!r}"


def as_ranges(seats: Iterable[Seat], size: int, deck: Deck) -> list[Range]:
    """Make a range of whatever a caller gives for each seat, see `as_range`.

    Examples
    --------
    >>> [len(one) for one in as_ranges(("AA", "AKs"), 2, STANDARD)]
    [6, 4]
    """
    return [as_range(seat, size, deck, f"seat {at}") for at, seat in enumerate(seats)]


def as_range(seat: Seat, size: int = 2, deck: Deck = STANDARD, what: str = "seat 0") -> Range:
    """Make a range of whatever a caller gives for a seat.

    Parameters
    ----------
    seat : str, Range or iterable
        Notation, a range, or the cards of one hand (``"?"`` among them is an unknown card).
    size : int
        Cards of a hand in this game.
    deck : Deck
        The deck of this game.
    what : str
        Whose hand it is, for messages.

    Returns
    -------
    Range
        A range of that size and deck with at least one hand.

    Raises
    ------
    NotationError
        If text is not understood.
    CardError
        If cards are double, too many, too few or not in the deck, or no hand is left.
    RuleError
        If it is nothing that names a hand, or a range of hands of another size.

    Examples
    --------
    >>> len(as_range("AA")), str(as_range([51, 47]))
    (6, 'AsKs')
    """
    try:
        if isinstance(seat, Range):
            hands = in_deck(seat, size, deck)
        elif isinstance(seat, str):
            hands = Range(seat, size, deck)
        else:
            found = read_cards(seat, deck, "")
            if len(found) != size:
                raise CardError(f"{plural(len(found))}; a hand has {size}")
            if None in found:
                text = "".join("?" if c is None else format_cards([c], deck) for c in found)
                hands = Range(text, size, deck)
            else:
                hands = Range.single([card for card in found if card is not None], deck)
        if hands._masks is not None and not len(hands._masks):
            raise CardError("no hand is left; every weight is 0")
    except EquityError as error:
        raise labelled(error, what) from None
    return hands


def in_deck(hands: Range, size: int, deck: Deck) -> Range:
    """Give a range for another deck that has all its cards."""
    if hands.size != size:
        raise RuleError(f"a range of {hands.size}-card hands; a hand has {size} here")
    if hands.deck == deck or not len(hands):
        return hands
    used = (
        hands.deck.mask if hands.is_full and hands.size else int(np.bitwise_or.reduce(hands.masks))
    )
    outside = used & ~deck.mask
    if outside:
        check_in_deck(cards_of(outside)[0], deck)
    return Range._of_arrays(hands.masks.copy(), hands.weights.copy(), size, deck)
