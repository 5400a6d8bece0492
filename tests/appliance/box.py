"""The box on a machine: what it is asked while it is proven, and what is expected of it so far."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from firmware_py import __version__
from systemd.package.targets import Target
from tests.appliance import packages
from tests.appliance.booted import Booted
from tests.appliance.inside import Machine, put_in, until
from tests.appliance.packages import Change
from tests.appliance.report import Wrong

ROOT = Path(__file__).parents[2]
UNIT = "sideline.service"
GAMES = "var/lib/sideline"
STARTS = 30.0
"""Seconds in which the box is ready, on a machine that has much else to do."""


def expect(is_so: object, otherwise: str) -> None:
    """Go on if something is so. Raises `Wrong`."""
    if not is_so:
        raise Wrong(otherwise)


class Box:
    """The package on a machine, and what was done with it."""

    def __init__(self, machine: Machine, target: Target, package: Path, folder: Path) -> None:
        """Store the package as `make deb` has built it, and a folder for others."""
        self.machine, self.target, self.package, self._folder = machine, target, package, folder
        self.version = __version__
        """What is installed, or will be."""
        self._later = 0
        self.record = ""
        """The match as it must be."""
        self.before: set[str] = set()
        """The machine's files before the package came."""

    # --- packages

    def later(self, *changes: Change) -> tuple[Path, str]:
        """Build a package that is newer than all others before, and maybe broken; gives it, and its version."""
        self._later += 1
        version = f"{__version__}.post{self._later}"
        return packages.variant(self.package, version, self._folder, *changes), version

    def install(self, package: Path) -> None:
        """Install a package with dpkg alone."""
        self.machine.run("dpkg", "--install", put_in(self.machine, package))

    # --- the program

    def sideline(self, *words: str, status: int | None = 0) -> str:
        """Run the command `sideline` as root."""
        return self.machine.run("sideline", *words, status=status)

    def expect_version(self) -> None:
        """Check that dpkg and the program name this version."""
        said = self.sideline("--version").split()[-1]
        expect(said == self.version, f"the program says that it is {said}, not {self.version}")
        self.machine.run("dpkg", "--audit")
        changed = self.machine.run("dpkg", "--verify", "sideline")
        kept = [line for line in changed.splitlines() if not line.endswith("/etc/sideline/sideline.toml")]
        expect(not kept, f"dpkg does not know the files as they are: {kept}")

    def keep_record(self) -> None:
        """Remember the match as it is now."""
        self.record = self.sideline("matches", "export", "1")

    def expect_record(self) -> None:
        """Check that the match is kept, act by act."""
        found = self.sideline("matches", "export", "1")
        expect(found == self.record, f"the match is another one: {acts(found)} instead of {acts(self.record)}")


class Running(Box):
    """A box that systemd runs."""

    machine: Booted

    def show(self, *properties: str) -> str:
        """Ask systemd about the service; gives one line a property."""
        asked = [f"--property={name}" for name in properties]
        return self.machine.run("systemctl", "show", "--value", *asked, UNIT).strip()

    def main_process(self) -> str:
        """Give the number of the process that is the box; 0 if there is none."""
        return self.show("MainPID")

    def is_active(self) -> bool:
        """Return whether the service is ready."""
        return self.show("ActiveState", "SubState").split() == ["active", "running"]

    def send(self, signal: str) -> str:
        """Send the box a signal, and give which process it was."""
        process = self.main_process()
        expect(process not in {"", "0"}, "the box does not run")
        self.machine.run("sh", "-c", f"kill -{signal} {process}")
        return process

    def wait_for_another(self, process: str, seconds: float) -> None:
        """Wait until the box is ready again, as another process."""
        until(
            lambda: self.main_process() not in {"0", process} and self.is_active(),
            seconds,
            f"the box in place of process {process}",
        )

    def expect_active(self) -> None:
        """Check that it runs, and that no unit of the machine has failed."""
        until(self.is_active, STARTS, "the box, ready,")
        failed = self.machine.run("systemctl", "--failed", "--plain", "--no-legend").split()
        expect(not failed, f"a unit has failed: {failed[:1]}")

    def has_said_fault(self) -> bool:
        """Return whether the picture was drawn that says: does not start."""
        said = self.machine.run("journalctl", "--no-pager", "--unit=sideline-last-picture@fault.service")
        return "Finished sideline-last-picture@fault.service" in said

    # --- who stands beside it

    def person(self, *actions: str) -> list[str]:
        """Let somebody do something at the virtual box; gives what is asked then."""
        command = (sys.executable, "-m", "tests.appliance.person", *actions)
        return self.machine.in_its_network(*command, cwd=ROOT).splitlines()

    def expect_on_table(self) -> None:
        """Check that the match is on the table, act by act, and kept."""
        self.expect_record()
        shown = acts("\n".join(self.person("record")))
        expect(shown == acts(self.record), f"on the table are {shown} instead of {acts(self.record)}")

    def expect_parked(self) -> None:
        """Check that the match is kept, and that the box waits for what comes."""
        self.expect_record()
        asked = self.person()
        expect("choice:parked" in asked, f"the box does not wait at its first screen but asks {asked}")

    def expect_found(self) -> None:
        """Check that the match is kept, and that it goes on by itself."""
        self.expect_on_table()


def acts(record: str) -> list[str]:
    """Give the acts of a record, without what stands above them.

    >>> acts('[Game "inside"]\\n\\n1 place L310\\n')
    ['1 place L310']
    """
    return re.findall(r"(?m)^(?!\[)\S.*$", record)
