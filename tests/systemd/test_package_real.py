"""The packages with their real libraries, from PyPI: they are there for every machine, and the program runs."""

import platform
import re
import struct
import subprocess
import sys

import pytest

from systemd.package.targets import TARGETS
from systemd.package.tree import prefix
from systemd.package.wheels import fetch
from tests.systemd.packages import DEBIAN

pytestmark = pytest.mark.slow
ELF_MACHINES = {"x86_64": 0x3E, "aarch64": 0xB7}
HERE = (f"{sys.version_info.major}.{sys.version_info.minor}", platform.machine())


@pytest.mark.parametrize("name", TARGETS)
def test_every_library_is_there_for_the_machine_and_its_python(name, tmp_path):
    target = TARGETS[name]
    tree = prefix(fetch(target, tmp_path))
    compiled = {path: piece.data for path, piece in tree.items() if re.search(r"\.so\b", path)}
    assert {path.split("/")[1] for path in compiled} >= {"PIL", "gpiod"}
    for path, data in compiled.items():
        assert data[:4] == b"\x7fELF", path
        assert struct.unpack_from("<H", data, 18)[0] == ELF_MACHINES[target.machine], path
        tag = re.search(r"\.cpython-(\d+)-", path)
        assert tag is None or tag[1] == target.python.replace(".", ""), path


@pytest.mark.skipif(
    HERE not in {(target.python, target.machine) for target in TARGETS.values()},
    reason="another Python than Debian's",
)
def test_the_program_runs_with_its_own_libraries_alone(tmp_path):
    (target,) = (target for target in TARGETS.values() if (target.python, target.machine) == HERE)
    for path, piece in prefix(fetch(target, tmp_path / "wheels")).items():
        place = tmp_path / "prefix" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(piece.data)
    flags = re.match(r"#!/usr/bin/python3 (-\S+)\n", (DEBIAN / "launcher.py").read_text())[1]
    (tmp_path / "real.toml").write_text('hardware = "real"\n')
    command = [sys.executable, flags, tmp_path / "prefix/bin/sideline", "--config", tmp_path / "real.toml"]
    command += ["doctor", "--report"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stderr == ""
    assert "✓ Storage (SQLite " in done.stdout
    assert set(re.findall(r"No module named '(\w+)'", done.stdout)) <= {"lgpio"}, (
        "which PyPI has not for every Python"
    )
    assert "I2C device not found" in done.stdout, "luma and Pillow have tried"
