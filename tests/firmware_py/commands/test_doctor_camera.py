"""`sideline doctor` and a camera: a program that writes drawn pictures of a table."""

import json
import sys

import pytest

from firmware_py.page.virtual.table_picture import Trouble, draw
from tests.firmware_py.command import sideline


@pytest.fixture(name="camera")
def fixture_camera(tmp_path, monkeypatch):
    """Name a program in the configuration that writes pictures without end."""

    def name(picture):
        (tmp_path / "picture").write_bytes(picture)
        read = f"data = open({str(tmp_path / 'picture')!r}, 'rb').read()"
        code = f"import sys; {read}\nwhile 1: sys.stdout.buffer.write(data)"
        (tmp_path / "camera.py").write_text(code)
        config = tmp_path / "sideline.toml"
        config.write_text(f"[camera]\nprogram = {json.dumps(f'{sys.executable} {tmp_path}/camera.py')}\n")
        monkeypatch.setenv("SIDELINE_CONFIG", str(config))

    return name


def found():
    _, out, err = sideline("doctor", "--json")
    assert err == ""
    (part,) = [part for part in map(json.loads, out.splitlines()) if part["part"] == "camera"]
    return part


def test_a_camera_that_sees_the_sheet_is_good_and_says_how_well(camera):
    camera(draw((), (), 1))
    _, out, _ = sideline("doctor")
    assert "✓ Camera (4 of 4 corner tags, " in out


def test_what_the_camera_does_not_see_is_named_with_what_to_do(camera):
    camera(draw((), {Trouble.SHEET}, 1))
    part = found()
    assert (part["ok"], "sheet is not found" in part["why"]) == (False, True)
    assert "lay the printed sheet flat" in part["remedy"]


def test_a_program_that_is_not_there_is_named(tmp_path, monkeypatch):
    config = tmp_path / "sideline.toml"
    config.write_text('[camera]\nprogram = "/no/such/program"\n')
    monkeypatch.setenv("SIDELINE_CONFIG", str(config))
    part = found()
    assert (part["why"], "/no/such/program" in part["detail"]) == ("not found", True)
