"""What the sheets say: their own texts, the firmware's sentences, and the typography that print deserves.

>>> texts = Texts("fr")
>>> texts("section.keys"), texts.said("inside.name")
('Les touches', 'Inside')
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.i18n.translations import Translations, read_table

if TYPE_CHECKING:
    from engine.verdicts import Argument

FOLDER = Path(__file__).parent
NARROW = "\N{NARROW NO-BREAK SPACE}"
QUOTES = {"en": "“”", "fr": f"«{NARROW}{NARROW}»", "de": "„“"}


def read_texts(language: str) -> dict[str, str]:
    """Read the sheets' own texts of a language."""
    return read_table((FOLDER / f"texts.{language}.properties").read_text(encoding="utf-8"))


class Texts:
    """Everything that the sheets of one language say, ready to be printed but not escaped."""

    def __init__(self, language: str) -> None:
        """Load a language."""
        self.language = language
        self.translations = Translations(language)
        self._table = read_texts(language)

    def __call__(self, key: str, **values: str | int) -> str:
        """Return one of the sheets' own texts."""
        return typeset(self._table[key].format_map(values), self.language)

    def said(self, key: str, **values: Argument) -> str:
        """Return a sentence of the firmware."""
        return typeset(self.translations(key, **values), self.language)

    def html(self, key: str, **values: str | int) -> str:
        """Return one of the sheets' own texts, escaped."""
        return escape(self(key, **values))

    def naming(self, key: str, **spots: str) -> str:
        """Return one of the sheets' own texts, escaped, with the names of spots set apart and never broken.

        >>> Texts("en").naming("offline.names-sites", site="A3")
        'A site is the letter of its net and its number: <b class="spot">A3</b>. Lines are links.'
        """
        marks = {name: f"\N{WORD JOINER}{at}\N{WORD JOINER}" for at, name in enumerate(spots)}
        text = self.html(key, **marks)
        for name, mark in marks.items():
            text = text.replace(mark, f'<b class="spot">{escape(spots[name])}</b>')
        return text


def typeset(text: str, language: str) -> str:
    """Set a text as a printer would: the displays have neither curved quotes nor narrow spaces.

    >>> typeset("l'image: «a1»; 100 %", "fr") == "l’image\u202f: «\u202fa1\u202f»\u202f; 100\u202f%"
    True
    >>> typeset('without "fit"', "en"), typeset('ohne "das"', "de")
    ('without “fit”', 'ohne „das“')
    """
    opening, closing = (
        QUOTES[language][: len(QUOTES[language]) // 2],
        QUOTES[language][len(QUOTES[language]) // 2 :],
    )
    text = re.sub(r'"([^"]*)"', rf"{opening}\1{closing}", text)
    text = re.sub(r"(?<=\w)'(?=\w)", "’", text)
    text = text.replace(" %", f"{NARROW}%").replace(" mm", f"{NARROW}mm")
    if language != "fr":
        return text
    text = re.sub(rf"«(?!{NARROW})", f"«{NARROW}", text)
    text = re.sub(rf"(?<!{NARROW})»", f"{NARROW}»", text)
    return re.sub(r"(?<=[\w)»’])([;:!?])(?=\s|$)", rf"{NARROW}\1", text)
