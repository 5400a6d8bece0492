"""The stored state of a match: written before an update, in case new rules replay its acts differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
    row = database.execute("SELECT acts, players, state FROM states WHERE match = ?", (number,)).fetchone()
    if row is None:
        return None
    try:
        return StoredState(int(row[0]), tuple(str(row[1]).split("\n")), str(row[2]))
    except (ValueError, TypeError):
        return None  # the match can still be replayed from its acts


def write_state(database: sqlite3.Connection, number: int, state: StoredState) -> None:
    """Store the state of a match; it replaces an earlier one."""
    row = (number, state.acts, "\n".join(state.players), state.text)
    database.execute("INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?)", row)
