"""The screen stack: all screens of the box, from the first start until it is switched off.

The top screen handles the presses. Flows (`ui.flows`) are functions that push screens: home, new match, matches,
players, settings, owner data. The match being played is a `MatchScreen`; its `StoredSession` stores the acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import GAMES
from engine.acts import Act
from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.i18n.default_names import LONGEST_NAME
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import JournalFault
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.dice import propose_roll
from firmware_py.ui.flows.phones import NoPage
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.screens import DialogScreen, NavigatorScreen, TypingScreen
from firmware_py.ui.thinker import NoThinker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from drivers.presses import Press
    from engine.verdicts import Sentence
    from firmware_py.config.configuration import Config
    from firmware_py.display.panel import Part
    from firmware_py.storage.crash_log import CrashLog
    from firmware_py.storage.journal import Journal
    from firmware_py.storage.match_store import MatchStore
    from firmware_py.ui.flows.phones import Page
    from firmware_py.ui.screens import Screen
    from firmware_py.ui.thinker import Thinker


class SwitchOff(Exception):
    """Raised when a player switches the box off at the panel."""


def part_line(part: Part) -> Sentence:
    """Return a line about the state of a part."""
    name = say(f"part.{part.name}")
    return say("part.lost", name=name, why=part.why) if part.why else say("part.good", name=name)


class ScreenStack:
    """The stack of screens, and the objects that all of them use."""

    def __init__(
        self,
        store: MatchStore,
        configuration: Config,
        crash_log: CrashLog,
        translations: Translations,
        home: Callable[[ScreenStack], None],
        *,
        today: str = "????-??-??",
    ) -> None:
        """Start without a screen; `translations` hold until a language is set, `home` shows the home screen."""
        self._home = home
        self.store, self.config, self.crash_log, self.today = store, configuration, crash_log, today
        translations = Translations(configuration.language) if configuration.language else translations
        self.translations = translations.for_panel()
        self.displays = configuration.displays
        self.screens: list[Screen] = []
        self._tray: tuple[str, tuple[int, ...]] | None = None
        """The last reading of the dice reader, if it has not been shown yet."""
        self._is_time_up = False
        self._is_for_phone = False
        """A phone asks for what is done now."""
        self._parts_dialog: Screen | None = None
        self.reader = "reader-absent"
        """What is wrong with the dice reader; empty if it works."""
        self.power: Callable[[], str] | None = None
        """Switches the machine off and returns an error text, or ""; None if only the program can be ended."""
        self.page: Page = NoPage()
        """Shows the screens on phones, if it is on."""
        self.thinker: Thinker = NoThinker()
        """Thinks for the box as an opponent, and for hints."""
        self.wake: Callable[[], bool] = bool
        """Wakes sleeping displays; returns whether one was asleep."""
        self.parts: Callable[[], Sequence[Part]] = tuple
        """Returns the state of every other part."""

    @property
    def journal(self) -> Journal:
        """The journal, for reading only; all writes go through the match store."""
        return self.store.journal

    # --- for panels and the page

    @property
    def top(self) -> Screen:
        """The screen that is shown."""
        return self.screens[-1]

    def press(self, press: Press) -> None:
        """Handle a key press."""
        self.attempt(lambda: self.top.press(press))

    def choose(self, at: int) -> None:
        """Choose an answer by its index."""
        self.attempt(lambda: self.top.choose(at))

    def attempt(self, work: Callable[[], None]) -> None:
        """Run an input from any source; show a failed write, then show what had to wait (time limit, roll)."""
        try:
            work()
        except JournalFault as fault:
            self.tell(say("box.not-saved"), [fault.why])
        self._ask_time()
        self._propose_waiting_roll()
        if self._top_match is not None:
            self._top_match.advice.remind()

    def do_for_phone(self, work: Callable[[ScreenStack], None]) -> None:
        """Run what a phone asks for: it cannot open questions that are for the box."""
        self._is_for_phone = True
        try:
            work(self)
        finally:
            self._is_for_phone = False

    @property
    def _top_match(self) -> MatchScreen | None:
        return self.top if isinstance(self.top, MatchScreen) else None

    @property
    def shows_table(self) -> bool:
        """Whether the table is shown on the only display."""
        return self._top_match is not None and self._top_match.shows_table

    @property
    def blinking(self) -> bool:
        """Whether `blink` still has something to do."""
        return self._top_match is not None and self._top_match.blinking

    def take_sounds(self) -> list[str]:
        """Return and clear the queued sounds; none at night or if sound is off."""
        sounds = [] if self._top_match is None else self._top_match.sounds
        if self._top_match is not None:
            self._top_match.sounds = []
        return sounds if self.config.sound and not self.config.night else []

    @property
    def is_timed(self) -> bool:
        """Whether a match with a time limit is on the stack."""
        return self.match_screen is not None and self.match_screen.session.is_timed

    @property
    def match_screen(self) -> MatchScreen | None:
        """The match screen on the stack, even if other screens cover it."""
        return next((screen for screen in self.screens if isinstance(screen, MatchScreen)), None)

    def minute(self) -> None:
        """Count a minute of a match with a time limit."""
        screen = self.match_screen
        if screen is not None and screen.session.is_timed and screen.session.minute():
            self._is_time_up = True
        self._ask_time()

    def _ask_time(self) -> None:
        """Ask whether the game ends, if the time is up and nobody is entering an act."""
        if self._is_time_up and self._top_match is not None and self._top_match.is_free:
            self._is_time_up = False
            limit = GAMES[self._top_match.match.setup.game].time_limit
            if limit is not None:  # another match may have been opened meanwhile
                self._top_match.propose(say("box.time-asks"), Act(None, limit[1]))

    def take_roll(self, state: str, faces: tuple[int, ...]) -> None:
        """Store a reading of the dice reader and propose it once the match screen is free."""
        self._tray = (state, faces)
        self._propose_waiting_roll()

    def _propose_waiting_roll(self) -> None:
        if self._tray is not None and self._top_match is not None and self._top_match.is_free:
            tray, self._tray = self._tray, None
            propose_roll(self._top_match, *tray)

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show which parts are lost or work again; this replaces an earlier dialog about parts."""
        if self.top is self._parts_dialog:
            self.pop()
        lost = [part for part in (*self.parts(), *parts) if part.why]
        self.tell(say("desk.parts"), [part_line(part) for part in dict.fromkeys(lost or parts)])
        self._parts_dialog = self.top

    def blink(self) -> None:
        """Switch marked spots on or off once."""
        if self._top_match is not None and self._top_match.blinking:
            self._top_match.blink()

    def prompt(self) -> Image.Image:
        """Draw the prompt display."""
        self._update_displays()
        return self.top.prompt()

    def table(self) -> Image.Image:
        """Draw the table display."""
        self._update_displays()
        return self.top.table()

    def _update_displays(self) -> None:
        if self._top_match is not None:
            self._top_match.displays = self.displays

    # --- for flows

    def push(self, screen: Screen) -> None:
        """Push a screen onto the stack."""
        self.screens.append(screen)

    def pop(self) -> None:
        """Pop the top screen."""
        self.screens.pop()

    def replace(self, screen: Screen, other: Screen) -> None:
        """Replace a screen of the stack by another one."""
        self.screens[self.screens.index(screen)] = other

    def replace_all(self, screen: Screen) -> None:
        """Replace all screens by one."""
        self.screens = [screen]

    def go_home(self) -> None:
        """Replace all screens by the home screen."""
        self._home(self)

    def tell(self, title: Sentence, text: Sequence[Sentence], then: Callable[[], None] | None = None) -> None:
        """Push a dialog with a text; ok pops it and then calls `then`."""

        def close() -> None:
            self.pop()
            if then is not None:
                then()

        self.push(DialogScreen(self.translations, Dialog(title, text), close))

    def ask(
        self, title: Sentence, text: Sequence[Sentence], yes: Callable[[], None], *, is_for_box: bool = False
    ) -> None:
        """Push a yes-or-no question; with `is_for_box` a phone can neither open nor answer it.

        Otherwise a phone could put it under the finger of somebody who presses ok for something else.
        """
        if is_for_box and self._is_for_phone:
            if isinstance(self.top, NavigatorScreen):
                self.top.navigator.cursor = 0  # ok does not lead back to the question either
            self.tell(title, [say("desk.only-at-box")])
            return

        def agreed() -> None:
            self.pop()
            yes()

        self.push(DialogScreen(self.translations, Dialog(title, text), agreed, no=self.pop, is_for_box=is_for_box))

    def ask_name(self, title: Sentence, then: Callable[[str], None]) -> None:
        """Push a screen to type a name; `then` gets it."""

        def done(name: str) -> None:
            self.pop()
            then(name)

        self.push(TypingScreen(self.translations, title, LONGEST_NAME, done, self.pop))

    def set(self, **changes: Any) -> None:
        """Change settings and store them; show a dialog if they cannot be stored."""
        from firmware_py.config import configuration

        self.config = self.config._replace(**changes)
        if "language" in changes:
            self.translations = Translations(changes["language"]).for_panel()
        for screen in self.screens:
            if isinstance(screen, MatchScreen):
                screen.set(self.config, self.translations)
        try:
            configuration.save_settings(**changes)
        except UserError as error:
            self.tell(say("box.not-saved"), error.why)
        except OSError as error:
            self.tell(say("box.not-saved"), [plain(str(error))])
