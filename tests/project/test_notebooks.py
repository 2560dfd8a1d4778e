"""The notebooks run from start to end in a kernel of their own, and are stored without outputs."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
EACH = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
CELL_SECONDS = 300
"""The longest that a cell may take on a slow machine: a hang fails, slowness does not."""


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@EACH
def test_is_stored_clean(path: Path) -> None:
    """Valid, no outputs, and nothing of the machine on which it was written."""
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert notebook.nbformat == 4
    assert notebook.metadata.kernelspec.name == "python3"
    assert "version" not in notebook.metadata.get("language_info", {})
    assert not re.search(r"/(home|root|tmp|Users|work|mnt)/|[A-Za-z]:\\\\", text)
    assert notebook.cells[0].cell_type == "markdown"
    assert notebook.cells[0].source.startswith("# ")
    for cell in notebook.cells:
        assert cell.source.strip(), f"cell {cell.id} is empty"
        assert set(cell.metadata) <= {"tags"}, f"cell {cell.id}"
        if cell.cell_type == "code":
            assert cell.outputs == [], f"cell {cell.id}"
            assert cell.execution_count is None, f"cell {cell.id}"


@pytest.mark.slow
@EACH
def test_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a fresh kernel of this interpreter, from another folder, nobody's settings read."""
    nbclient = pytest.importorskip("nbclient")
    manager = pytest.importorskip("jupyter_client.manager")
    kernelspec = pytest.importorskip("jupyter_client.kernelspec")
    pytest.importorskip("ipykernel")

    class ThisPython(manager.AsyncKernelManager):  # type: ignore[misc, name-defined]
        """Starts this interpreter, whatever kernels are installed under whatever names."""

        @property
        def kernel_spec(self) -> Any:
            return kernelspec.KernelSpec(
                argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                display_name="this Python",
                language="python",
            )

    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.delenv("MPLBACKEND", raising=False)
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook,
        kernel_manager_class=ThisPython,
        timeout=CELL_SECONDS,
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute()
    drawn = [cell for cell in notebook.cells if ".plot" in cell.source and "ax" in cell.source]
    for cell in drawn:
        assert any("image/png" in output.get("data", {}) for output in cell.outputs), cell.id
