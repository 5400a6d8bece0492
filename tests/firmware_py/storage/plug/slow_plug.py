"""How the plug is pulled: a box that is killed while somebody plays, and a disk that forgets what was not synced.

What counts is what a person has seen: the box reports it line by line (`box.py`), and nothing of it may be missing
from the journal afterwards. `test_storage_faults.py` says how often.
"""

import os
import random
import select
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.match import Match
from firmware_py.storage.match_store import MatchStore, restore_match
from tests.engine.games import filled
from tests.firmware_py.storage.journals import opened

ROOT = Path(__file__).parents[4]
MODULE = "tests.firmware_py.storage.plug.box"
SECTOR = 512
HEAD = struct.Struct("5q")


# --- what was seen


class Seen:
    """The acts that people have seen accepted, match by match."""

    def __init__(self) -> None:
        self.matches: dict[int, list[str]] = {}
        self.latest = 0

    def read(self, line: str) -> bool:
        """Take a line of the box; tell whether it is news."""
        number, count, act = line.split(" ", maxsplit=2)
        self.latest = int(number)
        is_new = self.latest not in self.matches
        acts = self.matches.setdefault(self.latest, [])
        if int(count) == len(acts) + 1:
            acts.append(act)
            return True
        assert (int(count), act) == (len(acts), acts[-1] if acts else ""), f"{line!r} after {acts[-2:]}"
        return is_new

    def learn(self, kept: dict[int, list[str]]) -> None:
        """Take over what is in the journal by now: at its next start the box shows it."""
        for number, acts in kept.items():
            self.matches[number] = acts


def check(folder: Path, seen: Seen) -> dict[int, list[str]]:
    """Prove that a journal is whole, holds everything that was seen and goes on; gives what was in it."""
    journal, report = opened(folder / "journal.db")
    with closing(journal):
        assert (report.rebuilt, report.cut, report.lost) == (None, {}, []), f"{folder}: {report.sentences()}"
        (found,) = journal._database.execute("PRAGMA integrity_check").fetchone()
        assert found == "ok", f"{folder}: {found}"
        entries = {entry.number: entry for entry in journal.entries()}
        kept = {number: journal.lines(number) for number in entries}
        for number, acts in seen.matches.items():
            assert number in kept, f"{folder}: match {number} was seen, and is lost"
            lines = kept[number]
            assert lines[: len(acts)] == acts, f"{folder}: match {number} has lost acts that were seen"
            assert len(lines) <= len(acts) + 1, f"{folder}: match {number} has acts that nobody could have said"
        if seen.latest:
            match = restore_match(journal, entries[seen.latest]).match
            assert [str(act) for act in match.log] == kept[seen.latest]
            _go_on(MatchStore(journal), seen.latest, match)
    return kept


def _go_on(store: MatchStore, number: int, match: Match[Any]) -> None:
    """Play one more allowed act and store it."""
    acts = match.legal()
    if acts:
        act = filled(match.rules, match.state, acts[0], random.Random(1))
        store.keep(number, match, act)
        assert match.play(act) is None
        assert store.journal.lines(number) == [str(said) for said in match.log]


# --- the box, and its plug


class Plugged:
    """A box on a table, with a folder for a disk; it can be left in order, or its plug is pulled."""

    def __init__(self, disk: Path, shim: dict[str, str] | None = None) -> None:
        self.data = disk / "data"
        self._environment = {**os.environ, "SIDELINE_DATA": str(self.data), **(shim or {})}

    def play(self, game: str, seed: int, acts: int) -> list[str]:
        """Play until so many acts were seen, and leave."""
        return self._run([game, str(seed), str(acts)], None, 0.0)

    def pull(self, game: str, seed: int, lines: int, seconds: float) -> list[str]:
        """Play until so many lines were shown, then some seconds more, and kill it; gives what was shown."""
        return self._run([game, str(seed)], lines, seconds)

    def _run(self, arguments: list[str], lines: int | None, seconds: float) -> list[str]:
        reading, writing = os.pipe()
        with (
            os.fdopen(reading, "rb", buffering=0) as pipe,
            subprocess.Popen(
                [sys.executable, "-m", MODULE, *arguments],
                cwd=ROOT,
                env={**self._environment, "PLUG_SHOWN": str(writing)},
                pass_fds=[writing],
                stderr=subprocess.PIPE,
            ) as box,
        ):
            os.close(writing)
            shown = b""
            while lines is None or shown.count(b"\n") < lines:
                if not (more := pipe.read(65536)):
                    break
                shown += more
            if lines is not None:
                shown += _read_for(pipe, seconds)
                box.kill()
            shown += pipe.readall()
            complaint = box.communicate()[1].decode()
        assert box.returncode == (0 if lines is None else -9), complaint
        return shown.decode().splitlines()


def _read_for(pipe: Any, seconds: float) -> bytes:
    """Read what comes until a moment that nothing in the box knows of."""
    read, end = b"", time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and select.select([pipe], [], [], left)[0]:
        if not (more := pipe.read(65536)):
            break
        read += more
    return read


def pull_again_and_again(disk: Path, game: str, seed: int, times: int) -> int:
    """Kill a box at random moments and start it again; gives how many acts were seen in all."""
    chance, seen, box = random.Random(f"{game} {seed}"), Seen(), Plugged(disk)
    for at in range(times):
        at_start = chance.random() < 0.15
        lines, seconds = (
            (0, chance.uniform(0.1, 0.4)) if at_start else (chance.randint(1, 80), chance.random() / 99)
        )
        for line in box.pull(game, seed * 1000 + at, lines, seconds):
            seen.read(line)
        if box.data.exists():
            copy = disk / "copy"  # the box itself has to cope with what the kill has left
            shutil.copytree(box.data, copy)
            kept = check(copy, seen)
            shutil.rmtree(copy)
            seen.learn(kept)
            log = box.data / "log.txt"
            assert "crash" not in (log.read_text() if log.exists() else "")
    return sum(map(len, seen.matches.values()))


# --- a disk that forgets


def shim(folder: Path) -> dict[str, str]:
    """Compile what is preloaded into the box, or skip the test without a compiler; the folder gets a disk."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler: install gcc")
    library = folder / "forget.so"
    source = Path(__file__).with_name("forget.c")
    flags = ["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *flags, "-o", library, source, "-ldl", "-lpthread"], check=True)
    disk = folder / "disk"
    disk.mkdir()
    return {"LD_PRELOAD": str(library), "PLUG_DISK": str(disk), "PLUG_LOG": str(folder / "log")}


class Record(NamedTuple):
    """One thing that was done to the disk, or shown; the letters are those of `forget.c`."""

    kind: str
    fd: int
    at: int
    name: str
    data: bytes


def records(log: Path) -> Iterator[Record]:
    """Read what the disk wrote down."""
    text, at = log.read_bytes(), 0
    while at < len(text):
        kind, fd, offset, name, data = HEAD.unpack_from(text, at)
        at += HEAD.size
        yield Record(chr(kind), fd, offset, text[at : at + name].decode(), text[at + name : at + name + data])
        at += name + data


class File:
    """What is safe of a file, and what was done to it since."""

    def __init__(self, content: bytes = b"", *, is_folder: bool = False) -> None:
        self.is_folder = is_folder
        self.safe, self.since, self.was_synced = bytearray(content), list[tuple[int, bytes | None]](), False

    def sync(self) -> None:
        for at, data in self.since:
            _do(self.safe, at, data)
        self.since.clear()
        self.was_synced = True

    def torn(self, chance: random.Random) -> bytes:
        """Give it with some sectors of what is not safe yet."""
        content = bytearray(self.safe)
        for at, data in self.since:
            for begin, piece in [(at, data)] if data is None else _sectors(at, data):
                if chance.random() < 0.5:
                    _do(content, begin, piece)
        return bytes(content)


def _do(content: bytearray, at: int, data: bytes | None) -> None:
    """Write at a place; without data, let the file end there."""
    content.extend(bytes(max(at - len(content), 0)))
    if data is None:
        del content[at:]
    else:
        content[at : at + len(data)] = data


def _sectors(at: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    end = at + len(data)
    while at < end:
        next_one = min((at // SECTOR + 1) * SECTOR, end)
        yield at, data[: next_one - at]
        data, at = data[next_one - at :], next_one


class Disk:
    """Which files there are, and of which that is safe: a name is when its folder was synced."""

    def __init__(self, folder: Path) -> None:
        """Begin with what lies there, safely."""
        self._root, self.seen = str(folder), Seen()
        self._names = {
            str(path): File(is_folder=True) if path.is_dir() else File(path.read_bytes())
            for path in folder.rglob("*")
        }
        self._safe = dict(self._names)
        self._since: list[dict[str, File | None]] = []
        """What was done to names since, each at a stroke: they name a file now, or nothing."""
        self._open: dict[int, str | File] = {}

    def do(self, record: Record) -> bool:
        """Follow the disk; tell whether something has changed that matters."""
        kind, fd, at, name, data = record
        match kind:
            case "S":
                return self.seen.read(data.decode().removesuffix("\n"))
            case "B":
                self._open.clear()
            case "C" | "O" | "M":
                if kind != "O":
                    self._name({name: File(is_folder=kind == "M")})
                self._open[fd] = name if name == self._root or self._names[name].is_folder else self._names[name]
            case "U":
                self._name({name: None})
            case "R":
                self._name({data.decode(): self._names[name], name: None})
            case _:
                self._change(self._open[fd], kind, at, data)
        return True

    def _change(self, target: str | File, kind: str, at: int, data: bytes) -> None:
        if isinstance(target, str):
            assert kind == "F", f"{target} is a folder"
            for change in self._since:
                if _folder(change) == target:
                    _rename(self._safe, change)
            self._since = [change for change in self._since if _folder(change) != target]
        elif kind == "F":
            target.sync()
        else:
            target.since.append((at, data if kind == "W" else None))

    def _name(self, change: dict[str, File | None]) -> None:
        _rename(self._names, change)
        self._since.append(change)

    def after_the_cut(self, folder: Path, chance: random.Random, *, torn: bool) -> Path:
        """Lay out what the disk holds if the plug is pulled now: only what is safe, or also shreds of the rest."""
        names, lenient = dict(self._safe), chance.random() < 0.5
        for change in self._since:
            is_synced = any(file is not None and file.was_synced for file in change.values())
            if (torn and chance.random() < 0.5) or (lenient and is_synced):
                _rename(names, change)
        folder.mkdir()
        for name, file in sorted(names.items(), key=lambda named: named[0]):
            path = folder / os.path.relpath(name, self._root)
            if not path.parent.exists() or name.endswith("-shm"):
                continue  # its folder has no name yet; what is mapped into memory is made anew
            if file.is_folder:
                path.mkdir()
            else:
                path.write_bytes(file.torn(chance) if torn else file.safe)
        return folder / "data"


def _folder(change: dict[str, File | None]) -> str:
    return os.path.dirname(next(iter(change)))


def _rename(names: dict[str, File], change: dict[str, File | None]) -> None:
    for name, file in change.items():
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


class Cuts(NamedTuple):
    """How often the plug was pulled, and what was safe then."""

    pulled: int
    acts: int


def cut_at_random(disk: Disk, log: Path, folder: Path, chance: random.Random, times: int) -> Cuts:
    """Pull the plug at random places of a log and all over its beginning, twice each; check what is left."""
    done = list(records(log))
    changes = [at for at, record in enumerate(done) if record.kind != "S"]
    news = [at for at in changes if at + 1 < len(done) and done[at + 1].kind == "S"]
    cuts = {*changes[:60], *chance.sample(changes, times // 2), *chance.sample(news, min(len(news), times // 4))}
    cuts |= {at + 1 for at in chance.sample(news, min(len(news), times // 4))}
    pulled = 0
    for at, record in enumerate(done):
        disk.do(record)
        if at in cuts:
            for torn in (False, True):
                check(disk.after_the_cut(folder / "cut", chance, torn=torn), disk.seen)
                shutil.rmtree(folder / "cut")
                pulled += 1
    return Cuts(pulled, sum(map(len, disk.seen.matches.values())))
