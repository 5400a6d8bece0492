"""The virtual box in a browser: its displays to the dot, its keys, its dice, and the plugs of its parts."""

import re
import time

import pytest
from playwright.sync_api import expect

from drivers.displays import MINUTE_MILLISECONDS, Display, Kind
from drivers.simulated.panels import SimulatedPanel
from tests.firmware_py.page.browser.browsers import played
from tests.firmware_py.ui.stacks import new_stack

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not

SEEN = """([role, held]) => {
  const canvas = document.querySelector(`[data-role="${role}"] canvas`);
  if (!canvas) return false;
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const seen = [];
  for (let at = 0; at < width * height; at += 8) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit += 1) byte = 2 * byte + (data[(at + bit) * 4 + 3] > 0);
    seen.push(byte);
  }
  return held.some((dots) => seen.length === dots.length && seen.every((byte, index) => byte === dots[index]));
}"""
DARK = bytes(1024)
STAIR = ("card 5: 6 5 4 3 1 / -4",)
FAMILY = ("Anna", "Ben", "Carla")
ROLLING = (*STAIR, "1 seat 1", "2 seat 2", "1 seat 3", "3 seat 4", "2 seat 5", "card 4: 3 2 1 0 / -4", "2 seat 1")


def assert_shows(visitor, role, *held):
    """Wait until a display shows what one of these panels holds, and nothing else."""
    visitor.page.wait_for_function(SEEN, arg=[role, [list(dots) for dots in held]])


def panels(picture):
    """Give what a display holds when it is to show a picture: now, or when that has wandered on in a minute."""
    held = []
    for now in (round(time.monotonic() * 1000) + later for later in (0, MINUTE_MILLISECONDS)):
        panel = SimulatedPanel(Kind.SSD1306)
        display = Display(panel.device, now=now)
        display.show(picture, now)
        held.append(panel.image().tobytes())
        display.close()
    return held


def prompt(visitor):
    """Return what the prompt of the box says."""
    return visitor.locate("[data-role=prompt] canvas").get_attribute("aria-label")


def wait_for(visitor, *words):
    """Wait until the prompt of the box says some words."""
    for each in words:
        expect(visitor.locate("[data-role=prompt] canvas")).to_have_attribute(
            "aria-label", re.compile(each, re.IGNORECASE)
        )


def press(visitor, key, *words):
    """Press a key of the keyboard, and wait until the prompt of the box says something."""
    visitor.page.keyboard.press(key)
    wait_for(visitor, *words)


def test_displays_show_what_the_program_draws_dot_for_dot(run, visit):
    visitor = visit(run(settings="").address, "box")
    wait_for(visitor, "New game")  # the box takes the language of the page
    stack = new_stack()
    assert_shows(visitor, "prompt", *panels(stack.prompt()))
    assert_shows(visitor, "table", *panels(stack.table()))


def test_the_keyboard_is_the_keys_of_the_box(run, visit):
    visitor = visit(run(settings="").address, "box")
    wait_for(visitor, "New game")
    press(visitor, "ArrowUp", "Switch off")
    press(visitor, "ArrowDown", "New game")
    press(visitor, "Enter", "Which game")
    press(visitor, "Enter", "How many")
    press(visitor, "Backspace", "Which game")
    press(visitor, "Enter", "How many")
    press(visitor, "3", "Name of seat 1|Seat 1|seat 1")


def test_a_key_that_is_held_tells_what_is_allowed(run, visit):
    visitor = visit(run(match=played("inside", "1 place L310")).address).go_on()
    visitor.open("box")
    visitor.page.keyboard.down("Enter")
    wait_for(visitor, "Allowed now")
    visitor.page.keyboard.up("Enter")
    press(visitor, "Enter", "Ben")
    assert visitor.shown().acts == 1
    cap = visitor.locate(".cap-back")
    cap.hover()
    visitor.page.mouse.down()
    expect(visitor.locate("#table")).to_have_attribute("data-acts", "2")  # it was undone
    visitor.page.mouse.up()


def test_seat_keys_speak_for_their_seats(run, visit):
    visitor = visit(run(match=played("insider", *STAIR, players=FAMILY)).address).go_on()
    visitor.open("box")
    press(visitor, "1", "Anna")
    visitor.open("table")
    expect(visitor.locate("#ask .crumbs li")).to_have_count(0)  # that is asked at the box


def test_a_display_that_is_unplugged_goes_dark_and_heals(run, visit):
    visitor = visit(run(match=played("inside", "1 place L310")).address).go_on()
    visitor.open("box")
    table, plug = visitor.locate("[data-role=table]"), visitor.page.get_by_role("switch", name="Table display")
    expect(plug).to_be_checked()
    plug.click()
    expect(plug).not_to_be_checked()
    expect(table).to_have_class(re.compile("is-dead"))
    assert_shows(visitor, "table", DARK)
    visitor.page.keyboard.press("ArrowLeft")  # with the next picture the box notices it too
    wait_for(visitor, "Table display: ")
    plug.click()
    expect(plug).to_be_checked()
    wait_for(visitor, "Table display: good")
    press(visitor, "Enter", "Ben")
    expect(table).not_to_have_class(re.compile("is-dead"))
    visitor.page.wait_for_function(f"(arg) => !({SEEN})(arg)", arg=["table", [list(DARK)]])


def turn_to(visitor, index, face):
    """Turn a die until it shows a face."""
    die = visitor.locate(f'[data-key="die {index}"]')
    name = re.compile(f"die {index + 1} shows {face};")
    for _ in range(6):
        shown = die.get_attribute("aria-label")
        if name.match(shown):
            return
        die.click()
        expect(die).not_to_have_attribute("aria-label", shown)
    expect(die).to_have_attribute("aria-label", name)


def test_dice_that_are_laid_down_are_proposed_as_a_roll(run, visit):
    visitor = visit(run(match=played("insider", *ROLLING, players=FAMILY)).address).go_on()
    visitor.open("box")
    turn_to(visitor, 0, 3)
    turn_to(visitor, 1, 4)
    visitor.page.get_by_role("button", name="Tilt one").click()
    expect(visitor.locate("[data-part=reader] .tray-says")).to_have_text("One die is tilted.")
    visitor.page.get_by_role("button", name="Put them down like this").click()
    wait_for(visitor, "3 4")
    visitor.page.keyboard.press("Enter")
    expect(visitor.locate("#table")).to_have_attribute("data-acts", str(len(ROLLING) + 1))
    visitor.open("table")
    expect(visitor.locate("#lines li").first).to_contain_text("3 + 4")


def test_a_reader_that_is_unplugged_is_missed_and_sees_no_roll(run, visit):
    visitor = visit(run(match=played("insider", *ROLLING, players=FAMILY)).address).go_on()
    visitor.open("box")
    plug = visitor.page.get_by_role("switch", name="dice reader")
    plug.click()
    expect(plug).not_to_be_checked()
    visitor.page.get_by_role("button", name="Roll", exact=True).click()
    expect(visitor.locate("[data-part=reader] .tray-says")).to_contain_text(re.compile("unplugged", re.IGNORECASE))
    wait_for(visitor, "Dice reader: not found")
    plug.click()
    expect(plug).to_be_checked()
    expect(visitor.locate("[data-part=reader]")).not_to_have_class(re.compile("is-dead"))
    wait_for(visitor, "Dice reader: good")
    visitor.page.keyboard.press("Enter")
    wait_for(visitor, "The dice show")


def test_the_dice_tray_is_there_only_beside_games_with_dice(run, visit):
    visitor = visit(run(match=played("insider", *ROLLING, players=FAMILY)).address, view="box")
    expect(visitor.locate("[data-part=reader]")).to_be_visible()
    visitor = visit(run("inside").address, view="box")
    expect(visitor.locate("#box canvas").first).to_be_visible()
    expect(visitor.locate("[data-part=reader]")).to_be_hidden()
