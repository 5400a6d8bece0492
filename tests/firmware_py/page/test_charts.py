"""Charts: their numbers are those of the standings, and their lines can be told apart without colour."""

import re
from importlib import import_module
from itertools import pairwise, product
from xml.etree import ElementTree as ET

import pytest

from engine.game import Setup
from engine.offline.scoring import leads_of
from engine.offline.tiles import CATEGORIES, types_of
from firmware_py.games.drawing.plot import (
    BOTTOM,
    DASHES,
    HEIGHT,
    LINE,
    SHAPES,
    TOP,
    WIDTH,
    Plot,
    Series,
    draw,
    spread,
)
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.charts import chart_view, charts
from firmware_py.ui.match.history import History
from tests.engine.games import EVERY_SETUP, NAMES, SETUPS, TYPICAL
from tests.firmware_py.page.replays import mixed_match, name_of, played, replayed, shadow_of, whole_game

ENGLISH = Translations("en")
LONG = (
    "Maximiliana von und zu Oberstein-Hohenlo",
    "W" * 40,
    "<script>alert('1')</script>",
    "名" * 40,
    "i",
    'a "b"',
)


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def turns(replay: History) -> list:
    """Return the states after each turn, as the game counts them."""
    return import_module(f"firmware_py.games.{replay.setup.game}.charts").turns(chart_view(replay).line)


def last_numbers(replay: History, title: str) -> tuple[int, ...]:
    (chart,) = [chart for chart in charts(replay, ENGLISH) if chart.title == title]
    return chart.rows[-1][1:]


def of(game: str, *, depth: str | None = None):
    return [
        pytest.param(
            setup, seed, id=f"{name_of(setup)}-{seed}", marks=() if setup in TYPICAL else pytest.mark.slow
        )
        for setup in SETUPS[game]
        if setup.tags.get("Depth") in {depth, None}
        for seed in range(2)
    ]


@pytest.mark.parametrize(("setup", "seed"), of("insider", depth="board"))
def test_the_stair_ends_where_the_markers_are(setup, seed):
    for replay in (whole_game(setup, seed), shadow_of(mixed_match(setup, seed))):
        (chart,) = charts(replay, ENGLISH)
        standing = replay.standing
        assert chart.rows[-1] == (standing.details["evaluations"], *standing.points.values())
        assert chart.rows[0][0] == 0


@pytest.mark.parametrize(("setup", "seed"), of("online"))
def test_downloads_are_those_of_the_parties(setup, seed):
    for replay in (whole_game(setup, seed), shadow_of(mixed_match(setup, seed))):
        standing = replay.standing
        parties = [party["seats"][0] for party in standing.details["parties"]]
        assert last_numbers(replay, "Cards downloaded") == tuple(standing.points[seat] for seat in parties)


@pytest.mark.parametrize(("setup", "seed"), of("inside"))
def test_faces_are_those_of_the_standing_after_every_turn(setup, seed):
    for replay in (whole_game(setup, seed), shadow_of(mixed_match(setup, seed))):
        taken, ahead = charts(replay, ENGLISH)
        for state, row, leads in zip(turns(replay), taken.rows, ahead.rows, strict=True):
            standing = replay.rules.standing(state)
            assert row[1:] == tuple(standing.points.values())
            faces = standing.details["faces"].values()
            assert leads[1:] == tuple(face["light"] - face["dark"] for face in faces)


@pytest.mark.parametrize(("setup", "seed"), of("offline"))
def test_points_and_nets_of_offline_are_those_of_the_sheet(setup, seed):
    replay = whole_game(setup, seed)
    found = charts(replay, ENGLISH)
    assert [chart.title for chart in found] == [
        "Points, by the cards that were shown at the end",
        *(f"Nets led by each {category}" for category in CATEGORIES),
    ]
    assert found[0].rows[-1][1:] == tuple(replay.standing.points.values())
    for state, *rows in zip(turns(replay), *(chart.rows for chart in found[1:]), strict=True):
        leading = [lead.kind for row in leads_of(state) for lead in row]
        for category, row in enumerate(rows):
            assert row[1:] == tuple(leading.count(kind) for kind in types_of(category))


def test_without_hints_nobody_is_told_who_leads_before_the_end():
    setup = Setup("offline", NAMES[:2])
    whole = whole_game(setup)
    log = [moment.act for moment in whole.moments[1:]]
    middle = replayed(setup, log[:40])
    assert len(charts(middle, ENGLISH)) == 3
    assert charts(middle, ENGLISH, hints=False) == []
    assert len(charts(whole, ENGLISH, hints=False)) == 4
    assert len(charts(played(Setup("inside", NAMES[:2]), "1 place L310"), ENGLISH, hints=False)) == 1


def test_a_score_that_is_told_at_the_end_has_no_turns_to_chart():
    assert charts(whole_game(Setup("offline", NAMES[:3], tags={"Depth": "score"})), ENGLISH) == []


def test_turns_are_counted_as_the_players_count_them():
    inside = ("1 place L400", "2 place L310", "1 place L301", "1 bonus D300", "2 place D040")
    assert len(turns(played(Setup("inside", NAMES[:2]), *inside))) == 1 + 4, "a bonus belongs to its turn"
    assert len(turns(played(Setup("inside", NAMES[:2]), *inside, "undo"))) == 1 + 3
    online = ("1 draw", "1 lay on-line", "1 stop", "2 exchange 3", "fix bank 80", "1 draw", "1 download e-mail")
    states = turns(played(Setup("online", NAMES[:2]), *online))
    assert [sum(state.parties[0].piles) for state in states] == [0, 0, 0, 1]


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_every_chart_is_named_and_described_and_carries_no_style_of_its_own(setup):
    named = setup._replace(players=LONG[: len(setup.players)])
    for language, replay in product(LANGUAGES, (replayed(named), shadow_of(mixed_match(named, 7)))):
        found = charts(replay, Translations(language))
        for chart in found:
            root = read(chart.svg)
            title, about = root[0], root[1]
            assert (title.tag, title.text, root.get("aria-labelledby")) == ("title", chart.title, title.get("id"))
            assert (about.tag, root.get("aria-describedby")) == ("desc", about.get("id"))
            assert all(label in about.text for label in chart.columns[1:])
            assert {len(row) for row in chart.rows} == {len(chart.columns)}
            assert "style" not in {name for node in root.iter() for name in node.attrib}
            assert root.get("role") == "img"
        ids = [node.get("id") for chart in found for node in read(chart.svg).iter() if node.get("id")]
        assert len(ids) == len(set(ids)), "they stand on one page"


def plot_of(*lines: tuple[int, ...], **more) -> Plot:
    series = tuple(Series(name, line, "1") for name, line in zip(LONG, lines, strict=False))
    return Plot("test", "title", "about", "turn", series, **more)


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("length", [1, 2, 300])
def test_lines_differ_in_dashes_and_markers_and_their_labels_do_not_overlap(count, length):
    root = read(draw(plot_of(*[(3,) * length] * count)))
    lines = [node.get("class") for node in root.iter("path") if "line" in node.get("class").split()]
    assert len(set(lines)) == count
    markers = [{node.get("d") for node in group.iter("path") if node.get("class") == "marker"} for group in root]
    assert all(len(shapes) == 1 for shapes in markers if shapes), "one shape a line"
    assert len({shape for shapes in markers for shape in shapes}) == count
    rows = sorted(float(node.get("y")) for node in root.iter("text") if node.get("class") == "label")
    assert all(below - above >= LINE - 0.1 for above, below in pairwise(rows))
    assert rows[0] - 10 >= TOP - 8
    assert rows[-1] + 4 <= BOTTOM + 8
    assert len(root.findall(".//path[@class='marker']")) <= count * 13


def test_everything_lies_within_the_picture():
    root = read(draw(plot_of((0, -10, 35, 100), (7, 8, 9, 10), goal=35, goal_label="goal")))
    for node in root.iter("path"):
        for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", node.get("d") if node.get("class") != "marker" else ""):
            assert 0 <= float(x) <= WIDTH
            assert 0 <= float(y) <= HEIGHT


def test_axes_have_round_numbers_and_not_too_many():
    root = read(draw(plot_of(tuple(range(301)), floor=-3)))
    up = [node.text for node in root.iter("text") if node.get("class") == "tick up"]
    across = [node.text for node in root.iter("text") if node.get("class") == "tick across"]
    assert up == ["−50", "0", "50", "100", "150", "200", "250", "300", "350"][: len(up)]
    assert across == ["0", "50", "100", "150", "200", "250", "300"]


@pytest.mark.parametrize("wished", [[0] * 6, [260] * 6, [130] * 6, [0, 0, 0, 260, 260, 260]])
def test_labels_are_moved_apart_and_stay_inside(wished):
    placed = spread(wished, [40] * 6, 8, 270)
    assert all(below - above >= 40 for above, below in pairwise(placed))
    assert placed[0] >= 28
    assert placed[-1] <= 250
    assert len(SHAPES) == DASHES == 6
