"""Whole games on simulated wires: keys that bounce, displays behind a wire, parts that come and go."""

import random
import threading
from queue import SimpleQueue

import pytest
from PIL import Image

from drivers.buzzer import Sound
from drivers.dice import Hello, Roll, State
from drivers.dice_port import Connected, DiceReader
from drivers.displays import Kind
from drivers.presses import Key, Press
from drivers.presses import Kind as Pressed
from drivers.simulated.reader import SimulatedReader
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.i18n.sentences import plain
from firmware_py.ui.flows.match import begin
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.screens.effects import Notice, Show
from tests.depth import depth, slow_unless
from tests.engine.games import NAMES
from tests.firmware_py.runtime.simulated_parts import WiredBox
from tests.firmware_py.screens import GOLDEN
from tests.firmware_py.ui.fingers import play_act
from tests.firmware_py.ui.stacks import PLAIN, box, match, read_on, text

SETUPS = [
    Setup("inside", NAMES[:2]),
    Setup("insider", NAMES[:3]),
    Setup("offline", NAMES[:2]),
    Setup("online", NAMES[:3]),
]
PAIRS = [(Kind.SSD1306, Kind.SH1106), (Kind.SSD1309, Kind.SSD1306)]
"""Kinds of the two displays."""
OK, RIGHT = Press(Key.OK, Pressed.SHORT), Press(Key.RIGHT, Pressed.SHORT)
PATIENCE = 30
"""Seconds until a test gives up; it never waits that long when things work."""


def playing(setup, **options):
    wired = WiredBox(**options)
    wired.begin(lambda stack: begin(stack, setup))
    return wired


@pytest.mark.parametrize("kinds", slow_unless(PAIRS, PAIRS[:1]))
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.game)
def test_a_game_on_wires_shows_what_the_screen_stack_shows_and_keeps_what_was_played(setup, kinds):
    wired, chance = playing(setup, kinds=kinds), random.Random(3)
    acts = depth(8, full=25)
    for _ in range(acts):
        play_act(wired, chance)
        assert wired.is_right()
    assert wired.journal.lines(1) == [str(act) for act in match(wired).log]
    assert len(match(wired).log) == acts


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.game)
def test_a_whole_game_on_wires_ends_as_its_record_does(setup):
    wired, chance = playing(setup), random.Random(5)
    while play_act(wired, chance):
        assert wired.is_right()
    alone = Match(match(wired).rules, match(wired).setup)
    for line in wired.journal.lines(1):
        assert alone.play(read_act(line)) is None
    assert alone.standing() == match(wired).standing()
    assert alone.standing().over


def test_the_glass_shows_the_golden_pictures():
    names = ("Anna", "Maximilian-Luca")
    wired = playing(Setup("inside", names))
    read_on(wired)
    wired.settle(1)
    for role, golden in (("prompt", "en-inside-begin"), ("table", "en-inside-begin-table")):
        with Image.open(GOLDEN / f"{golden}.png") as picture:
            assert wired.shows(role, picture.convert("1"))


def test_a_display_that_is_unplugged_is_named_on_the_other_one_and_the_game_goes_on():
    wired = playing(SETUPS[0])
    read_on(wired)
    wired.glass["table"].unplug()
    wired.press(RIGHT)
    assert text(wired).startswith("Parts Table display: I2C device not found")
    assert wired.shows("prompt", wired.stack.prompt())
    wired.press(OK)
    play_act(wired, random.Random(1))
    assert len(match(wired).log) == 1
    wired.glass["table"].plug_in()
    wired.settle(35)
    assert text(wired) == "Parts Table display: good"
    wired.press(OK)
    assert wired.is_right()


@pytest.mark.parametrize(("lost", "left"), [("prompt", "table"), ("table", "prompt")])
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.game)
def test_with_one_display_gone_the_other_one_shows_the_prompt(setup, lost, left):
    wired = playing(setup)
    read_on(wired)
    wired.glass[lost].unplug()
    wired.settle(61)  # a display whose picture stays the same is checked once a minute
    assert text(wired).startswith("Parts ")
    wired.press(OK)
    assert wired.stack.displays == 1
    assert wired.shows(left, wired.stack.prompt())


def test_the_press_that_wakes_the_displays_does_nothing_else():
    wired = playing(SETUPS[0])
    read_on(wired)
    wired.settle(3600)
    assert not wired.glass["prompt"].is_lit
    before = wired.stack.prompt().tobytes()
    wired.press(OK)
    assert wired.glass["prompt"].is_lit
    assert wired.stack.prompt().tobytes() == before
    wired.press(OK)
    assert wired.stack.prompt().tobytes() != before


def test_a_panel_that_browned_out_is_right_again_within_a_minute():
    wired = playing(SETUPS[0])
    wired.glass["table"].brown_out()
    wired.settle(61)
    assert wired.is_right()


def test_accepted_and_refused_are_heard_and_nothing_at_night():
    def beeps(config):
        wired = playing(SETUPS[0], config=config)
        read_on(wired)
        heard = []
        play = wired.buzzer.play
        wired.buzzer.play = lambda sound, now: (heard.append(sound), play(sound, now))
        play_act(wired, random.Random(1))
        wired.press(Press(Key.SEAT_1, Pressed.SHORT))
        wired.press(OK)
        return heard

    assert beeps(PLAIN) == [Sound.YOUR_TURN, Sound.REFUSED]
    assert beeps(PLAIN._replace(night=True)) == []


def test_the_loop_itself_comes_to_rest_with_a_key_held_and_a_picture_that_wanders():
    wired = playing(SETUPS[0])
    read_on(wired)
    wired.keys.press(Key.OK)
    wired.settle(130)
    assert text(wired).startswith("Allowed now"), "a long press"
    wired.keys.release(Key.OK)
    wired.settle(1)
    assert wired.is_right()


def test_a_key_whose_release_got_lost_repeats_no_longer_than_a_second():
    wired = playing(SETUPS[0])
    read_on(wired)
    pressed, press = [], wired.stack.press
    wired.stack.press = lambda given: (pressed.append(given), press(given))
    wired.keys.press(Key.DOWN)
    wired.settle(0.1)
    wired.keys.lose_edges()
    wired.keys.release(Key.DOWN)
    wired.settle(2)
    assert Press(Key.DOWN, Pressed.LONG) in pressed, "nobody can know that it was released"
    repeats = len(pressed)
    wired.settle(60)
    assert len(pressed) == repeats
    wired.keys.lose_edges(is_lost=False)
    wired.press(Press(Key.DOWN, Pressed.SHORT))
    assert pressed[repeats:] == [Press(Key.DOWN, Pressed.SHORT)], "and it works again"


def test_a_box_that_is_started_long_after_its_machine_is_bright():
    wired = playing(SETUPS[0], now=40_000.0)
    assert all(glass.is_lit for glass in wired.glass.values())
    assert wired.is_right()


def test_a_sound_ends_even_if_the_keys_do_not_bounce():
    wired = playing(SETUPS[0])
    read_on(wired)
    wired.keys.bounce = ()
    play_act(wired, random.Random(1))
    wired.settle(3)
    assert not wired.buzzer.is_on


def test_a_wire_that_comes_and_goes_leaves_one_notice():
    wired = playing(SETUPS[0])
    read_on(wired)
    for _ in range(10):
        wired.glass["table"].unplug()
        wired.settle(61)
        wired.glass["table"].plug_in()
        wired.settle(61)
    assert len(wired.stack.screens) == 2


def test_an_idle_box_is_woken_once_a_minute_to_wander():
    wired, woken = playing(SETUPS[0]), []
    advance = wired.panel.advance
    wired.panel.advance = lambda: (woken.append(wired.now), advance())[1]
    wired.settle(240)
    assert len(woken) <= 5


def test_displays_unplugged_and_plugged_in_again_and_again_cost_no_act_and_leave_no_thread():
    wired, chance, said = playing(SETUPS[2]), random.Random(7), []
    read_on(wired)
    threads = threading.active_count()
    for _ in range(depth(50, full=300)):
        glass = wired.glass[chance.choice(["table", "prompt"])]
        (glass.unplug if glass.is_plugged and chance.random() < 0.5 else glass.plug_in)()
        wired.settle(chance.random() * 3)
        while not isinstance(wired.top, MatchScreen):
            wired.press(OK)
        if wired.top.turn.navigator is None:
            break
        wired.press(chance.choice([OK, RIGHT, OK]))
        if isinstance(wired.top, MatchScreen):
            said = [str(act) for act in match(wired).log]
            assert wired.journal.lines(1) == said
    for glass in wired.glass.values():
        glass.plug_in()
    wired.settle(70)  # what was not noticed on the wire is healed at the next step of the wandering
    while not isinstance(wired.top, MatchScreen):
        wired.press(OK)
    assert said
    assert threading.active_count() == threads
    assert wired.shows("prompt", wired.stack.prompt())
    assert wired.shows("table", wired.stack.table())


def dice(wired, tray, events, *faces):
    """Roll in the tray, and let the box hear of it."""
    tray.roll(*faces)
    while True:
        event = events.get(timeout=PATIENCE)
        wired.loop.put(event)
        wired.settle(0.1)
        if isinstance(event, Roll) and event.state is State.SETTLED:
            return


@pytest.fixture(name="tray")
def fixture_tray():
    events = SimpleQueue()
    with SimulatedReader() as tray, DiceReader(tray.path, events.put):
        yield lambda wired, *faces: dice(wired, tray, events, *faces)


def insider():
    """Begin a game with dice, with a card turned up."""
    wired = playing(SETUPS[1])
    read_on(wired)
    box(wired).play(read_act("card 4: 3 2 1 0 / -4"))
    return wired


def test_a_roll_that_the_reader_saw_is_proposed_and_ok_takes_it(tray):
    wired = insider()
    tray(wired, 3, 5)
    assert not wired.stack.services.readers()[0].why
    assert text(wired) == "All agreed? The dice show 3 5. Use this roll?"
    wired.press(OK)
    assert str(match(wired).log[-1]) == "1 roll 3 5"


def test_a_roll_that_comes_a_moment_too_early_waits(tray):
    wired = insider()
    box(wired).carry_out((Show(Notice(plain("A notice"), (plain("to be read"),))),))
    tray(wired, 3, 5)
    assert text(wired).startswith("A notice")
    wired.press(OK)
    assert text(wired) == "All agreed? The dice show 3 5. Use this roll?"


def test_the_same_dice_are_no_new_roll_after_the_reader_was_lost(tray):
    wired = insider()
    tray(wired, 3, 5)
    wired.press(OK)
    hello = Connected(Hello(9))
    wired.loop.put(hello)
    wired.loop.put(Roll(9, State.SETTLED, (3, 5)))
    wired.settle(1)
    assert box(wired).dialog is None


def test_the_reader_is_known_after_a_crash_too(tray):
    wired = insider()
    tray(wired, 3, 5)
    wired.program._recover(ValueError("a mistake"))
    assert not wired.stack.services.readers()[0].why


def test_dice_in_a_game_without_dice_disturb_nobody(tray):
    wired = playing(SETUPS[0])
    read_on(wired)
    tray(wired, 3, 5)
    assert box(wired).dialog is None


def test_a_roll_that_cannot_be_made_now_says_why(tray):
    wired = insider()
    box(wired).play(read_act("2 rumours 1"))
    tray(wired, 3, 5)
    assert text(wired).startswith("Dice: 3 5")
    assert "one die" in text(wired)
    assert len(match(wired).log) == 2


# --- a part that sends too much


def test_a_dice_reader_that_sends_too_much_is_named_and_the_keys_go_on():
    wired = insider()
    for number in range(10_000):
        wired.sources.dice.put(Roll(number, State.ROLLING))
    wired.settle(1)
    assert text(wired) == "Parts Dice reader: it sends too much"
    assert [part.name for part in wired.stack.services.parts() if part.why] == ["dice"]
    wired.press(OK)
    assert isinstance(wired.top, MatchScreen)
    wired.settle(60)
    assert text(wired) == "Parts Dice reader: good"
    assert not [part for part in wired.stack.services.parts() if part.why]


def test_a_key_that_bounces_without_end_is_named_and_the_others_go_on():
    wired = playing(SETUPS[0])
    read_on(wired)
    for number in range(10_000):
        (wired.keys.press if number % 2 else wired.keys.release)(Key.SEAT_6, at=round(wired.now * 1000) + number)
    wired.settle(10)
    assert text(wired) == "Parts Keys: the key 6 does not stop"
    wired.press(OK)
    assert isinstance(wired.top, MatchScreen)
