"""Two languages that cannot be mistaken for each other: English, each in an alphabet of its own.

The language of the box has full-width letters, that of the phone has circled ones. Text of the box on a phone is
then seen at once, whatever it says and however it was cut or joined; and a common letter on a phone belongs to a
name, to a code, or to text that comes from no table.
"""

import re
import string
from collections.abc import Collection, Iterable
from string import Formatter

from firmware_py.i18n.translations import Translations

LOWER_AND_UPPER = string.ascii_lowercase + string.ascii_uppercase
FULL_WIDTH = dict(zip(LOWER_AND_UPPER, map(chr, (*range(0xFF41, 0xFF5B), *range(0xFF21, 0xFF3B))), strict=True))
CIRCLED = dict(zip(LOWER_AND_UPPER, map(chr, (*range(0x24D0, 0x24EA), *range(0x24B6, 0x24D0))), strict=True))
OF_THE_BOX = re.compile(f"[{''.join(FULL_WIDTH.values())}]+")
COMMON_WORD = re.compile(r"([^\W\d_]{2,})(…?)")
"""Single letters are codes: faces, nets, sites, places of the city."""
DEFAULT_NAME = re.compile(r"home\.player|[a-z]+\.player-[a-z]+")


def box_language() -> Translations:
    """Return the texts of the box; the names it gives to players are names, not words."""
    translations = _in_letters(FULL_WIDTH)
    for at, key in enumerate(filter(DEFAULT_NAME.fullmatch, translations.table)):
        translations.table[key] = "Quirin-{seat}" if key == "home.player" else f"Quirin-1{at}"
    return translations


def phone_language() -> Translations:
    return _in_letters(CIRCLED)


def words_of_the_box(text: str) -> list[str]:
    return OF_THE_BOX.findall(text)


def common_words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word, _ in COMMON_WORD.findall(text)}


def unknown_words(text: str, known: Collection[str]) -> list[str]:
    """Return the words of a text for a phone that are neither in its language nor known; long ones may be cut."""
    return [
        word
        for word, cut in COMMON_WORD.findall(text)
        if word not in known and not (cut and any(name.startswith(word) for name in known))
    ]


def _in_letters(letters: dict[str, str]) -> Translations:
    translations = Translations("en")
    translations.table = {key: _respelt(text, letters) for key, text in translations.table.items()}
    return translations


def _respelt(text: str, letters: dict[str, str]) -> str:
    """Return a template in other letters, with the same arguments."""
    table, respelt = str.maketrans(letters), ""
    for words, name, forms, _ in Formatter().parse(text):
        respelt += words.translate(table).replace("{", "{{").replace("}", "}}")
        if name is not None:
            respelt += f"{{{name}:{forms.translate(table)}}}" if forms else f"{{{name}}}"
    return respelt
