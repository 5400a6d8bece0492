"""The screen stack: all screens of the box, from the first start until it is switched off.

The top screen handles the presses. Flows (`ui.flows`) are functions that push screens: home, new match, matches,
players, settings, owner data. The match being played is a `MatchScreen`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from PIL import Image

from drivers.buzzer import Sound
from drivers.dice import State
from drivers.presses import Press
from engine.verdicts import Sentence, say
from firmware_py.config import configuration
from firmware_py.config.configuration import Config
from firmware_py.display.panel import Part
from firmware_py.errors import UserError
from firmware_py.i18n.default_names import LONGEST_NAME_ON_PANEL
from firmware_py.i18n.sentences import plain
from firmware_py.i18n.translations import Translations, panel_translations_of
from firmware_py.sight.looking import MOST_BEHIND, Looked, Wanted
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import JournalFault
from firmware_py.storage.match_store import MatchStore
from firmware_py.storage.reader import JournalReader
from firmware_py.ui.match.screen import MatchScreen
from firmware_py.ui.match.thinker import Answered
from firmware_py.ui.match.view import large_table
from firmware_py.ui.screens.dialog import Dialog
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.effects import AskName, Do, Leave, Leaving, Notice
from firmware_py.ui.screens.question import NavigatorScreen, Screen
from firmware_py.ui.screens.typing import TypingScreen
from firmware_py.ui.stack.services import Services
from firmware_py.ui.stack.waiting import Tick, WaitingEvents, part_line


class Flows(NamedTuple):
    """Where a screen stack leads to by itself."""

    home: Callable[[ScreenStack], None]
    """Shows the home screen."""
    leave: Callable[[ScreenStack, MatchScreen, Leaving], None]
    """Leaves a match."""
    rename: Callable[[ScreenStack, MatchScreen, int], None]
    """Asks for a new name for a seat."""


class ScreenStack:
    """The stack of screens, and the objects that all of them use.

    It is wide: panels and page read it, flows push screens, and events that no key causes arrive here. Each method
    does one of these in a few lines.
    """

    def __init__(
        self,
        store: MatchStore,
        configuration: Config,
        crash_log: CrashLog,
        translations: Translations,
        *,
        flows: Flows,
        services: Services,
        today: Callable[[], str] = lambda: "????-??-??",
    ) -> None:
        """Start without a screen; `translations` hold until a language is set.

        `flows` lead to other screens, `services` are what the program offers. `today` returns the date: a box that
        is never switched off sees many days.
        """
        self.flows, self.services = flows, services
        self.store, self.config, self.crash_log, self.today = store, configuration, crash_log, today
        language = configuration.language
        self.translations = panel_translations_of(language) if language else translations.for_panel()
        self.displays = configuration.displays
        self.screens: list[Screen] = []
        self._is_idle = False
        """No key was pressed for a while."""
        self._is_for_phone = False
        """A phone asks for what is done now."""
        self.is_ready = False
        """The home screen or a match was shown: the questions of the start are answered."""
        self.backup_until = 0.0
        """Until when phones may exchange backups, in seconds of `time.monotonic`."""
        self._waiting = WaitingEvents()
        self._parts_dialog: Screen | None = None
        """The dialog about lost parts."""

    @property
    def journal(self) -> JournalReader:
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
            self._answer_requests()
        except JournalFault as fault:
            self.tell(say("box.not-saved"), [fault.why])
        try:
            self._show_waiting()
        except JournalFault as fault:
            self.tell(say("box.not-saved"), [fault.why])

    def _answer_requests(self) -> None:
        """Do what the match screen cannot do itself."""
        screen = self.match_screen
        if screen is None:
            return
        requests, screen.requests = screen.requests, []
        for request in requests:
            match request:
                case Leave(how=how):
                    self.flows.leave(self, screen, how)
                case AskName(seat=seat):
                    self.flows.rename(self, screen, seat)
                case Do.WAKE:
                    self.services.wake()

    @contextmanager
    def for_phone(self) -> Iterator[None]:
        """Let a phone use these screens.

        It cannot open questions that are for the box. Where a phone works on the screens of the box itself, the
        highlight stays where it was: whoever presses ok there gets what they saw.
        """
        top = self.top
        shown = top.navigator if self is self.box and isinstance(top, NavigatorScreen) else None
        cursor = 0 if shown is None else shown.cursor
        self._is_for_phone = True
        try:
            yield
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

    def take_sounds(self) -> list[Sound]:
        """Return and clear the queued sounds; none at night, if sound is off, or while the match is covered."""
        screen = self.match_screen
        if screen is None:
            return []
        sounds, screen.sounds = screen.sounds, []
        is_heard = self.config.sound and not self.config.night and screen is self.top
        return sounds if is_heard else []

    @property
    def match_screen(self) -> MatchScreen | None:
        """The match screen on the stack, even if other screens cover it."""
        return next((screen for screen in self.screens if isinstance(screen, MatchScreen)), None)

    def prompt(self) -> Image.Image:
        """Draw the prompt display."""
        self._update_displays()
        return self.top.prompt()

    def table(self) -> Image.Image:
        """Draw the table display; while nobody presses a key, the large picture if the settings say so."""
        self._update_displays()
        screen = self.top_match
        if screen is not None and self._is_idle and self._can_show_large:
            return large_table(screen.view)
        return self.top.table()

    @property
    def _can_show_large(self) -> bool:
        """Whether the table may be drawn large while nobody presses a key."""
        screen = self.top_match
        return self.config.large_table and screen is not None and screen.is_resting and self.displays > 1

    def _update_displays(self) -> None:
        if self.top_match is not None:
            self.top_match.displays = self.displays

    # --- what happens without a key

    def _show_waiting(self) -> None:
        """Show what had to wait: the end of the time limit, a roll, what was seen, the opponent's move."""
        screen = self.top_match
        if screen is None:
            return
        if screen.is_free:
            screen.carry_out(self._waiting.effects(screen.match))
        looked, self._waiting.looked = self._waiting.looked, None
        screen.catch_up(looked)
        self._answer_requests()

    @property
    def ticks(self) -> list[Tick]:
        """The ticks that it waits for."""
        screen, dialog = self.match_screen, None if self.top_match is None else self.top_match.dialog
        is_waiting = {
            Tick.BLINK: dialog is not None and dialog.blinks > 0,
            Tick.IDLE: self._can_show_large and not self._is_idle,
            Tick.MINUTE: screen is not None and screen.live.session.is_timed,
        }
        return [tick for tick in Tick if is_waiting[tick]]

    def tick(self, tick: Tick) -> None:
        """Do what follows from the time that has passed."""
        screen = self.match_screen if tick in self.ticks else None
        if screen is None:
            return
        match tick:
            case Tick.BLINK if screen.dialog is not None:
                screen.dialog.blinks -= 1
            case Tick.IDLE:
                self._is_idle = True
            case Tick.MINUTE:
                self._waiting.is_time_up |= screen.live.session.minute()
                self._show_waiting()

    def take_roll(self, state: State, faces: tuple[int, ...]) -> None:
        """Take a reading of the dice reader and propose it once the match screen is free."""
        self._waiting.roll = (state, faces)
        self._show_waiting()

    def take_looked(self, looked: Looked) -> None:
        """Take what a live picture of the table shows."""
        self._waiting.looked = looked
        self.attempt(lambda: None)

    @property
    def wanted(self) -> Wanted | None:
        """What live pictures of the table are wanted for; None if no match looks."""
        screen, taught = self.match_screen, self.taught
        if screen is None or taught is None or screen.match.standing().is_decided:
            return None
        match, number = screen.match, screen.live.session.number
        earlier = match.earlier(MOST_BEHIND)
        return Wanted(number, len(match.log), match.setup.game, match.state, taught, earlier)

    @property
    def taught(self) -> Mapping[str, object] | None:
        """Where the things of the match lie, as its owner has taught it; None if that is not known."""
        screen = self.match_screen
        if screen is None:
            return None
        match, live = screen.match, screen.live
        drawn = self.services.taught(live.session.number, match.setup.game, match.state)
        live.memory.is_simulated |= drawn is not None
        return drawn or live.taught

    def take_answer(self, answer: Answered) -> None:
        """Take what the thinker has found, if the match is still on the table."""
        if self.match_screen is not None:
            self.match_screen.live.take_answer(answer)

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show which parts are lost or work again; this replaces an earlier dialog about parts."""
        self.drop_parts()
        lost = [part for part in (*self.services.parts(), *parts) if part.why]
        self.tell(say("home.parts"), [part_line(part) for part in dict.fromkeys(lost or parts)])
        self._parts_dialog = self.top

    def drop_parts(self) -> None:
        """Close a dialog about parts, if it is on top."""
        if self.top is self._parts_dialog:
            self.pop()

    # --- for flows

    def push(self, screen: Screen) -> None:
        """Push a screen onto the stack."""
        self.screens.append(screen)

    def pop(self) -> None:
        """Pop the top screen."""
        self.screens.pop()

    def replace_all(self, screen: Screen) -> None:
        """Replace all screens by one."""
        self.screens = [screen]

    def go_home(self) -> None:
        """Replace all screens by the home screen."""
        self.flows.home(self)

    def tell(self, title: Sentence, text: Sequence[Sentence], then: Callable[[], None] | None = None) -> None:
        """Push a dialog with a text; ok pops it and then calls `then`."""

        def close() -> None:
            self.pop()
            if then is not None:
                then()

        self.push(DialogScreen(self.translations, Dialog(Notice(title, tuple(text))), close))

    def ask(
        self, title: Sentence, text: Sequence[Sentence], yes: Callable[[], None], *, is_for_box: bool = False
    ) -> None:
        """Push a yes-or-no question; with `is_for_box` a phone can neither open nor answer it.

        Otherwise a phone could put it under the finger of somebody who presses ok for something else.
        """
        if is_for_box and self._is_for_phone:
            self.tell(title, [say("home.only-at-box")])
            return

        def agreed() -> None:
            self.pop()
            yes()

        dialog = Dialog(Notice(title, tuple(text), yes=()))
        self.push(DialogScreen(self.translations, dialog, agreed, no=self.pop, is_for_box=is_for_box))

    def ask_name(self, title: Sentence, then: Callable[[str], None]) -> None:
        """Push a screen to type a name; `then` gets it."""

        def done(name: str) -> None:
            self.pop()
            then(name)

        self.push(TypingScreen(self.translations, title, LONGEST_NAME_ON_PANEL, done, self.pop))

    def set(self, **changes: Any) -> None:
        """Change settings and store them; show a dialog if they cannot be stored."""
        self.config = self.config._replace(**changes)
        if "language" in changes:
            self.translations = panel_translations_of(changes["language"])
        for screen in self.screens:
            if isinstance(screen, MatchScreen):
                screen.set(self.config, self.translations)
        try:
            configuration.save_settings(**changes)
        except UserError as error:
            self.tell(say("box.not-saved"), error.why)
        except OSError as error:
            self.tell(say("box.not-saved"), [plain(str(error))])
