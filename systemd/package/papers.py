"""What Debian wants to read in a package: its licences and its changes."""

from __future__ import annotations

import gzip
import os
import subprocess
from email.parser import HeaderParser
from email.utils import formatdate
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

if TYPE_CHECKING:
    from systemd.package.targets import Target

MAINTAINER = "The Sideline developers <sideline@localhost.localdomain>"
COMMON = "The GNU Lesser General Public License 2.1 is also in /usr/share/common-licenses/LGPL-2.1."


def made_at() -> int:
    """Return when this version was made, in seconds since 1970, so that building it again gives the same bytes."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    command = ["git", "-C", str(Path(__file__).parent), "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    except (OSError, subprocess.CalledProcessError):  # sources without their history
        return int(Path(__file__).stat().st_mtime)


def squeezed(data: bytes) -> bytes:
    """Squeeze a document, the same way at any time."""
    return gzip.compress(data, 9, mtime=0)


def changelog(target: Target) -> bytes:
    """Write the package's own changes: what is in them stands in CHANGELOG.md."""
    head = f"sideline ({target.version}) {target.distribution}; urgency=medium"
    date = formatdate(made_at())
    return f"{head}\n\n  * What is new: CHANGELOG.md.gz, beside this file.\n\n -- {MAINTAINER}  {date}\n".encode()


def copyright_notice(root: Path, wheels: list[Path]) -> bytes:
    """Return under which licences the program and each of its libraries are."""
    licence = (root / "LICENSE").read_text(encoding="utf-8")
    fonts = (root / "firmware_py" / "display" / "fonts" / "NOTICE").read_text(encoding="utf-8")
    parts = ["Sideline", licence, "Its fonts", fonts, *map(_library, wheels), COMMON]
    return ("\n\n".join(part.strip() for part in parts) + "\n").encode()


def _library(wheel: Path) -> str:
    """Return what a library's metadata say; its licence lies beside it if its authors have put it there."""
    with ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" in name and not name.endswith("/")]
        (metadata,) = (name for name in names if name.endswith("/METADATA"))
        told = HeaderParser().parsestr(archive.read(metadata).decode())
    licences = sorted(name for name in names if any(word in name.upper() for word in ("LICEN", "COPYING")))
    classified = [line.rpartition(" :: ")[2] for line in told.get_all("Classifier", []) if "License ::" in line]
    short = told["License-Expression"] or ", ".join(classified) or (told["License"] or "").splitlines()[0]
    lines = [f"{told['Name']} {told['Version']}, in /opt/sideline/lib: {short}"]
    lines += [f"  whole text: /opt/sideline/lib/{name}" for name in licences]
    return "\n".join(lines)
