"""The user of the service: whether it exists, where its data are, and how root switches to it.

The service runs as its own user. That user, and root with `sudo sideline …`, see the games of the box. Every other
user has games of their own, and is told where the games of the box are.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pwd import getpwuid

USER = "sideline"
UNIT = "sideline.service"
DATA = "/var/lib/sideline"
CONFIGURATION = "/etc/sideline/sideline.toml"
MOST_BYTES = 20_000_000

preloaded_files: dict[str, bytes] = {}
"""Files named by root, read before the switch: the service user may have no access to them."""


def owner() -> int | None:
    """Return the id of the user who owns the box's data, or None if there is no service on this machine."""
    return owner_of(DATA)  # a purged package leaves its data to root


def owner_of(folder: str) -> int | None:
    """Return the id of the user who owns a folder; None if that is root, or there is no such folder."""
    try:
        return os.stat(folder).st_uid or None
    except OSError:
        return None


def is_service_user() -> bool:
    """Return whether this program runs as the service user."""
    return owner() == os.geteuid()


def has_separate_data(folder: str) -> bool:
    """Return whether the box of this machine uses other data than this program, which may have a named folder."""
    return not folder and owner() not in {None, os.geteuid()}


def switch_to_service_user(folder: str, named: Iterable[str] = ()) -> None:
    """Switch from root to the service user, so that no file of the box ever belongs to root.

    If a data folder is named, root becomes the owner of that. Named files are read before the switch.
    """
    number = owner_of(folder) if folder else owner()
    if os.geteuid() or number is None:
        return
    try:
        user = getpwuid(number)
    except KeyError:
        return
    for path in filter(os.path.isfile, named):
        with open(path, "rb") as file:
            preloaded_files[path] = file.read(MOST_BYTES)
    os.initgroups(user.pw_name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(number)
    os.environ["HOME"] = user.pw_dir if folder else DATA


@contextmanager
def acting_as_service_user() -> Iterator[None]:
    """Let root read with the rights of the service user for a while: its files may be links to anything."""
    number, before = owner(), os.geteuid()
    if before or number is None:
        yield
        return
    os.seteuid(number)
    try:
        yield
    finally:
        os.seteuid(before)
