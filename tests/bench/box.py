"""The box as a whole: CPU from a key to the finished pictures, how it starts, what memory it takes, how it idles.

Its start, its memory and its wake-ups are those of `sideline run` in a process of its own: see `programs.py`.
"""

import gc
import os
import random
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from luma.core.render import canvas
from luma.oled.device import ssd1306
from PIL import ImageFont

from firmware_py.ui.stack.screen_stack import ScreenStack
from tests.bench.commands import compile_all
from tests.bench.matches import Bus, matches
from tests.bench.memory import peak_memory
from tests.bench.processes import ROOT, Running, running, wake_ups
from tests.bench.programs import MOMENT
from tests.bench.rows import Figure, Goal, Row, Unit, best, measured
from tests.firmware_py.page.pages import LOCALHOST, PATIENCE, free_port
from tests.firmware_py.ui.fingers import play_act

FONT = ROOT / "firmware_py" / "display" / "fonts" / "6x10.bdf"
TEXT = (
    "Anna: place a cube",
    "Which cell? 310",
    "light cube on 400",
    "dark cube on 211",
    "ok back move",
    "121 210",
)
PRESSES = 200
"""Of each game."""
KEY_ROUNDS = 5
"""Each in a new process, which has cached nothing; the best one counts, for others may use the machine."""
STARTS = 20
"""Others may use the machine: in some of so many starts they do not."""
IDLE_SECONDS, IDLE_WINDOWS = 30, 3
"""The median of some windows: during the first one the box still looks for its dice reader more often."""
WATCHDOG_MICROSECONDS = 30_000_000
"""As in sideline.service."""
HARDWARE = 'hardware = "real"\n'
PAGE = 'page = true\n[network]\ninterfaces = ["lo"]\nport = {port}\n'


# --- from a key to the pictures


def keys() -> Iterator[Row]:
    """Measure the CPU from a press to both pictures, beside a full text frame of luma after each press."""
    yield from measured(
        _keys,
        Goal("key to pictures, CPU, median (a text with luma)", 3),
        Goal("key to pictures, CPU, 95th percentile (the same)", 6),
    )


def _keys() -> Sequence[Figure]:
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        ((frame, median, high),) = best(lambda: pool.submit(_frames_and_presses).result(), rounds=KEY_ROUNDS)
    return Figure(median, frame), Figure(high, frame)


def _frames_and_presses() -> tuple[float, float, float]:
    """Press keys and draw frames of luma in turn.

    Return the median of the frames, and the median and the 95th percentile of the presses, in seconds of CPU.
    """
    gc.freeze()  # as the program does after its start
    took: list[float] = []
    frames: list[float] = []
    for _, stack in matches():
        for press, frame in _press_keys(stack):
            took.append(press)
            frames.append(frame)
    took.sort()
    return statistics.median(frames), statistics.median(took), took[len(took) * 95 // 100]


def _press_keys(stack: ScreenStack) -> Sequence[tuple[float, float]]:
    """Play with the keys; return the seconds of CPU from each press to both pictures, and of a frame after it."""
    took: list[tuple[float, float]] = []
    press, chance = stack.press, random.Random(1)
    device = ssd1306(Bus())
    font = ImageFont.truetype(str(FONT), 10, layout_engine=ImageFont.Layout.BASIC)

    def timed(given) -> None:
        began = time.process_time()
        press(given)
        stack.prompt()
        stack.table()
        between = time.process_time()
        with canvas(device) as draw:
            for at, line in enumerate(TEXT):
                draw.text((0, at * 10), line, fill="white", font=font)
        took.append((between - began, time.process_time() - between))

    stack.press = timed
    while len(took) < PRESSES and play_act(stack, chance):
        pass
    return took[:PRESSES]


# --- the program in a process of its own


def start() -> Iterator[Row]:
    """Measure a cold start on the hardware front end, beside a bare script with the same libraries."""
    yield from measured(
        _start,
        Goal("start to the first picture (a bare script)", 2.2),
        Goal("memory at the first picture (a bare script)", 1.4, Unit.BYTES),
    )


def idle() -> Iterator[Row]:
    """Count the wake-ups of a box with a match on the table and its page on, which nobody touches."""
    yield from measured(_idle, Goal("wake-ups a second, idle, page on", 1, Unit.PER_SECOND))


def _start() -> Sequence[Figure]:
    compile_all()
    (seconds, memory), (script_seconds, script_memory) = best(
        partial(first_picture, "box", "run"), partial(first_picture, "script"), rounds=STARTS
    )
    return Figure(seconds, script_seconds), Figure(memory, script_memory)


def first_picture(
    program: str, *arguments: str, settings: str = "", data: str | None = None
) -> tuple[float, float]:
    """Start a program; return the seconds until its first picture is on the bus, and its bytes of memory then."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _program(folder, program, *arguments, settings=settings, data=data) as started,
    ):
        (last_byte,) = MOMENT.unpack(Path(folder, "bus").read_bytes())
        return last_byte - started.at, peak_memory(started.pid)


def _idle() -> Sequence[Figure]:
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        _program(folder, "box", "run", "insider", settings=PAGE.format(port=port)) as box,
    ):
        counted = [wake_ups(box.pid, IDLE_SECONDS) for _ in range(IDLE_WINDOWS)]
        socket.create_connection((LOCALHOST, port), timeout=PATIENCE).close()  # fails if the page was off
    return (Figure(statistics.median(counted)),)


@contextmanager
def _program(
    folder: str, program: str, *arguments: str, settings: str = "", data: str | None = None
) -> Iterator[Running]:
    """Run a program with an empty data folder, or a given one, until its first picture is out; end it at last."""
    bus, config = Path(folder, "bus"), Path(folder, "sideline.toml")
    bus.touch()
    config.write_text(HARDWARE + settings)
    env = {
        "PATH": "",
        "SIDELINE_DATA": data or os.path.join(folder, "data"),
        "SIDELINE_CONFIG": str(config),
        "WATCHDOG_USEC": str(WATCHDOG_MICROSECONDS),
    }
    with running(
        [sys.executable, "-m", "tests.bench.programs", program, str(bus), *arguments], env, folder
    ) as started:
        yield started
