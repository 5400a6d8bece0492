"""Names and times beside the journal: names are counted as one, times add up, and damage stops nobody."""

import sqlite3
import time

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.storage.journal import Journal
from firmware_py.storage.people import People, Thought
from firmware_py.ui.match_clock import LONGEST_THOUGHT_MS, MatchClock


class Clock:
    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


def new_match():
    return Match(GAMES["inside"].rules(), Setup("inside", ("Anna", "Ben")))


def test_names_that_were_merged_count_as_one_after_a_restart(tmp_path):
    path = str(tmp_path / "people")
    people = People(path)
    people.rename("Bne", "Bem")
    people.rename("Bem", "Ben")
    people.close()
    again = People(path)
    assert [again.player(name) for name in ("Bne", "Bem", "Ben", "Anna")] == ["Ben", "Ben", "Ben", "Anna"]
    again.rename("Ben", "Bem")
    assert [again.player(name) for name in ("Bne", "Bem", "Ben")] == ["Bem"] * 3, "the other way round"
    again.separate("Bne")
    assert again.player("Bne") == "Bne"


def test_the_journal_lists_players_and_results_under_the_names_that_count(tmp_path):
    journal = Journal(str(tmp_path / "journal.db"))
    journal.begin(Setup("inside", ("Anan", "Ben")), date="2026-11-20")
    journal.people.rename("Anan", "Anna")
    assert journal.names() == ["Anna", "Ben"]
    assert journal.entries()[0].players == ("Anna", "Ben")
    assert journal.entries()[0].date == "2026-11-20"
    journal.close()


def test_a_damaged_file_is_set_aside_and_the_game_goes_on(tmp_path):
    path = tmp_path / "people"
    (tmp_path / "people.damaged-1").write_bytes(b"an older one")
    path.write_bytes(b"this is not a database at all" * 100)
    people = People(str(path))
    people.note_thought(1, Thought(0, 1, 500))
    assert people.durations() == {1: 500}
    assert (tmp_path / "people.damaged-1").read_bytes() == b"an older one"
    assert (tmp_path / "people.damaged-2").read_bytes() == b"this is not a database at all" * 100


def test_a_file_that_is_locked_is_no_damage(tmp_path):
    path = str(tmp_path / "people")
    people = People(path)
    people.rename("Bne", "Ben")
    people.close()
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        locked = People(path)
        locked.rename("Anan", "Anna")
        assert locked.aliases == {"Anan": "Anna"}, "in memory, for this run"
        other.execute("ROLLBACK")
    other.close()
    assert People(path).aliases == {"Bne": "Ben"}
    assert not list(tmp_path.glob("*damaged*"))


def test_a_new_match_has_no_times_of_an_older_one_with_its_number():
    people = People(":memory:")
    people.note_thought(2, Thought(0, 1, 1_800_000))
    people.note_start(2)
    assert people.thoughts(2) == []


def test_a_file_that_cannot_be_written_stops_nobody(tmp_path):
    people = People(str(tmp_path / "no" / "folder" / "people"))
    people.set_clock("20")
    assert people.clock == "20"


def test_the_clock_adds_the_time_to_whoever_was_asked_but_not_while_it_is_paused():
    time, match = Clock(), new_match()
    clock = MatchClock(now=time)
    time.now = 3000
    clock.pause(is_paused=True)
    time.now = 9000
    assert clock.view(match, "up").spent == (3000, 0)
    clock.pause(is_paused=False)
    time.now = 9500
    clock.pause(is_paused=False)  # two phones say go on
    time.now = 10_000
    act = read_act("1 place L310")
    assert clock.think(match, act) == Thought(0, 1, 4000)
    match.play(act)
    time.now += 10 * LONGEST_THOUGHT_MS
    assert clock.think(match, read_act("2 place D400")) == Thought(1, 2, LONGEST_THOUGHT_MS)
    view = clock.view(match, "up")
    assert view.spent == (4000, LONGEST_THOUGHT_MS)
    assert (view.seat, view.since) == (2, time.now)


def test_a_match_that_is_resumed_knows_what_was_thought_before():
    clock = MatchClock(
        [Thought(0, 1, 4000), Thought(1, 2, 500), Thought(2, 1, 1000), Thought(3, 0, 7)], now=Clock()
    )
    assert clock.view(new_match(), "30").spent == (5000, 500)


def test_a_match_that_begins_before_the_clock_is_set_has_no_time(monkeypatch):
    people = People(":memory:")
    monkeypatch.setattr(time, "localtime", lambda: time.gmtime(1_800_000_000))
    people.note_start(1)
    assert people.started() == {1: "2027-01-15 08:00"}
    monkeypatch.setattr(time, "localtime", lambda: time.gmtime(300))
    people.note_start(1)
    people.note_start(2)
    assert people.started() == {}
