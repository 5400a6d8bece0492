"""What a package is built for, and how it is called."""

from __future__ import annotations

import re
from typing import NamedTuple

from firmware_py import __version__


class Target(NamedTuple):
    """A Debian distribution on a kind of machine."""

    distribution: str
    python: str
    """The distribution's own Python, such as `3.11`."""
    architecture: str
    """As Debian calls it."""
    machine: str
    """As Python's wheels call it."""

    @property
    def version(self) -> str:
        """The version of the package."""
        return f"{debian_version(__version__)}~{self.distribution}"

    @property
    def file(self) -> str:
        """The name of the package's file."""
        return f"sideline_{self.version}_{self.architecture}.deb"


def debian_version(version: str) -> str:
    """Write a version so that dpkg sorts it as Python does, with the distribution's `~name` behind it.

    >>> [debian_version(version) for version in ("1.2.0", "1.2.0rc1", "1.2.0.dev3", "1.2.0.post1")]
    ['1.2.0', '1.2.0~~rc1', '1.2.0~~~dev3', '1.2.0+post1']
    """
    version = re.sub(r"\.?(post\d+)", r"+\1", version)
    version = re.sub(r"(?<=\d)(a|b|rc)(?=\d)", r"~~\1", version)
    return re.sub(r"\.?(dev\d+)", r"~~~\1", version)


PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
TARGETS = {
    f"{distribution}-{architecture}": Target(distribution, python, architecture, machine)
    for distribution, python in PYTHONS.items()
    for architecture, machine in MACHINES.items()
}
