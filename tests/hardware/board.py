"""The firmware of the camera boards as it lies on them: modules, imported by their own names."""

import sys
from importlib import import_module
from pathlib import Path

HARDWARE = Path(__file__).parents[2] / "hardware"
CAMERA, DICE_READER, EYE = (HARDWARE / name for name in ("camera", "dice_reader", "eye"))
for _folder in (CAMERA, DICE_READER, EYE):
    if str(_folder) not in sys.path:
        sys.path.append(str(_folder))

talk, pips, reader = import_module("talk"), import_module("pips"), import_module("reader")
frame, looking, watching = import_module("frame"), import_module("looking"), import_module("watching")
