"""An act is a sentence: a seat (or none, when the table itself speaks), a verb and further words.

The same sentence is the line of a record, the line of the journal and the leaf of a menu, so there is
one class for all games and its words stay words: what they mean is the business of each game.

>>> act = read_act("1 place L310   ; the corner")
>>> act
Act(seat=1, verb='place', args=('L310',))
>>> print(act)
1 place L310
>>> read_act("undo")
Act(seat=None, verb='undo', args=())
"""

import re
from typing import NamedTuple

from engine.verdicts import NotAnAct, say

_CONTROL = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
"""Characters that move a cursor, break a line or turn the direction of writing; compiled when it is needed."""

LONGEST = 600
"""Characters; no act of any game is longer, comments aside."""

OPEN = "*"
"""Stands in an act for a value that is still to be said: `card 4: * / *`."""

MOST_SHOWN = 40
"""Characters of a foreign word that are repeated."""
MOST_DIGITS = 9
"""A number with more digits than this names nothing in any game."""


class Act(NamedTuple):
    """What a player or the table does; `str(act)` is the sentence, `read_act` gives the act back."""

    seat: int | None
    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The sentence, as records hold it."""
        said = " ".join((self.verb, *self.args))
        return said if self.seat is None else f"{self.seat} {said}"


def is_open(act: Act) -> bool:
    """Return whether a value of an act is still open; such an act stands for many and cannot be played itself.

    >>> is_open(read_act("card 4: * / *")), is_open(read_act("card 4: 3 2 1 0 / -4"))
    (True, False)
    """
    return OPEN in act.args


def read_act(line: str) -> Act:
    """Read one sentence; a comment after `;` is left out. Raises `NotAnAct` with the reason."""
    return act_of_words(split_words(line))


def act_of_words(words: tuple[str, ...]) -> Act:
    """Make an act of words: a leading number is the seat.

    >>> act_of_words(("2", "quit"))
    Act(seat=2, verb='quit', args=())
    """
    if not words:
        raise NotAnAct(say("act.empty"))
    first = words[0]
    if not (first.isascii() and first.isdecimal()):
        return Act(None, first, words[1:])
    if len(first) > 1 and (first[0] == "0" or len(first) > MOST_DIGITS):
        raise NotAnAct(say("act.no-such-seat", seat=first[:MOST_DIGITS]))
    if len(words) == 1:
        raise NotAnAct(say("act.no-verb", seat=first))
    return Act(int(first), words[1], words[2:])


def split_words(line: str) -> tuple[str, ...]:
    r"""Split a line into words; a text in quotes is one word, and keeps its quotes.

    >>> split_words('name 2 "Dora; the \\"Fox\\""   ; replaced Ben')
    ('name', '2', '"Dora; the \\"Fox\\""')
    """
    plain = line if '"' in line else line.partition(";")[0]
    words = tuple(plain.split(None, LONGEST)) if '"' not in plain else tuple(_split_quoted(line))
    if sum(map(len, words)) > LONGEST:
        raise NotAnAct(say("act.too-long", most=LONGEST))
    if not is_clean("".join(words)):
        raise NotAnAct(say("act.unprintable"))
    return words


def _split_quoted(line: str) -> list[str]:
    words: list[str] = []
    word = ""
    quoted = escaped = False
    for character in line:
        if len(word) > LONGEST or len(words) > LONGEST:
            raise NotAnAct(say("act.too-long", most=LONGEST))
        if quoted:
            word += character
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == ";":
            break
        elif character.isspace():
            words += [word] if word else []
            word = ""
        else:
            quoted = character == '"'
            word += character
    if quoted:
        raise NotAnAct(say("act.open-quote"))
    return [*words, word] if word else words


def is_clean(text: str) -> bool:
    r"""Return whether a text can be written in one line and printed anywhere: no control characters.

    >>> is_clean("Zoë\u202f!"), is_clean("\x1b[2J")
    (True, False)
    """
    return text.isprintable() or re.search(_CONTROL, text) is None


def shown(word: object) -> str:
    """Return a foreign word, cut and escaped so that it can be repeated in a sentence."""
    text = str(word)[:MOST_SHOWN]
    return text if is_clean(text) else ascii(text)


def quote(text: str) -> str:
    r"""Make one word of any text.

    >>> print(quote('Dora "Fox"'))
    "Dora \"Fox\""
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquote(word: str) -> str | None:
    r"""Return the text of a quoted word, or None if the word is not a text in quotes.

    >>> unquote('"Dora"'), unquote("Dora")
    ('Dora', None)
    """
    text = word[1:-1]
    if len(word) < len('""') or quote(unescape(text)) != word:
        return None
    return unescape(text)


def unescape(text: str) -> str:
    r"""Replace the two escapes of records, `\"` and `\\`; any other backslash is itself.

    >>> print(unescape(r"a \"b\" c\\d \e"))
    a "b" c\d \e
    """
    return text.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")
