"""The command `sideline`: finds the module of a command, runs it, and reports every error as one sentence.

A command is a row of `commands.shared.table` and a module in `firmware_py.commands` whose `main` returns the exit
status. It is imported only when it runs, so that `sideline games` does not load what only `sideline run` needs.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from engine.verdicts import say
from firmware_py import __version__, service_user
from firmware_py.commands.shared.options import Arguments, check_count, parse, read_options, with_suggestion
from firmware_py.commands.shared.output import report_error
from firmware_py.commands.shared.table import COMMANDS, GLOBAL
from firmware_py.config.language import current_language
from firmware_py.errors import UserError
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.storage.paths import name_paths, named_data_folder

ROOT_COMMANDS = ("setup", "update", "backup", "look")
"""Commands that root runs as root. `look` uses no data of the box; its process that decodes switches the user."""
DATA_COMMANDS = ("run", "my-copy", "matches", "club", "config", "doctor", "backup", "restore")
"""Commands that use the data of the box. With a service installed, the user and the service have separate data."""
USAGE_ERROR, INTERRUPTED, PIPE_CLOSED = 2, 130, 141


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    _open_streams()
    arguments = sys.argv[1:] if arguments is None else arguments
    language = _language_in(arguments)
    try:
        given = _read(arguments)
        status = _run(given)
        sys.stdout.flush()
    except UserError as error:
        status = _report(error, language)
    except BrokenPipeError:  # the reader has closed the pipe, like `| head -1`
        _drop_output()
        status = PIPE_CLOSED
    except OSError as error:
        _drop_output()
        key = "cli.cannot-write" if error.filename is None else "cli.cannot-read"
        reason = error.strerror or str(error)
        status = _report(UserError(say(key, source=str(error.filename), reason=reason)), language)
    except KeyboardInterrupt:
        status = INTERRUPTED
    return status


def _language_in(arguments: list[str]) -> str:
    """Return the language that the options name, for errors anywhere among them; empty if none does."""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        name, _, value = word.partition("=")
        if name in {"--language", "-l"} and (value or following) in LANGUAGES:
            return value or following
    return ""


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


def _report(error: UserError, language: str) -> int:
    report_error(error, Translations(current_language(language)))
    return USAGE_ERROR


def _read(arguments: list[str]) -> Arguments:
    """Return the command with its options and arguments; it is empty for general help. Raises a `UserError`."""
    options, words = parse("", arguments, GLOBAL, stops=True)
    command, *rest = words or ["help"]
    if command == "help":
        options, rest = {**options, "help": []}, rest[1:]
        command = words[1] if len(words) > 1 else ""
    if command and command not in COMMANDS:
        raise UserError(with_suggestion(say("cli.bad-command", given=command), command, COMMANDS))
    given = read_options(command, rest, options) if command else Arguments("", options, [])
    for option in (*(COMMANDS[command].options if command else ()), *GLOBAL):
        value = given.value(option.name)
        if option.value and option.name in given and (not value or (option.values and value not in option.values)):
            raise UserError(say("cli.bad-value", option=f"--{option.name}", given=value, known=option.values))
    return given


def _run(given: Arguments) -> int:
    command = given.command
    name_paths(given.value("data"), given.value("config"))
    if command not in ROOT_COMMANDS:
        service_user.switch_to_service_user(named_data_folder(), given.arguments)
    translations = Translations(current_language(given.value("language")))
    if "version" in given:
        sys.stdout.write(f"sideline {__version__}\n")
        return 0
    if not command or "help" in given:
        from firmware_py.commands.help import page  # late: every command passes here, few ask for help

        sys.stdout.write(page(command, translations))
        return 0
    check_count(given)
    if command in DATA_COMMANDS and service_user.has_separate_data(named_data_folder()):
        key = "cli.box-apart-run" if command == "run" else "cli.box-apart"
        sys.stderr.write(f"sideline: {translations(key, command=command, path=service_user.DATA)}\n")
    status: int = import_module(f"firmware_py.commands.{command.replace('-', '_')}").main(given, translations)
    return status
