"""The pages of help, made from the table of commands and the texts of a language."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from textwrap import wrap

from engine import GAMES
from engine.game import option_value
from firmware_py.commands.shared.table import COMMANDS, GLOBAL, GROUPS, Command, CommandOption
from firmware_py.i18n.translations import FOLDER, Translations, read_table

MOST_WIDTH, LEAST_WIDTH = 110, 60
LEFT = 34
"""Columns of what stands left of a description."""
COLUMN = re.compile(r" +\S.*?  +")
"""What stands left of the second column of a table."""
SECOND_WORD = re.compile(r" +\S+ +(= +)?")
"""What stands left of the value in a line of an example: `  links = `."""


def width() -> int:
    """Return how many columns a page has: as many as the terminal, within limits; in a pipe the most."""
    return max(LEAST_WIDTH, min(MOST_WIDTH, get_terminal_size((MOST_WIDTH, 24)).columns))


class Texts:
    """The texts of the commands in one language."""

    def __init__(self, language: str) -> None:
        """Load a language."""
        with open(os.path.join(FOLDER, language, "commands.properties"), encoding="utf-8") as file:
            self.table = read_table(file.read())

    def words(self, text: str) -> str:
        """Return a usage text with its words in capitals translated.

        >>> Texts("fr").words("[GAME]"), Texts("de").words("NAME=VALUE")
        ('[JEU]', 'NAME=WERT')
        """
        parts = text.replace("=", " = ").replace("[", "[ ").replace("]", " ]").replace("…", " …").split()
        translated = (self.table.get(f"word.{part}", part) for part in parts)
        joined = " ".join(translated)
        return joined.replace(" = ", "=").replace("[ ", "[").replace(" ]", "]").replace(" …", "…")

    def option(self, command: str, option: CommandOption) -> str:
        """Return the description of an option; some are the same in every command."""
        return self.table.get(f"{command}.{option.name}") or self.table[f"option.{option.name}"]

    def label(self, option: CommandOption) -> str:
        """Return an option as it is typed: `-p, --player NAME`."""
        short = f"-{option.short}, " if option.short else ""
        return f"{short}--{option.name} {self.words(option.value)}".rstrip()

    def uses(self, command: Command) -> list[tuple[str, str]]:
        """Return how a command is typed, with what each use does; that is empty for the only one."""
        lines = []
        for verb, arguments in command.uses.items():
            place = " ".join(filter(None, (command.uses[""] if verb else "", verb, arguments)))
            text = self.words(place)
            about = "" if len(command.uses) == 1 else self.table[f"{command.name}.use-{verb}"]
            lines.append((f"sideline {command.name} {text}".rstrip(), about))
        return lines


def page(command: str, translations: Translations) -> str:
    """Return the help of a command, or the first page if it is empty."""
    texts = Texts(translations.language)
    return _command_page(COMMANDS[command], texts, translations) if command else _first_page(texts)


def _first_page(texts: Texts) -> str:
    lines = wrap(f"sideline - {texts.table['sideline']}", width())
    for group in GROUPS:
        lines += ["", texts.table[f"group.{group}"]]
        for command in COMMANDS.values():
            if command.group == group:
                use = texts.uses(command)[0][0]
                lines += described([(use, texts.table[command.name])])
    lines += ["", texts.table["head.global"], *described(_options("", GLOBAL, texts))]
    lines += ["", *wrap(texts.table["sideline.about"], width())]
    examples = ("sideline run", "sideline referee game.txt", "sideline help run")
    lines += ["", texts.table["head.examples"], *(f"  {example}" for example in examples)]
    return "\n".join([*lines, "", *_exit(texts, "sideline")]) + "\n"


def _command_page(command: Command, texts: Texts, translations: Translations) -> str:
    uses = texts.uses(command)
    if len(uses) == 1:
        named = [
            f"[{texts.label(option).split(', ')[-1]}]" for option in command.options if not option.is_internal
        ]
        lines = wrap(" ".join([uses[0][0], *named]), width(), subsequent_indent="  ", break_on_hyphens=False)
    else:
        lines = described(uses, indent="")
    lines += ["", *_wrapped(translations.page(f"help-{command.name}.txt"))]
    if command.options:
        lines += ["", *described(_options(command.name, command.options, texts))]
    if any(option.name == "option" for option in command.options):
        lines += ["", texts.table["head.game-options"], *described(game_options(translations))]
    lines += ["", *wrap(texts.table["more.global"], width(), break_on_hyphens=False)]
    if command.examples:
        lines += ["", texts.table["head.examples"], *(f"  {example}" for example in command.examples)]
    return "\n".join([*lines, "", *_exit(texts, command.name)]) + "\n"


def _wrapped(text: str) -> list[str]:
    """Return a text with its paragraphs wrapped; indented ones are tables with a row in each line.

    A row without a second column, such as a line of an example, goes on below its value.
    """
    lines: list[str] = []
    for paragraph in text.strip("\n").split("\n\n"):
        for row in paragraph.splitlines() if paragraph.startswith(" ") else [paragraph]:
            column = COLUMN.match(row) or SECOND_WORD.match(row)
            indent = " " * (column.end() if column else 0)
            lines += wrap(row, width(), subsequent_indent=indent, break_on_hyphens=False)
        lines.append("")
    return lines[:-1]


def _exit(texts: Texts, name: str) -> list[str]:
    return wrap(f"{texts.table['head.exit']} {texts.table[f'{name}.exit']}", width())


def _options(command: str, options: Iterable[CommandOption], texts: Texts) -> list[tuple[str, str]]:
    return [(texts.label(option), texts.option(command, option)) for option in options if not option.is_internal]


def game_options(translations: Translations) -> list[tuple[str, str]]:
    """Return the options of every game as they are typed, with what they mean."""
    rows: dict[str, list[str]] = {}
    for game in GAMES.values():
        for option in game.options:
            known = rows.setdefault(f"{game.name} {option.tag.lower()}=…", [])
            for value in option.values:
                text = translations.page_text(option_value(game.name, option.tag, value))
                known.append(value if value in text else f"{value} ({text})")
        if game.begins is None:
            rows[f"{game.name} first=…"] = [str(seat) for seat in range(1, game.seats[-1] + 1)]
        if game.levels:
            rows[f"{game.name} opponent=…"] = [f'"2 {level}"' for level in game.levels]
    return [(name, ", ".join(dict.fromkeys(values))) for name, values in rows.items()]


def described(rows: Sequence[tuple[str, str]], indent: str = "  ") -> list[str]:
    """Return rows of two columns, the second one wrapped.

    >>> described([("-j, --json", "one JSON object per game")])
    ['  -j, --json                        one JSON object per game']
    """
    lines = []
    for left, right in rows:
        head = f"{indent}{left}"
        if len(head) > LEFT:
            lines.append(head)
            head = ""
        wrapped = wrap(right, width() - LEFT - 2, break_on_hyphens=False) or [""]
        lines.append(f"{head:{LEFT}}  {wrapped[0]}".rstrip())
        lines += [f"{'':{LEFT}}  {line}" for line in wrapped[1:]]
    return lines
