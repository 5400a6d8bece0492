"""Options of a command: argparse reads them, our own words answer."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING, NoReturn

from firmware_py.complaint import Complaint

if TYPE_CHECKING:
    from firmware_py.words import Words


class Options(ArgumentParser):
    """A parser that complains in one sentence; its help is a page of the language."""

    def __init__(self, command: str, arguments: list[str], words: Words) -> None:
        """Prepare to read the arguments of a command."""
        super().__init__(prog=command, add_help=False, allow_abbrev=False)
        self.arguments = arguments
        self.words = words

    def error(self, message: str) -> NoReturn:  # noqa: ARG002 - argparse speaks English only
        """Complain about what was given."""
        given = " ".join(self.arguments)
        raise Complaint(self.words("cli.bad-option", given=given, command=self.prog))
