"""Displays: whatever happens on the wire, the panel shows the picture in the end."""

import atexit
import errno
import gc
import os
import random
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.oled.device import ssd1306
from PIL import Image

from drivers.displays import (
    FIRST_RETRY_MILLISECONDS,
    MAX_RETRY_MILLISECONDS,
    MINUTE_MILLISECONDS,
    SHIFTS,
    SIZE,
    Brightness,
    Display,
    DisplaySettings,
    Kind,
    changes,
    pack,
)
from drivers.simulated.panels import SimulatedPanel
from tests.depth import depth
from tests.drivers.panels import (
    LUMA,
    OTHER,
    PICTURE,
    STILL,
    begun,
    boxes,
    by_luma,
    drawn,
    every_kind,
    moved,
    noise,
    shows,
)

# --- pictures


@given(kind=st.sampled_from(Kind), pictures=st.lists(st.lists(boxes, max_size=6), min_size=1, max_size=8))
def test_the_panel_shows_every_picture_of_any_sequence(kind, pictures):
    panel, display = begun(kind)
    for rectangles in pictures:
        display.show(drawn(*rectangles), now=1)
        assert shows(panel, drawn(*rectangles))


@by_luma
@every_kind
@given(data=st.binary(min_size=1024, max_size=1024))
def test_the_memory_is_what_luma_itself_would_send(kind, data):
    image = Image.frombytes("1", SIZE, data)
    luma_panel = SimulatedPanel(kind)
    device = LUMA[kind](luma_panel)
    device.display(image)
    panel, _ = begun(kind, picture=image)
    visible = slice(2, 130) if kind is Kind.SH1106 else slice(0, 128)
    assert [page[visible] for page in panel._memory] == [page[visible] for page in luma_panel._memory]
    assert shows(luma_panel, image)
    assert shows(panel, image)


@every_kind
def test_nothing_is_sent_when_nothing_changed(kind):
    panel, display = begun(kind)
    sent = panel.sent
    display.show(PICTURE.copy(), now=1)
    assert panel.sent == sent


@every_kind
def test_a_small_change_is_a_few_bytes(kind):
    panel, display = begun(kind, picture=drawn())
    sent = panel.sent
    display.show(drawn((50, 20, 21, 11)), now=1)
    assert panel.sent - sent == 2 * (2 + 3 + 2 + 21)


@given(st.lists(boxes, max_size=5), st.lists(boxes, max_size=5))
def test_changes_begin_and_end_with_a_change_and_never_cost_more_than_their_parts(before, after):
    old, new = pack(drawn(*before)), pack(drawn(*after))
    memory = bytearray(old)
    for page, column, data in changes(old, new):
        at = page * 128 + column
        assert old[at] != data[0]
        assert old[at + len(data) - 1] != data[-1]
        memory[at : at + len(data)] = data
    assert memory == new


def test_neighbouring_changes_are_one_where_that_is_no_dearer():
    near = pack(drawn((10, 0, 1, 8), (17, 0, 1, 8)))
    far = pack(drawn((10, 0, 1, 8), (18, 0, 1, 8)))
    assert [len(run.data) for run in changes(bytes(1024), near)] == [8]
    assert [len(run.data) for run in changes(bytes(1024), far)] == [1, 1]


def test_a_page_is_named_once_for_all_its_runs():
    panel = SimulatedPanel(Kind.SSD1306)
    display = Display(panel.device)
    display.show(drawn(), now=0)
    before = panel.sent
    display.show(drawn((10, 0, 1, 8), (60, 0, 1, 8), (10, 8, 1, 8)), now=0)
    assert panel.sent - before == 8 + 7 + 8  # a run of one byte, one more on its page, one on another page
    assert panel.image().tobytes() == drawn((10, 0, 1, 8), (60, 0, 1, 8), (10, 8, 1, 8)).tobytes()


def test_a_picture_that_is_drawn_on_afterwards_is_shown_as_it_was():
    image = drawn((3, 3, 9, 9))
    panel, display = begun(picture=image)
    image.paste(1, (0, 0, 128, 64))
    display.adjust(DisplaySettings(), now=1)
    assert shows(panel, drawn((3, 3, 9, 9)))


@pytest.mark.parametrize(("mode", "size"), [("L", SIZE), ("1", (128, 32))])
def test_other_pictures_are_refused(mode, size):
    with pytest.raises(ValueError, match="one bit and 128 × 64"):
        pack(Image.new(mode, size))


# --- a wire that fails


@every_kind
def test_a_bus_error_at_every_single_byte_of_a_redraw_is_recovered_from(kind):
    panel, display = begun(kind)
    sent = panel.sent
    display.show(OTHER, now=0)
    for byte in range(1, panel.sent - sent + 1, depth(29, full=1)):
        picture = PICTURE if byte % 2 else OTHER
        panel.fail_at(byte)
        display.show(picture, now=byte * MINUTE_MILLISECONDS)
        assert display.is_lost
        display.advance(display.deadline)
        assert not display.is_lost
        assert shows(panel, picture), byte


@every_kind
def test_a_bus_error_at_every_single_byte_of_an_initialisation_is_recovered_from(kind):
    panel, display = begun(kind)
    failed, byte, step = True, 0, depth(29, full=1)
    while failed:
        byte += step
        display.close()
        panel.fail_at(byte)
        display = Display(panel.device, STILL)
        display.show(PICTURE, now=0)
        failed = display.is_lost
        display.advance(FIRST_RETRY_MILLISECONDS)
        assert not display.is_lost
        assert shows(panel, PICTURE), byte
    assert byte > 1100


def test_unplugged_and_replugged_again_and_again_it_always_heals():
    chance = random.Random(8)
    panels = [SimulatedPanel(kind) for kind in Kind]
    displays = [Display(panel.device, DisplaySettings(sleep_after=None)) for panel in panels]
    threads, now, plugs = threading.active_count(), 0, 0
    while plugs < depth(50, full=1000):
        now += chance.randrange(5000)
        panel, display = chance.choice(list(zip(panels, displays, strict=True)))
        action = chance.randrange(4)
        if action == 0:
            plugs += panel.is_plugged
            panel.unplug()
        elif action == 1 and not panel.is_plugged:
            panel.plug_in()
        elif action == 2:
            display.show(noise(chance), now)
        for panel, display in zip(panels, displays, strict=True):
            was_lost = display.is_lost
            display.advance(now)
            assert shows(panel, moved(display._picture, now)) or not was_lost or display.is_lost
    for panel, display in zip(panels, displays, strict=True):
        if not panel.is_plugged:
            panel.plug_in()
        picture = noise(chance)
        display.show(picture, now)
        display.advance(now + MINUTE_MILLISECONDS)
        assert not display.is_lost
        assert shows(panel, moved(picture, now + MINUTE_MILLISECONDS))
    assert threading.active_count() == threads


def test_patience_grows_to_half_a_minute_and_is_short_again_after_success():
    panel, display = begun()
    panel.unplug()
    display.show(OTHER, now=0)
    waits, now = [], 0
    for _ in range(8):
        waits.append(display.next_try - now)
        assert not display.reconnect(display.next_try - 1)
        now = display.next_try
        assert display.deadline == now
        assert not display.reconnect(now)
    assert waits == [
        1000,
        2000,
        4000,
        8000,
        16_000,
        MAX_RETRY_MILLISECONDS,
        MAX_RETRY_MILLISECONDS,
        MAX_RETRY_MILLISECONDS,
    ]
    panel.plug_in()
    assert display.reconnect(display.next_try)
    assert (display.next_try, display.why, display.is_lost) == (None, "", False)
    assert shows(panel, OTHER)
    panel.unplug()
    display.show(PICTURE, now)
    assert display.next_try == now + FIRST_RETRY_MILLISECONDS


def test_nothing_is_tried_before_its_time_and_nothing_is_lost_meanwhile():
    panel, display = begun()
    panel.unplug()
    display.show(OTHER, now=0)
    sent = panel.sent
    panel.plug_in()
    for now in range(1, FIRST_RETRY_MILLISECONDS, 100):
        display.show(noise(random.Random(now)), now)
        display.advance(now)
    assert panel.sent == sent
    display.show(PICTURE, now=FIRST_RETRY_MILLISECONDS)
    assert shows(panel, PICTURE)


def test_a_lost_display_says_why():
    panel, display = begun()
    panel.fail_at(1)
    display.show(OTHER, now=0)
    assert display.why == "I2C device not found on address: 0x3C"
    panel, display = begun()
    panel.fail_at(8)
    display.show(OTHER, now=0)
    assert display.why == os.strerror(errno.EREMOTEIO)


def test_a_display_that_was_never_there_is_lost_at_the_first_picture_and_not_before():
    panel = SimulatedPanel(Kind.SH1106)
    panel.unplug()
    display = Display(panel.device, now=500)
    assert (display.is_lost, display.deadline) == (False, 500)
    display.show(PICTURE, now=500)
    assert (display.is_lost, display.next_try) == (True, 1500)


# --- what it does by itself


def test_the_picture_wanders_by_at_most_two_dots_and_nothing_is_cut():
    panel, display = begun(settings=DisplaySettings(dim_after=None, sleep_after=None))
    places = set()
    for minute in range(1, 10):
        assert display.deadline == minute * MINUTE_MILLISECONDS
        display.advance(display.deadline)
        assert shows(panel, moved(PICTURE, minute * MINUTE_MILLISECONDS))
        places.add(SHIFTS[minute % 9])
    assert places == {(x, y) for x in range(3) for y in range(3)}


def test_what_is_shown_between_two_steps_stands_where_the_picture_stands():
    panel, display = begun(settings=DisplaySettings())
    display.advance(MINUTE_MILLISECONDS)
    display.show(OTHER, now=2 * MINUTE_MILLISECONDS - 1)
    assert shows(panel, moved(OTHER, MINUTE_MILLISECONDS))


def test_it_dims_when_nobody_is_there_then_sleeps_and_a_press_wakes_it():
    panel, display = begun(settings=DisplaySettings(contrast=200, dim_contrast=5, shift_every=None))
    assert (panel.contrast, display.deadline) == (200, 5 * MINUTE_MILLISECONDS)
    display.advance(display.deadline)
    assert (panel.contrast, display.brightness, display.deadline) == (5, Brightness.DIM, 30 * MINUTE_MILLISECONDS)
    display.advance(display.deadline)
    assert (panel.is_lit, display.brightness, display.deadline) == (False, Brightness.DARK, None)
    display.show(OTHER, now=31 * MINUTE_MILLISECONDS)
    assert not panel.is_lit
    assert display.wake(32 * MINUTE_MILLISECONDS)
    assert (panel.contrast, display.brightness, display.deadline) == (
        200,
        Brightness.BRIGHT,
        37 * MINUTE_MILLISECONDS,
    )
    assert shows(panel, OTHER)


def test_a_press_on_a_display_that_does_not_sleep_counts():
    _, display = begun(settings=DisplaySettings(shift_every=None))
    assert not display.wake(MINUTE_MILLISECONDS)
    assert display.deadline == 6 * MINUTE_MILLISECONDS
    display.advance(7 * MINUTE_MILLISECONDS)
    assert display.brightness is Brightness.DIM
    assert not display.wake(7 * MINUTE_MILLISECONDS)
    assert display.brightness is Brightness.BRIGHT


def test_a_press_that_comes_before_the_loop_let_it_sleep_counts():
    _, display = begun(settings=DisplaySettings())
    assert not display.wake(100 * MINUTE_MILLISECONDS)


def test_a_press_on_a_bright_display_sends_nothing():
    panel, display = begun()
    sent = panel.sent
    display.wake(1000)
    assert panel.sent == sent


def test_dim_is_never_brighter_than_bright():
    panel, display = begun(settings=DisplaySettings(contrast=3, dim_contrast=8))
    display.advance(5 * MINUTE_MILLISECONDS)
    assert panel.contrast == 3


def test_other_habits_hold_at_once():
    panel, display = begun()
    display.adjust(DisplaySettings(contrast=1), now=10)
    assert panel.contrast == 1
    assert display.deadline == MINUTE_MILLISECONDS
    display.adjust(STILL, now=20)
    assert display.deadline is None


def test_a_sleeping_display_that_is_lost_is_found_again_and_sleeps_on():
    panel, display = begun(settings=DisplaySettings(shift_every=None))
    panel.unplug()
    display.advance(30 * MINUTE_MILLISECONDS)
    assert display.is_lost
    panel.plug_in()
    display.advance(display.deadline)
    assert (display.is_lost, panel.is_lit, display.deadline) == (False, False, None)
    assert display.wake(60 * MINUTE_MILLISECONDS)
    assert shows(panel, PICTURE)


@every_kind
@pytest.mark.parametrize("step", ["wander", "dim", "wake"])
def test_a_brown_out_is_healed_at_the_next_step(kind, step):
    panel, display = begun(kind, DisplaySettings(shift_every=MINUTE_MILLISECONDS if step == "wander" else None))
    if step == "wake":
        display.advance(30 * MINUTE_MILLISECONDS)
    panel.brown_out()
    display.show(OTHER, now=1)
    assert not shows(panel, OTHER)
    now = 31 * MINUTE_MILLISECONDS if step == "wake" else display.deadline
    display.wake(now) if step == "wake" else display.advance(now)
    assert panel.is_lit
    assert shows(panel, moved(OTHER, now) if step == "wander" else OTHER)


ACTIONS = ("advance", "wake", "show", "unplug", "plug_in")


@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 20 * MINUTE_MILLISECONDS))))
def test_once_it_has_advanced_its_deadline_lies_ahead(actions):
    panel, display = begun(Kind.SH1106, DisplaySettings())
    now = 0
    for action, later in actions:
        now += later
        if action in {"unplug", "plug_in"}:
            getattr(panel, action)()
        elif action == "show":
            display.show(PICTURE, now)
        else:
            getattr(display, action)(now)
            assert display.deadline is None or display.deadline > now
            assert display.deadline is not None or display.brightness is Brightness.DARK


def test_what_a_panel_remembers_by_chance_is_not_shown():
    class Watched(SimulatedPanel):
        seen = 0

        def data(self, given):
            self.seen += self.is_lit
            super().data(given)

    panel = Watched(Kind.SSD1306)
    display = Display(panel.device)
    display.show(PICTURE, now=0)
    assert panel.seen == 0
    display.advance(MINUTE_MILLISECONDS)
    assert panel.seen == 8, "a panel that is there stays lit while it is drawn anew"


@pytest.mark.parametrize("keeps", [True, False])
def test_at_the_end_a_panel_is_switched_off_or_keeps_its_picture(keeps):
    panel, display = begun()
    display.close(keeps_picture=keeps)
    assert panel.is_lit == keeps
    display.show(OTHER, now=5)
    display.advance(10)
    assert display.deadline is None
    assert not keeps or shows(panel, PICTURE)


def test_a_lost_display_can_be_closed():
    panel, display = begun()
    panel.unplug()
    display.close()
    display.close()
    assert panel.sent > 0


def test_a_night_of_steps_leaves_nothing_behind_for_the_end_of_the_program():
    panel, display = begun(settings=DisplaySettings(dim_after=None, sleep_after=None))
    before = atexit._ncallbacks()
    for minute in range(1, 50):
        display.advance(minute * MINUTE_MILLISECONDS)
    assert atexit._ncallbacks() == before
    gc.collect()
    devices = [thing for thing in gc.get_objects() if isinstance(thing, ssd1306)]
    assert sum(device._serial_interface is panel for device in devices) == 1
