"""Names beside the journal: who is called what, and how the clocks are shown.

A file of its own, because nothing in it decides a game: a match is whole without it. A file that is damaged is set
aside, and a new one begun.

>>> people = People(None)
>>> people.rename("Bne", "Ben")
>>> people.player("Bne"), people.player("Anna")
('Ben', 'Anna')
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import cached_property
from typing import Any

from engine.verdicts import Sentence, say
from firmware_py.outside import fields, mapping, parse, text
from firmware_py.storage.database import aside_name
from firmware_py.storage.paths import make_folder, replace_file

MOST_CHARACTERS = 1_000_000
TEXT = text(200)


class People:
    """The file of names; whatever fails with it is no reason to stop a game."""

    def __init__(self, path: str | None) -> None:
        """Use a file, or none; it is read when somebody needs it."""
        self._path, self._aside = path, ""

    @cached_property
    def _values(self) -> dict[str, Any]:
        """What the file says."""
        if self._path is not None:
            try:
                with open(self._path, encoding="utf-8") as file:
                    return read_people(file.read(MOST_CHARACTERS + 1))
            except ValueError:  # it is damaged; a full disk or a missing file is no damage
                with suppress(OSError):
                    aside = aside_name(self._path)
                    os.rename(self._path, aside)
                    self._aside = aside
            except OSError:
                pass
        return {"aliases": {}, "clock": "off"}

    def _save(self) -> None:
        if self._path is not None:
            with suppress(OSError):
                make_folder(os.path.dirname(self._path))
                replace_file(self._path, json.dumps(self._values, ensure_ascii=False, indent=1))

    def check(self) -> list[Sentence]:
        """Read the file now; return what the players have to know about it."""
        _ = self._values
        return [say("journal.names-damaged", path=self._aside)] if self._aside else []

    @property
    def aliases(self) -> dict[str, str]:
        """Other names of players, each with the name that counts."""
        found: dict[str, str] = self._values["aliases"]
        return found

    def player(self, name: str) -> str:
        """Return the name under which a player is counted."""
        return self.aliases.get(name, name)

    def rename(self, name: str, to: str) -> None:
        """Count a player under another name from now on; if that is the name of a player, the two become one."""
        if name == to:
            return
        for alias, player in self.aliases.items():
            if player == name:
                self.aliases[alias] = to
        self.aliases[name] = to
        self.separate(to)

    def separate(self, name: str) -> None:
        """Count a name by itself again."""
        self.aliases.pop(name, None)
        self._save()

    @property
    def clock(self) -> str:
        """How the clocks are shown: `off`, `up`, or the minutes that each player has."""
        return str(self._values["clock"])

    def set_clock(self, mode: str) -> None:
        """Change how the clocks are shown."""
        self._values["clock"] = mode
        self._save()


def read_people(text: str) -> dict[str, Any]:
    """Return what the file of names says. Raises `ValueError` if it is damaged."""
    values = fields(parse(text, MOST_CHARACTERS), aliases=mapping, clock=TEXT)
    return {
        "aliases": {name: TEXT(player) for name, player in values["aliases"].items()},
        "clock": values["clock"],
    }
