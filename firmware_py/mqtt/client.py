"""A paho client with our settings, for the box and for the club server."""

from __future__ import annotations

import ssl
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py.config.mqtt import Mqtt
from firmware_py.errors import UserError

if TYPE_CHECKING:
    from paho.mqtt.client import Client
    from paho.mqtt.reasoncodes import ReasonCode

    from firmware_py.mqtt.bounded_client import BoundedClient

ANSWER_TIMEOUT_SECONDS = 10.0


def make_client(settings: Mqtt, client_id: str, *, is_clean: bool = True) -> BoundedClient:
    """Return a client that is not connected yet. Raises a `UserError` if a file cannot be read.

    One that is not clean is known to the broker by its id, and gets what it has missed.
    """
    from firmware_py.mqtt.bounded_client import (
        BoundedClient,  # late: paho takes 3 MB, and most boxes have no broker
    )

    client = BoundedClient(client_id, is_clean=is_clean)
    if settings.user:
        client.username_pw_set(settings.user, _password(settings.password_file))
    if settings.tls or settings.ca_file:
        try:
            context = ssl.create_default_context(cafile=settings.ca_file or None)
        except (OSError, ValueError) as error:  # a file that is no certificate is an SSLError, an OSError
            raise _cannot_read(settings.ca_file, error) from None
        client.tls_set_context(context)
    return client


def why_unreachable(settings: Mqtt) -> str:
    """Connect to the broker once; return why that fails, nothing if it works. Raises a `UserError`."""
    client = make_client(settings, "")
    answers: SimpleQueue[str] = SimpleQueue()

    def answer(_client: Client, _data: object, _flags: object, reason: ReasonCode, _more: object) -> None:
        answers.put(str(reason) if reason.is_failure else "")

    client.on_connect = answer
    try:
        client.connect(settings.host, settings.port, clean_start=True)
        client.loop_start()
        return answers.get(timeout=ANSWER_TIMEOUT_SECONDS)
    except (OSError, ValueError) as error:
        return str(error)
    except Empty:
        return f"{settings.host}:{settings.port}: …"
    finally:
        client.disconnect()
        client.loop_stop()


def _password(path: str) -> str | None:
    if not path:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            return file.readline().rstrip("\r\n")
    except (OSError, ValueError) as error:
        raise _cannot_read(path, error) from None


def _cannot_read(path: str, error: Exception) -> UserError:
    reason = getattr(error, "strerror", None) or str(error)
    return UserError(say("cli.cannot-read", source=path, reason=reason))
