"""Inside on the page: whatever can be said of a cell can be tapped, and every cube shows."""

import pytest

from engine.inside.legal import legal
from engine.inside.prompts import SPOTS
from engine.inside.pyramid import CELLS, XYZ
from engine.steps import Kind
from firmware_py.games.inside import display
from firmware_py.games.inside.svg import ACROSS, BACK, DOWN, SIDES, _point, draw
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.ui.navigation.options import paths_of
from tests.depth import depth
from tests.engine.games import SETUPS
from tests.firmware_py.games.drawn import assert_plain, drawn, groups, states, taps, texts, titles

NAMES = ("Anna", "Ben")


def draw_it(state, language="en", names=NAMES):
    return drawn(draw, state, names, language)


def cells(element, *, kind):
    return [
        at.get("data-tap").removeprefix("spot:")
        for at in groups(element, "cell")
        if kind in at.get("class").split()
    ]


def positions():
    return states(SETUPS["inside"][0], range(depth(1, full=3)))


def sides(root):
    return groups(root, "side")


def test_each_allowed_cell_and_colour_can_be_tapped_from_every_side():
    for rules, state in positions():
        root = draw_it(state)
        said = {(step.kind, step.value) for act in rules.legal(state) for step in rules.steps(state, act)}
        spots = {f"spot:{value}" for kind, value in said if kind is Kind.SPOT}
        colours = {f"choice:{value}" for kind, value in said if kind is Kind.CHOICE}
        assert [side.get("data-side") for side in sides(root)] == ["x", "y", "z"]
        for side in sides(root):
            assert spots <= taps(side)
        assert colours <= taps(root)


def test_whatever_the_keys_offer_can_be_tapped_allowed_or_not():
    for rules, state in positions():
        offered = {f"{step.kind.value}:{step.value}" for path in paths_of(rules, state) for step in path.steps}
        assert offered <= taps(draw_it(state))


def test_corrections_find_every_cell_and_player():
    _, state = next(positions())
    spots = {f"spot:{step.value}" for step in SPOTS}
    assert spots | {"seat:1", "seat:2"} <= taps(draw_it(state))


def test_each_colour_is_tapped_in_the_stock_that_gives_it():
    for _, state in positions():
        root = draw_it(state)
        stocks = groups(root, "stack")
        counts = [int(texts(stock)[-1]) for stock in stocks]
        assert counts == [*state.stocks[0], *state.stocks[1]]
        tapped = [at for at, stock in enumerate(stocks) if stock.get("data-tap")]
        is_over = not legal(state)
        giver = 3 - state.turn if state.owed else state.turn
        assert tapped == ([] if is_over else [2 * giver - 2, 2 * giver - 1])


def test_each_cube_is_drawn_in_its_colour_once_in_the_layers_and_where_it_shows():
    for _, state in positions():
        root = draw_it(state)
        layers = groups(root, "layers")[0]
        assert sorted(tap for tap in taps(layers)) == sorted(f"spot:{cell}" for cell in CELLS)
        for colour, kind in enumerate(("light", "dark")):
            standing = {CELLS[cell] for cell in range(len(CELLS)) if state.cubes[colour] >> cell & 1}
            assert set(cells(layers, kind=kind)) == standing
            uncovered = {name for name in standing for digit in range(3) if not filled(state, beyond(name, digit))}
            for side in sides(root):
                assert sorted(cells(side, kind=kind)) == sorted(uncovered)


def beyond(name, digit):
    return name[:digit] + str(int(name[digit]) - 1) + name[digit + 1 :]


def filled(state, name):
    return name in CELLS and bool((state.cubes[0] | state.cubes[1]) >> CELLS.index(name) & 1)


def test_only_what_rests_on_a_cell_can_hide_it_and_is_painted_later():
    """The order of the cells is the painter's; so an open cell, on which nothing rests, is seen whole."""
    for side in SIDES:
        for at, (x, y, z) in enumerate(XYZ):
            for later in range(at + 1, len(CELLS)):
                rests = all(a <= b for a, b in zip(XYZ[later], (x, y, z), strict=True))
                assert rests or not overlap(_point(side, x, y, z), _point(side, *XYZ[later]))


def overlap(one, other):
    """Return whether two cubes overlap on the screen: their outlines are hexagons with the same directions."""
    across, down = (other[0] - one[0]) / ACROSS, other[1] - one[1]
    slanted = (abs(down + across * DOWN), abs(down - across * DOWN))
    return abs(across) < 2 - 1e-9 and max(slanted) < 2 * DOWN + BACK - 1e-9


def test_a_face_tells_who_has_taken_it_and_its_squares():
    *_, (rules, state) = positions()
    root = draw_it(state)
    faces = groups(root, "face")
    assert [face.get("data-show") for face in faces] == ["x", "y", "z"]
    for face, counts in zip(faces, rules.standing(state).details["faces"].values(), strict=True):
        shown = texts(face)
        assert str(counts["light"]) in shown
        assert str(counts["dark"]) in shown
        taker = NAMES[counts["dark"] > counts["light"]]
        assert f"✓ {taker}" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_is_plain_svg_in_each_language_and_names_are_only_text(language):
    names = ('<script>"&', "Wilhelmine von Mustermann zu Beispiel der Lange")
    for _, state in list(positions())[::7]:
        root = draw_it(state, language, names)
        assert_plain(root)
        assert any('<script>"&' in shown for shown in texts(root))
        assert not any(names[1] in shown for shown in texts(root)), "too long to be written out"
        assert any(names[1] in shown for shown in titles(root))


def test_keys_box_and_page_have_one_orientation():
    """Whoever looks from one to the other finds each cell of a layer where it was: X in front, Y on the left."""
    for total in range(5):
        layer = [at for at, xyz in enumerate(XYZ) if sum(xyz) == total]
        orders = [
            [sorted(layer, key=lambda at, place=place, axis=axis: place(at)[axis]) for axis in (0, 1)]
            for place in (
                lambda at: (SPOTS[at].x, SPOTS[at].y),
                lambda at: display._point(*XYZ[at]),
                lambda at: _point("x", *XYZ[at]),
            )
        ]
        assert orders[0] == orders[1] == orders[2]
