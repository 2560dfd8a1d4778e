"""Ctrl-C: answered with what there is, from Python and on the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")

# Long enough to be interrupted: half a minute of one core, exactly; for ever, simulated.
EXACT = ["22+,A9s+"] * 4
ENDLESS = 10**15

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
    status, out, err = interrupt_after([sys.executable, "-c", code], "started", 0.3)
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
