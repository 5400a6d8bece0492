"""Installing, by dpkg, and the way back: while one is under way the old version lies ready as a package.

Whatever happens meanwhile, a pulled plug for instance, `bin/rollback` installs it again: called from here, or
by `sideline-rollback.service` at the next start of the machine.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from firmware_py import service
from firmware_py.places import sync_folder
from firmware_py.update.package import NAME, Failed, said

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "/var/lib/sideline-update"
"""Root's: what lies here is installed."""
OLD = "old.deb"
"""Only there while an update is under way."""
NEW = "new.deb"
ROLLBACK = "/opt/sideline/bin/rollback"
INFORMATION = "/var/lib/dpkg/info"
SCRIPTS = ("preinst", "postinst", "prerm", "postrm", "config", "templates", "conffiles", "md5sums", "triggers")
SECONDS, STAYS = 60, 5
"""To become ready, and to stay so."""
ROOM = 200_000_000


class Busy(Exception):
    """Somebody else is updating."""


@contextmanager
def alone() -> Iterator[None]:
    """Be the only one who updates this machine. Raises `Busy`."""
    os.makedirs(FOLDER, mode=0o755, exist_ok=True)
    with open(os.path.join(FOLDER, "lock"), "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Busy from None
        yield


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
    os.makedirs(notes, mode=0o755)
    for script in SCRIPTS:
        with suppress(FileNotFoundError):
            shutil.copy2(os.path.join(INFORMATION, f"{NAME}.{script}"), os.path.join(notes, script))
    control = said("dpkg-query", "--status", NAME).splitlines()
    with open(os.path.join(notes, "control"), "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in _own_fields(control))
    for path in said("dpkg-query", "--listfiles", NAME).splitlines():
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


def _copy(path: str, root: str) -> None:
    """Copy a file, a link or an empty folder; an owner may have removed a file."""
    place = os.path.join(root, path.lstrip("/"))
    if os.path.islink(path) or os.path.isfile(path):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy2(path, place, follow_symlinks=False)
    elif os.path.isdir(path):
        os.makedirs(place, exist_ok=True)


class Outcome(NamedTuple):
    """Whether the new version is there and lives; if not, what was said."""

    is_good: bool
    why: str = ""


def install(*, must_come_up: bool) -> Outcome:
    """Install the staged package, and see whether the box becomes ready and stays so."""
    try:
        said(*_dpkg(NEW))
    except Failed as failed:
        return Outcome(is_good=False, why=str(failed))
    if not must_come_up:
        return Outcome(is_good=True)
    _systemctl("reset-failed", service.UNIT)
    _systemctl("start", "--no-block", service.UNIT)
    deadline = time.monotonic() + SECONDS
    while not _systemctl("--quiet", "is-active", service.UNIT):
        if time.monotonic() > deadline:
            return Outcome(is_good=False)
        time.sleep(0.5)
    before = _runs()
    time.sleep(STAYS)
    return Outcome(is_good=_systemctl("--quiet", "is-active", service.UNIT) and _runs() == before)


def roll_back() -> Outcome:
    """Bring the old version back; the box is stopped afterwards."""
    _systemctl("stop", service.UNIT)
    try:
        said(ROLLBACK)
    except Failed as failed:
        return Outcome(is_good=False, why=str(failed))
    return Outcome(is_good=True)


def finish() -> None:
    """Forget the old version: from here on a pulled plug leads to the new one."""
    with suppress(FileNotFoundError):
        os.remove(os.path.join(FOLDER, OLD))
    sync_folder(FOLDER)
    shutil.rmtree(FOLDER)


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


def _dpkg(package: str) -> tuple[str, ...]:
    """Install as nobody sits there: the owner's configuration stays."""
    path = os.path.join(FOLDER, package)
    return ("env", "DEBIAN_FRONTEND=noninteractive", "dpkg", "--force-confold", "--install", path)


def _runs() -> str:
    """Name the process of the box, which is another one after a crash."""
    with suppress(Failed):
        return said("systemctl", "show", "--property=MainPID", "--value", service.UNIT)
    return ""


def _systemctl(*words: str) -> bool:
    try:
        said("systemctl", *words)
    except Failed:
        return False
    return True
