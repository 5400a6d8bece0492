"""Inside in drawn pictures, without a sticker on any cube; their ranges are in `shots.py` and `pyramids.py`.

A fixed small sample; `make test-look` takes as many as one likes.
"""

import random
from collections import Counter
from itertools import islice

import numpy as np
import pytest

import engine.inside as rules
from engine.acts import read_act
from engine.inside.pyramid import CARRIERS, CELLS, XYZ, names
from firmware_py.errors import UserError
from firmware_py.games.inside import sight
from firmware_py.sight.follower import follow
from firmware_py.sight.picture import decode
from firmware_py.sight.view import look
from tests.firmware_py.sight.inside_figures import PHOTO_TILT, SMALL_PHOTO, START, Table, final, play, teach
from tests.firmware_py.sight.pyramids import draw
from tests.firmware_py.sight.shots import add_hand, expose


def test_a_camera_follows_the_beginning_of_a_game():
    assert [move.outcome for move in islice(play(1, SMALL_PHOTO), 4)] == ["entered"] * 4


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 3])
def test_a_camera_follows_games_and_enters_nothing_wrong(first):
    moves = Counter(move.outcome for seed in range(first, first + 3) for move in play(seed))
    assert moves["WRONG"] == 0
    assert moves["entered"] >= 0.93 * moves.total()


def test_a_photo_of_a_final_position_never_shows_a_wrong_face():
    assert final(0, SMALL_PHOTO) == "read"


@pytest.mark.slow
def test_photos_of_final_positions_never_show_a_wrong_face():
    ends = Counter(final(seed) for seed in range(20))
    assert ends["WRONG"] == 0
    assert ends["asked"] <= 0.15 * ends.total()


@pytest.mark.parametrize("seed", [5, 9])
def test_the_first_cube_in_dim_light_is_asked_for_if_no_brightness_was_taught(seed):
    table, state = Table(random.Random(seed), SMALL_PHOTO, PHOTO_TILT), rules.start(START)
    table.put(read_act("1 place L310"))
    reading, _ = sight.read(table.view(), state, table.taught)
    asked = follow(rules, state, sight, reading).question
    assert {act.args[0] for acts in asked for act in acts} >= {"L310", "D310"}


def table_after(*acts, seed=4):
    """Return a table after acts, and the state."""
    table, state = Table(random.Random(seed), SMALL_PHOTO, PHOTO_TILT), rules.start(START)
    for act in map(read_act, acts):
        table.put(act)
        state = rules.play(state, act)
    teach(table, SMALL_PHOTO)
    for act in map(read_act, acts):
        table.put(act)
    return table, state


def test_a_cube_that_was_changed_for_another_is_a_difference():
    table, state = table_after("1 place L310", "2 place D220", "1 place L211", "2 place D103")
    table.laid.put("310", "D")
    reading, _ = sight.read(table.view(), state, table.taught)
    differs = follow(rules, state, sight, reading).differs
    assert differs is not None
    assert ("310", "D", "L") in differs.places


def test_a_hand_over_the_board_is_told_and_nothing_is_read_into_it():
    table, state = table_after("1 place L310", "2 place D220", "1 place L211", "2 place D103")
    colours = add_hand(draw(table.laid, table.ground), table.ground, table.chance, tuple(table.laid.middle))
    view = look(decode(expose(colours, table.ground, table.chance), "it"))
    reading, _ = sight.read(view, state, table.taught)
    assert reading.is_hidden


def taught_beside(table, view, share):
    """Return a board taught so far to the right that about a share of its cells lies beside the picture."""
    right = view.camera.on_plane(np.array([[2 * view.camera.middle[0], view.camera.middle[1]]]))[0]
    left = view.camera.on_plane(np.array([[0.0, view.camera.middle[1]]]))[0]
    corners = np.array(table.laid.taught())
    across, (low, high) = (right - left) / np.linalg.norm(right - left), (0.0, 600.0)
    while high - low > 1:
        far = (low + high) / 2
        taught = sight.read_taught({"corners": corners + across * far})
        gone = ~view.camera.shows(view.camera.sees(cell_middles(taught)))
        low, high = (far, high) if gone.mean() < share else (low, far)
    return taught


def cell_middles(taught):
    return taught.lattice.point(np.array(XYZ) + 0.5)


def test_what_the_picture_does_not_show_is_not_read():
    table = Table(random.Random(4), SMALL_PHOTO, PHOTO_TILT)
    view, state = table.view(), rules.start(START)
    taught = taught_beside(table, view, 0.6)
    reading, _ = sight.read(view, state, taught)
    dots = view.camera.sees(cell_middles(taught))
    far = 25  # dots: more than half a cube
    on_board = [at for at, carriers in enumerate(CARRIERS) if not carriers]
    beside = [CELLS[at] for at in on_board if not view.camera.shows(dots[at] - (far, 0))]
    within = [CELLS[at] for at in on_board if view.camera.shows(dots[at] + (far, 0))]
    assert beside
    assert within
    assert not set(beside) & set(reading.costs)
    assert set(within) <= set(reading.costs)
    for at, carriers in enumerate(CARRIERS):
        if carriers and CELLS[at] in reading.costs:
            assert set(names(carriers)) & set(reading.costs), "empty only over a cell that is read as empty"


def test_a_board_beside_the_picture_is_not_seen():
    table = Table(random.Random(4), SMALL_PHOTO, PHOTO_TILT)
    view = table.view()
    corners = np.array(table.laid.taught()) + np.array((900, 0))
    reading, _ = sight.read(view, rules.start(START), sight.read_taught({"corners": corners}))
    assert (reading.costs, reading.is_hidden) == ({}, True)


CORNERS = [[130, 20], [185, 115], [75, 115]]


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({}, "inside.look-corners"),
        ({"corners": "here"}, "inside.look-corners"),
        ({"corners": [[1, 2], [3, 4]]}, "inside.look-corners"),
        ({"corners": [[1, 2], [3, 4], [5, float("nan")]]}, "inside.look-corners"),
        ({"corners": [[1, 2], [3, 4], [5, 10**400]]}, "inside.look-corners"),
        ({"corners": [[x + 20_000, y] for x, y in CORNERS]}, "inside.look-corners"),
        ({"corners": CORNERS, "foot": "low"}, "inside.look-corners"),
        ({"corners": CORNERS, "foot": 10**400}, "inside.look-corners"),
        ({"corners": CORNERS, "foot": 1e6}, "inside.look-corners"),
        ({"corners": CORNERS, "foot": -1}, "inside.look-corners"),
        ({"corners": CORNERS, "foot": float("inf")}, "inside.look-corners"),
        ({"corners": CORNERS, "foot": float("nan")}, "inside.look-corners"),
        ({"corners": [[130, 20], [75, 115], [185, 115]]}, "inside.look-corners-odd"),
        ({"corners": [[130, 20], [131, 20], [130, 21]]}, "inside.look-corners-odd"),
        ({"corners": [[130, 20], [185, 115], [20, 115]]}, "inside.look-corners-odd"),
        ({"corners": CORNERS, "tones": [30, 75]}, "inside.look-tones"),
        ({"corners": CORNERS, "tones": [300, 5e-324]}, "inside.look-tones"),
        ({"corners": CORNERS, "tones": "bright"}, "inside.look-tones"),
        ({"corners": CORNERS, "hues": "red"}, "inside.look-hues"),
        ({"corners": CORNERS, "hues": [[1, 2], [3]]}, "inside.look-hues"),
        ({"corners": CORNERS, "hues": [[1, 2], [3, 10**9]]}, "inside.look-hues"),
        ({"corners": CORNERS, "hues": [[1, 2], ["a", float("nan")]]}, "inside.look-hues"),
    ],
)
def test_what_cannot_be_taught_gets_one_sentence(values, key):
    with pytest.raises(UserError) as error:
        sight.read_taught(values)
    assert [why.key for why in error.value.why] == [key]


@pytest.mark.parametrize(
    ("tones", "hues", "is_learnt"),
    [
        ((70, 20), [[15, -20], [15, -20]], True),
        ((20, 20), [[15, -20], [15, -20]], False),
        ((340, 20), [[15, -20], [15, -20]], False),
        ((70, 0), [[15, -20], [15, -20]], False),
        ((70, 20), [[15, -20], [15, -301]], False),
    ],
)
def test_only_what_can_be_taught_is_learnt(tones, hues, is_learnt):
    found = sight.learnt(sight.Memory(None, None, None, np.array([0, 1, -1]), tones, hues))
    assert found == ({"tones": list(tones), "hues": hues} if is_learnt else {})
    sight.read_taught({"corners": CORNERS, **found})
