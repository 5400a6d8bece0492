"""A Raspberry Pi 3 in QEMU: switched on, watched, pressed, and switched off by pulling its plug.

displays   memory chips on the I²C bus; every byte is traced and decoded (`tests.pi.bus`)
keys       levels of its pins, set from outside through QEMU's test socket; edges never fire in that model
dice       the first UART, a socket here
console    the second UART, a socket here, with a shell
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from drivers.displays import Kind
from drivers.simulated.panels import SimulatedPanel
from tests.appliance.inside import until
from tests.appliance.report import PAUSE, Report, Wrong
from tests.pi.bus import EVENTS, Bus, TraceFile
from tests.pi.card import Machine, in_tools
from tests.pi.initramfs import USERSPACE
from tests.pi.serial_lines import SerialLines

USED_CARD, KEPT_CARD = "used.img", "kept.img"
ADDRESSES = {"prompt": 0x3C, "table": 0x3D}
SLOWEST = 10
"""So many times longer than on a quiet computer may everything take."""
KERNEL_SECONDS = 120.0
BOOT_SECONDS = 300.0
ANSWER_SECONDS = 60.0
"""In which kernel, first picture and answers come, in processor time of QEMU: a busy computer takes longer."""
HANG_SECONDS = 60.0
"""After which a QEMU that does not answer on its test socket hangs."""
PRESS_SECONDS, LOOK_SECONDS = 0.2, 0.02
"""How long a key is pressed: long enough for a box that polls, much shorter than a long press."""
TRIES = 3
"""How often a machine is started whose kernel does not come up."""
LAST_LINES = 5
GONE_SECONDS = 10.0
SET_LEVEL, CLEAR_LEVEL = 0x3F20001C, 0x3F200028
"""The registers GPSET0 and GPCLR0."""
KERNEL = (
    "console=ttyS1,115200 quiet loglevel=3 init_on_alloc=0 mitigations=off kpti=off nokaslr audit=0"
    " cryptomgr.notests lsm=capability systemd.show_status=false cgroup_disable=pressure"
)
"""Quick instead of careful, because each instruction is emulated.

All four processors are used: one that was not started would never sleep, and the clock would stand nearly still.
"""


class Emulator:
    """The machine."""

    def __init__(self, machine: Machine, report: Report, place: str = "run", card: Path | None = None) -> None:
        """Store what it is started with; it is off, and its card is new, or a copy of another one.

        Everything that belongs to the running machine is in a place of its own, a folder.
        """
        self._machine, self._report, self._place = machine, report, place
        self._process: subprocess.Popen[bytes] | None = None
        self._sockets: dict[str, socket.socket] = {}
        self._lines: SerialLines | None = None
        self.panels: dict[str, SimulatedPanel] = {}
        self.began = 0.0
        self.restarts = 0
        """How often QEMU had to be started again because the kernel did not come up."""
        self.processor_seconds = 0.0
        """Processor time of QEMU until the last plug was pulled: what a quiet computer would need."""
        self._path(USED_CARD).parent.mkdir(parents=True, exist_ok=True)
        self._copy_card(card or machine.folder / machine.card, self._path(USED_CARD))

    def _path(self, name: str) -> Path:
        return self._machine.folder / self._place / name

    def _copy_card(self, source: Path, target: Path) -> None:
        self._report.run("cp", "--sparse=always", "--reflink=auto", source, target)

    def beside(self, number: int) -> Emulator:
        """Return another machine, with a copy of the card of this one, which must be off."""
        return Emulator(self._machine, self._report, f"run-{number}", self._path(USED_CARD))

    def keep_card(self) -> None:
        """Keep a copy of the card as it is now."""
        self._copy_card(self._path(USED_CARD), self._machine.folder / KEPT_CARD)

    def put_back_card(self) -> None:
        """Put the copy in the place of the card: it has lost everything that was written since."""
        self._copy_card(self._machine.folder / KEPT_CARD, self._path(USED_CARD))

    def switch_on(self) -> None:
        """Start the machine; its displays know nothing yet.

        A hang before userspace is the emulator's own: nothing of ours runs yet, and the card is untouched.
        """
        for _ in range(TRIES):
            try:
                self._start()
                self.wait_for(lambda: USERSPACE in self._said(), "userspace", KERNEL_SECONDS)
            except Wrong as error:
                self.restarts += 1
                self._report.say("", f"QEMU is started again: {error}")
                self.pull_the_plug()
            else:
                return
        raise Wrong(f"the kernel has not come up {TRIES} times in a row")

    def _start(self) -> None:
        card = self._path(USED_CARD)
        for path in card.parent.iterdir():
            if path != card:
                path.unlink()
        self.panels = {role: SimulatedPanel(Kind.SSD1306, address) for role, address in ADDRESSES.items()}
        bus = Bus({panel.address: panel for panel in self.panels.values()})
        self._trace = TraceFile(self._path("trace"), bus)
        self.began = time.monotonic()
        self._process = subprocess.Popen(
            [*in_tools(self._machine), *command(self._machine, self._place)],
            stdin=subprocess.DEVNULL,
            stdout=self._path("said").open("wb"),
            stderr=subprocess.STDOUT,
        )
        for name in ("keys", "dice", "console"):
            self._sockets[name] = self._connect(name)
        self._lines = SerialLines(self._sockets["console"], self._sockets["dice"])
        self.set_levels(up=range(28))

    def _connect(self, name: str) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        path = os.path.relpath(self._path(name))  # the path of a socket must be short

        def is_there() -> bool:
            assert self._process is not None
            if self._process.poll() is not None:
                raise Wrong(f"QEMU has ended: {self._path('said').read_text(errors='replace').strip()}")
            with suppress(FileNotFoundError, ConnectionRefusedError):
                connection.connect(path)
                return True
            return False

        until(is_there, HANG_SECONDS, f"QEMU's socket {name}")
        connection.settimeout(HANG_SECONDS)
        return connection

    def pull_the_plug(self) -> None:
        """End the machine at once, whatever it does just now."""
        if self._process is not None:
            self.processor_seconds += processor_seconds(self._process.pid)
            self._process.kill()
            self._process.wait(GONE_SECONDS)
            self._process = None
            self._trace.follow()
        if self._lines is not None:
            self._lines.close()
            self._report.note(f"== the console\n{self._said().decode(errors='replace')}\n")
            self._lines = None
        for connection in self._sockets.values():
            connection.close()
        self._sockets.clear()

    # --- waiting

    def wait_for(self, is_so: Callable[[], bool], what: str, seconds: float = BOOT_SECONDS) -> None:
        """Wait until displays or console show something. Raises `Wrong`, with the console's last lines."""
        if not self.comes(is_so, seconds):
            raise self._wrong(f"{what} has not come within {seconds:.0f} seconds of QEMU's processor time")

    def comes(self, is_so: Callable[[], bool], seconds: float, pause: float = PAUSE) -> bool:
        """Return whether something becomes so within some processor time of QEMU. Raises `Wrong` if QEMU hangs.

        The pause is that between two looks.
        """
        assert self._process is not None
        used, end = processor_seconds(self._process.pid), time.monotonic() + SLOWEST * seconds
        while True:
            self._trace.follow()
            if is_so():
                return True
            if self._process.poll() is not None:
                raise self._wrong("QEMU has ended by itself")
            self._ask_keys("endianness")
            if processor_seconds(self._process.pid) > used + seconds or time.monotonic() > end:
                return False
            time.sleep(pause)

    def _wrong(self, what: str) -> Wrong:
        lines = self._said().decode(errors="replace").replace("\r", "").strip().splitlines()
        return Wrong(f"{what}; last lines of its console: {' | '.join(lines[-LAST_LINES:]) or 'none'}")

    def _said(self) -> bytes:
        return bytes(self._lines.said) if self._lines is not None else b""

    # --- keys

    def set_levels(self, *, up: range | tuple[int, ...] = (), down: tuple[int, ...] = ()) -> None:
        """Set the levels of pins; a key that is pressed is down."""
        for register, pins in ((SET_LEVEL, up), (CLEAR_LEVEL, down)):
            if pins:
                self._ask_keys(f"writel {register:#x} {sum(1 << pin for pin in pins):#x}")

    def press(self, pin: int) -> None:
        """Press a key for a moment of the machine's own time."""
        self.set_levels(down=(pin,))
        self.run_for(PRESS_SECONDS)
        self.set_levels(up=(pin,))

    def run_for(self, seconds: float) -> None:
        """Wait some seconds of the machine's own time."""
        end = self.clock() + seconds
        while (left := end - self.clock()) > 0:
            time.sleep(min(left, LOOK_SECONDS))

    def clock(self) -> float:
        """Return the machine's own time: it stands still while QEMU waits for a processor."""
        assert self._process is not None
        return time.monotonic() - waited_seconds(self._process.pid)

    def _ask_keys(self, question: str) -> None:
        """Send a command to QEMU's test socket, and wait for its answer. Raises `Wrong` if QEMU hangs."""
        try:
            self._sockets["keys"].sendall(f"{question}\n".encode())
            self._sockets["keys"].recv(100)
        except OSError as error:
            raise self._wrong(f"QEMU hangs: no answer to `{question}`") from error

    # --- dice and console

    @property
    def lines(self) -> SerialLines:
        """The UARTs of the running machine."""
        assert self._lines is not None
        return self._lines

    def ask(self, command: str) -> str:
        """Run a command in the shell of the machine and return what it wrote."""
        before = len(self._said())
        self.lines.type(f"{command}; echo E''ND\n")
        self.wait_for(lambda: b"END\r\n" in self._said()[before:], f"an answer to `{command}`", ANSWER_SECONDS)
        said = self._said()[before:].decode(errors="replace").replace("\r", "")
        self._report.note(f"$ {command}\n{said}\n")
        found = re.search(r"echo E''ND\n(.*)END\n", said, flags=re.DOTALL)
        return found[1] if found is not None else said


def processor_seconds(process: int) -> float:
    """Return how much processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited_seconds(process: int) -> float:
    """Return how long the busiest thread of a process has waited for a processor that others used."""
    times = []
    for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError):  # a thread may end meanwhile
            used, waited, _ = map(int, thread.read_text(encoding="ascii").split())
            times.append((used, waited))
    return max(times)[1] / 1e9


def command(machine: Machine, place: str = "run") -> list[str]:
    """Return the command that starts QEMU, with paths as it sees them."""
    sockets = {name: f"unix:/srv/{place}/{name},server=on,wait=off" for name in ("keys", "dice", "console")}
    chips = [f"at24c-eeprom,bus=i2c-bus.1,address={address:#x},rom-size=4096" for address in ADDRESSES.values()]
    return [
        *(
            "qemu-system-aarch64",
            "-M",
            "raspi3b",
            "-accel",
            "tcg,thread=single,tb-size=512",
            "-display",
            "none",
            "-monitor",
            "none",
        ),
        # the clock of the machine counts its instructions: on a busy computer no time limit in it runs out
        *("-icount", "shift=3,sleep=on"),
        *("-kernel", f"/srv/{machine.kernel}", "-dtb", f"/srv/{machine.tree}"),
        *("-initrd", f"/srv/{machine.initramfs}", "-append", KERNEL),
        *("-drive", f"if=sd,format=raw,file=/srv/{place}/{USED_CARD}"),
        *(word for chip in chips for word in ("-device", chip)),
        *(word for event in EVENTS for word in ("-trace", event)),
        *("-D", f"/srv/{place}/trace", "-qtest", sockets["keys"], "-qtest-log", "none"),
        *("-serial", sockets["dice"], "-serial", sockets["console"]),
    ]
