"""The desk when something goes wrong, and the clock that it keeps."""

import pytest

from engine import match as match_module
from engine.game import Setup
from engine.verdicts import say
from firmware_py.config import configuration
from firmware_py.i18n.translations import Translations
from firmware_py.storage.crash_log import SEVERAL, CrashLog
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.ui.flows.home import restart
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.match_session import begin
from tests.engine.offline.tables import NET_C
from tests.firmware_py.desks import (
    PLAIN,
    box,
    match,
    menu,
    navigator_of,
    new_desk,
    new_match,
    playing,
    press,
    said,
    text,
    values,
)
from tests.firmware_py.fingers import choose

WORDS = Translations("en")
CARD = "card 4: 3 2 1 0 / -4"


# --- what a strict reader found


def test_insisting_with_nothing_refused_is_refused_again_and_again():
    desk = playing()
    for _ in range(3):
        choose(menu(desk), "correct", "insist")
        assert "Nothing was refused" in text(desk)
        press(desk, "OK", "BACK", "BACK")


def test_a_seat_key_while_an_entry_is_typed_anew_does_not_change_the_question():
    desk = playing(CARD, "1 roll 3 4", game="insider", players=("Anna", "Ben", "Carla"))
    choose(menu(desk), "correct", "amend")
    press(desk, "SEAT_6", "SEAT_5")
    assert said(desk)[-1] == "amend 1 roll 6 5"
    choose(menu(desk), "correct", "amend")
    asked = navigator_of(desk).option.step.asks
    press(desk, "BACK", "BACK")
    assert navigator_of(desk).option.step.asks != asked


def test_at_most_one_match_is_on_the_table():
    journal = Journal(":memory:")
    journal.begin(Setup("inside", ("Anna", "Ben"), tags={"Rules": "99"}), date="2026-11-20")
    playing("1 place L310", journal=journal)
    assert [(entry.number, entry.status) for entry in journal.entries()] == [(2, Status.OPEN), (1, Status.PARKED)]


def test_a_match_whose_replay_crashes_is_listed_with_the_others(monkeypatch):
    journal = Journal(":memory:")
    desk = playing("1 place L310", journal=journal)
    choose(menu(desk), "match", "park")

    def crash(*_args):
        raise ZeroDivisionError

    monkeypatch.setattr(match_module.Match, "play", crash)
    choose(desk, "parked")
    desk.table()
    choose(desk, "1", "details")
    assert "playing it again fails (ZeroDivisionError)" in text(desk)


def test_an_act_whose_playing_crashes_is_not_kept(monkeypatch):
    desk = playing("1 place L310")

    def crash(*_args):
        raise ZeroDivisionError

    monkeypatch.setattr(match(desk).rules, "play", crash)
    with pytest.raises(ZeroDivisionError):
        press(desk, "OK", "LEFT")
    assert desk.journal.lines(1) == ["1 place L310"]


def test_a_rule_is_offered_only_while_it_is_new():
    desk = playing(config=PLAIN._replace(teaching=True))
    assert box(desk)._teacher.offered == "ID-5"
    press(desk, "OK", "LEFT")
    assert box(desk)._teacher.offered is None
    desk.set(teaching=False)
    press(desk, "BACK!")
    assert box(desk)._teacher.offered is None


def test_with_one_display_a_key_shows_the_picture_that_a_notice_speaks_of():
    desk = new_desk(displays=1)
    begin(desk, Setup("inside", ("Anna", "Ben")))
    assert not desk.shows_table
    press(desk, "RIGHT")
    assert desk.shows_table
    press(desk, "OK")
    assert not desk.shows_table
    assert text(desk).startswith("Before you begin")


def test_the_names_of_seats_are_nobody_who_played():
    desk = new_match(new_desk(), "online", "2")
    choose(menu(desk), "match", "park")
    choose(desk, "players")
    assert values(desk) == ["dice"]


def test_a_language_that_cannot_be_kept_is_said_at_the_first_start(monkeypatch):
    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(configuration, "replace_file", full)
    desk = new_desk(config=PLAIN._replace(language=""))
    choose(desk, "de")
    assert "No space left" in text(desk)
    press(desk, "OK")
    assert desk.words.language == "de"
    assert "new" in values(desk)


# --- faults


def test_what_the_disk_refuses_is_not_accepted_and_can_be_said_again(monkeypatch):
    desk = playing("1 place L310")
    keep = Journal.keep

    def full(_self, *_args):
        raise JournalFault(say("journal.full", path="journal.db", reason="full"))

    monkeypatch.setattr(Journal, "keep", full)
    press(desk, "OK", "LEFT")
    assert "Not saved! journal.db: the disk is full" in text(desk)
    assert said(desk) == ["1 place L310"]
    monkeypatch.setattr(Journal, "keep", keep)
    press(desk, "OK", "OK", "LEFT")
    assert len(said(desk)) == 2
    assert desk.journal.lines(1) == said(desk)


def crashed(folder, journal, times):
    blackbox = CrashLog(str(folder))
    for _ in range(times):
        blackbox.crash(ValueError("a mistake"))
    desk = new_desk(journal, folder=str(folder))
    desk.blackbox.last = blackbox.last
    restart(desk)
    return desk


def test_after_a_crash_the_fault_is_told_and_the_match_is_there(tmp_path):
    journal = Journal(":memory:")
    playing("1 place L310", journal=journal)
    desk = crashed(tmp_path, journal, 1)
    assert text(desk).startswith("Fault The program made a mistake")
    assert "a mistake" in text(desk)
    press(desk, "OK")
    assert said(desk) == ["1 place L310"]


def test_after_several_crashes_safe_mode_says_what_to_do(tmp_path):
    journal = Journal(":memory:")
    playing("1 place L310", journal=journal)
    desk = crashed(tmp_path, journal, SEVERAL)
    assert values(desk) == ["safe-park", "safe-again", "safe-about", "off"]
    choose(desk, "safe-about")
    assert f"crashed {SEVERAL} times" in text(desk)
    press(desk, "OK")
    choose(desk, "safe-park")
    assert [entry.status for entry in journal.entries()] == [Status.PARKED]
    assert desk.blackbox.crashes == 0
    assert "new" in values(desk)


def test_in_safe_mode_the_match_can_be_tried_again(tmp_path):
    journal = Journal(":memory:")
    playing("1 place L310", journal=journal)
    desk = crashed(tmp_path, journal, SEVERAL)
    choose(desk, "safe-again")
    assert isinstance(desk.top, MatchScreen)


# --- time


def test_when_the_time_that_was_agreed_on_is_up_the_box_asks_and_counts_over_restarts():
    journal = Journal(":memory:")
    desk = playing("1 draw", game="online", journal=journal, Limit="3")
    assert desk.is_timed
    desk.minute()
    desk.minute()
    assert box(desk)._notice is None
    desk = new_desk(journal)
    choose(desk, "go-on")
    desk.minute()
    assert "The time that was agreed on is up" in text(desk)
    press(desk, "OK")
    assert said(desk)[-1] == "time"
    assert not desk.is_timed


def test_without_a_limit_no_minutes_are_counted():
    assert not playing("1 draw", game="online").is_timed
    assert not new_desk().is_timed


def test_without_hints_nobody_sees_who_leads_on_the_board_of_offline():
    def picture(*, hints):
        desk = playing(*NET_C, game="offline", config=PLAIN._replace(hints=hints))
        return desk.table().tobytes()

    assert picture(hints=True) != picture(hints=False)
