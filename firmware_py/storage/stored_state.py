"""The stored state of a match: written before an update, in case new rules replay its acts differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.storage.checksums import row_checksum

if TYPE_CHECKING:
    import sqlite3


class StoredState(NamedTuple):
    """The state of a match after some of its acts."""

    acts: int
    """How many of its acts lead to the state."""
    players: tuple[str, ...]
    text: str
    """The state, serialized by `state_codec`."""


def read_state(database: sqlite3.Connection, number: int) -> StoredState | None:
    """Return the stored state of a match, or None if there is none or it is damaged."""
    row = database.execute("SELECT * FROM states WHERE match = ?", (number,)).fetchone()
    if row is None or row_checksum(*row[:-1]) != row[-1]:
        return None  # the match can still be replayed from its acts
    return StoredState(row[1], tuple(row[2].split("\n")), row[3])


def write_state(database: sqlite3.Connection, number: int, state: StoredState) -> None:
    """Store the state of a match; it replaces an earlier one."""
    row = (number, state.acts, "\n".join(state.players), state.text)
    database.execute("INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?, ?)", (*row, row_checksum(*row)))
