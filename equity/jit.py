"""How kernels are compiled and kept, and the random stream that all of them draw from.

Imported by the kernels alone, which are called through :mod:`equity.shield`: it loads Numba. A
kernel is kept on disk until a file of its folder, or this one, changes: kernels of one family may
call each other across files.
"""

from __future__ import annotations

import hashlib
import warnings
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numba import config, njit
from numba.core.caching import FunctionCache, IndexDataCacheFile

from equity.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["called", "compiled", "inlined", "next_bits"]


_NO_ENTRY = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""An entry for Python or C takes as long to compile as a small function."""
_NUMBA: Any = config
_DIGEST = hashlib.sha256
_complaints: set[str] = set()


def _complain(trouble: str, detail: object) -> None:
    """Warn of the cache, once for each kind of trouble."""
    if trouble not in _complaints:
        _complaints.add(trouble)
        warnings.warn(
            f"kernels {trouble} ({detail}); answers are right, the first ones take longer",
            RuntimeWarning,
            stacklevel=2,
        )


class _Files(IndexDataCacheFile):
    """The files of a cached kernel, each with a digest at its end.

    Without it, machine code with a bit gone wrong would be run.
    """

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator[BytesIO]:
        """Write all that is written, and its digest after it, where no unpickler looks."""
        content = BytesIO()
        yield content
        with super()._open_for_write(path) as file:
            file.write(content.getvalue() + _DIGEST(content.getvalue()).digest())

    def _load_index(self) -> Any:
        """Give the index; nothing is in one that is damaged, and the next save replaces it."""
        return super()._load_index() if _whole(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        """Give a compiled kernel."""
        path = self._data_path(name)
        if not _whole(path):
            raise FileNotFoundError(path)  # as if it were not there
        return super()._load_data(name)


def _whole(path: str) -> bool:
    """Tell whether a file is as it was written; complain if it is there and is not."""
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        return False
    size = len(content) - _DIGEST().digest_size
    whole = size > 0 and _DIGEST(content[:size]).digest() == content[size:]
    if not whole:
        _complain("are compiled anew, those kept are damaged", path)
    return whole


@lru_cache
def _sources(folder: str) -> str:
    """Give a digest of the kernels of a family and of this file.

    Numba looks at the file of a kernel only; a change in what it calls would not be noticed.
    """
    files = [*sorted(Path(folder).glob("*.py")), Path(__file__)]
    return _DIGEST(b"\0".join(file.read_bytes() for file in files)).hexdigest()


class _Cache(FunctionCache):
    """The cache of a kernel; whatever is wrong with it, the kernel is compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _Files(
            self.cache_path,
            # Not the name of files without a digest.
            f"{self._impl.filename_base}.checked",
            _sources(str(Path(function.__code__.co_filename).parent)),
        )

    def load_overload(self, *arguments: Any) -> Any:
        """Give a compiled kernel, ``None`` if it is not kept."""
        try:
            return super().load_overload(*arguments)
        except Warning:  # of ours, made an error
            raise
        except Exception as error:
            _complain("are compiled anew, those kept cannot be read", error)
            return None

    def save_overload(self, *arguments: Any) -> None:
        """Keep a compiled kernel, if possible."""
        try:
            super().save_overload(*arguments)
        except Warning:
            raise
        except Exception as error:
            _complain("are compiled in every process, they cannot be kept", error)


def _cached(function: Callable[..., Any], **options: Any) -> Any:
    """Compile lazily; cached on disk unless there is nowhere to write."""
    kernel = njit(nogil=True, **options)(function)
    if not _NUMBA.DISABLE_JIT:
        try:
            kernel._cache = _Cache(function)
        except (OSError, RuntimeError) as error:
            _complain("are compiled in every process, they cannot be kept", error)
    return kernel


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel that Python calls."""
    return _refused if _NUMBA.DISABLE_JIT else _cached(function)


def _refused(*arguments: Any) -> NoReturn:
    """Stand for a kernel: Python itself would reckon with small integers that run over."""
    raise RuleError("NUMBA_DISABLE_JIT is set; nothing can be simulated, only answered exactly")


def called(function: Callable[..., Any]) -> Any:
    """Compile a function that only kernels call; one that is inlined elsewhere, too."""
    return _cached(getattr(function, "py_func", function), **_NO_ENTRY)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile into the kernels that call: a call that passes arrays costs more than what it does.

    Not ``inline="always"``, which infers types anew at each call: the long kernels took half as
    long again to compile.
    """
    options: Any = _NO_ENTRY
    return njit(forceinline=True, **options)(function)


@inlined
def next_bits(s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Give 64 random bits and the next state of xoshiro256++ (Blackman and Vigna, 2018)."""
    sum_ = s0 + s3
    bits = ((sum_ << np.uint64(23)) | (sum_ >> np.uint64(41))) + s0
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return bits, s0, s1, s2, s3
