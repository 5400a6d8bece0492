"""`sideline club`: serve the pages of a club, or import games that were played elsewhere."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import threading
from functools import partial

from engine.verdicts import say
from firmware_py.club.imports import read_results
from firmware_py.club.server import ClubServer
from firmware_py.club.store import Store
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.records import read_text
from firmware_py.config import configuration
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.mqtt.client import make_client
from firmware_py.storage.paths import data_folder

PORT = 8090
LOCALHOST = "localhost"
CODE_PART = 3
"""A code is printed in two groups of digits."""


def main(given: Arguments, translations: Translations) -> int:
    """Run the club server until it is told to stop, or import a record; return the exit status."""
    path = os.path.join(data_folder(), "club.db")
    try:
        if "import" in given:
            return _import(given.values("import")[-1], path, translations)
        return _serve(given, path, translations)
    except sqlite3.Error as error:
        raise UserError(say("journal.cannot-open", path=path, reason=str(error))) from None


def _import(source: str, path: str, translations: Translations) -> int:
    results = read_results(read_text(source), source)
    store = Store(path)
    added = store.add(*results)
    store.close()
    sys.stdout.write(translations("club.imported", added=added, known=len(results) - added) + "\n")
    return 0


def _serve(given: Arguments, path: str, translations: Translations) -> int:
    settings = configuration.load().wiring.mqtt
    broker = given.value("broker") or settings.host
    settings = settings._replace(host=broker or LOCALHOST)
    port = given.number("port", PORT, range(1, 65536))
    interfaces = given.values("interface")[-1:]
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    client = partial(make_client, settings, is_clean=False)
    server = ClubServer(settings, client, path, interfaces=interfaces, port=port, note=_note)
    try:
        code = server.sessions.code
        said = (
            translations("club.broker", host=settings.host, port=settings.port),
            translations("club.address", address=server.addresses[0]),
            translations("club.code", code=f"{code[:CODE_PART]} {code[CODE_PART:]}"),
        )
        sys.stdout.write("\n".join(said) + "\n")
        sys.stdout.flush()
        stop.wait()
    finally:
        server.close()
    return 0


def _note(text: str) -> None:
    sys.stderr.write(f"sideline: {text}\n")
    sys.stderr.flush()
