"""Sign packages: `python -m systemd.package.sign KEY` signs the checksums of those in the folder build.

The key is a private one of SSH; it is made if there is none. Its public half is in every package that is built
with it, and `sideline update` installs only what it has signed, or a key in /etc/sideline/trusted-keys.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from firmware_py.system.update.signature import NAMESPACE, SIGNATURE, SUMS

OUTPUT = Path("build")


def public_key(key: str) -> str:
    """Return the public half of a private key of SSH, which is made if there is none. Raises `OSError`."""
    path = Path(key).expanduser()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "sideline-release", "-f", str(path)]
        subprocess.run(command, check=True)
        sys.stdout.write(f"made a key: {path}; keep a copy of it, or no box can be updated without --unsigned\n")
    return Path(f"{path}.pub").read_text(encoding="ascii")


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
