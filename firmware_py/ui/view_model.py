"""What a screen asks, as values without a picture: for whoever shows it in another way than a display does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.verdicts import Refusal
    from firmware_py.ui.navigator import Leaf, Navigator, Option


class Message(NamedTuple):
    """A text that wants to be read before anything else."""

    title: str
    paragraphs: tuple[str, ...]
    yes: str = "legend.ok"
    """The key of what ok does."""
    no: str | None = None
    """The key of what back does, if that is something else."""
    refusal: Refusal | None = None
    """What it says, if it is a verdict."""
    marked: frozenset[str] = frozenset()
    """The spots that it speaks of."""


class ViewModel(NamedTuple):
    """A question, a text to be read, or a name to be typed."""

    title: str
    text: str = ""
    shape: str = "text"
    """compass, list, number or board as the walk has it; text; name; end."""
    options: tuple[Option, ...] = ()
    cursor: int = 0
    answered: tuple[Option, ...] = ()
    """On the way here."""
    depth: int = 0
    """Which step of the paths behind the options is asked for."""
    allowed: Collection[Leaf] = ()
    """What is lawful of what lies behind them."""
    names: tuple[str, ...] = ()
    """Of the seats."""
    news: str = ""
    """What was understood last."""
    sign: str = ""
    """Before that: whether it was done, or undone."""
    can_back: bool = True
    message: Message | None = None
    """It lies over the question."""
    is_for_box: bool = False
    """Only who stands at the box may answer."""


def question_of(navigator: Navigator, title: str, text: str, names: tuple[str, ...]) -> ViewModel:
    """Make the question that a walk is at."""
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
