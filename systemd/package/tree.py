"""The machine's files as the package brings them: which bytes lie where, and who may run them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.commands.completion import script
from firmware_py.system.update.signature import RELEASE_KEYS
from systemd.package.man import man_pages
from systemd.package.papers import changelog, copyright_notice, squeezed
from systemd.package.wheels import unpack

if TYPE_CHECKING:
    from systemd.package.targets import Target

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
DEBIAN = Path(__file__).parent / "debian"
PREFIX = "opt/sideline"
DOCUMENTS = "usr/share/doc/sideline"
UNITS = "usr/lib/systemd/system"
PACKAGES = ("engine", "drivers", "firmware_py")
CONFIGURATION = "etc/sideline/sideline.toml"
OF_SYSTEMD = {
    "sideline.service": f"{UNITS}/sideline.service",
    "sideline-data.service": f"{UNITS}/sideline-data.service",
    "sideline-last-picture@.service": f"{UNITS}/sideline-last-picture@.service",
    "sideline-rollback.service": f"{UNITS}/sideline-rollback.service",
    "sysusers.d/sideline.conf": "usr/lib/sysusers.d/sideline.conf",
    "udev/60-sideline.rules": "usr/lib/udev/rules.d/60-sideline.rules",
    "polkit/50-sideline.rules": "usr/share/polkit-1/rules.d/50-sideline.rules",
    "drop-ins/no-network.conf": f"{DOCUMENTS}/no-network.conf",
    "drop-ins/broker.conf": f"{DOCUMENTS}/broker.conf",
    "club/sideline-club.service": f"{DOCUMENTS}/sideline-club.service",
    "README.md": f"{DOCUMENTS}/README.md",
}
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/sideline",
    "zsh": "usr/share/zsh/vendor-completions/_sideline",
    "fish": "usr/share/fish/vendor_completions.d/sideline.fish",
}
LAST_PICTURES = {"poweroff": "off", "halt": "off", "reboot": "restart", "kexec": "restart"}


class Piece(NamedTuple):
    """A file, or a link if it points somewhere."""

    data: bytes = b""
    runs: bool = False
    link: str = ""


Tree = dict[str, Piece]
"""Everything by its path, without the first slash."""


def machine(target: Target, wheels: list[Path], release_key: str = "") -> Tree:
    """Give everything that a package installs; `release_key` is the public key that signs the next ones."""
    tree = {f"{PREFIX}/{path}": piece for path, piece in prefix(wheels).items()}
    tree["usr/bin/sideline"] = Piece(link=f"/{PREFIX}/bin/sideline")
    tree |= {place: Piece((SYSTEMD / name).read_bytes()) for name, place in OF_SYSTEMD.items()}
    for going_down, picture in LAST_PICTURES.items():
        link = f"{UNITS}/{going_down}.target.wants/sideline-last-picture@{picture}.service"
        tree[link] = Piece(link="../sideline-last-picture@.service")
    rollback = "sideline-rollback.service"
    tree[f"{UNITS}/multi-user.target.wants/{rollback}"] = Piece(link=f"../{rollback}")
    tree[CONFIGURATION] = Piece((DEBIAN / "sideline.toml").read_bytes())
    if release_key:
        tree[RELEASE_KEYS.lstrip("/")] = Piece(release_key.encode())
    tree["usr/share/lintian/overrides/sideline"] = Piece((DEBIAN / "lintian-overrides").read_bytes())
    return tree | papers(target, wheels)


def prefix(wheels: list[Path]) -> Tree:
    """Give the environment: the libraries, the program, and what starts it. It runs wherever it is unpacked."""
    tree = {f"lib/{path}": Piece(data) for wheel in wheels for path, data in unpack(wheel)}
    tree |= {f"lib/{path}": Piece((ROOT / path).read_bytes()) for path in _sources()}
    tree["bin/sideline"] = Piece((DEBIAN / "launcher.py").read_bytes(), runs=True)
    tree["bin/rollback"] = Piece((DEBIAN / "rollback").read_bytes(), runs=True)
    return tree


def papers(target: Target, wheels: list[Path]) -> Tree:
    """Give what is read, not run."""
    tree = {
        f"{DOCUMENTS}/copyright": Piece(copyright_notice(ROOT, wheels)),
        f"{DOCUMENTS}/changelog.gz": Piece(squeezed(changelog(target))),
        f"{DOCUMENTS}/CHANGELOG.md.gz": Piece(squeezed((ROOT / "CHANGELOG.md").read_bytes())),
        f"{DOCUMENTS}/examples/sideline.toml": Piece((ROOT / "firmware_py" / "sideline.toml").read_bytes()),
    }
    for path, page in man_pages():
        tree[f"usr/share/man/{path}.gz"] = Piece(squeezed(page.encode()))
    return tree | {path: Piece(script(shell).encode()) for shell, path in COMPLETIONS.items()}


def _sources() -> list[str]:
    """Name what the program consists of: what git knows, not what else lies about; without a history all of it."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--", *PACKAGES]
    try:
        listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        found = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
        return sorted(str(path.relative_to(ROOT)) for path in found if "__pycache__" not in path.parts)
    return [path for path in listed.split("\0") if path and (ROOT / path).exists()]
