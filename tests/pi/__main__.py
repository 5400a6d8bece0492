"""`python -m tests.pi [OPTION …]`, or `make test-pi`: the box on an emulated Raspberry Pi, from power-on.

It needs root, and a network for the archive of Debian and for PyPI; the machine that is emulated has none.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import time

from tests.appliance import needs
from tests.appliance.box import ROOT
from tests.appliance.report import Report, Wrong
from tests.appliance.roots import Roots
from tests.pi import card
from tests.pi.emulator import Emulator
from tests.pi.steps import PULLS, STEPS, Proof
from tests.pi.twin import Twin

FOLDER = ROOT / "build/pi"
KEPT_ROOTS = ROOT / "build/appliance/roots"
BUILD_SECONDS = 600.0
MACHINES = 2
"""So many are emulated side by side while plugs are pulled, each on one processor."""


def main() -> int:
    """Prove it; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.pi", description="The box on an emulated Raspberry Pi.")
    parser.add_argument("--mirror", help="another archive of Debian than apt uses on this machine")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="for the moments of the plugs")
    parser.add_argument("--pulls", type=int, default=PULLS, help="how often the plug is pulled in a match")
    parser.add_argument(
        "--machines", type=int, default=min(MACHINES, os.cpu_count() or 1), help="how many share the plugs"
    )
    options = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("it makes and starts machines, and only root can")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if lacking := needs.missing([card.TARGET.machine]):
        needs.install(lacking)
    (FOLDER / "run").mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    report = Report("raspi3b", FOLDER / "log.txt")
    report.say("", f"moments by seed {options.seed}")
    try:
        emulator = Emulator(_machine(options, report), report)
        _prove(emulator, report, options)
    except (Wrong, OSError, AssertionError, subprocess.SubprocessError):
        return 1  # told already
    report.say("", f"QEMU was started again {emulator.restarts} times, because its kernel did not come up")
    report.say("", f"QEMU has used {emulator.processor_seconds / 60:.1f} minutes of processor time")
    report.say("ok", f"the Raspberry Pi is proven ({(time.monotonic() - began) / 60:.1f} minutes)")
    return 0


def _machine(options: argparse.Namespace, report: Report) -> card.Machine:
    roots = Roots(KEPT_ROOTS, options.mirror)
    with report.step("our package is built"):
        name = f"{card.TARGET.distribution}-{card.TARGET.architecture}"
        report.run(sys.executable, "-m", "systemd.package", name, cwd=ROOT, seconds=BUILD_SECONDS)
    with report.step("the card is written: a clean Debian with our package"):
        return card.make(roots, ROOT / "build" / card.TARGET.file, FOLDER, report)


def _prove(emulator: Emulator, report: Report, options: argparse.Namespace) -> None:
    twin = Twin(emulator, FOLDER / "twin")
    proof = Proof(twin, report, seed=options.seed, pulls=options.pulls, machines=options.machines)
    try:
        for claim, tried in STEPS:
            with report.step(claim):
                tried(proof)
    finally:
        emulator.pull_the_plug()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
