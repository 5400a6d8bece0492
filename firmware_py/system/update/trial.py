"""Try a new version before it is installed: in a separate folder, without privileges, on a copy of the games.

Every later version has to support the commands used here: `config --check`, `run` (which sends `READY=1` to the
socket of the service manager and ends at SIGTERM), and `matches show NUMBER`.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

from engine.verdicts import say
from firmware_py.config import configuration
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.database import faults, set_aside
from firmware_py.storage.entries import JournalFault, Status
from firmware_py.storage.journal import Journal
from firmware_py.storage.lock import is_locked
from firmware_py.storage.match_store import keep_states
from firmware_py.storage.paths import config_file, data_folder, journal_file, notebooks_folder
from firmware_py.storage.reader import JournalReader
from firmware_py.system.update.package import PROGRAM, WAY_BACK, CommandFailed, unpack

TIMEOUT_SECONDS = 60
"""For each command, and for the box to become ready and to end."""
SIMULATED = 'hardware = "simulated"\n'


def try_package(
    package: str, folder: str, translations: Translations, tell: Callable[[str], None]
) -> tuple[float, int]:
    """Try a package in an empty folder. Raises a `UserError` if it must not be installed.

    Return after how many seconds it was ready, and how many unfinished matches continue.
    """
    root, data = os.path.join(folder, "root"), os.path.join(folder, "data")
    numbers = _copy_games(data)
    try:
        unpack(package, root)
    except CommandFailed as failed:
        raise UserError(say("update.no-package", path=package, reason=str(failed))) from None
    if not all(os.path.exists(os.path.join(root, path)) for path in WAY_BACK):
        raise UserError(say("update.no-way-back", path=package))
    trial = _Trial(os.path.join(root, PROGRAM), data)
    if _is_configured():
        trial.ask("config", "--check", SIDELINE_CONFIG=config_file())
    trial.ask("matches")
    seconds = trial.come_up()
    tell(translations("update.ready", seconds=f"{seconds:.1f}"))
    for number in numbers:
        trial.ask("matches", "show", str(number))
    tell(translations("update.goes-on", count=len(numbers)))
    return round(seconds, 1), len(numbers)


def _is_configured() -> bool:
    """Return whether the owner has a configuration and it is valid for this program."""
    try:
        configuration.load([])
    except (UserError, OSError):
        return False
    return os.path.exists(config_file())


def check_none_is_open(journal: JournalReader) -> None:
    """Raise a `UserError` if a match is open on a running box."""
    if is_locked():
        for entry in journal.entries(Status.OPEN):
            raise UserError(say("update.on-the-table", number=entry.number, game=entry.setup.game))


def set_newer_aside(path: str) -> str | None:
    """Set a database aside that a newer version has changed; it is made again from the notebooks.

    Returns its new path, or None if this version can read it. Raises `JournalFault`.
    """
    try:
        JournalReader(path).close()
    except JournalFault as fault:
        if fault.why.key != "journal.newer":
            raise
        with faults(path):
            return set_aside(path)
    return None


def _copy_games(data: str) -> list[int]:
    """Copy all data of the box, and return the numbers of the unfinished matches."""
    os.makedirs(data)
    for name in os.listdir(data_folder()) if os.path.isdir(data_folder()) else []:
        if name.endswith(".toml"):
            shutil.copy(os.path.join(data_folder(), name), data)
    if not os.path.exists(journal_file()):
        return []
    copy = os.path.join(data, os.path.basename(journal_file()))
    try:
        with closing(JournalReader(journal_file())) as journal:
            check_none_is_open(journal)
            journal.copy_to(copy)
        if os.path.isdir(notebooks_folder(journal_file())):
            shutil.copytree(notebooks_folder(journal_file()), notebooks_folder(copy))
        with closing(Journal(copy)) as copied:
            return keep_states(copied)
    except JournalFault as fault:
        raise UserError(fault.why) from None
    except OSError as error:
        raise UserError(
            say("cli.cannot-read", source=data_folder(), reason=error.strerror or str(error))
        ) from None


class _Trial:
    """The new program, with its own copy of the data and simulated hardware."""

    def __init__(self, program: str, data: str) -> None:
        self._program, self._data = program, data
        self._output, self._config = (os.path.join(data, name) for name in ("told", "trial.toml"))
        with open(self._config, "w", encoding="utf-8") as file:
            file.write(SIMULATED)
        self._guard = _read_only(data_folder())

    def ask(self, *arguments: str, **variables: str) -> None:
        """Run a command of the new program. Raises a `UserError` if it fails."""
        with self._started(arguments, variables) as process:
            try:
                process.wait(TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                raise self._unfit("update.hangs", arguments) from None
        if process.returncode:
            raise self._unfit("update.fails", arguments)

    def come_up(self) -> float:
        """Start the box, wait until it is ready, and end it; return the start time in seconds."""
        address = os.path.join(self._data, "ready")
        begun = time.monotonic()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(address)
            manager.settimeout(0.1)
            with self._started(("run",), {"NOTIFY_SOCKET": address}) as process:
                while not _is_ready(manager):
                    if process.poll() is not None:
                        raise self._unfit("update.fails", ("run",))
                    if time.monotonic() > begun + TIMEOUT_SECONDS:
                        raise self._unfit("update.hangs", ("run",))
                took = time.monotonic() - begun
                if CrashLog(self._data).crashes:
                    raise self._unfit("update.crashes", ("run",))
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(TIMEOUT_SECONDS)
                except subprocess.TimeoutExpired:
                    raise self._unfit("update.hangs", ("run",)) from None
        return took

    @contextmanager
    def _started(self, arguments: tuple[str, ...], variables: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
        """Start a command with its output in a file, and kill it on exit."""
        environment = {
            **{name: os.environ[name] for name in ("LANG", "LC_ALL", "PATH") if name in os.environ},
            "HOME": self._data,
            "SIDELINE_DATA": self._data,
            "SIDELINE_CONFIG": self._config,
            **variables,
        }
        with open(self._output, "wb") as output:
            try:
                process = subprocess.Popen(
                    [*self._guard, self._program, *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    cwd=self._data,
                    env=environment,
                    start_new_session=True,  # so that its child processes are killed too
                )
            except OSError as error:
                raise UserError(say("update.no-program", reason=error.strerror or str(error))) from None
            try:
                yield process
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _unfit(self, key: str, arguments: tuple[str, ...]) -> UserError:
        """Return the error for a failed command, with the last line of its output."""
        with open(self._output, encoding="utf-8", errors="replace") as file:
            lines = file.read().strip().splitlines() or ["-"]
        reason = lines[-1].removeprefix("sideline: ")
        return UserError(say(key, command=" ".join(arguments), reason=reason))


def _read_only(folder: str) -> tuple[str, ...]:
    """Return a command that runs another one which can only read a folder; none if that is not possible."""
    mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    command = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount, folder)
    with suppress(OSError):
        if subprocess.run([*command, "true"], check=False, capture_output=True).returncode == 0:
            return command
    return ()


def _is_ready(manager: socket.socket) -> bool:
    try:
        return b"READY=1" in manager.recv(4096).split(b"\n")
    except TimeoutError:
        return False
