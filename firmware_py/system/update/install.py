"""Installing, by dpkg, and the way back: while one is under way the old version lies ready as a package.

Whatever happens meanwhile, a pulled plug for instance, `bin/rollback` installs it again: called from here, or
by `sideline-rollback.service` at the next start of the machine.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.paths import sync_folder
from firmware_py.system import service_user
from firmware_py.system.setup import machine
from firmware_py.system.update.package import NAME, Failed, said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = "/var/lib/sideline-update"
"""Root's: what lies here is installed."""
OLD = "old.deb"
"""Only there while an update is under way."""
NEW = "new.deb"
ROLLBACK = "/opt/sideline/bin/rollback"
INFORMATION = "/var/lib/dpkg/info"
DPKG_LOCK = "/var/lib/dpkg/lock-frontend"
SCRIPTS = ("preinst", "postinst", "prerm", "postrm", "config", "templates", "md5sums", "triggers")
DPKG = ("env", "DEBIAN_FRONTEND=noninteractive", "DPKG_FRONTEND_LOCKED=1", "dpkg", "--force-confold", "--install")
"""As nobody sits there: the owner's configuration stays."""
SECONDS, STAYS = 60, 5
"""To become ready, and to stay so."""
ROOM = 200_000_000


class Busy(Exception):
    """Somebody else is updating, or installing something."""


@contextmanager
def alone() -> Iterator[None]:
    """Be the only one who updates this machine, and who installs anything on it. Raises `Busy`."""
    os.umask(0o022)  # the user of the box has to read what lies here, whatever root's habits are
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
            if not was_cut_off():
                shutil.rmtree(FOLDER, ignore_errors=True)


def was_cut_off() -> bool:
    """Tell whether an update has begun and not ended."""
    return os.path.exists(os.path.join(FOLDER, OLD))


def has_room() -> bool:
    """Tell whether the disk has room for what an update needs for a while."""
    return shutil.disk_usage(FOLDER).free >= ROOM


def stage(package: str) -> str:
    """Copy a package to where nobody changes it any more, and everybody can read it; gives where that is."""
    staged = os.path.join(FOLDER, NEW)
    shutil.copyfile(package, staged)
    os.chmod(staged, 0o644)
    return staged


def keep_old() -> None:
    """Make a package of what is installed, from dpkg's own notes about it. Raises `Failed`."""
    root = os.path.join(FOLDER, "root")
    shutil.rmtree(root, ignore_errors=True)
    notes = os.path.join(root, "DEBIAN")
    os.makedirs(notes)
    for script in SCRIPTS:
        with suppress(FileNotFoundError):
            shutil.copy2(os.path.join(INFORMATION, f"{NAME}.{script}"), os.path.join(notes, script))
    status = said("dpkg-query", "--status", NAME).splitlines()
    _write(os.path.join(notes, "control"), _own_fields(status))
    files = said("dpkg-query", "--listfiles", NAME).splitlines()
    settings = said("dpkg-query", "--show", "--showformat=${Conffiles}", NAME).splitlines()
    # what the owner has changed stays the owner's: in a package dpkg would take it for ours
    changed = {path for path, noted, *_ in map(str.split, settings) if _sum(path) != noted}
    kept = [path for path, *_ in map(str.split, settings) if path in files and path not in changed]
    _write(os.path.join(notes, "conffiles"), kept)
    for path in files:
        if path not in changed:
            _copy(path, root)
    made = os.path.join(FOLDER, "made.deb")
    said("dpkg-deb", "-Znone", "--root-owner-group", "--build", root, made)
    shutil.rmtree(root)
    with open(made, "rb") as file:
        os.fsync(file.fileno())
    os.replace(made, os.path.join(FOLDER, OLD))  # from here on a pulled plug leads back
    sync_folder(FOLDER)


def _own_fields(status: list[str]) -> Iterator[str]:
    """Leave out what dpkg has added to the fields of a package.

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
    """Give the sum by which dpkg knows a file of the configuration; nothing if it is gone."""
    try:
        with open(path, "rb") as file:
            return hashlib.md5(file.read(), usedforsecurity=False).hexdigest()
    except OSError:
        return ""


def _copy(path: str, root: str) -> None:
    """Copy a file, a link or a folder; an owner may have removed one."""
    place = os.path.join(root, path.lstrip("/"))
    if os.path.isdir(path):
        os.makedirs(place, exist_ok=True)
    elif os.path.lexists(path):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy2(path, place, follow_symlinks=False)


def install() -> None:
    """Stop the box and install the staged package. Raises `Failed`."""
    _systemctl("stop", service_user.UNIT)  # also one that is just being restarted
    said(*DPKG, os.path.join(FOLDER, NEW))


def comes_up() -> bool:
    """Start the box, and tell whether it becomes ready within a minute and stays so, without a crash."""
    _systemctl("reset-failed", service_user.UNIT)
    _systemctl("start", "--no-block", service_user.UNIT)
    deadline = time.monotonic() + SECONDS
    while not machine.is_running():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.5)
    before = _runs()
    time.sleep(STAYS)
    return machine.is_running() and _runs() == before and CrashLog(service_user.DATA).crashes == 0


def roll_back() -> str:
    """Bring the old version back; the box is stopped afterwards. Gives what there is to say. Raises `Failed`."""
    _systemctl("stop", service_user.UNIT)
    told = said("env", "DPKG_FRONTEND_LOCKED=1", ROLLBACK)
    _systemctl(
        "reset-failed", service_user.UNIT
    )  # the new one's many starts must not keep the old one from its first
    return told


def finish() -> None:
    """Forget the old version: from here on a pulled plug leads to the new one."""
    os.remove(os.path.join(FOLDER, OLD))
    sync_folder(FOLDER)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Go on though the terminal is closed or somebody loses patience; dpkg too."""
    signals = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_IGN) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _runs() -> str:
    """Name the process of the box, which is another one after a crash, and how often it was started anew."""
    with suppress(Failed):
        return said("systemctl", "show", "--property=MainPID,NRestarts", service_user.UNIT)
    return ""


def _systemctl(*translations: str) -> bool:
    try:
        said("systemctl", *translations)
    except Failed:
        return False
    return True
