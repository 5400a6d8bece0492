"""Insider's table on the page: what a person sees of a position, and what a finger can answer."""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import firmware_py.http
import firmware_py.page
from engine import GAMES
from engine.acts import is_open
from engine.game import FIX, Setup
from engine.insider.board.walking import at_home
from engine.insider.city import GRID, PLACES, Link
from engine.insider.owner_data import Board, board_tags
from engine.insider.publicity import TOP
from engine.steps import Kind
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.insider import svg as insider
from firmware_py.games.insider.svg_tokens import GAP, WIDTH
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from tests.depth import depth
from tests.engine.games import BOARDS, NAMES, STAIRS, TYPICAL, played, random_game

STATIC = Path(firmware_py.page.__file__).parent / "static"
SHARED = Path(firmware_py.http.__file__).parent / "static"
STYLE = (STATIC / "table-insider.css").read_text() + (SHARED / "colours.css").read_text()
RICH = Setup(
    "insider",
    NAMES[:4],
    tags={
        "Depth": "board",
        **board_tags(Board(-25, True, tuple(Link(*pair, at % 7) for at, pair in enumerate(GRID)))),
    },
)
EVERY = [*STAIRS, *BOARDS, RICH]
FAST = [*TYPICAL, RICH]
SHOWN = depth(10, full=40)
"""Positions that are looked at out of a game; those of the city are long."""


def drawn(state, names=NAMES, language="en"):
    names = names[: len(state.owed)]
    picture = insider.draw(SvgView(state, names, Translations(language).naming(names)))
    return ET.fromstring(picture)


@cache
def positions(at):
    """Positions out of a whole random game, with its last one."""
    states = []
    for rules, state, act in random_game(EVERY[at], seed=at):
        states.append(state)
        last = rules.play(state, act)
    return [*states[:: max(1, len(states) // SHOWN)], last]


def every_position():
    return [
        pytest.param(
            at,
            id=f"{len(setup.players)}-{setup.tags.get('Depth', 'stair')}",
            marks=() if setup in FAST else pytest.mark.slow,
        )
        for at, setup in enumerate(EVERY)
    ]


def taps(picture):
    """What can be tapped, by kind and value: the elements."""
    found = {}
    for element in picture.iter():
        for tap in element.get("data-tap", "").split():
            found.setdefault(tap, []).append(element)
    return found


def name_of(element):
    return element.find("{*}title").text


def offered(rules, state):
    """Every step that the keys could come to now, in the game's own questions and in corrections."""
    acts = rules.wellformed(state)
    for act in acts:
        yield from rules.steps(state, act)
    waiting, seen = [FIX, *(act for act in acts if is_open(act) and rules.steps(state, act))], set()
    while waiting:
        act = waiting.pop()
        kinds = set()
        for answer in rules.answers(state, act):
            yield answer.step
            if is_open(answer.act) and answer.step.kind not in kinds and answer.act not in seen:
                kinds |= set() if act == FIX else {answer.step.kind}
                seen.add(answer.act)
                waiting.append(answer.act)


@pytest.mark.parametrize("at", every_position())
def test_every_spot_and_pawn_that_is_asked_for_can_be_tapped(at):
    rules = GAMES["insider"].rules()
    for state in positions(at)[:: 10 if "Depth" in EVERY[at].tags else depth(1, full=4)]:
        if state.inn.is_over:
            continue
        reachable = taps(drawn(state))
        steps = {(step.kind, step.value) for step in offered(rules, state)}
        assert any(kind is Kind.SPOT for kind, _ in steps) or state.inn.card is None
        for kind, value in steps:
            if kind is Kind.SPOT or (kind is Kind.CHOICE and "." in value):
                assert f"{kind.value}:{value}" in reachable
            if kind is Kind.SEAT and value != "-":
                assert f"seat:{value}" in reachable


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", every_position())
def test_what_can_be_tapped_has_a_name_and_nothing_is_styled_in_place(at, language):
    for state in positions(at)[::8]:
        picture = drawn(state, language=language)
        assert picture.tag.endswith("svg")
        assert picture.get("viewBox")
        assert not {"width", "height"} & set(picture.keys())
        for element in picture.iter():
            assert element.get("style") is None
        for elements in taps(picture).values():
            assert all(name_of(element) for element in elements)


@pytest.mark.parametrize("at", every_position())
def test_every_marker_stands_on_its_step(at):
    for state in positions(at):
        stands = {}
        for step in drawn(state).iter():
            if step.get("data-step"):
                for tap in taps(step):
                    stands[tap] = int(step.get("data-step"))
        assert stands == {
            f"seat:{seat}": min(state.inn.steps[seat - 1], TOP)
            for seat in state.seats
            if seat not in state.inn.left
        }


def test_the_stair_has_every_step_from_the_cellar_to_the_top():
    for state in (positions(0)[0], positions(EVERY.index(RICH))[0]):
        steps = [int(element.get("data-step")) for element in drawn(state).iter() if element.get("data-step")]
        assert steps == list(range(state.inn.cellar, TOP + 1))


def text_of(element):
    return [text.text for text in element.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("at", [index for index, setup in enumerate(EVERY) if "Depth" in setup.tags])
def test_the_city_shows_every_pawn_home_and_total_out(at):
    for state in positions(at):
        picture, town = drawn(state), state.town
        reachable = taps(picture)
        for place, name in enumerate(PLACES):
            if place in town.outs:
                assert "OUT" in text_of(reachable[f"spot:{name}"][0])
        for seat in state.seats:
            home = PLACES[town.plan.homes[seat - 1]]
            assert f"×{at_home(state, seat)}" in text_of(reachable[f"spot:{home}"][0])
            for spot in town.pawns[seat - 1]:
                name = town.plan.names[spot]
                pawn = reachable[f"choice:{name}.{seat}" if spot < len(PLACES) else f"spot:{name}"][0]
                assert text_of(pawn)[0] == str(seat)
                assert NAMES[seat - 1] in name_of(pawn)


def test_a_table_tells_its_value_and_who_sits_there():
    match = played("card 4: 3 2 1 0 / -4", "1 seat 1", "3 seat 3", game="insider", seats=3)
    reachable = taps(drawn(match.state))
    assert [text_of(reachable[f"spot:{table}"][0]) for table in (1, 2, 3, 4)] == [
        ["3", "1", "1"],
        ["2", "2"],
        ["1", "3", "3"],
        ["0", "4"],
    ]
    assert name_of(reachable["spot:3"][0]) == "table 3 (1): Carla"
    assert name_of(reachable["spot:2"][0]) == "table 2 (2): free"


def test_it_shows_who_plays_who_misses_turns_and_who_has_one_die():
    sentences = ["card 4: 3 2 1 0 / -4", "1 scandal 2", "1 rumours 3"]
    unknown = drawn(played(*sentences, game="insider", seats=3).state)
    assert not [part for part in unknown.iter() if part.get("class") == "turn"], "nobody has entered a turn"
    match = played(*sentences, "fix turn 1", game="insider", seats=3)
    reachable = taps(drawn(match.state))
    players = {seat: reachable[f"seat:{seat}"][0] for seat in (1, 2, 3)}
    titles = {seat: [title.text for title in player.iterfind(".//{*}title")] for seat, player in players.items()}
    assert titles == {1: ["Anna, step 0"], 2: ["Ben, step 0", "misses 1"], 3: ["Carla, step 0", "one die only"]}
    assert [seat for seat in players if any(part.get("class") == "turn" for part in players[seat].iter())] == [1]


def test_names_are_escaped_and_long_ones_are_kept_whole():
    names = ('<b>&"', "Maximiliane-Ros", "W" * 15, "]]>")
    for setup in (STAIRS[2], BOARDS[2]):
        picture = drawn(GAMES["insider"].rules().start(setup), names)
        assert set(names) <= set(text_of(picture))
        assert not list(picture.iter("{http://www.w3.org/2000/svg}b"))


def test_on_a_wide_screen_the_city_and_the_rest_lie_side_by_side():
    """The style sheet moves both by numbers: they have to follow from the sizes of the panels."""
    wide, high = map(int, re.search(r"aspect-ratio: (\d+) / (\d+)", STYLE).groups())
    units = insider.OUTDOORS + insider.INDOORS
    left, right = (WIDTH - units * wide / high) / 2, (WIDTH + units * wide / high) / 2
    moves = {
        part: [float(number) for number in numbers]
        for part, *numbers in re.findall(
            r"\.(city|indoors) \{ transform: translate\((-?[\d.]+)(?:px)?, (-?[\d.]+)(?:px)?\) scale\(([\d.]+)\)",
            STYLE,
        )
    }
    (x, y, scale), (rest_x, rest_y, rest_scale) = moves["city"], moves["indoors"]
    assert (x, y) == (pytest.approx(left, abs=1), 0)
    assert (insider.OUTDOORS - GAP) * scale == pytest.approx(units, abs=1)
    assert x + WIDTH * scale < rest_x
    assert rest_x + WIDTH * rest_scale == pytest.approx(right, abs=1)
    assert rest_y + insider.OUTDOORS * rest_scale > 0
    assert rest_y + units * rest_scale < units


def test_every_class_of_the_drawing_has_its_style():
    classes = set()
    for at in range(len(EVERY)):
        for state in positions(at):
            for element in drawn(state).iter():
                classes |= set(element.get("class", "").split())
    plain = {"board", "stair", "spot", "step", "player", "marker", "at-table", "free", "more", "plain"}
    assert {name for name in classes - plain if not re.search(rf"\.{name}\b", STYLE)} == set()
