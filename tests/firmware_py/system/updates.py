"""Packages to update to, for the tests: real ones, whose program is this one, or one with a fault."""

import subprocess
import sys
from pathlib import Path

from firmware_py.system.update.package import WAY_BACK

ROOT = Path(__file__).parents[3]
MACHINE = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
PYTHON = subprocess.check_output(
    ["/usr/bin/python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], text=True
).strip()
PROGRAM = f"""#!/bin/sh
{{before}}
cd "{ROOT}" && exec "{sys.executable}" -c "from firmware_py.cli import main; raise SystemExit(main())" "$@"
"""


def package(folder, before="", **fields):
    """Make a package whose program is this one; `before` is what its shell does first."""
    root = folder / "package"
    program = root / "opt/sideline/bin/sideline"
    program.parent.mkdir(parents=True)
    program.write_text(PROGRAM.format(before=before))
    program.chmod(0o755)
    for path in WAY_BACK:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    known = {
        "Package": "sideline",
        "Version": "9.9.9~test",
        "Architecture": MACHINE,
        "Maintainer": "Anna <anna@localhost>",
        "Depends": f"python3 (>= {PYTHON}), libc6",
        "Description": "a test",
        **fields,
    }
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN/control").write_text("".join(f"{name}: {value}\n" for name, value in known.items()))
    made = folder / "sideline.deb"
    subprocess.run(
        ["dpkg-deb", "-Znone", "--root-owner-group", "--build", root, made], check=True, stdout=subprocess.DEVNULL
    )
    return str(made)
