"""The eye on an OpenMV camera: pictures in, lines out. The board runs this when it gets power."""

import os
import time

import sensor
from pyb import LED, USB_VCP
from watching import Eye

NAME = "openmv"
WIDTH, HEIGHT = 320, 240
WARM_UP_MILLISECONDS = 2000
"""Milliseconds until the camera has found its exposure; from then on it is kept."""
SEND_TIMEOUT_MILLISECONDS = 50
"""Milliseconds that a line may wait for a box that does not listen."""
RED, GREEN = 1, 2


def start_camera() -> None:
    """Let the camera find its exposure once: a hand in the picture must not change how the tags look."""
    sensor.reset()
    sensor.set_pixformat(sensor.GRAYSCALE)
    sensor.set_framesize(sensor.QVGA)
    sensor.skip_frames(time=WARM_UP_MILLISECONDS)
    sensor.set_auto_gain(False)
    sensor.set_auto_exposure(False)


def value_of(field: object) -> object:
    """Read a field of a tag: a method in older versions of OpenMV, a value in newer ones."""
    return field() if callable(field) else field


def find_tags(picture: object) -> list:
    """Find the tags of a picture with OpenMV's own detector; its default family is 36h11."""
    fields = [
        [value_of(field) for field in (tag.id, tag.cx, tag.cy, tag.rotation, tag.corners, tag.hamming)]
        for tag in picture.find_apriltags()
    ]
    return [tuple(tag[:5]) for tag in fields if tag[5] == 0]


def show(state: str) -> None:
    """Green: all was seen. Red: no frame, or something cannot be read."""
    for lamp, states in ((GREEN, ("seen",)), (RED, ("unsure", "no-frame"))):
        (LED(lamp).on if state in states else LED(lamp).off)()


def run() -> None:
    """Look and listen, for ever."""
    port = USB_VCP()
    port.setinterrupt(-1)  # whatever comes over the line, it stops nothing
    start_camera()
    eye = Eye(
        lambda said: port.send(said, timeout=SEND_TIMEOUT_MILLISECONDS), int.from_bytes(os.urandom(2), "big"), NAME
    )
    began, told = time.ticks_ms(), None
    while True:
        picture = sensor.snapshot()
        found = find_tags(picture)
        now = time.ticks_diff(time.ticks_ms(), began)
        eye.see(picture.bytearray(), (WIDTH, HEIGHT), found, now)
        while port.any():
            eye.hear(port.read(port.any()), now)
        if eye.told[0] != told:
            told = eye.told[0]
            show(told)


run()
