"""Stands in for the camera of an OpenMV board, under MicroPython: its pictures come from a file.

`TRAY` names the file; it holds one or more pictures of the same scene, shown in turn. A test lays other dice down
by putting another file in its place.
"""

import os

GRAYSCALE, QQVGA, QVGA = 1, 160 * 120, 320 * 240
_pixels = [QQVGA]
_turns = [0]


class _Picture:
    def __init__(self, pixels):
        self._pixels = pixels

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
    start = number * _pixels[0]
    return _Picture(bytearray(pixels[start : start + _pixels[0]]))
