"""The dice reader on an OpenMV camera: pictures in, lines out. The board runs this when it gets power."""

import os
import time

import sensor
from pyb import LED, USB_VCP
from reader import Reader

NAME = "openmv"
WIDTH, HEIGHT = 160, 120
WARM_UP_MILLISECONDS = 2000
"""Milliseconds until the camera has found its exposure; from then on it is kept."""
SEND_TIMEOUT_MILLISECONDS = 50
"""Milliseconds that a line may wait for a box that does not listen."""
RED, GREEN = 1, 2


def start_camera() -> None:
    """Let the camera find its exposure once: a hand in the picture must not change how the dice look."""
    sensor.reset()
    sensor.set_pixformat(sensor.GRAYSCALE)
    sensor.set_framesize(sensor.QQVGA)
    sensor.skip_frames(time=WARM_UP_MILLISECONDS)
    sensor.set_auto_gain(False)
    sensor.set_auto_exposure(False)


def show(word: str) -> None:
    """Green: a roll was told. Red: something lies there that is none."""
    for lamp, words in ((GREEN, ("settled",)), (RED, ("unsure", "cocked"))):
        (LED(lamp).on if word in words else LED(lamp).off)()


def run() -> None:
    """Look and listen, for ever."""
    port = USB_VCP()
    port.setinterrupt(-1)  # whatever comes over the line, it stops nothing
    start_camera()
    reader = Reader(
        lambda said: port.send(said, timeout=SEND_TIMEOUT_MILLISECONDS), int.from_bytes(os.urandom(2), "big"), NAME
    )
    began, told = time.ticks_ms(), None
    while True:
        picture = bytes(sensor.snapshot().bytearray())
        now = time.ticks_diff(time.ticks_ms(), began)
        reader.see(picture, WIDTH, HEIGHT, now)
        while port.any():
            reader.hear(port.read(port.any()), now)
        if reader.told[0] != told:
            told = reader.told[0]
            show(told)


run()
