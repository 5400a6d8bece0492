"""Panels on SPI: luma's interface on the file of the kernel, and on a twin that decodes what is sent."""

import errno
import os

import luma.core.error
import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image

from drivers.displays import SIZE, Display, Kind
from drivers.simulated.panels import SimulatedPanel, SimulatedSpiPort
from drivers.wire import open_spi_device
from tests.drivers.panels import OTHER, PICTURE, every_kind, shows

DC, RESET = 24, 25


class Hat:
    """A display on SPI: a panel, its port and its two pins."""

    def __init__(self, kind=Kind.SH1106):
        self.pins, self.panel = MockFactory(), SimulatedPanel(kind)
        self.port = SimulatedSpiPort(self.panel, lambda: bool(self.pins.pin(DC).state))

    def open(self):
        return open_spi_device(self.panel.kind, 0, (DC, RESET), self.pins, lambda: self.port)


@every_kind
def test_a_panel_on_spi_shows_its_picture(kind):
    hat = Hat(kind)
    display = Display(hat.open)
    for number, picture in enumerate((PICTURE, OTHER, Image.new("1", SIZE))):
        display.show(picture, now=number)
        assert shows(hat.panel, picture)
    assert hat.port.max_speed_hz == 8_000_000
    display.close()
    assert not hat.port.is_open


def test_only_what_has_changed_is_sent():
    hat = Hat()
    display = Display(hat.open)
    display.show(PICTURE, now=0)
    before = hat.panel.sent
    changed = PICTURE.copy()
    changed.putpixel((60, 30), not PICTURE.getpixel((60, 30)))
    display.show(changed, now=1)
    assert shows(hat.panel, changed)
    assert hat.panel.sent - before < 10


def test_it_is_initialised_again_and_comes_back_after_its_supply_failed():
    hat = Hat()
    display = Display(hat.open)
    display.show(PICTURE, now=0)
    hat.panel.brown_out()
    display.advance(now=display.deadline)
    assert hat.panel.is_lit
    assert not display.is_lost


def test_a_port_that_fails_is_a_lost_display_that_comes_back(monkeypatch):
    hat = Hat()
    display = Display(hat.open)
    display.show(PICTURE, now=0)
    write = hat.port.writebytes

    def fail(_data):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(hat.port, "writebytes", fail)
    display.show(OTHER, now=1)
    assert display.is_lost
    monkeypatch.setattr(hat.port, "writebytes", write)
    display.advance(now=display.deadline)
    assert shows(hat.panel, OTHER)


def test_without_spi_the_display_is_named_as_missing_and_no_pin_is_kept():
    pins = MockFactory()
    with pytest.raises((luma.core.error.Error, OSError)):
        open_spi_device(Kind.SH1106, 99, (DC, RESET), pins)
    open_spi_device(
        Kind.SH1106, 0, (DC, RESET), pins, lambda: SimulatedSpiPort(SimulatedPanel(Kind.SH1106), lambda: False)
    )
