"""The service manager's side of things: how the last run ended, and the switch of the machine.

On a box that systemd has started, switching off at the panel switches the machine off: one call to logind, which
does it if polkit lets the box. `systemctl poweroff` makes the same call, and tries other ways if it is refused.
"""

from __future__ import annotations

import os
from contextlib import suppress

SECONDS = 10
"""To wait for an answer; less than the watchdog waits for us."""
POWER_OFF = (
    "/usr/bin/busctl",
    "--system",
    f"--timeout={SECONDS}",
    "call",
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
    "PowerOff",
    "b",
    "false",  # nobody is there to be asked for a password
)
KILLED = ("timeout", "signal", "core-dump", "watchdog", "oom-kill")
"""How a run ends without a word of its own, as systemd calls it in `$SERVICE_RESULT`."""


def is_service() -> bool:
    """Tell whether the service manager has started us, and listens."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def switch_machine_off(command: tuple[str, ...] = POWER_OFF) -> str:
    """Ask for the machine to be switched off: we are ended soon, like everybody. Gives what is wrong, if anything.

    >>> switch_machine_off(("/bin/sh", "-c", "echo Call failed: Access denied >&2; exit 1"))
    'Call failed: Access denied'
    """
    import subprocess

    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS + 1, check=False)  # noqa: S603 - the words are our own
    except (OSError, subprocess.TimeoutExpired) as error:
        return getattr(error, "strerror", None) or str(error)
    if done.returncode == 0:
        return ""
    return done.stderr.decode(errors="replace").strip() or f"busctl: {done.returncode}"


def how_it_ended() -> str:
    """Tell how the service manager had to end the run before this one, and forget it; empty if it did not.

    The unit notes it in the runtime directory, which a reboot empties: a pulled plug is no crash.
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
