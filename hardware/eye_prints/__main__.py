"""Draw what is printed for the eye: `python -m hardware.eye_prints` writes build/hardware/eye/eye.pdf."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.eye_prints.draw import draw_frame, draw_rings, draw_stickers
from hardware.sheets.render import MissingTool, browsing, print_sheet

OUTPUT = Path("build/hardware/eye")
STYLE = "@page { size: A4 landscape; margin: 0 } body { margin: 0 } .page { break-after: page; line-height: 0 }"


def write_prints(folder: Path) -> Path:
    """Write the drawings, and one HTML file with all of them; gives its path."""
    folder.mkdir(parents=True, exist_ok=True)
    drawings = {"frame": draw_frame(), "rings": draw_rings(), "stickers": draw_stickers()}
    for name, drawing in drawings.items():
        (folder / f"{name}.svg").write_text(drawing, encoding="utf-8")
    pages = "".join(f'<div class="page">{drawing}</div>' for drawing in drawings.values())
    source = folder / "eye.html"
    source.write_text(f"<!doctype html><title>Sideline</title><style>{STYLE}</style>{pages}", encoding="utf-8")
    return source


def main(arguments: list[str] | None = None) -> int:
    """Write the drawings and the PDF; what is wrong is told in a sentence."""
    parser = argparse.ArgumentParser(prog="python -m hardware.eye_prints", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the folder")
    parser.add_argument("--svg", action="store_true", help="only the drawings: that needs no Chromium")
    given = parser.parse_args(arguments)
    try:
        source = write_prints(given.output)
        if not given.svg:
            with browsing() as browser:
                sys.stdout.write(f"{print_sheet(browser, source)[0]}\n")
    except (MissingTool, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
