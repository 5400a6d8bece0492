"""Whole games on virtual metal: keys that bounce, displays behind a wire, parts that come and go."""

import random
import threading
from queue import SimpleQueue

import pytest
from PIL import Image

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
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.match_session import begin
from tests.depth import depth, slow_unless
from tests.engine.games import NAMES
from tests.firmware_py.runtime.metal import Metal
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
    metal = Metal(**options)
    metal.begin(lambda stack: begin(stack, setup))
    return metal


@pytest.mark.parametrize("kinds", slow_unless(PAIRS, PAIRS[:1]))
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.game)
def test_a_game_on_metal_shows_what_the_desk_shows_and_keeps_what_was_played(setup, kinds):
    metal, chance = playing(setup, kinds=kinds), random.Random(3)
    acts = depth(8, full=25)
    for _ in range(acts):
        play_act(metal, chance)
        assert metal.is_right()
    assert metal.journal.lines(1) == [str(act) for act in match(metal).log]
    assert len(match(metal).log) == acts


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.game)
def test_a_whole_game_on_metal_ends_as_its_record_does(setup):
    metal, chance = playing(setup), random.Random(5)
    while play_act(metal, chance):
        assert metal.is_right()
    alone = Match(match(metal).rules, match(metal).setup)
    for line in metal.journal.lines(1):
        assert alone.play(read_act(line)) is None
    assert alone.standing() == match(metal).standing()
    assert alone.standing().over


def test_the_glass_shows_the_golden_pictures():
    names = ("Anna", "Maximilian-Luca")
    metal = playing(Setup("inside", names))
    read_on(metal)
    metal.settle(1)
    for role, golden in (("prompt", "en-inside-begin"), ("table", "en-inside-begin-table")):
        with Image.open(GOLDEN / f"{golden}.png") as picture:
            assert metal.shows(role, picture.convert("1"))


def test_a_display_that_is_unplugged_is_named_on_the_other_one_and_the_game_goes_on():
    metal = playing(SETUPS[0])
    read_on(metal)
    metal.glass["table"].unplug()
    metal.press(RIGHT)
    assert text(metal).startswith("Parts Table display: I2C device not found")
    assert metal.shows("prompt", metal.stack.prompt())
    metal.press(OK)
    play_act(metal, random.Random(1))
    assert len(match(metal).log) == 1
    metal.glass["table"].plug_in()
    metal.settle(35)
    assert text(metal) == "Parts Table display: good"
    metal.press(OK)
    assert metal.is_right()


def test_with_the_prompt_gone_the_other_display_shows_the_prompt():
    metal = playing(SETUPS[0])
    read_on(metal)
    metal.glass["prompt"].unplug()
    metal.press(RIGHT)
    metal.press(OK)
    assert metal.stack.displays == 1
    assert metal.shows("table", metal.stack.prompt())


def test_the_press_that_wakes_the_displays_does_nothing_else():
    metal = playing(SETUPS[0])
    read_on(metal)
    metal.settle(3600)
    assert not metal.glass["prompt"].is_lit
    before = metal.stack.prompt().tobytes()
    metal.press(OK)
    assert metal.glass["prompt"].is_lit
    assert metal.stack.prompt().tobytes() == before
    metal.press(OK)
    assert metal.stack.prompt().tobytes() != before


def test_a_panel_that_browned_out_is_right_again_within_a_minute():
    metal = playing(SETUPS[0])
    metal.glass["table"].brown_out()
    metal.settle(61)
    assert metal.is_right()


def test_accepted_and_refused_are_heard_and_nothing_at_night():
    def beeps(config):
        metal = playing(SETUPS[0], config=config)
        read_on(metal)
        heard = []
        play = metal.buzzer.play
        metal.buzzer.play = lambda sound, now: (heard.append(sound.value), play(sound, now))
        play_act(metal, random.Random(1))
        metal.press(Press(Key.SEAT_1, Pressed.SHORT))
        metal.press(OK)
        return heard

    assert beeps(PLAIN) == ["your-turn", "refused"]
    assert beeps(PLAIN._replace(night=True)) == []


def test_the_loop_itself_comes_to_rest_with_a_key_held_and_a_picture_that_wanders():
    metal = playing(SETUPS[0])
    read_on(metal)
    metal.keys.press(Key.OK)
    metal.settle(130)
    assert text(metal).startswith("Allowed now"), "a long press"
    metal.keys.release(Key.OK)
    metal.settle(1)
    assert metal.is_right()


def test_a_box_that_is_started_long_after_its_machine_is_bright():
    metal = playing(SETUPS[0], now=40_000.0)
    assert all(glass.is_lit for glass in metal.glass.values())
    assert metal.is_right()


def test_a_sound_ends_even_if_the_keys_do_not_bounce():
    metal = playing(SETUPS[0])
    read_on(metal)
    metal.keys.bounce = ()
    play_act(metal, random.Random(1))
    metal.settle(3)
    assert not metal.buzzer.is_on


def test_a_wire_that_comes_and_goes_leaves_one_notice():
    metal = playing(SETUPS[0])
    read_on(metal)
    for _ in range(10):
        metal.glass["table"].unplug()
        metal.settle(61)
        metal.glass["table"].plug_in()
        metal.settle(61)
    assert len(metal.stack.screens) == 2


def test_idle_metal_is_woken_once_a_minute_to_wander():
    metal, woken = playing(SETUPS[0]), []
    advance = metal.panel.advance
    metal.panel.advance = lambda: (woken.append(metal.now), advance())[1]
    metal.settle(240)
    assert len(woken) <= 5


def test_displays_unplugged_and_plugged_in_again_and_again_cost_no_act_and_leave_no_thread():
    metal, chance, said = playing(SETUPS[2]), random.Random(7), []
    read_on(metal)
    threads = threading.active_count()
    for _ in range(depth(50, full=1000)):
        glass = metal.glass[chance.choice(["table", "prompt"])]
        (glass.unplug if glass.is_plugged and chance.random() < 0.5 else glass.plug_in)()
        metal.settle(chance.random() * 3)
        while not isinstance(metal.top, MatchScreen):
            metal.press(OK)
        if metal.top.turn.navigator is None:
            break
        metal.press(chance.choice([OK, RIGHT, OK]))
        if isinstance(metal.top, MatchScreen):
            said = [str(act) for act in match(metal).log]
            assert metal.journal.lines(1) == said
    for glass in metal.glass.values():
        glass.plug_in()
    metal.settle(70)  # what was not noticed on the wire is healed at the next step of the wandering
    while not isinstance(metal.top, MatchScreen):
        metal.press(OK)
    assert said
    assert threading.active_count() == threads
    assert metal.shows("prompt", metal.stack.prompt())
    assert metal.shows("table", metal.stack.table())


def dice(metal, tray, events, *faces):
    """Roll in the tray, and let the box hear of it."""
    tray.roll(*faces)
    while True:
        event = events.get(timeout=PATIENCE)
        metal.loop.put(event)
        metal.settle(0.1)
        if isinstance(event, Roll) and event.state is State.SETTLED:
            return


@pytest.fixture(name="tray")
def fixture_tray():
    events = SimpleQueue()
    with SimulatedReader() as tray, DiceReader(tray.path, events.put):
        yield lambda metal, *faces: dice(metal, tray, events, *faces)


def insider():
    """Begin a game with dice, with a card turned up."""
    metal = playing(SETUPS[1])
    read_on(metal)
    box(metal).play.play(read_act("card 4: 3 2 1 0 / -4"))
    return metal


def test_a_roll_that_the_reader_saw_is_proposed_and_ok_takes_it(tray):
    metal = insider()
    tray(metal, 3, 5)
    assert metal.stack.reader == ""
    assert text(metal) == "All agreed? The dice show 3 5. Use this roll?"
    metal.press(OK)
    assert str(match(metal).log[-1]) == "1 roll 3 5"


def test_a_roll_that_comes_a_moment_too_early_waits(tray):
    metal = insider()
    box(metal).tell(plain("A notice"), [plain("to be read")])
    tray(metal, 3, 5)
    assert text(metal).startswith("A notice")
    metal.press(OK)
    assert text(metal) == "All agreed? The dice show 3 5. Use this roll?"


def test_the_same_dice_are_no_new_roll_after_the_reader_was_lost(tray):
    metal = insider()
    tray(metal, 3, 5)
    metal.press(OK)
    hello = Connected(Hello(9))
    metal.loop.put(hello)
    metal.loop.put(Roll(9, State.SETTLED, (3, 5)))
    metal.settle(1)
    assert box(metal).dialog is None


def test_the_reader_is_known_after_a_crash_too(tray):
    metal = insider()
    tray(metal, 3, 5)
    metal.program._recover(ValueError("a mistake"))
    assert metal.stack.reader == ""


def test_dice_in_a_game_without_dice_disturb_nobody(tray):
    metal = playing(SETUPS[0])
    read_on(metal)
    tray(metal, 3, 5)
    assert box(metal).dialog is None


def test_a_roll_that_cannot_be_made_now_says_why(tray):
    metal = insider()
    box(metal).play.play(read_act("2 rumours 1"))
    tray(metal, 3, 5)
    assert text(metal).startswith("Dice: 3 5")
    assert "one die" in text(metal)
    assert len(match(metal).log) == 2


# --- a part that sends too much


def test_a_dice_reader_that_sends_too_much_is_named_and_the_keys_go_on():
    metal = insider()
    for number in range(10_000):
        metal.sources.dice.put(Roll(number, State.ROLLING))
    metal.settle(1)
    assert text(metal) == "Parts Dice reader: it sends too much"
    assert [part.name for part in metal.stack.parts() if part.why] == ["dice"]
    metal.press(OK)
    assert isinstance(metal.top, MatchScreen)
    metal.settle(60)
    assert text(metal) == "Parts Dice reader: good"
    assert not [part for part in metal.stack.parts() if part.why]


def test_a_key_that_bounces_without_end_is_named_and_the_others_go_on():
    metal = playing(SETUPS[0])
    read_on(metal)
    for number in range(10_000):
        (metal.keys.press if number % 2 else metal.keys.release)(Key.SEAT_6, at=round(metal.now * 1000) + number)
    metal.settle(10)
    assert text(metal) == "Parts Keys: the key 6 does not stop"
    metal.press(OK)
    assert isinstance(metal.top, MatchScreen)
