"""The box as an opponent, and hints: with real keys, a real journal and the real advisor."""

import random

import pytest

from drivers.buzzer import Sound
from engine.acts import read_act
from engine.game import Setup
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import Journal
from firmware_py.ui.flows.home import start
from firmware_py.ui.flows.match import begin
from firmware_py.ui.match.input import typed
from firmware_py.ui.screens.effects import Do
from tests.engine.games import random_game
from tests.firmware_py.ui.fingers import play_act
from tests.firmware_py.ui.stacks import (
    PLAIN,
    box,
    choose,
    match,
    menu,
    navigator_of,
    new_stack,
    offer,
    press,
    read_on,
    said,
    text,
    values,
)
from tests.firmware_py.ui.thinkers import TestThinker

COLOURS = {"L": "light", "D": "dark"}
SETUP = Setup("inside", ("Anna", "Box"), tags={"Opponent": "2 easy"})
FIRST = SETUP._replace(players=("Box", "Anna"), tags={"Opponent": "1 easy"})


def table(setup=SETUP, config=PLAIN, journal=None, *sentences):
    """A box with a match against it, and what thinks for it."""
    stack = new_stack(journal, config)
    thinker = offer(stack, thinker=TestThinker()).thinker
    begin(stack, setup)
    if setup is SETUP:
        read_on(stack)
    for sentence in sentences:
        box(stack).play(read_act(sentence))
    return stack, thinker


def shown(stack):
    """What a phone would get."""
    return box(stack).view_model().message


# --- a new match


def test_a_match_against_the_box_is_a_few_questions():
    stack = new_stack()
    offer(stack, thinker=TestThinker())
    choose(stack, "new", "inside")
    assert values(stack) == ["people", "box"]
    choose(stack, "box")
    assert values(stack) == ["beginner", "easy", "medium", "hard", "perfect"]
    choose(stack, "hard")
    assert values(stack) == ["light", "dark"]
    choose(stack, "dark")
    choose(stack, values(stack)[-2])
    assert match(stack).setup.tags["Opponent"] == "1 hard"
    assert match(stack).players == ("Box", "Dark")


def test_back_leads_through_the_questions_again():
    stack = choose(new_stack(), "new", "inside", "box", "hard")
    press(stack, "BACK", "BACK", "BACK")
    assert "inside" in values(stack)


# --- playing


def test_the_box_thinks_then_says_what_it_plays_and_ok_plays_it():
    stack, thinker = table()
    assert thinker.questions[-1].seconds is None, "it prepares while Anna thinks"
    play_act(stack, random.Random(1))
    assert text(stack) == "Box (easy) Thinking …"
    assert thinker.questions[-1][2:] == ("easy", 1001, 5)
    thought = thinker.thought()
    thinker.answer(stack, thought)
    act = thought.act
    cell = act.args[0][1:]
    assert text(stack).startswith("Box (easy) ")
    assert f"on {cell}. Put it on the board, then press ok." in text(stack)
    assert shown(stack).marked == {cell}
    assert shown(stack).yes == "legend.placed"
    assert Sound.YOUR_TURN in box(stack).sounds
    press(stack, "OK")
    assert match(stack).log[-1] == act


def test_a_whole_game_is_played_and_every_act_is_in_the_journal():
    stack, thinker = table(FIRST)
    chance = random.Random(2)
    while not match(stack).standing().over:
        if thinker.questions[-1].seconds is not None:
            thinker.answer(stack)
            while box(stack).dialog is not None:
                press(stack, "OK")
        else:
            play_act(stack, chance)
            while box(stack).dialog is not None and box(stack).dialog.notice.scenes:
                press(stack, "OK")
    assert stack.journal.lines(1) == said(stack)
    assert {act.seat for act in match(stack).acts} == {1, 2}


def test_the_box_begins_if_it_is_light_after_the_opening_was_read():
    stack, thinker = table(FIRST)
    assert box(stack).dialog.notice.scenes, "the orientation comes first"
    thinker.answer(stack)
    assert box(stack).dialog.notice.scenes, "an answer disturbs nobody who reads"
    press(stack, "OK")
    assert "Put it on the board" in text(stack)


def test_who_does_not_want_its_act_plays_another_one_for_it():
    stack, thinker = table(SETUP, PLAIN, None, "1 place L310")
    thinker.answer(stack)
    press(stack, "BACK")
    assert box(stack).dialog is None
    press(stack, "LEFT")
    assert box(stack).dialog is None, "it is said once"
    press(menu(stack), "BACK")
    assert "Put it on the board" in text(stack), "and again when the turn begins anew"
    press(stack, "BACK")
    play_act(stack, random.Random(3))
    assert match(stack).log[-1].seat == 2


def test_an_answer_to_an_older_question_is_ignored():
    stack, thinker = table(SETUP, PLAIN, None, "1 place L310")
    late = thinker.thought()
    press(stack, "BACK!")
    box(stack).play(read_act("1 place L400"))
    thinker.answer(stack, late)
    assert text(stack) == "Box (easy) Thinking …"
    stack.go_home()
    thinker.answer(stack)
    assert "new" in values(stack)


def test_keys_work_while_it_thinks_and_the_answer_waits_in_the_menu():
    stack, thinker = table(SETUP, PLAIN, None, "1 place L310")
    press(stack, "OK")
    assert box(stack).dialog is None
    menu(stack)
    thinker.answer(stack)
    assert "correct" in values(stack), "the menu stays open"
    press(stack, "BACK")
    assert "Put it on the board" in text(stack)


def test_the_same_question_is_asked_once():
    stack, thinker = table(SETUP, PLAIN, None, "1 place L310")
    asked = len(thinker.questions)
    press(stack, "OK", "BACK", "BACK")
    assert len(thinker.questions) == asked


def test_undo_takes_back_both_acts():
    stack, thinker = table(SETUP, PLAIN, None, "1 place L310")
    thinker.answer(stack)
    press(stack, "OK")
    assert len(match(stack).acts) == 2
    act = match(stack).last
    press(stack, "BACK!")
    assert match(stack).acts == []
    assert match(stack).ask().seats == (1,)
    assert box(stack).dialog is None
    told = Translations("en").text(box(stack).news.text)
    assert told == f"{COLOURS[act.args[0][0]]} cube on {act.args[0][1:]}, light cube on 310"


@pytest.mark.parametrize("is_answered", [False, True])
def test_undo_while_it_thinks_or_waits_takes_back_the_own_act(is_answered):
    stack, thinker = table(SETUP, PLAIN, None, "1 place L310")
    if is_answered:
        thinker.answer(stack)
    press(stack, "BACK!")
    assert match(stack).acts == []
    assert box(stack).dialog is None


def test_the_first_act_of_the_box_can_be_taken_back_and_it_thinks_again():
    stack, thinker = table(FIRST)
    read_on(stack)
    thinker.answer(stack)
    press(stack, "OK")
    press(stack, "BACK!")
    assert match(stack).acts == []
    assert "Put it on the board" in text(stack), "it has thought about this before"


def test_a_power_cut_while_it_thinks_loses_nothing(tmp_path):
    journal = Journal(str(tmp_path / "journal.db"))
    table(SETUP, PLAIN, journal, "1 place L310")
    journal.close()
    again = new_stack(Journal(str(tmp_path / "journal.db")))
    thinker = offer(again, thinker=TestThinker()).thinker
    start(again)  # the match goes on by itself
    assert said(again) == ["1 place L310"]
    assert text(again) == "Box (easy) Thinking …"
    thinker.answer(again)
    assert "Put it on the board" in text(again)


def test_if_nothing_can_think_the_players_are_told_and_go_on():
    stack, thinker = table(SETUP, PLAIN, None, "1 place L310")
    thinker.fail(stack)
    assert text(stack).startswith("Cannot think The box cannot think now.")
    press(stack, "OK")
    play_act(stack, random.Random(4))
    assert len(match(stack).acts) == 2


def test_a_rematch_changes_seats_and_the_box_keeps_its_level():
    stack, _ = table(SETUP, PLAIN, None, "1 quit")
    press(stack, "OK")
    choose(stack, "rematch")
    assert match(stack).setup.tags["Opponent"] == "1 easy"
    assert match(stack).players == ("Box", "Anna")


def test_a_tag_that_names_no_level_is_a_match_of_people():
    stack, thinker = table(SETUP._replace(tags={"Opponent": "2 godlike"}), PLAIN, None)
    read_on(stack)
    box(stack).play(read_act("1 place L310"))
    assert box(stack).dialog is None
    assert thinker.questions == []


def test_a_correction_gives_the_turn_to_the_box():
    stack, thinker = table()
    box(stack).play(read_act("fix turn 2"))
    assert text(stack) == "Box (easy) Thinking …"
    assert thinker.questions[-1].state.turn == 2


# --- hints


def two_people(config=PLAIN):
    stack = new_stack(None, config)
    thinker = offer(stack, thinker=TestThinker()).thinker
    begin(stack, Setup("inside", ("Anna", "Ben")))
    read_on(stack)
    return stack, thinker


def test_a_hint_is_two_presses_and_an_act_in_the_log():
    stack, thinker = two_people()
    press(stack, "BACK", "DOWN")
    assert text(stack) == "Hint Thinking …"
    assert said(stack) == ["1 hint"]
    assert stack.journal.lines(1) == ["1 hint"]
    thought = thinker.thought()
    thinker.answer(stack, thought)
    assert text(stack).startswith("Hint Try: light cube on ")
    assert shown(stack).marked == {thought.act.args[0][1:]}
    press(stack, "OK")
    assert box(stack).is_free


def test_after_a_hint_the_cursor_is_on_its_cell_and_ok_plays_it():
    stack, thinker = two_people()
    press(stack, "BACK", "DOWN")
    thought = thinker.thought()._replace(act=read_act("1 place D004"))
    thinker.answer(stack, thought)
    press(stack, "OK", "OK", "OK")
    assert said(stack) == ["1 hint", "1 place D004"]


def test_a_hint_says_why_as_far_as_it_is_known():
    stack, thinker = two_people()
    for _, _, act in list(random_game(Setup("inside", ("Anna", "Ben")), 5))[:27]:
        box(stack).play(act)
    read_on(stack)
    box(stack).carry_out((Do.ASK_HINT,))
    thinker.answer(stack)
    assert "wins by force" in text(stack) or "wins with best play" in text(stack)


def test_hints_and_undo_do_not_disturb_each_other():
    stack, thinker = two_people()
    box(stack).play(read_act("1 place L310"))
    box(stack).carry_out((Do.ASK_HINT,))
    press(stack, "BACK!")
    assert match(stack).acts == []
    thinker.answer(stack)
    assert box(stack).dialog is None, "that was advice for another position"
    choose(menu(stack), "correct", "redo")
    assert said(stack) == ["1 place L310", "2 hint", "undo", "redo"]


def test_a_hint_can_be_asked_for_again_in_the_same_position():
    stack, thinker = two_people()
    for _ in range(2):
        box(stack).carry_out((Do.ASK_HINT,))
        assert text(stack) == "Hint Thinking …"
        thinker.answer(stack)
        assert text(stack).startswith("Hint Try: ")
        press(stack, "OK")
    assert len(thinker.questions) == 2
    assert said(stack) == ["1 hint", "1 hint"]


def test_a_hint_that_nobody_waits_for_is_not_shown():
    stack, thinker = two_people()
    box(stack).carry_out((Do.ASK_HINT,))
    press(stack, "OK")
    thinker.answer(stack)
    assert box(stack).dialog is None


def test_a_table_can_forbid_hints():
    stack, thinker = two_people(PLAIN._replace(move_hints=False))
    press(stack, "BACK", "DOWN")
    assert "hints are switched off in the settings" in text(stack).lower()
    assert said(stack) == []
    assert thinker.questions == []


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_hint_that_is_typed_is_like_one_from_the_menu(is_allowed):
    stack, thinker = two_people(PLAIN._replace(move_hints=is_allowed))
    box(stack).carry_out(typed(read_act("2 hint")))
    assert said(stack) == (["2 hint"] if is_allowed else [])
    assert len(thinker.questions) == is_allowed
    if is_allowed:
        thinker.answer(stack)
        assert text(stack).startswith("Hint Try: light cube on ")


def test_a_hint_that_is_typed_for_nobody_is_refused():
    stack, thinker = two_people()
    box(stack).carry_out(typed(read_act("3 hint")))
    assert box(stack).dialog.is_refusal
    assert (said(stack), thinker.questions) == ([], [])


def test_a_game_without_an_advisor_refuses_a_hint_that_is_typed():
    stack = new_stack()
    begin(stack, Setup("online", ("Anna", "Ben")))
    read_on(stack)
    box(stack).carry_out(typed(read_act("1 hint")))
    assert "the box gives no hints in this game" in text(stack).lower()


def test_there_is_no_hint_for_the_box():
    stack, _ = table(SETUP, PLAIN, None, "1 place L310")
    box(stack).carry_out((Do.ASK_HINT,))
    assert "nobody at the table has the turn now" in text(stack).lower()
    assert said(stack) == ["1 place L310"]


def test_a_game_without_an_advisor_has_no_hints_in_its_menu():
    stack = new_stack()
    begin(stack, Setup("online", ("Anna", "Ben")))
    read_on(stack)
    menu(stack)
    assert "hint" not in [option.step.value for option in navigator_of(stack).options]


def test_a_hint_while_playing_against_the_box_and_then_its_turn():
    stack, thinker = table()
    box(stack).carry_out((Do.ASK_HINT,))
    thinker.answer(stack)
    press(stack, "OK")
    box(stack).play(read_act("1 place L310"))
    thinker.answer(stack)
    assert text(stack).startswith("Box (easy) ")
