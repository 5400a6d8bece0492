"""Clean Debian roots: made by debootstrap from the archive that apt uses on this machine, kept for next time."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from systemd.package.targets import Target
from tests.appliance.emulated import Emulated
from tests.appliance.report import Report, Wrong

ALWAYS = ("python3", "systemd")
"""What the package depends on: it is installed without a network."""
TO_BOOT = ("systemd-sysv", "dbus", "libpam-systemd", "polkitd", "udev")
"""That, and what the package recommends; debootstrap does not see by itself that polkitd wants a logind."""
FORMAT = "$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(SITE)"
ARCHIVES = "/var/cache/apt/archives"
LONG = 1800.0
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


def native() -> str:
    """Return what kind of machine this is, as Debian calls it."""
    return subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()


def mirror_in(targets: Iterable[str]) -> str | None:
    """Find Debian's own archive among what apt says about each of its indexes.

    >>> mirror_in(["Node|Node|main|https://node.example", "Debian|Debian|main|http://debian.example/debian"])
    'http://debian.example/debian'
    """
    for line in targets:
        origin, label, component, site = line.split("|")
        if (origin, label, component) == ("Debian", "Debian", "main"):
            return site.removeprefix("mirror+")
    return None


def mirror() -> str:
    """Find the archive that this machine uses. Raises `Wrong`."""
    command = ["apt-get", "indextargets", "--format", FORMAT, "Created-By: Packages"]
    found = mirror_in(subprocess.check_output(command, text=True).splitlines())
    if found is None:
        raise Wrong(
            "apt on this machine knows no archive of Debian: run `apt-get update`, or name one with --mirror"
        )
    return found


def proxies() -> dict[str, str]:
    """Hand on the proxies that apt uses, in the variables that debootstrap's wget reads."""
    found: dict[str, str] = {}
    for kind in ("http", "https"):
        command = ["apt-config", "shell", "proxy", f"Acquire::{kind}::Proxy"]
        said = subprocess.check_output(command, text=True).strip()
        proxy = said.partition("=")[2].strip("'")
        if proxy and proxy != "DIRECT":
            found[f"{kind}_proxy"] = proxy
    return found


class Roots:
    """A folder of clean roots."""

    def __init__(self, folder: Path, archive: str | None) -> None:
        """Keep them in a folder; another archive than apt's may be named."""
        self._folder, self._archive = folder, archive

    def clean(self, target: Target, report: Report, packages: tuple[str, ...] = ()) -> Path:
        """Give a clean root for a target, with what our package needs or other packages.

        It is kept from an earlier run, or made now.
        """
        packages = packages or (ALWAYS + TO_BOOT if target.architecture == native() else ALWAYS)
        kept = self._folder / f"{target.distribution}-{target.architecture}-{'-'.join(packages)}"
        if kept.is_dir():
            return kept
        making = kept.with_name(f"{kept.name}.part")
        remove(making, report)
        making.parent.mkdir(parents=True, exist_ok=True)
        command = ["debootstrap", "--foreign", "--variant=minbase", f"--keyring={KEYRING}"]
        command += [f"--arch={target.architecture}", f"--include={','.join(packages)}"]
        command += [target.distribution, str(making), self._archive or mirror()]
        shown = f"debootstrap {target.distribution} …"
        report.run(*command, shown=shown, seconds=LONG, environment={**os.environ, **proxies()})
        hasty = making / "etc/dpkg/dpkg.cfg.d/hasty"
        hasty.parent.mkdir(parents=True, exist_ok=True)
        hasty.write_text("force-unsafe-io\n", encoding="ascii")  # if the power fails now it is made again anyway
        is_foreign = target.architecture != native()
        if is_foreign:  # debootstrap would look in Perl for what comes first: too slow in an emulator
            (making / "debootstrap/base").write_text("", encoding="ascii")
            shorten_lists(making)
        machine = Emulated(making, report, target.machine)
        try:
            # container=lxc: its word for a place where no device files can be made; the first stage has made them
            # INITRD=No: if there is a kernel, its initramfs would take an emulator minutes
            quick = ("env", "container=lxc", "INITRD=No")
            machine.run(*quick, "/debootstrap/debootstrap", "--second-stage", seconds=LONG)
            if is_foreign:
                machine.run(*quick, "dpkg", "--force-depends", "--unpack", *not_installed(making), seconds=LONG)
                machine.run(*quick, "dpkg", "--configure", "-a", seconds=LONG)
        finally:
            machine.end()
        hasty.unlink()
        for archive in (making / ARCHIVES.removeprefix("/")).glob("*.deb"):
            archive.unlink()
        making.rename(kept)
        return kept


def _archives(root: Path) -> dict[str, str]:
    """Return the archives of a root as paths in it, by the name of their package."""
    archives = sorted((root / ARCHIVES.removeprefix("/")).glob("*.deb"))
    return {path.name.split("_")[0]: f"{ARCHIVES}/{path.name}" for path in archives}


def shorten_lists(root: Path) -> None:
    """Leave only the paragraphs of packages that the root has archives of in its lists of all packages."""
    wanted = _archives(root)
    for path in (root / "var/lib/apt/lists").glob("*_Packages"):
        paragraphs = path.read_text(encoding="utf-8").split("\n\n")
        kept = [paragraph for paragraph in paragraphs if _package(paragraph) in wanted]
        path.write_text("".join(f"{paragraph}\n\n" for paragraph in kept), encoding="utf-8")


def _package(paragraph: str) -> str:
    return paragraph.split("\n", maxsplit=1)[0].removeprefix("Package: ")


def not_installed(root: Path) -> list[str]:
    """List the archives of a root whose package is not installed there, as paths in it."""
    status = (root / "var/lib/dpkg/status").read_text(encoding="utf-8")
    installed = {_package(paragraph) for paragraph in status.split("\n\n")}
    return [archive for name, archive in _archives(root).items() if name not in installed]


def copy(root: Path, place: Path, report: Report) -> None:
    """Make a root to be used up."""
    remove(place, report)
    report.run("cp", "--archive", "--reflink=auto", root, place)


def remove(root: Path, report: Report) -> None:
    """Remove a root; where something is still mounted in it nothing beyond that is touched."""
    report.run("rm", "--recursive", "--force", "--one-file-system", root)
