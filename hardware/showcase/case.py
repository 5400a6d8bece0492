"""The case, as OpenSCAD draws it, with a match on its displays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from hardware.case.build import build
from hardware.case.pictures import VIEWS, draw, write_screen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from firmware_py.ui.match.screen import MatchScreen
    from hardware.case.openscad import Value

OF_THE_CASE = {view.name: view for view in VIEWS}
SHOWN = {
    "box": (OF_THE_CASE["assembled"]._replace(target=(0, 0, 13), distance=352, size=(1600, 1020)), 1200),
    "box-exploded": (OF_THE_CASE["exploded"], 800),
}
"""By the name of the picture: what is seen, and how wide it is in the end; the first one leaves room for words."""


def portraits(folder: Path, box: MatchScreen, values: dict[str, Value]) -> Iterator[tuple[str, Image.Image]]:
    """Build the parts in a folder and draw them, with a box's pictures on the displays; raises `NotBuilt`."""
    build(folder, values, pictures=False)
    stl = folder / "stl"
    for side, shown in (("left", box.table()), ("right", box.prompt())):
        shown.save(folder / f"{side}.png")
        write_screen(folder / f"{side}.png", stl / f"screen_{side}.stl")
    for name, (view, width) in SHOWN.items():
        drawn = folder / f"{name}.png"
        draw(view, stl, drawn, values)
        with Image.open(drawn) as opened:
            height = round(opened.height * width / opened.width)
            yield name, opened.resize((width, height), Image.Resampling.LANCZOS)
