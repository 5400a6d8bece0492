"""`sideline goodbye`: the last picture, when the machine goes down. It never fails for want of hardware."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py import config
from firmware_py.complaint import Complaint
from firmware_py.lock import is_locked
from firmware_py.options import read_options
from firmware_py.places import data_folder
from firmware_py.stage import is_real

if TYPE_CHECKING:
    from firmware_py.config import Config
    from firmware_py.words import Words


def main(arguments: list[str], words: Words) -> int:
    """Leave the picture on the displays, unless a box is running that has them."""
    from firmware_py.goodbye import FAINT, Goodbye, leave, picture
    from firmware_py.hardware import device_of, open_displays
    from firmware_py.hardware_panel import NIGHT

    _, rest = read_options("goodbye", arguments, [], words, records=range(2))
    known = tuple(why.value for why in Goodbye)
    given = rest[0] if rest else Goodbye.OFF.value
    if given not in known:
        raise Complaint(words("goodbye.which", given=given, known=known))
    if is_locked():
        raise Complaint(words.text(say("journal.in-use", path=data_folder())))
    settings = _settings(words)
    if is_real(settings.wiring):
        now = round(time.monotonic() * 1000)
        displays = open_displays(settings.wiring, device_of, settings.displays, now)
        leave(displays, picture(Goodbye(given), words), now, NIGHT if settings.night else FAINT)
    return 0


def _settings(words: Words) -> Config:
    """Read how the box is wired; if that has a fault, which may be why we are here, it is wired as usual."""
    try:
        return config.load(words, [])
    except (Complaint, OSError):
        return config.DEFAULTS
