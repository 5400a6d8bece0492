"""`python -m systemd.package.release KEY`: everything that a builder downloads, in the folder build/release.

Packages, STL files, printable sheets with their stickers, tags and rings for pictures, the manual as PDF in three
languages, the notes of this release, a list of all libraries (SBOM), checksums of all of it and a signature over
those.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from firmware_py import __version__
from hardware.case.build import parts_of
from hardware.manual.pdf import print_manuals
from hardware.sheets.render import MissingTool
from systemd.package.bill_of_materials import bill_of_materials
from systemd.package.sign import OUTPUT, sign
from systemd.package.targets import TARGETS

ROOT = Path(__file__).parents[2]
NOTES = "RELEASE-NOTES.md"
CASES = {"1.3": "case", "2.42": "case-2.42"}
"""By the size of the table display: the folder of a case, and the name of its archive."""


def release_notes(changelog: str, version: str) -> str:
    r"""Return the newest section of the changelog, with the version as its heading.

    >>> print(release_notes("# Changelog\n\n## [Unreleased]\n- new\n\n## [1.0]\n- old\n", "1.1"))
    # Sideline 1.1
    - new
    <BLANKLINE>
    """
    found = re.search(r"^## .*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return f"# Sideline {version}\n" + ("" if found is None else found[1].strip() + "\n")


def gather(build: Path, folder: Path) -> None:
    """Copy what was built into an empty folder. Raises `FileNotFoundError` if something was not built."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for target in TARGETS.values():
        shutil.copy2(build / target.file, folder)
    for size, case in CASES.items():
        with ZipFile(folder / f"sideline-{case}-{__version__}.zip", "w", ZIP_DEFLATED) as archive:
            for part in parts_of(size):
                archive.write(build / "hardware" / case / "stl" / f"{part.name}.stl", f"{part.name}.stl")
            archive.write(ROOT / "hardware/case/README.md", "README.md")
    sheets = sorted((build / "hardware/sheets").glob("*.pdf"))
    if not sheets:
        raise FileNotFoundError("there are no sheets: make hardware")
    for sheet in sheets:
        shutil.copy2(sheet, folder / f"sideline-sheet-{sheet.name}")
    for paper in ("a4", "letter"):
        shutil.copy2(build / f"hardware/prints/{paper}.pdf", folder / f"sideline-prints-{paper}.pdf")
    notes = release_notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__)
    (folder / NOTES).write_text(notes, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Put the release together and sign it."""
    folder, (key,) = OUTPUT / "release", arguments
    try:
        gather(OUTPUT, folder)
        print_manuals(folder)
        (folder / f"sideline-{__version__}.cdx.json").write_text(bill_of_materials(), encoding="utf-8")
        sign(folder, key)
    except (OSError, MissingTool, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"no release: {error}\n")
        return 1
    for path in sorted(folder.iterdir()):
        sys.stdout.write(f"{path.stat().st_size / 1e6:7.2f} MB  {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
