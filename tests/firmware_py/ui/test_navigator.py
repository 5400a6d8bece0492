"""The walk: how keys reach acts, in every shape a question can have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.acts import Act
from engine.steps import choice, number, seat, spot
from engine.verdicts import say
from firmware_py.display.shapes import Direction, Shape
from firmware_py.ui.navigator import Navigator, Path, navigator_for
from tests.bench.presses import presses_to
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
    navigator = navigator_of(choices("a", "b", "c", "d"))
    assert navigator.shape is Shape.COMPASS
    assert navigator.press(direction) == Act(1, "take", (value,))


def test_a_compass_keeps_its_directions_when_something_is_unlawful():
    navigator = navigator_of(choices("a", "b", "c"), lawful=["b"])
    assert [option.hollow for option in navigator.options] == [True, False, True]
    assert navigator.option.step.value == "b"
    assert navigator.press(LEFT) == Act(1, "take", ("a",)), "the verdict on it will teach"
    assert navigator.press(DOWN) is None


def test_more_choices_are_a_list_that_skips_what_is_hollow():
    navigator = navigator_of(choices(*"abcdefg"), lawful=["b", "d", "g"])
    assert navigator.shape is Shape.LIST
    seen = [navigator.option.step.value]
    for _ in range(3):
        navigator.press(DOWN)
        seen.append(navigator.option.step.value)
    assert seen == ["b", "d", "g", "b"]
    navigator.press(UP)
    assert navigator.option.step.value == "g"


def test_a_held_direction_visits_the_hollow_ones_too():
    navigator = navigator_of(choices(*"abcdefg"), lawful=["b", "d"])
    navigator.press(DOWN, held=True)
    assert navigator.option.step.value == "c"
    assert navigator.option.hollow
    navigator.press(DOWN)
    assert navigator.option.step.value == "d"


def test_left_and_right_leap_in_a_long_list():
    navigator = navigator_of(choices(*"abcdefghij"))
    navigator.press(RIGHT)
    assert navigator.option.step.value == "e"
    navigator.press(LEFT)
    assert navigator.option.step.value == "a"


def test_numbers_rise_with_up_and_leap_sideways():
    navigator = navigator_of([number(say("how-many"), n) for n in range(1, 13)], lawful=map(str, range(1, 13)))
    assert navigator.shape is Shape.NUMBER
    navigator.press(UP)
    assert navigator.option.step.value == "2"
    navigator.press(RIGHT)
    assert navigator.option.step.value == "7"
    navigator.press(RIGHT)
    navigator.press(RIGHT)
    assert navigator.option.step.value == "12"
    navigator.press(DOWN)
    assert navigator.option.step.value == "11"
    assert navigator.choose() == Act(1, "take", ("11",))


def test_seats_are_a_compass_up_to_four_and_a_list_beyond():
    assert navigator_of([seat(say("who"), n) for n in (1, 2, 3)]).shape is Shape.COMPASS
    assert navigator_of([seat(say("who"), n) for n in range(1, 7)]).shape is Shape.LIST


def test_a_single_answer_is_taken_by_itself_once_a_person_has_begun():
    a, b = choices("a", "b")
    only = number(say("how-many"), 1)
    one, two = Act(1, "one"), Act(1, "two")
    navigator = Navigator([Path((a, only), one), Path((b, only), two)], {one, two})
    assert navigator.press(RIGHT) == two


def test_nothing_is_played_without_a_press():
    navigator = navigator_of(choices("a"))
    assert navigator.choose() == Act(1, "take", ("a",))


def test_back_goes_up_past_what_was_taken_by_itself_and_remembers_the_cursor():
    spots = [spot(say("where"), name, x, 0) for x, name in enumerate("abc")]
    only = number(say("how-many"), 1)
    colours = choices("light", "dark")
    paths = [Path((s, only, c), Act(1, "put", (s.value, c.value))) for s in spots for c in colours]
    navigator = Navigator(paths, {path.leaf for path in paths})
    assert navigator.at_root
    assert not navigator.back()
    navigator.press(RIGHT)
    here = navigator.option.step.value
    assert navigator.choose() is None
    assert navigator.shape is Shape.COMPASS
    assert navigator.spot.step.value == here
    assert not navigator.at_root
    assert navigator.back()
    assert navigator.option.step.value == here
    assert navigator.at_root


boards = st.lists(
    st.tuples(st.integers(-20, 20), st.integers(-20, 20), st.booleans()), min_size=2, max_size=20, unique=True
)


def reachable(navigator, *, held):
    """Every value that some presses of the arrows lead to."""
    seen, waiting = set(), [navigator.cursor]
    while waiting:
        cursor = waiting.pop()
        if cursor in seen:
            continue
        seen.add(cursor)
        for direction in Direction:
            navigator.cursor = cursor
            navigator.press(direction, held=held)
            waiting.append(navigator.cursor)
    return {navigator.options[cursor].step.value for cursor in seen}


@given(boards, st.booleans())
def test_every_spot_can_be_reached_wherever_the_cursor_is(board, held):
    spots = [spot(say("where"), str(i), x, y) for i, (x, y, _) in enumerate(board)]
    lawful = {str(i) for i, (_, _, is_lawful) in enumerate(board) if is_lawful}
    navigator = navigator_of(spots, lawful=lawful)
    assert navigator.shape is Shape.BOARD
    assert navigator.option.step.value in lawful or not lawful
    everything = {step.value for step in spots}
    assert reachable(navigator, held=held) == (everything if held or not lawful else lawful)


def test_left_and_right_stay_in_the_row_and_up_and_down_go_straight_to_the_next():
    names = {"a": (0, 0), "b": (10, 0), "c": (1, 5), "d": (10, 20), "e": (30, 20)}
    navigator = navigator_of([spot(say("where"), name, x, y) for name, (x, y) in names.items()])
    navigator.cursor = 0
    seen = ""
    for direction in (RIGHT, RIGHT, LEFT, DOWN, RIGHT, DOWN, RIGHT, DOWN, UP, UP):
        navigator.press(direction)
        seen += navigator.option.step.value
    assert seen == "babccdebdc"


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
def test_every_lawful_act_of_a_game_can_be_reached_with_six_keys(setup):
    played = list(random_game(setup, seed=1))
    for rules, state, _act in played[:: max(len(played) // depth(10, full=30), 1)]:
        acts = {act for act in rules.legal(state) if act.seat is not None}
        assert set(presses_to(rules, state, acts)) == acts


def test_when_several_may_speak_who_it_is_comes_first():
    rules = GAMES["inside"].rules()
    navigator = navigator_for(rules, rules.start(SETUPS["inside"][0]), seats=(1, 2))
    assert [option.step.value for option in navigator.options] == ["1", "2"]
    assert [option.hollow for option in navigator.options] == [False, True]
    navigator.press(RIGHT)
    assert navigator.shape is Shape.BOARD
    assert navigator.choose() is None
    assert navigator.press(LEFT).seat == 2
    assert navigator_for(rules, rules.start(SETUPS["inside"][0]), seats=()) is None


def test_a_numbered_key_means_the_number_itself_and_a_penalty_only_where_there_is_no_such_number():
    def pointed(*values):
        navigator = navigator_of([number(say("insider.ask-step"), value) for value in values])
        assert navigator.point(3)
        return navigator.option.step.value

    assert pointed(-3, 0, 3) == "3"
    assert pointed(-3, 0) == "-3"
