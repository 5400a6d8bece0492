"""A journal of many years: how the box starts with it, and what lists cost, beside an empty journal."""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from engine.game import Setup
from firmware_py.commands.matches import _line
from firmware_py.i18n.translations import Translations
from firmware_py.storage.entries import SeatResult, Status, StoredMatch
from firmware_py.storage.journal import Journal
from firmware_py.ui.flows.home import home
from tests.bench.box import first_picture
from tests.bench.commands import BIN, compile_all, cpu_of
from tests.bench.rows import Figure, Goal, Row, Unit, best, measured
from tests.firmware_py.ui.stacks import new_stack

MATCHES, ACTS, PARKED = 10_000, 100, 10
"""A million acts."""
SLICE = 500
ENGLISH = 'language = "en"\n'
"""So that the first picture is the home screen."""
ROUNDS = 10
HOME_TIMES = 50


def rows() -> Iterator[Row]:
    """Measure what people wait for with 10,000 matches in the journal, beside an empty one."""
    yield from measured(
        _large,
        Goal("start to the first picture, 10,000 matches (none)", 2),
        Goal("memory at the first picture, 10,000 matches (none)", 1.3, Unit.BYTES),
        Goal("home screen, CPU, 10,000 matches (none)", 2),
        Goal("sideline matches, CPU without its lines (none)", 2),
    )


def _large() -> Sequence[Figure]:
    compile_all()
    with tempfile.TemporaryDirectory() as folder:
        large, empty = (str(Path(folder, name)) for name in ("large", "empty"))
        _fill(large)
        Journal(f"{empty}/journal.db").close()
        (seconds, memory), (empty_seconds, empty_memory) = best(
            partial(first_picture, "box", "run", settings=ENGLISH, data=large),
            partial(first_picture, "box", "run", settings=ENGLISH, data=empty),
            rounds=ROUNDS,
        )
        (home_large,), (home_empty,) = best(partial(_home, large), partial(_home, empty))
        (listed,), (listed_empty,), (printed,) = best(
            partial(_list, large), partial(_list, empty), partial(_print, large), rounds=ROUNDS
        )
    return (
        Figure(seconds, empty_seconds),
        Figure(memory, empty_memory),
        Figure(home_large, home_empty),
        Figure(listed - printed, listed_empty),
    )


def _fill(folder: str) -> None:
    """Make a journal with many matches, a few of them unfinished."""
    acts = tuple(f"{1 + at % 2} place L{at % 5}{at % 4}{at % 3}" for at in range(ACTS))
    with closing(Journal(f"{folder}/journal.db")) as journal:
        for begin in range(0, MATCHES, SLICE):
            journal.restore(*(_match(number, acts) for number in range(begin, begin + SLICE)))


def _match(number: int, acts: tuple[str, ...]) -> StoredMatch:
    names = (f"Anna {number % 40}", f"Ben {number % 30}")
    is_parked = number % (MATCHES // PARKED) == 0
    points = None if is_parked else 9
    seats = [SeatResult(seat, name, points, seat == 1) for seat, name in enumerate(names, start=1)]
    setup = Setup("inside", names, tags={"Date": "2026-11-20"})
    return StoredMatch(setup, acts, "2026-11-20", Status.PARKED if is_parked else Status.OVER, seats)


def _home(folder: str) -> tuple[float]:
    """Return the seconds of CPU to open the home screen and draw it, as after every match."""
    with closing(Journal(f"{folder}/journal.db")) as journal:
        stack = new_stack(journal)
        began = time.process_time()
        for _ in range(HOME_TIMES):
            home(stack)
            stack.prompt()
            stack.table()
        return ((time.process_time() - began) / HOME_TIMES,)


def _list(folder: str) -> tuple[float]:
    return cpu_of(f"{BIN}/sideline", "matches", env={**os.environ, "SIDELINE_DATA": folder})


def _print(folder: str) -> tuple[float]:
    """Return the seconds of CPU to read, make and write the lines that are printed."""
    translations = Translations("en")
    with closing(Journal(f"{folder}/journal.db")) as journal, open(os.devnull, "w", encoding="utf-8") as nowhere:
        began = time.process_time()
        nowhere.writelines(_line(journal, entry, translations) + "\n" for entry in journal.entries())
        return (time.process_time() - began,)
