r"""A card that sets itself up: Raspberry Pi OS runs our package at its first start, without a network.

Raspberry Pi OS reads cloud-init files from the FAT partition of its card. We add one command to the list `runcmd`
of `user-data`, put the package and a script beside it, and turn I²C on in `config.txt`. What Raspberry Pi Imager
wrote there (user, Wi-Fi, keys) stays as it is, byte by byte. We change text, without a YAML library: only the
usual form of the file is accepted, everything else is refused, and tests compare the result with a real parser.

>>> print(with_command("#cloud-config\nhostname: box\n"))
#cloud-config
hostname: box
# >>> sideline: written by "sideline card"
runcmd:
  - [sh, /boot/firmware/sideline/first-boot.sh]
# <<< sideline
<BLANKLINE>
"""

from __future__ import annotations

import os
import re
import shutil
from typing import NamedTuple

from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.storage.paths import replace_bytes
from firmware_py.system.setup import boot

USER_DATA, CONFIG = "user-data", "config.txt"
SEED_FILES = (USER_DATA, "meta-data", "network-config")
"""The files of cloud-init; a card of Raspberry Pi OS trixie or newer has them."""
OURS, SCRIPT = "sideline", "first-boot.sh"
BOOT_FOLDER = "/boot/firmware"
BACKUP = ".before-sideline"
HEADER = "#cloud-config"
BEGIN, END = '# >>> sideline: written by "sideline card"', "# <<< sideline"
ITEM = f"[sh, {BOOT_FOLDER}/{OURS}/{SCRIPT}]"
PACKAGE = re.compile(r"sideline_[\w.+~]+~(?P<distribution>\w+)_(?P<architecture>\w+)\.deb")
SPARE_BYTES = 5_000_000


class Prepared(NamedTuple):
    """What was put on a card."""

    package: str
    files: tuple[str, ...]
    """The files that were written or changed."""
    backups: tuple[str, ...]


def prepare(folder: str, package: str, language: str, *, architecture: str = "arm64") -> Prepared:
    """Make a card install a package at its first start. Raises a `UserError`, and then nothing was changed.

    `language` is that of the pictures that the display shows meanwhile.
    """
    _check_card(folder)
    name = os.path.basename(package)
    found = PACKAGE.fullmatch(name)
    if found is None or found["architecture"] != architecture or found["distribution"] == "bookworm":
        raise UserError(say("card.other-package", given=name))
    try:
        changed = {
            USER_DATA: with_command(_read(folder, USER_DATA) or f"{HEADER}\n"),
            CONFIG: boot.turned_on(_read(folder, CONFIG)),
        }
        return _write(folder, package, changed, script(language))
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(say("my-copy.cannot-write", path=error.filename or folder, reason=reason)) from None


def _check_card(folder: str) -> None:
    if not all(os.path.isfile(os.path.join(folder, name)) for name in (CONFIG, "cmdline.txt")):
        raise UserError(say("card.not-one", folder=folder))
    is_seeded = any(os.path.isfile(os.path.join(folder, name)) for name in SEED_FILES)
    if not is_seeded or os.path.exists(os.path.join(folder, "firstrun.sh")):
        raise UserError(say("card.too-old", folder=folder))


def _read(folder: str, name: str) -> str:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read().decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise UserError(say("card.strange", path=os.path.join(folder, name))) from None


def with_command(text: str) -> str:
    r"""Return user-data with our command at the end of `runcmd`, in place of an older one. Raises a `UserError`.

    >>> print(with_command("#cloud-config\nruncmd:\n- [rfkill, unblock, wifi]\n\nusers: []"))
    #cloud-config
    runcmd:
    - [rfkill, unblock, wifi]
    # >>> sideline: written by "sideline card"
    - [sh, /boot/firmware/sideline/first-boot.sh]
    # <<< sideline
    <BLANKLINE>
    users: []
    """
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = _without_ours(text.split(ending))
    if lines[0].rstrip() != HEADER or any("\t" in line or line.startswith(("---", "%")) for line in lines):
        raise UserError(say("card.strange", path=USER_DATA))
    at = [number for number, line in enumerate(lines) if re.match(r"['\"]?runcmd['\"]?\s*:", line)]
    if not at:
        tail = [lines.pop()] if not lines[-1] else [""]
        return ending.join([*lines, BEGIN, "runcmd:", f"  - {ITEM}", END, *tail])
    if len(at) > 1 or re.fullmatch(r"runcmd:\s*(#.*)?", lines[at[0]]) is None:
        raise UserError(say("card.strange", path=USER_DATA))
    last, indent = _end_of_list(lines, at[0])
    return ending.join([*lines[: last + 1], BEGIN, f"{indent}- {ITEM}", END, *lines[last + 1 :]])


def _end_of_list(lines: list[str], start: int) -> tuple[int, str]:
    """Return the last line of the list after a key, and how its items are indented."""
    last, indent = start, None
    for number, line in enumerate(lines[start + 1 :], start=start + 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line[0] not in " -":
            break
        if indent is None:
            if not line.lstrip().startswith("- "):
                raise UserError(say("card.strange", path=USER_DATA))
            indent = line[: len(line) - len(line.lstrip())]
        last = number
    return last, "  " if indent is None else indent


def _without_ours(lines: list[str]) -> list[str]:
    """Return the lines without those that an earlier call has added."""
    if BEGIN not in lines or END not in lines:
        return lines
    begin, end = lines.index(BEGIN), lines.index(END)
    return lines[:begin] + lines[end + 1 :]


def script(language: str) -> str:
    """Return the script that the card runs at its first start."""
    with open(os.path.join(os.path.dirname(__file__), SCRIPT), encoding="utf-8") as file:
        return file.read().replace("LANGUAGE", language)


def _write(folder: str, package: str, changed: dict[str, str], script_text: str) -> Prepared:
    """Copy the package and the script first, change the files last: a card pulled out meanwhile still starts."""
    ours = os.path.join(folder, OURS)
    size = os.path.getsize(package)
    if shutil.disk_usage(folder).free < size + SPARE_BYTES:
        raise UserError(say("card.full", folder=folder, megabytes=-(-(size + SPARE_BYTES) // 1_000_000)))
    os.makedirs(ours, exist_ok=True)
    for name in os.listdir(ours):
        if PACKAGE.fullmatch(name):
            os.remove(os.path.join(ours, name))
    with open(package, "rb") as file:
        replace_bytes(os.path.join(ours, os.path.basename(package)), file.read())
    replace_bytes(os.path.join(ours, SCRIPT), script_text.encode())
    backups = []
    for name, text in changed.items():
        path = os.path.join(folder, name)
        before = _read(folder, name)
        if text == before:
            continue
        if before and not os.path.exists(path + BACKUP):
            replace_bytes(path + BACKUP, before.encode())
            backups.append(name + BACKUP)
        replace_bytes(path, text.encode())
    files = (f"{OURS}/{os.path.basename(package)}", f"{OURS}/{SCRIPT}", *changed)
    return Prepared(os.path.basename(package), files, tuple(backups))
