"""Showing results: plain text, rich terminal tables, HTML, data frames.

All of them are made from one view of a result: title, facts, columns, rows. The optional
libraries are imported only here, when asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equity.views import View

__all__ = ["frame", "html", "optional", "rich_table", "text"]

ROWS = 24
"""A plain table of more rows is shortened ..."""
SHOWN = 12
"""... to so many."""
MOST_ROWS = 200
"""An HTML table of more rows is shortened to ROWS."""
WIDTH = 44
"""Longer text in a cell of a plain table is cut."""


def optional(module: str, extra: str | None = None) -> Any:
    """Import an optional library, or say how to install it.

    Parameters
    ----------
    module : str
        What to import.
    extra : str, optional
        The extra of the distribution that brings it; the library itself if not given.

    Returns
    -------
    module
        The library.

    Raises
    ------
    ImportError
        If it is not installed.

    Examples
    --------
    >>> optional("math").floor(2.5)
    2
    """
    from importlib import import_module

    library = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != library:
            raise
        target = f'"card-equity[{extra}]"' if extra else library
        raise ImportError(f"this needs {library}: pip install {target}", name=library) from error


def cell(column: str, value: object) -> str:
    """Write one value of a table."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Integral):
        return f"{int(value):,}"
    if isinstance(value, Real):
        number = float(value)
        if column.endswith("stderr"):
            return f"{number:.2g}"
        if column == "chips":
            return f"{number:,.2f}"
        return f"{number:.6f}" if abs(number) < 100 else f"{number:,.2f}"
    return str(value)


def _is_number(value: object) -> bool:
    """Tell whether a value is set to the right."""
    return isinstance(value, Real)


def _numeric(view: View) -> list[bool]:
    """Tell which columns hold numbers."""
    return [
        any(_is_number(row[i]) for row in view.rows)
        and all(row[i] is None or _is_number(row[i]) for row in view.rows)
        for i in range(len(view.columns))
    ]


def _cut(written: str) -> str:
    """Shorten long text."""
    return written if len(written) <= WIDTH else written[: WIDTH - 3] + "..."


def text(view: View) -> str:
    """Write a view as plain text, long tables shortened."""
    rows = view.rows if len(view.rows) <= ROWS else view.rows[:SHOWN]
    table = [view.columns]
    for row in rows:
        named = zip(view.columns, row, strict=True)
        table.append([_cut(cell(name, value)) for name, value in named])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    numeric = _numeric(view)
    lines = [view.title, *(f"  {fact}" for fact in view.facts)]
    for written in table:
        parts = [
            item.rjust(width) if right else item.ljust(width)
            for item, width, right in zip(written, widths, numeric, strict=True)
        ]
        lines.append("  ".join(parts).rstrip())
    if len(rows) < len(view.rows):
        lines.append(f"... {len(view.rows) - len(rows):,} more")
    return "\n".join(lines)


def rich_table(view: View) -> Any:
    """Make a rich table of a view."""
    table_type = optional("rich.table").Table
    text_type = optional("rich.text").Text
    table = table_type(
        title=text_type(view.title, style="bold"),
        caption=text_type("\n".join(view.facts), justify="left"),
        title_justify="left",
        caption_justify="left",
    )
    for column, right in zip(view.columns, _numeric(view), strict=True):
        # Of a column too wide, text is folded and numbers are not.
        justify = "right" if right else "left"
        table.add_column(text_type(column), justify=justify, no_wrap=right)
    for row in view.rows:
        named = zip(view.columns, row, strict=True)
        table.add_row(*(text_type(cell(name, value)) for name, value in named))
    return table


def html(view: View) -> str:
    """Write a view as an HTML table, everything escaped."""
    from html import escape

    numeric = _numeric(view)
    out = ["<table>"]
    caption = "<br>".join(escape(fact) for fact in view.facts)
    out.append(
        f'<caption style="text-align: left"><strong>{escape(view.title)}</strong>'
        f"{'<br>' if caption else ''}{caption}</caption>"
    )
    heads = "".join(f"<th>{escape(column)}</th>" for column in view.columns)
    out.append(f"<thead><tr>{heads}</tr></thead><tbody>")
    rows = view.rows if len(view.rows) <= MOST_ROWS else view.rows[:ROWS]
    for row in rows:
        items = []
        for column, value, right in zip(view.columns, row, numeric, strict=True):
            side = "right" if right else "left"
            items.append(f'<td style="text-align: {side}">{escape(cell(column, value))}</td>')
        out.append(f"<tr>{''.join(items)}</tr>")
    out.append("</tbody></table>")
    if len(rows) < len(view.rows):
        out.append(f"<p>... {len(view.rows) - len(rows):,} more</p>")
    return "".join(out)


def _flat(record: Mapping[str, object]) -> dict[str, object]:
    """Spread lists and objects within a record over columns; fractions become floats."""
    out: dict[str, object] = {}
    for name, value in record.items():
        if name == "histogram":
            continue
        if isinstance(value, Mapping):
            inner = _flat({str(key): item for key, item in value.items()})
            out.update({f"{name}_{key}": item for key, item in inner.items()})
        elif isinstance(value, Sequence) and not isinstance(value, str):
            out.update({f"{name}_{i}": item for i, item in enumerate(value, 1)})
        elif isinstance(value, Real) and not isinstance(value, Integral):
            out[name] = float(value)
        else:
            out[name] = value
    return out


def frame(records: Sequence[Mapping[str, object]]) -> Any:
    """Make a pandas data frame of records."""
    return optional("pandas", "pandas").DataFrame([_flat(record) for record in records])
