"""What follows from a press, a thought, a roll or a sight: values that are carried out, one by one.

The parts of a match (input, menu, advice, dice, pictures) return effects. They hold no reference to the screen;
only the screen changes what it shows; what leads away from it (`Leave`, `AskName`, `Do.WAKE`) it passes to the
stack.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from drivers.buzzer import Sound
from drivers.presses import Press
from engine.acts import Act
from engine.verdicts import Refusal, Sentence
from firmware_py.games.views import Scene
from firmware_py.ui.screens.news import News


class Do(Enum):
    """What a match screen does that needs no more words."""

    BEGIN_TURN = "begin turn"
    """Ask the first question of the turn; what was half entered is dropped."""
    OPEN_MENU = "open menu"
    AMEND = "amend"
    """Ask for the last act again, after the turn has begun again."""
    ASK_HINT = "ask hint"
    """Look for a hint for the player who is asked."""
    PLAY_ON = "play on"
    """Continue a game that is already decided."""
    INSIST = "insist"
    """Ask whether to overrule the last refusal."""
    SHOW_HISTORY = "show history"
    SHOW_LEGEND = "show legend"
    """Show what the numbers and signs of the table picture mean."""
    CLOSE = "close"
    """Close the dialog."""
    WAKE = "wake"
    """Wake sleeping displays."""


class Leaving(Enum):
    """How a match is left."""

    OVER = "over"
    """It is over: ask what comes next."""
    PARK = "park"
    END = "end"
    SETTINGS = "settings"
    """Only the settings are opened."""
    REMATCH = "rematch"


class Reach(Enum):
    """Which screens of a match show a notice, and for how long."""

    OWN = "own"
    """Only the screen where it was asked for; it stays when somebody else acts."""
    BRIEF = "brief"
    """Only that screen, until somebody acts."""
    SHARED = "shared"
    """Every screen that is not busy with a dialog of its own, until somebody acts."""


class Play(NamedTuple):
    """Play an act, or show why it is refused; with `may_insist` the players can overrule advice."""

    act: Act
    may_insist: bool = True
    how: str | None = None
    """How it was entered, if not in the way of the screen."""


class Propose(NamedTuple):
    """Put the cursor on an act, so that ok plays it."""

    act: Act


class PlayAtOnce(NamedTuple):
    """Play an act of any seat, whatever was half entered, unless a yes-or-no question is open."""

    act: Act


class PressAgain(NamedTuple):
    """Handle a key press once more, after the turn has begun again."""

    press: Press


class Narrow(NamedTuple):
    """Narrow the answers to what was tapped on the table, after the turn has begun again."""

    taps: tuple[str, ...]


class Refuse(NamedTuple):
    """Show why something cannot be done now."""

    refusal: Refusal
    can_overrule: bool = False
    """The players can overrule it."""
    may_insist: bool = True
    """Then ok does so, if it is only advice."""


class Undo(NamedTuple):
    """Undo the last act; ask first if it has revealed something."""

    how: str | None = None


class UndoTo(NamedTuple):
    """Undo until `left` acts are left, but at most `most` of them. The players were asked before."""

    left: int
    most: int


class TakeBack(NamedTuple):
    """Undo the last act without a question; `news` says so."""

    news: News
    how: str | None = None


class Notice(NamedTuple):
    """A text over the question: a verdict, a list, scenes, or a question that is answered with yes or no."""

    title: Sentence
    paragraphs: tuple[Sentence, ...]
    refusal: Refusal | None = None
    """Set if it is a verdict."""
    scenes: tuple[Scene, ...] = ()
    """The scenes left to show; the first one is shown now."""
    yes: tuple[Effect, ...] | None = None
    """What ok does if it is a question."""
    no: tuple[Effect, ...] = ()
    """What back does then."""
    yes_label: str = "legend.ok"
    no_label: str = "legend.no"
    held: tuple[Effect, ...] = ()
    """What ok does if it is held: insist on what only advice refuses."""
    marked: frozenset[str] = frozenset()
    """Words of the text; those that are spots of the table blink on its display."""
    can_insist: bool = False
    """The players can overrule the refusal."""
    act: Act | None = None
    """What it proposes: a hint, or what the box plays."""
    allowed: tuple[tuple[Sentence, Act | None], ...] = ()
    """Those of the paragraphs that list what is allowed, each with its act if it can be played as it is."""
    choices: tuple[tuple[Sentence, tuple[Act, ...]], ...] = ()
    """What the page offers instead of yes and no: what acts do, and the acts, which a picture has shown."""


class Show(NamedTuple):
    """Show a notice in a dialog."""

    notice: Notice
    reach: Reach = Reach.OWN
    at_end: bool = False
    """It is scrolled to its end."""


class ShowScenes(NamedTuple):
    """Show scenes in dialogs, one after the other."""

    scenes: tuple[Scene, ...]
    reach: Reach = Reach.OWN


class ShowRound(NamedTuple):
    """Show the scenes of an earlier round again."""

    number: int


class Withdraw(NamedTuple):
    """Close a notice on every screen."""

    notice: Notice


class ShowNews(NamedTuple):
    """Show a short text in the line of news, or again what the last act did."""

    news: News | None = None


class ShowTable(NamedTuple):
    """Show the table or the prompt, where there is only one display."""

    is_shown: bool


class ScrollResult(NamedTuple):
    """Show the result of the match from a line on."""

    top: int


class Teach(NamedTuple):
    """Remember that a rule was shown."""

    rule: str


class EnterSeen(NamedTuple):
    """Enter acts that a picture of the table shows."""

    acts: tuple[Act, ...]
    picture: bytes = b""
    """The photo; empty for what live pictures have shown."""


class AskName(NamedTuple):
    """Ask for a new name for a seat."""

    seat: int


class Ring(NamedTuple):
    """Play a sound."""

    sound: Sound


class Leave(NamedTuple):
    """Leave the match screen."""

    how: Leaving


Effect: TypeAlias = (
    Do
    | Play
    | Propose
    | PlayAtOnce
    | PressAgain
    | Narrow
    | Refuse
    | Undo
    | UndoTo
    | TakeBack
    | Show
    | ShowScenes
    | ShowRound
    | Withdraw
    | ShowNews
    | ShowTable
    | ScrollResult
    | Teach
    | EnterSeen
    | AskName
    | Ring
    | Leave
)
Effects: TypeAlias = tuple[Effect, ...]


def propose(title: Sentence, text: Sentence, act: Act) -> Notice:
    """Return a question whether an act is played."""
    return Notice(title, (text,), yes=(Play(act),))
