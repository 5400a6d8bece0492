"""The package as `make deb` builds it, and others made from it: newer ones, and some that are broken on purpose.

They are unpacked and built again by dpkg-deb, with right sums, so that nothing but trying them tells that they are
broken.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from systemd.package.targets import debian_version
from systemd.package.tree import CONFIGURATION, PREFIX

Change = Callable[[Path], None]
"""Does something to an unpacked package."""
RUN = f"{PREFIX}/lib/firmware_py/commands/run.py"
ABOUT = f"{PREFIX}/lib/firmware_py/__init__.py"
IF_SERVICE = 'import os\nif os.environ.get("SIDELINE_DATA") == "/var/lib/sideline":\n    '
"""Begins what happens only where the games of the box are, not where a copy of them is tried."""


def variant(package: Path, release: str, folder: Path, *changes: Change) -> Path:
    """Build a package like another one, with another version, and changed."""
    with tempfile.TemporaryDirectory(prefix="sideline-") as unpacked:
        root = Path(unpacked, "root")
        subprocess.run(["dpkg-deb", "--raw-extract", package, root], check=True)
        _replace(root / ABOUT, r'__version__ = ".*"', f'__version__ = "{release}"')
        control = (root / "DEBIAN/control").read_text(encoding="utf-8")
        version = re.sub(r"^[^~]+", debian_version(release), _field(control, "Version"))
        _replace(root / "DEBIAN/control", r"(?m)^Version: .*", f"Version: {version}")
        for change in changes:
            change(root)
        _sum_up(root)
        names = "-".join(change.__name__ for change in changes) or "good"
        built = folder / f"sideline_{version}_{_field(control, 'Architecture')}_{names}.deb"
        command = ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(root), str(built)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return built


def _field(control: str, name: str) -> str:
    found = re.search(rf"(?m)^{name}: (.*)$", control)
    assert found is not None, control
    return found[1]


def _replace(path: Path, pattern: str, by: str) -> None:
    text, times = re.subn(pattern, by, path.read_text(encoding="utf-8"))
    assert times == 1, f"{path}: {pattern}"
    path.write_text(text, encoding="utf-8")


def _sum_up(root: Path) -> None:
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    sums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(root)}\n"
        for path in files
        if path.relative_to(root).parts[0] != "DEBIAN" and str(path.relative_to(root)) != CONFIGURATION
    ]
    (root / "DEBIAN/md5sums").write_text("".join(sums), encoding="utf-8")


# --- what can be wrong with a package


def _add(path: Path, code: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(code)


def never_comes_up(root: Path) -> None:
    """Let the program crash at its start, wherever it is tried."""
    _add(root / RUN, '\nraise RuntimeError("broken on purpose")\n')


def crashes_as_service(root: Path) -> None:
    """Let the program crash at its start, but only as the service of the box."""
    _add(root / RUN, f'\n{IF_SERVICE}raise RuntimeError("broken on purpose, as a service")\n')


def hangs_as_service(root: Path) -> None:
    """Let the program never be ready, but only as the service of the box."""
    _add(root / RUN, f"\n{IF_SERVICE}import time\n    time.sleep(3600)\n")


def changes_the_journal(root: Path) -> None:
    """Let the program have another format of the journal, and crash as the service when it has changed it."""
    database = root / PREFIX / "lib/firmware_py/storage/database.py"
    _replace(database, r"(?m)^APPLICATION, VERSION = (\w+), 1$", r"APPLICATION, VERSION = \1, 2")
    changes = '.executescript("PRAGMA user_version = 2; CREATE TABLE IF NOT EXISTS later (what)")'
    _replace(database, r'\.execute\("PRAGMA foreign_keys = ON"\)', changes)
    _add(
        root / RUN,
        f"\n{IF_SERVICE}from firmware_py.storage.journal import Journal\n"
        "    from firmware_py.storage.paths import journal_file\n"
        '    Journal(journal_file()).close()\n    raise RuntimeError("broken on purpose, with another journal")\n',
    )


def refuses_d103(root: Path) -> None:
    """Let the rules of Inside refuse something that was played."""
    inside = root / PREFIX / "lib/engine/inside"
    _replace(inside / "state.py", r'(?m)^VERSION = "(\d+)"$', 'VERSION = "99"')
    _add(
        inside / "__init__.py",
        "\nfrom engine.verdicts import Refusal, say\n\n_judge = judge\n\n\ndef judge(state, act):\n"
        '    if act.args == ("D103",):\n        return Refusal("ID-2", say("inside.no-cell", cell="103"))\n'
        "    return _judge(state, act)\n",
    )


def is_not_configured(root: Path) -> None:
    """Let the package's own script fail when everything is unpacked already."""
    _replace(root / "DEBIAN/postinst", r"\A#!/bin/sh\n", "#!/bin/sh\nexit 1\n")


def hangs_when_configured(root: Path) -> None:
    """Let the package's own script never end, when everything is unpacked already."""
    _replace(root / "DEBIAN/postinst", r"\A#!/bin/sh\n", "#!/bin/sh\nexec sleep 3600\n")


def is_for_another_machine(root: Path) -> None:
    """Let the package be for a kind of machine that this one is not."""
    _replace(root / "DEBIAN/control", r"(?m)^Architecture: .*", "Architecture: riscv64")


def cut_off(package: Path) -> Path:
    """Give a package of which the last third has not arrived."""
    data = package.read_bytes()
    part = package.with_name(f"{package.stem}_cut-off.deb")
    part.write_bytes(data[: len(data) * 2 // 3])
    return part
