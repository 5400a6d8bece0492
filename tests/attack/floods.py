"""Flood the box from every source while keys are pressed: how long a press takes, and how the memory grows."""

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from queue import Empty

from drivers.frames import Dropped
from drivers.presses import Key
from tests.attack.attackers import PHONE
from tests.attack.rows import Row
from tests.attack.victim import Victim, memory_megabytes
from tests.firmware_py.page.pages import Phone

MOST_RATIO, MOST_GROWTH_MEGABYTES = 2.0, 10.0
FLOODS = ("dice", "noise", "key", "phones", "strangers", "slow", "neighbour")
SERVED = ("strangers", "slow", "neighbour")
"""The floods during which a paired phone asks."""
ROUNDS, MOST_ROUNDS = 3, 8
"""Others may use the machine: there are more rounds until one keeps the promise."""
SHORTEST_SECONDS = 1.0
"""Of the calm, and of the flood, in each round."""
PAUSE_SECONDS = 0.05
LONG_MATCH, MOST_WHILE_READ_SECONDS = 58_000, 0.05
NEW_PHONES = 10
SERVED_OF = 25
"""Requests of a paired phone during a flood."""


def run(seed: int, seconds: float) -> list[Row]:
    """Press keys in calm and in each flood, by turns."""
    del seed  # floods are as fast as they can be, not random
    rows: list[Row] = []
    with Victim() as box:
        box.press(Key.RIGHT)
        _use_page(box)
        for name in FLOODS:
            rows += _flood(box, name, max(seconds / len(FLOODS) / ROUNDS / 2, SHORTEST_SECONDS))
        rows.append(Row("exceptions in the program: 0", str(box.faults or 0), not box.faults))
    return [*rows, _long_history(max(seconds / len(FLOODS), SHORTEST_SECONDS))]


def _long_history(seconds: float) -> Row:
    """Let four phones read the history of a very long match again and again while keys are pressed."""
    with Victim(["1 place L310", "undo"] * (LONG_MATCH // 2)) as box:
        calm = _p95(box, seconds)
        with box.attacked_by("history", box.port, box.switch.status.code):
            read = _p95(box, seconds)
    figure = f"{read * 1000:.1f} ms ({calm * 1000:.1f} ms)"
    promise = f"four phones read {LONG_MATCH:,} acts: a press takes (95 %) at most 50 ms"
    return Row(promise, figure, read <= MOST_WHILE_READ_SECONDS)


def _use_page(box: Victim) -> None:
    """Use the page as one phone does: what the program loads for that is not the growth of a flood."""
    phone = Phone(box.port, "127.0.1.1")
    phone.pair(box.switch.status.code)
    phone.know_token()
    for key in ("left", "right"):
        phone.do("press", key=key)


def _flood(box: Victim, name: str, seconds: float) -> Iterator[Row]:
    before, held_before = memory_megabytes(), _held_back(box)
    ratios: list[float] = []
    calms, floods, served, new = [], [], [], 0
    while len(ratios) < ROUNDS or (min(ratios) > MOST_RATIO and len(ratios) < MOST_ROUNDS):
        calms.append(_p95(box, seconds))
        phone = Phone(box.port, PHONE)
        if name == "neighbour":  # during the other floods pairing itself has to get through, as a stranger
            phone.pair(box.switch.status.code)
        with _attack(box, name):
            floods.append(_p95(box, seconds))
            if name in SERVED:
                served.append(_served(box, phone))
            if name == "slow":
                new += _new_phones_served(box, len(ratios))
        ratios.append(floods[-1] / calms[-1])
    growth = memory_megabytes() - before
    ratio = min(ratios)
    figure = f"{ratio:.2f} ({statistics.median(calms) * 1000:.1f} ms, {statistics.median(floods) * 1000:.1f} ms)"
    yield Row(f"{name} flood: a press takes (95 %) at most {MOST_RATIO} × calm", figure, ratio <= MOST_RATIO)
    limit = f"{MOST_GROWTH_MEGABYTES:.0f} MB"
    yield Row(
        f"{name} flood: memory grows by at most {limit}", f"{growth:.1f} MB", growth <= MOST_GROWTH_MEGABYTES
    )
    if name in {"dice", "key"}:
        held = _held_back(box) - held_before
        yield Row(f"{name} flood: what is too much is counted", f"{held:,}", held > 0)
    if name == "slow":
        asked = NEW_PHONES * len(ratios)
        yield Row("slow flood: new phones that get the page: all", f"{new} of {asked}", new == asked)
    if served:
        yield Row(
            f"{name} flood: requests of a paired phone that are answered: all",
            f"{sum(served)} of {SERVED_OF * len(served)}",
            sum(served) == SERVED_OF * len(served),
        )


def _held_back(box: Victim) -> int:
    """Return how many events were held back so far."""
    return box.reader.dropped[Dropped.EXCESS] + box.sources.dice.dropped + box.keys.dropped


def _attack(box: Victim, name: str) -> AbstractContextManager[object]:
    if name in {"dice", "noise"}:
        return box.attacked_by(name, box.tray._far, files=(box.tray._far,))
    if name == "key":
        return _loose_wire(box)
    arguments = (box.switch.status.code,) if name == "phones" else ()
    return box.attacked_by(name, box.port, *arguments)


@contextmanager
def _loose_wire(box: Victim) -> Iterator[None]:
    """Let a key bounce without end, as fast as the kernel's buffer passes edges on: 64 every 50 ms."""
    end = threading.Event()

    def shake() -> None:
        while not end.wait(0.05):
            now = round(time.monotonic() * 1000)
            for number in range(32):
                box.keys._drive(Key.SEAT_6, now + number, is_down=True)
                box.keys._drive(Key.SEAT_6, now + number, is_down=False)

    thread = threading.Thread(target=shake)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def _p95(box: Victim, seconds: float) -> float:
    """Press the arrows for some time; return the 95th percentile of the seconds that a press takes."""
    took: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            took.append(box.press(Key.RIGHT if len(took) % 2 else Key.LEFT))
        except Empty:
            return float("inf")
        time.sleep(PAUSE_SECONDS)
    return sorted(took)[len(took) * 95 // 100]


def _new_phones_served(box: Victim, turn: int) -> int:
    """Ask for the page as phones that were never there before; return how many get it."""
    answers = 0
    for number in range(NEW_PHONES):
        with suppress(OSError):
            answers += Phone(box.port, f"127.1.{turn}.{number + 1}").get("/").status == 200
    return answers


def _served(box: Victim, phone: Phone) -> int:
    """Ask as a paired phone; return how many answers there were."""
    answers = 0
    for _ in range(10):
        if phone.cookie:
            break
        try:
            phone.pair(box.switch.status.code)
        except OSError:
            time.sleep(0.2)
    for _ in range(SERVED_OF):
        with suppress(OSError):
            answers += phone.get("/record").status == 200
    return answers
