"""The phones that are paired, in a file beside the journal: they stay paired when the box starts again.

It holds hashes of the secrets in their cookies, so nobody can use it to pair. Whatever fails with it is no reason
to stop a game: phones have to pair again then.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress

from firmware_py.http.sessions import MOST_SESSIONS, SESSION_TIMEOUT_SECONDS, KeptSession
from firmware_py.outside import count, fields, listed, parse, text
from firmware_py.storage.paths import data_folder, make_folder, replace_file

MOST_CHARACTERS = 100_000
TEXT = text(200)


def phones_file() -> str:
    """Return the path of the file."""
    return os.path.join(data_folder(), "phones.json")


def save_phones(kept: Sequence[KeptSession]) -> None:
    """Replace the file; without phones there is none."""
    path, now = phones_file(), time.time()
    with suppress(OSError):
        if not kept:
            os.remove(path)
            return
        make_folder(os.path.dirname(path))
        phones = [{**one._replace(idle_seconds=0)._asdict(), "used": int(now - one.idle_seconds)} for one in kept]
        for phone in phones:
            del phone["idle_seconds"]
        replace_file(path, json.dumps(phones, ensure_ascii=False, indent=1))


def load_phones() -> list[KeptSession]:
    """Return the phones that were paired and used not too long ago, least recently used first."""
    with suppress(OSError, ValueError):
        with open(phones_file(), encoding="utf-8") as file:
            found = listed(_phone, MOST_SESSIONS)(parse(file.read(MOST_CHARACTERS).encode()))
        return [phone for phone in found if phone.idle_seconds < SESSION_TIMEOUT_SECONDS]
    return []


def _phone(value: object) -> KeptSession:
    known = fields(value, id=TEXT, peer=TEXT, number=count, device=TEXT, person=TEXT, used=count)
    idle = max(time.time() - known.pop("used"), 0.0)  # a box without a battery may wake in the past
    return KeptSession(**known, idle_seconds=idle)
