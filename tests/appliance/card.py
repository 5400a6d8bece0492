"""`python -m tests.appliance.card`, or `make test-card`: a card that sets itself up, on a clean Debian trixie.

It needs root, and a network for the archive of Debian and for PyPI; the machine that is made has none.
"""

from __future__ import annotations

import os
import subprocess
import sys

from systemd.package.targets import TARGETS
from tests.appliance import needs, steps_card
from tests.appliance.__main__ import BUILD, FOLDER
from tests.appliance.booted import Booted
from tests.appliance.box import ROOT, Running
from tests.appliance.report import Report, Wrong
from tests.appliance.roots import ALWAYS, TO_BOOT, Roots, copy, native, remove
from tests.appliance.steps import prove

CLOUD_INIT = ("cloud-init", "python3-cffi-backend")
"""debootstrap does not see by itself that cryptography wants the second one."""


def main() -> int:
    """Prove it on a machine of the same kind as this one."""
    if os.geteuid() != 0:
        sys.stderr.write("it makes and boots a machine, and only root can\n")
        return 2
    if lacking := needs.missing([]):
        needs.install(lacking)
    name = f"trixie-{native()}"
    target = TARGETS[name]
    report = Report("card", FOLDER / "card.log")
    work = FOLDER / "card.root"
    machine = Booted(work, report)
    try:
        with report.step("our package is built"):
            report.run(sys.executable, "-m", "systemd.package", name, cwd=ROOT, seconds=BUILD)
        with report.step("a clean Debian with cloud-init is there"):
            copy(Roots(FOLDER / "roots", None).clean(target, report, ALWAYS + TO_BOOT + CLOUD_INIT), work, report)
        (FOLDER / "packages").mkdir(exist_ok=True)
        prove(Running(machine, target, ROOT / "build" / target.file, FOLDER / "packages"), steps_card.STEPS)
    except (Wrong, OSError, AssertionError, subprocess.SubprocessError):
        return 1  # told already
    finally:
        machine.end()
        remove(work, report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
