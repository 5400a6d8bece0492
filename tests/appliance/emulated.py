"""A machine of another kind, under emulation: a folder, qemu for every program in it, no systemd and no network.

Where this machine's own binfmt_misc knows qemu already, that is used. Elsewhere it gets one of its own, in a user
namespace in which every user is itself, so that nothing changes on this machine.
"""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

from tests.appliance.inside import enter, kill
from tests.appliance.report import PATIENCE, Report, Wrong

REGISTERED = Path("/proc/sys/fs/binfmt_misc")
EVERYBODY = "0 0 65536"
SLOW = 10.0
"""So many times longer takes what is emulated."""
WAITS = """
echo begun
read -r go
mount --make-rprivate /
mount -t proc proc /proc
if [ -n "$1" ]; then
    mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    cat "$1" >/proc/sys/fs/binfmt_misc/register
fi
mount -t proc proc "$0/proc"
echo ready
read -r end
"""
"""Holds the namespaces until it is told to end."""


class Emulated:
    """The machine."""

    def __init__(self, root: Path, report: Report, machine: str) -> None:
        """Make it ready to run programs for a kind of machine, such as `aarch64`; our own kind needs no qemu."""
        self.root, self.report = root, report
        is_private = machine != platform.machine() and not (REGISTERED / f"qemu-{machine}").exists()
        qemu = f"/usr/lib/binfmt.d/qemu-{machine}.conf" if is_private else ""
        self._holder = subprocess.Popen(
            command(root, qemu),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._expect(b"begun")
        if is_private:
            for kind in ("uid_map", "gid_map"):
                Path(f"/proc/{self._holder.pid}/{kind}").write_text(EVERYBODY, encoding="ascii")
        assert self._holder.stdin is not None
        self._holder.stdin.write(b"go\n")
        self._holder.stdin.flush()
        self._expect(b"ready")
        children = Path(f"/proc/{self._holder.pid}/task/{self._holder.pid}/children").read_text(encoding="ascii")
        self._first = int(children)

    def _expect(self, word: bytes) -> None:
        assert self._holder.stdout is not None
        assert self._holder.stderr is not None
        if self._holder.stdout.readline().strip() != word:
            self._holder.kill()
            why = self._holder.stderr.read().decode(errors="replace").strip()
            raise Wrong(
                f"qemu cannot be had in private ({why}); `systemctl restart systemd-binfmt` lets everybody"
            )

    def run(self, *command: str, status: int | None = 0, seconds: float = PATIENCE) -> str:
        """Run a command there as root, and give what it wrote."""
        entered = enter(self._first)
        shown = " ".join(command)
        chroot = ["chroot", str(self.root), *command]
        return self.report.run(*entered, *chroot, shown=shown, status=status, seconds=seconds * SLOW)

    def end(self) -> None:
        """End everything that runs there."""
        kill(self._holder)


def command(root: Path, qemu: str) -> list[str]:
    """Give the command that holds the namespaces; with a file for binfmt_misc there is one of them for users."""
    apart = ["--user"] if qemu else []
    unshare = ["unshare", *apart, "--mount", "--net", "--pid", "--fork", "--kill-child"]
    return ["setpriv", "--pdeathsig=KILL", *unshare, "sh", "-ec", WAITS, str(root), qemu]
