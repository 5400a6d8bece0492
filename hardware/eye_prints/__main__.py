"""Draw what is printed for the eye: `python -m hardware.eye_prints` writes into build/hardware/eye."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_py.sight.sheet import PAPERS
from hardware.eye_prints.draw import draw_frame, draw_rings, draw_stickers
from hardware.eye_prints.sheets import draw_sheet, draw_single_tags, paper_size
from hardware.sheets.render import MissingTool, browsing, print_sheet

OUTPUT = Path("build/hardware/eye")
STYLE = "body { margin: 0 } .page { break-after: page; line-height: 0 }"


def write_prints(folder: Path) -> list[Path]:
    """Write the drawings, and HTML files with all of them, one for each thing to print; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    eye = {"frame": draw_frame(), "rings": draw_rings(), "stickers": draw_stickers()}
    sources = [_write(folder, "eye", eye, paper_size(PAPERS[0]))]
    for sheet in PAPERS:
        name = f"sheet-{sheet.name.lower()}"
        drawings = {name: draw_sheet(sheet), f"{name}-tags": draw_single_tags(sheet)}
        sources.append(_write(folder, name, drawings, paper_size(sheet)))
    return sources


def _write(folder: Path, name: str, drawings: dict[str, str], size: tuple[float, float]) -> Path:
    for drawn, drawing in drawings.items():
        (folder / f"{drawn}.svg").write_text(drawing, encoding="utf-8")
    pages = "".join(f'<div class="page">{drawing}</div>' for drawing in drawings.values())
    source = folder / f"{name}.html"
    style = "@page {{ size: {}mm {}mm; margin: 0 }}".format(*size) + STYLE
    source.write_text(f"<!doctype html><title>Sideline</title><style>{style}</style>{pages}", encoding="utf-8")
    return source


def main(arguments: list[str] | None = None) -> int:
    """Write the drawings and the PDF; what is wrong is told in a sentence."""
    parser = argparse.ArgumentParser(prog="python -m hardware.eye_prints", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the folder")
    parser.add_argument("--svg", action="store_true", help="only the drawings: that needs no Chromium")
    given = parser.parse_args(arguments)
    try:
        sources = write_prints(given.output)
        if not given.svg:
            with browsing() as browser:
                for source in sources:
                    sys.stdout.write(f"{print_sheet(browser, source)[0]}\n")
    except (MissingTool, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
