"""A phone in another language than the box reads its own language: on every screen, in every part, on the sheet.

See `tests.firmware_py.alphabets`: the words of the box are in other letters than those of the phone.
"""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from drivers.dice import State
from drivers.dice_port import Reason
from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.offline.tiles import NAMES as TILES
from engine.records import read_records
from engine.verdicts import NotAnAct, say
from firmware_py.display.panel import Part
from firmware_py.games import owner_data
from firmware_py.games.replay import play_line
from firmware_py.http import responses
from firmware_py.http.phones import DEVICES
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.sentences import plain
from firmware_py.page import question, serialize
from firmware_py.page.history import lines
from firmware_py.page.more import owner_forms
from firmware_py.page.more.charts import charts
from firmware_py.page.more.score_sheet import score_sheet
from firmware_py.page.serialize import PARTS, Serializer, moment
from firmware_py.page.snapshot import Snapshot, SnapshotTaker, _played
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import keep_states
from firmware_py.storage.paths import data_folder, make_folder, panel_file
from firmware_py.ui.flows import match as match_flow
from firmware_py.ui.match.phrases import name_forms
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.effects import Do, Notice
from firmware_py.ui.screens.question import NavigatorScreen
from firmware_py.ui.screens.typing import TypingScreen
from firmware_py.ui.stack import screen_stack
from firmware_py.ui.stack.waiting import Tick
from tests.depth import depth
from tests.firmware_py.alphabets import (
    box_language,
    common_words,
    phone_language,
    unknown_words,
    words_of_the_box,
)
from tests.firmware_py.page.pages import PLAYERS, Table
from tests.firmware_py.screens import NAMES, screens
from tests.firmware_py.storage.test_other_rules import ACTS, kept, newer_rules, refuses_400
from tests.firmware_py.ui.stacks import (
    PLAIN,
    box,
    choose,
    match,
    menu,
    navigator_of,
    new_stack,
    playing,
    press,
    read_on,
)

BOX, PHONE = box_language(), phone_language()
RECORDS = sorted((Path(__file__).parents[2] / "records").rglob("*.txt"))
READ_AT_THE_BOX = depth(80, full=1000)
"""The acts of a record that are played at the box, with everything that comes of them."""
TEACHING = PLAIN._replace(teaching=True)
NOT_TEXT = {
    "act",
    "shape",
    "tap",
    "taps",
    "chosen",
    "kind",
    "rule",
    "marked",
    "id",
    "dots",
    "role",
    "action",
    "sound",
}
TAG = re.compile(r"<[^>]*>")
SYSTEM = ("ValueError: an example (box.py:1)", "Call failed: Access denied", "journal.db", "full", ":memory:")
KNOWN = common_words(
    [
        *("Sideline", "/nowhere/log.txt", *SYSTEM, *LANGUAGES.values()),
        *(*NAMES, *PLAYERS, "Ben", "Quirin", "Abb"),
        *(name for form in name_forms(NAMES[:2]) for name in form),
        *DEVICES,
        *(*TILES, "INSIDER", "OUT", "insider", "Insider"),  # printed on tiles and on the board
        *(rule.partition("-")[0] for rule in BOX.table if "-" in rule and rule[0].isupper()),
    ]
)
"""What is spelt the same in every language."""


def failing(error):
    raise error


# --- what a phone reads


def texts_in(value):
    """Yield every text in what is sent to a phone."""
    if isinstance(value, str):
        yield unescape(TAG.sub(" ", value))
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in NOT_TEXT:
                yield from texts_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item)


def assert_phones_language(sent, known=frozenset()):
    """Fail if something sent has words of the box, or words of no table but names, codes and records."""
    assert words_of_the_box(json.dumps(sent, ensure_ascii=False)) == [], sent
    for text in texts_in(sent):
        assert unknown_words(text, KNOWN | known) == [], text


@cache
def record_words():
    """Return the words of records: they name what is corrected, and everything said under other rules."""
    records = [record for path in RECORDS for record in read_records(path.read_text())]
    return common_words(["yes no", *(line.partition(";")[0] for record in records for _, line in record.lines)])


def read_question(screen):
    """Read what is asked while a screen is shown."""
    played = _played(screen) if isinstance(screen, MatchScreen) else None
    translations = PHONE if played is None else PHONE.naming(played.names)
    said = common_words(map(str, () if played is None else played.log[-1:]))
    asked = question.question(Snapshot(1, screen.view_model(), played), translations)
    assert_phones_language(asked, record_words() | said)


def read_parts(stack):
    """Read all parts of the page, on a phone that is paired and on one that is not."""
    serializer = Serializer(SnapshotTaker().take(stack), failing)
    for is_paired in (True, False):
        for part in serializer.parts("en", is_paired=is_paired).values():
            assert_phones_language(json.loads(part), record_words())


def read_match(stack):
    """Read what the page has beside the parts: history, charts, earlier moments, other seats, the score sheet."""
    serializer = Serializer(SnapshotTaker().take(stack), failing)
    replay, known = serializer.history, record_words()
    assert_phones_language([line.text for line in lines(replay, PHONE)], known)
    assert_phones_language([chart._asdict() for chart in charts(replay, PHONE)], known)
    assert_phones_language(score_sheet(replay, PHONE), known)
    for place in range(0, len(replay.moments), 10):
        assert_phones_language(moment(replay, place, PHONE, hints=True), known)
    for seat in range(1, len(match(stack).names) + 1):
        assert_phones_language([answer["label"] for answer in serializer.answers(seat, "en")], known)


@pytest.fixture(autouse=True)
def two_languages(monkeypatch):
    """Give every box the one language and every phone the other, and read every screen when it is drawn."""
    monkeypatch.setattr(screen_stack, "panel_translations_of", lambda _language: BOX.for_panel())
    for module in (serialize, responses):
        monkeypatch.setattr(module, "translations_of", lambda _language: PHONE)
    for kind in (MatchScreen, NavigatorScreen, DialogScreen, TypingScreen):

        def prompt(screen, draw=kind.prompt):
            read_question(screen)
            return draw(screen)

        monkeypatch.setattr(kind, "prompt", prompt)


# --- the tests


def test_every_screen_that_has_a_golden_picture():
    assert len(list(screens(BOX))) > 200


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recorded_game_with_its_scenes_refusals_and_corrections(path):
    for record in read_records(path.read_text()):
        stack = new_stack(config=TEACHING)
        match_flow.begin(stack, record.setup._replace(players=NAMES[: len(record.setup.players)]))
        for number, (_, line) in enumerate(record.lines[:READ_AT_THE_BOX]):
            say_line(stack, line)
            if number % 12 == 0:
                read_parts(stack)
        for _, line in record.lines[READ_AT_THE_BOX:]:
            play_line(match(stack), line)
        box(stack).begin_turn()
        stack.prompt()
        read_parts(stack)
        read_match(stack)
        box(stack).carry_out((Do.SHOW_HISTORY,))
        stack.prompt()
        press(stack, "OK", "OK!").prompt()


def say_line(stack, line):
    """Play a line of a record at the box, and read everything that comes of it, dialog by dialog."""
    try:
        act = read_act(line)
        match(stack).tell(act)
    except (NotAnAct, LookupError, ValueError):
        return  # neither keys nor taps can say it
    box(stack).submit(act)
    stack.prompt()
    while box(stack).dialog is not None:
        press(stack, "OK").prompt()


def correcting(game):
    stack = new_stack()
    match_flow.begin(stack, Setup(game, NAMES[: GAMES[game].seats[0]]))
    read_on(stack)
    return choose(menu(stack), "correct", "fix")


@pytest.mark.parametrize("game", GAMES)
def test_the_questions_of_every_correction(game):
    values = [option.step.value for option in navigator_of(correcting(game)).options]
    assert len(values) > 1
    for value in values:
        stack = choose(correcting(game), value)
        for _ in range(10):  # the likeliest answer to each question that follows
            stack.prompt()
            if box(stack).turn.is_home:
                break
            press(stack, "OK")


@pytest.mark.parametrize("text", ["", "[board]\ncellar = 7\nhome = 3\n[map]\nA = 3\n"])
def test_owner_data_at_the_box_and_on_the_page(text):
    words_of_the_files = "board map market cards cellar home verified sites links values corner"
    known = common_words([words_of_the_files, *map(owner_data.path_of, owner_data.games())])
    for game in owner_data.games():
        if text:
            make_folder(data_folder())
            Path(owner_data.path_of(game)).write_text(text)
        stack = choose(new_stack(), "my-copy", game)
        told = stack.top.dialog.message()
        assert_phones_language([PHONE.text(line) for line in (told.title, *told.paragraphs)], known)
        form = owner_forms.form_of(game, PHONE)
        assert bool(form["faults"]) == bool(text)
        assert_phones_language([form["faults"], form["unknown"]], known)
        wrong = {"version": form["version"], "owner_data": dict.fromkeys(form["owner_data"], 3)}
        assert_phones_language(owner_forms.save(game, wrong, PHONE), known)
        if text:
            stack = new_stack()
            match_flow.begin(stack, Setup(game, NAMES[:2]))
            assert_phones_language([PHONE.text(line) for line in stack.top.dialog.message().paragraphs], known)
    assert_phones_language([entry["name"] for entry in owner_forms.overview(PHONE)])


def test_what_goes_wrong_or_comes_from_outside():
    stack = choose(new_stack(), "new", "inside", "people", "type")
    stack.top.type("Anna")
    choose(stack, "type")
    stack.top.type("Anna")
    stack.prompt()  # the name is taken
    stack = playing("card 4: 3 2 1 0 / -4", game="insider", players=NAMES[:3])
    for state in State:
        stack.take_roll(state, (3, 5) if state is State.SETTLED else (3,))
        stack.prompt()
    press(stack, "OK")
    for fault in Reason:
        stack.show_parts([Part("dice", say(f"part.{fault.value}")), Part("table")])
        stack.prompt()
    stack = playing(game="online", players=NAMES[:2], Limit="1")
    stack.tick(Tick.MINUTE)
    stack.prompt()
    stack = playing("1 place L310")
    box(stack).tap(["spot:nowhere"])
    stack.prompt()
    stack.press(Press(Key.SEAT_2, Kind.SHORT))
    stack.prompt()  # out of turn
    Path(panel_file()).write_text("night = 1\n")
    stack.set(sound=False)
    assert "night" in BOX.text(stack.top.dialog.message().paragraphs[0])
    told = stack.top.dialog.message().paragraphs
    assert_phones_language([PHONE.text(line) for line in told], common_words([panel_file(), "night"]))


def test_a_match_that_began_under_other_rules(monkeypatch):
    journal = Journal(":memory:")
    kept(journal, *ACTS)
    keep_states(journal)
    newer_rules(monkeypatch, judge=refuses_400)
    stack = new_stack(journal)
    stack.prompt()
    press(stack, "OK", "BACK!").prompt()
    press(stack, "OK")
    box(stack).carry_out((Do.SHOW_HISTORY,))
    stack.prompt()


def test_everything_that_a_browser_asks_for(tmp_path):
    with Table(tmp_path) as table:
        phone = table.paired()
        table.box(lambda screen: screen.submit(read_act("1 place L310")))
        table.box(lambda screen: screen.submit(read_act("2 place L210")))
        with phone.listen() as stream:
            sent = stream.next()
        assert_phones_language({name: sent[name] for name in PARTS})
        for path in ("/words", "/history", "/moment/1", "/sheet", "/my-copy", "/my-copy/insider", "/moment/99"):
            assert words_of_the_box(phone.get(path).body.decode()) == [], path


@pytest.mark.parametrize("text", [BOX("box.over"), "Game over", f"{PHONE('box.over')} {BOX('yes')}"])
def test_a_text_of_the_box_or_of_no_table_is_found(text):
    screen = DialogScreen(BOX, Dialog(Notice(say("box.over"), (say("box.sure"),))), lambda: None)
    screen.prompt()
    screen = DialogScreen(BOX, Dialog(Notice(say("box.over"), (plain(text),))), lambda: None)
    with pytest.raises(AssertionError):
        screen.prompt()
