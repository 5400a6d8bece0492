"""The way of a move to the disk: both copies beside one commit of SQLite; what undo, redo and history cost."""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial

from engine import GAMES
from engine.acts import Act, read_act
from engine.game import Setup
from engine.match import REDO, UNDO, Match
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from firmware_py.storage.journal import Journal
from tests.bench.rows import Figure, Goal, Row, best, measured
from tests.firmware_py.page.replays import replayed

MOVES = 2000
SETUP = Setup("inside", ("Anna", "Ben"))
MOVE = "1 place L310"
FEW, MANY = 1_000, (10_000, 40_000)
"""Moves of a match before they are all undone."""
PLAIN = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "CREATE TABLE matches (number INTEGER PRIMARY KEY, head TEXT)",
    "INSERT INTO matches VALUES (1, '')",
    """CREATE TABLE acts (match INTEGER NOT NULL REFERENCES matches, place INTEGER NOT NULL,
    act TEXT NOT NULL, PRIMARY KEY (match, place)) WITHOUT ROWID""",
)
"""A journal as simple as it can be: one copy, without checksums."""


def moves() -> Iterator[Row]:
    """Measure how long a move is under way to the disk, and what undo, redo and history cost in a long match."""
    yield from measured(_store, Goal("a move to the disk, twice (one commit of SQLite)", 2.2))
    yield from measured(
        _long_matches,
        *(
            Goal(f"{what} of {moves:,} moves (of {FEW:,})", 2)
            for what in ("an undo in a match", "a redo in a match", "a line of the history")
            for moves in MANY
        ),
    )


def _store() -> Sequence[Figure]:
    """Store moves in turn here and there; a quarter of them, the quickest, had the disk for themselves."""
    ours, plain = [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Journal(f"{folder}/journal.db")) as journal,
        closing(sqlite3.connect(f"{folder}/plain.db", isolation_level=None)) as database,
    ):
        number = journal.begin(SETUP, date="2026-11-20")
        for statement in PLAIN:
            database.execute(statement)
        for place in range(MOVES):
            ours.append(_seconds(partial(journal.keep, number, place, MOVE)))
            plain.append(_seconds(partial(database.execute, "INSERT INTO acts VALUES (1, ?, ?)", (place, MOVE))))
    return (Figure(sorted(ours)[MOVES // 4], sorted(plain)[MOVES // 4]),)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _long_matches() -> Sequence[Figure]:
    """Undo, redo and read whole matches of several lengths; return what each costs a move."""
    few, *more = best(*(partial(_undo_all, moves) for moves in (FEW, *MANY)), rounds=3)
    return [Figure(many[at], few[at]) for at in range(len(few)) for many in more]


def _undo_all(moves: int) -> tuple[float, float, float]:
    """Return the seconds of CPU a move: to undo it, to redo it, and to list it in the history."""
    match = Match(GAMES["inside"].rules(), SETUP)
    turns = [read_act(f"fix turn {seat}") for seat in (2, 1)]
    for at in range(moves):
        match.play(turns[at % 2])
    log = tuple(match.log)
    undo, redo = (_cpu(partial(_play_on, match, act, moves)) for act in (UNDO, REDO))
    assert match.undoable == moves
    return undo / moves, redo / moves, _cpu(partial(_list_all, log)) / moves


def _play_on(match: Match[object], act: Act, times: int) -> None:
    for _ in range(times):
        match.play(act)
        _now = match.state


def _list_all(log: tuple[Act, ...]) -> None:
    assert len(lines(replayed(SETUP, log), Translations("en"))) == len(log)


def _cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
