"""`python -m systemd.package [--key KEY] [TARGET …]`: the packages, in the folder build.

A private key of SSH (`systemd.package.sign`) is used if there is such a file: boxes with these packages install
only what it has signed.
"""

from __future__ import annotations

import os
import sys

from systemd.package.archive import build
from systemd.package.sign import OUTPUT, public_key
from systemd.package.targets import TARGETS
from systemd.package.tree import machine
from systemd.package.wheels import fetch


def main(wanted: list[str]) -> int:
    """Build what is wanted, such as `bookworm-arm64`; without a word all of them."""
    key = ""
    if wanted[:1] == ["--key"]:
        _, path, *wanted = wanted
        key = public_key(path) if os.path.exists(path) else ""
    unknown = [name for name in wanted if name not in TARGETS]
    if unknown:
        sys.stderr.write(f"there is no target {unknown[0]}; there are: {', '.join(TARGETS)}\n")
        return 2
    for name in wanted or TARGETS:
        target = TARGETS[name]
        wheels = fetch(target, OUTPUT / "wheels" / name)
        package = build(target, machine(target, wheels, key), OUTPUT)
        sys.stdout.write(f"{package}  {package.stat().st_size / 1e6:.1f} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
