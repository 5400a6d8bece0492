"""A machine that is booted: Debian's systemd as its first process, under systemd-nspawn, without a network.

Where systemd runs this machine too, nspawn asks it for a cgroup. Elsewhere it gets one of our making, in
namespaces of its own, so that nothing of it is seen or left on this machine.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
from contextlib import suppress
from pathlib import Path

from tests.appliance.inside import enter, kill, leader, until
from tests.appliance.report import PATIENCE, Report, Wrong

ROWS, COLUMNS = 50, 200
"""Of the console: wide enough for systemd to write the names of units out."""
BOOT = 90.0
OFF = 60.0
JOURNAL = 20.0
PROGRAM = Path("/run/systemd/system")
"""There if systemd runs this machine."""
APART = """
mount --make-rprivate /
umount --recursive /sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir "/sys/fs/cgroup/$0"
echo $$ >"/sys/fs/cgroup/$0/cgroup.procs"
exec unshare --cgroup --pid --fork --kill-child --mount-proc sh -ec '
umount /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
"$@"; exit' - "$@"
"""
"""Runs a command in a cgroup of its own, which it takes for the only one."""
TIDY = """
mount --make-rprivate /
mount -t cgroup2 cgroup2 /mnt
cd "/mnt/$0" || exit 0
for try in $(seq 100); do
    grep -q "populated 0" cgroup.events && break
    sleep 0.1
done
cd /
find "/mnt/$0" -depth -type d -exec rmdir {} +
"""
"""Removes that cgroup once the last process in it is gone."""


class Booted:
    """The machine."""

    def __init__(self, root: Path, report: Report) -> None:
        """Store the folder that it boots from."""
        self.root, self.report = root, report
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._console = bytearray()
        self._cgroup = f"sideline-{os.getpid()}"
        self.leader = 0

    @property
    def console(self) -> str:
        """What was written on the console since it was booted, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", self._console.decode(errors="replace"))

    def boot(self, *, is_read_only: bool = False) -> None:
        """Switch it on, with a read-only root or not, and wait until everything is started."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._console.clear()
        below = None
        if is_read_only:
            below = self.root.with_suffix(".below")
            below.mkdir(exist_ok=True)
            self.report.run("mount", "--bind", str(self.root), str(below))
        self._process = subprocess.Popen(
            command(self.root, self._cgroup, is_apart=not PROGRAM.is_dir(), below=below),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self._reader = threading.Thread(target=self._read, args=(master,), daemon=True)
        self._reader.start()
        until(self._is_booted, BOOT, "the end of booting")

    def _read(self, console: int) -> None:
        try:
            while data := os.read(console, 65536):
                self._console += data
        except OSError:  # nobody writes any more
            pass
        finally:
            os.close(console)

    def _is_booted(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise Wrong(f"the machine does not boot: {(self.console.strip().splitlines() or ['not a word'])[-1]}")
        self.leader = leader(self._process.pid, depth=1 if PROGRAM.is_dir() else 2) or 0
        if not self.leader:
            return False
        asked = subprocess.run(
            [*enter(self.leader), "systemctl", "is-system-running"], check=False, capture_output=True, text=True
        )
        return asked.stdout.strip() in {"running", "degraded"}

    def run(self, *command: str, status: int | None = 0, seconds: float = PATIENCE) -> str:
        """Run a command there as root, and give what it wrote."""
        shown = " ".join(command)
        return self.report.run(*enter(self.leader), *command, shown=shown, status=status, seconds=seconds)

    def begin(self, *command: str) -> None:
        """Begin a command there that nobody waits for; it ends with the machine."""
        self.report.note(f"$ {' '.join(command)} &\n")
        subprocess.Popen(
            [*enter(self.leader), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )

    def in_its_network(self, *command: str, cwd: Path) -> str:
        """Run a command of this machine in the network of the other one, which is localhost and nothing else."""
        shown = " ".join(command[1:])
        return self.report.run("nsenter", f"--target={self.leader}", "--net", *command, shown=shown, cwd=cwd)

    def power_off(self) -> str:
        """Switch it off in good order, and give what was on the console then."""
        assert self._process is not None
        begun = len(self.console)
        self.run("systemctl", "--no-block", "poweroff")
        self._process.wait(OFF)
        said = self.console[begun:]
        self.end()
        return said

    def end(self) -> None:
        """End it, whatever it does just now; what it has noted goes into our log."""
        if self._process is None:
            return
        if self.leader and self._process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                self.run("journalctl", "--no-pager", "--boot", status=None, seconds=JOURNAL)
        kill(self._process)
        self._process, self.leader = None, 0
        below = self.root.with_suffix(".below")
        if below.exists():
            self.report.run("umount", str(below))
            below.rmdir()
        if self._reader is not None:
            self._reader.join(OFF)
        self.report.note(f"== the console\n{self.console}\n")
        if not PROGRAM.is_dir():
            self.report.run("unshare", "--mount", "sh", "-ec", TIDY, self._cgroup, shown="(tidy up)")


def command(root: Path, name: str, *, is_apart: bool, below: Path | None = None) -> list[str]:
    """Give the command that boots a machine from a folder; with `below`, its twin, the root is read-only."""
    nspawn = ["systemd-nspawn", "--quiet", "--register=no", f"--machine={name}", f"--directory={root}"]
    # a bus, so that the last picture is tried when it goes down; nothing answers there
    nspawn += ["--private-network", "--bind-ro=/dev/null:/dev/i2c-9", "--boot"]
    if below is not None:
        nspawn += ["--volatile=overlay", f"--bind-ro={below}:/media/root-ro"]
    # if we are killed ourselves it does not outlive us
    watched = ["setpriv", "--pdeathsig=KILL"]
    if not is_apart:
        return [*watched, *nspawn]
    return [*watched, "unshare", "--mount", "sh", "-ec", APART, name, *nspawn, "--keep-unit"]
