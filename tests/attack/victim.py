"""The box that is attacked: the real program, its page, a journal on disk; keys, displays and dice are simulated.

The attackers are other processes, as they are other machines in life: they use none of its interpreter's time.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

from drivers.dice_port import DiceReader
from drivers.displays import Display, Kind
from drivers.presses import Key
from drivers.simulated.keys import SimulatedKeys
from drivers.simulated.panels import SimulatedPanel
from drivers.simulated.reader import SimulatedReader
from drivers.terminal import Signal
from engine.game import Setup
from firmware_py.config.wiring import Network
from firmware_py.display.oled_panel import OledPanel
from firmware_py.i18n.translations import Translations
from firmware_py.page.switch import PageSwitch
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.runtime.program import Program
from firmware_py.runtime.sources import open_sources
from firmware_py.runtime.worker import Worker
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows.home import FLOWS, home
from firmware_py.ui.flows.match import begin, resume
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import Services
from tests.firmware_py.page.pages import free_port
from tests.firmware_py.ui.stacks import PLAIN, read_on

PATIENCE_SECONDS = 30.0
HELD_MILLISECONDS = 20
ROOT = Path(__file__).parent.parent.parent
ARROWS = (Key.LEFT, Key.RIGHT)
"""The keys whose presses are measured."""
KEYS = {key: pin for pin, key in enumerate(Key, start=5)}


class _Panel(OledPanel):
    """A panel that reports when the pictures that follow a press are shown."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._is_pressed = False
        self.answered: SimpleQueue[float] = SimpleQueue()

    def presses(self, event: Any) -> Any:
        presses = super().presses(event)
        self._is_pressed = self._is_pressed or any(press.key in ARROWS for press in presses)
        return presses

    def show(self, stack: Any, over: Any = None) -> None:
        super().show(stack, over)
        if self._is_pressed:
            self._is_pressed = False
            self.answered.put(time.monotonic())


class Victim:
    """A box with a match of Inside on the table and its page on."""

    def __init__(self, acts: Sequence[str] = ()) -> None:
        """Start the box; these acts are played already."""
        self._acts = acts
        with ExitStack() as stack:
            self.folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sideline-attack-"))
            os.environ["SIDELINE_DATA"] = self.folder
            now = round(time.monotonic() * 1000)
            self.loop, self.crash_log = EventLoop(), CrashLog(self.folder)
            self.sources = open_sources(self.loop)
            self.keys = SimulatedKeys(KEYS, self.sources.keys.put)
            self.glass = {role: SimulatedPanel(Kind.SSD1306) for role in ("table", "prompt")}
            self._panel = _Panel({role: Display(panel.device, now=now) for role, panel in self.glass.items()})
            self.tray = stack.enter_context(SimulatedReader())
            self.reader = stack.enter_context(DiceReader(self.tray.path, self.sources.dice.put))
            self.switch = PageSwitch(self.sources.page.put, Network(("lo",), free_port()))
            self._disk = Worker("disk")
            stack.callback(self._disk.stop)
            journal = Journal(os.path.join(self.folder, "journal.db"))
            stack.callback(journal.close)
            store = self._store = MatchStore(journal, self._disk)

            def make_stack(services: Services) -> ScreenStack:
                return ScreenStack(
                    store,
                    PLAIN,
                    self.crash_log,
                    Translations("en"),
                    flows=FLOWS,
                    services=services,
                    today=lambda: "2026-11-20",
                )

            self.program = Program(self.loop, self._panel, make_stack, workers=[self._disk], page=self.switch)
            self._thread = threading.Thread(target=self.program.run, args=(self._begin,), name="program")
            self._thread.start()
            self._open = stack.pop_all()
        while not self.switch.status.is_on:
            if self.faults:
                self.__exit__()
                raise RuntimeError("\n".join(self.faults))
            time.sleep(0.01)

    def _begin(self, stack: ScreenStack) -> None:
        home(stack)
        begin(stack, Setup("inside", ("Anna", "Ben")))
        if self._acts and (screen := stack.match_screen) is not None:
            number = screen.live.session.number
            self._store.journal.keep(number, 0, *self._acts)
            home(stack)
            kept = stack.journal.entry(number)
            assert kept is not None
            resume(stack, kept)
        read_on(stack)
        stack.services.page.turn_on(stack)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_why: object) -> None:
        self.loop.put(Signal.LEAVE)
        self._thread.join()
        self.switch.turn_off()
        self._open.close()

    @property
    def port(self) -> int:
        return int(self.switch.status.addresses[0].partition(":")[2])

    def press(self, key: Key) -> float:
        """Press and release an arrow; return the seconds until the pictures show it. Raises `queue.Empty`."""
        began = time.monotonic()
        at = round(began * 1000)
        self.keys.press(key, at=at - HELD_MILLISECONDS)
        self.keys.release(key, at=at)
        return self._panel.answered.get(timeout=PATIENCE_SECONDS) - began

    @property
    def faults(self) -> list[str]:
        """What the crash log says of exceptions."""
        try:
            text = Path(self.crash_log.path).read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        return [line for line in text.splitlines() if "Error" in line or "Traceback" in line]

    @contextmanager
    def attacked_by(self, what: str, *arguments: object, files: tuple[int, ...] = ()) -> Any:
        """Let another process attack (`attackers.py`) inside the block."""
        with attacker(what, *arguments, files=files) as process:
            assert process.stdout is not None
            process.stdout.readline()  # it has begun
            yield process


@contextmanager
def attacker(what: str, *arguments: object, files: tuple[int, ...] = ()) -> Iterator[subprocess.Popen[str]]:
    """Run an attacker (`attackers.py`) inside the block; what it says can be read."""
    command = [sys.executable, "-m", "tests.attack.attackers", what, *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, pass_fds=files, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def memory_megabytes() -> float:
    """Return the memory of this process that is in use."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
