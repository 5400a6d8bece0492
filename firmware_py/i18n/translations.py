"""The table of all texts of Sideline in one language, and how arguments are filled in.

The texts that all games share are in `languages`. The texts of one game and short versions of its rules are in the
folder of that game: `engine/GAME/languages/en.properties`. They are loaded into one table.

>>> translations = Translations("en")
>>> from engine.verdicts import say
>>> translations.text(say("inside.not-carried", cell="210", empty=("211", "310")))
'210 has no support yet: 211, 310 still empty'
"""

from __future__ import annotations

import os
from functools import cache
from typing import TypeGuard

import engine
from engine.verdicts import Argument, Sentence

FOLDER = os.path.join(os.path.dirname(__file__), "languages")
NO_BREAK_SPACES = {0x00A0: None, 0x202F: None}
"""The spaces before French punctuation; the panel has no room for them."""
NUMERIC = frozenset("0123456789+-/ ")
"""The characters of an argument that consists of numbers only."""


def read_table(text: str) -> dict[str, str]:
    r"""Parse lines of `key = text`, in which `\n` is a line break; skip blank lines and lines that begin with #.

    >>> read_table("# greetings\nhello = Hello, {name}!")
    {'hello': 'Hello, {name}!'}
    """
    pairs = (line.partition(" = ") for line in text.splitlines() if line and not line.startswith("#"))
    return {key.strip(): sentence.strip().replace(r"\n", "\n") for key, _, sentence in pairs}


def _read(*path: str) -> str:
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def folder_of(game: str) -> str:
    """Return the folder of a game's package.

    >>> os.path.relpath(folder_of("inside"), os.path.dirname(engine.__file__))
    'inside'
    """
    return next(home for path in engine.__path__ if os.path.isdir(home := os.path.join(path, game)))


def _words_of(game: str, language: str) -> str:
    """Return the texts of one game; a game without this language uses English."""
    folder = os.path.join(folder_of(game), "languages")
    try:
        return _read(folder, f"{language}.properties")
    except FileNotFoundError:
        return _read(folder, "en.properties")


@cache
def keys_of(game: str) -> frozenset[str]:
    """Return the keys of the texts of one game; they are the same in every language."""
    return frozenset(read_table(_words_of(game, "en")))


@cache
def tips() -> dict[str, str]:
    """Return which rule is shown as a tip when a question is asked for the first time; a game may have none."""
    files = (os.path.join(folder_of(game), "tips.properties") for game in engine.GAMES)
    return read_table("\n".join(_read(file) for file in files if os.path.exists(file)))


def with_minus(text: str) -> str:
    """Return an argument with real minus signs if it consists of numbers only; acts and dates stay as they are.

    >>> with_minus("3 2 1 0 / -4"), with_minus("card 3: 1 0 0 / -4"), with_minus("2026-11-20")
    ('3 2 1 0 / −4', 'card 3: 1 0 0 / -4', '2026-11-20')
    """
    if "-" not in text or not NUMERIC.issuperset(text):
        return text
    before, after = f" {text}", f"{text} "
    return "".join(
        "−" if sign == "-" and not before[at].isdecimal() and after[at + 1].isdecimal() else sign
        for at, sign in enumerate(text)
    )


class Number:
    """A number in a text: `{count}` is the number, `{count:act|acts}` the form that goes with it.

    >>> ["{count} {count:act|acts}".format(count=Number(count, "en")) for count in "12"]
    ['1 act', '2 acts']
    >>> "{count} {count:partie|parties}".format(count=Number("0", "fr"))
    '0 partie'
    """

    __slots__ = ("_is_singular", "_text")

    def __init__(self, text: str, language: str) -> None:
        """Take the digits of a number, for a text in some language."""
        self._text = with_minus(text)
        self._is_singular = int(text) in ((-1, 0, 1) if language == "fr" else (-1, 1))

    def __format__(self, forms: str) -> str:
        """Return the number, or the form that goes with it."""
        if not forms:
            return self._text
        singular, plural = forms.split("|")
        return singular if self._is_singular else plural


class Translations:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        """Load a language."""
        self.language = language
        games = (_words_of(game, language) for game in engine.GAMES)
        shared = (self.page("sentences.properties"), self.page("page.properties"))
        self.table = read_table("\n".join((*shared, *games)))
        self.players: tuple[str, ...] = ()
        """The names of the players by seat, if they have names."""
        self.marks: tuple[int, ...] = ()
        """The marks of the seats (`engine/colours.py`); where there are none, a seat is shown by its number."""

    def naming(self, players: tuple[str, ...], marks: tuple[int, ...] = ()) -> Translations:
        """Return a copy of this table that names the players, and shows their seats by marks if there are some.

        >>> from engine.verdicts import player
        >>> Translations("en").naming(("Anna", "Ben")).text(player(2))
        'Ben'
        """
        named = self._copied()
        named.players, named.marks = players, marks or self.marks
        return named

    def mark(self, seat: int) -> int:
        """Return the mark of a seat; its number if there are no marks.

        >>> translations = Translations("en")
        >>> translations.mark(2), translations.naming(("Anna", "Ben"), (4, 1)).mark(2)
        (2, 1)
        """
        return self.marks[seat - 1] if seat <= len(self.marks) else seat

    def for_panel(self) -> Translations:
        """Return a copy of this table for the small display: without the spaces before French punctuation.

        >>> Translations("fr").for_panel()("inside.ask-cell")
        'Quelle case?'
        """
        narrow = self._copied()
        narrow.table = {key: text.translate(NO_BREAK_SPACES) for key, text in self.table.items()}
        return narrow

    def _copied(self) -> Translations:
        """Return a copy that shares the table; the module copy would take longer to import than all of this."""
        copied = object.__new__(Translations)
        copied.__dict__.update(self.__dict__)
        return copied

    def page(self, name: str) -> str:
        """Return a text file of this language, such as a help page."""
        return _read(FOLDER, self.language, name)

    def __call__(self, key: str, **args: Argument) -> str:
        """Return the text of a key, with its arguments filled in.

        >>> Translations("en")("inside.no-cell", cell="500")
        'there is no cell 500: its three digits may add up to 4 at most'
        """
        return self.table[key].format_map({name: self._value(name, value) for name, value in args.items()})

    def text(self, sentence: Sentence) -> str:
        """Return the text of a sentence."""
        args = dict(sentence.args)
        if sentence.key == "player" and isinstance(seat := args["seat"], int) and seat <= len(self.players):
            return self.players[seat - 1]
        if sentence.key == "mark" and isinstance(seat := args["seat"], int):
            return str(self.mark(seat))
        return self(sentence.key, **args)

    def page_text(self, sentence: Sentence) -> str:
        """Return the text of a sentence in the wording for the web page, if it has one.

        >>> from engine.verdicts import say
        >>> Translations("en").page_text(say("home.off"))
        'switch off'
        """
        on_page = f"{sentence.key}-page"
        return self.text(sentence._replace(key=on_page) if on_page in self.table else sentence)

    def _value(self, name: str, value: Argument) -> str | Number:
        """Return an argument as it goes into a text; a number chooses between singular and plural.

        What somebody has typed, `given`, is quoted as it is.
        """
        if name == "given" and isinstance(value, str):
            return value
        is_number = isinstance(value, int) or (isinstance(value, str) and value.isdecimal())
        return Number(str(value), self.language) if is_number else self._argument(value)

    def _argument(self, value: Argument) -> str:
        if isinstance(value, (str, int)):
            return with_minus(str(value))
        if _is_sentence(value):
            return self.text(value)
        return ", ".join(self._argument(item) for item in value)


def _is_sentence(value: Sentence | tuple[int | str | Sentence, ...]) -> TypeGuard[Sentence]:
    """Return whether a value is a sentence and not a tuple, without importing the engine's types."""
    return hasattr(value, "key")


@cache
def translations_of(language: str) -> Translations:
    """Return the translations of a language, loaded once."""
    return Translations(language)


@cache
def panel_translations_of(language: str) -> Translations:
    """Return the translations of a language for the small display, loaded once: every phone has a screen stack."""
    return translations_of(language).for_panel()
