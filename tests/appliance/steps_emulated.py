"""What is proven on a machine of another kind, under emulation: there is no systemd, so nothing is started."""

from __future__ import annotations

import sys

from tests.appliance.box import ROOT, Box, expect
from tests.appliance.files import listing
from tests.appliance.inside import put_in
from tests.appliance.steps import Steps
from tests.appliance.steps_booted import CONFIGURATION, REAL

RECORD = ROOT / "tests/records/inside/whole-game.txt"
RULE = "import sys; from firmware_py.cli import main; sys.exit(main(sys.argv[1:]))"


def installs(box: Box) -> None:
    kind = box.machine.run("uname", "--machine").strip()
    expect(kind == box.target.machine, f"that is a machine of the kind {kind}")
    box.before = listing(box.machine.root)
    box.install(box.package)
    box.expect_version()


def referees(box: Box) -> None:
    said = box.sideline("referee", put_in(box.machine, RECORD, "srv"))
    environment = {"LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
    here = box.machine.report.run(
        sys.executable, "-c", RULE, "referee", str(RECORD), cwd=ROOT, environment=environment
    )
    expect(said == here, "the game is ruled otherwise than on this machine")


def knows_itself(box: Box) -> None:
    """The doctor is told that the parts are real: else it tests only the storage where there is no Pi."""
    (box.machine.root / CONFIGURATION).write_text(REAL, encoding="utf-8")
    box.sideline("config", "--check")
    said = box.sideline("doctor", status=None)
    expect(said.startswith("✓"), f"the doctor finds: {said.splitlines()[:1]}")
    expect("Traceback" not in said and "No module named 'PIL'" not in said, "a library does not load")


def keeps(box: Box) -> None:
    box.sideline("matches", "import", f"/srv/{RECORD.name}")
    box.keep_record()
    package, box.version = box.later()
    box.install(package)
    box.expect_version()
    box.expect_record()


STEPS: Steps[Box] = (
    ("the package installs without a network and without systemd", installs),
    ("a whole game is refereed word for word as on this machine", referees),
    ("the configuration is checked, and the doctor loads every library", knows_itself),
    ("an upgrade keeps a match", keeps),
)
