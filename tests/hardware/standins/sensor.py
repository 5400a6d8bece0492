"""Stands in for the camera of an OpenMV board, under MicroPython: its pictures come from a file.

`TRAY` names the file; it holds one or more pictures of the same scene, shown in turn. A test lays other dice down
by putting another file in its place.
"""

import json
import os

GRAYSCALE, QQVGA, QVGA = 1, 160 * 120, 320 * 240
_pixels = [QQVGA]
_turns = [0]


class _Tag:
    def __init__(self, id, cx, cy, rotation, corners):  # noqa: A002 - as its makers named it
        self.id, self.cx, self.cy, self.rotation = lambda: id, lambda: cx, lambda: cy, lambda: rotation
        self.corners, self.hamming = lambda: [tuple(corner) for corner in corners], lambda: 0


class _Picture:
    def __init__(self, pixels, tags):
        self._pixels, self._tags = pixels, tags

    def find_apriltags(self):
        return [_Tag(*tag) for tag in self._tags]

    def bytearray(self):
        return self._pixels


def reset():
    pass


def set_pixformat(_format):
    pass


def set_framesize(size):
    _pixels[0] = size


def skip_frames(time):
    pass


def set_auto_gain(is_on):
    assert not is_on


def set_auto_exposure(is_on):
    assert not is_on


def snapshot():
    with open(os.getenv("TRAY"), "rb") as tray:
        pixels = tray.read()
    _turns.append(_turns.pop() + 1)
    count = len(pixels) // _pixels[0]
    number = _turns[0] % count
    tags = json.loads(pixels[count * _pixels[0] :]) if len(pixels) > count * _pixels[0] else [()] * count
    start = number * _pixels[0]
    return _Picture(bytearray(pixels[start : start + _pixels[0]]), tags[number])
