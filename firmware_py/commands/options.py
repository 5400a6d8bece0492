"""Options of a command, read by getopt (argparse takes a fifth of the start time), with translated errors."""

from __future__ import annotations

from getopt import GetoptError, gnu_getopt

from engine.acts import MOST_DIGITS
from engine.owner_data import shown
from engine.verdicts import say
from firmware_py.errors import UserError


def read_options(
    command: str,
    arguments: list[str],
    names: list[str],
    *,
    records: range = range(1, 2),
) -> tuple[dict[str, str], list[str]]:
    """Return the options of a command by name, and its other arguments; `records` is their allowed number.

    A name that ends in `=` takes a value, as in getopt.

    >>> read_options("referee", ["game.txt", "--json"], ["json", "legal"])
    ({'--json': ''}, ['game.txt'])
    """
    try:
        options, rest = gnu_getopt(arguments, "", names)
    except GetoptError as error:
        raise UserError(say("cli.bad-option", given=f"--{error.opt}", command=command)) from None
    if len(rest) < records[0]:
        raise UserError(say("cli.which-record", command=command))
    if len(rest) > records[-1]:
        raise UserError(say("cli.bad-option", given=rest[-1], command=command))
    return dict(options), rest


def read_number(command: str, options: dict[str, str], name: str, usual: int, allowed: range) -> int:
    """Return the number that an option was given, else the usual one. Raises a `UserError`."""
    given = options.get(name)
    if given is None:
        return usual
    if given.isdecimal() and len(given) <= MOST_DIGITS and int(given) in allowed:
        return int(given)
    least, most = allowed[0], allowed[-1]
    raise UserError(
        say("cli.bad-number", option=name, least=least, most=most, given=shown(given), command=command)
    )
