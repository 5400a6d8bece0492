"""The way of a move to the disk: our journal beside one without checksums; and what an undo costs."""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import UNDO, Match
from firmware_py.storage.journal import Journal
from tests.bench.rows import Figure, Goal, Row, best, measured

MOVES = 2000
SETUP = Setup("inside", ("Anna", "Ben"))
MOVE = "1 place L310"
FEW, MANY = 1_000, 40_000
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
"""A journal as simple as it can be: without checksums."""


def moves() -> Iterator[Row]:
    """Measure how long a move is under way to the disk, and what an undo costs in a long match.

    Before it had checksums, the journal took 1.055 of this yardstick; 1.15 is not 1.1 times as long.
    """
    yield from measured(_store, Goal("a move to the disk (without checksums)", 1.15))
    yield from measured(_undo, Goal("an undo after 40,000 moves (after 1,000)", 2))


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


def _undo() -> Sequence[Figure]:
    (many,), (few,) = best(partial(_undo_all, MANY), partial(_undo_all, FEW), rounds=3)
    return (Figure(many, few),)


def _undo_all(moves: int) -> tuple[float]:
    match = Match(GAMES["inside"].rules(), SETUP)
    renamed = [read_act(f'name 1 "Anna {at % 2}"') for at in range(2)]
    for at in range(moves):
        match.play(renamed[at % 2])
    began = time.process_time()
    while match.undoable:
        match.play(UNDO)
        _now = match.state
    return ((time.process_time() - began) / moves,)
