"""Damage journals on purpose: flipped bits, lost sectors and cut files in all files of a journal.

A journal is made as the box leaves it when its plug is pulled, or when it is switched off. Each damage must be
noticed, or do no harm: nothing that is read may differ from what was stored, unless the box says so. Matches whose
rows were not hit must be whole.
"""

import os
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from firmware_py.storage import journal_file
from firmware_py.storage.carve import SHAPES, carve
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.match_store import keep_states, new_match
from firmware_py.storage.rescue import Rescue, open_journal
from firmware_py.storage.wal import PAGE_BYTES
from tests.attack.rows import Row
from tests.engine.games import SETUPS, random_game

DAMAGES = 2000
"""At most so many in one run."""
FILES = ("journal.db", "journal.db", "journal.db-wal", "journal.db-wal", "journal.db-shm", "journal.db.copy")
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
SECTOR = 512
WAL_HEADER, FRAME_HEADER = 32, 24


class Damage(NamedTuple):
    """What was done to a file."""

    file: str
    how: str
    ranges: list[range]
    """The bytes that were hit."""


def run(seed: int, seconds: float) -> list[Row]:
    """Damage journals until the time is over."""
    end, outcomes, broken = time.monotonic() + seconds, Counter[str](), list[str]()
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        evenings = [make_journal(Path(folder), kind) for kind in KINDS]
        truths = {evening: read_copy(evening) for evening in evenings}
        for at in range(DAMAGES):
            if time.monotonic() > end:
                break
            chance = random.Random(f"{seed} {at}")
            evening = chance.choice(evenings)
            outcome, problem = attack(evening, truths[evening], Path(folder) / "damaged", chance)
            outcomes[outcome] += 1
            if problem:
                broken.append(f"seed {seed}, damage {at}: {problem}")
    print(*broken[:10], sep="\n")
    done, figures = outcomes.total(), ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
    silent = [problem for problem in broken if "not whole" not in problem]
    return [
        Row("moves changed or lost without a word: 0", f"{len(silent)} in {done} damages ({figures})", not silent),
        Row("matches that were not hit and are not whole: 0", f"{len(broken) - len(silent)}", broken == silent),
    ]


# --- a journal


def make_journal(folder: Path, kind: str) -> Path:
    """Make a journal with matches of every game, some of them over; return its folder."""
    made, left = folder / f"{kind}-made", folder / kind
    path, chance = str(made / "journal.db"), random.Random(kind)
    with closing(Journal(path)) as journal:
        journal._database.execute("PRAGMA synchronous = OFF")  # only to be quick: the plug is not really pulled
        for game, setups in SETUPS.items():
            for setup in setups[:3]:
                number = journal.begin(new_match(setup).setup, date="2026-11-20")
                for place, (*_, act) in enumerate(islice(random_game(setup, 3), chance.randint(5, 90))):
                    journal.keep(number, place, str(act))
                if game != "online":
                    journal.settle(number, chance.choice([Status.PARKED, Status.ENDED]), setup.players)
                if kind == "restarted":
                    journal._database.execute("PRAGMA wal_checkpoint(RESTART)")
        journal.delete(2)
        keep_states(journal)
        if kind == "closed":
            journal._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        journal.keep(number, len(journal.lines(number)), "undo")
        shutil.copytree(made, left)
    if kind == "closed":
        shutil.rmtree(left)
        shutil.copytree(made, left)
    shutil.rmtree(made)
    return left


KINDS = ("unplugged", "restarted", "closed", "no copy", "large")


def content(journal: Journal) -> dict[int, Any]:
    """Return everything that a journal says, by match."""
    return {
        entry.number: (
            entry,
            journal.lines(entry.number),
            journal.result(entry.number),
            journal.state(entry.number),
        )
        for entry in journal.entries()
    }


def read_copy(evening: Path) -> dict[int, Any]:
    """Return what a journal says, without opening the files themselves."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        copy = shutil.copytree(evening, Path(folder) / "clean")
        with closing(Journal(str(copy / "journal.db"))) as journal:
            return content(journal)


# --- the attack


def attack(evening: Path, truth: dict[int, Any], damaged: Path, chance: random.Random) -> tuple[str, str]:
    """Damage a copy of a journal and open it; return the outcome, and what was broken."""
    shutil.rmtree(damaged, ignore_errors=True)
    shutil.copytree(evening, damaged)
    if evening.name == "no copy":
        (damaged / "journal.db.copy").unlink()
    done = damage(damaged, chance)
    before = {path.name: path.read_bytes() for path in damaged.iterdir() if not path.name.endswith("-shm")}
    is_large = evening.name == "large"
    try:
        with patch.object(journal_file, "LARGE_FILE", 0 if is_large else journal_file.LARGE_FILE):
            journal, rescue = open_journal(str(damaged / "journal.db"))
    except JournalFault as fault:
        after = {name: (damaged / name).read_bytes() for name in before}
        return f"refused ({fault.why.key})", "" if after == before else f"{done} changed what was refused"
    if is_large and rescue is None:
        outcome, problem = use_large(journal, truth)
        if outcome:
            return outcome, problem and f"{done.file} {done.how} {problem}"
        journal, rescue = open_journal(str(damaged / "journal.db"))
    found, missing = read_all(journal)
    problem = compare(truth, found, missing, rescue, touched(evening, done))
    return "unharmed" if rescue is None else "rescued", f"{done.file} {done.how} {problem}" if problem else ""


def read_all(journal: Journal) -> tuple[dict[int, Any], dict[int, int]]:
    """Return what a journal says, and how many acts it says are missing, by match; then close it."""
    with closing(journal):
        found = content(journal)
        return found, {number: journal.acts(number).missing for number in found}


def use_large(journal: Journal, truth: dict[int, Any]) -> tuple[str, str]:
    """Read a journal that is too large to be checked before it is used, then check it.

    Returns no outcome if the check finds damage: the next start rescues what can be saved.
    """
    with suppress(JournalFault):  # damage that is noticed when it is read
        found, missing = read_all(journal)
        if problem := compare(truth, found, missing, None, set(truth)):
            return "wrong before it was checked", problem
    try:
        journal_file.check_whole(journal.path)
    except JournalFault:
        return "", ""
    return "unharmed", ""


def compare(
    truth: dict[int, Any], found: dict[int, Any], missing: dict[int, int], rescue: Rescue | None, hit: set[int]
) -> str:
    """Return what differs and was not said, or what was not hit and is not whole."""
    said = {number for number, count in missing.items() if count}
    if rescue is not None:
        said |= {number for number, _ in rescue.cut} | {*rescue.lost, *rescue.unsure}
    last = max(found.keys() | said, default=0)
    # a deleted match may come back with a rescue: what said that it was deleted is damaged
    for number in truth if rescue is not None else truth.keys() | found.keys():
        if not is_same(truth.get(number), found.get(number)):
            if number not in said and (rescue is None or number < last):
                return f"match {number} was changed without a word"
            if number not in hit:
                return f"match {number} is not whole"
    return ""


def is_same(before: Any, after: Any) -> bool:
    """Return whether a match is as it was; the state noted at an update may be gone: its acts lead there."""
    return before == after or bool(before and after and before[:3] == after[:3] and after[3] is None)


def touched(evening: Path, done: Damage) -> set[int]:
    """Return the matches that have a row in one of the pages that were hit."""
    clean = (evening / done.file).read_bytes()
    head, step = (WAL_HEADER, PAGE_BYTES + FRAME_HEADER) if done.file.endswith("-wal") else (0, PAGE_BYTES)
    pages = {(at - head) // step for hit in done.ranges for at in (*hit[::step], hit[-1]) if at >= head}
    found = set[int]()
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        path = Path(folder) / "page"
        for page in pages:
            start = head + page * step + step - PAGE_BYTES
            path.write_bytes(clean[start : start + PAGE_BYTES])
            found |= {values[0] for _, values in carve(str(path), SHAPES) if isinstance(values[0], int)}
    return found


def damage(folder: Path, chance: random.Random) -> Damage:
    """Damage one of the files of a journal."""
    files = [name for name in FILES if (folder / name).exists()]
    path = folder / chance.choice(files)
    content = bytearray(path.read_bytes())
    how = chance.choice(["bit", "bit", "bits", "sector", "page", "end"])
    ranges = list(_ranges(how, len(content), chance))
    for hit in ranges:
        match how:
            case "bit" | "bits":
                content[hit.start] ^= 1 << chance.randrange(8)
            case "sector" | "page":
                content[hit.start : hit.stop] = chance.choice([bytes(len(hit)), chance.randbytes(len(hit))])
            case _:
                del content[hit.start :]
    path.write_bytes(content)
    return Damage(path.name, how, ranges)


def _ranges(how: str, size: int, chance: random.Random) -> Iterator[range]:
    match how:
        case "bit" | "bits":
            for _ in range(1 if how == "bit" else chance.randint(2, 40)):
                at = chance.randrange(size)
                yield range(at, at + 1)
        case "sector" | "page":
            length = SECTOR if how == "sector" else PAGE_BYTES
            at = chance.randrange(max(size // length, 1)) * length
            yield range(at, min(at + length, size))
        case _:
            yield range(chance.choice([0, 1, 100, chance.randrange(size)]), size)
