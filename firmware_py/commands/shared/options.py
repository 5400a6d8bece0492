"""Parse the options of a command by its row of the table; errors are translated sentences with a suggestion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from engine.acts import MOST_DIGITS, shown
from engine.verdicts import Sentence, say
from firmware_py.commands.shared.table import COMMANDS, GLOBAL, CommandOption
from firmware_py.errors import UserError

CLOSE = 0.65
"""How alike a suggestion has to be, from 0 to 1."""


class Arguments(NamedTuple):
    """What somebody typed after a command: options by name, each with its values, and the other arguments."""

    command: str
    options: Mapping[str, list[str]]
    arguments: list[str]

    def __contains__(self, name: object) -> bool:
        """Return whether an option was given."""
        return name in self.options

    def values(self, name: str) -> list[str]:
        """Return all values of an option."""
        return self.options.get(name, [])

    def value(self, name: str) -> str:
        """Return the last value of an option; empty if there is none."""
        return next(reversed(self.values(name)), "")

    def number(self, name: str, default: int, allowed: range) -> int:
        """Return the number that an option was given, else the default. Raises a `UserError`."""
        if name not in self:
            return default
        given = self.value(name)
        if given.isdecimal() and len(given) <= MOST_DIGITS and int(given) in allowed:
            return int(given)
        least, most, option, command = allowed[0], allowed[-1], f"--{name}", f"sideline {self.command}"
        why = say("cli.bad-number", option=option, least=least, most=most, given=shown(given), command=command)
        raise UserError(why)


def read_options(
    command: str, arguments: Sequence[str], before: Mapping[str, list[str]] | None = None
) -> Arguments:
    """Return the options and the other arguments of a command. Raises a `UserError`.

    `before` are the options that stood before its name.

    >>> given = read_options("referee", ["game.txt", "-j"])
    >>> "json" in given, given.arguments
    (True, ['game.txt'])
    """
    options, others = parse(command, arguments, (*COMMANDS[command].options, *GLOBAL))
    return Arguments(command, {**(before or {}), **options}, others)


def check_count(given: Arguments) -> None:
    """Raise a `UserError` if a command has too few or too many arguments."""
    count = COMMANDS[given.command].argument_counts
    if len(given.arguments) < count[0]:
        raise _error("cli.which-record", given.command)
    if len(given.arguments) > count[-1]:
        raise _error("cli.too-many", given.command, given.arguments[count[-1]])


def parse(
    command: str, arguments: Sequence[str], known: Sequence[CommandOption], *, stops: bool = False
) -> tuple[dict[str, list[str]], list[str]]:
    """Sort arguments into options and others; with `stops`, the first other one ends the options.

    Long options may be cut short while they stay unique; `--` ends the options, `-` is an argument. Errors name
    the help of the command; that of the program if it is empty.
    """
    options: dict[str, list[str]] = {}
    others: list[str] = []
    left = list(arguments)
    while left:
        word = left.pop(0)
        if word == "--":
            others += left
            break
        if word == "-" or not word.startswith("-"):
            others.append(word)
            if stops:
                others += left
                break
        elif word.startswith("--"):
            name, has_value, value = word[2:].partition("=")
            option = _long(command, name, known)
            if has_value and not option.value:
                raise _error("cli.bad-option", command, word)
            _keep(command, option, [value] if has_value else left, options)
        else:
            _take_letters(command, word[1:], left, known, options)
    return options, others


def _take_letters(
    command: str, letters: str, left: list[str], known: Sequence[CommandOption], options: dict[str, list[str]]
) -> None:
    """Take short options: `-j`, several as in `-tj`, and a value as in `-p Anna` or `-pAnna`."""
    for at, letter in enumerate(letters):
        option = next((one for one in known if one.short == letter), None)
        if option is None:
            raise _error("cli.bad-option", command, f"-{letter}")
        rest = letters[at + 1 :]
        if option.value and rest:
            _keep(command, option, [rest], options)
            return
        _keep(command, option, left, options)


def _long(command: str, name: str, known: Sequence[CommandOption]) -> CommandOption:
    found = [option for option in known if option.name == name]
    found = found or [option for option in known if name and option.name.startswith(name)]
    if len(found) != 1:
        raise _error("cli.bad-option", command, f"--{name}", [f"--{one.name}" for one in known])
    return found[0]


def _keep(command: str, option: CommandOption, left: list[str], options: dict[str, list[str]]) -> None:
    """Store an option, with the next argument if it takes a value."""
    values = options.setdefault(option.name, [])
    if option.value:
        if not left:
            raise _error("cli.no-value", command, f"--{option.name}")
        values.append(left.pop(0))


def _error(key: str, command: str, given: str = "", known: Iterable[str] = ()) -> UserError:
    why = say(key, given=given, command=f"sideline {command}".rstrip())
    return UserError(with_suggestion(why, given, known))


def with_suggestion(why: Sentence, given: str, known: Iterable[str]) -> Sentence:
    """Return a sentence about a word that is not known, with the known word that is nearest to it, if one is."""
    by_lower = {word.lower().lstrip("-"): word for word in known}
    near = get_close_matches(given.lower().lstrip("-"), by_lower, n=1, cutoff=CLOSE)
    return say("cli.did-you-mean", why=why, near=by_lower[near[0]]) if near else why
