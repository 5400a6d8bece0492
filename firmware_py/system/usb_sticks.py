"""USB sticks that are mounted on this machine. The box mounts those that are plugged in (see systemd/udev)."""

from __future__ import annotations

import os

MOUNTS = "/proc/self/mounts"
FOLDERS = ("/media/", "/run/media/")
"""Where sticks are mounted: by our own rule, and by desktops."""


def mounted_sticks() -> list[str]:
    """Return the folders of all sticks that can be written."""
    try:
        with open(MOUNTS, encoding="utf-8", errors="surrogateescape") as file:
            places = [line.split()[1] for line in file if len(line.split()) > 1]
    except OSError:
        return []
    folders = [place.replace(r"\040", " ") for place in places]
    return [folder for folder in folders if folder.startswith(FOLDERS) and os.access(folder, os.W_OK)]
