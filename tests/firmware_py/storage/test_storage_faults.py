"""What a disk can do to us: forget, be full, be read-only, be damaged. Whatever it does, nothing seen is lost."""

import ctypes
import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from engine import GAMES
from firmware_py.runtime.worker import Worker
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.match_store import new_match, restore_match
from firmware_py.storage.reconcile import open_journal
from firmware_py.ui.flows.home import start
from tests.depth import slow_unless
from tests.engine.games import SETUPS, random_game
from tests.firmware_py.storage.journals import opened
from tests.firmware_py.storage.plug.slow_plug import (
    ROOT,
    Disk,
    Plugged,
    cut_at_random,
    pull_again_and_again,
    records,
    shim,
)
from tests.firmware_py.ui import stacks as desks
from tests.firmware_py.ui.stacks import new_stack, press, text

# --- the plug is pulled


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_box_that_is_killed_at_any_moment_has_kept_what_was_seen_and_goes_on(game, tmp_path):
    assert pull_again_and_again(tmp_path, game, seed=1, times=50) > 200


@pytest.mark.slow
def test_a_disk_that_forgets_what_was_not_synced_has_kept_what_was_seen(tmp_path):
    environment, chance = shim(tmp_path), random.Random(1)
    box, disk = Plugged(tmp_path / "disk", environment), Disk(tmp_path / "disk")
    box.play(
        "inside", 0, acts=1300
    )  # so many that SQLite moves its -wal into the file meanwhile, and begins it anew
    for seed, game in enumerate(GAMES):
        box.play(game, seed, acts=150)
        box.pull(game, seed, lines=100, seconds=chance.random() / 99)
    cuts = cut_at_random(disk, tmp_path / "log", tmp_path, chance, times=400)
    assert cuts.pulled > 400
    assert cuts.acts > 1000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_plug_that_is_pulled_again_after_the_next_start_does_no_harm_either(seed, tmp_path):
    environment, chance, log = shim(tmp_path), random.Random(seed), tmp_path / "log"
    folder = tmp_path / "disk"
    disk = Disk(folder)
    Plugged(folder, environment).play("online", seed, acts=40)
    done = list(records(log))
    for record in done[: chance.randrange(len(done) // 2, len(done))]:
        disk.do(record)
    shutil.rmtree(folder)
    disk.after_the_cut(folder, chance, torn=True)
    log.unlink()
    again = Disk(folder)
    again.seen = disk.seen
    Plugged(folder, environment).pull("online", seed, lines=60, seconds=0.0)
    assert cut_at_random(again, log, tmp_path, chance, times=80).pulled > 80


# --- an act that cannot be kept


def refuse_and_accept(folder: Path, spoil: Callable[[], None], mend: Callable[[], None], *told: str) -> None:
    """Play until the disk refuses; the act is refused with what was told, and accepted once the disk is mended."""
    path = str(folder / "journal.db")
    with closing(Journal(path)) as journal:
        stack = desks.new_match(new_stack(journal), "inside")
        number = journal.entries()[0].number
        acts = [act for _, _, act in islice(random_game(SETUPS["inside"][0], 1), 8)]
        for act in acts[:6]:
            desks.box(stack).submit(act)
        spoil()
        for _ in range(2):
            desks.box(stack).submit(acts[6])
            assert text(stack).startswith("Not saved!"), text(stack)
            assert any(sentence in text(stack) for sentence in told), text(stack)
            assert desks.match(stack).log == acts[:6]
            press(stack, "OK")
        assert journal.lines(number) == [str(act) for act in acts[:6]]
        mend()
        for act in acts[6:]:
            desks.box(stack).submit(act)
        assert desks.match(stack).log == acts
    with closing(Journal(path)) as journal:
        assert journal.lines(number) == [str(act) for act in acts]
        assert [str(act) for act in restore_match(journal, journal.entries()[0]).match.log] == [
            str(act) for act in acts
        ]


FULL, FAILED = "the disk is full", "nothing can be saved"


def in_a_child(way: str, folder: Path, environment: dict[str, str], *before: str) -> None:
    """Run one of `WAYS` in a process of its own."""
    command = [*before, sys.executable, "-m", "tests.firmware_py.storage.test_storage_faults", way, str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def _full_shim(folder: Path, room: int) -> None:
    left = ctypes.c_longlong.in_dll(ctypes.CDLL(None), "plug_room")
    refuse_and_accept(folder, lambda: setattr(left, "value", room), lambda: setattr(left, "value", -1), FULL)


def _frozen_shim(folder: Path) -> None:
    frozen = ctypes.c_int.in_dll(ctypes.CDLL(None), "plug_frozen")
    refuse_and_accept(folder, lambda: setattr(frozen, "value", 1), lambda: setattr(frozen, "value", 0), FAILED)


def _full_file_system(folder: Path) -> None:
    """Mount a file system of a few pages, in a world of our own, and fill it up."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", folder], check=True)
    filler = folder / "filler"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file:
            for size in (4096, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    continue

    refuse_and_accept(folder, fill, filler.unlink, FULL)


def _read_only(folder: Path) -> None:
    """Start as `sideline run` does where nothing can be written."""
    from firmware_py.commands.run import _Storage
    from firmware_py.i18n.translations import Translations

    with pytest.raises(JournalFault) as fault:
        open_journal(str(folder / "journal.db"))
    assert fault.value.why.key in {"journal.read-only", "journal.cannot-open"}
    storage = _Storage()
    assert "What you play now is not saved." in map(Translations("en").text, storage.notices)
    start(new_stack(storage.journal))
    storage.close()


WAYS: dict[str, Callable[[Path], object]] = {
    "full-0": lambda folder: _full_shim(folder, 0),
    "full-1000": lambda folder: _full_shim(folder, 1000),
    "full-4119": lambda folder: _full_shim(folder, 4119),
    "frozen": _frozen_shim,
    "full": _full_file_system,
    "read-only": _read_only,
    "rebuild": lambda folder: opened(folder / "journal.db"),
}


@pytest.mark.parametrize("way", slow_unless(["full-0", "full-1000", "full-4119", "frozen"], {"full-1000"}))
def test_an_act_that_the_disk_does_not_take_is_refused_and_accepted_once_it_does(way, tmp_path):
    environment = shim(tmp_path)
    in_a_child(way, tmp_path / "disk" / "data", environment)


def test_a_real_file_system_that_is_full(tmp_path):
    apart = ["unshare", "--map-root-user", "--mount"]
    mount = [*apart, "mount", "-t", "tmpfs", "none", str(tmp_path)]
    if shutil.which("unshare") and subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        in_a_child("full", tmp_path, {}, *apart)
        return
    # Nobody may mount here: a limit for the size of files is the next best.
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    refuse_and_accept(
        tmp_path,
        lambda: resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "journal.db-wal").stat().st_size, hard)),
        lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard)),
        FAILED,
    )


@pytest.mark.parametrize("room", [0, 1, 30, 4119])
def test_a_file_that_may_not_grow_any_more(room, tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def spoil() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "journal.db-wal").stat().st_size + room, hard))

    try:
        refuse_and_accept(tmp_path, spoil, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard)), FAILED)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("leaves_wal", [False, True])
def test_a_file_system_that_can_only_be_read_is_named_and_keeps_what_it_has(leaves_wal, tmp_path):
    environment = shim(tmp_path)
    data = tmp_path / "disk" / "data"
    shutil.copytree(real_journal(tmp_path, leaves_wal=leaves_wal), data)
    before = contents(data)
    in_a_child("read-only", data, {**environment, "PLUG_FROZEN": "yes", "SIDELINE_DATA": str(data)})
    assert contents(data) == before


# --- a damaged file


def real_journal(folder: Path, *, leaves_wal: bool) -> Path:
    """Make a journal with matches of every game, as it lies there after the box was left, or its plug pulled."""
    made, copy = folder / "made", folder / "real"
    with closing(Journal(str(made / "journal.db"))) as journal:
        for game, setups in SETUPS.items():
            for setup in setups[:2]:
                number = journal.begin(new_match(setup).setup, date="2026-11-20")
                acts = [str(act) for *_, act in islice(random_game(setup, 3), 60)]
                journal.keep(number, 0, *acts[:-1])
                journal.settle(number, Status.OPEN if game == "online" else Status.PARKED, setup.players)
                last = number, len(acts) - 1, acts[-1]
        journal._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        journal.keep(*last)
        if leaves_wal:
            shutil.copytree(made, copy, ignore=shutil.ignore_patterns("*-shm"))
    return copy if leaves_wal else made


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of the journal but the index of its log, which is made anew at every start."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.endswith("-shm"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.mark.slow
@pytest.mark.parametrize("leaves_wal", [False, True])
def test_a_plug_that_is_pulled_while_the_database_is_made_again_costs_nothing(leaves_wal, tmp_path):
    environment, folder = shim(tmp_path), tmp_path / "disk"
    shutil.copytree(real_journal(tmp_path, leaves_wal=leaves_wal), folder / "data")
    whole = kept(shutil.copytree(folder / "data", tmp_path / "whole"))
    (folder / "data" / "journal.db").write_bytes(b"Dear Anna,\n")
    disk, chance = Disk(folder), random.Random(1)
    in_a_child("rebuild", folder / "data", environment)
    assert kept(folder / "data") == whole
    for record in records(tmp_path / "log"):
        disk.do(record)
        for torn in (False, True):
            cut = disk.after_the_cut(tmp_path / "cut", chance, torn=torn)
            opened(cut / "journal.db")[0].close()
            assert kept(cut) == whole
            shutil.rmtree(tmp_path / "cut")


def kept(data: Path) -> list[tuple[str, list[str]]]:
    with closing(Journal(str(data / "journal.db"))) as journal:
        return [(entry.setup.game, journal.lines(entry.number)) for entry in journal.entries()]


# --- a slow disk


def test_a_disk_that_is_done_in_the_moment_in_which_we_lose_patience_has_done_its_work(monkeypatch):
    """The work ends after the wait for it has timed out, and before anybody looks again."""
    from concurrent.futures import Future

    patient = Future.result

    def impatient(self: Future[int], timeout: float | None = None) -> int:
        found = patient(self)
        if timeout is not None:
            raise TimeoutError
        return found

    monkeypatch.setattr(Future, "result", impatient)
    worker = Worker("disk")
    try:
        assert worker.do(lambda: 42) == 42
    finally:
        worker.stop()


if __name__ == "__main__":
    WAYS[sys.argv[1]](Path(sys.argv[2]))
