"""Which files a machine has, so that a purge can be held to its word: nothing left but the games."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

ELSEWHERE = ("proc", "sys", "dev", "run", "tmp", "root", "srv")
"""Of the running machine, or of this proof."""
OF_THE_SYSTEM = (
    "etc/.pwd.lock",
    "var/cache/",
    "var/lib/dpkg/",
    "var/lib/systemd/",
    "var/log/",
    "var/tmp/",
)
"""What the system writes by itself, whatever is installed."""
BUT_OURS = "sideline"
"""A name with this in it is looked at wherever it lies."""
ACCOUNTS = ("etc/passwd", "etc/shadow", "etc/group", "etc/gshadow")


def listing(root: Path) -> set[str]:
    """Name every file and folder of a machine that could be a package's."""
    found: set[str] = set()
    for folder, folders, files in os.walk(root):
        inside = os.path.relpath(folder, root)
        if inside == ".":
            folders[:] = [name for name in folders if name not in ELSEWHERE]
        paths = (os.path.normpath(os.path.join(inside, name)) for name in (*folders, *files))
        found.update(path for path in paths if is_looked_at(path))
    return found


def is_looked_at(path: str) -> bool:
    """Return whether it matters that a file is there.

    >>> is_looked_at("etc/sideline"), is_looked_at("var/log/wtmp"), is_looked_at("var/lib/dpkg/info/sideline.list")
    (True, False, True)
    """
    # the backups of the accounts come with the first account that is added, and /etc/group keeps gpio and i2c
    is_account = path.rstrip("-") in ACCOUNTS
    return BUT_OURS in path or not (is_account or path.startswith(OF_THE_SYSTEM))


def below(folder: str, paths: Iterable[str]) -> set[str]:
    """Give what lies in a folder, and the folder.

    >>> sorted(below("var/lib/sideline", ["var/lib/sideline", "var/lib/sideline/log.txt", "var/lib/sidelines"]))
    ['var/lib/sideline', 'var/lib/sideline/log.txt']
    """
    return {path for path in paths if path == folder or path.startswith(f"{folder}/")}


def accounts(root: Path, name: str) -> list[str]:
    """Give the lines about a user or a group of that name, or with it as a member."""
    lines = [line for file in ACCOUNTS for line in (root / file).read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if name in line.replace(",", ":").split(":")]
