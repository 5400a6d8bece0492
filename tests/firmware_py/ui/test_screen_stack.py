"""The screen stack as a person uses it: from the first start to switching off, with nothing but keys."""

import pytest

from drivers.buzzer import Sound
from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.verdicts import say
from firmware_py.config import configuration
from firmware_py.display.canvas import RIGHT
from firmware_py.display.prompt import legend_width
from firmware_py.games import owner_data
from firmware_py.i18n.default_names import LONGEST_NAME_ON_PANEL
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import Journal, Status
from firmware_py.ui.flows.match import begin
from firmware_py.ui.flows.players import count_faces, dice_lines
from firmware_py.ui.screens.typing import LETTERS, TypingScreen
from firmware_py.ui.stack.switch_off import SwitchOff
from tests.firmware_py.ui.match_screens import ending
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
    usual,
    values,
)

WORDS = Translations("en")
CARD = "card 4: 3 2 1 0 / -4"


# --- beginning


def test_at_the_first_start_the_language_is_asked_for_and_kept():
    stack = new_stack(config=PLAIN._replace(language=""))
    assert values(stack) == ["en", "fr", "de"]
    choose(stack, "fr")
    assert stack.translations.language == "fr"
    assert configuration.load().language == "fr"
    assert "nouvelle" in stack.translations.text(navigator_of(stack).option.step.label)


ALL_OPTIONS = {"Parties": "trios", "Goals": "8 6 3 3", "Limit": "45", "Line": "next-turn"}


@pytest.mark.parametrize(
    ("game", "answers", "seats", "tags"),
    [
        ("inside", (), 2, {}),
        ("insider", ("4",), 4, {}),
        ("insider", ("2", "board", "e1", "a5"), 2, {"Depth": "board", "Homes": "e1 a5"}),
        ("offline", ("3", "expert", "per-player"), 3, {"Mode": "expert", "Market": "per-player"}),
        ("offline", ("2", "score"), 2, {"Depth": "score"}),
        ("online", ("6", "trios", "8 6 3 3", "45", "next-turn"), 6, ALL_OPTIONS),
        ("online", ("5",), 5, {}),
    ],
)
def test_a_match_begins_with_the_options_that_were_chosen(game, answers, seats, tags):
    stack = new_match(new_stack(), game, *answers)
    setup = match(stack).setup
    assert len(setup.players) == seats
    assert {name: value for name, value in setup.tags.items() if name not in {"Date", "Rules"}} == tags
    assert setup.tags["Rules"] == match(stack).rules.VERSION
    assert [entry.status for entry in stack.journal.entries()] == [Status.OPEN]


def test_who_begins_is_asked_for():
    stack = new_stack()
    choose(stack, "new", "online", "3")
    while values(stack)[0] != "1" or navigator_of(stack).option.step.asks.key != "home.ask-first":
        choose(stack, usual(values(stack)))
    choose(stack, "3")
    assert match(stack).setup.first == 3


def test_names_are_typed_letter_by_letter_and_back_takes_one_away():
    stack = new_stack()
    choose(stack, "new", "inside", "people", "type")
    press(stack, "OK", "RIGHT", "OK", "OK", "BACK", "LEFT", "LEFT", "OK", "OK!")
    choose(stack, usual(values(stack)))
    assert match(stack).players == ("Abr", "Dark")


def test_a_name_ends_with_the_last_sign_too_and_the_same_name_is_refused():
    stack = new_stack()
    choose(stack, "new", "inside", "people", "type")
    press(stack, "OK", "UP", "LEFT", "OK")
    choose(stack, "type")
    press(stack, "OK", "OK!")
    assert "A is already playing" in text(stack)
    press(stack, "OK", "BACK", "BACK", "BACK")
    assert values(stack) == list(GAMES)


def test_those_who_played_before_are_offered_first():
    stack = playing("1 place L310", players=("Zoe", "Yves"))
    choose(menu(stack), "match", "park")
    choose(stack, "new", "inside", "people")
    assert values(stack)[:2] == ["=Zoe", "=Yves"]
    choose(stack, "=Yves")
    assert "=Yves" not in values(stack)


def test_the_picture_that_fixes_the_orientation_comes_before_the_first_question():
    stack = new_stack()
    choose(stack, "new", "inside", "people")
    for _ in range(2):
        choose(stack, usual(values(stack)))
    assert text(stack).startswith("Before you begin Agree on the faces")
    press(stack, "OK")
    assert box(stack).dialog is None


def test_what_cannot_begin_is_told_and_nothing_is_kept():
    stack = new_stack()
    begin(stack, Setup("online", ("Anna", "Ben"), tags={"Parties": "trios"}))
    assert "2 players cannot play as “trios”" in text(stack)
    press(stack, "OK")
    assert stack.journal.entries() == []


# --- an unfinished match


def test_an_unfinished_match_goes_on_in_the_same_turn():
    journal = Journal(":memory:")
    before = playing("1 place L310", "2 place D400", journal=journal)
    stack = new_stack(journal)
    assert match(stack).state == match(before).state
    assert box(stack).dialog is None, "it is not the beginning"


def test_an_unfinished_match_that_cannot_be_read_is_parked():
    journal = Journal(":memory:")
    number = journal.begin(Setup("inside", ("Anna", "Ben")), date="2026-11-20")
    journal.keep(number, 0, "1 place L310", "1 place L310")
    stack = new_stack(journal)
    assert "still saved" in text(stack)
    press(stack, "OK")
    assert "new" in values(stack)
    assert [entry.status for entry in journal.entries()] == [Status.PARKED]


def test_any_number_of_matches_is_parked_and_each_goes_on():
    journal = Journal(":memory:")
    for cell in ("310", "220", "112"):
        stack = playing(f"1 place L{cell}", journal=journal)
        choose(menu(stack), "match", "park")
    choose(stack, "parked", "2")
    assert values(stack) == ["go-on", "details", "forget"]
    choose(stack, "details")
    assert "Anna, Ben" in text(stack)
    press(stack, "OK")
    choose(stack, "go-on")
    assert said(stack) == ["1 place L220"]
    assert [(entry.number, entry.status.value) for entry in journal.entries()] == [
        (3, "parked"),
        (2, "open"),
        (1, "parked"),
    ]


def test_a_match_is_forgotten_only_if_all_agree():
    stack = playing("1 place L310")
    choose(menu(stack), "match", "park")
    choose(stack, "parked", "1", "forget")
    press(stack, "BACK")
    assert len(stack.journal.entries()) == 1
    choose(stack, "forget")
    press(stack, "OK")
    assert stack.journal.entries() == []


def test_a_match_of_other_rules_goes_on_and_the_table_is_asked_to_compare():
    journal = Journal(":memory:")
    journal.begin(Setup("inside", ("Anna", "Ben"), tags={"Rules": "99"}), date="2026-11-20")
    stack = new_stack(journal)
    assert "began under rules 99" in text(stack)
    press(stack, "OK")
    assert stack.match_screen is stack.top


# --- one menu for all that is not an act of the game


def test_undo_and_redo_are_in_the_menu_and_hollow_when_there_is_nothing():
    stack = playing("1 place L310")
    choose(menu(stack), "correct", "undo")
    assert said(stack)[-1] == "undo"
    choose(menu(stack), "correct", "redo")
    assert said(stack)[-1] == "redo"
    choose(menu(stack), "correct", "redo")
    assert "M-2" in text(stack)
    assert "Nothing was undone" in text(stack)


def test_what_was_typed_wrongly_is_typed_anew_and_nobody_is_asked():
    stack = playing(CARD, "1 roll 3 4", game="insider", players=("Anna", "Ben", "Carla"))
    choose(menu(stack), "correct", "amend")
    press(stack, "SEAT_6", "SEAT_5")
    assert said(stack)[-1] == "amend 1 roll 5 6"
    assert match(stack).acts[-1] == read_act("amend 1 roll 5 6")


def test_only_an_entry_can_be_typed_anew():
    stack = playing("1 place L310")
    choose(menu(stack), "correct", "amend")
    assert "M-3" in text(stack)


def test_the_table_insists_on_what_was_refused_and_the_log_says_so():
    stack = playing("1 place L310")
    press(stack, "SEAT_1")
    choose(stack, "400")
    assert "ID-5" in text(stack)
    press(stack, "OK")
    choose(menu(stack), "correct", "insist")
    assert "All agreed?" in text(stack)
    press(stack, "OK")
    assert said(stack)[-1].startswith("overrule 1 place")
    choose(menu(stack), "correct", "insist")
    assert "Nothing was refused in this turn" in text(stack)


def test_everything_that_was_said_can_be_looked_at_the_latest_in_sight():
    stack = playing("1 place L310", "2 place D400", "undo")
    choose(menu(stack), "look", "history")
    assert text(stack) == "Moves so far: 1 1 Anna: light cube on 310 2 Ben: dark cube on 400 undone"


def test_the_numbers_of_the_picture_are_explained_in_the_menu():
    stack = playing("1 place L310")
    choose(menu(stack), "look", "legend")
    assert text(stack).startswith("The signs On top: the chosen cell")
    assert "the light cubes left, then the dark ones" in text(stack)
    press(stack, "OK")
    assert box(stack).turn.is_at_start


def test_before_the_first_match_of_a_box_the_keys_to_hold_are_explained():
    stack = new_stack(config=PLAIN._replace(teaching=True))
    begin(stack, Setup("inside", ("Anna", "Ben")))
    assert text(stack).startswith(
        "Keys to hold Hold ok: what is allowed now, or why something is not. Hold back: undo."
    )
    press(stack, "OK")
    assert text(stack).startswith("Before you begin")
    begin(stack, Setup("inside", ("Anna", "Ben")))
    assert text(stack).startswith("Before you begin"), "once is enough"


def test_a_player_leaves_after_all_have_agreed():
    stack = playing("1 place L310")
    choose(menu(stack), "match", "quit", "2")
    assert "Ben leaves the game for good?" in text(stack)
    press(stack, "OK")
    assert said(stack)[-1] == "2 quit"
    assert match(stack).standing().winners == (1,)


def test_a_seat_changes_hands():
    stack = playing("1 place L310")
    choose(menu(stack), "match", "rename", "2", "type")
    press(stack, "RIGHT", "RIGHT", "OK", "OK!")
    assert said(stack)[-1] == 'name 2 "C"'
    assert match(stack).players == ("Anna", "C")
    assert stack.journal.entries()[0].players == ("Anna", "C")


def test_a_refusal_ends_with_the_text_of_its_rule():
    stack = press(playing("1 place L310"), "SEAT_1", "OK")
    assert WORDS("ID-5") in text(stack)


# --- the end


OVER = ("1 place L310", "2 quit")


def test_after_the_end_there_is_a_rematch_with_running_totals():
    journal = Journal(":memory:")
    stack = playing(*OVER, journal=journal)
    press(stack, "OK")
    choose(stack, "rematch")
    assert match(stack).players == ("Ben", "Anna"), "Light begins, so the seats are swapped"
    read_on(stack)
    box(stack).play(read_act("1 quit"))
    assert [entry.series for entry in journal.entries()] == [1, 1]
    shown = " ".join(ending(box(stack)))
    assert "Series, 2 matches: Anna: 2 won, 0 points Ben: 0 won, 0 points" in shown


def test_undo_over_drawn_cards_asks_and_back_says_no():
    stack = playing("1 draw", game="online", players=("Anna", "Ben"))
    press(stack, "BACK!", "BACK")
    assert len(match(stack).acts) == 1
    press(stack, "BACK!", "OK")
    assert match(stack).acts == []


def test_in_a_rematch_the_next_player_begins():
    stack = playing("2 quit", "3 quit", game="insider", players=("Anna", "Ben", "Carla"))
    press(stack, "OK")
    choose(stack, "rematch")
    assert match(stack).setup.first == 2
    assert match(stack).log == []


def test_in_a_rematch_of_online_the_winner_is_proposed_to_begin_and_anybody_can_be_chosen():
    stack = playing("1 quit", game="online", players=("Anna", "Ben"))
    press(stack, "OK")
    choose(stack, "rematch")
    press(stack, "OK")
    assert match(stack).setup.first == 2
    stack = playing("1 quit", game="online", players=("Anna", "Ben"))
    press(stack, "OK")
    choose(stack, "rematch", "1")
    assert match(stack).setup.first == 1


def test_a_match_that_is_over_can_be_looked_at_and_taken_back():
    stack = playing(*OVER)
    press(stack, "OK")
    choose(stack, "home")
    choose(stack, "finished", "1", "look-at")
    press(stack, "BACK!", "OK")
    assert not match(stack).standing().over
    assert stack.journal.entries()[0].status is Status.OPEN


# --- what is known


def test_players_have_their_games_wins_and_best_results():
    stack = playing(*OVER)
    press(stack, "OK")
    choose(stack, "home")
    choose(stack, "players", "=Anna")
    assert text(stack) == "Anna Inside: 1 played, 1 won, best 0"
    press(stack, "OK")
    choose(stack, "=Ben")
    assert "0 won" in text(stack)


def test_dice_are_counted_as_they_were_put_right():
    stack = playing(CARD, "1 roll 3 4", "amend 1 roll 6 5", "1 roll 2 2", game="insider", players=("A", "B", "C"))
    assert count_faces(stack.journal) == [0, 2, 0, 0, 1, 1]


def test_fair_dice_look_fair_loaded_ones_do_not_and_few_say_nothing():
    assert WORDS.text(dice_lines([100, 104, 96, 99, 101, 100])[-1]) == "That looks fair."
    assert WORDS.text(dice_lines([60, 104, 96, 99, 101, 140])[-1]).startswith("Fair dice would do this")
    assert WORDS.text(dice_lines([9, 0, 0, 0, 0, 0])[-1]) == "Needs at least 60 rolls to judge."


def test_an_evaluation_card_is_entered_and_known_in_the_next_match():
    stack = new_stack()
    choose(stack, "my-copy", "card")
    press(stack, "DOWN", "OK")  # four tables
    for _ in range(4):
        press(stack, "OK")
    press(stack, "OK", "OK")
    assert text(stack).startswith("enter a card Saved: card 4:")
    assert any(len(entry.card.values) == 4 for entry in owner_data.load("insider").cards)


def test_the_map_can_be_looked_at():
    stack = new_stack()
    choose(stack, "my-copy", "offline")
    assert "placeholder, not checked" in text(stack)


def test_about_names_the_version_the_folder_and_what_is_missing():
    stack = new_stack()
    choose(stack, "about")
    assert "Version" in text(stack)
    assert "Your copy of Offline: placeholder data" in text(stack)


# --- settings


def test_settings_are_changed_at_once_and_for_good():
    stack = new_stack()
    choose(stack, "settings", "night", "hints", "contrast")
    assert (stack.config.night, stack.config.hints, stack.config.contrast) == (True, False, 220)
    kept = configuration.load()
    assert (kept.night, kept.hints, kept.contrast) == (True, False, 220)


def test_the_language_is_changed_in_the_middle_of_a_match():
    stack = playing("1 place L310")
    choose(menu(stack), "match", "settings", "language")
    assert stack.translations.language == "fr"
    press(stack, "BACK")
    assert box(stack).translations.language == "fr"


def test_settings_that_cannot_be_kept_hold_all_the_same_and_it_is_said(monkeypatch):
    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(configuration, "replace_file", full)
    stack = new_stack()
    choose(stack, "settings", "night")
    assert stack.config.night
    assert "No space left" in text(stack)


def test_without_hints_nothing_is_marked_and_the_cursor_visits_everything():
    stack = playing("1 place L310", config=PLAIN._replace(hints=False))
    plain = playing("1 place L310")
    press(stack, "UP")
    press(plain, "UP")
    assert navigator_of(stack).option.hollow
    assert not navigator_of(plain).option.hollow
    held = press(playing("1 place L310"), "UP!")
    assert stack.prompt().tobytes() != held.prompt().tobytes(), "the same cell, marked"


def test_the_first_time_a_rule_matters_its_text_is_offered_and_then_no_more():
    stack = playing(config=PLAIN._replace(teaching=True))
    assert box(stack).view.tip == "ID-5"
    press(stack, "BACK", "OK!")
    assert text(stack).startswith("Allowed now:"), "the menu offers no rule"
    press(stack, "OK", "BACK", "OK!")
    assert text(stack).startswith(f"Rule ID-5 {WORDS('ID-5')} Allowed now: 30 light cube on")
    press(stack, "OK", "OK", "OK")
    assert box(stack).view.tip is None
    assert box(playing()).view.tip is None, "it can be turned off"


def test_the_box_is_silent_at_night():
    loud, silent = playing(), playing(config=PLAIN._replace(night=True))
    for stack in (loud, silent):
        press(stack, "BACK!")
    assert loud.take_sounds() == [Sound.REFUSED]
    assert silent.take_sounds() == []


def test_switching_off_asks_first():
    stack = new_stack()
    choose(stack, "off")
    press(stack, "BACK")
    choose(stack, "off")
    with pytest.raises(SwitchOff):
        press(stack, "OK")


def test_a_match_has_the_date_of_the_day_on_which_it_begins():
    journal = Journal(":memory:")
    stack = new_stack(journal)
    days = iter(["2026-11-20", "2026-11-21"])
    stack.today = lambda: next(days)
    for _ in range(2):
        begin(stack, Setup("inside", ("Anna", "Ben")))
    assert [entry.setup.tags["Date"] for entry in journal.entries()] == ["2026-11-21", "2026-11-20"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_while_a_name_is_typed_the_legend_fits_at_every_letter(language):
    screen = TypingScreen(Translations(language), say("menu.new-name"), LONGEST_NAME_ON_PANEL, print, print)
    for name in ("", "Anna"):
        screen.text = name
        for _ in range(len(LETTERS)):
            for _ in range(len(LETTERS[0])):
                assert legend_width(screen.legend()) <= RIGHT
                screen.press(Press(Key.RIGHT, Kind.SHORT))
            screen.press(Press(Key.DOWN, Kind.SHORT))
