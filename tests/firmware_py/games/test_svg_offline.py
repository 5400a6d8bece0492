"""Offline on the table page: all that is on the table is drawn once, and all that is asked for can be tapped."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import firmware_py.page
from engine import GAMES
from engine.game import Setup
from engine.offline.owner_data import NETS, PLACEHOLDER, Net, owner_tags
from engine.offline.scoring import leads_of
from engine.offline.state import Phase, Place, site_name
from engine.offline.tiles import LETTERS, NAMES, NONE
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.offline.svg import GAP, MARGIN, draw, parts_of
from firmware_py.games.offline.svg_layout import CLEAR, DOWN, RIGHT, sites_of
from firmware_py.games.offline.svg_tiles import TILE
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.ui.navigation.first_question import navigator_for
from tests.depth import examples
from tests.engine.games import NAMES as PEOPLE
from tests.engine.games import SETUPS, random_game, setups_of
from tests.engine.offline.tables import DEALT, NET_C, SHOWN, played, scored

STYLE = (Path(firmware_py.page.__file__).parent / "static" / "table-offline.css").read_text()
SVG = "{http://www.w3.org/2000/svg}"
SOURCES = {"choice:display", "choice:offline", "choice:board"}
"""Where an analysed tile is taken from: a tap on the tile itself says it."""
IN_A_TURN = {Phase.TURN, Phase.SWAPPED, Phase.CLEARED}
ODD = PLACEHOLDER._replace(
    nets=(
        Net(7, tuple((1, other) for other in range(2, 8))),
        Net(6, tuple(combinations(range(1, 7), 2))),
        Net(5, ((1, 2), (2, 3), (3, 4), (4, 5))),
        Net(7, tuple(combinations(range(1, 8), 2))),
        Net(4, tuple(combinations(range(1, 5), 2))),
        *PLACEHOLDER.nets[5:],
    )
)
ON_ODD_MAP = Setup("offline", PEOPLE[:3], tags=owner_tags(ODD))
GAMES_PLAYED = [*setups_of("offline"), ON_ODD_MAP]


def view_of(state, language="en", names=PEOPLE, *, hints=True):
    names = names[: state.deal.seats]
    return SvgView(state, names, Translations(language).naming(names), hints)


def drawn(state, language="en", **view):
    return ET.fromstring(draw(view_of(state, language, **view)))


def states(setup, seed, every=11):
    """Some states of a random game, and the last one."""
    game = list(random_game(setup, seed))
    for number, (rules, state, _) in enumerate(game):
        if number % every == 0 or (state.phase in {Phase.SWAPPED, Phase.CLEARED} and number % 3 == 0):
            yield rules, state
    rules, state, last = game[-1]
    yield rules, rules.play(state, last)


def taps(svg):
    return {tap for node in svg.iter() for tap in node.get("data-tap", "").split()}


def tap_of(step):
    return f"{step.kind.value}:{step.value}"


def title(node):
    return node.findtext(f"{SVG}title")


def tapped(svg, tap):
    """The one thing that has a tap."""
    (node,) = (node for node in svg.iter() if tap in node.get("data-tap", "").split())
    return node


def classed(svg, name):
    return [node for node in svg.iter() if name in node.get("class", "").split()]


def part(svg, name):
    (node,) = classed(svg, f"at-{name}")
    return node


def tiles_drawn(svg):
    return sorted("".join(text.text for text in tile.iter(f"{SVG}text")) for tile in classed(svg, "tile"))


def tiles_of(state):
    lying = [tile for tiles in state.nets for tile in tiles]
    analysed = [made.tile for made in state.analysed if made]
    every = [*lying, *state.display, *state.offline, *state.out, state.hand, *analysed]
    return sorted(NAMES[tile] for tile in every if tile != NONE)


# --- whole games


@pytest.mark.parametrize("setup", GAMES_PLAYED)
def test_every_step_of_a_turn_can_be_tapped(setup):
    for rules, state in states(setup, 1):
        if state.phase in {Phase.END, Phase.ENTRY}:
            continue
        there = taps(drawn(state))
        steps = {step for act in rules.wellformed(state) for step in rules.steps(state, act)}
        asked = {tap_of(step) for step in steps if not step.is_aside and step.value != "rest"}
        if state.phase is Phase.TURN:
            asked -= SOURCES
            assert not setup.tags.get("Mode") or not there & SOURCES, (
                "who misses a tile by a little must not begin a market analysis"
            )
        assert asked <= there, state.phase


@pytest.mark.parametrize("setup", GAMES_PLAYED)
def test_every_tile_is_drawn_once_and_who_leads_is_who_leads(setup):
    for _, state in states(setup, 3):
        svg = drawn(state)
        assert tiles_drawn(svg) == tiles_of(state)
        for net, leads in zip(NETS, leads_of(state), strict=True):
            told = [lead for lead in leads if lead is not None]
            shown = classed(part(svg, net), "lead")
            assert [lead_drawn(node) for node in shown] == [
                f"{LETTERS[lead.kind]}{lead.tiles}" if lead.kind != NONE else "=" for lead in told
            ]


def lead_drawn(node):
    """Read a lead as people do: its sign, and how many tiles."""
    if classed(node, "tie"):
        return "="
    letters = [text.text for text in classed(node, "letter")]
    icons = [icon.get("class")[-1] for icon in classed(node, "icon")]
    assert not (letters and icons) or letters == icons
    (count,) = (*classed(node, "count"), *classed(node, "big"))
    return (letters or icons)[0] + count.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_well_formed_and_needs_no_inline_style(language):
    for setup in [*SETUPS["offline"], ON_ODD_MAP][::3]:
        for _, state in states(setup, 4, every=25):
            svg = drawn(state, language)
            assert svg.get("viewBox")
            assert svg.get("width") is None
            assert not any(node.get("style") for node in svg.iter())
            assert all(title(node) for node in svg.iter() if node.get("data-tap"))


@pytest.mark.parametrize("setup", GAMES_PLAYED)
def test_sites_lie_apart_and_inside_their_card(setup):
    state = GAMES["offline"].rules().start(setup)
    svg = drawn(state)
    for number, net in enumerate(NETS):
        sites = [site_name(Place(number, at)) for at in range(state.deal.nets[number].size)]
        shown = [tapped(svg, f"spot:{site}") for site in sites] if state.deal.is_board else []
        centres = [[float(way) for way in re.findall(r"[\d.]+", node.get("transform"))] for node in shown]
        assert all(TILE / 2 <= x <= 196 - TILE / 2 and 36 + TILE / 2 <= y <= 216 - TILE / 2 for x, y in centres)
        for (x1, y1), (x2, y2) in combinations(centres, 2):
            assert max(abs(x2 - x1), abs(y2 - y1)) >= TILE, net


# --- what is said


@pytest.mark.parametrize(
    ("language", "site", "free"),
    [
        ("en", "C1: yellow, French, books", "C5: free"),
        ("fr", "C1\u00a0: jaune, français, livres", "C5\u00a0: libre"),
        ("de", "C1: Gelb, Französisch, Bücher", "C5: frei"),
    ],
)
def test_a_site_says_what_lies_there(language, site, free):
    svg = drawn(played(*NET_C).state, language)
    assert title(tapped(svg, "spot:C1")) == site
    assert title(tapped(svg, "spot:C5")) == free
    assert "5" in [text.text for text in tapped(svg, "spot:C5").iter(f"{SVG}text")]


def test_a_swap_shows_what_it_was_worth_and_the_tile_in_the_hand():
    state = played(*NET_C, "1 swap YSB C4").state
    svg = drawn(state)
    assert [text.text for text in classed(tapped(svg, "spot:C4"), "pill-text")] == ["2 → 3"]
    assert len(classed(svg, "hand")) == 1
    assert "GEB" in tiles_drawn(part(svg, "offline"))
    assert taps(part(svg, "offline")) == {"choice:offline"}


def test_who_leads_is_hidden_on_request_while_the_game_is_played():
    state = played(*NET_C).state
    assert classed(drawn(state), "lead")
    assert not classed(drawn(state, hints=False), "lead")
    told = scored("lead C company Y 4").state
    assert len(classed(drawn(told, hints=False), "lead")) == 1


def test_told_leads_say_what_they_pay_in_the_expert_game():
    svg = drawn(scored("lead C company Y 4", Mode="expert").state)
    assert "× 5 = 20" in [text.text for text in part(svg, "C").iter(f"{SVG}text")]
    assert not classed(svg, "at-display")


def test_names_are_text_and_never_markup():
    names = ('<b onclick="x">&', "Ben")
    svg = drawn(played(*DEALT, *SHOWN).state, names=names)
    assert title(tapped(svg, "seat:1")) == names[0]
    assert not list(svg.iter(f"{SVG}b"))


def test_whose_turn_it_is_is_marked_by_a_shape():
    svg = drawn(played(*NET_C).state)
    assert classed(part(svg, "seat-1"), "turn-mark")
    assert not classed(part(svg, "seat-2"), "turn-mark")


def test_all_tiles_out_of_the_game_have_room():
    state = played(*DEALT, *SHOWN).state
    others = tuple(tile for tile in range(64) if not state.is_seen(tile))
    svg = drawn(state._replace(out=others, seen=2**64 - 1))
    assert tiles_drawn(svg) == sorted(NAMES)


def test_letters_of_the_key_are_not_to_be_tapped():
    """B is blue, books, a net and a market card; a tap could not say which."""
    for _, state in states(SETUPS["offline"][3], 5):
        assert not {tap for tap in taps(part(drawn(state), "key")) if len(tap) == len("choice:B")}


def test_what_corrections_ask_for_can_be_tapped():
    state = played(*NET_C).state
    asked = {"choice:display", "choice:offline", "choice:out", "choice:BCD", "spot:C3", "seat:1", "seat:2"}
    assert asked <= taps(drawn(state))
    assert {"choice:company", "choice:language", "choice:product"} <= taps(drawn(scored().state))


@pytest.mark.parametrize("taps_made", [("choice:YSB", "spot:C5"), ("spot:C5", "choice:YSB")])
@pytest.mark.parametrize("mode", ["basic", "expert"])
def test_a_tile_and_a_site_make_a_move_whichever_is_tapped_first(mode, taps_made):
    match = played(*NET_C, Mode=mode)
    svg = drawn(match.state)
    navigator = navigator_for(match.rules, match.state, (1,))
    acts = [navigator.narrow(tapped(svg, tap).get("data-tap").split()) for tap in taps_made]
    assert str(acts[-1]) == "1 put YSB C5"


# --- a wide screen


def moved(name, *kinds):
    """Return where the style sheet moves a part, in a drawing of these kinds."""
    place = {"x": 0, "y": 0}
    (usual,) = re.findall(r"^\.table-offline\.wide \{(.*?)^\}", STYLE, re.MULTILINE | re.DOTALL)
    special = [line for kind in kinds for line in STYLE.splitlines() if f".table-offline.wide.{kind} " in line]
    for line in [*usual.splitlines(), *special]:
        if re.search(rf"\.at-{name}\b", line):
            place |= {axis: int(number) for axis, number in re.findall(r"--([xy]): (\d+)px", line)}
    return place["x"], place["y"]


@pytest.mark.parametrize("setup", GAMES_PLAYED)
def test_a_wide_screen_has_the_same_parts_side_by_side(setup):
    state = GAMES["offline"].rules().start(setup)
    depth = "board" if state.deal.is_board else "score"
    wide, high = map(int, drawn(state).get("data-wide").split()[2:])
    boxes = []
    for (name, _, width, height), _, _ in parts_of(view_of(state)):
        x, y = moved(name, f"seats-{state.deal.seats}", depth)
        boxes.append((x, y, x + width, y + height))
    for a, b in combinations(boxes, 2):
        assert a[2] + GAP <= b[0] or b[2] + GAP <= a[0] or a[3] + GAP <= b[1] or b[3] + GAP <= a[1]
    assert max(box[2] for box in boxes) <= wide - 2 * MARGIN
    assert max(box[3] for box in boxes) == high - 2 * MARGIN


# --- any map


@st.composite
def nets(draw_one):
    """A net as an owner may enter it: connected, numbered at will."""
    size = draw_one(st.integers(4, 7))
    tree = [(draw_one(st.integers(1, site - 1)), site) for site in range(2, size + 1)]
    every = list(combinations(range(1, size + 1), 2))
    return size, tuple({*tree, *draw_one(st.sets(st.sampled_from(every)))})


@settings(max_examples=examples(50))
@given(nets())
@example((7, tuple(link for link in combinations(range(1, 8), 2) if link not in {(3, 6), (4, 5)})))
def test_sites_of_any_map_do_not_overlap_and_no_link_runs_under_one(net):
    size, links = net
    sites = [(point.x * RIGHT, point.y * DOWN) for point in sites_of(size, links)]
    assert len(sites) == size
    for (x1, y1), (x2, y2) in combinations(sites, 2):
        assert max(abs(x2 - x1), abs(y2 - y1)) >= TILE
    for a, b in links:
        for at, site in enumerate(sites, start=1):
            assert at in {a, b} or distance(site, sites[a - 1], sites[b - 1]) >= CLEAR
    assert sites_of(size, reversed(links)) == sites_of(size, links)


def distance(site, start, end):
    """How far a site is from a link, by looking at many points of it; none is farther than the link itself."""
    points = (complex(*start) + (complex(*end) - complex(*start)) * share / 200 for share in range(201))
    return min(abs(complex(*site) - point) for point in points)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_who_counts_clockwise_finds_the_sites_clockwise(size):
    ring = [(site, site % size + 1) for site in range(1, size + 1)]
    sites = sites_of(size, ring)
    assert sites[0] == (0, -1)
    assert sum(a.x * b.y - a.y * b.x for a, b in zip(sites, (*sites[1:], sites[0]), strict=True)) > 0
    assert sites[1].x > 0 > sites[-1].x


def test_sites_without_links_are_placed_for_an_editor():
    assert len(set(sites_of(6, []))) == 6
