"""The match screen: what stands on the table, without its hardware.

It holds what is shown of a match and puts four parts together: `Turn` (on the way to the next act), `MatchInput`
(keys and touch), `MatchPlay` (acts on their way into the match) and `MatchMenu`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.acts import Act
from engine.match import UNDO, Match
from engine.verdicts import player
from firmware_py.config.configuration import DEFAULTS
from firmware_py.display.prompt import INFO, Hint
from firmware_py.games.lookup import display_of
from firmware_py.games.memory import Memory
from firmware_py.ui import match_view
from firmware_py.ui.choices import Choice
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.match_input import MatchInput
from firmware_py.ui.match_menu import MatchMenu
from firmware_py.ui.match_play import MatchPlay
from firmware_py.ui.match_view import MatchView
from firmware_py.ui.menu import AMEND
from firmware_py.ui.session import NullSession
from firmware_py.ui.turn import Turn
from firmware_py.ui.tutor import Tutor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from drivers.presses import Press
    from engine.verdicts import Refusal
    from firmware_py.config.configuration import Config
    from firmware_py.games.views import Scene
    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.navigator import Leaf
    from firmware_py.ui.session import MatchSession
    from firmware_py.ui.view_model import ViewModel


class MatchScreen:
    """A match on one or two displays."""

    def __init__(  # noqa: PLR0913 - each by its name
        self,
        match: Match[Any],
        translations: Translations,
        *,
        config: Config = DEFAULTS,
        displays: int = 2,
        memory: Memory | None = None,
        session: MatchSession | None = None,
    ) -> None:
        """Show a match as it stands."""
        self.match, self.config, self.displays = match, config, displays
        self.session = session or NullSession()
        self.language = translations
        """The language of this table; `translations` has the players' names too."""
        self.pictures = display_of(match.setup.game)
        self.tutor = Tutor()
        self.sounds: list[str] = []
        """What should be heard: accepted, refused, your-turn, evaluation, over."""
        self.news: Hint | None = None
        """What was understood last."""
        self.dialog: Dialog | None = None
        self.table_shown = False
        """The table was called for; with one display it takes the place of the prompt."""
        self.scrolled = 0
        """How far the result of a game is scrolled."""
        memory = memory or Memory()
        self.turn, self.play = Turn(match, memory), MatchPlay(self, memory)
        self.menu, self._input = MatchMenu(self), MatchInput(self)
        self.begin_turn()
        if not match.log and (scenes := self.pictures.opening(match.state, self.translations)):
            self.play_scenes(scenes)

    @property
    def translations(self) -> Translations:
        """The translations of this table's language, with the players' names."""
        return self.language.naming(self.match.names)

    def set(self, config: Config, translations: Translations) -> None:
        """Take over new settings."""
        self.config, self.language, self.news = config, translations, None
        self.tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=config.teaching)

    # --- what people do

    def press(self, press: Press) -> None:
        """Do what a press of a key means now."""
        self._input.press(press)

    def choose(self, at: int) -> None:
        """Take an answer as if the cursor stood on it."""
        self._input.choose(at)

    def tap(self, taps: Sequence[str]) -> None:
        """Narrow what is said to what was tapped on the table."""
        self._input.tap(taps)

    def say(self, act: Act) -> None:
        """Say at once what a seat may say now, in turn or not."""
        if act in self.match.legal() and (self.dialog is None or self.dialog.agreed is None):
            self.begin_turn()
            self.play.submit(act)

    # --- what follows

    def begin_turn(self) -> None:
        """Ask for the next act."""
        self.turn.begin()
        self.table_shown, self.scrolled, self.dialog = False, 0, None
        self.tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=self.config.teaching)

    def take(self, leaf: Leaf) -> None:
        """Do an entry of the menu, or go on asking while something of an act is open; else the act is said."""
        if isinstance(leaf, Choice):
            leaf.action()
        elif leaf == UNDO:
            self.play.undo()
        elif leaf == AMEND:
            self.begin_turn()
            self.turn.begin_amend()
        elif leaf.verb == "quit":
            self.propose(self.translations("box.quit-asks", who=player(leaf.seat or 1)), leaf)
        elif (act := self.turn.complete(leaf)) is not None:
            self.play.submit(act)

    def explain(self, leaf: Leaf, *, may_insist: bool = True) -> None:
        """Say why an answer is not allowed now."""
        if isinstance(leaf, Act):
            self.play.submit(leaf, may_insist=may_insist)
        elif leaf.refusal is not None:
            self.play.refuse(leaf.refusal)

    def play_scenes(self, scenes: Sequence[Scene]) -> None:
        """Show scenes, one after the other."""
        text = self.tutor.paragraphs(scenes[0], self.translations, is_on=self.config.teaching)
        self.dialog = Dialog(scenes[0].title, text, scenes=tuple(scenes))
        self.table_shown = False

    def tell(self, title: str, paragraphs: Sequence[str], refusal: Refusal | None = None) -> Dialog:
        """Show something that has to be read, perhaps a verdict."""
        self.dialog = dialog = Dialog(title, paragraphs, refusal=refusal)
        self.table_shown = False
        return dialog

    def confirm(self, text: str, agreed: Callable[[], object]) -> None:
        """Ask whether all agree."""
        self.tell(self.translations("box.sure"), [text]).asks(agreed)

    def propose(self, text: str, act: Act) -> None:
        """Ask whether all agree to an act, and say it then."""
        self.confirm(text, lambda: self.play.submit(act))

    def hint(self, text: str) -> None:
        """Say something in passing, where what was understood last is said."""
        self.news = Hint(INFO, text)

    # --- time

    @property
    def blinking(self) -> bool:
        """Whether `blink` still has something to do."""
        return self.dialog is not None and self.dialog.blinks > 0

    def blink(self) -> None:
        """Let the spots that a refusal speaks of blink once."""
        if self.dialog is not None:
            self.dialog.blinks -= 1

    @property
    def is_free(self) -> bool:
        """Whether the box waits for the next act, and nobody is on the way to one."""
        return self.dialog is None and self.turn.is_at_start

    # --- what is seen

    @property
    def shows_table(self) -> bool:
        """Whether the one display there is shows the table."""
        return self.table_shown and self.displays == 1

    def table(self) -> Image.Image:
        """Return the picture for everybody."""
        return match_view.table(self.view)

    def prompt(self) -> Image.Image:
        """Return the picture for the player at the keys."""
        return match_view.prompt(self.view)

    def view_model(self) -> ViewModel:
        """Return what is asked as values."""
        return match_view.view_model(self.view)

    @property
    def view(self) -> MatchView:
        """What is to be seen now."""
        return MatchView(
            self.match,
            self.translations,
            self.pictures,
            self.turn.navigator,
            self.dialog,
            self.turn.speakers,
            self.turn.is_home,
            self.shows_table,
            self.displays,
            self.config.hints,
            self.news,
            self.tutor.offered,
            self.session.totals,
            self.scrolled,
        )
