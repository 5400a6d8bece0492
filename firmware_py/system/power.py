"""Power off and the service manager: switch the machine off, and find out how the last run ended.

If systemd has started the program, switching off at the panel also switches the machine off: one call to logind,
which polkit has to allow. `systemctl poweroff` makes the same call, but tries other ways if it is refused.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress

ANSWER_TIMEOUT_SECONDS = 10
"""Must be shorter than the watchdog's timeout."""
POWER_OFF = (
    "/usr/bin/busctl",
    "--system",
    f"--timeout={ANSWER_TIMEOUT_SECONDS}",
    "call",
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
    "PowerOff",
    "b",
    "false",  # not interactive: nobody can enter a password
)
KILLED = ("timeout", "signal", "core-dump", "watchdog", "oom-kill")
"""The values of systemd's `$SERVICE_RESULT` for a run that was ended from outside."""


def is_service() -> bool:
    """Return whether systemd has started this program and expects notifications."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def switch_machine_off(command: tuple[str, ...] = POWER_OFF) -> str:
    """Ask logind to switch the machine off; return the error message, or an empty string.

    >>> switch_machine_off(("/bin/sh", "-c", "echo Call failed: Access denied >&2; exit 1"))
    'Call failed: Access denied'
    """
    try:
        done = subprocess.run(command, capture_output=True, timeout=ANSWER_TIMEOUT_SECONDS + 1, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return getattr(error, "strerror", None) or str(error)
    if done.returncode == 0:
        return ""
    return done.stderr.decode(errors="replace").strip() or f"busctl: {done.returncode}"


def how_last_run_ended() -> str:
    """Return how systemd ended the previous run, or an empty string if it ended by itself; delete the note.

    The unit writes the note to the runtime directory. A reboot empties it: a power cut does not count as a crash.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY")
    ended = ""
    if folder:
        path = os.path.join(folder, "ended")
        with suppress(OSError, ValueError), open(path, encoding="ascii") as file:
            ended = file.read().strip()
        with suppress(OSError):
            os.remove(path)
    return ended if ended in KILLED else ""
