"""Write everything that is drawn and printed from the wiring.

python -m hardware.wiring           what is committed (page, pictures, quotes), and PNGs and diagram in build/
python -m hardware.wiring --pages   only what is committed; it needs nothing but Python
"""

from __future__ import annotations

import os
import sys

from hardware.wiring.harness import draw
from hardware.wiring.header import header_picture
from hardware.wiring.rehearsal import with_true_quotes
from hardware.wiring.scenes import STEPS, scene
from hardware.wiring.table import wiring_page
from hardware.wiring.tools import MissingTool, rasterise

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GUIDE = os.path.join(FOLDER, "BUILD.md")
BUILD = os.path.join("build", "hardware")


def pictures() -> dict[str, str]:
    """Draw every picture; give them by their path under hardware/."""
    drawn = {"pictures/header.svg": header_picture()}
    return drawn | {f"pictures/step-{step}.svg": scene(step) for step in STEPS}


def committed() -> dict[str, str]:
    """Give every file that is made from the wiring and kept in the repository, by its path under hardware/."""
    with open(GUIDE, encoding="utf-8") as file:
        guide = file.read()
    return {"WIRING.md": wiring_page(), "BUILD.md": with_true_quotes(guide), **pictures()}


def main(arguments: list[str]) -> int:
    """Write all of it; 1 if a tool is missing, which is then named."""
    for name, text in committed().items():
        path = os.path.join(FOLDER, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    if "--pages" in arguments:
        return 0
    os.makedirs(BUILD, exist_ok=True)
    try:
        made = draw(BUILD) + rasterise((os.path.join(FOLDER, name) for name in pictures()), BUILD)
    except MissingTool as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    sys.stdout.writelines(f"{os.path.join(BUILD, name)}\n" for name in made)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
