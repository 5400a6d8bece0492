"""A table of a score sheet, as plain values."""

from __future__ import annotations

from typing import NamedTuple


class Table(NamedTuple):
    """A table of plain texts; a cell of several lines has line breaks in it."""

    caption: str
    columns: tuple[str, ...]
    """The first one is above the names of the rows."""
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[tuple[str, ...], ...] = ()
