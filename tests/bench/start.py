"""Start the whole box without a terminal, draw its first pictures and end: what `make bench` times."""

import os
import sys


def bare() -> None:
    """Do what the least program with the platform's libraries does: one text on a display."""
    import gpiozero  # noqa: F401 - it is imported, as a script for keys would
    from luma.core.interface.serial import noop
    from luma.core.render import canvas
    from luma.oled.device import ssd1306

    class Nowhere(noop):
        def command(self, *_bytes):
            pass

        def data(self, _bytes):
            pass

    with canvas(ssd1306(Nowhere())) as draw:
        draw.text((0, 0), "one text", fill="white")


def box() -> None:
    """Do what `sideline run` does until its first pictures are there."""
    from firmware_py import config
    from firmware_py.blackbox import BlackBox
    from firmware_py.commands.run import _Storage
    from firmware_py.desk import Desk
    from firmware_py.keeper import Keeper
    from firmware_py.loop import Loop
    from firmware_py.parts import Still
    from firmware_py.places import data_folder
    from firmware_py.program import Program
    from firmware_py.words import Words
    from firmware_py.worker import Worker

    class Panel(Still):
        def show(self, desk, _over=None):
            desk.prompt()
            desk.table()
            loop.put(Signal.LEAVE)

    from drivers.terminal import Signal

    words = Words("en")
    loop, disk, storage = Loop(), Worker("disk"), _Storage(words)
    settings, blackbox = config.load(words), BlackBox(data_folder())
    keeper = Keeper(storage.journal, disk)
    Program(loop, Panel(), lambda: Desk(keeper, settings, blackbox, words), blackbox, workers=[disk]).run()
    disk.stop()
    storage.close()


if __name__ == "__main__":
    {"bare": bare, "box": box}[sys.argv[1]]()
    sys.stdout.flush()
    os._exit(0) if sys.argv[2:] else None
