"""The screen stack when something goes wrong, and its clock."""

import pytest

from engine import match as match_module
from engine.game import Setup
from engine.verdicts import say
from firmware_py.config import configuration
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.storage.crash_log import TOO_MANY_CRASHES, CrashLog
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.ui.flows.home import restart, start
from firmware_py.ui.flows.match import begin
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.screens.effects import Leave, Leaving, Notice, Show
from firmware_py.ui.stack.waiting import Tick
from tests.engine.offline.tables import NET_C
from tests.firmware_py.ui.stacks import (
    PLAIN,
    box,
    choose,
    match,
    menu,
    navigator_of,
    new_match,
    new_stack,
    playing,
    press,
    read_on,
    said,
    text,
    values,
)

WORDS = Translations("en")
CARD = "card 4: 3 2 1 0 / -4"


# --- what a strict reader found


def test_insisting_with_nothing_refused_is_refused_again_and_again():
    stack = playing()
    for _ in range(3):
        choose(menu(stack), "correct", "insist")
        assert "Nothing was refused" in text(stack)
        press(stack, "OK", "BACK", "BACK")


def test_a_seat_key_while_an_entry_is_typed_anew_does_not_change_the_question():
    stack = playing(CARD, "1 roll 3 4", game="insider", players=("Anna", "Ben", "Carla"))
    choose(menu(stack), "correct", "amend")
    press(stack, "SEAT_6", "SEAT_5")
    assert said(stack)[-1] == "amend 1 roll 5 6"
    choose(menu(stack), "correct", "amend")
    asked = navigator_of(stack).option.step.asks
    press(stack, "BACK", "BACK")
    assert navigator_of(stack).option.step.asks != asked


def test_a_disk_that_is_full_at_the_start_is_told_and_the_match_is_tried_again_the_next_time(monkeypatch):
    journal = Journal(":memory:")
    playing("1 place L310", journal=journal)

    def fail(*_args, **_named):
        raise JournalFault(say("journal.full", path="journal.db"))

    with monkeypatch.context() as full:
        full.setattr(journal, "settle", fail)
        stack = new_stack(journal)
        start(stack)
        assert "the disk is full" in text(stack)
    assert [entry.status for entry in journal.entries()] == [Status.OPEN]
    stack = new_stack(journal)
    start(stack)
    assert match(stack).log


def test_at_most_one_match_is_on_the_table():
    journal = Journal(":memory:")
    journal.begin(Setup("inside", ("Anna", "Ben"), tags={"Rules": "99"}), date="2026-11-20")
    playing("1 place L310", journal=journal)
    assert [(entry.number, entry.status) for entry in journal.entries()] == [(2, Status.OPEN), (1, Status.PARKED)]


def test_a_match_whose_replay_crashes_is_listed_with_the_others(monkeypatch):
    journal = Journal(":memory:")
    stack = playing("1 place L310", journal=journal)
    choose(menu(stack), "match", "park")

    def crash(*_args):
        raise ZeroDivisionError

    monkeypatch.setattr(match_module.Match, "play", crash)
    choose(stack, "parked")
    stack.table()
    choose(stack, "1", "details")
    assert "the match cannot be replayed (ZeroDivisionError)" in text(stack)


def test_an_act_whose_playing_crashes_is_not_kept(monkeypatch):
    stack = playing("1 place L310")

    def crash(*_args):
        raise ZeroDivisionError

    monkeypatch.setattr(match(stack).rules, "play", crash)
    with pytest.raises(ZeroDivisionError):
        press(stack, "OK", "OK")
    assert stack.journal.lines(1) == ["1 place L310"]


def test_a_rule_is_offered_only_while_it_is_new():
    stack = playing(config=PLAIN._replace(teaching=True))
    assert box(stack).view.tip == "ID-5"
    press(stack, "OK", "OK")
    assert box(stack).view.tip is None
    stack.set(teaching=False)
    press(stack, "BACK!")
    assert box(stack).view.tip is None


def test_with_one_display_a_key_shows_the_picture_that_a_notice_speaks_of():
    stack = new_stack(displays=1)
    begin(stack, Setup("inside", ("Anna", "Ben")))
    assert not stack.shows_table
    press(stack, "RIGHT")
    assert stack.shows_table
    press(stack, "OK")
    assert not stack.shows_table
    assert text(stack).startswith("Before you begin")


def test_the_names_of_seats_are_nobody_who_played():
    stack = new_match(new_stack(), "online", "2")
    choose(menu(stack), "match", "park")
    choose(stack, "players")
    assert values(stack) == ["dice"]


def test_a_language_that_cannot_be_kept_is_said_at_the_first_start(monkeypatch):
    def full(*_args, **_named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(configuration, "replace_file", full)
    stack = new_stack(config=PLAIN._replace(language=""))
    choose(stack, "de")
    assert "No space left" in text(stack)
    press(stack, "OK")
    assert stack.translations.language == "de"
    assert "new" in values(stack)


# --- faults


def test_what_the_disk_refuses_is_not_accepted_and_can_be_said_again(monkeypatch):
    stack = playing("1 place L310")
    keep = Journal.keep

    def full(_self, *_args, **_named):
        raise JournalFault(say("journal.full", path="journal.db", reason="full"))

    monkeypatch.setattr(Journal, "keep", full)
    press(stack, "OK", "OK")
    assert "Not saved! journal.db: the disk is full" in text(stack)
    assert said(stack) == ["1 place L310"]
    monkeypatch.setattr(Journal, "keep", keep)
    press(stack, "OK", "OK", "OK")
    assert len(said(stack)) == 2
    assert stack.journal.lines(1) == said(stack)


def crashed(folder, journal, times):
    crash_log = CrashLog(str(folder))
    for _ in range(times):
        crash_log.crash(ValueError("a mistake"))
    stack = new_stack(journal, folder=str(folder))
    stack.crash_log.last = crash_log.last
    restart(stack)
    return stack


def test_after_a_crash_the_fault_is_told_and_the_match_is_there(tmp_path):
    journal = Journal(":memory:")
    playing("1 place L310", journal=journal)
    stack = crashed(tmp_path, journal, 1)
    assert text(stack).startswith("Error The program hit an error")
    assert "a mistake" in text(stack)
    press(stack, "OK")
    assert said(stack) == ["1 place L310"]


def test_after_several_crashes_safe_mode_says_what_to_do(tmp_path):
    journal = Journal(":memory:")
    playing("1 place L310", journal=journal)
    stack = crashed(tmp_path, journal, TOO_MANY_CRASHES)
    assert values(stack) == ["safe-park", "safe-again", "safe-about", "off"]
    choose(stack, "safe-about")
    assert f"crashed {TOO_MANY_CRASHES} times" in text(stack)
    press(stack, "OK")
    choose(stack, "safe-park")
    assert [entry.status for entry in journal.entries()] == [Status.PARKED]
    assert stack.crash_log.crashes == 0
    assert "new" in values(stack)


def test_in_safe_mode_the_match_can_be_tried_again(tmp_path):
    journal = Journal(":memory:")
    playing("1 place L310", journal=journal)
    stack = crashed(tmp_path, journal, TOO_MANY_CRASHES)
    choose(stack, "safe-again")
    assert isinstance(stack.top, MatchScreen)


# --- time


def test_when_the_time_that_was_agreed_on_is_up_the_box_asks_and_counts_over_restarts():
    journal = Journal(":memory:")
    stack = playing("1 draw", game="online", journal=journal, Limit="3")
    assert Tick.MINUTE in stack.ticks
    stack.tick(Tick.MINUTE)
    stack.tick(Tick.MINUTE)
    assert box(stack).dialog is None
    stack = new_stack(journal)
    stack.tick(Tick.MINUTE)
    assert "The agreed time is up" in text(stack)
    press(stack, "OK")
    assert said(stack)[-1] == "time"
    assert Tick.MINUTE not in stack.ticks


def test_time_that_ran_out_in_a_match_that_was_left_is_not_asked_of_another_game():
    stack = playing("1 draw", game="online", Limit="1")
    box(stack).carry_out((Show(Notice(plain("a text"), (plain("over everything else"),))),))
    stack.tick(Tick.MINUTE)
    box(stack).carry_out((Leave(Leaving.PARK),))
    stack.attempt(lambda: None)
    begin(stack, Setup("inside", ("Anna", "Ben")))
    read_on(stack)
    assert box(stack).is_free
    stack.tick(Tick.MINUTE)
    assert box(stack).is_free, "nothing is asked"


def test_without_a_limit_no_minutes_are_counted():
    assert Tick.MINUTE not in playing("1 draw", game="online").ticks
    assert Tick.MINUTE not in new_stack().ticks


def test_without_hints_nobody_sees_who_leads_on_the_board_of_offline():
    def picture(*, hints):
        stack = playing(*NET_C, game="offline", config=PLAIN._replace(hints=hints))
        return stack.table().tobytes()

    assert picture(hints=True) != picture(hints=False)
