"""Build the Cython modules; everything else about the project is in pyproject.toml.

With ``EQUITY_SANITIZE=1`` they are built to find their own faults, see ``tests/sanitize.py``.
"""

from __future__ import annotations

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
FLAGS = {"msvc": ["/O2"]}
# No -march=native: it was slower, and such a wheel would not be portable. No debugging symbols:
# they take a third of the time to build.
PLAIN_FLAGS = ["-O3", "-g0"]
SANITIZED = os.environ.get("EQUITY_SANITIZE") == "1"
SANITIZERS = "-fsanitize=address,undefined"
"""A fault goes on, so that one run lists all of them."""
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": SANITIZED,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": SANITIZED,
    "embedsignature": True,
    "show_performance_hints": False,
}


class BuildExt(build_ext):
    """Only here is the compiler known, and with it the flags."""

    def build_extensions(self) -> None:
        for extension in self.extensions:
            if SANITIZED:
                extension.extra_compile_args += [
                    "-O1",
                    "-g1",
                    "-fno-omit-frame-pointer",
                    SANITIZERS,
                ]
                extension.extra_link_args.append(SANITIZERS)
                continue
            extension.extra_compile_args += FLAGS.get(self.compiler.compiler_type, PLAIN_FLAGS)
        self.parallel = self.parallel or os.cpu_count()
        super().build_extensions()


def extensions() -> list[Extension]:
    """One module for each ext/**/*.pyx, named by its path: ext/equity/a/_b.pyx is equity.a._b."""
    sources = sorted((ROOT / "ext" / "equity").rglob("*.pyx"))
    shared = sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "ext").rglob("*")
        if path.suffix in {".pyx", ".pxd", ".pxi", ".h"}
    )
    return [
        Extension(
            ".".join(path.relative_to(ROOT / "ext").with_suffix("").parts),
            [path.relative_to(ROOT).as_posix()],
            depends=shared,
        )
        for path in sources
    ]


os.chdir(ROOT)
setup(
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython-sanitized" if SANITIZED else "build/cython",
        include_path=["ext"],
        compiler_directives=DIRECTIVES,
    ),
    cmdclass={"build_ext": BuildExt},
)
