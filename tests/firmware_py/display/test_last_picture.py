"""The last picture: it stays on one display, the other is dark, and nothing fails for want of hardware."""

import os
import time
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from drivers import gpiod_factory
from drivers.buzzer import PATTERNS, Sound
from drivers.displays import SHIFTS, Display, Kind
from drivers.simulated.panels import SimulatedPanel
from firmware_py.commands import last_picture
from firmware_py.commands.shared.options import read_options
from firmware_py.config.wiring import Wiring
from firmware_py.display.last_picture import FAINT_CONTRAST, LastPicture, picture
from firmware_py.display.oled_panel import NIGHT_CONTRAST, OledPanel
from firmware_py.i18n.translations import Translations
from firmware_py.runtime import hardware
from firmware_py.storage.lock import is_locked, take_lock
from tests.firmware_py.errors import user_error

WORDS = Translations("en")
PROMPT, TABLE = 0x3C, 0x3D


@pytest.fixture(name="panels")
def fixture_panels(monkeypatch):
    """Let this machine have two displays."""
    panels = {address: SimulatedPanel(Kind.SSD1306, address) for address in (PROMPT, TABLE)}
    monkeypatch.setattr(hardware, "device_of", lambda glass: panels[glass.address].device())
    configure()
    return panels


def configure(text=""):
    Path(os.environ["SIDELINE_CONFIG"]).write_text(f'hardware = "real"\n{text}')


def shows(panel, wanted):
    """Return whether a panel shows a picture, wherever it has wandered to."""
    moved = [wanted.transform(wanted.size, 0, (1, 0, -x, 0, 1, -y)).tobytes() for x, y in SHIFTS]
    return panel.is_lit and panel.image().convert("1").tobytes() in moved


@pytest.mark.parametrize("why", LastPicture)
def test_the_prompt_keeps_the_picture_and_the_table_is_dark(panels, why):
    assert last_picture.main(read_options("last-picture", [why.value]), WORDS) == 0
    assert shows(panels[PROMPT], picture(why, WORDS))
    assert panels[PROMPT].contrast == FAINT_CONTRAST
    assert not panels[TABLE].is_lit


def test_without_a_word_it_is_safe_to_unplug(panels):
    assert last_picture.main(read_options("last-picture", []), WORDS) == 0
    assert shows(panels[PROMPT], picture(LastPicture.OFF, WORDS))


def test_if_the_prompt_is_lost_the_table_says_it(panels):
    panels[PROMPT].unplug()
    assert last_picture.main(read_options("last-picture", ["off"]), WORDS) == 0
    assert shows(panels[TABLE], picture(LastPicture.OFF, WORDS))


def test_it_is_even_fainter_at_night(panels):
    configure("night = true\n")
    last_picture.main(read_options("last-picture", ["off"]), WORDS)
    assert panels[PROMPT].contrast == NIGHT_CONTRAST


def test_without_displays_nothing_fails(panels):
    for panel in panels.values():
        panel.unplug()
    assert last_picture.main(read_options("last-picture", ["off"]), WORDS) == 0


@pytest.mark.parametrize("why", ["installing", "ready", "not-installed"])
def test_without_displays_the_buzzer_says_how_a_first_start_goes(panels, why, monkeypatch):
    for panel in panels.values():
        panel.unplug()
    factory, heard = MockFactory(), []
    pin = factory.pin(Wiring().buzzer)
    monkeypatch.setattr(gpiod_factory, "best_factory", lambda: (factory, ""))
    monkeypatch.setattr(time, "sleep", lambda seconds: heard.append((pin.state, round(seconds * 1000))))
    assert last_picture.main(read_options("last-picture", [why]), WORDS) == 0
    assert [milliseconds for _, milliseconds in heard] == list(PATTERNS[Sound(why)])
    assert [bool(is_on) for is_on, _ in heard] == [at % 2 == 0 for at in range(len(heard))]


def test_where_the_hardware_is_simulated_nothing_is_touched(panels):
    Path(os.environ["SIDELINE_CONFIG"]).write_text('hardware = "simulated"\n')
    assert last_picture.main(read_options("last-picture", ["off"]), WORDS) == 0
    assert panels[PROMPT].sent == 0


def test_a_configuration_with_a_fault_is_no_reason_to_say_nothing(panels, monkeypatch, tmp_path):
    (tmp_path / "model").write_text("Raspberry Pi 4")
    monkeypatch.setattr(hardware, "MODEL", str(tmp_path / "model"))
    configure('contrast = "much"\n')
    assert last_picture.main(read_options("last-picture", ["fault"]), WORDS) == 0
    assert shows(panels[PROMPT], picture(LastPicture.FAULT, WORDS))


def test_a_box_that_runs_is_left_alone(panels):
    assert not is_locked()
    with take_lock():
        assert is_locked()
        with user_error("A box is running already"):
            last_picture.main(read_options("last-picture", ["off"]), WORDS)
    assert panels[PROMPT].sent == 0
    assert not is_locked()


def test_a_picture_that_nobody_knows_is_refused_with_those_there_are(panels):
    with user_error("off, restart, fault, stopped"):
        last_picture.main(read_options("last-picture", ["forever"]), WORDS)
    assert panels[PROMPT].sent == 0


def test_a_program_that_ends_leaves_its_last_picture_even_on_displays_that_sleep(panels):
    now = 0.0
    displays = {"prompt": Display(panels[PROMPT].device), "table": Display(panels[TABLE].device)}
    panel = OledPanel(displays, clock=lambda: now)
    for display in displays.values():
        display.show(picture(LastPicture.RESTART, WORDS), 0)
    now = 10_000.0
    panel.advance()
    assert not panels[PROMPT].is_lit
    panel.close(picture(LastPicture.STOPPED, WORDS))
    assert shows(panels[PROMPT], picture(LastPicture.STOPPED, WORDS))
    assert not panels[TABLE].is_lit
