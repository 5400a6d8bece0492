"""The walk: how keys reach acts, in every shape a question can have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.acts import Act
from engine.steps import choice, number, seat, spot
from engine.verdicts import say
from firmware_py.ui.navigator import Direction, Navigator, Path, Shape, navigator_for
from tests.bench.presses import fewest_presses
from tests.depth import depth
from tests.engine.games import EVERY_SETUP, SETUPS, random_game

LEFT, RIGHT, UP, DOWN = Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN


def navigator_of(steps, lawful=None):
    """A walk with one question; what each step leads to is an act with its value."""
    acts = [Act(1, "take", (step.value,)) for step in steps]
    wanted = set(acts) if lawful is None else {Act(1, "take", (value,)) for value in lawful}
    return Navigator([Path((step,), act) for step, act in zip(steps, acts, strict=True)], wanted)


def choices(*values):
    return [choice(say("which"), value, say(value)) for value in values]


@pytest.mark.parametrize(("direction", "value"), [(LEFT, "a"), (RIGHT, "b"), (UP, "c"), (DOWN, "d")])
def test_up_to_four_choices_are_a_compass_and_one_press_answers(direction, value):
    walk = navigator_of(choices("a", "b", "c", "d"))
    assert walk.shape is Shape.COMPASS
    assert walk.press(direction) == Act(1, "take", (value,))


def test_a_compass_keeps_its_directions_when_something_is_unlawful():
    walk = navigator_of(choices("a", "b", "c"), lawful=["b"])
    assert [option.hollow for option in walk.options] == [True, False, True]
    assert walk.option.step.value == "b"
    assert walk.press(LEFT) == Act(1, "take", ("a",)), "the verdict on it will teach"
    assert walk.press(DOWN) is None


def test_more_choices_are_a_list_that_skips_what_is_hollow():
    walk = navigator_of(choices(*"abcdefg"), lawful=["b", "d", "g"])
    assert walk.shape is Shape.LIST
    seen = [walk.option.step.value]
    for _ in range(3):
        walk.press(DOWN)
        seen.append(walk.option.step.value)
    assert seen == ["b", "d", "g", "b"]
    walk.press(UP)
    assert walk.option.step.value == "g"


def test_a_held_direction_visits_the_hollow_ones_too():
    walk = navigator_of(choices(*"abcdefg"), lawful=["b", "d"])
    walk.press(DOWN, held=True)
    assert walk.option.step.value == "c"
    assert walk.option.hollow
    walk.press(DOWN)
    assert walk.option.step.value == "d"


def test_left_and_right_leap_in_a_long_list():
    walk = navigator_of(choices(*"abcdefghij"))
    walk.press(RIGHT)
    assert walk.option.step.value == "e"
    walk.press(LEFT)
    assert walk.option.step.value == "a"


def test_numbers_rise_with_up_and_leap_sideways():
    walk = navigator_of([number(say("how-many"), n) for n in range(1, 13)], lawful=map(str, range(1, 13)))
    assert walk.shape is Shape.NUMBER
    walk.press(UP)
    assert walk.option.step.value == "2"
    walk.press(RIGHT)
    assert walk.option.step.value == "7"
    walk.press(RIGHT)
    walk.press(RIGHT)
    assert walk.option.step.value == "12"
    walk.press(DOWN)
    assert walk.option.step.value == "11"
    assert walk.choose() == Act(1, "take", ("11",))


def test_seats_are_a_compass_up_to_four_and_a_list_beyond():
    assert navigator_of([seat(say("who"), n) for n in (1, 2, 3)]).shape is Shape.COMPASS
    assert navigator_of([seat(say("who"), n) for n in range(1, 7)]).shape is Shape.LIST


def test_a_single_answer_is_taken_by_itself_once_a_person_has_begun():
    a, b = choices("a", "b")
    only = number(say("how-many"), 1)
    one, two = Act(1, "one"), Act(1, "two")
    walk = Navigator([Path((a, only), one), Path((b, only), two)], {one, two})
    assert walk.press(RIGHT) == two


def test_nothing_is_played_without_a_press():
    walk = navigator_of(choices("a"))
    assert walk.choose() == Act(1, "take", ("a",))


def test_back_goes_up_past_what_was_taken_by_itself_and_remembers_the_cursor():
    spots = [spot(say("where"), name, x, 0) for x, name in enumerate("abc")]
    only = number(say("how-many"), 1)
    colours = choices("light", "dark")
    paths = [Path((s, only, c), Act(1, "put", (s.value, c.value))) for s in spots for c in colours]
    walk = Navigator(paths, {path.act for path in paths})
    assert walk.at_root
    assert not walk.back()
    walk.press(RIGHT)
    here = walk.option.step.value
    assert walk.choose() is None
    assert walk.shape is Shape.COMPASS
    assert walk.spot.step.value == here
    assert not walk.at_root
    assert walk.back()
    assert walk.option.step.value == here
    assert walk.at_root


boards = st.lists(
    st.tuples(st.integers(-20, 20), st.integers(-20, 20), st.booleans()), min_size=2, max_size=20, unique=True
)


def reachable(walk, *, held):
    """Every value that some presses of the arrows lead to."""
    seen, waiting = set(), [walk.cursor]
    while waiting:
        cursor = waiting.pop()
        if cursor in seen:
            continue
        seen.add(cursor)
        for direction in Direction:
            walk.cursor = cursor
            walk.press(direction, held=held)
            waiting.append(walk.cursor)
    return {walk.options[cursor].step.value for cursor in seen}


@given(boards, st.booleans())
def test_every_spot_can_be_reached_wherever_the_cursor_is(board, held):
    spots = [spot(say("where"), str(i), x, y) for i, (x, y, _) in enumerate(board)]
    lawful = {str(i) for i, (_, _, is_lawful) in enumerate(board) if is_lawful}
    walk = navigator_of(spots, lawful=lawful)
    assert walk.shape is Shape.BOARD
    assert walk.option.step.value in lawful or not lawful
    everything = {step.value for step in spots}
    assert reachable(walk, held=held) == (everything if held or not lawful else lawful)


def test_left_and_right_stay_in_the_row_and_up_and_down_go_straight_to_the_next():
    names = {"a": (0, 0), "b": (10, 0), "c": (1, 5), "d": (10, 20), "e": (30, 20)}
    walk = navigator_of([spot(say("where"), name, x, y) for name, (x, y) in names.items()])
    walk.cursor = 0
    seen = ""
    for direction in (RIGHT, RIGHT, LEFT, DOWN, RIGHT, DOWN, RIGHT, DOWN, UP, UP):
        walk.press(direction)
        seen += walk.option.step.value
    assert seen == "babccdebdc"


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
def test_every_lawful_act_of_a_game_can_be_reached_with_six_keys(setup):
    played = list(random_game(setup, seed=1))
    for rules, state, _act in played[:: max(len(played) // depth(10, full=30), 1)]:
        reached = fewest_presses(rules, state)
        assert {act for act in rules.legal(state) if act.seat is not None} <= set(reached)


def test_when_several_may_speak_who_it_is_comes_first():
    rules = GAMES["inside"].rules()
    walk = navigator_for(rules, rules.start(SETUPS["inside"][0]), seats=(1, 2))
    assert [option.step.value for option in walk.options] == ["1", "2"]
    assert [option.hollow for option in walk.options] == [False, True]
    walk.press(RIGHT)
    assert walk.shape is Shape.BOARD
    assert walk.choose() is None
    assert walk.press(LEFT).seat == 2
    assert navigator_for(rules, rules.start(SETUPS["inside"][0]), seats=()) is None


def test_a_numbered_key_means_the_number_itself_and_a_penalty_only_where_there_is_no_such_number():
    def pointed(*values):
        walk = navigator_of([number(say("insider.ask-step"), value) for value in values])
        assert walk.point(3)
        return walk.option.step.value

    assert pointed(-3, 0, 3) == "3"
    assert pointed(-3, 0) == "-3"
