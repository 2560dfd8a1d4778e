"""Ctrl-C: answered with what there is, from Python and on the command line."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")

# Long enough to be interrupted: half a minute of one core, exactly; for ever, simulated.
EXACT = ["22+,A9s+"] * 4
ENDLESS = 10**15

MOMENTS = int(os.environ.get("EQUITY_INTERRUPTS", "6"))
"""How many random moments are tried in each surrounding."""
QUESTION = "holdem.equity('AK', 'QQ+', 'random', deals=20_000, seed=1)"
ANSWER = [5477, 11523, 2819]
"""The wins of the question, asked without interruption."""

PYTHON = """
import sys
import time
from equity import holdem
from equity.errors import Interrupted

def progress(done, total):
    if done:
        print("started", flush=True)

try:
    holdem.equity({arguments}, seconds=100_000, progress=progress)
except Interrupted as stopped:
    r = stopped.result
    assert isinstance(stopped, KeyboardInterrupt)
    assert r.partial
    assert 0 < r.deals
    assert (r.wins + r.ties + r.losses == r.deals).all()
    assert abs(r.equity.sum() - 1) < 1e-9
    print("interrupted", r.method, r.deals, "partial" in str(r), flush=True)
    sys.exit(7)
print("finished", flush=True)
"""


# The command line, which tells when the first chunk is done.
COMMAND = """
import equity.run
from equity.cli import main

add = equity.run._Work.add

def told(self, tally):
    add(self, tally)
    if self.merged.chunks == 1:
        print("started", flush=True)

equity.run._Work.add = told
main()
"""


def interrupt_after(arguments: Sequence[str], marker: str, wait: float) -> tuple[int, str, str]:
    """Start a program, send SIGINT a while after its marker; give status and output."""
    program = subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "COLUMNS": "100"},
    )
    assert program.stdout is not None
    try:
        line = program.stdout.readline()
        assert line.strip() == marker, line + (program.stderr.read() if program.stderr else "")
        time.sleep(wait)
        assert program.poll() is None, program.communicate()
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
        return program.returncode, out, err
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("exact", ", ".join([*map(repr, EXACT), "method='exact'"])),
        ("monte-carlo", f"'AhKh', 'QsQd', deals={ENDLESS}, seed=1"),
        ("monte-carlo", f"*['random'] * 6, deals={ENDLESS}, seed=1"),
    ],
    ids=["exact", "simulated", "simulated, six seats"],
)
def test_from_python(method: str, arguments: str) -> None:
    code = PYTHON.format(arguments=arguments)
    _check_python(code, method)


def test_in_a_pool_of_threads_given_by_the_caller() -> None:
    code = "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\n"
    code += PYTHON.format(arguments=f"'AhKh', 'QsQd', deals={ENDLESS}, seed=1, executor=pool")
    _check_python(code, "monte-carlo")


def _check_python(code: str, method: str) -> None:
    # The first chunks of an exact run may hold no deal.
    status, out, err = interrupt_after([sys.executable, "-c", code], "started", 1.5)
    assert status == 7, out + err
    word, answered_by, deals, says_partial = out.strip().splitlines()[-1].split()
    assert word == "interrupted"
    assert answered_by == method
    assert int(deals) > 0
    assert says_partial == "True"


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("exact", [*EXACT, "--method", "exact", "--seconds", "100000"]),
        ("monte-carlo", ["AhKh", "QsQd", "--deals", str(ENDLESS), "--seed", "1"]),
        (
            "monte-carlo",
            ["AhKh", "22+", "--deals", str(ENDLESS), "--seed", "1", "--threads", "2"],
        ),
    ],
    ids=["exact", "simulated", "simulated on two threads"],
)
def test_on_the_command_line(method: str, arguments: list[str]) -> None:
    pytest.importorskip("equity.cli")
    command = [sys.executable, "-c", COMMAND, "holdem", *arguments]
    status, out, err = interrupt_after(command, "started", 0.3)
    assert status == 130, out + err
    assert "partial" in out, out + err
    assert arguments[0][:3] in out
    assert method in out
    assert "Traceback" not in err


@pytest.mark.slow
@pytest.mark.parametrize("again", [0.0, 0.01, 0.05, 0.1, 0.2, 0.29])
def test_a_second_time_while_the_answer_is_made(again: float) -> None:
    command = [sys.executable, "-m", "equity", "holdem", "AhKh", "QsQd"]
    command += ["--deals", str(ENDLESS), "--seed", "1"]
    status, out, err = signalled(command, [6.0, again], {**os.environ, **SHOWN}, None)
    assert status == 130, out + err
    assert "partial" in out, out + err
    assert not err


ASKED_AGAIN = f"""
print("started", flush=True)
import signal
stopped = []
while True:
    try:
        from equity import holdem
        r = {QUESTION}
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        break
    except KeyboardInterrupt as error:
        stopped.append((type(error).__name__, getattr(error, "result", None) is not None))
    except BaseException as error:
        print("broken", repr(error), stopped, flush=True)
        raise
print(*(name for name, _ in stopped), r.wins.tolist(), flush=True)
"""


def moments(longest: float) -> list[float]:
    """Draw moments, half of them in the first third: there the libraries are loaded."""
    draw = random.Random(20240229)
    return [draw.random() ** 1.6 * longest for _ in range(MOMENTS)]


SHOWN = {"PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1"}
"""A program that does not end is aborted, and says where it was."""


def environments(folder: Path) -> Iterator[dict[str, str]]:
    """Give environments of processes, every fourth of them without a kernel kept."""
    for number in itertools.count():
        if number % 4 == 0:
            shutil.rmtree(folder, ignore_errors=True)
        yield {**os.environ, "NUMBA_CACHE_DIR": str(folder), **SHOWN}


def signalled(
    arguments: Sequence[str], waits: Sequence[float], env: dict[str, str], ready: str | None
) -> tuple[int, str, str]:
    """Start a program, interrupt it after each of some times; give status and output."""
    program = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    assert program.stdout is not None
    try:
        if ready is not None:
            assert program.stdout.readline().strip() == ready
        for wait in waits:
            time.sleep(wait)
            if program.poll() is not None:
                break
            program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=120)
        return program.returncode, out, err
    except subprocess.TimeoutExpired:
        program.send_signal(signal.SIGABRT)
        raise AssertionError(("does not end", waits, *program.communicate())) from None
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()


def report(name: str, seen: Counter[str]) -> None:
    print(f"{name}: {MOMENTS} moments, {dict(seen)}")


@pytest.mark.slow
def test_a_second_question_answers_in_python(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for wait, env in zip(moments(4.0), environments(tmp_path), strict=False):
        status, out, err = signalled([sys.executable, "-c", ASKED_AGAIN], [wait], env, "started")
        assert status == 0, (wait, out, err)
        assert out.endswith(f"{ANSWER}\n"), (wait, out, err)
        assert not err, (wait, out, err)
        seen[out.partition("[")[0].strip() or "answered before"] += 1
    report("Python", seen)


@pytest.mark.slow
def test_the_command_line_ends_at_any_moment(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    command = [sys.executable, "-m", "equity", "holdem", "AK", "QQ+", "random", "--seed", "1"]
    times = itertools.cycle([[], [0.02], [0.1], [0.25], [0.05, 0.05]])
    for wait, more, env in zip(moments(2.5), times, environments(tmp_path), strict=False):
        waits = [wait, *more]
        status, out, err = signalled([*command, "--deals", str(ENDLESS)], waits, env, None)
        if "equity/" not in err and ("Traceback" in err or status == -signal.SIGINT):
            # Python itself had not come to the program: no program could help it.
            assert wait < 0.5, (wait, err)
            seen["Python was starting"] += 1
            continue
        assert status == 130, (wait, out, err)
        assert "Traceback" not in err, (wait, out, err)
        assert "Exception ignored" not in err, (wait, out, err)
        seen["partial" if "partial" in out else err.strip() or "no words yet"] += 1
    status, out, err = signalled([*command, "--deals", "20000"], [], env, None)
    assert status == 0, err
    assert f"{ANSWER[0] / 20_000:.6f}" in out
    report("command line", seen)


LOST = """
import os, signal, sys, weakref

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            nothing = Finder()
            end = weakref.ref(nothing, lambda _: os.kill(os.getpid(), signal.SIGINT))
            del nothing

sys.meta_path.insert(0, Finder())
sys.argv = ["equity", "holdem", "AK", "QQ+", "random", "--deals", "{deals}"]
from equity.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["equity.cli", "equity.games", "equity.showdown.simulation"])
def test_what_comes_where_python_cannot_raise_is_not_lost(module: str) -> None:
    code = LOST.format(module=module, deals=ENDLESS)
    status, out, err = signalled([sys.executable, "-c", code], [], dict(os.environ), None)
    assert status == 130, out + err
    assert "Exception ignored" not in err
    assert "Traceback" not in err


@pytest.mark.slow
def test_a_second_question_answers_in_a_notebook(tmp_path: Path) -> None:
    manager_of = pytest.importorskip("jupyter_client.manager").start_new_kernel
    pytest.importorskip("ipykernel")
    seen: Counter[str] = Counter()
    for wait, env in zip(moments(3.0), environments(tmp_path), strict=False):
        manager, client = manager_of(kernel_name="python3", env=env)
        try:
            first = client.execute(f"from equity import holdem\nprint({QUESTION}.wins.tolist())")
            time.sleep(wait)
            manager.interrupt_kernel()
            out, error = _answer_of(client, first)
            seen[error or "answered before"] += 1
            assert error in (None, "KeyboardInterrupt", "Interrupted"), (wait, out, error)
            # What was sent may still come when the cell is over: it is then the kernel's.
            for _ in range(3):
                second = client.execute(
                    f"from equity import holdem\nprint({QUESTION}.wins.tolist())"
                )
                out, error = _answer_of(client, second)
                if error is None:
                    break
                assert error in ("KeyboardInterrupt", "Interrupted"), (wait, out, error)
            assert out.strip() == str(ANSWER), (wait, out, error)
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    report("notebook", seen)


def _answer_of(client: Any, request: str) -> tuple[str, str | None]:
    """Wait for a cell; give what it wrote and the name of its error."""
    out, error = "", None
    while True:
        message = client.get_iopub_msg(timeout=120)
        if message["parent_header"].get("msg_id") != request:
            continue
        content = message["content"]
        if message["msg_type"] == "stream" and content["name"] == "stdout":
            out += content["text"]
        elif message["msg_type"] == "error":
            error = content["ename"]
        elif message["msg_type"] == "status" and content["execution_state"] == "idle":
            return out, error
