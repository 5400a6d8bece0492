"""The pictures of the README: they are what the box draws now, and can be made again."""

import contextlib
import io
import os
import shutil
from functools import partial

import pytest
from PIL import Image

from hardware.sheets.render import MissingTool
from hardware.showcase import __main__ as showcase
from hardware.showcase.case import SHOWN, portraits
from hardware.showcase.moments import PAGES, SCREENS, evening, refusal, replayed
from hardware.showcase.pages import WINDOWS, photographs
from hardware.showcase.screens import ZOOM

FOLDER = showcase.FOLDER


def needs(tool):
    missing = shutil.which(tool) is None and os.environ.get("CI") != "true"
    return pytest.mark.skipif(missing, reason=f"sudo apt install {tool}")


@pytest.mark.parametrize("name", [f"screens-{name}" for name in SCREENS])
def test_the_screens_are_those_that_the_box_draws_now(name):
    drawn = dict(showcase.screens())[name]
    with Image.open(FOLDER / f"{name}.png") as kept:
        assert kept.size == drawn.size
        assert kept.convert("RGB").tobytes() == drawn.convert("RGB").tobytes(), "run: make pictures"


def test_each_dot_of_a_display_is_a_square_of_one_colour():
    box, (_, strip) = refusal(), list(showcase.screens())[-1]
    left = strip.width - 128 * ZOOM - (strip.height - 64 * ZOOM) // 2
    glass = strip.crop((left, (strip.height - 64 * ZOOM) // 2, left + 128 * ZOOM, (strip.height + 64 * ZOOM) // 2))
    for corner in range(ZOOM):
        dots = Image.new("P", (128, 64))
        dots.putdata(
            [glass.getpixel((x * ZOOM + corner, y * ZOOM + corner)) for y in range(64) for x in range(128)]
        )
        assert dots.point(lambda colour: colour == 2, "1").tobytes() == box.prompt().tobytes()


def test_the_refusal_is_the_one_that_the_readme_quotes():
    assert list(map(str, refusal().match.log)) == ["1 place L310"]
    ((_, act, verdict),) = refusal().live.refusals
    assert (act.args[0][1:], verdict.rule) == ("210", "ID-2")


def test_no_picture_is_left_over_and_each_has_its_size():
    sizes = {}
    for path in FOLDER.glob("[!m]*.png"):  # those of the manual are compared in test_manual.py
        with Image.open(path) as kept:
            sizes[path.stem] = kept.size
    assert set(sizes) == {f"screens-{name}" for name in SCREENS} | {f"page-{name}" for name in PAGES} | {*SHOWN}
    for name, window in WINDOWS.items():
        sides = window.width, window.height
        assert sizes[f"page-{name}"] == tuple(side * window.scale + 2 * showcase.EDGE for side in sides)
    for name, (_, width) in SHOWN.items():
        assert sizes[name][0] == width


def test_a_missing_tool_is_one_sentence_and_the_screens_are_written_all_the_same(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(showcase, "FOLDER", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert showcase.main([]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "sudo apt install chromium" in said.err
    assert {path.stem for path in tmp_path.glob("*.png")} == {f"screens-{name}" for name in SCREENS}
    assert showcase.main(["--screens"]) == 0


def test_without_a_browser_there_are_no_photographs(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool):
        next(photographs(tmp_path, PAGES))


@needs("chromium")
@pytest.mark.slow
def test_the_page_can_be_photographed(tmp_path):
    taken = dict(photographs(tmp_path, {"phone": partial(replayed, "inside/whole-game.txt", 21)}))
    window = WINDOWS["phone"]
    assert {name: picture.size for name, picture in taken.items()} == {
        "phone": (window.width * window.scale, window.height * window.scale)
    }
    assert len(taken["phone"].getcolors(1 << 24)) > 50


@needs("openscad")
@pytest.mark.slow
def test_the_case_can_be_drawn_with_a_match_on_its_displays(tmp_path):
    with contextlib.redirect_stdout(io.StringIO()):
        drawn = dict(portraits(tmp_path, evening(), {"quick": True}))
    assert {name: picture.width for name, picture in drawn.items()} == {
        name: width for name, (_, width) in SHOWN.items()
    }
    assert showcase.few_colours(drawn["box"]).getcolors()
