"""`python -m systemd.package.sign KEY`: sign the checksums of the packages in the folder build.

The key is a private one of SSH (`ssh-keygen -t ed25519 -f sideline-release`). Owners trust the public one by
writing it into /etc/sideline/trusted-keys; `sideline update` then accepts nothing else.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from firmware_py.system.update.signature import NAMESPACE, SIGNATURE, SUMS
from systemd.package.__main__ import OUTPUT


def sign(folder: Path, key: str) -> Path:
    """Write checksums of all files in a folder and sign them. Raises `CalledProcessError`."""
    sums = write_sums(folder)
    (folder / SIGNATURE).unlink(missing_ok=True)
    command = ["ssh-keygen", "-Y", "sign", "-f", key, "-n", NAMESPACE, str(sums)]
    subprocess.run(command, check=True)
    return folder / SIGNATURE


def write_sums(folder: Path) -> Path:
    """Write checksums of all files in a folder, as sha256sum does."""
    files = [path for path in sorted(folder.iterdir()) if path.is_file() and path.name not in {SUMS, SIGNATURE}]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")
    return folder / SUMS


def main(arguments: list[str]) -> int:
    """Sign what `make deb` has built."""
    if len(arguments) != 1:
        sys.stderr.write("which key? make release KEY=~/.ssh/sideline-release\n")
        return 2
    try:
        sys.stdout.write(f"{sign(OUTPUT, arguments[0])}\n")
    except (OSError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"not signed: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
