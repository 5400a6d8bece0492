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
    from firmware_py.commands.run import _Storage
    from firmware_py.config import configuration
    from firmware_py.display.panel import NullPanel
    from firmware_py.i18n.translations import Translations
    from firmware_py.runtime.event_loop import EventLoop
    from firmware_py.runtime.program import Program
    from firmware_py.runtime.worker import Worker
    from firmware_py.storage.crash_log import CrashLog
    from firmware_py.storage.match_store import MatchStore
    from firmware_py.storage.paths import data_folder
    from firmware_py.ui.screen_stack import ScreenStack

    class Panel(NullPanel):
        def show(self, desk, _over=None):
            desk.prompt()
            desk.table()
            loop.put(Signal.LEAVE)

    from drivers.terminal import Signal

    words = Translations("en")
    loop, disk, storage = EventLoop(), Worker("disk"), _Storage(words)
    settings, blackbox = configuration.load(words), CrashLog(data_folder())
    keeper = MatchStore(storage.journal, disk)
    Program(loop, Panel(), lambda: ScreenStack(keeper, settings, blackbox, words), blackbox, workers=[disk]).run()
    disk.stop()
    storage.close()


if __name__ == "__main__":
    {"bare": bare, "box": box}[sys.argv[1]]()
    sys.stdout.flush()
    os._exit(0) if sys.argv[2:] else None
