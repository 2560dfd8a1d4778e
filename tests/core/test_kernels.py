"""How kernels are loaded and kept: out of reach of Ctrl-C, and whatever their files look like."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from numba import config
from numba.core.dispatcher import Dispatcher

import equity
from equity import jit
from equity.shield import Kernels, shielded

ROOT = Path(__file__).parents[2]
FAMILIES = sorted(path.parent.name for path in (ROOT / "equity").glob("*/kernels*"))
TWICE = """
from equity.jit import compiled

@compiled
def twice(number):
    return 2 * number
"""


def garble(content: bytes) -> bytes:
    """Turn one bit in the middle."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "one byte": lambda content: content[:1],
    "cut": lambda content: content[:100],
    "last byte missing": lambda content: content[:-1],
    "one bit": garble,
    "zeros": lambda content: bytes(len(content)),
    "another file": lambda content: b"#!/bin/sh\nexit 1\n" * 20,
}


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Give what loads a small kernel as a new process would."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(jit, "_complaints", set())
    source = tmp_path / "small.py"
    source.write_text(TWICE)

    def load() -> Any:
        spec = importlib.util.spec_from_file_location("small", source)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.twice

    return load


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("suffix", [".nbi", ".nbc", ""])
def test_damaged_files_are_replaced(
    kernel: Callable[[], Any], tmp_path: Path, suffix: str, damage: Callable[[bytes], bytes]
) -> None:
    assert kernel()(3) == 6
    files = kept(tmp_path / "cache")
    assert [path.suffix for path in files] == [".nbc", ".nbi"]
    for path in files:
        if path.suffix.endswith(suffix):
            path.write_bytes(damage(path.read_bytes()))
    with pytest.warns(RuntimeWarning, match="compiled anew, those kept are damaged") as told:
        assert kernel()(3) == 6
    assert len(told) == 1
    again = kernel()
    assert again(3) == 6
    assert sum(again.stats.cache_hits.values()) == 1


def test_said_once_for_all_kernels(kernel: Callable[[], Any], tmp_path: Path) -> None:
    first = kernel()
    assert (first(3), first(1.5)) == (6, 3.0)
    for path in kept(tmp_path / "cache"):
        path.write_bytes(b"")
    again = kernel()
    with pytest.warns(RuntimeWarning) as told:
        assert (again(3), again(1.5)) == (6, 3.0)
    assert len(told) == 1


def test_a_folder_in_the_place_of_a_file(kernel: Callable[[], Any], tmp_path: Path) -> None:
    assert kernel()(3) == 6
    for path in kept(tmp_path / "cache"):
        path.unlink()
        path.mkdir()
    with pytest.warns(RuntimeWarning) as told:
        assert kernel()(3) == 6
    assert 1 <= len(told) <= 2  # they can be neither read nor kept


def test_a_cache_that_vanishes_or_is_a_file(kernel: Callable[[], Any], tmp_path: Path) -> None:
    twice = kernel()
    (tmp_path / "cache").rename(tmp_path / "gone")
    (tmp_path / "cache").write_text("no folder")
    with pytest.warns(RuntimeWarning, match="compiled") as told:
        assert twice(3) == 6
    assert 1 <= len(told) <= 2


@pytest.mark.skipif(os.name != "posix", reason="limits are set as on POSIX")
@pytest.mark.parametrize("most", [0, 1, 200, 5000])
def test_no_space_left(kernel: Callable[[], Any], tmp_path: Path, most: int) -> None:
    import resource

    twice = kernel()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        with pytest.warns(RuntimeWarning, match="in every process, they cannot be kept") as told:
            assert (twice(3), twice(1.5)) == (6, 3.0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(told) == 1
    assert all(path.stat().st_size > most // 2 for path in kept(tmp_path / "cache"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kernel()(3) == 6


def test_nowhere_to_write(kernel: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(function: Any) -> Any:
        raise RuntimeError("cannot cache function 'twice': no locator available")

    monkeypatch.setattr(jit, "_Cache", nowhere)
    with pytest.warns(RuntimeWarning, match="they cannot be kept"):
        twice = kernel()
    assert twice(3) == 6


@pytest.mark.parametrize("family", FAMILIES)
def test_every_kernel_of_every_family_is_kept_so(family: str) -> None:
    module = import_module(f"equity.{family}.kernels")
    found = [item for item in vars(module).values() if isinstance(item, Dispatcher)]
    assert found
    for item in found:
        inlined = item.targetoptions.get("forceinline", False)
        assert isinstance(item._cache, jit._Cache) is not inlined, item


def program(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **env},
        timeout=300,
        check=False,
    )


@pytest.mark.slow
def test_damaged_files_on_the_command_line(tmp_path: Path) -> None:
    """Each family once: one line of warning, the same answer, and then nothing to say."""
    for question in (["holdem", "AK", "QQ+"], ["bank"], ["war"]):
        folder = tmp_path / question[0]
        env = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
        command = [sys.executable, "-m", "equity", *question, "--deals", "9", "--seed", "1"]
        answers = []
        for damage in (None, *(DAMAGES[name] for name in ("empty", "cut", "one bit")), None):
            for path in kept(folder) if damage is not None else ():
                path.write_bytes(damage(path.read_bytes()))
            ran = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
            assert ran.returncode == 0, ran.stderr
            answers.append([line for line in ran.stdout.splitlines() if " s" not in line])
            warned = ["damaged" in line for line in ran.stderr.splitlines()]
            assert warned == [True] * (damage is not None), ran.stderr
        assert all(answer == answers[0] for answer in answers)


WITHOUT_JIT = """
from importlib import import_module
from equity import baccarat, blackjack, holdem, war
from equity.errors import RuleError
for family in {families}:
    import_module(f"equity.{{family}}.kernels")
print(holdem.equity("AhKh", "QsQd").wins.tolist())
for ask in (
    lambda: holdem.equity("AK", "QQ+", "random", deals=2_000),
    lambda: blackjack.edge(deals=100),
    lambda: baccarat.edge(deals=100),
    lambda: war.play(deals=10),
):
    try:
        ask()
    except RuleError as error:
        print("NUMBA_DISABLE_JIT" in str(error))
"""


@pytest.mark.slow
def test_without_a_compiler_what_is_exact_is_answered() -> None:
    ran = program(WITHOUT_JIT.format(families=FAMILIES), NUMBA_DISABLE_JIT="1")
    assert ran.stdout.split("\n") == ["[787966, 917606]", *["True"] * 4, ""], ran.stderr


ELSEWHERE = """
import sys
import threading

class Watch:
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top in ("numba", "llvmlite") or name in HEAVY or name.endswith(".kernels"):
            if threading.current_thread() is threading.main_thread():
                wrong.append(name)

HEAVY = ("numpy", "numpy._core", "numpy.linalg", "numpy.random")
wrong = []
sys.meta_path.insert(0, Watch())
import equity
options = dict(deals=5, seed=1)
asked = 0
for name in ("holdem", "omaha", "blackjack", "in_between", "niu_niu", "war", "endurance"):
    game = equity.game(name)
    for question in ("equity", "edge", "play", "session", "odds"):
        try:
            getattr(game, question)(*["random"] * (2 if question == "equity" else 0), **options)
            asked += 1
        except (AttributeError, TypeError, equity.errors.EquityError):
            pass
assert any(name.endswith("banking.kernels") for name in sys.modules)
assert any(name.endswith("showdown.kernels") for name in sys.modules)
assert any(name.endswith("survival.kernels") for name in sys.modules)
print(asked, wrong)
"""


@pytest.mark.slow
def test_nothing_heavy_is_loaded_in_the_main_thread() -> None:
    ran = program(ELSEWHERE)
    assert ran.returncode == 0, ran.stderr
    asked, wrong = ran.stdout.split(maxsplit=1)
    assert int(asked) > 10
    assert wrong.strip() == "[]"


def test_kernels_are_imported_in_one_way() -> None:
    for path in (ROOT / "equity").rglob("*.py"):
        if "kernels" in path.parts:  # a kernel may call one of another file
            continue
        text = path.read_text("utf-8")
        assert not re.search(r"^\s*(from|import)\b.*\bkernels\b(?!\()", text, re.MULTILINE), path


def test_shielded_gives_what_the_function_gives() -> None:
    place: ContextVar[str] = ContextVar("place", default="nowhere")
    place.set("here")
    assert shielded(place.get) == "here"
    assert shielded(threading.get_ident) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        shielded(divmod, 1, 0)
    with pytest.raises(SystemExit):
        shielded(sys.exit, 3)
    assert Kernels("math").hypot(3, 4) == 5
    with pytest.raises(ModuleNotFoundError):
        Kernels("equity.nothing.kernels").deal()


def test_shielded_stays_in_other_threads() -> None:
    found: list[bool] = []
    thread = threading.Thread(
        target=lambda: found.append(shielded(threading.get_ident) == threading.get_ident())
    )
    thread.start()
    thread.join()
    assert found == [True]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_shielded_work_goes_on_and_a_fork_waits_for_it() -> None:
    done: list[str] = []

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.5)
        done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        shielded(work)
    assert not done
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer Pythons warn of a fork beside threads
        child = os.fork()
    if child == 0:
        os._exit(len(done))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    assert done == ["all of it"]


@pytest.mark.slow
def test_an_edited_helper_is_noticed_by_kernels_of_other_files(tmp_path: Path) -> None:
    """Numba looks at the file of a kernel alone; what it calls may stand in another."""
    home = Path(equity.__file__).parent
    copy = tmp_path / "equity"
    shutil.copytree(home, copy, ignore=shutil.ignore_patterns("__pycache__"))
    code = """
from equity import four_knives
print(four_knives.play(rounds=2, deals=1000, seed=1).tally["final"].sum())
"""

    def counted() -> int:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": "", "NUMBA_CACHE_DIR": str(tmp_path / "kernels")},
            capture_output=True,
            text=True,
            check=True,
        )
        return int(done.stdout)

    assert counted() == 1000
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "kernels").rglob("*.nbc")}
    assert counted() == 1000
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert not {*(tmp_path / "kernels").rglob("*.nbc")} - kept.keys()
    helper = copy / "banking" / "kernels" / "common.py"
    text = helper.read_text("utf-8")
    assert text.count("final[cell] += 1") == 1
    helper.write_text(text.replace("final[cell] += 1", "final[cell] += 2"), "utf-8")
    assert counted() == 2000
