"""What lists outside a match say and keep: the help of settings, and names that were typed."""

from tests.firmware_py.ui.stacks import choose, match, new_stack, press, values


def test_ok_held_on_a_setting_says_what_it_does():
    stack = choose(new_stack(), "settings")
    for name in values(stack):
        press(stack, "OK!")
        assert stack.top.dialog.notice.paragraphs[0].key == f"settings.about-{name.replace('_', '-')}"
        press(stack, "OK", "DOWN")


def test_a_name_that_was_typed_is_in_the_list_when_one_goes_back():
    stack = choose(new_stack(), "new", "inside", "people", "type")
    press(stack, "OK", "OK!")
    assert values(stack) == ["=Dark", "type"]
    press(stack, "BACK")
    assert values(stack) == ["=A", "=Light", "type"]
    choose(stack, "=A")
    assert values(stack) == ["=Dark", "type"]


def test_where_only_the_score_is_counted_nobody_is_asked_who_begins():
    stack = choose(new_stack(), "new", "offline", "2", "=Player 1", "=Player 2", "score", "basic")
    assert match(stack).setup.first == 1


def test_each_key_lights_up_when_it_is_pressed_and_back_held_leaves():
    stack = choose(new_stack(), "settings", "keys")
    dark = stack.prompt().tobytes()
    seen = {dark}
    for key in ("UP", "OK", "BACK", "SEAT_3"):
        press(stack, key)
        assert stack.prompt().tobytes() not in seen
        seen.add(stack.prompt().tobytes())
    assert "keys" in values(press(stack, "BACK!"))
