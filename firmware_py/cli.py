"""The command `sideline`: finds the module of a command, runs it, and reports every error as one sentence.

A command is a module in `firmware_py.commands` with `main(arguments, translations) -> exit status`; it is imported
only when it runs, so that `sideline games` does not load what only `sideline run` needs.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from firmware_py import __version__
from firmware_py.config.language import current_language
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.system import service_user

TYPE_CHECKING = False  # see firmware_py.i18n.translations
if TYPE_CHECKING:
    from engine.verdicts import Sentence

COMMANDS = (
    *("run", "referee", "legal", "show", "analyse", "match", "games", "house", "matches"),
    *("config", "doctor", "setup", "update", "goodbye"),
)
ROOT_COMMANDS = ("setup", "update")
DATA_COMMANDS = ("run", "house", "matches", "config", "doctor")
"""Commands that use the data of the box. With a service installed, the user and the service have separate data."""
USAGE_ERROR, INTERRUPTED, PIPE_CLOSED = 2, 130, 141


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    _open_streams()
    try:
        status = _dispatch(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except UserError as error:
        status = _report(*error.why)
    except BrokenPipeError:  # the reader has closed the pipe, like `| head -1`
        _drop_output()
        status = PIPE_CLOSED
    except OSError as error:
        _drop_output()
        from engine.verdicts import say

        key = "cli.cannot-write" if error.filename is None else "cli.cannot-read"
        reason = error.strerror or str(error)
        status = _report(say(key, source=str(error.filename), reason=reason))
    except KeyboardInterrupt:
        status = INTERRUPTED
    return status


def _open_streams() -> None:
    """Set the streams to UTF-8 in any locale, and replace closed streams by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - stays open
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_output() -> None:
    """Redirect standard output to the null device, so that Python reports no second error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(*why: Sentence) -> int:
    lines = map(Translations(current_language()).text, why)
    sys.stderr.write("sideline: {}\n".format("\n".join(lines)))
    return USAGE_ERROR


def _dispatch(arguments: list[str]) -> int:
    if arguments and arguments[0] not in ROOT_COMMANDS:
        service_user.switch_to_service_user(arguments[1:])
    translations = Translations(current_language())
    if not arguments or arguments[0] in ("--help", "-h", "help"):
        sys.stdout.write(translations.page("help.txt"))
        return 0
    if arguments[0] == "--version":
        sys.stdout.write(f"sideline {__version__}\n")
        return 0
    command, *rest = arguments
    if command not in COMMANDS:
        from engine.verdicts import say  # imported late: most commands need no error

        raise UserError(say("cli.bad-command", given=command, commands=COMMANDS))
    if "--help" in rest or "-h" in rest:
        sys.stdout.write(translations.page(f"help-{command}.txt"))
        return 0
    if command in DATA_COMMANDS and service_user.has_separate_data():
        key = "cli.box-apart-run" if command == "run" else "cli.box-apart"
        sys.stderr.write(f"sideline: {translations(key, command=command, path=service_user.DATA)}\n")
    status: int = import_module(f"firmware_py.commands.{command}").main(rest, translations)
    return status
