"""This machine, as far as setting it up goes: its boot configuration, its kernel's modules, its services."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.storage.paths import make_folder, replace_bytes
from firmware_py.system import service_user
from firmware_py.system.setup import boot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pwd import struct_passwd

ROOT = "/"
BOOT_FILES = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Where the boot configuration lies: since bookworm, and before."""
MODULE_FILE = "/etc/modules-load.d/sideline.conf"
MODULE_FILES = ("/etc/modules", "/etc/modules-load.d", "/usr/lib/modules-load.d")
MODULE = "i2c-dev"
BUS = "/dev/i2c-1"
SPEED = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
SYSTEMD = "/run/systemd/system"
BACKUP = ".before-sideline"


class Change(NamedTuple):
    """What a file shall be; nothing at all: it shall not be there."""

    path: str
    before: bytes
    after: bytes
    is_own: bool
    """Whether the whole file is ours; the others' get a backup."""

    def lines(self) -> Iterator[str]:
        """Give the lines that come (+) and go (-)."""
        from difflib import ndiff

        before, after = (data.decode("latin-1").split("\n") for data in (self.before, self.after))
        return (line.rstrip() for line in ndiff(before, after) if line[0] in "+-" and line[1:].strip())

    def make(self) -> str:
        """Change the file and tell where it is kept as it was, if it is. Raises `OSError`."""
        place = _at(self.path)
        if self.is_own:
            if self.after:
                make_folder(os.path.dirname(place))
                replace_bytes(place, self.after)
            else:
                os.remove(place)
            return ""
        if _read(self.path + BACKUP) == self.after:  # this takes back what we did: nothing of ours is left
            replace_bytes(place, self.after)
            with suppress(FileNotFoundError):
                os.remove(place + BACKUP)
            return ""
        replace_bytes(place + BACKUP, self.before)
        replace_bytes(place, self.after)
        return self.path + BACKUP


def boot_file() -> str | None:
    """Find the boot configuration."""
    return next((path for path in BOOT_FILES if os.path.isfile(_at(path))), None)


def boot_change(path: str, *, wants_on: bool) -> Change | None:
    """Say what has to change in the boot configuration for I²C. Raises `OSError`."""
    before = _read(path)
    text = before.decode("latin-1")  # any bytes are such a text, and come back as they were
    after = (boot.turned_on(text) if wants_on else boot.without_ours(text)).encode("latin-1")
    return None if after == before else Change(path, before, after, is_own=False)


def module_change(*, wants_on: bool) -> Change | None:
    """Say what has to change so that the kernel shows its I²C buses to programs."""
    before = _read(MODULE_FILE)
    after = f"{MODULE}\n".encode() if wants_on else b""
    if after == before or (wants_on and any(map(_names_module, MODULE_FILES))):
        return None
    return Change(MODULE_FILE, before, after, is_own=True)


def _names_module(path: str) -> bool:
    """Tell whether a file, or one in a folder, has the kernel load the module."""
    with suppress(NotADirectoryError, FileNotFoundError):
        return any(_names_module(os.path.join(path, name)) for name in os.listdir(_at(path)))
    names = _read(path).decode("latin-1").split("\n")
    return any(name.strip().replace("_", "-") == MODULE for name in names)


def load_module() -> None:
    """Have the kernel show its I²C buses now, if it can."""
    _run("modprobe", MODULE)


def is_bus_live() -> bool:
    """Tell whether the bus is there, and fast as far as the kernel says, without a reboot."""
    speed = int.from_bytes(_read(SPEED), "big")
    return os.path.exists(_at(BUS)) and (speed == 0 or speed >= boot.FAST)


# --- the service


def user() -> struct_passwd | None:
    """Give the user of the box, if the package is installed."""
    from pwd import getpwnam

    try:
        return getpwnam(service_user.USER)
    except KeyError:
        return None


def starts_by_itself() -> bool | None:
    """Tell whether the box is started with the machine; None if there is no service."""
    if user() is None or not has_systemd():
        return None
    return _run("systemctl", "--quiet", "is-enabled", service_user.UNIT)


def let_start(*, by_itself: bool) -> None:
    """Have the box started with the machine, or not."""
    _run("systemctl", "--quiet", "enable" if by_itself else "disable", service_user.UNIT)


def is_running() -> bool:
    """Tell whether the box runs."""
    return has_systemd() and _run("systemctl", "--quiet", "is-active", service_user.UNIT)


def stop() -> bool:
    """Stop the box, so that its hardware is free; tell whether it was running."""
    return is_running() and _run("systemctl", "stop", service_user.UNIT)


def start() -> bool:
    """Start the box; tell whether it has come up. Without systemd nothing is to be done."""
    return not has_systemd() or _run("systemctl", "start", service_user.UNIT)


def as_box(*arguments: str) -> int:
    """Run a command of this program as the user of the box, with nothing but its groups; gives its exit status."""
    account = user()
    assert account is not None
    groups = os.getgrouplist(account.pw_name, account.pw_gid)
    variables = {
        name: os.environ[name] for name in ("LANG", "LC_ALL", "LC_MESSAGES", "PATH") if name in os.environ
    }
    variables |= {
        "HOME": service_user.DATA,
        "SIDELINE_DATA": service_user.DATA,
        "SIDELINE_CONFIG": service_user.CONFIGURATION,
    }
    return subprocess.run(  # noqa: S603 - this very program
        [os.path.abspath(sys.argv[0]), *arguments],
        check=False,
        cwd="/",
        env=variables,
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=groups,
        umask=0o077,
    ).returncode


def has_systemd() -> bool:
    """Tell whether systemd runs this machine."""
    return os.path.isdir(_at(SYSTEMD))


def _run(*command: str) -> bool:
    """Run a command; tell whether it was done. What it has to say goes to whoever looks."""
    try:
        return subprocess.run(command, check=False).returncode == 0  # noqa: S603 - every word of it is ours
    except OSError:
        return False


def _at(path: str) -> str:
    """Find a path on this machine; for the tests that is a folder."""
    return os.path.join(ROOT, path.lstrip("/"))


def _read(path: str) -> bytes:
    try:
        with open(_at(path), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""
