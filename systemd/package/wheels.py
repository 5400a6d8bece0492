"""The libraries, as wheels of the target: fetched with their hashes, and unpacked without running anything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zipfile import ZipFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from systemd.package.targets import Target

REQUIREMENTS = Path(__file__).parents[2] / "requirements" / "run.txt"
GLIBC = ("manylinux2014", "manylinux_2_17", "manylinux_2_26", "manylinux_2_27", "manylinux_2_28", "manylinux_2_31")
"""What both distributions can run: `control` asks for libc6 2.31."""
NEEDLESS = ("setuptools",)
"""colorzero asks for it and never imports it; a test keeps us honest."""
OF_INSTALLERS = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")


def fetch(target: Target, folder: Path) -> list[Path]:
    """Fetch the wheels of everything the program needs, or find them there; only what has the right hash comes in.

    Raises `CalledProcessError`.
    """
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"]
    command += ["--require-hashes", "--only-binary=:all:", "--no-deps", "--requirement", str(REQUIREMENTS)]
    command += [f"--platform={libc}_{target.machine}" for libc in GLIBC]
    command += ["--implementation=cp", f"--python-version={target.python}"]
    command += [f"--abi={abi}" for abi in (f"cp{target.python.replace('.', '')}", "abi3", "none")]
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([*command, f"--dest={folder}"], check=True)
    pinned = dict(re.findall(r"^([\w.-]+)==([\w.]+)", REQUIREMENTS.read_text(encoding="utf-8"), re.MULTILINE))
    return [_wheel(folder, name, version) for name, version in sorted(pinned.items()) if name not in NEEDLESS]


def _wheel(folder: Path, name: str, version: str) -> Path:
    """Find the one wheel of a library, beside those that an earlier run may have left."""
    spelt = re.sub(r"[-.]", "_", name)
    (found,) = (path for path in folder.glob("*.whl") if re.sub(r"[-.]", "_", path.name).startswith(f"{spelt}_"))
    if f"-{version}-" not in found.name:
        raise FileNotFoundError(f"{found} is not version {version}; empty the folder and try again")
    return found


def unpack(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Give the files of a wheel that belong on Python's path.

    Its commands, manual pages and what pip notes about itself are left out: nobody calls them, and they would name
    the machine that the package was built on.
    """
    with ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            path = PurePosixPath(name)
            if name.endswith("/") or path.is_absolute() or ".." in path.parts:
                continue
            if path.parts[0].endswith(".data"):
                if path.parts[1] not in {"purelib", "platlib"}:
                    continue
                path = PurePosixPath(*path.parts[2:])
            if path.parts[0].endswith(".dist-info") and path.name in OF_INSTALLERS:
                continue
            yield str(path), archive.read(name)
