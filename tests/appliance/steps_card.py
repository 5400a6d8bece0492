"""What is proven of a card that sets itself up; Debian's own cloud-init reads it at the first start."""

from __future__ import annotations

from pathlib import Path

from firmware_py.runtime import hardware
from firmware_py.system import card
from systemd.package.tree import PREFIX
from tests.appliance.box import STARTS, UNIT, Running, expect
from tests.appliance.inside import until
from tests.appliance.steps import Steps
from tests.appliance.steps_booted import CONFIGURATION, SIMULATED

BOOT = "boot/firmware"
LOG = f"{BOOT}/sideline/log.txt"
FIRST_BOOT = 600.0
IMAGER = """\
#cloud-config
hostname: sideline-box
users:
- name: anna
  groups: users,dialout
  shell: /bin/bash
  lock_passwd: false
  passwd: $5$abc$DeF/gh.1
runcmd:
- [ touch, /root/imager-was-here ]
"""
"""The kind of file that Raspberry Pi Imager writes, without what needs a network."""
SEED = "datasource_list: [NoCloud]\ndatasource:\n  NoCloud:\n    seedfrom: file:///boot/firmware/\n"
"""What Raspberry Pi OS tells cloud-init: read the FAT partition."""
MODEL = "etc/raspberry-pi-model"
"""Says that the machine is a Raspberry Pi: a container has no device tree, so the package is told to look here."""


def looks_here(root: Path) -> None:
    """Let a package look for the model of the machine in a file of our own."""
    path = root / PREFIX / "lib/firmware_py/runtime/hardware.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(hardware.MODEL, f"/{MODEL}"), encoding="utf-8")


def make_card(box: Running) -> None:
    """Write what a card has after Imager, then what `sideline card` adds; the machine is not booted yet."""
    root = box.machine.root
    files = {
        f"{BOOT}/config.txt": "dtparam=audio=on\n",
        f"{BOOT}/cmdline.txt": "console=tty1 root=LABEL=rootfs\n",
        f"{BOOT}/meta-data": "instance-id: rpios-image\n",
        f"{BOOT}/user-data": IMAGER,
        "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg": SEED,
        MODEL: "Raspberry Pi Zero 2 W Rev 1.0\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    package, box.version = box.later(looks_here)
    named = package.rename(package.with_name(package.name.removesuffix("_looks_here.deb") + ".deb"))
    done = card.prepare(str(root / BOOT), str(named), "en", architecture=box.target.architecture)
    expect(done.package == named.name, f"another package is on the card: {done.package}")


def boots(box: Running) -> None:
    box.machine.boot()
    interfaces = box.machine.run("ls", "/sys/class/net").split()
    expect(interfaces == ["lo"], f"the machine has a network: {interfaces}")


def is_accepted(box: Running) -> None:
    box.machine.run("cloud-init", "schema", "--config-file", f"/{BOOT}/user-data")


def installs_itself(box: Running) -> None:
    until((box.machine.root / LOG).exists, FIRST_BOOT, "the end of the first start")
    box.machine.run("cat", f"/{LOG}")
    box.expect_version()
    enabled = box.machine.run("systemctl", "is-enabled", UNIT).strip()
    expect(enabled == "enabled", f"the service is {enabled}")
    said = (box.machine.root / LOG).read_text(encoding="utf-8")
    for picture in ("installing", "ready"):
        expect(f"last-picture {picture}" in said, f"the display was not told: {picture}")


def keeps_the_rest(box: Running) -> None:
    """The user, the name and the command of Imager's file have come true too."""
    box.machine.run("id", "anna")
    box.machine.run("test", "-e", "/root/imager-was-here")
    kept = (box.machine.root / f"{BOOT}/user-data{card.BACKUP}").read_text(encoding="utf-8")
    expect(kept == IMAGER, "the old user-data is not beside the new one")


def restarts_once(box: Running) -> None:
    """The bus is not there, so the card wants one restart; after it the box starts and asks its first question."""
    box.machine.run("test", "-e", "/run/systemd/shutdown/scheduled")
    box.machine.power_off()
    (box.machine.root / CONFIGURATION).write_text(SIMULATED.replace('language = "en"\n', ""), encoding="utf-8")
    box.machine.boot()
    until(box.is_active, STARTS, "the box, by itself,")
    asked = box.person()
    expect("choice:de" in asked, f"the first picture does not ask for the language but {asked}")
    expect(not (box.machine.root / "run/systemd/shutdown/scheduled").exists(), "it restarts again and again")


STEPS: Steps[Running] = (
    ("a card as Imager writes it gets our package and one command", make_card),
    ("it boots, with systemd and Debian's cloud-init, without a network", boots),
    ("cloud-init schema accepts its user-data", is_accepted),
    ("it installs the package, sets up the box and says so on the display", installs_itself),
    ("the user, the name and the commands of Imager are there too", keeps_the_rest),
    ("after one restart the box runs and shows its first picture", restarts_once),
)
