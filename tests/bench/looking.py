"""Pictures of the table: how long a photo and a live one take, how much memory, and what they cost the keys."""

import random
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator

import engine.inside as rules
from engine.acts import read_act
from firmware_py.runtime.looker import Looker
from firmware_py.sight.looking import Request
from firmware_py.sight.picture import brightness, decode
from firmware_py.sight.tags import find_tags
from tests.bench.page import ROUNDS, _look, _press
from tests.bench.rows import Figure, Goal, Row, Unit, measured
from tests.firmware_py.page.pages import INSIDE
from tests.firmware_py.page.pages import Table as BoxTable
from tests.firmware_py.sight.inside_figures import PHOTO, PHOTO_TILT, START, Table

LIVE, LIVE_TILT = (1920, 1080), 15
TIMES = 9
PHOTO_GOAL_SECONDS, TAGS_GOAL_SECONDS, LIVE_GOAL_SECONDS = 0.5, 0.2, 0.15
MEMORY_GOAL_BYTES = 150e6
MOVES = ("1 place L310", "2 place D220", "1 place D004", "2 place L130")


def rows() -> Iterator[Row]:
    """Measure photos and live pictures of a drawn table in the process that looks."""
    yield from measured(
        _measure,
        Goal("photo of 2048 dots to its acts (0.5 s)", 1),
        Goal("of which finding tags (0.2 s)", 1),
        Goal("live picture of 1080p to its acts (0.15 s)", 1),
        Goal("most memory of that process (150 MB)", 1, Unit.BYTES),
    )
    yield from measured(_keys, Goal("key to pictures beside live looking (alone)", 1.1))


def _pictures(size: tuple[int, int], tilt: int) -> tuple[Table, list[bytes]]:
    """Return a drawn table after four moves, and pictures of it: the noise differs."""
    table = Table(random.Random(7), size, tilt)
    for act in map(read_act, MOVES):
        table.put(act)
    return table, [table.picture() for _ in range(3)]


def _request(table: Table, picture: bytes, number: int, *, is_live: bool) -> Request:
    """Ask with another name each time: what was asked of the same picture is not read again."""
    state = START_STATE
    taught = {"corners": [list(map(float, corner)) for corner in table.laid.taught()]}
    return Request(f"drawn {number}", picture, "inside", state, taught, is_live=is_live, is_followed=True)


START_STATE = rules.start(START)
for _act in map(read_act, MOVES[:-1]):
    START_STATE = rules.play(START_STATE, _act)


def _measure() -> list[Figure]:
    (photo, photos), (live, lives) = _pictures(PHOTO, PHOTO_TILT), _pictures(LIVE, LIVE_TILT)
    with Looker() as looker:
        took = {False: [], True: []}
        for table, pictures, is_live in ((photo, photos, False), (live, lives, True)):
            for at in range(TIMES + 2):
                picture = pictures[0 if is_live else at % len(pictures)]  # nothing moves
                asked = _request(table, picture, at, is_live=is_live)
                began = time.perf_counter()
                looker.look(asked)
                took[is_live].append(time.perf_counter() - began)
        assert looker._process is not None
        memory = _peak(looker._process.pid)
    grey, tags = brightness(decode(photos[0], "drawn")), []
    for _ in range(TIMES):
        began = time.perf_counter()
        find_tags(grey)
        tags.append(time.perf_counter() - began)
    return [
        Figure(statistics.median(took[False][2:]), PHOTO_GOAL_SECONDS),
        Figure(statistics.median(tags), TAGS_GOAL_SECONDS),
        Figure(statistics.median(took[True][2:]), LIVE_GOAL_SECONDS),
        Figure(memory, MEMORY_GOAL_BYTES),
    ]


def _peak(process: int) -> float:
    """Return the most memory that a process has had, in bytes."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        (line,) = (line for line in file if line.startswith("VmHWM"))
    return float(line.split()[1]) * 1024


def _keys() -> list[Figure]:
    """Press keys at a box, with and without a process beside it that looks at one picture a second."""
    table, lives = _pictures(LIVE, LIVE_TILT)
    alone: list[float] = []
    beside: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        BoxTable(folder, INSIDE, is_virtual=False) as box,
        Looker() as looker,
    ):
        is_over = threading.Event()

        def look() -> None:
            at = 0
            while not is_over.wait(1.0 if at else 0):
                looker.look(_request(table, lives[0], at, is_live=True))
                at += 1

        looker.look(_request(table, lives[0], -1, is_live=True))
        _press(box, _look)
        for _ in range(ROUNDS):
            alone.extend(_press(box, _look))
            is_over.clear()
            looking = threading.Thread(target=look)
            looking.start()
            beside.extend(_press(box, _look))
            is_over.set()
            looking.join()
    return [Figure(statistics.median(beside), statistics.median(alone))]
