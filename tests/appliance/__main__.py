"""`python -m tests.appliance [OPTION …] [TARGET …]`, or `make test-appliance`: the appliance, proven.

For every target our package is built, and tried on a clean Debian: booted with systemd where this machine is of
the same kind, else installed under emulation. It needs root, and a network for the archive of Debian and for PyPI;
the machines that are made have none.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time

from systemd.package.targets import PYTHONS, TARGETS, Target
from tests.appliance import needs, steps_booted, steps_emulated, steps_purge, steps_update
from tests.appliance.booted import Booted
from tests.appliance.box import ROOT, Box, Running
from tests.appliance.emulated import Emulated
from tests.appliance.report import Report, Wrong
from tests.appliance.roots import Roots, copy, native, remove
from tests.appliance.steps import prove

FOLDER = ROOT / "build/appliance"
BUILD = 600.0


def main() -> int:
    """Prove it for every target that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.appliance", description="The appliance, proven.")
    usual = [f"{distribution}-{native()}" for distribution in PYTHONS]
    usual += ["bookworm-arm64"] if "bookworm-arm64" not in usual else []
    parser.add_argument(
        "targets", metavar="TARGET", nargs="*", help=f"of {', '.join(TARGETS)} (usual: {' '.join(usual)})"
    )
    parser.add_argument("--keep", action="store_true", help="keep the machines' roots, in build/appliance")
    parser.add_argument("--mirror", help="another archive of Debian than apt uses on this machine")
    options = parser.parse_args()
    wanted = options.targets or usual
    if unknown := [name for name in wanted if name not in TARGETS]:
        parser.error(f"there is no target {unknown[0]}; there are: {', '.join(TARGETS)}")
    if os.geteuid() != 0:
        parser.error("it makes and boots machines, and only root can")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    targets = [TARGETS[name] for name in wanted]
    if lacking := needs.missing([target.machine for target in targets if target.architecture != native()]):
        needs.install(lacking)
    if len(wanted) > 1:
        return _side_by_side(wanted, options)
    return _prove(wanted[0], targets[0], options)


def _side_by_side(names: list[str], options: argparse.Namespace) -> int:
    """Let every target have a process of its own: they mostly wait."""
    began = time.monotonic()
    more = [*(["--keep"] if options.keep else []), *([f"--mirror={options.mirror}"] if options.mirror else [])]
    runs = [subprocess.Popen([sys.executable, "-m", "tests.appliance", *more, name], cwd=ROOT) for name in names]
    try:
        failed = [name for name, run in zip(names, runs, strict=True) if run.wait() != 0]
    finally:
        for run in runs:
            run.terminate()  # each tidies up behind itself
        for run in runs:
            run.wait()
    seconds = time.monotonic() - began
    told = f"not proven: {', '.join(failed)}" if failed else "the appliance is proven"
    sys.stdout.write(f"{told} ({seconds / 60:.1f} minutes)\n")
    return 1 if failed else 0


def _prove(name: str, target: Target, options: argparse.Namespace) -> int:
    report = Report(name, FOLDER / f"{name}.log")
    work = FOLDER / f"{name}.root"
    machine: Booted | Emulated | None = None
    try:
        with report.step("our package is built"):
            report.run(sys.executable, "-m", "systemd.package", name, cwd=ROOT, seconds=BUILD)
        with report.step("a clean Debian is there"):
            copy(Roots(FOLDER / "roots", options.mirror).clean(target, report), work, report)
        package = ROOT / "build" / target.file
        folder = FOLDER / "packages"
        folder.mkdir(exist_ok=True)
        if target.architecture == native():
            machine = Booted(work, report)
            with report.step("it boots, with systemd"):
                machine.boot()
            running = Running(machine, target, package, folder)
            prove(running, steps_booted.STEPS)
            prove(running, steps_update.STEPS)
            prove(running, steps_purge.STEPS)
        else:
            machine = Emulated(work, report, target.machine)
            box = Box(machine, target, package, folder)
            prove(box, steps_emulated.STEPS)
            prove(box, steps_purge.STEPS)
    except (Wrong, OSError, AssertionError, subprocess.SubprocessError):
        return 1  # told already
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):  # whoever loses patience: it is tidied up all the same
            signal.signal(number, signal.SIG_IGN)
        if machine is not None:
            machine.end()
        if not options.keep:
            remove(work, report)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
