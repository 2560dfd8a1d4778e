"""Run tests on compiled modules that find their own faults: ``python -m tests.sanitize``.

All modules under ``ext/`` are built in a copy of the project, ``build/sanitized``, with
AddressSanitizer, UndefinedBehaviorSanitizer and Cython's checks of every index, and tests run on
them: those named as arguments of pytest, else all that call compiled code much. Prints every fault
and exits 1 if there is one. All takes about an hour. Needs gcc with its sanitizers, on Linux, and
the extra "dev".
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "ext", "equity", "tests", "docs")
TESTS = (
    "-k",
    "not quick and not milliseconds",  # tests of speed: all is some five times slower here
    "tests/banking",
    "tests/core/test_bad_input.py",
    "tests/games",
    "tests/project/test_oracle.py",
    "tests/rankings/test_games.py",
    "tests/showdown",
)


def library(name: str) -> str:
    """Give the path of a library of the compiler."""
    found = subprocess.run(
        ["gcc", f"-print-file-name={name}"], check=True, capture_output=True, text=True
    ).stdout.strip()
    if not os.path.isabs(found):
        sys.exit(f"gcc has no {name}; on Debian or Ubuntu it comes with gcc")
    return found


def main(arguments: list[str]) -> int:
    """Build, run, and tell of every fault."""
    project, reports = ROOT / "build" / "sanitized", ROOT / "build" / "sanitizer-reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir(parents=True)
    project.mkdir(exist_ok=True)
    ignored = shutil.ignore_patterns("*.so", "*.c", "__pycache__")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, project / name, ignore=ignored, dirs_exist_ok=True)
        else:
            shutil.copy2(ROOT / name, project / name)
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        check=True,
        cwd=project,
        env={**os.environ, "EQUITY_SANITIZE": "1"},
    )
    environment = {
        **os.environ,
        # Exceptions of other modules pass through the sanitizer only if it finds libstdc++.
        "LD_PRELOAD": f"{library('libasan.so')} {library('libstdc++.so.6')}",
        # The interpreter leaks by design. A file for each process that has faults.
        "ASAN_OPTIONS": f"detect_leaks=0:log_path={reports / 'address'}",
        "UBSAN_OPTIONS": f"print_stacktrace=1:log_path={reports / 'undefined'}",
        "PYTHONMALLOC": "malloc",  # else objects share blocks that look like one to it
        "PYTHONPATH": str(project),
    }
    where = subprocess.run(
        [sys.executable, "-c", "import equity.showdown._boards as m; print(m.__file__)"],
        check=True,
        capture_output=True,
        text=True,
        cwd=project,
        env=environment,
    ).stdout
    assert where.startswith(str(project)), f"the tests would run on {where}"
    status = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *(arguments or TESTS)],
        cwd=project,
        env=environment,
    ).returncode
    found = [report.read_text(errors="replace") for report in sorted(reports.iterdir())]
    print(*found, sep="\n")
    print(f"{len(found)} processes with faults; pytest ended with {status}")
    return int(bool(found) or status != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
