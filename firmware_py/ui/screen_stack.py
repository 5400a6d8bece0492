"""The screen stack: all screens of the box, from the first start until it is switched off.

The top screen handles the presses. Flows (`ui.flows`) are functions that push screens: home, new match, matches,
players, settings, owner data. The match being played is a `MatchScreen`; its `StoredSession` stores the acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.i18n.default_names import LONGEST_NAME
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import JournalFault
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.eye import EyeInbox
from firmware_py.ui.flows.phones import NoPage
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.screens import DialogScreen, NavigatorScreen, TypingScreen
from firmware_py.ui.stack_events import StackEvents
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
        today: Callable[[], str] = lambda: "????-??-??",
    ) -> None:
        """Start without a screen; `translations` hold until a language is set, `home` shows the home screen.

        `today` returns the date: a box that is never switched off sees many days.
        """
        self.home = home
        """Shows the home screen on a stack."""
        self.store, self.config, self.crash_log, self.today = store, configuration, crash_log, today
        translations = Translations(configuration.language) if configuration.language else translations
        self.translations = translations.for_panel()
        self.displays = configuration.displays
        self.screens: list[Screen] = []
        self._is_idle = False
        """No key was pressed for a while."""
        self._is_for_phone = False
        """A phone asks for what is done now."""
        self.is_ready = False
        """The home screen or a match was shown: the questions of the start are answered."""
        self.reader = "reader-absent"
        """What is wrong with the dice reader; empty if it works."""
        self.eye = EyeInbox()
        """What the eye tells."""
        self.backup_until = 0.0
        """Until when phones may exchange backups, in seconds of `time.monotonic`."""
        self.events = StackEvents(self)
        """Takes what happens without a key."""
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

    @property
    def box(self) -> ScreenStack:
        """The stack of the box itself, which the match is on; a phone has another one."""
        return self

    # --- for panels and the page

    @property
    def top(self) -> Screen:
        """The screen that is shown."""
        return self.screens[-1]

    def press(self, press: Press) -> None:
        """Handle a key press."""
        self._is_idle = False
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
        self.events.show_waiting()

    def do_for_phone(self, work: Callable[[ScreenStack], bool | None]) -> bool | None:
        """Run what a phone asks for and return its result.

        It cannot open questions that are for the box. Where a phone works on the screens of the box itself, the
        highlight stays where it was: whoever presses ok there gets what they saw.
        """
        top = self.top
        shown = top.navigator if self is self.box and isinstance(top, NavigatorScreen) else None
        cursor = 0 if shown is None else shown.cursor
        self._is_for_phone = True
        try:
            return work(self)
        finally:
            self._is_for_phone = False
            if shown is not None and shown.at_root:
                shown.cursor = cursor

    @property
    def top_match(self) -> MatchScreen | None:
        """The match screen, if it is on top."""
        return self.top if isinstance(self.top, MatchScreen) else None

    @property
    def shows_table(self) -> bool:
        """Whether the table is shown on the only display."""
        return self.top_match is not None and self.top_match.shows_table

    @property
    def blinking(self) -> bool:
        """Whether `blink` still has something to do."""
        return self.top_match is not None and self.top_match.blinking

    def take_sounds(self) -> list[str]:
        """Return and clear the queued sounds; none at night or if sound is off."""
        sounds = [] if self.top_match is None else self.top_match.sounds
        if self.top_match is not None:
            self.top_match.sounds = []
        return sounds if self.config.sound and not self.config.night else []

    @property
    def match_screen(self) -> MatchScreen | None:
        """The match screen on the stack, even if other screens cover it."""
        return next((screen for screen in self.screens if isinstance(screen, MatchScreen)), None)

    def blink(self) -> None:
        """Switch marked spots on or off once."""
        if self.top_match is not None and self.top_match.blinking:
            self.top_match.blink()

    def prompt(self) -> Image.Image:
        """Draw the prompt display."""
        self._update_displays()
        return self.top.prompt()

    def table(self) -> Image.Image:
        """Draw the table display; while nobody presses a key, the large picture if the settings say so."""
        self._update_displays()
        screen = self.top_match
        if screen is not None and self._is_idle and self.can_show_large:
            return screen.large_table()
        return self.top.table()

    @property
    def can_show_large(self) -> bool:
        """Whether a match is shown whose table may be drawn large while nobody presses a key."""
        screen = self.top_match
        return self.config.large_table and screen is not None and screen.dialog is None and self.displays > 1

    @property
    def waits_for_idle(self) -> bool:
        """Whether `idle` has something to do if no key is pressed for a while."""
        return self.can_show_large and not self._is_idle

    def idle(self) -> None:
        """Note that no key was pressed for a while."""
        self._is_idle = True

    def _update_displays(self) -> None:
        if self.top_match is not None:
            self.top_match.displays = self.displays

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
        self.home(self)

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
