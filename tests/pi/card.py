"""The SD card of the emulated Raspberry Pi, and what QEMU starts it with: kernel, device tree, initramfs.

All of it comes from Debian's packages; the card is a clean Debian with our own arm64 package installed by dpkg.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from systemd.package.targets import TARGETS
from tests.appliance.emulated import Emulated
from tests.appliance.inside import put_in
from tests.appliance.report import Report
from tests.appliance.roots import Roots, copy, native, remove
from tests.pi.initramfs import DRIVERS, Modules, initramfs

TARGET = TARGETS["trixie-arm64"]
PACKAGES = ("python3", "systemd", "systemd-sysv", "dbus", "udev", "busybox-static", "linux-image-arm64")
"""What our package depends on, what boots, and the kernel."""
TOOLS = ("qemu-system-arm", "device-tree-compiler")
SIZE = "1G"
"""Of the card; the emulated reader takes nothing but powers of two."""
FORMAT = "root_owner=0:0,lazy_itable_init=0,lazy_journal_init=0"
"""Nothing is left to be written by the first start: the emulated reader takes its time for every byte."""
LOADED = ("i2c_bcm2835", "i2c_dev")
"""The modules of the running box; what is not on the card costs no time at the start."""
TREE = "broadcom/bcm2837-rpi-3-b.dtb"
BLUETOOTH = "/soc/serial@7e201000/bluetooth"
"""It has the first UART on a Pi 3; `dtoverlay=disable-bt` does the same on a real one."""
SETTINGS = """# an emulated Raspberry Pi
poll_keys = true
teaching = false
[dice]
port = "/dev/ttyAMA0"
"""
FILES = {
    "etc/sideline/sideline.toml": SETTINGS,
    # the reader on a UART of the board: an installed box has it on USB
    "etc/systemd/system/sideline.service.d/uart.conf": "[Service]\nDeviceAllow=char-ttyAMA rw\n",
    "etc/systemd/system/pi-shell.service": """[Unit]
DefaultDependencies=no
[Service]
ExecStart=/bin/sh
StandardInput=tty
StandardOutput=tty
TTYPath=/dev/ttyS1
IgnoreSIGPIPE=no
[Install]
WantedBy=sysinit.target
""",
    # the devices of the box and what loads their drivers; all others would take half of the time of a start
    "etc/systemd/system/systemd-udev-trigger.service.d/quick.conf": """[Service]
ExecStart=
ExecStart=-udevadm trigger --action=add --sysname-match=*.i2c --sysname-match=gpiochip* --sysname-match=ttyAMA*
""",
    "etc/systemd/journald.conf.d/quick.conf": "[Journal]\nStorage=volatile\nAudit=no\nReadKMsg=no\nCompress=no\n",
    "etc/fstab": "/dev/mmcblk0 / ext4 defaults,noatime 0 0\n",
    "etc/hostname": "sideline\n",
    "etc/machine-id": "5eed" * 8 + "\n",
}
UNUSED = (
    "apt-daily-upgrade.timer",
    "apt-daily.timer",
    "dbus.service",
    "dbus.socket",
    "dev-hugepages.mount",
    "dev-mqueue.mount",
    "dpkg-db-backup.timer",
    "e2scrub_all.timer",
    "e2scrub_reap.service",
    "fstrim.timer",
    "getty.target",
    "kmod-static-nodes.service",
    "ldconfig.service",
    "modprobe@cdc_acm.service",
    "modprobe@configfs.service",
    "modprobe@drm.service",
    "modprobe@efi_pstore.service",
    "modprobe@fuse.service",
    "modprobe@usbserial.service",
    "networking.service",
    "proc-sys-fs-binfmt_misc.automount",
    "run-lock.mount",
    "sys-fs-fuse-connections.mount",
    "sys-kernel-config.mount",
    "sys-kernel-debug.mount",
    "sys-kernel-tracing.mount",
    "systemd-ask-password-console.path",
    "systemd-ask-password-wall.path",
    "systemd-binfmt.service",
    "systemd-creds.socket",
    "systemd-firstboot.service",
    "systemd-hibernate-clear.service",
    "systemd-hostnamed.socket",
    "systemd-hwdb-update.service",
    "systemd-initctl.socket",
    "systemd-journal-catalog-update.service",
    "systemd-journal-flush.service",
    "systemd-logind.service",
    "systemd-machine-id-commit.service",
    "systemd-modules-load.service",
    "systemd-network-generator.service",
    "systemd-networkd.service",
    "systemd-pcrextend.socket",
    "systemd-pcrlock.socket",
    "systemd-pcrmachine.service",
    "systemd-pcrphase.service",
    "systemd-pstore.service",
    "systemd-random-seed.service",
    "systemd-rfkill.socket",
    "systemd-sysctl.service",
    "systemd-sysext.socket",
    "systemd-sysusers.service",
    "systemd-timesyncd.service",
    "systemd-tmpfiles-clean.timer",
    "systemd-tmpfiles-setup-dev-early.service",
    "systemd-tmpfiles-setup-dev.service",
    "systemd-tmpfiles-setup.service",
    "systemd-tpm2-setup-early.service",
    "systemd-tpm2-setup.service",
    "systemd-udev-load-credentials.service",
    "systemd-update-done.service",
    "systemd-update-utmp.service",
    "systemd-user-sessions.service",
    "tmp.mount",
)
"""Parts of Debian that the box does not need: masked, because an emulated processor starts them slowly."""
GENERATORS = "usr/lib/systemd/system-generators"
RULES = "usr/lib/udev/rules.d"
USED_RULES = ("50-udev-default.rules", "60-sideline.rules", "80-drivers.rules")
"""Who may open a device, and which driver it needs; udev reads all rules at every start."""
IMAGE_SECONDS = 300.0


class Machine(NamedTuple):
    """What QEMU is started with: the root that it runs from, and files in a folder of this machine."""

    tools: Path
    folder: Path
    kernel: str = "vmlinuz"
    tree: str = "pi.dtb"
    initramfs: str = "initramfs"
    card: str = "card.img"
    """As it was made; a boot writes on a copy."""


def make(roots: Roots, package: Path, folder: Path, report: Report) -> Machine:
    """Make card, kernel, device tree and initramfs in a folder; with the same package those of the last run do."""
    tools = roots.clean(TARGETS[f"{TARGET.distribution}-{native()}"], report, TOOLS)
    made, kept, source = Machine(tools, folder), folder / "made-from", _fingerprint(package)
    if kept.exists() and kept.read_text(encoding="ascii") == source:
        return made
    kept.unlink(missing_ok=True)
    _make(made, roots, package, report)
    kept.write_text(source, encoding="ascii")
    return made


def _fingerprint(package: Path) -> str:
    """Return a checksum of everything that the card is made of, except Debian."""
    files = [package, *(Path(__file__).with_name(f"{name}.py") for name in ("card", "initramfs"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _make(made: Machine, roots: Roots, package: Path, report: Report) -> None:
    folder = made.folder
    clean = roots.clean(TARGET, report, PACKAGES)
    work = folder / "root"
    copy(clean, work, report)
    modules = _boot_files(work, made, report)
    emulated = Emulated(work, report, TARGET.machine)
    try:
        emulated.run("dpkg", "--install", put_in(emulated, package))
        (version,) = os.listdir(work / "usr/lib/modules")
        _keep_modules(modules)
        emulated.run("depmod", version)
        _trim(work)
        emulated.run("systemctl", "enable", "pi-shell.service", "sideline.service")
    finally:
        emulated.end()
    card = folder / made.card
    card.unlink(missing_ok=True)
    report.run("mke2fs", "-q", "-t", "ext4", "-E", FORMAT, "-d", work, card, SIZE, seconds=IMAGE_SECONDS)
    remove(work, report)


def _boot_files(root: Path, machine: Machine, report: Report) -> Modules:
    """Take the kernel and its device tree out of a root, and make the initramfs."""
    (kernel,) = (root / "boot").glob("vmlinuz-*")
    shutil.copy(kernel, machine.folder / machine.kernel)
    (tree,) = (root / "usr/lib").glob(f"linux-image-*/{TREE}")
    shutil.copy(tree, machine.folder / machine.tree)
    fdtput = (*in_tools(machine), "fdtput", "-t", "s", f"/srv/{machine.tree}", BLUETOOTH, "status", "disabled")
    report.run(*fdtput, shown="fdtput …")
    (folder,) = (root / "usr/lib/modules").iterdir()
    modules = Modules(folder)
    busybox = (root / "usr/bin/busybox").read_bytes()
    (machine.folder / machine.initramfs).write_bytes(initramfs(busybox, modules.with_needed(DRIVERS)))
    return modules


def _keep_modules(modules: Modules) -> None:
    """Remove all modules but those of the box."""
    kept = {modules.paths[name] for name in modules.with_needed((*DRIVERS, *LOADED))}
    for path in modules.paths.values():
        if path not in kept:
            path.unlink()


def _trim(root: Path) -> None:
    """Configure the machine, and remove what nobody looks at there."""
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for unit in UNUSED:
        _mask(root / "etc/systemd/system" / unit)
    for rules in (root / RULES).iterdir():
        if rules.name not in USED_RULES:
            _mask(root / "etc/udev/rules.d" / rules.name)
    for generator in (root / GENERATORS).iterdir():  # the card has units for all that there is
        _mask(root / "etc/systemd/system-generators" / generator.name)
    _remove(
        root, ("boot", "usr/share/doc", "usr/share/locale", "usr/share/man", "var/cache/apt", "var/lib/apt/lists")
    )
    for package in (root / "root").glob("*.deb"):
        package.unlink()


def _mask(path: Path) -> None:
    """Hide a part of systemd behind an empty one of the same name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to("/dev/null")


def _remove(root: Path, folders: Iterable[str]) -> None:
    for folder in folders:
        shutil.rmtree(root / folder, ignore_errors=True)


def in_tools(machine: Machine) -> list[str]:
    """Begin a command in the root with QEMU, which sees the folder of the machine as /srv; it ends if we end."""
    bind = 'root=$1; mount --bind "$0" "$root/srv"; shift; exec chroot "$root" "$@"'
    return [
        *("setpriv", "--pdeathsig=KILL", "unshare", "--mount"),
        *("sh", "-ec", bind, str(machine.folder), str(machine.tools)),
    ]
