"""What is proven on the emulated Raspberry Pi, one step after the other on the same card."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from PIL import Image

from drivers.dice import State
from drivers.presses import Key, Kind, Press
from drivers.simulated.reader import SimulatedReader
from tests.appliance.report import Report, Wrong
from tests.firmware_py.screens import GOLDEN
from tests.pi.emulator import ANSWER_SECONDS, BOOT_SECONDS
from tests.pi.twin import Twin

PULLS = 20
LONGEST = 2.0
"""How long after the last press the plug is pulled at most: so many times what the press before has taken."""
ONE_MORE = 0.3
"""How likely it is that one more act is played before the next plug; the match must not end too early."""
DICE = (3, 5)
MEGABYTE = 1 << 20


class Proof:
    """What the steps share."""

    def __init__(self, twin: Twin, report: Report, *, seed: int, pulls: int = PULLS) -> None:
        """Begin with a new card."""
        self.pulls = pulls
        self.twin, self.report, self.chance = twin, report, random.Random(seed)
        self.emulator = twin.emulator

    def say(self, text: str) -> None:
        """Print a figure."""
        self.report.say("", text)


def first_picture(proof: Proof) -> None:
    proof.twin.switch_on()
    seconds = time.monotonic() - proof.emulator.began
    golden = {}
    for role, name in (("prompt", "en-desk-first-start"), ("table", "en-desk-first-start-table")):
        with Image.open(GOLDEN / f"{name}.png") as picture:
            golden[role] = picture.convert("1")
    if not proof.twin.shows(golden):
        raise Wrong("the first picture is not the golden one")
    ready = _shown(proof, "ActiveEnterTimestampMonotonic")
    proof.say(f"from kernel start to the picture: {ready / 1e6:.1f} s in the machine, {seconds:.0f} s here")


def key(proof: Proof) -> None:
    proof.twin.answer("en")


def memory(proof: Proof) -> None:
    used, most = _shown(proof, "MemoryCurrent"), _shown(proof, "MemoryPeak")
    kilobytes = dict(line.split()[:2] for line in proof.emulator.ask("cat /proc/meminfo").splitlines())
    whole = (int(kilobytes["MemTotal:"]) - int(kilobytes["MemAvailable:"])) / 1024
    box = f"the box {used / MEGABYTE:.0f} MB (at most {most / MEGABYTE:.0f})"
    proof.say(f"memory: {box}, the whole machine {whole:.0f} MB")


def dice(proof: Proof) -> None:
    twin = proof.twin
    with SimulatedReader() as tray:
        proof.emulator.lines.connect_dice_reader(tray.path)
        twin.answer("new", "insider")
        twin.play_until(1)
        twin.stack.reader = ""
        tray.roll(*DICE)
        twin.stack.events.take_roll(State.SETTLED.value, DICE)
        twin.expect(twin.pictures, "the roll, as a question", ANSWER_SECONDS)
        twin.press(Press(Key.OK, Kind.SHORT))
    if not twin.acts[-1].endswith("roll 3 5"):
        raise Wrong(f"the last act is {twin.acts[-1]}")


def watchdog(proof: Proof) -> None:
    twin, emulator = proof.twin, proof.emulator
    emulator.ask(f"kill -STOP {_shown(proof, 'MainPID')}")
    twin.restart_after("watchdog")
    twin.expect(twin.pictures, "a new process, which says that there was a fault", BOOT_SECONDS)
    if "watchdog" not in emulator.ask("journalctl --no-pager --unit=sideline --lines=50"):
        raise Wrong("it was started again, but not by the watchdog")
    twin.press(Press(Key.OK, Kind.SHORT))


def plug(proof: Proof) -> None:
    twin, kept = proof.twin, 0
    twin.emulator.pull_the_plug()
    twin.switch_on()
    twin.answer("park", "new", "inside", "people")
    twin.play_until(1)
    boots = []
    for _ in range(proof.pulls):
        twin.play_until(len(twin.acts) + (proof.chance.random() < ONE_MORE))
        while not twin.will_play:
            twin.press(twin.next_press())
        seconds = proof.chance.uniform(0, LONGEST * twin.press_seconds)
        kept += twin.pull_the_plug_after(twin.next_press(), seconds)
        boots.append(time.monotonic() - proof.emulator.began)
        proof.report.note(f"== plug {len(boots)} after {seconds:.1f} s; there so far: {kept}\n")
        twin.answer("go-on")
    lost = proof.pulls - kept
    proof.say(f"{proof.pulls} plugs pulled: {kept} times the act on its way was there, {lost} times it was not")
    proof.say(f"from power-on to the match took {min(boots):.0f} to {max(boots):.0f} s here")
    said = proof.emulator.ask("sideline matches export 2")
    found = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith("[")]
    if found != twin.acts:
        raise Wrong(f"the journal has {found} instead of {twin.acts}")


def _shown(proof: Proof, name: str) -> int:
    """Return a number that systemd knows about the box."""
    said = proof.emulator.ask(f"systemctl show --value --property={name} sideline").strip()
    return int(said) if said.isdecimal() else 0


STEPS: tuple[tuple[str, Callable[[Proof], None]], ...] = (
    ("from power-on to the first picture: both displays show the golden one", first_picture),
    ("a key is pressed, by the level of its pin", key),
    ("a roll comes through the UART, is shown, and ok takes it", dice),
    ("memory in use", memory),
    ("a box that hangs is started again by the watchdog, with its match", watchdog),
    ("the plug is pulled again and again in a match: everything that was shown is there", plug),
)
