"""The box as a service of this machine: whose it is, where it keeps things, and how root becomes it.

The service has a user of its own. Whoever is that user, and root by `sudo sideline …`, sees the box's games;
everybody else has games of their own, and is told where the box's are.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # typing's own costs too much at the start of a short command
if TYPE_CHECKING:
    from collections.abc import Iterable

USER = "sideline"
UNIT = "sideline.service"
DATA = "/var/lib/sideline"
CONFIGURATION = "/etc/sideline/sideline.toml"
MOST_BYTES = 20_000_000

handed: dict[str, bytes] = {}
"""Files that root has named; the box itself may not be let into somebody's home."""


def owner() -> int | None:
    """Give the number of the user whose the box's data are, if there is a service on this machine."""
    try:
        return os.stat(DATA).st_uid or None  # a purged package leaves its games to root
    except OSError:
        return None


def is_ours() -> bool:
    """Tell whether this program runs as the service's user."""
    return owner() == os.geteuid()


def is_apart() -> bool:
    """Tell whether the box of this machine keeps other data than this program does."""
    return not os.environ.get("SIDELINE_DATA") and owner() not in {None, os.geteuid()}


def become(named: Iterable[str] = ()) -> None:
    """Let root be the service's user from here on, so that no file of the box ever belongs to root.

    Files that were named are read before.
    """
    number = owner()
    if os.geteuid() or number is None or os.environ.get("SIDELINE_DATA"):
        return
    from pwd import getpwuid

    try:
        user = getpwuid(number)
    except KeyError:
        return
    for path in filter(os.path.isfile, named):
        with open(path, "rb") as file:
            handed[path] = file.read(MOST_BYTES)
    os.initgroups(user.pw_name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(number)
    os.environ["HOME"] = DATA
