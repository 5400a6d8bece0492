"""Words: the one table of everything Sideline says, and how its sentences are filled in.

What every game shares is in `languages`; what only one says, and its rules in a few words, lies in its own folder:
`engine/GAME/languages/en.properties`. Together they are one table.

>>> words = Translations("en")
>>> from engine.verdicts import say
>>> words.text(say("inside.not-carried", cell="210", empty=("211", "310")))
'210 is not carried yet: still empty under it: 211, 310'
"""

from __future__ import annotations

import os
from copy import copy
from functools import cache

import engine

TYPE_CHECKING = False  # typing's own costs too much at the start of a short command
if TYPE_CHECKING:
    from typing import Self, TypeGuard

    from engine.verdicts import Argument, Sentence

FOLDER = os.path.join(os.path.dirname(__file__), "languages")


def read_table(text: str) -> dict[str, str]:
    r"""Read lines of `key = text`; blank lines and lines that begin with # are left out.

    >>> read_table("# greetings\nhello = Hello, {name}!")
    {'hello': 'Hello, {name}!'}
    """
    pairs = (line.partition(" = ") for line in text.splitlines() if line and not line.startswith("#"))
    return {key.strip(): sentence.strip() for key, _, sentence in pairs}


def _read(*path: str) -> str:
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def folder_of(game: str) -> str:
    """Tell where a game lies, its rules and its words: where Python finds its module.

    >>> os.path.relpath(folder_of("inside"), os.path.dirname(engine.__file__))
    'inside'
    """
    return next(home for path in engine.__path__ if os.path.isdir(home := os.path.join(path, game)))


def _words_of(game: str, language: str) -> str:
    """Read what only one game says; a game that lacks a language says it in English."""
    folder = os.path.join(folder_of(game), "languages")
    try:
        return _read(folder, f"{language}.properties")
    except FileNotFoundError:
        return _read(folder, "en.properties")


@cache
def tips() -> dict[str, str]:
    """Tell which rule is taught when the box asks something for the first time; a game may have none."""
    files = (os.path.join(folder_of(game), "tips.properties") for game in engine.GAMES)
    return read_table("\n".join(_read(file) for file in files if os.path.exists(file)))


class Said(str):
    """A text that remembers which sentence it is, so that it can be said in another language too.

    >>> from firmware_py.ui.verdicts import rule_text
    >>> said = Translations("fr")("box.rule", rule="M-2", text=rule_text("M-2"))
    >>> Translations("en").again(said)
    'Rule M-2: Redo brings back what was undone last, until something new is played.'
    """

    __slots__ = ("args", "key")

    def __new__(cls, text: str, key: str, args: dict[str, Argument]) -> Self:
        """Say a text whose sentence is known."""
        said = super().__new__(cls, text)
        said.key, said.args = key, args
        return said

    key: str
    args: dict[str, Argument]


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
        self._text = text
        self._is_singular = int(text) in ((-1, 0, 1) if language == "fr" else (-1, 1))

    def __format__(self, forms: str) -> str:
        """Return the number, or the form that goes with it."""
        if not forms:
            return self._text
        singular, plural = forms.split("|")
        return singular if self._is_singular else plural


class Translations:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        """Load a language."""
        self.language = language
        games = (_words_of(game, language) for game in engine.GAMES)
        self.table = read_table("\n".join((self.page("sentences.properties"), *games)))
        self.players: tuple[str, ...] = ()
        """How the seats are called, if they have names."""

    def naming(self, players: tuple[str, ...]) -> Translations:
        """Give the same words, with players called by their names.

        >>> from engine.verdicts import player
        >>> Translations("en").naming(("Anna", "Ben")).text(player(2))
        'Ben'
        """
        named = copy(self)
        named.players = players
        return named

    def page(self, name: str) -> str:
        """Read a whole text of this language, such as a page of help."""
        return _read(FOLDER, self.language, name)

    def for_page(self, key: str) -> str:
        """Give the key of what the page says in place of a sentence of the box, or the same if it says no other.

        >>> Translations("en").for_page("box.won")
        'box.won'
        """
        on_page = f"{key}-page"
        return on_page if on_page in self.table else key

    def rule(self, rule: str) -> str:
        """Give the short text of a rule.

        >>> Translations("en").rule("M-2")
        'Redo brings back what was undone last, until something new is played.'
        """
        return self.table[rule]

    def game(self, name: str) -> str:
        """Name a game; one that this program does not know as its records do.

        >>> Translations("en").game("inside"), Translations("en").game("chess")
        ('Inside', 'chess')
        """
        return self(f"{name}.name") if f"{name}.name" in self.table else name

    def __call__(self, key: str, **args: Argument) -> str:
        """Say a sentence by its key.

        >>> Translations("en")("inside.no-cell", cell="500")
        'there is no cell 500: its three digits may add up to 4 at most'
        """
        if key == "rule-text":
            return Said(self.rule(str(args["rule"])), key, args)
        text = self.table[key].format_map({name: self._value(value) for name, value in args.items()})
        return Said(text, key, args)

    def again(self, text: str) -> str:
        """Say in this language what was said in any; what is no sentence of the table stays as it is."""
        if not isinstance(text, Said):
            return text
        return self(text.key, **{name: self._translated(value) for name, value in text.args.items()})

    def _translated(self, value: Argument) -> Argument:
        if isinstance(value, str):
            return self.again(value)
        if isinstance(value, int) or _is_sentence(value):
            return value
        return tuple(self.again(item) if isinstance(item, str) else item for item in value)

    def text(self, sentence: Sentence) -> str:
        """Say a sentence of the engine."""
        args = dict(sentence.args)
        if sentence.key == "player" and isinstance(seat := args["seat"], int) and seat <= len(self.players):
            return self.players[seat - 1]
        return self(sentence.key, **args)

    def _value(self, value: Argument) -> str | Number:
        """Return an argument as it goes into a text; a number chooses between singular and plural."""
        is_number = isinstance(value, int) or (isinstance(value, str) and value.isdecimal())
        return Number(str(value), self.language) if is_number else self._argument(value)

    def _argument(self, value: Argument) -> str:
        if isinstance(value, str | int):
            return str(value)
        if _is_sentence(value):
            return self.text(value)
        return ", ".join(self._argument(item) for item in value)


def _is_sentence(value: Sentence | tuple[int | str | Sentence, ...]) -> TypeGuard[Sentence]:
    """Tell a sentence from several values, without importing the engine's types for it."""
    return hasattr(value, "key")
