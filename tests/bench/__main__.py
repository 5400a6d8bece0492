"""`make bench`: how fast the box is, beside yardsticks measured in the same run, and how many presses it takes.

    make bench                     everything; what counts most comes first
    make bench ROW=offline         the parts with that word in their name; several with commas or spaces

Absolute figures depend on the machine; what counts is the ratio and its goal. The results are also in
`build/bench.json`, those of the run before in `build/bench-last.json`. The exit status is 1 if a row misses its
goal or fails, and 2 if there is no such part.
"""

import os
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.bench import (
    acts,
    box,
    club,
    commands,
    displays,
    inside,
    insider,
    journal,
    large_journal,
    looking,
    offline,
    online,
    page,
    search,
    taps,
)
from tests.bench.memory import MemoryWatch
from tests.bench.report import HEADER, RESULTS, chart, missed_lines, save, table_line
from tests.bench.rows import Row, failed

Part = Callable[[], Iterator[Row]]

PARTS: Mapping[str, Part] = {
    "box keys": box.keys,
    "displays": displays.rows,
    "presses inside": inside.presses,
    "presses insider": insider.presses,
    "presses offline": offline.presses,
    "presses online": online.presses,
    "presses acts": acts.presses,
    "taps": taps.rows,
    "inside": inside.speed,
    "insider stair": insider.stair_speed,
    "insider board": insider.board_speed,
    "offline": offline.speed,
    "online": online.speed,
    "search solver": search.solver,
    "search keys": search.keys,
    "search levels": search.levels,
    "commands": commands.speed,
    "journal": journal.moves,
    "journal large": large_journal.rows,
    "box start": box.start,
    "box idle": box.idle,
    "page": page.rows,
    "looking": looking.rows,
    "club keys": club.keys,
}
"""In the order in which they run: what users notice first."""
MOST_BYTES = 1_000_000_000
"""Of each process; whoever wants more fails by name, and the machine stays usable."""
MISSED, NO_SUCH_PART = 1, 2


class NoSuchPart(Exception):
    """A word that is in the name of no part."""


def chosen(words: Sequence[str], parts: Mapping[str, Part] = PARTS) -> Mapping[str, Part]:
    """Return the parts that have one of some words in their name, all if there are no words."""
    wanted = [word for word in re.split(r"[,\s]+", " ".join(words).lower()) if word]
    known = dict.fromkeys(word for name in parts for word in name.split())
    for word in wanted:
        if word not in known:
            raise NoSuchPart(f"There is no part {word!r} of the benchmark. The parts are: {', '.join(known)}.")
    return {name: part for name, part in parts.items() if not wanted or set(name.split()) & set(wanted)}


def run(parts: Mapping[str, Part]) -> list[Row]:
    """Run parts one after the other and print their rows; a part that crashes is a row that failed."""
    rows: list[Row] = []
    print(HEADER)
    for name, part in parts.items():
        print(name.capitalize(), flush=True)
        for row in _rows(name, part):
            rows.append(row)
            print(table_line(row), flush=True)
    return rows


def _rows(name: str, part: Part) -> Iterator[Row]:
    try:
        for row in part():
            yield row._replace(part=name)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other parts are measured
        yield failed(name, error)


def main(words: Sequence[str], parts: Mapping[str, Part] = PARTS, results: Path = RESULTS) -> int:
    """Run the parts that are asked for, print and save their rows, and return the exit status."""
    try:
        asked = chosen(words, parts)
    except NoSuchPart as error:
        print(error, file=sys.stderr)
        return NO_SUCH_PART
    began = time.monotonic()
    with MemoryWatch() as watch:
        rows = run(asked)
        peak = watch.peak()
    last = save(rows, results, is_partial=len(asked) < len(parts))
    print("", *chart(rows, last), "", sep="\n")
    print(f"took {(time.monotonic() - began) / 60:.1f} minutes, at most {peak / 1e6:.0f} MB; results: {results}")
    missed = missed_lines(rows)
    if missed:
        print(f"{len(missed)} of {len(rows)} rows miss their goal:", *missed, sep="\n")
    if peak > MOST_BYTES:
        print(f"The benchmark took more than {MOST_BYTES / 1e6:.0f} MB.")
    if missed or peak > MOST_BYTES:
        return MISSED
    print(f"All {len(rows)} rows meet their goal.")
    return 0


@contextmanager
def own_machine() -> Iterator[None]:
    """Use no data and no settings of this machine's own box, and limit the memory of every process."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SIDELINE_DATA"] = os.path.join(folder, "data")
        os.environ["SIDELINE_CONFIG"] = os.path.join(folder, "sideline.toml")
        os.environ["LC_ALL"] = "C.UTF-8"
        yield


if __name__ == "__main__":
    with own_machine():
        status = main(sys.argv[1:])
    sys.exit(status)
