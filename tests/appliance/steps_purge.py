"""What is proven of removing the package: it leaves the games and nothing else, or not even those."""

from __future__ import annotations

from tests.appliance.box import GAMES, Box, expect
from tests.appliance.files import accounts, below, listing
from tests.appliance.steps import Steps

FORGET = "sideline sideline/forget-games boolean true"


def keeps_games(box: Box) -> None:
    box.machine.run("dpkg", "--purge", "sideline")
    left = listing(box.machine.root) - box.before
    games = below(GAMES, left)
    expect(f"{GAMES}/journal.db" in games, f"the games are gone; there are: {sorted(games)}")
    _expect_nothing(box, left - games)
    owners = {(box.machine.root / path).lstat().st_uid for path in games}
    expect(owners == {0}, f"the games belong to a number that the next user may get: {owners}")


def finds_games(box: Box) -> None:
    box.install(box.package)
    box.expect_record()
    owner = box.machine.run("stat", "--format=%U", f"/{GAMES}").strip()
    expect(owner == "sideline", f"the games belong to {owner}")


def forgets_games(box: Box) -> None:
    box.machine.run("sh", "-c", f"echo {FORGET} | debconf-set-selections")
    box.machine.run("dpkg", "--purge", "sideline")
    _expect_nothing(box, listing(box.machine.root) - box.before)


def _expect_nothing(box: Box, left: set[str]) -> None:
    expect(not left, f"files are left: {sorted(left)[:5]}")
    # Debian makes /opt without telling dpkg, which takes it along once it is empty
    gone = box.before - listing(box.machine.root) - {"opt"}
    expect(not gone, f"files of others are gone: {sorted(gone)[:5]}")
    lines = accounts(box.machine.root, "sideline")
    expect(not lines, f"the user is left: {lines}")


STEPS: Steps[Box] = (
    ("a purge leaves the games, as root's, and nothing else", keeps_games),
    ("installed again, it finds the games", finds_games),
    ("a purge with the answer to forget the games leaves nothing", forgets_games),
)
