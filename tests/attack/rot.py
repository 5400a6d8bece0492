"""Damage journals on purpose: bytes, sectors, pages, cut files, old versions; in the database and the notebooks.

A journal is made as the box leaves it when its plug is pulled, or when it is switched off. After damage to one
file nothing may be lost, and nothing may differ from what was stored. After damage to two files everything that
differs must be said.
"""

import os
import random
import shutil
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

from firmware_py.storage import database
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.match_store import keep_states, new_match
from firmware_py.storage.reconcile import Report, check_whole, open_journal, reconcile
from tests.attack.rows import Row
from tests.engine.games import SETUPS, random_game

DAMAGES = 2000
"""At most so many of each kind in one run."""
KINDS = ("unplugged", "closed", "large")
HOW = ("bit", "bits", "sector", "page", "end", "swap", "old")
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
SECTOR, PAGE = 512, 4096


def run(seed: int, seconds: float) -> list[Row]:
    """Damage one file, then two files of journals until the time is over."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        evenings = [make_journal(Path(folder), kind) for kind in KINDS]
        truths = {evening: read_copy(evening) for evening in evenings}
        one = _attack_many(evenings, truths, Path(folder), f"{seed} one", seconds / 2, files=1)
        two = _attack_many(evenings, truths, Path(folder), f"{seed} two", seconds / 2, files=2)
    print(*one[1][:10], *two[1][:10], sep="\n")
    return [
        Row(f"moves lost or changed after {files} was damaged: 0", f"{len(broken)} in {figures}", not broken)
        for files, (figures, broken) in (("one file", one), ("two files, without a word,", two))
    ]


def _attack_many(
    evenings: list[Path], truths: dict[Path, Any], folder: Path, seed: str, seconds: float, *, files: int
) -> tuple[str, list[str]]:
    end, outcomes, broken = time.monotonic() + seconds, Counter[str](), list[str]()
    for at in range(DAMAGES):
        if time.monotonic() > end:
            break
        chance = random.Random(f"{seed} {at}")
        evening = chance.choice(evenings)
        outcome, problem = attack(evening, truths[evening], folder / "damaged", chance, files=files)
        outcomes[outcome] += 1
        if problem:
            broken.append(f"seed {seed} {at}: {problem}")
    counted = ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
    return f"{outcomes.total()} damages ({counted})", broken


# --- a journal


def make_journal(folder: Path, kind: str) -> Path:
    """Make a journal with matches of every game, some of them over, and an older version of it beside it."""
    made, left = folder / f"{kind}-made", folder / kind
    chance = random.Random(kind)
    with closing(Journal(str(made / "journal.db"))) as journal:
        journal._database.execute("PRAGMA synchronous = OFF")  # only to be quick: the plug is not really pulled
        for game, setups in SETUPS.items():
            for setup in setups[:3]:
                number = journal.begin(new_match(setup).setup, date="2026-11-20")
                acts = [str(act) for *_, act in islice(random_game(setup, 3), chance.randint(5, 90))]
                for place, act in enumerate(acts):
                    journal.keep(number, place, act, how="keys")
                    if place == len(acts) // 2 and number == 4:
                        shutil.copytree(made, folder / f"{kind}-old")
                if game != "online":
                    journal.settle(number, chance.choice([Status.PARKED, Status.ENDED]), setup.players)
        journal.delete(2)
        keep_states(journal)
        if kind == "closed":
            journal._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        count = len(journal.lines(number))
        journal.keep(number, count, "undo", "undo")
        journal.keep(number, count + 2, "redo")
        shutil.copytree(made, left)
    if kind == "closed":
        shutil.rmtree(left)
        shutil.copytree(made, left)
    shutil.rmtree(made)
    return left


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


def attack(
    evening: Path, truth: dict[int, Any], damaged: Path, chance: random.Random, *, files: int
) -> tuple[str, str]:
    """Damage files of a copy of a journal and open it; return the outcome, and what was broken."""
    shutil.rmtree(damaged, ignore_errors=True)
    shutil.copytree(evening, damaged)
    done = damage(evening, damaged, chance, files)
    path = str(damaged / "journal.db")
    try:
        with patch.object(database, "LARGE_FILE", 0 if evening.name == "large" else database.LARGE_FILE):
            work = open_journal(path)
            work.finish()
        report, journal = work.report, work.journal
        if evening.name == "large":
            _check_later(path, journal, report)
            if os.path.exists(database.doubt_path(path)):
                journal.close()
                work = open_journal(path)
                work.finish()
                report, journal = work.report, work.journal
        with closing(journal):
            found = content(journal)
    except JournalFault as fault:
        return f"refused ({fault.why.key})", f"{done} refused: {fault.why}"
    problem = compare(truth, found, report, is_strict=files == 1)
    outcome = "rebuilt" if report.rebuilt is not None else "mended" if report.named else "unharmed"
    return outcome, f"{done} {problem}" if problem else ""


def _check_later(path: str, journal: Journal, report: Report) -> None:
    """Compare all matches as the box does some time after its start."""
    with suppress(JournalFault):
        later = reconcile(journal, check_whole(path))
        for name in ("database", "notebooks", "both", "lost"):
            getattr(report, name).extend(getattr(later, name))
        report.cut.update(later.cut)


def compare(truth: dict[int, Any], found: dict[int, Any], report: Report, *, is_strict: bool) -> str:
    """Return what differs; unless it is strict, only what differs and was not said."""
    for number in truth.keys() | found.keys():
        if truth.get(number) != found.get(number) and (is_strict or number not in report.named):
            return f"match {number} has changed"
    if is_strict and (report.cut or report.lost):
        return "something is said to be lost"
    return ""


def damage(evening: Path, folder: Path, chance: random.Random, files: int) -> str:
    """Damage files of a journal; return what was done."""
    notebooks = sorted(folder.glob("notebooks/*.txt"))
    paths = [folder / "journal.db", folder / "journal.db-wal", chance.choice(notebooks)]
    paths = [path for path in paths if path.exists() and path.stat().st_size]
    first = chance.choice(paths)
    hit = [first] if files == 1 else [first, _other(first, paths, notebooks, folder, chance)]
    ways = [chance.choice(HOW)]
    if files == 2:  # two old versions that agree, or one and a lost log, cannot be told from the truth
        ways = [chance.choice(HOW[:-1] if path.suffix != ".db" else HOW) for path in hit]
    for path, how in zip(hit, ways, strict=True):
        _damage(path, evening.parent / f"{evening.name}-old" / path.relative_to(folder), how, chance)
    return ", ".join(f"{path.name} {how}" for path, how in zip(hit, ways, strict=True))


def _other(first: Path, paths: list[Path], notebooks: list[Path], folder: Path, chance: random.Random) -> Path:
    """Return another file, most often the other copy of the same matches."""
    others = [folder / "journal.db"] if first.suffix == ".txt" else notebooks
    return chance.choice([path for path in (*others, *paths) if path != first])


def _damage(path: Path, old: Path, how: str, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    size = len(data)
    length = SECTOR if how in {"sector", "swap"} else PAGE
    match how:
        case "bit" | "bits":
            for _ in range(1 if how == "bit" else chance.randint(2, 40)):
                data[chance.randrange(size)] ^= 1 << chance.randrange(8)
        case "sector" | "page":
            at = chance.randrange(size // length + 1) * length
            lost = len(data[at : at + length])
            data[at : at + length] = chance.choice([bytes(lost), chance.randbytes(lost)])
        case "swap":
            one, two = (chance.randrange(size // length + 1) * length for _ in range(2))
            if one != two and max(one, two) + length <= size:
                data[one : one + length], data[two : two + length] = (
                    data[two : two + length],
                    data[one : one + length],
                )
        case "old" if old.exists():
            data = bytearray(old.read_bytes())
        case _:
            del data[chance.choice([0, 1, 100, chance.randrange(size)]) :]
    path.write_bytes(data)
