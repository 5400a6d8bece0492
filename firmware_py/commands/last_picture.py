"""`sideline last-picture`: show the last picture when the machine goes down. Missing hardware is not an error."""

from __future__ import annotations

import time

from drivers.buzzer import PATTERNS, Buzzer, Sound
from engine.verdicts import say
from firmware_py.commands.shared.options import Arguments
from firmware_py.config import configuration
from firmware_py.config.configuration import Config
from firmware_py.display.last_picture import FAINT_CONTRAST, LastPicture, leave_picture, picture
from firmware_py.display.oled_panel import NIGHT_CONTRAST
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.runtime import hardware
from firmware_py.runtime.frontends import has_hardware
from firmware_py.storage.lock import is_locked
from firmware_py.storage.paths import data_folder


def main(given: Arguments, translations: Translations) -> int:
    """Show the last picture on a display, unless the box is running and uses the displays."""
    known = tuple(why.value for why in LastPicture)
    wanted = given.arguments[0] if given.arguments else LastPicture.OFF.value
    if wanted not in known:
        raise UserError(say("last-picture.which", given=wanted, known=known))
    if is_locked():
        raise UserError(say("journal.in-use", path=data_folder()))
    settings = _settings()
    if has_hardware(settings.wiring):
        now = round(time.monotonic() * 1000)
        displays = hardware.open_displays(settings.wiring, hardware.device_of, settings.displays, now)
        leave_picture(
            displays,
            picture(LastPicture(wanted), translations.for_panel()),
            now,
            NIGHT_CONTRAST if settings.night else FAINT_CONTRAST,
        )
        _sound(wanted, settings)
    return 0


def _sound(wanted: str, settings: Config) -> None:
    """Play the sound of a picture, if it has one: a box whose display is missing can be heard."""
    from drivers.gpiod_factory import best_factory

    sound = next((sound for sound in Sound if sound.value == wanted), None)
    factory, _ = best_factory()
    if sound is None or factory is None or settings.wiring.buzzer is None:
        return
    buzzer = Buzzer(settings.wiring.buzzer, factory)
    now = 0
    buzzer.play(sound, now)
    for milliseconds in PATTERNS[sound]:
        time.sleep(milliseconds / 1000)
        now += milliseconds
        buzzer.advance(now)
    buzzer.close()
    factory.close()


def _settings() -> Config:
    """Return the settings, or the defaults if they have an error, which may be why the program ended."""
    try:
        return configuration.load([])
    except (UserError, OSError):
        return configuration.DEFAULTS
