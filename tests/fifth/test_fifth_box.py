"""A fifth game on the box and on the page, with nothing but its folder and its line."""

import json
import random
from xml.etree import ElementTree as ET

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.verdicts import say
from firmware_py.display.canvas import BOTTOM, RIGHT
from firmware_py.games.drawing.svg_views import SvgView as PageView
from firmware_py.games.fallback import lines as plain
from firmware_py.games.lookup import display_of, svg_of, text_of
from firmware_py.games.views import TableView
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations, tips
from firmware_py.page.history import lines
from firmware_py.page.more.charts import charts
from firmware_py.page.more.score_sheet import score_sheet
from firmware_py.page.serialize import moment
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.state_codec import decode_state, encode_state
from firmware_py.ui.flows.match import begin
from tests.engine.games import EVERY_SETUP, NAMES, random_game
from tests.firmware_py.drawn_text import all_texts_fit
from tests.firmware_py.games.drawn import assert_plain, texts
from tests.firmware_py.i18n.test_translations import PLACEHOLDER
from tests.firmware_py.page.replays import replayed
from tests.firmware_py.page.test_serialize import serializer_of
from tests.firmware_py.ui.fingers import play_act
from tests.firmware_py.ui.match_screens import reading
from tests.firmware_py.ui.stacks import PLAIN, box, choose, match, new_stack, press, read_on
from tests.firmware_py.ui.stacks import text as read_text

LONG = ("Maximilian-Lucas", "Wilhelmine", "Abcdefghijklmno", "Li", "Anne-Catherine", "Quirina")


def nim(*sentences, seats=3):
    return replayed(Setup("nim", NAMES[:seats]), tuple(map(read_act, sentences)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_are_in_the_one_table_in_every_language(language):
    english, translations = Translations("en").table, Translations(language)
    own = {key: text for key, text in translations.table.items() if key.startswith(("nim.", "NI-"))}
    assert list(own) == [key for key in english if key.startswith(("nim.", "NI-"))]
    for key, text in own.items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(english[key])), key
    assert translations("NI-2") == own["NI-2"]
    assert tips()["nim.ask-take"] == "NI-2"


@all_texts_fit()
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_evening_through_the_keys(language):
    journal, chance = Journal(":memory:"), random.Random(language)
    stack = new_stack(journal, PLAIN._replace(language=language, teaching=True))
    choose(stack, "new", "nim", "2")
    for _ in ("name 1", "name 2"):
        choose(stack, stack.top.navigator.options[0].step.value)
    assert [option.step.value for option in stack.top.navigator.options] == ["1 3 5 7", "3 4 5"]
    stack.prompt()
    choose(stack, "3 4 5", "1")
    assert match(stack).setup.tags["Heaps"] == "3 4 5"
    for _ in range(3):
        assert play_act(stack, chance)
    before = match(stack).state, match(stack).log
    again = new_stack(journal, PLAIN._replace(language=language))
    assert (match(again).state, match(again).log) == before
    while play_act(again, chance):
        again.prompt()
        again.table()
    assert match(again).standing().over
    (kept,) = journal.entries()
    assert kept.status is Status.OVER
    press(again, "OK")
    choose(again, "rematch")
    assert match(again).setup.first == 2


def test_a_refusal_says_why_and_how_the_rule_goes_and_corrections_are_asked_for():
    stack = new_stack()
    begin(stack, Setup("nim", ("Anna", "Ben")))
    box(stack).submit(read_act("1 take 1 2"))
    told = reading(box(stack))
    assert "Of heap 1 only 1 can be taken" in told
    assert "1 from heap 1" in told
    assert "Take one match or more from one heap." in told
    read_on(stack)
    press(stack, "BACK")
    choose(stack, "correct", "fix", "4", "2")
    assert match(stack).state.heaps == (1, 3, 5, 2)


def test_finished_matches_are_listed_with_a_picture_and_players_with_results():
    stack = new_stack()
    begin(stack, Setup("nim", ("Anna", "Ben")))
    while play_act(stack, random.Random(1)):
        pass
    press(stack, "OK")
    choose(stack, "home", "finished")
    assert stack.table().getbbox() is not None
    press(stack, "BACK")
    choose(stack, "players", "=Anna")
    assert "Nim" in read_text(stack)


def test_its_states_are_noted_for_the_day_on_which_its_rules_have_changed():
    state = nim("1 take 4 6", "2 quit").state_now
    assert decode_state(encode_state(state)) == state


# --- pictures


def test_a_game_without_pictures_of_its_own_gets_the_plain_ones():
    for find, kind in ((display_of, "display"), (text_of, "text"), (svg_of, "svg")):
        assert find("nim").__class__.__name__ == "Fallback"
        assert find("online").__name__ == f"firmware_py.games.online.{kind}"


def test_a_picture_that_cannot_be_loaded_is_no_plain_one(monkeypatch):
    monkeypatch.setitem(GAMES, "broken", GAMES["nim"])
    monkeypatch.setattr(
        "firmware_py.games.lookup.import_module", lambda name: __import__("no_such_library") or name
    )
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        display_of("broken")


@all_texts_fit()
@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
def test_the_plain_pictures_draw_every_game_for_any_number_of_players_whatever_their_names(setup):
    translations = Translations("en").naming(LONG[: len(setup.players)])
    rules = GAMES[setup.game].rules()
    kinds = [find("nim").__class__ for find in (display_of, text_of, svg_of)]
    panel, terminal, page = (kind(setup.game, rules) for kind in kinds)
    for _, state, _ in list(random_game(setup, 1))[:40:8]:
        names = tuple(translations.players[seat - 1] for seat in rules.seats(state))
        _, _, right, bottom = panel.draw(TableView(state, names, translations)).getbbox()
        assert right <= RIGHT
        assert bottom <= BOTTOM
        drawn = terminal.draw(state, translations.naming(names)).splitlines()
        assert [name in line for name, line in zip(names, drawn, strict=False)] == [True] * len(names)
        root = ET.fromstring(page.draw(PageView(state, names, translations.naming(names))))
        assert_plain(root)
        assert {str(points) for points in rules.standing(state).points.values()} <= set(texts(root))


def test_the_picture_tells_the_turn_the_winner_the_points_and_the_heaps():
    translations = Translations("en").naming(("Anna", "Ben"))
    terminal = text_of("nim")
    begun = nim("1 take 4 6", seats=2).state_now
    assert terminal.draw(begun, translations) == "  Anna  6\n▸ Ben   0\n\nHeaps: 1 3 5 1"
    won = nim("1 take 4 6", "2 quit", seats=2).state_now
    assert terminal.draw(won, translations).startswith("★ Anna  6\n  Ben   0\n")
    panel = display_of("nim")
    view = TableView(begun, translations.players, translations)
    pictures = [panel.draw(view), panel.draw(view._replace(state=won)), panel.draw(view._replace(cursor="b2"))]
    assert len({picture.tobytes() for picture in pictures}) == 3
    assert [translations.text(line) for line in panel.summary(won)] == ["Heaps: 1 3 5 1"]


@all_texts_fit()
def test_much_to_tell_is_never_drawn_over_the_players_and_never_beyond_the_edge(monkeypatch):
    translations, state = Translations("en"), nim(seats=4).state_now
    panel, names = display_of("nim"), LONG[:4]
    monkeypatch.setattr(plain, "details", lambda *_: [say("plain", text="word " * count) for count in (3, 9, 30)])
    _, _, right, bottom = panel.draw(TableView(state, names, translations, cursor="somewhere")).getbbox()
    assert right <= RIGHT
    assert bottom <= BOTTOM


# --- the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_told_everything(language):
    stack = new_stack()
    begin(stack, Setup("nim", NAMES[:3]))
    for sentence in ("1 take 4 6", "2 take 1 1"):
        box(stack).submit(read_act(sentence))
    box(stack).submit(read_act("1 take 1 1"))
    serializer, translations = serializer_of(stack), Translations(language)
    told = {name: json.loads(text) for name, text in serializer.parts(language, is_paired=True).items()}
    assert told["game"]["title"] == "Nim"
    assert told["game"]["points"] == translations("nim.points")
    assert [seat["points"] for seat in told["game"]["seats"]] == ["6", "1", "0"]
    assert translations("nim.detail-heaps", value="0 3 5 1") in told["game"]["svg"]
    assert [line["rule"] for line in told["log"]["lines"]] == [None, None, "NI-2"]
    assert told["ask"]["notice"]["is_refusal"]
    assert moment(serializer.history, 1, translations, hints=True)["svg"].count("<circle") == 3
    stranger = serializer.parts(language, is_paired=False)
    assert not any(name in text for name in NAMES for text in stranger.values())


def test_history_charts_and_score_sheet():
    replay, translations = nim("1 take 4 6", "2 take 1 1", "undo", "2 take 2 3"), Translations("en")
    assert [line.text for line in lines(replay, translations)][-1] == "Ben: 3 from heap 2"
    (chart,) = charts(replay, translations)
    assert chart.title == "Matches taken"
    assert chart.columns == ("turn", "Anna", "Ben", "Carla")
    assert chart.rows == ((0, 0, 0, 0), (1, 6, 0, 0), (2, 6, 3, 0))
    sheet = score_sheet(replay, translations)
    assert "3 4 5" in score_sheet(replayed(Setup("nim", NAMES[:2], tags={"Heaps": "3 4 5"})), translations)
    root = ET.fromstring(sheet)
    assert "Nim: score sheet" in sheet
    assert "matches taken" in "".join(root.itertext())


# --- and without it again


def test_a_match_of_a_game_that_is_gone_is_still_named_and_harms_nothing(monkeypatch):
    journal = Journal(":memory:")
    begin(new_stack(journal), Setup("nim", ("Anna", "Ben")))
    monkeypatch.delitem(GAMES, "nim")
    stack = new_stack(journal)
    stack.prompt()
    stack.table()
    assert "unknown game “nim”" in read_text(stack)
    press(stack, "OK")
    choose(stack, "parked")
    assert "nim Anna Ben" in stack.translations.text(stack.top.navigator.options[0].step.label)
