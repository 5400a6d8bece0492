"""A table of a score sheet, and what can be corrected in it, as plain values."""

from __future__ import annotations

from typing import NamedTuple


class Table(NamedTuple):
    """A table of plain texts; a cell of several lines has line breaks in it."""

    caption: str
    columns: tuple[str, ...]
    """The first one is above the names of the rows."""
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[tuple[str, ...], ...] = ()
    details: tuple[str, ...] = ()
    """The arithmetic of each row, for those who want to see it."""


class Field(NamedTuple):
    """One value of a correction, as a form asks for it."""

    label: str
    value: str
    """As it counts now."""
    options: tuple[tuple[str, str], ...] = ()
    """The values to choose from, each with its label; none if it is a number."""
    lowest: int = 0
    highest: int = 0


class Correction(NamedTuple):
    """A correction as a form: an act with an open value for each field."""

    act: str
    fields: tuple[Field, ...]
    group: str = ""
    """What this one is about, together with its neighbours: a net, a player."""
