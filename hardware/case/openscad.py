"""OpenSCAD as a function: a source and values in, a file out, one sentence if it does not work."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
Value = str | float | bool


class NotBuilt(Exception):
    """What is missing or went wrong, as one sentence."""


def command(name: str, package: str) -> str:
    """Where a command is, or which Debian package brings it."""
    found = shutil.which(name)
    if found is None:
        raise NotBuilt(f"{name} is missing; on Debian: sudo apt install {package}")
    return found


def spelled(value: Value) -> str:
    """A value as OpenSCAD writes it.

    >>> spelled("front"), spelled(True), spelled(1.5)
    ('"front"', 'true', '1.5')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)


def run(source: str, output: Path, values: dict[str, Value], *options: str) -> str:
    """Let OpenSCAD make a file from one of the sources beside this module; returns what it reports."""
    command_line = [command("openscad", "openscad"), "-o", str(output), *options]
    for name, value in values.items():
        command_line += ["-D", f"{name}={spelled(value)}"]
    command_line.append(str(HERE / source))
    if output.suffix == ".png":  # even a picture without a window wants a display
        command_line = [command("xvfb-run", "xvfb xauth"), "-a", "-s", "-screen 0 1280x1024x24", *command_line]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command_line, check=False, capture_output=True, text=True, env=environment)
    complaints = [line for line in done.stderr.splitlines() if line.startswith(("WARNING", "ERROR"))]
    if complaints or done.returncode:
        reason = complaints[0] if complaints else done.stderr.strip().rpartition("\n")[2]
        raise NotBuilt(f"OpenSCAD made no {output.name}: {reason}")
    return done.stderr
