"""From files to a package: Debian's own dpkg-deb writes it, the same bytes whoever builds it."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from systemd.package.papers import MAINTAINER, made_at
from systemd.package.tree import CONFIGURATION, DEBIAN, Piece, Tree

if TYPE_CHECKING:
    from systemd.package.targets import Target

SCRIPTS = ("postinst", "prerm", "postrm")
DEPENDS = (
    "python3 (>= {python}), python3 (<< {next_python}~), libc6 (>= 2.31), libgcc-s1, libstdc++6, zlib1g, "
    "systemd | systemd-standalone-sysusers, debconf (>= 0.5) | debconf-2.0"
)
CONTROL = """\
Package: sideline
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: dbus, polkitd, udev
Suggests: i2c-tools, ffmpeg, v4l-utils
Section: misc
Priority: optional
Description: referee and score keeper beside four board games
 A Raspberry Pi box that stands beside Insider, Offline, Inside and Online,
 keeps the score and rules on the moves, with the rule that a refusal rests
 on. Without hardware it runs in a terminal or in a browser.
 .
 Everything it needs is in this package, under /opt/sideline. On a Raspberry Pi
 "sudo sideline setup" makes it a box that starts by itself.
"""


def build(target: Target, tree: Tree, folder: Path, *, compression: str = "xz") -> Path:
    """Write the package into a folder and tell where it is. Raises `CalledProcessError`."""
    folder.mkdir(parents=True, exist_ok=True)
    package = folder / target.file
    with tempfile.TemporaryDirectory(prefix="sideline-") as staged:
        root = Path(staged, "root")
        _write(root, {**tree, **_control(target, tree)}, made_at())
        # one thread: how many there are is seen in what comes out
        command = ["dpkg-deb", "--root-owner-group", "--threads-max=1", f"-Z{compression}", "--build", str(root)]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(made_at())}
        subprocess.run([*command, str(package)], check=True, env=environment, stdout=subprocess.DEVNULL)
    return package


def _control(target: Target, tree: Tree) -> Tree:
    """Give what dpkg wants to know, and the scripts that it runs."""
    major, minor = target.python.split(".")
    control = CONTROL.format(
        version=target.version,
        architecture=target.architecture,
        maintainer=MAINTAINER,
        size=sum(-(-len(piece.data) // 1024) or 1 for piece in tree.values()),
        depends=DEPENDS.format(python=target.python, next_python=f"{major}.{int(minor) + 1}"),
    )
    sums = [
        f"{hashlib.md5(piece.data, usedforsecurity=False).hexdigest()}  {path}\n"
        for path, piece in sorted(tree.items())
        if not piece.link and path != CONFIGURATION
    ]
    files = {
        "control": Piece(control.encode()),
        "conffiles": Piece(f"/{CONFIGURATION}\n".encode()),
        "md5sums": Piece("".join(sums).encode()),
        "templates": Piece((DEBIAN / "templates").read_bytes()),
        **{name: Piece((DEBIAN / name).read_bytes(), runs=True) for name in SCRIPTS},
    }
    return {f"DEBIAN/{name}": piece for name, piece in files.items()}


def _write(root: Path, tree: Tree, time: int) -> None:
    """Put the files where dpkg-deb packs them, all of the same time, whatever this user's habits are."""
    for path, piece in tree.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if piece.link:
            place.symlink_to(piece.link)
        else:
            place.write_bytes(piece.data)
            place.chmod(0o755 if piece.runs else 0o644)
    for place in (root, *root.rglob("*")):
        if place.is_dir() and not place.is_symlink():
            place.chmod(0o755)
        os.utime(place, (time, time), follow_symlinks=False)
