"""The dice reader's firmware as it lies on the board: its modules, imported by their own names."""

import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "hardware" / "dice_reader"
if str(FOLDER) not in sys.path:
    sys.path.append(str(FOLDER))

pips, reader = import_module("pips"), import_module("reader")
