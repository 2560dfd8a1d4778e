"""Shares of the pot by outcome, and the standard errors of means."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from equity.results.base import sealed

if TYPE_CHECKING:
    from equity.results.base import Floats, Ints

__all__ = ["Outcomes", "SHARE_UNITS", "mean_stderr", "outcome_shares", "share_stderr"]

SHARE_UNITS = 2520
"""Shares of a pot, a win, a chip are counted in 2520ths: the least common multiple of 1 to 10."""


class Outcomes(NamedTuple):
    """What one cell of a seat's histogram is worth, by cell."""

    share: Floats
    """Share of the whole pot."""
    high: Floats
    """The part of it won with the high hand."""
    low: Floats
    """The part of it won with the low hand."""
    units: Ints
    """The share in 2520ths, rounded."""


@lru_cache(maxsize=64)
def outcome_shares(seats: int, hi_lo: bool = False) -> Outcomes:
    """Give the share of the pot that each cell of a seat's histogram stands for.

    Parameters
    ----------
    seats : int
        Number of seats.
    hi_lo : bool, default False
        For ``joint`` of hi-lo games, flattened, instead of ``shares``.

    Returns
    -------
    Outcomes
        Arrays ``share``, ``high``, ``low`` (float64) and ``units`` (int64), one entry a cell.

    Examples
    --------
    >>> outcome_shares(4).share.tolist()[:3]
    [0.0, 1.0, 0.5]
    """
    part = np.zeros(seats + 1)
    part[1:] = 1.0 / np.arange(1, seats + 1)
    if hi_lo:
        high = np.repeat(part[:, None] / 2, seats + 2, axis=1)
        high[:, -1] = part
        low = np.zeros_like(high)
        low[:, :-1] = part / 2
    else:
        high, low = part, np.zeros_like(part)
    share = high + low
    units = np.rint(SHARE_UNITS * share).astype(np.int64)
    return Outcomes(*(sealed(array.ravel()) for array in (share, high, low, units)))


def share_stderr(counts: Ints, shares: Floats | None = None) -> Floats:
    """Give the standard error of a mean share, from the histogram of the share.

    One win and one loss are added to the counts, so that it is never 0.

    Parameters
    ----------
    counts : ndarray of int64, shape (..., cells)
        Deals by cell; by default cell ``k`` is a share of ``1 / k`` and cell 0 a loss.
    shares : ndarray of float64, shape (cells,), optional
        The share each cell stands for (`outcome_shares`).

    Returns
    -------
    ndarray of float64, shape (...)
        One standard error each.

    Examples
    --------
    >>> round(float(share_stderr(np.array([49, 49, 0]))), 6)
    0.050252
    """
    counts = np.asarray(counts)
    if shares is None:
        shares = outcome_shares(counts.shape[-1] - 1).share
    deals = counts.sum(axis=-1) + 2
    mean = (counts @ shares + 1.0) / deals
    spread = (counts * (shares - mean[..., None]) ** 2).sum(axis=-1) + (1 - mean) ** 2 + mean**2
    return np.asarray(np.sqrt(spread / (deals - 1.0) / deals), dtype=np.float64)


def mean_stderr(deals: int, sums: Ints, squares: Ints, low: int = 0, high: int = 1) -> Floats:
    """Give the standard error of means from sums and sums of squares, in the unit of the sums.

    One deal at `low` and one at `high` are added, so that it is never 0. Computed in
    integers of any size: nothing cancels.

    Parameters
    ----------
    deals : int
        Number of deals summed.
    sums, squares : ndarray of int64, same shape
        Sums, and sums of squares, of integer outcomes.
    low, high : int, default 0 and 1
        What a loss and a win are worth in the same unit.

    Returns
    -------
    ndarray of float64
        One standard error each.

    Examples
    --------
    >>> round(float(mean_stderr(98, np.array(49), np.array(49))), 6)
    0.050252
    """
    total = int(deals) + 2
    sums, squares = np.asarray(sums), np.asarray(squares)
    out = np.empty(sums.shape)
    for place in np.ndindex(sums.shape):
        first = int(sums[place]) + low + high
        second = int(squares[place]) + low * low + high * high
        out[place] = math.sqrt((total * second - first * first) / (total * total * (total - 1)))
    return out
