"""`sideline doctor`, and which hardware the box runs on."""

import json
import os
import re
import sqlite3
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from drivers.dice import Trouble
from drivers.displays import Kind
from drivers.gpiod_factory import Choice
from drivers.simulated.panels import SimulatedPanel
from drivers.simulated.reader import SimulatedReader
from engine.verdicts import say
from firmware_py import __version__
from firmware_py.commands import doctor
from firmware_py.commands.checks import parts
from firmware_py.commands.shared.options import read_options
from firmware_py.config.wiring import Wiring
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.runtime import hardware
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.frontends import has_hardware
from firmware_py.runtime.sources import open_sources
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.lock import take_lock
from tests.firmware_py.command import sideline

WORDS = Translations("en")
RECORDS = Path(__file__).parents[2] / "records"


def lines(capsys):
    return capsys.readouterr().out.splitlines()


def test_on_a_computer_that_is_not_a_pi_the_first_line_says_what_is_simulated():
    status, out, err = sideline("doctor")
    assert (status, err) == (0, "")
    first, second = out.splitlines()
    assert first.startswith("This computer is not a Raspberry Pi: the box is simulated here (Pins, Keys, Buzzer, ")
    assert second == f"✓ Storage (SQLite {sqlite3.sqlite_version})"


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_any_wire_every_part_is_named_with_what_to_do_in_the_language_of_the_user(language):
    Path(os.environ["SIDELINE_CONFIG"]).write_text('hardware = "real"\n')
    status, out, err = sideline("--language", language, "doctor")
    assert (status, err) == (1, "")
    words = Translations(language)
    assert out.splitlines()[0] == f"✓ {words('doctor.storage', version=sqlite3.sqlite_version)}"
    silent = words("doctor.no-answer", address="0x3c", bus=1)
    for part, why in (("pins", words("doctor.no-pins")), ("prompt", silent)):
        line = words("doctor.bad", name=words(f"part.{part}"), why=why, remedy="")
        assert f"✗ {line}" in out
    assert words("part.reader-absent") in out
    assert "not found on" not in out, "libraries speak English only"
    _, out, _ = sideline("doctor", "--json")
    found = {line["part"]: line for line in map(json.loads, out.splitlines())}
    assert found["storage"] == {"part": "storage", "ok": True}
    assert "I2C device not found" in found["prompt"]["detail"], "for whoever looks for the fault"


def test_the_report_has_versions_parts_settings_and_the_log_but_no_names():
    sideline("matches", "import", RECORDS / "inside/whole-game.txt")
    log = CrashLog(os.environ["SIDELINE_DATA"])
    log.crash(KeyError("Anna"))
    status, out, _ = sideline("doctor", "--report")
    assert status == 0
    assert out.startswith(f"sideline {__version__}, Python ")
    storage = f"✓ Storage (SQLite {sqlite3.sqlite_version})"
    assert {"[parts]", "simulated", storage, "[settings]", "night = false", "[log]"} <= set(out.splitlines())
    assert "KeyError: '…'" in out
    assert not re.search(r"\b(Anna|Ben)\b", out)


def test_the_report_has_no_addresses_that_may_be_secret():
    Path(os.environ["SIDELINE_CONFIG"]).write_text(
        '[events]\nturn = "https://ha.local/api/webhook/hidden"\n[camera]\nprogram = "nothing -i rtsp://me:hidden@x/"\n'
    )
    out = sideline("doctor", "--report")[1]
    assert {'turn = "https://…"', 'begun = ""', 'program = "nothing …"'} <= set(out.splitlines())
    assert "hidden" not in out


def test_a_journal_that_cannot_be_read_is_named_too():
    Path(os.environ["SIDELINE_DATA"]).mkdir()
    Path(os.environ["SIDELINE_DATA"], "journal.db").mkdir()
    assert f"✗ Storage (SQLite {sqlite3.sqlite_version}): " in sideline("doctor")[1]


@pytest.fixture(name="panels")
def fixture_panels(monkeypatch):
    """Let this machine have pins and displays."""
    panels = {address: SimulatedPanel(Kind.SSD1306, address) for address in (0x3C, 0x3D)}
    monkeypatch.setattr(hardware, "device_of", lambda glass: panels[glass.address].device())
    monkeypatch.setattr("drivers.gpiod_factory.best_factory", lambda: Choice(MockFactory(), "mock pins"))
    monkeypatch.setattr(os, "access", lambda *_: True)
    return panels


def test_where_everything_works_everything_is_ticked(panels, capsys):
    with SimulatedReader() as tray:
        Path(os.environ["SIDELINE_CONFIG"]).write_text(f'hardware = "real"\n[dice]\nport = "{tray.path}"\n')
        assert doctor.main(read_options("doctor", []), WORDS) == 0
    parts = [
        f"Storage (SQLite {sqlite3.sqlite_version})",
        "Pins",
        "Keys",
        "Buzzer",
        "I2C bus",
        "Table display",
        "Prompt display",
        "Dice reader",
    ]
    assert lines(capsys) == [f"✓ {part}" for part in parts]
    assert all(panel.is_lit for panel in panels.values()), "the test picture can be seen"


@pytest.mark.usefixtures("panels")
def test_what_the_dice_readers_self_test_finds_is_told_with_what_to_do(capsys):
    with SimulatedReader() as tray:
        tray.troubles = (Trouble.DARK, Trouble.SLOW)
        Path(os.environ["SIDELINE_CONFIG"]).write_text(f'hardware = "real"\n[dice]\nport = "{tray.path}"\n')
        assert doctor.main(read_options("doctor", []), WORDS) == 1
    (told,) = [line for line in lines(capsys) if "Dice reader" in line]
    assert told.startswith("✗ Dice reader: the tray is too dark for the camera; the camera is too slow")
    assert "the light over the tray" in told


def test_one_display_that_is_missing_is_told_from_the_one_that_works(panels, capsys):
    Path(os.environ["SIDELINE_CONFIG"]).write_text('hardware = "real"\n[dice]\nport = "none"\n')
    panels[0x3D].unplug()
    assert doctor.main(read_options("doctor", []), WORDS) == 1
    told = lines(capsys)
    assert "✓ Prompt display" in told
    assert any(line.startswith("✗ Table display: no answer at address 0x3d") for line in told)


def test_a_weak_supply_is_told(monkeypatch, tmp_path):
    throttled = tmp_path / "throttled"
    throttled.write_text("50005\n")
    monkeypatch.setattr(parts, "THROTTLED", str(throttled))
    assert parts._power() == say("doctor.undervoltage")
    throttled.write_text("0\n")
    assert parts._power() is None


def test_the_box_runs_on_metal_where_there_is_some_or_where_it_is_told_to(monkeypatch, tmp_path):
    assert not has_hardware(Wiring())
    assert has_hardware(Wiring(mode="real"))
    model = tmp_path / "model"
    model.write_text("Raspberry Pi Zero 2 W Rev 1.0\0")
    monkeypatch.setattr(hardware, "MODEL", str(model))
    assert has_hardware(Wiring())
    assert not has_hardware(Wiring(mode="simulated"))


def test_keys_whose_pins_cannot_be_had_are_named_and_the_rest_works(panels):
    sources = open_sources(EventLoop())
    wiring = Wiring(dice="none")._replace(keys={"ok": 5, "back": 99})
    opened = hardware.open_hardware(
        wiring, sources, make_device=lambda glass: panels[glass.address].device(), factory=MockFactory()
    )
    assert [part.name for part in opened.panel.parts() if part.why] == ["keys"]
    opened.factory.pin(5).drive_low()
    assert sources.keys.take(0.0).key.value == "ok"
    assert not sources.keys.waiting
    opened.close()


def test_without_any_pins_the_displays_still_work(panels, monkeypatch):
    monkeypatch.setattr("drivers.gpiod_factory.best_factory", lambda: Choice(None, "no chip"))
    opened = hardware.open_hardware(
        Wiring(dice="none"), open_sources(EventLoop()), make_device=lambda glass: panels[glass.address].device()
    )
    assert [(part.name, part.why) for part in opened.panel.parts() if part.why] == [("pins", "no chip")]
    opened.close()


def test_a_box_that_runs_is_left_alone(capsys):
    with take_lock():
        assert doctor.main(read_options("doctor", []), WORDS) == 0
    _, told = lines(capsys)
    assert told == "✓ Storage: a running box uses it, so it was not tested"
