"""Damaged journals: nothing of the file is lost, and what can be read goes on."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.match_store import MatchStore, new_match
from firmware_py.storage.rescue import open_journal
from tests.engine.games import played
from tests.firmware_py.storage.journals import ACTS, SETUP, contents, filled, overwrite, sql

# --- damaged files


MANY = [f"1 place {cell}" for cell in range(1000, 1100)]


def test_a_good_journal_is_opened_as_it_is(path):
    filled(path)
    journal, rescue = open_journal(path)
    assert (rescue, journal.lines(1)) == (None, ACTS)
    journal.close()


@pytest.mark.parametrize("page", [2, 3, 5, 8, 11, -1])
def test_of_a_file_with_a_broken_page_everything_else_is_saved_and_the_file_is_set_aside(path, page):
    filled(path, matches=30, acts=MANY)
    size = len(contents(path)) // 4096
    overwrite(path, (page % size) * 4096, b"\xa5" * 4096)
    damaged = contents(path)
    journal, rescue = open_journal(path)
    assert rescue is not None
    assert contents(rescue.aside) == damaged
    entries = journal.entries()
    assert len(entries) == rescue.matches
    names = [entry.players[0] for entry in reversed(entries)]
    assert names == sorted(names, key=lambda name: int(name.split()[1])), "in the old order"
    for entry in entries:
        assert journal.lines(entry.number) == MANY[: entry.acts]
    number = journal.begin(SETUP, date="")
    journal.keep(number, 0, ACTS[0])
    journal.close()
    again, rescue = open_journal(path)
    assert rescue is None
    assert again.lines(number) == ACTS[:1]
    again.close()


def test_most_matches_survive_one_broken_page_of_acts(path):
    filled(path, matches=30, acts=MANY)
    middle = len(contents(path)) // 4096 // 2
    overwrite(path, middle * 4096, b"\xa5" * 4096)
    journal, rescue = open_journal(path)
    assert rescue.matches == 30
    assert sum(entry.acts == len(MANY) for entry in journal.entries()) >= 20
    journal.close()


@pytest.mark.parametrize("at", [20, 32, 35, 36])
def test_a_broken_head_of_the_file_costs_no_match(path, at):
    filled(path, matches=5)
    overwrite(path, at, bytes([contents(path)[at] ^ 0x5A]))
    journal, rescue = open_journal(path)
    assert rescue.matches == 5
    assert all(journal.lines(entry.number) == ACTS for entry in journal.entries())
    journal.close()


def test_a_file_whose_very_first_bytes_are_broken_is_set_aside_for_somebody_who_knows_more(path):
    filled(path)
    overwrite(path, 0, b"sqlite")
    before = Path(path).read_bytes()
    journal, rescue = open_journal(path)
    journal.close()
    assert Path(rescue.aside).read_bytes() == before


def test_a_second_damaged_file_does_not_take_the_place_of_the_first(path):
    asides = []
    for _ in range(2):
        filled(path, matches=5)
        overwrite(path, 32, b"\x7f")
        journal, rescue = open_journal(path)
        journal.close()
        asides.append((rescue.aside, contents(rescue.aside)))
    assert asides[0][0] != asides[1][0]
    assert [contents(aside) for aside, _ in asides] == [data for _, data in asides]


def finished(path):
    """Keep a series of two matches that are over, and break the file in a place that costs nothing."""
    journal = Journal(path)
    store = MatchStore(journal)
    for series in (None, 1):
        match = new_match(SETUP)
        number = store.begin(match, "2026-11-20", series)
        for act in played('name 2 "Carla"', "1 quit").log:
            store.keep(number, match, act)
            match.play(act)
        store.settle(number, match, Status.OVER)
    found = journal.results(), [(entry.series, entry.players, entry.status) for entry in journal.entries()]
    journal.close()
    overwrite(path, 32, b"\x7f")
    return found


def test_what_is_saved_counts_as_before_with_its_results_names_and_series(path):
    before = finished(path)
    assert before[0]
    journal, rescue = open_journal(path)
    assert rescue.matches == 2
    after = journal.results(), [(entry.series, entry.players, entry.status) for entry in journal.entries()]
    journal.close()
    assert after == before


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("UPDATE matches SET head = 'Dear Anna' WHERE number = 2", id="head"),
        pytest.param("UPDATE matches SET status = 'lost' WHERE number = 2", id="status"),
        pytest.param("UPDATE acts SET act = CAST(x'31FF' AS TEXT) WHERE match = 2", id="act"),
    ],
)
def test_one_match_that_cannot_be_understood_does_not_hide_the_others(path, damage):
    filled(path, matches=3)
    sql(path, damage)
    journal, _ = open_journal(path)
    try:
        names = [entry.players[0] for entry in journal.entries()]
    finally:
        journal.close()
    assert {"Anna 1", "Anna 3"} <= set(names)


def test_a_head_that_is_gone_does_not_stop_the_rescue(path):
    filled(path, matches=3)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, 'head TEXT NOT NULL', 'head TEXT')")
    sql(path, "UPDATE matches SET head = NULL WHERE number = 2")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, 'head TEXT', 'head TEXT NOT NULL')")
    journal, rescue = open_journal(path)
    assert rescue.matches == 2
    journal.close()


def test_a_schema_that_is_no_text_any_more_is_a_damaged_file(path):
    filled(path)
    overwrite(path, contents(path).index(b"NULL"), b"\xff")
    journal, rescue = open_journal(path)
    journal.close()
    assert contents(rescue.aside).count(b"\xffULL")


@pytest.mark.parametrize("folder", ["100 % #1", "why?"])
def test_a_folder_may_be_called_as_people_like(tmp_path, folder):
    path = str(tmp_path / folder / "journal.db")
    filled(path, matches=5)
    overwrite(path, 32, b"\x7f")
    journal, rescue = open_journal(path)
    journal.close()
    assert rescue.matches == 5
