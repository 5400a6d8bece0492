"""The city on an owner's board: every picture shows its paths, and no others (IR-36)."""

import re
from xml.etree import ElementTree as ET

from hypothesis import given, settings

from engine.game import Setup
from engine.insider import start
from engine.insider.city import CORNERS, PLACES, plan_of
from engine.insider.layout import point
from engine.insider.owner_data import PLACEHOLDER, board_tags
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.insider import display, svg, svg_city, text
from firmware_py.games.views import TableView
from firmware_py.i18n.translations import Translations
from tests.depth import examples
from tests.engine.games import NAMES
from tests.engine.insider.own_boards import OWN, own_boards

WORDS = Translations("en").naming(NAMES[:4])


def city(board):
    return start(Setup("insider", NAMES[:4], tags={"Depth": "board", **board_tags(board)}))


def place_at(x, y):
    """The place that is drawn at a point of the SVG."""
    at = (x - svg_city.LEFT) / svg_city.PITCH, (y - svg_city.TOP) / svg_city.PITCH
    return next(place for place in PLACES if point(place) == at)


@given(own_boards())
@settings(max_examples=examples(50))
def test_ir_36_the_page_draws_the_paths_of_the_owners_board_and_no_others(board):
    picture = ET.fromstring(svg.draw(SvgView(city(board), NAMES[:4], WORDS)))
    roads = next(group for group in picture.iter() if group.get("class") == "roads")
    numbers = ([float(number) for number in re.findall(r"[\d.]+", road.get("d"))] for road in roads)
    drawn = sorted((place_at(*points[:2]), place_at(*points[-2:])) for points in numbers)
    assert drawn == [(one, other) for one, other, _ in board.links]
    taps = [element.get("data-tap") for element in picture.iter() if "-" in (element.get("data-tap") or "")]
    assert len(taps) == len(set(taps))
    assert {tap.removeprefix("spot:") for tap in taps} == set(plan_of(board.links, CORNERS).names) - set(PLACES)


@given(own_boards())
@settings(max_examples=examples(25))
def test_ir_36_every_path_of_the_owners_board_is_seen_on_the_display(board):
    state = city(board)
    whole = display.draw(TableView(state, NAMES[:4], WORDS, "a1")).tobytes()
    for link in board.links:
        plan = plan_of(tuple(other for other in board.links if other != link), CORNERS)
        without = state._replace(town=state.town._replace(plan=plan))
        assert display.draw(TableView(without, NAMES[:4], WORDS, "a1")).tobytes() != whole, link


def test_ir_36_the_terminal_names_the_paths_that_differ():
    lines = text.draw(city(OWN), WORDS)
    assert "More paths: a1-b2, a3-a5, b1-d1, c5-e4, d2-e1, d2-e3, d3-e2" in lines
    assert "No path: a1-a2, a4-a5, b2-b3, c4-c5, d1-e1" in lines
    assert "path" not in text.draw(city(PLACEHOLDER), WORDS)
