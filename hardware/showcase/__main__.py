"""Write the pictures of the README into hardware/pictures.

python -m hardware.showcase             all of them
python -m hardware.showcase --screens   only the screens; they need nothing but Python
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageOps

from hardware.case.openscad import NotBuilt
from hardware.sheets.render import MissingTool
from hardware.showcase.case import portraits
from hardware.showcase.moments import PAGES, SCREENS, evening
from hardware.showcase.pages import photographs
from hardware.showcase.screens import strip

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[1] / "pictures"
COLOURS = 256
EDGE, EDGE_COLOUR = 2, "#7d838c"
"""A line around a page, which would else run into one of its own colour."""


def screens() -> Iterator[tuple[str, Image.Image]]:
    """Draw both displays at every moment worth showing."""
    for name, moment in SCREENS.items():
        yield f"screens-{name}", strip(moment())


def others(folder: Path) -> Iterator[tuple[str, Image.Image]]:
    """Draw what needs a browser and OpenSCAD; raises `MissingTool` or `NotBuilt`."""
    for name, picture in photographs(folder / "pages", PAGES):
        yield f"page-{name}", few_colours(ImageOps.expand(picture, EDGE, EDGE_COLOUR))
    for name, picture in portraits(folder / "case", evening(), {}):
        yield name, few_colours(picture)


def few_colours(picture: Image.Image) -> Image.Image:
    """Give a picture that takes a third of the room, with no difference that one sees."""
    palette = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=8)  # keeps what is small and colourful
    return picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)  # no bands in soft shadows


def main(arguments: list[str]) -> int:
    """Write them; 1 and one sentence if a tool is missing."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            for source in (screens(),) if "--screens" in arguments else (screens(), others(Path(folder))):
                for name, picture in source:
                    picture.save(FOLDER / f"{name}.png", optimize=True)
                    sys.stdout.write(f"{FOLDER / name}.png\n")
        except (MissingTool, NotBuilt) as missing:
            sys.stderr.write(f"{missing}\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
