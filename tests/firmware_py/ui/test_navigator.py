"""The navigator: how keys reach acts, in every shape a question can have."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import GAMES
from engine.acts import Act
from engine.steps import SIDES, Direction, Kind, across, cell, choice, number, seat, seat_across, spot
from engine.verdicts import say
from firmware_py.display.shapes import Shape
from firmware_py.ui.navigation.first_question import navigator_for
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Path, paths_of
from tests.depth import depth
from tests.engine.games import EVERY_SETUP, SETUPS, random_game
from tests.firmware_py.ui.presses import presses_to

LEFT, RIGHT, UP, DOWN = Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN


def navigator_of(steps, allowed=None):
    """A navigator with one question; what each step leads to is an act with its value."""
    acts = [Act(1, "take", (step.value,)) for step in steps]
    wanted = set(acts) if allowed is None else {Act(1, "take", (value,)) for value in allowed}
    return Navigator([Path((step,), act) for step, act in zip(steps, acts, strict=True)], wanted)


def choices(*values):
    return [choice(say("which"), value, say(value)) for value in values]


def crossed(*values):
    return [across(side, say("which"), value, say(value)) for side, value in zip(SIDES, values, strict=False)]


@pytest.mark.parametrize(("direction", "value"), [(LEFT, "a"), (RIGHT, "b"), (UP, "c"), (DOWN, "d")])
def test_on_a_cross_one_press_answers(direction, value):
    navigator = navigator_of(crossed("a", "b", "c", "d"))
    assert navigator.shape is Shape.CROSS
    assert navigator.press(direction) == Act(1, "take", (value,))


def test_a_cross_keeps_its_directions_when_something_is_not_allowed_or_missing():
    navigator = navigator_of(crossed("a", "b", "c", "d")[1:3], allowed=["b"])
    assert [option.hollow for option in navigator.options] == [False, True]
    assert navigator.press(UP) == Act(1, "take", ("c",)), "the verdict on it will teach"
    assert navigator.press(LEFT) is None
    assert navigator.press(DOWN) is None


@pytest.mark.parametrize("count", range(1, 12))
def test_choices_without_sides_are_a_list_however_many_there_are(count):
    navigator = navigator_of(choices(*"abcdefghijkl"[:count]))
    assert navigator.shape is Shape.LIST
    assert navigator.press(DOWN) is None
    assert navigator.cursor == 1 % count
    assert navigator.choose() == Act(1, "take", ("ab"[1 % count],))


def test_a_list_skips_what_is_hollow():
    navigator = navigator_of(choices(*"abcdefg"), allowed=["b", "d", "g"])
    seen = [navigator.option.step.value]
    for _ in range(3):
        navigator.press(DOWN)
        seen.append(navigator.option.step.value)
    assert seen == ["b", "d", "g", "b"]
    navigator.press(UP)
    assert navigator.option.step.value == "g"


def test_the_cursor_starts_on_the_likeliest_allowed_answer_and_never_on_a_final_one():
    a, b, c, d = choices(*"abcd")

    def started(*steps, allowed="abcd"):
        return navigator_of(steps, allowed=allowed).option.step.value

    assert started(a, b, c._replace(is_likely=True), d) == "c"
    assert started(a, b, c._replace(is_likely=True), d, allowed="bd") == "b"
    assert started(a._replace(is_final=True), b, c, d, allowed="ac") == "c"
    assert started(a._replace(is_final=True), b, c, d, allowed="a") == "b", "ok explains why b is refused"
    assert started(a._replace(is_final=True)) == "a"


def test_a_held_direction_visits_the_hollow_ones_too():
    navigator = navigator_of(choices(*"abcdefg"), allowed=["b", "d"])
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
    navigator = navigator_of([number(say("how-many"), n) for n in range(1, 13)], allowed=map(str, range(1, 13)))
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


def test_seats_are_a_list_or_in_a_game_of_at_most_four_a_cross():
    assert navigator_of([seat(say("who"), n) for n in (1, 2, 3)]).shape is Shape.LIST
    assert navigator_of([seat_across(say("who"), n) for n in (1, 2, 3)]).shape is Shape.CROSS


def test_digits_of_a_cell_are_typed_in_any_order():
    cells = [cell(say("dice"), f"{a}{b}", b, a) for a in range(1, 7) for b in range(a, 7)]
    navigator = navigator_of(cells)
    assert navigator.shape is Shape.GRID
    assert not navigator.point(5)
    assert navigator.option.step.value == "55", "the first digit shows where one is"
    assert navigator.point(3)
    assert navigator.choose() == Act(1, "take", ("35",))
    assert not navigator.point(2)
    navigator.press(DOWN)
    assert not navigator.point(4), "an arrow begins anew"


def test_a_digit_that_one_player_has_typed_is_not_part_of_another_players_dice():
    who = [seat(say("who"), number) for number in (1, 2)]
    dice = [cell(say("dice"), f"{a}{b}", b, a) for a in range(1, 7) for b in range(a, 7)]
    paths = [Path((one, roll), Act(at, "roll", (roll.value,))) for at, one in enumerate(who, 1) for roll in dice]
    navigator = Navigator(paths, {path.leaf for path in paths})
    navigator.choose()
    assert not navigator.point(3)
    assert navigator.back()
    navigator.press(DOWN)
    navigator.choose()
    assert not navigator.point(5), "a second digit is still to come"
    assert navigator.point(6)
    assert navigator.choose() == Act(2, "roll", ("56",))


def test_a_numbered_key_finds_what_lies_behind_another_answer_to_the_same_question():
    one, rest = crossed("one", "rest")
    four, five = (step._replace(key=n) for n, step in zip((4, 5), crossed("four", "five"), strict=True))
    acts = {step: Act(1, "take", (step.value,)) for step in (one, four, five)}
    paths = [Path((one,), acts[one]), Path((rest, four), acts[four]), Path((rest, five), acts[five])]
    navigator = Navigator(paths, set(acts.values()))
    assert navigator.point(5)
    assert navigator.choose() == acts[five]
    assert not navigator.point(6)


def test_a_single_answer_is_taken_by_itself_once_a_person_has_begun():
    a, b = choices("a", "b")
    only = number(say("how-many"), 1)
    one, two = Act(1, "one"), Act(1, "two")
    navigator = Navigator([Path((a, only), one), Path((b, only), two)], {one, two})
    navigator.press(DOWN)
    assert navigator.choose() == two


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
    assert navigator.shape is Shape.LIST
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


SCATTERED = [(12, 4, True), (16, 19, True), (-4, -11, True), (-19, -16, True), (-18, 18, True)]
"""Always taking the nearest spot, arrows do not reach the last one."""


@example(SCATTERED, False)
@given(boards, st.booleans())
def test_every_spot_can_be_reached_wherever_the_cursor_is(board, held):
    spots = [spot(say("where"), str(i), x, y) for i, (x, y, _) in enumerate(board)]
    allowed = {str(i) for i, (_, _, is_allowed) in enumerate(board) if is_allowed}
    navigator = navigator_of(spots, allowed=allowed)
    assert navigator.shape is Shape.BOARD
    assert navigator.option.step.value in allowed or not allowed
    everything = {step.value for step in spots}
    assert reachable(navigator, held=held) == (everything if held or not allowed else allowed)


def test_an_arrow_goes_where_it_points_and_never_round_the_edge():
    names = {"a": (0, 0), "b": (10, 0), "c": (1, 5), "d": (10, 20), "e": (30, 20)}
    navigator = navigator_of([spot(say("where"), name, x, y) for name, (x, y) in names.items()])
    navigator.cursor = 0
    seen = ""
    for direction in (LEFT, RIGHT, DOWN, DOWN, RIGHT, RIGHT, UP, LEFT, DOWN, UP, UP):
        navigator.press(direction)
        seen += navigator.option.step.value
    assert seen == "abddeebacaa"


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
def test_every_legal_act_of_a_game_can_be_reached_with_six_keys(setup):
    played = list(random_game(setup, seed=1))
    for rules, state, _act in played[:: max(len(played) // depth(10, full=30), 1)]:
        acts = {act for act in rules.legal(state) if act.seat is not None}
        offered = {act for act in acts if rules.steps(state, act)}
        assert set(presses_to(rules, state, offered)) == offered
        same = [rules.play(state, act) for act in offered if act.verb == "roll"]
        assert all(act.verb == "roll" and rules.play(state, act) in same for act in acts - offered), "in any order"


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
def test_a_question_is_always_a_list_or_always_a_cross(setup):
    kinds = {}
    for rules, state, _act in random_game(setup, seed=2):
        for path in paths_of(rules, state):
            for step in path.steps:
                if step.kind in {Kind.CHOICE, Kind.SEAT} and not step.is_aside:
                    is_cross = step.side is not None
                    assert kinds.setdefault(step.asks.key, is_cross) == is_cross, step.asks


def test_when_several_may_speak_who_it_is_comes_first():
    rules = GAMES["inside"].rules()
    navigator = navigator_for(rules, rules.start(SETUPS["inside"][0]), seats=(1, 2))
    assert [option.step.value for option in navigator.options] == ["1", "2"]
    assert [option.hollow for option in navigator.options] == [False, True]
    navigator.press(DOWN, held=True)
    assert navigator.choose() is None
    assert navigator.shape is Shape.BOARD
    assert navigator.choose() is None
    assert navigator.option.step.value == "D", "the colour of which dark has most"
    assert navigator.choose().seat == 2
    assert navigator_for(rules, rules.start(SETUPS["inside"][0]), seats=()) is None


def test_a_numbered_key_means_the_number_itself_and_a_penalty_only_where_there_is_no_such_number():
    def pointed(*values):
        navigator = navigator_of([number(say("insider.ask-step"), value) for value in values])
        assert navigator.point(3)
        return navigator.option.step.value

    assert pointed(-3, 0, 3) == "3"
    assert pointed(-3, 0) == "-3"
