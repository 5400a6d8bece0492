"""A long evening in a short time: keys, dice, phones, plugs pulled and put back; nothing grows or is left over."""

import os
import random
import threading
import time
from contextlib import suppress
from queue import Empty

from drivers.presses import Key
from drivers.simulated.reader import Fault
from tests.attack.rows import Row
from tests.attack.victim import Victim, memory_megabytes
from tests.firmware_py.page.pages import Phone

WARM_UP_PART = 0.25
"""Part of the time after which caches are full."""
MOST_GROWTH_MEGABYTES, MOST_MORE_FILES = 15.0, 20
PAUSE_SECONDS = 0.05


def run(seed: int, seconds: float) -> list[Row]:
    """Use the box in every way until the time is over."""
    chance = random.Random(seed)
    presses = unanswered = rounds = 0
    with Victim() as box, box.attacked_by("listeners", box.port):
        threads = files = 0
        phones = [Phone(box.port, f"127.0.8.{number}") for number in range(1, 5)]
        for phone in phones:
            _pair(box, phone)
        warm, began = 0.0, time.monotonic()
        while (passed := time.monotonic() - began) < seconds:
            if not warm and passed > WARM_UP_PART * seconds:
                warm, threads, files = memory_megabytes(), threading.active_count(), _open_files()
            presses += 1
            try:
                box.press(chance.choice((Key.LEFT, Key.RIGHT)))
            except Empty:
                unanswered += 1
            with suppress(OSError, KeyError, EOFError):  # the page may refuse
                _disturb(box, chance, phones)
            rounds += 1
            time.sleep(PAUSE_SECONDS)
        growth = memory_megabytes() - warm
        more_threads, more_files = threading.active_count() - threads, _open_files() - files
        screen = box.program.stack.match_screen
        faults, acts = box.faults, 0 if screen is None else len(screen.match.log)
    return [
        Row("presses that are not answered: 0", f"{unanswered} of {presses:,}", not unanswered),
        Row(
            f"memory grows after the warm-up by at most {MOST_GROWTH_MEGABYTES:.0f} MB",
            f"{growth:.1f} MB in {rounds:,} rounds, {acts:,} acts",
            growth <= MOST_GROWTH_MEGABYTES,
        ),
        Row("more threads than after the warm-up: at most 1", str(more_threads), more_threads <= 1),
        Row(f"more open files: at most {MOST_MORE_FILES}", str(more_files), more_files <= MOST_MORE_FILES),
        Row("exceptions in the program: 0", str(faults or 0), not faults),
        Row("acts that phones have entered: some", f"{acts:,}", acts > 0),
    ]


def _disturb(box: Victim, chance: random.Random, phones: list[Phone]) -> None:
    """Do one of the other things that happen in an evening."""
    phone = chance.choice(phones)
    phone.do("press", key="back")  # closes a refusal
    phone.do("say", act="1 place L310")
    phone.do("undo-to", place=0)
    match chance.randrange(8):
        case 0:
            box.tray.roll(chance.randrange(1, 7), chance.randrange(1, 7))
        case 1:
            box.tray.faults = set(chance.sample(list(Fault), chance.randrange(3))) - {Fault.UNPLUGGED}
        case 2:
            box.tray.unplug() if box.tray.is_plugged else box.tray.plug()
        case 3:
            glass = chance.choice(list(box.glass.values()))
            glass.unplug() if glass.is_plugged else glass.plug_in()
        case 4:
            _pair(box, phone)
        case 5:
            phone.get(chance.choice(["/", "/record", "/history", "/moment/0", "/sheet", "/words"]))
        case 6:
            with phone.listen() as ear:
                ear.next()
        case 7:
            phone.do("press", key=chance.choice(["left", "right"]))


def _pair(box: Victim, phone: Phone) -> None:
    phone.pair(box.switch.status.code)
    phone.know_token()


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd"))
