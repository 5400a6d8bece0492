"""What is proven of `sideline update`: it brings a good version, never a bad one, and keeps the match.

The match is parked, but for the last step: during a match nothing is updated.
"""

from __future__ import annotations

from pathlib import Path

from tests.appliance import packages
from tests.appliance.box import GAMES, UNIT, Running, expect
from tests.appliance.inside import put_in, until
from tests.appliance.packages import Change
from tests.appliance.steps import Steps
from tests.appliance.steps_booted import CONFIGURATION

INSTALLED, OLD_IS_THERE, UNFIT = 0, 1, 2
"""How the command ends."""
UPDATE = 300.0
"""Seconds: a try, an installation, the minute in which the box must be ready, and all of it back again."""
TRIED = 60.0
STATE = ("dpkg-query", "--show", "--showformat=${db:Status-Status}", "sideline")


def is_updated(box: Running) -> None:
    box.person("press:back", "choice:match", "choice:park")
    before = box.main_process()
    package, box.version = box.later()
    _update(box, package, INSTALLED)
    expect(box.main_process() != before, "the box is still the old one")
    box.expect_parked()


def refuses_others(box: Running) -> None:
    package, _ = box.later(packages.is_for_another_machine)
    _refuses(box, package, UNFIT)
    box.expect_parked()


def refuses_half(box: Running) -> None:
    package, _ = box.later()
    _refuses(box, packages.cut_off(package), OLD_IS_THERE)
    box.expect_parked()


def refuses_never_up(box: Running) -> None:
    package, _ = box.later(packages.never_comes_up)
    _refuses(box, package, OLD_IS_THERE)
    box.expect_parked()


def comes_back_from_crash(box: Running) -> None:
    _comes_back(box, packages.crashes_as_service)
    expect(box.has_said_fault(), "the display has not said that the new version does not start")


def comes_back_from_hanging(box: Running) -> None:
    _comes_back(box, packages.hangs_as_service)


def comes_back_from_script(box: Running) -> None:
    _comes_back(box, packages.is_not_configured)


def comes_back_from_plug(box: Running) -> None:
    """The plug is pulled when everything of the new version is unpacked, and nothing of it set up."""
    package, _ = box.later(packages.hangs_when_configured)
    box.machine.begin("sideline", "update", "--unsigned", put_in(box.machine, package))
    until(lambda: box.machine.run(*STATE) == "half-configured", TRIED, "the middle of the installation")
    box.machine.end()
    box.machine.boot()
    box.expect_version()
    box.expect_active()
    box.expect_parked()


def comes_back_with_its_journal(box: Running) -> None:
    """The old version could not read what the new one has made of the journal."""
    _comes_back(box, packages.changes_the_journal)
    aside = list((box.machine.root / GAMES).glob("journal.db.damaged-*"))
    expect(aside, "the journal that the new version has changed is gone")


def keeps_configuration(box: Running) -> None:
    """Ways back lie behind it: dpkg must still know whose the file is."""
    own = (box.machine.root / CONFIGURATION).read_text(encoding="utf-8")
    package, box.version = box.later()
    _update(box, package, INSTALLED)
    found = (box.machine.root / CONFIGURATION).read_text(encoding="utf-8")
    expect(found == own, f"the owner's configuration is another one: {found}")


def goes_on_under_other_rules(box: Running) -> None:
    """The display of the box says that the rules have changed; `test_other_rules` reads it there."""
    package, box.version = box.later(packages.refuses_d103)
    _update(box, package, INSTALLED)
    box.person("choice:parked", "choice:1", "choice:go-on")
    box.expect_on_table()
    box.person("say:1 place L310")
    box.keep_record()
    box.machine.run("systemctl", "restart", UNIT)
    box.expect_found()
    box.person("press:back", "choice:match", "choice:park")


def refuses_in_match(box: Running) -> None:
    box.person("choice:parked", "choice:1", "choice:go-on")
    package, _ = box.later()
    _refuses(box, package, OLD_IS_THERE)
    box.expect_on_table()


def refuses_unsigned(box: Running) -> None:
    """Without a word of its own, only what a trusted key has signed is installed."""
    package, _ = box.later()
    before = box.main_process()
    said = box.machine.run("sideline", "update", put_in(box.machine, package), status=UNFIT, seconds=UPDATE)
    expect("--unsigned" in said or "SHA256SUMS.sig" in said, f"it was refused for another reason: {said}")
    expect(box.main_process() == before, "the box was stopped for an update that cannot be")


def _refuses(box: Running, package: Path, status: int) -> None:
    """Let an update fail before anything was touched: the box has not even been stopped."""
    before = box.main_process()
    _update(box, package, status)
    expect(box.main_process() == before, "the box was stopped for an update that cannot be")


def _comes_back(box: Running, *changes: Change) -> None:
    package, _ = box.later(*changes)
    _update(box, package, OLD_IS_THERE)
    box.expect_parked()


def _update(box: Running, package: Path, status: int) -> None:
    """Update, and be sure that the right version runs afterwards, and that nothing of the update is left."""
    path = put_in(box.machine, package)
    said = box.machine.run("sideline", "update", "--unsigned", path, status=status, seconds=UPDATE)
    expect("Traceback" not in said, "the update itself has crashed")
    expect(not (box.machine.root / "var/lib/sideline-update").exists(), "the update is not tidied up")
    box.expect_version()
    box.expect_active()


STEPS: Steps[Running] = (
    ("an update brings a newer version, and keeps the match", is_updated),
    ("a package for another machine is refused, and the box goes on undisturbed", refuses_others),
    ("a package that nobody has signed is refused, and the box goes on undisturbed", refuses_unsigned),
    ("half a package is refused, and the box goes on undisturbed", refuses_half),
    ("a version that does not come up is refused, and the box goes on undisturbed", refuses_never_up),
    ("after a version that crashes as the service the old one comes back", comes_back_from_crash),
    ("after a version that is never ready the old one comes back", comes_back_from_hanging),
    ("after a package that cannot be configured the old one comes back", comes_back_from_script),
    ("after a plug that is pulled during an update the old one comes back", comes_back_from_plug),
    (
        "after a version that has changed the journal the old one comes back, with its own",
        comes_back_with_its_journal,
    ),
    ("an update after all that leaves the owner's configuration as it is", keeps_configuration),
    ("a match that newer rules would refuse goes on from where it stood", goes_on_under_other_rules),
    ("during a match an update is refused, and the match goes on undisturbed", refuses_in_match),
)
