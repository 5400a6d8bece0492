"""The command line: the CPU until it answers, and for a record that it referees."""

import compileall
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from engine.records import write_record
from tests.bench.inside import SETUP
from tests.bench.processes import ROOT
from tests.bench.rows import Figure, Goal, Row, best, measured
from tests.engine.games import random_game

BIN = Path(sys.executable).parent
ACTS = 10_000
ROUNDS = 10


def speed() -> Iterator[Row]:
    """Time commands beside an empty Python program and the bare engine."""
    yield from measured(
        _speed,
        Goal("sideline games, CPU (python -c pass)", 5),
        Goal("sideline games with a settings file (the same)", 5),
        Goal("referee, 10,000 acts (3 x judge + play, + start)", 1),
        Goal("referee, 10,000 acts (the same, with reading)", 1),
    )


def compile_all() -> None:
    """Compile what is started, as after the first start on any machine."""
    for package in ("engine", "drivers", "firmware_py", "tests/bench"):
        compileall.compile_dir(ROOT / package, quiet=1)


def _speed() -> Sequence[Figure]:
    compile_all()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.txt"
        file.write_text(_random_record())
        settings = Path(folder) / "sideline.toml"
        settings.write_text('language = "en"\n')
        (nothing,), (games,), (with_settings,), (referee,), (loop, reading_loop) = best(
            partial(cpu_of, f"{BIN}/python", "-c", "pass"),
            partial(cpu_of, f"{BIN}/sideline", "games"),
            partial(cpu_of, f"{BIN}/sideline", "games", env={"SIDELINE_CONFIG": str(settings)}),
            partial(cpu_of, f"{BIN}/sideline", "referee", str(file)),
            partial(_bare_loop, file),
            rounds=ROUNDS,
        )
    return (
        Figure(games, nothing),
        Figure(with_settings, nothing),
        Figure(referee, 3 * loop + games),
        Figure(referee, 3 * reading_loop + games),
    )


def cpu_of(*command: str, env: Mapping[str, str] | None = None) -> tuple[float]:
    """Run a command; return its seconds of CPU: other programs may share the machine."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=env) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return (used.ru_utime + used.ru_stime,)


def _random_record() -> str:
    """Write random games with so many acts in all."""
    games, left = [], ACTS
    while left:
        said = [act for _, _, act in random_game(SETUP, seed=left)][:left]
        games.append(write_record(SETUP, said))
        left -= len(said)
    return "\n".join(games)


def _bare_loop(file: Path) -> tuple[float, float]:
    """Run the bare engine over a record, as cold as the command; return its seconds without and with reading."""
    command = (sys.executable, "-m", "tests.bench.bare_loop", str(file))
    done = subprocess.run(command, capture_output=True, check=True, cwd=ROOT, text=True)
    alone, reading_too = map(float, done.stdout.split())
    return alone, reading_too
