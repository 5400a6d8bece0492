"""Names and times beside the journal: names are counted as one, times add up, and damage stops nobody."""

import time
from pathlib import Path

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.storage.entries import ThinkingTime
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.storage.people import People
from firmware_py.ui.match.clock import LONGEST_THOUGHT_MS, MatchClock


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


@pytest.mark.parametrize("damage", ["this is no JSON", "[" * 100_000, '{"aliases": [], "clock": "off"}', "\ufffd"])
def test_a_damaged_file_is_set_aside_and_the_game_goes_on(tmp_path, damage):
    path = tmp_path / "people"
    (tmp_path / "people.damaged-1").write_bytes(b"an older one")
    path.write_bytes(damage.encode("utf-16" if damage == "\ufffd" else "utf-8"))
    before = path.read_bytes()
    people = People(str(path))
    people.rename("Bne", "Ben")
    assert People(str(path)).aliases == {"Bne": "Ben"}
    assert (tmp_path / "people.damaged-1").read_bytes() == b"an older one"
    assert (tmp_path / "people.damaged-2").read_bytes() == before


def test_a_file_that_cannot_be_written_stops_nobody(tmp_path):
    (tmp_path / "file").write_text("")
    people = People(str(tmp_path / "file" / "people"))
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
    thought = clock.measure(match, act)
    assert thought == ThinkingTime(0, 1, 4000)
    clock.begin_again(thought)
    match.play(act)
    time.now += 10 * LONGEST_THOUGHT_MS
    thought = clock.measure(match, read_act("2 place D400"))
    assert thought == ThinkingTime(1, 2, LONGEST_THOUGHT_MS)
    clock.begin_again(thought)
    view = clock.view(match, "up")
    assert view.spent == (4000, LONGEST_THOUGHT_MS)
    assert (view.seat, view.since) == (2, time.now)


def test_a_match_that_is_resumed_knows_what_was_thought_before():
    before = [(0, 1, 4000), (1, 2, 500), (2, 1, 1000), (3, 0, 7)]
    clock = MatchClock([ThinkingTime(*values) for values in before], now=Clock())
    assert clock.view(new_match(), "30").spent == (5000, 500)


def test_a_match_that_begins_before_the_clock_is_set_has_no_time(monkeypatch):
    store = MatchStore(Journal(":memory:"))
    monkeypatch.setattr(time, "localtime", lambda: time.gmtime(1_800_000_000))
    store.begin(new_match(), "2027-01-15")
    monkeypatch.setattr(time, "localtime", lambda: time.gmtime(300))
    store.begin(new_match(), "????-??-??")
    assert store.journal.started() == {1: "2027-01-15 08:00"}


def test_thinking_times_are_stored_with_the_acts_and_add_up():
    journal = Journal(":memory:")
    number = journal.begin(Setup("inside", ("Anna", "Ben")), date="2026-11-20")
    journal.keep(number, 0, "1 place L310", thinking=ThinkingTime(0, 1, 4213))
    journal.keep(number, 1, "undo", "undo", thinking=ThinkingTime(1, 2, 87))
    assert journal.thinking_times(number) == [ThinkingTime(0, 1, 4213), ThinkingTime(1, 2, 87)]
    assert journal.durations() == {number: 4300}


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"aliases": 7, "clock": "off"}', "x" * 2_000_000])
def test_a_damaged_file_is_set_aside_and_that_is_said(tmp_path, text):
    path = tmp_path / "people.json"
    path.write_text(text)
    people = People(str(path))
    (told,) = people.check()
    kept = Path(dict(told.args)["path"])
    assert (people.aliases, kept.read_text()) == ({}, text)
    people.rename("Bne", "Ben")
    assert (People(str(path)).check(), People(str(path)).aliases) == ([], {"Bne": "Ben"})
