"""Insider's evaluation card in drawn pictures; their ranges are in `shots.py` and `restaurants.py`.

A fixed small sample; `make test-look` takes as many as one likes.
"""

import random
from collections import Counter

import pytest

import engine.insider as rules
from engine.acts import read_act
from engine.game import Setup
from firmware_py.errors import UserError
from firmware_py.games.insider import sight
from firmware_py.sight.follower import follow
from firmware_py.sight.picture import decode
from firmware_py.sight.reading import NOTHING, Reading
from firmware_py.sight.view import look
from tests.firmware_py.sight import restaurants
from tests.firmware_py.sight.insider_figures import Restaurant, city, evaluations, hidden, play, start, turned_up
from tests.firmware_py.sight.restaurants import Scene
from tests.firmware_py.sight.shots import add_hand, expose


def told(run, seeds):
    return sum((run(seed) for seed in seeds), Counter())


@pytest.mark.slow
def test_a_camera_follows_games_and_enters_nothing_wrong():
    found = told(play, range(3))
    assert not any("WRONG" in what for what in found)
    changes = sum(found[what] for what in found if what.startswith("change:") and "later" not in what)
    assert found["change: entered"] >= 0.95 * changes


@pytest.mark.slow
def test_one_photo_tells_a_whole_evaluation():
    found = told(evaluations, range(3))
    assert not any("WRONG" in what for what in found)
    assert found["photo: entered"] >= 0.85 * found.total()


@pytest.mark.slow
def test_a_covered_ring_has_not_gone():
    found = told(hidden, range(60))
    assert not found["FALSE"]
    assert found["unsure"] > 20


@pytest.mark.slow
def test_photos_of_the_city_tell_the_moves_of_turns():
    found = city(1, turns=8)
    assert not found["turn: WRONG"]
    assert found["turn: entered"] >= 6


@pytest.fixture(scope="module")
def table():
    """A restaurant with an open card and nobody there, and a memory of that."""
    made = Restaurant(random.Random(8), 3)
    (tag, card), *_ = made.pile
    made.lay(tag)
    state = rules.play(start(3), turned_up(card))
    _, memory = sight.read(made.view(), state, made.taught)
    return made, state, memory


@pytest.fixture
def seated(table):
    """Two seats have taken tables: the restaurant, the state and the memory."""
    made, state, memory = table
    made.pawns.clear()
    for at, seat in ((0, 2), (1, 3)):
        made.put(at, seat)
        state = rules.play(state, read_act(f"{seat} seat {at + 1}"))
    _, memory = sight.read(made.view(), state, made.taught, memory)
    return made, state, memory


def finding(made, state, memory=None, view=None):
    reading, _ = sight.read(view or made.view(), state, made.taught, memory)
    return reading, follow(rules, state, sight, reading)


def words(acts):
    return [str(act) for act in acts]


def test_card_and_seats_are_read_in_one_go(seated):
    made, state, _ = seated
    _, found = finding(made, start(3))
    assert words(found.acts) == [str(turned_up(state.inn.card)), "2 seat 1", "3 seat 2"]


def test_a_pawn_that_leaves_is_entered_and_without_a_movement_it_is_asked(seated):
    made, state, memory = seated
    del made.pawns[0]
    view = made.view()
    assert words(finding(made, state, memory, view)[1].acts) == ["2 leave 1"]
    _, found = finding(made, state, memory, view._replace(is_disturbed=False))
    assert [words(acts) for acts in found.question] == [[], ["2 leave 1"]]


def test_a_pawn_that_is_gone_in_the_first_picture_is_unsure(seated):
    made, state, _ = seated
    del made.pawns[0]
    reading, found = finding(made, state)
    assert "table 1" in reading.unsure
    assert not found.acts


def test_a_card_that_was_forgotten_is_not_known_without_its_sticker(seated):
    made, state, memory = seated
    bare = expose(restaurants.draw(Scene(None, []), made.ground), made.ground, made.chance, drift=0.1)
    view = look(decode(bare, "a drawn picture"))
    reading, _ = sight.read(view, state, sight.read_taught({}), memory)
    assert dict(reading.costs) == {"card": {str(state.inn.card): 0.0, "-": 2.0}}


def test_pawns_that_change_tables_are_swapped(seated):
    made, state, memory = seated
    made.put(0, 3)
    made.put(1, 2)
    acts = finding(made, state, memory)[1].acts
    assert sorted(words(acts)) == ["1 swap 1 3", "1 swap 2 2"]


def test_a_pawn_between_tables_is_named_and_nothing_is_entered(seated):
    made, state, memory = seated
    made.put(2, 1)
    x, y, high = made.pawns[2].mark.middle
    made.pawns[2].mark.middle = (x, y + 15, high)
    reading, found = finding(made, state, memory)
    assert [note.key for note in reading.notes] == ["insider.look-between"]
    assert not found.acts


def test_a_card_of_the_wrong_size_is_named_by_ir_8():
    made = Restaurant(random.Random(8), 3)
    tag, card = next((tag, card) for tag, card in made.pile if len(card.values) == 4)
    made.lay(tag)
    found = finding(made, start(4))[1]
    assert (found.differs.refusal.rule, found.differs.act) == ("IR-8", turned_up(card))


def test_an_evaluated_card_that_still_lies_there_says_nothing(seated):
    made, state, memory = seated
    for at in range(2, len(state.inn.tables)):
        made.put(at, 1)
        state = rules.play(state, read_act(f"1 seat {at + 1}"))
    assert state.inn.evaluations == 1
    del made.pawns[0]
    reading, found = finding(made, state, memory)
    assert (reading.costs, found.acts, found.differs) == ({}, (), None)


def test_an_arm_over_the_band_is_a_hand(table):
    made, state, memory = table
    colours = restaurants.draw(Scene(made.card), made.ground)
    for chance in map(random.Random, range(2)):
        data = expose(add_hand(colours, made.ground, chance), made.ground, chance)
        reading, _ = sight.read(look(decode(data, "it")), state, made.taught, memory)
        assert reading.is_hidden


def test_taps_on_a_photo_teach_a_card(table):
    made, state, _ = table
    made.pawns.clear()
    view = made.view()
    taps = sight.taps(view, state, None)
    assert (taps.is_needed, len(taps.places)) == (True, len(made.card.tables))
    values = sight.tapped(view, state, None, [made.card.on(table) for table in made.card.tables])
    assert not sight.taps(view, state, values).is_needed
    reading, _ = sight.read(view, state, sight.read_taught(values))
    assert reading.pieces == {"card": str(state.inn.card)}
    assert reading.piece("table 1") == NOTHING


def after(*acts):
    """Return a state of the city after acts."""
    state = rules.start(Setup("insider", ("Anna", "Ben"), tags={"Depth": "board"}))
    for act in ("card 3: 1 1 1 / 0", *acts):
        state = rules.play(state, read_act(act))
    return state


def seen_in_city(state, shown):
    """Return what follows in a state from a clear picture of another."""
    costs = {place: {piece: 0.0} for place, piece in sight.expected(shown)}
    return follow(rules, state, sight, Reading(costs))


WALK = ("1 move a1 a1-a2.1", "1 move a1 b2")


def test_a_picture_of_the_city_gives_the_moves_of_a_turn():
    state = after("1 points")
    found = seen_in_city(state, after("1 points", *WALK))
    assert sorted(words(found.acts)) == sorted(WALK)


def test_moves_that_leave_points_are_asked():
    found = seen_in_city(after("1 points"), after("1 points", "1 move a1 a2"))
    assert not found.acts
    assert [words(acts) for acts in found.question] == [["1 move a1 a2"]]


def test_dice_that_nobody_entered_are_asked():
    found = seen_in_city(after(), after("1 points", *WALK))
    assert not found.acts
    assert [words(acts)[0] for acts in found.question] == ["1 points"]
    found = seen_in_city(after(), after("1 roll 4 4", "1 move a1 b2", "1 move a1 a1-a2.2"))
    assert [words(acts)[0] for acts in found.question] == ["1 roll 2 6", "1 roll 3 5", "1 roll 4 4"]


def test_a_walk_that_is_too_far_is_named_by_ir_13():
    state = after("1 roll 1 1")
    differs = seen_in_city(state, after("1 roll 6 6", "1 move a1 b2")).differs
    assert (differs.refusal.rule, str(differs.act)) == ("IR-13", "1 move a1 b2")


def test_a_pawn_of_who_has_not_the_turn_is_a_difference():
    walked = ("1 points", "1 move a1 b2", "1 move a1 a1-a2.1")
    differs = seen_in_city(after(*walked), after(*walked, "1 stop", "2 points", "2 move e5 e4")).differs
    assert differs.places == (("e4", "2", "-"),)


def test_the_places_of_the_city_are_taught_first():
    taps = sight.taps(None, after(), None)
    assert (taps.is_needed, len(taps.places)) == (True, 25)
    values = sight.tapped(None, after(), {"rings": 20}, [(x, y) for x in range(5) for y in range(5)])
    assert sight.read_taught(values).places[6] == (1.0, 1.0)
    assert sight.read_taught(values).ring_height == 20


CARD = [101, [3, 1, 0], -2, [[20, 9], [45, 9], [70, 9]]]


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"rings": "high"}, "insider.look-rings"),
        ({"rings": float("nan")}, "insider.look-rings"),
        ({"rings": True}, "insider.look-rings"),
        ({"rings": -1}, "insider.look-rings"),
        ({"cards": 3}, "insider.look-card"),
        ({"cards": [CARD, [200, *CARD[1:]]]}, "insider.look-card"),
        ({"cards": [[101, [3, 1], -2, [[1, 2], [3, 4]]]]}, "insider.look-card"),
        ({"cards": [[101, [3, 1, 90], -2, CARD[3]]]}, "insider.look-card"),
        ({"cards": [[101, [3, 1, 0], 5, CARD[3]]]}, "insider.look-card"),
        ({"cards": [[101, [3, 1, 0], -2, [[20, 9]] * 3]]}, "insider.look-card"),
        ({"cards": [[101, [3, 1, 0], -2, [[20, 9], [45, 9], [70, 10**9]]]]}, "insider.look-card"),
        ({"places": [[1, 2]]}, "insider.look-places"),
        ({"places": [[1, 2]] * 25}, "insider.look-places"),
        ({"places": "a1"}, "insider.look-places"),
    ],
)
def test_what_cannot_be_taught_gets_one_sentence(values, key):
    with pytest.raises(UserError) as error:
        sight.read_taught(values)
    assert [why.key for why in error.value.why] == [key]
