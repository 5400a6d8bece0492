"""What is proven on a machine that is booted, step by step."""

from __future__ import annotations

from tests.appliance.box import STARTS, UNIT, Running, expect
from tests.appliance.files import listing
from tests.appliance.inside import put_in, until
from tests.appliance.steps import Steps

CONFIGURATION = "etc/sideline/sideline.toml"
SIMULATED = 'language = "en"\nhardware = "simulated"\n'
REAL = 'language = "en"\nhardware = "real"\n'
PLAYERS = ("choice:people", "choice:type", "type:Anna", "choice:type", "type:Ben")
FORGOTTEN = "etc/sideline/forgotten"
ACTS = ("1 place D103", "2 place L031", "1 place L004")
WATCHDOG = 30 + 10 + STARTS
"""Seconds: the unit's WatchdogSec, its TimeoutAbortSec, and a start; the unit is tried as it is."""


def installs(box: Running) -> None:
    """There is no network at all, and dpkg needs none."""
    interfaces = box.machine.run("ls", "/sys/class/net").split()
    expect(interfaces == ["lo"], f"the machine has a network: {interfaces}")
    box.before = listing(box.machine.root)
    box.install(box.package)
    box.expect_version()
    enabled = box.machine.run("systemctl", "is-enabled", UNIT, status=1).strip()
    active = box.machine.run("systemctl", "is-active", UNIT, status=3).strip()
    expect((enabled, active) == ("disabled", "inactive"), f"the service is {enabled} and {active}")


def is_ready(box: Running) -> None:
    """`systemctl start` of a service of Type=notify ends when the service has said that it is ready."""
    (box.machine.root / CONFIGURATION).write_text(SIMULATED, encoding="utf-8")
    box.sideline("config", "--check")
    box.machine.run("systemctl", "enable", "--now", UNIT)
    box.expect_active()
    user = box.machine.run("stat", "--format=%U", f"/proc/{box.main_process()}").strip()
    expect(user == "sideline", f"the box runs as {user}")


def plays(box: Running) -> None:
    box.person("choice:new", "choice:inside", *PLAYERS, *(f"say:{act}" for act in ACTS))
    box.keep_record()
    expect(box.record.splitlines()[-len(ACTS) :] == list(ACTS), f"another match was kept: {box.record}")
    box.expect_on_table()


def is_unstuck(box: Running) -> None:
    stuck = box.send("STOP")
    box.wait_for_another(stuck, WATCHDOG)
    said = box.machine.run("journalctl", "--no-pager", f"--unit={UNIT}")
    expect("Watchdog timeout" in said, "the journal does not tell of the watchdog")
    box.expect_on_table()


def is_killed(box: Running) -> None:
    box.wait_for_another(box.send("KILL"), STARTS)
    box.expect_on_table()


def is_in_safe_mode(box: Running) -> None:
    box.wait_for_another(box.send("KILL"), STARTS)
    asked = box.person()
    expect("choice:safe-again" in asked, f"the box is not in its safe mode but asks {asked}")
    expect(not box.has_said_fault(), "the display says that the box does not start, though it does")
    box.person("choice:safe-again")
    box.expect_on_table()


def is_upgraded(box: Running) -> None:
    before = box.main_process()
    package, box.version = box.later()
    box.install(package)
    box.expect_version()
    box.expect_active()
    expect(box.main_process() != before, "the box is still the old one")
    box.expect_found()
    box.person("say:2 place D400")
    box.keep_record()
    box.expect_on_table()


def is_switched_off(box: Running) -> None:
    """The last picture is tried on a real bus, on which no display answers."""
    (box.machine.root / CONFIGURATION).write_text(REAL, encoding="utf-8")
    said = box.machine.power_off()
    for sign in ("Finished sideline-last-picture@off.service", "Powering off."):
        expect(sign in said, f"the console does not say: {sign}")
    for sign in ("[FAILED]", "Traceback", "Failed with result"):
        expect(sign not in said, f"the console says: {sign}")


def is_switched_on(box: Running) -> None:
    (box.machine.root / CONFIGURATION).write_text(SIMULATED, encoding="utf-8")
    box.machine.boot()
    until(box.is_active, STARTS, "the box, by itself,")
    box.expect_active()
    box.expect_found()


def forgets_all_but_games(box: Running) -> None:
    """Boot with what is written kept in memory, as overlayroot does it, and the disk below."""
    box.machine.power_off()
    box.machine.boot(is_read_only=True)
    until(box.is_active, STARTS, "the box, by itself,")
    box.expect_active()
    box.person("say:1 place L202")
    box.keep_record()
    box.expect_on_table()
    box.machine.run("touch", f"/{FORGOTTEN}")
    box.machine.run("test", "-e", f"/{FORGOTTEN}")
    box.machine.run("touch", "/media/root-ro/etc/changed", status=1)
    refused = box.sideline("update", put_in(box.machine, box.package), status=2)
    expect("a change would be forgotten" in refused, f"an update is not refused: {refused}")
    box.machine.power_off()
    box.machine.boot()
    until(box.is_active, STARTS, "the box, by itself,")
    box.expect_found()
    expect(not (box.machine.root / FORGOTTEN).exists(), "a read-only root was written")


STEPS: Steps[Running] = (
    ("the package installs without a network, starts nothing, enables nothing", installs),
    ("the service is ready, with simulated hardware, as its own user", is_ready),
    ("a match is played at the virtual box, and kept", plays),
    ("the watchdog restarts a stuck box, in the same match", is_unstuck),
    ("a box that is killed (-9) comes back in the same match", is_killed),
    ("after the third crash in a row it is in its safe mode, and goes on from there", is_in_safe_mode),
    ("an upgrade during a match: it is found again, act by act, and goes on", is_upgraded),
    ("switching off stops everything in order, and the last picture does not fail", is_switched_off),
    ("switching on starts it by itself, and it finds the match", is_switched_on),
    ("with a read-only root the games are kept, and all else is forgotten", forgets_all_but_games),
)
