"""Install a package with dpkg, and roll back: during an update the old version is stored as a package.

If the update fails, for example after a power cut, `bin/rollback` installs the old package again. It is called
from here, or by `sideline-rollback.service` at the next start of the machine.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from firmware_py import service_user
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.paths import sync_folder
from firmware_py.system.setup import machine
from firmware_py.system.update.package import NAME, CommandFailed, run_command

FOLDER = "/var/lib/sideline-update"
"""Must belong to root, because packages in it are installed."""
OLD = "old.deb"
"""Exists only during an update."""
NEW = "new.deb"
ROLLBACK = "/opt/sideline/bin/rollback"
INFORMATION = "/var/lib/dpkg/info"
DPKG_LOCK = "/var/lib/dpkg/lock-frontend"
SCRIPTS = ("preinst", "postinst", "prerm", "postrm", "config", "templates", "md5sums", "triggers")
DPKG = ("env", "DEBIAN_FRONTEND=noninteractive", "DPKG_FRONTEND_LOCKED=1", "dpkg", "--force-confold", "--install")
"""Not interactive: the owner's configuration is kept."""
READY_TIMEOUT_SECONDS, STABLE_SECONDS = 60, 5
"""The maximum time to become ready, and the time that the box then has to stay up."""
ROOM = 200_000_000


class Busy(Exception):
    """Another update or installation is running."""


@contextmanager
def exclusive_lock() -> Iterator[None]:
    """Hold the locks of this program and of dpkg during an update. Raises `Busy`."""
    os.umask(0o022)  # the service user has to read these files, whatever root's umask is
    os.makedirs(FOLDER, exist_ok=True)
    with (
        open(os.path.join(FOLDER, "lock"), "w", encoding="ascii") as ours,
        open(DPKG_LOCK, "a", encoding="ascii") as dpkgs,
    ):
        try:
            fcntl.flock(ours, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.lockf(dpkgs, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Busy from None
        try:
            yield
        finally:
            if not is_unfinished():
                shutil.rmtree(FOLDER, ignore_errors=True)


def is_unfinished() -> bool:
    """Return whether an update has started and not finished."""
    return os.path.exists(os.path.join(FOLDER, OLD))


def has_room() -> bool:
    """Return whether the disk has enough space for an update."""
    return shutil.disk_usage(FOLDER).free >= ROOM


def stage(package: str) -> str:
    """Copy a package into our folder, which only root can change, and return the path of the copy."""
    staged = os.path.join(FOLDER, NEW)
    shutil.copyfile(package, staged)
    os.chmod(staged, 0o644)
    return staged


def pack_installed_version() -> None:
    """Build a package of the installed version from dpkg's database. Raises `CommandFailed`."""
    root = os.path.join(FOLDER, "root")
    shutil.rmtree(root, ignore_errors=True)
    notes = os.path.join(root, "DEBIAN")
    os.makedirs(notes)
    for script in SCRIPTS:
        with suppress(FileNotFoundError):
            shutil.copy2(os.path.join(INFORMATION, f"{NAME}.{script}"), os.path.join(notes, script))
    status = run_command("dpkg-query", "--status", NAME).splitlines()
    _write(os.path.join(notes, "control"), _own_fields(status))
    files = run_command("dpkg-query", "--listfiles", NAME).splitlines()
    settings = run_command("dpkg-query", "--show", "--showformat=${Conffiles}", NAME).splitlines()
    # changed files stay out of the package: dpkg would take the owner's changes for ours
    changed = {path for path, noted, *_ in map(str.split, settings) if _sum(path) != noted}
    kept = [path for path, *_ in map(str.split, settings) if path in files and path not in changed]
    _write(os.path.join(notes, "conffiles"), kept)
    for path in files:
        if path not in changed:
            _copy(path, root)
    made = os.path.join(FOLDER, "made.deb")
    run_command("dpkg-deb", "-Znone", "--root-owner-group", "--build", root, made)
    shutil.rmtree(root)
    with open(made, "rb") as file:
        os.fsync(file.fileno())
    os.replace(made, os.path.join(FOLDER, OLD))  # from here on a power cut leads to a rollback
    sync_folder(FOLDER)


def _own_fields(status: list[str]) -> Iterator[str]:
    """Yield the fields of a package without those that dpkg has added.

    >>> list(_own_fields(["Package: sideline", "Status: installed", "Conffiles:", " /etc/x 0", "Section: misc"]))
    ['Package: sideline', 'Section: misc']
    """
    is_own = True
    for line in status:
        is_own = is_own if line.startswith(" ") else line.partition(":")[0] not in {"Status", "Conffiles"}
        if is_own:
            yield line


def _write(path: str, lines: Iterable[str]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def _sum(path: str) -> str:
    """Return the checksum that dpkg uses for a configuration file, or an empty string if the file is gone."""
    try:
        with open(path, "rb") as file:
            return hashlib.md5(file.read(), usedforsecurity=False).hexdigest()
    except OSError:
        return ""


def _copy(path: str, root: str) -> None:
    """Copy a file, a link or a folder, unless the owner has removed it."""
    place = os.path.join(root, path.lstrip("/"))
    if os.path.isdir(path):
        os.makedirs(place, exist_ok=True)
    elif os.path.lexists(path):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy2(path, place, follow_symlinks=False)


def install() -> None:
    """Stop the box and install the staged package. Raises `CommandFailed`."""
    _systemctl("stop", service_user.UNIT)  # also while systemd is restarting it
    run_command(*DPKG, os.path.join(FOLDER, NEW))


def starts_and_stays_up() -> bool:
    """Start the box; return whether it becomes ready within a minute and stays up without a crash."""
    _systemctl("reset-failed", service_user.UNIT)
    _systemctl("start", "--no-block", service_user.UNIT)
    deadline = time.monotonic() + READY_TIMEOUT_SECONDS
    while not machine.is_running():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.5)
    before = _runs()
    time.sleep(STABLE_SECONDS)
    with service_user.acting_as_service_user():
        has_crashed = CrashLog(service_user.DATA).crashes > 0
    return machine.is_running() and _runs() == before and not has_crashed


def roll_back() -> str:
    """Install the old version again, with the box stopped; return the output. Raises `CommandFailed`."""
    _systemctl("stop", service_user.UNIT)
    told = run_command("env", "DPKG_FRONTEND_LOCKED=1", ROLLBACK)
    _systemctl("reset-failed", service_user.UNIT)  # failed starts of the new version must not block the old one
    return told


def finish() -> None:
    """Delete the package of the old version: from here on a power cut leads to the new one."""
    os.remove(os.path.join(FOLDER, OLD))
    sync_folder(FOLDER)


@contextmanager
def ignore_signals() -> Iterator[None]:
    """Ignore a closed terminal, Ctrl-C and SIGTERM, also in dpkg."""
    signals = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_IGN) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _runs() -> str:
    """Return the process id of the box and its number of restarts; both change after a crash."""
    with suppress(CommandFailed):
        return run_command("systemctl", "show", "--property=MainPID,NRestarts", service_user.UNIT)
    return ""


def _systemctl(*arguments: str) -> bool:
    try:
        run_command("systemctl", *arguments)
    except CommandFailed:
        return False
    return True
