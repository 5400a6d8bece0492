"""The configuration: defaults, overridden by the owner's file, overridden by the settings made on the panel.

The owner's file is TOML and every key is optional; `sideline.toml` beside this module is a commented example. The
settings made on the panel are stored in the data folder, in the same format.

>>> read_config({"language": "fr", "night": 1})[1]
[(('night',), Sentence(key='value.not-boolean', args=()))]
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from engine.acts import shown
from engine.values import Fault, number, table, yes_or_no
from engine.verdicts import Sentence, say
from firmware_py.config.boards import with_board
from firmware_py.config.text_files import read_text
from firmware_py.config.toml import read_checked
from firmware_py.config.wiring import PORTS, TABLES, Wiring, read_wiring
from firmware_py.errors import UserError
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.storage.paths import config_file, data_folder, make_folder, panel_file, replace_file

CONTRASTS = (40, 100, 160, 220, 255)
"""The choices on the panel; a file may set any value from 0 to 255."""
THINKING_SECONDS = (1, 2, 5, 10, 30)
"""The choices on the panel; a file may set any value from 1 to 60."""
MOST_KILOBYTES = 100


class Config(NamedTuple):
    """The settings of this box."""

    language: str = ""
    """If empty, the panel asks at the first start and the command line uses the language of the machine."""
    displays: int = 2
    sound: bool = True
    night: bool = False
    """No sound and low contrast."""
    contrast: int = 160
    hints: bool = True
    """Show which acts are allowed, and who leads."""
    teaching: bool = True
    """Offer the text of a rule the first time that it matters in a match."""
    move_hints: bool = True
    """Let players ask the box for a hint."""
    large_table: bool = False
    """Show the large table picture while nobody presses a key."""
    thinking_seconds: int = 5
    """How long the box may think about an act."""
    page: bool = False
    """Serve the table page to phones."""
    https: bool = False
    """Serve it over HTTPS, with a certificate that the box makes itself."""
    tv_names: bool = False
    """Show the names of the players on a television that is not paired."""
    wiring: Wiring = Wiring()


DEFAULTS = Config()
SETTINGS = tuple(name for name in Config._fields if name != "wiring")
"""The keys with plain values, which can also be set on the panel."""
NUMBERS = {"displays": range(1, 3), "contrast": range(256), "thinking_seconds": range(1, 61)}


def read_config(values: dict[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """Check the values of a file; return those that it sets, and every fault with its place."""
    faults: list[Fault] = []
    wiring = read_wiring(values, faults)
    known = (*SETTINGS, *TABLES)
    for key, value in table(values, known, (), faults).items():
        if key in NUMBERS:
            number(value, NUMBERS[key], (key,), faults)
        elif key == "language" and (not isinstance(value, str) or value not in LANGUAGES):
            faults.append(((key,), say("config.no-language", given=shown(value), known=tuple(LANGUAGES))))
        elif key in SETTINGS and key != "language":
            yes_or_no(value, (key,), faults)
    read = {key: value for key, value in with_board(values).items() if key in SETTINGS}
    if any(name in values for name in TABLES):
        read["wiring"] = wiring
    return read, faults


def load(notices: list[Sentence] | None = None) -> Config:
    """Return the configuration of this machine. Raises a `UserError` with every fault and its place.

    If a list for notices is given, a faulty file of the panel is ignored and its faults are added to the list,
    because users cannot repair that file at the box.
    """
    config = DEFAULTS
    if os.path.exists(config_file()):
        config = config._replace(**read_file(config_file()))
    if os.path.exists(panel_file()):
        try:
            config = config._replace(**read_panel_file())
        except UserError as error:
            if notices is None:
                raise
            notices += error.why
    return config


def with_port(config: Config, port: str) -> Config:
    """Return a configuration with another port for the page. Raises a `UserError`."""
    if not (port.isdecimal() and len(port) <= len("65535") and int(port) in PORTS):
        raise UserError(say("config.not-a-port", given=port))
    wiring = config.wiring
    return config._replace(wiring=wiring._replace(network=wiring.network._replace(port=int(port))))


def read_file(path: str) -> dict[str, Any]:
    """Return the values that a file sets. Raises a `UserError` with every fault and its place."""
    text = read_text(path, what="config", most=MOST_KILOBYTES * 1000, may_be_empty=True)
    return read_checked(path, text, read_config)


def read_panel_file() -> dict[str, Any]:
    """Return the settings made on the panel, and nothing else: a backup can bring this file.

    Raises a `UserError`.
    """
    return {name: value for name, value in read_file(panel_file()).items() if name in SETTINGS}


def write(values: dict[str, Any]) -> str:
    """Return values as the text of a configuration.

    >>> print(write({"language": "fr", "night": True}), end="")
    language = "fr"
    night = true
    """
    return "".join(
        f'{key} = "{value}"\n' if isinstance(value, str) else f"{key} = {str(value).lower()}\n"
        for key, value in values.items()
    )


def save_settings(*removed: str, **changes: object) -> None:
    """Save settings made on the panel, and remove others. Raises `OSError`, or a `UserError` for a faulty file."""
    path = panel_file()
    make_folder(data_folder())
    values = read_panel_file() if os.path.exists(path) else {}
    values = {name: value for name, value in values.items() if name not in removed}
    replace_file(path, write({**values, **changes}))
