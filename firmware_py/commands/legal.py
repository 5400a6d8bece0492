"""`sideline legal`: what would be lawful after the last act of a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from firmware_py.options import read_options
from firmware_py.replay import hear_all

if TYPE_CHECKING:
    from firmware_py.words import Words


def main(arguments: list[str], words: Words) -> int:
    """List the lawful acts; 1 if an act of the record was refused."""
    options, (source,) = read_options("legal", arguments, ["json"], words)
    any_refused = False
    for number, match, refused in hear_all(source, words):
        acts = sorted(map(str, match.legal()))
        if "--json" in options:
            from json import dumps

            sys.stdout.write(dumps({"game": number, "legal": acts}, ensure_ascii=False) + "\n")
        else:
            sys.stdout.write("\n".join(acts or [words("cli.none-lawful")]) + "\n")
        any_refused = any_refused or refused > 0
    return int(any_refused)
