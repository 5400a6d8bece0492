"""What is proven on the emulated Raspberry Pi, one step after the other on the same card."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from drivers.dice import State
from drivers.presses import Key, Kind, Press
from drivers.simulated.reader import SimulatedReader
from tests.appliance.report import Report, Wrong
from tests.firmware_py.screens import GOLDEN
from tests.pi.beside import Beside
from tests.pi.emulator import ANSWER_SECONDS, BOOT_SECONDS
from tests.pi.twin import Forgotten, Pull, Twin

PULLS = 20
LONGEST = 2.0
"""How long after the release of a key the plug is pulled at most: so many times what the press before took."""
ONE_MORE = 0.3
"""How likely it is that one more act is played before the next plug; the match must not end too early."""
DICE = (3, 5)
MEGABYTE = 1 << 20


class Proof:
    """What the steps share."""

    def __init__(self, twin: Twin, report: Report, *, seed: int, pulls: int = PULLS, machines: int = 1) -> None:
        """Begin with a new card; so many machines share the plugs."""
        self.seed, self.pulls, self.machines = seed, pulls, machines
        self.twin, self.report = twin, report
        self.emulator = twin.emulator

    def say(self, text: str) -> None:
        """Print a figure."""
        self.report.say("", text)


def first_picture(proof: Proof) -> None:
    proof.twin.switch_on()
    seconds = time.monotonic() - proof.emulator.began
    golden = {}
    for role, name in (("prompt", "en-home-first-start"), ("table", "en-home-first-start-table")):
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
        tray.roll(*DICE)
        twin.stack.take_roll(State.SETTLED, DICE)
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


class Plugs(NamedTuple):
    """What came of the plugs that one machine was pulled."""

    pulls: list[Pull]
    boots: list[float]
    processor_seconds: float
    restarts: int


def plug(proof: Proof) -> None:
    twin, emulator = proof.twin, proof.emulator
    emulator.pull_the_plug()
    twin.switch_on()
    twin.press(Press(Key.BACK, Kind.SHORT))
    twin.answer("match", "park", "new", "inside", "people")
    twin.play_until(1)
    emulator.pull_the_plug()
    shares = [len(range(at, proof.pulls, proof.machines)) for at in range(proof.machines)]
    others = [
        Beside(partial(_pull_plugs_beside, proof, number, share, twin.copy_files(number)))
        for number, share in enumerate(shares[1:], start=2)
    ]
    done = [_pull_plugs(proof, 1, shares[0]), *(other.result() for other in others)]
    for plugs in done[1:]:
        emulator.processor_seconds += plugs.processor_seconds
        emulator.restarts += plugs.restarts
    pulls, boots = (
        [pull for plugs in done for pull in plugs.pulls],
        [boot for plugs in done for boot in plugs.boots],
    )
    shown, there = sum(pull.was_shown for pull in pulls), sum(pull.is_there for pull in pulls)
    proof.say(f"{len(pulls)} plugs pulled: the act on its way was shown {shown} times, and there {there} times")
    proof.say(f"from power-on to the match took {min(boots):.0f} to {max(boots):.0f} s here")


def _pull_plugs_beside(proof: Proof, number: int, count: int, files: Path) -> Plugs:
    """Pull plugs of another machine, with the same match on a copy of the card, in a process of its own."""
    emulator = proof.emulator.beside(number)
    try:
        other = Proof(proof.twin.beside(emulator, files), proof.report, seed=proof.seed)
        plugs = _pull_plugs(other, number, count)
    finally:
        emulator.pull_the_plug()
    return plugs._replace(processor_seconds=emulator.processor_seconds, restarts=emulator.restarts)


def _pull_plugs(proof: Proof, machine: int, count: int) -> Plugs:
    """Switch a machine on, pull its plug so often while acts are played, and compare its journal at the end."""
    twin, chance, plugs = proof.twin, random.Random(f"{proof.seed} {machine}"), Plugs([], [], 0.0, 0)
    twin.switch_on()
    for number in range(1, count + 1):
        twin.play_until(len(twin.acts) + (chance.random() < ONE_MORE))
        _lead_to_an_act(twin)
        seconds = chance.uniform(0, LONGEST * twin.answer_seconds)
        pull = twin.pull_the_plug_after(twin.next_press(), seconds)
        plugs.pulls.append(pull)
        plugs.boots.append(time.monotonic() - proof.emulator.began)
        proof.report.note(f"== machine {machine}, plug {number} after {seconds:.3f} s: {pull}\n")
    _compare_journal(proof)
    return plugs


def _lead_to_an_act(twin: Twin) -> None:
    """Press what the box proposes until the next press plays an act."""
    while not twin.will_play:
        twin.press(twin.next_press())


def _compare_journal(proof: Proof) -> None:
    """Compare the match in the journal of the machine, act by act, with the one played here. Raises `Wrong`."""
    said = proof.emulator.ask("sideline matches export 2")
    found = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith("[")]
    if found != proof.twin.acts:
        raise Wrong(f"the journal has {found} instead of {proof.twin.acts}")


def forgetful_card(proof: Proof) -> None:
    """Prove that the step before can fail: give the machine a card that has lost an act that was shown."""
    twin, emulator = proof.twin, proof.emulator
    _lead_to_an_act(twin)
    emulator.keep_card()
    try:
        twin.pull_the_plug_after(twin.next_press(), None, emulator.put_back_card)
    except Forgotten:
        return
    raise Wrong("an act that was shown was taken off the card, and nothing was noticed")


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
    ("a card that has lost an act that was shown is noticed", forgetful_card),
)
