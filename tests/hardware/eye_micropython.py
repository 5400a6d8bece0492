"""The eye's part of a picture under a real MicroPython: what it sees, and how long that takes."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.hardware.board import EYE
from tests.hardware.eye_pictures import Picture
from tests.hardware.micropython import environment, interpreter

LOOK = """
import json, sys, time
import watching
with open(sys.argv[1], "rb") as file:
    pictures = file.read()
with open(sys.argv[2]) as file:
    found = [[tuple(tag) for tag in tags] for tags in json.load(file)]
size = 320 * 240
eye = watching.Eye(lambda said: None, 1, "eye")
spent = 0
for number, tags in enumerate(found):
    picture = pictures[number * size : (number + 1) * size]
    print(json.dumps(watching.look(picture, 320, 240, tags)))
    began = time.ticks_us()
    eye.see(picture, (320, 240), tags, number * 100)
    spent += time.ticks_diff(time.ticks_us(), began)
print(spent / len(found) / 1000)
"""


def look_under_micropython(
    folder: Path, images: Sequence[Picture], found: Sequence[Sequence[Any]]
) -> tuple[list[Any], float]:
    """Return what is seen in each picture, and the milliseconds that one takes."""
    (folder / "pictures").write_bytes(b"".join(image.tobytes() for image in images))
    (folder / "found").write_text(json.dumps(found))
    (folder / "look.py").write_text(LOOK)
    files = (str(folder / name) for name in ("look.py", "pictures", "found"))
    command = [interpreter(), "-X", "heapsize=16m", *files]
    told = subprocess.run(command, env=environment(EYE), capture_output=True, text=True, check=True).stdout
    *seen, spent = told.splitlines()
    return [json.loads(line) for line in seen], float(spent)
