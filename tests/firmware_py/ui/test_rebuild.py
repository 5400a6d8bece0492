"""A database that is made again from many notebooks: the display shows how far it is, and nobody has to wait."""

from pathlib import Path

import pytest

from firmware_py.storage.database import doubt_path
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.storage.reconcile import open_journal
from firmware_py.ui.flows.home import home
from firmware_py.ui.flows.rebuild import rebuild
from firmware_py.ui.screens.dialog_screen import DialogScreen
from tests.firmware_py.storage.journals import filled
from tests.firmware_py.ui.stacks import new_stack, press, text


@pytest.fixture(name="lost")
def fixture_lost(path, monkeypatch):
    """Lose the database of seven matches; they are read two at a time."""
    monkeypatch.setattr("firmware_py.storage.reconcile.AT_A_TIME", 2)
    filled(path, matches=7)
    Path(path).unlink()
    work = open_journal(path)
    stack, tasks = new_stack(work.journal), []
    stack.store = MatchStore(work.journal)
    rebuild(stack, work, tasks.append, home)
    yield stack, work, tasks
    work.journal.close()


def test_the_display_counts_the_matches_and_then_shows_the_home_screen(lost):
    stack, work, tasks = lost
    shown = []
    while tasks:
        shown.append(text(stack))
        tasks.pop().do(stack)
    assert ["0 of 7" in shown[0], "2 of 7" in shown[1], "6 of 7" in shown[3]] == [True] * 3
    assert work.done == 7
    assert len(stack.journal.entries()) == 7
    assert not isinstance(stack.top, DialogScreen)


def test_whoever_presses_ok_plays_at_once_and_the_next_start_reads_the_rest(lost, path):
    stack, work, tasks = lost
    tasks.pop().do(stack)
    press(stack, "OK")
    assert not isinstance(stack.top, DialogScreen)
    while tasks:
        tasks.pop().do(stack)
    assert (work.done, len(stack.journal.entries())) == (2, 2)
    work.journal.close()
    again = open_journal(path)
    again.finish()
    assert len(again.journal.entries()) == 7
    again.journal.close()


def test_a_disk_that_fails_meanwhile_is_named(lost, path, monkeypatch):
    stack, work, tasks = lost

    def fail(*_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Journal, "put_lines", fail)
    tasks.pop().do(stack)
    assert "Input/output error" in text(stack)
    assert (tasks, work.done) == ([], 0)
    assert Path(doubt_path(path)).exists(), "the next start looks at all of it"
