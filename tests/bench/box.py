"""The whole box: CPU from a key to the finished pictures, how it starts, and how it idles."""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import ImageFont

from engine.game import Setup
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.worker import Worker
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore
from firmware_py.ui.flows.home import home
from firmware_py.ui.match_session import begin
from firmware_py.ui.screen_stack import ScreenStack
from tests.engine.games import NAMES
from tests.firmware_py.desks import PLAIN
from tests.firmware_py.fingers import play_act

FONT = Path(__file__).parents[2] / "firmware_py" / "fonts" / "6x10.bdf"
TEXT = (
    "Anna: place a cube",
    "Which cell? 310",
    "light cube on 400",
    "dark cube on 211",
    "ok back move",
    "121 210",
)
SETUPS = (
    Setup("inside", NAMES[:2]),
    Setup("insider", NAMES[:3]),
    Setup("insider", NAMES[:3], tags={"Depth": "board"}),
    Setup("offline", NAMES[:3]),
    Setup("online", NAMES[:4]),
)
PRESSES = 200
"""Of each game."""


class Bus:
    """A bus that takes everything, and sends it nowhere."""

    def command(self, *_given: int) -> None:
        pass

    def data(self, _given: bytes) -> None:
        pass

    def cleanup(self) -> None:
        pass


def luma_frame(times: int = 40) -> float:
    """Draw one full text frame with luma; give the seconds of CPU for one."""
    from luma.core.render import canvas  # only `make bench` installs it
    from luma.oled.device import ssd1306

    device = ssd1306(Bus())
    font = ImageFont.truetype(str(FONT), 10, layout_engine=ImageFont.Layout.BASIC)
    began = time.process_time()
    for _ in range(times):
        with canvas(device) as draw:
            for at, line in enumerate(TEXT):
                draw.text((0, at * 10), line, fill="white", font=font)
    return (time.process_time() - began) / times


def keys_to_pictures() -> list[float]:
    """Play with the keys, with a real journal; give the seconds of CPU from each press to both pictures."""
    took: list[float] = []
    for _, desk in desks():
        _measure(desk, took, len(took) + PRESSES)
    return took


def desks() -> Iterator[tuple[Setup, ScreenStack]]:
    """Give a desk with a match of each kind on it, with a real journal and the worker that waits for it."""
    with tempfile.TemporaryDirectory() as folder:
        disk = Worker("disk")
        journal = Journal(f"{folder}/journal.db")
        for setup in SETUPS:
            desk = ScreenStack(MatchStore(journal, disk), PLAIN, CrashLog(folder), Translations("en"))
            home(desk)
            begin(desk, setup)
            yield setup, desk
        disk.stop()
        journal.close()


def _measure(desk: ScreenStack, took: list[float], most: int) -> None:
    press, chance = desk.press, random.Random(1)

    def timed(given) -> None:
        began = time.process_time()
        press(given)
        desk.prompt()
        desk.table()
        took.append(time.process_time() - began)

    desk.press = timed
    while len(took) < most and play_act(desk, chance):
        pass
    del took[most:]


def start(what: str) -> tuple[float, float]:
    """Start a program anew; give the seconds until it has ended, and the bytes that it took."""
    with tempfile.TemporaryDirectory() as folder:
        env = {"SIDELINE_DATA": folder, "PATH": ""}
        command = [sys.executable, "-m", "tests.bench.start", what]
        began = time.perf_counter()
        process = subprocess.Popen(command, env=env)
        _, status, used = os.wait4(process.pid, 0)
        took = time.perf_counter() - began
        process.returncode = status
    return took, used.ru_maxrss * 1024


def wake_ups(seconds: float = 5) -> float:
    """Let the box idle in its loop; give how often a second it was woken."""
    code = (
        "import threading, resource, os\n"
        "from firmware_py.runtime.event_loop import Loop\nfrom firmware_py.runtime.worker import Worker\n"
        "loop, worker = Loop(), Worker('disk')\n"
        f"threading.Timer({seconds}, loop.put, ['end']).start()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw\n"
        "loop.take()\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout) / seconds
