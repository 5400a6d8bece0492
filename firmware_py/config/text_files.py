"""Text files that people write: read with a limit, and with a message that names the line that is wrong."""

from __future__ import annotations

from engine.verdicts import say
from firmware_py import service_user
from firmware_py.errors import UserError

MOST_BYTES = 16_000_000
KILOBYTES_BELOW = 1_000_000
"""Limits up to this number of bytes are shown in kilobytes, larger ones in megabytes."""


def read_text(
    source: str,
    *,
    what: str = "record",
    most: int = MOST_BYTES,
    may_be_empty: bool = False,
) -> str:
    """Return the text of a file. Raises a `UserError`."""
    kind = say(f"text.{what}")
    try:
        if source in service_user.preloaded_files:
            data = service_user.preloaded_files[source][: most + 1]
        else:
            with open(source, "rb") as file:
                data = file.read(most + 1)
    except IsADirectoryError:
        raise UserError(say("cli.folder", source=source, what=kind)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(say("cli.cannot-read", source=source, reason=reason)) from None

    def error_at(key: str, at: int, **args: str) -> UserError:
        line, why = data.count(b"\n", 0, at) + 1, say("text.is-none", what=kind, why=say(key, **args))
        return UserError(say("cli.in-line", source=source, line=line, why=why))

    if not data.strip() and not may_be_empty:
        raise error_at("text.empty", 0)
    if b"\0" in data:
        raise error_at("text.binary", data.index(b"\0"))
    if len(data) > most:
        raise error_at(
            "text.too-long",
            most,
            most=f"{most // 1_000_000} MB" if most > KILOBYTES_BELOW else f"{most // 1000} kB",
        )
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise error_at("text.bad-utf8", error.start) from None
