"""A rehearsal of the build: `sideline doctor` as it answers after each step, on a box whose parts are virtual.

The build guide quotes it, as `sudo sideline setup` shows it after its own words, and a test keeps the quotes true:

    <!-- doctor: bare -->
    ```
    $ sudo sideline setup
    …
    ✓ Storage (SQLite 3.46.1)
    ```
"""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import ExitStack, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from firmware_py.config.wiring import Wiring
from hardware.wiring.plan import SEATS, displays

if TYPE_CHECKING:
    from drivers.displays import Device
    from firmware_py.config.wiring import DisplayWiring

QUOTE = re.compile(
    r"(<!-- doctor: (?P<name>[a-z-]+) -->\n```\n\$ sudo sideline setup\n…\n)(?P<said>.*?)(?=```\n)", re.DOTALL
)
OF_TRIXIE = "SQLite 3.46.1"
"""The version that the guide quotes, whatever this machine has."""
SOUND_SUPPLY, WEAK_SUPPLY = "0\n", "50005\n"


class Box(NamedTuple):
    """How far the box is built, or what is wrong with it."""

    lit: tuple[str, ...] = ("prompt", "table")
    """The displays that answer."""
    held: tuple[int, ...] = ()
    """GPIO numbers that are joined with ground."""
    has_bus: bool = True
    has_reader: bool = True
    has_seats: bool = True
    supply: str = SOUND_SUPPLY


START = Box(lit=(), has_reader=False, has_seats=False)
BOXES = {
    "bus-off": START._replace(has_bus=False),
    "bare": START,
    "first-display": START._replace(lit=("prompt",)),
    "second-display": START._replace(lit=("prompt", "table")),
    "key-held": START._replace(lit=("prompt", "table"), held=(Wiring().keys["ok"],)),
    "seat-held": Box(has_reader=False, held=(SEATS["3"],)),
    "buzzer": Box(has_reader=False),
    "complete": Box(),
    "key-short": Box(held=(Wiring().keys["up"], Wiring().keys["down"])),
    "table-lost": Box(lit=("prompt",)),
    "weak-supply": Box(supply=WEAK_SUPPLY),
}
"""What the guide shows, by the name of its quote."""
MATTERS = {
    "bus-off": ("I2C bus",),
    "first-display": ("Prompt display",),
    "second-display": ("Prompt display", "Table display"),
    "key-held": ("Keys",),
    "seat-held": ("Keys",),
    "buzzer": ("Buzzer",),
    "key-short": ("Keys",),
    "table-lost": ("Table display",),
    "weak-supply": ("Power",),
}
"""The lines that matter in a situation; in the others all of them do."""


def quoted(name: str) -> str:
    """Return the lines of the doctor that the guide shows in a situation."""
    lines = doctor_says(BOXES[name]).splitlines(keepends=True)
    wanted = MATTERS.get(name)
    return "".join(line for line in lines if wanted is None or line[2:].startswith(wanted))


def doctor_says(box: Box) -> str:
    """Let the doctor look at a box; give what it prints."""
    from luma.core.error import DeviceNotFoundError

    from drivers.displays import Kind
    from drivers.gpiod_factory import Choice
    from drivers.simulated.panels import SimulatedPanel
    from drivers.simulated.reader import SimulatedReader
    from firmware_py.commands import doctor
    from firmware_py.commands.checks import parts
    from firmware_py.commands.shared.options import read_options
    from firmware_py.i18n.translations import Translations

    glasses = {glass.address: role for role, glass in displays(Wiring()).items()}

    def device(glass: DisplayWiring) -> Device:
        if not box.has_bus:
            raise DeviceNotFoundError(f"I2C device not found: /dev/i2c-{glass.bus}")
        panel = SimulatedPanel(Kind(glass.kind), glass.address)
        if glasses[glass.address] not in box.lit:
            panel.unplug()
        return panel.device()

    said = StringIO()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        lines = ["[keys]", *(f"{seat} = {gpio}" for seat, gpio in SEATS.items())] if box.has_seats else []
        port = stack.enter_context(SimulatedReader()).path if box.has_reader else os.path.join(folder, "no-reader")
        _write(
            os.path.join(folder, "sideline.toml"),
            "\n".join(['hardware = "real"', *lines, "[dice]", f'port = "{port}"', ""]),
        )
        _write(os.path.join(folder, "throttled"), box.supply)
        machine = {
            "SIDELINE_DATA": os.path.join(folder, "data"),
            "SIDELINE_CONFIG": os.path.join(folder, "sideline.toml"),
        }
        stack.enter_context(patch.dict(os.environ, machine))
        stack.enter_context(patch.object(parts, "THROTTLED", os.path.join(folder, "throttled")))
        stack.enter_context(patch("firmware_py.runtime.hardware.device_of", device))
        stack.enter_context(
            patch("drivers.gpiod_factory.best_factory", lambda: Choice(_pins(box.held), "virtual"))
        )
        stack.enter_context(patch("firmware_py.commands.checks.parts.os.access", lambda *_: box.has_bus))
        stack.enter_context(redirect_stdout(said))
        doctor.main(read_options("doctor", []), Translations("en"))
    return re.sub(r"SQLite [\d.]+", OF_TRIXIE, said.getvalue())


def _pins(held: tuple[int, ...]) -> object:
    """Make pins that a pull-up holds high, but for those that a finger or a short joins with ground."""
    from gpiozero.pins.mock import MockFactory, MockPin

    class HeldPin(MockPin):  # type: ignore[misc]  # its base has no types
        """A pin that stays low, whatever pulls at it."""

        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self.drive_low()

    factory = MockFactory()
    for gpio in held:
        factory.pin(gpio, pin_class=HeldPin)
    return factory


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def with_true_quotes(guide: str) -> str:
    """Give the guide with every quote as the doctor says it now."""
    return QUOTE.sub(lambda found: found.group(1) + quoted(found["name"]), guide)
