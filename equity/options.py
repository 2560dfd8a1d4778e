"""The options of every calculation: how long, how exactly, by whom."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypedDict,
    cast,
)

from equity.checks import positive, whole
from equity.errors import RuleError, shown

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from typing import Unpack


__all__ = [
    "DEFAULT_TOLERANCE",
    "EXACT_STEPS",
    "STEPS_PER_SECOND",
    "Keywords",
    "Method",
    "Options",
    "duration",
    "fresh_seed",
]

Method: TypeAlias = Literal["exact", "monte-carlo"]

clock = time.perf_counter
"""The clock of every calculation; tests put their own in its place."""

EXACT_STEPS: Final = 1_000_000_000
"""``method="auto"`` is exact up to this many steps."""

STEPS_PER_SECOND: Final = 200_000_000
"""Nominal rate of one core, for forecasts only; a constant, so that choices never vary."""

EXACT_SECONDS: Final = 3600.0
"""The longest forecast that an exact run may have when ``seconds`` is not given."""

DEFAULT_TOLERANCE: Final = 0.0005
"""The tolerance when neither ``deals`` nor ``tolerance`` nor ``seconds`` is given."""

SEED_DIGITS: Final = 4000
"""Digits of a seed; Python writes numbers up to some more."""

MOST_SEED: Final = 10**SEED_DIGITS

MAX_DEALS: Final = 2**63 - 1
"""Counts are 64-bit."""


class Keywords(TypedDict, total=False):
    """The keywords of every calculation, for ``**options: Unpack[Keywords]``."""

    method: Literal["auto", "exact", "monte-carlo"]
    deals: int | None
    tolerance: float | None
    seconds: float | None
    seed: int | None
    executor: Executor | None
    progress: bool | Callable[[int, int], object] | None


@dataclass(frozen=True, slots=True)
class Options:
    """The keywords of a calculation, checked and with the defaults filled in.

    Make one with :meth:`check`; the fields are the keywords themselves.
    """

    method: Literal["auto", "exact", "monte-carlo"] = "auto"
    deals: int | None = None
    """Deals to simulate (survival: games; sessions: sessions)."""
    tolerance: float | None = None
    """Largest standard error to reach, in the unit of the answer."""
    seconds: float | None = None
    """Seconds of real time to simulate; the longest forecast that an exact run may have."""
    seed: int | None = None
    """Seed as given; ``None`` lets the calculation draw one."""
    executor: Executor | None = None
    progress: bool | Callable[[int, int], object] | None = None
    started: float = field(default_factory=clock, compare=False, repr=False)
    """When the call began, by `clock`: its set-up counts as well."""

    @classmethod
    def check(
        cls, default_tolerance: float = DEFAULT_TOLERANCE, /, **keywords: Unpack[Keywords]
    ) -> Options:
        """Check the keywords of a calculation.

        Parameters
        ----------
        default_tolerance : float, optional
            The tolerance when `deals`, `tolerance` and `seconds` are all left out.
        **keywords
            ``method``, ``deals``, ``tolerance``, ``seconds``, ``seed``, ``executor``,
            ``progress``; see :class:`Options`.

        Returns
        -------
        Options
            With plain Python numbers, and at least one of `deals`, `tolerance`, `seconds`.

        Raises
        ------
        RuleError
            A keyword is unknown, or its value is of the wrong type or outside its range, or
            `deals` or `tolerance` comes with ``method="exact"``.

        Examples
        --------
        >>> Options.check(deals=1000, seed=7).deals
        1000
        >>> Options.check().tolerance
        0.0005
        """
        started = clock()  # what is checked and read takes its time too
        given = cast("dict[str, Any]", keywords)
        unknown = sorted(given.keys() - Keywords.__annotations__.keys())
        if unknown:
            raise RuleError(
                f"unknown option {shown(unknown[0])}; the options of a calculation are "
                + ", ".join(Keywords.__annotations__)
            )
        method = given.get("method", "auto")
        if not isinstance(method, str) or method not in ("auto", "exact", "monte-carlo"):
            raise RuleError(f"method is {shown(method)}; it is 'auto', 'exact' or 'monte-carlo'")
        deals = whole("deals", given.get("deals"), 1)
        tolerance = positive("tolerance", given.get("tolerance"))
        seconds = positive("seconds", given.get("seconds"))
        if deals is not None and deals > MAX_DEALS:
            raise RuleError(f"deals is {shown(deals)}; it must be below 2**63")
        if tolerance is not None and tolerance >= 1:
            raise RuleError(
                f"tolerance is {shown(tolerance)}; it is a standard error below 1, such as 0.0005"
            )
        for name, value in (("deals", deals), ("tolerance", tolerance)):
            if method == "exact" and value is not None:
                raise RuleError(f"{name} is for a simulation; it cannot go with method='exact'")
        seed = whole("seed", given.get("seed"), 0)
        if seed is not None and seed >= MOST_SEED:
            raise RuleError(f"seed is {shown(seed)}; it has at most {SEED_DIGITS:,} digits")
        executor = given.get("executor")
        if executor is not None and (
            isinstance(executor, type) or not callable(getattr(executor, "submit", None))
        ):
            raise RuleError(f"executor is {shown(executor)}; it must have a method submit")
        progress = given.get("progress")
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise RuleError(f"progress is {shown(progress)}; it is None, True, False or a callable")
        if deals is None and tolerance is None and seconds is None:
            tolerance = default_tolerance
        return cls(
            method=cast("Any", method),
            deals=deals,
            tolerance=tolerance,
            seconds=seconds,
            seed=seed,
            executor=executor,
            progress=progress,
            started=started,
        )


def fresh_seed() -> int:
    """Draw a seed below 2**53, which every JSON reader keeps."""
    return int.from_bytes(os.urandom(7), "little") >> 3


def duration(seconds: float) -> str:
    """Put a time in words."""
    for unit, size, limit in (
        ("seconds", 1, 120),
        ("minutes", 60, 7200),
        ("hours", 3600, 172_800),
        ("days", 86_400, 63_072_000),
    ):
        if seconds < limit:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 31_536_000:.3g} years"
