"""Man pages, one for each command and language, made from the table of commands like the help."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from firmware_py.commands.help import Texts, game_options
from firmware_py.commands.shared.table import COMMANDS, GLOBAL, GROUPS, HIDDEN
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from firmware_py.commands.shared.table import Command

HEADS = {
    "en": ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS"),
    "fr": ("NOM", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXEMPLES", "CODE DE SORTIE"),
    "de": ("NAME", "ÜBERSICHT", "BESCHREIBUNG", "OPTIONEN", "BEISPIELE", "RÜCKGABEWERT"),
}
COLUMNS = 2
"""Of a table in a text: what is typed, and what it does."""


def man_pages() -> Iterator[tuple[str, str]]:
    """Yield the path below /usr/share/man and the source of every page."""
    for language in LANGUAGES:
        translations, texts = Translations(language), Texts(language)
        folder = "man1" if language == "en" else f"{language}/man1"
        yield f"{folder}/sideline.1", _first(texts, HEADS[language])
        for command in COMMANDS.values():
            if command.group != HIDDEN:
                yield f"{folder}/sideline-{command.name}.1", _page(command, texts, translations)


def _first(texts: Texts, heads: tuple[str, ...]) -> str:
    name, synopsis, description, options, _, status = heads
    lines = [".TH SIDELINE 1", *_section(name), f"sideline \\- {_plain(texts.table['sideline'])}"]
    lines += [*_section(synopsis), ".nf"]
    lines += [_plain(use) for command in _visible() for use, _ in texts.uses(command)[:1]]
    lines += [".fi", *_section(description), _plain(texts.table["sideline.about"])]
    for group in GROUPS:
        lines += [f".SS {_plain(texts.table[f'group.{group}'])}"]
        rows = [(f"sideline {one.name}", texts.table[one.name]) for one in _visible() if one.group == group]
        lines += _rows(rows)
    lines += [*_section(options), *_rows([(texts.label(one), texts.option("", one)) for one in GLOBAL])]
    return "\n".join([*lines, *_section(status), _plain(texts.table["sideline.exit"]), ""])


def _page(command: Command, texts: Texts, translations: Translations) -> str:
    name, synopsis, description, options, examples, status = HEADS[translations.language]
    uses = texts.uses(command)
    lines = [f".TH SIDELINE\\-{command.name.upper()} 1", *_section(name)]
    lines += [f"sideline\\-{command.name} \\- {_plain(texts.table[command.name])}", *_section(synopsis)]
    lines += _rows(uses) if len(uses) > 1 else [_plain(uses[0][0])]
    text = translations.page(f"help-{command.name}.txt").strip("\n")
    lines += [*_section(description), *_paragraphs(text), *_section(options)]
    known = [option for option in (*command.options, *GLOBAL) if not option.is_internal]
    lines += _rows([(texts.label(option), texts.option(command.name, option)) for option in known])
    if any(option.name == "option" for option in command.options):
        lines += [f".SS {_plain(texts.table['head.game-options'])}", *_rows(game_options(translations))]
    if command.examples:
        lines += [*_section(examples), ".nf", *map(_plain, command.examples), ".fi"]
    return "\n".join([*lines, *_section(status), _plain(texts.table[f"{command.name}.exit"]), ""])


def _visible() -> list[Command]:
    return [command for command in COMMANDS.values() if command.group != HIDDEN]


def _section(head: str) -> list[str]:
    return [f'.SH "{head}"']


def _paragraphs(text: str) -> list[str]:
    """Return paragraphs that groff fills; indented ones are tables with a row in each line, or examples."""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        rows = [re.split(r" {2,}", line.strip(), maxsplit=1) for line in paragraph.splitlines()]
        if not paragraph.startswith(" "):
            lines += [".PP", *map(_plain, paragraph.splitlines())]
        elif all(len(row) == COLUMNS for row in rows):
            lines += _rows((left, right) for left, right in rows)
        else:  # an example of a file
            lines += [".PP", ".nf", *map(_plain, paragraph.splitlines()), ".fi"]
    return lines


def _rows(rows: Iterable[tuple[str, str]]) -> list[str]:
    return [line for left, right in rows for line in (".TP", f"\\fB{_plain(left)}\\fR", _plain(right))]


def _plain(text: str) -> str:
    r"""Return a line of text as groff reads it.

    >>> print(_plain(".venv/bin/sideline --json 'x'"))
    \&.venv/bin/sideline \-\-json \(aqx\(aq
    """
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{escaped}" if escaped.startswith((".", "\\(aq")) else escaped
