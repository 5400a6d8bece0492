"""What this machine needs for the proof, and installing it with apt-get."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

COMMANDS = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container"}
FILES = {"/usr/share/keyrings/debian-archive-keyring.gpg": "debian-archive-keyring"}
EMULATION = "qemu-user-static"


def missing(foreign: list[str]) -> list[str]:
    """Name the packages that are missing, given the kinds of machine that have to be emulated."""
    wanted = [package for command, package in COMMANDS.items() if shutil.which(command) is None]
    wanted += [package for file, package in FILES.items() if not Path(file).exists()]
    if any(not Path(f"/usr/lib/binfmt.d/qemu-{machine}.conf").exists() for machine in foreign):
        wanted.append(EMULATION)
    return wanted


def install(packages: list[str]) -> None:
    """Install packages, saying so before. Raises `CalledProcessError`."""
    sys.stdout.write(f"Installing on this machine, with apt-get: {' '.join(packages)}\n")
    sys.stdout.flush()
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", *command], check=True, env=environment, stdout=subprocess.DEVNULL)
