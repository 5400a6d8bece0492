"""Options of a command, read by getopt (argparse takes a fifth of the start time), with translated errors."""

from __future__ import annotations

from getopt import GetoptError, gnu_getopt

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
