"""`sideline show`: draws the position after the last act of a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from firmware_py.options import read_options
from firmware_py.pictures import pictures_of
from firmware_py.replay import hear_all
from firmware_py.sheet import heading, standing_text

if TYPE_CHECKING:
    from firmware_py.words import Words


def main(arguments: list[str], words: Words) -> int:
    """Draw the position; 1 if an act of the record was refused."""
    _, (source,) = read_options("show", arguments, [], words)
    any_refused = False
    for number, match, refused in hear_all(source, words):
        named = words.naming(match.names)
        drawing = pictures_of(match.setup.game, "drawings").draw(match.state, named)
        sys.stdout.write(heading(number, match, words))
        sys.stdout.write(f"{drawing}\n\n{named.text(match.ask().what)}\n{standing_text(match, words)}")
        any_refused = any_refused or refused > 0
    return int(any_refused)
