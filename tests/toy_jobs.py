"""Small jobs for the tests of `equity.run`; importable, so that other processes can do them."""

from __future__ import annotations

import hashlib
import math
import os
import threading
import time
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Coin:
    """Toss a biased coin; the float sum shows the order in which chunks were added."""

    chance: float = 0.3
    chunk_deals: int = 1000

    def sample(self, state, deals):
        draws = np.random.Generator(np.random.Philox(key=state[:2])).random(deals)
        wins = int(np.count_nonzero(draws < self.chance))
        return {
            "counts": np.array([wins, deals - wins], dtype=np.int64),
            "sum": np.array([math.fsum(np.log1p(draws))]),
        }

    def error(self, tally):
        wins, losses = (int(count) + 1 for count in tally["counts"])
        deals = wins + losses
        return math.sqrt(wins * losses / deals / deals / deals)


@dataclass(frozen=True)
class Recorder:
    """Keep every draw, in order: to see which stream a chunk used, and how much of it."""

    chunk_deals: int = 7
    slots: int = 64

    def sample(self, state, deals):
        drawn = np.zeros(self.slots)
        index = int(state[3] % np.uint64(self.slots))
        drawn[index] = np.random.Generator(np.random.Philox(key=state[:2])).random(deals).sum()
        return {"drawn": drawn, "deals": np.array([deals]), "words": state.copy()}

    def error(self, tally):
        return math.inf


@dataclass(frozen=True)
class Squares:
    """Sum the squares and the reciprocals of 1 .. units."""

    units: int = 1000
    chunk_units: int = 37

    def count(self, start, stop):
        numbers = np.arange(start + 1, stop + 1)
        return {
            "squares": np.array([int((numbers**2).sum()), stop - start]),
            "reciprocals": np.array([math.fsum(1 / numbers)]),
        }


@dataclass(frozen=True)
class Busy:
    """Take about 30 ms a chunk in one C call that releases the lock, as real kernels do."""

    chunk_deals: int = 10
    rounds: int = 40_000

    def sample(self, state, deals):
        hashlib.pbkdf2_hmac("sha256", b"", b"", self.rounds)
        return {"deals": np.array([deals]), "first": state[:1] >> np.uint64(32)}

    def error(self, tally):
        return math.inf


@dataclass(frozen=True)
class Faulty:
    """Count well up to a unit, then raise."""

    units: int = 1000
    chunk_units: int = 1
    bad: int = 20
    error_type: type[BaseException] = ZeroDivisionError

    def count(self, start, stop):
        if start >= self.bad:
            raise self.error_type(f"unit {start}")
        return {"units": np.array([stop - start])}


@dataclass(frozen=True)
class Deadly:
    """Count well up to a unit, then end the process at once."""

    units: int = 1000
    chunk_units: int = 1
    bad: int = 20

    def count(self, start, stop):
        if start == self.bad:
            # The results before it are on their way.
            time.sleep(0.5)
            os._exit(1)
        return {"units": np.array([stop - start])}


@dataclass(frozen=True)
class Where:
    """Tell which thread and process did each unit."""

    units: int = 40
    chunk_units: int = 1

    def count(self, start, stop):
        hashlib.pbkdf2_hmac("sha256", b"", b"", 4_000)
        place = np.zeros((self.units, 2), dtype=np.int64)
        place[start:stop] = threading.get_ident() % 2**62, os.getpid()
        return {"place": place}
