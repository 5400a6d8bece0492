"""The match screen: one match on the displays, independent of the hardware.

It holds the state of what is shown and combines five parts: `Turn` (the questions up to the next act),
`MatchInput` (keys and touch), `MatchPlay` (judges, stores and plays acts), `MatchMenu` and `Advice` (the box as an
opponent, and hints).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import Act
from engine.colours import marks_of
from engine.match import UNDO, Match
from engine.verdicts import player, say
from firmware_py.config.configuration import DEFAULTS
from firmware_py.display.prompt import INFO
from firmware_py.games.lookup import display_of
from firmware_py.games.memory import Memory
from firmware_py.games.views import Scene
from firmware_py.ui import match_view
from firmware_py.ui.advice import Advice
from firmware_py.ui.choices import Choice
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.eye import EyeWatch
from firmware_py.ui.match_analysis import MatchAnalysis
from firmware_py.ui.match_input import MatchInput
from firmware_py.ui.match_menu import MatchMenu
from firmware_py.ui.match_play import MatchPlay
from firmware_py.ui.match_screens import MatchScreens
from firmware_py.ui.match_view import MatchView
from firmware_py.ui.menu import AMEND
from firmware_py.ui.session import NullSession
from firmware_py.ui.thinker import NoThinker
from firmware_py.ui.turn import Turn
from firmware_py.ui.tutor import HELD_KEYS, HELD_KEYS_TITLE, Tutor
from firmware_py.ui.view_model import News

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from drivers.presses import Press
    from engine.verdicts import Refusal, Sentence
    from firmware_py.config.configuration import Config
    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.options import Leaf
    from firmware_py.ui.session import MatchSession
    from firmware_py.ui.thinker import Thinker
    from firmware_py.ui.view_model import ViewModel

FIRST_MATCH = 1
"""The number of the first match that a box has stored."""


class MatchScreen:
    """A match on one or two displays."""

    def __init__(
        self,
        match: Match[object],
        translations: Translations,
        *,
        config: Config = DEFAULTS,
        displays: int = 2,
        memory: Memory | None = None,
        session: MatchSession | None = None,
        thinker: Thinker | None = None,
        screens: MatchScreens | None = None,
    ) -> None:
        """Show `match` from its current position; `screens` are the match's others, if this is that of a phone."""
        self.match, self.config, self.displays = match, config, displays
        self.session = session or NullSession()
        self.language = translations
        """The translations without player names; `translations` adds them."""
        self.pictures = display_of(match.setup.game)
        self.tutor = Tutor()
        self.sounds: list[str] = []
        """The sounds to play: accepted, refused, your-turn, evaluation, over."""
        self.news: News | None = None
        self.dialog: Dialog | None = None
        self.table_shown = False
        """Whether the table was asked for; with one display it replaces the prompt."""
        self.scrolled = 0
        """How many lines the result of the match is scrolled."""
        self.memory, thinker = memory or Memory(), thinker or NoThinker()
        self.screens = screens or MatchScreens(self)
        """All screens of the match."""
        box = self.screens.box
        self.turn: Turn = Turn(match, self.memory, None if box is self else box.turn)
        self.play = MatchPlay(self, self.memory)
        self.menu, self._input = MatchMenu(self), MatchInput(self)
        self.advice = Advice(self, thinker, is_player=box is self)
        self.analysis = MatchAnalysis(self, thinker)
        self.eye: EyeWatch = EyeWatch(self) if box is self else box.eye
        self.begin_turn()
        if box is not self:
            self.play.refusals, self.play.news = box.play.refusals, box.play.news
            self.news = box.play.news
        elif not match.log and (scenes := [*self._tip_on_keys(), *self.pictures.opening(match.state)]):
            self.play_scenes(scenes, is_own=False)  # the page has them beside the table

    def _tip_on_keys(self) -> list[Scene]:
        """Return a scene about the keys that are held: few questions have room for them in their last line."""
        is_due = self.config.teaching and self.session.number == FIRST_MATCH
        return [Scene(HELD_KEYS_TITLE, HELD_KEYS, self.match.state)] if is_due else []

    @property
    def translations(self) -> Translations:
        """The translations with the names of the players."""
        return self.language.naming(self.match.names, marks_of(self.match.setup))

    def set(self, config: Config, translations: Translations) -> None:
        """Apply changed settings."""
        self.config, self.language = config, translations
        self.tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=config.teaching)

    # --- input

    def press(self, press: Press) -> None:
        """Handle a key press."""
        self._input.press(press)

    def choose(self, at: int) -> None:
        """Choose an answer by its index."""
        self._input.choose(at)

    def tap(self, taps: Sequence[str]) -> None:
        """Narrow the answers to what was tapped on the table."""
        self._input.tap(taps)

    # --- turns and dialogs

    def begin_turn(self) -> None:
        """Ask for the next act."""
        self.turn.begin()
        self.table_shown, self.scrolled, self.dialog = False, 0, None
        self.tutor.offer(self.match.ask().what.key, len(self.match.log), is_on=self.config.teaching)
        self.advice.follow()

    def take(self, leaf: Leaf, *, is_final: bool = False) -> None:
        """Run a menu entry, or play an act after asking for its open values; a final one has to be confirmed."""
        if isinstance(leaf, Choice):
            leaf.action()
        elif leaf == UNDO:
            self.play.undo()
        elif leaf == AMEND:
            self.begin_turn()
            self.turn.begin_amend()
        elif leaf.verb == "quit":
            self.propose(say("box.quit-asks", who=player(leaf.seat or 1)), leaf)
        elif is_final:
            self.propose(say("box.final-asks", act=self.match.tell(leaf)), leaf)
        elif (act := self.turn.complete(leaf)) is not None:
            self.play.submit(act)

    def explain(self, leaf: Leaf, *, may_insist: bool = True) -> None:
        """Show why an answer is not allowed now."""
        if isinstance(leaf, Act):
            self.play.submit(leaf, may_insist=may_insist)
        elif leaf.refusal is not None:
            self.play.refuse(leaf.refusal)

    def play_scenes(self, scenes: Sequence[Scene], *, is_own: bool = True) -> None:
        """Show scenes in dialogs, one after the other; those that are not `is_own` end when somebody else acts."""
        text = self.tutor.paragraphs(scenes[0], is_on=self.config.teaching)
        self.dialog = Dialog(scenes[0].title, text, scenes=tuple(scenes))
        self.dialog.is_own = is_own
        self.table_shown = False

    def tell(self, title: Sentence, paragraphs: Sequence[Sentence], refusal: Refusal | None = None) -> Dialog:
        """Show a dialog with a text, and return it; `refusal` is set if it is a verdict."""
        self.dialog = dialog = Dialog(title, paragraphs, refusal=refusal)
        self.table_shown = False
        return dialog

    def confirm(self, text: Sentence, agreed: Callable[[], object]) -> None:
        """Ask the players for agreement; `agreed` runs on yes."""
        self.tell(say("box.sure"), [text]).asks(agreed)

    def propose(self, text: Sentence, act: Act) -> None:
        """Ask the players for agreement to an act, and play it on yes."""
        self.confirm(text, lambda: self.play.submit(act))

    def hint(self, text: Sentence) -> None:
        """Show a short text in the line of news, without a dialog."""
        self.news = News(INFO, text)

    # --- time

    @property
    def blinking(self) -> bool:
        """Whether `blink` still has something to do."""
        return self.dialog is not None and self.dialog.blinks > 0

    def blink(self) -> None:
        """Switch the marked spots of the dialog on or off once."""
        if self.dialog is not None:
            self.dialog.blinks -= 1

    @property
    def is_free(self) -> bool:
        """Whether the first question of a turn is open, with no dialog and nothing answered yet."""
        return self.dialog is None and self.turn.is_at_start

    # --- pictures

    @property
    def shows_table(self) -> bool:
        """Whether the table is shown on the only display."""
        return self.table_shown and self.displays == 1

    def table(self) -> Image.Image:
        """Return the picture of the table display."""
        return match_view.table(self.view)

    def large_table(self) -> Image.Image:
        """Return the large picture of the table display."""
        return match_view.large_table(self.view)

    def prompt(self) -> Image.Image:
        """Return the picture of the prompt display."""
        return match_view.prompt(self.view)

    def view_model(self) -> ViewModel:
        """Return the screen as values."""
        return match_view.view_model(self.view)

    @property
    def is_resting(self) -> bool:
        """Whether there is nothing of its own to be seen: it shows what `MatchScreens.rest` returns."""
        turn, is_first = self.turn, self.turn.navigator is None or self.turn.navigator.at_root
        is_plain = turn.is_home and is_first and not turn.plays_on
        return is_plain and self.dialog is None and self.news is self.play.news

    @property
    def view(self) -> MatchView:
        """Everything that is shown now."""
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
            self.advice.has_hints and self.advice.refuse_hint() is None,
        )
