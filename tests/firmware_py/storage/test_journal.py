"""The journal as the box relies on it: real files, nothing that was kept is lost, nothing foreign is touched."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.acts import read_act
from engine.game import Setup, Standing
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import Journal, JournalFault, Result, Status
from firmware_py.storage.match_store import (
    MatchStore,
    UnreadableMatch,
    new_match,
    restore_match,
    stored_match,
)
from firmware_py.storage.reader import JournalReader
from firmware_py.storage.reconcile import open_journal
from tests.engine.games import say_all
from tests.firmware_py.storage.journals import ACTS, SETUP, contents, fault, filled, opened, sql, stored

# --- what is written


def test_what_was_kept_is_read_back_in_order_also_after_the_file_was_closed(path):
    journal = Journal(path)
    number = journal.begin(SETUP, date="2026-11-20")
    for place, act in enumerate(ACTS):
        journal.keep(number, place, act)
    assert journal.lines(number) == ACTS
    journal.close()
    again = Journal(path)
    assert again.lines(number) == ACTS
    (entry,) = again.entries()
    assert (entry.setup, entry.status, entry.acts, entry.last) == (SETUP, Status.OPEN, 3, ACTS[-1])
    again.close()


def test_an_act_is_there_for_others_as_soon_as_it_is_kept(path):
    journal = Journal(path)
    other = JournalReader(path)
    number = journal.begin(SETUP, date="2026-11-20")
    for place, act in enumerate(ACTS):
        journal.keep(number, place, act)
        assert other.lines(number) == ACTS[: place + 1]
    other.close()
    journal.close()


def test_a_program_that_is_killed_loses_nothing_that_it_had_kept(path):
    script = (
        "import itertools, sys\nfrom engine.game import Setup\nfrom firmware_py.storage.journal import Journal\n"
        "journal = Journal(sys.argv[1])\nnumber = journal.begin(Setup('inside', ('A', 'B')), date='')\n"
        "for place in itertools.count():\n    journal.keep(number, place, f'1 place {place}')\n"
        "    print(place, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE, text=True) as process:
        said = [process.stdout.readline() for _ in range(20)]
        process.send_signal(signal.SIGKILL)
    assert said[-1] == "19\n"
    journal, report = opened(path)
    assert not report.cut
    assert not report.lost
    assert journal.lines(1)[:20] == [f"1 place {place}" for place in range(20)]
    journal.close()


def test_matches_are_listed_from_the_latest_and_by_what_became_of_them():
    journal = Journal(":memory:")
    numbers = [journal.begin(SETUP, date="2026-11-20") for _ in range(4)]
    for number, status in zip(numbers[:3], (Status.PARKED, Status.OVER, Status.ENDED), strict=True):
        journal.settle(number, status, SETUP.players)
    assert [(entry.number, entry.status) for entry in journal.entries()] == [
        (4, Status.OPEN), (3, Status.ENDED), (2, Status.OVER), (1, Status.PARKED),
    ]  # fmt: skip
    assert [entry.number for entry in journal.entries(Status.OVER, Status.ENDED)] == [3, 2]
    assert journal.entries(Status.OPEN)[0].last == ""
    assert journal.entry(2).status is Status.OVER
    assert journal.entry(99) is None


def test_a_series_is_called_after_its_first_match():
    journal = Journal(":memory:")
    first = journal.begin(SETUP, date="")
    other = journal.begin(SETUP, date="")
    again = journal.begin(SETUP, date="", series=first)
    assert [journal.entry(number).series for number in (first, other, again)] == [first, other, first]


def test_settling_notes_who_plays_now_and_how_they_ended():
    journal = Journal(":memory:")
    number = journal.begin(SETUP, date="")
    assert journal.results() == []
    journal.settle(number, Status.OVER, ("Anna", "Carla"), Standing(True, (2,), {1: 0, 2: 3}))
    assert journal.entry(number).players == ("Anna", "Carla")
    assert journal.entry(number).setup.players == ("Anna", "Ben"), "the record begins as it began"
    assert journal.results() == [
        Result(number, number, "inside", "Anna", 0, won=False),
        Result(number, number, "inside", "Carla", 3, won=True),
    ]
    journal.settle(number, Status.OPEN, ("Anna", "Carla"))
    assert journal.results() == [], "an end that was undone is none"


def test_a_match_that_was_broken_off_has_no_results():
    journal = Journal(":memory:")
    number = journal.begin(SETUP, date="")
    journal.settle(number, Status.ENDED, SETUP.players)
    assert journal.results() == []


def test_names_come_from_the_latest_match_first_and_each_once():
    journal = Journal(":memory:")
    for players in (("Dora", "Emil"), ("Anna", "Ben"), ("Carla", "Anna")):
        journal.begin(SETUP._replace(players=players), date="")
    names = journal.names()
    assert set(names[:2]) == {"Anna", "Carla"}
    assert names[2:] == ["Ben", "Dora", "Emil"]


def test_a_whole_match_from_elsewhere_is_taken_over_parked():
    journal = Journal(":memory:")
    match = say_all(new_match(SETUP), *ACTS)
    (number,) = journal.restore(stored_match(match, "2026-11-20"))
    entry = journal.entry(number)
    assert (entry.status, entry.series, entry.players) == (Status.PARKED, number, ("Anna", "Ben"))
    assert restore_match(journal, entry).match.state == match.state


def test_a_match_that_is_deleted_leaves_nothing_behind_and_its_number_is_not_used_again():
    journal = Journal(":memory:")
    kept, gone = (journal.begin(SETUP._replace(players=(name, "Ben")), date="") for name in ("Anna", "Carla"))
    journal.keep(kept, 0, ACTS[0])
    journal.keep(gone, 0, ACTS[0])
    journal.delete(gone)
    assert journal.lines(gone) == []
    assert journal.names() == ["Anna", "Ben"]
    assert journal.lines(kept) == ACTS[:1]
    assert journal.begin(SETUP, date="") > gone


def test_what_is_kept_at_a_place_is_never_overwritten():
    journal = Journal(":memory:")
    number = journal.begin(SETUP, date="")
    journal.keep(number, 0, ACTS[0])
    with pytest.raises(JournalFault):
        journal.keep(number, 0, ACTS[1])
    assert journal.lines(number) == ACTS[:1]


def test_nothing_is_kept_of_a_match_that_there_is_not():
    journal = Journal(":memory:")
    with pytest.raises(JournalFault):
        journal.keep(7, 0, ACTS[0])
    with pytest.raises(JournalFault):
        journal.settle(7, Status.OVER, ("Anna", "Ben"))
    assert journal.entries() == []


def test_a_full_disk_is_told_in_one_sentence_and_loses_nothing(path):
    journal = Journal(path)
    number = journal.begin(SETUP, date="")
    journal._database.execute(f"PRAGMA max_page_count = {sql(path, 'PRAGMA page_count')}")
    with pytest.raises(JournalFault) as caught:  # noqa: PT012 - one of them is the first that finds no room
        for place in range(1000):
            journal.keep(number, place, ACTS[0])
    assert "the disk is full" in Translations("en").text(caught.value.why)
    kept = len(journal.lines(number))
    assert kept
    journal._database.execute("PRAGMA max_page_count = 100000")
    journal.keep(number, kept, "2 quit")
    assert journal.lines(number) == [*[ACTS[0]] * kept, "2 quit"]
    journal.close()


def test_a_file_that_another_program_holds_is_told_so(path):
    journal = Journal(path)
    number = journal.begin(SETUP, date="")
    journal._database.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalFault) as caught:
            journal.keep(number, 0, ACTS[0])
        assert "another program is writing" in Translations("en").text(caught.value.why)
        other.execute("ROLLBACK")
    journal.keep(number, 0, ACTS[0])
    journal.close()


# --- matches that come back


def test_a_match_is_restored_with_its_names_undo_and_all():
    journal = Journal(":memory:")
    store, match = MatchStore(journal), new_match(SETUP)
    number = store.begin(match, "2026-11-20")
    for line in (*ACTS, "undo", 'name 2 "Carla"', "overrule 2 place D301"):
        store.keep(number, match, read_act(line))
        say_all(match, line)
    store.settle(number, match, Status.PARKED)
    entry = journal.entry(number)
    again = restore_match(journal, entry).match
    assert (again.log, again.state, again.players) == (match.log, match.state, match.players)
    assert again.setup == match.setup, "its record is the same"
    assert entry.players == ("Anna", "Carla")


@pytest.mark.parametrize(
    ("game", "line", "key"),
    [
        ("chess", "1 place L310", "record.unknown-game"),
        ("inside", "2 place L310", "journal.refused-act"),
        ("inside", "\x07", None),
    ],
)
def test_a_match_that_this_program_cannot_go_on_with_says_why_and_stays(path, game, line, key):
    journal = Journal(path)
    journal.restore(stored(Setup(game, ("A", "B")), line))
    with pytest.raises(UnreadableMatch) as caught:
        restore_match(journal, journal.entry(1))
    assert caught.value.why.key == key or key is None
    assert Translations("en").text(caught.value.why)
    assert journal.lines(1) == [line]
    journal.close()


# --- the file


def test_every_commit_is_synced_and_only_one_connection_writes(path):
    journal = Journal(path)
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    number = journal.begin(SETUP, date="")
    with closing(JournalReader(path)) as reader:
        assert reader._database.execute("PRAGMA query_only").fetchone() == (1,)
        assert reader._database.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
        with pytest.raises(sqlite3.OperationalError):
            reader._database.execute("DELETE FROM matches")
        assert reader.entry(number) is not None
    journal.close()


def test_a_file_of_a_newer_program_is_refused_and_left_as_it_is(path):
    filled(path)
    sql(path, "CREATE TABLE later (what)", "PRAGMA user_version = 99")
    before = contents(path)
    assert "newer program (version 99; this one knows 1)" in fault(path)
    with pytest.raises(JournalFault):
        open_journal(path)
    assert contents(path) == before


@pytest.mark.parametrize("data", [b"", b"Dear Anna,\n", b"shall we play?\n" * 5000, b"\x7fELF" + bytes(9000)])
def test_a_file_that_is_no_database_is_set_aside_as_it_is_and_the_notebooks_have_everything(path, data):
    filled(path, matches=2)
    Path(path).write_bytes(data)
    assert "the file is damaged" in fault(path)
    journal, report = opened(path)
    assert [journal.lines(number) for number in (1, 2)] == [ACTS, ACTS]
    journal.close()
    assert Path(report.rebuilt).read_bytes() == data


def test_a_database_of_somebody_else_is_set_aside(path):
    Path(path).parent.mkdir()
    sql(path, "CREATE TABLE cookies (name TEXT)", "PRAGMA user_version = 75")
    journal, report = opened(path)
    assert journal.entries() == []
    journal.close()
    assert sql(report.rebuilt, "PRAGMA user_version") == 75


def test_a_place_where_no_file_can_be_gets_one_sentence(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "nowhere").symlink_to(tmp_path / "none" / "at" / "all")
    (tmp_path / "folder").mkdir()
    for path in ("file/journal.db", "file/data/journal.db", "nowhere/journal.db", "folder"):
        assert "cannot be opened: " in fault(str(tmp_path / path))
    assert (tmp_path / "file").read_text() == "not a folder"


def test_a_folder_may_be_named_from_where_one_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Journal("data/of/ours/journal.db").close()
    assert (tmp_path / "data" / "of" / "ours" / "journal.db").exists()
