"""`sideline update`: nothing that is not fit gets in, and nobody is disturbed by looking."""

import json
import os
import select
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.commands import update
from firmware_py.commands.shared.options import read_options
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.lock import take_lock
from firmware_py.storage.match_store import MatchStore, new_match
from firmware_py.storage.paths import config_file, data_folder, journal_file
from firmware_py.system.update import trial
from firmware_py.system.update.package import version_in
from tests.firmware_py.errors import error_text, user_error
from tests.firmware_py.storage.journals import ACTS, SETUP, opened, sql, stored
from tests.firmware_py.system.updates import package

WORDS = Translations("en")
PATIENCE_SECONDS = 20
"""Until a test gives up; it never waits that long when things work."""


@pytest.fixture(name="_home", autouse=True)
def fixture_home(tmp_path, monkeypatch):
    """Give a box of its own."""
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SIDELINE_CONFIG", str(tmp_path / "sideline.toml"))


def playing(status=Status.PARKED):
    """Let a match be there; gives its number."""
    journal = Journal(journal_file())
    number = MatchStore(journal).begin(new_match(SETUP), "2026-11-20")
    for place, act in enumerate(ACTS):
        journal.keep(number, place, act)
    journal.settle(number, status, SETUP.players)
    journal.close()
    return number


def tried(path, tmp_path):
    """Try a package; give what is told."""
    told = []
    (tmp_path / "aside").mkdir()
    trial.try_package(path, str(tmp_path / "aside"), WORDS, told.append)
    return told


# --- looking at it


def test_a_package_of_ours_for_this_machine_tells_its_version(tmp_path):
    assert version_in(package(tmp_path)) == "9.9.9~test"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"Package": "cowsay"}, "is the package cowsay, not sideline"),
        ({"Architecture": "m68k"}, "is a package for m68k; this computer is"),
        ({"Depends": "python3 (>= 2.7)"}, "is for a system with Python 2.7; this one has"),
    ],
)
def test_a_package_for_somebody_else_is_refused_with_the_reason(tmp_path, fields, why):
    with user_error(why):
        version_in(package(tmp_path, **fields))


@pytest.mark.parametrize("content", [None, b"", b"Dear Anna,\n", b"!<arch>\ndebian-binary   "])
def test_a_file_that_is_no_package_gets_one_sentence_with_its_place(tmp_path, content):
    path = tmp_path / "game.deb"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        update.main(read_options("update", ["--try", str(path)]), WORDS)
    assert error_text(caught.value).startswith(f"{path}: not a Debian package")
    assert "\n" not in error_text(caught.value)


def test_a_file_must_be_named():
    with user_error("which package"):
        update.main(read_options("update", []), WORDS)


def test_who_is_not_root_is_told_how_to_be_and_how_to_try_only(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with user_error("sudo sideline update FILE"):
        update.main(read_options("update", [package(tmp_path)]), WORDS)


# --- trying it


def test_a_good_version_opens_the_games_comes_up_and_goes_on_with_unfinished_matches(tmp_path):
    playing()
    over = playing(Status.OVER)
    told = tried(package(tmp_path), tmp_path)
    assert told[0].startswith("Unpacked for a test; the new version was ready after ")
    assert told[1:] == ["Tested on a copy of the games: unfinished matches that continue: 1."]
    assert update.main(read_options("update", ["--ask"]), WORDS) == 0
    journal = Journal(journal_file())
    assert journal.state(1).acts == 3, "noted, for other rules"
    assert journal.state(over) is None
    assert journal.lines(1) == ACTS
    journal.close()


def test_a_program_reads_how_a_trial_went(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    playing()
    path = package(tmp_path)
    assert update.main(read_options("update", ["--try", "--json", "--unsigned", path]), WORDS) == 0
    result = json.loads(capsys.readouterr().out)
    assert result.pop("seconds") > 0
    assert result == {"version": "9.9.9~test", "ok": True, "matches": 1}
    (tmp_path / "bad").mkdir()
    bad = package(tmp_path / "bad", Architecture="m68k")
    assert update.main(read_options("update", ["--try", "--json", "--unsigned", bad]), WORDS) == 2
    result = json.loads(capsys.readouterr().out)
    assert (result["ok"], "is a package for m68k" in result["faults"][0]) == (False, True)


def test_a_box_without_games_can_be_updated_too(tmp_path):
    assert len(tried(package(tmp_path), tmp_path)) == 2
    assert not os.path.exists(journal_file())


def with_fault(tmp_path, command, does):
    """Make a package whose program does something else when it is asked for a command."""
    return package(tmp_path, f'case "$*" in "{command}"*) {does};; esac')


@pytest.mark.parametrize(
    ("command", "does", "why"),
    [
        ("run", 'echo "sideline: it has no soul" >&2; exit 70', "run ends with: it has no soul"),
        ("run", 'echo 3 >"$SIDELINE_DATA/crashes"', "run crashes"),
        ("matches show", 'echo "sideline: refused" >&2; exit 2', "matches show 1 ends with: refused"),
        ("matches", 'echo "sideline: too new" >&2; exit 2', "matches ends with: too new"),
    ],
    ids=["dies", "safe-mode", "refuses-a-match", "does-not-open-the-journal"],
)
def test_a_version_that_is_not_fit_is_refused_with_its_last_words(tmp_path, command, does, why):
    playing()
    with user_error(f"does not work on this box: sideline {why}"):
        tried(with_fault(tmp_path, command, does), tmp_path)


def test_a_version_that_never_becomes_ready_is_refused(tmp_path, monkeypatch):
    faulty = with_fault(tmp_path, "run", "exec sleep 1000")
    monkeypatch.setattr(trial._Trial, "ask", lambda *_, **__: None)
    monkeypatch.setattr(trial, "TIMEOUT_SECONDS", 0)
    with user_error("sideline run takes more than a minute"):
        tried(faulty, tmp_path)


def has_ended(process):
    """Return whether a process has ended; one that was killed just now is given some seconds."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return handle in select.select([handle], [], [], PATIENCE_SECONDS)[0]
    finally:
        os.close(handle)


def test_a_version_that_hangs_in_a_match_is_refused_and_nothing_of_it_lives_on(tmp_path, monkeypatch):
    playing()
    faulty = with_fault(tmp_path, "matches show", 'sleep 1000 & echo $! >"$SIDELINE_DATA/child"; wait')
    (tmp_path / "aside").mkdir()
    with user_error("matches show 1 takes more than a minute"):
        trial.try_package(
            faulty, str(tmp_path / "aside"), WORDS, lambda _: monkeypatch.setattr(trial, "TIMEOUT_SECONDS", 1)
        )
    assert has_ended(int((tmp_path / "aside/data/child").read_text()))


def test_a_version_without_a_way_back_is_refused(tmp_path, monkeypatch):
    path = package(tmp_path)
    monkeypatch.setattr(trial, "WAY_BACK", ("opt/sideline/bin/elsewhere",))
    with user_error("cannot go back"):
        tried(path, tmp_path)


def test_a_version_that_does_not_take_the_owners_configuration_is_refused(tmp_path):
    Path(config_file()).write_text("night = true\n")
    fault = 'echo "sideline: there is no night" >&2; exit 2'
    with user_error("config --check ends with: there is no night"):
        tried(with_fault(tmp_path, "config", fault), tmp_path)


def test_a_configuration_that_this_version_does_not_take_either_is_not_the_new_ones_fault(tmp_path):
    Path(config_file()).write_text("loud = 11\n")
    assert len(tried(package(tmp_path), tmp_path)) == 2


def test_a_version_that_would_write_into_the_games_writes_into_the_copy(tmp_path):
    number = playing()
    spoils = 'rm -f "$SIDELINE_DATA"/journal.db*; exit 1'
    with user_error(f"matches show {number} ends with"):
        tried(with_fault(tmp_path, "matches show", spoils), tmp_path)
    journal = Journal(journal_file())
    assert journal.lines(number) == ACTS
    journal.close()


def test_a_match_that_the_old_version_cannot_read_either_does_not_stop_an_update(tmp_path):
    with closing(Journal(journal_file())) as journal:
        journal.restore(stored(SETUP, "2 place L310"))
    assert tried(package(tmp_path), tmp_path)[-1].endswith(": 0.")


def test_never_during_a_match(tmp_path):
    number = playing(Status.OPEN)
    path = package(tmp_path)
    why = rf"match {number} \(inside\) is in play"
    with take_lock():
        with user_error(why):
            tried(path, tmp_path)
        with user_error(why):
            update.main(read_options("update", ["--ask"]), WORDS)
    assert update.main(read_options("update", ["--ask"]), WORDS) == 0


def test_a_match_on_the_table_of_a_box_that_is_off_goes_on(tmp_path):
    playing(Status.OPEN)
    assert tried(package(tmp_path), tmp_path)[-1].endswith(": 1.")


def test_the_panels_settings_and_the_owner_data_are_tried_too(tmp_path):
    playing()
    Path(data_folder(), "settings.toml").write_text('language = "fr"\n')
    tried(package(tmp_path), tmp_path)
    assert (tmp_path / "aside/data/settings.toml").read_text() == 'language = "fr"\n'


def test_the_new_version_cannot_write_to_the_real_games(tmp_path):
    playing()
    if not trial._read_only(data_folder()):
        pytest.skip("no user namespaces here")
    spoils = package(tmp_path, before=f'touch "{data_folder()}/spoilt" "{tmp_path}/elsewhere"')
    assert tried(spoils, tmp_path)
    assert (tmp_path / "elsewhere").exists()
    assert not Path(data_folder(), "spoilt").exists()


# --- the way back


def test_a_database_that_a_newer_version_has_changed_is_set_aside_and_made_again_from_the_notebooks(capsys):
    playing()
    sql(journal_file(), "CREATE TABLE later (what)", "PRAGMA user_version = 99")
    assert update.main(read_options("update", ["--back"]), WORDS) == 0
    assert f"lies now as {journal_file()}.damaged-1" in capsys.readouterr().out
    assert sql(f"{journal_file()}.damaged-1", "PRAGMA user_version") == 99
    with closing(opened(journal_file())[0]) as journal:
        assert journal.lines(1) == ACTS
    assert update.main(read_options("update", ["--back"]), WORDS) == 0
    assert capsys.readouterr().out == "", "there is nothing to do any more"
