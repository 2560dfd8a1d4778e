"""No file of the package imports, over whatever detour, one that imports it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import equity

ROOT = Path(equity.__file__).parent


def files() -> dict[str, Path]:
    """Give the files of the package by the names of their modules."""
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(source: str, package: str, known: set[str]) -> Iterator[str]:
    """Give the modules that a file imports: for types, within functions and by text, too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                yield from (name for name in [whole if whole in known else module] if name in known)
        elif isinstance(node, ast.Call):  # import_module("equity.games"), Kernels("equity.jit")
            for part in node.args:
                name = part.value if isinstance(part, ast.Constant) else None
                if isinstance(name, str) and "." in name and name in known:
                    yield name


def graph(sources: dict[str, tuple[str, str]]) -> dict[str, set[str]]:
    """Give what each module imports; sources are (package, text) by module."""
    return {
        name: set(imports(text, package, set(sources))) - {name}
        for name, (package, text) in sources.items()
    }


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Give a circle, or nothing."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def of_package() -> dict[str, set[str]]:
    """Give what each file of the package imports."""
    return graph(
        {
            name: (name if path.stem == "__init__" else name.rpartition(".")[0], path.read_text())
            for name, path in files().items()
        }
    )


def test_no_circle() -> None:
    assert circle(of_package()) == []


def test_circles_are_found_however_they_are_closed() -> None:
    for closing in (
        "import p.b",
        "from p import b",
        "from .b import x",
        "from . import b",
        "def f():\n    from p.b import x",
        "if TYPE_CHECKING:\n    from p.b import X",
        "b = import_module('p.b')",
    ):
        sources = {"p": ("p", ""), "p.a": ("p", closing), "p.b": ("p", "from p.a import y")}
        assert set(circle(graph(sources))) == {"p.a", "p.b"}, closing
    package = {"p": ("p", "from .b import x"), "p.b": ("p", "from p import y")}
    assert set(circle(graph(package))) == {"p", "p.b"}


def test_plots_and_display_know_no_result() -> None:
    edges = of_package()
    for name in ("equity.plots", "equity.display", "equity.views"):
        assert not [imported for imported in edges[name] if "results" in imported]
    assert not [
        imported
        for name, several in edges.items()
        if name.startswith("equity.results.")
        for imported in several
        if imported == "equity.results"
    ]
