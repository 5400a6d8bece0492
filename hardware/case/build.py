"""Build the case: an STL file for every printed part and a picture of everything, into build/hardware/case.

`python -m hardware.case.build`; `--quick` draws coarse curves, `--pi 4` builds for another board, `--table-display
2.42` for a large display on the left.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from hardware.case.mesh import Mesh, read_stl
from hardware.case.openscad import HERE, NotBuilt, Value, command, run
from hardware.case.pictures import ACTIVE_AREA, LARGE_AREA, VIEWS, draw, write_screen

PIS = "zero2w", "3a+", "4"
TABLE_DISPLAYS = "1.3", "2.42"
PLA = 0.00124  # grams a cubic millimetre
GOLDEN = HERE.parents[1] / "tests" / "firmware_py" / "golden"
SCREENS = {"screen_left": "en-insider-who-table.png", "screen_right": "en-insider-who.png"}


class Part(NamedTuple):
    """A printed part, and how many of it the box needs."""

    name: str
    copies: int = 1


BEZELS = {"1.3": (Part("bezel", 2),), "2.42": (Part("bezel"), Part("bezel_large"))}
"""By the size of the table display."""
CAPS = (Part("cap_arrow", 4), Part("cap_back"), Part("cap_ok"), *(Part(f"cap_{seat}") for seat in range(1, 7)))


def parts_of(table_display: str) -> tuple[Part, ...]:
    """Return the printed parts of a case with a table display of some size."""
    return (Part("coupon"), Part("front"), Part("bottom"), *BEZELS[table_display], *CAPS)


PARTS = parts_of(TABLE_DISPLAYS[0])


def export(part: Part, folder: Path, values: dict[str, Value]) -> Mesh:
    """Write a part's STL file, and read it back."""
    path = folder / f"{part.name}.stl"
    run("case.scad", path, {**values, "part": part.name})
    return read_stl(path)


def build(folder: Path, values: dict[str, Value], *, pictures: bool) -> None:
    """Build everything, several parts at a time."""
    stl = folder / "stl"
    stl.mkdir(parents=True, exist_ok=True)
    command("openscad", "openscad")
    size_of_table = str(values.get("table_display", TABLE_DISPLAYS[0]))
    parts = parts_of(size_of_table)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        meshes = list(pool.map(lambda part: export(part, stl, values), parts))
    for part, mesh in zip(parts, meshes, strict=True):
        size = mesh.size()
        grams = part.copies * mesh.volume() * PLA
        box = f"{size.x:6.1f} × {size.y:5.1f} × {size.z:4.1f} mm"
        sys.stdout.write(f"{part.copies} × {part.name:11} {box} {grams:6.1f} g solid\n")
    if not pictures:
        return
    for name, screen in SCREENS.items():
        is_large = name == "screen_left" and size_of_table == "2.42"
        write_screen(GOLDEN / screen, stl / f"{name}.stl", LARGE_AREA if is_large else ACTIVE_AREA)
    for view in VIEWS:
        draw(view, stl, folder / f"{view.name}.png", values)
        sys.stdout.write(f"{folder / view.name}.png\n")


def main(arguments: list[str] | None = None) -> int:
    """Build what the command line asks for; 1 and one sentence if something is missing."""
    parser = argparse.ArgumentParser(prog="python -m hardware.case.build", description="Build the case.")
    parser.add_argument("--quick", action="store_true", help="coarse curves, for a look")
    parser.add_argument("--pi", choices=PIS, default=PIS[0], help="the board inside")
    parser.add_argument(
        "--table-display", choices=TABLE_DISPLAYS, default=TABLE_DISPLAYS[0], help="the size of the left display"
    )
    parser.add_argument("--no-pictures", action="store_true", help="only the files to print")
    parser.add_argument("--output", type=Path, default=Path("build/hardware/case"), help="where to")
    chosen = parser.parse_args(arguments)
    try:
        values: dict[str, Value] = {
            "quick": chosen.quick,
            "pi_model": chosen.pi,
            "table_display": chosen.table_display,
        }
        build(chosen.output, values, pictures=not chosen.no_pictures)
    except NotBuilt as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
