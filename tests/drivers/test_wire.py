"""The wire under the displays: buses, switches, and the twin that decodes it."""

import errno
import os
import random
from functools import partial

import pytest
import smbus2
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from drivers.displays import (
    SIZE,
    Display,
    Kind,
    changes,
    pack,
)
from drivers.simulated.panels import SimulatedPanel, SimulatedSwitch
from drivers.wire import Switched, open_device, panel_on
from tests.drivers.panels import LUMA, OTHER, PICTURE, STILL, begun, by_luma, every_kind, noise, shows

# --- the bus


class Machine:
    """A machine with one bus: what smbus2 would send reaches virtual panels, directly or behind a switch."""

    def __init__(self, panels, switched=None):
        self.panels, self.switched = panels, switched or {}
        self.open = self.selected = 0

    def bus(self, _number):
        if not self.panels and not self.switched:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/i2c-1")
        self.open += 1
        return self

    def close(self):
        self.open -= 1

    def write_byte(self, address, value):
        assert address == 0x70
        self.selected = value

    def write_i2c_block_data(self, address, register, data):
        self.write(address, bytes([register, *data]))

    def i2c_rdwr(self, message):
        self.write(message.addr, bytes(message))

    def write(self, address, data):
        there = [self.panels[address]] if address in self.panels else []
        there += [panel for channel, panel in self.switched.items() if self.selected >> channel & 1]
        if not [panel for panel in there if panel.is_plugged]:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        for panel in there:
            panel.command(*data[1:]) if data[0] == 0x00 else panel.data(data[1:])


@every_kind
def test_a_panel_of_the_configuration_is_reached_by_bus_and_address(kind, monkeypatch):
    left, right = SimulatedPanel(kind), SimulatedPanel(kind)
    machine = Machine({0x3C: left, 0x3D: right})
    monkeypatch.setattr(smbus2, "SMBus", machine.bus)
    one = Display(partial(open_device, kind, 1))
    two = Display(partial(open_device, kind, 1, 0x3D))
    one.show(PICTURE, now=0)
    two.show(OTHER, now=0)
    assert shows(left, PICTURE)
    assert shows(right, OTHER)
    one.close()
    two.close()
    assert machine.open == 0


@every_kind
def test_two_panels_with_the_same_address_live_behind_a_switch(kind, monkeypatch):
    left, right = SimulatedPanel(kind), SimulatedPanel(kind)
    machine = Machine({}, {0: left, 7: right})
    monkeypatch.setattr(smbus2, "SMBus", machine.bus)
    one = Display(partial(open_device, kind, 1, 0x3C, channel=0), STILL)
    two = Display(partial(open_device, kind, 1, 0x3C, channel=7), STILL)
    chance = random.Random(3)
    for _ in range(20):
        pictures = noise(chance), noise(chance)
        one.show(pictures[0], now=0)
        two.show(pictures[1], now=0)
        assert shows(left, pictures[0])
        assert shows(right, pictures[1])


@pytest.mark.parametrize("channel", [None, 3])
def test_a_bus_is_closed_as_often_as_it_is_opened(channel, monkeypatch):
    panel = SimulatedPanel(Kind.SSD1306)
    machine = Machine({}, {3: panel}) if channel else Machine({0x3C: panel})
    monkeypatch.setattr(smbus2, "SMBus", machine.bus)
    display = Display(partial(open_device, Kind.SSD1306, 1, channel=channel))
    display.show(PICTURE, now=0)
    opened = machine.open
    panel.unplug()
    for _ in range(50):
        display.advance(display.deadline)
    assert display.is_lost
    assert machine.open == 0
    panel.plug_in()
    display.advance(display.deadline)
    assert machine.open == opened > 0


def test_a_machine_without_a_bus_has_lost_displays(monkeypatch):
    monkeypatch.setattr(smbus2, "SMBus", Machine({}).bus)
    display = Display(partial(open_device, Kind.SSD1306, 1))
    display.show(PICTURE, now=0)
    assert display.why == "I2C device not found: /dev/i2c-1"


def test_a_switch_that_cannot_be_opened_leaves_no_wire_behind(monkeypatch):
    machine = Machine({0x3C: SimulatedPanel(Kind.SSD1306)})

    def bus(number):
        if machine.open:
            raise PermissionError(errno.EACCES, "Permission denied")
        return machine.bus(number)

    monkeypatch.setattr(smbus2, "SMBus", bus)
    display = Display(partial(open_device, Kind.SSD1306, 1, channel=2))
    display.show(PICTURE, now=0)
    assert display.why == "Permission denied"
    assert machine.open == 0


def test_the_channel_is_selected_before_each_write_whoever_wrote_before():
    left, right = SimulatedPanel(Kind.SSD1306), SimulatedPanel(Kind.SH1106)
    switch = SimulatedSwitch({1: left, 2: right})
    devices = [
        panel_on(Switched(switch, switch, channel), panel.kind) for channel, panel in ((1, left), (2, right))
    ]
    for level in range(10):
        for device, panel in zip(devices, (left, right), strict=True):
            selections = switch.selections
            device.contrast(level)
            assert switch.selections == selections + 1
            assert panel.contrast == level


# --- the twin itself


@every_kind
@settings(max_examples=40)
@given(commands=st.lists(st.integers(0, 255), max_size=60), data=st.binary(max_size=200))
def test_no_bytes_do_harm_to_a_simulated_panel(kind, commands, data):
    panel = SimulatedPanel(kind)
    panel.command(*commands)
    panel.data(data)
    assert panel.image().size == SIZE
    panel.brown_out()
    display = Display(panel.device, STILL)
    display.show(PICTURE, now=0)
    assert shows(panel, PICTURE)


@every_kind
def test_a_simulated_panel_that_is_on_but_not_initialised_does_not_look_right(kind):
    panel, _ = begun(kind)
    panel.brown_out()
    panel.command(0xAF)
    for run in changes(None, pack(PICTURE)):
        panel.command(0xB0 | run.page, 2 if kind is Kind.SH1106 else 0, 0x10)
        panel.data(run.data)
    assert not shows(panel, PICTURE)


@every_kind
def test_a_simulated_panel_inverts_and_lights_all_dots_when_told(kind):
    panel, _ = begun(kind)
    panel.command(0xA7)
    assert shows(panel, ImageChops.invert(PICTURE))
    panel.command(0xA6, 0xA5)
    assert shows(panel, Image.new("1", SIZE, 1))
    panel.command(0xA4, 0x40 | 8)
    assert shows(panel, ImageChops.offset(PICTURE, 0, -8))


@by_luma
def test_a_full_frame_of_luma_is_counted_as_on_the_bus():
    for kind, expected in ((Kind.SSD1306, 1034), (Kind.SH1106, 1080)):
        panel = SimulatedPanel(kind)
        device = LUMA[kind](panel)
        sent = panel.sent
        device.display(PICTURE)
        assert panel.sent - sent == expected
