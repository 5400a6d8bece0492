"""Draw what is printed for pictures: `python -m hardware.prints` writes into build/hardware/prints."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_py.sight.sheet import PAPERS
from hardware.prints.sheets import draw_all, paper_size
from hardware.sheets.render import MissingTool, browsing, print_sheet

OUTPUT = Path("build/hardware/prints")
WIDTH = 1200
"""Of a picture of a page, in CSS pixels: more than the widest paper."""
STYLE = "body { margin: 0 } .page { break-after: page; line-height: 0 }"


def write_prints(folder: Path) -> list[Path]:
    """Write an HTML file with every page for each paper; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    return [_write(folder, sheet.name.lower(), draw_all(sheet), paper_size(sheet)) for sheet in PAPERS]


def _write(folder: Path, name: str, drawings: dict[str, str], size: tuple[float, float]) -> Path:
    for drawn, drawing in drawings.items():
        (folder / f"{name}-{drawn}.svg").write_text(drawing, encoding="utf-8")
    pages = "".join(f'<div class="page">{drawing}</div>' for drawing in drawings.values())
    source = folder / f"{name}.html"
    style = "@page {{ size: {}mm {}mm; margin: 0 }}".format(*size) + STYLE
    source.write_text(f"<!doctype html><title>Sideline</title><style>{style}</style>{pages}", encoding="utf-8")
    return source


def main(arguments: list[str] | None = None) -> int:
    """Write the drawings and the PDF; what is wrong is told in a sentence."""
    parser = argparse.ArgumentParser(prog="python -m hardware.prints", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the folder")
    parser.add_argument("--svg", action="store_true", help="only the drawings: that needs no Chromium")
    given = parser.parse_args(arguments)
    try:
        sources = write_prints(given.output)
        if not given.svg:
            with browsing() as browser:
                for source in sources:
                    sys.stdout.write(f"{print_sheet(browser, source, style=STYLE, width=WIDTH)[0]}\n")
    except (MissingTool, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
