"""A fifth game with pictures of its own: one more folder, and box, page and commands show them."""

import json
from xml.etree import ElementTree as ET

import pytest

from engine.acts import read_act
from engine.game import Setup
from firmware_py.display.canvas import BOTTOM, RIGHT
from firmware_py.games import owner_data
from firmware_py.games.lookup import charts_of, display_of, has_owner_data, log_of, scores_of, svg_of, text_of
from firmware_py.games.views import TableView
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.charts import charts
from firmware_py.page.more.score_sheet import score_sheet
from firmware_py.ui.flows.match import begin
from tests.engine.games import NAMES
from tests.fifth.test_fifth_folder import RECORD, sideline
from tests.firmware_py.drawn_text import all_texts_fit
from tests.firmware_py.games.drawn import assert_plain, groups, taps, titles
from tests.firmware_py.page.replays import replayed
from tests.firmware_py.page.test_serialize import serializer_of
from tests.firmware_py.test_layout import PROTOCOLS, WITHOUT_FALLBACK, checked
from tests.firmware_py.ui.match_screens import reading
from tests.firmware_py.ui.stacks import box, match, new_stack, press


@pytest.mark.usefixtures("drawn")
def test_its_modules_are_found_and_what_it_lacks_is_the_fallback():
    for find, kind in (
        (display_of, "display"),
        (text_of, "text"),
        (svg_of, "svg"),
        (charts_of, "charts"),
        (scores_of, "scores"),
        (log_of, "log"),
    ):
        assert find("nim").__name__ == f"firmware_py.games.nim.{kind}"
    assert not has_owner_data("nim")
    assert "nim" not in owner_data.games()
    assert owner_data.owner_tags("nim") == {}


def test_without_the_folder_every_picture_is_the_fallback():
    for find in (display_of, text_of, svg_of, charts_of, scores_of, log_of):
        assert find("nim").__class__.__name__ == "Fallback"


def test_mypy_finds_every_function_of_the_contract_in_its_modules(drawn_sources, tmp_path):
    own = [kind for kind in PROTOCOLS if kind not in WITHOUT_FALLBACK]
    assert "Success" in checked([("nim", kind) for kind in own], tmp_path, drawn_sources)


@all_texts_fit()
@pytest.mark.usefixtures("drawn")
def test_the_box_shows_the_picture_and_what_there_is_to_say_before_the_game():
    stack = new_stack()
    begin(stack, Setup("nim", ("Anna", "Ben")))
    assert "Heaps: 1 3 5 7" in reading(box(stack))
    press(stack, "OK")
    box(stack).submit(read_act("1 take 4 6"))
    view = TableView(match(stack).state, ("Anna", "Ben"), Translations("en"), chosen=("1",))
    shown = stack.table()
    assert shown.tobytes() == display_of("nim").draw(view).tobytes()
    _, _, right, bottom = shown.getbbox()
    assert right <= RIGHT
    assert bottom <= BOTTOM


@pytest.mark.usefixtures("drawn")
def test_the_page_shows_the_drawing_and_its_heaps_can_be_tapped():
    stack = new_stack()
    begin(stack, Setup("nim", ("Anna", "Ben")))
    box(stack).submit(read_act("1 take 4 6"))
    told = json.loads(serializer_of(stack).parts("en", is_paired=True)["game"])
    root = ET.fromstring(told["svg"])
    assert_plain(root)
    assert root.get("class") == "table-nim"
    assert [len(heap.findall("{*}rect")) for heap in groups(root, "heap")] == [1, 3, 5, 1]
    assert taps(root) == {"choice:1", "choice:2", "choice:3", "choice:4"}
    assert titles(root) == ["Nim", "1: 1", "2: 3", "3: 5", "4: 1"]
    assert told["notes"] == ["Heaps: 1 3 5 7"]


@pytest.mark.usefixtures("drawn")
def test_its_own_chart_and_table_are_in_the_history_and_on_the_score_sheet():
    replay = replayed(Setup("nim", NAMES[:2]), tuple(map(read_act, ("1 take 4 6", "2 take 1 1", "1 take 3 5"))))
    (chart,) = charts(replay, Translations("en"))
    assert chart.rows == ((0, 1, 3, 5, 7), (1, 1, 3, 5, 1), (2, 0, 3, 5, 1), (3, 0, 3, 0, 1))
    sheet = ET.fromstring(score_sheet(replay, Translations("en")))
    (table,) = [table for table in sheet.findall(".//{*}table") if table.get("class") == "score"]
    assert [cell.text for cell in table.findall(".//{*}td") if cell.get("class") == "number"] == ["11", "1"]


@pytest.mark.usefixtures("copied_drawn")
def test_show_draws_it_in_the_terminal():
    shown = sideline("show", "-", given=RECORD)
    assert "1\n2\n3  | | | | |\n4  | | | | | | |\n" in shown
    assert "Heaps:" not in shown
