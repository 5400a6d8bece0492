"""Journals as earlier versions of the program have written them, without checksums."""

import sqlite3
from contextlib import closing

from engine.records import write_record
from firmware_py.storage import schema

TABLES = (
    """CREATE TABLE matches (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            series INTEGER NOT NULL,
            status TEXT NOT NULL,
            date TEXT NOT NULL,
            head TEXT NOT NULL,
            minutes INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE acts (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            place INTEGER NOT NULL,
            act TEXT NOT NULL,
            PRIMARY KEY (match, place)) WITHOUT ROWID""",
    """CREATE TABLE seats (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            player TEXT NOT NULL,
            points INTEGER,
            won INTEGER,
            PRIMARY KEY (match, seat)) WITHOUT ROWID""",
)
STATES = """CREATE TABLE states (
            match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
            acts INTEGER NOT NULL,
            players TEXT NOT NULL,
            state TEXT NOT NULL)"""


def old_journal(path, setups, acts, *, version=2):
    """Write a journal of an old version: a match for each setup with the same acts; the second was deleted."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA journal_mode = WAL")
        for table in (*TABLES, STATES)[: 2 + version]:
            database.execute(table)
        for number, setup in enumerate(setups, start=1):
            row = (number, number, "parked", "2026-11-20", write_record(setup, ()), 7)
            database.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?)", row)
            rows = [(number, place, act) for place, act in enumerate(acts)]
            database.executemany("INSERT INTO acts VALUES (?, ?, ?)", rows)
            seats = [(number, seat, name, seat, seat == 1) for seat, name in enumerate(setup.players, start=1)]
            database.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", seats)
        for delete in ("matches WHERE number", "acts WHERE match", "seats WHERE match"):
            database.execute(f"DELETE FROM {delete} = 2")
        database.execute(f"PRAGMA user_version = {version}")
        database.execute(f"PRAGMA application_id = {schema.APPLICATION}")
