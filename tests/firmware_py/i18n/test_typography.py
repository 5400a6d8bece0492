"""The typography of every text is that of its language."""

import re
from functools import cache
from pathlib import Path

import pytest

from firmware_py.commands.help import Texts
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import FOLDER, Translations

LITERAL = re.compile(
    r'\[[\w{}]+ "[^"]*"\]|\["[^"]*"[^\]]*\]|"\{net\}[^"]*"|"\{given\}"|"(auto|none|verified|NAME|NOM|Anna, Ben)"'
)
"""Quotes that are part of a file or of a command."""


@cache
def texts(language: str) -> dict[str, str]:
    """Return every text of a language, and every page of help, by key or file name."""
    pages = {path.name: path.read_text() for path in Path(FOLDER, language).glob("*.txt")}
    return {**Translations(language).table, **Texts(language).table, **pages}


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_and_minus_signs_are_real_ones(language):
    for key, text in Translations(language).table.items():
        assert not re.search(r"\w'|'\w|}'", text), key
        assert not re.search(r"(?<![\w/+]) -\d", text.replace("/ -4", "")), key


@pytest.mark.parametrize("language", ["en", "fr"])
def test_quotes_are_real_ones_but_for_what_is_typed(language):
    for key, text in Translations(language).table.items():
        assert '"' not in LITERAL.sub("", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_could_be_copied_with_it_follows_an_address(language):
    for key, text in texts(language).items():
        assert not re.search(r"https?://[^\s()]*[^\s()/\w}…]([\s)]|$)", text), key


def test_french_has_its_spaces_before_punctuation():
    for key, text in texts("fr").items():
        assert not re.search(r"\S ?[!?;](\s|$)", re.sub(r"(discard|CARTE,) \?", "", text)), key
        assert not re.search(r"\S ?:(\s|$)", re.sub(r"card \d: ", "", text)), key
        assert not re.search(r"«[^\u202f]|[^\u202f]»", text), key


def test_the_panel_has_no_room_for_those_spaces():
    for key, text in Translations("fr").for_panel().table.items():
        assert not re.search("[\u00a0\u202f]", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_a_category_of_tiles_differ(language):
    table = Translations(language).table
    for names in (
        ("red", "yellow", "green", "blue"),
        ("english", "german", "french", "spanish"),
        ("computing", "music", "travel", "books"),
    ):
        letters = [table[f"offline.letter-{name}"] for name in names]
        assert len(set(letters)) == len(letters)
        for letter, name in zip(letters, names, strict=True):
            word = table[f"offline.type-{name}"].lower()
            assert letter.lower() in word or (language, name) == ("en", "german"), "it is a letter of the word"
