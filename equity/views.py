"""What is shown of an answer, as plain data: results make it, `display` shows it."""

from typing import NamedTuple

__all__ = ["View"]


class View(NamedTuple):
    """A table: what is shown of a result, whatever it is shown on."""

    title: str
    facts: list[str]
    columns: list[str]
    rows: list[list[object]]
