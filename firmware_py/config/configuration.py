r"""The configuration: defaults, under what the owner's file says, under what was set on the panel.

The file is TOML and every key may be left out; `sideline.toml` beside this module is the commented example. What
is set on the panel lies in the data folder, in the same form.

>>> read_config('language = "fr"\nnight = 1\n')[1]
[(2, Sentence(key='house.not-boolean', args=(('name', 'night'),)))]
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from firmware_py.config.wiring import TABLES, Wiring, read_wiring
from firmware_py.errors import UserError
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.paths import config_file, data_folder, make_folder, panel_file, replace_file

if TYPE_CHECKING:
    from firmware_py.config.toml import Fault
    from firmware_py.i18n.translations import Translations

CONTRASTS = (40, 100, 160, 220, 255)
"""What the panel offers; a file may say anything from 0 to 255."""
MOST_KILOBYTES = 100


class Config(NamedTuple):
    """How this box is set."""

    language: str = ""
    """Not set: the panel asks at the first start, the command line speaks as the machine does."""
    displays: int = 2
    sound: bool = True
    night: bool = False
    """Silence and low contrast."""
    contrast: int = 160
    hints: bool = True
    """Show what is lawful, and who leads."""
    teaching: bool = True
    """Offer a rule's text the first time that it matters in a match."""
    page: bool = False
    """Let phones see the table."""
    wiring: Wiring = Wiring()


DEFAULTS = Config()
SETTINGS = tuple(name for name in Config._fields if name != "wiring")
"""What is a plain value, and can be set on the panel too."""
NUMBERS = {"displays": range(1, 3), "contrast": range(256)}


def read_config(text: str) -> tuple[dict[str, Any], list[Fault]]:
    """Understand a text as a configuration: the values that it sets, and every fault with its line."""
    from engine.owner_data import number, shown, table, yes_or_no
    from engine.verdicts import Sentence, say
    from firmware_py.config.toml import Place, placed, read_toml

    values, lines, wrong = read_toml(text)
    if wrong is not None:
        return {}, [wrong]
    faults: list[tuple[Place, Sentence]] = []
    wiring = read_wiring(values, faults)
    known = (*SETTINGS, *TABLES)
    for key, value in table(values, known, (), faults).items():
        if key in NUMBERS:
            number(value, NUMBERS[key], (key,), faults)
        elif key == "language" and (not isinstance(value, str) or value not in LANGUAGES):
            faults.append(((key,), say("config.no-language", given=shown(value), known=tuple(LANGUAGES))))
        elif key in SETTINGS and key != "language":
            yes_or_no(value, (key,), faults)
    read = {key: value for key, value in values.items() if key in SETTINGS}
    if any(name in values for name in TABLES):
        read["wiring"] = wiring
    return read, placed(faults, lines)


def load(translations: Translations, notices: list[str] | None = None) -> Config:
    """Read the configuration of this machine. Raises a `UserError` with every fault and its line.

    Who gives a list for notices goes on without what was set on the panel if that file is not good: nobody who
    stands before a box can mend it.
    """
    config = DEFAULTS
    if os.path.exists(config_file()):
        config = config._replace(**read_file(config_file(), translations))
    if os.path.exists(panel_file()):
        try:
            config = config._replace(**read_file(panel_file(), translations))
        except UserError as complaint:
            if notices is None:
                raise
            notices.append(str(complaint))
    return config


def read_file(path: str, translations: Translations) -> dict[str, Any]:
    """Read the values that a file sets. Raises a `UserError` with every fault and its line."""
    from firmware_py.storage.replay import read_text

    values, faults = read_config(
        read_text(path, translations, what="config", most=MOST_KILOBYTES * 1000, may_be_empty=True)
    )
    if faults:
        told = (
            translations("cli.in-line", source=path, line=line, why=translations.text(why)) for line, why in faults
        )
        raise UserError("\n".join(told))
    return values


def write(values: dict[str, Any]) -> str:
    """Write values as a configuration.

    >>> print(write({"language": "fr", "night": True}), end="")
    language = "fr"
    night = true
    """
    return "".join(
        f'{key} = "{value}"\n' if isinstance(value, str) else f"{key} = {str(value).lower()}\n"
        for key, value in values.items()
    )


def keep(translations: Translations, **changes: object) -> None:
    """Keep what was set on the panel. Raises `OSError`, or a `UserError` if the file there is not good."""
    path = panel_file()
    make_folder(data_folder())
    values = read_file(path, translations) if os.path.exists(path) else {}
    values = {name: value for name, value in values.items() if name in SETTINGS}
    replace_file(path, write({**values, **changes}))
