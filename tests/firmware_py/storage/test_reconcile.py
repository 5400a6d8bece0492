"""Each match is stored twice: whatever one copy lacks comes from the other, and what was found is said."""

import os
import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from engine.game import Standing
from firmware_py.i18n.translations import Translations
from firmware_py.storage import database
from firmware_py.storage.entries import JournalFault, Status, ThinkingTime
from firmware_py.storage.journal import Journal
from firmware_py.storage.reconcile import check_whole, open_journal, reconcile
from tests.attack.rot import KINDS, attack, make_journal, read_copy
from tests.depth import depth
from tests.firmware_py.storage.journals import ACTS, SETUP, contents, filled, opened, overwrite, sql

NAMES = SETUP.players


def notebook(path, number=1, kind=".txt"):
    return Path(path).parent / "notebooks" / f"{number:06}{kind}"


def told(report):
    return [Translations("en").text(sentence) for sentence in report.sentences()]


def lines_after(path, number=1):
    """Open a journal as the box does; give the acts of a match, and what was said."""
    journal, report = opened(path)
    with closing(journal):
        return journal.lines(number), told(report)


@pytest.fixture(name="evening")
def fixture_evening(path):
    """Play an evening: a match that is over, one that was deleted, one that is paused, one on the table."""
    with closing(Journal(path)) as journal:
        for number in range(1, 5):
            journal.begin(SETUP, date="2026-11-20", time="20:15", series=None if number == 1 else 1)
            journal.keep(number, 0, ACTS[0], how="keys", thinking=ThinkingTime(0, 1, 4213))
            journal.keep(number, 1, ACTS[1], how="phone")
        journal.settle(1, Status.OVER, ("Anna", 'Dora; "2"'), Standing(True, (2,), {1: -3}))
        journal.delete(2)
        journal.store_minutes(3, 45)
        journal.settle(3, Status.PARKED, NAMES)
        journal.settle(4, Status.OPEN, NAMES)
        found = everything(journal)
    return path, found


def everything(journal):
    return [
        (entry, journal.lines(entry.number), journal.result(entry.number), journal.thinking_times(entry.number))
        for entry in journal.entries()
    ], (journal.results(), journal.started(), journal.durations())


# --- one copy


def test_a_journal_that_was_left_in_order_says_nothing(evening):
    path, before = evening
    journal, report = opened(path)
    assert told(report) == []
    assert everything(journal) == before
    journal.close()


@pytest.mark.parametrize("loses_log", [False, True])
def test_a_missing_database_is_made_again_with_everything_that_it_had(evening, loses_log):
    path, before = evening
    Path(path).unlink()
    if loses_log:
        Path(f"{path}-wal").write_bytes(b"what is left of it")
    journal, report = opened(path)
    assert everything(journal) == before
    assert told(report) == ["The database was missing. A new one was made from the notebooks: 3 matches."]
    assert journal.begin(SETUP, date="") == 5
    journal.close()


def test_missing_notebooks_are_written_again_byte_by_byte(evening):
    path, _ = evening
    folder = Path(path).parent / "notebooks"
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    shutil.rmtree(folder)
    journal, report = opened(path)
    journal.close()
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    assert told(report) == [
        "The notebooks of these matches were incomplete or damaged. "
        "They were written again from the database: 4, 3, 1."
    ]


@pytest.mark.parametrize("has_more", ["notebook", "database"])
def test_acts_that_only_one_copy_has_stand(path, has_more, tmp_path):
    filled(path)
    shutil.copytree(Path(path).parent, tmp_path / "before")
    with closing(Journal(path)) as journal:
        journal.keep(1, 3, "undo", "undo")
        journal.settle(1, Status.OPEN, NAMES)
    if has_more == "notebook":
        shutil.copy(tmp_path / "before" / "journal.db", path)
    else:
        shutil.copy(notebook(tmp_path / "before" / "journal.db"), notebook(path))
    lines, said = lines_after(path)
    assert lines == [*ACTS, "undo", "undo"]
    assert len(said) == 1
    assert lines_after(path)[1] == []


def test_acts_that_belong_together_are_all_there_or_none(path):
    filled(path)
    with closing(Journal(path)) as journal:
        copy = contents(path)
        journal.keep(1, 3, *["undo"] * 3)
    for end in ("", "-wal", "-shm"):
        Path(path + end).unlink(missing_ok=True)
    Path(path).write_bytes(copy)
    data = notebook(path).read_bytes()
    notebook(path).write_bytes(data[: data.rindex(b"undo")])
    lines, _ = lines_after(path)
    assert lines == ACTS


def test_half_a_line_at_the_end_of_a_notebook_is_cut_off(path):
    filled(path)
    before = notebook(path).read_bytes()
    notebook(path).write_bytes(before + b"1 place L4")
    assert lines_after(path)[0] == ACTS
    assert notebook(path).read_bytes() == before


def test_room_that_a_power_cut_has_kept_from_being_written_is_no_damage(path):
    filled(path)
    before = contents(path)
    with closing(Journal(path)) as journal:
        journal.keep(1, 3, "undo")
    Path(path).write_bytes(before)
    with notebook(path).open("ab") as file:
        file.write(b"\n" * 300 + bytes(700))
    journal, report = opened(path)
    assert (journal.lines(1), report.database) == ([*ACTS, "undo"], [1])
    journal.close()
    assert lines_after(path)[1] == []


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET status = 'over'",
        "UPDATE matches SET head = 'Dear Anna'",
        "UPDATE matches SET status = x'FF'",
        "UPDATE seats SET player = 'Bob' WHERE seat = 2",
        "DELETE FROM seats",
        "DELETE FROM matches",
        "UPDATE lines SET text = replace(text, 'L310', 'L311')",
        "UPDATE lines SET text = x'00FF' WHERE act = 1",
        "DELETE FROM lines WHERE act = 1",
        "UPDATE lines SET act = 7 WHERE act = 1",
    ],
)
def test_rows_that_are_damaged_come_from_the_notebook(path, damage):
    filled(path)
    with closing(Journal(path)) as journal:
        before = everything(journal)
    sql(path, "PRAGMA foreign_keys = OFF", damage)
    journal, report = opened(path)
    if "act = 7" not in damage:  # the place of an act says nothing that its line does not
        assert len(told(report)) == 1
        assert everything(journal) == before
    assert journal.lines(1) == ACTS
    journal.close()


def test_a_notebook_of_another_match_is_not_taken_for_this_one(path):
    filled(path, matches=2, acts=ACTS)
    shutil.copy(notebook(path, 2), notebook(path, 1))
    journal, report = opened(path)
    assert journal.entry(1).players[0] == "Anna 1"
    assert report.notebooks == [1]
    journal.close()


@pytest.mark.parametrize("becomes", ["folder", "link", "pipe"])
def test_a_notebook_that_became_something_else_is_kept_aside_and_written_again(path, becomes, tmp_path):
    filled(path)
    file = notebook(path)
    file.unlink()
    match becomes:
        case "folder":
            file.mkdir()
        case "link":
            file.symlink_to(tmp_path / "elsewhere")
        case _:
            os.mkfifo(file)
    lines, said = lines_after(path)
    assert (lines, len(said)) == (ACTS, 1)
    assert file.is_file()
    assert not file.is_symlink()
    assert becomes == "pipe" or os.path.lexists(f"{file}.damaged-1")


def test_a_notebook_that_vanishes_during_a_match_is_written_again_with_the_next_act(path):
    with closing(Journal(path)) as journal:
        journal.begin(SETUP, date="")
        journal.notebooks.close()
        notebook(path).unlink()
        journal.keep(1, 0, ACTS[0])
    assert lines_after(path) == (ACTS[:1], [])


# --- what was deleted


@pytest.mark.parametrize("comes_back", ["notebook", "database"])
def test_nothing_comes_back_that_was_deleted(path, comes_back, tmp_path):
    filled(path, matches=2)
    shutil.copytree(Path(path).parent, tmp_path / "before")
    with closing(Journal(path)) as journal:
        journal.delete(1)
    assert not notebook(path).exists()
    assert notebook(path, kind=".deleted").read_bytes() == b""
    if comes_back == "database":
        shutil.copy(tmp_path / "before" / "journal.db", path)
    else:
        shutil.copy(notebook(tmp_path / "before" / "journal.db"), notebook(path))
    journal, report = opened(path)
    assert [entry.number for entry in journal.entries()] == [2]
    assert told(report) == []
    assert journal.begin(SETUP, date="") == 3
    journal.close()
    assert not notebook(path).exists()


# --- both copies


def test_two_copies_that_are_damaged_in_different_places_are_whole_together(path):
    filled(path)
    sql(path, "UPDATE lines SET text = 'gone' WHERE act = 0")
    notebook(path).write_text(notebook(path).read_text().replace("L211", "L212"))
    lines, said = lines_after(path)
    assert lines == ACTS
    assert said == [
        "Both copies of these matches were damaged, in different places. Together they are whole again: 1."
    ]


def test_where_both_are_damaged_the_match_ends_before_it_and_the_rest_can_be_read(path):
    many = [f"fix turn {1 + place % 2}" for place in range(9)]
    filled(path, acts=many)
    sql(path, "UPDATE lines SET text = 'gone' WHERE act = 4")
    text = notebook(path).read_text().split("\n")
    text[text.index(next(line for line in text if " 8 " in line and "fix" in line))] = "gone"
    notebook(path).write_text("\n".join(text))
    lines, said = lines_after(path)
    assert lines == many[:4]
    assert said == [
        "Match 1 is damaged in both copies after move 4; it goes on from there. Later moves that can be read: 3; "
        "they stand in its notebook."
    ]
    assert notebook(path).read_text().count(" later ") == 3
    assert Path(f"{notebook(path)}.damaged-1").read_text() == "\n".join(text)
    with closing(Journal(path)) as journal:
        journal.keep(1, 4, "2 quit")
    assert lines_after(path) == ([*many[:4], "2 quit"], [])


def test_a_match_of_which_nothing_can_be_read_is_named_once_and_its_number_not_used_again(path):
    filled(path, matches=2)
    sql(path, "DELETE FROM lines WHERE match = 2")
    notebook(path, 2).write_bytes(b"?" * 100)
    journal, report = opened(path)
    assert told(report) == ["These matches are lost, because neither copy can be read: 2."]
    assert [entry.number for entry in journal.entries()] == [1]
    assert journal.begin(SETUP, date="") == 3
    journal.close()
    assert told(opened(path)[1]) == []
    assert Path(f"{notebook(path, 2)}.damaged-1").read_bytes() == b"?" * 100


def test_a_stray_notebook_with_a_high_number_loses_no_time_and_no_match(path):
    filled(path)
    notebook(path, 999_999_999).write_bytes(b"Dear Anna,\n")
    journal, report = opened(path)
    assert ([entry.number for entry in journal.entries()], report.lost) == ([1], [999_999_999])
    journal.close()


@pytest.mark.parametrize("kind", KINDS)
def test_damage_anywhere_loses_nothing_in_one_file_and_is_said_in_two(kind, tmp_path):
    evening = make_journal(tmp_path, kind)
    truth = read_copy(evening)
    for seed in range(depth(15, full=150)):
        for files in (1, 2):
            chance = random.Random(f"{seed} {files}")
            outcome, problem = attack(evening, truth, tmp_path / "damaged", chance, files=files)
            assert not problem, f"{seed} {outcome}: {problem}"


# --- large journals


def test_a_database_is_made_again_step_by_step_and_goes_on_after_an_interruption(path, monkeypatch):
    monkeypatch.setattr("firmware_py.storage.reconcile.AT_A_TIME", 2)
    filled(path, matches=7)
    Path(path).unlink()

    def stop(done, total):
        assert (done, total) == (2, 7)
        raise KeyboardInterrupt

    work = open_journal(path)
    with closing(work.journal), pytest.raises(KeyboardInterrupt):
        work.finish(stop)
    journal, report = opened(path)
    assert [entry.number for entry in journal.entries()] == [7, 6, 5, 4, 3, 2, 1]
    assert report.database == [5, 4, 3, 2, 1], "two were there"
    journal.close()


def test_of_a_large_journal_only_unfinished_matches_are_compared_before_the_start(path, monkeypatch):
    monkeypatch.setattr(database, "LARGE_FILE", 0)
    filled(path, matches=3)
    with closing(Journal(path)) as journal:
        journal.settle(1, Status.ENDED, NAMES)
    for number in (1, 2):
        notebook(path, number).write_bytes(b"gone\n")
    journal, report = opened(path)
    assert report.notebooks == [2]
    assert check_whole(path) == [1]
    assert reconcile(journal, [1]).notebooks == [1]
    assert check_whole(path) == []
    journal.close()


def test_damaged_pages_that_are_found_later_are_mended_at_the_next_start(path, monkeypatch):
    monkeypatch.setattr(database, "LARGE_FILE", 0)
    filled(path, matches=60)
    overwrite(path, len(contents(path)) - 4096, b"\xff" * 4096)
    with pytest.raises(JournalFault):
        check_whole(path)
    journal, report = opened(path)
    assert report.rebuilt
    assert len(journal.entries()) == 60
    journal.close()
