"""What the engine says: sentences, refusals, and the errors of the engine.

The engine speaks no language. A `Sentence` is the name of a template and what goes into it; the firmware
looks the template up in the language of the table. What goes in is a number, a word that needs no
translation (a cell, a player's name), another sentence (the name of a colour, a card), or several of these.

>>> say("inside.not-carried", cell="210", empty=("211",))
Sentence(key='inside.not-carried', args=(('cell', '210'), ('empty', ('211',))))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:  # `engine.acts` raises what is defined here
    from engine.acts import Act

Argument: TypeAlias = "int | str | Sentence | tuple[int | str | Sentence, ...]"


class Sentence(NamedTuple):
    """The name of a template, and what goes into it."""

    key: str
    args: tuple[tuple[str, Argument], ...]


def say(key: str, **args: Argument) -> Sentence:
    """Make a sentence."""
    return Sentence(key, tuple(args.items()))


def player(seat: int) -> Sentence:
    """Name a player: the engine knows the seat, the table its name."""
    return say("player", seat=seat)


def seat_name(seat: int | None) -> Sentence:
    """Name the player of a seat; nobody if there is no seat."""
    return player(seat) if seat else say("nobody")


class Refusal(NamedTuple):
    """Why an act is not accepted: the rule, this very case, and the nearest acts that would be."""

    rule: str | None
    """The rule's id; None if the words are no act of this game at all."""
    why: Sentence
    allowed: tuple[Act, ...] = ()
    is_advice: bool = False
    """It rests on owner data that nobody has verified: the table can insist with one more press."""


class EngineError(Exception):
    """Anything the engine raises; it carries a sentence for people."""

    def __init__(self, why: Sentence) -> None:
        """Keep the sentence."""
        super().__init__(why)
        self.why = why


class NotAnAct(EngineError, ValueError):
    """The words are no sentence at all."""


class BadSetup(EngineError, ValueError):
    """A game cannot start like this; `tag` is the tag of the record that says so."""

    def __init__(self, why: Sentence, tag: str) -> None:
        """Keep the sentence and the tag."""
        super().__init__(why)
        self.tag = tag


class BadRecord(EngineError, ValueError):
    """A text is not a record; `line` says where."""

    def __init__(self, line: int, why: Sentence) -> None:
        """Keep the line and the sentence."""
        super().__init__(why)
        self.line = line


class Impossible(EngineError, ValueError):
    """The state cannot represent what `play` was asked to do; nothing has changed."""

    def __init__(self, why: Sentence, rule: str | None = None) -> None:
        """Keep the sentence and the rule, if one speaks of it."""
        super().__init__(why)
        self.rule = rule
