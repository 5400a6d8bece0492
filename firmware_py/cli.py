"""The command `sideline`: finds the module of a command, runs it, and reports every error as one sentence.

A command is a row of `commands.table` and a module in `firmware_py.commands` whose `main` returns the exit
status. It is imported only when it runs, so that `sideline games` does not load what only `sideline run` needs.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module

from firmware_py import __version__
from firmware_py.commands.options import check_count, parse, read_options
from firmware_py.commands.table import COMMANDS, GLOBAL
from firmware_py.config.language import current_language
from firmware_py.errors import UserError
from firmware_py.i18n.translations import Translations
from firmware_py.system import service_user

ROOT_COMMANDS = ("setup", "update", "backup")
DATA_COMMANDS = ("run", "house", "matches", "club", "config", "doctor", "backup", "restore")
"""Commands that use the data of the box. With a service installed, the user and the service have separate data."""
USAGE_ERROR, INTERRUPTED, PIPE_CLOSED = 2, 130, 141


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    gc.disable()  # a start and a short command leave no garbage in cycles; what runs for long enables it again
    _open_streams()
    try:
        status = _dispatch(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except UserError as error:
        status = _report(error)
    except BrokenPipeError:  # the reader has closed the pipe, like `| head -1`
        _drop_output()
        status = PIPE_CLOSED
    except OSError as error:
        _drop_output()
        from engine.verdicts import say

        key = "cli.cannot-write" if error.filename is None else "cli.cannot-read"
        reason = error.strerror or str(error)
        status = _report(UserError(say(key, source=str(error.filename), reason=reason)))
    except KeyboardInterrupt:
        status = INTERRUPTED
    finally:
        gc.enable()
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


def _report(error: UserError) -> int:
    from firmware_py.commands.output import report_error  # imported late: most commands need no error

    report_error(error, Translations(current_language()))
    return USAGE_ERROR


def _dispatch(arguments: list[str]) -> int:
    options, words = parse("", arguments, GLOBAL, stops=True)
    command, *rest = words or ["help"]
    if command == "help":
        options, rest = {**options, "help": []}, rest[1:]
        command = words[1] if len(words) > 1 else ""
    if command and command not in COMMANDS:
        raise _unknown(command)
    given = read_options(command, rest) if command else None
    if given is not None:
        options = {**options, **given.options}
    _set_environment(options)
    if command not in ROOT_COMMANDS:
        service_user.switch_to_service_user(given.arguments if given is not None else ())
    translations = Translations(current_language())
    if "version" in options:
        sys.stdout.write(f"sideline {__version__}\n")
        return 0
    if given is None or "help" in options:
        from firmware_py.commands.help import page

        sys.stdout.write(page(command, translations))
        return 0
    check_count(given)
    if command in DATA_COMMANDS and service_user.has_separate_data():
        key = "cli.box-apart-run" if command == "run" else "cli.box-apart"
        sys.stderr.write(f"sideline: {translations(key, command=command, path=service_user.DATA)}\n")
    status: int = import_module(f"firmware_py.commands.{command}").main(given, translations)
    return status


def _unknown(command: str) -> UserError:
    from engine.verdicts import say  # imported late: most commands need no error
    from firmware_py.commands.options import with_suggestion

    return UserError(with_suggestion(say("cli.bad-command", given=command), command, COMMANDS))


def _set_environment(options: dict[str, list[str]]) -> None:
    """Set the variables that the options of every command stand for. Raises a `UserError`."""
    for option in GLOBAL:
        if option.name not in options or not option.value:
            continue
        value = options[option.name][-1]
        if not value or (option.values and value not in option.values):
            from engine.verdicts import say

            raise UserError(say("cli.bad-value", option=f"--{option.name}", given=value, known=option.values))
        os.environ[f"SIDELINE_{option.name.upper()}"] = value
