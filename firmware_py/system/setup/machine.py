"""The parts of this machine that the setup changes: boot configuration, kernel modules, services."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from difflib import ndiff
from pwd import getpwnam, struct_passwd
from typing import NamedTuple

from engine.verdicts import say
from firmware_py import service_user
from firmware_py.errors import UserError
from firmware_py.storage.paths import make_folder, replace_bytes
from firmware_py.system.setup import boot

ROOT = "/"
BOOT_FILES = ("/boot/firmware/config.txt", "/boot/config.txt")
"""The boot configuration, since Debian bookworm and before."""
FIRMWARE_HOOK = "/etc/kernel/postinst.d/z50-raspi-firmware"
LASTING_FILE = "/etc/default/raspi-firmware-custom"
"""Debian's raspi-firmware writes the boot configuration again with every kernel, and adds this file to it."""
MODULE_FILE = "/etc/modules-load.d/sideline.conf"
MODULE_FILES = ("/etc/modules", "/etc/modules-load.d", "/usr/lib/modules-load.d")
MODULE = "i2c-dev"
BUS = "/dev/i2c-1"
SPEED = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
COMMAND_LINE = "cmdline.txt"
"""Of the kernel, beside the boot configuration."""
LOWER_ROOT = "/media/root-ro/etc"
"""A folder of the disk below a read-only root."""
OVERLAY_SCRIPT = "/usr/share/initramfs-tools/scripts/init-bottom/overlayroot"
SYSTEMD = "/run/systemd/system"
BACKUP = ".before-sideline"
_BOARD = re.compile(r"\s*board\s*=")


class Change(NamedTuple):
    """A change of a file. If `after` is empty, our own file is deleted."""

    path: str
    before: bytes
    after: bytes
    is_own: bool
    """Whether the whole file is ours; other files get a backup."""

    def lines(self) -> Iterator[str]:
        """Return the added (+) and removed (-) lines."""
        before, after = (data.decode("latin-1").split("\n") for data in (self.before, self.after))
        return (line.rstrip() for line in ndiff(before, after) if line[0] in "+-" and line[1:].strip())

    def make(self) -> str:
        """Change the file; return the path of its backup, or an empty string. Raises `OSError`."""
        place = _at(self.path)
        if self.is_own:
            if self.after:
                make_folder(os.path.dirname(place))
                replace_bytes(place, self.after)
            else:
                os.remove(place)
            return ""
        if _read(self.path + BACKUP) == self.after:  # back to the original content: the backup is no longer needed
            replace_bytes(place, self.after)
            with suppress(FileNotFoundError):
                os.remove(place + BACKUP)
            return ""
        replace_bytes(place + BACKUP, self.before)
        replace_bytes(place, self.after)
        return self.path + BACKUP


def boot_file() -> str | None:
    """Return the path of the boot configuration, or None."""
    return next((path for path in BOOT_FILES if os.path.isfile(_at(path))), None)


def board_change(name: str) -> Change | None:
    """Return the change of the box's configuration that names its board, or None. Raises `OSError`."""
    path = service_user.CONFIGURATION
    before = _read(path)
    lines = before.decode("latin-1").split("\n")
    first_table = next((at for at, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    kept = [line for line in lines[:first_table] if not _BOARD.match(line)]
    after = "\n".join([f'board = "{name}"', *kept, *lines[first_table:]]).encode("latin-1")
    if sorted(after.splitlines()) == sorted(before.splitlines()):
        return None
    return Change(path, before, after, is_own=False)


def boot_change(path: str, *, wants_on: bool, with_spi: bool = False) -> Change | None:
    """Return the change of the boot configuration that I²C (and SPI) needs, or None. Raises `OSError`."""
    before = _read(path)
    text = before.decode("latin-1")  # decodes any bytes without loss
    after = (boot.turned_on(text, with_spi=with_spi) if wants_on else boot.without_ours(text)).encode("latin-1")
    return None if after == before else Change(path, before, after, is_own=False)


def lasting_change(*, wants_on: bool, with_spi: bool = False) -> Change | None:
    """Return the change of the file that outlasts a new kernel; None if the system keeps its configuration."""
    before = _read(LASTING_FILE)
    if LASTING_FILE.encode() not in _read(FIRMWARE_HOOK) and not before:
        return None
    text = before.decode("latin-1")
    after = (boot.turned_on(text, with_spi=with_spi) if wants_on else boot.without_ours(text)).encode("latin-1")
    if after == before:
        return None
    is_own = not boot.without_ours((before or after).decode("latin-1")).strip()
    return Change(LASTING_FILE, before, b"" if is_own and not wants_on else after, is_own=is_own)


def module_change(*, wants_on: bool) -> Change | None:
    """Return the change that makes the kernel load the I²C module, or None."""
    before = _read(MODULE_FILE)
    after = f"{MODULE}\n".encode() if wants_on else b""
    if after == before or (wants_on and any(map(_names_module, MODULE_FILES))):
        return None
    return Change(MODULE_FILE, before, after, is_own=True)


def _names_module(path: str) -> bool:
    """Return whether a file, or a file in a folder, makes the kernel load the module."""
    with suppress(NotADirectoryError, FileNotFoundError):
        return any(_names_module(os.path.join(path, name)) for name in os.listdir(_at(path)))
    names = _read(path).decode("latin-1").split("\n")
    return any(name.strip().replace("_", "-") == MODULE for name in names)


def load_module() -> None:
    """Load the I²C module now, if possible."""
    _run("modprobe", MODULE)


def is_bus_live() -> bool:
    """Return whether the bus exists and, if the kernel reports its speed, is fast: no reboot is needed."""
    speed = int.from_bytes(_read(SPEED), "big")
    return os.path.exists(_at(BUS)) and (speed == 0 or speed >= boot.FAST)


# --- a read-only root


def overlay_change(boot_path: str, *, wants_on: bool) -> Change | None:
    """Return the change of the kernel's command line that makes the root read-only, or not, or None.

    Raises a `UserError` if there is none that names a root: the computer would not start with one of ours alone.
    """
    path = os.path.join(os.path.dirname(boot_path), COMMAND_LINE)
    before = _read(path)
    if b"root=" not in before:
        raise UserError(say("setup.no-config", paths=(path,)))
    after = (boot.with_overlay if wants_on else boot.without_overlay)(before.decode("latin-1")).encode("latin-1")
    return None if after == before else Change(path, before, after, is_own=False)


def is_root_read_only() -> bool:
    """Return whether this start of the machine forgets what is written to its root."""
    return os.path.isdir(_at(LOWER_ROOT))


def check_root_remembers() -> None:
    """Raise a `UserError` if what is about to be changed would be forgotten."""
    if is_root_read_only():
        raise UserError(say("setup.root-forgets"))


def has_overlay_package() -> bool:
    """Return whether the package is installed that makes a root read-only."""
    return os.path.isfile(_at(OVERLAY_SCRIPT))


def install_overlay_package() -> bool:
    """Install it, which needs a network; return whether that has worked."""
    return _run("apt-get", "install", "--yes", "--no-install-recommends", boot.OVERLAY)


# --- the service


def user() -> struct_passwd | None:
    """Return the service user, or None if the package is not installed."""
    try:
        return getpwnam(service_user.USER)
    except KeyError:
        return None


def is_autostart_enabled() -> bool | None:
    """Return whether the box is started at boot, or None if there is no service."""
    if user() is None or not has_systemd():
        return None
    return _run("systemctl", "--quiet", "is-enabled", service_user.UNIT)


def set_autostart(*, is_enabled: bool) -> None:
    """Enable or disable the start of the box at boot."""
    _run("systemctl", "--quiet", "enable" if is_enabled else "disable", service_user.UNIT)


def is_running() -> bool:
    """Return whether the service is running."""
    return has_systemd() and _run("systemctl", "--quiet", "is-active", service_user.UNIT)


def stop() -> bool:
    """Stop the service, so that its hardware is free; return whether it was running."""
    return is_running() and _run("systemctl", "stop", service_user.UNIT)


def start() -> bool:
    """Start the service; return whether it is up, or True without systemd."""
    return not has_systemd() or _run("systemctl", "start", service_user.UNIT)


def run_as_service_user(*arguments: str) -> int:
    """Run a command of this program as the service user, with only its groups; return the exit status."""
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
    return subprocess.run(
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
    """Return whether this machine uses systemd."""
    return os.path.isdir(_at(SYSTEMD))


def _run(*command: str) -> bool:
    """Run a command with its output on the terminal; return whether it succeeded."""
    try:
        return subprocess.run(command, check=False).returncode == 0
    except OSError:
        return False


def _at(path: str) -> str:
    """Return a path below `ROOT`, which tests replace by a folder."""
    return os.path.join(ROOT, path.lstrip("/"))


def _read(path: str) -> bytes:
    try:
        with open(_at(path), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""
