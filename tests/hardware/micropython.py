"""A real MicroPython, and a tray whose reader runs on it, at the far end of a pseudo-terminal."""

import os
import shutil
import subprocess
import tempfile
import tty
from pathlib import Path

import pytest

from tests.hardware.board import CAMERA, DICE_READER

STANDINS = Path(__file__).parent / "standins"
HEAP = "512k"
"""What the firmware gets: values are twice as large here as on a board, so that is 256 KB there."""


def interpreter() -> str:
    """Give the path of MicroPython, or skip the test."""
    found = shutil.which(os.environ.get("MICROPYTHON", "micropython"))
    if found is None:
        pytest.skip("MicroPython: install micropython (Debian 13), or run tests/hardware/get-micropython")
    return found


def environment(folder: Path = DICE_READER, **more: str) -> dict[str, str]:
    return {**os.environ, "MICROPYPATH": f"{STANDINS}:{folder}:{CAMERA}", **more}


class Tray:
    """A tray or a frame with pictures of it, and the firmware that looks at them."""

    def __init__(self, firmware: Path = DICE_READER, heap: str = HEAP) -> None:
        self._firmware, self._heap = firmware, heap
        self._folder = tempfile.TemporaryDirectory(prefix="sideline-tray-")
        self.path = os.path.join(self._folder.name, "reader")
        self._pictures = os.path.join(self._folder.name, "pictures")
        self._process: subprocess.Popen[bytes] | None = None

    def lay(self, *pictures: bytes) -> None:
        """Let the camera see these pictures, in turn, from now on."""
        new = self._pictures + ".new"
        Path(new).write_bytes(b"".join(pictures))
        os.replace(new, self._pictures)

    def plug(self) -> None:
        """Give the board power."""
        self._far, self._near = os.openpty()
        tty.setraw(self._near)
        command = [interpreter(), "-X", f"heapsize={self._heap}", str(self._firmware / "main.py")]
        self._process = subprocess.Popen(
            command, stdin=self._far, stdout=self._far, env=environment(self._firmware, TRAY=self._pictures)
        )
        os.symlink(os.ttyname(self._near), self.path)

    def unplug(self) -> None:
        """Take the plug out."""
        if self._process is None:
            return
        os.unlink(self.path)
        self._process.kill()
        self._process.wait()
        self._process = None
        os.close(self._far)
        os.close(self._near)

    def close(self) -> None:
        self.unplug()
        self._folder.cleanup()
