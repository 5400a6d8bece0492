"""The firmware of the camera boards as it lies on them: modules, imported by their own names."""

import sys
from importlib import import_module
from pathlib import Path

HARDWARE = Path(__file__).parents[2] / "hardware"
CAMERA, DICE_READER = (HARDWARE / name for name in ("camera", "dice_reader"))
for _folder in (CAMERA, DICE_READER):
    if str(_folder) not in sys.path:
        sys.path.append(str(_folder))

talk, pips, reader = import_module("talk"), import_module("pips"), import_module("reader")
