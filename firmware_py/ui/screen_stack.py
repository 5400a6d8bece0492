"""The screen stack: everything that the box shows, from the first start to the switch.

The top screen takes the presses. Flows (`ui.flows`) are functions that push screens: home, new match, matches,
players, settings, owner data. A match on the table is a `MatchScreen`; its `StoredSession` keeps what is accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import GAMES
from engine.acts import Act
from firmware_py.i18n.default_names import LONGEST_NAME
from firmware_py.i18n.translations import Translations
from firmware_py.storage.journal import JournalFault
from firmware_py.ui.dialog import Dialog
from firmware_py.ui.dice import hear_roll
from firmware_py.ui.flows.phones import NoPage
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.screens import DialogScreen, TypingScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from drivers.presses import Press
    from firmware_py.config.configuration import Config
    from firmware_py.display.panel import Part
    from firmware_py.storage.crash_log import CrashLog
    from firmware_py.storage.journal import Journal
    from firmware_py.storage.match_store import MatchStore
    from firmware_py.ui.flows.phones import Page
    from firmware_py.ui.screens import Screen


class SwitchOff(Exception):
    """Somebody switches the box off at the panel."""


class ScreenStack:
    """The screens, and what they all need."""

    def __init__(  # noqa: PLR0913 - what all screens need
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
        self.translations = Translations(configuration.language) if configuration.language else translations
        self.displays = configuration.displays
        self.screens: list[Screen] = []
        self._tray: tuple[str, tuple[int, ...]] | None = None
        """What the dice reader saw, and nobody has heard yet."""
        self._is_time_up = False
        self._parts_told: Screen | None = None
        self.reader = "reader-absent"
        """What is wrong with the dice reader; empty if it is there."""
        self.power: Callable[[], str] | None = None
        """Switches the machine off, and tells what is wrong with that; None: only the program can be ended."""
        self.page: Page = NoPage()
        """Shows all this on phones, if it is on."""
        self.wake: Callable[[], bool] = bool
        """Lets displays that sleep be seen; tells whether some slept."""
        self.parts: Callable[[], Sequence[Part]] = tuple
        """Tells of every other part how it is."""

    @property
    def journal(self) -> Journal:
        """The journal, for reading; who writes goes through the keeper."""
        return self.store.journal

    # --- what whoever shows it asks for

    @property
    def top(self) -> Screen:
        """The screen that is seen."""
        return self.screens[-1]

    def press(self, press: Press) -> None:
        """Do what a press of a key means now."""
        self.attempt(lambda: self.top.press(press))

    def choose(self, at: int) -> None:
        """Take one of the answers to what is asked."""
        self.attempt(lambda: self.top.choose(at))

    def attempt(self, work: Callable[[], None]) -> None:
        """Let somebody say something, by whatever way; what cannot be kept is told, and what waited is heard."""
        try:
            work()
        except JournalFault as fault:
            self.tell(self.translations("box.not-saved"), [self.translations.text(fault.why)])
        self._ask_time()
        self._hear_tray()

    @property
    def _box(self) -> MatchScreen | None:
        return self.top if isinstance(self.top, MatchScreen) else None

    @property
    def shows_table(self) -> bool:
        """Whether the one display there is shows the table."""
        return self._box is not None and self._box.shows_table

    @property
    def blinking(self) -> bool:
        """Whether `blink` still has something to do."""
        return self._box is not None and self._box.blinking

    def take_sounds(self) -> list[str]:
        """Give what should be heard since the last time; nothing at night, or if it is set so."""
        sounds = [] if self._box is None else self._box.sounds
        if self._box is not None:
            self._box.sounds = []
        return sounds if self.config.sound and not self.config.night else []

    @property
    def is_timed(self) -> bool:
        """Whether the minutes of what is on the desk are counted, whatever lies on top of it."""
        return self.box is not None and self.box.session.is_timed

    @property
    def box(self) -> MatchScreen | None:
        """The match on the table, whatever lies on top of it."""
        return next((screen for screen in self.screens if isinstance(screen, MatchScreen)), None)

    def minute(self) -> None:
        """Count a minute of a match with a time limit."""
        box = self.box
        if box is not None and box.session.is_timed and box.session.minute():
            self._is_time_up = True
        self._ask_time()

    def _ask_time(self) -> None:
        """Ask whether the game ends, once nobody is on the way to an act."""
        if self._is_time_up and self._box is not None and self._box.is_free:
            self._is_time_up = False
            limit = GAMES[self._box.match.setup.game].time_limit
            if limit is not None:  # the match that was timed may have been left meanwhile
                self._box.propose(self.translations("box.time-asks"), Act(None, limit[1]))

    def rolled(self, state: str, faces: tuple[int, ...]) -> None:
        """Take what the dice reader sees; what comes a moment too early waits until somebody wants to know."""
        self._tray = (state, faces)
        self._hear_tray()

    def _hear_tray(self) -> None:
        if self._tray is not None and self._box is not None and self._box.is_free:
            tray, self._tray = self._tray, None
            hear_roll(self._box, *tray)

    def tell_parts(self, parts: Sequence[Part]) -> None:
        """Say what is lost now, or what is back; the game goes on, and one such notice is enough."""
        if self.top is self._parts_told:
            self.pop()
        lost = [part for part in (*self.parts(), *parts) if part.why]
        self.tell(self.translations("desk.parts"), [self.part_line(part) for part in dict.fromkeys(lost or parts)])
        self._parts_told = self.top

    def part_line(self, part: Part) -> str:
        """Say of a part how it is."""
        name = self.translations(f"part.{part.name}")
        return (
            self.translations("part.lost", name=name, why=part.why)
            if part.why
            else self.translations("part.good", name=name)
        )

    def blink(self) -> None:
        """Let what blinks blink once."""
        if self._box is not None and self._box.blinking:
            self._box.blink()

    def prompt(self) -> Image.Image:
        """Draw what the person at the keys wants to see."""
        self._tell_displays()
        return self.top.prompt()

    def table(self) -> Image.Image:
        """Draw what everybody wants to see."""
        self._tell_displays()
        return self.top.table()

    def _tell_displays(self) -> None:
        if self._box is not None:
            self._box.displays = self.displays

    # --- what flows do

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.screens.append(screen)

    def pop(self) -> None:
        """Remove the top screen."""
        self.screens.pop()

    def replace(self, screen: Screen, other: Screen) -> None:
        """Put another screen in the place of one that is on the stack."""
        self.screens[self.screens.index(screen)] = other

    def replace_all(self, screen: Screen) -> None:
        """Leave nothing but one screen."""
        self.screens = [screen]

    def go_home(self) -> None:
        """Leave nothing but the home screen."""
        self._home(self)

    def tell(self, title: str, text: list[str], then: Callable[[], None] | None = None) -> None:
        """Show a text over everything else; what comes after it is the screen below, or `then`."""

        def close() -> None:
            self.pop()
            if then is not None:
                then()

        self.push(DialogScreen(self.translations, Dialog(title, text), close))

    def ask(self, title: str, text: list[str], yes: Callable[[], None], *, is_for_box: bool = False) -> None:
        """Ask whether all agree; `is_for_box` is what no phone may decide."""

        def agreed() -> None:
            self.pop()
            yes()

        self.push(DialogScreen(self.translations, Dialog(title, text), agreed, no=self.pop, is_for_box=is_for_box))

    def ask_name(self, title: str, then: Callable[[str], None]) -> None:
        """Let somebody type a name."""

        def done(name: str) -> None:
            self.pop()
            then(name)

        self.push(TypingScreen(self.translations, title, LONGEST_NAME, done, self.pop))

    def set(self, **changes: Any) -> None:
        """Change settings, at once and for good; if they cannot be kept, say so."""
        from firmware_py.config import configuration
        from firmware_py.errors import UserError

        self.config = self.config._replace(**changes)
        if "language" in changes:
            self.translations = Translations(changes["language"])
        for screen in self.screens:
            if isinstance(screen, MatchScreen):
                screen.set(self.config, self.translations)
        try:
            configuration.save_settings(self.translations, **changes)
        except (OSError, UserError) as error:
            self.tell(self.translations("box.not-saved"), [str(error)])
