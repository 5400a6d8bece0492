"""The black box: what led to a crash is on the disk, in little room, and a bad disk does no harm."""

import os

import pytest

from firmware_py.storage.crash_log import MOST_BYTES, MOST_FAULTS, TOO_MANY_CRASHES, CrashLog, Faults


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    return tmp_path / "data"


def crashed(message="no such card"):
    """Give an error that was really raised."""
    try:
        raise LookupError(message)
    except LookupError as error:
        return error


def test_lines_are_kept_with_the_version_in_the_order_in_which_they_came(folder):
    crash_log = CrashLog(str(folder))
    for line in ("start", "end"):
        crash_log.note(line)
    lines = (folder / "log.txt").read_text().splitlines()
    assert [line.split()[-1] for line in lines] == ["start", "end"]


def test_the_last_lines_are_there_and_the_two_files_never_grow_beyond_their_room(folder):
    crash_log, line = CrashLog(str(folder)), "x" * 900
    for number in range(200):
        crash_log.note(f"{line} {number}")
        sizes = [os.path.getsize(file) for file in folder.iterdir()]
        assert len(sizes) <= 2
        assert all(size <= MOST_BYTES + len(line) + 100 for size in sizes)
    kept = (folder / "log.txt.old").read_text() + (folder / "log.txt").read_text()
    numbers = [int(line.split()[-1]) for line in kept.splitlines()]
    assert numbers == list(range(numbers[0], 200))
    assert len(kept) > MOST_BYTES


def test_a_crash_is_kept_with_the_place_where_it_happened(folder):
    crash_log = CrashLog(str(folder))
    assert crash_log.crash(crashed()) == 1
    log = (folder / "log.txt").read_text()
    assert "Traceback (most recent call last)" in log
    assert "in crashed" in log
    assert "LookupError: no such card" in log
    assert crash_log.last.startswith("LookupError: no such card (test_crash_log.py:")


def test_crashes_are_counted_over_restarts_until_it_is_calm(folder):
    for count in range(1, TOO_MANY_CRASHES + 1):
        assert CrashLog(str(folder)).crash(crashed()) == count
    assert CrashLog(str(folder)).crashes == TOO_MANY_CRASHES
    CrashLog(str(folder)).clear_crashes()
    again = CrashLog(str(folder))
    assert again.crashes == 0
    assert again.crash(crashed()) == 1


def test_a_count_that_nobody_can_read_is_none(folder):
    folder.mkdir()
    for text in ("", "many", "\xff"):
        (folder / "crashes").write_text(text, encoding="latin-1")
        assert CrashLog(str(folder)).crashes == 0
    assert CrashLog(str(folder)).crash(crashed()) == 1


def test_an_error_that_was_never_raised_is_kept_too(folder):
    crash_log = CrashLog(str(folder))
    crash_log.crash(ValueError("made by hand"))
    assert crash_log.last == "ValueError: made by hand"


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    crash_log = CrashLog(str(tmp_path / "file" / "data"))
    crash_log.note("start")
    assert crash_log.crash(crashed()) == 1
    assert crash_log.last.startswith("LookupError")
    crash_log.clear_crashes()
    assert crash_log.crashes == 0
    assert (tmp_path / "file").read_text() == "not a folder"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this machine has no /dev/full")
def test_a_full_disk_does_no_harm(folder):
    folder.mkdir()
    (folder / "log.txt").symlink_to("/dev/full")
    (folder / "crashes").mkdir()
    crash_log = CrashLog(str(folder))
    crash_log.note("start")
    crash_log.crash(crashed())
    assert crash_log.last.startswith("LookupError")


def test_a_message_that_is_no_text_is_kept_as_far_as_it_goes(folder):
    crash_log = CrashLog(str(folder))
    crash_log.crash(crashed("file \udcff"))
    assert "LookupError: file " in (folder / "log.txt").read_text()


def test_the_last_crash_is_one_line_that_names_the_place_however_long_its_message_is(folder):
    crash_log = CrashLog(str(folder))
    crash_log.crash(crashed("one\ntwo " * 100))
    assert len(crash_log.last.splitlines()) == 1
    assert "(test_crash_log.py:" in crash_log.last


def test_not_even_an_endless_message_fills_the_disk(folder):
    crash_log = CrashLog(str(folder))
    for _ in range(3):
        crash_log.crash(crashed("x" * 10 * MOST_BYTES))
    assert sum(os.path.getsize(file) for file in folder.iterdir()) <= 3 * MOST_BYTES


def test_a_run_that_was_ended_from_outside_counts_as_a_crash_too(folder):
    CrashLog(str(folder)).crash(crashed())
    crash_log = CrashLog(str(folder))
    assert crash_log.killed("watchdog") == 2
    assert crash_log.last == "systemd: watchdog"
    assert "ended from outside (watchdog)" in (folder / "log.txt").read_text()
    assert CrashLog(str(folder)).crashes == 2


def test_a_pipe_in_the_place_of_the_count_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "crashes")
    assert CrashLog(str(tmp_path)).crashes == 0


def test_a_thread_notes_each_fault_once_and_not_without_end():
    noted = []
    faults = Faults(noted.append, "page")
    for _ in range(3):
        faults.note(crashed())
    assert len(noted) == 1
    assert noted[0].startswith("page: ")
    assert noted[0].endswith("LookupError: no such card\n")
    for at in range(2 * MOST_FAULTS):
        faults.note(crashed(str(at)))
    assert len(noted) == MOST_FAULTS
