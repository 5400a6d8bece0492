"""Kill the box with SIGKILL at random moments, many of them during its start, and look for seen moves."""

import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engine import GAMES
from firmware_py.backups.restore import restore_accepted
from firmware_py.storage.paths import journal_file
from firmware_py.storage.reconcile import open_journal
from tests.attack.rows import Row
from tests.firmware_py.storage.plug.slow_plug import pull_again_and_again

KILLS = 1000
"""At most so many of each kind in one run."""
AT_A_TIME = 25
"""Kills of one box before the next one, with an empty disk."""


def run(seed: int, seconds: float) -> list[Row]:
    """Kill boxes until the time is over: in games, and while they undo, back up, restore and rebuild."""
    return [
        _kill(seed, seconds / 2, "moves that were shown and are lost after a kill: 0", _play),
        _kill(seed, seconds / 2, "… while it undoes, backs up, restores and rebuilds: 0", _store),
    ]


def _kill(seed: int, seconds: float, promise: str, attack: Any) -> Row:
    chance, end = random.Random(seed), time.monotonic() + seconds
    kills = moves = 0
    lost = ""
    while not lost and kills < KILLS and time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            try:
                moves += attack(Path(folder), chance)
            except AssertionError as error:
                lost = str(error)
        kills += AT_A_TIME
    return Row(promise, lost or f"0 of {moves} in {kills} kills", not lost)


def _play(folder: Path, chance: random.Random) -> int:
    return pull_again_and_again(folder, chance.choice(list(GAMES)), chance.randrange(10**6), AT_A_TIME)


# --- undo, backup, restore and rebuild


class Stored:
    """What `storing` says it has stored: the number of acts of each match, now and in its backup."""

    def __init__(self) -> None:
        self.now: dict[int, int] = {}
        self.packed: dict[int, int] | None = None
        self.tries: tuple[int, int] | None = None
        self.is_restoring = False

    def read(self, line: str) -> None:
        """Follow a line."""
        match line.split():
            case ["try", number, count]:
                self.tries = int(number), int(count)
            case ["kept", number, count]:
                self.now[int(number)] = self.now.get(int(number), 0) + int(count)
                self.tries = None
            case ["packed"]:
                self.packed = dict(self.now)
            case ["restoring"]:
                self.is_restoring = True
            case ["restored"]:
                assert self.packed is not None
                self.now, self.is_restoring = dict(self.packed), False

    def ways(self) -> list[dict[int, int]]:
        """Return what may be there: what was stored, with or without what was being stored."""
        ways = [dict(self.now)]
        if self.tries is not None:
            number, count = self.tries
            ways.append({**self.now, number: self.now.get(number, 0) + count})
        if self.is_restoring and self.packed is not None:
            ways.append(dict(self.packed))
        return ways


def _store(folder: Path, chance: random.Random) -> int:
    """Kill a program that stores; return how many acts were stored."""
    stored = Stored()
    with patch.dict(os.environ, {"SIDELINE_DATA": str(folder)}):
        for _ in range(AT_A_TIME):
            for line in _killed(chance):
                stored.read(line)
            restore_accepted()
            work = open_journal(journal_file())
            with closing(work.journal) as journal:
                work.finish()
                found = {number: len(journal.lines(number)) for number in journal.statuses()}
            assert found in stored.ways(), f"{found} is none of {stored.ways()}"
            assert (work.report.cut, work.report.lost) == ({}, []), str(work.report.sentences())
            stored.now, stored.packed = found, None  # the next program has no backup
            stored.tries, stored.is_restoring = None, False
    return sum(stored.now.values())


def _killed(chance: random.Random) -> list[str]:
    """Run the program for a while, kill it, and return its lines."""
    command = [sys.executable, "-m", "tests.attack.storing", str(chance.random())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(chance.randint(1, 60))]
        time.sleep(chance.random() / 100)
        process.kill()
        lines += process.stdout.readlines()
    return [line for line in lines if line.endswith("\n")]
