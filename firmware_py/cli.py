"""The command `sideline`: finds the module of a command, runs it, and turns every error into one sentence.

A command is a module in `firmware_py.commands` with `main(arguments) -> exit status`; it is imported only when
it is called for, so that `sideline games` does not wait for what only `sideline run` needs.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from firmware_py import __version__
from firmware_py.complaint import Complaint
from firmware_py.words import Words

COMMANDS = ("run", "referee", "legal", "show", "games")
REFUSED, UNUSABLE, INTERRUPTED = 1, 2, 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and give the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None:  # closed by the caller: `sideline games >&-`
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for good
    try:
        status = _dispatch(arguments)
        sys.stdout.flush()
    except Complaint as complaint:
        return _complain(str(complaint))
    except BrokenPipeError:  # the reader has seen enough, like `| head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _complain(Words("en")("cli.cannot-write", reason=error.strerror or str(error)))
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _complain(text: str) -> int:
    sys.stderr.write(f"sideline: {text}\n")
    return UNUSABLE


def _dispatch(arguments: list[str]) -> int:
    words = Words("en")
    if not arguments or arguments[0] in ("--help", "-h", "help"):
        sys.stdout.write(words.page("help.txt"))
        return 0
    if arguments[0] == "--version":
        sys.stdout.write(f"sideline {__version__}\n")
        return 0
    command, *rest = arguments
    if command not in COMMANDS:
        raise Complaint(words("cli.bad-command", given=command, commands=COMMANDS))
    if "--help" in rest or "-h" in rest:
        sys.stdout.write(words.page(f"help-{command}.txt"))
        return 0
    status: int = import_module(f"firmware_py.commands.{command}").main(rest, words)
    return status
