"""Ordinary presses, taps, answers and lists on four phones, for a whole season: memory must not grow."""

import gc
import random
import threading
import time
from contextlib import suppress

from tests.attack.rows import Row
from tests.attack.victim import Victim, memory_megabytes
from tests.firmware_py.page.pages import Phone

PHONES = 4
PRESSES, WARM_UP = 20_000, 1000
WARM_UP_PART = 0.3
"""Part of the time after which the warm-up is over in any case: a short round must be able to fail."""
MOST_GROWTH_MEGABYTES = 5.0
KEYS = ("back", "ok", "ok", "ok", "up", "down", "left", "right", "1", "2")
CELLS = ("L", "U", "L310", "U211", "210", "400", "anna", "")
LISTS = (
    "/history",
    "/people",
    "/setup",
    "/my-copy",
    "/moves",
    "/result",
    "/record",
    "/sheet",
    "/moment/1",
    "/games",
)


def run(seed: int, seconds: float) -> list[Row]:
    """Use four phones until enough was pressed or the time is over."""
    done, end = [0] * PHONES, time.monotonic() + seconds
    with Victim() as box:
        phones = [Phone(box.port, f"127.0.9.{number}") for number in range(1, PHONES + 1)]
        for phone in phones:
            phone.pair(box.switch.status.code)
            phone.know_token()
        users = [
            threading.Thread(target=_use, args=(phone, random.Random(f"{seed} {at}"), done, at, end))
            for at, phone in enumerate(phones)
        ]
        for user in users:
            user.start()
        while sum(done) < WARM_UP and time.monotonic() < end - seconds * (1 - WARM_UP_PART):
            time.sleep(0.05)
        warm, before = memory_megabytes(), sum(done)
        for user in users:
            user.join()
        gc.collect()
        growth, faults = memory_megabytes() - warm, box.faults
    after = sum(done) - before
    limit = f"{MOST_GROWTH_MEGABYTES:.0f} MB"
    figure = f"{growth:.1f} MB in {after:,} after the first {before:,}"
    is_kept = growth <= MOST_GROWTH_MEGABYTES and after > 0
    return [
        Row(f"presses on phones after a warm-up: memory grows by at most {limit}", figure, is_kept),
        Row("exceptions in the program: 0", str(faults or 0), not faults),
    ]


def _use(phone: Phone, chance: random.Random, done: list[int], at: int, end: float) -> None:
    while done[at] < PRESSES // PHONES and time.monotonic() < end:
        with suppress(OSError):  # too many a second: the next one waits
            _act(phone, chance)
            done[at] += 1
            continue
        time.sleep(0.05)


def _act(phone: Phone, chance: random.Random) -> None:
    match chance.randrange(12):
        case 0:
            phone.get(chance.choice(LISTS))
        case 1:
            phone.do("tap", taps=[chance.choice(CELLS)])
        case 2:
            phone.do("press", key="ok", kind="long")
        case 3 | 4 | 5:
            phone.do("press", key="back")
            phone.do("press", key="ok")
        case _:
            phone.do("press", key=chance.choice(KEYS))
