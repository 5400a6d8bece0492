"""Every view of the page on one sheet: on a phone and on a television, light and dark.

python -m tests.firmware_py.page.browser.sheet_of_pages build/pages.png
"""

import io
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, expect, sync_playwright

from tests.firmware_py.page.browser.browsers import (
    CHROMIUM,
    PHONE,
    TELEVISION,
    VirtualProcess,
    Visitor,
    new_context,
    recorded,
)

TABLES = {
    "inside": ("inside/whole-game.txt", 21),
    "insider": ("insider/three-to-the-top.txt", 20),
    "insider-board": ("insider/board-for-two.txt", 120),
    "offline": ("offline/basic-for-three.txt", 60),
    "offline-score": ("offline/score-by-leads.txt", 22),
    "online": ("online/two-players.txt", 26),
    "online-six": ("online/six-in-pairs.txt", 120),
}
READY = {
    "table": "#drawing svg",
    "box": "#box canvas",
    "history": "#history .acts li",
    "my-copy": "#my-copy .part",
}
WINDOWS = {"phone": PHONE, "television": TELEVISION}
HEIGHT, GAP, CAPTION = 480, 16, 18


class Shot(NamedTuple):
    """A page as somebody sees it."""

    name: str
    picture: Image.Image


def shots(browser: Browser, folder: Path) -> Iterator[Shot]:
    """Photograph every view of every game."""
    for name, (record, acts) in TABLES.items():
        with VirtualProcess(folder / name, match=recorded(record, acts)) as box:
            is_first = True
            for window, viewport in WINDOWS.items():
                for scheme in ("light", "dark"):
                    context = new_context(browser, viewport=viewport, color_scheme=scheme)
                    visitor = Visitor(context, box.address).come()
                    if is_first:
                        visitor.go_on()
                        is_first = False
                    yield from _views(visitor, f"{name}-{window}-{scheme}")
                    context.close()


def _views(visitor: Visitor, name: str) -> Iterator[Shot]:
    for view, ready in READY.items():
        visitor.open(view)
        expect(visitor.locate(ready).first).to_be_visible()
        yield Shot(f"{name}-{view}", Image.open(io.BytesIO(visitor.page.screenshot())).convert("RGB"))


def sheet(taken: list[Shot]) -> Image.Image:
    """Lay pictures out: each game and look in a row."""
    per_row = len(READY) * 2
    rows = [taken[at : at + per_row] for at in range(0, len(taken), per_row)]
    small = [[(shot.name, _scaled(shot.picture)) for shot in row] for row in rows]
    width = max(sum(picture.width + GAP for _, picture in row) for row in small) + GAP
    whole = Image.new("RGB", (width, len(rows) * (HEIGHT + GAP + CAPTION) + GAP), "#808080")
    pen = ImageDraw.Draw(whole)
    for number, row in enumerate(small):
        x, y = GAP, GAP + number * (HEIGHT + GAP + CAPTION)
        for name, picture in row:
            pen.text((x, y), name, fill="white")
            whole.paste(picture, (x, y + CAPTION))
            x += picture.width + GAP
    return whole


def _scaled(picture: Image.Image) -> Image.Image:
    return picture.resize((picture.width * HEIGHT // picture.height, HEIGHT), Image.Resampling.LANCZOS)


def make_sheet(browser: Browser, target: Path, folder: Path) -> None:
    """Make the sheet, and beside it each picture in its full size."""
    taken = list(shots(browser, folder))
    singles = target.with_suffix("")
    singles.mkdir(parents=True, exist_ok=True)
    for shot in taken:
        shot.picture.save(singles / f"{shot.name}.png")
    sheet(taken).save(target)


def main(target: str) -> None:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        make_sheet(browser, Path(target), Path(folder))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
