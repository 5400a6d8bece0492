"""View models: what a screen shows, as values without a picture. The page uses them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from engine.acts import Act
from engine.verdicts import Refusal, Sentence
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf, Option
from firmware_py.ui.screens.news import News


class Message(NamedTuple):
    """A text that has to be closed or answered first."""

    title: Sentence
    paragraphs: tuple[Sentence, ...]
    yes: str = "legend.ok"
    """The key of the label for ok."""
    no: str | None = None
    """The key of the label for back, if it does something else."""
    refusal: Refusal | None = None
    """The refusal, if the text is a verdict."""
    marked: frozenset[str] = frozenset()
    """The spots that the text names."""
    round_number: int | None = None
    """The round that the text tells about, player by player; the page shows its tables instead."""
    is_end: bool = False
    """It is the result of a match that is over."""
    can_insist: bool = False
    """The players can overrule the refusal."""
    act: Act | None = None
    """What it proposes: a hint, or what the box plays."""
    allowed: tuple[tuple[Sentence, Act | None], ...] = ()
    """Those of the paragraphs that list what is allowed, each with its act if it can be played as it is."""
    choices: tuple[tuple[Sentence, tuple[Act, ...]], ...] = ()
    """What was seen may mean: what acts do, and the acts."""


class ViewModel(NamedTuple):
    """A question, a text, or a name to type."""

    title: Sentence
    text: Sentence | None = None
    shape: str = "text"
    """cross, list, number or board, as in the navigator; or text, name, end."""
    options: tuple[Option, ...] = ()
    cursor: int = 0
    answered: tuple[Option, ...] = ()
    """The answers so far."""
    depth: int = 0
    """The index of the current step in the paths of the options."""
    allowed: Collection[Leaf] = ()
    """The allowed leaves among those of the options."""
    names: tuple[str, ...] = ()
    """The names of the seats."""
    marks: tuple[int, ...] = ()
    """The marks of the seats; their numbers if there are none."""
    news: News | None = None
    can_back: bool = True
    message: Message | None = None
    """The dialog over the question."""
    can_hint: bool = False
    """The player who is asked may ask for a hint."""
    is_for_box: bool = False
    """It can only be answered at the box, not on a phone."""
    is_first: bool = False
    """It is the first question of a turn: back leads to the menu."""
    longest: int = 0
    """How many letters can be typed."""
    asks: Sentence | None = None
    """The question that the answers belong to, if the text says only whose turn it is or what has happened."""


def question_of(navigator: Navigator, title: Sentence, text: Sentence, names: tuple[str, ...]) -> ViewModel:
    """Return the view model of the current question of a navigator."""
    return ViewModel(
        title,
        text,
        navigator.shape.value,
        navigator.options,
        navigator.cursor,
        tuple(navigator.answered),
        navigator.depth,
        navigator.allowed,
        names,
    )
