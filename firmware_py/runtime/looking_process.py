"""The process that looks: it reads pictures from its standard input and writes what it saw to its standard output.

It is a process of its own because pictures come from anywhere: what breaks or slows the libraries that decode them
breaks only this process, which has limits of memory and time (`looker`) and no rights of root.
"""

from __future__ import annotations

import os
import resource
import sys
from contextlib import suppress

from engine.verdicts import Sentence
from firmware_py import service_user
from firmware_py.errors import UserError
from firmware_py.runtime.picture_reader import PictureReader
from firmware_py.runtime.thinking_process import NICE, receive, send
from firmware_py.sight.looking import Request, Seen

MOST_MEMORY = 1_000_000_000
"""Bytes of address space; what is really used is a tenth of it."""


def main() -> None:
    """Serve the parent process until its end."""
    with suppress(OSError):  # the service may not change it
        os.nice(NICE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    service_user.switch_to_service_user("")
    reader = PictureReader()
    with suppress(EOFError, BrokenPipeError):
        while True:
            asked: Request = receive(sys.stdin.fileno())
            answer: Seen | tuple[Sentence, ...]
            try:
                answer = reader.see(asked)
            except UserError as error:
                answer = error.why
            send(sys.stdout.buffer, answer)


if __name__ == "__main__":
    main()
